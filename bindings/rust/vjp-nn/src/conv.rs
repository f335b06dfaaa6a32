//! Convolutions.

use vjp::ops::{self, Conv1dOptions, Conv2dOptions, Conv3dOptions, PadOptions};
use vjp::{Result, Tensor};

use crate::module::{Layer, Module, Visitor};
use crate::{init, invalid};

/// A size for each of N dimensions, or one for all.
pub trait Sizes<const N: usize> {
    fn sizes(self) -> [i64; N];
}

impl<const N: usize> Sizes<N> for i64 {
    fn sizes(self) -> [i64; N] {
        [self; N]
    }
}

impl<const N: usize> Sizes<N> for [i64; N] {
    fn sizes(self) -> [i64; N] {
        self
    }
}

/// What is added around the input of a convolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Padding<const N: usize> {
    /// As much at both ends of each dimension.
    Sizes([i64; N]),
    /// So much that the result is as large as the input; for stride 1.
    Same,
    /// Nothing.
    Valid,
}

/// With what is padded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PaddingMode {
    #[default]
    Zeros,
    Reflect,
    Replicate,
    Circular,
}

/// How a [`Conv`] moves over its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConvConfig<const N: usize> {
    pub stride: [i64; N],
    pub padding: Padding<N>,
    pub padding_mode: PaddingMode,
    pub dilation: [i64; N],
    /// Channels in so many groups that know nothing of each other.
    pub groups: i64,
    pub bias: bool,
}

impl<const N: usize> Default for ConvConfig<N> {
    fn default() -> Self {
        let (stride, padding, dilation) = ([1; N], Padding::Valid, [1; N]);
        ConvConfig { stride, padding, padding_mode: PaddingMode::Zeros, dilation, groups: 1, bias: true }
    }
}

/// Cross-correlation of [batch, in, sizes...] or [in, sizes...] with kernels that are learnt, in N dimensions.
///
/// weight [out, in / groups, kernel...] and bias `[out]` begin uniform within 1 / sqrt(fan in).
pub struct Conv<const N: usize> {
    pub weight: Tensor,
    pub bias: Option<Tensor>,
    config: ConvConfig<N>,
    /// What `pad` adds, before and after each dimension, the last one first; empty where the convolution pads itself.
    around: Vec<i64>,
    /// What the convolution adds.
    padding: [i64; N],
}

pub type Conv1d = Conv<1>;
pub type Conv2d = Conv<2>;
pub type Conv3d = Conv<3>;

impl<const N: usize> Conv<N> {
    /// Channels, and the kernel's size: a number, or one for each dimension.
    pub fn new(in_channels: i64, out_channels: i64, kernel: impl Sizes<N>) -> Result<Conv<N>> {
        Conv::with(in_channels, out_channels, kernel, ConvConfig::default())
    }

    pub fn with(in_channels: i64, out_channels: i64, kernel: impl Sizes<N>, config: ConvConfig<N>) -> Result<Conv<N>> {
        let (kernel, groups) = (kernel.sizes(), config.groups);
        if !(1..=3).contains(&N) {
            return Err(invalid(format!("Conv: {N} dimensions, expected 1, 2 or 3")));
        }
        for (what, channels) in [("in_channels", in_channels), ("out_channels", out_channels)] {
            if groups < 1 || channels % groups != 0 {
                return Err(invalid(format!("Conv{N}d: groups is {groups}, expected a divisor of {what}, {channels}")));
            }
        }
        if config.padding == Padding::Same && config.stride != [1; N] {
            return Err(invalid(format!("Conv{N}d: Padding::Same is for stride 1, not {:?}", config.stride)));
        }
        let shape = [&[out_channels, in_channels / groups], &kernel[..]].concat();
        let weight = init::parameter(&shape)?;
        init::kaiming_uniform_(&weight, 5f64.sqrt())?;
        let fan_in = shape[1..].iter().product();
        let bias = if config.bias { Some(init::bias(out_channels, fan_in)?) } else { None };
        let (around, padding) = sides(&config, &kernel);
        Ok(Conv { weight, bias, config, around, padding })
    }
}

/// What `pad` adds, and what the convolution does.
fn sides<const N: usize>(config: &ConvConfig<N>, kernel: &[i64; N]) -> (Vec<i64>, [i64; N]) {
    let ends = |d: usize| match config.padding {
        Padding::Sizes(sizes) => (sizes[d], sizes[d]),
        Padding::Valid => (0, 0),
        Padding::Same => {
            let total = config.dilation[d] * (kernel[d] - 1);
            (total / 2, total - total / 2)
        }
    };
    let alike = (0..N).all(|d| ends(d).0 == ends(d).1);
    if config.padding_mode == PaddingMode::Zeros && alike {
        return (Vec::new(), std::array::from_fn(|d| ends(d).0));
    }
    ((0..N).rev().flat_map(|d| [ends(d).0, ends(d).1]).collect(), [0; N])
}

impl<const N: usize> Module for Conv<N> {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        visitor.parameter("weight", &self.weight);
        visitor.parameter("bias", self.bias.as_ref());
    }
}

impl<const N: usize> Layer for Conv<N> {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let mode = match self.config.padding_mode {
            PaddingMode::Zeros => "constant",
            PaddingMode::Reflect => "reflect",
            PaddingMode::Replicate => "replicate",
            PaddingMode::Circular => "circular",
        };
        let padded;
        let input = if self.around.is_empty() {
            input
        } else {
            padded = input.pad_with(&self.around, PadOptions { mode, ..Default::default() })?;
            &padded
        };
        let (weight, bias, groups) = (&self.weight, self.bias.as_ref(), self.config.groups);
        let (stride, padding, dilation) = (&self.config.stride[..], &self.padding[..], &self.config.dilation[..]);
        match N {
            1 => ops::conv1d_with(input, weight, Conv1dOptions { bias, stride, padding, dilation, groups }),
            2 => ops::conv2d_with(input, weight, Conv2dOptions { bias, stride, padding, dilation, groups }),
            _ => ops::conv3d_with(input, weight, Conv3dOptions { bias, stride, padding, dilation, groups }),
        }
    }
}
