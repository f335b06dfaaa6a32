from collections.abc import Iterable

from ... import Tensor
from . import parametrizations as parametrizations, parametrize as parametrize, rnn as rnn, stateless as stateless
from ._hooked import (
    remove_spectral_norm as remove_spectral_norm,
    remove_weight_norm as remove_weight_norm,
    spectral_norm as spectral_norm,
    weight_norm as weight_norm,
)

__all__ = ["clip_grad_norm_", "clip_grad_value_", "get_total_norm", "parameters_to_vector", "parametrizations", "parametrize",
           "remove_spectral_norm", "remove_weight_norm", "rnn", "spectral_norm", "stateless", "vector_to_parameters", "weight_norm"]

def get_total_norm(tensors: Tensor | Iterable[Tensor], norm_type: float | str = 2.0, error_if_nonfinite: bool = False,
                   foreach: bool | None = None) -> Tensor: ...
def clip_grad_norm_(parameters: Tensor | Iterable[Tensor], max_norm: float, norm_type: float | str = 2.0,
                    error_if_nonfinite: bool = False, foreach: bool | None = None) -> Tensor: ...
def clip_grad_value_(parameters: Tensor | Iterable[Tensor], clip_value: float, foreach: bool | None = None) -> None: ...
def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor: ...
def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None: ...
