"""Checkpointing: compute a region without keeping what its backward needs, and compute it again in backward.

    from vjp.utils.checkpoint import checkpoint
    y = checkpoint(block, x)

A region must compute the same both times. It should not hold on to its own results: C keeps the function for as long as
the graph needs it, and Python's collector cannot see through C.
"""

import contextlib
import enum
import functools
import threading

from .. import _core
from .._call import unboxed
from .._core import NULL, Region, callback, called, carry, check
from .._ffi import ffi, lib
from .._tensor import Tensor, borrowed, from_list

__all__ = ["CheckpointError", "CheckpointPolicy", "SelectiveCheckpointContext", "checkpoint", "checkpoint_sequential",
           "create_selective_checkpoint_contexts", "noop_context_fn", "set_checkpoint_debug_enabled",
           "set_checkpoint_early_stop"]


class CheckpointError(_core.Error):
    """A region broke the rules: computed again it differed, or a saved value was read twice in one backward."""

    def __init__(self, message, status=lib.VJP_ERROR_STATE):
        super().__init__(message)
        self.status = status


def noop_context_fn():
    """The default `context_fn`: nothing around the forward, nothing around a recomputation."""
    return contextlib.nullcontext(), contextlib.nullcontext()


class set_checkpoint_early_stop(Region):
    """In this block checkpoints are made whose recomputation ends with the last value that is needed (True, the
    default), or runs to the end of the function."""

    def __init__(self, enable):
        self._enable = bool(enable)

    def _begin(self, out):
        check(lib.vjp_guard_checkpoint_early_stop(self._enable, out))


_debug = threading.local()


@contextlib.contextmanager
def set_checkpoint_debug_enabled(enabled):
    """In this block True or False overrides the `debug` of every checkpoint; None leaves it to them."""
    before = getattr(_debug, "enabled", None)
    _debug.enabled = enabled
    try:
        yield
    finally:
        _debug.enabled = before


# ---- what C calls ----

class _Function:
    """A function with its arguments, of which the direct tensors are left to C."""

    __slots__ = ("args", "contexts", "function", "given", "kwargs", "places", "reentrant", "result")

    def __init__(self, function, args, kwargs, contexts, reentrant):
        self.function, self.contexts, self.reentrant = function, contexts, reentrant
        self.places = [i for i, item in enumerate(args) if isinstance(item, Tensor)]
        self.places += [name for name, item in kwargs.items() if isinstance(item, Tensor)]
        self.given = (args, kwargs)  # of the forward, which gets the caller's own objects
        self.args = [None if isinstance(item, Tensor) else item for item in args]
        self.kwargs = {name: None if isinstance(item, Tensor) else item for name, item in kwargs.items()}
        self.result = None

    def tensors(self):
        args, kwargs = self.given
        return [args[place] if isinstance(place, int) else kwargs[place] for place in self.places]

    def arguments(self, recomputing, inputs):
        if not recomputing:
            given, self.given = self.given, None
            return given
        args, kwargs = list(self.args), dict(self.kwargs)
        for i, place in enumerate(self.places):
            (args if isinstance(place, int) else kwargs)[place] = borrowed(inputs[i])
        return args, kwargs

    def run(self, recomputing, inputs, results):
        args, kwargs = self.arguments(recomputing, inputs)
        with self.contexts[recomputing]:
            result = self.function(*args, **kwargs)
        if not recomputing:
            self.result = result
        if self.reentrant:
            for item in _members(result):
                if isinstance(item, Tensor):
                    check(lib.vjp_tensor_list_append(results, item._p))

    def take_result(self, tensors):
        """What the forward gave; of the reentrant kind with the tensors that C made of it."""
        result, self.result = self.result, None
        if not self.reentrant:
            return result
        tensors = iter(tensors)
        members = [next(tensors) if isinstance(item, Tensor) else item for item in _members(result)]
        return tuple(members) if isinstance(result, tuple) else members[0]


def _members(result):
    return result if isinstance(result, tuple) else (result,)


@callback()
def python_checkpoint_run(context, recomputing, inputs, _num_inputs, results):
    try:
        called(_core.object_of(context).run, recomputing, inputs, results)
        return 0
    except BaseException as error:  # must not cross C
        return carry(error)


@callback()
def python_checkpoint_failure(_context, status, message):
    return carry(CheckpointError(ffi.string(message).decode(errors="replace"), status))


def _function_struct(function):
    struct = ffi.new("vjp_checkpoint_function*")
    struct.struct_size = ffi.sizeof("vjp_checkpoint_function")
    struct.run, struct.failure = lib.python_checkpoint_run, lib.python_checkpoint_failure
    struct.context, struct.drop = _core.context(function), _core.drop
    return struct


# ---- what users call ----

def checkpoint(function, *args, use_reentrant=None, context_fn=noop_context_fn, determinism_check="default",
               debug=False, preserve_rng_state=True, **kwargs):
    """function(*args, **kwargs), without keeping what its backward needs: backward computes it again.

    Tensors among the arguments, in any structure, and those that the function finds around it, get their gradients.

    :param use_reentrant: True for the reentrant kind, which runs the function without recording and differentiates it
        by a backward within backward: it needs a direct tensor argument that requires grad, works in `backward` over
        all leaves alone, and takes no keyword arguments, `context_fn` or `debug`.
    :param context_fn: gives two context managers, for the forward and for each recomputation
    :param determinism_check: "default" compares the shapes and dtypes of what forward and recomputation save, "none"
        does not; a difference is a CheckpointError
    :param debug: such an error lists the operators of both
    :param preserve_rng_state: a recomputation draws the same random numbers as the forward
    """
    if not callable(function):
        raise TypeError(f"checkpoint: function must be callable, not {_core.type_name(function)}")
    if determinism_check not in ("default", "none"):
        raise _core.InvalidError(f"determinism_check must be 'default' or 'none', not {determinism_check!r}")
    reentrant = bool(use_reentrant)
    if reentrant:
        if kwargs:
            raise _core.InvalidError(f"the reentrant checkpoint takes no keyword arguments: {', '.join(kwargs)}")
        if context_fn is not noop_context_fn or debug or determinism_check != "default":
            raise _core.InvalidError("the reentrant checkpoint takes neither context_fn, debug nor determinism_check")
    contexts = context_fn()
    region = _Function(function, args, kwargs, contexts, reentrant)
    tensors = region.tensors()
    override = getattr(_debug, "enabled", None)
    options = ffi.new("vjp_checkpoint_options*")
    options.struct_size = ffi.sizeof("vjp_checkpoint_options")
    options.reentrant = reentrant
    options.preserve_random_state = bool(preserve_rng_state)
    options.check_determinism = determinism_check == "default"
    options.early_stop = -1
    options.debug = -1 if reentrant else bool(debug if override is None else override)
    out = ffi.new("vjp_tensor_list*[1]")
    check(lib.vjp_checkpoint(_function_struct(region), [item._p for item in tensors] or NULL, len(tensors), options,
                             out))
    return region.take_result(from_list(out[0]))


def checkpoint_sequential(functions, segments, input, use_reentrant=None, *, preserve_rng_state=True):
    """The functions one after the other, in `segments` parts of about equal length; all parts but the last are
    checkpointed."""
    functions = list(functions)
    if not 0 < segments <= len(functions):
        raise _core.InvalidError(f"checkpoint_sequential: {len(functions)} functions cannot be cut into {segments} "
                                 "segments")
    length = len(functions) // segments
    last = length * (segments - 1)
    for start in range(0, last, length):
        input = checkpoint(functools.partial(_chain, functions[start:start + length]), input,
                           use_reentrant=use_reentrant, preserve_rng_state=preserve_rng_state)
    return _chain(functions[last:], input)


def _chain(functions, value):
    for function in functions:
        value = function(value)
    return value


# ---- policies ----

class CheckpointPolicy(enum.Enum):
    """What a policy says of an operator's result: kept for the recomputation, or computed again."""

    MUST_SAVE = lib.VJP_CHECKPOINT_MUST_SAVE
    PREFER_SAVE = lib.VJP_CHECKPOINT_PREFER_SAVE
    MUST_RECOMPUTE = lib.VJP_CHECKPOINT_MUST_RECOMPUTE
    PREFER_RECOMPUTE = lib.VJP_CHECKPOINT_PREFER_RECOMPUTE


class SelectiveCheckpointContext:
    """What a policy is given beside the operator."""

    def __init__(self, *, is_recompute):
        self.is_recompute = is_recompute


class _Policy:
    """The context of kept results."""

    __slots__ = ("decide",)

    def __init__(self, policy):
        self.decide = policy if callable(policy) else _one_of(policy)


def _one_of(operators):
    """The policy that keeps the results of these operators: functions of vjp, or names such as "mm" and "max.dim"."""
    names = {item if isinstance(item, str) else item.__name__ for item in operators}

    def policy(_context, op, *_args, **_kwargs):
        return op in names or op.partition(".")[0] in names
    return policy


@callback()
def python_checkpoint_policy(context, recomputing, op, args, num_args, out):
    try:
        name = ffi.string(lib.vjp_op_name(op)).decode()
        decision = called(_core.object_of(context).decide, SelectiveCheckpointContext(is_recompute=bool(recomputing)),
                          name, *[unboxed(args[i]) for i in range(num_args)])
        if isinstance(decision, bool):
            decision = CheckpointPolicy.MUST_SAVE if decision else CheckpointPolicy.PREFER_RECOMPUTE
        out[0] = CheckpointPolicy(decision).value
        return 0
    except BaseException as error:  # must not cross C
        return carry(error)


class _KeptResults(Region):
    """Around a region's forward, or around its recomputations."""

    def __init__(self, kept, recomputing):
        self._kept, self._recomputing = kept, recomputing

    def _begin(self, out):
        check(lib.vjp_guard_kept_results(self._kept, self._recomputing, out))


def create_selective_checkpoint_contexts(policy_fn_or_list, allow_cache_entry_mutation=False):
    """Contexts for `context_fn` by which the results of some operators are kept, and not computed again:

        checkpoint(f, x, context_fn=lambda: create_selective_checkpoint_contexts(["mm", "bmm"]))

    :param policy_fn_or_list: the operators whose results are kept; or policy(ctx, op, *args), called with a
        SelectiveCheckpointContext, the operator's full name and its arguments, in the forward and in the recomputation
        alike, which returns a CheckpointPolicy or a bool
    :param allow_cache_entry_mutation: a kept result may be changed in place by the function; otherwise that is a
        VersionError
    """
    out = ffi.new("vjp_kept_results*[1]")
    handle = _core.context(_Policy(policy_fn_or_list))
    if lib.vjp_kept_results_create(lib.python_checkpoint_policy, handle, _core.drop,
                                   bool(allow_cache_entry_mutation), out):
        _core.forget(handle)
        raise _core.failure()
    kept = ffi.gc(out[0], lib.vjp_kept_results_release)
    return _KeptResults(kept, False), _KeptResults(kept, True)
