/* Chapter 5: views and in-place operations. */
#include "check.h"

static vjp_tensor* base_of(vjp_tensor* t) {
  vjp_tensor* base = NULL;
  OK(vjp_tensor_base(t, &base));
  return own(base);
}

static void view_1_tracked_always(void) {
  vjp_tensor* x = VEC(1, 2, 3);
  vjp_tensor* v = narrow(x, 0, 0, 2);
  CHECK(vjp_tensor_is_view(v) && base_of(v) == x && vjp_tensor_shares_storage(v, x));
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  vjp_tensor* w = narrow(x, 0, 1, 2);
  OK(vjp_grad_mode_set(before, NULL));
  CHECK(vjp_tensor_is_view(w) && base_of(w) == x);
  vjp_tensor* none = NULL;
  FAILS(VJP_ERROR_STATE, vjp_tensor_base(x, &none));
}

static void view_2_one_version(void) {
  vjp_tensor* x = VEC(1, 2, 3);
  vjp_tensor* v = narrow(x, 0, 0, 2);
  OP_("add", T(v), F(1));
  CHECK(version_of(x) == version_of(v) && version_of(x) >= 1);
  OP_("add", T(x), F(1));
  CHECK(version_of(x) == version_of(v) && version_of(x) >= 2);
  EQUALS(v, 3, 4);
}

static void view_3_base_is_no_view(void) {
  vjp_tensor* x = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  vjp_tensor* v = narrow(OP("transpose", T(x), I(0), I(1)), 0, 0, 2);
  CHECK(base_of(v) == x);
  vjp_tensor* d = NULL;
  OK(vjp_tensor_detach(v, &d));
  own(d);
  CHECK(base_of(OP("select", T(d), I(0), I(0))) == d);
}

static void view_11_change_a_view_differentiate_the_base(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = clone(x);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  OP_("mul", T(v), T(VEC(10, 20)));
  EQUALS(b, 10, 40, 3);
  EQUALS(grad(sum(b), x), 10, 20, 1);
  EQUALS(grad(sum(v), x), 10, 20, 0);
}

static void view_11_siblings(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = clone(x);
  vjp_tensor* v1 = narrow(b, 0, 0, 2);
  vjp_tensor* v2 = narrow(b, 0, 1, 2);
  OP_("mul", T(v1), F(5));
  EQUALS(v2, 10, 3);
  EQUALS(grad(sum(v2), x), 0, 5, 1);
}

static void view_11_change_the_base(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = clone(x);
  vjp_tensor* v = narrow(b, 0, 1, 2);
  OP_("mul", T(b), T(b));
  EQUALS(v, 4, 9);
  EQUALS(grad(sum(v), x), 0, 4, 6);
}

static void view_11_two_changes(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_tensor* b = clone(x);
  vjp_tensor* row = OP("select", T(b), I(0), I(0));
  vjp_tensor* column = OP("select", T(b), I(1), I(0));
  OP_("mul", T(row), F(10));
  OP_("sin", T(column));
  EQUALS(b, sin(10), 20, sin(3), 4);
  EQUALS(grad(sum(b), x), 10 * cos(10), 10, cos(3), 1);
}

static void view_11_write_tracked_into_plain(void) {
  vjp_tensor* x = leaf(VEC(7, 8));
  vjp_tensor* b = VEC(1, 2, 3);
  vjp_tensor* older = narrow(b, 0, 0, 1);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  OP_("mul", T(v), T(x));
  CHECK(vjp_tensor_requires_grad(b) && vjp_tensor_requires_grad(v) && vjp_tensor_requires_grad(older));
  EQUALS(grad(sum(b), x), 1, 2);
  EQUALS(grad(sum(older), x), 1, 0);
}

static void view_12_chain_of_views(void) {
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  vjp_tensor* b = clone(x);
  vjp_tensor* t = OP("transpose", T(b), I(0), I(1));
  vjp_tensor* v = narrow(t, 0, 1, 2);
  drop_now(t);
  OP_("mul", T(v), F(3));
  EQUALS(b, 1, 6, 9, 4, 15, 18);
  EQUALS(grad(sum(b), x), 1, 3, 3, 1, 3, 3);
}

static void view_13_restricted(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* w = leaf(VEC(5, 6));
  vjp_tensor* b = clone(x);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  OP_("mul", T(v), T(w));
  vjp_tensor* s = sum(b);
  /* each alone: what is wanted below decides what the slice update computes */
  EQUALS(grad(s, x), 5, 6, 1);
  EQUALS(grad(s, w), 1, 2);
}

static void view_15_outlives_its_base(void) {
  vjp_tensor* b = VEC(1, 2, 3);
  vjp_tensor* v = narrow(b, 0, 1, 2);
  drop_now(b);
  EQUALS(v, 2, 3);
}

static void view_16_made_without_grad(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  vjp_tensor* v = narrow(x, 0, 0, 2);
  OK(vjp_grad_mode_set(before, NULL));
  CHECK(vjp_tensor_requires_grad(v) && node_of(v) == NULL);
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_STATE, try_grad(v, VEC(1, 1), x, false, true, &g));
  FAILS(VJP_ERROR_INVALID, try_grad(sum(v), NULL, x, false, true, &g));
  SAYS("not reached");
}

static void view_17_view_of_a_leaf(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* v = narrow(x, 0, 0, 2);
  EQUALS(grad(sum(mul(v, v)), x), 2, 4, 0);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(v), F(2)));
  EQUALS(x, 1, 2, 3);
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  OP_("mul", T(v), F(2));
  OK(vjp_grad_mode_set(before, NULL));
  EQUALS(x, 2, 4, 3);
}

static void inpl_1_leaf(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(x), F(2)));
  SAYS("mul");
  EQUALS(x, 1, 2);
  CHECK(version_of(x) == 0);
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  OP_("mul", T(x), F(2));
  OK(vjp_grad_mode_set(before, NULL));
  EQUALS(x, 2, 4);
  CHECK(version_of(x) >= 1 && vjp_tensor_is_leaf(x) && vjp_tensor_requires_grad(x));
}

static void inpl_1_overlapping(void) {
  vjp_tensor* x = VEC(1);
  vjp_tensor* e = OP("expand", T(x), INTS(3));
  FAILS(VJP_ERROR_INVALID, TRY_("mul", T(e), F(2)));
  SAYS("3");
}

static void inpl_3_one_of_several_views(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_tensor* b = clone(x);
  vjp_tensor* first = RESULT("unbind", 0, T(b), I(0));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(first), F(2)));
  EQUALS(b, 1, 2, 3, 4);
  /* indirectly: the base changes, and the view is asked for its history */
  OP_("mul", T(b), F(2));
  FAILS(VJP_ERROR_STATE, TRY("mul", T(first), F(2)));
  /* INPL-2: writing what requires grad through such a view of a plain tensor */
  vjp_tensor* plain = MAT(2, 2, 1, 2, 3, 4);
  vjp_tensor* row = RESULT("unbind", 0, T(plain), I(0));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(row), T(leaf(VEC(1, 2)))));
  OP_("mul", T(row), F(2));
  EQUALS(plain, 2, 4, 3, 4);
}

static void inpl_3_view_made_without_grad(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = clone(x);
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  vjp_tensor* v = narrow(b, 0, 0, 2);
  OK(vjp_grad_mode_set(before, NULL));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(v), F(2)));
  OK(vjp_grad_mode_set(false, &before));
  OP_("mul", T(v), F(2));
  OK(vjp_grad_mode_set(before, NULL));
  EQUALS(b, 2, 4, 3);
}

static void inpl_5_rebase(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 3);
  vjp_node* old = node_of(y);
  vjp_tensor* before = sum(y);
  OP_("mul", T(y), F(4));
  CHECK(node_of(y) != old);
  uint32_t slot = 9;
  vjp_node* next = NULL;
  OK(vjp_node_edge(node_of(y), 0, &next, &slot));
  CHECK(own_node(next) == old && slot == 0);
  EQUALS(grad(sum(y), x), 12, 12);
  /* INPL-6 */
  EQUALS(grad(before, x), 3, 3);
  /* a plain tensor becomes a non-leaf */
  vjp_tensor* plain = VEC(1, 1);
  OP_("mul", T(plain), T(x));
  CHECK(!vjp_tensor_is_leaf(plain));
  EQUALS(grad(sum(plain), x), 1, 1);
}

static void inpl_8_geometry_in_place(void) {
  if (!vjp_op_has_inplace(vjp_op_find("transpose"))) return;
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  vjp_tensor* y = times(x, 1);
  OP_("transpose", T(y), I(0), I(1));
  CHECK(SHAPE(y, 3, 2));
  EQUALS(grad(sum(mul(y, ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){3, 2}))), x), 0.5, 1.5, 2.5, 1, 2, 3);
  FAILS(VJP_ERROR_STATE, TRY_("transpose", T(x), I(0), I(1)));
}

static void index_put_is_an_in_place_change(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* value = leaf(SCALAR(9));
  vjp_tensor* b = times(x, 2);
  vjp_index slice = {VJP_INDEX_SLICE, 0, 1, VJP_INDEX_ABSENT, 1, NULL};
  OK(vjp_tensor_index_put(b, &slice, 1, value));
  EQUALS(b, 2, 9, 9);
  EQUALS(grad(sum(b), x), 2, 0, 0);
  EQUALS(grad(sum(b), value), 2);
  vjp_tensor* picked = NULL;
  OK(vjp_tensor_index(b, &slice, 1, &picked));
  own(picked);
  CHECK(vjp_tensor_is_view(picked) && vjp_tensor_shares_storage(picked, b));
  EQUALS(grad(sum(picked), value), 2);
  FAILS(VJP_ERROR_STATE, vjp_tensor_index_put(x, &slice, 1, value));
}

int main(void) {
  RUN(view_1_tracked_always);
  RUN(view_2_one_version);
  RUN(view_3_base_is_no_view);
  RUN(view_11_change_a_view_differentiate_the_base);
  RUN(view_11_siblings);
  RUN(view_11_change_the_base);
  RUN(view_11_two_changes);
  RUN(view_11_write_tracked_into_plain);
  RUN(view_12_chain_of_views);
  RUN(view_13_restricted);
  RUN(view_15_outlives_its_base);
  RUN(view_16_made_without_grad);
  RUN(view_17_view_of_a_leaf);
  RUN(inpl_1_leaf);
  RUN(inpl_1_overlapping);
  RUN(inpl_3_one_of_several_views);
  RUN(inpl_3_view_made_without_grad);
  RUN(inpl_5_rebase);
  RUN(inpl_8_geometry_in_place);
  RUN(index_put_is_an_in_place_change);
  return finish();
}
