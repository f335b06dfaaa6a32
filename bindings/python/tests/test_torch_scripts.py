"""Programs written for PyTorch run with `import vjp as torch`, and compute what they compute there."""

import json

import pytest
import torch_scripts

import vjp as torch

WANTED = json.loads(torch_scripts.VALUES.read_text())


ON_CPU = {"tags"}  # which views tensors as another dtype


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.host] if name in ON_CPU else [])
                                  for name in torch_scripts.SCRIPTS])
def test_the_same_numbers(name, tmp_path):
    assert torch_scripts.SCRIPTS[name](torch, tmp_path) == pytest.approx(WANTED[name], rel=2e-4)
