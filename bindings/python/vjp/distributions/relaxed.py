"""Choices made continuous, so that gradients go through them (Maddison, Mnih and Teh, The Concrete Distribution, 2017;
Jang, Gu and Poole, Categorical Reparameterization with Gumbel-Softmax, 2017)."""

from __future__ import annotations

from typing import Any, Self

from .. import Tensor, lgamma, log_softmax, logsumexp, rand, tensor
from ..nn.functional import softplus
from . import constraints
from .bernoulli import _Binary
from .categorical import _Choices
from .distribution import SampleShape
from .log_normal import _OfBase
from .transforms import ExpTransform, SigmoidTransform
from .utils import broadcast_all, clamp_probs, exponential_like, one_of


def _temperature(value: Tensor | float, like: Tensor) -> Tensor:
    return value if isinstance(value, Tensor) else tensor(value, dtype=like.dtype, device=like.device)


class LogitRelaxedBernoulli(_Binary):
    """The log-odds of RelaxedBernoulli: (logits + log(u / (1 - u))) / temperature for a uniform u. Reparametrised."""

    support: Any = constraints.real
    has_rsample = True
    temperature: Tensor

    def __init__(self, temperature: Tensor | float, probs: Tensor | float | None = None,
                 logits: Tensor | float | None = None, validate_args: bool | None = None) -> None:
        self._given_as, value = one_of(type(self).__name__, probs, logits)
        (vars(self)[self._given_as],) = broadcast_all(value)
        self.temperature = _temperature(temperature, self._param)
        super().__init__(self._param.shape, validate_args=validate_args)

    def expand(self, batch_shape: SampleShape, _instance: Any = None) -> Self:
        new = super().expand(batch_shape, _instance)
        new.temperature = self.temperature
        return new

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        u = clamp_probs(rand(self._extended_shape(sample_shape), dtype=self._param.dtype, device=self._param.device))
        return (u.log() - (-u).log1p() + self.logits) / self.temperature

    def log_prob(self, value: Tensor) -> Tensor:
        """With d = logits - temperature value: temperature e^d / (1 + e^d)^2."""
        self._validate_sample(value)
        off = self.logits - value * self.temperature
        return self.temperature.log() + off - 2 * softplus(off)


class _Relaxed(_OfBase):
    """What the choices and their logarithms share."""

    base_dist: Any

    @property
    def temperature(self) -> Tensor:
        """How far from a choice: at 0 it would be one."""
        return self.base_dist.temperature  # type: ignore[no-any-return]

    @property
    def logits(self) -> Tensor:
        """The logarithms of the probabilities, or for two choices the log-odds."""
        return self.base_dist.logits  # type: ignore[no-any-return]

    @property
    def probs(self) -> Tensor:
        """The probabilities."""
        return self.base_dist.probs  # type: ignore[no-any-return]


class RelaxedBernoulli(_Relaxed):
    """Numbers between 0 and 1, near to these at a low temperature: the sigmoid of a LogitRelaxedBernoulli.
    Reparametrised."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support: Any = constraints.unit_interval

    def __init__(self, temperature: Tensor | float, probs: Tensor | float | None = None,
                 logits: Tensor | float | None = None, validate_args: bool | None = None) -> None:
        base = LogitRelaxedBernoulli(temperature, probs, logits, validate_args)
        super().__init__(base, SigmoidTransform(), validate_args)


class ExpRelaxedCategorical(_Choices):
    """The logarithms of RelaxedOneHotCategorical: log_softmax((logits + Gumbel noise) / temperature).
    Reparametrised."""

    support: Any = constraints.real_vector
    has_rsample = True
    temperature: Tensor

    def __init__(self, temperature: Tensor | float, probs: Tensor | None = None, logits: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        self._take("RelaxedOneHotCategorical", probs, logits)
        self.temperature = _temperature(temperature, self._param)
        super().__init__(self._param.shape[:-1], self._param.shape[-1:], validate_args)

    def expand(self, batch_shape: SampleShape, _instance: Any = None) -> Self:
        new = super().expand(batch_shape, _instance)
        new.temperature = self.temperature
        return new

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        gumbel = -exponential_like(self._extended_shape(sample_shape), self._param).log()
        return log_softmax((self.logits + gumbel) / self.temperature, -1)

    def log_prob(self, value: Tensor) -> Tensor:
        """(n - 1)! temperature^(n - 1) times the softmax's product of logits - temperature value."""
        self._validate_sample(value)
        n, score = self._param.shape[-1], self.logits - value * self.temperature
        start = lgamma(score.new_ones(()) * n) + (n - 1) * self.temperature.log()
        return start + (score - logsumexp(score, -1, keepdim=True)).sum(-1)


class RelaxedOneHotCategorical(_Relaxed):
    """Points of the simplex, near to its corners at a low temperature. Reparametrised."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support: Any = constraints.simplex

    def __init__(self, temperature: Tensor | float, probs: Tensor | None = None, logits: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args)
        super().__init__(base, ExpTransform(), validate_args)
