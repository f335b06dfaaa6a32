"""Functions that run by records, from Python."""

import collections
import threading

import pytest

import vjp


def test_a_decorated_function_is_called_once_and_then_its_record_runs():
    count = collections.deque()  # a list would be looked through

    @vjp.compile
    def f(x, factor, *, pair):
        """Says what it does."""
        count.append(1)
        y = (x * factor).tanh()
        return {"sum": (y + pair[0]).sum(), "both": (y, pair[1])}, "text", 7

    assert f.__name__ == "f" and f.__doc__ == "Says what it does."
    for i in range(4):
        x = vjp.tensor([0.5 + i, 1.0], requires_grad=True)
        a, b = vjp.tensor([1.0, 2.0]), vjp.tensor([float(i)])
        out, text, number = f(x, 3.0, pair=[a, b])
        want = ((x * 3.0).tanh() + a).sum()
        assert out["sum"].tolist() == want.tolist() and (text, number) == ("text", 7)
        assert out["both"][1] is b
        out["sum"].backward()
        grad, x.grad = x.grad, None
        want.backward()
        assert grad.tolist() == x.grad.tolist()
    assert len(count) == 1
    assert f.text().splitlines()[:3] == ["%0 = mul(input 0, 3)", "%1 = tanh(%0)", "%2 = add(%1, input 1)"]


def test_numbers_and_structures_are_a_part_of_what_a_record_is_for():
    count = collections.deque()

    @vjp.compile(max_records=100)
    def f(x, power):
        count.append(power)
        return x ** power if isinstance(power, int) else x * power

    x = vjp.tensor([3.0])
    for power, want in ((2, 9.0), (2.0, 6.0), (3, 27.0), (True, 3.0), (2, 9.0), (2.0, 6.0)):
        assert f(x, power).tolist() == [want]
    assert [repr(p) for p in count] == ["2", "2.0", "3", "True"]
    with pytest.raises(TypeError, match="an argument is set, which cannot be compared"):
        f(x, {1})
    with pytest.raises(TypeError, match="a function is wanted, not int"):
        vjp.compile(3)


def test_results_of_other_structures_for_other_shapes():
    @vjp.compile
    def f(x):
        return [x * 2, "long"] if x.shape[0] > 1 else (x * 3,)

    for _ in range(2):
        assert f(vjp.tensor([1.0]))[0].tolist() == [3.0]
        assert f(vjp.tensor([1.0, 2.0]))[1] == "long"


def test_what_a_function_closes_over():
    count, weight, scale = collections.deque(), vjp.tensor([2.0], requires_grad=True), 1.0

    @vjp.compile
    def f(x):
        count.append(1)
        return x * weight * scale

    x = vjp.tensor([3.0])
    for _ in range(3):
        assert f(x).tolist() == [6.0]
    weight = vjp.tensor([5.0], requires_grad=True)  # another one in the same place
    y = f(x)
    y.sum().backward()
    assert y.tolist() == [15.0] and weight.grad.tolist() == [3.0] and len(count) == 1
    scale = 2.0
    assert f(x).tolist() == [30.0] and len(count) == 2


class Model:
    def __init__(self):
        self.weights = [vjp.tensor([2.0], requires_grad=True)]
        self.training = True

    @vjp.compile
    def forward(self, x):
        made.append(1)
        y = x * self.weights[0]
        return y + 1.0 if self.training else y


made = collections.deque()


def test_methods_and_what_their_objects_hold():
    a, b, x = Model(), Model(), vjp.tensor([1.0])
    made.clear()
    for _ in range(2):
        assert a.forward(x).tolist() == [3.0]
    assert len(made) == 1
    a.weights[0] = vjp.tensor([7.0], requires_grad=True)
    assert a.forward(x).tolist() == [8.0] and len(made) == 1
    a.training = False
    assert a.forward(x).tolist() == [7.0]
    b.weights[0] = vjp.tensor([4.0])
    assert b.forward(x).tolist() == [5.0] and a.forward(x).tolist() == [7.0]


def test_what_cannot_be_recorded_is_called_and_says_why_and_where():
    count = collections.deque()

    @vjp.compile
    def reads(x):
        count.append(1)
        return x * x.sum().item()

    for _ in range(3):
        assert reads(vjp.tensor([1.0, 2.0])).tolist() == [3.0, 6.0]
        assert "vjp_tensor_item" in vjp.compile.last_miss()
        assert "test_compiled_functions.py" in vjp.compile.last_miss()
    assert len(count) == 3 and "not recorded: vjp_tensor_item" in reads.text()
    strict = vjp.compile(lambda x: x * x.sum().item(), strict=True)
    with pytest.raises(vjp.UnsupportedError, match="vjp_tensor_item"):
        strict(vjp.tensor([1.0, 2.0]))


def test_errors_of_the_function_come_through():
    class Mine(Exception):
        pass

    @vjp.compile
    def f(x):
        raise Mine("in it")

    for _ in range(2):
        with pytest.raises(Mine, match="in it"):
            f(vjp.tensor([1.0]))


def test_random_numbers_and_modes():
    @vjp.compile
    def f(x):
        with vjp.no_grad():
            noise = vjp.rand([2])
        return x + noise

    def plain(x):
        with vjp.no_grad():
            noise = vjp.rand([2])
        return x + noise

    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    vjp.manual_seed(3)
    want = [plain(x).tolist() for _ in range(3)]
    vjp.manual_seed(3)
    assert [f(x).tolist() for _ in range(3)] == want
    assert f(x).requires_grad


def test_a_function_that_calls_itself_compiled_and_threads():
    @vjp.compile
    def inner(x):
        return x.sin()

    @vjp.compile
    def outer(x):
        return inner(x) + inner(x * 2.0)

    results = []

    def run():
        for i in range(50):
            x = vjp.tensor([float(i % 7)] * (1 + i % 3))
            results.append(outer(x).tolist() == (x.sin() + (x * 2.0).sin()).tolist())

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 100


def test_memory_budget_changes_what_is_stored_and_nothing_else():
    def gate(x):
        return vjp.sigmoid(vjp.relu(x * 1.5 - 0.25) * 2.0) * 0.5

    def gradient(f):
        x = vjp.linspace(-1.0, 1.0, 8192, requires_grad=True)
        with vjp.compiled(min_sites=1):
            f(x).sum().backward()
        return x.grad.tolist()

    want = gradient(gate)
    for budget, again in ((None, 1), (0, 2), (4 * 8192, 1), (1 << 30, 0)):
        compiled = vjp.compile(gate, memory_budget=budget)
        assert [gradient(compiled) for _ in range(3)] == [want] * 3
        # None: what costs little; on a device nothing is fused
        on_host = vjp.ones(1).device.type == "cpu"
        assert ("computed again" in compiled.text()) == (on_host and again > 0)
        assert not on_host or not again or f", {again} computed again" in compiled.text()


def test_memory_budget_is_a_number_of_bytes():
    with pytest.raises(TypeError, match="memory_budget is a number of bytes, not 0.5"):
        vjp.compile(memory_budget=0.5)
    with pytest.raises(ValueError, match="memory_budget is -1, expected 0 bytes or more"):
        vjp.compile(memory_budget=-1)


@pytest.mark.parametrize("kind", ["SGD", "AdamW"])
def test_a_training_step_is_one_record(kind):
    def train(compiled):
        vjp.manual_seed(3)
        w, b = vjp.randn(3, 2, requires_grad=True), vjp.zeros(2, requires_grad=True)
        optimizer = getattr(vjp.optim, kind)([w, b], lr=0.125)

        def step(x, y):
            optimizer.zero_grad()
            loss = ((vjp.tanh(x @ w + b) - y) ** 2).mean()
            loss.backward()
            optimizer.step()
            return loss

        run, losses = vjp.compile(step) if compiled else step, []
        for i in range(8):
            if i == 5:
                optimizer.param_groups[0]["lr"] = 0.0625
            losses.append(run(vjp.linspace(-1, 1, 12).reshape(4, 3) * (i + 1), vjp.ones(4, 2)).item())
        return losses, w.tolist(), b.tolist(), w.grad.tolist()

    want, before = train(False), vjp.compile.counters()
    assert train(True) == want
    after = vjp.compile.counters()
    assert after["function_hits"] - before["function_hits"] >= 4
