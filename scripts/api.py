"""The API as data, as `vjp_gen describe` prints it: operators, functions, structs, enums, handles, macros. What generates from
operators or headers, and what checks them, reads this and nothing else. The shape is in src/gen/README.md; here every object of
it has its members as attributes.
"""

import argparse
import json
import pathlib
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
