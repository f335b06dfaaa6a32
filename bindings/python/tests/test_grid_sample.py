"""grid_sample: loops on the CPU beside what operators compute, which is how the simulator does it."""

import itertools

import numpy as np
import pytest

import vjp

MODES, PADDINGS = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")
CASES = [
    (rank, mode, padding, align)
    for rank, mode, padding, align in itertools.product((2, 3), MODES, PADDINGS, (False, True))
    if rank == 2 or mode != "bicubic"
]


def arguments(rank, dtype, reach=1.6, images=2):
    r = np.random.default_rng(rank)
    x = r.uniform(-1, 1, (images, 3, *(4, 5, 6)[:rank])).astype(dtype)
    places = (11, 7, 3)[:rank]  # no whole number of vectors
    return x, r.uniform(-reach, reach, (images, *places, rank)).astype(dtype)


def results(x, grid, how, device):
    x, grid = (vjp.tensor(a, device=device, requires_grad=True) for a in (x, grid))
    out = vjp.grid_sample(x, grid, *how)
    w = np.random.default_rng(5).uniform(-1, 1, out.shape).astype(np.float64)
    (out * vjp.tensor(w, device=device).to(out.dtype)).sum().backward()
    return [t.detach().to("cpu").numpy() for t in (out, x.grad, grid.grad) if t is not None]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("rank, mode, padding, align", CASES)
def test_loops_and_operators_agree(rank, mode, padding, align, dtype):
    x, grid = arguments(rank, dtype)
    here, there = (results(x, grid, (mode, padding, align), device) for device in ("cpu", "sim:0"))
    assert len(here) == (2 if mode == "nearest" else 3)
    rtol, atol = (1e-4, 2e-5) if dtype == np.float32 else (1e-10, 1e-11)
    for a, b in zip(here, there, strict=True):
        np.testing.assert_allclose(a, b, rtol=rtol, atol=atol)


@pytest.mark.parametrize("rank, mode, padding, align", CASES)
def test_derivatives_of_both_orders_and_ways(rank, mode, padding, align):
    x, grid = arguments(rank, np.float64, 1.3, 1)
    grid = grid[:, :2, :2, :1] if rank == 3 else grid[:, :2, :2]
    inputs = [vjp.tensor(a, requires_grad=True) for a in (x, grid)]

    def f(x, grid):
        return vjp.grid_sample(x, grid, mode, padding, align)

    checks = dict.fromkeys(("check_forward_ad", "check_batched_grad", "check_batched_forward_grad"), True)
    assert vjp.autograd.gradcheck(f, inputs, **checks)
    assert vjp.autograd.gradgradcheck(f, inputs)


@pytest.mark.parametrize("mode", MODES)
def test_batched_samples_are_those_one_by_one(mode):
    x, grid = arguments(2, np.float64)
    pairs = np.stack([x, -x, 2 * x]), np.stack([grid, grid / 2, grid / 3])
    f = lambda x, grid: vjp.grid_sample(x, grid, mode)
    for dims in ((0, 0), (0, None), (None, 0)):
        given = [a if d == 0 else a[1] for a, d in zip(pairs, dims, strict=True)]
        out = vjp.vmap(f, in_dims=dims)(*(vjp.tensor(a) for a in given))
        for i in range(3):
            one = f(*(vjp.tensor(a[i] if d == 0 else a) for a, d in zip(given, dims, strict=True)))
            np.testing.assert_array_equal(out[i].numpy(), one.numpy())


@pytest.mark.parametrize("images", [1, 3])
@pytest.mark.parametrize("mode", MODES)
def test_any_number_of_threads_gives_the_same_bits(mode, images):
    before, seen = vjp.get_num_threads(), []
    r = np.random.default_rng(3)
    x = r.uniform(-1, 1, (images, 9, 40, 41)).astype(np.float32)
    grid = r.uniform(-1.1, 1.1, (images, 63, 65, 2)).astype(np.float32)
    for threads in (1, 2, 4):
        vjp.set_num_threads(threads)
        seen.append([a.tobytes() for a in results(x, grid, (mode, "zeros", False), "cpu")])
    vjp.set_num_threads(before)
    assert seen[0] == seen[1] == seen[2]


def test_what_lies_outside_reads_no_pixel_and_reaches_none():
    x = vjp.tensor(np.full((1, 1, 3, 3), np.nan), requires_grad=True)
    grid = vjp.tensor(np.full((1, 1, 2, 2), [[5.0, 0.0], [-1e30, 0.0]]))
    for mode in MODES:
        out = vjp.grid_sample(x, grid, mode)
        assert out.tolist() == [[[[0, 0]]]]
        (x_grad,) = vjp.autograd.grad(out, [x], vjp.tensor(np.full(out.shape, np.inf)))
        assert x_grad.tolist() == [[[[0] * 3] * 3]]


def test_one_gradient_alone_is_that_of_both():
    x, grid = arguments(2, np.float64)
    _, of_x, of_grid = results(x, grid, (), "cpu")
    w = np.random.default_rng(5).uniform(-1, 1, (2, 3, 11, 7))
    for i, wanted in enumerate((of_x, of_grid)):
        args = [vjp.tensor(a, requires_grad=j == i, device="cpu") for j, a in enumerate((x, grid))]
        vjp.grid_sample(*args).backward(vjp.tensor(w, device="cpu"))
        np.testing.assert_array_equal(args[i].grad.numpy(), wanted)
