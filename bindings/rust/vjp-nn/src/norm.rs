//! Normalisation: by the batch, groups of channels, the last dimensions.

use vjp::ops::{BatchNormOptions, GroupNormOptions, LayerNormOptions, RmsNormOptions};
use vjp::{no_grad, DType, Result, Tensor};

use crate::init::{full, with_dtype};
use crate::invalid;
use crate::module::{Layer, Module, Training, Visitor};

pub(crate) fn ones(shape: &[i64]) -> Result<Tensor> {
    full(shape, 1.0)?.tracked()
}

pub(crate) fn zeros(shape: &[i64]) -> Result<Tensor> {
    full(shape, 0.0)?.tracked()
}

/// How a [`BatchNorm`] counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BatchNormConfig {
    /// Added to the variance.
    pub eps: f64,
    /// By how much each batch moves the statistics that run along; None: they are the mean of all batches.
    pub momentum: Option<f64>,
    /// Whether there are weight and bias.
    pub affine: bool,
    /// Whether statistics run along, for [`Module::eval`]; without, each batch's own are taken there, too.
    pub track_running_stats: bool,
}

impl Default for BatchNormConfig {
    fn default() -> Self {
        BatchNormConfig { eps: 1e-5, momentum: Some(0.1), affine: true, track_running_stats: true }
    }
}

/// Statistics that run along.
pub(crate) struct Running {
    pub mean: Tensor,
    pub var: Tensor,
    num_batches: Tensor,
}

impl Running {
    pub fn new(channels: i64) -> Result<Running> {
        let num_batches = with_dtype(DType::Int64, || full(&[], 0.0))?;
        Ok(Running { mean: full(&[channels], 0.0)?, var: full(&[channels], 1.0)?, num_batches })
    }

    pub fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        visitor.buffer("running_mean", &self.mean);
        visitor.buffer("running_var", &self.var);
        visitor.buffer("num_batches_tracked", &self.num_batches);
    }
}

/// Each channel of [batch, channels, sizes...] (N sizes; with N = 1 also [batch, channels]) to mean 0 and variance 1 over
/// the batch, then times weight plus bias. Outside of training by the statistics that ran along.
pub struct BatchNorm<const N: usize> {
    pub weight: Option<Tensor>,
    pub bias: Option<Tensor>,
    running: Option<Running>,
    config: BatchNormConfig,
    training: Training,
}

pub type BatchNorm1d = BatchNorm<1>;
pub type BatchNorm2d = BatchNorm<2>;
pub type BatchNorm3d = BatchNorm<3>;

impl<const N: usize> BatchNorm<N> {
    pub fn new(channels: i64) -> Result<BatchNorm<N>> {
        BatchNorm::with(channels, BatchNormConfig::default())
    }

    pub fn with(channels: i64, config: BatchNormConfig) -> Result<BatchNorm<N>> {
        let shape = &[channels][..];
        let weight = if config.affine { Some(ones(shape)?) } else { None };
        let bias = if config.affine { Some(zeros(shape)?) } else { None };
        let running = if config.track_running_stats { Some(Running::new(channels)?) } else { None };
        Ok(BatchNorm { weight, bias, running, config, training: Training::default() })
    }

    /// Counts the batch, and says by how much it moves the statistics.
    fn count(&self, running: &Running) -> Result<f64> {
        no_grad(|| running.num_batches.add_(1))?;
        match self.config.momentum {
            Some(momentum) => Ok(momentum),
            None => Ok(1.0 / running.num_batches.item()?),
        }
    }
}

impl<const N: usize> Module for BatchNorm<N> {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        visitor.parameter("weight", self.weight.as_ref());
        visitor.parameter("bias", self.bias.as_ref());
        if let Some(running) = &self.running {
            running.visit(visitor);
        }
        visitor.training(&self.training);
    }
}

impl<const N: usize> Layer for BatchNorm<N> {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let ndim = input.ndim();
        if ndim != N + 2 && !(N == 1 && ndim == 2) {
            let wanted = if N == 1 { "2 or 3".to_owned() } else { (N + 2).to_string() };
            let shape = input.shape();
            return Err(invalid(format!(
                "BatchNorm{N}d: an input of {wanted} dimensions is wanted, not shape {shape:?}"
            )));
        }
        let (training, running) = (self.training.is_on(), self.running.as_ref());
        let momentum = match running {
            Some(running) if training => self.count(running)?,
            _ => 0.0,
        };
        input.batch_norm_with(BatchNormOptions {
            running_mean: running.map(|running| &running.mean),
            running_var: running.map(|running| &running.var),
            weight: self.weight.as_ref(),
            bias: self.bias.as_ref(),
            training: training || running.is_none(),
            momentum,
            eps: self.config.eps,
        })
    }
}

/// What a [`LayerNorm`] has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayerNormConfig {
    /// Added to the variance.
    pub eps: f64,
    /// Whether there is a weight.
    pub elementwise_affine: bool,
    /// Whether there is a bias beside the weight.
    pub bias: bool,
}

impl Default for LayerNormConfig {
    fn default() -> Self {
        LayerNormConfig { eps: 1e-5, elementwise_affine: true, bias: true }
    }
}

/// The last dimensions, of sizes `shape`, to mean 0 and variance 1, then times weight plus bias.
pub struct LayerNorm {
    pub weight: Option<Tensor>,
    pub bias: Option<Tensor>,
    shape: Vec<i64>,
    eps: f64,
}

impl LayerNorm {
    pub fn new(shape: &[i64]) -> Result<LayerNorm> {
        LayerNorm::with(shape, LayerNormConfig::default())
    }

    pub fn with(shape: &[i64], config: LayerNormConfig) -> Result<LayerNorm> {
        let weight = if config.elementwise_affine { Some(ones(shape)?) } else { None };
        let bias = if config.elementwise_affine && config.bias { Some(zeros(shape)?) } else { None };
        Ok(LayerNorm { weight, bias, shape: shape.to_vec(), eps: config.eps })
    }
}

impl Module for LayerNorm {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        visitor.parameter("weight", self.weight.as_ref());
        visitor.parameter("bias", self.bias.as_ref());
    }
}

impl Layer for LayerNorm {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let options = LayerNormOptions { weight: self.weight.as_ref(), bias: self.bias.as_ref(), eps: self.eps };
        input.layer_norm_with(&self.shape, options)
    }
}

/// The last dimensions, of sizes `shape`, divided by the root of their mean square, then times weight.
pub struct RMSNorm {
    pub weight: Option<Tensor>,
    shape: Vec<i64>,
    eps: Option<f64>,
}

impl RMSNorm {
    pub fn new(shape: &[i64]) -> Result<RMSNorm> {
        Ok(RMSNorm { weight: Some(ones(shape)?), shape: shape.to_vec(), eps: None })
    }

    /// The same with a number added to the mean square, in place of the dtype's epsilon.
    pub fn with_eps(self, eps: f64) -> RMSNorm {
        RMSNorm { eps: Some(eps), ..self }
    }

    /// The same without a weight.
    pub fn without_weight(self) -> RMSNorm {
        RMSNorm { weight: None, ..self }
    }
}

impl Module for RMSNorm {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        visitor.parameter("weight", self.weight.as_ref());
    }
}

impl Layer for RMSNorm {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        input.rms_norm_with(&self.shape, RmsNormOptions { weight: self.weight.as_ref(), eps: self.eps })
    }
}

/// Each of `groups` groups of channels of [batch, channels, ...] to mean 0 and variance 1, then times weight plus bias of
/// each channel.
pub struct GroupNorm {
    pub weight: Option<Tensor>,
    pub bias: Option<Tensor>,
    groups: i64,
    eps: f64,
}

impl GroupNorm {
    pub fn new(groups: i64, channels: i64) -> Result<GroupNorm> {
        if groups < 1 || channels % groups != 0 {
            let message = format!("GroupNorm: groups is {groups}, expected a divisor of channels, {channels}");
            return Err(invalid(message));
        }
        Ok(GroupNorm { weight: Some(ones(&[channels])?), bias: Some(zeros(&[channels])?), groups, eps: 1e-5 })
    }

    /// The same with another number added to the variance.
    pub fn with_eps(self, eps: f64) -> GroupNorm {
        GroupNorm { eps, ..self }
    }

    /// The same without weight and bias.
    pub fn without_affine(self) -> GroupNorm {
        GroupNorm { weight: None, bias: None, ..self }
    }
}

impl Module for GroupNorm {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        visitor.parameter("weight", self.weight.as_ref());
        visitor.parameter("bias", self.bias.as_ref());
    }
}

impl Layer for GroupNorm {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let options = GroupNormOptions { weight: self.weight.as_ref(), bias: self.bias.as_ref(), eps: self.eps };
        input.group_norm_with(self.groups, options)
    }
}
