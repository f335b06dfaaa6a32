"""JAX's functions under the names, and with the arguments, that the cases use: those that map one to one, and the formulas that JAX's
users write where there is no function."""
import jax
import jax.numpy as jnp
from jax import lax

SAME_IN_NUMPY = """abs atan2 ceil copysign cos cosh deg2rad exp exp2 expm1 floor fmax fmin hypot log log10 log1p log2 logaddexp logaddexp2
maximum minimum rad2deg reciprocal round sign sin sinc sinh sqrt square tan tanh trunc nan_to_num angle real imag conj add sub mul
isfinite isinf isnan isneginf isposinf signbit logical_not logical_and logical_or logical_xor bitwise_and bitwise_or
bitwise_xor bitwise_not floor_divide fmod remainder float_power where matmul outer kron tensordot inner trace vdot cov corrcoef
reshape flip fliplr flipud rot90 tile hstack vstack dstack column_stack tril triu diag diagflat diff zeros_like ones_like full_like
isclose all any stack""".split()
OTHER_NAMES = dict(sub="subtract", mul="multiply", div="divide", true_divide="divide", pow="power", acos="arccos", acosh="arccosh", asin="arcsin",
                   asinh="arcsinh", atan="arctan", atanh="arctanh", neg="negative", eq="equal", ge="greater_equal", gt="greater", le="less_equal",
                   lt="less", ne="not_equal", mm="matmul", mv="matmul", dot="vdot", bmm="matmul", ger="outer", sgn="sign",
                   bitwise_left_shift="left_shift", bitwise_right_shift="right_shift", cat="concatenate", movedim="moveaxis",
                   permute="transpose", view="reshape", transpose="swapaxes", atan2="arctan2", masked_fill="where")
ACTIVATIONS = "celu elu hard_sigmoid leaky_relu log_sigmoid mish relu relu6 selu sigmoid silu softplus soft_sign".split()
SPECIAL = "digamma erf erfc entr logit ndtr xlogy xlog1py".split()


def reduction(f):
    return lambda x, dim=None, *rest: f(x, axis=tuple(dim) if isinstance(dim, list) else dim)


def with_positions(f, where):
    def both(x, dim):
        at = where(x, axis=dim, keepdims=True)
        return jnp.take_along_axis(x, at, dim).squeeze(dim), at.squeeze(dim)
    return lambda x, *dim: both(x, dim[0]) if dim and isinstance(dim[0], int) else f(x) if not dim else None


def sort(x, dim):
    at = jnp.argsort(x, dim)
    return jnp.take_along_axis(x, at, dim), at


def layer_norm(x, shape, w, b):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * w + b


def batch_norm(x, mean, var, w, b, training):
    axes, shape = (0, 2, 3), (1, -1, 1, 1)
    if training:
        mean, var = x.mean(axes), x.var(axes)
    return (x - mean.reshape(shape)) * (lax.rsqrt(var + 1e-5) * w).reshape(shape) + b.reshape(shape)


def group_norm(x, groups, w, b):
    y = x.reshape(x.shape[0], groups, -1)
    y = (y - y.mean(-1, keepdims=True)) * lax.rsqrt(y.var(-1, keepdims=True) + 1e-5)
    return y.reshape(x.shape) * w[:, None, None] + b[:, None, None]


def cross_entropy(x, t, label_smoothing=0.0):
    if t.dtype == x.dtype:
        return -(t * jax.nn.log_softmax(x, 1)).sum(1).mean()
    if label_smoothing or x.ndim != 2:
        raise NotImplementedError
    return -jnp.take_along_axis(jax.nn.log_softmax(x, 1), t[:, None], 1).mean()


def pool(initial, how, divide):
    def of(x, size):
        window = (1, 1) + (size,) * (x.ndim - 2)
        y = lax.reduce_window(x, jnp.asarray(initial, x.dtype), how, window, window, "VALID")
        return y / size ** (x.ndim - 2) if divide else y
    return of


def conv(x, w, b, padding=0, groups=1):
    if padding == "same":
        padding = w.shape[2] // 2
    y = lax.conv_general_dilated(x, w, (1,) * (x.ndim - 2), [(padding, padding)] * (x.ndim - 2), feature_group_count=groups)
    return y + b.reshape((-1,) + (1,) * (x.ndim - 2))


def at_rows(how):
    return lambda x, dim, i, y: getattr(x.at[(slice(None),) * dim + (i,)], how)(y)


def scatter(how):
    def of(x, dim, i, y):
        other = jnp.arange(x.shape[1 - dim])
        return getattr(x.at[(other[:, None], i) if dim == 1 else (i, other[None, :])], how)(y)
    return of


def segment_sum(x, how, lengths):
    if how != "sum":
        raise NotImplementedError
    ids = jnp.repeat(jnp.arange(lengths.shape[0]), lengths, total_repeat_length=x.shape[0])
    return jax.ops.segment_sum(x, ids, lengths.shape[0], indices_are_sorted=True)


def logcumsumexp(x, dim):
    return lax.cumlogsumexp(x, axis=dim)


def mean_of(f):
    return lambda x, t, reduction="mean": f(x, t) if reduction == "none" else f(x, t).mean()


def attention(q, k, v):
    return jax.nn.dot_product_attention(*(a.swapaxes(1, 2) for a in (q, k, v))).swapaxes(1, 2)


def resize(method):
    def of(x, scale_factor, mode):
        if mode not in ("nearest", "bilinear", "linear", "trilinear") or scale_factor[0] < 1:
            raise NotImplementedError
        shape = x.shape[:2] + tuple(int(a * b) for a, b in zip(x.shape[2:], scale_factor))
        return jax.image.resize(x, shape, "nearest" if mode == "nearest" else "linear")
    return of


FUNCTIONS = {
    **{name: getattr(jnp, name) for name in SAME_IN_NUMPY if hasattr(jnp, name)},
    **{name: getattr(jnp, other) for name, other in OTHER_NAMES.items() if hasattr(jnp, other)},
    **{name.replace("hard_sigmoid", "hardsigmoid").replace("log_sigmoid", "logsigmoid").replace("soft_sign", "softsign"): getattr(jax.nn, name)
       for name in ACTIVATIONS},
    **{name: getattr(jax.scipy.special, name) for name in SPECIAL},
    **{name: reduction(getattr(jnp, name)) for name in "sum mean amax amin prod nansum nanmean count_nonzero".split()},
    **{name: reduction(lambda x, axis, f=getattr(jnp, name): f(x, axis=axis, ddof=1)) for name in ("var", "std")},
    "all": reduction(jnp.all), "any": reduction(jnp.any),
    "argmax": reduction(jnp.argmax), "argmin": reduction(jnp.argmin),
    "erfinv": lax.erf_inv, "lgamma": lax.lgamma, "rsqrt": lax.rsqrt, "frac": lambda x: x - jnp.trunc(x),
    "hardswish": jax.nn.hard_swish, "hardtanh": jax.nn.hard_tanh, "tanhshrink": lambda x: x - jnp.tanh(x),
    "gelu": lambda x, approximate="none": jax.nn.gelu(x, approximate=approximate == "tanh"),
    "glu": jax.nn.glu, "clamp": jnp.clip, "clamp_max": jnp.minimum, "clamp_min": jnp.maximum,
    "masked_fill": lambda x, m, v: jnp.where(m, v, x), "threshold": lambda x, t, v: jnp.where(x > t, x, v),
    "hardshrink": lambda x: jnp.where(jnp.abs(x) > 0.5, x, 0.0), "softshrink": lambda x: jnp.sign(x) * jnp.maximum(jnp.abs(x) - 0.5, 0.0),
    "addcmul": lambda x, y, z: x + y * z, "addcdiv": lambda x, y, z: x + y / z, "lerp": lambda x, y, w: x + w * (y - x),
    "complex": lax.complex, "polar": lambda r, a: lax.complex(r * jnp.cos(a), r * jnp.sin(a)), "clone": jnp.copy,
    "max": with_positions(jnp.max, jnp.argmax), "min": with_positions(jnp.min, jnp.argmin),
    "logsumexp": lambda x, dim: jax.scipy.special.logsumexp(x, axis=dim),
    "softmax": jax.nn.softmax, "log_softmax": jax.nn.log_softmax, "softmin": lambda x, dim: jax.nn.softmax(-x, dim),
    "std_mean": lambda x, dim: (x.std(dim, ddof=1), x.mean(dim)), "var_mean": lambda x, dim: (x.var(dim, ddof=1), x.mean(dim)),
    "norm": lambda x, p=2, dim=None: jnp.linalg.norm(x.reshape(-1) if dim is None else x, None if p == "fro" else p, axis=dim),
    "linalg_vector_norm": lambda x, p=2, dim=None: jnp.linalg.vector_norm(x, ord=p, axis=dim),
    "linalg_norm": lambda x, p=None: jnp.linalg.norm(x),
    "cumsum": lambda x, dim: jnp.cumsum(x, dim), "cumprod": lambda x, dim: jnp.cumprod(x, dim), "logcumsumexp": logcumsumexp,
    "sort": sort, "argsort": lambda x, dim: jnp.argsort(x, dim), "msort": lambda x: jnp.sort(x, 0),
    "topk": lambda x, k, dim: lax.top_k(x, k), "median": lambda x, *dim: jnp.median(x) if not dim else None,
    "quantile": lambda x, q, dim: jnp.quantile(x, q, dim),
    "cat": lambda parts, dim=0: jnp.concatenate(parts, dim), "expand": lambda x, size: jnp.broadcast_to(x, size),
    "broadcast_to": jnp.broadcast_to, "unsqueeze": jnp.expand_dims, "squeeze": lambda x, dim=None: jnp.squeeze(x, tuple(dim) if dim else None),
    "flatten": jnp.ravel, "ravel": jnp.ravel, "contiguous": jnp.copy, "repeat": jnp.tile, "transpose": jnp.swapaxes,
    "permute": jnp.transpose, "permute_copy": jnp.transpose, "transpose_copy": jnp.swapaxes, "movedim": lambda x, a, b: jnp.moveaxis(x, a, b),
    "roll": lambda x, shifts, dims: jnp.roll(x, tuple(shifts), tuple(dims)), "repeat_interleave": lambda x, k, dim: jnp.repeat(x, k, dim)
    if isinstance(k, int) else None, "narrow": lambda x, dim, start, length: lax.slice_in_dim(x, start, start + length, axis=dim),
    "slice": lambda x, dim, a, b, step: lax.slice_in_dim(x, a, b, step, dim), "select": lambda x, dim, i: lax.index_in_dim(x, i, dim, False),
    "diagonal": jnp.diagonal, "pad": lambda x, p, mode="constant": jnp.pad(
        x, [(0, 0), (0, 0), (p[2], p[3]), (p[0], p[1])], mode={"constant": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}[mode]),
    "gather": lambda x, dim, i: jnp.take_along_axis(x, i, dim), "take_along_dim": lambda x, i, dim: jnp.take_along_axis(x, i, dim),
    "take": lambda x, i: x.reshape(-1)[i], "index_select": lambda x, dim, i: jnp.take(x, i, dim),
    "index_add": at_rows("add"), "index_copy": at_rows("set"), "index": lambda x, at: x[tuple(at)] if at[0].dtype != bool else None,
    "index_put": lambda x, i, y, accumulate=False: x.at[tuple(i)].add(y) if accumulate else x.at[tuple(i)].set(y),
    "scatter": scatter("set"), "scatter_add": scatter("add"),
    "scatter_reduce": lambda x, dim, i, y, how: scatter({"sum": "add", "amax": "max", "prod": "multiply"}[how])(x, dim, i, y),
    "embedding": lambda i, w: w[i], "segment_reduce": segment_sum,
    "layer_norm": layer_norm, "rms_norm": lambda x, shape, w: x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * w,
    "batch_norm": batch_norm, "group_norm": group_norm, "linear": lambda x, w, b: x @ w.T + b,
    "conv1d": conv, "conv2d": conv, "conv3d": conv,
    **{f"avg_pool{d}d": pool(0, lax.add, True) for d in (1, 2, 3)}, **{f"max_pool{d}d": pool(-jnp.inf, lax.max, False) for d in (1, 2, 3)},
    "interpolate": resize("linear"), "scaled_dot_product_attention": attention,
    "cosine_similarity": lambda x, y, dim: (x * y).sum(dim) / jnp.sqrt((x * x).sum(dim) * (y * y).sum(dim)),
    "mse_loss": mean_of(lambda x, t: (x - t) ** 2), "l1_loss": mean_of(lambda x, t: jnp.abs(x - t)),
    "huber_loss": mean_of(lambda x, t: jnp.where(jnp.abs(x - t) < 1, 0.5 * (x - t) ** 2, jnp.abs(x - t) - 0.5)),
    "cross_entropy": cross_entropy, "nll_loss": lambda x, t: -jnp.take_along_axis(x, t[:, None], 1).mean(),
    "binary_cross_entropy": lambda x, t: -(t * jnp.log(x) + (1 - t) * jnp.log1p(-x)).mean(),
    "binary_cross_entropy_with_logits": lambda x, t: (jnp.maximum(x, 0) - x * t + jnp.log1p(jnp.exp(-jnp.abs(x)))).mean(),
    "addmm": lambda z, x, y: z + x @ y, "baddbmm": lambda z, x, y: z + x @ y, "addmv": lambda z, x, y: z + x @ y, "addr": lambda z, x, y: z + jnp.outer(x, y),
    "cross": lambda x, y, dim: jnp.cross(x, y, axis=dim), "linalg_cross": jnp.cross, "linalg_vecdot": lambda x, y: (x * y).sum(-1),
    "einsum": lambda text, operands: jnp.einsum(text, *operands), "matrix_exp": jax.scipy.linalg.expm,
    "linalg_solve": jnp.linalg.solve, "linalg_cholesky": jnp.linalg.cholesky, "linalg_inv": jnp.linalg.inv, "linalg_det": jnp.linalg.det,
    "linalg_svd": lambda x, full: tuple(jnp.linalg.svd(x, full_matrices=full)), "linalg_eigh": lambda x: tuple(jnp.linalg.eigh(x)),
    "linalg_slogdet": lambda x: tuple(jnp.linalg.slogdet(x)), "linalg_qr": lambda x: tuple(jnp.linalg.qr(x)),
    "linalg_svdvals": jnp.linalg.svdvals, "linalg_eigvalsh": jnp.linalg.eigvalsh, "linalg_pinv": jnp.linalg.pinv,
    "linalg_matrix_power": jnp.linalg.matrix_power, "linalg_lu": jax.scipy.linalg.lu,
    "linalg_solve_triangular": lambda x, y, upper: lax.linalg.triangular_solve(x, y, left_side=True, lower=not upper),
    "trapezoid": lambda y, x=None, dx=1.0: jnp.trapezoid(y, x, dx), "tril": jnp.tril, "triu": jnp.triu,
}


def find(name):
    """The function for `name`, or None."""
    return jnp.bfloat16 if name == "bfloat16" else FUNCTIONS.get(name)
