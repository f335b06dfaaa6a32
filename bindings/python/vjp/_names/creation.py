"""New tensors, windows, and tensors made of another one's shape."""

import math

from .. import _generated_ops as _ops
from .._core import DtypeError, InvalidError, ShapeError, dtype_of
from .._create import tensor
from .._default_dtype import get_default_dtype

# ---- new tensors ----

def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, requires_grad=False):
    """`base` to the power of `steps` evenly spaced numbers from start to end, both included.

    >>> vjp.logspace(0, 2, 3)
    tensor([  1.,  10., 100.])
    """
    powers = base ** _ops.linspace(start, end, steps, dtype="float64", device=device)
    made = powers.to(dtype or get_default_dtype())
    return made.requires_grad_() if requires_grad else made

__all__ = ["as_strided_scatter", "bartlett_window", "blackman_window", "empty_strided", "hamming_window",
           "hann_window", "kaiser_window", "logspace", "randint_like", "scalar_tensor", "tril_indices", "triu_indices"]


def _triangle(row, col, offset, dtype, device, upper):
    i = _ops.arange(row, device=device).unsqueeze(1)
    j = _ops.arange(col, device=device) - offset
    return (j >= i if upper else j <= i).nonzero().T.contiguous().to(dtype or "int64")


def tril_indices(row, col, offset=0, *, dtype=None, device=None):
    """The rows and the columns of the elements of a matrix on and below its diagonal `offset`: [2, count].

    >>> vjp.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])
    """
    return _triangle(row, col, offset, dtype, device, False)


def triu_indices(row, col, offset=0, *, dtype=None, device=None):
    """The rows and the columns of the elements of a matrix on and above its diagonal `offset`: [2, count].

    >>> vjp.triu_indices(2, 2)
    tensor([[0, 0, 1],
            [0, 1, 1]])
    """
    return _triangle(row, col, offset, dtype, device, True)


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    """A row-major copy of the input with `src` at the elements that sizes, strides and an offset choose of the copy.

    >>> vjp.as_strided_scatter(vjp.zeros(4), vjp.tensor([1.0, 2.0]), (2,), (2,))
    tensor([1., 0., 2., 0.])
    """
    places = _ops.arange(input.numel(), device=input.device)
    chosen = _ops.as_strided(places, size, stride, storage_offset or 0)
    if tuple(src.shape) != tuple(chosen.shape):
        raise ShapeError(f"as_strided_scatter: 'src' has shape {list(src.shape)}, expected {list(chosen.shape)}")
    return _ops.put(input.contiguous(), chosen, src)


# ---- windows ----

def _window(name, values, count, periodic, dtype, device, requires_grad):
    """values(i, last) of the places i of a window whose last one is `last`; that of a period's end is left out."""
    made = dtype_of(dtype or get_default_dtype())
    if not made.is_floating_point:
        raise DtypeError(f"{name}: dtype is {made}, expected a floating one")
    if count < 0:
        raise InvalidError(f"{name}: window_length is {count}, expected 0 or more")
    if count <= 1:
        return _ops.ones(count, dtype=made, device=device, requires_grad=requires_grad)
    i = _ops.arange(float(count), dtype="float64", device=device)
    window = values(i, count if periodic else count - 1).to(made)
    return window.requires_grad_() if requires_grad else window


def _cosines(*factors):
    """factors[0] - factors[1] cos(t) + factors[2] cos(2 t), where t runs through a period."""
    def values(i, last):
        turn = i * (2 * math.pi / last)
        return sum((-1)**k * factor * (turn * k).cos() for k, factor in enumerate(factors))

    return values


def hann_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """Hann's window, 1/2 - cos / 2; `periodic`: of a signal that repeats, else symmetric.

    >>> vjp.hann_window(4)
    tensor([0. , 0.5, 1. , 0.5])
    """
    return _window("hann_window", _cosines(0.5, 0.5), window_length, periodic, dtype, device, requires_grad)


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, device=None,
                   requires_grad=False):
    """Hamming's window, alpha - beta cos.

    >>> vjp.hamming_window(4)
    tensor([0.08, 0.54, 1.  , 0.54])
    """
    return _window("hamming_window", _cosines(alpha, beta), window_length, periodic, dtype, device, requires_grad)


def blackman_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """Blackman's window of two cosines.

    >>> vjp.blackman_window(2)
    tensor([0., 1.])
    """
    values = _cosines(0.42, 0.5, 0.08)
    return _window("blackman_window", lambda i, last: values(i, last).clamp(min=0), window_length, periodic, dtype,
                   device, requires_grad)


def bartlett_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """Bartlett's window, a triangle.

    >>> vjp.bartlett_window(4)
    tensor([0. , 0.5, 1. , 0.5])
    """
    return _window("bartlett_window", lambda i, last: 1 - (i * (2 / last) - 1).abs(), window_length, periodic, dtype,
                   device, requires_grad)


def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, device=None, requires_grad=False):
    """Kaiser's window, of I0.

    >>> vjp.kaiser_window(3, periodic=False, beta=0.0)
    tensor([1., 1., 1.])
    """
    whole = _ops.i0(tensor(float(beta), dtype="float64")).item()

    def values(i, last):
        return _ops.i0((1 - (i * (2 / last) - 1).square()).clamp(min=0).sqrt() * beta) / whole

    return _window("kaiser_window", values, window_length, periodic, dtype, device, requires_grad)


def scalar_tensor(s, *, dtype=None, device=None, requires_grad=False):
    """A tensor of one number and no dimensions, of the default dtype unless one is given."""
    return _ops.full((), s, dtype=dtype or get_default_dtype(), device=device, requires_grad=requires_grad)


def empty_strided(size, stride, *, dtype=None, device=None, requires_grad=False):
    """An uninitialised tensor of these sizes and strides.

    >>> vjp.empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    size, stride = tuple(size), tuple(stride)
    reach = 0 if 0 in size else 1 + sum((n - 1) * step for n, step in zip(size, stride))
    made = _ops.as_strided(_ops.empty(reach, dtype=dtype, device=device), size, stride).detach()
    return made.requires_grad_() if requires_grad else made


def randint_like(input, low, high=None, *, dtype=None, device=None, generator=None, requires_grad=False):
    """Random integers from low (0 where only one bound is given) to before high, in the shape and dtype of input.

    >>> vjp.randint_like(vjp.zeros(3), 1)
    tensor([0., 0., 0.])
    """
    low, high = (0, low) if high is None else (low, high)
    made = _ops.randint(low, high, input.shape, dtype="int64", device=input.device if device is None else device,
                        generator=generator).to(input.dtype if dtype is None else dtype)
    return made.requires_grad_() if requires_grad else made
