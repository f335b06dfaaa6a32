"""Forward mode."""

import numpy as np
import pytest

import vjp
from vjp import forward_ad


def test_dual_tensors():
    x, t = vjp.tensor([1.0, 2.0]), vjp.tensor([1.0, 10.0])
    with forward_ad.dual_level():
        y = (forward_ad.make_dual(x, t) ** 2).sin()
        primal, tangent = forward_ad.unpack_dual(y)
        np.testing.assert_allclose(primal.numpy(), np.sin(x.numpy() ** 2), rtol=1e-6)
        np.testing.assert_allclose(tangent.numpy(), np.cos(x.numpy() ** 2) * 2 * x.numpy() * t.numpy(), rtol=1e-5)
        assert forward_ad.unpack_dual(x).tangent is None


def test_jvp():
    x, t = vjp.tensor([1.0, 2.0]), vjp.tensor([3.0, 4.0])
    value, derivative = vjp.jvp(lambda a: a * a, x, t)
    assert value.tolist() == [1, 4] and derivative.tolist() == [6, 16]
    values, derivatives = vjp.jvp(lambda a, b: (a * b, a.detach() * 0), (x, t), (t, x))
    assert values[0].tolist() == [3, 8] and derivatives[0].tolist() == [10, 20]
    assert derivatives[1].tolist() == [0, 0]
    with pytest.raises(ValueError, match="1 primals, 2 tangents"):
        vjp.jvp(lambda a: a, (x,), (t, t))


def test_jvp_agrees_with_vjp():
    x = vjp.rand(3, 4, dtype=vjp.float64)
    w = vjp.rand(4, 2, dtype=vjp.float64)
    t = vjp.rand(3, 4, dtype=vjp.float64)

    def f(a):
        return (a @ w).tanh().softmax(1)

    _, tangent = vjp.jvp(f, x, t)
    g = vjp.rand(3, 2, dtype=vjp.float64)
    leaf = x.detach().requires_grad_()
    (gx,) = vjp.grad(f(leaf), leaf, g)
    assert (g * tangent).sum().item() == pytest.approx((gx * t).sum().item())


def test_shapes_must_agree():
    with forward_ad.dual_level():
        with pytest.raises(vjp.Error):
            forward_ad.make_dual(vjp.ones(2), vjp.ones(3))
    with pytest.raises(vjp.Error):
        forward_ad.make_dual(vjp.ones(2), vjp.ones(2))


# ---- levels inside one another ----


def D(f):
    """The derivative of a function of one number."""
    return lambda x: vjp.jvp(f, x, vjp.ones_like(x))[1]


def number(x):
    return vjp.tensor(x, dtype=vjp.float64)


def test_fwd_1_levels():
    from vjp.autograd import forward_ad as torch_like

    assert torch_like.make_dual is forward_ad.make_dual
    with pytest.raises(vjp.StateError):
        forward_ad.exit_dual_level()
    outer = forward_ad.enter_dual_level()
    with forward_ad.dual_level() as inner:
        assert inner > outer > 0
        with pytest.raises(vjp.StateError, match="innermost"):
            forward_ad.exit_dual_level(level=outer)
        x = forward_ad.make_dual(number([1.0]), number([3.0]), level=outer)
        y = forward_ad.make_dual(x, number([5.0])) * x
        assert forward_ad.tangent_levels(y) == [inner, outer]
        assert forward_ad.unpack_dual(y, level=outer).tangent.item() == 6
        tangent = forward_ad.unpack_dual(y, level=inner).tangent
        assert tangent.item() == 5 and forward_ad.unpack_dual(tangent, level=outer).tangent.item() == 15
        primal = forward_ad.unpack_dual(y).primal  # FWD-5
        assert forward_ad.tangent_levels(primal) == [outer]
    forward_ad.exit_dual_level(level=outer)
    with pytest.raises(vjp.StateError, match="ended"):
        forward_ad.unpack_dual(y, level=inner)
    with pytest.raises(RuntimeError), forward_ad.dual_level():
        with forward_ad.dual_level():
            raise RuntimeError
    with pytest.raises(vjp.StateError):
        forward_ad.exit_dual_level()


def test_fwd_6_derivatives_of_derivatives():
    x = number(0.5)
    f = lambda x: (x.sin() * x).exp()  # noqa: E731
    leaf = x.clone().requires_grad_()
    (first,) = vjp.grad(f(leaf), leaf, create_graph=True)
    (second,) = vjp.grad(first, leaf, create_graph=True)
    (third,) = vjp.grad(second, leaf)
    for got, expected in ((D(f), first), (D(D(f)), second), (D(D(D(f))), third)):
        assert got(x).item() == pytest.approx(expected.item())


def test_fwd_6_perturbation_confusion():
    """The classic programs in which perturbations of two levels are taken for one another."""
    one, two = number(1.0), number(2.0)
    # Siskind and Pearlmutter: x d/dy (x + y)
    assert D(lambda x: x * D(lambda y: x + y)(one))(one).item() == 1
    assert D(lambda x: x * D(lambda y: x * y)(two))(two).item() == 4
    assert D(lambda x: D(lambda y: x)(one) + x)(one).item() == 1
    # the same with the inner derivative by reverse mode, and the outer one

    def gradient(f):
        def g(x):
            leaf = x.clone() if x.requires_grad else x.detach() * 0 + x
            leaf = leaf if leaf.requires_grad else leaf.requires_grad_()
            return vjp.grad(f(leaf), leaf, create_graph=True)[0]
        return g

    assert D(lambda x: x * gradient(lambda y: x + y)(one))(one).item() == 1
    assert D(lambda x: x * gradient(lambda y: x * y * y)(two))(two).item() == 16
    assert gradient(lambda x: x * D(lambda y: x + y)(one))(one).item() == 1
    assert gradient(lambda x: x * D(lambda y: x * y * y)(two))(two).item() == 16
    # Manzyuk and others: a derivative that gives functions, applied twice
    shifted = lambda f: lambda x: D(lambda u: f(x + u))(number(0.0))  # noqa: E731
    assert shifted(shifted(vjp.exp))(one).item() == pytest.approx(np.exp(1))
    # the inner function uses the outer dual in place of its own argument, and both
    assert D(lambda x: D(lambda y: x * x * y)(x))(two).item() == 4
    assert D(lambda x: D(lambda y: x * y * y)(x))(two).item() == 8


def test_fwd_6_order_of_modes():
    x = vjp.tensor([0.5, 1.5], dtype=vjp.float64)
    v, w = vjp.tensor([1.0, 2.0], dtype=vjp.float64), vjp.tensor([3.0, -1.0], dtype=vjp.float64)
    f = lambda x: (x[0] * x[1] * x).sin().sum()  # noqa: E731

    def gradient(x, create_graph=False):
        x = x if x.requires_grad else (x.detach() * 0 + x).requires_grad_()
        return vjp.grad(f(x), x, create_graph=create_graph)[0]

    leaf = x.clone().requires_grad_()
    hessian = [vjp.grad(g, leaf, retain_graph=True)[0].tolist() for g in gradient(leaf, True)]
    hv = np.array(hessian) @ v.numpy()
    whv = w.numpy() @ hv
    forward_over_reverse = vjp.jvp(lambda x: gradient(x), leaf, v)[1]
    np.testing.assert_allclose(forward_over_reverse.detach().numpy(), hv)
    reverse_over_forward = vjp.grad(vjp.jvp(f, leaf, v)[1], leaf)[0]
    np.testing.assert_allclose(reverse_over_forward.numpy(), hv)
    forward_over_forward = vjp.jvp(lambda x: vjp.jvp(f, x, v)[1], x, w)[1]
    assert forward_over_forward.item() == pytest.approx(whv)


def test_fwd_1_threads():
    import threading

    barrier, results = threading.Barrier(3), {}

    def work(i):
        def f(x):
            barrier.wait()
            y = x * x * x
            barrier.wait()
            return y
        results[i] = vjp.jvp(f, number(float(i)), number(1.0))[1].item()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == {0: 0, 1: 3, 2: 12}


def test_func_2_jvp_inside_a_forward():
    class Slope(vjp.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return vjp.jvp(lambda y: y * y * y, x, vjp.ones_like(x))[1]

        @staticmethod
        def jvp(ctx, t):
            return t * 12

    assert Slope.apply(number(2.0)).item() == 12
    value, tangent = vjp.jvp(Slope.apply, number(2.0), number(1.0))
    assert (value.item(), tangent.item()) == (12, 12)
    with vjp.inference_mode():
        assert D(lambda x: x * x)(number(3.0)).item() == 6


def test_func_20_custom_functions_at_levels():
    class Exp(vjp.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            y = x.exp()
            ctx.save_for_forward(y)
            ctx.save_for_backward(y)
            return y

        @staticmethod
        def jvp(ctx, t):
            (y,) = ctx.saved_tensors
            return t * y

        @staticmethod
        def backward(ctx, g):
            (y,) = ctx.saved_tensors
            return g * y

    f = lambda x: Exp.apply(x * x)  # noqa: E731
    g = lambda x: (x * x).exp()  # noqa: E731
    x = number(0.5)
    for n in (D, lambda f: D(D(f)), lambda f: D(D(D(f)))):
        assert n(f)(x).item() == pytest.approx(n(g)(x).item())
    leaf = x.clone().requires_grad_()
    (mixed,) = vjp.grad(D(D(f))(leaf), leaf)
    assert mixed.item() == pytest.approx(D(D(D(g)))(x).item())


@pytest.mark.host
def test_fwd_17_printing():
    with forward_ad.dual_level() as outer:
        x = forward_ad.make_dual(vjp.tensor([1.0]), vjp.tensor([3.0]))
        assert repr(x) == "tensor([1.], tangent=tensor([3.]))"
        with forward_ad.dual_level():
            y = forward_ad.make_dual(x, vjp.tensor([5.0])) * x
            inner = f"tensor([5.], tangent@{outer}=tensor([15.]))"
            assert repr(y) == f"tensor([1.], tangent={inner}, tangent@{outer}=tensor([6.]))"


def test_ckpt_2_levels_through_a_checkpoint():
    from vjp.utils.checkpoint import checkpoint

    g = lambda x: (x.sin() * x * x).exp()  # noqa: E731
    f = lambda x: checkpoint(g, x, use_reentrant=False)  # noqa: E731
    x = number(0.5)
    leaf = x.clone().requires_grad_()
    assert D(D(f))(leaf).item() == pytest.approx(D(D(g))(x).item())
    (h,) = vjp.grad(D(f)(leaf), leaf)
    assert h.item() == pytest.approx(D(D(g))(x).item())
    inside = lambda x: checkpoint(D(g), x, use_reentrant=False)  # noqa: E731
    (h,) = vjp.grad(inside(leaf), leaf)
    assert h.item() == pytest.approx(D(D(g))(x).item())
