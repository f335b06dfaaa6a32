/* Chapter 2 of the engine's rules: modes of a thread. */
#include <pthread.h>

#include "check.h"

/* MODE-1, MODE-9 */
static void guards_nest_and_restore(void) {
  CHECK(vjp_mode_enabled(VJP_MODE_GRAD) && !vjp_mode_enabled(VJP_MODE_INFERENCE));
  CHECK(vjp_mode_enabled(VJP_MODE_FORWARD) && vjp_mode_enabled(VJP_MODE_MULTITHREADING));
  CHECK(!vjp_mode_enabled(VJP_MODE_VIEW_REPLAY));
  vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
  vjp_guard* on = enter_mode(VJP_MODE_GRAD, true);
  CHECK(vjp_grad_mode());
  vjp_guard* again = enter_mode(VJP_MODE_GRAD, true);
  FAILS(VJP_ERROR_STATE, vjp_guard_exit(on)); /* not the innermost: nothing changes */
  CHECK(vjp_grad_mode());
  OK(vjp_guard_exit(again));
  CHECK(vjp_grad_mode());
  OK(vjp_guard_exit(on));
  CHECK(!vjp_grad_mode());
  OK(vjp_guard_exit(off));
  CHECK(vjp_grad_mode());
  OK(vjp_guard_exit(NULL));
  vjp_guard* none = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_guard_mode((vjp_mode)99, true, &none));
  CHECK(!none && !vjp_mode_enabled((vjp_mode)99));
}

/* A region ends by restoring its own setting and no other. */
static void regions_of_different_modes(void) {
  vjp_guard* outer = enter_mode(VJP_MODE_MULTITHREADING, false);
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  OK(vjp_guard_exit(outer));
  CHECK(!vjp_grad_mode() && vjp_mode_enabled(VJP_MODE_MULTITHREADING));
  OK(vjp_grad_mode_set(before, NULL));
}

/* A mode that is set stays until it is set again, or what is around it ends. */
static void modes_without_regions(void) {
  static const vjp_mode kModes[] = {VJP_MODE_GRAD, VJP_MODE_FORWARD, VJP_MODE_MULTITHREADING, VJP_MODE_VIEW_REPLAY};
  for (size_t i = 0; i < sizeof kModes / sizeof kModes[0]; ++i) {
    bool usual = vjp_mode_enabled(kModes[i]), before = !usual;
    OK(vjp_mode_set(kModes[i], !usual, &before));
    CHECK(before == usual && vjp_mode_enabled(kModes[i]) == !usual);
    for (size_t j = 0; j < sizeof kModes / sizeof kModes[0]; ++j)
      if (j != i) CHECK(vjp_mode_enabled(kModes[j]) == (kModes[j] != VJP_MODE_VIEW_REPLAY));
    vjp_guard* region = enter_mode(kModes[i], !usual);
    OK(vjp_mode_set(kModes[i], usual, NULL));
    CHECK(vjp_mode_enabled(kModes[i]) == usual);
    OK(vjp_guard_exit(region));
    CHECK(vjp_mode_enabled(kModes[i]) == !usual);
    OK(vjp_mode_set(kModes[i], usual, &before));
    CHECK(before == !usual && vjp_mode_enabled(kModes[i]) == usual);
  }
  FAILS(VJP_ERROR_INVALID, vjp_mode_set(VJP_MODE_INFERENCE, true, NULL));
  SAYS("region");
  FAILS(VJP_ERROR_INVALID, vjp_mode_set((vjp_mode)99, true, NULL));
  SAYS("vjp_mode_set: 99");
  CHECK(!vjp_mode_enabled(VJP_MODE_INFERENCE) && vjp_grad_mode());
}

static void* modes_of_a_new_thread(void* out) {
  *(bool*)out = vjp_grad_mode() && !vjp_mode_enabled(VJP_MODE_INFERENCE) && vjp_mode_enabled(VJP_MODE_FORWARD);
  return NULL;
}
/* MODE-1: new threads start with the defaults */
static void new_threads(void) {
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  bool defaults = false;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, modes_of_a_new_thread, &defaults) == 0);
  pthread_join(thread, NULL);
  CHECK(defaults);
  OK(vjp_guard_exit(guard));
}

/* MODE-2 */
static void grad_mode_off(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* guard = enter_mode(VJP_MODE_GRAD, false);
  CHECK(!vjp_tensor_requires_grad(times(x, 2)));
  OP_("mul", T(x), F(2));
  OK(vjp_forward_mode_enter());
  vjp_tensor *dual = NULL, *tangent = NULL;
  OK(vjp_make_dual(VEC(3, 4), VEC(1, 1), &dual));
  OK(vjp_tensor_tangent(times(own(dual), 5), &tangent));
  EQUALS(own(tangent), 5, 5);
  OK(vjp_forward_mode_exit());
  vjp_tensor* made = leaf(VEC(1));
  OK(vjp_guard_exit(guard));
  CHECK(vjp_tensor_requires_grad(made));
  EQUALS(x, 2, 4);
  CHECK(version_of(x) >= 1 && vjp_tensor_requires_grad(x));
}

static vjp_status note_mode(void* seen, vjp_tensor* grad, vjp_tensor** out) {
  (void)grad, (void)out;
  *(int*)seen = vjp_grad_mode();
  return VJP_OK;
}
/* MODE-3 */
static void a_grad_call_has_its_own_grad_mode(void) {
  vjp_tensor* x = leaf(VEC(2, 3));
  vjp_tensor* y = mul(mul(x, x), x);
  int seen = -1;
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(y, note_mode, &seen, NULL, &hook));
  vjp_tensor* s = sum(y);
  vjp_tensor* plain = grad(s, x);
  CHECK(seen == 0 && !vjp_tensor_requires_grad(plain));
  vjp_guard* guard = enter_mode(VJP_MODE_GRAD, false);
  vjp_tensor* recorded = grad_graph(s, x);
  CHECK(seen == 1 && !vjp_grad_mode());
  OK(vjp_guard_exit(guard));
  CHECK(vjp_tensor_requires_grad(recorded));
  EQUALS(grad(sum(recorded), x), 12, 18);
  vjp_hook_release(hook);
}

/* MODE-4 */
static void inference_turns_everything_off(void) {
  vjp_guard* single = enter_mode(VJP_MODE_INFERENCE, true);
  CHECK(vjp_mode_enabled(VJP_MODE_INFERENCE) && !vjp_grad_mode());
  CHECK(!vjp_mode_enabled(VJP_MODE_FORWARD) && !vjp_mode_enabled(VJP_MODE_MULTITHREADING));
  vjp_guard* ordinary = enter_mode(VJP_MODE_INFERENCE, false);
  CHECK(!vjp_mode_enabled(VJP_MODE_INFERENCE) && vjp_grad_mode() && vjp_mode_enabled(VJP_MODE_FORWARD));
  CHECK(vjp_mode_enabled(VJP_MODE_MULTITHREADING));
  CHECK(!vjp_tensor_is_inference(VEC(1)) && vjp_tensor_requires_grad(times(leaf(VEC(1)), 2)));
  OK(vjp_guard_exit(ordinary));
  CHECK(vjp_mode_enabled(VJP_MODE_INFERENCE) && !vjp_grad_mode());
  OK(vjp_guard_exit(single));
  CHECK(!vjp_mode_enabled(VJP_MODE_INFERENCE) && vjp_grad_mode() && vjp_mode_enabled(VJP_MODE_FORWARD));
  CHECK(vjp_mode_enabled(VJP_MODE_MULTITHREADING));
  /* false where there is no inference region changes nothing */
  vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
  vjp_guard* nothing = enter_mode(VJP_MODE_INFERENCE, false);
  CHECK(!vjp_grad_mode());
  OK(vjp_guard_exit(nothing));
  OK(vjp_guard_exit(off));
}

/* MODE-4, FWD-10: the level goes on outside */
static void inference_inside_forward_mode(void) {
  OK(vjp_forward_mode_enter());
  vjp_tensor *dual = NULL, *tangent = NULL;
  OK(vjp_make_dual(VEC(3, 4), VEC(1, 1), &dual));
  own(dual);
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* inside = times(dual, 2);
  OK(vjp_tensor_tangent(dual, &tangent));
  CHECK(tangent == NULL);
  OK(vjp_guard_exit(guard));
  OK(vjp_tensor_tangent(inside, &tangent));
  CHECK(tangent == NULL);
  OK(vjp_tensor_tangent(times(dual, 2), &tangent));
  EQUALS(own(tangent), 2, 2);
  OK(vjp_forward_mode_exit());
  /* entered inside: it waits until the mode allows it */
  guard = enter_mode(VJP_MODE_FORWARD, false);
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(VEC(3, 4), VEC(1, 1), &dual));
  own(dual);
  OK(vjp_tensor_tangent(times(dual, 2), &tangent));
  CHECK(tangent == NULL);
  OK(vjp_guard_exit(guard));
  OK(vjp_tensor_tangent(times(dual, 2), &tangent));
  EQUALS(own(tangent), 2, 2);
  OK(vjp_forward_mode_exit());
}

/* MODE-5 */
static void an_inference_tensor_has_no_version(void) {
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* t = VEC(1, 2);
  int64_t version = 17;
  FAILS(VJP_ERROR_STATE, vjp_tensor_version(t, &version));
  SAYS("float64[2]");
  CHECK(version == 17);
  OK(vjp_tensor_version_advance(t));
  OK(vjp_guard_exit(guard));
  CHECK(vjp_tensor_is_inference(t) && vjp_tensor_is_inference(detached(t)));
  FAILS(VJP_ERROR_STATE, vjp_tensor_version(t, &version));
  vjp_tensor* ordinary = VEC(1, 2);
  OK(vjp_tensor_version_advance(ordinary));
  CHECK(version_of(ordinary) == 1);
}

/* MODE-6 */
static void inside_inference_mode(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("exp", T(x));
  vjp_tensor* saved_before = sum(mul(y, y));
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* r = mul(x, y);
  CHECK(vjp_tensor_is_inference(r) && !vjp_tensor_requires_grad(r) && vjp_tensor_is_leaf(r));
  vjp_tensor* part = narrow(r, 0, 0, 1);
  CHECK(vjp_tensor_is_inference(part) && !vjp_tensor_is_view(part) && vjp_tensor_shares_storage(part, r));
  OP_("mul", T(part), F(0));
  CHECK(at(r, 0) == 0);
  vjp_tensor* made = leaf(VEC(3));
  CHECK(vjp_tensor_is_inference(made) && vjp_tensor_is_leaf(made) && vjp_tensor_requires_grad(made));
  /* grad mode cannot be switched on: nothing records here */
  vjp_guard* on = enter_mode(VJP_MODE_GRAD, true);
  CHECK(!vjp_tensor_requires_grad(times(x, 2)));
  OK(vjp_guard_exit(on));
  /* an ordinary tensor stays one, and its graphs notice */
  vjp_node* before = node_of(y);
  OP_("mul", T(y), F(2));
  CHECK(!vjp_tensor_is_inference(y) && vjp_tensor_requires_grad(y) && node_of(y) == before);
  vjp_tensor* view = narrow(y, 0, 0, 1);
  CHECK(vjp_tensor_is_view(view) && !vjp_tensor_is_inference(view) && vjp_tensor_requires_grad(view));
  OK(vjp_guard_exit(guard));
  CHECK(version_of(y) == 1);
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_VERSION, try_grad(saved_before, NULL, x, false, true, &g));
}

/* INPL-3, VIEW-6: an ordinary tensor viewed in inference mode */
static void a_view_made_in_inference_mode(void) {
  vjp_tensor* b = clone(leaf(VEC(1, 2, 3)));
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  OP_("mul", T(v), F(2));
  OK(vjp_guard_exit(guard));
  EQUALS(b, 2, 4, 3);
  FAILS(VJP_ERROR_STATE, vjp_tensor_grad_fn(v, &(vjp_node*){NULL})); /* changed since: an indirect change */
  SAYS("inference");
  vjp_tensor* fresh = clone(b);
  guard = enter_mode(VJP_MODE_INFERENCE, true);
  v = narrow(fresh, 0, 0, 2);
  OK(vjp_guard_exit(guard));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(v), F(2)));
  SAYS("inference");
  EQUALS(fresh, 2, 4, 3);
}

/* MODE-7 */
static void inference_tensors_outside(void) {
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* t = VEC(1, 2);
  vjp_tensor* flagged = leaf(VEC(5, 6));
  OK(vjp_guard_exit(guard));
  vjp_tensor* sum_of = add(t, t);
  CHECK(!vjp_tensor_is_inference(sum_of));
  CHECK(version_of(sum_of) == 0);
  vjp_tensor* part = narrow(t, 0, 0, 1);
  CHECK(vjp_tensor_is_inference(part) && !vjp_tensor_is_view(part));
  vjp_tensor* of_flagged = narrow(flagged, 0, 0, 1);
  CHECK(vjp_tensor_is_inference(of_flagged) && !vjp_tensor_requires_grad(of_flagged) && node_of(of_flagged) == NULL);
  vjp_tensor* row = RESULT("unbind", 1, T(flagged), I(0));
  CHECK(vjp_tensor_is_inference(row) && !vjp_tensor_requires_grad(row) && !vjp_tensor_is_view(row));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(t), F(2)));
  SAYS("inference");
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(part), F(2)));
  vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(t), F(2))); /* grad mode off does not help */
  OK(vjp_guard_exit(off));
  EQUALS(t, 1, 2);
  FAILS(VJP_ERROR_STATE, vjp_tensor_set_requires_grad(t, true));
  SAYS("clone");
  OK(vjp_tensor_set_requires_grad(t, false));
  /* recorded where it need not be saved */
  vjp_tensor* x = leaf(VEC(1, 1));
  EQUALS(grad(sum(add(x, t)), x), 1, 1);
  vjp_tensor* target = times(x, 1);
  OP_("add", T(target), T(t));
  EQUALS(target, 2, 3);
  /* a leaf whose flag was set inside receives a gradient */
  OK(vjp_backward(sum(times(flagged, 3)), NULL));
  EQUALS(grad_of(flagged), 3, 3);
}

/* MODE-8 */
static void a_grad_call_inside(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* s = sum(mul(x, x));
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* g = grad(s, x);
  vjp_tensor* recorded = grad_graph(s, x);
  OK(vjp_guard_exit(guard));
  EQUALS(g, 2, 4);
  CHECK(vjp_tensor_is_inference(g));
  CHECK(vjp_tensor_is_inference(recorded) && !vjp_tensor_requires_grad(recorded));
}

int main(void) {
  RUN(guards_nest_and_restore);
  RUN(regions_of_different_modes);
  RUN(modes_without_regions);
  RUN(new_threads);
  RUN(grad_mode_off);
  RUN(a_grad_call_has_its_own_grad_mode);
  RUN(inference_turns_everything_off);
  RUN(inference_inside_forward_mode);
  RUN(an_inference_tensor_has_no_version);
  RUN(inside_inference_mode);
  RUN(a_view_made_in_inference_mode);
  RUN(inference_tensors_outside);
  RUN(a_grad_call_inside);
  return finish();
}
