from . import checkpoint as checkpoint
from . import data as data
from .operator_mode import Operator as Operator
from .operator_mode import OperatorMode as OperatorMode

__all__ = ["Operator", "OperatorMode", "checkpoint", "data"]
