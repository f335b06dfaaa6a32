"""Checkpoints: gradients, early stop, the determinism check, contexts, nesting, and the reentrant kind."""

import contextlib
import gc
import weakref

import pytest

import vjp
from vjp.autograd import graph
from vjp.utils.checkpoint import (
    CheckpointError,
    CheckpointPolicy,
    checkpoint,
    checkpoint_sequential,
    create_selective_checkpoint_contexts,
    noop_context_fn,
    set_checkpoint_debug_enabled,
    set_checkpoint_early_stop,
)


class Boom(Exception):
    pass


def leaf(*values):
    return vjp.tensor(list(values), dtype=vjp.float64, requires_grad=True)


def close(a, b):
    return a.tolist() == pytest.approx(b.tolist())


def curve(x):
    return x.sin().exp()


def slope(x):
    x = x.detach()
    return x.sin().exp() * x.cos()


class Counted:
    """A function that counts its runs, and those that came to their end."""

    def __init__(self, function):
        self.function, self.runs, self.finished = function, 0, 0

    def __call__(self, *args, **kwargs):
        self.runs += 1
        result = self.function(*args, **kwargs)
        self.finished += 1
        return result


@pytest.mark.parametrize("reentrant", [False, True])
def test_values_and_gradients(reentrant):
    """CKPT-2"""
    x, f = leaf(1.0, 2.0), Counted(curve)
    y = checkpoint(f, x, use_reentrant=reentrant)
    assert close(y.detach(), curve(x.detach()))
    y.sum().backward()
    assert close(x.grad, slope(x))
    assert f.runs == 2


@pytest.mark.parametrize("reentrant", [False, True])
def test_no_grad_is_a_plain_call(reentrant):
    """CKPT-1"""
    x, f = leaf(1.0), Counted(curve)
    with vjp.no_grad():
        y = checkpoint(f, x, use_reentrant=reentrant)
    assert not y.requires_grad and f.runs == 1


def test_any_structure_and_captured_tensors():
    """CKPT-16"""
    x, w, b, k = leaf(1.0, 2.0), leaf(3.0, 4.0), leaf(5.0, 6.0), leaf(0.5, 0.25)

    def f(args, scale, *, extra):
        return {"y": [args["x"].sin() * args["w"] * b * extra, scale], "n": 3}

    result = checkpoint(f, {"x": x, "w": w}, 2.0, extra=k)
    assert result["n"] == 3 and result["y"][1] == 2.0
    y = result["y"][0].sum()
    grads = vjp.grad(y, (x, w, b, k), retain_graph=True)
    plain = vjp.grad((x.sin() * w * b * k).sum(), (x, w, b, k))
    assert all(close(one, other) for one, other in zip(grads, plain))
    y.backward(inputs=[w])
    assert close(w.grad, plain[1]) and x.grad is None


def test_double_backward():
    """CKPT-16, CKPT-10"""
    x = leaf(0.3, 0.7)
    first, = vjp.grad(checkpoint(curve, x).sum(), x, create_graph=True)
    second, = vjp.grad(first.sum(), x)
    plain, = vjp.grad(curve(x).sum(), x, create_graph=True)
    assert close(second, vjp.grad(plain.sum(), x)[0])


def test_early_stop_is_no_exception():
    """CKPT-12: error handlers of the function do not run when its recomputation is cut off"""
    x = leaf(1.0, 2.0)
    caught, cleaned = [], []

    def f(x):
        try:
            return curve(x)
        except Exception as error:
            caught.append(error)
            raise
        finally:
            cleaned.append(True)

    g = Counted(f)
    checkpoint(g, x).sum().backward()
    assert close(x.grad, slope(x))
    assert (g.runs, g.finished, caught, len(cleaned)) == (2, 1, [], 2)


def test_early_stop_is_set_in_the_forward():
    """CKPT-12"""
    x, f = leaf(1.0, 2.0), Counted(curve)
    with set_checkpoint_early_stop(False):
        y = checkpoint(f, x)
    y.sum().backward()
    assert f.finished == 2
    y = checkpoint(f, x)
    with set_checkpoint_early_stop(False):
        y.sum().backward()
    assert f.finished == 3 and f.runs == 4


def changing(first, then):
    """A function that is `first` in the forward and `then` afterwards."""
    calls = []

    def f(x):
        calls.append(True)
        return (first if len(calls) == 1 else then)(x)
    return f


def test_determinism_check():
    """CKPT-13"""
    x = leaf(1.0, 2.0)
    y = checkpoint(changing(curve, lambda x: x.sin()), x)
    with pytest.raises(CheckpointError, match="2 in the forward, 1 in the recomputation"):
        y.sum().backward()
    other = changing(lambda x: x.sin().exp(), lambda x: x.unsqueeze(0).sin().exp())
    y = checkpoint(other, x)
    with pytest.raises(CheckpointError, match=r"value 0 was float64\[2\].* and is float64\[1, 2\]") as info:
        y.sum().backward()
    assert info.value.status == vjp.InvalidError.status
    assert "unsqueeze" not in str(info.value)
    more = changing(curve, lambda x: curve(x).exp())
    checkpoint(more, x).sum().backward()
    with set_checkpoint_early_stop(False):
        y = checkpoint(changing(curve, lambda x: curve(x).exp()), x)
    with pytest.raises(CheckpointError, match="2 in the forward, 3"):
        y.sum().backward()
    with set_checkpoint_early_stop(False):
        y = checkpoint(changing(curve, lambda x: curve(x).exp()), x, determinism_check="none")
    y.sum().backward()
    with pytest.raises(vjp.InvalidError):
        checkpoint(curve, x, determinism_check="sometimes")


@pytest.mark.host
def test_debug_lists_operators():
    """CKPT-13"""
    x = leaf(1.0, 2.0)

    def message(**settings):
        y = checkpoint(changing(curve, lambda x: x.sin()), x, **settings)
        with pytest.raises(CheckpointError) as info:
            y.sum().backward()
        return str(info.value)

    assert "exp(float64[2])" in message(debug=True)
    assert "exp(float64[2])" not in message()
    with set_checkpoint_debug_enabled(True):
        assert "exp(float64[2])" in message()
        with set_checkpoint_debug_enabled(False):
            assert "exp(float64[2])" not in message(debug=True)
        with set_checkpoint_debug_enabled(None):
            assert "exp(float64[2])" not in message()


def test_contexts():
    """CKPT-17"""
    seen = []

    @contextlib.contextmanager
    def noted(what):
        seen.append(what)
        try:
            yield
        finally:
            seen.append("end of " + what)

    x = leaf(1.0, 2.0)
    y = checkpoint(curve, x, context_fn=lambda: (noted("forward"), noted("recomputation"))).sum()
    assert seen == ["forward", "end of forward"]
    y.backward()
    assert seen[2:] == ["recomputation", "end of recomputation"]
    assert close(x.grad, slope(x))


@pytest.mark.parametrize("depth", [2, 3])
def test_nesting(depth):
    """CKPT-14"""
    x = leaf(0.5, 0.25)

    def level(x, left):
        inner = (x * x).sin()
        if left > 1:
            inner = checkpoint(level, inner, left - 1)
        return inner.exp()

    def plain(x, left):
        inner = (x * x).sin()
        return (plain(inner, left - 1) if left > 1 else inner).exp()

    first, = vjp.grad(checkpoint(level, x, depth).sum(), x, create_graph=True)
    expected, = vjp.grad(plain(x, depth).sum(), x, create_graph=True)
    assert close(first.detach(), expected.detach())
    assert close(vjp.grad(first.sum(), x)[0], vjp.grad(expected.sum(), x)[0])


def test_with_saved_tensors_hooks():
    """CKPT-14"""
    x = leaf(1.0, 2.0)
    seen = []

    def f(x):
        with graph.saved_tensors_hooks(lambda t: seen.append("in") or t, lambda t: t):
            y = x.sin()
        return y.exp()

    with graph.saved_tensors_hooks(lambda t: seen.append("around") or t, lambda t: t):
        y = checkpoint(f, x)
    assert seen == ["around", "in"]
    y.sum().backward()
    assert close(x.grad, slope(x))


def test_grad_calls_inside():
    """CKPT-15"""
    x = leaf(0.7)

    def f(x):
        y = x.sin()
        slope, = vjp.grad(y.sum(), x, create_graph=True)
        return slope * x

    first, = vjp.grad(checkpoint(f, x).sum(), x)
    expected, = vjp.grad((x.cos() * x).sum(), x)
    assert close(first, expected)


def test_hooks_run_once_a_task():
    """CKPT-9"""
    x, calls = leaf(1.0, 2.0), []

    def f(x):
        y = x.sin()
        y.register_hook(lambda g: calls.append(g.tolist()))
        return y.exp()

    y = checkpoint(f, x).sum()
    y.backward(retain_graph=True)
    assert len(calls) == 1
    y.backward()
    assert len(calls) == 2


def test_a_value_is_read_once_a_task():
    """CKPT-11"""
    class Twice(vjp.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x.clone()

        @staticmethod
        def backward(ctx, g):
            return ctx.saved_tensors[0] + ctx.saved_tensors[0]

    x = leaf(1.0, 2.0)
    y = checkpoint(Twice.apply, x)
    with pytest.raises(CheckpointError, match="read before") as info:
        y.sum().backward()
    assert info.value.status == vjp.StateError.status


def test_random_numbers():
    """CKPT-3"""
    for reentrant in (False, True):
        x = leaf(1.0, 1.0, 1.0, 1.0)
        vjp.manual_seed(3)
        y = checkpoint(lambda x: x * vjp.rand_like(x), x, use_reentrant=reentrant)
        vjp.rand_like(x)
        y.sum().backward()
        assert close(x.grad, y.detach())
        x.grad = None
        y = checkpoint(lambda x: x * vjp.rand_like(x), x, use_reentrant=reentrant, preserve_rng_state=False)
        y.sum().backward()
        assert not close(x.grad, y.detach())


def test_errors_come_home():
    """ERR-2"""
    x = leaf(1.0, 2.0)

    def boom(x):
        raise Boom("no")

    for reentrant in (False, True):
        with pytest.raises(Boom):
            checkpoint(boom, x, use_reentrant=reentrant)
        y = checkpoint(changing(curve, boom), x, use_reentrant=reentrant)
        with pytest.raises(Boom):
            y.sum().backward()
        with pytest.raises(vjp.ShapeError, match="mul"):
            checkpoint(lambda x: x * leaf(1.0, 2.0, 3.0), x, use_reentrant=reentrant)


def test_everything_is_freed():
    """CKPT-18"""
    class Big:
        pass

    x = leaf(1.0, 2.0)
    for way in range(3):
        big = Big()
        there = weakref.ref(big)

        def f(x, big=big):
            return curve(x)

        y = checkpoint(f, x)
        if way == 1:
            y.sum().backward()
        if way == 2:
            vjp.grad(y.sum(), x, retain_graph=True)
        assert there() is not None
        del y, f, big
        gc.collect()
        assert there() is None


def test_the_reentrant_kind():
    """CKPT-5, CKPT-6, CKPT-8"""
    x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
    y, n = checkpoint(lambda x: (curve(x) * w, "n"), x, use_reentrant=True)
    assert n == "n"
    with pytest.raises(vjp.StateError):
        vjp.grad(y.sum(), x, retain_graph=True)
    with pytest.raises(vjp.StateError):
        y.sum().backward(inputs=[x], retain_graph=True)
    y.sum().backward()
    assert close(x.grad, slope(x) * w.detach()) and close(w.grad, curve(x.detach()))
    with pytest.warns(RuntimeWarning, match="requires grad"):
        y = checkpoint(lambda x: x * w, x.detach(), use_reentrant=True)
    assert not y.requires_grad
    for settings in ({"debug": True}, {"context_fn": lambda: noop_context_fn()}, {"extra": 1},
                     {"determinism_check": "none"}):
        with pytest.raises(vjp.InvalidError):
            checkpoint(curve, x, use_reentrant=True, **settings)


@pytest.mark.parametrize("reentrant", [False, True])
def test_sequential(reentrant):
    """CKPT-21"""
    for segments in (1, 2, 3, 5):
        x, functions = leaf(0.5), [Counted(curve) for _ in range(5)]
        y = checkpoint_sequential(functions, segments, x, use_reentrant=reentrant)
        y.sum().backward()
        again = 5 // segments * (segments - 1)
        assert [f.runs for f in functions] == [2] * again + [1] * (5 - again)
        z = leaf(0.5)
        value = z
        for _ in range(5):
            value = curve(value)
        value.sum().backward()
        assert close(x.grad, z.grad)
    with pytest.raises(vjp.InvalidError):
        checkpoint_sequential(functions, 6, x)


def test_selective_policies():
    """CKPT-20"""
    x, w = leaf(0.5, 0.25), leaf(1.0, 2.0)
    asked = []

    def policy(ctx, op, *args):
        asked.append((ctx.is_recompute, op, args))
        return CheckpointPolicy.MUST_SAVE if op == "sin" else CheckpointPolicy.PREFER_RECOMPUTE

    def f(x):
        return (x.sin() * w).exp().sum(dim=0)

    expected = vjp.grad(f(x), (x, w))
    for keep in (policy, ["sin"], [vjp.sin, "exp"], lambda ctx, op, *args: True):
        y = checkpoint(f, x, context_fn=lambda keep=keep: create_selective_checkpoint_contexts(keep))
        for _ in range(2):
            grads = vjp.grad(y, (x, w), retain_graph=True)
            assert all(close(one, other) for one, other in zip(grads, expected))
    assert {op for _, op, _ in asked} >= {"sin", "mul", "exp"} and {again for again, _, _ in asked} == {False, True}
    assert close(next(args for _, op, args in asked if op == "sin")[0].detach(), x.detach())


def test_selective_policies_that_go_wrong():
    """CKPT-20"""
    x = leaf(0.5)

    def changing(x):
        y = x.sin()
        return y.mul_(2.0).exp()

    y = checkpoint(changing, x, context_fn=lambda: create_selective_checkpoint_contexts(["sin"]))
    with pytest.raises(vjp.VersionError, match="sin"):
        y.backward()

    def boom(ctx, op, *args):
        raise Boom(op)

    with pytest.raises(Boom):
        checkpoint(curve, x, context_fn=lambda: create_selective_checkpoint_contexts(boom))
    with pytest.raises(ValueError):
        checkpoint(curve, x, context_fn=lambda: create_selective_checkpoint_contexts(lambda *args: 17))
