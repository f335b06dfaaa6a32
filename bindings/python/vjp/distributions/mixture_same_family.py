"""Mixtures of the members of a batch."""

from __future__ import annotations

from typing import Any, Self

from .. import Tensor, log_softmax, logsumexp, no_grad
from . import constraints
from .categorical import Categorical
from .distribution import Distribution, SampleShape, _of_same_type


class MixtureSameFamily(Distribution):
    """A member of the last batch dimension of `component_distribution`, with the probabilities of
    `mixture_distribution`, a Categorical. Not reparametrised.

    >>> mixture = vjp.distributions.Categorical(vjp.ones(3))
    >>> parts = vjp.distributions.Normal(vjp.tensor([-2.0, 0.0, 2.0]), 1.0)
    >>> vjp.distributions.MixtureSameFamily(mixture, parts).mean
    tensor(0.)
    """

    arg_constraints: Any = {}

    def __init__(self, mixture_distribution: Categorical, component_distribution: Distribution,
                 validate_args: bool | None = None) -> None:
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError("The Mixture distribution needs to be an instance of vjp.distributions.Categorical, not "
                             f"{type(mixture_distribution).__name__}")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution need to be an instance of vjp.distributions.Distribution, not "
                             f"{type(component_distribution).__name__}")
        count, parts = mixture_distribution._num_events, component_distribution.batch_shape
        if not parts or parts[-1] != count:
            raise ValueError(f"the mixture has {count} choices, and the last dimension of the components' batch_shape, "
                             f"{tuple(parts)}, must be that")
        for a, b in zip(mixture_distribution.batch_shape[::-1], parts[:-1][::-1]):
            if 1 != a != b != 1:
                raise ValueError(f"the mixture's batch_shape {tuple(mixture_distribution.batch_shape)} is not that of "
                                 f"the components, {tuple(parts)}, without the last dimension")
        self._mixture_distribution, self._component_distribution = mixture_distribution, component_distribution
        super().__init__(parts[:-1], component_distribution.event_shape, validate_args)

    @property
    def mixture_distribution(self) -> Categorical:
        """Which member is drawn."""
        return self._mixture_distribution

    @property
    def component_distribution(self) -> Distribution:
        """The members."""
        return self._component_distribution

    def expand(self, batch_shape: SampleShape, _instance: Any = None) -> Self:
        new = _of_same_type(self, _instance)
        parts = self._component_distribution
        MixtureSameFamily.__init__(new, self._mixture_distribution.expand(batch_shape),
                                   parts.expand((*batch_shape, parts.batch_shape[-1])), False)
        new._validate_args = self._validate_args
        return new

    @constraints.dependent_property
    def support(self) -> constraints.Constraint:
        """Where values lie: as those of the components, whose bounds must not differ."""
        found: constraints.Constraint = self._component_distribution.support
        return found

    def _by_event(self, weights: Tensor) -> Tensor:
        return weights.reshape(*weights.shape, *[1] * len(self._event_shape))

    def _expected(self, values: Tensor) -> Tensor:
        return (self._by_event(self._mixture_distribution.probs) * values).sum(-1 - len(self._event_shape))

    @property
    def mean(self) -> Tensor:
        return self._expected(self._component_distribution.mean)

    @property
    def variance(self) -> Tensor:
        """The mean of the variances and the variance of the means."""
        parts, events = self._component_distribution, len(self._event_shape)
        off = parts.mean - self.mean.unsqueeze(-1 - events)
        return self._expected(parts.variance + off.square())

    @no_grad()
    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        events = len(self._event_shape)
        drawn = self._component_distribution.sample(sample_shape)
        which = self._mixture_distribution.expand(self._batch_shape).sample(sample_shape)
        place = self._by_event(which.unsqueeze(-1)).expand(*which.shape, 1, *self._event_shape)
        return drawn.gather(drawn.ndim - 1 - events, place).squeeze(-1 - events)

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        parts = self._component_distribution.log_prob(value.unsqueeze(-1 - len(self._event_shape)))
        return logsumexp(parts + log_softmax(self._mixture_distribution.logits, -1), -1)

    def cdf(self, value: Tensor) -> Tensor:
        parts = self._component_distribution.cdf(value.unsqueeze(-1))
        return (self._mixture_distribution.probs * parts).sum(-1)

    def __repr__(self) -> str:
        return f"MixtureSameFamily({self._mixture_distribution!r}, {self._component_distribution!r})"
