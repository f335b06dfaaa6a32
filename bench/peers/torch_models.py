"""PyTorch: the models, W4 to W6 (training steps), W15 (peak memory)."""
import sys

import common as C
from common import pc
from torch_base import ARGS, F, MODES, t, torch


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
    for tag, memory_format in (("", torch.contiguous_format), (".channels_last", torch.channels_last)):
        m = CNN().to(memory_format=memory_format)
        x, y = t(C.fill((b, 3, 32, 32), 60)).to(memory_format=memory_format), t(C.ints((b,), 61, 10))
        train_cases("W6", "b%d%s" % (b, tag), m, lambda m=m, x=x, y=y: F.cross_entropy(m(x), y), ("sgd",), C.cnn_flops())


def w15():
    for what in ("mlp", "tf", "checkpointed"):
        for mode in MODES:
            C.run_child(sys.argv[0], "w15:%s:%s" % (what, mode), ARGS)


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
