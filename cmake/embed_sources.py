"""Writes a header with the text of device headers, for the compiler at run time: `embed_sources.py OUT ROOT:ROOT... HEADER...`
finds each header in one of the roots, takes it and what it includes in quotes, the includes before what includes them."""

import os
import pathlib
import re
import sys

out = pathlib.Path(sys.argv[1])
roots = [pathlib.Path(root) for root in sys.argv[2].split(os.pathsep)]
found: dict[str, str] = {}


def visit(name: str) -> None:
    if name in found:
        return
    text = next(root / name for root in roots if (root / name).is_file()).read_text()
    found[name] = ""  # a circle ends here
    for include in re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.M):
        visit(include)
    del found[name]
    found[name] = text


for header in sys.argv[3:]:
    visit(header)
lines = ["// Made by cmake/embed_sources.py: headers that programs compiled at run time include.", "#pragma once", "",
         "namespace vjp::cuda {", "", "struct DeviceSource {", "  const char *name, *text;", "};",
         "inline constexpr DeviceSource kDeviceSources[] = {"]
for name, text in found.items():
    assert ')vjp"' not in text
    lines += [f'    {{"{name}", R"vjp({text})vjp"}},']
lines += ["};", "", "}  // namespace vjp::cuda", ""]
made = "\n".join(lines)
if not out.exists() or out.read_text() != made:
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(made)
