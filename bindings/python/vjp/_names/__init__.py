"""What PyTorch's users call by other arguments than the operators take, and names made of operators in Python alone.

The functions here take the place of the operators' own in `vjp`; the operators behind them are those of every language.
"""

import inspect
import math

from .. import _alias_names
from .. import _generated_ops as _ops
from .._core import InvalidError
from .._tensor import Tensor
from . import counts, creation, layers, products, questions
from .counts import *  # noqa: F403
from .creation import *  # noqa: F403
from .layers import *  # noqa: F403
from .products import *  # noqa: F403
from .questions import *  # noqa: F403

pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None


# ---- methods ----

def _random_(self, *bounds, generator=None):
    """Fills with random integers: from bounds[0] to before bounds[1], from 0 to before the only bound, or without
    bounds from 0 to the largest that the dtype holds exactly."""
    if len(bounds) > 2:
        raise TypeError(f"random_: {len(bounds)} bounds, expected none, `to`, or `from` and `to`")
    if bounds:
        low, high = bounds if len(bounds) == 2 else (0, bounds[0])
        if high is None:
            raise InvalidError("random_: `to` is None; give it")
    elif self.dtype.is_floating_point:
        low, high = 0, int(2 / questions.finfo(self.dtype).eps) + 1
    elif self.dtype.name == "bool":
        low, high = 0, 2
    else:
        low, high = 0, min(questions.iinfo(self.dtype).max + 1, 2**63 - 1)
    return self.copy_(_ops.randint(low, high, self.shape, device=self.device, generator=generator).to(self.dtype))


def _where(self, condition, other):
    return _ops.where(condition, self, other)


_where.__doc__ = _ops.where.__doc__


def _type_as(self, other):
    """This tensor in the dtype, and on the device, of another."""
    return self.to(other.device).to(other.dtype)


def _element_size(self):
    """Bytes of an element."""
    return self.dtype.itemsize


def _ndimension(self):
    """How many dimensions there are."""
    return self.ndim


for _function in (products.tensordot, products.einsum, layers.interpolate):  # with what the operator says of itself
    _function.__doc__ = f"{inspect.cleandoc(_function.__doc__)}\n\n{getattr(_ops, _function.__name__).__doc__}"
_FUNCTION_METHODS = (
    layers.interpolate, counts.unique, counts.unique_consecutive, counts.equal, counts.allclose, counts.bincount,
    counts.histc, counts.gcd, counts.lcm, counts.heaviside, creation.as_strided_scatter, questions.is_same_size,
    questions.is_nonzero, questions.isreal, questions.adjoint, questions.swapaxes, questions.swapdims)
for _function in _FUNCTION_METHODS:
    setattr(Tensor, _function.__name__, _function)
for _name, _function in (("random_", _random_), ("where", _where), ("type_as", _type_as), ("nelement", Tensor.numel),
                         ("element_size", _element_size), ("ndimension", _ndimension)):
    if _name != "nelement":
        _function.__name__ = _name
    setattr(Tensor, _name, _function)
for _name, _target in (*_alias_names.BOTH, *_alias_names.METHODS):
    for _ending in ("", "_"):
        if hasattr(_ops, _target) and (not _ending or hasattr(Tensor, _target + _ending)):
            setattr(Tensor, _name + _ending, getattr(Tensor, _target + _ending, getattr(_ops, _target)))
ALIASES = {_name: getattr(_ops, _target) for _name, _target in (*_alias_names.BOTH, *_alias_names.FUNCTIONS)}
globals().update(ALIASES)

__all__ = sorted(["e", "inf", "nan", "newaxis", "pi", *ALIASES,
                  *counts.__all__, *creation.__all__, *layers.__all__, *products.__all__, *questions.__all__])
