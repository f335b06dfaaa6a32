"""Hooks: what they see and may replace, exceptions through backward, and cycles that are collected."""

import gc
import traceback
import weakref

import pytest

import vjp


def leaf(*values):
    return vjp.tensor(list(values), requires_grad=True)


def test_tensor_hooks_see_and_replace():
    x = leaf(1.0, 2.0)
    y = x * 2
    seen = []
    y.register_hook(lambda grad: seen.append(grad.tolist()))
    y.register_hook(lambda grad: grad * 10)
    y.sum().backward()
    assert seen == [[1, 1]] and x.grad.tolist() == [20, 20]


def test_leaf_hooks_and_removal():
    x = leaf(1.0)
    handle = x.register_hook(lambda grad: grad * 3)
    (x * 1).sum().backward()
    assert x.grad.item() == 3
    handle.remove()
    handle.remove()
    (x * 1).sum().backward()
    assert x.grad.item() == 4
    with x.register_hook(lambda grad: grad * 100):
        pass
    (x * 1).sum().backward()
    assert x.grad.item() == 5


def test_a_hook_outlives_its_tensor_object_while_the_graph_needs_it():
    x, seen = leaf(1.0), []
    y = x * 2
    y.register_hook(lambda grad: seen.append(grad.item()))
    z = y * 3
    del y
    gc.collect()
    z.sum().backward()
    assert seen == [3]

    def loss():
        w = leaf(4.0)
        w.register_hook(lambda grad: seen.append((w.item(), grad.item())))  # a cycle through w
        return (w * 5).sum()

    z = loss()
    gc.collect()
    gc.collect()
    z.backward()
    assert seen == [3, (4, 5)]


def test_post_accumulate_hooks():
    x, seen = leaf(1.0, 2.0), []
    handle = x.register_post_accumulate_grad_hook(lambda tensor: seen.append((tensor.is_leaf, tensor.grad.tolist())))
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    assert seen == [(True, [2, 2]), (True, [4, 4])]
    handle.remove()
    (x * 2).sum().backward()
    assert len(seen) == 2


def test_node_hooks():
    x, seen = leaf(1.0), []
    y = x * 2
    y.grad_fn.register_prehook(lambda grads: (grads[0] * 5,))
    y.grad_fn.register_hook(lambda results, grads: seen.append((results[0].item(), grads[0].item())))
    y.sum().backward()
    assert seen == [(10, 5)] and x.grad.item() == 10
    y = x * 2
    y.grad_fn.register_hook(lambda results, grads: tuple(r if r is None else r * 0 for r in results))
    (g,) = vjp.grad(y, x)
    assert g.item() == 0
    y = x * 2
    y.grad_fn.register_prehook(lambda grads: ())
    with pytest.raises(ValueError, match="returned 0 gradients"):
        y.backward()


class Private(Exception):
    pass


def test_an_exception_comes_out_of_backward_as_the_same_object_with_its_traceback():
    error = Private("mine")

    def raising_hook(grad):
        raise error

    for register in (lambda x, y: y.register_hook(raising_hook), lambda x, y: x.register_hook(raising_hook),
                     lambda x, y: x.register_post_accumulate_grad_hook(raising_hook),
                     lambda x, y: y.grad_fn.register_prehook(raising_hook),
                     lambda x, y: y.grad_fn.register_hook(lambda results, grads: raising_hook(grads))):
        x = leaf(1.0)
        y = x * 2
        register(x, y)
        with pytest.raises(Private) as caught:
            y.sum().backward()
        assert caught.value is error
        names = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
        assert "raising_hook" in names and names[0].startswith("test_an_exception")
        error.__traceback__ = None


@pytest.mark.parametrize("cls", [KeyError, KeyboardInterrupt, SystemExit, vjp.ShapeError, StopIteration])
def test_exceptions_of_every_kind(cls):
    x = leaf(1.0)

    def hook(grad):
        raise cls("x")

    x.register_hook(hook)
    with pytest.raises(cls):
        (x * 2).sum().backward()
    with pytest.raises(cls):
        vjp.grad((x * 2).sum(), x)


def test_an_exception_through_a_nested_backward():
    error = Private()

    def inner(grad):
        raise error

    def outer(grad):
        with vjp.enable_grad():
            z = leaf(1.0)
            z.register_hook(inner)
            (z * 2).sum().backward()

    x = leaf(1.0)
    x.register_hook(outer)
    with pytest.raises(Private) as caught:
        (x * 2).sum().backward()
    assert caught.value is error


def test_exceptions_are_freed():
    class Marked(Exception):
        pass

    def hook(grad):
        raise Marked()

    x = leaf(1.0)
    x.register_hook(hook)
    try:
        (x * 2).sum().backward()
    except Marked as error:
        alive = weakref.ref(error)
    gc.collect()
    assert alive() is None
    from vjp import _native
    assert _native.counts()[1] == 0


def test_what_a_hook_may_not_do():
    x = leaf(1.0)
    x.register_hook(lambda grad: 3)
    with pytest.raises(TypeError, match="a hook must return a tensor or None, not int"):
        (x * 2).sum().backward()
    with pytest.raises(TypeError, match="callable"):
        x.register_hook(3)
    with pytest.raises(vjp.Error):
        vjp.ones(1).register_hook(print)


def test_backward_inside_a_hook():
    x, w = leaf(2.0), leaf(3.0)
    x.register_hook(lambda grad: (w * grad).sum().backward() if vjp.is_grad_enabled() else _enabled(w, grad))
    (x * 5).sum().backward()
    assert w.grad.item() == 5


def _enabled(w, grad):
    with vjp.enable_grad():
        (w * grad).sum().backward()


def cyclic(make):
    """Whether gc.collect() frees a tensor object whose hook refers to it."""
    before = vjp._ffi.lib.vjp_debug_live_tensors()
    alive = make()
    gc.collect()
    gc.collect()
    return alive() is None and vjp._ffi.lib.vjp_debug_live_tensors() == before


def test_cycles_through_hooks_are_collected():
    def through_a_leaf():
        x = leaf(1.0)
        x.register_hook(lambda grad: x)
        (x * 2).sum().backward()
        return weakref.ref(x)

    def through_a_post_accumulate_hook():
        x = leaf(1.0)
        x.register_post_accumulate_grad_hook(lambda tensor: print(x))
        return weakref.ref(x)

    def through_an_object():
        class Model:
            def __init__(self):
                self.weight = leaf(1.0)
                self.weight.register_hook(self.hook)

            def hook(self, grad):
                return grad * self.weight

        model = Model()
        (model.weight * 2).sum().backward()
        return weakref.ref(model)

    def through_a_kept_handle():
        class Model:
            def __init__(self):
                self.weight = leaf(1.0)
                self.handle = self.weight.register_hook(self.hook)

            def hook(self, grad):
                return grad * self.weight

        return weakref.ref(Model())

    def through_a_result():
        y = leaf(1.0) * 2
        y.register_hook(lambda grad: y)
        return weakref.ref(y)

    def twice():
        x = leaf(1.0)
        x.register_hook(lambda grad: x)
        gc.collect()
        x.register_hook(lambda grad: x + 1)
        gc.collect()
        return weakref.ref(x)

    for make in (through_a_leaf, through_a_post_accumulate_hook, through_an_object, through_a_kept_handle,
                 through_a_result, twice):
        assert cyclic(make), make.__name__


def test_collections_leave_living_hooks_alone():
    x, seen = leaf(1.0), []
    x.register_hook(lambda grad: seen.append(x.item()))
    for _ in range(3):
        gc.collect()
        (x * 2).sum().backward()
    assert seen == [1, 1, 1]


def test_removed_hooks_let_go_of_their_functions():
    class Callable:
        def __call__(self, grad):
            pass

    x, hook = leaf(1.0), Callable()
    alive = weakref.ref(hook)
    handle = x.register_hook(hook)
    del hook
    assert alive() is not None
    handle.remove()
    gc.collect()
    assert alive() is None
