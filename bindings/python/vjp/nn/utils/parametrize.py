"""Parameters that are computed: a module puts `weight = parametrization(original)` in the place of a parameter.

    class Symmetric(vjp.nn.Module):
        def forward(self, x):
            return x.triu() + x.triu(1).mT

    layer = vjp.nn.Linear(3, 3)
    parametrize.register_parametrization(layer, "weight", Symmetric())
    layer.weight                                   # symmetric, computed at every access
    layer.parametrizations.weight.original         # what is learnt

The names are those of torch.nn.utils.parametrize, those in a state_dict as well.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, cast

from ... import Tensor, no_grad
from ..modules.container import ModuleDict, ModuleList
from ..modules.module import Module
from ..parameter import Parameter

__all__ = ["ParametrizationList", "cached", "is_parametrized", "register_parametrization", "remove_parametrizations",
           "transfer_parametrizations_and_params", "type_before_parametrizations"]

# What cached() keeps: the list of parametrizations, and what it gave. None outside of it.
_kept: ContextVar[dict[Module, Tensor] | None] = ContextVar("vjp_parametrize_cached", default=None)


@contextmanager
def cached() -> Iterator[None]:
    """Within it each parametrized tensor is computed at its first access only: for RNNs, or layers that are shared.

    What changes the originals inside of it, an optimizer's step for one, does not show before its end; an assignment to
    the parametrized attribute does. It holds for this thread, and contexts inside of others share what is kept.
    """
    if _kept.get() is not None:
        yield
        return
    token = _kept.set({})
    try:
        yield
    finally:
        _kept.reset(token)


def _check_kept(result: Any, given: Tensor) -> None:
    """A ValueError unless a parametrization made a tensor of the dtype and the shape of the one that it was given."""
    if not isinstance(result, Tensor):
        raise ValueError(f"A parametrization must return a tensor, not {type(result).__name__}")
    if result.dtype != given.dtype or result.shape != given.shape:
        raise ValueError(
            f"A parametrization must not change dtype or shape: it made {result.dtype} of shape {list(result.shape)} "
            f"of {given.dtype} of shape {list(given.shape)}; unsafe=True allows it")


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, applied one after the other, and what they start from.

    That is `original`, or `original0`, `original1`, ... where a right_inverse gave several tensors: parameters if the
    tensor was one, buffers otherwise. `unsafe`: nothing is checked, and dtype and shape may change.
    """

    is_tensor: bool
    unsafe: bool
    ntensors: int

    def __init__(self, modules: Sequence[Module], original: Tensor | Parameter, unsafe: bool = False) -> None:
        if not modules:
            raise ValueError("ParametrizationList: there must be a module to begin with")
        super().__init__(modules)
        self.unsafe = unsafe
        start: Any = original
        with no_grad():
            for module in reversed(self):
                if hasattr(module, "right_inverse"):
                    try:
                        start = module.right_inverse(start)
                    except NotImplementedError:
                        pass
        self.is_tensor = isinstance(start, Tensor)
        if not self.is_tensor and not isinstance(start, Sequence):
            raise ValueError("right_inverse must return a tensor or a sequence of tensors, not "
                             f"{type(start).__name__}")
        self._keep([start] if self.is_tensor else list(start), original)
        if not unsafe:
            self._check(original)

    def _names(self) -> list[str]:
        return ["original"] if self.is_tensor else [f"original{i}" for i in range(self.ntensors)]

    def _keep(self, tensors: list[Tensor], original: Tensor) -> None:
        self.ntensors = len(tensors)
        for tensor in tensors:
            if not isinstance(tensor, Tensor):
                raise ValueError(f"right_inverse must return tensors, not {type(tensor).__name__} inside a sequence")
            if not self.unsafe and self.is_tensor and tensor.dtype != original.dtype:
                raise ValueError(f"right_inverse returned {tensor.dtype} for {original.dtype}; with unsafe=True dtypes "
                                 "may differ")
        if self.is_tensor:
            if tensors[0] is not original:
                _replace(original, tensors[0])  # the same object: optimizers have it
            tensors = [original]
        for name, tensor in zip(self._names(), tensors):
            if isinstance(tensor, Parameter):
                self.register_parameter(name, tensor)
            elif isinstance(original, Parameter):
                learnt = (tensor.is_floating_point() or tensor.is_complex()) and original.requires_grad
                self.register_parameter(name, Parameter(tensor, learnt))
            else:
                self.register_buffer(name, tensor)

    def _check(self, original: Tensor) -> None:
        _check_kept(self(), original)

    @no_grad()
    def right_inverse(self, value: Tensor) -> None:
        """Sets the originals such that forward() gives `value`, by the right_inverse of every parametrization.

        A RuntimeError if one has none, a ValueError if what they return does not fit the originals.
        """
        result: Any = value
        for module in reversed(self):
            if not hasattr(module, "right_inverse"):
                raise RuntimeError(f"{type(module).__name__} has no right_inverse, so nothing can be assigned to the "
                                   "tensor that it computes")
            result = module.right_inverse(result)
        given = [result] if isinstance(result, Tensor) else list(result) if isinstance(result, Sequence) else None
        if given is None or isinstance(result, Tensor) != self.is_tensor or len(given) != self.ntensors:
            raise ValueError(f"right_inverse must return {'a tensor' if self.is_tensor else f'{self.ntensors} tensors'}"
                             f", not {type(result).__name__}{'' if given is None else f' of {len(given)}'}")
        for name, tensor in zip(self._names(), given):
            original = getattr(self, name)
            if not isinstance(tensor, Tensor) or tensor.dtype != original.dtype:
                got = tensor.dtype if isinstance(tensor, Tensor) else type(tensor).__name__
                raise ValueError(f"right_inverse must return {original.dtype} for {name}, not {got}")
            _replace(original, tensor)
        kept = _kept.get()
        if kept is not None:
            kept.pop(self, None)

    def forward(self) -> Tensor:
        """The parametrized tensor."""
        first, *others = self
        result = first(*[getattr(self, name) for name in self._names()])
        for module in others:
            result = module(result)
        return cast(Tensor, result)

    def current(self) -> Tensor:
        """forward(), or inside of cached() what it gave before."""
        kept = _kept.get()
        if kept is None:
            return cast(Tensor, self())
        if self not in kept:
            kept[self] = self()
        return kept[self]


def _replace(original: Tensor, value: Tensor) -> None:
    """Other elements, and perhaps another shape, for the same object. The value stays its owner's."""
    original.data = value.detach().clone()


def _property(name: str) -> property:
    def get(self: Any) -> Tensor:
        return cast(Tensor, self.parametrizations[name].current())

    def set(self: Any, value: Tensor) -> None:
        self.parametrizations[name].right_inverse(value)

    return property(get, set)


def _class_of(base: type[Module], names: Sequence[str]) -> type[Module]:
    """The class of a module some tensors of which are parametrized: each is a property."""

    def reduce(self: Any, protocol: Any) -> Any:
        state = cast(tuple[Any, ...], base.__reduce_ex__(self, protocol))[2:]
        return _new, (base, tuple(names)), *state  # the class itself has no place from which to be imported

    members = {name: _property(name) for name in names}
    return type(f"Parametrized{base.__name__}", (base,), {
        **members, "__module__": base.__module__, "__doc__": base.__doc__, "__reduce_ex__": reduce,
        "_before_parametrizations": base, "_parametrized_names": tuple(names)})


def _new(base: type[Module], names: tuple[str, ...]) -> Module:
    return cast(Module, copyreg.__newobj__(_class_of(base, names)))  # type: ignore[attr-defined]


def _set_class(module: Module, names: Sequence[str]) -> None:
    base = type_before_parametrizations(module)
    module.__class__ = _class_of(base, names) if names else base


def type_before_parametrizations(module: Module) -> type[Module]:
    """The class of a module before parametrizations were registered; a parametrized module has a subclass of it."""
    return cast(type[Module], getattr(type(module), "_before_parametrizations", type(module)))


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Whether a tensor of the module, or any if no name is given, has a parametrization."""
    names = getattr(type(module), "_parametrized_names", ())
    return bool(names) if tensor_name is None else tensor_name in names


def _parametrizations(module: Module) -> ModuleDict:
    return cast(ModuleDict, module._modules["parametrizations"])


def register_parametrization(module: Module, tensor_name: str, parametrization: Module, *,
                             unsafe: bool = False) -> Module:
    """Makes a parameter or buffer of the module the result of parametrization(original); returns the module.

    If the tensor has a parametrization, the new one is applied to what that gives. With a method
    `right_inverse(tensor)`, which returns the original or several of them, the tensor keeps its value at first, and
    values can be assigned to it. Unless `unsafe`, dtype and shape must stay: a ValueError otherwise, and for a name
    that the module does not have. parameters() then has the originals; in state_dict() they are
    `parametrizations.NAME.original`.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        _append(module, tensor_name, parametrization, unsafe)
    elif module._parameters.get(tensor_name) is not None or module._buffers.get(tensor_name) is not None:
        original = getattr(module, tensor_name)
        made = ParametrizationList([parametrization], original, unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            module.register_module("parametrizations", ModuleDict())
        _parametrizations(module)[tensor_name] = made
        _set_class(module, list(_parametrizations(module)))
    else:
        raise ValueError(f"register_parametrization: {type(module).__name__} has no parameter, buffer or parametrized "
                         f"tensor '{tensor_name}'")
    return module


def _append(module: Module, tensor_name: str, parametrization: Module, unsafe: bool) -> None:
    found = cast(ParametrizationList, _parametrizations(module)[tensor_name])
    with no_grad():
        now = found()
        if not unsafe:
            start: Any = now
            if hasattr(parametrization, "right_inverse"):
                try:
                    start = parametrization.right_inverse(now)
                except NotImplementedError:
                    pass
            if not isinstance(start, Tensor):
                raise ValueError("right_inverse of a parametrization after the first must return a tensor, not "
                                 f"{type(start).__name__}")
            _check_kept(parametrization(start), now)
    found.append(parametrization)
    found.unsafe |= unsafe
    kept = _kept.get()
    if kept is not None:
        kept.pop(found, None)


def remove_parametrizations(module: Module, tensor_name: str, leave_parametrized: bool = True) -> Module:
    """Makes a parametrized tensor a parameter or buffer again; returns the module.

    It has the value that was computed, or, not `leave_parametrized`, that of the original, which is not possible where
    there are several (a ValueError, as for a tensor that has no parametrization).
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"remove_parametrizations: {type(module).__name__} has no parametrization of '{tensor_name}'")
    found = cast(ParametrizationList, _parametrizations(module)[tensor_name])
    if not found.is_tensor and not leave_parametrized:
        raise ValueError(f"remove_parametrizations: '{tensor_name}' is computed from {found.ntensors} tensors, so it "
                         "can be left only as it is: leave_parametrized=True")
    if found.is_tensor:
        result: Tensor = found.original
        if leave_parametrized:
            with no_grad():
                _replace(result, found())
    else:
        with no_grad():
            result = found().detach()
        originals = list(found.parameters(recurse=False))
        if originals:
            result = Parameter(result, any(original.requires_grad for original in originals))
    del _parametrizations(module)[tensor_name]
    names = list(_parametrizations(module))
    _set_class(module, names)
    if not names:
        del module.parametrizations
    if isinstance(result, Parameter):
        module.register_parameter(tensor_name, result)
    else:
        module.register_buffer(tensor_name, result)
    return module


def transfer_parametrizations_and_params(from_module: Module, to_module: Module,
                                         tensor_name: str | None = None) -> Module:
    """Gives `to_module` the parametrizations of `from_module`, all or those of one tensor, and copies of what they
    start from; returns it. The parametrizations themselves are shared."""
    if not is_parametrized(from_module):
        return to_module
    names = list(_parametrizations(from_module)) if tensor_name is None else [tensor_name]
    for name in names:
        if not is_parametrized(from_module, name):
            raise ValueError(f"transfer_parametrizations_and_params: {type(from_module).__name__} has no "
                             f"parametrization of '{name}'")
        source = cast(ParametrizationList, _parametrizations(from_module)[name])
        if not hasattr(to_module, name):
            value = source().detach().clone()
            parameter = bool(list(source.parameters(recurse=False)))
            setattr(to_module, name, Parameter(value)) if parameter else to_module.register_buffer(name, value)
        for parametrization in source:
            register_parametrization(to_module, name, parametrization, unsafe=source.unsafe)
        made = cast(ParametrizationList, _parametrizations(to_module)[name])
        for original in made._names():
            _replace(getattr(made, original), getattr(source, original))
    return to_module
