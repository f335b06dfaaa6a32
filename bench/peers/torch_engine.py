"""PyTorch: W1, W2, W3, W12 (what nodes and hooks cost), W13 (start-up), W16 (the host beside a device)."""
import gc
import sys

import common as C
from common import pc
from torch_base import ARGS, torch


def chain(op, x, c, n):
    y = x
    if op in ("mul", "mulw"):
        for _ in range(n):
            y = y * c
    elif op == "add":
        for _ in range(n):
            y = y + c
    elif op == "sin":
        for _ in range(n):
            y = y.sin()
    return y


def w1(n=10000):
    for op in ("mul", "add", "sin", "mulw"):
        x = torch.full((1,), 0.5, requires_grad=True)
        c = torch.full((1,), 1.0 if op.startswith("mul") else 1e-4, requires_grad=(op == "mulw"))

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

        C.bench_phases("W1", op, "eager", run, ("fwd", "bwd", "destroy_after_bwd", "destroy_without_bwd"), n)
    x = torch.full((1,), 0.5)
    c = torch.full((1,), 1.0)

    def nograd():
        t0 = pc()
        chain("mul", x, c, n)
        return (pc() - t0,)

    C.bench_phases("W1", "mul", "eager", nograd, ("fwd_no_grad",), n)
    # the whole cost of a tiny backward() / grad() call: a graph of one node
    x = torch.full((1,), 0.5, requires_grad=True)

    def tiny():
        y = x * c
        t0 = pc()
        torch.autograd.grad(y, x)
        return (pc() - t0,)

    C.bench_phases("W1", "one_node", "eager", tiny, ("grad_call",), 1, max_runs=2000, min_runs=500)
    eng, g1 = torch.autograd.Variable._execution_engine, torch.ones(1)

    def raw():
        y = x * c
        t0 = pc()
        eng.run_backward((y,), (g1,), False, False, (x,), True, accumulate_grad=False)
        return (pc() - t0,)

    C.bench_phases("W1", "one_node", "eager", raw, ("run_backward_call",), 1, max_runs=2000, min_runs=500)


def w2(n=10000):
    c = torch.full((1,), 0.5)
    xs = [torch.full((1,), 0.001 * i, requires_grad=True) for i in range(n)]

    def fwd_sum():
        s = xs[0] * c
        for x in xs[1:]:
            s = s + x * c
        return s

    def fwd_stack():
        return torch.stack([x * c for x in xs]).sum()

    for name, f in (("chain_sum", fwd_sum), ("stack_sum", fwd_stack)):
        def run():
            for x in xs:
                x.grad = None
            t0 = pc()
            s = f()
            t1 = pc()
            s.backward()
            t2 = pc()
            del s
            return t1 - t0, t2 - t1, pc() - t2

        C.bench_phases("W2", name, "eager", run, ("fwd", "bwd", "destroy"), n)

        def run2():
            s = f()
            t0 = pc()
            torch.autograd.grad(s, xs)
            return (pc() - t0,)

        C.bench_phases("W2", name, "eager", run2, ("autograd_grad",), n)


def w3():
    C.run_child(sys.argv[0], "w3:1000000", ARGS)


def w3_child(n):
    for op in ("mul",):
        x = torch.full((1,), 0.5, requires_grad=True)
        c = torch.full((1,), 1.0)
        f, b, d, mem, pk = [], [], [], [], []
        for _ in range(2):
            gc.collect()
            r0 = C.rss_mb()
            t0 = pc()
            y = chain(op, x, c, n)
            t1 = pc()
            r1 = C.rss_mb()
            C.reset_peak()
            y.backward()
            t2 = pc()
            p = C.peak_mb()
            del y
            t3 = pc()
            x.grad = None
            f.append(t1 - t0), b.append(t2 - t1), d.append(t3 - t2), mem.append((r1 - r0)), pk.append(p - r0)
        e = dict(graph_bytes_per_node=max(mem) * 1048576 / n, peak_bytes_per_node=max(pk) * 1048576 / n)
        tag = "%s.n%.0e" % (op, n)
        C.emit("W3", tag + ".fwd", "eager", f, n, "ns/op", extra=e)
        C.emit("W3", tag + ".bwd", "eager", b, n, "ns/op", extra=e)
        C.emit("W3", tag + ".destroy", "eager", d, n, "ns/op", extra=e)


def w12(n=10000):
    x = torch.full((1,), 0.5, requires_grad=True)
    c = torch.full((1,), 1.0)
    noop = lambda *a: None  # noqa: E731

    def chain_with(reg, k=1):
        def run():
            y = x
            hs = []
            if reg is None:
                for _ in range(n):
                    y = y * c
            else:
                for _ in range(n):
                    y = y * c
                    for _ in range(k):                # several on every node, to stand out of the noise
                        hs.append(reg(y))
            t0 = pc()
            y.backward()
            dt = pc() - t0
            x.grad = None
            return (dt,)
        return run

    base = C.bench_phases("W12", "chain.no_hook", "eager", chain_with(None), ("bwd",), n)[0]
    for nm, reg in (("tensor_hook", lambda y: y.register_hook(noop)), ("node_prehook", lambda y: y.grad_fn.register_prehook(noop)),
                    ("node_posthook", lambda y: y.grad_fn.register_hook(noop)), ("retain_grad", lambda y: y.retain_grad())):
        k = 1 if nm == "retain_grad" else 4
        v = C.bench_phases("W12", "chain." + nm + ("_x4" if k > 1 else ""), "eager", chain_with(reg, k), ("bwd",), n, max_runs=9)[0]
        C.emit_value("W12", nm + ".per_hook", "eager", (v - base) / n / k * 1e9, "ns/op")
    xs = [torch.full((1,), 0.001 * i, requires_grad=True) for i in range(n)]

    def wide():
        for v in xs:
            v.grad = None
        s = torch.stack([v * c for v in xs]).sum()
        t0 = pc()
        s.backward()
        return (pc() - t0,)

    base = C.bench_phases("W12", "wide.no_hook", "eager", wide, ("bwd",), n)[0]
    for v in xs:
        v.register_post_accumulate_grad_hook(noop)
    w = C.bench_phases("W12", "wide.post_acc_hook", "eager", wide, ("bwd",), n)[0]
    C.emit_value("W12", "post_acc_hook.per_hook", "eager", (w - base) / n * 1e9, "ns/op")

    def pack(n_):
        def run():
            y = x
            t0 = pc()
            with torch.autograd.graph.saved_tensors_hooks(lambda v: v, lambda v: v):
                for _ in range(n_):
                    y = y.sin()
            t1 = pc()
            y.backward()
            t2 = pc()
            x.grad = None
            return t1 - t0, t2 - t1
        return run
    C.bench_phases("W12", "saved_tensors_hooks.sin", "eager", pack(n), ("fwd", "bwd"), n, max_runs=9)

    class Mul(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(b)
            return a * b

        @staticmethod
        def backward(ctx, g):
            b, = ctx.saved_tensors
            return g * b, None

    def custom():
        y = x
        t0 = pc()
        for _ in range(n):
            y = Mul.apply(y, c)
        t1 = pc()
        y.backward()
        t2 = pc()
        x.grad = None
        return t1 - t0, t2 - t1
    C.bench_phases("W12", "custom_function", "eager", custom, ("fwd", "bwd"), n, max_runs=9)

    class Reent(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            return a.clone()

        @staticmethod
        def backward(ctx, g):
            with torch.enable_grad():
                z = g.detach().requires_grad_()
                (z * c).backward()
            return g

    m = 2000

    def reent():
        y = x
        for _ in range(m):
            y = Reent.apply(y)
        t0 = pc()
        y.backward()
        dt = pc() - t0
        x.grad = None
        return (dt,)
    C.bench_phases("W12", "reentrant_backward", "eager", reent, ("bwd",), m)

    def deep():                                      # 100 levels of nesting (workers take over past 60)
        class Deep(torch.autograd.Function):
            @staticmethod
            def forward(ctx, a, k):
                ctx.k = k
                return a.clone()

            @staticmethod
            def backward(ctx, g):
                if ctx.k > 0:
                    with torch.enable_grad():
                        z = g.detach().requires_grad_()
                        Deep.apply(z, ctx.k - 1).backward()
                return g, None
        y = Deep.apply(x, 100)
        t0 = pc()
        y.backward()
        return (pc() - t0,)
    C.bench_phases("W12", "reentrant_nested_100", "eager", deep, ("bwd",), 101, max_runs=9)


def w13():
    C.guard("W13", "python", "cpython", lambda: C.startup("W13", "bare_python", "cpython", "", "", peer="python"))
    C.guard("W13", "numpy", "cpython", lambda: C.startup("W13", "import_numpy", "cpython", "import numpy", "", peer="python"))
    C.guard("W13", "first_gradient", "eager", lambda: C.startup(
        "W13", "first_gradient", "eager", "import torch", "x = torch.ones(1, requires_grad=True); (x * x).backward(); assert float(x.grad) == 2"))


def w16(n=400):
    x, w = torch.full((1,), 0.5), torch.full((1,), 1.0)

    def launches():
        C.finish()
        t0 = pc()
        chain("mul", x, w, n)
        t1 = pc()
        C.finish()
        return (t1 - t0,)

    C.bench_phases("W16", "device", "eager", launches, ("mul",), n, "us")
    x.requires_grad_()

    def both():
        C.finish()
        t0 = pc()
        y = chain("mul", x, w, n)
        t1 = pc()
        C.finish()
        t2 = pc()
        y.backward()
        t3 = pc()
        C.finish()
        x.grad = None
        return t1 - t0, t3 - t2

    C.bench_phases("W16", "device", "eager", both, ("mul.fwd", "mul.bwd"), n, "us")
