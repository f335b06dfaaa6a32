"""Constructors of PyTorch's older programs: Tensor(2, 3), FloatTensor([1.0, 2.0]), LongTensor."""

import math

from .. import _create
from .. import _generated_ops as _ops
from .._core import DtypeError, dtype_of, type_name
from .._default_dtype import get_default_dtype
from .._tensor import Tensor

__all__ = ["BFloat16Tensor", "BoolTensor", "ByteTensor", "CharTensor", "DoubleTensor", "FloatTensor", "HalfTensor",
           "IntTensor", "LongTensor", "ShortTensor", "Size"]


def tensor_of(*args, dtype=None, name="Tensor", device=None):
    """A tensor without values of sizes (none: an empty one), or one with the data of sequences, an array or a tensor;
    a tensor of that dtype itself gives one that shares its memory."""
    dtype = get_default_dtype() if dtype is None else dtype
    if len(args) == 1 and isinstance(args[0], Tensor):
        if args[0].dtype is not dtype_of(dtype):
            raise DtypeError(f"{name}: the tensor is {args[0].dtype}, expected {dtype_of(dtype)}; use x.to(...)")
        return args[0].detach()
    if len(args) == 1 and not hasattr(args[0], "__index__") and not isinstance(args[0], Size):
        return _create.tensor(args[0], dtype, device=device)
    sizes = args[0] if len(args) == 1 and isinstance(args[0], Size) else args or (0,)
    if not all(hasattr(size, "__index__") for size in sizes):
        got = ", ".join(map(type_name, args))
        raise TypeError(f"{name}: expected sizes, or one sequence, array or tensor, got ({got})")
    return _ops.empty(tuple(sizes), dtype=dtype, device=device)


class Size(tuple):
    """Sizes, with `numel()`. The shape of a tensor is an ordinary tuple, which equals it.

    >>> vjp.Size([2, 3]).numel(), vjp.Size([2, 3]) == vjp.ones(2, 3).shape
    (6, True)
    """

    __slots__ = ()

    def numel(self):
        """The product: how many elements a tensor of these sizes has."""
        return math.prod(self)

    def __repr__(self):
        return f"vjp.Size({list(self)})"


class _Kind(type):
    """A class that makes tensors of a dtype, and knows them."""

    def __call__(cls, *args, device=None):
        return tensor_of(*args, dtype=cls.dtype, name=cls.__name__, device=device)

    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor) and instance.dtype.name == cls.dtype


def _kind(name, dtype):
    doc = (f"Tensors of {dtype}: {name}(2, 3) has these sizes and no values, {name}([1, 2]) these values, and "
           f"isinstance(x, {name}) asks for the dtype. New programs say tensor(..., dtype=...).")
    return _Kind(name, (), {"dtype": dtype, "__doc__": doc, "__module__": "vjp"})


BFloat16Tensor, HalfTensor = _kind("BFloat16Tensor", "bfloat16"), _kind("HalfTensor", "float16")
FloatTensor, DoubleTensor = _kind("FloatTensor", "float32"), _kind("DoubleTensor", "float64")
ByteTensor, CharTensor = _kind("ByteTensor", "uint8"), _kind("CharTensor", "int8")
ShortTensor, IntTensor = _kind("ShortTensor", "int16"), _kind("IntTensor", "int32")
LongTensor, BoolTensor = _kind("LongTensor", "int64"), _kind("BoolTensor", "bool")
