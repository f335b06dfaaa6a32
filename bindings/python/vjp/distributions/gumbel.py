"""The Gumbel distribution."""

from __future__ import annotations

import math
from typing import Any

from .. import Tensor
from . import constraints
from .distribution import Distribution, SampleShape
from .utils import broadcast_all, exponential_like

EULER = 0.57721566490153286061


class Gumbel(Distribution):
    """exp(-z - exp(-z)) / scale with z = (x - loc) / scale, the distribution of largest values. Reparametrised."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.real
    has_rsample = True
    loc: Tensor
    scale: Tensor

    def __init__(self, loc: Tensor | float, scale: Tensor | float, validate_args: bool | None = None) -> None:
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.loc + self.scale * EULER

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def variance(self) -> Tensor:
        return self.scale.square() * (math.pi**2 / 6)

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        return self.loc - self.scale * exponential_like(self._extended_shape(sample_shape), self.loc).log()

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        z = (value - self.loc) / self.scale
        return -z - (-z).exp() - self.scale.log()

    def cdf(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return (-((self.loc - value) / self.scale).exp()).exp()

    def icdf(self, value: Tensor) -> Tensor:
        return self.loc - self.scale * (-value.log()).log()

    def entropy(self) -> Tensor:
        return self.scale.log() + (1 + EULER)
