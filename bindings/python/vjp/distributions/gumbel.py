"""The Gumbel distribution."""

from __future__ import annotations

import math

from .. import Tensor
from ._location_scale import LocationScale
from .distribution import SampleShape
from .utils import exponential_like

EULER = 0.57721566490153286061


class Gumbel(LocationScale):
    """exp(-z - exp(-z)) / scale with z = (x - loc) / scale, the distribution of largest values. Reparametrised."""

    @property
    def mean(self) -> Tensor:
        return self.loc + self.scale * EULER

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
