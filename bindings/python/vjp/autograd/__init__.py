"""Differentiation, under the names that PyTorch's users know."""

from .. import profiler
from .._anomaly import detect_anomaly, is_anomaly_check_nan_enabled, is_anomaly_enabled, set_detect_anomaly
from .._autograd import backward_all as backward
from .._autograd import enable_grad, grad, inference_mode, no_grad, set_grad_enabled
from .._function import Function
from .._pending import Pending, backward_async, grad_async
from .._saved import SavedTensor
from .._saved import unsafe_preserve_version_counter as _unsafe_preserve_version_counter  # noqa: F401
from .._saved import unsafe_set_version_counter as _unsafe_set_version_counter  # noqa: F401
from .._task import is_multithreading_enabled, set_multithreading_enabled
from .._tensor import Tensor as _Tensor
from . import forward_ad, function, functional, graph
from .gradcheck import GradcheckError, gradcheck, gradgradcheck

__all__ = [
    "Function",
    "GradcheckError",
    "Pending",
    "SavedTensor",
    "Variable",
    "backward",
    "backward_async",
    "detect_anomaly",
    "enable_grad",
    "forward_ad",
    "function",
    "functional",
    "grad",
    "grad_async",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "inference_mode",
    "is_anomaly_check_nan_enabled",
    "is_anomaly_enabled",
    "is_multithreading_enabled",
    "no_grad",
    "profiler",
    "set_detect_anomaly",
    "set_grad_enabled",
    "set_multithreading_enabled",
]


def Variable(data, requires_grad=False):
    """A leaf with the memory of a tensor, of whose history nothing is left; programs of PyTorch's first years make one
    of every tensor. A tensor is one by itself."""
    if not isinstance(data, _Tensor):
        raise TypeError(f"Variable: data must be a tensor, not {type(data).__name__}")
    return data.detach().requires_grad_(requires_grad)
