/*
 * Out of memory at every allocation of the host while devices are at work: streams, events, captures, replays, graphed
 * callables, with the race detector and without. It is an error that says so; nothing is lost, captured or routed
 * afterwards, no race is invented, and the same works. CG-1, CG-3, GF-2, RD-7.
 */
#include "check.h"
#include "failing_malloc.h"

static const vjp_device kSim = {VJP_DEVICE_SIM, 0};

/* ---- what a scene makes: released in reverse, by a scene that fails, too ---- */

static void release_stream(void* p) { vjp_stream_release((vjp_stream*)p); }
static void release_event(void* p) { vjp_event_release((vjp_event*)p); }
static void release_graph(void* p) { vjp_device_graph_release((vjp_device_graph*)p); }
static void release_pool(void* p) { vjp_memory_pool_release((vjp_memory_pool*)p); }
static void release_graphed(void* p) { vjp_graphed_release((vjp_graphed*)p); }
static void release_list(void* p) { vjp_tensor_list_release((vjp_tensor_list*)p); }
static void release_generator(void* p) { vjp_generator_release((vjp_generator*)p); }
static void exit_guard(void* p) { vjp_guard_exit((vjp_guard*)p); }

/* The call must succeed, or the scene is over. */
#define DO(call)                           \
  do {                                     \
    vjp_status status_ = (call);           \
    if (status_ != VJP_OK) return status_; \
  } while (0)
/* The same, for a call that hands something out. */
#define MAKE(variable, release, call) \
  do {                                \
    DO(call);                         \
    arena_put((variable), (release)); \
  } while (0)
#define GET(variable, name, ...) \
  MAKE(variable, arena_tensor_release, call_op(name, VJP_VARIANT_FUNCTIONAL, ARGS(__VA_ARGS__), 0, &(variable)))

static vjp_tensor *x, *w; /* on the device: 1 2 3, and a leaf: 2 2 2 */

/* ---- scenes ---- */

typedef vjp_status (*Scene)(double* result);

static vjp_status read_first(vjp_tensor* t, double* result) {
  double values[3] = {0, 0, 0};
  DO(vjp_tensor_copy_to(t, values, sizeof values, VJP_DTYPE_FLOAT64));
  *result = values[0] + 10 * values[1] + 100 * values[2];
  return VJP_OK;
}

/* Two streams; memory of one that the other uses when it is given back. */
static vjp_status streams(double* result) {
  vjp_stream *a = NULL, *b = NULL;
  vjp_event *event = NULL, *timing = NULL;
  vjp_guard* guard = NULL;
  vjp_tensor *y = NULL, *z = NULL;
  MAKE(a, release_stream, vjp_stream_create(kSim, 0, &a));
  MAKE(b, release_stream, vjp_stream_create(kSim, -1, &b));
  DO(vjp_stream_set_name(b, "a name that is longer than short strings are"));
  MAKE(event, release_event, vjp_event_create(kSim, false, &event));
  MAKE(timing, release_event, vjp_event_create(kSim, true, &timing));
  MAKE(guard, exit_guard, vjp_guard_stream(a, &guard));
  GET(y, "mul", T(x), F(2));
  DO(vjp_event_record(event, a));
  DO(vjp_stream_wait_event(b, event));
  DO(vjp_tensor_record_stream(y, b));
  MAKE(guard, exit_guard, vjp_guard_stream(b, &guard));
  GET(z, "mul", T(y), F(2));
  DO(vjp_event_record(timing, b));
  DO(vjp_stream_wait_stream(a, b));
  DO(vjp_tensor_record_stream(z, a));
  drop_now(y);
  GET(y, "mul", T(x), F(5)); /* it asks after what was given back */
  DO(read_first(z, result));
  return vjp_stream_synchronize(a);
}

static vjp_status begin_graph(vjp_device_graph** graph, vjp_memory_pool* pool, vjp_guard** guard) {
  vjp_generator* generator = NULL;
  MAKE(*graph, release_graph, vjp_device_graph_create(graph));
  MAKE(generator, release_generator, vjp_generator_create(3, &generator));
  DO(vjp_device_graph_register_generator(*graph, generator));
  DO(vjp_device_graph_set_elide_cpu_work(*graph, true));
  MAKE(*guard, exit_guard, vjp_guard_capture(*graph, kSim, NULL, pool, VJP_CAPTURE_GLOBAL, guard));
  return VJP_OK;
}
static vjp_status end_graph(vjp_device_graph* graph, vjp_guard* guard) {
  DO(vjp_device_graph_capture_end(graph));
  drop_now(guard);
  return VJP_OK;
}

/* A stream that is drawn in, random numbers, a second graph in the same pool, and the first captured anew. */
static vjp_status capture(double* result) {
  vjp_device_graph *graph = NULL, *other = NULL;
  vjp_memory_pool* pool = NULL;
  vjp_stream *side = NULL, *origin = NULL;
  vjp_guard *guard = NULL, *on_side = NULL;
  vjp_tensor *y = NULL, *z = NULL, *v = NULL;
  uint64_t count = 0;
  char* text = NULL;
  MAKE(pool, release_pool, vjp_memory_pool_create(kSim, &pool));
  MAKE(side, release_stream, vjp_stream_create(kSim, 0, &side));
  for (int i = 0; i < 2; ++i) {
    DO(begin_graph(&graph, pool, &guard));
    MAKE(origin, release_stream, vjp_stream_current(kSim, &origin));
    GET(y, "mul", T(x), F(3));
    DO(vjp_stream_wait_stream(side, origin));
    DO(vjp_tensor_record_stream(y, side));
    MAKE(on_side, exit_guard, vjp_guard_stream(side, &on_side));
    GET(z, "add", T(y), F(1));
    drop_now(on_side);
    DO(vjp_stream_wait_stream(origin, side));
    GET(v, "dropout", T(z), F(0), B(true));
    DO(end_graph(graph, guard));
    DO(vjp_device_graph_node_count(graph, &count));
    DO(vjp_device_graph_dot(graph, &text));
    vjp_string_free(text);
    DO(vjp_device_graph_replay(graph));
    DO(begin_graph(&other, pool, &guard));
    GET(v, "mul", T(z), F(1));
    DO(end_graph(other, guard));
    DO(vjp_device_graph_replay(other));
    DO(read_first(v, result));
    DO(vjp_device_graph_reset(graph));
  }
  return VJP_OK;
}

/* A whole backward. */
static vjp_status captured_backward(double* result) {
  vjp_device_graph* graph = NULL;
  vjp_guard* guard = NULL;
  vjp_tensor *y = NULL, *s = NULL, *g = NULL;
  DO(begin_graph(&graph, NULL, &guard));
  GET(y, "mul", T(w), T(x));
  GET(s, "sum", T(y));
  DO(vjp_backward(s, NULL));
  DO(end_graph(graph, guard));
  DO(vjp_device_graph_replay(graph));
  MAKE(g, arena_tensor_release, vjp_tensor_grad(w, &g));
  return read_first(g, result);
}

static vjp_status multiply(void* context, bool training, vjp_tensor* const* inputs, size_t num_inputs,
                           vjp_tensor_list* results) {
  (void)context, (void)training, (void)num_inputs;
  vjp_tensor* y = NULL;
  vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(inputs[0]), T(w)), 0, &y);
  if (status == VJP_OK) status = vjp_tensor_list_append(results, y);
  vjp_tensor_release(y);
  return status;
}
static int contexts; /* taken over and not dropped */
static void drop(void* context) { (void)context, --contexts; }
static vjp_status graphed(double* result) {
  vjp_graphed_function function = VJP_GRAPHED_FUNCTION_INIT;
  const vjp_graphed_function* both[2] = {&function, &function};
  vjp_graphed_options options = VJP_GRAPHED_OPTIONS_INIT;
  vjp_graphed* made[2] = {NULL, NULL};
  vjp_tensor *y = NULL, *s = NULL, *g = NULL;
  options.num_warmup = 1;
  options.elide_cpu_work = 1;
  function.run = multiply;
  function.drop = drop;
  function.inputs = &x;
  function.num_inputs = 1;
  function.parameters = &w;
  function.num_parameters = 1;
  contexts += 2;
  DO(vjp_make_graphed(both, 2, &options, made));
  for (int i = 0; i < 2; ++i) arena_put(made[i], release_graphed);
  y = x;
  for (int i = 0; i < 2; ++i) {
    vjp_tensor_list* list = NULL;
    MAKE(list, release_list, vjp_graphed_call(made[i], &x, 1, true, &list));
    y = vjp_tensor_list_get(list, 0);
  }
  GET(s, "sum", T(y));
  DO(vjp_backward(s, NULL));
  MAKE(g, arena_tensor_release, vjp_tensor_grad(w, &g));
  return read_first(g, result);
}

/* ---- the walk ---- */

static int64_t device_blocks(void) {
  vjp_memory_statistics s = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_memory_get_statistics(kSim, &s));
  return s.all.allocated_blocks.current;
}

static void leave_scene(size_t mark) {
  while (arena_size > mark) {
    --arena_size;
    arena_release[arena_size](arena[arena_size]);
  }
}

/* Nothing is captured, routed or held back. */
static bool at_rest(int64_t tensors, int64_t nodes, int64_t memory) {
  vjp_stream *now = NULL, *usual = NULL;
  vjp_capture_state state = VJP_CAPTURE_ACTIVE;
  bool watching = false;
  vjp_status late = vjp_device_synchronize(kSim); /* a kernel may have been the one that failed */
  if (late != VJP_ERROR_MEMORY) OK(late);
  OK(vjp_tensor_set_grad(w, NULL));
  OK(vjp_memory_empty_cache(kSim));
  OK(vjp_event_watch_begin(&watching));
  if (watching) OK(vjp_event_watch_end());
  OK(vjp_stream_current(kSim, &now));
  OK(vjp_stream_default(kSim, &usual));
  OK(vjp_stream_capture_state(now, &state, NULL));
  bool good = watching && now == usual && state == VJP_CAPTURE_NONE && vjp_debug_live_tensors() == tensors &&
              vjp_debug_live_nodes() == nodes && device_blocks() == memory && contexts == 0 && vjp_race_count() == 0;
  if (!good) {
    printf("%s, %lld tensors, %lld nodes, %lld device blocks, %d contexts more, %zu races\n",
           !watching ? "capturing" : "no capture", (long long)(vjp_debug_live_tensors() - tensors),
           (long long)(vjp_debug_live_nodes() - nodes), (long long)(device_blocks() - memory), contexts,
           vjp_race_count());
  }
  vjp_stream_release(now);
  vjp_stream_release(usual);
  return good;
}

/* They keep the streams on which they were used. */
static void make_operands(void) {
  vjp_guard* guard = NULL;
  if (x) drop_now(x), drop_now(w);
  OK(vjp_guard_default_device(kSim, &guard));
  x = VEC(1, 2, 3);
  w = leaf(VEC(2, 2, 2));
  OK(vjp_guard_exit(guard));
}

static void walk(Scene scene, double want, bool all) {
  make_operands();
  size_t mark = arena_size;
  double result = 0;
  int64_t tensors = vjp_debug_live_tensors(), nodes = vjp_debug_live_nodes(), memory = device_blocks();
  for (int i = 0; i < 3; ++i) { /* what is made once */
    OK(scene(&result));
    CHECK(result == want);
    leave_scene(mark);
    CHECK(at_rest(tensors, nodes, memory));
  }
  make_operands();
  OK(vjp_memory_empty_cache(kSim));
  vjp_shutdown();
  long before = blocks;
  int failures = 0;
  for (long n = 0; OWN_MALLOC; ++n) {
    vjp_shutdown(); /* empties the caches, so that the scene has to allocate */
    fail_allocations(n, all);
    vjp_status status = scene(&result);
    leave_scene(mark);
    allocate_again();
    if (refused == 0) {
      CHECK(at_rest(tensors, nodes, memory));
      break;
    }
    if (status != VJP_OK) {
      ++failures;
      CHECK(status == VJP_ERROR_MEMORY && vjp_last_error()[0] != '\0');
    }
    bool good = at_rest(tensors, nodes, memory);
    if (good && n % 4 == 0) {
      good = OK(scene(&result)) && result == want;
      leave_scene(mark);
      good = at_rest(tensors, nodes, memory) && good;
    }
    char detail[160];
    snprintf(detail, sizeof detail, "%s allocation %ld: %s", all ? "from" : "at", n, vjp_last_error());
    check_report(good, __FILE__, __LINE__, "as before", detail);
    if (!good) return;
  }
  CHECK(!OWN_MALLOC || failures >= 5);
  make_operands();
  OK(vjp_memory_empty_cache(kSim));
  vjp_shutdown();
  char detail[80];
  snprintf(detail, sizeof detail, "%ld blocks more", blocks - before);
  check_report(blocks - before < 40, __FILE__, __LINE__, "no memory of the host is lost", detail);
}

static const char* mode = "inline";
static vjp_race_mode detector = VJP_RACE_OFF;

static void walk_both(Scene scene, double want) {
  OK(vjp_sim_set_mode(mode));
  OK(vjp_race_set_mode(detector));
  x = w = NULL;
  walk(scene, want, false);
  walk(scene, want, true);
  OK(vjp_race_set_mode(VJP_RACE_OFF));
}

static void of_streams(void) { walk_both(streams, 4 + 80 + 1200); }
static void of_captures(void) { walk_both(capture, 4 + 70 + 1000); }
static void of_captured_backwards(void) { walk_both(captured_backward, 1 + 20 + 300); }
static void of_graphed_callables(void) { walk_both(graphed, 1 + 20 + 300); }

int main(void) {
  static const char* const kModes[] = {"inline", "lazy"};
  OK(vjp_set_num_threads(1)); /* the same allocations in the same order */
  for (int i = 0; i < 4; ++i) {
    mode = kModes[i % 2];
    detector = i / 2 ? VJP_RACE_COLLECT : VJP_RACE_OFF;
    RUN(of_streams);
    RUN(of_captures);
    RUN(of_captured_backwards);
    RUN(of_graphed_callables);
  }
  return finish();
}
