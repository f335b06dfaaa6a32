"""DLPack: exchange of tensors with numpy, torch, JAX and others without a copy."""

import ctypes

from . import _core
from ._core import check, failure
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
    if dl_device is not None and tuple(dl_device) != _CPU:
        raise BufferError(f"this tensor is on the CPU {_CPU}, not on {tuple(dl_device)}")
    if stream is not None:
        raise BufferError("a tensor on the CPU has no stream")
    if self.requires_grad:
        raise BufferError("this tensor requires grad; export x.detach()")
    source = self.clone() if copy else self
    versioned = max_version is not None and max_version[0] >= 1
    out = ffi.new("void*[1]")
    check(lib.vjp_tensor_to_dlpack(source._p, versioned, out))
    return _new(_core.address(out[0]), _NAMES[versioned], _core.address(lib.python_capsule_destructor()))


def __dlpack_device__(self):
    return _CPU


def from_dlpack(source):
    """A tensor on the memory of any object with __dlpack__ (or of a capsule)."""
    if not hasattr(source, "__dlpack__"):
        return _from_capsule(source)
    try:
        capsule = source.__dlpack__(max_version=(1, 0))
    except TypeError:  # an exporter from before versions
        capsule = source.__dlpack__()
    return _from_capsule(capsule)


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
