"""The half-normal distribution, and the half of Cauchy's."""

from __future__ import annotations

import math
from typing import Any

from .. import Tensor, full_like, inf, where, zeros_like
from . import constraints
from .cauchy import Cauchy
from .log_normal import _OfBase
from .normal import Normal
from .transforms import AbsTransform


class _Half(_OfBase):
    """|x| of a distribution around 0 that is even."""

    arg_constraints = {"scale": constraints.positive}
    support: Any = constraints.nonnegative

    @property
    def scale(self) -> Tensor:
        """The scale of the whole distribution."""
        return self.base_dist.scale  # type: ignore[no-any-return]

    @property
    def mode(self) -> Tensor:
        return zeros_like(self.scale)

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return where(value >= 0, self.base_dist.log_prob(value) + math.log(2), -inf)

    def cdf(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return 2 * self.base_dist.cdf(value) - 1  # type: ignore[no-any-return]

    def icdf(self, value: Tensor) -> Tensor:
        return self.base_dist.icdf((value + 1) / 2)  # type: ignore[no-any-return]

    def entropy(self) -> Tensor:
        return self.base_dist.entropy() - math.log(2)  # type: ignore[no-any-return]


class HalfNormal(_Half):
    """|x| of a number of the normal distribution of mean 0 and standard deviation `scale`. Reparametrised."""

    def __init__(self, scale: Tensor | float, validate_args: bool | None = None) -> None:
        super().__init__(Normal(0.0, scale, validate_args=validate_args), AbsTransform(), validate_args)

    @property
    def mean(self) -> Tensor:
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> Tensor:
        return self.scale.square() * (1 - 2 / math.pi)


class HalfCauchy(_Half):
    """|x| of a number of the Cauchy distribution around 0 of a scale. Reparametrised. Its mean is infinite."""

    def __init__(self, scale: Tensor | float, validate_args: bool | None = None) -> None:
        super().__init__(Cauchy(0.0, scale, validate_args=validate_args), AbsTransform(), validate_args)

    @property
    def mean(self) -> Tensor:
        return full_like(self.scale, inf)

    @property
    def variance(self) -> Tensor:
        return self.base_dist.variance  # type: ignore[no-any-return]
