from typing import Self

from .. import Tensor

__all__ = ["Parameter"]

class Parameter(Tensor):
    def __new__(cls, data: Tensor | None = ..., requires_grad: bool = ...) -> Self: ...
    def __init__(self, data: Tensor | None = ..., requires_grad: bool = ...) -> None: ...
    def __deepcopy__(self, memo: dict[int, object]) -> Self: ...
