"""The chi-squared distribution."""

from __future__ import annotations

from .. import Tensor
from . import constraints
from .gamma import Gamma
from .utils import broadcast_all


class Chi2(Gamma):
    """The sum of the squares of `df` numbers of the standard normal distribution: Gamma(df / 2, 1 / 2)."""

    arg_constraints = {"df": constraints.positive}

    def __init__(self, df: Tensor | float, validate_args: bool | None = None) -> None:
        (df,) = broadcast_all(df)
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    @property
    def df(self) -> Tensor:
        """The degrees of freedom."""
        return 2 * self.concentration

    def _given(self) -> list[tuple[str, Tensor, constraints.Constraint]]:
        return [(name, vars(self)[name], constraints.positive) for name in ("concentration", "rate")]

    def __repr__(self) -> str:
        return f"Chi2(df: {self.df.item() if self.df.numel() == 1 else tuple(self.df.shape)})"
