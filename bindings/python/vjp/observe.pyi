from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Literal, NamedTuple

from . import Node, Tensor
from ._memory_report import (
    MemoryKeeper,
    MemoryReport,
    MemoryStorage,
    MemorySum,
    memory_report,
    memory_timeline,
    record_memory,
)
from .profiler import profile

__all__ = ["Explanation", "GradientUse", "Graph", "MemoryKeeper", "MemoryReport", "MemoryStorage", "MemorySum",
           "TraceEvent", "draw", "explain_missing_grad", "memory_report", "memory_timeline", "record_cuts",
           "record_memory", "to_dot", "trace"]

_Roots = Tensor | Sequence[Tensor]
_Format = Literal["svg", "html", "dot"]
_Params = Mapping[str, Tensor] | Iterable[tuple[str, Tensor]] | None

class _Region:
    def __enter__(self) -> None: ...
    def __exit__(self, *exception: object) -> None: ...

class TraceEvent(NamedTuple):
    node: Node
    grads: tuple[Tensor | None, ...]
    grad_call: int

class trace(_Region):
    def __init__(self, callback: Callable[[TraceEvent], None] | None = ...) -> None: ...

class Graph:
    def __init__(self, roots: _Roots, params: _Params = ...) -> None: ...
    @property
    def nodes(self) -> list[Node]: ...
    @property
    def links(self) -> list[tuple[int, int, int, int]]: ...
    @property
    def saved_bytes(self) -> list[int]: ...
    def add_groups(self, profiler: profile) -> int: ...
    def set_group(self, node: Node, path: str) -> None: ...
    def picture(self, format: _Format = ..., *, inputs: _Roots | None = ..., fold: bool = ..., open: int = ..., max_boxes: int = ...,
                title: str | None = ...) -> str: ...
    def save(self, path: str | PathLike[str], *, inputs: _Roots | None = ..., fold: bool = ..., open: int = ..., max_boxes: int = ...,
             title: str | None = ...) -> str: ...
    def __len__(self) -> int: ...

def to_dot(roots: _Roots, params: _Params = ..., *, inputs: _Roots | None = ..., fold: bool = ..., open: int = ...,
           max_boxes: int = ..., title: str | None = ...) -> str: ...
def draw(roots: _Roots, path: str | PathLike[str], params: _Params = ..., *, inputs: _Roots | None = ..., fold: bool = ...,
         open: int = ..., max_boxes: int = ..., title: str | None = ...) -> str: ...

class record_cuts(_Region):
    def __init__(self) -> None: ...

class GradientUse(NamedTuple):
    reason: str
    text: str
    node: Node | None
    edge: int
    place: str
    at: Node | None

class Explanation(NamedTuple):
    reason: str
    text: str
    node: Node | None
    edge: int
    place: str
    uses: tuple[GradientUse, ...]

def explain_missing_grad(tensor: Tensor, roots: _Roots) -> Explanation: ...
