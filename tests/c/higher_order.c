/* Second and third derivatives, complex ones, and forward mode. */
#include "check.h"

static void third_derivative_of_a_power(void) {
  vjp_tensor* x = leaf(SCALAR(2));
  vjp_tensor* y = mul(mul(x, x), mul(x, x)); /* x^4 */
  vjp_tensor* d1 = grad_graph(y, x);
  vjp_tensor* d2 = grad_graph(d1, x);
  vjp_tensor* d3 = grad_graph(d2, x);
  EQUALS(d1, 32);
  EQUALS(d2, 48);
  EQUALS(d3, 48);
  EQUALS(grad(d3, x), 24);
}

static void derivatives_of_functions(void) {
  const double v = 0.7;
  const double t = tanh(v), s = 1 - t * t;
  struct {
    const char* name;
    double d1, d2, d3;
  } rows[] = {{"exp", exp(v), exp(v), exp(v)},
              {"sin", cos(v), -sin(v), -cos(v)},
              {"log", 1 / v, -1 / (v * v), 2 / (v * v * v)},
              {"tanh", s, -2 * t * s, -2 * s * (1 - 3 * t * t)},
              {"sqrt", 0.5 / sqrt(v), -0.25 * pow(v, -1.5), 0.375 * pow(v, -2.5)},
              {"reciprocal", -1 / (v * v), 2 / (v * v * v), -6 / (v * v * v * v)}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    vjp_tensor* x = leaf(SCALAR(v));
    vjp_tensor* d1 = grad_graph(OP(rows[i].name, T(x)), x);
    vjp_tensor* d2 = grad_graph(d1, x);
    vjp_tensor* d3 = grad(d2, x);
    ABOUT(at(d1, 0), rows[i].d1, 1e-12);
    ABOUT(at(d2, 0), rows[i].d2, 1e-12);
    ABOUT(at(d3, 0), rows[i].d3, 1e-12);
  }
}

static void hessian_vector_product_of_a_matrix_expression(void) {
  /* f = sum((A x)^2), so H v = 2 A^T A v */
  vjp_tensor* a = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  vjp_tensor* x = leaf(MAT(3, 1, 1, -1, 2));
  vjp_tensor* y = OP("matmul", T(a), T(x));
  vjp_tensor* g = grad_graph(sum(mul(y, y)), x);
  vjp_tensor* v = MAT(3, 1, 1, 0, -1);
  vjp_tensor* hv = NULL;
  OK(try_grad(g, v, x, false, true, &hv));
  EQUALS(own(hv), -20, -28, -36);
}

static void mixed_second_derivative(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* w = leaf(VEC(3, 4));
  vjp_tensor* y = sum(mul(OP("exp", T(x)), mul(w, w)));
  EQUALS(grad(sum(grad_graph(y, x)), w), 6 * exp(1), 8 * exp(2));
}

static void second_order_through_an_in_place_change(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = mul(x, x);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  OP_("mul", T(v), T(narrow(x, 0, 0, 2)));
  EQUALS(b, 1, 8, 9);
  vjp_tensor* d1 = grad_graph(sum(b), x);
  EQUALS(d1, 3, 12, 6);
  EQUALS(grad(sum(d1), x), 6, 12, 2);
}

static void gradients_of_the_cotangent(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* u = leaf(VEC(5, 7));
  vjp_tensor* y = mul(x, x);
  vjp_tensor* g = NULL;
  OK(try_grad(y, u, x, true, true, &g));
  EQUALS(own(g), 10, 28);
  EQUALS(grad(sum(g), u), 2, 4);
}

static void forward_mode(void) {
  OK(vjp_forward_mode_enter());
  vjp_tensor *dual = NULL, *tangent = NULL;
  OK(vjp_make_dual(VEC(1, 2), VEC(10, 100), &dual));
  own(dual);
  vjp_tensor* y = mul(dual, OP("exp", T(dual)));
  OK(vjp_tensor_tangent(y, &tangent));
  EQUALS(own(tangent), 10 * 2 * exp(1), 100 * 3 * exp(2));
  OK(vjp_tensor_tangent(VEC(1), &tangent));
  CHECK(tangent == NULL);
  FAILS(VJP_ERROR_SHAPE, vjp_make_dual(VEC(1, 2), VEC(1), &dual));
  FAILS(VJP_ERROR_DTYPE, vjp_make_dual(VEC(1, 2), ramp(VJP_DTYPE_INT64, 1, (int64_t[]){2}), &dual));
  OK(vjp_forward_mode_exit());
  FAILS(VJP_ERROR_STATE, vjp_forward_mode_exit());
  FAILS(VJP_ERROR_STATE, vjp_make_dual(VEC(1, 2), VEC(1, 2), &dual));
}

static void forward_mode_with_a_strided_tangent(void) {
  OK(vjp_forward_mode_enter());
  vjp_tensor *dual = NULL, *tangent = NULL;
  vjp_tensor* strided = OP("transpose", T(MAT(3, 2, 1, 4, 2, 5, 3, 6)), I(0), I(1));
  OK(vjp_make_dual(MAT(2, 3, 1, 1, 1, 1, 1, 1), strided, &dual));
  own(dual);
  OK(vjp_tensor_tangent(OP("view", T(dual), INTS(6)), &tangent));
  EQUALS(own(tangent), 1, 2, 3, 4, 5, 6);
  OK(vjp_tensor_tangent(OP("as_strided", T(dual), INTS(2, 2), INTS(3, 1)), &tangent));
  EQUALS(own(tangent), 1, 2, 4, 5);
  OK(vjp_forward_mode_exit());
}

static void forward_over_reverse(void) {
  /* the tangent of a gradient is a Hessian-vector product */
  OK(vjp_forward_mode_enter());
  vjp_tensor *dual = NULL, *tangent = NULL;
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_make_dual(x, VEC(1, -1), &dual));
  own(dual);
  vjp_tensor* y = sum(mul(mul(dual, dual), dual));
  vjp_tensor* g = grad_graph(y, dual);
  EQUALS(g, 3, 12);
  OK(vjp_tensor_tangent(g, &tangent));
  EQUALS(own(tangent), 6, -12);
  OK(vjp_forward_mode_exit());
}

int main(void) {
  RUN(third_derivative_of_a_power);
  RUN(derivatives_of_functions);
  RUN(hessian_vector_product_of_a_matrix_expression);
  RUN(mixed_second_derivative);
  RUN(second_order_through_an_in_place_change);
  RUN(gradients_of_the_cotangent);
  RUN(forward_mode);
  RUN(forward_mode_with_a_strided_tangent);
  RUN(forward_over_reverse);
  return finish();
}
