"""Recording and differentiating: grad mode, backward, grad, and the nodes of the graph."""

import contextlib
import functools
import inspect
import threading
from threading import get_ident
from typing import NamedTuple

from . import _core, _device, _hooks, _native, _saved
from ._core import NULL, check, failure, travelling
from ._ffi import ffi, lib
from ._tensor import Tensor, pointer

# ---- modes ----

def is_grad_enabled():
    """Whether operations are recorded on this thread: not in no_grad and inference_mode.

    >>> with vjp.no_grad():
    ...     vjp.is_grad_enabled()
    False
    """
    return lib.vjp_grad_mode()


def _push(before, mode):
    """Notes in `before`, a dictionary by thread, what a mode was where an object was entered: a thread ends its own."""
    before.setdefault(get_ident(), []).append(mode)


def _pop(before):
    mine = before.get(get_ident())
    if not mine:
        raise _core.StateError("a region ends on the thread it began on; this one was not entered here")
    return mine.pop()


class SetMode:
    """Turns a mode of the thread on or off, at once and until the end of a `with` block. Also a decorator."""

    _number = None  # of the mode

    def __init__(self, mode):
        self._mode = bool(mode)
        self._before = {}
        _push(self._before, self._set(self._mode))

    @classmethod
    def _set(cls, mode):
        before = lib.vjp_mode_enabled(cls._number)
        check(lib.vjp_mode_set(cls._number, mode, NULL))
        return before

    def __enter__(self):
        if not self._before.get(get_ident()):  # entered again
            _push(self._before, self._set(self._mode))

    def __exit__(self, *exception):
        self._set(_pop(self._before))

    def __call__(self, function):
        """As a decorator: the function runs in this mode."""
        self._set(_pop(self._before))  # a decorator changes nothing now
        return _decorate(function, functools.partial(type(self), self._mode))


class set_grad_enabled(SetMode):
    """Turns recording on or off, at once and until the end of a `with` block. Also a decorator."""

    _number = lib.VJP_MODE_GRAD


class _Mode:
    _mode = True

    def __init__(self):
        self._before = {}

    def __enter__(self):
        _push(self._before, lib.vjp_grad_mode())
        lib.vjp_grad_mode_set(self._mode, NULL)

    def __exit__(self, *exception):
        lib.vjp_grad_mode_set(_pop(self._before), NULL)

    def __call__(self, function):
        """As a decorator: the function, a generator or a coroutine too, runs in this mode."""
        return _decorate(function, type(self))


class _BareDecorator(type(_Mode)):
    """Allows `@no_grad` beside `@no_grad()`."""

    def __call__(cls, function=None):
        return super().__call__() if function is None else super().__call__()(function)


class no_grad(_Mode, metaclass=_BareDecorator):
    """`with no_grad():` computes without recording. Also a decorator."""

    _mode = False


class enable_grad(_Mode, metaclass=_BareDecorator):
    """`with enable_grad():` records, inside no_grad too. Also a decorator."""


def is_inference_mode_enabled():
    """Whether what this thread makes are inference tensors."""
    return lib.vjp_mode_enabled(lib.VJP_MODE_INFERENCE)


class inference_mode(_core.Region):
    """`with inference_mode():` computes without recording, and what is made can never be recorded: it has no version
    and cannot be changed in place outside. `inference_mode(False)` inside gives ordinary mode. Also a decorator.
    """

    def __new__(cls, mode=True):
        self = super().__new__(cls)
        if callable(mode):  # @inference_mode beside @inference_mode()
            self.__init__()
            return self(mode)
        return self

    def __init__(self, mode=True):
        self._mode = bool(mode)

    def _begin(self, out):
        check(lib.vjp_guard_mode(lib.VJP_MODE_INFERENCE, self._mode, out))

    def __call__(self, function):
        """As a decorator: the function runs in this mode."""
        return _decorate(function, functools.partial(inference_mode, self._mode))


def _decorate(function, mode):
    if inspect.isgeneratorfunction(function):
        @functools.wraps(function)
        def generator(*args, **kwargs):
            # The mode holds while the generator runs, not while its user does.
            iterator = function(*args, **kwargs)
            step = functools.partial(next, iterator)
            while True:
                try:
                    with mode():
                        value = step()
                except StopIteration as stop:
                    return stop.value
                try:
                    step = functools.partial(iterator.send, (yield value))
                except GeneratorExit:
                    with mode():
                        iterator.close()
                    raise
                except BaseException as error:
                    step = functools.partial(iterator.throw, error)
        return generator

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with mode():
            return function(*args, **kwargs)
    return wrapper


# ---- backward and grad ----

class GradientEdge(NamedTuple):
    """Where the gradient of a tensor goes. Stands for it in backward and grad, when nobody holds it any more."""

    node: "Node"
    output_nr: int


def _tuple_of(value, what):
    if value is None:
        return ()
    if isinstance(value, (Tensor, GradientEdge)):
        return (value,)
    if not hasattr(value, "__iter__"):
        raise TypeError(f"{what} must be tensors or gradient edges, not {type(value).__name__}")
    return tuple(value)


def _gradients(gradients, roots, what):
    """One handle a root, NULL where the gradient is absent."""
    gradients = _tuple_of(gradients, what) or (None,) * len(roots)
    if len(gradients) != len(roots):
        raise _core.InvalidError(f"{what}: {len(gradients)} for {len(roots)} outputs")
    return [NULL if item is None else pointer(item, what) for item in gradients]


def _options(retain_graph, create_graph, allow_unused=None, materialize=False, accumulate=False, batched=False):
    options = ffi.new("vjp_grad_options*")
    options.struct_size = ffi.sizeof("vjp_grad_options")
    options.retain_graph = -1 if retain_graph is None else bool(retain_graph)
    options.create_graph = bool(create_graph)
    options.allow_unused = -1 if allow_unused is None else bool(allow_unused)
    options.materialize = bool(materialize)
    options.accumulate = accumulate
    options.batched = bool(batched)
    return options


_TENSOR_OR_EDGE = "a tensor or a gradient edge"


def _slot(edge, what):
    """The node and the slot of an edge as C takes them; (node, slot) in any tuple will do."""
    node, number = edge
    if not isinstance(node, Node):
        raise TypeError(f"{what} must be {_TENSOR_OR_EDGE}, not a tuple of {_core.type_name(node)}")
    return node._p, number.__index__()


@contextlib.contextmanager
def _prepared(roots, gradients, inputs, options, what):
    """A grad call that can run."""
    out = ffi.new("vjp_grad_call*[1]")
    check(lib.vjp_grad_call_create(options, out))
    call = ffi.gc(out[0], lib.vjp_grad_call_release)
    try:
        for root, gradient in zip(roots, gradients):
            if isinstance(root, tuple):
                check(lib.vjp_grad_call_add_root_edge(call, *_slot(root, what), gradient))
            else:
                check(lib.vjp_grad_call_add_root(call, pointer(root, what, _TENSOR_OR_EDGE), gradient))
        for item in inputs:
            if isinstance(item, tuple):
                check(lib.vjp_grad_call_add_input_edge(call, *_slot(item, f"{what}: inputs")))
            else:
                check(lib.vjp_grad_call_add_input(call, pointer(item, f"{what}: inputs", _TENSOR_OR_EDGE)))
        yield call
    finally:
        ffi.release(call)


@contextlib.contextmanager
def _call(roots, gradients, inputs, options, what):
    """A grad call that has run."""
    with _prepared(roots, gradients, inputs, options, what) as call:
        with travelling():
            check(lib.vjp_grad_call_run(call))
        yield call


_TAKE_GRADIENT = ffi.cast("vjp_take_gradient_fn", _native.callback_address("take_gradient"))


def _set_store(call, accumulate_into):
    """Where gradients of leaves go: a dictionary {leaf: gradient}, or a function (leaf, gradient, owned)."""
    if accumulate_into is None:
        return
    store = accumulate_into
    if hasattr(store, "__setitem__"):
        store = functools.partial(_add_to, accumulate_into, threading.Lock())
    elif not callable(store):
        raise TypeError(f"backward: accumulate_into must be a dictionary or a function, not {type(store).__name__}")
    handle = _core.context(store)
    if lib.vjp_grad_call_set_store(call, _TAKE_GRADIENT, handle, _core.drop):
        _core.forget(handle)
        raise failure()


def _add_to(gradients, lock, leaf, gradient, owned):
    with lock:  # leaves of several devices may come at once
        former = gradients.get(leaf)
        # what others can see may change under us
        gradients[leaf] = former + gradient if former is not None else gradient if owned else gradient.clone()


@contextlib.contextmanager
def prepared_backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None,
                      accumulate_into=None):
    """A backward that can run."""
    if tensors is None:
        raise TypeError("backward: tensors must be a tensor or a sequence of them, not None")
    roots = _tuple_of(tensors, "backward: tensors")
    if inputs is not None:
        inputs = _tuple_of(inputs, "backward: inputs")
        if not inputs:
            raise _core.InvalidError("backward: inputs is empty")
    options = _options(retain_graph, create_graph, accumulate=True)
    gradients = _gradients(grad_tensors, roots, "backward: gradient")
    with _prepared(roots, gradients, inputs or (), options, "backward") as call:
        _set_store(call, accumulate_into)
        yield call


def prepared_grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None,
                  is_grads_batched=False, materialize_grads=False):
    """A grad that can run."""
    roots = _tuple_of(outputs, "grad: outputs")
    options = _options(retain_graph, create_graph, allow_unused, materialize_grads, batched=is_grads_batched)
    gradients = _gradients(grad_outputs, roots, "grad: grad_outputs")
    return _prepared(roots, gradients, _tuple_of(inputs, "grad: inputs"), options, "grad")


def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Adds the gradient of this tensor to the `grad` of the leaves (or of `inputs` alone)."""
    if retain_graph is None and not create_graph and inputs is None:
        gradient = NULL if gradient is None else pointer(gradient, "backward: gradient")
        if _core.off_host:
            with travelling():
                check(lib.vjp_backward(self._p, gradient))
        elif lib.vjp_backward(self._p, gradient):
            raise failure()
        return
    backward_all(self, gradient, retain_graph, create_graph, inputs)


def backward_all(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None, accumulate_into=None):
    """The same for several tensors in one pass.

    With `accumulate_into` the gradients of leaves go there and not to their `grad`: a dictionary keeps the sum for each
    leaf, {leaf: gradient}; a function (leaf, gradient, owned) does what it likes with the gradient, and declines it by
    returning False. `owned` says that nobody else can see the gradient's memory, so that it may be changed in place.
    Hooks of the leaf and of its accumulator run, but its post-accumulate hooks only for what was declined.

    >>> x = vjp.tensor([3.0], requires_grad=True)
    >>> gradients = {}
    >>> vjp.autograd.backward(x * x, accumulate_into=gradients)
    >>> gradients[x], x.grad
    (tensor([6.]), None)
    """
    with prepared_backward(tensors, grad_tensors, retain_graph, create_graph, inputs, accumulate_into) as call:
        with travelling():
            check(lib.vjp_grad_call_run(call))


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    """The gradients of `outputs` for `inputs`, as a tuple; no tensor's `grad` is touched.

    Outputs and inputs are tensors or gradient edges. With `is_grads_batched` the first dimension of each of
    `grad_outputs` is a batch, and so is the first dimension of each result. `only_inputs` is PyTorch's, and True.
    """
    if not only_inputs:
        raise _core.InvalidError("grad: only_inputs is False, which has no meaning any more; backward fills `grad`")
    roots = (outputs,) if outputs.__class__ is Tensor else _tuple_of(outputs, "grad: outputs")
    leaves = (inputs,) if inputs.__class__ is Tensor else _tuple_of(inputs, "grad: inputs")
    if is_grads_batched or any(isinstance(item, tuple) for item in (*roots, *leaves)):
        options = _options(retain_graph, create_graph, allow_unused, materialize_grads, batched=is_grads_batched)
        with _call(roots, _gradients(grad_outputs, roots, "grad: grad_outputs"), leaves, options, "grad") as call:
            return tuple([_result(call, i) for i in range(len(leaves))])
    options = NULL
    if create_graph or materialize_grads or retain_graph is not None or allow_unused is not None:
        options = _options(retain_graph, create_graph, allow_unused, materialize_grads)
    out = ffi.new("vjp_tensor*[]", len(leaves))
    arguments = ([pointer(item, "grad: outputs", _TENSOR_OR_EDGE) for item in roots], len(roots),
                 NULL if grad_outputs is None else _gradients(grad_outputs, roots, "grad: grad_outputs"),
                 [pointer(item, "grad: inputs", _TENSOR_OR_EDGE) for item in leaves], len(leaves), options, out)
    if _core.off_host:
        with travelling():
            check(lib.vjp_grad(*arguments))
    elif lib.vjp_grad(*arguments):
        raise failure()
    return tuple([Tensor(p) if p else None for p in out])


def _result(call, index):
    out = ffi.new("vjp_tensor*[1]")
    check(lib.vjp_grad_call_result(call, index, out))
    return Tensor(out[0]) if out[0] else None


# ---- nodes ----

class InputMetadata(NamedTuple):
    """What the gradient of a slot looks like."""

    shape: tuple
    dtype: _core.dtype
    device: _core.device


_metadata_lock = threading.Lock()


class Node(_native.Node):
    """A node of the graph: an operation that can be differentiated, or the accumulator of a leaf.

    Asking for the same node gives the same object, whose attributes live as long as the node.
    """

    def __call__(self, *grads):
        """The derivative alone, by hand: gradients of the slots in, gradients of the edges out (None: undefined).

        It runs in the caller's grad mode. No hooks run and nothing is freed; an accumulator accumulates.
        """
        grads = [NULL if item is None else pointer(item, "a gradient") for item in grads]
        count = lib.vjp_node_num_edges(self._p)
        out = ffi.new("vjp_tensor*[]", count)
        check(lib.vjp_node_apply(self._p, grads, len(grads), out, count))
        results = [Tensor(p) if p else None for p in out]
        return results[0] if count == 1 else tuple(results) if results else None

    def name(self):
        """What messages call the node, e.g. MulBackward."""
        return ffi.string(lib.vjp_node_name(self._p)).decode()

    @property
    def next_functions(self):
        """A pair (node or None, slot) for each differentiable argument."""
        result = []
        node, slot = ffi.new("vjp_node*[1]"), ffi.new("uint32_t*")
        for i in range(lib.vjp_node_num_edges(self._p)):
            node[0] = NULL
            check(lib.vjp_node_edge(self._p, i, node, slot))
            result.append((node_of(node[0]) if node[0] else None, slot[0]))
        return tuple(result)

    @property
    def num_slots(self):
        """How many gradients the node takes, one for each of its results."""
        return lib.vjp_node_num_slots(self._p)

    @property
    def variable(self):
        """The leaf of an accumulator."""
        out = ffi.new("vjp_tensor*[1]")
        check(lib.vjp_node_leaf(self._p, out))
        return Tensor(out[0])

    def _sequence_nr(self):
        return lib.vjp_node_sequence_number(self._p)

    def _set_sequence_nr(self, number):
        """Among nodes that are ready the one with the larger number runs first."""
        check(lib.vjp_node_set_sequence_number(self._p, number))

    @property
    def _input_metadata(self):
        """For each slot the form of the output whose gradient it receives; None for one without gradient."""
        info, result = ffi.new("vjp_slot_info*"), []
        info.struct_size = ffi.sizeof("vjp_slot_info")
        for i in range(self.num_slots):
            check(lib.vjp_node_slot_info(self._p, i, info))
            shape = tuple(ffi.unpack(info.sizes, info.ndim)) if info.defined and info.ndim else ()
            result.append(InputMetadata(shape, _core.DTYPES[info.dtype], _core.device_from(info.device))
                          if info.defined else None)
        return result

    @property
    def _stream(self):
        """The stream of the device that the node runs on; None where it runs in the calling thread."""
        out = ffi.new("vjp_stream*[1]")
        check(lib.vjp_node_stream(self._p, out))
        return _device.Stream._of(out[0]) if out[0] else None

    @property
    def metadata(self):
        """A dictionary of the user's that lives as long as the node, whoever asks for it.

        Anomaly mode puts "traceback_" there, the lines of the forward's stack, and "parent_", the node in whose
        execution this one was made. A value that refers to the node's own graph keeps it alive for ever.
        """
        with _metadata_lock:
            kept = self._stored(b"python")
            if kept:
                return _core.object_of(kept)
            found = {}
            site, parent = self._stored(b"traceback_"), self._stored(b"parent_")
            if site:
                found["traceback_"] = ffi.string(ffi.cast("char*", site)).decode().splitlines(keepends=True)
            if parent:
                found["parent_"] = Node(lib.vjp_node_retain(ffi.cast("vjp_node*", parent)))
            handle = _core.context(found)
            if lib.vjp_node_set_metadata(self._p, b"python", handle, _core.drop):
                _core.forget(handle)
                raise failure()
            return found

    def _stored(self, key):
        value = ffi.new("void*[1]")
        check(lib.vjp_node_metadata(self._p, key, value))
        return value[0]

    def register_hook(self, hook, *, prepend=False):
        """Calls hook(grad_inputs, grad_outputs) after the node ran; what it returns replaces grad_inputs.

        It returns None, or a tuple with one entry for each of grad_inputs; None among them drops that gradient. With
        `prepend` it runs ahead of the hooks that the node has. Returns a handle whose remove() takes the hook away.
        """
        return _hooks.node_hook(self, hook, prepend)

    def register_prehook(self, hook):
        """Calls hook(grad_outputs) before the node runs; what it returns replaces them.

        It returns None, or a tuple with one entry for each of grad_outputs; None among them drops that gradient.
        """
        return _hooks.node_prehook(self, hook)

    def __getattr__(self, name):
        """`_saved_<name>`: what the node saved, unpacked; `_raw_saved_<name>`: the same as a SavedTensor."""
        if name == "_p":  # not made yet
            raise AttributeError(name)
        return _saved.attribute(self, name)

    def __dir__(self):
        saved = _saved.names(self)
        return [*super().__dir__(), *["_saved_" + name for name in saved], *["_raw_saved_" + name for name in saved]]

    def __repr__(self):
        return f"<{self.name()} at {_core.address(self._p):#x}>"


def node_of(pointer):
    """The Node that takes over a reference; of a Function of ours, one of the class it has of its own."""
    context = lib.vjp_function_context_of(pointer, _core.drop)
    return _core.object_of(context).plan.node_class(pointer) if context else Node(pointer)


def grad_fn(self):
    """The node that made this tensor; None for a leaf."""
    out = ffi.new("vjp_node*[1]")
    check(lib.vjp_tensor_grad_fn(self._p, out))
    return node_of(out[0]) if out[0] else None


def gradient_edge(tensor):
    """Where the tensor's gradient goes, as (node, slot); the node of a leaf is its accumulator."""
    out, slot = ffi.new("vjp_node*[1]"), ffi.new("uint32_t*")
    check(lib.vjp_tensor_gradient_edge(tensor._p, out, slot))
    return GradientEdge(node_of(out[0]), slot[0])


Tensor.backward = backward
Tensor.grad_fn = property(grad_fn)
