"""Functions and modules that run as graphs: see make_graphed_callables."""

import functools

from . import _core
from ._core import NULL, StateError, carry, check
from ._ffi import ffi, lib
from ._tensor import Tensor, borrowed, from_list

# ---- structures: tuples, lists and dictionaries with tensors in them ----

def _flatten(value, tensors):
    """The structure of a value, whose tensors are appended to the list."""
    if isinstance(value, Tensor):
        tensors.append(value)
        return Tensor
    if isinstance(value, dict):
        return dict, tuple(value), tuple(_flatten(item, tensors) for item in value.values())
    if isinstance(value, (tuple, list)):
        return type(value), None, tuple(_flatten(item, tensors) for item in value)
    if value is None:
        return None
    raise TypeError("make_graphed_callables: arguments and results are tensors, in tuples, lists and dictionaries, not "
                    f"{type(value).__name__}")


def _restore(structure, tensors):
    if structure is Tensor:
        return next(tensors)
    if structure is None:
        return None
    kind, keys, items = structure
    items = [_restore(item, tensors) for item in items]
    if kind is dict:
        return dict(zip(keys, items))
    return kind(*items) if hasattr(kind, "_fields") else kind(items)


# ---- what C calls ----

class _Source:
    """What is captured. C keeps it, and Python's collector cannot see through C, so afterwards it lets go."""

    def __init__(self, function, args):
        self.function, self.tensors, self.result = function, [], None
        self.structure = _flatten(args, self.tensors)

    def run(self, inputs, results):
        given = iter([borrowed(inputs[i]) for i in range(len(self.tensors))])
        tensors = []
        self.result = _flatten(self.function(*_restore(self.structure, given)), tensors)
        for item in tensors:
            check(lib.vjp_tensor_list_append(results, item._p))


@ffi.def_extern(error=lib.VJP_ERROR_INTERNAL)
def python_graphed_run(context, _training, inputs, _num_inputs, results):
    try:
        _core.object_of(context).run(inputs, results)
        return 0
    except BaseException as error:  # must not cross C
        return carry(error)


# ---- what users get ----

def _is_module(function):
    return hasattr(function, "parameters") and hasattr(function, "training")


def _parameters(module):
    if hasattr(module, "named_parameters"):
        return list(module.named_parameters())
    return [(str(i), parameter) for i, parameter in enumerate(module.parameters())]


class _Graphed:
    """A captured function, called with what it was captured for."""

    def __init__(self, handle, source, function, training, parameters):
        self._p = ffi.gc(handle, lib.vjp_graphed_release)
        self.inputs, self.result, self.training = source.structure, source.result, training
        self.function = function  # the module, or the function itself
        self.parameters = [(name, parameter, parameter.data_ptr()) for name, parameter in parameters]

    def __call__(self, *args):
        tensors = []
        if _flatten(args, tensors) != self.inputs:
            raise TypeError("a graphed callable takes arguments of the structure of its samples")
        # The library sees that a parameter was given other memory, not that the module has another one in its place.
        if self.parameters:
            for (name, known, memory), (_, now) in zip(self.parameters, _parameters(self.function)):
                if now is not known and now.data_ptr() != memory:
                    raise StateError(f"a graphed callable: parameter '{name}' is another tensor than when it was "
                                     "captured; change it in place, or make the module graphed again")
        inputs = ffi.new("vjp_tensor*[]", [item._p for item in tensors])
        out = ffi.new("vjp_tensor_list**")
        check(lib.vjp_graphed_call(self._p, inputs, len(tensors), self.training, out))
        return _restore(self.result, iter(from_list(out[0])))


def _wrapped(graphed, function, original):
    """The original where the training flag is not the captured one."""
    @functools.wraps(original, updated=())
    def forward(*args, **kwargs):
        if function.training != graphed.training:
            return original(*args, **kwargs)
        if kwargs:
            raise TypeError("a graphed module takes no keyword arguments")
        return graphed(*args)
    return forward


def _as_argument_lists(callables, sample_args):
    """([callable], [its sample arguments], whether there was but one)."""
    if not isinstance(callables, (tuple, list)):
        return [callables], [sample_args if isinstance(sample_args, (tuple, list)) else (sample_args,)], True
    samples = [args if isinstance(args, (tuple, list)) else (args,) for args in sample_args]
    if len(samples) != len(callables):
        raise ValueError(f"make_graphed_callables: {len(callables)} callables, and samples for {len(samples)}")
    return list(callables), samples, False


def make_graphed_callables(callables, sample_args, num_warmup_iters=3, allow_unused_input=False, pool=None):
    """Graphed versions of functions or modules, to be used in a training loop in their place.

        model = make_graphed_callables(model, (sample,))
        for batch, target in data:
            loss = mse_loss(model(batch), target)
            loss.backward()

    A call replays a graph of the forward, and its backward a graph of the backward. They are captured with the samples,
    whose shapes, dtypes and `requires_grad` all calls have, after `num_warmup_iters` runs on a stream of their own.

    A module is what has `parameters()` and `training`; its `forward` is replaced, and the module is given back. In
    another state of `training` it runs as it ever did. Of other functions a graphed version is given back; only their
    arguments get gradients.

    Arguments and results are tensors of one device in tuples, lists and dictionaries. Results, and gradients that come
    out, are overwritten by later calls; those in leaves are not. With several callables a step calls them in this
    order. There is no second derivative. Hooks on parameters come afterwards, and parameters are only changed in place.

    :param callables: one, or a tuple of them
    :param sample_args: a tuple of arguments; with several callables a tuple of such
    :param allow_unused_input: an input that no result depends on gets no gradient; otherwise it is an error
    :param pool: a memory pool to capture into, or a graph whose pool is to be shared
    """
    if hasattr(pool, "pool"):
        pool = pool.pool()
    functions, samples, single = _as_argument_lists(callables, sample_args)
    sources, parameters, structs, kept = [], [], [], []
    for function, args in zip(functions, samples):
        module = _is_module(function)
        original = function.forward if module and hasattr(function, "forward") else function
        sources.append(_Source(original, tuple(args)))
        parameters.append(_parameters(function) if module else [])
    for function, source, named in zip(functions, sources, parameters):
        struct = ffi.new("vjp_graphed_function*")
        struct.struct_size = ffi.sizeof("vjp_graphed_function")
        inputs = ffi.new("vjp_tensor*[]", [item._p for item in source.tensors])
        leaves = ffi.new("vjp_tensor*[]", [item._p for _, item in named])
        names = [ffi.new("char[]", name.encode()) for name, _ in named]
        array = ffi.new("char*[]", names)
        struct.inputs, struct.num_inputs = inputs, len(source.tensors)
        struct.parameters, struct.num_parameters = leaves, len(named)
        struct.parameter_names = ffi.cast("const char* const*", array)
        struct.training = bool(getattr(function, "training", True))
        struct.run, struct.context, struct.drop = lib.python_graphed_run, _core.context(source), _core.drop
        structs.append(struct)
        kept += [inputs, leaves, names, array]
    options = ffi.new("vjp_graphed_options*", {
        "struct_size": ffi.sizeof("vjp_graphed_options"), "num_warmup": num_warmup_iters,
        "allow_unused": bool(allow_unused_input), "mode": lib.VJP_CAPTURE_GLOBAL,
        "pool": NULL if pool is None else getattr(pool, "_p", pool)})
    out = ffi.new("vjp_graphed*[]", len(structs))
    check(lib.vjp_make_graphed(ffi.new("vjp_graphed_function*[]", structs), len(structs), options, out))
    del kept
    made = []
    for handle, function, source, named in zip(out, functions, sources, parameters):
        original, source.function, source.tensors = source.function, None, None
        graphed = _Graphed(handle, source, function, getattr(function, "training", True), named)
        if not _is_module(function):
            made.append(functools.wraps(original, updated=())(lambda *args, graphed=graphed: graphed(*args)))
        elif hasattr(function, "forward"):
            function.forward = _wrapped(graphed, function, original)
            made.append(function)
        else:
            made.append(_wrapped(graphed, function, original))
    return made[0] if single else tuple(made)
