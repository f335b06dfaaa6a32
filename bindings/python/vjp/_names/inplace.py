"""What works in place on its first argument: functions by the names of methods, and methods that no operator has."""

from .. import _alias_names
from .._core import DtypeError
from .._tensor import Tensor

__all__ = list(_alias_names.IN_PLACE)


def _function(name):
    method = getattr(Tensor, name)

    def function(input, *args, **kwargs):
        return method(input, *args, **kwargs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = method.__doc__
    return function


# ---- methods ----

def apply_(input, callable):
    """Replaces each element by callable(element), a Python number. Slow, and for tensors without history."""
    return _each("apply_", input, callable, [])


def map_(input, tensor, callable):
    """Replaces each element by callable(element, the other tensor's element), a Python number; the other is expanded.
    Slow, and for tensors without history."""
    return _each("map_", input, callable, [tensor])


def _each(name, input, callable, others):
    if input.requires_grad:
        raise DtypeError(f"{name}: the tensor requires grad, and a Python function has no derivative; take x.detach()")
    columns = [x.expand(input.shape).reshape(-1).tolist() for x in (input, *others)]
    values = [callable(*elements) for elements in zip(*columns, strict=True)]
    made = input.new_tensor(values).reshape(input.shape) if values else input.new_empty(input.shape)
    return input.copy_(made)


for _method in (apply_, map_):
    setattr(Tensor, _method.__name__, _method)
globals().update({_name: _function(_name) for _name in _alias_names.IN_PLACE})
