//! Normalisation of each sample by itself.

use vjp::ops::InstanceNormOptions;
use vjp::{Result, Tensor};

use crate::invalid;
use crate::module::{Layer, Module, Training, Visitor};
use crate::norm::{ones, zeros, Running};

/// How an [`InstanceNorm`] counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InstanceNormConfig {
    /// Added to the variance.
    pub eps: f64,
    /// By how much each batch moves the statistics that run along.
    pub momentum: f64,
    /// Whether there are weight and bias.
    pub affine: bool,
    /// Whether statistics run along, for [`Module::eval`]; without, each sample's own are taken there, too.
    pub track_running_stats: bool,
}

impl Default for InstanceNormConfig {
    fn default() -> Self {
        InstanceNormConfig { eps: 1e-5, momentum: 0.1, affine: false, track_running_stats: false }
    }
}

/// Each channel of each sample of [batch, channels, sizes...] or [channels, sizes...] (N sizes) to mean 0 and variance 1,
/// then, where that is asked for, times weight plus bias.
///
/// ```
/// use vjp_nn::{InstanceNorm2d, Layer};
/// let made = InstanceNorm2d::new(3)?.forward(&vjp::ops::randn(&[2, 3, 8, 8])?)?;
/// assert!(made.mean()?.item()?.abs() < 1e-5);
/// # Ok::<(), vjp::Error>(())
/// ```
pub struct InstanceNorm<const N: usize> {
    pub weight: Option<Tensor>,
    pub bias: Option<Tensor>,
    running: Option<Running>,
    config: InstanceNormConfig,
    training: Training,
}

pub type InstanceNorm1d = InstanceNorm<1>;
pub type InstanceNorm2d = InstanceNorm<2>;
pub type InstanceNorm3d = InstanceNorm<3>;

impl<const N: usize> InstanceNorm<N> {
    pub fn new(channels: i64) -> Result<InstanceNorm<N>> {
        InstanceNorm::with(channels, InstanceNormConfig::default())
    }

    pub fn with(channels: i64, config: InstanceNormConfig) -> Result<InstanceNorm<N>> {
        let weight = if config.affine { Some(ones(&[channels])?) } else { None };
        let bias = if config.affine { Some(zeros(&[channels])?) } else { None };
        let running = if config.track_running_stats { Some(Running::new(channels)?) } else { None };
        Ok(InstanceNorm { weight, bias, running, config, training: Training::default() })
    }
}

impl<const N: usize> Module for InstanceNorm<N> {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        visitor.parameter("weight", self.weight.as_ref());
        visitor.parameter("bias", self.bias.as_ref());
        if let Some(running) = &self.running {
            running.visit(visitor);
        }
        visitor.training(&self.training);
    }
}

impl<const N: usize> Layer for InstanceNorm<N> {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let alone = input.ndim() == N + 1;
        if !alone && input.ndim() != N + 2 {
            let (least, most, shape) = (N + 1, N + 2, input.shape());
            let wanted = format!("an input of {least} or {most} dimensions is wanted, not shape {shape:?}");
            return Err(invalid(format!("InstanceNorm{N}d: {wanted}")));
        }
        let options = InstanceNormOptions {
            running_mean: self.running.as_ref().map(|running| &running.mean),
            running_var: self.running.as_ref().map(|running| &running.var),
            weight: self.weight.as_ref(),
            bias: self.bias.as_ref(),
            use_input_stats: self.training.is_on() || self.running.is_none(),
            momentum: self.config.momentum,
            eps: self.config.eps,
        };
        if alone {
            return input.unsqueeze(0)?.instance_norm_with(options)?.squeeze_dim(&[0]);
        }
        input.instance_norm_with(options)
    }
}
