"""Modules that mean the same in PyTorch and here (torch_modules.txt), and what PyTorch's do: python torch_modules.py,
run by an interpreter that has torch, writes torch_modules.json, with which test_modules.py compares.

A line is `module | arguments`: its parameters are filled by a formula, then it is called, and backward is. In arguments
`x(...)` is a tensor that requires grad, `some(*shape)` one of a shape, `t(...)` one without. A line of a module alone
is about how parameters begin.
"""

import json
import math
import pathlib

VALUES = pathlib.Path(__file__).with_suffix(".json")
CASES = pathlib.Path(__file__).with_suffix(".txt").read_text().splitlines()


def shapes(module):
    return {name: list(tensor.shape) for name, tensor in module.state_dict().items()}


def fill(module, m):
    """Parameters of float64 that no two elements share. Running statistics stay what they are at the start."""
    module.double()
    for k, parameter in enumerate(module.parameters()):
        values = m.cos(m.arange(parameter.numel(), dtype=m.float64) * 0.7 + k)
        with m.no_grad():
            parameter.copy_(values.reshape(parameter.shape) * 0.5)
    return module


def tensors_of(result, m):
    if isinstance(result, m.Tensor):
        return [result] if result.dtype.is_floating_point else []  # packed sequences have sizes and indices
    return [tensor for item in result if item is not None for tensor in tensors_of(item, m)]


def start(module):
    """[smallest, largest, mean, deviation] of every parameter."""
    found = {}
    for name, p in module.named_parameters():
        p = p.detach().double()
        found[name] = [p.min().item(), p.max().item(), p.mean().item(), p.std().item()]
    return found


def result(line, m):
    constructor, called, arguments = line.partition(" | ")
    module = eval(constructor, dict(m=m, nn=m.nn))
    if not called:
        return {"shapes": shapes(module), "start": start(module)}
    leaves = []

    def t(data, dtype=None):
        made = m.tensor(data, dtype=dtype)
        return made.double() if dtype is None and made.dtype.is_floating_point else made

    def x(data):
        leaves.append(m.tensor(data, dtype=m.float64, requires_grad=True))
        return leaves[-1]

    def some(*shape):
        return x((m.arange(math.prod(shape)) * 37 % 19 - 9).reshape(shape).tolist())

    fill(module, m)
    args = eval(f"({arguments},)", dict(m=m, t=t, x=x, some=some))
    out = module(*args)
    outs = tensors_of(out, m)
    total = sum((o * (1 + m.arange(o.numel()).reshape(o.shape))).sum() for o in outs if o.requires_grad)
    total.backward()
    grads = [leaf.grad for leaf in [*leaves, *module.parameters()]]
    return {"shapes": shapes(module), "several": not isinstance(out, m.Tensor),
            "outs": [o.detach().tolist() for o in outs],
            "grads": [None if grad is None else grad.tolist() for grad in grads],
            "buffers": {name: buffer.tolist() for name, buffer in module.named_buffers()}}


def rounded(value):
    """Twelve digits of every number."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return float(f"{value:.12g}") if isinstance(value, float) else value


def main():
    import torch

    torch.manual_seed(0)
    lines = [json.dumps([case, rounded(result(case, torch))]) for case in CASES]
    VALUES.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
