"""Nodes, tensors and graphs answer for themselves (spec chapter 23)."""

import gc
import weakref

import pytest

import vjp
from vjp import observe


def leaf(*values):
    return vjp.tensor(list(values), requires_grad=True)


# ---- nodes ----

def test_nodes_know_name_edges_and_slots():
    """INTRO-1, INTRO-2"""
    x = vjp.ones(2, 3).requires_grad_()
    y = x * 2
    node = y.grad_fn
    assert node.name() == "MulBackward"
    (sink, slot), (nothing, _) = node.next_functions
    assert sink.name() == "AccumulateGrad" and slot == 0 and nothing is None
    assert node._sequence_nr() < y.sum().grad_fn._sequence_nr()
    assert node._input_metadata == [((2, 3), vjp.float32, str(y.device))]
    assert node._input_metadata[0].shape == (2, 3)
    assert x.argsort().grad_fn is None
    values, _ = x.max(0)
    assert [item and item.shape for item in values.grad_fn._input_metadata] == [(3,), None]
    assert sink.variable is not None and sink.variable.data_ptr() == x.data_ptr()
    with pytest.raises(vjp.Error):
        node.variable
    assert isinstance(node, vjp.autograd.graph.Node)


def test_nodes_know_their_stream():
    """INTRO-1"""
    x = vjp.ones(2, requires_grad=True, device="cpu")
    assert (x * 2).grad_fn._stream is None
    stream = vjp.Stream("sim:0")
    with stream:
        y = x.to("sim:0").sin()
    assert y.grad_fn._stream == stream != vjp.Stream("sim:0")


def test_a_node_is_one_object_while_it_lives():
    """INTRO-4, INTRO-14"""
    x = leaf(1.0)
    y = x * 2
    z = y.sum()
    node = y.grad_fn
    assert y.grad_fn is node and z.grad_fn.next_functions[0][0] is node
    node.mine = "kept"
    assert z.grad_fn.next_functions[0][0].mine == "kept"
    assert node == y.grad_fn and hash(node) == hash(y.grad_fn) and len({node, y.grad_fn}) == 1
    assert node != z.grad_fn and node != "something"
    sink = vjp.autograd.graph.get_gradient_edge(x)[0] if hasattr(vjp.autograd.graph, "get_gradient_edge") else \
        vjp.gradient_edge(x)[0]
    assert node.next_functions[0][0] is sink
    gone = weakref.ref(node)
    del node
    gc.collect()
    assert gone() is y.grad_fn and y.grad_fn.mine == "kept"  # as long as the node lives (PYID-1)
    del y, z
    assert gone() is None


def test_hooks_of_one_handle_are_seen_through_others():
    """INTRO-4"""
    x = leaf(1.0)
    y = x * 2
    seen = []
    y.grad_fn.register_prehook(lambda grads: seen.append(grads[0].item()))
    gc.collect()
    y.sum().backward()
    assert seen == [1]


def test_metadata_lives_with_the_node():
    """INTRO-3"""
    x = leaf(1.0)
    y = x * 2
    assert y.grad_fn.metadata == {}
    y.grad_fn.metadata["key"] = value = object()
    gc.collect()
    assert y.grad_fn.metadata["key"] is value
    y.backward()
    assert y.grad_fn.metadata["key"] is value  # INTRO-9

    class Value:
        pass

    y.grad_fn.metadata["other"] = held = Value()
    gone = weakref.ref(held)
    del held, y
    gc.collect()
    assert gone() is None


def test_a_node_can_be_called_by_hand():
    """INTRO-8"""
    a, b = leaf(2.0, 3.0), leaf(5.0, 7.0)
    y = a * b
    seen = []
    y.grad_fn.register_hook(lambda *grads: seen.append(grads))
    g = leaf(1.0, 10.0)
    da, db = y.grad_fn(g)
    assert da.tolist() == [5, 70] and db.tolist() == [2, 30]
    assert da.requires_grad and vjp.grad(da.sum(), b)[0].tolist() == [1, 10]
    with vjp.no_grad():
        assert not y.grad_fn(g)[0].requires_grad
    assert y.grad_fn(None) == (None, None)
    assert seen == []
    single = a.sin()
    assert single.grad_fn(vjp.tensor([1.0, 1.0])).shape == (2,)
    sink = vjp.gradient_edge(a)[0]
    assert sink(vjp.tensor([1.0, 2.0])) is None
    sink(vjp.tensor([1.0, 2.0]))
    assert a.grad.tolist() == [2, 4]
    with pytest.raises(vjp.ShapeError):
        y.grad_fn(vjp.ones(3))
    with pytest.raises(vjp.InvalidError):
        y.grad_fn()
    with pytest.raises(TypeError):
        y.grad_fn(1.0)
    y.sum().backward()
    with pytest.raises(vjp.StateError, match="freed"):
        y.grad_fn(g)


def test_tensors_answer_without_changing():
    """INTRO-10"""
    x = vjp.ones(2, 2).requires_grad_()
    y = x.clone()
    view = y[0]
    assert view._is_view() and view._base.data_ptr() == y.data_ptr() and not y._is_view() and y._base is None
    assert x.is_leaf and not y.is_leaf and not y.retains_grad
    y.retain_grad()
    assert y.retains_grad
    assert [part.output_nr for part in y.unbind(0)] == [0, 1]
    before = y._version
    y.add_(1)
    assert y._version == before + 1 == view._version


# ---- traces ----

def test_a_trace_lists_what_runs():
    """INTRO-11"""
    x = leaf(1.0, 2.0)
    y = (x * 2).exp().sum()
    events = []
    with observe.trace(events.append):
        y.backward(retain_graph=True)
    assert [event.node.name() for event in events] == ["SumBackward", "ExpBackward", "MulBackward", "AccumulateGrad"]
    assert [event.grads[0].shape for event in events] == [(), (2,), (2,), (2,)]
    assert events[0].node is y.grad_fn and len({event.grad_call for event in events}) == 1
    y.backward()
    assert len(events) == 4
    with pytest.raises(TypeError):
        observe.trace(3)


@pytest.mark.host
def test_a_trace_without_callback_goes_to_standard_error(capfd):
    """INTRO-11"""
    y = leaf(1.0, 2.0).sum()
    with observe.trace():
        y.backward()
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 2 and "SumBackward #" in lines[0] and "float32[]" in lines[0]
    assert lines[1].endswith("AccumulateGrad: float32[2]")


# ---- graphs ----

def model():
    w, b = vjp.ones(3, 2).requires_grad_(), vjp.ones(2).requires_grad_()
    loss = (vjp.ones(4, 3) @ w + b).tanh().sum()
    return {"w": w, "b": b}, loss


def test_graphs_list_nodes_links_and_saved_bytes():
    """INTRO-12"""
    params, loss = model()
    graph = observe.Graph(loss, params)
    names = [node.name() for node in graph.nodes]
    assert len(graph) == 6 and names[0] == "SumBackward" and names.count("AccumulateGrad") == 2
    assert all(start < end for start, _, end, _ in graph.links) and len(graph.links) == 5
    for start, edge, end, slot in graph.links:
        assert graph.nodes[start].next_functions[edge] == (graph.nodes[end], slot)
    assert dict(zip(names, graph.saved_bytes))["TanhBackward"] == 4 * 2 * 4
    assert "6 nodes" in repr(graph)


# ---- why no gradient ----

def test_missing_gradients_are_explained():
    """INTRO-13"""
    x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
    explain = observe.explain_missing_grad
    h = x * 2
    assert explain(x, (h * w).sum()).reason == "none"
    assert explain(h, (h * w).sum()).reason == "not retained"
    assert explain(vjp.ones(2), h.sum()).reason == "does not require grad"
    with vjp.no_grad():
        dead = x[0:1]
    assert explain(dead, h.sum()).reason == "view made with grad mode off"
    assert explain(x, (h.detach() * w).sum()).reason == "unknown"
    with observe.record_cuts():
        product = (h.detach() + 1) * w
        found = explain(x, product.sum())
        assert found.reason == "detached" and found.node is product.grad_fn and found.edge == 0
        assert "detach" in str(found) and "argument 0 of MulBackward" in str(found)
        with vjp.no_grad():
            silent = x.sin()
        assert explain(x, [(silent * w).sum()]).reason == "grad mode off"
        assert explain(x, (x.data * w).sum()).reason == "data alias"
        assert explain(x, (x.argsort().float() * w).sum()).reason == "integer dtype"
    with pytest.raises(TypeError):
        explain(x, [1.0])


def test_a_function_that_returns_none_is_found():
    """INTRO-13"""
    class Forgets(vjp.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return None

    x = leaf(1.0)
    y = Forgets.apply(x * 3)
    found = observe.explain_missing_grad(x, (y * y).sum())
    assert found.reason == "undefined gradient" and found.node is y.grad_fn and "Forgets" in found.text
    assert x.grad is None
