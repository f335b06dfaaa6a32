"""vjp.func: transforms of functions over nested containers, and how they nest (chapter 19)."""

from collections import namedtuple

import numpy as np
import pytest

import vjp
from vjp import func


def tensor(*values, **options):
    return vjp.tensor(list(values), dtype=vjp.float64, **options)


def number(value, **options):
    return vjp.tensor(value, dtype=vjp.float64, **options)


def same(t, values):
    np.testing.assert_allclose(t.detach().numpy(), np.array(values, dtype=float), rtol=1e-12, atol=1e-12)


def cube_sum(x):
    return (x**3).sum()


X = tensor(1, 2, 3)


# ---- structure (HIGH-1, HIGH-2) ----


def test_high_1_containers_are_mirrored():
    Point = namedtuple("Point", "x y")
    gradient = func.grad(lambda p: (p["a"] * p["b"][0].x).sum() + p["b"][1].sum())(
        {"a": X, "b": [Point(X * 2, X), X]})
    assert list(gradient) == ["a", "b"] and isinstance(gradient["b"][0], Point)
    same(gradient["a"], [2, 4, 6])
    same(gradient["b"][0].x, [1, 2, 3])
    same(gradient["b"][0].y, [0, 0, 0])
    same(gradient["b"][1], [1, 1, 1])


def test_high_2_jacobians_of_containers():
    for transform in (func.jacrev, func.jacfwd):
        j = transform(lambda d, e: {"o": d["a"] * e, "p": [e.sum()]}, argnums=(0, 1))({"a": X}, X)
        assert set(j) == {"o", "p"} and isinstance(j["o"], tuple) and set(j["o"][0]) == {"a"}
        same(j["o"][0]["a"], np.diag([1, 2, 3]))
        same(j["o"][1], np.diag([1, 2, 3]))
        same(j["p"][0][0]["a"], [0, 0, 0])
        same(j["p"][0][1], [1, 1, 1])


@pytest.mark.parametrize("argnums", [1, -1, (1,), (0, 1), (1, 0)])
def test_high_2_argnums(argnums):
    def f(x, y):
        return (x * x * y).sum()
    args = (X, X + 2)
    by = {0: 2 * np.array([1, 2, 3.0]) * np.array([3, 4, 5.0]), 1: np.array([1, 4, 9.0])}
    got = func.grad(f, argnums)(*args)
    if isinstance(argnums, tuple):
        assert isinstance(got, tuple) and len(got) == len(argnums)
        for position, item in zip(argnums, got):
            same(item, by[position])
    else:
        same(got, by[argnums % 2])
    for transform in (func.jacrev, func.jacfwd):
        got = transform(f, argnums)(*args)
        for position, item in zip(argnums, got) if isinstance(argnums, tuple) else [(argnums % 2, got)]:
            same(item, by[position])


@pytest.mark.parametrize("argnums, words", [
    (2, "Got argnum=2, but only 2 positional inputs"), ((0, 0), "must be unique"), ((), "must be non-empty"),
    ([0], r"argnums must be int or Tuple\[int, ...\]"), ((0, "a"), "argnum must be int")])
def test_wrong_argnums(argnums, words):
    for transform in (func.grad, func.grad_and_value, func.jacrev, func.jacfwd, func.hessian):
        with pytest.raises(vjp.InvalidError, match=words):
            transform(lambda x, y: (x * y).sum(), argnums)(X, X)


def test_values_and_aux():
    def f(x, *, scale):
        return (x * x).sum() * scale, {"twice": x * 2, "name": "f"}
    gradient, aux = func.grad(f, has_aux=True)(X, scale=2)
    same(gradient, [4, 8, 12])
    same(aux["twice"], [2, 4, 6])
    assert aux["name"] == "f" and not aux["twice"].requires_grad
    gradient, (value, aux) = func.grad_and_value(f, has_aux=True)(X, scale=2)
    assert value.item() == 28
    (value, aux), gradient = func.value_and_grad(f, has_aux=True)(X, scale=2)
    assert value.item() == 28 and not value.requires_grad
    value, gradient = func.value_and_grad(cube_sum)(X)
    same(gradient, [3, 12, 27])
    for transform in (func.jacrev, func.jacfwd):
        j, aux = transform(lambda x: (x * x, {"sum": x.sum()}), has_aux=True)(X)
        same(j, np.diag([2, 4, 6]))
        assert aux["sum"].item() == 6
    _, _, aux = func.vjp(lambda x: (x, x * 2), X, has_aux=True)
    same(aux, [2, 4, 6])
    _, _, aux = func.jvp(lambda x: (x, x * 2), (X,), (X,), has_aux=True)
    same(aux, [2, 4, 6])
    for request in (lambda g: func.grad(g, has_aux=True)(X), lambda g: func.vjp(g, X, has_aux=True),
                    lambda g: func.jvp(g, (X,), (X,), has_aux=True), lambda g: func.jacrev(g, has_aux=True)(X)):
        with pytest.raises(vjp.InvalidError, match=r"should be a tuple: \(output, aux\) if has_aux is True"):
            request(lambda x: x.sum())


def test_aux_leads_to_what_it_was_computed_from():
    w = tensor(1, 1, 1, requires_grad=True)
    _, aux = func.grad(lambda x: ((x * x).sum(), x * w), has_aux=True)(X)
    same(vjp.grad(aux.sum(), [w])[0], [1, 2, 3])


# ---- vjp, jvp, linearize ----


def test_vjp_may_be_asked_often():
    calls = []

    def f(x, y):
        calls.append(1)
        return {"product": x * y, "x": [x]}
    output, vjp_fn = func.vjp(f, X, X * 2)
    assert isinstance(vjp_fn({"product": X, "x": [X]}), tuple)
    for scale in (1, 2):
        by_x, by_y = vjp_fn({"product": X * scale, "x": [X]})
        same(by_x, np.array([1, 2, 3.0]) * np.array([2, 4, 6.0]) * scale + [1, 2, 3])
        same(by_y, np.array([1, 4, 9.0]) * scale)
    assert len(calls) == 1 and not output["product"].requires_grad
    with pytest.raises(vjp.InvalidError, match="Expected pytree structure of cotangents to be the same"):
        vjp_fn({"product": X})
    with pytest.raises(vjp.ShapeError, match=r"Entry 1 in v has invalid size: should be \[3\] but got \[1\]"):
        vjp_fn({"product": X, "x": [tensor(1)]})


def test_jvp():
    value, slope = func.jvp(lambda x, d: {"o": x * d["y"]}, (X, {"y": X}), (tensor(1, 0, 0), {"y": tensor(0, 1, 0)}))
    same(value["o"], [1, 4, 9])
    same(slope["o"], [1, 2, 0])
    same(func.jvp(lambda x: tensor(5), (X,), (X,))[1], [0])
    with pytest.raises(vjp.InvalidError, match="independent of the inputs"):
        func.jvp(lambda x: tensor(5), (X,), (X,), strict=True)
    with pytest.raises(vjp.InvalidError, match="Expected primals to be a tuple"):
        func.jvp(cube_sum, X, X)
    with pytest.raises(vjp.InvalidError, match="the same python structure"):
        func.jvp(cube_sum, (X,), (X, X))
    with pytest.raises(vjp.ShapeError, match=r"should be \[3\] but got \[1\]"):
        func.jvp(cube_sum, (X,), (tensor(1),))


def test_linearize():
    calls = []

    def f(x, y):
        calls.append(1)
        return x.sin() * y, y
    output, jvp_fn = func.linearize(f, X, X)
    for tangents in ((X, X), (tensor(1, 0, 0), tensor(0, 0, 1))):
        expected = func.jvp(f, (X, X), tangents)
        for got, want in zip(jvp_fn(*tangents), expected[1]):
            same(got, want.numpy())
    assert len(calls) == 3  # one was linearize's
    with pytest.raises(vjp.InvalidError, match="to have the same argspec as the primals"):
        jvp_fn(X)
    with pytest.raises(vjp.InvalidError, match="tangent:1 with shape"):
        jvp_fn(X, tensor(1))


# ---- whole matrices ----


def test_high_7_jacrev_and_jacfwd_agree():
    weights = vjp.arange(12).to(vjp.float64).reshape(4, 3)

    def f(x):
        return vjp.tanh(weights @ x)
    reverse, forward = func.jacrev(f)(X / 10), func.jacfwd(f)(X / 10)
    same(reverse, forward.numpy())
    for chunk in (1, 2, 3, 100):
        same(func.jacrev(f, chunk_size=chunk)(X / 10), forward.numpy())
        same(func.jacfwd(f, chunk_size=chunk)(X / 10), forward.numpy())
    for transform in (func.jacrev, func.jacfwd):
        with pytest.raises(vjp.InvalidError, match="`chunk_size` should be greater than 0"):
            transform(f, chunk_size=0)
    single = (lambda x: x.to(vjp.float32))
    assert func.jacrev(single)(X).dtype is vjp.float64 and func.jacfwd(single)(X).dtype is vjp.float32


def test_hessian():
    same(func.hessian(cube_sum)(X), np.diag([6, 12, 18]))
    h = func.hessian(lambda x, y: (x * x * y).sum(), argnums=(0, 1))(X, X)
    same(h[0][0], np.diag([2, 4, 6]))
    same(h[0][1], np.diag([2, 4, 6]))
    same(h[1][1], np.zeros((3, 3)))


def test_complex_numbers():
    z = vjp.complex(X, X)
    for transform in (func.jacrev, func.jacfwd):
        with pytest.raises(vjp.DtypeError, match="Expected all inputs to be real but received complex tensor"):
            transform(lambda z: z)(z)
        with pytest.raises(vjp.DtypeError, match="Expected all outputs to be real but received complex tensor"):
            transform(lambda x: vjp.complex(x, x))(X)
    gradient = func.grad(lambda z: (z * z.conj()).real.sum())(z)
    same(gradient.real, [2, 4, 6])
    same(gradient.imag, [2, 4, 6])


# ---- nesting (HIGH-12) ----


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_high_12_gradients_of_gradients(depth):
    f = vjp.sin
    for _ in range(depth):
        f = func.grad(f)
    same(f(number(0.5)), [np.cos, lambda x: -np.sin(x), lambda x: -np.cos(x), np.sin][depth - 1](0.5))


def slope(f):
    return lambda x: func.jvp(f, (x,), (vjp.ones_like(x),))[1]


@pytest.mark.parametrize("order", [(func.grad, slope), (slope, func.grad), (func.grad, slope, func.grad),
                                   (func.jacrev, func.grad), (func.jacfwd, slope),
                                   (func.jacfwd, func.jacfwd, func.jacrev)])
def test_high_12_any_mixture(order):
    f = (lambda x: x**4)
    for transform in order:
        f = transform(f)
    same(f(number(2.0)), {2: 12 * 4.0, 3: 24 * 2.0}[len(order)])


def test_high_12_perturbations_are_not_confused():
    one, three = number(1.0), number(3.0)
    for outer in (func.grad, slope):
        assert outer(lambda x: x * func.grad(lambda y: x + y)(one))(one).item() == 1
        assert outer(lambda x: x * func.grad(lambda y: x * y)(x))(three).item() == 6
        assert outer(lambda x: x * func.grad(lambda y: x * y * y)(x))(three).item() == 54
    assert func.grad(lambda x: x * slope(lambda y: x * y * y)(x))(three).item() == 54
    # a derivative by one variable of a function that has another's derivative inside
    def d(x):
        def g(y):
            return func.grad(lambda z: x * y * z)(number(2.0)) * y
        return func.grad(g)(number(5.0))
    assert func.grad(d)(three).item() == 10


def test_high_12_results_lead_outside_and_nowhere_else():
    x, w = tensor(1, 2, requires_grad=True), tensor(3, 4, requires_grad=True)
    plain = tensor(1, 2)
    assert not func.grad(cube_sum)(plain).requires_grad
    g = func.grad(cube_sum)(x)
    same(vjp.grad(g.sum(), [x])[0], [6, 12])
    g = func.grad(lambda x: (x * x * w).sum())(plain)
    g.sum().backward()
    same(w.grad, [2, 4])
    with vjp.no_grad():
        assert not func.grad(cube_sum)(x).requires_grad
    assert not func.grad(lambda x: (x * x).sum() + w.sum())(plain).requires_grad
    inside = func.grad(lambda x: (x**2).sum() if vjp.is_grad_enabled() else 0)
    with vjp.no_grad():
        same(inside(x), [2, 4])
    with vjp.inference_mode():
        same(inside(x), [2, 4])
        same(inside(x * 1), [2, 4])


@pytest.mark.parametrize("request_", [func.grad, func.jacrev, func.jacfwd, func.hessian,
                                      lambda f: lambda x: func.vjp(f, x)])
def test_high_12_escaped_tensors_are_dead(request_):
    kept = []

    def function(x):
        y = x ** 3
        kept.extend((x, y, y.detach()))
        return y.sum()

    request_(function)(vjp.tensor([1.0, 2.0]))
    for tensor in kept[:1 if request_ is func.jacfwd else 2]:
        with pytest.raises(vjp.StateError, match="variable of a function .* and that call has ended"):
            tensor + 1
        with pytest.raises(vjp.StateError, match="that call has ended"):
            vjp.grad(tensor.detach().requires_grad_().sum(), tensor)
        assert "1" in str(tensor) and tensor.detach().sum().item() in (3, 9)
    same(kept[2] + 1, [2, 9])


def test_high_12_no_grad_inside_is_respected():
    def f(x):
        with vjp.no_grad():
            c = x**2
        return (x - c).sum()
    same(func.grad(f)(X), [1, 1, 1])


def test_hessian_along_a_direction_is_differentiable():
    v = tensor(1, 2, 3, requires_grad=True)
    _, h = func.jvp(func.grad(cube_sum), (X,), (v,))
    same(h, [6, 24, 54])
    same(vjp.grad(h.sum(), [v])[0], [6, 12, 18])


# ---- errors (HIGH-14) ----


@pytest.mark.parametrize("request_", [
    lambda f: func.grad(f)(X), lambda f: func.vjp(f, X), lambda f: func.jvp(f, (X,), (X,)),
    lambda f: func.linearize(f, X), lambda f: func.jacrev(f)(X), lambda f: func.jacfwd(f)(X),
    lambda f: func.hessian(f)(X), lambda f: func.grad(func.grad(f))(X)])
def test_high_14_errors_come_through(request_):
    class Mine(Exception):
        pass
    error = Mine("words")

    def f(x):
        raise error
    with pytest.raises(Mine) as caught:
        request_(f)
    assert caught.value is error
    same(func.jvp(cube_sum, (X,), (X,))[1], 3 + 24 + 81)
    assert vjp.is_grad_enabled() and not X.requires_grad


def test_what_is_refused():
    for f, words in ((lambda x: 3.0, "to return a Tensor, got <class 'float'>"),
                     (lambda x: (x.sum(),), "to return a Tensor, got <class 'tuple'>"),
                     (lambda x: x, "to return a scalar Tensor, got tensor with 1 dims. Maybe you wanted")):
        with pytest.raises(vjp.Error, match=words):
            func.grad(f)(X)
    with pytest.raises(vjp.InvalidError, match="must be Tensor, got <class 'float'>"):
        func.grad(lambda x: x)(3.0)
    with pytest.raises(vjp.InvalidError, match="must be Tensor, got <class 'NoneType'>"):
        func.grad(lambda p: p["a"].sum())({"a": X, "b": None})
    with pytest.raises(vjp.DtypeError):
        func.grad(lambda x: (x * 1.0).sum())(vjp.tensor([1, 2]))
    for request in (lambda f: func.jacrev(f)(X), lambda f: func.vjp(f, X), lambda f: func.jvp(f, (X,), (X,))):
        with pytest.raises(vjp.InvalidError, match="non-empty output"):
            request(lambda x: None)
        with pytest.raises(vjp.InvalidError, match="to return only tensors"):
            request(lambda x: (x, 3))
    with pytest.raises(vjp.DtypeError, match="must be floating-point or complex"):
        func.vjp(lambda x: x > 0, X)


def test_high_10_one_call():
    calls = []

    def f(x):
        calls.append(1)
        return cube_sum(x)
    for request in (func.grad(f), func.jacrev(f), func.jacfwd(f), func.hessian(f),
                    lambda x: func.jvp(f, (x,), (x,)), lambda x: func.vjp(f, x)):
        request(X)
        assert len(calls) == 1
        calls.clear()


class NoForwardMode(vjp.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g


def test_high_9_without_forward_mode():
    calls = []

    def f(x):
        calls.append(1)
        return NoForwardMode.apply(x)
    same(func.jvp(f, (X,), (X,))[1], [2, 8, 18])
    assert len(calls) == 2
    same(vjp.autograd.functional.hvp(lambda x: NoForwardMode.apply(x).sum(), X, X)[1], [2, 4, 6])


# ---- modules ----


class Layer:
    def __init__(self):
        self.weight, self.bias = tensor(1, 2, 3), tensor(1)

    def named_parameters(self):
        return [("weight", self.weight), ("bias", self.bias)]

    def __call__(self, x, scale=1):
        return (self.weight * x).sum() * scale + self.bias.sum()


class Model:
    def __init__(self):
        self.layers = [Layer(), Layer()]
        self.layers[1].weight = self.layers[0].weight

    def named_parameters(self):
        return [(f"layers.{i}.{name}", p) for i, layer in enumerate(self.layers)
                for name, p in layer.named_parameters()]

    def __call__(self, x):
        return self.layers[0](x) * self.layers[1](x)


def test_functional_call():
    layer = Layer()
    kept = layer.weight
    gradient = func.grad(lambda p: func.functional_call(layer, p, (X,), {"scale": 2}))({"weight": X, "bias": tensor(5)})
    same(gradient["weight"], [2, 4, 6])
    same(gradient["bias"], [1])
    assert layer.weight is kept
    assert func.functional_call(layer, [{"weight": X}, {"bias": tensor(5)}], X).item() == 19
    with pytest.raises(ZeroDivisionError):
        func.functional_call(layer, {"weight": X}, (X,), {"scale": Raises()})
    assert layer.weight is kept
    with pytest.raises(vjp.InvalidError, match="appeared in multiple dictionaries"):
        func.functional_call(layer, [{"weight": X}, {"weight": X}], X)
    with pytest.raises(vjp.InvalidError, match=r"Missing key\(s\): \['bias'\], unexpected key\(s\): \['wait'\]"):
        func.functional_call(layer, {"weight": X, "wait": X}, X, strict=True)
    with pytest.raises(AttributeError):
        func.functional_call(layer, {"wait": X}, X)
    with pytest.raises(vjp.InvalidError, match="a dict, or a list/tuple of dicts"):
        func.functional_call(layer, 3, X)


def test_functional_call_of_a_module():
    """Its parameters take tensors that are no Parameter, those of vmap and grad among them; its buffers likewise."""
    layer = vjp.nn.Sequential(vjp.nn.Linear(3, 1, dtype=vjp.float64),
                              vjp.nn.BatchNorm1d(1, affine=False, dtype=vjp.float64))
    layer.eval()
    kept = list(layer.parameters()) + list(layer.buffers())
    given = {"0.weight": tensor(1, 2, 3).reshape(1, 3), "0.bias": tensor(4), "1.running_mean": tensor(18),
             "1.running_var": tensor(1 - 1e-5)}
    batch = vjp.stack([X, 2 * X])
    same(func.functional_call(layer, given, batch).flatten(), [0, 14])
    each = func.vmap(func.grad(lambda p, x: func.functional_call(layer[0], p, x).sum()), in_dims=(None, 0))(
        {"weight": given["0.weight"], "bias": given["0.bias"]}, batch)
    same(each["weight"].reshape(2, 3), batch.tolist())
    assert all(now is then for now, then in zip([*layer.parameters(), *layer.buffers()], kept))
    with pytest.raises(TypeError, match="'weight' is a parameter"):
        layer[0].weight = given["0.weight"]


def test_stack_module_state_is_an_ensemble():
    models = [vjp.nn.Sequential(vjp.nn.Linear(2, 3), vjp.nn.BatchNorm1d(3)).eval() for _ in range(4)]
    parameters, buffers = func.stack_module_state(models)
    assert parameters["0.weight"].shape == (4, 3, 2) and buffers["1.running_mean"].shape == (4, 3)
    assert parameters["0.weight"].is_leaf and parameters["0.weight"].requires_grad
    x = vjp.randn(5, 2)
    results = func.vmap(lambda p, b: func.functional_call(models[0], (p, b), (x,)))(parameters, buffers)
    for model, result in zip(models, results, strict=True):
        assert vjp.allclose(model(x), result)
    with pytest.raises(vjp.InvalidError, match="got none"):
        func.stack_module_state([])
    with pytest.raises(vjp.InvalidError, match="different types"):
        func.stack_module_state([models[0], vjp.nn.Linear(2, 3)])
    with pytest.raises(vjp.InvalidError, match="training mode"):
        func.stack_module_state([models[0], vjp.nn.Sequential(vjp.nn.Linear(2, 3), vjp.nn.BatchNorm1d(3))])


class Raises:
    def __rmul__(self, other):
        raise ZeroDivisionError


def test_functional_call_ties_weights():
    model = Model()
    zero = tensor(0, 0, 0)
    assert func.functional_call(model, {"layers.0.weight": zero}, X).item() == 1
    assert func.functional_call(model, {"layers.0.weight": zero}, X, tie_weights=False).item() == 15
    with pytest.raises(vjp.InvalidError, match="multiple values for keys"):
        func.functional_call(model, {"layers.0.weight": zero, "layers.1.weight": X}, X)
    assert model.layers[0].weight is model.layers[1].weight
