"""The Weibull distribution, and Pareto's: functions of an exponential number."""

from __future__ import annotations

from typing import Any

from .. import Tensor, lgamma, ones_like, where
from . import constraints
from .exponential import Exponential
from .gumbel import EULER
from .transformed_distribution import OfParameters
from .transforms import AffineTransform, ExpTransform, PowerTransform
from .utils import broadcast_all


class Weibull(OfParameters):
    """scale E^(1 / concentration) for E of the exponential distribution. Reparametrised."""

    arg_constraints = {"scale": constraints.positive, "concentration": constraints.positive}
    support: Any = constraints.positive
    scale: Tensor
    concentration: Tensor

    def __init__(self, scale: Tensor | float, concentration: Tensor | float,
                 validate_args: bool | None = None) -> None:
        self.scale, self.concentration = broadcast_all(scale, concentration)
        base = Exponential(ones_like(self.scale), validate_args=validate_args)
        super().__init__(base, [PowerTransform(1 / self.concentration), AffineTransform(0.0, self.scale)],
                         validate_args)

    def _moment(self, order: int) -> Tensor:
        return lgamma(1 + order / self.concentration).exp()

    @property
    def mean(self) -> Tensor:
        return self.scale * self._moment(1)

    @property
    def mode(self) -> Tensor:
        k = self.concentration
        return self.scale * where(k > 1, (k - 1).clamp(min=0) / k, 0.0).pow(1 / k)

    @property
    def variance(self) -> Tensor:
        return self.scale.square() * (self._moment(2) - self._moment(1).square())

    def entropy(self) -> Tensor:
        return EULER * (1 - 1 / self.concentration) + (self.scale / self.concentration).log() + 1


class Pareto(OfParameters):
    """alpha scale^alpha / x^(alpha + 1), for x >= scale. Reparametrised."""

    arg_constraints = {"scale": constraints.positive, "alpha": constraints.positive}
    scale: Tensor
    alpha: Tensor

    def __init__(self, scale: Tensor | float, alpha: Tensor | float, validate_args: bool | None = None) -> None:
        self.scale, self.alpha = broadcast_all(scale, alpha)
        base = Exponential(self.alpha, validate_args=validate_args)
        super().__init__(base, [ExpTransform(), AffineTransform(0.0, self.scale)], validate_args)

    @constraints.dependent_property
    def support(self) -> constraints.Constraint:
        """Where values lie."""
        return constraints.greater_than_eq(self.scale)

    @property
    def mean(self) -> Tensor:
        """Infinite for alpha up to 1."""
        a = self.alpha.clamp(min=1)  # the quotient is infinite at 1
        return a * self.scale / (a - 1)

    @property
    def mode(self) -> Tensor:
        return self.scale

    @property
    def variance(self) -> Tensor:
        """Infinite for alpha up to 2."""
        a = self.alpha.clamp(min=2)
        return self.scale.square() * a / ((a - 1).square() * (a - 2))

    def entropy(self) -> Tensor:
        return (self.scale / self.alpha).log() + 1 + 1 / self.alpha
