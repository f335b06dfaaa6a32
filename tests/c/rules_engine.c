/* Chapters 7, 8 and 10, clause by clause: what flows between nodes, in which order, and what becomes of it. */
#include "spy.h"

/* ---- a function whose backward gives what a plan says, and notes which one ran ---- */

typedef struct {
  vjp_tensor* give[3]; /* NULL: nothing */
  char letter;
} Giver;
static vjp_status give(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                       size_t num_inputs) {
  (void)node, (void)grads, (void)num_grads;
  Giver* giver = (Giver*)context;
  if (giver->letter) note(giver->letter);
  for (size_t i = 0; i < num_inputs && i < 3; ++i) out[i] = giver->give[i] ? vjp_tensor_retain(giver->give[i]) : NULL;
  return VJP_OK;
}
static vjp_tensor* giver_result(Giver* giver, vjp_tensor* const* inputs, size_t n) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Giver";
  f.backward = give;
  f.context = giver;
  vjp_tensor* y = SCALAR(1);
  OK(vjp_function_record(&f, inputs, n, &y, 1, NULL, 0));
  return y;
}

/* ---- the task ---- */

/* TASK-1: of what an earlier task asked of a node nothing stays there: neither that it was captured nor its gradients
 */
static int hook_calls;
static vjp_status count_call(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  ++hook_calls;
  return VJP_OK;
}
static void task_1_nothing_stays_in_nodes(void) {
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(2)), *a = times(x, 3), *b = times(w, 5), *y = mul(a, b);
  OK(vjp_tensor_add_hook(a, count_call, NULL, NULL, NULL));
  hook_calls = 0;
  EQUALS(grad(y, a), 10);
  CHECK(hook_calls == 1);
  EQUALS(grad(y, w), 15); /* which does not lead over a */
  CHECK(hook_calls == 1);
  EQUALS(grad(y, x), 30);
  CHECK(hook_calls == 2);
}

/* TASK-8, BUF-5: results go to edges in edge order, and are added in the order of arrival: 1 + 1e16 - 1e16 is 0, and
 * -1e16 + 1e16 + 1 were 1 */
static void buf_5_the_order_of_addition(void) {
  vjp_tensor *x = leaf(VEC(0)), *same[] = {x, x, x};
  Giver giver = {.give = {VEC(1), VEC(1e16), VEC(-1e16)}};
  EQUALS(grad(giver_result(&giver, same, 3), x), 0);
  Giver reverse = {.give = {VEC(-1e16), VEC(1e16), VEC(1)}};
  EQUALS(grad(giver_result(&reverse, same, 3), x), 1);
  /* of several producers the one that was recorded last arrives first */
  Giver small = {.give = {VEC(1)}, .letter = 's'}, big = {.give = {VEC(1e16)}, .letter = 'b'};
  Giver minus = {.give = {VEC(-1e16)}, .letter = 'm'};
  vjp_tensor *c = giver_result(&minus, &x, 1), *b = giver_result(&big, &x, 1), *a = giver_result(&small, &x, 1);
  trace[0] = '\0';
  EQUALS(grad(add(a, add(b, c)), x), 0);
  CHECK(strcmp(trace, "sbm") == 0);
}

/* BUF-2: where one of two is undefined the other is the sum, whichever comes first */
static void buf_2_undefined_is_zero(void) {
  vjp_tensor *x = leaf(VEC(0)), *five = VEC(5);
  Giver something = {.give = {five}}, nothing = {.give = {NULL}};
  vjp_tensor *late = giver_result(&something, &x, 1), *early = giver_result(&nothing, &x, 1);
  CHECK(grad(add(late, early), x) == five);
  late = giver_result(&nothing, &x, 1), early = giver_result(&something, &x, 1);
  CHECK(grad(add(late, early), x) == five);
  vjp_tensor* both[] = {x, x};
  Giver halves = {.give = {five, NULL}}, others = {.give = {NULL, five}};
  CHECK(grad(giver_result(&halves, both, 2), x) == five);
  CHECK(grad(giver_result(&others, both, 2), x) == five);
}

/* TASK-9: what is captured comes after the tensor hooks and before the node's pre-hooks, also where the node is needed
 */
static vjp_status ten_times(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context;
  return call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(g), F(10)), 0, replacement);
}
static vjp_status doubles(void* context, vjp_tensor** grads, size_t count) {
  (void)context;
  for (size_t i = 0; i < count; ++i) {
    vjp_tensor* twice = NULL;
    vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[i]), F(2)), 0, &twice);
    if (status != VJP_OK) return status;
    vjp_tensor_release(grads[i]);
    grads[i] = twice;
  }
  return VJP_OK;
}
static void task_9_what_is_captured(void) {
  vjp_tensor *x = leaf(VEC(1)), *h = times(x, 3), *y = times(h, 5), *g[] = {NULL, NULL}, *inputs[] = {h, x};
  OK(vjp_node_add_pre_hook(node_of(h), doubles, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(h, ten_times, NULL, NULL, NULL));
  OK(vjp_tensor_retain_grad(h));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  OK(vjp_grad(&y, 1, NULL, inputs, 2, &options, g));
  EQUALS(own(g[0]), 50);
  EQUALS(own(g[1]), 300);
  EQUALS(grad_of(h), 50);
  EQUALS(grad(y, h), 50); /* and where it is not */
}

/* TASK-10, TASK-14, TASK-17: a nested task keeps the graph or not as its own options say, and has an id of its own */
typedef struct {
  vjp_tensor *root, *input;
  int64_t outer_id, inner_id;
  bool keeps_outside, keeps_inside;
} Inner;
static vjp_status look(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  Inner* inner = (Inner*)context;
  (void)g, (void)replacement;
  inner->inner_id = vjp_grad_call_current_id();
  inner->keeps_inside = vjp_grad_call_keeps_graph();
  return VJP_OK;
}
static vjp_status run_inner(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  Inner* inner = (Inner*)context;
  vjp_tensor* out = NULL;
  (void)g, (void)replacement;
  inner->outer_id = vjp_grad_call_current_id();
  inner->keeps_outside = vjp_grad_call_keeps_graph();
  vjp_status status = try_grad(inner->root, NULL, inner->input, false, false, &out);
  vjp_tensor_release(out);
  CHECK(vjp_grad_call_current_id() == inner->outer_id && vjp_grad_call_keeps_graph() == inner->keeps_outside);
  return status;
}
static void task_10_keeping_is_the_tasks_own(void) {
  vjp_tensor *w = leaf(VEC(1, 2)), *e = OP("exp", T(w)), *x = leaf(VEC(3)), *y = OP("exp", T(x)), *g = NULL;
  Inner inner = {sum(e), w, -1, -1, false, false};
  OK(vjp_tensor_add_hook(e, look, &inner, NULL, NULL));
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(y, run_inner, &inner, NULL, &hook));
  EQUALS(grad(y, x), exp(3));
  CHECK(inner.keeps_outside && !inner.keeps_inside);
  CHECK(inner.outer_id >= 0 && inner.inner_id > inner.outer_id && vjp_grad_call_current_id() == -1);
  FAILS(VJP_ERROR_STATE, try_grad(sum(e), NULL, w, false, true, &g)); /* the inner one has freed */
  vjp_hook_remove(hook);
  EQUALS(grad(y, x), exp(3)); /* the outer one has not */
}

/* TASK-16: the current grad call gives roots, root gradients and flags */
static vjp_tensor *asked_root, *asked_gradient;
static vjp_status ask_the_call(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  vjp_grad_call* call = vjp_grad_call_current();
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  CHECK(vjp_grad_call_num_roots(call) == 1 && vjp_grad_call_num_inputs(call) == 1);
  CHECK(vjp_grad_call_root(call, 0) == asked_root && vjp_grad_call_root_gradient(call, 0) == asked_gradient);
  OK(vjp_grad_call_options(call, &options));
  CHECK(options.create_graph == 1 && options.retain_graph == 1 && options.accumulate == 0);
  CHECK(vjp_node_current() == (vjp_node*)context);
  return VJP_OK;
}
static void task_16_the_current_call(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *g = NULL;
  asked_root = mul(x, x), asked_gradient = VEC(1, 1);
  OK(vjp_tensor_add_hook(asked_root, ask_the_call, node_of(asked_root), NULL, NULL));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  OK(vjp_grad(&asked_root, 1, &asked_gradient, &x, 1, &options, &g));
  EQUALS(own(g), 2, 4);
}

/* TASK-15: a captured node whose derivative runs too is not captured only; asked from a hook */
static vjp_node* asked_nodes[3];
static bool executes[3], captured_only[3];
static vjp_status ask_fates(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  for (int i = 0; i < 3; ++i) OK(vjp_will_execute(asked_nodes[i], &executes[i], &captured_only[i]));
  return VJP_OK;
}
static void task_15_captured_and_needed(void) {
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(2)), *h = times(x, 3), *y = mul(h, w), *g[] = {NULL, NULL};
  OK(vjp_tensor_add_hook(y, ask_fates, NULL, NULL, NULL));
  asked_nodes[0] = node_of(h), asked_nodes[1] = edge_of(x), asked_nodes[2] = edge_of(w);
  vjp_tensor* inputs[] = {h, x};
  OK(vjp_grad(&y, 1, NULL, inputs, 2, NULL, g));
  EQUALS(own(g[0]), 2);
  EQUALS(own(g[1]), 6);
  CHECK(executes[0] && !captured_only[0] && executes[1] && captured_only[1] && !executes[2] && !captured_only[2]);
}

/* ---- validation ---- */

/* VALID-3: what was given for a null edge is dropped before anybody sees it */
static int defined_results;
static vjp_status count_results(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                                size_t num_grads) {
  (void)context, (void)grads, (void)num_grads;
  CHECK(num_results == 3);
  for (size_t i = 0; i < num_results; ++i) defined_results += results[i] != NULL;
  return VJP_OK;
}
static void valid_3_null_edges(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *plain = VEC(1, 2), *w = leaf(VEC(1, 2)), *inputs[] = {x, plain, w};
  Giver giver = {.give = {VEC(7, 8), VEC(1, 2, 3), NULL}};
  vjp_tensor* y = giver_result(&giver, inputs, 3);
  OK(vjp_node_add_post_hook(node_of(y), count_results, NULL, NULL, NULL));
  defined_results = 0;
  OK(vjp_backward(y, NULL));
  CHECK(defined_results == 1 && grad_of(w) == NULL);
  EQUALS(grad_of(x), 7, 8);
}

/* VALID-2, FUNC-8: one result an edge, the last one too */
static void valid_2_one_result_an_edge(void) {
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(2)), *v = leaf(VEC(3)), *inputs[] = {x, w, v};
  Giver giver = {.give = {VEC(4), VEC(5), VEC(6)}};
  vjp_tensor* y = giver_result(&giver, inputs, 3);
  CHECK(vjp_node_num_edges(node_of(y)) == 3);
  OK(vjp_backward(y, NULL));
  EQUALS(grad_of(x), 4);
  EQUALS(grad_of(w), 5);
  EQUALS(grad_of(v), 6);
}

/* ---- accumulation ---- */

/* ACC-11: what grad gives is the gradient as it came, expanded ones included */
static void acc_11_results_are_as_they_came(void) {
  vjp_tensor *x = leaf(MAT(2, 2, 1, 2, 3, 4)), *given = OP("transpose", T(MAT(2, 2, 1, 2, 3, 4)), I(0), I(1));
  Giver giver = {.give = {given}};
  CHECK(grad(giver_result(&giver, &x, 1), x) == given);
  vjp_tensor* wide = OP("expand", T(SCALAR(1)), INTS(2, 2));
  giver.give[0] = wide;
  CHECK(grad(giver_result(&giver, &x, 1), x) == wide && vjp_tensor_strides(wide)[0] == 0);
}

int main(void) {
  RUN(task_1_nothing_stays_in_nodes);
  RUN(buf_5_the_order_of_addition);
  RUN(buf_2_undefined_is_zero);
  RUN(task_9_what_is_captured);
  RUN(task_10_keeping_is_the_tasks_own);
  RUN(task_16_the_current_call);
  RUN(task_15_captured_and_needed);
  RUN(valid_3_null_edges);
  RUN(valid_2_one_result_an_edge);
  RUN(acc_11_results_are_as_they_came);
  return finish();
}
