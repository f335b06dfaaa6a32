"""From free numbers to a region: which transform leads into a constraint, for parameters that an optimizer changes.

    free = vjp.zeros(3, requires_grad=True)
    scale = vjp.distributions.transform_to(vjp.distributions.constraints.positive)(free)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .. import Tensor
from . import constraints, transforms
from .constraints import Constraint
from .transforms import Transform

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]

_F = TypeVar("_F", bound=Callable[[Any], Transform])


class ConstraintRegistry:
    """Called with a constraint, it gives a transform from free numbers to there; `register` adds one for a type."""

    def __init__(self) -> None:
        self._rules: dict[type, Callable[[Any], Transform]] = {}

    def register(self, constraint: Constraint | type, factory: Callable[[Any], Transform] | None = None) -> Any:
        """Adds factory(constraint), or is a decorator for one, for constraints of a type, or that of a constraint."""
        if factory is None:
            return lambda factory: self.register(constraint, factory)
        kind = type(constraint) if isinstance(constraint, Constraint) else constraint
        if not (isinstance(kind, type) and issubclass(kind, Constraint)):
            raise TypeError(f"register: a constraint or a type of constraints is wanted, not {constraint!r}")
        self._rules[kind] = factory
        return factory

    def __call__(self, constraint: Constraint) -> Transform:
        factory = self._rules.get(type(constraint))
        if factory is None:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints: {constraint!r}")
        return factory(constraint)


biject_to = ConstraintRegistry()
transform_to = ConstraintRegistry()


def _both(*kinds: type) -> Callable[[_F], _F]:
    def decorator(factory: _F) -> _F:
        for kind in kinds:
            biject_to.register(kind, factory)
            transform_to.register(kind, factory)
        return factory

    return decorator


def _shifted(base: Transform, loc: Any, scale: Any) -> Transform:
    plain = not isinstance(loc, Tensor) and not isinstance(scale, Tensor) and loc == 0 and scale == 1
    return base if plain else transforms.ComposeTransform([base, transforms.AffineTransform(loc, scale)])


@_both(constraints._Real)
def _real(_: Any) -> Transform:
    return transforms.identity_transform


@_both(constraints._GreaterThan, constraints._GreaterThanEq)
def _above(constraint: Any) -> Transform:
    return _shifted(transforms.ExpTransform(), constraint.lower_bound, 1)


@_both(constraints._LessThan)
def _below(constraint: Any) -> Transform:
    return _shifted(transforms.ExpTransform(), constraint.upper_bound, -1)


@_both(constraints._Interval, constraints._HalfOpenInterval)
def _between(constraint: Any) -> Transform:
    low, high = constraint.lower_bound, constraint.upper_bound
    return _shifted(transforms.SigmoidTransform(), low, high - low)


@_both(constraints._LowerCholesky)
def _lower_cholesky(_: Any) -> Transform:
    return transforms.LowerCholeskyTransform()


def _independent(registry: ConstraintRegistry) -> Callable[[Any], Transform]:
    def factory(constraint: Any) -> Transform:
        base = registry(constraint.base_constraint)
        return transforms.IndependentTransform(base, constraint.reinterpreted_batch_ndims)

    return factory


biject_to.register(constraints._Simplex, lambda _: transforms.StickBreakingTransform())
transform_to.register(constraints._Simplex, lambda _: transforms.SoftmaxTransform())
for _registry in (biject_to, transform_to):
    _registry.register(constraints._Independent, _independent(_registry))
