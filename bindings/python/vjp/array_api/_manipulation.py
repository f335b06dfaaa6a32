"""Shapes, selection, order and sets."""

import builtins
from collections.abc import Sequence
from typing import NamedTuple

import vjp

from .. import InvalidError, ShapeError, Tensor
from ._dtypes import Array, Axes, Scalar, positive_axis, promoted, size_of

# ---- shapes ----

def concat(arrays: Sequence[Array], /, *, axis: int | None = 0) -> Array:
    """The tensors one after the other along an axis; flattened first if it is None. Promoted."""
    parts = promoted("concat", *arrays)
    if axis is None:
        return vjp.cat([x.reshape(-1) for x in parts], 0)
    return vjp.cat(parts, axis)


def stack(arrays: Sequence[Array], /, *, axis: int = 0) -> Array:
    """The tensors, of one shape, along a new axis. Promoted."""
    return vjp.stack(promoted("stack", *arrays), axis)


def unstack(x: Array, /, *, axis: int = 0) -> tuple[Array, ...]:
    """The slices along an axis: views."""
    return tuple(vjp.unbind(x, axis))


def expand_dims(x: Array, /, axis: int | tuple[int, ...]) -> Array:
    """A view with a new axis of size 1 at that place of the result, or at each of several."""
    axes = (axis,) if isinstance(axis, int) else axis
    places = {positive_axis("expand_dims", one, x.ndim + len(axes)) for one in axes}
    if len(places) < len(axes):
        raise InvalidError(f"expand_dims: an axis is there twice in {axes}")
    for place in sorted(places):
        x = x.unsqueeze(place)
    return x


def squeeze(x: Array, /, axis: int | tuple[int, ...]) -> Array:
    """A view without an axis, or several; each has to be of size 1."""
    axes = (axis,) if isinstance(axis, int) else axis
    places = {positive_axis("squeeze", one, x.ndim) for one in axes}
    for place in places:
        if x.shape[place] != 1:
            raise ShapeError(f"squeeze: axis {place} of shape {list(x.shape)} is not of size 1")
    for place in sorted(places, reverse=True):
        x = x.squeeze(place)
    return x


def reshape(x: Array, /, shape: tuple[int, ...], *, copy: builtins.bool | None = None) -> Array:
    """The elements in another shape, of which one size may be -1. `copy`: True always copies, None where it must; for
    False that is an error (ValueError)."""
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    if copy is False:
        try:
            return x.view(sizes)
        except vjp.Error as error:
            raise InvalidError(f"reshape: copy=False, but {error}") from error
    result = x.reshape(sizes)
    return result.clone() if copy else result


def permute_dims(x: Array, /, axes: tuple[int, ...]) -> Array:
    """A view whose i-th axis is axes[i] of `x`."""
    return vjp.permute(x, axes)


def moveaxis(x: Array, source: int | tuple[int, ...], destination: int | tuple[int, ...], /) -> Array:
    """A view with axes in other places; the rest stays in order."""
    return vjp.movedim(x, source, destination)


def flip(x: Array, /, *, axis: Axes = None) -> Array:
    """The elements in reverse order along an axis, several, or all."""
    if axis is None:
        axis = tuple(range(x.ndim))
    return vjp.flip(x, (axis,) if isinstance(axis, int) else axis)


def roll(x: Array, /, shift: int | tuple[int, ...], *, axis: Axes = None) -> Array:
    """The elements shifted along axes, or as if flattened; what leaves at one end enters at the other."""
    if isinstance(shift, int) and isinstance(axis, tuple):
        shift = (shift,) * len(axis)
    return vjp.roll(x, shift, axis)


def repeat(x: Array, repeats: int | Array, /, *, axis: int | None = None) -> Array:
    """Each slice along an axis several times, all as often or each by a number of its own; flattened if it is None."""
    if axis is None:
        x, axis = x.reshape(-1), 0
    if isinstance(repeats, Tensor) and repeats.numel() == 1:
        repeats = int(repeats)
    return vjp.repeat_interleave(x, repeats, axis)


def tile(x: Array, repetitions: tuple[int, ...], /) -> Array:
    """`x` several times along each axis."""
    return vjp.tile(x, repetitions)


# ---- selection ----

def take(x: Array, indices: Array, /, *, axis: int | None = None) -> Array:
    """The slices along an axis with these indices, which may count from the end. Without `axis`, `x` has one."""
    if axis is None:
        if x.ndim != 1:
            raise InvalidError(f"take: axis is needed for a tensor of {x.ndim} dimensions")
        axis = 0
    where = (slice(None),) * positive_axis("take", axis, x.ndim)
    return x[(*where, indices)]


def take_along_axis(x: Array, indices: Array, /, *, axis: int = -1) -> Array:
    """One element for each index along an axis; other sizes are broadcast."""
    return vjp.take_along_dim(x, indices, axis)


def nonzero(x: Array, /) -> tuple[Array, ...]:
    """The coordinates of the elements that are not 0: a tensor of indices for each axis."""
    if x.ndim == 0:
        raise InvalidError("nonzero: a tensor without dimensions has no coordinates")
    return tuple(vjp.unbind(vjp.nonzero(x), 1))


def searchsorted(x1: Array, x2: Array | Scalar, /, *, side: str = "left", sorter: Array | None = None) -> Array:
    """Where the elements of `x2` would go into `x1`, which is sorted, or is by x1[sorter]: before equal ones ("left")
    or behind them."""
    one, other = promoted("searchsorted", x1, x2)
    return vjp.searchsorted(one, other, side=side, sorter=sorter)


# ---- order ----

def sort(x: Array, /, *, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True) -> Array:
    """The elements in order along an axis; NaN is the greatest."""
    return vjp.sort(x, axis, descending, stable)[0]


def argsort(x: Array, /, *, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True) -> Array:
    """The indices that sort `x` along an axis; of equal elements in their order if `stable`."""
    return vjp.argsort(x, axis, descending, stable)


def argmax(x: Array, /, *, axis: int | None = None, keepdims: builtins.bool = False) -> Array:
    """The index of the first greatest element along an axis, or of all as if flattened."""
    return _index_of(vjp.argmax, x, axis, keepdims)


def argmin(x: Array, /, *, axis: int | None = None, keepdims: builtins.bool = False) -> Array:
    """The index of the first least element along an axis, or of all as if flattened."""
    return _index_of(vjp.argmin, x, axis, keepdims)


def _index_of(operator: object, x: Array, axis: int | None, keepdims: builtins.bool) -> Array:
    assert callable(operator)
    if axis is None:
        found: Array = operator(x.reshape(-1), 0)
        return found.reshape((1,) * x.ndim) if keepdims else found
    result: Array = operator(x, axis, keepdims)
    return result


# ---- sets ----

class UniqueAll(NamedTuple):
    """What unique_all gives."""

    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCounts(NamedTuple):
    """What unique_counts gives."""

    values: Array
    counts: Array


class UniqueInverse(NamedTuple):
    """What unique_inverse gives."""

    values: Array
    inverse_indices: Array


def _distinct(x: Array, **wanted: builtins.bool) -> tuple[Array, ...]:
    """vjp.unique of flattened elements, and of complex ones by their parts, the real one first."""
    if not x.dtype.is_complex:
        found = vjp.unique(x, **wanted)
        return found if isinstance(found, tuple) else (found,)
    found = vjp.unique(vjp.view_as_real(x.reshape(-1)), dim=0, **wanted)
    pairs, *places = found if isinstance(found, tuple) else (found,)
    if wanted.get("return_inverse"):
        places[0] = places[0].reshape(x.shape)
    return vjp.view_as_complex(pairs.contiguous()), *places


def unique_all(x: Array, /) -> UniqueAll:
    """The different elements in ascending order, where each is first, where each element of `x` is among them, and how
    often each occurs. A NaN equals no other."""
    values, inverse, counts = _distinct(x, return_inverse=True, return_counts=True)
    # Places in the order of the values, stable: the first of each run is where the value is first.
    places = vjp.argsort(inverse.reshape(-1), stable=True)
    firsts = places[vjp.cumsum(counts, 0) - counts] if size_of(x.shape) else places
    return UniqueAll(values, firsts, inverse, counts)


def unique_counts(x: Array, /) -> UniqueCounts:
    """The different elements in ascending order, and how often each occurs."""
    return UniqueCounts(*_distinct(x, return_counts=True))


def unique_inverse(x: Array, /) -> UniqueInverse:
    """The different elements in ascending order, and where each element of `x` is among them."""
    return UniqueInverse(*_distinct(x, return_inverse=True))


def unique_values(x: Array, /) -> Array:
    """The different elements in ascending order."""
    return _distinct(x)[0]


def isin(x1: Array | Scalar, x2: Array | Scalar, /, *, invert: builtins.bool = False) -> Array:
    """Whether each element of `x1` is one of `x2`; or is none, if `invert`."""
    one, other = promoted("isin", x1, x2)
    return vjp.isin(one, other, invert=invert)


__all__ = ["argmax", "argmin", "argsort", "concat", "expand_dims", "flip", "isin", "moveaxis", "nonzero",
           "permute_dims", "repeat", "reshape", "roll", "searchsorted", "sort", "squeeze", "stack", "take",
           "take_along_axis", "tile", "unique_all", "unique_counts", "unique_inverse", "unique_values", "unstack"]
