"""The state of a module by name: what is saved, and how it is taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import Tensor, no_grad
from ..parameter import Parameter
from .hooks import HookHandle

if TYPE_CHECKING:
    from .module import Module

State = dict[str, Any]
EXTRA = "_extra_state"


class IncompatibleKeys(NamedTuple):
    """What load_state_dict found no tensor for, and what it was given that the module has not."""

    missing_keys: list[str]
    unexpected_keys: list[str]


class Problems:
    """What goes wrong while a state is loaded, all of it before anything is raised."""

    def __init__(self) -> None:
        self.missing, self.unexpected, self.errors = list[str](), list[str](), list[str]()


def collect(module: Module, destination: State, prefix: str, keep_vars: bool) -> State:
    """state_dict() of a module and those below it."""
    for before in module._state_dict_pre_hooks.values():
        before(module, prefix, keep_vars)
    for name, tensor in own_state(module).items():
        destination[prefix + name] = tensor if keep_vars else tensor.detach()
    extra = module.get_extra_state()
    if extra is not None:
        destination[prefix + EXTRA] = extra
    for name, child in module._modules.items():
        if child is not None:
            child.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
    for hook in module._state_dict_hooks.values():
        hook(module, destination, prefix, {})
    return destination


def own_state(module: Module) -> dict[str, Tensor]:
    """Parameters and persistent buffers of the module itself."""
    found = {**module._parameters, **{name: buffer for name, buffer in module._buffers.items()
                                      if name not in module._non_persistent_buffers_set}}
    return {name: tensor for name, tensor in found.items() if tensor is not None}


def load(module: Module, state: State, prefix: str, assign: bool, problems: Problems) -> None:
    """Takes the state of a module and those below it out of `state`."""
    for before in module._load_state_dict_pre_hooks.values():
        before(module, state, prefix, {}, True, problems.missing, problems.unexpected, problems.errors)
    module._load_own_state(state, prefix, problems, assign)
    known = {*own_state(module), EXTRA}
    for key in state:
        first, _, rest = key[len(prefix):].partition(".")
        if key.startswith(prefix) and not (first in module._modules if rest else first in known):
            problems.unexpected.append(key)
    for name, child in module._modules.items():
        if child is not None:
            load(child, state, f"{prefix}{name}.", assign, problems)
    incompatible = IncompatibleKeys(problems.missing, problems.unexpected)
    for hook in module._load_state_dict_post_hooks.values():
        hook(module, incompatible)


def load_own(module: Module, state: State, prefix: str, problems: Problems, assign: bool) -> None:
    """Copies what there is for the module's own tensors, or puts it in their places."""
    for name, tensor in own_state(module).items():
        key = prefix + name
        if key not in state:
            problems.missing.append(key)
            continue
        given = state[key]
        if not isinstance(given, Tensor):
            problems.errors.append(f"{key}: a tensor is wanted, not {type(given).__name__}")
        elif given.shape != tensor.shape:
            problems.errors.append(f"size mismatch for {key}: copying a tensor of shape {list(given.shape)}, the shape "
                                   f"in the current model is {list(tensor.shape)}")
        elif not assign:
            with no_grad():
                tensor.copy_(given)
        elif name in module._parameters:
            keep = isinstance(given, Parameter)
            setattr(module, name, given if keep else Parameter(given, tensor.requires_grad))
        else:
            setattr(module, name, given)
    extra = state.get(prefix + EXTRA)
    if extra is not None:
        module.set_extra_state(extra)


class StateOfModule:
    """The part of Module that is about state."""

    _state_dict_pre_hooks: dict[int, Any]
    _state_dict_hooks: dict[int, Any]
    _load_state_dict_pre_hooks: dict[int, Any]
    _load_state_dict_post_hooks: dict[int, Any]

    def state_dict(self: Any, *, destination: State | None = None, prefix: str = "", keep_vars: bool = False) -> State:
        """Parameters and persistent buffers by the names that PyTorch gives them, those of modules below included.

        The tensors share the module's memory; `keep_vars`: they are the very parameters. vjp.save, save_safetensors and
        PyTorch's safetensors write and read such a dict.
        """
        return collect(self, {} if destination is None else destination, prefix, keep_vars)

    def load_state_dict(self: Any, state_dict: Mapping[str, Any], strict: bool = True,
                        assign: bool = False) -> IncompatibleKeys:
        """Copies the tensors of a state_dict() into this module's, converted to their dtypes and devices.

        `strict`: names that lack or are too many are an error; otherwise they are returned. Shapes must fit in either
        case. `assign`: the tensors given take the place of the module's. What fits has been copied when the error about
        the rest is raised.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError("load_state_dict: a mapping from names to tensors is wanted, not "
                            f"{type(state_dict).__name__}")
        problems = Problems()
        load(self, dict(state_dict), "", assign, problems)
        said = problems.errors.copy()
        if strict and problems.unexpected:
            said.insert(0, f"Unexpected key(s) in state_dict: {', '.join(map(repr, problems.unexpected))}")
        if strict and problems.missing:
            said.insert(0, f"Missing key(s) in state_dict: {', '.join(map(repr, problems.missing))}")
        if said:
            raise RuntimeError(f"load_state_dict of {type(self).__name__}:" + "".join("\n    " + line for line in said))
        return IncompatibleKeys(problems.missing, problems.unexpected)

    def _load_own_state(self: Any, state: State, prefix: str, problems: Problems, assign: bool) -> None:
        load_own(self, state, prefix, problems, assign)

    def get_extra_state(self) -> Any:
        """What else state_dict() is to hold, under the name _extra_state; None for nothing. Subclasses define it."""
        return None

    def set_extra_state(self, state: Any) -> None:
        """Takes back what get_extra_state() gave. Subclasses define it."""

    def register_state_dict_pre_hook(self, hook: Callable[..., None]) -> HookHandle:
        """Calls hook(module, prefix, keep_vars) before this module's state is collected."""
        return HookHandle((self._state_dict_pre_hooks, hook))

    def register_state_dict_post_hook(self, hook: Callable[..., None]) -> HookHandle:
        """Calls hook(module, state_dict, prefix, {}) after this module's state was collected; it may change it."""
        return HookHandle((self._state_dict_hooks, hook))

    def register_load_state_dict_pre_hook(self, hook: Callable[..., None]) -> HookHandle:
        """Calls hook(module, state_dict, prefix, {}, True, missing_keys, unexpected_keys, error_messages) before this
        module takes its state; it may change the dict and the lists."""
        return HookHandle((self._load_state_dict_pre_hooks, hook))

    def register_load_state_dict_post_hook(self, hook: Callable[..., None]) -> HookHandle:
        """Calls hook(module, incompatible_keys) after this module took its state; it may change the lists."""
        return HookHandle((self._load_state_dict_post_hooks, hook))
