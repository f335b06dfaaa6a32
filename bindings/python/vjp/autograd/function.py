"""Custom functions: a forward and a backward written in Python."""

from .._function import BackwardCFunction, Function, FunctionCtx, InplaceFunction, once_differentiable

__all__ = ["BackwardCFunction", "Function", "FunctionCtx", "InplaceFunction", "once_differentiable"]

for _value in (BackwardCFunction, FunctionCtx, InplaceFunction, once_differentiable):
    _value.__module__ = __name__  # where users find it
del _value
