"""PyTorch: eager, torch.compile (inductor, CPU), torch.func. See workloads.md.
   <python with torch> bench_torch.py --threads 1 [--only W1,W4] [--modes eager,compile] [--full]"""
import gc
import os
import sys

import common as C
from common import pc


def _extra(p):
    p.add_argument("--modes", default="eager,compile")


ARGS = C.parse_args("torch", _extra)
T0 = pc()
import numpy as np  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

T_IMPORT = pc() - T0
torch.set_num_threads(ARGS.threads)
MODES = ARGS.modes.split(",")
tt = torch.from_numpy
if ARGS.device:
    torch.set_default_device(ARGS.device)
    C.finish = torch.cuda.synchronize


def t(a, grad=False):
    x = tt(np.ascontiguousarray(a))
    if ARGS.device:
        x = x.to(ARGS.device)
    return x.requires_grad_(True) if grad else x


# ---------------------------------------------------------------- W1, W2, W12: engine overhead
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
    C.run_child(__file__, "w3:1000000", ARGS)


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


# ---------------------------------------------------------------- models
class MLP(torch.nn.Module):
    def __init__(self, sizes, act="relu", seed=1):
        super().__init__()
        self.ls = torch.nn.ModuleList()
        for w, b in C.mlp_params(sizes, seed):
            m = torch.nn.Linear(w.shape[1], w.shape[0])
            with torch.no_grad():
                m.weight.copy_(t(w)), m.bias.copy_(t(b))
            self.ls.append(m)
        self.act = {"relu": F.relu, "tanh": torch.tanh, "silu": F.silu}[act]

    def forward(self, x):
        for m in self.ls[:-1]:
            x = self.act(m(x))
        return self.ls[-1](x)


class Block(torch.nn.Module):
    def __init__(self, sdpa=True):
        super().__init__()
        for k, v in C.transformer_params().items():
            setattr(self, k, torch.nn.Parameter(t(v)))
        d = C.W5["d"]
        self.g1, self.be1 = torch.nn.Parameter(torch.ones(d)), torch.nn.Parameter(torch.zeros(d))
        self.g2, self.be2 = torch.nn.Parameter(torch.ones(d)), torch.nn.Parameter(torch.zeros(d))
        self.sdpa = sdpa

    def forward(self, x):
        B, S, D = x.shape
        h = C.W5["heads"]
        y = F.layer_norm(x, (D,), self.g1, self.be1)
        q, k, v = F.linear(y, self.wqkv, self.bqkv).view(B, S, 3, h, D // h).permute(2, 0, 3, 1, 4).unbind(0)
        if self.sdpa:
            a = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:
            m = torch.ones(S, S, dtype=torch.bool).tril()
            a = (q @ k.transpose(-1, -2) * (D // h) ** -0.5).masked_fill(~m, float("-inf")).softmax(-1) @ v
        x = x + F.linear(a.transpose(1, 2).reshape(B, S, D), self.wo, self.bo)
        y = F.layer_norm(x, (D,), self.g2, self.be2)
        return x + F.linear(F.gelu(F.linear(y, self.w1, self.b1)), self.w2, self.b2)


class CNN(torch.nn.Module):
    def __init__(self):
        super().__init__()
        ps = C.cnn_params()
        self.w = torch.nn.ParameterList([t(a) for a, _ in ps])
        self.b = torch.nn.ParameterList([t(b) for _, b in ps])

    def forward(self, x):
        for k in range(3):
            x = F.max_pool2d(F.relu(F.conv2d(x, self.w[k], self.b[k], padding=1)), 2)
        return F.linear(x.flatten(1), self.w[3], self.b[3])


def train_cases(w, tag, model, lossf, opts, flops, modes=None):
    """fb = forward + backward; <opt> = whole step. eager, eager with the fused optimizer, compile."""
    P = list(model.parameters())
    init = [p.detach().clone() for p in P]

    def reset():
        with torch.no_grad():
            for p, i in zip(P, init):
                p.copy_(i)
                p.grad = None

    def check(f):
        reset()
        ls = float(f().detach())
        for _ in range(1):
            loss = f()
            loss.backward()
            g = sum(float(p.grad.double().pow(2).sum()) for p in P) ** 0.5
        reset()
        return ls, g

    def mk_opt(name, fused):
        if name == "sgd":
            return torch.optim.SGD(P, lr=0.01, momentum=0.9, fused=fused)
        return torch.optim.AdamW(P, lr=1e-3, fused=fused)

    def cases(f, mode, ex=None):
        ls, g = check(f)

        def fb():
            for p in P:
                p.grad = None
            f().backward()

        mn = C.bench(w, tag + ".fb", mode, fb, check=ls, extra=dict(ex or {}, grad_norm=g), target=0.5)
        C.emit_value(w, tag + ".fb.rate", mode, flops / mn / 1e9, "GFLOP/s")
        for on in opts:
            for fused in ((False, True) if mode == "eager" else (True,)):
                reset()
                opt = mk_opt(on, fused or None)

                def step():
                    opt.zero_grad(set_to_none=True)
                    f().backward()
                    opt.step()

                C.bench(w, "%s.%s" % (tag, on), mode + ("+fused_opt" if fused and mode == "eager" else ""), step, target=0.5)
        reset()

    if "eager" in MODES:
        C.guard(w, tag, "eager", lambda: cases(lossf, "eager"))
    if "compile" in MODES:
        def comp():
            torch._dynamo.reset()
            cf = torch.compile(lossf, dynamic=False, fullgraph=True)
            t0 = pc()
            cf().backward()
            dt = pc() - t0
            cases(cf, "compile", dict(compile_s=dt))
        C.guard(w, tag, "compile", comp)


def w4():
    for b in C.W4_BATCH:
        m = MLP(C.W4_SIZES)
        x, y = t(C.fill((b, 784), 40)), t(C.ints((b,), 41, 10))
        train_cases("W4", "b%d" % b, m, lambda: F.cross_entropy(m(x), y), ("sgd", "adamw"), C.mlp_flops(C.W4_SIZES, b))


def w5():
    c = C.W5
    x, y = t(C.fill((c["batch"], c["seq"], c["d"]), 50)), t(C.fill((c["batch"], c["seq"], c["d"]), 51))
    m = Block()
    train_cases("W5", "sdpa", m, lambda: (m(x) - y).pow(2).mean(), ("adamw",), C.tf_flops())
    m2 = Block(sdpa=False)
    save = MODES[:]
    if "compile" in MODES:
        MODES.remove("compile")
    if MODES:
        train_cases("W5", "explicit", m2, lambda: (m2(x) - y).pow(2).mean(), (), C.tf_flops())
    MODES[:] = save


def w6():
    b = C.W6["batch"]
    m = CNN()
    x, y = t(C.fill((b, 3, 32, 32), 60)), t(C.ints((b,), 61, 10))
    train_cases("W6", "b%d" % b, m, lambda: F.cross_entropy(m(x), y), ("sgd",), C.cnn_flops())


# ---------------------------------------------------------------- W7: the hessian benchmark of pytorch PR 82544
def w7_run(name, B, width, act, manual_only=False, modes=("manual", "unpruned", "functorch", "vjp"), backward=(False, True)):
    D1, D2 = C.W7_D1, C.W7_D2
    m = MLP(C.w7_sizes(width), act, seed=7)
    P = list(m.parameters())
    x = t(C.fill((B, D1), 70, 1.0))
    ones = torch.ones(B)
    from torch.func import jacfwd, jacrev, vjp, vmap

    def manual(extra=()):
        x_ = x.clone().requires_grad_()
        pred = m(x_)
        jac = [torch.autograd.grad(pred[:, i], (x_, *extra), ones, create_graph=True)[0] for i in range(D2)]
        hes = []
        for i in range(D2):
            for j in range(D1):
                hes.append(torch.autograd.grad(jac[i][:, j], (x_, *extra), ones, create_graph=True,
                                               allow_unused=True, materialize_grads=True)[0])
        return torch.stack(hes).transpose(0, 1)                       # [B, D2*D1, D1]

    def predict(v):
        o = m(v)
        return o, o

    def functorch():
        x_ = x.clone().requires_grad_()
        h, _ = vmap(jacfwd(jacrev(predict, has_aux=True), has_aux=True))(x_)
        return h

    I2, I1 = torch.eye(D2), torch.eye(D1)

    def vjpvjp():
        def one(v, e2, e1):
            def jac(u):
                _, vf = vjp(m, u)
                return vf(e2)[0]
            _, hf = vjp(jac, v)
            return hf(e1)[0]
        return vmap(vmap(vmap(one, in_dims=(None, None, 0)), in_dims=(None, 0, None)), in_dims=(0, None, None))(x, I2, I1)

    fs = dict(manual=manual, unpruned=lambda: manual(P), functorch=functorch, vjp=vjpvjp)
    pf, uf = C.w7_flops(B, width)
    for mode in modes:
        f = fs[mode]

        def go():
            h = f()                                   # also the warm-up of the slow sizes
            ck = float(h.detach().double().abs().sum())
            del h
            for bw in backward if mode != "functorch" or name != "ORIG" else backward[:1]:
                def run():
                    h = f()
                    if bw:
                        for p in P:
                            p.grad = None
                        h.sum().backward()
                tag = "%s.%s.%s" % (name, act, "with_backward" if bw else "no_backward")
                mn = C.bench("W7", tag, "eager:" + mode, run, check=ck, warmup=0 if name == "ORIG" else 3, target=0.5)
                if not bw:
                    C.emit_value("W7", tag + ".rate", "eager:" + mode, (uf if mode == "unpruned" else pf) / mn / 1e9, "GFLOP/s")
        C.guard("W7", "%s.%s" % (name, act), "eager:" + mode, go)


def w7():
    for name, B, width in C.W7_CASES:
        for act in ("relu", "tanh"):
            if name == "L":
                w7_run(name, B, width, act, modes=("manual", "unpruned", "functorch") if act == "relu" else ("manual", "functorch"), backward=(False,))
            elif name == "M":
                w7_run(name, B, width, act, modes=("manual", "unpruned", "functorch"))
            else:
                w7_run(name, B, width, act)
    # torch.compile of the functorch form; with backward, of the gradient of its sum
    def compiled(name, B, width):
        from torch.func import functional_call, grad, jacfwd, jacrev, vmap
        m = MLP(C.w7_sizes(width), "tanh", seed=7)
        ps = {k: v.detach() for k, v in m.named_parameters()}
        x = t(C.fill((B, C.W7_D1), 70, 1.0))

        def h(p, z):
            return vmap(jacfwd(jacrev(lambda v: functional_call(m, p, (v,)))))(z)
        torch._dynamo.reset()
        for tag, f in (("no_backward", h), ("with_backward", grad(lambda p, z: h(p, z).sum()))):
            g = torch.compile(f, dynamic=False)
            t0 = pc()
            with torch.no_grad():
                r = g(ps, x)
                dt = pc() - t0
                ck = float(r.double().abs().sum()) if f is h else None
                C.bench("W7", "%s.tanh.%s" % (name, tag), "compile:functorch", lambda: g(ps, x), check=ck, extra=dict(compile_s=dt))
    if "compile" in MODES:
        for case in C.W7_CASES[:2]:
            C.guard("W7", case[0] + ".tanh", "compile:functorch", lambda: compiled(*case))
    if ARGS.device:  # on a device the benchmark's own size takes no minutes
        w7_run(*C.W7_ORIG, "relu", modes=("manual",), backward=(False,))
    # one sample, 64 inputs, scalar output: torch.autograd.functional.hessian and friends
    nin, width = C.W7B
    m = MLP([nin] + [width] * 6 + [1], "tanh", seed=8)
    for p in m.parameters():
        p.requires_grad_(False)
    x = t(C.fill((nin,), 71))
    f = lambda v: m(v).squeeze(-1)  # noqa: E731

    def loops():
        x_ = x.clone().requires_grad_()
        g, = torch.autograd.grad(f(x_), x_, create_graph=True)
        return torch.stack([torch.autograd.grad(g[i], x_, retain_graph=True)[0] for i in range(nin)])

    from torch.autograd.functional import hessian as H
    from torch.func import hessian as FH
    from torch.func import jacrev
    for mode, g in (("functional.hessian", lambda: H(f, x)),
                    ("functional.hessian(vectorize)", lambda: H(f, x, vectorize=True)),
                    ("functional.hessian(vectorize,fwd)", lambda: H(f, x, vectorize=True, outer_jacobian_strategy="forward-mode")),
                    ("func.hessian", lambda: FH(f)(x)), ("func.jacrev(jacrev)", lambda: jacrev(jacrev(f))(x)), ("manual loop", loops)):
        C.guard("W7", "single64", "eager:" + mode, lambda: C.bench("W7", "single64.tanh", "eager:" + mode, g, check=float(g().detach().double().abs().sum()), target=0.4))


def w7orig():
    n, B, w = C.W7_ORIG
    w7_run(n, B, w, "relu", modes=("manual", "unpruned", "functorch"))


# ---------------------------------------------------------------- W8
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


# ---------------------------------------------------------------- W9, W11, W14
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
    for n in C.W11_SIZES:
        a, b, g = t(C.fill((n, n), 110), True), t(C.fill((n, n), 111), True), t(C.fill((n, n), 112))
        o = torch.empty(n, n)
        fl = 2.0 * n ** 3
        ad, bd = a.detach(), b.detach()
        C.bench("W11", "n%d.raw_sgemm" % n, "mkl", lambda: torch.mm(ad, bd, out=o), unit="GFLOP/s", work=fl, target=0.4)
        C.bench("W11", "n%d.fwd" % n, "eager", lambda: a @ b, unit="GFLOP/s", work=fl, target=0.4)

        def fb():
            a.grad = b.grad = None
            (a @ b).backward(g)
        C.bench("W11", "n%d.fb" % n, "eager", fb, unit="GFLOP/s", work=3 * fl, target=0.4)


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


def w14():
    b = C.W14_BATCH
    for act in ("tanh", "relu"):
        m = MLP([784, 512, 512, 1], act, seed=14)
        P = list(m.parameters())
        x = t(C.fill((b, 784), 140), True)

        def gp():
            g, = torch.autograd.grad(m(x).sum(), x, create_graph=True)
            return ((g.pow(2).sum(1) + 1e-12).sqrt() - 1).pow(2).mean()

        def step():
            for p in P:
                p.grad = None
            gp().backward()
        C.bench("W14", "gradient_penalty.%s.b%d" % (act, b), "eager", step, check=gp().detach())

        def noprune():
            """what it would cost if the first grad() also built all weight gradients"""
            for p in P:
                p.grad = None
            g = torch.autograd.grad(m(x).sum(), [x] + P, create_graph=True)[0]
            ((g.pow(2).sum(1) + 1e-12).sqrt() - 1).pow(2).mean().backward()
        C.bench("W14", "gradient_penalty.%s.b%d" % (act, b), "eager:unpruned", noprune)
    s = torch.full((1,), 0.7, requires_grad=True)

    def third():
        y = s.sin() * s * s
        for _ in range(3):
            y, = torch.autograd.grad(y, s, create_graph=True)
        return y
    C.bench("W14", "scalar_third_derivative", "eager", third, unit="us", check=third().detach())


def w15():
    for what in ("mlp", "tf", "checkpointed"):
        for mode in MODES:
            C.run_child(__file__, "w15:%s:%s" % (what, mode), ARGS)


def w15_child(what, mode):
    if what == "mlp":
        b = C.W15_MLP_BATCH
        m = MLP(C.W4_SIZES)
        x, y = t(C.fill((b, 784), 40)), t(C.ints((b,), 41, 10))
        lossf = lambda: F.cross_entropy(m(x), y)  # noqa: E731
        # saved for backward in exact arithmetic: 2 hidden activations + log-softmax; x is an input
        least = b * (512 * 2 + 10) * 4 / 1048576
    elif what == "checkpointed":
        from torch.utils.checkpoint import checkpoint
        c, b = C.W5, C.W15_LAYERS_BATCH
        x, y = t(C.fill((b, c["seq"], c["d"]), 50)), t(C.fill((b, c["seq"], c["d"]), 51))
        m = torch.nn.ModuleList([Block() for _ in range(C.W15_LAYERS)])

        def lossf():
            z = x
            for block in m:
                z = checkpoint(block, z, use_reentrant=False)
            return (z - y).pow(2).mean()
        least = 0.0
    else:
        c = C.W5
        b = C.W15_TF_BATCH
        x, y = t(C.fill((b, c["seq"], c["d"]), 50)), t(C.fill((b, c["seq"], c["d"]), 51))
        m = Block()
        lossf = lambda: (m(x) - y).pow(2).mean()  # noqa: E731
        least = 0.0
    opt = torch.optim.SGD(m.parameters(), lr=0.01, momentum=0.9, fused=True)
    if mode == "compile":
        lossf = torch.compile(lossf, dynamic=False, fullgraph=True)
        # compile on another process's cache if any; the compiler's own memory must not count
        lossf().backward()
        opt.zero_grad(set_to_none=True)
    small = torch.ones(1, requires_grad=True)
    (small * 2).backward()
    C.trim()
    base = C.rss_mb()
    C.reset_peak()
    ts = []
    for _ in range(4):
        t0 = pc()
        opt.zero_grad(set_to_none=True)
        lossf().backward()
        opt.step()
        ts.append(pc() - t0)
    pk = C.peak_mb()
    C.emit("W15", "%s.b%d.step" % (what, b), mode, ts, 1, "ms", extra=dict(base_rss_mb=base, peak_rss_mb=pk, step_mb=pk - base))
    C.emit_value("W15", "%s.b%d.peak_over_base" % (what, b), mode, pk - base, "MB", extra=dict(least_activations_mb=least))


# ---------------------------------------------------------------- W18: transforms of functions
def eager_and_compiled(case, mode, f, check, **how):
    """f() under each of MODES; a compiler that cannot is an error line"""
    for kind in MODES:
        def go():
            g = f
            if kind == "compile":
                torch._dynamo.reset()
                g = torch.compile(f, dynamic=False)
            t0 = pc()
            ck = check(g())
            C.bench("W18", case, kind + ":" + mode, g, check=ck, extra=dict(first_s=pc() - t0), **how)
        C.guard("W18", case, kind + ":" + mode, go)


def sum_of_abs(all_):
    return sum(float(v.detach().double().abs().sum()) for v in all_)


def w18():
    from torch.func import functional_call, grad, jacfwd, jacrev, jvp, vmap
    from torch.nn.attention import SDPBackend, sdpa_kernel
    b = C.W18_BATCH
    m = MLP(C.W4_SIZES)
    ps = {k: v.detach() for k, v in m.named_parameters()}
    x, y = t(C.fill((b, 784), 40)), t(C.ints((b,), 41, 10))
    of_sample = vmap(grad(lambda p, v, w: F.cross_entropy(functional_call(m, p, (v[None],)), w[None])), in_dims=(None, 0, 0))
    eager_and_compiled("per_sample.b256", "vmap(grad)", lambda: of_sample(ps, x, y), lambda g: sum_of_abs(g.values()), target=0.5)

    v, zero = t(C.fill((C.W18_N,), 180)), torch.zeros(1)

    def neighbours(v):
        return v.sin() * (torch.cat([zero, v[:-1]]) + torch.cat([v[1:], zero]))
    for mode, jac in (("jacrev", jacrev), ("jacfwd", jacfwd)):
        C.guard("W18", "tridiagonal", "eager:" + mode, lambda: C.bench("W18", "tridiagonal.jacobian", "eager:" + mode, lambda: jac(neighbours)(v),
                                                                       check=sum_of_abs([jac(neighbours)(v)]), target=0.5))

    c = C.W5
    block = Block()
    ps = {k: v.detach() for k, v in block.named_parameters()}
    shape = (c["batch"], c["seq"], c["d"])
    x, y, dx = t(C.fill(shape, 50)), t(C.fill(shape, 51)), t(C.fill(shape, 52))
    names = ("wqkv", "bqkv", "wo", "bo", "w1", "b1", "w2", "b2", "g1", "be1", "g2", "be2")
    dp = {k: t(C.fill(tuple(ps[k].shape), 520 + i)) for i, k in enumerate(names)}
    ps = {k: ps[k] for k in names}

    def loss(p, x):
        return (functional_call(block, p, (x,)) - y).pow(2).mean()

    def values(g):
        return sum_of_abs(g.values() if isinstance(g, dict) else [g])
    by_x, by_p = lambda z: grad(loss, 1)(ps, z), lambda q: grad(loss, 0)(q, x)  # noqa: E731
    dot = lambda g, d: sum((g[k] * d[k]).sum() for k in g) if isinstance(g, dict) else (g * d).sum()  # noqa: E731
    with sdpa_kernel(SDPBackend.MATH):                # the fused one has neither a second derivative nor a tangent on the CPU
        for name, f, at, d in (("input", by_x, x, dx), ("weights", by_p, ps, dp)):
            eager_and_compiled("block.%s.gradient" % name, "grad", lambda: f(at), values, target=0.5)
            eager_and_compiled("block.%s.hvp" % name, "jvp(grad)", lambda: jvp(f, (at,), (d,))[1], values, target=0.5)
            eager_and_compiled("block.%s.hvp" % name, "grad(grad)", lambda: grad(lambda z: dot(f(z), d))(at), values, target=0.5)


# ---------------------------------------------------------------- W16: what the host pays for a kernel on a device
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


def main():
    if ARGS.child:
        p = ARGS.child.split(":")
        if p[0] == "w3":
            return w3_child(int(p[1]))
        if p[0] == "w15":
            return w15_child(p[1], p[2])
    print('{"w":"INFO","case":"versions","peer":"torch","mode":"","threads":%d,"extra":{"torch":"%s","import_s":%.2f,"num_threads":%d}}'
          % (ARGS.threads, torch.__version__, T_IMPORT, torch.get_num_threads()), flush=True)
    eager_only = dict(W1=w1, W2=w2, W3=w3, W9=w9, W10=w10, W11=w11, W12=w12, W13=w13, W14=w14, **(dict(W16=w16) if ARGS.device else {}))
    both = dict(W4=w4, W5=w5, W6=w6, W7=w7, W8=w8, W15=w15, W18=w18)
    for k in sorted(list(eager_only) + list(both), key=lambda s: int(s[1:])):
        if not C.wanted(ARGS, k):
            continue
        if k in eager_only and "eager" not in MODES:
            continue
        C.guard(k, "*", "", eager_only.get(k) or both[k])
    if ARGS.full and C.wanted(ARGS, "W7"):
        C.guard("W7", "ORIG", "", w7orig)


if __name__ == "__main__":
    main()
