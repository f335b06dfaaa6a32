"""Operators of sparse tensors under the names of torch.sparse. Each is the function of vjp."""

from ._generated_ops import addmm, log_softmax, mm, softmax, sum
from ._sparse import sampled_addmm

__all__ = ["addmm", "log_softmax", "mm", "sampled_addmm", "softmax", "sum"]
