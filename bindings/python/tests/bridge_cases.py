"""The bridges of vjp.interop, for an interpreter that has PyTorch and JAX: test_bridges.py runs it there."""

import numpy as np
import pytest

import vjp
from vjp import interop

A, B = np.array([[0.3, -0.8, 0.5], [0.9, -0.1, 0.2]]), np.array([1.5, -0.5, 2.0])


def both(x, y):
    """A function that has the same names in vjp and PyTorch; twice differentiable, with two results of a dictionary."""
    return {"sum": (x.exp() * y).sum(-1), "pair": [(x * x * y).tanh(), x.sin() @ y]}


def total(results):
    return (results["sum"] ** 2).sum() + (results["pair"][0] ** 3).sum() + results["pair"][1].sum()


# ---- PyTorch ----

class TestTorch:
    @pytest.fixture(autouse=True)
    def libraries(self):
        self.torch = pytest.importorskip("torch")

    def pairs(self):
        """(host, the bridged function, the host's own)"""
        return [(self.torch, interop.to_torch(both)), (vjp, interop.from_torch(both))]

    def test_values_and_gradients_of_three_orders(self):
        for host, bridged in self.pairs():
            found = []
            for function in (bridged, both):
                x, y = (host.tensor(v, requires_grad=True) for v in (A, B))
                results = function(x, y)
                assert list(results) == ["sum", "pair"] and isinstance(results["pair"], list)
                value = total(results)
                first = host.autograd.grad(value, [x, y], create_graph=True)
                second = host.autograd.grad(sum((g**2).sum() for g in first), [x, y], create_graph=True)
                third = host.autograd.grad(sum((g**2).sum() for g in second), [x, y])
                found.append([v.detach().numpy() for v in (value, *first, *second, *third)])
            for a, b in zip(*found):
                np.testing.assert_allclose(a, b, rtol=1e-10)

    def test_gradcheck(self):
        for host, bridged in self.pairs():
            x, y = (host.tensor(v, requires_grad=True) for v in (A, B))
            flat = lambda x, y: bridged(x, y)["pair"][0]
            assert host.autograd.gradcheck(flat, (x, y)) and host.autograd.gradgradcheck(flat, (x, y))

    def test_complex_numbers(self):
        function = lambda x: (x * x.conj() * (2 + 1j) + x.exp()).sum()
        for host, bridge in ((self.torch, interop.to_torch), (vjp, interop.from_torch)):
            z = host.tensor(A + 1j * A[::-1].copy(), requires_grad=True)
            for part in ("real", "imag"):
                one, = host.autograd.grad(getattr(bridge(function)(z), part), [z])
                two, = host.autograd.grad(getattr(function(z), part), [z])
                np.testing.assert_allclose(one.resolve_conj().numpy(), two.resolve_conj().numpy(), rtol=1e-12)
            z = z.detach()
            for late in (z.conj(), z.conj().imag):  # PyTorch keeps these as marks of a view
                wanted = late.resolve_neg().resolve_conj().numpy() * 2
                np.testing.assert_allclose(bridge(lambda x: x * 2)(late).numpy(), wanted)

    def test_memory_is_shared_unless_it_is_the_arguments(self):
        for host, bridge in ((self.torch, interop.to_torch), (vjp, interop.from_torch)):
            seen = []
            x = host.tensor(A)
            y = bridge(lambda t: seen.append(t) or t)(x)
            assert seen[0].data_ptr() == x.data_ptr() != y.data_ptr()
            out = bridge(lambda t: seen.append(t * 2) or seen[-1])(x.requires_grad_())
            assert out.data_ptr() == seen[-1].data_ptr()

    def test_what_is_no_tensor_passes_and_integers_have_no_gradient(self):
        for host, bridge in ((self.torch, interop.to_torch), (vjp, interop.from_torch)):
            x = host.tensor(A, requires_grad=True)
            index = host.tensor([2, 0])
            function = lambda x, i, *, power, dim: (x[:, i] ** power, x.argmax(dim))
            values, places = bridge(function)(x, index, power=3, dim=1)
            assert values.requires_grad and not places.requires_grad and places.tolist() == [2, 0]
            values.sum().backward()
            wanted = np.zeros((2, 3))
            wanted[:, [2, 0]] = 3 * A[:, [2, 0]] ** 2
            np.testing.assert_allclose(x.grad.numpy(), wanted)
            assert not bridge(function)(x.detach(), index, power=3, dim=1)[0].requires_grad

    def test_arguments_without_influence_have_zero_or_no_gradients(self):
        for host, bridge in ((self.torch, interop.to_torch), (vjp, interop.from_torch)):
            x, y = (host.tensor(v, requires_grad=True) for v in (A, B))
            first, second = bridge(lambda x, y: (x * 2, y.exp()))(x, y)
            grads = host.autograd.grad(first.sum(), [x, y], create_graph=True)
            assert grads[0].tolist() == [[2.0] * 3] * 2 and grads[1].tolist() == [0.0] * 3
            assert host.autograd.grad(grads[0].sum() + (second * second).sum(), [y])[0].tolist() == pytest.approx(
                (2 * np.exp(2 * B)).tolist())

    def test_changes_and_freed_graphs_are_seen(self):
        for host, bridge in ((self.torch, interop.to_torch), (vjp, interop.from_torch)):
            x = host.tensor(A, requires_grad=True)
            out = bridge(lambda t: t.exp())(x)
            out.sum().backward()
            with pytest.raises(RuntimeError, match="second time|freed|released"):
                out.sum().backward()
            out = bridge(lambda t: t.exp())(x)
            out.mul_(2)
            with pytest.raises(RuntimeError, match="modified|changed|version"):
                out.sum().backward()
            out = bridge(lambda t: t.exp())(x)
            for _ in range(2):
                out.sum().backward(retain_graph=True)

    def test_mistakes(self):
        for host, bridge, name in ((self.torch, interop.to_torch, "to_torch"), (vjp, interop.from_torch, "from_torch")):
            with pytest.raises(TypeError, match=f"{name}: the function gave a float, expected tensors of"):
                bridge(lambda t: 1.0)(host.tensor(A))
            error = KeyError("mine")

            def fails(t):
                raise error

            with pytest.raises(KeyError) as caught:
                bridge(fails)(host.tensor(A, requires_grad=True))
            assert caught.value is error

    def test_a_module_of_torch_in_a_training_step_of_vjp(self):
        torch = self.torch
        model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1)).double()
        names = dict(model.named_parameters())
        call = interop.from_torch(lambda parameters, x: torch.func.functional_call(model, parameters, (x,)))
        parameters = {name: vjp.tensor(p.detach().numpy(), requires_grad=True) for name, p in names.items()}
        x = torch.tensor(A)
        call(parameters, vjp.tensor(A)).square().sum().backward()
        model(x).square().sum().backward()
        for name, p in names.items():
            np.testing.assert_allclose(parameters[name].grad.numpy(), p.grad.numpy(), rtol=1e-12)


# ---- JAX ----

def vjp_function(x, y):
    return (x * x * y).tanh(), {"sum": (x.exp() * y).sum()}


class TestJax:
    @pytest.fixture(autouse=True)
    def libraries(self):
        self.jax = pytest.importorskip("jax")
        self.jax.config.update("jax_enable_x64", True)
        self.jnp = self.jax.numpy

    def jax_function(self, x, y):
        return self.jnp.tanh(x * x * y), {"sum": (self.jnp.exp(x) * y).sum()}

    def of_results(self, function, square):
        def value(x, y):
            one, other = function(x, y)
            return (square(one) * one).sum() + square(other["sum"])
        return value

    def test_vjp_in_jax_to_third_order_and_within_jit(self):
        jax, jnp = self.jax, self.jnp
        found = []
        for function in (interop.to_jax(vjp_function), self.jax_function):
            value = self.of_results(function, jnp.square)
            first = lambda x, y: jax.grad(value, (0, 1))(x, y)
            second = lambda x, y: jax.grad(lambda x, y: sum((g**2).sum() for g in first(x, y)), (0, 1))(x, y)
            third = jax.jit(jax.grad(lambda x, y: sum((g**2).sum() for g in second(x, y)), (0, 1)))
            found.append([jax.jit(value)(A, B), value(A, B), *first(A, B), *jax.jit(first)(A, B), *second(A, B),
                          *third(A, B)])
        for a, b in zip(*found):
            np.testing.assert_allclose(a, b, rtol=1e-9)

    def test_jax_in_vjp_to_third_order(self):
        found = []
        for function in (interop.from_jax(self.jax_function), vjp_function):
            x, y = (vjp.tensor(v, requires_grad=True) for v in (A, B))
            value = self.of_results(function, vjp.square)(x, y)
            first = vjp.grad(value, [x, y], create_graph=True)
            second = vjp.grad(sum((g**2).sum() for g in first), [x, y], create_graph=True)
            third = vjp.grad(sum((g**2).sum() for g in second), [x, y])
            found.append([v.detach().numpy() for v in (value, *first, *second, *third)])
        for a, b in zip(*found):
            np.testing.assert_allclose(a, b, rtol=1e-9)

    def test_complex_numbers_follow_each_librarys_convention(self):
        jax, jnp = self.jax, self.jnp
        z = A + 1j * A[::-1]
        ours, theirs = (lambda z: vjp.exp(z * (1 + 2j)).sum()), (lambda z: jnp.exp(z * (1 + 2j)).sum())
        for part in ("real", "imag"):
            one = jax.grad(lambda z: getattr(interop.to_jax(ours)(z), part))(z)
            np.testing.assert_allclose(one, jax.grad(lambda z: getattr(theirs(z), part))(z), rtol=1e-12)
            grads = []
            for function in (interop.from_jax(theirs), ours):
                x = vjp.tensor(z, requires_grad=True)
                getattr(function(x), part).backward()
                grads.append(x.grad.numpy())
            np.testing.assert_allclose(*grads, rtol=1e-12)

    def test_vmap_integers_and_given_shapes(self):
        jax, jnp = self.jax, self.jnp
        calls = []

        def take(x, i):
            calls.append(tuple(x.shape))
            return x[i] ** 2, x.argmax(0)

        shape = jax.ShapeDtypeStruct((2,), np.float64), jax.ShapeDtypeStruct((), np.int64)
        function = interop.to_jax(take, shape)
        values, places = jax.vmap(function, (0, None))(A, np.array([2, 0]))
        np.testing.assert_allclose(values, A[:, [2, 0]] ** 2)
        assert places.tolist() == [2, 0] and calls == [(3,), (3,)]
        gradient = jax.grad(lambda x: function(x, np.array([2, 0]))[0].sum())(B)
        np.testing.assert_allclose(gradient, [2 * B[0], 0, 2 * B[2]])
        x = vjp.tensor(B, requires_grad=True)
        picked, first = interop.from_jax(lambda x, i: (x[i] ** 2, jnp.argmax(x)))(x, vjp.tensor([2, 0]))
        picked.sum().backward()
        np.testing.assert_allclose(x.grad.numpy(), [2 * B[0], 0, 2 * B[2]])
        assert first.item() == 2 and not first.requires_grad

    def test_mistakes(self):
        jax = self.jax
        with pytest.raises(TypeError, match="to_jax: the function gave a float"):
            interop.to_jax(lambda x: 1.0)(A)
        jax.config.update("jax_enable_x64", False)
        with pytest.raises(vjp.DtypeError, match="from_jax: tensor 1 of the arguments is float64"):
            interop.from_jax(lambda x, y: x + y)(vjp.ones(3), vjp.tensor(B))
        out = interop.to_jax(lambda x: x.double().exp().sum())(np.asarray(A, np.float32))
        assert out.dtype == np.float32 and float(out) == pytest.approx(np.exp(A).sum(), rel=1e-6)
