"""Batching: a function of one sample runs once for a whole batch.

    per_sample = vjp.vmap(vjp.func.grad(loss), in_dims=(None, 0, 0))
"""

import functools
from typing import NamedTuple

from . import _core, _tree
from ._core import check, failure
from ._ffi import ffi, lib
from ._tensor import Tensor, borrowed, from_list

_RANDOMNESS = {
    "error": lib.VJP_RANDOMNESS_ERROR,
    "same": lib.VJP_RANDOMNESS_SAME,
    "different": lib.VJP_RANDOMNESS_DIFFERENT,
}
_NAMES = {value: name for name, value in _RANDOMNESS.items()}


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """The function that does for a whole batch what `func` does for one sample.

    func: takes and gives tensors, nested in tuples, lists and dictionaries as one likes; it sees them without the batch
        dimension
    in_dims: the batch dimension of each positional argument, nested like the arguments or a prefix of it; None where
        all samples share the argument. Keyword arguments are shared.
    out_dims: where the results' batch dimension goes; None for a result that is not batched
    randomness: what random operators do: "error", "same" numbers for every sample, or "different" ones
    chunk_size: how many samples are computed at a time; None: all
    """
    if randomness not in _RANDOMNESS:
        raise RuntimeError(
            f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}"
        )
    if chunk_size is not None and not chunk_size > 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")
    _check_out_dims(func, out_dims)

    @functools.wraps(func, updated=())
    def batched(*args, **kwargs):
        call = _Call(func, in_dims, out_dims, args)
        if chunk_size is None or call.size <= chunk_size:
            return call.whole(args, kwargs, randomness)
        return call.in_chunks(kwargs, randomness, chunk_size)

    return batched


class level(_core.Region):
    """A region in which one dimension of `size` is a batch dimension; `wrap` and `unwrap` take it away and bring it
    back. What vmap is made of."""

    def __init__(self, size, randomness="error"):
        self.size = size
        self.randomness = randomness
        self.number = None

    def _begin(self, out):
        number = ffi.new("int64_t*")
        check(lib.vjp_guard_vmap(self.size, _RANDOMNESS[self.randomness], number, out))
        self.number = number[0]

    def wrap(self, tensor, dim):
        return _taken(lib.vjp_vmap_wrap, tensor, dim, self.number)

    def unwrap(self, tensor, dim):
        return _taken(lib.vjp_vmap_unwrap, tensor, dim, self.number)

    def has(self, tensor):
        """Whether the tensor is batched at this level."""
        return self.number in _levels_of(tensor)


def _levels_of(tensor):
    count = lib.vjp_tensor_batch_levels(tensor._p, ffi.NULL, 0)
    levels = ffi.new("int64_t[]", count)
    lib.vjp_tensor_batch_levels(tensor._p, levels, count)
    return list(levels)


# ---- custom functions ----

class VmapInfo(NamedTuple):
    """What the vmap of a custom function is told of the batch."""

    batch_size: int
    randomness: str


def innermost_level(tensors):
    """The innermost level at which one of them is batched; 0: none is."""
    return max((lib.vjp_tensor_batch_level(item._p) for item in tensors if isinstance(item, Tensor)), default=0)


def by_rule(cls, args):
    """What a custom function's own vmap gives for arguments of which some are batched, one level after the other."""
    leaves, structure = _tree.flatten(args)
    rule = _Rule(cls, leaves, structure)
    handle, out = ffi.new_handle(rule), ffi.new("vjp_tensor_list*[1]")
    given = [leaf._p if isinstance(leaf, Tensor) else ffi.NULL for leaf in leaves]
    with _core.travelling():
        check(lib.vjp_function_vmap(lib.python_batch_rule, handle, given, len(given), out))
    tensors = iter(from_list(out[0]))
    return _tree.unflatten(rule.structure, [
        next(tensors) if isinstance(leaf, Tensor) else leaf for leaf in rule.results])


class _Rule:
    """What C calls: the vmap of a Function."""

    def __init__(self, cls, leaves, structure):
        self.cls, self.leaves, self.structure = cls, leaves, structure

    def run(self, level, randomness, inputs, in_dims, count, results):
        name = self.cls.__name__
        dims = [None if in_dims[i] == lib.VJP_VMAP_NONE else in_dims[i] for i in range(count)]
        whole = [borrowed(inputs[i]) if inputs[i] else leaf for i, leaf in enumerate(self.leaves)]
        size = ffi.new("int64_t*")
        check(lib.vjp_vmap_level_size(level, size))
        info = VmapInfo(size[0], _NAMES[randomness])
        result = self.cls.vmap(info, _tree.unflatten(self.structure, dims), *_tree.unflatten(self.structure, whole))
        if not isinstance(result, tuple) or len(result) != 2:
            raise _core.InvalidError(f"{name}.vmap: expected (results, their batch dimensions), got {result!r}")
        values, out_dims = result
        self.results, self.structure = _tree.flatten(values)
        try:
            dims = _tree.broadcast(out_dims, values)
        except ValueError:
            raise _core.InvalidError(f"{name}.vmap: out_dims {out_dims} do not fit the results") from None
        for leaf, dim in zip(self.results, dims):
            if isinstance(leaf, Tensor):
                item = leaf if dim is None else _taken(lib.vjp_vmap_wrap, leaf, dim, level)
                check(lib.vjp_tensor_list_append(results, item._p))


@_core.callback()
def python_batch_rule(context, level, randomness, inputs, in_dims, count, results):
    try:
        ffi.from_handle(context).run(level, randomness, inputs, in_dims, count, results)
        return 0
    except BaseException as error:  # must not cross C
        return _core.carry(error)


def _taken(function, tensor, dim, number):
    out = ffi.new("vjp_tensor*[1]")
    if function(tensor._p, dim, number, out):
        raise failure()
    return Tensor(out[0])


def _name(func):
    return getattr(func, "__name__", None) or repr(func)


def _check_out_dims(func, out_dims):
    if isinstance(out_dims, int):
        return
    for dim in _tree.flatten(out_dims)[0]:
        if not isinstance(dim, int) and dim is not None:
            raise ValueError(
                f"vmap({_name(func)}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python collection"
                f" of ints representing where in the outputs the vmapped dimension should appear."
            )


class _Call:
    """One call of a batched function: its arguments taken apart."""

    def __init__(self, func, in_dims, out_dims, args):
        self.func, self.in_dims, self.out_dims = func, in_dims, out_dims
        self.asked = f"vmap({_name(func)}, in_dims={in_dims}, ...)(<inputs>)"
        if not isinstance(in_dims, (int, tuple)):
            raise ValueError(
                f"{self.asked}: expected `in_dims` to be int or a (potentially nested) tuple matching the structure of "
                f"inputs, got: {type(in_dims)}."
            )
        if not args:
            raise ValueError(
                f"vmap({_name(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to "
                f"vmap over a function with no inputs. The latter is unsupported."
            )
        self.leaves, self.structure = _tree.flatten(args)
        try:
            self.dims = _tree.broadcast(in_dims, args)
        except ValueError:
            raise ValueError(
                f"{self.asked}: in_dims is not compatible with the structure of `inputs`. in_dims has structure "
                f"{_tree.flatten(in_dims)[1]} but inputs has structure {self.structure}."
            ) from None
        self.dims = [self._checked(leaf, dim) for leaf, dim in zip(self.leaves, self.dims)]
        self.size = self._batch_size()

    def _checked(self, leaf, dim):
        if dim is None:
            return None
        if not isinstance(dim, int):
            raise ValueError(
                f"{self.asked}: Got in_dim={dim} for an input but in_dim must be either an integer dimension or None."
            )
        if not isinstance(leaf, Tensor):
            raise ValueError(
                f"{self.asked}: Got in_dim={dim} for an input but the input is of type {type(leaf)}. We cannot vmap "
                f"over non-Tensor arguments, please use None as the respective in_dim"
            )
        if not -leaf.ndim <= dim < leaf.ndim:
            raise ValueError(
                f"{self.asked}: Got in_dim={dim} for some input, but that input is a Tensor of dimensionality "
                f"{leaf.ndim} so expected in_dim to satisfy -{leaf.ndim} <= in_dim < {leaf.ndim}."
            )
        return dim % leaf.ndim

    def _batch_size(self):
        sizes = [leaf.shape[dim] for leaf, dim in zip(self.leaves, self.dims) if dim is not None]
        if not sizes:
            raise ValueError("vmap: Expected at least one Tensor to vmap over")
        if any(size != sizes[0] for size in sizes):
            raise ValueError(
                f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the "
                f"mapped dimension"
            )
        return sizes[0]

    def whole(self, args, kwargs, randomness):
        leaves, structure, _ = self._run(self.leaves, self.size, kwargs, randomness)
        return _tree.unflatten(structure, leaves)

    def _run(self, leaves, size, kwargs, randomness):
        """The leaves of the results, their structure and dimensions."""
        inside = level(size, randomness)
        with inside:
            args = [leaf if dim is None else inside.wrap(leaf, dim) for leaf, dim in zip(leaves, self.dims)]
            results = self.func(*_tree.unflatten(self.structure, args), **kwargs)
            leaves, structure, dims = self._results(results)
            return [self._unwrapped(inside, *pair) for pair in zip(leaves, dims)], structure, dims

    def _results(self, results):
        leaves, structure = _tree.flatten(results)
        if isinstance(results, Tensor):
            # a tuple of one is taken for a single result, as for a tuple of one
            single = isinstance(self.out_dims, tuple) and len(self.out_dims) == 1
            dims = [self.out_dims[0] if single else self.out_dims]
            fits = dims[0] is None or isinstance(dims[0], int)
        else:
            try:
                dims, fits = _tree.broadcast(self.out_dims, results), True
            except ValueError:
                fits = False
        if not fits:
            raise ValueError(
                f"vmap({_name(self.func)}, ..., out_dims={self.out_dims})(<inputs>): out_dims is not compatible with "
                f"the structure of `outputs`. out_dims has structure {_tree.flatten(self.out_dims)[1]} but outputs has "
                f"structure {structure}."
            )
        return leaves, structure, dims

    def _unwrapped(self, inside, result, dim):
        name = _name(self.func)
        if dim is None:
            if isinstance(result, Tensor) and inside.has(result):
                raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
            return result
        if not isinstance(result, Tensor):
            raise ValueError(
                f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(result)}. Did you mean to set "
                f"out_dims= to None for output?"
            )
        return inside.unwrap(result, dim)

    def in_chunks(self, kwargs, randomness, chunk_size):
        from ._generated_ops import cat

        state = _Numbers() if randomness == "same" else None
        parts = []
        for start in range(0, self.size, chunk_size):
            if state:
                state.again()  # every chunk draws what the first one drew
            size = min(chunk_size, self.size - start)
            leaves = [leaf if dim is None else leaf.narrow(dim, start, size)
                      for leaf, dim in zip(self.leaves, self.dims)]
            part, structure, dims = self._run(leaves, size, kwargs, randomness)
            parts.append(part)
        return _tree.unflatten(structure, [items[0] if dim is None else cat(items, dim)
                                           for items, dim in zip(zip(*parts), dims)])


class _Numbers:
    """Where the default generators of the host and of the default device stand."""

    def __init__(self):
        from ._device import get_default_device
        from ._random import default_generator

        generators = [default_generator(device) for device in {"cpu", str(get_default_device())}]
        self._states = [(generator, generator.get_state()) for generator in generators]

    def again(self):
        for generator, state in self._states:
            generator.set_state(state)
