"""Functions that run by records of what they did before: what `vjp.compile` makes of them."""

import functools
import threading
import types

from ._core import NULL, StateError, callback, carry, check, taken, travelling
from ._ffi import ffi, lib
from ._tensor import Tensor, from_list

# What is compared by value, and what by which one it is.
_PLAIN = (int, float, complex, str, bytes, type(None))
_WHOLE = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType)

_MOST_STRUCTURES = 64  # of arguments; the one that was not used for the longest time goes


class _Constant:
    """What is no tensor, in a structure: two are the same if they have one type and are equal, numbers bit by bit."""

    __slots__ = ("key", "value")

    def __init__(self, value):
        self.value = value
        self.key = (type(value), value.hex() if isinstance(value, float) else value)

    def __eq__(self, other):
        return isinstance(other, _Constant) and self.key == other.key

    def __hash__(self):
        return hash(self.key)


def _flatten(value, tensors, what):
    """The structure of a value, whose tensors are appended to the list."""
    if isinstance(value, Tensor):
        tensors.append(value)
        return Tensor
    if isinstance(value, dict):
        return dict, tuple(value), tuple([_flatten(item, tensors, what) for item in value.values()])
    if isinstance(value, (tuple, list)):
        return type(value), None, tuple([_flatten(item, tensors, what) for item in value])
    constant = _Constant(value)
    try:
        hash(constant)
    except TypeError:
        raise TypeError(f"vjp.compile: {what} is {type(value).__name__}, which cannot be compared with that of a later "
                        "call; expected tensors and what has a hash, in tuples, lists and dictionaries") from None
    return constant


def _restore(structure, tensors):
    if structure is Tensor:
        return next(tensors)
    if isinstance(structure, _Constant):
        return structure.value
    kind, keys, items = structure
    items = [_restore(item, tensors) for item in items]
    if kind is dict:
        return dict(zip(keys, items))
    return kind(*items) if hasattr(kind, "_fields") else kind(items)


# ---- what a function sees besides its arguments ----

def _seen(function):
    """(name, value) of what a function closes over, of its module's variables that it names, and of its object."""
    inner = getattr(function, "__func__", function)
    if inner is not function:
        yield "self", function.__self__
    code = getattr(inner, "__code__", None)
    if code is None:
        yield "the callable", function
        return
    for name, cell in zip(code.co_freevars, inner.__closure__ or ()):
        try:
            yield name, cell.cell_contents
        except ValueError:  # not there yet
            pass
    for name in code.co_names:
        if name in inner.__globals__:
            yield name, inner.__globals__[name]


def _state(value, tensors, met):
    """The structure of something that a function sees: tensors are passed like arguments, containers and attributes of
    objects are looked through, and the rest is what it is."""
    if isinstance(value, Tensor):
        tensors.append(value)
        return Tensor
    if isinstance(value, _PLAIN):
        return _Constant(value)
    if id(value) in met:
        return met[id(value)]
    met[id(value)] = len(met)
    if isinstance(value, (tuple, list)):
        return type(value), tuple([_state(item, tensors, met) for item in value])
    attributes = value if isinstance(value, dict) else getattr(value, "__dict__", None)
    if attributes is None or isinstance(value, _WHOLE):
        return id(value)
    return type(value), tuple([(name if isinstance(name, str) else id(name), _state(item, tensors, met))
                               for name, item in attributes.items()])


def _surroundings(function, tensors):
    met = {}
    return tuple([(name, _state(value, tensors, met)) for name, value in _seen(function)])


# ---- what C calls ----

class _Call(threading.local):
    """The arguments of the thread's call, and the structure of what the function gave."""

    args = kwargs = result = None


class _Compiled:
    """A function for one structure of arguments and surroundings."""

    __slots__ = ("_handle", "_p", "call", "function", "known", "results")

    def __init__(self, function, options):
        self.function, self.call, self.results, self.known = function, _Call(), {}, threading.Condition()
        self._handle = ffi.new_handle(self)
        out = ffi.new("vjp_compiled*[1]")
        check(lib.vjp_compile(lib.python_compiled, self._handle, NULL, options, out))
        self._p = ffi.gc(out[0], lib.vjp_compiled_release)

    def run(self, results):
        tensors = []
        self.call.result = _flatten(self.function(*self.call.args, **self.call.kwargs), tensors, "a result")
        for item in tensors:
            check(lib.vjp_tensor_list_append(results, item._p))

    def __call__(self, tensors, args, kwargs):
        mine, former = self.call, (self.call.args, self.call.kwargs)
        mine.args, mine.kwargs, mine.result = args, kwargs, None
        out, record = ffi.new("vjp_tensor_list*[1]"), ffi.new("uint64_t*")
        try:
            with travelling():
                check(lib.vjp_compiled_call(self._p, [item._p for item in tensors], len(tensors), record, out))
            structure, mine.result = mine.result, None
        finally:
            mine.args, mine.kwargs = former
        if structure is None:
            structure = self._structure(record[0])
        elif record[0]:
            with self.known:
                self.results[record[0]] = structure
                self.known.notify_all()
        return _restore(structure, iter(from_list(out[0])))

    def _structure(self, record):
        found = self.results.get(record)
        if found is None:  # the thread that made the record is on its way back from C
            with self.known:
                if not self.known.wait_for(lambda: record in self.results, timeout=60):
                    raise StateError("a compiled function: the call that made the record was broken off; clear() it")
            found = self.results[record]
        return found

    def text(self):
        out = ffi.new("char*[1]")
        check(lib.vjp_compiled_text(self._p, out))
        return taken(out[0])


@callback()
def python_compiled(context, _inputs, _count, results):
    try:
        ffi.from_handle(context).run(results)
        return 0
    except BaseException as error:  # must not cross C
        return carry(error)


# ---- what users get ----

class CompiledFunction:
    """A function that runs by records of itself. `text()` is the last one; `clear()` forgets them."""

    def __init__(self, function, options):
        self._function, self._options = function, options
        self._compiled, self._lock, self._newest = {}, threading.Lock(), None
        functools.update_wrapper(self, function, updated=())

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        bound = CompiledFunction.__new__(CompiledFunction)
        bound.__dict__.update(self.__dict__)
        bound._function = self._function.__get__(instance, owner)
        return bound

    def _for(self, structure):
        with self._lock:
            compiled = self._compiled.pop(structure, None)
            if compiled is None:
                compiled = _Compiled(self._function, self._options)
                if len(self._compiled) == _MOST_STRUCTURES:
                    del self._compiled[next(iter(self._compiled))]
            self._compiled[structure] = self._newest = compiled
            return compiled

    def __call__(self, *args, **kwargs):
        tensors = []
        structure = (_flatten(args, tensors, "an argument"), _flatten(kwargs, tensors, "an argument"),
                     id(getattr(self._function, "__self__", None)), _surroundings(self._function, tensors))
        return self._for(structure)(tensors, args, kwargs)

    def text(self):
        """The operators of the record that was used or made last, one a line, or why there is none; "" before the
        first call."""
        return self._newest.text() if self._newest else ""

    def clear(self):
        """Forgets all records."""
        with self._lock:
            self._compiled.clear()
            self._newest = None
