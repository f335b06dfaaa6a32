/* Second derivatives at points where a formula takes a limit or divides 0 by 0, results where a dimension is empty, and
 * targets of changes in place that have no derivative. */
#include <math.h>

#include "lapack.h"

/* The gradient of sum w g, where g is the gradient of the sum of `y`. */
static vjp_tensor* second(vjp_tensor* y, vjp_tensor* x, vjp_tensor* w) {
  vjp_tensor* first = NULL;
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  vjp_tensor* root = sum(y);
  options.create_graph = 1;
  OK(vjp_grad(&root, 1, NULL, &x, 1, &options, &first));
  return grad(sum(mul(own(first), w)), x);
}

/* At equal arguments each has half of the gradient, and the shares change by 1/4. */
static void sums_of_exponentials_at_equal_arguments(void) {
  vjp_tensor *a = leaf(VEC(0, 3, -700)), *b = VEC(0, 3, -700);
  EQUALS(second(OP("logaddexp", T(a), T(b)), a, VEC(1, 2, 4)), 0.25, 0.5, 1);
  vjp_tensor* quarter = second(OP("logaddexp2", T(a), T(b)), a, VEC(1, 2, 4));
  NEAR(at(quarter, 2), log(2));
  vjp_tensor* ends = leaf(VEC(INFINITY, -INFINITY));
  EQUALS(grad(sum(OP("logaddexp", T(ends), T(VEC(INFINITY, -INFINITY)))), ends), 0.5, 0);
}

/* An element that is 0 has no part in a norm, whichever the order: no second derivative there is NaN. */
static void norms_with_zeros(void) {
  const double orders[] = {0.5, 1, 1.5, 2, 2.5, 3, 3.5, INFINITY};
  for (int i = 0; i < 8; ++i) {
    vjp_tensor* x = leaf(MAT(2, 3, 0, 0, 0, 3, 0, -4));
    vjp_tensor* y = OP("linalg_vector_norm", T(x), F(orders[i]), INTS(1));
    vjp_tensor* g = second(y, x, MAT(2, 3, 1, 2, 3, 1, 0, 2));
    for (size_t e = 0; e < 6; ++e) CHECK(isfinite(at(g, e)));
    for (size_t e = 0; e < 3; ++e) CHECK(at(g, e) == 0);
  }
  /* the distance of a point from itself, in one dimension */
  const double powers[] = {1.5, 2, 2.5, 4};
  for (int i = 0; i < 4; ++i) {
    vjp_tensor* x = leaf(MAT(1, 1, 2));
    vjp_tensor* y = OP("cdist", T(x), T(MAT(2, 1, 2, 5)), F(powers[i]), S("donot_use_mm_for_euclid_dist"));
    EQUALS(second(y, x, MAT(1, 1, 1)), 0);
  }
}

/* A residual that is 0 has the second derivative of a square. */
static void residuals_that_are_zero(void) {
  if (!has_lapack()) return;
  vjp_tensor *a = MAT(2, 1, 1, 0), *b = leaf(MAT(2, 1, 3, 0));
  vjp_tensor* y = RESULT("linalg_lstsq", 1, T(a), T(b), NONE(), S("gelsd"));
  EQUALS(y, 0);
  EQUALS(second(y, b, MAT(2, 1, 1, 1)), 0, 2);
}

/* A hinge passes nothing on at its end. */
static void hinges(void) {
  vjp_tensor* x = leaf(MAT(1, 3, 1, 0, -1));
  vjp_tensor* target = OP("to", T(VEC(0)), D(VJP_DTYPE_INT64));
  EQUALS(grad(OP("multi_margin_loss", T(x), T(target)), x), 0, 0, 0);
  vjp_tensor* list = OP("to", T(MAT(1, 3, 0, -1, 0)), D(VJP_DTYPE_INT64));
  EQUALS(grad(OP("multilabel_margin_loss", T(x), T(list)), x), 0, 0, 0);
}

/* Complex numbers that are all exp^-1(0). */
static void sums_of_nothing(void) {
  vjp_tensor* z = OP("complex", T(VEC(-INFINITY, -INFINITY)), T(VEC(0, 0)));
  vjp_tensor* y = OP("logsumexp", T(z), INTS(0));
  CHECK(at(OP("real", T(y)), 0) == -INFINITY && at(OP("imag", T(y)), 0) == 0);
}

static void extremes_beside_an_empty_dimension(void) {
  vjp_tensor* x = OP("zeros", INTS(2, 0, 3), D(VJP_DTYPE_FLOAT64));
  for (size_t i = 0; i < 2; ++i) CHECK(vjp_tensor_numel(RESULT("aminmax", i, T(x), I(0))) == 0);
  FAILS(VJP_ERROR_SHAPE, TRY("aminmax", T(x), I(1)));
  SAYS("aminmax: nothing to choose from");
}

/* The gradients of the sum of y for two tensors, where one may be undefined. */
static void both(vjp_tensor* y, vjp_tensor* a, vjp_tensor* b, vjp_tensor** out) {
  vjp_tensor *root = sum(y), *wanted[] = {a, b};
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.allow_unused = 1;
  OK(vjp_grad(&root, 1, NULL, wanted, 2, &options, out));
  for (int i = 0; i < 2; ++i)
    if (out[i]) own(out[i]);
}

/* An operator that has no derivative for its first argument gives it none in place either; a copy gives zeros. */
static void in_place_without_a_derivative_for_the_target(void) {
  vjp_tensor *x = leaf(VEC(2.5, 3)), *q = leaf(VEC(1.5, 2)), *apart[2], *found[2];
  both(OP("zeta", T(x), T(q)), x, q, apart);
  CHECK(!apart[0] && apart[1]);
  vjp_tensor *y = OP("clone", T(x)), *z = OP("mul", T(x), F(1));
  OK(vjp_tensor_retain_grad(y));
  OP_("zeta", T(y), T(q));
  both(y, x, q, found);
  CHECK(!found[0] && found[1]);
  NEAR(at(found[1], 0), at(apart[1], 0));
  NEAR(at(found[1], 1), at(apart[1], 1));
  EQUALS(grad_of(y), 1, 1); /* the retained gradient has moved along */
  /* through the target once more */
  OP_("zeta", T(z), T(z));
  both(z, x, q, found);
  CHECK(found[0] && !found[1]);
  NEAR(at(found[0], 0), at(grad(sum(OP("zeta", T(VEC(2.5, 3)), T(x))), x), 0));
  /* what a view leaves alone keeps its history */
  vjp_tensor* base = OP("clone", T(x));
  OP_("zeta", T(narrow(base, 0, 0, 1)), T(narrow(q, 0, 0, 1)));
  both(base, x, q, found);
  EQUALS(found[0], 0, 1);
  NEAR(at(found[1], 0), at(apart[1], 0));
  CHECK(at(found[1], 1) == 0);
  vjp_tensor* copied = OP("clone", T(x));
  OP_("copy", T(copied), T(q));
  both(copied, x, q, found);
  EQUALS(found[0], 0, 0);
  EQUALS(found[1], 1, 1);
}

int main(void) {
  RUN(sums_of_exponentials_at_equal_arguments);
  RUN(norms_with_zeros);
  RUN(residuals_that_are_zero);
  RUN(hinges);
  RUN(sums_of_nothing);
  RUN(extremes_beside_an_empty_dimension);
  RUN(in_place_without_a_derivative_for_the_target);
  return finish();
}
