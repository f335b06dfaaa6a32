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
from ._core import NULL, callback, called, carry
from ._ffi import ffi, lib
from ._tensor import Tensor, borrowed


class _Cell:
    """A hook's function, apart so that it can be referred to weakly."""

    __slots__ = ("function", "__weakref__")

    def __init__(self, function):
        self.function = function


class _Hook:
    """What C calls with. `cell` is None while a collection runs."""

    __slots__ = ("cell", "weak", "owners", "__weakref__")

    def __init__(self, function, owners=()):
        self.cell = _Cell(function)
        self.weak = weakref.ref(self.cell)
        self.owners = [weakref.ref(owner) for owner in owners]
        for owner in owners:
            _cells(owner).append(self.cell)
        if owners:
            _owned.add(self)

    def function(self):
        return self.weak().function

    def forget(self):
        """Takes the cell away from the tensor objects."""
        cell = self.weak()
        for owner in self.owners:
            tensor = owner()
            if tensor is not None:
                tensor._hooks[:] = [other for other in tensor._hooks if other is not cell]

    def exclusive(self):
        """Whether the hook would end with its tensor objects."""
        tensors = [owner() for owner in self.owners]
        return all(tensor is not None and _exclusive(tensor) for tensor in tensors)


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
            if hook.exclusive():
                hook.cell = None
        elif hook.cell is None:
            hook.cell = hook.weak()


gc.callbacks.append(_around_collection)


class RemovableHandle:
    """Removes its hook: by remove(), or at the end of a `with` block. Without either the hook stays."""

    __slots__ = ("_p", "_hook")

    def __init__(self, pointer, hook):
        self._p = ffi.gc(pointer, lib.vjp_hook_release)
        self._hook = weakref.ref(hook)

    def remove(self):
        p, self._p = self._p, NULL
        if not p:
            return
        hook = self._hook()
        if hook is not None:
            hook.forget()
        ffi.gc(p, None)  # vjp_hook_remove releases it too
        lib.vjp_hook_remove(p)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.remove()


def _add(add, target, callback, function, owners=()):
    """Calls add(*target, callback, context, drop, out)."""
    if not callable(function):
        raise TypeError(f"a hook must be callable, not {type(function).__name__}")
    hook = _Hook(function, owners)
    handle = _core.context(hook)
    out = ffi.new("vjp_hook*[1]")
    if add(*target, callback, handle, lib.python_drop, out):
        hook.forget()
        _core.forget(handle)
        raise _core.failure()
    lib.vjp_hook_set_label(out[0], _name(function).encode(errors="replace"))
    return RemovableHandle(out[0], hook)


def _name(function):
    """What messages call a hook."""
    name = getattr(function, "__qualname__", None)
    return name if isinstance(name, str) else type(function).__qualname__


def _place(hook):
    """The hook and the node that is executing, for messages."""
    node = lib.vjp_node_current()
    where = f" of {ffi.string(lib.vjp_node_name(node)).decode()}" if node else ""
    return f"'{_name(hook)}'{where}"


# ---- tensors ----

def register_hook(self, hook):
    """Calls hook(grad) when this tensor's gradient is known; a tensor that it returns replaces the gradient.

    `grad` is None where backward reaches the tensor without a gradient. The replacement must have the gradient's shape
    and dtype. Returns a handle whose remove() takes the hook away.
    """
    return _add(lib.vjp_tensor_add_hook, (self._p,), lib.python_tensor_hook, hook, (self,))


def register_post_accumulate_grad_hook(self, hook):
    """Calls hook(tensor) after a leaf's grad was updated; it may read, change or clear the grad, and returns None."""
    return _add(lib.vjp_tensor_add_post_accumulate_hook, (self._p,), lib.python_leaf_hook, hook, (self,))


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    """Calls fn for the gradients of several tensors, at most once in each backward.

    With mode "all", fn(grads) is called once all gradients that the backward will compute are known: a list as long as
    `tensors`, with None for those that it does not reach. With "any", fn(grad) is called with the first one. What fn
    returns is ignored. Every tensor must require grad. Returns a handle whose remove() takes all parts away.
    """
    if mode not in _MODES:
        raise _core.InvalidError(f"register_multi_grad_hook: mode must be 'all' or 'any', not {mode!r}")
    tensors = tuple(tensors)
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            raise TypeError(f"register_multi_grad_hook: tensors are wanted, not {type(tensor).__name__}")
    number, callback = _MODES[mode]
    target = ([tensor._p for tensor in tensors], len(tensors), number)
    return _add(lib.vjp_add_multi_grad_hook, target, callback, fn, tensors)


_MODES = {"all": (lib.VJP_MULTI_GRAD_ALL, lib.python_all_grads_hook),
          "any": (lib.VJP_MULTI_GRAD_ANY, lib.python_any_grad_hook)}


@callback()
def python_all_grads_hook(context, grads, count):
    try:
        called(ffi.from_handle(context).function(), list(_tuple(grads, count)))
        return 0
    except BaseException as error:
        return carry(error)


@callback()
def python_any_grad_hook(context, grads, _count):
    try:
        called(ffi.from_handle(context).function(), borrowed(grads[0]) if grads[0] else None)
        return 0
    except BaseException as error:
        return carry(error)


@callback()
def python_tensor_hook(context, grad, replacement):
    try:
        hook = ffi.from_handle(context).function()
        result = called(hook, borrowed(grad) if grad else None)
        if result is not None:
            replacement[0] = _retained(result, hook)
        return 0
    except BaseException as error:  # must not cross C: backward() raises this very object again
        return carry(error)


@callback()
def python_leaf_hook(context, leaf):
    try:
        hook = ffi.from_handle(context).function()
        result = called(hook, borrowed(leaf))
        if result is not None:
            raise _core.InvalidError(f"the post-accumulate hook {_place(hook)} returned {type(result).__name__}, where "
                                     "only None is allowed")
        return 0
    except BaseException as error:
        return carry(error)


def _retained(result, hook):
    if not isinstance(result, Tensor):
        raise TypeError(f"a hook must return a tensor or None, not {type(result).__name__}: {_place(hook)}")
    return lib.vjp_tensor_retain(result._p)


# ---- nodes ----

def node_hook(node, hook, prepend):
    add = lib.vjp_node_add_first_post_hook if prepend else lib.vjp_node_add_post_hook
    return _add(add, (node._p,), lib.python_node_post_hook, hook)


def node_prehook(node, hook):
    return _add(lib.vjp_node_add_pre_hook, (node._p,), lib.python_node_pre_hook, hook)


def _tuple(tensors, count):
    return tuple([borrowed(tensors[i]) if tensors[i] else None for i in range(count)])


def _replace(hook, result, places, count):
    """Stores what a node hook returned: all gradients anew, or nothing at all if one of them is wrong."""
    if result is None:
        return
    if isinstance(result, Tensor):
        result = (result,)
    if not isinstance(result, (tuple, list)):
        raise TypeError(f"a node's hook must return a tuple of gradients or None, not {type(result).__name__}: "
                        f"{_place(hook)}")
    if len(result) != count:
        raise _core.InvalidError(f"a node's hook returned {len(result)} gradients, expected {count}: {_place(hook)}")
    for item in result:
        if item is not None and not isinstance(item, Tensor):
            raise TypeError(f"a node's hook must return tensors and None, not {type(item).__name__}: {_place(hook)}")
    for i, item in enumerate(result):
        lib.vjp_tensor_release(places[i])
        places[i] = NULL if item is None else lib.vjp_tensor_retain(item._p)


@callback()
def python_node_pre_hook(context, grads, count):
    try:
        hook = ffi.from_handle(context).function()
        _replace(hook, called(hook, _tuple(grads, count)), grads, count)
        return 0
    except BaseException as error:
        return carry(error)


@callback()
def python_node_post_hook(context, results, num_results, grads, num_grads):
    try:
        hook = ffi.from_handle(context).function()
        replaced = called(hook, _tuple(results, num_results), _tuple(grads, num_grads))
        _replace(hook, replaced, results, num_results)
        return 0
    except BaseException as error:
        return carry(error)


Tensor.register_hook = register_hook
Tensor.register_post_accumulate_grad_hook = register_post_accumulate_grad_hook
