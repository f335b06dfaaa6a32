from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .. import Tensor
from ..nn import Module
from . import Optimizer
from .lr_scheduler import LRScheduler

__all__ = ["SWALR", "AveragedModel", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn", "get_swa_multi_avg_fn",
           "update_bn"]

_One = Callable[[Tensor, Tensor, Tensor | int], Tensor]
_All = Callable[[Sequence[Tensor], Sequence[Tensor], Tensor | int], None]

def get_ema_avg_fn(decay: float = 0.999) -> _One: ...
def get_swa_avg_fn() -> _One: ...
def get_ema_multi_avg_fn(decay: float = 0.999) -> _All: ...
def get_swa_multi_avg_fn() -> _All: ...

class AveragedModel(Module):
    module: Module
    n_averaged: Tensor
    def __init__(self, model: Module, device: Any = None, avg_fn: _One | None = None, multi_avg_fn: _All | None = None,
                 use_buffers: bool = False) -> None: ...
    def forward(self, *args: Any, **kwargs: Any) -> Any: ...
    def update_parameters(self, model: Module) -> None: ...

def update_bn(loader: Iterable[Any], model: Module, device: Any = None) -> None: ...

class SWALR(LRScheduler):
    def __init__(self, optimizer: Optimizer, swa_lr: float | Sequence[float], anneal_epochs: int = 10,
                 anneal_strategy: str = "cos", last_epoch: int = -1) -> None: ...
