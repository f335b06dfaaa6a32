from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from .. import Error

__all__ = ["CheckpointError", "checkpoint", "checkpoint_sequential", "noop_context_fn", "set_checkpoint_debug_enabled", "set_checkpoint_early_stop"]

_R = TypeVar("_R")

class CheckpointError(Error):
    def __init__(self, message: str, status: int = ...) -> None: ...

def noop_context_fn() -> tuple[AbstractContextManager[Any], AbstractContextManager[Any]]: ...

class set_checkpoint_early_stop:
    def __init__(self, enable: bool) -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *exception: object) -> None: ...

def set_checkpoint_debug_enabled(enabled: bool | None) -> AbstractContextManager[None]: ...
def checkpoint(
    function: Callable[..., _R],
    *args: Any,
    use_reentrant: bool | None = ...,
    context_fn: Callable[[], tuple[AbstractContextManager[Any], AbstractContextManager[Any]]] = ...,
    determinism_check: str = ...,
    debug: bool = ...,
    preserve_rng_state: bool = ...,
    **kwargs: Any,
) -> _R: ...
def checkpoint_sequential(
    functions: Sequence[Callable[[Any], Any]],
    segments: int,
    input: Any,
    use_reentrant: bool | None = ...,
    *,
    preserve_rng_state: bool = ...,
) -> Any: ...
