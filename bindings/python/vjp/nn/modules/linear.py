"""Linear layers, and those that only change shapes."""

import math
from collections.abc import Sequence
from typing import Any

from ... import Tensor, device, dtype, empty, unflatten
from .. import functional, init
from ..parameter import Parameter
from .module import Module

DeviceLike = device | str | None
DTypeLike = dtype | str | None


def new_parameter(shape: Sequence[int], device: DeviceLike, dtype: DTypeLike) -> Parameter:
    """A parameter of the default dtype, or the one given, whose elements are to be filled."""
    return Parameter(empty(shape, device=device, dtype=dtype))


def uniform_bias(bias: Parameter | None, fan_in: int) -> None:
    """PyTorch's start of biases: uniform, by the numbers that an output is made of."""
    if bias is not None:
        bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0.0
        init.uniform_(bias, -bound, bound)


class Identity(Module):
    """Its argument. What it is made with does not matter."""

    def __init__(self, *unused: Any, **also_unused: Any) -> None:
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        return input


class Linear(Module):
    """input @ weight.T + bias, for [..., in_features].

    weight [out_features, in_features] and bias [out_features] begin uniform within 1 / sqrt(in_features).
    """

    def __init__(self, in_features: int, out_features: int, bias: bool = True, device: DeviceLike = None,
                 dtype: DTypeLike = None) -> None:
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = new_parameter((out_features, in_features), device, dtype)
        self.register_parameter("bias", new_parameter((out_features,), device, dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Begins anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        uniform_bias(self.bias, self.in_features)

    def forward(self, input: Tensor) -> Tensor:
        return functional.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Bilinear(Module):
    """x1 A x2 + b, with a matrix for each output: [..., in1_features] and [..., in2_features] to [..., out_features].

    weight [out_features, in1_features, in2_features] and bias begin uniform within 1 / sqrt(in1_features).
    """

    def __init__(self, in1_features: int, in2_features: int, out_features: int, bias: bool = True,
                 device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__()
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        self.weight = new_parameter((out_features, in1_features, in2_features), device, dtype)
        self.register_parameter("bias", new_parameter((out_features,), device, dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Begins anew."""
        bound = 1 / math.sqrt(self.in1_features)
        init.uniform_(self.weight, -bound, bound)
        uniform_bias(self.bias, self.in1_features)

    def forward(self, input1: Tensor, input2: Tensor) -> Tensor:
        return functional.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        return (f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
                f"out_features={self.out_features}, bias={self.bias is not None}")


class Flatten(Module):
    """Joins the dimensions from start_dim to end_dim; unless told otherwise all but the batch's."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input: Tensor) -> Tensor:
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Splits the dimension `dim` into the sizes given, of which one may be -1."""

    def __init__(self, dim: int, unflattened_size: Sequence[int]) -> None:
        super().__init__()
        self.dim, self.unflattened_size = dim, tuple(unflattened_size)

    def forward(self, input: Tensor) -> Tensor:
        return unflatten(input, self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
