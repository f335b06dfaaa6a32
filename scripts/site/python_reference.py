"""The Python reference: pages of reStructuredText in Sphinx's Python domain, from the package as data (python_names.py, run by scripts/python).

A page for each public module; those of `vjp` itself, of its tensors and of its operators are three. An operator has its first sentence here, and a
link to its place in the operator reference, which has its derivative, dtypes and example.
"""

import json
import os
import re
import subprocess

import api
import c_reference
from c_reference import indent, title, toctree

SECTIONS = {"class": "Classes", "function": "Functions", "exception": "Exceptions", "data": "Constants"}


def load():
    """The public modules, as python_names.py prints them."""
    script = api.ROOT / "scripts/site/python_names.py"
    done = subprocess.run([api.ROOT / "scripts/python", script], text=True, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def names(modules):
    """Every name that the pages define, with its role in the Python domain; not `vjp`, which is a crate and a command as well."""
    found = {}
    for module in modules:
        for item in module["items"]:
            if item["kind"] == "module":
                continue  # it has a page, under its own name
            found[f"{module['name']}.{item['name']}"] = "obj"
            found |= {f"{module['name']}.{item['name']}.{member['name']}": "obj" for member in item.get("members", [])}
    return found | {module["name"]: "mod" for module in modules[1:]}


def page_of(module):
    """ "vjp.nn.functional": "python/nn/functional" """
    return "python/" + (module.removeprefix("vjp.").replace(".", "/"))


def anchors():
    """{operator: the page and the place of it} of the operator reference."""
    return {name: f"operators/{path.stem}.html#{name}" for path in sorted((api.ROOT / "docs/operators").glob("*.md"))
            for name in re.findall(r'<a id="([^"]+)">', path.read_text())}


class Text(c_reference.Text):
    """Doc strings as reStructuredText: what stands in backquotes is code, `>>>` begins an example. conf.py makes links of names."""

    TOKEN = re.compile(r"`([^`\n]+)`|([*`|\\]|_(?=\W|$))")

    def __init__(self):
        pass  # there is nothing to know

    def inline(self, text):
        return self.TOKEN.sub(lambda match: "\\" + match[2] if match[2] else rf"\ ``{match[1]}``\ ", text)

    def blocks(self, text):
        said = []
        for part in re.split(r"\n\s*\n|\n(?=>>> )(?<!\n\.\.\. )", text):
            if part.startswith(">>> "):
                if said and said[-1].startswith(".. code-block:: pycon"):
                    said[-1] += "\n" + indent(part)
                else:
                    said.append(".. code-block:: pycon\n\n" + indent(part))
            elif part.startswith(":"):  # what each argument is: Sphinx's own form
                fields = re.findall(r"^(:[^:\n]+:)\s*(.*(?:\n\s+.*)*)", part, re.M)
                said.append("\n".join(f"{name} {self.inline(' '.join(text.split()))}" for name, text in fields))
            else:
                said += super().blocks(part)
        return said


class Writer:
    def __init__(self, modules):
        self.text, self.anchors = Text(), anchors()
        self.modules = {module["name"] for module in modules}

    def operator(self, item, page):
        """What is said of an operator, None if the item is none."""
        place = self.anchors.get(item.get("operator"))
        if place is None:
            return None
        first = re.split(r"\n\s*\n", item["text"])[0]
        return [*self.text.blocks(first), f"`Derivative, dtypes, example <{os.path.relpath(place, os.path.dirname(page))}>`__"]

    def item(self, item, page, module=""):
        """One directive, with the members of a class inside."""
        directive = {"alias": "data", "class": "class"}.get(item["kind"], item["kind"])
        head = f".. py:{directive}:: "
        lines = head + ("\n" + " " * len(head)).join(item["name"] + call for call in item.get("calls") or [""])
        options, said = [], self.operator(item, page)
        if f"{module}.{item['name']}" in self.modules:
            options.append(":no-index:")  # the module has this name
        if "value" in item:
            options.append(f":value: {item['value']}")
        if item["kind"] == "alias":
            said = [f"The same as :py:obj:`{item['same']}`."]
        elif said is None:
            said = self.text.blocks(item.get("text", ""))
        bases = [f":py:obj:`{base}`" for base in item.get("bases", []) if base]
        if bases:
            said.append(f"Base: {', '.join(bases)}")
        said += [self.item(member, page) for member in item.get("members", [])]
        return "\n\n".join(["\n".join([lines, *indent("\n".join(options)).splitlines()]), *map(indent, said)])

    def sections(self, items, page, module):
        for kind, heading in SECTIONS.items():
            here = [item for item in items if (item["kind"] if item["kind"] != "alias" else "function") == kind]
            if here:
                yield title(heading, "-")
                yield from (self.item(item, page, module) for item in here)

    def module(self, module, items=None, page=None, heading=None, about=()):
        """A page; for a part of a module's items, a page of their own."""
        first = items is None or page == page_of(module["name"])
        page, items = page or page_of(module["name"]), module["items"] if items is None else items
        names_module = f".. py:module:: {module['name']}" if first else f".. py:currentmodule:: {module['name']}"
        said = self.text.blocks(module["text"]) if first else []
        return page, "\n\n".join([title(heading or module["name"]), names_module, *said, *about, *self.sections(items, page, module["name"])]) + "\n"


def is_same(module):
    """Whether a module has nothing but what another one has."""
    return all(item["kind"] == "alias" for item in module["items"])


def pages(modules):
    """(page, its text) for all of it."""
    writer, package = Writer(modules), modules[0]
    operators = [item for item in package["items"] if item.get("operator") in writer.anchors]
    tensor = [item for item in package["items"] if item["name"] == "Tensor"]
    rest = [item for item in package["items"] if item not in operators and item not in tensor]
    yield writer.module(package, rest, page_of("vjp"), "vjp")
    yield writer.module(package, tensor, "python/tensor", "vjp.Tensor")
    yield writer.module(package, operators, "python/operators", "vjp: operators", [
        "The functions of tensors, by name; most are methods as well. :doc:`/operators` has them by what they do."])
    for module in modules[1:]:
        yield writer.module(module)
    rows = [("vjp", "vjp", "Begin here: making tensors, modes, devices, errors."), ("tensor", "vjp.Tensor", "Tensors: their methods."),
            ("operators", "vjp: operators", "All functions of tensors.")]
    for module in modules[1:]:
        first = re.split(r"\n\s*\n", module["text"])[0].replace("\n", " ")
        rows.append((page_of(module["name"]).removeprefix("python/"), module["name"], writer.text.inline(first)))
    listed = "\n".join(f"   * - :doc:`{name} <{page}>`\n     - {what}" for page, name, what in rows)
    yield "python/index", "\n\n".join([
        title("Python reference"),
        "Every public name of the package, with its doc string: what ``help()`` shows. Names are in the :ref:`index <genindex>` and in the search.",
        f".. list-table::\n   :widths: 25 75\n\n{listed}", toctree([page for page, _name, _what in rows])]) + "\n"
