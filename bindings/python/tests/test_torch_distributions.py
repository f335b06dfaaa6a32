"""Distributions as PyTorch has them: what torch_distributions.py asked PyTorch."""

import json

import pytest
import torch_distributions

import vjp

CASES = json.loads(torch_distributions.VALUES.read_text())


def flat(value):
    return [number for item in value for number in flat(item)] if isinstance(value, list) else [value]


def compare(got, wanted, what):
    tolerance = 1e-8 if what == "grads" else 1e-9  # PyTorch's trigamma has that many digits
    assert (got is None) == (wanted is None), what
    if wanted is None:
        return
    got, wanted = flat(got), flat(wanted)
    assert len(got) == len(wanted), what
    for mine, other in zip(got, wanted):
        if isinstance(other, (float, int)) and isinstance(mine, (float, int)):
            assert mine == pytest.approx(other, rel=tolerance, abs=1e-11), what
        else:
            assert mine == other, what


def test_every_case_has_an_answer():
    assert [case[0] for case in CASES] == torch_distributions.CASES


@pytest.mark.parametrize("line, wanted", CASES, ids=[case[0][:70] for case in CASES])
def test_what_pytorch_says(line, wanted):
    got = torch_distributions.result(line, vjp)
    for what, value in wanted.items():
        compare(got[what], value, what)
