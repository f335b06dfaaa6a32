"""Modules as PyTorch has them: what torch_modules.py asked PyTorch."""

import json
import math

import pytest
import torch_modules
from test_names import compare

import vjp

CASES = json.loads(torch_modules.VALUES.read_text())
CALLED = [case for case in CASES if "outs" in case[1]]
BEGUN = [case for case in CASES if "start" in case[1]]


def test_every_case_has_an_answer():
    assert [case[0] for case in CASES] == torch_modules.CASES


@pytest.mark.parametrize("line, wanted", CALLED, ids=[case[0][:70] for case in CALLED])
def test_results_gradients_and_names(line, wanted):
    got = torch_modules.result(line, vjp)
    assert got["shapes"] == wanted["shapes"] and got["several"] == wanted["several"]
    tolerance = 1e-7 if "Hardsigmoid" in line else 1e-10  # PyTorch's gradient there is a float32's 1/6
    for part in ("outs", "grads"):
        compare(got[part], wanted[part], tolerance, part)
    assert list(got["buffers"]) == list(wanted["buffers"])
    compare(list(got["buffers"].values()), list(wanted["buffers"].values()), 1e-10)


@pytest.mark.parametrize("line, wanted", BEGUN, ids=[case[0] for case in BEGUN])
def test_parameters_begin_alike(line, wanted):
    """The same distribution, by its ends, mean and deviation, and not one element that was forgotten."""
    vjp.manual_seed(0)
    got = torch_modules.result(line, vjp)
    assert got["shapes"] == wanted["shapes"]
    for name, (low, high, mean, deviation) in wanted["start"].items():
        own = got["start"][name]
        if deviation == 0 or deviation != deviation:  # constant, or of one element
            assert own[:3] == [low, high, mean], name
            continue
        chance = 5 / math.prod(wanted["shapes"][name])**0.5  # what samples of this size may differ by
        assert own[3] == pytest.approx(deviation, rel=chance), name
        assert own[2] == pytest.approx(mean, abs=chance * deviation), name
        assert own[:2] == [pytest.approx(low, rel=0.35), pytest.approx(high, rel=0.35)], name
