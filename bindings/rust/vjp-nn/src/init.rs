//! How parameters begin: PyTorch's initialisers, which write into a tensor. Nothing is recorded.

use std::cell::Cell;

use vjp::ops::{EmptyOptions, NormalOptions, UniformOptions};
use vjp::{no_grad, ops, DType, Result, Tensor};

use crate::invalid;

thread_local! {
    static DTYPE: Cell<DType> = const { Cell::new(DType::Float32) };
}

/// Runs `body`, in which parameters and buffers are made of this dtype by this thread.
///
/// ```
/// let layer = vjp_nn::with_dtype(vjp::DType::Float64, || vjp_nn::Linear::new(3, 2))?;
/// assert_eq!(layer.weight.dtype(), vjp::DType::Float64);
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn with_dtype<R>(dtype: DType, body: impl FnOnce() -> R) -> R {
    struct Restore(DType);
    impl Drop for Restore {
        fn drop(&mut self) {
            DTYPE.with(|current| current.set(self.0));
        }
    }
    let _restore = Restore(DTYPE.with(|current| current.replace(dtype)));
    body()
}

/// A tensor whose elements are to be filled, not yet a parameter.
pub(crate) fn empty(shape: &[i64]) -> Result<Tensor> {
    ops::empty_with(shape, EmptyOptions { dtype: Some(DTYPE.with(Cell::get)) })
}

pub(crate) fn full(shape: &[i64], value: f64) -> Result<Tensor> {
    let tensor = empty(shape)?;
    constant_(&tensor, value)?;
    Ok(tensor)
}

/// A parameter that is to be filled.
pub(crate) fn parameter(shape: &[i64]) -> Result<Tensor> {
    if let Some(size) = shape.iter().find(|&&size| size < 0) {
        return Err(invalid(format!("a parameter of shape {shape:?}: {size} is wanted to be 0 or more")));
    }
    empty(shape)?.tracked()
}

/// PyTorch's start of biases: uniform, by the numbers that an output is made of.
pub(crate) fn bias(size: i64, fan_in: i64) -> Result<Tensor> {
    let bias = parameter(&[size])?;
    let bound = if fan_in > 0 { 1.0 / (fan_in as f64).sqrt() } else { 0.0 };
    uniform_(&bias, -bound, bound)?;
    Ok(bias)
}

/// Numbers between `low` and `high`, all as likely.
pub fn uniform_(tensor: &Tensor, low: f64, high: f64) -> Result<()> {
    no_grad(|| tensor.uniform_with_(UniformOptions { low, high, ..Default::default() }))
}

/// Numbers of the normal distribution.
pub fn normal_(tensor: &Tensor, mean: f64, std: f64) -> Result<()> {
    no_grad(|| tensor.normal_with_(NormalOptions { mean, std, ..Default::default() }))
}

/// The same number everywhere.
pub fn constant_(tensor: &Tensor, value: f64) -> Result<()> {
    no_grad(|| tensor.fill_(value))
}

/// How many numbers an output element is made of, and an input element goes into.
fn fans(tensor: &Tensor, what: &str) -> Result<(f64, f64)> {
    match *tensor.shape() {
        [out, input, ref receptive @ ..] => {
            let receptive: i64 = receptive.iter().product();
            Ok(((input * receptive) as f64, (out * receptive) as f64))
        }
        _ => {
            Err(invalid(format!("{what}: a tensor of two dimensions or more has fans, not shape {:?}", tensor.shape())))
        }
    }
}

/// What keeps the scale of numbers through a leaky relu of this slope: the square root of 2 for 0.
fn gain(slope: f64) -> f64 {
    (2.0 / (1.0 + slope.powi(2))).sqrt()
}

/// Uniform, by the fan in and the gain of a leaky relu of slope `a` that follows (He and others, 2015).
pub fn kaiming_uniform_(tensor: &Tensor, a: f64) -> Result<()> {
    let deviation = gain(a) / fans(tensor, "kaiming_uniform_")?.0.sqrt();
    if tensor.numel() == 0 {
        return Ok(());
    }
    uniform_(tensor, -(3f64.sqrt() * deviation), 3f64.sqrt() * deviation)
}

/// Normal, by the fan in and the gain of a leaky relu of slope `a` that follows (He and others, 2015).
pub fn kaiming_normal_(tensor: &Tensor, a: f64) -> Result<()> {
    let deviation = gain(a) / fans(tensor, "kaiming_normal_")?.0.sqrt();
    if tensor.numel() == 0 {
        return Ok(());
    }
    normal_(tensor, 0.0, deviation)
}

/// Uniform, by the mean of both fans (Glorot and Bengio, 2010).
pub fn xavier_uniform_(tensor: &Tensor, gain: f64) -> Result<()> {
    let (fan_in, fan_out) = fans(tensor, "xavier_uniform_")?;
    let bound = gain * (6.0 / (fan_in + fan_out)).sqrt();
    uniform_(tensor, -bound, bound)
}

/// Normal, by the mean of both fans (Glorot and Bengio, 2010).
pub fn xavier_normal_(tensor: &Tensor, gain: f64) -> Result<()> {
    let (fan_in, fan_out) = fans(tensor, "xavier_normal_")?;
    normal_(tensor, 0.0, gain * (2.0 / (fan_in + fan_out)).sqrt())
}
