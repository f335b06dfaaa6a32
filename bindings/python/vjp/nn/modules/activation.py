"""Activations: elementwise functions, and softmax, as modules."""

from ... import Tensor
from .. import functional
from .linear import DeviceLike, DTypeLike, new_parameter
from .module import Module


class _Activation(Module):
    """A function with the numbers that the module was made with; `inplace`: the result takes the argument's place."""

    _function: str
    _shown: tuple[str, ...] = ()
    inplace = False

    def forward(self, input: Tensor) -> Tensor:
        numbers = [getattr(self, name) for name in self._shown]
        if self.inplace:
            result: Tensor = getattr(input, self._function + "_")(*numbers)
        else:
            result = getattr(functional, self._function)(input, *numbers)
        return result

    def extra_repr(self) -> str:
        shown = [f"{name}={getattr(self, name)}" for name in self._shown]
        return ", ".join(shown + ["inplace=True"] * self.inplace)


class ReLU(_Activation):
    """max(x, 0)."""

    _function = "relu"

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


class ReLU6(_Activation):
    """min(max(x, 0), 6)."""

    _function = "relu6"

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


class LeakyReLU(_Activation):
    """x, and below 0 x * negative_slope."""

    _function = "leaky_relu"
    _shown = ("negative_slope",)

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace


class ELU(_Activation):
    """x, and below 0 alpha * (exp(x) - 1)."""

    _function = "elu"
    _shown = ("alpha",)

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha, self.inplace = alpha, inplace


class CELU(_Activation):
    """x, and below 0 alpha * (exp(x / alpha) - 1)."""

    _function = "celu"
    _shown = ("alpha",)

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha, self.inplace = alpha, inplace


class SELU(_Activation):
    """The scaled ELU that keeps mean 0 and variance 1 (Klambauer and others, 2017)."""

    _function = "selu"

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


class SiLU(_Activation):
    """x * sigmoid(x)."""

    _function = "silu"

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


class Mish(_Activation):
    """x * tanh(softplus(x))."""

    _function = "mish"

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


class Hardswish(_Activation):
    """x * min(max(x + 3, 0), 6) / 6."""

    _function = "hardswish"

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


class Hardsigmoid(_Activation):
    """min(max(x + 3, 0), 6) / 6."""

    _function = "hardsigmoid"

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


class Hardtanh(_Activation):
    """x, bounded to [min_val, max_val]."""

    _function = "hardtanh"
    _shown = ("min_val", "max_val")

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.min_val, self.max_val, self.inplace = min_val, max_val, inplace


class Threshold(_Activation):
    """x above `threshold`, elsewhere `value`."""

    _function = "threshold"
    _shown = ("threshold", "value")

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__()
        self.threshold, self.value, self.inplace = threshold, value, inplace


class Sigmoid(_Activation):
    """1 / (1 + exp(-x))."""

    _function = "sigmoid"


class LogSigmoid(_Activation):
    """log(sigmoid(x))."""

    _function = "logsigmoid"


class Tanh(_Activation):
    """The hyperbolic tangent."""

    _function = "tanh"


class Tanhshrink(_Activation):
    """x - tanh(x)."""

    _function = "tanhshrink"


class Softsign(_Activation):
    """x / (1 + |x|)."""

    _function = "softsign"


class Hardshrink(_Activation):
    """x where |x| > lambd, elsewhere 0."""

    _function = "hardshrink"
    _shown = ("lambd",)

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd


class Softshrink(_Activation):
    """x moved towards 0 by lambd, at most to it."""

    _function = "softshrink"
    _shown = ("lambd",)

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd


class Softplus(_Activation):
    """log(1 + exp(beta * x)) / beta; x itself where beta * x > threshold."""

    _function = "softplus"
    _shown = ("beta", "threshold")

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta, self.threshold = beta, threshold


class GLU(_Activation):
    """a * sigmoid(b), where a and b are the halves of a dimension."""

    _function = "glu"
    _shown = ("dim",)

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim


class GELU(Module):
    """x * Phi(x), with the normal distribution's Phi, exact or approximated by "tanh"."""

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        return functional.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        return f"approximate={self.approximate!r}"


class RReLU(Module):
    """x, and below 0 x times a slope that is drawn between lower and upper for each element; outside of training their
    mean."""

    def __init__(self, lower: float = 1 / 8, upper: float = 1 / 3, inplace: bool = False) -> None:
        super().__init__()
        self.lower, self.upper, self.inplace = lower, upper, inplace

    def forward(self, input: Tensor) -> Tensor:
        if self.inplace:
            return input.rrelu_(self.lower, self.upper, self.training)
        return functional.rrelu(input, self.lower, self.upper, self.training)

    def extra_repr(self) -> str:
        return f"lower={self.lower}, upper={self.upper}" + ", inplace=True" * self.inplace


class PReLU(Module):
    """x, and below 0 x times a slope that is learnt: one, or one for each channel, which is dimension 1.

    weight [num_parameters] begins as `init`.
    """

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device: DeviceLike = None,
                 dtype: DTypeLike = None) -> None:
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        self.weight = new_parameter((num_parameters,), device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Begins anew."""
        self.weight.detach().fill_(self.init)

    def forward(self, input: Tensor) -> Tensor:
        return functional.prelu(input, self.weight)

    def extra_repr(self) -> str:
        return f"num_parameters={self.num_parameters}"


class _Softmax(Module):
    """Along a dimension. Without one it is PyTorch's choice: 0 for up to one dimension and for three, else 1."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def _along(self, input: Tensor) -> int:
        return self.dim if self.dim is not None else 0 if input.ndim in (0, 1, 3) else 1

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class Softmax(_Softmax):
    """exp(x), divided by its sum along `dim`."""

    def forward(self, input: Tensor) -> Tensor:
        return functional.softmax(input, self._along(input))


class Softmin(_Softmax):
    """exp(-x), divided by its sum along `dim`."""

    def forward(self, input: Tensor) -> Tensor:
        return functional.softmin(input, self._along(input))


class LogSoftmax(_Softmax):
    """The logarithm of softmax along `dim`."""

    def forward(self, input: Tensor) -> Tensor:
        return functional.log_softmax(input, self._along(input))


class Softmax2d(Module):
    """softmax over the channels of images [N, C, H, W] or [C, H, W]."""

    def forward(self, input: Tensor) -> Tensor:
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: [N, C, H, W] or [C, H, W] is wanted, not shape {list(input.shape)}")
        return functional.softmax(input, -3)
