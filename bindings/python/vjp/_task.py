"""What hooks and custom functions can ask of, and add to, the grad call that runs on this thread."""

from . import _native
from ._autograd import Node, SetMode, node_of
from ._core import NULL, check, context, drop, failure, forget
from ._ffi import ffi, lib


def current_graph_task_id():
    """The number of the innermost running grad call's task, which no other task has; -1 outside."""
    return lib.vjp_grad_call_current_id()


def current_graph_task_keep_graph():
    """Whether the running grad call keeps the graph; True outside."""
    return lib.vjp_grad_call_keeps_graph()


def current_node():
    """The node that is executing on this thread, in its hooks too; None outside."""
    node = lib.vjp_node_current()
    return node_of(lib.vjp_node_retain(node)) if node else None


def in_backward():
    """Whether this thread is inside a node of a grad call."""
    return lib.vjp_in_backward()


def is_fork_without_workers():
    """Whether this process is a fork of one that had run backward on a device.

    The threads that work for devices did not come along: a backward on a device fails here, one on the CPU works.
    """
    return lib.vjp_is_fork_without_workers()


def will_execute_node(node):
    """Whether the running grad call has executed or will execute a node (or the node of a gradient edge).

    True also for one that is reached as an input only, whose derivative does not run. An error outside a grad call.
    """
    if isinstance(node, tuple):
        node = node[0]
    if not isinstance(node, Node):
        raise TypeError(f"will_execute_node: expected a node, not {type(node).__name__}")
    out = ffi.new("bool*")
    check(lib.vjp_will_execute(node._p, out, NULL))
    return out[0]


def current_graph_task_execution_order():
    """The node that is executing and those that will, in order."""
    count = ffi.new("size_t*")
    check(lib.vjp_execution_order(NULL, 0, count))
    nodes = ffi.new("vjp_node*[]", count[0])
    check(lib.vjp_execution_order(nodes, count[0], count))
    return [node_of(node) for node in nodes]


_FINAL_CALLBACK = ffi.cast("vjp_final_callback_fn", _native.callback_address("final_callback"))


def queue_callback(callback):
    """Calls callback() once, when all nodes of the running grad call have executed. An error outside a grad call."""
    if not callable(callback):
        raise TypeError(f"a callback must be callable, not {type(callback).__name__}")
    handle = context(callback)
    if lib.vjp_queue_final_callback(_FINAL_CALLBACK, handle, drop):
        forget(handle)
        raise failure()


class set_multithreading_enabled(SetMode):
    """Whether grad calls of this thread may use worker threads, from now on or until the end of a `with` block: after
    `set_multithreading_enabled(False)` every node runs in the calling thread. Also a decorator."""

    _number = lib.VJP_MODE_MULTITHREADING


def is_multithreading_enabled():
    """Whether grad calls of this thread may use worker threads."""
    return lib.vjp_mode_enabled(lib.VJP_MODE_MULTITHREADING)
