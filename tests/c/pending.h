/* Calls that are started: a gate at which they stop, and short ways to start and wait. */
#ifndef VJP_TESTS_PENDING_H
#define VJP_TESTS_PENDING_H

#include <pthread.h>

#include "check.h"

static inline void release_pending(void* p) { vjp_pending_release((vjp_pending*)p); }

/* A place where a hook waits until the test lets it go on; not where the library has no threads: nobody could. */
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  bool reached, open;
  int calls;
  pthread_t thread; /* that came last */
  vjp_status answer;
  void* payload;
  void* (*share)(void*);
  void (*drop)(void*);
} Gate;
#define GATE \
  { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, false, 0, 0, VJP_OK, NULL, NULL, NULL }

static inline void gate_open(Gate* gate) {
  pthread_mutex_lock(&gate->mutex);
  gate->open = true;
  pthread_cond_broadcast(&gate->changed);
  pthread_mutex_unlock(&gate->mutex);
}
static inline void gate_pass(Gate* gate) {
  pthread_mutex_lock(&gate->mutex);
  gate->reached = true;
  gate->thread = pthread_self();
  ++gate->calls;
  pthread_cond_broadcast(&gate->changed);
  while (!gate->open && has_threads()) pthread_cond_wait(&gate->changed, &gate->mutex);
  pthread_mutex_unlock(&gate->mutex);
}
/* Until somebody stands there. */
static inline void gate_wait(Gate* gate) {
  pthread_mutex_lock(&gate->mutex);
  while (!gate->reached) pthread_cond_wait(&gate->changed, &gate->mutex);
  pthread_mutex_unlock(&gate->mutex);
}
static inline vjp_status gate_hook(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  Gate* gate = (Gate*)context;
  gate_pass(gate);
  if (gate->answer == VJP_OK) return VJP_OK;
  return vjp_error_raise_shared(gate->answer, "the gate says no", gate->payload, gate->share, gate->drop);
}

/* x * 2 * 3, whose middle stands at the gate. */
static inline vjp_tensor* gated(vjp_tensor* x, Gate* gate) {
  vjp_tensor *y = NULL, *z = NULL;
  OK(vjp_mul_scalar(x, vjp_scalar_float(2), &y));
  if (gate) OK(vjp_tensor_add_hook(y, gate_hook, gate, NULL, NULL));
  OK(vjp_mul_scalar(own(y), vjp_scalar_float(3), &z));
  return own(z);
}

static inline vjp_grad_call* call_for(vjp_tensor* root, vjp_tensor* input, bool accumulate) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.accumulate = accumulate;
  options.retain_graph = 1;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  OK(vjp_grad_call_add_root(call, root, NULL));
  if (input) OK(vjp_grad_call_add_input(call, input));
  return own_call(call);
}
static inline vjp_pending* started(vjp_grad_call* call) {
  vjp_pending* pending = NULL;
  OK(vjp_grad_call_start(call, &pending));
  return (vjp_pending*)arena_put(pending, release_pending);
}
static inline vjp_tensor* outcome_of(vjp_pending* pending, size_t input) {
  vjp_tensor* out = NULL;
  OK(vjp_pending_result(pending, input, &out));
  return own(out);
}

#endif
