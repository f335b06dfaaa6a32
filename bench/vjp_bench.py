"""W1 and W12 through the Python binding: what a node and a hook cost a Python program. Same cases as
bench/peers/bench_torch.py.
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


def w12(n=10000):
    x, c = vjp.tensor([0.5], requires_grad=True), vjp.tensor([1.0])

    def nothing(*_):
        pass

    def chain_with(register, count):
        def run():
            y, handles = x, []
            for _ in range(n):
                y = y * c
                for _ in range(count):
                    handles.append(register(y))
            t0 = pc()
            y.backward()
            seconds = pc() - t0
            x.grad = None
            return (seconds,)
        return run

    base = C.bench_phases("W12", "chain.no_hook", MODE, chain_with(None, 0), ("bwd",), n)[0]
    for name, count, register in (("tensor_hook", 4, lambda y: y.register_hook(nothing)),
                                  ("node_prehook", 4, lambda y: y.grad_fn.register_prehook(nothing)),
                                  ("node_posthook", 4, lambda y: y.grad_fn.register_hook(nothing)),
                                  ("retain_grad", 1, lambda y: y.retain_grad())):
        case = "chain." + name + ("_x4" if count > 1 else "")
        value = C.bench_phases("W12", case, MODE, chain_with(register, count), ("bwd",), n, max_runs=9)[0]
        C.emit_value("W12", name + ".per_hook", MODE, (value - base) / n / count * 1e9, "ns/op")
    w12_saved(x, n)
    w12_custom(x, c, n)


def w12_saved(x, n):
    def run():
        y = x
        t0 = pc()
        with vjp.autograd.graph.saved_tensors_hooks(lambda v: v, lambda v: v):
            for _ in range(n):
                y = y.sin()
        t1 = pc()
        y.backward()
        t2 = pc()
        x.grad = None
        return t1 - t0, t2 - t1
    C.bench_phases("W12", "saved_tensors_hooks.sin", MODE, run, ("fwd", "bwd"), n, max_runs=9)


def w12_custom(x, c, n):
    class Mul(vjp.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(b)
            return a * b

        @staticmethod
        def backward(ctx, g):
            b, = ctx.saved_tensors
            return g * b, None

    def run():
        y = x
        t0 = pc()
        for _ in range(n):
            y = Mul.apply(y, c)
        t1 = pc()
        y.backward()
        t2 = pc()
        x.grad = None
        return t1 - t0, t2 - t1
    C.bench_phases("W12", "custom_function", MODE, run, ("fwd", "bwd"), n, max_runs=9)


if __name__ == "__main__":
    if C.wanted(ARGS, "W1"):
        C.guard("W1", "*", MODE, w1)
    if C.wanted(ARGS, "W12"):
        C.guard("W12", "*", MODE, w12)
