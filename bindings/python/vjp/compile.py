"""Functions, and grad calls, that run by what was recorded of an earlier call, with all that can be observed unchanged.

    @vjp.compile
    def step(x, weight):               # called once for each kind of arguments; then its record runs
        return (x @ weight).tanh().sum()

    with vjp.compiled():
        for x, y in batches:
            loss(x, y).backward()      # the first one is recorded, the others run by it

What does not fit is run by the engine; `counters()`, `fallbacks()` and `last_miss()` say how often, and why.
"""

import sys
import types

from ._compiled_function import CompiledFunction
from ._core import Region, check
from ._ffi import ffi, lib

__all__ = ["clear", "compiled", "counters", "fallbacks", "function", "last_miss", "text"]


def _options(enabled=True, *, dynamic=False, strict=False, min_sites=None, warm=None, max_records=None,
             max_programs=None, fuse=True, memory_budget=None):
    options = ffi.new("vjp_compile_options*")
    options.struct_size = ffi.sizeof("vjp_compile_options")
    options.enabled, options.dynamic, options.strict = bool(enabled), bool(dynamic), bool(strict)
    options.min_sites = 8 if min_sites is None else min_sites
    options.warm = 1 if warm is None else warm
    options.max_records = 8 if max_records is None else max_records
    options.max_programs = 256 if max_programs is None else max_programs
    options.fuse = bool(fuse)
    options.memory_budget = -1 if memory_budget is None else memory_budget
    return options


class compiled(Region):
    """`with compiled():` has the grad calls that this thread starts compiled. Small graphs (`min_sites` nodes) are left
    to the engine; `dynamic` leaves sizes open from the start, `strict` makes an error of what cannot be compiled, and
    without `fuse` every node runs by itself."""

    def __init__(self, enabled=True, *, dynamic=False, strict=False, min_sites=None, warm=None, max_records=None,
                 max_programs=None, fuse=True):
        self._options = _options(enabled, dynamic=dynamic, strict=strict, min_sites=min_sites, warm=warm,
                                 max_records=max_records, max_programs=max_programs, fuse=fuse)

    def _begin(self, out):
        check(lib.vjp_guard_compile(self._options, out))


def function(f=None, *, strict=False, max_records=None, fuse=True, memory_budget=None):
    """`f` as a function that runs by records: `vjp.compile(f)` and `@vjp.compile` are this one.

    Arguments and results are tensors, in tuples, lists and dictionaries; whatever else is among them is a part of what
    a record is for, compared by type and value. So are the numbers, strings and flags that the function closes over,
    that are variables of its module, or attributes of an object it sees; the tensors there are passed like arguments,
    so another one in the same place is no difference. The rest is taken for what it was: files, the clock, random
    numbers that are not the library's.

    Calls that cannot be recorded call `f`; `last_miss()` says why. With `strict` they are UnsupportedError.
    `max_records`: how many records one structure of arguments may have; default 8. Pointwise operators on the CPU that
    follow each other run as one kernel, unless `fuse` is False.

    What such a kernel would store for derivatives, and they can compute again at little cost, is not stored.
    `memory_budget`: at most so many bytes of it are, by a call, what costs most first; 0: none."""
    if memory_budget is not None and (isinstance(memory_budget, bool) or not isinstance(memory_budget, int)):
        raise TypeError(f"vjp.compile: memory_budget is a number of bytes, not {memory_budget!r}")
    if memory_budget is not None and memory_budget < 0:
        raise ValueError(f"vjp.compile: memory_budget is {memory_budget}, expected 0 bytes or more")
    options = _options(strict=strict, max_records=max_records, fuse=fuse, memory_budget=memory_budget)
    if f is None:
        return lambda decorated: CompiledFunction(decorated, options)
    if not callable(f):
        raise TypeError(f"vjp.compile: a function is wanted, not {type(f).__name__}")
    return CompiledFunction(f, options)


def counters():
    """What happened in the process so far, as a dict: walks, hits, records, rerecords, fallbacks, late_fallbacks,
    dropped, programs, bytes, fused_kernels, fused_nodes; function_calls, function_hits, function_records."""
    out = ffi.new("vjp_compile_counters*")
    out.struct_size = ffi.sizeof("vjp_compile_counters")
    check(lib.vjp_compile_counters_get(out))
    names = ("walks", "hits", "records", "rerecords", "fallbacks", "late_fallbacks", "dropped", "programs", "bytes",
             "fused_kernels", "fused_nodes", "function_calls", "function_hits", "function_records")
    return {name: int(getattr(out, name)) for name in names}


def fallbacks():
    """How many calls the engine ran, by reason; reasons that did not occur are left out."""
    found, count, index = {}, ffi.new("uint64_t*"), 0
    while True:
        reason = lib.vjp_compile_fallback(index, count)
        if reason == ffi.NULL:
            return found
        if count[0]:
            found[ffi.string(reason).decode()] = int(count[0])
        index += 1


def _text(function):
    out = ffi.new("char*[1]")
    check(function(out))
    if out[0] == ffi.NULL:
        return None
    try:
        return ffi.string(out[0]).decode()
    finally:
        lib.vjp_string_free(out[0])


def last_miss():
    """Why the last call that ran by no program did not: the first node that differs, and in what; "" if there was
    none."""
    return _text(lib.vjp_compile_last_miss) or ""


def text():
    """The program that was made last, one instruction a line; None if there is none."""
    return _text(lib.vjp_compile_text)


def clear():
    """Forgets all programs."""
    lib.vjp_compile_clear()


class _Module(types.ModuleType):
    """This module, which is also a decorator."""

    def __call__(self, f=None, **options):
        return function(f, **options)


sys.modules[__name__].__class__ = _Module
