"""Reads the C headers as far as the generators of wrappers need them: enums, structs that begin with their size and
what those hold, and the macros that initialise them. Declarations of functions are bindgen's business.
"""

import dataclasses
import pathlib
import re

INCLUDE = pathlib.Path(__file__).resolve().parent.parent / "include" / "vjp"
# For plug-ins alone.
APART = {"backend.h", "kernels.h", "opcodes.h"}


@dataclasses.dataclass(frozen=True)
class Field:
    type: str  # "double", "const char*", "vjp_device"; "function" for a pointer to one
    name: str
    count: int  # of an array; 0: none


@dataclasses.dataclass(frozen=True)
class Struct:
    name: str
    fields: tuple


@dataclasses.dataclass(frozen=True)
class Enum:
    name: str
    values: tuple  # of (name, number)

    def short(self):
        """(name, number) without the words that all names begin with: ("read_after_write", 1)."""
        words = [name.split("_") for name, _ in self.values]
        shared = 0
        while all(len(w) > shared + 1 and w[shared] == words[0][shared] for w in words):
            shared += 1
        return [("_".join(w[shared:]).lower(), number) for w, (_, number) in zip(words, self.values)]


@dataclasses.dataclass(frozen=True)
class Initializer:
    name: str  # "VJP_SGD_OPTIONS_INIT"
    struct: Struct
    values: tuple  # a text a field, or a tuple of them for a field that is a struct


@dataclasses.dataclass(frozen=True)
class Headers:
    enums: tuple
    structs: tuple  # those that begin with their size, after what they hold
    initializers: tuple


def _field(declaration):
    """`double beta1, beta2`, `const char* mode`, `char name[128]`, `void (*drop)(void* context)`."""
    if function := re.match(r".*?\(\*(\w+)\)\(", declaration):
        yield Field("function", function[1], 0)
        return
    type_, names = re.fullmatch(r"((?:const )?\w+(?:\s*\*| const(?=\*))*)\s*(\w.*)", declaration).groups()
    for name in names.split(","):
        name, count = re.fullmatch(r"(\w+)(?:\[(\d+)\])?", name.strip()).groups()
        yield Field(re.sub(r"\s*\*", "*", type_), name, int(count or 0))


def _structs(text):
    for name, body in re.findall(r"typedef struct (\w+) \{([^{}]*)\} \1;", text):
        declarations = [" ".join(d.split()) for d in body.split(";") if d.strip()]
        yield Struct(name, tuple(field for d in declarations for field in _field(d)))


def _enums(text):
    for body, name in re.findall(r"typedef enum(?: \w+)? \{([^{}]*)\} (\w+);", text):
        values = re.findall(r"(\w+) = (-?\w+)", body)
        yield Enum(name, tuple((n, int(v, 0)) for n, v in values))


def _value(tokens, macros):
    """An initialiser as nested tuples of texts."""
    token = tokens.pop(0)
    if token in macros:
        return _value(_tokens(macros[token]), macros)
    if token != "{":
        return token
    values = []
    while tokens[0] != "}":
        values.append(_value(tokens, macros))
        if tokens[0] == ",":
            tokens.pop(0)
    tokens.pop(0)
    return tuple(values)


def _tokens(text):
    """A cast, which is for C++, says nothing here."""
    return re.findall(r"sizeof\(\w+\)|[\w.+-]+|[{},]", re.sub(r"\(vjp_\w+\)(?=\d)", "", text))


def load():
    enums, structs, macros = [], {}, {}
    for path in sorted(INCLUDE.glob("*.h")):
        if path.name in APART:
            continue
        text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", path.read_text(), flags=re.S)
        macros.update({name: value for name, value in
                       re.findall(r"#define (VJP_\w+_(?:INIT|ZERO))[ \t]*\\\n((?:[^\n]*\\\n)*[^\n]*)", text)})
        enums += _enums(text)
        structs.update({struct.name: struct for struct in _structs(text)})
    wanted = {}

    def want(struct):
        for field in struct.fields:
            if field.type in structs:
                want(structs[field.type])
        wanted[struct.name] = struct

    for name in sorted(structs):
        if structs[name].fields[0] == Field("size_t", "struct_size", 0):
            want(structs[name])
    initializers = []
    for name in sorted(macros):
        values = _value(_tokens(macros[name].replace("\\\n", " ")), macros)
        size = re.fullmatch(r"sizeof\((\w+)\)", str(values[0]))
        if size and size[1] in wanted:
            struct = wanted[size[1]]
            if len(values) != len(struct.fields):
                raise ValueError(f"{name} has {len(values)} values for {len(struct.fields)} fields of {struct.name}")
            initializers.append(Initializer(name, struct, values))
    return Headers(tuple(sorted(enums, key=lambda e: e.name)), tuple(wanted.values()), tuple(initializers))
