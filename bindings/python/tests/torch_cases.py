"""Calls that mean the same in PyTorch and here (torch_cases.txt), and what PyTorch says: python torch_cases.py, run by
an interpreter that has torch, writes torch_cases.json, with which test_names.py compares.

In an expression `m` is the library, `F` its nn.functional, `x(...)` a tensor that requires grad, `t(...)` one without.
"""

import json
import math
import pathlib

VALUES = pathlib.Path(__file__).with_suffix(".json")
CASES = pathlib.Path(__file__).with_suffix(".txt").read_text().splitlines()


def result(expression, m, functional):
    """The tensors of a call as lists, and the gradients of what it was given."""
    leaves = []

    def t(data, dtype=None):
        made = m.tensor(data, dtype=dtype)
        return made.double() if dtype is None and made.dtype.is_floating_point else made

    def x(data):
        leaves.append(m.tensor(data, dtype=m.float64, requires_grad=True))
        return leaves[-1]

    names = dict(m=m, F=functional, t=t, x=x, nan=math.nan, inf=math.inf)
    out = eval(expression, names)
    outs = [out] if isinstance(out, m.Tensor) else list(out)
    total = sum(((o * (1 + m.arange(o.numel()).reshape(o.shape))).sum() for o in outs if o.requires_grad), 0)
    grads = []
    if leaves:
        total.backward()
        grads = [leaf.grad.tolist() for leaf in leaves]
    kinds = [str(o.dtype).split(".")[-1] for o in outs]
    return [kinds, [o.detach().tolist() for o in outs], grads]


def main():
    import torch
    import torch.nn.functional as functional

    lines = [json.dumps([case, *result(case, torch, functional)]) for case in CASES]
    VALUES.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
