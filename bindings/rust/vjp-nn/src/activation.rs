//! Activations as layers.

use vjp::ops::{EluOptions, GeluOptions, LeakyReluOptions};
use vjp::{Result, Tensor};

use crate::module::{Layer, Module, Visitor};

macro_rules! activation {
    ($($(#[$doc:meta])* $name:ident $({ $($field:ident: $type:ty),* })? $(( $($place:ty),* ))? => |$layer:ident, $x:ident| $forward:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct $name $({ $(pub $field: $type),* })? $(( $(pub $place),* ))?;

        impl Module for $name {
            fn visit<'a>(&'a self, _: &mut Visitor<'a>) {}
        }

        impl Layer for $name {
            fn forward(&self, $x: &Tensor) -> Result<Tensor> {
                let $layer = self;
                $forward
            }
        }
    )*};
}

activation! {
    /// x where it is positive, 0 otherwise.
    Relu => |_layer, x| x.relu();
    /// The hyperbolic tangent.
    Tanh => |_layer, x| x.tanh();
    /// 1 / (1 + exp(-x)).
    Sigmoid => |_layer, x| x.sigmoid();
    /// x sigmoid(x).
    Silu => |_layer, x| x.silu();
    /// log(1 + exp(x)).
    Softplus => |_layer, x| x.softplus();
    /// x where it is positive, x times the slope otherwise; PyTorch's slope is 0.01.
    LeakyRelu(f64) => |layer, x| x.leaky_relu_with(LeakyReluOptions { negative_slope: layer.0 });
    /// x where it is positive, alpha (exp(x) - 1) otherwise; PyTorch's alpha is 1.
    Elu(f64) => |layer, x| x.elu_with(EluOptions { alpha: layer.0 });
    /// exp(x), divided by the sum along a dimension.
    Softmax(i64) => |layer, x| x.softmax(layer.0);
    /// The logarithm of [`Softmax`].
    LogSoftmax(i64) => |layer, x| x.log_softmax(layer.0);
}

/// x times the normal distribution function of x.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Gelu {
    #[default]
    Exact,
    /// The approximation by tanh.
    Tanh,
}

impl Module for Gelu {
    fn visit<'a>(&'a self, _: &mut Visitor<'a>) {}
}

impl Layer for Gelu {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        input.gelu_with(GeluOptions { approximate: if *self == Gelu::Tanh { "tanh" } else { "none" } })
    }
}
