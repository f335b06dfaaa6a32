"""Pareto's distribution, where torch.distributions has it."""

from .weibull import Pareto as Pareto
