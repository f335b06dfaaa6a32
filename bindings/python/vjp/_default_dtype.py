"""The dtype of new tensors: the one place that everything asks which makes them of nothing or of Python's numbers."""

from . import _native
from ._core import KIND_COMPLEX, KIND_FLOAT, dtype_code, dtype_of, number

_default = dtype_of("float32")


def get_default_dtype():
    """The dtype of tensors that are made of floating numbers, or of none, unless one is given; float32 at first."""
    return _default


def set_default_dtype(d):
    """Sets, for all threads, the dtype of new tensors of floating numbers: of `tensor`, `zeros`, `rand` and their like,
    and so of the parameters of modules. That of complex numbers has parts as wide.

    Operators are not concerned: what they make of whole numbers, as in `tensor([1, 2]) / 2`, is float32.

    >>> vjp.set_default_dtype(vjp.float64)
    >>> vjp.ones(2).dtype, vjp.tensor([0.5]).dtype
    (vjp.float64, vjp.float64)
    >>> vjp.set_default_dtype(vjp.float32)
    """
    global _default
    made = dtype_of(d)
    if not made.is_floating_point:
        raise TypeError(f"set_default_dtype: {made} is no floating dtype")
    _default = made
    _native.creation_in_python(made.name != "float32")


def default_complex():
    """The dtype of tensors made of complex numbers; there is none with halves."""
    return dtype_of("complex128" if _default.name == "float64" else "complex64")


def new_code(spec, *values):
    """The code of the dtype of a new tensor: the one given, or the default, if the values are floating or there are
    none; 0 where the library's own default is meant."""
    if spec is not None or _default.name == "float32":
        return dtype_code(spec)
    kinds = [number(value)[0] for value in values if number(value)]
    if KIND_COMPLEX in kinds:
        return default_complex().code
    return 0 if values and KIND_FLOAT not in kinds else _default.code
