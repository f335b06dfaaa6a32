//! W1 through the Rust binding: what a call costs a Rust program beside one in C. Same cases as bench/w_engine.cc, same lines.
//!
//! vjp_bench_rust [--threads 1] [--only W1] [--scale 1]

use std::time::Instant;

use vjp::{no_grad, set_num_threads, Result, Tensor};

const NODES: usize = 10_000;

fn chain(op: &str, x: &Tensor, c: &Tensor) -> Result<Tensor> {
    let mut y = x.clone();
    for _ in 0..NODES {
        y = match op {
            "mul" => y.mul(c)?,
            "add" => y.add(c)?,
            _ => y.sin()?,
        };
    }
    Ok(y)
}

/// Seconds of each phase of one round.
fn phases(op: &str, x: &Tensor, c: &Tensor) -> Result<Vec<f64>> {
    let seconds = |begin: Instant| begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let y = chain(op, x, c)?;
    let forward = seconds(begin);
    let begin = Instant::now();
    y.backward()?;
    let backward = seconds(begin);
    let begin = Instant::now();
    drop(y);
    let destroy = seconds(begin);
    x.set_grad(None)?;
    Ok(vec![forward, backward, destroy])
}

/// Prints the fastest of enough rounds, as nanoseconds a node.
fn measure(
    case: &str,
    names: &[&str],
    threads: i32,
    scale: f64,
    mut body: impl FnMut() -> Result<Vec<f64>>,
) -> Result<()> {
    let begin = Instant::now();
    body()?;
    body()?; // warm
    let each = begin.elapsed().as_secs_f64() / 2.0;
    let rounds = ((0.6 * scale / each) as usize).clamp(7, 25);
    let samples = (0..rounds).map(|_| body()).collect::<Result<Vec<_>>>()?;
    for (i, name) in names.iter().enumerate() {
        let least = samples.iter().map(|sample| sample[i]).fold(f64::INFINITY, f64::min);
        println!(
            r#"{{"w": "W1", "case": "{case}.{name}", "peer": "libvjp", "mode": "rust", "threads": {threads}, "value": {:.4}, "unit": "ns/op", "runs": {rounds}}}"#,
            least * 1e9 / NODES as f64
        );
    }
    Ok(())
}

fn run(threads: i32, scale: f64) -> Result<()> {
    set_num_threads(threads)?;
    for (op, other) in [("mul", 1.0f32), ("add", 1e-4), ("sin", 0.0)] {
        let x = Tensor::from_slice(&[0.5f32], &[1])?.tracked()?;
        let c = Tensor::from_slice(&[other], &[1])?;
        measure(op, &["fwd", "bwd", "destroy_after_bwd"], threads, scale, || phases(op, &x, &c))?;
    }
    let (x, c) = (Tensor::from_slice(&[0.5f32], &[1])?, Tensor::from_slice(&[1.0f32], &[1])?);
    measure("mul", &["fwd_no_grad"], threads, scale, || {
        let begin = Instant::now();
        no_grad(|| chain("mul", &x, &c))?;
        Ok(vec![begin.elapsed().as_secs_f64()])
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (mut threads, mut scale) = (1, 1.0);
    for pair in arguments.chunks(2) {
        let read = match pair {
            [flag, value] if flag == "--threads" => value.parse().map(|number| threads = number).is_ok(),
            [flag, value] if flag == "--scale" => value.parse().map(|number| scale = number).is_ok(),
            [flag, value] => flag == "--only" && value == "W1",
            _ => false,
        };
        if !read {
            eprintln!("vjp_bench_rust: {pair:?}: wanted --threads N, --scale X or --only W1");
            std::process::exit(2);
        }
    }
    if let Err(error) = run(threads, scale) {
        eprintln!("vjp_bench_rust: {error}");
        std::process::exit(1);
    }
}
