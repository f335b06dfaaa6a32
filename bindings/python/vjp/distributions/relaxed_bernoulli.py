"""RelaxedBernoulli, where torch.distributions has it."""

from .relaxed import LogitRelaxedBernoulli as LogitRelaxedBernoulli
from .relaxed import RelaxedBernoulli as RelaxedBernoulli
