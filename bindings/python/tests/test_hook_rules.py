"""Hooks by the rules of docs/semantics: registration, what may be returned, messages, several tensors."""

import copy
import gc
import weakref

import pytest

import vjp
from vjp import _native
from vjp.autograd.graph import register_multi_grad_hook


def leaf(*values):
    return vjp.tensor(list(values), requires_grad=True)


# ---- what may be returned ----

def clip(grad):
    return vjp.ones(3)


def test_replacements_must_fit_and_the_message_names_the_hook():
    """HOOK-8"""
    x = leaf(1.0, 2.0)
    y = x * 2
    y.register_hook(clip)
    with pytest.raises(vjp.ShapeError, match=r"'clip' of Mul.*\[3\], expected \[2\]"):
        y.sum().backward()
    y = x * 2
    y.register_hook(lambda grad: grad.to(vjp.float64))
    with pytest.raises(vjp.DtypeError, match="float64, expected float32"):
        y.sum().backward()


def test_undefined_gradients_are_none():
    """HOOK-7"""
    class Nothing(vjp.Function):
        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, grad):
            return None

    x, seen = leaf(1.0), []
    y = x * 2
    y.register_hook(seen.append)
    y.grad_fn.register_prehook(lambda grads: seen.append(grads))
    x.register_hook(lambda grad: vjp.ones(1) if len(seen) > 5 else None)
    z = Nothing.apply(y)
    z.sum().backward(retain_graph=True)
    assert seen == [None, (None,)] and x.grad is None
    seen.extend([0] * 5)
    with pytest.raises(vjp.InvalidError, match="undefined gradient"):
        z.sum().backward()


def test_prehooks_return_one_gradient_a_slot():
    """HOOK-9"""
    def run(hook):
        x = leaf(1.0, 2.0)
        y = x * 2
        y.grad_fn.register_prehook(hook)
        y.sum().backward()
        return x.grad

    assert run(lambda grads: None).tolist() == [2, 2]
    assert run(lambda grads: grads[0] * 3).tolist() == [6, 6]
    assert run(lambda grads: [grads[0] * 3]).tolist() == [6, 6]
    assert run(lambda grads: (None,)) is None
    with pytest.raises(vjp.InvalidError, match=r"returned 2 gradients, expected 1: .*lambda.* of Mul"):
        run(lambda grads: (grads[0], None))
    with pytest.raises(TypeError, match="not int"):
        run(lambda grads: 3)
    with pytest.raises(TypeError, match="not str"):
        run(lambda grads: ("x",))
    with pytest.raises(vjp.ShapeError):
        run(lambda grads: (vjp.ones(3),))


def test_posthooks_return_one_result_an_edge():
    """HOOK-10"""
    def run(hook):
        x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
        y = x * w
        y.grad_fn.register_hook(hook)
        y.sum().backward()
        return x.grad, w.grad

    assert [g.tolist() for g in run(lambda results, grads: None)] == [[3, 4], [1, 2]]
    x_grad, w_grad = run(lambda results, grads: (None, results[1] * 10))
    assert x_grad is None and w_grad.tolist() == [10, 20]
    # validated as the node's own: summed and cast
    assert run(lambda results, grads: (vjp.ones(3, 2, dtype=vjp.float64), None))[0].tolist() == [3, 3]
    with pytest.raises(vjp.InvalidError, match=r"returned 1 gradient, expected 2"):
        run(lambda results, grads: (results[0],))
    with pytest.raises(vjp.ShapeError, match="lambda"):
        run(lambda results, grads: (vjp.ones(3), None))
    x = leaf(1.0)
    y = vjp.tensor([2.0]) * x
    if len(y.grad_fn.next_functions) == 2:  # with a null edge
        y.grad_fn.register_hook(lambda results, grads: (vjp.ones(1), None))
        with pytest.raises(vjp.InvalidError, match="null"):
            y.sum().backward()


def test_post_accumulate_hooks_return_nothing():
    """HOOK-11"""
    x = leaf(1.0)
    x.register_post_accumulate_grad_hook(lambda tensor: tensor)
    with pytest.raises(vjp.InvalidError, match="only None"):
        (x * 2).sum().backward()
    assert x.grad.item() == 2  # HOOK-27


def test_an_optimiser_step_inside_backward():
    """HOOK-11"""
    def step(tensor):
        with vjp.no_grad():
            tensor -= 0.5 * tensor.grad
        tensor.grad = None

    x = leaf(4.0)
    x.register_post_accumulate_grad_hook(step)
    (x * x).sum().backward()
    assert x.grad is None and x.item() == 0


# ---- where hooks may be put, and lists ----

def test_where_hooks_are_refused():
    """HOOK-15, HOOK-17"""
    gc.collect()
    before = _native.counts()[0]
    plain, x = vjp.ones(1), leaf(1.0)
    y = x * 2
    for register in (lambda: plain.register_hook(print), plain.retain_grad,
                     lambda: plain.register_post_accumulate_grad_hook(print),
                     lambda: y.register_post_accumulate_grad_hook(print)):
        with pytest.raises(vjp.StateError):
            register()
    with pytest.raises(TypeError, match="callable"):
        x.register_hook(None)
    assert _native.counts()[0] == before  # nothing is left of what was refused


def test_prepended_posthooks():
    """HOOK-15"""
    x, seen = leaf(1.0), []
    y = x * 2
    y.grad_fn.register_hook(lambda *_: seen.append("a"))
    y.grad_fn.register_hook(lambda *_: seen.append("b"))
    y.grad_fn.register_hook(lambda *_: seen.append("c"), prepend=True)
    y.sum().backward()
    assert seen == ["c", "a", "b"]


def test_hooks_of_accumulators():
    """HOOK-3"""
    x, seen = leaf(1.0), []
    node, _ = vjp.gradient_edge(x)
    x.register_hook(lambda grad: seen.append("tensor"))
    node.register_hook(lambda results, grads: seen.append((results, grads[0].item())))
    x.register_post_accumulate_grad_hook(lambda tensor: seen.append(tensor.grad.item()))
    node.register_prehook(lambda grads: seen.append("pre"))
    (x * 2).sum().backward()
    assert seen == ["tensor", "pre", 2, ((), 2)]


def test_hooks_that_remove_themselves_and_their_neighbours():
    """HOOK-12, HOOK-13"""
    x, seen, handles = leaf(1.0), [], []

    def hook(name, victims):
        def run(grad):
            seen.append(name)
            for victim in victims:
                handles[victim].remove()
        return run

    y = x * 2
    for name, victims in (("a", [0]), ("b", [2]), ("c", []), ("d", [1])):
        handles.append(y.register_hook(hook(name, victims)))
    y.sum().backward(retain_graph=True)
    y.sum().backward(retain_graph=True)
    assert seen == ["a", "b", "c", "d", "d"]
    handles[3].remove()
    handles[3].remove()
    y.sum().backward()
    assert len(seen) == 5


def test_handles():
    """HOOK-13: a handle that goes leaves its hook; one that outlives the graph does nothing."""
    x, seen = leaf(1.0), []
    x.register_hook(seen.append)
    gc.collect()
    (x * 2).sum().backward()
    assert len(seen) == 1
    with x.register_hook(seen.append) as handle:
        assert isinstance(handle, vjp.RemovableHandle)
        (x * 2).sum().backward()
    assert len(seen) == 3
    handle = (x * 2).register_hook(seen.append)
    handle.remove()


# ---- retained gradients ----

def test_retain_grad():
    """HOOK-17, HOOK-21"""
    x = leaf(2.0)
    x.retain_grad()
    assert not x.retains_grad
    y = x * 3
    assert not y.retains_grad
    y.retain_grad()
    y.retain_grad()
    assert y.retains_grad
    (y * y).sum().backward(retain_graph=True)
    assert y.grad.item() == 12 and x.grad.item() == 36
    y.mul_(2)
    (y * 5).sum().backward()
    assert y.grad.item() == 12 + 5


def test_tensor_hooks_stay_with_the_value():
    """HOOK-20"""
    x, seen = leaf(2.0), []
    y = x * 1
    y.register_hook(lambda grad: seen.append(("old", grad.item())))
    y.mul_(3)
    y.register_hook(lambda grad: seen.append(("new", grad.item())))
    (y * 5).sum().backward()
    assert seen == [("new", 5), ("old", 15)]


def test_deep_copies_have_no_hooks():
    """HOOK-28"""
    x, seen = leaf(2.0), []
    x.register_hook(seen.append)
    x.register_post_accumulate_grad_hook(lambda tensor: seen.append(tensor.grad))
    (copy.deepcopy(x) * 2).sum().backward()
    assert not seen
    y = x * 2
    y.register_hook(seen.append)
    z = y * 3
    y.detach_()
    z.sum().backward()
    assert len(seen) == 3  # those of y stay with its node


# ---- several tensors ----

def test_multi_grad_hook_all():
    """HOOK-18"""
    x, w, far = leaf(2.0), leaf(3.0), leaf(4.0)
    y = x * w
    seen = []
    handle = register_multi_grad_hook((x, w, far, y), lambda grads: seen.append([g and g.item() for g in grads]))
    (y * 5).sum().backward()
    assert seen == [[15, 10, None, 5]]
    (w * 7).sum().backward()
    assert seen[1:] == [[None, 7, None, None]]
    (leaf(1.0) * 2).sum().backward()
    assert len(seen) == 2
    handle.remove()
    (x * w).sum().backward()
    assert len(seen) == 2


def test_multi_grad_hook_any():
    """HOOK-19"""
    x, seen = leaf(2.0), []
    y = x * 3
    with register_multi_grad_hook([x, y], lambda grad: seen.append(grad.item()), mode="any"):
        (y * 5).sum().backward(retain_graph=True)
        (y * 6).sum().backward(retain_graph=True)
    assert seen == [5, 6]
    (y * 7).sum().backward()
    assert seen == [5, 6]


def test_multi_grad_hook_arguments():
    """HOOK-18, HOOK-19"""
    x = leaf(1.0)
    with pytest.raises(ValueError, match="'all' or 'any', not 'some'"):
        register_multi_grad_hook([x], print, mode="some")
    with pytest.raises(TypeError, match="not int"):
        register_multi_grad_hook([x, 3], print)
    with pytest.raises(vjp.StateError, match="tensor 1"):
        register_multi_grad_hook([x, vjp.ones(1)], print)
    with pytest.raises(vjp.InvalidError):
        register_multi_grad_hook([], print)
    with pytest.raises(TypeError, match="callable"):
        register_multi_grad_hook([x], None)
    with pytest.raises(TypeError):
        register_multi_grad_hook([x], print, "all")


def test_multi_grad_hook_raises():
    error = KeyError("mine")

    def hook(grads):
        raise error

    x = leaf(1.0)
    register_multi_grad_hook([x], hook)
    with pytest.raises(KeyError) as caught:
        (x * 2).sum().backward()
    assert caught.value is error


def test_cycles_through_multi_grad_hooks_are_collected():
    x, w = leaf(1.0), leaf(2.0)
    register_multi_grad_hook([x, w], lambda grads: (x, w))  # noqa: F821 (deleted below)
    (x * w).sum().backward()
    gc.collect()
    alive = weakref.ref(x), weakref.ref(w)
    (x * w).sum().backward()  # it is still there
    del x, w
    gc.collect()
    gc.collect()
    assert alive[0]() is None and alive[1]() is None


def test_several_threads_run_and_register():
    """HOOK-12, HOOK-13, THREAD-6"""
    import threading

    x = leaf(1.0)
    y = x * 2
    stop, errors, calls = threading.Event(), [], []

    def run():
        try:
            while not stop.is_set():
                vjp.grad(y.sum(), x, retain_graph=True)
        except BaseException as error:
            errors.append(error)

    def register():
        try:
            for _ in range(100):
                with y.register_hook(calls.append), x.register_hook(calls.append):
                    pass
        except BaseException as error:
            errors.append(error)

    runner = threading.Thread(target=run)
    runner.start()
    threads = [threading.Thread(target=register) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stop.set()
    runner.join()
    assert not errors
