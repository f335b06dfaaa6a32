//! Learns handwritten digits with a small convolutional network; in C, Python and Julia it ends with the same bits.
//!
//! cargo run --release -- FILE [--device sim:0]   (examples/data/digits.safetensors)

use std::time::Instant;

use vjp::ops::{self, ArgmaxOptions, Conv2dOptions, FlattenOptions, LinearOptions, SliceOptions};
use vjp::{manual_seed, no_grad, safetensors, DType, Device, Result, Tensor};

const EPOCHS: usize = 12;
const BATCH: i64 = 32;
const RATE: f64 = 0.05;
const MOMENTUM: f64 = 0.9;

/// He's initialisation, or zeros for a bias.
fn parameter(shape: &[i64], fan_in: f64) -> Result<Tensor> {
    let value = ops::randn(shape)?;
    value.mul_(if fan_in > 0.0 { (2.0 / fan_in).sqrt() } else { 0.0 })?;
    value.tracked()
}

/// Two convolutions with relu, pooling, one linear layer.
fn network(p: &[Tensor], x: &Tensor) -> Result<Tensor> {
    let conv = |x: &Tensor, k: usize| {
        x.conv2d_with(&p[k], Conv2dOptions { bias: Some(&p[k + 1]), padding: &[1], ..Default::default() })?.relu()
    };
    let x = conv(&conv(x, 0)?, 2)?.max_pool2d(&[2])?;
    let x = x.flatten_with(FlattenOptions { start_dim: 1, ..Default::default() })?;
    x.linear_with(&p[4], LinearOptions { bias: Some(&p[5]) })
}

fn loss_of(p: &[Tensor], x: &Tensor, y: &Tensor) -> Result<Tensor> {
    network(p, x)?.cross_entropy(y)
}

/// Rows `first`, `first + 5`, ...
fn every_fifth(t: &Tensor, first: i64) -> Result<Tensor> {
    t.slice_with(SliceOptions { start: Some(first), step: 5, ..Default::default() })
}

/// Stochastic gradient descent with momentum.
fn update(p: &Tensor, velocity: &Tensor) -> Result<()> {
    let gradient = p.grad()?.expect("backward reached every parameter");
    velocity.mul_(MOMENTUM)?;
    velocity.add_(&gradient)?;
    p.sub_alpha_(velocity, RATE)?;
    p.set_grad(None)
}

/// Every training image once, in an order drawn anew. Returns the number of steps.
fn epoch(p: &[Tensor], velocity: &[Tensor], images: &Tensor, labels: &Tensor) -> Result<usize> {
    let steps = images.shape()[0] / BATCH;
    let (_, order) = ops::rand(&images.shape()[..1])?.sort()?;
    for i in 0..steps {
        let some = order.narrow(0, i * BATCH, BATCH)?;
        loss_of(p, &images.index_select(0, &some)?, &labels.index_select(0, &some)?)?.backward()?;
        no_grad(|| p.iter().zip(velocity).try_for_each(|(p, v)| update(p, v)))?;
    }
    Ok(steps as usize)
}

/// As C's `%.6a`: a float32 ends after six hexadecimal digits.
fn hex(x: f32) -> String {
    let bits = x.to_bits();
    format!("0x1.{:06x}p{:+}", (bits & 0x7f_ffff) << 1, (bits >> 23 & 0xff) as i32 - 127)
}

fn run(path: &str, device: Device) -> Result<()> {
    device.set_default()?; // of the parameters
    let file = safetensors::File::open(path)?;
    let images = (file.get("images")?.to((device, DType::Float32))? / 16.0).unsqueeze(1)?;
    let labels = file.get("labels")?.to((device, DType::Int64))?;
    // Every fifth image is for the test; the others, for training, are what is left of each group of five.
    let rest = |t| ops::cat(&(1..5).map(|i| every_fifth(t, i)).collect::<Result<Vec<_>>>()?);
    let (test_x, test_y) = (every_fifth(&images, 0)?, every_fifth(&labels, 0)?);
    let (train_x, train_y) = (rest(&images)?, rest(&labels)?);

    manual_seed(1)?;
    let shapes: [&[i64]; 6] = [&[16, 1, 3, 3], &[16], &[32, 16, 3, 3], &[32], &[10, 512], &[10]];
    let fan_in = [9.0, 0.0, 144.0, 0.0, 512.0, 0.0];
    let p = shapes.iter().zip(fan_in).map(|(shape, n)| parameter(shape, n)).collect::<Result<Vec<_>>>()?;
    let velocity = shapes.iter().map(|shape| ops::zeros(shape)).collect::<Result<Vec<_>>>()?;

    let begin = Instant::now();
    let mut steps = 0;
    for _ in 0..EPOCHS {
        steps += epoch(&p, &velocity, &train_x, &train_y)?;
    }
    device.synchronize()?;
    let seconds = begin.elapsed().as_secs_f64();

    let (loss, accuracy) = no_grad(|| -> Result<(f64, f64)> {
        let right =
            network(&p, &test_x)?.argmax_with(ArgmaxOptions { dim: Some(1), ..Default::default() })?.eq(&test_y)?;
        Ok((loss_of(&p, &train_x, &train_y)?.item()?, right.to(DType::Float32)?.mean()?.item()?))
    })?;
    let speed = steps as f64 / seconds;
    println!("Rust    {:6.2} %  {}  {seconds:6.2} s  {speed:7.1} steps/s", 100.0 * accuracy, hex(loss as f32));
    Ok(())
}

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let (path, device) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [path] => (path, "cpu"),
        [path, "--device", device] => (path, device),
        _ => {
            eprintln!("usage: digits FILE [--device NAME]   (examples/data/digits.safetensors)");
            std::process::exit(2);
        }
    };
    if let Err(error) = device.parse().and_then(|device| run(path, device)) {
        eprintln!("digits: {error}");
        std::process::exit(2);
    }
}
