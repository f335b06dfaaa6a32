"""DLPack: exchange of tensors with numpy, torch, JAX and others without a copy."""

import ctypes

from . import _core
from ._core import NULL, check, device_from, failure
from ._device import current_stream
from ._ffi import ffi, lib
from ._tensor import Tensor

# The capsules' names are compared by content but must outlive the capsules.
_NAMES = {False: b"dltensor", True: b"dltensor_versioned"}
_USED = {False: b"used_dltensor", True: b"used_dltensor_versioned"}
_CPU = (1, 0)

_api = ctypes.pythonapi
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", _api))
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_IsValid", _api))
_get = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", _api))
_set_name = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_SetName", _api))


def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    """A capsule with the tensor's memory, for from_dlpack of any library.

    `stream` is the array API's number of the stream that the receiver uses, which then waits for the tensor's current
    stream: None means the device's default stream, -1 that nobody waits. A tensor on the CPU takes None only. With
    `dl_device=(1, 0)` a tensor of a device is copied to the host.
    """
    if self.requires_grad:
        raise BufferError("this tensor requires grad; export x.detach()")
    source = self.clone() if copy else self
    if dl_device is not None and tuple(dl_device) == _CPU and self.device.type != "cpu":
        if copy is False:
            raise BufferError(f"this tensor is on {self.device}, and copy=False; it comes to the CPU by a copy")
        source, stream = self.cpu(), None
    elif dl_device is not None and tuple(dl_device) != __dlpack_device__(self):
        raise BufferError(f"this tensor is on {self.device} {__dlpack_device__(self)}, not on {tuple(dl_device)}")
    versioned = max_version is not None and max_version[0] >= 1
    out = ffi.new("void*[1]")
    reader = NULL if stream is None else ffi.new("int64_t*", stream)
    if lib.vjp_tensor_to_dlpack_stream(source._p, versioned, reader, out):
        raise _refusal()
    return _new(_core.address(out[0]), _NAMES[versioned], _core.address(lib.python_capsule_destructor()))


def __dlpack_device__(self):
    """DLPack's (device type, index). The simulator has none: copy the tensor to the host, x.cpu()."""
    out = ffi.new("int32_t[2]")
    if lib.vjp_tensor_dlpack_device(self._p, out, out + 1):
        raise _refusal()
    return out[0], out[1]


def _refusal():
    """What the array API wants raised where memory cannot be handed over."""
    error = failure()
    return BufferError(str(error)) if isinstance(error, (_core.DeviceError, _core.InvalidError)) else error


def from_dlpack(source, *, device=None, copy=None):
    """A tensor on the memory of any object with __dlpack__ (or of a capsule).

    Memory of a device may be used on its current stream at once: the sender makes this stream wait. The memory goes
    back when the last tensor on it is gone, so a sender who reuses it on another stream has to order that. With
    `device` the result lies there, copied if it must be; copy=True copies always, copy=False never.
    """
    if hasattr(source, "__dlpack__"):
        result = _from_capsule(_capsule_of(source))
    else:
        result = _from_capsule(source)
    if device is not None and result.device != _core.device(device):
        if copy is False:
            raise BufferError(f"from_dlpack: the memory is on {result.device}, not on {device}, and copy=False")
        return result.to(device)
    return result.clone() if copy else result


def _capsule_of(source):
    options = {}
    if hasattr(source, "__dlpack_device__"):
        kind, index = source.__dlpack_device__()
        found = ffi.new("vjp_device*")
        check(lib.vjp_device_from_dlpack(int(kind), index, found))
        if found.kind != lib.VJP_DEVICE_CPU:
            number = ffi.new("int64_t*")
            check(lib.vjp_stream_dlpack_number(current_stream(device_from(found))._p, number))
            options["stream"] = number[0]
    try:
        return source.__dlpack__(max_version=(1, 0), **options)
    except TypeError:  # an exporter from before versions
        return source.__dlpack__(**options)


def _from_capsule(capsule):
    for versioned, name in _NAMES.items():
        if _is_valid(capsule, name):
            break
    else:
        raise TypeError(f"from_dlpack: expected an object with __dlpack__, not {type(capsule).__name__}")
    out = ffi.new("vjp_tensor*[1]")
    if lib.vjp_tensor_from_dlpack(ffi.cast("void*", _get(capsule, name)), versioned, out):
        raise failure()
    _set_name(capsule, _USED[versioned])  # its destructor leaves the memory to us
    return Tensor(out[0])


Tensor.__dlpack__ = __dlpack__
Tensor.__dlpack_device__ = __dlpack_device__
