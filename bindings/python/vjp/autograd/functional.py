"""Derivatives of functions of a tensor or a tuple of tensors, under the names of torch.autograd.functional.

    vjp.autograd.functional.jacobian(lambda x: x.exp(), vjp.tensor([0.0, 1.0]))

Results mirror the arguments: a tensor gives a tensor, a tuple a tuple, outputs outside and inputs inside. Without
`create_graph` they have no history. `vjp.func` has the same derivatives as transforms of functions.
"""

from .. import _core
from .._ffi import lib
from .._functional import AUTO, FORWARD, REVERSE, derive
from .._tensor import Tensor

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]


def _as_tuple(value, what, name):
    """(whether it is a tuple, the tensors)."""
    is_tuple = isinstance(value, tuple)
    items = value if is_tuple else (value,)
    for i, item in enumerate(items):
        if not isinstance(item, Tensor):
            where = f"value at index {i}" if is_tuple else f"given {what}"
            raise TypeError(f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the {where} "
                            f"has type {type(item)}.")
    return is_tuple, items


class _Function:
    """The user's function as the library calls it; it notes whether the outputs were a tuple."""

    def __init__(self, function, name):
        self.function, self.name = function, name
        self.is_tuple = False

    def __call__(self, inputs):
        outputs = self.function(*inputs)
        self.is_tuple, outputs = _as_tuple(outputs, "outputs of the user-provided function", self.name)
        return outputs, ()


class _Scalar(_Function):
    """The same for one that is differentiated twice."""

    def __call__(self, inputs):
        outputs, aux = super().__call__(inputs)
        if self.is_tuple:
            raise _core.ShapeError(f"The function given to {self.name} should return a single Tensor")
        return outputs, aux


def _mirrored(items, is_tuple):
    return tuple(items) if is_tuple else items[0]


def _vectors(v, name):
    return () if v is None else _as_tuple(v, "v", name)[1]


def _check_v(v, inputs, is_tuple):
    if v is not None and not is_tuple and isinstance(v, tuple) and len(v) != 1:
        raise _core.InvalidError("The given v should contain a single Tensor.")


def _product(entry, kind, name, func, inputs, v, create_graph, strict, along_outputs, strategy=AUTO):
    is_tuple, inputs = _as_tuple(inputs, "inputs", name)
    function = kind(func, name)
    if name != "vjp":
        _check_v(v, inputs, is_tuple)
    outputs, _, results = derive(entry, function, inputs, _vectors(v, name), create_graph=bool(create_graph),
                                 strict=strict, strategy=strategy)
    return _mirrored(outputs, function.is_tuple), _mirrored(results, function.is_tuple if along_outputs else is_tuple)


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """(func(*inputs), vT J): the gradients of the outputs, weighted with `v`, which has their structure and shapes and
    may be left out for a single output of one element."""
    return _product(lib.vjp_functional_vjp, _Function, "vjp", func, inputs, v, create_graph, strict, False)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """(func(*inputs), J v): the derivative of the outputs along `v`, which has the inputs' structure and shapes and
    may be left out for a single input of one element. By forward mode; where something in `func` has none, and with
    `strict`, by differentiating twice."""
    return _product(lib.vjp_functional_jvp, _Function, "jvp", func, inputs, v, create_graph, strict, True)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """(func(*inputs), vT H) of a function that gives one element."""
    return _product(lib.vjp_functional_vhp, _Scalar, "vhp", func, inputs, v, create_graph, strict, False)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """(func(*inputs), H v) of a function that gives one element: forward mode over the gradient; where something in
    `func` has no forward mode, and with `strict`, by differentiating three times."""
    return _product(lib.vjp_functional_hvp, _Scalar, "hvp", func, inputs, v, create_graph, strict, False)


def _strategy(strategy, name):
    if strategy not in ("forward-mode", "reverse-mode"):
        raise _core.InvalidError(
            f'{name}: Expected strategy to be either "forward-mode" or "reverse-mode", not {strategy!r}. Hint: If your '
            'function has more outputs than inputs, "forward-mode" tends to be more performant. Otherwise, prefer to '
            'use "reverse-mode".')
    return FORWARD if strategy == "forward-mode" else REVERSE


def _matrix(results, columns, is_outer_tuple, is_inner_tuple):
    rows = [_mirrored(results[i:i + columns], is_inner_tuple) for i in range(0, len(results), columns)]
    return _mirrored(rows, is_outer_tuple)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The Jacobian: for output i and input j a tensor of the shape of the one followed by that of the other. Row by
    row, or, with `vectorize`, together; `strategy="forward-mode"` by columns."""
    strategy = _strategy(strategy, "jacobian")
    is_tuple, inputs = _as_tuple(inputs, "inputs", "jacobian")
    function = _Function(func, "jacobian")
    _, _, results = derive(lib.vjp_functional_jacobian, function, inputs, create_graph=bool(create_graph),
                           strict=strict, vectorize=vectorize, strategy=strategy)
    return _matrix(results, len(inputs), function.is_tuple, is_tuple)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The Hessian of a function that gives one element: for inputs i and j a tensor of the shape of the one followed by
    that of the other. The gradient is by reverse mode, its Jacobian as in `jacobian`."""
    is_tuple, inputs = _as_tuple(inputs, "inputs", "hessian")
    strategy = _strategy(outer_jacobian_strategy, "hessian")
    _, _, results = derive(lib.vjp_functional_hessian, _Scalar(func, "hessian"), inputs,
                           create_graph=bool(create_graph), strict=strict, vectorize=vectorize, strategy=strategy)
    return _matrix(results, len(inputs), is_tuple, is_tuple)
