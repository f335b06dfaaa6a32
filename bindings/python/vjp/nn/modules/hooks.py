"""Hooks on modules: what calls them around forward, and in backward."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import Function, Tensor, is_grad_enabled

Hooks = dict[int, Any]


class HookHandle:
    """Removes its hook: by remove(), or at the end of a `with` block. Without either the hook stays."""

    _count = 0

    def __init__(self, *places: tuple[Hooks, Any]) -> None:
        HookHandle._count += 1
        self.id = HookHandle._count
        self._hooks = [hooks for hooks, _ in places]
        for hooks, value in places:
            hooks[self.id] = value

    def first(self) -> HookHandle:
        """Brings the hook before those that were there."""
        for hooks in self._hooks:
            own, others = hooks.pop(self.id), dict(hooks)
            hooks.clear()
            hooks.update({self.id: own} | others)
        return self

    def remove(self) -> None:
        """Takes the hook away; again does nothing."""
        for hooks in self._hooks:
            hooks.pop(self.id, None)

    def __enter__(self) -> HookHandle:
        return self

    def __exit__(self, *exception: object) -> None:
        self.remove()


class _Boundary(Function):
    """Where a module's inside begins or ends: hands tensors on, as one node with a hook."""

    @staticmethod
    def forward(ctx: Any, *tensors: Tensor) -> tuple[Tensor, ...]:
        ctx.mark_non_differentiable(*[tensor for tensor in tensors if not tensor.requires_grad])
        return tuple(tensor.view_as(tensor) for tensor in tensors)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor | None) -> tuple[Tensor | None, ...]:
        return grads


Grads = tuple[Tensor | None, ...]


def _through_boundary(values: tuple[Any, ...], attach: Callable[[Any], object]) -> tuple[tuple[Any, ...], list[int]]:
    """The values, their tensors behind a node that `attach` gives hooks; where the tensors are, [] without one."""
    places = [i for i, value in enumerate(values) if isinstance(value, Tensor)]
    if not is_grad_enabled() or not any(values[i].requires_grad for i in places):
        return values, []
    changed = _Boundary.apply(*[values[i] for i in places])
    node = next(tensor.grad_fn for tensor in changed if tensor.grad_fn is not None)
    attach(node)
    new = list(values)
    for i, tensor in zip(places, changed):
        new[i] = tensor
    return tuple(new), places


def _spread(grads: Grads, places: list[int], size: int) -> Grads:
    """Gradients of tensors among as many values, None for the others."""
    spread: list[Tensor | None] = [None] * size
    for i, grad in zip(places, grads):
        spread[i] = grad
    return tuple(spread)


def _chosen(result: Any, old: Grads, what: str) -> Grads:
    """What a hook returned, in place of what it was given."""
    if result is None:
        return old
    new: Grads = result if isinstance(result, tuple) else (result,)
    if len(new) != len(old):
        raise RuntimeError(f"a {what} must return {len(old)} gradients or None, not {len(new)}")
    return new


class BackwardHooks:
    """The hooks on the backward of one call of a module."""

    def __init__(self, module: object, before: Hooks, after: Hooks) -> None:
        self.module, self.before, self.after = module, list(before.values()), list(after.values())
        self.num_inputs, self.inputs = 0, list[int]()
        self.grad_outputs: Grads | None = None

    def enter(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments of forward, behind a node that calls the hooks when all is done."""
        self.num_inputs = len(args)
        args, self.inputs = _through_boundary(args, lambda node: node.register_hook(self._done))
        return args

    def leave(self, result: Any) -> Any:
        """What forward returned, behind a node that notes its gradients."""
        values = result if isinstance(result, tuple) else (result,)
        num_outputs = len(values)

        def begun(grads: Grads) -> Grads | None:
            given = _spread(grads, outputs, num_outputs)
            for hook in self.before:
                given = _chosen(hook(self.module, given), given, "full backward pre-hook")
            self.grad_outputs = given
            if not self.inputs:  # no argument requires grad: there is no node at the beginning
                for hook in self.after:
                    hook(self.module, (None,) * self.num_inputs, given)
            return tuple(given[i] for i in outputs)

        values, outputs = _through_boundary(values, lambda node: node.register_prehook(begun))
        return values if isinstance(result, tuple) else values[0]

    def _done(self, grads: Grads, _: Grads) -> Grads | None:
        if self.grad_outputs is None:  # an argument was reached, but not through what forward returned
            return None
        given = _spread(grads, self.inputs, self.num_inputs)
        for hook in self.after:
            given = _chosen(hook(self.module, given, self.grad_outputs), given, "full backward hook")
        self.grad_outputs = None
        return tuple(given[i] for i in self.inputs)
