/* Chapters 7 and 11: the order of execution, what can be asked meanwhile, nested grad calls. */
#include "check.h"

static char trace[64];
static vjp_status mark(void* context, vjp_tensor** grads, size_t count) {
  (void)grads, (void)count;
  strncat(trace, (const char*)context, sizeof trace - strlen(trace) - 1);
  return VJP_OK;
}
static void mark_node(vjp_node* node, const char* name) {
  OK(vjp_node_add_pre_hook(node, mark, (void*)(uintptr_t)name, NULL, NULL));
}

static void task_5_reverse_of_the_forward(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* a = times(x, 2);
  vjp_tensor* b = times(x, 3);
  vjp_tensor* c = mul(a, b);
  vjp_tensor* d = mul(a, c);
  mark_node(node_of(a), "a");
  mark_node(node_of(b), "b");
  mark_node(node_of(c), "c");
  mark_node(node_of(d), "d");
  mark_node(edge_of(x), "x");
  trace[0] = '\0';
  OK(vjp_backward(d, NULL));
  CHECK(strcmp(trace, "dcbax") == 0);
}

static void task_5_accumulators_run_at_once(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* w = leaf(VEC(1));
  vjp_tensor* a = times(x, 2);
  vjp_tensor* b = mul(a, w);
  mark_node(node_of(a), "a");
  mark_node(node_of(b), "b");
  mark_node(edge_of(w), "w");
  mark_node(edge_of(x), "x");
  trace[0] = '\0';
  OK(vjp_backward(b, NULL));
  CHECK(strcmp(trace, "bwax") == 0);
}

/* Accumulators have equal numbers, wherever in memory they lie and however many wait. */
static void task_5_ties_in_order_of_insertion(void) {
  static const char* const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
  enum { kLeaves = sizeof names / sizeof *names };
  vjp_tensor* leaves[kLeaves];
  for (int i = 0; i < kLeaves; ++i) {
    leaves[i] = leaf(VEC(1));
    mark_node(edge_of(leaves[i]), names[i]);
  }
  vjp_tensor* stacked = NULL;
  OK(vjp_stack(leaves, kLeaves, 0, &stacked));
  trace[0] = '\0';
  OK(vjp_backward(sum(own(stacked)), NULL));
  CHECK(strcmp(trace, "abcdefghijkl") == 0);
}

static void task_5_of_arguments_in_any_order_the_last_recorded_runs_first(void) {
  enum { kMade = 6 };
  static const char* const names[kMade] = {"a", "b", "c", "d", "e", "f"};
  static const int orders[][kMade] = {{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {2, 5, 0, 4, 1, 3}, {4, 0, 5, 3, 1, 2}};
  for (size_t o = 0; o < sizeof orders / sizeof *orders; ++o) {
    vjp_tensor *x = leaf(VEC(1)), *made[kMade], *given[kMade], *stacked = NULL;
    for (int i = 0; i < kMade; ++i) mark_node(node_of(made[i] = times(x, i + 2)), names[i]);
    for (int i = 0; i < kMade; ++i) given[i] = made[orders[o][i]];
    OK(vjp_stack(given, kMade, 0, &stacked));
    trace[0] = '\0';
    OK(vjp_backward(sum(own(stacked)), NULL));
    CHECK(strcmp(trace, "fedcba") == 0);
  }
}

static void task_13_sequence_numbers_order_ready_nodes(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* a = times(x, 2);
  vjp_tensor* b = times(x, 3);
  vjp_tensor* c = add(a, b);
  mark_node(node_of(a), "a");
  mark_node(node_of(b), "b");
  OK(vjp_node_set_sequence_number(node_of(a), vjp_node_sequence_number(node_of(c)) + 10));
  trace[0] = '\0';
  OK(vjp_backward(c, NULL));
  CHECK(strcmp(trace, "ab") == 0);
}

static void task_2_several_roots(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor *a = sum(times(x, 2)), *b = sum(mul(x, x));
  vjp_tensor* roots[2] = {a, b};
  vjp_tensor* g = NULL;
  OK(vjp_grad(roots, 2, NULL, &x, 1, NULL, &g));
  EQUALS(own(g), 4, 6);
}

static void task_4_only_what_is_wanted(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* w = leaf(VEC(2));
  vjp_tensor* a = times(x, 2);
  vjp_tensor* b = times(w, 3);
  vjp_tensor* c = mul(a, b);
  mark_node(node_of(a), "a");
  mark_node(node_of(b), "b");
  mark_node(node_of(c), "c");
  trace[0] = '\0';
  EQUALS(grad(c, w), 6);
  CHECK(strcmp(trace, "cb") == 0);
}

static int64_t seen_id, inner_id;
static vjp_node* seen_node;
static size_t seen_roots;
static vjp_status ask(void* context, vjp_tensor** grads, size_t count) {
  (void)grads, (void)count;
  seen_id = vjp_grad_call_current_id();
  seen_node = vjp_node_current();
  seen_roots = vjp_grad_call_num_roots(vjp_grad_call_current());
  CHECK(vjp_grad_mode() == (context != NULL));
  return VJP_OK;
}

static void task_14_and_16_what_can_be_asked(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  OK(vjp_node_add_pre_hook(node_of(y), ask, NULL, NULL, NULL));
  CHECK(vjp_grad_call_current_id() == -1 && vjp_grad_call_current() == NULL && vjp_node_current() == NULL);
  OK(vjp_backward(y, NULL));
  int64_t first = seen_id;
  CHECK(first >= 0 && seen_node == node_of(y) && seen_roots == 1);
  OK(vjp_backward(y, NULL));
  CHECK(seen_id > first);
  CHECK(vjp_grad_call_current_id() == -1 && vjp_node_current() == NULL);
}

static void entry_10_grad_mode_in_hooks(void) {
  int yes = 1;
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  OK(vjp_node_add_pre_hook(node_of(y), ask, &yes, NULL, NULL));
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  grad_graph(y, x);
  CHECK(!vjp_grad_mode());
  OK(vjp_grad_mode_set(before, NULL));
}

typedef struct {
  vjp_tensor *root, *input;
  double found;
  int depth;
} Nested;

static vjp_status nest(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  Nested* n = (Nested*)context;
  int64_t outer = vjp_grad_call_current_id();
  vjp_node* node = vjp_node_current();
  vjp_tensor* out = NULL;
  vjp_status status = try_grad(n->root, NULL, n->input, false, true, &out);
  if (status != VJP_OK) return status;
  n->found = at(out, 0);
  vjp_tensor_release(out);
  /* REENT-8 */
  CHECK(vjp_grad_call_current_id() == outer && vjp_node_current() == node);
  inner_id = outer;
  return VJP_OK;
}

static void reent_1_nested_calls(void) {
  vjp_tensor* x = leaf(VEC(3));
  vjp_tensor* inner_x = leaf(VEC(5));
  Nested n = {mul(inner_x, inner_x), inner_x, 0, 0};
  vjp_tensor* y = mul(x, x);
  OK(vjp_tensor_add_hook(y, nest, &n, NULL, NULL));
  EQUALS(grad(times(y, 2), x), 12);
  NEAR(n.found, 10);
  CHECK(inner_id >= 0);
}

static void reent_1_over_the_same_graph(void) {
  vjp_tensor* x = leaf(VEC(3));
  vjp_tensor* y = mul(x, x);
  vjp_tensor* z = OP("sin", T(y));
  /* a hook of y asks for the gradient of y itself */
  Nested n = {y, x, 0, 0};
  OK(vjp_tensor_add_hook(z, nest, &n, NULL, NULL));
  ABOUT(at(grad(z, x), 0), 6 * cos(9), 1e-9);
  NEAR(n.found, 6);
}

static vjp_tensor *deep_x, *deep_y;
static int deepest;
static vjp_status deeper(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  int* left = (int*)context;
  ++deepest;
  if (--*left <= 0) return VJP_OK;
  vjp_tensor* out = NULL;
  vjp_status status = try_grad(deep_y, NULL, deep_x, false, true, &out);
  vjp_tensor_release(out);
  return status;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { kLevels = 50 }; /* a sanitizer's stack frames are many times as large */
#else
enum { kLevels = 500 };
#endif

static void reent_4_many_levels(void) {
  int left = kLevels;
  deepest = 0;
  deep_x = leaf(VEC(3));
  deep_y = mul(deep_x, deep_x);
  OK(vjp_tensor_add_hook(deep_y, deeper, &left, NULL, NULL));
  EQUALS(grad(deep_y, deep_x), 6);
  CHECK(deepest == kLevels);
}

static vjp_status nest_and_fail(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  vjp_tensor* out = NULL;
  /* fails: the root has two elements */
  vjp_status status = try_grad((vjp_tensor*)context, NULL, (vjp_tensor*)context, false, true, &out);
  CHECK(status == VJP_ERROR_INVALID);
  return VJP_OK;
}

static void reent_6_an_inner_failure_can_be_handled(void) {
  vjp_tensor* x = leaf(VEC(3));
  vjp_tensor* y = mul(x, x);
  OK(vjp_tensor_add_hook(y, nest_and_fail, leaf(VEC(1, 2)), NULL, NULL));
  EQUALS(grad(y, x), 6);
}

static vjp_status one_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                               vjp_tensor** out, size_t num_inputs) {
  (void)node;
  int* defined = (int*)context;
  *defined = 0;
  for (size_t i = 0; i < num_grads; ++i) *defined += grads[i] != NULL;
  for (size_t i = 0; i < num_inputs; ++i) out[i] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}

static void task_7_some_slots_undefined(void) {
  int defined = -1;
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Two";
  f.backward = one_gradient;
  f.context = &defined;
  f.materialize_grads = 0;
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* results[2] = {VEC(1, 2), VEC(3, 4)};
  OK(vjp_function_record(&f, &x, 1, results, 2, NULL, 0));
  EQUALS(grad(sum(results[0]), x), 1, 1);
  CHECK(defined == 1);
  f.materialize_grads = 1;
  vjp_tensor* others[2] = {VEC(1, 2), VEC(3, 4)};
  OK(vjp_function_record(&f, &x, 1, others, 2, NULL, 0));
  EQUALS(grad(sum(others[1]), x), 0, 0);
  CHECK(defined == 2);
}

static void entry_24_nothing_is_rolled_back(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* w = leaf(VEC(3, 4));
  vjp_tensor* h = OP("sin", T(x));
  vjp_tensor* g = OP("sin", T(h));
  OP_("mul", T(h), F(1)); /* makes the lower sine fail */
  vjp_tensor* y = sum(mul(g, w));
  FAILS(VJP_ERROR_VERSION, vjp_backward(y, NULL));
  EQUALS(grad_of(w), sin(sin(1)), sin(sin(2)));
  CHECK(grad_of(x) == NULL);
}

int main(void) {
  RUN(task_2_several_roots);
  RUN(task_4_only_what_is_wanted);
  RUN(task_5_reverse_of_the_forward);
  RUN(task_5_accumulators_run_at_once);
  RUN(task_5_ties_in_order_of_insertion);
  RUN(task_5_of_arguments_in_any_order_the_last_recorded_runs_first);
  RUN(task_7_some_slots_undefined);
  RUN(task_13_sequence_numbers_order_ready_nodes);
  RUN(task_14_and_16_what_can_be_asked);
  RUN(entry_10_grad_mode_in_hooks);
  RUN(entry_24_nothing_is_rolled_back);
  RUN(reent_1_nested_calls);
  RUN(reent_1_over_the_same_graph);
  RUN(reent_4_many_levels);
  RUN(reent_6_an_inner_failure_can_be_handled);
  return finish();
}
