"""Transforms of functions, under the names of torch.func: grad, vjp, jvp, jacrev, jacfwd, hessian, linearize, vmap.

    vjp.func.grad(lambda x: x.sin().sum())(vjp.tensor([0.0, 1.0]))

Arguments and results are nested containers of tensors (tuples, lists, dictionaries, what is registered with optree in
the namespace "vjp"). Transforms nest to any depth; results are differentiable by what the arguments were computed from,
and by what the function captures, where grad mode is on.
"""

import functools

from . import _core
from . import _generated_ops as _ops
from ._ffi import lib
from ._functional import AUTO, FORWARD, REVERSE, Linearization, derive
from ._tensor import Tensor
from ._tree import flatten, unflatten
from ._vmap import vmap

__all__ = ["functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "linearize",
           "stack_module_state", "value_and_grad", "vjp", "vmap"]

# ---- arguments ----


def _positions(argnums, count):
    """The positions of the arguments that are differentiated, and whether there is only the one, not in a tuple."""
    single = isinstance(argnums, int)
    if not single and not isinstance(argnums, tuple):
        raise _core.InvalidError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    positions = []
    for item in (argnums,) if single else argnums:
        if not isinstance(item, int):
            raise _core.InvalidError(f"argnum must be int, got: {type(item)}")
        if not -count <= item < count:
            raise _core.InvalidError(f"Got argnum={item}, but only {count} positional inputs")
        positions.append(item % count)
    if not positions:
        raise _core.InvalidError("argnums must be non-empty")
    if len(set(positions)) != len(positions):
        raise _core.InvalidError(f"argnums elements must be unique, got {argnums}")
    return positions, single


def _only_tensors(leaves, message):
    for item in leaves:
        if not isinstance(item, Tensor):
            raise _core.InvalidError(f"{message}, got {type(item)}")


class _Arguments:
    """Those of a call, of which some are differentiated; what stands in their place makes the call again."""

    def __init__(self, args, argnums, kwargs=None):
        self.args, self.kwargs = args, kwargs or {}
        self.positions, self.single = _positions(argnums, len(args))
        wanted = tuple([args[i] for i in self.positions])
        self.leaves, self.structure = flatten(wanted[0] if self.single else wanted)
        _only_tensors(self.leaves, "Thing passed to transform API must be Tensor")
        if not self.leaves:
            raise _core.InvalidError("the arguments that are differentiated contain no tensor")

    def like(self, leaves):
        """A container like the arguments that are differentiated."""
        return unflatten(self.structure, leaves)

    def call(self, function, variables):
        args = list(self.args)
        wanted = self.like(variables)
        for position, item in zip(self.positions, (wanted,) if self.single else wanted):
            args[position] = item
        return function(*args, **self.kwargs)


# ---- functions ----


class _Function:
    """The user's function as the library calls it, with the structure of what it gave."""

    def __init__(self, name, function, call, has_aux):
        self.name, self.function, self.has_aux, self._call = name, function, has_aux, call

    def __call__(self, variables):
        output = self._call(self.function, variables)
        self._aux, tensors = (), []
        if self.has_aux:
            if not (isinstance(output, tuple) and len(output) == 2):
                raise _core.InvalidError(f"{self.name}: output of function f should be a tuple: (output, aux) if "
                                         f"has_aux "
                                         "is True")
            output, aux = output
            self._aux, self._aux_structure = flatten(aux)
            tensors = [item for item in self._aux if isinstance(item, Tensor)]
        return self.leaves_of(output), tensors

    def leaves_of(self, output):
        leaves, self.structure = flatten(output)
        if not leaves or leaves == [None]:
            raise _core.InvalidError(f"{self.name}: Expected f to be a function that has non-empty output (got output "
                                     f"= "
                                     f"{output})")
        _only_tensors(leaves, f"{self.name}: expected f(*args) to return only tensors")
        return leaves

    def output(self, leaves):
        return unflatten(self.structure, leaves)

    def aux(self, tensors):
        tensors = iter(tensors)
        return unflatten(self._aux_structure,
                         [next(tensors) if isinstance(item, Tensor) else item for item in self._aux])

    def with_aux(self, *results, aux):
        if self.has_aux:
            results += (self.aux(aux),)
        return results[0] if len(results) == 1 else results


class _Scalar(_Function):
    """One whose output is a single number."""

    def leaves_of(self, output):
        if not isinstance(output, Tensor):
            raise _core.InvalidError(f"{self.name}: Expected f(*args) to return a Tensor, got {type(output)}")
        if output.ndim != 0:
            raise _core.ShapeError(f"{self.name}: Expected f(*args) to return a scalar Tensor, got tensor with "
                                   f"{output.ndim} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")
        return [output]


def _named(wrapper, function):
    """functools.wraps, also for what has no name."""
    return functools.update_wrapper(wrapper, function, updated=())


# ---- gradients ----


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives (gradient, value) of `func`, which gives a tensor without dimensions; with `has_aux`, where
    `func` gives (value, aux), (gradient, (value, aux)). The gradient is by the arguments `argnums`, an integer or a
    tuple of them, and has their structure."""
    def wrapper(*args, **kwargs):
        arguments = _Arguments(args, argnums, kwargs)
        function = _Scalar("grad_and_value(f)(*args)", func, arguments.call, has_aux)
        values, aux, results = derive(lib.vjp_functional_grad, function, arguments.leaves)
        return arguments.like(results), function.with_aux(values[0], aux=aux)
    return _named(wrapper, func)


def value_and_grad(func, argnums=0, has_aux=False):
    """`grad_and_value` the other way round: (value, gradient), or ((value, aux), gradient)."""
    both = grad_and_value(func, argnums, has_aux)

    def wrapper(*args, **kwargs):
        gradient, value = both(*args, **kwargs)
        return value, gradient
    return _named(wrapper, func)


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of `func`; with `has_aux`, where `func` gives (value, aux), (gradient,
    aux)."""
    both = grad_and_value(func, argnums, has_aux)

    def wrapper(*args, **kwargs):
        gradient, value = both(*args, **kwargs)
        return (gradient, value[1]) if has_aux else gradient
    return _named(wrapper, func)


# ---- products with vectors ----


def _check_differentiable(name, outputs):
    for item in outputs:
        if not (item.is_floating_point() or item.is_complex()):
            raise _core.DtypeError(f"{name}(f, ...): All outputs of f must be floating-point or complex Tensors, got "
                                   f"Tensor "
                                   f"with dtype {item.dtype}")


def _whole(function, structure):
    """All arguments are differentiated."""
    return lambda _, variables: function(*unflatten(structure, variables))


def vjp(func, *primals, has_aux=False):
    """(func(*primals), vjp_fn): vjp_fn(cotangents), of the structure of the output, gives the tuple of the gradients
    by the primals. With `has_aux` a third result, aux. `func` is called once."""
    leaves, structure = flatten(primals)
    _only_tensors(leaves, "Thing passed to transform API must be Tensor")
    function = _Function("vjp(f, *primals)", func, _whole(func, structure), has_aux)
    map_ = Linearization(function, leaves)
    _check_differentiable("vjp", map_.outputs)

    def vjp_fn(cotangents):
        given, given_structure = flatten(cotangents)
        if given_structure != function.structure:
            raise _core.InvalidError(
                "Expected pytree structure of cotangents to be the same as pytree structure of outputs to the "
                "function. "
                f"cotangents: {given_structure}, primal output: {function.structure}")
        _only_tensors(given, "vjp_fn: cotangents must be tensors")
        return unflatten(structure, map_.vjp(given))

    return function.with_aux(function.output(map_.outputs), vjp_fn, aux=map_.aux)


_JVP = "jvp(f, primals, tangents)"


def _dual_arguments(primals, tangents):
    if not isinstance(primals, tuple):
        raise _core.InvalidError(f"{_JVP}: Expected primals to be a tuple. E.g. it should be valid to call "
                                 f"f(*primals).")
    leaves, structure = flatten(primals)
    vectors, vector_structure = flatten(tangents)
    if structure != vector_structure:
        raise _core.InvalidError(
            f"{_JVP}: Expected primals and tangents to have the same python structure. For example, if primals is a "
            f"tuple "
            f"of 3 tensors, tangents also must be. Got primals with structure {structure} and tangents with structure "
            f"{vector_structure}")
    for name, items in (("primals", leaves), ("tangents", vectors)):
        if not items:
            raise _core.InvalidError(f"{_JVP}: Expected {name} to contain at least one Tensor.")
        _only_tensors(items, f"{_JVP}: Expected {name} to only contain Tensors")
    return leaves, vectors, structure


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """(func(*primals), its derivative along the tangents), by forward mode. Primals and tangents are tuples of the same
    structure. With `has_aux` a third result, aux."""
    leaves, vectors, structure = _dual_arguments(primals, tangents)
    function = _Function(_JVP, func, _whole(func, structure), has_aux)
    values, aux, results = derive(lib.vjp_functional_jvp, function, leaves, vectors, strict=strict,
                                  strategy=FORWARD if strict else AUTO)
    return function.with_aux(function.output(values), function.output(results), aux=aux)


def linearize(func, *primals):
    """(func(*primals), jvp_fn): jvp_fn(*tangents) is the derivative at the primals along tangents of their structure.
    `func` is called once."""
    leaves, structure = flatten(primals)
    _only_tensors(leaves, "linearize: primals must be tensors")
    function = _Function("linearize(f, *primals)", func, _whole(func, structure), False)
    map_ = Linearization(function, leaves)

    def jvp_fn(*tangents):
        given, given_structure = flatten(tangents)
        if given_structure != structure:
            raise _core.InvalidError(f"Expected the tangents {given_structure} to have the same argspec as the primals "
                                     f"{structure}")
        _only_tensors(given, "jvp_fn: tangents must be tensors")
        for i, (tangent, primal) in enumerate(zip(given, leaves)):
            for what in ("shape", "device", "dtype"):
                if getattr(tangent, what) != getattr(primal, what):
                    raise _core.InvalidError(
                        f"tangent:{i} with {what} {getattr(tangent, what)} in flattened pytree doesn't match the "
                        f"{what} "
                        f"{getattr(primal, what)} of the corresponding primal.")
        return function.output(map_.jvp(given))

    return function.output(map_.outputs), jvp_fn


# ---- whole matrices ----


def _check_real(name, leaves, what):
    for i, item in enumerate(leaves):
        if item.is_complex():
            raise _core.DtypeError(f"{name}: Expected all {what} to be real but received complex tensor at flattened "
                                   f"input "
                                   f"idx: {i}")


class _Real(_Function):
    def leaves_of(self, output):
        leaves = super().leaves_of(output)
        name = self.name.partition("(")[0]
        _check_real(name, leaves, "outputs")
        if name == "jacrev":
            _check_differentiable(name, leaves)
        return leaves


def _jacobian(name, func, argnums, has_aux, strategy, chunk_size):
    def wrapper(*args):
        _check_real(name, [item for item in flatten(args)[0] if isinstance(item, Tensor)], "inputs")
        arguments = _Arguments(args, argnums)
        function = _Real(f"{name}(f)(*args)", func, arguments.call, has_aux)
        values, aux, results = derive(lib.vjp_functional_jacobian, function, arguments.leaves, vectorize=True,
                                      strategy=strategy, chunk_size=chunk_size)
        count = len(arguments.leaves)
        rows = [arguments.like(results[i * count:(i + 1) * count]) for i in range(len(values))]
        return function.with_aux(function.output(rows), aux=aux)
    return _named(wrapper, func)


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None):
    """A function that gives the Jacobian of `func` by the arguments `argnums`, by rows: for every output a container
    like the argument (a tuple of them, where `argnums` is one), whose tensors have the shape of the output followed by
    that of the argument. `chunk_size` says how many rows are computed at once."""
    if chunk_size is not None and chunk_size <= 0:
        raise _core.InvalidError("jacrev: `chunk_size` should be greater than 0.")
    return _jacobian("jacrev", func, argnums, has_aux, REVERSE, chunk_size)


def jacfwd(func, argnums=0, has_aux=False, *, chunk_size=None, randomness="error"):
    """The same by columns. `func` is called once, so `randomness`, which is PyTorch's, has nothing to decide."""
    if chunk_size is not None and chunk_size <= 0:
        raise _core.InvalidError("jacfwd: `chunk_size` should be greater than 0.")
    if randomness not in ("error", "different", "same"):
        raise _core.InvalidError("jacfwd: Only allowed values for randomness are 'error', 'different', or 'same'. Got "
                                 f"{randomness}")
    return _jacobian("jacfwd", func, argnums, has_aux, FORWARD, chunk_size)


def hessian(func, argnums=0):
    """A function that gives the Hessian of `func`: `jacfwd` of `jacrev`."""
    return jacfwd(jacrev(func, argnums), argnums)


# ---- modules ----


def _holder(module, path):
    """(the object that has the attribute, its name) of a dotted path."""
    *owners, name = path.split(".")
    for owner in owners:
        module = module[int(owner)] if owner.isdigit() and not hasattr(module, owner) else getattr(module, owner)
    return module, name


def _given_tensors(dictionaries):
    if isinstance(dictionaries, dict):
        return dict(dictionaries)
    if not isinstance(dictionaries, (list, tuple)):
        raise _core.InvalidError("Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got "
                                 f"{type(dictionaries)}")
    if not all(isinstance(item, dict) for item in dictionaries):
        raise _core.InvalidError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
    names = [name for item in dictionaries for name in item]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise _core.InvalidError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is "
                                 f"ambiguous")
    return {name: value for item in dictionaries for name, value in item.items()}


def _known_tensors(module):
    """The parameters and buffers by their names, as far as the module can list them."""
    known = {}
    for method in ("named_parameters", "named_buffers"):
        if hasattr(module, method):
            known.update(getattr(module, method)())
    return known


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """module(*args, **kwargs) with other tensors in the place of its parameters and buffers, which are put back
    afterwards.

    They come by name ("layers.0.weight") in a dictionary, or in several. A module is any object that can be called; one
    that has `named_parameters()` (and `named_buffers()`) lets `strict` find names that are missing or unknown, and
    `tie_weights` replace a tensor that it has under two names under both.
    """
    given = _given_tensors(parameter_and_buffer_dicts)
    known = _known_tensors(module)
    if strict:
        missing, unexpected = sorted(set(known) - set(given)), sorted(set(given) - set(known))
        if missing or unexpected:
            raise _core.InvalidError(f"functional_call: Missing key(s): {missing}, unexpected key(s): {unexpected}.")
    if tie_weights:
        _tie(known, given)
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    before = []
    try:
        for name, value in given.items():
            owner, attribute = _holder(module, name)
            before.append((owner, attribute, getattr(owner, attribute)))
            _put(owner, attribute, value)
        return module(*args, **(kwargs or {}))
    finally:
        for owner, attribute, value in reversed(before):
            _put(owner, attribute, value)


def _put(owner, name, value):
    """An assignment that also takes any tensor for a parameter of a vjp.nn.Module: there one of its tables has it."""
    tables = (getattr(owner, "__dict__", {}).get(table) for table in ("_parameters", "_buffers"))
    table = next((table for table in tables if isinstance(table, dict) and name in table), None)
    if table is None:
        setattr(owner, name, value)
    else:
        table[name] = value


def stack_module_state(models):
    """({name: parameters}, {name: buffers}) of modules of the same kind, stacked along a new first dimension: what
    `vmap` of `functional_call` takes for an ensemble.

    The stacked parameters are leaves which require grad where the first module's do. The modules keep their own.

    >>> models = [vjp.nn.Linear(2, 3) for _ in range(4)]
    >>> parameters, buffers = vjp.func.stack_module_state(models)
    >>> parameters["weight"].shape
    (4, 3, 2)
    """
    models = list(models)
    if not models:
        raise _core.InvalidError("stack_module_state: expected at least one model, got none")
    training = {model.training for model in models}
    kinds = {type(model).__name__ for model in models}
    if len(kinds) > 1:
        raise _core.InvalidError(f"stack_module_state: the models are of different types ({', '.join(sorted(kinds))}), "
                                 "expected one")
    if len(training) > 1:
        raise _core.InvalidError("stack_module_state: some models are in training mode, others in evaluation mode")
    first = models[0]
    parameters = {name: _stacked([dict(model.named_parameters())[name] for model in models])
                  .requires_grad_(parameter.requires_grad) for name, parameter in first.named_parameters()}
    buffers = {name: _stacked([dict(model.named_buffers())[name] for model in models])
               for name, _ in first.named_buffers()}
    return parameters, buffers


def _stacked(tensors):
    return _ops.stack([tensor.detach() for tensor in tensors])


def _tie(known, given):
    """What is given for a tensor is given for all its names."""
    names = {}
    for name, value in known.items():
        names.setdefault(id(value), []).append(name)
    for tied in names.values():
        values = [given[name] for name in tied if name in given]
        if not values:
            continue
        if any(value is not values[0] for value in values):
            raise _core.InvalidError(f"functional_call got multiple values for keys {tied}, which are tied. Consider "
                                     f"using "
                                     "tie_weights=False")
        given.update(dict.fromkeys(tied, values[0]))
