"""Operators as C's functions: they take what the Python functions behind them take, look like them, leak nothing."""

import gc
import inspect
import pickle
import sys

import numpy as np
import pytest

import vjp
from vjp import _generated_ops, _native

BEHIND = _generated_ops.behind


def test_every_operator_is_c_s_and_has_the_python_function_behind_it():
    assert len(BEHIND) > 250
    for name, python in BEHIND.items():
        function = getattr(_generated_ops, name)
        assert inspect.isbuiltin(function) and not inspect.isbuiltin(python), name
        assert function.__name__ == name and function.__doc__ == python.__doc__, name


def test_signatures_are_those_of_the_python_functions():
    for name, python in BEHIND.items():
        assert inspect.signature(getattr(_generated_ops, name)) == inspect.signature(python), name


def test_methods_have_signatures_too():
    x = vjp.ones(2)
    assert str(inspect.signature(x.softmax)) == "(dim, *, dtype=None)"
    assert str(inspect.signature(x.view)) == "(*size, **keywords)"
    for name in dir(vjp.Tensor):
        member = inspect.getattr_static(vjp.Tensor, name)
        if inspect.ismethoddescriptor(member) and not name.startswith("__"):
            assert inspect.signature(member), name


def test_functions_can_be_pickled():
    assert pickle.loads(pickle.dumps(_generated_ops.sin)) is vjp.sin


X = [[1.5, -2.0, 3.0], [0.5, 4.0, -1.0]]
# Calls that C reads itself and calls that Python has to.
CALLS = [
    ("sum", (), {}), ("sum", (1,), {}), ("sum", ((0, 1),), {}), ("sum", ([0],), {"keepdim": True}), ("sum", ((),), {}),
    ("sum", (np.int64(1),), {}), ("sum", (1, True), {}), ("sum", (), {"dim": 0, "dtype": vjp.float64}),
    ("sum", (), {"dtype": "float64"}), ("sum", (-1,), {"dtype": None}),
    ("softmax", (0,), {}), ("softmax", (), {"dim": 1}), ("softmax", (True,), {}), ("softmax", (np.int32(0),), {}),
    ("add", (1,), {}), ("add", (2.5,), {}), ("add", (True,), {}), ("add", (np.float32(2),), {}), ("add", (1j,), {}),
    ("add", (1.5,), {"alpha": 2}), ("add", (2,), {"alpha": 0.5}),
    ("clamp", (0, 1), {}), ("clamp", (), {"max": 1.5}), ("clamp", (None, 0.5), {}), ("clamp", (-1.0,), {}),
    ("max", (), {}), ("max", (1,), {}), ("max", (), {"dim": 0, "keepdim": True}),
    ("view", (3, 2), {}), ("view", ((6,),), {}), ("view", ([2, 3],), {}), ("view", (-1,), {}),
    ("view", (6, np.int64(1)), {}),
    ("reshape", (1, 6), {}), ("reshape", (), {"shape": (3, 2)}), ("permute", (1, 0), {}), ("expand", (2, 2, 3), {}),
    ("split", (1,), {}), ("split", ([1, 1],), {}), ("chunk", (2, 1), {}),
    ("softplus", (), {"beta": 2, "threshold": 10.5}),
    ("leaky_relu", (0.25,), {}), ("to", (vjp.float64,), {}), ("to", ("float16",), {}), ("to", ("cpu",), {}),
    ("roll", (1, 0), {}), ("flip", ((0, 1),), {}), ("pow", (2,), {}), ("pow", (0.5,), {}), ("var", (1,), {}),
    ("topk", (2,), {}), ("norm", (), {}), ("nan_to_num", (), {"nan": 1.0}), ("quantile", (0.5,), {}),
]


def _flat(result):
    return [item.tolist() for item in result] if isinstance(result, tuple) else result.tolist()


@pytest.mark.parametrize("name,args,kwargs", [call for call in CALLS if hasattr(vjp.Tensor, call[0])], ids=str)
def test_c_reads_arguments_as_python_does(name, args, kwargs):
    x = vjp.tensor(X)
    results, method = [], getattr(vjp.Tensor, name)
    spread = name in ("view", "reshape", "permute", "expand")
    for function in (method, BEHIND[name]):
        if spread and function is not method and args and not isinstance(args[0], (tuple, list)):
            call = [x, args], kwargs
        else:
            call = [x, *args], kwargs
        try:
            results.append(function(*call[0], **call[1]))
        except Exception as error:
            results.append((type(error), str(error)))
    got, expected = results
    if isinstance(expected, tuple) and isinstance(expected[0], type):
        assert got == expected
        return
    assert type(got) is type(expected)
    assert str(_flat(got)) == str(_flat(expected))
    first, second = [item[0] if isinstance(item, tuple) else item for item in results]
    assert first.dtype is second.dtype and first.shape == second.shape


WRONG = [("sum", ("x",), {}), ("softmax", (), {}), ("softmax", (0, 1, 2), {}), ("softmax", (0,), {"dtypo": 1}),
         ("softmax", (0,), {"dim": 0}), ("softmax", (0.5,), {}), ("softmax", (2**80,), {}), ("add", ("1",), {}),
         ("max", ("x",), {}), ("add", (None,), {}), ("view", (2, 2.5), {}), ("sin", (), {"dtype": vjp.float32}),
         ("index_select", (0, [0]), {}), ("softmax", (7,), {}), ("view", (7,), {})]


@pytest.mark.parametrize("name,args,kwargs", WRONG, ids=str)
def test_mistakes_are_explained_by_the_python_function(name, args, kwargs):
    x, found = vjp.tensor(X), []
    behind = BEHIND[name] if name != "view" else lambda x, *args: BEHIND[name](x, args)
    for function in (getattr(vjp.Tensor, name), behind):
        with pytest.raises(Exception) as info:
            function(x, *args, **kwargs)
        found.append((info.type, str(info.value)))
    assert found[0] == found[1]


def test_creation_functions():
    assert vjp.zeros(2, 3).shape == vjp.zeros((2, 3)).shape == vjp.zeros(size=[2, 3]).shape == (2, 3)
    assert vjp.zeros().shape == () and vjp.zeros(()).shape == ()
    assert vjp.ones(2, requires_grad=True).requires_grad and not vjp.ones(2, requires_grad=False).requires_grad
    assert vjp.ones(2, dtype=vjp.int32, device="cpu").dtype is vjp.int32
    assert vjp.arange(3).tolist() == [0, 1, 2] and vjp.arange(1, 3).tolist() == [1, 2]
    assert vjp.full((2,), 1.5, dtype=vjp.float64).dtype is vjp.float64
    with pytest.raises(TypeError, match="unknown keyword size_"):
        vjp.zeros(2, size_=3)


def test_out():
    x, out = vjp.tensor(X), vjp.empty(2, 3)
    assert vjp.sin(x, out=out) is out and vjp.sin(x, out=None).tolist() == out.tolist()


def test_python_s_operators():
    x = vjp.tensor([4.0, 9.0])
    for number in (2, 2.0, True, np.float32(2)):
        float_number = float(number)
        assert (x - number).tolist() == [4 - float_number, 9 - float_number]
        assert (number - x).tolist() == [float_number - 4, float_number - 9]
        assert (number / x).tolist() == pytest.approx([float_number / 4, float_number / 9])
        assert (x**number).tolist() == [4**float_number, 9**float_number]
        assert (x > number).tolist() == (number < x).tolist()
    assert (x == "text") is False and (x != "text") is True
    assert (-x).tolist() == [-4, -9] and abs(-x).tolist() == (+x).tolist() == x.tolist()
    with pytest.raises(TypeError, match="unsupported operand"):
        x + "text"
    with pytest.raises(TypeError):
        pow(x, 2, 3)
    y = x
    y += 1
    y *= vjp.tensor(2.0)
    y -= 0.5
    assert y is x and x.tolist() == [9.5, 19.5]
    mask = vjp.tensor([True, False])
    mask &= vjp.tensor([True, True])
    assert (~mask).tolist() == [False, True] and (mask | True).tolist() == [True, True]


def test_an_operand_of_another_class_is_asked():
    class Other:
        def __radd__(self, left):
            return "other"

        def __eq__(self, left):
            return "equal"

    assert vjp.ones(1) + Other() == "other" and (vjp.ones(1) == Other()) == "equal"


def test_a_subclass_may_have_operators_of_its_own():
    class Special(vjp.Tensor):
        def __radd__(self, left):
            return "special"

    special = Special(vjp.ones(1)._p)
    assert special.__class__ is vjp.Tensor or vjp.ones(1) + special == "special"


def test_failures_of_c_are_the_library_s_errors():
    with pytest.raises(vjp.ShapeError, match="add"):
        vjp.ones(2) + vjp.ones(3)
    with pytest.raises(vjp.ShapeError):
        vjp.ones(2).add_(vjp.ones(3))
    leaf = vjp.ones(2, requires_grad=True)
    with pytest.raises(vjp.Error):
        leaf += 1


def test_nothing_leaks():
    x, text = vjp.ones(3), "mean"
    tensors = [x, x]
    for _ in range(3):  # what is made once is made
        _all_kinds(x, tensors, text)
    gc.collect()
    before = [sys.getrefcount(item) for item in (x, tensors, text, vjp.float64)], vjp.memory_allocated()
    for _ in range(100):
        _all_kinds(x, tensors, text)
    gc.collect()
    after = [sys.getrefcount(item) for item in (x, tensors, text, vjp.float64)], vjp.memory_allocated()
    assert after == before


def _all_kinds(x, tensors, text):
    vjp.cat(tensors), vjp.stack([x, x], 1), x.sum(dtype=vjp.float64), x.max(0), x.split(1), vjp.cat([x])
    vjp.mse_loss(x, x, reduction=text), x.add_(0), 2 - x, x + 1, x == x, vjp.zeros(2, requires_grad=True)
    for wrong in (lambda: vjp.cat([x, 1]), lambda: x + vjp.ones(7), lambda: x.softmax(9), lambda: x.view(2, 2)):
        with pytest.raises((TypeError, vjp.Error)):
            wrong()


def test_a_long_list_is_taken_too():
    assert vjp.cat([vjp.ones(1)] * 100).shape == (100,)
    assert len(vjp.ones(40).split([1] * 40)) == 40


def test_the_type_says_what_it_is():
    assert _native.Tensor is vjp.Tensor
