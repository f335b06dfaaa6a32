"""What the Python package gives, as JSON on standard output: for every public module its text and its names (`__all__`), each with how it is
called, what it says, and what it has. Run by scripts/python, which has the package; scripts/site/python_reference.py makes pages of it.

A module: {"name", "text", "items"}. An item: {"name", "kind"}, and of a class, exception or function "calls", its signatures, and its "text"; of
a class its "bases" and "members" (of the kinds method, property and data); of a function or method the "operator" that it is; of data its "value"; of an
alias "same", where it stands under its first name.
"""

import enum
import importlib
import inspect
import json
import pkgutil
import re
import sys
import types

import vjp


def modules():
    """The package, then its public modules by name."""
    yield vjp
    for found in sorted(pkgutil.walk_packages(vjp.__path__, "vjp."), key=lambda m: m.name):
        if not any(part.startswith("_") for part in found.name.split(".")):
            module = importlib.import_module(found.name)
            if hasattr(module, "__all__"):  # others are parts of one that has
                yield module


def text_of(value):
    return inspect.cleandoc(value.__doc__ or "")


class Plain:
    """An annotation that shows as it was written."""

    def __init__(self, annotation):
        written = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
        self.text = re.sub(r"\b(typing|collections\.abc)\.", "", written)

    def __repr__(self):
        return self.text


def signature_of(value):
    """"" where there is none; a default that is no literal shows as `...`."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    def plain(annotation):
        return annotation if annotation is inspect.Signature.empty else Plain(annotation)

    parameters = [p.replace(annotation=plain(p.annotation)) for p in signature.parameters.values()]
    return re.sub(r"<[^<>]*>", "...", str(signature.replace(parameters=parameters, return_annotation=plain(signature.return_annotation))))


def calls_of(value, *, method=False):
    """(signatures, the text without them): of a function with several forms the text begins with these, a line each."""
    text, given = text_of(value), signature_of(value)
    forms = re.match(r"((?:x\.)?\w+\(.*\)\n)+", text + "\n")
    if given in ("", "(*args, **kwargs)") and forms:
        calls = [re.sub(r"^(?:x\.)?\w+", "", line) for line in dict.fromkeys(forms[0].splitlines())]
        text = text[len(forms[0]):].strip()
    else:
        calls = [given or "(...)"]
    if method:
        calls = [re.sub(r"^\((self|input|cls)(, /)?(, |(?=\)))", "(", call) for call in calls]
    return calls, text


def operator_of(value):
    """The operator that a function or method calls, by its name; "" if it is more, or less, than one."""
    name = getattr(value, "__name__", "").rstrip("_")
    return name if name in OPERATORS and isinstance(value, (types.BuiltinFunctionType, types.MethodDescriptorType)) else ""


def members_of(cls):
    """What a class has itself, or has from a base that nobody sees; an override without a text of its own is described by its base."""
    found = {}
    for owner in cls.__mro__:
        if owner is not cls and (owner in KNOWN or not owner.__module__.startswith("vjp")):
            continue
        for name, value in vars(owner).items():
            value = getattr(value, "__func__", value)  # of static and class methods
            if name in found or (name.startswith("_") and name != "__call__") or not getattr(value, "__doc__", None):
                continue
            if isinstance(value, type):
                continue
            if callable(value):
                calls, text = calls_of(value, method=not isinstance(vars(owner)[name], staticmethod))
                found[name] = {"name": name, "kind": "method", "calls": calls, "text": text, "operator": operator_of(value)}
            elif hasattr(type(value), "__get__"):
                found[name] = {"name": name, "kind": "property", "calls": [], "text": text_of(value)}
    return list(found.values())


def class_of(cls):
    item = {"kind": "exception" if issubclass(cls, BaseException) else "class", "bases": [PLACES.get(base, "") for base in cls.__bases__]}
    if issubclass(cls, enum.Enum):
        values = [{"name": e.name, "kind": "data", "calls": [], "text": "", "value": repr(e.value)} for e in cls]
        return item | {"calls": [""], "text": text_of(cls), "members": values}
    if issubclass(cls, BaseException):
        return item | {"calls": [""], "text": text_of(cls), "members": []}
    calls, text = calls_of(cls)
    calls = [call.removesuffix(" -> None") for call in calls]
    if issubclass(cls, tuple):  # its fields are its arguments
        return item | {"calls": calls, "text": text, "members": []}
    return item | {"calls": ["" if call == "(...)" else call for call in calls], "text": text, "members": members_of(cls)}


def item_of(where, name, value):
    place = f"{where}.{name}"
    if isinstance(value, types.ModuleType):
        return {"name": name, "kind": "module", "place": value.__name__}
    if operator_of(value):
        calls, text = calls_of(value)
        return {"name": name, "kind": "function", "calls": calls, "text": text, "operator": operator_of(value)}
    if KNOWN.get(value_key(value), place) != place:
        return {"name": name, "kind": "alias", "same": KNOWN[value_key(value)]}
    if isinstance(value, type):
        return {"name": name} | class_of(value)
    if callable(value) and not isinstance(value, vjp.dtype):
        calls, text = calls_of(value)
        return {"name": name, "kind": "function", "calls": calls, "text": text, "operator": ""}
    return {"name": name, "kind": "data", "calls": [], "text": "", "value": repr(value)}


def value_key(value):
    return value if isinstance(value, type) else id(value) if callable(value) else None


OPERATORS = set(vjp._generated_ops.__all__)
found = list(modules())
KNOWN, PLACES = {}, {}  # the first place of a class or function
for module in found:
    for name in module.__all__:
        value = getattr(module, name)
        if value_key(value) is not None and not isinstance(value, types.ModuleType):
            KNOWN.setdefault(value_key(value), f"{module.__name__}.{name}")
            if isinstance(value, type):
                PLACES.setdefault(value, f"{module.__name__}.{name}")

json.dump([{"name": module.__name__, "text": (module.__doc__ or "").strip(),
            "items": [item_of(module.__name__, name, getattr(module, name)) for name in sorted(module.__all__, key=str.lower)]}
           for module in found], sys.stdout)
