//! Attention with several heads.

use vjp::ops::{self, MultiHeadAttentionForwardOptions};
use vjp::{Result, Tensor};

use crate::linear::Linear;
use crate::module::{Module, Training, Visitor};
use crate::{init, invalid};

/// How a [`MultiheadAttention`] is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttentionConfig {
    /// Of the weights, in training.
    pub dropout: f64,
    pub bias: bool,
    /// Keys and values have one more, which is learnt.
    pub add_bias_kv: bool,
    /// Keys and values have one more, which is zero.
    pub add_zero_attn: bool,
    /// Width of the keys; None: that of the queries.
    pub kdim: Option<i64>,
    /// Width of the values; None: that of the queries.
    pub vdim: Option<i64>,
    /// Arguments and results are [batch, length, width] and not [length, batch, width].
    pub batch_first: bool,
}

impl Default for AttentionConfig {
    fn default() -> Self {
        AttentionConfig {
            dropout: 0.0,
            bias: true,
            add_bias_kv: false,
            add_zero_attn: false,
            kdim: None,
            vdim: None,
            batch_first: false,
        }
    }
}

/// Where an attention is not to look.
#[derive(Clone, Copy, Default)]
pub struct AttentionMasks<'a> {
    /// [batch, keys]: true (or what is added) for keys to be ignored.
    pub key_padding_mask: Option<&'a Tensor>,
    /// [queries, keys] or [batch * heads, queries, keys]: the same for each query.
    pub attn_mask: Option<&'a Tensor>,
    /// That `attn_mask` is the causal one.
    pub is_causal: bool,
}

/// Which weights an attention gives beside its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attended {
    /// None.
    Values,
    /// [batch, queries, keys], as means over the heads.
    MeanWeights,
    /// [batch, heads, queries, keys].
    Weights,
}

enum Projection {
    Joint(Tensor),
    Separate { q: Tensor, k: Tensor, v: Tensor },
}

/// Attention of several heads (Vaswani and others, 2017): query [length, batch, width], key and value of another length.
///
/// in_proj_weight [3 width, width], or with kdim or vdim three weights of their own, begin by
/// [`xavier_uniform_`](crate::init::xavier_uniform_), biases as zeros.
///
/// ```
/// use vjp_nn::{Attended, MultiheadAttention};
/// let layer = MultiheadAttention::new(8, 2)?;
/// let x = vjp::ops::randn(&[5, 3, 8])?;
/// let (values, weights) = layer.forward(&x, &x, &x, Default::default(), Attended::MeanWeights)?;
/// assert_eq!((values.shape(), weights.unwrap().shape()), (&[5, 3, 8][..], &[3, 5, 5][..]));
/// # Ok::<(), vjp::Error>(())
/// ```
pub struct MultiheadAttention {
    width: i64,
    heads: i64,
    config: AttentionConfig,
    projection: Projection,
    in_proj_bias: Option<Tensor>,
    bias_kv: Option<(Tensor, Tensor)>,
    out_proj: Linear,
    training: Training,
}

/// A weight that begins by [`init::xavier_uniform_`].
fn xavier(shape: &[i64]) -> Result<Tensor> {
    let weight = init::parameter(shape)?;
    init::xavier_uniform_(&weight, 1.0)?;
    Ok(weight)
}

impl MultiheadAttention {
    pub fn new(width: i64, heads: i64) -> Result<MultiheadAttention> {
        MultiheadAttention::with(width, heads, AttentionConfig::default())
    }

    pub fn with(width: i64, heads: i64, config: AttentionConfig) -> Result<MultiheadAttention> {
        if width <= 0 || heads <= 0 || width % heads != 0 {
            let message = format!("MultiheadAttention: heads is {heads}, expected a divisor of width, {width}");
            return Err(invalid(message));
        }
        let (kdim, vdim) = (config.kdim.unwrap_or(width), config.vdim.unwrap_or(width));
        // The output's projection is drawn first, as PyTorch's is.
        let out_proj = if config.bias { Linear::new(width, width)? } else { Linear::without_bias(width, width)? };
        let projection = if kdim == width && vdim == width {
            Projection::Joint(xavier(&[3 * width, width])?)
        } else {
            let (q, k) = (xavier(&[width, width])?, xavier(&[width, kdim])?);
            Projection::Separate { q, k, v: xavier(&[width, vdim])? }
        };
        let in_proj_bias = if config.bias { Some(init::parameter(&[3 * width])?) } else { None };
        for bias in in_proj_bias.iter().chain(&out_proj.bias) {
            init::constant_(bias, 0.0)?;
        }
        let bias_kv = if config.add_bias_kv {
            let (k, v) = (init::parameter(&[1, 1, width])?, init::parameter(&[1, 1, width])?);
            init::xavier_normal_(&k, 1.0)?;
            init::xavier_normal_(&v, 1.0)?;
            Some((k, v))
        } else {
            None
        };
        let training = Training::default();
        Ok(MultiheadAttention { width, heads, config, projection, in_proj_bias, bias_kv, out_proj, training })
    }

    /// Values of the query's shape, and the weights that `wanted` says.
    pub fn forward(
        &self,
        query: &Tensor,
        key: &Tensor,
        value: &Tensor,
        masks: AttentionMasks<'_>,
        wanted: Attended,
    ) -> Result<(Tensor, Option<Tensor>)> {
        let turned = self.config.batch_first && query.ndim() == 3;
        let turn = |x: &Tensor| if turned { x.transpose(0, 1) } else { Ok(x.clone()) };
        let (query, key, value) = (turn(query)?, turn(key)?, turn(value)?);
        let mut options = MultiHeadAttentionForwardOptions {
            training: self.training.is_on(),
            key_padding_mask: masks.key_padding_mask,
            attn_mask: masks.attn_mask,
            is_causal: masks.is_causal,
            need_weights: wanted != Attended::Values,
            average_attn_weights: wanted != Attended::Weights,
            ..Default::default()
        };
        let joint = match &self.projection {
            Projection::Joint(weight) => Some(weight),
            Projection::Separate { q, k, v } => {
                options.use_separate_proj_weight = true;
                (options.q_proj_weight, options.k_proj_weight, options.v_proj_weight) = (Some(q), Some(k), Some(v));
                None
            }
        };
        let (values, weights) = ops::multi_head_attention_forward_with(
            &query,
            &key,
            &value,
            self.width,
            self.heads,
            joint,
            self.in_proj_bias.as_ref(),
            self.bias_kv.as_ref().map(|(k, _)| k),
            self.bias_kv.as_ref().map(|(_, v)| v),
            self.config.add_zero_attn,
            self.config.dropout,
            &self.out_proj.weight,
            self.out_proj.bias.as_ref(),
            options,
        )?;
        Ok((turn(&values)?, (wanted != Attended::Values).then_some(weights)))
    }
}

impl Module for MultiheadAttention {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        match &self.projection {
            Projection::Joint(weight) => visitor.parameter("in_proj_weight", weight),
            Projection::Separate { q, k, v } => {
                visitor.parameter("q_proj_weight", q);
                visitor.parameter("k_proj_weight", k);
                visitor.parameter("v_proj_weight", v);
            }
        }
        visitor.parameter("in_proj_bias", self.in_proj_bias.as_ref());
        if let Some((k, v)) = &self.bias_kv {
            visitor.parameter("bias_k", k);
            visitor.parameter("bias_v", v);
        }
        visitor.module("out_proj", &self.out_proj);
        visitor.training(&self.training);
    }
}
