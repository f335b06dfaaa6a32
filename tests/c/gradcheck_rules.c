/* Chapter 22 by its text: what the checked function and its backward are given, in which order checks are made. */
#include "gradcheck.h"

/* ---- what the function is given ---- */

enum { most_calls = 16 };
static double seen[most_calls][3];
static int64_t data_seen[most_calls];

static vjp_tensor* watched_square(Function* f, vjp_tensor* const* x) {
  if (f->calls <= most_calls) {
    for (size_t i = 0; i < 3; ++i) seen[f->calls - 1][i] = at(x[0], i);
    data_seen[f->calls - 1] = (int64_t)(intptr_t)vjp_tensor_data(x[0]);
  }
  return mul(x[0], x[0]);
}

/* GCHK-3: each call sees one element moved by eps, up and down, and the others where they were */
static void one_element_is_moved_at_a_time(void) {
  static const double at_rest[3] = {0.5, -1, 2};
  vjp_tensor* x = leaf(VEC(0.5, -1, 2));
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.eps = 1e-3;
  Function f = {watched_square, NULL, 0, VJP_OK, 0};
  OK(vjp_gradcheck(call_function, &f, &x, 1, &options, NULL));
  CHECK(f.calls == 7);
  for (int call = 1; call < 7; ++call) {
    int moved = (call - 1) / 2;
    double sign = call % 2 ? 1 : -1;
    for (int i = 0; i < 3; ++i) {
      double want = at_rest[i] + (i == moved ? sign * options.eps : 0);
      CHECK(fabs(seen[call][i] - want) < 1e-15);
    }
    CHECK(data_seen[call] != (int64_t)(intptr_t)vjp_tensor_data(x)); /* a private copy */
  }
  for (int i = 0; i < 3; ++i) CHECK(at(x, (size_t)i) == at_rest[i]);
}

/* GCHK-8: v has norm 1 and no entry that is negative, and f is called for one directional derivative */
static void the_direction_of_the_fast_check(void) {
  vjp_tensor* x = leaf(VEC(0.5, -1, 2));
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.eps = 1e-3;
  options.fast = 1;
  Function f = {watched_square, NULL, 0, VJP_OK, 0};
  OK(vjp_gradcheck(call_function, &f, &x, 1, &options, NULL));
  CHECK(f.calls == 3);
  double squares = 0, opposite = 0;
  for (size_t i = 0; i < 3; ++i) {
    double v = (seen[1][i] - at(x, i)) / options.eps, w = (at(x, i) - seen[2][i]) / options.eps;
    CHECK(v >= 0);
    squares += v * v;
    opposite += fabs(v - w);
  }
  CHECK(fabs(squares - 1) < 1e-9 && opposite < 1e-9);
}

/* ---- values ---- */

static vjp_tensor* barely_detached(Function* f, vjp_tensor* const* x) {
  (void)f;
  vjp_tensor* plain = NULL;
  OK(vjp_tensor_detach(x[0], &plain));
  return times(own(plain), 1e-7);
}

/* GCHK-5: everywhere zero, not zero within the tolerance */
static void nothing_differentiable_is_exactly_constant(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  vjp_gradcheck_report* report = new_report();
  OK(check_with(constant, &x, 1, &options, report));
  for (int fast = 0; fast < 2; ++fast) {
    options.fast = fast;
    FAILS(VJP_ERROR_INVALID, check_with(barely_detached, &x, 1, &options, report));
    CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_NOT_DIFFERENTIABLE);
  }
  vjp_gradcheck_report_release(report);
}

/* x + i x^2 whose imaginary part has lost half of its history. */
static vjp_tensor* wrong_imaginary_part(Function* f, vjp_tensor* const* x) {
  (void)f;
  vjp_tensor* plain = NULL;
  OK(vjp_tensor_detach(x[0], &plain));
  return OP("complex", T(x[0]), T(mul(own(plain), x[0])));
}

/* GCHK-4: the imaginary part of a complex output is checked too */
static void imaginary_parts_are_checked(void) {
  vjp_tensor* x = leaf(VEC(1, -2));
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  for (int forward = 0; forward < 2; ++forward) {
    options.check_forward = forward;
    options.check_backward = !forward;
    FAILS(VJP_ERROR_INVALID, check_with(wrong_imaginary_part, &x, 1, &options, NULL));
    SAYS("imaginary part of output 0");
  }
}

/* ---- undefined gradients ---- */

static bool all_zero(const vjp_tensor* t) {
  for (size_t i = 0; i < (size_t)vjp_tensor_numel(t); ++i)
    if (at(t, i) != 0) return false;
  return true;
}

/* Two copies of x, whose backward is right but where the second gradient is missing and the first is zero. */
static vjp_status spoils_a_missing_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                            vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)num_grads, (void)num_inputs;
  if (!grads[0] && !grads[1]) return VJP_OK;
  if (!grads[1] && all_zero(grads[0])) return call_op("add", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[0]), F(1)), 0, out);
  if (grads[0] && grads[1]) return call_op("add", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[0]), T(grads[1])), 0, out);
  *out = vjp_tensor_retain(grads[0] ? grads[0] : grads[1]);
  return VJP_OK;
}
static vjp_status two_copies(void* context, vjp_tensor* const* inputs, size_t num_inputs, vjp_tensor_list* results) {
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = spoils_a_missing_gradient;
  function.materialize_grads = 0;
  (void)context, (void)num_inputs;
  return record_two_copies(&function, inputs, results);
}

/* GCHK-6: undefined root gradients for each output alone */
static void each_gradient_alone_is_undefined(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  vjp_gradcheck_report* report = new_report();
  FAILS(VJP_ERROR_INVALID, vjp_gradcheck(two_copies, NULL, &x, 1, &options, report));
  CHECK(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_BACKWARD_UNDEFINED);
  CHECK(vjp_gradcheck_report_output(report) == 1);
  options.check_undefined = 0;
  OK(vjp_gradcheck(two_copies, NULL, &x, 1, &options, report));
  vjp_gradcheck_report_release(report);
}

/* ---- the order of the checks ---- */

/* y = 2 x recorded by custom_double, whose tangent is another operator's: 3 t. */
static vjp_status triple_tangent(void* context, vjp_function_call* call, vjp_tensor* const* tangents,
                                 size_t num_tangents, vjp_tensor** out, size_t num_out) {
  (void)context, (void)call, (void)num_tangents, (void)num_out;
  return call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(tangents[0]), F(3)), 0, out);
}
static vjp_status double_with_tangent(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                      vjp_tensor_list* results) {
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "Double";
  function.backward = custom_backward;
  function.jvp = triple_tangent;
  function.context = context;
  function.materialize_grads = 0;
  vjp_function_call* call = NULL;
  vjp_tensor *y = NULL, *out = NULL;
  vjp_status status = vjp_function_begin(&function, inputs, num_inputs, &call);
  if (status == VJP_OK) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(inputs[0]), F(2)), 0, &y);
  if (status == VJP_OK) status = vjp_function_end(call, &y, 1, &out);
  if (status == VJP_OK) status = vjp_tensor_list_append(results, out);
  vjp_tensor_release(y);
  vjp_tensor_release(out);
  return status;
}

/* GCHK-11: the values of backward, those of forward mode, and then the further checks */
static void the_order_of_the_checks(void) {
  static const struct {
    Kind backward;
    vjp_gradcheck_kind with_forward, without;
  } rows[] = {
      {WRONG_ONE, VJP_GRADCHECK_BACKWARD_VALUES, VJP_GRADCHECK_BACKWARD_VALUES},
      {RIGHT, VJP_GRADCHECK_FORWARD_VALUES, VJP_GRADCHECK_NONE},
      {NOT_LINEAR, VJP_GRADCHECK_FORWARD_VALUES, VJP_GRADCHECK_BACKWARD_ZERO},
      {FAILS_WITHOUT, VJP_GRADCHECK_FORWARD_VALUES, VJP_GRADCHECK_BACKWARD_UNDEFINED},
  };
  vjp_gradcheck_report* report = new_report();
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    for (int forward = 0; forward < 2; ++forward) {
      vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
      options.check_forward = forward;
      options.raise = 0;
      Custom context = {rows[i].backward, 0};
      vjp_tensor* x = leaf(VEC(0.3, -1, 2));
      OK(vjp_gradcheck(double_with_tangent, &context, &x, 1, &options, report));
      CHECK(vjp_gradcheck_report_kind(report) == (forward ? rows[i].with_forward : rows[i].without));
    }
  }
  vjp_gradcheck_report_release(report);
}

/* ---- second derivatives ---- */

typedef struct Given {
  double low, high;
  bool all_of_the_shape;
  int calls;
} Given;

/* The derivative of 2 x, which takes the gradient that came in as a constant. */
static vjp_status constant_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                    vjp_tensor** out, size_t num_inputs) {
  Given* given = (Given*)context;
  vjp_tensor* plain = NULL;
  (void)node, (void)num_grads, (void)num_inputs;
  if (!grads[0]) return VJP_OK;
  if (vjp_tensor_requires_grad(grads[0])) {
    for (size_t i = 0; i < (size_t)vjp_tensor_numel(grads[0]); ++i) {
      given->low = fmin(given->low, at(grads[0], i));
      given->high = fmax(given->high, at(grads[0], i));
    }
  }
  ++given->calls;
  given->all_of_the_shape &= SHAPE(grads[0], 2, 2) && vjp_tensor_dtype(grads[0]) == VJP_DTYPE_FLOAT64;
  vjp_status status = vjp_tensor_detach(grads[0], &plain);
  if (status == VJP_OK) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(plain), F(2)), 0, out);
  vjp_tensor_release(plain);
  return status;
}
static vjp_status doubled(void* context, vjp_tensor* const* inputs, size_t num_inputs, vjp_tensor_list* results) {
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = constant_gradient;
  function.context = context;
  bool mode;
  vjp_tensor* y = NULL;
  vjp_grad_mode_set(false, &mode);
  vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(inputs[0]), F(2)), 0, &y);
  vjp_grad_mode_set(mode, NULL);
  if (status == VJP_OK) status = vjp_function_record(&function, inputs, num_inputs, &y, 1, NULL, 0);
  if (status == VJP_OK) status = vjp_tensor_list_append(results, y);
  vjp_tensor_release(y);
  return status;
}

/* GCHK-12: the default gradients require grad, so that the derivative by them is checked; they lie in [-1, 1] */
static void gradients_of_outputs_are_inputs_too(void) {
  Given given = {0, 0, true, 0};
  vjp_gradcheck_report* report = new_report();
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  OK(vjp_gradcheck(doubled, &given, &x, 1, NULL, report)); /* the first derivative is right */
  FAILS(VJP_ERROR_INVALID, vjp_gradgradcheck(doubled, &given, &x, 1, NULL, 0, NULL, report));
  SAYS("grad output 0");
  CHECK(vjp_gradcheck_report_output(report) == 0 && vjp_gradcheck_report_input(report) == 1);
  CHECK(given.low < -0.01 && given.high > 0.01 && given.low >= -1.0001 && given.high <= 1.0001);
  CHECK(given.calls > 0 && given.all_of_the_shape);
  vjp_gradcheck_report_release(report);
}

int main(void) {
  RUN(one_element_is_moved_at_a_time);
  RUN(the_direction_of_the_fast_check);
  RUN(nothing_differentiable_is_exactly_constant);
  RUN(imaginary_parts_are_checked);
  RUN(each_gradient_alone_is_undefined);
  RUN(the_order_of_the_checks);
  RUN(gradients_of_outputs_are_inputs_too);
  return finish();
}
