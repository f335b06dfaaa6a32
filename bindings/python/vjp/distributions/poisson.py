"""The Poisson distribution."""

from __future__ import annotations

from typing import Any

from .. import Tensor, lgamma, no_grad, poisson, xlogy
from . import constraints
from .distribution import Distribution, SampleShape
from .utils import broadcast_all


class Poisson(Distribution):
    """rate^k exp(-rate) / k!, for k = 0, 1, ... Not reparametrised; values are of the rate's dtype."""

    arg_constraints = {"rate": constraints.nonnegative}
    support: Any = constraints.nonnegative_integer
    rate: Tensor

    def __init__(self, rate: Tensor | float, validate_args: bool | None = None) -> None:
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.rate

    @property
    def mode(self) -> Tensor:
        return self.rate.floor()

    @property
    def variance(self) -> Tensor:
        return self.rate

    @no_grad()
    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        return poisson(self.rate.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        rate, value = broadcast_all(self.rate, value)
        return xlogy(value, rate) - rate - lgamma(value + 1)
