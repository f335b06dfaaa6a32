"""PyTorch's functions under the names that the cases use."""
import torch
import torch.masked
import torch.nn.functional as F

ELSEWHERE = {
    "im2col": torch._C._nn.im2col,
    "col2im": torch._C._nn.col2im,
    "unfold": torch.Tensor.unfold,
    "fill": torch.fill,
    "zero": torch.zeros_like,
    "copy": lambda x, y: x.clone().copy_(y),
    "to": lambda x, dtype: x.to(dtype),
    "contiguous": lambda x: x.contiguous(),
    "slice": lambda x, dim, start, end, step: torch.ops.aten.slice(x, dim, start, end, step),
    "index": lambda x, at: x[tuple(at)],
    "index_reduce": lambda x, dim, i, y, how: x.index_reduce(dim, i, y, how),
    "put": lambda x, *a: x.put(*a),
    "index_put": lambda x, i, y, accumulate=False: x.index_put(tuple(i), y, accumulate),
    "embedding": F.embedding,
    "einsum": lambda text, operands: torch.einsum(text, *operands),
    "meshgrid": lambda tensors, indexing: torch.meshgrid(*tensors, indexing=indexing),
    "cartesian_prod": lambda tensors: torch.cartesian_prod(*tensors),
    "block_diag": lambda tensors: torch.block_diag(*tensors),
    "broadcast_tensors": lambda tensors: torch.broadcast_tensors(*tensors),
    "normal": lambda mean, std, size: torch.normal(mean, std, size=size),
    "randint": torch.randint,
    "bernoulli": torch.bernoulli,
    "native_dropout_backward": torch.ops.aten.native_dropout_backward,
    "native_group_norm": torch.native_group_norm,
    "segment_reduce": lambda x, how, lengths: torch.segment_reduce(x, how, lengths=lengths, unsafe=True),
    "grid_sampler_2d": torch.grid_sampler_2d,
    "grid_sampler_3d": torch.grid_sampler_3d,
    "sum_to_size": lambda x, size: x.sum_to_size(size),
    "mode": torch.mode,
    "gradient": lambda x, spacing=None: torch.gradient(x) if spacing is None else torch.gradient(x, spacing=spacing),
    "linalg_matrix_norm": torch.linalg.matrix_norm,
    "as_strided_copy": torch.as_strided_copy,
    "lu_solve": torch.lu_solve,
    "ndtr": torch.special.ndtr,
    "entr": torch.special.entr,
    "xlog1py": torch.special.xlog1py,
    "upsample_bilinear": lambda x, scale_factor: F.interpolate(x, scale_factor=scale_factor, mode="bilinear", align_corners=True),
    "upsample_nearest": lambda x, scale_factor: F.interpolate(x, scale_factor=scale_factor, mode="nearest"),
    "channel_shuffle": torch.channel_shuffle,
    "masked_median": lambda x, dim, mask: torch.masked.median(x, dim, mask=mask),
    "masked_softmax": lambda x, dim, mask: torch.masked.softmax(x, dim, mask=mask),
    "tensordot": lambda x, y, *dims: torch.tensordot(x, y, dims[0] if len(dims) == 1 else dims),
    "H": lambda x: x.H,
    "mH": lambda x: x.mH,
    "mT": lambda x: x.mT,
    "T": lambda x: x.T,
}
MASKED = set("sum mean amax amin prod var std norm logsumexp log_softmax softmin cumsum cumprod normalize logaddexp".split())


def find(name):
    """The function that torch calls `name`, or None."""
    if name == "bfloat16":
        return torch.bfloat16
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    if name.startswith("masked_") and name[7:] in MASKED:
        return getattr(torch.masked, name[7:])
    if name.startswith("linalg_"):
        return getattr(torch.linalg, name[7:], None)
    for place in (F, torch, torch.Tensor):
        if callable(getattr(place, name, None)):
            return getattr(place, name)
    return None
