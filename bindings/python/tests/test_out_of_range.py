"""Dimensions and indices that are not there are an IndexError, as in PyTorch, and what they were before."""

import pytest

import vjp

# PyTorch gives an IndexError for each of these, too.
DIMENSIONS = """
x.sum(2); x.sum(-3); x.mean((0, 2)); x.amax(2); x.amin(-3); x.argmax(2); x.argmin(2); x.max(2); x.min(2); x.median(2)
x.nanmedian(2); x.mode(2); x.prod(2); x.all(2); x.any(2); x.std(2); x.var(2); vjp.var_mean(x, 2); vjp.std_mean(x, 2)
x.norm(2, 2); x.logsumexp(2); x.cumsum(2); x.cumprod(2); x.cummax(2); x.logcumsumexp(2); x.softmax(2); x.log_softmax(2)
x.softmin(2); x.sort(2); x.argsort(2); x.topk(1, 2); x.kthvalue(1, 2); x.aminmax(dim=2); vjp.nansum(x, 2)
vjp.count_nonzero(x, 2); vjp.quantile(x, 0.5, 2); x.renorm(2, 2, 1.0)
x.select(2, 0); x.narrow(2, 0, 1); x.transpose(0, 2); x.transpose(-3, 0); x.permute(0, 2); x.movedim(0, 2)
x.movedim(2, 0); x.swapaxes(0, 2); x.swapdims(2, 0); vjp.moveaxis(x, 0, 3); x.unsqueeze(3); x.unsqueeze(-4)
x.squeeze(2); x.squeeze((0, 2)); x.flatten(0, 2); x.flatten(2); x.unflatten(2, (1, 1)); x.flip(2); x.flip((0, -3))
x.roll(1, 2); x.rot90(1, (0, 2)); x.split(1, 2); x.chunk(2, 2); x.tensor_split(2, 2); x.unbind(2); x.unfold(2, 1, 1)
x.diagonal(0, 0, 2); x.diag_embed(0, 0, 3); x.select_scatter(x[0], 2, 0); x.slice_scatter(x, 2)
x.diagonal_scatter(x, 0, 0, 2); x.repeat_interleave(2, 2); vjp.cat([x, x], 2); vjp.stack([x, x], 3)
x.gather(2, i); x.scatter(2, i, x); x.scatter_add(2, i, x); x.scatter_reduce(2, i, x, 'sum'); x.index_select(2, r)
x.index_add(2, r, x); x.index_fill(2, r, 1.0); x.index_copy(2, r, x); x.index_reduce(2, r, x, 'amax')
x.take_along_dim(i, 2); vjp.unique(x, dim=2); vjp.unique_consecutive(x, dim=2)
vjp.cross(c, c, dim=2); vjp.linalg.cross(c, c, dim=3); vjp.linalg.vecdot(x, x, dim=2); vjp.linalg.vector_norm(x, 2, 2)
vjp.linalg.matrix_norm(x, 'fro', (0, 2)); vjp.tensordot(x, x, ([0], [2])); vjp.diff(x, 1, 2); vjp.trapezoid(x, dim=2)
vjp.cumulative_trapezoid(x, dim=2); vjp.gradient(x, dim=2); vjp.fft.fft(x, dim=2); vjp.fft.fftn(x, dim=(0, 2))
vjp.fft.fftshift(x, 2); vjp.nn.functional.normalize(x, dim=2); vjp.nn.functional.cosine_similarity(x, x, dim=2)
s.sum(1); s.softmax(1); s.transpose(0, 1); s.sort(1); s.flip(1); x.size(2); x.stride(2); x.clone().unsqueeze_(3)
"""
INDICES = "x[2]; x[0, 5]; x[0, 0, 0]; x[r + 9]; x[:, r + 9]; s[0]; x.select(0, 2); x.select(0, -3); " \
          "x.index_select(0, r + 5); x.take(i + 9); vjp.nn.functional.embedding(r + 9, x)"


def listed(text):
    return [one.strip() for line in text.strip().splitlines() for one in line.split(";")]


def evaluate(expression):
    x, c, s, i, r = vjp.ones(2, 3), vjp.ones(3, 3), vjp.tensor(1.0), vjp.zeros(2, 3, dtype="int64"), vjp.tensor([0, 1])
    return eval(expression, {"vjp": vjp, "x": x, "c": c, "s": s, "i": i, "r": r})


@pytest.mark.parametrize("expression", listed(DIMENSIONS))
def test_a_dimension_that_is_not_there(expression):
    with pytest.raises(IndexError, match="is out of range|there is no dimension") as caught:
        evaluate(expression)
    assert isinstance(caught.value, (vjp.InvalidError, ValueError)) and isinstance(caught.value, vjp.Error)


@pytest.mark.host  # a device says later that an index is out of range
@pytest.mark.parametrize("expression", listed(INDICES))
def test_an_index_that_is_not_there(expression):
    with pytest.raises(IndexError) as caught:
        evaluate(expression)
    assert isinstance(caught.value, vjp.OutOfRangeError) and isinstance(caught.value, ValueError)


@pytest.mark.parametrize("expression", ["s.select(0, 0)", "s.unbind(0)", "vjp.fft.fft(s)"])
def test_a_dimension_of_a_tensor_without_dimensions(expression):
    with pytest.raises(IndexError) as caught:
        evaluate(expression)
    assert type(caught.value) is vjp.NoDimensionError and isinstance(caught.value, vjp.ShapeError)


@pytest.mark.parametrize("expression, kind", [("x.reshape(4)", vjp.ShapeError),
                                              ("vjp.pad(x, (1 << 50, 0))", vjp.InvalidError),
                                              ("vjp.full((2,), 1.0).clamp()", vjp.InvalidError),
                                              ("vjp.vander(s)", vjp.ShapeError)])
def test_other_mistakes_are_no_index_error(expression, kind):
    with pytest.raises(kind) as caught:
        evaluate(expression)
    assert not isinstance(caught.value, IndexError)


def test_in_the_middle_of_a_backward_too():
    class Wrong(vjp.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g.sum(5)

    x = vjp.ones(2, 3, requires_grad=True)
    with pytest.raises(IndexError, match="dimension 5 is out of range"):
        Wrong.apply(x).sum().backward()
