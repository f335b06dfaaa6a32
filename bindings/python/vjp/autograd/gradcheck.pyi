from collections.abc import Callable, Sequence
from typing import Any

from .. import InvalidError, Tensor

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]

class GradcheckReport:
    def __init__(self, p: Any) -> None: ...
    output: int
    input: int
    row: int
    column: int
    difference: float
    analytic: Tensor | None
    numeric: Tensor | None

class GradcheckError(InvalidError):
    report: GradcheckReport | None
    def __init__(self, message: str, report: GradcheckReport | None = ...) -> None: ...

def gradcheck(func: Callable[..., Tensor | Sequence[Tensor]], inputs: Any, *, eps: float = ..., atol: float = ...,
              rtol: float = ..., raise_exception: bool = ..., nondet_tol: float = ..., check_undefined_grad: bool = ...,
              check_grad_dtypes: bool = ..., check_batched_grad: bool = ..., check_batched_forward_grad: bool = ...,
              check_forward_ad: bool = ..., check_backward_ad: bool = ..., fast_mode: bool = ...,
              masked: bool | None = ...) -> bool: ...
def gradgradcheck(func: Callable[..., Tensor | Sequence[Tensor]], inputs: Any, grad_outputs: Any = ..., *,
                  eps: float = ..., atol: float = ..., rtol: float = ..., gen_non_contig_grad_outputs: bool = ...,
                  raise_exception: bool = ..., nondet_tol: float = ..., check_undefined_grad: bool = ...,
                  check_grad_dtypes: bool = ..., check_batched_grad: bool = ...,
                  check_batched_forward_grad: bool = ..., check_fwd_over_rev: bool = ...,
                  check_rev_over_rev: bool = ..., fast_mode: bool = ..., masked: bool = ...) -> bool: ...
