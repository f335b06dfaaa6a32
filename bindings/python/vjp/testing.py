"""Comparison of results in tests, under the name of torch.testing.

    vjp.testing.assert_close(model(x), expected)
"""

from collections.abc import Mapping, Sequence

from . import _generated_ops as _ops
from ._core import InvalidError, type_name
from ._create import is_data, tensor
from ._methods import promote_types
from ._names.questions import unravel_index
from ._tensor import Tensor

__all__ = ["assert_close"]

# (relative, absolute) tolerances by dtype; those of PyTorch. Other dtypes are compared exactly.
_TOLERANCES = {"float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7),
               "complex64": (1.3e-6, 1e-5), "complex128": (1e-7, 1e-7)}


def assert_close(actual, expected, *, rtol=None, atol=None, equal_nan=False, check_device=True, check_dtype=True,
                 check_layout=True, check_stride=False, msg=None):
    """Raises AssertionError unless |actual - expected| <= atol + rtol |expected| for all elements.

    Tensors, arrays and numbers are compared; sequences and mappings of them entry by entry. The tolerances come both or
    not at all; by default they depend on the dtype, the coarser one of the two. NaN equals NaN with `equal_nan`.
    Shapes must be equal, and devices, dtypes, layouts and strides unless told otherwise. `msg` replaces the message, or
    is a function that gets it.

    >>> vjp.testing.assert_close(vjp.ones(2), vjp.tensor([1.0, 1.0 + 1e-7]))
    """
    if (rtol is None) != (atol is None):
        raise InvalidError("assert_close: rtol and atol come both, or not at all")
    checks = {"device": check_device, "dtype": check_dtype, "layout": check_layout}
    try:
        _compare(actual, expected, "", rtol, atol, equal_nan, checks, check_stride)
    except _Unlike as unlike:
        text = unlike.args[0]
        raise AssertionError(text if msg is None else msg(text) if callable(msg) else msg) from None


class _Unlike(Exception):
    """A difference, in words."""


def _is_entries(value):
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _compare(actual, expected, place, *how):
    at = f"\n\nThe failure occurred for item {place}" if place else ""
    if isinstance(actual, Mapping) and isinstance(expected, Mapping):
        if set(actual) != set(expected):
            raise _Unlike("The keys of the mappings do not match: only in actual "
                          f"{sorted(set(actual) - set(expected))}, only in expected "
                          f"{sorted(set(expected) - set(actual))}.{at}")
        for key in actual:
            _compare(actual[key], expected[key], f"{place}[{key!r}]", *how)
    elif _is_entries(actual) and _is_entries(expected):
        if len(actual) != len(expected):
            raise _Unlike(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}{at}")
        for i, (a, b) in enumerate(zip(actual, expected)):
            _compare(a, b, f"{place}[{i}]", *how)
    elif actual is None and expected is None:
        return
    elif all(isinstance(value, Tensor) or _is_number(value) or is_data(value) and not _is_entries(value)
             for value in (actual, expected)):
        _compare_tensors(actual, expected, at, *how)
    else:
        raise _Unlike(f"{type_name(actual)} and {type_name(expected)} cannot be compared{at}")


def _is_number(value):
    return isinstance(value, (bool, int, float, complex))


def _compare_tensors(actual, expected, at, rtol, atol, equal_nan, checks, check_stride):
    numbers = _is_number(actual) and _is_number(expected)
    if numbers:  # in double: Python's own numbers have no dtype
        wide = "complex128" if isinstance(actual, complex) or isinstance(expected, complex) else "float64"
        actual, expected = tensor(actual, wide), tensor(expected, wide)
    a, b = (value.detach() if isinstance(value, Tensor) else tensor(value) for value in (actual, expected))
    if a.shape != b.shape:
        raise _Unlike(f"The values for attribute 'shape' do not match: {a.shape} != {b.shape}.{at}")
    for name in [name for name, wanted in {**checks, "stride": check_stride}.items() if wanted]:
        mine, other = (value.stride() if name == "stride" else getattr(value, name) for value in (a, b))
        if mine != other:
            raise _Unlike(f"The values for attribute '{name}' do not match: {mine} != {other}.{at}")
    names = (a.dtype.name, b.dtype.name)
    a, b = (value.to_dense() if str(value.layout) != "vjp.strided" else value for value in (a, b))
    b = b.to(a.device)
    if names[0] != names[1]:
        common = promote_types(*names)
        a, b = a.to(common), b.to(common)
    if rtol is None:
        rtol, atol = (max(pair) for pair in zip(*(_TOLERANCES.get(name, (0.0, 0.0)) for name in names)))
    close = _ops.isclose(a, b, rtol, atol, equal_nan)
    if not bool(close.all()):
        raise _Unlike(_report(a, b, close, rtol, atol, numbers) + at)


def _report(a, b, close, rtol, atol, numbers):
    wide = "complex128" if a.dtype.is_complex else "float64"
    a, b = a.to(wide), b.to(wide)
    off = _ops.where(close, 0.0, (a - b).abs())
    size = b.abs()
    relative = _ops.where(close, 0.0, off / size)  # infinite where nothing was expected
    kind = "Scalars" if numbers else "Tensor-likes"
    lines = [f"{kind} are not {'close' if rtol or atol else 'equal'}!", ""]
    if not numbers:
        wrong, count = close.numel() - int(close.sum()), close.numel()
        lines.append(f"Mismatched elements: {wrong} / {count} ({100 * wrong / count:.1f}%)")
    for name, values, allowed in (("absolute", off, atol), ("relative", relative, rtol)):
        flat = _ops.nan_to_num(values, nan=float("inf"), posinf=float("inf")).reshape(-1)
        at = flat.argmax()
        index = tuple(int(i) for i in unravel_index(at, values.shape))
        where = f" at index {index}" if not numbers and index else ""
        lines.append(f"Greatest {name} difference: {values.reshape(-1)[at].item()}{where} (up to {allowed} allowed)")
    return "\n".join(lines)
