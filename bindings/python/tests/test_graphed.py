"""Functions and modules that run as graphs, on the simulator."""

import gc
import weakref

import pytest

import vjp
from vjp.graphs import make_graphed_callables

pytestmark = pytest.mark.host
DEVICE = "sim:0"


def there(*values, requires_grad=False):
    t = vjp.tensor(list(values), dtype=vjp.float64).to(DEVICE)
    return t.requires_grad_(requires_grad)


def noise(*sizes, requires_grad=False):
    return vjp.randn(*sizes, dtype=vjp.float32).to(DEVICE).requires_grad_(requires_grad)


class Layer:
    """What a framework's module looks like."""

    def __init__(self, rows, columns, p=0.0):
        self.weight, self.bias = noise(rows, columns, requires_grad=True), noise(rows, requires_grad=True)
        self.p, self.training, self.runs = p, True, 0

    def named_parameters(self):
        return [("weight", self.weight), ("bias", self.bias)]

    def parameters(self):
        return [self.weight, self.bias]

    def forward(self, x):
        self.runs += 1
        return vjp.dropout(vjp.linear(x, self.weight, self.bias), self.p, self.training)

    def __call__(self, x):
        return self.forward(x)

    def twin(self):
        other = Layer.__new__(Layer)
        other.__dict__.update(self.__dict__)
        other.weight = self.weight.detach().clone().requires_grad_(True)
        other.bias = self.bias.detach().clone().requires_grad_(True)
        return other


def train(models, loss_fn, steps=6):
    vjp.manual_seed(5)
    parameters = [p for m in models for p in m.parameters()]
    optimizer, losses = vjp.optim.SGD(parameters, lr=0.05), []
    for _ in range(steps):
        x, target = noise(6, 5), noise(6, 3)
        optimizer.zero_grad(set_to_none=True)
        for model in models:
            x = model(x)
        loss = loss_fn(x, target)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses, [p.tolist() for p in parameters]


def test_training_is_that_of_the_modules():  # SC-80, GF-6
    vjp.manual_seed(1)
    eager = [Layer(4, 5, 0.1), Layer(3, 4, 0.2)]
    graphed = [m.twin() for m in eager]
    samples = ((noise(6, 5),), (noise(6, 4, requires_grad=True),), (noise(6, 3, requires_grad=True), noise(6, 3)))
    first, second, loss = make_graphed_callables((*graphed, vjp.mse_loss), samples)
    assert first is graphed[0] and second is graphed[1]
    runs = first.runs
    assert train(eager, vjp.mse_loss) == train(graphed, loss)
    assert first.runs == runs  # graphs ran
    for model in (*eager, *graphed):
        model.training = False
    x = noise(2, 5)  # of any shape: it is the module itself
    assert graphed[1](graphed[0](x)).tolist() == eager[1](eager[0](x)).tolist()
    assert first.runs == runs + 1


def test_structures_of_arguments_and_results():  # GF-1
    def function(pair, more):
        a, b = pair
        return {"sum": a + b, "rest": [a * more["c"], None]}

    samples = ((there(1, 2), there(3, 4, requires_grad=True)), {"c": there(5, 6)})
    graphed = make_graphed_callables(function, samples)
    b = there(1, 1, requires_grad=True)
    out = graphed((there(10, 20), b), {"c": there(2, 3)})
    assert out["sum"].tolist() == [11, 21] and out["rest"][0].tolist() == [20, 60] and out["rest"][1] is None
    out["sum"].sum().backward()
    assert b.grad.tolist() == [1, 1] and not out["rest"][0].requires_grad
    with pytest.raises(TypeError, match="structure"):
        graphed((there(1, 2),), {"c": there(2, 3)})
    with pytest.raises(TypeError, match="not float"):
        graphed((there(1, 2), b), {"c": 3.0})
    with pytest.raises(TypeError, match="not str"):
        make_graphed_callables(lambda x: "text", (there(1.0),))


def test_inputs_without_influence():  # GF-3
    x, y = there(1, 2, requires_grad=True), there(3, 4, requires_grad=True)
    with pytest.raises(vjp.InvalidError, match="input 1"):
        make_graphed_callables(lambda a, b: a * 2, (x, y))
    graphed = make_graphed_callables(lambda a, b: a * 2, (x, y), allow_unused_input=True)
    graphed(x, y).sum().backward()
    assert x.grad.tolist() == [2, 2] and y.grad is None


def test_parameters_stay_where_they_are():  # GF-5
    layer = Layer(3, 5)
    handle = layer.weight.register_hook(lambda g: None)
    with pytest.raises(vjp.InvalidError, match="'weight' has hooks"):
        make_graphed_callables(layer, (noise(2, 5),))
    handle.remove()
    make_graphed_callables(layer, (noise(2, 5),))
    seen, x = [], noise(2, 5)
    layer.weight.register_hook(lambda g: seen.append(g.shape))
    layer(x).sum().backward()
    assert seen == [(3, 5)]
    with vjp.no_grad():
        layer.weight.mul_(2)
    expected = vjp.linear(x, layer.weight, layer.bias).tolist()
    assert layer(x).tolist() == expected
    layer.bias = layer.bias.detach().clone().requires_grad_(True)
    with pytest.raises(vjp.StateError, match="'bias'"):
        layer(x)


def test_what_goes_wrong_in_a_function():
    class Boom(Exception):
        pass

    def fails(x):
        raise Boom("no")

    with pytest.raises(Boom, match="no"):
        make_graphed_callables(fails, (there(1.0),))
    with pytest.raises(vjp.StateError):  # reading back is possible in the warm-up only
        make_graphed_callables(lambda x: x * x.sum().item(), (there(1.0),))
    host = vjp.ones(2)
    with pytest.raises(vjp.StateError, match="add.*CPU"):  # CG-4
        make_graphed_callables(lambda x: (x * 2, host + 1)[0], (there(1.0),))
    with pytest.raises(vjp.DeviceError, match="input 0"):
        make_graphed_callables(lambda x: x * 2, (vjp.ones(2),))
    with pytest.raises(ValueError, match="2 callables"):
        make_graphed_callables((vjp.sin, vjp.cos), ((there(1.0),),))
    graphed = make_graphed_callables(vjp.sin, (there(0.0, 0.0),))
    assert graphed(there(1.0, 2.0)).tolist() == vjp.tensor([1.0, 2.0], dtype=vjp.float64).sin().tolist()


def test_only_the_first_derivative():  # GF-1
    x = there(1, 2, requires_grad=True)
    graphed = make_graphed_callables(lambda a: a * a, (x,))
    (gradient,) = vjp.grad(graphed(x).sum(), x, create_graph=True)
    assert gradient.tolist() == [2, 4]
    with pytest.raises(vjp.UnsupportedError, match="once"):
        gradient.sum().backward()
    first, _ = graphed(x).sum(), graphed(there(5, 5, requires_grad=True))
    with pytest.raises(vjp.StateError, match="overwritten"):
        first.backward()


def test_nothing_is_kept():
    layer = Layer(3, 5)
    make_graphed_callables(layer, (noise(2, 5),))
    y, gone = layer(noise(2, 5)), weakref.ref(layer)
    del layer
    gc.collect()
    assert gone() is None
    y.sum().backward()  # the graphs live as long as they are needed
