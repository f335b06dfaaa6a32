"""What PyTorch's programs train with beside layers and optimizers: lazy layers, averages of parameters, Adafactor and
Muon, the default dtype, views as another dtype. What PyTorch computes is in torch_scripts.py."""

import copy
import io
import math
import pickle

import pytest

import vjp
from vjp import nn
from vjp.optim import swa_utils

close = vjp.testing.assert_close

# ---- lazy layers ----

LAZY = [
    (nn.LazyLinear(4), nn.Linear, (2, 5), {"in_features": 5}),
    (nn.LazyConv1d(4, 3), nn.Conv1d, (2, 6, 5), {"in_channels": 6}),
    (nn.LazyConv2d(4, 3, groups=2), nn.Conv2d, (2, 6, 5, 5), {"in_channels": 6}),
    (nn.LazyConv3d(4, 2), nn.Conv3d, (6, 3, 3, 3), {"in_channels": 6}),
    (nn.LazyConvTranspose1d(4, 3), nn.ConvTranspose1d, (2, 6, 5), {"in_channels": 6}),
    (nn.LazyConvTranspose2d(4, 3, stride=2), nn.ConvTranspose2d, (2, 6, 5, 5), {"in_channels": 6}),
    (nn.LazyConvTranspose3d(4, 2), nn.ConvTranspose3d, (2, 6, 3, 3, 3), {"in_channels": 6}),
    (nn.LazyBatchNorm1d(), nn.BatchNorm1d, (8, 6), {"num_features": 6}),
    (nn.LazyBatchNorm2d(affine=False), nn.BatchNorm2d, (2, 6, 3, 3), {"num_features": 6}),
    (nn.LazyBatchNorm3d(track_running_stats=False), nn.BatchNorm3d, (2, 6, 3, 3, 3), {"num_features": 6}),
    (nn.LazyInstanceNorm1d(), nn.InstanceNorm1d, (6, 5), {"num_features": 6}),
    (nn.LazyInstanceNorm2d(), nn.InstanceNorm2d, (2, 6, 3, 3), {"num_features": 6}),
    (nn.LazyInstanceNorm3d(), nn.InstanceNorm3d, (2, 6, 3, 3, 3), {"num_features": 6}),
]


@pytest.mark.parametrize("lazy, becomes, shape, sizes", LAZY, ids=[type(item[0]).__name__ for item in LAZY])
def test_a_lazy_layer_learns_its_size(lazy, becomes, shape, sizes):
    layer, x = copy.deepcopy(lazy), vjp.randn(shape)
    parameters = list(layer.parameters())
    assert type(layer) is not becomes and isinstance(layer, becomes)
    assert any(isinstance(parameter, nn.UninitializedParameter) for parameter in parameters) == bool(parameters)
    layer.double()
    y = layer(x.double())
    assert type(layer) is becomes and {name: getattr(layer, name) for name in sizes} == sizes
    assert all(mine is before for mine, before in zip(layer.parameters(), parameters))  # an optimizer goes on with them
    assert all(type(parameter) is nn.Parameter and parameter.dtype is vjp.float64 for parameter in parameters)
    state = layer.state_dict()
    again = copy.deepcopy(lazy)
    again.load_state_dict(state)
    assert again(x).shape == y.shape and type(again) is becomes
    assert {name: value.shape for name, value in again.state_dict().items()} == {
        name: value.shape for name, value in state.items()}
    for name, parameter in again.named_parameters():
        close(parameter, state[name].float())


def test_lazy_layers_begin_as_the_others_do():
    vjp.manual_seed(1)
    lazy = nn.LazyLinear(300)
    lazy(vjp.ones(2, 400))
    assert lazy.weight.abs().max().item() <= 1 / 20
    assert lazy.weight.std().item() == pytest.approx(1 / 20 / 3**0.5, rel=0.02)
    assert 0 < lazy.bias.abs().max().item() <= 1 / 20


def test_lazy_layers_before_their_first_call():
    layer = nn.LazyLinear(3, bias=False)
    assert repr(layer) == "LazyLinear(in_features=0, out_features=3, bias=False)"
    assert repr(layer.weight) == "<UninitializedParameter>" and layer.has_uninitialized_params()
    assert isinstance(pickle.loads(pickle.dumps(layer.weight)), nn.UninitializedParameter)
    empty = nn.LazyLinear(3, bias=False)
    empty.load_state_dict(layer.state_dict())
    assert empty.has_uninitialized_params()
    optimizer = vjp.optim.SGD(layer.parameters(), lr=1.0)
    layer(vjp.ones(1, 2)).sum().backward()
    before = layer.weight.detach().clone()
    optimizer.step()
    close(layer.weight, before - 1)
    with pytest.raises(ValueError, match="channels that groups, 4, divides"):
        nn.LazyConv2d(4, 3, groups=4)(vjp.ones(1, 6, 5, 5))


def test_a_lazy_module_of_ones_own():
    class Scale(nn.modules.lazy.LazyModuleMixin, nn.Module):
        def __init__(self):
            super().__init__()
            self.factor = nn.UninitializedParameter()

        def initialize_parameters(self, x, *, start=1.0):
            self.factor.materialize(x.shape[-1:])
            self.factor.detach().fill_(start)

        def forward(self, x, start=None):
            return self.factor * x

    scale = Scale()
    assert scale(vjp.ones(2, 3), start=2.0).tolist() == [[2.0] * 3] * 2 == scale(vjp.ones(2, 3)).tolist()


# ---- averages ----

def models(*values):
    for value in values:
        model = nn.Linear(1, 1, bias=False)
        model.register_buffer("seen", vjp.tensor(float(value)))
        model.register_buffer("count", vjp.tensor(int(value)))
        model.weight.detach().fill_(value)
        yield model


@pytest.mark.parametrize("options, wanted", [
    ({}, [2.0, 2.5, 4.0]), ({"avg_fn": swa_utils.get_ema_avg_fn(0.75)}, [2.0, 2.25, 3.4375]),
    ({"multi_avg_fn": swa_utils.get_ema_multi_avg_fn(0.75)}, [2.0, 2.25, 3.4375]),
    ({"multi_avg_fn": swa_utils.get_swa_multi_avg_fn(), "use_buffers": True}, [2.0, 2.5, 4.0])])
def test_averages(options, wanted):
    average = swa_utils.AveragedModel(next(models(0)), **options)
    for n, (model, value) in enumerate(zip(models(2, 3, 7), wanted), 1):
        average.update_parameters(model)
        assert average.module.weight.item() == value == average(vjp.ones(1, 1)).item()
        assert average.n_averaged.item() == n
        assert average.module.seen.item() == (value if "use_buffers" in options else model.seen.item())
    assert list(average.state_dict()) == ["n_averaged", "module.weight", "module.seen", "module.count"]
    assert average.module.weight.requires_grad and not average.module.weight.grad_fn


def test_averages_that_are_refused():
    model = next(models(0))
    with pytest.raises(vjp.InvalidError, match="expected one of them"):
        swa_utils.AveragedModel(model, avg_fn=max, multi_avg_fn=max)
    with pytest.raises(vjp.InvalidError, match="decay is 1.5"):
        swa_utils.get_ema_multi_avg_fn(1.5)
    optimizer = vjp.optim.SGD(model.parameters(), lr=1.0)
    with pytest.raises(vjp.InvalidError, match="anneal_strategy must be"):
        swa_utils.SWALR(optimizer, 0.1, anneal_strategy="poly")
    with pytest.raises(vjp.InvalidError, match="anneal_epochs is -1"):
        swa_utils.SWALR(optimizer, 0.1, anneal_epochs=-1)


def test_statistics_anew():
    model = nn.Sequential(nn.BatchNorm1d(2, momentum=0.3), nn.Linear(2, 1)).eval()
    batches = [vjp.randn(8, 2), vjp.randn(8, 2) + 3]
    model[0].running_mean.fill_(9)
    swa_utils.update_bn([(batch, None) for batch in batches], model)
    close(model[0].running_mean, vjp.stack(batches).mean((0, 1)))
    assert model[0].momentum == 0.3 and not model.training and not model[0].training
    swa_utils.update_bn(batches, nn.Linear(2, 1))


@pytest.mark.parametrize("strategy, wanted", [("linear", [1.0, 0.75, 0.5, 0.5]), ("cos", [1.0, 0.75, 0.5, 0.5])])
def test_rates_for_averages(strategy, wanted):
    groups = [{"params": [vjp.ones(1)]}, {"params": [vjp.ones(1)], "lr": 2.0}]
    optimizer = vjp.optim.SGD(groups, lr=1.0)
    schedule, rates = swa_utils.SWALR(optimizer, [0.5, 2.0], anneal_epochs=2, anneal_strategy=strategy), []
    for _ in range(4):
        rates.append(schedule.get_last_lr())
        schedule.step()
    assert [rate for rate, _ in rates] == pytest.approx(wanted) and all(rate == 2.0 for _, rate in rates)
    optimizer.param_groups[0]["lr"] = 1.0
    swa_utils.SWALR(optimizer, 0.5, anneal_epochs=0, anneal_strategy=strategy)
    assert optimizer.param_groups[0]["lr"] == 0.5


# ---- optimizers of matrices ----

def test_muon_makes_steps_of_orthogonal_matrices():
    for shape, scale in (((6, 4), math.sqrt(1.5)), ((4, 6), 1.0)):
        w = nn.Parameter(vjp.zeros(shape))
        optimizer = vjp.optim.Muon([w], lr=0.1, weight_decay=0.0)
        (w * vjp.randn(shape)).sum().backward()
        optimizer.step()
        sizes = vjp.linalg.svdvals(w.detach()) / (0.1 * scale)
        assert sizes.min().item() > 0.6 and sizes.max().item() < 1.3
        assert list(optimizer.state_dict()["state"][0]) == ["momentum_buffer"]
    with pytest.raises(vjp.InvalidError, match="expected a matrix"):
        vjp.optim.Muon([vjp.ones(3)])
    with pytest.raises(vjp.InvalidError, match="adjust_lr_fn must be"):
        vjp.optim.Muon([vjp.ones(3, 3)], adjust_lr_fn="other")


# PyTorch 2.15: four steps of each from cos(0), cos(1), ... with lr 0.1, weight decay 0.1 and otherwise its defaults.
ADAFACTOR = {(6, 4): ([0.58378476, 0.34523460, -0.56376934, -1.15101123], {"row_var": (6, 1), "col_var": (1, 4)}),
             (5,): ([0.65948677, 0.27969524, -0.75401920, -1.15489316], {"variance": (5,)}),
             (2, 3, 4): ([0.58772135, 0.32839835, -0.52783555, -1.15374267],
                         {"row_var": (2, 3, 1), "col_var": (2, 1, 4)}),
             (): ([0.63820398], {"variance": ()})}
MUON = {(None, (6, 4)): [1.03007400, 0.78447056, -0.19321390, -0.97612530],
        ("match_rms_adamw", (4, 6)): [1.00837088, 0.51709017, -0.46863666, -1.01236069]}


def start(shape):
    return nn.Parameter(vjp.cos(vjp.arange(float(math.prod(shape)))).reshape(shape))


@pytest.mark.parametrize("shape", ADAFACTOR)
def test_adafactor_as_pytorch(shape):
    (wanted, states), w = ADAFACTOR[shape], start(shape)
    optimizer = vjp.optim.Adafactor([w], lr=0.1, weight_decay=0.1)
    for k in range(4):
        optimizer.zero_grad()
        w.pow(3).sin().sum().backward()
        optimizer.step()
        if k == 1:  # the rest by another one, with the state of this
            other = vjp.optim.Adafactor([w], lr=0.5)
            other.load_state_dict(optimizer.state_dict())
            optimizer = other
    assert w.flatten()[:4].tolist() == pytest.approx(wanted, rel=1e-5)
    kept = optimizer.state_dict()["state"][0]
    assert {name: value.shape for name, value in kept.items() if name != "step"} == states and kept["step"].item() == 4


@pytest.mark.parametrize("kind, shape", MUON)
def test_muon_as_pytorch(kind, shape):
    w = start(shape)
    optimizer = vjp.optim.Muon([w], lr=0.1, adjust_lr_fn=kind)
    for _ in range(4):
        optimizer.zero_grad()
        (w @ w.T).sin().sum().backward()
        optimizer.step()
    assert w.flatten()[:4].tolist() == pytest.approx(MUON[kind, shape], rel=1e-2)  # products of bfloat16


# ---- the default dtype ----

MADE = ["zeros(2)", "ones(2, 3)", "empty(2)", "full((2,), 1.5)", "arange(3.0)", "arange(0, 1, 0.5)", "rand(2)",
        "randn(2)",
        "eye(2)", "linspace(0, 1, 3)", "logspace(0, 1, 2)", "tensor(1.0)", "tensor([1.0, 2.0])", "tensor([[1, 2.0]])",
        "as_tensor([1.5])", "hann_window(3)", "nn.Linear(2, 3).weight", "normal(0.0, 1.0, (2,))", "fft.fftfreq(3)",
        "Tensor(2)", "scalar_tensor(1)", "zeros((2,), device='cpu', requires_grad=True)",
        "sparse_coo_tensor([[0]], [1.0], (2,))", "distributions.Normal(0.0, 1.0).sample()"]
NOT = {"full((2,), 1)": "int64", "full((2,), True)": "bool", "arange(3)": "int64", "tensor([1])": "int64",
       "tensor(True)": "bool", "randint(3, (2,))": "int64", "randperm(3)": "int64",
       "zeros(2, dtype='float32')": "float32",
       "zeros_like(tensor([1.0], dtype='float32'))": "float32", "tensor([1.0]).float().new_zeros(2)": "float32"}
COMPLEX = ["tensor(1j)", "tensor([1.0, 2j])", "full((2,), 1j)"]


@pytest.fixture
def default(request):
    vjp.set_default_dtype(request.param)
    yield request.param
    vjp.set_default_dtype("float32")


@pytest.mark.host
@pytest.mark.parametrize("default", ["float64", "float32", "float16"], indirect=True)
def test_the_default_dtype(default):
    assert vjp.get_default_dtype().name == default
    made = {text: eval(text, vars(vjp)).dtype.name for text in [*MADE, *NOT, *COMPLEX]}
    wide = "complex128" if default == "float64" else "complex64"
    wanted = dict.fromkeys(MADE, default) | NOT | dict.fromkeys(COMPLEX, wide)
    assert made == wanted
    assert repr(vjp.ones(1)) == "tensor([1.])"
    assert ("dtype" in repr(vjp.ones(1, dtype="float32"))) == (default != "float32")


def test_the_default_dtype_is_a_floating_one():
    with pytest.raises(TypeError, match="no floating dtype"):
        vjp.set_default_dtype(vjp.int64)
    assert vjp.get_default_dtype() is vjp.float32


# ---- views as another dtype ----

@pytest.mark.host
def test_views_as_another_dtype():
    x = vjp.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True)
    bits = x.view(vjp.int32)
    assert bits.shape == (2, 2) and bits[0, 0].item() == 0x3F800000 and not bits.requires_grad
    assert x.view(vjp.uint8).shape == (2, 8) and x.view(vjp.uint8)[0, :4].tolist() == [0, 0, 0x80, 0x3F]
    assert x.view(vjp.float64).shape == (2, 1) and x.view(vjp.int64).view(vjp.float32).equal(x.detach())
    assert x.view(vjp.float32).requires_grad  # as it was
    turned = x.detach().T.view(vjp.int32)
    assert turned.stride() == (1, 2) and turned.equal(bits.T)
    x.detach().view(vjp.int32)[0, 1] = 0
    assert x[0, 1].item() == 0
    view = vjp.ones(3).view(vjp.int32)
    assert view.view(vjp.float32).tolist() == [1.0] * 3  # the memory lives as long as the view
    assert vjp.tensor([1, 0], dtype=vjp.uint8).view(vjp.bool).tolist() == [True, False]
    assert vjp.tensor([1 + 2j]).view(vjp.float32).tolist() == [1.0, 2.0]


@pytest.mark.host
@pytest.mark.parametrize("x, dtype, error, text", [
    (vjp.ones(3), vjp.float64, vjp.ShapeError, "that 2 divides"),
    (vjp.ones(2, 2).T, vjp.uint8, vjp.ShapeError, "stride 1"),
    (vjp.tensor(1.0), vjp.uint8, vjp.ShapeError, "stride 1"),
    (vjp.ones(5)[1:], vjp.float64, vjp.ShapeError, "that 2 divides"),
    (vjp.tensor([3], dtype=vjp.uint8), vjp.bool, vjp.InvalidError, "no bool"),
    (vjp.ones(2).to_sparse(), vjp.int32, NotImplementedError, "only a strided one")])
def test_views_that_are_refused(x, dtype, error, text):
    with pytest.raises(error, match=text):
        x.view(dtype)


# ---- smaller things ----

def test_files_in_memory():
    memory = io.BytesIO(b"before")
    memory.seek(6)
    vjp.save({"step": 3, "w": vjp.ones(2)}, memory)
    memory.seek(6)
    found = vjp.load(memory)
    assert found["step"] == 3 and found["w"].tolist() == [1.0, 1.0]


@pytest.mark.host
def test_names_of_older_and_other_programs():
    x = vjp.autograd.Variable(vjp.ones(2), requires_grad=True)
    y = (x * x).sum()
    assert vjp.autograd.grad(y, x, only_inputs=True)[0].tolist() == [2.0, 2.0]
    with pytest.raises(vjp.InvalidError, match="only_inputs"):
        vjp.autograd.grad(x.sum(), x, only_inputs=False)
    with pytest.raises(TypeError, match="Variable: data must be a tensor"):
        vjp.autograd.Variable([1.0])
    assert nn.utils.stateless.functional_call is vjp.func.functional_call
    state = vjp.get_rng_state()
    with vjp.random.fork_rng():
        inside = vjp.rand(3)
    assert vjp.get_rng_state() == state and vjp.rand(3).equal(inside)
    vjp.backends.cudnn.deterministic = vjp.backends.cudnn.benchmark = True
    assert not vjp.backends.mps.is_available() and not vjp.are_deterministic_algorithms_enabled()
    vjp.backends.cuda.matmul.allow_tf32 = True
    assert vjp.is_tf32_allowed()
    vjp.backends.cuda.matmul.allow_tf32 = False


def test_packed_sequences_move_and_turn():
    rnn = nn.utils.rnn
    packed = rnn.pack_sequence([vjp.ones(2, 1), vjp.ones(3, 1)], enforce_sorted=False)
    assert packed.double().data.dtype is vjp.float64 and packed.half().float().data.dtype is vjp.float32
    assert packed.long().data.dtype is vjp.int64 and packed.cpu().data.device.type == "cpu" and not packed.is_cuda
    assert rnn.invert_permutation(packed.sorted_indices).tolist() == packed.unsorted_indices.tolist()
    assert rnn.invert_permutation(None) is None
    assert [x.shape for x in rnn.unpack_sequence(packed)] == [(2, 1), (3, 1)]
