"""Functions between vjp and JAX.

JAX's cotangents of complex numbers are the conjugates of vjp's gradients: they change sides conjugated.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np

import vjp

from .. import _tree
from ._bridge import gradient_of, with_leaves


def _has_derivative(array):
    return jnp.issubdtype(array.dtype, jnp.inexact)


def _none_of(array):
    """The cotangent of what has no derivative."""
    return np.zeros(array.shape, jax.dtypes.float0)


def _tensor(array):
    return vjp.tensor(np.asarray(array))


# ---- vjp's functions in JAX ----

def _callback(run, shapes):
    """`run`, of vjp's tensors, as a function of JAX's arrays whose results have these shapes and dtypes."""
    def compute(*arrays):
        with vjp.no_grad():
            outputs = run(*map(_tensor, arrays))
        return tuple(np.asarray(y.detach().cpu().numpy(), dtype=shape.dtype) for y, shape in zip(outputs, shapes))

    @jax.custom_vjp
    def call(*arrays):
        return jax.pure_callback(compute, shapes, *arrays, vmap_method="sequential")

    def backward(arrays, cotangents):
        wanted = [i for i, x in enumerate(arrays) if _has_derivative(x)]
        given = [i for i, shape in enumerate(shapes) if _has_derivative(shape)]
        gradient = gradient_of(run, vjp, len(arrays), wanted, given)
        found = _callback(gradient, tuple(jax.ShapeDtypeStruct(arrays[i].shape, arrays[i].dtype) for i in wanted))(
            *arrays, *(jnp.conj(cotangents[i]) for i in given))
        by_place = {i: jnp.conj(g) for i, g in zip(wanted, found)}
        return tuple(by_place[i] if i in by_place else _none_of(x) for i, x in enumerate(arrays))

    call.defvjp(lambda *arrays: (call(*arrays), arrays), backward)
    return call


def to_jax(function, result=None):
    """See vjp.interop.to_jax."""
    def of_leaf(leaf):
        return jax.ShapeDtypeStruct(leaf.shape, jax.dtypes.canonicalize_dtype(leaf.dtype))

    @functools.wraps(function, updated=())
    def call(*args, **kwargs):
        arrays, run, box = with_leaves(function, (args, kwargs), lambda leaf: isinstance(leaf, (jax.Array, np.ndarray)))
        arrays = [jnp.asarray(x) for x in arrays]
        if result is None:
            with vjp.no_grad():
                samples = run(*(_tensor(np.zeros(x.shape, x.dtype)) for x in arrays))
            for y in samples:
                if not isinstance(y, vjp.Tensor):
                    raise TypeError(f"to_jax: the function gave a {type(y).__name__}, expected tensors of vjp")
            shapes, structure = tuple(of_leaf(y.cpu().numpy()) for y in samples), box[0]
        else:
            leaves, structure = _tree.flatten(result)
            shapes = tuple(map(of_leaf, leaves))
        return _tree.unflatten(structure, list(_callback(run, shapes)(*arrays)))

    return call


# ---- JAX's functions in vjp ----

def _pullback(run, arrays, wanted):
    """(the results, the function of their cotangents) of `run`, for some of its arguments."""
    def of_wanted(*chosen):
        filled = list(arrays)
        for i, x in zip(wanted, chosen):
            filled[i] = x
        return run(*filled)

    outputs, pull = jax.vjp(of_wanted, *(arrays[i] for i in wanted))

    def pulled(given, grads):
        by_place = dict(zip(given, grads))
        cotangents = tuple(jnp.conj(by_place[i]) if i in by_place
                           else jnp.zeros_like(y) if _has_derivative(y) else _none_of(y)
                           for i, y in enumerate(outputs))
        return tuple(jnp.conj(x) for x in pull(cotangents))

    return outputs, pulled


def _array(tensor, place):
    array = tensor.detach().cpu().numpy()
    kept = jax.dtypes.canonicalize_dtype(array.dtype)
    if kept != array.dtype and tensor.dtype.name in ("float64", "complex128"):
        raise vjp.DtypeError(f"from_jax: tensor {place} of the arguments is {tensor.dtype.name}, of which JAX would "
                             f"make {kept}; convert it, or call jax.config.update(\"jax_enable_x64\", True)")
    return jnp.array(array)


class _FromJax(vjp.autograd.Function):
    @staticmethod
    def forward(ctx, run, *tensors):
        arrays = [_array(x, i) for i, x in enumerate(tensors)]
        ctx.wanted = [i for i, need in enumerate(ctx.needs_input_grad[1:]) if need]
        outputs, ctx.pulled = _pullback(run, arrays, ctx.wanted)
        ctx.run, ctx.count = run, len(tensors)
        ctx.save_for_backward(*tensors)
        ctx.set_materialize_grads(False)
        device = tensors[0].device if tensors else None
        return tuple(_tensor(y).to(device) if device is not None else _tensor(y) for y in outputs)

    @staticmethod
    def backward(ctx, *grads):
        tensors, wanted = ctx.saved_tensors, ctx.wanted
        given = [i for i, g in enumerate(grads) if g is not None]
        grads = [grads[i] for i in given]
        if vjp.is_grad_enabled():
            run, count = ctx.run, ctx.count

            def gradient(*arrays):
                return _pullback(run, arrays[:count], wanted)[1](given, arrays[count:])

            found = _FromJax.apply(gradient, *tensors, *grads)
        else:
            found = [_tensor(x).to(tensors[0].device)
                     for x in ctx.pulled(given, [_array(g, i) for i, g in enumerate(grads)])]
        by_place = dict(zip(wanted, found))
        return None, *(by_place.get(i) for i in range(ctx.count))


def from_jax(function):
    """See vjp.interop.from_jax."""
    @functools.wraps(function, updated=())
    def call(*args, **kwargs):
        tensors, run, box = with_leaves(function, (args, kwargs), lambda leaf: isinstance(leaf, vjp.Tensor))
        results = _FromJax.apply(lambda *arrays: tuple(map(jnp.asarray, run(*arrays))), *tensors)
        return _tree.unflatten(box[0], list(results))

    return call
