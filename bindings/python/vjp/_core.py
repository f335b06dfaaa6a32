"""Errors, dtypes, devices, regions, numbers and contexts: what every other module of the package stands on."""

import contextlib
import contextvars
import enum
import functools
import os
import re
import sys
import threading

from . import _native
from ._ffi import ffi, lib

NULL = ffi.NULL


# ---- errors ----

class Error(RuntimeError):
    """Every error of the library. The message is the library's own."""

    status = lib.VJP_ERROR_INTERNAL


class InvalidError(Error, ValueError):
    """An argument is out of range or of the wrong kind; a ValueError."""

    status = lib.VJP_ERROR_INVALID


class ShapeError(Error, ValueError):
    """Shapes do not fit, or a size overflows; a ValueError."""

    status = lib.VJP_ERROR_SHAPE


class DtypeError(Error, TypeError):
    """The operation is not defined for these element types; a TypeError."""

    status = lib.VJP_ERROR_DTYPE


class DeviceError(Error):
    """Devices differ, or the device does not exist."""

    status = lib.VJP_ERROR_DEVICE


class StateError(Error):
    """The call is not allowed in the present state: a graph that was freed, a leaf that is changed while recording."""

    status = lib.VJP_ERROR_STATE


class VersionError(Error):
    """A value that was saved for backward has been changed in place."""

    status = lib.VJP_ERROR_VERSION


class OutOfMemoryError(Error, MemoryError):
    """Out of memory, of the host or of a device; a MemoryError. All tensors stay usable."""

    status = lib.VJP_ERROR_MEMORY


class UnsupportedError(Error, NotImplementedError):
    """There is no such derivative or kernel; a NotImplementedError."""

    status = lib.VJP_ERROR_NOT_IMPLEMENTED


class CancelledError(Error):
    """A callback refused."""

    status = lib.VJP_ERROR_CANCELLED


class BackendError(Error):
    """A device or a numeric library failed."""

    status = lib.VJP_ERROR_BACKEND


class FileError(Error, OSError):
    """A file could not be read or written; an OSError."""

    status = lib.VJP_ERROR_IO


class OutOfRangeError(InvalidError, IndexError):
    """A dimension that the tensor does not have, or an index that the dimension does not have; an IndexError, as
    sequences and PyTorch raise it."""


class NoDimensionError(ShapeError, OutOfRangeError):
    """A dimension of a tensor that has none; a ShapeError and an IndexError."""

    status = lib.VJP_ERROR_SHAPE


class LinAlgError(InvalidError):
    """A matrix has not what was asked for: it is singular, not positive definite, has infinities or NaN, or LAPACK did
    not converge. An InvalidError; in `vjp.linalg`."""


_ERRORS = {cls.status: cls for cls in (
    InvalidError, ShapeError, DtypeError, DeviceError, StateError, VersionError, OutOfMemoryError, UnsupportedError,
    CancelledError, BackendError, FileError, Error)}


# What the library says of a dimension or an index that is not there, and of a matrix: they have no status of their own.
_OUT_OF_RANGE = re.compile(r"\b(dimension|index) -?\d+ is out of range")
_NO_DIMENSION = re.compile(r"a zero-dimensional tensor has nothing to|'\w+' has no dimensions")

_MATRIX = re.compile(r"(the matrix|matrix \d+ of the batch) "
                     r"(is singular|is not positive definite|has infinities or NaN|has no such factorisation)")


def _class_of(status, message, invalid):
    if status == lib.VJP_ERROR_INVALID:
        if _MATRIX.search(message):
            return LinAlgError
        return OutOfRangeError if _OUT_OF_RANGE.search(message) else invalid
    if status == lib.VJP_ERROR_SHAPE and _NO_DIMENSION.search(message):
        return NoDimensionError
    return _ERRORS.get(status, Error)


class StopRecomputation(BaseException):
    """Unwinds a checkpointed function that is computed again and has given all that is needed: no error, so handlers of
    Exception do not see it."""


def failure(invalid=InvalidError):
    """The exception of the call that just failed: the callback's own if a callback raised one."""
    error = _native.take_payload()
    if error is not None:
        return error
    status = lib.vjp_last_error_status()
    if status == lib.VJP_ERROR_CANCELLED and lib.vjp_checkpoint_stopping():
        return StopRecomputation()
    message = ffi.string(lib.vjp_last_error()).decode(errors="replace").removeprefix("vjp_")
    return _class_of(status, message, invalid)(message)


def check(status):
    if status:
        raise failure()


def taken(text):
    """A char* that C gave us, as a string."""
    try:
        return ffi.string(text).decode(errors="replace")
    finally:
        lib.vjp_string_free(text)


# Ties an exception to the library's error, so that whoever called backward gets this very object again; its status.
carry = _native.carry


def _escaped(_kind, error, traceback):
    """An exception that no handler of a callback saw: a signal's arrives before the first statement."""
    return carry(error.with_traceback(traceback))


# Decorates what C calls: an exception becomes a status, and whoever called the library gets that very object again.
callback = functools.partial(ffi.def_extern, error=lib.VJP_ERROR_INTERNAL, onerror=_escaped)


# ---- regions ----

class _Guards(threading.local):
    """The guards of the calling thread's regions, by the object that was entered."""

    def __init__(self):
        self.of = {}


_guards = _Guards()


class Region:
    """A `with` block around a vjp_guard, which subclasses make. May be entered again, inside itself too, and by several
    threads at once. Regions end on the thread they began on, the innermost first."""

    __slots__ = ()

    def _begin(self, out):
        raise NotImplementedError

    def __enter__(self):
        out = ffi.new("vjp_guard*[1]")
        self._begin(out)
        _guards.of.setdefault(id(self), []).append(out[0])

    def __exit__(self, *exception):
        mine = _guards.of.get(id(self))
        if mine is None:
            raise StateError("a region ends on the thread it began on; this one was not entered here")
        while len(mine) > 1 and not lib.vjp_guard_is_open(mine[-1]):
            mine.pop()  # one that was entered in a callback, and ended with it
        check(lib.vjp_guard_exit(mine[-1]))
        mine.pop()
        if not mine:
            del _guards.of[id(self)]


# ---- contexts: Python objects that C keeps ----

def address(pointer):
    return int(ffi.cast("uintptr_t", pointer))


def check_memory(tensor):
    """Raises StateError for a batched tensor, which has no memory, in the words of the library."""
    if lib.vjp_tensor_is_batched(tensor._p):
        check(lib.vjp_tensor_copy_to(tensor._p, NULL, 0, lib.vjp_tensor_dtype(tensor._p)))


# What ends a context: C's function, which may come on any thread.
drop = ffi.cast("void(*)(void*)", _native.callback_address("drop"))


def context(value):
    """A `void* context` that C owns until it calls `drop`."""
    return ffi.cast("void*", _native.hold(value))


def object_of(pointer):
    """The Python object that is a context of ours."""
    return _native.object_at(address(pointer))


def forget(handle):
    """Takes back a context which C refused."""
    drop(handle)


# ---- dtypes ----

class dtype:
    """An element type: vjp.float32 and its like, compared by identity."""

    __slots__ = {"name": "What it is called, e.g. \"float32\".", "code": "The library's number of it.",
                 "itemsize": "Bytes of an element."}

    def __init__(self, name, code):
        self.name = name
        self.code = code
        self.itemsize = lib.vjp_dtype_size(code)

    @property
    def is_floating_point(self):
        """Whether it is float16, bfloat16, float32 or float64."""
        return bool(lib.vjp_dtype_is_floating(self.code))

    @property
    def is_complex(self):
        """Whether it is complex64 or complex128."""
        return bool(lib.vjp_dtype_is_complex(self.code))

    def __repr__(self):
        return "vjp." + self.name

    def __reduce__(self):
        return dtype_of, (self.name,)


class MemoryFormat(enum.IntEnum):
    """The order in which the dimensions of a tensor lie in memory: vjp.channels_last and its like."""

    contiguous_format = lib.VJP_MEMORY_FORMAT_CONTIGUOUS
    channels_last = lib.VJP_MEMORY_FORMAT_CHANNELS_LAST
    channels_last_3d = lib.VJP_MEMORY_FORMAT_CHANNELS_LAST_3D
    preserve_format = lib.VJP_MEMORY_FORMAT_PRESERVE

    def __repr__(self):
        return "vjp." + self.name

    __str__ = __repr__


DTYPES = {code: dtype(ffi.string(lib.vjp_dtype_name(code)).decode(), code)
          for code in range(lib.VJP_DTYPE_BOOL, lib.VJP_DTYPE_COMPLEX128 + 1)}
_BY_NAME = {item.name: item for item in DTYPES.values()}
# What stands before the digits of dtypes, and of what may be meant for one.
_LIKE_DTYPES = {"bool", "byte", "char", "short", "int", "uint", "long", "half", "float", "bfloat", "double", "complex"}
_BY_TYPE = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}


def dtype_of(spec):
    """The dtype that a user means by vjp.float32, "float32", numpy.float32, numpy.dtype("f4") or Python's float."""
    if isinstance(spec, dtype):
        return spec
    name = spec if isinstance(spec, str) else _BY_TYPE.get(spec) or getattr(spec, "__name__", None)
    found = _BY_NAME.get(name) or _BY_NAME.get(getattr(spec, "name", None))
    if found is None:
        raise TypeError(f"no dtype {spec!r}; there are {', '.join(_BY_NAME)}")
    return found


def dtype_code(spec):
    """The code of a `dtype=` argument, 0 if it is absent."""
    return 0 if spec is None else spec.code if spec.__class__ is dtype else dtype_of(spec).code



# ---- devices ----

# Whether this process may have used a device other than the CPU: then callbacks may come on threads of the library.
off_host = bool(os.environ.get("VJP_DEVICE"))


class device(Region):
    """Where a tensor lies and its operators run: device("sim:1"), device("cuda", 0). Equal, and hashed, by type and
    index; equal to its name as text too.

    `with device("sim:0"):` makes it the default device: new tensors lie there unless another device is given.
    """

    __slots__ = ("_code", "_index", "_name")

    def __init__(self, spec, index=None):
        if isinstance(spec, device):
            found = spec._code, spec._index
        elif isinstance(spec, str):
            out = ffi.new("vjp_device*")
            if spec.rstrip("0123456789") in _LIKE_DTYPES:
                raise DeviceError(f"{spec!r} is neither a device nor a dtype; dtypes are {', '.join(_BY_NAME)}")
            check(lib.vjp_device_from_name((spec if index is None else f"{spec}:{index}").encode(), out))
            found = out.kind, out.index
        else:
            raise TypeError(f"no device {spec!r}; expected a name as in \"sim:0\"")
        self._set(*found)

    def _set(self, code, index):
        global off_host
        off_host = off_host or code != lib.VJP_DEVICE_CPU
        name = ffi.new("char[]", 64)
        check(lib.vjp_device_name((code, index), name, len(name)))
        self._code, self._index, self._name = code, index, ffi.string(name).decode()

    @property
    def type(self):
        """The type of the device, e.g. "cpu", "cuda" or "sim"."""
        return self._name.partition(":")[0]

    @property
    def index(self):
        """Which device of its type it is, counted from 0."""
        return self._index

    def __eq__(self, other):
        if isinstance(other, device):
            return self._code == other._code and self._index == other._index
        return self._name == other if isinstance(other, str) else NotImplemented

    def __hash__(self):
        return hash(self._name)

    def __str__(self):
        return self._name

    def __repr__(self):
        return f"device({self._name!r})"

    def __reduce__(self):
        return device, (self._name,)

    def _begin(self, out):
        check(lib.vjp_guard_default_device((self._code, self._index), out))


_devices = {}


def device_from(struct):
    """The object of a vjp_device."""
    key = struct.kind, struct.index
    found = _devices.get(key)
    if found is None:
        found = device.__new__(device)
        found._set(*key)
        _devices[key] = found
    return found


def device_pair(spec):
    """A device argument as C takes it by value."""
    if spec.__class__ is not device:
        spec = device(spec)
    return spec._code, spec._index


def device_struct(spec):
    """The same as a vjp_device*, for what takes an optional one."""
    return [device_pair(spec)]


_KINDS = {"cpu": lib.VJP_DEVICE_CPU, "cuda": lib.VJP_DEVICE_CUDA, "sim": lib.VJP_DEVICE_SIM}


def device_kind(device_type):
    """The number of a type of devices: of "cuda", "cuda:1" or a device. Loads nothing but a plug-in's backend."""
    name = str(device_type).partition(":")[0]
    found = _KINDS.get(name)
    return device_pair(name)[0] if found is None else found


class on_device:
    """`with on_device(spec):` is `with device(spec):` for what is called often; None changes nothing."""

    __slots__ = ("_guard",)

    def __init__(self, spec):
        self._guard = NULL
        if spec is not None:
            out = ffi.new("vjp_guard*[1]")
            check(lib.vjp_guard_default_device(device_pair(spec), out))
            self._guard = out[0]

    def __enter__(self):
        pass

    def __exit__(self, *exception):
        check(lib.vjp_guard_exit(self._guard))


# ---- callbacks on threads of the library ----
#
# Note: contextvars. The nodes of a device run on a thread of the library, and so do Python's hooks and custom functions
# there. They run in a copy of the context that the caller of the grad call had, so they see its context variables;
# what they set is theirs. C hands the context from thread to thread (ffi_build.py) without asking the interpreter.

class travelling:
    """Around a grad call: the context that callbacks on other threads run in."""

    __slots__ = ("_handle", "_former")

    def __enter__(self):
        self._handle = None
        if off_host:
            self._handle = (contextvars.copy_context(), sys._getframe(1))
            self._former = _native.offer_context(self._handle)

    def __exit__(self, *exception):
        if self._handle is not None:
            _native.offer_context(self._former)
            self._handle = None  # it leads back to the frame that we are in


def called(function, *args):
    """A user's function, called for C: on a thread of the library in the context of the grad call's caller."""
    if not off_host:
        return function(*args)
    offered = _native.foreign_context()
    if offered is None:
        return function(*args)
    return offered[0].copy().run(function, *args)


def callers_frame():
    """The frame that made the grad call, on a thread of the library; None elsewhere."""
    offered = _native.foreign_context()
    return None if offered is None else offered[1]


# ---- numbers ----

KIND_BOOL, KIND_INT = lib.VJP_KIND_BOOL, lib.VJP_KIND_INT
KIND_FLOAT, KIND_COMPLEX = lib.VJP_KIND_FLOAT, lib.VJP_KIND_COMPLEX


def number(value):
    """A number as the four plain values a shim takes: kind, integer, real, imaginary. None if it is no number."""
    kind = value.__class__
    if kind is float:
        return KIND_FLOAT, 0, value, 0.0
    if kind is int:
        return KIND_INT, value, 0.0, 0.0
    if kind is bool:
        return KIND_BOOL, value, 0.0, 0.0
    if kind is complex:
        return KIND_COMPLEX, 0, value.real, value.imag
    if getattr(value, "shape", None) == () and hasattr(value, "item") and not hasattr(value, "requires_grad"):
        return number(value.item())  # numpy's scalars and zero-dimensional arrays
    for base in (bool, int, float, complex):
        if isinstance(value, base):
            return number(base(value))
    return None


def type_name(value):
    """What messages call the type of a value."""
    return "None" if value is None else type(value).__name__


def counted(count, word):
    """How messages count: "1 result", "2 results"."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def scalar(value, what="argument"):
    found = number(value)
    if found is None:
        if hasattr(value, "item") and getattr(value, "numel", lambda: 0)() == 1:
            return number(value.item())
        raise TypeError(f"{what} must be a number, not {type(value).__name__}")
    return found


def scalar_struct(value):
    """The same as a vjp_scalar*, for what takes an optional number."""
    kind, integer, real, imaginary = scalar(value)
    result = ffi.new("vjp_scalar*")
    result.kind = kind
    union = getattr(result, "as")  # a word that Python has reserved
    if kind <= KIND_INT:
        union.integer = integer
    elif kind == KIND_FLOAT:
        union.real = real
    else:
        union.complex_value = (real, imaginary)
    return result


def from_struct(value):
    """A vjp_scalar as a Python number."""
    union = getattr(value, "as")
    if value.kind == KIND_BOOL:
        return bool(union.integer)
    if value.kind == KIND_INT:
        return union.integer
    if value.kind == KIND_FLOAT:
        return union.real
    return complex(union.complex_value[0], union.complex_value[1])


def ints(value):
    """An int[] argument: a sequence of integers, or one."""
    if value.__class__ is tuple or value.__class__ is list:
        return value
    if hasattr(value, "__index__"):
        return (value.__index__(),)
    return [item.__index__() for item in value]


# ---- warnings ----

_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
# Files whose frames stand between the user's line and ours, and are neither's.
_BETWEEN = {contextlib.__file__, functools.__file__}


def users_frame():
    """The innermost frame that is the user's: neither of this package nor of what it decorates functions with."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith(_HERE) and file not in _BETWEEN and not file.startswith("<frozen "):
            return frame
        frame = frame.f_back
    return callers_frame()  # a thread of the library


def warn(message, category=UserWarning):
    """A warning that points at the user's line, however deep in the package it is given."""
    import warnings

    frame = users_frame()
    if frame is None:
        warnings.warn(message, category, stacklevel=2)
        return
    module = frame.f_globals.get("__name__", "<string>")
    registry = frame.f_globals.setdefault("__warningregistry__", {})
    warnings.warn_explicit(message, category, frame.f_code.co_filename, frame.f_lineno, module, registry)


def library_warns(message):
    """For C's handler: what a filter makes of the warning leaves the call that it came from."""
    warn(message, RuntimeWarning)


def start(hook_result, tensor_of_data):
    import atexit
    import gc

    _native.setup(failure, Error, hook_result, library_warns, tensor_of_data, ffi.gc,
                  *[ffi.typeof(name) for name in ("vjp_tensor*", "vjp_node*", "vjp_saved_tensor*")],
                  _native.release_tensor, _native.release_node, _native.release_saved)
    lib.vjp_set_warning_handler(ffi.cast("vjp_warning_fn", _native.callback_address("warning")), NULL, NULL)
    callbacks = _native.start_callbacks()
    gc.callbacks.append(_native.around_collection)
    # No call may reach the interpreter while it goes away.
    atexit.register(_native.end)
    atexit.register(lib.vjp_set_warning_handler, NULL, NULL, NULL)
    atexit.register(lib.vjp_thread_callbacks_remove, callbacks)
