"""Grad calls that are started and not waited for."""

import asyncio
import contextvars
import sys
from typing import NamedTuple

from . import _autograd, _core, _native
from ._core import check, failure
from ._ffi import ffi, lib
from ._tensor import Tensor

_CALLBACK = ffi.cast("vjp_pending_fn", _native.callback_address("pending_callback"))


class Pending:
    """A backward, or a grad, that was started. It goes on whether anybody waits for it or not.

    It runs on a thread of the library, with the modes, the default device, the streams and the context variables that
    the thread had which started it. Waiting gives the interpreter to others, and Ctrl-C interrupts the wait but not the
    call. What a hook raises is raised by every `wait` and `result`, the very same exception.

    >>> x = vjp.tensor([3.0], requires_grad=True)
    >>> pending = vjp.autograd.grad_async(x * x, x)
    >>> pending.result()
    (tensor([6.]),)
    """

    __slots__ = ("_error", "_is_grad", "_p", "__weakref__")

    def __init__(self, p, is_grad):
        self._p = ffi.gc(p, lib.vjp_pending_release)
        self._is_grad = is_grad
        self._error = None  # of a run that failed; then this holds no handle, for the exception leads back here

    def done(self):
        """Whether it has ended, well or not."""
        p = self._p
        return p is None or lib.vjp_pending_done(p)

    def wait(self, timeout=None):
        """Waits until it has ended, at most `timeout` seconds. False if they are over first; raises what it raised."""
        p, done = self._handle(), ffi.new("bool*", True)
        if timeout is None:
            status = lib.vjp_pending_wait(p)
        else:
            status = lib.vjp_pending_wait_for(p, max(0.0, float(timeout)), done)
        if status:
            error = self._failure(p)
            p = None  # the exception leads to this frame
            raise error
        return done[0]

    def _handle(self):
        p = self._p
        if p is None:
            raise self._error
        return p

    def _failure(self, p):
        error = failure()
        if lib.vjp_pending_failed(p) and lib.vjp_pending_wait(p):  # else it was the wait that failed
            self._error, self._p = failure(), None
            return self._error
        return error

    def result(self, timeout=None):
        """Waits, and gives the tuple of gradients; None for a backward. A TimeoutError after `timeout` seconds."""
        if not self.wait(timeout):
            raise TimeoutError(f"the grad call is not done after {timeout} seconds")
        return tuple([self._gradient(i) for i in range(lib.vjp_pending_num_inputs(self._p))]) if self._is_grad else None

    def _gradient(self, index):
        out = ffi.new("vjp_tensor*[1]")
        check(lib.vjp_pending_result(self._p, index, out))
        return Tensor(out[0]) if out[0] else None

    def exception(self, timeout=None):
        """Waits, and gives what it raised; None if it went well. A TimeoutError after `timeout` seconds."""
        try:
            if self.wait(timeout):
                return None
        except BaseException:
            if self._error is None:  # it was the wait that failed
                raise
            return self._error
        raise TimeoutError(f"the grad call is not done after {timeout} seconds")

    def add_done_callback(self, function):
        """Calls function(self) when it has ended: at once if it has, otherwise on the thread that ran it.

        The function finds what this thread has now: modes, default device, streams, context variables. What it raises
        is reported, not raised.
        """
        if not callable(function):
            raise TypeError(f"a callback must be callable, not {type(function).__name__}")
        p, here = self._p, _here(2)
        if p is None:
            _tell_at_once(function, self)
        else:
            _add_callback(p, lambda: function(self), here)

    def cancel(self):
        """Asks it to stop: no further node is started, and waiting raises CancelledError unless it has ended before."""
        if (p := self._p) is not None:
            lib.vjp_pending_cancel(p)

    def __await__(self):
        loop = asyncio.get_running_loop()
        ended = loop.create_future()

        def tell(_):
            loop.call_soon_threadsafe(lambda: ended.done() or ended.set_result(None))
        self.add_done_callback(tell)
        yield from ended.__await__()
        return self.result()

    def __repr__(self):
        return f"<{'grad' if self._is_grad else 'backward'} that {'has ended' if self.done() else 'goes on'}>"


def _here(depth):
    """What a thread of the library finds of this one: context variables, and the frame for warnings."""
    _core.off_host = True  # callbacks of this process run on other threads from now on
    return contextvars.copy_context(), sys._getframe(depth)


class _offered:
    """What `here` is finds its way into what is started meanwhile. Whoever starts it keeps `here` alive."""

    def __init__(self, here):
        self._here = here

    def __enter__(self):
        self._former = _native.offer_context(self._here)

    def __exit__(self, *exception):
        _native.offer_context(self._former)


class _Callback:
    """Keeps what its function finds."""

    def __init__(self, function, here):
        self._function, self._here = function, here

    def __call__(self):
        self._function()


def _tell_at_once(function, pending):
    try:
        function(pending)
    except Exception as error:
        sys.unraisablehook(_Unraisable(type(error), error, error.__traceback__, None, function))


class _Unraisable(NamedTuple):
    exc_type: type
    exc_value: BaseException
    exc_traceback: object
    err_msg: str
    object: object


def _add_callback(p, function, here):
    handle = _core.context(_Callback(function, here))
    with _offered(here):
        status = lib.vjp_pending_add_callback(p, _CALLBACK, handle, _core.drop)
    if status:
        _core.forget(handle)
        raise failure()


def _start(call, is_grad):
    here = _here(3)
    out = ffi.new("vjp_pending*[1]")
    with _offered(here):
        check(lib.vjp_grad_call_start(call, out))
    pending = Pending(out[0], is_grad)
    _add_callback(pending._p, lambda: None, here)  # which keeps it until the call has ended
    return pending


def backward_async(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None,
                   accumulate_into=None):
    """Starts a `backward` and gives a `Pending` to wait for, ask and await. Arguments are those of `backward`.

    >>> x = vjp.tensor([3.0], requires_grad=True)
    >>> vjp.autograd.backward_async(x * x).wait()
    True
    >>> x.grad
    tensor([6.])
    """
    with _autograd.prepared_backward(tensors, grad_tensors, retain_graph, create_graph, inputs,
                                     accumulate_into) as call:
        return _start(call, False)


def grad_async(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None,
               is_grads_batched=False, materialize_grads=False):
    """Starts a `grad` and gives a `Pending`, whose `result()` is the tuple of gradients. Arguments are those of `grad`.

    >>> x = vjp.tensor([3.0], requires_grad=True)
    >>> vjp.autograd.grad_async(x * x, x).result()
    (tensor([6.]),)
    """
    with _autograd.prepared_grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused,
                                 is_grads_batched, materialize_grads) as call:
        return _start(call, True)
