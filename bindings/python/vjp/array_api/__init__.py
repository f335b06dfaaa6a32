"""The Python array API standard, version 2024.12, over vjp's tensors: what `x.__array_namespace__()` gives.

    def softmax(x):
        xp = x.__array_namespace__()
        shifted = xp.exp(x - xp.max(x, axis=-1, keepdims=True))
        return shifted / xp.sum(shifted, axis=-1, keepdims=True)

Programs that are written for the standard run on tensors, and their derivatives come as always. Names, arguments and
promotion are the standard's, not PyTorch's: `axis`, `keepdims`, `concat`, `permute_dims`, `astype`. Of the dtypes
uint16, uint32 and uint64 are missing. `isin` and `broadcast_shapes`, `linalg.eig` and `linalg.eigvals` are there from
the version after.
"""

import math

import vjp

from .. import Tensor
from . import fft, linalg
from ._creation import *
from ._creation import __all__ as _creation
from ._dtypes import (
    Device,
    DeviceLike,
    Dtype,
    astype,
    bool,
    broadcast_arrays,
    broadcast_shapes,
    broadcast_to,
    can_cast,
    complex64,
    complex128,
    finfo,
    float32,
    float64,
    iinfo,
    int8,
    int16,
    int32,
    int64,
    isdtype,
    result_type,
    uint8,
)
from ._elementwise import *
from ._elementwise import __all__ as _elementwise
from ._manipulation import *
from ._manipulation import __all__ as _manipulation
from ._statistics import *
from ._statistics import __all__ as _statistics
from .linalg import matmul, matrix_transpose, tensordot, vecdot

__array_api_version__ = "2024.12"
_SERVED = ("2021.12", "2022.12", "2023.12", "2024.12")
e, inf, nan, pi, newaxis = math.e, math.inf, math.nan, math.pi, None


class __array_namespace_info__:
    """What the namespace can do, as programs ask for it."""

    def capabilities(self) -> dict[str, object]:
        """Boolean masks and results whose shape depends on values are there; the most dimensions."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 16}

    def default_device(self) -> Device:
        """Where tensors lie that are made without a device."""
        return vjp.get_default_device()

    def default_dtypes(self, *, device: DeviceLike = None) -> dict[str, Dtype]:
        """The dtypes of what is made without one."""
        return {"real floating": float32, "complex floating": complex64, "integral": int64, "indexing": int64}

    def devices(self) -> list[Device]:
        """The CPU, and the devices of CUDA that are there."""
        found = [vjp.device("cpu")]
        if vjp.is_available("cuda"):
            found += [vjp.device("cuda", index) for index in range(vjp.device_count("cuda"))]
        return found

    def dtypes(self, *, device: DeviceLike = None, kind: str | tuple[str, ...] | None = None) -> dict[str, Dtype]:
        """The standard's dtypes that are there, or those of a kind, by name."""
        names = [name for name in _DTYPES if kind is None or isdtype(globals()[name], kind)]
        return {name: globals()[name] for name in names}


def _array_namespace(self: Tensor, /, *, api_version: str | None = None) -> object:
    """The namespace of the array API standard for this tensor: `vjp.array_api`."""
    if api_version is not None and api_version not in _SERVED:
        raise vjp.InvalidError(f"__array_namespace__: api_version is {api_version!r}, expected one of "
                               f"{', '.join(_SERVED)}")
    return vjp.array_api


def _to_device(self: Tensor, device: Device | str, /, *, stream: object = None) -> Tensor:
    """This tensor on a device, as the array API standard spells `to`; itself if it lies there. The copy is made on the
    device's current stream: another `stream` is not taken."""
    if stream is not None:
        raise vjp.UnsupportedError("to_device: stream is not taken; make it the current one with `with vjp.stream(s):`")
    return self.to(device)


_DTYPES = ["bool", "complex128", "complex64", "float32", "float64", "int16", "int32", "int64", "int8", "uint8"]
__all__ = sorted(["__array_api_version__", "__array_namespace_info__", "astype", "broadcast_arrays", "broadcast_shapes",
                  "broadcast_to", "can_cast", "e", "fft", "finfo", "iinfo", "inf", "isdtype", "linalg", "matmul",
                  "matrix_transpose", "nan", "newaxis", "pi", "result_type", "tensordot", "vecdot",
                  *_DTYPES, *_creation, *_elementwise, *_manipulation, *_statistics])

Tensor.__array_namespace__ = _array_namespace  # type: ignore[method-assign]
Tensor.to_device = _to_device  # type: ignore[method-assign]
for _method, _function in (("__array_namespace__", _array_namespace), ("to_device", _to_device)):
    _function.__name__ = _function.__qualname__ = _method
