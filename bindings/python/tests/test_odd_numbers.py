"""Numbers at the ends of what types hold, sizes of 0, and what stands in the wrong place."""

import math

import numpy
import pytest

import vjp


def leaf(values, dtype=vjp.float64):
    return vjp.tensor(values, dtype=dtype, requires_grad=True)


def three_ways(f, x):
    """The derivative of an elementwise f: plain, recorded, as a tangent."""
    y = f(x)
    (plain,) = vjp.grad([y.sum()], [x], retain_graph=True)
    (recorded,) = vjp.grad([y.sum()], [x], create_graph=True)
    _, tangent = vjp.jvp(f, (x.detach(),), (vjp.ones_like(x.detach()),))
    return plain, recorded, tangent


# ---- derivatives (NUM-7, NUM-1) ----



@pytest.mark.parametrize("dtype", [vjp.float32, vjp.float64])
def test_num_7_sinc_far_from_0(dtype):
    pi = math.pi
    for x in (88.5, 1000.5, -4096.5, 65537.0, 1000.25):
        turns = round(x)  # ties to even, as the library does
        sign, rest = (-1) ** turns, x - turns
        s, c = sign * math.sin(pi * rest), sign * math.sin(pi * (0.5 - abs(rest)))
        v = [s / (pi * x)]
        for n in range(1, 4):
            wave = (s, pi * c, -pi**2 * s, -pi**3 * c)[n]
            v.append((wave / pi - n * v[-1]) / x)
        tolerance = 64 * (2**-23 if dtype is vjp.float32 else 2**-52)
        t = leaf([x], dtype)
        assert vjp.sinc(t).item() == pytest.approx(v[0], rel=tolerance, abs=0)
        for way in three_ways(vjp.sinc, t):
            assert way.item() == pytest.approx(v[1], rel=tolerance, abs=0)
        (first,) = vjp.grad([vjp.sinc(t)], [t], create_graph=True)
        (second,) = vjp.grad([first], [t], create_graph=True)
        (third,) = vjp.grad([second], [t])
        assert [second.item(), third.item()] == pytest.approx(v[2:], rel=tolerance, abs=0)


@pytest.mark.parametrize("a, b", [(1e-20, 1e-25), (1e20, 1e25), (0.0, 1e-30)])
def test_num_7_addcdiv_where_squares_leave_the_range(a, b):
    def f(x):
        return vjp.addcdiv(vjp.zeros_like(x), vjp.full_like(x, a), x, value=2.0)

    for way in three_ways(f, leaf([b], vjp.float32)):
        assert way.item() == pytest.approx(-2 * a / b / b, rel=1e-5, abs=0)


@pytest.mark.parametrize("weighted", [False, True])
def test_num_7_tails_of_the_binary_cross_entropy_do_not_cancel(weighted):
    x = leaf([20.0, 60.0, -20.0, -60.0], vjp.float32)
    target = vjp.tensor([1.0, 1.0, 0.0, 0.0])
    weight = vjp.ones(4) * 3 if weighted else None

    def f(x):
        return vjp.binary_cross_entropy_with_logits(x, target, reduction="none", pos_weight=weight)

    factor = 3 if weighted else 1
    want = [-math.exp(-20) * factor, -math.exp(-60) * factor, math.exp(-20), math.exp(-60)]
    for way in three_ways(f, x):
        assert way.tolist() == pytest.approx(want, rel=1e-5, abs=0)


def test_num_1_quotients_cut_off_have_no_second_derivative():
    x, y = leaf([1.0, 5.0]), leaf([1e-200, 3.0])
    (g,) = vjp.grad([vjp.fmod(x, y).sum()], [y], create_graph=True)
    assert [t.tolist() for t in vjp.grad([g.sum()], [x, y])] == [[0, 0], [0, 0]]


# ---- integers ----

def test_numbers_that_an_operator_chooses_must_fit():
    x = vjp.tensor([1, -2, 127], dtype=vjp.int8)
    for call in (lambda: vjp.where(x == 1, x, 300), lambda: vjp.where(x == 1, -129, x), lambda: vjp.maximum(x, 300),
                 lambda: vjp.minimum(x, -129), lambda: x.clamp(300), lambda: x.clamp(max=-300),
                 lambda: x.clamp_(min=200), lambda: x.clamp(200, 300), lambda: vjp.clamp_min(x, 2**62),
                 lambda: vjp.clamp_max(x, -(2**63))):
        with pytest.raises(vjp.InvalidError, match="does not fit int8"):
            call()
    assert x.tolist() == [1, -2, 127]
    # what binds none of them, floats, and wider operands
    assert x.clamp(max=300).tolist() == x.clamp(-300).tolist() == x.clamp(-(2**63), 2**63 - 1).tolist() == [1, -2, 127]
    assert x.clamp(200.0).tolist() == [200, 200, 200]
    assert vjp.where(x == 1, x.long(), 300).tolist() == [1, 300, 300]
    assert vjp.maximum(x == 1, 300).tolist() == [300] * 3
    assert vjp.tensor([1], dtype=vjp.uint8).clamp(-5, 255).tolist() == [1]


@pytest.mark.parametrize("change", [
    lambda x: x.pow_(0.5), lambda x: x.float_power_(2), lambda x: x.true_divide_(2), lambda x: x.logit_(),
    lambda x: x.clamp_(max=1.5), lambda x: x.clamp_(min=math.nan), lambda x: x.clamp_min_(0.5),
    lambda x: x.clamp_max_(vjp.tensor([0.5]))])
def test_composites_write_no_floats_into_integers(change):
    x = vjp.tensor([1, 2, 127], dtype=vjp.int8)
    version = x._version
    with pytest.raises(vjp.DtypeError, match="a result of float.. cannot be written into a tensor of int8"):
        change(x)
    assert x.tolist() == [1, 2, 127] and x._version == version


def test_composites_write_wider_floats():
    assert vjp.tensor([3.0]).float_power_(2).tolist() == [9.0]
    assert vjp.tensor([3.0], dtype=vjp.float16).clamp_(vjp.tensor([4.0], dtype=vjp.float64)).tolist() == [4.0]


# ---- numbers that leave a type on the way ----

@pytest.mark.parametrize("dtype", [vjp.float16, vjp.bfloat16, vjp.float32, vjp.float64])
def test_rounding_to_more_decimals_than_there_are(dtype):
    x = vjp.tensor([1.5, 0.0, -60000.0, math.inf, -math.inf], dtype=dtype)
    for decimals in (30, 50, 310, 400, 2**62):
        assert vjp.round(x, decimals=decimals).tolist() == pytest.approx(x.tolist(), rel=2**-22)
        assert vjp.round(x, decimals=-decimals).tolist() == [0, 0, 0, math.inf, -math.inf]
    assert math.isnan(vjp.round(vjp.tensor(math.nan, dtype=dtype), decimals=50).item())


# ---- products that are added ----

def test_what_is_multiplied_by_0_does_not_count():
    nan, ones = vjp.full([2, 2], math.nan), vjp.ones([2, 2])
    vector = nan[0]
    assert vjp.addmv(vector, ones, ones[0], beta=0).tolist() == [2, 2]
    assert vjp.addr(nan, ones[0], ones[0], beta=0).tolist() == [[1, 1], [1, 1]]
    assert vjp.addmv(ones[0], nan, vector, alpha=0).tolist() == [1, 1]
    assert vjp.addr(ones, vector, vector, alpha=0).tolist() == [[1, 1], [1, 1]]
    assert vector.clone().addmv_(ones, ones[0], beta=0).tolist() == [2, 2]
    x = vector.clone().requires_grad_()
    (g,) = vjp.grad([vjp.addmv(x, ones, ones[0], beta=0).sum()], [x])
    assert g.tolist() == [0, 0]


@pytest.mark.parametrize("name, input, factors, shape", [
    ("addmv", [2, 4], ([4, 3], [3]), r"\[2, 4\], which does not broadcast to the product's shape \[4\]"),
    ("addmv", [3], ([4, 3], [3]), r"\[3\], which does not broadcast to the product's shape \[4\]"),
    ("addr", [2, 2, 4], ([2], [4]), r"\[2, 2, 4\], which does not broadcast to the product's shape \[2, 4\]"),
    ("addmv", [4], ([4, 3], [2]), r"'mat' is \[4, 3\], 'vec' is \[2\]"),
    ("addr", [4], ([4, 3], [2]), r"'vec1' is \[4, 3\], 'vec2' is \[2\]")])
def test_products_have_the_shape_of_their_factors(name, input, factors, shape):
    with pytest.raises(vjp.ShapeError, match=f"{name}: .*{shape}"):
        getattr(vjp, name)(vjp.ones(input), *[vjp.ones(f) for f in factors])


@pytest.mark.parametrize("input", [[4], [1], []])
def test_products_are_added_to_what_broadcasts(input):
    x = leaf(vjp.ones(input).tolist())
    mat, vec = leaf([[1.0, 2, 3]] * 4), leaf([1.0, 2, 3])
    y = vjp.addmv(x, mat, vec, beta=2, alpha=0.5)
    assert y.tolist() == [9] * 4
    gx, gm, gv = vjp.grad([y.sum()], [x, mat, vec])
    assert (gx.shape, gx.sum().item()) == (tuple(input), 8)
    assert gm.tolist() == [[0.5, 1, 1.5]] * 4 and gv.tolist() == [2, 4, 6]
    y = vjp.addr(x, vec.detach(), vjp.ones(4, dtype=vjp.float64), beta=2, alpha=0.5)
    assert y.tolist() == [[2.5] * 4, [3] * 4, [3.5] * 4]


# ---- sizes of 0 (NUM-8) ----

@pytest.mark.parametrize("shape, size", [([2, 0], 3), ([1, 2, 0], 1), ([1, 2, 3, 0], [2, 2]), ([1, 2, 0, 0, 3], 2)])
def test_num_8_means_of_nothing_are_nan(shape, size):
    f = {2: vjp.adaptive_avg_pool1d, 3: vjp.adaptive_avg_pool1d, 4: vjp.adaptive_avg_pool2d, 5: vjp.adaptive_avg_pool3d}
    x = leaf(vjp.zeros(shape).tolist()).reshape(shape).detach().requires_grad_()
    y = f[len(shape)](x, size)
    assert y.numel() > 0 and y.isnan().all().item()
    (g,) = vjp.grad([y.sum()], [x])
    assert g.shape == tuple(shape)


@pytest.mark.parametrize("dim", [2, -3, 2**40])
def test_dimensions_are_checked_where_the_index_is_empty(dim):
    x, none = vjp.ones([2, 3]), vjp.zeros([0, 3], dtype=vjp.int64)
    for call in (lambda: x.scatter(dim, none, vjp.ones([0, 3])), lambda: x.scatter_add(dim, none, vjp.ones([0, 3])),
                 lambda: x.scatter(dim, none, 1.0), lambda: x.gather(dim, none)):
        with pytest.raises(vjp.Error, match="dim"):
            call()
    assert x.scatter(0, none, 1.0).tolist() == x.tolist()
    assert vjp.tensor(1.0).scatter(0, vjp.zeros([0], dtype=vjp.int64), 1.0).item() == 1


# ---- random numbers ----

@pytest.mark.parametrize("p", [-0.5, 1.5, math.nan, math.inf])
def test_probabilities_of_attention_are_checked(p):
    x = vjp.ones([1, 2, 3])
    with pytest.raises(vjp.InvalidError, match="'dropout_p' is a probability"):
        vjp.scaled_dot_product_attention(x, x, x, dropout_p=p)


@pytest.mark.parametrize("low, high", [(0.0, math.inf), (-math.inf, 0.0), (-1.7e308, 1.7e308), (math.nan, 1.0)])
def test_uniform_numbers_lie_between_finite_ones(low, high):
    with pytest.raises(vjp.InvalidError, match="uniform_: "):
        vjp.ones([3]).uniform_(low, high)


# ---- what Python brings ----

def test_slices_beyond_int64():
    x, rows = vjp.arange(3), [0, 1, 2]
    for bound in (10**30, -(10**30), 2**63, -(2**63), 2**63 - 1):
        assert x[bound:].tolist() == rows[bound:] and x[:bound].tolist() == rows[:bound]
        if bound > 0:
            assert x[::bound].tolist() == rows[::bound]
        else:
            with pytest.raises(vjp.OutOfRangeError, match="step must be at least 1"):
                x[::bound]


def test_arrays_of_the_other_byte_order_are_copied():
    array = numpy.array([[1.5, -2.0, 3.0]]).T.astype(numpy.array([1.0]).dtype.newbyteorder(">"))
    for make in (vjp.tensor, vjp.as_tensor):
        assert make(array).tolist() == [[1.5], [-2], [3]] and make(array).dtype is vjp.float64
        assert make(numpy.array([1, 2], ">i2")).tolist() == [1, 2]
    with pytest.raises(vjp.DtypeError, match="byte order"):
        vjp.from_numpy(array)


@pytest.mark.parametrize("array", [numpy.array(["2020-01-01"], "M8[D]"), numpy.array([1, "a"], object),
                                   numpy.zeros(2, [("a", "f8")])], ids=["dates", "objects", "records"])
def test_arrays_without_a_dtype(array):
    for make in (vjp.tensor, vjp.as_tensor, vjp.from_numpy):
        with pytest.raises(vjp.DtypeError, match="there is no dtype for an array of"):
            make(array)


def test_what_is_no_number_is_in_no_tensor():
    x = vjp.tensor([1.0, 2.0])
    assert 2 in x and 3 not in x and "a" not in x and None not in x


# ---- halves that meet in one element (NUM-4) ----

COUNT = 3000
FIRST = vjp.zeros([COUNT], dtype=vjp.int64)
MEETINGS = {
    "embedding": (lambda w, s: vjp.embedding(FIRST, w.reshape(-1, 1)), 0),
    "index_select": (lambda w, s: w.index_select(0, FIRST), 0), "gather": (lambda w, s: w.gather(0, FIRST), 0),
    "take": (lambda w, s: w.take(FIRST), 0), "index": (lambda w, s: w[FIRST], 0),
    "index_add": (lambda w, s: w.index_add(0, FIRST, s), None),
    "index_add_": (lambda w, s: w.clone().index_add_(0, FIRST, s), None),
    "scatter_add": (lambda w, s: w.scatter_add(0, FIRST, s), None),
    "index_put": (lambda w, s: w.index_put([FIRST], s, True), None),
    "replicate": (lambda w, s: vjp.pad(w.reshape(1, 1, -1), [COUNT - 1, 0], "replicate"), 0),
    "as_strided": (lambda w, s: w.as_strided([COUNT], [0]), 0),
    "windows": (lambda w, s: s.unfold(0, COUNT // 2, 1).sum([0, 1], dtype=vjp.float32), COUNT // 2 - 1),
}


@pytest.mark.parametrize("dtype", [vjp.float16, vjp.bfloat16])
@pytest.mark.parametrize("name", MEETINGS)
def test_num_4_halves_that_meet_are_added_in_float32(name, dtype):
    f, place = MEETINGS[name]
    want = COUNT + 1 if place is None else COUNT // 2 if name == "windows" else COUNT
    w, s = leaf([1.0, 1.0], dtype), leaf([1.0] * COUNT, dtype)
    y = f(w, s)
    if place is None:  # the sums are the value, and the tangent
        _, tangent = vjp.jvp(f, (w.detach(), s.detach()), (vjp.ones_like(w), vjp.ones_like(s)))
        sums = [y[0], tangent[0]]
    else:  # the sums are the gradient
        x = s if name == "windows" else w
        sums = [vjp.grad([y], [x], [vjp.ones_like(y)], create_graph=recorded)[0][place] for recorded in (True, False)]
    for total in sums:
        assert total.dtype is dtype and total.item() == pytest.approx(want, rel=2**-8)
