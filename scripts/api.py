"""The API as data, as `vjp_gen describe` prints it: operators, functions, structs, enums, handles, macros. What generates from
operators or headers, and what checks them, reads this and nothing else. The shape is in src/gen/README.md; here every object of
it has its members as attributes.
"""

import argparse
import copy
import json
import pathlib
import re
import subprocess
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parents[1]
KINDS = ("release", "debug", "asan", "tsan")


def describer():
    """The vjp_gen of the first build there is."""
    built = [ROOT / "build" / kind / "bin/vjp_gen" for kind in KINDS]
    tool = next((tool for tool in built if tool.exists()), None)
    return tool or sys.exit(f"there is no {built[0]}; scripts/build release makes it")


def text(gen=None, root=ROOT):
    """What `gen` prints of the operators that it has in it and the headers under `root`."""
    done = subprocess.run([gen or describer(), "describe", root], text=True, capture_output=True)
    return done.stdout if done.returncode == 0 else sys.exit(done.stderr.rstrip())


def load(gen=None, file=None, root=ROOT):
    """The description: `gen` prints it, or `file` holds it."""
    found = pathlib.Path(file).read_text() if file else text(gen, root)
    return json.loads(found, object_hook=lambda members: types.SimpleNamespace(**members))


def program(api):
    """The names of the headers that a program gets with vjp/vjp.h; the others are for plug-ins."""
    return {header.name for header in api.headers if header.program}


def in_order(api, *kinds):
    """Declarations of some kinds ("structs", "enums", ...), each after those that it uses."""
    place = {header.name: i for i, header in enumerate(api.headers)}
    return sorted((item for kind in kinds for item in getattr(api, kind)), key=lambda it: (place[it.header], it.line))


def names(api):
    """Everything that the headers declare, constants of enums among it."""
    kinds = ("functions", "callbacks", "structs", "enums", "handles", "aliases", "macros")
    found = {item.name for kind in kinds for item in getattr(api, kind)}
    return found | {value.name for enum in api.enums for value in enum.values}


# ---- operators ----


def operators(api):
    """Those that programs call."""
    return [op for op in api.operators if not op.internal]


def symbol(op):
    """ "max_dim": the C function's name after vjp_."""
    return op.name.replace(".", "_")


def returns_list(op):
    return op.results[0].type == "Tensor[]"


def changed(item, **members):
    """A copy with other members."""
    other = copy.copy(item)
    other.__dict__.update(members)
    return other


def with_chosen_argument(op):
    """`add.alpha` with alpha required: who chooses an overload by the name of an argument gives that argument."""
    return changed(op, arguments=[changed(a, required=a.required or a.name == op.overload) for a in op.arguments])


# ---- structs and enums, as bindings want them ----


def length(member):
    """Of an array; 0: it is none."""
    return member.lengths[0] if member.lengths else 0


def option_structs(api):
    """By name, the structs of a program that begin with their size, each after those that it holds."""
    seen = program(api)
    structs = {struct.name: struct for struct in api.structs if struct.header in seen}
    wanted = {}

    def want(struct):
        for member in struct.members:
            if member.type in structs:
                want(structs[member.type])
        wanted[struct.name] = struct

    for name in sorted(structs):
        if (structs[name].members[0].type, structs[name].members[0].name) == ("size_t", "struct_size"):
            want(structs[name])
    return wanted


def initializers(api):
    """The macros that initialise them: (name, struct, a text a member, or a list of them for one that is a struct)."""
    structs = option_structs(api)
    found = []
    for macro in sorted(api.macros, key=lambda macro: macro.name):
        size = re.fullmatch(r"sizeof\((\w+)\)", str((macro.initializer or [""])[0]))
        if size and size[1] in structs:
            struct = structs[size[1]]
            if len(macro.initializer) != len(struct.members):
                raise ValueError(f"{macro.name} has {len(macro.initializer)} values for {len(struct.members)} members of {size[1]}")
            found.append((macro.name, struct, macro.initializer))
    return found


def program_enums(api):
    seen = program(api)
    return sorted((enum for enum in api.enums if enum.header in seen), key=lambda enum: enum.name)


def short_names(enum):
    """(name, number) without the words that all names begin with: ("read_after_write", 1)."""
    words = [value.name.split("_") for value in enum.values]
    shared = 0
    while all(len(w) > shared + 1 and w[shared] == words[0][shared] for w in words):
        shared += 1
    return [("_".join(w[shared:]).lower(), value.value) for w, value in zip(words, enum.values)]


# ---- generators ----


def arguments(description):
    """What every generator understands."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a committed file is stale")
    parser.add_argument("--gen", metavar="VJP_GEN", help="the tool that describes the API; default: build/*/bin/vjp_gen")
    parser.add_argument("--api", metavar="FILE", help="what it printed, instead")
    return parser.parse_args()


def load_for(options):
    return load(options.gen, options.api)


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
