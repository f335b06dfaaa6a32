"""Differentiation, under the names that PyTorch's users know."""

from .._anomaly import (detect_anomaly, is_anomaly_check_nan_enabled, is_anomaly_enabled,
                        set_detect_anomaly)
from .._autograd import backward_all as backward
from .._autograd import enable_grad, grad, inference_mode, no_grad, set_grad_enabled
from .._function import Function
from .._task import is_multithreading_enabled, set_multithreading_enabled
from . import function, graph
from .gradcheck import GradcheckError, gradcheck, gradgradcheck

__all__ = ["Function", "GradcheckError", "backward", "detect_anomaly", "enable_grad", "function", "grad", "gradcheck",
           "gradgradcheck", "graph", "inference_mode", "is_anomaly_check_nan_enabled", "is_anomaly_enabled",
           "is_multithreading_enabled", "no_grad", "set_detect_anomaly", "set_grad_enabled",
           "set_multithreading_enabled"]
