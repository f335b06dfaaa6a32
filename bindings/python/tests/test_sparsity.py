"""Sparse jacobians and hessians."""

import pytest

import vjp
from vjp import sparsity


def points(n):
    return vjp.linspace(-1, 2, n, dtype=vjp.float64)


def tridiagonal(x):
    y = x ** 3
    y[1:] -= x[:-1]
    y[:-1] -= x[1:] * 2
    return y


def dense_jacobian(f, x):
    x = x.detach().clone().requires_grad_()
    y = f(x).reshape(-1)
    return [vjp.autograd.grad(y[i], x, retain_graph=True)[0].tolist() for i in range(y.numel())]


def assert_close(a, b):
    for row, other in zip(a, b, strict=True):
        assert row == pytest.approx(other)


@pytest.mark.parametrize("strategy", ["auto", "forward", "reverse"])
def test_a_jacobian(strategy):
    j = sparsity.jacobian(tridiagonal, points(7), strategy=strategy)
    assert j.shape == (7, 7) and j.values.numel() == 19
    assert_close(j.to_dense().tolist(), dense_jacobian(tridiagonal, points(7)))


def test_a_pattern_serves_again():
    pattern = sparsity.detect_jacobian(tridiagonal, points(7))
    assert pattern.shape == (7, 7) and pattern.nnz == 19 and pattern.dense_operators == ()
    assert pattern.crow_indices.tolist()[:3] == [0, 2, 5] and pattern.col_indices.tolist()[:5] == [0, 1, 0, 1, 2]
    assert len(set(pattern.colors("columns"))) == len(set(pattern.colors("rows"))) == 3
    calls = []

    def counted(x):
        calls.append(1)
        return tridiagonal(x)

    x = points(7) * 3
    j = sparsity.jacobian(counted, x, pattern, strategy="reverse", check=False)
    assert len(calls) == 1
    assert_close(j.to_dense().tolist(), dense_jacobian(tridiagonal, x))
    assert "nnz=19" in repr(pattern)


def test_a_hessian():
    def f(x):
        return ((x[1:] - x[:-1] ** 2) ** 2).sum() + x.sin().sum()

    x = points(6)
    h = sparsity.hessian(f, x)
    leaf = x.clone().requires_grad_()
    (g,) = vjp.autograd.grad(f(leaf), leaf, create_graph=True)
    dense = [vjp.autograd.grad(g[i], leaf, retain_graph=True)[0].tolist() for i in range(6)]
    assert h.values.numel() == 16
    assert_close(h.to_dense().tolist(), dense)
    pattern = sparsity.detect_hessian(f, x)
    assert_close(sparsity.hessian(f, x, pattern, check=False).to_dense().tolist(), dense)
    assert len(set(pattern.colors("symmetric"))) == 3


def test_values_can_be_differentiated():
    x = points(5).requires_grad_()
    j = sparsity.jacobian(tridiagonal, x, create_graph=True)
    (g,) = vjp.autograd.grad(j.values.sum(), x)
    assert g.tolist() == pytest.approx((6 * x).tolist())
    assert not sparsity.jacobian(tridiagonal, x).values.requires_grad


def test_a_known_pattern():
    diagonal = sparsity.Sparsity(range(6), vjp.arange(5), (5, 5))
    j = sparsity.jacobian(vjp.sin, points(5), diagonal)
    assert j.values.tolist() == pytest.approx(points(5).cos().tolist())
    with pytest.raises(vjp.InvalidError, match="lacks an entry in column"):
        sparsity.jacobian(tridiagonal, points(5), diagonal)


def test_operators_without_a_structure_are_named():
    pattern = sparsity.detect_jacobian(lambda x: vjp.median(x), points(5))
    assert pattern.dense_operators == ("median",) and pattern.nnz == 5


def test_errors():
    class Mine(Exception):
        pass

    def failing(x):
        raise Mine

    with pytest.raises(Mine):
        sparsity.jacobian(failing, points(3))
    with pytest.raises(TypeError, match="must return a tensor, not tuple"):
        sparsity.detect_jacobian(lambda x: (x, x), points(3))
    with pytest.raises(TypeError, match="x must be a tensor"):
        sparsity.detect_jacobian(vjp.sin, [1.0])
    with pytest.raises(ValueError, match="4 crow_indices"):
        sparsity.Sparsity([0, 1], [0], (3, 3))
    with pytest.raises(vjp.InvalidError, match="col_indices must rise"):
        sparsity.Sparsity([0, 2], [1, 0], (1, 2))
    with pytest.raises(ValueError, match="strategy"):
        sparsity.jacobian(vjp.sin, points(3), strategy="both")
    with pytest.raises(TypeError, match="expected a Sparsity"):
        sparsity.jacobian(vjp.sin, points(3), [[1]])
    with pytest.raises(vjp.ShapeError, match="expected one element"):
        sparsity.hessian(vjp.sin, points(3))
    with pytest.raises(vjp.DtypeError):
        sparsity.detect_jacobian(vjp.abs, vjp.arange(3))
