"""Custom functions."""

import gc
import traceback
import weakref

import numpy as np
import pytest

import vjp


class Cube(vjp.Function):
    @staticmethod
    def forward(ctx, x):
        assert not vjp.is_grad_enabled()
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 3 * x * x


def leaf(*values):
    return vjp.tensor(list(values), dtype=vjp.float64, requires_grad=True)


def test_first_and_second_derivative():
    x = leaf(1.0, 2.0)
    y = Cube.apply(x)
    assert y.tolist() == [1, 8] and y.grad_fn.name() == "CubeBackward"
    (g,) = vjp.grad(y.sum(), x, create_graph=True)
    assert g.tolist() == [3, 12]
    (h,) = vjp.grad(g.sum(), x)
    np.testing.assert_allclose(h.numpy(), [6, 12])


def test_without_recording():
    assert not Cube.apply(vjp.tensor([2.0])).requires_grad
    with vjp.no_grad():
        assert not Cube.apply(leaf(2.0)).requires_grad


class Scale(vjp.Function):
    @staticmethod
    def forward(ctx, x, factor, y=None):
        ctx.factor = factor
        ctx.forward_needs = ctx.needs_input_grad
        ctx.save_for_backward(x, None)
        return x * factor, "text", x.detach() if y is None else y * factor

    @staticmethod
    def backward(ctx, grad, text, other):
        assert text is None
        assert ctx.saved_tensors[1] is None
        Scale.needs = ctx.needs_input_grad
        return grad * ctx.factor, None, other * ctx.factor if ctx.needs_input_grad[2] else None


def test_numbers_text_and_several_results():
    x, y = leaf(1.0, 2.0), leaf(3.0)
    a, text, b = Scale.apply(x, 4, y)
    assert a.tolist() == [4, 8] and text == "text" and b.tolist() == [12]
    (a.sum() + b.sum()).backward()
    assert x.grad.tolist() == [4, 4] and y.grad.tolist() == [4]
    assert Scale.needs == (True, False, True)
    a, _, b = Scale.apply(x, 2, y)
    vjp.grad(a.sum(), x)
    assert Scale.needs == (True, False, False)


class WithSetup(vjp.Function):
    @staticmethod
    def forward(x, power):
        return x ** power

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, ctx.power = inputs
        ctx.save_for_backward(x, output)

    @staticmethod
    def backward(ctx, grad):
        x, output = ctx.saved_tensors
        return grad * ctx.power * output / x, None


def test_setup_context_and_saved_results():
    x = leaf(2.0)
    WithSetup.apply(x, 3).sum().backward()
    assert x.grad.item() == pytest.approx(12)
    (g,) = vjp.grad(WithSetup.apply(x, 3).sum(), x, create_graph=True)
    (h,) = vjp.grad(g.sum(), x)
    assert h.item() == pytest.approx(12)


class Options(vjp.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        constant = x * 5
        ctx.mark_non_differentiable(constant)
        return x * 2, x * 3, constant, x.argmax()

    @staticmethod
    def backward(ctx, *grads):
        Options.grads = grads
        return grads[0] * 2


def test_options_of_the_context():
    x = leaf(1.0, 2.0)
    a, b, constant, index = Options.apply(x)
    assert a.requires_grad and b.requires_grad and not constant.requires_grad and not index.requires_grad
    a.sum().backward()
    assert x.grad.tolist() == [2, 2]
    assert Options.grads[1] is None and Options.grads[2] is None and Options.grads[3] is None


class Identity(vjp.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 7


def test_an_argument_handed_through():
    x = leaf(1.0)
    y = Identity.apply(x)
    assert y is not x and x.is_leaf and not y.is_leaf
    y.sum().backward()
    assert x.grad.item() == 7


def test_changed_saved_tensors_are_noticed():
    x = leaf(1.0)
    inner = x * 1
    y = Cube.apply(inner)
    inner.mul_(2)
    with pytest.raises(vjp.VersionError):
        y.sum().backward()


def test_exceptions_and_wrong_results():
    error = KeyError("mine")

    class Raises(Cube):
        @staticmethod
        def backward(ctx, grad):
            raise error

    class TooFew(Cube):
        @staticmethod
        def backward(ctx, grad):
            return ()

    class NoTensor(Cube):
        @staticmethod
        def backward(ctx, grad):
            return 3

    with pytest.raises(KeyError) as caught:
        Raises.apply(leaf(1.0)).sum().backward()
    assert caught.value is error
    assert "backward" in [frame.name for frame in traceback.extract_tb(error.__traceback__)]
    with pytest.raises(ValueError, match="TooFew.backward returned 0 gradients, forward has 1 argument$"):
        TooFew.apply(leaf(1.0)).sum().backward()
    with pytest.raises(TypeError, match="NoTensor.backward: gradient 0"):
        NoTensor.apply(leaf(1.0)).sum().backward()
    with pytest.raises(NotImplementedError):
        vjp.Function.apply(leaf(1.0))
    with pytest.raises(TypeError, match="save_for_backward"):
        class Saves(Cube):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(3)

        Saves.apply(leaf(1.0))


def test_contexts_are_freed_with_the_graph():
    class Marked(Cube):
        @staticmethod
        def forward(ctx, x):
            Marked.alive = weakref.ref(ctx)
            return Cube.forward(ctx, x)

    x = leaf(1.0)
    y = Marked.apply(x)
    assert Marked.alive() is not None
    del y
    gc.collect()
    assert Marked.alive() is None


def test_a_long_chain_of_functions():
    x = leaf(1.0)
    y = x
    for _ in range(20_000):
        y = Identity.apply(y) * (1 / 7)
    y.sum().backward()
    assert x.grad.item() == pytest.approx(1)
