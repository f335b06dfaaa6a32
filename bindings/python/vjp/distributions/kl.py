"""Kullback-Leibler divergences, by the types of both distributions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

from .. import Tensor, digamma, inf, lgamma, linalg, where, xlogy
from .bernoulli import Bernoulli
from .beta import Beta
from .binomial import Binomial
from .categorical import Categorical
from .cauchy import Cauchy
from .dirichlet import Dirichlet
from .distribution import Distribution
from .exponential import Exponential
from .gamma import Gamma
from .geometric import Geometric
from .gumbel import EULER, Gumbel
from .half_normal import HalfNormal
from .independent import Independent, sum_rightmost
from .laplace import Laplace
from .log_normal import LogNormal
from .multinomial import Multinomial
from .multivariate_normal import MultivariateNormal
from .normal import Normal
from .one_hot_categorical import OneHotCategorical
from .poisson import Poisson
from .transformed_distribution import TransformedDistribution
from .uniform import Uniform

__all__ = ["kl_divergence", "register_kl"]

_F = TypeVar("_F", bound=Callable[..., Tensor])
_rules: dict[tuple[type, type], Callable[..., Tensor]] = {}


def register_kl(type_p: type, type_q: type) -> Callable[[_F], _F]:
    """A decorator for a function (p, q) that computes kl_divergence of two types and those derived from them.

        @vjp.distributions.register_kl(Mine, vjp.distributions.Normal)
        def kl_mine_normal(p, q): ...
    """
    for given in (type_p, type_q):
        if not (isinstance(given, type) and issubclass(given, Distribution)):
            raise TypeError(f"register_kl: subclasses of Distribution are wanted, not {given!r}")

    def decorator(function: _F) -> _F:
        _rules[type_p, type_q] = function
        return function

    return decorator


def _rule(type_p: type, type_q: type) -> Callable[..., Tensor] | None:
    """The nearest rule: first by how far the types of both are above, then by p."""
    found = [(p, q) for p, q in _rules if issubclass(type_p, p) and issubclass(type_q, q)]
    if not found:
        return None
    above_p, above_q = type_p.__mro__.index, type_q.__mro__.index
    return _rules[min(found, key=lambda pair: (above_p(pair[0]) + above_q(pair[1]), above_p(pair[0])))]


def kl_divergence(p: Distribution, q: Distribution) -> Tensor:
    """E_p[log p(x) - log q(x)], of shape batch_shape. A NotImplementedError for types that have no rule: see
    register_kl.

    >>> one, other = vjp.distributions.Normal(0.0, 1.0), vjp.distributions.Normal(1.0, 1.0)
    >>> vjp.distributions.kl_divergence(one, other)
    tensor(0.5)
    """
    rule = _rule(type(p), type(q))
    if rule is None:
        raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and q type "
                                  f"{type(q).__name__}; register_kl adds one")
    return rule(p, q)


# ---- of one family ----


@register_kl(Normal, Normal)
def _normal(p: Normal, q: Normal) -> Tensor:
    ratio = (p.scale / q.scale).square()
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).square() - 1 - ratio.log())


@register_kl(LogNormal, LogNormal)
@register_kl(HalfNormal, HalfNormal)
def _same_of_bases(p: Any, q: Any) -> Tensor:
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed(p: TransformedDistribution, q: TransformedDistribution) -> Tensor:
    """A one-to-one function of both changes nothing."""
    if p.transforms != q.transforms or p.event_shape != q.event_shape or not all(t.bijective for t in p.transforms):
        raise NotImplementedError("kl_divergence of transformed distributions: both must have the same transforms, "
                                  "which go back")
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(Independent, Independent)
def _independent(p: Independent, q: Independent) -> Tensor:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError("kl_divergence of Independent: reinterpreted_batch_ndims are "
                                  f"{p.reinterpreted_batch_ndims} and {q.reinterpreted_batch_ndims}, expected the same")
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


@register_kl(Laplace, Laplace)
def _laplace(p: Laplace, q: Laplace) -> Tensor:
    ratio, off = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + off / q.scale + ratio * (-off / p.scale).exp() - 1


@register_kl(Cauchy, Cauchy)
def _cauchy(p: Cauchy, q: Cauchy) -> Tensor:
    """Chyzak and Nielsen, A closed-form formula for the Kullback-Leibler divergence between Cauchy distributions,
    2019."""
    return ((p.scale + q.scale).square() + (p.loc - q.loc).square()).log() - (4 * p.scale * q.scale).log()


@register_kl(Gumbel, Gumbel)
def _gumbel(p: Gumbel, q: Gumbel) -> Tensor:
    ratio, off = p.scale / q.scale, (q.loc - p.loc) / q.scale
    return -ratio.log() - off + ratio * EULER + (off + lgamma(1 + ratio)).exp() - (1 + EULER)


@register_kl(Uniform, Uniform)
def _uniform(p: Uniform, q: Uniform) -> Tensor:
    value = ((q.high - q.low) / (p.high - p.low)).log()
    return where((q.low > p.low) | (q.high < p.high), inf, value)


@register_kl(Exponential, Exponential)
def _exponential(p: Exponential, q: Exponential) -> Tensor:
    ratio = q.rate / p.rate
    return ratio - 1 - ratio.log()


@register_kl(Gamma, Gamma)
def _gamma(p: Gamma, q: Gamma) -> Tensor:
    return (q.concentration * (p.rate / q.rate).log() + lgamma(q.concentration) - lgamma(p.concentration)
            + (p.concentration - q.concentration) * digamma(p.concentration)
            + (q.rate - p.rate) * p.concentration / p.rate)


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p: Dirichlet, q: Dirichlet) -> Tensor:
    a, b = p.concentration, q.concentration
    total = digamma(a.sum(-1, True))
    return q._log_normaliser() - p._log_normaliser() + ((a - b) * (digamma(a) - total)).sum(-1)


@register_kl(Beta, Beta)
def _beta(p: Beta, q: Beta) -> Tensor:
    a, b, c, d = p.concentration1, p.concentration0, q.concentration1, q.concentration0
    return (q._log_normaliser() - p._log_normaliser() + (a - c) * digamma(a) + (b - d) * digamma(b)
            + (c + d - a - b) * digamma(a + b))


@register_kl(Poisson, Poisson)
def _poisson(p: Poisson, q: Poisson) -> Tensor:
    return xlogy(p.rate, p.rate) - xlogy(p.rate, q.rate) + q.rate - p.rate


def _two(p: Tensor, q: Tensor) -> Tensor:
    """Of one trial; infinite where q excludes what p does not."""
    return xlogy(p, p) - xlogy(p, q) + xlogy(1 - p, 1 - p) - xlogy(1 - p, 1 - q)


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p: Bernoulli, q: Bernoulli) -> Tensor:
    return _two(p.probs, q.probs)


@register_kl(Binomial, Binomial)
def _binomial(p: Binomial, q: Binomial) -> Tensor:
    if not bool((p.total_count == q.total_count).all()):
        raise NotImplementedError("kl_divergence of Binomial: there is a rule for the same total_count only")
    return p.total_count * _two(p.probs, q.probs)


@register_kl(Geometric, Geometric)
def _geometric(p: Geometric, q: Geometric) -> Tensor:
    """Trials that fail, and one that does not: 1 / p trials in the mean."""
    return _two(p.probs, q.probs) / p.probs


@register_kl(Categorical, Categorical)
@register_kl(OneHotCategorical, OneHotCategorical)
def _categorical(p: Any, q: Any) -> Tensor:
    each = xlogy(p.probs, p.probs) - where(p.probs > 0, p.probs * q.logits, 0.0)
    return where((q.probs == 0) & (p.probs > 0), inf, each).sum(-1)


@register_kl(Multinomial, Multinomial)
def _multinomial(p: Multinomial, q: Multinomial) -> Tensor:
    if p.total_count != q.total_count:
        raise NotImplementedError("kl_divergence of Multinomial: there is a rule for the same total_count only")
    return p.total_count * _categorical(p, q)


@register_kl(MultivariateNormal, MultivariateNormal)
def _multivariate_normal(p: MultivariateNormal, q: MultivariateNormal) -> Tensor:
    if p.event_shape != q.event_shape:
        raise ValueError(f"kl_divergence of MultivariateNormal: events are {tuple(p.event_shape)} and "
                         f"{tuple(q.event_shape)}, expected the same")
    spread = linalg.solve_triangular(q.scale_tril, p.scale_tril, upper=False).square().sum((-2, -1))
    off = linalg.solve_triangular(q.scale_tril, (p.loc - q.loc).unsqueeze(-1), upper=False).square().sum((-2, -1))
    return q._half_log_det() - p._half_log_det() + 0.5 * (spread + off - p.event_shape[0])


# ---- of two families: -H(p) - E_p[log q] ----


@register_kl(Uniform, Normal)
@register_kl(Laplace, Normal)
@register_kl(Gumbel, Normal)
@register_kl(Exponential, Normal)
@register_kl(Gamma, Normal)
@register_kl(Beta, Normal)
@register_kl(HalfNormal, Normal)
@register_kl(LogNormal, Normal)
def _to_normal(p: Any, q: Normal) -> Tensor:
    square = (p.variance + (p.mean - q.loc).square()) / q.scale.square()
    result: Tensor = -p.entropy() + 0.5 * (math.log(2 * math.pi) + square) + q.scale.log()
    return result


@register_kl(Gamma, Exponential)
@register_kl(Beta, Exponential)
@register_kl(HalfNormal, Exponential)
@register_kl(LogNormal, Exponential)
def _to_exponential(p: Any, q: Exponential) -> Tensor:
    result: Tensor = -p.entropy() - q.rate.log() + q.rate * p.mean
    return result


@register_kl(Exponential, Gamma)
def _exponential_gamma(p: Exponential, q: Gamma) -> Tensor:
    """E log x = -log rate - Euler's constant."""
    expected = xlogy(q.concentration, q.rate) - lgamma(q.concentration) \
        - (q.concentration - 1) * (p.rate.log() + EULER) - q.rate / p.rate
    return -p.entropy() - expected


@register_kl(Normal, Laplace)
def _normal_laplace(p: Normal, q: Laplace) -> Tensor:
    """E |x - m| of a normal distribution, of the folded one: Leone, Nelson and Nottingham, 1961."""
    z = (p.loc - q.loc) / p.scale
    mean = p.scale * (math.sqrt(2 / math.pi) * (-0.5 * z.square()).exp() + z * (z / math.sqrt(2)).erf())
    return -p.entropy() + (2 * q.scale).log() + mean / q.scale


@register_kl(Normal, Gumbel)
def _normal_gumbel(p: Normal, q: Gumbel) -> Tensor:
    """E exp(-z) of a normal z is exp(variance / 2 - mean)."""
    mean, scale = (p.loc - q.loc) / q.scale, p.scale / q.scale
    return -p.entropy() + q.scale.log() + mean + (0.5 * scale.square() - mean).exp()
