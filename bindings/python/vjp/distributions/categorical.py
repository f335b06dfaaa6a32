"""The categorical distribution."""

from __future__ import annotations

from typing import Any

from .. import Tensor, arange, broadcast_tensors, entr, full, multinomial, nan, no_grad
from . import constraints
from ._probs_or_logits import ProbsOrLogits
from .distribution import SampleShape
from .utils import lazy_property, logits_to_probs, normal_logits, one_of, probs_to_logits


class _Choices(ProbsOrLogits):
    """What is given by the probabilities of choices, along the last dimension, or their logarithms."""

    arg_constraints: Any = {"probs": constraints.simplex, "logits": constraints.real_vector}

    def _take(self, what: str, probs: Tensor | None, logits: Tensor | None) -> None:
        name, value = one_of(what, probs, logits)
        if value.ndim < 1:
            raise ValueError(f"`{name}` parameter must be at least one-dimensional.")
        self._given_as = name
        vars(self)[name] = value / value.sum(-1, True) if name == "probs" else normal_logits(value)

    @lazy_property
    def logits(self) -> Tensor:
        """The logarithms of the probabilities."""
        return probs_to_logits(self.probs)

    @lazy_property
    def probs(self) -> Tensor:
        """The probabilities; what was given need not have the sum 1."""
        return logits_to_probs(self.logits)

    def _draw(self, sample_shape: SampleShape) -> Tensor:
        """Numbers of choices, sample_shape + batch_shape."""
        probs, count = self.probs, 1
        for size in sample_shape:
            count *= size
        drawn = multinomial(probs.reshape(-1, probs.shape[-1]), count, True)
        return drawn.t().reshape(*sample_shape, *self._batch_shape)

    def _entropy_of_one(self) -> Tensor:
        return entr(self.probs).sum(-1)


class Categorical(_Choices):
    """A number from 0 on, with the probabilities `probs` along the last dimension, or exp(`logits`), either scaled to
    the sum 1. Not reparametrised; values are int64.

    >>> vjp.distributions.Categorical(vjp.tensor([1.0, 3.0])).log_prob(vjp.tensor([0, 1])).exp()
    tensor([0.25, 0.75])
    """

    has_enumerate_support = True

    def __init__(self, probs: Tensor | None = None, logits: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        self._take("Categorical", probs, logits)
        super().__init__(self._param.shape[:-1], validate_args=validate_args)

    @property
    def _num_events(self) -> int:
        return self._param.shape[-1]

    @constraints.dependent_property(is_discrete=True)
    def support(self) -> constraints.Constraint:
        """Where values lie."""
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def mean(self) -> Tensor:
        return full(self._batch_shape, nan, dtype=self._param.dtype, device=self._param.device)

    @property
    def mode(self) -> Tensor:
        return self._param.argmax(-1)

    @property
    def variance(self) -> Tensor:
        return self.mean

    @no_grad()
    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        return self._draw(sample_shape)

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        value, logits = broadcast_tensors([value.long().unsqueeze(-1), self.logits])
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self) -> Tensor:
        return self._entropy_of_one()

    def enumerate_support(self, expand: bool = True) -> Tensor:
        values = arange(self._num_events, device=self._param.device).reshape(-1, *[1] * len(self._batch_shape))
        return values.expand(self._num_events, *self._batch_shape) if expand else values
