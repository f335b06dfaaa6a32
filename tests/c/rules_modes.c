/* Chapters 2 and 3 of the engine's rules, clause by clause: modes, detaching, the grad field. */
#include <pthread.h>

#include "duals.h"

/* ---- modes ---- */

enum { kModes = 5 };
static const vjp_mode modes[kModes] = {VJP_MODE_GRAD, VJP_MODE_INFERENCE, VJP_MODE_FORWARD, VJP_MODE_MULTITHREADING,
                                       VJP_MODE_VIEW_REPLAY};
static const bool defaults[kModes] = {true, false, true, true, false};

/* MODE-1, MODE-9: every mode is restored to what it was, from on and from off */
static void mode_1_regions_restore(void) {
  for (size_t m = 0; m < kModes; ++m) {
    for (int bits = 0; bits < 4; ++bits) {
      vjp_guard* outer = enter_mode(modes[m], bits & 1);
      bool between = vjp_mode_enabled(modes[m]);
      CHECK(between == (bits & 1));
      vjp_guard* inner = enter_mode(modes[m], bits & 2);
      CHECK(vjp_mode_enabled(modes[m]) == ((bits & 2) != 0));
      OK(vjp_guard_exit(inner));
      CHECK(vjp_mode_enabled(modes[m]) == between);
      OK(vjp_guard_exit(outer));
    }
    for (size_t other = 0; other < kModes; ++other) CHECK(vjp_mode_enabled(modes[other]) == defaults[other]);
  }
}

static void* look(void* seen) {
  for (size_t m = 0; m < kModes; ++m) ((bool*)seen)[m] = vjp_mode_enabled(modes[m]);
  return NULL;
}
/* MODE-1: a thread begins with the defaults, and what it sets is its own */
static void* set_and_leave(void* seen) {
  look(seen);
  vjp_grad_mode_set(false, NULL);
  return NULL;
}
static void mode_1_threads(void) {
  vjp_guard* guards[kModes];
  for (size_t m = 0; m < kModes; ++m) guards[m] = enter_mode(modes[m], !defaults[m]);
  for (int round = 0; round < 2; ++round) {
    bool seen[kModes];
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, set_and_leave, seen) == 0);
    pthread_join(thread, NULL);
    for (size_t m = 0; m < kModes; ++m) CHECK(seen[m] == defaults[m]);
  }
  for (size_t m = kModes; m-- > 0;) OK(vjp_guard_exit(guards[m]));
  CHECK(vjp_grad_mode());
}

static vjp_status leaves_a_region_open(void* context, vjp_tensor* grad_, vjp_tensor** replacement) {
  (void)grad_, (void)replacement;
  vjp_guard* guard = NULL;
  vjp_status status = vjp_guard_mode(VJP_MODE_VIEW_REPLAY, true, &guard);
  if (!status) status = vjp_grad_mode_set(true, NULL);
  if (status) return status;
  return *(bool*)context ? vjp_error_raise(VJP_ERROR_IO, "on the way out", NULL, NULL) : VJP_OK;
}
static vjp_status note_grad_mode(void* seen, vjp_tensor* grad_, vjp_tensor** replacement) {
  (void)grad_, (void)replacement;
  *(int*)seen = vjp_grad_mode() + 2 * vjp_mode_enabled(VJP_MODE_VIEW_REPLAY);
  return VJP_OK;
}
/* MODE-1: on every way out of a callback, and of the grad call around it */
static void mode_1_on_errors_too(void) {
  for (int fails = 0; fails < 2; ++fails) {
    bool failing = fails;
    vjp_tensor* x = leaf(VEC(1, 2));
    vjp_tensor *y = OP("sin", T(x)), *g = NULL;
    int seen = -1;
    OK(vjp_tensor_add_hook(y, leaves_a_region_open, &failing, NULL, NULL));
    OK(vjp_tensor_add_hook(y, note_grad_mode, &seen, NULL, NULL));
    vjp_tensor* s = sum(y);
    vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
    CHECK(try_grad(s, NULL, x, false, true, &g) == (failing ? VJP_ERROR_IO : VJP_OK));
    own(g);
    CHECK(!vjp_grad_mode() && !vjp_mode_enabled(VJP_MODE_VIEW_REPLAY));
    CHECK(seen == (failing ? -1 : 0));
    OK(vjp_guard_exit(off));
    CHECK(vjp_grad_mode());
  }
}

/* MODE-2: each of its clauses */
static void mode_2_off(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = times(x, 3);
  OK(vjp_forward_mode_enter());
  vjp_tensor* dual = NULL;
  OK(vjp_make_dual(VEC(3, 4), VEC(1, 10), &dual));
  own(dual);
  vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
  CHECK(!vjp_tensor_requires_grad(mul(x, x)) && !vjp_tensor_requires_grad(OP("sin", T(y))));
  int64_t of_x = version_of(x), of_y = version_of(y);
  OP_("add", T(x), F(1));
  OP_("add", T(y), F(1));
  CHECK(version_of(x) > of_x && version_of(y) > of_y);
  CHECK(vjp_tensor_requires_grad(x) && vjp_tensor_is_leaf(x) && vjp_tensor_requires_grad(y));
  EQUALS(tangent_of(mul(dual, dual)), 6, 80);
  vjp_tensor* target = clone(dual);
  OP_("mul", T(target), F(2));
  EQUALS(tangent_of(target), 2, 20);
  vjp_tensor* made = VEC(1);
  OK(vjp_tensor_set_requires_grad(made, true));
  OK(vjp_tensor_set_requires_grad(made, false));
  OK(vjp_tensor_set_requires_grad(made, true));
  OK(vjp_guard_exit(off));
  OK(vjp_forward_mode_exit());
  CHECK(vjp_tensor_requires_grad(made));
  EQUALS(grad(sum(y), x), 3, 3);
}

typedef struct Seen {
  bool modes[kModes];
  int calls;
} Seen;
static vjp_status see(void* context, vjp_tensor* grad_, vjp_tensor** replacement) {
  (void)grad_, (void)replacement;
  look(((Seen*)context)->modes);
  ++((Seen*)context)->calls;
  return VJP_OK;
}
/* MODE-3, MODE-9: in the task grad mode is create_graph; all others are the caller's */
static void mode_9_modes_travel_into_the_task(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  for (int bits = 0; bits < 16; ++bits) {
    bool forward = bits & 1, replay = bits & 2, create = bits & 4, recording = bits & 8;
    vjp_tensor *y = OP("sin", T(x)), *g = NULL;
    Seen seen = {{false}, 0};
    OK(vjp_tensor_add_hook(y, see, &seen, NULL, NULL));
    vjp_tensor* s = sum(y);
    vjp_guard* a = enter_mode(VJP_MODE_FORWARD, forward);
    vjp_guard* b = enter_mode(VJP_MODE_VIEW_REPLAY, replay);
    vjp_guard* c = enter_mode(VJP_MODE_GRAD, recording);
    OK(try_grad(s, NULL, x, create, true, &g));
    own(g);
    CHECK(vjp_grad_mode() == recording && vjp_mode_enabled(VJP_MODE_VIEW_REPLAY) == replay);
    OK(vjp_guard_exit(c));
    OK(vjp_guard_exit(b));
    OK(vjp_guard_exit(a));
    CHECK(seen.calls == 1 && seen.modes[0] == create && seen.modes[2] == forward && seen.modes[4] == replay);
    CHECK(vjp_tensor_requires_grad(g) == create);
  }
}

/* MODE-4: what it turns off, and back on; ordinary mode inside of it */
static void mode_4_nested(void) {
  vjp_guard* replay = enter_mode(VJP_MODE_VIEW_REPLAY, true);
  vjp_guard* one = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_guard* two = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_guard* ordinary = enter_mode(VJP_MODE_INFERENCE, false);
  CHECK(vjp_grad_mode() && vjp_mode_enabled(VJP_MODE_FORWARD) && vjp_mode_enabled(VJP_MODE_VIEW_REPLAY));
  vjp_tensor* x = leaf(VEC(1, 2));
  EQUALS(grad(sum(mul(x, x)), x), 2, 4);
  CHECK(version_of(x) == 0);
  OK(vjp_guard_exit(ordinary));
  CHECK(vjp_mode_enabled(VJP_MODE_INFERENCE) && !vjp_grad_mode() && !vjp_mode_enabled(VJP_MODE_FORWARD));
  OK(vjp_guard_exit(two));
  CHECK(vjp_mode_enabled(VJP_MODE_INFERENCE));
  OK(vjp_guard_exit(one));
  CHECK(vjp_grad_mode() && vjp_mode_enabled(VJP_MODE_FORWARD) && vjp_mode_enabled(VJP_MODE_MULTITHREADING));
  OK(vjp_guard_exit(replay));
  /* what was off before is off after */
  vjp_guard* off = enter_mode(VJP_MODE_MULTITHREADING, false);
  one = enter_mode(VJP_MODE_INFERENCE, true);
  OK(vjp_guard_exit(one));
  CHECK(!vjp_mode_enabled(VJP_MODE_MULTITHREADING));
  OK(vjp_guard_exit(off));
}

/* MODE-5: for ever, and of every handle on its storage; a counter it has none of, so nothing to count */
static void mode_5_for_ever(void) {
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* t = VEC(1, 2);
  OK(vjp_guard_exit(guard));
  vjp_tensor* alias = NULL;
  OK(vjp_tensor_data_alias(t, &alias));
  vjp_tensor* all[] = {t, detached(t), narrow(t, 0, 0, 1), own(alias)};
  for (size_t i = 0; i < 4; ++i) {
    int64_t version = 5;
    CHECK(vjp_tensor_is_inference(all[i]));
    FAILS(VJP_ERROR_STATE, vjp_tensor_version(all[i], &version));
    OK(vjp_tensor_version_advance(all[i]));
    OK(vjp_tensor_version_advance_all(&all[i], 1));
    FAILS(VJP_ERROR_STATE, vjp_tensor_version(all[i], &version));
    CHECK(version == 5);
  }
  CHECK(!vjp_tensor_is_inference(clone(t)) && version_of(clone(t)) == 0);
}

/* MODE-6: ordinary tensors inside */
static void mode_6_ordinary_tensors(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = times(x, 3), *plain = VEC(5, 6), *g = NULL;
  vjp_tensor* recorded = sum(OP("sin", T(y)));
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  CHECK(vjp_tensor_is_inference(add(plain, plain)) && !vjp_tensor_is_inference(plain));
  vjp_tensor* view = narrow(y, 0, 0, 1);
  CHECK(vjp_tensor_is_view(view) && !vjp_tensor_is_inference(view) && vjp_tensor_requires_grad(view));
  CHECK(vjp_tensor_creation(view) == VJP_CREATION_INFERENCE);
  int64_t before = version_of(y);
  OP_("mul", T(view), F(2));
  CHECK(version_of(y) > before && !vjp_tensor_is_inference(y) && vjp_tensor_requires_grad(y) && node_of(y) != NULL);
  OP_("add", T(x), F(1)); /* a leaf too */
  CHECK(version_of(x) > 0 && vjp_tensor_is_leaf(x) && vjp_tensor_requires_grad(x));
  vjp_tensor* inner = VEC(1, 2);
  OP_("mul", T(inner), T(x));
  OP_("add", T(narrow(inner, 0, 0, 1)), F(5));
  CHECK(vjp_tensor_is_inference(inner) && !vjp_tensor_requires_grad(inner));
  EQUALS(inner, 7, 6);
  OK(vjp_guard_exit(guard));
  FAILS(VJP_ERROR_VERSION, try_grad(recorded, NULL, x, false, true, &g));
}

/* MODE-7: each of its errors, where it comes */
static void mode_7_outside(void) {
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor *t = VEC(3, 4), *flagged = leaf(VEC(5, 6));
  OK(vjp_guard_exit(guard));
  vjp_tensor* x = leaf(VEC(1, 2));
  int64_t nodes = vjp_debug_live_nodes();
  FAILS(VJP_ERROR_STATE, TRY("mul", T(x), T(t)));
  SAYS("other");
  SAYS("clone");
  CHECK(vjp_debug_live_nodes() <= nodes + 1); /* the accumulator, if any */
  EQUALS(grad(sum(mul(x, clone(t))), x), 3, 4);
  EQUALS(grad(sum(OP("sub", T(x), T(t))), x), 1, 1);
  FAILS(VJP_ERROR_STATE, TRY_("add", T(t), F(1)));
  FAILS(VJP_ERROR_STATE, TRY_("add", T(narrow(t, 0, 0, 1)), F(1)));
  FAILS(VJP_ERROR_STATE, TRY_("transpose", T(t), I(0), I(0)));
  FAILS(VJP_ERROR_STATE, vjp_tensor_set_requires_grad(t, true));
  CHECK(!vjp_tensor_requires_grad(t));
  EQUALS(t, 3, 4);
  vjp_tensor* view = narrow(flagged, 0, 0, 1);
  CHECK(vjp_tensor_is_inference(view) && !vjp_tensor_is_view(view) && !vjp_tensor_requires_grad(view));
  vjp_tensor* ordinary = times(flagged, 2);
  CHECK(!vjp_tensor_is_inference(ordinary) && vjp_tensor_requires_grad(ordinary));
  EQUALS(grad(sum(ordinary), flagged), 2, 2);
}

/* MODE-8 */
static void mode_8_backward_inside(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4));
  vjp_tensor* s = sum(mul(x, w));
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  OK(vjp_backward(s, NULL));
  OK(vjp_guard_exit(guard));
  vjp_tensor* product = sum(mul(mul(x, x), w));
  guard = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* g = grad(product, x);
  OK(vjp_guard_exit(guard));
  CHECK(vjp_tensor_is_inference(g));
  EQUALS(g, 6, 16);
  EQUALS(grad_of(x), 3, 4);
  EQUALS(grad_of(w), 1, 2);
}

/* ---- detaching ---- */

static vjp_status pass_on(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                          size_t num_inputs) {
  (void)context, (void)node, (void)num_inputs;
  out[0] = vjp_tensor_retain(grads[num_grads - 1]);
  return VJP_OK;
}
static vjp_status count(void* context, vjp_tensor* grad_, vjp_tensor** replacement) {
  (void)grad_, (void)replacement;
  ++*(int*)context;
  return VJP_OK;
}
/* DET-1: no hooks: what is computed from it runs none of the original's */
static void det_1_without_hooks(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = OP("sin", T(x));
  int calls = 0;
  OK(vjp_tensor_add_hook(y, count, &calls, NULL, NULL));
  vjp_tensor *d = detached(y), *of_leaf = detached(x);
  CHECK(vjp_tensor_num_hooks(d, VJP_HOOK_TENSOR) == 0 && d != y && !vjp_tensor_is_view(d));
  CHECK(vjp_tensor_is_leaf(of_leaf) && !vjp_tensor_requires_grad(of_leaf) && of_leaf != x);
  leaf(d);
  EQUALS(grad(sum(mul(d, d)), d), 2 * sin(1), 2 * sin(2));
  CHECK(calls == 0);
  /* the same counter: the graph that saved the original notices */
  vjp_tensor *saved = sum(OP("exp", T(y))), *square = sum(OP("cos", T(y))), *g = NULL;
  EQUALS(grad(saved, x), exp(sin(1)) * cos(1), exp(sin(2)) * cos(2));
  vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
  OP_("mul", T(d), F(2));
  OK(vjp_guard_exit(off));
  CHECK(version_of(y) == version_of(d) && version_of(y) == 1);
  FAILS(VJP_ERROR_VERSION, try_grad(square, NULL, x, false, true, &g));
}

/* DET-2: flag, grad_fn, output number, tangent; hooks stay with the old node; not of a view */
static void det_2_in_place(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *outputs[2] = {VEC(3, 4), VEC(5, 6)};
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Two";
  f.backward = pass_on;
  OK(vjp_function_record(&f, &x, 1, outputs, 2, NULL, 0));
  vjp_tensor* second = outputs[1];
  CHECK(vjp_tensor_output_number(second) == 1);
  int calls = 0;
  OK(vjp_tensor_add_hook(second, count, &calls, NULL, NULL));
  vjp_tensor* before = sum(second);
  OK(vjp_tensor_detach_(second));
  CHECK(vjp_tensor_is_leaf(second) && !vjp_tensor_requires_grad(second) && node_of(second) == NULL);
  CHECK(vjp_tensor_output_number(second) == 0);
  CHECK(!vjp_tensor_requires_grad(times(second, 2)));
  EQUALS(grad(before, x), 1, 1);
  CHECK(calls == 1);
  OK(vjp_tensor_detach_(x)); /* a leaf loses its flag */
  CHECK(!vjp_tensor_requires_grad(x));
  OK(vjp_forward_mode_enter());
  vjp_tensor* dual = NULL;
  OK(vjp_make_dual(VEC(1, 2), VEC(1, 1), &dual));
  vjp_tensor* product = times(own(dual), 2);
  EQUALS(tangent_of(product), 2, 2);
  OK(vjp_tensor_detach_(product));
  CHECK(tangent_of(product) == NULL);
  OK(vjp_forward_mode_exit());
  FAILS(VJP_ERROR_STATE, vjp_tensor_detach_(narrow(VEC(1, 2), 0, 0, 1)));
}

/* DET-4: an input that was detached is a state error, whatever else became of it; an output survives */
static void det_4_saved_before(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = OP("exp", T(x)), *g = NULL;
  vjp_tensor *as_input = sum(OP("sin", T(y))), *as_output = sum(y);
  OK(vjp_tensor_detach_(y));
  FAILS(VJP_ERROR_STATE, try_grad(as_input, NULL, x, false, true, &g));
  SAYS("SinBackward");
  SAYS("detached in place");
  EQUALS(grad(as_output, x), exp(1), exp(2));
}

/* DET-5: a counter of its own from 0 on, so that changes are seen by nobody */
static void det_5_unseen(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = times(x, 1), *alias = NULL;
  OP_("add", T(y), F(1));
  vjp_tensor* saved = sum(mul(y, y));
  OK(vjp_tensor_data_alias(y, &alias));
  own(alias);
  CHECK(version_of(alias) == 0 && version_of(y) == 1);
  CHECK(vjp_tensor_is_leaf(alias) && !vjp_tensor_requires_grad(alias) && vjp_tensor_shares_storage(alias, y));
  OP_("mul", T(alias), F(10));
  CHECK(version_of(alias) == 1 && version_of(y) == 1);
  EQUALS(grad(saved, x), 40, 60);
}

/* DET-8: undefined, until it is retained */
static void det_8_of_a_non_leaf(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = times(x, 3);
  CHECK(grad_of(y) == NULL && !vjp_tensor_retains_grad(y));
  OK(vjp_backward(sum(mul(y, y)), NULL));
  CHECK(grad_of(y) == NULL);
  EQUALS(grad_of(x), 18, 36);
  vjp_tensor* root = times(x, 3);
  OK(vjp_backward(root, VEC(1, 1)));
  CHECK(grad_of(root) == NULL && !vjp_tensor_retains_grad(root));
  vjp_tensor* z = times(x, 3);
  OK(vjp_tensor_retain_grad(z));
  CHECK(grad_of(z) == NULL && vjp_tensor_retains_grad(z));
  OK(vjp_backward(sum(z), NULL));
  EQUALS(grad_of(z), 1, 1);
}

int main(void) {
  RUN(mode_1_regions_restore);
  RUN(mode_1_threads);
  RUN(mode_1_on_errors_too);
  RUN(mode_2_off);
  RUN(mode_9_modes_travel_into_the_task);
  RUN(mode_4_nested);
  RUN(mode_5_for_ever);
  RUN(mode_6_ordinary_tensors);
  RUN(mode_7_outside);
  RUN(mode_8_backward_inside);
  RUN(det_1_without_hooks);
  RUN(det_2_in_place);
  RUN(det_4_saved_before);
  RUN(det_5_unseen);
  RUN(det_8_of_a_non_leaf);
  return finish();
}
