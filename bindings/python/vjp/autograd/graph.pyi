from collections.abc import Callable, Iterable
from typing import Any, Literal, overload

from .. import Node as Node
from .. import RemovableHandle, Tensor

__all__ = ["Node", "disable_saved_tensors_hooks", "register_multi_grad_hook", "save_on_cpu", "saved_tensors_hooks"]

class _Region:
    def __enter__(self) -> None: ...
    def __exit__(self, *exception: object) -> None: ...

class saved_tensors_hooks(_Region):
    def __init__(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]) -> None: ...

class save_on_cpu(_Region):
    def __init__(self, pin_memory: bool = ..., device_type: str = ...) -> None: ...

class disable_saved_tensors_hooks(_Region):
    def __init__(self, error_message: str) -> None: ...

@overload
def register_multi_grad_hook(tensors: Iterable[Tensor], fn: Callable[[list[Tensor | None]], object], *,
                             mode: Literal["all"] = ...) -> RemovableHandle: ...
@overload
def register_multi_grad_hook(tensors: Iterable[Tensor], fn: Callable[[Tensor | None], object], *,
                             mode: Literal["any"]) -> RemovableHandle: ...
