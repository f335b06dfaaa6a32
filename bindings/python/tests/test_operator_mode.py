"""Modes that see operators: vjp.utils.OperatorMode."""
import threading

import pytest

import vjp
from vjp.utils import OperatorMode


class Log(OperatorMode):
    def __init__(self, above_autograd=False):
        super().__init__(above_autograd)
        self.names = []

    def __vjp_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(repr(func))
        return func(*args, **(kwargs or {}))


class Replace(OperatorMode):
    """Gives `result(args)` for one operator."""

    def __init__(self, name, result, above_autograd=False):
        super().__init__(above_autograd)
        self.name, self.result = name, result

    def __vjp_dispatch__(self, func, types, args=(), kwargs=None):
        return self.result(*args) if func.name == self.name else func(*args, **(kwargs or {}))


def leaf(*values):
    return vjp.tensor(list(values), requires_grad=True)


def test_forward_and_backward_are_logged():
    """ICPT-1, ICPT-2"""
    x = leaf(1.0, 2.0)
    with Log() as log:
        y = vjp.sin(x).sum()
        assert log.names == ["sin", "sum"]
        y.backward()
    assert "cos" in log.names and "mul" in log.names
    count = len(log.names)
    vjp.sin(x)
    assert len(log.names) == count
    assert x.grad.tolist() == vjp.cos(x).tolist()


def test_what_a_mode_is_given():
    """ICPT-4"""
    seen = []

    class Mode(OperatorMode):
        def __vjp_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append((func.name, func.variant, types, args, kwargs))
            assert func.schema.startswith(func.name)
            return func(*args, **kwargs)

    x, out = vjp.tensor([4.0, 9.0]), vjp.zeros(2)
    with Mode():
        vjp.mul(x, 2.0)
        x.mul_(2.0)
        vjp.sqrt(x, out=out)
        assert isinstance(vjp.max(x, 0).values, vjp.Tensor)
        assert [part.tolist() for part in x.unbind()] == [8.0, 18.0]
    assert seen[0] == ("mul", "functional", (vjp.Tensor,), (x, 2.0), {})
    assert seen[1][1] == "inplace" and seen[1][3][0] is x
    assert seen[2][1] == "out" and seen[2][4]["out"] is out
    assert seen[3][0] == "max.dim" and seen[4][0] == "unbind"
    assert x.tolist() == [8.0, 18.0] and x._version == 1


def test_results_are_replaced_below_by_the_operators_rule():
    """ICPT-8"""
    x = leaf(1.0, 2.0)
    with Replace("sin", lambda x: vjp.tensor([7.0, 8.0])):
        y = vjp.sin(x)
    assert y.tolist() == [7.0, 8.0]
    y.sum().backward()
    assert x.grad.tolist() == vjp.cos(x).tolist()


def test_views_are_replaced():
    """ICPT-10"""
    x = leaf(1.0, 2.0)
    y = x * 1
    with Replace("unbind", lambda x, dim: (vjp.tensor(7.0), vjp.tensor(8.0))):
        first, second = y.unbind()
    first.mul_(2.0)
    assert (first.item(), y.tolist()) == (14.0, [1.0, 2.0]) and not first._is_view()
    (first + second * 3).backward()
    assert x.grad.tolist() == [2.0, 3.0]
    y = x * 1
    with Replace("unsqueeze", lambda x, dim: vjp.tensor([[5.0, 6.0]])):
        y.unsqueeze_(0)
    assert y.tolist() == [[5.0, 6.0]] and y._version == 1
    (y * y).sum().backward()
    assert x.grad.tolist() == [2.0 + 10.0, 3.0 + 12.0]
    with Replace("unbind", lambda x, dim: (x[0],)), pytest.raises(vjp.InvalidError, match="gave 1 results, expected 2"):
        x.unbind()


def test_results_are_replaced_above_with_their_history():
    """ICPT-8"""
    x = leaf(1.0, 2.0)
    with Replace("sin", lambda x: x * 3, above_autograd=True):
        y = vjp.sin(x)
    y.sum().backward()
    assert y.tolist() == [3.0, 6.0] and x.grad.tolist() == [3.0, 3.0]


def test_arguments_are_changed():
    """ICPT-7"""
    class Ten(OperatorMode):
        def __vjp_dispatch__(self, func, types, args=(), kwargs=None):
            return func(args[0], 10) if func.name == "mul" else func(*args, **kwargs)

    x = leaf(1.0, 2.0)
    with Ten(above_autograd=True):
        y = x * 2
    y.sum().backward()
    assert y.tolist() == [10.0, 20.0] and x.grad.tolist() == [10.0, 10.0]


def test_composites_are_whole_above():
    """ICPT-3"""
    x = leaf(1.0, 2.0)
    with Log(above_autograd=True) as whole, Log() as parts:
        y = x.repeat(2)
        y.sum().backward()
    assert whole.names == ["repeat", "sum"]
    assert "repeat" not in parts.names and len(parts.names) > 2


def test_modes_nest():
    """ICPT-12"""
    class More(OperatorMode):
        def __vjp_dispatch__(self, func, types, args=(), kwargs=None):
            return func(*args, **kwargs) + 1

    with Log() as log, More():
        y = vjp.tensor([1.0]) * 2
    assert y.tolist() == [3.0]
    assert log.names[-2:] == ["mul", "add"]


@pytest.mark.parametrize("above", [False, True])
def test_an_exception_is_the_calls(above):
    """ICPT-14"""
    error = KeyError("not today")

    def refuse(*args):
        raise error

    x = leaf(1.0)
    with Replace("sin", refuse, above), pytest.raises(KeyError) as caught:
        vjp.sin(x)
    assert caught.value is error
    y = vjp.sin(x)
    with Replace("cos", refuse), pytest.raises(KeyError) as caught:
        y.backward()
    assert caught.value is error


def test_mistakes_are_named():
    """ICPT-6, ICPT-15"""
    x = vjp.tensor([1.0])
    with Replace("sin", lambda x: "a sine"), pytest.raises(TypeError, match="sin gives, tensors, not str"):
        vjp.sin(x)
    with Replace("sin", lambda x: (x, x)), pytest.raises(vjp.InvalidError, match="gave 2 results, expected 1"):
        vjp.sin(x)
    kept = []

    class Keep(OperatorMode):
        def __vjp_dispatch__(self, func, types, args=(), kwargs=None):
            kept.append(func)
            return func(*args, **kwargs)

    with Keep():
        vjp.sin(x)
    with pytest.raises(vjp.StateError, match="the call is over"):
        kept[0](x)

    class Wrong(OperatorMode):
        def __vjp_dispatch__(self, func, types, args=(), kwargs=None):
            return func("no tensor")

    with Wrong(), pytest.raises(TypeError, match="do not fit sin"):
        vjp.sin(x)


def test_other_threads_are_not_concerned():
    """ICPT-13"""
    x = vjp.tensor([1.0])
    with Log() as log:
        thread = threading.Thread(target=vjp.sin, args=(x,))
        thread.start()
        thread.join()
    assert log.names == []


def test_started_calls_take_the_mode_along():
    """ICPT-13"""
    x = leaf(1.0, 2.0)
    y = vjp.sin(x).sum()
    with Log() as log:
        pending = vjp.autograd.grad_async(y, x)
    assert pending.result()[0].tolist() == vjp.cos(x).tolist()
    assert "cos" in log.names


def test_generators_arrive():
    generator = vjp.Generator(7)
    expected = vjp.randn([3], generator=vjp.Generator(7)).tolist()

    class Same(OperatorMode):
        def __vjp_dispatch__(self, func, types, args=(), kwargs=None):
            return func(*list(args), **dict(kwargs))

    with Same():
        assert vjp.randn([3], generator=generator).tolist() == expected
