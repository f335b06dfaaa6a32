"""Chapters 6, 7, 11 and 12 from Python: edges, batches, what hooks ask, nesting."""

import gc
import threading
import warnings

import pytest

import vjp
from vjp.autograd import graph


def leaf(*values):
    return vjp.tensor(list(values), dtype=vjp.float64, requires_grad=True)


def test_edges():
    """ENTRY-19: an edge stands for a tensor that nobody holds."""
    x = leaf(1.0, 2.0)
    h = x * x
    edge = graph.get_gradient_edge(h)
    assert isinstance(edge, graph.GradientEdge) and edge.output_nr == 0 and edge.node == h.grad_fn
    y = (h * 3).sum()
    del h
    gh, gx = vjp.autograd.grad(y, [edge, x], retain_graph=True)
    assert gh.tolist() == [3, 3] and gx.tolist() == [6, 12]
    (gx,) = vjp.grad(edge, x, grad_outputs=vjp.tensor([1.0, 10.0], dtype=vjp.float64), retain_graph=True)
    assert gx.tolist() == [2, 40]
    vjp.autograd.backward(edge, vjp.ones(2, dtype=vjp.float64), retain_graph=True)
    assert x.grad.tolist() == [2, 4]
    y.backward(inputs=[x], retain_graph=True)
    assert x.grad.tolist() == [8, 16]
    with pytest.raises(ValueError, match="slot 3"):
        vjp.grad(y, graph.GradientEdge(edge.node, 3))
    with pytest.raises(TypeError, match="gradient edges"):
        vjp.grad(edge.node, x)
    with pytest.raises(ValueError, match="edge"):  # ENTRY-16
        vjp.grad(y, graph.get_gradient_edge(x * 2), materialize_grads=True)


def test_batches():
    """ENTRY-20: the rows of a Jacobian in one call."""
    x = leaf(1.0, 2.0)
    y = x * x * x
    unit = vjp.tensor([[1.0, 0.0], [0.0, 1.0]], dtype=vjp.float64)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        (rows,) = vjp.autograd.grad(y, x, unit, is_grads_batched=True, create_graph=True)
        assert rows.tolist() == [[3, 0], [0, 12]] and rows.requires_grad
        with pytest.raises(vjp.ShapeError):
            vjp.grad([y, y], x, [unit, vjp.ones(3, 2, dtype=vjp.float64)], is_grads_batched=True)
        with pytest.raises(ValueError):
            vjp.grad(y.sum(), x, is_grads_batched=True)


@pytest.mark.host
def test_what_a_hook_can_ask():
    """TASK-14 to TASK-19, THREAD-14."""
    x, w = leaf(1.0), leaf(2.0)
    a = x * 2
    b = a * w
    seen = {}

    def hook(grad):
        seen["id"] = graph.current_graph_task_id()
        seen["node"] = graph.current_node()
        seen["keep"] = graph.current_graph_task_keep_graph()
        seen["in"] = graph.in_backward()
        seen["will"] = [graph.will_execute_node(n) for n in (a.grad_fn, graph.get_gradient_edge(w), b.grad_fn)]
        seen["order"] = [node.name() for node in graph.current_graph_task_execution_order()]
        graph.queue_callback(lambda: seen.setdefault("final", (graph.current_node(), graph.in_backward())))

    b.register_hook(hook)
    vjp.grad(b, w)
    assert seen["id"] >= 0 and seen["node"] == b.grad_fn and not seen["keep"] and seen["in"]
    assert seen["will"] == [False, True, True]
    assert seen["order"] == [b.grad_fn.name(), "AccumulateGrad"]
    assert seen["final"] == (None, False)
    assert graph.current_graph_task_id() == -1 and graph.current_node() is None and not graph.in_backward()
    assert not graph.is_fork_without_workers()
    assert graph.current_graph_task_keep_graph()
    with pytest.raises(vjp.StateError):
        graph.will_execute_node(b.grad_fn)
    with pytest.raises(vjp.StateError):
        graph.current_graph_task_execution_order()
    with pytest.raises(TypeError):
        graph.will_execute_node(b)


def test_final_callbacks():
    """TASK-18: they run in order, may queue more, and their exception is the call's."""
    order = []

    def first():
        order.append(1)
        graph.queue_callback(lambda: order.append(3))

    def hook(grad):
        graph.queue_callback(first)
        graph.queue_callback(lambda: order.append(2))

    x = leaf(1.0)
    y = x * 2
    y.register_hook(hook)
    y.sum().backward()
    assert order == [1, 2, 3]
    with pytest.raises(vjp.StateError):
        graph.queue_callback(first)
    with pytest.raises(TypeError):
        graph.queue_callback(3)

    class Odd(Exception):
        pass

    def fail():
        raise Odd("at the end")

    z = x * 3
    z.register_hook(lambda grad: graph.queue_callback(fail))
    with pytest.raises(Odd, match="at the end"):
        z.sum().backward()
    gc.collect()


def test_nesting_without_end():
    """REENT-4, REENT-6: hooks start grad calls a thousand deep, and an exception comes home through all of them."""
    x = leaf(3.0)
    y = x * x
    left, threads = [1000], set()

    class Bottom(Exception):
        pass

    def hook(grad):
        threads.add(threading.get_ident())
        left[0] -= 1
        if left[0] > 0:
            vjp.grad(y, x, retain_graph=True)
        elif fail:
            raise Bottom

    handle = y.register_hook(hook)
    fail = False
    assert vjp.grad(y, x, retain_graph=True)[0].item() == 6
    assert left[0] == 0 and 10 < len(threads) < 30
    left[0], fail = 1000, True
    with pytest.raises(Bottom):
        vjp.grad(y, x, retain_graph=True)
    handle.remove()


def test_grad_mode_is_that_of_the_call_at_any_depth():
    """REENT-8."""
    x = leaf(3.0)
    y = x * x
    depth, modes = [0], []

    def hook(grad):
        depth[0] += 1
        if depth[0] < 70:
            vjp.grad(y, x, retain_graph=True, create_graph=depth[0] % 2 == 0)
            modes.append(vjp.is_grad_enabled())

    handle = y.register_hook(hook)
    vjp.grad(y, x, create_graph=True)
    # the innermost is back first; the hook at a depth runs in a call that the depth before it made
    assert modes == [(level - 1) % 2 == 0 for level in range(69, 0, -1)]
    handle.remove()


def test_multithreading_can_be_switched_off():
    """THREAD-9."""
    assert vjp.autograd.is_multithreading_enabled()
    with vjp.autograd.set_multithreading_enabled(False):
        assert not vjp.autograd.is_multithreading_enabled()
        x, seen = leaf(1.0), []
        x.register_hook(lambda grad: seen.append(vjp.autograd.is_multithreading_enabled()))
        (x * 2).sum().backward()
        assert seen == [False]
    assert vjp.autograd.is_multithreading_enabled()
