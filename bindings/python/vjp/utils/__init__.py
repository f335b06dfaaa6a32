"""Tools beside the engine, under the names that PyTorch's users know."""

from . import checkpoint, data
from .operator_mode import Operator, OperatorMode

__all__ = ["Operator", "OperatorMode", "checkpoint", "data"]
