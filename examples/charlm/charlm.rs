//! Trains a small transformer on the characters of a text, and writes with it; it ends with the bits of the C program.
//!
//! cargo run --release -- TEXT [--steps 600] ...   (--help lists the flags; default text: the GPL as Debian ships it)

use std::collections::BTreeSet;
use std::f64::consts::PI;
use std::time::Instant;

use vjp::ops::{self, *};
use vjp::{manual_seed, no_grad, safetensors, DType, Generator, Result, Tensor};

mod options;
use options::Options;

/// Parameters in the order in which they are drawn, with PyTorch's names.
#[derive(Default)]
struct Parameters(Vec<(String, Tensor)>);

impl Parameters {
    fn add(&mut self, name: String, value: Tensor) -> Result<Tensor> {
        let value = value.tracked()?;
        self.0.push((name, value.clone()));
        Ok(value)
    }

    fn normal(&mut self, name: &str, rows: i64, columns: i64, deviation: f64) -> Result<Tensor> {
        let value = ops::randn(&[rows, columns])?;
        value.mul_(deviation)?;
        self.add(format!("{name}.weight"), value)
    }

    fn linear(&mut self, name: &str, from: i64, to: i64, deviation: f64) -> Result<Linear> {
        let weight = self.normal(name, to, from, deviation)?;
        Ok(Linear { weight, bias: self.add(format!("{name}.bias"), ops::zeros(&[to])?)? })
    }

    fn norm(&mut self, name: &str, width: i64) -> Result<Norm> {
        let weight = self.add(format!("{name}.weight"), ops::ones(&[width])?)?;
        Ok(Norm { weight, bias: self.add(format!("{name}.bias"), ops::zeros(&[width])?)? })
    }
}

struct Linear {
    weight: Tensor,
    bias: Tensor,
}

impl Linear {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        x.linear_with(&self.weight, LinearOptions { bias: Some(&self.bias) })
    }
}

struct Norm {
    weight: Tensor,
    bias: Tensor,
}

impl Norm {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let options = LayerNormOptions { weight: Some(&self.weight), bias: Some(&self.bias), ..Default::default() };
        x.layer_norm_with(self.weight.shape(), options)
    }
}

/// Attention and two linear layers, each after a norm and beside a residual.
struct Block {
    norm1: Norm,
    qkv: Linear,
    proj: Linear,
    norm2: Norm,
    up: Linear,
    down: Linear,
    heads: i64,
}

impl Block {
    fn attend(&self, x: &Tensor, dropout: f64) -> Result<Tensor> {
        let parts = self.qkv.forward(x)?.unflatten(-1, &[3, self.heads, -1])?.permute(&[2, 0, 3, 1, 4])?.unbind()?;
        let options = ScaledDotProductAttentionOptions { dropout_p: dropout, is_causal: true, ..Default::default() };
        let mixed = parts[0].scaled_dot_product_attention_with(&parts[1], &parts[2], options)?;
        self.proj.forward(&mixed.transpose(1, 2)?.reshape(x.shape())?)
    }

    fn forward(&self, x: &Tensor, dropout: f64) -> Result<Tensor> {
        let x = x.add(&drop(&self.attend(&self.norm1.forward(x)?, dropout)?, dropout)?)?;
        let hidden = self.up.forward(&self.norm2.forward(&x)?)?.gelu_with(GeluOptions { approximate: "tanh" })?;
        x.add(&drop(&self.down.forward(&hidden)?, dropout)?)
    }
}

fn drop(x: &Tensor, p: f64) -> Result<Tensor> {
    x.dropout_with(DropoutOptions { p, ..Default::default() })
}

struct Model {
    token: Tensor,
    position: Tensor,
    blocks: Vec<Block>,
    norm: Norm,
    head: Tensor,
    parameters: Parameters,
}

impl Model {
    /// Matrices normal, smaller where a residual is added; biases zero.
    fn new(vocabulary: i64, o: &Options) -> Result<Model> {
        let (width, deviation, residual) = (o.width, 0.02, 0.02 / (2.0 * o.layers as f64).sqrt());
        let mut p = Parameters::default();
        let token = p.normal("token", vocabulary, width, deviation)?;
        let position = p.normal("position", o.context, width, deviation)?;
        let mut block = |i| -> Result<Block> {
            let name = |part| format!("blocks.{i}.{part}");
            Ok(Block {
                norm1: p.norm(&name("norm1"), width)?,
                qkv: p.linear(&name("qkv"), width, 3 * width, deviation)?,
                proj: p.linear(&name("proj"), width, width, residual)?,
                norm2: p.norm(&name("norm2"), width)?,
                up: p.linear(&name("up"), width, 4 * width, deviation)?,
                down: p.linear(&name("down"), 4 * width, width, residual)?,
                heads: o.heads,
            })
        };
        let blocks = (0..o.layers).map(&mut block).collect::<Result<_>>()?;
        let norm = p.norm("norm", width)?;
        let head = p.normal("head", vocabulary, width, deviation)?;
        Ok(Model { token, position, blocks, norm, head, parameters: p })
    }

    /// Logits [batch, length, vocabulary] of what follows each character of [batch, length].
    fn forward(&self, tokens: &Tensor, dropout: f64) -> Result<Tensor> {
        let position = self.position.narrow(0, 0, tokens.shape()[1])?;
        let mut x = drop(&ops::embedding(tokens, &self.token)?.add(&position)?, dropout)?;
        for block in &self.blocks {
            x = block.forward(&x, dropout)?;
        }
        self.norm.forward(&x)?.linear(&self.head)
    }

    /// Mean nats a character over the windows that begin at `starts`.
    fn loss(&self, tokens: &Tensor, starts: &Tensor, context: i64, dropout: f64) -> Result<Tensor> {
        let places = starts.unsqueeze(1)?.add(&ops::arange(context)?)?;
        let logits = self.forward(&tokens.get((&places,))?, dropout)?;
        let rows = logits.flatten_with(FlattenOptions { end_dim: 1, ..Default::default() })?;
        rows.cross_entropy(&tokens.get((&places.add(1)?,))?.flatten()?)
    }

    /// The mean over the windows of the part that training never sees.
    fn held_out_loss(&self, tokens: &Tensor, first: i64, o: &Options) -> Result<f64> {
        let total = (tokens.numel() as i64 - first - 1) / o.context;
        let batches = ops::arange(total)?.mul(o.context)?.add(first)?.split(o.batch)?;
        let of = |s: &Tensor| Ok(self.loss(tokens, s, o.context, 0.0)?.item()? * s.numel() as f64);
        Ok(no_grad(|| batches.iter().map(of).sum::<Result<f64>>())? / total as f64)
    }
}

/// AdamW by the in-place operators, with their rounding; biases and norms do not decay.
struct AdamW {
    moments: Vec<(Tensor, Tensor)>,
    steps: f64,
}

impl AdamW {
    fn new(p: &Parameters) -> Result<AdamW> {
        let moments = p.0.iter().map(|(_, p)| Ok((p.zeros_like()?, p.zeros_like()?))).collect::<Result<_>>()?;
        Ok(AdamW { moments, steps: 0.0 })
    }

    fn step(&mut self, parameters: &Parameters, rate: f64, decay: f64) -> Result<()> {
        self.steps += 1.0;
        let (beta1, beta2) = (0.9f64, 0.99f64);
        let (correction1, correction2) = (1.0 - beta1.powf(self.steps), 1.0 - beta2.powf(self.steps));
        for ((_, p), (m, v)) in parameters.0.iter().zip(&self.moments) {
            let g = p.grad()?.expect("backward reached every parameter");
            if p.ndim() > 1 {
                p.mul_(1.0 - rate * decay)?;
            }
            m.mul_(beta1)?;
            m.add_alpha_(&g, 1.0 - beta1)?;
            v.mul_(beta2)?;
            v.addcmul_with_(&g, &g, AddcmulOptions { value: (1.0 - beta2).into() })?;
            let scale = v.sqrt()?;
            scale.mul_(1.0 / correction2.sqrt())?;
            scale.add_(1e-8)?;
            p.addcdiv_with_(m, &scale, AddcdivOptions { value: (-rate / correction1).into() })?;
            p.set_grad(None)?;
        }
        Ok(())
    }
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
    let generator = Generator::new(o.seed)?;
    let drawn = RandOptions { dtype: Some(DType::Float64), generator: Some(&generator) };
    let (context, half) = (o.context as usize, o.context as usize / 2);
    for mut chance in ops::rand_with(&[o.sample], drawn)?.to_vec::<f64>()? {
        let count = written.len();
        let seen = if count < context { count } else { half + count % half }; // all, or from half a context on again
        let tokens = Tensor::from_slice(&written[count - seen..], &[1, seen as i64])?;
        let odds = model.forward(&tokens, 0.0)?.get((0, -1))?.mul(1.0 / o.temperature)?.softmax(0)?.to_vec::<f64>()?;
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

    manual_seed(o.seed)?;
    let model = Model::new(characters.len() as i64, o)?;
    let mut optimizer = AdamW::new(&model.parameters)?;
    let size: usize = model.parameters.0.iter().map(|(_, p)| p.numel()).sum();
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
        let loss = model.loss(&tokens, &starts, o.context, o.dropout)?;
        loss.backward()?;
        no_grad(|| optimizer.step(&model.parameters, rate_at(step, o), o.decay))?;
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
        let named: Vec<_> = model.parameters.0.iter().map(|(name, p)| (name.as_str(), p)).collect();
        safetensors::save(path, &named, &[("characters", &characters.iter().collect::<String>())])?;
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
