/* GCHK-9, SPARSE-8: sparse inputs of checked functions. */
#include "gradcheck.h"

static vjp_tensor* whole_numbers(vjp_tensor* t) { return OP("to", T(t), D(VJP_DTYPE_INT64)); }
static vjp_tensor* densified(vjp_tensor* t, bool masked) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_to_dense(t, masked, &out));
  return own(out);
}

/* [[0, 5, 0], [6, 0, 7]], of COO with a place that stands there twice. */
static vjp_tensor* small(vjp_layout layout) {
  vjp_tensor *coo = NULL, *out = NULL;
  OK(vjp_sparse_coo(whole_numbers(MAT(2, 4, 1, 0, 1, 1, 2, 1, 0, 2)), VEC(3, 5, 6, 4), (int64_t[]){2, 3}, 2, false,
                    &coo));
  own(coo);
  if (layout == VJP_LAYOUT_COO) return leaf(coo);
  OK(vjp_tensor_to_layout(coo, layout, -1, 1, 1, &out));
  return leaf(own(out));
}

static vjp_tensor* dense_with_masked_gradient(Function* f, vjp_tensor* const* x) {
  (void)f;
  vjp_tensor* d = densified(x[0], true);
  return mul(d, d);
}
static vjp_tensor* dense_with_whole_gradient(Function* f, vjp_tensor* const* x) {
  (void)f;
  vjp_tensor* d = densified(x[0], false);
  return OP("exp", T(times(d, 0.25)));
}
static vjp_tensor* product(Function* f, vjp_tensor* const* x) {
  (void)f;
  return OP("mm", T(x[0]), T(x[1]));
}
static vjp_tensor* square(Function* f, vjp_tensor* const* x) {
  (void)f;
  return sum(mul(x[0], x[0]));
}
static vjp_tensor* half_of_square(Function* f, vjp_tensor* const* x) { /* its derivative lacks a factor of 2 */
  (void)f;
  return sum(mul(x[0], detached(x[0])));
}
static vjp_tensor* still_sparse(Function* f, vjp_tensor* const* x) {
  (void)f;
  return times(x[0], 2);
}

static vjp_gradcheck_options masked_options(int masked) {
  vjp_gradcheck_options o = VJP_GRADCHECK_OPTIONS_INIT;
  o.masked = masked;
  return o;
}

static const vjp_layout kLayouts[] = {VJP_LAYOUT_COO, VJP_LAYOUT_CSR, VJP_LAYOUT_CSC, VJP_LAYOUT_BSR};

static void gchk_9_stored_values_or_every_element(void) {
  for (int k = 0; k < 4; ++k) {
    vjp_gradcheck_options masked = masked_options(1), as_dense = masked_options(0);
    vjp_tensor *s = small(kLayouts[k]), *factor = leaf(MAT(3, 2, 1, 2, 3, 4, 5, 6));
    for (int fast = 0; fast < 2; ++fast) {
      masked.fast = as_dense.fast = fast;
      OK(check_with(dense_with_masked_gradient, &s, 1, &masked, NULL));
      OK(check_with(product, (vjp_tensor*[]){s, factor}, 2, &masked, NULL));
      OK(check_with(dense_with_whole_gradient, &s, 1, &masked, NULL));
      OK(check_with(dense_with_whole_gradient, &s, 1, &as_dense, NULL));
    }
    /* at places without a value the gradient is not that of the function */
    vjp_gradcheck_report* report = new_report();
    FAILS(VJP_ERROR_INVALID, check_with(product, (vjp_tensor*[]){s, factor}, 2, &as_dense, report));
    CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_VALUES);
    vjp_tensor *numeric = NULL, *analytic = NULL;
    OK(vjp_gradcheck_report_numeric(report, &numeric));
    OK(vjp_gradcheck_report_analytic(report, &analytic));
    vjp_tensor_release(numeric);
    vjp_tensor_release(analytic);
    vjp_gradcheck_report_release(report);
  }
}

/* SPARSE-8: the stored values are what is perturbed: two calls a value, or two an element. */
static void sparse_8_as_many_calls_as_numbers(void) {
  for (int masked = 0; masked < 2; ++masked) {
    vjp_gradcheck_options o = masked_options(masked);
    vjp_tensor* s = small(VJP_LAYOUT_COO);
    Function f = {dense_with_whole_gradient, NULL, 0, VJP_OK, 1};
    OK(vjp_gradcheck(call_function, &f, &s, 1, &o, NULL));
    CHECK(f.calls == 1 + 2 * (masked ? 3 : 6));
  }
}

static void gchk_9_wrong_derivatives_are_found(void) {
  for (int k = 0; k < 4; ++k) {
    vjp_gradcheck_options o = masked_options(1);
    o.raise = 0;
    vjp_gradcheck_report* report = new_report();
    vjp_tensor *s = small(kLayouts[k]), *numeric = NULL;
    OK(check_with(square, &s, 1, &o, report));
    CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_NONE);
    OK(check_with(half_of_square, &s, 1, &o, report));
    CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_VALUES);
    CHECK(vjp_gradcheck_report_input(report) == 0 && vjp_gradcheck_report_column(report) == 2);
    OK(vjp_gradcheck_report_numeric(report, &numeric));
    CHECK(vjp_tensor_numel(numeric) == 3 && fabs(at(numeric, 2) - 14) < 1e-4);
    vjp_tensor_release(numeric);
    vjp_gradcheck_report_release(report);
  }
}

static void gchk_9_modes_and_second_derivatives(void) {
  vjp_gradcheck_options o = masked_options(1);
  vjp_tensor *s = small(VJP_LAYOUT_CSR), *factor = leaf(MAT(3, 2, 1, 2, 3, 4, 5, 6));
  vjp_tensor* both[] = {s, factor};
  Function f = {product, NULL, 0, VJP_OK, 1};
  OK(vjp_gradgradcheck(call_function, &f, both, 2, NULL, 0, &o, NULL));
  f.body = square;
  OK(vjp_gradgradcheck(call_function, &f, &s, 1, NULL, 0, &o, NULL));
  o.check_forward = 1;
  OK(check_with(product, both, 2, &o, NULL));
  o.masked = 0;
  FAILS(VJP_ERROR_INVALID, check_with(product, both, 2, &o, NULL));
  SAYS("forward mode");
  SAYS("masked");
  o = masked_options(0);
  FAILS(VJP_ERROR_INVALID, vjp_gradgradcheck(call_function, &f, &s, 1, NULL, 0, &o, NULL));
  SAYS("second derivatives");
  o.check_batched = 1;
  FAILS(VJP_ERROR_INVALID, check_with(square, &s, 1, &o, NULL));
  SAYS("batched gradients");
}

static void gchk_9_sparse_results_are_refused(void) {
  for (int masked = 0; masked < 2; ++masked) {
    vjp_gradcheck_options o = masked_options(masked);
    vjp_tensor* s = small(VJP_LAYOUT_COO);
    FAILS(VJP_ERROR_INVALID, check_with(still_sparse, &s, 1, &o, NULL));
    SAYS("output 0");
    SAYS("to_dense");
  }
  vjp_gradcheck_options o = masked_options(1);
  vjp_tensor* s = small(VJP_LAYOUT_COO);
  Function f = {still_sparse, NULL, 0, VJP_OK, 1};
  FAILS(VJP_ERROR_INVALID, vjp_gradgradcheck(call_function, &f, &s, 1, NULL, 0, &o, NULL));
  SAYS("to_dense");
}

int main(void) {
  RUN(gchk_9_stored_values_or_every_element);
  RUN(sparse_8_as_many_calls_as_numbers);
  RUN(gchk_9_wrong_derivatives_are_found);
  RUN(gchk_9_modes_and_second_derivatives);
  RUN(gchk_9_sparse_results_are_refused);
  return finish();
}
