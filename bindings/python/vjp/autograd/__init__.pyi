from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, Self, TypeVar

from .. import Function as Function
from .. import GradientEdge, Tensor
from .. import backward as backward
from .. import enable_grad as enable_grad
from .. import grad as grad
from .. import inference_mode as inference_mode
from .. import is_anomaly_check_nan_enabled as is_anomaly_check_nan_enabled
from .. import is_anomaly_enabled as is_anomaly_enabled
from .. import no_grad as no_grad
from .. import profiler as profiler
from .. import set_grad_enabled as set_grad_enabled
from . import function as function
from . import functional as functional
from . import graph as graph
from .gradcheck import GradcheckError as GradcheckError
from .gradcheck import gradcheck as gradcheck
from .gradcheck import gradgradcheck as gradgradcheck
from .graph import _Region

_F = TypeVar("_F", bound=Callable[..., Any])

__all__ = [
    "Function",
    "GradcheckError",
    "Pending",
    "SavedTensor",
    "Variable",
    "backward",
    "backward_async",
    "detect_anomaly",
    "enable_grad",
    "function",
    "functional",
    "grad",
    "grad_async",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "inference_mode",
    "is_anomaly_check_nan_enabled",
    "is_anomaly_enabled",
    "is_multithreading_enabled",
    "no_grad",
    "profiler",
    "set_detect_anomaly",
    "set_grad_enabled",
    "set_multithreading_enabled",
]

def is_multithreading_enabled() -> bool: ...

class set_multithreading_enabled:
    def __init__(self, mode: bool) -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *exception: object) -> None: ...
    def __call__(self, function: _F) -> _F: ...

class detect_anomaly(_Region):
    def __init__(self, check_nan: bool = ...) -> None: ...

class set_detect_anomaly(_Region):
    def __init__(self, mode: bool, check_nan: bool = ...) -> None: ...

class SavedTensor:
    def __new__(cls) -> Self: ...
    def unpack(self) -> Tensor | None: ...
    def register_hooks(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]) -> None: ...

class _unsafe_preserve_version_counter:
    def __init__(self, tensors: Tensor | Iterable[Tensor]) -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *exception: object) -> None: ...

def _unsafe_set_version_counter(tensors: Tensor | Iterable[Tensor], versions: int | Iterable[int]) -> None: ...

_Ends = Tensor | GradientEdge | Sequence[Tensor | GradientEdge]

class Pending:
    def __init__(self, p: Any, is_grad: bool) -> None: ...
    def done(self) -> bool: ...
    def wait(self, timeout: float | None = ...) -> bool: ...
    def result(self, timeout: float | None = ...) -> Any: ...
    def exception(self, timeout: float | None = ...) -> BaseException | None: ...
    def add_done_callback(self, function: Callable[[Pending], Any]) -> None: ...
    def cancel(self) -> None: ...
    def __await__(self) -> Generator[Any, None, Any]: ...

def backward_async(tensors: _Ends, grad_tensors: Tensor | Sequence[Tensor | None] | None = ...,
                   retain_graph: bool | None = ..., create_graph: bool = ..., inputs: _Ends | None = ...,
                   accumulate_into: dict[Tensor, Tensor] | Callable[[Tensor, Tensor, bool], Any] | None = ...
                   ) -> Pending: ...
def grad_async(outputs: _Ends, inputs: _Ends, grad_outputs: Tensor | Sequence[Tensor | None] | None = ...,
               retain_graph: bool | None = ..., create_graph: bool = ..., allow_unused: bool | None = ...,
               is_grads_batched: bool = ..., materialize_grads: bool = ...) -> Pending: ...
def Variable(data: Tensor, requires_grad: bool = False) -> Tensor: ...
