"""Anomaly mode (spec chapter 15): tracebacks of the forward, NaN, switches, and parents."""

import subprocess
import sys
import warnings

import pytest

import vjp
from vjp.autograd import detect_anomaly, set_detect_anomaly


@pytest.fixture(autouse=True, scope="module")
def it_has_said_that_it_is_slow():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with detect_anomaly():
            pass


def leaf(*values):
    return vjp.tensor(list(values), requires_grad=True)


def the_forward_that_fails(x):
    return (x.sqrt() * 0).sum()  # the derivative of sqrt at 0 is 0 * inf


def failure(call):
    """The error of a call, and the warnings that came before it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with pytest.raises(vjp.Error) as error:
            call()
    return str(error.value), [str(item.message) for item in caught]


def test_a_nan_shows_the_python_line_that_made_the_node():
    """ANOM-2, ANOM-4, ANOM-6"""
    x = leaf(0.0, 1.0)
    with detect_anomaly():
        y = the_forward_that_fails(x)
        message, warned = failure(y.backward)
    assert "SqrtBackward" in message and "result 0" in message and "[0]" in message
    assert len(warned) == 1
    assert "SqrtBackward" in warned[0]
    assert "in the_forward_that_fails" in warned[0] and "return (x.sqrt() * 0).sum()" in warned[0]
    assert "_generated_ops.py" not in warned[0] and "vjp/_anomaly.py" not in warned[0]


def test_without_the_mode_nothing_is_checked():
    x = leaf(0.0, 1.0)
    the_forward_that_fails(x).backward()
    assert x.grad[0].isnan().item() and x.grad[1].item() == 0


def test_only_tracebacks_without_check_nan():
    """ANOM-8"""
    x = leaf(0.0)
    with detect_anomaly(check_nan=False):
        y = the_forward_that_fails(x)
        y.backward(retain_graph=True)
        assert y.grad_fn.metadata["traceback_"]
    assert x.grad.isnan().item()


def test_a_forward_without_the_mode_says_so():
    """ANOM-4"""
    y = the_forward_that_fails(leaf(0.0))
    with detect_anomaly():
        _, warned = failure(y.backward)
    assert len(warned) == 1 and "without anomaly mode" in warned[0]


def test_the_forward_region_serves_a_later_backward_region():
    """ANOM-5"""
    with detect_anomaly():
        y = the_forward_that_fails(leaf(0.0))
    with detect_anomaly():
        _, warned = failure(y.backward)
    assert "in the_forward_that_fails" in warned[0]


def test_exceptions_of_python_come_home_unchanged():
    """ANOM-4"""
    class Mine(Exception):
        pass

    def refuse(grad):
        raise Mine("no")

    x = leaf(1.0)
    with detect_anomaly(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        y = x * 2
        y.register_hook(refuse)
        with pytest.raises(Mine, match="^no$"):
            y.sum().backward()
    assert len(caught) == 1 and "MulBackward" in str(caught[0].message)


def make_first(x):
    return x.sin().sum()


def differentiate(y, x):
    return vjp.grad(y, x, create_graph=True)[0]


def test_nodes_of_double_backward_name_their_parents():
    """ANOM-3, ANOM-4, INTRO-3"""
    x = leaf(1.0)
    with detect_anomaly():
        y = make_first(x)
        dx = differentiate(y, x)
        parent = dx.grad_fn.metadata["parent_"]
        assert parent.name() == "SinBackward" and "parent_" not in parent.metadata
        assert "in make_first" in "".join(parent.metadata["traceback_"])
        assert "in differentiate" in "".join(dx.grad_fn.metadata["traceback_"])
        dx.register_hook(lambda grad: 1 / 0)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with pytest.raises(ZeroDivisionError):
                dx.sum().backward()
    text = str(caught[0].message)
    assert text.index("in differentiate") < text.index("itself made by SinBackward") < text.index("in make_first")


def test_switches_nest_and_are_restored():
    """ANOM-1"""
    def state():
        return vjp.is_anomaly_enabled(), vjp.is_anomaly_check_nan_enabled()

    assert state() == (False, True)
    with detect_anomaly(check_nan=False):
        assert state() == (True, False)
        with detect_anomaly():
            assert state() == (True, True)
            with set_detect_anomaly(False):
                assert state() == (False, True)
            assert state() == (True, True)
        assert state() == (True, False)
    assert state() == (False, True)
    with pytest.raises(ValueError), detect_anomaly():
        raise ValueError
    assert state() == (False, True)
    before = set_detect_anomaly(True, check_nan=False)
    assert state() == (True, False)
    set_detect_anomaly(False)
    assert state() == (False, True)
    del before
    assert vjp.autograd.is_anomaly_enabled is vjp.is_anomaly_enabled


def test_the_mode_warns_once_that_it_is_slow():
    """ANOM-1"""
    program = """if True:
        import warnings, vjp
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with vjp.autograd.detect_anomaly(): pass
            with vjp.autograd.detect_anomaly(): pass
        assert [str(item.message).count("slower") for item in caught] == [1], caught
    """
    subprocess.run([sys.executable, "-c", program], check=True)


def test_custom_functions_are_reported_like_others():
    """ANOM-2, ANOM-4"""
    class Bad(vjp.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * float("nan")

    def apply_bad(x):
        return Bad.apply(x)

    with detect_anomaly():
        y = apply_bad(leaf(1.0)).sum()
        message, warned = failure(y.backward)
    assert "Bad" in message and "in apply_bad" in warned[0]
