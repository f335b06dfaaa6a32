"""Prints the Python functions of the operators, and their stubs, from the description of the API.

    python generate.py [--check] [--gen VJP_GEN]

writes vjp/_generated_ops.py, vjp/_generated_schemas.py, native/operators_generated.c and vjp/__init__.pyi (from
stub.pyi.in); with --check it only compares, and fails where they are stale.
"""

import os
import sys
import textwrap

import generate_native
from generate_common import (
    HERE,
    PROPERTIES,
    REQUIRED,
    api,
    by_position,
    default_text,
    load_operators,
    parameters,
    wrapped,
)
from generate_stubs import stub_module

# Python's operators and the library's; the first name that the registry has is taken.
BINARY = {"add": ["add"], "sub": ["sub"], "mul": ["mul"], "truediv": ["div"], "floordiv": ["floor_divide"],
          "mod": ["remainder"], "pow": ["pow"], "matmul": ["matmul"], "and": ["bitwise_and", "logical_and"],
          "or": ["bitwise_or", "logical_or"], "xor": ["bitwise_xor", "logical_xor"],
          "lshift": ["bitwise_left_shift"], "rshift": ["bitwise_right_shift"]}
COMPARISON = ("lt", "le", "gt", "ge", "eq", "ne")
UNARY = {"pos": ["positive"], "neg": ["neg"], "abs": ["abs"], "invert": ["bitwise_not", "logical_not"]}


def conversions(args):
    """(statements before the call, expressions in the call) that hand arguments to C."""
    before, call = [], []
    for arg in args:
        name, kind = arg.name, arg.type
        optional = kind.endswith("?")
        if kind in ("Tensor", "Operand"):
            call.append(f"{name}._p")
        elif kind in ("Tensor?", "Generator?", "Operand?"):
            call.append(f"NULL if {name} is None else {name}._p")
        elif kind == "Tensor[]":
            before.append(f"{name} = [item._p for item in {name}]")
            call += [name, f"len({name})"]
        elif kind == "Tensor?[]":
            before.append(f"{name} = [NULL if item is None else item._p for item in {name}]")
            call += [name, f"len({name})"]
        elif kind in ("int[]", "float[]"):
            before.append(f"{name} = {'ints' if kind == 'int[]' else 'floats'}({name})")
            call += [name, f"len({name})"]
        elif kind in ("int[]?", "float[]?"):
            before.append(f"{name} = () if {name} is None else {'ints' if kind == 'int[]?' else 'floats'}({name})")
            call += [f"{name} or NULL", f"len({name})"]
        elif kind == "Scalar":
            call.append(f"*scalar({name})")
        elif kind == "Scalar?":
            call.append(f"NULL if {name} is None else scalar_struct({name})")
        elif kind in ("int?", "float?"):
            call.append(f"NULL if {name} is None else [{name}]")
        elif kind in ("str", "str?"):
            call.append(f"NULL if {name} is None else {name}.encode()" if optional else f"{name}.encode()")
        elif kind == "dtype?":
            call.append(f"dtype_code({name})")
        elif kind == "Device?":
            call.append(f"NULL if {name} is None else device_struct({name})")
        else:
            call.append(name)
    return before, call


# ---- texts ----
#
# What an operator does, its shapes, dtypes and derivative come from the library's registry; the example from
# examples.txt.

def load_examples():
    """By the full name of an operator: lines of a session, which tests/test_help.py runs."""
    with open(os.path.join(HERE, "examples.txt"), encoding="utf-8") as file:
        text = "".join(line for line in file if not line.startswith("#"))
    blocks = [block.split("\n", 1) for block in text.strip().split("\n\n")]
    return {name: session.strip("\n") for name, session in blocks}


EXAMPLES = load_examples()


def described(op, example):
    """Paragraphs: what it does; shapes, dtypes and the derivative; an example."""
    results = op.results and "Results, by these names: " + ", ".join(name or f"out{i}" for i, name in
                                                                    enumerate(op.results)) + "."
    text = ["\n".join(textwrap.wrap(op.doc, 110))]
    rest = [line for item in ([results] if results else []) + op.details for line in textwrap.wrap(item, 110)]
    if rest:
        text.append("\n".join(rest))
    if example:
        text.append(example)
    return "\n\n".join(text)


def form_of(name, op, method=False):
    """How a form of several is called."""
    parts = parameters(op.args[1:] if method else op.args, [f"{item}={'False' if item == 'requires_grad' else None}"
                                                           for item in op.extra] if not method else ())
    return f"{'x.' if method else ''}{name}({', '.join(parts)})"


def forms_text(name, ops):
    """The text of several overloads: their calls, then each."""
    head = "\n".join(form_of(name, op) for op in ops)
    return "\n\n".join([head] + [described(op, EXAMPLES.get(op.full_name)) for op in ops])


def inplace_text(name, ops, forms=False):
    name = name.removesuffix("_")
    head = "\n".join(form_of(name + "_", op, True) for op in ops) + "\n\n" if forms else ""
    return head + textwrap.fill(
        f"As `{name}`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history "
        f"goes on with this operation, and its derivative is that of `{name}`; a leaf that requires grad is not "
        "changed while recording.", 110)


def docstring(text, indent):
    margin = " " * indent
    lines = [(margin + line).rstrip() for line in ('"""' + text.replace("\\", "\\\\")).split("\n")]
    return "\n".join(lines) + ('"""' if len(lines) == 1 else f'\n{margin}"""')


class Writer:
    def __init__(self, operators):
        self.functions = {name for op in operators for name in op.c_functions}
        self.operators = operators
        # A form that only takes `memory_format` more is a keyword of what it is a form of, which stays a direct call.
        names = {op.full_name for op in operators if f"{op.name}.device" not in {item.full_name for item in operators}}
        self.in_format = {op.name: op for op in operators if op.overload == "memory_format" and op.name in names}
        self.by_name = {}
        for op in operators:
            if self.in_format.get(op.name) is op:
                continue
            op.takes_format = op.name in self.in_format
            self.by_name.setdefault(op.name, []).append(op)
        # The overload without a name of its own, else the first: what Python's operators call.
        self.plain = {name: next((op for op in ops if not op.overload), ops[0])
                      for name, ops in self.by_name.items()}
        self.c_used = set()
        self.attached = []  # (method, function): what Python attaches
        # What C does in the place of Python: rows for generate_native.py.
        self.native_functions, self.native_methods = [], []
        self.binary, self.comparison, self.unary = [], [], []

    @staticmethod
    def signature(parts, method=False):
        """A parameter list as `inspect` reads it from a text."""
        text = ", ".join(parts).replace('float("inf")', "1e999").replace('float("-inf")', "-1e999")
        return f"({'$' if method else ''}{text})"

    def c(self, name):
        """The module-level name of a C call, which is looked up once."""
        self.c_used.add(name)
        return "_c_" + name.removeprefix("call_").removeprefix("vjp_")

    def has(self, name):
        return "vjp_" + name in self.functions

    # -- functional forms --

    def variant(self, op):
        """One of several overloads: all arguments by position, for `overloaded` has bound them."""
        lines = [wrapped(f"def _{op.symbol}(", parameters(by_position(op.args)), "):", 0)]
        return "\n".join(lines + self.body(op, [arg.name for arg in op.args], False))

    def function(self, op):
        name = op.name
        defaults = {"requires_grad": "False"}
        extra = [f"{item}={defaults.get(item, 'None')}" for item in op.extra]
        varargs = op.varargs(0) if op.is_creation else None
        args = op.args
        if varargs:
            parts = [f"*{varargs}"] + [part for part in parameters(args[1:], extra) if part != "*"] + ["**keywords"]
        elif op.spread_tensors is not None:
            at = op.spread_tensors
            varargs = args[at].name
            rest = [part for part in parameters(args[at + 1:], extra) if part != "*"]
            parts = parameters(args[:at]) + [f"*{varargs}"] + rest + ["**keywords"]
        else:
            parts = parameters(args, extra)
        spread = 0 if varargs and op.is_creation else -1
        self.native_functions.append((name, self.signature(parts), name, [op], spread, op.is_creation, False))
        if op.is_method and name not in PROPERTIES and not op.varargs(1):
            self.native_methods.append((name, self.signature(parts, True), name, [op], -1, False, False))
        lines = [wrapped(f"def {name}(", parts, "):", 0)]
        lines.append(docstring(described(op, EXAMPLES.get(op.full_name)), 4))
        if varargs:
            lines.append(f'    {varargs} = unpacked({varargs}, keywords, "{varargs}")')
            lines.append("    if keywords:")
            lines.append(f'        raise TypeError("{name}: unknown keyword {{}}".format(*keywords))')
        names = [arg.name for arg in args]
        if op.is_creation:
            lines += self.elsewhere(op)
        if op.out:
            lines += ["    if out is not None:",
                      wrapped(f'        return call_out("{op.full_name}", (', self.tuple_items(names), "), out)", 0)]
        if op.takes_format:
            other = self.in_format[name]
            again = [*names, "memory_format"]
            lines += ["    if memory_format is not None:",
                      f"        {'made =' if op.is_creation else 'return'} _{other.symbol}({', '.join(again)})"]
            if op.is_creation:
                lines += ["        return made.requires_grad_() if requires_grad else made"]
        lines += self.body(op, names, op.is_creation)
        return "\n".join(lines)

    @staticmethod
    def elsewhere(op):
        """What a creation function does where a device is given."""
        if op.is_like:
            return ["    if device is not None:", "        input = like_on(input, device)"]
        again = [arg.name if arg.default is REQUIRED and not arg.keyword_only else f"{arg.name}={arg.name}"
                 for arg in op.args] + [f"{item}={item}" for item in op.extra if item != "device"]
        return ["    if device is not None:", "        with on_device(device):",
                wrapped(f"return {op.name}(", again, ")", 12)]

    @staticmethod
    def tuple_items(names):
        return names if len(names) != 1 else [names[0] + ","]

    def by_registry(self, op, names, function="call", indent=8):
        return wrapped(f'return {function}("{op.full_name}", (', self.tuple_items(names), "))", indent)

    def body(self, op, names, creation):
        if any(arg.type == "Operand?" for arg in op.args):
            return [self.by_registry(op, names, indent=4)]
        before, call = conversions(op.args)
        if op.decides_dtype is not None:
            decided = f"new_code({', '.join(['dtype', *op.decides_dtype])})"
            call = [decided if item == "dtype_code(dtype)" else item for item in call]
        if op.results:
            call = [*call, "outs"]
        lines = self.unless_plain(op, names, self.has(op.symbol + "_scalar"), "call") + ["    try:"]
        target = self.target(op)
        lines += self.branches(op, before, target, self.c("call_" + op.symbol), call, op.symbol + "_scalar")
        return lines + self.explained(op, names) + self.ending(op, creation)

    def explained(self, op, names):
        return ["    except UNFIT as error:",
                wrapped(f'raise explain("{op.full_name}", (', self.tuple_items(names), "), error) from None", 8)]

    def unless_plain(self, op, names, scalar, function):
        """Sends operands other than tensors, and a plain number as the last, to the call by name."""
        if not op.operands:
            return []
        *others, last = [op.args[i].name for i in op.operands]
        kinds = ["kind is not Tensor"] + (["kind is not float", "kind is not int"] if scalar else [])
        tests = [f"{name}.__class__ is not Tensor" for name in others]
        tests.append(f"({' and '.join(kinds)})" if tests and scalar else " and ".join(kinds))
        return [f"    kind = {last}.__class__", f"    if {' or '.join(tests)}:", self.by_registry(op, names, function)]

    def branches(self, op, before, target, function, call, scalar):
        """The call of C, or the three for a tensor, a float or an int as the last operand."""
        lines = ["        " + line for line in before]
        if not op.operands or not self.has(scalar):
            return [*lines, wrapped(f"{target} = {function}(", call, ")", 8)]
        last = op.args[op.operands[-1]].name
        at = call.index(f"{last}._p")
        function_of_number = self.c("call_" + scalar)
        for test, number in (("if kind is Tensor", None), ("elif kind is float", ["3", "0", last, "0.0"]),
                             ("else", ["2", last, "0.0", "0.0"])):
            lines.append(f"        {test}:")
            args = call if number is None else call[:at] + number + call[at + 1:]
            lines.append(wrapped(f"{target} = {function if number is None else function_of_number}(", args, ")", 12))
        return lines

    @staticmethod
    def target(op):
        return "status" if op.results else "p"

    @staticmethod
    def ending(op, creation):
        if op.results:
            tensors = ", ".join(f"Tensor(outs[{i}])" for i in range(len(op.results)))
            return ["    if status:", "        raise failure()", f"    return {op.symbol}_result({tensors})"]
        if op.list_output:
            return ["    if p:", "        return from_list(p)", "    raise failure()"]
        if creation:
            return ["    if p:", "        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)",
                    "    raise failure()"]
        return ["    if p:", "        return Tensor(p)", "    raise failure()"]

    # -- methods --

    def inplace(self, op, name):
        args = op.args
        if name.startswith("_"):  # one of several overloads, see `variant`
            args = by_position(args)
        names = [arg.name for arg in args]
        lines = [wrapped(f"def {name}(", parameters(args), "):", 0)]
        if not name.startswith("_"):
            lines.append(docstring(inplace_text(op.name, [op]), 4))
            self.attach_inplace(name, self.signature(parameters(args), True), [op])
        if not self.has(op.symbol + "_") or any(arg.type == "Operand?" for arg in args):
            return "\n".join([*lines, self.by_registry(op, names, "call_inplace", 4)])
        before, call = conversions(args)
        lines += self.unless_plain(op, names, self.has(op.symbol + "_scalar_"), "call_inplace") + ["    try:"]
        lines += self.branches(op, before, "status", self.c("call_" + op.symbol + "_"), call, op.symbol + "_scalar_")
        return "\n".join(lines + self.explained(op, names) +
                         ["    if status:", "        raise failure()", f"    return {names[0]}"])

    def operator_methods(self):
        """Which operators Python's stand for: `binary` of native/operators.c, and `binary` of vjp/_call.py."""
        for python, candidates in list(BINARY.items()) + [(name, [name]) for name in COMPARISON]:
            op = next((self.plain[name] for name in candidates if name in self.plain), None)
            if op is None or [arg for arg in op.args[2:] if arg.default is REQUIRED and arg.type != "Tensor?"]:
                continue
            (self.binary if python in BINARY else self.comparison).append((python, op))
        for python, candidates in UNARY.items():
            name = next((name for name in candidates if name in self.plain), None)
            if name:
                self.unary.append((python, self.plain[name]))

    @property
    def dunders(self):
        """The names of the methods that are Python's operators."""
        forms = [("", op) for op in self.comparison + self.unary]
        forms += [(form, op) for op in self.binary for form in ("", "r") + (("i",) if op[1].inplace else ())]
        return {f"__{form}{python}__" for form, (python, _) in forms}

    # -- the module --

    def module(self):
        parts = []
        public = []
        for op in self.operators:
            if op.results:
                names = ", ".join(f'"{name or f"out{i}"}"' for i, name in enumerate(op.results))
                public.append(f"{op.symbol}_result")
                parts.append(f'{op.symbol}_result = namedtuple("{op.symbol}_result", ({names}))\n'
                             f'{op.symbol}_result.__doc__ = "What the operator `{op.name}` gives."')
        for name, ops in self.by_name.items():
            public.append(name)
            if name in self.in_format:
                parts.append(self.variant(self.in_format[name]))
            if len(ops) == 1:
                parts.append(self.with_outs(ops[0], self.function(ops[0])))
            else:
                for op in ops:
                    parts.append(self.with_outs(op, self.variant(op)))
                self.native_functions.append((name, "(*args, **kwargs)", name, ops, -1,
                                              any(op.is_creation for op in ops), False))
                variants = [f'("{op.full_name}", _{op.symbol})' for op in ops]
                extra = ["creation=True"] if any(op.is_creation for op in ops) else []
                parts.append(wrapped(f"{name} = overloaded(", [f'"{name}"'] + variants + extra, ")", 0) +
                             f"\n{name}.__doc__ = " + docstring(forms_text(name, ops), 0))
            if any(op.is_method for op in ops):
                parts += self.methods(name, [op for op in ops if op.is_method])
        self.operator_methods()
        native = {name for name, *_ in self.native_methods}
        constants = "\n".join(f"{self.c(name)} = lib.{name}" for name in sorted(self.c_used))
        attached = "\n".join(f"Tensor.{method} = {function}" for method, function in self.attached
                             if method not in native)
        exported = wrapped("__all__ = [", [f'"{name}"' for name in sorted(public)], "]", 0)
        return "\n\n\n".join([HEAD.strip(), constants, *parts, TAIL.strip() + "\n" + attached, exported]) + "\n"

    def native(self):
        """native/operators_generated.c, once the module has been printed."""
        return generate_native.NativeWriter(self, REQUIRED).text(
            self.operators, self.native_functions, self.native_methods, (self.binary, self.comparison, self.unary))

    def attach_inplace(self, name, signature, ops):
        """An in-place method of C's, where C has a function for all forms."""
        if all(self.has(op.symbol + "_") and not any(arg.type == "Operand?" for arg in op.args) for op in ops):
            self.native_methods.append((name, signature, name, ops, -1, False, True))

    def with_outs(self, op, text):
        if not op.results:
            return text
        return text.replace("    try:\n", f'    outs = ffi.new("vjp_tensor*[{len(op.results)}]")\n    try:\n', 1)

    def methods(self, name, ops):
        parts = []
        op = ops[0]
        single = len(self.by_name[name]) == 1
        varargs = op.varargs(1) if single else None
        if name in PROPERTIES:
            self.attached.append((name, f"property({name})"))
            return parts
        if varargs:
            parts.append(f"def _{name}_method(input, *{varargs}, **keywords):\n"
                         + docstring(described(op, EXAMPLES.get(op.full_name)), 4) + "\n" +
                         ("    if len(size) == 1 and isinstance(size[0], dtype):\n"
                          "        return view_of_dtype(input, size[0])\n" if name == "view" else "") +
                         f'    return {name}(input, unpacked({varargs}, keywords, "{varargs}"), **keywords)')
            self.attached.append((name, f"_{name}_method"))
            rest = [part for part in parameters(op.args[2:]) if part != "*"]
            signature = self.signature(["input", f"*{varargs}", *rest, "**keywords"], True)
            self.native_methods.append((name, signature, f"_{name}_method", ops, 1, False, False))
        else:
            if not single:
                self.native_methods.append((name, "(*args, **kwargs)", name, self.by_name[name], -1, False,
                                            False))
            self.attached.append((name, name))
        inplace = [item for item in ops if item.inplace]
        if inplace and single:
            parts.append(self.inplace(op, name + "_"))
            self.attached.append((name + "_", name + "_"))
        elif inplace:
            parts += [self.inplace(item, f"_{item.symbol}_") for item in inplace]
            variants = [f'("{item.full_name}", _{item.symbol}_)' for item in inplace]
            parts.append(wrapped(f"{name}_ = overloaded(", [f'"{name}_"'] + variants, ")", 0) +
                         f"\n{name}_.__doc__ = " + docstring(inplace_text(name, inplace, True), 0))
            self.attach_inplace(name + "_", "(*args, **kwargs)", inplace)
            self.attached.append((name + "_", name + "_"))
        return parts


HEAD = '''
# Printed by generate.py from the library's registry; not to be edited.
# ruff: noqa
"""The operators, as functions and as methods of Tensor."""

from builtins import len
from collections import namedtuple

from . import _native
from ._call import binary, binary_inplace, call, call_inplace, call_out, explain, floats, overloaded, unpacked
from ._core import NULL, device_struct, dtype, dtype_code, failure, ints, on_device, scalar, scalar_struct
from ._default_dtype import new_code
from ._view import view_of_dtype
from ._ffi import ffi, lib
from ._tensor import Tensor, from_list, like_on

# What Python and cffi raise when an argument is not of the type that C wants.
UNFIT = (AttributeError, TypeError, OverflowError, ValueError)
'''

TAIL = '''
# C takes the names over, and asks the functions above about all that is not plain; see native/operators.h.
behind = _native.attach_operators(globals(), dtype, binary, binary_inplace)
'''


SCHEMAS = '''
# Printed by generate.py from the library's registry; not to be edited.
# ruff: noqa
"""What every operator takes and gives, for calls by name."""

from ._schema import REQUIRED, Arg, Schema

SCHEMAS = {
'''


def schemas(operators):
    def argument(arg):
        default = "REQUIRED" if arg.default is REQUIRED else default_text(arg.default)
        return f'Arg("{arg.type}", "{arg.name}", {default}, {arg.keyword_only})'

    text = SCHEMAS.lstrip()
    for op in operators:
        text += wrapped(f'"{op.full_name}": Schema("{op.name}", (', [*map(argument, op.args), ""] if op.args else [],
                        f"), {op.outputs!r}, {op.list_output}),", 4) + "\n"
    return text + "}\n"


def main():
    options = api.arguments(__doc__)
    writer = Writer(load_operators(options))
    status = 0
    for name, text in (("vjp/_generated_ops.py", writer.module()),
                       ("vjp/_generated_schemas.py", schemas(writer.operators)),
                       ("vjp/__init__.pyi", stub_module(writer)),
                       ("native/operators_generated.c", writer.native())):
        status |= api.write_or_check(os.path.join(HERE, name), text, options.check)
    return status


if __name__ == "__main__":
    sys.exit(main())
