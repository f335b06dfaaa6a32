"""Student's t distribution."""

from __future__ import annotations

import math
from typing import Any

from .. import Tensor, digamma, inf, lgamma, nan, randn, where
from . import constraints
from ._gamma_samples import log_standard_gamma
from .distribution import Distribution, SampleShape
from .utils import broadcast_all


class StudentT(Distribution):
    """loc + scale t, with t of `df` degrees of freedom. Reparametrised."""

    arg_constraints = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.real
    has_rsample = True
    df: Tensor
    loc: Tensor
    scale: Tensor

    def __init__(self, df: Tensor | float, loc: Tensor | float = 0.0, scale: Tensor | float = 1.0,
                 validate_args: bool | None = None) -> None:
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        super().__init__(self.df.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return where(self.df > 1, self.loc, nan)

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def variance(self) -> Tensor:
        finite = self.scale.square() * self.df / (self.df - 2)
        return where(self.df > 2, finite, where(self.df > 1, self.df * 0 + inf, nan))

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        noise = randn(shape, dtype=self.df.dtype, device=self.df.device)
        log_chi2 = log_standard_gamma(0.5 * self.df, shape) + math.log(2)
        return self.loc + self.scale * noise * (0.5 * (self.df.log() - log_chi2)).exp()

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        t = (value - self.loc) / self.scale
        normaliser = (self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi)
                      + lgamma(0.5 * self.df) - lgamma(0.5 * (self.df + 1)))
        return -0.5 * (self.df + 1) * (t.square() / self.df).log1p() - normaliser

    def entropy(self) -> Tensor:
        log_beta = lgamma(0.5 * self.df) + 0.5 * math.log(math.pi) - lgamma(0.5 * (self.df + 1))
        half = 0.5 * (self.df + 1)
        return self.scale.log() + half * (digamma(half) - digamma(0.5 * self.df)) + 0.5 * self.df.log() + log_beta
