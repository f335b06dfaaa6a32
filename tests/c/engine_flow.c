/* Chapter 7: how gradients flow through a task. */
#include "check.h"

static char trace[64];
static vjp_status mark_tensor(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  strncat(trace, (const char*)context, sizeof trace - strlen(trace) - 1);
  return VJP_OK;
}
static vjp_status mark_pre(void* context, vjp_tensor** grads, size_t count) {
  (void)grads, (void)count;
  return mark_tensor(context, NULL, NULL);
}

/* A custom function whose derivative hands its gradient on, notes "d", and reads what it saved. */
static vjp_status hand_on(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                          size_t num_inputs) {
  (void)num_grads;
  vjp_tensor* saved = NULL;
  vjp_status status = vjp_function_saved(node, 0, &saved);
  if (status != VJP_OK) return status;
  vjp_tensor_release(saved);
  strncat(trace, "d", sizeof trace - strlen(trace) - 1);
  size_t given = context ? 1 : num_inputs; /* only the first, or all whether asked for or not */
  for (size_t i = 0; i < given; ++i) out[i] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}
static vjp_tensor* custom(vjp_tensor* const* inputs, size_t count, void* context) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "HandOn";
  f.backward = hand_on;
  f.context = context;
  vjp_tensor *result = VEC(1, 1), *saved = VEC(7);
  OK(vjp_function_record(&f, inputs, count, &result, 1, &saved, 1));
  return result;
}

/* TASK-3: a walk that followed paths instead of edges would never end */
static void task_3_linear_in_edges(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* h = x;
  for (int i = 0; i < 60; ++i) h = add(h, h);
  EQUALS(grad(h, x), 1152921504606846976.0);
  OK(vjp_backward(h, NULL));
  EQUALS(grad_of(x), 1152921504606846976.0);
}

/* TASK-6: hooks of the tensor, of the node, the derivative, post-hooks, and only then the release */
static vjp_node* executing;
static bool saved_in_post_hook;
static vjp_status mark_post(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                            size_t num_grads) {
  (void)results, (void)num_results, (void)grads, (void)num_grads;
  vjp_tensor* saved = NULL;
  saved_in_post_hook = vjp_function_saved(executing, 0, &saved) == VJP_OK && vjp_node_current() == executing;
  vjp_tensor_release(saved);
  return mark_tensor(context, NULL, NULL);
}
static void task_6_steps_of_a_node(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = custom(&x, 1, NULL);
  executing = node_of(y);
  OK(vjp_node_add_post_hook(executing, mark_post, "q", NULL, NULL));
  OK(vjp_node_add_pre_hook(executing, mark_pre, "p", NULL, NULL));
  OK(vjp_tensor_add_hook(y, mark_tensor, "t", NULL, NULL));
  OK(vjp_tensor_add_hook(x, mark_tensor, "x", NULL, NULL));
  trace[0] = '\0';
  OK(vjp_backward(sum(y), NULL));
  CHECK(strcmp(trace, "tpdqx") == 0 && saved_in_post_hook);
  vjp_tensor* saved = NULL;
  FAILS(VJP_ERROR_STATE, vjp_function_saved(executing, 0, &saved));
}

/* TASK-8: a null edge drops its result; an edge that is not wanted too (PRUNE-4), and one not asked for may be missing
 */
static void prune_4_results_that_nobody_wants(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4)), *plain = VEC(5, 6);
  vjp_tensor* inputs[3] = {x, w, plain};
  vjp_tensor* all = sum(custom(inputs, 3, NULL));
  EQUALS(grad(all, w), 1, 1);
  OK(vjp_backward(all, NULL));
  EQUALS(grad_of(x), 1, 1);
  EQUALS(grad_of(w), 1, 1);
  int yes = 1;
  vjp_tensor* first = sum(custom(inputs, 3, &yes));
  EQUALS(grad(first, x), 1, 1);
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_INVALID, try_grad(first, NULL, w, false, true, &out));
}

/* TASK-10: only what was executed is freed, and keeping is each task's own */
static void task_10_what_is_freed(void) {
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(2));
  vjp_tensor* a = OP("sin", T(x));
  vjp_tensor* y = mul(a, w);
  vjp_tensor* out = NULL;
  EQUALS(grad(y, x), 2 * cos(1));
  OK(try_grad(y, NULL, w, false, false, &out)); /* frees the product, not the sine */
  EQUALS(own(out), sin(1));
  EQUALS(grad(a, x), cos(1));
  FAILS(VJP_ERROR_STATE, try_grad(y, NULL, w, false, true, &out));
}

/* TASK-12: after an error no node runs, and no final callback */
static vjp_status refuse(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  return vjp_error_raise(VJP_ERROR_IO, (const char*)context, NULL, NULL);
}
static vjp_status mark_final(void* context) { return mark_tensor(context, NULL, NULL); }
static void task_12_the_first_error_ends_it(void) {
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(2));
  vjp_tensor *a = times(x, 2), *b = times(w, 3), *c = mul(a, b);
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  vjp_grad_call* call = NULL;
  options.accumulate = 1;
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, c, NULL));
  OK(vjp_grad_call_add_final_callback(call, mark_final, "f", NULL));
  OK(vjp_tensor_add_hook(b, refuse, "first", NULL, NULL));
  OK(vjp_tensor_add_hook(a, refuse, "second", NULL, NULL));
  OK(vjp_tensor_add_hook(x, mark_tensor, "x", NULL, NULL));
  OK(vjp_tensor_add_hook(w, mark_tensor, "w", NULL, NULL));
  trace[0] = '\0';
  FAILS(VJP_ERROR_IO, vjp_grad_call_run(call));
  SAYS("first (in node MulBackward)");
  CHECK(trace[0] == '\0' && grad_of(x) == NULL && grad_of(w) == NULL);
  /* THREAD-15, REENT-12: the next call is like any other */
  vjp_tensor* d = times(x, 5);
  EQUALS(grad(d, x), 5);
}

/* BUF-1: with one producer the very same tensor is handed on */
static vjp_tensor* seen[4];
static int num_seen;
static vjp_status keep(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)replacement;
  if (num_seen < 4) seen[num_seen++] = own(vjp_tensor_retain(g));
  return VJP_OK;
}
static void buf_1_the_same_tensor(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* a = times(x, 1);
  vjp_tensor* b = custom(&a, 1, NULL);
  num_seen = 0;
  OK(vjp_tensor_add_hook(b, keep, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(a, keep, NULL, NULL, NULL));
  grad(sum(times(b, 2)), x);
  CHECK(num_seen == 2 && seen[0] == seen[1]);
}

/* BUF-2, BUF-3, BUF-4: sums, also with undefined ones; what a hook holds does not change */
static void buf_2_sums(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* shared = times(x, 1);
  vjp_tensor *left = custom(&shared, 1, NULL), *right = custom(&shared, 1, NULL);
  vjp_tensor* pair[2] = {VEC(0, 0), shared};
  int yes = 1;
  vjp_tensor* nothing = custom(pair, 2, &yes); /* gives `shared` an undefined gradient */
  num_seen = 0;
  OK(vjp_tensor_add_hook(left, keep, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(right, keep, NULL, NULL, NULL));
  vjp_tensor* y = sum(add(add(times(left, 3), times(right, 5)), nothing));
  EQUALS(grad(y, x), 8, 8);
  CHECK(num_seen == 2);
  EQUALS(seen[0], 5, 5);
  EQUALS(seen[1], 3, 3);
  /* in float32 as in float64 */
  vjp_tensor* f = leaf(ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2}));
  vjp_tensor* g = grad(sum(add(mul(f, f), times(f, 3))), f);
  CHECK(vjp_tensor_dtype(g) == VJP_DTYPE_FLOAT32);
  EQUALS(g, 4, 5);
}

int main(void) {
  RUN(task_3_linear_in_edges);
  RUN(task_6_steps_of_a_node);
  RUN(prune_4_results_that_nobody_wants);
  RUN(task_10_what_is_freed);
  RUN(task_12_the_first_error_ends_it);
  RUN(buf_1_the_same_tensor);
  RUN(buf_2_sums);
  return finish();
}
