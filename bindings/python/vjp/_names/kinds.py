"""What a tensor is: its type as PyTorch names it, its kind of numbers, where it lies; and tensors of foreign memory."""

import builtins

from .. import _create
from .. import _generated_ops as _ops
from .._call import other_forms
from .._core import DtypeError, InvalidError, dtype_of, type_name
from .._core import dtype as _dtype_class
from .._tensor import Tensor

__all__ = ["argwhere", "asarray", "can_cast", "frombuffer", "get_device", "is_conj", "is_inference", "is_neg",
           "nonzero", "typename", "where"]

# PyTorch's names of tensors by their dtypes.
_TYPES = {"float32": "FloatTensor", "float64": "DoubleTensor", "float16": "HalfTensor", "bfloat16": "BFloat16Tensor",
          "uint8": "ByteTensor", "int8": "CharTensor", "int16": "ShortTensor", "int32": "IntTensor",
          "int64": "LongTensor", "bool": "BoolTensor", "complex64": "ComplexFloatTensor",
          "complex128": "ComplexDoubleTensor"}


def _to(input, *args, copy=False, non_blocking=False, **kwargs):
    """The forms of `to` that the operator has not: with another tensor, whose dtype and device are taken, with `copy`,
    and with `non_blocking` beside a dtype alone."""
    args, flags = list(args), []
    while args and isinstance(args[-1], bool):
        flags.insert(0, args.pop())
    if len(flags) > 2 or any(key not in ("device", "dtype", "memory_format") for key in kwargs):
        return NotImplemented
    non_blocking, copy = (flags + [non_blocking, copy][len(flags):])
    if args and isinstance(args[0], Tensor):
        other = args.pop(0)
        if args or "device" in kwargs or "dtype" in kwargs:
            return NotImplemented
        kwargs.update(device=other.device, dtype=other.dtype)
    elif args and isinstance(args[0], _dtype_class):
        kwargs["dtype"] = args.pop(0)
    elif not copy:
        return NotImplemented  # everything else is the operator's
    if kwargs.get("device") is None:
        kwargs["device"] = args.pop(0) if args else input.device
    moved = _ops.to(input, *args, non_blocking=non_blocking, **kwargs)
    return moved.clone() if copy and moved is input else moved


other_forms["to"] = _to


def type(input, dtype=None, non_blocking=False):
    """The tensor in a dtype, which PyTorch's names ("torch.FloatTensor") may give, too; without one, such a name, with
    the type of its device before the last part unless that is the CPU.

    >>> vjp.ones(2).type()
    'vjp.FloatTensor'
    >>> vjp.ones(2).type(vjp.int32)
    tensor([1, 1], dtype=vjp.int32)
    """
    if dtype is None:
        return typename(input)
    if isinstance(dtype, str) and dtype.endswith("Tensor"):
        last = dtype.rpartition(".")[2]
        found = [name for name, spelled in _TYPES.items() if spelled == last]
        if not found:
            raise DtypeError(f"type: no dtype has the name {dtype!r}; there are {', '.join(_TYPES.values())}")
        dtype = found[0]
    return input.to(input.device, dtype_of(dtype), non_blocking=non_blocking)


def typename(obj):
    """The name of a tensor's type ("vjp.FloatTensor"), or of another object's."""
    if not isinstance(obj, Tensor):
        kind = obj if isinstance(obj, builtins.type) else builtins.type(obj)
        return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    where = "" if obj.device.type == "cpu" else f"{obj.device.type}."
    return f"vjp.{where}{_TYPES[obj.dtype.name]}"


def is_conj(input):
    """False: a conjugate is computed at once, there is no tensor that stands for one."""
    _tensor("is_conj", input)
    return False


def is_neg(input):
    """False: negative values are computed at once, there is no tensor that stands for them."""
    _tensor("is_neg", input)
    return False


def is_inference(input):
    """Whether the tensor was made in inference mode."""
    return input.is_inference()


def get_device(input):
    """The index of the tensor's device, -1 for the CPU."""
    return -1 if input.device.type == "cpu" else input.device.index or 0


def _tensor(name, value):
    if not isinstance(value, Tensor):
        raise TypeError(f"{name}: expected a tensor, got {type_name(value)}")


def _kind(dtype):
    if dtype.is_complex:
        return 3
    return 2 if dtype.is_floating_point else int(dtype.name != "bool")


def can_cast(from_, to):
    """Whether the numbers of one dtype may become those of another without changing their kind: from bool to integers,
    to floating, to complex ones, and not back.

    >>> vjp.can_cast(vjp.float64, vjp.float32), vjp.can_cast(vjp.float32, vjp.int64)
    (True, False)
    """
    return _kind(dtype_of(from_)) <= _kind(dtype_of(to))


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    """A tensor of a number, sequences, an array or a tensor; it shares the memory where it can, unless `copy` is true.

    copy: None, share if possible; True, never share; False, an error where sharing is impossible.
    A tensor's history does not come along unless `requires_grad` is asked for and it has one.

    >>> vjp.asarray([1, 2])
    tensor([1, 2])
    """
    if copy:
        made = _create.tensor(obj, dtype, device=device)
    else:
        made = _create.as_tensor(obj, dtype, device=device)
        if copy is False and not _shares(obj, made):
            raise InvalidError(f"asarray: copy=False, but {type_name(obj)} cannot be shared as "
                               f"{made.dtype} on {made.device}")
    if isinstance(obj, Tensor) and made.requires_grad and not requires_grad:
        made = made.detach()
    return made.requires_grad_() if requires_grad and not made.requires_grad else made


def _shares(obj, made):
    if isinstance(obj, Tensor):
        return made.data_ptr() == obj.data_ptr()
    if hasattr(obj, "__array_interface__"):
        return made.data_ptr() == obj.__array_interface__["data"][0]
    return hasattr(obj, "__dlpack__")


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor of one dimension over the memory of an object with Python's buffer protocol, which it keeps alive.

    count: elements, -1 all behind `offset` bytes. Memory that must not be written to is refused.

    >>> vjp.frombuffer(bytearray(b"\\x01\\x02\\x03"), dtype=vjp.uint8, offset=1)
    tensor([2, 3], dtype=vjp.uint8)
    """
    import numpy

    kind = dtype_of(dtype)
    if kind.name == "bfloat16":
        raise DtypeError("frombuffer: numpy has no bfloat16; load_safetensors reads it from files")
    view = memoryview(buffer)
    if view.readonly:
        raise InvalidError(f"frombuffer: the memory of {type_name(buffer)} is read-only; a bytearray of it is not")
    length = view.nbytes - offset
    if offset < 0 or length <= 0:
        raise InvalidError(f"frombuffer: offset is {offset}, and the buffer has {view.nbytes} bytes; expected "
                           f"one from 0 to {view.nbytes - 1}")
    if count == -1 and length % kind.itemsize:
        raise InvalidError(f"frombuffer: {length} bytes after the offset are no whole number of {kind} elements")
    if count == 0 or count < -1 or count * kind.itemsize > length:
        raise InvalidError(f"frombuffer: count is {count}, and {length} bytes after the offset hold "
                           f"{length // kind.itemsize} elements of {kind}")
    made = _create.from_numpy(numpy.frombuffer(buffer, kind.name, count, offset))
    return made.requires_grad_() if requires_grad else made


_nonzero = _ops.nonzero


def argwhere(input):
    """The indices of the elements that are not 0, [count, dimensions]: `nonzero` by another name."""
    return _nonzero(input)


def nonzero(input, *, as_tuple=False):
    """The indices of the elements that are not 0, int64, in row-major order: [count, dimensions], or with `as_tuple` a
    tuple of a vector for each dimension (of a number: of one), with which `input[...]` takes those elements.

    Derivative: none; the result does not require grad.

    >>> vjp.nonzero(vjp.tensor([0, 3, 5]))
    tensor([[1],
            [2]])
    >>> vjp.nonzero(vjp.tensor([0, 3, 5]), as_tuple=True)
    (tensor([1, 2]),)
    """
    if not as_tuple:
        return _nonzero(input)
    return _nonzero(input if input.ndim else input.reshape(1)).unbind(1)


_where = _ops.where


def where(condition, input=None, other=None, **kwargs):
    """Where `condition` (bool) holds the input's element, elsewhere the other's; of the condition alone the indices of
    what is true, as `nonzero(condition, as_tuple=True)` gives them.

    Derivative: to the operand that was chosen; the other gets 0.

    >>> vjp.where(vjp.tensor([True, False]), 1.0, 2.0)
    tensor([1., 2.])
    >>> vjp.where(vjp.tensor([True, False]))
    (tensor([0]),)
    """
    if input is None and other is None and not kwargs:
        return nonzero(condition, as_tuple=True)
    return _where(condition, input, other, **kwargs)


for _method in (type, argwhere, is_conj, is_neg, get_device, nonzero):
    setattr(Tensor, _method.__name__, _method)
Tensor.is_cpu = property(lambda self: self.device.type == "cpu", doc="Whether the tensor lies in the CPU's memory.")
