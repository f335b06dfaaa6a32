"""What distributions share: parameters of one shape, probabilities and their logarithms, values computed once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast, overload

from .. import (
    Tensor,
    broadcast_tensors,
    empty,
    enable_grad,
    finfo,
    get_default_dtype,
    log_softmax,
    sigmoid,
    softmax,
    tensor,
)

__all__ = ["broadcast_all", "clamp_probs", "lazy_property", "logits_to_probs", "probs_to_logits"]

T = TypeVar("T")


def broadcast_all(*values: Tensor | float) -> tuple[Tensor, ...]:
    """Tensors and numbers as tensors of one shape. Numbers take dtype and device of the first tensor of floating dtype,
    the default ones without one. A ValueError for anything else."""
    for value in values:
        if not isinstance(value, (Tensor, int, float)):
            raise ValueError("Input arguments must all be instances of Number, vjp.Tensor, not "
                             f"{type(value).__name__}")
    first = next((value for value in values if isinstance(value, Tensor)), None)
    kind = next((value.dtype for value in values if isinstance(value, Tensor) and value.is_floating_point()), None)
    device = None if first is None else first.device
    made = [value if isinstance(value, Tensor) else tensor(value, dtype=kind or get_default_dtype(), device=device)
            for value in values]
    return tuple(broadcast_tensors(made))


def clamp_probs(probs: Tensor) -> Tensor:
    """Probabilities within [eps, 1 - eps] of their dtype, so that logarithms are finite."""
    eps = finfo(probs.dtype).eps
    return probs.clamp(eps, 1 - eps)


def logits_to_probs(logits: Tensor, is_binary: bool = False) -> Tensor:
    """softmax of the last dimension; `is_binary`: sigmoid, of log-odds."""
    return sigmoid(logits) if is_binary else softmax(logits, -1)


def probs_to_logits(probs: Tensor, is_binary: bool = False) -> Tensor:
    """Logarithms of probabilities; `is_binary`: the log-odds. Those of 0 and 1 are clamped by clamp_probs."""
    clamped = clamp_probs(probs)
    return clamped.log() - (-clamped).log1p() if is_binary else clamped.log()


def normal_logits(logits: Tensor) -> Tensor:
    """Logits whose exponentials have the sum 1."""
    return log_softmax(logits, -1)


def one_of(what: str, probs: Any, logits: Any) -> tuple[str, Any]:
    """The name and value of the parameter that was given, of probs and logits."""
    if (probs is None) == (logits is None):
        raise ValueError(f"{what}: Either `probs` or `logits` must be specified, but not both.")
    return ("probs", probs) if logits is None else ("logits", logits)


def exponential_like(shape: tuple[int, ...], like: Tensor) -> Tensor:
    """Numbers of the exponential distribution of rate 1, of a tensor's dtype and device."""
    return empty(shape, dtype=like.dtype, device=like.device).exponential_()


class lazy_property(Generic[T]):
    """A property that is computed at the first access and kept, with its graph even inside of no_grad()."""

    def __init__(self, wrapped: Callable[[Any], T]) -> None:
        self.wrapped, self.__doc__, self.name = wrapped, wrapped.__doc__, wrapped.__name__

    @overload
    def __get__(self, instance: None, owner: type) -> lazy_property[T]: ...
    @overload
    def __get__(self, instance: object, owner: type | None = None) -> T: ...
    def __get__(self, instance: Any, owner: type | None = None) -> T | lazy_property[T]:
        if instance is None:
            return self
        with enable_grad():
            vars(instance)[self.name] = self.wrapped(instance)
        return cast(T, vars(instance)[self.name])
