"""Normalisation: by the batch, the instance, groups of channels, the last dimensions, neighbouring channels."""

from collections.abc import Sequence
from typing import Any

from ... import Tensor, ones, zeros
from .. import functional
from ..parameter import Parameter
from .linear import DeviceLike, DTypeLike
from .module import Module
from .state import Problems, State


def _affine(module: Module, shape: Sequence[int], weight: bool, bias: bool, device: DeviceLike,
            dtype: DTypeLike) -> None:
    """weight, which begins as ones, and bias, as zeros; or None."""
    options: dict[str, Any] = dict(device=device, dtype=dtype)
    module.register_parameter("weight", Parameter(ones(shape, **options)) if weight else None)
    module.register_parameter("bias", Parameter(zeros(shape, **options)) if bias else None)


class _Running(Module):
    """Per channel, with statistics that run along in training: running_mean, running_var, num_batches_tracked."""

    _ranks: tuple[int, ...]
    _channel_dim = 1

    def __init__(self, num_features: int, eps: float, momentum: float | None, affine: bool, track_running_stats: bool,
                 device: DeviceLike, dtype: DTypeLike) -> None:
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        _affine(self, (num_features,), affine, affine, device, dtype)
        track = track_running_stats
        self.register_buffer("running_mean", zeros(num_features, device=device, dtype=dtype) if track else None)
        self.register_buffer("running_var", ones(num_features, device=device, dtype=dtype) if track else None)
        self.register_buffer("num_batches_tracked", zeros((), device=device, dtype="int64") if track else None)

    def reset_running_stats(self) -> None:
        """Statistics of no batch: mean 0, variance 1."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Begins anew, statistics included."""
        self.reset_running_stats()
        if self.affine:
            self.weight.detach().fill_(1)
            self.bias.detach().zero_()

    def _check(self, input: Tensor) -> None:
        if input.ndim not in self._ranks:
            wanted = " or ".join(f"{rank}" for rank in self._ranks)
            raise ValueError(f"{type(self).__name__}: an input of {wanted} dimensions is wanted, not shape "
                             f"{list(input.shape)}")

    def _load_own_state(self, state: State, prefix: str, problems: Problems, assign: bool) -> None:
        key = prefix + "num_batches_tracked"
        if self.track_running_stats and key not in state:  # files from before PyTorch 0.4.1 have none
            state[key] = self.num_batches_tracked
        super()._load_own_state(state, prefix, problems, assign)

    def extra_repr(self) -> str:
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
                f"track_running_stats={self.track_running_stats}")


class _BatchNorm(_Running):
    def __init__(self, num_features: int, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = True,
                 track_running_stats: bool = True, device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        self._check(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                momentum = 1 / self.num_batches_tracked.item()  # the mean of all batches
        by_batch = self.training or self.running_mean is None
        keep = not self.training or self.track_running_stats
        return functional.batch_norm(input, self.running_mean if keep else None, self.running_var if keep else None,
                                     self.weight, self.bias, by_batch, momentum, self.eps)


class BatchNorm1d(_BatchNorm):
    """Each channel of [N, C] or [N, C, L] to mean 0 and variance 1 over the batch, then times weight plus bias.

    In eval() by running_mean and running_var, which training moves by `momentum` towards each batch's, or with None to
    the mean of all batches.
    """

    _ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    """As BatchNorm1d, of images [N, C, H, W]."""

    _ranks = (4,)


class BatchNorm3d(_BatchNorm):
    """As BatchNorm1d, of volumes [N, C, D, H, W]."""

    _ranks = (5,)


class _InstanceNorm(_Running):
    def __init__(self, num_features: int, eps: float = 1e-5, momentum: float = 0.1, affine: bool = False,
                 track_running_stats: bool = False, device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        self._check(input)
        alone = input.ndim == self._ranks[0]
        result = functional.instance_norm(
            input.unsqueeze(0) if alone else input, self.running_mean, self.running_var, self.weight, self.bias,
            self.training or not self.track_running_stats, 0.0 if self.momentum is None else self.momentum, self.eps)
        return result.squeeze(0) if alone else result


class InstanceNorm1d(_InstanceNorm):
    """Each channel of each sample of [N, C, L] or [C, L] to mean 0 and variance 1; with `affine` times weight plus
    bias. With `track_running_stats` eval() takes the statistics that ran along."""

    _ranks = (2, 3)
    _channel_dim = -2


class InstanceNorm2d(_InstanceNorm):
    """As InstanceNorm1d, of images [N, C, H, W] or [C, H, W]."""

    _ranks = (3, 4)
    _channel_dim = -3


class InstanceNorm3d(_InstanceNorm):
    """As InstanceNorm1d, of volumes [N, C, D, H, W] or [C, D, H, W]."""

    _ranks = (4, 5)
    _channel_dim = -4


def _shape(normalized_shape: int | Sequence[int]) -> tuple[int, ...]:
    return (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)


class LayerNorm(Module):
    """The last dimensions, of sizes `normalized_shape`, to mean 0 and variance 1, then times weight plus bias."""

    def __init__(self, normalized_shape: int | Sequence[int], eps: float = 1e-5, elementwise_affine: bool = True,
                 bias: bool = True, device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__()
        self.normalized_shape, self.eps = _shape(normalized_shape), eps
        self.elementwise_affine = elementwise_affine
        _affine(self, self.normalized_shape, elementwise_affine, elementwise_affine and bias, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        return functional.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class RMSNorm(Module):
    """The last dimensions, of sizes `normalized_shape`, by the root of their mean square, then times weight."""

    def __init__(self, normalized_shape: int | Sequence[int], eps: float | None = None,
                 elementwise_affine: bool = True, device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__()
        self.normalized_shape, self.eps = _shape(normalized_shape), eps
        self.elementwise_affine = elementwise_affine
        weight = ones(self.normalized_shape, device=device, dtype=dtype) if elementwise_affine else None
        self.register_parameter("weight", None if weight is None else Parameter(weight))

    def forward(self, input: Tensor) -> Tensor:
        return functional.rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class GroupNorm(Module):
    """Each of num_groups groups of channels of [N, C, ...] to mean 0 and variance 1, then times weight plus bias of
    each channel."""

    def __init__(self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True,
                 device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__()
        if num_groups < 1 or num_channels % num_groups:
            raise ValueError(f"GroupNorm: num_groups is {num_groups}, expected a divisor of num_channels, "
                             f"{num_channels}")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        _affine(self, (num_channels,), affine, affine, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        return functional.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"


class LocalResponseNorm(Module):
    """Each element by (k + alpha * the mean square of `size` channels around it)**beta."""

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> None:
        super().__init__()
        self.size, self.alpha, self.beta, self.k = size, alpha, beta, k

    def forward(self, input: Tensor) -> Tensor:
        return functional.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
