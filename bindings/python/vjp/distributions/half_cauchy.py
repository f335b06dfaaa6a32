"""The half of the Cauchy distribution, where torch.distributions has it."""

from .half_normal import HalfCauchy as HalfCauchy
