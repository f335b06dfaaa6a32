"""The distribution of Fisher and Snedecor: quotients of two chi-squared numbers."""

from __future__ import annotations

from typing import Any

from .. import Tensor, finfo, lgamma, nan, where
from . import constraints
from .chi2 import Chi2
from .distribution import Distribution, SampleShape
from .utils import broadcast_all


class FisherSnedecor(Distribution):
    """(x / df1) / (y / df2) for x and y of Chi2(df1) and Chi2(df2). Reparametrised as these are."""

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support: Any = constraints.positive
    has_rsample = True
    df1: Tensor
    df2: Tensor

    def __init__(self, df1: Tensor | float, df2: Tensor | float, validate_args: bool | None = None) -> None:
        self.df1, self.df2 = broadcast_all(df1, df2)
        super().__init__(self.df1.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        """NaN for df2 up to 2."""
        return where(self.df2 > 2, self.df2 / (self.df2 - 2), nan)

    @property
    def mode(self) -> Tensor:
        """NaN for df1 up to 2."""
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return where(self.df1 > 2, mode, nan)

    @property
    def variance(self) -> Tensor:
        """NaN for df2 up to 4."""
        m, n = self.df1, self.df2
        return where(n > 4, 2 * n.square() * (m + n - 2) / (m * (n - 2).square() * (n - 4)), nan)

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        above, below = (Chi2(df, False).rsample(sample_shape) / df for df in (self.df1, self.df2))
        return above / below.clamp(min=finfo(below.dtype).tiny)

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        m, n = self.df1 / 2, self.df2 / 2
        ratio = self.df1 / self.df2
        beta = lgamma(m) + lgamma(n) - lgamma(m + n)
        return m * ratio.log() + (m - 1) * value.log() - (m + n) * (ratio * value).log1p() - beta
