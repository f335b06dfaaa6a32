"""Parametrizations that are there: weight_norm, spectral_norm, orthogonal, as in torch.nn.utils.parametrizations."""

from __future__ import annotations

from typing import Any

from ... import Tensor, cat, eye, finfo, is_complex, linalg, matrix_exp, no_grad, randn, stack, zeros_like
from ..functional import normalize
from ..modules.module import Module
from . import parametrize
from ._reparametrized import (
    as_matrix,
    begin_powers,
    default_dim,
    iterate_powers,
    norm_except,
    normed,
    singular_value,
)

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]


def _weight(module: Module, name: str, what: str) -> Tensor:
    weight = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"{what}: {type(module).__name__} has no parameter or buffer '{name}'")
    return weight


# ---- weight norm ----


class _WeightNorm(Module):
    def __init__(self, dim: int | None) -> None:
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Tensor, weight_v: Tensor) -> Tensor:
        return normed(weight_v, weight_g, self.dim)

    def right_inverse(self, weight: Tensor) -> tuple[Tensor, Tensor]:
        return norm_except(weight, self.dim), weight

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class _OlderNames:
    """A hook, which is pickled with its module."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, _: Module, state: dict[str, Any], prefix: str, *more: Any) -> None:
        for old, new in (("g", "original0"), ("v", "original1")):
            if f"{prefix}{self.name}_{old}" in state:
                state[f"{prefix}parametrizations.{self.name}.{new}"] = state.pop(f"{prefix}{self.name}_{old}")


def weight_norm(module: Module, name: str = "weight", dim: int | None = 0) -> Module:
    """weight = g v / |v|: its length is learnt apart from its direction. Returns the module.

    The norm is that of each slice along `dim`, of the whole weight for None. g and v are `parametrizations.NAME`'s
    original0 and original1; a state that the older nn.utils.weight_norm wrote (NAME_g, NAME_v) is read as well.

    Source: Salimans and Kingma, Weight Normalization, 2016.

    >>> layer = vjp.nn.utils.parametrizations.weight_norm(vjp.nn.Linear(20, 40))
    >>> layer.parametrizations.weight.original0.shape
    (40, 1)
    """
    _weight(module, name, "weight_norm")
    parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
    module.register_load_state_dict_pre_hook(_OlderNames(name))
    return module


# ---- spectral norm ----


class _SpectralNorm(Module):
    _u: Tensor
    _v: Tensor

    def __init__(self, weight: Tensor, n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12) -> None:
        super().__init__()
        if not -weight.ndim <= dim < weight.ndim:
            raise IndexError(f"spectral_norm: dim is {dim}, and the weight has {weight.ndim} dimensions")
        if n_power_iterations < 1:
            raise ValueError(f"spectral_norm: n_power_iterations is {n_power_iterations}, expected 1 or more")
        self.dim, self.eps, self.n_power_iterations = dim % weight.ndim, eps, n_power_iterations
        if weight.ndim > 1:
            matrix = as_matrix(weight.detach(), self.dim)
            u, v = begin_powers(matrix, eps)
            iterate_powers(matrix, u, v, 15, eps)  # so that the first values are not far off
            self.register_buffer("_u", u)
            self.register_buffer("_v", v)

    def forward(self, weight: Tensor) -> Tensor:
        if weight.ndim == 1:
            return normalize(weight, dim=0, eps=self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            iterate_powers(matrix, self._u, self._v, self.n_power_iterations, self.eps)
        return weight / singular_value(matrix, self._u, self._v)

    def right_inverse(self, value: Tensor) -> Tensor:
        return value  # assumed to have norm 1: otherwise what is assigned is not what is read


def spectral_norm(module: Module, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12,
                  dim: int | None = None) -> Module:
    """weight / its largest singular value, as a matrix whose rows are along `dim`. Returns the module.

    `dim` is 1 for transposed convolutions and 0 otherwise. The value comes from `n_power_iterations` steps of power
    iteration at every access in training, from two vectors that are buffers; in eval() the vectors stay.

    Source: Miyato, Kataoka, Koyama and Yoshida, Spectral Normalization for Generative Adversarial Networks, 2018.

    >>> layer = vjp.nn.utils.parametrizations.spectral_norm(vjp.nn.Linear(20, 40))
    >>> abs(vjp.linalg.matrix_norm(layer.weight, 2) - 1) < 0.1
    tensor(True)
    """
    weight = _weight(module, name, "spectral_norm")
    made = _SpectralNorm(weight, n_power_iterations, default_dim(module) if dim is None else dim, eps)
    return parametrize.register_parametrization(module, name, made)


# ---- orthogonal ----


def _make_orthogonal(a: Tensor) -> Tensor:
    """The orthogonal factor of QR = a for which R has a positive diagonal: a itself if that is orthogonal."""
    q, r = linalg.qr(a)
    return q * r.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


def _is_orthogonal(q: Tensor) -> bool:
    k = q.shape[-1]
    off = (q.mH @ q - eye(k, dtype=q.dtype, device=q.device)).abs().max()
    return bool((off < 10 * k * float(finfo(q.dtype).eps)).item())


class _Orthogonal(Module):
    base: Tensor | None

    def __init__(self, weight: Tensor, orthogonal_map: str, use_trivialization: bool) -> None:
        super().__init__()
        self.orthogonal_map, self.shape = orthogonal_map, weight.shape
        self.use_trivialization = use_trivialization
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, x: Tensor) -> Tensor:
        n, k = x.shape[-2:]
        transposed = n < k
        if transposed:
            x, n, k = x.mT, k, n
        q = self._householder(x) if self.orthogonal_map == "householder" else self._of_skew(x, n, k)
        if self.use_trivialization and self.base is not None:
            q = self.base @ q
        return q.mT if transposed else q

    def _of_skew(self, x: Tensor, n: int, k: int) -> Tensor:
        """A function of the skew-Hermitian matrix that the lower triangle gives."""
        x = x.tril()
        if n != k:
            x = cat([x, zeros_like(x[..., :1]).expand(*x.shape[:-1], n - k)], -1)
        skew = x - x.mH
        if self.orthogonal_map == "matrix_exp":
            q = matrix_exp(skew)
        else:
            one = eye(n, dtype=x.dtype, device=x.device)
            q = linalg.solve(one - 0.5 * skew, one + 0.5 * skew)
        return q[..., :k]

    @staticmethod
    def _householder(x: Tensor) -> Tensor:
        """The product of the reflections whose vectors are below the diagonal, which says the signs of the columns."""
        below = x.tril(-1)
        tau = 2 / (1 + (below * below).sum(-2))
        signs = (x.detach().diagonal(dim1=-2, dim2=-1) >= 0).to(x.dtype) * 2 - 1
        return linalg.householder_product(below, tau) * signs.unsqueeze(-2)

    @no_grad()
    def right_inverse(self, q: Tensor) -> Tensor:
        if q.shape != self.shape:
            raise ValueError(f"orthogonal: a matrix of shape {list(self.shape)} is wanted, not {list(q.shape)}")
        if not self.use_trivialization:
            if self.orthogonal_map != "householder":
                raise NotImplementedError("orthogonal: nothing can be assigned through the matrix exponential or the "
                                          "Cayley map with use_trivialization=False")
            return self._reflections(q)
        n, k = q.shape[-2:]
        tall = q.mT if n < k else q
        if tall.shape[-2] != tall.shape[-1]:
            more = tall.shape[-2] - tall.shape[-1]
            extra = randn(*tall.shape[:-1], more, dtype=q.dtype, device=q.device)
            tall = _make_orthogonal(cat([tall, extra], -1))
        else:
            tall = tall.clone() if _is_orthogonal(tall) else _make_orthogonal(tall)
        self.base = tall.contiguous()
        # what every map takes to the identity: no vectors, and, for the reflections' signs, a diagonal of -1
        return (-eye(*q.shape[-2:], dtype=q.dtype, device=q.device)).expand(q.shape).contiguous()

    @staticmethod
    def _reflections(q: Tensor) -> Tensor:
        """The vectors of reflections that make the columns of an orthogonal q, by Householder's elimination, and on the
        diagonal the signs (Golub and Van Loan, Matrix Computations, 5.1 and 5.2)."""
        rest = (q.mT if q.shape[-2] < q.shape[-1] else q).clone()
        n, k = rest.shape[-2:]
        columns = []
        for j in range(k):
            x = rest[..., j:, j]
            sign = (x[..., :1] >= 0).to(q.dtype) * 2 - 1
            v = x / (x[..., :1] + sign * linalg.vector_norm(x, dim=-1, keepdim=True))
            v = cat([v.new_ones(v[..., :1].shape), v[..., 1:]], -1)
            tau = 2 / (v * v).sum(-1, keepdim=True)
            below = rest[..., j:, :]
            below.sub_((tau * v).unsqueeze(-1) @ (v.unsqueeze(-2) @ below))
            # the column is -sign times the unit vector now
            columns.append(cat([v.new_zeros((*v.shape[:-1], j)), -sign, v[..., 1:]], -1))
        made = stack(columns, -1)
        return made.mT.contiguous() if q.shape[-2] < q.shape[-1] else made

    def extra_repr(self) -> str:
        return f"orthogonal_map={self.orthogonal_map}, use_trivialization={self.use_trivialization}"


def orthogonal(module: Module, name: str = "weight", orthogonal_map: str | None = None, *,
               use_trivialization: bool = True) -> Module:
    """A weight with orthonormal columns, or rows where it is wide: Q'Q = 1 (Q^H Q, if it is complex). Returns the
    module.

    `orthogonal_map`: "matrix_exp" or "cayley", functions of the skew-symmetric matrix of the lower triangle, or
    "householder", a product of reflections, for real weights; the default is "matrix_exp" for square and complex
    weights and "householder" otherwise. `use_trivialization`: the map turns a fixed orthogonal matrix, the buffer
    `base`, which is set by assignments to the weight; without it only "householder" allows these. A weight that is not
    orthogonal is made so when the parametrization is registered, by QR.

    Source: Lezcano-Casado, Trivializations for Gradient-Based Optimization on Manifolds, 2019.

    >>> layer = vjp.nn.utils.parametrizations.orthogonal(vjp.nn.Linear(20, 40))
    >>> vjp.testing.assert_close(layer.weight.mT @ layer.weight, vjp.eye(20), atol=1e-4, rtol=0)
    """
    weight = _weight(module, name, "orthogonal")
    if weight.ndim < 2:
        raise ValueError(f"orthogonal: a weight of two dimensions or more is wanted, not shape {list(weight.shape)}")
    complex = is_complex(weight)
    if orthogonal_map is None:
        orthogonal_map = "matrix_exp" if weight.shape[-2] == weight.shape[-1] or complex else "householder"
    if orthogonal_map not in ("matrix_exp", "cayley", "householder"):
        raise ValueError("orthogonal: orthogonal_map must be 'matrix_exp', 'cayley' or 'householder', not "
                         f"{orthogonal_map!r}")
    if orthogonal_map == "householder" and complex:
        raise ValueError("orthogonal: the householder map is for real weights; 'matrix_exp' and 'cayley' take complex "
                         "ones")
    made = _Orthogonal(weight, orthogonal_map, use_trivialization)
    return parametrize.register_parametrization(module, name, made, unsafe=True)
