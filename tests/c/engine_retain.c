/* Chapter 9: retained gradients, where hooks live, and what in-place changes do to both. */
#include "spy.h"

static size_t retained_at(vjp_node* n) { return vjp_node_num_hooks(n, VJP_HOOK_RETAINED); }

/* HOOK-17 */
static void who_may_retain(void) {
  vjp_tensor *plain = VEC(1), *x = leaf(VEC(2));
  FAILS(VJP_ERROR_STATE, vjp_tensor_retain_grad(plain));
  OK(vjp_tensor_retain_grad(x)); /* nothing on a leaf */
  CHECK(!vjp_tensor_retains_grad(x));
  OK(vjp_backward(times(x, 3), NULL));
  EQUALS(grad_of(x), 3);
  vjp_tensor* y = times(x, 3);
  CHECK(!vjp_tensor_retains_grad(y));
  OK(vjp_tensor_retain_grad(y));
  OK(vjp_tensor_retain_grad(y));
  CHECK(vjp_tensor_retains_grad(y) && retained_at(node_of(y)) == 1);
}

/* HOOK-17: a contiguous clone first, then sums out of place */
static void what_is_stored(void) {
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  vjp_tensor* y = times(x, 1);
  OK(vjp_tensor_retain_grad(y));
  vjp_tensor* seen = NULL;
  OK(try_grad(sum(y), NULL, y, false, true, &seen)); /* an expanded one */
  own(seen);
  vjp_tensor* first = grad_of(y);
  CHECK(vjp_tensor_is_contiguous(first) && !vjp_tensor_shares_storage(first, seen));
  CHECK(!vjp_tensor_requires_grad(first));
  grad(sum(y), x);
  EQUALS(first, 1, 1, 1, 1, 1, 1);
  EQUALS(grad_of(y), 2, 2, 2, 2, 2, 2);
  CHECK(grad_of(y) != first);
}

/* HOOK-17: with history under create_graph */
static void retained_gradients_have_history(void) {
  vjp_tensor* x = leaf(VEC(3));
  vjp_tensor* y = mul(x, x);
  OK(vjp_tensor_retain_grad(y));
  grad_graph(mul(y, y), x);
  vjp_tensor* g = grad_of(y); /* 2 x^2 */
  EQUALS(g, 18);
  CHECK(vjp_tensor_requires_grad(g));
  EQUALS(grad(g, x), 12);
  OK(vjp_tensor_set_grad(y, NULL));
}

/* HOOK-20, HOOK-21: twice changed in place */
static void in_place_changes_move_the_retained_gradient(void) {
  static Spy first = {.letter = '1'}, second = {.letter = '2'};
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = times(x, 1);
  vjp_node* old = node_of(y);
  on_tensor(y, &first);
  OK(vjp_tensor_retain_grad(y));
  OP_("mul", T(y), F(3));
  vjp_node* middle = node_of(y);
  CHECK(vjp_tensor_retains_grad(y));
  CHECK(vjp_tensor_num_hooks(y, VJP_HOOK_TENSOR) == 0 && vjp_node_num_hooks(old, VJP_HOOK_TENSOR) == 1);
  CHECK(retained_at(old) == 0 && retained_at(middle) == 1);
  on_tensor(y, &second);
  OP_("mul", T(y), F(7));
  CHECK(retained_at(middle) == 0 && retained_at(node_of(y)) == 1);
  EQUALS(grad(times(y, 5), x), 105);
  NEAR(second.last, 35);
  NEAR(first.last, 105);
  EQUALS(grad_of(y), 5);
}

/* HOOK-22 */
static void in_place_changes_of_a_view(void) {
  static Spy on_base = {.letter = 'b'}, on_view = {.letter = 'v'}, on_new_view = {.letter = 'w'};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* base = times(x, 2);
  vjp_tensor* view = narrow(base, 0, 0, 1);
  vjp_node *old_base = node_of(base), *old_view = node_of(view);
  OK(vjp_tensor_retain_grad(base));
  OK(vjp_tensor_retain_grad(view));
  on_tensor(base, &on_base);
  on_tensor(view, &on_view);
  OP_("mul", T(view), F(5));
  on_tensor(view, &on_new_view);
  CHECK(retained_at(old_base) == 0 && retained_at(old_view) == 0);
  CHECK(retained_at(node_of(base)) == 1 && retained_at(node_of(view)) == 1);
  vjp_tensor* root = add(sum(mul(base, VEC(3, 7))), times(sum(view), 11));
  EQUALS(grad(root, x), 2 * 5 * (3 + 11), 2 * 7);
  EQUALS(grad_of(view), 11);
  EQUALS(grad_of(base), 14, 7);
  CHECK(on_view.calls == 0); /* no path leads to the stale node */
  CHECK(on_base.calls == 1);
  NEAR(on_base.last, 70);
  CHECK(on_new_view.calls == 1);
  NEAR(on_new_view.last, 11);
}

/* HOOK-22: the view's action moves when the base was changed, at the latest when the view is next used */
static void in_place_changes_of_a_base(void) {
  static Spy on_view = {.letter = 'v'};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* base = times(x, 2);
  vjp_tensor* view = narrow(base, 0, 0, 1);
  OK(vjp_tensor_retain_grad(view));
  on_tensor(view, &on_view);
  OP_("mul", T(base), F(5));
  EQUALS(grad(add(sum(base), times(sum(view), 3)), x), 2 * 5 * 4, 2 * 5);
  EQUALS(grad_of(view), 3);
  CHECK(on_view.calls == 0);
}

/* HOOK-23: a leaf that becomes a non-leaf has nothing to move */
static void a_leaf_becomes_a_result(void) {
  vjp_tensor* t = VEC(1, 2);
  vjp_tensor* w = leaf(VEC(3, 4));
  OP_("mul", T(t), T(w));
  CHECK(!vjp_tensor_is_leaf(t) && !vjp_tensor_retains_grad(t) && retained_at(node_of(t)) == 0);
  OK(vjp_tensor_retain_grad(t));
  EQUALS(grad(sum(t), w), 1, 2);
  EQUALS(grad_of(t), 1, 1);
}

static vjp_status adds_both(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                            size_t num_inputs) {
  (void)context, (void)node, (void)num_grads, (void)num_inputs;
  vjp_value args[] = {T(grads[0]), T(grads[1])};
  return call_op("add", VJP_VARIANT_FUNCTIONAL, args, 2, 0, &out[0]);
}

/* HOOK-23: of several slots only the changed tensor's action moves */
static void one_slot_of_several(void) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.backward = adds_both;
  vjp_tensor *x = leaf(VEC(1)), *a = VEC(1), *b = VEC(1);
  OK(vjp_function_record(&f, &x, 1, (vjp_tensor*[]){a, b}, 2, NULL, 0));
  vjp_node* old = node_of(a);
  OK(vjp_tensor_retain_grad(a));
  OK(vjp_tensor_retain_grad(b));
  CHECK(retained_at(old) == 2);
  OP_("mul", T(a), F(10));
  CHECK(retained_at(old) == 1 && retained_at(node_of(a)) == 1);
  EQUALS(grad(add(times(a, 2), times(b, 3)), x), 23);
  EQUALS(grad_of(a), 2);
  EQUALS(grad_of(b), 3);
}

/* HOOK-24 */
static void the_tensor_is_gone(void) {
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = times(x, 3);
  OK(vjp_tensor_retain_grad(y));
  vjp_tensor* z = sum(y);
  vjp_node* n = node_of(y);
  int64_t before = vjp_debug_live_tensors();
  drop_now(y);
  CHECK(vjp_debug_live_tensors() == before - 1 && retained_at(n) == 0);
  EQUALS(grad(z, x), 3);
}

/* HOOK-26: a non-leaf's hooks stay when the tensor dies */
static void hooks_outlive_the_tensor(void) {
  static Spy spy = {.letter = 's', .factor = 2};
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = times(x, 3);
  on_tensor(y, &spy);
  vjp_tensor* z = sum(y);
  drop_now(y);
  EQUALS(grad(z, x), 6);
  CHECK(spy.calls == 1 && spy.drops == 0);
}

/* HOOK-26: a leaf's are read when the accumulator runs, and outlive it */
static void leaf_hooks_outlive_accumulators(void) {
  static Spy spy = {.letter = 's', .factor = 2};
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = times(x, 3);
  vjp_tensor* z = times(y, 5);
  on_tensor(x, &spy); /* after the graph was made */
  EQUALS(grad(z, x), 30);
  drop_now(z);
  drop_now(y); /* and with it the accumulator */
  OK(vjp_backward(times(x, 3), NULL));
  EQUALS(grad_of(x), 6);
  CHECK(spy.calls == 2);
  OK(vjp_tensor_set_requires_grad(x, false));
  OK(vjp_tensor_set_requires_grad(x, true));
  CHECK(vjp_tensor_num_hooks(x, VJP_HOOK_TENSOR) == 1);
}

/* HOOK-28, DET-2 */
static void detaching_in_place_leaves_hooks_with_the_node(void) {
  static Spy spy = {.letter = 's', .factor = 2};
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = times(x, 3);
  vjp_node* n = node_of(y);
  on_tensor(y, &spy);
  OK(vjp_tensor_retain_grad(y));
  vjp_tensor* z = times(y, 5);
  OK(vjp_tensor_detach_(y));
  CHECK(!vjp_tensor_retains_grad(y) && vjp_tensor_num_hooks(y, VJP_HOOK_TENSOR) == 0);
  CHECK(vjp_node_num_hooks(n, VJP_HOOK_TENSOR) == 1);
  EQUALS(grad(z, x), 30);
  CHECK(spy.calls == 1);
  drop_now(y); /* nothing refers to it any more */
  EQUALS(grad(z, x), 30);
}

/* ---- post-accumulate hooks ---- */

static vjp_status takes_a_step(void* context, vjp_tensor* l) {
  vjp_tensor* g = NULL;
  vjp_status status = vjp_tensor_grad(l, &g);
  *(double*)context = at(g, 0);
  bool before;
  vjp_grad_mode_set(false, &before);
  vjp_value args[] = {T(l), T(g)};
  if (status == VJP_OK) status = call_op("sub", VJP_VARIANT_INPLACE, args, 2, 0, NULL);
  vjp_grad_mode_set(before, NULL);
  vjp_tensor_release(g);
  if (status == VJP_OK) status = vjp_tensor_set_grad(l, NULL);
  return status;
}

/* HOOK-11: an optimiser's step inside backward */
static void the_leaf_and_its_gradient_may_change(void) {
  double seen = 0;
  vjp_tensor* x = leaf(VEC(2));
  OK(vjp_tensor_add_post_accumulate_hook(x, takes_a_step, &seen, NULL, NULL));
  OK(vjp_backward(mul(x, x), NULL));
  NEAR(seen, 4);
  EQUALS(x, -2);
  CHECK(grad_of(x) == NULL && vjp_tensor_requires_grad(x));
  OK(vjp_backward(mul(x, x), NULL));
  NEAR(seen, -4);
  EQUALS(x, 2);
}

int main(void) {
  RUN(who_may_retain);
  RUN(what_is_stored);
  RUN(retained_gradients_have_history);
  RUN(in_place_changes_move_the_retained_gradient);
  RUN(in_place_changes_of_a_view);
  RUN(in_place_changes_of_a_base);
  RUN(a_leaf_becomes_a_result);
  RUN(one_slot_of_several);
  RUN(the_tensor_is_gone);
  RUN(hooks_outlive_the_tensor);
  RUN(leaf_hooks_outlive_accumulators);
  RUN(detaching_in_place_leaves_hooks_with_the_node);
  RUN(the_leaf_and_its_gradient_may_change);
  return finish();
}
