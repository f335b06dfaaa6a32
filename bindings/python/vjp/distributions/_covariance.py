"""What distributions have in common that are given by a covariance, in one of three ways."""

from __future__ import annotations

from .. import Tensor, cholesky_inverse, eye, linalg
from . import constraints
from .distribution import Distribution
from .utils import lazy_property


def _factor_of_precision(precision: Tensor) -> Tensor:
    """The lower factor L of L L' = the inverse of P: with J for the reversal of the order and C the lower factor of
    C C' = J P J, P = (J C J)(J C J)' has an upper factor first, and L is the inverse of (J C J)'."""
    upper = linalg.cholesky(precision.flip((-2, -1))).flip((-2, -1))
    one = eye(precision.shape[-1], dtype=precision.dtype, device=precision.device)
    return linalg.solve_triangular(upper.mT, one.expand(precision.shape), upper=False)


class OfCovariance(Distribution):
    """A distribution with `covariance_matrix`, `precision_matrix` and `scale_tril`: the one that was given stands among
    the attributes, the others are computed when they are asked for."""

    covariance_constraints = {"covariance_matrix": constraints.positive_definite,
                              "precision_matrix": constraints.positive_definite,
                              "scale_tril": constraints.lower_cholesky}

    @staticmethod
    def _the_one_given(covariance_matrix: Tensor | None, precision_matrix: Tensor | None,
                       scale_tril: Tensor | None) -> tuple[str, Tensor]:
        given = {"covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix,
                 "scale_tril": scale_tril}
        matrices = [(name, matrix) for name, matrix in given.items() if matrix is not None]
        if len(matrices) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        return matrices[0]

    @lazy_property
    def scale_tril(self) -> Tensor:
        """The lower factor L of L L' = the covariance."""
        own = vars(self)
        if "covariance_matrix" in own:
            return linalg.cholesky(own["covariance_matrix"])
        return _factor_of_precision(own["precision_matrix"])

    @lazy_property
    def covariance_matrix(self) -> Tensor:
        """The covariance."""
        return self.scale_tril @ self.scale_tril.mT

    @lazy_property
    def precision_matrix(self) -> Tensor:
        """The inverse of the covariance."""
        return cholesky_inverse(self.scale_tril)

    def _half_log_det(self) -> Tensor:
        return self.scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
