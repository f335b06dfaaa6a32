"""Blocks in which a program sees every operator: logging, counting, other arguments, other results.

    class Count(OperatorMode):
        def __vjp_dispatch__(self, func, types, args=(), kwargs=None):
            counts[func.name] += 1
            return func(*args, **(kwargs or {}))

    with Count():
        loss.backward()

As PyTorch's TorchDispatchMode: below autograd, the operators that run, those of the backward pass
included.
"""

from .. import _core
from .._call import box_alike, operator_of, unboxed
from .._core import NULL, Region, callback, called, carry, check
from .._ffi import ffi, lib
from .._tensor import Tensor, borrowed

__all__ = ["Operator", "OperatorMode"]

_VARIANTS = {lib.VJP_VARIANT_FUNCTIONAL: "functional", lib.VJP_VARIANT_INPLACE: "inplace", lib.VJP_VARIANT_OUT: "out"}


class Operator:
    """The operator of a call that a mode sees. Calling it goes on with the call: to the mode around this one, and in
    the end to the kernel. It may be called with other arguments, and several times, while __vjp_dispatch__ runs."""

    __slots__ = {
        "name": "The full name of the operator, as \"max.dim\".",
        "schema": "The operator's schema: its arguments with types and defaults, and its results.",
        "variant": "The form of the call: \"functional\", \"inplace\" or \"out\".",
        "_call": None, "_given": None, "_known": None, "_results": None,
    }

    def __init__(self, call):
        self._call, self._results = call, None
        self.name = ffi.string(call.name).decode()
        self.schema = ffi.string(lib.vjp_op_schema(call.op)).decode()
        self.variant = _VARIANTS[call.variant]
        # The library's own operators, whose names begin with "_", take their arguments by position.
        self._known = None if self.name.startswith("_") else operator_of(self.name)
        self._given = [unboxed(call.args[i]) for i in range(call.num_args)]

    def __repr__(self):
        return self.name + {"functional": "", "inplace": "_", "out": "_out"}[self.variant]

    def given(self):
        """The arguments and the keyword arguments of the call."""
        args, kwargs = [], {}
        for i, value in enumerate(self._given):
            if self._known and self._known.schema.args[i].keyword_only:
                kwargs[self._known.schema.args[i].name] = value
            else:
                args.append(value)
        if self.variant == "out":
            kwargs["out"] = borrowed(self._call.target)
        return tuple(args), kwargs

    def __call__(self, *args, **kwargs):
        if self._call is None:
            raise _core.StateError(f"{self!r}: the call is over; it goes on while __vjp_dispatch__ runs")
        out = kwargs.pop("out", None)
        if out is not None and out is not borrowed(self._call.target):
            raise _core.InvalidError(f"{self!r}: out must stay the tensor that the call was given")
        values, _keep = self._boxed(args, kwargs)
        results = ffi.new("vjp_tensor_list*[1]")
        check(lib.vjp_intercept_next(self._call, values, results))
        self._results = _tensors(results[0])
        return self._shaped(self._results)

    def _boxed(self, args, kwargs):
        """NULL for the arguments as they were."""
        bound = self._known.bind(args, kwargs) if self._known else None if kwargs else args
        if bound is None or len(bound) != len(self._given):
            raise TypeError(f"{self!r}: the arguments do not fit {self.schema}")
        if all([one is other for one, other in zip(bound, self._given)]):
            return NULL, None
        return self._known.box(bound) if self._known else box_alike(bound)

    def _shaped(self, tensors):
        if self._list_output():
            return tensors
        if self.variant != "functional" or len(tensors) == 1:
            return tensors[0]
        return self._known.result(*tensors) if self._known else tensors

    def _list_output(self):
        return self.variant == "functional" and self._call.num_results == 0

    def _own(self, result):
        """What the mode gives, if that is not what the call gave when it last went on."""
        given = tuple(result) if isinstance(result, (tuple, list)) else (result,)
        if self._results is not None and len(given) == len(self._results) and all(map(_is, given, self._results)):
            return ()
        for item in given:
            if not isinstance(item, Tensor):
                raise TypeError(f"__vjp_dispatch__ must give what {self!r} gives, tensors, not {_core.type_name(item)}")
        return given


def _is(one, other):
    return one is other


def _tensors(handles):
    """None where a result is undefined."""
    items = [lib.vjp_tensor_list_get(handles, i) for i in range(lib.vjp_tensor_list_size(handles))]
    tensors = tuple([borrowed(item) if item else None for item in items])
    lib.vjp_tensor_list_release(handles)
    return tensors


class OperatorMode(Region):
    """A block in which `__vjp_dispatch__` of a subclass is called for every operator.

    Below autograd, the default, it sees the operators that run: the parts of composites, and those of the backward
    pass. What it computes itself is not recorded, and what it gives is differentiated as the operator's result. Above
    autograd it sees what the program calls, whole, and nothing of the backward pass; what it computes is recorded.

    Modes nest: the innermost one sees a call first. While it handles the call, operators that it calls itself are seen
    by the modes around it only. The mode goes with the block's work to other threads, perhaps several at a time.
    """

    __slots__ = ("_above",)

    def __init__(self, above_autograd=False):
        self._above = bool(above_autograd)

    def __vjp_dispatch__(self, func, types, args=(), kwargs=None):
        """Gives the results of the call.

        :param func: the Operator: its `name` ("max.dim"), `variant` ("functional", "inplace", "out") and `schema`; to
            be called with the arguments in order to go on
        :param types: the classes of the tensors among the arguments
        :param args: the arguments in the order of the schema
        :param kwargs: those that the schema has by name only; `out` of an out variant
        """
        return func(*args, **(kwargs or {}))

    def __enter__(self):
        super().__enter__()
        return self

    def _begin(self, out):
        above = getattr(self, "_above", False)  # a subclass need not call __init__
        place = lib.VJP_INTERCEPT_ABOVE_AUTOGRAD if above else lib.VJP_INTERCEPT_BELOW_AUTOGRAD
        handle = _core.context(self)
        if lib.vjp_guard_intercept(place, lib.python_intercept, handle, _core.drop, out):
            _core.forget(handle)
            raise _core.failure()


def _types(values):
    found = []
    for value in values:
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, Tensor) and type(item) not in found:
                found.append(type(item))
    return tuple(found)


@callback()
def python_intercept(context, call, results):
    try:
        func = Operator(call)
        try:
            args, kwargs = func.given()
            types = _types([*args, *kwargs.values()])
            result = called(_core.object_of(context).__vjp_dispatch__, func, types, args, kwargs)
            for tensor in func._own(result):
                check(lib.vjp_tensor_list_append(results, tensor._p))
        finally:
            func._call = None
        return 0
    except BaseException as error:  # must not cross C
        return carry(error)
