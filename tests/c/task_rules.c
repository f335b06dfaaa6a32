/* What holds of every task: how nodes become ready, what is dropped, what an error leaves, and what can be asked. */
#include "check.h"

static char seen[64];
static void begin_watching(void) { seen[0] = '\0'; }
static void see(char letter) {
  size_t n = strlen(seen);
  if (n + 1 < sizeof seen) {
    seen[n] = letter;
    seen[n + 1] = '\0';
  }
}

typedef struct {
  char letter;
  vjp_status fails;
  vjp_node* node; /* that was current */
  int64_t task;
  double value;
} Watch;
static void watch(Watch* w, double value) {
  see(w->letter);
  w->node = vjp_node_current();
  w->task = vjp_grad_call_current_id();
  w->value = value;
}
static vjp_status on_gradient(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  Watch* w = (Watch*)context;
  (void)replacement;
  watch(w, at(grad, 0));
  return w->fails ? vjp_error_raise(w->fails, "a hook that fails", NULL, NULL) : VJP_OK;
}
static vjp_status before_node(void* context, vjp_tensor** grads, size_t count) {
  (void)count;
  watch((Watch*)context, at(grads[0], 0));
  return VJP_OK;
}
static vjp_status after_node(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                             size_t num_grads) {
  (void)num_results;
  (void)grads;
  (void)num_grads;
  watch((Watch*)context, at(results[0], 0));
  return VJP_OK;
}

/* Two inputs, one result, and a gradient for both whatever is needed. */
static Watch backward_watch = {.letter = 'd'};
static vjp_status gives_both(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                             vjp_tensor** out, size_t num_inputs) {
  (void)context;
  (void)node;
  (void)num_grads;
  watch(&backward_watch, at(grads[0], 0));
  for (size_t i = 0; i < num_inputs; ++i) out[i] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}
static vjp_tensor* custom_sum(vjp_tensor* a, vjp_tensor* b) {
  bool mode;
  OK(vjp_grad_mode_set(false, &mode));
  vjp_tensor* y = add(a, b);
  OK(vjp_grad_mode_set(mode, NULL));
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = gives_both;
  vjp_tensor* inputs[] = {a, b};
  OK(vjp_function_record(&function, inputs, 2, &y, 1, NULL, 0));
  return y;
}

/* TASK-3: every edge counts, two to one node as two; and so does every root. A node runs once, when all have arrived.
 */
static void dependencies(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  Watch hook = {.letter = 'y'};
  OK(vjp_tensor_add_hook(y, on_gradient, &hook, NULL, NULL));
  vjp_tensor* z = mul(y, y);
  vjp_tensor *roots[] = {z, y, z}, *ones[] = {VEC(1, 1), VEC(1, 1), VEC(1, 1)}, *g = NULL;
  begin_watching();
  OK(vjp_grad(roots, 3, ones, &x, 1, NULL, &g));
  CHECK(strcmp(seen, "y") == 0 && hook.value == 2 * (2 * 2) + 1);
  EQUALS(own(g), 18, 34);
}

/* TASK-1: nodes have no state of a task's: one over the same graph, started from a hook of it, disturbs nothing. */
static vjp_tensor *inner_root, *inner_input;
static vjp_status start_inner(void* context, vjp_tensor* grad_, vjp_tensor** replacement) {
  (void)grad_;
  (void)replacement;
  vjp_tensor *root = inner_root, *g = NULL;
  inner_root = NULL; /* the inner call meets this hook, too */
  if (!root) return VJP_OK;
  vjp_status status = try_grad(root, NULL, inner_input, false, true, &g);
  *(double*)context = at(g, 1);
  vjp_tensor_release(g);
  return status;
}
static void tasks_over_one_graph(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor *a = mul(x, x), *b = OP("exp", T(x)), *root = sum(mul(a, b));
  double inner = 0;
  OK(vjp_tensor_add_hook(b, start_inner, &inner, NULL, NULL));
  inner_root = root;
  inner_input = x;
  vjp_tensor* g = grad(root, x);
  CHECK(fabs(inner - (4 + 4) * exp(2)) < 1e-9 && fabs(at(g, 1) - inner) < 1e-9 && fabs(at(g, 0) - 3 * exp(1)) < 1e-9);
}

/* TASK-6: tensor hooks, pre-hooks, derivative, post-hooks; TASK-16: the node is current in all of them, none outside.
 */
static void steps_of_a_node(void) {
  vjp_tensor *a = leaf(VEC(1, 2)), *b = leaf(VEC(3, 4));
  vjp_tensor* y = custom_sum(a, b);
  Watch tensor = {.letter = 't'}, pre = {.letter = 'p'}, post = {.letter = 'q'}, below = {.letter = 'a'};
  OK(vjp_node_add_post_hook(node_of(y), after_node, &post, NULL, NULL));
  OK(vjp_node_add_pre_hook(node_of(y), before_node, &pre, NULL, NULL));
  OK(vjp_tensor_add_hook(y, on_gradient, &tensor, NULL, NULL));
  OK(vjp_tensor_add_hook(a, on_gradient, &below, NULL, NULL));
  begin_watching();
  OK(vjp_backward(sum(y), NULL));
  CHECK(strcmp(seen, "tpdqa") == 0);
  vjp_node* node = node_of(y);
  CHECK(tensor.node == node && pre.node == node && backward_watch.node == node && post.node == node);
  CHECK(below.node == edge_of(a));
  CHECK(tensor.task >= 0 && post.task == tensor.task && below.task == tensor.task);
  CHECK(vjp_node_current() == NULL && vjp_grad_call_current() == NULL && vjp_grad_call_current_id() == -1);
}

/* TASK-8, PRUNE-4: a result for a null edge, and one that nobody asked for, are dropped. */
static void results_that_nobody_wants(void) {
  vjp_tensor *a = leaf(VEC(1, 2)), *plain = VEC(3, 4), *b = leaf(VEC(5, 6));
  OK(vjp_backward(sum(custom_sum(a, plain)), NULL));
  EQUALS(grad_of(a), 1, 1);
  CHECK(grad_of(plain) == NULL);
  vjp_tensor* c = times(b, 3);
  Watch hook = {.letter = 'c'};
  OK(vjp_tensor_add_hook(c, on_gradient, &hook, NULL, NULL));
  begin_watching();
  EQUALS(grad(sum(custom_sum(a, c)), a), 1, 1);
  CHECK(strchr(seen, 'c') == NULL && grad_of(b) == NULL);
}

/* TASK-10: keeping the graph is the task's affair, and only executed nodes let go. */
static void keeping_the_graph(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor *a = OP("exp", T(x)), *b = OP("exp", T(x)), *root = sum(add(a, b)), *g = NULL;
  EQUALS(grad(root, x), 2 * exp(1), 2 * exp(2));
  OK(try_grad(sum(a), NULL, x, false, false, &g));
  own(g);
  g = NULL;
  FAILS(VJP_ERROR_STATE, try_grad(root, NULL, x, false, true, &g)); /* meets the node that let go */
  grad(sum(b), x);
  CHECK(g == NULL);
}

/* TASK-12, ERR-1, ENTRY-24, THREAD-15: after the first error no node runs and nothing is written; what leaves have
 * received stays; and the next call is one like any other. */
static void after_an_error(void) {
  vjp_tensor *early = leaf(VEC(1, 2)), *x = leaf(VEC(3, 4)), *late = leaf(VEC(5, 6));
  vjp_tensor *l = times(late, 7), *m = times(x, 2), *e = times(early, 3); /* run in the order e, m, l */
  Watch fails = {.letter = 'f', .fails = VJP_ERROR_IO}, never = {.letter = 'n'};
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(m, on_gradient, &fails, NULL, &hook));
  OK(vjp_tensor_add_hook(l, on_gradient, &never, NULL, NULL));
  vjp_tensor* root = sum(add(add(l, m), e));
  begin_watching();
  FAILS(VJP_ERROR_IO, vjp_backward(root, NULL));
  SAYS("a hook that fails");
  CHECK(strcmp(seen, "f") == 0);
  EQUALS(grad_of(early), 3, 3);
  CHECK(grad_of(x) == NULL && grad_of(late) == NULL);
  CHECK(vjp_grad_call_current_id() == -1 && vjp_node_current() == NULL);
  vjp_tensor *marker = VEC(0), *out[2] = {marker, marker}, *inputs[] = {x, late};
  root = sum(add(l, m));
  FAILS(VJP_ERROR_IO, vjp_grad(&root, 1, NULL, inputs, 2, NULL, out));
  CHECK(out[0] == marker && out[1] == marker);
  vjp_hook_remove(hook);
  begin_watching();
  OK(vjp_backward(root, NULL));
  CHECK(strcmp(seen, "n") == 0);
  EQUALS(grad_of(x), 2, 2);
  EQUALS(grad_of(late), 7, 7);
}

/* BUF-1: a gradient travels on as the tensor that it is. BUF-2: undefined plus a gradient is that gradient; recorded
 * sums are out of place. BUF-4: the sum has the slot's dtype. */
static void buffers(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *given = VEC(3, 4), *g = NULL;
  vjp_tensor *y = clone(x), *z = clone(y);
  OK(vjp_grad(&z, 1, &given, &y, 1, NULL, &g));
  CHECK(own(g) == given);
  z = clone(y);
  vjp_tensor *roots[] = {z, y}, *gradients[] = {given, VEC(1, 1)}, *first = NULL;
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  vjp_tensor* recorded = leaf(VEC(5, 6));
  gradients[0] = recorded;
  OK(vjp_grad(roots, 2, gradients, &x, 1, &options, &first));
  EQUALS(own(first), 6, 7);
  EQUALS(recorded, 5, 6);
  CHECK(vjp_tensor_requires_grad(first));
  vjp_tensor* half = leaf(ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2}));
  vjp_tensor *h = times(half, 1), *wide = OP("to", T(h), D(VJP_DTYPE_FLOAT64));
  g = grad(sum(add(wide, OP("to", T(times(h, 2)), D(VJP_DTYPE_FLOAT64)))), half);
  CHECK(vjp_tensor_dtype(g) == VJP_DTYPE_FLOAT32);
  EQUALS(g, 3, 3);
}

/* TASK-11, ENTRY-26: final callbacks come after the last node, and the call returns after them. */
static vjp_status at_the_end(void* context) {
  Watch* w = (Watch*)context;
  watch(w, at(grad_of(inner_input), 0));
  return VJP_OK;
}
static vjp_status queue_the_end(void* context, vjp_tensor* grad_, vjp_tensor** replacement) {
  (void)grad_;
  (void)replacement;
  see('h');
  return vjp_queue_final_callback(at_the_end, context, NULL);
}
static void end_of_a_task(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = times(x, 2), *z = times(y, 3);
  Watch last = {.letter = 'e'}, below = {.letter = 'y'};
  inner_input = x;
  OK(vjp_tensor_add_hook(z, queue_the_end, &last, NULL, NULL));
  OK(vjp_tensor_add_hook(y, on_gradient, &below, NULL, NULL));
  begin_watching();
  OK(vjp_backward(sum(z), NULL));
  CHECK(strcmp(seen, "hye") == 0 && last.value == 6 && last.task == below.task);
}

/* ANOM-11: a version conflict points to anomaly mode. */
static void conflicts_point_to_anomaly_mode(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = OP("exp", T(x)), *g = NULL;
  vjp_tensor* root = sum(y);
  OP_("mul", T(y), F(2));
  FAILS(VJP_ERROR_VERSION, try_grad(root, NULL, x, false, false, &g));
  SAYS("anomaly");
}

int main(void) {
  RUN(dependencies);
  RUN(tasks_over_one_graph);
  RUN(steps_of_a_node);
  RUN(results_that_nobody_wants);
  RUN(keeping_the_graph);
  RUN(after_an_error);
  RUN(buffers);
  RUN(end_of_a_task);
  RUN(conflicts_point_to_anomaly_mode);
  return finish();
}
