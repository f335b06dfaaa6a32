from collections.abc import Callable
from typing import Any, Literal

from .. import Tensor

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

_Tensors = Tensor | tuple[Tensor, ...]
_Strategy = Literal["forward-mode", "reverse-mode"]

def vjp(func: Callable[..., _Tensors], inputs: _Tensors, v: _Tensors | None = None, create_graph: bool = False,
        strict: bool = False) -> tuple[Any, Any]: ...
def jvp(func: Callable[..., _Tensors], inputs: _Tensors, v: _Tensors | None = None, create_graph: bool = False,
        strict: bool = False) -> tuple[Any, Any]: ...
def vhp(func: Callable[..., Tensor], inputs: _Tensors, v: _Tensors | None = None, create_graph: bool = False,
        strict: bool = False) -> tuple[Tensor, Any]: ...
def hvp(func: Callable[..., Tensor], inputs: _Tensors, v: _Tensors | None = None, create_graph: bool = False,
        strict: bool = False) -> tuple[Tensor, Any]: ...
def jacobian(func: Callable[..., _Tensors], inputs: _Tensors, create_graph: bool = False, strict: bool = False,
             vectorize: bool = False, strategy: _Strategy = "reverse-mode") -> Any: ...
def hessian(func: Callable[..., Tensor], inputs: _Tensors, create_graph: bool = False, strict: bool = False,
            vectorize: bool = False, outer_jacobian_strategy: _Strategy = "reverse-mode") -> Any: ...
