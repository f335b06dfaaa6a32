"""What nodes save for backward: the hooks that pack it, and regions."""

from . import _core, _native
from ._core import Region, check
from ._ffi import ffi, lib
from ._tensor import Tensor, pointer


def Pair(pack, unpack):
    """The context of a pair of hooks."""
    for what, hook in (("pack_hook", pack), ("unpack_hook", unpack)):
        if not callable(hook):
            raise TypeError(f"{what} must be callable, not {type(hook).__name__}")
    return pack, unpack


_PACK, _UNPACK, _DROP_PACKED = [_native.callback_address(name) for name in ("pack", "unpack", "drop_packed")]


def with_pair(pair, call):
    """Runs call(hooks) with the C form of a pair, whose context C takes over unless the call fails."""
    hooks = ffi.new("vjp_saved_tensor_hooks*")
    hooks.struct_size = ffi.sizeof("vjp_saved_tensor_hooks")
    for member, function in (("pack", _PACK), ("unpack", _UNPACK), ("drop_packed", _DROP_PACKED)):
        setattr(hooks, member, ffi.cast(ffi.typeof(getattr(hooks, member)), function))
    hooks.context = handle = _core.context(pair)
    hooks.drop = _core.drop
    if call(hooks):
        _core.forget(handle)
        raise _core.failure()


class saved_tensors_hooks(Region):
    """`with saved_tensors_hooks(pack_hook, unpack_hook):` decides how the tensors saved for backward are kept.

    pack_hook(tensor) is called when a tensor is saved and may return anything; unpack_hook(that) is called each time
    the tensor is needed and returns a tensor of the same shape and dtype. Of nested blocks the innermost pair counts.
    Neither hook may change its argument in place. Values that went through hooks are not checked for changes.

    pack_hook gets the results of operations without their history, so keeping one closes no circle.
    """

    def __init__(self, pack_hook, unpack_hook):
        self._pair = Pair(pack_hook, unpack_hook)

    def _begin(self, out):
        with_pair(self._pair, lambda hooks: lib.vjp_guard_saved_tensor_hooks(hooks, out))


class save_on_cpu(Region):
    """`with save_on_cpu():` keeps what is saved for backward in host memory; what lies there already is not copied."""

    def __init__(self, pin_memory=False, device_type="cuda"):
        self._pin_memory = bool(pin_memory)

    def _begin(self, out):
        check(lib.vjp_guard_save_on_cpu(self._pin_memory, out))


class disable_saved_tensors_hooks(Region):
    """In this block, entering saved_tensors_hooks raises StateError with `error_message`."""

    def __init__(self, error_message):
        self._message = error_message.encode()

    def _begin(self, out):
        check(lib.vjp_guard_no_saved_tensor_hooks(self._message, out))


class allow_mutation_on_saved_tensors(Region):
    """In this block tensors that nodes have saved may be changed in place: the old value is copied for the nodes first.

    Backward has to run in the same block. Such blocks do not nest.
    """

    def _begin(self, out):
        check(lib.vjp_guard_saved_tensor_mutation(out))


# ---- versions ----

def _handles(tensors, what):
    tensors = (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)
    return tensors, [pointer(item, what) for item in tensors]


def increment_version(tensor):
    """Marks a tensor, or each of several, as changed behind the library's back."""
    _, handles = _handles(tensor, "increment_version: tensor")
    check(lib.vjp_tensor_version_advance_all(handles, len(handles)))


class unsafe_preserve_version_counter(Region):
    """Unsafe: at the end of this block the tensors have the versions they had before, so changes go unnoticed."""

    def __init__(self, tensors):
        self._tensors, self._handles = _handles(tensors, "_unsafe_preserve_version_counter: tensors")

    def _begin(self, out):
        check(lib.vjp_guard_preserve_versions_unsafe(self._handles, len(self._handles), out))


def unsafe_set_version_counter(tensors, versions):
    """Unsafe: sets the version of a tensor, or the versions of several."""
    if isinstance(tensors, Tensor):
        versions = (versions,)
    tensors, handles = _handles(tensors, "_unsafe_set_version_counter: tensors")
    versions = tuple(versions)
    if len(versions) != len(tensors):
        raise _core.InvalidError(f"_unsafe_set_version_counter: {len(tensors)} tensors, {len(versions)} versions")
    for handle, version in zip(handles, versions):
        check(lib.vjp_tensor_version_set_unsafe(handle, version))


# ---- what a node saved ----

class SavedTensor(_native.RawSaved):
    """A tensor as a node keeps it, not unpacked: `node._raw_saved_<name>`."""

    __slots__ = ()

    def __new__(cls):
        raise TypeError("SavedTensor cannot be made; read node._raw_saved_<name>")

    def unpack(self):
        """The tensor, with all checks of saved values; None if there is none."""
        out = ffi.new("vjp_tensor*[1]")
        check(lib.vjp_saved_tensor_unpack(self._p, out))
        return Tensor(out[0]) if out[0] else None

    def register_hooks(self, pack_hook, unpack_hook):
        """Packs this one value now, by a pair of hooks as saved_tensors_hooks has them. Once only."""
        with_pair(Pair(pack_hook, unpack_hook), lambda hooks: lib.vjp_saved_tensor_register_hooks(self._p, hooks))


def _raw(node, name, element):
    out = ffi.new("vjp_saved_tensor*[1]")
    check(lib.vjp_node_raw_saved(node._p, name, element, out))
    return _native.RawSaved.__new__(SavedTensor, out[0])


def _raw_attribute(node, name):
    kind = lib.vjp_node_saved_kind(node._p, name)
    if kind != lib.VJP_KIND_TENSOR_LIST:
        return _raw(node, name, 0)
    count = lib.vjp_node_num_raw_saved(node._p, name)
    if count == 0:  # a list without tensors, or one that was freed: reading it shows which
        out = ffi.new("vjp_saved_attribute*[1]")
        check(lib.vjp_node_saved(node._p, name, out))
        lib.vjp_saved_attribute_release(out[0])
    return tuple([_raw(node, name, i) for i in range(count)])


def _tensor(pointer):
    return Tensor(lib.vjp_tensor_retain(pointer)) if pointer else None


def _value(value):
    """A vjp_value as Python sees it."""
    kind, union = value.kind, getattr(value, "as")
    if kind == lib.VJP_KIND_NONE:
        return None
    if kind == lib.VJP_KIND_TENSOR:
        return _tensor(union.tensor)
    if kind == lib.VJP_KIND_TENSOR_LIST:
        return tuple([_tensor(union.tensors[i]) for i in range(value.count)])
    if kind == lib.VJP_KIND_INT_LIST:
        return tuple(ffi.unpack(union.ints, value.count)) if value.count else ()
    if kind == lib.VJP_KIND_FLOAT_LIST:
        return tuple(ffi.unpack(union.floats, value.count)) if value.count else ()
    if kind == lib.VJP_KIND_STRING:
        return ffi.string(union.string).decode()
    if kind == lib.VJP_KIND_DEVICE:
        return _core.device_from(union.device)
    if kind == lib.VJP_KIND_DTYPE:
        return _core.DTYPES[union.integer]
    return _core.from_struct(value)


def names(node):
    return [ffi.string(lib.vjp_node_saved_name(node._p, i)).decode() for i in range(lib.vjp_node_num_saved(node._p))]


def attribute(node, name):
    """`_saved_<name>` and `_raw_saved_<name>` of a node."""
    for prefix in ("_saved_", "_raw_saved_"):
        wanted = name.removeprefix(prefix)
        if wanted == name:
            continue
        if wanted not in names(node):
            break
        if prefix == "_raw_saved_":
            return _raw_attribute(node, wanted.encode())
        out = ffi.new("vjp_saved_attribute*[1]")
        check(lib.vjp_node_saved(node._p, wanted.encode(), out))
        held = ffi.gc(out[0], lib.vjp_saved_attribute_release)
        return _value(lib.vjp_saved_attribute_value(held)[0])
    raise AttributeError(f"{node.name()} has no attribute '{name}'; it saved {', '.join(names(node)) or 'nothing'}")
