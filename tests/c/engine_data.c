/* Chapters 1 and 3: what a handle shows, accumulators, and the rarer rules of recording. */
#include <pthread.h>

#include "check.h"

static vjp_tensor* data_alias(vjp_tensor* t) {
  vjp_tensor* d = NULL;
  OK(vjp_tensor_data_alias(t, &d));
  return own(d);
}
static bool base_of_is(vjp_tensor* view, vjp_tensor* base) {
  vjp_tensor* got = NULL;
  OK(vjp_tensor_base(view, &got));
  return own(got) == base;
}
static vjp_tensor* converted(vjp_tensor* t, vjp_dtype dtype) { return OP("to", T(t), D(dtype)); }

/* ---- detached tensors and data aliases ---- */

/* DET-1: without hooks and tangent; a change through it does not reach the original's history */
static void detach_gives_nothing_but_the_elements(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 3);
  vjp_tensor* d = detached(y);
  CHECK(vjp_tensor_is_leaf(d) && !vjp_tensor_requires_grad(d) && !vjp_tensor_is_view(d) && node_of(d) == NULL);
  vjp_tensor* w = leaf(VEC(5, 7));
  OP_("mul", T(d), T(w)); /* the alias gets a history, the original keeps its own */
  EQUALS(y, 15, 42);
  EQUALS(grad(sum(d), w), 3, 6);
  EQUALS(grad(sum(y), x), 3, 3);
  CHECK(version_of(y) == version_of(d));
  OK(vjp_forward_mode_enter());
  vjp_tensor *dual = NULL, *tangent = NULL;
  OK(vjp_make_dual(VEC(1, 2), VEC(1, 1), &dual));
  OK(vjp_tensor_tangent(detached(own(dual)), &tangent));
  CHECK(tangent == NULL);
  OK(vjp_forward_mode_exit());
}

static vjp_status count(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)grad, (void)out;
  ++*(int*)context;
  return VJP_OK;
}
/* DET-2: hooks stay with the old node; the tensor takes its retained gradient with it */
static void detach_in_place_leaves_hooks(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 3);
  vjp_tensor* later = sum(y);
  int calls = 0;
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(y, count, &calls, NULL, &hook));
  OK(vjp_tensor_retain_grad(y));
  OK(vjp_tensor_detach_(y));
  CHECK(node_of(y) == NULL && !vjp_tensor_retains_grad(y) && vjp_tensor_output_number(y) == 0);
  EQUALS(grad(later, x), 3, 3);
  CHECK(calls == 1 && grad_of(y) == NULL);
  vjp_hook_release(hook);
  /* and so when it dies before the old node runs */
  vjp_tensor* z = times(x, 3);
  later = sum(z);
  OK(vjp_tensor_retain_grad(z));
  OK(vjp_tensor_detach_(z));
  drop_now(z);
  EQUALS(grad(later, x), 3, 3);
}

/* DET-4 */
static void saved_and_then_detached(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 3);
  vjp_tensor* as_input = sum(mul(y, y));
  OK(vjp_tensor_detach_(y));
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_STATE, try_grad(as_input, NULL, x, false, true, &g));
  vjp_tensor* e = OP("exp", T(x)); /* saved as an output: it survives */
  vjp_tensor* as_output = sum(e);
  OK(vjp_tensor_detach_(e));
  EQUALS(grad(as_output, x), exp(1), exp(2));
}

/* DET-5: what is made from an alias shares its counter, not the original's */
static void a_family_of_data_aliases(void) {
  vjp_tensor* x = VEC(1, 2, 3);
  OP_("add", T(x), F(1));
  vjp_tensor* alias = data_alias(x);
  CHECK(version_of(alias) == 0 && version_of(x) == 1);
  vjp_tensor* view = narrow(alias, 0, 0, 2);
  vjp_tensor* d = detached(alias);
  CHECK(base_of_is(view, alias));
  OP_("mul", T(view), F(2));
  CHECK(version_of(alias) == 1 && version_of(view) == 1 && version_of(d) == 1 && version_of(x) == 1);
  OP_("mul", T(d), F(2));
  CHECK(version_of(alias) == 2 && version_of(x) == 1);
  OP_("mul", T(x), F(2));
  CHECK(version_of(alias) == 2 && version_of(x) == 2);
  vjp_tensor* second = data_alias(alias);
  CHECK(version_of(second) == 0);
  EQUALS(x, 16, 24, 16);
}

/* ---- replacing data ---- */

/* DET-6 */
static void data_is_replaced(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* old = detached(x);
  vjp_tensor* other = MAT(2, 2, 5, 6, 7, 8);
  int calls = 0;
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(x, count, &calls, NULL, &hook));
  OK(vjp_tensor_version_advance(x));
  OK(vjp_tensor_set_data(x, OP("transpose", T(other), I(0), I(1))));
  CHECK(SHAPE(x, 2, 2) && vjp_tensor_shares_storage(x, other) && !vjp_tensor_shares_storage(x, old));
  EQUALS(x, 5, 7, 6, 8);
  EQUALS(old, 1, 2);
  CHECK(vjp_tensor_requires_grad(x) && vjp_tensor_is_leaf(x) && !vjp_tensor_is_view(x));
  CHECK(version_of(x) == 1 && version_of(other) == 0); /* its own, which goes on */
  OP_("add", T(other), F(1));
  CHECK(version_of(x) == 1);
  OK(vjp_backward(sum(mul(x, x)), NULL));
  EQUALS(grad_of(x), 12, 16, 14, 18);
  CHECK(calls == 1);
  vjp_hook_release(hook);
  OK(vjp_tensor_set_data(x, x));
  EQUALS(x, 6, 8, 7, 9);
  /* more dimensions than lie in the tensor itself */
  OK(vjp_tensor_set_data(x, OP("reshape", T(other), INTS(1, 2, 1, 1, 2, 1))));
  CHECK(SHAPE(x, 1, 2, 1, 1, 2, 1));
  EQUALS(x, 6, 7, 8, 9);
}

/* DET-6: the version counter is the one that the tensor has shared with its views and aliases */
static void data_is_replaced_beside_views(void) {
  vjp_tensor* x = VEC(1, 1);
  vjp_tensor* view = narrow(x, 0, 0, 2);
  vjp_tensor* d = detached(x);
  vjp_tensor* alias = data_alias(x);
  OP_("add", T(x), F(1));
  vjp_tensor* product = sum(mul(d, leaf(VEC(1, 1))));
  OK(vjp_tensor_set_data(x, VEC(1, 2, 3)));
  CHECK(version_of(x) == 1 && version_of(view) == 1 && version_of(d) == 1 && version_of(alias) == 0);
  OP_("add", T(x), F(1));
  CHECK(version_of(x) == 2 && version_of(view) == 2 && version_of(d) == 2 && version_of(alias) == 0);
  OP_("add", T(view), F(1));
  CHECK(version_of(x) == 3 && version_of(view) == 3 && version_of(d) == 3);
  EQUALS(x, 2, 3, 4);
  EQUALS(view, 3, 3);
  FAILS(VJP_ERROR_VERSION, vjp_backward(product, NULL));
  /* those who lie there later have that counter too, and another replacement leaves it */
  vjp_tensor* late = narrow(d, 0, 0, 1);
  OK(vjp_tensor_set_data(d, VEC(7)));
  OP_("add", T(late), F(1));
  CHECK(version_of(x) == 4 && version_of(view) == 4 && version_of(d) == 4 && version_of(late) == 4);
  drop_now(x);
  OP_("add", T(d), F(1));
  CHECK(version_of(view) == 5);
  EQUALS(d, 8);
  /* an alias keeps its own */
  OK(vjp_tensor_set_data(alias, VEC(1)));
  OP_("add", T(alias), F(1));
  CHECK(version_of(alias) == 1 && version_of(view) == 5);
}

/* DET-6: a view of what its base has left keeps its history, and cannot change the base's */
static void views_of_data_that_was_replaced(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3, 4));
  vjp_tensor* y = times(x, 3);
  vjp_tensor* view = narrow(y, 0, 2, 2);
  OK(vjp_tensor_set_data(y, VEC(5)));
  OP_("mul", T(y), F(2));
  CHECK(version_of(view) == 1 && !vjp_tensor_is_leaf(view));
  EQUALS(grad(sum(view), x), 0, 0, 3, 3);
  vjp_tensor* w = leaf(VEC(1, 1));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(view), T(w)));
  SAYS("other data");
  EQUALS(view, 9, 12);
  /* so where nothing had a history */
  vjp_tensor* plain = VEC(1, 2, 3);
  vjp_tensor* part = narrow(plain, 0, 1, 2);
  OK(vjp_tensor_set_data(plain, VEC(5)));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(part), T(w)));
  OK(vjp_tensor_set_requires_grad(plain, true));
  CHECK(vjp_tensor_is_leaf(part) && node_of(part) == NULL);
}

/* DET-6, FWD-11 */
static void data_that_cannot_be_replaced(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* integers = converted(VEC(1, 2), VJP_DTYPE_INT64);
  FAILS(VJP_ERROR_DTYPE, vjp_tensor_set_data(x, integers));
  SAYS("int64");
  EQUALS(x, 1, 2);
  vjp_tensor* plain = VEC(1, 2);
  OK(vjp_tensor_set_data(plain, integers));
  CHECK(vjp_tensor_dtype(plain) == VJP_DTYPE_INT64);
  FAILS(VJP_ERROR_STATE, vjp_tensor_set_data(narrow(VEC(1, 2), 0, 0, 1), VEC(3)));
  OK(vjp_forward_mode_enter());
  vjp_tensor* dual = NULL;
  OK(vjp_make_dual(VEC(1, 2), VEC(1, 1), &dual));
  own(dual);
  FAILS(VJP_ERROR_STATE, vjp_tensor_set_data(dual, VEC(3)));
  FAILS(VJP_ERROR_STATE, vjp_tensor_resize_(dual, (int64_t[]){1}, 1)); /* GRAPH-18 */
  vjp_value args[] = {T(dual), T(VEC(1, 1)), T(VEC(0, 0))};
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, call_op("mul", VJP_VARIANT_OUT, args, 3, 0, NULL));
  OK(vjp_forward_mode_exit());
}

/* GRAPH-10 */
static void another_dtype_takes_another_accumulator(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* older = sum(times(x, 3));
  vjp_node* first = edge_of(x);
  OK(vjp_tensor_set_data(x, VEC(3, 4))); /* the same dtype: the same accumulator */
  CHECK(edge_of(x) == first);
  OK(vjp_tensor_set_data(x, converted(VEC(3, 4), VJP_DTYPE_FLOAT32)));
  vjp_node* second = edge_of(x);
  CHECK(second != first && edge_of(x) == second);
  vjp_tensor* of = NULL;
  OK(vjp_node_leaf(first, &of));
  CHECK(own(of) == x);
  OK(vjp_backward(sum(times(x, 2)), NULL));
  CHECK(vjp_tensor_dtype(grad_of(x)) == VJP_DTYPE_FLOAT32);
  drop_now(older);
}

/* GRAPH-18 */
static void resize(void) {
  vjp_tensor* x = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  OK(vjp_tensor_resize_(x, (int64_t[]){2, 3}, 2));
  CHECK(version_of(x) == 0);
  vjp_tensor* product = mul(x, leaf(MAT(2, 3, 1, 1, 1, 1, 1, 1)));
  OK(vjp_tensor_resize_(x, (int64_t[]){2, 2}, 2)); /* smaller: in place, beside those who share the memory */
  CHECK(SHAPE(x, 2, 2) && version_of(x) == 1);
  EQUALS(x, 1, 2, 3, 4);
  FAILS(VJP_ERROR_VERSION, vjp_backward(sum(product), NULL));
  OK(vjp_tensor_resize_(x, (int64_t[]){3, 4}, 2));
  CHECK(SHAPE(x, 3, 4) && version_of(x) == 2 && at(x, 5) == 6);
  vjp_tensor* d = detached(x);
  FAILS(VJP_ERROR_STATE, vjp_tensor_resize_(x, (int64_t[]){50}, 1));
  CHECK(SHAPE(x, 3, 4) && version_of(x) == 2 && vjp_tensor_shares_storage(x, d));
  FAILS(VJP_ERROR_STATE, vjp_tensor_resize_(leaf(VEC(1, 2)), (int64_t[]){1}, 1));
  SAYS("requires grad");
  FAILS(VJP_ERROR_STATE, vjp_tensor_resize_(leaf(VEC(1, 2)), (int64_t[]){2}, 1));
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_resize_(x, (int64_t[]){-1, 4}, 2));
}

/* ---- the grad field ---- */

/* DET-7: any tensor has the field */
static void any_tensor_has_a_grad_field(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  vjp_tensor* plain = VEC(1, 2);
  OK(vjp_tensor_set_grad(y, VEC(3, 4)));
  OK(vjp_tensor_set_grad(plain, VEC(5, 6)));
  EQUALS(grad_of(y), 3, 4);
  EQUALS(grad_of(plain), 5, 6);
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_set_grad(plain, MAT(1, 2, 1, 2)));
  SAYS("float64[1, 2]");
  SAYS("float64[2]");
  EQUALS(grad_of(plain), 5, 6);
}

/* ---- recording ---- */

/* GRAPH-2: in its three ways */
static void who_requires_grad(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  CHECK(vjp_tensor_requires_grad(x) && vjp_tensor_requires_grad(times(x, 2)));
  vjp_tensor* base = VEC(1, 2);
  vjp_tensor* view = narrow(base, 0, 0, 1);
  CHECK(!vjp_tensor_requires_grad(view));
  leaf(base);
  CHECK(vjp_tensor_requires_grad(view) && vjp_tensor_is_leaf(view));
}

static void* record(void* arg) {
  vjp_tensor* x = arg;
  vjp_tensor* y = NULL;
  vjp_node *node = NULL, *accumulator = NULL;
  uint32_t slot;
  if (vjp_exp(x, &y) != VJP_OK) return NULL;
  vjp_tensor_grad_fn(y, &node);
  vjp_node_edge(node, 0, &accumulator, &slot);
  vjp_node_release(accumulator);
  vjp_tensor_release(y);
  return node;
}
/* GRAPH-9, GRAPH-12: threads that record with one leaf get one accumulator; nodes know their thread */
static void threads_record_with_one_leaf(void) {
  enum { kThreads = 8 };
  for (int round = 0; round < 20; ++round) {
    vjp_tensor* x = leaf(VEC(1, 2));
    pthread_t threads[kThreads];
    vjp_node* nodes[kThreads];
    for (int i = 0; i < kThreads; ++i) CHECK(pthread_create(&threads[i], NULL, record, x) == 0);
    for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], (void**)&nodes[i]);
    for (int i = 0; i < kThreads; ++i) {
      vjp_node* next = NULL;
      uint32_t slot;
      OK(vjp_node_edge(nodes[i], 0, &next, &slot));
      CHECK(next == edge_of(x));
      vjp_node_release(next);
      CHECK(vjp_node_sequence_number(nodes[i]) == 0); /* GRAPH-11: each thread counts from 0 */
      for (int j = 0; j < i; ++j) CHECK(vjp_node_thread(nodes[i]) != vjp_node_thread(nodes[j]));
    }
    CHECK(vjp_node_thread(node_of(times(x, 2))) == vjp_node_thread(node_of(times(x, 3))));
    for (int i = 0; i < kThreads; ++i) vjp_node_release(nodes[i]);
  }
}

static vjp_status pass_on(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                          size_t num_inputs) {
  (void)context, (void)node, (void)num_grads;
  for (size_t i = 0; i < num_inputs; ++i) out[i] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}
/* GRAPH-15: custom nodes with two edges each, on the stack that a thread has by default */
static void a_deep_graph_of_custom_nodes(void) {
  vjp_tensor* x = leaf(SCALAR(1));
  int64_t nodes = vjp_debug_live_nodes();
  vjp_tensor* former = vjp_tensor_retain(x);
  vjp_tensor* y = vjp_tensor_retain(x);
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "Link";
  function.backward = pass_on;
  for (int i = 0; i < 150000; ++i) {
    vjp_tensor* next = NULL;
    if (vjp_tensor_from_data(&(double){1}, NULL, 0, VJP_DTYPE_FLOAT64, &next) != VJP_OK) break;
    vjp_tensor* inputs[2] = {y, former};
    vjp_tensor* saved[1] = {y};
    if (vjp_function_record(&function, inputs, 2, &next, 1, saved, 1) != VJP_OK) break;
    vjp_tensor_release(former);
    former = y;
    y = next;
  }
  CHECK(vjp_debug_live_nodes() >= nodes + 150000);
  vjp_tensor_release(former);
  vjp_tensor_release(y);
  CHECK(vjp_debug_live_nodes() == nodes);
}

/* GRAPH-16: what cannot be differentiated says so at once */
static void samples_of_probabilities(void) {
  vjp_tensor* p = leaf(VEC(0.5, 0.5));
  FAILS(VJP_ERROR_INVALID, TRY("bernoulli", T(p)));
  SAYS("bernoulli: argument 'input'");
  FAILS(VJP_ERROR_INVALID, TRY("multinomial", T(p), I(1)));
  vjp_guard* guard = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &guard));
  OP("bernoulli", T(p));
  OK(vjp_guard_exit(guard));
  OP("bernoulli", T(detached(p)));
}

/* INPL-1, INPL-5: operators that write over their target end its history */
static void overwriting(void) {
  static const char* const names[] = {"uniform", "normal", "logical_not", "bernoulli.p"};
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    vjp_tensor* y = times(x, 2);
    vjp_value args[] = {T(y), F(0.5)};
    size_t given = i == 3 ? 2 : 1;
    OK(call_op(names[i], VJP_VARIANT_INPLACE, args, given, 0, NULL));
    EQUALS(grad(sum(y), x), 0, 0, 0);
    vjp_tensor* b = times(x, 2);
    args[0] = T(narrow(b, 0, 1, 1));
    OK(call_op(names[i], VJP_VARIANT_INPLACE, args, given, 0, NULL));
    EQUALS(grad(sum(b), x), 2, 0, 2);
    args[0] = T(x);
    FAILS(VJP_ERROR_STATE, call_op(names[i], VJP_VARIANT_INPLACE, args, given, 0, NULL));
    EQUALS(x, 1, 2, 3);
  }
}

/* GRAPH-17: whichever argument requires grad is named, the result among them */
static void out_variants(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_value second[] = {T(VEC(1, 2)), T(x), T(VEC(0, 0))};
  FAILS(VJP_ERROR_STATE, call_op("mul", VJP_VARIANT_OUT, second, 3, 0, NULL));
  SAYS("'other'");
  vjp_value result[] = {T(VEC(1, 2)), T(VEC(1, 2)), T(x)};
  FAILS(VJP_ERROR_STATE, call_op("mul", VJP_VARIANT_OUT, result, 3, 0, NULL));
  SAYS("'out'");
  EQUALS(x, 1, 2);
  vjp_guard* guard = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &guard));
  OK(call_op("mul", VJP_VARIANT_OUT, result, 3, 0, NULL));
  OK(vjp_guard_exit(guard));
  EQUALS(x, 1, 4);
  CHECK(version_of(x) == 1);
}

/* GRAPH-8: real slots know their output, placeholders nothing */
static void slots_describe_outputs(void) {
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  vjp_node* node = node_of(RESULT("max.dim", 0, T(x), I(1)));
  CHECK(vjp_node_num_slots(node) == 2);
  vjp_slot_info info = VJP_SLOT_INFO_INIT;
  OK(vjp_node_slot_info(node, 0, &info));
  CHECK(info.defined && info.dtype == VJP_DTYPE_FLOAT64 && info.ndim == 1 && info.sizes[0] == 2);
  OK(vjp_node_slot_info(node, 1, &info));
  CHECK(!info.defined);
}

/* GRAPH-14: saved outputs, retained gradients and accumulators close no circle */
static void the_graph_does_not_own_itself(void) {
  int64_t nodes = vjp_debug_live_nodes();
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("exp", T(x));
  OK(vjp_tensor_retain_grad(y));
  vjp_tensor* b = times(x, 2);
  vjp_tensor* v = narrow(b, 0, 0, 1);
  OP_("exp", T(v)); /* the saved output belongs to what the base's history owns */
  CHECK(vjp_debug_live_nodes() > nodes);
  drop_now(y), drop_now(b), drop_now(v);
  arena_clear();
  CHECK(vjp_debug_live_nodes() == nodes);
}

/* VIEW-4, VIEW-5 */
static void histories_of_views(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = times(x, 2);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  vjp_node* next = NULL;
  uint32_t slot;
  OK(vjp_node_edge(node_of(v), 0, &next, &slot));
  CHECK(own_node(next) == node_of(b));
  CHECK(node_of(narrow(VEC(1, 2), 0, 0, 1)) == NULL);
}

/* INPL-4: whatever the mode, and for all of the family */
static void every_change_advances_the_version(void) {
  vjp_tensor* b = VEC(1, 2, 3);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  OP_("add", T(v), F(1));
  int64_t first = version_of(b);
  CHECK(first >= 1 && version_of(v) == first);
  for (int mode = VJP_MODE_GRAD; mode <= VJP_MODE_INFERENCE; ++mode) {
    vjp_guard* guard = NULL;
    OK(vjp_guard_mode((vjp_mode)mode, mode == VJP_MODE_INFERENCE, &guard));
    OP_("add", T(b), F(1));
    OK(vjp_guard_exit(guard));
    CHECK(version_of(v) > first && version_of(v) == version_of(b));
    first = version_of(v);
  }
  vjp_value args[] = {T(VEC(1, 1)), T(VEC(1, 1)), T(v)};
  OK(call_op("mul", VJP_VARIANT_OUT, args, 3, 0, NULL));
  CHECK(version_of(b) > first);
}

/* INPL-7 */
static void a_function_that_changes_a_view_returns_it_alone(void) {
  vjp_tensor* b = clone(leaf(VEC(1, 2, 3)));
  vjp_tensor* v = narrow(b, 0, 0, 2);
  vjp_node* before = node_of(b);
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "Pair";
  function.backward = pass_on;
  vjp_function_call* call = NULL;
  OK(vjp_function_begin(&function, &v, 1, &call));
  OK(vjp_function_call_mark_dirty(call, &v, 1));
  vjp_tensor *results[2] = {v, VEC(5, 6)}, *out[2] = {NULL, NULL};
  FAILS(VJP_ERROR_STATE, vjp_function_end(call, results, 2, out));
  SAYS("Pair");
  CHECK(!out[0] && !out[1] && node_of(b) == before && vjp_grad_mode());
}

/* VIEW-18, HOOK-22: the base's retained gradient moves to the slice update, the view's to its new node */
static void retained_gradients_across_a_change(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = times(x, 2);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  OK(vjp_tensor_retain_grad(b));
  OK(vjp_tensor_retain_grad(v));
  OP_("mul", T(v), F(5));
  OK(vjp_backward(add(sum(times(v, 3)), sum(b)), NULL));
  EQUALS(grad_of(v), 3, 3);
  EQUALS(grad_of(b), 4, 4, 1);
  EQUALS(grad_of(x), 40, 40, 2);
}

/* GRAPH-19 */
static void looking_changes_nothing(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* b = times(x, 2);
  vjp_tensor* v = narrow(b, 0, 0, 1);
  OP_("mul", T(v), F(3));
  int calls = 0;
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(b, count, &calls, NULL, &hook));
  node_of(v), edge_of(v), node_of(b);
  CHECK(vjp_node_num_edges(node_of(b)) > 0 && vjp_tensor_requires_grad(v));
  EQUALS(grad(sum(b), x), 6, 2);
  EQUALS(grad(sum(v), x), 6, 0);
  vjp_hook_release(hook);
}

int main(void) {
  RUN(detach_gives_nothing_but_the_elements);
  RUN(detach_in_place_leaves_hooks);
  RUN(saved_and_then_detached);
  RUN(a_family_of_data_aliases);
  RUN(data_is_replaced);
  RUN(data_is_replaced_beside_views);
  RUN(views_of_data_that_was_replaced);
  RUN(data_that_cannot_be_replaced);
  RUN(another_dtype_takes_another_accumulator);
  RUN(resize);
  RUN(any_tensor_has_a_grad_field);
  RUN(who_requires_grad);
  RUN(threads_record_with_one_leaf);
  RUN(a_deep_graph_of_custom_nodes);
  RUN(samples_of_probabilities);
  RUN(overwriting);
  RUN(out_variants);
  RUN(slots_describe_outputs);
  RUN(the_graph_does_not_own_itself);
  RUN(histories_of_views);
  RUN(every_change_advances_the_version);
  RUN(a_function_that_changes_a_view_returns_it_alone);
  RUN(retained_gradients_across_a_change);
  RUN(looking_changes_nothing);
  return finish();
}
