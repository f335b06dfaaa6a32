/* Chapter 1 of the engine's rules: what is recorded, and how the graph looks. */
#include "check.h"

static void graph_1_leaves(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* c = VEC(3, 4);
  vjp_tensor* y = mul(x, c);
  CHECK(vjp_tensor_is_leaf(x) && vjp_tensor_is_leaf(c) && !vjp_tensor_is_leaf(y));
  CHECK(vjp_tensor_requires_grad(x) && !vjp_tensor_requires_grad(c) && vjp_tensor_requires_grad(y));
  CHECK(node_of(x) == NULL && node_of(y) != NULL);
}

static void graph_3_flag(void) {
  int64_t n = 2;
  vjp_tensor* integers = NULL;
  OK(vjp_tensor_empty(&n, 1, VJP_DTYPE_INT64, &integers));
  own(integers);
  FAILS(VJP_ERROR_DTYPE, vjp_tensor_set_requires_grad(integers, true));
  SAYS("int64");
  OK(vjp_tensor_set_requires_grad(integers, false));
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  FAILS(VJP_ERROR_STATE, vjp_tensor_set_requires_grad(y, false));
  OK(vjp_tensor_set_requires_grad(y, true));
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  vjp_tensor* z = VEC(1);
  OK(vjp_tensor_set_requires_grad(z, true));
  OK(vjp_grad_mode_set(before, NULL));
  CHECK(vjp_tensor_requires_grad(z));
  OK(vjp_tensor_set_requires_grad(z, false));
  CHECK(!vjp_tensor_requires_grad(z));
}

static void graph_4_when_it_records(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* c = VEC(3, 4);
  CHECK(node_of(mul(c, c)) == NULL);
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  CHECK(before);
  vjp_tensor* y = mul(x, c);
  OK(vjp_grad_mode_set(true, NULL));
  CHECK(!vjp_tensor_requires_grad(y) && vjp_tensor_is_leaf(y) && node_of(y) == NULL);
  vjp_tensor* comparison = OP("gt", T(x), T(c));
  CHECK(!vjp_tensor_requires_grad(comparison) && node_of(comparison) == NULL);
}

static vjp_node* next_of(vjp_node* node, size_t edge, uint32_t* slot) {
  vjp_node* next = NULL;
  OK(vjp_node_edge(node, edge, &next, slot));
  return own_node(next);
}

static void graph_5_edges(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* c = VEC(3, 4);
  uint32_t slot = 9;
  vjp_node* by_tensor = node_of(mul(x, c));
  CHECK(vjp_node_num_edges(by_tensor) == 2);
  CHECK(next_of(by_tensor, 0, &slot) == edge_of(x) && slot == 0);
  CHECK(next_of(by_tensor, 1, &slot) == NULL);
  vjp_node* by_number = node_of(times(x, 2));
  CHECK(vjp_node_num_edges(by_number) == 2);
  CHECK(next_of(by_number, 1, &slot) == NULL);
  vjp_node* right = node_of(mul(c, x));
  CHECK(next_of(right, 0, &slot) == NULL && next_of(right, 1, &slot) == edge_of(x));
  vjp_node* square = node_of(mul(x, x));
  CHECK(next_of(square, 0, &slot) == next_of(square, 1, &slot));
  vjp_tensor* list[3] = {x, c, x};
  vjp_node* cat = node_of(OP("cat", TL(list, 3), I(0)));
  CHECK(vjp_node_num_edges(cat) == 3);
  CHECK(next_of(cat, 1, &slot) == NULL && next_of(cat, 2, &slot) == edge_of(x));
  vjp_node* none = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_node_edge(cat, 3, &none, &slot));
}

static void graph_6_gradient_edge(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  CHECK(edge_of(y) == node_of(y));
  CHECK(strcmp(vjp_node_name(edge_of(x)), "AccumulateGrad") == 0);
  CHECK(vjp_node_num_edges(edge_of(x)) == 0 && vjp_node_num_slots(edge_of(x)) == 1);
  vjp_node* none = NULL;
  uint32_t slot;
  FAILS(VJP_ERROR_STATE, vjp_tensor_gradient_edge(VEC(1), &none, &slot));
  vjp_tensor* of = NULL;
  OK(vjp_node_leaf(edge_of(x), &of));
  CHECK(own(of) == x);
  FAILS(VJP_ERROR_INVALID, vjp_node_leaf(node_of(y), &of));
}

static void graph_7_outputs(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 4, 3, 2));
  vjp_value args[] = {T(x), I(1)};
  vjp_tensor_list* both = NULL;
  OK(vjp_op_call(vjp_op_find("max.dim"), VJP_VARIANT_FUNCTIONAL, args, 2, &both));
  vjp_tensor *values = vjp_tensor_list_get(both, 0), *indices = vjp_tensor_list_get(both, 1);
  CHECK(vjp_tensor_requires_grad(values) && !vjp_tensor_requires_grad(indices));
  CHECK(vjp_tensor_dtype(indices) == VJP_DTYPE_INT64);
  vjp_tensor_list_release(both);
  vjp_value parts[] = {T(x), I(0)};
  OK(vjp_op_call(vjp_op_find("unbind"), VJP_VARIANT_FUNCTIONAL, parts, 2, &both));
  CHECK(vjp_tensor_list_size(both) == 2);
  CHECK(vjp_tensor_output_number(vjp_tensor_list_get(both, 1)) == 1);
  CHECK(node_of(vjp_tensor_list_get(both, 0)) == node_of(vjp_tensor_list_get(both, 1)));
  CHECK(vjp_node_num_slots(node_of(vjp_tensor_list_get(both, 0))) == 2);
  vjp_tensor_list_release(both);
}

static void graph_9_one_accumulator(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  vjp_tensor* z = times(x, 3);
  uint32_t slot;
  CHECK(next_of(node_of(y), 0, &slot) == next_of(node_of(z), 0, &slot));
  /* the graph holds the leaf */
  vjp_tensor* w = VEC(5);
  leaf(w);
  vjp_tensor* v = times(w, 2);
  vjp_tensor* back = NULL;
  drop_now(w);
  OK(vjp_node_leaf(next_of(node_of(v), 0, &slot), &back));
  NEAR(at(own(back), 0), 5);
}

static void graph_11_sequence_numbers(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_node* first = node_of(times(x, 2));
  vjp_node* second = node_of(times(x, 2));
  CHECK(vjp_node_sequence_number(second) > vjp_node_sequence_number(first));
  CHECK(vjp_node_sequence_number(edge_of(x)) == UINT64_MAX);
  OK(vjp_node_set_sequence_number(first, 123456));
  CHECK(vjp_node_sequence_number(first) == 123456);
}

static void graph_13_topological_numbers(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  vjp_tensor* z = mul(y, x);
  CHECK(vjp_node_topological_number(edge_of(x)) == 0);
  CHECK(vjp_node_topological_number(node_of(y)) == 1);
  CHECK(vjp_node_topological_number(node_of(z)) == 2);
}

static void graph_17_out_does_not_record(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* c = VEC(3, 4);
  vjp_tensor* out = VEC(0, 0);
  /* the result comes after all other arguments */
  vjp_value plain[] = {T(c), T(c), T(out)};
  OK(call_op("mul", VJP_VARIANT_OUT, plain, 3, 0, NULL));
  EQUALS(out, 9, 16);
  vjp_value tracked[] = {T(x), T(c), T(out)};
  FAILS(VJP_ERROR_STATE, call_op("mul", VJP_VARIANT_OUT, tracked, 3, 0, NULL));
  SAYS("mul");
  EQUALS(out, 9, 16);
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  OK(call_op("mul", VJP_VARIANT_OUT, tracked, 3, 0, NULL));
  OK(vjp_grad_mode_set(before, NULL));
  EQUALS(out, 3, 8);
}

static void det_1_detach(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("exp", T(x));
  vjp_tensor* d = NULL;
  OK(vjp_tensor_detach(y, &d));
  own(d);
  CHECK(vjp_tensor_shares_storage(y, d) && !vjp_tensor_requires_grad(d) && !vjp_tensor_is_view(d));
  OP_("mul", T(d), F(2));
  CHECK(version_of(y) == version_of(d) && version_of(y) > 0);
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_VERSION, try_grad(sum(y), NULL, x, false, true, &out));
}

static void det_2_detach_in_place(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  OK(vjp_tensor_detach_(y));
  CHECK(vjp_tensor_is_leaf(y) && !vjp_tensor_requires_grad(y) && vjp_tensor_output_number(y) == 0);
  vjp_tensor* base = times(x, 3);
  vjp_tensor* view = narrow(base, 0, 0, 1);
  FAILS(VJP_ERROR_STATE, vjp_tensor_detach_(view));
  /* DET-3 */
  OK(vjp_tensor_detach_(base));
  CHECK(vjp_tensor_requires_grad(view));
  EQUALS(grad(sum(view), x), 3, 0);
}

static void det_5_data_alias(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("exp", T(x));
  vjp_tensor* alias = NULL;
  OK(vjp_tensor_data_alias(y, &alias));
  own(alias);
  CHECK(version_of(alias) == 0);
  OP_("mul", T(alias), F(2));
  CHECK(version_of(y) == 0);
  EQUALS(grad(sum(y), x), 2 * exp(1), 2 * exp(2));
}

static void det_7_grad_field(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  CHECK(grad_of(x) == NULL);
  OK(vjp_tensor_set_grad(x, VEC(5, 6)));
  EQUALS(grad_of(x), 5, 6);
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_set_grad(x, VEC(1, 2, 3)));
  FAILS(VJP_ERROR_DTYPE, vjp_tensor_set_grad(x, ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2})));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_set_grad(x, x));
  EQUALS(grad_of(x), 5, 6);
  OK(vjp_tensor_set_grad(x, NULL));
  CHECK(grad_of(x) == NULL);
}

int main(void) {
  RUN(graph_1_leaves);
  RUN(graph_3_flag);
  RUN(graph_4_when_it_records);
  RUN(graph_5_edges);
  RUN(graph_6_gradient_edge);
  RUN(graph_7_outputs);
  RUN(graph_9_one_accumulator);
  RUN(graph_11_sequence_numbers);
  RUN(graph_13_topological_numbers);
  RUN(graph_17_out_does_not_record);
  RUN(det_1_detach);
  RUN(det_2_detach_in_place);
  RUN(det_5_data_alias);
  RUN(det_7_grad_field);
  return finish();
}
