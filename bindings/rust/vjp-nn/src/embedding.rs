//! Embeddings: rows of a table, chosen by integers.

use vjp::ops::{self, EmbeddingMaxNormOptions};
use vjp::{no_grad, Result, Tensor};

use crate::module::{Layer, Module, Visitor};
use crate::{init, invalid};

/// What an [`Embedding`] does besides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EmbeddingConfig {
    /// A row that begins as zeros and gets no gradient; may count from the end.
    pub padding_idx: Option<i64>,
    /// Rows whose norm is larger are shortened to it when they are looked up.
    pub max_norm: Option<f64>,
    /// Which norm that is.
    pub norm_type: f64,
    /// A row's gradient is divided by how often it is looked up.
    pub scale_grad_by_freq: bool,
    /// The gradient has only the rows that were looked up, for SparseAdam and Sgd.
    pub sparse: bool,
}

impl Default for EmbeddingConfig {
    fn default() -> Self {
        EmbeddingConfig { padding_idx: None, max_norm: None, norm_type: 2.0, scale_grad_by_freq: false, sparse: false }
    }
}

/// The rows that integers [...] name, as [..., width].
///
/// weight [rows, width] begins normal.
pub struct Embedding {
    pub weight: Tensor,
    config: EmbeddingConfig,
}

impl Embedding {
    pub fn new(rows: i64, width: i64) -> Result<Embedding> {
        Embedding::with(rows, width, EmbeddingConfig::default())
    }

    pub fn with(rows: i64, width: i64, config: EmbeddingConfig) -> Result<Embedding> {
        if let Some(row) = config.padding_idx.filter(|row| !(-rows..rows).contains(row)) {
            return Err(invalid(format!("Embedding: padding_idx is {row}, expected a row of {rows}")));
        }
        let weight = init::parameter(&[rows, width])?;
        init::normal_(&weight, 0.0, 1.0)?;
        if let Some(row) = config.padding_idx {
            no_grad(|| weight.get((row,))?.zero_())?;
        }
        Ok(Embedding { weight, config })
    }
}

impl Module for Embedding {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        visitor.parameter("weight", &self.weight);
    }
}

impl Layer for Embedding {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let EmbeddingConfig { padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse } = self.config;
        let options = EmbeddingMaxNormOptions { padding_idx, norm_type, scale_grad_by_freq, sparse };
        ops::embedding_max_norm_with(input, &self.weight, max_norm, options)
    }
}
