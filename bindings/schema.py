"""Reads the list of operators that `vjp_gen schemas` prints: what every generator of wrappers starts from.

A line holds, separated by tabs: name, schema, family, "inplace" or nothing, "out" or nothing, doc.
The grammar of a schema is in include/vjp/registry.h.
"""

import argparse
import dataclasses
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass(frozen=True)
class Arg:
    type: str  # "Tensor", "Tensor?", "int[]", ...
    name: str
    default: "str | None"  # as written; None means that the argument is required
    keyword: bool  # stands after `*`

    @property
    def optional(self):
        return self.default is not None


@dataclasses.dataclass(frozen=True)
class Op:
    name: str  # "max"
    overload: str  # "dim", or ""
    args: tuple
    outs: tuple  # of Arg; names may be ""
    family: str
    inplace: bool
    out: bool
    doc: str
    schema: str

    @property
    def full_name(self):
        return f"{self.name}.{self.overload}" if self.overload else self.name

    @property
    def c_name(self):
        return "vjp_" + self.full_name.replace(".", "_")

    @property
    def returns_list(self):
        return len(self.outs) == 1 and self.outs[0].type == "Tensor[]"


def with_chosen_argument(op):
    """`add.alpha` with alpha required: who chooses an overload by the name of an argument gives that argument."""
    args = [dataclasses.replace(a, default=None) if a.name == op.overload else a for a in op.args]
    return dataclasses.replace(op, args=tuple(args))


def _split(text):
    """Splits at commas that stand outside of brackets and quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for i, c in enumerate(text):
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "[(":
            depth += 1
        elif c in "])":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [p.strip() for p in parts if p.strip()]


def parse_args(text):
    args, keyword = [], False
    for part in _split(text):
        if part == "*":
            keyword = True
            continue
        declaration, _, default = part.partition("=")
        type_, name = declaration.split()
        args.append(Arg(type_, name, default.strip() if "=" in part else None, keyword))
    return tuple(args)


def parse_outs(text):
    outs = []
    for part in _split(text.strip().removeprefix("(").removesuffix(")")):
        type_, _, name = part.partition(" ")
        outs.append(Arg(type_, name.strip(), None, False))
    return tuple(outs)


def parse_schema(schema, family="", inplace=False, out=False, doc=""):
    match = re.fullmatch(r"(\w+)(?:\.(\w+))?\((.*)\)\s*->\s*(.*)", schema.strip())
    if not match:
        raise ValueError(f"not a schema: {schema!r}")
    name, overload, args, outs = match.groups()
    return Op(name, overload or "", parse_args(args), parse_outs(outs), family, inplace, out, doc, schema)


def parse_line(line):
    name, schema, family, inplace, out, doc = line.rstrip("\n").split("\t")
    op = parse_schema(schema, family, inplace == "inplace", out == "out", doc)
    if op.full_name != name:
        raise ValueError(f"{name!r} and its schema {schema!r} disagree")
    return op


def arguments(description):
    """What every generator understands."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a committed file is stale")
    parser.add_argument("--gen", metavar="VJP_GEN", help="the tool that prints schemas; default: build/*/bin/vjp_gen")
    parser.add_argument("--schemas", metavar="FILE", help="what it printed, instead")
    return parser.parse_args()


def load(options):
    """The operators, in the order of their names."""
    if options.schemas:
        text = pathlib.Path(options.schemas).read_text()
    else:
        built = [ROOT / "build" / kind / "bin" / "vjp_gen" for kind in ("release", "debug", "asan", "tsan")]
        tool = options.gen or next((tool for tool in built if tool.exists()), None)
        if tool is None:
            sys.exit(f"there is no {built[0]}: run scripts/build release first")
        text = subprocess.run([tool, "schemas"], check=True, capture_output=True, text=True).stdout
    return [parse_line(line) for line in text.splitlines() if line.strip()]


def write_or_check(path, text, check):
    """Writes a generated file; with `check` says instead whether the committed one is the same. The exit status."""
    path = pathlib.Path(path)
    if path.exists() and path.read_text() == text:
        return 0
    if check:
        print(f"{path.relative_to(ROOT)} is stale; run scripts/generate", file=sys.stderr)
        return 1
    path.write_text(text)
    print(f"wrote {path.relative_to(ROOT)}")
    return 0
