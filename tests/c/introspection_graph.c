/* Traces, graph export, and why a gradient is missing (spec INTRO-11 to INTRO-13). */
#include "check.h"

/* ---- the trace ---- */

static char traced[4096];
static int drops;
static void write_down(void* context, const vjp_trace_event* event) {
  size_t used = strlen(traced);
  CHECK(context == traced && event->struct_size == sizeof *event);
  CHECK(event->sequence_number == vjp_node_sequence_number(event->node));
  CHECK(event->grad_call == vjp_grad_call_current_id() && event->grad_call >= 0);
  used += (size_t)snprintf(traced + used, sizeof traced - used, "%s(", event->name);
  for (size_t i = 0; i < event->num_grads; ++i) {
    const vjp_tensor* g = event->grads[i];
    used += (size_t)snprintf(traced + used, sizeof traced - used, i ? ",%d" : "%d", g ? (int)vjp_tensor_ndim(g) : -1);
  }
  snprintf(traced + used, sizeof traced - used, ") ");
}
static void count_drop(void* context) {
  (void)context;
  ++drops;
}

/* INTRO-11 */
static void a_trace_lists_nodes_in_order_of_execution(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_tensor* y = sum(OP("exp", T(times(x, 2))));
  traced[0] = '\0';
  drops = 0;
  vjp_guard* region = NULL;
  OK(vjp_guard_trace(write_down, traced, count_drop, &region));
  OK(vjp_backward(y, NULL));
  CHECK(strcmp(traced, "SumBackward(0) ExpBackward(2) MulBackward(2) AccumulateGrad(2) ") == 0);
  OK(vjp_guard_exit(region));
  CHECK(drops == 1);
  OK(vjp_backward(sum(x), NULL)); /* off again */
  CHECK(strcmp(traced, "SumBackward(0) ExpBackward(2) MulBackward(2) AccumulateGrad(2) ") == 0);
}

/* INTRO-11: undefined gradients show as such; what a restricted call does not execute is not there */
static void a_trace_shows_what_is_executed(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_tensor* y = times(x, 2);
  vjp_tensor* first = RESULT("unbind", 0, T(y), I(0));
  traced[0] = '\0';
  vjp_guard* region = NULL;
  OK(vjp_guard_trace(write_down, traced, NULL, &region));
  vjp_tensor* out = NULL;
  OK(try_grad(sum(first), NULL, y, false, true, &out)); /* captured at MulBackward, whose derivative does not run */
  own(out);
  OK(vjp_guard_exit(region));
  CHECK(strcmp(traced, "SumBackward(0) UnbindBackward(1,-1) ") == 0);
}

static vjp_status nested(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  vjp_tensor** both = (vjp_tensor**)context; /* root, input */
  vjp_tensor* out = NULL;
  vjp_status status = try_grad(both[0], NULL, both[1], false, true, &out);
  vjp_tensor_release(out);
  return status;
}
/* INTRO-11: of nested grad calls too */
static void nested_calls_are_traced(void) {
  vjp_tensor* a = leaf(VEC(1, 2));
  vjp_tensor* both[2] = {sum(OP("sin", T(a))), a};
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_tensor_add_hook(x, nested, both, NULL, NULL));
  vjp_tensor* y = sum(x);
  traced[0] = '\0';
  vjp_guard* region = NULL;
  OK(vjp_guard_trace(write_down, traced, NULL, &region));
  OK(vjp_backward(y, NULL));
  OK(vjp_guard_exit(region));
  CHECK(strcmp(traced, "SumBackward(0) SumBackward(0) SinBackward(1) AccumulateGrad(1) ") == 0);
}

/* ---- the graph ---- */

static void release_graph(void* graph) { vjp_graph_release((vjp_graph*)graph); }
static vjp_graph* graph_of(vjp_tensor* root) {
  vjp_graph* graph = NULL;
  OK(vjp_graph_create(&root, 1, &graph));
  return (vjp_graph*)arena_put(graph, release_graph);
}
static size_t index_of(const vjp_graph* graph, const vjp_node* node) {
  size_t i = 0;
  while (i < vjp_graph_num_nodes(graph) && vjp_graph_node(graph, i) != node) ++i;
  return i;
}

/* INTRO-12 */
static void a_walk_finds_nodes_edges_and_saved_sizes(void) {
  vjp_tensor *a = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6)), *b = leaf(MAT(2, 3, 1, 1, 1, 1, 1, 1));
  vjp_tensor* p = mul(a, b);
  vjp_tensor* q = times(p, 2);
  vjp_tensor* y = sum(add(p, q));
  vjp_graph* graph = graph_of(y);
  CHECK(vjp_graph_num_nodes(graph) == 6); /* sum, add, mul by 2, mul, two leaves */
  CHECK(vjp_graph_num_links(graph) == 6);
  CHECK(vjp_graph_node(graph, 0) == node_of(y) && vjp_graph_node(graph, 6) == NULL);
  for (size_t i = 0; i < vjp_graph_num_links(graph); ++i) {
    vjp_graph_link link = {0, 0, 0, 0};
    OK(vjp_graph_get_link(graph, i, &link));
    CHECK(link.from < link.to);
    vjp_node* next = NULL;
    uint32_t slot = 0;
    OK(vjp_node_edge(vjp_graph_node(graph, link.from), link.edge, &next, &slot));
    CHECK(own_node(next) == vjp_graph_node(graph, link.to) && slot == link.slot);
  }
  vjp_graph_link link;
  FAILS(VJP_ERROR_INVALID, vjp_graph_get_link(graph, 6, &link));
  CHECK(vjp_graph_saved_bytes(graph, index_of(graph, node_of(p))) == 2 * 6 * sizeof(double));
  CHECK(vjp_graph_saved_bytes(graph, index_of(graph, node_of(q))) == 0); /* a number */
  CHECK(vjp_graph_saved_bytes(graph, index_of(graph, edge_of(a))) == 0);
  CHECK(vjp_graph_saved_bytes(graph, 99) == 0);
  OK(vjp_backward(y, NULL));
  CHECK(vjp_graph_saved_bytes(graph, index_of(graph, node_of(p))) == 0); /* freed */
}

/* INTRO-12, TASK-20: without recursion; the graph keeps its nodes, and dies without recursion too */
static void deep_graphs_are_walked_without_recursion(void) {
  enum { kDepth = MANY(300000) };
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = vjp_tensor_retain(x);
  for (int i = 0; i < kDepth; ++i) {
    vjp_tensor* next = NULL;
    if (call_op("neg", VJP_VARIANT_FUNCTIONAL, ARGS(T(y)), 0, &next) != VJP_OK) break;
    vjp_tensor_release(y);
    y = next;
  }
  vjp_graph* graph = graph_of(y);
  vjp_tensor_release(y);
  CHECK(vjp_graph_num_nodes(graph) == kDepth + 1 && vjp_graph_num_links(graph) == kDepth);
  CHECK(vjp_graph_node(graph, kDepth) == edge_of(x));
}

/* INTRO-12: a name for what requires grad; pictures have tests of their own (graph_pictures.c) */
static void the_picture_names_leaves(void) {
  vjp_tensor *w = leaf(VEC(1, 2)), *x = VEC(3, 4);
  vjp_graph* graph = graph_of(sum(mul(x, w)));
  OK(vjp_graph_set_name(graph, w, "weight \"w\""));
  FAILS(VJP_ERROR_STATE, vjp_graph_set_name(graph, x, "x"));
  char* dot = NULL;
  OK(vjp_graph_picture(graph, VJP_PICTURE_DOT, NULL, &dot));
  CHECK(strncmp(dot, "digraph", 7) == 0 && strcmp(dot + strlen(dot) - 2, "}\n") == 0);
  CHECK(strstr(dot, "weight \\\"w\\\"\\nfloat64[2]") != NULL);
  vjp_string_free(dot);
}

/* ---- why no gradient ---- */

static char words[4096];
static vjp_node* at_node;
static size_t at_edge;
/* Keeps the words, the node and the edge of the explanation. */
static vjp_gradient_obstacle explain(vjp_tensor* tensor, vjp_tensor* root) {
  vjp_gradient_answer answer = VJP_GRADIENT_ANSWER_INIT;
  vjp_explanation* explanation = NULL;
  OK(vjp_explain_gradient(tensor, &root, 1, &explanation));
  OK(vjp_explanation_answer(explanation, &answer));
  snprintf(words, sizeof words, "%s", answer.text);
  at_node = own_node(vjp_node_retain(answer.node));
  at_edge = answer.edge;
  vjp_explanation_release(explanation);
  return answer.obstacle;
}
static bool says(const char* part) { return strstr(words, part) != NULL; }

static vjp_guard* record_cuts(void) {
  vjp_guard* region = NULL;
  OK(vjp_guard_record_cuts(&region));
  return region;
}
static vjp_guard* no_grad(void) {
  vjp_guard* region = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &region));
  return region;
}

/* INTRO-13 */
static void gradients_that_arrive_and_tensors_that_want_none(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(mul(x, x));
  CHECK(explain(x, y) == VJP_OBSTACLE_NONE && at_node == NULL);
  CHECK(explain(VEC(1), y) == VJP_OBSTACLE_NOT_REQUIRED && says("does not require grad"));
  vjp_tensor* integers = ramp(VJP_DTYPE_INT64, 1, (int64_t[]){2});
  CHECK(explain(integers, y) == VJP_OBSTACLE_NOT_REQUIRED && says("floating"));
  CHECK(explain(x, x) == VJP_OBSTACLE_NONE); /* its own root */
}

/* INTRO-13: not a leaf and not retained */
static void non_leaves_must_retain(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* h = times(x, 2);
  vjp_tensor* y = sum(h);
  CHECK(explain(h, y) == VJP_OBSTACLE_NOT_RETAINED && at_node == node_of(h) && says("retain_grad"));
  OK(vjp_tensor_retain_grad(h));
  CHECK(explain(h, y) == VJP_OBSTACLE_NONE);
}

/* INTRO-13: each kind of cut, and the first edge that is cut */
static void cuts_are_named_with_the_argument_behind_them(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4));
  vjp_guard* region = record_cuts();

  vjp_tensor* detached = NULL;
  OK(vjp_tensor_detach(times(x, 2), &detached));
  vjp_tensor* product = mul(w, OP("exp", T(own(detached)))); /* an operator between the cut and the graph */
  CHECK(explain(x, sum(product)) == VJP_OBSTACLE_DETACHED);
  CHECK(at_node == node_of(product) && at_edge == 1 && says("'detach'") && says("argument 1 of MulBackward"));
  CHECK(explain(w, sum(product)) == VJP_OBSTACLE_NONE);

  vjp_guard* off = no_grad();
  vjp_tensor* silent = OP("sin", T(x));
  vjp_tensor* dead = narrow(x, 0, 0, 1);
  OK(vjp_guard_exit(off));
  product = mul(silent, w);
  CHECK(explain(x, sum(product)) == VJP_OBSTACLE_GRAD_MODE_OFF);
  CHECK(at_node == node_of(product) && at_edge == 0 && says("'sin'"));

  product = mul(dead, narrow(w, 0, 0, 1));
  CHECK(explain(x, sum(product)) == VJP_OBSTACLE_DEAD_VIEW && says("'narrow'")); /* VIEW-16 */

  vjp_tensor* data = NULL;
  OK(vjp_tensor_data_alias(x, &data));
  CHECK(explain(x, sum(mul(own(data), w))) == VJP_OBSTACLE_DATA_ALIAS);

  vjp_tensor* order = OP("argsort", T(x), I(0), B(false));
  vjp_tensor* real = OP("to", T(order), D(VJP_DTYPE_FLOAT64));
  CHECK(explain(x, sum(mul(real, w))) == VJP_OBSTACLE_INTEGER_DTYPE && says("'argsort'"));

  CHECK(explain(x, silent) == VJP_OBSTACLE_GRAD_MODE_OFF && at_node == NULL && says("root 0")); /* the root itself */
  CHECK(explain(silent, sum(product)) == VJP_OBSTACLE_NOT_REQUIRED && says("'sin'"));
  OK(vjp_guard_exit(region));
}

/* INTRO-13: in place, in a list, in a custom function, and behind another cut */
static vjp_status no_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return VJP_OK;
}
static void cuts_are_followed_everywhere(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4)), *u = leaf(VEC(5, 6));
  vjp_guard* region = record_cuts();

  vjp_tensor* buffer = VEC(0, 0);
  vjp_guard* off = no_grad();
  OP_("add", T(buffer), T(x));
  OK(vjp_guard_exit(off));
  vjp_tensor* list[2] = {w, buffer};
  vjp_tensor* joined = OP("cat", TL(list, 2), I(0));
  CHECK(explain(x, sum(joined)) == VJP_OBSTACLE_GRAD_MODE_OFF && at_node == node_of(joined) && at_edge == 1);

  vjp_tensor *first = NULL, *second = NULL;
  OK(vjp_tensor_detach(x, &first));
  vjp_tensor* between = mul(own(first), w);
  OK(vjp_tensor_detach(between, &second));
  vjp_tensor* y = mul(u, own(second));
  CHECK(explain(x, sum(y)) == VJP_OBSTACLE_DETACHED && at_node == node_of(y)); /* the cut next to the root */
  CHECK(explain(w, sum(y)) == VJP_OBSTACLE_DETACHED && at_node == node_of(y));

  vjp_tensor* turned = clone(x);
  OK(vjp_tensor_detach_(turned));
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = no_gradient;
  vjp_tensor* inputs[2] = {w, turned};
  vjp_tensor* result = VEC(4, 4);
  OK(vjp_function_record(&function, inputs, 2, &result, 1, NULL, 0));
  CHECK(explain(x, sum(result)) == VJP_OBSTACLE_DETACHED && at_node == node_of(result) && at_edge == 1);
  OK(vjp_guard_exit(region));
}

/* INTRO-13: what cannot be known is said to be unknown */
static void without_notes_the_answer_is_unknown(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4));
  vjp_tensor* detached = NULL;
  OK(vjp_tensor_detach(x, &detached));
  CHECK(explain(x, sum(mul(own(detached), w))) == VJP_OBSTACLE_UNKNOWN);
  CHECK(says("argument 0 of MulBackward")); /* one of the places to look at */
  vjp_guard* region = record_cuts();
  CHECK(explain(x, sum(mul(VEC(1, 1), w))) == VJP_OBSTACLE_UNKNOWN); /* nothing to do with x */
  vjp_tensor* other = NULL;
  OK(vjp_tensor_detach(times(w, 2), &other));
  CHECK(explain(x, sum(mul(own(other), w))) == VJP_OBSTACLE_UNKNOWN); /* a cut, but not of x */
  CHECK(explain(x, VEC(1)) == VJP_OBSTACLE_UNKNOWN && says("no root requires grad"));
  OK(vjp_guard_exit(region));
}

/* INTRO-13: a view that reports requires_grad and has no history */
static void dead_views_are_named(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* off = no_grad();
  vjp_tensor* view = narrow(x, 0, 0, 1);
  OK(vjp_guard_exit(off));
  CHECK(vjp_tensor_requires_grad(view));
  CHECK(explain(view, sum(x)) == VJP_OBSTACLE_DEAD_VIEW && says("grad mode off"));
}

static int hook_calls;
static vjp_status count_call(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  ++hook_calls;
  return VJP_OK;
}
/* INTRO-13: reached but undefined from node N; GRAPH-19: asking runs no hooks, frees and accumulates nothing */
static void undefined_gradients_are_traced_to_the_node_that_lost_them(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* h = times(x, 2);
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "Forgetful";
  function.backward = no_gradient;
  vjp_tensor* result = VEC(4, 4);
  OK(vjp_function_record(&function, &h, 1, &result, 1, NULL, 0));
  vjp_tensor* y = sum(mul(result, result));
  hook_calls = 0;
  OK(vjp_tensor_add_hook(result, count_call, NULL, NULL, NULL));
  CHECK(explain(x, y) == VJP_OBSTACLE_UNDEFINED);
  CHECK(at_node == node_of(result) && at_edge == 0 && says("Forgetful"));
  CHECK(hook_calls == 0 && grad_of(x) == NULL && !vjp_node_freed(node_of(y)));
  vjp_tensor* more = add(y, sum(h)); /* a second path brings one */
  CHECK(explain(x, more) == VJP_OBSTACLE_HOOKS && says("Hooks are not run"));
  OK(vjp_backward(more, NULL));
  EQUALS(grad_of(x), 2, 2);
  CHECK(explain(x, more) == VJP_OBSTACLE_FREED && says("could not be tried"));
}

/* INTRO-13: memory of notes is bounded, and goes with the tensors */
static void a_long_loop_without_grad_mode_remembers_a_bounded_past(void) {
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(2));
  vjp_guard* region = record_cuts();
  vjp_tensor* mean = VEC(0);
  for (int i = 0; i < 1000; ++i) {
    vjp_tensor *h = NULL, *next = NULL;
    vjp_guard* on_then_off = NULL;
    OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(x), F(2)), 0, &h));
    OK(vjp_guard_mode(VJP_MODE_GRAD, false, &on_then_off));
    OK(call_op("add", VJP_VARIANT_FUNCTIONAL, ARGS(T(mean), T(h)), 0, &next));
    OK(vjp_guard_exit(on_then_off));
    vjp_tensor_release(h);
    mean = own(next);
  }
  OK(vjp_guard_exit(region));
  region = record_cuts();
  vjp_tensor* y = mul(mean, w);
  OK(vjp_guard_exit(region));
  CHECK(explain(x, sum(y)) == VJP_OBSTACLE_GRAD_MODE_OFF && says("'add'"));
}

int main(void) {
  RUN(a_trace_lists_nodes_in_order_of_execution);
  RUN(a_trace_shows_what_is_executed);
  RUN(nested_calls_are_traced);
  RUN(a_walk_finds_nodes_edges_and_saved_sizes);
  RUN(deep_graphs_are_walked_without_recursion);
  RUN(the_picture_names_leaves);
  RUN(gradients_that_arrive_and_tensors_that_want_none);
  RUN(non_leaves_must_retain);
  RUN(cuts_are_named_with_the_argument_behind_them);
  RUN(cuts_are_followed_everywhere);
  RUN(without_notes_the_answer_is_unknown);
  RUN(dead_views_are_named);
  RUN(undefined_gradients_are_traced_to_the_node_that_lost_them);
  RUN(a_long_loop_without_grad_mode_remembers_a_bounded_past);
  return finish();
}
