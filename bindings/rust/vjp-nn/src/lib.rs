//! Layers of neural networks on [`vjp`], with the names that PyTorch gives to their parameters.
//!
//! ```
//! use vjp::optim::{AdamW, Optimizer};
//! use vjp_nn::{Conv2d, Flatten, Layer, Linear, MaxPool2d, Module, Relu, Sequential};
//! let network = Sequential::new()
//!     .then(Conv2d::new(1, 4, 3)?)
//!     .then(Relu)
//!     .then(MaxPool2d::new(2))
//!     .then(Flatten)
//!     .then(Linear::new(4 * 3 * 3, 10)?);
//! let mut optimizer = Optimizer::adamw(&network.parameters(), AdamW { lr: 1e-3, ..Default::default() })?;
//! let (images, digits) = (vjp::ops::randn(&[2, 1, 8, 8])?, vjp::Tensor::from_slice(&[3i64, 7], &[2])?);
//! network.forward(&images)?.cross_entropy(&digits)?.backward()?;
//! optimizer.step()?;
//! let names: Vec<String> = network.state_dict().into_iter().map(|(name, _)| name).collect();
//! assert_eq!(names, ["0.weight", "0.bias", "4.weight", "4.bias"]);
//! # Ok::<(), vjp::Error>(())
//! ```
//!
//! A model of one's own is a struct of layers: [`module!`] names them, and [`Module`] gives it `parameters`,
//! `state_dict`, `save`, `load`, `train` and `eval`. What turns one tensor into another is a [`Layer`].
//!
//! Parameters are made on the default device ([`vjp::Device::with_default`]), as float32 or what [`with_dtype`] says, and
//! begin as PyTorch's do; with the seed of Python's `vjp.nn` they begin with the same numbers.

mod activation;
mod attention;
mod container;
mod conv;
mod conv_transpose;
mod dropout;
mod embedding;
pub mod init;
mod instance_norm;
mod linear;
mod module;
mod norm;
mod packed;
mod pool;
mod rnn;
mod state;

pub use activation::{Elu, Gelu, LeakyRelu, LogSoftmax, Relu, Sigmoid, Silu, Softmax, Softplus, Tanh};
pub use attention::{Attended, AttentionConfig, AttentionMasks, MultiheadAttention};
pub use container::{Lambda, Sequential};
pub use conv::{Conv, Conv1d, Conv2d, Conv3d, ConvConfig, Padding, PaddingMode, Sizes};
pub use conv_transpose::{ConvTranspose, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d, ConvTransposeConfig};
pub use dropout::Dropout;
pub use embedding::{Embedding, EmbeddingConfig};
pub use init::with_dtype;
pub use instance_norm::{InstanceNorm, InstanceNorm1d, InstanceNorm2d, InstanceNorm3d, InstanceNormConfig};
pub use linear::{Flatten, Linear};
pub use module::{Layer, Module, Training, Visitor};
pub use norm::{
    BatchNorm, BatchNorm1d, BatchNorm2d, BatchNorm3d, BatchNormConfig, GroupNorm, LayerNorm, LayerNormConfig, RMSNorm,
};
pub use packed::PackedSequence;
pub use pool::{AvgPool2d, MaxPool2d};
pub use rnn::{Gru, Lstm, Nonlinearity, Rnn, RnnConfig};
pub use state::Unmatched;

/// The examples of the README run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// An error about an argument of a layer.
pub(crate) fn invalid(message: String) -> vjp::Error {
    vjp::Error::new(vjp::Status::Invalid, message)
}
