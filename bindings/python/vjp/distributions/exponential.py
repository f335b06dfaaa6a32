"""The exponential distribution."""

from __future__ import annotations

from typing import Any

from .. import Tensor, zeros_like
from . import constraints
from .distribution import Distribution, SampleShape
from .utils import broadcast_all, exponential_like


class Exponential(Distribution):
    """rate exp(-rate x), for x >= 0. Reparametrised."""

    arg_constraints = {"rate": constraints.positive}
    support: Any = constraints.nonnegative
    has_rsample = True
    rate: Tensor

    def __init__(self, rate: Tensor | float, validate_args: bool | None = None) -> None:
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return 1 / self.rate

    @property
    def mode(self) -> Tensor:
        return zeros_like(self.rate)

    @property
    def stddev(self) -> Tensor:
        return 1 / self.rate

    @property
    def variance(self) -> Tensor:
        return self.rate.pow(-2)

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        return exponential_like(self._extended_shape(sample_shape), self.rate) / self.rate

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return -(-self.rate * value).expm1()

    def icdf(self, value: Tensor) -> Tensor:
        return -(-value).log1p() / self.rate

    def entropy(self) -> Tensor:
        return 1 - self.rate.log()
