"""Samples of gamma distributions, as their logarithms: for small shapes the numbers themselves are too small."""

from __future__ import annotations

from typing import Any

from .. import Function, Tensor, no_grad, rand_like, randn_like, where
from ._incomplete import gamma_sample_gradient
from .utils import exponential_like


@no_grad()
def _marsaglia_tsang(a: Tensor) -> Tensor:
    """Samples for a >= 1: Marsaglia and Tsang, A Simple Method for Generating Gamma Variables, 2000. All elements are
    drawn again until the last is accepted, each time with a probability of more than 0.95."""
    d = a - 1 / 3
    c = 1 / (9 * d).sqrt()
    result, missing = d, a == a  # an element that is NaN stays so
    while bool(missing.any()):
        x = randn_like(a)
        v = (1 + c * x) ** 3
        u = 1 - rand_like(a)
        positive = v > 0
        fits = positive & (u.log() < 0.5 * x * x + d - d * v + d * where(positive, v, 1.0).log())
        result = where(missing & fits, d * v, result)
        missing = missing & ~fits
    return where(a == a, result, a)


class _StandardGamma(Function):
    """A sample for a >= 1, with the derivative by a that leaves its place in the distribution as it is."""

    @staticmethod
    def forward(ctx: Any, a: Tensor) -> Tensor:
        x = _marsaglia_tsang(a)
        ctx.save_for_backward(a, x)
        return x

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        a, x = ctx.saved_tensors  # x with its graph: second derivatives come by themselves
        return grad * gamma_sample_gradient(a, x)


def log_standard_gamma(concentration: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Logarithms of samples of rate 1, of the shape. Gradients go to `concentration`, which is positive.

    A sample for a < 1 is one for a + 1 times U^(1/a) (the same paper, 6).
    """
    concentration = concentration.expand(shape)
    small = concentration < 1
    x = _StandardGamma.apply(where(small, concentration + 1, concentration))
    boost = exponential_like(shape, concentration) / concentration
    result: Tensor = x.log() - where(small, boost, 0.0)
    return result
