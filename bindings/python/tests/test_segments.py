"""Sums, means and extremes of neighbouring slices."""

import numpy as np
import pytest

import vjp


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape, axis", [((40,), 0), ((40, 3), 0), ((2, 40), 1), ((2, 40, 5), 1)])
@pytest.mark.parametrize("how", ["sum", "mean"])
def test_segments_are_those_of_numpy_and_gradients_go_back_to_their_rows(how, shape, axis, dtype):
    r = np.random.default_rng(1)
    x = r.uniform(-1, 1, shape).astype(dtype)
    offsets = np.array([2, 3, 3, 20, 38])  # rows before and behind, and an empty segment
    data = vjp.tensor(x, requires_grad=True)
    given = np.broadcast_to(offsets, (*shape[:axis], 5)).copy()
    out = vjp.segment_reduce(data, how, offsets=vjp.tensor(given), axis=axis, unsafe=True, initial=0.5)
    w = r.uniform(-1, 1, out.shape).astype(dtype)
    (out * vjp.tensor(w)).sum().backward()
    wanted, grad = np.empty(out.shape), np.zeros(shape)
    for s, (begin, end) in enumerate(zip(offsets, offsets[1:], strict=False)):
        here, rows = [(slice(None),) * axis + (part,) for part in (s, slice(begin, end))]
        n = max(end - begin, 1) if how == "mean" else 1
        wanted[here] = (x[rows].astype(np.float64).sum(axis) + 0.5) / n
        grad[rows] = np.expand_dims(w[here], axis) / n
    np.testing.assert_allclose(out.detach().numpy(), wanted, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(data.grad.numpy(), grad, rtol=1e-6)


def test_offsets_that_lie_outside_read_and_write_nothing_there():
    x = vjp.tensor(np.arange(1.0, 5), requires_grad=True)
    out = vjp.segment_reduce(x, "sum", offsets=vjp.tensor([-5, 2, 90]), unsafe=True)
    out.backward(vjp.tensor([1.0, 2.0], dtype=out.dtype))
    assert (out.tolist(), x.grad.tolist()) == ([3, 7], [1, 1, 2, 2])


@pytest.mark.parametrize(
    "lengths, message",
    [([5, -2, 1], "segment 1 has -2 elements; a length must not be negative"),
     ([1, 2], "3 elements together, but the data has 4")],
)
def test_lengths_are_checked(lengths, message):
    with pytest.raises(vjp.Error, match=message):
        vjp.segment_reduce(vjp.ones([4]), "max", lengths=vjp.tensor(lengths))


@pytest.mark.parametrize("device", ["cpu", "sim:0"])
@pytest.mark.parametrize("how", ["sum", "max"])
def test_segments_that_overlap_begin_where_the_one_before_ends(how, device):
    x = vjp.tensor([1.0, 2, 3, 4]).to(device)
    out = vjp.segment_reduce(x, how, offsets=vjp.tensor([0, 3, 1, 4]).to(device), unsafe=True, initial=0.0)
    assert out.tolist() == ([6, 0, 4] if how == "sum" else [3, 0, 4])


def test_derivatives_of_segments():
    lengths = vjp.tensor([1, 0, 3])

    def f(x):
        return vjp.segment_reduce(x * x, "mean", lengths=lengths, initial=1.0)

    x = vjp.tensor(np.arange(8.0).reshape(4, 2), requires_grad=True)
    assert vjp.autograd.gradcheck(f, [x], check_forward_ad=True, check_batched_grad=True)
    assert vjp.autograd.gradgradcheck(f, [x])


def test_any_number_of_threads_gives_the_same_bits():
    before, seen = vjp.get_num_threads(), []
    x = np.random.default_rng(2).uniform(-1, 1, 300000).astype(np.float32)
    for threads in (1, 2, 4):
        vjp.set_num_threads(threads)
        bits = []
        for how in ("sum", "max"):
            data = vjp.tensor(x, requires_grad=True)
            out = vjp.segment_reduce(data, how, lengths=vjp.tensor(np.full(3000, 100)))
            (out * out).sum().backward()
            bits += [out.detach().numpy().tobytes(), data.grad.numpy().tobytes()]
        seen.append(bits)
    vjp.set_num_threads(before)
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape, axis", [((40,), 0), ((40, 3), 0), ((2, 40), 1), ((2, 40, 5), 1)])
@pytest.mark.parametrize("how", ["max", "min"])
def test_extremes_of_segments_share_the_gradient_among_equals(how, shape, axis, dtype):
    r = np.random.default_rng(3)
    x = r.integers(-3, 4, shape).astype(dtype)  # many are equal, and some equal `initial`
    offsets = np.array([2, 3, 3, 20, 38])  # rows before and behind, and an empty segment
    data = vjp.tensor(x, requires_grad=True)
    given = np.broadcast_to(offsets, (*shape[:axis], 5)).copy()
    out = vjp.segment_reduce(data, how, offsets=vjp.tensor(given), axis=axis, unsafe=True, initial=2.0)
    w = r.uniform(-1, 1, out.shape).astype(dtype)
    (out * vjp.tensor(w)).sum().backward()
    wanted, grad = np.empty(out.shape), np.zeros(shape)
    for s, (begin, end) in enumerate(zip(offsets, offsets[1:], strict=False)):
        here, rows = [(slice(None),) * axis + (part,) for part in (s, slice(begin, end))]
        wanted[here] = getattr(np, how)(x[rows], axis, initial=2.0)
        equal = x[rows] == np.expand_dims(wanted[here], axis)
        count = equal.sum(axis) + (wanted[here] == 2.0)
        grad[rows] = equal * np.expand_dims(w[here] / count, axis)
    np.testing.assert_array_equal(out.detach().numpy(), wanted)
    np.testing.assert_allclose(data.grad.numpy(), grad, rtol=1e-6)


@pytest.mark.parametrize("how", ["max", "min"])
@pytest.mark.parametrize("place", [0, 5, 8, 10])
def test_a_nan_is_the_extreme_of_its_segment_alone(how, place):
    x = np.arange(22.0)
    x[place] = np.nan
    data = vjp.tensor(x, requires_grad=True)
    out = vjp.segment_reduce(data, how, lengths=vjp.tensor([11, 11]))
    out.sum().backward()
    best = (21.0, 21) if how == "max" else (11.0, 11)
    assert np.isnan(out[0].item()) and out[1].item() == best[0]
    assert np.flatnonzero(data.grad.numpy()).tolist() == [best[1]]
    assert not np.isnan(data.grad.numpy()).any()


@pytest.mark.parametrize("how", ["max", "min"])
def test_derivatives_of_extremes_of_segments(how):
    lengths = vjp.tensor([1, 0, 3])

    def f(x):
        return vjp.segment_reduce(x * x, how, lengths=lengths, initial=-1.0 if how == "max" else 99.0)

    x = vjp.tensor(np.arange(8.0).reshape(4, 2) + 1, requires_grad=True)
    assert vjp.autograd.gradcheck(f, [x], check_forward_ad=True, check_batched_grad=True)
    assert vjp.autograd.gradgradcheck(f, [x])
