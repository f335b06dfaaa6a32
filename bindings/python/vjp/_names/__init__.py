"""What PyTorch's users call by other arguments than the operators take, and names made of operators in Python alone.

The functions here take the place of the operators' own in `vjp`; the operators behind them are those of every language.
"""

import inspect
import math

from .. import _alias_names
from .. import _generated_ops as _ops
from .._core import InvalidError, ShapeError
from .._tensor import Tensor
from . import counts, creation, kinds, layers, legacy, products, questions
from .counts import *  # noqa: F403
from .creation import *  # noqa: F403
from .kinds import *  # noqa: F403
from .layers import *  # noqa: F403
from .legacy import *  # noqa: F403
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


_where.__doc__ = kinds.where.__doc__


def _type_as(self, other):
    """This tensor in the dtype, and on the device, of another."""
    return self.to(other.device).to(other.dtype)


def _in_place(function):
    def change(self, *args):
        return self.copy_(function(self, *args))
    change.__name__ = f"{function.__name__}_"
    change.__doc__ = f"{function.__name__} in place."
    return change


def _fill_diagonal_(self, fill_value, wrap=False):
    """Writes a number to the main diagonal, where all places are the same.

    A matrix, or a tensor whose dimensions all have one size. With `wrap` the diagonal of a tall matrix leaves a
    row out below its last column, and begins anew.
    """
    if self.ndim < 2 or (self.ndim > 2 and len(set(self.shape)) > 1):
        raise ShapeError(f"fill_diagonal_: the tensor has shape {list(self.shape)}, expected a matrix, or "
                         "dimensions of one size")
    rows = self.shape[1] + 1 if self.ndim == 2 and wrap else self.shape[0]
    for top in range(0, self.shape[0], max(rows, 1)):
        block = self[top:top + rows]
        _ops.as_strided(block, (min(block.shape),), (sum(block.stride()),), block.storage_offset()).fill_(fill_value)
    return self


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
    counts.histc, counts.histogram, counts.nonzero_static, counts.gcd, counts.lcm, counts.heaviside,
    creation.as_strided_scatter, questions.is_same_size, questions.is_nonzero, questions.is_signed,
    questions.isreal, questions.adjoint, questions.swapaxes, questions.swapdims)
for _function in _FUNCTION_METHODS:
    setattr(Tensor, _function.__name__, _function)
for _function in (counts.gcd, counts.lcm, counts.heaviside):
    setattr(Tensor, f"{_function.__name__}_", _in_place(_function))
for _name, _function in (("random_", _random_), ("fill_diagonal_", _fill_diagonal_), ("where", _where),
                         ("type_as", _type_as), ("nelement", Tensor.numel),
                         ("element_size", _element_size), ("swapaxes_", Tensor.transpose_),
                         ("swapdims_", Tensor.transpose_), ("ndimension", _ndimension)):
    if _function.__name__.startswith("_"):
        _function.__name__ = _name
    setattr(Tensor, _name, _function)



def _as_method(function):
    """Functions of C do not bind what they are attributes of."""
    if hasattr(function, "__get__"):
        return function

    def method(self, *args, **options):
        return function(self, *args, **options)
    signature = inspect.signature(function)
    first, *others = signature.parameters.values()
    method.__signature__ = signature.replace(parameters=[first.replace(name="self"), *others])
    method.__name__, method.__doc__ = function.__name__, function.__doc__
    return method


for _name, _target in (*_alias_names.BOTH, *_alias_names.METHODS):
    for _ending in ("", "_"):
        if hasattr(_ops, _target) and (not _ending or hasattr(Tensor, _target + _ending)):
            _method = getattr(Tensor, _target + _ending, None) or _as_method(getattr(_ops, _target))
            setattr(Tensor, _name + _ending, _method)
ALIASES = {_name: getattr(_ops, _target) for _name, _target in (*_alias_names.BOTH, *_alias_names.FUNCTIONS)}
globals().update(ALIASES)

from . import inplace  # noqa: E402  (functions of methods, which all are there now)
from .inplace import *  # noqa: E402, F403

__all__ = sorted(["e", "inf", "nan", "newaxis", "pi", *ALIASES, *counts.__all__, *creation.__all__, *inplace.__all__,
                  *kinds.__all__, *layers.__all__, *legacy.__all__, *products.__all__, *questions.__all__])
