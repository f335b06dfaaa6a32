/* THREAD-3 to THREAD-5: several threads run backward over one graph. Helpers of check.h share an arena and counters, so
 * threads use none. */
#include <pthread.h>

#include "check.h"

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { kThreads = 8, kRounds = 1000, kGraphs = 20 };
#else
enum { kThreads = 8, kRounds = 1000, kGraphs = 200 };
#endif

typedef struct {
  vjp_tensor* root;
  int rounds;
  bool keep;
  int good, freed, other; /* how the calls ended */
  pthread_barrier_t* start;
} Work;

static void* back(void* argument) {
  Work* work = (Work*)argument;
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = work->keep;
  options.accumulate = 1;
  pthread_barrier_wait(work->start);
  for (int i = 0; i < work->rounds; ++i) {
    vjp_grad_call* call = NULL;
    vjp_status status = vjp_grad_call_create(&options, &call);
    if (status == VJP_OK) status = vjp_grad_call_add_root(call, work->root, NULL);
    if (status == VJP_OK) status = vjp_grad_call_run(call);
    vjp_grad_call_release(call);
    *(status == VJP_OK ? &work->good : status == VJP_ERROR_STATE ? &work->freed : &work->other) += 1;
  }
  return NULL;
}

/* Runs kThreads of them at once; the sums of how the calls ended. */
static Work run_all(vjp_tensor* root, int rounds, bool keep) {
  pthread_barrier_t start;
  pthread_t threads[kThreads];
  Work work[kThreads], all = {root, rounds, keep, 0, 0, 0, NULL};
  pthread_barrier_init(&start, NULL, kThreads);
  for (int i = 0; i < kThreads; ++i) {
    work[i] = all;
    work[i].start = &start;
    CHECK(pthread_create(&threads[i], NULL, back, &work[i]) == 0);
  }
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    all.good += work[i].good;
    all.freed += work[i].freed;
    all.other += work[i].other;
  }
  pthread_barrier_destroy(&start);
  return all;
}

/* ---- a custom function that notes who is inside ---- */

static int inside, crowded, custom_calls;
static vjp_status twice(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                        size_t num_inputs) {
  (void)context, (void)num_grads, (void)num_inputs;
  if (__atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST) > 0) __atomic_fetch_add(&crowded, 1, __ATOMIC_SEQ_CST);
  vjp_tensor* saved = NULL;
  vjp_status status = vjp_function_saved(node, 0, &saved);
  if (status == VJP_OK) status = vjp_mul(grads[0], saved, &out[0]);
  vjp_tensor_release(saved);
  __atomic_fetch_add(&custom_calls, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
  return status;
}
static vjp_tensor* doubled(vjp_tensor* x) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Twice";
  f.backward = twice;
  vjp_tensor *two = VEC(2, 2), *result = VEC(1, 1);
  OK(vjp_function_record(&f, &x, 1, &result, 1, &two, 1));
  return result;
}

/* ---- graphs: the gradient of each is known ---- */

static vjp_tensor* plain_graph(vjp_tensor* x) { return sum(OP("exp", T(mul(x, x)))); }
static const double kPlain[2] = {2 * 2.718281828459045, 4 * 54.598150033144236};

/* half of the base is squared in place */
static vjp_tensor* slice_graph(vjp_tensor* x) {
  vjp_tensor* base = times(x, 3);
  vjp_tensor* part = narrow(base, 0, 1, 1);
  OP_("mul", T(part), T(clone(part)));
  return sum(base);
}
static const double kSlice[2] = {3, 2 * 9 * 2};

static vjp_tensor* custom_graph(vjp_tensor* x) { return sum(doubled(mul(x, x))); }
static const double kCustom[2] = {4, 8};

/* with hooks, which run between the derivative and the release */
static vjp_status look(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                       size_t num_grads) {
  (void)context, (void)results, (void)num_results, (void)grads, (void)num_grads;
  return VJP_OK;
}
static vjp_tensor* hooked_graph(vjp_tensor* x) {
  vjp_tensor* y = OP("exp", T(mul(x, x)));
  OK(vjp_node_add_post_hook(node_of(y), look, NULL, NULL, NULL));
  return sum(y);
}

/* THREAD-3: with keep-graph all succeed, and the leaf has the sum */
static void kept(vjp_tensor* (*graph)(vjp_tensor*), const double* gradient) {
  vjp_tensor* x = leaf(VEC(1, 2));
  Work all = run_all(graph(x), kRounds, true);
  CHECK(all.good == kThreads * kRounds && all.freed == 0 && all.other == 0);
  for (size_t i = 0; i < 2; ++i) ABOUT(at(grad_of(x), i), gradient[i] * kThreads * kRounds, 1e-9);
}
static void thread_3_plain_kept(void) { kept(plain_graph, kPlain); }
static void thread_3_slice_kept(void) { kept(slice_graph, kSlice); }
static void thread_3_hooked_kept(void) { kept(hooked_graph, kPlain); }

/* THREAD-5: a custom node runs in one of them at a time */
static void thread_5_custom_kept(void) {
  crowded = 0;
  custom_calls = 0;
  kept(custom_graph, kCustom);
  CHECK(crowded == 0 && custom_calls == kThreads * kRounds);
}

/* THREAD-3: without, each node that saves something succeeds in one of them: the leaf has one part or none */
static void freed(vjp_tensor* (*graph)(vjp_tensor*), const double* gradient) {
  for (int i = 0; i < kGraphs; ++i) {
    vjp_tensor* x = leaf(VEC(1, 2));
    Work all = run_all(graph(x), 1, false);
    CHECK(all.good <= 1 && all.other == 0 && all.good + all.freed == kThreads);
    vjp_tensor* g = grad_of(x);
    CHECK(g || all.good == 0);
    for (size_t k = 0; g && k < 2; ++k) ABOUT(at(g, k), gradient[k], 1e-9);
    arena_clear();
  }
}
static void thread_3_plain_freed(void) { freed(plain_graph, kPlain); }
static void thread_3_slice_freed(void) { freed(slice_graph, kSlice); }
static void thread_3_custom_freed(void) { freed(custom_graph, kCustom); }
static void thread_3_hooked_freed(void) { freed(hooked_graph, kPlain); }

/* THREAD-3 without luck: between the derivative of a node and its release another grad call frees it, and succeeds */
static int others;
static vjp_status free_in_between(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                                  size_t num_grads) {
  (void)results, (void)num_results, (void)grads, (void)num_grads;
  if (others++ > 0) return VJP_OK;
  OK(vjp_backward((vjp_tensor*)context, NULL));
  return VJP_OK;
}
static void thread_3_freed_in_between(void) {
  vjp_tensor *x = leaf(SCALAR(3)), *y = mul(x, x);
  others = 0;
  OK(vjp_node_add_post_hook(node_of(y), free_in_between, y, NULL, NULL));
  FAILS(VJP_ERROR_STATE, vjp_backward(y, NULL));
  SAYS("freed by another backward meanwhile");
  CHECK(others == 2);
  EQUALS(grad_of(x), 6);
}

/* REENT-1, THREAD-5: with threads about, a hook of a custom node may still run a grad call over that very node, on
 * another thread's stack too */
static int levels;
static vjp_tensor *again_x, *again_y;
static vjp_status once_more(void* context, vjp_tensor** grads, size_t count) {
  (void)context, (void)grads, (void)count;
  if (--levels <= 0) return VJP_OK;
  vjp_tensor* out = NULL;
  vjp_status status = try_grad(again_y, NULL, again_x, false, true, &out);
  vjp_tensor_release(out);
  return status;
}
static void reent_1_over_its_own_custom_node(void) {
  again_x = leaf(VEC(1, 2));
  vjp_tensor* d = doubled(again_x);
  again_y = sum(d);
  OK(vjp_node_add_pre_hook(node_of(d), once_more, NULL, NULL, NULL));
  levels = 150;
  EQUALS(grad(again_y, again_x), 2, 2);
  CHECK(levels == 0);
}

int main(void) {
  RUN(thread_3_plain_kept);
  RUN(thread_3_slice_kept);
  RUN(thread_3_hooked_kept);
  RUN(thread_5_custom_kept);
  RUN(thread_3_plain_freed);
  RUN(thread_3_slice_freed);
  RUN(thread_3_custom_freed);
  RUN(thread_3_hooked_freed);
  RUN(thread_3_freed_in_between); /* after threads: a process that has none does not look */
  RUN(reent_1_over_its_own_custom_node);
  vjp_shutdown();
  return finish();
}
