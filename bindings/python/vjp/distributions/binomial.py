"""The binomial distribution."""

from __future__ import annotations

from .. import Tensor, arange, binomial, lgamma, no_grad, xlogy
from ..nn.functional import softplus
from . import constraints
from .bernoulli import _Binary
from .distribution import SampleShape
from .utils import broadcast_all, one_of


class Binomial(_Binary):
    """How many of `total_count` trials succeed, each with the probability `probs`. Not reparametrised."""

    arg_constraints = {"total_count": constraints.nonnegative_integer, "probs": constraints.unit_interval,
                       "logits": constraints.real}
    has_enumerate_support = True
    total_count: Tensor

    def __init__(self, total_count: Tensor | int = 1, probs: Tensor | float | None = None,
                 logits: Tensor | float | None = None, validate_args: bool | None = None) -> None:
        self._given_as, value = one_of("Binomial", probs, logits)
        count, vars(self)[self._given_as] = broadcast_all(total_count, value)
        self.total_count = count.to(self._param.dtype)
        super().__init__(self._param.shape, validate_args=validate_args)

    @constraints.dependent_property(is_discrete=True)
    def support(self) -> constraints.Constraint:
        """Where values lie."""
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self) -> Tensor:
        return self.total_count * self.probs

    @property
    def mode(self) -> Tensor:
        return ((self.total_count + 1) * self.probs).floor().minimum(self.total_count)

    @property
    def variance(self) -> Tensor:
        return self.total_count * self.probs * (1 - self.probs)

    @no_grad()
    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        return binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        n, value = self.total_count, value.to(self.total_count.dtype)
        choices = lgamma(n + 1) - lgamma(value + 1) - lgamma(n - value + 1)
        if self._given_as == "probs":  # exact at 0 and 1, where the log-odds are not finite
            return choices + xlogy(value, self.probs) + xlogy(n - value, 1 - self.probs)
        # log p = -softplus(-logits), log(1 - p) = -softplus(logits)
        return choices + value * self.logits - n * softplus(self.logits, threshold=40)

    def _most(self, what: str) -> int:
        most = int(self.total_count.max().item())
        if int(self.total_count.min().item()) != most:
            raise NotImplementedError(f"Inhomogeneous total count not supported by `{what}`.")
        return most

    def entropy(self) -> Tensor:
        """A sum over all values; the batch must have one total_count."""
        self._most("entropy")
        log_prob = self.log_prob(self.enumerate_support(False))
        return -(log_prob.exp() * log_prob.clamp(min=-1e30)).sum(0)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        count = self._most("enumerate_support") + 1
        values = arange(count, dtype=self._param.dtype, device=self._param.device)
        values = values.reshape(-1, *[1] * len(self._batch_shape))
        return values.expand(count, *self._batch_shape) if expand else values
