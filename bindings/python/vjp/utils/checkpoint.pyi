import enum
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from .. import Error

__all__ = ["CheckpointError", "CheckpointPolicy", "SelectiveCheckpointContext", "checkpoint", "checkpoint_sequential", "create_selective_checkpoint_contexts", "noop_context_fn", "set_checkpoint_debug_enabled", "set_checkpoint_early_stop"]

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

class CheckpointPolicy(enum.Enum):
    MUST_SAVE = ...
    PREFER_SAVE = ...
    MUST_RECOMPUTE = ...
    PREFER_RECOMPUTE = ...

class SelectiveCheckpointContext:
    is_recompute: bool
    def __init__(self, *, is_recompute: bool) -> None: ...

def create_selective_checkpoint_contexts(
    policy_fn_or_list: Callable[..., CheckpointPolicy | bool] | Iterable[str | Callable[..., Any]],
    allow_cache_entry_mutation: bool = ...,
) -> tuple[AbstractContextManager[None], AbstractContextManager[None]]: ...
