"""Pooling."""

from collections.abc import Sequence
from typing import Any

from ... import Tensor
from .. import functional
from .module import Module

Sizes = int | Sequence[int]
Numbers = float | Sequence[float]


class _Pool(Module):
    """A function of the input and of the options that the module was made with."""

    _function: str

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self._options = tuple(options)
        for name, value in options.items():
            setattr(self, name, value)

    def _given(self) -> dict[str, Any]:
        options = {name: getattr(self, name) for name in self._options}
        if not options.get("return_indices", True):
            del options["return_indices"]  # the form of the operator that gives one tensor
        return options

    def forward(self, input: Tensor) -> Any:
        return getattr(functional, self._function)(input, **self._given())

    def extra_repr(self) -> str:
        return ", ".join(f"{name}={getattr(self, name)}" for name in self._options if not name.startswith("_"))


def _step(stride: Sizes | None, kernel_size: Sizes) -> Sizes:
    return kernel_size if stride is None else stride


class _MaxPool(_Pool):
    def __init__(self, kernel_size: Sizes, stride: Sizes | None = None, padding: Sizes = 0, dilation: Sizes = 1,
                 return_indices: bool = False, ceil_mode: bool = False) -> None:
        super().__init__(kernel_size=kernel_size, stride=_step(stride, kernel_size), padding=padding,
                         dilation=dilation, return_indices=return_indices, ceil_mode=ceil_mode)


class MaxPool1d(_MaxPool):
    """The largest element of each window of [N, C, L] or [C, L]; return_indices: and its place, for MaxUnpool1d.

    Windows begin `stride` apart, kernel_size unless told otherwise; `ceil_mode`: the last may reach beyond the end.
    """

    _function = "max_pool1d"


class MaxPool2d(_MaxPool):
    """As MaxPool1d, of images [N, C, H, W] or [C, H, W]."""

    _function = "max_pool2d"


class MaxPool3d(_MaxPool):
    """As MaxPool1d, of volumes [N, C, D, H, W] or [C, D, H, W]."""

    _function = "max_pool3d"


class _MaxUnpool(_Pool):
    def __init__(self, kernel_size: Sizes, stride: Sizes | None = None, padding: Sizes = 0) -> None:
        super().__init__(kernel_size=kernel_size, stride=_step(stride, kernel_size), padding=padding)

    def forward(self, input: Tensor, indices: Tensor,  # type: ignore[override]
                output_size: Sequence[int] | None = None) -> Any:
        """A tensor with the elements of `input` at `indices`, zeros elsewhere."""
        return getattr(functional, self._function)(input, indices, self.kernel_size, self.stride, self.padding,
                                                   output_size)


class MaxUnpool1d(_MaxUnpool):
    """Puts what MaxPool1d found back where it was; zeros elsewhere."""

    _function = "max_unpool1d"


class MaxUnpool2d(_MaxUnpool):
    """Puts what MaxPool2d found back where it was; zeros elsewhere."""

    _function = "max_unpool2d"


class MaxUnpool3d(_MaxUnpool):
    """Puts what MaxPool3d found back where it was; zeros elsewhere."""

    _function = "max_unpool3d"


class AvgPool1d(_Pool):
    """The mean of each window of [N, C, L] or [C, L]; count_include_pad: zeros beyond the ends count.

    Windows begin `stride` apart, kernel_size unless told otherwise.
    """

    _function = "avg_pool1d"

    def __init__(self, kernel_size: Sizes, stride: Sizes | None = None, padding: Sizes = 0, ceil_mode: bool = False,
                 count_include_pad: bool = True) -> None:
        super().__init__(kernel_size=kernel_size, stride=_step(stride, kernel_size), padding=padding,
                         ceil_mode=ceil_mode, count_include_pad=count_include_pad)


class _AvgPool(_Pool):
    def __init__(self, kernel_size: Sizes, stride: Sizes | None = None, padding: Sizes = 0, ceil_mode: bool = False,
                 count_include_pad: bool = True, divisor_override: int | None = None) -> None:
        super().__init__(kernel_size=kernel_size, stride=_step(stride, kernel_size), padding=padding,
                         ceil_mode=ceil_mode, count_include_pad=count_include_pad, divisor_override=divisor_override)


class AvgPool2d(_AvgPool):
    """As AvgPool1d, of images [N, C, H, W] or [C, H, W]; `divisor_override` takes the count's place."""

    _function = "avg_pool2d"


class AvgPool3d(_AvgPool):
    """As AvgPool2d, of volumes [N, C, D, H, W] or [C, D, H, W]."""

    _function = "avg_pool3d"


class _LPPool(_Pool):
    def __init__(self, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None,
                 ceil_mode: bool = False) -> None:
        super().__init__(norm_type=norm_type, kernel_size=kernel_size, stride=stride, ceil_mode=ceil_mode)


class LPPool1d(_LPPool):
    """The norm of order norm_type of each window of [N, C, L] or [C, L]."""

    _function = "lp_pool1d"


class LPPool2d(_LPPool):
    """As LPPool1d, of images [N, C, H, W] or [C, H, W]."""

    _function = "lp_pool2d"


class LPPool3d(_LPPool):
    """As LPPool1d, of volumes [N, C, D, H, W] or [C, D, H, W]."""

    _function = "lp_pool3d"


class _AdaptivePool(_Pool):
    """To `output_size`, whatever the input's; None stands for the input's own."""

    _first: int

    def forward(self, input: Tensor) -> Any:
        size = self.output_size
        if not isinstance(size, int):
            own = input.shape[-self._first:]
            size = [own[i] if n is None else n for i, n in enumerate([size] * self._first if size is None else size)]
        return getattr(functional, self._function)(input, **{**self._given(), "output_size": size})


class _AdaptiveAvgPool(_AdaptivePool):
    def __init__(self, output_size: int | None | Sequence[int | None]) -> None:
        super().__init__(output_size=output_size)


class AdaptiveAvgPool1d(_AdaptiveAvgPool):
    """Means of windows of [N, C, L] or [C, L] such that there are output_size of them."""

    _function, _first = "adaptive_avg_pool1d", 1


class AdaptiveAvgPool2d(_AdaptiveAvgPool):
    """As AdaptiveAvgPool1d, of images; a size for both or for each, None for the input's own."""

    _function, _first = "adaptive_avg_pool2d", 2


class AdaptiveAvgPool3d(_AdaptiveAvgPool):
    """As AdaptiveAvgPool2d, of volumes."""

    _function, _first = "adaptive_avg_pool3d", 3


class _AdaptiveMaxPool(_AdaptivePool):
    def __init__(self, output_size: int | None | Sequence[int | None], return_indices: bool = False) -> None:
        super().__init__(output_size=output_size, return_indices=return_indices)


class AdaptiveMaxPool1d(_AdaptiveMaxPool):
    """Largest elements of windows of [N, C, L] or [C, L] such that there are output_size of them."""

    _function, _first = "adaptive_max_pool1d", 1


class AdaptiveMaxPool2d(_AdaptiveMaxPool):
    """As AdaptiveMaxPool1d, of images; a size for both or for each, None for the input's own."""

    _function, _first = "adaptive_max_pool2d", 2


class AdaptiveMaxPool3d(_AdaptiveMaxPool):
    """As AdaptiveMaxPool2d, of volumes."""

    _function, _first = "adaptive_max_pool3d", 3


class _FractionalMaxPool(_Pool):
    def __init__(self, kernel_size: Sizes, output_size: Sizes | None = None, output_ratio: Numbers | None = None,
                 return_indices: bool = False, _random_samples: Tensor | None = None) -> None:
        if (output_size is None) == (output_ratio is None):
            raise ValueError(f"{type(self).__name__}: give either output_size or output_ratio")
        super().__init__(kernel_size=kernel_size, output_size=output_size, output_ratio=output_ratio,
                         return_indices=return_indices)
        self.register_buffer("_random_samples", _random_samples)
        self._options += ("_random_samples",)


class FractionalMaxPool2d(_FractionalMaxPool):
    """Largest elements of windows of images that begin at random places, about as far apart as they must."""

    _function = "fractional_max_pool2d"


class FractionalMaxPool3d(_FractionalMaxPool):
    """As FractionalMaxPool2d, of volumes."""

    _function = "fractional_max_pool3d"
