"""Operators against numpy: values, promotion, keywords, overloads, in-place and out forms."""

import math

import numpy as np
import pytest

import vjp
from vjp.autograd import gradcheck, gradgradcheck

A = np.array([[0.5, 1.5, -2.0], [3.0, 0.25, 1.0]], dtype=np.float32)
B = np.array([[2.0, -1.0, 4.0], [0.5, 8.0, 1.0]], dtype=np.float32)


def same(x, expected, rtol=1e-5):
    expected = np.asarray(expected)
    assert x.shape == expected.shape
    assert x.dtype.name == expected.dtype.name
    np.testing.assert_allclose(x.detach().numpy(), expected, rtol=rtol, atol=1e-6)


@pytest.mark.parametrize("operation", [
    lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b, lambda a, b: a % b,
    lambda a, b: a // b, lambda a, b: abs(a) ** b, lambda a, b: -a, lambda a, b: a < b, lambda a, b: a <= b,
    lambda a, b: a > b, lambda a, b: a >= b, lambda a, b: a == b, lambda a, b: a != b, lambda a, b: a @ b.T,
    lambda a, b: a[:1] * b, lambda a, b: a[:, 1:2] + b, lambda a, b: abs(a)])
def test_python_operators_are_numpys(operation):
    same(operation(vjp.tensor(A), vjp.tensor(B)), operation(A, B))


@pytest.mark.parametrize("operation", [
    lambda a: a + 2, lambda a: 2 + a, lambda a: a - 0.5, lambda a: 0.5 - a, lambda a: a * 3, lambda a: 3 * a,
    lambda a: a / 2, lambda a: 2 / a, lambda a: a ** 2, lambda a: 2.0 ** a, lambda a: a > 0, lambda a: 0 > a,
    lambda a: a * np.float32(2), lambda a: a * True])
def test_numbers_take_part_by_category(operation):
    same(operation(vjp.tensor(A)), operation(A))


def test_promotion():
    i, f = vjp.tensor([1, 2, 3]), vjp.tensor([1.0, 2.0, 3.0])
    assert (i + f).dtype is vjp.float32
    assert (i + 1.5).dtype is vjp.float32
    assert (i + 1).dtype is vjp.int64
    assert (i / 2).dtype is vjp.float32
    assert (f * vjp.tensor([1.0], dtype=vjp.float64)).dtype is vjp.float64
    assert (f + 1j).dtype is vjp.complex64
    assert vjp.promote_types("int32", vjp.uint8) is vjp.int32


@pytest.mark.parametrize("name", ["sin", "cos", "exp", "tanh", "sqrt", "log", "floor", "ceil"])
def test_unary(name):
    x = np.array([0.1, 0.9, 2.5], dtype=np.float64)
    same(getattr(vjp, name)(vjp.tensor(x)), getattr(np, name)(x), rtol=1e-12)
    same(getattr(vjp.tensor(x), name)(), getattr(np, name)(x), rtol=1e-12)


def test_reductions():
    x = vjp.tensor(A)
    same(x.sum(), A.sum())
    same(x.sum(0), A.sum(0))
    same(x.sum(dim=(0, 1), keepdim=True), A.sum((0, 1), keepdims=True))
    same(vjp.mean(x, -1), A.mean(-1))
    same(x.sum(dtype=vjp.float64), A.astype(np.float64).sum())
    assert x.argmax().item() == A.argmax()
    assert x.amax(1).tolist() == A.max(1).tolist()


def test_overloads_bind_as_their_arguments_say():
    x = vjp.tensor(A)
    assert x.max().item() == 3.0
    values, indices = x.max(1)
    assert values.tolist() == A.max(1).tolist() and indices.tolist() == A.argmax(1).tolist()
    result = vjp.max(x, dim=0, keepdim=True)
    assert result.values.shape == (1, 3)
    same(vjp.max(x, vjp.tensor(B)), np.maximum(A, B))
    with pytest.raises(TypeError, match="max: no form takes"):
        vjp.max(x, "rows")


def test_shapes_may_be_spread():
    x = vjp.arange(6)
    assert x.view(2, 3).shape == x.view((2, 3)).shape == x.reshape([2, 3]).shape == (2, 3)
    assert vjp.zeros(2, 3).shape == vjp.zeros((2, 3)).shape == (2, 3)
    assert vjp.ones(4).tolist() == [1, 1, 1, 1]
    assert x.view(2, 3).permute(1, 0).shape == (3, 2)
    assert x.view(2, 3).T.tolist() == [[0, 3], [1, 4], [2, 5]]
    assert x.view(1, 2, 3).mT.shape == (1, 3, 2)


def test_lists_of_tensors():
    x = vjp.tensor(A)
    same(vjp.cat([x, x]), np.concatenate([A, A]))
    same(vjp.stack((x, x), dim=1), np.stack([A, A], 1))
    parts = x.split(2, dim=1)
    assert [part.shape for part in parts] == [(2, 2), (2, 1)]
    assert [row.tolist() for row in x.unbind(0)] == A.tolist()


def test_tensors_of_an_einsum_may_be_spread():
    a, b = vjp.ones(2, 3), vjp.full((3, 4), 2.0)
    for result in (vjp.einsum("ij,jk->ik", a, b), vjp.einsum("ij,jk->ik", [a, b]),
                   vjp.einsum("ij,jk->ik", operands=(a, b))):
        assert result.tolist() == [[6.0] * 4] * 2
    assert vjp.einsum("ii", vjp.ones(3, 3)).item() == 3  # one tensor, not its rows
    with pytest.raises(TypeError, match="einsum: unknown keyword optimize"):
        vjp.einsum("ii", vjp.ones(3, 3), optimize=True)
    with pytest.raises(TypeError, match="einsum"):
        vjp.einsum("ij,jk->ik", a, 2.0)


def test_creation():
    assert vjp.zeros(2, dtype=vjp.int32).dtype is vjp.int32
    assert vjp.full((2, 2), 7.0).tolist() == [[7, 7], [7, 7]]
    assert vjp.arange(2, 8, 2).tolist() == [2, 4, 6]
    assert vjp.eye(2).tolist() == [[1, 0], [0, 1]]
    assert vjp.zeros(3, requires_grad=True).requires_grad
    assert vjp.zeros_like(vjp.tensor(A)).shape == A.shape
    np.testing.assert_allclose(vjp.linspace(0, 1, 5).numpy(), np.linspace(0, 1, 5))


def test_random_numbers_follow_the_seed():
    vjp.manual_seed(7)
    a = vjp.rand(100)
    vjp.manual_seed(7)
    assert vjp.rand(100).tolist() == a.tolist()
    one, two = vjp.Generator(3), vjp.Generator(3)
    assert vjp.randn(5, generator=one).tolist() == vjp.randn(5, generator=two).tolist()
    state = one.get_state()
    drawn = vjp.rand(4, generator=one).tolist()
    one.set_state(state)
    assert vjp.rand(4, generator=one).tolist() == drawn
    assert one.initial_seed() == 3


def test_in_place():
    x = vjp.tensor(A)
    same_object = x
    x += 1
    x *= vjp.tensor(B)
    x -= vjp.tensor(1.0)
    x /= 2
    assert x is same_object
    same(x, ((A + 1) * B - 1) / 2)
    assert x.mul_(2.0) is x
    assert x.zero_().tolist() == [[0, 0, 0], [0, 0, 0]]
    x.copy_(vjp.tensor(A))
    same(x, A)


def test_out():
    out = vjp.zeros(2, 3)
    assert vjp.mul(vjp.tensor(A), vjp.tensor(B), out=out) is out
    same(out, A * B)
    with pytest.raises(TypeError, match="out must be a tensor"):
        vjp.mul(out, out, out=3)


def test_conversions():
    x = vjp.tensor([1.5, 2.5])
    assert x.to(vjp.int64).tolist() == [1, 2] and x.to("float64").dtype is vjp.float64
    assert x.double().dtype is vjp.float64 and x.bool().tolist() == [True, True]
    assert vjp.tensor(1.5).expand(3).double().tolist() == [1.5, 1.5, 1.5]  # few elements, broadcast and converted
    assert x.half().dtype is vjp.float16 and x.bfloat16().dtype is vjp.bfloat16
    assert float(vjp.tensor(2)) == 2.0 and int(vjp.tensor(2.9)) == 2 and bool(vjp.tensor([0.0])) is False
    assert complex(vjp.tensor(1 + 2j)) == 1 + 2j
    assert [10, 20, 30][vjp.tensor(2)] == 30
    assert math.isclose(vjp.tensor(0.1, dtype=vjp.float64).item(), 0.1)
    assert vjp.tensor([1.0, 2.0]).sum().item() == 3.0


def test_sequence_protocol():
    x = vjp.tensor(A)
    assert len(x) == 2 and [row.tolist() for row in x] == A.tolist()
    assert [row.tolist() for row in reversed(x)] == A[::-1].tolist()
    assert 3.0 in x and 99.0 not in x
    assert hash(x) == hash(x)
    assert len({x: 1, vjp.tensor(A): 2}) == 2


def test_numpy_arrays_leave_operators_to_tensors():
    assert isinstance(A * vjp.tensor(A), vjp.Tensor)
    assert isinstance(np.float32(2) * vjp.tensor(A), vjp.Tensor)


@pytest.mark.parametrize("mode", ["linear", "bicubic"])
def test_long_dimensions_are_resampled_as_short_ones(mode):
    """Far from the border a part of an image gives the same pixels, and gradients, as the whole."""
    whole = np.random.default_rng(3).standard_normal((2, 1, 300) if mode == "linear" else (2, 1, 3, 300))
    part = vjp.tensor(whole[..., 100:160], requires_grad=True)  # by a matrix
    image = vjp.tensor(whole, requires_grad=True)  # tap by tap
    scale = [2.0] if mode == "linear" else [1.0, 2.0]
    small, large = (vjp.interpolate(x, scale_factor=scale, mode=mode) for x in (part, image))
    np.testing.assert_allclose(large.detach().numpy()[..., 210:310], small.detach().numpy()[..., 10:110], rtol=1e-12)
    (g,), (h,) = vjp.grad(small[..., 10:110].sum(), [part]), vjp.grad(large[..., 210:310].sum(), [image])
    np.testing.assert_allclose(h.numpy()[..., 100:160], g.numpy(), atol=1e-12)


@pytest.mark.parametrize("function", ["softmax", "log_softmax"])
def test_softmax_down_columns_is_that_of_the_rows_of_the_transpose(function):
    x = np.random.default_rng(5).standard_normal((9, 150)).astype("float32")
    x[3, 7] = float("nan")
    g = np.random.default_rng(6).standard_normal((9, 150)).astype("float32")
    down, across = vjp.tensor(x, requires_grad=True), vjp.tensor(x.T.copy(), requires_grad=True)
    y, z = getattr(vjp, function)(down, 0), getattr(vjp, function)(across, 1)
    np.testing.assert_allclose(y.detach().numpy(), z.detach().numpy().T, rtol=2e-6, atol=1e-6)
    (dy,), (dz,) = vjp.grad(y, [down], vjp.tensor(g)), vjp.grad(z, [across], vjp.tensor(g.T.copy()))
    np.testing.assert_allclose(dy.numpy(), dz.numpy().T, rtol=1e-5, atol=1e-6)


def test_gradients_of_windows_that_overlap_add_up():
    """Long enough for the elements of all windows to be added at once, and short enough not to be."""
    for n in (12, 3000):
        x = vjp.tensor(np.zeros((2, n)), requires_grad=True)
        g = np.random.default_rng(n).integers(0, 9, (2, n // 2 - 1, 4)).astype("float64")
        (dx,) = vjp.grad(x.unfold(1, 4, 2), [x], vjp.tensor(g))
        want = np.zeros((2, n))
        for window in range(n // 2 - 1):
            want[:, 2 * window : 2 * window + 4] += g[:, window]
        np.testing.assert_array_equal(dx.numpy(), want)


def test_rows_of_few_elements_are_copied_in_any_order():
    x = np.arange(5 * 700 * 3.0).reshape(5, 700, 3)
    for order in ((0, 2, 1), (1, 0, 2), (2, 1, 0), (1, 2, 0)):
        np.testing.assert_array_equal(vjp.tensor(x).permute(order).contiguous().numpy(), x.transpose(order))
    y = vjp.stack([vjp.tensor(x[..., i].copy()) for i in range(3)], -1)
    np.testing.assert_array_equal(y.numpy(), x)


def test_flips_walk_backwards():
    x = np.arange(4 * 5 * 6.0).reshape(4, 5, 6)
    for dims in ((0,), (1,), (2,), (0, 2), (0, 1, 2)):
        np.testing.assert_array_equal(vjp.tensor(x).flip(dims).numpy(), np.flip(x, dims))
        turned = x.transpose(2, 0, 1)
        np.testing.assert_array_equal(vjp.tensor(x).permute((2, 0, 1)).flip(dims).numpy(), np.flip(turned, dims))
    assert vjp.zeros(3, 0).flip((0, 1)).shape == (3, 0)


def test_masks_of_any_length_and_of_nan():
    for n in (1, 7, 16, 33):
        x = np.where(np.arange(n) % 3 == 0, np.nan, np.arange(n) % 2).astype("float32")
        assert vjp.tensor(x).bool().tolist() == [bool(v) for v in x]
        assert (vjp.tensor(x) == 1).float().tolist() == [float(v == 1) for v in x]


@pytest.mark.parametrize("rank", [1, 2, 3])
@pytest.mark.parametrize("align_corners", [False, True])
def test_linear_resampling_copies_a_dimension_whose_size_stays(rank, align_corners):
    x = vjp.arange(3, dtype=vjp.float64).reshape([1, 1] + [1] * (rank - 1) + [3])
    mode = ["linear", "bilinear", "trilinear"][rank - 1]
    y = vjp.interpolate(x, scale_factor=[2.0] * (rank - 1) + [1.3], mode=mode, align_corners=align_corners)
    assert y.shape == (1, 1, *[2] * (rank - 1), 3)
    assert y.reshape(-1, 3).tolist() == [[0.0, 1.0, 2.0]] * 2 ** (rank - 1)


@pytest.mark.parametrize("name, dtype", [
    ("var_mean", vjp.float64), ("var_mean", vjp.complex128), ("std_mean", vjp.float64), ("std_mean", vjp.complex128),
    ("aminmax", vjp.float64)])
def test_results_of_one_node(name, dtype):
    of = getattr(vjp, name)
    x = vjp.randn(3, 4, dtype=dtype, requires_grad=True)
    first, second = of(x, dim=1)
    assert first.grad_fn is second.grad_fn and [first.output_nr, second.output_nr] == [0, 1]
    for f in (lambda x: of(x, dim=1), lambda x: of(x, dim=1)[0], lambda x: of(x, dim=1)[1]):
        assert gradcheck(f, (x,), check_forward_ad=True)
    assert gradgradcheck(lambda x: of(x, dim=0, keepdim=True), (x,))


@pytest.mark.parametrize("name", ["var_mean", "std_mean"])
@pytest.mark.parametrize("options", [{}, {"dim": 0, "correction": 0}, {"dim": (0, 1), "keepdim": True}])
def test_moments_together_are_those_alone(name, options):
    for dtype in (vjp.bfloat16, vjp.float32, vjp.float64):
        x = vjp.randn(5, 3, 4).to(dtype)
        spread, mean = getattr(vjp, name)(x, **options)
        alone = {key: value for key, value in options.items() if key != "correction"}
        assert spread.tolist() == getattr(vjp, name[:3])(x, **options).tolist()
        close = 1e-15 if dtype is vjp.float64 else 1e-2 if dtype is vjp.bfloat16 else 1e-6
        assert (mean - vjp.mean(x, **alone)).abs().max().item() <= close


@pytest.mark.parametrize("values", [[math.inf, 1.0], [math.nan, 1.0], [], [2.0]])
def test_mean_beside_a_variance_at_the_edges(values):
    x = vjp.tensor(values, dtype=vjp.float64)
    assert repr(vjp.var_mean(x)[1].item()) == repr(vjp.std_mean(x)[1].item()) == repr(x.mean().item())


def test_masks_are_not_filled_with_half_a_number():
    mask = vjp.tensor([True, False])
    for value in (1 + 2j, vjp.tensor(1 + 2j)):
        for x in (vjp.ones(2), vjp.ones(2, dtype=vjp.int64)):
            with pytest.raises(vjp.DtypeError, match="masked_fill: .*complex.* does not fit"):
                vjp.masked_fill(x, mask, value)
    assert vjp.masked_fill(vjp.ones(2, dtype=vjp.complex64), mask, vjp.tensor(1 + 2j)).tolist() == [1 + 2j, 1]
