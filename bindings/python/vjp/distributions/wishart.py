"""The Wishart distribution, of matrices."""

from __future__ import annotations

import math
from typing import Any

from .. import Tensor, arange, broadcast_shapes, digamma, linalg, mvlgamma, nan, randn, tensor, where
from . import constraints
from ._covariance import OfCovariance
from .chi2 import Chi2
from .distribution import SampleShape


class Wishart(OfCovariance):
    """Sums X' X of `df` vectors of the normal distribution with mean 0, as n x n matrices, with either
    `covariance_matrix` or `precision_matrix` or `scale_tril` of these; df, above n - 1, need be no integer.
    Reparametrised as Chi2 is."""

    arg_constraints = {"df": constraints.positive, **OfCovariance.covariance_constraints}
    support: Any = constraints.positive_definite
    has_rsample = True
    df: Tensor

    def __init__(self, df: Tensor | float, covariance_matrix: Tensor | None = None,
                 precision_matrix: Tensor | None = None, scale_tril: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        name, matrix = self._the_one_given(covariance_matrix, precision_matrix, scale_tril)
        if matrix.ndim < 2 or matrix.shape[-1] != matrix.shape[-2]:
            raise ValueError(f"{name} must be a square matrix, with optional leading batch dimensions: shape "
                             f"{tuple(matrix.shape)}")
        df = df if isinstance(df, Tensor) else tensor(df, dtype=matrix.dtype, device=matrix.device)
        n = matrix.shape[-1]
        if not bool((df > n - 1).all()):
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {n - 1}.")
        batch = broadcast_shapes(matrix.shape[:-2], df.shape)
        self.df = df.expand(batch)
        vars(self)[name] = matrix.expand((*batch, n, n))
        super().__init__(batch, (n, n), validate_args)

    def _of_matrices(self, x: Tensor) -> Tensor:
        return x.reshape(*self._batch_shape, 1, 1)

    @property
    def mean(self) -> Tensor:
        return self._of_matrices(self.df) * self.covariance_matrix

    @property
    def mode(self) -> Tensor:
        """NaN for df up to n + 1."""
        factor = self.df - self._event_shape[0] - 1
        return self._of_matrices(where(factor > 0, factor, nan)) * self.covariance_matrix

    @property
    def variance(self) -> Tensor:
        v = self.covariance_matrix
        d = v.diagonal(dim1=-2, dim2=-1)
        return self._of_matrices(self.df) * (v.square() + d.unsqueeze(-1) * d.unsqueeze(-2))

    def _places(self) -> Tensor:
        """df, df - 1, ..., of which the diagonal of Bartlett's factor is."""
        return self.df.unsqueeze(-1) - arange(self._event_shape[0], dtype=self.df.dtype, device=self.df.device)

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        """Bartlett's decomposition: L A A' L' with a lower A of normal numbers, and on its diagonal roots of
        chi-squared ones."""
        below = randn(self._extended_shape(sample_shape), dtype=self.df.dtype, device=self.df.device).tril(-1)
        factor = self.scale_tril @ (below + Chi2(self._places(), False).rsample(sample_shape).sqrt().diag_embed())
        return factor @ factor.mT

    def _log_constant(self) -> Tensor:
        n, nu = self._event_shape[0], self.df
        return nu * (0.5 * n * math.log(2) + self._half_log_det()) + mvlgamma(nu / 2, n)

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        n, nu = self._event_shape[0], self.df
        log_det = 2 * linalg.cholesky(value).diagonal(dim1=-2, dim2=-1).log().sum(-1)
        trace = (self.precision_matrix * value).sum((-2, -1))
        return 0.5 * (nu - n - 1) * log_det - 0.5 * trace - self._log_constant()

    def entropy(self) -> Tensor:
        n, nu = self._event_shape[0], self.df
        log_det = digamma(self._places() / 2).sum(-1) + n * math.log(2) + 2 * self._half_log_det()  # its mean
        return self._log_constant() - 0.5 * (nu - n - 1) * log_det + 0.5 * nu * n
