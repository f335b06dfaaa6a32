/* Chapters 2 and 12 as far as the CPU goes: modes are a thread's own, and threads may share leaves and graphs. */
#include <pthread.h>

#include "check.h"

enum { kThreads = 4, kRounds = 50 };

static void* default_mode(void* mode) {
  *(bool*)mode = vjp_grad_mode();
  return NULL;
}

static void mode_1_threads_start_with_the_default(void) {
  bool before, inside = false;
  pthread_t thread;
  OK(vjp_grad_mode_set(false, &before));
  CHECK(pthread_create(&thread, NULL, default_mode, &inside) == 0);
  pthread_join(thread, NULL);
  CHECK(inside && !vjp_grad_mode());
  OK(vjp_grad_mode_set(before, NULL));
}

static void mode_2_off(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  bool before, again;
  OK(vjp_grad_mode_set(false, &before));
  OK(vjp_grad_mode_set(false, &again));
  CHECK(before && !again);
  int64_t version = version_of(x);
  OP_("mul", T(x), F(2));
  CHECK(version_of(x) > version && !vjp_tensor_requires_grad(times(x, 2)));
  OK(vjp_grad_mode_set(true, NULL));
}

/* Helpers of check.h share an arena: in threads everything is released by hand. */
static vjp_status square_and_back(vjp_tensor* x) {
  vjp_tensor* y = NULL;
  vjp_status status = vjp_mul(x, x, &y);
  vjp_tensor* ones = NULL;
  double one[2] = {1, 1};
  if (status == VJP_OK) status = vjp_tensor_from_data(one, (int64_t[]){2}, 1, VJP_DTYPE_FLOAT64, &ones);
  if (status == VJP_OK) status = vjp_backward(y, ones);
  vjp_tensor_release(ones);
  vjp_tensor_release(y);
  return status;
}

static void* back_many_times(void* x) {
  intptr_t bad = 0;
  for (int i = 0; i < kRounds; ++i) bad += square_and_back((vjp_tensor*)x) != VJP_OK;
  return (void*)bad;
}

static void run_threads(void* (*body)(void*), void* argument, intptr_t* answers) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) CHECK(pthread_create(&threads[i], NULL, body, argument) == 0);
  for (int i = 0; i < kThreads; ++i) {
    void* answer = NULL;
    pthread_join(threads[i], &answer);
    answers[i] = (intptr_t)answer;
  }
}

static void thread_4_shared_leaf(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  intptr_t answers[kThreads];
  run_threads(back_many_times, x, answers);
  for (int i = 0; i < kThreads; ++i) CHECK(answers[i] == 0);
  EQUALS(grad_of(x), 2 * kThreads * kRounds, 4 * kThreads * kRounds);
}

static vjp_tensor *shared_root, *shared_leaf;
static void* back_over_one_graph(void* keep) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = keep != NULL;
  options.accumulate = 1;
  intptr_t good = 0;
  for (int i = 0; i < (keep ? kRounds : 1); ++i) {
    vjp_grad_call* call = NULL;
    vjp_status status = vjp_grad_call_create(&options, &call);
    if (status == VJP_OK) status = vjp_grad_call_add_root(call, shared_root, NULL);
    if (status == VJP_OK) status = vjp_grad_call_run(call);
    vjp_grad_call_release(call);
    if (status != VJP_OK && status != VJP_ERROR_STATE) return (void*)(intptr_t)-1;
    good += status == VJP_OK;
  }
  return (void*)good;
}

static void thread_3_one_graph_kept(void) {
  intptr_t answers[kThreads];
  int keep = 1;
  shared_leaf = leaf(VEC(1, 2));
  shared_root = sum(OP("sin", T(mul(shared_leaf, shared_leaf))));
  run_threads(back_over_one_graph, &keep, answers);
  for (int i = 0; i < kThreads; ++i) CHECK(answers[i] == kRounds);
  EQUALS(grad_of(shared_leaf), kThreads * kRounds * 2 * cos(1), kThreads * kRounds * 4 * cos(4));
}

/* SAVE-15: saved values are read whole or not at all while another task drops them. */
static void thread_3_one_graph_freed(void) {
  for (int round = 0; round < 20; ++round) {
    intptr_t answers[kThreads], good = 0;
    shared_leaf = leaf(VEC(1, 2));
    shared_root = sum(OP("sin", T(mul(shared_leaf, shared_leaf))));
    run_threads(back_over_one_graph, NULL, answers);
    for (int i = 0; i < kThreads; ++i) {
      CHECK(answers[i] >= 0);
      good += answers[i];
    }
    CHECK(good <= 1);
    arena_clear();
  }
}

static void* release_it(void* t) {
  vjp_tensor_release((vjp_tensor*)t);
  return NULL;
}

static void thread_12_the_last_handle_goes_on_another_thread(void) {
  vjp_tensor* y = vjp_tensor_retain(OP("exp", T(OP("sin", T(leaf(VEC(1, 2)))))));
  arena_clear();
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, release_it, y) == 0);
  pthread_join(thread, NULL);
}

static void* compute_alone(void* unused) {
  intptr_t bad = 0;
  for (int i = 0; i < kRounds; ++i) {
    double values[2] = {i, 1};
    vjp_tensor* x = NULL;
    bad += vjp_tensor_from_data(values, (int64_t[]){2}, 1, VJP_DTYPE_FLOAT64, &x) != VJP_OK;
    bad += vjp_tensor_set_requires_grad(x, true) != VJP_OK;
    bad += square_and_back(x) != VJP_OK;
    vjp_tensor* g = NULL;
    bad += vjp_tensor_grad(x, &g) != VJP_OK || at(g, 0) != 2.0 * i;
    vjp_tensor_release(g);
    vjp_tensor_release(x);
  }
  (void)unused;
  return (void*)bad;
}

static void thread_1_independent_graphs(void) {
  intptr_t answers[kThreads];
  run_threads(compute_alone, NULL, answers);
  for (int i = 0; i < kThreads; ++i) CHECK(answers[i] == 0);
}

static void* call_mul_many_times(void* x) {
  intptr_t bad = 0;
  for (int i = 0; i < 10000; ++i) {
    vjp_tensor* y = NULL;
    bad += vjp_mul((vjp_tensor*)x, (vjp_tensor*)x, &y) != VJP_OK;
    vjp_tensor_release(y);
  }
  return (void*)bad;
}

/* No call of an operator is lost or counted twice, also where threads come and go. */
static void calls_are_counted_on_all_threads(void) {
  vjp_tensor* x = VEC(1, 2);
  const int64_t before = vjp_debug_op_calls("mul"), others = vjp_debug_op_calls("div");
  intptr_t answers[kThreads];
  for (int round = 1; round <= 3; ++round) {
    run_threads(call_mul_many_times, x, answers);
    for (int i = 0; i < kThreads; ++i) CHECK(answers[i] == 0);
    CHECK(vjp_debug_op_calls("mul") == before + (int64_t)round * kThreads * 10000);
  }
  CHECK(call_mul_many_times(x) == NULL && vjp_debug_op_calls("mul") == before + (3 * kThreads + 1) * 10000);
  CHECK(vjp_debug_op_calls("div") == others);
}

int main(void) {
  RUN(mode_1_threads_start_with_the_default);
  RUN(mode_2_off);
  RUN(thread_1_independent_graphs);
  RUN(thread_3_one_graph_kept);
  RUN(thread_3_one_graph_freed);
  RUN(thread_4_shared_leaf);
  RUN(thread_12_the_last_handle_goes_on_another_thread);
  RUN(calls_are_counted_on_all_threads);
  return finish();
}
