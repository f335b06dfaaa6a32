/* TASK-14 to TASK-19, PRUNE-3, THREAD-14, CKPT-6: what callbacks may ask of the grad call they run in. */
#include "check.h"

/* What a hook found, in order. */
static vjp_node* asked[4];
static bool executes[4], captured_only[4], kept, unrestricted, in_backward;
static size_t num_asked, order_length;
static vjp_node* order[16];
static int64_t ids[4];
static size_t num_ids;

static vjp_status ask(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  for (size_t i = 0; i < num_asked; ++i) OK(vjp_will_execute(asked[i], &executes[i], &captured_only[i]));
  kept = vjp_grad_call_keeps_graph();
  unrestricted = vjp_grad_call_is_unrestricted();
  in_backward = vjp_in_backward();
  if (num_ids < 4) ids[num_ids++] = vjp_grad_call_current_id();
  OK(vjp_execution_order(order, 16, &order_length));
  for (size_t i = 0; i < order_length && i < 16; ++i) vjp_node_release(order[i]); /* compared by address only */
  FAILS(VJP_ERROR_INVALID, vjp_will_execute(NULL, &executes[0], NULL));
  return VJP_OK;
}

static vjp_status run_with(vjp_tensor* root, vjp_tensor* input, bool accumulate, bool keep) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  vjp_grad_call* call = NULL;
  options.accumulate = accumulate;
  options.retain_graph = keep;
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, root, NULL));
  if (input) OK(vjp_grad_call_add_input(call, input));
  return vjp_grad_call_run(call);
}

static void outside_of_any_task(void) {
  vjp_tensor* x = leaf(VEC(1));
  bool yes = false;
  size_t count = 0;
  FAILS(VJP_ERROR_STATE, vjp_will_execute(edge_of(x), &yes, NULL));
  FAILS(VJP_ERROR_STATE, vjp_execution_order(NULL, 0, &count));
  CHECK(vjp_grad_call_keeps_graph() && vjp_grad_call_is_unrestricted() && !vjp_in_backward());
  CHECK(vjp_grad_call_current_id() == -1 && vjp_grad_call_current() == NULL && vjp_node_current() == NULL);
}

/* TASK-15, TASK-17 */
static void task_15_will_execute(void) {
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(2)), *far = leaf(VEC(3));
  vjp_tensor *a = times(x, 2), *b = mul(a, w), *other = times(far, 2);
  OK(vjp_tensor_add_hook(b, ask, NULL, NULL, NULL));
  asked[0] = node_of(a), asked[1] = edge_of(w), asked[2] = node_of(other), asked[3] = node_of(b);
  num_asked = 4;
  /* everything that is reached */
  OK(run_with(b, NULL, true, true));
  CHECK(executes[0] && executes[1] && !executes[2] && executes[3]);
  CHECK(!captured_only[0] && !captured_only[1] && !captured_only[3]);
  CHECK(kept && unrestricted && in_backward);
  /* towards one input: its accumulator is reached and captured, and does not run */
  OK(run_with(b, w, false, false));
  CHECK(!executes[0] && executes[1] && captured_only[1] && executes[3] && !captured_only[3]);
  CHECK(!kept && !unrestricted);
  /* the single root: [differs] from PyTorch, which says false */
  b = mul(a, w);
  OK(vjp_tensor_add_hook(b, ask, NULL, NULL, NULL));
  asked[3] = node_of(b);
  OK(run_with(b, b, false, true));
  CHECK(!executes[0] && executes[3] && captured_only[3]);
  /* backward with an input runs its accumulator */
  OK(run_with(b, w, true, true));
  CHECK(executes[1] && !captured_only[1] && !executes[0]);
  num_asked = 0;
}

/* TASK-14 */
static void task_14_ids_grow(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  OK(vjp_tensor_add_hook(y, ask, NULL, NULL, NULL));
  num_ids = 0;
  for (int i = 0; i < 3; ++i) OK(run_with(y, x, false, true));
  CHECK(num_ids == 3 && ids[0] >= 0 && ids[0] < ids[1] && ids[1] < ids[2]);
}

/* TASK-19: what is predicted at the root is what happens */
static vjp_node* happened[16];
static size_t num_happened;
static vjp_status note_node(void* context, vjp_tensor** grads, size_t count) {
  (void)context, (void)grads, (void)count;
  if (num_happened < 16) happened[num_happened++] = vjp_node_current();
  return VJP_OK;
}
static void task_19_execution_order(void) {
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(2));
  vjp_tensor *a = times(x, 2), *b = mul(a, w), *c = OP("sin", T(a)), *d = mul(b, c), *e = OP("exp", T(d));
  vjp_node* all[] = {node_of(a), node_of(b), node_of(c), node_of(d), node_of(e), edge_of(x), edge_of(w)};
  for (int i = 0; i < 7; ++i) OK(vjp_node_add_pre_hook(all[i], note_node, NULL, NULL, NULL));
  OK(vjp_node_set_sequence_number(node_of(b), vjp_node_sequence_number(node_of(c)) + 100)); /* TASK-13 */
  OK(vjp_tensor_add_hook(e, ask, NULL, NULL, NULL));
  for (int restricted = 0; restricted < 2; ++restricted) {
    num_happened = order_length = 0;
    OK(run_with(e, restricted ? w : NULL, true, true));
    CHECK(num_happened == (restricted ? 4 : 7) && order_length == num_happened);
    CHECK(memcmp(order, happened, num_happened * sizeof order[0]) == 0);
  }
  /* in the middle: the node that executes and the rest */
  vjp_tensor* z = times(OP("exp", T(b)), 1);
  num_happened = 0;
  OK(vjp_tensor_add_hook(b, ask, NULL, NULL, NULL));
  OK(run_with(z, NULL, true, true));
  CHECK(order_length == 4 && order[0] == node_of(b) && order[1] == edge_of(w) && order[2] == node_of(a));
}

/* CKPT-6: restricted is what is inside of something restricted, and the answer is reset when a task fails */
static bool inner_unrestricted;
static vjp_status note_unrestricted(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  inner_unrestricted = vjp_grad_call_is_unrestricted();
  return VJP_OK;
}
static vjp_status nest(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  return run_with((vjp_tensor*)context, NULL, true, true);
}
static vjp_status refuse(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  return vjp_error_raise(VJP_ERROR_CANCELLED, "no", NULL, NULL);
}
static void ckpt_6_unrestricted(void) {
  vjp_tensor *x = leaf(VEC(1)), *inner = times(leaf(VEC(2)), 2), *y = times(x, 2);
  OK(vjp_tensor_add_hook(inner, note_unrestricted, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(y, nest, inner, NULL, NULL));
  OK(run_with(y, NULL, true, true));
  CHECK(inner_unrestricted);
  OK(run_with(y, x, false, true));
  CHECK(!inner_unrestricted);
  OK(vjp_tensor_add_hook(y, refuse, NULL, NULL, NULL));
  FAILS(VJP_ERROR_CANCELLED, run_with(y, x, false, true));
  CHECK(vjp_grad_call_is_unrestricted() && vjp_grad_call_current_id() == -1 && !vjp_in_backward());
}

/* PRUNE-1, PRUNE-3 */
static bool any[4];
static vjp_status ask_needs(void* context, vjp_tensor** grads, size_t count) {
  (void)context, (void)grads, (void)count;
  OK(vjp_node_needs_any(vjp_node_current(), 0, 1, &any[0]));
  OK(vjp_node_needs_any(vjp_node_current(), 1, 1, &any[1]));
  OK(vjp_node_needs_any(vjp_node_current(), 0, 2, &any[2]));
  OK(vjp_node_needs_any(vjp_node_current(), 2, 0, &any[3]));
  FAILS(VJP_ERROR_INVALID, vjp_node_needs_any(vjp_node_current(), 1, 2, &any[3]));
  FAILS(VJP_ERROR_INVALID, vjp_node_needs_any(vjp_node_current(), 3, 0, &any[3]));
  FAILS(VJP_ERROR_INVALID, vjp_node_needs_any(vjp_node_current(), 1, (size_t)-1, &any[3]));
  return VJP_OK;
}
static void prune_3_ranges(void) {
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(2)), *plain = VEC(3);
  vjp_tensor *y = mul(x, w), *z = mul(x, plain);
  OK(vjp_node_needs_any(node_of(y), 0, 2, &any[0]));
  OK(vjp_node_needs_any(node_of(z), 1, 1, &any[1]));
  CHECK(any[0] && !any[1]);
  OK(vjp_node_add_pre_hook(node_of(y), ask_needs, NULL, NULL, NULL));
  OK(run_with(y, w, false, true));
  CHECK(!any[0] && any[1] && any[2] && !any[3]);
  OK(run_with(y, NULL, true, true));
  CHECK(any[0] && any[1] && any[2] && !any[3]);
}

int main(void) {
  RUN(outside_of_any_task);
  RUN(task_14_ids_grow);
  RUN(task_15_will_execute);
  RUN(task_19_execution_order);
  RUN(ckpt_6_unrestricted);
  RUN(prune_3_ranges);
  return finish();
}
