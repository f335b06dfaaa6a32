"""The logistic normal distribution."""

from __future__ import annotations

from typing import Any

from .. import Tensor
from . import constraints
from .normal import Normal
from .transformed_distribution import OfParameters
from .transforms import StickBreakingTransform


class LogisticNormal(OfParameters):
    """Points of the simplex: StickBreakingTransform of vectors of Normal(loc, scale), of one size more.
    Reparametrised."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.simplex

    def __init__(self, loc: Tensor | float, scale: Tensor | float, validate_args: bool | None = None) -> None:
        base = Normal(loc, scale, validate_args)
        self.loc, self.scale = base.loc, base.scale
        if not base.batch_shape:
            base = base.expand((1,))
        super().__init__(base, StickBreakingTransform(), validate_args)

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        return super(OfParameters, self).expand(batch_shape, _instance)
