"""Layers, losses and resampling that are made of operators."""

import builtins
import math

from .. import _generated_ops as _ops
from .._core import InvalidError, ShapeError

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

__all__ = ["affine_grid", "fractional_max_pool2d", "fractional_max_pool3d", "gumbel_softmax", "interpolate",
           "lp_pool1d", "lp_pool2d", "lp_pool3d", "triplet_margin_with_distance_loss"]


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
