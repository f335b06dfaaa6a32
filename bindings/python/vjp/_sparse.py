"""Sparse tensors: tensors of another layout, and how they come and go."""

from . import _core
from ._core import check
from ._create import tensor
from ._ffi import ffi, lib
from ._generated_ops import empty as _empty
from ._tensor import Tensor, as_tensor, pointer


class layout:
    """How the elements of a tensor are kept: `vjp.strided`, `vjp.sparse_coo`, `vjp.sparse_csr`, ..."""

    __slots__ = ("_name", "_code")

    def __init__(self, name, code):
        self._name, self._code = name, code

    def __repr__(self):
        return f"vjp.{self._name}"

    def __reduce__(self):
        return _named, (self._name,)


_LAYOUTS = {name: layout(name, code) for code, name in enumerate(
    ("strided", "sparse_coo", "sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc"))}
_BY_CODE = {one._code: one for one in _LAYOUTS.values()}
strided, sparse_coo, sparse_csr = _LAYOUTS["strided"], _LAYOUTS["sparse_coo"], _LAYOUTS["sparse_csr"]
sparse_csc, sparse_bsr, sparse_bsc = _LAYOUTS["sparse_csc"], _LAYOUTS["sparse_bsr"], _LAYOUTS["sparse_bsc"]


def _named(name):
    return _LAYOUTS[name]


def _call(function, *args):
    out = ffi.new("vjp_tensor*[1]")
    check(function(*args, out))
    return Tensor(out[0])


def _integers(data, device):
    made = data if isinstance(data, Tensor) else tensor(data, dtype=_core.dtype_of("int64"))
    return made if made.device == device else made.to(device)


def _parts(values, dtype, device):
    values = values if isinstance(values, Tensor) else as_tensor(values)
    if dtype is not None:
        values = values.to(dtype)
    return values if device is None else values.to(device)


def _asked(made, requires_grad):
    return made.requires_grad_() if requires_grad else made


def sparse_coo_tensor(indices=None, values=None, size=None, *, dtype=None, device=None, requires_grad=False,
                      is_coalesced=False):
    """A tensor of positions and values: `indices` has a row for each sparse dimension and a column for each value.

    A position may stand there twice; its values mean their sum. Values may have (dense) dimensions of their own.
    `size`: as large as the positions ask for. Shares the memory of `values`, and their history. With a size alone, a
    tensor of zeros.

    >>> vjp.sparse_coo_tensor([[0, 1], [2, 0]], [3.0, 4.0], (2, 3)).to_dense()
    tensor([[0., 0., 3.],
            [4., 0., 0.]])
    """
    if indices is None:
        if size is None or values is not None:
            raise TypeError("sparse_coo_tensor: indices are missing; there may be a size alone")
        indices, values = _empty(len(tuple(size)), 0, dtype="int64"), _empty(0, dtype=dtype)
    values = _parts(values, dtype, device)
    shape = None if size is None else tuple(size)
    made = _call(lib.vjp_sparse_coo, _integers(indices, values.device)._p, values._p,
                 ffi.NULL if shape is None else ffi.new("int64_t[]", shape or (0,)), len(shape or ()), is_coalesced)
    return _asked(made, requires_grad)


def _compressed(layout, begins, plain, values, size, dtype, device, requires_grad):
    values = _parts(values, dtype, device)
    begins, plain = _integers(begins, values.device), _integers(plain, values.device)
    if size is None:
        block = values.shape[1:] or (1, 1)
        lines = begins.shape[0] - 1
        across = int(plain.max().item()) + 1 if plain.numel() else 0
        size = (across, lines) if layout in (sparse_csc, sparse_bsc) else (lines, across)
        size = (size[0] * block[0], size[1] * block[1])
    if len(size) != 2:
        raise _core.ShapeError(f"{layout._name}_tensor: size is {list(size)}, expected that of a matrix")
    return _asked(_call(lib.vjp_sparse_compressed, layout._code, begins._p, plain._p, values._p, size[0], size[1]),
                  requires_grad)


def sparse_csr_tensor(crow_indices, col_indices, values, size=None, *, dtype=None, device=None, requires_grad=False):
    """A matrix in compressed rows: where each row begins (and the number of values), the values, the column of each.

    >>> vjp.sparse_csr_tensor([0, 1, 3], [1, 0, 2], [5.0, 6.0, 7.0]).to_dense()
    tensor([[0., 5., 0.],
            [6., 0., 7.]])
    """
    return _compressed(sparse_csr, crow_indices, col_indices, values, size, dtype, device, requires_grad)


def sparse_csc_tensor(ccol_indices, row_indices, values, size=None, *, dtype=None, device=None, requires_grad=False):
    """A matrix in compressed columns; as sparse_csr_tensor."""
    return _compressed(sparse_csc, ccol_indices, row_indices, values, size, dtype, device, requires_grad)


def sparse_bsr_tensor(crow_indices, col_indices, values, size=None, *, dtype=None, device=None, requires_grad=False):
    """A matrix of blocks in compressed rows; `values` is [blocks, rows of a block, columns of a block]."""
    return _compressed(sparse_bsr, crow_indices, col_indices, values, size, dtype, device, requires_grad)


def sparse_bsc_tensor(ccol_indices, row_indices, values, size=None, *, dtype=None, device=None, requires_grad=False):
    """A matrix of blocks in compressed columns; as sparse_bsr_tensor."""
    return _compressed(sparse_bsc, ccol_indices, row_indices, values, size, dtype, device, requires_grad)


def sampled_addmm(input, mat1, mat2, *, beta=1.0, alpha=1.0):
    """beta * input + alpha * (mat1 @ mat2), at the places of the sparse `input` only."""
    return _call(lib.vjp_sparse_sampled_addmm, pointer(input, "input"), pointer(mat1, "mat1"), pointer(mat2, "mat2"),
                 beta, alpha)


def from_scipy(matrix, *, dtype=None, requires_grad=False):
    """A sparse tensor of a scipy.sparse matrix or array, of its format where there is such a layout, else COO.

    Shares the memory of the values where dtype and alignment allow it.
    """
    if matrix.format in ("csr", "csc"):
        if not matrix.has_canonical_format:
            matrix = matrix.copy()
            matrix.sum_duplicates()
        make = sparse_csr_tensor if matrix.format == "csr" else sparse_csc_tensor
        return make(as_tensor(matrix.indptr), as_tensor(matrix.indices), as_tensor(matrix.data), matrix.shape,
                    dtype=dtype, requires_grad=requires_grad)
    coo = matrix.tocoo()
    import numpy

    return sparse_coo_tensor(as_tensor(numpy.stack([coo.row, coo.col]).astype("int64")), as_tensor(coo.data), coo.shape,
                             dtype=dtype, requires_grad=requires_grad)


def _to_scipy(self):
    """This matrix as one of scipy.sparse, of its format: csr_matrix, csc_matrix, bsr_matrix, else coo_matrix."""
    import scipy.sparse as sp

    x = self.detach()
    if x.layout is sparse_coo:
        rows = x._indices().numpy()
        return sp.coo_matrix((x._values().numpy(), (rows[0], rows[1])), shape=x.shape)
    if x.layout is sparse_bsc:
        x = x.to_sparse_csr()
    columns = x.layout is sparse_csc
    make = sp.csc_matrix if columns else sp.bsr_matrix if x.layout is sparse_bsr else sp.csr_matrix
    begins, plain = _call(lib.vjp_tensor_compressed_indices, x._p), _call(lib.vjp_tensor_plain_indices, x._p)
    return make((x.values().numpy(), plain.numpy(), begins.numpy()), shape=x.shape)


# ---- pickles ----

def reduced(x):
    """What pickle keeps of a sparse tensor: its members, which are tensors, and how to put them together again."""
    plain = x.detach()
    if _is_sparse(x):
        members = _raw_indices(plain), _raw_values(plain)
    else:
        members = tuple(_call(ask, plain._p) for ask in (lib.vjp_tensor_compressed_indices,
                                                         lib.vjp_tensor_plain_indices)) + (_values(plain),)
    return _restored, (x.layout, members, x.shape, x.requires_grad, _is_sparse(x) and _is_coalesced(x))


def _restored(layout, members, shape, requires_grad, coalesced):
    if layout is sparse_coo:
        return sparse_coo_tensor(*members, shape, requires_grad=requires_grad, is_coalesced=coalesced)
    return _compressed(layout, *members, shape, None, None, requires_grad)


# ---- of tensors ----

def _layout(self):
    """How the elements are kept: `vjp.strided`, `vjp.sparse_coo`, `vjp.sparse_csr`, csc, bsr or bsc."""
    return _BY_CODE[lib.vjp_tensor_layout(self._p)]


def _is_sparse(self):
    """Whether the layout is COO."""
    return lib.vjp_tensor_layout(self._p) == 1


def _is_sparse_csr(self):
    """Whether the layout is CSR."""
    return lib.vjp_tensor_layout(self._p) == 2


def _nnz(self):
    """How many values are kept; of blocks, how many blocks."""
    return lib.vjp_tensor_nnz(self._p)


def _sparse_dim(self):
    """How many dimensions are sparse."""
    return lib.vjp_tensor_sparse_dims(self._p)


def _dense_dim(self):
    """How many dimensions the values have of their own."""
    dims = lib.vjp_tensor_sparse_dims(self._p)
    return self.ndim - dims


def _is_coalesced(self):
    """Whether no position stands there twice, and they rise."""
    return lib.vjp_tensor_is_coalesced(self._p)


def _coalesce(self):
    """Every position once, rising, with the sum of its values."""
    return _call(lib.vjp_tensor_coalesce, self._p)


def _indices(self):
    """The positions of a coalesced COO tensor: a row for each sparse dimension, a column for each value."""
    if _is_sparse(self) and not _is_coalesced(self):
        raise _core.StateError("indices: the tensor is not coalesced; use coalesce()")
    return _call(lib.vjp_tensor_indices, self._p)


def _raw_indices(self):
    return _call(lib.vjp_tensor_indices, self._p)


def _values(self):
    """The values; recorded. A COO tensor has to be coalesced."""
    return _call(lib.vjp_tensor_values, self._p, False)


def _raw_values(self):
    return _call(lib.vjp_tensor_values, self._p, True)


def _begins(columns):
    def begins(self):
        if lib.vjp_tensor_layout(self._p) not in ((3, 5) if columns else (2, 4)):
            raise _core.InvalidError(f"the tensor is {self.layout!r}")
        return _call(lib.vjp_tensor_compressed_indices, self._p)
    begins.__doc__ = f"Where each {'column' if columns else 'row'} begins among the values, and their number."
    return begins


def _plain(columns):
    def plain(self):
        if lib.vjp_tensor_layout(self._p) not in ((3, 5) if columns else (2, 4)):
            raise _core.InvalidError(f"the tensor is {self.layout!r}")
        return _call(lib.vjp_tensor_plain_indices, self._p)
    plain.__doc__ = f"The {'row' if columns else 'column'} of each value."
    return plain


def _to_dense(self, dtype=None, *, masked_grad=True):
    """A strided tensor of the same elements. Its gradient is that at the places of the values, or all of it."""
    made = _call(lib.vjp_tensor_to_dense, self._p, masked_grad is None or bool(masked_grad))
    return made if dtype is None else made.to(dtype)


def _convert(x, layout, dims=-1, block=(0, 0)):
    return _call(lib.vjp_tensor_to_layout, x._p, layout._code, dims, block[0], block[1])


def _to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None):
    """This tensor in a sparse layout, COO if nothing else is said, without elements that are 0.

    >>> vjp.tensor([[0.0, 2.0], [3.0, 0.0]]).to_sparse().values()
    tensor([2., 3.])
    """
    return _convert(self, layout or sparse_coo, -1 if sparse_dim is None else sparse_dim, blocksize or (0, 0))


def _to_sparse_coo(self):
    """This tensor as COO."""
    return _convert(self, sparse_coo)


def _to_sparse_csr(self):
    """This matrix in compressed rows."""
    return _convert(self, sparse_csr)


def _to_sparse_csc(self):
    """This matrix in compressed columns."""
    return _convert(self, sparse_csc)


def _to_sparse_bsr(self, blocksize):
    """This matrix as blocks in compressed rows."""
    return _convert(self, sparse_bsr, block=blocksize)


def _to_sparse_bsc(self, blocksize):
    """This matrix as blocks in compressed columns."""
    return _convert(self, sparse_bsc, block=blocksize)


def _sparse_mask(self, mask):
    """The elements at the places of a sparse tensor, in its layout."""
    return _call(lib.vjp_tensor_sparse_mask, self._p, pointer(mask, "mask"))


for _name, _function in (("layout", _layout), ("is_sparse", _is_sparse), ("is_sparse_csr", _is_sparse_csr)):
    setattr(Tensor, _name, property(_function))
for _name, _function in {
    "_nnz": _nnz, "sparse_dim": _sparse_dim, "dense_dim": _dense_dim, "is_coalesced": _is_coalesced,
    "coalesce": _coalesce, "indices": _indices, "values": _values, "_indices": _raw_indices, "_values": _raw_values,
    "crow_indices": _begins(False), "ccol_indices": _begins(True), "col_indices": _plain(False),
    "row_indices": _plain(True), "to_dense": _to_dense, "to_sparse": _to_sparse, "to_sparse_coo": _to_sparse_coo,
    "to_sparse_csr": _to_sparse_csr, "to_sparse_csc": _to_sparse_csc, "to_sparse_bsr": _to_sparse_bsr,
    "to_sparse_bsc": _to_sparse_bsc, "sparse_mask": _sparse_mask, "to_scipy": _to_scipy,
}.items():
    _function.__name__ = _name
    _function.__qualname__ = f"Tensor.{_name}"
    setattr(Tensor, _name, _function)
