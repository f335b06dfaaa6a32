"""Differentiation, under the names that PyTorch's users know."""

from .._autograd import backward_all as backward
from .._autograd import enable_grad, grad, no_grad, set_grad_enabled
from .._function import Function
from . import graph

__all__ = ["Function", "backward", "enable_grad", "grad", "graph", "no_grad", "set_grad_enabled"]
