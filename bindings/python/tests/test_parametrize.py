"""Parameters that are computed: registration, assignment, state, copies; the parametrizations that are there."""

import copy
import pickle

import pytest

import vjp
from vjp import nn
from vjp.autograd import gradcheck
from vjp.nn.utils import parametrizations, parametrize

CLOSE = dict(rtol=1e-9, atol=1e-9)
close = vjp.testing.assert_close


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).mT

    def right_inverse(self, a):
        return a.triu()


class Doubled(nn.Module):
    calls = 0

    def forward(self, x):
        Doubled.calls += 1
        return 2 * x


class Halves(nn.Module):
    """A tensor as the sum of two."""

    def forward(self, a, b):
        return a + b

    def right_inverse(self, x):
        return x / 4, x * 0.75


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.factor = nn.Parameter(vjp.tensor([3.0]))

    def forward(self, x):
        return x * self.factor


def test_a_parameter_is_computed():
    layer = nn.Linear(3, 3)
    before, parameter = layer.weight.detach().clone(), layer.weight
    assert parametrize.register_parametrization(layer, "weight", Symmetric()) is layer
    assert parametrize.is_parametrized(layer) and parametrize.is_parametrized(layer, "weight")
    assert not parametrize.is_parametrized(layer, "bias") and not parametrize.is_parametrized(nn.Linear(1, 1))
    assert isinstance(layer, nn.Linear) and type(layer).__name__ == "ParametrizedLinear"
    assert parametrize.type_before_parametrizations(layer) is nn.Linear
    assert layer.parametrizations.weight.original is parameter  # what an optimizer may have already
    close(layer.weight, before.triu() + before.triu(1).mT)
    assert [name for name, _ in layer.named_parameters()] == ["bias", "parametrizations.weight.original"]
    layer(vjp.ones(1, 3)).sum().backward()
    assert parameter.grad is not None and parameter.grad.tril(-1).abs().sum().item() == 0
    wanted = vjp.tensor([[1.0, 2, 3], [2, 4, 5], [3, 5, 6]])
    layer.weight = wanted
    close(layer.weight, wanted)
    assert layer.parametrizations.weight.original is parameter and wanted.tolist()[1][0] == 2
    other = parametrizations.spectral_norm(nn.Linear(3, 3))  # whose right_inverse gives the very tensor
    other.weight = wanted
    with vjp.no_grad():
        other.parametrizations.weight.original.zero_()
    assert wanted.tolist()[1][0] == 2  # which stays its owner's


def test_parametrizations_come_one_after_the_other():
    layer = nn.Linear(2, 2, bias=False)
    start = layer.weight.detach().clone()
    parametrize.register_parametrization(layer, "weight", Doubled())
    parametrize.register_parametrization(layer, "weight", Scaled())
    close(layer.weight, start * 6)
    assert list(layer.state_dict()) == ["parametrizations.weight.original", "parametrizations.weight.1.factor"]
    assert len(layer.parametrizations.weight) == 2
    with pytest.raises(RuntimeError, match="Scaled has no right_inverse"):
        layer.weight = start
    layer.eval()
    assert not layer.parametrizations.weight[1].training
    assert parametrize.register_parametrization(nn.Linear(2, 2).eval(), "weight", Doubled()) \
        .parametrizations.weight[0].training is False


def test_a_tensor_may_have_several_originals():
    layer = nn.Linear(2, 3)
    start = layer.weight.detach().clone()
    parametrize.register_parametrization(layer, "weight", Halves())
    close(layer.weight, start)
    names = ["bias", "parametrizations.weight.original0", "parametrizations.weight.original1"]
    assert list(layer.state_dict()) == names
    close(layer.parametrizations.weight.original0, start / 4)
    layer.weight = start * 8
    close(layer.parametrizations.weight.original1, start * 6)
    with pytest.raises(ValueError, match="computed from 2 tensors"):
        parametrize.remove_parametrizations(layer, "weight", leave_parametrized=False)
    parametrize.remove_parametrizations(layer, "weight")
    assert type(layer) is nn.Linear and isinstance(layer.weight, nn.Parameter) and layer.weight.requires_grad
    close(layer.weight.detach(), start * 8)


def test_removal():
    for leave in (True, False):
        layer = nn.Linear(2, 2)
        parameter, start = layer.weight, layer.weight.detach().clone()
        parametrize.register_parametrization(layer, "weight", Doubled())
        parametrize.register_parametrization(layer, "bias", Doubled())
        parametrize.remove_parametrizations(layer, "weight", leave_parametrized=leave)
        assert layer.weight is parameter and parametrize.is_parametrized(layer, "bias")
        close(layer.weight.detach(), start * (2 if leave else 1))
        parametrize.remove_parametrizations(layer, "bias")
        assert type(layer) is nn.Linear and not hasattr(layer, "parametrizations")
        assert sorted(layer.state_dict()) == ["bias", "weight"]
    with pytest.raises(ValueError, match="Linear has no parametrization of 'weight'"):
        parametrize.remove_parametrizations(layer, "weight")


def test_buffers_are_computed():
    layer = nn.BatchNorm1d(2)
    parametrize.register_parametrization(layer, "running_var", Doubled())
    assert layer.running_var.tolist() == [2, 2] and "parametrizations.running_var.original" in layer.state_dict()
    assert "parametrizations.running_var.original" in dict(layer.named_buffers())
    parametrize.remove_parametrizations(layer, "running_var")
    assert dict(layer.named_buffers())["running_var"].tolist() == [2, 2]


def test_cached_computes_once():
    layer = nn.Linear(2, 2)
    parametrize.register_parametrization(layer, "weight", Doubled())
    Doubled.calls = 0
    with parametrize.cached():
        first = layer.weight
        with parametrize.cached():
            assert layer.weight is first
        assert layer.weight is first and Doubled.calls == 1
        parametrize.register_parametrization(layer, "weight", Symmetric())
        assert layer.weight is not first
    assert layer.weight is not layer.weight
    symmetric = parametrize.register_parametrization(nn.Linear(2, 2), "weight", Symmetric())
    with parametrize.cached():
        before = symmetric.weight
        symmetric.weight = vjp.eye(2)
        assert symmetric.weight.tolist() == [[1, 0], [0, 1]] != before.tolist()


def test_copies_and_states():
    layer = parametrizations.weight_norm(parametrize.register_parametrization(nn.Linear(3, 3), "bias", Doubled()))
    layer(vjp.ones(1, 3))
    for other in (copy.deepcopy(layer), copy.copy(layer), pickle.loads(pickle.dumps(layer))):
        assert parametrize.is_parametrized(other, "weight") and parametrize.is_parametrized(other, "bias")
        assert parametrize.type_before_parametrizations(other) is nn.Linear
        close(other.weight, layer.weight)
    other = parametrizations.weight_norm(parametrize.register_parametrization(nn.Linear(3, 3), "bias", Doubled()))
    other.load_state_dict(layer.state_dict())
    close(other.weight, layer.weight)
    with vjp.no_grad():
        layer.parametrizations.bias.original.fill_(2)
    assert layer.bias.tolist() == [4, 4, 4] != other.bias.tolist()
    given = {"parametrizations.bias.original": vjp.ones(3)}
    assert vjp.func.functional_call(layer, given, vjp.zeros(1, 3)).tolist() == [[2, 2, 2]]


def test_recurrent_layers_use_what_is_computed():
    rnn = nn.RNN(2, 3)
    x, start = vjp.ones(4, 1, 2), rnn.weight_hh_l0.detach().clone()
    parametrize.register_parametrization(rnn, "weight_hh_l0", Doubled())
    result = rnn(x)[0]
    parametrize.remove_parametrizations(rnn, "weight_hh_l0")
    close(rnn(x)[0], result)
    close(rnn.weight_hh_l0.detach(), start * 2)


def test_a_transfer():
    source, target = nn.Linear(2, 2), nn.Linear(2, 2)
    parametrize.register_parametrization(source, "weight", Symmetric())
    parametrizations.weight_norm(source, "bias")
    assert parametrize.transfer_parametrizations_and_params(source, target) is target
    close(target.weight, source.weight)
    close(target.bias, source.bias)
    assert target.parametrizations.weight.original is not source.parametrizations.weight.original
    assert target.parametrizations.weight[0] is source.parametrizations.weight[0]
    other = parametrize.transfer_parametrizations_and_params(source, nn.Module(), "weight")
    close(other.weight, source.weight)
    with pytest.raises(ValueError, match="no parametrization of 'what'"):
        parametrize.transfer_parametrizations_and_params(source, target, "what")


class Wider(nn.Module):
    def forward(self, x):
        return vjp.cat([x, x])


class Texts(nn.Module):
    def forward(self, x):
        return "x"

    def right_inverse(self, x):
        return 3


class Coarse(nn.Module):
    def forward(self, x):
        return x.float()

    def right_inverse(self, x):
        return x.half()


@pytest.mark.parametrize("wrong, message", [
    (lambda layer: parametrize.register_parametrization(layer, "what", Doubled()), "Linear has no parameter, buf"),
    (lambda layer: parametrize.register_parametrization(layer, "weight", Wider()), r"float32 of shape \[4, 2\]"),
    (lambda layer: parametrize.register_parametrization(layer, "weight", Texts()), "a sequence of tensors, not int"),
    (lambda layer: parametrize.register_parametrization(layer, "weight", Coarse()), "float16 for vjp.float32"),
    (lambda layer: parametrizations.weight_norm(layer, "what"), "weight_norm: Linear has no"),
    (lambda layer: parametrizations.orthogonal(layer, "bias"), r"two dimensions or more is wanted, not shape \[2\]"),
    (lambda layer: parametrizations.orthogonal(layer, orthogonal_map="qr"), "not 'qr'"),
    (lambda layer: parametrizations.spectral_norm(layer, n_power_iterations=0), "n_power_iterations is 0"),
    (lambda layer: nn.utils.weight_norm(layer, "what"), "weight_norm: Linear has no parameter 'what'"),
    (lambda layer: nn.utils.remove_weight_norm(layer), "remove_weight_norm: Linear has none for 'weight'"),
    (lambda layer: nn.utils.remove_spectral_norm(layer), "remove_spectral_norm: Linear has none")])
def test_mistakes(wrong, message):
    layer = nn.Linear(2, 2)
    with pytest.raises(ValueError, match=message):
        wrong(layer)
    assert type(layer) is nn.Linear and sorted(layer.state_dict()) == ["bias", "weight"]


def test_unsafe_changes_shapes():
    layer = nn.Linear(2, 2, bias=False)
    parametrize.register_parametrization(layer, "weight", Wider(), unsafe=True)
    assert layer(vjp.ones(1, 2)).shape == (1, 4)
    for _ in range(2):
        with pytest.raises(ValueError, match="must not change dtype or shape"):
            parametrize.register_parametrization(parametrize.register_parametrization(
                nn.Linear(2, 2), "weight", Doubled()), "weight", Wider())


# ---- the parametrizations that are there ----


@pytest.mark.parametrize("dim, shape", [(0, (4, 1)), (1, (1, 3)), (-1, ()), (None, ())])
def test_weight_norm(dim, shape):
    layer = nn.Linear(3, 4).double()
    start = layer.weight.detach().clone()
    parametrizations.weight_norm(layer, dim=dim)
    g, v = layer.parametrizations.weight.original0, layer.parametrizations.weight.original1
    assert g.shape == shape
    close(layer.weight, start, **CLOSE)
    with vjp.no_grad():
        g.mul_(3)
        v.mul_(7)  # only the direction counts
    close(layer.weight, start * 3, **CLOSE)
    kind = type(layer.parametrizations.weight[0])
    assert gradcheck(lambda g, v: kind(dim)(g, v), (g.detach().clone().requires_grad_(),
                                                   v.detach().clone().requires_grad_()))


def test_weight_norm_reads_what_the_older_one_wrote():
    old, new = nn.utils.weight_norm(nn.Conv1d(2, 3, 2)), parametrizations.weight_norm(nn.Conv1d(2, 3, 2))
    assert old.weight_g.shape == (3, 1, 1)
    net = nn.Sequential(new)
    assert net.load_state_dict(nn.Sequential(old).state_dict()) == ([], [])
    close(new.weight, old.weight)


@pytest.mark.parametrize("kind, shape", [(lambda: nn.Linear(5, 4), (4, 5)), (lambda: nn.Conv2d(2, 3, 2), (3, 8)),
                                         (lambda: nn.ConvTranspose2d(2, 3, 2), (3, 8))])
def test_spectral_norm(kind, shape):
    vjp.manual_seed(0)
    layer = kind().double()
    start = layer.weight.detach().clone()
    matrix = start.movedim(1, 0).reshape(shape) if isinstance(layer, nn.ConvTranspose2d) else start.reshape(shape)
    parametrizations.spectral_norm(layer)
    for _ in range(200):  # every access in training is a step
        layer.weight
    layer.eval()
    sigma = vjp.linalg.matrix_norm(matrix, 2)
    close(layer.weight.detach(), start / sigma, rtol=1e-6, atol=1e-6)
    before = layer.parametrizations.weight[0]._u.clone()
    layer.weight.square().sum().backward()
    assert layer.parametrizations.weight[0]._u.equal(before)
    exact = start.clone().requires_grad_()  # the derivative of W / |W|: that of the norm is u v'
    (exact / vjp.linalg.matrix_norm(exact.movedim(1, 0).reshape(shape) if isinstance(layer, nn.ConvTranspose2d)
                                    else exact.reshape(shape), 2)).square().sum().backward()
    close(layer.parametrizations.weight.original.grad, exact.grad, rtol=1e-5, atol=1e-5)
    names = [name for name, _ in layer.named_buffers()]
    assert names == ["parametrizations.weight.0._u", "parametrizations.weight.0._v"]


def test_spectral_norm_of_a_vector():
    layer = parametrizations.spectral_norm(nn.Linear(3, 4).double(), "bias")
    assert layer.bias.norm().item() == pytest.approx(1)
    with pytest.raises(IndexError, match="dim is 2"):
        parametrizations.spectral_norm(nn.Linear(3, 4), dim=2)


def orthonormal(w):
    tall = w if w.shape[-2] >= w.shape[-1] else w.mH
    return tall.mH @ tall


@pytest.mark.parametrize("orthogonal_map", ["matrix_exp", "cayley", "householder"])
@pytest.mark.parametrize("trivial", [True, False])
@pytest.mark.parametrize("shape", [(3, 3), (3, 5), (5, 3), (2, 4, 3)])
def test_orthogonal(orthogonal_map, trivial, shape):
    vjp.manual_seed(1)
    layer = nn.Module()
    layer.weight = nn.Parameter(vjp.randn(shape, dtype="float64"))
    start = layer.weight.detach().clone()
    parametrizations.orthogonal(layer, orthogonal_map=orthogonal_map, use_trivialization=trivial)
    one = vjp.eye(min(shape[-2:]), dtype="float64").expand(*shape[:-2], -1, -1)
    close(orthonormal(layer.weight.detach()), one, **CLOSE)
    optimizer = vjp.optim.SGD(layer.parameters(), 0.01)
    loss = [0.0] * 20
    for i in range(20):
        optimizer.zero_grad()
        error = (layer.weight - start).square().sum()
        error.backward()
        optimizer.step()
        loss[i] = error.item()
    assert loss[-1] < loss[0] * 0.99
    close(orthonormal(layer.weight.detach()), one, **CLOSE)
    wanted = vjp.linalg.qr(vjp.randn(*shape[:-2], max(shape[-2:]), min(shape[-2:]), dtype="float64"))[0]
    wanted = wanted.mT if shape[-2] < shape[-1] else wanted
    if trivial or orthogonal_map == "householder":
        layer.weight = wanted
        close(layer.weight.detach(), wanted, **CLOSE)
        with pytest.raises(ValueError, match="a matrix of shape"):
            layer.weight = vjp.eye(9)
    else:
        with pytest.raises(NotImplementedError, match="use_trivialization=False"):
            layer.weight = wanted


@pytest.mark.parametrize("orthogonal_map", ["matrix_exp", "cayley"])
def test_orthogonal_of_complex_numbers(orthogonal_map):
    layer = nn.Module()
    layer.weight = nn.Parameter(vjp.randn(4, 3, dtype="complex128"))
    parametrizations.orthogonal(layer, orthogonal_map=orthogonal_map)
    close(orthonormal(layer.weight.detach()), vjp.eye(3, dtype="complex128"), **CLOSE)
    with pytest.raises(ValueError, match="householder map is for real weights"):
        parametrizations.orthogonal(layer, "weight", "householder")


def test_the_derivative_of_orthogonal_maps():
    kind = type(parametrizations.orthogonal(nn.Linear(2, 2)).parametrizations.weight[0])
    for name in ("matrix_exp", "cayley", "householder"):
        x = vjp.randn(4, 3, dtype="float64")
        assert gradcheck(kind(x, name, False), (x.requires_grad_(),))


# ---- the older form ----


def test_hooks_compute_the_weight():
    for make, remove, names in (
            (nn.utils.weight_norm, nn.utils.remove_weight_norm, ["bias", "weight_g", "weight_v"]),
            (nn.utils.spectral_norm, nn.utils.remove_spectral_norm, ["bias", "weight_orig", "weight_u", "weight_v"])):
        layer = nn.Linear(3, 4)
        assert make(layer) is layer and list(layer.state_dict()) == names
        assert not isinstance(layer.weight, nn.Parameter)
        with pytest.raises(RuntimeError, match="has it for 'weight' already"):
            make(layer)
        layer(vjp.ones(2, 3)).sum().backward()
        for name, parameter in layer.named_parameters():
            assert parameter.grad is not None, name
        layer.eval()
        result = layer(vjp.ones(2, 3))
        assert remove(layer) is layer and sorted(layer.state_dict()) == ["bias", "weight"]
        close(layer(vjp.ones(2, 3)), result)
        assert layer.weight.requires_grad and not layer._forward_pre_hooks


def test_the_hook_of_spectral_norm():
    vjp.manual_seed(0)
    layer = nn.utils.spectral_norm(nn.Linear(3, 4).double(), n_power_iterations=100)
    layer(vjp.ones(1, 3, dtype="float64"))
    assert vjp.linalg.matrix_norm(layer.weight, 2).item() == pytest.approx(1)
    with vjp.no_grad():
        layer.weight_orig.mul_(5)
    layer(vjp.ones(1, 3, dtype="float64"))
    assert vjp.linalg.matrix_norm(layer.weight, 2).item() == pytest.approx(1)
