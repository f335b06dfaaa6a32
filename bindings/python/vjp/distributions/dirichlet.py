"""The Dirichlet distribution."""

from __future__ import annotations

from typing import Any

from .. import Tensor, digamma, lgamma, softmax, where, xlogy, zeros_like
from . import constraints
from ._gamma_samples import log_standard_gamma
from .distribution import Distribution, SampleShape


class Dirichlet(Distribution):
    """Vectors of positive numbers whose sum is 1, with the density prod x_i^(concentration_i - 1) / B(concentration).

    Reparametrised: samples are those of gamma distributions, by their sum.
    """

    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}
    support: Any = constraints.simplex
    has_rsample = True
    concentration: Tensor

    def __init__(self, concentration: Tensor, validate_args: bool | None = None) -> None:
        if concentration.ndim < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args)

    @property
    def mean(self) -> Tensor:
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self) -> Tensor:
        """Where all concentrations are below 1, the density is infinite at every corner: the first one."""
        above = (self.concentration - 1).clamp(min=0)
        corner = zeros_like(above)
        corner[..., 0] = 1
        return where((self.concentration < 1).all(-1, keepdim=True), corner, above / above.sum(-1, True))

    @property
    def variance(self) -> Tensor:
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.square() * (total + 1))

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        return softmax(log_standard_gamma(self.concentration, self._extended_shape(sample_shape)), -1)

    def _log_normaliser(self) -> Tensor:
        return lgamma(self.concentration).sum(-1) - lgamma(self.concentration.sum(-1))

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        return xlogy(self.concentration - 1, value).sum(-1) - self._log_normaliser()

    def entropy(self) -> Tensor:
        a, total = self.concentration, self.concentration.sum(-1)
        return self._log_normaliser() + (total - a.shape[-1]) * digamma(total) - ((a - 1) * digamma(a)).sum(-1)
