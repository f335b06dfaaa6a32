"""The geometric distribution."""

from __future__ import annotations

from typing import Any

from .. import Tensor, no_grad, xlog1py, zeros_like
from . import constraints
from .bernoulli import _Binary
from .distribution import SampleShape
from .utils import broadcast_all, exponential_like, one_of


class Geometric(_Binary):
    """How many trials fail before the first success, of the probability `probs`. Not reparametrised."""

    support: Any = constraints.nonnegative_integer

    def __init__(self, probs: Tensor | float | None = None, logits: Tensor | float | None = None,
                 validate_args: bool | None = None) -> None:
        self._given_as, value = one_of("Geometric", probs, logits)
        (vars(self)[self._given_as],) = broadcast_all(value)
        super().__init__(self._param.shape, validate_args=validate_args)
        if self._validate_args and not bool((self.probs > 0).all()):
            raise ValueError("Expected parameter probs of distribution Geometric to satisfy probs > 0, but found "
                             f"invalid values:\n{self.probs}")

    @property
    def mean(self) -> Tensor:
        return 1 / self.probs - 1

    @property
    def mode(self) -> Tensor:
        return zeros_like(self.probs)

    @property
    def variance(self) -> Tensor:
        return (1 / self.probs - 1) / self.probs

    @no_grad()
    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        return (exponential_like(shape, self.probs) / -(-self.probs).log1p()).floor()

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return xlog1py(value, -self.probs) + self.probs.log()

    def entropy(self) -> Tensor:
        failure = 1 - self.probs
        return -(self.probs.log() + xlog1py(failure, -self.probs) / self.probs)
