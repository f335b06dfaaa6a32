"""Distances of rows: of two matrices, and of all pairs of one."""

import numpy as np
import pytest

import vjp


def rows(n, width, seed):
    return np.random.default_rng(seed).uniform(-1, 1, (n, width)).astype(np.float32)


def reference(x, y, p, w):
    """Distances and the gradients of their sum by weights, in float64."""
    d = x[:, None].astype(np.float64) - y[None]
    out = (np.abs(d) ** p).sum(-1) ** (1 / p)
    slope = np.sign(d) if p == 1 else d / np.where(out == 0, 1, out)[..., None]
    each = slope * w[..., None]
    return out, each.sum(1), -each.sum(0)


# The sizes leave remainders of vectors; 300 is more than a sum is made of at once.
@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize("n, m, width", [(1, 1, 1), (5, 3, 2), (37, 70, 3), (20, 45, 300), (6, 1100, 2)])
def test_distances_of_two_matrices_are_those_of_float64(n, m, width, p):
    x, y, w = rows(n, width, 1), rows(m, width, 2), rows(n, m, 3)
    x[0] = y[0]  # equal points
    a, b = (vjp.tensor(v, requires_grad=True) for v in (x, y))
    out = vjp.cdist(a, b, p, "donot_use_mm_for_euclid_dist")
    (out * vjp.tensor(w)).sum().backward()
    for got, wanted in zip((out.detach(), a.grad, b.grad), reference(x, y, p, w), strict=True):
        np.testing.assert_allclose(got.numpy(), wanted, rtol=2e-5, atol=2e-5 * max(n, m) ** 0.5)


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize("n, width", [(2, 1), (37, 3), (70, 150)])
def test_distances_of_pairs_are_the_triangle_of_those_of_two_matrices(n, width, p):
    x, pairs = rows(n, width, 4), np.triu_indices(n, 1)
    w = np.zeros((n, n), np.float32)
    w[pairs] = rows(1, len(pairs[0]), 5)[0]
    a = vjp.tensor(x, requires_grad=True)
    out = vjp.pdist(a, p)
    (out * vjp.tensor(w[pairs])).sum().backward()
    wanted, first, second = reference(x, x, p, w)
    np.testing.assert_allclose(out.detach().numpy(), wanted[pairs], rtol=2e-5)
    np.testing.assert_allclose(a.grad.numpy(), first + second, rtol=2e-5, atol=2e-4)


@pytest.mark.parametrize("device", ["cpu", "sim:0"])
def test_squares_of_distances_may_overflow_and_vanish(device):
    x = vjp.tensor([[1e30, 0], [0, 0], [1e-30, 0]], device=device, requires_grad=True)
    assert vjp.pdist(x).tolist() == vjp.tensor([1e30, 1e30, 1e-30], device="cpu").tolist()
    assert vjp.cdist(x, x)[2].tolist() == vjp.tensor([1e30, 1e-30, 0], device="cpu").tolist()
    for create_graph in (False, True):
        (grad, ) = vjp.grad(vjp.pdist(x)[0], [x], create_graph=create_graph)
        assert grad.tolist() == [[1, 0], [-1, 0], [0, 0]]


@pytest.mark.parametrize("p", [1, 2])
def test_any_number_of_threads_gives_the_same_bits(p):
    before, seen = vjp.get_num_threads(), []
    for threads in (1, 2, 4):
        vjp.set_num_threads(threads)
        x = vjp.tensor(rows(300, 40, 6), requires_grad=True)
        y = vjp.tensor(rows(170, 40, 7), requires_grad=True)
        pairs, all_of_two = vjp.pdist(x, p), vjp.cdist(x, y, p, "donot_use_mm_for_euclid_dist")
        (pairs.sum() + (all_of_two * all_of_two).sum()).backward()
        seen.append([t.detach().numpy().tobytes() for t in (pairs, all_of_two, x.grad, y.grad)])
    vjp.set_num_threads(before)
    assert seen[0] == seen[1] == seen[2]
