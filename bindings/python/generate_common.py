"""The operators as vjp_gen prints them, and the pieces of Python that all generated files have. Used by generate.py."""

import importlib.util
import math
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.normpath(os.path.join(HERE, "..", "..", "scripts")))
import api  # noqa: E402


def load_by_path(name):
    """A module of vjp by its path: the package itself needs what is generated here."""
    spec = importlib.util.spec_from_file_location(name, os.path.join(HERE, "vjp", name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_schema = load_by_path("_schema")
REQUIRED = _schema.REQUIRED

# What tensors have as attributes.
PROPERTIES = ("T", "mT", "H", "mH", "real", "imag")


# Functions whose tensors may be given one by one: block_diag(a, b).
SPREAD = ("block_diag", "broadcast_tensors", "cartesian_prod", "meshgrid")


def default_of(arg):
    if arg.required:
        return REQUIRED
    infinite = arg.value in ("inf", "-inf") and arg.kind in ("float", "Scalar")
    return math.copysign(math.inf, -1 if arg.value == "-inf" else 1) if infinite else arg.value


class Operator:
    def __init__(self, op):
        self.full_name, self.name, self.overload = op.name, op.base, op.overload
        self.args = tuple(_schema.Arg(arg.type, arg.name, default_of(arg), arg.keyword_only) for arg in op.arguments)
        self.outputs = tuple(result.name for result in op.results)
        self.list_output = api.returns_list(op)
        self.doc, self.details, self.family, self.inplace, self.out = op.doc, op.details, op.family, op.inplace, op.out
        self.symbol = api.symbol(op)
        self.c_functions = [function.name for function in op.functions]
        self.takes_format = False  # whether `memory_format` calls another form, see Writer

    @property
    def operands(self):
        return [i for i, arg in enumerate(self.args) if arg.type == "Operand"]

    @property
    def is_method(self):
        return (bool(self.args) and self.args[0].name == "input" and self.args[0].type in ("Tensor", "Operand")
                and not self.is_creation)

    @property
    def is_creation(self):
        """Whether it makes a tensor from nothing, or like another. (The family has also what is never tracked.)"""
        from_nothing = not any(arg.type.startswith(("Tensor", "Operand")) for arg in self.args)
        return self.family == "creation" and (from_nothing or self.is_like)

    @property
    def is_like(self):
        return self.family == "creation" and self.name.endswith("_like")

    @property
    def decides_dtype(self):
        """The arguments whose kind decides whether a tensor made of nothing has the default dtype; () where it has in
        any case, None where it has in none."""
        if not self.is_creation or self.is_like or self.name in ("randint", "randperm"):
            return None
        return [arg.name for arg in self.args if arg.type == "Scalar"] if self.name in ("arange", "full") else []

    @property
    def extra(self):
        """Keyword-only parameters of the binding's own."""
        return ((["out"] if self.out else []) + (["memory_format"] if self.takes_format else []) +
                (["device", "requires_grad"] if self.is_creation else []))

    @property
    def results(self):
        """Names of several results, () for one."""
        return self.outputs if len(self.outputs) > 1 else ()

    def varargs(self, first):
        """The int[] that may be spread over the positional arguments from `first` on, if there is one."""
        rest = self.args[first:]
        if rest and rest[0].type == "int[]" and rest[0].default is REQUIRED and all(a.keyword_only for a in rest[1:]):
            return rest[0].name
        return None

    @property
    def spread_tensors(self):
        """The place of the Tensor[] that may be spread over the positional arguments, or None."""
        first = 1 if self.args and self.args[0].type == "str" else 0
        spread = first or self.full_name in SPREAD
        return first if spread and len(self.args) > first and self.args[first].type == "Tensor[]" else None


def load_operators(options):
    return [Operator(op) for op in api.operators(api.load_for(options))]


# ---- code ----

def wrapped(head, items, tail, indent, width=118):
    """`head(items)tail`, broken at commas and aligned with the bracket."""
    lines, line = [], " " * indent + head
    column = len(line)
    for i, item in enumerate(items):
        piece = item + (", " if i + 1 < len(items) else tail)
        if len(line) + len(piece.rstrip()) > width and len(line) > column:
            lines.append(line.rstrip())
            line = " " * column
        line += piece
    if not items:
        line += tail
    return "\n".join(lines + [line.rstrip()])


def default_text(value):
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return 'float("inf")' if value > 0 else 'float("-inf")'
    if isinstance(value, list):
        return repr(tuple(value))
    return '"%s"' % value if isinstance(value, str) else repr(value)


def parameters(args, extra=(), render=None):
    """The parameter list of a def. `extra`: keyword-only parameters of the binding's own."""
    render = render or (lambda arg: arg.name if arg.default is REQUIRED else f"{arg.name}={default_text(arg.default)}")
    parts, star = [], False
    for arg in args:
        if arg.keyword_only and not star:
            parts.append("*")
            star = True
        parts.append(render(arg))
    if extra and not star:
        parts.append("*")
    return parts + list(extra)


def by_position(args):
    """Keyword-only parameters made positional; required ones after optional ones get a default, which is never used."""
    result, optional = [], False
    for arg in args:
        optional = optional or arg.default is not REQUIRED
        result.append(arg._replace(keyword_only=False, default=None if arg.default is REQUIRED and optional
                                   else arg.default))
    return result
