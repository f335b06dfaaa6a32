"""Padding."""

from collections.abc import Sequence

from ... import Tensor
from .. import functional
from .module import Module

Sizes = int | Sequence[int]


class _Pad(Module):
    _rank: int
    _mode: str
    value: float | None = None

    def __init__(self, padding: Sizes) -> None:
        super().__init__()
        self.padding = (padding,) * (2 * self._rank) if isinstance(padding, int) else tuple(padding)
        if len(self.padding) != 2 * self._rank:
            raise ValueError(f"{type(self).__name__}: padding is {padding}, expected an integer or {2 * self._rank} of "
                             "them, before and after each dimension, the last one first")

    def forward(self, input: Tensor) -> Tensor:
        return functional.pad(input, self.padding, mode=self._mode, value=self.value)

    def extra_repr(self) -> str:
        return str(self.padding) + f", value={self.value}" * (self.value is not None)


class _ConstantPad(_Pad):
    _mode = "constant"

    def __init__(self, padding: Sizes, value: float) -> None:
        super().__init__(padding)
        self.value = value


class _ZeroPad(_Pad):
    _mode = "constant"


class _ReflectionPad(_Pad):
    _mode = "reflect"


class _ReplicationPad(_Pad):
    _mode = "replicate"


class _CircularPad(_Pad):
    _mode = "circular"


class ConstantPad1d(_ConstantPad):
    """Surrounds [..., L] with `value`; `padding`: a number, or those before and after."""

    _rank = 1


class ConstantPad2d(_ConstantPad):
    """Surrounds [..., H, W] with `value`; `padding`: a number, or left, right, top, bottom."""

    _rank = 2


class ConstantPad3d(_ConstantPad):
    """Surrounds [..., D, H, W] with `value`.

    `padding`: a number, or left, right, top, bottom, front, back.
    """

    _rank = 3


class ZeroPad1d(_ZeroPad):
    """Surrounds [..., L] with zeros; `padding`: a number, or those before and after."""

    _rank = 1


class ZeroPad2d(_ZeroPad):
    """Surrounds [..., H, W] with zeros; `padding`: a number, or left, right, top, bottom."""

    _rank = 2


class ZeroPad3d(_ZeroPad):
    """Surrounds [..., D, H, W] with zeros.

    `padding`: a number, or left, right, top, bottom, front, back.
    """

    _rank = 3


class ReflectionPad1d(_ReflectionPad):
    """Surrounds [..., L] with mirror images; `padding`: a number, or those before and after."""

    _rank = 1


class ReflectionPad2d(_ReflectionPad):
    """Surrounds [..., H, W] with mirror images; `padding`: a number, or left, right, top, bottom."""

    _rank = 2


class ReflectionPad3d(_ReflectionPad):
    """Surrounds [..., D, H, W] with mirror images.

    `padding`: a number, or left, right, top, bottom, front, back.
    """

    _rank = 3


class ReplicationPad1d(_ReplicationPad):
    """Surrounds [..., L] with the elements at their ends; `padding`: a number, or those before and after."""

    _rank = 1


class ReplicationPad2d(_ReplicationPad):
    """Surrounds [..., H, W] with the elements at their ends; `padding`: a number, or left, right, top, bottom."""

    _rank = 2


class ReplicationPad3d(_ReplicationPad):
    """Surrounds [..., D, H, W] with the elements at their ends.

    `padding`: a number, or left, right, top, bottom, front, back.
    """

    _rank = 3


class CircularPad1d(_CircularPad):
    """Surrounds [..., L] with what is at their other ends; `padding`: a number, or those before and after."""

    _rank = 1


class CircularPad2d(_CircularPad):
    """Surrounds [..., H, W] with what is at their other ends; `padding`: a number, or left, right, top, bottom."""

    _rank = 2


class CircularPad3d(_CircularPad):
    """Surrounds [..., D, H, W] with what is at their other ends.

    `padding`: a number, or left, right, top, bottom, front, back.
    """

    _rank = 3
