"""Norms of gradients, and clipping them."""

from .._core import check
from .._ffi import ffi, lib
from .._tensor import Tensor

__all__ = ["clip_grad_norm_", "clip_grad_value_", "get_total_norm"]


def _handles(tensors):
    return [tensor._p for tensor in ([tensors] if isinstance(tensors, Tensor) else tensors)]


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of all elements of all tensors together; "inf" is an order, too. Not recorded."""
    handles, out = _handles(tensors), ffi.new("vjp_tensor**")
    check(lib.vjp_total_norm(handles, len(handles), float(norm_type), out))
    norm = Tensor(out[0])
    if error_if_nonfinite and not norm.isfinite().item():
        raise RuntimeError(f"the norm of order {norm_type} is {norm.item()}")
    return norm


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scales the gradients so that their norm is at most max_norm; returns what it was. Nothing is read back unless
    `error_if_nonfinite`."""
    handles, out = _handles(parameters), ffi.new("vjp_tensor**")
    check(lib.vjp_clip_grad_norm(handles, len(handles), float(max_norm), float(norm_type), error_if_nonfinite, out))
    return Tensor(out[0])


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Bounds every element of the gradients to [-clip_value, clip_value]."""
    handles = _handles(parameters)
    check(lib.vjp_clip_grad_value(handles, len(handles), clip_value))
