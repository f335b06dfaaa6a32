"""The distribution of Lewandowski, Kurowicka and Joe, of factors of correlation matrices."""

from __future__ import annotations

import math
from typing import Any

from .. import Tensor, arange, cat, finfo, lgamma, mvlgamma, no_grad, randn
from . import constraints
from .beta import Beta
from .distribution import Distribution, SampleShape
from .utils import broadcast_all


class LKJCholesky(Distribution):
    """Lower factors L of dim x dim correlation matrices L L' whose density is det(L L')^(concentration - 1): uniform
    for 1, nearer to the identity above. Samples are not reparametrised."""

    arg_constraints = {"concentration": constraints.positive}
    support: Any = constraints.corr_cholesky
    concentration: Tensor

    def __init__(self, dim: int, concentration: Tensor | float = 1.0, validate_args: bool | None = None) -> None:
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        super().__init__(self.concentration.shape, (dim, dim), validate_args)

    @no_grad()
    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        """The onion method: row i is a direction in i dimensions, whose squared length is a number of Beta(i / 2,
        concentration + (dim - 1 - i) / 2), as the density says, and the diagonal makes it a unit vector."""
        kind: Any = dict(dtype=self.concentration.dtype, device=self.concentration.device)
        before = cat([arange(0, 1, **kind), arange(0, self.dim - 1, **kind)])  # dimensions less one; row 0 has none
        rest = (self.concentration + 0.5 * (self.dim - 2)).unsqueeze(-1) - 0.5 * before
        length = Beta(0.5 * (before + 1), rest, False).sample(sample_shape).unsqueeze(-1)
        noise = randn(self._extended_shape(sample_shape), **kind).tril(-1)
        tiny = finfo(noise.dtype).tiny
        rows = noise / noise.norm(dim=-1, keepdim=True).clamp(min=tiny) * length.sqrt()
        diagonal = (1 - rows.square().sum(-1)).clamp(min=tiny).sqrt()
        return rows + diagonal.diag_embed()

    def log_prob(self, value: Tensor) -> Tensor:
        self._validate_sample(value)
        n, c = self.dim, self.concentration
        diagonal = value.diagonal(dim1=-2, dim2=-1)[..., 1:]
        powers = 2 * (c - 1).unsqueeze(-1) + arange(n - 2, -1, -1, dtype=c.dtype, device=c.device)
        alpha = c + 0.5 * (n - 1)
        constant = 0.5 * (n - 1) * math.log(math.pi) + mvlgamma(alpha - 0.5, n - 1) - (n - 1) * lgamma(alpha)
        return (powers * diagonal.log()).sum(-1) - constant
