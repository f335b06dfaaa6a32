"""Shapes, joining, order statistics, indexed and masked reductions: what golden vectors do not say. Views are views and
copies copies, edges, ties, NaN, in-place forms, batches, and what errors say."""

import math

import pytest

import vjp
import vjp.masked

NAN, INF = math.nan, math.inf


def t(*values, **options):
    return vjp.tensor(list(values), dtype=options.pop("dtype", vjp.float64), **options)


def same(got, want):
    return all((math.isnan(a) and math.isnan(b)) or a == b for a, b in zip(got.reshape(-1).tolist(), want, strict=True))


# ---- views and copies ----

@pytest.mark.parametrize("view", [
    lambda x: x.tensor_split(2)[1], lambda x: x.tensor_split((1,))[0], lambda x: x.hsplit(3)[2],
    lambda x: x.vsplit([1])[1], lambda x: x.H, lambda x: vjp.atleast_3d(x)[0],
    lambda x: vjp.broadcast_tensors(x, vjp.zeros(2, 1))[0], lambda x: vjp.meshgrid(x[0], x[1])[0][:, :1],
    lambda x: vjp.meshgrid(x[0], x[1], indexing="xy")[1][:, :1]])
def test_views_write_through(view):
    x = vjp.arange(6, dtype=vjp.float64).reshape(2, 3).clone()
    before = x.tolist()
    view(x).mul_(10)
    assert x.tolist() != before


@pytest.mark.parametrize("copy", [
    lambda x: x.alias_copy(), lambda x: x.diagonal_copy(), lambda x: x.expand_copy((2, 3)), lambda x: x.t_copy(),
    lambda x: x.permute_copy((0, 1)), lambda x: x.squeeze_copy(), lambda x: x.unbind_copy()[0],
    lambda x: x.view_copy(6), lambda x: x.split_with_sizes_copy((1, 1))[0],
    lambda x: x.rot90(0), lambda x: x.diag(), lambda x: x.diff(0),
    lambda x: x.repeat_interleave(1, 0), lambda x: x.flipud()])
def test_copies_do_not(copy):
    x = vjp.arange(6, dtype=vjp.float64).reshape(2, 3).clone()
    before = x.tolist()
    y = copy(x)
    y.mul_(10).add_(1)
    assert x.tolist() == before


def test_functions_take_tensors_one_by_one_or_in_a_list():
    a, b = t(1.0, 2.0), t(3.0)
    assert vjp.block_diag(a, b).tolist() == vjp.block_diag([a, b]).tolist() == [[1, 2, 0], [0, 0, 3]]
    assert vjp.cartesian_prod(a, b).tolist() == [[1, 3], [2, 3]]
    assert [x.shape for x in vjp.broadcast_tensors(a, b)] == [(2,), (2,)]
    assert vjp.block_diag().shape == (1, 0)


# ---- edges ----

def test_splits_of_odd_sizes_and_beyond_the_end():
    x = vjp.arange(5)
    assert [p.tolist() for p in x.tensor_split(3)] == [[0, 1], [2, 3], [4]]
    assert [p.tolist() for p in x.tensor_split((3, 1, 9))] == [[0, 1, 2], [], [1, 2, 3, 4], []]
    assert [p.tolist() for p in x.tensor_split(vjp.tensor([-2]))] == [[0, 1, 2], [3, 4]]
    assert [p.numel() for p in x.tensor_split(7)] == [1, 1, 1, 1, 1, 0, 0]


def test_empty_and_single():
    e = vjp.zeros(0, dtype=vjp.float64)
    assert vjp.combinations(e).shape == (0, 2)
    assert vjp.logcumsumexp(e, 0).shape == vjp.cummax(e, 0).values.shape == vjp.diff(e).shape == (0,)
    assert vjp.trapezoid(e).item() == 0
    assert vjp.repeat_interleave(e, 3).shape == (0,)
    assert vjp.scatter_reduce(t(1.0), 0, vjp.zeros(0, dtype=vjp.int64), e, "sum").tolist() == [1]
    assert vjp.segment_reduce(e, "sum", lengths=vjp.tensor([0, 0])).tolist() == [0, 0]
    assert same(vjp.segment_reduce(e, "mean", lengths=vjp.tensor([0])), [NAN])
    assert same(vjp.segment_reduce(e, "max", lengths=vjp.tensor([0])), [-INF])
    one = vjp.tensor(3.0)
    assert [r.item() for r in one.cummin(0)] == [3, 0]
    assert [r.item() for r in one.mode()] == [3, 0]
    assert vjp.quantile(one, 0.3).item() == 3
    assert vjp.cdist(vjp.zeros(0, 2), vjp.zeros(3, 2)).shape == (0, 3)


def test_nan():
    x = t(1.0, NAN, 3.0, 2.0)
    assert same(x.cummax(0).values, [1, NAN, NAN, NAN])
    assert x.nanmedian().item() == 2
    assert [r.item() for r in x.nanmedian(0)] == [2, 3]
    assert math.isnan(x.quantile(0.5).item()) and x.nanquantile(0.5).item() == 2
    assert all(math.isnan(r.item()) for r in x.aminmax())
    assert math.isnan(t(NAN, NAN).nanmedian().item())
    g = t(NAN, 1.0, 1.0, requires_grad=True)
    g.nanmedian().backward()
    assert g.grad.tolist() == [0, 0.5, 0.5]


@pytest.mark.parametrize("how,want", [("linear", 1.5), ("lower", 1), ("higher", 2), ("midpoint", 1.5), ("nearest", 2)])
def test_quantiles_between(how, want):
    assert t(0.0, 1.0, 2.0, 3.0).quantile(0.5, interpolation=how).item() == want
    assert t(0.0, 1.0, 2.0, 3.0, NAN).nanquantile(0.5, interpolation=how).item() == want


def test_quantiles_shapes():
    x = vjp.randn(2, 3, 4)
    q = vjp.tensor([0.2, 0.4, 0.9])
    assert x.quantile(q, 1).shape == (3, 2, 4) and x.quantile(q, 1, True).shape == (3, 2, 1, 4)
    assert x.quantile(0.5, keepdim=True).shape == (1, 1, 1) and x.quantile(q).shape == (3,)


# ---- ties: as the field has them ----

def test_ties():
    x = t(2.0, 2.0, 1.0, 2.0, 1.0)
    assert x.cummax(0).indices.tolist() == [0, 1, 1, 3, 3]
    assert x.mode().indices.item() == 3 and t(1.0, 2.0, 2.0, 1.0).mode().values.item() == 1
    a, s = t(3.0, 0.0, requires_grad=True), t(3.0, 3.0, 1.0, requires_grad=True)
    a.scatter_reduce(0, vjp.tensor([0, 0, 1]), s, "amax").sum().backward()
    assert a.grad.tolist() == pytest.approx([1 / 3, 0]) and s.grad.tolist() == pytest.approx([1 / 3, 1 / 3, 1])
    a.grad = s.grad = None
    a.scatter_reduce(0, vjp.tensor([0, 0, 1]), s, "amax", include_self=False).sum().backward()
    assert a.grad.tolist() == [0, 0] and s.grad.tolist() == [0.5, 0.5, 1]


def test_products_with_zeros():
    x, s = t(2.0, requires_grad=True), t(0.0, 3.0, requires_grad=True)
    x.scatter_reduce(0, vjp.tensor([0, 0]), s, "prod").sum().backward()
    assert x.grad.tolist() == [0] and s.grad.tolist() == [6, 0]


def test_means_count_the_former_element():
    x = t(4.0, 7.0)
    assert x.scatter_reduce(0, vjp.tensor([0, 0]), t(1.0, 1.0), "mean").tolist() == [2, 7]
    assert x.scatter_reduce(0, vjp.tensor([0, 0]), t(1.0, 2.0), "mean", include_self=False).tolist() == [1.5, 7]
    whole = vjp.tensor([5, 7])
    assert whole.scatter_reduce(0, vjp.tensor([0]), vjp.tensor([-10]), "mean").tolist() == [-3, 7]
    assert whole.scatter_reduce(0, vjp.tensor([0]), vjp.tensor([-10]), "amin", include_self=False).tolist() == [-10, 7]


def test_put_gives_the_gradient_to_the_element_that_won():
    x, s = t(0.0, 0.0, requires_grad=True), t(1.0, 2.0, requires_grad=True)
    y = x.put(vjp.tensor([-1, 1]), s)
    y.sum().backward()
    winner = int(y[1].item()) - 1
    assert x.grad.tolist() == [1, 0] and s.grad.tolist() == [float(i == winner) for i in range(2)]


def test_running_log_sums_neither_overflow_nor_lose_infinities():
    x = t(-INF, 1000.0, -1000.0, 1000.0, requires_grad=True)
    y = x.logcumsumexp(0)
    assert y.tolist() == pytest.approx([-INF, 1000, 1000, 1000 + math.log(2)])
    (g,) = vjp.grad(y[1:].sum(), [x], create_graph=True)
    assert g.tolist() == pytest.approx([0, 2.5, 0, 0.5])
    (h,) = vjp.grad(g.sum(), [x])
    assert all(math.isfinite(v) for v in h.tolist())


# ---- in place ----

@pytest.mark.parametrize("change", [
    lambda x: x.index_copy_(0, vjp.tensor([1]), t(5.0)), lambda x: x.index_fill_(0, vjp.tensor([-1]), 5.0),
    lambda x: x.put_(vjp.tensor([0]), t(5.0)), lambda x: x.scatter_reduce_(0, vjp.tensor([0]), t(5.0), "sum"),
    lambda x: x.index_reduce_(0, vjp.tensor([0]), t(5.0), "amax")])
def test_in_place_forms_change_the_tensor_and_its_version(change):
    x = t(1.0, 2.0)
    y, version, address = x, x._version, x.data_ptr()
    assert change(x) is y and x._version > version and x.data_ptr() == address and x.tolist() != [1, 2]
    leaf = t(1.0, 2.0, requires_grad=True)
    with pytest.raises(vjp.Error, match="leaf"):
        change(leaf)
    kept = t(1.0, 2.0, requires_grad=True).exp()  # keeps its result
    change(kept)
    with pytest.raises(vjp.VersionError):
        kept.sum().backward()


def test_renorm_scales_only_what_is_longer():
    x = t(3.0, 4.0, 0.3, 0.4).reshape(2, 2).clone()
    x.renorm_(2, 0, 1.0)
    assert x.reshape(-1).tolist() == pytest.approx([0.6, 0.8, 0.3, 0.4], rel=1e-6)


# ---- batches ----

def test_batches():
    x = vjp.randn(3, 4)
    assert vjp.vmap(lambda r: r.cummax(0).values)(x).tolist() == x.cummax(1).values.tolist()
    assert vjp.vmap(lambda r: r.aminmax().max)(x).tolist() == x.amax(1).tolist()
    index = vjp.tensor([[0, 1], [1, 1], [2, 3]])
    got = vjp.vmap(lambda r, i: r.index_fill(0, i, 0.0))(x, index)
    assert got.tolist() == [r.index_fill(0, i, 0.0).tolist() for r, i in zip(x.unbind(), index.unbind())]
    with pytest.raises(vjp.StateError, match="repeat_interleave: inside vmap 'repeats'"):
        vjp.vmap(lambda n: vjp.ones(4).repeat_interleave(n))(vjp.ones(2, 4, dtype=vjp.int64))


# ---- masks ----

def test_masks():
    x, m = t(1.0, NAN, 3.0, requires_grad=True), vjp.tensor([True, False, True])
    assert vjp.masked.sum(x, mask=m).item() == 4 and vjp.masked.mean(x, mask=m).item() == 2
    assert vjp.masked.amax(x, mask=m).item() == 3 and vjp.masked.median(x, 0, mask=m).item() == 1
    vjp.masked.var(x, mask=m).backward()
    assert x.grad.tolist() == [-2, 0, 2]
    assert vjp.masked.amax(vjp.tensor([3, 9]), mask=vjp.tensor([True, False])).item() == 3
    assert vjp.masked.softmax(t(1.0, 2.0), 0, mask=vjp.tensor([True, False])).tolist() == [1, 0]


# ---- errors ----

@pytest.mark.host  # what a device finds in indices is reported where the host waits
@pytest.mark.parametrize("call,error,text", [
    (lambda x: x.tensor_split(0), vjp.InvalidError, "tensor_split: 'indices_or_sections' is 0, expected between 1"),
    (lambda x: x.hsplit(2), vjp.InvalidError, "hsplit: dimension 0 of \\[3\\] cannot be split into 2"),
    (lambda x: x.dsplit(1), vjp.ShapeError, "dsplit: 'input' has shape \\[3\\], expected at least 3 dimensions"),
    (lambda x: vjp.meshgrid(x, indexing="yx"), vjp.InvalidError, "meshgrid: 'indexing' must be \"ij\" or \"xy\""),
    (lambda x: vjp.block_diag(vjp.ones(1, 1, 1)), vjp.ShapeError, "block_diag: tensor 0 has shape \\[1, 1, 1\\]"),
    (lambda x: x.trace(), vjp.ShapeError, "trace: 'input' has shape \\[3\\], expected a matrix"),
    (lambda x: x.scatter_reduce(0, vjp.tensor([0]), x, "max"), vjp.InvalidError, "scatter_reduce: 'reduce' must be"),
    (lambda x: x.scatter_reduce(0, vjp.tensor([3]), x, "sum"), vjp.InvalidError, "scatter_reduce: index 3 is out"),
    (lambda x: x.index_copy(0, vjp.tensor([0]), x), vjp.ShapeError, "index_copy: 'source' has shape \\[3\\]"),
    (lambda x: x.put(vjp.tensor([0, 1]), t(1.0)), vjp.ShapeError, "put: 'index' has 2 elements, but 'source' has 1"),
    (lambda x: x.quantile(1.5), vjp.InvalidError, "quantile: 'q' has 1.5, expected 0 to 1"),
    (lambda x: x.quantile(0.5, interpolation="mean"), vjp.InvalidError, "quantile: 'interpolation' must be"),
    (lambda x: x.repeat_interleave(vjp.tensor([1, -1, 1])), vjp.InvalidError, "repeat_interleave: 'repeats' has -1"),
    (lambda x: vjp.segment_reduce(x, "sum", lengths=vjp.tensor([1])), vjp.InvalidError, "segment_reduce: the segments"),
    (lambda x: vjp.gradient(x, edge_order=3), vjp.InvalidError, "gradient: 'edge_order' is 3, expected 1 or 2"),
    (lambda x: vjp.masked.sum(x, mask=x), vjp.DtypeError, "masked_sum: 'mask' is float64, expected bool"),
    (lambda x: vjp.cdist(x, x), vjp.ShapeError, "cdist: 'x1' has shape \\[3\\]"),
    (lambda x: vjp.ones(2, 2).diagonal_scatter(x), vjp.ShapeError, "diagonal_scatter: 'src' has shape \\[3\\]"),
    (lambda x: x.cov(fweights=vjp.tensor([1])), vjp.ShapeError, "cov: 'fweights' has shape \\[1\\]")])
def test_errors_name_the_operator_and_the_argument(call, error, text):
    with pytest.raises(error, match=text):
        call(t(1.0, 2.0, 3.0))
