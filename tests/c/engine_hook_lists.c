/* Chapter 9: lists of hooks, what may change them while they run, and threads. */
#include <pthread.h>
#include <stdatomic.h>

#include "spy.h"

/* ---- lists are fixed when their turn begins ---- */

typedef struct {
  char letter;
  vjp_hook** remove; /* what the hook removes at its first call */
  vjp_tensor* add_to;
  Spy* add;
  vjp_node* add_pre_to;
  int drops;
} Meddler;

static void meddle(Meddler* m) {
  note(m->letter);
  if (m->remove && *m->remove) {
    vjp_hook* hook = *m->remove;
    *m->remove = NULL;
    vjp_hook_remove(hook);
  }
  if (m->add) {
    Spy* spy = m->add;
    m->add = NULL;
    if (m->add_to) on_tensor(m->add_to, spy);
    if (m->add_pre_to) on_pre(m->add_pre_to, spy);
  }
}
static vjp_status meddle_tensor(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  meddle((Meddler*)context);
  return VJP_OK;
}
static vjp_status meddle_pre(void* context, vjp_tensor** grads, size_t count) {
  (void)grads, (void)count;
  meddle((Meddler*)context);
  return VJP_OK;
}
static vjp_status meddle_post(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                              size_t num_grads) {
  (void)results, (void)num_results, (void)grads, (void)num_grads;
  meddle((Meddler*)context);
  return VJP_OK;
}
static vjp_status meddle_leaf(void* context, vjp_tensor* l) {
  (void)l;
  meddle((Meddler*)context);
  return VJP_OK;
}
static void meddler_drop(void* context) { ++((Meddler*)context)->drops; }

/* HOOK-12: whichever of three neighbours the middle one removes, all run this time, and the others the next. */
static void a_hook_removes_its_neighbours(void) {
  static const char* next[] = {"bc", "ac", "ab"};
  for (int victim = 0; victim < 3; ++victim) {
    static Spy a, c;
    static Meddler b;
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b), memset(&c, 0, sizeof c);
    a.letter = 'a', b.letter = 'b', c.letter = 'c';
    vjp_hook* hooks[3];
    vjp_tensor* x = leaf(VEC(1));
    vjp_tensor* y = times(x, 2);
    OK(vjp_tensor_add_hook(y, spy_tensor, &a, spy_drop, &hooks[0]));
    OK(vjp_tensor_add_hook(y, meddle_tensor, &b, meddler_drop, &hooks[1]));
    OK(vjp_tensor_add_hook(y, spy_tensor, &c, spy_drop, &hooks[2]));
    b.remove = &hooks[victim];
    clear_trace();
    grad(y, x);
    CHECK(strcmp(trace, "abc") == 0);
    CHECK(a.drops == (victim == 0) && b.drops == (victim == 1) && c.drops == (victim == 2));
    CHECK(vjp_tensor_num_hooks(y, VJP_HOOK_TENSOR) == 2);
    clear_trace();
    grad(y, x);
    CHECK(strcmp(trace, next[victim]) == 0);
    for (int i = 0; i < 3; ++i) vjp_hook_release(hooks[i]);
    arena_clear();
    CHECK(a.drops == 1 && b.drops == 1 && c.drops == 1);
  }
}

/* HOOK-12 for the other lists */
static void every_list_is_a_snapshot(void) {
  static Meddler pre = {.letter = 'p'}, post = {.letter = 'q'}, after = {.letter = 'a'};
  static Spy pre2 = {.letter = 'P'}, post2 = {.letter = 'Q'}, after2 = {.letter = 'A'};
  vjp_hook *h_pre = NULL, *h_post = NULL, *h_after = NULL;
  vjp_tensor* x = leaf(VEC(1));
  vjp_node* sink = edge_of(x);
  OK(vjp_node_add_pre_hook(sink, meddle_pre, &pre, meddler_drop, NULL));
  OK(vjp_node_add_pre_hook(sink, spy_pre, &pre2, spy_drop, &h_pre));
  OK(vjp_node_add_post_hook(sink, meddle_post, &post, meddler_drop, NULL));
  OK(vjp_node_add_post_hook(sink, spy_post, &post2, spy_drop, &h_post));
  OK(vjp_tensor_add_post_accumulate_hook(x, meddle_leaf, &after, meddler_drop, NULL));
  OK(vjp_tensor_add_post_accumulate_hook(x, spy_leaf, &after2, spy_drop, &h_after));
  pre.remove = &h_pre, post.remove = &h_post, after.remove = &h_after;
  clear_trace();
  OK(vjp_backward(times(x, 2), NULL));
  CHECK(strcmp(trace, "pPaAqQ") == 0);
  CHECK(pre2.drops == 1 && post2.drops == 1 && after2.drops == 1);
  clear_trace();
  OK(vjp_backward(times(x, 2), NULL));
  CHECK(strcmp(trace, "paq") == 0);
}

/* HOOK-12: what is added to the running list waits; to a later list, or to a node that is still to come, it runs */
static void hooks_added_by_hooks(void) {
  static Meddler same = {.letter = 's'}, later = {.letter = 'l'}, far = {.letter = 'f'};
  static Spy to_same = {.letter = 'S'}, to_later = {.letter = 'L'}, to_far = {.letter = 'F'};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* h = times(x, 3);
  vjp_tensor* y = times(h, 2);
  OK(vjp_tensor_add_hook(y, meddle_tensor, &same, meddler_drop, NULL));
  OK(vjp_tensor_add_hook(y, meddle_tensor, &later, meddler_drop, NULL));
  OK(vjp_tensor_add_hook(y, meddle_tensor, &far, meddler_drop, NULL));
  same.add = &to_same, same.add_to = y;
  later.add = &to_later, later.add_pre_to = node_of(y);
  far.add = &to_far, far.add_to = h;
  clear_trace();
  grad(y, x);
  CHECK(strcmp(trace, "slfLF") == 0);
  clear_trace();
  grad(y, x);
  CHECK(strcmp(trace, "slfSLF") == 0);
}

/* HOOK-10: a post-hook registered while its node executes runs in this task */
static Spy late = {.letter = 'z'};
static vjp_status registers_a_post_hook(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                        vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)num_grads, (void)num_inputs;
  out[0] = vjp_tensor_retain(grads[0]);
  return vjp_node_add_post_hook(node, spy_post, &late, spy_drop, NULL);
}
static void a_post_hook_registered_meanwhile(void) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.backward = registers_a_post_hook;
  vjp_tensor *x = leaf(VEC(1)), *y = VEC(1);
  OK(vjp_function_record(&f, &x, 1, &y, 1, NULL, 0));
  OK(vjp_backward(y, NULL));
  CHECK(late.calls == 1);
}

/* HOOK-3 the like, of an accumulator: it receives the gradient although nobody asked for it before */
static Spy late_at_leaf = {.letter = 'z'};
static vjp_status registers_at_the_sink(void* context, vjp_tensor* l) {
  (void)l;
  return vjp_node_add_post_hook((vjp_node*)context, spy_post, &late_at_leaf, spy_drop, NULL);
}
static void a_post_hook_of_an_accumulator_registered_meanwhile(void) {
  vjp_tensor* x = leaf(VEC(1));
  OK(vjp_tensor_add_post_accumulate_hook(x, registers_at_the_sink, edge_of(x), NULL, NULL));
  OK(vjp_backward(times(x, 7), NULL));
  CHECK(late_at_leaf.calls == 1);
  NEAR(late_at_leaf.last, 7);
}

/* HOOK-15 */
static void first_post_hooks(void) {
  static Spy a = {.letter = 'a'}, b = {.letter = 'b'}, c = {.letter = 'c'}, d = {.letter = 'd'};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  on_post(node_of(y), &a);
  on_post(node_of(y), &b);
  OK(vjp_node_add_first_post_hook(node_of(y), spy_post, &c, spy_drop, NULL));
  OK(vjp_node_add_first_post_hook(node_of(y), spy_post, &d, spy_drop, NULL));
  clear_trace();
  grad(y, x);
  CHECK(strcmp(trace, "dcab") == 0);
}

/* A function with two results, each the double of the input. */
static vjp_status adds_both(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                            size_t num_inputs) {
  (void)context, (void)node, (void)num_grads, (void)num_inputs;
  vjp_value args[] = {T(grads[0]), T(grads[1])};
  return call_op("add", VJP_VARIANT_FUNCTIONAL, args, 2, 0, &out[0]);
}

/* HOOK-2: slot by slot, whatever the order of registration. HOOK-13: removal keeps the order of the others. */
static void hooks_of_several_slots(void) {
  static Spy a = {.letter = 'a'}, b = {.letter = 'b'}, c = {.letter = 'c'}, d = {.letter = 'd'}, e = {.letter = 'e'};
  vjp_function f = VJP_FUNCTION_INIT;
  f.backward = adds_both;
  vjp_hook* hook = NULL;
  vjp_tensor *x = leaf(VEC(1)), *first = VEC(1), *second = VEC(1);
  OK(vjp_function_record(&f, &x, 1, (vjp_tensor*[]){first, second}, 2, NULL, 0));
  on_tensor(second, &a);
  on_tensor(first, &b);
  OK(vjp_tensor_add_hook(second, spy_tensor, &c, spy_drop, &hook));
  on_tensor(first, &d);
  on_tensor(second, &e);
  clear_trace();
  grad(add(first, times(second, 2)), x);
  CHECK(strcmp(trace, "bdace") == 0);
  NEAR(b.last, 1);
  NEAR(e.last, 2);
  CHECK(vjp_tensor_num_hooks(first, VJP_HOOK_TENSOR) == 2 && vjp_tensor_num_hooks(second, VJP_HOOK_TENSOR) == 3);
  CHECK(vjp_node_num_hooks(node_of(first), VJP_HOOK_TENSOR) == 5);
  vjp_hook_remove(hook);
  clear_trace();
  grad(add(first, second), x);
  CHECK(strcmp(trace, "bdae") == 0);
}

/* HOOK-1: the kinds and whom they belong to. INTRO-1: hook counts. */
static void hooks_are_counted(void) {
  static Spy spy = {.letter = 's'};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  vjp_node *n = node_of(y), *sink = edge_of(x);
  for (int kind = 1; kind <= 5; ++kind) {
    CHECK(vjp_tensor_num_hooks(y, (vjp_hook_kind)kind) == 0 && vjp_node_num_hooks(n, (vjp_hook_kind)kind) == 0);
  }
  on_tensor(y, &spy);
  on_tensor(x, &spy);
  on_tensor(x, &spy);
  on_pre(n, &spy);
  on_post(n, &spy);
  on_post(sink, &spy);
  OK(vjp_tensor_retain_grad(y));
  OK(vjp_tensor_add_post_accumulate_hook(x, spy_leaf, &spy, NULL, NULL));
  CHECK(vjp_tensor_num_hooks(y, VJP_HOOK_TENSOR) == 1 && vjp_node_num_hooks(n, VJP_HOOK_TENSOR) == 1);
  CHECK(vjp_tensor_num_hooks(x, VJP_HOOK_TENSOR) == 2 && vjp_node_num_hooks(sink, VJP_HOOK_TENSOR) == 2);
  CHECK(vjp_node_num_hooks(n, VJP_HOOK_PRE) == 1 && vjp_node_num_hooks(n, VJP_HOOK_POST) == 1);
  CHECK(vjp_node_num_hooks(sink, VJP_HOOK_PRE) == 0 && vjp_node_num_hooks(sink, VJP_HOOK_POST) == 1);
  CHECK(vjp_node_num_hooks(n, VJP_HOOK_RETAINED) == 1);
  CHECK(vjp_tensor_num_hooks(x, VJP_HOOK_POST_ACCUMULATE) == 1);
  CHECK(vjp_node_num_hooks(sink, VJP_HOOK_POST_ACCUMULATE) == 1);
  CHECK(vjp_tensor_num_hooks(NULL, VJP_HOOK_TENSOR) == 0 && vjp_node_num_hooks(NULL, VJP_HOOK_PRE) == 0);
}

/* ---- calls from hooks ---- */

typedef struct {
  vjp_tensor *root, *input;
  vjp_hook* mine;
  double seen;
  int calls;
} Nested;

/* HOOK-14: anything may be called, a grad call over this very node among it; and the hook removes itself first. */
static vjp_status calls_grad(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  Nested* nested = (Nested*)context;
  ++nested->calls;
  if (nested->calls > 1) return VJP_OK;
  vjp_tensor* out = NULL;
  vjp_status status = try_grad(nested->root, NULL, nested->input, false, true, &out);
  nested->seen = at(out, 0);
  vjp_tensor_release(out);
  return status;
}
static void a_hook_differentiates_its_own_graph(void) {
  vjp_tensor* x = leaf(VEC(3));
  vjp_tensor* y = mul(x, x);
  Nested nested = {.root = y, .input = x};
  OK(vjp_tensor_add_hook(y, calls_grad, &nested, NULL, NULL));
  EQUALS(grad(y, x), 6);
  NEAR(nested.seen, 6);
  CHECK(nested.calls == 2); /* REENT-11: once for each task */
}

/* HOOK-14: grad mode within hooks is create_graph */
static int modes_seen;
static vjp_status sees_mode(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  modes_seen = 10 * modes_seen + (vjp_grad_mode() ? 2 : 1);
  return VJP_OK;
}
static void grad_mode_in_hooks(void) {
  vjp_tensor* x = leaf(VEC(3));
  vjp_tensor* y = mul(x, x);
  OK(vjp_tensor_add_hook(y, sees_mode, NULL, NULL, NULL));
  modes_seen = 0;
  grad(y, x);
  grad_graph(y, x);
  CHECK(modes_seen == 12);
}

/* HOOK-27: what had been accumulated stays. HOOK-13: a list whose hook fails still lets go of what was removed. */
static void errors_and_what_was_accumulated(void) {
  static Spy no = {.letter = 'n', .answer = VJP_ERROR_CANCELLED}, never = {.letter = 'v'};
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(1));
  vjp_tensor* h = times(x, 2);
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(h, spy_tensor, &no, spy_drop, &no.hook));
  OK(vjp_tensor_add_hook(h, spy_tensor, &never, spy_drop, &hook));
  vjp_tensor* y = add(h, w);
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(y, NULL));
  EQUALS(grad_of(w), 1);
  CHECK(grad_of(x) == NULL && never.calls == 0);
  CHECK(no.drops == 1); /* it removed itself before it failed */
  vjp_hook_remove(hook);
  CHECK(never.drops == 1);
}

static void labels_are_said(void) {
  static Spy no = {.letter = 'n', .answer = VJP_ERROR_CANCELLED};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* h = times(x, 2);
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(h, spy_tensor, &no, spy_drop, &hook));
  OK(vjp_hook_set_label(hook, "refuser"));
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(h, NULL));
  SAYS("the hook says no");
  SAYS("refuser");
  SAYS("Mul");
  FAILS(VJP_ERROR_INVALID, vjp_hook_set_label(NULL, "x"));
  vjp_hook_release(hook);
}

/* ---- threads: HOOK-12, HOOK-13, THREAD-6 ---- */

enum { kRounds = 400, kThreads = 3 };
static atomic_int stop, dropped, calls, running_dropped;

typedef struct {
  atomic_int alive, inside;
} Guarded;
static vjp_status guarded_hook(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  Guarded* guarded = (Guarded*)context;
  atomic_fetch_add(&guarded->inside, 1);
  if (!atomic_load(&guarded->alive)) atomic_fetch_add(&running_dropped, 1);
  atomic_fetch_add(&calls, 1);
  if (!atomic_load(&guarded->alive)) atomic_fetch_add(&running_dropped, 1);
  atomic_fetch_sub(&guarded->inside, 1);
  return VJP_OK;
}
static void guarded_drop(void* context) {
  Guarded* guarded = (Guarded*)context;
  if (atomic_load(&guarded->inside) != 0 || !atomic_exchange(&guarded->alive, 0)) {
    atomic_fetch_add(&running_dropped, 1);
  }
  atomic_fetch_add(&dropped, 1);
}

typedef struct {
  vjp_tensor *leaf, *middle;
  Guarded contexts[2 * kRounds];
} Registering;

static void* registers_and_removes(void* argument) {
  Registering* r = (Registering*)argument;
  intptr_t bad = 0;
  for (int i = 0; i < kRounds; ++i) {
    vjp_hook *on_leaf = NULL, *on_node = NULL;
    atomic_store(&r->contexts[2 * i].alive, 1);
    atomic_store(&r->contexts[2 * i + 1].alive, 1);
    bad += vjp_tensor_add_hook(r->leaf, guarded_hook, &r->contexts[2 * i], guarded_drop, &on_leaf) != VJP_OK;
    bad += vjp_tensor_add_hook(r->middle, guarded_hook, &r->contexts[2 * i + 1], guarded_drop, &on_node) != VJP_OK;
    vjp_hook_remove(on_leaf);
    vjp_hook_remove(on_node);
  }
  return (void*)bad;
}

static vjp_tensor* threads_root;
static void* runs_backward(void* argument) {
  (void)argument;
  intptr_t bad = 0;
  while (!atomic_load(&stop)) {
    vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
    options.retain_graph = 1;
    options.accumulate = 1;
    vjp_grad_call* call = NULL;
    bad += vjp_grad_call_create(&options, &call) != VJP_OK ||
           vjp_grad_call_add_root(call, threads_root, NULL) != VJP_OK || vjp_grad_call_run(call) != VJP_OK;
    vjp_grad_call_release(call);
  }
  return (void*)bad;
}

static void registration_while_a_backward_runs(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  threads_root = sum(y);
  static Registering work[kThreads];
  pthread_t registering[kThreads], running;
  atomic_store(&stop, 0);
  CHECK(pthread_create(&running, NULL, runs_backward, NULL) == 0);
  for (int i = 0; i < kThreads; ++i) {
    work[i].leaf = x, work[i].middle = y;
    CHECK(pthread_create(&registering[i], NULL, registers_and_removes, &work[i]) == 0);
  }
  void* bad = NULL;
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(registering[i], &bad);
    CHECK(bad == NULL);
  }
  atomic_store(&stop, 1);
  pthread_join(running, &bad);
  CHECK(bad == NULL);
  CHECK(atomic_load(&dropped) == 2 * kRounds * kThreads);
  CHECK(atomic_load(&running_dropped) == 0);
  CHECK(vjp_tensor_num_hooks(x, VJP_HOOK_TENSOR) == 0 && vjp_tensor_num_hooks(y, VJP_HOOK_TENSOR) == 0);
}

/* HOOK-24, THREAD-6: a tensor that retains its gradient dies while its node runs in another thread */
static void* retains_and_dies(void* argument) {
  intptr_t bad = 0;
  for (int i = 0; i < kRounds; ++i) {
    vjp_tensor* y = NULL;
    bad += vjp_mul((vjp_tensor*)argument, (vjp_tensor*)argument, &y) != VJP_OK || vjp_tensor_retain_grad(y) != VJP_OK;
    vjp_node* node = NULL;
    bad += vjp_tensor_grad_fn(y, &node) != VJP_OK || vjp_node_num_hooks(node, VJP_HOOK_RETAINED) != 1;
    bad += vjp_backward(y, NULL) != VJP_OK;
    vjp_tensor_release(y);
    bad += vjp_node_num_hooks(node, VJP_HOOK_RETAINED) != 0;
    vjp_node_release(node);
  }
  return (void*)bad;
}
static void retaining_tensors_die_in_threads(void) {
  vjp_tensor* x = leaf(VEC(1));
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) CHECK(pthread_create(&threads[i], NULL, retains_and_dies, x) == 0);
  for (int i = 0; i < kThreads; ++i) {
    void* bad = NULL;
    pthread_join(threads[i], &bad);
    CHECK(bad == NULL);
  }
  EQUALS(grad_of(x), 2 * kRounds * kThreads);
}

int main(void) {
  RUN(a_hook_removes_its_neighbours);
  RUN(every_list_is_a_snapshot);
  RUN(hooks_added_by_hooks);
  RUN(a_post_hook_registered_meanwhile);
  RUN(a_post_hook_of_an_accumulator_registered_meanwhile);
  RUN(first_post_hooks);
  RUN(hooks_of_several_slots);
  RUN(hooks_are_counted);
  RUN(a_hook_differentiates_its_own_graph);
  RUN(grad_mode_in_hooks);
  RUN(errors_and_what_was_accumulated);
  RUN(labels_are_said);
  RUN(registration_while_a_backward_runs);
  RUN(retaining_tensors_die_in_threads);
  return finish();
}
