"""Module: parameters, buffers and other modules under names, and a forward."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Self

from ... import Tensor, device, dtype, no_grad
from ..parameter import Parameter
from .hooks import BackwardHooks, HookHandle, Hooks
from .state import StateOfModule


class Module(StateOfModule):
    """Base of what has parameters. A subclass calls super().__init__(), assigns Parameters and modules to its
    attributes, and defines forward; it is called like a function.

        class Scale(vjp.nn.Module):
            def __init__(self):
                super().__init__()
                self.factor = vjp.nn.Parameter(vjp.ones(1))

            def forward(self, x):
                return self.factor * x
    """

    training: bool
    _parameters: dict[str, Parameter | None]
    _buffers: dict[str, Tensor | None]
    _modules: dict[str, Module | None]
    _non_persistent_buffers_set: set[str]
    _forward_pre_hooks: Hooks
    _forward_hooks: Hooks
    _backward_pre_hooks: Hooks
    _backward_hooks: Hooks

    def __init__(self) -> None:
        empty = dict.fromkeys(["_parameters", "_buffers", "_modules", "_forward_pre_hooks", "_forward_hooks",
                               "_backward_pre_hooks", "_backward_hooks", "_state_dict_pre_hooks", "_state_dict_hooks",
                               "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks"])
        vars(self).update({name: {} for name in empty}, _non_persistent_buffers_set=set(), training=True)

    # ---- calls ----

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """What a call of the module computes. A subclass defines it."""
        raise NotImplementedError(f"{type(self).__name__} has no forward")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """forward, with the hooks around it."""
        if self._forward_pre_hooks or self._forward_hooks or self._backward_hooks or self._backward_pre_hooks:
            return self._call_with_hooks(args, kwargs)
        return self.forward(*args, **kwargs)

    def _call_with_hooks(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        pending = [entry for entry in self._forward_hooks.values() if entry[2]]  # always called
        try:
            args, kwargs = self._before_forward(args, kwargs)
            backward = None
            if self._backward_hooks or self._backward_pre_hooks:
                backward = BackwardHooks(self, self._backward_pre_hooks, self._backward_hooks)
                args = backward.enter(args)
            result = self.forward(*args, **kwargs)
            for entry in list(self._forward_hooks.values()):
                hook, with_kwargs, _ = entry
                pending = [other for other in pending if other is not entry]
                changed = hook(self, args, kwargs, result) if with_kwargs else hook(self, args, result)
                result = result if changed is None else changed
            return result if backward is None else backward.leave(result)
        except Exception:
            for hook, with_kwargs, _ in pending:
                hook(self, args, kwargs, None) if with_kwargs else hook(self, args, None)
            raise

    def _before_forward(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        for hook, with_kwargs in list(self._forward_pre_hooks.values()):
            changed = hook(self, args, kwargs) if with_kwargs else hook(self, args)
            if changed is None:
                continue
            if not with_kwargs:
                args = changed if isinstance(changed, tuple) else (changed,)
            elif isinstance(changed, tuple) and len(changed) == 2:
                args, kwargs = changed
            else:
                raise RuntimeError("a forward pre-hook with kwargs must return None or (args, kwargs), not "
                                   f"{type(changed).__name__}")
        return args, kwargs

    def register_forward_pre_hook(self, hook: Callable[..., Any], *, prepend: bool = False,
                                  with_kwargs: bool = False) -> HookHandle:
        """Calls hook(module, args) before forward; what it returns, unless None, are the arguments.

        `with_kwargs`: hook(module, args, kwargs), which returns None or both. Returns a handle with remove().
        """
        handle = HookHandle((self._forward_pre_hooks, (hook, with_kwargs)))
        return handle.first() if prepend else handle

    def register_forward_hook(self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False,
                              always_call: bool = False) -> HookHandle:
        """Calls hook(module, args, result) after forward; what it returns, unless None, is the result.

        `with_kwargs`: hook(module, args, kwargs, result). `always_call`: after an exception, too, with None for the
        result.
        """
        handle = HookHandle((self._forward_hooks, (hook, with_kwargs, always_call)))
        return handle.first() if prepend else handle

    def register_full_backward_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> HookHandle:
        """Calls hook(module, grad_outputs) before backward goes through the module; what it returns, unless None,
        replaces the gradients of the results."""
        handle = HookHandle((self._backward_pre_hooks, hook))
        return handle.first() if prepend else handle

    def register_full_backward_hook(self, hook: Callable[..., Any], prepend: bool = False) -> HookHandle:
        """Calls hook(module, grad_inputs, grad_outputs) when the gradients of the arguments are known; what it returns,
        unless None, replaces them.

        Only tensors that are positional arguments themselves, and results themselves, have gradients; None stands for
        others. While there is such a hook, arguments and results are views, which must not be changed in place.
        """
        handle = HookHandle((self._backward_hooks, hook))
        return handle.first() if prepend else handle

    # ---- attributes ----

    def __getattr__(self, name: str) -> Any:
        for kind in ("_parameters", "_buffers", "_modules"):
            members = vars(self).get(kind)
            if members is not None and name in members:
                return members[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        own = vars(self)
        if isinstance(value, Parameter):
            self._make_room(name, "_parameters")
            self.register_parameter(name, value)
        elif name in own.get("_parameters", ()):
            if value is not None:
                raise TypeError(f"'{name}' is a parameter: it can be a Parameter or None, not {type(value).__name__}")
            own["_parameters"][name] = None
        elif isinstance(value, Module):
            self._make_room(name, "_modules")
            own["_modules"][name] = value
        elif name in own.get("_modules", ()):
            if value is not None:
                raise TypeError(f"'{name}' is a module: it can be a Module or None, not {type(value).__name__}")
            own["_modules"][name] = None
        elif name in own.get("_buffers", ()):
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(f"'{name}' is a buffer: it can be a tensor or None, not {type(value).__name__}")
            own["_buffers"][name] = value
        else:
            object.__setattr__(self, name, value)

    def _make_room(self, name: str, kind: str) -> None:
        """The name stands for nothing of another kind from here on."""
        if "_parameters" not in vars(self):
            raise AttributeError(f"{type(self).__name__}: super().__init__() comes before '{name}'")
        vars(self).pop(name, None)
        for other in {"_parameters", "_buffers", "_modules"} - {kind}:
            vars(self)[other].pop(name, None)

    def __delattr__(self, name: str) -> None:
        for members in (self._parameters, self._buffers, self._modules):
            if name in members:
                del members[name]
                return
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._parameters, *self._buffers, *self._modules})

    def _check_name(self, name: str, what: str, members: dict[str, Any]) -> None:
        if "_parameters" not in vars(self):
            raise AttributeError(f"{type(self).__name__}: super().__init__() comes before '{name}'")
        if not isinstance(name, str):
            raise TypeError(f"{what}: the name must be a str, not {type(name).__name__}")
        if not name or "." in name:
            raise KeyError(f"{what}: the name {name!r} is empty or has a dot")
        if hasattr(self, name) and name not in members:
            raise KeyError(f"{what}: {type(self).__name__} has an attribute '{name}' already")

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Adds a parameter, or the place for one (None), which is the attribute `name` then."""
        members = vars(self).get("_parameters", {})
        self._check_name(name, "register_parameter", members)
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(f"register_parameter: '{name}' must be a Parameter or None, not {type(param).__name__}")
        if param is not None and not param.is_leaf:
            raise ValueError(f"register_parameter: '{name}' was computed, and no backward would fill its grad; a "
                             "Parameter of its detach() is a leaf")
        members[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Adds a tensor that is state but no parameter, such as a mean that runs; not persistent: state_dict() leaves
        it out."""
        members = vars(self).get("_buffers", {})
        self._check_name(name, "register_buffer", members)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(f"register_buffer: '{name}' must be a tensor or None, not {type(tensor).__name__}")
        members[name] = tensor
        (self._non_persistent_buffers_set.discard if persistent else self._non_persistent_buffers_set.add)(name)

    def register_module(self, name: str, module: Module | None) -> None:
        """Adds a module, or the place for one (None), which is the attribute `name` then."""
        members = vars(self).get("_modules", {})
        self._check_name(name, "add_module", members)
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"add_module: '{name}' must be a Module or None, not {type(module).__name__}")
        members[name] = module

    def add_module(self, name: str, module: Module | None) -> None:
        """register_module by its older name."""
        self.register_module(name, module)

    # ---- what there is ----

    def named_modules(self, memo: set[Module] | None = None, prefix: str = "",
                      remove_duplicate: bool = True) -> Iterator[tuple[str, Module]]:
        """The module itself and all below it, with their dotted names; each once, unless duplicates are to stay."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, child in self._modules.items():
            if child is not None:
                yield from child.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def modules(self) -> Iterator[Module]:
        """The module itself and all below it, each once."""
        return (module for _, module in self.named_modules())

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """The modules right below this one, each once, with their names."""
        memo: set[Module] = set()
        for name, module in self._modules.items():
            if module is not None and module not in memo:
                memo.add(module)
                yield name, module

    def children(self) -> Iterator[Module]:
        """The modules right below this one, each once."""
        return (module for _, module in self.named_children())

    def _named(self, kind: str, prefix: str, recurse: bool, remove_duplicate: bool) -> Iterator[tuple[str, Any]]:
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for place, module in modules:
            for name, value in vars(module)[kind].items():
                if value is None or id(value) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(value))
                yield f"{place}.{name}" if place else name, value

    def named_parameters(self, prefix: str = "", recurse: bool = True,
                         remove_duplicate: bool = True) -> Iterator[tuple[str, Parameter]]:
        """The parameters with their dotted names; `recurse`: those of the modules below, too."""
        return self._named("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """The parameters, each once; for an optimizer."""
        return (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_buffers(self, prefix: str = "", recurse: bool = True,
                      remove_duplicate: bool = True) -> Iterator[tuple[str, Tensor]]:
        """The buffers with their dotted names; `recurse`: those of the modules below, too."""
        return self._named("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """The buffers, each once."""
        return (buffer for _, buffer in self.named_buffers(recurse=recurse))

    def get_submodule(self, target: str) -> Module:
        """The module of a dotted name."""
        module: Module = self
        for name in target.split(".") if target else []:
            child = module._modules.get(name)
            if child is None:
                raise AttributeError(f"get_submodule: {type(module).__name__} has no module '{name}' (of '{target}')")
            module = child
        return module

    def _get(self, kind: str, target: str) -> Any:
        path, _, name = target.rpartition(".")
        value = vars(self.get_submodule(path))[f"_{kind}s"].get(name)
        if value is None:
            raise AttributeError(f"get_{kind}: there is no {kind} '{target}' in {type(self).__name__}")
        return value

    def get_parameter(self, target: str) -> Parameter:
        """The parameter of a dotted name."""
        found: Parameter = self._get("parameter", target)
        return found

    def get_buffer(self, target: str) -> Tensor:
        """The buffer of a dotted name."""
        found: Tensor = self._get("buffer", target)
        return found

    # ---- changes ----

    def apply(self, fn: Callable[[Module], object]) -> Self:
        """Calls fn(module) for all modules below and then for this one; returns it."""
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    @no_grad()
    def _apply(self, fn: Callable[[Tensor], Tensor]) -> Self:
        """Puts fn(tensor) in the place of what is in every parameter, its grad and every buffer. The objects stay."""
        for parameter in self.parameters():
            grad = parameter.grad
            parameter.grad = None
            parameter.data = fn(parameter.data)
            parameter.grad = None if grad is None else fn(grad)
        for module in self.modules():
            for name, buffer in module._buffers.items():
                module._buffers[name] = None if buffer is None else fn(buffer)
        return self

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """to(device=None, dtype=None, non_blocking=False), to(dtype) or to(tensor): moves parameters and buffers there.

        Those of floating and complex dtype are converted to `dtype`; others only move. The parameters stay the same
        objects, so an optimizer goes on with them. Returns the module.
        """
        to_device, to_dtype, non_blocking = _destination(*args, **kwargs)
        if to_dtype is not None and not (to_dtype.is_floating_point or to_dtype.is_complex):
            raise TypeError(f"Module.to: parameters have a floating or complex dtype, not {to_dtype}")

        def convert(tensor: Tensor) -> Tensor:
            fits = tensor.is_floating_point() or tensor.is_complex()
            where = tensor.device if to_device is None else to_device
            return tensor.to(where, to_dtype if fits else None, non_blocking)

        return self._apply(convert)

    def type(self, dst_type: dtype | str) -> Self:
        """Converts all parameters and buffers, integers too."""
        return self._apply(lambda tensor: tensor.to(dst_type))

    def _floating(self, name: str) -> Self:
        return self._apply(lambda tensor: tensor.to(name) if tensor.is_floating_point() else tensor)

    def float(self) -> Self:
        """Converts parameters and buffers of floating dtype to float32."""
        return self._floating("float32")

    def double(self) -> Self:
        """Converts parameters and buffers of floating dtype to float64."""
        return self._floating("float64")

    def half(self) -> Self:
        """Converts parameters and buffers of floating dtype to float16."""
        return self._floating("float16")

    def bfloat16(self) -> Self:
        """Converts parameters and buffers of floating dtype to bfloat16."""
        return self._floating("bfloat16")

    def cpu(self) -> Self:
        """Moves parameters and buffers to the CPU."""
        return self.to("cpu")

    def cuda(self, device: int | str | device | None = None) -> Self:
        """Moves parameters and buffers to a CUDA device, the first unless one is given."""
        return self.to(f"cuda:{device or 0}" if device is None or isinstance(device, int) else device)

    def train(self, mode: bool = True) -> Self:
        """Sets `training` here and below: dropout drops then, and batch norm takes the batch's statistics."""
        if not isinstance(mode, bool):
            raise ValueError(f"train: mode must be a bool, not {type(mode).__name__}")
        self.training = mode
        for child in self.children():
            child.train(mode)
        return self

    def eval(self) -> Self:
        """train(False)."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Sets requires_grad of all parameters, to freeze them or the reverse."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Takes the gradients of all parameters away, or fills them with zeros."""
        for parameter in self.parameters():
            if parameter.grad is not None and not set_to_none:
                parameter.grad.detach_().zero_()
            elif set_to_none:
                parameter.grad = None

    # ---- text ----

    def extra_repr(self) -> str:
        """What repr says between the brackets. A subclass defines it."""
        return ""

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        extra = self.extra_repr()
        lines = [f"  ({name}): " + repr(child).replace("\n", "\n  ") for name, child in self._modules.items()]
        if not lines:
            return f"{self._get_name()}({extra})"
        return "\n".join([f"{self._get_name()}({extra}", *lines, ")"])


def _destination(device: Any = None, dtype: Any = None, non_blocking: bool = False, *,
                 tensor: Tensor | None = None) -> tuple[Any, Any, bool]:
    """What Module.to was given, as (device, dtype, non_blocking)."""
    if isinstance(device, Tensor) or tensor is not None:
        other = device if tensor is None else tensor
        return other.device, other.dtype, bool(dtype or non_blocking)
    if device is not None and _is_dtype(device):
        return None, _dtype(device), bool(dtype or non_blocking)
    return device, None if dtype is None else _dtype(dtype), non_blocking


def _is_dtype(value: Any) -> bool:
    return isinstance(value, dtype) or value is float or isinstance(value, str) and _by_name(value) is not None


def _by_name(name: str) -> dtype | None:
    import vjp

    found = getattr(vjp, name, None)
    return found if isinstance(found, dtype) else None


def _dtype(value: Any) -> dtype:
    found = value if isinstance(value, dtype) else _by_name("float32" if value is float else str(value))
    if found is None:
        raise TypeError(f"Module.to: {value!r} is no dtype")
    return found
