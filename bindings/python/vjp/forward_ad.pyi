from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Self

from . import Tensor

__all__ = ["DualTensor", "dual_level", "jvp", "make_dual", "unpack_dual"]

class DualTensor(NamedTuple):
    primal: Tensor
    tangent: Tensor | None

class dual_level:
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...

def make_dual(tensor: Tensor, tangent: Tensor) -> Tensor: ...
def unpack_dual(tensor: Tensor) -> DualTensor: ...
def jvp(function: Callable[..., Any], primals: Tensor | Sequence[Tensor],
        tangents: Tensor | Sequence[Tensor]) -> tuple[Any, Any]: ...
