"""Grad calls that are started and not waited for; gradients that go into another store than `grad`."""

import asyncio
import contextvars
import gc
import signal
import threading
import time
import weakref

import pytest

import vjp
from vjp.autograd import backward_async, grad_async


def leaf(value=3.0):
    return vjp.tensor([value], requires_grad=True)


def gated(x, hook):
    y = x * 2
    y.register_hook(hook)
    return y * 3


class Gate:
    """A hook that stands still until it is opened."""

    def __init__(self):
        self.reached, self.opened, self.thread = threading.Event(), threading.Event(), None

    def __call__(self, grad):
        self.thread = threading.get_ident()
        self.reached.set()
        assert self.opened.wait(60)


def test_goes_on_by_itself():
    x, gate = leaf(), Gate()
    pending = backward_async(gated(x, gate))
    gate.reached.wait(60)
    assert not pending.done() and not pending.wait(0.001) and "goes on" in repr(pending)
    with pytest.raises(TimeoutError):
        pending.result(0)
    gate.opened.set()
    assert pending.wait() and pending.done() and pending.result() is None and pending.exception() is None
    assert gate.thread != threading.get_ident() and x.grad.item() == 6


def test_result_is_a_tuple_of_gradients():
    x, y = leaf(), leaf()
    assert grad_async(x * x, x).result()[0].item() == 6
    one, none = grad_async(x * x, [x, y], allow_unused=True).result()
    assert one.item() == 6 and none is None
    both = grad_async([x * 1, y * 2], [x, y], grad_outputs=[vjp.tensor([5.0]), None]).result()
    assert [g.item() for g in both] == [5, 2]


def test_raises_the_very_exception_at_every_wait():
    error = KeyError("the hook's")

    def fails(grad):
        raise error
    pending = backward_async(gated(leaf(), fails))
    for wait in (pending.wait, pending.result, pending.wait):
        with pytest.raises(KeyError) as caught:
            wait()
        assert caught.value is error
    assert pending.exception() is error
    with pytest.raises(vjp.StateError, match="grad: root 0"):
        grad_async(vjp.tensor([1.0]), leaf()).result()


def test_an_exception_goes_with_the_last_who_has_it():
    class Mine(Exception):
        pass

    def fails(grad):
        raise Mine

    def wait():
        pending = backward_async(gated(leaf(), fails))
        with pytest.raises(Mine) as caught:
            pending.wait()
        told = []
        pending.add_done_callback(told.append)
        assert told == [pending] and pending.done() and pending.exception() is caught.value
        pending.cancel()
        return weakref.ref(pending), weakref.ref(caught.value)

    seen = wait()
    for _ in range(10000):  # the thread of the call may still be on its way out
        gc.collect()
        if [item() for item in seen] == [None, None]:
            break
        time.sleep(0.001)
    assert [item() for item in seen] == [None, None]


def test_many_threads_wait():
    x, gate, got = leaf(), Gate(), []
    pending = grad_async(gated(x, gate), x)
    threads = [threading.Thread(target=lambda: got.append(pending.result()[0].item())) for _ in range(6)]
    for thread in threads:
        thread.start()
    gate.opened.set()
    for thread in threads:
        thread.join()
    assert got == [6.0] * 6


def test_ctrl_c_interrupts_the_wait_alone():
    x, gate = leaf(), Gate()
    pending = backward_async(gated(x, gate))
    gate.reached.wait(60)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.05, signal.raise_signal, (signal.SIGINT,)).start()
    with pytest.raises(KeyboardInterrupt):
        pending.wait()
    assert not pending.done()
    gate.opened.set()
    pending.wait()
    assert x.grad.item() == 6


def test_cancel():
    x, gate = leaf(), Gate()
    pending = backward_async(gated(x, gate))
    gate.reached.wait(60)
    pending.cancel()
    gate.opened.set()
    with pytest.raises(vjp.CancelledError):
        pending.wait()
    assert x.grad is None


variable = contextvars.ContextVar("variable", default="default")


def test_hooks_and_callbacks_have_the_context_of_their_thread():
    seen, told, gate = [], threading.Event(), Gate()

    def look(grad):
        gate(grad)
        seen.append((variable.get(), vjp.get_default_dtype() if hasattr(vjp, "get_default_dtype") else None))

    def tell(which):
        seen.append((which.done(), variable.get()))
        told.set()
    token = variable.set("starter")
    pending = backward_async(gated(leaf(), look))
    variable.set("adder")
    pending.add_done_callback(tell)
    variable.reset(token)
    gate.opened.set()
    told.wait(60)
    assert seen[0][0] == "starter" and seen[1] == (True, "adder")
    late = []
    pending.add_done_callback(late.append)
    assert late == [pending]


def test_a_callback_that_raises_is_reported(monkeypatch):
    reports, told = [], threading.Event()
    monkeypatch.setattr("sys.unraisablehook", reports.append)

    def fails(which):
        raise ValueError("of the callback")
    pending = backward_async(leaf() * 1)
    pending.add_done_callback(fails)
    pending.add_done_callback(lambda which: told.set())
    assert told.wait(60)
    assert [str(report.exc_value) for report in reports] == ["of the callback"]
    with pytest.raises(TypeError, match="callable"):
        pending.add_done_callback(3)


def test_await():
    x = leaf()

    async def several():
        first, second = await asyncio.gather(wrap(grad_async(x * x, x)), wrap(grad_async(x * 5, x)))
        with pytest.raises(vjp.StateError):
            await grad_async(vjp.tensor([1.0]), x)
        return first[0].item(), second[0].item()

    async def wrap(pending):
        return await pending
    assert asyncio.run(several()) == (6, 5)


def test_released_early_it_goes_on():
    x, gate, ended = leaf(), Gate(), threading.Event()
    pending = backward_async(gated(x, gate))
    pending.add_done_callback(lambda which: ended.set())
    del pending
    gc.collect()
    gate.opened.set()
    assert ended.wait(60) and x.grad.item() == 6


# ---- another store ----

def test_a_dictionary_gets_the_gradients():
    x, y, gradients = leaf(), leaf(4.0), {}
    vjp.autograd.backward(x * y, accumulate_into=gradients)
    vjp.autograd.backward(x * y, accumulate_into=gradients)
    assert {id(k): v.item() for k, v in gradients.items()} == {id(x): 8, id(y): 6}
    assert x.grad is None and y.grad is None
    backward_async(x * 2, accumulate_into=gradients).wait()
    assert gradients[x].item() == 10


def test_what_others_can_see_is_copied():
    x, gradients, weight = leaf(), {}, vjp.tensor([7.0])
    vjp.autograd.backward(x, weight, accumulate_into=gradients)
    weight.fill_(0.0)
    assert gradients[x].item() == 7


def test_a_function_takes_or_declines():
    x, y, seen = leaf(), leaf(4.0), []

    def store(which, gradient, owned):
        seen.append((which is x, gradient.item(), owned))
        return which is x
    vjp.autograd.backward(x * y, accumulate_into=store)
    assert sorted(seen) == [(False, 3.0, True), (True, 4.0, True)]
    assert x.grad is None and y.grad.item() == 3


def test_a_store_that_raises_fails_the_backward():
    def store(which, gradient, owned):
        raise KeyError("full")
    with pytest.raises(KeyError, match="full"):
        vjp.autograd.backward(leaf() * 2, accumulate_into=store)
    with pytest.raises(TypeError, match="accumulate_into must be a dictionary or a function, not int"):
        vjp.autograd.backward(leaf() * 2, accumulate_into=3)


def test_history_with_create_graph():
    x, gradients = leaf(), {}
    vjp.autograd.backward(x * x, accumulate_into=gradients, create_graph=True)
    assert vjp.grad(gradients[x], x)[0].item() == 2
