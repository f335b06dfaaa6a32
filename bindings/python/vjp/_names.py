"""What PyTorch's users call by other arguments than the operators take, and names made of operators in Python alone.

The functions here take the place of the operators' own in `vjp`; the operators behind them are those of every language.
"""

import builtins
import inspect
import math

from . import _alias_names
from . import _generated_ops as _ops
from ._core import DtypeError, InvalidError, ShapeError, StateError, dtype_of
from ._create import tensor
from ._tensor import Tensor

pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None


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


# ---- new tensors ----

def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, requires_grad=False):
    """`base` to the power of `steps` evenly spaced numbers from start to end, both included.

    >>> vjp.logspace(0, 2, 3)
    tensor([  1.,  10., 100.])
    """
    powers = base ** _ops.linspace(start, end, steps, dtype="float64", device=device)
    made = powers.to(dtype or "float32")
    return made.requires_grad_() if requires_grad else made


def _triangle(row, col, offset, dtype, device, upper):
    i = _ops.arange(row, device=device).unsqueeze(1)
    j = _ops.arange(col, device=device) - offset
    return (j >= i if upper else j <= i).nonzero().T.contiguous().to(dtype or "int64")


def tril_indices(row, col, offset=0, *, dtype=None, device=None):
    """The rows and the columns of the elements of a matrix on and below its diagonal `offset`: [2, count].

    >>> vjp.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])
    """
    return _triangle(row, col, offset, dtype, device, False)


def triu_indices(row, col, offset=0, *, dtype=None, device=None):
    """The rows and the columns of the elements of a matrix on and above its diagonal `offset`: [2, count].

    >>> vjp.triu_indices(2, 2)
    tensor([[0, 0, 1],
            [0, 1, 1]])
    """
    return _triangle(row, col, offset, dtype, device, True)


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    """A row-major copy of the input with `src` at the elements that sizes, strides and an offset choose of the copy.

    >>> vjp.as_strided_scatter(vjp.zeros(4), vjp.tensor([1.0, 2.0]), (2,), (2,))
    tensor([1., 0., 2., 0.])
    """
    places = _ops.arange(input.numel(), device=input.device)
    chosen = _ops.as_strided(places, size, stride, storage_offset or 0)
    if tuple(src.shape) != tuple(chosen.shape):
        raise ShapeError(f"as_strided_scatter: 'src' has shape {list(src.shape)}, expected {list(chosen.shape)}")
    return _ops.put(input.contiguous(), chosen, src)


# ---- samples of distributions, grids ----

def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1, *, generator=None):
    """Samples of the distribution whose logarithms, up to a constant, are `logits`, made differentiable.

    softmax of (logits + Gumbel noise) / tau; `hard`: the largest as one-hot, with the gradient of the soft ones.

    >>> vjp.gumbel_softmax(vjp.tensor([[1.0, 2.0, 3.0]]), hard=True).sum()
    tensor(1.)
    """
    noise = -logits.detach().exponential(generator=generator).log()
    soft = _ops.softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    values = soft.detach()
    return _ops.zeros_like(values).scatter(dim, values.argmax(dim, True), 1.0) - values + soft


def affine_grid(theta, size, align_corners=None):
    """Where maps `theta`, [N, 2, 3] or [N, 3, 4], send the pixels of images of `size`, [N, C, H, W] or [N, C, D, H, W].

    A grid for grid_sample, [N, H, W, 2] or [N, D, H, W, 3].

    >>> vjp.affine_grid(vjp.tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]), (1, 1, 1, 2))
    tensor([[[[-0.5,  0. ],
              [ 0.5,  0. ]]]])
    """
    rank = len(size) - 2
    if rank not in (2, 3) or min(size) < 1:
        raise InvalidError(f"affine_grid: size is {list(size)}, expected positive [N, C, H, W] or [N, C, D, H, W]")
    if tuple(theta.shape) != (size[0], rank, rank + 1):
        raise ShapeError(f"affine_grid: 'theta' has shape {list(theta.shape)}, expected {[size[0], rank, rank + 1]}")
    image, columns = tuple(size[2:]), []
    for d in reversed(range(rank)):  # x first, which runs along the last dimension; then ones
        n = image[d]
        end = 0.0 if n == 1 else 1.0 if align_corners else (n - 1) / n
        line = _ops.linspace(-end, end, n, dtype=theta.dtype, device=theta.device)
        columns.append(line.view([n if i == d else 1 for i in range(rank)]).expand(image))
    columns.append(_ops.ones(image, dtype=theta.dtype, device=theta.device))
    points = _ops.stack(columns, -1).reshape(-1, rank + 1)
    return (points @ theta.transpose(1, 2)).view(size[0], *image, rank)


def _lp_pool(rank, input, norm_type, kernel_size, stride, ceil_mode):
    kernel = [kernel_size] * rank if hasattr(kernel_size, "__index__") else list(kernel_size)
    pool = getattr(_ops, f"avg_pool{rank}d")
    mean = pool(input.pow(norm_type), kernel, stride, 0, ceil_mode)
    return (mean.sign() * mean.abs().relu() * math.prod(kernel)).pow(1.0 / norm_type)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The norm_type-norm of every window of [N, C, L]: the root of the sum of powers.

    >>> vjp.lp_pool1d(vjp.tensor([[3.0, 4.0, 6.0, 8.0]]), 2, 2)
    tensor([[ 5., 10.]])
    """
    return _lp_pool(1, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """As lp_pool1d, of [N, C, H, W]."""
    return _lp_pool(2, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """As lp_pool1d, of [N, C, D, H, W]."""
    return _lp_pool(3, input, norm_type, kernel_size, stride, ceil_mode)


# ---- arguments that Python takes in another form ----

def tensordot(a, b, dims=2, dims_b=None, *, dims_a=None, out=None):
    """Products of `a` and `b`, summed over the last `dims` dimensions of a and the first of b, or over two lists.

    >>> vjp.tensordot(vjp.ones(2, 3), vjp.ones(4, 3), dims=([1], [1])).shape
    (2, 4)
    """
    if dims_b is not None:
        result = _ops.tensordot(a, b, dims if dims_a is None else dims_a, dims_b)
    elif hasattr(dims, "__index__") and not getattr(dims, "shape", ()):
        result = _ops.tensordot(a, b, dims)
    else:
        lists = [item.tolist() if isinstance(item, Tensor) else item for item in dims]
        if len(lists) != 2:
            raise InvalidError(f"tensordot: dims must be a number or two lists of dimensions, got {dims!r}")
        pair = [[item] if hasattr(item, "__index__") else list(item) for item in lists]
        result = _ops.tensordot(a, b, *pair)
    return result if out is None else out.copy_(result)


def _letter(label):
    if label is Ellipsis:
        return "..."
    if not 0 <= label < 52:
        raise InvalidError(f"einsum: a label is {label}, expected 0 to 51, or ...")
    return chr(ord("A") + label) if label < 26 else chr(ord("a") + label - 26)


def einsum(*args, **keywords):
    """Sums of products by Einstein's convention: an equation and operands, or each operand followed by its labels.

    >>> vjp.einsum("ij,jk->ik", vjp.ones(2, 3), vjp.ones(3, 2))
    tensor([[3., 3.],
            [3., 3.]])
    >>> vjp.einsum(vjp.ones(2, 3), [0, 1], vjp.ones(3, 2), [1, 2], [0, 2]).shape
    (2, 2)
    """
    if keywords or not args or not isinstance(args[0], Tensor):
        return _ops.einsum(*args, **keywords)
    operands, subscripts = args[0:len(args) // 2 * 2:2], args[1::2]
    equation = ",".join("".join(map(_letter, labels)) for labels in subscripts)
    if len(args) % 2:
        equation += "->" + "".join(map(_letter, args[-1]))
    return _ops.einsum(equation, *operands)


def _cubic(x, a=-0.5):
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((x - 5) * x + 8) * x * a - 4 * a
    return _ops.where(x < 1, near, _ops.where(x < 2, far, 0.0))


def _smoothed(input, dim, size, scale, align_corners, cubic):
    """A dimension resampled by a filter that is as wide as the step between what it gives."""
    n = input.shape[dim]
    if align_corners:
        step = (n - 1) / (size - 1) if size > 1 else 0.0
    else:
        step = 1 / scale if scale else n / size
    wide = max(step, 1.0)
    reach = (4 if cubic else 2) / 2 * wide
    middle = (_ops.arange(size, dtype="float64") + 0.5).unsqueeze(1) * step
    first = (middle - reach + 0.5).trunc().clamp(min=0)
    end = (middle + reach + 0.5).trunc().clamp(max=n)
    place = _ops.arange(n, dtype="float64")
    x = ((place - middle + 0.5) / wide).abs()
    weights = _cubic(x) if cubic else (1 - x).clamp(min=0)
    weights = _ops.where((place >= first) & (place < end), weights, 0.0)
    weights = (weights / weights.sum(1, True)).to(input.dtype)
    return _ops.matmul(input.transpose(dim, -1), weights.to(input.device).t()).transpose(dim, -1)


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None,
                antialias=False):
    """Resamples the spatial dimensions of [N, C, *] to `size`, or by `scale_factor`.

    `mode`: "nearest", "nearest-exact", "linear", "bilinear", "trilinear", "bicubic" or "area". `antialias`: "bilinear"
    and "bicubic" smooth what they make smaller.

    >>> vjp.interpolate(vjp.tensor([[[1.0, 2.0]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    align_corners = builtins.bool(align_corners)
    if not antialias:
        return _ops.interpolate(input, size, scale_factor, mode, align_corners, builtins.bool(recompute_scale_factor))
    if mode not in ("bilinear", "bicubic") or input.ndim != 4:
        raise InvalidError("interpolate: antialias is for the modes \"bilinear\" and \"bicubic\" of [N, C, H, W], got "
                           f"mode {mode!r} and {list(input.shape)}")
    if (size is None) == (scale_factor is None):
        raise InvalidError("interpolate: give either size or scale_factor")
    given = scale_factor if size is None else size
    pair = list(given) if hasattr(given, "__len__") else [given] * 2
    sizes = pair if size is not None else [math.floor(n * scale) for n, scale in zip(input.shape[2:], pair)]
    scales = pair if size is None and not recompute_scale_factor else [None] * 2
    if len(pair) != 2 or min(sizes) < 1:
        raise InvalidError(f"interpolate: {given!r} does not fit images of {list(input.shape[2:])}")
    out = input.float() if input.dtype.itemsize == 2 else input
    for dim in (3, 2):
        out = _smoothed(out, dim, sizes[dim - 2], scales[dim - 2], align_corners, mode == "bicubic")
    return out.to(input.dtype)


# ---- windows ----

def _window(name, values, count, periodic, dtype, device, requires_grad):
    """values(i, last) of the places i of a window whose last one is `last`; that of a period's end is left out."""
    made = dtype_of(dtype or "float32")
    if not made.is_floating_point:
        raise DtypeError(f"{name}: dtype is {made}, expected a floating one")
    if count < 0:
        raise InvalidError(f"{name}: window_length is {count}, expected 0 or more")
    if count <= 1:
        return _ops.ones(count, dtype=made, device=device, requires_grad=requires_grad)
    i = _ops.arange(float(count), dtype="float64", device=device)
    window = values(i, count if periodic else count - 1).to(made)
    return window.requires_grad_() if requires_grad else window


def _cosines(*factors):
    """factors[0] - factors[1] cos(t) + factors[2] cos(2 t), where t runs through a period."""
    def values(i, last):
        turn = i * (2 * math.pi / last)
        return sum((-1)**k * factor * (turn * k).cos() for k, factor in enumerate(factors))

    return values


def hann_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """Hann's window, 1/2 - cos / 2; `periodic`: of a signal that repeats, else symmetric.

    >>> vjp.hann_window(4)
    tensor([0. , 0.5, 1. , 0.5])
    """
    return _window("hann_window", _cosines(0.5, 0.5), window_length, periodic, dtype, device, requires_grad)


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, device=None,
                   requires_grad=False):
    """Hamming's window, alpha - beta cos.

    >>> vjp.hamming_window(4)
    tensor([0.08, 0.54, 1.  , 0.54])
    """
    return _window("hamming_window", _cosines(alpha, beta), window_length, periodic, dtype, device, requires_grad)


def blackman_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """Blackman's window of two cosines.

    >>> vjp.blackman_window(2)
    tensor([0., 1.])
    """
    values = _cosines(0.42, 0.5, 0.08)
    return _window("blackman_window", lambda i, last: values(i, last).clamp(min=0), window_length, periodic, dtype,
                   device, requires_grad)


def bartlett_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """Bartlett's window, a triangle.

    >>> vjp.bartlett_window(4)
    tensor([0. , 0.5, 1. , 0.5])
    """
    return _window("bartlett_window", lambda i, last: 1 - (i * (2 / last) - 1).abs(), window_length, periodic, dtype,
                   device, requires_grad)


def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, device=None, requires_grad=False):
    """Kaiser's window, of I0.

    >>> vjp.kaiser_window(3, periodic=False, beta=0.0)
    tensor([1., 1., 1.])
    """
    whole = _ops.i0(tensor(float(beta), dtype="float64")).item()

    def values(i, last):
        return _ops.i0((1 - (i * (2 / last) - 1).square()).clamp(min=0).sqrt() * beta) / whole

    return _window("kaiser_window", values, window_length, periodic, dtype, device, requires_grad)


# ---- pooling, losses ----

def _fractional_pool(name, rank, input, kernel_size, output_size, output_ratio, return_indices, samples):
    kernel = [kernel_size] * rank if hasattr(kernel_size, "__index__") else list(kernel_size)
    if (output_size is None) == (output_ratio is None):
        raise InvalidError(f"{name}: give either output_size or output_ratio")
    given = input.unsqueeze(0) if input.ndim == rank + 1 else input
    if given.ndim != rank + 2:
        raise ShapeError(f"{name}: input has shape {list(input.shape)}, expected [N, C, {', '.join('DHW'[3 - rank:])}]")
    sizes = list(given.shape[2:])
    if output_size is None:
        ratio = [output_ratio] * rank if isinstance(output_ratio, float) else list(output_ratio)
        count = [int(n * part) for n, part in zip(sizes, ratio)]
    else:
        count = [output_size] * rank if hasattr(output_size, "__index__") else list(output_size)
    for n, k, c in zip(sizes, kernel, count):
        if not 1 <= c <= n - k + 1:
            raise InvalidError(f"{name}: {c} windows of {k} do not fit into {n}")
    n, channels = given.shape[:2]
    if samples is None:
        samples = _ops.rand(n, channels, rank, dtype=given.dtype, device=given.device)
    place = _ops.zeros(1, dtype="int64", device=given.device)
    for d in range(rank):
        # torch counts the numbers of three dimensions from the first, those of two from the last
        number = samples[:, :, d if rank == 3 else rank - 1 - d].detach().double().unsqueeze(-1)
        step = (sizes[d] - kernel[d]) / (count[d] - 1) if count[d] > 1 else 0.0
        i = _ops.arange(count[d], device=given.device)
        begin = ((number + i) * step).trunc() - (number * step).trunc()
        begin = _ops.where(i == count[d] - 1, float(sizes[d] - kernel[d]), begin).long()
        at = begin.unsqueeze(-1) + _ops.arange(kernel[d], device=given.device)  # [N, C, count, kernel]
        shape = [n, channels] + [1] * (2 * rank)
        shape[2 + d], shape[2 + rank + d] = count[d], kernel[d]
        place = place * sizes[d] + at.view(shape)
    windows = given.flatten(2).gather(2, place.reshape(n, channels, -1)).view(n, channels, *count, -1)
    best = windows.detach().argmax(-1, True)
    result = windows.gather(-1, best).squeeze(-1)
    indices = place.reshape(n, channels, *count, -1).gather(-1, best).squeeze(-1)
    if input.ndim == rank + 1:
        result, indices = result.squeeze(0), indices.squeeze(0)
    return (result, indices) if return_indices else result


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                          _random_samples=None):
    """The largest elements of windows of [N, C, H, W] that begin at random places, about as far apart as they must.

    >>> vjp.fractional_max_pool2d(vjp.ones(1, 1, 5, 5), 2, output_size=3).shape
    (1, 1, 3, 3)
    """
    return _fractional_pool("fractional_max_pool2d", 2, input, kernel_size, output_size, output_ratio, return_indices,
                            _random_samples)


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                          _random_samples=None):
    """As fractional_max_pool2d, of [N, C, D, H, W].

    >>> vjp.fractional_max_pool3d(vjp.ones(1, 1, 4, 5, 5), 2, output_ratio=0.5).shape
    (1, 1, 2, 2, 2)
    """
    return _fractional_pool("fractional_max_pool3d", 3, input, kernel_size, output_size, output_ratio, return_indices,
                            _random_samples)


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False,
                                      reduction="mean"):
    """relu(d(anchor, positive) - d(anchor, negative) + margin), where d is pairwise_distance unless given.

    `swap`: of the distances from the negative to both others the smaller counts.

    >>> x = vjp.tensor([[0.0, 0.0]])
    >>> vjp.triplet_margin_with_distance_loss(x, x, x + 1.0, reduction="sum") > 0
    tensor(False)
    """
    distance = distance_function or _ops.pairwise_distance
    if not margin > 0:
        raise InvalidError(f"triplet_margin_with_distance_loss: margin is {margin}, expected a positive number")
    if reduction not in ("none", "mean", "sum"):
        raise InvalidError("triplet_margin_with_distance_loss: reduction must be \"none\", \"mean\" or \"sum\", got "
                           f"{reduction!r}")
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = _ops.minimum(far, distance(positive, negative))
    loss = (near - far + margin).clamp(min=0)
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()


# ---- factors of low rank ----

def svd_lowrank(A, q=6, niter=2, M=None):
    """U, S and V of `q` singular values of A - M, about the largest, by `niter` iterations from random vectors.

    >>> U, S, V = vjp.svd_lowrank(vjp.ones(4, 3), q=1)
    >>> (U * S @ V.mT).round()
    tensor([[1., 1., 1.],
            [1., 1., 1.],
            [1., 1., 1.],
            [1., 1., 1.]])
    """
    rows, cols = A.shape[-2:]
    if not 0 <= q <= min(rows, cols):
        raise InvalidError(f"svd_lowrank: q is {q}, expected at most {min(rows, cols)}, the smaller size of A")
    if M is not None:
        A = A - M
    if rows < cols:
        A = A.mH
    span = _ops.linalg_qr(A @ _ops.randn(*A.shape[:-2], A.shape[-1], q, dtype=A.dtype, device=A.device))[0]
    for _ in range(niter):
        span = _ops.linalg_qr(A @ _ops.linalg_qr(A.mH @ span)[0])[0]
    u, s, vh = _ops.linalg_svd(span.mH @ A, full_matrices=False)
    u, v = span @ u, vh.mH
    return (v, s, u) if rows < cols else (u, s, v)


def pca_lowrank(A, q=None, center=True, niter=2):
    """svd_lowrank of A with the mean of its rows taken off, unless `center` is false: its principal components.

    >>> vjp.pca_lowrank(vjp.randn(8, 3), q=2)[1].shape
    (2,)
    """
    q = min(6, *A.shape[-2:]) if q is None else q
    return svd_lowrank(A - A.mean(-2, True) if center else A, q, niter)


# ---- numbers of matrices ----

def vander(x, N=None, increasing=False):
    """The powers of a vector as columns, the highest first unless `increasing`.

    >>> vjp.vander(vjp.tensor([2, 3]), 3)
    tensor([[4, 2, 1],
            [9, 3, 1]])
    """
    powers = _ops.linalg_vander(x, N=x.shape[0] if N is None else N)
    return powers if increasing else powers.flip(-1)


def matrix_rank(A, tol=None, *, atol=None, rtol=None, hermitian=False):
    """How many singular values are above max(atol, rtol * the largest), int64; `tol` is an `atol`.

    rtol is the larger size times the dtype's epsilon where neither is given.

    >>> vjp.linalg.matrix_rank(vjp.tensor([[1.0, 2.0], [2.0, 4.0]]))
    tensor(1)
    """
    atol = tol if atol is None else atol
    matrix = A.detach()
    values = _ops.linalg_eigvalsh(matrix).abs() if hermitian else _ops.linalg_svdvals(matrix)
    if not values.shape[-1]:
        return _ops.zeros(values.shape[:-1], dtype="int64", device=A.device)
    if rtol is None:
        rtol = 0.0 if atol is not None else max(A.shape[-2:]) * finfo(A.dtype).eps
    least = values.amax(-1, True) * rtol
    return (values > (least if atol is None else least.clamp(min=atol))).sum(-1)


# ---- tensors, and questions about them ----

def is_tensor(obj):
    """Whether it is a tensor."""
    return isinstance(obj, Tensor)


def is_floating_point(input):
    """Whether the dtype is a real floating one."""
    return input.dtype.is_floating_point


def is_complex(input):
    """Whether the dtype is a complex one."""
    return input.dtype.is_complex


def numel(input):
    """How many elements there are."""
    return input.numel()


def is_same_size(input, other):
    """Whether two tensors have the same shape."""
    return input.shape == other.shape


def is_nonzero(input):
    """Whether the only element is not 0."""
    if input.numel() != 1:
        raise InvalidError(f"is_nonzero: the tensor has {input.numel()} elements, expected one")
    return builtins.bool(input.item())


def isreal(input):
    """Whether each element has no imaginary part.

    >>> vjp.isreal(vjp.tensor([1.0, 2j]))
    tensor([ True, False])
    """
    return input.imag == 0 if input.dtype.is_complex else _ops.ones_like(input, dtype="bool")


def detach(input):
    """A view of the tensor without history."""
    return input.detach()


def adjoint(input):
    """Matrices transposed and conjugated: `input.mH`."""
    return input.mH


def swapaxes(input, axis0, axis1):
    """transpose(input, axis0, axis1)."""
    return _ops.transpose(input, axis0, axis1)


def swapdims(input, dim0, dim1):
    """transpose(input, dim0, dim1)."""
    return _ops.transpose(input, dim0, dim1)


def broadcast_shapes(*shapes):
    """The shape that tensors of these shapes are broadcast to.

    >>> vjp.broadcast_shapes((2, 1), (3,))
    (2, 3)
    """
    shapes = [(shape,) if hasattr(shape, "__index__") else tuple(shape) for shape in shapes]
    out = [1] * max(map(len, shapes), default=0)
    for shape in shapes:
        for d, n in enumerate(reversed(shape), 1):
            if n != 1 and out[-d] not in (1, n):
                raise ShapeError(f"broadcast_shapes: {', '.join(map(str, map(list, shapes)))} do not broadcast")
            out[-d] = out[-d] if n == 1 else n
    return tuple(out)


def result_type(tensor1, tensor2):
    """The dtype of what an operator makes of two tensors, or numbers.

    >>> vjp.result_type(vjp.ones(2, dtype=vjp.int64), 1.5)
    vjp.float32
    """
    def sample(x):
        return x.new_zeros([1] * x.ndim) if isinstance(x, Tensor) else x

    one, other = sample(tensor1), sample(tensor2)
    if not isinstance(one, Tensor) and not isinstance(other, Tensor):
        one = tensor(one)
    return _ops.add(one, other).dtype if isinstance(one, Tensor) else _ops.add(other, one).dtype


def scalar_tensor(s, *, dtype=None, device=None, requires_grad=False):
    """A tensor of one number and no dimensions, float32 unless dtype is given."""
    return _ops.full((), s, dtype=dtype or "float32", device=device, requires_grad=requires_grad)


def empty_strided(size, stride, *, dtype=None, device=None, requires_grad=False):
    """An uninitialised tensor of these sizes and strides.

    >>> vjp.empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    size, stride = tuple(size), tuple(stride)
    reach = 0 if 0 in size else 1 + sum((n - 1) * step for n, step in zip(size, stride))
    made = _ops.as_strided(_ops.empty(reach, dtype=dtype, device=device), size, stride).detach()
    return made.requires_grad_() if requires_grad else made


def randint_like(input, low, high=None, *, dtype=None, device=None, generator=None, requires_grad=False):
    """Random integers from low (0 where only one bound is given) to before high, in the shape and dtype of input.

    >>> vjp.randint_like(vjp.zeros(3), 1)
    tensor([0., 0., 0.])
    """
    low, high = (0, low) if high is None else (low, high)
    made = _ops.randint(low, high, input.shape, dtype="int64", device=input.device if device is None else device,
                        generator=generator).to(input.dtype if dtype is None else dtype)
    return made.requires_grad_() if requires_grad else made


def unravel_index(indices, shape):
    """The coordinates in `shape` of places in the flattened tensor.

    >>> vjp.unravel_index(vjp.tensor([4, 5]), (2, 3))
    (tensor([1, 1]), tensor([1, 2]))
    """
    shape = (shape,) if hasattr(shape, "__index__") else tuple(shape)
    if indices.numel() and not ((indices >= 0) & (indices < math.prod(shape))).all().item():
        raise InvalidError(f"unravel_index: indices reach outside of the {math.prod(shape)} elements of {list(shape)}")
    places = []
    for n in reversed(shape):
        places.append(indices % n)
        indices = indices // n
    return tuple(reversed(places))


class _Info:
    def __init__(self, type=None):
        self.dtype = self._dtype(type or "float32")
        self.bits = 8 * self.dtype.itemsize
        self.__dict__.update(self._numbers())

    def __repr__(self):
        known = {key: value for key, value in vars(self).items() if key not in ("dtype", "bits")}
        return f"{self.__class__.__name__}({', '.join(f'{k}={v}' for k, v in known.items())}, dtype={self.dtype.name})"


class finfo(_Info):
    """What numbers of a floating dtype can be: `eps`, `max`, `min`, `tiny`, `bits`.

    >>> vjp.finfo(vjp.float32).eps
    1.1920928955078125e-07
    """

    _BITS = {"float16": (10, 5), "bfloat16": (7, 8), "float32": (23, 8), "float64": (52, 11)}

    def _dtype(self, given):
        made = dtype_of(given)
        if made.is_complex:
            made = dtype_of({"complex64": "float32", "complex128": "float64"}[made.name])
        if not made.is_floating_point:
            raise DtypeError(f"finfo: {made} is no floating dtype; use iinfo")
        return made

    def _numbers(self):
        mantissa, exponent = self._BITS[self.dtype.name]
        top = 2**(exponent - 1)
        largest = (2.0 - 2.0**-mantissa) * 2.0**(top - 1)
        tiny = 2.0**(2 - top)
        return {"resolution": 10.0**-int(mantissa * math.log10(2)), "min": -largest, "max": largest,
                "eps": 2.0**-mantissa, "smallest_normal": tiny, "tiny": tiny}


class iinfo(_Info):
    """What numbers of an integer dtype can be: `min`, `max`, `bits`.

    >>> vjp.iinfo(vjp.int8).max
    127
    """

    def _dtype(self, given):
        made = dtype_of(given)
        if made.is_floating_point or made.is_complex or made.name == "bool":
            raise DtypeError(f"iinfo: {made} is no integer dtype; use finfo")
        return made

    def _numbers(self):
        if self.dtype.name == "uint8":
            return {"min": 0, "max": 255}
        return {"min": -2**(self.bits - 1), "max": 2**(self.bits - 1) - 1}


# ---- methods ----

def _random_(self, *bounds, generator=None):
    """Fills with random integers: from bounds[0] to before bounds[1], from 0 to before the only bound, or without
    bounds from 0 to the largest that the dtype holds exactly."""
    if len(bounds) > 2:
        raise TypeError(f"random_: {len(bounds)} bounds, expected none, `to`, or `from` and `to`")
    if bounds:
        low, high = bounds if len(bounds) == 2 else (0, bounds[0])
        if high is None:
            raise InvalidError("random_: `to` is None; give it")
    elif self.dtype.is_floating_point:
        low, high = 0, int(2 / finfo(self.dtype).eps) + 1
    elif self.dtype.name == "bool":
        low, high = 0, 2
    else:
        low, high = 0, min(iinfo(self.dtype).max + 1, 2**63 - 1)
    return self.copy_(_ops.randint(low, high, self.shape, device=self.device, generator=generator).to(self.dtype))


def _where(self, condition, other):
    return _ops.where(condition, self, other)


_where.__doc__ = _ops.where.__doc__


def _type_as(self, other):
    """This tensor in the dtype, and on the device, of another."""
    return self.to(other.device).to(other.dtype)


def _element_size(self):
    """Bytes of an element."""
    return self.dtype.itemsize


def _ndimension(self):
    """How many dimensions there are."""
    return self.ndim


for _function in (tensordot, einsum, interpolate):  # with what the operator says of itself
    _function.__doc__ = f"{inspect.cleandoc(_function.__doc__)}\n\n{getattr(_ops, _function.__name__).__doc__}"
_FUNCTION_METHODS = (interpolate, unique, unique_consecutive, equal, allclose, bincount, histc, gcd, lcm, heaviside,
                     as_strided_scatter, is_same_size, is_nonzero, isreal, adjoint, swapaxes,
                     swapdims)
for _function in _FUNCTION_METHODS:
    setattr(Tensor, _function.__name__, _function)
for _name, _function in (("random_", _random_), ("where", _where), ("type_as", _type_as), ("nelement", Tensor.numel),
                         ("element_size", _element_size), ("ndimension", _ndimension)):
    if _name != "nelement":
        _function.__name__ = _name
    setattr(Tensor, _name, _function)
for _name, _target in (*_alias_names.BOTH, *_alias_names.METHODS):
    for _ending in ("", "_"):
        if hasattr(_ops, _target) and (not _ending or hasattr(Tensor, _target + _ending)):
            setattr(Tensor, _name + _ending, getattr(Tensor, _target + _ending, getattr(_ops, _target)))
ALIASES = {_name: getattr(_ops, _target) for _name, _target in (*_alias_names.BOTH, *_alias_names.FUNCTIONS)}
globals().update(ALIASES)

__all__ = sorted([
    "adjoint", "affine_grid", "allclose", "as_strided_scatter", "bartlett_window", "bincount", "blackman_window",
    "broadcast_shapes", "bucketize", "detach", "e", "einsum", "empty_strided", "equal", "finfo",
    "fractional_max_pool2d", "fractional_max_pool3d", "gcd", "gumbel_softmax", "hamming_window", "hann_window",
    "heaviside", "histc", "iinfo", "inf", "interpolate", "is_complex", "is_floating_point", "is_nonzero",
    "is_same_size", "is_tensor", "isin", "isreal", "kaiser_window", "lcm", "logspace", "lp_pool1d", "lp_pool2d",
    "lp_pool3d", "nan", "newaxis", "numel", "pca_lowrank", "pi", "randint_like", "result_type", "scalar_tensor",
    "svd_lowrank", "swapaxes", "swapdims", "tensordot", "tril_indices", "triplet_margin_with_distance_loss",
    "triu_indices", "unique", "unique_consecutive", "unravel_index", "vander", *ALIASES])
