"""PyTorch: W8 (pointwise chains), W9 (pruning), W10 (single operators), W11 (products), W19 (Fourier transforms),
W20 (linear algebra)."""
import common as C
from common import pc
from torch_base import ARGS, F, MODES, t, torch
from torch_models import MLP


def chain_mix(x):
    y = x * 1.1
    y = y + 0.1
    y = torch.tanh(y)
    y = y * 0.9
    y = y - 0.05
    y = torch.sigmoid(y)
    y = y * 2.0
    y = torch.relu(y)
    y = y + 0.3
    return y * 0.7


def chain_cheap(x):
    y = x * 1.1
    y = y + 0.1
    y = torch.relu(y)
    y = y * 0.9
    y = y - 0.05
    y = y * y
    y = y * 2.0
    y = torch.relu(y)
    y = y + 0.3
    return y * 0.7


def w8():
    x = t(C.fill((C.W8_N,), 80), True)
    g = t(C.fill((C.W8_N,), 81))
    for name, f in (("cheap", chain_cheap), ("mix", chain_mix)):
        def both(fn):
            def run():
                x.grad = None
                fn(x).backward(g)
            return run

        def one(fn, mode, ex=None):
            both(fn)()
            ck = x.grad.double().sum()
            mn = C.bench("W8", name + ".fb", mode, both(fn), check=ck, extra=ex)
            # least traffic of a perfectly fused forward+backward that must deliver y and dx: read x, g, write y, dx
            C.emit_value("W8", name + ".fb.eff", mode, 4 * 4 * C.W8_N / mn / 1e9, "GB/s")
            C.bench("W8", name + ".fwd_no_grad", mode, lambda: fn(x.detach()), target=0.4)
        if "eager" in MODES:
            C.guard("W8", name, "eager", lambda: one(f, "eager"))
        if "compile" in MODES:
            def comp():
                torch._dynamo.reset()
                cf = torch.compile(f, dynamic=False, fullgraph=True)
                t0 = pc()
                both(cf)()
                one(cf, "compile", dict(compile_s=pc() - t0))
            C.guard("W8", name, "compile", comp)


def w9():
    wd = C.W9_WIDTH
    for b in C.W9_BATCH:
        m = MLP([wd] * (C.W9_LAYERS + 1), seed=9)
        P = list(m.parameters())
        x = t(C.fill((b, wd), 90), True)
        ck = {}

        def f():
            return m(x).pow(2).mean()

        def all_():
            return torch.autograd.grad(f(), [x] + P)

        def xonly():
            return torch.autograd.grad(f(), x)

        def wonly():
            return torch.autograd.grad(f(), P)
        ck = float(xonly()[0].double().abs().sum())
        ts = {}
        for nm, g in (("fwd", f), ("grad_all", all_), ("grad_x_only", xonly), ("grad_w_only", wonly)):
            ts[nm] = C.bench("W9", "b%d.%s" % (b, nm), "eager", g, check=ck)
        for p in P:
            p.requires_grad_(False)
        C.bench("W9", "b%d.grad_x_frozen_weights" % b, "eager", xonly, check=ck)
        C.emit_value("W9", "b%d.prune_gain" % b, "eager", ts["grad_all"] / ts["grad_x_only"], "x")


def w10():
    for n in C.W10_SIZES if ARGS.threads == 1 else C.W10_SIZES[1:]:
        r = n // 256
        x = t(C.fill((r, 256), 100), True)
        gx = t(C.fill((r, 256), 101))
        gr = t(C.fill((r,), 102))
        ln_w, ln_b = torch.ones(256, requires_grad=True), torch.zeros(256, requires_grad=True)
        table = t(C.fill((10000, 256), 103), True)
        idx_rows = t(C.ints((r,), 104, 10000))
        idx = t(C.ints((r, 256), 105, 256))
        tgt = t(C.ints((r,), 106, 256))
        cases = {
            "sum_all": (lambda: x.sum(), None, [x]),
            "sum_dim0": (lambda: x.sum(0), gx[0], [x]),
            "max_dim1": (lambda: x.max(1)[0], gr, [x]),
            "softmax": (lambda: x.softmax(1), gx, [x]),
            "cross_entropy": (lambda: F.cross_entropy(x, tgt), None, [x]),
            "layernorm": (lambda: F.layer_norm(x, (256,), ln_w, ln_b), gx, [x, ln_w, ln_b]),
            "gelu": (lambda: F.gelu(x), gx, [x]),
            "embedding": (lambda: F.embedding(idx_rows, table), gx, [table]),
            "gather": (lambda: x.gather(1, idx), gx, [x]),
            "scatter_add": (lambda: torch.zeros(r, 256).scatter_add(1, idx, x), gx, [x]),
            "cat": (lambda: torch.cat([x, x], 1), torch.cat([gx, gx], 1), [x]),
            "transpose_copy": (lambda: x.t().contiguous(), gx.t().contiguous(), [x]),
        }
        for nm, (f, g, leaves) in cases.items():
            def run():
                for v in leaves:
                    v.grad = None
                t0 = pc()
                y = f()
                t1 = pc()
                y.backward(g)
                t2 = pc()
                return t1 - t0, t2 - t0
            C.guard("W10", nm, "eager", lambda: C.bench_phases("W10", "%s.%.0e" % (nm, n), "eager", run, ("fwd", "fb"), n, target=0.2, max_runs=31))


def w11():
    shapes = [("n%d" % n, n, n, n) for n in C.W11_SIZES] + [("m%d.n%d.k%d" % s, *s) for s in C.W11_SHAPES]
    for name, m, n, k in shapes:
        a, b, g = t(C.fill((m, k), 110), True), t(C.fill((k, n), 111), True), t(C.fill((m, n), 112))
        o = torch.empty(m, n)
        fl = 2.0 * m * n * k
        ad, bd = a.detach(), b.detach()
        C.bench("W11", name + ".raw_sgemm", "mkl", lambda: torch.mm(ad, bd, out=o), unit="GFLOP/s", work=fl, target=0.4)
        C.bench("W11", name + ".fwd", "eager", lambda: a @ b, unit="GFLOP/s", work=fl, target=0.4)

        def fb():
            a.grad = b.grad = None
            (a @ b).backward(g)
        C.bench("W11", name + ".fb", "eager", fb, unit="GFLOP/s", work=3 * fl, target=0.4)
    C.guard("W11", "sparse.n4000.fb", "eager", lambda: sparse_times_dense(4000, 64))


def sparse_times_dense(n, width):
    """A CSR matrix with 1 % filled times a strided one, and the gradients of both."""
    each = n // 100
    begins = torch.arange(n + 1) * each
    columns = (torch.arange(each) * 100 + (torch.arange(n) * 37 % 100).unsqueeze(1)).flatten()
    a = torch.sparse_csr_tensor(begins, columns, t(C.fill((n * each,), 113)), (n, n)).requires_grad_()
    b, g = t(C.fill((n, width), 114), True), t(C.fill((n, width), 115))

    def step():
        a.grad = b.grad = None
        (a @ b).backward(g)
    step()
    C.bench("W11", "sparse.n%d.fb" % n, "eager", step, unit="ms", check=float(b.grad.abs().sum()), target=0.4)


def w19():
    functions = {"fft": torch.fft.fft, "rfft": torch.fft.rfft, "2d": torch.fft.fft2}
    for kind, shape in C.W19:
        def go():
            f = functions[kind]
            half = shape[:-1] + (shape[-1] // 2 + 1,) if kind == "rfft" else shape
            x = t(C.fill(shape if kind == "rfft" else shape + (2,), 190))
            x = (x if kind == "rfft" else torch.view_as_complex(x)).requires_grad_()
            g = torch.view_as_complex(t(C.fill(half + (2,), 191)))

            def phases():
                x.grad = None
                t0 = pc()
                y = f(x)
                t1 = pc()
                y.backward(g)
                return t1 - t0, pc() - t0
            phases()
            check = (x.grad if kind == "rfft" else torch.view_as_real(x.grad)).abs().double().sum()
            C.bench_phases("W19", name, "eager", phases, ("fwd", "fb"), unit="us", check=check)
        name = kind + "." + "x".join(map(str, shape))
        C.guard("W19", name, "eager", go)


def w20():
    functions = {"solve": torch.linalg.solve, "cholesky": torch.linalg.cholesky, "eigh": torch.linalg.eigh,
                 "svd": lambda a: torch.linalg.svd(a, full_matrices=False)}
    for kind, f in functions.items():
        for shape in C.W20_SHAPES:
            def go():
                a = t(C.fill(shape, 200))
                a = (a.mT @ a / shape[-1] + torch.eye(shape[-1])).requires_grad_()
                inputs = (a, t(C.fill(shape[:-1] + (8,), 201), True)) if kind == "solve" else (a,)

                def results():
                    y = f(*inputs)
                    return (y,) if isinstance(y, torch.Tensor) else tuple(y)
                given = [t(C.fill(tuple(y.shape), 202 + i)) for i, y in enumerate(results())]

                def phases():
                    t0 = pc()
                    y = results()
                    t1 = pc()
                    torch.autograd.grad(y, inputs, given)
                    return t1 - t0, pc() - t0
                check = None
                if kind in ("solve", "cholesky"):
                    check = float(torch.autograd.grad(results(), inputs, given)[0].abs().double().sum())
                C.bench_phases("W20", name, "eager", phases, ("fwd", "fb"), unit="ms", check=check)
            name = kind + "." + "x".join(map(str, shape))
            C.guard("W20", name, "eager", go)
