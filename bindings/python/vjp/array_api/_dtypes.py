"""The standard's dtypes, and how arguments of different ones come together.

Note: promotion. The standard promotes by dtypes alone; the operators of vjp, like PyTorch's, let a tensor without
dimensions give way to one with some. So the functions here convert their arguments first, then call the operator.
"""

import builtins
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import vjp

from .. import DtypeError, InvalidError, Tensor, device, dtype
from .._core import DTYPES

Array: TypeAlias = Tensor
Dtype: TypeAlias = dtype
Device: TypeAlias = device
Scalar: TypeAlias = builtins.bool | int | float | complex
DeviceLike: TypeAlias = Device | str | None
Axes: TypeAlias = int | tuple[int, ...] | None

_BY_NAME = {item.name: item for item in cast(list[Dtype], DTYPES.values())}
bool = _BY_NAME["bool"]
uint8, int8, int16, int32, int64 = (_BY_NAME[name] for name in ("uint8", "int8", "int16", "int32", "int64"))
float32, float64 = _BY_NAME["float32"], _BY_NAME["float64"]
complex64, complex128 = _BY_NAME["complex64"], _BY_NAME["complex128"]

# The standard's, and vjp's own two of 16 bits, which belong to the same kinds.
KINDS: dict[str, tuple[Dtype, ...]] = {
    "bool": (bool,),
    "signed integer": (int8, int16, int32, int64),
    "unsigned integer": (uint8,),
    "integral": (int8, int16, int32, int64, uint8),
    "real floating": (_BY_NAME["float16"], _BY_NAME["bfloat16"], float32, float64),
    "complex floating": (complex64, complex128),
}
KINDS["numeric"] = KINDS["integral"] + KINDS["real floating"] + KINDS["complex floating"]
_OF_SCALARS = {builtins.bool: bool, int: int64, float: float32, complex: complex64}


class FloatInfo(NamedTuple):
    """What finfo gives: of a complex dtype, that of its parts."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: Dtype


class IntegerInfo(NamedTuple):
    """What iinfo gives."""

    bits: int
    max: int
    min: int
    dtype: Dtype


def _dtype_of(value: Array | Dtype) -> Dtype:
    return value.dtype if isinstance(value, Tensor) else value


def finfo(type: Array | Dtype, /) -> FloatInfo:
    """The limits of a floating dtype, or of a tensor's."""
    found = vjp.finfo(_dtype_of(type))
    return FloatInfo(found.bits, found.eps, found.max, found.min, found.smallest_normal, found.dtype)


def iinfo(type: Array | Dtype, /) -> IntegerInfo:
    """The limits of an integer dtype, or of a tensor's."""
    found = vjp.iinfo(_dtype_of(type))
    return IntegerInfo(found.bits, found.max, found.min, found.dtype)


def isdtype(dtype: Dtype, kind: Dtype | str | tuple[Dtype | str, ...]) -> builtins.bool:
    """Whether a dtype is the given one, of the given kind ("bool", "signed integer", "unsigned integer", "integral",
    "real floating", "complex floating", "numeric"), or one of several of these."""
    if isinstance(kind, tuple):
        return any(isdtype(dtype, item) for item in kind)
    if isinstance(kind, str):
        if kind not in KINDS:
            raise InvalidError(f"isdtype: there is no kind {kind!r}; expected one of {', '.join(KINDS)}")
        return dtype in KINDS[kind]
    return dtype == kind


def can_cast(from_: Dtype | Array, to: Dtype, /) -> builtins.bool:
    """Whether promotion may lead from one dtype to the other."""
    start = _dtype_of(from_)
    floats, complexes = KINDS["real floating"], KINDS["complex floating"]
    # The standard has no promotion from one of these families to another, but of real to complex.
    families = (KINDS["bool"], KINDS["integral"], floats + complexes)
    return any(start in family and to in family for family in families) and vjp.promote_types(start, to) == to


def result_type(*arrays_and_dtypes: Array | Dtype | Scalar) -> Dtype:
    """The dtype that tensors, dtypes and Python's numbers are promoted to; sizes do not matter. A number takes the
    dtype of the others where it fits into their kind."""
    dtypes = [_dtype_of(item) for item in arrays_and_dtypes if isinstance(item, (Tensor, Dtype))]
    if not dtypes:
        raise InvalidError("result_type: expected at least one tensor or dtype, got "
                           f"{', '.join(type(item).__name__ for item in arrays_and_dtypes) or 'nothing'}")
    result = dtypes[0]
    for other in dtypes[1:]:
        result = vjp.promote_types(result, other)
    for item in arrays_and_dtypes:
        if not isinstance(item, (Tensor, Dtype)):
            result = _with_scalar(result, item)
    return result


def _with_scalar(dtype: Dtype, number: Scalar) -> Dtype:
    kind = next((dtype_ for type_, dtype_ in _OF_SCALARS.items() if isinstance(number, type_)), None)
    if kind is None:
        raise TypeError(f"result_type: expected tensors, dtypes and numbers, got {type(number).__name__}")
    order: Callable[[Dtype], int] = lambda d: 3 if d.is_complex else 2 if d.is_floating_point else int(d != bool)
    return dtype if order(kind) <= order(dtype) else vjp.promote_types(dtype, kind)


def promoted(what: str, *values: Array | Scalar) -> list[Array]:
    """The arguments of a function as tensors of one dtype, on one device."""
    tensors = [value for value in values if isinstance(value, Tensor)]
    if not tensors:
        raise TypeError(f"{what}: expected at least one tensor, got "
                        f"{' and '.join(type(value).__name__ for value in values)}")
    dtype = result_type(*values)
    return [value.to(dtype) if isinstance(value, Tensor) else vjp.tensor(value, dtype=dtype, device=tensors[0].device)
            for value in values]


def astype(x: Array, dtype: Dtype, /, *, copy: builtins.bool = True, device: DeviceLike = None) -> Array:
    """`x` in a dtype, and on a device; itself if it is there already and `copy` is False. Differentiable."""
    if x.dtype.is_complex and not dtype.is_complex and dtype != bool:
        raise DtypeError(f"astype: {x.dtype.name} does not convert to {dtype.name}; take real(x) or imag(x)")
    result = x.to(dtype) if device is None else x.to(device).to(dtype)
    return result.clone() if copy and result is x else result


def broadcast_shapes(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape that tensors of these shapes are broadcast to."""
    return vjp.broadcast_shapes(*shapes)


def broadcast_to(x: Array, /, shape: tuple[int, ...]) -> Array:
    """A view of `x` in a larger shape, whose elements repeat."""
    return vjp.broadcast_to(x, shape)


def broadcast_arrays(*arrays: Array) -> list[Array]:
    """The tensors, each broadcast to the shape of all."""
    shape = vjp.broadcast_shapes(*[x.shape for x in arrays])
    return [vjp.broadcast_to(x, shape) for x in arrays]


def positive_axis(what: str, axis: int, ndim: int) -> int:
    """An axis counted from the front; IndexError where there is none."""
    if not -ndim <= axis < ndim:
        raise vjp.OutOfRangeError(f"{what}: axis {axis} is out of range of a tensor of {ndim} dimensions")
    return axis % ndim


def reduced(x: Array, axis: Axes | Sequence[int], keepdims: builtins.bool, operator: Callable[..., Array],
            **options: Any) -> Array:
    """An operator `(x, dim, keepdim)` over one axis, some, none or (None) all of them."""
    if axis is None:
        axis = tuple(range(x.ndim))
    if not isinstance(axis, int) and len(axis) == 0:
        # An operator takes no dimensions for all of them: one more, of a single element, is reduced.
        return operator(x.unsqueeze(0), 0, False, **options)
    return operator(x, axis, keepdims, **options)


def size_of(shape: Sequence[int]) -> int:
    """How many elements there are in a shape."""
    return math.prod(shape)
