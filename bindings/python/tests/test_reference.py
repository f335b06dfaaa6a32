"""The reference of the operators: each operator has every section of its page, and what was measured is still so."""

import json
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGES = ROOT / "src/cli/operators.txt"
if not PAGES.exists():
    pytest.skip("a reference lies in the source tree alone", allow_module_level=True)

pytestmark = pytest.mark.host
SECTIONS = ["Signature", "Shapes and dtypes", "Derivative", "Errors", "Example"]
WITHOUT_FORMULA = ("elementwise.", "of any order.", "linear in each of them.", "goes through the operator itself.")


def pages():
    """By operator: its family, its sentence, the lines of each section."""
    found = {}
    for line in PAGES.read_text(encoding="utf-8").splitlines():
        if line.startswith("="):
            name, family, doc = line[1:].split("\t")
            sections = {}
            found[name] = family, doc, sections
        elif line.startswith(":"):
            lines = sections.setdefault(line[1:], [])
        elif line[:1] in (" ", "|", ">") and sections:
            lines.append(line[1:])
    return found


REFERENCE = pages()


def operators():
    """Those of the table; where nothing has been built, those of the page."""
    tool = ROOT / "build/release/bin/vjp_gen"
    if not tool.exists():
        return set(REFERENCE)
    described = subprocess.run([tool, "describe", ROOT], capture_output=True, text=True, check=True).stdout
    return {op["name"] for op in json.loads(described)["operators"] if not op["internal"]}


def test_every_operator_has_a_page():
    assert set(REFERENCE) == operators()
    assert len(REFERENCE) > 500


@pytest.mark.parametrize("name", REFERENCE)
def test_each_section_is_filled(name):
    family, doc, sections = REFERENCE[name]
    assert doc and family and list(sections) == SECTIONS
    assert all(any(line.strip() for line in lines) for lines in sections.values())
    languages = [line.split()[0] for line in sections["Signature"] if not line.startswith(" ")]
    assert languages == ["C", "Python", "Rust", "Julia"]


@pytest.mark.parametrize("name", [name for name, (family, *_) in REFERENCE.items() if family != "composite"])
def test_a_rule_is_written_as_a_formula(name):
    """src/ops/derivatives has those that do not follow from the table; a composite has its parts'."""
    text = " ".join(REFERENCE[name][2]["Derivative"])
    assert not text.endswith(WITHOUT_FORMULA), f"{name}: src/ops/derivatives says nothing of it"


def test_a_formula_spells_what_it_names_alike():
    named = 0
    for name, (_, _, sections) in REFERENCE.items():
        for line in sections["Derivative"]:
            first, equals, _ = line.strip().partition(":")[0].partition(" = ")
            if equals and " " not in first.replace(", ", ","):
                named += 1
                for symbol in first.split(", "):
                    assert len(re.findall(rf"(?<!\w){symbol}(?!\w)", line)) > 1, (name, line)
    assert named > 5


def test_the_pages_for_readers_have_the_same_operators():
    folder = ROOT / "docs/operators"
    anchors = [anchor for page in folder.glob("*.md") for anchor in
               re.findall(r'^<a id="([^"]+)"></a>$', page.read_text(encoding="utf-8"), re.M)]
    assert sorted(anchors) == sorted(REFERENCE)
    links = re.findall(r"\]\(operators/(\w+)\.md#([\w.]+)\)", (ROOT / "docs/operators.md").read_text(encoding="utf-8"))
    assert sorted(name for _, name in links) == sorted(REFERENCE)
    assert all(f'<a id="{name}"></a>' in (folder / f"{page}.md").read_text(encoding="utf-8") for page, name in links)


def test_what_was_measured_is_so_now():
    """The shapes, dtypes and messages of operator_facts.txt; the examples themselves run in test_help.py."""
    program = ROOT / "bindings/python/operator_facts.py"
    # -P: the vjp that is installed, not the sources beside the program
    done = subprocess.run([sys.executable, "-P", program, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
