/* Numbers in derivatives: what is not chosen gets 0, and there is one derivative, however it is taken. */
#include "check.h"

enum { PLAIN, RECORDED, FORWARD, WAYS };
static const char* const ways[] = {"plain", "recorded", "forward"};

/* The derivative of f at x times `incoming`, elementwise: gradients, or the tangent for such a tangent. */
static vjp_tensor* derivative(vjp_tensor* (*f)(vjp_tensor*), vjp_tensor* x, vjp_tensor* incoming, int way) {
  vjp_tensor* out = NULL;
  if (way != FORWARD) {
    vjp_tensor* in = leaf(clone(x));
    OK(try_grad(f(in), incoming, in, way == RECORDED, false, &out));
    return own(out);
  }
  vjp_tensor* dual = NULL;
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(x, incoming, &dual));
  OK(vjp_tensor_tangent(f(own(dual)), &out));
  OK(vjp_forward_mode_exit());
  return own(out);
}

static void expect(const char* name, vjp_tensor* (*f)(vjp_tensor*), vjp_tensor* x, vjp_tensor* incoming,
                   const double* want, double tolerance) {
  char text[160];
  for (int way = 0; way < WAYS; ++way) {
    vjp_tensor* got = derivative(f, x, incoming, way);
    for (int64_t i = 0; i < vjp_tensor_numel(x); ++i) {
      double have = got ? at(got, (size_t)i) : 0;
      bool good = have == want[i] || fabs(have - want[i]) <= tolerance * fabs(want[i]);
      snprintf(text, sizeof text, "%s, %s: element %d is %.17g, not %.17g", name, ways[way], (int)i, have, want[i]);
      check_report(good, __FILE__, __LINE__, "derivative", good ? "" : text);
    }
  }
}

/* ---- selection ---- */

static vjp_tensor* zeros_like(vjp_tensor* x) { return OP("zeros_like", T(x)); }
static vjp_tensor* positive(vjp_tensor* x) { return OP("gt", T(x), F(0)); }
static vjp_tensor* relu(vjp_tensor* x) { return OP("relu", T(x)); }
static vjp_tensor* relu6(vjp_tensor* x) { return OP("relu6", T(x)); }
static vjp_tensor* clamp(vjp_tensor* x) { return OP("clamp", T(x), F(0), F(10)); }
static vjp_tensor* clamp_min(vjp_tensor* x) { return OP("clamp_min", T(x), F(0)); }
static vjp_tensor* clamp_max(vjp_tensor* x) { return OP("clamp_max", T(OP("neg", T(x))), F(0)); }
static vjp_tensor* clamp_tensor(vjp_tensor* x) { return OP("clamp", T(x), T(zeros_like(x)), NONE()); }
static vjp_tensor* maximum(vjp_tensor* x) { return OP("maximum", T(x), T(zeros_like(x))); }
static vjp_tensor* maximum_other(vjp_tensor* x) { return OP("maximum", F(0), T(x)); }
static vjp_tensor* minimum(vjp_tensor* x) { return OP("minimum", T(OP("neg", T(x))), T(zeros_like(x))); }
static vjp_tensor* fmax_(vjp_tensor* x) { return OP("fmax", T(x), T(zeros_like(x))); }
static vjp_tensor* fmin_(vjp_tensor* x) { return OP("fmin", T(OP("neg", T(x))), T(zeros_like(x))); }
static vjp_tensor* where(vjp_tensor* x) { return OP("where", T(positive(x)), T(x), F(0)); }
static vjp_tensor* where_other(vjp_tensor* x) { return OP("where", T(OP("le", T(x), F(0))), F(0), T(x)); }
static vjp_tensor* masked_fill(vjp_tensor* x) { return OP("masked_fill", T(x), T(OP("le", T(x), F(0))), F(0)); }
static vjp_tensor* hardtanh(vjp_tensor* x) { return OP("hardtanh", T(x), F(0), F(9)); }
static vjp_tensor* hardsigmoid(vjp_tensor* x) { return OP("hardsigmoid", T(OP("sub", T(times(x, 6)), F(5)))); }
static vjp_tensor* hardswish(vjp_tensor* x) { return OP("hardswish", T(times(x, 4))); }
static vjp_tensor* threshold(vjp_tensor* x) { return OP("threshold", T(x), F(0), F(0)); }
static vjp_tensor* hardshrink(vjp_tensor* x) { return OP("hardshrink", T(OP("add", T(x), F(1))), F(1.5)); }
static vjp_tensor* softshrink(vjp_tensor* x) { return OP("softshrink", T(OP("add", T(x), F(1))), F(1.5)); }
static vjp_tensor* nansum(vjp_tensor* x) {
  return OP("nan_to_num", T(OP("where", T(positive(x)), T(x), F(INFINITY))), F(0), F(0), F(0));
}
static vjp_tensor* logit(vjp_tensor* x) { return OP("logit", T(OP("mul", T(x), F(0.5))), F(0.25)); }
static vjp_tensor* floor_(vjp_tensor* x) { return add(OP("floor", T(x)), where(x)); }
static vjp_tensor* sign(vjp_tensor* x) { return add(OP("sgn", T(x)), where(x)); }

/* NUM-1: elements 0 and 1 are not chosen, and an infinity and a NaN come in for them. */
static void what_is_not_chosen_gets_zero(void) {
  struct {
    const char* name;
    vjp_tensor* (*f)(vjp_tensor*);
    double chosen; /* the derivative at 1 */
  } rows[] = {{"relu", relu, 1},
              {"relu6", relu6, 1},
              {"clamp", clamp, 1},
              {"clamp_min", clamp_min, 1},
              {"clamp_max", clamp_max, -1},
              {"clamp of tensors", clamp_tensor, 1},
              {"maximum", maximum, 1},
              {"maximum, second", maximum_other, 1},
              {"minimum", minimum, -1},
              {"fmax", fmax_, 1},
              {"fmin", fmin_, -1},
              {"where", where, 1},
              {"where, second", where_other, 1},
              {"masked_fill", masked_fill, 1},
              {"hardtanh", hardtanh, 1},
              {"hardsigmoid", hardsigmoid, 1},
              {"hardswish", hardswish, 4},
              {"threshold", threshold, 1},
              {"hardshrink", hardshrink, 1},
              {"softshrink", softshrink, 1},
              {"nan_to_num", nansum, 1},
              {"logit with eps", logit, 2},
              {"floor", floor_, 1},
              {"sgn", sign, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    expect(rows[i].name, rows[i].f, VEC(-2, -0.75, 1), VEC(INFINITY, NAN, 1), (double[]){0, 0, rows[i].chosen}, 1e-14);
    arena_clear();
  }
}

/* NUM-1: the same of what chooses along a dimension, or shares among equals. */
static vjp_tensor* cases_first(vjp_tensor* x, const char* name) { return OP(name, T(x), I(1)); }
static vjp_tensor* max_dim(vjp_tensor* x) { return cases_first(x, "max.dim"); }
static vjp_tensor* median_dim(vjp_tensor* x) { return cases_first(x, "median.dim"); }
static vjp_tensor* kthvalue(vjp_tensor* x) { return OP("kthvalue", T(x), I(2), I(1)); }
static vjp_tensor* amax(vjp_tensor* x) { return OP("amax", T(x), INTS(1)); }
static vjp_tensor* amin(vjp_tensor* x) { return OP("amin", T(x), INTS(1)); }

static void rows_of_infinite_gradients_reach_the_chosen_alone(void) {
  struct {
    vjp_tensor* (*f)(vjp_tensor*);
    double want[4];
  } rows[] = {{max_dim, {0, INFINITY, 0, 1}},
              {median_dim, {INFINITY, 0, 1, 0}},
              {kthvalue, {0, INFINITY, 0, 1}},
              {amax, {0, INFINITY, 0, 1}},
              {amin, {INFINITY, 0, 1, 0}}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    for (int recorded = 0; recorded < 2; ++recorded) {
      vjp_tensor *x = leaf(MAT(2, 2, 1, 2, 3, 4)), *g = NULL;
      OK(try_grad(rows[i].f(x), VEC(INFINITY, 1), x, recorded, false, &g));
      own(g);
      for (size_t k = 0; k < 4; ++k) CHECK(at(g, k) == rows[i].want[k]);
    }
  }
}

/* NUM-1: dropped elements pass nothing on, in either direction. */
static void dropped_elements_pass_nothing_on(void) {
  int64_t shape[] = {64};
  vjp_tensor* x = leaf(OP("full", L(shape, 1), F(INFINITY), D(VJP_DTYPE_FLOAT64)));
  vjp_tensor *y = OP("dropout", T(x), F(0.5)), *g = NULL;
  OK(try_grad(y, OP("full", L(shape, 1), F(NAN), D(VJP_DTYPE_FLOAT64)), x, false, true, &g));
  int dropped = 0;
  own(g);
  for (size_t i = 0; i < 64; ++i) {
    bool zero = at(y, i) == 0;
    dropped += zero;
    CHECK(zero ? at(g, i) == 0 : isinf(at(y, i)) && isnan(at(g, i)));
  }
  CHECK(dropped > 0 && dropped < 64);
}

/* ---- one derivative ---- */

static vjp_tensor* over(vjp_tensor* x) { return OP("div", F(0.1), T(x)); }
static vjp_tensor* huge_over(vjp_tensor* x) { return OP("div", F(1e300), T(x)); }
static vjp_tensor* over_huge(vjp_tensor* x) { return OP("div", T(x), F(1e300)); }
static vjp_tensor* power(vjp_tensor* x) { return OP("pow", T(x), F(0.1)); }
static vjp_tensor* exponential(vjp_tensor* x) { return OP("pow", F(2.5), T(x)); }
static vjp_tensor* entropy(vjp_tensor* x) { return OP("xlogy", T(x), F(0.1)); }
static vjp_tensor* lerp(vjp_tensor* x) { return OP("lerp", T(x), T(zeros_like(x)), F(0.1)); }
static vjp_tensor* rsub(vjp_tensor* x) { return OP("rsub", T(x), F(1), F(1e-50)); }
static vjp_tensor* leaky(vjp_tensor* x) { return OP("leaky_relu", T(OP("neg", T(x))), F(0.1)); }

/* NUM-2 */
static void numbers_keep_double_precision(void) {
  const double x = 2;
  struct {
    const char* name;
    vjp_tensor* (*f)(vjp_tensor*);
    double want;
  } rows[] = {{"0.1 / x", over, -0.1 / (x * x)},
              {"1e300 / x", huge_over, -1e300 / (x * x)},
              {"x / 1e300", over_huge, 1e-300},
              {"x ** 0.1", power, 0.1 * pow(x, -0.9)},
              {"2.5 ** x", exponential, pow(2.5, x) * log(2.5)},
              {"xlogy(x, 0.1)", entropy, log(0.1)},
              {"lerp", lerp, 1 - 0.1},
              {"rsub", rsub, -1e-50},
              {"leaky_relu", leaky, -0.1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
    expect(rows[i].name, rows[i].f, VEC(x), VEC(1), &rows[i].want, 1e-14);
}

static vjp_tensor* integer(vjp_dtype dtype, double value) { return OP("full", INTS(1), F(value), D(dtype)); }
static vjp_tensor* true_over(vjp_tensor* x) { return OP("div", T(integer(VJP_DTYPE_BOOL, 1)), T(x)); }
static vjp_tensor* byte_over(vjp_tensor* x) { return OP("div", T(integer(VJP_DTYPE_UINT8, 200)), T(x)); }
static vjp_tensor* angle(vjp_tensor* x) { return OP("atan2", T(integer(VJP_DTYPE_INT8, 100)), T(x)); }
static vjp_tensor* scaled(vjp_tensor* x) { return OP("ldexp", T(x), T(integer(VJP_DTYPE_UINT8, 3))); }

/* NUM-3 */
static void integers_are_converted_before_anything_is_computed(void) {
  const double x = 0.5;
  expect("True / x", true_over, VEC(x), VEC(1), (double[]){-1 / (x * x)}, 1e-14);
  expect("uint8 / x", byte_over, VEC(x), VEC(1), (double[]){-200 / (x * x)}, 1e-14);
  expect("atan2(int8, x)", angle, VEC(x), VEC(1), (double[]){-100 / (x * x + 10000)}, 1e-14);
  expect("ldexp(x, uint8)", scaled, VEC(x), VEC(1), (double[]){8}, 1e-14);
}

/* NUM-2: halves are computed in float32 and rounded once, recorded or not: 300^2 is no half. */
static void halves_are_rounded_once(void) {
  for (int recorded = 0; recorded < 2; ++recorded) {
    vjp_tensor* x = leaf(OP("full", INTS(1), F(300), D(VJP_DTYPE_FLOAT16)));
    vjp_tensor *y = OP("div", F(3000), T(x)), *g = NULL;
    OK(try_grad(y, NULL, x, recorded, false, &g));
    ABOUT(at(own(g), 0), -3000.0 / 90000, 1e-3);
  }
}

/* NUM-5: tangents of norms at 0 */
static vjp_tensor* norm(vjp_tensor* x) { return OP("norm", T(x)); }
static vjp_tensor* norm3(vjp_tensor* x) { return OP("norm", T(x), F(3)); }
static vjp_tensor* deviation(vjp_tensor* x) { return OP("std", T(x)); }
static void tangents_of_norms_are_zero_at_zero(void) {
  vjp_tensor* (*all[])(vjp_tensor*) = {norm, norm3, deviation};
  for (size_t i = 0; i < 3; ++i) CHECK(at(derivative(all[i], VEC(0, 0, 0), VEC(1, 2, 3), FORWARD), 0) == 0);
}
static void second_derivatives_of_norms_are_zero_at_zero(void) {
  vjp_tensor* (*all[])(vjp_tensor*) = {norm, norm3};
  for (size_t i = 0; i < 2; ++i) {
    vjp_tensor* x = leaf(VEC(0, 0, 0));
    vjp_tensor* g = grad_graph(all[i](x), x);
    EQUALS(g, 0, 0, 0);
    EQUALS(grad(sum(mul(g, VEC(1, 2, 3))), x), 0, 0, 0);
    vjp_tensor *dual = NULL, *tangent = NULL;
    OK(vjp_forward_mode_enter());
    OK(vjp_make_dual(x, VEC(1, 2, 3), &dual));
    OK(vjp_tensor_tangent(all[i](own(dual)), &tangent));
    EQUALS(grad(own(tangent), x), 0, 0, 0);
    OK(vjp_forward_mode_exit());
  }
}

/* NUM-6: 0 ** b by b, and once more by b */
static void powers_of_zero_by_the_exponent(void) {
  vjp_tensor* b = leaf(VEC(-1, 0, 2));
  vjp_tensor* g = grad_graph(sum(OP("pow", T(zeros_like(b)), T(b))), b);
  CHECK(at(g, 0) == -INFINITY && at(g, 1) == 0 && at(g, 2) == 0);
  vjp_tensor* h = grad(sum(g), b);
  CHECK(at(h, 1) == 0 && at(h, 2) == 0);
}

/* The C functions in which every operand is a number. */
static void numbers_for_all_operands(void) {
  const vjp_scalar zero = vjp_scalar_float(0), one = vjp_scalar_float(1);
  vjp_tensor *x = leaf(VEC(-1, 0.5, 2)), *y = NULL, *mask = OP("gt", T(x), F(0));
  OK(vjp_clamp_scalars(x, zero, one, &y));
  EQUALS(own(y), 0, 0.5, 1);
  EQUALS(grad(sum(y), x), 0, 1, 0);
  vjp_tensor *written = OP("clone", T(x)), *out = VEC(7, 7, 7);
  OK(vjp_clamp_scalars_(written, zero, vjp_scalar_float(1.5)));
  EQUALS(written, 0, 0.5, 1.5);
  bool mode;
  OK(vjp_grad_mode_set(false, &mode));
  OK(TRY_OUT("clamp", T(x), F(0), F(1), T(out)));
  EQUALS(out, 0, 0.5, 1);
  OK(vjp_where_scalars(mask, one, vjp_scalar_float(-1), &y));
  EQUALS(own(y), -1, 1, 1);
  OK(TRY_OUT("where", T(mask), F(0), F(1), T(out)));
  EQUALS(out, 1, 0, 0);
  OK(vjp_grad_mode_set(mode, NULL));
}

int main(void) {
  RUN(what_is_not_chosen_gets_zero);
  RUN(rows_of_infinite_gradients_reach_the_chosen_alone);
  RUN(dropped_elements_pass_nothing_on);
  RUN(numbers_keep_double_precision);
  RUN(integers_are_converted_before_anything_is_computed);
  RUN(halves_are_rounded_once);
  RUN(tangents_of_norms_are_zero_at_zero);
  RUN(second_derivatives_of_norms_are_zero_at_zero);
  RUN(powers_of_zero_by_the_exponent);
  RUN(numbers_for_all_operands);
  return finish();
}
