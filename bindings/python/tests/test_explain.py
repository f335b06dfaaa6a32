"""Why a gradient is missing, zero, not finite, or from some uses only (docs/semantics/23): INTRO-15 to INTRO-21."""

import inspect

import pytest

import vjp
from vjp.observe import explain_missing_grad, record_cuts


def leaf(*values, dtype=vjp.float64):
    return vjp.tensor(values, dtype=dtype, requires_grad=True)


def line():
    return inspect.currentframe().f_back.f_lineno


def test_the_common_programs():
    """INTRO-15 to INTRO-20: the same as in tests/c/explain.c, and in Rust and Julia"""
    x, w = leaf(1.0, 0.0, -3.0), leaf(4.0, 5.0, 6.0)
    with record_cuts():
        y = (x.detach() * w).sum()
        here = line() - 1
    found = explain_missing_grad(x, y)
    assert found.reason == "detached"
    assert found.place == f"{__file__}:{here}, in test_the_common_programs"
    assert f"'detach' (test_explain.py:{here}, in test_the_common_programs)" in found.text
    dead = vjp.relu(-(x * x))
    found = explain_missing_grad(x, dead.sum())
    assert found.reason == "zero" and found.node is dead.grad_fn and "relu is constant" in str(found)
    root = (x * 1.0).abs().sqrt()
    found = explain_missing_grad(x, root.sum())
    assert found.reason == "not finite" and found.node is root.grad_fn
    assert "first at [1] (inf)" in found.text and "had saved out = 0" in found.text
    with record_cuts():
        y = (x.exp() + x * 0.0 + x.detach()).sum()
    found = explain_missing_grad(x, y)
    assert found.reason == "some uses"
    assert sorted(use.reason for use in found.uses) == ["detached", "none", "zero"]
    assert explain_missing_grad(w - w * 0.1, w.sum()).reason == "replaced"
    y = (w * w).sum()
    y.backward()
    assert explain_missing_grad(w, y).reason == "freed"
    h = w.exp()
    y = (h * h).sum()
    h.add_(1.0)
    assert explain_missing_grad(w, y).reason == "changed in place"
    w.register_hook(lambda grad: None)
    assert explain_missing_grad(w, w.sum()).reason == "hooks"


def test_each_use_has_its_node_and_place():
    """INTRO-18"""
    x = leaf(1.0, 2.0)
    with record_cuts():
        zero = x * 0
        zero_line = line() - 1
        y = (zero + x.exp()).sum()
    zeros, good = sorted(explain_missing_grad(x, y).uses, key=lambda use: use.reason, reverse=True)
    assert zeros.node is zero.grad_fn and zeros.at is zero.grad_fn and zeros.edge == 0 and zeros.reason == "zero"
    assert zeros.place == f"{__file__}:{zero_line}, in test_each_use_has_its_node_and_place"
    assert good.reason == "none" and good.at is None and "contributes" in str(good)


def test_a_loop_of_training_that_goes_wrong():
    """INTRO-16: what the names of a program stand for after an update"""
    w = leaf(1.0, 2.0)
    x = vjp.tensor([3.0, 4.0], dtype=vjp.float64)
    loss = (w * x).sum()
    with vjp.no_grad():
        w = w - 0.1 * x
    found = explain_missing_grad(w, loss)
    assert found.reason == "does not require grad"
    kept = leaf(1.0, 2.0)
    optimizer = vjp.optim.SGD([kept.detach().clone().requires_grad_()], lr=0.1)
    loss = (kept * x).sum()
    found = explain_missing_grad(optimizer.param_groups[0]["params"][0], loss)
    assert found.reason == "another tensor" and "optimizer" in found.text


def test_used_before_it_required_grad():
    """INTRO-16"""
    w, x = leaf(1.0), vjp.tensor([2.0], dtype=vjp.float64)
    with record_cuts():
        y = w + x
    x.requires_grad_()
    found = explain_missing_grad(x, y)
    assert found.reason == "required later" and found.node is y.grad_fn and found.edge == 1


def test_levels_that_are_over():
    """INTRO-16: what leaves a function of func without being its result"""
    leaked = []

    def f(x):
        leaked.append(x)
        return (x * x).sum()

    vjp.func.vmap(f)(vjp.ones(3, 2))
    assert explain_missing_grad(leaked[0], vjp.ones(1)).reason == "level has ended"
    w = leaf(1.0, 2.0)
    leaked.clear()
    vjp.func.grad(f)(w)
    found = explain_missing_grad(w, leaked[0])
    assert found.reason == "level has ended" and "a function that grad differentiated" in found.text
    assert explain_missing_grad(leaked[0], w.sum()).reason == "level has ended"


def test_a_function_of_ones_own():
    """INTRO-17, INTRO-19"""
    class Odd(vjp.autograd.Function):
        @staticmethod
        def forward(ctx, x, how):
            ctx.how = how
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            if ctx.how == "raises":
                raise KeyError("lost")
            return (None if ctx.how == "forgets" else grad * ctx.how), None

    x = leaf(1.0, 2.0)
    for how, reason in [("forgets", "undefined gradient"), (0.0, "zero"), (float("nan"), "not finite"),
                        ("raises", "derivative fails")]:
        y = Odd.apply(x, how)
        found = explain_missing_grad(x, y.sum())
        assert found.reason == reason and found.node is y.grad_fn and "Odd" in found.text, (how, found)
    assert "lost" in found.text


def test_half_precision_runs_out_of_numbers():
    """INTRO-17"""
    x = leaf(1.0, dtype=vjp.float16)
    y = x
    for _ in range(4):
        y = y * 1e-3
    assert explain_missing_grad(x, y.sum()).reason == "underflow"


@pytest.mark.host
def test_the_answer_is_short():
    """INTRO-21: for a person, also behind a deep graph"""
    x = y = leaf(1.0, 2.0)
    with record_cuts():
        for i in range(300):
            y = (y.sin() if i % 2 else y.cos()) + x
    found = explain_missing_grad(x, (y * 0).sum())
    assert found.reason == "zero" and len(found.text.splitlines()) <= 10 and " more > " in found.text
