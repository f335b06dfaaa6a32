"""Functions with an inverse and the logarithm of the derivative, as in torch.distributions.transforms, for
TransformedDistribution.

A transform is called with x; `transform.inv` is the transform back, and `transform.log_abs_det_jacobian(x, y)` is
log |dy / dx| for y = transform(x), of the domain's events.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from .. import Tensor, broadcast_shapes, finfo, logsigmoid, zeros_like
from ..nn.functional import softplus
from . import constraints
from ._transform import Shape, Transform
from ._vector_transforms import LowerCholeskyTransform, ReshapeTransform, SoftmaxTransform, StickBreakingTransform
from .constraints import Constraint
from .independent import sum_rightmost

__all__ = ["AbsTransform", "AffineTransform", "ComposeTransform", "ExpTransform", "IndependentTransform",
           "LowerCholeskyTransform", "PowerTransform", "ReshapeTransform", "SigmoidTransform", "SoftmaxTransform",
           "SoftplusTransform", "StickBreakingTransform", "TanhTransform", "Transform", "identity_transform"]


class ComposeTransform(Transform):
    """Several transforms one after the other, the first one first."""

    def __init__(self, parts: Sequence[Transform], cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.parts = list(parts)
        self.bijective = all(part.bijective for part in self.parts)

    @property
    def domain(self) -> Any:
        """The domain of the first, of events that are enough for all parts."""
        if not self.parts:
            return constraints.real
        # what goes in must have enough dimensions for every part
        wanted = self.parts[-1].codomain.event_dim
        for part in reversed(self.parts):
            wanted = max(wanted + part.domain.event_dim - part.codomain.event_dim, part.domain.event_dim)
        return _widened(self.parts[0].domain, wanted)

    @property
    def codomain(self) -> Any:
        """The codomain of the last, of the events that come out."""
        if not self.parts:
            return constraints.real
        given = self.parts[0].domain.event_dim
        for part in self.parts:
            given = max(given + part.codomain.event_dim - part.domain.event_dim, part.codomain.event_dim)
        return _widened(self.parts[-1].codomain, given)

    @property
    def sign(self) -> Any:
        sign: Any = 1
        for part in self.parts:
            sign = sign * part.sign
        return sign

    def _call(self, x: Tensor) -> Tensor:
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y: Tensor) -> Tensor:
        for part in reversed(self.parts):
            y = part.inv(y)
        return y

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        if not self.parts:
            return zeros_like(x)
        event_dim, total = self.domain.event_dim, None
        for part in self.parts:
            then = part(x)
            term = sum_rightmost(part.log_abs_det_jacobian(x, then), event_dim - part.domain.event_dim)
            total = term if total is None else total + term
            event_dim += part.codomain.event_dim - part.domain.event_dim
            x = then
        return total  # type: ignore[return-value]

    def forward_shape(self, shape: Shape) -> tuple[int, ...]:
        for part in self.parts:
            shape = part.forward_shape(shape)
        return tuple(shape)

    def inverse_shape(self, shape: Shape) -> tuple[int, ...]:
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return tuple(shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"ComposeTransform({self.parts!r})"


def _widened(constraint: Constraint, event_dim: int) -> Constraint:
    more = event_dim - constraint.event_dim
    return constraints.independent(constraint, more) if more > 0 else constraint


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform whose last batch dimensions are dimensions of the event: the log-derivative is the sum over them."""

    def __init__(self, base_transform: Transform, reinterpreted_batch_ndims: int, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.base_transform, self.reinterpreted_batch_ndims = base_transform, reinterpreted_batch_ndims
        self.bijective = base_transform.bijective
        self.domain = constraints.independent(base_transform.domain, reinterpreted_batch_ndims)
        self.codomain = constraints.independent(base_transform.codomain, reinterpreted_batch_ndims)

    @property
    def sign(self) -> Any:
        return self.base_transform.sign

    def _call(self, x: Tensor) -> Tensor:
        return self.base_transform(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def forward_shape(self, shape: Shape) -> tuple[int, ...]:
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape: Shape) -> tuple[int, ...]:
        return self.base_transform.inverse_shape(shape)

    def __repr__(self) -> str:
        return f"IndependentTransform({self.base_transform!r}, {self.reinterpreted_batch_ndims})"


class _Growing(Transform):
    """A one-to-one function of real numbers that grows."""

    bijective = True
    domain: Any = constraints.real

    @property
    def sign(self) -> Any:
        return 1


class ExpTransform(_Growing):
    """y = exp(x)."""

    codomain: Any = constraints.positive

    def _call(self, x: Tensor) -> Tensor:
        return x.exp()

    def _inverse(self, y: Tensor) -> Tensor:
        return y.log()

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return x


class SigmoidTransform(_Growing):
    """y = 1 / (1 + exp(-x)), kept off 0 and 1."""

    codomain: Any = constraints.unit_interval

    def _call(self, x: Tensor) -> Tensor:
        limits = finfo(x.dtype)
        return x.sigmoid().clamp(limits.tiny, 1 - limits.eps)

    def _inverse(self, y: Tensor) -> Tensor:
        limits = finfo(y.dtype)
        y = y.clamp(limits.tiny, 1 - limits.eps)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return logsigmoid(x) + logsigmoid(-x)


class SoftplusTransform(_Growing):
    """y = log(1 + exp(x))."""

    codomain: Any = constraints.positive

    def _call(self, x: Tensor) -> Tensor:
        return softplus(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return (-(-y).expm1()).log() + y

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return logsigmoid(x)


class TanhTransform(_Growing):
    """y = tanh(x). Where y is near -1 or 1, going back is imprecise: cache_size=1 keeps x."""

    codomain: Any = constraints.interval(-1.0, 1.0)

    def _call(self, x: Tensor) -> Tensor:
        return x.tanh()

    def _inverse(self, y: Tensor) -> Tensor:
        return y.atanh()

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        """log(1 - tanh(x)^2) = 2 (log 2 - x - softplus(-2 x)), which stays precise far out."""
        return 2 * (math.log(2) - x - softplus(-2 * x))


class PowerTransform(_Growing):
    """y = x^exponent, for positive numbers."""

    domain: Any = constraints.positive
    codomain: Any = constraints.positive

    def __init__(self, exponent: Tensor | float, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.exponent = exponent

    @property
    def sign(self) -> Any:
        if isinstance(self.exponent, Tensor):
            return self.exponent.sign()
        return math.copysign(1, self.exponent)

    def _call(self, x: Tensor) -> Tensor:
        return x.pow(self.exponent)

    def _inverse(self, y: Tensor) -> Tensor:
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return (self.exponent * y / x).abs().log()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PowerTransform) and _same(self.exponent, other.exponent)

    __hash__ = object.__hash__


class AffineTransform(Transform):
    """y = loc + scale x; `event_dim`: how many of the last dimensions are one event."""

    bijective = True

    def __init__(self, loc: Tensor | float, scale: Tensor | float, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.loc, self.scale, self.event_dim = loc, scale, event_dim
        self.domain = self.codomain = constraints.independent(constraints.real, event_dim) if event_dim else \
            constraints.real

    @property
    def sign(self) -> Any:
        if isinstance(self.scale, Tensor):
            return self.scale.sign()
        return (self.scale > 0) - (self.scale < 0)

    def _call(self, x: Tensor) -> Tensor:
        return self.loc + self.scale * x

    def _inverse(self, y: Tensor) -> Tensor:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        scale = self.scale.abs().log() if isinstance(self.scale, Tensor) else math.log(abs(self.scale))
        return sum_rightmost(zeros_like(x) + scale, self.event_dim)

    def _shape(self, shape: Shape) -> tuple[int, ...]:
        """The shape, broadcast with those of loc and scale."""
        return broadcast_shapes(shape, getattr(self.loc, "shape", ()), getattr(self.scale, "shape", ()))

    forward_shape = _shape
    inverse_shape = _shape

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AffineTransform) and _same(self.loc, other.loc) and _same(self.scale, other.scale)

    __hash__ = object.__hash__


def _same(a: Tensor | float, b: Tensor | float) -> bool:
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        return a is b or a.shape == b.shape and bool((a == b).all())
    return not isinstance(a, Tensor) and not isinstance(b, Tensor) and a == b


class AbsTransform(Transform):
    """y = |x|; going back gives y itself."""

    domain: Any = constraints.real
    codomain: Any = constraints.positive

    def _call(self, x: Tensor) -> Tensor:
        return x.abs()

    def _inverse(self, y: Tensor) -> Tensor:
        return y
