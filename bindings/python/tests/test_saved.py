"""Saved values: hooks that pack them, regions, and what goes wrong."""

import gc
import weakref

import pytest

import vjp
from vjp.autograd import graph


class Boom(Exception):
    pass


def close(a, b):
    return a.tolist() == pytest.approx(b.tolist())


def leaf(*values):
    return vjp.tensor(list(values), dtype=vjp.float64, requires_grad=True)


def test_hooks_pack_and_unpack():
    """SHOOK-1, SHOOK-2, SHOOK-3, SHOOK-4"""
    x = leaf(1.0, 2.0)
    packed, unpacked = [], []

    def pack(tensor):
        packed.append((tensor.tolist(), vjp.is_grad_enabled()))
        return ("anything", (tensor * 2).numpy())

    def unpack(kept):
        unpacked.append(kept[0])
        return vjp.from_numpy(kept[1]) / 2

    with graph.saved_tensors_hooks(pack, unpack):
        y = (x.sin() * x.exp()).sum()
    z = x.sin().sum()  # outside
    assert [values for values, _ in packed][:1] == [[1.0, 2.0]]
    assert not any(mode for _, mode in packed)
    count = len(packed)
    first, = vjp.grad(y, x, create_graph=True)
    second, = vjp.grad(first.sum(), x)
    assert len(packed) == count  # what backward saves is saved outside the block
    assert len(unpacked) > count
    expected_first = x.detach().exp() * (x.detach().sin() + x.detach().cos())
    expected = 2 * x.detach().exp() * x.detach().cos()
    assert close(first.detach(), expected_first) and close(second, expected)
    z.backward()


def test_nested_pairs():
    """SHOOK-1"""
    x = leaf(1.0)
    seen = []
    outer = graph.saved_tensors_hooks(lambda t: seen.append("outer") or t, lambda t: t)
    inner = graph.saved_tensors_hooks(lambda t: seen.append("inner") or t, lambda t: t)
    with outer:
        x.sin()
        with inner:
            x.sin()
            with outer:
                x.sin()
        x.sin()
    assert seen == ["outer", "inner", "outer", "outer"]


def test_exceptions_come_home():
    """ERR-2"""
    x = leaf(1.0)
    boom = Boom("packing")

    def fail(_):
        raise boom

    with pytest.raises(Boom) as caught:
        with graph.saved_tensors_hooks(fail, lambda t: t):
            x.sin()
    assert caught.value is boom
    with graph.saved_tensors_hooks(lambda t: t, fail):
        y = x.sin().sum()
    with pytest.raises(Boom) as caught:
        y.backward()
    assert caught.value is boom
    with graph.saved_tensors_hooks(lambda t: t, lambda t: 3):
        y = x.sin().sum()
    with pytest.raises(TypeError, match="not int"):
        y.backward()
    with pytest.raises(TypeError, match="callable"):
        graph.saved_tensors_hooks(None, fail)


def test_pack_may_not_change_its_argument():
    """SHOOK-5"""
    x = leaf(1.0) * 1
    with graph.saved_tensors_hooks(lambda t: t.add_(1), lambda t: t):
        with pytest.raises(vjp.StateError, match="in place"):
            x.sin()


def test_keeping_the_argument_leaks_nothing():
    """SHOOK-8"""
    kept = []

    class Kept:
        def __init__(self, tensor):
            self.tensor = tensor
            kept.append(weakref.ref(self))

    x = leaf(1.0)
    with graph.saved_tensors_hooks(Kept, lambda k: k.tensor):
        y = x.exp().sin()
    assert len(kept) == 2 and all(ref() is not None for ref in kept)
    del y
    gc.collect()
    assert not any(ref() for ref in kept)


def test_saving_on_the_cpu():
    """SHOOK-10"""
    x = leaf(1.0, 2.0)
    with graph.save_on_cpu(pin_memory=True):
        y = x.exp() * x
    first, = vjp.grad(y.sum(), x, create_graph=True)
    second, = vjp.grad(first.sum(), x)
    assert close(second, x.detach().exp() * (x.detach() + 2))


def test_disabling_hooks():
    """SHOOK-11"""
    pair = graph.saved_tensors_hooks(lambda t: t, lambda t: t)
    with graph.disable_saved_tensors_hooks("not here"):
        with graph.disable_saved_tensors_hooks("nor here"):
            with pytest.raises(vjp.StateError, match="nor here"):
                pair.__enter__()
        with pytest.raises(vjp.StateError, match="not here"):
            with graph.save_on_cpu():
                pass
    with pair:
        with pytest.raises(vjp.StateError, match="too late"):
            graph.disable_saved_tensors_hooks("too late").__enter__()
    assert not pair._guards


def test_custom_functions_save_through_hooks():
    """SHOOK-2"""
    class Square(vjp.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, g):
            x, = ctx.saved_tensors
            return 2 * x * g

    x = leaf(3.0)
    seen = []
    with graph.saved_tensors_hooks(lambda t: seen.append(t.item()) or t * 10, lambda t: t / 10):
        y = Square.apply(x)
    assert seen == [3.0]
    first, = vjp.grad(y, x, create_graph=True)
    second, = vjp.grad(first, x)
    assert first.item() == pytest.approx(6.0) and second.item() == pytest.approx(2.0)
