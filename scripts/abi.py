"""What the library's ABI is, as data for tools: debian/libvjp0.symbols, and what tests/abi keeps of each version.

    scripts/abi.py [--check]    writes debian/libvjp0.symbols; scripts/generate runs it
    scripts/abi.py --freeze     keeps this version in tests/abi: a dump of its ABI by abidw, and the header of its program

A version that was released is never frozen again (docs/abi.md).
"""

import argparse
import lzma
import pathlib
import re
import subprocess
import sys
import tempfile

import api

KEPT = api.ROOT / "tests/abi"
SYMBOLS = api.ROOT / "debian/libvjp0.symbols"
SONAME = "libvjp.so.0"


def version(root=api.ROOT):
    """ "0.1", of the library that the tree makes."""
    return re.search(r"^project\(vjp VERSION (\d+\.\d+)", (root / "CMakeLists.txt").read_text(), re.M)[1]


# ---- the symbols file of Debian ----


def symbols(description):
    """Each function with the version that brought it."""
    seen = api.program(description)
    lines = [f"{SONAME} libvjp0 #MINVER#", "* Build-Depends-Package: libvjp-dev", " (symver)VJP_0.1 0.1.0"]
    lines += sorted(f" {f.name}@VJP_0.1 {f.comment.since}.0" for f in description.functions if f.header in seen)
    return "\n".join(lines) + "\n"


# ---- the ABI of the headers, for libabigail ----


def grows(struct):
    """Whether a later version may have more members at its end: who has the struct says how long his is."""
    return bool(struct.members) and (struct.members[0].type, struct.members[0].name) in (("size_t", "struct_size"), ("size_t", "size"))


def members_of(dump):
    """How many members the structs of a dump have, by name."""
    found, name = {}, None
    for row in dump.decode().splitlines():
        if match := re.search(r"<class-decl name='(\w+)'", row):
            name = match[1]
        elif "</class-decl>" in row:
            name = None
        elif name and "<data-member " in row:
            found[name] = found.get(name, 0) + 1
    return found


def shortened(struct, count):
    """The C text of a struct with its first members only."""
    head, inside, tail = re.fullmatch(r"(typedef struct \w+ \{) (.*) (\} \w+)", struct.c).groups()
    parts, depth, begin = [], 0, 0
    for i, letter in enumerate(inside):
        depth += (letter in "({") - (letter in ")}")
        if letter == ";" and depth == 0:
            parts.append(inside[begin:i + 1].strip())
            begin = i + 1
    return " ".join([head, *parts[:count], tail])


def stub(description, lengths):
    """A library in C with the functions of the headers and nothing in them: its debug information is the whole of the ABI, and it is
    compiled in a second. What no function takes, such as the tables of plug-ins, is the argument of one made for it. Of structs that
    grow there are as many members as `lengths` says: older programs know no more."""
    seen = api.program(description)
    lines = ["#include <stdbool.h>", "#include <stddef.h>", "#include <stdint.h>"]
    lines += [f"#define {m.name} {m.value}" for m in description.macros if m.parameters is None and m.number is not None]
    for item in api.in_order(description, "aliases", "enums", "handles", "structs", "callbacks"):
        known = lengths.get(item.name) if item in description.structs and grows(item) else None
        lines.append((shortened(item, known) if known else item.c) + ";")
        if item not in description.handles:
            lines.append(f"void abi_of_{item.name}({item.name}* it) {{ (void)it; }}")
    lines += [f"{f.c} {{ __builtin_unreachable(); }}" for f in description.functions if f.header in seen]
    return "\n".join(lines) + "\n"


def compile_stub(description, folder, lengths):
    """The file of that library."""
    source, library = pathlib.Path(folder) / "stub.c", pathlib.Path(folder) / SONAME
    source.write_text(stub(description, lengths))
    subprocess.run(["cc", "-g", "-fPIC", "-shared", source, "-o", library, f"-Wl,-soname,{SONAME}"], check=True)
    return library


def dump(description):
    """What abidw says of it."""
    with tempfile.TemporaryDirectory(prefix="vjp-abi-") as folder:
        library = compile_stub(description, folder, {})
        return subprocess.run(["abidw", "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", library], check=True, capture_output=True).stdout


# ---- the header of a frozen program ----


def frozen_header(description, source):
    """The declarations of this version that the program `source` needs, without their comments."""
    used = set(re.findall(r"\w+", source))
    seen = api.program(description)
    lines = ["/* Declarations of libvjp " + version() + ", kept for the program beside. Printed by scripts/abi.py --freeze. */",
             "#include <stdbool.h>", "#include <stddef.h>", "#include <stdint.h>", ""]
    macros = {macro.name: macro for macro in description.macros if macro.parameters is None and macro.name != "VJP_API"}
    kinds = [item for item in api.in_order(description, "aliases", "enums", "handles", "structs", "callbacks", "functions") if item.header in seen]
    named = {item.name: item for item in kinds}
    enum_of = {value.name: enum.name for enum in description.enums if enum.header in seen for value in enum.values}
    wanted, waiting = set(), [enum_of.get(name, name) for name in used if name in named or name in macros or name in enum_of]
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            text = named[name].c if name in named else macros[name].value or ""
            waiting += [enum_of.get(word, word) for word in re.findall(r"\w+", text) if word in named or word in macros or word in enum_of]
    lines += [f"#define {name} {macros[name].value}" for name in macros if name in wanted]
    lines += [f"{item.c};" for item in kinds if item.name in wanted]
    return "\n".join(lines) + "\n"


def freeze(description):
    folder = KEPT / version()
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "program.c"
    if not program.exists():
        sys.exit(f"there is no {program.relative_to(api.ROOT)}: write one, with its expected.txt, that does what is new in this version")
    (folder / "libvjp.abi.xz").write_bytes(lzma.compress(dump(description), preset=9))
    (folder / "vjp.h").write_text(frozen_header(description, program.read_text()))
    print(f"kept the ABI of {version()} in {folder.relative_to(api.ROOT)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the committed file is stale")
    parser.add_argument("--freeze", action="store_true", help="keep this version in tests/abi")
    parser.add_argument("--gen", metavar="VJP_GEN", help="the tool that describes the API; default: build/*/bin/vjp_gen")
    options = parser.parse_args()
    description = api.load(options.gen)
    if options.freeze:
        freeze(description)
        return 0
    return api.write_or_check(SYMBOLS, symbols(description), options.check)


if __name__ == "__main__":
    sys.exit(main())
