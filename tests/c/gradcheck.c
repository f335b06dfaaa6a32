/* Checking derivatives numerically: what passes, what is found and reported, and how often the function is called. */
#include "gradcheck.h"

/* GCHK-1, GCHK-4: with the defaults right derivatives pass, and so they do in every mode. */
static void right_derivatives_pass(void) {
  vjp_tensor* inputs[] = {leaf(MAT(2, 2, 0.1, -0.5, 2, 1)), leaf(VEC(3, -1))};
  OK(check_with(sine_product, inputs, 2, NULL, NULL));
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  CHECK(options.eps == 1e-6 && options.atol == 1e-5 && options.rtol == 1e-3 && options.nondet_tol == 0);
  CHECK(options.raise == 1 && options.check_undefined == 1 && options.check_dtypes == 0 && options.check_batched == 0);
  CHECK(options.check_batched == 0 && options.check_forward == 0 && options.check_backward == 1);
  CHECK(options.fast == 0 && options.non_contiguous == 0);
  options.check_forward = options.check_dtypes = 1;
  OK(check_with(sine_product, inputs, 2, &options, NULL));
  options.fast = 1;
  OK(check_with(sine_product, inputs, 2, &options, NULL));
  OK(check_with(first_input, inputs, 2, &options, NULL)); /* a result that is an input */
}

/* GCHK-4: a failure names output and input, both matrices and the largest difference. */
static void wrong_values_are_reported(void) {
  vjp_gradcheck_report* report = new_report();
  FAILS(VJP_ERROR_INVALID, check_custom(WRONG_ONE, NULL, report));
  SAYS("output 0");
  SAYS("input 0");
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_VALUES);
  CHECK(vjp_gradcheck_report_output(report) == 0 && vjp_gradcheck_report_input(report) == 0);
  CHECK(vjp_gradcheck_report_row(report) == 1 && vjp_gradcheck_report_column(report) == 1);
  CHECK(fabs(vjp_gradcheck_report_difference(report) - 1) < 1e-6);
  vjp_tensor *analytic = NULL, *numeric = NULL;
  OK(vjp_gradcheck_report_analytic(report, &analytic));
  OK(vjp_gradcheck_report_numeric(report, &numeric));
  EQUALS(own(analytic), 2, 0, 0, 0, 3, 0, 0, 0, 2);
  EQUALS(own(numeric), 2, 0, 0, 0, 2, 0, 0, 0, 2);
  const char* text = vjp_gradcheck_report_text(report);
  CHECK(strstr(text, "analytic") && strstr(text, "numeric") && strstr(text, "*3") && strstr(text, "[1]"));
  /* the same report, used for a check that passes, is empty */
  OK(check_custom(RIGHT, NULL, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_NONE);
  CHECK(vjp_gradcheck_report_text(report)[0] == '\0' && vjp_gradcheck_report_row(report) == -1);
  vjp_gradcheck_report_release(report);
}

/* GCHK-4: the tolerance is |a - n| <= atol + rtol |n|. */
static void tolerances(void) {
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.rtol = 0.51; /* the wrong entry is 3 in place of 2 */
  OK(check_custom(WRONG_ONE, &options, NULL));
  options.rtol = 0.49;
  FAILS(VJP_ERROR_INVALID, check_custom(WRONG_ONE, &options, NULL));
  options.atol = 0.03;
  OK(check_custom(WRONG_ONE, &options, NULL));
}

/* GCHK-2: misuse. */
static void misuse(void) {
  vjp_gradcheck_report* report = new_report();
  vjp_tensor* plain = VEC(1, 2);
  FAILS(VJP_ERROR_INVALID, check_with(exponential, &plain, 1, NULL, report));
  SAYS("requires grad");
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_NONE);
  vjp_tensor* expanded = OP("expand", T(leaf(VEC(1))), INTS(3));
  FAILS(VJP_ERROR_INVALID, check_with(exponential, &expanded, 1, NULL, report));
  SAYS("input 0");
  /* raise 0 changes nothing about it (GCHK-10) */
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.raise = 0;
  FAILS(VJP_ERROR_INVALID, check_with(exponential, &expanded, 1, &options, report));
  FAILS(VJP_ERROR_INVALID, check_with(exponential, &plain, 1, &options, report));
  options.check_backward = 0;
  FAILS(VJP_ERROR_INVALID, check_with(exponential, (vjp_tensor*[]){leaf(VEC(1))}, 1, &options, report));
  vjp_gradcheck_report_release(report);
}

static int warnings;
static char last_warning[512];
static void count_warning(void* context, const char* message) {
  (void)context;
  ++warnings;
  snprintf(last_warning, sizeof last_warning, "%s", message);
}

/* GCHK-2: one warning for inputs that are not of double precision; other inputs are passed on. */
static void single_precision_is_warned_of(void) {
  OK(vjp_set_warning_handler(count_warning, NULL, NULL));
  vjp_tensor* inputs[] = {leaf(ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2})),
                          leaf(ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2}))};
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.eps = 1e-2;
  options.rtol = options.atol = 1e-2;
  warnings = 0;
  OK(check_with(sine_product, inputs, 2, &options, NULL));
  CHECK(warnings == 1 && strstr(last_warning, "float32"));
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
}

static vjp_tensor* undefined_and_integer(Function* f, vjp_tensor* const* x) {
  f->factor = x[1] == NULL && vjp_tensor_dtype(x[2]) == VJP_DTYPE_INT64 && !vjp_tensor_requires_grad(x[3]);
  return OP("index_select", T(mul(x[0], x[3])), I(0), T(x[2]));
}

/* GCHK-2: undefined inputs, and those that do not require grad, reach the function as they are. */
static void other_inputs_are_passed_on(void) {
  vjp_tensor* index = NULL;
  OK(vjp_tensor_from_data((int64_t[]){1, 1, 0}, (int64_t[]){3}, 1, VJP_DTYPE_INT64, &index));
  vjp_tensor* inputs[] = {leaf(VEC(1, 2)), NULL, own(index), VEC(3, 4)};
  Function f = {undefined_and_integer, NULL, 0, VJP_OK, 0};
  OK(vjp_gradcheck(call_function, &f, inputs, 4, NULL, NULL));
  CHECK(f.factor == 1);
  EQUALS(inputs[0], 1, 2);
  CHECK(version_of(inputs[0]) == 0 && grad_of(inputs[0]) == NULL);
}

static vjp_tensor* strided_like_the_input(Function* f, vjp_tensor* const* x) {
  f->factor = f->factor == 1 && vjp_tensor_strides(x[0])[0] == 1 && vjp_tensor_strides(x[0])[1] == 4;
  return mul(x[0], x[0]);
}

/* GCHK-3: the private copies have the layout of the inputs, and the inputs' values stay. */
static void copies_keep_the_layout(void) {
  vjp_tensor* base = MAT(2, 4, 1, 2, 3, 4, 5, 6, 7, 8);
  vjp_tensor* x = leaf(OP("transpose", T(narrow(base, 1, 1, 2)), I(0), I(1)));
  Function f = {strided_like_the_input, NULL, 0, VJP_OK, 1};
  OK(vjp_gradcheck(call_function, &f, &x, 1, NULL, NULL));
  CHECK(f.factor == 1);
  EQUALS(base, 1, 2, 3, 4, 5, 6, 7, 8);
}

static vjp_tensor* shrinks(Function* f, vjp_tensor* const* x) {
  return f->calls == 1 ? times(x[0], 2) : narrow(times(x[0], 2), 0, 0, 1);
}
static vjp_tensor* narrows_its_dtype(Function* f, vjp_tensor* const* x) {
  return f->calls == 1 ? times(x[0], 2) : OP("to", T(times(x[0], 2)), D(VJP_DTYPE_FLOAT32));
}

/* GCHK-3: outputs that change shape or dtype are an error, whatever raise says (GCHK-10). */
static void outputs_must_keep_their_form(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.raise = 0;
  FAILS(VJP_ERROR_SHAPE, check_with(shrinks, &x, 1, &options, NULL));
  FAILS(VJP_ERROR_DTYPE, check_with(narrows_its_dtype, &x, 1, &options, NULL));
}

/* GCHK-10: what the function fails with comes out, not false. */
static void errors_of_the_function_are_errors(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.raise = 0;
  Function f = {exponential, NULL, 0, VJP_ERROR_IO, 1};
  FAILS(VJP_ERROR_IO, vjp_gradcheck(call_function, &f, &x, 1, &options, NULL));
  SAYS("the second call");
}

/* GCHK-10: without raise a wrong derivative is a success with a report. */
static void without_raise_the_report_tells(void) {
  vjp_gradcheck_report* report = new_report();
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.raise = 0;
  OK(check_custom(WRONG_ONE, &options, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_VALUES);
  vjp_gradcheck_report_release(report);
}

static vjp_tensor* complex_leaf(void) {
  double values[] = {0.5, -1, 2, 0.25};
  vjp_tensor* z = NULL;
  OK(vjp_tensor_from_data(values, (int64_t[]){2}, 1, VJP_DTYPE_COMPLEX128, &z));
  return leaf(own(z));
}
static vjp_tensor* not_holomorphic(Function* f, vjp_tensor* const* z) {
  (void)f;
  return mul(mul(z[0], z[0]), OP("conj", T(z[0])));
}
static vjp_tensor* modulus(Function* f, vjp_tensor* const* z) {
  (void)f;
  return OP("abs", T(z[0]));
}
static vjp_tensor* real_times_i(Function* f, vjp_tensor* const* x) {
  (void)f;
  return OP("complex", T(x[0]), T(mul(x[0], x[0])));
}
static vjp_tensor* forgets_to_conjugate(Function* f, vjp_tensor* const* z) {
  (void)f;
  vjp_tensor* plain = NULL; /* z * z with half of its history */
  OK(vjp_tensor_detach(z[0], &plain));
  return mul(own(plain), z[0]);
}

/* GCHK-3, GCHK-4: complex inputs along both axes, complex outputs as two real ones; by columns and rows alike. */
static void complex_numbers(void) {
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  vjp_tensor *z = complex_leaf(), *x = leaf(VEC(1, -2));
  for (int fast = 0; fast < 2; ++fast) {
    options.fast = fast;
    options.check_forward = 1;
    OK(check_with(not_holomorphic, &z, 1, &options, NULL));
    OK(check_with(modulus, &z, 1, &options, NULL));
    OK(check_with(real_times_i, &x, 1, &options, NULL));
    options.check_forward = 0;
    FAILS(VJP_ERROR_INVALID, check_with(forgets_to_conjugate, &z, 1, &options, NULL));
    SAYS("part of output 0");
  }
  vjp_gradcheck_report* report = new_report();
  options.fast = 0;
  FAILS(VJP_ERROR_INVALID, check_with(forgets_to_conjugate, &z, 1, &options, report));
  vjp_tensor* numeric = NULL;
  OK(vjp_gradcheck_report_numeric(report, &numeric));
  /* z = a + bi: Re z^2 = a^2 - b^2, so the column of z_0 = 0.5 - i has 2a - 2bi = 1 + 2i */
  CHECK(vjp_tensor_dtype(own(numeric)) == VJP_DTYPE_COMPLEX128);
  double entries[8];
  OK(vjp_tensor_copy_to(numeric, entries, sizeof entries, VJP_DTYPE_COMPLEX128));
  if (strstr(vjp_gradcheck_report_text(report), "the real part")) {
    CHECK(fabs(entries[0] - 1) < 1e-6 && fabs(entries[1] - 2) < 1e-6);
  } else { /* Im z^2 = 2ab: 2b + 2ai */
    CHECK(fabs(entries[0] + 2) < 1e-6 && fabs(entries[1] - 1) < 1e-6);
  }
  vjp_gradcheck_report_release(report);
}

/* GCHK-4: integer outputs are skipped, whatever their place. */
static void integer_outputs_are_skipped(void) {
  vjp_tensor* x = leaf(VEC(1, 3, 2));
  Function f = {largest_index, exponential, 0, VJP_OK, 1};
  OK(vjp_gradcheck(call_function, &f, &x, 1, NULL, NULL));
  Function g = {largest_index, half_detached, 0, VJP_OK, 1};
  vjp_gradcheck_report* report = new_report();
  FAILS(VJP_ERROR_INVALID, vjp_gradcheck(call_function, &g, &x, 1, NULL, report));
  CHECK(vjp_gradcheck_report_output(report) == 1);
  vjp_gradcheck_report_release(report);
}

/* GCHK-5: outputs that are not differentiable must not depend on the inputs. */
static void nothing_differentiable(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  vjp_gradcheck_report* report = new_report();
  for (int fast = 0; fast < 2; ++fast) {
    options.fast = fast;
    OK(check_with(constant, &x, 1, &options, NULL));
    OK(check_with(largest_index, &x, 1, &options, NULL));
    FAILS(VJP_ERROR_INVALID, check_with(all_detached, &x, 1, &options, report));
    CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_NOT_DIFFERENTIABLE);
    CHECK(vjp_gradcheck_report_output(report) == 0 && vjp_gradcheck_report_input(report) == 0);
  }
  vjp_gradcheck_report_release(report);
}

/* GCHK-6: the same twice, zero for zero, undefined for undefined. */
static void further_checks(void) {
  vjp_gradcheck_report* report = new_report();
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  OK(check_custom(RIGHT, NULL, report));
  FAILS(VJP_ERROR_INVALID, check_custom(CHANGES, &options, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_REPEATED);
  options.nondet_tol = 1e-5;
  OK(check_custom(CHANGES, &options, report));
  FAILS(VJP_ERROR_INVALID, check_custom(NOT_LINEAR, NULL, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_ZERO);
  CHECK(vjp_gradcheck_report_input(report) == 0);
  FAILS(VJP_ERROR_INVALID, check_custom(FAILS_WITHOUT, NULL, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_UNDEFINED);
  SAYS("no gradient");
  FAILS(VJP_ERROR_INVALID, check_custom(CONSTANT_WITHOUT, NULL, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_UNDEFINED);
  options.check_undefined = 0;
  OK(check_custom(FAILS_WITHOUT, &options, report));
  OK(check_custom(CONSTANT_WITHOUT, &options, report));
  vjp_gradcheck_report_release(report);
}

/* GCHK-13: 2 n calls for the numeric part, and one for the rest; twice as many for complex numbers. */
static void number_of_calls(void) {
  vjp_tensor* inputs[] = {leaf(MAT(2, 2, 0.1, -0.5, 2, 1)), leaf(VEC(3, -1))};
  Function f = {sine_product, NULL, 0, VJP_OK, 1};
  OK(vjp_gradcheck(call_function, &f, inputs, 2, NULL, NULL));
  CHECK(f.calls == 2 * 6 + 1);
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.fast = 1;
  f.calls = 0;
  OK(vjp_gradcheck(call_function, &f, inputs, 2, &options, NULL));
  CHECK(f.calls == 2 * 2 + 1);
  vjp_tensor* z = complex_leaf();
  Function g = {modulus, NULL, 0, VJP_OK, 1};
  OK(vjp_gradcheck(call_function, &g, &z, 1, NULL, NULL));
  CHECK(g.calls == 4 * 2 + 1);
}

/* The caller's grad mode has no influence, and comes back. */
static void grad_mode_of_the_caller(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  bool mode;
  OK(vjp_grad_mode_set(false, &mode));
  OK(check_with(exponential, &x, 1, NULL, NULL));
  FAILS(VJP_ERROR_INVALID, check_with(half_detached, &x, 1, NULL, NULL));
  CHECK(!vjp_grad_mode());
  OK(vjp_grad_mode_set(mode, NULL));
}

static vjp_tensor* counted(Function* f, vjp_tensor* const* x) { return OP("mul", T(x[0]), T(SCALAR(f->calls))); }

/* A function that depends on more than its inputs differs from one whose derivative is wrong, in the report too. */
static void unsteady_functions_are_called_so(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_gradcheck_report* report = new_report();
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  for (int fast = 0; fast < 2; ++fast) {
    options.fast = fast;
    FAILS(VJP_ERROR_INVALID, check_with(counted, &x, 1, &options, report));
    SAYS("the same for the same inputs");
    CHECK(strstr(vjp_gradcheck_report_text(report), "the same for the same inputs (output 0 changed by ") != NULL);
  }
  FAILS(VJP_ERROR_INVALID, check_with(half_detached, &x, 1, NULL, report));
  CHECK(strstr(vjp_last_error(), "the same inputs") == NULL);
  vjp_gradcheck_report_release(report);
}

static void empty_and_scalar(void) {
  vjp_tensor *none = NULL, *scalar = leaf(SCALAR(2));
  OK(vjp_tensor_empty((int64_t[]){0, 3}, 2, VJP_DTYPE_FLOAT64, &none));
  leaf(own(none));
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  for (int fast = 0; fast < 2; ++fast) {
    options.fast = fast;
    OK(check_with(exponential, &none, 1, &options, NULL));
    OK(check_with(square_sum, &none, 1, &options, NULL));
    OK(check_with(exponential, &scalar, 1, &options, NULL));
  }
}

int main(void) {
  RUN(right_derivatives_pass);
  RUN(wrong_values_are_reported);
  RUN(tolerances);
  RUN(misuse);
  RUN(single_precision_is_warned_of);
  RUN(other_inputs_are_passed_on);
  RUN(copies_keep_the_layout);
  RUN(outputs_must_keep_their_form);
  RUN(errors_of_the_function_are_errors);
  RUN(without_raise_the_report_tells);
  RUN(complex_numbers);
  RUN(integer_outputs_are_skipped);
  RUN(nothing_differentiable);
  RUN(further_checks);
  RUN(number_of_calls);
  RUN(grad_mode_of_the_caller);
  RUN(unsteady_functions_are_called_so);
  RUN(empty_and_scalar);
  return finish();
}
