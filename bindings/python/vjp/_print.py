"""repr(tensor): `tensor([[1., 2.]], requires_grad=True)`."""

import re

from . import _core
from ._core import check
from ._default_dtype import default_complex, get_default_dtype
from ._ffi import ffi, lib

# What torch.set_printoptions sets; None: numpy's own.
_PROFILES = {"default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
             "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
             "full": {"precision": 4, "threshold": float("inf"), "edgeitems": 3, "linewidth": 80}}
_options = {"precision": 4, "threshold": None, "edgeitems": None, "linewidth": None, "sci_mode": None}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """How tensors are printed: digits after the point, the number of elements above which only `edgeitems` at both ends
    of each dimension are shown, characters of a line, and exponents: always (True), never (False), or as numpy does.

    profile: "default", "short" or "full" set the first four; what else is given has the last word. What nobody set is
    numpy's own, but for a precision of 4.

    >>> vjp.set_printoptions(precision=2)
    >>> vjp.tensor([3.14159])
    tensor([3.14])
    >>> vjp.set_printoptions(profile="default")
    """
    if profile is not None and profile not in _PROFILES:
        raise _core.InvalidError(f"set_printoptions: profile is {profile!r}, expected one of {', '.join(_PROFILES)}")
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    for name, value in given.items():
        if value is not None and value < (0 if name == "precision" else 1):
            raise _core.InvalidError(f"set_printoptions: {name} is {value}, expected a positive number")
    _options.update(_PROFILES.get(profile, {}))
    _options.update({name: value for name, value in given.items() if value is not None})
    _options["sci_mode"] = sci_mode


def get_printoptions():
    """What `set_printoptions` set, by name; None: numpy's own."""
    return dict(_options)


def _numpy_options():
    """The keywords of numpy.array2string."""
    import sys

    known = {numpys: _options[ours] for numpys, ours in (("precision", "precision"), ("threshold", "threshold"),
                                                         ("edgeitems", "edgeitems"), ("max_line_width", "linewidth"))
             if _options[ours] is not None}
    if known.get("threshold") == float("inf"):
        known["threshold"] = sys.maxsize
    digits, mode = _options["precision"], _options["sci_mode"]
    if mode is not None:
        import numpy

        text_of = numpy.format_float_scientific if mode else numpy.format_float_positional
        known["formatter"] = {"float_kind": lambda value: text_of(value, digits, unique=False)}
    return known


def _is_said(dtype):
    """Whether a dtype is none of those that numbers have by themselves."""
    return dtype.name not in ("int64", "bool") and dtype not in (get_default_dtype(), default_complex())


def describe(x):
    from . import forward_ad

    if lib.vjp_tensor_layout(x._p):
        return _sparse(x)

    prefix = "tensor("
    parts = [_values(forward_ad.unpack_dual(x).primal, prefix)]
    if x.dtype is not get_default_dtype() and (x.numel() == 0 or _is_said(x.dtype)):
        parts.append(f"dtype={x.dtype!r}")
    if x.numel() == 0 and x.shape != (0,):
        parts.append(f"size={x.shape}")
    if x.device.type != "cpu":
        parts.append(f"device='{x.device}'")
    if not x.is_leaf:
        parts.append(f"grad_fn=<{x.grad_fn.name()}>")
    elif x.requires_grad:
        parts.append("requires_grad=True")
    innermost = lib.vjp_forward_mode_level()
    for level in forward_ad.tangent_levels(x):
        name = "tangent" if level == innermost else f"tangent@{level}"
        parts.append(f"{name}={describe(forward_ad.unpack_dual(x, level=level).tangent)}")
    return prefix + ", ".join(parts) + ")"


def _sparse(x):
    """The members, each on lines of its own."""
    prefix = "tensor("
    if x.layout._name == "sparse_coo":
        members = {"indices": x._indices(), "values": x._values()}
    elif x.layout._name in ("sparse_csr", "sparse_bsr"):
        members = {"crow_indices": x.crow_indices(), "col_indices": x.col_indices(), "values": x.values().detach()}
    else:
        members = {"ccol_indices": x.ccol_indices(), "row_indices": x.row_indices(), "values": x.values().detach()}
    parts = []
    for name, member in members.items():
        shown = f"{name}={describe(member)}"
        parts.append(shown.replace("\n", "\n" + " " * (len(name) + 1 + len(prefix))))
    tail = [f"size={x.shape}", f"nnz={x._nnz()}"]
    if _is_said(x.dtype):
        tail.append(f"dtype={x.dtype!r}")
    tail.append(f"layout={x.layout!r}")
    if not x.is_leaf:
        tail.append(f"grad_fn=<{x.grad_fn.name()}>")
    elif x.requires_grad:
        tail.append("requires_grad=True")
    return prefix + (",\n" + " " * len(prefix)).join([*parts, ", ".join(tail)]) + ")"


def _values(x, prefix):
    if lib.vjp_tensor_is_batched(x._p):
        return _samples(x, prefix)
    if x.numel() == 0:
        return "[]"
    try:
        import numpy
    except ImportError:
        return _with_commas(text(x)).replace("\n", "\n" + " " * len(prefix))
    return numpy.array2string(_printable(x).numpy(), separator=", ", prefix=prefix, **_numpy_options())


def _samples(x, prefix):
    """The values of all samples, also at a level that has ended."""
    levels, bracket, rows = text(x).partition("[")
    return levels + _with_commas(bracket + rows).replace("\n", "\n" + " " * len(prefix + levels))


def _printable(x):
    """Detached, on the CPU, and of a dtype that numpy can print."""
    x = x.detach().cpu()
    return x.to(_core.dtype_of("float32")) if x.dtype.name == "bfloat16" else x


def text(x, precision=-1):
    """The library's own rendering."""
    out = ffi.new("char*[1]")
    check(lib.vjp_tensor_to_string(x._p, precision, out))
    try:
        return ffi.string(out[0]).decode()
    finally:
        lib.vjp_string_free(out[0])


def _with_commas(lines):
    return re.sub(r"\]\n", "],\n", re.sub(r"([^\s\[\]]) +(?=[^\s\]])", r"\1, ", lines))
