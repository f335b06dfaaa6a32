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


@pytest.mark.host
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
    assert not vjp._core._guards.of


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


# ---- what nodes saved ----

def test_saved_attributes():
    """INTRO-5, SAVE-4, SAVE-5"""
    x, y = leaf(1.0, 2.0), leaf(3.0, 4.0)
    node = (x * y).grad_fn
    assert node._saved_input is not None and node._saved_input.tolist() == [1.0, 2.0]
    assert vjp._core.address(node._saved_other._p) == vjp._core.address(y._p)
    assert "_saved_other" in dir(node) and "_raw_saved_other" in dir(node)
    z = x.exp()
    assert z.grad_fn._saved_out.grad_fn == z.grad_fn
    assert z.grad_fn._saved_out.tolist() == z.tolist()
    p = x.pow(2.5)
    assert p.grad_fn._saved_exponent == 2.5
    assert x.reshape(1, 2).sum((0, 1)).grad_fn._saved_dim == (0, 1)
    with pytest.raises(AttributeError, match="it saved input, other"):
        node._saved_weight
    with pytest.raises(AttributeError):
        node.no_such_thing
    assert not hasattr(node, "_raw_saved_weight")


def test_saved_lists():
    """INTRO-5"""
    x = leaf(1.0, 2.0)

    class Custom(vjp.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, None, b)
            return a + b

        @staticmethod
        def backward(ctx, g):
            return g, g

    node = Custom.apply(x, x * 2).grad_fn
    first, none, last = node._saved_tensors
    assert first.tolist() == [1.0, 2.0] and none is None and last.tolist() == [2.0, 4.0]
    assert len(node._raw_saved_tensors) == 3 and node._raw_saved_tensors[1].unpack() is None


def test_after_freeing():
    """INTRO-9, SAVE-10, SAVE-11"""
    x = leaf(1.0, 2.0)
    p = x.pow(2.5)
    node = p.grad_fn
    raw = node._raw_saved_input
    assert raw.unpack().tolist() == [1.0, 2.0]
    p.sum().backward()
    assert node._saved_exponent == 2.5 and node.next_functions
    for read in (lambda: node._saved_input, lambda: node._raw_saved_input, raw.unpack,
                 lambda: raw.register_hooks(lambda t: t, lambda t: t)):
        with pytest.raises(vjp.StateError, match="retain_graph"):
            read()


def test_hooks_on_one_value():
    """SHOOK-6"""
    x = leaf(1.0, 2.0)
    y = x.sin()
    raw = y.grad_fn._raw_saved_input
    raw.register_hooks(lambda t: t.tolist(), lambda kept: vjp.tensor(kept, dtype=vjp.float64))
    with pytest.raises(vjp.StateError, match="hooks already"):
        raw.register_hooks(lambda t: t, lambda t: t)
    first, = vjp.grad(y.sum(), x, create_graph=True)
    second, = vjp.grad(first.sum(), x)
    assert close(second, -x.detach().sin())
    with pytest.raises(TypeError):
        vjp.autograd.SavedTensor()


@pytest.mark.host
def test_version_conflicts_name_what_helps():
    """SAVE-8"""
    x = leaf(1.0, 2.0)
    w = x * 2
    y = w.sin().sum()
    w.mul_(3)
    said = r"SinBackward: input \(float64\[2\], output 0 of MulBackward\).*version 1.*expected version 0.*anomaly mode"
    with pytest.raises(vjp.VersionError, match=said):
        y.backward()


# ---- changes of what was saved ----

def test_changes_are_tolerated_in_a_region():
    """SHOOK-13"""
    x = leaf(1.0, 2.0)
    with graph.allow_mutation_on_saved_tensors():
        w = x * 1
        y = w.sin()
        w.mul_(3)
        z = w.sin()
        w.detach().zero_()
        first, = vjp.grad(y.sum() + z.sum(), x, create_graph=True)
        expected = x.detach().cos() + 3 * (3 * x.detach()).cos()
        assert close(first, expected)
        second, = vjp.grad(first.sum(), x)
        assert close(second, -x.detach().sin() - 9 * (3 * x.detach()).sin())
        with pytest.raises(vjp.StateError, match="nest"):
            graph.allow_mutation_on_saved_tensors().__enter__()
        y = x.sin().sum()
    with pytest.raises(vjp.StateError, match="same region"):
        y.backward()


def test_versions_by_hand():
    """SAVE-14"""
    x = leaf(1.0, 2.0)
    w, v = x * 1, x * 2
    y = w.sin().sum()
    graph.increment_version([w, v])
    graph.increment_version(w)
    assert (w._version, v._version) == (2, 1)
    with pytest.raises(vjp.VersionError):
        y.backward(retain_graph=True)
    vjp.autograd._unsafe_set_version_counter(w, 0)
    y.backward(retain_graph=True)
    vjp.autograd._unsafe_set_version_counter((w, v), (5, 6))
    assert (w._version, v._version) == (5, 6)
    with pytest.raises(vjp.InvalidError):
        vjp.autograd._unsafe_set_version_counter(w, -1)
    with pytest.raises(vjp.InvalidError, match="2 tensors, 1 versions"):
        vjp.autograd._unsafe_set_version_counter((w, v), (5,))
    with vjp.autograd._unsafe_preserve_version_counter(w):
        w.detach().mul_(2)
        assert w._version == 6
    assert w._version == 5
