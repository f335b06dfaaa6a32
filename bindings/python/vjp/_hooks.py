"""Hooks on tensors and nodes. C keeps their functions, and calls them by native/callbacks.c."""

from . import _core, _native
from ._core import NULL
from ._ffi import ffi, lib
from ._tensor import Tensor


class RemovableHandle:
    """Removes its hook: by remove(), or at the end of a `with` block. Without either the hook stays."""

    __slots__ = ("_p",)

    def __init__(self, pointer):
        self._p = ffi.gc(pointer, lib.vjp_hook_release)

    def remove(self):
        """Takes the hook away; again does nothing."""
        p, self._p = self._p, NULL
        if not p:
            return
        ffi.gc(p, None)  # vjp_hook_remove releases it too
        lib.vjp_hook_remove(p)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.remove()


def _add(add, target, callback, function):
    """Calls add(*target, callback, context, drop, out)."""
    if not callable(function):
        raise TypeError(f"a hook must be callable, not {type(function).__name__}")
    handle = _core.context(function)
    out = ffi.new("vjp_hook*[1]")
    if add(*target, callback, handle, _core.drop, out):
        _core.forget(handle)
        raise _core.failure()
    lib.vjp_hook_set_label(out[0], _name(function).encode(errors="replace"))
    return RemovableHandle(out[0])


def _name(function):
    """What messages call a hook."""
    name = getattr(function, "__qualname__", None)
    return name if isinstance(name, str) else type(function).__qualname__


def _place(hook):
    """The hook and the node that is executing, for messages."""
    node = lib.vjp_node_current()
    where = f" of {ffi.string(lib.vjp_node_name(node)).decode()}" if node else ""
    return f"'{_name(hook)}'{where}"


def _callback(kind, name=None):
    """A callback of C for the library's vjp_<kind>_fn."""
    return ffi.cast(f"vjp_{kind}_fn", _native.callback_address(name or kind))


# ---- tensors ----

def register_hook(self, hook):
    """Calls hook(grad) when this tensor's gradient is known; a tensor that it returns replaces the gradient.

    `grad` is None where backward reaches the tensor without a gradient. The replacement must have the gradient's shape
    and dtype. Returns a handle whose remove() takes the hook away.
    """
    return _add(lib.vjp_tensor_add_hook, (self._p,), _TENSOR_HOOK, hook)


def register_post_accumulate_grad_hook(self, hook):
    """Calls hook(tensor) after a leaf's grad was updated; it may read, change or clear the grad, and returns None."""
    return _add(lib.vjp_tensor_add_post_accumulate_hook, (self._p,), _LEAF_HOOK, hook)


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
    return _add(lib.vjp_add_multi_grad_hook, target, callback, fn)


_MODES = {"all": (lib.VJP_MULTI_GRAD_ALL, _callback("multi_grad_hook", "all_grads_hook")),
          "any": (lib.VJP_MULTI_GRAD_ANY, _callback("multi_grad_hook", "any_grad_hook"))}


_TENSOR_HOOK = _callback("tensor_hook")
_LEAF_HOOK = _callback("leaf_hook")
_PRE_HOOK = _callback("node_pre_hook")
_POST_HOOK = _callback("node_post_hook")


# ---- nodes ----

def node_hook(node, hook, prepend):
    add = lib.vjp_node_add_first_post_hook if prepend else lib.vjp_node_add_post_hook
    return _add(add, (node._p,), _POST_HOOK, hook)


def node_prehook(node, hook):
    return _add(lib.vjp_node_add_pre_hook, (node._p,), _PRE_HOOK, hook)


def result_of(kind, hook, result, count):
    """What C cannot use at once of a hook's result: of a node hook a tuple of `count` gradients; others are errors."""
    if kind == "tensor":
        raise TypeError(f"a hook must return a tensor or None, not {type(result).__name__}: {_place(hook)}")
    if kind == "leaf":
        raise _core.InvalidError(f"the post-accumulate hook {_place(hook)} returned {type(result).__name__}, where "
                                 "only None is allowed")
    if kind == "unpack":
        raise TypeError(f"an unpack hook must return a tensor, not {type(result).__name__}: {result!r}")
    if isinstance(result, Tensor):
        result = (result,)
    if not isinstance(result, (tuple, list)):
        raise TypeError(f"a node's hook must return a tuple of gradients or None, not {type(result).__name__}: "
                        f"{_place(hook)}")
    if len(result) != count:
        raise _core.InvalidError(f"a node's hook returned {_core.counted(len(result), 'gradient')}, "
                                 f"expected {count}: {_place(hook)}")
    for item in result:
        if item is not None and not isinstance(item, Tensor):
            raise TypeError(f"a node's hook must return tensors and None, not {type(item).__name__}: {_place(hook)}")
    return tuple(result)


Tensor.register_hook = register_hook
Tensor.register_post_accumulate_grad_hook = register_post_accumulate_grad_hook
