"""Custom functions in full: chapter 17 of the engine's semantics as Python sees it."""

import gc
import warnings
import weakref

import pytest

import vjp
from vjp import forward_ad
from vjp.autograd.function import FunctionCtx, InplaceFunction, once_differentiable


def leaf(*values):
    return vjp.tensor(list(values), dtype=vjp.float64, requires_grad=True)


class Double(vjp.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


def test_the_context_and_the_node():
    """FUNC-6, FUNC-23: attributes, and a node whose class has the function's name"""
    class Cube(vjp.Function):
        @staticmethod
        def forward(ctx, x):
            assert isinstance(ctx, FunctionCtx)
            ctx.note = ["kept"]
            ctx.save_for_backward(x, None)
            return x ** 3

        @staticmethod
        def backward(ctx, grad):
            assert ctx.note == ["kept"]
            x, none = ctx.saved_tensors
            assert none is None
            return grad * 3 * x * x

    x = leaf(2.0)
    y = Cube.apply(x)
    node = y.grad_fn
    assert type(node).__name__ == "CubeBackward" and isinstance(node, vjp.Node) and node._forward_cls is Cube
    assert node.note == ["kept"] and node.saved_tensors[0] is not None and node.needs_input_grad == (True,)
    assert (y * 1).grad_fn.next_functions[0][0] == node
    assert type((y * 1).grad_fn.next_functions[0][0]) is type(node)
    with pytest.raises(AttributeError, match="other"):
        node.other
    seen = []
    node.register_hook(lambda results, grads: seen.append(results[0].item()))
    y.sum().backward()
    assert x.grad.item() == 12 and seen == [12]
    assert node.note == ["kept"]  # attributes are not freed
    with pytest.raises(vjp.StateError, match="freed"):
        node.saved_tensors


def test_what_is_differentiated_by():
    """FUNC-3, FUNC-4, FUNC-5: direct tensors only; lists pass untouched, tuples become tuples"""
    class Mixed(vjp.Function):
        @staticmethod
        def forward(ctx, tensors, x, flag=None):
            return x * 2, [tensors[0], "s"], None, 7

        @staticmethod
        def backward(ctx, *grads):
            assert len(grads) == 4 and grads[1:] == (None, None, None)
            return None, grads[0], None

    inside, x = leaf(1.0), leaf(2.0)
    y, listed, none, seven = Mixed.apply([inside], x)
    assert listed[0] is inside and none is None and seven == 7 and y.grad_fn.num_slots == 4
    assert len(y.grad_fn.next_functions) == 2
    with pytest.raises(ValueError, match="2"):  # one too many, and not None
        class Surplus(Mixed):
            @staticmethod
            def backward(ctx, *grads):
                return None, grads[0], grads[0]
        Surplus.apply([inside], x)[0].sum().backward()
    y.sum().backward()  # surplus entries that are None are accepted
    assert x.grad.item() == 1 and inside.grad is None
    only_inside = Mixed.apply([inside], vjp.tensor(1.0))[0]
    assert not only_inside.requires_grad

    class Lists(Double):
        @staticmethod
        def forward(ctx, x):
            return [x, x * 2]

    result = Lists.apply(x)
    assert isinstance(result, list) and result[0] is x and not result[1].requires_grad
    assert type(Double.apply(x)) is vjp.Tensor

    class Single(Double):
        @staticmethod
        def forward(ctx, x):
            return (x * 2,)

    assert isinstance(Single.apply(x), tuple)


def test_a_gradient_for_a_number_is_an_error():
    """FUNC-8"""
    class Wrong(vjp.Function):
        @staticmethod
        def forward(ctx, x, factor):
            return x * factor

        @staticmethod
        def backward(ctx, grad):
            return grad, grad

    with pytest.raises(vjp.InvalidError, match="argument 1"):
        Wrong.apply(leaf(1.0), 3).sum().backward()
    y = Wrong.apply(leaf(1.0), vjp.tensor(3.0))  # a tensor that does not require grad: dropped
    y.sum().backward()


def test_keywords():
    """Refused, as torch does, unless forward takes no context"""
    with pytest.raises(TypeError, match="keyword"):
        Double.apply(x=leaf(1.0))

    class Power(vjp.Function):
        @staticmethod
        def forward(x, power=3):
            return x ** power

        @staticmethod
        def setup_context(ctx, inputs, output):
            assert inputs[1] in (2, 3)
            ctx.save_for_backward(inputs[0])
            ctx.power = inputs[1]

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * ctx.power * x ** (ctx.power - 1), None

    x = leaf(2.0)
    Power.apply(x).sum().backward()
    assert x.grad.item() == 12
    Power.apply(x, power=2).sum().backward()
    assert x.grad.item() == 16


def test_both_spellings_of_backward_and_missing_methods():
    """FUNC-17, FUNC-21"""
    class Spelt(vjp.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def vjp(ctx, grad):
            return grad * 2

    x = leaf(1.0)
    Spelt.apply(x).sum().backward()
    assert x.grad.item() == 2

    class Both(Spelt):
        @staticmethod
        def backward(ctx, grad):
            return grad

    with pytest.raises(RuntimeError, match="Both.*backward and vjp"):
        Both.apply(x)

    class NoBackward(vjp.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

    y = NoBackward.apply(x)
    with pytest.raises(NotImplementedError, match="NoBackward"):
        y.sum().backward()

    class NoForward(vjp.Function):
        @staticmethod
        def backward(ctx, x):
            return x

    with pytest.raises(NotImplementedError, match="NoForward"):
        NoForward.apply(x)
    with forward_ad.dual_level(), pytest.raises(NotImplementedError, match="DoubleBackward.*jvp"):
        Double.apply(forward_ad.make_dual(x.detach(), vjp.ones(1, dtype=vjp.float64)))

    class Rules(Double):
        generate_vmap_rule = True

        @staticmethod
        def vmap(info, in_dims, x):
            return x, in_dims[0]

    with pytest.raises(vjp.InvalidError, match="Rules"):
        Rules.apply(x)


class TripleInPlace(vjp.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(3)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 3


def test_mark_dirty():
    """FUNC-12"""
    x = leaf(1.0, 2.0)
    h = x * 1
    y = TripleInPlace.apply(h)
    assert y is h and h._version == 1 and h.grad_fn.name() == "TripleInPlaceBackward"
    h.sum().backward()
    assert x.grad.tolist() == [3, 3]
    with pytest.raises(vjp.StateError, match="leaf"):
        TripleInPlace.apply(leaf(1.0))
    base = x * 1
    view = base[0:1]
    assert TripleInPlace.apply(view) is view
    (g,) = vjp.grad(base.sum(), x)
    assert g.tolist() == [3, 1]

    class NotReturned(TripleInPlace):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x)
            return x.clone()

    with pytest.raises(vjp.InvalidError, match="dirty"):
        NotReturned.apply(x * 1)

    class NoArgument(TripleInPlace):
        @staticmethod
        def forward(ctx, x):
            y = x * 3
            ctx.mark_dirty(y)
            return y

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        NoArgument.apply(x)
    assert len(caught) == 1 and "mark_dirty" in str(caught[0].message)
    with pytest.raises(TypeError, match="mark_dirty"):
        FunctionCtx().mark_dirty(1)


def test_arguments_handed_through_and_views():
    """FUNC-13, FUNC-14, FUNC-15"""
    class Same(vjp.Function):
        @staticmethod
        def forward(ctx, x, mark):
            if mark:
                ctx.mark_non_differentiable(x)
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 7, None

    x = leaf(1.0)
    y = Same.apply(x, False)
    assert y is not x and y._base.is_leaf and y._base.requires_grad and y.data_ptr() == x.data_ptr()
    assert vjp.grad(y.sum(), x)[0].item() == 7
    with pytest.raises(vjp.StateError, match="SameBackward"):
        y.mul_(2)
    y = Same.apply(x, True)
    assert not y.requires_grad and not y._is_view() and y.data_ptr() == x.data_ptr()

    class Twice(vjp.Function):
        @staticmethod
        def forward(ctx, x):
            y = x * 2
            return y, y

        @staticmethod
        def backward(ctx, first, last):
            assert first.item() == 0
            return last * 2

    a, b = Twice.apply(x)
    assert a is b and a.output_nr == 1
    assert vjp.grad(a.sum(), x)[0].item() == 2


def test_materialize():
    """FUNC-9, FUNC-11"""
    seen = []

    class Several(vjp.Function):
        @staticmethod
        def forward(ctx, x, on):
            ctx.set_materialize_grads(on)
            constant = x * 5
            ctx.mark_non_differentiable(constant)
            return x * 2, x * 3, constant, x.argmax(), "text"

        @staticmethod
        def backward(ctx, *grads):
            seen[:] = grads
            return grads[0] * 2, None

    x = leaf(1.0, 2.0)
    a, _, constant, index, _ = Several.apply(x, True)
    assert not constant.requires_grad and not index.requires_grad and index.grad_fn is None
    a.sum().backward()
    assert [g if g is None else (g.dtype, g.tolist()) for g in seen] == [
        (vjp.float64, [1, 1]), (vjp.float64, [0, 0]), (vjp.float64, [0, 0]), (vjp.int64, 0), None]
    Several.apply(x, False)[0].sum().backward()
    assert seen[1:] == [None] * 4


def test_saving():
    """FUNC-7, FUNC-16"""
    class Exp(vjp.Function):
        @staticmethod
        def forward(ctx, x):
            y = x.exp()
            ctx.save_for_backward(x)
            ctx.save_for_backward(y)
            return y

        @staticmethod
        def backward(ctx, grad):
            (first,), (again,) = ctx.saved_tensors, ctx.saved_tensors
            assert first is not again and first.grad_fn is not None
            return grad * first

    x = leaf(0.0)
    (g,) = vjp.grad(Exp.apply(x).sum(), x, create_graph=True)
    assert vjp.grad(g.sum(), x)[0].item() == 1
    with pytest.raises(TypeError, match="save_for_backward takes tensors and None, not list"):
        FunctionCtx().save_for_backward([x])

    class Returned(vjp.Function):
        @staticmethod
        def forward(x):
            return x

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(output)

        @staticmethod
        def backward(ctx, grad):
            return grad

    with pytest.raises(vjp.StateError, match="clone"):
        Returned.apply(x)
    assert vjp.is_grad_enabled()


def test_once_differentiable():
    """FUNC-18, FUNC-19"""
    class Once(vjp.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        @once_differentiable
        def backward(ctx, grad):
            assert not vjp.is_grad_enabled()
            return grad * 2 * ctx.saved_tensors[0]

    x = leaf(3.0)
    assert vjp.grad(Once.apply(x).sum(), x)[0].item() == 6
    y = Once.apply(x)
    (g,) = vjp.grad((y * y).sum(), x, create_graph=True)
    assert g.item() == 108 and g.requires_grad
    with pytest.raises(NotImplementedError, match="OnceBackward"):
        vjp.grad(g.sum(), x)


def test_needs_input_grad():
    """FUNC-10, PRUNE-5"""
    class Asks(vjp.Function):
        @staticmethod
        def forward(ctx, a, b, c):
            Asks.forward_needs = ctx.needs_input_grad
            return a * b

        @staticmethod
        def backward(ctx, grad):
            Asks.backward_needs = ctx.needs_input_grad
            return grad, grad, None

    a, b = leaf(1.0), leaf(2.0)
    y = Asks.apply(a, b, 3)
    assert Asks.forward_needs == (True, True, False)
    vjp.grad(y.sum(), b)
    assert Asks.backward_needs == (False, True, False)
    with vjp.no_grad():
        Asks.apply(a, b, 3)
    assert Asks.forward_needs == (False, False, False)


class Product(vjp.Function):
    @staticmethod
    def forward(ctx, x, y, note):
        assert not vjp.is_grad_enabled()
        ctx.save_for_forward(x, y)
        ctx.save_for_backward(x, y)
        return x * y, x.argmax()

    @staticmethod
    def backward(ctx, grad, _):
        x, y = ctx.saved_tensors
        return grad * y, grad * x, None

    @staticmethod
    def jvp(ctx, x_t, y_t, note_t):
        assert note_t is None
        x, y = ctx.saved_tensors
        return x_t * y + x * y_t, None


def test_jvp():
    """FUNC-20: tangents; zeros where there is none; reverse over forward"""
    x, y, t = leaf(2.0, 3.0), leaf(5.0, 7.0), vjp.tensor([1.0, 10.0], dtype=vjp.float64)
    with forward_ad.dual_level():
        z, index = Product.apply(forward_ad.make_dual(x, t), y, "note")
        tangent = forward_ad.unpack_dual(z).tangent
        assert tangent.tolist() == [5, 70] and forward_ad.unpack_dual(index).tangent is None
        assert vjp.grad(tangent.sum(), y)[0].tolist() == [1, 10]
    assert Product.apply(x, y, None)[0].requires_grad

    class Wrong(Product):
        returned = None

        @staticmethod
        def jvp(ctx, *tangents):
            return Wrong.returned

    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x.detach(), t)
        for returned, error in (((t,), vjp.InvalidError), ((t, t), vjp.InvalidError), ((3, None), TypeError),
                                ((t[:1], None), vjp.ShapeError)):
            Wrong.returned = returned
            with pytest.raises(error, match="Wrong"):
                Wrong.apply(dual, y, None)
        Wrong.returned = (None, None, None)  # a surplus None is accepted, and None is zero
        assert forward_ad.unpack_dual(Wrong.apply(dual, y, None)[0]).tangent is None


def test_jvp_of_changed_arguments_and_views():
    """FUNC-20: the tangent is changed in place, or is the same view"""
    class InPlace(TripleInPlace):
        good = True

        @staticmethod
        def jvp(ctx, t):
            return t.mul_(3) if InPlace.good else t * 3

    class Part(vjp.Function):
        good = True

        @staticmethod
        def forward(ctx, x):
            return x[1:]

        @staticmethod
        def backward(ctx, grad):
            raise AssertionError

        @staticmethod
        def jvp(ctx, t):
            return t[1:] if Part.good else t[:1]

    x, t = vjp.tensor([1.0, 2.0]), vjp.tensor([10.0, 20.0])
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x.clone(), t.clone())
        tangent = forward_ad.unpack_dual(dual).tangent
        assert InPlace.apply(dual) is dual and tangent.tolist() == [30, 60]
        assert forward_ad.unpack_dual(dual).tangent.data_ptr() == tangent.data_ptr()
        InPlace.good = False
        with pytest.raises(vjp.InvalidError, match="in place"):
            InPlace.apply(dual)
        dual = forward_ad.make_dual(x, t)
        assert forward_ad.unpack_dual(Part.apply(dual)).tangent.tolist() == [20]
        Part.good = False
        with pytest.raises(vjp.InvalidError, match="view"):
            Part.apply(dual)


def test_errors_leave_the_modes_as_they_were():
    """FUNC-2, FUNC-24, FUNC-25"""
    class Fails(Double):
        @staticmethod
        def forward(ctx, x):
            with vjp.enable_grad():
                z = x.detach().requires_grad_()
                assert vjp.grad(Double.apply(z).sum(), z)[0].item() == 2
            assert not Double.apply(x).requires_grad
            raise KeyError("mine")

    x = leaf(1.0)
    with pytest.raises(KeyError, match="mine"):
        Fails.apply(x)
    assert vjp.is_grad_enabled() and Double.apply(x).requires_grad

    class FailsOnce(Double):
        calls = 0

        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            assert len(ctx.saved_tensors) == 1
            FailsOnce.calls += 1
            if FailsOnce.calls == 1:
                raise KeyError("backward")
            return grad * 2

    y = FailsOnce.apply(x).sum()
    with pytest.raises(KeyError, match="backward"):
        y.backward()
    y.backward()
    assert x.grad.item() == 2


def test_contexts_that_lead_to_their_results_are_collected():
    """FUNC-6: a cycle through an attribute"""
    class Keeps(vjp.Function):
        @staticmethod
        def forward(ctx, x):
            y = x * 2
            ctx.kept = {"result": y}
            Keeps.alive = weakref.ref(ctx)
            return y

        @staticmethod
        def backward(ctx, grad):
            assert ctx.kept["result"] is not None
            return grad * 2

    x = leaf(1.0)
    y = Keeps.apply(x)
    gc.collect()
    assert Keeps.alive() is not None
    y.sum().backward()
    assert x.grad.item() == 2
    z = y * 1
    del y
    gc.collect()
    assert Keeps.alive() is not None  # the graph of z needs it
    z.sum().backward()
    assert x.grad.item() == 4
    del z
    gc.collect()
    assert Keeps.alive() is None


def test_a_context_that_is_not_recorded_dies():
    """FUNC-26"""
    class Marked(Double):
        @staticmethod
        def forward(ctx, x):
            Marked.alive = weakref.ref(ctx)
            return x * 2

    y = Marked.apply(vjp.tensor(1.0))
    assert Marked.alive() is None and y.is_leaf


def test_inplace_function():
    class Old(InplaceFunction):
        @staticmethod
        def forward(ctx, x):
            return x * 2

    assert Old(inplace=True).inplace and Old.apply(leaf(1.0)).requires_grad
