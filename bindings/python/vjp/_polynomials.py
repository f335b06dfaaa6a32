"""Orthogonal polynomials, which vjp.special has under PyTorch's names.

Each is a recurrence of three terms, computed with operators: of any degrees, and with all derivatives by the argument.
"""

from . import _generated_ops as _ops
from ._core import DtypeError
from ._tensor import Tensor


def _arguments(name, x, n):
    """x as floating numbers, n as whole ones (a number where it was given as one), and the highest degree."""
    x = x if isinstance(x, Tensor) else _ops.full((), x)
    for what, t in (("x", x), ("n", n)):
        if isinstance(t, Tensor) and t.dtype.is_complex:
            raise DtypeError(f"{name}: '{what}' is {t.dtype.name}, expected real numbers")
    x = x if x.dtype.is_floating_point else x.float()
    if not isinstance(n, Tensor):
        return x, int(n), int(n)
    n = n.detach().to("int64")
    x, n = _ops.broadcast_tensors(x, n)
    return x, n, int(n.max().item()) if n.numel() else 0


def _polynomial(name, first, step, argument=lambda x: x):
    """A function of x and the degree: 1, first(x), and from there on step(k, x, p[k], p[k - 1]) = p[k + 1]."""
    def polynomial(x, n):
        x, degree, highest = _arguments(name, x, n)
        x = argument(x)
        if not isinstance(degree, Tensor):
            if degree < 1:
                return _ops.full_like(x, int(degree == 0))
            before, now = 1, first(x)
            for k in range(1, degree):
                before, now = now, step(k, x, now, before)
            return now
        before, now = _ops.ones_like(x), _ops.where(degree < 1, (degree == 0).to(x.dtype), first(x))
        for k in range(1, highest):  # an element that has its degree stays as it is, so nothing overflows behind it
            on = degree > k
            before, now = _ops.where(on, now, before), _ops.where(on, step(k, x, now, before), now)
        return now
    return polynomial


def _described(name, polynomial, text):
    polynomial.__name__ = polynomial.__qualname__ = name
    polynomial.__doc__ = f"{text} Derivatives by x have any order; n, whole numbers, has none. 0 where n is negative."
    return polynomial


def _chebyshev(kind, first, words):
    def step(_, x, now, before):
        return 2 * x * now - before
    names = f"chebyshev_polynomial_{kind}", f"shifted_chebyshev_polynomial_{kind}"
    return (_described(names[0], _polynomial(names[0], first, step), f"The Chebyshev polynomial of the {words} kind."),
            _described(names[1], _polynomial(names[1], first, step, lambda x: 2 * x - 1),
                       f"The Chebyshev polynomial of the {words} kind at 2 x - 1."))


chebyshev_polynomial_t, shifted_chebyshev_polynomial_t = _chebyshev("t", lambda x: x, "first")
chebyshev_polynomial_u, shifted_chebyshev_polynomial_u = _chebyshev("u", lambda x: 2 * x, "second")
chebyshev_polynomial_v, shifted_chebyshev_polynomial_v = _chebyshev("v", lambda x: 2 * x - 1, "third")
chebyshev_polynomial_w, shifted_chebyshev_polynomial_w = _chebyshev("w", lambda x: 2 * x + 1, "fourth")
hermite_polynomial_h = _described(
    "hermite_polynomial_h",
    _polynomial("hermite_polynomial_h", lambda x: 2 * x, lambda k, x, now, before: 2 * x * now - 2 * k * before),
    "The physicists' Hermite polynomial, orthogonal under exp(-x^2).")
hermite_polynomial_he = _described(
    "hermite_polynomial_he",
    _polynomial("hermite_polynomial_he", lambda x: x, lambda k, x, now, before: x * now - k * before),
    "The probabilists' Hermite polynomial, orthogonal under exp(-x^2 / 2).")
laguerre_polynomial_l = _described(
    "laguerre_polynomial_l",
    _polynomial("laguerre_polynomial_l", lambda x: 1 - x,
                lambda k, x, now, before: ((2 * k + 1 - x) * now - k * before) / (k + 1)),
    "The Laguerre polynomial, orthogonal under exp(-x) from 0 on.")
legendre_polynomial_p = _described(
    "legendre_polynomial_p",
    _polynomial("legendre_polynomial_p", lambda x: x,
                lambda k, x, now, before: ((2 * k + 1) * x * now - k * before) / (k + 1)),
    "The Legendre polynomial, orthogonal from -1 to 1.")

NAMES = ("chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v", "chebyshev_polynomial_w",
         "hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l", "legendre_polynomial_p",
         "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u", "shifted_chebyshev_polynomial_v",
         "shifted_chebyshev_polynomial_w")
