from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, NamedTuple

from . import Tensor
from .optim import Optimizer

class record_memory:
    def __init__(self, places: bool = ...) -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *exception: object) -> None: ...

class MemoryKeeper(NamedTuple):
    kind: str
    references: int
    name: str
    sequence_nr: int
    attribute: str
    element: int
    tensor: str

class MemoryStorage(NamedTuple):
    bytes: int
    device: str
    foreign: bool
    origin: str
    op: str
    node: str
    node_sequence_nr: int
    range: str
    place: str
    references: int
    kept: str
    keepers: tuple[MemoryKeeper, ...]

class MemorySum(NamedTuple):
    name: str
    bytes: int
    storages: int

class MemoryReport:
    @property
    def totals(self) -> dict[str, int]: ...
    @property
    def storages(self) -> list[MemoryStorage]: ...
    def sums(self, by: str = ...) -> list[MemorySum]: ...
    def text(self, rows: int = ...) -> str: ...
    def json(self) -> str: ...

def memory_report(
    roots: Tensor | Sequence[Tensor] | None = ...,
    params: Mapping[str, Tensor] | Iterable[tuple[str, Tensor]] | None = ...,
    optimizers: Iterable[Optimizer] | None = ...,
    device: Any = ...,
) -> MemoryReport: ...
def write_timeline(path: str | PathLike[str] | None, by: int, function: Any, *args: Any) -> str: ...
def memory_timeline(path: str | PathLike[str] | None = ..., by: str = ...) -> str: ...
