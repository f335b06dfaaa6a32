"""Recording and differentiating from Python."""

import gc

import pytest

import vjp


def leaf(*values):
    return vjp.tensor(list(values), requires_grad=True)


def test_backward_adds_to_the_leaves():
    x = leaf(1.0, 2.0, 3.0)
    (x * x).sum().backward()
    assert x.grad.tolist() == [2, 4, 6]
    (x * 2).sum().backward()
    assert x.grad.tolist() == [4, 6, 8]
    x.grad = None
    assert x.grad is None
    x.grad = vjp.ones(3)
    assert x.grad.tolist() == [1, 1, 1]
    del x.grad
    assert x.grad is None


def test_backward_with_a_gradient():
    x = leaf(1.0, 2.0)
    y = x * 3
    y.backward(vjp.tensor([1.0, 10.0]))
    assert x.grad.tolist() == [3, 30]
    with pytest.raises(vjp.Error):
        (x * 3).backward()


def test_retain_graph():
    x = leaf(2.0)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.item() == 8
    with pytest.raises(vjp.Error):
        y.backward()


def test_backward_into_inputs_only():
    x, w = leaf(2.0), leaf(5.0)
    (x * w).sum().backward(inputs=[x])
    assert x.grad.item() == 5 and w.grad is None
    with pytest.raises(ValueError, match="inputs is empty"):
        (x * w).sum().backward(inputs=[])


def test_backward_of_several_roots():
    x = leaf(1.0, 2.0)
    vjp.backward([(x * x).sum(), x * 2], [None, vjp.tensor([1.0, 1.0])])
    assert x.grad.tolist() == [4, 6]


def test_grad():
    x, w, unused = leaf(2.0), leaf(5.0), leaf(1.0)
    y = (x * x * w).sum()
    gx, gw = vjp.grad(y, [x, w], retain_graph=True)
    assert gx.item() == 20 and gw.item() == 4 and x.grad is None
    with pytest.raises(vjp.Error):
        vjp.grad(y, [x, unused], retain_graph=True)
    assert vjp.grad(y, [x, unused], retain_graph=True, allow_unused=True)[1] is None
    assert vjp.grad(y, [unused], retain_graph=True, materialize_grads=True)[0].item() == 0
    assert vjp.grad(x * 2, x, grad_outputs=vjp.tensor([7.0]))[0].item() == 14
    with pytest.raises(ValueError, match="2 for 1 outputs"):  # ENTRY-4
        vjp.grad(y, x, grad_outputs=[None, None])


def test_higher_derivatives():
    x = vjp.tensor(1.5, dtype=vjp.float64, requires_grad=True)
    y = x * x * x * x
    (first,) = vjp.grad(y, x, create_graph=True)
    (second,) = vjp.grad(first, x, create_graph=True)
    (third,) = vjp.grad(second, x)
    assert first.item() == pytest.approx(4 * 1.5 ** 3)
    assert second.item() == pytest.approx(12 * 1.5 ** 2)
    assert third.item() == pytest.approx(24 * 1.5)


def test_double_backward_into_weights():
    x = vjp.tensor([[1.0, 2.0]], dtype=vjp.float64, requires_grad=True)
    w = vjp.tensor([[0.5], [0.25]], dtype=vjp.float64, requires_grad=True)

    def penalty(weights):
        (g,) = vjp.grad((x @ weights).tanh().sum(), x, create_graph=True)
        return (g * g).sum()

    penalty(w).backward()
    assert w.grad.shape == (2, 1)
    assert vjp.autograd.gradcheck(penalty, w)


def test_no_grad_and_its_kin():
    x = leaf(1.0)
    with vjp.no_grad():
        assert not vjp.is_grad_enabled()
        assert not (x * 2).requires_grad
        with vjp.enable_grad():
            assert (x * 2).requires_grad
    assert vjp.is_grad_enabled()

    @vjp.no_grad()
    def inner():
        return vjp.is_grad_enabled()

    @vjp.no_grad
    def bare():
        return vjp.is_grad_enabled()

    assert inner() is False and bare() is False and vjp.is_grad_enabled()
    with vjp.set_grad_enabled(False):
        assert not vjp.is_grad_enabled()
    assert vjp.is_grad_enabled()
    vjp.set_grad_enabled(False)
    assert not vjp.is_grad_enabled()
    vjp.set_grad_enabled(True)

    @vjp.set_grad_enabled(False)
    def off():
        return vjp.is_grad_enabled()

    assert vjp.is_grad_enabled() and off() is False and vjp.is_grad_enabled()
    with pytest.raises(KeyError):
        with vjp.no_grad():
            raise KeyError("x")
    assert vjp.is_grad_enabled()


def test_no_grad_over_a_generator_holds_inside_only():
    @vjp.no_grad()
    def numbers():
        yield vjp.is_grad_enabled()
        yield vjp.is_grad_enabled()

    for inside in numbers():
        assert inside is False and vjp.is_grad_enabled()


def test_detach_shares_memory():
    x = leaf(1.0, 2.0)
    y = (x * 2).detach()
    assert not y.requires_grad and y.is_leaf
    z = x.detach()
    with vjp.no_grad():
        z += 1
    assert x.tolist() == [2, 3]


def test_leaves_and_nodes():
    x = leaf(1.0)
    y = (x * 2).sin()
    assert x.is_leaf and x.grad_fn is None and not y.is_leaf
    node = y.grad_fn
    assert "Sin" in node.name() and node == y.grad_fn and hash(node) == hash(y.grad_fn)
    mul, slot = node.next_functions[0]
    assert "Mul" in mul.name() and slot == 0
    accumulator = mul.next_functions[0][0]
    assert accumulator.variable.tolist() == [1.0]
    assert vjp.gradient_edge(x)[0] == accumulator
    assert "Sin" in repr(node)


def test_version_and_saved_values():
    x = leaf(1.0, 2.0)
    y = x * 1
    z = y.exp()
    before = z._version
    z.mul_(2)
    assert z._version == before + 1
    with pytest.raises(vjp.VersionError):
        z.sum().backward()


def test_in_place_on_a_leaf_is_refused():
    x = leaf(1.0)
    with pytest.raises(vjp.StateError):
        x += 1
    with vjp.no_grad():
        x += 1
    assert x.item() == 2


def test_retain_grad():
    x = leaf(1.0, 2.0)
    y = x * 3
    y.retain_grad()
    assert y.retains_grad
    y.sum().backward()
    assert y.grad.tolist() == [1, 1]


def test_views_and_assignment_are_differentiable():
    x = leaf(1.0, 2.0, 3.0)
    y = x * 1
    y[1:] = y[:2] * 10
    assert y.tolist() == [1, 10, 20]
    y.sum().backward()
    assert x.grad.tolist() == [11, 10, 0]
    view = x[1:]
    assert view._is_view() and view._base.shape == (3,)


def test_requires_grad_setters():
    x = vjp.tensor([1.0])
    assert not x.requires_grad
    x.requires_grad = True
    assert x.requires_grad and x.requires_grad_(False) is x and not x.requires_grad
    with pytest.raises(vjp.Error):
        vjp.tensor([1]).requires_grad_()


def test_grad_is_the_same_native_tensor_at_each_reading():
    x = leaf(1.0)
    (x * 2).sum().backward()
    assert hash(x.grad) == hash(x.grad)


def test_a_long_chain_is_freed_without_recursion():
    x = leaf(1.0)
    y = x
    for _ in range(200_000):
        y = y * 1.0
    y.backward()
    del y
    gc.collect()
    assert x.grad.item() == 1
