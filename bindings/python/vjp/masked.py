"""Operators of which a mask leaves elements out, by torch.masked's names: those where it is False count as absent.

Results where nothing counts are undefined."""

from . import _generated_ops as _ops

amax = _ops.masked_amax
amin = _ops.masked_amin
cumprod = _ops.masked_cumprod
cumsum = _ops.masked_cumsum
log_softmax = _ops.masked_log_softmax
logaddexp = _ops.masked_logaddexp
logsumexp = _ops.masked_logsumexp
mean = _ops.masked_mean
median = _ops.masked_median
norm = _ops.masked_norm
normalize = _ops.masked_normalize
prod = _ops.masked_prod
softmax = _ops.masked_softmax
softmin = _ops.masked_softmin
std = _ops.masked_std
sum = _ops.masked_sum
var = _ops.masked_var

__all__ = ["amax", "amin", "cumprod", "cumsum", "log_softmax", "logaddexp", "logsumexp", "mean", "median", "norm",
           "normalize", "prod", "softmax", "softmin", "std", "sum", "var"]
