"""vjp.array_api beside array-api-strict, the reference implementation of the standard: names, signatures, results.

This is not the standard's own suite (array-api-tests), which no package index has. array_api_cases.py says what is
compared; array_api_deviations.txt where the answers differ, with the reasons. A deviation that is none fails, too.
"""

import collections
import functools
import inspect
import pathlib
import warnings

import array_api_cases
import array_api_strict as strict
import numpy as np
import pytest

import vjp

pytestmark = pytest.mark.host

OURS = vjp.array_api
HERE = pathlib.Path(__file__).parent
VERSION = "2025.12"  # what is there from after 2024.12 is compared, too
# The reference's names beside the standard's.
NOT_STANDARD = {"ArrayAPIStrictFlags", "Device", "get_array_api_strict_flags", "reset_array_api_strict_flags",
                "set_array_api_strict_flags", "__version__", "linalg", "fft"}
WIDER = {"float32": "float64", "complex64": "complex128"}


@functools.cache
def by_function():
    """(function, dtype, expression) by the function, each once."""
    found = collections.defaultdict(dict)
    for case in array_api_cases.cases():
        found[case[0]][case] = None
    return {name: list(cases) for name, cases in found.items()}


@functools.cache
def deviations():
    rows = []
    for line in (HERE / "array_api_deviations.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, dtypes, text, reason = (part.strip() for part in line.split(" | ", 3))
            assert reason, line
            rows.append((name, dtypes.split(), text, line))
    return rows


def excuses(case):
    name, dtype, expression = case
    return [line for known, dtypes, text, line in deviations()
            if known == name and (dtype in dtypes or dtypes == ["all"]) and text in expression]


# ---- what comes of an expression ----

def _put(x, key, value):
    x = x.__array_namespace__().asarray(x, copy=True)
    x[key] = value
    return x


def _inplace(x, sign, y):
    scope = {"x": x.__array_namespace__().asarray(x, copy=True), "y": y}
    exec(f"x {sign} y", scope)
    return scope["x"]


def _widest(x):
    name = _dtype(x.dtype)
    return WIDER.get(name, name), x


@functools.cache
def _arrays(xp, dtype):
    return {name: xp.asarray(array, copy=True) for name, array in array_api_cases.arrays(dtype).items()}


def answer(xp, dtype, expression):
    """What the expression gives, or the exception."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return eval(expression, {**_arrays(xp, dtype), "xp": xp, "put": _put, "inplace": _inplace,
                                     "widest": _widest})
        except Exception as error:
            return error


def _is_array(value):
    return isinstance(value, vjp.Tensor) or type(value) is type(strict.asarray(0))


def _dtype(value):
    return value.name if isinstance(value, vjp.dtype) else str(value).rpartition(".")[2]


def _array(value):
    return value.numpy() if isinstance(value, vjp.Tensor) else np.asarray(value._array)


def difference(got, wanted, case, exact_zeros=True):
    """What is unlike, as text; empty where nothing is."""
    if isinstance(got, Exception) or isinstance(wanted, Exception):
        return f"{got!r} is not {wanted!r}"
    if isinstance(wanted, (list, tuple)):
        fields, expected = getattr(got, "_fields", None), getattr(wanted, "_fields", None)
        if len(got) != len(wanted) or fields != expected:
            return f"{fields or len(got)} is not {expected or len(wanted)}"
        compare = functools.partial(difference, case=case, exact_zeros=exact_zeros)
        return "; ".join(filter(None, map(compare, got, wanted)))
    if not _is_array(wanted):
        if hasattr(wanted, "dtype") and hasattr(wanted, "item") or isinstance(wanted, (int, float, complex, str)):
            same = got == wanted or got != got and wanted != wanted or case[0] == "__complex__" and got == wanted
        else:
            same = got is None if wanted is None else _dtype(got) == _dtype(wanted)
        return "" if same else f"{got!r} is not {wanted!r}"
    if not _is_array(got):
        return f"{got!r} is no array"
    defaulted = case[0] == "defaults"
    if not defaulted and _dtype(got.dtype) != _dtype(wanted.dtype):
        return f"{got.dtype} is not {wanted.dtype}"
    got, wanted = _array(got), _array(wanted)
    if got.shape != wanted.shape:
        return f"shape {got.shape} is not {wanted.shape}"
    single = wanted.dtype in (np.float32, np.complex64) or case[1] in WIDER or defaulted
    tolerance = 2e-5 if single else 1e-11
    if wanted.dtype.kind in "biu":
        return "" if np.array_equal(got, wanted) else f"{got} is not {wanted}"
    for a, b in ((got.real, wanted.real), (got.imag, wanted.imag)):
        if not np.allclose(a, b, rtol=tolerance, atol=tolerance if np.isfinite(b).all() else 1e-37, equal_nan=True):
            wrong = ~np.isclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)
            return f"{got[wrong][:4]} is not {wanted[wrong][:4]} ({wrong.sum()} of {wrong.size})"
        if exact_zeros and wanted.dtype.kind == "f" and (np.signbit(a) != np.signbit(b))[(a == 0) & (b == 0)].any():
            return f"a zero's sign: {a} is not {b}"
    return ""


@functools.cache
def outcomes(name):
    """{case: what is unlike} of a function."""
    strict.set_array_api_strict_flags(api_version=VERSION)
    zeros = name in array_api_cases.UNARY or name in array_api_cases.BINARY
    return {case: difference(answer(OURS, *case[1:]), answer(strict, *case[1:]), case, zeros)
            for case in by_function()[name]}


# ---- tests ----

@pytest.mark.parametrize("name", list(by_function()))
def test_results(name):
    wrong, needless = [], {line: True for row in deviations() if row[0] == name for line in [row[3]]}
    for case, unlike in outcomes(name).items():
        lines = excuses(case)
        if unlike and not lines:
            wrong.append(f"{case[1]}: {case[2]}: {unlike}")
        if unlike:
            needless.update(dict.fromkeys(lines, False))
    unused = [f"no deviation: {line}" for line, is_needless in needless.items() if is_needless]
    assert not wrong and not unused, "\n".join([f"{len(wrong)} wrong", *wrong[:40], *unused])


@pytest.mark.parametrize("name, expression", array_api_cases.ERRORS)
def test_errors(name, expression):
    strict.set_array_api_strict_flags(api_version=VERSION)
    wanted = answer(strict, "float64", expression)
    assert isinstance(wanted, Exception), f"the reference says {wanted}"
    got = answer(OURS, "float64", expression)
    assert isinstance(got, (ValueError, TypeError, IndexError)), f"{got!r}; the reference says {wanted!r}"


def names():
    strict.set_array_api_strict_flags(api_version=VERSION)
    for prefix, module in (("", strict), ("linalg.", strict.linalg), ("fft.", strict.fft)):
        yield from (prefix + name for name in module.__all__ if name not in NOT_STANDARD)
    kept = {"T", "mT", "device", "dtype", "ndim", "shape", "size", "to_device"}
    yield from (f"array.{name}" for name in dir(strict.asarray(0.0))
                if name in kept or name.startswith("__") and name.strip("_") in _DUNDERS)


_DUNDERS = set("abs add and array_namespace bool complex dlpack dlpack_device eq float floordiv ge getitem gt index "
               "int invert le lshift lt matmul mod mul ne neg or pos pow rshift setitem sub truediv xor iadd isub imul "
               "itruediv ifloordiv ipow imod iand ior ixor ilshift irshift radd rsub rmul rtruediv rfloordiv rpow rmod "
               "rmatmul rand ror rxor rlshift rrshift".split())
MISSING = {name: "the library has no such dtype" for name in ("uint16", "uint32", "uint64")}


def _found(xp, name):
    first, _, rest = name.rpartition(".")
    return getattr({"": xp, "array": type(xp.asarray(0.0))}.get(first) or getattr(xp, first), rest, None)


@pytest.mark.parametrize("name", list(names()))
def test_names_and_signatures(name):
    found, wanted = _found(OURS, name), _found(strict, name)
    if name in MISSING:
        assert found is None, f"{name} is there: {MISSING[name]} no more"
        return
    assert found is not None or wanted is None
    if not inspect.isfunction(wanted) or name.startswith("array.__"):
        return
    assert found.__doc__
    parameters = inspect.signature(found).parameters
    for key, parameter in inspect.signature(wanted).parameters.items():
        own = parameters.get(key.removesuffix("_"), parameters.get(key))
        if key == "self":
            continue
        assert own is not None, f"{key} of {inspect.signature(wanted)} is missing"
        # What may be given by keyword there may be here. Defaults: the reference has marks of its own for some.
        by_keyword = parameter.kind not in (parameter.POSITIONAL_ONLY, parameter.VAR_POSITIONAL)
        assert not by_keyword or own.kind in (own.KEYWORD_ONLY, own.POSITIONAL_OR_KEYWORD), key
        assert parameter.kind is not parameter.POSITIONAL_ONLY or own.kind is not own.KEYWORD_ONLY, key
        assert "UNDEF" in repr(parameter.default) or own.default == parameter.default, key


def test_at_least_95_percent_agree():
    unlike = [bool(text) for name in by_function() for text in outcomes(name).values()]
    unlike += [name in MISSING for name in names()]
    share = 100 * (1 - sum(unlike) / len(unlike))
    print(f"{share:.2f} % of {len(unlike)} cases agree")
    assert share >= 95, f"{share:.2f} % of {len(unlike)} cases agree"


def test_programs_of_the_standard_have_derivatives():
    def softmax(x):
        xp = x.__array_namespace__()
        shifted = xp.exp(x - xp.max(x, axis=-1, keepdims=True))
        return shifted / xp.sum(shifted, axis=-1, keepdims=True)

    x = vjp.tensor([[0.5, -1.0, 2.0]], dtype="float64", requires_grad=True)
    assert vjp.autograd.gradcheck(softmax, (x,))
    assert (softmax(x) - vjp.softmax(x, -1)).abs().max() < 1e-15


def test_what_the_namespace_says_of_itself():
    info = OURS.__array_namespace_info__()
    assert info.default_device() == "cpu" and vjp.device("cpu") in info.devices()
    assert info.default_dtypes() == {"real floating": OURS.zeros(1).dtype, "complex floating": OURS.asarray(1j).dtype,
                                     "integral": OURS.asarray(1).dtype,
                                     "indexing": OURS.argmax(OURS.zeros(1)).dtype}
    assert info.dtypes(kind="signed integer") == {f"int{n}": getattr(vjp, f"int{n}") for n in (8, 16, 32, 64)}
    assert set(info.dtypes()) == set(array_api_cases.ALL)
    limit = info.capabilities()["max dimensions"]
    assert OURS.zeros((1,) * limit).ndim == limit
    with pytest.raises(vjp.ShapeError):
        OURS.zeros((1,) * (limit + 1))


def test_no_copy_where_none_is_asked_for():
    x = vjp.ones(2, 3, requires_grad=True)
    assert OURS.asarray(x) is x and OURS.asarray(x, copy=False) is x and OURS.asarray(x, copy=True) is not x
    assert OURS.astype(x, vjp.float32, copy=False) is x and OURS.astype(x, vjp.float32) is not x
    array = np.ones(3, np.float32)
    assert OURS.asarray(array, copy=False).data_ptr() == array.ctypes.data
    assert OURS.reshape(x, (6,), copy=False).data_ptr() == x.data_ptr()
    for call in (lambda: OURS.asarray([1.0], copy=False), lambda: OURS.asarray(x, dtype=vjp.int64, copy=False),
                 lambda: OURS.reshape(x.detach().mT, (6,), copy=False)):
        with pytest.raises(ValueError, match="copy=False"):
            call()
