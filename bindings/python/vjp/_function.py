"""Custom functions: a forward and a backward written in Python."""

from . import _core
from ._autograd import no_grad
from ._core import NULL, carry, check
from ._ffi import ffi, lib
from ._tensor import Tensor, borrowed


class Context:
    """What a forward tells its backward: `save_for_backward`, and any attribute it likes.

    Keep inputs and results by save_for_backward only: a result kept as an attribute is a cycle through C that the
    garbage collector cannot free, and its changes in place go unnoticed.
    """

    def __init__(self, needs):
        self._needs = needs
        self._saved = ()
        self._node = None
        self._not_differentiable = ()
        self._materialize = True

    def save_for_backward(self, *tensors):
        for item in tensors:
            if item is not None and not isinstance(item, Tensor):
                raise TypeError(f"save_for_backward takes tensors and None, not {type(item).__name__}")
        self._saved = tensors

    def mark_non_differentiable(self, *tensors):
        self._not_differentiable = tensors

    def set_materialize_grads(self, value):
        self._materialize = bool(value)

    @property
    def needs_input_grad(self):
        """For each argument of forward, whether its gradient is wanted."""
        if self._node is None:
            return self._needs
        return tuple([lib.vjp_function_needs_input_grad(self._node, i) for i in range(len(self._needs))])

    @property
    def saved_tensors(self):
        if self._node is None:
            raise _core.StateError("saved_tensors: they can be read while backward runs")
        result = []
        for i, present in enumerate(self._saved):
            out = ffi.new("vjp_tensor*[1]")
            if present:
                check(lib.vjp_function_saved(self._node, i, out))
            result.append(Tensor(out[0]) if out[0] else None)
        return tuple(result)


class Function:
    """Base of custom functions. Subclasses define

        @staticmethod
        def forward(ctx, *args): ...            # or forward(*args) and setup_context(ctx, inputs, output)
        @staticmethod
        def backward(ctx, *grad_outputs): ...   # a gradient (or None) for each argument of forward

    and are called by `apply`.
    """

    @staticmethod
    def forward(*args):
        raise NotImplementedError("a Function needs a forward")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("a Function needs a backward")

    setup_context = None

    @classmethod
    def apply(cls, *args):
        recording = lib.vjp_grad_mode()
        ctx = Context(tuple([recording and isinstance(item, Tensor) and item.requires_grad for item in args]))
        with no_grad():
            if cls.setup_context is None:
                output = cls.forward(ctx, *args)
            else:
                output = cls.forward(*args)
                cls.setup_context(ctx, args, output)
        single = not isinstance(output, tuple)
        results = [_fresh(item, args) if any(ctx._needs) else item for item in ((output,) if single else output)]
        if any(ctx._needs):
            _record(cls, ctx, args, (output,) if single else output, results)
        return results[0] if single else tuple(results)


def _fresh(result, args):
    """An argument handed through, or a view of one, becomes a result of its own, which can get a history."""
    if isinstance(result, Tensor):
        if any(result is item for item in args) or not result.is_leaf or result.requires_grad or result._is_view():
            with no_grad():
                return result.clone()
    return result


def _record(cls, ctx, args, outputs, results):
    """Ties results to args with a node whose backward is cls.backward."""
    skipped = {id(item) for item in ctx._not_differentiable}
    places = [i for i, item in enumerate(results) if isinstance(item, Tensor) and id(outputs[i]) not in skipped
              and (item.dtype.is_floating_point or item.dtype.is_complex)]
    # What was saved may have been replaced by its fresh copy.
    fresh = {id(old): new for old, new in zip(outputs, results) if isinstance(old, Tensor) and
             not any(old is item for item in args)}
    saved = [NULL if item is None else fresh.get(id(item), item)._p for item in ctx._saved]
    backward = _Backward(cls, ctx, len(results), places)
    function = ffi.new("vjp_function*")
    function.struct_size = ffi.sizeof("vjp_function")
    name = ffi.new("char[]", (cls.__name__ + "Backward").encode())
    function.name = name
    function.backward = lib.python_backward
    function.context = handle = _core.context(backward)
    function.drop = lib.python_drop
    function.materialize_grads = ctx._materialize
    if lib.vjp_function_record(function, [item._p if isinstance(item, Tensor) else NULL for item in args], len(args),
                               [results[i]._p for i in places], len(places), saved, len(saved)):
        _core.forget(handle)
        raise _core.failure()
    ctx._saved = tuple([item is not None for item in ctx._saved])  # C keeps the tensors, and checks them


class _Backward:
    """The context of a recorded node."""

    __slots__ = ("cls", "ctx", "count", "places")

    def __init__(self, cls, ctx, count, places):
        self.cls, self.ctx, self.count, self.places = cls, ctx, count, places

    def run(self, node, grads, out, num_inputs):
        arguments = [None] * self.count
        for i, place in enumerate(self.places):
            if grads[i]:
                arguments[place] = borrowed(grads[i])
        outer, self.ctx._node = self.ctx._node, node
        try:
            results = self.cls.backward(self.ctx, *arguments)
        finally:
            self.ctx._node = outer
        results = results if isinstance(results, tuple) else (results,)
        if len(results) < num_inputs or any(item is not None for item in results[num_inputs:]):
            raise _core.InvalidError(
                f"{self.cls.__name__}.backward returned {len(results)} gradients, forward has {num_inputs} arguments")
        for i in range(num_inputs):
            item = results[i]
            if item is None:
                continue
            if not isinstance(item, Tensor):
                raise TypeError(f"{self.cls.__name__}.backward: gradient {i} is no tensor but {type(item).__name__}")
            out[i] = lib.vjp_tensor_retain(item._p)


@ffi.def_extern(error=lib.VJP_ERROR_INTERNAL)
def python_backward(context, node, grads, _num_grads, out, num_inputs):
    try:
        ffi.from_handle(context).run(node, grads, out, num_inputs)
        return 0
    except BaseException as error:  # must not cross C
        return carry(error)
