"""The interpreter lock is free during long calls, and tensors may be used from any thread."""

import threading
import time

import pytest

import vjp


def ticks_during(work):
    """How often another thread got to run while `work` did."""
    count, done = 0, threading.Event()

    def tick():
        nonlocal count
        while not done.is_set():
            count += 1
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        start = count
        begin = time.perf_counter()
        work()
        return count - start, time.perf_counter() - begin
    finally:
        done.set()
        thread.join()


@pytest.mark.host
def test_the_lock_is_released_in_forward_and_backward():
    x = vjp.rand(1200, 1200, requires_grad=True)

    def forward():
        for _ in range(3):
            vjp.matmul(x.detach(), x.detach())

    ticks, seconds = ticks_during(forward)
    assert ticks >= seconds / 0.0005 / 20 and ticks >= 3
    y = x
    for _ in range(3):
        y = y @ x
    loss = y.sum()
    ticks, seconds = ticks_during(loss.backward)
    assert ticks >= seconds / 0.0005 / 20 and ticks >= 3


def run(count, target):
    failures = []

    def guarded(i):
        try:
            target(i)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def test_graphs_in_several_threads():
    w = vjp.tensor([2.0], requires_grad=True)

    def work(i):
        for _ in range(50):
            x = vjp.tensor([float(i)], requires_grad=True)
            (x * w).sum().backward()
            assert x.grad.item() == 2

    run(4, work)
    assert w.grad.item() == sum(i * 50 for i in range(4))


@pytest.mark.host
def test_hooks_run_on_the_thread_that_called_backward():
    def work(i):
        x, seen = vjp.ones(1, requires_grad=True), []
        x.register_hook(lambda grad: seen.append(threading.get_ident()))
        for _ in range(20):
            (x * 2).sum().backward()
        assert set(seen) == {threading.get_ident()} and len(seen) == 20

    run(4, work)


def test_grad_mode_is_each_threads_own():
    seen = []
    with vjp.no_grad():
        thread = threading.Thread(target=lambda: seen.append(vjp.is_grad_enabled()))
        thread.start()
        thread.join()
    assert seen == [True]


def test_errors_are_each_threads_own():
    def work(i):
        for _ in range(50):
            with pytest.raises(vjp.ShapeError, match=rf"\[{i + 2}, 1\]"):
                vjp.ones(1, 1) @ vjp.ones(i + 2, 1)

    run(4, work)


def test_number_of_threads():
    before = vjp.get_num_threads()
    try:
        vjp.set_num_threads(1)
        assert vjp.get_num_threads() == 1
        with pytest.raises(ValueError):
            vjp.set_num_threads(0)
    finally:
        vjp.set_num_threads(before)
