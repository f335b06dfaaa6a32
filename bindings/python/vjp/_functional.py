"""What vjp.func and vjp.autograd.functional share: the derivatives of functions from lists of tensors to lists of
tensors.

A function here takes a list of tensors and gives (outputs, aux), two lists; the library differentiates the outputs.
"""

from ._core import NULL, callback, carry, check, travelling
from ._ffi import ffi, lib
from ._tensor import borrowed, from_list

AUTO, REVERSE, FORWARD = lib.VJP_FUNCTIONAL_AUTO, lib.VJP_FUNCTIONAL_REVERSE, lib.VJP_FUNCTIONAL_FORWARD


class _Source:
    """What C calls. It may be called a second time, where something in the function has no forward mode."""

    __slots__ = ("function", "num_outputs")

    def __init__(self, function):
        self.function = function

    def run(self, inputs, count, outputs, aux):
        results, others = self.function([borrowed(inputs[i]) for i in range(count)])
        self.num_outputs = len(results)
        for item in results:
            check(lib.vjp_tensor_list_append(outputs, item._p))
        for item in others:
            check(lib.vjp_tensor_list_append(aux, item._p))


@callback()
def python_functional(context, inputs, count, outputs, aux):
    try:
        ffi.from_handle(context).run(inputs, count, outputs, aux)
        return 0
    except BaseException as error:  # must not cross C
        return carry(error)


def _options(create_graph, strict, vectorize, strategy, chunk_size):
    options = ffi.new("vjp_functional_options*")
    options.struct_size = ffi.sizeof("vjp_functional_options")
    options.create_graph = -1 if create_graph is None else bool(create_graph)
    options.strict = bool(strict)
    options.vectorize = bool(vectorize)
    options.strategy = strategy
    options.chunk_size = chunk_size or 0
    return options


def _request(entry, function, inputs, vectors, settings, out):
    source = _Source(function)
    handle = ffi.new_handle(source)
    values = ffi.new("vjp_tensor_list*[1]")
    given = () if vectors is None else ([item._p for item in vectors], len(vectors))
    with travelling():
        check(entry(lib.python_functional, handle, [item._p for item in inputs], len(inputs), *given,
                    _options(*settings), values, out))
    values = from_list(values[0])
    return values[:source.num_outputs], values[source.num_outputs:]


def derive(entry, function, inputs, vectors=None, *, create_graph=None, strict=False, vectorize=False, strategy=AUTO,
           chunk_size=None):
    """(outputs, aux, derivatives) of `entry`, one of the functions of vjp/functional.h. `vectors` are for those that
    take some; create_graph None: as nested requests need it."""
    out = ffi.new("vjp_tensor_list*[1]")
    settings = (create_graph, strict, vectorize, strategy, chunk_size)
    outputs, aux = _request(entry, function, inputs, vectors, settings, out)
    return outputs, aux, from_list(out[0])


class Linearization:
    """The derivative of a function at a point, with what the function gave there."""

    __slots__ = ("_map", "aux", "outputs")

    def __init__(self, function, inputs):
        out = ffi.new("vjp_linearization*[1]")
        self._map = NULL
        self.outputs, self.aux = _request(lib.vjp_functional_linearize, function, inputs, None,
                                          (None, False, False, AUTO, None), out)
        self._map = ffi.gc(out[0], lib.vjp_linearization_release)

    def _apply(self, entry, vectors):
        out = ffi.new("vjp_tensor_list*[1]")
        with travelling():
            check(entry(self._map, [item._p for item in vectors], len(vectors), out))
        return from_list(out[0])

    def vjp(self, vectors):
        return self._apply(lib.vjp_linearization_vjp, vectors)

    def jvp(self, vectors):
        return self._apply(lib.vjp_linearization_jvp, vectors)
