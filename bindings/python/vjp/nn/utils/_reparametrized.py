"""What the parametrizations and the older functions of the same names compute: weight and spectral norms."""

from __future__ import annotations

from ... import Tensor, dot, mv, no_grad, norm, randn
from ..functional import normalize
from ..modules.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from ..modules.module import Module


def norm_except(v: Tensor, dim: int) -> Tensor:
    """The norms of the slices along `dim`, of sizes 1 elsewhere; of all elements together for -1."""
    if dim == -1:
        return norm(v)
    others = [d for d in range(v.ndim) if d != dim % v.ndim]
    return norm(v, 2, others, keepdim=True) if others else v.abs()


def normed(v: Tensor, g: Tensor, dim: int) -> Tensor:
    """g v / |v|: Salimans and Kingma, Weight Normalization (2016), equation 2."""
    return v * (g / norm_except(v, dim))


def default_dim(module: Module) -> int:
    """Which dimension of a weight is that of the outputs."""
    return 1 if isinstance(module, (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)) else 0


def as_matrix(weight: Tensor, dim: int) -> Tensor:
    """[size of dim, everything else]."""
    return weight.movedim(dim, 0).flatten(1)


@no_grad()
def begin_powers(matrix: Tensor, eps: float) -> tuple[Tensor, Tensor]:
    """Vectors of length 1, drawn, from which the power iteration for the largest singular value begins."""
    return tuple(normalize(randn(size, dtype=matrix.dtype, device=matrix.device), dim=0, eps=eps)
                 for size in matrix.shape)  # type: ignore[return-value]


@no_grad()
def iterate_powers(matrix: Tensor, u: Tensor, v: Tensor, times: int, eps: float) -> None:
    """Turns u and v, in place, towards the first singular vectors (Miyato et al., Spectral Normalization for Generative
    Adversarial Networks, 2018, algorithm 1)."""
    for _ in range(times):
        u.copy_(normalize(mv(matrix, v), dim=0, eps=eps))
        v.copy_(normalize(mv(matrix.t(), u), dim=0, eps=eps))


def singular_value(matrix: Tensor, u: Tensor, v: Tensor) -> Tensor:
    """u' matrix v, in which the vectors are constants: copies, for the next iteration changes them in place."""
    return dot(u.clone(), mv(matrix, v.clone()))
