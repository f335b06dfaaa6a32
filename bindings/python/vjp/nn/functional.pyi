from .. import Generator, Number, Tensor
from .. import adaptive_avg_pool1d as adaptive_avg_pool1d
from .. import adaptive_avg_pool2d as adaptive_avg_pool2d
from .. import adaptive_avg_pool3d as adaptive_avg_pool3d
from .. import adaptive_max_pool1d as adaptive_max_pool1d
from .. import adaptive_max_pool2d as adaptive_max_pool2d
from .. import adaptive_max_pool3d as adaptive_max_pool3d
from .. import affine_grid as affine_grid
from .. import avg_pool1d as avg_pool1d
from .. import avg_pool2d as avg_pool2d
from .. import avg_pool3d as avg_pool3d
from .. import batch_norm as batch_norm
from .. import bilinear as bilinear
from .. import binary_cross_entropy as binary_cross_entropy
from .. import binary_cross_entropy_with_logits as binary_cross_entropy_with_logits
from .. import channel_shuffle as channel_shuffle
from .. import conv1d as conv1d
from .. import conv2d as conv2d
from .. import conv3d as conv3d
from .. import conv_transpose1d as conv_transpose1d
from .. import conv_transpose2d as conv_transpose2d
from .. import conv_transpose3d as conv_transpose3d
from .. import cosine_embedding_loss as cosine_embedding_loss
from .. import cosine_similarity as cosine_similarity
from .. import cross_entropy as cross_entropy
from .. import ctc_loss as ctc_loss
from .. import embedding as embedding
from .. import embedding_bag as embedding_bag
from .. import fractional_max_pool2d as fractional_max_pool2d
from .. import fractional_max_pool3d as fractional_max_pool3d
from .. import gaussian_nll_loss as gaussian_nll_loss
from .. import gelu as gelu
from .. import glu as glu
from .. import grid_sample as grid_sample
from .. import group_norm as group_norm
from .. import gumbel_softmax as gumbel_softmax
from .. import hardshrink as hardshrink
from .. import hinge_embedding_loss as hinge_embedding_loss
from .. import huber_loss as huber_loss
from .. import instance_norm as instance_norm
from .. import interpolate as interpolate
from .. import kl_div as kl_div
from .. import l1_loss as l1_loss
from .. import layer_norm as layer_norm
from .. import linear as linear
from .. import linear_cross_entropy as linear_cross_entropy
from .. import local_response_norm as local_response_norm
from .. import log_softmax as log_softmax
from .. import logsigmoid as logsigmoid
from .. import lp_pool1d as lp_pool1d
from .. import lp_pool2d as lp_pool2d
from .. import lp_pool3d as lp_pool3d
from .. import margin_ranking_loss as margin_ranking_loss
from .. import max_pool1d as max_pool1d
from .. import max_pool2d as max_pool2d
from .. import max_pool3d as max_pool3d
from .. import max_unpool1d as max_unpool1d
from .. import max_unpool2d as max_unpool2d
from .. import max_unpool3d as max_unpool3d
from .. import mse_loss as mse_loss
from .. import multi_head_attention_forward as multi_head_attention_forward
from .. import multi_margin_loss as multi_margin_loss
from .. import multilabel_margin_loss as multilabel_margin_loss
from .. import multilabel_soft_margin_loss as multilabel_soft_margin_loss
from .. import nll_loss as nll_loss
from .. import normalize as normalize
from .. import one_hot as one_hot
from .. import pad as pad
from .. import pairwise_distance as pairwise_distance
from .. import pdist as pdist
from .. import pixel_shuffle as pixel_shuffle
from .. import pixel_unshuffle as pixel_unshuffle
from .. import poisson_nll_loss as poisson_nll_loss
from .. import prelu as prelu
from .. import rms_norm as rms_norm
from .. import scaled_dot_product_attention as scaled_dot_product_attention
from .. import sigmoid as sigmoid
from .. import smooth_l1_loss as smooth_l1_loss
from .. import soft_margin_loss as soft_margin_loss
from .. import softmax as softmax
from .. import softmin as softmin
from .. import softplus as softplus
from .. import softshrink as softshrink
from .. import softsign as softsign
from .. import tanh as tanh
from .. import tanhshrink as tanhshrink
from .. import triplet_margin_loss as triplet_margin_loss
from .. import triplet_margin_with_distance_loss as triplet_margin_with_distance_loss
from .. import upsample_bilinear as upsample_bilinear
from .. import upsample_nearest as upsample_nearest
from .. import celu_ as celu_
from .. import elu_ as elu_
from .. import hardtanh_ as hardtanh_
from .. import leaky_relu_ as leaky_relu_
from .. import relu_ as relu_
from .. import rrelu_ as rrelu_
from .. import selu_ as selu_
from .. import threshold_ as threshold_
from .. import col2im as fold
from .. import im2col as unfold

__all__ = ["adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool1d",
           "adaptive_max_pool2d", "adaptive_max_pool3d", "affine_grid", "alpha_dropout", "avg_pool1d", "avg_pool2d",
           "avg_pool3d", "batch_norm", "bilinear", "binary_cross_entropy", "binary_cross_entropy_with_logits", "celu",
           "celu_", "channel_shuffle", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
           "conv_transpose3d", "cosine_embedding_loss", "cosine_similarity", "cross_entropy", "ctc_loss", "dropout",
           "dropout1d", "dropout2d", "dropout3d", "elu", "elu_", "embedding", "embedding_bag", "feature_alpha_dropout",
           "fold", "fractional_max_pool2d", "fractional_max_pool3d", "gaussian_nll_loss", "gelu", "glu", "grid_sample",
           "group_norm", "gumbel_softmax", "hardshrink", "hardsigmoid", "hardswish", "hardtanh", "hardtanh_",
           "hinge_embedding_loss", "huber_loss", "instance_norm", "interpolate", "kl_div", "l1_loss", "layer_norm",
           "leaky_relu", "leaky_relu_", "linear", "linear_cross_entropy", "local_response_norm", "log_softmax",
           "logsigmoid", "lp_pool1d", "lp_pool2d", "lp_pool3d", "margin_ranking_loss", "max_pool1d", "max_pool2d",
           "max_pool3d", "max_unpool1d", "max_unpool2d", "max_unpool3d", "mish", "mse_loss",
           "multi_head_attention_forward", "multi_margin_loss", "multilabel_margin_loss",
           "multilabel_soft_margin_loss", "nll_loss", "normalize", "one_hot", "pad", "pairwise_distance", "pdist",
           "pixel_shuffle", "pixel_unshuffle", "poisson_nll_loss", "prelu", "relu", "relu6", "relu_", "rms_norm",
           "rrelu", "rrelu_", "scaled_dot_product_attention", "selu", "selu_", "sigmoid", "silu", "smooth_l1_loss",
           "soft_margin_loss", "softmax", "softmin", "softplus", "softshrink", "softsign", "tanh", "tanhshrink",
           "threshold", "threshold_", "triplet_margin_loss", "triplet_margin_with_distance_loss", "unfold",
           "upsample_bilinear", "upsample_nearest"]

def alpha_dropout(input: Tensor, p: float = ..., training: bool = ..., inplace: bool = ..., *,
                  generator: Generator | None = ...) -> Tensor: ...
def celu(input: Tensor, alpha: float = ..., inplace: bool = ..., *, out: Tensor | None = ...) -> Tensor: ...
def dropout(input: Tensor, p: float = ..., training: bool = ..., inplace: bool = ..., *,
            generator: Generator | None = ...) -> Tensor: ...
def dropout1d(input: Tensor, p: float = ..., training: bool = ..., inplace: bool = ..., *,
              generator: Generator | None = ...) -> Tensor: ...
def dropout2d(input: Tensor, p: float = ..., training: bool = ..., inplace: bool = ..., *,
              generator: Generator | None = ...) -> Tensor: ...
def dropout3d(input: Tensor, p: float = ..., training: bool = ..., inplace: bool = ..., *,
              generator: Generator | None = ...) -> Tensor: ...
def elu(input: Tensor, alpha: float = ..., inplace: bool = ..., *, out: Tensor | None = ...) -> Tensor: ...
def feature_alpha_dropout(input: Tensor, p: float = ..., training: bool = ..., inplace: bool = ..., *,
                          generator: Generator | None = ...) -> Tensor: ...
def hardsigmoid(input: Tensor, inplace: bool = ..., *, out: Tensor | None = ...) -> Tensor: ...
def hardswish(input: Tensor, inplace: bool = ..., *, out: Tensor | None = ...) -> Tensor: ...
def hardtanh(input: Tensor, min_val: Number = ..., max_val: Number = ..., inplace: bool = ..., *,
             out: Tensor | None = ...) -> Tensor: ...
def leaky_relu(input: Tensor, negative_slope: float = ..., inplace: bool = ..., *,
               out: Tensor | None = ...) -> Tensor: ...
def mish(input: Tensor, inplace: bool = ..., *, out: Tensor | None = ...) -> Tensor: ...
def relu(input: Tensor, inplace: bool = ..., *, out: Tensor | None = ...) -> Tensor: ...
def relu6(input: Tensor, inplace: bool = ..., *, out: Tensor | None = ...) -> Tensor: ...
def rrelu(input: Tensor, lower: float = ..., upper: float = ..., training: bool = ..., inplace: bool = ..., *,
          generator: Generator | None = ...) -> Tensor: ...
def selu(input: Tensor, inplace: bool = ..., *, out: Tensor | None = ...) -> Tensor: ...
def silu(input: Tensor, inplace: bool = ..., *, out: Tensor | None = ...) -> Tensor: ...
def threshold(input: Tensor, threshold: Number, value: Number, inplace: bool = ..., *,
              out: Tensor | None = ...) -> Tensor: ...
