"""The gamma distribution, and chi-squared, which is one."""

from __future__ import annotations

from typing import Any

from .. import Tensor, digamma, finfo, lgamma, xlogy
from . import constraints
from ._gamma_samples import log_standard_gamma
from ._incomplete import gammainc
from .distribution import Distribution, SampleShape
from .utils import broadcast_all


class Gamma(Distribution):
    """rate^concentration x^(concentration - 1) exp(-rate x) / Gamma(concentration), for x > 0.

    Reparametrised in both, in the concentration implicitly (Figurnov, Mohamed and Mnih, 2018).
    """

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support: Any = constraints.nonnegative
    has_rsample = True
    concentration: Tensor
    rate: Tensor

    def __init__(self, concentration: Tensor | float, rate: Tensor | float, validate_args: bool | None = None) -> None:
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.concentration / self.rate

    @property
    def mode(self) -> Tensor:
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self) -> Tensor:
        return self.concentration / self.rate.square()

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        log_sample = log_standard_gamma(self.concentration, self._extended_shape(sample_shape))
        return (log_sample - self.rate.log()).exp().clamp(min=finfo(log_sample.dtype).tiny)

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        a = self.concentration
        return xlogy(a, self.rate) + xlogy(a - 1, value) - self.rate * value - lgamma(a)

    def cdf(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        a, x = broadcast_all(self.concentration, self.rate * value)
        return gammainc(a, x)

    def entropy(self) -> Tensor:
        a = self.concentration
        return a - self.rate.log() + lgamma(a) + (1 - a) * digamma(a)
