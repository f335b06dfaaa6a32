"""Transforms of transforms, in any order (HIGH-11, HIGH-12, FWD-6): each takes one derivative of x^5."""

import itertools

import numpy as np
import pytest

import vjp
import vjp.autograd.forward_ad as forward
from vjp import func


def dual(f):
    def derivative(x):
        with forward.dual_level():
            return forward.unpack_dual(f(forward.make_dual(x, vjp.ones_like(x)))).tangent
    return derivative


DERIVATIVES = {
    "grad": lambda f: func.grad(lambda x: f(x).sum()),
    "vjp": lambda f: lambda x: func.vjp(f, x)[1](vjp.ones_like(x))[0],
    "jacrev": lambda f: lambda x: func.jacrev(f)(x).sum(-1),
    "jvp": lambda f: lambda x: func.jvp(f, (x,), (vjp.ones_like(x),))[1],
    "jacfwd": lambda f: lambda x: func.jacfwd(f)(x).sum(-1),
    "jacfwd in chunks": lambda f: lambda x: func.jacfwd(f, chunk_size=2)(x).sum(-1),
    "linearize": lambda f: lambda x: func.linearize(f, x)[1](vjp.ones_like(x)),
    "dual level": dual,
}


def per_element(f):
    return lambda x: func.vmap(f)(x.reshape(-1, 1)).reshape(-1)


def power(x):
    return x ** 5


def power_in_place(x):
    y = x.clone()
    y[:2].mul_(x[:2])
    y[2:].mul_(x[2:])
    return y * x * x * x


X = vjp.tensor([0.5, 1.5, 2.0], dtype=vjp.float64)
ORDERS = [*itertools.product(DERIVATIVES, repeat=1), *itertools.product(DERIVATIVES, repeat=2),
          ("jacrev", "jvp", "grad"), ("jacfwd", "jacfwd", "jacrev"), ("jvp", "jacfwd", "vjp"),
          ("grad", "dual level", "jacfwd"), ("linearize", "jacfwd", "jacfwd in chunks")]


@pytest.mark.parametrize("f", [power, power_in_place])
@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_high_12_any_order(order, f):
    for level in (None, *range(len(order) + 1)):  # where a vmap stands
        g = f
        for i, name in enumerate(order):
            g = DERIVATIVES[name](per_element(g) if i == level else g)
        g = per_element(g) if level == len(order) else g
        want = np.prod(range(6 - len(order), 6)) * X.numpy() ** (5 - len(order))
        np.testing.assert_allclose(g(X).numpy(), want, err_msg=f"vmap at {level}")
