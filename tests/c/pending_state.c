/* ENTRY-29, vjp/pending.h: what a started call finds of the thread that started it, callbacks of theirs; streams. */
#include <stdatomic.h>

#include "pending.h"
#include "vjp/sim.h"

static vjp_device sim(int index) {
  vjp_device d = {VJP_DEVICE_SIM, index};
  return d;
}
static vjp_tensor* moved(vjp_tensor* t, vjp_device d) {
  vjp_tensor* out = NULL;
  vjp_value device = {VJP_KIND_DEVICE, 0, {0}};
  device.as.device = d;
  OK(call_op("to.device", VJP_VARIANT_FUNCTIONAL, ARGS(T(t), device, NONE(), B(false)), 0, &out));
  return own(out);
}
static vjp_tensor* brought(vjp_tensor* t) {
  vjp_device host = {VJP_DEVICE_CPU, 0};
  return t ? moved(t, host) : NULL;
}
static void release_stream(void* s) { vjp_stream_release((vjp_stream*)s); }
static vjp_stream* stream(void) {
  vjp_stream* s = NULL;
  OK(vjp_stream_create(sim(0), 0, &s));
  return (vjp_stream*)arena_put(s, release_stream);
}
static uint64_t current_id(void) {
  vjp_stream* s = NULL;
  OK(vjp_stream_current(sim(0), &s));
  uint64_t id = vjp_stream_id(s);
  vjp_stream_release(s);
  return id;
}

/* ---- what a thread finds ---- */

typedef struct {
  vjp_device device;
  bool view_replay, grad_mode, in_backward, task, saved_hooks;
  uint64_t stream;
  void* binding;
  char location[512];
} Seen;

static _Thread_local void* binding_state;
static void* save(void* context) {
  (void)context;
  return binding_state;
}
static void enter(void* context, void* state) {
  (void)context;
  binding_state = state;
}
static void leave(void* context, void* state) {
  (void)context, (void)state;
  binding_state = NULL;
}

static int packed;
static vjp_status pack(void* context, vjp_tensor* t, void** out) {
  (void)context;
  ++packed;
  return vjp_tensor_detach(t, (vjp_tensor**)out);
}
static vjp_status unpack(void* context, void* p, vjp_tensor** out) {
  (void)context;
  *out = vjp_tensor_retain((vjp_tensor*)p);
  return VJP_OK;
}
static void drop_packed(void* context, void* p) {
  (void)context;
  vjp_tensor_release((vjp_tensor*)p);
}

/* In anomaly mode a node keeps where its thread says it is. */
static void note_location(Seen* seen) {
  bool before;
  vjp_tensor *x = NULL, *y = NULL;
  vjp_node* node = NULL;
  void* text = NULL;
  OK(vjp_anomaly_set(true, false));
  OK(vjp_grad_mode_set(true, &before));
  OK(vjp_tensor_from_data((double[]){1}, NULL, 0, VJP_DTYPE_FLOAT64, &x));
  OK(vjp_tensor_set_requires_grad(x, true));
  OK(vjp_mul_scalar(x, vjp_scalar_float(2), &y));
  OK(vjp_tensor_grad_fn(y, &node));
  OK(vjp_node_metadata(node, VJP_METADATA_CALL_SITE, &text));
  snprintf(seen->location, sizeof seen->location, "%s", text ? (const char*)text : "");
  vjp_node_release(node);
  vjp_tensor_release(y);
  vjp_tensor_release(x);
  OK(vjp_grad_mode_set(before, NULL));
  OK(vjp_anomaly_set(false, true));
}

static void look(Seen* seen) {
  OK(vjp_get_default_device(&seen->device));
  seen->view_replay = vjp_mode_enabled(VJP_MODE_VIEW_REPLAY);
  seen->grad_mode = vjp_grad_mode();
  seen->in_backward = vjp_in_backward();
  seen->task = vjp_grad_call_current() != NULL;
  seen->stream = current_id();
  seen->binding = binding_state;
  note_location(seen);
}

/* ---- what the hooks of a started call find ---- */

typedef struct {
  Gate gate;
  Seen seen;
} Look;
static vjp_status looking_hook(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  Look* l = (Look*)context;
  gate_pass(&l->gate);
  look(&l->seen);
  return VJP_OK;
}

/* Everything around the caller at once; the end of the regions is nothing to what was taken along. */
typedef struct {
  vjp_guard *device, *replay, *stream, *hooks;
  vjp_stream* side;
  int thing;
  int64_t callbacks;
} World;

static void enter_world(World* w) {
  vjp_thread_callbacks callbacks = VJP_THREAD_CALLBACKS_INIT;
  callbacks.save = save;
  callbacks.enter = enter;
  callbacks.leave = leave;
  OK(vjp_thread_callbacks_add(&callbacks, &w->callbacks));
  binding_state = &w->thing;
  w->side = stream();
  vjp_saved_tensor_hooks pair = VJP_SAVED_TENSOR_HOOKS_INIT;
  pair.pack = pack;
  pair.unpack = unpack;
  pair.drop_packed = drop_packed;
  OK(vjp_guard_default_device(sim(0), &w->device));
  OK(vjp_guard_mode(VJP_MODE_VIEW_REPLAY, true, &w->replay));
  OK(vjp_guard_stream(w->side, &w->stream));
  OK(vjp_guard_saved_tensor_hooks(&pair, &w->hooks));
  OK(vjp_location_push("there.c", 42, "there"));
}
static void leave_world(World* w) {
  OK(vjp_location_pop());
  OK(vjp_guard_exit(w->hooks));
  OK(vjp_guard_exit(w->stream));
  OK(vjp_guard_exit(w->replay));
  OK(vjp_guard_exit(w->device));
  binding_state = NULL;
}
static void is_in_world(const World* w, const Seen* seen) {
  CHECK(seen->device.kind == VJP_DEVICE_SIM);
  CHECK(seen->view_replay);
  CHECK(seen->stream == vjp_stream_id(w->side));
  CHECK(seen->binding == &w->thing);
  CHECK(strstr(seen->location, "there.c:42") != NULL);
}

static void the_call_has_the_state_of_its_starter(void) {
  Look l = {.gate = GATE};
  World w = {0};
  vjp_tensor *x = leaf(VEC(1)), *y = NULL, *z = NULL;
  OK(vjp_mul_scalar(x, vjp_scalar_float(2), &y));
  OK(vjp_tensor_add_hook(y, looking_hook, &l, NULL, NULL));
  OK(vjp_mul_scalar(own(y), vjp_scalar_float(3), &z));
  vjp_grad_call* call = call_for(own(z), NULL, true);
  enter_world(&w);
  vjp_pending* pending = started(call);
  leave_world(&w);
  gate_open(&l.gate);
  OK(vjp_pending_wait(pending));
  is_in_world(&w, &l.seen);
  CHECK(!l.seen.grad_mode && l.seen.in_backward && l.seen.task);
  OK(vjp_thread_callbacks_remove(w.callbacks));
}

/* Pairs of saved-value hooks outlive the region in which the call was started: a recorded backward goes through them.
 */
static void saved_values_go_through_the_pairs_of_the_starter(void) {
  Gate gate = GATE;
  World w = {0};
  vjp_tensor *x = leaf(VEC(3)), *y = NULL, *z = NULL;
  OK(vjp_mul(x, x, &y));
  OK(vjp_tensor_add_hook(y, gate_hook, &gate, NULL, NULL));
  OK(vjp_mul_scalar(own(y), vjp_scalar_float(1), &z));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, own(z), NULL));
  OK(vjp_grad_call_add_input(call, x));
  enter_world(&w);
  packed = 0;
  vjp_pending* pending = started(call);
  leave_world(&w);
  gate_open(&gate);
  vjp_tensor *first = outcome_of(pending, 0), *second = NULL;
  CHECK(packed > 0);
  EQUALS(first, 6);
  OK(vjp_grad(&first, 1, NULL, &x, 1, NULL, &second));
  EQUALS(own(second), 2);
  OK(vjp_thread_callbacks_remove(w.callbacks));
}

/* ---- callbacks ---- */

typedef struct {
  Gate done;
  Seen seen;
  vjp_status status;
  int calls, drops, order;
  pthread_t thread;
  vjp_pending* pending;
} Told;
static atomic_int told_so_far;
static void tell(void* context, vjp_pending* pending) {
  Told* told = (Told*)context;
  ++told->calls;
  told->order = atomic_fetch_add(&told_so_far, 1);
  told->thread = pthread_self();
  CHECK(vjp_pending_done(pending));
  told->status = vjp_pending_wait(pending);
  vjp_clear_error();
  look(&told->seen);
}
static void end_of_told(void* context) {
  Told* told = (Told*)context;
  ++told->drops;
  gate_open(&told->done);
}
/* Until `drop` has run. */
static void wait_for_told(Told* told) { gate_pass(&told->done); }
#define TOLD \
  { .done = GATE }

static void each_callback_has_the_state_of_who_added_it(void) {
  for (int fails = 0; fails < 2; ++fails) {
    Gate gate = GATE;
    gate.answer = fails ? VJP_ERROR_IO : VJP_OK;
    World w = {0};
    Told inside = TOLD, outside = TOLD;
    vjp_pending* pending = started(call_for(gated(leaf(VEC(1)), &gate), NULL, true));
    told_so_far = 0;
    OK(vjp_pending_add_callback(pending, tell, &outside, end_of_told));
    enter_world(&w);
    OK(vjp_pending_add_callback(pending, tell, &inside, end_of_told));
    leave_world(&w);
    CHECK(outside.calls == 0 && inside.calls == 0);
    gate_open(&gate);
    wait_for_told(&outside);
    wait_for_told(&inside);
    is_in_world(&w, &inside.seen);
    CHECK(inside.seen.grad_mode && !inside.seen.in_backward && !inside.seen.task);
    CHECK(outside.seen.device.kind == VJP_DEVICE_CPU && !outside.seen.binding && !outside.seen.view_replay);
    CHECK(strstr(outside.seen.location, "there.c") == NULL);
    CHECK(outside.order == 0 && inside.order == 1);
    CHECK(outside.calls == 1 && inside.calls == 1 && outside.drops == 1 && inside.drops == 1);
    CHECK(outside.status == gate.answer && inside.status == gate.answer);
    CHECK(!pthread_equal(inside.thread, pthread_self()));
    OK(vjp_thread_callbacks_remove(w.callbacks));
  }
}

static void a_late_callback_is_called_at_once(void) {
  vjp_pending* pending = started(call_for(gated(leaf(VEC(1)), NULL), NULL, true));
  OK(vjp_pending_wait(pending));
  Told told = TOLD;
  OK(vjp_pending_add_callback(pending, tell, &told, end_of_told));
  CHECK(told.calls == 1 && told.drops == 1 && pthread_equal(told.thread, pthread_self()));
}

/* What a callback leaves open ends with it, and the next one finds nothing of it. */
static void messy(void* context, vjp_pending* pending) {
  (void)pending;
  vjp_guard* forgotten = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &forgotten));
  OK(vjp_set_default_device(sim(0)));
  tell(context, pending);
}
static void callbacks_leave_nothing_behind(void) {
  Gate gate = GATE;
  Told first = TOLD, second = TOLD;
  vjp_device before;
  OK(vjp_get_default_device(&before));
  vjp_pending* pending = started(call_for(gated(leaf(VEC(1)), &gate), NULL, true));
  OK(vjp_pending_add_callback(pending, messy, &first, end_of_told));
  OK(vjp_pending_add_callback(pending, tell, &second, end_of_told));
  gate_open(&gate);
  wait_for_told(&first);
  wait_for_told(&second);
  OK(vjp_set_default_device(before));
  CHECK(!first.seen.grad_mode && second.seen.grad_mode && second.seen.device.kind == VJP_DEVICE_CPU);
}

static void further(void* context, vjp_pending* pending) {
  Told* told = (Told*)context;
  /* what it starts ends by itself, while this callback waits for it */
  OK(vjp_grad_call_start((vjp_grad_call*)told->pending, &told->pending));
  told->status = vjp_pending_wait(told->pending);
  vjp_pending_release(told->pending);
  ++told->calls;
  vjp_shutdown(); /* does not wait for itself */
  (void)pending;
}
static void a_callback_starts_another_call(void) {
  vjp_tensor *x = leaf(VEC(1)), *z = leaf(VEC(1));
  Gate gate = GATE;
  Told told = TOLD;
  told.pending = (vjp_pending*)call_for(gated(z, NULL), NULL, true);
  vjp_pending* pending = started(call_for(gated(x, &gate), NULL, true));
  OK(vjp_pending_add_callback(pending, further, &told, end_of_told));
  drop_now(pending);
  gate_open(&gate);
  wait_for_told(&told);
  CHECK(told.status == VJP_OK && told.calls == 1);
  EQUALS(grad_of(x), 6);
  EQUALS(grad_of(z), 6);
}

static void end_thread(void* context, vjp_pending* pending) {
  (void)context, (void)pending;
  pthread_exit(NULL);
}
static void the_others_are_called_where_one_ends_its_thread(void) {
  Gate gate = GATE;
  Told first = TOLD, second = TOLD;
  vjp_pending* pending = started(call_for(gated(leaf(VEC(1)), &gate), NULL, true));
  OK(vjp_pending_add_callback(pending, end_thread, &first, end_of_told));
  OK(vjp_pending_add_callback(pending, tell, &second, end_of_told));
  gate_open(&gate);
  wait_for_told(&first);
  wait_for_told(&second);
  CHECK(second.calls == 1 && second.status == VJP_OK && first.drops == 1);
}

/* ---- streams ---- */

/* The side stream of the starter is late; a thread that waits with other streams comes after it. */
static void a_waiter_comes_after_the_streams_of_the_starter(void) {
  vjp_tensor *host = VEC(1, 2), *x = leaf(moved(host, sim(0)));
  vjp_stream* side = stream();
  vjp_guard* on_side = NULL;
  OK(vjp_guard_stream(side, &on_side));
  vjp_tensor *y = NULL, *ones = moved(VEC(5, 5), sim(0));
  OK(vjp_mul_scalar(x, vjp_scalar_float(2), &y));
  vjp_grad_call* call = call_for(own(y), x, false);
  OK(vjp_grad_call_set_root_gradient(call, 0, ones));
  OK(vjp_sim_sleep(side, 1000000));
  vjp_pending* pending = started(call);
  OK(vjp_guard_exit(on_side));
  vjp_stream_statistics before = {.struct_size = sizeof before}, after = {.struct_size = sizeof after};
  while (!vjp_pending_done(pending)) sched_yield();
  OK(vjp_stream_get_statistics(&before));
  vjp_tensor* got = outcome_of(pending, 0);
  OK(vjp_stream_get_statistics(&after));
  CHECK(after.event_waits == before.event_waits + 1 && after.host_syncs == before.host_syncs);
  EQUALS(brought(got), 10, 10);
  /* on the starter's stream there is nothing to wait for */
  OK(vjp_guard_stream(side, &on_side));
  OK(vjp_stream_get_statistics(&before));
  OK(vjp_pending_wait(pending));
  OK(vjp_stream_get_statistics(&after));
  CHECK(after.event_waits == before.event_waits);
  OK(vjp_guard_exit(on_side));
}

/* A worker that waits in a hook serves its device: the call that it waits for has nodes there. */
static vjp_status start_on_the_same_device(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  vjp_pending* inner = NULL;
  vjp_status status = vjp_grad_call_start((vjp_grad_call*)context, &inner);
  if (status == VJP_OK) status = vjp_pending_result(inner, 0, replacement);
  vjp_pending_release(inner);
  return status;
}
static void a_worker_that_waits_serves_its_device(void) {
  vjp_tensor *x = leaf(moved(SCALAR(1), sim(0))), *z = leaf(moved(SCALAR(1), sim(0)));
  vjp_tensor* y = gated(x, NULL);
  OK(vjp_tensor_add_hook(y, start_on_the_same_device, call_for(gated(z, NULL), z, false), NULL, NULL));
  EQUALS(brought(outcome_of(started(call_for(y, x, false)), 0)), 36);
}

static void is_refused_in_a_capture(void) {
  vjp_tensor* x = leaf(moved(SCALAR(1), sim(0)));
  vjp_grad_call* call = call_for(gated(x, NULL), x, false);
  vjp_pending* over = started(call);
  OK(vjp_pending_wait(over));
  vjp_stream* side = stream();
  vjp_guard* capture = NULL;
  vjp_device_graph* graph = NULL;
  OK(vjp_device_graph_create(&graph));
  OK(vjp_guard_capture(graph, sim(0), side, NULL, VJP_CAPTURE_GLOBAL, &capture));
  vjp_pending* none = NULL;
  FAILS(VJP_ERROR_STATE, vjp_grad_call_start(call, &none));
  SAYS("captured");
  FAILS(VJP_ERROR_STATE, vjp_pending_wait(over));
  SAYS("captured");
  OK(vjp_guard_exit(capture));
  vjp_device_graph_release(graph);
  OK(vjp_pending_wait(over));
  OK(vjp_grad_call_run(call)); /* what was refused does not count as running */
}

/* ---- scopes, warnings ---- */

static vjp_status leaves_a_result(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  vjp_tensor* extra = NULL;
  gate_pass((Gate*)context);
  OK(vjp_mul_scalar(grad, vjp_scalar_float(5), &extra)); /* ends with the scope */
  return vjp_mul_scalar(grad, vjp_scalar_float(2), replacement);
}
static void hooks_find_a_scope_where_the_starter_has_one(void) {
  Gate gate = GATE;
  vjp_tensor *x = leaf(VEC(1)), *y = gated(x, NULL);
  OK(vjp_tensor_add_hook(y, leaves_a_result, &gate, NULL, NULL));
  OK(vjp_scope_begin());
  vjp_grad_call* call = call_for(y, x, false);
  vjp_pending* pending = started(call);
  OK(vjp_scope_end());
  gate_open(&gate);
  EQUALS(outcome_of(pending, 0), 12);
}

static int warnings;
static pthread_t warned_on;
static void count_warning(void* context, const char* message) {
  (void)context;
  if (!strstr(message, "from a hook")) return;
  ++warnings;
  warned_on = pthread_self();
}
static vjp_status warning_hook(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  CHECK(vjp_warn("from a hook") == VJP_OK && warnings == 0); /* kept until the end */
  return VJP_OK;
}
static void warnings_come_before_the_end(void) {
  vjp_tensor *x = leaf(VEC(1)), *y = gated(x, NULL);
  OK(vjp_tensor_add_hook(y, warning_hook, NULL, NULL, NULL));
  warnings = 0;
  OK(vjp_set_warning_handler(count_warning, NULL, NULL));
  OK(vjp_pending_wait(started(call_for(y, x, false))));
  CHECK(warnings == 1 && !pthread_equal(warned_on, pthread_self()) == has_threads());
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
}

int main(void) {
  RUN(the_call_has_the_state_of_its_starter);
  RUN(saved_values_go_through_the_pairs_of_the_starter);
  if (has_threads()) RUN(each_callback_has_the_state_of_who_added_it);
  RUN(a_late_callback_is_called_at_once);
  if (has_threads()) RUN(callbacks_leave_nothing_behind);
  RUN(a_callback_starts_another_call);
  if (has_threads()) RUN(the_others_are_called_where_one_ends_its_thread);
  RUN(a_waiter_comes_after_the_streams_of_the_starter);
  RUN(a_worker_that_waits_serves_its_device);
  RUN(is_refused_in_a_capture);
  RUN(hooks_find_a_scope_where_the_starter_has_one);
  RUN(warnings_come_before_the_end);
  return finish();
}
