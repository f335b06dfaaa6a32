"""Attention with dropout in tiles draws what a dropout of the whole matrix draws: values and all derivatives."""

import numpy as np
import pytest

import vjp
from vjp.autograd import gradcheck, gradgradcheck

P = 0.4


def whole(q, k, v, causal, generator):
    scores = (q / np.sqrt(q.shape[-1])) @ k.transpose(-1, -2)
    if causal:
        seen = vjp.ones(q.shape[-2], k.shape[-2], dtype=vjp.bool).tril()
        scores = vjp.where(seen, scores, vjp.tensor(-np.inf, dtype=scores.dtype))
    return vjp.dropout(vjp.softmax(scores, -1), P, True, generator=generator) @ v


# more than a tile of queries and of keys; odd numbers of keys, so that rows begin inside a block of numbers
@pytest.mark.parametrize("sizes", [(2, 3, 5, 7, 4), (1, 2, 131, 259, 3), (130, 258, 2), (2, 3, 3, 2)], ids=str)
@pytest.mark.parametrize("causal", [False, True])
def test_tiles_draw_what_a_whole_mask_draws(sizes, causal):
    *batch, queries, keys, dim = sizes
    rng = np.random.default_rng(3)
    ins = [vjp.tensor(rng.standard_normal((*batch, n, dim)), requires_grad=True) for n in (queries, keys, keys)]
    points = tuple(t.detach() for t in ins)
    tangents = tuple(vjp.tensor(rng.standard_normal(t.shape)) for t in ins)
    seed = vjp.tensor(rng.standard_normal((*batch, queries, dim)))

    def tiles(*x):
        return vjp.scaled_dot_product_attention(*x, dropout_p=P, is_causal=causal, generator=vjp.Generator(5))

    def matrix(*x):
        return whole(*x, causal, vjp.Generator(5))

    def everything(f):
        y = f(*ins)
        recorded = vjp.grad(f(*ins), ins, seed, create_graph=True)
        yield [y, *vjp.grad(y, ins, seed), *recorded, *vjp.grad(sum((g ** 3).sum() for g in recorded), ins)]
        yield vjp.func.jvp(f, points, tangents)
        gradient = vjp.func.grad(lambda *x: (f(*x) * seed).sum(), argnums=(0, 1, 2))
        yield vjp.func.jvp(gradient, points, tangents)[1]

    for a, b in zip(everything(tiles), everything(matrix)):
        for x, y in zip(a, b):
            np.testing.assert_allclose(x.detach().numpy(), y.detach().numpy(), rtol=1e-8, atol=1e-9)


def test_derivatives_with_shared_heads_and_masks():
    rng = np.random.default_rng(4)
    q, k, v = (vjp.tensor(rng.standard_normal((2, h, 3, 2)), requires_grad=True) for h in (4, 2, 2))
    mask = vjp.tensor(rng.random((2, 4, 3, 3)) > 0.3)
    for seen in (None, mask):

        def attend(*x, seen=seen):
            return vjp.scaled_dot_product_attention(*x, seen, dropout_p=P, enable_gqa=True, generator=vjp.Generator(5))

        assert gradcheck(attend, [q, k, v], check_forward_ad=True, check_batched_grad=True)
        assert gradgradcheck(attend, [q, k, v], check_fwd_over_rev=True)


def test_numbers_of_threads_make_no_difference():
    rng = np.random.default_rng(5)
    ins = [vjp.tensor(rng.standard_normal((2, 4, 140, 8)).astype("f"), requires_grad=True) for _ in range(3)]
    results, threads = [], vjp.get_num_threads()
    for n in (1, 3):
        vjp.set_num_threads(n)
        y = vjp.scaled_dot_product_attention(*ins, dropout_p=P, generator=vjp.Generator(5))
        results.append([t.detach().numpy() for t in (y, *vjp.grad(y.sum(), ins))])
    vjp.set_num_threads(threads)
    assert all(np.array_equal(a, b) for a, b in zip(*results))


def test_a_dropped_probability_passes_nothing_on():
    v = vjp.tensor(np.full((8, 2), np.inf))
    y = vjp.scaled_dot_product_attention(vjp.zeros(4, 2, dtype=vjp.float64), vjp.zeros(8, 2, dtype=vjp.float64), v,
                                         dropout_p=1.0)
    assert np.isnan(y.numpy()).all()  # zeros times infinity, as by operators


def test_samples_of_a_batch_draw_as_asked():
    x = vjp.tensor(np.random.default_rng(6).standard_normal((3, 4, 2)))

    def attend(x):
        return vjp.scaled_dot_product_attention(x, x, x, dropout_p=P)

    with pytest.raises(vjp.Error, match="randomness"):
        vjp.func.vmap(attend)(x)
    same = vjp.func.vmap(attend, randomness="same")(vjp.stack([x[0], x[0]]))
    assert np.array_equal(same[0].numpy(), same[1].numpy())
