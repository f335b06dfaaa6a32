/*
 * What implementers most often get wrong: a test for each item of the specification's chapter 26, in its order, written
 * from the rules. Item 9, joining into the caller's current streams, waits for devices that have streams.
 */
#include <pthread.h>

#include "check.h"

/* ---- what hooks saw ---- */

enum { kSeen = 64 };
static char seen[kSeen + 1]; /* a letter a call */
static size_t num_seen;
static void begin_watching(void) {
  num_seen = 0;
  seen[0] = '\0';
}
static void see(char letter) {
  if (num_seen < kSeen) {
    seen[num_seen++] = letter;
    seen[num_seen] = '\0';
  }
}
static bool saw(const char* letters) {
  if (strcmp(seen, letters) == 0) return true;
  printf("%s: saw '%s', not '%s'\n", current_test, seen, letters);
  return false;
}

typedef struct {
  char letter;
  double factor;    /* the gradient times this goes on; 0: the gradient itself */
  bool keep;        /* holds the gradient in `kept` */
  bool mode;        /* grad mode inside */
  double value;     /* first element of what it saw; NaN: undefined */
  void* data;       /* where its elements are */
  vjp_tensor* kept; /* the arena's */
} Watch;

static vjp_status watch_tensor(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  Watch* w = (Watch*)context;
  see(grad ? w->letter : '0');
  w->mode = vjp_grad_mode();
  w->value = at(grad, 0);
  w->data = grad ? vjp_tensor_data(grad) : NULL;
  if (grad && w->keep) w->kept = own(vjp_tensor_retain(grad));
  if (!grad || w->factor == 0) return VJP_OK;
  return call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(grad), F(w->factor)), 0, replacement);
}
static vjp_status watch_before(void* context, vjp_tensor** grads, size_t count) {
  Watch* w = (Watch*)context;
  see(grads[0] ? w->letter : '0');
  w->mode = vjp_grad_mode();
  w->value = at(grads[0], 0);
  (void)count;
  if (!grads[0] || w->factor == 0) return VJP_OK;
  vjp_tensor* replaced = NULL;
  vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[0]), F(w->factor)), 0, &replaced);
  vjp_tensor_release(grads[0]);
  grads[0] = replaced;
  return status;
}
static vjp_status watch_after(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                              size_t num_grads) {
  Watch* w = (Watch*)context;
  (void)results;
  (void)num_results;
  (void)num_grads;
  see(grads[0] ? w->letter : '0');
  w->mode = vjp_grad_mode();
  return VJP_OK;
}
static vjp_status watch_leaf(void* context, vjp_tensor* tensor) {
  Watch* w = (Watch*)context;
  see(w->letter);
  w->mode = vjp_grad_mode();
  w->value = at(grad_of(tensor), 0);
  return VJP_OK;
}

static void on_tensor(vjp_tensor* t, Watch* w) { OK(vjp_tensor_add_hook(t, watch_tensor, w, NULL, NULL)); }
static void before(vjp_node* n, Watch* w) { OK(vjp_node_add_pre_hook(n, watch_before, w, NULL, NULL)); }
static void after(vjp_node* n, Watch* w) { OK(vjp_node_add_post_hook(n, watch_after, w, NULL, NULL)); }
static void on_leaf(vjp_tensor* t, Watch* w) { OK(vjp_tensor_add_post_accumulate_hook(t, watch_leaf, w, NULL, NULL)); }

static void backward_into(vjp_tensor* root, vjp_tensor* input) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.accumulate = 1;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, root, NULL));
  OK(vjp_grad_call_add_input(call, input));
  OK(vjp_grad_call_run(call));
}

/* A custom function of one input that copies it; its backward gives what the context says. */
typedef struct {
  vjp_tensor* gradient; /* NULL: undefined */
  bool mode;
} Given;
static vjp_status give_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                vjp_tensor** out, size_t num_inputs) {
  Given* given = (Given*)context;
  (void)node;
  (void)grads;
  (void)num_grads;
  (void)num_inputs;
  given->mode = vjp_grad_mode();
  out[0] = vjp_tensor_retain(given->gradient);
  return VJP_OK;
}
static vjp_tensor* custom_copy(vjp_tensor* x, Given* given) {
  bool mode;
  OK(vjp_grad_mode_set(false, &mode));
  vjp_tensor* y = clone(x);
  OK(vjp_grad_mode_set(mode, NULL));
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = give_gradient;
  function.context = given;
  OK(vjp_function_record(&function, &x, 1, &y, 1, NULL, 0));
  return y;
}

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

/* ---- 8. ACC-3, ACC-4 ---- */

static void backward_recorded(vjp_tensor* root) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.accumulate = options.create_graph = 1;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, root, NULL));
  OK(vjp_grad_call_run(call));
}

static void accumulation(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  Watch hook = {.letter = 'h'};
  on_tensor(x, &hook);
  OK(vjp_backward(sum(times(x, 2)), NULL));
  CHECK(vjp_tensor_data(grad_of(x)) == hook.data); /* stolen: nobody else has it */
  vjp_tensor* held = grad_of(x);
  OK(vjp_backward(sum(times(x, 3)), NULL));
  CHECK(grad_of(x) == held); /* in place: everybody who holds it sees the sum */
  EQUALS(held, 5, 5);
  CHECK(version_of(held) > 0);
  /* recorded: a new tensor, the older handle keeps its value; the task's mode decides and not the caller's */
  vjp_tensor* y = sum(mul(x, x));
  bool mode;
  OK(vjp_grad_mode_set(false, &mode));
  backward_recorded(y);
  OK(vjp_grad_mode_set(mode, NULL));
  CHECK(grad_of(x) != held);
  EQUALS(held, 5, 5);
  EQUALS(grad_of(x), 7, 9);
  CHECK(vjp_tensor_requires_grad(grad_of(x)));
  OK(vjp_tensor_set_grad(x, NULL)); /* the circle leaf, grad, graph */
  /* somebody keeps the gradient, or its storage: a clone */
  hook.keep = true;
  OK(vjp_backward(sum(times(x, 2)), NULL));
  CHECK(vjp_tensor_data(grad_of(x)) != hook.data);
  OP_("mul", T(hook.kept), F(100));
  EQUALS(grad_of(x), 2, 2);
  OK(vjp_tensor_set_grad(x, NULL));
  hook.keep = false;
  /* recorded and first: a clone with history, though it could have been stolen */
  backward_recorded(sum(mul(x, x)));
  CHECK(vjp_tensor_requires_grad(grad_of(x)) && vjp_tensor_data(grad_of(x)) != hook.data);
  OK(vjp_tensor_set_grad(x, NULL));
}

/* ACC-5, ACC-6: the layout is the leaf's, where the leaf is dense; an expanded gradient is made whole. */
static void layout_of_gradients(void) {
  vjp_tensor* x = leaf(clone(OP("transpose", T(ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){2, 3})), I(0), I(1))));
  const int64_t* strides = vjp_tensor_strides(x);
  OK(vjp_backward(sum(x), NULL));
  vjp_tensor* g = grad_of(x);
  CHECK(vjp_tensor_strides(g)[0] == strides[0] && vjp_tensor_strides(g)[1] == strides[1]);
  vjp_tensor* base = ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){4, 4});
  vjp_tensor* part = leaf(OP("transpose", T(narrow(base, 1, 0, 2)), I(0), I(1)));
  OK(vjp_backward(sum(mul(part, part)), NULL));
  CHECK(vjp_tensor_is_contiguous(grad_of(part))); /* a strided slice of storage: row-major */
}

/* ---- 10. SAVE-8, SAVE-10, DET-1 ---- */

static vjp_tensor* root_inside;
static vjp_tensor* input_inside;
static vjp_status status_inside;
static vjp_status grad_inside(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                              size_t num_grads) {
  (void)context;
  (void)results;
  (void)num_results;
  (void)grads;
  (void)num_grads;
  vjp_tensor *root = root_inside, *g = NULL;
  root_inside = NULL;
  if (!root) return VJP_OK;
  status_inside = try_grad(root, NULL, input_inside, false, true, &g);
  vjp_tensor_release(g);
  return VJP_OK;
}

static void versions_and_freeing(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("exp", T(x)); /* saves its result */
  vjp_tensor* alias = NULL;
  OK(vjp_tensor_detach(y, &alias));
  OP_("mul", T(own(alias)), F(2));
  FAILS(VJP_ERROR_VERSION, try_grad(sum(y), NULL, x, false, false, &alias));
  /* only what was executed is freed */
  y = OP("exp", T(x));
  vjp_tensor *z = OP("exp", T(y)), *root = sum(z), *g = NULL;
  OK(try_grad(root, NULL, y, false, false, &g));
  own(g);
  g = NULL;
  FAILS(VJP_ERROR_STATE, try_grad(root, NULL, y, false, false, &g));
  CHECK(g == NULL);
  grad(sum(y), x);
  /* and after the post-hooks: inside one the node is whole, and may be run again (REENT-1) */
  y = OP("exp", T(x));
  OK(vjp_node_add_post_hook(node_of(y), grad_inside, NULL, NULL, NULL));
  root_inside = sum(y);
  root = root_inside;
  input_inside = x;
  status_inside = VJP_ERROR_INTERNAL;
  OK(vjp_backward(root, NULL));
  CHECK(status_inside == VJP_OK);
  FAILS(VJP_ERROR_STATE, vjp_backward(root, NULL));
}

/* ---- 11. ENTRY-10 ---- */

static void check_modes(void) {
  for (int create_graph = 0; create_graph < 2; ++create_graph) {
    for (int caller = 0; caller < 2; ++caller) {
      vjp_tensor* x = leaf(VEC(1, 2));
      Given given = {VEC(1, 1), false};
      vjp_tensor* y = custom_copy(x, &given);
      Watch tensor = {.letter = 't'}, pre = {.letter = 'p'}, post = {.letter = 'q'}, stored = {.letter = 's'};
      on_tensor(y, &tensor);
      before(node_of(y), &pre);
      after(node_of(y), &post);
      on_leaf(x, &stored);
      given.mode = tensor.mode = pre.mode = post.mode = stored.mode = !create_graph;
      vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
      options.accumulate = 1;
      options.create_graph = create_graph;
      vjp_grad_call* call = NULL;
      OK(vjp_grad_call_create(&options, &call));
      own_call(call);
      OK(vjp_grad_call_add_root(call, sum(y), NULL));
      bool mode;
      OK(vjp_grad_mode_set(caller, &mode));
      OK(vjp_grad_call_run(call));
      CHECK(vjp_grad_mode() == caller);
      OK(vjp_grad_mode_set(mode, NULL));
      CHECK(tensor.mode == create_graph && pre.mode == create_graph && given.mode == create_graph);
      CHECK(post.mode == create_graph && stored.mode == create_graph);
      OK(vjp_tensor_set_grad(x, NULL));
    }
  }
}
static void* check_modes_there(void* unused) {
  check_modes();
  return unused;
}
static void grad_mode_of_the_task(void) {
  check_modes();
  pthread_t thread;
  if (pthread_create(&thread, NULL, check_modes_there, NULL) == 0) pthread_join(thread, NULL);
}

/* ---- 12. TASK-5, REENT-2 ---- */

/* REENT-3: the nested call is complete when it returns, though the outer task has nodes ready. */
static vjp_status nested(void* context, vjp_tensor* grad_, vjp_tensor** replacement) {
  vjp_tensor** pair = (vjp_tensor**)context;
  (void)grad_;
  (void)replacement;
  see('(');
  vjp_tensor* g = NULL;
  vjp_status status = try_grad(pair[0], NULL, pair[1], false, true, &g);
  if (status == VJP_OK && at(g, 0) != 6) status = VJP_ERROR_INTERNAL;
  vjp_tensor_release(g);
  see(')');
  return status;
}

static void nested_calls_come_first(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *inner_x = leaf(VEC(3, 4));
  Watch inner = {.letter = 'i'}, left = {.letter = 'l'}, right = {.letter = 'r'};
  vjp_tensor* deep = times(inner_x, 2);
  on_tensor(deep, &inner);
  vjp_tensor* pair[] = {sum(times(deep, 3)), inner_x};
  vjp_tensor *a = times(x, 2), *b = times(x, 3); /* numbers: a before b, so b runs first */
  on_tensor(a, &left);
  on_tensor(b, &right);
  vjp_tensor* c = times(b, 5); /* the nested call happens here, while b's sibling a is ready */
  OK(vjp_tensor_add_hook(c, nested, pair, NULL, NULL));
  begin_watching();
  OK(vjp_backward(sum(add(a, c)), NULL));
  CHECK(saw("(i)rl"));
  EQUALS(grad_of(x), 17, 17);
}

/* On one thread the order is exactly the reverse of the forward. */
static void reverse_order(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor *all = NULL, *branch[6];
  Watch watch[6];
  for (int i = 0; i < 6; ++i) {
    branch[i] = times(i < 3 ? x : branch[i - 3], 1 + i);
    watch[i] = (Watch){.letter = (char)('a' + i)};
    before(node_of(branch[i]), &watch[i]);
  }
  for (int i = 3; i < 6; ++i) all = all ? add(all, branch[i]) : branch[i];
  begin_watching();
  OK(vjp_backward(sum(all), NULL));
  CHECK(saw("fedcba"));
}

/* ---- 13. VALID-4, VALID-8 ---- */

static vjp_status gradient_from(vjp_tensor* x, vjp_tensor* gradient, vjp_tensor** out) {
  Given given = {gradient, false};
  return try_grad(sum(custom_copy(x, &given)), NULL, x, false, false, out);
}
static vjp_tensor* floats(size_t ndim, const int64_t* shape, const float* values) {
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_data(values, shape, ndim, VJP_DTYPE_FLOAT32, &t));
  return own(t);
}

static void shape_first_then_dtype(void) {
  vjp_tensor* g = NULL;
  /* summed as float32, 2^24 + 1 is 2^24; cast first it were 2^24 + 1 */
  OK(gradient_from(leaf(VEC(1)), floats(1, (int64_t[]){2}, (float[]){16777216, 1}), &g));
  CHECK(at(own(g), 0) == 16777216 && vjp_tensor_dtype(g) == VJP_DTYPE_FLOAT64 && SHAPE(g, 1));
  vjp_tensor* two_by_three = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  OK(gradient_from(leaf(VEC(1, 1, 1)), two_by_three, &g));
  EQUALS(own(g), 5, 7, 9);
  OK(gradient_from(leaf(MAT(1, 3, 1, 1, 1)), two_by_three, &g));
  CHECK(SHAPE(own(g), 1, 3) && at(g, 2) == 9);
  OK(gradient_from(leaf(SCALAR(1)), two_by_three, &g));
  CHECK(vjp_tensor_ndim(own(g)) == 0 && at(g, 0) == 21);
  g = NULL;
  FAILS(VJP_ERROR_SHAPE, gradient_from(leaf(VEC(1, 1, 1)), VEC(1), &g)); /* never expanded */
  FAILS(VJP_ERROR_SHAPE, gradient_from(leaf(VEC(1, 1, 1)), SCALAR(1), &g));
  FAILS(VJP_ERROR_SHAPE, gradient_from(leaf(VEC(1, 1)), VEC(1, 2, 3), &g));
  FAILS(VJP_ERROR_SHAPE, gradient_from(leaf(MAT(1, 3, 1, 1, 1)), VEC(1, 2, 3), &g));
  CHECK(g == NULL);
}

/* ---- 14. BUF-3 ---- */

static void sums_change_nothing_that_can_be_seen(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = clone(x);
  vjp_tensor *given = VEC(3, 4), *roots[] = {y, y}, *gradients[] = {given, given}, *g = NULL;
  OK(vjp_grad(roots, 2, gradients, &x, 1, NULL, &g)); /* both arrive at one slot */
  EQUALS(own(g), 6, 8);
  EQUALS(given, 3, 4);
  CHECK(version_of(given) == 0);
  /* what a hook keeps travels on as it is, and is the first of two that arrive at y */
  y = times(x, 1);
  Watch hook = {.letter = 'h', .keep = true};
  vjp_tensor *early = times(y, 5), *late = clone(y);
  on_tensor(late, &hook);
  EQUALS(grad(sum(add(early, late)), x), 6, 6);
  EQUALS(hook.kept, 1, 1);
  CHECK(version_of(hook.kept) == 0);
  /* a captured gradient that flows on */
  y = times(x, 1);
  late = clone(y);
  early = times(y, 5);
  vjp_tensor *root = sum(add(early, late)), *inputs[] = {late, x}, *got[2];
  OK(vjp_grad(&root, 1, NULL, inputs, 2, NULL, got));
  EQUALS(own(got[0]), 1, 1);
  EQUALS(own(got[1]), 6, 6);
  /* a root gradient that becomes a leaf's grad: the next backward adds to a copy */
  OK(vjp_backward(x, given));
  OK(vjp_backward(x, given));
  EQUALS(grad_of(x), 6, 8);
  EQUALS(given, 3, 4);
}

/* ---- 15. TASK-20, GRAPH-15 ---- */

enum { kDepth = 200000 };
/* Walked, marked, and destroyed, on a stack of 128 KiB. */
static void* deep_graph(void* good) {
  vjp_tensor* x = NULL;
  vjp_status status = vjp_tensor_from_data((double[]){1}, (int64_t[]){1}, 1, VJP_DTYPE_FLOAT64, &x);
  status = status ? status : vjp_tensor_set_requires_grad(x, true);
  vjp_tensor* y = vjp_tensor_retain(x);
  for (int i = 0; i < kDepth && status == VJP_OK; ++i) {
    vjp_tensor* next = NULL;
    status = call_op("add", VJP_VARIANT_FUNCTIONAL, ARGS(T(y), T(i % 1000 ? y : x)), 0, &next);
    if (i % 1000 && status == VJP_OK) { /* two edges to one node doubles; halve it */
      vjp_tensor* half = NULL;
      status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(next), F(0.5)), 0, &half);
      vjp_tensor_release(next);
      next = half;
    }
    vjp_tensor_release(y);
    y = next;
  }
  vjp_tensor* g = NULL;
  status = status ? status : try_grad(y, NULL, x, false, true, &g); /* restricted: marked */
  bool right = status == VJP_OK && at(g, 0) == 1 + kDepth / 1000;
  status = status ? status : vjp_backward(y, NULL);
  vjp_tensor_release(g);
  vjp_tensor_release(y);
  vjp_tensor_release(x);
  *(bool*)good = right && status == VJP_OK;
  return NULL;
}

static void no_recursion(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  bool good = false;
  CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, 128 << 10) == 0);
  CHECK(pthread_create(&thread, &attributes, deep_graph, &good) == 0 && pthread_join(thread, NULL) == 0);
  pthread_attr_destroy(&attributes);
  CHECK(good);
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
  RUN(accumulation);
  RUN(layout_of_gradients);
  RUN(versions_and_freeing);
  RUN(grad_mode_of_the_task);
  RUN(nested_calls_come_first);
  RUN(reverse_order);
  RUN(shape_first_then_dtype);
  RUN(sums_change_nothing_that_can_be_seen);
  RUN(no_recursion);
  return finish();
}
