"""Products with arguments in another form, factors of low rank, numbers of matrices."""

from .. import _generated_ops as _ops
from .._core import InvalidError, ShapeError
from .._tensor import Tensor
from .questions import finfo

# ---- arguments that Python takes in another form ----

def tensordot(a, b, dims=2, dims_b=None, *, dims_a=None, out=None):
    """Products of `a` and `b`, summed over the last `dims` dimensions of a and the first of b, or over two lists.

    >>> vjp.tensordot(vjp.ones(2, 3), vjp.ones(4, 3), dims=([1], [1])).shape
    (2, 4)
    """
    if dims_b is not None:
        result = _ops.tensordot(a, b, dims if dims_a is None else dims_a, dims_b)
    elif hasattr(dims, "__index__") and not getattr(dims, "shape", ()):
        result = _ops.tensordot(a, b, dims)
    else:
        lists = [item.tolist() if isinstance(item, Tensor) else item for item in dims]
        if len(lists) != 2:
            raise InvalidError(f"tensordot: dims must be a number or two lists of dimensions, got {dims!r}")
        pair = [[item] if hasattr(item, "__index__") else list(item) for item in lists]
        result = _ops.tensordot(a, b, *pair)
    return result if out is None else out.copy_(result)

__all__ = ["einsum", "pca_lowrank", "svd_lowrank", "tensordot", "vander"]


def _letter(label):
    if label is Ellipsis:
        return "..."
    if not 0 <= label < 52:
        raise InvalidError(f"einsum: a label is {label}, expected 0 to 51, or ...")
    return chr(ord("A") + label) if label < 26 else chr(ord("a") + label - 26)


def einsum(*args, **keywords):
    """Sums of products by Einstein's convention: an equation and operands, or each operand followed by its labels.

    >>> vjp.einsum("ij,jk->ik", vjp.ones(2, 3), vjp.ones(3, 2))
    tensor([[3., 3.],
            [3., 3.]])
    >>> vjp.einsum(vjp.ones(2, 3), [0, 1], vjp.ones(3, 2), [1, 2], [0, 2]).shape
    (2, 2)
    """
    if keywords or not args or not isinstance(args[0], Tensor):
        return _ops.einsum(*args, **keywords)
    operands, subscripts = args[0:len(args) // 2 * 2:2], args[1::2]
    equation = ",".join("".join(map(_letter, labels)) for labels in subscripts)
    if len(args) % 2:
        equation += "->" + "".join(map(_letter, args[-1]))
    return _ops.einsum(equation, *operands)


# ---- factors of low rank ----

def svd_lowrank(A, q=6, niter=2, M=None):
    """U, S and V of `q` singular values of A - M, about the largest, by `niter` iterations from random vectors.

    >>> U, S, V = vjp.svd_lowrank(vjp.ones(4, 3), q=1)
    >>> (U * S @ V.mT).round()
    tensor([[1., 1., 1.],
            [1., 1., 1.],
            [1., 1., 1.],
            [1., 1., 1.]])
    """
    rows, cols = A.shape[-2:]
    if not 0 <= q <= min(rows, cols):
        raise InvalidError(f"svd_lowrank: q is {q}, expected at most {min(rows, cols)}, the smaller size of A")
    if M is not None:
        A = A - M
    if rows < cols:
        A = A.mH
    span = _ops.linalg_qr(A @ _ops.randn(*A.shape[:-2], A.shape[-1], q, dtype=A.dtype, device=A.device))[0]
    for _ in range(niter):
        span = _ops.linalg_qr(A @ _ops.linalg_qr(A.mH @ span)[0])[0]
    u, s, vh = _ops.linalg_svd(span.mH @ A, full_matrices=False)
    u, v = span @ u, vh.mH
    return (v, s, u) if rows < cols else (u, s, v)


def pca_lowrank(A, q=None, center=True, niter=2):
    """svd_lowrank of A with the mean of its rows taken off, unless `center` is false: its principal components.

    >>> vjp.pca_lowrank(vjp.randn(8, 3), q=2)[1].shape
    (2,)
    """
    q = min(6, *A.shape[-2:]) if q is None else q
    return svd_lowrank(A - A.mean(-2, True) if center else A, q, niter)


# ---- numbers of matrices ----

def vander(x, N=None, increasing=False):
    """The powers of a vector as columns, the highest first unless `increasing`.

    >>> vjp.vander(vjp.tensor([2, 3]), 3)
    tensor([[4, 2, 1],
            [9, 3, 1]])
    """
    if x.ndim != 1:
        raise ShapeError(f"vander: 'x' is {list(x.shape)}, expected a vector")
    powers = _ops.linalg_vander(x, N=x.shape[0] if N is None else N)
    return powers if increasing else powers.flip(-1)


def matrix_rank(A, tol=None, *, atol=None, rtol=None, hermitian=False):
    """How many singular values are above max(atol, rtol * the largest), int64; `tol` is an `atol`.

    rtol is the larger size times the dtype's epsilon where neither is given.

    >>> vjp.linalg.matrix_rank(vjp.tensor([[1.0, 2.0], [2.0, 4.0]]))
    tensor(1)
    """
    atol = tol if atol is None else atol
    matrix = A.detach()
    values = _ops.linalg_eigvalsh(matrix).abs() if hermitian else _ops.linalg_svdvals(matrix)
    if not values.shape[-1]:
        return _ops.zeros(values.shape[:-1], dtype="int64", device=A.device)
    if rtol is None:
        rtol = 0.0 if atol is not None else max(A.shape[-2:]) * finfo(A.dtype).eps
    least = values.amax(-1, True) * rtol
    return (values > (least if atol is None else least.clamp(min=atol))).sum(-1)
