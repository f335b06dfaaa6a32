/* Chapter 5: flagged views, views of another dtype, and how stale histories are rebuilt. */
#include "check.h"

static vjp_status try_node(vjp_tensor* t) {
  vjp_node* node = NULL;
  vjp_status status = vjp_tensor_grad_fn(t, &node);
  vjp_node_release(node);
  return status;
}
static bool named(vjp_tensor* t, const char* name) { return strcmp(vjp_node_name(node_of(t)), name) == 0; }

/* complex128 of (re, im) pairs */
static vjp_tensor* complex_vec(const double* pairs, int64_t n) {
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_data(pairs, &n, 1, VJP_DTYPE_COMPLEX128, &t));
  return own(t);
}
static vjp_tensor* as_real(vjp_tensor* t) { return OP("view_as_real", T(t)); }
/* the real numbers of a complex tensor, one after the other */
static vjp_tensor* parts_of(vjp_tensor* t) {
  vjp_tensor* d = NULL;
  OK(vjp_tensor_detach(t, &d));
  return OP("reshape", T(as_real(own(d))), INTS(-1));
}

/* INPL-3, VIEW-6: which result of which operator, and whether the change was direct */
static void messages_of_multi_views(void) {
  vjp_tensor* b = clone(leaf(MAT(2, 2, 1, 2, 3, 4)));
  vjp_tensor* second = RESULT("unbind", 1, T(b), I(0));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(second), F(2)));
  SAYS("output 1 of Unbind");
  SAYS("mul_: the target");
  OP_("mul", T(b), F(2));
  FAILS(VJP_ERROR_STATE, try_node(second));
  SAYS("output 1 of Unbind");
  SAYS("its base or another view");
  /* reading it without recording is fine, and so is a change without recording */
  vjp_guard* guard = enter_mode(VJP_MODE_GRAD, false);
  EQUALS(times(second, 1), 6, 8);
  OP_("mul", T(second), F(0.5));
  OK(vjp_guard_exit(guard));
  EQUALS(b, 2, 4, 3, 4);
}

/* VIEW-6: with grad mode off the flag of one of several views is that of the mode */
static void multi_without_grad_mode(void) {
  vjp_tensor* b = clone(leaf(MAT(2, 2, 1, 2, 3, 4)));
  vjp_guard* guard = enter_mode(VJP_MODE_GRAD, false);
  vjp_tensor* row = RESULT("unbind", 0, T(b), I(0));
  OK(vjp_guard_exit(guard));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(row), F(2)));
  SAYS("no_grad");
}

/* VIEW-7 */
static void flags_are_inherited(void) {
  vjp_tensor* b = clone(leaf(MAT(2, 2, 1, 2, 3, 4)));
  vjp_tensor* child = narrow(RESULT("unbind", 1, T(b), I(0)), 0, 0, 1);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(child), F(2)));
  SAYS("output 1 of Unbind");
  vjp_guard* guard = enter_mode(VJP_MODE_GRAD, false);
  vjp_tensor* no_grad = narrow(b, 0, 0, 2);
  OK(vjp_guard_exit(guard));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(narrow(no_grad, 0, 0, 1)), F(2))); /* a plain step keeps the flag */
  SAYS("no_grad");
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(RESULT("unbind", 0, T(no_grad), I(0))), F(2))); /* the new flag */
  SAYS("output 0 of Unbind");
  guard = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* inference = narrow(b, 0, 0, 2);
  OK(vjp_guard_exit(guard));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(RESULT("unbind", 0, T(inference), I(0))), F(2))); /* wins over everything */
  SAYS("inference");
  guard = enter_mode(VJP_MODE_GRAD, false);
  vjp_tensor* later = narrow(inference, 0, 0, 1);
  OK(vjp_guard_exit(guard));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(later), F(2)));
  SAYS("inference");
}

/* VIEW-8 */
static void unsafe_views(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3, 4));
  vjp_tensor* b = times(x, 1);
  vjp_tensor* first = RESULT("unsafe_split", 0, T(b), I(2), I(0));
  vjp_tensor* second = RESULT("unsafe_split", 1, T(b), I(2), I(0));
  CHECK(!vjp_tensor_is_view(first) && vjp_tensor_shares_storage(first, b));
  OP_("mul", T(first), F(10));
  CHECK(version_of(first) == 1 && version_of(second) == 0 && version_of(b) == 0);
  EQUALS(grad(sum(first), x), 10, 10, 0, 0);
  EQUALS(grad(sum(second), x), 0, 0, 1, 1);
  vjp_tensor* piece = RESULT("unsafe_chunk", 1, T(VEC(1, 2, 3)), I(2), I(0));
  CHECK(!vjp_tensor_is_view(piece));
  EQUALS(piece, 3);
  vjp_tensor* sized = RESULT("unsafe_split_with_sizes", 1, T(b), INTS(1, 3), I(0));
  CHECK(SHAPE(sized, 3) && !vjp_tensor_is_view(sized));
}

/* VIEW-14: the change of a real view, seen from its complex base */
static void a_complex_base_changed_through_its_real_view(void) {
  vjp_tensor* z = leaf(complex_vec((double[]){1, 2, 3, 4}, 2));
  vjp_tensor* b = OP("mul", T(z), F(1));
  vjp_tensor* r = as_real(b);
  OP_("mul", T(r), T(MAT(2, 2, 10, 20, 30, 40)));
  EQUALS(parts_of(b), 10, 40, 90, 160);
  vjp_tensor* w = VEC(1, 2, 3, 4);
  vjp_tensor* loss = sum(mul(OP("reshape", T(as_real(b)), INTS(-1)), w));
  EQUALS(parts_of(grad(loss, z)), 10, 40, 90, 160);
  /* and seen from the view itself, whose history is rebuilt by its function */
  CHECK(named(r, "ViewAsRealBackward"));
  EQUALS(parts_of(grad(sum(mul(r, OP("reshape", T(w), INTS(2, 2)))), z)), 10, 40, 90, 160);
}

/* VIEW-14 */
static void a_real_base_changed_through_its_complex_view(void) {
  vjp_tensor* x = leaf(MAT(3, 2, 1, 2, 3, 4, 5, 6));
  vjp_tensor* b = times(x, 1);
  /* geometry before, a change of dtype, geometry after */
  vjp_tensor* c = narrow(OP("view_as_complex", T(narrow(b, 0, 1, 2))), 0, 1, 1);
  EQUALS(parts_of(c), 5, 6);
  vjp_tensor* i = complex_vec((double[]){0, 1}, 1);
  OP_("mul", T(c), T(i)); /* (5 + 6i) i = -6 + 5i */
  EQUALS(b, 1, 2, 3, 4, -6, 5);
  vjp_tensor* w = MAT(3, 2, 1, 2, 3, 4, 5, 7);
  EQUALS(grad(sum(mul(b, w)), x), 1, 2, 3, 4, 7, -5);
  OP_("mul", T(b), F(2));
  vjp_tensor* seen = as_real(c);
  EQUALS(seen, -12, 10);
  EQUALS(grad(sum(mul(seen, MAT(1, 2, 5, 7))), x), 0, 0, 0, 0, 14, -10);
}

/* VIEW-14: real and imaginary parts, of a base that does not lie in row-major order */
static void parts_of_a_complex_tensor(void) {
  vjp_tensor* z = leaf(OP("reshape", T(complex_vec((double[]){1, 2, 3, 4, 5, 6, 7, 8}, 4)), INTS(2, 2)));
  vjp_tensor* b = OP("mul", T(OP("transpose", T(z), I(0), I(1))), F(1));
  vjp_tensor* re = OP("real", T(b));
  vjp_tensor* im = OP("imag", T(b));
  OP_("mul", T(OP("select", T(im), I(0), I(1))), F(3)); /* a part of the part: row 1, which is column 1 of z */
  EQUALS(grad(sum(im), z), 0, 0, 0, 0);                 /* the real parts of the gradient */
  EQUALS(parts_of(grad(sum(im), z)), 0, 1, 0, 3, 0, 1, 0, 3);
  OP_("exp", T(re)); /* the result is kept; the gradient passes through it */
  EQUALS(parts_of(grad(sum(re), z)), exp(1), 0, exp(3), 0, exp(5), 0, exp(7), 0);
}

/* VIEW-14, INPL-9: what is recorded by the slice update can be differentiated again */
static void second_order_through_a_real_view(void) {
  vjp_tensor* z = leaf(complex_vec((double[]){1, 2}, 1));
  vjp_tensor* b = OP("mul", T(z), F(1));
  vjp_tensor* r = as_real(b);
  OP_("mul", T(r), T(r)); /* 1, 4 */
  vjp_tensor* g = grad_graph(sum(as_real(b)), z);
  EQUALS(parts_of(g), 2, 4);
  EQUALS(parts_of(grad(sum(mul(as_real(g), as_real(g))), z)), 8, 16); /* d (4 a^2 + 4 b^2) */
  /* through a result that the inner operation kept: d^2/da^2 of exp(a) */
  b = OP("mul", T(z), F(1));
  OP_("exp", T(OP("real", T(b))));
  g = grad_graph(sum(as_real(b)), z);
  EQUALS(parts_of(g), exp(1), 1);
  EQUALS(parts_of(grad(sum(as_real(g)), z)), exp(1), 0);
}

/* VIEW-20 */
static void replay_is_forced(void) {
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  for (int forced = 0; forced < 2; ++forced) {
    vjp_tensor* b = times(x, 1);
    vjp_guard* guard = enter_mode(VJP_MODE_VIEW_REPLAY, forced);
    vjp_tensor* t = OP("transpose", T(b), I(0), I(1));
    vjp_tensor* v = narrow(t, 0, 1, 2);
    vjp_tensor* strided = OP("as_strided", T(v), INTS(2), INTS(1), I(4));
    OP_("mul", T(v), T(MAT(2, 2, 10, 20, 30, 40)));
    CHECK(named(v, forced ? "NarrowBackward" : "AsStridedBackward"));
    CHECK(named(t, forced ? "TransposeBackward" : "AsStridedBackward"));
    OK(vjp_guard_exit(guard));
    EQUALS(b, 1, 20, 90, 4, 100, 240);
    EQUALS(grad(sum(b), x), 1, 10, 30, 1, 20, 40);
    EQUALS(grad(sum(v), x), 0, 10, 30, 0, 20, 40);
    EQUALS(strided, 100, 240);
    EQUALS(grad(sum(strided), x), 0, 0, 0, 0, 20, 40);
  }
}

/* VIEW-20, INPL-8: the geometry of such a view changes in place */
static void geometry_of_a_replayed_view(void) {
  vjp_tensor* z = leaf(complex_vec((double[]){1, 2, 3, 4}, 2));
  vjp_tensor* b = OP("mul", T(z), F(1));
  vjp_tensor* r = as_real(b);
  OP_("transpose", T(r), I(0), I(1));
  EQUALS(r, 1, 3, 2, 4);
  OP_("mul", T(r), T(MAT(2, 2, 1, 3, 2, 4)));
  EQUALS(parts_of(b), 1, 4, 9, 16);
  EQUALS(parts_of(grad(sum(r), z)), 1, 2, 3, 4);
}

/* VIEW-10 */
static void any_change_makes_a_view_stale(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = times(x, 2);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  vjp_node* first = node_of(v);
  CHECK(node_of(v) == first);
  vjp_guard* guard = enter_mode(VJP_MODE_GRAD, false);
  OP_("mul", T(b), F(5));
  OK(vjp_guard_exit(guard));
  CHECK(node_of(v) != first && named(v, "AsStridedBackward") && vjp_tensor_output_number(v) == 0);
  vjp_node* second = node_of(v);
  CHECK(node_of(v) == second);
  EQUALS(grad(sum(v), x), 2, 2, 0); /* the change was not recorded */
  /* asking is enough, with grad mode off too */
  OP_("mul", T(b), F(3));
  guard = enter_mode(VJP_MODE_GRAD, false);
  CHECK(node_of(v) != second);
  OK(vjp_guard_exit(guard));
  EQUALS(grad(sum(v), x), 6, 6, 0);
}

/* VIEW-9: as a root, and as a requested input */
static void stale_views_as_roots_and_inputs(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = times(x, 2);
  vjp_tensor* v = narrow(b, 0, 1, 1);
  OP_("mul", T(b), F(3));
  vjp_tensor* g = NULL;
  OK(try_grad(v, VEC(1), x, false, true, &g));
  EQUALS(own(g), 0, 6, 0);
  OP_("mul", T(b), F(3));
  vjp_tensor* twice = times(v, 2);
  EQUALS(grad(sum(twice), v), 2);
}

/* VIEW-19 */
static void a_change_of_the_base_visits_no_view(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = times(x, 2);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  OP_("mul", T(b), F(3));
  int64_t nodes = vjp_debug_live_nodes();
  vjp_node* later = node_of(times(x, 2));
  CHECK(vjp_debug_live_nodes() == nodes + 1);
  CHECK(vjp_node_sequence_number(node_of(v)) > vjp_node_sequence_number(later)); /* made only now */
}

/* DET-3 and VIEW-9: a base without history left */
static void views_of_a_detached_base(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = times(x, 2);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  OK(vjp_tensor_detach_(b));
  CHECK(vjp_tensor_requires_grad(v));
  EQUALS(grad(sum(v), x), 2, 2, 0);
}

int main(void) {
  RUN(messages_of_multi_views);
  RUN(multi_without_grad_mode);
  RUN(flags_are_inherited);
  RUN(unsafe_views);
  RUN(a_complex_base_changed_through_its_real_view);
  RUN(a_real_base_changed_through_its_complex_view);
  RUN(parts_of_a_complex_tensor);
  RUN(second_order_through_a_real_view);
  RUN(replay_is_forced);
  RUN(geometry_of_a_replayed_view);
  RUN(any_change_makes_a_view_stale);
  RUN(stale_views_as_roots_and_inputs);
  RUN(a_change_of_the_base_visits_no_view);
  RUN(views_of_a_detached_base);
  return finish();
}
