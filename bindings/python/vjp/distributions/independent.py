"""Batch dimensions as dimensions of the event."""

from __future__ import annotations

from typing import Any, Self

from .. import Tensor
from . import constraints
from .distribution import Distribution, SampleShape, _of_same_type


def sum_rightmost(value: Tensor, count: int) -> Tensor:
    """The sum over the last dimensions."""
    return value.flatten(value.ndim - count).sum(-1) if count else value


class Independent(Distribution):
    """The distribution of the last `reinterpreted_batch_ndims` dimensions of a batch together: log_prob is the sum over
    them. Reparametrised as its base is.

    >>> vjp.distributions.Independent(vjp.distributions.Normal(vjp.zeros(2, 3), 1.0), 1)
    Independent(Normal(loc: (2, 3), scale: (2, 3)), 1)
    """

    arg_constraints: Any = {}
    base_dist: Distribution

    def __init__(self, base_distribution: Distribution, reinterpreted_batch_ndims: int,
                 validate_args: bool | None = None) -> None:
        batch = base_distribution.batch_shape
        if reinterpreted_batch_ndims > len(batch):
            raise ValueError("Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual "
                             f"{reinterpreted_batch_ndims} vs {len(batch)}")
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        kept = len(batch) - reinterpreted_batch_ndims
        super().__init__(batch[:kept], (*batch[kept:], *base_distribution.event_shape), validate_args)

    def expand(self, batch_shape: SampleShape, _instance: Any = None) -> Self:
        new = _of_same_type(self, _instance)
        inner = self._event_shape[:self.reinterpreted_batch_ndims]
        Independent.__init__(new, self.base_dist.expand((*batch_shape, *inner)), self.reinterpreted_batch_ndims, False)
        new._validate_args = self._validate_args
        return new

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]
        return self.base_dist.has_rsample

    @property
    def has_enumerate_support(self) -> bool:  # type: ignore[override]
        return self.reinterpreted_batch_ndims == 0 and self.base_dist.has_enumerate_support

    @constraints.dependent_property
    def support(self) -> constraints.Constraint:
        """Where values lie."""
        found: constraints.Constraint = self.base_dist.support
        count = self.reinterpreted_batch_ndims
        return constraints.independent(found, count) if count else found

    @property
    def mean(self) -> Tensor:
        return self.base_dist.mean

    @property
    def mode(self) -> Tensor:
        return self.base_dist.mode

    @property
    def variance(self) -> Tensor:
        return self.base_dist.variance

    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Tensor) -> Tensor:
        return sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self) -> Tensor:
        return sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        if self.reinterpreted_batch_ndims > 0:
            raise NotImplementedError("Enumeration over cartesian product is not implemented")
        return self.base_dist.enumerate_support(expand)

    def __repr__(self) -> str:
        return f"Independent({self.base_dist!r}, {self.reinterpreted_batch_ndims})"
