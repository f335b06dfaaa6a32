/*
 * Chapter 30: what keeps the memory: handles, saved values, gradients, leaves, views, optimizers, tangents, a running
 * grad call.
 */
#include "memory_reports.h"
#include "optim.h"

/* MEMR-3, MEMR-4: handles are what no walk explains; there are as many as the program has. */
static void handles(void) {
  vjp_tensor* x = numbers(31);
  vjp_memory_report* r = REPORT(x);
  CHECK(storage_of(r, 31).kept == VJP_MEMORY_HANDLE && storage_of(r, 31).references == 1);
  vjp_memory_keeper k = keeper_of(r, 31, VJP_MEMORY_HANDLE);
  CHECK(k.count == 1 && is(k.tensor, "float64[31]"));
  vjp_tensor_retain(x);
  CHECK(keeper_of(REPORT(x, x), 31, VJP_MEMORY_HANDLE).count == 2);
  vjp_tensor_release(x);
  const char* names[] = {"weight"};
  vjp_memory_report_options options = VJP_MEMORY_REPORT_OPTIONS_INIT;
  options.roots = &x;
  options.num_roots = 1;
  options.names = names;
  CHECK(is(keeper_of(report_with(options), 31, VJP_MEMORY_HANDLE).name, "weight"));
}

/* MEMR-4 */
static void what_is_not_reached(void) {
  vjp_guard* region = recording();
  vjp_tensor *x = numbers(37), *part = detached(x);
  vjp_memory_report* r = REPORT(NULL);
  CHECK(storage_of(r, 37).kept == VJP_MEMORY_OTHER && keeper_of(r, 37, VJP_MEMORY_OTHER).count == 2);
  r = REPORT(x);
  CHECK(storage_of(r, 37).kept == VJP_MEMORY_HANDLE && keeper_of(r, 37, VJP_MEMORY_OTHER).count == 1);
  CHECK(keeper_of(REPORT(x, part), 37, VJP_MEMORY_OTHER).count == 0);
  OK(vjp_guard_exit(region));
  r = REPORT(NULL);
  CHECK(look_for(r, 37 * kDouble) == SIZE_MAX && totals_of(r).unknown >= 37 * kDouble);
}

/* MEMR-3: of which node, by which number, in which attribute */
static void saved_values(void) {
  vjp_tensor *x = leaf(numbers(41)), *h = OP("exp", T(x)), *y = OP("sin", T(h)), *loss = sum(y);
  drop_now(y);
  drop_now(h); /* what sin has saved lives on */
  vjp_memory_report* r = REPORT(x, loss);
  bool by_exp = false, by_sin = false;
  for (size_t i = 0; i < totals_of(r).num_storages; ++i) {
    vjp_memory_storage s = storage_at(r, i);
    for (size_t j = 0; s.kept == VJP_MEMORY_SAVED && j < s.num_keepers; ++j) {
      vjp_memory_keeper k = VJP_MEMORY_KEEPER_INIT;
      OK(vjp_memory_report_keeper(r, i, j, &k));
      if (k.kind != VJP_MEMORY_SAVED) continue;
      CHECK(k.count == 1 && is(k.tensor, "float64[41]"));
      by_exp = by_exp || (is(k.name, "ExpBackward") && is(k.attribute, "out"));
      by_sin = by_sin || (is(k.name, "SinBackward") && is(k.attribute, "input"));
    }
  }
  CHECK(by_exp && by_sin);
  CHECK(sum_of(r, VJP_MEMORY_BY_NODE, "ExpBackward") + sum_of(r, VJP_MEMORY_BY_NODE, "SinBackward") ==
        (int64_t)(41 * kDouble));
  CHECK(sum_of(r, VJP_MEMORY_BY_KEEPER, "saved values") == 41 * kDouble);
  OK(vjp_backward(loss, NULL));
  CHECK(sum_of(REPORT(x, loss), VJP_MEMORY_BY_KEEPER, "saved values") == 0);
}

/* MEMR-3 */
static void gradients(void) {
  vjp_tensor* x = leaf(numbers(43));
  OK(vjp_backward(sum(mul(x, x)), NULL));
  vjp_memory_report* r = REPORT(x);
  CHECK(sum_of(r, VJP_MEMORY_BY_KEEPER, "gradients") == 43 * kDouble);
  CHECK(sum_of(r, VJP_MEMORY_BY_KEEPER, "handles of the program") == 43 * kDouble);
  CHECK(totals_of(r).num_storages == 2);
  OK(vjp_tensor_set_grad(x, NULL));
  CHECK(sum_of(REPORT(x), VJP_MEMORY_BY_KEEPER, "gradients") == 0);
}

/* MEMR-3: a leaf that only the graph keeps */
static void leaves_of_the_graph(void) {
  vjp_tensor *x = leaf(numbers(47)), *loss = sum(x);
  drop_now(x);
  vjp_memory_report* r = REPORT(loss);
  CHECK(storage_of(r, 47).kept == VJP_MEMORY_GRAPH);
  CHECK(is(keeper_of(r, 47, VJP_MEMORY_GRAPH).name, "AccumulateGrad"));
}

/* MEMR-3 */
static void bases_of_views(void) {
  vjp_tensor *x = leaf(numbers(1)), *base = OP("repeat", T(x), INTS(53)), *part = narrow(base, 0, 3, 5);
  drop_now(base);
  vjp_memory_report* r = REPORT(part);
  CHECK(storage_of(r, 53).bytes == 53 * kDouble);
  vjp_memory_keeper view = keeper_of(r, 53, VJP_MEMORY_VIEW);
  CHECK(view.count == 1 && is(view.tensor, "float64[5]"));
  CHECK(storage_of(r, 53).kept == VJP_MEMORY_HANDLE && is(keeper_of(r, 53, VJP_MEMORY_HANDLE).tensor, "float64[5]"));
}

/* MEMR-3 */
static void optimizers(void) {
  vjp_tensor* x = leaf(numbers(59));
  vjp_optimizer_options settings = VJP_ADAM_OPTIONS_INIT;
  vjp_optimizer* o = NULL;
  OK(vjp_optimizer_adam(&x, 1, &settings, &o));
  own_optimizer(o);
  OK(vjp_backward(sum(mul(x, x)), NULL));
  OK(vjp_optimizer_step(o));
  vjp_memory_report_options options = VJP_MEMORY_REPORT_OPTIONS_INIT;
  options.roots = &x;
  options.num_roots = 1;
  options.optimizers = &o;
  options.num_optimizers = 1;
  vjp_memory_report* r = report_with(options);
  CHECK(sum_of(r, VJP_MEMORY_BY_KEEPER, "states of optimizers") >= (int64_t)(2 * 59 * kDouble));
  CHECK(sum_of(r, VJP_MEMORY_BY_KEEPER, "parameters of optimizers") == 59 * kDouble);
  bool first = false, second = false;
  for (size_t i = 0; i < totals_of(r).num_storages; ++i) {
    vjp_memory_keeper k = VJP_MEMORY_KEEPER_INIT;
    OK(vjp_memory_report_keeper(r, i, 0, &k));
    first = first || (k.kind == VJP_MEMORY_OPTIMIZER && is(k.name, "0.0.exp_avg"));
    second = second || (k.kind == VJP_MEMORY_OPTIMIZER && is(k.name, "0.0.exp_avg_sq"));
    for (size_t j = 0; k.kind == VJP_MEMORY_OPTIMIZER && j < storage_at(r, i).num_keepers; ++j) {
      OK(vjp_memory_report_keeper(r, i, j, &k));
      CHECK(k.kind == VJP_MEMORY_OPTIMIZER); /* every reference is explained */
    }
  }
  CHECK(first && second);
}

/* MEMR-3 */
static void tangents(void) {
  vjp_tensor *x = numbers(61), *t = numbers(61), *dual = NULL;
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(x, t, &dual));
  own(dual);
  drop_now(t);
  vjp_memory_report* r = REPORT(dual);
  CHECK(sum_of(r, VJP_MEMORY_BY_KEEPER, "tangents") == 61 * kDouble && totals_of(r).num_storages == 2);
  OK(vjp_forward_mode_exit());
}

/* MEMR-3 */
static void batched_tensors(void) {
  vjp_tensor *x = numbers(67), *one = NULL;
  int64_t level = 0;
  vjp_guard* region = NULL;
  OK(vjp_guard_vmap(67, VJP_RANDOMNESS_ERROR, &level, &region));
  OK(vjp_vmap_wrap(x, 0, level, &one));
  own(one);
  CHECK(keeper_of(REPORT(one), 67, VJP_MEMORY_BATCHED).count == 1);
  drop_now(one);
  OK(vjp_guard_exit(region));
}

static vjp_tensor* seen_root;
static vjp_status look_in_hook(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)grad, (void)out;
  vjp_memory_report_options options = VJP_MEMORY_REPORT_OPTIONS_INIT;
  options.roots = &seen_root;
  options.num_roots = 1;
  return vjp_memory_report_create(&options, (vjp_memory_report**)context);
}
/* Reports from inside a backward: where a gradient of `a` has come from one side and not yet from the other, and where
 * its node has the sum in its hands. */
static void look_inside(vjp_memory_report** waits, vjp_memory_report** in_hand) {
  vjp_tensor *x = leaf(numbers(71)), *a = OP("exp", T(x)), *b = OP("sin", T(a));
  vjp_tensor* c = OP("narrow", T(a), I(0), I(0), I(7));
  vjp_tensor* loss = add(sum(b), sum(OP("cos", T(c))));
  OK(vjp_tensor_add_hook(b, look_in_hook, waits, NULL, NULL));
  OK(vjp_tensor_add_hook(a, look_in_hook, in_hand, NULL, NULL));
  seen_root = x;
  OK(vjp_backward(loss, NULL));
  CHECK(sum_of(REPORT(x, loss), VJP_MEMORY_BY_KEEPER, "running grad calls") == 0);
  arena_put(*waits, arena_report_release);
  arena_put(*in_hand, arena_report_release);
}
/* MEMR-5: what waits in a node is known without a recording; with one also what a node has in its hands */
static void a_running_grad_call(void) {
  int waiting = 0, held = 0;
  vjp_memory_report *r = NULL, *in_hand = NULL;
  look_inside(&r, &in_hand);
  for (size_t i = 0; i < totals_of(r).num_storages; ++i) {
    vjp_memory_keeper k = VJP_MEMORY_KEEPER_INIT;
    OK(vjp_memory_report_keeper(r, i, 0, &k));
    if (k.kind == VJP_MEMORY_GRAD_CALL) ++waiting, CHECK(is(k.name, "ExpBackward") && is(k.tensor, "float64[71]"));
  }
  CHECK(waiting == 1);
  vjp_guard* region = recording();
  look_inside(&r, &in_hand);
  for (size_t i = 0; i < totals_of(in_hand).num_storages; ++i) {
    vjp_memory_storage s = storage_at(in_hand, i);
    if (s.kept == VJP_MEMORY_GRAD_CALL) ++held, CHECK(s.origin == VJP_MEMORY_ORIGIN_BACKWARD);
  }
  CHECK(held > 0);
  OK(vjp_guard_exit(region));
}

int main(void) {
  RUN(handles);
  RUN(what_is_not_reached);
  RUN(saved_values);
  RUN(gradients);
  RUN(leaves_of_the_graph);
  RUN(bases_of_views);
  RUN(optimizers);
  RUN(tangents);
  RUN(batched_tensors);
  RUN(a_running_grad_call);
  return finish();
}
