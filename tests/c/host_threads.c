/* The caller's threads instead of the library's own. */
#include <pthread.h>

#include "check.h"
#include "threads.h"

/* A product large enough for several threads, and its gradient: a number that depends on every element. */
static double work(void) {
  int64_t shape[2] = {300, 300};
  vjp_tensor *a = ramp(VJP_DTYPE_FLOAT64, 2, shape), *b = leaf(ramp(VJP_DTYPE_FLOAT64, 2, shape)), *g = NULL;
  vjp_tensor* c = OP("matmul", T(a), T(b));
  OK(try_grad(sum(mul(c, c)), NULL, b, false, false, &g));
  return at(sum(own(g)), 0);
}

typedef struct Task {
  void (*run)(void*, size_t);
  void* context;
  size_t first, last;
} Task;

static void* run_task(void* argument) {
  Task* t = argument;
  for (size_t i = t->first; i < t->last; ++i) t->run(t->context, i);
  return NULL;
}

static int at_start; /* threads before any work: sanitizers and emulators have some of their own */
static int calls;
static size_t most;

/* Half of the tasks on a thread made for it. */
static void on_two_threads(void* context, size_t count, void (*task)(void*, size_t), void* task_context) {
  CHECK(context == &calls);
  __sync_fetch_and_add(&calls, 1);
  if (count > most) most = count;
  Task other = {task, task_context, 0, count / 2}, mine = {task, task_context, count / 2, count};
  pthread_t thread;
  bool made = pthread_create(&thread, NULL, run_task, &other) == 0;
  run_task(&mine);
  if (made)
    pthread_join(thread, NULL);
  else
    run_task(&other);
}

/* One that was shut down runs nothing: the work is done all the same. */
static void on_none(void* context, size_t count, void (*task)(void*, size_t), void* task_context) {
  (void)context, (void)count, (void)task, (void)task_context;
}

static void the_callers_threads_do_the_work(void) {
  OK(vjp_set_num_threads(4));
  double expected = work();
  vjp_shutdown();
  CHECK(threads_are("", at_start));
  vjp_thread_pool pool = {sizeof pool, on_two_threads, &calls};
  OK(vjp_set_thread_pool(&pool));
  CHECK(work() == expected);
  CHECK(calls > 0 && most > 1 && most <= 4);
  CHECK(threads_are("", at_start)); /* none of our own */
  pool.run = on_none;
  OK(vjp_set_thread_pool(&pool));
  CHECK(work() == expected);
  int until = calls;
  OK(vjp_set_thread_pool(NULL));
  CHECK(work() == expected);
  CHECK(calls == until && (count_threads("") > at_start) == has_threads());
  vjp_shutdown();
}

/* Fails where it should share out the work. */
static void on_one_and_fail(void* context, size_t count, void (*task)(void*, size_t), void* task_context) {
  (void)count;
  task(task_context, 0);
  vjp_error_raise(VJP_ERROR_BACKEND, "no threads", context, NULL);
}

static void a_pool_raises(void) {
  vjp_tensor *ones = OP("ones", INTS(700, 700)), *out = OP("zeros", INTS(700, 700));
  int payload = 0;
  vjp_thread_pool pool = {sizeof pool, on_one_and_fail, &payload};
  OK(vjp_set_num_threads(4));
  OK(vjp_set_thread_pool(&pool));
  FAILS(VJP_ERROR_BACKEND, TRY_OUT("exp", T(ones), T(out)));
  SAYS("no threads");
  CHECK(vjp_error_take_payload() == &payload);
  OK(vjp_set_thread_pool(NULL));
  ABOUT(at(out, 700 * 700 - 1), exp(1), 1e-6); /* the work is done */
}

static void mistakes_are_told(void) {
  vjp_thread_pool pool = {sizeof pool, NULL, NULL};
  FAILS(VJP_ERROR_INVALID, vjp_set_thread_pool(&pool));
  SAYS("with run set");
  pool.run = on_none;
  pool.struct_size = 3;
  FAILS(VJP_ERROR_INVALID, vjp_set_thread_pool(&pool));
}

int main(void) {
  at_start = threads_at_start();
  RUN(the_callers_threads_do_the_work);
  RUN(a_pool_raises);
  RUN(mistakes_are_told);
  return finish();
}
