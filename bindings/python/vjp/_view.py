"""Views of a tensor's memory as elements of another dtype: `x.view(vjp.int32)`."""

from . import _core
from ._ffi import ffi, lib
from ._tensor import Tensor


def view_of_dtype(x, dtype):
    """The bytes of a tensor, on the CPU, as elements of another dtype. The last size, whose elements lie side by side,
    grows or shrinks where these are smaller or larger. It has no history, and what is written through it is not counted
    as a change of the tensor.

    >>> vjp.tensor([1.0, -2.0]).view(vjp.int32)
    tensor([ 1065353216, -1073741824], dtype=vjp.int32)
    """
    if dtype is x.dtype:
        return x.view(x.shape)
    if x.device.type != "cpu" or str(x.layout) != "vjp.strided":
        raise _core.UnsupportedError(f"view: a {x.layout} tensor on {x.device} cannot be viewed as {dtype}, only a "
                                     "strided one on the CPU")
    shape, strides = _geometry(x, dtype)
    if dtype.name == "bool" and x.numel() and int(x.view(_core.dtype_of("uint8")).max()) > 1:
        raise _core.InvalidError("view: bytes other than 0 and 1 are no bool; use x != 0")
    out = ffi.new("vjp_tensor*[1]")
    owner = _core.context(x.detach())
    if lib.vjp_tensor_from_memory(ffi.cast("void*", x.data_ptr()), shape, strides, len(shape), dtype.code, owner,
                                  _core.drop, out):
        _core.forget(owner)
        raise _core.failure()
    return Tensor(out[0])


def _geometry(x, dtype):
    """Sizes and strides in elements of the other dtype."""
    shape, strides, old, new = list(x.shape), list(x.stride()), x.dtype.itemsize, dtype.itemsize
    if old == new:
        return shape, strides
    if not shape or strides[-1] != 1:
        raise _core.ShapeError(f"view: {x.dtype} as {dtype} needs a last dimension of stride 1, and the tensor has "
                               f"shape {shape} and strides {strides}")
    if old > new:
        times = old // new
        return [*shape[:-1], shape[-1] * times], [*[step * times for step in strides[:-1]], 1]
    times = new // old
    if any(step % times for step in [shape[-1], x.storage_offset(), *strides[:-1]]):
        raise _core.ShapeError(f"view: {x.dtype} as {dtype} needs a last size, an offset and other strides that "
                               f"{times} divides; they are {shape[-1]}, {x.storage_offset()} and {strides[:-1]}")
    return [*shape[:-1], shape[-1] // times], [*[step // times for step in strides[:-1]], 1]
