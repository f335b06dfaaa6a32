"""Calling operators with arguments of any sort: by name, over several overloads, and with explained errors.

The generated functions call C directly; what is here serves the rarer forms, and explains what does not fit.
"""

from collections import namedtuple

from . import _core
from ._core import NULL, check
from ._create import is_data, operand
from ._ffi import ffi, lib
from ._random import Generator
from ._schema import REQUIRED
from ._tensor import Tensor, borrowed, from_list

_FUNCTIONAL, _INPLACE, _OUT = lib.VJP_VARIANT_FUNCTIONAL, lib.VJP_VARIANT_INPLACE, lib.VJP_VARIANT_OUT


# ---- do arguments fit? ----

def _is_int(value):
    return hasattr(value, "__index__") and not isinstance(value, (bool, Tensor)) and not getattr(value, "shape", ())


def _is_real(value):
    return isinstance(value, (int, float)) or _is_number(value) and not isinstance(value, complex)


def _is_number(value):
    return not isinstance(value, Tensor) and _core.number(value) is not None


def _is_sequence(value):
    return isinstance(value, (tuple, list)) or hasattr(value, "__len__") and hasattr(value, "__getitem__") and not (
        isinstance(value, (str, bytes, Tensor)))


def _is_dtype(value):
    try:
        return bool(_core.dtype_of(value))
    except TypeError:
        return False


def _is_tensor(value):
    return isinstance(value, Tensor)


_FITS = {
    "Tensor": _is_tensor,
    "Tensor[]": lambda value: _is_sequence(value) and all(map(_is_tensor, value)),
    "Tensor?[]": lambda value: _is_sequence(value) and all(item is None or _is_tensor(item) for item in value),
    "Operand": lambda value: _is_tensor(value) or _is_number(value),
    "Scalar": _is_number,
    "int": _is_int,
    "int[]": lambda value: _is_int(value) or _is_sequence(value) and all(map(_is_int, value)),
    "float": _is_real,
    "float[]": lambda value: _is_real(value) or _is_sequence(value) and all(map(_is_real, value)),
    "bool": lambda value: value is True or value is False or type(value).__name__ in ("bool_", "bool"),
    "str": lambda value: isinstance(value, str),
    "dtype": _is_dtype,
    "Generator": lambda value: isinstance(value, Generator),
    "Device": lambda value: isinstance(value, (_core.device, str)) and not _is_dtype(value),
}
_WORDS = {"Tensor": "a tensor", "Tensor[]": "a sequence of tensors", "Tensor?[]": "a sequence of tensors and None",
          "Operand": "a tensor or a number", "Scalar": "a number", "int": "an integer", "int[]": "integers",
          "float": "a real number", "float[]": "real numbers", "bool": "True or False", "str": "a string",
          "dtype": "a dtype", "Generator": "a Generator", "Device": "a device"}


def _fits(kind, value):
    if kind.endswith("?"):
        return value is None or _FITS[kind[:-1]](value)
    return _FITS[kind](value)


# ---- boxing into vjp_value ----

def _box(place, kind, value, keep):
    """Fills a vjp_value; what it points to is appended to `keep`."""
    union = getattr(place, "as")
    kind = kind.removesuffix("?")
    if value is None:
        place.kind = lib.VJP_KIND_NONE
    elif isinstance(value, Tensor) and kind in ("Tensor", "Operand"):
        place.kind, union.tensor = lib.VJP_KIND_TENSOR, value._p
    elif kind in ("Operand", "Scalar"):
        place.kind, integer, real, imaginary = _core.scalar(value)
        if place.kind <= _core.KIND_INT:
            union.integer = integer
        elif place.kind == _core.KIND_FLOAT:
            union.real = real
        else:
            union.complex_value = (real, imaginary)
    elif kind == "bool":
        place.kind, union.integer = _core.KIND_BOOL, bool(value)
    elif kind == "int":
        place.kind, union.integer = _core.KIND_INT, value.__index__()
    elif kind == "float":
        place.kind, union.real = _core.KIND_FLOAT, float(value)
    elif kind == "dtype":
        place.kind, union.integer = lib.VJP_KIND_DTYPE, _core.dtype_code(value)
    elif kind == "Device":
        place.kind, union.device = lib.VJP_KIND_DEVICE, _core.device_pair(value)
    elif kind == "Generator":
        place.kind, union.generator = lib.VJP_KIND_GENERATOR, value._p
    else:
        _box_list(place, union, kind, value, keep)


def _box_list(place, union, kind, value, keep):
    if kind in ("Tensor[]", "Tensor?[]"):
        memory = ffi.new("vjp_tensor*[]", [NULL if item is None else item._p for item in value])
        place.kind, union.tensors, place.count = lib.VJP_KIND_TENSOR_LIST, memory, len(memory)
    elif kind == "int[]":
        memory = ffi.new("int64_t[]", _core.ints(value))
        place.kind, union.ints, place.count = lib.VJP_KIND_INT_LIST, memory, len(memory)
    elif kind == "float[]":
        memory = ffi.new("double[]", floats(value))
        place.kind, union.floats, place.count = lib.VJP_KIND_FLOAT_LIST, memory, len(memory)
    else:
        memory = ffi.new("char[]", value.encode())
        place.kind, union.string = lib.VJP_KIND_STRING, memory
    keep.append(memory)


def floats(value):
    return [float(item) for item in value] if hasattr(value, "__iter__") else [float(value)]


def unboxed(value):
    """A vjp_value as a Python object."""
    union = getattr(value, "as")  # a word that Python has reserved
    kind = value.kind
    if kind == lib.VJP_KIND_TENSOR:
        return borrowed(union.tensor)
    if kind == lib.VJP_KIND_TENSOR_LIST:
        return [borrowed(union.tensors[i]) if union.tensors[i] else None for i in range(value.count)]
    if kind == lib.VJP_KIND_INT_LIST:
        return [union.ints[i] for i in range(value.count)]
    if kind == lib.VJP_KIND_FLOAT_LIST:
        return [union.floats[i] for i in range(value.count)]
    if kind == lib.VJP_KIND_STRING:
        return ffi.string(union.string).decode()
    if kind == lib.VJP_KIND_GENERATOR:
        return Generator.borrowed(union.generator)
    if kind == lib.VJP_KIND_DEVICE:
        return _core.device_from(union.device)
    if kind == lib.VJP_KIND_DTYPE:
        return _core.DTYPES.get(union.integer)
    if kind == lib.VJP_KIND_COMPLEX:
        return complex(union.complex_value[0], union.complex_value[1])
    if kind == lib.VJP_KIND_FLOAT:
        return union.real
    if kind == lib.VJP_KIND_BOOL:
        return bool(union.integer)
    return union.integer if kind == lib.VJP_KIND_INT else None


_KINDS = ((Tensor, "Tensor"), (bool, "bool"), (int, "int"), (float, "float"), (complex, "Scalar"), (str, "str"),
          (Generator, "Generator"), (_core.device, "Device"), (_core.dtype, "dtype"))


def _kind_of(value):
    """The type of an argument by what it is."""
    if isinstance(value, (list, tuple)):
        if any(isinstance(item, Tensor) or item is None for item in value):
            return "Tensor?[]"
        return "float[]" if any(isinstance(item, float) for item in value) else "int[]"
    return next((kind for kind_class, kind in _KINDS if isinstance(value, kind_class)), "str")


def box_alike(args):
    """The values of arguments for an operator whose types are not known here; and what keeps them alive."""
    values, keep = ffi.new("vjp_value[]", len(args)), []
    for place, value in zip(values, args):
        _box(place, _kind_of(value), value, keep)
    return values, keep


# ---- calls by name ----

class _Operator:
    """An operator of the registry with its schema."""

    def __init__(self, op, schema):
        self.op, self.schema = op, schema
        names = self.schema.outputs
        self.result = None
        if len(names) > 1:
            self.result = namedtuple(self.schema.name, names) if all(names) else lambda *items: items

    def text(self):
        return ffi.string(lib.vjp_op_schema(self.op)).decode()

    def call(self, args, variant=_FUNCTIONAL, out=None):
        self.verify(args)
        values, keep = self.box(args, variant == _OUT)
        if variant == _OUT:
            _box(values[len(args)], "Tensor", out, keep)
        results = ffi.new("vjp_tensor_list*[1]")
        check(lib.vjp_op_call(self.op, variant, values, len(values), results))
        tensors = from_list(results[0])
        if self.schema.list_output:
            return tensors
        return tensors[0] if self.result is None else self.result(*tensors)

    def box(self, args, more=0):
        """The values of arguments in schema order, with room for more; and what keeps alive what they point to."""
        values = ffi.new("vjp_value[]", len(args) + more)
        keep = []
        for place, arg, value in zip(values, self.schema.args, args):
            _box(place, arg.type, value, keep)
        return values, keep

    def verify(self, args):
        for arg, value in zip(self.schema.args, args):
            if not _fits(arg.type, value):
                got = "None" if value is None else f"{type(value).__name__} {value!r}"[:60]
                raise TypeError(f"{self.schema.name}: {arg.name} must be {_WORDS[arg.type.removesuffix('?')]}, "
                                f"not {got}")

    def bind(self, args, kwargs):
        """The arguments in schema order, or None if they do not fit."""
        positional = [arg for arg in self.schema.args if not arg.keyword_only]
        if len(args) > len(positional):
            return None
        bound, used = [], 0
        for i, arg in enumerate(self.schema.args):
            if i < len(args) and not arg.keyword_only:
                value = args[i]
            elif arg.name in kwargs:
                value = kwargs[arg.name]
                used += 1
            elif arg.default is not REQUIRED:
                bound.append(arg.default)
                continue
            else:
                return None
            if not _fits(arg.type, value):
                return None
            bound.append(value)
        return bound if used == len(kwargs) else None


_operators = {}


def operator_of(full_name):
    found = _operators.get(full_name)
    if found is None:
        from ._generated_schemas import SCHEMAS  # many, and few programs call by name

        op = lib.vjp_op_find(full_name.encode())
        if not op or full_name not in SCHEMAS:
            raise AttributeError(f"there is no operator {full_name!r}")
        found = _operators[full_name] = _Operator(op, SCHEMAS[full_name])
    return found


def call(full_name, args):
    return operator_of(full_name).call(args)


def call_inplace(full_name, args):
    operator_of(full_name).call(args, _INPLACE)
    return args[0]


def call_out(full_name, args, out):
    if not isinstance(out, Tensor):
        raise TypeError(f"{full_name}: out must be a tensor, not {type(out).__name__}")
    operator_of(full_name).call(args, _OUT, out)
    return out


def explain(full_name, args, error):
    """The exception for arguments that could not be handed to C: which one is wrong, and what it should be."""
    try:
        operator_of(full_name).verify(args)
    except TypeError as clearer:
        return clearer
    return error


def binary(full_name, left, right):
    """A Python operator whose operands are neither plain tensors nor plain numbers."""
    if isinstance(left, Tensor):
        right = _operand(right, left)
    else:
        left = _operand(left, right)
    return NotImplemented if left is NotImplemented or right is NotImplemented else call(full_name, (left, right))


def _operand(value, like):
    """A tensor or a number as it is; arrays, sequences and other libraries' tensors as a tensor."""
    if isinstance(value, Tensor) or _is_number(value):
        return value
    return operand(value, like) if is_data(value) else NotImplemented


def binary_inplace(full_name, left, right):
    right = _operand(right, left)
    return NotImplemented if right is NotImplemented else call_inplace(full_name, (left, right))


_SIMPLE = {Tensor, float, int, bool, complex, _core.dtype, Generator, _core.device}


# What else may be called so, as functions that give NotImplemented for arguments they do not know either.
other_forms = {}


def overloaded(name, *variants, creation=False):
    """A function that tries the overloads of a name in order. `variants`: (full name, direct function)."""
    # Which overload it is, by the arguments' classes, where these alone decide.
    known = {}

    def function(*args, **kwargs):
        classes = tuple([item.__class__ for item in args])
        if kwargs:
            classes = (*classes, *kwargs, *[item.__class__ for item in kwargs.values()])
        direct = known.get(classes)
        if direct is not None:
            return direct(*args, **kwargs)
        plain = not {"out", "requires_grad", "device"}.intersection(kwargs)
        out = kwargs.pop("out", None)
        requires_grad = creation and kwargs.pop("requires_grad", False)
        if creation and "device" in kwargs:
            with _core.on_device(kwargs.pop("device")):
                result = function(*args, **kwargs) if out is None else function(*args, out=out, **kwargs)
            return result.requires_grad_() if requires_grad else result
        for full_name, direct in variants:
            operator = operator_of(full_name)
            bound = operator.bind(args, kwargs)
            if bound is not None:
                if out is not None:
                    return call_out(full_name, bound, out)
                if plain and _SIMPLE.issuperset(map(type, [*args, *kwargs.values()])):
                    known[classes] = direct
                result = direct(*bound)
                return result.requires_grad_() if requires_grad else result
        if name in other_forms and (made := other_forms[name](*args, **kwargs)) is not NotImplemented:
            return made
        got = ", ".join([type(item).__name__ for item in args] +
                        [f"{key}={type(item).__name__}" for key, item in kwargs.items()])
        forms = "\n  ".join(operator_of(full_name).text() for full_name, _ in variants)
        raise TypeError(f"{name}: no form takes ({got}); there are\n  {forms}")
    function.__name__ = function.__qualname__ = name
    function.__module__ = "vjp"
    return function


def unpacked(values, keywords, name):
    """The integers of `x.view(2, 3)`, `x.view((2, 3))` or `x.view(shape=(2, 3))`; the tensors of an einsum likewise."""
    if not values and name in keywords:
        return keywords.pop(name)
    if len(values) == 1 and not hasattr(values[0], "__index__"):
        return values[0]
    return values
