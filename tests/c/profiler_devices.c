/* Chapter 16 where devices and several threads take part. */
#include <pthread.h>
#include <stdatomic.h>

#include "custom_functions.h"
#include "profiler.h"
#include "vjp/sim.h"

static vjp_tensor* on_sim(int index, vjp_tensor* t) {
  vjp_value device = {VJP_KIND_DEVICE, 0, {0}};
  device.as.device = (vjp_device){VJP_DEVICE_SIM, index};
  vjp_tensor* out = NULL;
  OK(call_op("to.device", VJP_VARIANT_FUNCTIONAL, ARGS(T(t), device, NONE(), B(false)), 0, &out));
  return own(out);
}

/* PROF-5: workers record for the profiler of the caller, as threads of their own; PROF-2, PROF-3: with the number and
 * thread of the forward */
static void prof_5_workers(void) {
  vjp_tensor* x = leaf(on_sim(0, VEC(1, 2)));
  vjp_profiler* p = started(NULL);
  vjp_tensor* y = OP("sin", T(x));
  int64_t number = number_of(y);
  OK(vjp_backward(sum(y), NULL));
  OK(vjp_profiler_stop(p));
  vjp_profile_event forward = event_of(p, VJP_PROFILE_OPERATOR, "sin", 0);
  vjp_profile_event node = event_of(p, VJP_PROFILE_NODE, "engine evaluates SinBackward", 0);
  CHECK(node.sequence_number == number && forward.sequence_number == number);
  CHECK(node.forward_thread == forward.forward_thread);
  if (has_threads()) CHECK(node.thread != forward.thread && node.parent == SIZE_MAX);
  vjp_profile_event call = event_of(p, VJP_PROFILE_GRAD_CALL, "backward", 0);
  CHECK(call.thread == forward.thread && call.begin_ns <= node.begin_ns);
}

typedef struct {
  const char* op;
  vjp_profiler* p;
  _Atomic int* together;
  bool profiles;
} Part;

static void* profiled_part(void* context) {
  Part* part = (Part*)context;
  vjp_tensor *x = NULL, *y = NULL, *s = NULL;
  const double one = 1;
  if (part->profiles) OK(vjp_profiler_start(part->p));
  atomic_fetch_add(part->together, 1);
  while (atomic_load(part->together) < 2) sched_yield();
  OK(vjp_tensor_from_data(&one, NULL, 0, VJP_DTYPE_FLOAT64, &x));
  OK(vjp_tensor_set_requires_grad(x, true));
  for (int i = 0; i < 200; ++i) {
    OK(call_op(part->op, VJP_VARIANT_FUNCTIONAL, ARGS(T(x)), 0, &y));
    OK(call_op("sum", VJP_VARIANT_FUNCTIONAL, ARGS(T(y)), 0, &s));
    OK(vjp_backward(s, NULL));
    vjp_tensor_release(y), vjp_tensor_release(s);
  }
  atomic_fetch_add(part->together, 1);
  while (atomic_load(part->together) < 4) sched_yield();
  if (part->profiles) OK(vjp_profiler_stop(part->p));
  vjp_tensor_release(x);
  return NULL;
}

/* PROF-5: two threads that profile at once, and one beside one that does not */
static void prof_5_threads_are_kept_apart(void) {
  for (int second = 0; second < 2; ++second) {
    _Atomic int together = 0;
    Part parts[] = {{"sin", profiler(NULL), &together, true}, {"cos", profiler(NULL), &together, second != 0}};
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) CHECK(pthread_create(&threads[i], NULL, profiled_part, &parts[i]) == 0);
    for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
    vjp_profile_average rows[32];
    for (int i = 0; i < 2; ++i) {
      size_t count = 0;
      for (int r = 0; r < 32; ++r) rows[r] = (vjp_profile_average)VJP_PROFILE_AVERAGE_INIT;
      OK(vjp_profiler_averages(parts[i].p, false, VJP_PROFILE_SORT_SELF, rows, 32, &count));
      CHECK((count > 0) == parts[i].profiles);
      for (size_t r = 0; r < count && r < 32; ++r) {
        CHECK(strcmp(rows[r].name, i ? "sin" : "cos") != 0 && !strstr(rows[r].name, i ? "SinBack" : "CosBack"));
        if (strcmp(rows[r].name, i ? "cos" : "sin") == 0) CHECK(rows[r].count == 200);
      }
    }
  }
}

static void* forward_only(void* out) {
  vjp_tensor* x = NULL;
  const double one = 1;
  OK(vjp_tensor_from_data(&one, NULL, 0, VJP_DTYPE_FLOAT64, &x));
  OK(vjp_tensor_set_requires_grad(x, true));
  OK(call_op("exp", VJP_VARIANT_FUNCTIONAL, ARGS(T(x)), 0, (vjp_tensor**)out));
  vjp_tensor_release(x);
  return NULL;
}

/* PROF-3: (thread, number) tells forwards of two threads apart */
static void prof_3_forwards_of_two_threads(void) {
  vjp_tensor* y[2] = {NULL, NULL};
  pthread_t thread;
  for (int i = 0; i < 2; ++i) {
    CHECK(pthread_create(&thread, NULL, forward_only, &y[i]) == 0);
    pthread_join(thread, NULL);
    own(y[i]);
  }
  vjp_tensor* both = add(y[0], y[1]);
  vjp_profiler* p = started(NULL);
  OK(vjp_backward(both, NULL));
  OK(vjp_profiler_stop(p));
  vjp_profile_event a = event_of(p, VJP_PROFILE_NODE, "engine evaluates ExpBackward", 0);
  vjp_profile_event b = event_of(p, VJP_PROFILE_NODE, "engine evaluates ExpBackward", 1);
  CHECK(a.forward_thread != b.forward_thread && a.forward_thread && b.forward_thread);
  CHECK(a.sequence_number == number_of(y[0]) && b.sequence_number == number_of(y[1]));
}

/* PROF-7: a command and the device's work have one correlation, and the command lies in what enqueued it */
static void prof_7_devices(void) {
  vjp_profiler_options options = VJP_PROFILER_OPTIONS_INIT;
  options.devices = true;
  vjp_tensor* x = leaf(on_sim(0, VEC(1, 2)));
  vjp_profiler* p = started(&options);
  vjp_tensor* y = OP("sin", T(x));
  OK(vjp_backward(sum(y), NULL));
  OK(vjp_profiler_stop(p));
  int works = 0, in_forward = 0, in_backward = 0;
  size_t forward = find(p, VJP_PROFILE_OPERATOR, "sin", 0);
  size_t backward = find(p, VJP_PROFILE_DERIVATIVE, "SinBackward", 0);
  for (size_t i = 0; i < vjp_profiler_num_events(p); ++i) {
    vjp_profile_event e = event_at(p, i);
    if (e.kind != VJP_PROFILE_DEVICE_WORK) continue;
    ++works;
    CHECK(e.device.kind == VJP_DEVICE_SIM && e.device.index == 0 && e.correlation != 0 && e.parent == SIZE_MAX);
    CHECK(e.end_ns >= e.begin_ns);
    for (size_t l = 0; l < vjp_profiler_num_events(p); ++l) {
      vjp_profile_event launch = event_at(p, l);
      if (launch.kind != VJP_PROFILE_LAUNCH || launch.correlation != e.correlation) continue;
      CHECK(strcmp(launch.name, e.name) == 0);
      in_forward += is_inside(p, l, forward);
      in_backward += is_inside(p, l, backward);
    }
  }
  CHECK(works > 0 && in_forward > 0 && in_backward > 0);
  char* text = NULL;
  OK(vjp_profiler_chrome_trace(p, &text));
  CHECK(occurrences(text, "\"cat\": \"launch\", \"name\": \"launch\"") == 2 * works);
  vjp_string_free(text);
}

static _Atomic bool stop_now;
static void* stopper(void* p) {
  while (!atomic_load(&stop_now)) sched_yield();
  OK(vjp_profiler_stop((vjp_profiler*)p));
  return NULL;
}
static vjp_status let_stop(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)context, (void)grad, (void)out;
  atomic_store(&stop_now, true);
  return VJP_OK;
}

/* PROF-8: stopped by another thread while nodes run here and on a worker */
static void prof_8_stopped_from_elsewhere(void) {
  for (int round = 0; round < 20; ++round) {
    vjp_tensor *x = leaf(VEC(1, 2)), *y = on_sim(0, x);
    for (int i = 0; i < 10; ++i) y = OP("sin", T(i % 2 ? y : OP("cos", T(y))));
    OK(vjp_tensor_add_hook(y, let_stop, NULL, NULL, NULL));
    vjp_profiler_options options = VJP_PROFILER_OPTIONS_INIT;
    options.memory = options.shapes = options.flops = true;
    vjp_profiler* p = started(&options);
    atomic_store(&stop_now, false);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, stopper, p) == 0);
    OK(vjp_backward(sum(y), NULL));
    pthread_join(thread, NULL);
    CHECK(!vjp_profiler_is_recording(p));
    for (size_t i = 0; i < vjp_profiler_num_events(p); ++i) CHECK(event_at(p, i).end_ns >= event_at(p, i).begin_ns);
    vjp_profiler* next = started(NULL);
    OK(vjp_profiler_stop(next));
  }
}

/* PROF-5: a started call goes on with the profiler of who started it */
static void prof_5_started_calls(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = OP("sin", T(x));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.accumulate = true;
  vjp_grad_call* call = call_of(options);
  OK(vjp_grad_call_add_root(call, sum(y), NULL));
  vjp_profiler* p = started(NULL);
  vjp_pending* pending = NULL;
  OK(vjp_grad_call_start(call, &pending));
  OK(vjp_pending_wait(pending));
  vjp_pending_release(pending);
  OK(vjp_profiler_stop(p));
  CHECK(has(p, VJP_PROFILE_NODE, "engine evaluates SinBackward"));
}

int main(void) {
  OK(vjp_sim_set_mode("lazy"));
  RUN(prof_3_forwards_of_two_threads);
  RUN(prof_5_workers);
  RUN(prof_5_threads_are_kept_apart);
  RUN(prof_5_started_calls);
  RUN(prof_7_devices);
  RUN(prof_8_stopped_from_elsewhere);
  vjp_shutdown();
  return finish();
}
