"""Formulas of src/ops/derivatives that are easily wrong, written out in numpy, give what backward gives."""

import math

import numpy as np
import pytest

import vjp

pytestmark = pytest.mark.host
LA = np.linalg


def normal(*shape):
    return np.random.default_rng(sum(shape)).standard_normal(shape)


def between(*shape):
    return np.random.default_rng(len(shape)).uniform(0.1, 0.9, shape)


def positive():
    a = normal(3, 3)
    return a @ a.T + 3 * np.eye(3)


def t(m):
    return np.swapaxes(m, -1, -2)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def skew(m):
    return m - m.T


def along(x, y):
    """y over the rows of x."""
    return np.expand_dims(y, -1) * np.ones_like(x)


def with_diagonal(m, values):
    m = m.copy()
    m[np.diag_indices(len(m))] = values
    return m


def from_here_on(x):
    return np.flip(np.cumsum(np.flip(x, 1), 1), 1)


def lyapunov(h, c):
    n = len(h)
    return LA.solve(np.kron(h, np.eye(n)) + np.kron(np.eye(n), h.T), c.reshape(-1)).reshape(n, n)


def cholesky(g, a, low):
    phi = np.tril(low.T @ g)
    phi = with_diagonal(phi, np.diag(phi) / 2)
    return 0.5 * LA.inv(low).T @ (phi + phi.T) @ LA.inv(low)


def qr(gq, gr, a, q, r):
    m = np.triu(gr @ r.T - q.T @ gq)
    return (gq + q @ with_diagonal(m + m.T, np.diag(m))) @ LA.inv(r).T


def eigh(gl, gv, a, values, v):
    gaps = with_diagonal(values[None, :] - values[:, None], 1)
    m = v @ with_diagonal((v.T @ gv) / gaps, gl) @ v.T
    return (m + m.T) / 2


def svd(gu, gs, gvh, a, u, s, vh):
    gaps, diagonal, v = with_diagonal(s[None, :] ** 2 - s[:, None] ** 2, 1), np.diag(s), vh.T
    m = u @ (np.diag(gs) + (skew(u.T @ gu) / gaps) @ diagonal + diagonal @ (skew(v.T @ gvh.T) / gaps)) @ vh
    m += (np.eye(len(u)) - u @ u.T) @ gu @ np.diag(1 / s) @ vh
    return m + u @ np.diag(1 / s) @ gvh @ (np.eye(len(v)) - v @ vh)


def pinv(g, a, p):
    return -p.T @ g @ p.T + (np.eye(4) - a @ p) @ g.T @ p @ p.T + p.T @ p @ g.T @ (np.eye(3) - p @ a)


def polar(gu, gp, a, u, p):
    x = lyapunov(p, u.T @ gu - gp @ p)
    return u @ (x - x.T + gp) + (np.eye(len(u)) - u @ u.T) @ gu @ LA.inv(p)


def matrix_exp(g, a, y):
    whole = np.block([[a.T, g], [np.zeros((3, 3)), a.T]])
    term = total = np.eye(6)
    for i in range(1, 60):
        term = term @ whole / i
        total = total + term
    return total[:3, 3:]


def layer_norm(g, x, w, b, y):
    r = 1 / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    hat, h = (x - x.mean(-1, keepdims=True)) * r, g * w
    own = r * (h - h.mean(-1, keepdims=True) - hat * (h * hat).mean(-1, keepdims=True))
    return own, (g * hat).sum(0), g.sum(0)


def rms_norm(g, x, w, y):
    r, h = 1 / np.sqrt((x ** 2).mean(-1, keepdims=True) + 1e-3), g * w
    return r * (h - x * r ** 2 * (h * x).mean(-1, keepdims=True)), (g * x * r).sum(0)


def attention(g, q, k, v, mask, y):
    p = np.exp(q @ t(k) / 2 + mask)
    p /= p.sum(-1, keepdims=True)
    dp = g @ t(v)
    ds = p * (dp - (p * dp).sum(-1, keepdims=True))
    return ds @ k / 2, t(ds) @ q / 2, t(p) @ g, ds[0, 0]


def cosine(g, x1, x2, y):
    n1, n2 = LA.norm(x1, axis=1, keepdims=True), LA.norm(x2, axis=1, keepdims=True)
    g, y, a, b = g[:, None], y[:, None], x1 / n1, x2 / n2
    return g * (b - y * a) / n1, g * (a - y * b) / n2


def mish(g, x, y):
    th = np.tanh(np.log1p(np.exp(x)))
    return g * (th + x * sigmoid(x) * (1 - th ** 2))


def gelu(g, x, y):
    distribution = 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))
    return g * (distribution + x * np.exp(-x * x / 2) / math.sqrt(2 * math.pi))


def slogdet(g, a, y):
    return g * LA.inv(a).T


X, W, P, T, A = normal(2, 5), normal(2, 5)[::-1].copy(), between(2, 5), between(2, 5, 1)[..., 0], normal(3, 3)
CASES = {
    "linalg_det": (vjp.linalg_det, [A], lambda g, a, y: g * y * LA.inv(a).T),
    "linalg_slogdet": (lambda a: vjp.linalg_slogdet(a)[1], [A], slogdet),
    "linalg_inv": (vjp.linalg_inv, [A], lambda g, a, y: -y.T @ g @ y.T),
    "linalg_solve": (vjp.linalg_solve, [A, normal(3, 2)],
                     lambda g, a, b, y: (-(LA.inv(a).T @ g) @ y.T, LA.inv(a).T @ g)),
    "linalg_cholesky": (vjp.linalg_cholesky, [positive()], cholesky),
    "linalg_qr": (vjp.linalg_qr, [normal(4, 3)], qr),
    "linalg_eigh": (vjp.linalg_eigh, [positive()], eigh),
    "linalg_svd": (lambda a: vjp.linalg_svd(a, full_matrices=False), [normal(4, 3)], svd),
    "linalg_pinv": (vjp.linalg_pinv, [normal(4, 3)], pinv),
    "linalg_polar": (vjp.linalg_polar, [normal(4, 3)], polar),
    "linalg_matrix_sqrth": (vjp.linalg_matrix_sqrth, [positive()], lambda g, a, s: lyapunov(s, (g + g.T) / 2)),
    "matrix_exp": (vjp.matrix_exp, [A], matrix_exp),
    "layer_norm": (lambda x, w, b: vjp.layer_norm(x, (5,), w, b), [X, normal(5), normal(5)], layer_norm),
    "rms_norm": (lambda x, w: vjp.rms_norm(x, (5,), w, 1e-3), [X, normal(5)], rms_norm),
    "scaled_dot_product_attention": (
        vjp.scaled_dot_product_attention,
        [normal(1, 1, 3, 4), normal(1, 1, 5, 4), normal(1, 1, 5, 4) + 1, normal(3, 5)], attention),
    "mish": (vjp.mish, [X], mish),
    "gelu": (vjp.gelu, [X], gelu),
    "sinc": (vjp.sinc, [X], lambda g, x, y: g * (np.cos(np.pi * x) - y) / x),
    "atan2": (vjp.atan2, [X, W], lambda g, a, b, y: (g * b / (a * a + b * b), -g * a / (a * a + b * b))),
    "logaddexp2": (vjp.logaddexp2, [X, W], lambda g, a, b, y: (g * 2 ** (a - y), g * 2 ** (b - y))),
    "logcumsumexp": (lambda x: vjp.logcumsumexp(x, 1), [X],
                     lambda g, x, y: np.exp(x) * from_here_on(g * np.exp(-y))),
    "cumprod": (lambda x: vjp.cumprod(x, 1), [X], lambda g, x, y: from_here_on(g * y) / x),
    "logsumexp": (lambda x: vjp.logsumexp(x, (1,)), [X], lambda g, x, y: along(x, g) * np.exp(x - along(x, y))),
    "linalg_vector_norm": (lambda x: vjp.linalg_vector_norm(x, 3), [X],
                           lambda g, x, y: g * np.sign(x) * abs(x) ** 2 / y ** 2),
    "std": (lambda x: vjp.std(x, 1), [X],
            lambda g, x, y: along(x, g) * (x - x.mean(1, keepdims=True)) / (4 * along(x, y))),
    "binary_cross_entropy": (vjp.binary_cross_entropy, [P, T], lambda g, p, target, y: (
        g * (p - target) / (p * (1 - p)) / 10, g * (np.log(1 - p) - np.log(p)) / 10)),
    "binary_cross_entropy_with_logits": (vjp.binary_cross_entropy_with_logits, [X, T], lambda g, x, target, y: (
        g * (sigmoid(x) - target) / 10, -g * x / 10)),
    "kl_div": (lambda x, p: vjp.kl_div(x, p, reduction="sum"), [X, T],
               lambda g, x, p, y: (-g * p, g * (np.log(p) + 1 - x))),
    "cosine_similarity": (vjp.cosine_similarity, [X, W], cosine),
    "pow": (vjp.pow, [P, T], lambda g, a, b, y: (g * b * a ** (b - 1), g * y * np.log(a))),
}


def tensor(values, **options):
    return vjp.tensor(np.asarray(values).tolist(), dtype=vjp.float64, **options)


@pytest.mark.parametrize("name", CASES)
def test_a_formula_gives_the_gradient(name):
    function, inputs, formula = CASES[name]
    leaves = [tensor(values, requires_grad=True) for values in inputs]
    results = function(*leaves)
    results = [results] if isinstance(results, vjp.Tensor) else list(results)
    gradients = [normal(*y.shape, 7)[..., 0] for y in results]
    got = vjp.grad(results, leaves, [tensor(g) for g in gradients])
    wanted = formula(*gradients, *inputs, *[np.array(y.tolist()) for y in results])
    for one, other in zip(got, wanted if isinstance(wanted, tuple) else (wanted,), strict=True):
        np.testing.assert_allclose(np.array(one.tolist()), other, rtol=1e-8, atol=1e-10)
