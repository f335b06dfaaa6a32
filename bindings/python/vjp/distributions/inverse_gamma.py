"""The inverse gamma distribution."""

from __future__ import annotations

from typing import Any

from .. import Tensor, digamma, inf, lgamma, where
from . import constraints
from .gamma import Gamma
from .transformed_distribution import OfParameters
from .transforms import PowerTransform
from .utils import broadcast_all


class InverseGamma(OfParameters):
    """1 / x for x of Gamma(concentration, rate). Reparametrised as that is."""

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support: Any = constraints.positive
    concentration: Tensor
    rate: Tensor

    def __init__(self, concentration: Tensor | float, rate: Tensor | float, validate_args: bool | None = None) -> None:
        self.concentration, self.rate = broadcast_all(concentration, rate)
        base = Gamma(self.concentration, self.rate, validate_args)
        super().__init__(base, PowerTransform(base.rate.new_tensor(-1.0)), validate_args)

    @property
    def mean(self) -> Tensor:
        """Infinite for a concentration up to 1."""
        a = self.concentration
        return where(a > 1, self.rate / (a - 1), inf)

    @property
    def mode(self) -> Tensor:
        return self.rate / (self.concentration + 1)

    @property
    def variance(self) -> Tensor:
        """Infinite for a concentration up to 2."""
        a = self.concentration
        return where(a > 2, self.rate.square() / ((a - 1).square() * (a - 2)), inf)

    def entropy(self) -> Tensor:
        a = self.concentration
        return a + self.rate.log() + lgamma(a) - (1 + a) * digamma(a)
