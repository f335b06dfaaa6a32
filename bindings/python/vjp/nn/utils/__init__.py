"""Norms of gradients, and clipping them; parameters as one vector; sequences of several lengths (rnn); parameters that
are computed (parametrize, parametrizations)."""

from ..._core import ShapeError, check
from ..._ffi import ffi, lib
from ..._generated_ops import cat
from ..._tensor import Tensor, pointer
from . import parametrizations, parametrize, rnn, stateless
from ._hooked import remove_spectral_norm, remove_weight_norm, spectral_norm, weight_norm

__all__ = ["clip_grad_norm_", "clip_grad_value_", "get_total_norm", "parameters_to_vector", "parametrizations",
           "parametrize", "remove_spectral_norm", "remove_weight_norm", "rnn", "spectral_norm", "stateless",
           "vector_to_parameters", "weight_norm"]


def _handles(tensors, function):
    return [pointer(tensor, f"{function}: a parameter") for tensor in
            ([tensors] if isinstance(tensors, Tensor) else tensors)]


def _number(value, function, name):
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{function}: {name} must be a number, not {type(value).__name__} {value!r}") from None


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of all elements of all tensors together; "inf" is an order, too. Not recorded."""
    handles, out = _handles(tensors, "get_total_norm"), ffi.new("vjp_tensor**")
    check(lib.vjp_total_norm(handles, len(handles), float(norm_type), out))
    norm = Tensor(out[0])
    if error_if_nonfinite and not norm.isfinite().item():
        raise RuntimeError(f"the norm of order {norm_type} is {norm.item()}")
    return norm


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scales the gradients so that their norm is at most max_norm; returns what it was. Nothing is read back unless
    `error_if_nonfinite`."""
    max_norm = _number(max_norm, "clip_grad_norm_", "max_norm")
    handles, out = _handles(parameters, "clip_grad_norm_"), ffi.new("vjp_tensor**")
    check(lib.vjp_clip_grad_norm(handles, len(handles), max_norm, float(norm_type), error_if_nonfinite, out))
    return Tensor(out[0])


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Bounds every element of the gradients to [-clip_value, clip_value]."""
    handles = _handles(parameters, "clip_grad_value_")
    clip_value = _number(clip_value, "clip_grad_value_", "clip_value")
    check(lib.vjp_clip_grad_value(handles, len(handles), clip_value))


def parameters_to_vector(parameters):
    """All elements of all parameters, one after the other."""
    return cat([parameter.reshape(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters):
    """The reverse of parameters_to_vector: each parameter's data become the next elements of the vector, as a view."""
    parameters, place = list(parameters), 0
    wanted = sum(parameter.numel() for parameter in parameters)
    if vec.ndim != 1 or vec.numel() != wanted:
        raise ShapeError(f"vector_to_parameters: the vector has shape {list(vec.shape)}, expected [{wanted}]")
    for parameter in parameters:
        parameter.data = vec[place : place + parameter.numel()].view(parameter.shape).data
        place += parameter.numel()
