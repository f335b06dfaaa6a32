"""The tables of docs/kinks.md are those of its cases, and what stands there of us is what is computed."""

import importlib.util
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
spec = importlib.util.spec_from_file_location("kinks", ROOT / "scripts/kinks.py")
kinks = importlib.util.module_from_spec(spec)
spec.loader.exec_module(kinks)

STALE = "docs/kinks.md is stale: scripts/python scripts/kinks.py"


def tables():
    """The rows of each table, as lists of cells."""
    out, inside = [], False
    for line in kinks.PAGE.read_text().splitlines():
        if not line.startswith("|"):
            inside = False
            continue
        if not inside:
            out.append([])
        inside = True
        out[-1].append([cell.strip() for cell in line[2:-2].split(" | ")])
    return [rows[2:] for rows in out]


CASES = list(kinks.read_cases().values())


def test_every_case_is_in_the_tables():
    assert [len(rows) for rows in tables()] == [len(cases) for cases in CASES], STALE


@pytest.mark.parametrize("number", range(len(CASES)))
def test_our_column_is_what_is_computed(number):
    ours = kinks.Ours()
    for row, case in zip(tables()[number], CASES[number]):
        cells = (kinks.kink_cells if isinstance(case, kinks.Kink) else kinks.value_cells)(case, ours.answer(case))
        if isinstance(case, kinks.Kink):  # their gradients are compared as numbers
            assert row[:3] == cells[:3], STALE
            assert kinks.numbers(row[3]) == pytest.approx(kinks.numbers(cells[3]), rel=1e-12, nan_ok=True), (STALE, row)
        else:
            assert row[:4] == cells, (STALE, row)
