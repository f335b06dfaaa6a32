"""Operators of Python between tensors and what is none: arrays, sequences, numbers, tensors of other libraries."""

import array
import operator
import warnings

import numpy as np
import pytest

import vjp

pytestmark = pytest.mark.host

ARITHMETIC = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow]
COMPARISON = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]
BITWISE = [operator.and_, operator.or_, operator.xor]
INPLACE = [operator.iadd, operator.isub, operator.imul, operator.itruediv, operator.ifloordiv, operator.imod,
           operator.ipow]


class Foreign:
    """A tensor as another library might have it: DLPack, an array, a history of its own."""

    def __init__(self, values, requires_grad=False):
        self.values, self.requires_grad = np.array(values, np.float32), requires_grad

    @property
    def shape(self):
        return self.values.shape

    def detach(self):
        return Foreign(self.values)

    def __dlpack__(self, **options):
        if self.requires_grad:
            raise BufferError("it requires grad")
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


class ArrayOnly:
    def __init__(self, values):
        self.values = np.array(values, np.float32)

    def __array__(self, dtype=None, copy=None):
        return self.values


A, B = [1.0, 2.0, 5.0], [3.0, 2.0, 4.0]
OPERANDS = [np.array(B, np.float32), np.array(B, np.float64), np.array([3, 2, 4]), B, tuple(B), [3, 2, 4], Foreign(B),
            Foreign(B, requires_grad=True), ArrayOnly(B), np.float64(2), np.float32(2), np.int64(2), np.array(2.0), 2,
            2.5]


def values_of(value):
    return np.asarray(getattr(value, "values", value), np.float64)


@pytest.mark.parametrize("other", OPERANDS, ids=lambda value: f"{type(value).__name__}")
@pytest.mark.parametrize("function", ARITHMETIC + COMPARISON)
def test_both_orders(function, other):
    x = vjp.tensor(A, requires_grad=True)
    for result, expected in ((function(x, other), function(np.array(A), values_of(other))),
                             (function(other, x), function(values_of(other), np.array(A)))):
        assert isinstance(result, vjp.Tensor)
        np.testing.assert_allclose(result.detach().numpy(), expected, rtol=1e-6)
        if function in (operator.add, operator.mul, operator.truediv):
            result.sum().backward()
    if function is operator.mul:
        np.testing.assert_allclose(x.grad.numpy(), 2 * np.broadcast_to(values_of(other), 3), rtol=1e-6)


@pytest.mark.parametrize("function", BITWISE)
def test_bitwise(function):
    a, b = [True, True, False], [True, False, False]
    for other in (np.array(b), b):
        assert function(vjp.tensor(a), other).tolist() == function(np.array(a), np.array(b)).tolist()
        assert function(other, vjp.tensor(a)).tolist() == function(np.array(a), np.array(b)).tolist()


@pytest.mark.parametrize("other", [np.array(B, np.float32), B, Foreign(B), np.float32(2)],
                         ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("function", INPLACE)
def test_in_place(function, other):
    x = vjp.tensor(A)
    same, pointer = x, x.data_ptr()
    x = function(x, other)
    assert x is same and x.data_ptr() == pointer
    np.testing.assert_allclose(x.numpy(), function(np.array(A), values_of(other)), rtol=1e-6)


def test_products_with_matrices():
    m = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert (vjp.tensor(m) @ m.T).tolist() == (m @ vjp.tensor(m.T.copy())).tolist() == (m @ m.T).tolist()
    assert (vjp.tensor(m) @ B).tolist() == (m @ np.array(B)).tolist()
    with pytest.raises(vjp.ShapeError, match=r"matmul: 'input' is \[2, 3\]"):
        m @ vjp.tensor(m)


def test_what_is_no_operand():
    x = vjp.tensor(A)
    for other in ("a", None, object(), {1}, {"a": 1}):
        for function in ARITHMETIC:
            with pytest.raises(TypeError, match="unsupported operand|not all arguments|can only concat|as an index"):
                function(x, other)
        assert (x == other) is False and (x != other) is True
    with pytest.raises(vjp.ShapeError, match="add: shapes"):
        x + [1, 2]
    with pytest.raises(TypeError, match="tensor: cannot make a tensor of str"):
        x * ["a", "b", "c"]


def test_operands_go_where_the_tensor_is():
    x = vjp.tensor(A, device="sim:0")
    for other in (np.array(B), B):
        assert (x + other).device == (other * x).device == x.device
    assert (x + B).cpu().tolist() == [4, 4, 9]


def test_tensors_of_other_libraries():
    for data in (Foreign(A), Foreign(A, requires_grad=True), ArrayOnly(A), array.array("f", A),
                 memoryview(array.array("f", A))):
        x = vjp.tensor(data)
        assert x.tolist() == A and not x.requires_grad
        assert vjp.as_tensor(data).tolist() == A
    source = Foreign(A)
    copied, shared = vjp.tensor(source), vjp.as_tensor(source)
    source.values[0] = 7
    assert copied[0].item() == 1 and shared[0].item() == 7
    assert vjp.tensor([Foreign(A), Foreign(B)]).tolist() == [A, B]
    assert vjp.tensor(Foreign(A), dtype="float64", requires_grad=True).requires_grad


# ---- warnings ----

def warned(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return [(item.filename, item.lineno) for item in caught]


def test_warnings_point_at_the_users_line():
    def of_a_property():
        (vjp.ones(2, requires_grad=True) * 2).grad  # noqa: B018

    first = of_a_property.__code__.co_firstlineno
    assert warned(of_a_property) == [(__file__, first + 1)]

    def through_a_block():
        x = vjp.ones(2, requires_grad=True)
        vjp.autograd.gradcheck(lambda x: x * 2, (x,), raise_exception=False)

    assert warned(through_a_block) == [(__file__, through_a_block.__code__.co_firstlineno + 2)]

    @vjp.no_grad()
    def decorated():
        (vjp.ones(2, requires_grad=True) * 2).detach()
        with vjp.enable_grad():
            (vjp.ones(2, requires_grad=True) * 2).grad  # noqa: B018

    assert [file for file, _ in warned(decorated)] == [__file__]


def test_a_warning_of_the_library_points_there_too():
    def create_graph():
        x = vjp.ones(2, requires_grad=True)
        (x * x).sum().backward(create_graph=True)

    for file, line in warned(create_graph):
        assert file == __file__ and line == create_graph.__code__.co_firstlineno + 2
