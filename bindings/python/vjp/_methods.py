"""What tensors can do beside the operators of the registry, and the library's settings."""

from . import _core
from ._core import check
from ._create import tensor
from ._ffi import ffi, lib
from ._generated_ops import empty, full, ones, zeros
from ._tensor import Tensor

# ---- dtypes ----

def _to_named(name):
    def convert(self, memory_format=None):
        return self.to(_core.dtype_of(name)) if memory_format is None else (
            self.to(dtype=_core.dtype_of(name), memory_format=memory_format))
    convert.__doc__ = f"This tensor as {name}; itself if it is of that dtype."
    return convert


for _method, _name in (("float", "float32"), ("double", "float64"), ("half", "float16"), ("bfloat16", "bfloat16"),
                       ("long", "int64"), ("int", "int32"), ("short", "int16"), ("bool", "bool"),
                       ("byte", "uint8"), ("char", "int8"), ("cfloat", "complex64"), ("cdouble", "complex128")):
    _convert = _to_named(_name)
    _convert.__name__ = _method
    setattr(Tensor, _method, _convert)


def _cpu(self):
    """This tensor on the CPU; itself if it lies there."""
    return self.to("cpu")


def _cuda(self, device=None):
    """This tensor on a CUDA device, the first unless one is given; itself if it lies there."""
    return self.to("cuda:0" if device is None else f"cuda:{device}" if hasattr(device, "__index__") else device)


def _pin_memory(self, device="cuda"):
    """A copy in page-locked memory, for copies to and from devices of that type with non_blocking=True."""
    out = ffi.new("vjp_tensor*[1]")
    check(lib.vjp_tensor_pin_memory(self._p, _core.device_pair(device)[0], out))
    return Tensor(out[0])


def _is_pinned(self):
    """Whether the memory is page-locked, as that of `pin_memory()`."""
    return lib.vjp_tensor_is_pinned(self._p)


for _method, _function in (("cpu", _cpu), ("cuda", _cuda), ("pin_memory", _pin_memory),
                           ("is_pinned", _is_pinned)):
    _function.__name__ = _method
    setattr(Tensor, _method, _function)

Tensor.is_cuda = property(lambda self: self.device.type == "cuda", doc="Whether the tensor lies on a CUDA device.")


# ---- new tensors like this one ----

def _new(function, doc):
    def new(self, *args, dtype=None, device=None, requires_grad=False):
        return function(*args, dtype=self.dtype if dtype is None else dtype,
                        device=self.device if device is None else device, requires_grad=requires_grad)

    new.__name__, new.__doc__ = "new_" + function.__name__, doc
    setattr(Tensor, new.__name__, new)


for _function, _what in ((empty, "An uninitialised tensor"), (zeros, "Zeros"), (ones, "Ones"),
                         (full, "A tensor of one value"), (tensor, "A copy of data")):
    _new(_function, f"{_what}, of this tensor's dtype and on its device unless given otherwise.")


def promote_types(a, b):
    """The smallest dtype to which both convert."""
    out = ffi.new("vjp_dtype*")
    check(lib.vjp_dtype_promote(_core.dtype_of(a).code, _core.dtype_of(b).code, out))
    return _core.DTYPES[out[0]]


# ---- the library ----

def version():
    return ffi.string(lib.vjp_version()).decode()


def build_info():
    """One line about compiler, BLAS and the vector instructions in use."""
    return ffi.string(lib.vjp_build_info()).decode()


def set_num_threads(threads):
    """How many threads a single operator may use, the calling one included."""
    if not hasattr(threads, "__index__"):
        raise TypeError(f"set_num_threads: threads must be an integer, not {_core.type_name(threads)}")
    check(lib.vjp_set_num_threads(threads))


def get_num_threads():
    """How many threads a single operator may use, the calling one included."""
    return lib.vjp_get_num_threads()


def memory_allocated():
    """Bytes of tensor storage in use."""
    return lib.vjp_memory_allocated()


def memory_peak():
    """The most bytes of tensor storage since the start or the last reset."""
    return lib.vjp_memory_peak()


def reset_memory_peak():
    """Lets memory_peak() begin anew with what is in use now."""
    lib.vjp_memory_reset_peak()
