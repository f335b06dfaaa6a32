"""Functions that make tensors. Without a dtype: float32, of integers int64, of complex numbers complex64."""

import builtins
from typing import Any

import vjp

from .. import InvalidError, Tensor
from ._dtypes import Array, DeviceLike, Dtype, Scalar, finfo, float32

Shape = int | tuple[int, ...]


def _sizes(shape: Shape) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def asarray(obj: Any, /, *, dtype: Dtype | None = None, device: DeviceLike = None,
            copy: builtins.bool | None = None) -> Array:
    """A tensor of a number, of nested sequences of numbers and tensors, or of an array (DLPack, or numpy's protocols).

    `copy`: True always copies; None copies where it must; False is an error (ValueError) where it must. A tensor that
    is not copied is `obj` itself, with its history.
    """
    shared = isinstance(obj, Tensor) or hasattr(obj, "__dlpack__") or hasattr(obj, "__array_interface__")
    if not shared:
        if copy is False:
            raise InvalidError(f"asarray: copy=False, but a {type(obj).__name__} has no memory to share")
        return vjp.tensor(obj, dtype=dtype, device=device)
    source = obj if isinstance(obj, Tensor) else vjp.as_tensor(obj)
    result = source if dtype is None else source.to(dtype)
    result = result if device is None else result.to(device)
    if copy is False and result is not source:
        raise InvalidError(f"asarray: copy=False, but {source.dtype.name} on {source.device} has to become "
                           f"{result.dtype.name} on {result.device}")
    return result.clone() if copy and result is source else result


def arange(start: float, /, stop: float | None = None, step: float = 1, *, dtype: Dtype | None = None,
           device: DeviceLike = None) -> Array:
    """Numbers from `start` (0 if it is the only one) to before `stop`, `step` apart; none if that leads away."""
    start, stop = (0, start) if stop is None else (start, stop)
    if (stop - start) * step <= 0:
        # An operator refuses a range that leads away; here it is empty.
        stop = start
    return vjp.arange(start, stop, step, dtype=dtype, device=device)


def linspace(start: Scalar, stop: Scalar, /, num: int, *, dtype: Dtype | None = None, device: DeviceLike = None,
             endpoint: builtins.bool = True) -> Array:
    """`num` numbers at equal distances from `start` to `stop`, which is the last of them unless `endpoint` is False."""
    if isinstance(start, complex) or isinstance(stop, complex):
        parts = [linspace(a, b, num, dtype=dtype and finfo(dtype).dtype, device=device, endpoint=endpoint)
                 for a, b in ((start.real, stop.real), (start.imag, stop.imag))]
        return vjp.view_as_complex(vjp.stack(parts, -1))
    if endpoint:
        return vjp.linspace(start, stop, num, dtype=dtype, device=device)
    return vjp.linspace(start, stop, num + 1, dtype=dtype, device=device)[:num]


def empty(shape: Shape, *, dtype: Dtype | None = None, device: DeviceLike = None) -> Array:
    """A tensor whose elements are not initialised."""
    return vjp.empty(_sizes(shape), dtype=dtype, device=device)


def zeros(shape: Shape, *, dtype: Dtype | None = None, device: DeviceLike = None) -> Array:
    """A tensor of zeros."""
    return vjp.zeros(_sizes(shape), dtype=dtype, device=device)


def ones(shape: Shape, *, dtype: Dtype | None = None, device: DeviceLike = None) -> Array:
    """A tensor of ones."""
    return vjp.ones(_sizes(shape), dtype=dtype, device=device)


def full(shape: Shape, fill_value: Scalar, *, dtype: Dtype | None = None, device: DeviceLike = None) -> Array:
    """A tensor of one value, whose kind makes the dtype if none is given."""
    return vjp.full(_sizes(shape), fill_value, dtype=dtype, device=device)


def empty_like(x: Array, /, *, dtype: Dtype | None = None, device: DeviceLike = None) -> Array:
    """A tensor as `x` is, whose elements are not initialised."""
    return vjp.empty_like(x, dtype=dtype, device=device)


def zeros_like(x: Array, /, *, dtype: Dtype | None = None, device: DeviceLike = None) -> Array:
    """Zeros, as `x` is."""
    return vjp.zeros_like(x, dtype=dtype, device=device)


def ones_like(x: Array, /, *, dtype: Dtype | None = None, device: DeviceLike = None) -> Array:
    """Ones, as `x` is."""
    return vjp.ones_like(x, dtype=dtype, device=device)


def full_like(x: Array, /, fill_value: Scalar, *, dtype: Dtype | None = None, device: DeviceLike = None) -> Array:
    """One value, as `x` is."""
    return vjp.full_like(x, fill_value, dtype=dtype, device=device)


def eye(n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: Dtype | None = None,
        device: DeviceLike = None) -> Array:
    """Ones on the k-th diagonal, above the main one for k > 0; zeros elsewhere."""
    columns = n_rows if n_cols is None else n_cols
    if k == 0:
        return vjp.eye(n_rows, columns, dtype=dtype, device=device)
    difference = vjp.arange(columns, device=device) - vjp.arange(n_rows, device=device).unsqueeze(1)
    return (difference == k).to(float32 if dtype is None else dtype)


def from_dlpack(x: Any, /, *, device: DeviceLike = None, copy: builtins.bool | None = None) -> Array:
    """A tensor on the memory of any object with `__dlpack__`."""
    return vjp.from_dlpack(x, device=device, copy=copy)


def meshgrid(*arrays: Array, indexing: str = "xy") -> list[Array]:
    """The coordinates of a grid: for each one-dimensional tensor one of all their sizes. "xy" swaps the first two."""
    if indexing not in ("xy", "ij"):
        raise InvalidError(f"meshgrid: indexing is {indexing!r}, expected 'xy' or 'ij'")
    return list(vjp.meshgrid(*arrays, indexing=indexing))


def tril(x: Array, /, *, k: int = 0) -> Array:
    """The elements on and below the k-th diagonal of each matrix; zeros above."""
    return vjp.tril(x, k)


def triu(x: Array, /, *, k: int = 0) -> Array:
    """The elements on and above the k-th diagonal of each matrix; zeros below."""
    return vjp.triu(x, k)


__all__ = ["arange", "asarray", "empty", "empty_like", "eye", "from_dlpack", "full", "full_like", "linspace",
           "meshgrid", "ones", "ones_like", "tril", "triu", "zeros", "zeros_like"]
