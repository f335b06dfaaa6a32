/* Chapter 20: checkpoints and threads. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "regions.h"

enum { threads = 4, rounds = 40 };

static vjp_status quiet_curve(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                              vjp_tensor_list* results) {
  vjp_tensor* t = NULL;
  (void)context, (void)recomputing, (void)num_inputs;
  vjp_status status = apply(&t, "sin", ARGS(T(inputs[0])));
  if (!status) status = apply(&t, "exp", ARGS(T(t)));
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

typedef struct Shared {
  vjp_tensor *x, *y;
  int wrong;
} Shared;

static void* differentiate(void* argument) {
  Shared* shared = (Shared*)argument;
  for (int i = 0; i < rounds; ++i) {
    vjp_tensor* g = NULL;
    vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
    options.retain_graph = 1;
    vjp_status status = vjp_grad(&shared->y, 1, NULL, &shared->x, 1, &options, &g);
    double value = 0, want = exp(sin(0.4)) * cos(0.4);
    if (status != VJP_OK || vjp_tensor_copy_to(g, &value, sizeof value, VJP_DTYPE_FLOAT64) != VJP_OK ||
        fabs(value - want) > 1e-12) {
      ++shared->wrong;
    }
    vjp_tensor_release(g);
  }
  return NULL;
}

/* CKPT-10, THREAD-3: tasks of several threads over one region recompute it each for itself */
static void one_graph_from_many_threads(void) {
  vjp_checkpoint_function function = VJP_CHECKPOINT_FUNCTION_INIT;
  vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
  vjp_tensor_list* list = NULL;
  vjp_tensor* x = leaf(SCALAR(0.4));
  function.run = quiet_curve;
  options.preserve_random_state = 0; /* the generator is the process's */
  OK(vjp_checkpoint(&function, &x, 1, &options, &list));
  Shared shared[threads];
  pthread_t ids[threads];
  for (int i = 0; i < threads; ++i) {
    shared[i] = (Shared){x, vjp_tensor_list_get(list, 0), 0};
    CHECK(pthread_create(&ids[i], NULL, differentiate, &shared[i]) == 0);
  }
  for (int i = 0; i < threads; ++i) {
    pthread_join(ids[i], NULL);
    CHECK(shared[i].wrong == 0);
  }
  vjp_tensor_list_release(list);
}

/* CKPT-12: settings are the thread's */
static void* with_its_own_settings(void* argument) {
  static Region region;
  region = (Region){0};
  vjp_checkpoint_function function = region_of(curve, &region);
  vjp_tensor *x = *(vjp_tensor**)argument, *g = NULL;
  vjp_tensor_list* list = NULL;
  function.drop = NULL;
  OK(vjp_checkpoint(&function, &x, 1, NULL, &list));
  vjp_tensor *y = vjp_tensor_list_get(list, 0), *one = NULL;
  OK(vjp_tensor_from_data((double[]){1}, NULL, 0, VJP_DTYPE_FLOAT64, &one));
  OK(vjp_grad(&y, 1, &one, &x, 1, NULL, &g));
  CHECK(region.recomputations == 1 && region.finished == 0); /* early stop is on in a new thread */
  vjp_tensor_release(g);
  vjp_tensor_release(one);
  vjp_tensor_list_release(list);
  return NULL;
}
static void settings_of_a_thread(void) {
  vjp_tensor* x = leaf(SCALAR(0.4));
  vjp_guard* guard = NULL;
  pthread_t id;
  OK(vjp_guard_checkpoint_early_stop(false, &guard));
  bool made = pthread_create(&id, NULL, with_its_own_settings, &x) == 0;
  if (made) pthread_join(id, NULL); /* until then the counters of checks are the thread's */
  CHECK(made);
  OK(vjp_guard_exit(guard));
}

int main(void) {
  RUN(one_graph_from_many_threads);
  RUN(settings_of_a_thread);
  return finish();
}
