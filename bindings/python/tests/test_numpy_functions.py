"""numpy's functions of each element on tensors: `__array_ufunc__`."""

import operator

import numpy as np
import pytest

import vjp
from vjp import _numpy

pytestmark = pytest.mark.host

X = np.array([[0.3, -0.8, 0.5], [0.9, -0.1, 0.2]])
WHOLE = np.array([[3, 1, 4], [2, 6, 5]])


def arguments(ufunc):
    """Arrays that a function of numpy's takes."""
    if ufunc.__name__ in ("arccosh",):
        return [X + 2]
    if ufunc.__name__ in ("log", "log2", "log10", "sqrt", "power", "float_power"):
        return [np.abs(X), X][:ufunc.nin]
    if ufunc.__name__ == "ldexp":
        return [X, WHOLE]
    if ufunc.__name__ in ("gcd", "lcm", "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift",
                          "invert"):
        return [WHOLE, WHOLE[::-1]][:ufunc.nin]
    if ufunc.__name__ == "matmul":
        return [X, X.T.copy()]
    return [X, X[::-1] / 2][:ufunc.nin]


UFUNCS = sorted(set(_numpy._METHODS) | set(_numpy._FUNCTIONS))


@pytest.mark.parametrize("name", UFUNCS)
def test_every_function_is_numpys(name):
    ufunc = getattr(np, name)
    arrays = arguments(ufunc)
    tensors = [vjp.tensor(array) for array in arrays]
    wanted = ufunc(*arrays)
    mixed = [(tensors[0], *arrays[1:])] + ([(arrays[0], tensors[1])] if ufunc.nin == 2 else [])
    for given in (tensors, *mixed):
        got = ufunc(*given)
        for a, b in zip(got, wanted) if isinstance(wanted, tuple) else ((got, wanted),):
            assert isinstance(a, vjp.Tensor)
            np.testing.assert_allclose(a.numpy(), b, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("function, derivative", [
    (np.sin, np.cos), (np.exp, np.exp), (lambda x: np.multiply(3.0, x), lambda x: 3 + 0 * x),
    (lambda x: np.arctan2(x, 2.0), lambda x: 2 / (4 + x * x)),
    (lambda x: np.arctan2(2.0, x), lambda x: -2 / (4 + x * x)),
    (lambda x: np.add.reduce(x, axis=None), lambda x: 1 + 0 * x),
    (lambda x: np.hypot(x, np.float64(1)), lambda x: x / np.hypot(x, 1))])
def test_derivatives_come_along(function, derivative):
    x = vjp.tensor(X, requires_grad=True)
    function(x).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), derivative(X))


@pytest.mark.parametrize("sign", ["add", "sub", "mul", "truediv", "pow", "mod", "lt", "eq", "ne", "ge"])
def test_operators_with_arrays_and_scalars_keep_the_tensors_dtype_rules(sign):
    function = getattr(operator, sign)
    x = vjp.tensor(np.abs(X), dtype="float32")
    for other in (np.float64(2.0), np.float32(2.0), np.int64(2)):
        assert function(other, x).dtype is function(2.0, x).dtype
        assert vjp.equal(function(other, x), function(2.0, x))
    assert function(X, x).dtype is function(vjp.tensor(X), x).dtype


def test_reductions_accumulations_and_outer_products():
    x = vjp.tensor(X)
    for ufunc in (np.add, np.multiply, np.maximum, np.minimum):
        for options in ({}, {"axis": 1}, {"axis": 0, "keepdims": True}):
            got = ufunc.reduce(x, **options)
            assert isinstance(got, vjp.Tensor)
            np.testing.assert_allclose(got.numpy(), ufunc.reduce(X, **options))
    for ufunc in (np.add, np.maximum):
        assert ufunc.reduce(x, axis=None).item() == pytest.approx(ufunc.reduce(X, axis=None))
        assert ufunc.reduce(x, axis=(0, 1)).item() == pytest.approx(ufunc.reduce(X, axis=(0, 1)))
    assert np.logical_and.reduce(x, axis=1).tolist() == [True, True]
    for ufunc in (np.add, np.multiply, np.maximum):  # the last is numpy's own work
        np.testing.assert_allclose(ufunc.accumulate(x, axis=1).numpy(), ufunc.accumulate(X, axis=1))
    outer = np.multiply.outer(x, vjp.tensor(WHOLE[0]))
    np.testing.assert_allclose(outer.numpy(), np.multiply.outer(X, WHOLE[0]))
    assert np.subtract.outer(WHOLE[0], x).shape == (3, 2, 3)


def test_results_are_written_where_they_are_asked_for():
    x, out = vjp.tensor(X), vjp.zeros(2, 3, dtype="float64")
    before = out._version
    assert np.exp(x, out=out) is out and out._version > before
    np.testing.assert_allclose(out.numpy(), np.exp(X))
    array = np.zeros((2, 3))
    assert np.exp(x, out=array) is array
    np.testing.assert_allclose(array, np.exp(X))
    array += x
    np.testing.assert_allclose(array, np.exp(X) + X)
    assert type(array) is np.ndarray
    fraction, exponent = vjp.zeros(2, 3, dtype="float64"), vjp.zeros(2, 3, dtype="int32")
    assert np.frexp(x, fraction, exponent)[0] is fraction
    np.testing.assert_allclose(fraction.numpy() * 2.0 ** exponent.numpy(), X)


def test_what_numpy_computes_itself():
    x = vjp.tensor(X)
    got = np.cbrt(x)
    assert isinstance(got, vjp.Tensor)
    np.testing.assert_allclose(got.numpy(), np.cbrt(X))
    np.testing.assert_allclose(np.add(x, 1, where=X > 0, out=np.zeros((2, 3))), np.where(X > 0, X + 1, 0))
    assert np.add(x, 1, dtype="float32").dtype is vjp.float32
    parts = np.modf(x)
    assert [type(part) for part in parts] == [vjp.Tensor] * 2
    tracked = vjp.tensor(X, requires_grad=True)
    for call in (lambda: np.cbrt(tracked), lambda: np.exp(tracked, out=np.zeros((2, 3)))):
        with pytest.raises(vjp.Error, match="requires grad|detach"):
            call()
    with pytest.raises(TypeError):
        np.add.at(x, [0], 1.0)
    np.testing.assert_array_equal(x.numpy(), X)
    with pytest.raises(TypeError):
        np.add(x, "text")
