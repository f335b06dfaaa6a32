"""Linear algebra: the standard's extension. Matrices are the last two axes; what stands before them is a batch."""

import builtins
from collections.abc import Sequence
from typing import NamedTuple

import vjp

from .. import ShapeError, Tensor
from ._dtypes import Array, Axes, Dtype, promoted, reduced


class Eig(NamedTuple):
    """What eig and eigh give."""

    eigenvalues: Array
    eigenvectors: Array


class QR(NamedTuple):
    """What qr gives."""

    Q: Array
    R: Array


class Slogdet(NamedTuple):
    """What slogdet gives."""

    sign: Array
    logabsdet: Array


class SVD(NamedTuple):
    """What svd gives."""

    U: Array
    S: Array
    Vh: Array


def matmul(x1: Array, x2: Array, /) -> Array:
    """The matrix product, of batches too; of a vector as a row on the left, as a column on the right."""
    one, other = promoted("matmul", x1, x2)
    return vjp.matmul(one, other)


def matrix_transpose(x: Array, /) -> Array:
    """A view with the last two axes swapped."""
    if x.ndim < 2:
        raise ShapeError(f"matrix_transpose: expected two dimensions or more, got shape {list(x.shape)}")
    return vjp.transpose(x, -2, -1)


def tensordot(x1: Array, x2: Array, /, *, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> Array:
    """Sums of products over the last axes of one and the first of the other, or over two lists of axes."""
    one, other = promoted("tensordot", x1, x2)
    return vjp.tensordot(one, other, axes if isinstance(axes, int) else [list(part) for part in axes])


def vecdot(x1: Array, x2: Array, /, *, axis: int = -1) -> Array:
    """The sum of conj(x1) * x2 along an axis, counted from the end; other sizes are broadcast."""
    one, other = promoted("vecdot", x1, x2)
    if axis >= 0 or one.shape[axis] != other.shape[axis]:
        raise ShapeError(f"vecdot: expected a negative axis and as many elements along it, got axis {axis} of shapes "
                         f"{list(x1.shape)} and {list(x2.shape)}")
    return (vjp.conj(one) * other).sum(axis, dtype=one.dtype)


def outer(x1: Array, x2: Array, /) -> Array:
    """The products of every element of one vector with every one of the other."""
    one, other = promoted("outer", x1, x2)
    return vjp.outer(one, other)


def cross(x1: Array, x2: Array, /, *, axis: int = -1) -> Array:
    """The cross product of vectors of 3 along an axis, counted from the end; other sizes are broadcast."""
    one, other = promoted("cross", x1, x2)
    if axis >= 0 or not one.shape[axis] == other.shape[axis] == 3:
        raise ShapeError(f"cross: expected a negative axis and 3 elements along it, got axis {axis} of shapes "
                         f"{list(x1.shape)} and {list(x2.shape)}")
    shape = vjp.broadcast_shapes(one.shape, other.shape)
    return vjp.linalg.cross(one.expand(shape), other.expand(shape), dim=axis)


def diagonal(x: Array, /, *, offset: int = 0) -> Array:
    """A view of a diagonal of each matrix, above the main one for offset > 0."""
    return vjp.diagonal(x, offset, -2, -1)


def trace(x: Array, /, *, offset: int = 0, dtype: Dtype | None = None) -> Array:
    """The sum of a diagonal of each matrix; integers are added in int64 unless a dtype is given."""
    return vjp.sum(vjp.diagonal(x, offset, -2, -1), -1, dtype=dtype)


def cholesky(x: Array, /, *, upper: builtins.bool = False) -> Array:
    """The Cholesky factor, lower or upper, of positive definite matrices."""
    return vjp.linalg.cholesky(x, upper=upper)


def det(x: Array, /) -> Array:
    """The determinant."""
    return vjp.linalg.det(x)


def slogdet(x: Array, /) -> Slogdet:
    """The determinant's sign and the logarithm of its magnitude."""
    return Slogdet(*vjp.linalg.slogdet(x))


def eig(x: Array, /) -> Eig:
    """Eigenvalues and eigenvectors, which are complex."""
    return Eig(*vjp.linalg.eig(x))


def eigvals(x: Array, /) -> Array:
    """Eigenvalues, which are complex."""
    return vjp.linalg.eigvals(x)


def eigh(x: Array, /) -> Eig:
    """Eigenvalues, ascending, and eigenvectors of Hermitian matrices."""
    return Eig(*vjp.linalg.eigh(x))


def eigvalsh(x: Array, /) -> Array:
    """Eigenvalues, ascending, of Hermitian matrices."""
    return vjp.linalg.eigvalsh(x)


def inv(x: Array, /) -> Array:
    """The inverse."""
    return vjp.linalg.inv(x)


def pinv(x: Array, /, *, rtol: float | Array | None = None) -> Array:
    """The pseudo-inverse; singular values at or below rtol times the greatest count as 0."""
    return vjp.linalg.pinv(x, rtol=rtol)


def matrix_rank(x: Array, /, *, rtol: float | Array | None = None) -> Array:
    """How many singular values are above rtol times the greatest; `rtol` may be a tensor, of one for each matrix."""
    return vjp.linalg.matrix_rank(x, rtol=rtol.unsqueeze(-1) if isinstance(rtol, Tensor) else rtol)


def matrix_power(x: Array, n: int, /) -> Array:
    """The matrix multiplied with itself; its inverse for n < 0."""
    return vjp.linalg.matrix_power(x, n)


def solve(x1: Array, x2: Array, /) -> Array:
    """x of x1 @ x = x2, whose right-hand side is a vector if it has one dimension, and else matrices."""
    one, other = promoted("solve", x1, x2)
    if other.ndim == 1:
        return vjp.linalg.solve(one, other.unsqueeze(-1)).squeeze(-1)
    # An operator takes [b, n] beside [b, n, n] for a batch of vectors; here it is a matrix.
    shape = vjp.broadcast_shapes(one.shape[:-2], other.shape[:-2])
    return vjp.linalg.solve(one.expand((*shape, *one.shape[-2:])), other.expand((*shape, *other.shape[-2:])))


def qr(x: Array, /, *, mode: str = "reduced") -> QR:
    """Orthonormal Q and upper triangular R with Q @ R = x; mode "reduced" or "complete"."""
    return QR(*vjp.linalg.qr(x, mode))


def svd(x: Array, /, *, full_matrices: builtins.bool = True) -> SVD:
    """U, S and Vh with U @ diag(S) @ Vh = x, S descending."""
    return SVD(*vjp.linalg.svd(x, full_matrices))


def svdvals(x: Array, /) -> Array:
    """The singular values, descending."""
    return vjp.linalg.svdvals(x)


def matrix_norm(x: Array, /, *, keepdims: builtins.bool = False, ord: float | str | None = "fro") -> Array:
    """The norm of each matrix: "fro", "nuc", 1, 2, inf or their negatives; None is "fro"."""
    return vjp.linalg.matrix_norm(x, "fro" if ord is None else ord, (-2, -1), keepdims)


def _vector_norm(x: Array, axis: Axes, keepdims: builtins.bool, *, ord: float) -> Array:
    return vjp.linalg.vector_norm(x, ord, axis, keepdims)


def vector_norm(x: Array, /, *, axis: Axes = None, keepdims: builtins.bool = False, ord: float = 2) -> Array:
    """The norm of the vectors along axes, or of all elements: any order, inf and -inf too."""
    return reduced(x, axis, keepdims, _vector_norm, ord=ord)


__all__ = ["cholesky", "cross", "det", "diagonal", "eig", "eigh", "eigvals", "eigvalsh", "inv", "matmul", "matrix_norm",
           "matrix_power", "matrix_rank", "matrix_transpose", "outer", "pinv", "qr", "slogdet", "solve", "svd",
           "svdvals", "tensordot", "trace", "vecdot", "vector_norm"]
