from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, overload

from . import device as _device
from . import dtype as _dtype

__all__ = ["Access", "Finding", "Findings", "clear", "confirm", "detect", "findings", "get_mode", "location",
           "set_mode"]

class Access(NamedTuple):
    op: str
    node: str | None
    node_sequence: int
    grad_call: int
    write: bool
    device: _device
    stream_id: int
    stream: str
    command: int
    thread: int
    dtype: _dtype | None
    shape: tuple[int, ...]
    location: str

class Finding(NamedTuple):
    kind: str
    count: int  # type: ignore[assignment]
    device: _device
    storage: int
    generation: int
    begin: int
    end: int
    allocated_by: str
    first: Access | None
    second: Access
    ordered_up_to: int
    missing: str
    fix: str
    confirmation: str
    def to_json(self) -> dict[str, Any]: ...

class Findings(Sequence[Finding]):
    def __init__(self, start: int = 0) -> None: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> list[Finding]: ...
    def to_json(self, **options: Any) -> str: ...

def get_mode() -> str: ...
def set_mode(mode: str) -> None: ...
def detect(mode: str = "collect") -> AbstractContextManager[Findings]: ...
def findings() -> Findings: ...
def confirm(program: Callable[[], Any]) -> Findings: ...
def clear() -> None: ...
def location(name: str) -> AbstractContextManager[None]: ...
