"""Convolutions."""

import math
from collections.abc import Sequence

from ... import Tensor
from .. import functional, init
from .linear import DeviceLike, DTypeLike, new_parameter, uniform_bias
from .module import Module

Sizes = int | Sequence[int]
_MODES = ("zeros", "reflect", "replicate", "circular")


def spread(value: Sizes, rank: int, what: str) -> tuple[int, ...]:
    """A number for every dimension, or as many as there are."""
    values = (value,) * rank if hasattr(value, "__index__") else tuple(value)
    if len(values) != rank:
        raise ValueError(f"{what} is {values}, expected an integer or {rank} of them")
    return values  # type: ignore[return-value]


class _Convolution(Module):
    """What convolutions share. weight and bias begin uniform within 1 / sqrt(fan_in)."""

    _rank: int
    _transposed = False

    def __init__(self, in_channels: int, out_channels: int, kernel_size: Sizes, stride: Sizes, padding: Sizes | str,
                 dilation: Sizes, output_padding: Sizes, groups: int, bias: bool, padding_mode: str,
                 device: DeviceLike, dtype: DTypeLike) -> None:
        super().__init__()
        name, rank = type(self).__name__, self._rank
        for what, channels in (("in_channels", in_channels), ("out_channels", out_channels)):
            if groups < 1 or channels % groups:
                raise ValueError(f"{name}: groups is {groups}, expected a divisor of {what}, {channels}")
        if padding_mode not in (_MODES[:1] if self._transposed else _MODES):
            raise ValueError(f"{name}: padding_mode must be one of {', '.join(_MODES)} ('zeros' for transposed "
                             f"convolutions), not {padding_mode!r}")
        self.in_channels, self.out_channels, self.groups, self.padding_mode = (
            in_channels, out_channels, groups, padding_mode)
        self.kernel_size = spread(kernel_size, rank, f"{name}: kernel_size")
        self.stride = spread(stride, rank, f"{name}: stride")
        self.dilation = spread(dilation, rank, f"{name}: dilation")
        self.output_padding = spread(output_padding, rank, f"{name}: output_padding")
        if isinstance(padding, str):
            if padding not in ("same", "valid"):
                raise ValueError(f"{name}: padding must be integers, 'same' or 'valid', not {padding!r}")
            if padding == "same" and any(step != 1 for step in self.stride):
                raise ValueError(f"{name}: padding='same' is for stride 1, not {self.stride}")
            self.padding: str | tuple[int, ...] = padding
        else:
            self.padding = spread(padding, rank, f"{name}: padding")
        front, back = (in_channels, out_channels) if self._transposed else (out_channels, in_channels)
        self.weight = new_parameter((front, back // groups, *self.kernel_size), device, dtype)
        self.register_parameter("bias", new_parameter((out_channels,), device, dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Begins anew."""
        if self.weight.numel():
            init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        uniform_bias(self.bias, math.prod(self.weight.shape[1:]))

    def _around(self) -> list[int]:
        """How much is added before and after every dimension, the last one first, for functional.pad."""
        sides: list[int] = []
        for d in reversed(range(self._rank)):
            if isinstance(self.padding, str):
                total = self.dilation[d] * (self.kernel_size[d] - 1) if self.padding == "same" else 0
                sides += [total // 2, total - total // 2]
            else:
                sides += [self.padding[d]] * 2
        return sides

    def extra_repr(self) -> str:
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        for name, usual in (("padding", 0), ("dilation", 1), ("output_padding", 0)):
            value = getattr(self, name)
            if value != (usual,) * self._rank:
                text += f", {name}={value!r}"
        text += f", groups={self.groups}" * (self.groups != 1) + ", bias=False" * (self.bias is None)
        return text + f", padding_mode={self.padding_mode}" * (self.padding_mode != "zeros")


class _Forward(_Convolution):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Sizes, stride: Sizes = 1,
                 padding: Sizes | str = 0, dilation: Sizes = 1, groups: int = 1, bias: bool = True,
                 padding_mode: str = "zeros", device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, 0, groups, bias,
                         padding_mode, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        padding = self.padding
        if self.padding_mode != "zeros":
            input, padding = functional.pad(input, self._around(), mode=self.padding_mode), (0,) * self._rank
        result: Tensor = getattr(functional, f"conv{self._rank}d")(
            input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups)
        return result


class Conv1d(_Forward):
    """Cross-correlation of [N, C, L] or [C, L] with kernels that are learnt.

    weight [out_channels, in_channels / groups, kernel] and bias [out_channels] begin uniform within 1 / sqrt(fan_in).
    `padding`: zeros on both sides, or "same", "valid"; `padding_mode`: "zeros", "reflect", "replicate", "circular".
    """

    _rank = 1


class Conv2d(_Forward):
    """As Conv1d, of images [N, C, H, W] or [C, H, W]."""

    _rank = 2


class Conv3d(_Forward):
    """As Conv1d, of volumes [N, C, D, H, W] or [C, D, H, W]."""

    _rank = 3


class _Transposed(_Convolution):
    _transposed = True

    def __init__(self, in_channels: int, out_channels: int, kernel_size: Sizes, stride: Sizes = 1, padding: Sizes = 0,
                 output_padding: Sizes = 0, groups: int = 1, bias: bool = True, dilation: Sizes = 1,
                 padding_mode: str = "zeros", device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, output_padding, groups,
                         bias, padding_mode, device, dtype)

    def _smallest(self, input: Tensor) -> list[int]:
        """The result's size where nothing is added at its end."""
        sizes = input.shape[-self._rank:]
        return [(sizes[d] - 1) * self.stride[d] - 2 * int(self.padding[d])
                + self.dilation[d] * (self.kernel_size[d] - 1) + 1 for d in range(self._rank)]

    def forward(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """The result; `output_size` chooses among the sizes that a stride above 1 allows."""
        added = self.output_padding
        if output_size is not None:
            wanted, smallest = list(output_size)[-self._rank:], self._smallest(input)
            added = tuple(w - s for w, s in zip(wanted, smallest))
            if len(wanted) != self._rank or any(not 0 <= a < max(step, 2) for a, step in zip(added, self.stride)):
                most = [size + step - 1 for size, step in zip(smallest, self.stride)]
                raise ValueError(f"{type(self).__name__}: output_size is {list(output_size)}, expected from {smallest} "
                                 f"to {most} for an input of {list(input.shape)}")
        result: Tensor = getattr(functional, f"conv_transpose{self._rank}d")(
            input, self.weight, self.bias, self.stride, self.padding, added, self.groups, self.dilation)
        return result


class ConvTranspose1d(_Transposed):
    """The gradient of Conv1d towards its input, as a layer: [N, C, L] grows by the stride.

    weight [in_channels, out_channels / groups, kernel] and bias [out_channels] begin uniform within 1 / sqrt(fan_in).
    """

    _rank = 1


class ConvTranspose2d(_Transposed):
    """As ConvTranspose1d, of images [N, C, H, W] or [C, H, W]."""

    _rank = 2


class ConvTranspose3d(_Transposed):
    """As ConvTranspose1d, of volumes [N, C, D, H, W] or [C, D, H, W]."""

    _rank = 3
