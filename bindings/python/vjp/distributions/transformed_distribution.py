"""What is a function of samples of another distribution."""

from __future__ import annotations

from typing import Any, Self, cast

from .. import Tensor, no_grad
from . import constraints
from .distribution import Distribution, SampleShape, _of_same_type
from .independent import Independent, sum_rightmost
from .transforms import ComposeTransform, Transform


class TransformedDistribution(Distribution):
    """The distribution of y = transform(x) for x of `base_distribution`: log p(y) = log p(x) - log |dy / dx|, of one
    transform or of several, the first of which is applied first. Reparametrised as its base is.

    cdf and icdf are there where all transforms grow or fall.
    """

    arg_constraints: Any = {}

    def __init__(self, base_distribution: Distribution, transforms: Transform | list[Transform],
                 validate_args: bool | None = None) -> None:
        self.transforms = [transforms] if isinstance(transforms, Transform) else list(transforms)
        for transform in self.transforms:
            if not isinstance(transform, Transform):
                raise ValueError("transforms must be a Transform or list of Transforms, not "
                                 f"{type(transform).__name__}")
        joint = ComposeTransform(self.transforms)
        events = len(base_distribution.event_shape)
        if len(base_distribution.batch_shape) + events < joint.domain.event_dim:
            raise ValueError(f"base_distribution needs to have shape with size at least {joint.domain.event_dim}, but "
                             f"got {tuple(base_distribution.batch_shape + base_distribution.event_shape)}.")
        shape = (*base_distribution.batch_shape, *base_distribution.event_shape)
        result = joint.forward_shape(shape)
        fitting = joint.inverse_shape(result)  # more than the base's, where the transform has a batch
        if tuple(fitting) != shape:
            base_distribution = base_distribution.expand(fitting[:len(fitting) - events])
        more = joint.domain.event_dim - events
        self.base_dist = Independent(base_distribution, more) if more > 0 else base_distribution
        # events of the result: those of the codomain, and what the base had beyond the domain's
        self._event_dim = joint.codomain.event_dim + max(events - joint.domain.event_dim, 0)
        cut = len(result) - self._event_dim
        super().__init__(result[:cut], result[cut:], validate_args)

    def expand(self, batch_shape: SampleShape, _instance: Any = None) -> Self:
        new = _of_same_type(self, _instance)
        vars(new).update(vars(self))
        joint = ComposeTransform(self.transforms)
        shape = joint.inverse_shape((*batch_shape, *self._event_shape))
        new.base_dist = self.base_dist.expand(shape[:len(shape) - len(self.base_dist.event_shape)])
        new._batch_shape = type(self._batch_shape)(batch_shape)
        return new

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]
        return self.base_dist.has_rsample

    @constraints.dependent_property
    def support(self) -> constraints.Constraint:
        """Where values lie."""
        if not self.transforms:
            found: constraints.Constraint = self.base_dist.support
            return found
        last = self.transforms[-1].codomain
        more = len(self._event_shape) - last.event_dim
        return constraints.independent(last, more) if more > 0 else last

    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        with no_grad():
            x = self.base_dist.sample(sample_shape)
            for transform in self.transforms:
                x = transform(x)
            return x

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        x = self.base_dist.rsample(sample_shape)
        for transform in self.transforms:
            x = transform(x)
        return x

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        event_dim, y, total = len(self._event_shape), value, None
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            event_dim += transform.domain.event_dim - transform.codomain.event_dim
            term = sum_rightmost(transform.log_abs_det_jacobian(x, y), event_dim - transform.domain.event_dim)
            total, y = term if total is None else total + term, x
        base = sum_rightmost(self.base_dist.log_prob(y), event_dim - len(self.base_dist.event_shape))
        return base if total is None else base - total

    def _monotone(self) -> int:
        sign = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        return sign

    def cdf(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        sign = self._monotone()
        return sign * (self.base_dist.cdf(value) - 0.5) + 0.5

    def icdf(self, value: Tensor) -> Tensor:
        value = self.base_dist.icdf(self._monotone() * (value - 0.5) + 0.5)
        for transform in self.transforms:
            value = transform(value)
        return value

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_dist!r}, {self.transforms!r})"


class OfParameters(TransformedDistribution):
    """What is made anew of its parameters, from which its base and its transforms are."""

    _validate_args: bool

    def expand(self, batch_shape: SampleShape, _instance: Any = None) -> Self:
        new = _of_same_type(self, _instance)
        cast(Any, type(self)).__init__(new, *[value.expand(tuple(batch_shape)) for _, value, _ in self._given()],
                                       validate_args=False)
        new._validate_args = self._validate_args
        return new

    def __repr__(self) -> str:
        return super(TransformedDistribution, self).__repr__()
