"""Order, membership, counts of elements; integers."""

import builtins
import math

from .. import _generated_ops as _ops
from .._core import DtypeError, InvalidError, ShapeError, StateError
from .._create import tensor
from .._tensor import Tensor
from .questions import result_type

# ---- order, membership, counts ----

class _Runs:
    """The first of each run of equal slices along dimension 0, the run of each, and how long the runs are."""

    def __init__(self, rows):
        n = rows.shape[0]
        fresh = _ops.ones(min(n, 1), dtype="bool", device=rows.device)
        if n > 1:
            unlike = (rows[1:] != rows[:-1]).reshape(n - 1, math.prod(rows.shape[1:])).any(1)
            fresh = _ops.cat([fresh, unlike])
        self.firsts = fresh.nonzero().reshape(-1)
        self.run = fresh.cumsum(0, dtype="int64") - 1
        end = self.firsts.new_full((1,), n)
        self.lengths = _ops.cat([self.firsts[1:], end[:len(self.firsts)]]) - self.firsts

__all__ = ["allclose", "bincount", "bucketize", "equal", "gcd", "heaviside", "histc", "histogram", "isin", "lcm",
           "nonzero_static", "unique", "unique_consecutive"]


def _order_of(rows):
    """The order of slices by their first elements, then the second ones, ..."""
    order = _ops.arange(rows.shape[0], device=rows.device)
    table = rows.reshape(rows.shape[0], math.prod(rows.shape[1:]))
    for column in reversed(table.unbind(1)):
        order = order[column[order].argsort(0, stable=True)]
    return order


def _distinct(name, input, in_order, return_inverse, return_counts, dim):
    try:
        rows = input.reshape(-1) if dim is None else input.movedim(dim, 0)
        plain = rows.detach()
        order = _order_of(plain) if in_order else None
        runs = _Runs(plain if order is None else plain[order])
    except StateError as error:  # of what asks for the number of elements
        raise StateError(f"{name}: inside vmap the number of results would differ from sample to sample") from error
    values = rows[runs.firsts if order is None else order[runs.firsts]]
    results = [values if dim is None else values.movedim(0, dim)]
    if return_inverse:
        inverse = runs.run if order is None else runs.run.scatter(0, order, runs.run)
        results.append(inverse.reshape(input.shape) if dim is None else inverse)
    if return_counts:
        results.append(runs.lengths)
    return results[0] if len(results) == 1 else tuple(results)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The elements, or the slices along `dim`, each once and in ascending order, whatever `sorted` is.

    With `return_inverse` and `return_counts` a tuple: also the place of each element in that, and how often each came.
    NaN equals nothing. The gradient goes to the first of those that are equal.

    >>> vjp.unique(vjp.tensor([3, 1, 3, 2]), return_counts=True)
    (tensor([1, 2, 3]), tensor([1, 1, 2]))
    """
    return _distinct("unique", input, True, return_inverse, return_counts, dim)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """The elements, or the slices along `dim`, without those that equal the one before.

    With `return_inverse` and `return_counts` a tuple, as `unique` gives.

    >>> vjp.unique_consecutive(vjp.tensor([1, 1, 2, 1]))
    tensor([1, 2, 1])
    """
    return _distinct("unique_consecutive", input, False, return_inverse, return_counts, dim)


def equal(input, other):
    """Whether two tensors have the same shape and equal elements. Waits for the device.

    >>> vjp.equal(vjp.tensor([1.0, 2.0]), vjp.tensor([1.0, 2.0]))
    True
    """
    return input.shape == other.shape and builtins.bool((input == other).all().item())


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether `isclose` is true of all elements. Waits for the device.

    >>> vjp.allclose(vjp.tensor([1.0]), vjp.tensor([1.0 + 1e-7]))
    True
    """
    return builtins.bool(_ops.isclose(input, other, rtol, atol, equal_nan).all().item())


def bucketize(input, boundaries, *, out_int32=False, right=False):
    """The bucket that each element falls in, between `boundaries` in ascending order, of which the upper one belongs to
    a bucket, or the lower one if `right` is true.

    >>> vjp.bucketize(vjp.tensor([0.5, 1.0, 3.0]), vjp.tensor([1.0, 2.0]))
    tensor([0, 0, 2])
    """
    if boundaries.ndim != 1:
        raise ShapeError(f"bucketize: 'boundaries' has shape {list(boundaries.shape)}, expected one dimension")
    return _ops.searchsorted(boundaries, input, out_int32=out_int32, right=right)


def isin(elements, test_elements, *, assume_unique=False, invert=False):
    """Whether each of `elements` is among `test_elements`; whether it is not, if `invert` is true.

    >>> vjp.isin(vjp.tensor([1, 2, 3]), vjp.tensor([3, 1]))
    tensor([ True, False,  True])
    """
    elements, tests = (x.detach() if isinstance(x, Tensor) else tensor(x) for x in (elements, test_elements))
    made = result_type(elements, tests)
    elements, tests = elements.to(made), tests.to(made).reshape(-1)
    if not tests.numel():
        return _ops.full_like(elements, invert, dtype="bool")
    ordered = tests.sort(0)[0]
    at = _ops.searchsorted(ordered, elements).clamp(max=tests.numel() - 1)
    found = ordered[at] == elements
    return found.logical_not() if invert else found


def _whole(name, input):
    if input.dtype.is_floating_point or input.dtype.is_complex or input.dtype.name == "bool":
        raise DtypeError(f"{name}: 'input' is {input.dtype.name}, expected integers")


def bincount(input, weights=None, minlength=0):
    """How often each integer from 0 to the largest comes in a vector, or the sums of the weights of those.

    At least `minlength` numbers; int64, with weights float32 where they are, else float64.

    >>> vjp.bincount(vjp.tensor([0, 1, 1, 3]))
    tensor([1, 2, 0, 1])
    """
    _whole("bincount", input)
    if input.ndim != 1:
        raise ShapeError(f"bincount: 'input' has shape {list(input.shape)}, expected one dimension")
    if weights is not None and weights.shape != input.shape:
        raise ShapeError(f"bincount: 'weights' has shape {list(weights.shape)}, expected that of 'input', "
                         f"{list(input.shape)}")
    if minlength < 0:
        raise InvalidError(f"bincount: 'minlength' is {minlength}, expected 0 or more")
    n = minlength
    if input.numel():
        low, high = (end.item() for end in input.aminmax())
        if low < 0:
            raise InvalidError(f"bincount: 'input' has {low}, expected numbers from 0 on")
        n = max(n, high + 1)
    kind = "int64" if weights is None else "float32" if weights.dtype.name == "float32" else "float64"
    one = _ops.ones(input.shape, dtype=kind, device=input.device) if weights is None else weights.detach().to(kind)
    return _ops.zeros(n, dtype=kind, device=input.device).index_add(0, input.long(), one)


def histc(input, bins=100, min=0, max=0):
    """How many elements lie in each of `bins` equal parts of [min, max], in the dtype of input.

    From the smallest to the largest element where min and max are equal. What lies outside, and NaN, is not counted.

    >>> vjp.histc(vjp.tensor([1.0, 2.0, 1.0, 4.0]), 3, 0, 3)
    tensor([0., 2., 1.])
    """
    if bins < 1:
        raise InvalidError(f"histc: 'bins' is {bins}, expected 1 or more")
    if not input.dtype.is_floating_point:
        raise DtypeError(f"histc: 'input' is {input.dtype.name}, expected a real floating dtype")
    low, high = float(min), float(max)
    if low == high and input.numel():
        low, high = (end.item() for end in input.detach().aminmax())
    if not math.isfinite(low) or not math.isfinite(high):
        raise InvalidError(f"histc: from {low} to {high} is no finite range")
    if low > high:
        raise InvalidError(f"histc: 'min' {low} is above 'max' {high}")
    if low == high:
        low, high = low - 1, high + 1
    x = input.detach().reshape(-1)
    x = x.float() if x.dtype.itemsize == 2 else x
    edges = _ops.linspace(low, high, bins + 1, dtype=x.dtype, device=x.device)
    part = (_ops.searchsorted(edges, x, right=True) - 1).clamp(0, bins - 1)
    inside = (x >= low).logical_and(x <= high).double()
    return _ops.zeros(bins, dtype="float64", device=x.device).index_add(0, part, inside).to(input.dtype)


def _edges_of(x, bins, range):
    """The edges of bins: those given, or evenly spaced over the range or over what there is."""
    if isinstance(bins, Tensor):
        if bins.ndim != 1 or not bins.numel():
            raise ShapeError(f"histogram: 'bins' has shape {list(bins.shape)}, expected edges in one dimension")
        if bins.dtype.name != x.dtype.name:
            raise DtypeError(f"histogram: 'bins' is {bins.dtype.name} and 'input' {x.dtype.name}, expected one dtype")
        if range is not None:
            raise InvalidError("histogram: 'range' is given with edges, expected it with a number of bins")
        return bins.detach().clone()
    if bins < 1:
        raise InvalidError(f"histogram: 'bins' is {bins}, expected 1 or more")
    if range is not None:
        low, high = range
    else:
        low, high = (end.item() for end in x.aminmax()) if x.numel() else (0.0, 1.0)
    if not (math.isfinite(low) and math.isfinite(high) and low <= high):
        raise InvalidError(f"histogram: from {low} to {high} is no finite range")
    if low == high:
        low, high = low - 0.5, high + 0.5
    return _ops.linspace(low, high, bins + 1, dtype=x.dtype, device=x.device)


def histogram(input, bins, *, range=None, weight=None, density=False):
    """How many elements lie in each bin, or the sums of their weights, in the dtype of input; and the edges.

    `bins` is how many there are, evenly spaced over `range`, (low, high), or over what input has; or a tensor of edges
    in ascending order. A bin has its lower edge, the last one both; what lies outside, and NaN, is not counted. With
    `density` the integral over all bins is 1. Waits for the device where the range is not given.

    >>> vjp.histogram(vjp.tensor([1.0, 2.0, 1.0, 4.0]), 2, range=(0.0, 4.0))
    (tensor([2., 2.]), tensor([0., 2., 4.]))
    """
    if not input.dtype.is_floating_point:
        raise DtypeError(f"histogram: 'input' is {input.dtype.name}, expected a real floating dtype")
    if weight is not None and weight.shape != input.shape:
        raise ShapeError(f"histogram: 'weight' has shape {list(weight.shape)}, expected that of 'input', "
                         f"{list(input.shape)}")
    x = input.detach().reshape(-1)
    edges = _edges_of(x, bins, range)
    count = edges.numel() - 1
    inside = (x >= edges[0]).logical_and(x <= edges[-1]).double()
    if weight is not None:  # a weight outside may be infinite
        inside = _ops.where(inside != 0, weight.detach().reshape(-1).double(), 0.0)
    found = _ops.zeros(count, dtype="float64", device=x.device)
    if count:
        found = found.index_add(0, (_ops.searchsorted(edges, x, right=True) - 1).clamp(0, count - 1), inside)
    if density:
        found = found / (found.sum() * edges.double().diff())
    return found.to(input.dtype), edges


def nonzero_static(input, *, size, fill_value=-1):
    """The places of the first `size` elements that are not 0, a row each; rows of `fill_value` where there are fewer.

    >>> vjp.nonzero_static(vjp.tensor([0, 3, 4]), size=3)
    tensor([[ 1],
            [ 2],
            [-1]])
    """
    if size < 0:
        raise InvalidError(f"nonzero_static: 'size' is {size}, expected 0 or more")
    found = input.nonzero()[:size]
    return _ops.cat([found, found.new_full((size - found.shape[0], input.ndim), fill_value)])


# ---- elementwise ----

def gcd(input, other):
    """The greatest common divisor of integers, not negative; gcd(0, n) is |n|. Waits for the device.

    >>> vjp.gcd(vjp.tensor([12, -9, 0]), vjp.tensor([18, 6, 5]))
    tensor([6, 3, 5])
    """
    for x in (input, other):
        if x.dtype.is_floating_point or x.dtype.is_complex or x.dtype.name == "bool":
            raise DtypeError(f"gcd: a tensor is {x.dtype.name}, expected integers")
    a, b = _ops.broadcast_tensors(input.abs(), other.abs())
    while b.any().item():  # Euclid's algorithm; what is done stays what it is
        some = b != 0
        a, b = _ops.where(some, b, a), _ops.where(some, a.remainder(b), b)
    return a


def lcm(input, other):
    """The least common multiple of integers, not negative; 0 where one of both is 0.

    >>> vjp.lcm(vjp.tensor([4, -6, 0]), vjp.tensor([6, 4, 5]))
    tensor([12, 12,  0])
    """
    divisor = gcd(input, other)
    return (input // divisor.clamp(min=1) * other).abs()


def heaviside(input, values):
    """0 where `input` is negative or NaN, 1 where it is positive, and `values` where it is 0.

    >>> vjp.heaviside(vjp.tensor([-1.0, 0.0, 2.0]), vjp.tensor([0.5, 0.5, 0.5]))
    tensor([0. , 0.5, 1. ])
    """
    return _ops.where(input == 0, values, (input > 0).to(input.dtype))
