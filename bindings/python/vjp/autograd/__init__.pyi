from .. import Function as Function
from .. import backward as backward
from .. import enable_grad as enable_grad
from .. import grad as grad
from .. import no_grad as no_grad
from .. import set_grad_enabled as set_grad_enabled
from . import function as function
from . import graph as graph
from .gradcheck import GradcheckError as GradcheckError
from .gradcheck import gradcheck as gradcheck
from .gradcheck import gradgradcheck as gradgradcheck

def is_multithreading_enabled() -> bool: ...

class set_multithreading_enabled:
    def __init__(self, mode: bool) -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *exception: object) -> None: ...

__all__ = ["Function", "GradcheckError", "backward", "enable_grad", "function", "grad", "gradcheck", "gradgradcheck", "graph", "is_multithreading_enabled", "no_grad", "set_grad_enabled", "set_multithreading_enabled"]
