"""The C reference: pages of reStructuredText in Sphinx's C domain, from the API as data (`vjp_gen describe`, scripts/api.py).

A page for each header; the functions of operators (vjp/ops.h) have a page for each part of the operator reference instead,
to which vjp/ops.h leads: the contents name each part once.
"""

import collections
import html
import re

ROLES = {"functions": "func", "callbacks": "type", "structs": "struct", "enums": "enum", "handles": "type", "aliases": "type", "macros": "macro"}


def page_of(header):
    """ "hook.h": "c/hook" """
    return "c/" + header.removesuffix(".h")


def roles(api):
    """The role of the C domain by which a text refers to a name, for every name that the headers declare."""
    found = {item.name: role for kind, role in ROLES.items() for item in getattr(api, kind)}
    return found | {value.name: "enumerator" for enum in api.enums for value in enum.values}


class Text:
    """Comments as reStructuredText: code spans stay, names of the API become links."""

    TOKEN = re.compile(r"`([^`\n]+)`|\b((?:vjp|VJP)_\w+)(?:\(\))?|([*`|\\]|_(?=\W|$))")

    def __init__(self, api):
        self.roles = roles(api)

    def inline(self, text):
        def token(match):
            code, name, special = match.groups()
            if special:
                return "\\" + special
            if (code or name) in self.roles:
                return rf"\ :c:{self.roles[code or name]}:`{code or name}`\ "
            return rf"\ ``{code or name}``\ "
        return self.TOKEN.sub(token, text)

    def paragraph(self, lines):
        """Running text; what is indented by a dash is a list."""
        items, said = [], []
        for line in lines:
            if match := re.match(r"\s*- (.*)", line):
                items.append([match[1]])
            else:
                (items[-1] if items else said).append(line.strip())
        parts = [self.inline(" ".join(said))] if said else []
        return parts + ["\n".join("* " + self.inline(" ".join(item)) for item in items)] * bool(items)

    def blocks(self, text):
        """Paragraphs, each a text without an indent; a table of columns stays as it is."""
        found = []
        for part in re.split(r"\n\s*\n", text or ""):
            lines = part.splitlines()
            if any(re.match(r" {2,}[^\s-]", line) for line in lines) and not any(re.match(r"\s*- ", line) for line in lines):
                found.append("::\n\n" + indent(part))
            else:
                found += self.paragraph(lines)
        return [block for block in found if block.strip()]


def indent(text, by="   "):
    return "\n".join(by + line if line else "" for line in text.split("\n"))


def title(text, line="="):
    return f"{text}\n{line * len(text)}\n"


def declarator(member):
    """A member as C declares it: `void (*deallocate)(void*)`, `char name[128]`."""
    lengths = "".join(f"[{n}]" for n in member.lengths)
    if "(*)" in member.type:
        return member.type.replace("(*)", f"(*{member.name}{lengths})", 1)
    return f"{member.type} {member.name}{lengths}"


def signature(kind, item):
    if kind == "macros":
        return item.name + (f"({', '.join(item.parameters)})" if item.parameters is not None else "")
    if kind in ("structs", "enums", "handles"):
        return item.name
    return item.c.removeprefix("typedef ")


DIRECTIVES = ROLES | {"functions": "function"}


class Writer:
    def __init__(self, api):
        self.api = api
        self.text = Text(api)

    def fields(self, comment):
        lines = [f":param {p.name}: {self.text.inline(p.text)}" for p in comment.params if p.text]
        lines += [f":returns: {self.text.inline(comment.returns)}"] if comment.returns else []
        lines += [f":since: {comment.since}"] if comment.since else []
        return ["\n".join(line.replace("\n", " ") for line in lines)] if lines else []

    def member(self, member):
        if member.members is not None:  # of an unnamed union: its members are the struct's
            return "\n\n".join(self.member(m) for m in member.members)
        said = self.text.blocks(member.comment)
        return "\n\n".join([f".. c:member:: {declarator(member)}", *map(indent, said)])

    def value(self, value):
        said = self.text.blocks(value.comment)
        return "\n\n".join([f".. c:enumerator:: {value.name} = {value.value}", *map(indent, said)])

    def declaration(self, kind, items):
        """One directive: a declaration, with those right below it that its comment counts for."""
        first = items[0]
        begin = f".. c:{DIRECTIVES[kind]}:: "
        head = begin + ("\n" + " " * len(begin)).join(signature(kind, item) for item in items)
        body = []
        if first.comment:
            body += self.text.blocks(first.comment.text) + self.fields(first.comment)
        if kind == "structs":
            body += [self.member(m) for m in first.members]
        if kind == "enums":
            body += [self.value(v) for v in first.values]
        if kind == "macros" and first.value and len(items) == 1 and len(first.value) < 100:
            body.append(f"Its value: ``{first.value}``")
        return "\n\n".join([head, *map(indent, body)])

    def declarations(self, header, wanted=lambda item: True):
        """Those of a header in its order."""
        placed = sorted(((item.line, kind, item) for kind in DIRECTIVES for item in getattr(self.api, kind)
                         if item.header == header and wanted(item)), key=lambda it: it[:2])
        together = collections.OrderedDict()
        for _line, kind, item in placed:
            key = (kind, item.group or item.name) if kind in ("functions", "macros") else (kind, item.name)
            together.setdefault(key, []).append(item)
        return [self.declaration(kind, items) for (kind, _name), items in together.items()]

    def header(self, header, extra=()):
        what, *rest = self.text.blocks(header.comment)
        what = what.removeprefix("libvjp: ")
        use = "A part of ``vjp/vjp.h``." if header.program else "Not a part of ``vjp/vjp.h``: for plug-ins."
        return "\n\n".join([title(f"vjp/{header.name}"), what[:1].upper() + what[1:], *rest, use, *extra, *self.declarations(header.name)]) + "\n"


def first_line(header):
    text = re.split(r"\n\s*\n", header.comment or "")[0].replace("\n", " ").removeprefix("libvjp: ")
    return html.unescape(text).rstrip(".")


def toctree(names):
    return "\n".join([".. toctree::", "   :hidden:", "   :maxdepth: 1", "", *(f"   {name}" for name in names)])


def pages(api, titles):
    """(page, its text) for all of it; `titles` names the parts of the operator reference by their file."""
    writer = Writer(api)
    source = {function.name: op.source.rsplit("/", 1)[-1].split(".")[0] for op in api.operators for function in op.functions}
    by_part = collections.defaultdict(set)
    for function in api.functions:
        if function.header == "ops.h":
            by_part[source[function.name]].add(function.name)
    parts = sorted(by_part, key=lambda part: titles[part])
    for part in parts:
        about = f"The functions of ``vjp/ops.h`` for :doc:`this part of the operators </operators/{part}>`, which has their derivatives and examples."
        listed = writer.declarations("ops.h", lambda item, part=part: item.name in by_part[part])
        yield f"c/ops/{part}", "\n\n".join([":orphan:", title(f"{titles[part]}: functions"), about, *listed]) + "\n"
    for header in api.headers:
        if header.name == "ops.h":
            what = writer.text.blocks(header.comment)
            listed = "\n".join(f"* :doc:`ops/{part}`" for part in parts)
            yield page_of(header.name), "\n\n".join([title("vjp/ops.h: operators"), *what, listed]) + "\n"
        else:
            yield page_of(header.name), writer.header(header)
    rows = [f"   * - :doc:`vjp/{h.name} <{page_of(h.name).removeprefix('c/')}>`\n     - {writer.text.inline(first_line(h))}" for h in api.headers]
    yield "c/index", "\n\n".join([
        title("C reference"),
        "Every function, struct and constant of the headers, with the comments that stand there. ``#include <vjp/vjp.h>`` brings all but those for "
        "plug-ins. Names are in the :ref:`index <genindex>` and in the search.",
        ".. list-table::\n   :widths: 25 75\n\n" + "\n".join(rows),
        toctree([page_of(h.name).removeprefix("c/") for h in api.headers])]) + "\n"
