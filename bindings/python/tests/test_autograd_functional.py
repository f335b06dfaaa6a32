"""vjp.autograd.functional: structure, options and messages, which are PyTorch's (chapter 19)."""

import numpy as np
import pytest

import vjp
from vjp.autograd import functional

PRODUCTS = [functional.vjp, functional.jvp, functional.vhp, functional.hvp]


def tensor(*values, **options):
    return vjp.tensor(list(values), dtype=vjp.float64, **options)


def same(t, values):
    np.testing.assert_allclose(t.detach().numpy(), np.array(values, dtype=float), rtol=1e-12, atol=1e-12)


X, Y = tensor(1, 2), tensor(3, 4)


def quadratic(x, y):
    return (x * x * y).sum()


def test_high_1_structure_is_mirrored():
    one = functional.jacobian(lambda x: x * x, X)
    same(one, [[2, 0], [0, 4]])
    assert isinstance(functional.jacobian(lambda x: (x * x,), X), tuple)
    assert isinstance(functional.jacobian(lambda x: x * x, (X,)), tuple)
    nested = functional.jacobian(lambda x, y: (x * y, y), (X, Y))
    assert [len(row) for row in nested] == [2, 2]
    same(nested[0][1], [[1, 0], [0, 2]])
    same(nested[1][0], np.zeros((2, 2)))
    h = functional.hessian(quadratic, (X, Y))
    same(h[0][1], [[2, 0], [0, 4]])
    assert isinstance(functional.hessian(lambda x: (x**3).sum(), X), vjp.Tensor)
    outputs, gradients = functional.vjp(lambda x: (x,), (X,), (X,))
    assert isinstance(outputs, tuple) and isinstance(gradients, tuple)
    outputs, tangent = functional.jvp(lambda x: x, (X,), (X,))
    assert isinstance(outputs, vjp.Tensor) and isinstance(tangent, vjp.Tensor)


def test_high_2_products():
    same(functional.vjp(lambda x: x**3, X, Y)[1], [9, 48])
    same(functional.jvp(lambda x: x**3, X, Y)[1], [9, 48])
    for product in (functional.vhp, functional.hvp):
        value, (by_x, by_y) = product(quadratic, (X, Y), (tensor(1, 10), tensor(1, 1)))
        assert value.item() == 19
        same(by_x, [8, 84])
        same(by_y, [2, 40])


def test_high_3_history():
    x = tensor(1, 2, requires_grad=True)
    assert not functional.jacobian(lambda x: x * x, x).requires_grad
    with vjp.no_grad():
        same(functional.jacobian(lambda x: x * x, x), [[2, 0], [0, 4]])
        assert not functional.vjp(lambda x: x * x, x, X)[0].requires_grad
    for strategy in (False, True):
        j = functional.jacobian(lambda x: x**3, x, create_graph=True, vectorize=strategy)
        same(vjp.grad(j.sum(), [x])[0], [6, 12])
    for product in PRODUCTS[2:]:
        _, result = product(lambda x: (x**3).sum(), x, X, create_graph=True)
        same(vjp.grad(result.sum(), [x])[0], [6, 12])


def test_high_4_vectors():
    for product in PRODUCTS:
        with pytest.raises(vjp.InvalidError, match="The vector v can only be None if"):
            product(lambda x, p=product: (x * x).sum() if p is not functional.vjp else x, X)
        same(product(lambda x: x**3, tensor(2))[1], [12])
    with pytest.raises(vjp.InvalidError, match="v is a tuple of invalid length: should be 2 but got 1."[:-1]):
        functional.vjp(lambda x, y: (x, y), (X, Y), (X,))
    with pytest.raises(vjp.ShapeError, match=r"Entry 1 in v has invalid size: should be \[2\] but got \[1\]"):
        functional.jvp(lambda x, y: x, (X, Y), (X, tensor(1)))
    with pytest.raises(vjp.InvalidError, match="The given v should contain a single Tensor."):
        functional.hvp(lambda x: (x * x).sum(), X, (X, X))
    with pytest.raises(TypeError, match="The v given to jvp must be either a Tensor or a tuple of Tensors"):
        functional.jvp(lambda x: x, X, 3)


def test_high_5_one_number():
    for request in (lambda f: functional.hessian(f, X), lambda f: functional.vhp(f, X, X),
                    lambda f: functional.hvp(f, X, X)):
        with pytest.raises(vjp.ShapeError, match="should contain a single element"):
            request(lambda x: x * x)
        with pytest.raises(vjp.ShapeError, match="should return a single Tensor"):
            request(lambda x: ((x * x).sum(),))


def test_high_6_zeros_and_strict():
    same(functional.vjp(lambda x, y: x.sum(), (X, Y))[1][1], [0, 0])
    same(functional.jacobian(lambda x: tensor(1), X), [[0, 0]])
    same(functional.hessian(lambda x: x.sum(), X), np.zeros((2, 2)))
    with pytest.raises(vjp.InvalidError, match="Output 0 of the user-provided function does not require gradients"):
        functional.jvp(lambda x: tensor(1), X, X, strict=True)
    with pytest.raises(vjp.InvalidError, match="The output of the user-provided function is independent of input 1"):
        functional.vjp(lambda x, y: x.sum(), (X, Y), strict=True)
    with pytest.raises(vjp.InvalidError, match="Output 1 of the user-provided function is independent of input 0"):
        functional.jacobian(lambda x, y: (x * y, y), (X, Y), strict=True)
    with pytest.raises(vjp.InvalidError, match="jacobian of the user-provided function with respect to input 0"):
        functional.hessian(lambda x: x.sum(), X, strict=True)
    with pytest.raises(vjp.InvalidError, match="The jacobian of the user-provided function is independent of input 0"):
        functional.vjp(lambda x: x.sum(), X, strict=True, create_graph=True)


def test_high_7_strategies():
    with pytest.raises(NotImplementedError, match="strict=True` and `vectorize=True"):
        functional.jacobian(lambda x: x, X, strict=True, vectorize=True)
    for options in ({}, {"vectorize": True, "create_graph": True}, {"vectorize": True, "strict": True}):
        with pytest.raises(NotImplementedError, match="forward-mode"):
            functional.jacobian(lambda x: x, X, strategy="forward-mode", **options)
    with pytest.raises(vjp.InvalidError, match='Expected strategy to be either "forward-mode" or "reverse-mode"'):
        functional.jacobian(lambda x: x, X, strategy="sideways")
    for vectorize, strategy in ((False, "reverse-mode"), (True, "reverse-mode"), (True, "forward-mode")):
        j = functional.jacobian(lambda x: (x**3).to(vjp.float32), X, vectorize=vectorize, strategy=strategy)
        same(j, [[3, 0], [0, 12]])
        assert j.dtype is (vjp.float32 if strategy == "forward-mode" else vjp.float64)
        h = functional.hessian(quadratic, (X, Y), vectorize=vectorize, outer_jacobian_strategy=strategy)
        same(h[0][0], [[6, 0], [0, 8]])


@pytest.mark.parametrize("result, words", [
    (3, "given outputs of the user-provided function has type <class 'int'>"),
    ([X], "has type <class 'list'>"), ((X, None), "value at index 1 has type <class 'NoneType'>"), (None, "NoneType")])
def test_what_functions_must_return(result, words):
    for request in (lambda f: functional.jacobian(f, X), lambda f: functional.hessian(f, X),
                    *[lambda f, p=p: p(f, X, X) for p in PRODUCTS]):
        with pytest.raises(TypeError, match=words):
            request(lambda x: result)
    for request in (functional.jacobian, functional.hessian, *PRODUCTS):
        with pytest.raises(TypeError, match="must be either a Tensor or a tuple of Tensors"):
            request(lambda x: x, 3)


def test_high_14_errors_come_through():
    error = KeyError("mine")

    def f(x):
        raise error
    for request in (lambda: functional.jacobian(f, X), lambda: functional.hessian(f, X),
                    *[lambda p=p: p(f, X, X) for p in PRODUCTS]):
        with pytest.raises(KeyError) as caught:
            request()
        assert caught.value is error


# CPLX-9
def test_cplx_9_jacobians_of_complex_functions():
    z = vjp.tensor([1 + 2j, 3 - 1j])
    for vectorize in (False, True):
        found = functional.jacobian(lambda a: a * a, z, vectorize=vectorize).tolist()
        assert found == [[2 - 4j, 0], [0, 6 + 2j]]
    with pytest.raises(vjp.DtypeError, match="the forward strategy is for real inputs"):
        functional.jacobian(lambda a: a * a, z, vectorize=True, strategy="forward-mode")
