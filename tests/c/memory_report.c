/*
 * Chapter 30: what holds the memory. Every tensor here has a number of elements of its own, so that its storage is
 * known by its bytes.
 */
#include <pthread.h>

#include "check.h"
#include "failing_malloc.h"
#include "optim.h"
#include "vjp/sim.h"

static const vjp_device kSim0 = {VJP_DEVICE_SIM, 0}, kSim1 = {VJP_DEVICE_SIM, 1}, kCpu = {VJP_DEVICE_CPU, 0};
enum { kDouble = sizeof(double) };

static void arena_report_release(void* p) { vjp_memory_report_release((vjp_memory_report*)p); }
static vjp_memory_report* report_with(vjp_memory_report_options options) {
  vjp_memory_report* r = NULL;
  OK(vjp_memory_report_create(&options, &r));
  return (vjp_memory_report*)arena_put(r, arena_report_release);
}
static vjp_memory_report* report_from(vjp_tensor* const* roots, size_t count) {
  vjp_memory_report_options options = VJP_MEMORY_REPORT_OPTIONS_INIT;
  options.roots = roots;
  options.num_roots = count;
  return report_with(options);
}
#define REPORT(...) \
  report_from((vjp_tensor*[]){__VA_ARGS__}, sizeof((vjp_tensor*[]){__VA_ARGS__}) / sizeof(vjp_tensor*))

static vjp_memory_totals totals_of(const vjp_memory_report* r) {
  vjp_memory_totals t = VJP_MEMORY_TOTALS_INIT;
  OK(vjp_memory_report_totals(r, &t));
  return t;
}
static vjp_memory_storage storage_at(const vjp_memory_report* r, size_t index) {
  vjp_memory_storage s = VJP_MEMORY_STORAGE_INIT;
  s.op = s.node = s.range = s.place = "";
  if (index < totals_of(r).num_storages) OK(vjp_memory_report_storage(r, index, &s));
  return s;
}
/* The storage of so many bytes; SIZE_MAX if there is none. */
static size_t look_for(const vjp_memory_report* r, size_t bytes) {
  size_t count = totals_of(r).num_storages;
  for (size_t i = 0; i < count; ++i)
    if (storage_at(r, i).bytes == bytes) return i;
  return SIZE_MAX;
}
static vjp_memory_storage storage_of(const vjp_memory_report* r, size_t elements) {
  size_t index = look_for(r, elements * kDouble);
  CHECK(index != SIZE_MAX);
  return storage_at(r, index);
}
/* The keeper of a kind, of the storage with so many elements; count 0 if there is none. */
static vjp_memory_keeper keeper_of(const vjp_memory_report* r, size_t elements, vjp_memory_keeper_kind kind) {
  size_t index = look_for(r, elements * kDouble);
  vjp_memory_keeper k = VJP_MEMORY_KEEPER_INIT;
  for (size_t i = 0; i < storage_at(r, index).num_keepers; ++i) {
    OK(vjp_memory_report_keeper(r, index, i, &k));
    if (k.kind == kind) return k;
  }
  k.count = 0;
  k.name = k.attribute = k.tensor = "";
  return k;
}
static int64_t sum_of(const vjp_memory_report* r, vjp_memory_by by, const char* name) {
  vjp_memory_row rows[64];
  for (int i = 0; i < 64; ++i) rows[i] = (vjp_memory_row)VJP_MEMORY_ROW_INIT;
  size_t count = 0;
  OK(vjp_memory_report_sums(r, by, rows, 64, &count));
  for (size_t i = 0; i < count && i < 64; ++i)
    if (strcmp(rows[i].name, name) == 0) return rows[i].bytes;
  return 0;
}
/* An operator's result, of whose arguments nothing is left. */
static vjp_tensor* numbers(int64_t n) { return ramp(VJP_DTYPE_FLOAT64, 1, &n); }
static vjp_tensor* made_by(const char* op, int64_t n) {
  vjp_tensor *x = numbers(n), *y = must_call(op, VJP_VARIANT_FUNCTIONAL, ARGS(T(x)), 0, __FILE__, __LINE__);
  drop_now(x);
  return y;
}
static bool is(const char* text, const char* wanted) { return text && strcmp(text, wanted) == 0; }
static vjp_guard* recording(void) {
  vjp_guard* region = NULL;
  OK(vjp_guard_record_memory(false, &region));
  return region;
}

/* ---- who made it ---- */

/* MEMR-2 */
static void made_by_operators_nodes_and_data(void) {
  vjp_guard* region = recording();
  vjp_tensor* x = leaf(numbers(11));
  OK(vjp_profiler_range_push("step"));
  OK(vjp_profiler_range_push("attention"));
  vjp_tensor *repeated = OP("repeat", T(x), INTS(17)), *wide = OP("exp", T(repeated));
  drop_now(repeated);
  CHECK(vjp_profiler_range_pop() && vjp_profiler_range_pop() && !vjp_profiler_range_pop());
  OK(vjp_backward(sum(wide), NULL));
  vjp_memory_report* r = REPORT(x, wide);
  vjp_memory_storage data = storage_of(r, 11), y = storage_of(r, 187);
  CHECK(is(data.op, "") && is(data.node, "") && is(data.range, ""));
  CHECK(is(y.op, "exp") && is(y.node, "") && is(y.range, "step/attention"));
  CHECK(y.origin == VJP_MEMORY_ORIGIN_FORWARD && y.device.kind == VJP_DEVICE_CPU && !y.foreign);
  bool found = false;
  for (size_t i = 0; i < totals_of(r).num_storages; ++i) {
    vjp_memory_storage s = storage_at(r, i);
    if (s.bytes != 11 * kDouble || s.origin != VJP_MEMORY_ORIGIN_BACKWARD) continue;
    found = true;
    CHECK(is(s.node, "ExpandBackward") && s.kept == VJP_MEMORY_GRADIENT && is(s.range, ""));
  }
  CHECK(found);
  CHECK(sum_of(r, VJP_MEMORY_BY_OPERATOR, "exp") == 187 * kDouble);
  CHECK(sum_of(r, VJP_MEMORY_BY_ORIGIN, "data") == 11 * kDouble);
  OK(vjp_guard_exit(region));
}

/* MEMR-2: without a region what a walk finds is there, and not who made it; what was known is forgotten with it. */
static void off(void) {
  vjp_guard* region = recording();
  vjp_tensor* x = made_by("neg", 211);
  CHECK(is(storage_of(REPORT(x), 211).op, "neg"));
  OK(vjp_guard_exit(region));
  vjp_memory_report* r = REPORT(x);
  vjp_memory_storage s = storage_of(r, 211);
  CHECK(is(s.op, "") && s.origin == VJP_MEMORY_ORIGIN_UNKNOWN && totals_of(r).recorded_live == 0);
  drop_now(x);
  region = recording();
  CHECK(look_for(REPORT(NULL), 211 * kDouble) == SIZE_MAX);
  OK(vjp_guard_exit(region));
  char* text = NULL;
  FAILS(VJP_ERROR_STATE, vjp_memory_timeline(VJP_MEMORY_BY_OPERATOR, VJP_MEMORY_SVG, &text));
}

/* MEMR-2: regions nest, a profiler that records memory is one, and the record ends with the last. */
static void regions_nest(void) {
  vjp_guard *outer = recording(), *inner = recording();
  vjp_tensor* x = made_by("neg", 223);
  OK(vjp_guard_exit(inner));
  CHECK(is(storage_of(REPORT(x), 223).op, "neg"));
  vjp_profiler_options options = VJP_PROFILER_OPTIONS_INIT;
  options.memory = true;
  vjp_profiler* p = NULL;
  OK(vjp_profiler_create(&options, &p));
  OK(vjp_profiler_start(p));
  OK(vjp_guard_exit(outer));
  CHECK(is(storage_of(REPORT(x), 223).op, "neg"));
  vjp_tensor* y = OP("exp", T(x));
  OK(vjp_profiler_stop(p));
  CHECK(is(storage_of(REPORT(x), 223).op, ""));
  char* json = NULL;
  OK(vjp_profiler_memory_timeline(p, VJP_MEMORY_BY_OPERATOR, VJP_MEMORY_JSON, &json));
  CHECK(strstr(json, "\"groups\": [\"exp\"") && strstr(json, "\"peak\": 1784,"));
  vjp_string_free(json);
  vjp_profiler_release(p);
  (void)y;
}

static void say_here(void* context, vjp_call_site* site) {
  ++*(int*)context;
  vjp_call_site_write(site, "program.c:7\nmain");
}
/* MEMR-2: where the program called the operator, if the region is to know */
static void places(void) {
  int asked = 0;
  vjp_guard* region = NULL;
  OK(vjp_set_call_site_callback(say_here, &asked, NULL));
  region = recording();
  vjp_tensor* x = numbers(226);
  drop_now(OP("neg", T(x)));
  OK(vjp_guard_exit(region));
  CHECK(asked == 0);
  OK(vjp_guard_record_memory(true, &region));
  vjp_tensor* y = OP("exp", T(x));
  drop_now(x);
  CHECK(asked == 1 && is(storage_of(REPORT(y), 226).place, "program.c:7\nmain"));
  char* text = NULL;
  OK(vjp_memory_report_text(REPORT(y), 0, &text));
  CHECK(strstr(text, "at program.c:7\n"));
  vjp_string_free(text);
  OK(vjp_guard_exit(region));
  OK(vjp_set_call_site_callback(NULL, NULL, NULL));
}

/* ---- who keeps it ---- */

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

/* ---- exact bytes ---- */

/* MEMR-1: of small storages and of large ones, live is what is found, rounded up, and what is unknown */
static void figures(void) {
  vjp_guard* region = recording();
  vjp_memory_statistics before = VJP_MEMORY_STATISTICS_INIT, after = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_memory_get_statistics(kCpu, &before));
  vjp_tensor *small = numbers(3), *large = numbers(5000);
  OK(vjp_memory_get_statistics(kCpu, &after));
  vjp_memory_totals t = totals_of(REPORT(small, large));
  CHECK(t.found == 5003 * kDouble && t.num_storages == 2 && t.recorded_live == t.found);
  CHECK(t.recorded_peak >= t.recorded_live && t.foreign == 0);
  CHECK(t.found + t.rounding == after.all.allocated_bytes.current - before.all.allocated_bytes.current);
  CHECK(t.live == after.all.allocated_bytes.current && t.live == t.found + t.rounding + t.unknown);
  CHECK(t.peak >= t.live && t.rounding >= 0 && t.rounding <= t.found / 8);
  drop_now(large);
  t = totals_of(REPORT(small));
  CHECK(t.found == 3 * kDouble && t.recorded_live == 3 * kDouble && t.recorded_peak >= 5003 * kDouble);
  OK(vjp_guard_exit(region));
  drop_now(small); /* recorded storages may outlive their region */
  OK(vjp_memory_get_statistics(kCpu, &after));
  CHECK(after.all.allocated_bytes.current == before.all.allocated_bytes.current);
}

/* MEMR-6: the caller's memory is listed and is no allocator's; what an allocator has cached is not live. */
static void foreign_and_cached(void) {
  static double mine[73];
  vjp_guard* region = recording();
  vjp_tensor *t = NULL, *x = numbers(3000);
  OK(vjp_tensor_from_memory(mine, (int64_t[]){73}, NULL, 1, VJP_DTYPE_FLOAT64, NULL, NULL, &t));
  own(t);
  vjp_memory_report* r = REPORT(t, x);
  CHECK(storage_of(r, 73).foreign && totals_of(r).foreign == 73 * kDouble && totals_of(r).found == 3000 * kDouble);
  int64_t cached = totals_of(r).cached, live = totals_of(r).live;
  drop_now(x);
  r = REPORT(t);
  CHECK(totals_of(r).live <= live - 3000 * kDouble && totals_of(r).cached >= cached + 3000 * kDouble);
  CHECK(look_for(r, 3000 * kDouble) == SIZE_MAX);
  OK(vjp_guard_exit(region));
}

/* MEMR-6 */
static void devices(void) {
  vjp_guard* region = recording();
  vjp_tensor *x = numbers(79), *a = NULL, *b = NULL;
  OK(vjp_to_device(x, &kSim0, VJP_DTYPE_NONE, false, &a));
  OK(vjp_to_device(x, &kSim1, VJP_DTYPE_NONE, false, &b));
  own(a), own(b);
  vjp_tensor* y = times(a, 2);
  vjp_tensor* roots[] = {x, a, b, y};
  vjp_memory_report_options options = VJP_MEMORY_REPORT_OPTIONS_INIT;
  options.roots = roots;
  options.num_roots = 4;
  options.device = &kSim0;
  vjp_memory_report* r = report_with(options);
  CHECK(totals_of(r).num_storages == 2 && totals_of(r).found == 2 * 79 * kDouble);
  CHECK(totals_of(r).live == totals_of(r).found + totals_of(r).rounding + totals_of(r).unknown);
  CHECK(totals_of(r).rounding == 2 * (1024 - 79 * kDouble));
  CHECK(sum_of(r, VJP_MEMORY_BY_OPERATOR, "mul") == 79 * kDouble);
  CHECK(storage_of(r, 79).device.kind == VJP_DEVICE_SIM && storage_of(r, 79).device.index == 0);
  int64_t live = totals_of(r).live, cached = totals_of(r).cached;
  drop_now(y);
  options.num_roots = 3;
  r = report_with(options);
  CHECK(totals_of(r).num_storages == 1 && totals_of(r).live == live - 1024 && totals_of(r).cached == cached + 1024);
  vjp_device nowhere = {VJP_DEVICE_SIM, 1000};
  options.device = &nowhere;
  FAILS(VJP_ERROR_DEVICE, vjp_memory_report_create(&options, &r));
  OK(vjp_guard_exit(region));
}

/* ---- threads ---- */

static void* make_there(void* out) {
  OK(vjp_profiler_range_push("worker"));
  vjp_tensor** made = (vjp_tensor**)out;
  vjp_tensor* x = NULL;
  OK(vjp_tensor_empty((int64_t[]){83}, 1, VJP_DTYPE_FLOAT64, &x));
  OK(vjp_neg(x, made));
  vjp_profiler_range_pop();
  vjp_tensor_release(x);
  for (int i = 0; i < 200; ++i) { /* while the other thread looks */
    vjp_tensor* y = NULL;
    OK(vjp_exp(*made, &y));
    vjp_tensor_release(y);
  }
  return NULL;
}
/* MEMR-2: what any thread makes, with its own ranges */
static void threads(void) {
  vjp_guard* region = recording();
  vjp_tensor* made = NULL;
  pthread_t thread;
  OK(vjp_profiler_range_push("here"));
  CHECK(pthread_create(&thread, NULL, make_there, &made) == 0);
  for (int i = 0; i < 50; ++i) drop_now(REPORT(NULL));
  pthread_join(thread, NULL);
  own(made);
  vjp_tensor* mine = times(numbers(89), 2);
  vjp_memory_report* r = REPORT(made, mine);
  CHECK(is(storage_of(r, 83).op, "neg") && is(storage_of(r, 83).range, "worker"));
  CHECK(sum_of(r, VJP_MEMORY_BY_OPERATOR, "exp") == 0);
  CHECK(sum_of(r, VJP_MEMORY_BY_RANGE, "here") >= (int64_t)(2 * 89 * kDouble));
  CHECK(vjp_profiler_range_pop());
  OK(vjp_guard_exit(region));
}

/* ---- nothing changes ---- */

/* MEMR-7: references, versions, the graph and its numbers */
static void nothing_changes(void) {
  double results[2];
  for (int on = 0; on < 2; ++on) {
    vjp_guard* region = on ? recording() : NULL;
    vjp_tensor *x = leaf(VEC(0.3, 0.7)), *y = OP("exp", T(OP("sin", T(x)))), *loss = sum(mul(y, y));
    int64_t tensors = vjp_debug_live_tensors(), nodes = vjp_debug_live_nodes();
    int64_t version = -1, after = -2;
    OK(vjp_tensor_version(y, &version));
    if (on) drop_now(REPORT(x, loss));
    OK(vjp_tensor_version(y, &after));
    CHECK(vjp_debug_live_tensors() == tensors && vjp_debug_live_nodes() == nodes && after == version);
    OK(vjp_backward(loss, NULL));
    results[on] = at(grad_of(x), 0);
    if (on) OK(vjp_guard_exit(region));
  }
  CHECK(memcmp(&results[0], &results[1], sizeof(double)) == 0);
}

/* ---- texts ---- */

/* MEMR-8 */
static void the_answer_comes_first(void) {
  vjp_guard* region = recording();
  vjp_tensor* x = leaf(numbers(100000));
  OK(vjp_profiler_range_push("attention"));
  vjp_tensor *a = OP("softmax", T(x), I(0)), *b = OP("softmax", T(a), I(0)), *c = OP("softmax", T(b), I(0));
  vjp_profiler_range_pop();
  vjp_tensor* loss = sum(c);
  drop_now(a), drop_now(b), drop_now(c);
  char *text = NULL, *json = NULL;
  vjp_memory_report* r = REPORT(x, loss);
  OK(vjp_memory_report_text(r, 2, &text));
  const char* answer = "in the process are saved values of 3 SoftmaxBackward nodes, made in `attention`\n";
  CHECK(strstr(text, answer) && strstr(text, answer) < strchr(text, '\n') + 1 &&
        strncmp(text, "2.29 MiB of ", 12) == 0);
  CHECK(strstr(text, "saved by") && strstr(text, "softmax") && strstr(text, "more"));
  OK(vjp_memory_report_json(r, &json));
  CHECK(strstr(json, "\"kept\": \"saved values\"") && strstr(json, "\"range\": \"attention\""));
  vjp_string_free(text), vjp_string_free(json);
  OK(vjp_guard_exit(region));
}

/* MEMR-9 */
static void timelines(void) {
  vjp_tensor* x = numbers(4000);
  vjp_guard* region = recording();
  drop_now(times(x, 2));
  char *svg = NULL, *json = NULL;
  OK(vjp_memory_timeline(VJP_MEMORY_BY_OPERATOR, VJP_MEMORY_SVG, &svg));
  CHECK(strncmp(svg, "<svg", 4) == 0 && strstr(svg, "peak 31.25 KiB") && strstr(svg, ">mul<") && strstr(svg, "KiB<"));
  OK(vjp_memory_timeline(VJP_MEMORY_BY_ORIGIN, VJP_MEMORY_JSON, &json));
  CHECK(strstr(json, "\"peak\": 32000") && strstr(json, "\"forward\"") && strstr(json, ", -32000, "));
  vjp_string_free(svg), vjp_string_free(json);
  FAILS(VJP_ERROR_INVALID, vjp_memory_timeline(VJP_MEMORY_BY_KEEPER, VJP_MEMORY_SVG, &svg));
  FAILS(VJP_ERROR_INVALID, vjp_memory_timeline(VJP_MEMORY_BY_RANGE, (vjp_memory_form)9, &svg));
  OK(vjp_guard_exit(region));
}

/* MEMR-7: with too little memory an operator does what it does, a report fails or is whole, and nothing is lost */
static vjp_status scene(vjp_tensor* x) {
  vjp_guard* region = NULL;
  vjp_memory_report* r = NULL;
  vjp_tensor *y = NULL, *z = NULL;
  char *text = NULL, *svg = NULL;
  vjp_status status = vjp_guard_record_memory(false, &region);
  if (status != VJP_OK) return status;
  status = vjp_profiler_range_push("scene");
  const bool pushed = status == VJP_OK;
  if (status == VJP_OK) status = vjp_exp(x, &y);
  if (status == VJP_OK) status = vjp_mul(y, x, &z);
  vjp_tensor* roots[] = {x, y, z};
  vjp_memory_report_options options = VJP_MEMORY_REPORT_OPTIONS_INIT;
  options.roots = roots;
  options.num_roots = 3;
  if (status == VJP_OK) status = vjp_memory_report_create(&options, &r);
  if (status == VJP_OK) status = vjp_memory_report_text(r, 0, &text);
  if (status == VJP_OK) status = vjp_memory_timeline(VJP_MEMORY_BY_RANGE, VJP_MEMORY_SVG, &svg);
  if (status == VJP_OK) {
    allocate_again();
    CHECK(totals_of(r).found == 3 * 97 * kDouble && (strstr(text, "exp") || strstr(text, "not noted")));
  }
  vjp_string_free(text), vjp_string_free(svg);
  vjp_memory_report_release(r);
  vjp_tensor_release(z), vjp_tensor_release(y);
  if (pushed) vjp_profiler_range_pop();
  vjp_status ended = vjp_guard_exit(region);
  return status == VJP_OK ? ended : status;
}
static void too_little_memory(void) {
  vjp_tensor* x = leaf(numbers(97));
  OK(scene(x));
  if (!OWN_MALLOC) return;
  long failures = 0;
  for (long n = 0; n < 10000; ++n) {
    fail_allocations(n, false);
    vjp_status status = scene(x);
    const bool failed = refused > 0;
    allocate_again();
    if (status != VJP_OK) ++failures, CHECK(failed && status == VJP_ERROR_MEMORY);
    if (!failed) break;
  }
  CHECK(failures > 20);
}

static void errors(void) {
  vjp_memory_report* r = REPORT(NULL);
  vjp_memory_report_options wrong = VJP_MEMORY_REPORT_OPTIONS_INIT;
  wrong.struct_size = 3;
  FAILS(VJP_ERROR_INVALID, vjp_memory_report_create(&wrong, &r));
  FAILS(VJP_ERROR_INVALID, vjp_memory_report_create(NULL, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_guard_record_memory(false, NULL));
  vjp_memory_storage s = VJP_MEMORY_STORAGE_INIT;
  vjp_memory_keeper k = VJP_MEMORY_KEEPER_INIT;
  FAILS(VJP_ERROR_INVALID, vjp_memory_report_storage(r, SIZE_MAX, &s));
  FAILS(VJP_ERROR_INVALID, vjp_memory_report_keeper(r, 0, 1000, &k));
  size_t count;
  FAILS(VJP_ERROR_INVALID, vjp_memory_report_sums(r, (vjp_memory_by)77, NULL, 0, &count));
}

int main(void) {
  RUN(made_by_operators_nodes_and_data);
  RUN(off);
  RUN(regions_nest);
  RUN(places);
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
  RUN(figures);
  RUN(foreign_and_cached);
  RUN(devices);
  if (has_threads()) RUN(threads);
  RUN(nothing_changes);
  RUN(the_answer_comes_first);
  RUN(timelines);
  RUN(too_little_memory);
  RUN(errors);
  return finish();
}
