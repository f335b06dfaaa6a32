"""What distributions are made of: constraints, and transforms with their derivatives."""

import math

import pytest

import vjp
from vjp import distributions as D
from vjp.distributions import constraints
from vjp.distributions import transforms as T

close = vjp.testing.assert_close


def t(*values):
    return vjp.tensor(values, dtype="float64")


@pytest.mark.parametrize("constraint, inside, outside", [
    (constraints.positive, 1.0, 0.0), (constraints.nonnegative, 0.0, -1.0), (constraints.real, 1.0, math.nan),
    (constraints.less_than(3), 2.0, 3.0), (constraints.greater_than_eq(3), 3.0, 2.0),
    (constraints.half_open_interval(0, 1), 0.0, 1.0), (constraints.unit_interval, 1.0, 1.1),
    (constraints.positive_integer, 1.0, 0.0), (constraints.nonnegative_integer, 0.0, 0.5),
    (constraints.integer_interval(1, 3), 3.0, 4.0), (constraints.boolean, 1.0, 2.0),
    (constraints.one_hot, [0.0, 1.0], [1.0, 1.0]), (constraints.simplex, [0.3, 0.7], [0.3, 0.6]),
    (constraints.real_vector, [0.0, 1.0], [0.0, math.nan]), (constraints.lower_triangular, [[1.0, 0.0], [2.0, 0.0]],
                                                             [[1.0, 1.0], [2.0, 0.0]]),
    (constraints.lower_cholesky, [[1.0, 0.0], [2.0, 1.0]], [[1.0, 0.0], [2.0, 0.0]]),
    (constraints.symmetric, [[1.0, 2.0], [2.0, 1.0]], [[1.0, 2.0], [3.0, 1.0]]),
    (constraints.square, [[1.0, 2.0], [2.0, 1.0]], [[1.0, 2.0]]),
    (constraints.positive_definite, [[2.0, 1.0], [1.0, 2.0]], [[1.0, 2.0], [2.0, 1.0]]),
    (constraints.positive_semidefinite, [[1.0, 1.0], [1.0, 1.0]], [[1.0, 2.0], [2.0, 1.0]])])
def test_constraints(constraint, inside, outside):
    for value, wanted in ((inside, True), (outside, False)):
        value = vjp.tensor(value, dtype="float64")
        got = constraint.check(value)
        assert got.shape == value.shape[:value.ndim - constraint.event_dim] and got.tolist() is wanted
        assert constraint.check(value.expand(2, *value.shape)).tolist() == [wanted, wanted]


@pytest.mark.parametrize("transform, x", [
    (T.ExpTransform(), t(-1.0, 2.0)), (T.SigmoidTransform(), t(-1.0, 2.0)), (T.TanhTransform(), t(-1.0, 2.0)),
    (T.SoftplusTransform(), t(-1.0, 2.0)), (T.AffineTransform(0.5, t(-2.0, 3.0)), t(-1.0, 2.0)),
    (T.PowerTransform(2.5), t(0.5, 2.0)), (T.PowerTransform(t(-1.5)), t(0.5, 2.0)),
    (T.identity_transform, t(0.5, 2.0)), (T.ExpTransform().inv, t(0.5, 2.0)),
    (T.ComposeTransform([T.AffineTransform(1.0, 2.0), T.ExpTransform()]), t(0.5, 2.0)),
    (T.IndependentTransform(T.ExpTransform(), 1), t(0.5, 2.0)),
    (T.AffineTransform(1.0, -2.0, event_dim=1), t(0.5, 2.0)),
    (T.StickBreakingTransform(), t(0.5, 2.0, -1.0)), (T.ReshapeTransform((4,), (2, 2)), t(0.5, 2.0, -1.0, 3.0))])
def test_transforms_go_back_and_know_their_derivative(transform, x):
    y = transform(x)
    close(transform.inv(y), x, rtol=1e-9, atol=1e-9)
    assert transform.forward_shape(x.shape) == y.shape and transform.inverse_shape(y.shape) == x.shape
    assert bool(transform.codomain.check(y).all()) and bool(transform.domain.check(x).all())
    (rows,) = vjp.autograd.functional.jacobian(lambda x: (transform(x),), x)
    rows = rows[0] if isinstance(rows, tuple) else rows
    got = transform.log_abs_det_jacobian(x, y)
    if transform.domain.event_dim == 0:
        close(got.expand(x.shape), rows.diagonal().abs().log(), rtol=1e-9, atol=1e-9)
        assert bool((rows.diagonal() * transform.sign > 0).all())
    else:
        rows = rows.reshape(-1, x.numel())[: x.numel()]
        close(got, vjp.linalg.slogdet(rows)[1], rtol=1e-9, atol=1e-9)
    close(transform.inv.log_abs_det_jacobian(y, x), -got, rtol=1e-9, atol=1e-9)
    assert transform == transform and transform.inv == transform.inv and transform != T.AbsTransform()


def test_transforms_that_do_not_go_back_fully():
    assert T.AbsTransform()(t(-2.0)).tolist() == [2] and T.AbsTransform().inv(t(2.0)).tolist() == [2]
    x = vjp.randn(2, 3, 3, dtype="float64")
    lower = T.LowerCholeskyTransform()(x)
    assert bool(constraints.lower_cholesky.check(lower).all())
    close(T.LowerCholeskyTransform().inv(lower), x.tril(), rtol=1e-9, atol=1e-9)
    shares = T.SoftmaxTransform()(x)
    assert bool(constraints.simplex.check(shares).all())
    close(T.SoftmaxTransform()(T.SoftmaxTransform().inv(shares)), shares, rtol=1e-9, atol=1e-9)
    for wrong in (lambda: T.AbsTransform().sign, lambda: T.SoftmaxTransform().log_abs_det_jacobian(x, shares),
                  lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), T.AbsTransform()).cdf(vjp.tensor(1.0))):
        with pytest.raises(NotImplementedError):
            wrong()
    with pytest.raises(ValueError, match="Shape mismatch"):
        T.ReshapeTransform((2,), (1, 2))(t(1.0))


def test_a_cache_gives_the_very_argument_back():
    transform = T.TanhTransform(cache_size=1)
    x = vjp.tensor([30.0])  # tanh is 1 there
    assert transform.inv(transform(x)) is x and T.TanhTransform().inv(T.TanhTransform()(x)).item() == math.inf
    assert T.TanhTransform().with_cache()._cache_size == 1 and transform.with_cache(1) is transform
    d = D.TransformedDistribution(D.Normal(vjp.tensor([30.0]), 1.0), transform, validate_args=False)
    assert math.isfinite(d.log_prob(d.rsample()).item())


def test_a_transform_with_a_batch_widens_the_base():
    d = D.TransformedDistribution(D.Normal(0.0, 1.0), T.AffineTransform(vjp.tensor([1.0, 2.0]), 3.0))
    assert d.batch_shape == (2,) and d.sample().shape == (2,)
    x = d.sample((1000,))
    assert len(set(((x - vjp.tensor([1.0, 2.0])) / 3)[0].tolist())) == 2  # each with numbers of its own
    assert d.has_rsample and d.expand((4, 2)).sample().shape == (4, 2)


@pytest.mark.parametrize("constraint", [
    constraints.real, constraints.positive, constraints.greater_than(t(1.0, -2.0)), constraints.less_than(3.0),
    constraints.unit_interval, constraints.interval(-1.0, 2.0), constraints.half_open_interval(t(0.0), t(2.0)),
    constraints.simplex, constraints.real_vector, constraints.independent(constraints.positive, 1),
    constraints.lower_cholesky])
def test_free_numbers_go_into_a_region(constraint):
    free = vjp.randn(*[3, 2, 2][2 - constraint.event_dim:], 2, dtype="float64")
    for registry in (D.biject_to, D.transform_to):
        transform = registry(constraint)
        value = transform(free)
        assert bool(constraint.check(value).all())
        if transform.bijective:
            close(transform.inv(value), free, rtol=1e-7, atol=1e-7)
    assert D.biject_to(constraint).bijective or constraint is constraints.lower_cholesky


def test_regions_without_a_transform():
    with pytest.raises(NotImplementedError, match="Cannot transform _Boolean"):
        D.transform_to(constraints.boolean)

    class Even(constraints.Constraint):
        pass

    registry = type(D.transform_to)()
    registry.register(Even())(lambda constraint: T.ExpTransform())
    assert registry(Even()) == T.ExpTransform()
    with pytest.raises(TypeError, match="a constraint or a type of constraints"):
        registry.register(3, abs)
