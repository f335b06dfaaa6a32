"""PyTorch's names: what torch_cases.py asked PyTorch, and what is said where its answer has no equal here."""

import json
import math

import pytest
import torch_cases

import vjp

CASES = json.loads(torch_cases.VALUES.read_text())


def compare(got, wanted, tolerance, path=""):
    if isinstance(wanted, list):
        assert len(got) == len(wanted), path
        for i, (a, b) in enumerate(zip(got, wanted)):
            compare(a, b, tolerance, f"{path}[{i}]")
    elif isinstance(wanted, float) and math.isnan(wanted):
        assert math.isnan(got), path
    else:
        assert got == pytest.approx(wanted, rel=tolerance, abs=tolerance), path


def test_every_case_has_an_answer():
    assert [case[0] for case in CASES] == torch_cases.CASES


@pytest.mark.parametrize("case", CASES, ids=[case[0][:60] for case in CASES])
def test_as_torch(case):
    expression, kinds, values, grads = case
    got_kinds, got, got_grads = torch_cases.result(expression, vjp, vjp.nn.functional)
    assert got_kinds == kinds
    compare(got, values, 2e-6 if "float32" in kinds else 1e-11)
    compare(got_grads, grads, 1e-11)


def test_equal_and_allclose_give_truth_values():
    a = vjp.tensor([1.0, math.nan])
    assert vjp.equal(vjp.ones(2), vjp.ones(2)) is True and vjp.ones(2).equal(vjp.ones(3)) is False
    assert vjp.equal(a, a) is False
    assert a.allclose(a) is False and vjp.allclose(a, a, equal_nan=True) is True


@pytest.mark.host  # a device says later that an index is out of range
@pytest.mark.parametrize("call, said", [
    (lambda: vjp.one_hot(vjp.tensor([0, 3]), 3), "one_hot: .*3"),
    (lambda: vjp.one_hot(vjp.tensor([0, -1])), "one_hot: .*-1"),
    (lambda: vjp.one_hot(vjp.tensor([0.0])), "one_hot: .*float32"),
    (lambda: vjp.one_hot(vjp.zeros(0, dtype="int64")), "one_hot: 'num_classes' is -1 for an input of 0"),
    (lambda: vjp.bincount(vjp.tensor([1, -2])), "bincount: .*-2"),
    (lambda: vjp.bincount(vjp.tensor([[1]])), "bincount: 'input' has shape"),
    (lambda: vjp.bincount(vjp.tensor([1]), vjp.ones(2)), "bincount: 'weights'"),
    (lambda: vjp.histc(vjp.tensor([1.0]), 0), "histc: 'bins' is 0"),
    (lambda: vjp.histc(vjp.tensor([1.0, math.nan]), 2), "histc: .*no finite range"),
    (lambda: vjp.histogram(vjp.tensor([1.0]), 0), "histogram: 'bins' is 0"),
    (lambda: vjp.histogram(vjp.tensor([1]), 2), "histogram: 'input' is int64"),
    (lambda: vjp.histogram(vjp.tensor([1.0, math.inf]), 2), "histogram: from 1.0 to inf is no finite range"),
    (lambda: vjp.histogram(vjp.tensor([1.0]), 2, range=(2.0, 1.0)), "histogram: from 2.0 to 1.0"),
    (lambda: vjp.histogram(vjp.tensor([1.0]), vjp.ones(2, 2)), "histogram: 'bins' has shape"),
    (lambda: vjp.histogram(vjp.tensor([1.0]), vjp.ones(2, dtype="float64")), "histogram: 'bins' is float64"),
    (lambda: vjp.histogram(vjp.tensor([1.0]), vjp.ones(2), range=(0.0, 1.0)), "histogram: 'range' is given with edges"),
    (lambda: vjp.histogram(vjp.tensor([1.0]), 2, weight=vjp.ones(2)), "histogram: 'weight'"),
    (lambda: vjp.nonzero_static(vjp.ones(2), size=-1), "nonzero_static: 'size' is -1"),
    (lambda: vjp.ones(3).fill_diagonal_(0), "fill_diagonal_: the tensor has shape"),
    (lambda: vjp.ones(3, 3, 2).fill_diagonal_(0), "fill_diagonal_: the tensor has shape"),
    (lambda: vjp.special.legendre_polynomial_p(vjp.tensor([1j]), 2), "legendre_polynomial_p: 'x' is complex64"),
    (lambda: vjp.searchsorted(vjp.ones(2, 3), vjp.ones(3, 1)), "searchsorted: rows of shape"),
    (lambda: vjp.searchsorted(vjp.ones(2), 1.0, side="middle"), "searchsorted: 'side'"),
    (lambda: vjp.searchsorted(vjp.ones(2), 1.0, side="left", right=True), "searchsorted: 'side' is \"left\""),
    (lambda: vjp.bucketize(1.0, vjp.ones(2, 2)), "bucketize: 'boundaries'"),
    (lambda: vjp.gcd(vjp.tensor([1.5]), vjp.tensor([2.0])), "gcd: "),
    (lambda: vjp.affine_grid(vjp.ones(1, 3, 2), (1, 1, 2, 2)), "affine_grid: 'theta' has shape"),
    (lambda: vjp.as_strided_scatter(vjp.ones(3), vjp.ones(2), (2,), (3,)), "reach beyond"),
    (lambda: vjp.tensordot(vjp.ones(2), vjp.ones(2), ([0], [0], [0])), "tensordot: dims"),
    (lambda: vjp.einsum(vjp.ones(2), [60]), "einsum: a label is 60"),
    (lambda: vjp.interpolate(vjp.ones(1, 1, 2), 4, antialias=True), "interpolate: antialias"),
    (lambda: vjp.fractional_max_pool2d(vjp.ones(1, 3, 3), 2, 3), "fractional_max_pool2d: 3 windows of 2"),
    (lambda: vjp.hann_window(3, dtype="int64"), "hann_window: dtype"),
    (lambda: vjp.svd_lowrank(vjp.ones(2, 3), 4), "svd_lowrank: q is 4"),
    (lambda: vjp.broadcast_shapes((2,), (3,)), "broadcast_shapes: "),
    (lambda: vjp.unravel_index(vjp.tensor([6]), (2, 3)), "unravel_index: "),
    (lambda: vjp.finfo(vjp.int64), "finfo: "),
    (lambda: vjp.iinfo(vjp.float32), "iinfo: "),
    (lambda: vjp.sparse_coo_tensor(), "sparse_coo_tensor: indices"),
    (lambda: vjp.grid_sample(vjp.ones(1, 1, 2, 2, 2), vjp.zeros(1, 1, 1, 1, 3), mode="bicubic"), "grid_sample: mode"),
])
def test_mistakes_are_named(call, said):
    with pytest.raises((vjp.Error, TypeError), match=said):
        call()


def test_questions_that_depend_on_values_are_refused_in_vmap():
    rows = vjp.tensor([[1, 2], [1, 1]])
    for call in (vjp.unique, vjp.bincount, vjp.one_hot):
        with pytest.raises(vjp.Error, match="vmap"):
            vjp.vmap(call)(rows)


def test_batches():
    rows, values = vjp.tensor([[1.0, 3.0], [2.0, 4.0]]), vjp.tensor([[0.0, 3.5], [2.5, 9.0]])
    line = vjp.tensor([1.0, 2.0, 3.0])
    assert vjp.vmap(vjp.searchsorted)(rows, values).tolist() == [[0, 2], [1, 2]]
    assert vjp.vmap(vjp.searchsorted, (None, 0))(line, values).tolist() == [[0, 3], [2, 3]]
    assert vjp.vmap(vjp.searchsorted, (0, None))(rows, line).tolist() == [[0, 1, 1], [0, 0, 1]]
    assert vjp.vmap(vjp.isin)(rows, values).tolist() == [[False, False], [False, False]]
    assert vjp.vmap(lambda x: vjp.one_hot(x, 3))(vjp.tensor([[0], [2]])).tolist() == [[[1, 0, 0]], [[0, 0, 1]]]
    assert vjp.vmap(lambda x: vjp.histc(x, 2, 0, 4))(values).tolist() == [[1.0, 1.0], [0.0, 1.0]]


def test_derivatives_of_orthogonal_polynomials():
    special = vjp.special
    x = vjp.tensor([-1.0, -0.4, 0.3, 1.5], dtype="float64", requires_grad=True)
    n = vjp.tensor([3, 6, 1, 4])
    for degree in (5, n):
        (slope,) = vjp.grad(special.chebyshev_polynomial_t(x, degree).sum(), x)
        assert vjp.allclose(slope, degree * special.chebyshev_polynomial_u(x, degree - 1))
        p = special.legendre_polynomial_p(x, degree)
        (first,) = vjp.grad(p.sum(), x, create_graph=True)
        (second,) = vjp.grad(first.sum(), x)
        left = (1 - x * x) * second - 2 * x * first + degree * (degree + 1) * p  # Legendre's equation
        assert left.abs().max().item() < 1e-10
    assert special.hermite_polynomial_h(0.5, 3).item() == -5 and vjp.vmap(special.laguerre_polynomial_l, (0, None))(
        x.detach(), 1).tolist() == pytest.approx([2.0, 1.4, 0.7, -0.5])


def test_no_polynomial_is_computed_beyond_its_degree():
    x = vjp.tensor([1e10, 0.5], dtype="float64", requires_grad=True)
    vjp.special.legendre_polynomial_p(x, vjp.tensor([1, 60])).sum().backward()
    assert x.grad[0].item() == 1


def test_gumbel_softmax_draws_its_distribution():
    vjp.manual_seed(3)
    logits = vjp.tensor([0.2, 0.3, 0.5]).log().expand(20000, 3).clone().requires_grad_()
    drawn = vjp.gumbel_softmax(logits, hard=True)
    assert drawn.sum(1).eq(1).all().item() and drawn.mean(0).tolist() == pytest.approx([0.2, 0.3, 0.5], abs=0.015)
    assert vjp.gumbel_softmax(logits, tau=0.1).max(1)[0].mean().item() > 0.8
    (drawn[:, 0]).sum().backward()
    assert logits.grad.abs().sum().item() > 0


def test_random_integers_fill_a_tensor():
    vjp.manual_seed(1)
    x = vjp.zeros(1000, dtype=vjp.int8)
    assert set(x.random_(3).tolist()) == {0, 1, 2} and set(x.random_(-2, 0).tolist()) == {-2, -1}
    assert 0 <= x.random_().min().item() and x.max().item() > 100
    assert vjp.zeros(1000).random_().max().item() > 2**23
    assert set(vjp.randint_like(vjp.zeros(100), 5, 7).tolist()) == {5.0, 6.0}


def test_factors_of_low_rank():
    vjp.manual_seed(2)
    a = vjp.randn(6, 2, dtype=vjp.float64) @ vjp.randn(2, 5, dtype=vjp.float64)
    for matrix in (a, a.mT, vjp.stack([a, 2 * a])):
        u, s, v = vjp.svd_lowrank(matrix, q=3)
        assert (u * s.unsqueeze(-2) @ v.mT).allclose(matrix) and s[..., 2].abs().max().item() < 1e-12
    u, s, v = vjp.pca_lowrank(a, q=2)
    assert (u * s @ v.T).allclose(a - a.mean(0, True))


def test_tensors_of_a_size_alone():
    empty = vjp.sparse_coo_tensor(size=(2, 3))
    assert empty.to_dense().tolist() == [[0.0] * 3] * 2 and empty.dtype is vjp.float32
    assert vjp.empty_strided((2, 3), (1, 2)).stride() == (1, 2)
    assert vjp.scalar_tensor(2).dtype is vjp.float32


def test_questions_about_tensors():
    x = vjp.ones(2, 3, dtype=vjp.float16)
    assert (x.element_size(), x.nelement(), x.ndimension(), vjp.numel(x)) == (2, 6, 2, 6)
    assert vjp.is_tensor(x) and not vjp.is_tensor(1) and vjp.is_floating_point(x) and not vjp.is_complex(x)
    assert vjp.result_type(x, vjp.tensor(1.0)) is vjp.float16 and vjp.result_type(2, 1.5) is vjp.float32
    assert vjp.finfo(vjp.bfloat16).eps == 2.0**-7 and vjp.finfo(vjp.float64).tiny == 2.2250738585072014e-308
    assert (vjp.iinfo(vjp.int32).min, vjp.iinfo(vjp.uint8).max) == (-2**31, 255)
    assert vjp.tensor([2.0]).absolute_().negative_().tolist() == [-2.0]


@pytest.mark.parametrize("mode", ["sum", "mean"])
def test_bags_of_rows_give_sparse_gradients(mode):
    weight, rows = vjp.randn(5, 2, dtype=vjp.float64), vjp.tensor([0, 3, 3, 1])
    grads = []
    for sparse in (False, True):
        w = weight.clone().requires_grad_()
        bags = vjp.embedding_bag(rows, w, vjp.tensor([0, 2]), mode=mode, sparse=sparse, padding_idx=1)
        (bags * vjp.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
        grads.append(w.grad)
    assert grads[1].is_sparse and grads[1].to_dense().allclose(grads[0])
    with pytest.raises(vjp.InvalidError, match="embedding_bag: sparse"):
        vjp.embedding_bag(rows, weight, vjp.tensor([0, 2]), mode="max", sparse=True)


def test_a_fraction_and_its_exponent_are_one_node():
    x = vjp.tensor([3.0, 0.25, 1e-300, 0.0], dtype=vjp.float64, requires_grad=True)
    mantissa, exponent = vjp.frexp(x)
    assert mantissa.grad_fn.next_functions[0][0].name().startswith("AccumulateGrad") and not exponent.requires_grad
    assert vjp.grad(mantissa.sum(), x)[0].tolist() == [0.25, 2.0, 2.0**996, 1.0]


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_second_derivatives_of_singular_determinants(n):
    a = vjp.arange(float(n * n), dtype=vjp.float64).view(n, n) * (0 if n < 3 else 1 / n**2)
    h = (a * a).T / n + 2
    a = a.requires_grad_()
    first, = vjp.grad(vjp.linalg.det(a), a, create_graph=True)
    second, = vjp.grad((first * h).sum(), a, create_graph=True)

    def determinant(m):  # by permutations, a polynomial
        if len(m) == 1:
            return m[0][0]
        return sum((-1)**j * m[0][j] * determinant([row[:j] + row[j + 1:] for row in m[1:]]) for j in range(len(m)))

    b = a.detach().requires_grad_()
    plain, = vjp.grad(determinant([[b[i, j] for j in range(n)] for i in range(n)]), b, create_graph=True)
    again = vjp.grad((plain * h).sum(), b)[0] if n > 1 else vjp.zeros(1, 1)
    scale = max(1.0, again.abs().max().item(), plain.abs().max().item())
    assert (first - plain).abs().max().item() < 1e-13 * scale
    assert (second - again).abs().max().item() < 1e-13 * scale


def test_spellings_of_dtypes():
    assert (vjp.short, vjp.int, vjp.long) == (vjp.int16, vjp.int32, vjp.int64)
    assert (vjp.half, vjp.float, vjp.double) == (vjp.float16, vjp.float32, vjp.float64)
    assert (vjp.cfloat, vjp.cdouble) == (vjp.complex64, vjp.complex128)
    names = {}
    exec("from vjp import *", names)
    assert "float" not in names and "int" not in names and "float32" in names
