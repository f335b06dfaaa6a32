"""The multinomial distribution."""

from __future__ import annotations

from .. import Tensor, arange, lgamma, no_grad, ones_like, xlogy, zeros
from . import constraints
from .binomial import Binomial
from .categorical import _Choices
from .distribution import SampleShape


class Multinomial(_Choices):
    """How often each choice comes in `total_count` draws of a Categorical. Not reparametrised. All of the batch have
    one total_count; log_prob takes counts of any sum, as in PyTorch, up to total_count where values are checked."""

    total_count: int

    def __init__(self, total_count: int = 1, probs: Tensor | None = None, logits: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported: an int is wanted, not "
                                      f"{type(total_count).__name__}")
        self.total_count = total_count
        self._take("Multinomial", probs, logits)
        super().__init__(self._param.shape[:-1], self._param.shape[-1:], validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self) -> constraints.Constraint:
        """Where values lie."""
        return constraints.multinomial(self.total_count)

    @property
    def mean(self) -> Tensor:
        return self.probs * self.total_count

    @property
    def variance(self) -> Tensor:
        return self.total_count * self.probs * (1 - self.probs)

    @no_grad()
    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        drawn = self._draw((self.total_count, *sample_shape)).movedim(0, -1)
        counts = zeros(self._extended_shape(sample_shape), dtype=self._param.dtype, device=self._param.device)
        return counts.scatter_add(-1, drawn, ones_like(drawn).to(counts.dtype))

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        orders = lgamma(value.sum(-1) + 1) - lgamma(value + 1).sum(-1)
        certain = xlogy(value, self.probs) if self._given_as == "probs" else value * self.logits
        return orders + certain.sum(-1)

    def entropy(self) -> Tensor:
        """-log n! + n H(probs) + the sum of E[log x_i!], whose x_i are binomial."""
        n = self.total_count
        each = Binomial(n, probs=self.probs, validate_args=False)
        values = arange(n + 1, dtype=self._param.dtype, device=self._param.device)
        values = values.reshape(-1, *[1] * self._param.ndim)
        expected = (each.log_prob(values).exp() * lgamma(values + 1)).sum((0, -1))
        return n * self._entropy_of_one() - lgamma(values.flatten()[-1] + 1) + expected
