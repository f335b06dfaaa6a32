"""Distributions: densities against scipy and integrals, samples against moments and densities, gradients, and what is
said to mistakes. test_torch_distributions.py compares with PyTorch's answers."""

import copy
import math
import pickle

import pytest

import vjp
from vjp import distributions as D
from vjp.autograd import gradcheck
from vjp.distributions import constraints
from vjp.distributions import transforms as T

numpy, scipy = pytest.importorskip("numpy"), pytest.importorskip("scipy")
pytest.importorskip("scipy.special")
pytest.importorskip("scipy.stats")
close = vjp.testing.assert_close


def t(*values):
    return vjp.tensor(values, dtype="float64")


# (ours, scipy's, places)
SCIPY = {
    "Normal": (D.Normal(t(0.5), t(2.0)), scipy.stats.norm(0.5, 2), [-3.0, 0.5, 9.0, 20.0]),
    "Laplace": (D.Laplace(t(0.5), t(2.0)), scipy.stats.laplace(0.5, 2), [-3.0, 0.5, 9.0]),
    "Cauchy": (D.Cauchy(t(0.5), t(2.0)), scipy.stats.cauchy(0.5, 2), [-3.0, 0.5, 90.0]),
    "Gumbel": (D.Gumbel(t(0.5), t(2.0)), scipy.stats.gumbel_r(0.5, 2), [-3.0, 0.5, 9.0]),
    "Uniform": (D.Uniform(t(0.5), t(2.0)), scipy.stats.uniform(0.5, 1.5), [0.5, 1.0, 1.9]),
    "Exponential": (D.Exponential(t(2.0)), scipy.stats.expon(scale=0.5), [0.0, 0.3, 4.0]),
    "Gamma": (D.Gamma(t(2.5), t(2.0)), scipy.stats.gamma(2.5, scale=0.5), [1e-9, 0.3, 4.0, 30.0]),
    "small Gamma": (D.Gamma(t(0.01), t(2.0)), scipy.stats.gamma(0.01, scale=0.5), [1e-9, 0.3, 4.0]),
    "Chi2": (D.Chi2(t(3.0)), scipy.stats.chi2(3), [0.1, 3.0, 20.0]),
    "Beta": (D.Beta(t(2.5), t(0.5)), scipy.stats.beta(2.5, 0.5), [0.1, 0.5, 0.99]),
    "StudentT": (D.StudentT(t(3.5), t(0.5), t(2.0)), scipy.stats.t(3.5, 0.5, 2), [-3.0, 0.5, 90.0]),
    "LogNormal": (D.LogNormal(t(0.5), t(0.7)), scipy.stats.lognorm(0.7, scale=math.exp(0.5)), [0.1, 1.0, 9.0]),
    "HalfNormal": (D.HalfNormal(t(2.0)), scipy.stats.halfnorm(scale=2), [0.0, 1.0, 9.0]),
    "HalfCauchy": (D.HalfCauchy(t(2.0)), scipy.stats.halfcauchy(scale=2), [0.0, 1.0, 90.0]),
    "Bernoulli": (D.Bernoulli(t(0.3)), scipy.stats.bernoulli(0.3), [0.0, 1.0]),
    "Geometric": (D.Geometric(t(0.3)), scipy.stats.geom(0.3, -1), [0.0, 1.0, 20.0]),
    "Poisson": (D.Poisson(t(3.3)), scipy.stats.poisson(3.3), [0.0, 1.0, 20.0]),
    "Weibull": (D.Weibull(t(2.0), t(1.7)), scipy.stats.weibull_min(1.7, scale=2), [0.1, 1.0, 9.0]),
    "Pareto": (D.Pareto(t(2.0), t(4.5)), scipy.stats.pareto(4.5, scale=2), [2.0, 2.5, 90.0]),
    "NegativeBinomial": (D.NegativeBinomial(t(3.5), t(0.3)), scipy.stats.nbinom(3.5, 0.7), [0.0, 2.0, 20.0]),
    "Binomial": (D.Binomial(7, t(0.3)), scipy.stats.binom(7, 0.3), [0.0, 1.0, 7.0]),
}
CONTINUOUS = [name for name, (ours, _, _) in SCIPY.items() if ours.has_rsample]


def known(function):
    try:
        return function()
    except NotImplementedError:
        return None


@pytest.mark.parametrize("name", SCIPY)
def test_scipy_agrees(name):
    ours, theirs, places = SCIPY[name]
    x, density = vjp.tensor(places, dtype="float64"), "logpdf" if ours.has_rsample else "logpmf"
    assert ours.log_prob(x).tolist() == pytest.approx(getattr(theirs, density)(places).tolist(), rel=1e-9, abs=1e-12)
    for what, wanted in (("mean", theirs.mean()), ("variance", theirs.var()), ("entropy", theirs.entropy())):
        got = getattr(ours, what, None) if what != "entropy" else known(ours.entropy)
        if got is not None and not (name in ("Cauchy", "HalfCauchy") and what != "entropy"):
            assert got.tolist() == pytest.approx([float(wanted)], rel=1e-9), what
    cdf = known(lambda: ours.cdf(x))
    if cdf is not None:
        assert cdf.tolist() == pytest.approx(theirs.cdf(places).tolist(), rel=1e-9)
    p = t(0.01, 0.4, 0.75)
    back = known(lambda: ours.icdf(p))
    if back is not None:
        assert back.tolist() == pytest.approx(theirs.ppf(p.tolist()).tolist(), rel=1e-9)


def test_vectors_agree_with_scipy():
    cov, loc = numpy.array([[2.0, 0.5, 0.1], [0.5, 1.0, 0.2], [0.1, 0.2, 3.0]]), [0.5, -1.0, 2.0]
    theirs = scipy.stats.multivariate_normal(loc, cov)
    x = numpy.array([[0.1, 0.2, 0.3], [3.0, -2.0, 1.0]])
    for given in ({"covariance_matrix": cov}, {"precision_matrix": numpy.linalg.inv(cov)},
                  {"scale_tril": numpy.linalg.cholesky(cov)}):
        ours = D.MultivariateNormal(t(*loc), **{name: vjp.tensor(value) for name, value in given.items()})
        assert ours.log_prob(vjp.tensor(x)).tolist() == pytest.approx(theirs.logpdf(x).tolist(), rel=1e-9)
        assert ours.entropy().item() == pytest.approx(theirs.entropy(), rel=1e-9)
        close(ours.covariance_matrix, vjp.tensor(cov), rtol=1e-9, atol=1e-9)
        close(ours.precision_matrix, vjp.tensor(numpy.linalg.inv(cov)), rtol=1e-9, atol=1e-9)
        close(ours.variance, vjp.tensor(cov.diagonal().copy()), rtol=1e-9, atol=1e-9)
    a, y = [0.5, 2.5, 1.0], [0.2, 0.5, 0.3]
    assert D.Dirichlet(t(*a)).log_prob(t(*y)).item() == pytest.approx(scipy.stats.dirichlet(a).logpdf(y))
    assert D.Dirichlet(t(*a)).entropy().item() == pytest.approx(scipy.stats.dirichlet(a).entropy())
    theirs = scipy.stats.multinomial(5, [0.2, 0.5, 0.3])
    ours = D.Multinomial(5, t(0.2, 0.5, 0.3))
    assert ours.log_prob(t(1, 3, 1)).item() == pytest.approx(theirs.logpmf([1, 3, 1]))
    assert ours.entropy().item() == pytest.approx(float(theirs.entropy()))


@pytest.mark.parametrize("a", [1e-3, 0.3, 1.0, 2.5, 40.0, 1e5])
def test_the_incomplete_gamma_function(a):
    q = [1e-6, 1e-2, 0.3, 0.6, 0.9, 0.9999]
    x = scipy.special.gammaincinv(a, q)
    if a < 0.01:
        x[:] = [1e-300, 1e-30, 1e-5, 0.1, 1.0, 9.0]
    got = D._incomplete.gammainc(vjp.full((6,), a, dtype="float64"), vjp.tensor(x))
    assert got.tolist() == pytest.approx(scipy.special.gammainc(a, x).tolist(), rel=1e-8)
    d = D.Gamma(vjp.full((1,), a, dtype="float64"), 1.0)
    assert d.cdf(t(0.0)).item() == 0 and d.cdf(t(1e9)).item() == pytest.approx(1)


def test_derivatives_of_densities_and_quantiles():
    positive = t(0.7, 1.6, 4.2).requires_grad_()
    where_, x = t(0.2, -0.4, 1.5).requires_grad_(), t(0.3, 2.5, 3.5).requires_grad_()
    assert gradcheck(lambda a, b, x: D.Gamma(a, b).cdf(x), (positive, positive.detach().flip(0).requires_grad_(), x))
    assert gradcheck(lambda m, s, x: D.Normal(m, s).cdf(x), (where_, positive, x))
    assert gradcheck(lambda m, s, p: D.Gumbel(m, s).icdf(p), (where_, positive, t(0.2, 0.5, 0.7).requires_grad_()))
    assert gradcheck(lambda df, m, s, x: D.StudentT(df, m, s).log_prob(x), (positive, where_, positive, x))
    assert gradcheck(lambda a: D.Dirichlet(a).entropy(), (positive,))


# ---- samples ----

DRAWN = {**{name: item[0] for name, item in SCIPY.items() if "Cauchy" not in name and name != "small Gamma"},
         "Dirichlet": D.Dirichlet(t(0.5, 2.5, 1.0)), "Multinomial": D.Multinomial(5, t(0.2, 0.5, 0.3)),
         "MixtureSameFamily": D.MixtureSameFamily(D.Categorical(t(0.2, 0.8)), D.Normal(t(-1.0, 2.0), t(0.3, 0.7))),
         "mixture of vectors": D.MixtureSameFamily(D.Categorical(t(0.2, 0.8)), D.Dirichlet(t(1, 2, 3, 4).view(2, 2))),
         "OneHotCategorical": D.OneHotCategorical(t(0.2, 0.5, 0.3)),
         "MultivariateNormal": D.MultivariateNormal(t(0.5, -1.0), t(2.0, 0.5, 0.5, 1.0).reshape(2, 2))}


@pytest.mark.parametrize("name", DRAWN)
def test_samples_have_the_moments(name):
    vjp.manual_seed(3)
    d, n = DRAWN[name], 20000
    x = d.sample((n,))
    assert x.shape == (n, *d.batch_shape, *d.event_shape) and not x.requires_grad and x.dtype == vjp.float64
    assert bool(d.support.check(x).all())
    five = 5 * (d.variance / n).sqrt()
    assert bool(((x.mean(0) - d.mean).abs() < five).all())
    heavy = name in ("StudentT", "LogNormal", "Pareto")  # whose squares vary too much
    assert heavy or bool(((x.var(0) - d.variance).abs() < 0.12 * d.variance).all())


@pytest.mark.parametrize("name", CONTINUOUS)
def test_samples_follow_the_distribution(name):
    """Kolmogorov and Smirnov's test against scipy's cdf."""
    vjp.manual_seed(4)
    ours, theirs, _ = SCIPY[name]
    x = numpy.asarray(ours.sample((4000,)).flatten().tolist())
    assert scipy.stats.kstest(x, theirs.cdf).pvalue > 1e-3


@pytest.mark.parametrize("a", [0.05, 0.9, 1.0, 3.0, 500.0])
def test_gamma_samples_follow_the_distribution(a):
    vjp.manual_seed(5)
    x = D.Gamma(t(a), 1.0).sample((4000,)).flatten().tolist()
    assert scipy.stats.kstest(x, scipy.stats.gamma(a).cdf).pvalue > 1e-3
    assert D.Gamma(vjp.tensor([a]), 1.0).sample((2,)).dtype == vjp.float32


def test_categorical_numbers():
    vjp.manual_seed(0)
    d = D.Categorical(t(0.2, 0.5, 0.3).expand(2, 3))
    x = d.sample((5000, 1))
    assert x.shape == (5000, 1, 2) and x.dtype == vjp.int64
    for i, p in enumerate((0.2, 0.5, 0.3)):
        assert ((x == i).double().mean((0, 1)) - p).abs().max().item() < 0.04
    rows = D.Categorical(vjp.eye(3))
    assert rows.sample((4,)).tolist() == [[0, 1, 2]] * 4  # each member has its own
    assert D.Multinomial(6, vjp.eye(3)).sample((2,)).tolist() == [(6 * vjp.eye(3)).tolist()] * 2
    assert rows.enumerate_support(False).tolist() == [[0], [1], [2]] and rows.mode.tolist() == [0, 1, 2]


def test_seeds_repeat_samples():
    for d in DRAWN.values():
        drawn = []
        for _ in range(2):
            vjp.manual_seed(11)
            drawn.append(d.sample((3,)).tolist())
        assert drawn[0] == drawn[1]


# ---- gradients through samples ----


def of_noise(function):
    """A function whose random numbers are the same at each call."""
    def repeated(*args):
        vjp.manual_seed(7)
        return function(*args)

    return repeated


@pytest.mark.parametrize("kind", [D.Normal, D.Laplace, D.Cauchy, D.Gumbel, D.LogNormal])
def test_gradients_by_location_and_scale(kind):
    assert gradcheck(of_noise(lambda loc, scale: kind(loc, scale).rsample((2,))),
                     (t(0.5, -1.0).requires_grad_(), t(1.5, 0.2).requires_grad_()))


def test_gradients_through_samples():
    positive = t(1.5, 0.2).requires_grad_()
    assert gradcheck(of_noise(lambda a: D.Exponential(a).rsample((2,)) + D.HalfNormal(a).rsample((2,))
                              + D.HalfCauchy(a).rsample((2,))), (positive,))
    assert gradcheck(of_noise(lambda a, b: D.Uniform(a, b).rsample()),
                     (t(0.5).requires_grad_(), t(2.0).requires_grad_()))
    lower = t(1.5, 0.0, 0.3, 0.8).reshape(2, 2)
    assert gradcheck(of_noise(lambda m, c: D.MultivariateNormal(m, c @ c.mT).rsample()),
                     (t(0.5, -1.0).requires_grad_(), lower.requires_grad_()))
    assert gradcheck(of_noise(lambda a: D.Gamma(3.0, a).rsample((2,))), (positive,))
    assert not any(d.has_rsample for d in (D.Poisson(1.0), D.Bernoulli(0.5), D.Categorical(t(1.0)), D.Geometric(0.5)))
    with pytest.raises(NotImplementedError, match="Poisson has no rsample"):
        D.Poisson(1.0).rsample()


@pytest.mark.parametrize("a", [1.0, 1.7, 8.0, 300.0])
def test_gradients_of_gamma_samples_keep_the_place(a):
    """dx/da is the derivative of the quantile, by differences of scipy's."""
    vjp.manual_seed(1)
    shape = vjp.full((50,), a, dtype="float64", requires_grad=True)
    x = D.Gamma(shape, 1.0).rsample()
    (grad,) = vjp.autograd.grad(x.sum(), [shape])
    q, h = scipy.special.gammainc(a, x.tolist()), 1e-5 * a
    wanted = (scipy.special.gammaincinv(a + h, q) - scipy.special.gammaincinv(a - h, q)) / (2 * h)
    assert grad.tolist() == pytest.approx(wanted.tolist(), rel=1e-5)


@pytest.mark.parametrize("make, mean", [
    (lambda a: D.Gamma(a, 2.0), lambda a: a / 2), (lambda a: D.Chi2(a), lambda a: a),
    (lambda a: D.Beta(a, 0.7), lambda a: a / (a + 0.7)),
    (lambda a: D.Dirichlet(vjp.cat([a, a * 2])), lambda a: 1 / 3 + 0 * a)])
@pytest.mark.parametrize("a", [0.4, 2.5])
def test_gradients_of_samples_have_the_mean_derivative(make, mean, a):
    """E[dx/da] is d E[x] / da, for small shapes as well."""
    vjp.manual_seed(2)
    a = t(a).requires_grad_()
    x = make(a).rsample((20000,))
    x = x[..., :1] if x.shape[-1] > 1 else x
    (got,) = vjp.autograd.grad(x.mean(), [a])
    (wanted,) = vjp.autograd.grad(mean(a).sum(), [a])
    assert got.item() == pytest.approx(wanted.item(), rel=0.06, abs=0.01)


def test_second_derivatives_of_gamma_samples():
    vjp.manual_seed(1)
    a, h = vjp.full((20,), 2.5, dtype="float64", requires_grad=True), 1e-3
    x = D.Gamma(a, 1.0).rsample()
    (grad,) = vjp.autograd.grad(x.sum(), [a], create_graph=True)
    (second,) = vjp.autograd.grad(grad.sum(), [a])
    q = scipy.special.gammainc(2.5, x.tolist())
    low, middle, high = (scipy.special.gammaincinv(2.5 + step, q) for step in (-h, 0, h))
    assert second.tolist() == pytest.approx(((low - 2 * middle + high) / h**2).tolist(), rel=1e-3, abs=1e-5)


def test_straight_through():
    logits = t(0.5, 1.0, -1.0).requires_grad_()
    d = D.OneHotCategoricalStraightThrough(logits=logits)
    weights = t(1.0, 2.0, 3.0)
    x = d.rsample()
    assert sorted(x.tolist()) == pytest.approx([0, 0, 1])
    (got,) = vjp.autograd.grad((x * weights).sum(), [logits])
    (wanted,) = vjp.autograd.grad((logits.softmax(-1) * weights).sum(), [logits])
    close(got, wanted)


def test_relaxed_choices():
    vjp.manual_seed(3)
    probs = t(0.2, 0.5, 0.3).requires_grad_()
    d = D.RelaxedOneHotCategorical(0.4, probs)
    x = d.rsample((20000,))
    chosen = vjp.nn.functional.one_hot(x.argmax(-1), 3).double().mean(0)
    assert chosen.tolist() == pytest.approx([0.2, 0.5, 0.3], abs=0.02)  # whatever the temperature is
    d = D.RelaxedBernoulli(2.0, t(0.3))
    assert (d.sample((20000,)) > 0.5).double().mean().item() == pytest.approx(0.3, abs=0.02)
    places = vjp.linspace(0, 1, 20002, dtype="float64")[1:-1]
    assert d.log_prob(places).exp().mean().item() == pytest.approx(1, rel=1e-3)
    assert gradcheck(of_noise(lambda p: D.RelaxedOneHotCategorical(t(0.7), p).rsample()), (probs,))
    assert gradcheck(of_noise(lambda p, a: D.RelaxedBernoulli(a, p).rsample()), (probs, t(0.7).requires_grad_()))
    assert d.has_rsample and d.temperature.item() == 2 and repr(d) == "RelaxedBernoulli(probs: 0.3)"


# ---- divergences ----


@pytest.mark.parametrize("p, q", [
    (D.LogNormal(t(0.5), t(0.7)), D.Normal(t(1.0), t(2.0))), (D.HalfNormal(t(0.5)), D.Normal(t(1.0), t(2.0))),
    (D.HalfNormal(t(0.5)), D.Exponential(t(2.0))), (D.LogNormal(t(0.5), t(0.7)), D.Exponential(t(2.0))),
    (D.Cauchy(t(0.5), t(0.7)), D.Cauchy(t(1.0), t(2.0))), (D.Normal(t(0.5), t(0.7)), D.Laplace(t(1.0), t(2.0)))])
def test_divergences_are_integrals(p, q):
    x = p.icdf(vjp.linspace(0, 1, 200002, dtype="float64")[1:-1])  # the same share of p between neighbours
    wanted = (p.log_prob(x) - q.log_prob(x)).mean().item()
    assert D.kl_divergence(p, q).item() == pytest.approx(wanted, rel=2e-3)


def test_multinomial_divergence():
    p, q = t(0.2, 0.8), t(0.5, 0.5)
    assert D.kl_divergence(D.Multinomial(4, p), D.Multinomial(4, q)).item() == pytest.approx(
        D.kl_divergence(D.Binomial(4, p[0]), D.Binomial(4, q[0])).item())


def test_rules_are_found_by_the_nearest_types():
    class Mine(D.Normal):
        pass

    class Other(Mine):
        pass

    d = D.Normal(0.0, 1.0)
    assert D.kl_divergence(Other(1.0, 1.0), d).item() == 0.5  # the rule of the bases
    D.register_kl(Mine, D.Normal)(lambda p, q: vjp.tensor(7.0))
    assert D.kl_divergence(Other(1.0, 1.0), d).item() == 7 and D.kl_divergence(d, Mine(1.0, 1.0)).item() == 0.5
    del D.kl._rules[Mine, D.Normal]
    with pytest.raises(NotImplementedError, match="p type Normal and q type Gamma"):
        D.kl_divergence(d, D.Gamma(1.0, 1.0))
    with pytest.raises(TypeError, match="subclasses of Distribution"):
        D.register_kl(int, D.Normal)
    for p, q in ((D.Binomial(3, 0.5), D.Binomial(4, 0.5)), (D.Multinomial(3, t(1.0)), D.Multinomial(4, t(1.0))),
                 (D.Independent(D.Normal(t(0.0), 1.0), 1), D.Independent(D.Normal(t(0.0), 1.0), 0))):
        with pytest.raises(NotImplementedError, match="the same"):
            D.kl_divergence(p, q)


# ---- shapes, checks, texts ----


def test_shapes_and_expansion():
    d = D.Normal(vjp.zeros(3, 1), vjp.ones(2))
    assert d.batch_shape == (3, 2) and d.event_shape == () and d.batch_shape.numel() == 6
    for made in (*DRAWN.values(), D.Independent(d, 1), D.Categorical(vjp.ones(2, 3)),
                 D.TransformedDistribution(d, T.ExpTransform())):
        wide = made.expand((5, *made.batch_shape))
        assert type(wide) is type(made) and wide.batch_shape == (5, *made.batch_shape)
        assert wide.event_shape == made.event_shape
        x = wide.sample((2,))
        assert x.shape == (2, 5, *made.batch_shape, *made.event_shape)
        close(wide.log_prob(x), made.log_prob(x))
        close(pickle.loads(pickle.dumps(made)).log_prob(x), made.log_prob(x))
        close(copy.deepcopy(wide).log_prob(x), made.log_prob(x))
    assert d.sample_n(4).shape == (4, 3, 2) and D.Normal(0.0, 1.0).sample().shape == ()
    assert D.Normal(0.0, 1.0).perplexity().item() == pytest.approx(math.sqrt(2 * math.pi * math.e))
    assert D.Normal(0, 1).loc.dtype == vjp.float32 and D.Normal(t(0.0), 1).scale.dtype == vjp.float64


def test_what_was_given_decides():
    logits = t(0.5, -200.0).requires_grad_()
    d = D.Bernoulli(logits=logits)
    assert "probs" not in vars(d)
    with vjp.no_grad():
        probs = d.probs
    assert d.probs is probs and probs.requires_grad  # with its graph, wherever it was read first
    assert d.param_shape == (2,) and d.log_prob(t(1.0, 1.0)).tolist() == pytest.approx([-0.474077, -200], rel=1e-6)
    assert D.Binomial(2, logits=logits).log_prob(t(2.0, 2.0)).tolist()[1] == pytest.approx(-400)
    for kind in (D.Bernoulli, D.Categorical, D.Geometric, D.OneHotCategorical, lambda **given: D.Binomial(2, **given)):
        for given in ({}, {"probs": t(0.5), "logits": t(0.5)}):
            with pytest.raises(ValueError, match="Either `probs` or `logits` must be specified, but not both"):
                kind(**given)


@pytest.mark.parametrize("wrong, message", [
    (lambda: D.Normal(t(0.0), t(-1.0)), r"Expected parameter scale \(Tensor of shape \(1,\)\) of distribution Normal\("
                                        r"loc: 0.0, scale: -1.0\) to satisfy the constraint GreaterThan\("
                                        r"lower_bound=0.0\), but found invalid values:\ntensor\(\[-1.\]"),
    (lambda: D.Normal(t(math.nan), 1.0), "parameter loc"), (lambda: D.Normal("0", 1.0), "all be instances of Number"),
    (lambda: D.Bernoulli(1.5), "probs"), (lambda: D.Poisson(-1.0), "rate"),
    (lambda: D.Gamma(0.0, 1.0), "concentration"),
    (lambda: D.Uniform(1.0, 1.0), "not defined when low>= high"), (lambda: D.Geometric(0.0), "probs > 0"),
    (lambda: D.Categorical(t(-0.5, 0.5)), "Simplex"), (lambda: D.Categorical(vjp.tensor(1.0)), "one-dimensional"),
    (lambda: D.Dirichlet(t(1.0, 0.0)), r"Independent\(GreaterThan\(lower_bound=0.0\), 1\)"),
    (lambda: D.Dirichlet(vjp.tensor(1.0)), "one-dimensional"), (lambda: D.Binomial(-1, 0.5), "total_count"),
    (lambda: D.MultivariateNormal(t(0.0, 0.0)), "Exactly one of covariance_matrix"),
    (lambda: D.MultivariateNormal(t(0.0, 0.0), t(1.0)), "at least two-dimensional"),
    (lambda: D.MultivariateNormal(t(0.0, 0.0), vjp.eye(3)), r"shape \(3, 3\) for loc of shape \(2,\)"),
    (lambda: D.MultivariateNormal(t(0.0, 0.0), -vjp.eye(2).double()), r"constraint PositiveDefinite\(\)"),
    (lambda: D.MultivariateNormal(t(0.0, 0.0), scale_tril=vjp.ones(2, 2).double()), r"constraint LowerCholesky\(\)"),
    (lambda: D.Independent(D.Normal(t(0.0), 1.0), 2), "2 vs 1"),
    (lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), [abs]), "list of Transforms"),
    (lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), T.StickBreakingTransform()), "size at least 1"),
    (lambda: T.ReshapeTransform((2, 3), (5,)), "different numbers"), (lambda: T.ExpTransform(cache_size=2), "0 or 1"),
    (lambda: D.Normal(0.0, 1.0).log_prob(0.5), "must be a Tensor, not float"),
    (lambda: D.Exponential(1.0).log_prob(t(-1.0)), "within the support"),
    (lambda: D.Exponential(1.0).cdf(t(-1.0)), "within the support"),
    (lambda: D.Bernoulli(0.5).log_prob(t(0.5)), r"within the support \(Boolean\(\)\)"),
    (lambda: D.Categorical(t(0.5, 0.5)).log_prob(vjp.tensor(2)), r"IntegerInterval\(lower_bound=0, upper_bound=1\)"),
    (lambda: D.Normal(vjp.zeros(3), 1.0).log_prob(vjp.zeros(2)), "not broadcastable with batch_shape"),
    (lambda: D.Dirichlet(t(1.0, 1.0)).log_prob(t(0.2, 0.3, 0.5)), "right-most size of value must match event_shape"),
    (lambda: D.Dirichlet(t(1.0, 1.0)).log_prob(t(0.2, 0.3)), "Simplex"),
    (lambda: D.Multinomial(2, t(0.5, 0.5)).log_prob(t(2.0, 3.0)), "Multinomial"),
    (lambda: D.MixtureSameFamily(D.Normal(0.0, 1.0), D.Normal(t(0.0), 1.0)), "an instance of vjp.distributions.Cat"),
    (lambda: D.MixtureSameFamily(D.Categorical(t(1.0)), 3), "not int"),
    (lambda: D.MixtureSameFamily(D.Categorical(t(0.5, 0.5)), D.Normal(vjp.zeros(3), 1.0)), "the mixture has 2 choices"),
    (lambda: D.MixtureSameFamily(D.Categorical(vjp.ones(2, 2)), D.Normal(vjp.zeros(3, 2), 1.0)), "is not that of"),
    (lambda: D.Pareto(2.0, 1.0).log_prob(t(1.0)), "within the support"), (lambda: D.Weibull(0.0, 1.0), "scale"),
    (lambda: D.NegativeBinomial(2.0, 1.0), "probs"),
    (lambda: constraints.dependent.check(t(1.0)), "dependent constraint"),
    (lambda: D.Distribution.set_default_validate_args(3), "not 3")])
def test_mistakes(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()


def test_checks_can_be_left_out():
    assert D.Normal(t(0.0), t(-1.0), validate_args=False).scale.item() == -1
    assert D.Uniform(0.0, 1.0, validate_args=False).log_prob(t(2.0)).tolist() == [-math.inf]
    assert D.HalfNormal(1.0, validate_args=False).log_prob(t(-2.0)).tolist() == [-math.inf]
    D.Distribution.set_default_validate_args(False)
    try:
        D.Poisson(-1.0)
    finally:
        D.Distribution.set_default_validate_args(True)
    for nothing in (lambda d: d.rsample(), lambda d: d.entropy(), lambda d: d.mean, lambda d: d.mode,
                    lambda d: d.variance, lambda d: d.log_prob(1), lambda d: d.cdf(1), lambda d: d.icdf(1),
                    lambda d: d.enumerate_support()):
        with pytest.raises(NotImplementedError):
            nothing(D.Distribution())
    for wrong in (lambda: D.Multinomial(t(2.0), t(1.0)), lambda: D.Binomial(t(1.0, 2.0), 0.5).entropy(),
                  lambda: D.Independent(D.Bernoulli(t(0.5)), 1).enumerate_support()):
        with pytest.raises(NotImplementedError):
            wrong()


def test_a_program_of_pytorchs():
    """A variational bound, whose best q is the posterior."""
    vjp.manual_seed(0)
    loc, log_scale = vjp.zeros(1, requires_grad=True), vjp.zeros(1, requires_grad=True)
    prior, data = D.Normal(0.0, 1.0), vjp.tensor([1.0, 2.0, 1.5])
    optimizer = vjp.optim.Adam([loc, log_scale], 0.05)
    for _ in range(300):
        q = D.Normal(loc, log_scale.exp())
        z = q.rsample((32,))
        bound = D.Normal(z, 1.0).log_prob(data).sum(-1).mean() - D.kl_divergence(q, prior).sum()
        optimizer.zero_grad()
        (-bound).backward()
        optimizer.step()
    assert loc.item() == pytest.approx(4.5 / 4, abs=0.1) and log_scale.exp().item() == pytest.approx(0.5, abs=0.08)
