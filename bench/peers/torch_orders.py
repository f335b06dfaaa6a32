"""PyTorch: W7 and W14 (derivatives of higher order), W18 (transforms of functions)."""
import common as C
from common import pc
from torch_base import ARGS, F, MODES, t, torch
from torch_models import MLP, Block


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
