"""Adaptive averages over parts of unequal length."""

import numpy as np
import pytest

import vjp


def weights(n, count):
    """Each part's mean as a row of a matrix."""
    w = np.zeros((count, n))
    for p in range(count):
        part = slice(p * n // count, -(-(p + 1) * n // count))
        w[p, part] = 1 / (part.stop - part.start)
    return w


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("n, count", [(7, 3), (3, 7), (5, 10), (10, 5), (1, 4), (9, 1), (64, 63)])
def test_means_are_products_with_the_parts_weights(n, count, dtype):
    r = np.random.default_rng(n)
    x, g = r.uniform(-1, 1, (2, 3, n, 6)).astype(dtype), r.uniform(-1, 1, (2, 3, count, 4)).astype(dtype)
    data = vjp.tensor(x, requires_grad=True)
    out = vjp.adaptive_avg_pool2d(data, [count, 4])
    out.backward(vjp.tensor(g))
    rows, columns = weights(n, count), weights(6, 4)
    tolerance = 1e-5 if dtype == np.float32 else 1e-12
    near = dict(rtol=tolerance, atol=tolerance)
    np.testing.assert_allclose(out.detach().numpy(), np.einsum("pi,qj,ncij->ncpq", rows, columns, x), **near)
    np.testing.assert_allclose(data.grad.numpy(), np.einsum("pi,qj,ncpq->ncij", rows, columns, g), **near)


def test_no_part_reads_what_lies_in_another():
    x = np.zeros((1, 1, 7))
    x[..., 0] = np.inf
    assert vjp.adaptive_avg_pool1d(vjp.tensor(x), [3]).tolist() == [[[np.inf, 0, 0]]]


def test_derivatives():
    x = vjp.tensor(np.random.default_rng(4).uniform(-1, 1, (2, 2, 5, 3)), requires_grad=True)

    def f(x):
        return vjp.adaptive_avg_pool2d(x * x, [3, 4])

    assert vjp.autograd.gradcheck(f, [x], check_forward_ad=True, check_batched_grad=True)
    assert vjp.autograd.gradgradcheck(f, [x])
    batched = vjp.vmap(lambda image: vjp.adaptive_avg_pool2d(image, [3, 4]))(x)
    np.testing.assert_array_equal(batched.detach().numpy(), vjp.adaptive_avg_pool2d(x, [3, 4]).detach().numpy())


def test_any_number_of_threads_gives_the_same_bits():
    before, seen = vjp.get_num_threads(), []
    x = np.random.default_rng(5).uniform(-1, 1, (8, 16, 45, 45)).astype(np.float32)
    for threads in (1, 2, 4):
        vjp.set_num_threads(threads)
        data = vjp.tensor(x, requires_grad=True)
        out = vjp.interpolate(data, size=[31, 77], mode="area")
        (out * out).sum().backward()
        seen.append((out.detach().numpy().tobytes(), data.grad.numpy().tobytes()))
    vjp.set_num_threads(before)
    assert seen[0] == seen[1] == seen[2]
