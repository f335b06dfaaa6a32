from .. import Function as Function
from .. import backward as backward
from .. import enable_grad as enable_grad
from .. import grad as grad
from .. import no_grad as no_grad
from .. import set_grad_enabled as set_grad_enabled
from . import graph as graph

__all__ = ["Function", "backward", "enable_grad", "grad", "graph", "no_grad", "set_grad_enabled"]
