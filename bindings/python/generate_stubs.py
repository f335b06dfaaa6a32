"""Prints vjp/__init__.pyi from stub.pyi.in: the types of the operators, for checkers. Called by generate.py."""

import os
import re

from generate_common import HERE, PROPERTIES, REQUIRED, load_by_path, parameters

ALIASES = load_by_path("_alias_names")

STUB_TYPES = {"Tensor": "Tensor", "Tensor[]": "Sequence[Tensor]", "Tensor?[]": "Sequence[Tensor | None]",
              "Operand": "Tensor | Number", "Scalar": "Number", "int": "_int", "int[]": "_int | Sequence[_int]",
              "float": "_float", "float[]": "_float | Sequence[_float]", "bool": "_bool", "str": "_str",
              "dtype": "DTypeLike", "Generator": "Generator", "Device": "DeviceLike"}


def stub_type(kind):
    return STUB_TYPES[kind[:-1]] + " | None" if kind.endswith("?") else STUB_TYPES[kind]


def stub_parameter(arg):
    kind = "MemoryFormat" if arg.name == "memory_format" else stub_type(arg.type)
    text = f"{arg.name}: {kind}"
    return text if arg.default is REQUIRED else text + " = ..."


def stub_result(op):
    if op.results:
        return f"{op.symbol}_result"
    return "tuple[Tensor, ...]" if op.list_output else "Tensor"


def stub_forms(op, name, method, varargs=None, result=None):
    """The def lines of one operator: with its integers in a sequence, and spread."""
    extra = [] if method and name.endswith("_") else ["out: Tensor | None = ..."] if op.out else []
    if op.takes_format:
        extra += ["memory_format: MemoryFormat | None = ..."]
    if op.is_creation:
        extra += ["device: DeviceLike | None = ...", "requires_grad: _bool = ..."]
    args = op.args[1:] if method else op.args
    first = ["self"] if method else []
    result = result or stub_result(op)
    forms = [first + parameters(args, extra, stub_parameter)]
    if op.spread_tensors is not None:
        at = op.spread_tensors
        rest = [part for part in parameters(args[at + 1:], extra, stub_parameter) if part != "*"]
        forms.append(first + parameters(args[:at], (), stub_parameter) + [f"*{args[at].name}: Tensor"] + rest)
    if varargs:
        spread = parameters(args[1:], extra, stub_parameter)
        forms.append(first + [f"*{varargs}: _int"] + [part for part in spread if part != "*"])
    if method and name == "view":
        forms.append(["self", "dtype: _dtype", "/"])
    return [f"def {name}({', '.join(parts)}) -> {result}: ..." for parts in forms]


def stub_lines(forms, indent):
    pad = " " * indent
    if len(forms) == 1:
        return [pad + forms[0]]
    return [line for form in forms for line in (pad + "@overload", pad + form)]


def aliases(pairs, methods):
    """Second names, each of the name that it stands for. In-place methods have theirs."""
    for name, target in pairs:
        if methods is None:
            yield f"{name} = {target}"
        else:
            yield from (f"    {name}{end} = {target}{end}" for end in ("", "_") if target + end in methods)


def stubs(writer, template):
    """What the template has by hand is not printed."""
    functions, methods = [], []
    by_hand = set(re.findall(r"^def (\w+)\(", template, re.M))
    methods_by_hand = set(re.findall(r"^    def (\w+)\(", template[template.index("\nclass Tensor:"):], re.M))
    for op in writer.operators:
        if op.results:
            functions.append(f"class {op.symbol}_result(NamedTuple):")
            functions += [f"    {name or f'out{i}'}: Tensor" for i, name in enumerate(op.results)]
    for name, ops in writer.by_name.items():
        forms = [form for op in ops for form in stub_forms(op, name, False, op.varargs(0) if op.is_creation else None)]
        functions += stub_lines(forms, 0) if name not in by_hand else []
        single = len(ops) == 1
        ops = [op for op in ops if op.is_method and name not in methods_by_hand]
        if not ops:
            continue
        if name in PROPERTIES:
            methods += ["    @property", f"    def {name}(self) -> Tensor: ..."]
            continue
        forms = [form for op in ops
                 for form in stub_forms(op, name, True, op.varargs(1) if single else None)]
        methods += stub_lines(forms, 4)
        inplace = [op for op in ops if op.inplace]
        if inplace:
            forms = [form for op in inplace for form in stub_forms(op, name + "_", True, None, "Self")]
            methods += stub_lines(forms, 4)
    for dunder in sorted(writer.dunders):
        if dunder in ("__pos__", "__neg__", "__abs__", "__invert__"):
            methods.append(f"    def {dunder}(self) -> Tensor: ...")
        else:
            why = {"__eq__": "override", "__ne__": "override", "__ipow__": "misc"}.get(dunder)
            ignore = f"  # type: ignore[{why}]" if why else ""
            modulus = ", mod: None = ..." if dunder in ("__pow__", "__rpow__") else ""
            methods.append(f"    def {dunder}(self, other: Tensor | Number{modulus}) -> Tensor: ...{ignore}")
    named = set(re.findall(r"    def (\w+)\(", "\n".join(methods)))
    functions += aliases((*ALIASES.BOTH, *ALIASES.FUNCTIONS), None)
    functions += [f"def {name}(input: Tensor, *args: Any, **kwargs: Any) -> Tensor: ..." for name in ALIASES.IN_PLACE]
    methods += aliases(ALIASES.BOTH, named)
    methods += [f"    def {name}(self{rest} -> Tensor: ..." for name, target in ALIASES.METHODS
                for rest in method_rest(writer, target)]
    return functions, methods


def method_rest(writer, target):
    """The parameters behind the first of an operator that is no method, which an alias makes one."""
    op = writer.by_name[target][0]
    return ["".join(f", {part}" for part in parameters(op.args[1:], (), stub_parameter)) + ")"]


def stub_module(writer):
    with open(os.path.join(HERE, "stub.pyi.in"), encoding="utf-8") as file:
        template = file.read()
    functions, methods = stubs(writer, template)
    text = template.replace("    # GENERATED METHODS\n", "\n".join(methods) + "\n")
    return text.replace("# GENERATED FUNCTIONS\n", "\n".join(functions) + "\n")
