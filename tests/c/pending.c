/* ENTRY-29, vjp/pending.h: grad calls that are started: runs, waiting, failures, cancelling, lifetimes. */
#include "pending.h"

#include <sys/wait.h>
#include <unistd.h>

/* fork is allowed here under ThreadSanitizer only when asked. */
const char* __tsan_default_options(void);
const char* __tsan_default_options(void) { return "die_after_fork=0"; }

/* ---- a run ---- */

static void goes_on_by_itself(void) {
  Gate gate = GATE;
  vjp_tensor* x = leaf(VEC(1));
  vjp_pending* pending = started(call_for(gated(x, &gate), NULL, true));
  gate_wait(&gate);
  CHECK(!vjp_pending_done(pending));
  CHECK(!pthread_equal(gate.thread, pthread_self()));
  bool done = true;
  OK(vjp_pending_wait_for(pending, 0, &done));
  CHECK(!done);
  OK(vjp_pending_wait_for(pending, 0.001, &done));
  CHECK(!done);
  gate_open(&gate);
  OK(vjp_pending_wait(pending));
  CHECK(vjp_pending_done(pending) && !vjp_pending_failed(pending));
  OK(vjp_pending_wait_for(pending, 0, &done));
  CHECK(done);
  EQUALS(grad_of(x), 6);
}

static void gives_its_results(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = gated(x, NULL);
  vjp_pending* pending = started(call_for(y, x, false));
  CHECK(vjp_pending_num_inputs(pending) == 1);
  EQUALS(outcome_of(pending, 0), 6);
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_pending_result(pending, 1, &out));
  CHECK(grad_of(x) == NULL);
}

/* Results belong to the run, and the call can run again when it is over. */
static void runs_again(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_grad_call* call = call_for(gated(x, NULL), x, false);
  vjp_pending* first = started(call);
  OK(vjp_pending_wait(first));
  OK(vjp_grad_call_set_root_gradient(call, 0, VEC(10)));
  vjp_pending* second = started(call);
  OK(vjp_pending_wait(second));
  EQUALS(outcome_of(first, 0), 6);
  EQUALS(outcome_of(second, 0), 60);
  vjp_tensor* last = NULL;
  OK(vjp_grad_call_result(call, 0, &last));
  EQUALS(own(last), 60);
}

static void is_running_from_start_to_end(void) {
  Gate gate = GATE;
  vjp_tensor* x = leaf(VEC(1));
  vjp_grad_call* call = call_for(gated(x, &gate), x, false);
  vjp_pending *pending = started(call), *none = NULL;
  FAILS(VJP_ERROR_STATE, vjp_grad_call_start(call, &none));
  FAILS(VJP_ERROR_STATE, vjp_grad_call_run(call));
  FAILS(VJP_ERROR_STATE, vjp_grad_call_add_input(call, x));
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_STATE, vjp_grad_call_result(call, 0, &out));
  gate_open(&gate);
  OK(vjp_pending_wait(pending));
  OK(vjp_grad_call_run(call));
}

static void null_arguments(void) {
  vjp_pending* none = NULL;
  bool done = true;
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_start(NULL, &none));
  FAILS(VJP_ERROR_INVALID, vjp_pending_wait(NULL));
  FAILS(VJP_ERROR_INVALID, vjp_pending_wait_for(NULL, 1, &done));
  FAILS(VJP_ERROR_INVALID, vjp_pending_result(NULL, 0, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_pending_add_callback(NULL, NULL, NULL, NULL));
  CHECK(!vjp_pending_done(NULL) && vjp_pending_num_inputs(NULL) == 0 && vjp_pending_retain(NULL) == NULL);
  vjp_pending_cancel(NULL);
  vjp_pending_release(NULL);
  vjp_tensor* x = leaf(VEC(1));
  vjp_pending* pending = started(call_for(gated(x, NULL), x, false));
  FAILS(VJP_ERROR_INVALID, vjp_pending_wait_for(pending, -1, &done));
  FAILS(VJP_ERROR_INVALID, vjp_pending_wait_for(pending, NAN, &done));
  OK(vjp_pending_wait(pending));
}

/* ---- waiting ---- */

typedef struct {
  vjp_pending* pending;
  double got;
} Waiter;
static void* wait_for_result(void* argument) {
  Waiter* waiter = (Waiter*)argument;
  vjp_tensor* out = NULL;
  OK(vjp_pending_result(waiter->pending, 0, &out));
  waiter->got = at(out, 0);
  vjp_tensor_release(out);
  return NULL;
}

static void any_number_of_threads_wait(void) {
  Gate gate = GATE;
  vjp_tensor* x = leaf(VEC(1));
  vjp_pending* pending = started(call_for(gated(x, &gate), x, false));
  enum { kThreads = 8 };
  pthread_t threads[kThreads];
  Waiter waiters[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    waiters[i].pending = pending;
    waiters[i].got = 0;
    pthread_create(&threads[i], NULL, wait_for_result, &waiters[i]);
  }
  gate_open(&gate);
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    CHECK(waiters[i].got == 6);
  }
}

/* Many at once: each has a thread for itself, so they may wait for each other. */
static void waits_for_another(void) {
  Gate gate = GATE;
  enum { kCalls = 24 };
  vjp_pending* pending[kCalls];
  vjp_tensor* x = leaf(VEC(1));
  for (int i = 0; i < kCalls; ++i) pending[i] = started(call_for(gated(x, &gate), x, false));
  gate_open(&gate);
  for (int i = 0; i < kCalls; ++i) EQUALS(outcome_of(pending[i], 0), 6);
}

static vjp_status start_and_wait(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  vjp_pending* inner = NULL;
  OK(vjp_grad_call_start((vjp_grad_call*)context, &inner));
  vjp_status status = vjp_pending_result(inner, 0, replacement);
  vjp_pending_release(inner);
  return status;
}
static void a_hook_starts_and_waits(void) {
  vjp_tensor *x = leaf(VEC(1)), *z = leaf(VEC(1));
  vjp_tensor* y = gated(x, NULL);
  OK(vjp_tensor_add_hook(y, start_and_wait, call_for(gated(z, NULL), z, false), NULL, NULL));
  EQUALS(outcome_of(started(call_for(y, x, false)), 0), 36);
  OK(vjp_backward(y, NULL));
  EQUALS(grad_of(x), 36);
}

/* Waiting for the call in which one is would be for ever. */
typedef struct {
  Gate gate;
  vjp_pending* pending;
  vjp_status status;
} Own;
static vjp_status wait_for_itself(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  Own* itself = (Own*)context;
  gate_pass(&itself->gate);
  itself->status = vjp_pending_wait(itself->pending);
  vjp_clear_error();
  return VJP_OK;
}
static void a_hook_cannot_wait_for_its_own_call(void) {
  Own itself = {GATE, NULL, VJP_OK};
  vjp_tensor *x = leaf(VEC(1)), *y = gated(x, NULL);
  OK(vjp_tensor_add_hook(y, wait_for_itself, &itself, NULL, NULL));
  itself.pending = started(call_for(y, x, false));
  gate_open(&itself.gate);
  OK(vjp_pending_wait(itself.pending));
  CHECK(itself.status == VJP_ERROR_STATE);
}

static int poll_answers;
static vjp_status refuse(void* context) {
  (void)context;
  ++poll_answers;
  return vjp_error_raise(VJP_ERROR_CANCELLED, "the user wants to stop", NULL, NULL);
}
/* The wait ends, the call goes on; and bindings are not asked about a call that nobody waits for. */
static void a_wait_is_interrupted(void) {
  Gate gate = GATE;
  vjp_tensor* x = leaf(VEC(1));
  vjp_pending* pending = started(call_for(gated(x, &gate), x, false));
  vjp_thread_callbacks callbacks = VJP_THREAD_CALLBACKS_INIT;
  int64_t id = -1;
  callbacks.poll = refuse;
  poll_answers = 0;
  gate_wait(&gate);
  OK(vjp_thread_callbacks_add(&callbacks, &id));
  FAILS(VJP_ERROR_CANCELLED, vjp_pending_wait(pending));
  SAYS("the user wants to stop");
  CHECK(poll_answers == 1 && !vjp_pending_done(pending));
  gate_open(&gate);
  while (!vjp_pending_done(pending)) usleep(100);
  CHECK(poll_answers == 1);
  EQUALS(outcome_of(pending, 0), 6);
  OK(vjp_thread_callbacks_remove(id));
}

/* ---- failure ---- */

static int shared, dropped;
static void* share_payload(void* payload) {
  __atomic_fetch_add(&shared, 1, __ATOMIC_RELAXED);
  return payload;
}
static void drop_payload(void* payload) {
  (void)payload;
  __atomic_fetch_add(&dropped, 1, __ATOMIC_RELAXED);
}

static void fails_at_every_wait(void) {
  Gate gate = GATE;
  int thing = 0;
  gate.answer = VJP_ERROR_IO;
  gate.payload = &thing;
  gate.share = share_payload;
  gate.drop = drop_payload;
  gate.open = true;
  shared = dropped = 0;
  vjp_tensor* x = leaf(VEC(1));
  vjp_pending* pending = started(call_for(gated(x, &gate), x, false));
  CHECK(!vjp_pending_failed(NULL));
  char first[256];
  for (int i = 0; i < 3; ++i) {
    vjp_tensor* out = NULL;
    FAILS(VJP_ERROR_IO, i == 1 ? vjp_pending_result(pending, 0, &out) : vjp_pending_wait(pending));
    SAYS("the gate says no");
    if (i == 0) snprintf(first, sizeof first, "%s", vjp_last_error());
    CHECK(strcmp(first, vjp_last_error()) == 0);
    CHECK(vjp_error_take_payload() == &thing);
  }
  CHECK(shared == 3 && dropped == 0 && vjp_pending_failed(pending));
  drop_now(pending);
  CHECK(dropped == 1);
}

/* A payload of which there is one goes to who comes first. */
static void a_payload_that_cannot_be_shared(void) {
  Gate gate = GATE;
  int thing = 0;
  gate.answer = VJP_ERROR_IO;
  gate.payload = &thing;
  gate.drop = drop_payload;
  gate.open = true;
  dropped = 0;
  vjp_tensor* x = leaf(VEC(1));
  vjp_pending* pending = started(call_for(gated(x, &gate), x, false));
  FAILS(VJP_ERROR_IO, vjp_pending_wait(pending));
  CHECK(vjp_error_take_payload() == &thing);
  FAILS(VJP_ERROR_IO, vjp_pending_wait(pending));
  SAYS("the gate says no");
  CHECK(vjp_error_take_payload() == NULL);
  drop_now(pending);
  CHECK(dropped == 0);
}

static void wrong_arguments_are_told_by_waiting(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_pending* pending = started(call_for(VEC(1), x, false));
  FAILS(VJP_ERROR_STATE, vjp_pending_wait(pending));
  SAYS("grad: root 0");
  FAILS(VJP_ERROR_STATE, vjp_pending_wait(pending));
}

static vjp_status end_thread(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  pthread_exit(NULL);
}
static void a_callback_ends_its_thread(void) {
  vjp_tensor *x = leaf(VEC(1)), *y = gated(x, NULL);
  OK(vjp_tensor_add_hook(y, end_thread, NULL, NULL, NULL));
  vjp_grad_call* call = call_for(y, x, false);
  vjp_pending* pending = started(call);
  FAILS(VJP_ERROR_STATE, vjp_pending_wait(pending));
  SAYS("ended its thread");
  OK(vjp_grad_call_add_input(call, x)); /* it runs no more */
}

/* ---- cancelling ---- */

static void stops_between_nodes(void) {
  Gate gate = GATE;
  vjp_tensor* x = leaf(VEC(1));
  vjp_grad_call* call = call_for(gated(x, &gate), NULL, true);
  vjp_pending* pending = started(call);
  gate_wait(&gate);
  vjp_pending_cancel(pending);
  vjp_pending_cancel(pending);
  gate_open(&gate);
  FAILS(VJP_ERROR_CANCELLED, vjp_pending_wait(pending));
  SAYS("cancelled");
  CHECK(grad_of(x) == NULL);
  OK(vjp_grad_call_run(call)); /* the cancelled run is no other's */
  EQUALS(grad_of(x), 6);
}

static vjp_status backward_of(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  return vjp_backward((vjp_tensor*)context, NULL);
}
static void stops_what_its_hooks_call(void) {
  Gate gate = GATE;
  vjp_tensor *x = leaf(VEC(1)), *z = leaf(VEC(1)), *y = gated(x, NULL);
  OK(vjp_tensor_add_hook(y, backward_of, gated(z, &gate), NULL, NULL));
  vjp_pending* pending = started(call_for(y, NULL, true));
  gate_wait(&gate);
  vjp_pending_cancel(pending);
  gate_open(&gate);
  FAILS(VJP_ERROR_CANCELLED, vjp_pending_wait(pending));
  CHECK(grad_of(z) == NULL && grad_of(x) == NULL);
}

static void cancelling_too_late(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_pending* pending = started(call_for(gated(x, NULL), x, false));
  OK(vjp_pending_wait(pending));
  vjp_pending_cancel(pending);
  EQUALS(outcome_of(pending, 0), 6);
}

/* ---- lifetimes ---- */

static void handles_may_go_early(void) {
  Gate gate = GATE;
  vjp_tensor *x = leaf(VEC(1)), *y = gated(x, &gate);
  vjp_grad_call* call = call_for(y, NULL, true);
  vjp_pending *pending = started(call), *other = vjp_pending_retain(pending);
  drop_now(call);
  drop_now(pending);
  drop_now(y);
  gate_open(&gate);
  OK(vjp_pending_wait(other));
  vjp_pending_release(other);
  EQUALS(grad_of(x), 6);
}

/* With no handle left it goes on all the same. vjp_shutdown waits for it. */
static void nobody_waits(void) {
  Gate gate = GATE;
  vjp_tensor* x = leaf(VEC(1));
  vjp_pending* pending = started(call_for(gated(x, &gate), NULL, true));
  gate_wait(&gate);
  drop_now(pending);
  gate_open(&gate);
  vjp_shutdown();
  EQUALS(grad_of(x), 6);
}

static void in_a_child_of_fork(void) {
  Gate gate = GATE;
  vjp_tensor* x = leaf(VEC(1));
  vjp_pending* over = started(call_for(gated(x, NULL), x, false));
  OK(vjp_pending_wait(over));
  vjp_pending* pending = started(call_for(gated(x, &gate), x, false));
  gate_wait(&gate);
  pid_t child = fork();
  if (child == 0) {
    vjp_tensor* out = NULL;
    bool good = vjp_pending_result(over, 0, &out) == VJP_OK && at(out, 0) == 6;
    good = good && !vjp_pending_done(pending) && vjp_pending_wait(pending) == VJP_ERROR_STATE;
    good = good && strstr(vjp_last_error(), "forked") && vjp_pending_add_callback(pending, NULL, NULL, NULL) != VJP_OK;
    vjp_pending_cancel(pending);
    _exit(good ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  gate_open(&gate);
  EQUALS(outcome_of(pending, 0), 6);
}

/* ---- without another thread ---- */

static void runs_at_once_where_no_thread_may_run_it(void) {
  Gate gate = GATE;
  gate.open = true;
  vjp_tensor *x = leaf(VEC(1)), *y = gated(x, &gate);
  vjp_grad_call* call = call_for(y, x, false);
  vjp_guard* single = NULL;
  OK(vjp_guard_mode(VJP_MODE_MULTITHREADING, false, &single));
  vjp_pending* pending = started(call);
  CHECK(vjp_pending_done(pending));
  OK(vjp_guard_exit(single));
  CHECK(pthread_equal(gate.thread, pthread_self()));
  EQUALS(outcome_of(pending, 0), 6);
  OK(vjp_set_nesting_threads(false));
  gate.answer = VJP_ERROR_IO;
  pending = started(call);
  if (has_threads()) OK(vjp_set_nesting_threads(true));
  CHECK(vjp_pending_done(pending) && pthread_equal(gate.thread, pthread_self()));
  FAILS(VJP_ERROR_IO, vjp_pending_wait(pending));
}

int main(void) {
  if (has_threads()) RUN(goes_on_by_itself);
  RUN(gives_its_results);
  RUN(runs_again);
  if (has_threads()) RUN(is_running_from_start_to_end);
  RUN(null_arguments);
  RUN(any_number_of_threads_wait);
  RUN(waits_for_another);
  RUN(a_hook_starts_and_waits);
  if (has_threads()) RUN(a_hook_cannot_wait_for_its_own_call);
  if (has_threads()) RUN(a_wait_is_interrupted);
  RUN(fails_at_every_wait);
  RUN(a_payload_that_cannot_be_shared);
  RUN(wrong_arguments_are_told_by_waiting);
  if (has_threads()) RUN(a_callback_ends_its_thread); /* here it would be the program's */
  if (has_threads()) RUN(stops_between_nodes);
  if (has_threads()) RUN(stops_what_its_hooks_call);
  RUN(cancelling_too_late);
  RUN(handles_may_go_early);
  RUN(nobody_waits);
  if (has_threads()) RUN(in_a_child_of_fork);
  RUN(runs_at_once_where_no_thread_may_run_it);
  return finish();
}
