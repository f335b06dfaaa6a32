"""What nodes save for backward: the hooks that pack it, and regions."""

from . import _core
from ._core import carry, check
from ._ffi import ffi, lib
from ._tensor import Tensor, borrowed


class Region:
    """A `with` block around a vjp_guard, which subclasses make. May be entered again, inside itself too."""

    def __init__(self):
        self._guards = []

    def _begin(self, out):
        raise NotImplementedError

    def __enter__(self):
        out = ffi.new("vjp_guard*[1]")
        self._begin(out)
        self._guards.append(out[0])

    def __exit__(self, *exception):
        check(lib.vjp_guard_exit(self._guards.pop()))


class Pair:
    """The context of a pair of hooks."""

    __slots__ = ("pack", "unpack")

    def __init__(self, pack, unpack):
        for what, hook in (("pack_hook", pack), ("unpack_hook", unpack)):
            if not callable(hook):
                raise TypeError(f"{what} must be callable, not {type(hook).__name__}")
        self.pack, self.unpack = pack, unpack


def with_pair(pair, call):
    """Runs call(hooks) with the C form of a pair, whose context C takes over unless the call fails."""
    hooks = ffi.new("vjp_saved_tensor_hooks*")
    hooks.struct_size = ffi.sizeof("vjp_saved_tensor_hooks")
    hooks.pack, hooks.unpack, hooks.drop_packed = lib.python_pack, lib.python_unpack, lib.python_drop_packed
    hooks.context = handle = _core.context(pair)
    hooks.drop = lib.python_drop
    if call(hooks):
        _core.forget(handle)
        raise _core.failure()


@ffi.def_extern(error=lib.VJP_ERROR_INTERNAL)
def python_pack(context, tensor, packed):
    try:
        packed[0] = _core.context(ffi.from_handle(context).pack(borrowed(tensor)))
        return 0
    except BaseException as error:  # must not cross C: whoever called gets this very object
        return carry(error)


@ffi.def_extern(error=lib.VJP_ERROR_INTERNAL)
def python_unpack(context, packed, out):
    try:
        result = ffi.from_handle(context).unpack(ffi.from_handle(packed))
        if not isinstance(result, Tensor):
            raise TypeError(f"an unpack hook must return a tensor, not {type(result).__name__}: {result!r}")
        out[0] = lib.vjp_tensor_retain(result._p)
        return 0
    except BaseException as error:
        return carry(error)


@ffi.def_extern()
def python_drop_packed(_context, packed):
    _core.forget(packed)


class saved_tensors_hooks(Region):
    """`with saved_tensors_hooks(pack_hook, unpack_hook):` decides how the tensors saved for backward are kept.

    pack_hook(tensor) is called when a tensor is saved and may return anything; unpack_hook(that) is called each time
    the tensor is needed and returns a tensor of the same shape and dtype. Of nested blocks the innermost pair counts.
    Neither hook may change its argument in place. Values that went through hooks are not checked for changes.

    pack_hook gets the results of operations without their history, so keeping one closes no circle.
    """

    def __init__(self, pack_hook, unpack_hook):
        super().__init__()
        self._pair = Pair(pack_hook, unpack_hook)

    def _begin(self, out):
        with_pair(self._pair, lambda hooks: lib.vjp_saved_tensor_hooks_push(hooks, out))


class save_on_cpu(Region):
    """`with save_on_cpu():` keeps what is saved for backward in host memory; what lies there already is not copied."""

    def __init__(self, pin_memory=False, device_type="cuda"):
        super().__init__()
        self._pin_memory = bool(pin_memory)

    def _begin(self, out):
        check(lib.vjp_save_on_cpu(self._pin_memory, out))


class disable_saved_tensors_hooks(Region):
    """In this block, entering saved_tensors_hooks raises StateError with `error_message`."""

    def __init__(self, error_message):
        super().__init__()
        self._message = error_message.encode()

    def _begin(self, out):
        check(lib.vjp_saved_tensor_hooks_disable(self._message, out))
