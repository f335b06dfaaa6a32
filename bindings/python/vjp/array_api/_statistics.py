"""Sums and other reductions along axes."""

import builtins
from typing import Any

import vjp

from .. import InvalidError
from ._dtypes import Array, Axes, Dtype, positive_axis, promoted, reduced


def sum(x: Array, /, *, axis: Axes = None, dtype: Dtype | None = None, keepdims: builtins.bool = False) -> Array:
    """The sum along axes, 0 of no elements. Integers and booleans are added in int64 unless a dtype is given."""
    return reduced(x, axis, keepdims, vjp.sum, dtype=dtype)


def _product(x: Array, axis: Any, keepdims: builtins.bool, *, dtype: Dtype | None) -> Array:
    axes = [axis] if isinstance(axis, int) else axis
    for one in sorted((positive_axis("prod", one, x.ndim) for one in axes), reverse=True):
        x = vjp.prod(x, one, keepdims, dtype=dtype)
    return x


def prod(x: Array, /, *, axis: Axes = None, dtype: Dtype | None = None, keepdims: builtins.bool = False) -> Array:
    """The product along axes, 1 of no elements. Integers and booleans are multiplied in int64 unless a dtype is
    given."""
    return reduced(x, axis, keepdims, _product, dtype=dtype)


def max(x: Array, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Array:
    """The greatest element along axes; NaN where one is there."""
    return reduced(x, axis, keepdims, vjp.amax)


def min(x: Array, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Array:
    """The least element along axes; NaN where one is there."""
    return reduced(x, axis, keepdims, vjp.amin)


def mean(x: Array, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Array:
    """The mean along axes."""
    return reduced(x, axis, keepdims, vjp.mean)


def _variance(x: Array, axis: Any, keepdims: builtins.bool, *, correction: float) -> Array:
    return vjp.var(x, axis, correction=correction, keepdim=keepdims)


def _deviation(x: Array, axis: Any, keepdims: builtins.bool, *, correction: float) -> Array:
    return vjp.std(x, axis, correction=correction, keepdim=keepdims)


def var(x: Array, /, *, axis: Axes = None, correction: float = 0.0, keepdims: builtins.bool = False) -> Array:
    """The variance along axes, a sum that is divided by the number of elements less `correction`."""
    return reduced(x, axis, keepdims, _variance, correction=correction)


def std(x: Array, /, *, axis: Axes = None, correction: float = 0.0, keepdims: builtins.bool = False) -> Array:
    """The square root of `var`."""
    return reduced(x, axis, keepdims, _deviation, correction=correction)


def all(x: Array, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Array:
    """Whether all elements along axes are true, as they are if there are none."""
    return reduced(x, axis, keepdims, vjp.all)


def any(x: Array, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Array:
    """Whether an element along axes is true."""
    return reduced(x, axis, keepdims, vjp.any)


def count_nonzero(x: Array, /, *, axis: Axes = None, keepdims: builtins.bool = False) -> Array:
    """How many elements along axes are not 0."""
    return sum(x != 0, axis=axis, keepdims=keepdims)


def _cumulative(what: str, operator: Any, x: Array, axis: int | None, dtype: Dtype | None,
                initial: int | None) -> Array:
    if axis is None:
        if x.ndim > 1:
            raise InvalidError(f"{what}: axis is needed for a tensor of {x.ndim} dimensions")
        axis = 0
    x = x.reshape(1) if x.ndim == 0 else x
    result: Array = operator(x, axis, dtype=dtype)
    if initial is None:
        return result
    place = positive_axis(what, axis, x.ndim)
    first = vjp.full((*x.shape[:place], 1, *x.shape[place + 1:]), initial, dtype=result.dtype, device=result.device)
    return vjp.cat([first, result], place)


def cumulative_sum(x: Array, /, *, axis: int | None = None, dtype: Dtype | None = None,
                   include_initial: builtins.bool = False) -> Array:
    """The sums of the elements up to each along an axis; with a 0 in front if `include_initial`."""
    return _cumulative("cumulative_sum", vjp.cumsum, x, axis, dtype, 0 if include_initial else None)


def cumulative_prod(x: Array, /, *, axis: int | None = None, dtype: Dtype | None = None,
                    include_initial: builtins.bool = False) -> Array:
    """The products of the elements up to each along an axis; with a 1 in front if `include_initial`."""
    return _cumulative("cumulative_prod", vjp.cumprod, x, axis, dtype, 1 if include_initial else None)


def diff(x: Array, /, *, axis: int = -1, n: int = 1, prepend: Array | None = None,
         append: Array | None = None) -> Array:
    """The differences of neighbours along an axis, `n` times over, after what is put in front and behind."""
    parts = [part for part in (prepend, x, append) if part is not None]
    return vjp.diff(vjp.cat(promoted("diff", *parts), axis) if len(parts) > 1 else x, n, axis)


__all__ = ["all", "any", "count_nonzero", "cumulative_prod", "cumulative_sum", "diff", "max", "mean", "min", "prod",
           "std", "sum", "var"]
