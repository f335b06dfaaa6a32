"""Questions about tensors, dtypes and shapes."""

import builtins
import math

from .. import _generated_ops as _ops
from .._core import DtypeError, InvalidError, ShapeError, dtype_of
from .._create import tensor
from .._default_dtype import get_default_dtype
from .._tensor import Tensor

# ---- tensors, and questions about them ----

def is_tensor(obj):
    """Whether it is a tensor."""
    return isinstance(obj, Tensor)

__all__ = ["adjoint", "broadcast_shapes", "detach", "finfo", "iinfo", "is_complex", "is_floating_point", "is_nonzero",
           "is_same_size", "is_signed", "is_tensor", "isreal", "numel", "result_type", "swapaxes", "swapdims",
           "unravel_index"]


def is_floating_point(input):
    """Whether the dtype is a real floating one."""
    return input.dtype.is_floating_point


def is_complex(input):
    """Whether the dtype is a complex one."""
    return input.dtype.is_complex


def numel(input):
    """How many elements there are."""
    return input.numel()


def is_signed(input):
    """Whether the dtype has numbers below 0."""
    return input.dtype.name not in ("bool", "uint8")


def is_same_size(input, other):
    """Whether two tensors have the same shape."""
    return input.shape == other.shape


def is_nonzero(input):
    """Whether the only element is not 0."""
    if input.numel() != 1:
        raise InvalidError(f"is_nonzero: the tensor has {input.numel()} elements, expected one")
    return builtins.bool(input.item())


def isreal(input):
    """Whether each element has no imaginary part.

    >>> vjp.isreal(vjp.tensor([1.0, 2j]))
    tensor([ True, False])
    """
    return input.imag == 0 if input.dtype.is_complex else _ops.ones_like(input, dtype="bool")


def detach(input):
    """A view of the tensor without history."""
    return input.detach()


def adjoint(input):
    """Matrices transposed and conjugated: `input.mH`."""
    return input.mH


def swapaxes(input, axis0, axis1):
    """transpose(input, axis0, axis1)."""
    return _ops.transpose(input, axis0, axis1)


def swapdims(input, dim0, dim1):
    """transpose(input, dim0, dim1)."""
    return _ops.transpose(input, dim0, dim1)


def broadcast_shapes(*shapes):
    """The shape that tensors of these shapes are broadcast to.

    >>> vjp.broadcast_shapes((2, 1), (3,))
    (2, 3)
    """
    shapes = [(shape,) if hasattr(shape, "__index__") else tuple(shape) for shape in shapes]
    out = [1] * max(map(len, shapes), default=0)
    for shape in shapes:
        for d, n in enumerate(reversed(shape), 1):
            if n != 1 and out[-d] not in (1, n):
                raise ShapeError(f"broadcast_shapes: {', '.join(map(str, map(list, shapes)))} do not broadcast")
            out[-d] = out[-d] if n == 1 else n
    return tuple(out)


def result_type(tensor1, tensor2):
    """The dtype of what an operator makes of two tensors, or numbers.

    >>> vjp.result_type(vjp.ones(2, dtype=vjp.int64), 1.5)
    vjp.float32
    """
    def sample(x):
        return x.new_zeros([1] * x.ndim) if isinstance(x, Tensor) else x

    one, other = sample(tensor1), sample(tensor2)
    if not isinstance(one, Tensor) and not isinstance(other, Tensor):
        one = tensor(one)
    return _ops.add(one, other).dtype if isinstance(one, Tensor) else _ops.add(other, one).dtype


def unravel_index(indices, shape):
    """The coordinates in `shape` of places in the flattened tensor.

    >>> vjp.unravel_index(vjp.tensor([4, 5]), (2, 3))
    (tensor([1, 1]), tensor([1, 2]))
    """
    shape = (shape,) if hasattr(shape, "__index__") else tuple(shape)
    if indices.numel() and not ((indices >= 0) & (indices < math.prod(shape))).all().item():
        raise InvalidError(f"unravel_index: indices reach outside of the {math.prod(shape)} elements of {list(shape)}")
    places = []
    for n in reversed(shape):
        places.append(indices % n)
        indices = indices // n
    return tuple(reversed(places))


class _Info:
    def __init__(self, type=None):
        self.dtype = self._dtype(type or get_default_dtype())
        self.bits = 8 * self.dtype.itemsize
        self.__dict__.update(self._numbers())

    def __repr__(self):
        known = {key: value for key, value in vars(self).items() if key not in ("dtype", "bits")}
        return f"{self.__class__.__name__}({', '.join(f'{k}={v}' for k, v in known.items())}, dtype={self.dtype.name})"


class finfo(_Info):
    """What numbers of a floating dtype can be: `eps`, `max`, `min`, `tiny`, `bits`.

    >>> vjp.finfo(vjp.float32).eps
    1.1920928955078125e-07
    """

    _BITS = {"float16": (10, 5), "bfloat16": (7, 8), "float32": (23, 8), "float64": (52, 11)}

    def _dtype(self, given):
        made = dtype_of(given)
        if made.is_complex:
            made = dtype_of({"complex64": "float32", "complex128": "float64"}[made.name])
        if not made.is_floating_point:
            raise DtypeError(f"finfo: {made} is no floating dtype; use iinfo")
        return made

    def _numbers(self):
        mantissa, exponent = self._BITS[self.dtype.name]
        top = 2**(exponent - 1)
        largest = (2.0 - 2.0**-mantissa) * 2.0**(top - 1)
        tiny = 2.0**(2 - top)
        return {"resolution": 10.0**-int(mantissa * math.log10(2)), "min": -largest, "max": largest,
                "eps": 2.0**-mantissa, "smallest_normal": tiny, "tiny": tiny}


class iinfo(_Info):
    """What numbers of an integer dtype can be: `min`, `max`, `bits`.

    >>> vjp.iinfo(vjp.int8).max
    127
    """

    def _dtype(self, given):
        made = dtype_of(given)
        if made.is_floating_point or made.is_complex or made.name == "bool":
            raise DtypeError(f"iinfo: {made} is no integer dtype; use finfo")
        return made

    def _numbers(self):
        if self.dtype.name == "uint8":
            return {"min": 0, "max": 255}
        return {"min": -2**(self.bits - 1), "max": 2**(self.bits - 1) - 1}
