"""Linear algebra: the namespace, structured results, derivatives on random and nearly degenerate matrices."""

import math

import pytest

import vjp
from vjp.autograd import gradcheck, gradgradcheck

pytestmark = pytest.mark.host


def matrices(*sizes, shift=0.0):
    with_diagonal = vjp.eye(sizes[-2], sizes[-1], dtype=vjp.float64) * shift
    return vjp.randn(*sizes, dtype=vjp.float64) + with_diagonal


def hermitian(x):
    return x + x.mH


SQUARE = {
    "inv": vjp.linalg.inv, "det": vjp.linalg.det, "slogdet": vjp.linalg.slogdet,
    "lu": lambda a: vjp.linalg.lu(a)[1:], "qr": vjp.linalg.qr, "svd": lambda a: vjp.linalg.svd(a, full_matrices=False),
    "svdvals": vjp.linalg.svdvals, "eigvals": lambda a: abs(vjp.linalg.eigvals(a)), "pinv": vjp.linalg.pinv,
    "matrix_exp": vjp.linalg.matrix_exp, "power": lambda a: vjp.linalg.matrix_power(a, -3),
    "polar": vjp.linalg.polar, "nuclear": lambda a: vjp.linalg.norm(a, "nuc"),
    "cond": vjp.linalg.cond, "cond 1": lambda a: vjp.linalg.cond(a, 1),
    "eigh": lambda a: vjp.linalg.eigh(hermitian(a)), "eigvalsh": lambda a: vjp.linalg.eigvalsh(hermitian(a)),
    "cholesky": lambda a: vjp.linalg.cholesky(a @ a.mT), "sqrth": lambda a: vjp.linalg.matrix_sqrth(a @ a.mT),
}


@pytest.mark.parametrize("name", SQUARE)
def test_gradients_are_those_of_finite_differences(name):
    vjp.manual_seed(3)
    a = matrices(3, 3, shift=2.0).requires_grad_()
    assert gradcheck(SQUARE[name], (a,), check_forward_ad=True)
    assert gradgradcheck(SQUARE[name], (a,))


def test_nearly_equal_values_have_the_gradients_of_smooth_functions():
    """exp of a Hermitian matrix by its eigenvalues, 2e-5 apart: the gradient is that of matrix_exp."""
    def by_values(a):
        values, vectors = vjp.linalg.eigh(a)
        return ((vectors * values.exp()) @ vectors.mT)[0, 1]

    a = vjp.tensor([[1.0, 1e-5], [1e-5, 1.0]], dtype=vjp.float64)
    exact = vjp.func.grad(lambda x: vjp.matrix_exp(x)[0, 1])(a)
    found = vjp.func.grad(by_values)(a)
    assert float(abs(found - (exact + exact.mT) / 2).max()) < 1e-6


def test_results_have_the_field_names():
    a = matrices(3, 2)
    assert vjp.linalg.svd(a)._fields == ("U", "S", "Vh")
    assert vjp.linalg.qr(a)._fields == ("Q", "R")
    assert vjp.linalg.lu(a)._fields == ("P", "L", "U")
    assert vjp.linalg.eigh(hermitian(a[:2]))._fields == ("eigenvalues", "eigenvectors")
    assert vjp.linalg.lstsq(a, a)._fields == ("solution", "residuals", "rank", "singular_values")
    assert vjp.linalg.slogdet(a[:2])._fields == ("sign", "logabsdet")


@pytest.mark.parametrize("order", [1, 2, math.inf, "fro", "nuc"])
def test_norms_of_matrices_without_elements(order):
    for shape in ((0, 3), (3, 0), (0, 0), (2, 0, 3)):
        a = vjp.zeros(*shape, dtype=vjp.float64, requires_grad=True)
        norm = vjp.linalg.norm(a, order, dim=(-2, -1))
        assert norm.shape == shape[:-2] and norm.sum().item() == 0
        norm.sum().backward()
        assert a.grad.shape == shape
        assert vjp.linalg.norm(a, order, dim=(-2, -1), keepdim=True).shape == (*shape[:-2], 1, 1)


def test_norms_of_no_matrix_element_have_no_smallest():
    for order, shape in ((-1, (3, 0)), (-2, (0, 3)), (-math.inf, (0, 3))):
        with pytest.raises(vjp.ShapeError, match="nothing to choose from"):
            vjp.linalg.norm(vjp.zeros(*shape), order, dim=(0, 1))


def test_pinv_takes_tolerances_as_numbers_and_tensors():
    a = vjp.tensor([[2.0, 0.0], [0.0, 1e-3]])
    for rtol in (1e-2, vjp.tensor(1e-2)):
        assert vjp.linalg.pinv(a, rtol=rtol).tolist() == [[0.5, 0.0], [0.0, 0.0]]
    assert vjp.linalg.pinv(a, atol=1e-4).tolist()[1][1] == pytest.approx(1000)


def test_errors_name_the_operator_and_the_matrix():
    with pytest.raises(vjp.InvalidError, match="linalg_inv: matrix 1 of the batch is singular"):
        vjp.linalg.inv(vjp.stack([vjp.eye(2), vjp.zeros(2, 2)]))
    with pytest.raises(vjp.InvalidError, match="linalg_lstsq: 'driver' is \"qr\""):
        vjp.linalg.lstsq(vjp.eye(2), vjp.eye(2), driver="qr")


def test_a_matrix_without_what_is_asked_for_is_a_linalgerror():
    nan = vjp.full((2, 2), math.nan)
    for call, says in ((lambda: vjp.linalg.inv(vjp.zeros(2, 2)), "singular"),
                       (lambda: vjp.linalg.eigh(nan), "infinities or NaN"),
                       (lambda: vjp.linalg.cholesky(vjp.stack([vjp.eye(2), -vjp.eye(2)])), "not positive definite")):
        with pytest.raises(vjp.linalg.LinAlgError, match=says):
            call()
    with pytest.raises(vjp.InvalidError) as caught:
        vjp.linalg.lstsq(vjp.eye(2), vjp.eye(2), driver="qr")
    assert not isinstance(caught.value, vjp.linalg.LinAlgError)


def test_autocast_computes_in_float32():
    with vjp.autocast("cpu", dtype=vjp.bfloat16):
        half = vjp.eye(2) @ vjp.eye(2)
        assert half.dtype == vjp.bfloat16
        assert vjp.linalg.inv(half).dtype == vjp.float32
