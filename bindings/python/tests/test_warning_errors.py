"""Warnings of the library: the program's line, and filters that make errors of them."""

import contextlib
import os
import subprocess
import sys
import threading
import warnings

import pytest
from vjp._ffi import lib

import vjp
from vjp import _native
from vjp._core import check


def warn(text):
    check(lib.vjp_warn(text.encode()))


def graph(text, device="cpu"):
    """A leaf, and a root whose backward warns."""
    x = vjp.ones(2, device=device, requires_grad=True)
    y = x * 2
    y.register_hook(lambda grad: warn(text))
    return x, y.sum()


@pytest.fixture
def errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize("device", ["cpu", "sim:0"])
def test_they_leave_backward_as_the_exception(errors, device):
    x, y = graph("steep", device)
    with pytest.raises(RuntimeWarning, match="^steep$"):
        y.backward()
    assert x.grad.tolist() == [2, 2]  # its work was done
    x, y = graph("steep", device)
    with pytest.raises(RuntimeWarning, match="^steep$"):
        vjp.grad(y, x)
    with pytest.raises(RuntimeWarning, match="^steep$"):
        vjp.autograd.backward(graph("steep", device)[1], retain_graph=True)
    assert _native.counts()[1] == 0


def test_several_at_once(errors):
    x, y = graph("first")
    y.register_hook(lambda grad: warn("before it"))
    with pytest.raises(RuntimeWarning, match="before it"):
        y.backward()
    assert _native.counts()[1] == 0  # the other one has gone


def test_from_an_inner_backward(errors):
    y, inner = vjp.ones(1, requires_grad=True) * 2, graph("inside")[1]
    y.register_hook(lambda grad: inner.backward())
    with pytest.raises(RuntimeWarning, match="inside"):
        y.sum().backward()


def test_an_error_of_the_call_matters_more(errors):
    x, y = graph("lost")

    def fail(grad):
        raise KeyError("its own")

    x.register_hook(fail)
    with pytest.raises(KeyError, match="its own"):
        y.backward()
    assert _native.counts()[1] == 0


def test_outside_of_a_backward(errors):
    with pytest.raises(RuntimeWarning, match="at once"):
        warn("at once")

    class Odd(vjp.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(vjp.ones(1))
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    x = vjp.ones(1, requires_grad=True)
    with pytest.raises(RuntimeWarning, match="mark_dirty"):
        Odd.apply(x)
    assert vjp.is_grad_enabled() and (x * 2).requires_grad


def test_in_other_threads(errors):
    found = []

    def run():
        try:
            graph("there")[1].backward()
        except RuntimeWarning as error:
            found.append(str(error))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["there"] * 4


def test_a_mode_that_could_not_be_entered_is_off():
    program = """
import warnings, vjp
warnings.simplefilter("error")
try:
    with vjp.autograd.detect_anomaly():
        raise SystemExit("entered")
except RuntimeWarning as error:
    assert "anomaly mode is on" in str(error)
assert not vjp.autograd.is_anomaly_enabled()
with vjp.autograd.detect_anomaly():
    assert vjp.autograd.is_anomaly_enabled()
"""
    environment = dict(os.environ)
    environment.pop("PYTHONWARNINGS", None)
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert result.returncode == 0 and not result.stderr, result.stderr


def test_a_filter_s_own_exception():
    class Special(Exception):
        pass

    def show(*args, **kwargs):
        raise Special

    x, y = graph("shown")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = show
        with pytest.raises(Special):
            y.backward()


def test_the_line_is_the_program_s():
    @contextlib.contextmanager
    def block():
        warn("in a block")
        yield

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        graph("in backward")[1].backward()
        with vjp.autograd.set_multithreading_enabled(False):
            vjp.grad(*reversed(graph("in grad")))
        with block():
            pass
    assert [str(item.message) for item in seen] == ["in backward", "in grad", "in a block"]
    assert {item.filename for item in seen} == {__file__}
    assert len({item.lineno for item in seen}) == 3
