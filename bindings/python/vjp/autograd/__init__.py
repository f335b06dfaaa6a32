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
from . import forward_ad, function, functional, graph
from .gradcheck import GradcheckError, gradcheck, gradgradcheck

__all__ = [
    "Function",
    "GradcheckError",
    "Pending",
    "SavedTensor",
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
