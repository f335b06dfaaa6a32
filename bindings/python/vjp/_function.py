"""Custom functions: a forward and a backward written in Python.

Note: contexts and the garbage collector
    C keeps the context of an application for as long as its node lives, and Python's collector cannot see through C. A
    context with an attribute that leads to a result of the same application would so be a cycle nobody ever frees.
    Therefore such a context hangs on the result's Python object as well, and before each full collection C lets go of
    every context whose node nothing but those Python objects keeps (the native reference counts say so): then the cycle
    runs through Python objects only, which the collector sees and frees. What it cannot free is a context that leads to
    something *computed from* the results, for the graph in between is C's. save_for_backward makes no cycle.
"""

import functools
import gc
import inspect
import weakref

from . import _core
from ._autograd import Node, no_grad
from ._core import NULL, callback, called, carry, check, failure
from ._ffi import ffi, lib
from ._tensor import Tensor, borrowed

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
    """The context of one application: what forward (or setup_context) tells backward and jvp.

    Any attribute may be set on it. Attributes live as long as the graph, are not freed by backward, and changes of
    tensors among them go unnoticed: keep inputs and results by save_for_backward.
    """

    __slots__ = ("_needs", "_node", "_saved", "_forward", "_dirty", "_constant", "_in_jvp", "materialize_grads",
                 "__dict__", "__weakref__")

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
        return _core.context_of(lib.vjp_function_context(self._p)).context()

    @property
    def saved_tensors(self):
        return _unpack(self._p, lib.vjp_function_num_saved(self._p))

    @property
    def needs_input_grad(self):
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

    # Whether the rule for vmap follows from the other methods; excludes a vmap of one's own.
    generate_vmap_rule = False

    @staticmethod
    def forward(*args, **kwargs):
        raise _core.UnsupportedError("a Function needs a forward")

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Tells the context what backward needs, after a forward that takes no context."""
        raise _core.UnsupportedError("this Function has no setup_context")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise _core.UnsupportedError("this Function has no backward")

    @staticmethod
    def vjp(ctx, *grad_outputs):
        """Another spelling of backward."""
        raise _core.UnsupportedError("this Function has no vjp")

    @staticmethod
    def jvp(ctx, *grad_inputs):
        raise _core.UnsupportedError("this Function has no jvp")

    @staticmethod
    def vmap(info, in_dims, *args):
        raise _core.UnsupportedError("this Function has no vmap")

    @classmethod
    def apply(cls, *args, **kwargs):
        """Runs forward, and records one node for it if grad mode is on and some argument requires grad."""
        plan = cls.__dict__.get("_plan") or _Plan(cls)
        if plan.signature is not None:
            args = plan.bind(args, kwargs)
        elif kwargs:
            raise TypeError(f"{cls.__name__}.apply() takes no keyword arguments")
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
        self.spelling = "vjp" if has("vjp") else "backward"
        self.signature = inspect.signature(cls.forward) if has("setup_context") else None
        self.node_class = type(name + "Backward", (BackwardCFunction,),
                               {"__slots__": (), "_forward_cls": cls, "__module__": cls.__module__})
        self.name = ffi.new("char[]", (name + "Backward").encode())
        function = self.function = ffi.new("vjp_function*")
        function.struct_size = ffi.sizeof("vjp_function")
        function.name = self.name
        if has(self.spelling):
            function.backward = lib.python_backward
            function.once_differentiable = getattr(getattr(cls, self.spelling), "_once_differentiable", False)
        if has("jvp"):
            function.jvp = lib.python_jvp
        function.drop = lib.python_drop
        function.generate_vmap = bool(cls.generate_vmap_rule)
        function.materialize_grads = function.lock_node = True
        cls._plan = self

    def bind(self, args, kwargs):
        if not kwargs and len(args) == len(self.signature.parameters):
            return args
        bound = self.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.args


def _apply(cls, plan, args):
    ctx = FunctionCtx()
    application = _Application(cls, plan, ctx)
    function = ffi.new("vjp_function*", plan.function[0])
    function.context = handle = _core.context(application)
    call = lib.call_function_begin(function, [item._p if isinstance(item, Tensor) else NULL for item in args],
                                   len(args))
    if not call:
        _core.forget(handle)
        raise failure()
    try:
        needs_grad = lib.vjp_function_call_needs_input_grad
        ctx._needs = tuple([needs_grad(call, i) for i in range(len(args))])
        if plan.signature is None:
            output = cls.forward(ctx, *args)
        else:
            output = cls.forward(*args)
            cls.setup_context(ctx, args, output)
            _check_saved(cls, ctx, args, output)
        results = output if isinstance(output, tuple) else (output,)
        _tell(ctx, call)
    except BaseException:
        lib.vjp_function_abandon(call)
        raise
    count = len(results)
    out = ffi.new("vjp_tensor*[]", count)
    if lib.vjp_function_end(call, [item._p if isinstance(item, Tensor) else NULL for item in results], count, out):
        raise failure()
    ctx._saved = ctx._forward = ctx._dirty = ctx._constant = ()  # C keeps what backward needs
    given = _given(results, out)
    if ctx.__dict__:
        application.hang_on(given)
    return given if isinstance(output, tuple) else given[0]


def _check_saved(cls, ctx, args, output):
    """Spec FUNC-16: what is saved would be the argument, and not the result that setup_context means."""
    results = output if isinstance(output, tuple) else (output,)
    for item in ctx._saved + ctx._forward:
        if (item is not None and any(item is result for result in results) and any(item is arg for arg in args)
                and not any(item is dirty for dirty in ctx._dirty)):
            raise _core.StateError(
                f"{cls.__name__}: a saved tensor is an argument and, unmodified, a result; return a clone of it")


def _tell(ctx, call):
    if ctx._saved and True in ctx._needs:
        saved = [NULL if item is None else item._p for item in ctx._saved]
        check(lib.vjp_function_call_save_for_backward(call, saved, len(saved)))
    if ctx._dirty:
        check(lib.vjp_function_call_mark_dirty(call, [item._p for item in ctx._dirty], len(ctx._dirty)))
    if ctx._constant:
        constant = [item._p for item in ctx._constant]
        check(lib.vjp_function_call_mark_non_differentiable(call, constant, len(constant)))
    if not ctx.materialize_grads:
        check(lib.vjp_function_call_set_materialize_grads(call, False))


def _given(results, out):
    """What the caller gets: a result's own object unless C gave another handle for it."""
    given, replaced = [], {}
    for i, item in enumerate(results):
        p = out[i]
        if not p:
            given.append(item)
        elif p == item._p:
            lib.vjp_tensor_release(p)
            given.append(item)
        else:
            fresh = Tensor(p)
            given.append(replaced.setdefault(_core.address(p), fresh))
    return tuple(given)


class _Application:
    """What C keeps for one application. `ctx` is None while a collection runs."""

    __slots__ = ("cls", "plan", "ctx", "weak", "owners", "__weakref__")

    def __init__(self, cls, plan, ctx):
        self.cls = cls
        self.plan = plan
        self.ctx = ctx

    def context(self):
        return self.ctx or self.weak()

    # ---- callbacks ----

    def backward(self, node, grads, num_grads, out, num_inputs):
        ctx = self.context()
        arguments = [borrowed(grads[i]) if grads[i] else None for i in range(num_grads)]
        outer, ctx._node = ctx._node, node
        try:
            results = getattr(self.cls, self.plan.spelling)(ctx, *arguments)
        finally:
            ctx._node = outer
        self.store(results, out, num_inputs, self.plan.spelling, "gradient", "forward has {} arguments")

    def jvp(self, tangents, num_inputs, out, num_results):
        ctx = self.context()
        arguments = [borrowed(tangents[i]) if tangents[i] else None for i in range(num_inputs)]
        ctx._in_jvp = True
        try:
            results = self.cls.jvp(ctx, *arguments)
        finally:
            ctx._in_jvp = False
        self.store(results, out, num_results, "jvp", "tangent", "forward has {} results")

    def store(self, results, out, count, method, what, expected):
        results = results if isinstance(results, tuple) else (results,)
        if len(results) < count or any(item is not None for item in results[count:]):
            raise _core.InvalidError(f"{self.cls.__name__}.{method} returned {len(results)} {what}s, "
                                     f"{expected.format(count)}")
        for i, item in enumerate(results[:count]):
            if item is not None and not isinstance(item, Tensor):
                raise TypeError(f"{self.cls.__name__}.{method}: {what} {i} is no tensor but {type(item).__name__}")
        for i, item in enumerate(results[:count]):
            if item is not None:
                out[i] = lib.vjp_tensor_retain(item._p)

    # ---- collection (see the note above) ----

    def hang_on(self, results):
        """Lets the results' Python objects refer to a context whose attributes may lead back to them."""
        if not any(map(gc.is_tracked, self.ctx.__dict__.values())):
            return
        owners = {id(item): item for item in results if isinstance(item, Tensor) and not item.is_leaf}
        self.weak = weakref.ref(self.ctx)
        self.owners = [weakref.ref(item) for item in owners.values()]
        for item in owners.values():
            try:
                item._hooks.append(self.ctx)
            except AttributeError:
                item._hooks = [self.ctx]
        _hanging.add(self)

    def exclusive(self):
        """Whether nothing but Python objects of results keeps the node."""
        node = ffi.new("vjp_node*[1]")
        found, kept = NULL, 0
        for reference in self.owners:
            owner = reference()
            if owner is None or lib.vjp_tensor_use_count(owner._p) != 1:
                continue
            if lib.vjp_tensor_grad_fn(owner._p, node) or not node[0]:
                continue
            lib.vjp_node_release(node[0])
            if _core.context_of(lib.vjp_function_context(node[0])) is self:
                found, kept = node[0], kept + 1
        return kept > 0 and lib.vjp_node_use_count(found) == kept


_hanging = weakref.WeakSet()


def _around_collection(phase, info):
    if info["generation"] != 2 or not _hanging:
        return
    for application in list(_hanging):
        if phase == "start":
            if application.exclusive():
                application.ctx = None
        elif application.ctx is None:
            application.ctx = application.weak()


gc.callbacks.append(_around_collection)


@callback()
def python_backward(context, node, grads, num_grads, out, num_inputs):
    try:
        called(ffi.from_handle(context).backward, node, grads, num_grads, out, num_inputs)
        return 0
    except BaseException as error:  # must not cross C
        return carry(error)


@callback()
def python_jvp(context, _call, tangents, num_inputs, out, num_results):
    try:
        ffi.from_handle(context).jvp(tangents, num_inputs, out, num_results)
        return 0
    except BaseException as error:
        return carry(error)
