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
