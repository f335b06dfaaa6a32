"""Kumaraswamy's distribution."""

from __future__ import annotations

from typing import Any

from .. import Tensor, digamma, full_like, lgamma, nan, where
from . import constraints
from .gumbel import EULER
from .transformed_distribution import OfParameters
from .transforms import AffineTransform, PowerTransform
from .uniform import Uniform
from .utils import broadcast_all


class Kumaraswamy(OfParameters):
    """a b x^(a - 1) (1 - x^a)^(b - 1) for 0 < x < 1, where a and b are the concentrations: much like Beta, with a cdf
    in closed form. Reparametrised."""

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support: Any = constraints.unit_interval
    concentration1: Tensor
    concentration0: Tensor

    def __init__(self, concentration1: Tensor | float, concentration0: Tensor | float,
                 validate_args: bool | None = None) -> None:
        a, b = self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        base = Uniform(full_like(b, 0), full_like(b, 1), False)
        steps = [PowerTransform(1 / b), AffineTransform(1.0, -1.0), PowerTransform(1 / a)]
        super().__init__(base, steps, validate_args)

    def _moment(self, order: int) -> Tensor:
        """E x^order = b B(1 + order / a, b)."""
        first, b = 1 + order / self.concentration1, self.concentration0
        return b * (lgamma(first) + lgamma(b) - lgamma(first + b)).exp()

    @property
    def mean(self) -> Tensor:
        return self._moment(1)

    @property
    def mode(self) -> Tensor:
        """NaN where it is at an end, or at none."""
        a, b = self.concentration1, self.concentration0
        mode = ((a - 1) / (a * b - 1)).pow(1 / a)
        return where((a >= 1) & (b >= 1) & (a * b != 1), mode, nan)

    @property
    def variance(self) -> Tensor:
        return self._moment(2) - self._moment(1).square()

    def entropy(self) -> Tensor:
        a, b = self.concentration1, self.concentration0
        harmonic = digamma(b + 1) + EULER
        return 1 - 1 / b + (1 - 1 / a) * harmonic - a.log() - b.log()
