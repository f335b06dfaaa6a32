//! Trains a small transformer on the characters of a text, and writes with it; it ends with the bits of the C program.
//!
//! cargo run --release -- TEXT [--steps 600] ...   (--help lists the flags; default text: the GPL as Debian ships it)

use std::collections::BTreeSet;
use std::f64::consts::PI;
use std::time::Instant;

use vjp::ops::{self, FlattenOptions, RandOptions, ScaledDotProductAttentionOptions};
use vjp::optim::{AdamW, Optimizer};
use vjp::{manual_seed, no_grad, DType, Generator, Result, Tensor};
use vjp_nn::{init, module, Dropout, Embedding, Gelu, Layer, LayerNorm, Linear, Module};

mod options;
use options::Options;

/// Attention and two linear layers, each after a norm and beside a residual.
struct Block {
    norm1: LayerNorm,
    qkv: Linear,
    proj: Linear,
    norm2: LayerNorm,
    up: Linear,
    down: Linear,
    drop: Dropout,
    heads: i64,
}
module!(Block { norm1, qkv, proj, norm2, up, down, drop });

impl Block {
    fn new(o: &Options) -> Result<Block> {
        Ok(Block {
            norm1: LayerNorm::new(&[o.width])?,
            qkv: Linear::new(o.width, 3 * o.width)?,
            proj: Linear::new(o.width, o.width)?,
            norm2: LayerNorm::new(&[o.width])?,
            up: Linear::new(o.width, 4 * o.width)?,
            down: Linear::new(4 * o.width, o.width)?,
            drop: Dropout::new(o.dropout)?,
            heads: o.heads,
        })
    }

    fn attend(&self, x: &Tensor) -> Result<Tensor> {
        let parts = self.qkv.forward(x)?.unflatten(-1, &[3, self.heads, -1])?.permute(&[2, 0, 3, 1, 4])?.unbind()?;
        let dropout_p = self.drop.p();
        let options = ScaledDotProductAttentionOptions { dropout_p, is_causal: true, ..Default::default() };
        let mixed = parts[0].scaled_dot_product_attention_with(&parts[1], &parts[2], options)?;
        self.proj.forward(&mixed.transpose(1, 2)?.reshape(x.shape())?)
    }
}

impl Layer for Block {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let x = x.add(&self.drop.forward(&self.attend(&self.norm1.forward(x)?)?)?)?;
        let hidden = Gelu::Tanh.forward(&self.up.forward(&self.norm2.forward(&x)?)?)?;
        x.add(&self.drop.forward(&self.down.forward(&hidden)?)?)
    }
}

struct Model {
    token: Embedding,
    position: Embedding,
    blocks: Vec<Block>,
    norm: LayerNorm,
    head: Linear,
    drop: Dropout,
}
module!(Model { token, position, blocks, norm, head, drop });

impl Layer for Model {
    /// Logits [batch, length, vocabulary] of what follows each character of [batch, length].
    fn forward(&self, tokens: &Tensor) -> Result<Tensor> {
        let position = self.position.weight.narrow(0, 0, tokens.shape()[1])?;
        let x = self.drop.forward(&self.token.forward(tokens)?.add(&position)?)?;
        let x = self.blocks.iter().try_fold(x, |x, block| block.forward(&x))?;
        self.head.forward(&self.norm.forward(&x)?)
    }
}

impl Model {
    fn new(vocabulary: i64, o: &Options) -> Result<Model> {
        Ok(Model {
            token: Embedding::new(vocabulary, o.width)?,
            position: Embedding::new(o.context, o.width)?,
            blocks: (0..o.layers).map(|_| Block::new(o)).collect::<Result<_>>()?,
            norm: LayerNorm::new(&[o.width])?,
            head: Linear::without_bias(o.width, vocabulary)?,
            drop: Dropout::new(o.dropout)?,
        })
    }

    /// Matrices normal, smaller where a residual is added; biases zero.
    fn begin(&self) -> Result<()> {
        for (name, p) in self.named_parameters() {
            let residual = name.ends_with("proj.weight") || name.ends_with("down.weight");
            if p.ndim() > 1 {
                let value = ops::randn(p.shape())?;
                value.mul_(if residual { 0.02 / (2.0 * self.blocks.len() as f64).sqrt() } else { 0.02 })?;
                no_grad(|| p.copy_(&value))?;
            } else if name.ends_with("bias") {
                init::constant_(&p, 0.0)?;
            }
        }
        Ok(())
    }

    /// Mean nats a character over the windows that begin at `starts`.
    fn loss(&self, tokens: &Tensor, starts: &Tensor, context: i64) -> Result<Tensor> {
        let places = starts.unsqueeze(1)?.add(&ops::arange(context)?)?;
        let logits = self.forward(&tokens.get((&places,))?)?;
        let rows = logits.flatten_with(FlattenOptions { end_dim: 1, ..Default::default() })?;
        rows.cross_entropy(&tokens.get((&places.add(1)?,))?.flatten()?)
    }

    /// The mean over the windows of the part that training never sees.
    fn held_out_loss(&self, tokens: &Tensor, first: i64, o: &Options) -> Result<f64> {
        self.eval();
        let total = (tokens.numel() as i64 - first - 1) / o.context;
        let batches = ops::arange(total)?.mul(o.context)?.add(first)?.split(o.batch)?;
        let of = |s: &Tensor| Ok(self.loss(tokens, s, o.context)?.item()? * s.numel() as f64);
        let sum = no_grad(|| batches.iter().map(of).sum::<Result<f64>>())?;
        self.train();
        Ok(sum / total as f64)
    }
}

/// Biases and norms, which have one dimension, do not decay.
fn adamw(parameters: &[Tensor], decay: f64) -> Result<Optimizer> {
    let (decaying, others): (Vec<&Tensor>, Vec<&Tensor>) = parameters.iter().partition(|p| p.ndim() > 1);
    let rule = AdamW { betas: (0.9, 0.99), weight_decay: decay, ..Default::default() };
    let mut optimizer = Optimizer::adamw(&decaying, rule)?;
    optimizer.add_group(&others, AdamW { weight_decay: 0.0, ..rule })?;
    Ok(optimizer)
}

/// One step, after which there are no gradients.
fn update(optimizer: &mut Optimizer, rate: f64) -> Result<()> {
    for group in 0..optimizer.num_groups() {
        optimizer.set_lr(group, rate)?;
    }
    optimizer.step()?;
    optimizer.zero_grad()
}

/// Linear warm-up, then a cosine down to a tenth.
fn rate_at(step: i64, o: &Options) -> f64 {
    if step <= o.warmup {
        return o.rate * step as f64 / o.warmup as f64;
    }
    let done = (step - o.warmup) as f64 / (o.steps - o.warmup) as f64;
    o.rate * (0.1 + 0.9 * 0.5 * (1.0 + (PI * done).cos()))
}

/// Appends o.sample tokens, each drawn from softmax(logits / temperature).
fn generate(model: &Model, written: &mut Vec<i64>, o: &Options) -> Result<()> {
    model.eval();
    let generator = Generator::new(o.seed)?;
    let drawn = RandOptions { dtype: Some(DType::Float64), generator: Some(&generator) };
    let (context, half) = (o.context as usize, o.context as usize / 2);
    for mut chance in ops::rand_with(&[o.sample], drawn)?.to_vec::<f64>()? {
        let count = written.len();
        let seen = if count < context { count } else { half + count % half }; // all, or from half a context on again
        let tokens = Tensor::from_slice(&written[count - seen..], &[1, seen as i64])?;
        let odds = model.forward(&tokens)?.get((0, -1))?.mul(1.0 / o.temperature)?.softmax(0)?.to_vec::<f64>()?;
        let passed = odds[..odds.len() - 1].iter().take_while(|&&p| {
            let goes_on = chance >= p;
            chance -= if goes_on { p } else { 0.0 };
            goes_on
        });
        written.push(passed.count() as i64);
    }
    Ok(())
}

fn run(o: &Options, text: &[char]) -> Result<()> {
    let characters: Vec<char> = text.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let number = |c: &char| characters.binary_search(c).map(|i| i as i64);
    let mut written: Vec<i64> = o
        .prompt
        .chars()
        .map(|c| {
            number(&c)
                .unwrap_or_else(|_| options::bad_input(&format!("--prompt '{}': the text has no '{c}'", o.prompt)))
        })
        .collect();
    let numbers: Vec<i64> = text.iter().flat_map(number).collect();
    let (tokens, count) = (Tensor::from_slice(&numbers, &[numbers.len() as i64])?, numbers.len() as i64);
    let first = count - count / 10; // a tenth is held out

    let model = Model::new(characters.len() as i64, o)?;
    manual_seed(o.seed)?;
    model.begin()?;
    let mut optimizer = adamw(&model.parameters(), o.decay)?;
    let size: usize = model.parameters().iter().map(Tensor::numel).sum();
    println!(
        "{}: {count} characters, {} distinct; {size} parameters; libvjp {}",
        o.text,
        characters.len(),
        vjp::version()
    );
    println!("held-out loss before: {:.3} nats a character", model.held_out_loss(&tokens, first, o)?);
    let begin = Instant::now();
    for step in 1..=o.steps {
        let starts = ops::randint(first - o.context, &[o.batch])?;
        let loss = model.loss(&tokens, &starts, o.context)?;
        loss.backward()?;
        update(&mut optimizer, rate_at(step, o))?;
        if step % 50 == 0 || step == o.steps {
            println!(
                "step {step}: {:.3}, {:.0} ms a step",
                loss.item()?,
                begin.elapsed().as_secs_f64() / step as f64 * 1e3
            );
        }
    }
    println!("held-out loss after {} steps: {:.3} nats a character", o.steps, model.held_out_loss(&tokens, first, o)?);
    if let Some(path) = &o.out {
        model.save(path.as_ref())?;
    }
    no_grad(|| generate(&model, &mut written, o))?;
    let text: String = written.iter().map(|&i| characters[i as usize]).collect();
    println!("---- generated ----\n{text}\n-------------------");
    Ok(())
}

fn main() {
    let o = options::read();
    let text =
        std::fs::read_to_string(&o.text).unwrap_or_else(|e| options::bad_input(&format!("text '{}': {e}", o.text)));
    let text: Vec<char> = text.chars().collect();
    let least = 10 * (o.context as usize + 2); // a tenth is held out, and one window with what follows it must fit there
    if text.len() < least {
        let has = format!("text '{}': {} characters", o.text, text.len());
        options::bad_input(&format!("{has}; wanted at least {least} for --context {}", o.context));
    }
    if let Err(error) = run(&o, &text) {
        options::bad_input(&error.to_string());
    }
}
