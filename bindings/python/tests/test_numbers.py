"""Numbers in values and derivatives: halves, powers of 0, tails, empty cases, windows, copies."""

import functools
import itertools
import math
import random

import pytest
from smooth_values import VALUES

import vjp

HALVES = [vjp.float16, vjp.bfloat16]


def derivatives(f, x, count):
    """The values of the first derivatives of a sum of elementwise values."""
    y, found = f(x), []
    for _ in range(count):
        seed = vjp.ones_like(y)
        (y,) = vjp.grad(y, [x], seed, create_graph=True, allow_unused=True) if y.requires_grad else (None,)
        y = vjp.zeros_like(x) if y is None else y
        found.append(y.tolist())
    return found


# ---- half precision (NUM-4) ----

def _const(x, value):
    return vjp.full(tuple(x.shape), value, dtype=x.dtype)


REDUCTIONS = {
    **{f"norm {p}": (lambda x, p=p: vjp.norm(x, p)) for p in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, math.inf, -math.inf, -1.0)},
    "norm along": lambda x: vjp.norm(x, 2.0, [0], True),
    "mean": lambda x: vjp.mean(x), "mean along": lambda x: vjp.mean(x, [0], True), "nanmean": lambda x: vjp.nanmean(x),
    "std": lambda x: vjp.std(x), "std along": lambda x: vjp.std(x, 0), "var": lambda x: vjp.var(x),
    "logsumexp": lambda x: vjp.logsumexp(x, [0]),
    "normalize": lambda x: vjp.normalize(x, dim=0),
    "cosine_similarity": lambda x: vjp.cosine_similarity(x, x.flip([0]), 0),
    "mse_loss": lambda x: vjp.mse_loss(x, _const(x, 250.0)), "l1_loss": lambda x: vjp.l1_loss(x, -x),
    "smooth_l1_loss": lambda x: vjp.smooth_l1_loss(x, -x), "huber_loss": lambda x: vjp.huber_loss(x, -x, delta=2.0),
    "kl_div": lambda x: vjp.kl_div(x, _const(x, 0.25)),
    "bce_with_logits": lambda x: vjp.binary_cross_entropy_with_logits(x, _const(x, 0.5)),
    "cross_entropy": lambda x: vjp.cross_entropy(x.reshape(1, -1), vjp.tensor([1])),
    "batch_norm": lambda x: vjp.batch_norm(x.reshape(-1, 1), None, None, None, None, True, 0.1, 1e-5),
    "layer_norm": lambda x: vjp.layer_norm(x, x.shape), "rms_norm": lambda x: vjp.rms_norm(x, x.shape, eps=1e-5),
    "group_norm": lambda x: vjp.group_norm(x.reshape(1, 2, -1), 2),
    "vecdot": lambda x: vjp.linalg_vecdot(x, x * vjp.tensor([1, -1] * 3)), "prod": lambda x: vjp.prod(x / 256),
    "cumprod": lambda x: vjp.cumprod(x / 256, 0), "cumsum": lambda x: vjp.cumsum(x, 0),
    "adaptive": lambda x: vjp.adaptive_avg_pool1d(x.reshape(1, 1, -1), 4),
    "interpolate": lambda x: vjp.interpolate(x.reshape(1, 1, -1), [7], mode="linear"),
}
SAMPLES = {"large": [300.0, -280.0, 310.0, 290.0, -305.0, 260.0], "small": [1e-4, -2e-4, 3e-4, 1.5e-4, -1e-4, 2.5e-4]}

def weights(n, first, last, dtype):
    """Numbers that every dtype here holds exactly."""
    return vjp.linspace(first, last, n).to(vjp.bfloat16).to(dtype)


def in_dtype(f, x, dtype):
    """Value, gradient, recorded gradient and tangent for the same numbers in a dtype, as float64."""
    x = vjp.tensor(x, dtype=dtype, requires_grad=True)
    y = f(x)
    seed = weights(y.numel(), 0.5, 1.0, dtype).reshape(y.shape)
    (plain,) = vjp.grad(y, [x], seed, retain_graph=True)
    (recorded,) = vjp.grad(y, [x], seed, create_graph=True)
    with vjp.forward_ad.dual_level():
        direction = weights(x.numel(), 1.0, 0.5, dtype)
        tangent = vjp.forward_ad.unpack_dual(f(vjp.forward_ad.make_dual(x.detach(), direction))).tangent
    assert y.dtype is dtype and plain.dtype is dtype and recorded.dtype is dtype
    return [t.detach().to(vjp.float64).flatten().tolist() for t in (y, plain, recorded, tangent)]


@pytest.mark.parametrize("dtype", HALVES, ids=str)
@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("name", REDUCTIONS)
def test_num_4_halves_are_reduced_in_float32(name, sample, dtype):
    numbers = vjp.tensor(SAMPLES[sample]).to(dtype).to(vjp.float32).tolist()  # the same numbers in both
    exact, got = (in_dtype(REDUCTIONS[name], numbers, d) for d in (vjp.float32, dtype))
    epsilon, largest, least = (2.0**-7, 3e38, 1e-37) if dtype is vjp.bfloat16 else (2.0**-10, 65504.0, 6e-8)
    for what, a, b in zip(("value", "gradient", "recorded", "tangent"), exact, got):
        scale = max(map(abs, a), default=0.0)
        for want, found in zip(a, b):
            if abs(want) > largest:
                continue
            assert abs(found - want) <= 4 * epsilon * max(abs(want), scale / 4) + 4 * least, (what, a, b)


def test_num_4_long_means_of_halves():
    x = vjp.ones(100000, dtype=vjp.float16).requires_grad_()
    assert vjp.mean(x).item() == 1.0 and vjp.std(x).item() == 0.0
    assert vjp.nanmean(x).item() == 1.0


def test_num_4_overlapping_windows_sum_in_float32():
    for pool in (lambda x: vjp.max_pool1d(x, 64, 1), lambda x: vjp.avg_pool1d(x, 64, 1)):
        x = vjp.zeros(1, 1, 127, dtype=vjp.float16)
        x[0, 0, 63] = 1.0  # in all windows
        x.requires_grad_()
        y = pool(x)
        seed = vjp.full(tuple(y.shape), 1 + 2.0**-10, dtype=vjp.float16)
        seed[0, 0, 0] = 2048.0
        (g,) = vjp.grad(y, [x], seed)
        share = 1.0 if y[0, 0, 5].item() == 1.0 else 1 / 64
        assert g[0, 0, 63].item() == pytest.approx((2048 + 63 * (1 + 2.0**-10)) * share, rel=2.0**-10)


def test_num_4_running_statistics_of_halves_move():
    mean, var = vjp.zeros(1, dtype=vjp.float16), vjp.ones(1, dtype=vjp.float16)
    x = vjp.tensor([[100.0], [300.0]], dtype=vjp.float16)
    y = vjp.batch_norm(x, mean, var, None, None, True, 0.5, 1e-5)
    assert y.dtype is vjp.float16 and mean.item() == 100.0 and var.item() == pytest.approx(10000.5, rel=1e-3)


# ---- powers (NUM-6) ----

@pytest.mark.parametrize("dtype", [vjp.float32, vjp.float64, vjp.complex128], ids=str)
@pytest.mark.parametrize("n", range(6))
def test_num_6_derivatives_of_whole_powers_at_0(n, dtype):
    forms = {"number": lambda x: x**n, "float": lambda x: vjp.pow(x, float(n)),
             "tensor": lambda x: x ** vjp.tensor([float(n)], dtype=vjp.float64),
             "integers": lambda x: x ** vjp.tensor([n]),
             "exponent requires grad": lambda x: x ** vjp.tensor([float(n)], dtype=vjp.float64, requires_grad=True),
             "float_power": lambda x: vjp.float_power(x, n),
             "product": lambda x: vjp.prod(vjp.cat([x] * n)) if n else x**0,
             "running": lambda x: vjp.cumprod(vjp.cat([x] * n), 0)[-1:] if n else x**0}
    for name, f in forms.items():
        for start in (0.0, -0.0):
            x = vjp.tensor([start], dtype=dtype, requires_grad=True)
            for k, (got,) in enumerate(derivatives(f, x, n + 3), 1):
                assert got == (math.factorial(n) if k == n else 0), (name, k, got)


def test_num_6_mixed_derivatives_of_powers():
    x, b = (vjp.tensor(v, dtype=vjp.float64, requires_grad=True) for v in (2.0, 0.0))
    (dx,) = vjp.grad(x**b, [x], create_graph=True)
    (mixed,) = vjp.grad(dx, [b])
    assert dx.item() == 0 and mixed.item() == pytest.approx(0.5)  # d/db b x^(b-1) at 0


def test_num_6_copysign_at_0():
    x = vjp.tensor([0.0, -0.0, 2.0], requires_grad=True)
    assert derivatives(lambda x: vjp.copysign(x, -1.0), x, 3) == [[0, 0, -1], [0, 0, 0], [0, 0, 0]]


# ---- tails and removable singularities (NUM-7) ----

FUNCTIONS = {
    "gelu_tanh": lambda x: vjp.gelu(x, approximate="tanh"), "softplus": lambda x: vjp.softplus(x, 1, 1e9),
    "hypot1": lambda x: vjp.hypot(x, _const(x, 1.0)), "atan2_1": lambda x: vjp.atan2(x, _const(x, 1.0)),
    "logaddexp1": lambda x: vjp.logaddexp(x, _const(x, 1.0)),
    "bce_logits": lambda x: vjp.binary_cross_entropy_with_logits(x, _const(x, 0.25), reduction="sum"),
}


@pytest.mark.parametrize("dtype", [vjp.float32, vjp.float64], ids=str)
@pytest.mark.parametrize("name", VALUES)
def test_num_7_three_derivatives_within_64_ulp(name, dtype):
    largest, tiny, digits = (3.4e38, 2.0**-149, 24) if dtype is vjp.float32 else (1.7e308, 5e-324, 53)
    x = vjp.tensor([row[0] for row in VALUES[name]], dtype=dtype, requires_grad=True)
    for k, values in enumerate(derivatives(FUNCTIONS.get(name) or getattr(vjp, name), x, 3), 1):
        for row, got in zip(VALUES[name], values):
            ulp = max(math.ldexp(1.0, math.frexp(row[k])[1] - digits), tiny) if row[k] else tiny
            assert abs(row[k]) > largest or abs(got - row[k]) <= 64 * ulp, (k, row[0], got, row[k])


def test_num_7_no_nan_for_huge_arguments():
    for f in (vjp.gelu, FUNCTIONS["gelu_tanh"], vjp.mish, vjp.silu, vjp.softsign, vjp.asinh, vjp.logsigmoid):
        x = vjp.tensor([-3e38, -3e19, 3e19, 3e38], requires_grad=True)
        for found in derivatives(f, x, 3):
            assert not any(map(math.isnan, found)), (f, found)


@pytest.mark.parametrize("dtype", [vjp.float16, vjp.bfloat16, vjp.float32, vjp.float64], ids=str)
def test_num_7_limits_at_infinity(dtype):
    for f, value, slope in ((vjp.silu, [0, math.inf], [0, 1]), (vjp.mish, [0, math.inf], [0, 1]),
                            (vjp.gelu, [0, math.inf], [0, 1]), (vjp.sinc, [0, 0], [0, 0])):
        x = vjp.tensor([-math.inf, math.inf], dtype=dtype, requires_grad=True)
        assert f(x).tolist() == value, f
        assert list(derivatives(f, x, 3)) == [slope, [0, 0], [0, 0]], f
        assert vjp.func.jvp(f, (x.detach(), ), (vjp.ones_like(x), ))[1].tolist() == slope, f
        nan = vjp.tensor([math.nan], dtype=dtype, requires_grad=True)
        assert all(math.isnan(g[0]) for g in [f(nan).tolist(), *derivatives(f, nan, 3)]), f


@pytest.mark.parametrize("mode, rank", [("linear", 1), ("bilinear", 2), ("trilinear", 3), ("bicubic", 2)])
@pytest.mark.parametrize("value", [math.inf, math.nan], ids=str)
def test_num_7_resampling_reads_neighbours_alone(mode, rank, value):
    # Elsewhere it is a product with a matrix of weights: 0 times what is not finite.
    x = vjp.arange(16, dtype=vjp.float64, device="cpu")
    wrong = x.clone()
    wrong[6] = value

    def resampled(row):
        return vjp.interpolate(row.reshape([1, 1] + [1] * (rank - 1) + [16]), [1] * (rank - 1) + [23], mode=mode)

    want, got = resampled(x).flatten().tolist(), resampled(wrong).flatten().tolist()
    reach = 2 if mode == "bicubic" else 1
    for i, (a, b) in enumerate(zip(want, got)):
        away = abs((i + 0.5) * 16 / 23 - 0.5 - 6)
        assert away < reach or a == pytest.approx(b, rel=1e-14), (i, a, b)
        assert away > 0.5 or not math.isfinite(b)
    both = vjp.vmap(lambda row: resampled(row).flatten())(vjp.stack([x, wrong])).tolist()
    assert str(both[1]) == str(got) and both[0] == pytest.approx(want, rel=1e-14)


def test_num_7_quotients_whose_squares_leave_the_range():
    a, b = vjp.tensor([1e20, 1e-30], requires_grad=True), vjp.tensor([1e25, 1e-25], requires_grad=True)
    assert vjp.grad((a / b).sum(), [b])[0].tolist() == pytest.approx([-1e-30, -1e20], rel=1e-5)
    y, x = vjp.tensor([1e-25, 1e25], requires_grad=True), vjp.tensor([1e-25, 1e25], requires_grad=True)
    dy, dx = vjp.grad(vjp.atan2(y, x).sum(), [y, x])
    assert dy.tolist() == pytest.approx([5e24, 5e-26], rel=1e-5)
    assert dx.tolist() == pytest.approx([-5e24, -5e-26], rel=1e-5)


def test_num_7_near_one():
    at = 1 - 2.0**-20
    for f, want in ((vjp.asin, 724.0775), (vjp.acos, -724.0775), (vjp.atanh, 524288.25)):
        x = vjp.tensor([at], requires_grad=True)
        assert derivatives(f, x, 1)[0] == pytest.approx([want], rel=1e-6)


def test_num_7_nan_stays_and_nothing_has_no_share():
    for f in (vjp.elu, vjp.celu, vjp.selu):
        assert math.isnan(derivatives(f, vjp.tensor([math.nan], requires_grad=True), 1)[0][0])
    a, b = (vjp.tensor([-math.inf, math.inf, 1.0], requires_grad=True) for _ in range(2))
    for f in (vjp.logaddexp, ):
        assert [g.tolist() for g in vjp.grad(f(a, b).sum(), [a, b])] == [[0.0, 0.5, 0.5]] * 2
    assert vjp.digamma(vjp.tensor([-1e-20], dtype=vjp.float64)).item() == pytest.approx(1e20)


# ---- nothing, and one (NUM-8) ----

def test_num_8_contractions_over_nothing():
    for a, b, shape in (((2, 0), (3, 0), (2, 3)), ((2, 0), (0,), (2,)), ((0,), (2, 0), (2,)), ((0,), (0,), ())):
        x, y = vjp.ones(*a, requires_grad=True), vjp.ones(*b, requires_grad=True)
        z = vjp.inner(x, y)
        z.sum().backward()
        assert tuple(z.shape) == shape and not z.any().item() and x.grad.shape == x.shape and y.grad.shape == y.shape


def test_num_8_labels_of_einsum_have_one_size():
    with pytest.raises(vjp.ShapeError, match="label 'j' stands for sizes 2 and 3"):
        vjp.einsum("ij,jk->ik", vjp.ones(3, 2), vjp.ones(3, 0))
    with pytest.raises(vjp.ShapeError, match="label 'i' stands for sizes 3 and 4"):
        vjp.einsum("i,i->", vjp.ones(3), vjp.ones(4))


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("shape", [(2, 3), (2, 3, 4), (3,)])
def test_num_8_losses_that_ignore_all(shape, weighted, smoothing):
    weight = vjp.tensor([1.0, 2.0, 3.0], requires_grad=True) if weighted else None
    target = vjp.full(tuple(n for i, n in enumerate(shape) if i != min(1, len(shape) - 1)), -100)
    x = vjp.ones(*shape, requires_grad=True)
    loss = vjp.cross_entropy(x, target, weight, label_smoothing=smoothing)
    loss.backward()
    assert math.isnan(loss.item()) and x.grad.tolist() == vjp.zeros(*shape).tolist()


def test_num_8_reductions_of_nothing():
    x = vjp.zeros(0, 3, requires_grad=True)
    for f in (vjp.mean, vjp.var, vjp.std, lambda x: vjp.mse_loss(x, x.detach())):
        y = f(x)
        y.backward()
        assert math.isnan(y.item()) and x.grad.shape == (0, 3)
    one = vjp.ones(1, requires_grad=True)
    for f in (vjp.var, vjp.std):
        one.grad = None
        y = f(one)
        y.backward()
        assert math.isnan(y.item()) and math.isnan(one.grad.item())
    for f in (vjp.index_add,):
        assert f(vjp.zeros(2, 0), 0, vjp.tensor([0]), vjp.zeros(1, 0), alpha=2).shape == (2, 0)
    assert vjp.zeros(0, 300000).sum(1).shape == (0,)


# ---- every legal forward has a backward (NUM-9) ----

def transpose_of(forward, x, w):
    """<forward(x), g> is bilinear in x and w: its gradients are checked by it."""
    x, w = x.requires_grad_(), w.requires_grad_()
    y = forward(x, w)
    g = vjp.randn(*y.shape, dtype=y.dtype)
    dx, dw = vjp.grad(y, [x, w], g, create_graph=True)
    total = (y * g).sum().item()
    assert (dx * x).sum().item() == pytest.approx(total, rel=1e-9, abs=1e-9)
    assert (dw * w).sum().item() == pytest.approx(total, rel=1e-9, abs=1e-9)
    vjp.grad((dx.sum() + dw.sum()), [x, w], allow_unused=True)


def test_num_9_transposed_convolutions():
    choice = random.Random(5)
    done = 0
    while done < 150:
        rank, stride = choice.randint(1, 3), choice.randint(1, 3)
        dilation, padding = choice.randint(1, 3), choice.randint(0, 2)
        more = choice.randint(0, max(stride, dilation) - 1)
        groups, size, kernel = choice.randint(1, 2), choice.randint(1, 4), choice.randint(1, 3)
        if (size - 1) * stride - 2 * padding + dilation * (kernel - 1) + more + 1 < 1:
            continue
        done += 1
        f = functools.partial(getattr(vjp, f"conv_transpose{rank}d"), bias=None, stride=stride, padding=padding,
                              output_padding=more, groups=groups, dilation=dilation)
        x = vjp.randn(2, 2 * groups, *[size] * rank, dtype=vjp.float64)
        w = vjp.randn(2 * groups, 3, *[kernel] * rank, dtype=vjp.float64)
        transpose_of(f, x, w)


def test_num_9_convolutions():
    choice = random.Random(6)
    done = 0
    while done < 100:
        rank, stride = choice.randint(1, 3), choice.randint(1, 4)
        dilation, padding = choice.randint(1, 3), choice.randint(0, 3)
        groups, size, kernel = choice.randint(1, 2), choice.randint(1, 6), choice.randint(1, 3)
        if size + 2 * padding < dilation * (kernel - 1) + 1:
            continue
        done += 1
        f = functools.partial(getattr(vjp, f"conv{rank}d"), bias=None, stride=stride, padding=padding,
                              dilation=dilation, groups=groups)
        x = vjp.randn(2, 2 * groups, *[size] * rank, dtype=vjp.float64)
        w = vjp.randn(3 * groups, 2, *[kernel] * rank, dtype=vjp.float64)
        transpose_of(f, x, w)


def test_num_9_max_pooling_gives_its_windows_gradients():
    choice = random.Random(7)
    empty = done = 0
    while done < 400:
        size, kernel = choice.randint(1, 6), choice.randint(1, 4)
        stride, dilation = choice.randint(1, 4), choice.randint(1, 3)
        padding, ceil = choice.randint(0, kernel // 2), choice.random() < 0.5
        values = choice.sample(range(100), size)
        x = vjp.tensor([[values]], dtype=vjp.float64, requires_grad=True)
        try:
            y = vjp.max_pool1d(x, kernel, stride, padding, dilation, ceil)
        except vjp.ShapeError:
            continue
        done += 1
        want = [0.0] * size
        seed = [choice.random() for _ in range(y.numel())]
        for o, weight in enumerate(seed):
            begin = o * stride - padding
            window = [p for p in range(begin, begin + kernel * dilation, dilation) if 0 <= p < size]
            empty += not window
            assert y[0, 0, o].item() == (max(values[p] for p in window) if window else -math.inf)
            if window:
                want[max(window, key=lambda p: values[p])] += weight
        (g,) = vjp.grad(y, [x], vjp.tensor([[seed]], dtype=vjp.float64), create_graph=True)
        assert g.tolist()[0][0] == pytest.approx(want)
        with vjp.forward_ad.dual_level():
            direction = vjp.tensor([[[1.0 + i for i in range(size)]]], dtype=vjp.float64)
            dual = vjp.forward_ad.make_dual(x.detach(), direction)
            pooled = vjp.max_pool1d(dual, kernel, stride, padding, dilation, ceil)
            moved = vjp.forward_ad.unpack_dual(pooled).tangent
        change = sum(a * b for a, b in zip(moved.tolist()[0][0], seed))
        assert change == pytest.approx(sum((1 + i) * v for i, v in enumerate(want)))
    assert empty > 5


def test_num_9_gradients_of_view_as_real_may_lie_anyhow():
    z = vjp.tensor([1 + 2j, 3j], dtype=vjp.complex128, requires_grad=True)
    flat = vjp.cat([vjp.tensor([1.0], dtype=vjp.float64), vjp.view_as_real(z).reshape(-1)])
    assert vjp.grad((flat * flat).sum(), [z])[0].tolist() == [2 + 4j, 6j]
    one = vjp.tensor([1 + 2j], dtype=vjp.complex128, requires_grad=True)
    w = vjp.view_as_real(one).t()
    assert vjp.grad((w * w).sum(), [one])[0].tolist() == [2 + 4j]
    parts = vjp.view_as_real(z)
    (g,) = vjp.grad(vjp.stack([parts[:, 1], parts[:, 0]]).sum(), [z])
    assert g.tolist() == [1 + 1j, 1 + 1j]


# ---- copies are copies (NUM-10) ----

def test_num_10_repeat_and_tile_are_copies():
    shapes = [(), (1,), (3,), (1, 1), (2, 1), (0, 2)]
    for shape, times in itertools.product(shapes, [(1, 1), (3, 1), (1, 3), (2, 2), (0, 2), (2, 0)]):
        x = vjp.ones(*shape)
        for y in (x.repeat(*times), x.tile(times)):
            y.add_(1)
            assert vjp.equal(x, vjp.ones(*shape)) if hasattr(vjp, "equal") else x.tolist() == vjp.ones(*shape).tolist()
            assert not y.numel() or y.data_ptr() != x.data_ptr()
    b = vjp.ones(3, requires_grad=True) * 2
    c = vjp.fmax(b, b * 2)
    b.repeat(2, 0).tanh_()
    c.sum().backward()


# What shares memory with an argument, and says so: views, and what returns the argument where there is nothing to do.
VIEWS = {"T", "alias", "as_strided", "broadcast_to", "chunk", "contiguous", "cpu", "data", "detach", "diagonal",
         "dropout", "expand", "expand_as", "flatten", "mH", "mT", "movedim", "narrow", "permute", "ravel", "real",
         "reshape", "reshape_as", "select", "slice", "split", "split_with_sizes", "squeeze", "sum_to_size", "t", "to",
         "transpose", "unbind", "unflatten", "unfold", "unsafe_chunk", "unsafe_split", "unsafe_split_with_sizes",
         "unsqueeze", "view", "view_as", "view_as_complex", "view_as_real", "imag", "numpy", "requires_grad_", "float",
         "double", "half", "bfloat16", "long", "int", "bool", "cfloat", "H", "atleast_1d", "atleast_2d", "atleast_3d",
         "dsplit", "hsplit", "masked_prod", "tensor_split", "vsplit", "alpha_dropout", "dropout1d", "dropout2d",
         "dropout3d", "feature_alpha_dropout", "feature_dropout", "conj_physical", "resolve_conj", "resolve_neg",
         "adjoint", "moveaxis", "swapaxes", "swapdims", "asarray", "char"}


@pytest.mark.parametrize("sample", ["matrix", "vector", "scalar", "one", "complex", "integers", "image"])
def test_num_10_no_other_operator_shares_memory(sample):
    x = {"matrix": lambda: vjp.ones(2, 3), "vector": lambda: vjp.ones(3), "scalar": lambda: vjp.tensor(1.0),
         "one": lambda: vjp.ones(1), "complex": lambda: vjp.ones(2, 3, dtype=vjp.complex64),
         "integers": lambda: vjp.ones(2, 3, dtype=vjp.int64), "image": lambda: vjp.ones(1, 2, 4, 4)}[sample]()
    tries = [(), (0,), (1,), (0, 0), (0, 1), ([0],), ([],), (1, 1), (x,), (x, x), (3,), (1.0,), (0, vjp.tensor([0])),
             ([0, 0],), ([4, 4],), ((3,),), (vjp.tensor(True), 0), (4,)]
    begin, end = x.data_ptr(), x.data_ptr() + x.numel() * x.dtype.itemsize
    found, ran = set(), 0
    for name, arguments in itertools.product(dir(vjp), tries):
        f = getattr(vjp, name)
        if name.startswith("_") or name.endswith("_") or name in VIEWS or isinstance(f, type) or not callable(f):
            continue
        if not hasattr(vjp.Tensor, name):
            continue
        try:
            results = f(x, *arguments)
        except (vjp.Error, TypeError, ValueError, IndexError, OverflowError, AttributeError):
            continue
        ran += 1
        for r in results if isinstance(results, (list, tuple)) else [results]:
            if isinstance(r, vjp.Tensor) and (r is x or begin <= r.data_ptr() < end):
                found.add(name)
    assert not found, found
    assert ran > 100


# ---- integers ----

def test_graph_3_7_what_an_integer_takes_over_has_no_history():
    for dtype in (vjp.int64, vjp.uint8, vjp.bool):
        x = vjp.tensor([1.5, 2.5], requires_grad=True)
        writes = [(vjp.Tensor.copy_, x), (vjp.Tensor.__setitem__, slice(None), x), (vjp.Tensor.fill_, x[0])]
        for write, *arguments in writes:
            i = vjp.zeros(2, dtype=dtype)
            write(i, *arguments)
            assert not i.requires_grad and i.grad_fn is None and i.tolist() != [0, 0]
            with vjp.forward_ad.dual_level():
                i = vjp.zeros(2, dtype=dtype)
                i.copy_(vjp.forward_ad.make_dual(x.detach(), vjp.ones(2)))
                assert vjp.forward_ad.unpack_dual(i).tangent is None


def test_numbers_do_not_wrap_around():
    for make in (lambda: vjp.tensor([300], dtype=vjp.uint8), lambda: vjp.tensor([-1], dtype=vjp.uint8),
                 lambda: vjp.tensor([1, math.nan], dtype=vjp.int64), lambda: vjp.tensor([1e30], dtype=vjp.int32),
                 lambda: vjp.tensor(300, dtype=vjp.uint8), lambda: vjp.full((2,), math.nan, dtype=vjp.int64),
                 lambda: vjp.full((2,), 1e30, dtype=vjp.int32), lambda: vjp.full((), 128, dtype=vjp.int8),
                 lambda: vjp.zeros(2, dtype=vjp.uint8).fill_(256),
                 lambda: vjp.zeros(2, dtype=vjp.uint8).__setitem__(0, 256)):
        with pytest.raises(vjp.InvalidError, match="does not fit u?int"):
            make()
    assert vjp.tensor([255, 0], dtype=vjp.uint8).tolist() == [255, 0]
    assert vjp.tensor([-128.9, 127.9], dtype=vjp.int8).tolist() == [-128, 127]
    assert vjp.full((), -(2**63), dtype=vjp.int64).item() == -(2**63)


def test_messages_of_impossible_numbers():
    with pytest.raises(vjp.InvalidError, match="arange: .* more than a tensor can have"):
        vjp.arange(0, 1e30)
    for p in ([2.0], [math.nan], [-0.5]):
        with pytest.raises(vjp.InvalidError, match="bernoulli: probabilities"):
            vjp.bernoulli(vjp.tensor(p, device="cpu"))  # a device's probabilities are not looked at
    for f in (lambda: vjp.median(vjp.zeros(0)), lambda: vjp.median(vjp.zeros(2, 0), 1)):
        with pytest.raises(vjp.ShapeError, match="median: nothing to choose from"):
            f()


def test_lists_that_hold_themselves():
    endless = []
    endless.append(endless)
    with pytest.raises(vjp.ShapeError, match="16"):
        vjp.tensor(endless)


def test_sources_with_leading_ones():
    x = vjp.zeros(2, 3)
    x[0] = vjp.ones(1, 1, 3)
    x[vjp.tensor([1])] = vjp.full((1, 1, 1, 3), 2.0)
    assert x.tolist() == [[1.0] * 3, [2.0] * 3]
    with pytest.raises(vjp.ShapeError):
        x[0] = vjp.ones(2, 1, 3)


def test_bools_of_numpy():
    numpy = pytest.importorskip("numpy")
    odd = numpy.array([0, 2, 255], dtype=numpy.uint8).view(numpy.bool_)
    with pytest.raises(vjp.InvalidError, match="bytes other than 0 and 1"):
        vjp.from_numpy(odd)
    assert vjp.tensor(odd).sum().item() == 2
    assert vjp.from_numpy(numpy.array([True, False])).tolist() == [True, False]


@pytest.mark.parametrize("options", [{}, {"label_smoothing": 0.1}, {"weight": [1.0, 2.0]}, {"reduction": "none"}])
@pytest.mark.parametrize("row", [[float("inf"), 1.0], [float("nan"), float("-inf")]])
def test_num_1_rows_that_are_ignored_give_nothing(options, row):
    options = {key: vjp.tensor(value) if key == "weight" else value for key, value in options.items()}
    target = vjp.tensor([0, -100])

    def loss(x):
        return vjp.cross_entropy(x, target, **options).sum()

    x = vjp.tensor([[1.0, 2.0], row], requires_grad=True)
    (plain,) = vjp.grad(loss(x), x)
    (recorded,) = vjp.grad(loss(x), x, create_graph=True)
    (second,) = vjp.grad((recorded**2).sum(), x)
    _, tangent = vjp.jvp(loss, x.detach(), vjp.tensor([[0.0, 0.0], [1.0, 1.0]]))
    for gradient in (plain, recorded, second):
        assert gradient[0].tolist() != [0, 0] and gradient[1].tolist() == [0, 0]
    assert tangent.item() == 0


@pytest.mark.parametrize("dtype", [None, vjp.float64, vjp.float32, vjp.int64, vjp.complex128, vjp.bool])
def test_a_new_tensor_has_not_been_changed(dtype):
    """SAVE-8: the version counts changes, and what a tensor is made of is none."""
    for data in (1, [1, 0], [1.0, 0.0], [[1], [0]], [], [True]):
        assert vjp.tensor(data, dtype=dtype)._version == 0
        assert vjp.as_tensor(data, dtype=dtype)._version == 0
