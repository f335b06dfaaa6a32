"""Memory formats: what lies with its channels last keeps lying so, and gives the results of what is row-major."""

import itertools

import numpy as np
import pytest

import vjp

LAST = {4: vjp.channels_last, 5: vjp.channels_last_3d}


def random(*shape, dtype=vjp.float64, seed=0):
    return vjp.tensor(np.random.default_rng(seed + sum(shape)).standard_normal(shape)).to(dtype)


def is_last(t):
    return t.is_contiguous(memory_format=LAST[t.ndim])


def last(t):
    return t.contiguous(memory_format=LAST[t.ndim])


def test_formats_of_new_tensors():
    assert vjp.empty(2, 3, 4, 5, memory_format=vjp.channels_last).stride() == (60, 1, 15, 3)
    volumes = vjp.empty((2, 3, 4, 5, 6), memory_format=vjp.channels_last_3d, dtype=vjp.int64)
    assert volumes.stride() == (360, 1, 90, 18, 3)
    made = vjp.empty(2, 3, 4, 5, memory_format=vjp.channels_last, requires_grad=True)
    assert made.requires_grad and made.is_leaf
    x = last(random(2, 3, 4, 5))
    for like in (vjp.empty_like, vjp.zeros_like, vjp.ones_like, lambda t: vjp.full_like(t, 7)):
        assert like(x).stride() == x.stride()
        assert like(x[:, :, ::2]).is_contiguous()
    assert vjp.zeros_like(x).numpy().sum() == 0 and vjp.full_like(x, 7).numpy().min() == 7
    assert vjp.empty_like(x, memory_format=vjp.contiguous_format).is_contiguous()
    assert vjp.empty_like(x, memory_format=vjp.preserve_format).stride() == x.stride()
    assert repr(vjp.channels_last) == "vjp.channels_last"


def test_conversions():
    x = random(2, 3, 4, 5)
    y = x.contiguous(memory_format=vjp.channels_last)
    assert y.stride() == (60, 1, 15, 3) and y.data_ptr() != x.data_ptr()
    np.testing.assert_array_equal(x.numpy(), y.numpy())
    assert y.contiguous(memory_format=vjp.channels_last) is y or y.contiguous(
        memory_format=vjp.channels_last).data_ptr() == y.data_ptr()
    assert x.clone(memory_format=vjp.channels_last).stride() == y.stride()
    assert y.clone().stride() == y.stride() and y.clone(memory_format=vjp.preserve_format).stride() == y.stride()
    assert y.clone(memory_format=vjp.contiguous_format).is_contiguous() and y.contiguous().is_contiguous()
    assert x.to(memory_format=vjp.channels_last).stride() == y.stride()
    assert x.to(vjp.float32, memory_format=vjp.channels_last).dtype == vjp.float32
    assert x.to("cpu", memory_format=vjp.channels_last).stride() == y.stride()
    assert y.to(vjp.float32).stride() == y.stride()
    assert not x.is_contiguous(memory_format=vjp.channels_last) and not y.is_contiguous()
    assert not random(2, 3).is_contiguous(memory_format=vjp.channels_last)


def test_errors():
    with pytest.raises(vjp.ShapeError, match="contiguous: the memory format is for tensors of 4 dimensions"):
        random(2, 3).contiguous(memory_format=vjp.channels_last)
    with pytest.raises(vjp.ShapeError, match="5 dimensions"):
        vjp.empty(2, 3, 4, 5, memory_format=vjp.channels_last_3d)
    with pytest.raises(vjp.InvalidError, match="contiguous: memory format 3"):
        random(2, 3).contiguous(memory_format=vjp.preserve_format)
    with pytest.raises(vjp.InvalidError, match="clone: memory_format must be 0"):
        random(2, 3).clone(memory_format=9)


def test_ambiguous_shapes():
    # one channel: in both formats; one pixel: likewise
    for shape in ((2, 1, 4, 5), (2, 3, 1, 1), (1, 1, 1, 1)):
        x = random(*shape)
        assert x.is_contiguous() and is_last(x)
    # what is convolved lies as the weights do where the input leaves it open
    x, w = random(2, 1, 4, 5), random(3, 1, 3, 3)
    assert vjp.conv2d(x, w, padding=1).is_contiguous()
    assert is_last(vjp.conv2d(last(random(2, 2, 4, 5)), random(3, 2, 3, 3), padding=1))
    assert is_last(vjp.conv2d(random(2, 2, 4, 5), last(random(3, 2, 3, 3)), padding=1))


def test_pointwise_keeps_the_layout():
    x, y = last(random(2, 3, 4, 5)), last(random(2, 3, 4, 5, seed=9))
    bias = random(3, 1, 1)
    row = random(2, 3, 4, 5, seed=3)
    for z in (x + y, x * 2, x.exp(), vjp.relu(x), x + bias, bias + x, x * row, x > 0, x.to(vjp.float32) + y,
              vjp.where(x > 0, x, y), x[:, :, :, ::2] + 1, x + x.sum().expand(2, 3, 4, 5), vjp.addcmul(x, y, bias),
              x.sum().expand(2, 3, 4, 5) * x, vjp.dropout(x, 0.5)):
        assert is_last(z), z.stride()
    np.testing.assert_array_equal((x[:, :, ::2] * y[:, :, ::2]).numpy(), x.numpy()[:, :, ::2] * y.numpy()[:, :, ::2])
    assert (row * x).is_contiguous()
    # several outputs of one program: a gradient and a tangent
    with vjp.forward_ad.dual_level():
        dual = vjp.forward_ad.make_dual(x, y)
        out, tangent = vjp.forward_ad.unpack_dual(dual.tanh())
        assert is_last(out) and is_last(tangent)


SHAPES = [(2, 3, 6, 6), (1, 4, 5, 7), (2, 1, 6, 5), (3, 2, 6, 1), (2, 4, 2, 2)]

OPERATORS = {
    "conv": lambda x: vjp.conv2d(x, random(4, x.shape[1], 2, 1), random(4), padding=1),
    "conv strided": lambda x: vjp.conv2d(x, random(4, x.shape[1], 2, 1), stride=2, padding=1),
    "conv pointwise": lambda x: vjp.conv2d(x, random(5, x.shape[1], 1, 1), random(5)),
    "conv last weights": lambda x: vjp.conv2d(x, last(random(4, x.shape[1], 3, 3)), random(4), padding=1),
    "conv depthwise": lambda x: vjp.conv2d(x, random(2 * x.shape[1], 1, 2, 1), padding=1, groups=x.shape[1]),
    "conv transposed": lambda x: vjp.conv_transpose2d(x, random(x.shape[1], 4, 3, 2), random(4), stride=2, padding=1),
    "max pool": lambda x: vjp.max_pool2d(x, (2, 1)),
    "max pool overlapping": lambda x: vjp.max_pool2d(x, (3, 1), stride=1, padding=(1, 0)),
    "max pool 2x2": lambda x: vjp.max_pool2d(vjp.pad(x, (0, 1)), 2),
    "avg pool": lambda x: vjp.avg_pool2d(x, (2, 1)),
    "avg pool padded": lambda x: vjp.avg_pool2d(x, 3, stride=2, padding=1, count_include_pad=False),
    "adaptive pool": lambda x: vjp.adaptive_avg_pool2d(x, (1, 1)),
    "adaptive pool uneven": lambda x: vjp.adaptive_avg_pool2d(x, (4, 3)),
    "batch norm": lambda x: vjp.batch_norm(x, weight=random(x.shape[1]), bias=random(x.shape[1]), training=True),
    "batch norm running": lambda x: vjp.batch_norm(x, random(x.shape[1]), random(x.shape[1]).abs() + 1),
    "instance norm": lambda x: vjp.instance_norm(x, weight=random(x.shape[1])),
    "group norm": lambda x: vjp.group_norm(x, 1, random(x.shape[1]), random(x.shape[1])),
    "nearest": lambda x: vjp.interpolate(x, scale_factor=2.0),
    "bilinear": lambda x: vjp.interpolate(x, size=(9, 4), mode="bilinear"),
    "bicubic": lambda x: vjp.interpolate(x, size=(9, 4), mode="bicubic", align_corners=True),
    "area": lambda x: vjp.interpolate(x, size=(2, 1), mode="area"),
    "pad": lambda x: vjp.pad(x, (1, 1, 2, 0), value=0.5),
    "pad replicate": lambda x: vjp.pad(x, (1, 1, 2, 0), mode="replicate"),
    "cat": lambda x: vjp.cat([x, 2 * x], 1),
    "gelu": lambda x: vjp.gelu(x) + random(x.shape[1], 1, 1),
}


def results(f, x):
    """The result, the gradient of a sum of it, and a second derivative."""
    x = x.detach().requires_grad_()
    y = f(x)
    weights = vjp.empty_like(y).copy_(vjp.tensor(np.cos(np.arange(y.numel())).reshape(y.shape)))
    (g,) = vjp.grad((y * weights).sum(), x, create_graph=True)
    h = vjp.grad((g * g).sum() + (y * y).sum(), x)[0]
    return y, g, h


@pytest.mark.parametrize("name", OPERATORS)
def test_operators_give_the_same(name):
    f = OPERATORS[name]
    for shape in SHAPES:
        x = random(*shape)
        expected = results(f, x)
        got = results(f, last(x))
        for e, g in zip(expected, got):
            np.testing.assert_allclose(g.detach().numpy(), e.detach().numpy(), rtol=1e-10, atol=1e-10)
        if 1 not in shape:
            assert is_last(got[0]), (name, shape, got[0].stride())
            assert is_last(got[1]), (name, shape, got[1].stride())
            assert expected[0].is_contiguous() or "last" in name


@pytest.mark.parametrize("name", OPERATORS)
def test_gradients_of_a_plain_sum(name):
    # the root's gradient is expanded: strides of 0 everywhere
    f = OPERATORS[name]
    for shape in SHAPES[:3]:
        grads = []
        for x in (random(*shape), last(random(*shape)), random(*shape).permute(0, 1, 3, 2).clone().permute(0, 1, 3, 2),
                  random(shape[0], shape[1], shape[2], 2 * shape[3])[..., ::2]):
            leaf = x.detach().requires_grad_()
            f(leaf).sum().backward()
            grads.append((leaf, leaf.grad))
        x = random(shape[0], shape[1], shape[2], 2 * shape[3])[..., ::2].contiguous().requires_grad_()
        f(x).sum().backward()
        np.testing.assert_allclose(grads[1][1].numpy(), grads[0][1].numpy(), rtol=1e-10, atol=1e-10)
        np.testing.assert_allclose(grads[2][1].numpy(), grads[0][1].numpy(), rtol=1e-10, atol=1e-10)
        np.testing.assert_allclose(grads[3][1].numpy(), x.grad.numpy(), rtol=1e-10, atol=1e-10)
        for leaf, grad in grads[:3]:  # ACC-5
            assert grad.stride() == leaf.stride() or 1 in shape
        assert grads[3][1].is_contiguous()


@pytest.mark.parametrize("dtype", [vjp.float32, vjp.float64, vjp.complex64, vjp.float16])
def test_parameters_channels_last(dtype):
    """ACC-5 of weights: their gradient lies as they do, whatever the input's format."""
    x = random(2, 3, 6, 5).to(dtype)
    w = random(4, 3, 3, 3).to(dtype)
    tolerance = 1e-2 if dtype == vjp.float16 else 1e-4
    expected = None
    for x_last, w_last in itertools.product((False, True), repeat=2):
        image = (last(x) if x_last else x).detach().requires_grad_()
        weight = (last(w) if w_last else w).detach().requires_grad_()
        bias = vjp.zeros(4, dtype=dtype).requires_grad_()
        y = vjp.conv2d(image, weight, bias, padding=1)
        (y * y.detach()).sum().abs().backward()
        assert weight.grad.stride() == weight.stride() and image.grad.stride() == image.stride()
        assert is_last(y) == (x_last or w_last)
        got = [y.detach().numpy(), image.grad.numpy(), weight.grad.numpy(), bias.grad.numpy()]
        expected = expected or got
        for e, g in zip(expected, got):
            np.testing.assert_allclose(g, e, rtol=tolerance, atol=tolerance * np.abs(e).max())


@pytest.mark.parametrize("transposed", [False, True])
def test_gradients_of_a_convolution_lie_as_their_arguments(transposed):
    """Whatever the format of the gradient that comes, and of the other argument; grad() as well as a leaf's."""
    convolve = vjp.conv_transpose2d if transposed else vjp.conv2d
    x, w = random(2, 3, 6, 5), random(*((3, 4) if transposed else (4, 3)), 3, 3)
    expected = None
    for x_last, w_last, g_last, bias in itertools.product((False, True), repeat=4):
        image = (last(x) if x_last else x).detach().requires_grad_()
        weight = (last(w) if w_last else w).detach().requires_grad_()
        shift = [vjp.ones(4, dtype=vjp.float64).requires_grad_()] if bias else []
        y = convolve(image, weight, *shift)
        g = random(*y.shape, seed=5)
        for followed in (False, True):
            dx, dw, *_ = vjp.grad([y], [image, weight, *shift], [last(g) if g_last else g], retain_graph=True,
                                  create_graph=followed)
            assert dx.stride() == image.stride() and dw.stride() == weight.stride()
        second = vjp.grad((dx * dx).sum() + (dw * dw).sum(), [image, weight])
        assert second[0].stride() == image.stride() and second[1].stride() == weight.stride()
        got = [t.detach().numpy() for t in (dx, dw, *second)]
        expected = expected or got
        for e, t in zip(expected, got):
            np.testing.assert_allclose(t, e, rtol=1e-10, atol=1e-9)


def test_volumes():
    x = random(2, 3, 4, 5, 3)
    w = random(4, 3, 2, 2, 2)
    for f in (lambda t: vjp.conv3d(t, w), lambda t: vjp.max_pool3d(t, 2), lambda t: vjp.avg_pool3d(t, 2),
              lambda t: vjp.batch_norm(t, training=True),
              lambda t: vjp.interpolate(t, scale_factor=2.0, mode="trilinear")):
        expected, got = results(f, x), results(f, last(x))
        for e, g in zip(expected, got):
            np.testing.assert_allclose(g.detach().numpy(), e.detach().numpy(), rtol=1e-10, atol=1e-10)
        assert is_last(got[0])


def test_indices_of_maxima():
    x = random(2, 3, 6, 5)
    values, indices = vjp.max_pool2d(x, 2, return_indices=True)
    last_values, last_indices = vjp.max_pool2d(last(x), 2, return_indices=True)
    np.testing.assert_array_equal(indices.numpy(), last_indices.numpy())
    assert is_last(last_values) and is_last(last_indices)


def test_batches():
    x = random(4, 2, 3, 6, 5)
    w = random(4, 3, 3, 3)
    for f in (lambda t: vjp.conv2d(t, w), lambda t: vjp.max_pool2d(t, 2),
              lambda t: t.contiguous(memory_format=vjp.channels_last)):
        expected = vjp.stack([f(sample) for sample in x])
        moved = vjp.vmap(lambda t, f=f: f(t.contiguous(memory_format=vjp.channels_last)))(x)
        np.testing.assert_allclose(moved.numpy(), expected.numpy(), rtol=1e-12)


def test_a_training_step_is_the_same():
    """A small network whose images, or images and weights, lie with their channels last."""
    losses = []
    for x_last, w_last in itertools.product((False, True), repeat=2):
        weights = [random(8, 3, 3, 3), random(8, 8, 3, 3, seed=2), random(8, 8, 1, 1, seed=4)]
        weights = [(last(w) if w_last else w).detach().requires_grad_() for w in weights]
        x = random(4, 3, 8, 8)
        h = last(x) if x_last else x
        for i, w in enumerate(weights):
            h = vjp.relu(vjp.batch_norm(vjp.conv2d(h, w, padding=w.shape[2] // 2), training=True)) + (h if i else 0)
            assert is_last(h) == (x_last or w_last)
        loss = (vjp.adaptive_avg_pool2d(vjp.max_pool2d(h, 2), (1, 1)) ** 2).sum()
        loss.backward()
        losses.append([loss.item()] + [w.grad.numpy() for w in weights])
        assert all(w.grad.stride() == w.stride() for w in weights[:2])
    for other in losses[1:]:
        for a, b in zip(losses[0], other):
            np.testing.assert_allclose(b, a, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("op", [lambda x: vjp.softmax(x, 1), lambda x: vjp.log_softmax(x, 3),
                                lambda x: vjp.cumsum(x, 1), lambda x: vjp.cumsum(x, 2)])
def test_rows_along_a_dimension_keep_it(op):
    x, y = random(2, 3, 4, 5).requires_grad_(), last(random(2, 3, 4, 5)).requires_grad_()
    a, b, g = op(x), op(y), random(2, 3, 4, 5, seed=9)
    assert is_last(b) and a.is_contiguous()
    np.testing.assert_allclose(b.detach().numpy(), a.detach().numpy(), rtol=1e-12)
    a.backward(g)
    b.backward(last(g))
    assert is_last(y.grad)
    np.testing.assert_allclose(y.grad.numpy(), x.grad.numpy(), rtol=1e-10)


@pytest.mark.parametrize("like", [vjp.rand_like, vjp.randn_like])
def test_random_numbers_like_others_keep_it(like):
    x = random(2, 3, 4, 5)
    vjp.manual_seed(4)
    a = like(x)
    vjp.manual_seed(4)
    b = like(last(x))
    assert is_last(b) and a.tolist() == b.tolist()
