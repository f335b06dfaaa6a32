"""Layers that learn the size of what they are given from their first input."""

from __future__ import annotations

from typing import Any

from ... import Tensor, zeros
from ..parameter import UninitializedParameter
from .conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d, _Convolution
from .linear import DeviceLike, DTypeLike, Linear
from .module import Module
from .norm import (
    BatchNorm1d,
    BatchNorm2d,
    BatchNorm3d,
    InstanceNorm1d,
    InstanceNorm2d,
    InstanceNorm3d,
    _Running,
)
from .state import Problems, State


class LazyModuleMixin:
    """Makes a module lazy that has UninitializedParameters: the first call, and the first state that is loaded, give
    them their shapes.

    A subclass defines initialize_parameters, which gets the arguments of the first call; the module is a
    `cls_to_become` from there on. Before that call, which may be a dry run, it can be moved, converted and given to an
    optimizer, but its parameters have no elements to count or to fill.
    """

    cls_to_become: type[Module] | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.register_forward_pre_hook(_learn_sizes, with_kwargs=True)  # type: ignore[attr-defined]

    def initialize_parameters(self: Any, *args: Any, **kwargs: Any) -> None:
        """Gives the parameters their shapes. A subclass defines it."""
        raise NotImplementedError(f"{type(self).__name__} has no initialize_parameters")

    def has_uninitialized_params(self: Any) -> bool:
        """Whether a parameter waits for its shape."""
        return any(isinstance(parameter, UninitializedParameter) for parameter in self._parameters.values())

    def _load_own_state(self: Any, state: State, prefix: str, problems: Problems, assign: bool) -> None:
        for name, parameter in self._parameters.items():
            given = state.get(prefix + name)
            if isinstance(parameter, UninitializedParameter) and isinstance(given, Tensor) and given.numel():
                parameter.materialize(given.shape)
        super()._load_own_state(state, prefix, problems, assign)  # type: ignore[misc]


def _learn_sizes(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """The hook before the first call."""
    module.initialize_parameters(*args, **kwargs)
    hooks = module._forward_pre_hooks
    for number in [number for number, (hook, _) in hooks.items() if hook is _learn_sizes]:
        del hooks[number]
    if module.cls_to_become is not None:
        module.__class__ = module.cls_to_become


class LazyLinear(LazyModuleMixin, Linear):
    """Linear, whose in_features are those of the first input."""

    cls_to_become = Linear

    def __init__(self, out_features: int, bias: bool = True, device: DeviceLike = None,
                 dtype: DTypeLike = None) -> None:
        super().__init__(0, out_features, bias, device, dtype)
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Begins anew."""
        if self.in_features:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor) -> None:
        """Takes in_features from the input."""
        self.in_features = input.shape[-1]
        shapes = {"weight": (self.out_features, self.in_features), "bias": (self.out_features,)}
        if self.has_uninitialized_params():
            for name, parameter in self._parameters.items():
                if isinstance(parameter, UninitializedParameter):
                    parameter.materialize(shapes[name])
            self.reset_parameters()


class _LazyConvolution(LazyModuleMixin, _Convolution):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(0, *args, **kwargs)
        self.weight = UninitializedParameter(device=self.weight.device, dtype=self.weight.dtype)

    def initialize_parameters(self, input: Tensor, *others: Any) -> None:
        """Takes in_channels from the input."""
        channels = input.shape[-self._rank - 1] if input.ndim > self._rank else 0
        if not channels or channels % self.groups:
            raise ValueError(f"{type(self).__name__}: the input has shape {list(input.shape)}, expected "
                             f"{self._rank + 1} or {self._rank + 2} dimensions, and channels that groups, "
                             f"{self.groups}, divides")
        self.in_channels = channels
        if self.has_uninitialized_params():
            front, back = (channels, self.out_channels) if self._transposed else (self.out_channels, channels)
            weight: Any = self.weight
            weight.materialize((front, back // self.groups, *self.kernel_size))
            self.reset_parameters()


class LazyConv1d(_LazyConvolution, Conv1d):
    """Conv1d, whose in_channels are those of the first input."""

    cls_to_become = Conv1d


class LazyConv2d(_LazyConvolution, Conv2d):
    """Conv2d, whose in_channels are those of the first input."""

    cls_to_become = Conv2d


class LazyConv3d(_LazyConvolution, Conv3d):
    """Conv3d, whose in_channels are those of the first input."""

    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConvolution, ConvTranspose1d):
    """ConvTranspose1d, whose in_channels are those of the first input."""

    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvolution, ConvTranspose2d):
    """ConvTranspose2d, whose in_channels are those of the first input."""

    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvolution, ConvTranspose3d):
    """ConvTranspose3d, whose in_channels are those of the first input."""

    cls_to_become = ConvTranspose3d


class _LazyNorm(LazyModuleMixin, _Running):
    def __init__(self, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = True,
                 track_running_stats: bool = True, device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__(0, eps, momentum, affine, track_running_stats, device, dtype)
        if affine:
            self.weight = UninitializedParameter(device=device, dtype=dtype)
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def _make_room_for_statistics(self, count: int) -> None:
        for name in ("running_mean", "running_var"):
            buffer = self._buffers[name]
            if buffer is not None and not buffer.numel():
                self._buffers[name] = zeros(count, device=buffer.device, dtype=buffer.dtype)

    def _load_own_state(self, state: State, prefix: str, problems: Problems, assign: bool) -> None:
        given = state.get(prefix + "running_mean")
        if isinstance(given, Tensor):
            self._make_room_for_statistics(given.numel())
        super()._load_own_state(state, prefix, problems, assign)

    def initialize_parameters(self, input: Tensor) -> None:
        """Takes num_features from the input."""
        self._check(input)
        self.num_features = input.shape[self._channel_dim]
        if not self.has_uninitialized_params() and self.running_mean is not None and self.running_mean.numel():
            return  # a state was loaded
        for parameter in self._parameters.values():
            if isinstance(parameter, UninitializedParameter):
                parameter.materialize((self.num_features,))
        self._make_room_for_statistics(self.num_features)
        self.reset_parameters()


class LazyBatchNorm1d(_LazyNorm, BatchNorm1d):
    """BatchNorm1d, whose num_features are the channels of the first input."""

    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNorm, BatchNorm2d):
    """BatchNorm2d, whose num_features are the channels of the first input."""

    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNorm, BatchNorm3d):
    """BatchNorm3d, whose num_features are the channels of the first input."""

    cls_to_become = BatchNorm3d


class LazyInstanceNorm1d(_LazyNorm, InstanceNorm1d):
    """InstanceNorm1d, whose num_features are the channels of the first input."""

    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(_LazyNorm, InstanceNorm2d):
    """InstanceNorm2d, whose num_features are the channels of the first input."""

    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(_LazyNorm, InstanceNorm3d):
    """InstanceNorm3d, whose num_features are the channels of the first input."""

    cls_to_become = InstanceNorm3d
