"""The text form of operators, as include/vjp/registry.h defines it. Needs nothing else: the generator uses it too."""

import ast
import math
from typing import NamedTuple

REQUIRED = object()


class Arg(NamedTuple):
    type: str
    name: str
    default: object  # REQUIRED if there is none
    keyword_only: bool


class Schema(NamedTuple):
    text: str
    full_name: str   # "max.dim"
    name: str        # "max"
    overload: str    # "dim", or ""
    args: tuple
    outputs: tuple   # names; "" where the schema gives none
    list_output: bool


def split_items(text):
    """The comma-separated items of a list, with brackets and quotes respected."""
    items, depth, quoted, start = [], 0, False, 0
    for i, char in enumerate(text):
        if char in "\"'":
            quoted = not quoted
        elif not quoted:
            depth += (char in "([") - (char in ")]")
            if char == "," and depth == 0:
                items.append(text[start:i].strip())
                start = i + 1
    items.append(text[start:].strip())
    return [item for item in items if item]


def _default(text):
    if text == "inf" or text == "-inf":
        return math.inf if text == "inf" else -math.inf
    if text in ("false", "true"):
        return text == "true"
    return ast.literal_eval(text)


def parse(text):
    head, results = text.rsplit("->", 1)
    full_name, inner = head.strip()[:-1].split("(", 1)
    name, _, overload = full_name.partition(".")
    args, keyword_only = [], False
    for item in split_items(inner):
        if item == "*":
            keyword_only = True
            continue
        kind, rest = item.split(" ", 1)
        arg, equals, default = rest.partition("=")
        args.append(Arg(kind, arg.strip(), _default(default.strip()) if equals else REQUIRED, keyword_only))
    results = results.strip()
    if results.startswith("("):
        results = results[1:-1]
    outputs = split_items(results)
    return Schema(text, full_name, name, overload, tuple(args),
                  tuple([item.partition(" ")[2] for item in outputs]), outputs[0].startswith("Tensor[]"))
