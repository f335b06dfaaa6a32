"""Dropout: nothing outside of training."""

from ... import Tensor
from .. import functional
from .module import Module


class _Dropout(Module):
    _function: str

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"{type(self).__name__}: p is {p}, expected a probability between 0 and 1")
        self.p, self.inplace = p, inplace

    def forward(self, input: Tensor) -> Tensor:
        result: Tensor = getattr(functional, self._function)(input, self.p, self.training)
        return input.copy_(result) if self.inplace and self.training else result

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_Dropout):
    """Each element is zero with probability p, and divided by 1 - p otherwise."""

    _function = "dropout"


class Dropout1d(_Dropout):
    """Whole channels of [N, C, L] or [C, L] are zero with probability p, the others divided by 1 - p."""

    _function = "dropout1d"


class Dropout2d(_Dropout):
    """Whole channels of [N, C, H, W] or [C, H, W] are zero with probability p, the others divided by 1 - p."""

    _function = "dropout2d"


class Dropout3d(_Dropout):
    """Whole channels of [N, C, D, H, W] or [C, D, H, W] are zero with probability p, the others divided by 1 - p."""

    _function = "dropout3d"


class AlphaDropout(_Dropout):
    """Each element takes SELU's lowest value with probability p; mean and variance stay."""

    _function = "alpha_dropout"


class FeatureAlphaDropout(_Dropout):
    """AlphaDropout of whole channels."""

    _function = "feature_alpha_dropout"
