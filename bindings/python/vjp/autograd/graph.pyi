from collections.abc import Callable, Iterable
from typing import Any, Literal, overload

from .. import GradientEdge as GradientEdge
from .. import Node as Node
from .. import RemovableHandle, Tensor
from .. import gradient_edge as get_gradient_edge

__all__ = [
    "GradientEdge",
    "Node",
    "allow_mutation_on_saved_tensors",
    "current_graph_task_execution_order",
    "current_graph_task_id",
    "current_graph_task_keep_graph",
    "current_node",
    "disable_saved_tensors_hooks",
    "get_gradient_edge",
    "in_backward",
    "increment_version",
    "is_fork_without_workers",
    "queue_callback",
    "register_multi_grad_hook",
    "save_on_cpu",
    "saved_tensors_hooks",
    "will_execute_node",
]

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

def current_graph_task_id() -> int: ...
def current_graph_task_keep_graph() -> bool: ...
def current_graph_task_execution_order() -> list[Node]: ...
def current_node() -> Node | None: ...
def in_backward() -> bool: ...
def is_fork_without_workers() -> bool: ...
def will_execute_node(node: Node | GradientEdge) -> bool: ...
def queue_callback(callback: Callable[[], object]) -> None: ...

class allow_mutation_on_saved_tensors(_Region):
    def __init__(self) -> None: ...

def increment_version(tensor: Tensor | Iterable[Tensor]) -> None: ...
