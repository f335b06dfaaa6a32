/* Checking derivatives in the modes one asks for: batched, forward, fast, second derivatives. */
#include "gradcheck.h"

/* GCHK-6: batched grad calls agree with looped ones. */
static void batched_gradients(void) {
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.check_batched = 1;
  vjp_tensor* inputs[] = {leaf(MAT(2, 2, 0.1, -0.5, 2, 1)), leaf(VEC(3, -1))};
  OK(check_with(sine_product, inputs, 2, &options, NULL));
  OK(check_custom(RIGHT, &options, NULL));
  vjp_gradcheck_report* report = new_report();
  /* ten calls serve the other checks and the loop; those of the batch come out wrong */
  OK(check_custom(LATE, NULL, report));
  FAILS(VJP_ERROR_INVALID, check_custom(LATE, &options, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_BATCHED);
  CHECK(vjp_gradcheck_report_output(report) == 0 && vjp_gradcheck_report_input(report) == 0);
  Function f = {sine_product, exponential, 0, VJP_OK, 1};
  OK(vjp_gradgradcheck(call_function, &f, inputs, 2, NULL, 0, &options, NULL));
  vjp_gradcheck_report_release(report);
}

/* Two results of one node; its backward wants both gradients. */
static vjp_status needs_both(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                             vjp_tensor** out, size_t num_inputs) {
  (void)context;
  (void)node;
  (void)num_grads;
  (void)num_inputs;
  if (!grads[0] && !grads[1]) return VJP_OK;
  if (!grads[0] || !grads[1]) return vjp_error_raise(VJP_ERROR_CANCELLED, "one is missing", NULL, NULL);
  return call_op("add", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[0]), T(grads[1])), 0, out);
}
static vjp_status two_copies(void* context, vjp_tensor* const* inputs, size_t num_inputs, vjp_tensor_list* results) {
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = needs_both;
  function.materialize_grads = *(int32_t*)context;
  (void)num_inputs;
  return record_two_copies(&function, inputs, results);
}

/* GCHK-6: each output's gradient alone may be undefined. */
static void each_gradient_alone_is_undefined(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  int32_t materialize = 1;
  OK(vjp_gradcheck(two_copies, &materialize, &x, 1, NULL, NULL));
  materialize = 0;
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  FAILS(VJP_ERROR_CANCELLED,
        vjp_gradcheck(two_copies, &materialize, &x, 1, &options, NULL)); /* in the values already */
}

/* GCHK-7: forward mode alone; GCHK-11: the failure of backward comes before its own. */
static void forward_mode(void) {
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.check_forward = 1;
  vjp_tensor* inputs[] = {leaf(MAT(2, 2, 0.1, -0.5, 2, 1)), leaf(VEC(3, -1))};
  OK(check_with(sine_product, inputs, 2, &options, NULL));
  options.check_backward = 0;
  OK(check_with(sine_product, inputs, 2, &options, NULL));
  vjp_gradcheck_report* report = new_report();
  vjp_tensor* x = leaf(VEC(1, 2));
  FAILS(VJP_ERROR_INVALID, check_with(half_detached, &x, 1, &options, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_FORWARD_VALUES);
  options.check_backward = 1;
  FAILS(VJP_ERROR_INVALID, check_with(half_detached, &x, 1, &options, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_VALUES);
  options.check_forward = 0;
  FAILS(VJP_ERROR_INVALID, check_with(half_detached, &x, 1, &options, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_VALUES);
  vjp_gradcheck_report_release(report);
}

/* Uses the tangent of its first input only where the second has one. */
static vjp_tensor* needs_all_tangents(Function* f, vjp_tensor* const* x) {
  (void)f;
  vjp_tensor* tangent = NULL;
  vjp_status status = vjp_tensor_tangent(x[1], &tangent);
  bool missing = status == VJP_OK && !own(tangent);
  vjp_tensor* plain = NULL;
  if (!missing || vjp_forward_mode_level() == 0) return mul(x[0], x[1]); /* 0: an ordinary call */
  OK(vjp_tensor_detach(x[0], &plain));
  return mul(own(plain), x[1]);
}

/* GCHK-7: an input without tangent counts as one with a tangent of zeros. */
static void missing_tangents(void) {
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.check_forward = 1;
  options.check_backward = 0;
  vjp_gradcheck_report* report = new_report();
  vjp_tensor* inputs[] = {leaf(VEC(1, 2)), leaf(VEC(3, 4))};
  FAILS(VJP_ERROR_INVALID, check_with(needs_all_tangents, inputs, 2, &options, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_FORWARD_MISSING);
  CHECK(vjp_gradcheck_report_input(report) == 0);
  options.check_undefined = 0;
  OK(check_with(needs_all_tangents, inputs, 2, &options, report));
  vjp_gradcheck_report_release(report);
}

/* Loses a part of its tangent where that is batched. */
static vjp_tensor* loses_batched_tangents(Function* f, vjp_tensor* const* x) {
  vjp_tensor* tangent = NULL;
  vjp_status status = vjp_forward_mode_level() > 0 ? vjp_tensor_tangent(x[1], &tangent) : VJP_OK;
  bool batched = status == VJP_OK && own(tangent) && vjp_tensor_is_batched(tangent);
  f->factor += batched;
  return mul(x[0], batched ? mul(detached(x[1]), x[1]) : mul(x[1], x[1]));
}

/* GCHK-7: batched tangents agree with looped ones; the second result does not depend on the second input. */
static void batched_tangents(void) {
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.check_forward = 1;
  vjp_gradcheck_report* report = new_report();
  vjp_tensor* inputs[] = {leaf(MAT(2, 2, 0.1, -0.5, 2, 1)), leaf(VEC(3, -1))};
  Function f = {loses_batched_tangents, exponential, 0, VJP_OK, 0};
  OK(vjp_gradcheck(call_function, &f, inputs, 2, &options, report));
  CHECK(f.factor == 0);
  int calls = f.calls;
  options.check_batched_forward = 1;
  for (int i = 0; i < 2; ++i) {
    options.check_backward = i;
    f.calls = 0;
    FAILS(VJP_ERROR_INVALID, vjp_gradcheck(call_function, &f, inputs, 2, &options, report));
    SAYS("the tangent of output 0 along input 1 in a batch");
    CHECK(f.calls == calls + 6); /* for each input two tangents alone, and both at once */
    CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_FORWARD_BATCHED);
    CHECK(vjp_gradcheck_report_output(report) == 0 && vjp_gradcheck_report_input(report) == 1);
    CHECK(vjp_gradcheck_report_difference(report) > 1e-3);
  }
  Function right = {sine_product, exponential, 0, VJP_OK, 1};
  int64_t loops = vjp_vmap_loops();
  OK(vjp_gradcheck(call_function, &right, inputs, 2, &options, report));
  OK(vjp_gradgradcheck(call_function, &right, inputs, 2, NULL, 0, &options, report)); /* forward over reverse */
  vjp_tensor* z = NULL;
  const double values[] = {0.5, -2, 1, 0.25};
  OK(vjp_tensor_from_data(values, (int64_t[]){2}, 1, VJP_DTYPE_COMPLEX128, &z));
  leaf(own(z));
  Function square = {exponential, square_sum, 0, VJP_OK, 1};
  OK(vjp_gradcheck(call_function, &square, &z, 1, &options, report));
  CHECK(vjp_vmap_loops() == loops);
  vjp_gradcheck_report_release(report);
}

/* GCHK-1: what is checked of batches belongs to a mode, which has to be on. */
static void batches_of_a_mode_that_is_off(void) {
  vjp_gradcheck_report* report = new_report();
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.check_batched_forward = 1;
  FAILS(VJP_ERROR_INVALID, check_with(exponential, &x, 1, &options, report));
  SAYS("gradcheck: batched tangents are to be checked, but forward mode is off");
  options.check_forward = options.check_batched = 1;
  options.check_backward = options.raise = 0;
  FAILS(VJP_ERROR_INVALID, check_with(exponential, &x, 1, &options, report));
  SAYS("gradcheck: batched gradients are to be checked, but backward mode is off");
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_NONE);
  options.check_batched_forward = 2;
  FAILS(VJP_ERROR_INVALID, check_with(exponential, &x, 1, &options, report));
  SAYS("check_batched_forward is 2");
  vjp_gradcheck_report_release(report);
}

/* GCHK-8: the fast check finds what the full one finds, and names the element. */
static void fast_mode(void) {
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.fast = 1;
  vjp_gradcheck_report* report = new_report();
  FAILS(VJP_ERROR_INVALID, check_custom(WRONG_ONE, &options, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_VALUES);
  CHECK(vjp_gradcheck_report_row(report) == 1 && vjp_gradcheck_report_column(report) == 1);
  vjp_gradcheck_report_release(report);
}

/* An output of many elements, each off by `factor` in its derivative; in the fast check the deviations add up. */
static vjp_status off_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                               vjp_tensor** out, size_t num_inputs) {
  (void)node;
  (void)num_grads;
  (void)num_inputs;
  if (!grads[0]) return VJP_OK;
  vjp_tensor* total = NULL;
  vjp_status status = call_op("sum", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[0])), 0, &total);
  if (status != VJP_OK) return status;
  status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(total), F(*(double*)context)), 0, &out[0]);
  vjp_tensor_release(total);
  vjp_tensor* whole = NULL;
  if (status == VJP_OK) status = call_op("expand", VJP_VARIANT_FUNCTIONAL, ARGS(T(out[0]), INTS(10)), 0, &whole);
  vjp_tensor_release(out[0]);
  out[0] = whole;
  return status;
}
static vjp_status zeros_of(void* context, vjp_tensor* const* inputs, size_t num_inputs, vjp_tensor_list* results) {
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = off_backward;
  function.context = context;
  vjp_tensor* zeros = NULL;
  (void)num_inputs;
  vjp_status status = call_op("zeros_like", VJP_VARIANT_FUNCTIONAL, ARGS(T(inputs[0])), 0, &zeros);
  if (status == VJP_OK) status = vjp_function_record(&function, inputs, 1, &zeros, 1, NULL, 0);
  if (status == VJP_OK) status = vjp_tensor_list_append(results, zeros);
  vjp_tensor_release(zeros);
  return status;
}

/* GCHK-8: atol is multiplied by the sums of u and of v. Each of 100 entries is off by 0.9 atol: no failure. */
static void fast_mode_adds_up_the_tolerance(void) {
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  double off = 0.9e-5;
  vjp_tensor* x = leaf(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){10}));
  OK(vjp_gradcheck(zeros_of, &off, &x, 1, &options, NULL));
  options.fast = 1;
  OK(vjp_gradcheck(zeros_of, &off, &x, 1, &options, NULL));
  off = 1.1e-5;
  FAILS(VJP_ERROR_INVALID, vjp_gradcheck(zeros_of, &off, &x, 1, &options, NULL));
}

/* The derivative of x^3 is right; the fast numeric one is the worse the larger the step along v. */
static vjp_tensor* rough(Function* f, vjp_tensor* const* x) {
  /* from call 2 on, and so in the full check but its own first call, exact; the very first evaluations are off */
  double off = f->calls >= 2 && f->calls <= 3 ? f->factor : 0;
  return OP("add", T(times(x[0], 2)), F(f->calls == 2 ? off : 0));
}

/* GCHK-8: a fast check that fails where the full one passes says so. */
static void fast_failure_that_the_full_check_does_not_share(void) {
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.fast = 1;
  vjp_gradcheck_report* report = new_report();
  vjp_tensor* x = leaf(VEC(1, 2));
  Function f = {rough, NULL, 0, VJP_OK, 1e-3};
  FAILS(VJP_ERROR_INVALID, vjp_gradcheck(call_function, &f, &x, 1, &options, report));
  SAYS("element by element the derivatives agree");
  CHECK(strstr(vjp_gradcheck_report_text(report), "fast"));
  vjp_gradcheck_report_release(report);
}

/* GCHK-12: second derivatives, by both ways; the report calls inputs and gradients by name. */
static void second_derivatives(void) {
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  vjp_tensor* inputs[] = {leaf(MAT(2, 2, 0.1, -0.5, 2, 1)), leaf(VEC(3, -1))};
  for (int i = 0; i < 4; ++i) {
    options.check_forward = i & 1;
    options.fast = i >> 1;
    options.non_contiguous = i & 1;
    Function f = {sine_product, exponential, 0, VJP_OK, 1};
    OK(vjp_gradgradcheck(call_function, &f, inputs, 2, NULL, 0, &options, NULL));
  }
  options.check_backward = 0;
  Function f = {sine_product, NULL, 0, VJP_OK, 1};
  OK(vjp_gradgradcheck(call_function, &f, inputs, 2, NULL, 0, &options, NULL));
  vjp_tensor* given = leaf(MAT(2, 2, 1, 2, 3, 4));
  OK(vjp_gradgradcheck(call_function, &f, inputs, 2, &given, 1, NULL, NULL));
  FAILS(VJP_ERROR_INVALID,
        vjp_gradgradcheck(call_function, &f, inputs, 2, (vjp_tensor*[]){given, given}, 2, NULL, NULL));
  SAYS("2 gradients");
  vjp_tensor* plain = VEC(1, 2);
  FAILS(VJP_ERROR_INVALID, vjp_gradgradcheck(call_function, &f, &plain, 1, NULL, 0, NULL, NULL));
}

/* y = x^2 whose backward 2 x g is right, but takes x as a constant: the second derivative is missing. */
static vjp_status square_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                  vjp_tensor** out, size_t num_inputs) {
  (void)context;
  (void)num_grads;
  (void)num_inputs;
  vjp_tensor *x = NULL, *plain = NULL, *twice = NULL;
  vjp_status status = vjp_function_saved(node, 0, &x);
  if (status == VJP_OK) status = vjp_tensor_detach(x, &plain);
  if (status == VJP_OK) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(plain), F(2)), 0, &twice);
  if (status == VJP_OK) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(twice), T(grads[0])), 0, &out[0]);
  vjp_tensor_release(x);
  vjp_tensor_release(plain);
  vjp_tensor_release(twice);
  return status;
}
static vjp_tensor* square_of_a_constant(Function* f, vjp_tensor* const* x) {
  (void)f;
  bool mode;
  OK(vjp_grad_mode_set(false, &mode));
  vjp_tensor* y = mul(x[0], x[0]);
  OK(vjp_grad_mode_set(mode, NULL));
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = square_backward;
  OK(vjp_function_record(&function, x, 1, &y, 1, x, 1));
  return y;
}

/* GCHK-12: a first derivative that is right with a second one that is not. */
static void wrong_second_derivatives(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(check_with(square_of_a_constant, &x, 1, NULL, NULL));
  Function f = {square_of_a_constant, NULL, 0, VJP_OK, 1};
  vjp_gradcheck_report* report = new_report();
  FAILS(VJP_ERROR_INVALID, vjp_gradgradcheck(call_function, &f, &x, 1, NULL, 0, NULL, report));
  SAYS("the gradient of input 0 by input 0");
  CHECK(vjp_gradcheck_report_output(report) == 0 && vjp_gradcheck_report_input(report) == 0);
  vjp_gradcheck_report_release(report);
}

int main(void) {
  RUN(batched_gradients);
  RUN(each_gradient_alone_is_undefined);
  RUN(forward_mode);
  RUN(missing_tangents);
  RUN(batched_tangents);
  RUN(batches_of_a_mode_that_is_off);
  RUN(fast_mode);
  RUN(fast_mode_adds_up_the_tolerance);
  RUN(fast_failure_that_the_full_check_does_not_share);
  RUN(second_derivatives);
  RUN(wrong_second_derivatives);
  return finish();
}
