"""Python's part in a backward on devices: hooks and custom functions run on threads of the library."""

import contextvars
import os
import signal
import subprocess
import sys
import threading
import traceback

import pytest

import vjp
from vjp.autograd import graph

pytestmark = pytest.mark.host

SIM = "sim:0"
variable = contextvars.ContextVar("variable", default="nobody's")


def leaf(*values, device=SIM):
    return vjp.tensor(list(values), dtype="float64", device=device, requires_grad=True)


class MulS(vjp.Function):
    """x * k; its backward records where it ran."""

    @staticmethod
    def forward(ctx, x, k, seen):
        ctx.k, ctx.seen = k, seen
        ctx.stream = vjp.current_stream(x.device)
        ctx.save_for_backward(x)
        return x * k

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        assert x.device == g.device
        ctx.seen.append((threading.get_ident(), vjp.current_stream(g.device) == ctx.stream, vjp.is_grad_enabled()))
        return g * ctx.k, None, None


def test_hooks_and_functions_run_on_a_worker():  # SC-41, NS-2, THREAD-2
    x, seen, calls = leaf(1.0, 2.0), [], []
    s = vjp.Stream(SIM)
    s.wait_stream(vjp.current_stream(SIM))

    def note(name):
        def hook(*arguments):
            calls.append((name, threading.get_ident(), vjp.current_stream(SIM) == s))
        return hook

    with s:
        y = MulS.apply(x * 1, 3.0, seen)
        y.register_hook(note("tensor"))
        y.grad_fn.register_prehook(note("pre"))
        y.grad_fn.register_hook(note("post"))
        x.register_post_accumulate_grad_hook(note("leaf"))
        graph.register_multi_grad_hook([x, y], note("all"))
        z = (y * y).sum()
    vjp.current_stream(SIM).wait_stream(s)
    z.backward()
    assert x.grad.tolist() == [18.0, 36.0]
    assert sorted(name for name, _, _ in calls) == ["all", "leaf", "post", "pre", "tensor"]
    here = threading.get_ident()
    assert all(thread != here and stream for _, thread, stream in calls) and len({t for _, t, _ in calls}) == 1
    assert seen == [(calls[0][1], True, False)]
    with vjp.autograd.set_multithreading_enabled(False):  # NS-8
        seen.clear()
        MulS.apply(leaf(1.0), 3.0, seen).backward()
        assert seen == [(here, True, False)]


def test_a_hooks_exception_arrives_with_its_traceback():  # SC-39, ERR
    class Mine(Exception):
        pass

    raised = []

    def culprit(grad):
        raised.append(Mine("on the worker"))
        raise raised[0]

    x, w = leaf(1.0, 2.0), leaf(5.0, 6.0)
    y = x * 2
    y.register_hook(culprit)
    with pytest.raises(Mine, match="on the worker") as caught:
        (y + w * 3).sum().backward()
    assert caught.value is raised[0]
    frames = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert "culprit" in frames and frames[0] == "test_a_hooks_exception_arrives_with_its_traceback"
    assert x.grad is None
    y = x * 2
    y.sum().backward()  # the next one works
    assert x.grad.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, StopIteration])
def test_exceptions_that_are_no_errors_arrive_too(error):
    def hook(grad):
        raise error()

    y = leaf(1.0) * 2
    y.register_hook(hook)
    with pytest.raises(error):
        y.backward()


def test_errors_in_functions_and_saved_values():
    class Broken(vjp.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, g):
            return {}["missing"]

    with pytest.raises(KeyError, match="missing"):
        Broken.apply(leaf(1.0)).backward()

    def unpack(packed):
        raise LookupError("gone")

    x = leaf(2.0)
    with graph.saved_tensors_hooks(lambda t: t, unpack):
        y = x * x
    with pytest.raises(LookupError, match="gone"):
        y.backward()


def test_context_variables_travel():  # SC-42, THREAD-7
    seen = []

    def hook(grad):
        seen.append((threading.get_ident(), variable.get(), list(shared)))
        shared.append(len(shared))
        variable.set("the hook's")

    shared = []
    x = leaf(1.0)
    y = x * 2
    y.register_hook(hook)
    z = y.cpu() * 1  # a node of the host between two of the device
    z.register_hook(hook)
    z = z.to(SIM) * 3
    z.register_hook(hook)
    token = variable.set("the caller's")
    try:
        z.backward()
        here = threading.get_ident()
        assert [(thread == here, value, before) for thread, value, before in seen] == [
            (False, "the caller's", []), (True, "the caller's", [0]), (False, "the caller's", [0, 1])]
        # what a hook sets in the caller's thread is the caller's, what it sets on a worker is its own
        assert variable.get() == "the hook's" and shared == [0, 1, 2]
    finally:
        variable.reset(token)
    assert variable.get() == "nobody's"


def test_context_variables_reach_nested_calls():
    seen = []

    def innermost(grad):
        seen.append(variable.get())

    def outer(grad):
        variable.set("outer hook")
        w = leaf(1.0)
        with vjp.enable_grad():
            v = w * 2
        v.register_hook(innermost)
        v.backward()
        seen.append(w.grad.item())

    y = leaf(1.0) * 2
    y.register_hook(outer)
    variable_before = variable.get()
    y.backward()
    assert seen == ["outer hook", 2.0] and variable.get() == variable_before


def test_modes_travel():  # THREAD-7
    def modes_in_hooks(device):
        seen = []

        def hook(grad):
            seen.append((vjp.is_grad_enabled(), vjp.amp.get_autocast_dtype(device), vjp.autograd.graph.in_backward(),
                         graph.current_graph_task_keep_graph(), vjp.is_inference_mode_enabled()))

        x = leaf(1.0, device=device)
        for create_graph in (True, False):
            y = x * x
            y.register_hook(hook)
            with vjp.autocast(device, vjp.float16):
                vjp.grad(y, x, create_graph=create_graph)
        return seen

    assert modes_in_hooks(SIM) == modes_in_hooks("cpu")
    assert [grad_mode for grad_mode, *_ in modes_in_hooks(SIM)] == [True, False]


def test_double_backward_and_graphs_of_hooks():
    x = leaf(3.0)
    y = x * x * x
    y.register_hook(lambda g: g * 2)
    g, = vjp.grad(y, x, create_graph=True)
    assert g.item() == 54.0
    h, = vjp.grad(g, x)
    assert h.item() == 36.0 and h.device == SIM


def test_checkpoints_on_a_device():
    from vjp.utils.checkpoint import checkpoint

    runs = []

    def region(x):
        runs.append((threading.get_ident(), variable.get()))
        return (x * x).sin()

    x = leaf(0.5, 1.5)
    token = variable.set("mine")
    try:
        y = checkpoint(region, x, use_reentrant=False).sum()
        y.backward()
    finally:
        variable.reset(token)
    expected = leaf(0.5, 1.5)
    (expected * expected).sin().sum().backward()
    assert x.grad.tolist() == expected.grad.tolist()
    assert [value for _, value in runs] == ["mine", "mine"] and runs[0][0] == threading.get_ident()


def test_ctrl_c_ends_a_backward():  # THREAD-13
    arrived, after = threading.Event(), []

    def on_signal(number, frame):
        arrived.set()
        raise KeyboardInterrupt

    def slow(grad):
        os.kill(os.getpid(), signal.SIGINT)
        assert arrived.wait(60)  # the main thread takes it while it waits for this one

    x = leaf(1.0)
    first = x * 2
    first.register_hook(lambda grad: after.append(1))
    y = first * 3
    y.register_hook(slow)
    former = signal.signal(signal.SIGINT, on_signal)
    try:
        with pytest.raises(KeyboardInterrupt):
            y.backward()
    finally:
        signal.signal(signal.SIGINT, former)
    x.grad = None
    (x * 2).backward()
    assert x.grad.item() == 2.0


def test_threads_differentiate_at_once():  # SC-43, GC-12
    results, errors = {}, []

    def work(i):
        try:
            s = vjp.Stream(f"sim:{i % 2}")
            with s:
                for k in range(5):
                    x = leaf(float(i), float(k), device=s.device)
                    y = (x * x).sum()
                    y.register_hook(lambda g: g * 2)
                    y.backward()
                    results[i, k] = x.grad.tolist()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert results == {(i, k): [4.0 * i, 4.0 * k] for i in range(6) for k in range(5)}


def test_the_lock_is_free_while_a_backward_waits():  # ST-7
    done = threading.Event()

    def hook(grad):
        other = threading.Thread(target=done.set)
        other.start()
        assert done.wait(60)

    y = leaf(1.0) * 2
    y.register_hook(hook)
    y.backward()
    assert done.is_set()


def test_anomaly_mode_shows_where_it_was_made():
    x = leaf(0.0)
    with pytest.warns(RuntimeWarning), vjp.autograd.detect_anomaly():
        y = made_here(x)
        with pytest.raises(vjp.Error, match="NaN"):
            y.backward()


def made_here(x):
    return (x * 0).sqrt() * 0 / (x * 0)


def test_a_fork_cannot_use_the_workers():  # DV-4
    program = """
import os, vjp
x = vjp.ones(2, device="sim:0", requires_grad=True)
x.sum().backward()
child = os.fork()
if child == 0:
    try:
        x.sum().backward()
    except vjp.StateError as error:
        os._exit(7 if "fork" in str(error) else 8)
    os._exit(9)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("7\n", "")


def test_the_interpreter_ends_with_a_worker_alive():
    program = """
import threading, vjp
x = vjp.ones(2, device="sim:0", requires_grad=True)
y = (x * 2).sum()
y.register_hook(lambda g: print(threading.current_thread() is threading.main_thread()))
y.backward()
print(x.grad.tolist())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False\n[2.0, 2.0]\n", "")


# ---- DLPack ----

class Reader:
    """Stands for a library on a device that DLPack knows."""

    def __init__(self, x, kind):
        self.x, self.kind, self.stream = x, kind, "not asked"

    def __dlpack_device__(self):
        return self.kind

    def __dlpack__(self, *, stream=None, max_version=None):
        self.stream = stream
        return self.x.__dlpack__(max_version=max_version)


def test_dlpack_of_simulated_memory_says_what_to_do():
    x = vjp.ones(3, device=SIM)
    for call in (x.__dlpack__, x.__dlpack_device__, lambda: x.__dlpack__(stream=1),
                 lambda: x.__dlpack__(dl_device=(2, 0))):
        with pytest.raises(BufferError, match="sim.*to the host"):
            call()
    there = vjp.from_dlpack(Reader(vjp.ones(2), (1, 0)))
    assert there.device == "cpu"
    with pytest.raises(BufferError, match="copy=False"):
        x.__dlpack__(dl_device=(1, 0), copy=False)
    capsule = x.__dlpack__(dl_device=(1, 0))
    assert vjp.from_dlpack(capsule).tolist() == [1.0] * 3
    assert vjp.from_dlpack(vjp.ones(2), device=SIM).device == SIM
    with pytest.raises(BufferError, match="copy=False"):
        vjp.from_dlpack(vjp.ones(2), device=SIM, copy=False)
    y = vjp.ones(2)
    assert vjp.from_dlpack(y, copy=True).data_ptr() != y.data_ptr() == vjp.from_dlpack(y).data_ptr()
    for number in (1, -1, 0):
        with pytest.raises(BufferError, match="on the host"):
            y.__dlpack__(stream=number)
    with pytest.raises(vjp.DeviceError, match="type 8"):
        vjp.from_dlpack(Reader(y, (8, 0)))


HIP = """
import sys, vjp
x = vjp.arange(6, dtype="float64", device="hip:1").reshape(2, 3).T
assert x.__dlpack_device__() == (10, 1)
y = vjp.from_dlpack(x)
assert y.device == "hip:1" and y.data_ptr() == x.data_ptr() and y.tolist() == x.tolist()
class Reader:
    def __dlpack_device__(self): return x.__dlpack_device__()
    def __dlpack__(self, *, stream=None, max_version=None):
        self.stream = stream
        return x.__dlpack__(stream=stream, max_version=max_version)
r, s = Reader(), vjp.Stream("hip:1")
vjp.from_dlpack(r)
assert r.stream == 0, r.stream  # ROCm's default stream
def waits(stream):
    before = vjp.stream_statistics().event_waits
    x.__dlpack__(stream=stream)
    return vjp.stream_statistics().event_waits - before
with s:
    vjp.from_dlpack(r)
    assert r.stream == s.native_handle
    assert [waits(n) for n in (None, -1, 0, s.native_handle, vjp.Stream("hip:1").native_handle)] == [1, 0, 1, 0, 1]
for wrong in (1, 2, -2):
    try: x.__dlpack__(stream=wrong)
    except BufferError as error: assert "hip:1" in str(error)
    else: raise AssertionError(wrong)
import numpy
assert numpy.from_dlpack(x, device="cpu").tolist() == x.tolist() if numpy.__version__ >= "2.1" else True
assert vjp.from_dlpack(x, device="cpu").device == "cpu"
print("done")
"""


def test_dlpack_of_a_device_that_it_knows():
    here = os.path.dirname(__file__)
    plugins = os.path.join(here, "..", "..", "..", "build", "release", "tests", "plugins")
    if not os.path.exists(os.path.join(plugins, "libvjp_hip.so")):
        pytest.skip("the plug-ins of the C tests are not built")
    done = subprocess.run([sys.executable, "-c", HIP], capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, VJP_BACKEND_PATH=plugins))
    assert (done.stdout, done.stderr) == ("done\n", "")
