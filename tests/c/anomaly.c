/* Anomaly mode: call sites, parents, reports of failing nodes, NaN (spec chapter 15). */
#include <pthread.h>

#include "check.h"

/* What the warning handler has seen since the last `listen`. */
static char heard[1 << 16];
static int warnings;
static void hear(void* context, const char* message) {
  (void)context;
  ++warnings;
  snprintf(heard, sizeof heard, "%s", message);
}
static void listen(void) {
  heard[0] = '\0';
  warnings = 0;
}
static bool told(const char* words) { return strstr(heard, words) != NULL; }

static vjp_guard* anomaly(bool enabled, bool check_nan) {
  vjp_guard* region = NULL;
  OK(vjp_guard_anomaly(enabled, check_nan, &region));
  return region;
}

/* What is stored under a reserved key; NULL if nothing is. */
static void* stored(vjp_node* node, const char* key) {
  void* value = NULL;
  OK(vjp_node_metadata(node, key, &value));
  return value;
}
static const char* site_of(vjp_node* node) { return (const char*)stored(node, VJP_METADATA_CALL_SITE); }
static vjp_node* parent_of(vjp_node* node) { return (vjp_node*)stored(node, VJP_METADATA_PARENT); }

/* sqrt(x) * 0 at x = 0: the derivative is 0 / 0. */
static vjp_tensor* undefined_at_zero(vjp_tensor* x) { return sum(times(OP("sqrt", T(x)), 0)); }

/* ANOM-1: the first time that the mode is turned on. Must be the first test. */
static void turning_it_on_warns_once(void) {
  listen();
  vjp_guard* region = anomaly(false, true);
  CHECK(warnings == 0);
  OK(vjp_guard_exit(region));
  region = anomaly(true, true);
  CHECK(warnings == 1 && told("slow"));
  OK(vjp_guard_exit(region));
  OK(vjp_guard_exit(anomaly(true, false)));
  CHECK(warnings == 1);
}

/* ANOM-1 */
static void regions_set_both_switches_and_restore_both(void) {
  CHECK(!vjp_anomaly_enabled() && vjp_anomaly_checks_nan());
  vjp_guard* outer = anomaly(true, false);
  CHECK(vjp_anomaly_enabled() && !vjp_anomaly_checks_nan());
  vjp_guard* inner = anomaly(true, true);
  CHECK(vjp_anomaly_enabled() && vjp_anomaly_checks_nan());
  vjp_guard* off = anomaly(false, true);
  CHECK(!vjp_anomaly_enabled());
  FAILS(VJP_ERROR_STATE, vjp_guard_exit(outer)); /* not the innermost */
  CHECK(!vjp_anomaly_enabled());
  OK(vjp_guard_exit(off));
  CHECK(vjp_anomaly_enabled() && vjp_anomaly_checks_nan());
  OK(vjp_guard_exit(inner));
  CHECK(vjp_anomaly_enabled() && !vjp_anomaly_checks_nan());
  OK(vjp_guard_exit(outer));
  CHECK(!vjp_anomaly_enabled() && vjp_anomaly_checks_nan());
  OK(vjp_anomaly_set(true, false));
  CHECK(vjp_anomaly_enabled() && !vjp_anomaly_checks_nan());
  OK(vjp_anomaly_set(false, true));
  CHECK(!vjp_anomaly_enabled() && vjp_anomaly_checks_nan());
}

static void* look_from_a_thread(void* seen) {
  *(bool*)seen = vjp_anomaly_enabled();
  return NULL;
}
/* ANOM-1: of the process, not of the thread */
static void other_threads_see_the_switch(void) {
  vjp_guard* region = anomaly(true, true);
  bool seen = false;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, look_from_a_thread, &seen) == 0);
  pthread_join(thread, NULL);
  CHECK(seen);
  OK(vjp_guard_exit(region));
}

static int sites_asked, contexts_dropped;
static void write_site(void* context, vjp_call_site* site) {
  char text[64];
  snprintf(text, sizeof text, "%s, call %d", (const char*)context, sites_asked++);
  vjp_call_site_write(site, text);
}
static void compute_and_stay_silent(void* context, vjp_call_site* site) {
  (void)site;
  ++sites_asked;
  /* Records nodes of its own, with the very leaf whose accumulator may be in the making. */
  drop_now(times((vjp_tensor*)context, 2));
}
static void count_drop(void* context) {
  (void)context;
  ++contexts_dropped;
}

/* ANOM-2 */
static void call_sites_come_from_callback_then_location_then_backtrace(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  CHECK(site_of(node_of(times(x, 2))) == NULL); /* the mode is off */
  vjp_guard* region = anomaly(true, true);

  const char* native = site_of(node_of(times(x, 2)));
  CHECK(native && strstr(native, "c_anomaly") != NULL); /* this program is among the frames */
  CHECK(native &&
        strstr(native, "libvjp.so") == NULL); /* where the user's program called, not how the library made it */

  OK(vjp_location_push("outer.py", 3, "main"));
  OK(vjp_location_push("model.py", 12, "forward"));
  const char* located = site_of(node_of(times(x, 2)));
  CHECK(located && strcmp(located, "  outer.py:3, in main\n  model.py:12, in forward\n") == 0);

  contexts_dropped = sites_asked = 0;
  OK(vjp_set_call_site_callback(write_site, (void*)"script", count_drop));
  vjp_node* first = node_of(times(x, 2));
  vjp_node* second = node_of(times(x, 2));
  CHECK(strcmp(site_of(first), "script, call 0") == 0);
  CHECK(strcmp(site_of(second), "script, call 1") == 0);
  CHECK(contexts_dropped == 0);
  OK(vjp_set_call_site_callback(NULL, NULL, NULL));
  CHECK(contexts_dropped == 1);
  CHECK(strcmp(site_of(first), "script, call 0") == 0); /* stays with the node */
  OK(vjp_location_pop());
  OK(vjp_location_pop());
  OK(vjp_guard_exit(region));
}

/* ANOM-2: what the callback records does not ask the callback, and finds the one accumulator of the leaf (GRAPH-9) */
static void call_site_callbacks_may_record(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* region = anomaly(true, true);
  sites_asked = 0;
  OK(vjp_set_call_site_callback(compute_and_stay_silent, x, NULL));
  vjp_tensor* y = times(x, 3);
  CHECK(sites_asked == 2);            /* MulBackward and the accumulator */
  CHECK(site_of(node_of(y)) != NULL); /* the callback gave none: a backtrace */
  OK(vjp_set_call_site_callback(NULL, NULL, NULL));
  OK(vjp_guard_exit(region));
  OK(vjp_backward(sum(y), NULL));
  EQUALS(grad_of(x), 3, 3);
}

/* ANOM-3 */
static void nodes_made_while_a_node_executes_have_it_as_parent(void) {
  vjp_tensor* x = leaf(VEC(2, 3));
  vjp_guard* region = anomaly(true, true);
  vjp_tensor* y = OP("sin", T(x));
  vjp_node* sine = node_of(y);
  CHECK(parent_of(sine) == NULL);
  vjp_tensor* dx = grad_graph(sum(y), x);
  vjp_node* made = node_of(dx); /* what the derivative of sin computed */
  CHECK(parent_of(made) == sine);
  vjp_tensor* ddx = grad_graph(sum(dx), x);
  CHECK(parent_of(node_of(ddx)) != NULL);
  CHECK(parent_of(parent_of(node_of(ddx))) == sine);
  /* strongly: the parent outlives its handles and its results */
  drop_now(sine);
  drop_now(y);
  CHECK(strcmp(vjp_node_name(parent_of(made)), "SinBackward") == 0);
  OK(vjp_guard_exit(region));
}

/* ANOM-4 */
static void a_failure_is_reported_once_with_the_call_site(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* region = anomaly(true, true);
  OK(vjp_location_push("model.py", 7, "forward"));
  vjp_tensor* h = clone(x);
  vjp_tensor* y = sum(mul(h, h));
  OK(vjp_location_pop());
  vjp_guard* no_grad = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &no_grad));
  OP_("mul", T(h), F(2));
  OK(vjp_guard_exit(no_grad));
  listen();
  FAILS(VJP_ERROR_VERSION, vjp_backward(y, NULL));
  SAYS("changed in place"); /* the error itself is unchanged */
  CHECK(warnings == 1);
  CHECK(told("MulBackward") && told("model.py:7, in forward"));
  CHECK(!told("itself made by"));
  OK(vjp_guard_exit(region));
}

/* ANOM-4: the forward ran without the mode; then without the mode at all */
static void a_failure_of_a_node_without_call_site_says_so(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(mul(x, x));
  OK(vjp_backward(y, NULL));
  vjp_guard* region = anomaly(true, true);
  listen();
  FAILS(VJP_ERROR_STATE, vjp_backward(y, NULL));
  CHECK(warnings == 1 && told("MulBackward") && told("without anomaly mode"));
  OK(vjp_guard_exit(region));
  listen();
  FAILS(VJP_ERROR_STATE, vjp_backward(y, NULL));
  CHECK(warnings == 0);
}

static vjp_status refuse(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  return vjp_error_raise(VJP_ERROR_CANCELLED, "not today", NULL, NULL);
}

/* ANOM-4: the chain of parents, and an error of a callback */
static void the_report_follows_the_chain_of_parents(void) {
  vjp_tensor* x = leaf(VEC(2, 3));
  vjp_guard* region = anomaly(true, true);
  OK(vjp_location_push("first.py", 1, "f"));
  vjp_tensor* y = sum(OP("sin", T(x)));
  OK(vjp_location_pop());
  OK(vjp_location_push("second.py", 2, "g"));
  vjp_tensor* dx = grad_graph(y, x);
  OK(vjp_location_pop());
  OK(vjp_tensor_add_hook(dx, refuse, NULL, NULL, NULL));
  listen();
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(sum(dx), NULL));
  SAYS("not today");
  CHECK(warnings == 1);
  CHECK(told("second.py:2, in g") && told("itself made by SinBackward") && told("first.py:1, in f"));
  CHECK(strstr(heard, "second.py") < strstr(heard, "first.py"));
  OK(vjp_guard_exit(region));
}

/* ANOM-5 */
static void call_sites_of_the_forward_serve_a_later_region(void) {
  vjp_tensor* x = leaf(VEC(0, 1));
  vjp_guard* region = anomaly(true, true);
  OK(vjp_location_push("forward.py", 5, "f"));
  vjp_tensor* y = undefined_at_zero(x);
  OK(vjp_location_pop());
  OK(vjp_guard_exit(region));
  region = anomaly(true, true);
  listen();
  FAILS(VJP_ERROR_STATE, vjp_backward(y, NULL));
  CHECK(warnings == 1 && told("forward.py:5"));
  OK(vjp_guard_exit(region));
}

/* ANOM-6, ANOM-8 */
static void a_nan_names_node_and_result(void) {
  vjp_tensor* x = leaf(VEC(1, 0));
  vjp_tensor* y = undefined_at_zero(x);
  vjp_tensor* out = NULL;
  OK(try_grad(y, NULL, x, false, true, &out)); /* without the mode it is a number like others */
  CHECK(isnan(at(own(out), 1)));
  vjp_guard* region = anomaly(true, false); /* tracebacks only */
  OK(try_grad(y, NULL, x, false, true, &out));
  own(out);
  OK(vjp_guard_exit(region));
  region = anomaly(true, true);
  listen();
  FAILS(VJP_ERROR_STATE, try_grad(y, NULL, x, false, true, &out));
  SAYS("SqrtBackward");
  SAYS("result 0");
  SAYS("[1]"); /* where */
  CHECK(warnings == 1 && told("SqrtBackward"));
  OK(vjp_guard_exit(region));
}

/* ANOM-6: the second result of a node, of a gradient that is not row-major */
static void the_index_of_the_result_is_right(void) {
  vjp_tensor* a = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_tensor* b = MAT(2, 3, 1, 1, 1, 1, 1, 1);
  leaf(b);
  vjp_tensor* y = OP("mm", T(OP("t", T(a))), T(b));
  vjp_tensor* g = MAT(2, 3, 1, 1, NAN, 1, 1, 1);
  vjp_guard* region = anomaly(true, true);
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_STATE, try_grad(y, g, b, false, true, &out));
  SAYS("result 1");
  OK(vjp_guard_exit(region));
}

/* ANOM-6: infinities, root gradients, and what an accumulator gets are no error of themselves */
static void what_is_not_checked(void) {
  vjp_guard* region = anomaly(true, true);
  vjp_tensor* x = leaf(VEC(0, 1));
  vjp_tensor* out = NULL;
  OK(try_grad(sum(OP("sqrt", T(x))), NULL, x, false, true, &out)); /* 1 / (2 sqrt 0) */
  CHECK(isinf(at(own(out), 0)));
  vjp_tensor* nan = VEC(NAN, 1);
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  vjp_tensor* roots[1] = {x};
  OK(vjp_grad(roots, 1, &nan, roots, 1, &options, &out)); /* root and captured at once */
  CHECK(isnan(at(own(out), 0)));
  OK(vjp_backward(x, nan)); /* into the leaf */
  CHECK(isnan(at(grad_of(x), 0)));
  OK(vjp_guard_exit(region));
}

/* ANOM-6: either part of a complex number */
static void complex_nans_are_found_in_either_part(void) {
  vjp_guard* region = anomaly(true, true);
  for (int part = 0; part < 2; ++part) {
    double values[2] = {part == 0 ? NAN : 1, part == 1 ? NAN : 1};
    vjp_tensor *x = NULL, *g = NULL, *out = NULL;
    OK(vjp_tensor_from_data((double[]){1, 1}, (int64_t[]){1}, 1, VJP_DTYPE_COMPLEX128, &x));
    OK(vjp_tensor_from_data(values, (int64_t[]){1}, 1, VJP_DTYPE_COMPLEX128, &g));
    leaf(own(x));
    own(g);
    FAILS(VJP_ERROR_STATE, try_grad(OP("neg", T(x)), g, x, false, true, &out));
    SAYS("NegBackward");
  }
  OK(vjp_guard_exit(region));
}

static vjp_status make_nan(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                           size_t num_grads) {
  (void)context, (void)grads, (void)num_grads;
  for (size_t i = 0; i < num_results; ++i) {
    if (!results[i]) continue;
    vjp_tensor_release(results[i]);
    results[i] = vjp_tensor_retain(VEC(NAN, NAN));
  }
  return VJP_OK;
}

/* ANOM-7: the check comes after the post-hooks */
static void a_nan_of_a_post_hook_is_its_nodes(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  OK(vjp_node_add_post_hook(node_of(y), make_nan, NULL, NULL, NULL));
  vjp_tensor* root = sum(y);
  vjp_guard* region = anomaly(true, true);
  FAILS(VJP_ERROR_STATE, vjp_backward(root, NULL));
  SAYS("MulBackward");
  OK(vjp_guard_exit(region));
}

/* Makes the next link while the node of the last one executes. */
static vjp_status make_link(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  vjp_tensor** link = (vjp_tensor**)context; /* the leaf, the newest result */
  vjp_guard* recording = NULL;
  vjp_status status = vjp_guard_mode(VJP_MODE_GRAD, true, &recording);
  if (status == VJP_OK) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(link[0]), F(2)), 0, &link[1]);
  vjp_guard_exit(recording);
  return status;
}

/* ANOM-9, GRAPH-15: a chain of parents is destroyed without recursion */
static void a_hundred_thousand_nested_parents_die(void) {
  enum { kDepth = MANY(100000) };
  int64_t before = vjp_debug_live_nodes();
  OK(vjp_location_push("deep.c", 1, "deep")); /* cheaper than a backtrace */
  vjp_guard* region = anomaly(true, false);
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* link[2] = {x, NULL};
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(x), F(2)), 0, &link[1]));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  bool good = true;
  for (int i = 0; i < kDepth && good; ++i) {
    vjp_tensor *last = link[1], *out = NULL;
    good = vjp_tensor_add_hook(last, make_link, link, NULL, NULL) == VJP_OK &&
           vjp_grad(&last, 1, NULL, &x, 1, &options, &out) == VJP_OK;
    vjp_tensor_release(out);
    vjp_tensor_release(last);
  }
  CHECK(good);
  OK(vjp_guard_exit(region));
  OK(vjp_location_pop());
  CHECK(vjp_debug_live_nodes() - before > kDepth);
  vjp_tensor_release(link[1]);
  CHECK(vjp_debug_live_nodes() - before <= 1); /* the accumulator at most */
}

/* ANOM-9: no circle: everything goes with the last handle (RUN counts) */
static void double_backward_leaves_nothing_alive(void) {
  vjp_guard* region = anomaly(true, true);
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* dx = grad_graph(sum(mul(mul(x, x), x)), x);
  EQUALS(grad(sum(dx), x), 6, 12);
  OK(vjp_guard_exit(region));
}

static vjp_status turn_it_on(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  return vjp_anomaly_set(true, true);
}
/* ANOM-10: read at each node; switched while a task runs the result is mixed, and safe */
static void the_switch_may_change_between_and_within_calls(void) {
  vjp_tensor* x = leaf(VEC(0, 1));
  vjp_tensor* h = OP("sqrt", T(x));
  vjp_tensor* y = sum(times(h, 0));
  vjp_tensor* out = NULL;
  OK(try_grad(y, NULL, x, false, true, &out));
  own(out);
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(h, turn_it_on, NULL, NULL, &hook));
  FAILS(VJP_ERROR_STATE, try_grad(y, NULL, x, false, true, &out));
  CHECK(vjp_anomaly_enabled());
  vjp_hook_remove(hook);
  OK(vjp_anomaly_set(false, true));
  OK(try_grad(y, NULL, x, false, true, &out));
  own(out);
}

int main(void) {
  vjp_set_warning_handler(hear, NULL, NULL);
  RUN(turning_it_on_warns_once);
  RUN(regions_set_both_switches_and_restore_both);
  RUN(other_threads_see_the_switch);
  RUN(call_sites_come_from_callback_then_location_then_backtrace);
  RUN(call_site_callbacks_may_record);
  RUN(nodes_made_while_a_node_executes_have_it_as_parent);
  RUN(a_failure_is_reported_once_with_the_call_site);
  RUN(a_failure_of_a_node_without_call_site_says_so);
  RUN(the_report_follows_the_chain_of_parents);
  RUN(call_sites_of_the_forward_serve_a_later_region);
  RUN(a_nan_names_node_and_result);
  RUN(the_index_of_the_result_is_right);
  RUN(what_is_not_checked);
  RUN(complex_nans_are_found_in_either_part);
  RUN(a_nan_of_a_post_hook_is_its_nodes);
  RUN(a_hundred_thousand_nested_parents_die);
  RUN(double_backward_leaves_nothing_alive);
  RUN(the_switch_may_change_between_and_within_calls);
  return finish();
}
