"""The Cauchy distribution."""

from __future__ import annotations

import math

from .. import Tensor, atan, empty, full_like, inf, nan, tan
from ._location_scale import LocationScale
from .distribution import SampleShape


class Cauchy(LocationScale):
    """1 / (pi scale (1 + ((x - loc) / scale)^2)), Student's t with one degree of freedom. Reparametrised. It has no
    mean."""

    @property
    def mean(self) -> Tensor:
        return full_like(self.loc, nan)

    @property
    def variance(self) -> Tensor:
        return full_like(self.loc, inf)

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        noise = empty(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device).cauchy_()
        return self.loc + noise * self.scale

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return -math.log(math.pi) - self.scale.log() - ((value - self.loc) / self.scale).square().log1p()

    def cdf(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value: Tensor) -> Tensor:
        return tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self) -> Tensor:
        return math.log(4 * math.pi) + self.scale.log()
