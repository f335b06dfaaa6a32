"""vmap: a function of one sample on a batch."""

import collections
import re
import threading

import numpy as np
import pytest

import vjp
from vjp import vmap


def double(*shape):
    return vjp.rand(*shape, dtype=vjp.float64)


def stacked(function, size):
    return np.stack([np.asarray(function(i)) for i in range(size)])


# What looks at a tensor's values or memory.
LOOKS = (lambda a: a.item(), bool, float, int, lambda a: a.numpy(), np.asarray, lambda a: a.tolist(),
         lambda a: a.tobytes(), lambda a: a.data_ptr(), lambda a: a.__dlpack__(), np.from_dlpack)


def same(found, want):
    np.testing.assert_allclose(np.asarray(found), want, rtol=1e-10, atol=1e-12)


# ---- arguments ----

def test_one_argument():
    x = double(3, 4)
    y = vmap(lambda a: a.sum() * a)(x)
    same(y, x.numpy().sum(1, keepdims=True) * x.numpy())


def test_the_function_sees_one_sample():
    seen = []

    def function(a, b):
        seen.append((a.shape, b.shape, a.ndim))
        return a @ b

    a, b = double(5, 2, 3), double(3, 5)
    y = vmap(function, in_dims=(0, 1))(a, b)
    assert seen == [((2, 3), (3,), 2)]
    same(y, stacked(lambda i: a.numpy()[i] @ b.numpy()[:, i], 5))


def test_negative_dimensions():
    a, b = double(2, 5), double(5, 3)
    y = vmap(lambda s, t: s.unsqueeze(1) * t, in_dims=(-1, -2), out_dims=-1)(a, b)
    assert y.shape == (2, 3, 5)
    same(y, np.stack([a.numpy()[:, i:i + 1] * b.numpy()[i] for i in range(5)], -1))


def test_shared_arguments_and_keywords():
    x, w = double(4, 3), double(3)
    same(vmap(lambda a, b, *, scale: a * b * scale, in_dims=(0, None))(x, w, scale=w), x.numpy() * w.numpy() ** 2)
    same(vmap(lambda a, power: a ** power, in_dims=(0, None))(x, 3), x.numpy() ** 3)


Pair = collections.namedtuple("Pair", "first second")


def test_nested_containers():
    x, y, w = double(4, 3), double(3, 4), double(3)

    def function(tree):
        return {"sum": tree["x"] + tree["rest"].first, "all": [tree["x"] * tree["rest"].second]}

    tree = {"x": x, "rest": Pair(y, w)}
    out = vmap(function, in_dims=({"x": 0, "rest": Pair(1, None)},))(tree)
    same(out["sum"], x.numpy() + y.numpy().T)
    same(out["all"][0], x.numpy() * w.numpy())
    out = vmap(function, in_dims=({"x": 0, "rest": Pair(1, None)},), out_dims={"sum": 1, "all": 0})(tree)
    assert out["sum"].shape == (3, 4) and out["all"][0].shape == (4, 3)
    # a prefix stands for all below it
    out = vmap(lambda t: t[0] * t[1][0], in_dims=((0, 0),))((x, [x]))
    same(out, x.numpy() ** 2)


def test_results_of_many_kinds():
    x = double(3, 2)
    a, b = vmap(lambda s: (s, s.sum()), out_dims=(1, 0))(x)
    assert a.shape == (2, 3) and b.shape == (3,)
    assert isinstance(vmap(lambda s: Pair(s, s))(x), Pair)
    value, name = vmap(lambda s: (s, "kept"), out_dims=(0, None))(x)
    assert name == "kept"
    # what does not depend on the batch is the same for every sample
    same(vmap(lambda s: vjp.ones(2))(x), np.ones((3, 2)))
    assert vmap(lambda s: s, out_dims=(1,))(x).shape == (2, 3)


def test_as_decorator():
    @vmap
    def function(a):
        """Doc."""
        return a * 2

    assert function.__name__ == "function" and function.__doc__ == "Doc."
    same(function(vjp.ones(3)), 2 * np.ones(3))


# HIGH-11
def test_wrong_arguments():
    x = double(3, 2)

    def f(*args):
        return args[0]

    for arguments, call, message in [
        (dict(in_dims=[0]), (x,), "expected `in_dims` to be int or a .* got: <class 'list'>"),
        ({}, (), "got no inputs. Maybe you forgot to add inputs"),
        (dict(in_dims=(0, 0)), (x,), "in_dims is not compatible with the structure of `inputs`"),
        (dict(in_dims=("a",)), (x,), "Got in_dim=a for an input but in_dim must be either an integer dimension or"),
        (dict(in_dims=(0,)), (2.0,), "Got in_dim=0 for an input but the input is of type <class 'float'>"),
        (dict(in_dims=2), (x,), "Tensor of dimensionality 2 so expected in_dim to satisfy -2 <= in_dim < 2"),
        (dict(in_dims=-3), (x,), "Got in_dim=-3 for some input"),
        (dict(in_dims=(None,)), (x,), "Expected at least one Tensor to vmap over"),
        (dict(in_dims=(0, 1)), (x, x), "same size in the mapped dimension, got sizes \\[3, 2\\]"),
        (dict(out_dims=(0, 0)), (x,), "out_dims is not compatible with the structure of `outputs`"),
        (dict(out_dims=None), (x,), "`f` can not return a BatchedTensor when out_dim is None"),
    ]:
        with pytest.raises(ValueError, match=message):
            vmap(f, **arguments)(*call)
    with pytest.raises(ValueError, match="`out_dims` must be an int, None or a python collection of ints"):
        vmap(f, out_dims="a")(x)
    with pytest.raises(ValueError, match="must only return Tensors, got type <class 'float'>"):
        vmap(lambda a: 1.0)(x)
    with pytest.raises(RuntimeError, match="Only allowed values for randomness are 'error', 'different', or 'same'"):
        vmap(f, randomness="sometimes")
    with pytest.raises(ValueError, match="chunk_size should be None or greater than 0. \\(got 0\\)"):
        vmap(f, chunk_size=0)
    with pytest.raises(vjp.Error):
        vmap(f, out_dims=5)(x)


# ---- batches of all sizes ----

def test_empty_batch_and_batch_of_one():
    w = double(3, 2)
    for size in (0, 1):
        y = vmap(lambda a: (a @ w).softmax(0))(double(size, 3))
        assert y.shape == (size, 2)


def test_chunks():
    x, sizes = double(7, 2), []

    def function(a):
        sizes.append(a.shape)
        return a * 2, {"sum": a.sum()}

    y, rest = vmap(function, out_dims=(1, 0), chunk_size=3)(x)
    assert len(sizes) == 3
    same(y, 2 * x.numpy().T)
    same(rest["sum"], x.numpy().sum(1))
    vmap(function, chunk_size=7)(x)
    vmap(function, chunk_size=100)(x)
    assert len(sizes) == 5


def test_gradients_through_chunks():
    x = double(5, 2).requires_grad_()
    vmap(lambda a: a.sin().sum(), chunk_size=2)(x).sum().backward()
    same(x.grad, np.cos(x.detach().numpy()))


# ---- nesting ----

def test_nested():
    a, b = double(3, 4), double(5, 4)
    y = vmap(vmap(lambda s, t: (s * t).sum(), in_dims=(None, 0)), in_dims=(0, None))(a, b)
    same(y, a.numpy() @ b.numpy().T)
    y = vmap(vmap(lambda s, t: s * t.unsqueeze(0)), in_dims=(1, 0))(double(2, 3), double(3, 2, 4))
    assert y.shape == (3, 2, 1, 4) or y.shape == (3, 2, 4)


# ---- autograd ----

def test_reverse_through_vmap():
    x, w = double(4, 3).requires_grad_(), double(3, 2).requires_grad_()
    vmap(lambda a: (a @ w).tanh().sum())(x).sum().backward()
    other = [t.detach().requires_grad_() for t in (x, w)]
    (other[0] @ other[1]).tanh().sum().backward()
    same(x.grad, other[0].grad.numpy())
    same(w.grad, other[1].grad.numpy())


def test_jvp_of_vmap_and_vmap_of_jvp():
    x, t = double(4, 3), double(4, 3)
    _, around = vjp.jvp(vmap(lambda a: a.exp().sum()), x, t)
    inside = vmap(lambda a, b: vjp.jvp(lambda s: s.exp().sum(), a, b)[1])(x, t)
    want = (np.exp(x.numpy()) * t.numpy()).sum(1)
    same(around, want)
    same(inside, want)


def test_grad_inside():
    x = double(4, 3)

    def derivative(a):
        a = a.detach().requires_grad_()
        return vjp.grad((a ** 3).sum(), a)[0]

    same(vmap(derivative)(x), 3 * x.numpy() ** 2)


# ENTRY-27
def test_grad_calls_on_tensors_of_levels():
    shared, kept = double(2).requires_grad_(), []

    def function(a):
        a = a.requires_grad_()
        kept.extend((a, a * a))
        with pytest.raises(vjp.StateError, match="is batched"):
            (a * a).backward(vjp.ones_like(a))
        with pytest.raises(vjp.StateError, match="is not batched at level"):
            vjp.grad((shared * a).sum(), shared)
        return vjp.grad((a * a).sum(), a)[0]

    x = double(3, 2)
    same(vmap(function)(x), 2 * x.numpy())
    for root, variable in ((kept[1], shared), (shared * 2, kept[0])):
        with pytest.raises(vjp.StateError, match="has ended"):
            vjp.grad(root, variable, vjp.ones(2, dtype=vjp.float64), allow_unused=True)


# HIGH-12
def test_tensors_of_a_level_that_ended_are_dead():
    kept = []
    vmap(lambda a: kept.append(a) or a)(double(3))
    for use in (lambda a: a + 1, *LOOKS):
        with pytest.raises(vjp.StateError, match="is batched at level [0-9]+ of vmap, which has ended"):
            use(kept[0])


# HIGH-12
@pytest.mark.host
def test_what_batched_and_dead_tensors_print():
    kept, seen = [], []

    def function(a):
        kept.append(a)
        seen.append(re.sub("level=[0-9]+", "level=#", repr(a)))
        return a

    vmap(vmap(function), in_dims=1)(vjp.arange(4.0).reshape(2, 2))
    vmap(function)(vjp.arange(4.0, dtype=vjp.float64).reshape(2, 2))
    vmap(function)(vjp.ones(2, 0))
    assert [re.sub(r"\n +", " ", text) for text in seen] == [
        "tensor(batched(level=#, batched(level=#, [[0., 2.], [1., 3.]])))",
        "tensor(batched(level=#, [[0., 1.], [2., 3.]]), dtype=vjp.float64)",
        "tensor(batched(level=#, []))"]
    ended = r"tensor\(batched\(level=\d+, which has ended, \[\[0\., 1\.\],\n +\[2\., 3\.\]\]\), dtype=vjp.float64\)"
    assert re.fullmatch(ended, repr(kept[1]))


# HIGH-14
def test_errors_come_through_and_the_level_ends():
    error = KeyError("mine")

    def function(a):
        raise error

    with pytest.raises(KeyError) as caught:
        vmap(vmap(function))(double(2, 3))
    assert caught.value is error
    same(vmap(lambda a: a * 2)(vjp.ones(2)), [2, 2])


# ---- HIGH-11: what cannot be done for one sample ----

def test_values_of_a_sample_cannot_be_looked_at():
    for use in (*LOOKS, lambda a: a if a > 0 else -a):
        with pytest.raises(vjp.StateError, match=r"is batched \(vmap\): its values differ from sample to sample"):
            vmap(use)(vjp.ones(3))
    with pytest.raises(vjp.StateError, match="is batched"):
        vmap(lambda a: a[:0].numpy())(vjp.ones(3, 2))


def test_results_of_unknown_size():
    x = double(3, 4)
    for name, use in {"nonzero": lambda a: a.nonzero(), "masked_select": lambda a: a.masked_select(a > 0.5)}.items():
        with pytest.raises(vjp.StateError, match=name):
            vmap(use)(x)


def test_in_place():
    x, shared = double(3, 2), vjp.zeros(2, dtype=vjp.float64)

    def good(a):
        out = a.clone()
        out.mul_(2)
        out[0].add_(1)
        return out

    same(vmap(good)(x), 2 * x.numpy() + [1, 0])
    for name, bad in {"add_": lambda a: shared.add_(a), "copy_": lambda a: shared.copy_(a),
                      "mul_": lambda a: shared[0].mul_(a[0])}.items():
        with pytest.raises(vjp.StateError, match=name):
            vmap(bad)(x)
    same(shared, [0, 0])
    # what is written into the samples is written into the batch
    vmap(lambda a: a.mul_(0))(x)
    same(x, np.zeros((3, 2)))


def test_in_place_nested():
    x, y = double(3, 2), double(4, 2)
    with pytest.raises(vjp.StateError, match="add_"):
        vmap(lambda a: vmap(lambda b: a.add_(b))(y))(x)
    out = vmap(lambda a: vmap(lambda b: (b + a).mul_(a))(y))(x)
    same(out, (x.numpy()[:, None] + y.numpy()) * x.numpy()[:, None])


def test_randomness():
    x = double(5, 3)
    for draw in (vjp.rand_like, lambda a: vjp.randn(3), lambda a: vjp.nn_dropout(a) if hasattr(vjp, "nn_dropout")
                 else vjp.dropout(a, 0.5), lambda a: a.bernoulli(), lambda a: vjp.randperm(4),
                 lambda a: a.multinomial(2), lambda a: a.clone().normal_(), lambda a: vjp.randint(9, [3])):
        with pytest.raises(vjp.StateError, match="random"):
            vmap(draw)(x)
    for draw in (vjp.rand_like, lambda a: vjp.randn(3), lambda a: vjp.normal(a, 0.0, 1.0)):
        y = vmap(draw, randomness="different")(x).numpy()
        assert y.shape == (5, 3) and len(np.unique(y)) == 15
        y = vmap(draw, randomness="same")(x).numpy()
        assert len(np.unique(y)) == 3 and (y == y[0]).all()
    y = vmap(lambda a: vjp.randperm(6), randomness="different")(x).numpy()
    assert (np.sort(y, 1) == np.arange(6)).all() and len(np.unique(y, axis=0)) > 1
    y = vmap(lambda a: vjp.randperm(6), randomness="same")(x).numpy()
    assert (y == y[0]).all()


def test_random_probabilities_of_each_sample():
    p = vjp.tensor([[0.0, 1.0], [1.0, 0.0]])
    y = vmap(lambda a: a.bernoulli(), randomness="different")(p)
    assert (y == p).all().item()
    for mode in ("same", "different"):
        y = vmap(lambda a: a.multinomial(1), randomness="different")(p)
        assert y.tolist() == [[1], [0]]


def test_randomness_in_chunks():
    x = double(6, 3)
    y = vmap(vjp.rand_like, randomness="same", chunk_size=2)(x).numpy()
    assert (y == y[0]).all()
    y = vmap(vjp.rand_like, randomness="different", chunk_size=2)(x).numpy()
    assert len(np.unique(y)) == 18


def test_randomness_of_nested_levels():
    x = double(4, 3, 2)
    y = vmap(vmap(vjp.rand_like, randomness="same"), randomness="different")(x).numpy()
    assert (y == y[:, :1]).all() and len(np.unique(y)) == 8
    y = vmap(vmap(vjp.rand_like, randomness="different"), randomness="same")(x).numpy()
    assert (y == y[:1]).all() and len(np.unique(y)) == 6


# HIGH-13
def test_levels_belong_to_their_thread():
    outside = []

    def function(a):
        thread = threading.Thread(target=lambda: outside.append((vjp.ones(2) * 2).tolist()))
        thread.start()
        thread.join()
        return a * 2

    same(vmap(function)(vjp.ones(3)), 2 * np.ones(3))
    assert outside == [[2, 2]]


# ---- indexing, views ----

def test_indexing():
    x, i = double(3, 4, 5), vjp.tensor([[0, 1], [3, 3], [2, 0]])
    y = vmap(lambda a, k: a[k, 1:3])(x, i)
    same(y, stacked(lambda n: x.numpy()[n][i.numpy()[n], 1:3], 3))
    same(vmap(lambda k: x[0][k])(i), stacked(lambda n: x.numpy()[0][i.numpy()[n]], 3))
    same(vmap(lambda a: a[[0, 2]])(x), x.numpy()[:, [0, 2]])
    same(vmap(lambda a: a[..., -1])(x), x.numpy()[..., -1])


def test_setting_items():
    x = double(3, 4)

    def function(a):
        out = vjp.zeros_like(a)
        out[1:3] = a[:2] * 2
        return out

    want = np.zeros((3, 4))
    want[:, 1:3] = 2 * x.numpy()[:, :2]
    same(vmap(function)(x), want)


# ---- custom functions ----

class Cube(vjp.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x, factor)
        return x ** 3 * factor

    @staticmethod
    def backward(ctx, grad):
        x, factor = ctx.saved_tensors
        return 3 * x ** 2 * factor * grad, x ** 3 * grad


class CubeWithRule(Cube):
    calls = []

    @staticmethod
    def vmap(info, in_dims, x, factor):
        CubeWithRule.calls.append((info.batch_size, info.randomness, in_dims, x.shape, factor.shape))
        if in_dims[1] is None:
            return CubeWithRule.apply(x.movedim(in_dims[0], 0), factor), 0
        if in_dims[0] is None:
            x = x.expand(info.batch_size, *x.shape)
        return CubeWithRule.apply(x, factor), 0


@pytest.mark.parametrize("function", [Cube, CubeWithRule])
@pytest.mark.parametrize("dims", [(0, 0), (0, None), (None, 0)])
def test_custom_functions(function, dims):
    x, factor = double(4, 3), double(4, 3)
    x = (x if dims[0] == 0 else x[0]).detach().requires_grad_()
    factor = (factor if dims[1] == 0 else factor[0]).detach().requires_grad_()
    g = double(4, 3)
    y = vmap(function.apply, in_dims=dims)(x, factor)
    found = vjp.grad(y, (x, factor), g)
    want = vjp.grad(x ** 3 * factor, (x, factor), g)
    same(y.detach(), (x ** 3 * factor).detach().numpy())
    for a, b in zip(found, want):
        same(a, b.numpy())


def test_custom_functions_nested_and_their_gradients_inside():
    x, factor = double(2, 4, 3), double(4, 3)

    def derivative(a, f):
        a = a.detach().requires_grad_()
        return vjp.grad(Cube.apply(a, f).sum(), a)[0]

    want = 3 * x.numpy() ** 2 * factor.numpy()
    same(vmap(vmap(derivative, in_dims=(0, 0)), in_dims=(0, None))(x, factor), want)
    leaf = x.detach().requires_grad_()
    vmap(vmap(Cube.apply), in_dims=(0, None))(leaf, factor).sum().backward()
    same(leaf.grad, want)


def test_the_vmap_of_a_custom_function():
    CubeWithRule.calls.clear()
    vmap(CubeWithRule.apply, in_dims=(0, None), randomness="same")(double(4, 3), double(3))
    assert CubeWithRule.calls == [(4, "same", (0, None), (4, 3), (3,))]

    class Wrong(Cube):
        @staticmethod
        def vmap(info, in_dims, x, factor):
            return x

    with pytest.raises(ValueError, match=r"Wrong.vmap: expected \(results, their batch dimensions\)"):
        vmap(Wrong.apply)(double(4, 3), double(4, 3))


# ---- an example: the gradient of every sample ----

def mlp(weights, x):
    w1, b1, w2, b2 = weights
    return (x @ w1 + b1).relu() @ w2 + b2


def loss(weights, x, y):
    return ((mlp(weights, x) - y) ** 2).sum()


# FUNC-21, FWD-19: the tangent of an argument that all samples share differs from sample to sample
def test_the_vmap_of_a_custom_function_and_tangents():
    class Product(vjp.autograd.Function):
        @staticmethod
        def forward(x, y):
            return x * y

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_forward(*inputs)

        @staticmethod
        def jvp(ctx, tx, ty):
            x, y = ctx.saved_tensors
            return tx * y + x * ty

        @staticmethod
        def vmap(info, in_dims, x, y):
            assert info == (2, "same") and in_dims == (0, 0)
            return Product.apply(x, y), 0

    x, y = double(2, 3), double(3) + 1
    value, tangent = vmap(lambda a: vjp.func.jvp(Product.apply, (a, y), (y, a)), randomness="same")(x)
    same(value, x.numpy() * y.numpy())
    same(tangent, y.numpy() ** 2 + x.numpy() ** 2)


def test_per_sample_gradients_of_an_mlp():
    weights = tuple(double(*shape) - 0.5 for shape in [(3, 8), (8,), (8, 2), (2,)])
    x, y = double(6, 3), double(6, 2)
    per_sample = vmap(vjp.func.grad(loss), in_dims=(None, 0, 0))(weights, x, y)
    for i in range(6):
        leaves = [w.detach().requires_grad_() for w in weights]
        alone = vjp.grad(loss(leaves, x[i], y[i]), leaves)
        for found, want in zip(per_sample, alone):
            same(found[i], want.numpy())


@pytest.mark.parametrize("draw, means", [
    (lambda a: vjp.poisson(vjp.full((4000,), 50.0)), [50, 50, 50]),
    (lambda a: vjp.poisson(a.expand(4000)), [4, 40, 400]),
    (lambda a: vjp.binomial(vjp.full((4000,), 40.0), vjp.tensor(0.25)), [10, 10, 10]),
    (lambda a: vjp.binomial(a, vjp.full((4000,), 0.5)), [2, 20, 200]),
    (lambda a: vjp.binomial(vjp.full((2, 2000), 1000.0), a / 1000).flatten(), [4, 40, 400]),
    (lambda a: vjp.normal(vjp.full((4000,), 9.0), vjp.tensor(0.5)), [9, 9, 9]),
    (lambda a: vjp.normal(vjp.full((4000,), 9.0), 1 / a), [9, 9, 9]),
    (lambda a: vjp.normal(5.0, (1 / a).expand(4000)), [5, 5, 5]),
    (lambda a: a.expand(4000).clone().geometric_(0.25), [4, 4, 4]),
])
def test_numbers_drawn_for_each_sample_read_all_arguments(draw, means):
    vjp.manual_seed(6)
    x = vjp.vmap(draw, randomness="different")(vjp.tensor([4.0, 40.0, 400.0]))
    assert x.shape == (3, 4000) and x.mean(1).tolist() == pytest.approx(means, rel=0.05)
    assert bool((x.var(1) > 0).all())
