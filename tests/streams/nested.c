/* Nested grad calls, errors, threads: SC-37 to SC-43, SC-47, SC-48; and that a task ends with the one around it. */
#include <pthread.h>
#include <unistd.h>

#include "../c/threads.h"
#include "harness.h"

enum { kN = 1000 };

/* ---- nested ---- */

/* The gradient of sum(x * x) at x = `value`, made by a grad call of its own: 2 * value. */
static vjp_status inner_gradient(vjp_device d, double value, vjp_stream* side, vjp_tensor** out) {
  vjp_guard *on = NULL, *there = NULL, *under_side = NULL;
  vjp_tensor *x = NULL, *y = NULL, *g = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, true, &on));
  OK(vjp_guard_default_device(d, &there));
  OK(call_op("full", VJP_VARIANT_FUNCTIONAL, ARGS(INTS(kN), F(value), D(VJP_DTYPE_FLOAT64)), 0, &x));
  OK(call_op("full", VJP_VARIANT_FUNCTIONAL, ARGS(INTS(kN), F(1), D(VJP_DTYPE_FLOAT64)), 0, &g));
  OK(vjp_guard_exit(there));
  OK(vjp_tensor_set_requires_grad(x, true));
  vjp_stream* here = side ? stream_now(d) : NULL;
  if (side) {
    OK(vjp_stream_wait_stream(side, here));
    OK(vjp_guard_stream(side, &under_side));
  }
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(x), T(x)), 0, &y));
  if (side) {
    OK(vjp_guard_exit(under_side));
    OK(vjp_stream_wait_stream(here, side));
  }
  vjp_status status = vjp_grad(&y, 1, &g, &x, 1, NULL, out);
  OK(vjp_guard_exit(on));
  vjp_tensor_release(x);
  vjp_tensor_release(y);
  vjp_tensor_release(g);
  return status;
}

typedef struct Inner {
  vjp_device device;
  vjp_stream* side;
  int calls;
} Inner;
/* g times the inner gradient, which is brought to g's device. */
static vjp_status nested_backward(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  Inner* inner = (Inner*)self->more;
  ++inner->calls;
  vjp_tensor *g = NULL, *near = NULL;
  vjp_status status = inner_gradient(inner->device, self->factor, inner->side, &g);
  if (status == VJP_OK) status = raw_to_device(g, vjp_tensor_device(grads[0]), &near);
  if (status == VJP_OK) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[0]), T(near)), 0, out);
  vjp_tensor_release(g);
  vjp_tensor_release(near);
  return status;
}
static vjp_tensor* nested(vjp_tensor* x, double factor, Inner* inner) {
  Custom custom = {.backward = nested_backward, .name = "Nested", .factor = factor, .more = inner};
  return apply_custom(&custom, x);
}

/* SC-37, GC-11 */
SCENARIO(37, inner_gradient_is_usable_at_once) {
  vjp_stream *s = new_stream(dev(0), "s"), *side = new_stream(dev(0), "side"), *amb = new_stream(dev(0), "amb");
  Inner inner = {dev(0), side, 0};
  vjp_tensor *x = NULL, *y = NULL;
  UNDER(s) {
    x = leaf(ones(dev(0), kN));
    y = nested(x, 3, &inner);
  }
  UNDER(amb) {
    wait_for(amb, s);
    backward(y, ones(dev(0), kN));
    ALL(grad_of(x), 6);
  }
}

/* SC-38, REENT-10, REENT-3: outer and inner on the host and on devices, beside another branch that is slow */
static vjp_status late(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  sleep_ms(self->stream, 30);
  return raw_times(grads[0], self->factor, out);
}
static void across(vjp_device outer, vjp_device inside) {
  vjp_stream* amb = new_stream(dev(0), "amb");
  Inner inner = {inside, NULL, 0};
  UNDER(amb) {
    vjp_tensor *x = leaf(filled(outer, kN, 1)), *w = leaf(filled(dev(0), kN, 1));
    Custom custom = {.backward = late, .name = "Late", .factor = 4};
    vjp_tensor *slow = apply_custom(&custom, w), *roots[2] = {nested(x, 3, &inner), slow};
    vjp_tensor* gradients[2] = {filled(outer, kN, 1), filled(dev(0), kN, 1)};
    OK(try_backward_with(roots, 2, gradients, false, false));
    CHECK(inner.calls == 1);
    ALL(grad_of(x), 6);
    ALL(grad_of(w), 4);
  }
}
SCENARIO(38, outer_device_inner_host) { across(dev(0), cpu()); }
SCENARIO(38, outer_host_inner_device) { across(cpu(), dev(0)); }
SCENARIO(38, outer_device_inner_same_device) { across(dev(0), dev(0)); }
SCENARIO(38, outer_device_inner_other_device) {
  NEEDS_DEVICES(2);
  across(dev(0), dev(1));
}
/* The inner graph goes from a device to a leaf on the host, whose accumulator is the last node. */
static vjp_status ends_on_the_host(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  vjp_tensor* leaf_on_host = (vjp_tensor*)self->more;
  vjp_guard* on = NULL;
  vjp_tensor *moved = NULL, *y = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, true, &on));
  OK(raw_to_device(leaf_on_host, dev(0), &moved));
  OK(call_op("sum", VJP_VARIANT_FUNCTIONAL, ARGS(T(moved)), 0, &y));
  vjp_status status = vjp_backward(y, NULL);
  OK(vjp_guard_exit(on));
  vjp_tensor_release(moved);
  vjp_tensor_release(y);
  return status == VJP_OK ? raw_times(grads[0], self->factor, out) : status;
}
SCENARIO(38, inner_call_ends_on_the_host) {
  vjp_tensor *host = leaf(filled(cpu(), kN, 1)), *x = leaf(ones(dev(0), kN));
  Custom custom = {.backward = ends_on_the_host, .name = "EndsOnHost", .factor = 2, .more = host};
  backward(apply_custom(&custom, x), ones(dev(0), kN));
  ALL(grad_of(x), 2);
  ALL(grad_of(host), 1);
}

/* ---- errors ---- */

static vjp_status fails(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  (void)grads, (void)out;
  ++*(int*)self->more;
  vjp_error_raise(VJP_ERROR_STATE, "it was meant to fail", NULL, NULL);
  return VJP_ERROR_STATE;
}

/* SC-39, GC-6, HOOK-31: an error on a worker */
SCENARIO(39, failure_in_a_worker) {
  vjp_stream *amb = new_stream(dev(0), "amb"), *s1 = new_stream(dev(0), "s1"), *s2 = new_stream(dev(0), "s2");
  int calls = 0;
  vjp_tensor *x = NULL, *w = NULL, *roots[2] = {NULL, NULL};
  UNDER(s1) {
    x = leaf(ones(dev(0), kN));
    Custom custom = {.backward = fails, .name = "Fails", .factor = 2, .more = &calls};
    roots[0] = apply_custom(&custom, x);
  }
  UNDER(s2) {
    w = leaf(ones(dev(0), kN));
    roots[1] = mul_s(w, 3); /* recorded later, so it runs first */
  }
  UNDER(amb) {
    wait_for(amb, s1);
    wait_for(amb, s2);
    vjp_tensor *g = ones(dev(0), kN), *gradients[2] = {g, g};
    FAILS(VJP_ERROR_STATE, try_backward_with(roots, 2, gradients, false, false));
    SAYS("it was meant to fail");
    SAYS("Fails");
    CHECK(calls == 1);
    ALL(grad_of(w), 3);
    CHECK(grad_of(x) == NULL);
    clear_grad(w);
    backward(mul_s(w, 5), g);
    ALL(grad_of(w), 5);
  }
}

static void ignore(void* context, const char* message) { (void)context, (void)message; }
/* SC-39, ANOM-6: what a node gives is searched for NaN on its stream, and the host waits for the answer */
SCENARIO(39, a_nan_on_the_nodes_stream) {
  vjp_stream *amb = new_stream(dev(0), "amb"), *s = new_stream(dev(0), "s");
  vjp_tensor *x = NULL, *w = NULL, *good = NULL, *bad = NULL;
  vjp_guard* anomaly = NULL;
  UNDER(s) {
    x = leaf(ones(dev(0), kN));
    w = leaf(ones(dev(0), kN));
    good = mul_s(w, 2);
    bad = mul_s(x, NAN);
  }
  UNDER(amb) {
    wait_for(amb, s);
    vjp_tensor* g = ones(dev(0), kN);
    OK(vjp_set_warning_handler(ignore, NULL, NULL));
    OK(vjp_guard_anomaly(true, true, &anomaly));
    backward(good, g);
    FAILS(VJP_ERROR_STATE, try_backward(bad, g));
    SAYS("MulS");
    SAYS("NaN");
    OK(vjp_guard_exit(anomaly));
    OK(vjp_set_warning_handler(NULL, NULL, NULL));
    ALL(grad_of(w), 2);
    CHECK(grad_of(x) == NULL);
  }
}

static int64_t allocated_on(vjp_device d) {
  vjp_memory_statistics s = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_memory_get_statistics(d, &s));
  return (int64_t)s.all.allocated_bytes.current;
}

/* SC-40, GC-14: what the failed call held is gone when it returns */
SCENARIO(40, failure_leaves_nothing) {
  vjp_tensor *x = leaf(ones(dev(0), kN)), *child = leaf(ones(dev(0), kN)), *g = ones(dev(0), kN);
  Custom inner = {.backward = ends_on_the_host, .name = "Child", .factor = 2, .more = child};
  int calls = 0;
  Custom failing = {.backward = fails, .name = "Fails", .factor = 2, .more = &calls};
  vjp_tensor *a = apply_custom(&inner, times(x, 1)), *b = apply_custom(&failing, times(x, 1)); /* b runs first */
  vjp_tensor* y = times(add(times(a, 1), times(b, 1)), 1);
  int64_t before = vjp_debug_live_tensors(), bytes = allocated_on(dev(0));
  FAILS(VJP_ERROR_STATE, try_backward_with(&y, 1, &g, true, false));
  CHECK(vjp_debug_live_tensors() == before);
  CHECK(allocated_on(dev(0)) == bytes);
  CHECK(grad_of(child) == NULL);
  CHECK(grad_of(x) == NULL);
}

/* ---- threads ---- */

typedef struct Place {
  pthread_t thread;
  vjp_stream* stream;
} Place;
static vjp_status note_place(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  Place* place = (Place*)self->more;
  place->thread = pthread_self();
  place->stream = stream_now(dev(0));
  return raw_times(grads[0], self->factor, out);
}
/* SC-41, NS-8, THREAD-9, STREAM-16 */
static void multithreading(bool on) {
  vjp_stream *s = new_stream(dev(0), "s"), *amb = new_stream(dev(0), "amb");
  Place place;
  memset(&place, 0, sizeof place);
  vjp_tensor *x = NULL, *y = NULL;
  UNDER(s) {
    x = leaf(ones(dev(0), kN));
    Custom custom = {.backward = note_place, .name = "Place", .factor = 2, .more = &place};
    y = mul_s(apply_custom(&custom, x), 3);
  }
  vjp_guard* mode = NULL;
  OK(vjp_guard_mode(VJP_MODE_MULTITHREADING, on, &mode));
  UNDER(amb) {
    wait_for(amb, s);
    backward(y, ones(dev(0), kN));
    ALL(grad_of(x), 6);
  }
  leave(mode);
  CHECK(place.stream == s);
  CHECK((pthread_equal(place.thread, pthread_self()) != 0) == !on);
}
SCENARIO(41, multithreading_off) { multithreading(false); }
SCENARIO(41, multithreading_on) { multithreading(true); }

/* SC-42, THREAD-7, THREAD-13: a binding's own state of a thread */
static __thread int* slot;
static int released, acquired;
static void* slot_release(void* context) {
  (void)context;
  ++released;
  return NULL;
}
static void slot_acquire(void* context, void* token) {
  (void)context, (void)token;
  ++acquired;
}
static void* slot_save(void* context) {
  (void)context;
  return slot;
}
static __thread int* former_slot;
static void slot_enter(void* context, void* state) {
  (void)context;
  former_slot = slot;
  slot = (int*)state;
}
static void slot_leave(void* context, void* state) {
  (void)context, (void)state;
  slot = former_slot;
}
static vjp_status change_slot(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  CHECK(slot != NULL);
  if (slot) *slot += 5;
  return raw_times(grads[0], self->factor, out);
}
SCENARIO(42, thread_local_slots) {
  vjp_thread_callbacks callbacks = VJP_THREAD_CALLBACKS_INIT;
  callbacks.release = slot_release;
  callbacks.acquire = slot_acquire;
  callbacks.save = slot_save;
  callbacks.enter = slot_enter;
  callbacks.leave = slot_leave;
  int64_t id = -1;
  OK(vjp_thread_callbacks_add(&callbacks, &id));
  int value = 2;
  slot = &value;
  released = acquired = 0;
  vjp_tensor* x = leaf(ones(dev(0), kN));
  Custom custom = {.backward = change_slot, .name = "Slot", .factor = 2};
  Custom hosts = {.backward = change_slot, .name = "HostSlot", .factor = 1};
  vjp_tensor* y = apply_custom(&custom, mul_s(apply_custom(&custom, x), 1)); /* the worker hands on to itself, */
  y = to_device(apply_custom(&hosts, to_device(y, cpu())), dev(0));          /* to the caller, and back */
  backward(apply_custom(&custom, y), ones(dev(0), kN));
  CHECK(value == 2 + 4 * 5);
  CHECK(slot == &value);
  CHECK(released == acquired); /* none if the worker was done before this thread could wait */
  slot = NULL;
  OK(vjp_thread_callbacks_remove(id));
  ALL(grad_of(x), 8);
}

/* THREAD-13: a binding ends a grad call that waits for the workers; by the second poll the first has had its effect */
typedef struct Held {
  pthread_mutex_t mutex;
  pthread_cond_t polled;
  int polls, after;
} Held;
static vjp_status poll_and_stop(void* context) {
  Held* held = (Held*)context;
  pthread_mutex_lock(&held->mutex);
  ++held->polls;
  pthread_cond_broadcast(&held->polled);
  pthread_mutex_unlock(&held->mutex);
  return vjp_error_raise(VJP_ERROR_CANCELLED, "stop, said the program", NULL, NULL);
}
static vjp_status until_polled(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  Held* held = (Held*)self->more;
  pthread_mutex_lock(&held->mutex);
  while (held->polls < 2) pthread_cond_wait(&held->polled, &held->mutex);
  pthread_mutex_unlock(&held->mutex);
  return raw_times(grads[0], self->factor, out);
}
static vjp_status never_polled(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  ++((Held*)self->more)->after;
  return raw_times(grads[0], self->factor, out);
}
SCENARIO(42, interrupted_by_the_binding) {
  Held held = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
  vjp_thread_callbacks callbacks = VJP_THREAD_CALLBACKS_INIT;
  callbacks.poll = poll_and_stop;
  callbacks.context = &held;
  int64_t id = -1;
  vjp_tensor* x = leaf(ones(dev(0), kN));
  Custom first = {.backward = never_polled, .name = "Never", .factor = 2, .more = &held};
  Custom last = {.backward = until_polled, .name = "Until", .factor = 2, .more = &held};
  vjp_tensor *y = apply_custom(&last, mul_s(apply_custom(&first, x), 1)), *g = ones(dev(0), kN);
  OK(vjp_thread_callbacks_add(&callbacks, &id));
  FAILS(VJP_ERROR_CANCELLED, try_backward_with(&y, 1, &g, true, false));
  SAYS("stop, said the program");
  OK(vjp_thread_callbacks_remove(id));
  /* the node that ran was waited for; what it would have made ready is never started */
  CHECK(held.polls >= 1 && held.after == 0 && grad_of(x) == NULL);
  backward(y, g);
  ALL(grad_of(x), 4);
  CHECK(held.after == 1);
}

/* SC-43, THREAD-3, GC-12: several threads through one graph */
typedef struct Runner {
  vjp_tensor *root, *gradient;
  vjp_stream* made_on;
  bool retain;
  vjp_status status;
  char message[256];
} Runner;
static void* run_backward(void* context) {
  Runner* r = (Runner*)context;
  vjp_stream* mine = NULL;
  vjp_guard* g = NULL;
  r->status = vjp_stream_create(dev(0), 0, &mine);
  if (r->status == VJP_OK) r->status = vjp_guard_stream(mine, &g);
  if (r->status == VJP_OK) r->status = vjp_stream_wait_stream(mine, r->made_on);
  if (r->status == VJP_OK) r->status = try_backward_with(&r->root, 1, &r->gradient, r->retain, false);
  if (r->status != VJP_OK) snprintf(r->message, sizeof r->message, "%s", vjp_last_error());
  vjp_stream_synchronize(mine);
  vjp_guard_exit(g);
  vjp_stream_release(mine);
  return NULL;
}
static void shared_graph(bool retain) {
  enum { kThreads = 5 };
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_tensor *x = NULL, *y = NULL, *g = NULL;
  UNDER(s) {
    x = leaf(filled(dev(0), kN, 2));
    y = mul(mul(x, x), x);
    g = ones(dev(0), kN);
  }
  Runner runners[kThreads];
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    Runner r = {y, g, s, retain, VJP_OK, ""};
    runners[i] = r;
    CHECK(pthread_create(&threads[i], NULL, run_backward, &runners[i]) == 0);
  }
  int good = 0;
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    good += runners[i].status == VJP_OK;
    if (runners[i].status != VJP_OK) CHECK(!retain && strstr(runners[i].message, "freed") != NULL);
  }
  OK(vjp_device_synchronize(dev(0)));
  CHECK(good >= 1);
  if (retain) {
    CHECK(good == kThreads);
    UNDER(s) ALL(grad_of(x), kThreads * 12);
  }
}
SCENARIO(43, shared_graph_retained) { shared_graph(true); }
SCENARIO(43, shared_graph_freed) { shared_graph(false); }

/* ---- what a process does once ---- */

static void active_are(int a, int b) {
  for (int i = 0; i < harness_devices(); ++i) CHECK(vjp_device_is_active(dev(i)) == (i == a || i == b));
}

/* SC-47, DV-3, STREAM-14 */
SCENARIO_ALONE(47, untouched_devices) {
  NEEDS_DEVICES(3);
  active_are(-1, -1);
  vjp_tensor *x = leaf(ones(dev(2), kN)), *y = mul_s(x, 2), *g = ones(dev(2), kN);
  active_are(2, -1);
  backward(y, g);
  active_are(2, -1);
  statistics();
  vjp_shutdown();
  active_are(2, -1);
  ALL(grad_of(x), 2);
  x = leaf(ones(dev(0), kN));
  backward(mul_s(to_device(mul_s(x, 2), dev(2)), 3), g);
  active_are(0, 2);
  ALL(grad_of(x), 6);
}

/* SC-48, DV-1, DV-4, THREAD-2 */
SCENARIO_ALONE(48, workers) {
  char name[32];
  snprintf(name, sizeof name, "vjp-%s", on_sim() ? "sim" : "cuda");
  vjp_tensor* host = leaf(filled(cpu(), kN, 1));
  backward(times(host, 2), filled(cpu(), kN, 1));
  CHECK(count_threads("vjp-") == 0);
  vjp_tensor* x = leaf(ones(dev(0), kN));
  CHECK(count_threads(name) == 0);
  for (int i = 0; i < 3; ++i) backward(mul_s(x, 2), ones(dev(0), kN));
  CHECK(count_threads(name) == 1);
  ALL(grad_of(x), 6);
  vjp_shutdown();
  CHECK(threads_are(name, 0));
  backward(mul_s(x, 2), ones(dev(0), kN)); /* it comes back */
  CHECK(count_threads(name) == 1);
}
