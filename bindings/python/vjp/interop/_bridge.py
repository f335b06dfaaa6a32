"""A function of a guest library as one node of a host's graph, where both have PyTorch's interface.

Note: derivatives of a bridge. The node keeps the guest's graph, and a backward of the host is a grad call of the guest
on it. In a backward that is recorded itself, the gradient is a function of arguments and incoming gradients like any
other: `gradient_of` makes it, a bridge of the same kind takes it into the host's graph, and so on for any order.
"""

import functools

from .. import _tree


def with_leaves(function, tree, is_tensor):
    """(the tensors in the arguments, a function of as many tensors of the guest that gives a tuple of them, a box in
    which that function leaves the structure of the result)."""
    leaves, structure = _tree.flatten(tree)
    places = [i for i, leaf in enumerate(leaves) if is_tensor(leaf)]
    box = []

    def run(*tensors):
        filled = list(leaves)
        for place, tensor in zip(places, tensors):
            filled[place] = tensor
        args, kwargs = _tree.unflatten(structure, filled)
        found, result = _tree.flatten(function(*args, **kwargs))
        box[:] = [result]
        return tuple(found)

    return [leaves[i] for i in places], run, box


def gradient_of(run, guest, count, wanted, given):
    """The function (arguments, gradients of the results `given`) -> gradients of the arguments `wanted`, of the guest's
    tensors: what `run`, of `count` tensors, is for its derivative."""
    def gradient(*tensors):
        inputs = [x if x.requires_grad or i not in wanted else x.detach().requires_grad_()
                  for i, x in enumerate(tensors[:count])]
        with guest.enable_grad():
            outputs = run(*inputs)
            return grad(guest, outputs, inputs, wanted, given, tensors[count:], True)

    return gradient


def grad(guest, outputs, inputs, wanted, given, grads, create_graph):
    """The gradients of some inputs; zeros where the outputs do not depend on one."""
    pairs = [(outputs[i], g) for i, g in zip(given, grads) if outputs[i].requires_grad]
    leaves = [inputs[i] for i in wanted]
    if not pairs:
        return tuple(guest.zeros_like(x) for x in leaves)
    found = guest.autograd.grad([y for y, _ in pairs], leaves, [g for _, g in pairs], retain_graph=True,
                                create_graph=create_graph, allow_unused=True)
    return tuple(guest.zeros_like(x) if g is None else g for x, g in zip(leaves, found))


def _handed_over(tensor, library):
    """The library's tensor on the same memory, without a history."""
    return library.from_dlpack(tensor.detach().resolve_conj().resolve_neg())


def _result(tensor, library):
    # What may lie in an argument's memory is copied: the host would not see it change there.
    return _handed_over(tensor.clone() if tensor.is_leaf or tensor._is_view() else tensor, library)


def _has_derivative(tensor):
    return tensor.dtype.is_floating_point or tensor.dtype.is_complex


@functools.cache
def _node(host, guest):
    class Bridge(host.autograd.Function):
        @staticmethod
        def forward(ctx, run, *tensors):
            needs = ctx.needs_input_grad[1:]
            leaves = [_handed_over(x, guest).requires_grad_(need) for x, need in zip(tensors, needs)]
            with guest.enable_grad():
                outputs = run(*leaves)
            results = tuple(_result(y, host) for y in outputs)
            ctx.run, ctx.leaves, ctx.outputs = run, leaves, outputs
            # The guest's graph lies in the same memory: the host sees whether it was changed, or given up.
            ctx.save_for_backward(*tensors, *results)
            ctx.set_materialize_grads(False)
            ctx.mark_non_differentiable(*(y for y in results if not _has_derivative(y)))
            return results

        @staticmethod
        def backward(ctx, *grads):
            count = len(ctx.leaves)
            tensors = ctx.saved_tensors[:count]
            wanted = [i for i, need in enumerate(ctx.needs_input_grad[1:]) if need]
            given = [i for i, g in enumerate(grads) if g is not None]
            grads = [grads[i] for i in given]
            if host.is_grad_enabled():
                found = Bridge.apply(gradient_of(ctx.run, guest, count, wanted, given), *tensors, *grads)
            else:
                found = [_handed_over(g, host) for g in
                         grad(guest, ctx.outputs, ctx.leaves, wanted, given, [_handed_over(g, guest) for g in grads],
                              False)]
            by_place = dict(zip(wanted, found))
            return None, *(by_place.get(i) for i in range(count))

    return Bridge


def between(function, host, guest, what):
    """`function`, of the guest's tensors, as one of the host's."""
    @functools.wraps(function, updated=())
    def call(*args, **kwargs):
        tensors, run, box = with_leaves(function, (args, kwargs), lambda leaf: isinstance(leaf, host.Tensor))

        def checked(*inputs):
            outputs = run(*inputs)
            for y in outputs:
                if not isinstance(y, guest.Tensor):
                    raise TypeError(f"{what}: the function gave a {type(y).__name__}, expected tensors of "
                                    f"{guest.__name__}")
            return outputs

        results = _node(host, guest).apply(checked, *tensors)
        return _tree.unflatten(box[0], list(results))

    return call
