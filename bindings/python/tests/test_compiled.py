"""Compiled grad calls, from Python."""

import pytest

import vjp

pytestmark = pytest.mark.host  # they count what is compiled: calls on devices are the engine's


def chain(x, length):
    for _ in range(length):
        x = x.sin()
    return x.sum()


def test_a_region_compiles_the_calls_that_start_in_it():
    vjp.compile.clear()
    want = vjp.tensor([0.5, 1.0], requires_grad=True)
    chain(want, 8).backward()
    before = vjp.compile.counters()
    for _ in range(3):
        x = vjp.tensor([0.5, 1.0], requires_grad=True)
        with vjp.compiled():
            chain(x, 8).backward()
        assert x.grad.tolist() == want.grad.tolist()
    after = vjp.compile.counters()
    assert after["records"] - before["records"] == 1
    assert after["hits"] - before["hits"] == 2
    assert "opaque site 1 SinBackward" in vjp.compile.text()


def test_neighbouring_nodes_are_one_kernel_unless_that_is_left_out():
    for fuse, kernels in ((True, 1), (False, 0)):
        x = vjp.tensor([0.5, 1.0], requires_grad=True)
        before = vjp.compile.counters()
        with vjp.compiled(fuse=fuse):
            chain(x, 8).backward()
        after = vjp.compile.counters()
        assert after["fused_kernels"] - before["fused_kernels"] == kernels
        assert after["fused_nodes"] - before["fused_nodes"] == 8 * kernels


def test_hooks_run_as_ever_and_a_new_closure_is_no_difference():
    vjp.compile.clear()
    before = vjp.compile.counters()
    for factor in (1.0, 2.0, 3.0):
        x = vjp.tensor([1.0], requires_grad=True)
        x.register_hook(lambda grad, factor=factor: grad * factor)
        with vjp.compiled(min_sites=1):
            (x * 2.0).sum().backward()
        assert x.grad.tolist() == [2 * factor]
    assert vjp.compile.counters()["records"] - before["records"] == 1


@pytest.mark.filterwarnings("ignore:anomaly mode")
def test_what_cannot_be_compiled_is_counted_or_under_strict_an_error():
    x = vjp.tensor([1.0], requires_grad=True)
    with vjp.autograd.detect_anomaly():
        with vjp.compiled(min_sites=1):
            chain(x, 3).backward()
        assert any("anomaly" in reason for reason in vjp.compile.fallbacks())
        assert "anomaly" in vjp.compile.last_miss()
        with vjp.compiled(min_sites=1, strict=True), pytest.raises(vjp.Error, match="anomaly mode"):
            chain(x, 3).backward()


def test_options_are_checked():
    with pytest.raises(vjp.InvalidError, match="min_sites is 0"):
        with vjp.compiled(min_sites=0):
            pass
