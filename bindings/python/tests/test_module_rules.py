"""Modules: what they find in themselves, hooks, state, and what is said to mistakes."""

import copy
import gc
import pickle
import weakref

import pytest

import vjp
from vjp import nn


class Scale(nn.Module):
    def __init__(self, factor=2.0):
        super().__init__()
        self.factor = nn.Parameter(vjp.tensor([factor]))
        self.register_buffer("calls", vjp.zeros(1))

    def forward(self, x, times=1):
        self.calls += 1
        return self.factor * x * times


def network():
    return nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.ModuleDict({"a": nn.Linear(4, 2), "b": Scale()}))


# ---- parameters ----

def test_a_parameter_is_a_tensor_that_stays_one():
    x = vjp.randn(2, 3)
    p = nn.Parameter(x)
    assert isinstance(p, vjp.Tensor) and p.is_leaf and p.requires_grad and not x.requires_grad
    assert p.data_ptr() == x.data_ptr() and type(p * 2) is vjp.Tensor
    assert not nn.Parameter(x, requires_grad=False).requires_grad and nn.Parameter().numel() == 0
    assert repr(p).startswith("Parameter containing:\ntensor(")
    for other in (copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
        assert type(other) is nn.Parameter and other.equal(p) and other.data_ptr() != p.data_ptr()
    with pytest.raises(TypeError, match="Parameter: data must be a tensor, not list"):
        nn.Parameter([1.0])
    with pytest.raises(vjp.Error):
        nn.Parameter(vjp.tensor([1]))


def test_the_graph_gives_the_parameter_back():
    y = nn.Parameter(vjp.ones(2)) * 3  # nobody in Python holds the parameter
    gc.collect()
    assert type(y.grad_fn.next_functions[0][0].variable) is nn.Parameter


def test_a_parameter_ends_with_its_module():
    module = nn.Linear(2, 2)
    seen = weakref.ref(module.weight)
    module(vjp.ones(1, 2)).sum().backward()
    del module
    gc.collect()
    assert seen() is None


# ---- what a module finds ----

def test_names():
    net = network()
    parameters = ["0.weight", "0.bias", "2.a.weight", "2.a.bias", "2.b.factor"]
    assert [name for name, _ in net.named_parameters()] == parameters
    assert [name for name, _ in net.named_buffers()] == ["2.b.calls"]
    assert [name for name, _ in net.named_modules()] == ["", "0", "1", "2", "2.a", "2.b"]
    assert [name for name, _ in net.named_children()] == ["0", "1", "2"]
    assert list(net.state_dict()) == [*parameters, "2.b.calls"]
    assert net.get_parameter("2.b.factor") is net[2]["b"].factor and net.get_submodule("2.a") is net[2]["a"]
    assert net.get_buffer("2.b.calls") is net[2]["b"].calls
    assert repr(nn.Sequential(nn.Linear(3, 4), nn.ReLU(inplace=True))) == (
        "Sequential(\n  (0): Linear(in_features=3, out_features=4, bias=True)\n  (1): ReLU(inplace=True)\n)")


def test_what_is_shared_counts_once():
    a, b = nn.Linear(2, 2), nn.Linear(2, 2)
    b.weight = a.weight
    net = nn.ModuleList([a, b, a])
    assert [name for name, _ in net.named_parameters()] == ["0.weight", "0.bias", "1.bias"]
    assert len(list(net.named_parameters(remove_duplicate=False))) == 6
    assert list(net.state_dict()) == [f"{i}.{name}" for i in range(3) for name in ("weight", "bias")]


def test_attributes_become_what_is_assigned():
    module = Scale()
    module.factor = None
    assert module.factor is None and not list(module.parameters())
    module.factor = nn.Parameter(vjp.ones(1))
    module.calls = vjp.ones(1)
    assert list(module.state_dict()) == ["factor", "calls"] and "factor" in dir(module)
    with pytest.raises(TypeError, match="'factor' is a parameter: it can be a Parameter or None, not Tensor"):
        module.factor = vjp.ones(1)
    with pytest.raises(TypeError, match="'calls' is a buffer"):
        module.calls = 3
    del module.factor
    with pytest.raises(AttributeError, match="'Scale' object has no attribute 'factor'"):
        module.factor
    module.register_buffer("seen", vjp.ones(1), persistent=False)
    assert list(module.state_dict()) == ["calls"] and len(list(module.buffers())) == 2
    module.register_buffer("seen", vjp.ones(1))
    assert list(module.state_dict()) == ["calls", "seen"]


def test_mistakes_are_named():
    class Early(nn.Module):
        def __init__(self):
            self.weight = nn.Parameter(vjp.ones(1))

    with pytest.raises(AttributeError, match=r"super\(\).__init__\(\) comes before 'weight'"):
        Early()
    module = Scale()
    with pytest.raises(KeyError, match="has an attribute 'forward' already"):
        module.add_module("forward", nn.ReLU())
    with pytest.raises(KeyError, match="empty or has a dot"):
        module.register_parameter("a.b", None)
    with pytest.raises(TypeError, match="must be a Parameter or None, not Tensor"):
        module.register_parameter("a", vjp.ones(1))
    with pytest.raises(TypeError, match="must be a Module or None, not function"):
        nn.Sequential(lambda x: x)
    with pytest.raises(NotImplementedError, match="Module has no forward"):
        nn.Module()(1)
    with pytest.raises(AttributeError, match="Linear has no module 'x'"):
        network().get_submodule("0.x")
    with pytest.raises(IndexError, match="no index 3 among 3"):
        network()[3]
    with pytest.raises(ValueError, match="reduction must be one of mean, sum, none, not 'all'"):
        nn.MSELoss(reduction="all")


# ---- containers ----

def test_containers():
    net = nn.Sequential({"first": nn.Linear(2, 2), "second": nn.ReLU()})
    assert list(net.state_dict()) == ["first.weight", "first.bias"] and isinstance(net[-1], nn.ReLU)
    rows = nn.ModuleList(nn.Linear(1, i + 1) for i in range(4))
    assert [row.out_features for row in rows[1:3]] == [2, 3] and isinstance(rows[1:3], nn.ModuleList)
    rows.insert(1, nn.Linear(1, 9))
    del rows[0]
    assert [row.out_features for row in rows] == [9, 2, 3, 4] and list(rows._modules) == ["0", "1", "2", "3"]
    assert rows.pop().out_features == 4 and len(rows) == 3
    rows[0] = nn.Linear(1, 7)
    assert next(rows.parameters()).shape == (7, 1)
    assert len(nn.Sequential(nn.ReLU()) + nn.Sequential(nn.Tanh())) == 2
    values = nn.ParameterList([vjp.ones(2), nn.Parameter(vjp.zeros(1))])
    values.append(vjp.ones(3))
    assert [tuple(p.shape) for p in values] == [(2,), (1,), (3,)] and list(values.state_dict()) == ["0", "1", "2"]
    named = nn.ParameterDict({"w": vjp.ones(2)})
    assert named["w"].requires_grad and "w" in named and list(named.keys()) == ["w"]


# ---- changes ----

def test_modes_and_apply():
    net, seen = network(), []
    assert net.eval() is net and not any(module.training for module in net.modules())
    net.train()
    net.apply(lambda module: seen.append(type(module).__name__))
    assert seen == ["Linear", "Tanh", "Linear", "Scale", "ModuleDict", "Sequential"]
    net.requires_grad_(False)
    assert not any(p.requires_grad for p in net.parameters())
    with pytest.raises(ValueError, match="mode must be a bool"):
        net.train("yes")


def test_conversions_keep_the_objects():
    net = network()
    net.register_buffer("count", vjp.tensor(3))
    before = list(net.parameters())
    net[0](vjp.ones(1, 3)).sum().backward()
    optimizer = vjp.optim.SGD(net.parameters(), lr=0.1)
    assert net.double() is net and all(a is b for a, b in zip(net.parameters(), before))
    assert {p.dtype for p in net.parameters()} == {vjp.float64} and net.count.dtype is vjp.int64
    assert before[0].grad.dtype is vjp.float64 and net[2]["b"].calls.dtype is vjp.float64
    kept = before[0].clone()
    optimizer.step()
    assert not before[0].equal(kept)
    for given in (("cpu", vjp.float32), (vjp.float32,), ("float32",), (vjp.ones(1),)):
        assert {p.dtype for p in net.double().to(*given).parameters()} == {vjp.float32} and net.count.dtype is vjp.int64
    with pytest.raises(TypeError, match="Module.to: parameters have a floating or complex dtype, not vjp.int64"):
        net.to(vjp.int64)
    net.zero_grad()
    assert before[0].grad is None


# ---- hooks ----

def test_forward_hooks():
    module, calls = Scale(), []
    x = vjp.ones(1)
    handles = [module.register_forward_pre_hook(lambda m, args: calls.append("pre") or (args[0] + 1,)),
               module.register_forward_hook(lambda m, args, out: calls.append(("post", args[0].item())) or out * 10),
               module.register_forward_pre_hook(lambda m, args, kwargs: (args, {"times": 3}), with_kwargs=True),
               module.register_forward_hook(lambda m, args, kw, out: calls.append(kw), with_kwargs=True, prepend=True)]
    assert module(x).item() == 2 * 2 * 3 * 10 and calls == ["pre", {"times": 3}, ("post", 2.0)]
    for handle in handles:
        handle.remove()
        handle.remove()
    assert module(x).item() == 2 and len(calls) == 3
    with module.register_forward_hook(lambda m, args, out: out + 1):
        assert module(x).item() == 3
    with module.register_forward_pre_hook(lambda m, args: (args[0] * 10,)), \
            module.register_forward_pre_hook(lambda m, args: (args[0] + 1,), prepend=True):
        assert module(x).item() == 40
    assert module(x).item() == 2


def test_a_hook_that_is_always_called():
    module, seen = nn.Linear(2, 2), []
    module.register_forward_hook(lambda m, args, out: seen.append(out), always_call=True)
    with pytest.raises(vjp.Error):
        module(vjp.ones(1, 3))
    assert seen == [None]
    module(vjp.ones(1, 2))
    assert len(seen) == 2


def test_full_backward_hooks():
    module, seen = nn.Linear(2, 1, bias=False), []
    module.weight.data = vjp.tensor([[3.0, 4.0]])
    x = vjp.ones(1, 2, requires_grad=True)
    with module.register_full_backward_pre_hook(lambda m, grads: (grads[0] * 10,)), \
            module.register_full_backward_hook(lambda m, into, out: seen.append((into[0].tolist(), out[0].tolist()))):
        module(x).sum().backward()
    assert seen == [([[30.0, 40.0]], [[10.0]])] and x.grad.tolist() == [[30.0, 40.0]]
    x.grad = None
    with module.register_full_backward_hook(lambda m, into, out: (into[0] * 2,)):
        module(x).sum().backward()
    assert x.grad.tolist() == [[6.0, 8.0]] and module.weight.grad.tolist() == [[11.0, 11.0]]


def test_backward_hooks_of_a_module_whose_arguments_need_none():
    module, seen = nn.Linear(2, 1), []
    module.register_full_backward_hook(lambda m, into, out: seen.append((into, out[0].tolist())))
    module(vjp.ones(1, 2)).sum().backward()
    assert seen == [((None,), [[1.0]])]
    with vjp.no_grad():
        module(vjp.ones(1, 2))
    assert len(seen) == 1


def test_backward_hooks_of_several_arguments_and_results():
    class Both(nn.Module):
        def forward(self, a, scale, b):
            return a * scale, "kept", b * 2

    module, seen = Both(), []
    a, b = vjp.ones(1, requires_grad=True), vjp.ones(1, requires_grad=True)
    module.register_full_backward_hook(lambda m, into, out: seen.append((into, out)))
    x, word, y = module(a, 3, b)
    assert word == "kept"
    (x * 5 + y).backward()
    (into, out), = seen
    assert [g and g.item() for g in into] == [15.0, None, 2.0] and [g and g.item() for g in out] == [5.0, None, 1.0]
    with module.register_full_backward_hook(lambda m, into, out: into[:1]), pytest.raises(
            RuntimeError, match="a full backward hook must return 3 gradients or None, not 1"):
        module(a, 3, b)[0].backward()


def test_higher_derivatives_pass_through_backward_hooks():
    module, seen = nn.Tanh(), []
    module.register_full_backward_hook(lambda m, into, out: seen.append(1))
    x = vjp.tensor([0.5], dtype=vjp.float64, requires_grad=True)
    first, = vjp.grad(module(x).sum(), x, create_graph=True)
    second, = vjp.grad(first.sum(), x)
    t = vjp.tanh(x.detach())
    assert second.item() == pytest.approx((-2 * t * (1 - t * t)).item()) and seen


# ---- state ----

def test_state_goes_round(tmp_path):
    net, other = network(), network()
    assert not other[0].weight.equal(net[0].weight)
    vjp.save_safetensors(tmp_path / "state", net.state_dict())
    assert other.load_state_dict(vjp.load_safetensors(tmp_path / "state")) == ([], [])
    assert all(a.equal(b) for a, b in zip(net.state_dict().values(), other.state_dict().values()))
    kept = other[0].weight
    other.load_state_dict(net.state_dict(), assign=True)
    assert other[0].weight is not kept and other[0].weight.data_ptr() == net[0].weight.data_ptr()
    assert isinstance(other[0].weight, nn.Parameter) and other[0].weight.requires_grad
    assert not any(tensor.requires_grad for tensor in net.state_dict().values())
    assert net.state_dict(keep_vars=True)["0.weight"] is net[0].weight


def test_a_state_that_does_not_fit():
    net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 2))
    state = net.state_dict()
    state["1.weight"], state["2.bias"] = vjp.ones(2, 5), vjp.ones(1)
    state["0.bias"] = vjp.full((4,), 7.0)
    del state["1.bias"]
    with pytest.raises(RuntimeError) as info:
        net.load_state_dict(state)
    assert str(info.value) == (
        "load_state_dict of Sequential:\n    Missing key(s) in state_dict: '1.bias'\n"
        "    Unexpected key(s) in state_dict: '2.bias'\n    size mismatch for 1.weight: copying a tensor of shape "
        "[2, 5], the shape in the current model is [2, 4]")
    assert net[0].bias.tolist() == [7.0] * 4
    state["1.weight"] = vjp.ones(2, 4)
    missing, unexpected = net.load_state_dict(state, strict=False)
    assert (missing, unexpected) == (["1.bias"], ["2.bias"])
    with pytest.raises(TypeError, match="a mapping from names to tensors is wanted, not list"):
        net.load_state_dict([1])
    with pytest.raises(RuntimeError, match="0.bias: a tensor is wanted, not list"):
        net.load_state_dict({**net.state_dict(), "0.bias": [1.0]})


def test_hooks_on_state():
    net = nn.Sequential(nn.Linear(2, 2, bias=False))
    net.register_state_dict_pre_hook(lambda m, prefix, keep: m.register_buffer("made", vjp.ones(1)))
    net.register_state_dict_post_hook(lambda m, state, prefix, _: state.update(extra=vjp.zeros(1)))
    assert list(net.state_dict()) == ["made", "0.weight", "extra"]
    net.register_load_state_dict_pre_hook(lambda m, state, *rest: state.pop("extra"))
    net.register_load_state_dict_post_hook(lambda m, keys: keys.missing_keys.clear())
    net.load_state_dict({"0.weight": vjp.ones(2, 2), "extra": vjp.ones(1)})
    assert net[0].weight.sum().item() == 4


def test_extra_state():
    class Counter(nn.Module):
        count = 3

        def get_extra_state(self):
            return vjp.tensor(self.count)

        def set_extra_state(self, state):
            self.count = state.item()

    net, other = nn.Sequential(Counter()), nn.Sequential(Counter())
    net[0].count = 5
    other.load_state_dict(net.state_dict())
    assert list(net.state_dict()) == ["0._extra_state"] and other[0].count == 5


def test_modules_are_copied_and_pickled():
    net = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
    for other in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        assert other[0].weight.equal(net[0].weight) and other[0].weight is not net[0].weight
        assert list(other.parameters())[0] is other[0].weight


# ---- in use ----

def test_a_network_learns():
    vjp.manual_seed(0)
    x = vjp.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    y = vjp.tensor([0, 1, 1, 0])
    net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
    optimizer, loss_of = vjp.optim.Adam(net.parameters(), lr=0.05), nn.CrossEntropyLoss()
    for _ in range(200):
        optimizer.zero_grad()
        loss = loss_of(net(x), y)
        loss.backward()
        optimizer.step()
    assert loss.item() < 0.05 and net(x).argmax(1).tolist() == [0, 1, 1, 0]


def test_transforms_of_a_module():
    net = nn.Sequential(nn.Linear(2, 3), nn.Tanh())
    rows = vjp.randn(5, 2)
    assert vjp.vmap(net)(rows).allclose(net(rows))
    assert vjp.func.jacrev(net)(rows[0]).shape == (3, 2)


# ---- how parameters begin ----

def test_initialisers():
    vjp.manual_seed(0)
    w = nn.Parameter(vjp.empty(30, 20))
    for call, wanted in [(lambda: nn.init.xavier_uniform_(w, 2.0), 2 * (2 / 50)**0.5),
                         (lambda: nn.init.xavier_normal_(w), (2 / 50)**0.5),
                         (lambda: nn.init.kaiming_uniform_(w, nonlinearity="relu"), (2 / 20)**0.5),
                         (lambda: nn.init.kaiming_normal_(w, mode="fan_out", nonlinearity="relu"), (2 / 30)**0.5),
                         (lambda: nn.init.uniform_(w, -1, 1), 3**-0.5), (lambda: nn.init.normal_(w, 0, 3), 3),
                         (lambda: nn.init.trunc_normal_(w, std=5.0), 1.14)]:
        assert call() is w and w.is_leaf
        assert w.std().item() == pytest.approx(wanted, rel=0.1)
    assert w.abs().max().item() <= 2
    for shape in [(30, 20), (20, 30), (5, 4, 2)]:
        q = nn.init.orthogonal_(vjp.empty(shape), gain=2.0).flatten(1)
        product = q @ q.T if q.shape[0] <= q.shape[1] else q.T @ q
        assert product.allclose(4 * vjp.eye(len(product)), atol=1e-4)
    assert nn.init.eye_(vjp.empty(2, 3)).tolist() == [[1, 0, 0], [0, 1, 0]]
    assert (nn.init.sparse_(vjp.empty(10, 4), 0.25) == 0).sum(0).tolist() == [3] * 4
    assert nn.init.ones_(vjp.empty(2)).tolist() == [1, 1] and nn.init.zeros_(w).abs().max().item() == 0
    x = vjp.randn(1, 4, 5)
    assert vjp.conv1d(x, nn.init.dirac_(vjp.empty(4, 4, 3)), padding=1).allclose(x)
    generator = vjp.Generator(5)
    first = nn.init.normal_(vjp.empty(3), generator=generator).tolist()
    assert nn.init.normal_(vjp.empty(3), generator=vjp.Generator(5)).tolist() == first


@pytest.mark.parametrize("call, said", [
    (lambda: nn.init.xavier_uniform_(vjp.empty(3)), r"xavier_uniform_: .* has fans, not shape \[3\]"),
    (lambda: nn.init.kaiming_uniform_(vjp.empty(3, 3), mode="both"), "mode must be 'fan_in' or 'fan_out', not 'both'"),
    (lambda: nn.init.calculate_gain("cosine"), "calculate_gain: nonlinearity must be one of .*, not 'cosine'"),
    (lambda: nn.init.trunc_normal_(vjp.empty(3), a=1.0, b=0.0), "a < b and std > 0 are wanted"),
    (lambda: nn.init.eye_(vjp.empty(3)), r"eye_: a matrix is wanted, not shape \[3\]"),
    (lambda: nn.init.dirac_(vjp.empty(3, 2)), "dirac_: the weight of a convolution"),
])
def test_wrong_initialisers(call, said):
    with pytest.raises(vjp.InvalidError, match=said):
        call()
