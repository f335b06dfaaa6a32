/* What implementers most often get wrong, items 1 to 7 of the semantics' chapter 26, in its order, written from
 * the rules. The others: most_often_wrong_tasks.c. */
#include "most_often_wrong.h"

/* ---- 1. HOOK-2, TASK-9 ---- */

/* Tensor hooks, retained gradient, capture, node pre-hooks: whatever the order of registration. */
static void order_at_a_node(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 7);
  Watch pre = {.letter = 'p', .factor = 100}, post = {.letter = 'q'}, first = {.letter = 'a', .factor = 2},
        second = {.letter = 'b', .factor = 5};
  after(node_of(y), &post);
  before(node_of(y), &pre);
  OK(vjp_tensor_retain_grad(y));
  on_tensor(y, &first);
  on_tensor(y, &second);
  vjp_tensor *root = sum(y), *inputs[] = {y, x}, *got[2];
  begin_watching();
  OK(vjp_grad(&root, 1, NULL, inputs, 2, NULL, got));
  CHECK(saw("abpq"));
  CHECK(first.value == 1 && second.value == 2 && pre.value == 10);
  EQUALS(own(got[0]), 10, 10);     /* captured after the tensor hooks, before the pre-hooks, though y is needed too */
  EQUALS(own(got[1]), 7000, 7000); /* the pre-hook's replacement is what the derivative takes */
  EQUALS(grad_of(y), 10, 10);
}

/* ---- 2. HOOK-6, ENTRY-21, ENTRY-14 ---- */

static void hooks_of_captured_nodes(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 7);
  Watch tensor = {.letter = 't'}, pre = {.letter = 'p'}, post = {.letter = 'q'};
  on_tensor(y, &tensor);
  before(node_of(y), &pre);
  after(node_of(y), &post);
  OK(vjp_tensor_retain_grad(y));
  vjp_tensor* root = sum(y);
  begin_watching();
  EQUALS(grad(root, y), 1, 1);
  CHECK(saw("t")); /* the gradient is there, the derivative does not run */
  EQUALS(grad_of(y), 1, 1);
  CHECK(grad_of(x) == NULL);
  begin_watching();
  grad(root, x);
  CHECK(saw("tpq"));
  EQUALS(grad_of(y), 2, 2);
  CHECK(grad_of(x) == NULL);
  begin_watching();
  backward_into(root, y); /* an input of backward is executed */
  CHECK(saw("tpq"));
  EQUALS(grad_of(y), 3, 3);
  CHECK(grad_of(x) == NULL);
}

/* A leaf that is an input of grad: its tensor hooks run, its accumulator and what hangs on that does not. */
static void hooks_of_captured_leaves(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  Watch tensor = {.letter = 't', .factor = 3}, pre = {.letter = 'p'}, post = {.letter = 'q'}, stored = {.letter = 's'};
  on_tensor(x, &tensor);
  on_leaf(x, &stored);
  vjp_tensor* root = sum(x);
  before(edge_of(x), &pre);
  after(edge_of(x), &post);
  begin_watching();
  EQUALS(grad(root, x), 3, 3);
  CHECK(saw("t") && grad_of(x) == NULL);
  begin_watching();
  OK(vjp_backward(root, NULL));
  CHECK(saw("tpsq"));
  EQUALS(grad_of(x), 3, 3);
}

/* ---- 3. TASK-7, HOOK-3, HOOK-7, ACC-1 ---- */

static void undefined_gradients_arrive(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 7);
  Given nothing = {NULL, false};
  Watch tensor = {.letter = 't'}, pre = {.letter = 'p'}, post = {.letter = 'q'}, sink = {.letter = 'a'},
        stored = {.letter = 's'}, on_x = {.letter = 'x'};
  on_tensor(y, &tensor);
  before(node_of(y), &pre);
  after(node_of(y), &post);
  OK(vjp_tensor_retain_grad(y));
  on_tensor(x, &on_x);
  on_leaf(x, &stored);
  before(edge_of(x), &sink);
  vjp_tensor* dead = custom_copy(y, &nothing);
  begin_watching();
  OK(vjp_backward(sum(dead), NULL));
  CHECK(saw("00000")); /* hook, pre-hook, post-hook of y; hook and pre-hook at x: all see undefined */
  CHECK(grad_of(x) == NULL && grad_of(y) == NULL);
  /* one of two arrivals is undefined: the node waits for both and runs once */
  y = times(x, 7);
  on_tensor(y, &tensor);
  dead = custom_copy(y, &nothing);
  begin_watching();
  OK(vjp_backward(sum(add(dead, times(y, 3))), NULL));
  CHECK(tensor.value == 3);
  CHECK(saw("txas"));
  EQUALS(grad_of(x), 21, 21);
}

/* ---- 4. HOOK-12 ---- */

typedef struct Fickle {
  char letter;
  vjp_hook** remove[3];
  vjp_tensor* add_to; /* adds hook `added` there */
  Watch* added;
} Fickle;
static void act(Fickle* f) {
  see(f->letter);
  for (int i = 0; i < 3; ++i) {
    if (f->remove[i] && *f->remove[i]) {
      vjp_hook_remove(*f->remove[i]);
      *f->remove[i] = NULL;
    }
  }
  if (f->add_to) on_tensor(f->add_to, f->added);
  f->add_to = NULL;
}
static vjp_status fickle_tensor(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  (void)replacement;
  act((Fickle*)context);
  return VJP_OK;
}
static vjp_status fickle_before(void* context, vjp_tensor** grads, size_t count) {
  (void)grads;
  (void)count;
  act((Fickle*)context);
  return VJP_OK;
}
static vjp_status fickle_after(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                               size_t num_grads) {
  (void)results;
  (void)num_results;
  (void)grads;
  (void)num_grads;
  act((Fickle*)context);
  return VJP_OK;
}

/* The second of three removes itself and its neighbours: all three still run in this task, none in the next. */
static void lists_are_snapshots(void) {
  for (int kind = 0; kind < 4; ++kind) {
    vjp_tensor* x = leaf(VEC(1, 2));
    vjp_tensor* y = times(x, 7);
    vjp_tensor* root = sum(y);
    vjp_hook* hooks[3] = {NULL, NULL, NULL};
    Watch late = {.letter = 'd'};
    Fickle f[3] = {{.letter = 'a'}, {.letter = 'b', .remove = {&hooks[0], &hooks[1], &hooks[2]}}, {.letter = 'c'}};
    if (kind < 2) {
      f[1].add_to = kind ? x : y;
      f[1].added = &late;
    }
    for (int i = 0; i < 3; ++i) {
      if (kind == 0) OK(vjp_tensor_add_hook(y, fickle_tensor, &f[i], NULL, &hooks[i]));
      if (kind == 1) OK(vjp_tensor_add_hook(x, fickle_tensor, &f[i], NULL, &hooks[i]));
      if (kind == 2) OK(vjp_node_add_pre_hook(node_of(y), fickle_before, &f[i], NULL, &hooks[i]));
      if (kind == 3) OK(vjp_node_add_post_hook(node_of(y), fickle_after, &f[i], NULL, &hooks[i]));
    }
    begin_watching();
    grad(root, x);
    CHECK(saw("abc"));
    begin_watching();
    grad(root, x);
    CHECK(saw(kind < 2 ? "d" : ""));
  }
}

/* A hook that removes itself does not shift its neighbours: each runs once a task. */
static void a_hook_that_removes_itself(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* root = sum(times(x, 7));
  vjp_hook* hooks[3] = {NULL, NULL, NULL};
  Fickle f[3] = {{.letter = 'a', .remove = {&hooks[0]}}, {.letter = 'b'}, {.letter = 'c', .remove = {&hooks[2]}}};
  for (int i = 0; i < 3; ++i) OK(vjp_tensor_add_hook(x, fickle_tensor, &f[i], NULL, &hooks[i]));
  begin_watching();
  grad(root, x);
  grad(root, x);
  CHECK(saw("abcb"));
  vjp_hook_release(hooks[1]);
}

/* A hook added to a later list of the same node, or to a node that has not run yet, runs. */
static Watch added_later = {.letter = 'z'};
static vjp_status add_later(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  (void)replacement;
  vjp_node* node = node_of((vjp_tensor*)context);
  see('a');
  after(node, &added_later);
  return VJP_OK;
}
static void later_lists_are_not_fixed_yet(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 7);
  OK(vjp_tensor_add_hook(y, add_later, y, NULL, NULL));
  begin_watching();
  grad(sum(y), x);
  CHECK(saw("az"));
}

/* ---- 5. HOOK-20, HOOK-21 ---- */

static void hooks_and_inplace(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 7);
  Watch old = {.letter = 'o'}, fresh = {.letter = 'n'};
  OK(vjp_tensor_retain_grad(y));
  on_tensor(y, &old);
  OP_("mul", T(y), F(3));
  on_tensor(y, &fresh);
  CHECK(vjp_tensor_retains_grad(y));
  begin_watching();
  OK(vjp_backward(sum(times(y, 5)), NULL));
  CHECK(saw("no"));
  CHECK(fresh.value == 5 && old.value == 15); /* the old value's gradient is three times the new one's */
  EQUALS(grad_of(y), 5, 5);                   /* retained: of the latest value, and only of that */
  EQUALS(grad_of(x), 105, 105);
}

/* ---- 6. GRAPH-9, GRAPH-11 ---- */

static void accumulators(void) {
  int64_t nodes = vjp_debug_live_nodes();
  vjp_tensor* x = leaf(VEC(1, 2));
  CHECK(vjp_debug_live_nodes() == nodes); /* lazily */
  vjp_tensor *a = times(x, 2), *b = times(x, 3);
  vjp_node *from_a = NULL, *from_b = NULL;
  uint32_t slot = 7;
  OK(vjp_node_edge(node_of(a), 0, &from_a, &slot));
  OK(vjp_node_edge(node_of(b), 0, &from_b, &slot));
  CHECK(from_a && own_node(from_a) == own_node(from_b) && slot == 0 && edge_of(x) == from_a);
  CHECK(vjp_node_sequence_number(from_a) == UINT64_MAX);
  CHECK(vjp_node_sequence_number(node_of(a)) < vjp_node_sequence_number(node_of(b)));
  CHECK(vjp_node_topological_number(from_a) == 0);
  /* the graph holds it, the leaf does not */
  arena_clear();
  x = leaf(VEC(1, 2));
  nodes = vjp_debug_live_nodes();
  a = times(x, 2);
  CHECK(vjp_debug_live_nodes() == nodes + 2);
  drop_now(a);
  CHECK(vjp_debug_live_nodes() == nodes);
  /* it holds its leaf */
  a = times(x, 2);
  vjp_tensor* held = NULL;
  vjp_node* sink = edge_of(x);
  drop_now(x);
  OK(vjp_node_leaf(sink, &held));
  EQUALS(own(held), 1, 2);
  OK(vjp_backward(sum(a), NULL));
  EQUALS(grad_of(held), 2, 2);
}

/* ---- 7. INPL-9, VIEW-9, VIEW-11, VIEW-13 ---- */

static void views_and_inplace(void) {
  vjp_tensor *x = leaf(VEC(1, 2, 3, 4)), *w = leaf(VEC(5, 6));
  vjp_tensor* base = clone(x);
  vjp_tensor *view = narrow(base, 0, 0, 2), *sibling = narrow(base, 0, 1, 2);
  vjp_node *old_base = node_of(base), *old_view = node_of(view);
  Watch stale = {.letter = 's'}, root_of_base = {.letter = 'b'};
  before(old_view, &stale);
  before(old_base, &root_of_base);
  OP_("mul", T(view), T(w));
  CHECK(node_of(base) != old_base); /* the slice update, at once */
  CHECK(node_of(view) != old_view); /* rebuilt, now that it is asked */
  vjp_node* next = NULL;
  uint32_t slot = 0;
  OK(vjp_node_edge(node_of(base), 0, &next, &slot));
  CHECK(own_node(next) == old_base);
  EQUALS(sibling, 12, 3);
  /* base = [x0 w0, x1 w1, x2, x3]: restricted tasks; the stale node never runs, its gradient is computed all the same
   */
  vjp_tensor* root = sum(mul(base, VEC(1, 10, 100, 1000)));
  begin_watching();
  EQUALS(grad(root, x), 5, 60, 100, 1000);
  CHECK(saw("b"));
  begin_watching();
  EQUALS(grad(root, w), 1, 20);
  CHECK(saw(""));
  root = sum(mul(sibling, VEC(1, 10))); /* x1 w1, x2 */
  begin_watching();
  EQUALS(grad(root, x), 0, 6, 10, 0);
  CHECK(saw("b"));
  EQUALS(grad(root, w), 0, 2);
  OK(vjp_backward(sum(view), NULL));
  EQUALS(grad_of(x), 5, 6, 0, 0);
  EQUALS(grad_of(w), 1, 2);
  CHECK(saw("bb"));
}

int main(void) {
  RUN(order_at_a_node);
  RUN(hooks_of_captured_nodes);
  RUN(hooks_of_captured_leaves);
  RUN(undefined_gradients_arrive);
  RUN(lists_are_snapshots);
  RUN(a_hook_that_removes_itself);
  RUN(later_lists_are_not_fixed_yet);
  RUN(hooks_and_inplace);
  RUN(accumulators);
  RUN(views_and_inplace);
  return finish();
}
