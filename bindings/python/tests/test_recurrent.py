"""Recurrent layers against loops of numpy: values, every kind of derivative, batches, packed sequences, half types."""

import itertools

import numpy as np
import pytest

import vjp
from vjp.autograd import gradcheck, gradgradcheck

GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}
MODES = list(GATES)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def numpy_step(mode, x, h, c, w):
    a = x @ w["w_ih"].T + w.get("b_ih", 0)
    b = h @ w["w_hh"].T + w.get("b_hh", 0)
    if mode == "lstm":
        i, f, g, o = np.split(a + b, 4, -1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        return h @ w["w_hr"].T if "w_hr" in w else h, c
    if mode == "gru":
        (ar, az, an), (br, bz, bn) = np.split(a, 3, -1), np.split(b, 3, -1)
        r, z = sigmoid(ar + br), sigmoid(az + bz)
        n = np.tanh(an + r * bn)
        return (1 - z) * n + z * h, c
    return np.tanh(a + b) if mode == "rnn_tanh" else np.maximum(a + b, 0), c


def numpy_layers(mode, sequence, hx, cx, weights, layers, directions):
    """One sequence [steps, features], states [places, size]: outputs, last states and cells."""
    last_h, last_c = [], []
    for layer in range(layers):
        outputs = []
        for direction in range(directions):
            place = layer * directions + direction
            h, c, rows = hx[place], cx[place], []
            for x in sequence[:: -1 if direction else 1]:
                h, c = numpy_step(mode, x, h, c, weights[place])
                rows.append(h)
            outputs.append(np.stack(rows[:: -1 if direction else 1]))
            last_h.append(h)
            last_c.append(c)
        sequence = np.concatenate(outputs, -1)
    return sequence, np.stack(last_h), np.stack(last_c)


class Net:
    """A network of random numbers, and calls of it."""

    def __init__(self, mode, layers=1, directions=1, biases=True, projection=0, batch=2, steps=3, features=3, size=2):
        self.mode, self.layers, self.directions, self.biases = mode, layers, directions, biases
        rng = np.random.default_rng(7)

        def draw(*sizes):
            return rng.standard_normal(sizes)

        state = projection or size
        self.weights = []
        for place in range(layers * directions):
            width = features if place < directions else state * directions
            w = {"w_ih": draw(GATES[mode] * size, width), "w_hh": draw(GATES[mode] * size, state)}
            if biases:
                w.update(b_ih=draw(GATES[mode] * size), b_hh=draw(GATES[mode] * size))
            if projection:
                w["w_hr"] = draw(projection, size)
            self.weights.append(w)
        self.x = draw(steps, batch, features)
        self.hx = draw(layers * directions, batch, state)
        self.cx = draw(layers * directions, batch, size)

    def arrays(self):
        states = [self.hx, self.cx] if self.mode == "lstm" else [self.hx]
        return [self.x, *states, *(a for w in self.weights for a in w.values())]

    def tensors(self, grad=True):
        return [vjp.tensor(a, requires_grad=grad) for a in self.arrays()]

    def call(self, x, *rest, batch_first=False, batch_sizes=None):
        n = 2 if self.mode == "lstm" else 1
        states = list(rest[:2]) if n == 2 else rest[0]
        f, fixed = getattr(vjp, self.mode), (self.biases, self.layers, 0.0, True, self.directions == 2)
        if batch_sizes is not None:
            return f(x, vjp.tensor(batch_sizes), states, list(rest[n:]), *fixed)
        return f(x, states, list(rest[n:]), *fixed, batch_first)

    def by_numpy(self, sample, steps=None):
        return numpy_layers(self.mode, self.x[:steps, sample], self.hx[:, sample], self.cx[:, sample], self.weights,
                            self.layers, self.directions)


def nets():
    for mode, layers, directions, biases in itertools.product(MODES, (1, 2), (1, 2), (True, False)):
        yield dict(mode=mode, layers=layers, directions=directions, biases=biases)
    for layers, directions, biases in ((1, 1, True), (2, 2, False)):
        yield dict(mode="lstm", layers=layers, directions=directions, biases=biases, projection=1)


def label(options):
    return "-".join(str(v) for v in options.values())


every_net = pytest.mark.parametrize("options", list(nets()), ids=label)


def close(a, b, tolerance=1e-12):
    np.testing.assert_allclose(np.asarray(a.detach().numpy(), float), b, rtol=tolerance, atol=tolerance)


@every_net
def test_values_are_those_of_a_loop(options):
    net = Net(**options)
    for batch_first in (False, True):
        ins = net.tensors(grad=False)
        if batch_first:
            ins[0] = ins[0].transpose(0, 1)
        outs = net.call(*ins, batch_first=batch_first)
        for sample in range(2):
            wanted = net.by_numpy(sample)
            close(outs[0][sample] if batch_first else outs[0][:, sample], wanted[0])
            for out, values in zip(outs[1:], wanted[1:]):
                close(out[:, sample], values)


@every_net
def test_derivatives(options):
    net = Net(**options, steps=2)
    ins = net.tensors()
    assert gradcheck(net.call, ins, check_forward_ad=True, check_batched_grad=True, fast_mode=True)
    assert gradgradcheck(net.call, ins, check_fwd_over_rev=True, fast_mode=True)


@pytest.mark.parametrize("mode", MODES)
def test_plain_and_recorded_gradients_agree(mode):
    net = Net(mode, 2, 2)
    ins = net.tensors()
    seeds = [vjp.ones_like(o) for o in net.call(*ins)]
    plain = vjp.grad(net.call(*ins), ins, seeds)
    recorded = vjp.grad(net.call(*ins), ins, seeds, create_graph=True)
    for a, b in zip(plain, recorded):
        close(a, b.detach().numpy())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("which", ["inputs", "weights", "all"])
def test_batches_are_loops(mode, which):
    net = Net(mode, 1, 2)
    states = 2 if mode == "lstm" else 1
    ins = net.tensors(grad=False)
    batched = [which != "weights" if i <= states else which != "inputs" for i in range(len(ins))]
    many = [vjp.stack([t, t * 0.5, t - 1]) if b else t for t, b in zip(ins, batched)]
    outs = vjp.func.vmap(net.call, in_dims=tuple(0 if b else None for b in batched))(*many)
    for i in range(3):
        for whole, part in zip(outs, net.call(*[t[i] if b else t for t, b in zip(many, batched)])):
            close(whole[i], part.numpy())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("directions", [1, 2])
def test_packed_sequences(mode, directions):
    net = Net(mode, 2, directions, batch=3, steps=4)
    sizes = [3, 2, 2, 1]
    ins = net.tensors()
    data = [vjp.tensor(np.concatenate([net.x[t, :n] for t, n in enumerate(sizes)]), requires_grad=True), *ins[1:]]

    def call(*tensors):
        return net.call(*tensors, batch_sizes=sizes)

    outs = call(*data)
    starts = np.cumsum([0, *sizes])
    for sample, steps in enumerate((4, 3, 1)):
        wanted = net.by_numpy(sample, steps)
        close(vjp.stack([outs[0][int(starts[t]) + sample] for t in range(steps)]), wanted[0])
        for out, values in zip(outs[1:], wanted[1:]):
            close(out[:, sample], values)
    assert gradcheck(call, data, fast_mode=True)


@pytest.mark.parametrize("mode", MODES)
def test_cells_are_one_step(mode):
    net = Net(mode, steps=1)
    n = 2 if mode == "lstm" else 1
    x, *rest = net.tensors()
    states = [t[0] for t in rest[:n]]

    def cell(x, *rest):
        return getattr(vjp, mode + "_cell")(x, list(rest[:2]) if n == 2 else rest[0], *rest[n:])

    outs = cell(x[0], *states, *rest[n:])
    for out, whole in zip(outs if n == 2 else [outs], net.call(x, *rest)[1:]):
        close(out, whole[0].detach().numpy())
    alone = cell(x[0, 1], *(s[1] for s in states), *rest[n:])
    close(alone[0] if n == 2 else alone, (outs[0] if n == 2 else outs)[1].detach().numpy())
    leaves = [t.detach().requires_grad_() for t in (x[0], *states, *rest[n:])]
    assert gradcheck(cell, leaves, check_forward_ad=True)


@pytest.mark.parametrize("mode", MODES)
def test_halves_compute_in_float32(mode):
    net = Net(mode, 2, 1, steps=6)
    halves = [vjp.tensor(a).to(vjp.float16) for a in net.arrays()]
    outs, wide = net.call(*halves), net.call(*(t.to(vjp.float32) for t in halves))
    for a, b in zip(outs, wide):
        assert a.dtype == vjp.float16
        close(a, b.to(vjp.float16).numpy(), 0)
    with vjp.autocast(outs[0].device, dtype=vjp.bfloat16):
        assert net.call(*(vjp.tensor(a).to(vjp.float32) for a in net.arrays()))[0].dtype == vjp.bfloat16


def test_dropout_between_layers():
    net = Net("lstm", 2)
    x, hx, cx, *params = net.tensors(grad=False)
    args = ([hx, cx], params, True, 2)
    plain = net.call(x, hx, cx, *params)[0]
    assert np.array_equal(vjp.lstm(x, *args, 0.5, False, False, False)[0].numpy(), plain.numpy())
    # with everything dropped the second layer sees zeros
    nothing = vjp.zeros(3, 2, 2, dtype=vjp.float64)
    second = vjp.lstm(nothing, [hx[1:], cx[1:]], params[4:], True, 1, 0.0, True, False, False)
    close(vjp.lstm(x, *args, 1.0, True, False, False)[0], second[0].numpy())
    drawn = [vjp.lstm(x, *args, 0.5, True, False, False, generator=vjp.Generator(s))[0].numpy() for s in (1, 1, 2)]
    assert np.array_equal(drawn[0], drawn[1]) and not np.array_equal(drawn[0], drawn[2])


def test_errors_name_the_argument():
    net = Net("lstm")
    x, hx, cx, *params = net.tensors(grad=False)

    def call(x=x, states=(hx, cx), params=params, layers=1):
        return vjp.lstm(x, list(states), list(params), True, layers, 0.0, True, False, False)

    for arguments, text in [
        (dict(x=x[0]), r"lstm: 'input' has shape \[2, 3\], expected \[steps, batch, features\]"),
        (dict(x=x[:0]), "lstm: 'input' has no steps"),
        (dict(states=(hx,)), "lstm: 'hx' has 1 tensors, expected 2"),
        (dict(states=(hx[:, :1], cx)), r"lstm: 'hx' has shape \[1, 1, 2\], expected \[1, 2, \*\]"),
        (dict(params=params[:3]), "lstm: 'params' has 3 tensors, expected 4"),
        (dict(params=[params[0], params[0], *params[2:]]),
         r"lstm: tensor 1 of 'params' has shape \[8, 3\], expected \[8, 2\]"),
        (dict(params=[params[0].to(vjp.float32), *params[1:]]), "lstm: 'params' is float32, but 'input' is float64"),
        (dict(layers=0), "lstm: 'num_layers' is 0"),
    ]:
        with pytest.raises(vjp.Error, match=text):
            call(**arguments)
    with pytest.raises(vjp.Error, match=r"gru_cell: 'w_hh' has shape \[8, 2\], expected \[6, 2\]"):
        vjp.gru_cell(x[0], hx[0], vjp.zeros(6, 3, dtype=vjp.float64), params[1])
    for sizes, text in [([2, 3], "'batch_sizes' has 3 at step 1"),
                        ([2, 2], "'data' has 6 rows, but 'batch_sizes' add up to 4")]:
        with pytest.raises(vjp.Error, match=text):
            net.call(vjp.zeros(6, 3, dtype=vjp.float64), hx, cx, *params, batch_sizes=sizes)
