/* Chapter 23 by its text: which slot of a node with several results. */
#include "check.h"

static void release_graph(void* graph) { vjp_graph_release((vjp_graph*)graph); }

/* INTRO-6: the edge of a tensor is (node, slot) */
static void edges_of_several_results(void) {
  vjp_tensor* x = leaf(MAT(3, 2, 1, 2, 3, 4, 5, 6));
  vjp_tensor* rows[3];
  vjp_tensor_list* list = NULL;
  OK(vjp_op_call(vjp_op_find("unbind"), VJP_VARIANT_FUNCTIONAL, ARGS(T(x), I(0)), &list));
  for (size_t i = 0; i < 3; ++i) rows[i] = own(vjp_tensor_retain(vjp_tensor_list_get(list, i)));
  vjp_tensor_list_release(list);
  for (uint32_t i = 0; i < 3; ++i) {
    vjp_node* of_row = NULL;
    uint32_t slot = 9;
    OK(vjp_tensor_gradient_edge(rows[i], &of_row, &slot));
    CHECK(own_node(of_row) == node_of(rows[0]) && slot == i && vjp_tensor_output_number(rows[i]) == i);
  }
  /* INTRO-2: and of what was computed from it, INTRO-12: in the walked graph too */
  vjp_tensor* y = mul(rows[2], rows[1]);
  for (size_t edge = 0; edge < 2; ++edge) {
    vjp_node* next = NULL;
    uint32_t slot = 9;
    OK(vjp_node_edge(node_of(y), edge, &next, &slot));
    CHECK(own_node(next) == node_of(rows[0]) && slot == 2 - edge);
  }
  vjp_graph* graph = NULL;
  OK(vjp_graph_create(&y, 1, &graph));
  arena_put(graph, release_graph);
  CHECK(vjp_graph_num_nodes(graph) == 3 && vjp_graph_num_links(graph) == 3);
  for (size_t i = 0; i < 2; ++i) {
    vjp_graph_link link = {9, 9, 9, 9};
    OK(vjp_graph_get_link(graph, i, &link));
    CHECK(link.from == 0 && link.edge == i && link.to == 1 && link.slot == 2 - i);
  }
}

/* INTRO-6: the handle of a leaf's edge keeps the accumulator; the graph, not the result, is kept by that of a result */
static void edges_keep_the_graph(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = OP("sin", T(x)), *y = OP("exp", T(h));
  vjp_node* node = edge_of(h);
  int64_t tensors = vjp_debug_live_tensors();
  drop_now(y);
  drop_now(h);
  CHECK(vjp_debug_live_tensors() < tensors);
  vjp_tensor *g = VEC(1, 1), *out = NULL;
  OK(vjp_node_apply(node, &g, 1, &out, 1));
  EQUALS(own(out), cos(1), cos(2));
}

static void release_attribute(void* p) { vjp_saved_attribute_release((vjp_saved_attribute*)p); }

/* INTRO-5: sizes as themselves */
static void saved_sizes(void) {
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  vjp_node* node = node_of(OP("as_strided", T(times(x, 1)), INTS(2), INTS(3), I(0)));
  vjp_saved_attribute* attribute = NULL;
  CHECK(vjp_node_saved_kind(node, "input_sizes") == VJP_KIND_INT_LIST);
  if (!OK(vjp_node_saved(node, "input_sizes", &attribute))) return;
  const vjp_value* sizes = vjp_saved_attribute_value(arena_put(attribute, release_attribute));
  CHECK(sizes->kind == VJP_KIND_INT_LIST && sizes->count == 2 && sizes->as.ints[0] == 2 && sizes->as.ints[1] == 3);
}

/* INTRO-1: the stream of a node is the one that was current for its output; a node of the host has none */
static void the_stream_of_a_node(void) {
  vjp_device sim = {VJP_DEVICE_SIM, 1}, host = {VJP_DEVICE_CPU, 0};
  vjp_value there = {VJP_KIND_DEVICE, 0, {0}}, here = there;
  vjp_stream *stream = NULL, *got = NULL;
  there.as.device = sim;
  here.as.device = host;
  OK(vjp_stream_create(sim, 0, &stream));
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* guard = NULL;
  OK(vjp_guard_stream(stream, &guard));
  vjp_tensor* y = OP("sin", T(OP("to.device", T(x), there, NONE(), B(false))));
  OK(vjp_guard_exit(guard));
  OK(vjp_node_stream(node_of(y), &got));
  CHECK(got == stream);
  vjp_stream_release(got);
  got = stream;
  vjp_tensor* z = leaf(OP("to.device", T(VEC(1, 2)), here, NONE(), B(false)));
  OK(vjp_node_stream(node_of(times(z, 2)), &got));
  CHECK(got == NULL);
  OK(vjp_node_stream(edge_of(z), &got));
  CHECK(got == NULL);
  FAILS(VJP_ERROR_INVALID, vjp_node_stream(NULL, &got));
  vjp_stream_release(stream);
}

/* INTRO-13: an output without a derivative, of an operator and of a custom function */
static vjp_gradient_obstacle obstacle_of(vjp_tensor* tensor, vjp_tensor* root) {
  vjp_gradient_answer answer = VJP_GRADIENT_ANSWER_INIT;
  vjp_explanation* explanation = NULL;
  OK(vjp_explain_gradient(tensor, &root, 1, &explanation));
  OK(vjp_explanation_answer(explanation, &answer));
  vjp_explanation_release(explanation);
  return answer.obstacle;
}
static vjp_status no_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return VJP_OK;
}
static void outputs_without_a_derivative(void) {
  vjp_tensor *x = leaf(MAT(2, 2, 1, 2, 3, 4)), *w = leaf(VEC(5, 6)), *index = NULL;
  vjp_guard* region = NULL;
  OK(vjp_tensor_from_data((int64_t[]){0, 1}, (int64_t[]){2}, 1, VJP_DTYPE_INT64, &index));
  OK(vjp_guard_record_cuts(&region));
  vjp_tensor* total = RESULT("_cross_entropy_rows", 1, T(x), T(own(index)), I(-100));
  CHECK(!vjp_tensor_requires_grad(total));
  CHECK(obstacle_of(x, sum(mul(total, w))) == VJP_OBSTACLE_NOT_DIFFERENTIABLE);

  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = no_gradient;
  vjp_function_call* call = NULL;
  vjp_tensor* out = NULL;
  OK(vjp_function_begin(&function, &w, 1, &call));
  vjp_tensor* y = times(w, 2);
  OK(vjp_function_call_mark_non_differentiable(call, &y, 1));
  OK(vjp_function_end(call, &y, 1, &out));
  CHECK(!vjp_tensor_requires_grad(own(out)));
  CHECK(obstacle_of(w, sum(mul(out, x))) == VJP_OBSTACLE_NOT_DIFFERENTIABLE);
  OK(vjp_guard_exit(region));
}

int main(void) {
  RUN(edges_of_several_results);
  RUN(edges_keep_the_graph);
  RUN(saved_sizes);
  RUN(outputs_without_a_derivative);
  RUN(the_stream_of_a_node);
  return finish();
}
