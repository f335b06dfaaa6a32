//! Transposed convolutions.

use vjp::ops::{self, ConvTranspose1dOptions, ConvTranspose2dOptions, ConvTranspose3dOptions};
use vjp::{Result, Tensor};

use crate::conv::Sizes;
use crate::module::{Layer, Module, Visitor};
use crate::{init, invalid};

/// How a [`ConvTranspose`] moves over its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConvTransposeConfig<const N: usize> {
    pub stride: [i64; N],
    /// What is cut off at both ends of each dimension of the result.
    pub padding: [i64; N],
    /// What is added at the end of each dimension of the result, less than the stride or the dilation.
    pub output_padding: [i64; N],
    pub dilation: [i64; N],
    /// Channels in so many groups that know nothing of each other.
    pub groups: i64,
    pub bias: bool,
}

impl<const N: usize> Default for ConvTransposeConfig<N> {
    fn default() -> Self {
        let (ones, zeros) = ([1; N], [0; N]);
        ConvTransposeConfig {
            stride: ones,
            padding: zeros,
            output_padding: zeros,
            dilation: ones,
            groups: 1,
            bias: true,
        }
    }
}

/// The gradient of a [`Conv`](crate::Conv) towards its input, as a layer: [batch, in, sizes...] or [in, sizes...] grow by the stride.
///
/// weight [in, out / groups, kernel...] and bias `[out]` begin uniform within 1 / sqrt(fan in).
///
/// ```
/// use vjp_nn::{ConvTranspose2d, ConvTransposeConfig, Layer};
/// let config = ConvTransposeConfig { stride: [2; 2], padding: [1; 2], ..Default::default() };
/// let layer = ConvTranspose2d::with(8, 3, 4, config)?;
/// assert_eq!(layer.forward(&vjp::ops::randn(&[2, 8, 5, 5])?)?.shape(), [2, 3, 10, 10]);
/// # Ok::<(), vjp::Error>(())
/// ```
pub struct ConvTranspose<const N: usize> {
    pub weight: Tensor,
    pub bias: Option<Tensor>,
    config: ConvTransposeConfig<N>,
    kernel: [i64; N],
}

pub type ConvTranspose1d = ConvTranspose<1>;
pub type ConvTranspose2d = ConvTranspose<2>;
pub type ConvTranspose3d = ConvTranspose<3>;

impl<const N: usize> ConvTranspose<N> {
    /// Channels, and the kernel's size: a number, or one for each dimension.
    pub fn new(in_channels: i64, out_channels: i64, kernel: impl Sizes<N>) -> Result<ConvTranspose<N>> {
        ConvTranspose::with(in_channels, out_channels, kernel, ConvTransposeConfig::default())
    }

    pub fn with(
        in_channels: i64,
        out_channels: i64,
        kernel: impl Sizes<N>,
        config: ConvTransposeConfig<N>,
    ) -> Result<ConvTranspose<N>> {
        let (kernel, groups) = (kernel.sizes(), config.groups);
        if !(1..=3).contains(&N) {
            return Err(invalid(format!("ConvTranspose: {N} dimensions, expected 1, 2 or 3")));
        }
        for (what, channels) in [("in_channels", in_channels), ("out_channels", out_channels)] {
            if groups < 1 || channels % groups != 0 {
                let wanted = format!("expected a divisor of {what}, {channels}");
                return Err(invalid(format!("ConvTranspose{N}d: groups is {groups}, {wanted}")));
            }
        }
        let shape = [&[in_channels, out_channels / groups], &kernel[..]].concat();
        let weight = init::parameter(&shape)?;
        init::kaiming_uniform_(&weight, 5f64.sqrt())?;
        let fan_in = shape[1..].iter().product();
        let bias = if config.bias { Some(init::bias(out_channels, fan_in)?) } else { None };
        Ok(ConvTranspose { weight, bias, config, kernel })
    }

    /// The result of the sizes that are given, among those that a stride above 1 leaves open.
    pub fn forward_to(&self, input: &Tensor, sizes: [i64; N]) -> Result<Tensor> {
        let ConvTransposeConfig { stride, padding, dilation, .. } = self.config;
        let from = input.ndim().saturating_sub(N);
        let given: [i64; N] = std::array::from_fn(|d| input.shape().get(from + d).copied().unwrap_or(0));
        let least: [i64; N] = std::array::from_fn(|d| {
            (given[d] - 1) * stride[d] - 2 * padding[d] + dilation[d] * (self.kernel[d] - 1) + 1
        });
        let added: [i64; N] = std::array::from_fn(|d| sizes[d] - least[d]);
        if (0..N).any(|d| added[d] < 0 || added[d] >= stride[d].max(2)) {
            let most: [i64; N] = std::array::from_fn(|d| least[d] + stride[d] - 1);
            let wanted = format!("expected from {least:?} to {most:?} for an input of {:?}", input.shape());
            return Err(invalid(format!("ConvTranspose{N}d: sizes are {sizes:?}, {wanted}")));
        }
        self.run(input, added)
    }

    fn run(&self, input: &Tensor, added: [i64; N]) -> Result<Tensor> {
        let (weight, bias, groups) = (&self.weight, self.bias.as_ref(), self.config.groups);
        let (stride, padding, dilation) =
            (&self.config.stride[..], &self.config.padding[..], &self.config.dilation[..]);
        let output_padding = &added[..];
        match N {
            1 => {
                let options = ConvTranspose1dOptions { bias, stride, padding, output_padding, groups, dilation };
                ops::conv_transpose1d_with(input, weight, options)
            }
            2 => {
                let options = ConvTranspose2dOptions { bias, stride, padding, output_padding, groups, dilation };
                ops::conv_transpose2d_with(input, weight, options)
            }
            _ => {
                let options = ConvTranspose3dOptions { bias, stride, padding, output_padding, groups, dilation };
                ops::conv_transpose3d_with(input, weight, options)
            }
        }
    }
}

impl<const N: usize> Module for ConvTranspose<N> {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        visitor.parameter("weight", &self.weight);
        visitor.parameter("bias", self.bias.as_ref());
    }
}

impl<const N: usize> Layer for ConvTranspose<N> {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        self.run(input, self.config.output_padding)
    }
}
