//! Linear layers, and what joins dimensions for them.

use vjp::ops::{FlattenOptions, LinearOptions};
use vjp::{Result, Tensor};

use crate::init;
use crate::module::{Layer, Module, Visitor};

/// input @ weight^T + bias, for [..., in].
///
/// weight [out, in] and bias `[out]` begin uniform within 1 / sqrt(in).
pub struct Linear {
    pub weight: Tensor,
    pub bias: Option<Tensor>,
}

impl Linear {
    pub fn new(in_features: i64, out_features: i64) -> Result<Linear> {
        let layer = Linear::without_bias(in_features, out_features)?;
        Ok(Linear { bias: Some(init::bias(out_features, in_features)?), ..layer })
    }

    pub fn without_bias(in_features: i64, out_features: i64) -> Result<Linear> {
        let weight = init::parameter(&[out_features, in_features])?;
        init::kaiming_uniform_(&weight, 5f64.sqrt())?;
        Ok(Linear { weight, bias: None })
    }
}

impl Module for Linear {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        visitor.parameter("weight", &self.weight);
        visitor.parameter("bias", self.bias.as_ref());
    }
}

impl Layer for Linear {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        input.linear_with(&self.weight, LinearOptions { bias: self.bias.as_ref() })
    }
}

/// Joins all dimensions but the first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Flatten;

impl Module for Flatten {
    fn visit<'a>(&'a self, _: &mut Visitor<'a>) {}
}

impl Layer for Flatten {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        input.flatten_with(FlattenOptions { start_dim: 1, ..Default::default() })
    }
}
