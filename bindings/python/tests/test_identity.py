"""A tensor, like a node, is one Python object (PYID-1), and circles through it are collected (PYID-2)."""

import copy
import functools
import gc
import pickle
import subprocess
import sys
import weakref

import pytest

import vjp
from vjp.autograd import graph
from vjp.utils.checkpoint import checkpoint, checkpoint_sequential

# ---- one object (PYID-1) ----


def test_pyid_1_the_same_tensor_is_the_same_object():
    x = vjp.ones(2, requires_grad=True)
    y = x * 2
    y.retain_grad()
    y.sum().backward()
    assert x.grad is x.grad and y.grad is y.grad
    assert graph.get_gradient_edge(x).node.variable is x
    assert y[:1]._base is y
    assert (y * x).grad_fn._saved_other is x


def test_pyid_1_hooks_receive_what_the_program_holds():
    x = vjp.ones(2, requires_grad=True)
    optimizers, found = {x: "its own"}, []
    x.register_post_accumulate_grad_hook(lambda leaf: found.append(optimizers[leaf]))
    x.sum().backward()
    assert found == ["its own"] and x in optimizers

    kept = []
    y = x * 1
    y.register_hook(kept.append)
    y.grad_fn.register_hook(lambda results, grads: kept.append(grads[0]))
    g = vjp.ones(2)
    y.backward(g)
    assert kept[0] is g and kept[1] is g


def test_pyid_1_nodes():
    x = vjp.ones(2, requires_grad=True)
    y = x * 2
    assert y.grad_fn is y.grad_fn
    y.grad_fn.tag = "kept"
    gc.collect()
    assert y.grad_fn.tag == "kept"
    for _ in range(3):  # again and again
        assert y.grad_fn.tag == "kept"
    assert (y + 1).grad_fn.next_functions[0][0] is y.grad_fn


def test_pyid_1_attributes_live_as_long_as_the_tensor():
    x = vjp.ones(2, requires_grad=True)
    x.sum().backward()
    x.grad.tag = [1, 2]
    gc.collect()
    assert x.grad.tag == [1, 2]
    x.grad.tag.append(3)
    assert x.grad.tag == [1, 2, 3]
    x.main_grad = x.grad
    assert vars(x) == {"main_grad": x.grad}
    died = []

    class Value:
        def __del__(self):
            died.append(1)

    x.grad.value = Value()
    gc.collect()
    gc.collect(0)
    assert not died
    del x.main_grad
    x.grad = None
    assert died == [1]


def test_pyid_1_the_graph_keeps_an_object_with_attributes():
    x = vjp.ones(2, requires_grad=True)
    y = x * 2
    y.name = "middle"
    seen = weakref.ref(y)
    z = y * x  # saves y
    del y
    gc.collect()
    assert seen() is not None and z.grad_fn._saved_input.name == "middle"
    assert z.grad_fn._saved_input is seen()
    z.sum().backward()
    gc.collect()
    assert seen() is None  # what was saved has been freed


def test_pyid_1_an_object_in_a_circle_of_its_own_stays_with_its_tensor():
    x = vjp.ones(2, requires_grad=True)
    x.sum().backward()
    x.grad.itself = x.grad
    reference = weakref.ref(x.grad)
    for generation in (0, 1, 2, 2):
        gc.collect(generation)
        assert x.grad.itself is x.grad is reference()
    x.grad = None
    gc.collect()
    assert reference() is None


def test_an_object_in_the_memory_of_another_is_new():
    former = vjp.ones(2)
    former.tag, gone, place = "former", weakref.ref(former), id(former)
    del former
    assert gone() is None
    tensors = [vjp.ones(2) for _ in range(100)]
    assert place in map(id, tensors)
    assert not any(vars(tensor) for tensor in tensors) and all(map(gc.is_tracked, tensors))
    assert not any(map(weakref.getweakrefcount, tensors))
    tensors[0].circle, kept = tensors, weakref.ref(tensors[0])  # seen by the collector, too
    del tensors
    gc.collect()
    assert kept() is None


def test_pyid_1_copies_are_other_objects():
    x = vjp.ones(2, requires_grad=True)
    x.tag = 1
    assert x.detach() is not x and not hasattr(x.detach(), "tag")
    assert pickle.loads(pickle.dumps(x)).tolist() == [1, 1]
    with pytest.raises(AttributeError):
        x.nothing


def test_subclasses_may_be_made():
    class Named(vjp.Tensor):
        pass

    assert issubclass(Named, vjp.Tensor) and isinstance(vjp.ones(1), vjp.Tensor)


# ---- circles (PYID-2) ----


class Big:
    pass


def node_post(x, b):
    n = (x * 2).grad_fn
    n.register_hook(lambda gi, go: (n, b, None)[2])


def node_pre(x, b):
    y = x * 2
    y.grad_fn.register_prehook(lambda g: (y, b, None)[2])


def tensor_and_node(x, b):
    y = x * 2
    n = y.grad_fn
    y.register_hook(lambda g: (y, n, b, None)[3])


def result_of_result(x, b):
    y = x * 2
    z = (y * 3).sin()
    y.register_hook(lambda g: (z, b, None)[2])


def two_results(x, b):
    y, z = (x * 2).split(1)
    y.grad_fn.register_hook(lambda gi, go: (y, z, b, None)[3])


def leaf(_, b):
    x = vjp.ones(2, requires_grad=True)
    x.register_post_accumulate_grad_hook(lambda t: (x, b, None)[2])
    (x * 2).sum().backward()


def accumulator(_, b):
    x = vjp.ones(2, requires_grad=True)
    a = graph.get_gradient_edge(x).node
    a.register_prehook(lambda g: (a, x, b, None)[3])


def many(x, b):
    y, z = x * 2, x * 3
    graph.register_multi_grad_hook([y, z], lambda grads: (y, z, b, None)[3])


def attribute(x, b):
    y = x * 2
    y.result, y.b = y * x, b


def node_attribute(x, b):
    y = x * 2
    y.grad_fn.y, y.grad_fn.b = y, b


def metadata(x, b):
    y = x * 2
    y.grad_fn.metadata["y"] = y, b


def gradient(x, b):
    y = vjp.ones(2, requires_grad=True)
    y.sum().backward()
    y.grad.leaf, y.grad.b = y, b


def packed(x, b):
    held = []
    with graph.saved_tensors_hooks(lambda t: (t, held, b), lambda p: p[0]):
        y = x * x
    held.append(y)


def pair(x, b):
    held = []
    with graph.saved_tensors_hooks(lambda t: t, lambda p: (p, held, b)[0]):
        y = x * x
    held.append(y)


def saved_object(x, b):
    y = x * x
    saved = y.grad_fn._raw_saved_input
    y.register_hook(lambda g: (saved, b, None)[2])


class Keeps(vjp.autograd.Function):
    @staticmethod
    def forward(ctx, x, b):
        ctx.b = b
        ctx.result = x * 2
        return ctx.result

    @staticmethod
    def backward(ctx, g):
        return g * 2, None


def context(x, b):
    Keeps.apply(x, b)


def context_of_a_result(x, b):
    y = Keeps.apply(x, b)
    y.grad_fn._ctx.later = y.sin()


def bound_method(x, b):
    y = x * 2
    y.b = b
    y.register_hook(functools.partial(type(y).mul, y))


CIRCLES = [node_post, node_pre, tensor_and_node, result_of_result, two_results, leaf, accumulator, many, attribute,
           node_attribute, metadata, gradient, packed, pair, saved_object, context, context_of_a_result, bound_method]


@pytest.mark.parametrize("make", CIRCLES, ids=lambda make: make.__name__)
def test_pyid_2_circles_are_collected(make):
    gc.collect()
    x = vjp.ones(2, requires_grad=True)
    tensors, nodes = vjp._ffi.lib.vjp_debug_live_tensors(), vjp._ffi.lib.vjp_debug_live_nodes()
    references = []
    for _ in range(5):
        b = Big()
        references.append(weakref.ref(b))
        make(x, b)
        del b
    gc.collect()
    gc.collect()
    assert [reference() for reference in references] == [None] * 5
    assert vjp._ffi.lib.vjp_debug_live_tensors() == tensors
    assert vjp._ffi.lib.vjp_debug_live_nodes() <= nodes + 1  # the accumulator of x


def test_pyid_2_what_is_in_use_stays():
    x = vjp.ones(2, requires_grad=True)
    calls = []

    def hooked(name):
        y = x * 2
        b = Big()
        y.register_hook(lambda g: (y, b, calls.append(name))[2])
        y.grad_fn.register_hook(lambda gi, go: (y.grad_fn, b, calls.append(name))[2])
        return y, weakref.ref(b)

    by_tensor, first = hooked("tensor")
    y, second = hooked("node")
    by_node = y.grad_fn
    z, third = hooked("graph")
    by_result = z.sin() * 3
    del y, z
    for _ in range(3):
        gc.collect()
    assert first() and second() and third()
    by_tensor.sum().backward()
    by_node(vjp.ones(2))
    by_result.sum().backward()
    assert calls == ["tensor"] * 2 + ["graph"] * 2
    del by_tensor, by_node, by_result
    gc.collect()
    assert not first() and not second() and not third()


def test_pyid_2_collections_while_other_threads_run():
    program = """
import gc, threading, vjp
stop = False
def work():
    while not stop:
        x = vjp.ones(4, requires_grad=True)
        y = x
        for _ in range(20):
            y = y * 1.5
            n = y.grad_fn
            y.tag = n
            y.register_hook(lambda g, y=y, n=n: g * 1)
        y.sum().backward()
        assert x.grad is not None and x.grad.tolist()[0] > 1
threads = [threading.Thread(target=work) for _ in range(3)]
for t in threads: t.start()
for _ in range(60): gc.collect()
stop = True
for t in threads: t.join()
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


# ---- exceptions on their way out ----


def test_an_exception_whose_text_fails_leaves_as_itself():
    class Odd(Exception):
        def __str__(self):
            raise RuntimeError("no text")

    odd = Odd()

    def hook(grad):
        raise odd

    x = vjp.ones(1, requires_grad=True)
    x.register_hook(hook)
    with pytest.raises(Odd) as caught:
        (x * 2).sum().backward()
    assert caught.value is odd


def _counts():
    lib = vjp._core.lib
    return lib.vjp_debug_live_tensors(), lib.vjp_debug_live_nodes()


def _nested(function, x):
    return checkpoint(lambda a: checkpoint(function, a.exp(), use_reentrant=False), x, use_reentrant=False)


@pytest.mark.parametrize(
    "region",
    [
        lambda function, x: checkpoint(function, x, use_reentrant=False),
        lambda function, x: checkpoint(function, x, use_reentrant=True),
        lambda function, x: checkpoint_sequential([function, lambda a: a.tanh(), lambda a: a.exp()], 2, x),
        _nested,
    ],
)
def test_pyid_2_circles_through_checkpoints_are_collected(region):
    def circle(attribute):
        x, box = vjp.ones(2, requires_grad=True), [2.0]
        y = region(lambda a: (a * box[0]).sin().exp(), x)
        if attribute:
            x.result = y
        else:
            box.append(y)
        return x, y

    gc.collect()
    before = _counts()
    for attribute in (False, True):
        circle(attribute)
    gc.collect()
    assert _counts() == before
    # What the program holds stays whole.
    x, y = circle(True)
    gc.collect()
    y.sum().backward()
    assert x.grad.shape == (2,)


def test_pyid_1_copies_have_copies_of_the_attributes():
    x = vjp.ones(2, requires_grad=True)
    x.tag, x.me = [1], x
    shallow, deep, stored = copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))
    assert shallow.tag is x.tag and shallow.me is x
    assert deep.tag == [1] and deep.tag is not x.tag and deep.me is deep
    assert stored.tag == [1] and stored.me is stored
    x.tag.append(2)
    assert deep.tag == [1]
