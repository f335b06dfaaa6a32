/*
 * Scenarios: programs over devices and streams whose results must not depend on when a device does its work.
 *
 * SCENARIO(12, join) { ... } defines one that belongs to scenario SC-12 of docs/streams.md. The program runs each of
 * them in many schedules of the simulator: inline, lazy, with streams that starve, and in random orders, one a seed. A
 * failure names the mode, and how to repeat it. Scenarios see the public headers only. They run on devices 0 to 3,
 * which are the simulator's unless the program was given others; where there are fewer, NEEDS_DEVICES(n) leaves.
 *
 * What is made through the helpers here and in check.h belongs to the scenario and is released at its end; then no
 * tensor and no node may be left, current streams must be as before, and the race detector must have found nothing but
 * what the scenario has asked for (RACE).
 */
#ifndef VJP_TESTS_STREAMS_HARNESS_H
#define VJP_TESTS_STREAMS_HARNESS_H

#include "vjp/capture.h"
#include "vjp/sim.h"
#include "vjp/vjp.h"

/* Grad calls, watched for what they promise while waits are left out (mutation.c). */
typedef struct Probe Probe;
Probe* probe_begin(void); /* NULL: none */
vjp_status probe_end(Probe* probe, vjp_status status);
bool probing(void); /* kernels cannot be counted */
static inline vjp_status probed_backward(vjp_tensor* root, vjp_tensor* gradient) {
  Probe* probe = probe_begin();
  return probe_end(probe, vjp_backward(root, gradient));
}
static inline vjp_status probed_grad(vjp_tensor* const* roots, size_t num_roots, vjp_tensor* const* gradients,
                                     vjp_tensor* const* inputs, size_t num_inputs, const vjp_grad_options* options,
                                     vjp_tensor** out) {
  Probe* probe = probe_begin();
  return probe_end(probe, vjp_grad(roots, num_roots, gradients, inputs, num_inputs, options, out));
}
static inline vjp_status probed_run(vjp_grad_call* call) {
  Probe* probe = probe_begin();
  return probe_end(probe, vjp_grad_call_run(call));
}
#define vjp_backward probed_backward
#define vjp_grad probed_grad
#define vjp_grad_call_run probed_run

#include "../c/optim.h"

typedef struct Scenario {
  int number;
  const char* name;
  bool alone;       /* in a process of its own */
  int (*run)(void); /* how many checks failed */
  struct Scenario* next;
} Scenario;
void scenario_register(Scenario* scenario);
int harness_failures(void); /* of checks in the helpers */

#define SCENARIO_(number_, name_, alone_)                                               \
  static void sc_##number_##_##name_(void);                                             \
  static int run_sc_##number_##_##name_(void) {                                         \
    int before = checks_failed + harness_failures();                                    \
    current_test = "sc_" #number_ "_" #name_;                                           \
    run_scenario(sc_##number_##_##name_);                                               \
    return checks_failed + harness_failures() - before;                                 \
  }                                                                                     \
  __attribute__((constructor)) static void register_sc_##number_##_##name_(void) {      \
    static Scenario self = {number_, #name_, alone_, run_sc_##number_##_##name_, NULL}; \
    scenario_register(&self);                                                           \
  }                                                                                     \
  static void sc_##number_##_##name_(void)
#define SCENARIO(number, name) SCENARIO_(number, name, false)
/* In a fresh process, for what a process does once. */
#define SCENARIO_ALONE(number, name) SCENARIO_(number, name, true)

#define NEEDS_DEVICES(n) \
  if (harness_devices() < (n)) return skip_scenario()
#define NEEDS_SIM() \
  if (!on_sim()) return skip_scenario()

void skip_scenario(void); /* it is counted as skipped */
int harness_devices(void);
/* Random programs in large numbers: which time this is, from 1; 0: an ordinary test. */
int soak_round(void);
bool on_sim(void);
vjp_device dev(int index);
vjp_device cpu(void);

/* ---- the race detector: where the library has none, nothing is found and nothing is missed ---- */

bool detector_on(void);
int detector_findings(void); /* since the start or the last call */
#define CLEAN() CHECK(detector_findings() == 0)
/* The program before this has a race. */
#define RACE() CHECK(!detector_on() || detector_findings() > 0)

static inline void run_scenario(void (*body)(void)) {
  vjp_stream* before[4] = {NULL};
  int devices = harness_devices();
  for (int i = 0; i < devices && i < 4; ++i) {
    if (!vjp_device_is_active(dev(i))) continue;
    OK(vjp_stream_current(dev(i), &before[i]));
    OK(vjp_memory_empty_cache(dev(i))); /* what belongs to the streams of scenarios before */
  }
  const char* name = current_test;
  run_test(body, name);
  CLEAN();
  for (int i = 0; i < 4; ++i) {
    if (!before[i]) continue;
    vjp_stream* now = NULL;
    OK(vjp_stream_current(dev(i), &now));
    CHECK(now == before[i]);
    vjp_stream_release(now);
    vjp_stream_release(before[i]);
  }
}

/* ---- streams ---- */

static inline void arena_stream_release(void* p) { vjp_stream_release((vjp_stream*)p); }
static inline void arena_event_release(void* p) { vjp_event_release((vjp_event*)p); }
static inline vjp_stream* own_stream(vjp_stream* s) { return (vjp_stream*)arena_put(s, arena_stream_release); }
static inline vjp_event* own_event(vjp_event* e) { return (vjp_event*)arena_put(e, arena_event_release); }

static inline vjp_stream* new_stream(vjp_device d, const char* name) {
  vjp_stream* s = NULL;
  OK(vjp_stream_create(d, 0, &s));
  if (s && name) OK(vjp_stream_set_name(s, name));
  return own_stream(s);
}
static inline vjp_stream* default_stream(vjp_device d) {
  vjp_stream* s = NULL;
  OK(vjp_stream_default(d, &s));
  return own_stream(s);
}
static inline vjp_stream* current_stream(vjp_device d) {
  vjp_stream* s = NULL;
  OK(vjp_stream_current(d, &s));
  return own_stream(s);
}
static inline int current_device(void) {
  vjp_device d = {0, -1};
  OK(vjp_device_current(dev(0).kind, &d));
  return d.index;
}
/* UNDER(s) { ... }: with the stream current */
static inline vjp_guard* under(vjp_stream* s) {
  vjp_guard* g = NULL;
  OK(vjp_guard_stream(s, &g));
  return g;
}
static inline void leave(vjp_guard* g) { OK(vjp_guard_exit(g)); }
#define UNDER(stream) for (vjp_guard* g_ = under(stream); g_; leave(g_), g_ = NULL)
/* ON(d) { ... }: new tensors lie there */
static inline vjp_guard* default_device(vjp_device d) {
  vjp_guard* g = NULL;
  OK(vjp_guard_default_device(d, &g));
  return g;
}
#define ON(device) for (vjp_guard* g_ = default_device(device); g_; leave(g_), g_ = NULL)

/* `waiter` waits for what is in `s` now. */
static inline void wait_for(vjp_stream* waiter, vjp_stream* s) { OK(vjp_stream_wait_stream(waiter, s)); }
/* Virtual milliseconds; on devices that are not simulated nothing. */
static inline void sleep_ms(vjp_stream* s, uint64_t ms) {
  if (on_sim()) OK(vjp_sim_sleep(s, ms * 1000000));
}
static inline vjp_stream_statistics statistics(void) {
  vjp_stream_statistics s = VJP_STREAM_STATISTICS_INIT;
  OK(vjp_stream_get_statistics(&s));
  return s;
}
static inline vjp_sim_counters counters(vjp_stream* s) {
  vjp_sim_counters c;
  memset(&c, 0, sizeof c);
  c.struct_size = sizeof c;
  OK(vjp_sim_stream_counters(s, &c));
  return c;
}

/* ---- tensors of a device ---- */

/* n elements with that value, by a kernel on the current stream */
static inline vjp_tensor* filled(vjp_device d, int64_t n, double value) {
  vjp_tensor* t = NULL;
  ON(d) t = OP("full", INTS(n), F(value), D(VJP_DTYPE_FLOAT64));
  return t;
}
static inline vjp_tensor* ones(vjp_device d, int64_t n) { return filled(d, n, 1); }
static inline vjp_tensor* fill_(vjp_tensor* t, double value) { return OP_("fill", T(t), F(value)); }
/* What a stream was given since. */
static inline vjp_sim_counters since(vjp_stream* s, vjp_sim_counters before) {
  vjp_sim_counters now = counters(s);
  now.kernels -= before.kernels;
  now.copies -= before.copies;
  now.fills -= before.fills;
  now.records -= before.records;
  now.waits -= before.waits;
  return now;
}

/* Whether what is enqueued is what the scenario enqueues, and is counted. */
static inline bool counting(void) { return on_sim() && !probing(); }

static inline vjp_status raw_to_device(vjp_tensor* t, vjp_device d, vjp_tensor** out) {
  vjp_value device = {VJP_KIND_DEVICE, 0, {0}};
  device.as.device = d;
  return call_op("to.device", VJP_VARIANT_FUNCTIONAL, ARGS(T(t), device, NONE(), B(false)), 0, out);
}
static inline vjp_tensor* to_device(vjp_tensor* t, vjp_device d) {
  vjp_tensor* out = NULL;
  OK(raw_to_device(t, d, &out));
  return own(out);
}
/* Every element has the value; read on the current stream. */
#define ALL(t, value) check_all((t), (value), __FILE__, __LINE__, #t)
static inline void check_all(vjp_tensor* t, double want, const char* file, int line, const char* text) {
  char detail[120] = "";
  bool good = t != NULL;
  if (!good) snprintf(detail, sizeof detail, "NULL");
  size_t n = good ? (size_t)vjp_tensor_numel(t) : 0;
  double* values = (double*)malloc((n + 1) * sizeof(double));
  if (good)
    good = check_status(vjp_tensor_copy_to(t, values, n * sizeof(double), VJP_DTYPE_FLOAT64), VJP_OK, file, line, text);
  for (size_t i = 0; good && i < n; ++i) {
    good = fabs(values[i] - want) <= 1e-9 * (1 + fabs(want));
    if (!good) snprintf(detail, sizeof detail, "element %zu is %.9g, not %.9g", i, values[i], want);
  }
  free(values);
  check_report(good, file, line, text, detail);
}

static inline vjp_status try_backward(vjp_tensor* root, vjp_tensor* gradient) { return vjp_backward(root, gradient); }
/* A grad call with these roots; `gradients` may be NULL. */
static inline vjp_status try_backward_with(vjp_tensor* const* roots, size_t n, vjp_tensor* const* gradients,
                                           bool retain, bool create_graph) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = retain;
  options.create_graph = create_graph;
  options.accumulate = 1;
  vjp_grad_call* call = NULL;
  vjp_status status = vjp_grad_call_create(&options, &call);
  for (size_t i = 0; i < n && status == VJP_OK; ++i)
    status = vjp_grad_call_add_root(call, roots[i], gradients ? gradients[i] : NULL);
  if (status == VJP_OK) status = vjp_grad_call_run(call);
  vjp_grad_call_release(call);
  return status;
}
static inline void backward_retain(vjp_tensor* root, vjp_tensor* gradient) {
  OK(try_backward_with(&root, 1, &gradient, true, false));
}
static inline void backward(vjp_tensor* root, vjp_tensor* gradient) { OK(try_backward(root, gradient)); }
static inline void clear_grad(vjp_tensor* leaf) { OK(vjp_tensor_set_grad(leaf, NULL)); }

/* ---- graphs, scalers ---- */

static inline void arena_graph_release(void* p) { vjp_device_graph_release((vjp_device_graph*)p); }
static inline vjp_device_graph* new_graph(void) {
  vjp_device_graph* g = NULL;
  OK(vjp_device_graph_create(&g));
  return (vjp_device_graph*)arena_put(g, arena_graph_release);
}
static inline vjp_grad_scaler* scaler_of(double scale) {
  vjp_grad_scaler_options o = VJP_GRAD_SCALER_OPTIONS_INIT;
  o.init_scale = scale;
  return new_scaler(&o);
}

/* ---- custom functions ---- */

/*
 * One argument; one result, or two. `forward` runs with grad mode off. Both fill `out` with owned tensors. Callbacks do
 * without the arena: they may run on another thread, and what they make must end when they do.
 */
typedef struct Custom {
  vjp_status (*forward)(struct Custom* self, vjp_tensor* x, vjp_tensor** out); /* NULL: x * factor */
  vjp_status (*backward)(struct Custom* self, vjp_tensor* const* grads, vjp_tensor** out);
  const char* name;
  size_t results; /* 0: one */
  bool undefined; /* gradients that did not arrive are NULL, not zeros */
  double factor;
  void* more;
  vjp_stream* stream; /* that was current for x's device in the forward; counted */
} Custom;
void run_custom(const Custom* custom, vjp_tensor* x, vjp_tensor** out); /* results are the caller's */
static inline void apply_custom_all(const Custom* custom, vjp_tensor* x, vjp_tensor** out) {
  run_custom(custom, x, out);
  for (size_t i = 0; i < (custom->results ? custom->results : 1); ++i) own(out[i]);
}
static inline vjp_tensor* apply_custom(const Custom* custom, vjp_tensor* x) {
  vjp_tensor* out = NULL;
  apply_custom_all(custom, x, &out);
  return out;
}
/* x * k; its backward checks that the current stream is that of its forward, sleeps 5 ms on it, and returns g * k. */
vjp_status mul_s_backward(Custom* self, vjp_tensor* const* grads, vjp_tensor** out);
static inline vjp_tensor* mul_s(vjp_tensor* x, double k) {
  Custom custom = {.backward = mul_s_backward, .name = "MulS", .factor = k};
  return apply_custom(&custom, x);
}
/*
 * x on device `to`. The gradient comes back by way of `own_way`, a stream of x's device, and the caller's stream there
 * has no part in it: in a copy by operators it has (CP-2), and orders more than the engine does.
 */
vjp_status leave_device(Custom* self, vjp_tensor* x, vjp_tensor** out);
vjp_status return_by_own_way(Custom* self, vjp_tensor* const* grads, vjp_tensor** out);
static inline vjp_tensor* copy_with_own_way(vjp_tensor* x, int to, vjp_stream* own_way) {
  Custom custom = {
      .forward = leave_device, .backward = return_by_own_way, .name = "OwnWay", .factor = to, .more = own_way};
  return apply_custom(&custom, x);
}
vjp_status raw_times(vjp_tensor* x, double k, vjp_tensor** out);
/* The elements, brought to the host. */
static inline void host_values(vjp_tensor* t, double* out, int64_t n) {
  OK(vjp_tensor_copy_to(t, out, (size_t)n * sizeof(double), VJP_DTYPE_FLOAT64));
}
/* The stream that is current for the device; not counted, for comparing. */
vjp_stream* stream_now(vjp_device d);

#endif
