/*
 * The history of a tensor that threads share goes while others look at it: one detaches it in place or changes it in
 * place, others compute with it, ask for its node, retain its gradient, add hooks. None may see what is gone, and
 * nothing is left over. The tensors are empty: who reads elements beside somebody who writes them is wrong itself.
 */
#include <pthread.h>
#include <sched.h>

#include "check.h"

enum { kThreads = 4, kRounds = 20000 };

typedef struct job {
  void (*run)(struct job*, int round);
  vjp_tensor *shared, *base, *factor; /* base: itself, or what it is a view of; factor: a leaf */
  vjp_status worst;
} job;

static void note(job* self, vjp_status status) {
  if (status != VJP_OK) self->worst = status;
}
/* It gets a history and loses it; another thread may be doing the same. */
static void change_and_detach_it(job* self, int round) {
  note(self, vjp_mul_(self->base, self->factor));
  if (round % 3 == 0) note(self, vjp_mul_(self->base, self->factor));
  note(self, vjp_tensor_detach_(self->base));
}
static void change_and_overwrite_it(job* self, int round) {
  (void)round;
  note(self, vjp_mul_(self->base, self->factor));
  note(self, vjp_zero_(self->base));
}
static void compute_with_it(job* self, int round) {
  (void)round;
  vjp_tensor *a = NULL, *b = NULL;
  note(self, vjp_sin(self->shared, &a));
  note(self, vjp_mul(a, self->shared, &b));
  vjp_tensor_release(a);
  vjp_tensor_release(b);
}
static void look_at_it(job* self, int round) {
  (void)round;
  vjp_node *node = NULL, *edge = NULL;
  uint32_t slot;
  note(self, vjp_tensor_grad_fn(self->shared, &node));
  if (node && !vjp_node_name(node)) self->worst = VJP_ERROR_INTERNAL;
  if (vjp_tensor_gradient_edge(self->shared, &edge, &slot) == VJP_OK && slot != 0) self->worst = VJP_ERROR_INTERNAL;
  vjp_node_release(node);
  vjp_node_release(edge);
  vjp_tensor_is_leaf(self->shared);
  vjp_tensor_requires_grad(self->shared);
  vjp_tensor_output_number(self->shared);
}
static vjp_status pass(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)context, (void)grad, (void)out;
  return VJP_OK;
}
static void add_to_it(job* self, int round) {
  (void)round;
  vjp_hook* hook = NULL;
  /* by then it may require no grad any more: a state error */
  vjp_tensor_retain_grad(self->shared);
  vjp_tensor_retains_grad(self->shared);
  if (vjp_tensor_add_hook(self->shared, pass, NULL, NULL, &hook) == VJP_OK) vjp_hook_remove(hook);
  vjp_tensor_num_hooks(self->shared, VJP_HOOK_TENSOR);
}

static void* run(void* context) {
  job* self = context;
  for (int round = 0; round < kRounds; ++round) self->run(self, round);
  return NULL;
}

static vjp_tensor* empty(void) {
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_data("", (int64_t[]){4, 0}, 2, VJP_DTYPE_FLOAT64, &t));
  return own(t);
}
static void all_at_once(bool view, void (*const what[kThreads])(job*, int)) {
  vjp_tensor *base = empty(), *factor = leaf(empty());
  vjp_tensor* shared = view ? OP("reshape", T(base), INTS(2, 2, 0)) : base;
  pthread_t threads[kThreads];
  job jobs[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    jobs[i] = (job){.run = what[i], .shared = shared, .base = base, .factor = factor};
    pthread_create(&threads[i], NULL, run, &jobs[i]);
  }
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    CHECK(jobs[i].worst == VJP_OK);
  }
  OK(vjp_tensor_detach_(base)); /* it may retain its gradient */
}

/* THREAD-3, DET-2 */
static void detached_in_place(void) {
  all_at_once(false, (void (*[kThreads])(job*, int)){change_and_detach_it, compute_with_it, look_at_it, add_to_it});
}
static void by_two_threads(void) {
  all_at_once(false,
              (void (*[kThreads])(job*, int)){change_and_detach_it, change_and_detach_it, look_at_it, compute_with_it});
}
/* THREAD-3 */
static void overwritten(void) {
  all_at_once(false, (void (*[kThreads])(job*, int)){change_and_overwrite_it, compute_with_it, look_at_it, add_to_it});
}
static void views_of_it(void) {
  all_at_once(true, (void (*[kThreads])(job*, int)){change_and_detach_it, compute_with_it, look_at_it, look_at_it});
}

/* A fresh result is detached at any moment of a change that is recorded: it does not come to own itself. */
static vjp_tensor* result;
static int32_t given, taken;
static void* detach_results(void* arg) {
  (void)arg;
  for (int32_t round = 1; round <= kRounds; ++round) {
    while (__atomic_load_n(&given, __ATOMIC_ACQUIRE) != round) sched_yield();
    for (volatile int pause = 0; pause < round % 256; ++pause) continue;
    vjp_tensor_detach_(result);
    __atomic_store_n(&taken, round, __ATOMIC_RELEASE);
  }
  return NULL;
}
/* THREAD-3 */
static void detached_while_a_change_is_recorded(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *factor = VEC(2, 2);
  pthread_t detacher;
  given = taken = 0;
  pthread_create(&detacher, NULL, detach_results, NULL);
  int failed = 0;
  for (int32_t round = 1; round <= kRounds; ++round) {
    failed += vjp_mul(x, x, &result) != VJP_OK;
    __atomic_store_n(&given, round, __ATOMIC_RELEASE);
    failed += vjp_mul_(result, factor) != VJP_OK;
    while (__atomic_load_n(&taken, __ATOMIC_ACQUIRE) != round) sched_yield();
    vjp_tensor_release(result);
  }
  pthread_join(detacher, NULL);
  CHECK(failed == 0);
}

int main(void) {
  RUN(detached_in_place);
  RUN(by_two_threads);
  RUN(overwritten);
  RUN(views_of_it);
  RUN(detached_while_a_change_is_recorded);
  return finish();
}
