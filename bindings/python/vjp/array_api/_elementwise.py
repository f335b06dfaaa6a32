"""Functions of each element: the operator of the same meaning, after the standard's promotion."""

from collections.abc import Callable
from typing import Any

import vjp

from .. import Tensor
from ._dtypes import Array, Scalar, promoted

Unary = Callable[[Array], Array]
Binary = Callable[[Array | Scalar, Array | Scalar], Array]


def _documented(function: Any, name: str, operator: Any) -> Any:
    function.__name__ = function.__qualname__ = name
    # What the operator says of itself, behind its signatures.
    said = next(part for part in operator.__doc__.split("\n\n") if not part.startswith(f"{operator.__name__}("))
    function.__doc__ = f"{said.rstrip()}\n\nThe operator `vjp.{operator.__name__}`: differentiable where that is."
    return function


def _unary(name: str, operator_name: str = "") -> Unary:
    operator = getattr(vjp, operator_name or name)

    def function(x: Array, /) -> Array:
        return operator(x)  # type: ignore[no-any-return]

    return _documented(function, name, operator)  # type: ignore[no-any-return]


def _binary(name: str, operator_name: str = "") -> Binary:
    operator = getattr(vjp, operator_name or name)

    def function(x1: Array | Scalar, x2: Array | Scalar, /) -> Array:
        # Of two tensors of one dtype there is nothing to promote: the common case.
        if not (isinstance(x1, Tensor) and isinstance(x2, Tensor) and x1.dtype is x2.dtype):
            x1, x2 = promoted(name, x1, x2)
        return operator(x1, x2)  # type: ignore[no-any-return]

    return _documented(function, name, operator)  # type: ignore[no-any-return]


abs = _unary("abs")
acos = _unary("acos")
acosh = _unary("acosh")
asin = _unary("asin")
asinh = _unary("asinh")
atan = _unary("atan")
atanh = _unary("atanh")
bitwise_invert = _unary("bitwise_invert", "bitwise_not")
ceil = _unary("ceil")
conj = _unary("conj")
cos = _unary("cos")
cosh = _unary("cosh")
exp = _unary("exp")
expm1 = _unary("expm1")
floor = _unary("floor")
isfinite = _unary("isfinite")
isinf = _unary("isinf")
isnan = _unary("isnan")
log = _unary("log")
log1p = _unary("log1p")
log2 = _unary("log2")
log10 = _unary("log10")
logical_not = _unary("logical_not")
negative = _unary("negative", "neg")
positive = _unary("positive")
real = _unary("real")
reciprocal = _unary("reciprocal")
sign = _unary("sign", "sgn")
signbit = _unary("signbit")
sin = _unary("sin")
sinh = _unary("sinh")
sqrt = _unary("sqrt")
square = _unary("square")
tan = _unary("tan")
tanh = _unary("tanh")
trunc = _unary("trunc")

add = _binary("add")
atan2 = _binary("atan2")
bitwise_and = _binary("bitwise_and")
bitwise_left_shift = _binary("bitwise_left_shift")
bitwise_or = _binary("bitwise_or")
bitwise_right_shift = _binary("bitwise_right_shift")
bitwise_xor = _binary("bitwise_xor")
copysign = _binary("copysign")
divide = _binary("divide", "div")
equal = _binary("equal", "eq")
floor_divide = _binary("floor_divide")
greater = _binary("greater", "gt")
greater_equal = _binary("greater_equal", "ge")
hypot = _binary("hypot")
less = _binary("less", "lt")
less_equal = _binary("less_equal", "le")
logaddexp = _binary("logaddexp")
logical_and = _binary("logical_and")
logical_or = _binary("logical_or")
logical_xor = _binary("logical_xor")
maximum = _binary("maximum")
minimum = _binary("minimum")
multiply = _binary("multiply", "mul")
nextafter = _binary("nextafter")
not_equal = _binary("not_equal", "ne")
pow = _binary("pow")
remainder = _binary("remainder")
subtract = _binary("subtract", "sub")


def round(x: Array, /) -> Array:
    """The nearest whole number, of halves the even one; of complex numbers each part."""
    if x.dtype.is_complex:
        return vjp.view_as_complex(vjp.round(vjp.view_as_real(x)))
    return vjp.round(x)


def imag(x: Array, /) -> Array:
    """The imaginary part of each element; zeros for a real tensor."""
    return vjp.imag(x) if x.dtype.is_complex else vjp.zeros_like(x)


def clip(x: Array, /, min: Array | Scalar | None = None, max: Array | Scalar | None = None) -> Array:
    """Each element, or the bound that it is beyond. Bounds are broadcast with `x`, whose dtype the result has."""
    result = x
    for bound, nearer in ((min, vjp.maximum), (max, vjp.minimum)):
        if bound is not None:
            one, other = promoted("clip", result, bound)
            result = nearer(one, other)
    result = result.to(x.dtype)
    return result.clone() if result is x else result


def where(condition: Array, x1: Array | Scalar, x2: Array | Scalar, /) -> Array:
    """Elements of `x1` where the condition holds, of `x2` elsewhere; broadcast and promoted."""
    one, other = promoted("where", x1, x2)
    return vjp.where(condition, one, other)


__all__ = ["abs", "acos", "acosh", "add", "asin", "asinh", "atan", "atan2", "atanh", "bitwise_and", "bitwise_invert",
           "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "ceil", "clip", "conj", "copysign",
           "cos", "cosh", "divide", "equal", "exp", "expm1", "floor", "floor_divide", "greater", "greater_equal",
           "hypot", "imag", "isfinite", "isinf", "isnan", "less", "less_equal", "log", "log10", "log1p", "log2",
           "logaddexp", "logical_and", "logical_not", "logical_or", "logical_xor", "maximum", "minimum", "multiply",
           "negative", "nextafter", "not_equal", "positive", "pow", "real", "reciprocal", "remainder", "round", "sign",
           "signbit", "sin", "sinh", "sqrt", "square", "subtract", "tan", "tanh", "trunc", "where"]
