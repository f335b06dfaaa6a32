"""Modules that hold others, and parameters, in a row or by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self, overload

from ... import OutOfRangeError, Tensor
from ..parameter import Parameter
from .module import Module


def _position(index: Any, count: int, what: str) -> str:
    """The name of what is at an index, which may count from the end."""
    place = index.__index__()
    if not -count <= place < count:
        raise OutOfRangeError(f"{what}: there is no index {place} among {count}")
    return str(place % count)


class _Row(Module):
    """What Sequential and ModuleList share: modules named "0", "1" and so on."""

    def _members(self) -> list[Module]:
        return [module for module in self._modules.values() if module is not None]

    def _replace(self, modules: Iterable[Module]) -> None:
        modules = list(modules)
        self._modules.clear()
        for i, module in enumerate(modules):
            self.add_module(str(i), module)

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._members())

    @overload
    def __getitem__(self, index: int) -> Module: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> Module | Self:
        if isinstance(index, slice):
            return self._of(self._members()[index])
        return self._members()[int(_position(index, len(self), type(self).__name__))]

    def _of(self, modules: list[Module]) -> Self:
        raise NotImplementedError

    def __setitem__(self, index: int, module: Module) -> None:
        name = list(self._modules)[int(_position(index, len(self), type(self).__name__))]
        self.register_module(name, module)

    def __delitem__(self, index: int | slice) -> None:
        members = self._members()
        del members[index]
        self._replace(members)

    def append(self, module: Module) -> Self:
        """Adds a module at the end; returns the container."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> Self:
        """Adds modules at the end; returns the container."""
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> None:
        """Adds a module before the one at the index; those behind it are renamed."""
        members = self._members()
        members.insert(index, module)
        self._replace(members)

    def pop(self, key: int | slice = -1) -> Module | Self:
        """Takes a module out, the last unless told otherwise."""
        found = self[key]
        del self[key]
        return found

    def __add__(self, other: Iterable[Module]) -> Self:
        return self._of([*self, *other])


class Sequential(_Row):
    """Modules that are called one after the other, each with what the one before gave.

    Sequential(first, second, ...), or Sequential({"name": first, ...}).
    """

    def __init__(self, *args: Module | Mapping[str, Module]) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], Mapping):
            named = dict(args[0])
        else:
            named = {str(i): module for i, module in enumerate(args)}  # type: ignore[misc]
        for name, module in named.items():
            self.add_module(name, module)

    def _of(self, modules: list[Module]) -> Self:
        return type(self)(*modules)

    def forward(self, input: Any) -> Any:
        """What the last module gives."""
        for module in self._modules.values():
            input = module(input)  # type: ignore[misc]
        return input


class ModuleList(_Row):
    """A list of modules, whose parameters are found; it has no forward."""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        self.extend(modules or ())

    def _of(self, modules: list[Module]) -> Self:
        return type(self)(modules)


class ModuleDict(Module):
    """A dictionary of modules, whose parameters are found; it has no forward."""

    def __init__(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]] | None = None) -> None:
        super().__init__()
        self.update(modules or {})

    def update(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]]) -> None:
        """Adds modules by name, in the places of those that are there."""
        for name, module in dict(modules).items():
            self[name] = module

    def __getitem__(self, key: str) -> Module:
        found = self._modules[key]
        assert found is not None
        return found

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: str) -> bool:
        return key in self._modules

    def keys(self) -> Iterable[str]:
        """The names."""
        return self._modules.keys()

    def values(self) -> Iterable[Module]:
        """The modules."""
        return self._modules.values()  # type: ignore[return-value]

    def items(self) -> Iterable[tuple[str, Module]]:
        """The names with their modules."""
        return self._modules.items()  # type: ignore[return-value]

    def pop(self, key: str) -> Module:
        """Takes a module out."""
        found = self[key]
        del self[key]
        return found

    def clear(self) -> None:
        """Takes all modules out."""
        self._modules.clear()


def _parameter(value: Tensor) -> Parameter:
    return value if isinstance(value, Parameter) else Parameter(value)


class ParameterList(Module):
    """A list of parameters; tensors become parameters."""

    def __init__(self, values: Iterable[Tensor] | None = None) -> None:
        super().__init__()
        self.extend(values or ())

    def append(self, value: Tensor) -> Self:
        """Adds a parameter at the end; returns the list."""
        self.register_parameter(str(len(self)), _parameter(value))
        return self

    def extend(self, values: Iterable[Tensor]) -> Self:
        """Adds parameters at the end; returns the list."""
        for value in list(values):
            self.append(value)
        return self

    def __len__(self) -> int:
        return len(self._parameters)

    def __iter__(self) -> Iterator[Parameter]:
        return iter(list(self._parameters.values()))  # type: ignore[arg-type]

    def __getitem__(self, index: int) -> Parameter:
        return self._parameters[_position(index, len(self), "ParameterList")]  # type: ignore[return-value]

    def __setitem__(self, index: int, value: Tensor) -> None:
        self.register_parameter(_position(index, len(self), "ParameterList"), _parameter(value))

    def extra_repr(self) -> str:
        """The shapes."""
        return ", ".join(str(list(parameter.shape)) for parameter in self)


class ParameterDict(Module):
    """A dictionary of parameters; tensors become parameters."""

    def __init__(self, parameters: Mapping[str, Tensor] | Iterable[tuple[str, Tensor]] | None = None) -> None:
        super().__init__()
        self.update(parameters or {})

    def update(self, parameters: Mapping[str, Tensor] | Iterable[tuple[str, Tensor]]) -> None:
        """Adds parameters by name, in the places of those that are there."""
        for name, value in dict(parameters).items():
            self[name] = value

    def __getitem__(self, key: str) -> Parameter:
        return self._parameters[key]  # type: ignore[return-value]

    def __setitem__(self, key: str, value: Tensor) -> None:
        self.register_parameter(key, _parameter(value))

    def __delitem__(self, key: str) -> None:
        del self._parameters[key]

    def __len__(self) -> int:
        return len(self._parameters)

    def __iter__(self) -> Iterator[str]:
        return iter(self._parameters)

    def __contains__(self, key: str) -> bool:
        return key in self._parameters

    def keys(self) -> Iterable[str]:
        """The names."""
        return self._parameters.keys()

    def values(self) -> Iterable[Parameter]:
        """The parameters."""
        return self._parameters.values()  # type: ignore[return-value]

    def items(self) -> Iterable[tuple[str, Parameter]]:
        """The names with their parameters."""
        return self._parameters.items()  # type: ignore[return-value]

    def extra_repr(self) -> str:
        """The names and shapes."""
        return ", ".join(f"{name}: {list(parameter.shape)}" for name, parameter in self.items())
