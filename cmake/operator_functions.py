#!/usr/bin/env python3
"""Writes ops/functions.h, the operators as C++ functions, from the schema texts in the operators' source files.

The library's own files call operators through it, so it has to exist before they are compiled; vjp_gen, which prints
everything else from the compiled table, comes too late. Runs at build time; writes only what changed.

    operator_functions.py OUT SOURCE...
"""
import os
import re
import sys

TYPES = {
    "Tensor": "const Tensor&", "Tensor?": "const Tensor&", "Tensor[]": "TensorList", "Tensor?[]": "TensorList",
    "Operand": "const Operand&", "Operand?": "std::optional<Operand>", "Scalar": "const Scalar&",
    "Scalar?": "std::optional<Scalar>", "int": "int64_t", "int?": "std::optional<int64_t>", "int[]": "IntSpan",
    "int[]?": "std::optional<IntSpan>", "float": "double", "float?": "std::optional<double>",
    "float[]": "std::span<const double>", "float[]?": "std::optional<std::span<const double>>", "bool": "bool",
    "str": "const char*", "str?": "const char*", "dtype?": "Dtype", "Generator?": "Generator*",
    "Device?": "std::optional<Device>",
}
HEAD = """// Generated from the operators' schemas at build time. Do not edit.
// The operators as C++ functions, for the library's own use.
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

"""
DEFINITION = re.compile(r"struct (\w+) (?:final )?: (\w+) \{(.*?)\n\};", re.S)
SCHEMA = re.compile(r'Schema schema\{((?:\s*"(?:[^"\\]|\\.)*")+)\}')


def split(text):
    """Items between the commas that stand outside brackets."""
    items, item, depth = [], "", 0
    for c in text:
        depth += (c in "[(") - (c in "])")
        if c == "," and depth == 0:
            items.append(item.strip())
            item = ""
        else:
            item += c
    return items + ([item.strip()] if item.strip() else [])


def default(kind, text):
    """The default as C++; "" where the parameter has to be given."""
    if text == "None":
        return {"dtype?": "Dtype::None", "Generator?": "nullptr", "str?": "nullptr"}.get(kind, "{}")
    if text in ("True", "False"):
        return text.lower()
    if text == "[]":
        return "{}"
    if text.startswith("[") or kind in ("int[]", "int[]?"):
        return ""
    return text


class Operator:
    def __init__(self, struct, schema, inplace):
        self.struct, self.inplace = struct, inplace
        name, rest = schema.split("(", 1)
        self.symbol = name.replace(".", "_")
        args, results = rest.rsplit("->", 1)
        self.args = []
        for item in split(args.rstrip()[:-1]):
            if item == "*":
                continue
            kind, name = item.split(" ", 1)
            name, _, value = name.partition("=")
            self.args.append((kind, name, default(kind, value)))
        results = results.strip()
        self.list = results == "Tensor[]"
        self.outputs = len(split(results[1:-1])) if results.startswith("(") else 1

    def signature(self):
        parts, optional = [], True
        for kind, name, value in reversed(self.args):
            optional = optional and value != ""
            parts.append(f"{TYPES[kind]} {name}" + (f" = {value}" if optional else ""))
        return ", ".join(reversed(parts))

    def boxed(self):
        if not self.args:
            return "  const Value* args = nullptr;\n"
        return "  const Value args[] = {" + ", ".join(f"box({name})" for _, name, _ in self.args) + "};\n"

    def functions(self):
        op, head = f"op_{self.struct}", f"{self.symbol}({self.signature()}) {{\n{self.boxed()}"
        if self.list:
            yield f"inline std::vector<Tensor> {head}  return call_list({op}, args);\n}}\n"
        elif self.outputs == 1:
            yield f"inline Tensor {head}  return call1({op}, args);\n}}\n"
        else:
            array = f"std::array<Tensor, {self.outputs}>"
            yield f"inline {array} {head}  {array} outs;\n  call({op}, args, outs.data());\n  return outs;\n}}\n"
        if self.inplace:
            yield f"inline void {self.symbol}_({self.signature()}) {{\n{self.boxed()}  call_inplace({op}, args);\n}}\n"


def operators(path):
    text = open(path, encoding="utf-8").read()
    bases = dict(re.findall(r"struct (\w+) (?:final )?: (\w+) \{", text))

    def family_of(name):
        while name in bases:
            name = bases[name]
        return name

    defined = set(re.findall(r"VJP_DEFINE\((\w+)\);", text))
    for struct, family, body in DEFINITION.findall(text):
        if struct not in defined:
            continue
        defined.discard(struct)
        schema = SCHEMA.search(body)
        if not schema:
            sys.exit(f"{path}: {struct} has no 'Schema schema{{\"...\"}}'")
        literal = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', schema.group(1))).replace('\\"', '"')
        stated = re.search(r"bool (?:\w+ = \w+, )*inplace = (true|false)", body)
        yield Operator(struct, literal, stated.group(1) == "true" if stated else family_of(family) == "Pointwise")
    if defined:
        sys.exit(f"{path}: no 'struct {sorted(defined)[0]} : Family {{ ... }};' found for its VJP_DEFINE")


def main():
    out, sources = sys.argv[1], sys.argv[2:]
    ops = sorted((op for path in sources for op in operators(path)), key=lambda op: op.symbol)
    text = HEAD + "".join(f"extern const OpDef op_{op.struct};\n" for op in ops) + "\n"
    text += "".join(function for op in ops for function in op.functions()) + "\n}  // namespace vjp\n"
    if os.path.exists(out) and open(out, encoding="utf-8").read() == text:
        return
    os.makedirs(os.path.dirname(out), exist_ok=True)
    with open(out, "w", encoding="utf-8") as f:
        f.write(text)


if __name__ == "__main__":
    main()
