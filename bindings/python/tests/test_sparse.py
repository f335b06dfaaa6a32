"""Sparse layouts of tensors."""

import copy
import pickle

import pytest

import vjp
from vjp.autograd import GradcheckError, gradcheck, gradgradcheck

DENSE = [[0.0, 5.0, 0.0, 1.0], [6.0, 0.0, 7.0, 0.0]]
LAYOUTS = [vjp.sparse_coo, vjp.sparse_csr, vjp.sparse_csc, vjp.sparse_bsr, vjp.sparse_bsc]


def dense(dtype=vjp.float64):
    return vjp.tensor(DENSE, dtype=dtype)


def converted(x, layout):
    return x.to_sparse(layout=layout, blocksize=(1, 2) if layout in (vjp.sparse_bsr, vjp.sparse_bsc) else None)


@pytest.mark.parametrize("first", LAYOUTS)
@pytest.mark.parametrize("second", LAYOUTS)
def test_conversions(first, second):
    x = dense().requires_grad_()
    y = converted(converted(x, first), second)
    assert y.layout is second and y.requires_grad
    weight = vjp.arange(8, dtype=vjp.float64).reshape(2, 4)
    assert y.to_dense().tolist() == DENSE
    (y.to_dense() * weight).sum().backward()
    full = vjp.where(converted(dense(), first).to_dense() != 0, weight, 0.0)
    blocks = first in LAYOUTS[3:] or second in LAYOUTS[3:]
    assert blocks or x.grad.to_dense().tolist() == full.tolist()


def test_members_and_printing():
    s = vjp.sparse_coo_tensor([[0, 1, 0], [1, 0, 1]], [1.0, 2.0, 3.0], (2, 2))
    assert s.is_sparse and s.layout is vjp.sparse_coo and not s.is_coalesced() and s._nnz() == 3
    with pytest.raises(vjp.StateError, match="coalesce"):
        s.values()
    assert s.coalesce().values().tolist() == [4.0, 2.0]
    assert "indices=" in repr(s) and "layout=vjp.sparse_coo" in repr(s)
    c = dense().to_sparse_csr()
    assert c.crow_indices().tolist() == [0, 2, 4] and c.col_indices().tolist() == [1, 3, 0, 2]
    assert "crow_indices=" in repr(c)
    for ask in (c.stride, c.storage_offset, c.is_contiguous, c.data_ptr, c.numpy):
        with pytest.raises(vjp.Error):
            ask()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_pickles_and_copies(layout):
    x = converted(dense(), layout).requires_grad_()
    x.note = "kept"
    for y in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x)):
        assert y.layout is layout and y.shape == x.shape and y.dtype == x.dtype and y.note == "kept"
        assert y.is_leaf and y.requires_grad and y.to_dense().tolist() == DENSE
    twice = vjp.sparse_coo_tensor([[0, 1, 0], [1, 0, 1]], [[1.0, 2.0]] * 3, (2, 2, 2))
    again = pickle.loads(pickle.dumps(twice))
    assert not again.is_coalesced() and again._nnz() == 3 and again.to_dense().tolist() == twice.to_dense().tolist()
    assert again.coalesce().indices().tolist() == [[0, 1], [1, 0]]
    assert pickle.loads(pickle.dumps(twice.coalesce())).is_coalesced()
    assert pickle.loads(pickle.dumps(vjp.sparse_coo_tensor([[], []], vjp.zeros(0), (0, 3)))).shape == (0, 3)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["conj", "conj_physical", "resolve_conj", "resolve_neg", "neg", "positive"])
def test_conjugates(layout, name):
    of = getattr(vjp, name)
    for dtype in (vjp.float64, vjp.complex128):
        x = dense(dtype) * (1 if dtype is vjp.float64 else 1 + 2j)
        s = converted(x, layout).requires_grad_()
        y = of(s)
        assert y.layout is layout and y.to_dense().tolist() == of(x).tolist()
        (y.to_dense() * (x + 1)).real.sum().backward()
        d = x.clone().requires_grad_()
        (of(d) * (x + 1)).real.sum().backward()
        kept = converted(vjp.where(x != 0, 1.0, 0.0), layout)
        if layout in LAYOUTS[3:]:  # zeros in a block have gradients too
            kept = converted(vjp.ones(2, 4), layout)
        assert s.grad.to_dense().tolist() == vjp.where(kept.to_dense() != 0, d.grad, 0).tolist()


def test_refused_by_name():
    with pytest.raises(vjp.UnsupportedError, match="cos: 'input' is float64.*COO"):
        vjp.cos(dense().to_sparse())
    out = vjp.empty(2, 3, dtype=vjp.float64)
    with pytest.raises(vjp.UnsupportedError, match="mm: 'input' is float64.*COO.*no such out form"):
        vjp.mm(dense().to_sparse(), vjp.ones(4, 3, dtype=vjp.float64), out=out)
    with pytest.raises(vjp.UnsupportedError, match="cos: 'out' is float64.*COO.*no such operator"):
        vjp.cos(dense(), out=dense().to_sparse())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_product_and_gradients(layout):
    s, d = converted(dense(), layout).requires_grad_(), vjp.randn(4, 3, dtype=vjp.float64).requires_grad_()
    x = dense().requires_grad_()
    weight = vjp.randn(2, 3, dtype=vjp.float64)
    ((s @ d) * weight).sum().backward()
    grad, d.grad = d.grad, None
    ((x @ d) * weight).sum().backward()
    assert (grad - d.grad).abs().max().item() < 1e-12
    assert s.grad.layout is layout
    mask = converted(vjp.ones_like(dense()) * (dense() != 0), layout).to_dense()
    assert ((s.grad.to_dense() - x.grad) * mask).abs().max().item() < 1e-12


def test_embedding():
    table = vjp.randn(5, 3).requires_grad_()
    index = vjp.tensor([1, 4, 1])
    vjp.embedding(index, table, sparse=True).sum().backward()
    assert table.grad.is_sparse
    assert table.grad.to_dense().tolist() == [[0.0] * 3, [2.0] * 3, [0.0] * 3, [0.0] * 3, [1.0] * 3]


def test_scipy():
    sp = pytest.importorskip("scipy.sparse")
    for name in ("csr", "csc", "coo"):
        there = vjp.from_scipy(sp.csr_matrix(DENSE).asformat(name))
        assert there.to_dense().tolist() == DENSE
        assert there.to_scipy().format == name and there.to_scipy().toarray().tolist() == DENSE


def test_values_by_gradcheck():
    indices = vjp.tensor([[0, 1, 1], [2, 0, 3]])
    d = vjp.randn(4, 2, dtype=vjp.float64).requires_grad_()
    values = vjp.randn(3, dtype=vjp.float64).requires_grad_()

    def f(values, d):
        s = vjp.sparse_coo_tensor(indices, values, (2, 4))
        return vjp.softmax(s * 2.0 + s.square(), 1).to_dense().sum(0) @ d + (s @ d).sum(0)

    assert vjp.autograd.gradcheck(f, (values, d))
    assert vjp.autograd.gradgradcheck(f, (values, d))


def test_masked_gradcheck():
    """GCHK-9: stored values with `masked`, else every element."""
    x = vjp.tensor([[0.0, 5.0], [6.0, 0.0]], dtype=vjp.float64).to_sparse_csr().requires_grad_()
    y = vjp.tensor([[1.0], [2.0]], dtype=vjp.float64, requires_grad=True)
    assert gradcheck(lambda x, y: x @ y, (x, y), masked=True)
    assert gradgradcheck(lambda x, y: x @ y, (x, y), masked=True)
    with pytest.raises(GradcheckError):
        gradcheck(lambda x, y: x @ y, (x, y))
    with pytest.raises(vjp.InvalidError, match="to_dense"):
        gradcheck(lambda x: 2 * x, x, masked=True)
