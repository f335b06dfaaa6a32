/* Chapters 8 and 17: what a derivative may return, shown with custom functions. */
#include "check.h"

/* A custom function that returns the tensors of a plan, whatever its gradient. */
typedef struct {
  vjp_tensor* give[3];
  bool needed[3];
  int calls, drops;
  vjp_status answer;
} Script;

static vjp_status play(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                       size_t num_inputs) {
  (void)grads, (void)num_grads;
  Script* script = (Script*)context;
  ++script->calls;
  if (script->answer != VJP_OK) {
    vjp_error_raise(script->answer, "scripted failure", NULL, NULL);
    return script->answer;
  }
  for (size_t i = 0; i < num_inputs && i < 3; ++i) {
    script->needed[i] = vjp_function_needs_input_grad(node, i);
    if (script->give[i]) out[i] = vjp_tensor_retain(script->give[i]);
  }
  return VJP_OK;
}
static void dropped(void* context) { ++((Script*)context)->drops; }

static vjp_tensor* record(Script* script, vjp_tensor* const* inputs, size_t n) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Scripted";
  f.backward = play;
  f.context = script;
  f.drop = dropped;
  vjp_tensor* y = SCALAR(1);
  OK(vjp_function_record(&f, inputs, n, &y, 1, NULL, 0));
  return y;
}

/* The gradient of a tensor of that shape when its node's derivative returns `given`. */
static vjp_status deliver(vjp_tensor* x, vjp_tensor* given, vjp_tensor** out) {
  static Script scripts[32]; /* they outlive their nodes */
  static int next;
  Script* script = &scripts[next++ % 32];
  memset(script, 0, sizeof *script);
  script->give[0] = given;
  vjp_tensor* y = record(script, &x, 1);
  return try_grad(y, NULL, x, false, true, out);
}

static void valid_4_reduction_to_the_shape(void) {
  vjp_tensor* given = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  vjp_tensor* g = NULL;
  OK(deliver(leaf(VEC(0, 0, 0)), given, &g));
  EQUALS(own(g), 5, 7, 9);
  OK(deliver(leaf(MAT(1, 3, 0, 0, 0)), given, &g));
  CHECK(SHAPE(own(g), 1, 3));
  EQUALS(g, 5, 7, 9);
  OK(deliver(leaf(SCALAR(0)), given, &g));
  CHECK(vjp_tensor_ndim(own(g)) == 0);
  EQUALS(g, 21);
  OK(deliver(leaf(VEC(0)), VEC(1, 2, 3), &g));
  EQUALS(own(g), 6);
}

static void valid_4_never_expands(void) {
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_SHAPE, deliver(leaf(VEC(0, 0, 0)), VEC(1), &g));
  SAYS("Scripted");
  FAILS(VJP_ERROR_SHAPE, deliver(leaf(VEC(0, 0)), VEC(1, 2, 3), &g));
  FAILS(VJP_ERROR_SHAPE, deliver(leaf(MAT(2, 2, 0, 0, 0, 0)), VEC(1, 2), &g));
  CHECK(g == NULL);
}

static void valid_5_dtypes(void) {
  vjp_tensor* g = NULL;
  OK(deliver(leaf(VEC(0, 0)), ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2}), &g));
  CHECK(vjp_tensor_dtype(own(g)) == VJP_DTYPE_FLOAT64);
  OK(deliver(leaf(VEC(0, 0)), ramp(VJP_DTYPE_INT64, 1, (int64_t[]){2}), &g));
  CHECK(vjp_tensor_dtype(own(g)) == VJP_DTYPE_FLOAT64);
  FAILS(VJP_ERROR_DTYPE, deliver(leaf(VEC(0, 0)), ramp(VJP_DTYPE_COMPLEX128, 1, (int64_t[]){2}), &g));
  vjp_tensor* z = leaf(ramp(VJP_DTYPE_COMPLEX128, 1, (int64_t[]){2}));
  static Script script;
  script = (Script){.give = {ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){2})}};
  OK(try_grad(record(&script, &z, 1), NULL, z, false, true, &g));
  CHECK(vjp_tensor_dtype(own(g)) == VJP_DTYPE_COMPLEX128);
  script.give[0] = ramp(VJP_DTYPE_INT64, 1, (int64_t[]){2});
  FAILS(VJP_ERROR_DTYPE, try_grad(record(&script, &z, 1), NULL, z, false, true, &g));
}

static void valid_10_nothing_to_do(void) {
  vjp_tensor* given = VEC(1, 2);
  vjp_tensor* g = NULL;
  OK(deliver(leaf(VEC(0, 0)), given, &g));
  CHECK(own(g) == given);
}

static vjp_status square_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                  vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)num_grads, (void)num_inputs;
  vjp_tensor *x = NULL, *twice = NULL;
  vjp_status status = vjp_function_saved(node, 0, &x);
  if (status != VJP_OK) return status;
  vjp_value two[] = {T(x), F(2)};
  status = call_op("mul", VJP_VARIANT_FUNCTIONAL, two, 2, 0, &twice);
  vjp_tensor_release(x);
  if (status != VJP_OK) return status;
  vjp_value product[] = {T(grads[0]), T(twice)};
  status = call_op("mul", VJP_VARIANT_FUNCTIONAL, product, 2, 0, &out[0]);
  vjp_tensor_release(twice);
  return status;
}

static vjp_tensor* square(vjp_tensor* x) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Square";
  f.backward = square_backward;
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  vjp_tensor* y = mul(x, x);
  OK(vjp_grad_mode_set(before, NULL));
  OK(vjp_function_record(&f, &x, 1, &y, 1, &x, 1));
  return y;
}

static void func_backward_runs_with_what_was_saved(void) {
  vjp_tensor* x = leaf(VEC(3, 4));
  vjp_tensor* y = square(times(x, 1));
  CHECK(strcmp(vjp_node_name(node_of(y)), "Square") == 0);
  EQUALS(grad(sum(y), x), 6, 8);
  /* recorded operators inside: differentiable again */
  EQUALS(grad(sum(grad_graph(sum(square(x)), x)), x), 2, 2);
  /* the checks of saved values apply */
  vjp_tensor* h = times(x, 1);
  vjp_tensor* z = square(h);
  OP_("mul", T(h), F(2));
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_VERSION, try_grad(sum(z), NULL, x, false, true, &g));
}

static void prune_5_needs_input_grad(void) {
  vjp_tensor *x = leaf(SCALAR(1)), *w = leaf(SCALAR(2)), *c = SCALAR(3);
  vjp_tensor* inputs[3] = {x, c, w};
  static Script script;
  script = (Script){.give = {SCALAR(5), SCALAR(6), SCALAR(7)}};
  vjp_tensor* y = record(&script, inputs, 3);
  EQUALS(grad(y, w), 7);
  CHECK(!script.needed[0] && !script.needed[1] && script.needed[2]);
  EQUALS(grad(y, x), 5);
  CHECK(script.needed[0] && !script.needed[2]);
}

static void func_null_inputs_are_null_edges(void) {
  vjp_tensor* x = leaf(SCALAR(1));
  vjp_tensor* inputs[2] = {NULL, x};
  static Script script;
  script = (Script){.give = {NULL, SCALAR(7)}};
  vjp_tensor* y = record(&script, inputs, 2);
  CHECK(vjp_node_num_edges(node_of(y)) == 2);
  EQUALS(grad(y, x), 7);
}

static void func_context_is_dropped_once(void) {
  static Script script;
  script = (Script){.give = {NULL}};
  vjp_tensor* x = leaf(SCALAR(1));
  vjp_tensor* y = record(&script, &x, 1);
  CHECK(script.drops == 0);
  drop_now(y);
  CHECK(script.drops == 1);
  /* not recorded: dropped at once, and the result stays plain */
  vjp_tensor* plain = SCALAR(2);
  static Script other;
  other = (Script){.give = {NULL}};
  y = record(&other, &plain, 1);
  CHECK(other.drops == 1 && !vjp_tensor_requires_grad(y));
}

static void err_2_failure_in_a_custom_backward(void) {
  static Script script;
  script = (Script){.answer = VJP_ERROR_IO};
  vjp_tensor* x = leaf(SCALAR(1));
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_IO, try_grad(record(&script, &x, 1), NULL, x, false, true, &g));
  SAYS("scripted failure");
  SAYS("Scripted");
}

static void func_refusals(void) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Scripted";
  f.backward = square_backward;
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* tracked = times(x, 2);
  FAILS(VJP_ERROR_STATE, vjp_function_record(&f, &x, 1, &x, 1, NULL, 0));
  FAILS(VJP_ERROR_STATE, vjp_function_record(&f, &x, 1, &tracked, 1, NULL, 0));
  vjp_tensor* integers = ramp(VJP_DTYPE_INT64, 1, (int64_t[]){2});
  FAILS(VJP_ERROR_DTYPE, vjp_function_record(&f, &x, 1, &integers, 1, NULL, 0));
  vjp_tensor *y = VEC(1, 2), *g = NULL;
  f.struct_size = 8;
  FAILS(VJP_ERROR_INVALID, vjp_function_record(&f, &x, 1, &y, 1, NULL, 0));
  f.struct_size = sizeof f;
  /* FUNC-17: without a backward the node says so when it is executed */
  f.backward = NULL;
  OK(vjp_function_record(&f, &x, 1, &y, 1, NULL, 0));
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_grad(sum(y), NULL, x, false, true, &g));
  SAYS("Scripted");
}

int main(void) {
  RUN(valid_4_reduction_to_the_shape);
  RUN(valid_4_never_expands);
  RUN(valid_5_dtypes);
  RUN(valid_10_nothing_to_do);
  RUN(func_backward_runs_with_what_was_saved);
  RUN(prune_5_needs_input_grad);
  RUN(func_null_inputs_are_null_edges);
  RUN(func_context_is_dropped_once);
  RUN(err_2_failure_in_a_custom_backward);
  RUN(func_refusals);
  return finish();
}
