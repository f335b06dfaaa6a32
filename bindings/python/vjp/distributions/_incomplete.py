"""The incomplete gamma function by quadrature, and what of it the derivative of gamma samples needs.

With t = x e^-u or x e^u, the integrals of the density from 0 to x and from x on become

    P(a, x) = D I-,  I- = int_0^inf exp(-a u - x (e^-u - 1)) du        D = x^a e^-x / Gamma(a) = x density(x)
    Q(a, x) = D I+,  I+ = int_0^inf exp(a u - x (e^u - 1)) du

whose integrands are smooth and decay; the substitution u = w exp(pi/2 sinh s) and the trapezoid rule compute them to
the precision of a double (Takahasi and Mori, Double exponential formulas for numerical integration, 1974).
"""

from __future__ import annotations

import math

from .. import Tensor, digamma, lgamma, where, zeros_like

# (u / w, du / w) of the rule; beyond the ends the integrands are below 1e-16 of their sums
_STEP = 0.0625
_PLACES = [(s, math.exp(math.pi / 2 * math.sinh(s))) for s in (_STEP * k for k in range(-62, 27))]
_NODES = [(place, _STEP * math.pi / 2 * math.cosh(s) * place) for s, place in _PLACES]


def _integrals(a: Tensor, x: Tensor, below: Tensor, moment: Tensor | None) -> Tensor:
    """I- where `below`, otherwise I+; with a `moment` m, of the integrand times m + u."""
    sign = 1 - 2 * below.to(x.dtype)
    # about where the exponent is -1: it begins as -|a - x| u - x u^2 / 2
    width = (1 / (where(below, a - x, x - a).clamp(min=0) + where(below, a, x).sqrt())).detach()
    total = zeros_like(x)
    for node, weight in _NODES:
        u = sign * (width * node)
        value = (a * u - x * u.clamp(max=700).expm1()).exp()
        total = total + (value if moment is None else value * (moment + sign * u)) * weight
    return total * width


def gammainc(a: Tensor, x: Tensor) -> Tensor:
    """The regularised lower incomplete gamma function P(a, x), a > 0, x >= 0, of tensors of one shape; differentiable
    in both. Computed in double.

    By P(a, x) = P(a + 1, x) + x^a e^-x / Gamma(a + 1) the integrals are those of parameters above 1.
    """
    kind, a, x = x.dtype, a.double(), x.double()
    positive = x > 0
    x = where(positive, x, 1.0)
    log_x, more = x.log(), a + 1
    below = x < more
    part = (more * log_x - x - lgamma(more)).exp() * _integrals(more, x, below, None)
    whole = where(below, part, 1 - part) + (a * log_x - x - lgamma(more)).exp()
    return where(positive, whole.clamp(max=1.0), 0.0).to(kind)


def gamma_sample_gradient(a: Tensor, x: Tensor) -> Tensor:
    """dx/da of a sample x of the gamma distribution with a >= 1 and rate 1, its place in the distribution held: -dP/da
    / density (Figurnov, Mohamed and Mnih, Implicit Reparameterization Gradients, 2018).

    dP/da is the integral of density(t) (log t - digamma(a)). It is taken from the side on which the factor has one
    sign: from 0 on for x below exp(digamma(a)), otherwise to infinity.
    """
    kind, a, x = x.dtype, a.double(), x.double()
    x = x.clamp(min=1e-300)
    distance = x.log() - digamma(a)
    below = distance < 0
    return (x * _integrals(a, x, below, distance.abs())).to(kind)
