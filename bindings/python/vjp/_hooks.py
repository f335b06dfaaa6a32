"""Hooks on tensors and nodes.

Note: hooks and the garbage collector
    C keeps a hook's context for as long as the hook exists, and Python's collector cannot see through C. A hook whose
    function refers to its own tensor would so be a cycle nobody ever frees. Therefore the function sits in a cell that
    the tensor object refers to as well, and before each full collection every hook whose tensor is held by that Python
    object alone (its native reference count says so, and its node's) lets go of its cell: then the cycle runs through
    Python objects only, which the collector sees and frees. After the collection the hooks that are left hold on again.
    What it cannot free is a cycle through a graph: a hook that refers to a *result* computed from its tensor. Remove
    such a hook.
"""

import gc
import weakref

from . import _core
from ._core import NULL, carry
from ._ffi import ffi, lib
from ._tensor import Tensor, borrowed


class _Cell:
    """A hook's function, apart so that it can be referred to weakly."""

    __slots__ = ("function", "__weakref__")

    def __init__(self, function):
        self.function = function


class _Hook:
    """What C calls with. `cell` is None while a collection runs."""

    __slots__ = ("cell", "weak", "owner", "__weakref__")

    def __init__(self, function, owner=None):
        self.cell = _Cell(function)
        self.weak = weakref.ref(self.cell)
        self.owner = None
        if owner is not None:
            self.owner = weakref.ref(owner)
            _cells(owner).append(self.cell)
            _owned.add(self)

    def function(self):
        return self.weak().function


# The hooks that belong to a tensor object. Weak: C's context is what keeps them.
_owned = weakref.WeakSet()


def _cells(owner):
    try:
        return owner._hooks
    except AttributeError:
        owner._hooks = []
        return owner._hooks


def _exclusive(tensor):
    """Whether nothing but this Python object keeps the tensor and its node."""
    if lib.vjp_tensor_use_count(tensor._p) != 1:
        return False
    node = ffi.new("vjp_node*[1]")
    if lib.vjp_tensor_grad_fn(tensor._p, node) or not node[0]:
        return True
    count = lib.vjp_node_use_count(node[0])
    lib.vjp_node_release(node[0])
    return count == 2  # the tensor's and the one just released


def _around_collection(phase, info):
    if info["generation"] != 2 or not _owned:
        return
    for hook in list(_owned):
        if phase == "start":
            owner = hook.owner()
            if owner is not None and _exclusive(owner):
                hook.cell = None
        elif hook.cell is None:
            hook.cell = hook.weak()


gc.callbacks.append(_around_collection)


class RemovableHandle:
    """Removes its hook: by remove(), or at the end of a `with` block."""

    __slots__ = ("_p", "_hook")

    def __init__(self, pointer, hook):
        self._p = ffi.gc(pointer, lib.vjp_hook_release)
        self._hook = weakref.ref(hook)

    def remove(self):
        p, self._p = self._p, NULL
        if not p:
            return
        hook = self._hook()
        owner = hook.owner() if hook is not None and hook.owner else None
        if owner is not None:
            cell = hook.weak()
            owner._hooks[:] = [other for other in owner._hooks if other is not cell]
        ffi.gc(p, None)  # vjp_hook_remove releases it too
        lib.vjp_hook_remove(p)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.remove()


def _add(add, target, callback, function, owner=None):
    if not callable(function):
        raise TypeError(f"a hook must be callable, not {type(function).__name__}")
    hook = _Hook(function, owner)
    handle = _core.context(hook)
    out = ffi.new("vjp_hook*[1]")
    if add(target, callback, handle, lib.python_drop, out):
        _core.forget(handle)
        raise _core.failure()
    return RemovableHandle(out[0], hook)


# ---- tensors ----

def register_hook(self, hook):
    """Calls hook(grad) when this tensor's gradient is known; a tensor that it returns replaces the gradient."""
    return _add(lib.vjp_tensor_add_hook, self._p, lib.python_tensor_hook, hook, self)


def register_post_accumulate_grad_hook(self, hook):
    """Calls hook(tensor) after a leaf's grad was updated."""
    return _add(lib.vjp_tensor_add_post_accumulate_hook, self._p, lib.python_leaf_hook, hook, self)


@ffi.def_extern(error=lib.VJP_ERROR_INTERNAL)
def python_tensor_hook(context, grad, replacement):
    try:
        result = ffi.from_handle(context).function()(borrowed(grad) if grad else None)
        if result is not None:
            replacement[0] = _retained(result)
        return 0
    except BaseException as error:  # must not cross C: backward() raises this very object again
        return carry(error)


@ffi.def_extern(error=lib.VJP_ERROR_INTERNAL)
def python_leaf_hook(context, leaf):
    try:
        ffi.from_handle(context).function()(borrowed(leaf))
        return 0
    except BaseException as error:
        return carry(error)


def _retained(result):
    if not isinstance(result, Tensor):
        raise TypeError(f"a hook must return a tensor or None, not {type(result).__name__}")
    return lib.vjp_tensor_retain(result._p)


# ---- nodes ----

def node_hook(node, hook):
    return _add(lib.vjp_node_add_post_hook, node._p, lib.python_node_post_hook, hook)


def node_prehook(node, hook):
    return _add(lib.vjp_node_add_pre_hook, node._p, lib.python_node_pre_hook, hook)


def _tuple(tensors, count):
    return tuple([borrowed(tensors[i]) if tensors[i] else None for i in range(count)])


def _replace(result, places, count):
    """Stores what a node hook returned."""
    if result is None:
        return
    if isinstance(result, Tensor):
        result = (result,)
    if len(result) != count:
        raise _core.InvalidError(f"a node's hook returned {len(result)} gradients; there are {count}")
    for i, item in enumerate(result):
        new = NULL if item is None else _retained(item)
        lib.vjp_tensor_release(places[i])
        places[i] = new


@ffi.def_extern(error=lib.VJP_ERROR_INTERNAL)
def python_node_pre_hook(context, grads, count):
    try:
        _replace(ffi.from_handle(context).function()(_tuple(grads, count)), grads, count)
        return 0
    except BaseException as error:
        return carry(error)


@ffi.def_extern(error=lib.VJP_ERROR_INTERNAL)
def python_node_post_hook(context, results, num_results, grads, num_grads):
    try:
        returned = ffi.from_handle(context).function()(_tuple(results, num_results), _tuple(grads, num_grads))
        _replace(returned, results, num_results)
        return 0
    except BaseException as error:
        return carry(error)


Tensor.register_hook = register_hook
Tensor.register_post_accumulate_grad_hook = register_post_accumulate_grad_hook
