"""Tensors from Python's and numpy's data, and back."""

import array
import sys

from . import _core
from ._core import NULL, check, dtype_of, failure
from ._default_dtype import default_complex, get_default_dtype, new_code
from ._device import get_default_device
from ._ffi import ffi, lib
from ._tensor import Tensor

_LITTLE = "<" if sys.byteorder == "little" else ">"
# numpy's type strings without the byte order.
_TYPESTR = {"b1": "bool", "u1": "uint8", "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "f2": "float16",
            "f4": "float32", "f8": "float64", "c8": "complex64", "c16": "complex128"}
_TO_TYPESTR = {name: ("|" if code in ("b1", "u1", "i1") else _LITTLE) + code for code, name in _TYPESTR.items()}


def tensor(data, dtype=None, requires_grad=False, *, device=None, pin_memory=False):
    """A new tensor with a copy of `data`: a number, nested sequences, an array, or a tensor (which is detached).

    It lies on `device`; if none is given, where the tensor was that is copied, or else on the default device.
    `pin_memory`: in page-locked memory, for copies to a CUDA device that need not be waited for.
    """
    dtype = None if dtype is None else dtype_of(dtype)
    if device is None:
        result = _copy(data, dtype)
    elif isinstance(data, Tensor):
        result = _moved(data, dtype, device)
    else:
        with _core.on_device(device):
            result = _copy(data, dtype)
    if pin_memory:
        result = result.pin_memory()
    return result.requires_grad_() if requires_grad else result


def _moved(data, dtype, device):
    """A copy of a tensor on a device, without history."""
    data = data.detach()
    moved = data.to(device, dtype)
    return moved.clone() if moved.data_ptr() == data.data_ptr() else moved


def _copy(data, dtype):
    default = get_default_dtype()
    if data.__class__ is list and dtype is None and default.code == lib.VJP_DTYPE_FLOAT32 and (
            set(map(type, data)) == {float}):  # most used, so short
        p = lib.call_tensor_from_data(ffi.from_buffer(array.array("f", data)), (len(data),), 1, default.code)
        if p:
            return Tensor(p)
        raise failure()
    if isinstance(data, Tensor):
        return _convert(data.detach(), dtype, copy=True)
    if hasattr(data, "__array_interface__"):
        return _convert(_from_array(data, copy=True), dtype)
    value = _core.number(data)
    if value is not None:
        return _from_number(value, dtype)
    if is_foreign(data):
        return _convert(_from_foreign(data, copy=True), dtype)
    if not _is_sequence(data):
        raise _no_tensor_of(data)
    return _from_sequence(data, dtype)


def _no_tensor_of(data):
    hint = "; list(...) makes a sequence of it" if hasattr(data, "__iter__") and not isinstance(data, (
        str, bytes, dict)) else ""
    return TypeError(f"tensor: cannot make a tensor of {_core.type_name(data)}; expected a number, nested sequences of "
                     f"numbers, an array or a tensor{hint}")


# ---- tensors and arrays of other libraries ----

def is_foreign(data):
    """Whether it is a tensor or an array of another library than numpy: it speaks DLPack, or numpy can read it."""
    kind = type(data)
    return not isinstance(data, Tensor) and (hasattr(kind, "__dlpack__") or hasattr(kind, "__array__")) and not (
        hasattr(data, "__array_interface__"))


def _from_foreign(data, copy):
    """By DLPack, where it lies; through numpy what DLPack does not take. Its own history does not come along."""
    from ._dlpack import from_dlpack

    if getattr(data, "requires_grad", False) and hasattr(data, "detach"):
        data = data.detach()
    if hasattr(type(data), "__dlpack__"):
        try:
            return from_dlpack(data, copy=copy or None)
        except (BufferError, RuntimeError, TypeError, ValueError):
            if not hasattr(type(data), "__array__"):
                raise
    import numpy

    return _from_array(numpy.asarray(data), copy=True)


def is_data(value):
    """Whether an operator between a tensor and this makes a tensor of it: arrays, and sequences of numbers."""
    return isinstance(value, (list, tuple, range)) or hasattr(value, "__array_interface__") or is_foreign(value)


def operand(value, like):
    """The tensor for an operand that is data, where the other operand lies."""
    return tensor(value, device=like.device if _core.off_host else None)


def as_tensor(data, dtype=None, *, device=None):
    """`data` itself if it is a tensor of that dtype and device, an array's memory if possible, a copy otherwise."""
    dtype = None if dtype is None else dtype_of(dtype)
    if isinstance(data, Tensor):
        if device is not None and data.device != _core.device(device):
            return data.to(device, dtype)
        return data if dtype is None or dtype is data.dtype else data.to(dtype)
    device = get_default_device() if device is None else _core.device(device)
    if device.type == "cpu" and hasattr(data, "__array_interface__") and _sharable(data):
        return _convert(_from_array(data, copy=False), dtype)
    if device.type == "cpu" and is_foreign(data):
        result = _convert(_from_foreign(data, copy=False), dtype)
        return result if result.device == device else result.to(device)
    with _core.on_device(device):
        return _copy(data, dtype)


def _from_number(value, dtype):
    if value[0] == _core.KIND_INT and not -(2**63) <= value[1] < 2**63:
        _check_range([value[1]], dtype_of("int64"))
    kind, _, real, imaginary = value
    number = complex(real, imaginary) if kind == _core.KIND_COMPLEX else real if kind == _core.KIND_FLOAT else 0
    p = lib.call_tensor_from_scalar(*value, new_code(dtype, number))
    if p:
        return Tensor(p)
    raise failure()


def _convert(x, dtype, copy=False):
    if dtype is None or dtype is x.dtype:
        return x.clone() if copy else x
    return x.to(dtype)


# ---- nested sequences ----

def _from_sequence(data, dtype):
    if any(map(is_foreign, data)):
        data = [_from_foreign(item, copy=False) if is_foreign(item) else item for item in data]
    shape = _shape_of(data)
    flat = []
    _flatten(data, shape, 0, flat)
    if any(isinstance(item, Tensor) or hasattr(item, "__array_interface__") for item in flat):
        flat = [item.item() if hasattr(item, "item") else item for item in flat]
    kind, values, default = _common(flat)
    target = dtype or dtype_of(default)
    if kind == "d" or kind == "q" and (target.name != "int64" or max(values) >= 2**63 or min(values) < -(2**63)):
        _check_range(values, target)
    if kind == "d" and target.name == "float32":  # straight to the element type, the usual case
        kind = "f"
    buffer = array.array("B" if kind == "?" else kind, values)
    source = {"f": "float32", "d": "float64", "q": "int64", "?": "bool", "c": "complex128"}[
        "c" if default.startswith("complex") else kind]
    p = lib.call_tensor_from_data(ffi.from_buffer(buffer), shape, len(shape), dtype_of(source).code)
    if not p:
        raise failure()
    return _convert(Tensor(p), target)


def _shape_of(data):
    shape = []
    while _is_sequence(data):
        if isinstance(data, Tensor) or hasattr(data, "__array_interface__"):
            return (*shape, *data.shape)
        shape.append(len(data))
        if len(shape) > 16:  # or a sequence that holds itself would go on for ever
            raise _core.ShapeError("tensor: the data is nested more than 16 deep; a tensor has at most 16 dimensions")
        if not shape[-1]:
            break
        data = data[0]
    return tuple(shape)


# int64: of the numbers that are cut to whole ones; larger integers do not come
_RANGES = {"uint8": (0, 255), **{f"int{n}": (-(2 ** (n - 1)), 2 ** (n - 1) - 1) for n in (8, 16, 32)},
           "int64": (-(2**63), 2**63 - 1025)}


def _check_range(values, dtype):
    """Refuses numbers that an integer dtype would wrap around."""
    low, high = _RANGES.get(dtype.name, (None, None))
    if low is None:
        return
    if dtype.name == "int64" and all(value.__class__ is int for value in values):
        high = 2**63 - 1
    for value in values:
        if not low - 1 < value < high + 1:  # NaN is not either
            raise _core.InvalidError(f"tensor: {value} does not fit {dtype.name}, which holds whole numbers from "
                                     f"{int(low)} to {int(high)}")


def _is_sequence(data):
    if isinstance(data, Tensor) or hasattr(data, "__array_interface__"):
        return bool(data.shape)
    return hasattr(data, "__len__") and hasattr(data, "__getitem__") and not isinstance(data, (str, bytes, dict))


def _flatten(data, shape, depth, flat):
    if depth == len(shape):
        if _is_sequence(data):
            raise _core.ShapeError(f"tensor: expected a number at depth {depth}, got a sequence of {len(data)}")
        flat.append(data)
        return
    if not _is_sequence(data) or len(data) != shape[depth]:
        got = f"{len(data)} entries" if _is_sequence(data) else f"a {type(data).__name__}"
        raise _core.ShapeError(f"tensor: expected a sequence of {shape[depth]} at depth {depth}, got {got}")
    if depth == len(shape) - 1 and data.__class__ in (list, tuple):
        for item in data:
            if item.__class__ not in (float, int, bool, complex) and _is_sequence(item):
                raise _core.ShapeError(f"tensor: expected numbers at depth {depth + 1}, got a sequence")
        flat.extend(data)
        return
    for item in data:
        _flatten(item, shape, depth + 1, flat)


def _common(flat):
    """(array code, values, name of the default dtype) for numbers of mixed kinds."""
    kinds = set(map(type, flat))
    if kinds <= {bool} and flat:
        return "?", flat, "bool"
    if kinds <= {bool, int} and flat:
        return "q", flat, "int64"
    if kinds <= {bool, int, float}:
        return "d", flat, get_default_dtype().name
    if kinds <= {bool, int, float, complex}:
        pairs = [part for item in flat for part in (complex(item).real, complex(item).imag)]
        return "d", pairs, default_complex().name
    numbers = []
    for item in flat:
        value = _core.number(item)
        if value is None:
            raise _no_tensor_of(item)
        kind, integer, real, imaginary = value
        numbers.append(bool(integer) if kind == _core.KIND_BOOL else integer if kind == _core.KIND_INT else
                       real if kind == _core.KIND_FLOAT else complex(real, imaginary))
    return _common(numbers)


# ---- numpy ----

def from_numpy(array):
    """A tensor on the array's memory. Both see each other's changes; the array lives as long as the tensor."""
    if not hasattr(array, "__array_interface__") or _is_scalar(array):
        raise TypeError(f"from_numpy: expected a numpy array, not {_core.type_name(array)}; vjp.tensor copies data of "
                        "other kinds")
    return _from_array(array, copy=False)


def _dtype_of_array(array, interface):
    code = interface["typestr"]
    name = _TYPESTR.get(code[1:])
    if name is None and getattr(getattr(array, "dtype", None), "name", "") == "bfloat16":
        name = "bfloat16"  # ml_dtypes
    if name is None:
        raise _core.DtypeError(f"from_numpy: there is no dtype for an array of {getattr(array, 'dtype', code)}; "
                               f"dtypes are {', '.join(_TYPESTR.values())}")
    return dtype_of(name)


def _is_swapped(interface):
    code = interface["typestr"]
    return code[0] not in "|" + _LITTLE and not code[1:].endswith("1")


def _is_scalar(array):
    """Whether it is a number of numpy's, whose memory is a copy that goes at once."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(array, numpy.generic)


def _sharable(array):
    if _is_scalar(array):
        return False
    interface = array.__array_interface__
    strides = interface.get("strides") or ()
    size = _dtype_of_array(array, interface).itemsize
    return (all(stride >= 0 and stride % size == 0 for stride in strides) and not interface["data"][1] and
            not _is_swapped(interface))


def _from_array(array, copy):
    interface = array.__array_interface__
    dtype = _dtype_of_array(array, interface)
    shape = interface["shape"]
    if copy:
        import numpy

        array = numpy.ascontiguousarray(array)
        if _is_swapped(interface):
            array = array.astype(array.dtype.newbyteorder("="))
        if dtype.name == "bool":  # whose bytes may be others than 0 and 1
            array = array.view(numpy.uint8) != 0
        data = ffi.cast("void*", array.__array_interface__["data"][0])
        p = lib.call_tensor_from_data(data, shape, len(shape), dtype.code)
        if not p:
            raise failure()
        return Tensor(p)
    if _is_swapped(interface):
        raise _core.DtypeError("from_numpy: the array's byte order is foreign; copy it, or use vjp.tensor")
    data, read_only = interface["data"]
    if read_only:
        raise _core.InvalidError("from_numpy: the array is read-only; copy it, or use vjp.tensor")
    if dtype.name == "bool" and _has_odd_bools(array):
        raise _core.InvalidError("from_numpy: the array's bools have bytes other than 0 and 1; "
                                 "share array.view('uint8') != 0, or use vjp.tensor")
    strides = NULL
    if interface.get("strides"):
        if any(stride % dtype.itemsize for stride in interface["strides"]):
            raise _core.InvalidError("from_numpy: the array's strides are no multiples of its elements; copy it")
        if any(stride < 0 for stride in interface["strides"]):
            raise _core.InvalidError(f"from_numpy: the array's strides {list(interface['strides'])} are negative; "
                                     "copy it, or use vjp.tensor")
        strides = [stride // dtype.itemsize for stride in interface["strides"]]
    out = ffi.new("vjp_tensor*[1]")
    owner = _core.context(array)
    if lib.vjp_tensor_from_memory(ffi.cast("void*", data), shape, strides, len(shape), dtype.code, owner,
                                  _core.drop, out):
        _core.forget(owner)
        raise failure()
    return Tensor(out[0])


def _has_odd_bools(array):
    import numpy

    array = numpy.asarray(array)
    return array.size > 0 and int(array.view(numpy.uint8).max()) > 1


class _Memory:
    """What numpy needs to see a tensor's memory; the array keeps it, and so the tensor, alive."""

    __slots__ = ("__array_interface__", "tensor")

    def __init__(self, x, typestr):
        self.tensor = x
        size = x.dtype.itemsize
        self.__array_interface__ = {"version": 3, "shape": x.shape, "typestr": typestr, "data": (x.data_ptr(), False),
                                    "strides": tuple([stride * size for stride in x.stride()])}


def numpy(self, *, force=False):
    """A numpy array on the tensor's memory. `force` detaches first, and so does a block without recording (no_grad)."""
    import numpy as np

    _core.check_memory(self)
    if self.requires_grad:
        if not force and lib.vjp_grad_mode():
            raise _core.StateError("numpy: the tensor requires grad; use x.detach().numpy()")
        self = self.detach()
    if self.device.type != "cpu":
        raise _core.DeviceError(f"numpy: the tensor is on {self.device}; use x.cpu().numpy()")
    name = self.dtype.name
    if self.numel() == 0:
        return np.empty(self.shape, _numpy_dtype(name))
    if name == "bfloat16":
        return np.asarray(_Memory(self, _LITTLE + "u2")).view(_numpy_dtype(name))
    return np.asarray(_Memory(self, _TO_TYPESTR[name]))


def _numpy_dtype(name):
    import numpy as np

    if name != "bfloat16":
        return np.dtype(name)
    try:
        import ml_dtypes
    except ImportError:
        raise _core.DtypeError("numpy: numpy has no bfloat16; install ml_dtypes, or use x.float()") from None
    return np.dtype(ml_dtypes.bfloat16)


def __array__(self, dtype=None, copy=None):
    result = numpy(self)
    if dtype is not None and result.dtype != dtype:
        if copy is False:
            raise ValueError(f"a view of {self.dtype} as {dtype} needs a copy")
        return result.astype(dtype)
    return result.copy() if copy else result


def tobytes(self):
    """The elements in row-major order."""
    size = self.nbytes
    buffer = ffi.new("char[]", size or 1)
    check(lib.vjp_tensor_copy_to(self._p, buffer, size, self.dtype.code))
    return ffi.unpack(buffer, size)


def tolist(self):
    """Nested lists of Python numbers."""
    dtype, shape = self.dtype, self.shape
    if dtype.is_complex:
        pairs = _copied(self, "complex128", "d")
        values = [complex(*pair) for pair in zip(pairs[0::2], pairs[1::2])]
    elif dtype.is_floating_point:
        values = _copied(self, "float64", "d").tolist()
    elif dtype.name == "bool":
        values = _copied(self, "bool", "?").tolist()
    else:
        values = _copied(self, "int64", "q").tolist()
    return _nest(values, shape)


def _copied(x, name, code):
    target = dtype_of(name)
    size = x.numel() * target.itemsize
    buffer = bytearray(size)
    if size:
        check(lib.vjp_tensor_copy_to(x._p, ffi.from_buffer(buffer), size, target.code))
    return memoryview(buffer).cast(code)


def _nest(values, shape):
    if not shape:
        return values[0]
    for size in reversed(shape[1:]):
        if size == 0:
            return _empty(shape)
        values = [values[i:i + size] for i in range(0, len(values), size)]
    return values


def _empty(shape):
    return [_empty(shape[1:]) for _ in range(shape[0])] if shape else None


for _method in (numpy, __array__, tobytes, tolist):
    setattr(Tensor, _method.__name__, _method)
