/* Chapter 9: how long the context of a hook lives, hooks on several threads, what stays when things go wrong. */
#include <pthread.h>
#include <stdatomic.h>

#include "spy.h"

/* ---- HOOK-13: the context ends exactly once, and never while the hook runs ---- */

typedef struct {
  vjp_hook* mine;       /* what is removed while the hook runs */
  bool by_a_thread;     /* from another thread, which is over before the hook goes on */
  vjp_tensor *y, *x;    /* if given, the first call differentiates y anew, and the inner call removes the hook */
  int calls, seen_dead; /* the latter: how often the context had ended while a call of it ran */
  atomic_int drops;
} Mortal;

static void end_mortal(void* context) { atomic_fetch_add(&((Mortal*)context)->drops, 1); }
static void* removes(void* hook) {
  vjp_hook_remove((vjp_hook*)hook);
  return NULL;
}
static void remove_mine(Mortal* m) {
  vjp_hook* hook = m->mine;
  m->mine = NULL;
  if (!m->by_a_thread) {
    vjp_hook_remove(hook);
    return;
  }
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, removes, hook) == 0);
  pthread_join(thread, NULL);
}
static vjp_status mortal_hook(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  Mortal* m = (Mortal*)context;
  (void)g, (void)replacement;
  vjp_status status = VJP_OK;
  if (++m->calls == 1 && m->y) {
    vjp_tensor* out = NULL;
    status = try_grad(m->y, NULL, m->x, false, true, &out);
    vjp_tensor_release(out);
  } else if (m->mine) {
    remove_mine(m);
  }
  m->seen_dead += atomic_load(&m->drops) > 0;
  return status;
}
static vjp_status mortal_pre(void* context, vjp_tensor** grads, size_t count) {
  (void)grads, (void)count;
  return mortal_hook(context, NULL, NULL);
}
static vjp_status mortal_post(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                              size_t num_grads) {
  (void)results, (void)num_results, (void)grads, (void)num_grads;
  return mortal_hook(context, NULL, NULL);
}
static vjp_status mortal_leaf(void* context, vjp_tensor* l) {
  (void)l;
  return mortal_hook(context, NULL, NULL);
}

/* HOOK-13: it removes itself, or another thread does, while it runs; of every kind */
static void hook_13_removed_while_it_runs(void) {
  static Mortal m[8];
  memset(m, 0, sizeof m);
  for (int i = 0; i < 8; ++i) {
    m[i].by_a_thread = i % 2;
    vjp_tensor *x = leaf(VEC(1)), *y = times(x, 2);
    vjp_node* sink = edge_of(x);
    if (i / 2 == 0) OK(vjp_tensor_add_hook(y, mortal_hook, &m[i], end_mortal, &m[i].mine));
    if (i / 2 == 1) OK(vjp_node_add_pre_hook(sink, mortal_pre, &m[i], end_mortal, &m[i].mine));
    if (i / 2 == 2) OK(vjp_node_add_post_hook(sink, mortal_post, &m[i], end_mortal, &m[i].mine));
    if (i / 2 == 3) OK(vjp_tensor_add_post_accumulate_hook(x, mortal_leaf, &m[i], end_mortal, &m[i].mine));
    OK(vjp_backward(y, NULL));
    CHECK(m[i].calls == 1 && m[i].seen_dead == 0);
    CHECK(atomic_load(&m[i].drops) == 1); /* with its turn, though the list is still there */
    OK(vjp_backward(times(x, 2), NULL));
    arena_clear();
    CHECK(m[i].calls == 1 && atomic_load(&m[i].drops) == 1);
  }
}

/* HOOK-13: removed by the inner of two calls of it, the outer of which still runs */
static void hook_13_removed_within_itself(void) {
  static Mortal m;
  memset(&m, 0, sizeof m);
  m.x = leaf(VEC(3));
  m.y = times(m.x, 2);
  OK(vjp_tensor_add_hook(m.y, mortal_hook, &m, end_mortal, &m.mine));
  grad(m.y, m.x);
  CHECK(m.calls == 2 && m.seen_dead == 0 && atomic_load(&m.drops) == 1);
}

/* HOOK-13: a thread removes the neighbour whose turn is still to come */
static void hook_13_a_neighbour_removed_by_a_thread(void) {
  static Mortal first, second;
  memset(&first, 0, sizeof first), memset(&second, 0, sizeof second);
  first.by_a_thread = true;
  vjp_tensor *x = leaf(VEC(1)), *y = times(x, 2);
  OK(vjp_tensor_add_hook(y, mortal_hook, &first, end_mortal, NULL));
  OK(vjp_tensor_add_hook(y, mortal_hook, &second, end_mortal, &first.mine));
  grad(y, x);
  CHECK(second.calls == 1 && second.seen_dead == 0 && atomic_load(&second.drops) == 1); /* HOOK-12: it had its turn */
  grad(y, x);
  CHECK(first.calls == 2 && second.calls == 1 && atomic_load(&first.drops) == 0);
}

/* HOOK-13: its handle is used after the tensor and its graph have gone */
static void hook_13_a_handle_outlives_the_graph(void) {
  static Mortal m;
  memset(&m, 0, sizeof m);
  vjp_tensor *x = leaf(VEC(1)), *y = times(x, 2);
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(y, mortal_hook, &m, end_mortal, &hook));
  drop_now(y), drop_now(x);
  CHECK(atomic_load(&m.drops) == 1);
  OK(vjp_hook_set_label(hook, "late"));
  vjp_hook_remove(hook);
  CHECK(m.calls == 0 && atomic_load(&m.drops) == 1);
}

/* ---- HOOK-29 ---- */

typedef struct {
  vjp_tensor *y, *x;
  vjp_status status;
  int calls;
} Elsewhere;
static void* differentiates(void* argument) {
  Elsewhere* e = (Elsewhere*)argument;
  vjp_tensor* out = NULL;
  vjp_guard* here = NULL; /* a device has one worker, which the other hook keeps busy */
  OK(vjp_guard_mode(VJP_MODE_MULTITHREADING, false, &here));
  e->status = try_grad(e->y, NULL, e->x, false, true, &out);
  OK(vjp_guard_exit(here));
  vjp_tensor_release(out);
  return NULL;
}
static vjp_status counts(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  ++*(int*)context;
  return VJP_OK;
}
/* While it runs, another thread runs hooks of its own graph from their beginning to their end. */
static vjp_status lets_another_thread_pass(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, differentiates, context) == 0);
  pthread_join(thread, NULL);
  return VJP_OK;
}
/* HOOK-29: hooks of different nodes do not wait for one another */
static void hook_29_hooks_of_other_threads_go_on(void) {
  vjp_tensor *x = leaf(VEC(1)), *y = times(x, 2);
  static Elsewhere other;
  other = (Elsewhere){.x = leaf(VEC(3)), .status = VJP_ERROR_INTERNAL};
  other.y = times(other.x, 2);
  OK(vjp_tensor_add_hook(other.y, counts, &other.calls, NULL, NULL));
  OK(vjp_tensor_add_hook(y, lets_another_thread_pass, &other, NULL, NULL));
  EQUALS(grad(y, x), 2);
  CHECK(other.calls == 1 && other.status == VJP_OK);
}

/* ---- HOOK-8, HOOK-27, HOOK-28 ---- */

static vjp_status gives(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g;
  *replacement = vjp_tensor_retain((vjp_tensor*)context);
  return VJP_OK;
}
static vjp_status pre_gives(void* context, vjp_tensor** grads, size_t count) {
  (void)count;
  vjp_tensor_release(grads[0]);
  grads[0] = vjp_tensor_retain((vjp_tensor*)context);
  return VJP_OK;
}
/* HOOK-8, HOOK-9: neither what would broadcast nor what sums to the shape will do, and the hook is named */
static void hook_8_shapes_agree(void) {
  vjp_tensor *wrong[] = {VEC(1), SCALAR(1), MAT(2, 2, 1, 2, 3, 4), MAT(1, 2, 1, 2)}, *g = NULL;
  for (int i = 0; i < 8; ++i) {
    vjp_tensor *x = leaf(VEC(1, 2)), *y = times(x, 2);
    vjp_hook* hook = NULL;
    if (i < 4) OK(vjp_tensor_add_hook(y, gives, wrong[i], NULL, &hook));
    if (i >= 4) OK(vjp_node_add_pre_hook(node_of(y), pre_gives, wrong[i - 4], NULL, &hook));
    OK(vjp_hook_set_label(hook, "reshaper"));
    FAILS(VJP_ERROR_SHAPE, try_grad(sum(y), NULL, x, false, true, &g));
    SAYS("reshaper");
    SAYS("expected [2]");
    vjp_hook_release(hook);
  }
}

static vjp_status refuses(void* context, vjp_tensor* l) {
  (void)context, (void)l;
  return vjp_error_raise(VJP_ERROR_CANCELLED, "no step", NULL, NULL);
}
/* HOOK-27: the sum in the leaf whose own hook fails has been made, and stays */
static void hook_27_what_was_accumulated_stays(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_post_accumulate_hook(x, refuses, NULL, NULL, &hook));
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(times(x, 5), NULL));
  SAYS("no step");
  EQUALS(grad_of(x), 5);
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(times(x, 2), NULL));
  EQUALS(grad_of(x), 7);
  vjp_hook_remove(hook);
}

/* HOOK-28: new data under a leaf, of another shape and dtype, too */
static void hook_28_new_data_keeps_the_hooks(void) {
  static Spy on_grad = {.letter = 'g', .factor = 2}, after = {.letter = 'a'};
  vjp_tensor *x = leaf(VEC(1)), *single = ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2});
  on_tensor(x, &on_grad);
  OK(vjp_tensor_add_post_accumulate_hook(x, spy_leaf, &after, spy_drop, NULL));
  OK(vjp_tensor_set_data(x, VEC(3, 4)));
  OK(vjp_backward(sum(times(x, 3)), NULL));
  EQUALS(grad_of(x), 6, 6);
  OK(vjp_tensor_set_grad(x, NULL));
  OK(vjp_tensor_set_data(x, single));
  OK(vjp_backward(sum(times(x, 3)), NULL));
  CHECK(on_grad.calls == 2 && on_grad.dtype == VJP_DTYPE_FLOAT32 && after.calls == 2);
  CHECK(on_grad.drops == 0 && after.drops == 0);
  CHECK(vjp_tensor_num_hooks(x, VJP_HOOK_TENSOR) == 1);
  CHECK(vjp_tensor_num_hooks(clone(x), VJP_HOOK_TENSOR) == 0); /* a copy has none */
}

int main(void) {
  RUN(hook_13_removed_while_it_runs);
  RUN(hook_13_removed_within_itself);
  RUN(hook_13_a_neighbour_removed_by_a_thread);
  RUN(hook_13_a_handle_outlives_the_graph);
  RUN(hook_29_hooks_of_other_threads_go_on);
  RUN(hook_8_shapes_agree);
  RUN(hook_27_what_was_accumulated_stays);
  RUN(hook_28_new_data_keeps_the_hooks);
  return finish();
}
