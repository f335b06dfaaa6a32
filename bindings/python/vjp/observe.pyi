from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import NamedTuple

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

__all__ = ["Explanation", "GradientUse", "Graph", "MemoryKeeper", "MemoryReport", "MemoryStorage", "MemorySum",
           "TraceEvent", "draw", "explain_missing_grad", "memory_report", "memory_timeline", "record_cuts",
           "record_memory", "to_dot", "trace"]

_Roots = Tensor | Sequence[Tensor]
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
    def dot(self) -> str: ...
    def __len__(self) -> int: ...

def to_dot(roots: _Roots, params: _Params = ...) -> str: ...
def draw(roots: _Roots, path: str | PathLike[str], params: _Params = ...) -> str: ...

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
