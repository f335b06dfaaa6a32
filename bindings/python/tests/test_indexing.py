"""x[...] against numpy, reading and writing."""

import numpy as np
import pytest

import vjp

ARRAY = np.arange(60, dtype=np.float32).reshape(3, 4, 5)

KEYS = [
    np.s_[0], np.s_[-1], np.s_[1:3], np.s_[:, 1], np.s_[..., 2], np.s_[None], np.s_[1, None, ..., 3],
    np.s_[::2, 1::2, 4:0], np.s_[1, 2, 3], np.s_[()], np.s_[...], np.s_[:, -3:-1, ::3], np.s_[[0, 2]],
    np.s_[:, [1, 1, 0]], np.s_[[0, 1], [2, 3]], np.s_[[0, 1], :, [2, 3]], np.s_[np.array([[0, 1], [2, 0]])],
    np.s_[ARRAY > 30], np.s_[[True, False, True]], np.s_[:, [True, False, True, False], 1],
    np.s_[1:3, None, ..., [0, 4]], np.s_[np.int64(1)], np.s_[[]], np.s_[5:2], np.s_[:100, -100:],
]


def translated(key):
    """The same key with tensors for arrays."""
    if isinstance(key, tuple):
        return tuple(map(translated, key))
    return vjp.tensor(key) if isinstance(key, np.ndarray) else key


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_reading(key):
    expected = ARRAY[key]
    for form in (key, translated(key)):
        got = vjp.tensor(ARRAY)[form]
        assert got.shape == expected.shape
        np.testing.assert_array_equal(got.numpy(), expected)


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_writing(key):
    for value in (7, np.float32(3.5)):
        expected, x = ARRAY.copy(), vjp.tensor(ARRAY)
        expected[key] = value
        x[translated(key)] = value
        np.testing.assert_array_equal(x.numpy(), expected)


def test_writing_tensors_broadcasts_and_casts():
    expected, x = ARRAY.copy(), vjp.tensor(ARRAY)
    expected[1:, ::2] = np.arange(5)
    x[1:, ::2] = vjp.arange(5)
    np.testing.assert_array_equal(x.numpy(), expected)
    x[0] = np.ones((4, 5), np.float64)
    assert x[0].tolist() == np.ones((4, 5)).tolist()
    x[0, 0] = [5, 4, 3, 2, 1]
    assert x[0, 0].tolist() == [5, 4, 3, 2, 1]
    with pytest.raises(vjp.Error):
        x[0] = vjp.ones(3)


def test_augmented_assignment():
    x = vjp.tensor(ARRAY)
    expected = ARRAY.copy()
    x[1] += 1
    expected[1] += 1
    x[x > 50] *= 0
    expected[expected > 50] *= 0
    np.testing.assert_array_equal(x.numpy(), expected)


def test_basic_indexing_is_a_view():
    x = vjp.tensor(ARRAY)
    x[1, 2:][0] = 0
    assert x[1, 2].tolist() == [0] * 5
    assert x[[1]]._is_view() is False


@pytest.mark.parametrize("key", [3, -4, (0, 4), (0, 0, 5), (0, 0, 0, 0)])
def test_out_of_range_is_an_index_error(key):
    with pytest.raises(IndexError):
        vjp.tensor(ARRAY)[key]


@pytest.mark.parametrize("key", [1.0, "a", np.s_["a":], np.s_[1.5:], {}.keys])
def test_wrong_kinds_are_type_errors(key):
    with pytest.raises(TypeError):
        vjp.tensor(ARRAY)[key]


def test_gradient_of_a_repeated_index_adds_up():
    x = vjp.tensor([1.0, 2.0, 3.0], requires_grad=True)
    x[[0, 0, 2]].sum().backward()
    assert x.grad.tolist() == [2, 0, 1]


def test_indexing_ends_iteration():
    x = vjp.tensor([1.0, 2.0])
    assert [float(item) for item in x] == [1, 2]
    assert max(x).item() == 2
    a, b = x
    assert (a.item(), b.item()) == (1, 2)


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint8])
@pytest.mark.parametrize("line, dim", [((6, 1), 0), ((1, 5), 0), ((1, 5), 1), ((6, 1), 1)])
def test_an_expanded_index_gives_what_its_copy_gives(line, dim, dtype):
    r = np.random.default_rng(11)
    index = vjp.expand(vjp.tensor(r.integers(0, 5, line).astype(dtype)), [6, 5])
    copy = vjp.tensor(index.numpy().copy())

    def all_of(i):
        x, y = (vjp.tensor(np.random.default_rng(s).uniform(-1, 1, (7, 6)).astype(np.float32), requires_grad=True)
                for s in (1, 2))
        source = y[:6, :5]
        outs = [
            vjp.gather(x, dim, i),
            vjp.scatter_add(x, dim, i, source),
            vjp.scatter(x, dim, i, source),
            *(vjp.scatter_reduce(x, dim, i, source, how) for how in ("sum", "prod", "mean", "amax", "amin")),
        ]
        grads = vjp.grad([(o * o).sum() for o in outs], [x, y])
        return [t.detach().numpy().tobytes() for t in (*outs, *grads)]

    assert all_of(index) == all_of(copy)


@pytest.mark.host  # a device says so later
@pytest.mark.parametrize("call", ["gather(x, 1, i)", "scatter_add(x, 1, i, x)", "scatter_reduce(x, 0, i, x, 'amax')"])
def test_an_expanded_index_is_checked(call):
    x, i = vjp.ones([3, 3]), vjp.expand(vjp.tensor([0, 7, 1]), [3, 3])
    with pytest.raises(vjp.Error, match="index 7 is out of range for a dimension of size 3"):
        eval("vjp." + call, {"vjp": vjp, "x": x, "i": i})
