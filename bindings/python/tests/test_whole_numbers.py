"""Integers and bools: factors that are fractions are refused; what measures, rounds or turns them computes exactly."""

import math

import pytest

import vjp

WHOLE = [vjp.bool, vjp.uint8, vjp.int32, vjp.int64]


def whole(values, dtype=vjp.int64):
    return vjp.tensor(values).to(dtype)


ONE, POSITIONS = whole([[1]]), whole([0, 1])
FACTORS = {
    "add alpha": lambda x, v: vjp.add(x, x, alpha=v),
    "sub alpha": lambda x, v: vjp.sub(x, x, alpha=v),
    "rsub alpha": lambda x, v: vjp.rsub(x, x, alpha=v),
    "addcmul value": lambda x, v: vjp.addcmul(x, x, x, value=v),
    "threshold threshold": lambda x, v: vjp.threshold(x, v, 0),
    "threshold value": lambda x, v: vjp.threshold(x, 1, v),
    "hardtanh min_val": lambda x, v: vjp.hardtanh(x, v, 3),
    "hardtanh max_val": lambda x, v: vjp.hardtanh(x, 0, v),
    "index_add alpha": lambda x, v: vjp.index_add(x, 0, POSITIONS, x[:2], alpha=v),
    "addmm alpha": lambda x, v: vjp.addmm(x.reshape(1, 3), x[:1].reshape(1, 1), x.reshape(1, 3), alpha=v),
    "addmm beta": lambda x, v: vjp.addmm(x.reshape(1, 3), x[:1].reshape(1, 1), x.reshape(1, 3), beta=v),
    "addr beta": lambda x, v: vjp.addr(x, x[:1], x, beta=v),
}


@pytest.mark.parametrize("dtype", WHOLE)
@pytest.mark.parametrize("name", FACTORS)
@pytest.mark.parametrize("batched", [False, True])
def test_a_fraction_is_no_factor_of_whole_numbers(name, dtype, batched):
    operator, argument = name.split()
    x, f = whole([1, 2, 3], dtype), FACTORS[name]
    for value in (0.5, math.inf, math.nan):
        with pytest.raises(vjp.Error) as caught:
            vjp.vmap(lambda x, value=value: f(x, value))(vjp.stack([x, x])) if batched else f(x, value)
        said = str(caught.value)
        assert said.startswith(f"{operator}: '{argument}' is {value:g}, but the result is"), said
        assert "a whole number would be right" in said
    if dtype == vjp.bool and operator in ("sub", "rsub", "hardtanh"):
        with pytest.raises(vjp.Error, match=f"{operator}: not defined for bools"):
            f(x, 2)
        return
    for value in (2, 2.0):  # and no error for a whole one, however it is written
        y = vjp.vmap(lambda x, value=value: f(x, value))(vjp.stack([x, x]))[0] if batched else f(x, value)
        assert y.dtype == dtype and y.tolist() == f(x, 2).tolist()


def test_a_fraction_in_place_and_into_a_tensor():
    x = whole([1, 2])
    with pytest.raises(vjp.Error, match="'alpha' is 0.5"):
        x.add_(x, alpha=0.5)
    assert x.tolist() == [1, 2]


def test_a_fraction_is_a_factor_where_the_result_is_floating():
    x, y = whole([1, 2]), vjp.tensor([1.0, 2.0])
    assert vjp.add(y, x, alpha=0.5).tolist() == [1.5, 3.0]
    assert vjp.add(x, y, alpha=0.5).tolist() == [1.5, 3.0]
    assert vjp.addcdiv(x, x, x, value=0.5).tolist() == [1.5, 2.5]


def test_index_add_of_samples_with_positions_of_their_own():
    f = lambda x, i, s: vjp.index_add(x, 0, i, s, alpha=2.0)
    got = vjp.vmap(f)(whole([[1, 2], [3, 4]]), whole([[0], [1]]), whole([[10], [10]]))
    assert got.dtype == vjp.int64 and got.tolist() == [[21, 2], [3, 24]]


def test_isclose_of_integers():
    a, b = whole([1, 2, 3, 10]), whole([1, 3, 4, 11])
    assert vjp.isclose(a, b).tolist() == [True, False, False, False]
    assert vjp.isclose(a, b, rtol=0.3, atol=0).tolist() == [True, False, True, True]
    assert vjp.isclose(a, b, rtol=0, atol=1).tolist() == [True] * 4
    assert vjp.isclose(a.to(vjp.uint8), b.to(vjp.uint8), rtol=math.inf).tolist() == [True] * 4
    assert vjp.isclose(whole([1, 0], vjp.bool), whole([1, 1], vjp.bool)).tolist() == [True, False]


def test_round_to_tens_of_integers():
    x = whole([123, 155, -165, 145, -5, 5, 0, 2**62])
    assert vjp.round(x, decimals=-1).tolist() == [120, 160, -160, 140, 0, 0, 0, 4611686018427387900]
    assert vjp.round(x, decimals=-2).tolist()[:4] == [100, 200, -200, 100]
    assert vjp.round(x, decimals=2).tolist() == x.tolist()
    assert vjp.round(x, decimals=-100).tolist() == [0] * 8
    assert vjp.round(whole([True], vjp.bool), decimals=-1).tolist() == [False]


def test_polar_of_integers():
    r, angle = vjp.tensor([0.1], dtype=vjp.float64), whole([200])
    assert vjp.polar(r, angle).tolist() == [complex(0.1 * math.cos(200), 0.1 * math.sin(200))]
    assert vjp.polar(whole([2]), whole([0])).tolist() == [2]


@pytest.mark.parametrize("name", ["huber_loss", "smooth_l1_loss", "l1_loss", "mse_loss"])
def test_losses_of_integers_say_what_they_want(name):
    with pytest.raises(vjp.DtypeError, match=f"{name}: not defined for int64"):
        getattr(vjp, name)(whole([1]), whole([2]))


@pytest.mark.parametrize("name", ["huber_loss", "smooth_l1_loss"])
def test_losses_of_integers_are_refused_without_a_mean_too(name):
    with pytest.raises(vjp.DtypeError, match="not defined for uint8"):
        getattr(vjp, name)(whole([1], vjp.uint8), whole([2], vjp.uint8), reduction="none")


def test_products_that_add_of_samples_are_those_without():
    x, row, column = (whole(v, vjp.bool) for v in ([True], [[True, False]], [[True], [True]]))
    for beta, alpha in ((-1.0, 1), (1, 0.0), (0, 2)):
        f = lambda x, a, b, beta=beta, alpha=alpha: vjp.addmm(x, a, b, beta=beta, alpha=alpha)
        got = vjp.vmap(f)(*(vjp.stack([t, t]) for t in (x, row, column)))
        assert got[0].tolist() == f(x, row, column).tolist() and got.dtype == vjp.bool
    # the product alone is larger than what float16 holds
    h, v = vjp.tensor([0.0], dtype=vjp.float16), vjp.tensor([300.0], dtype=vjp.float16)
    f = lambda h, a, b: vjp.addr(h, a, b, alpha=0.5)
    assert vjp.vmap(f)(*(vjp.stack([t, t]) for t in (h, v, v)))[0].tolist() == f(h, v, v).tolist() == [[44992.0]]


# ---- edges of other operators ----

def test_parts_of_unequal_length_do_not_read_each_other():
    for odd in (math.inf, math.nan):
        x = vjp.tensor([[odd, 1.0, 2.0, 3.0, 4.0]], requires_grad=True)
        y = vjp.adaptive_avg_pool1d(x, 3)
        assert y[0, 1:].tolist() == [2.0, 3.5] and not math.isfinite(y[0, 0].item())
        (g,) = vjp.grad(y, [x], vjp.tensor([[1.0, odd, 1.0]]))
        assert g[0, 0].item() == 0.5 and g[0, 4].item() == 0.5
    y = vjp.adaptive_avg_pool2d(vjp.tensor([[[math.inf] + [1.0] * 4] + [[1.0] * 5] * 4]), [3, 2])
    assert vjp.isfinite(y).tolist() == [[[False, True], [True, True], [True, True]]]
    assert vjp.adaptive_avg_pool1d(vjp.ones([1, 2]), 5).tolist() == [[1.0] * 5]
    assert vjp.adaptive_avg_pool1d(vjp.ones([2, 3]), 0).shape == (2, 0)


def test_linear_with_a_bias_of_each_sample_without_dimensions():
    x, w, c = vjp.ones([4, 3]), vjp.ones([2, 5, 3]), vjp.tensor([1.0, 2.0])
    got = vjp.vmap(lambda w, c: vjp.linear(x, w, c))(w, c)
    assert got.tolist() == vjp.stack([vjp.linear(x, w[i], c[i]) for i in range(2)]).tolist()
    got = vjp.vmap(lambda c: vjp.linear(x, w[0], c))(c)
    assert got.tolist() == vjp.stack([vjp.linear(x, w[0], c[i]) for i in range(2)]).tolist()


def test_pinv_with_tolerances_that_broadcast_in_each_sample():
    a, tolerance = vjp.stack([vjp.eye(2) * 2, vjp.eye(2) * 4]), vjp.tensor([0.0, 3.0])
    f = lambda a: vjp.linalg_pinv(a, atol=tolerance)
    got = vjp.vmap(f)(a)
    assert got.shape == (2, 2, 2, 2)
    assert got.tolist() == vjp.stack([f(a[0]), f(a[1])]).tolist()


def test_vander_of_one_number():
    x = vjp.tensor(2.0, requires_grad=True)
    y = vjp.linalg_vander(x, N=3)
    assert y.tolist() == [[1.0, 2.0, 4.0]]
    assert vjp.grad(y.sum(), [x])[0].item() == 5.0
    assert vjp.vmap(lambda x: vjp.linalg_vander(x, N=3))(vjp.tensor([2.0, 3.0])).tolist() == [[[1, 2, 4]], [[1, 3, 9]]]


@pytest.mark.host  # whose offsets are read; a device's are not waited for
def test_bags_begin_one_after_the_other():
    w = vjp.ones([4, 2])
    with pytest.raises(vjp.Error, match="'offsets' must ascend, but 1 comes after 2"):
        vjp.embedding_bag(whole([0, 1, 2]), w, whole([0, 2, 1]))
    assert vjp.embedding_bag(whole([0, 1, 2]), w, whole([0, 1, 1]), mode="sum").tolist() == [[1, 1], [0, 0], [2, 2]]


@pytest.mark.parametrize("name", ["fmax", "fmin"])
def test_of_two_nan_the_former_has_the_gradient(name):
    a, b = (vjp.tensor([math.nan, math.nan, 1.0], requires_grad=True) for _ in range(2))
    with vjp.no_grad():
        b[1] = 1.0
        b[2] = math.nan
    y = getattr(vjp, name)(a, b)
    ga, gb = vjp.grad(y, [a, b], vjp.ones(3))
    assert (ga.tolist(), gb.tolist()) == ([1, 0, 1], [0, 1, 0])
