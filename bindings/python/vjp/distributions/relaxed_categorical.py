"""RelaxedOneHotCategorical, where torch.distributions has it."""

from .relaxed import ExpRelaxedCategorical as ExpRelaxedCategorical
from .relaxed import RelaxedOneHotCategorical as RelaxedOneHotCategorical
