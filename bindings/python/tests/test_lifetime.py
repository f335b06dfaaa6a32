"""Nothing is left behind: tensors, nodes, contexts, and an interpreter that ends while all of them are in use."""

import gc
import subprocess
import sys

import numpy as np
import pytest
from vjp._ffi import lib

import vjp
from vjp import _native


def alive():
    gc.collect()
    return lib.vjp_debug_live_tensors(), lib.vjp_debug_live_nodes(), *_native.counts()


@pytest.mark.host
def test_work_leaves_nothing_behind():
    def work():
        x = vjp.tensor(np.arange(6.0).reshape(2, 3), requires_grad=True)
        y = vjp.from_numpy(np.ones((2, 3)))
        z = ((x * y).sin() + 1)[0, ::2].sum()
        (g,) = vjp.grad(z, x, create_graph=True)
        g.sum().backward()
        parts = (x * 2).split(1, dim=1)
        vjp.cat(parts).sum().backward()
        np.from_dlpack(x.detach())[0, 0] = 3
        try:
            vjp.ones(2) + vjp.ones(3)
        except ValueError:
            pass

    work()
    before = alive()
    for _ in range(20):
        work()
    assert alive() == before


def test_failing_calls_leave_nothing_behind():
    x = vjp.ones(2, requires_grad=True)
    before = alive()
    for _ in range(20):
        for call in (lambda: x.numpy(), lambda: x.backward(), lambda: vjp.ones(1).register_hook(print),
                     lambda: vjp.from_numpy(np.arange(4)[::-1]), lambda: vjp.tensor([[1], [1, 2]]),
                     lambda: vjp.grad((x * 2).sum(), [x, vjp.ones(1, requires_grad=True)])):
            try:
                call()
            except (vjp.Error, ValueError):
                continue
            raise AssertionError("should have failed")
    assert alive() == before


@pytest.mark.host
def test_the_interpreter_ends_quietly_with_everything_in_use():
    program = """
import threading, numpy as np, vjp
x = vjp.ones(3, requires_grad=True)
x.register_hook(lambda grad: x)
y = x * 2
y.register_hook(lambda grad: (x, y) and None)
y.grad_fn.register_hook(lambda results, grads: None)
class Twice(vjp.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.kept = a
        return a * 2
    @staticmethod
    def backward(ctx, grad):
        return grad * 2
z = Twice.apply(y)
array = np.zeros(4, np.float32)
shared, exported = vjp.from_numpy(array), np.from_dlpack(vjp.ones(3))
capsule = vjp.ones(2).__dlpack__()
z.backward(vjp.ones(3))
thread = threading.Thread(target=lambda: vjp.ones(2).sin())
thread.start(); thread.join()
print(x.grad.tolist())
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr) == (0, "[1.0, 1.0, 1.0]\n", "")
