"""Graphs of device work from Python, on the simulator."""

import pytest

import vjp

pytestmark = pytest.mark.host

SIM = "sim:0"
graph, DeviceGraph = vjp.graphs.graph, vjp.graphs.DeviceGraph


@pytest.fixture
def on_the_simulator():
    with vjp.device(SIM):
        yield


def test_capture_and_replay():  # SC-58, CG-1, CG-8
    a, g, s = vjp.ones(1000, device=SIM), DeviceGraph(), vjp.Stream(SIM)
    s.wait_stream(vjp.current_stream(SIM))
    assert g.pool() is None and not vjp.graphs.is_current_stream_capturing(SIM)
    with graph(g, stream=s):
        assert vjp.current_stream(SIM) == s and s.is_capturing() and vjp.graphs.is_current_stream_capturing(SIM)
        b = a
        for _ in range(10):
            b = b + 1
    assert not s.is_capturing() and vjp.current_stream(SIM).is_default
    assert g.node_count() >= 10 and g.dot().startswith("digraph") and g.pool() is not None
    assert b.sum().item() != 11000.0  # nothing has run
    for stream in (vjp.current_stream(SIM), s, vjp.Stream(SIM)):  # SC-77
        stream.wait_stream(vjp.current_stream(SIM))
        with stream:
            g.replay()
        vjp.current_stream(SIM).wait_stream(stream)
        assert b.sum().item() == 11000.0
    a.fill_(2.0)
    g.replay()
    assert b.sum().item() == 12000.0
    g.reset()
    with graph(g, device=SIM):
        b.fill_(2.0)
        for _ in range(10):
            b.add_(2.0)
    g.replay()
    assert b.sum().item() == 22000.0


def test_by_hand_and_what_is_refused():  # SC-59, SC-60
    g, s = DeviceGraph(), vjp.Stream(SIM)
    x = vjp.ones(4, device=SIM)
    s.wait_stream(vjp.current_stream(SIM))
    with pytest.raises(vjp.StateError, match="default"):
        g.capture_begin(device=SIM)
    with s:
        g.capture_begin(device=SIM, mode="relaxed")
        y = x * 3
        g.capture_end()
    g.replay()
    assert y.tolist() == [3.0] * 4
    with pytest.raises(vjp.InvalidError, match="'global', 'thread_local', 'relaxed'"):
        graph(g, mode="local", device=SIM)
    with pytest.raises(vjp.DeviceError, match="no device was given"):
        graph(DeviceGraph())
    with pytest.raises(TypeError, match="DeviceGraph"):
        graph(s)
    with pytest.raises(TypeError, match="pool must be"):
        graph(g, pool=3, device=SIM)
    with pytest.raises(vjp.StateError), graph(DeviceGraph(), device=SIM):
        (x * 2).sum().item()  # the host would have to wait
    with graph(h := DeviceGraph(), device=SIM):
        z = x + 1
    h.replay()
    assert z.tolist() == [2.0] * 4


def test_an_exception_drops_the_capture():  # CG-2, CG-5
    x, g = vjp.ones(4, device=SIM), DeviceGraph()
    with pytest.raises(KeyError, match="mine"), graph(g, device=SIM):
        x * 2
        raise KeyError("mine")
    assert not vjp.graphs.is_current_stream_capturing(SIM) and vjp.current_stream(SIM).is_default
    with graph(g, device=SIM):
        y = x * 2
    g.replay()
    assert y.tolist() == [2.0] * 4


@pytest.mark.usefixtures("on_the_simulator")
def test_a_whole_backward():  # SC-70, CG-9
    w = vjp.ones(8, device=SIM, requires_grad=True)
    x, side = vjp.ones(8, device=SIM), vjp.Stream(SIM)
    side.wait_stream(vjp.current_stream(SIM))
    with side:
        for _ in range(3):
            w.grad = None
            (w * x).sum().backward()
    vjp.current_stream(SIM).wait_stream(side)
    w.grad = None
    g = DeviceGraph()
    with graph(g):
        (w * x).sum().backward()
    grad = w.grad
    for k in (1.0, 2.0, 3.0):
        x.fill_(k)
        g.replay()
        assert grad.tolist() == [k] * 8 and w.grad.data_ptr() == grad.data_ptr()
    w.grad = vjp.zeros(8, device=SIM)
    x.fill_(1.0)
    with graph(h := DeviceGraph()):
        (w * x).sum().backward()
    for k in (1.0, 2.0, 3.0):
        h.replay()
        assert w.grad.tolist() == [k] * 8


@pytest.mark.usefixtures("on_the_simulator")
def test_pools_are_shared():  # CG-6, SC-62
    x = vjp.ones(1000)

    def capture(pool):
        g = DeviceGraph()
        with graph(g, pool=pool):
            y = x
            for _ in range(5):
                y = y + y
        return g, y

    for make in (lambda: vjp.graphs.memory_pool(), lambda: None):
        vjp.memory.empty_cache(SIM)
        pool = make()
        first = capture(pool)
        before = vjp.memory.memory_reserved(SIM)
        second = capture(first[0] if pool is None else pool)
        assert vjp.memory.memory_reserved(SIM) == before
        third = capture(None)
        assert vjp.memory.memory_reserved(SIM) == before + (2 << 20)
        for g, y in (first, second, third):
            g.replay()
            assert y[0].item() == 32.0
        del first, second, third, g, y


@pytest.mark.usefixtures("on_the_simulator")
def test_random_numbers_go_on():  # SC-68, SC-69, RG-2, RG-4
    x = vjp.ones(1000)
    own = vjp.Generator(6)

    def draw():
        return vjp.dropout(x, 0.5), vjp.rand(10, generator=own)

    vjp.manual_seed(5)
    own.manual_seed(6)
    expected = [tuple(t.tolist() for t in draw()) for _ in range(4)]
    vjp.manual_seed(5)
    own.manual_seed(6)
    g = DeviceGraph()
    g.register_generator(own)
    with graph(g):
        captured = draw()
    found = []
    for i in range(4):
        if i == 2:  # in between without the graph
            found.append(tuple(t.tolist() for t in draw()))
        else:
            g.replay()
            found.append(tuple(t.tolist() for t in captured))
    assert found == expected
    with pytest.raises(TypeError, match="Generator"):
        g.register_generator(5)


@pytest.mark.usefixtures("on_the_simulator")
def test_a_training_step_in_a_graph():  # SC-71
    def parameters():
        vjp.manual_seed(1)
        return [vjp.randn(4, 8).mul_(0.5).requires_grad_(), vjp.randn(1, 4).mul_(0.5).requires_grad_()]

    def step(p, x, y):
        loss = vjp.mse_loss(vjp.linear(vjp.dropout(vjp.linear(x, p[0]).tanh(), 0.2), p[1]), y)
        loss.backward()
        with vjp.no_grad():
            for t in p:
                t.sub_(t.grad, alpha=0.1)
        return loss

    batches = [(vjp.rand(16, 8, generator=vjp.Generator(i)), vjp.rand(16, 1, generator=vjp.Generator(100 + i)))
               for i in range(6)]
    eager = parameters()
    vjp.manual_seed(2)
    losses = []
    for x, y in batches:
        for t in eager:
            t.grad = None
        losses.append(step(eager, x, y).item())

    p, side = parameters(), vjp.Stream()
    x, y = vjp.empty_like(batches[0][0]).zero_(), vjp.empty_like(batches[0][1]).zero_()
    side.wait_stream(vjp.current_stream())
    with side:
        step(p, x, y)
    vjp.current_stream().wait_stream(side)
    for t in p:
        t.grad = None
    g = DeviceGraph()
    with graph(g, stream=side):
        loss = step(p, x, y)
    for t, start in zip(p, parameters()):
        with vjp.no_grad():
            t.copy_(start)
    vjp.manual_seed(2)
    found = []
    for bx, by in batches:
        x.copy_(bx)
        y.copy_(by)
        g.replay()
        found.append(loss.item())
    assert found == losses
    assert [t.tolist() for t in p] == [t.tolist() for t in eager]
