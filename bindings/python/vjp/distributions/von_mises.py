"""The von Mises distribution, of angles."""

from __future__ import annotations

import math
from typing import Any

from .. import Tensor, no_grad, rand, where
from ..special import i0e, i1e
from . import constraints
from .distribution import Distribution, SampleShape
from .utils import broadcast_all


def _spread(concentration: Tensor) -> Tensor:
    """r of Best and Fisher's proposal. For small concentrations the root of 1 + 4 k^2 has lost what counts, and r is
    1 / k + k."""
    k = concentration
    tau = 1 + (1 + 4 * k * k).sqrt()
    rho = (tau - (2 * tau).sqrt()) / (2 * k)
    return where(k < 1e-5, 1 / k + k, (1 + rho * rho) / (2 * rho))


class VonMises(Distribution):
    """exp(concentration cos(x - loc)) / (2 pi I0(concentration)), for angles x: the normal distribution of the circle.
    Samples are from -pi to pi, and not reparametrised. `variance` is the circular one."""

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support: Any = constraints.real
    loc: Tensor
    concentration: Tensor

    def __init__(self, loc: Tensor | float, concentration: Tensor | float, validate_args: bool | None = None) -> None:
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def variance(self) -> Tensor:
        """1 - I1 / I0: one minus the length of the mean of the points on the circle."""
        return 1 - i1e(self.concentration) / i0e(self.concentration)

    @no_grad()
    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        """Best and Fisher, Efficient Simulation of the von Mises Distribution, 1979, in double. All elements are drawn
        again until the last is accepted, each time with a probability of more than 0.65."""
        shape = tuple(self._extended_shape(sample_shape))
        k = self.concentration.double().expand(shape)
        r = _spread(k)
        angle, missing = k * 0, k == k
        while bool(missing.any()):
            u, v, side = rand((3, *shape), dtype="float64", device=k.device)
            z = (math.pi * u).cos()
            f = (1 + r * z) / (r + z)
            c = k * (r - f)
            fits = (c * (2 - c) - v > 0) | ((c / v).log() + 1 - c >= 0)
            angle = where(missing & fits, (side - 0.5).sign() * f.clamp(-1, 1).acos(), angle)
            missing = missing & ~fits
        turned = (angle + self.loc.double() + math.pi) % (2 * math.pi) - math.pi
        return where(k == k, turned, k).to(self.loc.dtype)

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        k = self.concentration
        return k * ((value - self.loc).cos() - 1) - math.log(2 * math.pi) - i0e(k).log()
