"""The Bernoulli distribution."""

from __future__ import annotations

from typing import Any

from .. import Tensor, arange, bernoulli, nan, no_grad, where
from ..nn.functional import binary_cross_entropy_with_logits
from . import constraints
from ._probs_or_logits import ProbsOrLogits
from .distribution import SampleShape
from .utils import broadcast_all, lazy_property, logits_to_probs, one_of, probs_to_logits


class _Binary(ProbsOrLogits):
    """What is given by the probability of a success, or by its log-odds."""

    arg_constraints: Any = {"probs": constraints.unit_interval, "logits": constraints.real}

    @lazy_property
    def logits(self) -> Tensor:
        """The log-odds of a success."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self) -> Tensor:
        """The probability of a success."""
        return logits_to_probs(self.logits, is_binary=True)


class Bernoulli(_Binary):
    """1 with the probability `probs`, of which `logits` are the log-odds, and 0 otherwise. Not reparametrised."""

    support: Any = constraints.boolean
    has_enumerate_support = True

    def __init__(self, probs: Tensor | float | None = None, logits: Tensor | float | None = None,
                 validate_args: bool | None = None) -> None:
        self._given_as, value = one_of("Bernoulli", probs, logits)
        (vars(self)[self._given_as],) = broadcast_all(value)
        super().__init__(self._param.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.probs

    @property
    def mode(self) -> Tensor:
        return where(self.probs == 0.5, nan, (self.probs > 0.5).to(self.probs.dtype))

    @property
    def variance(self) -> Tensor:
        return self.probs * (1 - self.probs)

    @no_grad()
    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        return bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return -binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self) -> Tensor:
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

    def enumerate_support(self, expand: bool = True) -> Tensor:
        values = arange(2, dtype=self._param.dtype, device=self._param.device)
        values = values.reshape(-1, *[1] * len(self._batch_shape))
        return values.expand(2, *self._batch_shape) if expand else values
