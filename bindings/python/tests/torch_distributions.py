"""Distributions that mean the same in PyTorch and here (torch_distributions.txt), and what PyTorch's are: python
torch_distributions.py, run by an interpreter that has torch, writes torch_distributions.json, with which
test_torch_distributions.py compares.

A line is `distribution | value`, or `p || q` for a divergence. `x(...)` is a tensor of float64 that requires grad,
`t(...)` one that does not.
"""

import json
import pathlib

VALUES = pathlib.Path(__file__).with_suffix(".json")
CASES = pathlib.Path(__file__).with_suffix(".txt").read_text().splitlines()


def numbers(value):
    """Nested lists, in which what is not finite is a text, as JSON has no such number."""
    value = value if isinstance(value, (list, bool, int, float)) else value.detach().tolist()
    return [numbers(item) for item in value] if isinstance(value, list) else plain(value)


def plain(number):
    return str(number) if number != number or number in (float("inf"), -float("inf")) else float(f"{number:.12g}")


def result(line, m):
    leaves = []

    def t(data, dtype=None):
        return m.tensor(data, dtype=dtype or m.float64)

    def x(data):
        leaves.append(m.tensor(data, dtype=m.float64, requires_grad=True))
        return leaves[-1]

    names = dict(m=m, t=t, x=x, D=m.distributions, T=m.distributions.transforms)
    if " || " in line:
        p, q = (eval(part, names) for part in line.split(" || "))
        value = m.distributions.kl_divergence(p, q)
        return {"kl": numbers(value), "grads": grads(value, leaves, m)}
    distribution, value = (eval(part, names) for part in line.split(" | "))
    found = {"batch": list(distribution.batch_shape), "event": list(distribution.event_shape),
             "rsample": distribution.has_rsample, "enumerated": distribution.has_enumerate_support,
             "sample": list(distribution.sample((2, 3)).shape),
             "expanded": list(distribution.expand((3, *distribution.batch_shape)).log_prob(value).shape)}
    log_prob = distribution.log_prob(value)
    found |= {"log_prob": numbers(log_prob), "grads": grads(log_prob, leaves, m)}
    for name in ("mean", "mode", "variance", "stddev", "entropy", "cdf", "icdf", "enumerate_support"):
        try:
            got = getattr(distribution, name)
            if callable(got):
                got = got(value) if name == "cdf" else got(distribution.cdf(value)) if name == "icdf" else got()
            found[name] = numbers(got)
        except NotImplementedError:
            found[name] = None
    return found


def grads(value, leaves, m):
    if not value.requires_grad:
        return []
    got = m.autograd.grad(value.sum(), leaves, allow_unused=True)
    return [None if grad is None else numbers(grad) for grad in got]


def main():
    import torch
    import torch.distributions

    lines = [json.dumps([case, result(case, torch)]) for case in CASES]
    VALUES.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
