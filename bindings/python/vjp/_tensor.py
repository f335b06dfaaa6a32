"""The tensor: a handle of the library with the manners of an array. Operators are added by _generated_ops."""

import contextlib
import operator
from copy import deepcopy

from . import _core
from ._core import DTYPES, NULL, MemoryFormat, check, failure
from ._ffi import ffi, lib
from ._native import Tensor

_retain = lib.vjp_tensor_retain


_ANYWHERE = contextlib.nullcontext()


def _check_strided(x, what):
    if lib.vjp_tensor_layout(x._p):
        raise _core.StateError(f"{what}: the tensor is {x.layout!r} and has no memory of its own; ask its members "
                               "(values and indices), or use to_dense()")


class _Manners:
    """A strided array that remembers how it was computed. Make one with vjp.tensor, vjp.zeros, vjp.from_numpy, ..."""

    __array_priority__ = 1000  # for array libraries that do not ask __array_ufunc__ (_numpy.py)

    # ---- metadata ----

    @property
    def shape(self):
        """The sizes, a tuple of integers: `vjp.ones(2, 3).shape == (2, 3)`."""
        p = self._p
        return tuple(ffi.unpack(lib.vjp_tensor_shape(p), lib.vjp_tensor_ndim(p)))

    @property
    def ndim(self):
        """The number of dimensions; `dim()` is the same."""
        return lib.vjp_tensor_ndim(self._p)

    @property
    def dtype(self):
        """The type of the elements, e.g. vjp.float32. `to(dtype)` converts."""
        return DTYPES[lib.vjp_tensor_dtype(self._p)]

    @property
    def device(self):
        """Where the elements lie, a vjp.device. `to(device)` copies."""
        return _core.device_from(lib.vjp_tensor_device(self._p))

    @property
    def itemsize(self):
        """Bytes of an element."""
        return self.dtype.itemsize

    @property
    def nbytes(self):
        """Bytes of all elements, without gaps."""
        return self.numel() * self.dtype.itemsize

    def numel(self):
        """The number of elements, the product of the sizes."""
        return lib.vjp_tensor_numel(self._p)

    def dim(self):
        """The number of dimensions; `ndim` is the same."""
        return lib.vjp_tensor_ndim(self._p)

    def size(self, dim=None):
        """The sizes as a tuple, or that of one dimension, which may count from the end.

        >>> vjp.ones(2, 3).size(-1)
        3
        """
        shape = self.shape
        if dim is None:
            return shape
        try:
            return shape[dim]
        except IndexError:
            raise _core.OutOfRangeError(f"size: there is no dimension {dim} in {list(shape)}") from None

    def stride(self, dim=None):
        """How many elements lie between neighbours, for each dimension or for one of them.

        >>> vjp.ones(2, 3).T.stride()
        (1, 3)
        """
        p = self._p
        _check_strided(self, "stride")
        strides = tuple(ffi.unpack(lib.vjp_tensor_strides(p), lib.vjp_tensor_ndim(p)))
        if dim is None:
            return strides
        try:
            return strides[dim]
        except IndexError:
            raise _core.OutOfRangeError(f"stride: there is no dimension {dim} in {list(self.shape)}") from None

    def storage_offset(self):
        """How many elements of its storage lie before the first of this tensor's."""
        _check_strided(self, "storage_offset")
        return lib.vjp_tensor_storage_offset(self._p)

    def is_contiguous(self, memory_format=None):
        """Whether the elements lie in row-major order without gaps, or in that of a memory format such as
        `vjp.channels_last`; `contiguous` makes it so. Sizes of 1 do not count.

        >>> vjp.ones(1, 3, 2, 2).is_contiguous(memory_format=vjp.channels_last)
        False
        """
        _check_strided(self, "is_contiguous")
        if memory_format is None:
            return lib.vjp_tensor_is_contiguous(self._p)
        return lib.vjp_tensor_is_contiguous_in(self._p, MemoryFormat(memory_format))

    def is_floating_point(self):
        """Whether the dtype is float16, bfloat16, float32 or float64."""
        return self.dtype.is_floating_point

    def is_complex(self):
        """Whether the dtype is complex64 or complex128."""
        return self.dtype.is_complex

    def data_ptr(self):
        """The address of the first element, on its device."""
        _check_strided(self, "data_ptr")
        _core.check_memory(self)
        return _core.address(lib.vjp_tensor_data(self._p))

    # ---- autograd ----

    @property
    def requires_grad(self):
        """Whether operations on the tensor are recorded, so that backward reaches it. May be set on leaves of floating
        or complex dtype."""
        return lib.vjp_tensor_requires_grad(self._p)

    @requires_grad.setter
    def requires_grad(self, value):
        check(lib.vjp_tensor_set_requires_grad(self._p, value))

    def requires_grad_(self, requires_grad=True):
        """Sets `requires_grad` and returns the tensor.

        >>> vjp.ones(2).requires_grad_().requires_grad
        True
        """
        check(lib.vjp_tensor_set_requires_grad(self._p, requires_grad))
        return self

    @property
    def is_leaf(self):
        """Whether no recorded operation made the tensor: backward adds the gradients of leaves to their `grad`."""
        return lib.vjp_tensor_is_leaf(self._p)

    @property
    def grad(self):
        """The gradient that backward has added up here, a tensor of this one's shape, dtype and device, or None.

        May be set, and deleted. Backward fills it for leaves that require grad, and after `retain_grad()`.

        >>> x = vjp.tensor([1.0, 2.0], requires_grad=True)
        >>> (x * x).sum().backward()
        >>> x.grad
        tensor([2., 4.])
        """
        out = ffi.new("vjp_tensor*[1]")
        check(lib.vjp_tensor_grad(self._p, out))
        if out[0]:
            return Tensor(out[0])
        if not lib.vjp_tensor_is_leaf(self._p) and not lib.vjp_tensor_retains_grad(self._p):
            _core.warn("grad of a tensor that is not a leaf: backward fills it only after retain_grad(); did you mean "
                       "the grad of a leaf?")
        return None

    @grad.setter
    def grad(self, value):
        check(lib.vjp_tensor_set_grad(self._p, NULL if value is None else pointer(value, "grad")))

    @grad.deleter
    def grad(self):
        check(lib.vjp_tensor_set_grad(self._p, NULL))

    def detach(self):
        """A view of the same memory that is not part of the graph and does not require grad.

        Derivative: none; changes in place are seen by both, and counted.
        """
        p = lib.call_tensor_detach(self._p)
        if p:
            return Tensor(p)
        raise failure()

    def detach_(self):
        """Takes the tensor itself out of the graph; it no longer requires grad. Views cannot be detached in place."""
        check(lib.vjp_tensor_detach_(self._p))
        return self

    @property
    def data(self):
        """The same memory without history, whose changes are invisible to version checks. Prefer detach()."""
        out = ffi.new("vjp_tensor*[1]")
        check(lib.vjp_tensor_data_alias(self._p, out))
        return Tensor(out[0])

    @data.setter
    def data(self, value):
        check(lib.vjp_tensor_set_data(self._p, pointer(value, "data")))

    def resize_(self, *sizes):
        """Changes the shape in place. Elements in memory stay; new ones are uninitialised."""
        shape = tuple(sizes[0]) if len(sizes) == 1 and hasattr(sizes[0], "__len__") else sizes
        check(lib.vjp_tensor_resize_(self._p, shape, len(shape)))
        return self

    def is_inference(self):
        """Whether the tensor was made in inference mode."""
        return lib.vjp_tensor_is_inference(self._p)

    def retain_grad(self):
        """Asks backward to fill `grad` of this tensor, too, which is not a leaf."""
        check(lib.vjp_tensor_retain_grad(self._p))

    @property
    def retains_grad(self):
        """Whether `retain_grad()` was called and has an effect: backward fills the `grad` of this non-leaf."""
        return lib.vjp_tensor_retains_grad(self._p)

    @property
    def _version(self):
        out = ffi.new("int64_t*")
        check(lib.vjp_tensor_version(self._p, out))
        return out[0]

    def _is_view(self):
        return lib.vjp_tensor_is_view(self._p)

    @property
    def _base(self):
        if not lib.vjp_tensor_is_view(self._p):
            return None
        out = ffi.new("vjp_tensor*[1]")
        check(lib.vjp_tensor_base(self._p, out))
        return Tensor(out[0])

    @property
    def output_nr(self):
        """Which result of `grad_fn` the tensor is, counted from 0."""
        return lib.vjp_tensor_output_number(self._p)

    # ---- values ----

    def item(self):
        """The element of a one-element tensor as a Python number."""
        out = ffi.new("vjp_scalar*")
        check(lib.vjp_tensor_item(self._p, out))
        return _core.from_struct(out)

    def _one(self, what):
        """The element, for what makes a Python number of a tensor."""
        if lib.vjp_tensor_numel(self._p) == 1:
            return self.item()
        hint = "; .any() or .all() says whether some or all elements are true" if what == "bool" else ""
        raise _core.ShapeError(f"{what}: a tensor of one element is needed, got shape {list(self.shape)}{hint}")

    def __float__(self):
        value = self._one("float")
        if isinstance(value, complex):
            raise _core.DtypeError(f"float: the tensor is {self.dtype.name}; use x.real, x.imag or complex(x)")
        return float(value)

    def __int__(self):
        value = self._one("int")
        if isinstance(value, complex):
            raise _core.DtypeError(f"int: the tensor is {self.dtype.name}; use x.real or x.imag")
        return int(value)

    def __complex__(self):
        return complex(self._one("complex"))

    def __bool__(self):
        return bool(self._one("bool"))

    def __index__(self):
        if not self.dtype.is_floating_point and not self.dtype.is_complex:
            value = self._one("index")
        else:
            raise TypeError(f"only integer tensors of one element can be used as an index, not {self.dtype}")
        return int(value)

    def __len__(self):
        shape = self.shape
        if not shape:
            raise TypeError("len() of a tensor without dimensions")
        return shape[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __contains__(self, value):
        equal = self == value
        return equal is not False and bool(equal.any())  # False: `value` is nothing that tensors compare with

    def __reversed__(self):
        return (self[i] for i in range(len(self) - 1, -1, -1))

    # ---- indexing ----

    def __getitem__(self, key):
        items, count, _keep = _index(key, self)
        p = lib.call_tensor_index(self._p, items, count)
        if p:
            return Tensor(p)
        raise failure(invalid=_core.OutOfRangeError)

    def __setitem__(self, key, value):
        items, count, _keep = _index(key, self)
        if value.__class__ is float or value.__class__ is int:
            with self._here():
                p = lib.call_tensor_from_scalar(*_core.number(value), lib.vjp_tensor_dtype(self._p))
            if not p:
                raise failure()
            value = Tensor(p)
        elif not isinstance(value, Tensor):
            if isinstance(value, complex) and not self.dtype.is_complex:
                raise _core.DtypeError(f"index_put: the complex number {value} does not fit a tensor of "
                                       f"{self.dtype.name}")
            if value is None or isinstance(value, (str, bytes, dict, set)):
                raise TypeError("index_put: the value must be a tensor, a number, a sequence of them or an array, not "
                                f"{_core.type_name(value)}")
            with self._here():
                value = as_tensor(value, self.dtype)
        if lib.vjp_tensor_index_put(self._p, items, count, value._p):
            raise failure(invalid=_core.OutOfRangeError)

    def _here(self):
        """A region whose new tensors lie where this one does."""
        return _core.on_device(self.device) if _core.off_host else _ANYWHERE

    # ---- text and copies ----

    def __repr__(self):
        from ._print import describe

        return describe(self)

    def __format__(self, spec):
        return format(self.item(), spec) if spec and self.ndim == 0 else object.__format__(self, spec)

    def __copy__(self):
        copy = self.detach().requires_grad_(self.requires_grad) if self.is_leaf else self.detach()
        return _with_attributes(copy, vars(self))

    def __deepcopy__(self, memo):
        if not self.is_leaf:
            raise _core.StateError("deepcopy: only tensors that the user made can be copied deeply; detach() it first")
        copy = memo[id(self)] = self.detach().clone().requires_grad_(self.requires_grad)
        grad = self.grad
        if grad is not None:
            copy.grad = grad.detach().clone()
        return _with_attributes(copy, deepcopy(vars(self), memo))

    def __reduce__(self):
        if lib.vjp_tensor_layout(self._p) != lib.VJP_LAYOUT_STRIDED:
            from ._sparse import reduced

            return (*reduced(self), dict(vars(self)) or None)
        parts = (self.detach().tobytes(), self.shape, self.dtype.name, self.requires_grad, str(self.device))
        return _rebuild, parts, dict(vars(self)) or None  # attributes become the new one's


# The type itself is C's (native/objects.c): Tensor(pointer) takes over one reference of a vjp_tensor* and gives the
# one object of that tensor.
for _name, _member in vars(_Manners).items():
    if _name not in ("__module__", "__dict__", "__weakref__", "__qualname__", "__firstlineno__",
                     "__static_attributes__"):
        setattr(Tensor, _name, _member)


def _with_attributes(tensor, attributes):
    for name, value in attributes.items():
        setattr(tensor, name, value)
    return tensor


def pointer(value, what, wanted="a tensor"):
    """The handle of a tensor argument, with a clear error for anything else."""
    if isinstance(value, Tensor):
        return value._p
    raise TypeError(f"{what} must be {wanted}, not {_core.type_name(value)}")


def borrowed(p):
    """A tensor for a handle that C lent us."""
    return Tensor(_retain(p))


def from_list(tensors):
    """The tensors of a vjp_tensor_list*, which is released."""
    result = tuple([Tensor(_retain(lib.vjp_tensor_list_get(tensors, i)))
                    for i in range(lib.vjp_tensor_list_size(tensors))])
    lib.vjp_tensor_list_release(tensors)
    return result


def like_on(x, device):
    """What a `*_like` function makes a tensor like: of the shape and dtype of `x`, but on the device. One element."""
    device = _core.device(device)
    if device == x.device:
        return x
    with _core.on_device(device):
        p = lib.call_tensor_empty((), 0, lib.vjp_tensor_dtype(x._p))
    if not p:
        raise failure()
    return Tensor(p).expand(x.shape)


# ---- index expressions ----

_INT, _SLICE, _NEW_AXIS = lib.VJP_INDEX_INT, lib.VJP_INDEX_SLICE, lib.VJP_INDEX_NEW_AXIS
_MOST = 2**63 - 1
_ELLIPSIS, _TENSOR, _ABSENT = lib.VJP_INDEX_ELLIPSIS, lib.VJP_INDEX_TENSOR, lib.VJP_INDEX_ABSENT


def _bound(number):
    """A part of a slice. What int64 cannot hold is beyond every tensor, and its smallest number stands for None."""
    return max(-_MOST, min(operator.index(number), _MOST))


def _index(key, x):
    """(vjp_index array, its length, tensors to keep alive during the call) for what stands in brackets."""
    keys = key if key.__class__ is tuple else (key,)
    items = ffi.new("vjp_index[]", len(keys))
    keep = []
    for item, k in zip(items, keys):
        if k.__class__ is int:
            item.kind, item.start = _INT, k
        elif k.__class__ is slice:
            item.kind = _SLICE
            item.start = _ABSENT if k.start is None else _bound(k.start)
            item.stop = _ABSENT if k.stop is None else _bound(k.stop)
            item.step = 1 if k.step is None else _bound(k.step)
        elif k is None:
            item.kind = _NEW_AXIS
        elif k is Ellipsis:
            item.kind = _ELLIPSIS
        elif not isinstance(k, (bool, Tensor)) and hasattr(k, "__index__") and not getattr(k, "shape", ()):
            item.kind, item.start = _INT, operator.index(k)
        else:
            if not isinstance(k, Tensor):
                with x._here():
                    k = _index_tensor(k)
            keep.append(k)
            item.kind, item.tensor = _TENSOR, k._p
    return items, len(keys), keep


def _index_tensor(key):
    """A list, range, bool or array inside brackets."""
    if isinstance(key, (float, complex, str, bytes)):
        raise TypeError(f"tensors are indexed by integers, slices, None, ..., lists and integer or boolean tensors, "
                        f"not {type(key).__name__}")
    return as_tensor([], "int64") if hasattr(key, "__len__") and len(key) == 0 else as_tensor(key)


def as_tensor(value, dtype=None):
    from ._create import tensor

    return tensor(value, dtype=dtype)


def _rebuild(data, shape, dtype, requires_grad, device="cpu"):
    out = ffi.new("vjp_tensor*[1]")
    with _core.on_device(device):
        check(lib.vjp_tensor_from_data(ffi.from_buffer(data), shape, len(shape), _core.dtype_of(dtype).code, out))
    return Tensor(out[0]).requires_grad_(requires_grad)
