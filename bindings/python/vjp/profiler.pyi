import enum
from collections.abc import Callable, Iterable
from os import PathLike
from typing import NamedTuple, ParamSpec, Self, TypeVar

__all__ = ["EventList", "FunctionEvent", "FunctionEventAvg", "ProfilerAction", "ProfilerActivity", "profile",
           "record_function", "schedule"]

_P = ParamSpec("_P")
_R = TypeVar("_R")

class ProfilerActivity(enum.Enum):
    CPU = 0
    DEVICE = 1
    CUDA = 1

class ProfilerAction(enum.Enum):
    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3

def schedule(*, wait: int, warmup: int, active: int, repeat: int = ..., skip_first: int = ...
             ) -> Callable[[int], ProfilerAction]: ...

class record_function:
    name: str
    def __init__(self, name: str) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    def __call__(self, function: Callable[_P, _R]) -> Callable[_P, _R]: ...

class FunctionEvent(NamedTuple):
    name: str
    kind: str
    start: float
    end: float
    self_cpu_time: float
    parent: int | None
    depth: int
    thread: int
    sequence_nr: int
    fwd_thread: int
    unfinished: bool
    cpu_memory_usage: int
    flops: int
    device_time: float
    correlation: int
    input_shapes: str
    stack: str

class FunctionEventAvg(NamedTuple):
    key: str
    kind: str
    count: int  # type: ignore[assignment]
    cpu_time_total: float
    self_cpu_time_total: float
    device_time_total: float
    self_device_time_total: float
    cpu_memory_usage: int
    self_cpu_memory_usage: int
    flops: int
    input_shapes: str

class EventList(list[FunctionEventAvg]):
    def __init__(self, averages: Iterable[FunctionEventAvg], handle: object, by_shapes: bool) -> None: ...
    def table(self, sort_by: str | None = ..., row_limit: int = ...) -> str: ...

class profile:
    step_num: int
    current_action: ProfilerAction
    def __init__(self, *, activities: Iterable[ProfilerActivity] | None = ...,
                 schedule: Callable[[int], ProfilerAction] | None = ...,
                 on_trace_ready: Callable[[profile], object] | None = ..., record_shapes: bool = ...,
                 profile_memory: bool = ..., with_stack: bool = ..., with_flops: bool = ...,
                 with_kernels: bool = ..., nvtx: bool = ...) -> None: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...
    def step(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    def events(self) -> list[FunctionEvent]: ...
    def key_averages(self, group_by_input_shape: bool = ...) -> EventList: ...
    def export_chrome_trace(self, path: str | PathLike[str]) -> None: ...
    def export_stacks(self, path: str | PathLike[str]) -> None: ...
    def export_flame_graph(self, path: str | PathLike[str]) -> None: ...
    def export_memory_timeline(self, path: str | PathLike[str], device: None = ..., *, by: str = ...) -> None: ...
