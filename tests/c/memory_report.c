/*
 * Chapter 30: what holds the memory: who made it, exact bytes, threads, texts, failures. Who keeps it:
 * memory_keepers.c.
 */
#include <pthread.h>

#include "failing_malloc.h"
#include "memory_reports.h"
#include "vjp/sim.h"

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
