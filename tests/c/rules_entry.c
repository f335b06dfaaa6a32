/* Chapter 6, clause by clause: what a grad call is given, what it checks before anything runs, and what it gives. */
#include <pthread.h>
#include <stdatomic.h>

#include "check.h"

static vjp_grad_options settings(bool accumulate) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.accumulate = accumulate;
  options.retain_graph = 1;
  return options;
}

/* What hooks of tensors and nodes have seen: how often they were called, and the last gradient's looks. */
typedef struct {
  int calls;
  vjp_dtype dtype;
  size_t ndim;
  int64_t numel;
} Seen;
static vjp_status see_gradient(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  Seen* seen = (Seen*)context;
  (void)replacement;
  ++seen->calls;
  if (!g) return VJP_OK;
  seen->dtype = vjp_tensor_dtype(g);
  seen->ndim = vjp_tensor_ndim(g);
  seen->numel = vjp_tensor_numel(g);
  return VJP_OK;
}
static vjp_status see_node(void* context, vjp_tensor** grads, size_t count) {
  (void)grads, (void)count;
  ++((Seen*)context)->calls;
  return VJP_OK;
}

/* ENTRY-1: the settings and their defaults */
static void entry_1_settings(void) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT, now;
  OK(vjp_grad_call_options(call_of(options), &now));
  CHECK(now.allow_unused == 0 && now.materialize == 0 && now.batched == 0 && now.accumulate == 0);
  options.materialize = 1;
  OK(vjp_grad_call_options(call_of(options), &now));
  CHECK(now.allow_unused == 1 && now.materialize == 1);
  options.materialize = 0;
  options.allow_unused = 0;
  options.accumulate = 1; /* always true for backward */
  OK(vjp_grad_call_options(call_of(options), &now));
  CHECK(now.allow_unused == 1 && now.accumulate == 1);
}

/* ENTRY-2: nothing executes, and every input is unreached */
static void entry_2_no_roots(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *g = NULL;
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.materialize = 1;
  OK(vjp_grad(NULL, 0, NULL, &x, 1, &options, &g));
  EQUALS(own(g), 0, 0);
  g = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_grad(NULL, 0, NULL, &x, 1, NULL, &g));
  SAYS("input 0");
  CHECK(g == NULL);
  OK(vjp_grad_call_run(call_of(settings(true))));
}

/* ENTRY-3: the index of the root, what kind of view it is, and all before anything executes */
static void entry_3_roots_are_checked_first(void) {
  Seen seen = {0, 0, 0, 0};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor *good = times(x, 2), *base = times(x, 3);
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  vjp_tensor* dead = narrow(base, 0, 0, 1);
  OK(vjp_grad_mode_set(before, NULL));
  OK(vjp_tensor_add_hook(good, see_gradient, &seen, NULL, NULL));
  vjp_tensor *plain[] = {good, VEC(1, 2)}, *gradients[] = {VEC(1, 1), VEC(1, 1)}, *g = NULL;
  FAILS(VJP_ERROR_STATE, vjp_grad(plain, 2, gradients, &x, 1, NULL, &g));
  SAYS("root 1");
  CHECK(strstr(vjp_last_error(), "grad mode off") == NULL);
  CHECK(vjp_tensor_requires_grad(dead));
  vjp_tensor *views[] = {good, dead}, *ones[] = {VEC(1, 1), VEC(1)};
  FAILS(VJP_ERROR_STATE, vjp_grad(views, 2, ones, &x, 1, NULL, &g));
  SAYS("root 1");
  SAYS("a view that was made with grad mode off");
  CHECK(seen.calls == 0 && g == NULL && grad_of(x) == NULL);
}

/* ENTRY-5: every shape of one element, and the 1 looks like the root */
static void entry_5_the_one_looks_like_the_root(void) {
  static const int64_t shape[] = {1, 1};
  for (size_t ndim = 0; ndim <= 2; ++ndim) {
    Seen seen = {0, 0, 0, 0};
    vjp_tensor* x = leaf(ramp(VJP_DTYPE_FLOAT32, ndim, shape));
    vjp_tensor* y = times(x, 2);
    OK(vjp_tensor_add_hook(y, see_gradient, &seen, NULL, NULL));
    OK(vjp_backward(y, NULL));
    CHECK(seen.calls == 1 && seen.dtype == VJP_DTYPE_FLOAT32 && seen.ndim == ndim && seen.numel == 1);
    EQUALS(grad_of(x), 2);
  }
}

/* ENTRY-7: another dtype is cast to the root's, integers included; complex and real do not mix either way */
static void entry_7_the_gradient_is_cast(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *z = leaf(ramp(VJP_DTYPE_COMPLEX128, 1, (int64_t[]){2}));
  vjp_dtype given[] = {VJP_DTYPE_FLOAT32, VJP_DTYPE_INT64, VJP_DTYPE_BOOL};
  for (int i = 0; i < 3; ++i) {
    Seen seen = {0, 0, 0, 0};
    vjp_tensor *y = times(x, 2), *gradient = ramp(given[i], 1, (int64_t[]){2}), *g = NULL;
    OK(vjp_tensor_add_hook(y, see_gradient, &seen, NULL, NULL));
    OK(vjp_grad(&y, 1, &gradient, &x, 1, NULL, &g));
    CHECK(seen.dtype == VJP_DTYPE_FLOAT64 && at(own(g), 1) == 2 * at(gradient, 1));
  }
  FAILS(VJP_ERROR_DTYPE, vjp_backward(mul(z, z), VEC(1, 2)));
  SAYS("root 0");
  SAYS("float64");
  SAYS("complex128");
}

/* ENTRY-11: without create_graph no result requires grad, whatever a derivative gave; a root gradient comes back as
 * itself */
static vjp_tensor* tracked;
static vjp_status give_tracked(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g;
  *replacement = vjp_tensor_retain(tracked);
  return VJP_OK;
}
static void entry_11_history(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = mul(x, x), *g = NULL;
  tracked = leaf(VEC(5, 6));
  vjp_tensor* ct = leaf(VEC(1, 1));
  OK(vjp_grad(&y, 1, &ct, &y, 1, NULL, &g));
  CHECK(own(g) == ct);
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(x, give_tracked, NULL, NULL, &hook));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  OK(vjp_grad(&y, 1, &ct, &x, 1, &options, &g));
  CHECK(!vjp_tensor_requires_grad(own(g)));
  EQUALS(g, 5, 6);
  options.create_graph = 1;
  OK(vjp_grad(&y, 1, &ct, &x, 1, &options, &g));
  CHECK(own(g) == tracked);
  vjp_hook_remove(hook);
  OK(vjp_grad(&y, 1, &ct, &x, 1, &options, &g));
  EQUALS(grad(sum(own(g)), x), 2, 2); /* 2 x ct */
  EQUALS(grad(sum(g), ct), 2, 4);
}

/* ENTRY-13: an input without an edge, by its index */
static void entry_13_inputs_are_named(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = sum(mul(x, x)), *inputs[] = {x, VEC(1)}, *g[2] = {NULL, NULL};
  FAILS(VJP_ERROR_STATE, vjp_grad(&y, 1, NULL, inputs, 2, NULL, g));
  SAYS("input 1");
  CHECK(g[0] == NULL && g[1] == NULL);
}

/* ENTRY-14: the node of an input executes although nothing below it does */
static void entry_14_the_inputs_node_executes(void) {
  Seen node = {0, 0, 0, 0}, below = {0, 0, 0, 0};
  vjp_tensor *x = leaf(VEC(1, 2)), *low = times(x, 2), *h = mul(low, low), *y = sum(times(h, 3));
  OK(vjp_node_add_pre_hook(node_of(h), see_node, &node, NULL, NULL));
  OK(vjp_node_add_pre_hook(node_of(low), see_node, &below, NULL, NULL));
  vjp_grad_call* call = call_of(settings(true));
  OK(vjp_grad_call_add_root(call, y, NULL));
  OK(vjp_grad_call_add_input(call, h));
  OK(vjp_grad_call_run(call));
  CHECK(node.calls == 1 && below.calls == 0 && vjp_tensor_retains_grad(h));
  EQUALS(grad_of(h), 3, 3);
  CHECK(grad_of(x) == NULL);
  OK(vjp_backward(y, NULL)); /* the effect stays */
  EQUALS(grad_of(h), 6, 6);
}

/* ENTRY-15, ENTRY-16: the index, the shape and the way out; only when all has run. Materialized zeros look like the
 * input, and require grad. */
static void entry_15_unreached_inputs(void) {
  Seen seen = {0, 0, 0, 0};
  vjp_tensor *x = leaf(VEC(1, 2)), *unused = leaf(ramp(VJP_DTYPE_FLOAT32, 2, (int64_t[]){2, 3}));
  vjp_tensor *y = times(x, 2), *root = sum(y), *inputs[] = {x, unused}, *g[] = {NULL, NULL};
  OK(vjp_tensor_add_hook(y, see_gradient, &seen, NULL, NULL));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  FAILS(VJP_ERROR_INVALID, vjp_grad(&root, 1, NULL, inputs, 2, &options, g));
  SAYS("input 1");
  SAYS("[2, 3]");
  SAYS("allow_unused");
  CHECK(seen.calls == 1 && g[0] == NULL && g[1] == NULL);
  options.allow_unused = 1;
  OK(vjp_grad(&root, 1, NULL, inputs, 2, &options, g));
  EQUALS(own(g[0]), 2, 2);
  CHECK(g[1] == NULL);
  options.materialize = 1;
  OK(vjp_grad(&root, 1, NULL, inputs, 2, &options, g));
  own(g[0]);
  EQUALS(own(g[1]), 0, 0, 0, 0, 0, 0);
  CHECK(SHAPE(g[1], 2, 3) && vjp_tensor_dtype(g[1]) == VJP_DTYPE_FLOAT32 && vjp_tensor_requires_grad(g[1]));
  options.allow_unused = 0; /* an error, even where all are reached */
  g[0] = g[1] = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_grad(&root, 1, NULL, inputs, 1, &options, g));
  SAYS("materialize");
  SAYS("allow_unused");
  CHECK(g[0] == NULL && g[1] == NULL);
}

/* ENTRY-18: after the tensor hooks of the root */
static vjp_status give_context(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g;
  *replacement = vjp_tensor_retain((vjp_tensor*)context);
  return VJP_OK;
}
static void entry_18_the_gradient_of_a_root(void) {
  Seen node = {0, 0, 0, 0};
  vjp_tensor *x = leaf(VEC(1, 2)), *y = mul(x, x), *ct = VEC(3, 4), *given = VEC(7, 8), *g = NULL;
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  OK(vjp_node_add_pre_hook(node_of(y), see_node, &node, NULL, NULL));
  OK(vjp_grad(&y, 1, &ct, &y, 1, &options, &g));
  CHECK(own(g) == ct && node.calls == 0);
  OK(vjp_tensor_add_hook(y, give_context, given, NULL, NULL));
  OK(vjp_grad(&y, 1, &ct, &y, 1, &options, &g));
  CHECK(own(g) == given && node.calls == 0);
}

/* ENTRY-19: a placeholder is no root */
static void entry_19_placeholders(void) {
  vjp_tensor *x = leaf(MAT(2, 2, 1, 2, 3, 4)), *most = RESULT("max.dim", 0, T(x), I(0), B(false));
  vjp_grad_call* call = call_of(settings(false));
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_add_root_edge(call, node_of(most), 1, NULL));
  SAYS("placeholder");
  SAYS("slot 1");
  CHECK(vjp_grad_call_num_roots(call) == 0);
}

/* ENTRY-3, ENTRY-20: a batch of none is checked like any other, and shapes are reported with the batch */
static void entry_20_batched_roots_are_checked(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = times(x, 2), *plain = VEC(1, 2), *g = NULL;
  vjp_grad_options options = settings(false);
  options.batched = 1;
  for (int64_t batch = 0; batch < 3; ++batch) {
    vjp_tensor* good = ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){batch, 2});
    vjp_tensor* bad = ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){batch, 3});
    FAILS(VJP_ERROR_STATE, vjp_grad(&plain, 1, &good, &x, 1, &options, &g));
    SAYS("root 0");
    FAILS(VJP_ERROR_SHAPE, vjp_grad(&y, 1, &bad, &x, 1, &options, &g));
    SAYS("3]");
    SAYS("2]");
    vjp_tensor *complex = ramp(VJP_DTYPE_COMPLEX128, 2, (int64_t[]){batch, 2}), *two[] = {y, y}, *half[] = {good, NULL};
    FAILS(VJP_ERROR_DTYPE, vjp_grad(&y, 1, &complex, &x, 1, &options, &g));
    FAILS(VJP_ERROR_INVALID, vjp_grad(two, 2, half, &x, 1, &options, &g));
    SAYS("root 1");
    CHECK(g == NULL);
    OK(vjp_grad(&y, 1, &good, &x, 1, &options, &g));
    CHECK(SHAPE(own(g), batch, 2));
    g = NULL;
  }
}

/* ENTRY-21: hooks of tensors run and retained gradients are filled; no accumulator runs, and none of its hooks */
static void entry_21_no_accumulator_runs(void) {
  Seen tensor = {0, 0, 0, 0}, at_leaf = {0, 0, 0, 0}, accumulator = {0, 0, 0, 0};
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4)), *h = mul(x, w), *y = sum(mul(h, h));
  OK(vjp_tensor_add_hook(h, see_gradient, &tensor, NULL, NULL));
  OK(vjp_tensor_add_hook(x, see_gradient, &at_leaf, NULL, NULL));
  OK(vjp_node_add_pre_hook(edge_of(x), see_node, &accumulator, NULL, NULL));
  OK(vjp_tensor_retain_grad(h));
  EQUALS(grad(y, x), 18, 64);
  CHECK(tensor.calls == 1 && at_leaf.calls == 1 && accumulator.calls == 0);
  CHECK(grad_of(x) == NULL && grad_of(w) == NULL);
  EQUALS(grad_of(h), 6, 16);
}

/* ENTRY-23: one handle run by two threads at once; each run is a task of its own, and results are the run's */
static vjp_grad_call* shared_call;
static atomic_int entered, second_status;
static int64_t task_ids[4];
static int num_task_ids;
static void* run_too(void* unused) {
  (void)unused;
  atomic_store(&second_status, (int)vjp_grad_call_run(shared_call));
  return NULL;
}
static vjp_status let_another_run(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  if (num_task_ids < 4) task_ids[num_task_ids++] = vjp_grad_call_current_id();
  if (atomic_fetch_add(&entered, 1) > 0) return VJP_OK;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, run_too, NULL) == 0);
  pthread_join(thread, NULL);
  return VJP_OK;
}
static void entry_23_runs(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = mul(x, x);
  OK(vjp_tensor_add_hook(y, let_another_run, NULL, NULL, NULL));
  shared_call = call_of(settings(false));
  OK(vjp_grad_call_add_root(shared_call, y, VEC(1, 1)));
  OK(vjp_grad_call_add_input(shared_call, x));
  atomic_store(&second_status, VJP_OK);
  OK(vjp_grad_call_run(shared_call));
  CHECK(atomic_load(&entered) == 1 && atomic_load(&second_status) == VJP_ERROR_STATE);
  vjp_tensor* first = result_of(shared_call, 0);
  OK(vjp_grad_call_set_root_gradient(shared_call, 0, VEC(1, 10)));
  OK(vjp_grad_call_run(shared_call));
  EQUALS(result_of(shared_call, 0), 2, 40);
  EQUALS(first, 2, 4); /* what an earlier run gave belongs to the code that took it */
  CHECK(num_task_ids == 2 && task_ids[0] < task_ids[1]);
}

/* ENTRY-24: what did not execute keeps its saved values; what did is freed; retained gradients stay */
static vjp_status refuse(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  return vjp_error_raise(VJP_ERROR_IO, "no", NULL, NULL);
}
static void entry_24_what_an_error_leaves(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *low = OP("exp", T(x)), *mid = mul(low, low), *high = OP("exp", T(mid)), *g = NULL;
  vjp_tensor* root = sum(high);
  OK(vjp_tensor_retain_grad(high));
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(mid, refuse, NULL, NULL, &hook));
  FAILS(VJP_ERROR_IO, vjp_backward(root, NULL));
  vjp_hook_remove(hook);
  EQUALS(grad_of(high), 1, 1);
  CHECK(grad_of(x) == NULL);
  EQUALS(grad(sum(mid), x), 2 * exp(2), 2 * exp(4)); /* below the error all is as it was */
  FAILS(VJP_ERROR_STATE, try_grad(root, NULL, x, false, true, &g));
  SAYS("ExpBackward");
}

/* ENTRY-24: the check of unreached inputs undoes nothing either */
static void entry_24_nor_the_last_check(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = times(x, 2), *root = sum(mul(h, h)), *g[] = {NULL, NULL};
  vjp_tensor* inputs[] = {x, leaf(VEC(1))};
  OK(vjp_tensor_retain_grad(h));
  FAILS(VJP_ERROR_INVALID, vjp_grad(&root, 1, NULL, inputs, 2, NULL, g));
  EQUALS(grad_of(h), 4, 8);
  FAILS(VJP_ERROR_STATE, vjp_grad(&root, 1, NULL, inputs, 1, NULL, g));
}

/* ENTRY-28: no elements is not one element */
static void entry_28_no_elements(void) {
  Seen seen = {0, 0, 0, 0};
  vjp_tensor* x = leaf(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){0}));
  vjp_tensor* y = times(x, 2);
  OK(vjp_tensor_add_hook(y, see_gradient, &seen, NULL, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_backward(y, NULL));
  SAYS("[0]");
  OK(vjp_backward(y, ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){0})));
  CHECK(seen.calls == 1 && seen.ndim == 1 && seen.numel == 0 && SHAPE(grad_of(x), 0));
}

int main(void) {
  RUN(entry_1_settings);
  RUN(entry_2_no_roots);
  RUN(entry_3_roots_are_checked_first);
  RUN(entry_5_the_one_looks_like_the_root);
  RUN(entry_7_the_gradient_is_cast);
  RUN(entry_11_history);
  RUN(entry_13_inputs_are_named);
  RUN(entry_14_the_inputs_node_executes);
  RUN(entry_15_unreached_inputs);
  RUN(entry_18_the_gradient_of_a_root);
  RUN(entry_19_placeholders);
  RUN(entry_20_batched_roots_are_checked);
  RUN(entry_21_no_accumulator_runs);
  RUN(entry_23_runs);
  RUN(entry_24_what_an_error_leaves);
  RUN(entry_24_nor_the_last_check);
  RUN(entry_28_no_elements);
  return finish();
}
