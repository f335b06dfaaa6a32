"""The beta distribution."""

from __future__ import annotations

from typing import Any

from .. import Tensor, digamma, finfo, lgamma, sigmoid, where, xlog1py, xlogy
from . import constraints
from ._gamma_samples import log_standard_gamma
from .distribution import Distribution, SampleShape
from .utils import broadcast_all


class Beta(Distribution):
    """x^(concentration1 - 1) (1 - x)^(concentration0 - 1) / B(concentration1, concentration0), for 0 < x < 1.

    Reparametrised: a sample is a / (a + b) of two of gamma distributions.
    """

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support: Any = constraints.unit_interval
    has_rsample = True
    concentration1: Tensor
    concentration0: Tensor

    def __init__(self, concentration1: Tensor | float, concentration0: Tensor | float,
                 validate_args: bool | None = None) -> None:
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        super().__init__(self.concentration1.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self) -> Tensor:
        """Where both concentrations are below 1, the density is infinite at 0 and 1: 1. NaN where both are 1."""
        a, b = ((c - 1).clamp(min=0) for c in (self.concentration1, self.concentration0))
        return where((self.concentration1 < 1) & (self.concentration0 < 1), 1.0, a / (a + b))

    @property
    def variance(self) -> Tensor:
        a, b = self.concentration1, self.concentration0
        return a * b / ((a + b).square() * (a + b + 1))

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        log_odds = log_standard_gamma(self.concentration1, shape) - log_standard_gamma(self.concentration0, shape)
        limits = finfo(log_odds.dtype)
        return sigmoid(log_odds).clamp(limits.tiny, 1 - limits.eps)

    def _log_normaliser(self) -> Tensor:
        a, b = self.concentration1, self.concentration0
        return lgamma(a) + lgamma(b) - lgamma(a + b)

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return xlogy(self.concentration1 - 1, value) + xlog1py(self.concentration0 - 1, -value) - self._log_normaliser()

    def entropy(self) -> Tensor:
        a, b = self.concentration1, self.concentration0
        return self._log_normaliser() - (a - 1) * digamma(a) - (b - 1) * digamma(b) + (a + b - 2) * digamma(a + b)
