"""Layers: activations over rows, norms, windows, convolution, pooling, sampling."""
from cases import Case

IMAGE = "u(N, C, H, W)"
VOLUME = "u(N, C, H // 8, 8, W)"
LINE = "u(N, C, H * W)"


def recurrent_weights(gates):
    """Of states of 256; with 1e5 elements a layer's inputs are 64 steps of a batch of 16."""
    matrix, bias = f"u({gates} * 256, 256) / np.float32(16)", f"u({gates} * 256) / np.float32(16)"
    return dict(w=matrix, u=matrix, b=bias, d=bias)


CASES = [
    Case("softmax", "softmax(x, 1)", half=True, x="u(r, c)"),
    Case("softmax:columns", "softmax(x, 0)", x="u(r, c)"),
    Case("softmax:short", "softmax(x, 1)", x="u(n // 10, 10)"),
    Case("softmin", "softmin(x, 1)", x="u(r, c)"),
    Case("log_softmax", "log_softmax(x, 1)", half=True, x="u(r, c)"),
    Case("log_softmax:columns", "log_softmax(x, 0)", x="u(r, c)"),
    Case("layer_norm", "layer_norm(x, [c], w, b)", half=True, x="u(r, c)", w="u(c)", b="u(c)"),
    Case("layer_norm:short", "layer_norm(x, [64], w, b)", x="u(n // 64, 64)", w="u(64)", b="u(64)"),
    Case("rms_norm", "rms_norm(x, [c], w)", half=True, x="u(r, c)", w="u(c)"),
    Case("group_norm", "group_norm(x, 2, w, b)", x=IMAGE, w="u(C)", b="u(C)"),
    Case("batch_norm", "batch_norm(x, None, None, w, b, True)", x=IMAGE, w="u(C)", b="u(C)"),
    Case("batch_norm:eval", "batch_norm(x, m, v, w, b, False)", x=IMAGE, w="u(C)", b="u(C)", m="fixed(u(C))", v="fixed(pos(C))"),
    Case("instance_norm", "instance_norm(x, None, None, w, b)", x=IMAGE, w="u(C)", b="u(C)"),
    Case("local_response_norm", "local_response_norm(x, 3)", x=IMAGE),
    Case("native_batch_norm", "native_batch_norm(x, w, b, None, None, True, 0.1, 1e-5)", x=IMAGE, w="u(C)", b="u(C)", check=False),
    Case("native_group_norm", "native_group_norm(x, w, b, N, C, H * W, 2, 1e-5)", x=IMAGE, w="u(C)", b="u(C)", check=False),
    Case("native_layer_norm", "native_layer_norm(x, [c], w, b, 1e-5)", x="u(r, c)", w="u(c)", b="u(c)", check=False),
    Case("native_dropout_backward", "native_dropout_backward(x, m, 2.0)", x="u(n)", m="mask(n)"),
    Case("linear", "linear(x, w, b)", half=True, x="u(r, c)", w="u(64, c)", b="u(64)"),
    Case("bilinear", "bilinear(x, y, w, b)", x="u(n // 32, 32)", y="u(n // 32, 16)", w="u(8, 32, 16)", b="u(8)"),
    Case("scaled_dot_product_attention", "scaled_dot_product_attention(q, k, v)", upto=100_000, half=True, q="u(2, 2, n // 256, 64)",
         k="u(2, 2, n // 256, 64)", v="u(2, 2, n // 256, 64)"),
    *(Case(name, f"{name}(x, {'[h, h]' if gates == 4 else 'h'}, [w, u, b, d], True, 1, 0.0, True, False, False)", upto=100_000,
           x="u(max(1, n // 1562), 16, 256)", h="fixed(u(1, 16, 256))", **recurrent_weights(gates))
      for name, gates in (("lstm", 4), ("gru", 3), ("rnn_tanh", 1), ("rnn_relu", 1))),
    *(Case(f"{name}_cell", f"{name}_cell(x, {'[h, h]' if gates == 4 else 'h'}, w, u, b, d)", upto=100_000,
           x="u(max(1, n // 256), 256)", h="u(max(1, n // 256), 256)", **recurrent_weights(gates))
      for name, gates in (("lstm", 4), ("gru", 3), ("rnn_tanh", 1), ("rnn_relu", 1))),
    Case("conv1d", "conv1d(x, w, b)", x=LINE, w="u(C, C, 3)", b="u(C)"),
    Case("conv2d", "conv2d(x, w, b, padding=1)", half=True, x=IMAGE, w="u(C, C, 3, 3)", b="u(C)"),
    Case("conv2d:depthwise", "conv2d(x, w, b, padding=1, groups=C)", x=IMAGE, w="u(C, 1, 3, 3)", b="u(C)"),
    Case("conv2d:1x1", "conv2d(x, w, b)", x=IMAGE, w="u(2 * C, C, 1, 1)", b="u(2 * C)"),
    Case("conv3d", "conv3d(x, w, b, padding=1)", x=VOLUME, w="u(C, C, 3, 3, 3)", b="u(C)"),
    Case("conv1d.padding", "conv1d(x, w, b, padding='same')", x=LINE, w="u(C, C, 3)", b="u(C)"),
    Case("conv2d.padding", "conv2d(x, w, b, padding='same')", x=IMAGE, w="u(C, C, 3, 3)", b="u(C)"),
    Case("conv3d.padding", "conv3d(x, w, b, padding='same')", x=VOLUME, w="u(C, C, 3, 3, 3)", b="u(C)"),
    Case("conv_transpose1d", "conv_transpose1d(x, w, b)", x=LINE, w="u(C, C, 3)", b="u(C)"),
    Case("conv_transpose2d", "conv_transpose2d(x, w, b, padding=1)", x=IMAGE, w="u(C, C, 3, 3)", b="u(C)"),
    Case("conv_transpose3d", "conv_transpose3d(x, w, b, padding=1)", x=VOLUME, w="u(C, C, 3, 3, 3)", b="u(C)"),
    *(Case(f"{kind}_pool{d}d", f"{kind}_pool{d}d(x, 2)", x=x) for kind in ("avg", "max") for d, x in ((1, LINE), (2, IMAGE), (3, VOLUME))),
    *(Case(f"max_pool{d}d.indices", f"max_pool{d}d(x, 2, return_indices=True)", x=x) for d, x in ((1, LINE), (2, IMAGE), (3, VOLUME))),
    *(Case(f"adaptive_{kind}_pool{d}d", f"adaptive_{kind}_pool{d}d(x, [{', '.join(['4'] * d)}])", x=x)
      for kind in ("avg", "max") for d, x in ((1, LINE), (2, IMAGE), (3, "u(N, C, H // 4, 4, W)"))),
    *(Case(f"adaptive_max_pool{d}d.indices", f"adaptive_max_pool{d}d(x, [{', '.join(['4'] * d)}], return_indices=True)", x=x)
      for d, x in ((1, LINE), (2, IMAGE), (3, "u(N, C, H // 4, 4, W)"))),
    Case("max_unpool1d", "max_unpool1d(x, i, [2])", x="u(N, C, H * W // 2)", i="np.broadcast_to(np.arange(H * W // 2) * 2, (N, C, H * W // 2)).copy()"),
    Case("max_unpool2d", "max_unpool2d(x, i, [2, 2])", x="u(N, C, H // 2, W // 2)",
         i="np.broadcast_to((np.arange(H // 2) * 2 * W)[:, None] + np.arange(W // 2) * 2, (N, C, H // 2, W // 2)).copy()"),
    Case("max_unpool3d", "max_unpool3d(x, i, [1, 2, 2])", x="u(N, C, 1, H // 2, W // 2)",
         i="np.broadcast_to((np.arange(H // 2) * 2 * W)[:, None] + np.arange(W // 2) * 2, (N, C, 1, H // 2, W // 2)).copy()"),
    Case("im2col", "im2col(x, [3, 3], [1, 1], [1, 1], [1, 1])", x=IMAGE),
    Case("col2im", "col2im(x, [H, W], [3, 3], [1, 1], [1, 1], [1, 1])", x="u(N, C // 2 * 9, H * W)"),
    *(Case(f"interpolate:{mode}", f"interpolate(x, scale_factor=[2.0, 2.0], mode='{mode}')", x="u(N, C, H // 2, W // 2)")
      for mode in ("nearest", "bilinear", "bicubic", "area")),
    Case("interpolate:trilinear", "interpolate(x, scale_factor=[2.0, 2.0, 2.0], mode='trilinear')", x="u(N, C, H // 8, 4, W // 2)"),
    Case("interpolate:linear", "interpolate(x, scale_factor=[2.0], mode='linear')", x="u(N, C, H * W // 2)"),
    Case("interpolate:down", "interpolate(x, scale_factor=[0.5, 0.5], mode='bilinear')", x=IMAGE),
    Case("upsample_bilinear", "upsample_bilinear(x, scale_factor=2)", x="u(N, C, H // 2, W // 2)"),
    Case("upsample_nearest", "upsample_nearest(x, scale_factor=2)", x="u(N, C, H // 2, W // 2)"),
    Case("grid_sample", "grid_sample(x, g, align_corners=False)", x=IMAGE, g="u(N, H, W, 2)"),
    Case("grid_sample:nearest", "grid_sample(x, g, mode='nearest', align_corners=False)", x=IMAGE, g="u(N, H, W, 2)"),
    Case("grid_sample:bicubic", "grid_sample(x, g, mode='bicubic', align_corners=False)", x=IMAGE, g="u(N, H, W, 2)"),
    Case("grid_sampler_2d", "grid_sampler_2d(x, g, 0, 1, False)", x=IMAGE, g="u(N, H, W, 2)"),
    Case("grid_sampler_3d", "grid_sampler_3d(x, g, 0, 0, False)", x=VOLUME, g="u(N, H // 8, 8, W, 3)"),
    Case("cosine_similarity", "cosine_similarity(x, y, 1)", x="u(r, c)", y="u(r, c)"),
    Case("pairwise_distance", "pairwise_distance(x, y)", x="u(r, c)", y="u(r, c)"),
    Case("cdist", "cdist(x, y)", x="u(s, 32)", y="u(s, 32)"),
    Case("cdist:1", "cdist(x, y, 1.0)", x="u(s, 32)", y="u(s, 32)"),
    Case("cdist:3", "cdist(x, y, 3.0)", x="u(s, 32)", y="u(s, 32)"),
    Case("pdist", "pdist(x)", x="u(s, 32)"),
    Case("pdist:1", "pdist(x, 1.0)", x="u(s, 32)"),
]
