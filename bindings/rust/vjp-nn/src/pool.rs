//! Pooling of images.

use vjp::ops::{AvgPool2dOptions, MaxPool2dOptions};
use vjp::{Result, Tensor};

use crate::conv::Sizes;
use crate::module::{Layer, Module, Visitor};

macro_rules! pool {
    ($($(#[$doc:meta])* $name:ident, $call:ident, $options:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name {
            kernel: [i64; 2],
            stride: [i64; 2],
            padding: [i64; 2],
        }

        impl $name {
            /// Windows of the kernel's size beside each other.
            pub fn new(kernel: impl Sizes<2>) -> $name {
                let kernel = kernel.sizes();
                $name { kernel, stride: kernel, padding: [0, 0] }
            }

            /// The same with windows that begin `stride` apart, the first one `padding` before the image.
            pub fn strided(self, stride: impl Sizes<2>, padding: impl Sizes<2>) -> $name {
                $name { stride: stride.sizes(), padding: padding.sizes(), ..self }
            }
        }

        impl Module for $name {
            fn visit<'a>(&'a self, _: &mut Visitor<'a>) {}
        }

        impl Layer for $name {
            fn forward(&self, input: &Tensor) -> Result<Tensor> {
                let options = $options { stride: Some(&self.stride), padding: &self.padding, ..Default::default() };
                input.$call(&self.kernel, options)
            }
        }
    )*};
}

pool! {
    /// The largest element of each window of [N, C, H, W].
    MaxPool2d, max_pool2d_with, MaxPool2dOptions;
    /// The mean of each window of [N, C, H, W].
    AvgPool2d, avg_pool2d_with, AvgPool2dOptions;
}
