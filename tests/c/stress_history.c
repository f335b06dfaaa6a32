/*
 * The history of a tensor that threads share goes while others look at it: one detaches it in place or changes it in
 * place, others compute with it, ask for its node, retain its gradient, add hooks. None may see what is gone, and
 * nothing is left over. The tensors are empty: who reads elements beside somebody who writes them is wrong itself.
 */
#include <pthread.h>

#include "check.h"

enum { kThreads = 4, kRounds = 4000 };

typedef struct job {
  void (*run)(struct job*, int round);
  vjp_tensor** shared;
  pthread_barrier_t* turn;
  vjp_status worst;
} job;

static void note(job* self, vjp_status status) {
  if (status != VJP_OK) self->worst = status;
}
static void detach_it(job* self, int round) {
  (void)round;
  note(self, vjp_tensor_detach_(*self->shared));
}
static void change_it(job* self, int round) {
  vjp_tensor* factor = NULL;
  double value = 1 + round % 2;
  note(self, vjp_tensor_from_data(&value, NULL, 0, VJP_DTYPE_FLOAT64, &factor));
  note(self, vjp_mul_(*self->shared, factor));
  vjp_tensor_release(factor);
}
static void overwrite_it(job* self, int round) {
  (void)round;
  note(self, vjp_zero_(*self->shared));
}
static void compute_with_it(job* self, int round) {
  (void)round;
  vjp_tensor *a = NULL, *b = NULL;
  note(self, vjp_sin(*self->shared, &a));
  note(self, vjp_mul(a, *self->shared, &b));
  vjp_tensor_release(a);
  vjp_tensor_release(b);
}
static void look_at_it(job* self, int round) {
  (void)round;
  vjp_node *node = NULL, *edge = NULL;
  uint32_t slot;
  note(self, vjp_tensor_grad_fn(*self->shared, &node));
  if (node && !vjp_node_name(node)) self->worst = VJP_ERROR_INTERNAL;
  if (vjp_tensor_gradient_edge(*self->shared, &edge, &slot) == VJP_OK && slot != 0) self->worst = VJP_ERROR_INTERNAL;
  vjp_node_release(node);
  vjp_node_release(edge);
  vjp_tensor_is_leaf(*self->shared);
  vjp_tensor_requires_grad(*self->shared);
  vjp_tensor_output_number(*self->shared);
}
static vjp_status pass(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)context, (void)grad, (void)out;
  return VJP_OK;
}
static void add_to_it(job* self, int round) {
  (void)round;
  vjp_hook* hook = NULL;
  /* by then it may require no grad any more: a state error */
  vjp_tensor_retain_grad(*self->shared);
  vjp_tensor_retains_grad(*self->shared);
  if (vjp_tensor_add_hook(*self->shared, pass, NULL, NULL, &hook) == VJP_OK) vjp_hook_remove(hook);
  vjp_tensor_num_hooks(*self->shared, VJP_HOOK_TENSOR);
  vjp_tensor_set_requires_grad(*self->shared, false);
}

static void* run(void* context) {
  job* self = context;
  for (int round = 0; round < kRounds; ++round) {
    pthread_barrier_wait(self->turn); /* the tensor is there */
    self->run(self, round);
    pthread_barrier_wait(self->turn); /* everybody has done */
  }
  return NULL;
}

/* Each round: all of them at once with a fresh result, or with a fresh view of one. */
static void all_at_once(bool view, void (*const what[kThreads])(job*, int)) {
  vjp_tensor* shared = NULL;
  pthread_barrier_t turn;
  pthread_barrier_init(&turn, NULL, kThreads + 1);
  pthread_t threads[kThreads];
  job jobs[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    jobs[i] = (job){.run = what[i], .shared = &shared, .turn = &turn};
    pthread_create(&threads[i], NULL, run, &jobs[i]);
  }
  vjp_tensor* x = NULL;
  OK(vjp_tensor_from_data("", (int64_t[]){4, 0}, 2, VJP_DTYPE_FLOAT64, &x));
  leaf(own(x));
  for (int round = 0; round < kRounds; ++round) {
    vjp_tensor *base = NULL, *later = NULL;
    OK(vjp_mul(x, x, &base));
    if (view) {
      OK(vjp_narrow(base, 0, 1, 2, &shared));
    } else {
      shared = base;
      vjp_tensor_retain(base);
    }
    OK(vjp_exp(shared, &later));
    pthread_barrier_wait(&turn);
    pthread_barrier_wait(&turn);
    vjp_tensor_release(shared);
    vjp_tensor_release(base);
    vjp_tensor_release(later);
  }
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    CHECK(jobs[i].worst == VJP_OK);
  }
  pthread_barrier_destroy(&turn);
}

/* THREAD-3, DET-2 */
static void detached_in_place(void) {
  all_at_once(false, (void (*[kThreads])(job*, int)){detach_it, compute_with_it, look_at_it, add_to_it});
}
/* THREAD-3 */
static void changed_in_place(void) {
  all_at_once(false, (void (*[kThreads])(job*, int)){change_it, overwrite_it, compute_with_it, add_to_it});
}
static void changed_and_detached(void) {
  all_at_once(false, (void (*[kThreads])(job*, int)){change_it, detach_it, look_at_it, compute_with_it});
}
static void a_view_changed_in_place(void) {
  all_at_once(true, (void (*[kThreads])(job*, int)){overwrite_it, look_at_it, compute_with_it, add_to_it});
}

int main(void) {
  RUN(detached_in_place);
  RUN(changed_in_place);
  RUN(changed_and_detached);
  RUN(a_view_changed_in_place);
  return finish();
}
