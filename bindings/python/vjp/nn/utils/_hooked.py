"""The older way of weight_norm and spectral_norm: a hook computes the weight before every forward."""

from __future__ import annotations

from typing import Any, TypeVar

from ... import Tensor, no_grad
from ..modules.module import Module
from ..parameter import Parameter
from ._reparametrized import (
    as_matrix,
    begin_powers,
    default_dim,
    iterate_powers,
    norm_except,
    normed,
    singular_value,
)

_M = TypeVar("_M", bound=Module)


class _Hook:
    """Puts the tensor `name`, computed from parameters, where a parameter was. Its handle is kept for removal."""

    handle: Any = None

    def __init__(self, name: str) -> None:
        self.name = name

    def weight(self, module: Module) -> Tensor:
        """The value, from what the module has."""
        raise NotImplementedError

    def __call__(self, module: Module, _: Any) -> None:
        setattr(module, self.name, self.weight(module))

    def found(self, module: Module) -> bool:
        """Whether the module has this kind of hook for this name already."""
        hooks = [hook for hook, _ in module._forward_pre_hooks.values()]
        return any(type(hook) is type(self) and hook.name == self.name for hook in hooks)


class WeightNorm(_Hook):
    """The hook of weight_norm: parameters NAME_g and NAME_v."""

    def __init__(self, name: str, dim: int | None) -> None:
        super().__init__(name)
        self.dim = -1 if dim is None else dim

    def weight(self, module: Module) -> Tensor:
        return normed(getattr(module, self.name + "_v"), getattr(module, self.name + "_g"), self.dim)


class SpectralNorm(_Hook):
    """The hook of spectral_norm: the parameter NAME_orig, the buffers NAME_u and NAME_v."""

    def __init__(self, name: str, n_power_iterations: int, dim: int, eps: float) -> None:
        super().__init__(name)
        if n_power_iterations < 1:
            raise ValueError(f"spectral_norm: n_power_iterations is {n_power_iterations}, expected 1 or more")
        self.n_power_iterations, self.dim, self.eps = n_power_iterations, dim, eps

    def weight(self, module: Module) -> Tensor:
        weight = getattr(module, self.name + "_orig")
        matrix, u, v = as_matrix(weight, self.dim), getattr(module, self.name + "_u"), getattr(module, self.name + "_v")
        if module.training:
            iterate_powers(matrix, u, v, self.n_power_iterations, self.eps)
        result: Tensor = weight / singular_value(matrix, u, v)
        return result


def _begin(module: Module, hook: _Hook, what: str) -> Tensor:
    """The parameter, taken out of the module."""
    if hook.found(module):
        raise RuntimeError(f"{what}: {type(module).__name__} has it for '{hook.name}' already")
    weight = module._parameters.get(hook.name)
    if weight is None:
        raise ValueError(f"{what}: {type(module).__name__} has no parameter '{hook.name}'")
    return weight


def _attach(module: Module, hook: _Hook) -> None:
    hook(module, ())
    hook.handle = module.register_forward_pre_hook(hook)


def _remove(module: _M, name: str, kind: type[_Hook], what: str) -> tuple[Any, _M]:
    for hook, _ in module._forward_pre_hooks.values():
        if type(hook) is kind and hook.name == name:
            hook.handle.remove()
            return hook, module
    raise ValueError(f"{what}: {type(module).__name__} has none for '{name}'")


def weight_norm(module: _M, name: str = "weight", dim: int | None = 0) -> _M:
    """The older form of parametrizations.weight_norm: parameters NAME_g and NAME_v instead of NAME, which a hook
    computes before every forward. Returns the module. A RuntimeError if it has that already."""
    hook = WeightNorm(name, dim)
    weight = _begin(module, hook, "weight_norm")
    with no_grad():
        g, v = norm_except(weight, hook.dim), weight.detach()
    del module._parameters[name]
    module.register_parameter(name + "_g", Parameter(g, weight.requires_grad))
    module.register_parameter(name + "_v", Parameter(v, weight.requires_grad))
    _attach(module, hook)
    return module


def remove_weight_norm(module: _M, name: str = "weight") -> _M:
    """Makes what weight_norm computes a parameter again; returns the module. A ValueError if there is none."""
    hook, module = _remove(module, name, WeightNorm, "remove_weight_norm")
    with no_grad():
        weight = hook.weight(module)
    requires_grad = module._parameters[name + "_v"].requires_grad  # type: ignore[union-attr]
    for part in (name, name + "_g", name + "_v"):
        delattr(module, part)
    module.register_parameter(name, Parameter(weight, requires_grad))
    return module


def spectral_norm(module: _M, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12,
                  dim: int | None = None) -> _M:
    """The older form of parametrizations.spectral_norm: the parameter NAME_orig and the buffers NAME_u and NAME_v
    instead of NAME, which a hook computes before every forward. Returns the module. A RuntimeError if it has that
    already."""
    hook = SpectralNorm(name, n_power_iterations, default_dim(module) if dim is None else dim, eps)
    weight = _begin(module, hook, "spectral_norm")
    u, v = begin_powers(as_matrix(weight.detach(), hook.dim), eps)
    del module._parameters[name]
    module.register_parameter(name + "_orig", weight)  # type: ignore[arg-type]
    module.register_buffer(name + "_u", u)
    module.register_buffer(name + "_v", v)
    _attach(module, hook)
    return module


def remove_spectral_norm(module: _M, name: str = "weight") -> _M:
    """Makes what spectral_norm computes a parameter again; returns the module. A ValueError if there is none."""
    hook, module = _remove(module, name, SpectralNorm, "remove_spectral_norm")
    original = getattr(module, name + "_orig")
    with no_grad():
        weight = original / singular_value(as_matrix(original, hook.dim), getattr(module, name + "_u"),
                                         getattr(module, name + "_v"))
    for part in (name, name + "_orig", name + "_u", name + "_v"):
        delattr(module, part)
    module.register_parameter(name, Parameter(weight, original.requires_grad))
    return module
