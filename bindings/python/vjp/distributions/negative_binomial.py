"""The negative binomial distribution."""

from __future__ import annotations

from typing import Any

from .. import Tensor, lgamma, logsigmoid, no_grad, poisson
from . import constraints
from ._gamma_samples import log_standard_gamma
from .bernoulli import _Binary
from .distribution import SampleShape
from .utils import broadcast_all, one_of


class NegativeBinomial(_Binary):
    """How many trials succeed, each with the probability `probs`, before `total_count` have failed, which may be any
    positive number. Not reparametrised."""

    arg_constraints = {"total_count": constraints.nonnegative, "probs": constraints.half_open_interval(0.0, 1.0),
                       "logits": constraints.real}
    support: Any = constraints.nonnegative_integer
    total_count: Tensor

    def __init__(self, total_count: Tensor | float, probs: Tensor | float | None = None,
                 logits: Tensor | float | None = None, validate_args: bool | None = None) -> None:
        self._given_as, value = one_of("NegativeBinomial", probs, logits)
        count, vars(self)[self._given_as] = broadcast_all(total_count, value)
        self.total_count = count.to(self._param.dtype)
        super().__init__(self._param.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.total_count * self.logits.exp()

    @property
    def mode(self) -> Tensor:
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0)

    @property
    def variance(self) -> Tensor:
        return self.mean / (-self.logits).sigmoid()

    @no_grad()
    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        """Of a Poisson distribution whose rate is of a gamma distribution."""
        log_rate = log_standard_gamma(self.total_count, self._extended_shape(sample_shape)) + self.logits
        return poisson(log_rate.exp())

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        n = self.total_count
        choices = lgamma(n + value) - lgamma(value + 1) - lgamma(n)
        return choices + n * logsigmoid(-self.logits) + value * logsigmoid(self.logits)
