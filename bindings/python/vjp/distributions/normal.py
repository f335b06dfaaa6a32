"""The normal distribution."""

from __future__ import annotations

import math

from .. import Tensor, randn
from ..special import ndtr, ndtri
from ._location_scale import LocationScale
from .distribution import SampleShape


class Normal(LocationScale):
    """The normal distribution of mean `loc` and standard deviation `scale`. Reparametrised.

    >>> vjp.distributions.Normal(0.0, vjp.tensor([1.0, 2.0])).log_prob(vjp.tensor(0.0))
    tensor([-0.9189, -1.6121])
    """

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def stddev(self) -> Tensor:
        return self.scale

    @property
    def variance(self) -> Tensor:
        return self.scale.square()

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        noise = randn(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + noise * self.scale

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return -0.5 * ((value - self.loc) / self.scale).square() - self.scale.log() - 0.5 * math.log(2 * math.pi)

    def cdf(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return ndtr((value - self.loc) / self.scale)

    def icdf(self, value: Tensor) -> Tensor:
        return self.loc + self.scale * ndtri(value)

    def entropy(self) -> Tensor:
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()
