"""Distributions of angles, of matrices, and of functions of other numbers: densities and samples against scipy, or
against integrals where scipy has none."""

import math

import pytest

import vjp
from vjp import distributions as D

numpy, scipy = pytest.importorskip("numpy"), pytest.importorskip("scipy")
pytest.importorskip("scipy.stats")
close = vjp.testing.assert_close


def t(*values):
    return vjp.tensor(values, dtype="float64")


SCIPY = {
    "InverseGamma": (D.InverseGamma(t(3.5), t(2.0)), scipy.stats.invgamma(3.5, scale=2.0), [0.1, 0.6, 9.0]),
    "FisherSnedecor": (D.FisherSnedecor(t(3.5), t(7.0)), scipy.stats.f(3.5, 7.0), [0.1, 0.6, 9.0]),
    **{f"VonMises {k}": (D.VonMises(t(0.5), t(k)), scipy.stats.vonmises(k, loc=0.5), [-3.0, 0.5, 2.0])
       for k in (1e-6, 0.3, 4.0, 300.0)},
}


@pytest.mark.parametrize("name", SCIPY)
def test_scipy_agrees(name):
    vjp.manual_seed(4)
    ours, theirs, places = SCIPY[name]
    assert ours.log_prob(t(*places)).tolist() == pytest.approx(theirs.logpdf(places).tolist(), rel=1e-9, abs=1e-12)
    drawn = ours.sample((4000,)).flatten()
    assert drawn.dtype == vjp.float64 and bool(ours.support.check(drawn).all())
    if "VonMises" in name:  # scipy's begin half a turn below loc
        drawn = (drawn - 0.5 + math.pi) % (2 * math.pi) - math.pi + 0.5
    assert scipy.stats.kstest(numpy.asarray(drawn.tolist()), theirs.cdf).pvalue > 1e-3
    if "VonMises" not in name:
        assert ours.mean.tolist() == pytest.approx([theirs.mean()]) and ours.variance.tolist() == pytest.approx(
            [theirs.var()])


def test_angles_have_a_circular_variance_and_stay_within_a_turn():
    vjp.manual_seed(5)
    d = D.VonMises(t(3.0, -50.0), t(2.0, 0.5))
    x = d.sample((20000,))
    assert x.shape == (20000, 2) and x.abs().max().item() <= math.pi and not d.has_rsample
    length = (x.cos().mean(0).square() + x.sin().mean(0).square()).sqrt()
    close(1 - length, d.variance, rtol=0, atol=0.02)
    assert D.VonMises(vjp.tensor(0.0), float("nan"), validate_args=False).sample().isnan().item()


def test_kumaraswamy_has_its_cdf_and_moments():
    vjp.manual_seed(6)
    a, b = 1.7, 3.5
    d = D.Kumaraswamy(t(a), t(b))
    x = vjp.linspace(0, 1, 20001, dtype="float64")[1:-1]
    assert d.cdf(t(0.3)).item() == pytest.approx(1 - (1 - 0.3**a)**b)
    density = d.log_prob(x).exp() / 20000
    assert density.sum().item() == pytest.approx(1, abs=1e-6)
    assert (density * x).sum().item() == pytest.approx(d.mean.item(), abs=1e-6)
    assert (density * x * x).sum().item() - d.mean.item()**2 == pytest.approx(d.variance.item(), abs=1e-6)
    assert -(density * d.log_prob(x)).sum().item() == pytest.approx(d.entropy().item(), abs=1e-4)
    assert x[density.argmax()].item() == pytest.approx(d.mode.item(), abs=1e-4)
    drawn = numpy.asarray(d.sample((4000,)).flatten().tolist())
    assert scipy.stats.kstest(drawn, lambda x: 1 - (1 - x**a)**b).pvalue > 1e-3
    leaf = t(1.5).requires_grad_()
    D.Kumaraswamy(leaf, 2.0).rsample((3,)).sum().backward()
    assert leaf.grad.abs().item() > 0


def test_points_of_the_simplex():
    d = D.LogisticNormal(t(0.5, -1.0), t(0.3, 0.4))
    x = d.rsample((1000,))
    assert d.event_shape == (3,) and bool(d.support.check(x).all())
    assert D.LogisticNormal(0.0, 1.0).event_shape == (2,)
    assert d.expand((4,)).sample().shape == (4, 3)


def test_wishart_matrices_agree_with_scipy():
    vjp.manual_seed(7)
    cov, x = numpy.array([[2.0, 0.5], [0.5, 1.0]]), numpy.array([[3.0, -1.0], [-1.0, 2.0]])
    theirs = scipy.stats.wishart(4.5, cov)
    for given in ({"covariance_matrix": cov}, {"precision_matrix": numpy.linalg.inv(cov)},
                  {"scale_tril": numpy.linalg.cholesky(cov)}):
        d = D.Wishart(4.5, **{name: vjp.tensor(value) for name, value in given.items()})
        assert d.log_prob(vjp.tensor(x)).item() == pytest.approx(theirs.logpdf(x), rel=1e-9)
        assert d.entropy().item() == pytest.approx(theirs.entropy(), rel=1e-9)
        close(d.mean, vjp.tensor(theirs.mean()), rtol=1e-9, atol=1e-9)
        close(d.variance, vjp.tensor(theirs.var()), rtol=1e-9, atol=1e-9)
    drawn = d.sample((20000,))
    assert bool(((drawn.mean(0) - d.mean).abs() < 5 * (d.variance / 20000).sqrt()).all())
    assert bool(((drawn.var(0) - d.variance).abs() < 0.12 * d.variance).all())
    df = t(4.5).requires_grad_()
    D.Wishart(df, vjp.tensor(cov)).rsample().sum().backward()
    assert df.grad.abs().item() > 0
    with pytest.raises(ValueError, match="greater than ndim - 1 = 1"):
        D.Wishart(1.0, vjp.tensor(cov))


@pytest.mark.parametrize("dim, concentration", [(2, 1.0), (3, 0.7), (4, 2.5)])
def test_correlations_follow_their_marginal_distribution(dim, concentration):
    """That of each is a beta distribution, stretched over [-1, 1]."""
    vjp.manual_seed(8)
    d = D.LKJCholesky(dim, t(concentration)[0])
    factors = d.sample((4000,))
    assert factors.shape == (4000, dim, dim) and bool(d.support.check(factors).all())
    matrices = factors @ factors.mT
    shape = concentration + (dim - 2) / 2
    for i in range(dim):
        for j in range(i):
            r = numpy.asarray(matrices[:, i, j].tolist())
            assert scipy.stats.kstest((r + 1) / 2, scipy.stats.beta(shape, shape).cdf).pvalue > 1e-3


def test_densities_of_factors_have_the_integral_one():
    r = vjp.linspace(-1, 1, 40001, dtype="float64")[1:-1]
    zero = vjp.zeros_like(r)
    factors = vjp.stack([zero + 1, zero, r, (1 - r * r).sqrt()], -1).unflatten(-1, (2, 2))
    for concentration in (1.0, 3.5):
        density = D.LKJCholesky(2, concentration, validate_args=False).log_prob(factors).exp()
        assert density.sum().item() / 20000 == pytest.approx(1, abs=1e-4)
    with pytest.raises(ValueError, match="within the support"):
        D.LKJCholesky(2, t(1.0)[0]).log_prob(t(1.0, 0.0, 0.6, 0.7).view(2, 2))
