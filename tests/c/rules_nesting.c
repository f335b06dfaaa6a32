/* Chapters 11 and 12, clause by clause: nested grad calls, the threads they run on, and what belongs to a thread. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "custom_functions.h"
#include "vjp/sim.h"

static const vjp_device kHost = {VJP_DEVICE_CPU, 0};
static const vjp_device kSim = {VJP_DEVICE_SIM, 0};

static char trace[64];
static pthread_mutex_t trace_lock = PTHREAD_MUTEX_INITIALIZER;
static void note(char letter) {
  pthread_mutex_lock(&trace_lock);
  size_t n = strlen(trace);
  if (n + 1 < sizeof trace) trace[n] = letter, trace[n + 1] = '\0';
  pthread_mutex_unlock(&trace_lock);
}

static vjp_status run_nested(vjp_tensor* root, vjp_tensor* input) {
  vjp_tensor* out = NULL;
  vjp_status status = try_grad(root, NULL, input, false, true, &out);
  vjp_tensor_release(out);
  return status;
}

/* ---- nested calls ---- */

static vjp_status refuse(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  return vjp_error_raise(VJP_ERROR_IO, "at the bottom", NULL, NULL);
}
static vjp_status pass_on(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  vjp_tensor** pair = (vjp_tensor**)context;
  return run_nested(pair[0], pair[1]);
}
/* REENT-6: the names of the nodes outside-in, with class and message of the first */
static void reent_6_names_outside_in(void) {
  vjp_tensor *a = leaf(VEC(1)), *b = leaf(VEC(2)), *c = leaf(VEC(3));
  vjp_tensor *innermost = OP("exp", T(a)), *middle = OP("sin", T(b)), *outer = OP("tanh", T(c)), *g = NULL;
  vjp_tensor *inner_pair[] = {innermost, a}, *middle_pair[] = {middle, b};
  OK(vjp_tensor_add_hook(innermost, refuse, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(middle, pass_on, inner_pair, NULL, NULL));
  OK(vjp_tensor_add_hook(outer, pass_on, middle_pair, NULL, NULL));
  FAILS(VJP_ERROR_IO, try_grad(outer, NULL, c, false, true, &g));
  SAYS("at the bottom");
  SAYS("(in node TanhBackward > SinBackward > ExpBackward)");
}

/* REENT-6, REENT-12: an inner failure is an error at the place of the call; of gradients that were under way nothing is
 * left, neither for the outer task nor for a later one over the same graph */
static vjp_status inner_status;
static vjp_status survive(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  vjp_tensor** pair = (vjp_tensor**)context;
  inner_status = run_nested(pair[0], pair[1]);
  return VJP_OK;
}
static void reent_12_nothing_is_left(void) {
  vjp_tensor *w = leaf(VEC(1, 2)), *shared = times(w, 2), *first = times(shared, 3), *last = times(shared, 5);
  vjp_tensor* pair[] = {sum(add(first, last)), w};
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(first, refuse, NULL, NULL, &hook)); /* `last` has given `shared` its part by then */
  vjp_tensor *x = leaf(VEC(3)), *y = mul(x, x);
  OK(vjp_tensor_add_hook(y, survive, pair, NULL, NULL));
  EQUALS(grad(y, x), 6);
  CHECK(inner_status == VJP_ERROR_IO);
  vjp_hook_remove(hook);
  EQUALS(grad(pair[0], w), 16, 16);
  EQUALS(grad(y, x), 6);
  CHECK(inner_status == VJP_OK);
}

/* THREAD-8: warnings of a nested call go to the recorder of the call around it, in order of arrival */
static char warned[256];
static void note_warning(void* context, const char* message) {
  (void)context;
  strncat(warned, message, sizeof warned - strlen(warned) - 1);
  strncat(warned, ";", sizeof warned - strlen(warned) - 1);
}
static vjp_status warn_of(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  return vjp_warn((const char*)context);
}
static vjp_status warn_around(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  vjp_tensor** pair = (vjp_tensor**)context;
  OK(vjp_warn("before"));
  OK(run_nested(pair[0], pair[1]));
  OK(vjp_warn("after"));
  CHECK(warned[0] == '\0');
  return VJP_OK;
}
static void thread_8_warnings_of_nested_calls(void) {
  vjp_tensor *w = leaf(VEC(2)), *pair[] = {mul(w, w), w}, *x = leaf(VEC(3)), *y = mul(x, x);
  OK(vjp_tensor_add_hook(pair[0], warn_of, "inner", NULL, NULL));
  OK(vjp_tensor_add_hook(y, warn_around, pair, NULL, NULL));
  OK(vjp_set_warning_handler(note_warning, NULL, NULL));
  warned[0] = '\0';
  EQUALS(grad(y, x), 6);
  CHECK(strcmp(warned, "before;inner;after;") == 0);
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
}

/* ---- who runs what ---- */

static pthread_t ran_on;
static _Thread_local int of_this_thread;
static int seen_of_thread;
static vjp_status note_thread(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  ran_on = pthread_self();
  seen_of_thread = of_this_thread;
  return VJP_OK;
}
static bool ran_here(void) { return pthread_equal(ran_on, pthread_self()) != 0; }

/* THREAD-1: nodes of the host run in the calling thread, so what is thread-local is seen there */
static void* run_in_thread(void* pair) {
  of_this_thread = 7;
  intptr_t good = run_nested(((vjp_tensor**)pair)[0], ((vjp_tensor**)pair)[1]) == VJP_OK && ran_here();
  return (void*)(good && seen_of_thread == 7 ? (intptr_t)1 : (intptr_t)0);
}
static void thread_1_in_the_calling_thread(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = mul(x, x), *pair[] = {sum(h), x};
  OK(vjp_tensor_add_hook(h, note_thread, NULL, NULL, NULL));
  of_this_thread = 5;
  CHECK(run_nested(pair[0], pair[1]) == VJP_OK && ran_here() && seen_of_thread == 5);
  pthread_t thread;
  void* good = NULL;
  CHECK(pthread_create(&thread, NULL, run_in_thread, pair) == 0);
  pthread_join(thread, &good);
  CHECK(good != NULL);
  of_this_thread = 0;
}

/* THREAD-15: a call that failed leaves the thread as it was: after many of them the next still runs here */
static void thread_15_after_errors(void) {
  vjp_tensor *x = leaf(VEC(1)), *bad = mul(x, x), *y = mul(x, x), *g = NULL;
  OK(vjp_tensor_add_hook(bad, refuse, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(y, note_thread, NULL, NULL, NULL));
  for (int i = 0; i < 100; ++i) CHECK(try_grad(bad, NULL, x, false, true, &g) == VJP_ERROR_IO);
  EQUALS(grad(y, x), 2);
  CHECK(ran_here() && vjp_grad_call_current() == NULL && !vjp_in_backward());
}

/* THREAD-4: a leaf has one accumulator for all threads */
static void* accumulator_there(void* x) {
  vjp_node* node = NULL;
  uint32_t slot = 0;
  if (vjp_tensor_gradient_edge((vjp_tensor*)x, &node, &slot) != VJP_OK) return NULL;
  vjp_node_release(node); /* compared by address: this thread's caller holds it */
  return node;
}
static void thread_4_one_accumulator(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_node* here = edge_of(x);
  pthread_t thread;
  void* there = NULL;
  CHECK(pthread_create(&thread, NULL, accumulator_there, x) == 0);
  pthread_join(thread, &there);
  CHECK(there == here);
}

/* THREAD-12: the last handle of a graph may go on any thread, and takes what the user left in it along */
static atomic_int drops;
static vjp_tensor* looked_at;
static void count_drop(void* context) {
  (void)context;
  vjp_tensor* g = NULL; /* the library may be called from here: it holds no lock */
  if (vjp_tensor_grad(looked_at, &g) == VJP_OK) atomic_fetch_add(&drops, 1);
  vjp_tensor_release(g);
}
static vjp_status hand_on(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                          size_t num_inputs) {
  (void)context, (void)node, (void)num_grads, (void)num_inputs;
  out[0] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}
static void* release_it(void* t) {
  vjp_tensor_release((vjp_tensor*)t);
  return NULL;
}
static void thread_12_destructors_run_anywhere(void) {
  vjp_tensor *x = leaf(VEC(1)), *y = NULL;
  double one = 1;
  looked_at = x;
  OK(vjp_tensor_from_data(&one, NULL, 0, VJP_DTYPE_FLOAT64, &y));
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "HandOn";
  f.backward = hand_on;
  f.context = &drops;
  f.drop = count_drop;
  OK(vjp_function_record(&f, &x, 1, &y, 1, NULL, 0));
  CHECK(atomic_load(&drops) == 0);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, release_it, y) == 0);
  pthread_join(thread, NULL);
  CHECK(atomic_load(&drops) == 1);
}

/* ---- several threads at once ---- */

enum { kThreads = 4 };
static void run_threads(void* (*body)(void*), void* argument) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) CHECK(pthread_create(&threads[i], NULL, body, argument) == 0);
  for (int i = 0; i < kThreads; ++i) {
    void* good = NULL;
    pthread_join(threads[i], &good);
    CHECK(good != NULL);
  }
}

/* ACC-2, THREAD-4: the exact sum, also of those that come first. The leaf is large, so that one is not done before the
 * next begins. */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { kRounds = 8 };
#else
enum { kRounds = 40 };
#endif
static pthread_barrier_t at_once;
static vjp_tensor *big_leaf, *big_gradient;
static void* accumulate_once(void* unused) {
  (void)unused;
  pthread_barrier_wait(&at_once);
  return vjp_backward(big_leaf, big_gradient) == VJP_OK ? &at_once : NULL;
}
static void acc_2_the_exact_sum(void) {
  static const int64_t size = 1 << 20;
  CHECK(pthread_barrier_init(&at_once, NULL, kThreads) == 0);
  big_gradient = OP("full", L(&size, 1), F(1), D(VJP_DTYPE_FLOAT64));
  for (int round = 0; round < kRounds; ++round) {
    big_leaf = leaf(OP("full", L(&size, 1), F(0), D(VJP_DTYPE_FLOAT64)));
    run_threads(accumulate_once, NULL);
    EQUALS(sum(grad_of(big_leaf)), (double)kThreads * (double)size);
    drop_now(big_leaf);
  }
  pthread_barrier_destroy(&at_once);
}

/* THREAD-5: a custom node runs in one task at a time. The first to be inside waits for another to come, for a while. */
enum { kWhile = 20000 };
static atomic_int inside, crowded;
static atomic_bool second_runs;
static pthread_t second;
static vjp_tensor* crowded_pair[2];
static void* come_second(void* pair) {
  atomic_store(&second_runs, true);
  return run_nested(((vjp_tensor**)pair)[0], ((vjp_tensor**)pair)[1]) == VJP_OK ? pair : NULL;
}
static vjp_status stay_inside(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  if (atomic_fetch_add(&inside, 1) > 0) atomic_store(&crowded, 1);
  if (!atomic_load(&second_runs)) {
    CHECK(pthread_create(&second, NULL, come_second, crowded_pair) == 0);
    while (!atomic_load(&second_runs)) sched_yield();
    for (int i = 0; i < kWhile && !atomic_load(&crowded); ++i) sched_yield();
  }
  atomic_fetch_sub(&inside, 1);
  return hand_on(context, node, grads, num_grads, out, num_inputs);
}
static void thread_5_one_at_a_time(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = VEC(1);
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Stay";
  f.backward = stay_inside;
  OK(vjp_function_record(&f, &x, 1, &y, 1, NULL, 0));
  crowded_pair[0] = y, crowded_pair[1] = x;
  CHECK(run_nested(y, x) == VJP_OK);
  void* good = NULL;
  pthread_join(second, &good);
  CHECK(good != NULL && atomic_load(&crowded) == 0 && atomic_load(&inside) == 0);
}

/* THREAD-6: hooks that several threads add to one list are all there; and the list is not locked while a hook runs */
enum { kHooks = 400 };
static atomic_int hook_calls;
static vjp_status count_call(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  atomic_fetch_add(&hook_calls, 1);
  return VJP_OK;
}
static void* add_hooks(void* t) {
  for (int i = 0; i < kHooks; ++i)
    if (vjp_tensor_add_hook((vjp_tensor*)t, count_call, NULL, NULL, NULL) != VJP_OK) return NULL;
  return t;
}
static vjp_status add_from_another_thread(void* t, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  pthread_t thread;
  void* good = NULL;
  CHECK(pthread_create(&thread, NULL, add_hooks, t) == 0);
  pthread_join(thread, &good);
  CHECK(good != NULL);
  return VJP_OK;
}
static void thread_6_lists_of_hooks(void) {
  vjp_tensor* x = leaf(VEC(1));
  for (int round = 0; round < 4; ++round) {
    vjp_tensor* y = mul(x, x);
    run_threads(add_hooks, y);
    atomic_store(&hook_calls, 0);
    EQUALS(grad(y, x), 2);
    CHECK(atomic_load(&hook_calls) == kThreads * kHooks);
  }
  vjp_hook* hook = NULL;
  vjp_tensor* z = mul(x, x);
  OK(vjp_tensor_add_hook(z, add_from_another_thread, z, NULL, &hook));
  atomic_store(&hook_calls, 0);
  EQUALS(grad(z, x), 2); /* what is added meanwhile counts from the next time */
  CHECK(atomic_load(&hook_calls) == 0);
  vjp_hook_remove(hook);
  EQUALS(grad(z, x), 2);
  CHECK(atomic_load(&hook_calls) == kHooks);
}

/* ---- on a worker ---- */

static vjp_tensor* on_sim(vjp_tensor* host) {
  vjp_value device = {VJP_KIND_DEVICE, 0, {0}};
  device.as.device = kSim;
  return OP("to.device", T(host), device, NONE(), B(false));
}
/* THREAD-7: the modes of the caller are those of the nodes on a worker, and the worker's own come back */
static atomic_int modes_there;
static vjp_status note_modes(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                             vjp_tensor** out, size_t num_inputs) {
  atomic_store(&modes_there, (vjp_mode_enabled(VJP_MODE_VIEW_REPLAY) ? 1 : 0) + (vjp_grad_mode() ? 2 : 0));
  ran_on = pthread_self();
  return hand_on(context, node, grads, num_grads, out, num_inputs);
}
static void thread_7_modes_on_a_worker(void) {
  vjp_tensor *x = leaf(on_sim(VEC(1, 2))), *ones = on_sim(VEC(1, 1)), *y = with_backward(x, "Custom", note_modes, NULL),
             *g = NULL;
  vjp_guard* replay = NULL;
  for (int round = 0; round < 2; ++round) {
    OK(vjp_guard_mode(VJP_MODE_VIEW_REPLAY, true, &replay));
    OK(try_grad(y, ones, x, round == 1, true, &g));
    own(g);
    CHECK(atomic_load(&modes_there) == 1 + 2 * round && ran_here() == !has_threads());
    OK(vjp_guard_exit(replay));
    OK(try_grad(y, ones, x, false, true, &g));
    own(g);
    CHECK(atomic_load(&modes_there) == 0);
  }
}

/* REENT-2, TASK-5: a worker that waits for a nested call runs that one's nodes before those of the call around it, be
 * they recorded later. The node of the host says that all roots are in their queues. */
static atomic_int all_queued;
static vjp_status on_the_host(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  atomic_store(&all_queued, 1);
  return hand_on(context, node, grads, num_grads, out, num_inputs);
}
static vjp_status note_letter(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  note(*(const char*)context);
  return hand_on(context, node, grads, num_grads, out, num_inputs);
}
static vjp_tensor *inner_root, *inner_input, *inner_gradient;
static vjp_status start_inner(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  while (!atomic_load(&all_queued)) sched_yield();
  note('(');
  vjp_tensor* g = NULL;
  vjp_status status = try_grad(inner_root, inner_gradient, inner_input, false, true, &g);
  vjp_tensor_release(g);
  note(')');
  return status == VJP_OK ? hand_on(context, node, grads, num_grads, out, num_inputs) : status;
}
static void reent_2_deeper_tasks_first(void) {
  OK(vjp_sim_set_mode("threads:2"));
  for (int round = 0; round < 3; ++round) {
    inner_input = leaf(on_sim(VEC(1))), inner_gradient = on_sim(VEC(1));
    inner_root = with_backward(with_backward(inner_input, "Custom", note_letter, "j"), "Custom", note_letter, "i");
    vjp_tensor *a = leaf(on_sim(VEC(1))), *b = leaf(on_sim(VEC(1))), *c = leaf(VEC(1));
    vjp_tensor* sibling = with_backward(b, "Custom", note_letter, "b");
    vjp_tensor *outer = with_backward(a, "Custom", start_inner, NULL),
               *host = with_backward(c, "Custom", on_the_host, NULL);
    vjp_tensor *roots[] = {sibling, outer, host}, *ones[] = {on_sim(VEC(1)), on_sim(VEC(1)), VEC(1)};
    vjp_tensor *inputs[] = {a, b, c}, *g[3] = {NULL, NULL, NULL};
    atomic_store(&all_queued, 0);
    trace[0] = '\0';
    OK(vjp_grad(roots, 3, ones, inputs, 3, NULL, g));
    for (int i = 0; i < 3; ++i) own(g[i]);
    CHECK(strcmp(trace, "(ij)b") == 0);
  }
  OK(vjp_sim_set_mode("lazy"));
}

int main(void) {
  OK(vjp_set_default_device(kHost)); /* whatever VJP_DEVICE says */
  RUN(reent_6_names_outside_in);
  RUN(reent_12_nothing_is_left);
  RUN(thread_8_warnings_of_nested_calls);
  RUN(thread_1_in_the_calling_thread);
  RUN(thread_15_after_errors);
  RUN(thread_4_one_accumulator);
  RUN(thread_12_destructors_run_anywhere);
  RUN(acc_2_the_exact_sum);
  RUN(thread_5_one_at_a_time);
  RUN(thread_6_lists_of_hooks);
  RUN(thread_7_modes_on_a_worker);
  RUN(reent_2_deeper_tasks_first);
  vjp_shutdown();
  return finish();
}
