"""Transforms whose events are vectors or matrices."""

from __future__ import annotations

import math
from typing import Any

from .. import Tensor, arange, finfo, logsigmoid, softmax
from ..nn.functional import pad
from . import constraints
from ._transform import Shape, Transform


class ReshapeTransform(Transform):
    """Events of in_shape as events of out_shape, of as many elements."""

    bijective = True

    def __init__(self, in_shape: Shape, out_shape: Shape, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.in_shape, self.out_shape = tuple(in_shape), tuple(out_shape)
        if math.prod(in_shape) != math.prod(out_shape):
            raise ValueError(f"in_shape, out_shape have different numbers of elements: {self.in_shape}, "
                             f"{self.out_shape}")
        self.domain = constraints.independent(constraints.real, len(self.in_shape))
        self.codomain = constraints.independent(constraints.real, len(self.out_shape))

    def _call(self, x: Tensor) -> Tensor:
        return x.reshape(self.forward_shape(x.shape))

    def _inverse(self, y: Tensor) -> Tensor:
        return y.reshape(self.inverse_shape(y.shape))

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return x.new_zeros(x.shape[:x.ndim - len(self.in_shape)])

    @staticmethod
    def _changed(shape: Shape, old: Shape, new: Shape) -> tuple[int, ...]:
        cut = len(shape) - len(old)
        if cut < 0 or tuple(shape[cut:]) != tuple(old):
            raise ValueError(f"Shape mismatch: expected {tuple(old)} at the end of {tuple(shape)}")
        return (*shape[:cut], *new)

    def forward_shape(self, shape: Shape) -> tuple[int, ...]:
        return self._changed(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape: Shape) -> tuple[int, ...]:
        return self._changed(shape, self.out_shape, self.in_shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReshapeTransform) and (self.in_shape, self.out_shape) == (other.in_shape,
                                                                                           other.out_shape)

    __hash__ = object.__hash__


class SoftmaxTransform(Transform):
    """Vectors to the simplex by softmax; going back gives logarithms. It has no derivative to speak of: use
    StickBreakingTransform for densities."""

    domain: Any = constraints.real_vector
    codomain: Any = constraints.simplex

    def _call(self, x: Tensor) -> Tensor:
        return softmax(x, -1)

    def _inverse(self, y: Tensor) -> Tensor:
        return y.log()


class StickBreakingTransform(Transform):
    """n numbers to n + 1 positive ones whose sum is 1: each takes a share of what those before left. As in Stan's
    reference manual, zeros go to equal shares."""

    bijective = True
    domain: Any = constraints.real_vector
    codomain: Any = constraints.simplex

    @staticmethod
    def _shift(x: Tensor) -> Tensor:
        return arange(x.shape[-1], 0, -1, dtype=x.dtype, device=x.device).log()

    def _call(self, x: Tensor) -> Tensor:
        share = (x - self._shift(x)).sigmoid()
        left = (1 - share).cumprod(-1)
        return pad(share, (0, 1), value=1.0) * pad(left, (1, 0), value=1.0)

    def _inverse(self, y: Tensor) -> Tensor:
        left = (1 - y[..., :-1].cumsum(-1)).clamp(min=finfo(y.dtype).tiny)
        x = y[..., :-1].log() - left.log()
        return x + self._shift(x)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        """The matrix is triangular: dy_k / dx_k = share (1 - share) left = y_k (1 - share)."""
        return (y[..., :-1].log() + logsigmoid(self._shift(x) - x)).sum(-1)

    def forward_shape(self, shape: Shape) -> tuple[int, ...]:
        return (*shape[:-1], shape[-1] + 1)

    def inverse_shape(self, shape: Shape) -> tuple[int, ...]:
        return (*shape[:-1], shape[-1] - 1)


class LowerCholeskyTransform(Transform):
    """Square matrices to lower triangular ones with a positive diagonal, by exp of it."""

    domain: Any = constraints.independent(constraints.real, 2)
    codomain: Any = constraints.lower_cholesky

    def _call(self, x: Tensor) -> Tensor:
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y: Tensor) -> Tensor:
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()
