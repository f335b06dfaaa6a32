"""What tensors look like."""

import sys

import numpy as np
import pytest

import vjp

pytestmark = pytest.mark.host


@pytest.mark.parametrize("make, text", [
    (lambda: vjp.tensor([[1.0, 2.0]], requires_grad=True), "tensor([[1., 2.]], requires_grad=True)"),
    (lambda: vjp.tensor(3), "tensor(3)"),
    (lambda: vjp.tensor([True, False]), "tensor([ True, False])"),
    (lambda: vjp.tensor([1.5, -2.25], dtype=vjp.float64), "tensor([ 1.5 , -2.25], dtype=vjp.float64)"),
    (lambda: vjp.tensor([[1, 2], [3, 4]]), "tensor([[1, 2],\n        [3, 4]])"),
    (lambda: vjp.tensor([]), "tensor([])"),
    (lambda: vjp.zeros(2, 0), "tensor([], size=(2, 0))"),
    (lambda: vjp.tensor([1.0], dtype=vjp.bfloat16), "tensor([1.], dtype=vjp.bfloat16)"),
    (lambda: vjp.tensor([1 + 2j]), "tensor([1.+2.j])"),
])
def test_repr(make, text):
    assert repr(make()) == text


def test_results_name_their_node():
    x = vjp.tensor([1.0], requires_grad=True)
    y = x * 2
    assert repr(y) == f"tensor([2.], grad_fn=<{y.grad_fn.name()}>)"


def test_large_tensors_are_summarised():
    assert "..." in repr(vjp.zeros(100, 100)) and len(repr(vjp.zeros(100, 100))) < 1000


def test_without_numpy(monkeypatch):
    x = vjp.tensor([[1.0, 2.5], [-3.0, 4.0]])
    monkeypatch.setitem(sys.modules, "numpy", None)
    text = repr(x)
    assert text.startswith("tensor([[") and text.count(",") == 3
    values = text[len("tensor("):-1].replace("\n", "")
    monkeypatch.undo()
    assert np.array(eval(values)).tolist() == x.tolist()


def test_format():
    assert f"{vjp.tensor(3.14159):.2f}" == "3.14"
    assert f"{vjp.tensor([1.0])}" == "tensor([1.])"
    assert str(vjp.tensor(1.0)) == "tensor(1.)"


def test_dtypes_and_generators():
    assert repr(vjp.float32) == "vjp.float32"
    assert repr(vjp.Generator(5)) == "Generator(seed=5, offset=0)"
    assert vjp.__version__.count(".") == 2 and vjp.build_info()
