"""Modes, data and the grad field, as users of Python meet them."""

import subprocess
import sys
import threading
import warnings

import pytest

import vjp


def test_inference_mode_as_a_block():
    """MODE-4, MODE-5, MODE-6: what is made inside, and what it cannot do."""
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    with vjp.inference_mode():
        assert vjp.is_inference_mode_enabled() and not vjp.is_grad_enabled()
        y = x * 2
        with vjp.inference_mode(False):
            assert not vjp.is_inference_mode_enabled() and vjp.is_grad_enabled()
            assert (x * 2).requires_grad
        with vjp.enable_grad():
            assert not (x * 2).requires_grad
    assert not vjp.is_inference_mode_enabled() and vjp.is_grad_enabled()
    assert y.is_inference() and not y.requires_grad and not x.is_inference()
    with pytest.raises(vjp.StateError, match="version"):
        y._version
    with pytest.raises(vjp.StateError, match="clone"):
        y.mul_(2)
    assert not y.clone().is_inference()


def test_inference_mode_ends_with_an_error():
    """MODE-1"""
    with pytest.raises(KeyError):
        with vjp.inference_mode():
            raise KeyError
    assert not vjp.is_inference_mode_enabled()


@pytest.mark.parametrize("decorator", [vjp.inference_mode, vjp.inference_mode(), vjp.inference_mode(True)])
def test_inference_mode_as_a_decorator(decorator):
    @decorator
    def double(x):
        """doubles"""
        return x * 2

    assert double(vjp.tensor([1.0], requires_grad=True)).is_inference()
    assert double.__doc__ == "doubles" and not vjp.is_inference_mode_enabled()


@pytest.mark.parametrize("mode, inside", [(vjp.inference_mode, vjp.is_inference_mode_enabled),
                                          (vjp.no_grad, lambda: not vjp.is_grad_enabled())])
def test_generators_keep_their_mode_to_themselves(mode, inside):
    """MODE-1"""
    @mode()
    def numbers():
        for i in range(3):
            assert inside()
            yield i

    for _ in numbers():
        assert not inside()


def test_exceptions_reach_decorated_generators():
    """MODE-1"""
    seen = []

    @vjp.no_grad()
    def numbers():
        try:
            yield 1
        except ValueError:
            assert not vjp.is_grad_enabled()
            yield 2
        try:
            yield 3
        finally:
            seen.append(vjp.is_grad_enabled())

    generator = numbers()
    assert next(generator) == 1
    assert generator.throw(ValueError()) == 2
    assert generator.send(None) == 3
    generator.close()
    assert seen == [False] and vjp.is_grad_enabled()
    generator = numbers()
    next(generator)
    with pytest.raises(KeyError):
        generator.throw(KeyError())


def test_numpy_under_no_grad():
    x = vjp.ones(1, requires_grad=True, device="cpu")
    with pytest.raises(vjp.StateError, match="detach"):
        x.numpy()
    with vjp.no_grad():
        assert x.numpy().tolist() == [1.0]


def test_data_is_read_and_replaced():
    """DET-5, DET-6"""
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    y = (x * x).sum()
    x.data.mul_(1.0)
    assert x._version == 0
    x.data = vjp.tensor([3.0, 4.0])
    assert x.requires_grad and x.tolist() == [3.0, 4.0]
    y.backward()
    assert x.grad.tolist() == [6.0, 8.0]
    with pytest.raises(vjp.DtypeError):
        x.data = vjp.tensor([1, 2])
    with pytest.raises(TypeError):
        x.data = [1.0, 2.0]


def test_assigning_grad():
    """DET-7"""
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    x.grad = vjp.tensor([5.0, 6.0])
    assert x.grad.tolist() == [5.0, 6.0]
    with pytest.raises(vjp.ShapeError):
        x.grad = vjp.tensor([1.0])
    with pytest.raises(vjp.DtypeError):
        x.grad = vjp.tensor([1, 2])
    with pytest.raises(vjp.InvalidError):
        x.grad = x
    with pytest.raises(TypeError):
        x.grad = 3
    assert x.grad.tolist() == [5.0, 6.0]
    x.grad = None
    assert x.grad is None


def test_grad_of_a_non_leaf_warns():
    """DET-8"""
    x = vjp.tensor([1.0], requires_grad=True)
    y = x * 2
    with pytest.warns(UserWarning, match="retain_grad"):
        assert y.grad is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert x.grad is None
        y.retain_grad()
        assert y.grad is None
        y.backward()
        assert y.grad.tolist() == [1.0]


def test_resize():
    """GRAPH-18"""
    x = vjp.tensor([1.0, 2.0, 3.0, 4.0])
    assert x.resize_(2, 2).shape == (2, 2) and x._version == 1
    assert x.resize_([4])[3].item() == 4.0
    with pytest.raises(vjp.StateError):
        vjp.tensor([1.0], requires_grad=True).resize_(2)


def test_multithreading_is_set_by_a_call():
    vjp.autograd.set_multithreading_enabled(False)
    assert not vjp.autograd.is_multithreading_enabled()
    vjp.autograd.set_multithreading_enabled(True)
    assert vjp.autograd.is_multithreading_enabled()


def test_multithreading_in_a_block_and_as_a_decorator():
    with vjp.autograd.set_multithreading_enabled(False):
        assert not vjp.autograd.is_multithreading_enabled()
        with vjp.autograd.set_multithreading_enabled(True), vjp.no_grad():
            assert vjp.autograd.is_multithreading_enabled()
        assert not vjp.autograd.is_multithreading_enabled()
    assert vjp.autograd.is_multithreading_enabled()

    @vjp.autograd.set_multithreading_enabled(False)
    def function():
        return vjp.autograd.is_multithreading_enabled()

    assert vjp.autograd.is_multithreading_enabled()
    assert not function() and vjp.autograd.is_multithreading_enabled()


def test_the_default_device_of_a_callback_is_the_caller_s():
    for there, wanted in (("cpu", "sim:0"), ("sim:0", "cpu"), ("sim:0", "sim:1")):
        seen = []

        def look(*_, seen=seen):
            seen.append(str(vjp.ones(1).device))

        class Looks(vjp.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

            @staticmethod
            def backward(ctx, grad, look=look):
                look()
                return grad * 2

        x = vjp.ones(2, device=there, requires_grad=True)
        y = Looks.apply(x)
        for register in (y.register_hook, y.grad_fn.register_hook, y.grad_fn.register_prehook,
                         x.register_post_accumulate_grad_hook):
            register(look)
        root = y.sum()
        with vjp.device(wanted):
            root.backward()
        assert seen == [wanted] * 5, (there, wanted)


def test_raw_saved_values_after_they_were_freed():
    class Keeps(vjp.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x, None)
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    class KeepsNothing(Keeps):
        @staticmethod
        def forward(ctx, x):
            return x * 2

    x = vjp.ones(2, requires_grad=True)
    for function, count in ((Keeps, 2), (KeepsNothing, 0)):
        y = function.apply(x)
        assert len(y.grad_fn._raw_saved_tensors) == count == len(y.grad_fn.saved_tensors)
    y = Keeps.apply(x)
    node = y.grad_fn
    y.sum().backward()
    for name in ("saved_tensors", "_saved_tensors", "_raw_saved_tensors"):
        with pytest.raises(vjp.StateError, match="freed|second time"):
            getattr(node, name)


def _elsewhere(function):
    """What a function raises on a thread of its own."""
    raised = []

    def run():
        try:
            function()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return raised


@pytest.mark.parametrize(
    "make",
    [
        vjp.no_grad,
        lambda: vjp.set_grad_enabled(False),
        vjp.inference_mode,
        lambda: vjp.autograd.set_multithreading_enabled(False),
        lambda: vjp.autograd.graph.save_on_cpu(),
    ],
)
def test_regions_end_on_the_thread_they_began_on(make):
    region = make()
    region.__enter__()
    mode = vjp.is_grad_enabled()
    (error,) = _elsewhere(lambda: region.__exit__(None, None, None))
    assert isinstance(error, vjp.StateError) and "thread" in str(error)
    assert vjp.is_grad_enabled() == mode
    region.__exit__(None, None, None)
    assert vjp.is_grad_enabled()


def test_a_generator_that_ends_elsewhere_leaves_that_thread_alone():
    def numbers():
        with vjp.no_grad():
            yield vjp.is_grad_enabled()

    generator = numbers()
    assert next(generator) is False
    modes = []

    def close():
        with vjp.no_grad():
            try:
                generator.close()
            finally:
                modes.append(vjp.is_grad_enabled())

    assert isinstance(_elsewhere(close)[0], vjp.StateError)
    assert modes == [False]
    vjp.set_grad_enabled(True)


def test_one_region_serves_several_threads():
    region, inside, left = vjp.no_grad(), threading.Barrier(2), threading.Barrier(2)
    modes = []

    def other():
        with vjp.enable_grad():
            with region:
                inside.wait()
                left.wait()
            modes.append(vjp.is_grad_enabled())

    thread = threading.Thread(target=other)
    thread.start()
    with vjp.no_grad():
        with region:
            inside.wait()
        modes.append(vjp.is_grad_enabled())
        left.wait()
        thread.join()
    assert modes == [False, True]


def test_sub_interpreters_are_refused():
    program = """
import _xxsubinterpreters as interpreters
import sys
import vjp
other = interpreters.create()
interpreters.run_string(other, f'''
import sys
sys.path[:] = {sys.path!r}
try:
    import vjp
except ImportError as error:
    print(error, flush=True)
''')
interpreters.destroy(other)
x = vjp.ones(2, requires_grad=True)
(x * x).sum().backward()
print(repr(x.grad)[:15])
"""
    pytest.importorskip("_xxsubinterpreters")
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    assert said.stdout.splitlines() == [
        "vjp works in the main interpreter only, not in a sub-interpreter", "tensor([2., 2.]"]
