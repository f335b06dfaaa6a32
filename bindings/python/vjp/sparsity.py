"""Jacobians and hessians with few entries that are not zero: a handful of products instead of one a row.

    def f(x):                                   # each result depends on three neighbours
        y = x ** 3
        y[1:] -= x[:-1]
        y[:-1] -= x[1:]
        return y

    j = vjp.sparsity.jacobian(f, x)             # three products, whatever the size of x
    scipy.sparse.csr_matrix((j.values.numpy(), j.col_indices.numpy(), j.crow_indices.numpy()), j.shape)

The pattern of the entries is found by a run of the function, or given; found once, it serves for every x:

    pattern = vjp.sparsity.detect_jacobian(f, x)
    for x in trajectory:
        j = vjp.sparsity.jacobian(f, x, pattern)

A row is an element of the result, a column one of the input, both counted row-major; `values` has the entries row by
row (CSR).
"""

from typing import NamedTuple

from ._core import NULL, callback, carry, check, travelling, type_name
from ._create import tensor
from ._ffi import ffi, lib
from ._generated_ops import zeros
from ._tensor import Tensor, borrowed

__all__ = ["Sparsity", "SparseMatrix", "detect_hessian", "detect_jacobian", "hessian", "jacobian"]

_STRATEGIES = {"auto": lib.VJP_SPARSE_AUTO, "forward": lib.VJP_SPARSE_FORWARD, "reverse": lib.VJP_SPARSE_REVERSE}
_COLORINGS = {"columns": lib.VJP_COLORING_COLUMNS, "rows": lib.VJP_COLORING_ROWS,
              "symmetric": lib.VJP_COLORING_SYMMETRIC}


class Sparsity:
    """Where a matrix may not be zero: Sparsity(crow_indices, col_indices, shape), from detect_jacobian, or from
    detect_hessian. Indices may be sequences of integers or int64 tensors."""

    __slots__ = ("_p",)

    def __init__(self, crow_indices, col_indices, shape):
        crow = [int(i) for i in _numbers(crow_indices)]
        columns = [int(i) for i in _numbers(col_indices)]
        rows, width = shape
        if len(crow) != rows + 1:
            raise ValueError(f"Sparsity: {rows} rows need {rows + 1} crow_indices, got {len(crow)}")
        out = ffi.new("vjp_sparsity*[1]")
        check(lib.vjp_sparsity_create(width, crow, len(crow), columns, len(columns), out))
        self._p = ffi.gc(out[0], lib.vjp_sparsity_release)

    @classmethod
    def _take(cls, pointer):
        """Takes over one reference."""
        self = object.__new__(cls)
        self._p = ffi.gc(pointer, lib.vjp_sparsity_release)
        return self

    @property
    def shape(self):
        """Rows and columns."""
        return lib.vjp_sparsity_rows(self._p), lib.vjp_sparsity_columns(self._p)

    @property
    def nnz(self):
        """How many entries there are."""
        return lib.vjp_sparsity_entries(self._p)

    @property
    def crow_indices(self):
        """Where each row begins among the entries, and their number: int64 [rows + 1]."""
        return _indices(lib.vjp_sparsity_crow_indices(self._p), self.shape[0] + 1)

    @property
    def col_indices(self):
        """The columns of the entries: int64 [nnz]."""
        return _indices(lib.vjp_sparsity_col_indices(self._p), self.nnz)

    @property
    def dense_operators(self):
        """The operators of the function whose structure is not known: each of their results was taken to depend on all
        of their arguments."""
        names = ffi.string(lib.vjp_sparsity_dense_operators(self._p)).decode()
        return tuple(names.split(", ")) if names else ()

    def colors(self, kind="columns"):
        """A colour for each column, or row, as a list: products for them show the entries of a colour at once. `kind`
        is "columns" (forward mode), "rows" (reverse mode) or "symmetric" (hessians)."""
        if kind not in _COLORINGS:
            raise ValueError(f"colors: kind must be one of {', '.join(map(repr, _COLORINGS))}, not {kind!r}")
        out = ffi.new("int32_t[]", max(1, self.shape[0 if kind == "rows" else 1]))
        check(lib.vjp_sparsity_color(self._p, _COLORINGS[kind], out, NULL))
        return list(out)[:self.shape[0 if kind == "rows" else 1]]

    def __repr__(self):
        return f"vjp.sparsity.Sparsity(shape={self.shape}, nnz={self.nnz})"


class SparseMatrix(NamedTuple):
    """A matrix in compressed rows: the arguments that other libraries take, in their order of importance."""

    values: Tensor
    col_indices: Tensor
    crow_indices: Tensor
    shape: tuple

    def to_dense(self):
        """The matrix with its zeros, differentiable with respect to `values`."""
        rows, columns = self.shape
        crow, col = self.crow_indices.tolist(), self.col_indices.tolist()
        places = [r * columns + c for r in range(rows) for c in col[crow[r]:crow[r + 1]]]
        flat = zeros(rows * columns, dtype=self.values.dtype, device=self.values.device)
        if places:
            flat = flat.index_add(0, tensor(places, dtype="int64", device=self.values.device), self.values)
        return flat.view(rows, columns)


def _numbers(values):
    return values.tolist() if isinstance(values, Tensor) else values


def _indices(pointer, count):
    out = ffi.new("vjp_tensor*[1]")
    check(lib.vjp_tensor_from_data(pointer if count else NULL, (count,), 1, lib.VJP_DTYPE_INT64, out))
    return Tensor(out[0])


class _Function:
    """What C calls."""

    __slots__ = ("function",)

    def __init__(self, function):
        self.function = function

    def run(self, p, out):
        result = self.function(borrowed(p))
        if not isinstance(result, Tensor):
            raise TypeError(f"sparsity: the function must return a tensor, not {type_name(result)}")
        out[0] = lib.vjp_tensor_retain(result._p)


@callback()
def python_sparse_function(context, p, out):
    try:
        ffi.from_handle(context).run(p, out)
        return 0
    except BaseException as error:  # must not cross C
        return carry(error)


def _call(entry, func, x, *rest):
    if not isinstance(x, Tensor):
        raise TypeError(f"sparsity: x must be a tensor, not {type_name(x)}")
    handle = ffi.new_handle(_Function(func))
    with travelling():
        check(entry(lib.python_sparse_function, handle, x._p, *rest))


def _detect(entry, func, x):
    out = ffi.new("vjp_sparsity*[1]")
    _call(entry, func, x, out)
    return Sparsity._take(out[0])


def _derivative(entry, func, x, sparsity, strategy, create_graph, check_pattern):
    if sparsity is not None and not isinstance(sparsity, Sparsity):
        raise TypeError(f"sparsity: expected a Sparsity or None, not {type_name(sparsity)}")
    if strategy not in _STRATEGIES:
        raise ValueError(f"strategy must be one of {', '.join(map(repr, _STRATEGIES))}, not {strategy!r}")
    options = ffi.new("vjp_sparse_options*", {"struct_size": ffi.sizeof("vjp_sparse_options"),
                                              "strategy": _STRATEGIES[strategy], "create_graph": bool(create_graph),
                                              "check": bool(check_pattern)})
    used, entries = ffi.new("vjp_sparsity*[1]"), ffi.new("vjp_tensor*[1]")
    _call(entry, func, x, NULL if sparsity is None else sparsity._p, options, used, entries)
    pattern = Sparsity._take(used[0])
    return SparseMatrix(Tensor(entries[0]), pattern.col_indices, pattern.crow_indices, pattern.shape)


def detect_jacobian(func, x):
    """The pattern of the jacobian of `func` at `x`, from one run: each operator passes on which elements of x its
    results depend on, by its structure. Both branches of a `where` count. What `func` chooses by values (an `if`) is
    found for this x only; what it computes past the operators (numpy) is not found."""
    return _detect(lib.vjp_sparsity_of_jacobian, func, x)


def detect_hessian(func, x):
    """The pattern of the hessian of `func`, whose result has one element."""
    return _detect(lib.vjp_sparsity_of_hessian, func, x)


def jacobian(func, x, sparsity=None, *, strategy="auto", create_graph=False, check=True):
    """The jacobian of `func`, a function of one tensor with one tensor as result, as a SparseMatrix.

    Without `sparsity` its pattern is detected first. `strategy` "forward" runs func for several colours of columns at
    a time, "reverse" runs it once and takes a grad call for several colours of rows; "auto" takes what costs less.
    With `create_graph` the values can be differentiated with respect to x. `check` compares one product more with the
    entries, and raises an InvalidError where the pattern lacks one.
    """
    return _derivative(lib.vjp_sparse_jacobian, func, x, sparsity, strategy, create_graph, check)


def hessian(func, x, sparsity=None, *, create_graph=False, check=True):
    """The hessian of `func`, whose result has one element, as a SparseMatrix; the arguments are those of jacobian."""
    return _derivative(lib.vjp_sparse_hessian, func, x, sparsity, "auto", create_graph, check)
