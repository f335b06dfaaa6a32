"""The Laplace distribution."""

from __future__ import annotations

import math

from .. import Tensor, rand, sign
from ._location_scale import LocationScale
from .distribution import SampleShape
from .utils import exponential_like


class Laplace(LocationScale):
    """exp(-|x - loc| / scale) / (2 scale). Reparametrised."""

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def variance(self) -> Tensor:
        return 2 * self.scale.square()

    @property
    def stddev(self) -> Tensor:
        return math.sqrt(2) * self.scale

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        side = 1 - 2 * (rand(shape, dtype=self.loc.dtype, device=self.loc.device) < 0.5).to(self.loc.dtype)
        return self.loc + self.scale * (side * exponential_like(shape, self.loc))

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def cdf(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        z = (value - self.loc) / self.scale
        return 0.5 - 0.5 * sign(z) * (-z.abs()).expm1()

    def icdf(self, value: Tensor) -> Tensor:
        centred = value - 0.5
        return self.loc - self.scale * sign(centred) * (-2 * centred.abs()).log1p()

    def entropy(self) -> Tensor:
        return 1 + (2 * self.scale).log()
