"""The log-normal distribution."""

from __future__ import annotations

import math
from typing import Any

from .. import Tensor
from . import constraints
from .normal import Normal
from .transformed_distribution import TransformedDistribution
from .transforms import ExpTransform


class _OfBase(TransformedDistribution):
    """What shows the parameters of its base as its own."""

    base_dist: Any

    def _given(self) -> list[tuple[str, Tensor, constraints.Constraint]]:
        found: list[tuple[str, Tensor, constraints.Constraint]] = self.base_dist._given()
        return [item for item in found if item[0] in self.arg_constraints]

    def __repr__(self) -> str:
        said = [f"{name}: {value.item() if value.numel() == 1 else tuple(value.shape)}"
                for name, value, _ in self._given()]
        return f"{type(self).__name__}({', '.join(said)})"


class LogNormal(_OfBase):
    """exp of a number of the normal distribution of mean `loc` and standard deviation `scale`. Reparametrised."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.positive

    def __init__(self, loc: Tensor | float, scale: Tensor | float, validate_args: bool | None = None) -> None:
        super().__init__(Normal(loc, scale, validate_args=validate_args), ExpTransform(), validate_args)

    @property
    def loc(self) -> Tensor:
        """The mean of the logarithm."""
        return self.base_dist.loc  # type: ignore[no-any-return]

    @property
    def scale(self) -> Tensor:
        """The standard deviation of the logarithm."""
        return self.base_dist.scale  # type: ignore[no-any-return]

    @property
    def mean(self) -> Tensor:
        return (self.loc + self.scale.square() / 2).exp()

    @property
    def mode(self) -> Tensor:
        return (self.loc - self.scale.square()).exp()

    @property
    def variance(self) -> Tensor:
        square = self.scale.square()
        return square.expm1() * (2 * self.loc + square).exp()

    def entropy(self) -> Tensor:
        return self.loc + 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()
