"""Custom functions: a forward and a backward written in Python."""

import functools
import inspect

from . import _core, _native, _tree, _vmap
from ._autograd import Node, no_grad
from ._core import check
from ._ffi import ffi, lib
from ._tensor import Tensor

__all__ = ["BackwardCFunction", "Function", "FunctionCtx", "InplaceFunction", "once_differentiable"]


def _only_tensors(items, what, none=False):
    for item in items:
        if not isinstance(item, Tensor) and not (none and item is None):
            raise TypeError(f"{what} takes tensors{' and None' if none else ''}, not {type(item).__name__}")


def _unpack(node, count):
    """What a node saved, unpacked anew."""
    result = []
    for i in range(count):
        out = ffi.new("vjp_tensor*[1]")
        check(lib.vjp_function_saved(node, i, out))
        result.append(Tensor(out[0]) if out[0] else None)
    return tuple(result)


class FunctionCtx:
    """The context of one application: what forward (or setup_context) leaves for backward and jvp.

    Any attribute may be set on it. Attributes live as long as the graph, are not freed by backward, and changes of
    tensors among them go unnoticed: keep inputs and results by save_for_backward.
    """

    # With a text for what users see.
    __slots__ = {
        **dict.fromkeys(("_needs", "_node", "_saved", "_forward", "_dirty", "_constant", "_in_jvp", "__dict__",
                         "__weakref__")),
        "materialize_grads": "Whether undefined gradients reach backward as zeros; set by set_materialize_grads."}

    def __init__(self):
        self._needs = ()
        self._node = None  # while backward runs
        self._saved = self._forward = self._dirty = self._constant = ()
        self._in_jvp = False
        self.materialize_grads = True

    def save_for_backward(self, *tensors):
        """Keeps tensors (or None) for backward, where `saved_tensors` has them. The last call counts."""
        _only_tensors(tensors, "save_for_backward", none=True)
        self._saved = tensors

    def save_for_forward(self, *tensors):
        """Keeps tensors (or None) for jvp, where `saved_tensors` has them. The last call counts."""
        _only_tensors(tensors, "save_for_forward", none=True)
        self._forward = tensors

    def mark_dirty(self, *args):
        """Declares arguments that forward changed in place. Each must be returned."""
        _only_tensors(args, "mark_dirty")
        self._dirty = args

    def mark_non_differentiable(self, *args):
        """Declares results through which no gradient flows. Integer and boolean ones need it not."""
        _only_tensors(args, "mark_non_differentiable")
        self._constant = args

    def set_materialize_grads(self, value):
        """Whether undefined gradients reach backward as zeros (the default) or as None."""
        self.materialize_grads = bool(value)

    @property
    def needs_input_grad(self):
        """For each argument of forward whether it requires grad; in backward, whether its gradient is wanted."""
        if self._node is None:
            return self._needs
        return tuple([lib.vjp_function_needs_input_grad(self._node, i) for i in range(len(self._needs))])

    @property
    def saved_tensors(self):
        """What was saved: unpacked anew, and checked for changes in place, at every reading."""
        if self._in_jvp:
            return self._forward
        if self._node is None:
            raise _core.StateError("saved_tensors: they can be read while backward or jvp runs")
        return _unpack(self._node, lib.vjp_function_num_saved(self._node))


class BackwardCFunction(Node):
    """The node of a custom function. Attributes of the context are attributes of the node, too."""

    __slots__ = ()

    @property
    def _ctx(self):
        return _core.object_of(lib.vjp_function_context(self._p)).ctx

    @property
    def saved_tensors(self):
        """What the forward saved: unpacked anew, and checked for changes in place, at every reading."""
        return _unpack(self._p, lib.vjp_function_num_saved(self._p))

    @property
    def needs_input_grad(self):
        """For each argument whether its gradient is wanted."""
        return tuple([lib.vjp_function_needs_input_grad(self._p, i) for i in range(lib.vjp_node_num_edges(self._p))])

    def __getattr__(self, name):
        if name != "_p":
            attributes = self._ctx.__dict__
            if name in attributes:
                return attributes[name]
            if name.startswith(("_saved_", "_raw_saved_")):
                return super().__getattr__(name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


def once_differentiable(fn):
    """Decorates a backward that cannot be differentiated itself: it runs under no_grad, and whoever differentiates what
    it gave once more gets an UnsupportedError (a NotImplementedError)."""
    @functools.wraps(fn)
    def wrapper(ctx, *args):
        with no_grad():
            return fn(ctx, *args)
    wrapper._once_differentiable = True
    return wrapper


class Function:
    """Base of custom functions. Subclasses define

        @staticmethod
        def forward(ctx, *args): ...            # or forward(*args) and setup_context(ctx, inputs, output)
        @staticmethod
        def backward(ctx, *grad_outputs): ...   # a gradient (or None) for each argument of forward; also spelt vjp
        @staticmethod
        def jvp(ctx, *grad_inputs): ...         # a tangent (or None) for each result, from one for each argument

    and are called by `apply`. Tensors that are arguments themselves are differentiated by, not those inside of lists,
    tuples or dictionaries; results are a tensor or a tuple, whose other members are handed on as they are.
    """

    # Accepted for PyTorch's sake: without a vmap below, forward and backward run on batched tensors.
    generate_vmap_rule = False

    @staticmethod
    def forward(*args, **kwargs):
        """forward(ctx, *args), or forward(*args) beside setup_context: computes the results. A subclass defines it."""
        raise _core.UnsupportedError("a Function needs a forward")

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Leaves in the context what backward needs, after a forward that takes no context."""
        raise _core.UnsupportedError("this Function has no setup_context")

    @staticmethod
    def backward(ctx, *grad_outputs):
        """A gradient, or None, for each argument of forward, from one for each result. A subclass defines it."""
        raise _core.UnsupportedError("this Function has no backward")

    @staticmethod
    def vjp(ctx, *grad_outputs):
        """Another spelling of backward."""
        raise _core.UnsupportedError("this Function has no vjp")

    @staticmethod
    def jvp(ctx, *grad_inputs):
        """A tangent, or None, for each result, from one for each argument. A subclass defines it."""
        raise _core.UnsupportedError("this Function has no jvp")

    @staticmethod
    def vmap(info, in_dims, *args):
        """(results, their batch dimensions) of a whole batch, from arguments whose batch dimensions are in_dims (None:
        all samples share it); info has batch_size and randomness. Without it forward and backward run on batched
        tensors."""
        raise _core.UnsupportedError("this Function has no vmap")

    @classmethod
    def apply(cls, *args, **kwargs):
        """Runs forward, and records one node for it if grad mode is on and some argument requires grad."""
        plan = cls.__dict__.get("_plan") or _Plan(cls)
        if plan.signature is not None:
            args = plan.bind(args, kwargs)
        elif kwargs:
            raise TypeError(f"{cls.__name__}.apply() takes no keyword arguments")
        if plan.has_vmap and _vmap.innermost_level(_tree.flatten(args)[0]):
            return _vmap.by_rule(cls, args)
        return _apply(cls, plan, args)


class InplaceFunction(Function):
    """A Function by another name, for programs that use it."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace


class _Plan:
    """What of a Function is the same at every application."""

    def __init__(self, cls):
        def has(name):
            return getattr(cls, name) is not getattr(Function, name)

        name = cls.__name__
        if not has("forward"):
            raise _core.UnsupportedError(f"{name}: the function has no forward")
        if has("backward") and has("vjp"):
            raise _core.InvalidError(f"{name}: backward and vjp are two spellings of the same; define one of them")
        if has("vmap") and cls.generate_vmap_rule:
            raise _core.InvalidError(f"{name}: a vmap is defined and generate_vmap_rule is set; one of the two")
        self.has_vmap = has("vmap")
        self.spelling = "vjp" if has("vjp") else "backward"
        self.backward = getattr(cls, self.spelling)
        self.signature = inspect.signature(cls.forward) if has("setup_context") else None
        self.node_class = type(name + "Backward", (BackwardCFunction,),
                               {"__slots__": (), "_forward_cls": cls, "__module__": cls.__module__})
        self.name = ffi.new("char[]", (name + "Backward").encode())
        function = self.function = ffi.new("vjp_function*")
        function.struct_size = ffi.sizeof("vjp_function")
        function.name = self.name
        if has(self.spelling):
            function.backward = ffi.cast(ffi.typeof(function.backward), _BACKWARD)
            function.once_differentiable = getattr(getattr(cls, self.spelling), "_once_differentiable", False)
        if has("jvp"):
            function.jvp = ffi.cast(ffi.typeof(function.jvp), _JVP)
        function.drop = _core.drop
        function.materialize_grads = function.lock_node = True
        self.address = _core.address(function)
        self.forward = cls.forward if self.signature is None else _with_setup(cls)
        cls._plan = self

    def bind(self, args, kwargs):
        if not kwargs and len(args) == len(self.signature.parameters):
            return args
        bound = self.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.args


def _apply(cls, plan, args):
    ctx = FunctionCtx()
    return _native.apply_function(plan.address, _Application(cls, plan, ctx), ctx, plan.forward, args)


def _with_setup(cls):
    """A forward that has its setup_context beside it, as one that takes the context."""
    def forward(ctx, *args):
        output = cls.forward(*args)
        cls.setup_context(ctx, args, output)
        _check_saved(cls, ctx, args, output)
        return output
    return forward


def _check_saved(cls, ctx, args, output):
    """Spec FUNC-16: what is saved would be the argument, and not the result that setup_context means."""
    results = output if isinstance(output, tuple) else (output,)
    for item in ctx._saved + ctx._forward:
        if (item is not None and any(item is result for result in results) and any(item is arg for arg in args)
                and not any(item is dirty for dirty in ctx._dirty)):
            raise _core.StateError(
                f"{cls.__name__}: a saved tensor is an argument and, unmodified, a result; return a clone of it")


def _tell(ctx, call):
    """What a forward seldom says; what it saved C reads from the context."""
    call = ffi.cast("vjp_function_call*", call)
    if ctx._dirty:
        check(lib.vjp_function_call_mark_dirty(call, [item._p for item in ctx._dirty], len(ctx._dirty)))
    if ctx._constant:
        constant = [item._p for item in ctx._constant]
        check(lib.vjp_function_call_mark_non_differentiable(call, constant, len(constant)))
    if not ctx.materialize_grads:
        check(lib.vjp_function_call_set_materialize_grads(call, False))


_native.prepare_functions(_tell)
_BACKWARD, _JVP = [_native.callback_address(name) for name in ("backward", "jvp")]


class _Application:
    """What C keeps for one application. C calls `backward` and `jvp`, and `checked` with results that it cannot use."""

    __slots__ = ("cls", "plan", "ctx")

    def __init__(self, cls, plan, ctx):
        self.cls = cls
        self.plan = plan
        self.ctx = ctx

    def backward(self, node, *grads):
        ctx = self.ctx
        outer, ctx._node = ctx._node, node
        try:
            return self.plan.backward(ctx, *grads)
        finally:
            ctx._node = outer

    def jvp(self, *tangents):
        ctx = self.ctx
        ctx._in_jvp = True
        try:
            return self.cls.jvp(ctx, *tangents)
        finally:
            ctx._in_jvp = False

    def checked(self, method, results, count):
        what, expected = "tangent", "result"
        if method == "backward":
            method, what, expected = self.plan.spelling, "gradient", "argument"
        results = results if isinstance(results, tuple) else (results,)
        if len(results) < count or any(item is not None for item in results[count:]):
            raise _core.InvalidError(f"{self.cls.__name__}.{method} returned {_core.counted(len(results), what)}, "
                                     f"forward has {_core.counted(count, expected)}")
        for i, item in enumerate(results[:count]):
            if item is not None and not isinstance(item, Tensor):
                raise TypeError(f"{self.cls.__name__}.{method}: {what} {i} is no tensor but {type(item).__name__}")
        return tuple(results[:count])
