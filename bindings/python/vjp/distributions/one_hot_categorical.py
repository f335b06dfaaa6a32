"""The categorical distribution, of unit vectors."""

from __future__ import annotations

from typing import Any

from .. import Tensor, eye, no_grad
from ..nn.functional import one_hot
from . import constraints
from .categorical import _Choices
from .distribution import SampleShape


class OneHotCategorical(_Choices):
    """As Categorical, but of vectors with a 1 for what was chosen. Not reparametrised."""

    support: Any = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs: Tensor | None = None, logits: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        self._take(type(self).__name__, probs, logits)
        super().__init__(self._param.shape[:-1], self._param.shape[-1:], validate_args)

    @property
    def mean(self) -> Tensor:
        return self.probs

    @property
    def mode(self) -> Tensor:
        return one_hot(self._param.argmax(-1), self._param.shape[-1]).to(self._param.dtype)

    @property
    def variance(self) -> Tensor:
        return self.probs * (1 - self.probs)

    @no_grad()
    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        return one_hot(self._draw(sample_shape), self._param.shape[-1]).to(self._param.dtype)

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return (value * self.logits).sum(-1)

    def entropy(self) -> Tensor:
        return self._entropy_of_one()

    def enumerate_support(self, expand: bool = True) -> Tensor:
        size = self._param.shape[-1]
        values = eye(size, dtype=self._param.dtype, device=self._param.device)
        values = values.reshape(size, *[1] * len(self._batch_shape), size)
        return values.expand(size, *self._batch_shape, size) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """OneHotCategorical with an rsample whose gradient is that of the probabilities (Bengio, Leonard and Courville,
    Estimating or Propagating Gradients Through Stochastic Neurons, 2013): biased."""

    has_rsample = True

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        return self.sample(sample_shape) + (self.probs - self.probs.detach())
