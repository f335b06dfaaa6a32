"""numpy's functions of each element on tensors (NEP 13): numpy.sin(x) is vjp.sin(x), with its derivative.

numpy asks `__array_ufunc__` of the first argument that has it, for its operators too: `array * x` is numpy.multiply.
"""

from . import _core
from . import _generated_ops as _ops
from ._create import as_tensor, is_data, operand, tensor
from ._names import counts
from ._tensor import Tensor

# numpy's name -> Python's operator and its reflection: what `a OP b` gives with a tensor on either side.
_OPERATORS = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "truediv", "floor_divide": "floordiv",
    "remainder": "mod", "power": "pow", "matmul": "matmul", "bitwise_and": "and", "bitwise_or": "or",
    "bitwise_xor": "xor", "left_shift": "lshift", "right_shift": "rshift"}
_COMPARISONS = {"less": ("lt", "gt"), "less_equal": ("le", "ge"), "greater": ("gt", "lt"),
                "greater_equal": ("ge", "le"), "equal": ("eq", "eq"), "not_equal": ("ne", "ne")}
_METHODS = {name: (f"__{python}__", f"__r{python}__") for name, python in _OPERATORS.items()}
_METHODS |= {name: (f"__{left}__", f"__{right}__") for name, (left, right) in _COMPARISONS.items()}

# numpy's name -> the operator; of the same name where there is only one word.
_FUNCTIONS = {name: getattr(_ops, name) for name in (
    "ceil copysign cos cosh deg2rad exp exp2 expm1 float_power floor fmax fmin fmod frexp hypot isfinite isinf isnan "
    "ldexp log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor maximum minimum "
    "nextafter positive rad2deg reciprocal signbit sin sinh sqrt square tan tanh trunc").split()}
_FUNCTIONS |= {name: getattr(_ops, ours) for name, ours in (
    ("absolute", "abs"), ("fabs", "abs"), ("arccos", "acos"), ("arccosh", "acosh"), ("arcsin", "asin"),
    ("arcsinh", "asinh"), ("arctan", "atan"), ("arctan2", "atan2"), ("arctanh", "atanh"), ("conjugate", "conj"),
    ("degrees", "rad2deg"), ("radians", "deg2rad"), ("invert", "bitwise_not"), ("negative", "neg"), ("rint", "round"),
    ("sign", "sgn"), ("vecdot", "linalg_vecdot"))}
_FUNCTIONS |= {name: getattr(counts, name) for name in ("gcd", "heaviside", "lcm")}
_REDUCTIONS = {"add": _ops.sum, "maximum": _ops.amax, "minimum": _ops.amin, "logical_and": _ops.all,
               "logical_or": _ops.any}
_ACCUMULATIONS = {"add": _ops.cumsum, "multiply": _ops.cumprod}


def __array_ufunc__(self, ufunc, method, *inputs, **options):
    """numpy's functions of each element on tensors: numpy.sin(x) is vjp.sin(x), numpy.add.reduce(x) a sum.

    The result is a tensor, and has a history. With `out=` it is written there: into a tensor, in place, or into an
    array. What the library has no operator for, and with numpy's options (`where`, `dtype`), numpy computes: for
    tensors on the CPU that do not require grad.
    """
    out = options.pop("out", None)
    if out is not None and not all(isinstance(one, Tensor) for one in out):
        return _by_numpy(ufunc, method, inputs, {**options, "out": tuple(map(_array, out))}, out)
    if method == "at":
        return NotImplemented  # in place, and unseen by version checks
    result = _result(ufunc, method, inputs, options)
    if result is None:
        result = _by_numpy(ufunc, method, inputs, options, None)
    if out is None or result is NotImplemented:
        return result
    # A ufunc of several results has as many places for them.
    for place, value in zip(out, result if isinstance(result, tuple) else (result,)):
        place.copy_(value)
    return out if len(out) > 1 else out[0]


def _result(ufunc, method, inputs, options):
    """What the library's operator gives; None if it has none."""
    name = ufunc.__name__
    if method == "__call__" and not options:
        return _called(name, inputs)
    if method == "outer" and not options and len(inputs) == 2:
        left, right = (as_tensor(_plain(value)) for value in inputs)
        return _called(name, (left.reshape((*left.shape, *(1,) * right.ndim)), right))
    if method == "reduce" and len(inputs) == 1:
        return _reduced(name, *inputs, **options)
    if method == "accumulate" and len(inputs) == 1 and name in _ACCUMULATIONS and set(options) <= {"axis"}:
        return _ACCUMULATIONS[name](inputs[0], options.get("axis", 0))
    return None


def _called(name, inputs):
    if name in _METHODS:
        left, right = inputs
        here, reflected = _METHODS[name]
        if isinstance(left, Tensor):
            return getattr(left, here)(right)
        return getattr(right, reflected)(left)
    function = _FUNCTIONS.get(name)
    if function is None:
        return None
    like = next(value for value in inputs if isinstance(value, Tensor))
    first, *rest = [_plain(value, like) for value in inputs]
    if not isinstance(first, Tensor):
        first = tensor(first, device=like.device)
    return function(first, *(value if isinstance(value, Tensor) else tensor(value, device=like.device)
                             for value in rest))


def _plain(value, like=None):
    """numpy's scalars as Python's numbers; arrays and sequences as tensors, where `like` lies."""
    number = None if isinstance(value, Tensor) else _core.number(value)
    if number is not None:
        return value.item() if hasattr(value, "item") else value
    return operand(value, like) if like is not None and is_data(value) else value


def _reduced(name, x, axis=0, keepdims=False, **options):
    if options:
        return None
    axes = tuple(range(x.ndim)) if axis is None else axis
    if name == "multiply" and isinstance(axes, int):
        return _ops.prod(x, axes, keepdims)
    if name not in _REDUCTIONS or axes == ():
        return None
    return _REDUCTIONS[name](x, axes, keepdims)


def _array(value):
    """A tensor's memory as an array; whatever else as it is."""
    return value.numpy() if isinstance(value, Tensor) else value


def _by_numpy(ufunc, method, inputs, options, out):
    result = getattr(ufunc, method)(*map(_array, inputs), **options)
    if out is not None:
        return out if len(out) > 1 else out[0]
    return tuple(map(as_tensor, result)) if isinstance(result, tuple) else as_tensor(result)


Tensor.__array_ufunc__ = __array_ufunc__
