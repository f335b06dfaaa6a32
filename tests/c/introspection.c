/* What nodes and tensors answer about themselves (spec chapter 23). */
#include "check.h"

static int dropped;
static void count_drop(void* value) {
  (void)value;
  ++dropped;
}

static vjp_slot_info slot_of(vjp_node* node, size_t slot) {
  vjp_slot_info info = VJP_SLOT_INFO_INIT;
  OK(vjp_node_slot_info(node, slot, &info));
  return info;
}

/* INTRO-1 */
static void a_node_answers_about_itself(void) {
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  vjp_tensor* y = times(x, 2);
  vjp_node *node = node_of(y), *sink = edge_of(x);
  CHECK(strcmp(vjp_node_name(node), "MulBackward") == 0);
  CHECK(strcmp(vjp_node_name(sink), "AccumulateGrad") == 0);
  CHECK(vjp_node_sequence_number(node_of(sum(y))) > vjp_node_sequence_number(node));
  CHECK(vjp_node_sequence_number(sink) == UINT64_MAX);
  CHECK(vjp_node_topological_number(sink) == 0 && vjp_node_topological_number(node) == 1);
  CHECK(vjp_node_thread(node) > 0 && vjp_node_thread(node) == vjp_node_thread(node_of(sum(y))));
  CHECK(vjp_node_num_slots(node) == 1 && vjp_node_num_edges(node) == 2);
  CHECK(vjp_node_num_edges(sink) == 0);
  vjp_slot_info info = slot_of(node, 0);
  CHECK(info.defined && info.dtype == VJP_DTYPE_FLOAT64 && info.ndim == 2);
  CHECK(info.ndim == 2 && info.sizes[0] == 2 && info.sizes[1] == 3);
  vjp_device device = vjp_tensor_device(y);
  CHECK(info.device.kind == device.kind && info.device.index == device.index);
  info = slot_of(node_of(sum(y)), 0);
  CHECK(info.defined && info.ndim == 0);
}

/* INTRO-1: slots are distinguished by index; GRAPH-7: a placeholder has no metadata */
static void placeholder_slots_are_undefined(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 4, 3, 2));
  vjp_node* node = node_of(RESULT("max.dim", 0, T(x), I(0), B(false)));
  CHECK(vjp_node_num_slots(node) == 2);
  CHECK(slot_of(node, 0).defined && slot_of(node, 0).ndim == 1);
  CHECK(!slot_of(node, 1).defined);
  vjp_slot_info info = VJP_SLOT_INFO_INIT;
  FAILS(VJP_ERROR_INVALID, vjp_node_slot_info(node, 2, &info));
  SAYS("MaxDimBackward");
  info.struct_size = 4;
  FAILS(VJP_ERROR_INVALID, vjp_node_slot_info(node, 0, &info));
}

/* INTRO-1 and INTRO-9: freed is seen, structure stays readable */
static void freed_nodes_keep_their_structure(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = mul(x, x);
  vjp_node* node = node_of(y);
  OK(vjp_node_set_metadata(node, "key", &dropped, NULL));
  CHECK(!vjp_node_freed(node));
  OK(vjp_backward(sum(y), NULL));
  CHECK(vjp_node_freed(node));
  CHECK(strcmp(vjp_node_name(node), "MulBackward") == 0);
  CHECK(vjp_node_num_edges(node) == 2 && slot_of(node, 0).sizes[0] == 2);
  vjp_node* next = NULL;
  uint32_t slot = 7;
  OK(vjp_node_edge(node, 1, &next, &slot));
  CHECK(next == edge_of(x) && slot == 0);
  own_node(next);
  void* value = NULL;
  OK(vjp_node_metadata(node, "key", &value));
  CHECK(value == &dropped);
}

/* INTRO-2: null edges stand in their places, for custom functions too */
static vjp_status no_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return VJP_OK;
}
static void edges_are_complete_and_in_order(void) {
  vjp_tensor *a = leaf(VEC(1)), *b = VEC(2), *c = leaf(VEC(3));
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "Mine";
  function.backward = no_gradient;
  vjp_tensor* inputs[4] = {c, b, NULL, a};
  vjp_tensor* result = VEC(4);
  OK(vjp_function_record(&function, inputs, 4, &result, 1, NULL, 0));
  vjp_node* node = node_of(result);
  CHECK(strcmp(vjp_node_name(node), "Mine") == 0);
  vjp_node* expected[4] = {edge_of(c), NULL, NULL, edge_of(a)};
  CHECK(vjp_node_num_edges(node) == 4);
  for (size_t i = 0; i < 4; ++i) {
    vjp_node* next = node;
    uint32_t slot = 9;
    OK(vjp_node_edge(node, i, &next, &slot));
    CHECK(next == expected[i] && slot == 0);
    own_node(next);
    CHECK(vjp_node_needs(node, i) == (expected[i] != NULL));
  }
  CHECK(!vjp_node_needs(node, 4));
}

static bool needed[2];
static vjp_status ask_needs(void* context, vjp_tensor** grads, size_t count) {
  (void)grads, (void)count;
  needed[0] = vjp_node_needs((vjp_node*)context, 0);
  needed[1] = vjp_node_needs((vjp_node*)context, 1);
  return VJP_OK;
}
/* INTRO-1: what a node needs follows the running task (PRUNE-1) */
static void needs_follow_the_task(void) {
  vjp_tensor *a = leaf(VEC(1)), *b = leaf(VEC(2));
  vjp_tensor* y = mul(a, b);
  vjp_node* node = node_of(y);
  OK(vjp_node_add_pre_hook(node, ask_needs, node, NULL, NULL));
  vjp_tensor* out = NULL;
  OK(try_grad(y, NULL, b, false, true, &out));
  own(out);
  CHECK(!needed[0] && needed[1]);
  CHECK(vjp_node_needs(node, 0) && vjp_node_needs(node, 1)); /* outside: the edge is valid */
}

static vjp_status pre(void* context, vjp_tensor** grads, size_t count) {
  (void)context, (void)grads, (void)count;
  return VJP_OK;
}
static vjp_status post(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads, size_t n) {
  (void)context, (void)results, (void)num_results, (void)grads, (void)n;
  return VJP_OK;
}
static vjp_status on_tensor(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  return VJP_OK;
}
static vjp_status on_leaf(void* context, vjp_tensor* leaf) {
  (void)context, (void)leaf;
  return VJP_OK;
}

/* INTRO-1: hook counts; GRAPH-19: asking changes nothing */
static void hooks_are_counted_by_kind(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  vjp_node *node = node_of(y), *sink = edge_of(x);
  for (int kind = VJP_HOOK_TENSOR; kind <= VJP_HOOK_POST_ACCUMULATE; ++kind) {
    CHECK(vjp_node_num_hooks(node, (vjp_hook_kind)kind) == 0);
    CHECK(vjp_node_num_hooks(sink, (vjp_hook_kind)kind) == 0);
  }
  vjp_hook* removed = NULL;
  OK(vjp_tensor_add_hook(y, on_tensor, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(y, on_tensor, NULL, NULL, &removed));
  OK(vjp_tensor_retain_grad(y));
  OK(vjp_node_add_pre_hook(node, pre, NULL, NULL, NULL));
  for (int i = 0; i < 3; ++i) OK(vjp_node_add_post_hook(node, post, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(x, on_tensor, NULL, NULL, NULL));
  OK(vjp_tensor_add_post_accumulate_hook(x, on_leaf, NULL, NULL, NULL));
  CHECK(vjp_node_num_hooks(node, VJP_HOOK_TENSOR) == 2);
  vjp_hook_remove(removed);
  CHECK(vjp_node_num_hooks(node, VJP_HOOK_TENSOR) == 1);
  CHECK(vjp_node_num_hooks(node, VJP_HOOK_RETAINED) == 1);
  CHECK(vjp_node_num_hooks(node, VJP_HOOK_PRE) == 1);
  CHECK(vjp_node_num_hooks(node, VJP_HOOK_POST) == 3);
  CHECK(vjp_node_num_hooks(node, VJP_HOOK_POST_ACCUMULATE) == 0);
  CHECK(vjp_node_num_hooks(sink, VJP_HOOK_TENSOR) == 1);
  CHECK(vjp_node_num_hooks(sink, VJP_HOOK_POST_ACCUMULATE) == 1);
  CHECK(vjp_node_num_hooks(node, (vjp_hook_kind)99) == 0);
}

/* INTRO-3 */
static void metadata_belongs_to_the_node(void) {
  dropped = 0;
  int values[3];
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  vjp_node *one = node_of(y), *other = node_of(y);
  CHECK(vjp_node_num_metadata(one) == 0 && strcmp(vjp_node_metadata_key(one, 0), "") == 0);
  OK(vjp_node_set_metadata(one, "a", &values[0], count_drop));
  OK(vjp_node_set_metadata(one, "b", &values[1], count_drop));
  void* got = NULL;
  OK(vjp_node_metadata(other, "a", &got));
  CHECK(got == &values[0]);
  OK(vjp_node_metadata(other, "c", &got));
  CHECK(got == NULL);
  CHECK(vjp_node_num_metadata(other) == 2);
  CHECK(strcmp(vjp_node_metadata_key(other, 0), "a") == 0 && strcmp(vjp_node_metadata_key(other, 1), "b") == 0);
  OK(vjp_node_set_metadata(other, "a", &values[2], count_drop)); /* replaces and drops */
  CHECK(dropped == 1);
  OK(vjp_node_metadata(one, "a", &got));
  CHECK(got == &values[2]);
  OK(vjp_node_set_metadata(one, "b", NULL, NULL)); /* removes */
  CHECK(dropped == 2 && vjp_node_num_metadata(one) == 1);
  FAILS(VJP_ERROR_INVALID, vjp_node_set_metadata(one, VJP_METADATA_PARENT, &values[0], count_drop));
  FAILS(VJP_ERROR_INVALID, vjp_node_set_metadata(one, VJP_METADATA_CALL_SITE, &values[0], count_drop));
  CHECK(dropped == 2); /* what was refused stays the caller's */
  drop_now(one);
  drop_now(other);
  CHECK(dropped == 2);
  drop_now(y); /* the last that held the node */
  CHECK(dropped == 3);
}

/* INTRO-4 */
static void handles_of_a_node_are_equal(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  vjp_tensor* z = sum(y);
  vjp_node* next = NULL;
  uint32_t slot = 0;
  OK(vjp_node_edge(node_of(z), 0, &next, &slot));
  CHECK(own_node(next) == node_of(y));
  CHECK(node_of(y) == node_of(y));
  vjp_node* sink = edge_of(x);
  OK(vjp_node_edge(node_of(y), 0, &next, &slot));
  CHECK(own_node(next) == sink);
  OK(vjp_node_add_pre_hook(node_of(y), pre, NULL, NULL, NULL));
  CHECK(vjp_node_num_hooks(node_of(y), VJP_HOOK_PRE) == 1);
}

/* INTRO-6 */
static void the_gradient_edge_keeps_the_graph_and_not_the_tensor(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_node* sink = edge_of(x); /* made though nothing used the leaf */
  CHECK(strcmp(vjp_node_name(sink), "AccumulateGrad") == 0);
  vjp_node* none = NULL;
  uint32_t slot = 0;
  FAILS(VJP_ERROR_STATE, vjp_tensor_gradient_edge(VEC(1), &none, &slot));
  int64_t tensors = vjp_debug_live_tensors();
  vjp_tensor* y = times(x, 3);
  vjp_node* node = edge_of(y);
  CHECK(node == node_of(y));
  drop_now(y);
  CHECK(vjp_debug_live_tensors() == tensors); /* saved: nothing but the number 3 */
  vjp_tensor *g = VEC(1, 1), *out[2] = {NULL, NULL};
  OK(vjp_node_apply(node, &g, 1, out, 2)); /* the graph is there */
  EQUALS(own(out[0]), 3, 3);
  CHECK(out[1] == NULL);
}

/* INTRO-7 */
static void an_accumulator_knows_its_leaf(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_node* sink = edge_of(x);
  vjp_tensor* back = NULL;
  OK(vjp_node_leaf(sink, &back));
  CHECK(own(back) == x);
  FAILS(VJP_ERROR_INVALID, vjp_node_leaf(node_of(times(x, 2)), &back));
  CHECK(node_of(times(x, 2)) != sink);
  OK(vjp_node_add_pre_hook(sink, pre, NULL, NULL, NULL));
  vjp_tensor* y = times(x, 2);
  drop_now(y);
  CHECK(vjp_node_num_hooks(edge_of(x), VJP_HOOK_PRE) == 1); /* held by us */
  drop_now(back);
}

/* INTRO-8 */
static void one_node_can_be_run_by_hand(void) {
  vjp_tensor *a = leaf(VEC(2, 3)), *b = leaf(VEC(5, 7));
  vjp_tensor* y = mul(a, b);
  vjp_node* node = node_of(y);
  vjp_tensor *g = leaf(VEC(1, 10)), *out[2];
  OK(vjp_node_add_pre_hook(node, (vjp_node_pre_hook_fn)ask_needs, node, NULL, NULL));
  needed[0] = needed[1] = false;
  OK(vjp_node_apply(node, &g, 1, out, 2));
  CHECK(!needed[0] && !needed[1]); /* no hooks */
  EQUALS(own(out[0]), 5, 70);
  EQUALS(own(out[1]), 2, 30);
  CHECK(!vjp_node_freed(node));
  CHECK(vjp_tensor_requires_grad(out[0])); /* the caller's grad mode is on */
  EQUALS(grad(sum(out[0]), b), 1, 10);
  vjp_guard* region = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &region));
  OK(vjp_node_apply(node, &g, 1, out, 2));
  OK(vjp_guard_exit(region));
  CHECK(!vjp_tensor_requires_grad(own(out[0])) && !vjp_tensor_requires_grad(own(out[1])));
  vjp_tensor* undefined = NULL;
  OK(vjp_node_apply(node, &undefined, 1, out, 2));
  CHECK(out[0] == NULL && out[1] == NULL);
}

/* INTRO-8 */
static void running_by_hand_checks_its_arguments(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = mul(x, x);
  vjp_node* node = node_of(y);
  vjp_tensor *good = VEC(1, 1), *bad = VEC(1, 1, 1), *out[2] = {NULL, NULL};
  FAILS(VJP_ERROR_INVALID, vjp_node_apply(node, &good, 0, out, 2));
  FAILS(VJP_ERROR_INVALID, vjp_node_apply(node, &good, 1, out, 1));
  FAILS(VJP_ERROR_SHAPE, vjp_node_apply(node, &bad, 1, out, 2));
  bad = ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2});
  FAILS(VJP_ERROR_DTYPE, vjp_node_apply(node, &bad, 1, out, 2));
  OK(vjp_backward(sum(y), NULL));
  FAILS(VJP_ERROR_STATE, vjp_node_apply(node, &good, 1, out, 2));
  SAYS("freed");
  CHECK(out[0] == NULL && out[1] == NULL);
}

/* INTRO-8: an accumulator accumulates */
static void an_accumulator_run_by_hand_accumulates(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* g = VEC(3, 4);
  OK(vjp_node_apply(edge_of(x), &g, 1, NULL, 0));
  OK(vjp_node_apply(edge_of(x), &g, 1, NULL, 0));
  EQUALS(grad_of(x), 6, 8);
  EQUALS(g, 3, 4);
}

static vjp_status apply_inside(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)replacement;
  vjp_tensor** out = (vjp_tensor**)context;
  return vjp_node_apply((vjp_node*)out[2], &grad, 1, out, 2);
}
/* INTRO-8: PRUNE-1 as outside, even inside a task that wants one edge only */
static void by_hand_inside_a_restricted_task_everything_is_wanted(void) {
  vjp_tensor *a = leaf(VEC(2)), *b = leaf(VEC(5));
  vjp_tensor* y = mul(a, b);
  vjp_node* node = node_of(y);
  vjp_tensor* out[3] = {NULL, NULL, (vjp_tensor*)node};
  OK(vjp_tensor_add_hook(y, apply_inside, out, NULL, NULL));
  vjp_tensor* g = NULL;
  OK(try_grad(y, NULL, a, false, true, &g));
  EQUALS(own(g), 5);
  EQUALS(own(out[0]), 5);
  EQUALS(own(out[1]), 2);
}

/* INTRO-10 */
static void tensors_answer_without_changing(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_tensor* y = clone(x);
  vjp_tensor* view = narrow(y, 0, 0, 1);
  CHECK(vjp_tensor_creation(y) == VJP_CREATION_NO_VIEW && vjp_tensor_creation(view) == VJP_CREATION_NORMAL);
  CHECK(vjp_tensor_creation(NULL) == VJP_CREATION_NO_VIEW);
  vjp_tensor* split = RESULT("unbind", 1, T(y), I(0));
  CHECK(vjp_tensor_creation(split) == VJP_CREATION_MULTI && vjp_tensor_output_number(split) == 1);
  vjp_guard* region = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &region));
  vjp_tensor* silent = narrow(y, 0, 0, 1);
  vjp_tensor* silent_split = RESULT("unbind", 1, T(y), I(0));
  OK(vjp_guard_exit(region));
  CHECK(vjp_tensor_creation(silent) == VJP_CREATION_NO_GRAD);
  CHECK(vjp_tensor_creation(silent_split) == VJP_CREATION_NO_GRAD);
  CHECK(vjp_tensor_creation(narrow(silent, 1, 0, 1)) == VJP_CREATION_NO_GRAD);
  vjp_tensor* base = NULL;
  OK(vjp_tensor_base(view, &base));
  CHECK(own(base) == y && vjp_tensor_is_view(view) && !vjp_tensor_is_view(y));
  CHECK(vjp_tensor_is_leaf(x) && !vjp_tensor_is_leaf(y) && !vjp_tensor_retains_grad(y));

  /* a stale view is rebuilt by asking for its grad_fn, and by that alone (VIEW-9) */
  vjp_node* old = node_of(view);
  OP_("mul", T(y), F(2));
  int64_t nodes = vjp_debug_live_nodes();
  CHECK(version_of(view) == 1 && vjp_tensor_is_view(view) && vjp_tensor_output_number(view) == 0);
  CHECK(vjp_tensor_creation(view) == VJP_CREATION_NORMAL && vjp_tensor_requires_grad(view));
  CHECK(vjp_debug_live_nodes() == nodes);
  CHECK(node_of(view) != old);
}

int main(void) {
  RUN(a_node_answers_about_itself);
  RUN(placeholder_slots_are_undefined);
  RUN(freed_nodes_keep_their_structure);
  RUN(edges_are_complete_and_in_order);
  RUN(needs_follow_the_task);
  RUN(hooks_are_counted_by_kind);
  RUN(metadata_belongs_to_the_node);
  RUN(handles_of_a_node_are_equal);
  RUN(the_gradient_edge_keeps_the_graph_and_not_the_tensor);
  RUN(an_accumulator_knows_its_leaf);
  RUN(one_node_can_be_run_by_hand);
  RUN(running_by_hand_checks_its_arguments);
  RUN(an_accumulator_run_by_hand_accumulates);
  RUN(by_hand_inside_a_restricted_task_everything_is_wanted);
  RUN(tensors_answer_without_changing);
  return finish();
}
