"""Regions of parameters and values, as in torch.distributions.constraints: `constraint.check(value)` says for each
value whether it is inside.

A constraint has an `event_dim`: that many dimensions, the last ones, make up one value, and check() returns the shape
without them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

from .. import Tensor, finfo, ones, zeros_like

__all__ = ["Constraint", "boolean", "corr_cholesky", "dependent", "dependent_property", "greater_than",
           "greater_than_eq", "half_open_interval", "independent", "integer_interval", "interval", "is_dependent",
           "less_than", "lower_cholesky", "lower_triangular", "multinomial", "nonnegative", "nonnegative_integer",
           "one_hot", "positive", "positive_definite", "positive_integer", "positive_semidefinite", "real",
           "real_vector", "simplex", "square", "symmetric", "unit_interval"]


# What a bound may be given as.
Bound = Tensor | float


class Constraint:
    """A region: `check` says which values are inside, `event_dim` of how many dimensions one is, `is_discrete` whether
    the values are isolated."""

    is_discrete = False
    event_dim = 0

    def check(self, value: Tensor) -> Tensor:
        """Booleans of the shape of `value` without its last event_dim dimensions."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return type(self).__name__.lstrip("_") + "()"


class _Dependent(Constraint):
    """One that depends on other parameters, and cannot be checked by itself."""

    def __init__(self, is_discrete: bool = False, event_dim: int = 0) -> None:
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def __call__(self, *, is_discrete: bool = False, event_dim: int = 0) -> _Dependent:
        """Another of these, of values of that many dimensions."""
        return _Dependent(is_discrete, event_dim)

    def check(self, value: Tensor) -> Tensor:
        raise ValueError("Cannot determine validity of dependent constraint")


def is_dependent(constraint: object) -> bool:
    """Whether a constraint depends on other parameters, so that it cannot be checked by itself."""
    return isinstance(constraint, (_Dependent, _DependentProperty))


class _DependentProperty(property):
    def __init__(self, fn: Callable[[Any], Constraint], is_discrete: bool, event_dim: int) -> None:
        super().__init__(fn)
        self.is_discrete, self.event_dim = is_discrete, event_dim


@overload
def dependent_property(fn: Callable[[Any], Constraint]) -> _DependentProperty: ...
@overload
def dependent_property(fn: None = None, *, is_discrete: bool = False,
                       event_dim: int = 0) -> Callable[[Callable[[Any], Constraint]], _DependentProperty]: ...
def dependent_property(fn: Callable[[Any], Constraint] | None = None, *, is_discrete: bool = False,
                       event_dim: int = 0) -> Any:
    """A decorator for a property that is a constraint: of an object the region itself, of the class one that depends.

        @constraints.dependent_property(is_discrete=False, event_dim=0)
        def support(self):
            return constraints.interval(self.low, self.high)
    """
    if fn is None:
        return lambda fn: _DependentProperty(fn, is_discrete, event_dim)
    return _DependentProperty(fn, is_discrete, event_dim)


class _Independent(Constraint):
    def __init__(self, base_constraint: Constraint, reinterpreted_batch_ndims: int) -> None:
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims
        self.is_discrete = base_constraint.is_discrete
        self.event_dim = base_constraint.event_dim + reinterpreted_batch_ndims

    def check(self, value: Tensor) -> Tensor:
        result = self.base_constraint.check(value)
        count = self.reinterpreted_batch_ndims
        if result.ndim < count:
            raise ValueError(f"Expected value.dim() >= {self.event_dim} but got {value.ndim}")
        return result.flatten(result.ndim - count).all(-1) if count else result

    def __repr__(self) -> str:
        return f"Independent({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


class _Compared(Constraint):
    """Bounds, which show in the text."""

    def __init__(self, **bounds: Any) -> None:
        vars(self).update(bounds)
        self._bounds = tuple(bounds)

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={getattr(self, name)}" for name in self._bounds)
        return f"{type(self).__name__.lstrip('_')}({said})"


class _GreaterThan(_Compared):
    lower_bound: Bound

    def check(self, value: Tensor) -> Tensor:
        return value > self.lower_bound


class _GreaterThanEq(_GreaterThan):
    def check(self, value: Tensor) -> Tensor:
        return value >= self.lower_bound


class _LessThan(_Compared):
    upper_bound: Bound

    def check(self, value: Tensor) -> Tensor:
        return value < self.upper_bound


class _Interval(_Compared):
    lower_bound: Bound
    upper_bound: Bound

    def check(self, value: Tensor) -> Tensor:
        return (value >= self.lower_bound) & (value <= self.upper_bound)


class _HalfOpenInterval(_Interval):
    def check(self, value: Tensor) -> Tensor:
        return (value >= self.lower_bound) & (value < self.upper_bound)


class _IntegerInterval(_Interval):
    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value % 1 == 0) & super().check(value)


class _IntegerGreaterThan(_GreaterThan):
    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value % 1 == 0) & (value >= self.lower_bound)


class _Boolean(Constraint):
    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value == 0) | (value == 1)


class _OneHot(Constraint):
    is_discrete = True
    event_dim = 1

    def check(self, value: Tensor) -> Tensor:
        return ((value == 0) | (value == 1)).all(-1) & (value.sum(-1) == 1)


class _Multinomial(Constraint):
    is_discrete = True
    event_dim = 1

    def __init__(self, upper_bound: int) -> None:
        self.upper_bound = upper_bound

    def check(self, value: Tensor) -> Tensor:
        return ((value >= 0) & (value % 1 == 0)).all(-1) & (value.sum(-1) <= self.upper_bound)


class _Real(Constraint):
    def check(self, value: Tensor) -> Tensor:
        return value == value  # NaN is outside


class _Simplex(Constraint):
    event_dim = 1

    def check(self, value: Tensor) -> Tensor:
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


def _no_nan(value: Tensor) -> Tensor:
    return (value == value).flatten(-2).all(-1)


class _Square(Constraint):
    event_dim = 2

    def check(self, value: Tensor) -> Tensor:
        return ones(value.shape[:-2], dtype="bool", device=value.device) if value.shape[-1] == value.shape[-2] else \
            zeros_like(value[..., 0, 0]).bool()


class _Symmetric(_Square):
    def check(self, value: Tensor) -> Tensor:
        square = super().check(value)
        if value.shape[-1] != value.shape[-2]:
            return square
        return ((value - value.mT).abs() <= 1e-6 + 1e-5 * value.abs()).flatten(-2).all(-1)


class _PositiveDefinite(_Symmetric):
    def check(self, value: Tensor) -> Tensor:
        from ..linalg import cholesky_ex

        symmetric = super().check(value)
        if not bool(symmetric.all()):
            return symmetric
        return cholesky_ex(value).info == 0


class _PositiveSemidefinite(_Symmetric):
    def check(self, value: Tensor) -> Tensor:
        from ..linalg import eigvalsh

        symmetric = super().check(value)
        if not bool(symmetric.all()):
            return symmetric
        return (eigvalsh(value) > -1e-6).all(-1)


class _LowerTriangular(Constraint):
    event_dim = 2

    def check(self, value: Tensor) -> Tensor:
        return (value.tril() == value).flatten(-2).all(-1)


class _LowerCholesky(_LowerTriangular):
    def check(self, value: Tensor) -> Tensor:
        return super().check(value) & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1) & _no_nan(value)


class _CorrCholesky(_LowerCholesky):
    def check(self, value: Tensor) -> Tensor:
        unit = (value.square().sum(-1) - 1).abs() < 10 * value.shape[-1] * finfo(value.dtype).eps
        return super().check(value) & unit.all(-1)


def independent(base_constraint: Constraint, reinterpreted_batch_ndims: int) -> Constraint:
    """That all of the values in the last dimensions are inside another constraint."""
    return _Independent(base_constraint, reinterpreted_batch_ndims)


def greater_than(lower_bound: Bound) -> Constraint:
    """x > lower_bound."""
    return _GreaterThan(lower_bound=lower_bound)


def greater_than_eq(lower_bound: Bound) -> Constraint:
    """x >= lower_bound."""
    return _GreaterThanEq(lower_bound=lower_bound)


def less_than(upper_bound: Bound) -> Constraint:
    """x < upper_bound."""
    return _LessThan(upper_bound=upper_bound)


def interval(lower_bound: Bound, upper_bound: Bound) -> Constraint:
    """lower_bound <= x <= upper_bound."""
    return _Interval(lower_bound=lower_bound, upper_bound=upper_bound)


def half_open_interval(lower_bound: Bound, upper_bound: Bound) -> Constraint:
    """lower_bound <= x < upper_bound."""
    return _HalfOpenInterval(lower_bound=lower_bound, upper_bound=upper_bound)


def integer_interval(lower_bound: Bound, upper_bound: Bound) -> Constraint:
    """Integers from lower_bound to upper_bound, both included."""
    return _IntegerInterval(lower_bound=lower_bound, upper_bound=upper_bound)


def multinomial(upper_bound: int) -> Constraint:
    """Vectors of counts whose sum is at most upper_bound."""
    return _Multinomial(upper_bound)


dependent: _Dependent = _Dependent()
boolean: Constraint = _Boolean()
one_hot: Constraint = _OneHot()
nonnegative_integer: Constraint = _IntegerGreaterThan(lower_bound=0)
positive_integer: Constraint = _IntegerGreaterThan(lower_bound=1)
real: Constraint = _Real()
real_vector: Constraint = independent(real, 1)
positive: Constraint = _GreaterThan(lower_bound=0.0)
nonnegative: Constraint = _GreaterThanEq(lower_bound=0.0)
unit_interval: Constraint = _Interval(lower_bound=0.0, upper_bound=1.0)
simplex: Constraint = _Simplex()
lower_triangular: Constraint = _LowerTriangular()
lower_cholesky: Constraint = _LowerCholesky()
corr_cholesky: Constraint = _CorrCholesky()
square: Constraint = _Square()
symmetric: Constraint = _Symmetric()
positive_definite: Constraint = _PositiveDefinite()
positive_semidefinite: Constraint = _PositiveSemidefinite()
