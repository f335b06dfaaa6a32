"""Writes the man pages of section 3: vjp(3), one a public header, and a name for each function that leads to its header's. What
they say is what `vjp_gen describe` prints. `cmake/Install.cmake` runs it; scripts/check/man judges what it wrote.
"""

import argparse
import datetime
import email.utils
import itertools
import os
import pathlib
import re
import textwrap

import api

PROGRAM_KINDS = ("macros", "aliases", "enums", "handles", "structs", "callbacks", "functions")


def date():
    """Of the version, not of the build: two builds of one source are equal."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch:
        found = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc)
    else:
        written = re.search(r"^ -- .*>  (.*)$", (api.ROOT / "debian/changelog").read_text(), re.M)[1]
        found = email.utils.parsedate_to_datetime(written)
    return f"{found:%B} {found.day}, {found.year}"


# ---- text as mdoc ----


def escaped(text):
    text = text.replace("\\", "\\e")
    return re.sub(r"[^\x00-\x7e]", lambda m: f"\\[u{ord(m[0]):04X}]", text)


def line(text):
    """A line of text, which a leading dot or quote would make a request."""
    text = escaped(text)
    return "\\&" + text if text[:1] in (".", "'") else text


def filled(text):
    """A paragraph; each sentence begins a line, as mdoc wants it, and what stands in backticks is in italics."""
    sentences = re.split(r"(?<=[\w)>`][.?!]) (?=[A-Z`])", " ".join(text.split()))
    rows = [line(row) for sentence in sentences for row in textwrap.wrap(sentence, 78, break_long_words=False, break_on_hyphens=False)]
    fonts = itertools.cycle(("\\fI", "\\fP"))
    return [re.sub("`", lambda _: next(fonts), row) for row in rows]


def literal(lines, indent="Ds"):
    return [f".Bd -literal -offset {indent}", *map(line, lines), ".Ed"]


ITEM = re.compile(r" ?[-*] ")


def blocks(text):
    """The blocks of a comment: ("text", lines), ("code", lines), ("items", items, each a list of lines)."""
    found = []
    for raw in text.split("\n"):
        kind = found[-1][0] if found else None
        if not raw.strip():
            found.append(("end", []))
        elif ITEM.match(raw):
            if kind != "items":
                found.append(("items", []))
            found[-1][1].append([ITEM.sub("", raw, count=1)])
        elif kind == "items":
            found[-1][1][-1].append(raw.strip())
        elif raw.startswith("    ") and kind != "text":
            if kind != "code":
                found.append(("code", []))
            found[-1][1].append(raw[4:])
        else:
            if kind != "text":
                found.append(("text", []))
            found[-1][1].append(raw)
    return [block for block in found if block[0] != "end"]


def prose(text):
    """A comment's text, without a .Pp before it."""
    out = []
    for kind, content in blocks(text):
        if kind == "items":
            out += [".Bl -bullet -compact", *(part for item in content for part in (".It", *filled(" ".join(item)))), ".El"]
        elif kind == "code":
            out += literal(content)
        else:
            out += [*([".Pp"] if out else []), *filled(" ".join(content))]
    return out


def tagged(rows):
    """A list of names and what is said of them; nothing where there is none."""
    rows = [(name, text) for name, text in rows if name]
    if not rows:
        return []
    return [".Bl -tag -width Ds -compact", *(part for name, text in rows for part in (f".It {name}", *filled(text or ""))), ".El"]


# ---- declarations ----


def as_c(item):
    """The declaration on lines of a page's width."""
    if not hasattr(item, "c"):  # a macro
        if item.parameters is not None:
            return [f"#define {item.name}({', '.join(item.parameters)})"]
        return textwrap.wrap(f"#define {item.name} {item.value or ''}".rstrip(), 74, subsequent_indent="        ")
    inside = re.fullmatch(r"(typedef (?:struct|enum|union) \w+ \{) (.*) (\} \w+)", item.c)
    if not inside:
        return textwrap.wrap(item.c + ";", 74, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    mark = "," if hasattr(item, "values") else ";"
    parts, depth, begin = [], 0, 0
    for i, letter in enumerate(inside[2]):
        depth += (letter in "({") - (letter in ")}")
        if letter == mark and depth == 0:
            parts.append(inside[2][begin:i + 1].strip())
            begin = i + 1
    parts.append(inside[2][begin:].strip())
    return [inside[1], *(w for part in parts if part for w in textwrap.wrap(part, 74, initial_indent="  ", subsequent_indent="      ")),
            inside[3] + ";"]


def described(item):
    """What the comment of a declaration says, and those of its parts."""
    comment, out = item.comment, []
    if comment:
        out += [".Pp", *prose(comment.text)]
        out += tagged((f"Fa {p.name}", p.text) for p in comment.params)
    out += tagged((f"Fa {m.name}" if m.name else "", m.comment) for m in getattr(item, "members", []) if m.comment)
    out += tagged((f"Dv {v.name}", v.comment) for v in getattr(item, "values", []) if v.comment)
    if comment and comment.returns:
        out += [".Pp", *filled("Returns " + comment.returns)]
    if comment and comment.since:
        out += [".Pp", f"Since {comment.since}."]
    return out


def sections(items):
    """Declarations in the header's order; those that share a comment are shown together."""
    groups = []
    for item in items:
        if item.group and groups and any(other.name == item.group for other in groups[-1]):
            groups[-1].append(item)
        else:
            groups.append([item])
    for group in groups:
        yield f".Ss {group[0].name}"
        yield from literal([row for item in group for row in as_c(item)])
        yield from described(group[0])
        for item in group[1:]:
            if getattr(item, "members", None) or getattr(item, "values", None):
                yield from described(item)


# ---- pages ----


def page(name, about, body, version):
    return "\n".join([f".\\\" Printed by scripts/man.py from the headers' comments.", f".Dd {date()}", f".Dt {name.upper()} 3", f".Os libvjp {version}",
                      ".Sh NAME", f".Nm {name}", f".Nd {escaped(about)}", *body]) + "\n"


def subject(comment):
    """ "libvjp: hooks: functions of ...\n\nMore" as ("hooks: functions of ...", "More")."""
    first, _, rest = comment.partition("\n\n")
    first = re.sub(r"^libvjp(?: for C\+\+)?: ", "", " ".join(first.split()))
    about, _, more = first.partition(". ")
    return about.rstrip("."), "\n\n".join(part for part in (more, rest) if part)


def see_also(names):
    names = sorted(set(names))
    return [".Sh SEE ALSO", *(f".Xr {name} {section}" + (" ," if i + 1 < len(names) else "") for i, (name, section) in enumerate(names))]


def of_header(header, items, seen, version):
    about, more = subject(header.comment)
    include = "vjp/vjp.h" if header.name in seen else f"vjp/{header.name}"
    body = [".Sh SYNOPSIS", f".In {include}"]
    body += [".Sh DESCRIPTION", *(prose(more) or filled(f"What vjp/{header.name} declares.")), *sections(items)]
    body += see_also([("vjp", 3), *((f"vjp_{other}", 3) for other in header.includes if other != "vjp.h")])
    return page(f"vjp_{header.name}", about, body, version)


EXAMPLE = """\
#include <stdio.h>
#include <vjp/vjp.h>

int main(void) {  /* d(x * x) / dx at 3 */
  const float three = 3;
  vjp_tensor *x, *y, *gradient;
  double value;
  if (vjp_tensor_from_data(&three, NULL, 0, VJP_DTYPE_FLOAT32, &x) ||
      vjp_tensor_set_requires_grad(x, true) || vjp_mul(x, x, &y) ||
      vjp_backward(y, NULL) || vjp_tensor_grad(x, &gradient) ||
      vjp_tensor_item_float(gradient, &value)) {
    fprintf(stderr, "%s\\n", vjp_last_error());
    return 1;
  }
  printf("%g\\n", value);
  vjp_tensor_release(gradient);
  vjp_tensor_release(y);
  vjp_tensor_release(x);
  return 0;
}"""


def overview(description, seen, version):
    headers = [header for header in description.headers if header.name != "vjp.h"]
    conventions = next(subject(header.comment)[1] for header in headers if header.name == "base.h")
    rows = lambda wanted: tagged((f"Xr vjp_{h.name} 3", subject(h.comment)[0]) for h in sorted(headers, key=lambda h: h.name)
                                 if (h.name in seen) == wanted)
    body = [".Sh SYNOPSIS", ".In vjp/vjp.h", ".Pp", "Link with", ".Li -lvjp ,", "or as pkg-config says of", ".Li vjp .",
            ".Sh DESCRIPTION", *filled("libvjp computes with tensors and differentiates what was computed: operators are recorded as they run, and a "
                                       "backward pass gives gradients, of any order. Its interface is C; programs in C++ have vjp.hpp(3)."),
            ".Pp", *prose(conventions), ".Ss Headers of programs", *filled("All come with vjp/vjp.h. Each function has a page name of its own."),
            *rows(True), ".Ss Headers for themselves", *filled("For plug-ins and for bindings of languages; a program includes what it wants."), *rows(False),
            ".Sh EXAMPLES", *literal(EXAMPLE.split("\n")), *see_also([("vjp", 1), ("vjp.hpp", 3)])]
    return page("vjp", "tensors and automatic differentiation", body, version)


def head_comment(path):
    """The comment that a header of C++ begins with."""
    text = path.read_text()
    block = re.match(r"/\*\*\n(.*?)\n ?\*/", text, re.S)
    lines = block[1].split("\n") if block else re.match(r"(?://.*\n)+", text)[0].rstrip("\n").split("\n")
    return "\n".join(re.sub(r"^(?: \* ?|// ?)", "", row) for row in lines if "clang-format" not in row)


def for_cpp(version):
    folder = api.ROOT / "include/vjp"
    about, more = subject(head_comment(folder / "vjp.hpp"))
    parts = sorted((folder / "cpp").glob("*.hpp"))
    body = [".Sh SYNOPSIS", ".In vjp/vjp.hpp", ".Sh DESCRIPTION", *prose(more),
            ".Sh FILES", *tagged((f"Pa vjp/cpp/{part.name}", subject(head_comment(part))[0] + ".") for part in parts), *see_also([("vjp", 3)])]
    return page("vjp.hpp", "libvjp for C++17: " + about, body, version)


def pages(description, version):
    """By file name, all pages."""
    seen = api.program(description)
    found = {"vjp.3": overview(description, seen, version), "vjp.hpp.3": for_cpp(version)}
    items = api.in_order(description, *PROGRAM_KINDS)
    for header in description.headers:
        if header.name == "vjp.h":
            continue
        own = [item for item in items if item.header == header.name]
        found[f"vjp_{header.name}.3"] = of_header(header, own, seen, version)
    for function in description.functions:
        found[f"{function.name}.3"] = f".so man3/vjp_{function.header}.3\n"
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--api", metavar="FILE", help="what vjp_gen describe printed; default: it is asked")
    parser.add_argument("--version", required=True, help="of the library")
    parser.add_argument("folder", type=pathlib.Path, help="where man1 and man3 come to lie")
    options = parser.parse_args()
    for name in ("man1", "man3"):
        (options.folder / name).mkdir(parents=True, exist_ok=True)
        for old in (options.folder / name).iterdir():
            old.unlink()
    (options.folder / "man1/vjp.1").write_text((api.ROOT / "src/cli/vjp.1").read_text())
    for name, text in pages(api.load(file=options.api), options.version).items():
        (options.folder / "man3" / name).write_text(text)


if __name__ == "__main__":
    main()
