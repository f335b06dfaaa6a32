/* Chapter 17: custom functions that change their arguments, hand them through, or return a result twice. */
#include "custom_functions.h"

/* A function that multiplies its argument by 3 in place. */
static vjp_function_call* begin_triple(Plan* plan, vjp_tensor* x) {
  vjp_function_call* call = begin_plan(plan, x);
  OP_("mul", T(x), F(3));
  OK(vjp_function_call_mark_dirty(call, &x, 1));
  return call;
}

/* FUNC-12 */
static void func_12_dirty_arguments(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = times(x, 2);
  vjp_node* before = node_of(h);
  int64_t version = version_of(h);
  vjp_tensor* y = end_one(begin_triple(new_plan(3), h), h);
  CHECK(y == h && node_of(h) != before && version_of(h) > version);
  EQUALS(h, 6, 12);
  EQUALS(grad(sum(h), x), 6, 6);
  /* the version advances even if the code inside did not see to it */
  version = version_of(h);
  vjp_function_call* call = begin_plan(new_plan(1), h);
  OK(vjp_function_call_mark_dirty(call, &h, 1));
  end_one(call, h);
  CHECK(version_of(h) == version + 1);
  /* without recording too */
  vjp_tensor* plain = VEC(1, 2);
  call = begin_plan(new_plan(1), plain);
  OK(vjp_function_call_mark_dirty(call, &plain, 1));
  CHECK(end_one(call, plain) == plain && version_of(plain) == 1 && vjp_tensor_is_leaf(plain));
  /* a plain tensor becomes a non-leaf where another argument requires grad */
  vjp_tensor* inputs[2] = {x, plain};
  Plan* plan = new_plan(4);
  plan->from = 1;
  vjp_function f = function_of(plan);
  call = begin(&f, inputs, 2);
  OK(vjp_function_call_mark_dirty(call, &plain, 1));
  vjp_tensor *results[2] = {VEC(9), plain}, *out[2];
  end(call, results, 2, out);
  CHECK(out[1] == plain && vjp_tensor_output_number(plain) == 1 && !vjp_tensor_is_leaf(plain));
  EQUALS(grad(sum(plain), x), 4, 4);
}

static int warnings;
static void count_warning(void* context, const char* message) {
  (void)context;
  warnings += strstr(message, "mark_dirty") != NULL;
}

/* FUNC-12: what is refused */
static void func_12_refusals(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *out = NULL;
  /* a leaf that requires grad, after the forward */
  vjp_function_call* call = begin_triple(new_plan(3), x);
  FAILS(VJP_ERROR_STATE, vjp_function_end(call, &x, 1, &out));
  SAYS("leaf");
  CHECK(vjp_grad_mode() && out == NULL && vjp_tensor_is_leaf(x));
  EQUALS(x, 3, 6);
  /* not returned */
  vjp_tensor *h = times(x, 2), *other = VEC(1, 1);
  Plan* plan = new_plan(3);
  call = begin_triple(plan, h);
  FAILS(VJP_ERROR_INVALID, vjp_function_end(call, &other, 1, &out));
  CHECK(plan->drops == 1);
  /* a view with a second result */
  h = times(x, 2);
  vjp_tensor *view = narrow(h, 0, 0, 1), *results[2] = {view, other}, *outs[2] = {NULL, NULL};
  call = begin_triple(new_plan(3), view);
  FAILS(VJP_ERROR_STATE, vjp_function_end(call, results, 2, outs));
  SAYS("view");
  /* a view of a leaf */
  view = narrow(x, 0, 0, 1);
  call = begin_triple(new_plan(3), view);
  FAILS(VJP_ERROR_STATE, vjp_function_end(call, &view, 1, &out));
  /* something that is no argument: a warning */
  OK(vjp_set_warning_handler(count_warning, NULL, NULL));
  call = begin_plan(new_plan(3), h);
  OK(vjp_function_call_mark_dirty(call, &other, 1));
  FAILS(VJP_ERROR_INVALID, vjp_function_call_mark_dirty(call, (vjp_tensor*[]){NULL}, 1));
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
  CHECK(warnings == 1);
  CHECK(end_one(call, other) == other);
}

/* FUNC-12, INPL-9: the changed argument is a view, and not the first argument */
static void func_12_a_dirty_view(void) {
  for (size_t place = 0; place < 2; ++place) {
    vjp_tensor *x = leaf(VEC(1, 2, 3)), *w = leaf(VEC(5, 5));
    vjp_tensor* base = times(x, 2);
    vjp_tensor* view = narrow(base, 0, 0, 2);
    vjp_tensor* inputs[2];
    inputs[place] = view;
    inputs[1 - place] = w;
    Plan* plan = new_plan(0);
    plan->factor[place] = 3;
    plan->factor[1 - place] = 7;
    vjp_function f = function_of(plan);
    vjp_function_call* call = begin(&f, inputs, 2);
    OP_("mul", T(view), F(3));
    OK(vjp_function_call_mark_dirty(call, &view, 1));
    CHECK(end_one(call, view) == view);
    EQUALS(base, 6, 12, 6);
    EQUALS(grad(sum(base), x), 6, 6, 2);
    CHECK(plan->needed[place] && !plan->needed[1 - place]);
    EQUALS(grad(sum(base), w), 7, 7);
    CHECK(!plan->needed[place] && plan->needed[1 - place]);
    EQUALS(grad(sum(view), x), 6, 6, 0);
    EQUALS(grad(sum(times(view, 2)), w), 14, 14);
  }
}

static vjp_status note_first(void* context, vjp_tensor* grad_, vjp_tensor** replacement) {
  (void)replacement;
  *(double*)context = at(grad_, 0);
  return VJP_OK;
}

/* FUNC-12, HOOK-20, HOOK-21 */
static void func_12_hooks_stay_and_retained_gradients_move(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = times(x, 2);
  double old = 0, fresh = 0;
  OK(vjp_tensor_add_hook(h, note_first, &old, NULL, NULL));
  OK(vjp_tensor_retain_grad(h));
  end_one(begin_triple(new_plan(3), h), h);
  OK(vjp_tensor_add_hook(h, note_first, &fresh, NULL, NULL));
  OK(vjp_backward(sum(times(h, 5)), NULL));
  CHECK(fresh == 5 && old == 15);
  EQUALS(grad_of(h), 5, 5);
}

/* FUNC-13 */
static void func_13_an_argument_handed_through(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = end_one(begin_plan(new_plan(7), x), x);
  CHECK(y != x && vjp_tensor_is_leaf(x) && vjp_tensor_is_view(y) && same_storage(x, y));
  vjp_tensor* base = NULL;
  OK(vjp_tensor_base(y, &base));
  CHECK(own(base) == x && strcmp(vjp_node_name(node_of(y)), "Planned") == 0);
  EQUALS(grad(sum(y), x), 7, 7);
  /* marked non-differentiable: a detached alias */
  vjp_function_call* call = begin_plan(new_plan(7), x);
  OK(vjp_function_call_mark_non_differentiable(call, &x, 1));
  y = end_one(call, x);
  CHECK(y != x && !vjp_tensor_is_view(y) && !vjp_tensor_requires_grad(y) && same_storage(x, y));
  /* not recorded: a plain view */
  vjp_tensor* plain = VEC(1, 2);
  y = end_one(begin_plan(new_plan(7), plain), plain);
  CHECK(y != plain && vjp_tensor_is_view(y) && vjp_tensor_is_leaf(y) && !vjp_tensor_requires_grad(y));
  /* saved as well: it is the argument that is kept */
  Plan* plan = new_plan(1);
  plan->save = 1;
  plan->times_saved = true;
  call = begin_plan(plan, x);
  OK(vjp_function_call_save_for_backward(call, &x, 1));
  y = end_one(call, x);
  EQUALS(grad(sum(grad_graph(sum(y), x)), x), 1, 1);
}

/* FUNC-14 */
static void func_14_views_refuse_changes(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = times(x, 2);
  /* the argument itself, and a part of it */
  vjp_tensor* y = end_one(begin_plan(new_plan(1), h), h);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(y), F(2)));
  SAYS("bypass");
  vjp_function_call* call = begin_plan(new_plan(1), h);
  y = end_one(call, narrow(h, 0, 0, 1));
  CHECK(vjp_tensor_is_view(y) && strcmp(vjp_node_name(node_of(y)), "Planned") == 0);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(y), F(2)));
  SAYS("bypass");
  /* several differentiable results */
  call = begin_plan(new_plan(1), h);
  vjp_tensor *results[2] = {narrow(h, 0, 0, 1), narrow(h, 0, 1, 1)}, *out[2];
  end(call, results, 2, out);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(out[0]), F(2)));
  SAYS("several");
  /* nothing requires grad, but then something does */
  vjp_tensor* plain = VEC(1, 2);
  y = end_one(begin_plan(new_plan(1), plain), plain);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(y), T(x)));
  /* applied with grad mode off: as any view made there */
  OK(vjp_grad_mode_set(false, NULL));
  y = end_one(begin_plan(new_plan(1), h), h);
  OP_("mul", T(y), F(2));
  OK(vjp_grad_mode_set(true, NULL));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(y), F(2)));
  SAYS("no_grad");
}

/* FUNC-15 */
static void func_15_the_same_result_twice(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  Plan* plan = new_plan(1);
  plan->from = 1;
  vjp_function_call* call = begin_plan(plan, x);
  vjp_tensor *y = times(x, 2), *results[2] = {y, y}, *out[2];
  end(call, results, 2, out);
  CHECK(out[0] == y && out[1] == y && vjp_tensor_output_number(y) == 1);
  EQUALS(grad(sum(times(y, 4)), x), 4, 4);
  CHECK(plan->first[0] == 0 && plan->first[1] == 4);
  /* an argument handed through twice */
  vjp_tensor* twice[2] = {x, x};
  end(begin_plan(new_plan(1), x), twice, 2, out);
  CHECK(out[0] == out[1] && out[0] != x);
  /* a dirty one */
  vjp_tensor* h = times(x, 2);
  twice[0] = twice[1] = h;
  plan = new_plan(3);
  plan->from = 1;
  end(begin_triple(plan, h), twice, 2, out);
  CHECK(out[0] == h && out[1] == h && vjp_tensor_output_number(h) == 1);
  EQUALS(grad(sum(h), x), 6, 6);
}

/* FUNC-3: results that have a history of their own are not taken away from it */
static void func_3_results_with_a_history(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4)), *tracked = times(w, 2);
  vjp_node* history = node_of(tracked);
  vjp_function_call* call = begin_plan(new_plan(3), x);
  vjp_tensor *results[2] = {tracked, w}, *out[2];
  end(call, results, 2, out);
  CHECK(out[0] != tracked && out[1] != w && node_of(tracked) == history && vjp_tensor_is_leaf(w));
  EQUALS(grad(sum(out[0]), x), 3, 3);
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_INVALID, try_grad(sum(out[0]), NULL, w, false, true, &g));
  /* not recorded: they do not require grad */
  vjp_tensor* plain = VEC(1, 2);
  end(begin_plan(new_plan(3), plain), results, 2, out);
  CHECK(!vjp_tensor_requires_grad(out[0]) && !vjp_tensor_requires_grad(out[1]));
}

int main(void) {
  RUN(func_12_dirty_arguments);
  RUN(func_12_refusals);
  RUN(func_12_a_dirty_view);
  RUN(func_12_hooks_stay_and_retained_gradients_move);
  RUN(func_13_an_argument_handed_through);
  RUN(func_14_views_refuse_changes);
  RUN(func_15_the_same_result_twice);
  RUN(func_3_results_with_a_history);
  return finish();
}
