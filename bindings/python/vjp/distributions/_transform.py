"""Transform: the base of the transforms, and the way back."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from .. import Tensor

Shape = Sequence[int]


class Transform:
    """Base of the transforms. A subclass has `domain`, `codomain`, `bijective`, `_call(x)`, `_inverse(y)` and
    log_abs_det_jacobian(x, y), and, if it grows or falls, `sign`, 1 or -1.

    `cache_size` 1: the last x with its y is kept, so that going back gives that very x.
    """

    bijective = False
    domain: Any
    codomain: Any

    def __init__(self, cache_size: int = 0) -> None:
        if cache_size not in (0, 1):
            raise ValueError(f"cache_size must be 0 or 1, not {cache_size!r}")
        self._cache_size = cache_size
        self._last: tuple[Any, Any] = (None, None)

    @property
    def inv(self) -> Transform:
        """The transform back."""
        return _Inverse(self)

    @property
    def sign(self) -> Any:
        """1 if it grows, -1 if it falls, by element; a NotImplementedError if it does neither."""
        raise NotImplementedError(f"{type(self).__name__} is not monotone, or has values that are no numbers")

    def with_cache(self, cache_size: int = 1) -> Transform:
        """The same transform with another cache_size."""
        if cache_size == self._cache_size:
            return self
        other = copy.copy(self)
        Transform.__init__(other, cache_size)
        return other

    def __call__(self, x: Tensor) -> Tensor:
        y: Tensor
        if not self._cache_size:
            return self._call(x)
        known, y = self._last
        if x is not known:
            y = self._call(x)
            self._last = (x, y)
        return y

    def _back(self, y: Tensor) -> Tensor:
        x: Tensor
        if not self._cache_size:
            return self._inverse(y)
        x, known = self._last
        if y is not known:
            x = self._inverse(y)
            self._last = (x, y)
        return x

    def _call(self, x: Tensor) -> Tensor:
        raise NotImplementedError(f"{type(self).__name__} has no _call")

    def _inverse(self, y: Tensor) -> Tensor:
        raise NotImplementedError(f"{type(self).__name__} has no _inverse")

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        """log |dy / dx|, of the shape of x without the dimensions of the domain's events."""
        raise NotImplementedError(f"{type(self).__name__} has no log_abs_det_jacobian")

    def forward_shape(self, shape: Shape) -> tuple[int, ...]:
        """The shape of transform(x) for x of a shape."""
        return tuple(shape)

    def inverse_shape(self, shape: Shape) -> tuple[int, ...]:
        """The shape of x for y of a shape."""
        return tuple(shape)

    def __eq__(self, other: object) -> bool:
        return self is other or type(self) is type(other) and type(self).__init__ is Transform.__init__

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class _Inverse(Transform):
    def __init__(self, transform: Transform) -> None:
        super().__init__()
        self.transform, self.bijective = transform, transform.bijective
        self.domain, self.codomain = transform.codomain, transform.domain

    @property
    def inv(self) -> Transform:
        return self.transform

    @property
    def sign(self) -> Any:
        return self.transform.sign

    def _call(self, x: Tensor) -> Tensor:
        return self.transform._back(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return self.transform(y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return -self.transform.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape: Shape) -> tuple[int, ...]:
        return self.transform.inverse_shape(shape)

    def inverse_shape(self, shape: Shape) -> tuple[int, ...]:
        return self.transform.forward_shape(shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Inverse) and self.transform == other.transform

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Inverse({self.transform!r})"
