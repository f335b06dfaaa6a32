"""Differentiation, under the names that PyTorch's users know."""

from .._autograd import backward_all as backward
from .._autograd import enable_grad, grad, inference_mode, no_grad, set_grad_enabled
from .._function import Function
from .._task import is_multithreading_enabled, set_multithreading_enabled
from . import function, graph
from .gradcheck import GradcheckError, gradcheck, gradgradcheck

__all__ = ["Function", "GradcheckError", "backward", "enable_grad", "function", "grad", "gradcheck", "gradgradcheck",
           "graph", "inference_mode", "is_multithreading_enabled", "no_grad", "set_grad_enabled",
           "set_multithreading_enabled"]
