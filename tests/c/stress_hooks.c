/*
 * Hooks that remove themselves, fail, and start grad calls, from eight threads at once, on leaves and graphs of their
 * own and shared ones. Afterwards every context was dropped once, and memory is where it was.
 */
#include <pthread.h>

#include "check.h"

enum { kThreads = 8, kRounds = 60, kContexts = 4096 };

/* ---- what is shared ---- */

static vjp_tensor *shared_leaf, *shared_root; /* root = sum(3 leaf exp(leaf)), saved values and all */
static vjp_node* shared_node;

typedef enum { KEEPS, REMOVES_ITSELF, FAILS_ONCE, NESTS } Behaviour;
typedef struct {
  Behaviour behaviour;
  vjp_hook* hook; /* taken by the thread that removes it */
  int32_t dropped, nested;
} Context;
static Context contexts[kContexts];
static int32_t num_contexts, calls, payloads_made, payloads_dropped;

static int32_t count_up(int32_t* counter) { return __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST); }

static Context* new_context(Behaviour behaviour) {
  int32_t i = count_up(&num_contexts);
  if (i >= kContexts) abort();
  contexts[i].behaviour = behaviour; /* the rest is zero: another thread may look for a hook here already */
  return &contexts[i];
}
static void drop_context(void* context) { count_up(&((Context*)context)->dropped); }
static void drop_payload(void* payload) {
  free(payload);
  count_up(&payloads_dropped);
}

/* Of several that want to remove a hook one does. */
static void remove_hook(Context* c) { vjp_hook_remove(__atomic_exchange_n(&c->hook, NULL, __ATOMIC_SEQ_CST)); }

static void begin_counting(void) {
  memset(contexts, 0, sizeof contexts);
  num_contexts = calls = payloads_made = payloads_dropped = 0;
}

/* Every hook that was added is gone, and its context dropped once. */
static void check_contexts(void) {
  for (int32_t i = 0; i < num_contexts; ++i) remove_hook(&contexts[i]);
  int32_t wrong = 0;
  for (int32_t i = 0; i < num_contexts; ++i) wrong += contexts[i].dropped != 1;
  CHECK(wrong == 0 && num_contexts > 0 && calls > 0);
  CHECK(payloads_made == payloads_dropped);
}

/* ---- hooks ---- */

/* A grad call over the graph that all threads share, perhaps over the very node whose hook this is. */
static vjp_status nested_call(void) {
  vjp_tensor* g = NULL;
  vjp_status status = vjp_scope_begin();
  if (status == VJP_OK) status = try_grad(shared_root, NULL, shared_leaf, false, true, &g);
  vjp_scope_end();
  return status;
}

static vjp_status behave(Context* c) {
  count_up(&calls);
  if (c->behaviour == REMOVES_ITSELF) remove_hook(c);
  if (c->behaviour == FAILS_ONCE) {
    remove_hook(c);
    count_up(&payloads_made);
    return vjp_error_raise(VJP_ERROR_CANCELLED, "a hook that fails", malloc(8), drop_payload);
  }
  if (c->behaviour == NESTS && count_up(&c->nested) == 0) return nested_call(); /* once, or it would not end */
  return VJP_OK;
}
static vjp_status on_gradient(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  (void)replacement;
  return behave((Context*)context);
}
static vjp_status on_leaf(void* context, vjp_tensor* leaf) {
  (void)leaf;
  return behave((Context*)context);
}
static vjp_status on_slots(void* context, vjp_tensor** grads, size_t count) {
  (void)grads;
  (void)count;
  return behave((Context*)context);
}
static vjp_status on_results(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                             size_t num_grads) {
  (void)results;
  (void)num_results;
  (void)grads;
  (void)num_grads;
  return behave((Context*)context);
}

/* Adds one of the kinds; the handle is where the hook finds it. */
static vjp_status add_hook(unsigned kind, Behaviour behaviour, vjp_tensor* tensor, vjp_tensor* leaf, vjp_node* node) {
  Context* c = new_context(behaviour);
  vjp_hook* hook = NULL;
  vjp_status status = VJP_OK;
  if (kind == 0) status = vjp_tensor_add_hook(tensor, on_gradient, c, drop_context, &hook);
  if (kind == 1) status = vjp_tensor_add_post_accumulate_hook(leaf, on_leaf, c, drop_context, &hook);
  if (kind == 2) status = vjp_node_add_pre_hook(node, on_slots, c, drop_context, &hook);
  if (kind == 3) status = vjp_node_add_post_hook(node, on_results, c, drop_context, &hook);
  if (status == VJP_OK) __atomic_store_n(&c->hook, hook, __ATOMIC_SEQ_CST);
  return status;
}

/* ---- threads ---- */

typedef struct {
  unsigned seed;
  int32_t failures; /* grad calls that failed because a hook did */
  int32_t bad;      /* anything else that went wrong */
} Worker;

static unsigned draw(Worker* w, unsigned below) {
  w->seed = w->seed * 1103515245u + 12345u;
  return (w->seed >> 16) % below;
}

static void expect(Worker* w, vjp_status status) {
  if (status == VJP_ERROR_CANCELLED && strstr(vjp_last_error(), "a hook that fails")) {
    ++w->failures;
    void* payload = vjp_error_take_payload();
    if (payload) drop_payload(payload);
  } else if (status != VJP_OK) {
    ++w->bad;
    printf("%s: %s\n", current_test, vjp_last_error());
  }
}

static void run_threads(void* (*body)(void*), Worker* workers) {
  pthread_t threads[kThreads];
  for (unsigned i = 0; i < kThreads; ++i) {
    workers[i] = (Worker){i + 1, 0, 0};
    CHECK(pthread_create(&threads[i], NULL, body, &workers[i]) == 0);
  }
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < kThreads; ++i) CHECK(workers[i].bad == 0);
}

static void make_shared(void) {
  shared_leaf = leaf(VEC(0.5, 1));
  vjp_tensor* y = mul(times(shared_leaf, 3), OP("exp", T(shared_leaf)));
  shared_node = node_of(y);
  shared_root = sum(y);
}

/* A graph of the thread's own over a leaf of its own, with hooks of every kind and behaviour. */
static void* own_graphs(void* worker) {
  Worker* w = (Worker*)worker;
  for (int round = 0; round < kRounds; ++round) {
    vjp_tensor *x = NULL, *y = NULL, *root = NULL;
    vjp_node* node = NULL;
    expect(w, vjp_scope_begin());
    expect(w, vjp_tensor_from_data((double[]){1, 2}, (int64_t[]){2}, 1, VJP_DTYPE_FLOAT64, &x));
    expect(w, vjp_tensor_set_requires_grad(x, true));
    expect(w, vjp_mul(x, x, &y));
    expect(w, vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &root));
    expect(w, vjp_tensor_grad_fn(y, &node));
    for (int i = 0; i < 4; ++i) {
      unsigned kind = draw(w, 4);
      expect(w, add_hook(kind, (Behaviour)draw(w, 4), draw(w, 2) ? x : y, x, node));
    }
    expect(w, vjp_backward(root, NULL));
    vjp_node_release(node);
    expect(w, vjp_scope_end());
  }
  return NULL;
}

/* HOOK-12, HOOK-13, HOOK-27, REENT-6, REENT-12, THREAD-3 */
static void hooks_on_own_graphs(void) {
  int64_t bytes = vjp_memory_allocated();
  Worker workers[kThreads];
  begin_counting();
  make_shared();
  run_threads(own_graphs, workers);
  check_contexts();
  int32_t failures = 0;
  for (int i = 0; i < kThreads; ++i) failures += workers[i].failures;
  CHECK(failures > 0);
  arena_clear();
  CHECK(vjp_memory_allocated() == bytes);
}

/* All threads run the shared graph, and add hooks to its nodes and its leaf that remove themselves or nest. */
static void* one_graph(void* worker) {
  Worker* w = (Worker*)worker;
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = options.accumulate = 1;
  vjp_grad_call* call = NULL;
  expect(w, vjp_grad_call_create(&options, &call));
  expect(w, vjp_grad_call_add_root(call, shared_root, NULL));
  for (int round = 0; round < kRounds; ++round) {
    Behaviour behaviour = (Behaviour[]){KEEPS, REMOVES_ITSELF, NESTS}[draw(w, 3)];
    expect(w, add_hook(draw(w, 4), behaviour, shared_leaf, shared_leaf, shared_node));
    expect(w, vjp_grad_call_run(call));
    remove_hook(&contexts[draw(w, (unsigned)__atomic_load_n(&num_contexts, __ATOMIC_SEQ_CST))]); /* perhaps it runs */
  }
  vjp_grad_call_release(call);
  return NULL;
}

/* HOOK-13, HOOK-29, THREAD-3 to THREAD-6, ACC-2: hooks come and go under running calls, and the sum is exact. */
static void hooks_on_one_graph(void) {
  int64_t bytes = vjp_memory_allocated();
  Worker workers[kThreads];
  begin_counting();
  make_shared();
  run_threads(one_graph, workers);
  check_contexts();
  double times_run = kThreads * kRounds; /* nested calls are grad and add nothing */
  EQUALS(grad_of(shared_leaf), times_run * 3 * exp(0.5) * 1.5, times_run * 3 * exp(1) * 2);
  arena_clear();
  CHECK(vjp_memory_allocated() == bytes);
}

/* Failing hooks on the shared graph: each failure is reported to the thread whose call met it, and to no other. */
static void* failing_on_one_graph(void* worker) {
  Worker* w = (Worker*)worker;
  for (int round = 0; round < kRounds; ++round) {
    vjp_tensor* g = NULL;
    if (draw(w, 2)) expect(w, add_hook(draw(w, 2) * 2, FAILS_ONCE, shared_leaf, shared_leaf, shared_node));
    vjp_status status = try_grad(shared_root, NULL, shared_leaf, false, true, &g);
    if (status == VJP_OK && !(fabs(at(g, 0) - 3 * exp(0.5) * 1.5) <= 1e-9)) ++w->bad; /* leftovers of a failed call */
    if (status != VJP_OK && g) ++w->bad;
    expect(w, status);
    vjp_tensor_release(g);
  }
  return NULL;
}

/* HOOK-27, ERR-2, REENT-12 */
static void failures_on_one_graph(void) {
  Worker workers[kThreads];
  begin_counting();
  make_shared();
  run_threads(failing_on_one_graph, workers);
  check_contexts();
  int32_t failures = 0;
  for (int i = 0; i < kThreads; ++i) failures += workers[i].failures;
  CHECK(failures > 0 && failures <= payloads_made);
  double expected = 3 * exp(0.5) * 1.5; /* and the graph is whole */
  vjp_tensor* g = grad(shared_root, shared_leaf);
  CHECK(fabs(at(g, 0) - expected) < 1e-9);
}

int main(void) {
  RUN(hooks_on_own_graphs);
  RUN(hooks_on_one_graph);
  RUN(failures_on_one_graph);
  return finish();
}
