/*
 * What implementers most often get wrong, items 8 to 15 of the semantics' chapter 26, written from the rules. Item
 * 9, joining into the caller's current streams, is in tests/streams/backward.c.
 */
#include <pthread.h>

#include "most_often_wrong.h"

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

enum { kDepth = MANY(200000) };
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
