from . import checkpoint as checkpoint
from .operator_mode import Operator as Operator
from .operator_mode import OperatorMode as OperatorMode

__all__ = ["Operator", "OperatorMode", "checkpoint"]
