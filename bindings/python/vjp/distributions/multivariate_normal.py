"""The normal distribution of vectors."""

from __future__ import annotations

import math
from typing import Any

from .. import Tensor, broadcast_shapes, linalg, randn
from . import constraints
from ._covariance import OfCovariance
from .distribution import SampleShape


class MultivariateNormal(OfCovariance):
    """The normal distribution of vectors [..., n], of mean `loc` and either `covariance_matrix` or `precision_matrix`
    or `scale_tril`, the lower factor of scale_tril scale_tril' = the covariance. Reparametrised.

    Fastest with scale_tril; of the others the factor is computed.
    """

    arg_constraints = {"loc": constraints.real_vector, **OfCovariance.covariance_constraints}
    support: Any = constraints.real_vector
    has_rsample = True
    loc: Tensor

    def __init__(self, loc: Tensor, covariance_matrix: Tensor | None = None, precision_matrix: Tensor | None = None,
                 scale_tril: Tensor | None = None, validate_args: bool | None = None) -> None:
        if loc.ndim < 1:
            raise ValueError("loc must be at least one-dimensional.")
        name, matrix = self._the_one_given(covariance_matrix, precision_matrix, scale_tril)
        if matrix.ndim < 2:
            raise ValueError(f"{name} must be at least two-dimensional, with optional leading batch dimensions")
        if matrix.shape[-1] != matrix.shape[-2] or matrix.shape[-1] != loc.shape[-1]:
            raise ValueError(f"{name} must be a square matrix of the size of loc: shape {tuple(matrix.shape)} for loc "
                             f"of shape {tuple(loc.shape)}")
        batch, n = broadcast_shapes(matrix.shape[:-2], loc.shape[:-1]), loc.shape[-1]
        self.loc = loc.expand((*batch, n))
        vars(self)[name] = matrix.expand((*batch, n, n))
        super().__init__(batch, (n,), validate_args)

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def variance(self) -> Tensor:
        return self.scale_tril.square().sum(-1)

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        noise = randn(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + (self.scale_tril @ noise.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        off = (value - self.loc).unsqueeze(-1)
        whitened = linalg.solve_triangular(self.scale_tril, off, upper=False).squeeze(-1)
        n = self._event_shape[0]
        return -0.5 * (n * math.log(2 * math.pi) + whitened.square().sum(-1)) - self._half_log_det()

    def entropy(self) -> Tensor:
        return 0.5 * self._event_shape[0] * (1 + math.log(2 * math.pi)) + self._half_log_det()
