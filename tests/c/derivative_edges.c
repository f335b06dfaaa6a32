/* Second derivatives at points where a formula takes a limit or divides 0 by 0, and results where a dimension is empty.
 */
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

int main(void) {
  RUN(sums_of_exponentials_at_equal_arguments);
  RUN(norms_with_zeros);
  RUN(residuals_that_are_zero);
  RUN(hinges);
  RUN(sums_of_nothing);
  RUN(extremes_beside_an_empty_dimension);
  return finish();
}
