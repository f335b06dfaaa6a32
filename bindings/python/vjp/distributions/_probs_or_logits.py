"""What distributions share that are given by one of two parameters, probabilities or logits, and compute the other."""

from __future__ import annotations

from .. import Tensor
from .distribution import Distribution


class ProbsOrLogits(Distribution):
    """Of the two attributes `probs` and `logits`, the one that `_given_as` names is there from the beginning."""

    _given_as: str

    @property
    def _param(self) -> Tensor:
        given: Tensor = vars(self)[self._given_as]
        return given

    @property
    def param_shape(self) -> tuple[int, ...]:
        """The shape of the parameter that was given."""
        return self._param.shape
