"""W1 through the Python binding: what a node costs a Python program. Same cases as bench/peers/bench_torch.py.
   scripts/python bench/vjp_bench.py --threads 1 [--only W1]"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers"))
import common as C  # noqa: E402
from common import pc  # noqa: E402

ARGS = C.parse_args("libvjp")
import vjp  # noqa: E402

MODE = "python"


def chain(op, x, c, n):
    y = x
    if op in ("mul", "mulw"):
        for _ in range(n):
            y = y * c
    elif op == "add":
        for _ in range(n):
            y = y + c
    else:
        for _ in range(n):
            y = y.sin()
    return y


def one_chain(op, n):
    x = vjp.tensor([0.5], requires_grad=True)
    c = vjp.tensor([1.0 if op.startswith("mul") else 1e-4], requires_grad=op == "mulw")

    def run():
        t0 = pc()
        y = chain(op, x, c, n)
        t1 = pc()
        y.backward()
        t2 = pc()
        del y
        t3 = pc()
        y = chain(op, x, c, n)
        t4 = pc()
        del y
        t5 = pc()
        x.grad = c.grad = None
        return t1 - t0, t2 - t1, t3 - t2, t5 - t4

    C.bench_phases("W1", op, MODE, run, ("fwd", "bwd", "destroy_after_bwd", "destroy_without_bwd"), n)


def w1(n=10000):
    for op in ("mul", "add", "sin", "mulw"):
        one_chain(op, n)
    x, c = vjp.tensor([0.5]), vjp.tensor([1.0])

    def without_recording():
        t0 = pc()
        chain("mul", x, c, n)
        return (pc() - t0,)

    C.bench_phases("W1", "mul", MODE, without_recording, ("fwd_no_grad",), n)
    leaf = vjp.tensor([0.5], requires_grad=True)

    def one_call():
        y = leaf * c
        t0 = pc()
        vjp.grad(y, leaf)
        return (pc() - t0,)

    C.bench_phases("W1", "one_node", MODE, one_call, ("grad_call",), 1, max_runs=2000, min_runs=500)


if __name__ == "__main__":
    if C.wanted(ARGS, "W1"):
        C.guard("W1", "*", MODE, w1)
