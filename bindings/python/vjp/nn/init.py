"""How parameters begin: PyTorch's initialisers, which write into a tensor and return it. Nothing is recorded."""

import math
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from .. import Generator, InvalidError, Tensor, linalg, no_grad, randn, randperm

__all__ = ["calculate_gain", "constant_", "dirac_", "eye_", "kaiming_normal_", "kaiming_uniform_", "normal_", "ones_",
           "orthogonal_", "sparse_", "trunc_normal_", "uniform_", "xavier_normal_", "xavier_uniform_", "zeros_"]

_P = ParamSpec("_P")
_PLAIN = ["linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "sigmoid"]
_GAINS = {"tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4, **dict.fromkeys(_PLAIN, 1.0)}


def _unrecorded(function: Callable[_P, Tensor]) -> Callable[_P, Tensor]:
    @wraps(function)
    def wrapper(*args: _P.args, **kwargs: _P.kwargs) -> Tensor:
        with no_grad():
            return function(*args, **kwargs)

    return wrapper


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """What keeps the scale of numbers through a nonlinearity, named as in nn.functional; `param`: leaky_relu's slope.

    >>> vjp.nn.init.calculate_gain("leaky_relu", 1.0)
    1.0
    """
    if nonlinearity == "leaky_relu":
        return math.sqrt(2 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity not in _GAINS:
        raise InvalidError(f"calculate_gain: nonlinearity must be one of {', '.join(sorted([*_GAINS, 'leaky_relu']))}, "
                           f"not {nonlinearity!r}")
    return _GAINS[nonlinearity]


def _fans(tensor: Tensor, what: str) -> tuple[int, int]:
    """How many numbers an output element is made of, and an input element goes into."""
    if tensor.ndim < 2:
        raise InvalidError(f"{what}: a tensor of two dimensions or more has fans, not shape {list(tensor.shape)}")
    receptive = math.prod(tensor.shape[2:])
    return tensor.shape[1] * receptive, tensor.shape[0] * receptive


@_unrecorded
def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Numbers between a and b, all as likely."""
    return tensor.uniform_(a, b, generator=generator)


@_unrecorded
def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Numbers of the normal distribution."""
    return tensor.normal_(mean, std, generator=generator)


@_unrecorded
def trunc_normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0,
                  generator: Generator | None = None) -> Tensor:
    """Numbers of the normal distribution, as far as they lie between a and b (those are values, not deviations)."""
    if not (a < b and std > 0):
        raise InvalidError(f"trunc_normal_: a < b and std > 0 are wanted, got a = {a}, b = {b}, std = {std}")
    low, high = (math.erf((x - mean) / std / math.sqrt(2)) for x in (a, b))
    tensor.uniform_(low, high, generator=generator)
    return tensor.erfinv_().mul_(std * math.sqrt(2)).add_(mean).clamp_(a, b)


@_unrecorded
def constant_(tensor: Tensor, val: float) -> Tensor:
    """The same number everywhere."""
    return tensor.fill_(val)


def ones_(tensor: Tensor) -> Tensor:
    """Ones."""
    return constant_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Zeros."""
    return constant_(tensor, 0.0)


@_unrecorded
def eye_(tensor: Tensor) -> Tensor:
    """The identity, of a matrix: ones on the diagonal, zeros elsewhere."""
    if tensor.ndim != 2:
        raise InvalidError(f"eye_: a matrix is wanted, not shape {list(tensor.shape)}")
    tensor.zero_().diagonal().fill_(1.0)
    return tensor


@_unrecorded
def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """The weight of a convolution that hands its channels on: [out, in / groups, kernel...]."""
    if not 3 <= tensor.ndim <= 5 or tensor.shape[0] % groups:
        raise InvalidError(f"dirac_: the weight of a convolution, whose first size {groups} divides, is wanted, not "
                           f"shape {list(tensor.shape)}")
    out, center = tensor.shape[0] // groups, tuple(size // 2 for size in tensor.shape[2:])
    tensor.zero_()
    for group in range(groups):
        for d in range(min(out, tensor.shape[1])):
            tensor[(group * out + d, d, *center)] = 1.0
    return tensor


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Uniform, by the mean of both fans (Glorot and Bengio, 2010)."""
    bound = gain * math.sqrt(6 / sum(_fans(tensor, "xavier_uniform_")))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Normal, by the mean of both fans (Glorot and Bengio, 2010)."""
    return normal_(tensor, 0.0, gain * math.sqrt(2 / sum(_fans(tensor, "xavier_normal_"))), generator)


def _deviation(tensor: Tensor, a: float, mode: str, nonlinearity: str, what: str) -> float:
    if mode not in ("fan_in", "fan_out"):
        raise InvalidError(f"{what}: mode must be 'fan_in' or 'fan_out', not {mode!r}")
    return calculate_gain(nonlinearity, a) / math.sqrt(_fans(tensor, what)[mode == "fan_out"])


def kaiming_uniform_(tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu",
                     generator: Generator | None = None) -> Tensor:
    """Uniform, by one fan and the gain of what follows (He and others, 2015); `a`: leaky_relu's slope."""
    if 0 in tensor.shape:
        return tensor
    bound = math.sqrt(3) * _deviation(tensor, a, mode, nonlinearity, "kaiming_uniform_")
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu",
                    generator: Generator | None = None) -> Tensor:
    """Normal, by one fan and the gain of what follows (He and others, 2015); `a`: leaky_relu's slope."""
    if 0 in tensor.shape:
        return tensor
    return normal_(tensor, 0.0, _deviation(tensor, a, mode, nonlinearity, "kaiming_normal_"), generator)


@_unrecorded
def orthogonal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Orthonormal rows or columns, whichever are fewer, of [rows, the rest flattened] (Saxe and others, 2013)."""
    _fans(tensor, "orthogonal_")
    rows, columns = tensor.shape[0], math.prod(tensor.shape[1:])
    flat = randn(rows, columns, dtype=tensor.dtype, device=tensor.device, generator=generator)
    q, r = linalg.qr(flat.T if rows < columns else flat)
    q = q * r.diagonal().sign()  # which makes all orthogonal matrices as likely
    return tensor.copy_((q.T if rows < columns else q).reshape(tensor.shape)).mul_(gain)


@_unrecorded
def sparse_(tensor: Tensor, sparsity: float, std: float = 0.01, generator: Generator | None = None) -> Tensor:
    """Normal numbers in a matrix, in each column of which the part `sparsity` is zero (Martens, 2010)."""
    if tensor.ndim != 2:
        raise InvalidError(f"sparse_: a matrix is wanted, not shape {list(tensor.shape)}")
    tensor.normal_(0.0, std, generator=generator)
    absent = math.ceil(sparsity * tensor.shape[0])
    for column in range(tensor.shape[1]):
        rows = randperm(tensor.shape[0], generator=generator, device=tensor.device)[:absent]
        tensor[rows, column] = 0.0
    return tensor
