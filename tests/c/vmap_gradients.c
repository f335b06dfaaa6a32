/* Batching and derivatives: gradients of batched tensors, custom functions and checkpoints, forward mode (chapter 19).
 */
#include "vmap.h"

static void test_autograd_sees_the_batch(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  batch b = enter(2);
  vjp_tensor* w = wrap(b, x);
  vjp_tensor* y = OP("sin", T(w));
  CHECK(vjp_tensor_requires_grad(w) && !vjp_tensor_is_leaf(y));
  CHECK(strcmp(vjp_node_name(node_of(y)), "SinBackward") == 0);
  int64_t version = version_of(y);
  OP_("mul", T(y), F(2));
  CHECK(version_of(y) == version + 1);
  vjp_tensor* out = unwrap(b, y);
  leave(b);
  EQUALS(grad(sum(out), x), 2 * cos(1), 2 * cos(2), 2 * cos(3), 2 * cos(4));
}

/* Every sample is a root of its own. */
static void test_gradients_inside(void) {
  vjp_tensor* x = MAT(2, 2, 1, 2, 3, 4);
  batch b = enter(2);
  vjp_tensor* w = leaf(wrap(b, detached(x)));
  vjp_tensor* g = grad_graph(sum(mul(w, mul(w, w))), w);
  CHECK(SHAPE(g, 2) && vjp_tensor_is_batched(g));
  vjp_tensor* second = unwrap(b, grad(sum(g), w));
  vjp_tensor* first = unwrap(b, detached(g));
  leave(b);
  EQUALS(first, 3, 12, 27, 48);
  EQUALS(second, 6, 12, 18, 24);
}

/* The sum over samples would be no gradient of any. */
static void test_an_input_that_samples_share(void) {
  vjp_tensor *x = MAT(2, 2, 1, 2, 3, 4), *shared = leaf(VEC(1, 1)), *out = NULL;
  batch b = enter(2);
  vjp_tensor* y = sum(mul(wrap(b, x), shared));
  FAILS(VJP_ERROR_STATE, try_grad(y, NULL, shared, false, true, &out));
  SAYS("sum over all samples");
  FAILS(VJP_ERROR_STATE, vjp_backward(y, NULL));
  leave(b);
}

/* Levels that only the gradient has: the rows of a Jacobian in one pass. */
static void test_batched_gradients(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *g = NULL, *y = mul(OP("sin", T(x)), x);
  vjp_tensor* z = add(mul(y, y), mul(y, VEC(3, 4)));
  batch b = enter(2);
  OK(try_grad(z, wrap(b, MAT(2, 2, 1, 0, 0, 1)), x, false, true, &g));
  vjp_tensor* rows = unwrap(b, own(g));
  leave(b);
  vjp_tensor* once = grad(sum(z), x);
  EQUALS(rows, at(once, 0), 0, 0, at(once, 1));
}

/* ACC-9: a sum to which a sample adds is no longer that of all; a leaf's grad takes none of it. */
static void test_sums_of_batched_gradients(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *g = NULL, *plain = times(x, 2), *by_samples = times(x, 3);
  vjp_tensor* roots[] = {plain, by_samples};
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = true;
  batch b = enter(2);
  for (int turn = 0; turn < 2; ++turn) { /* either may come first */
    vjp_tensor *ones = VEC(1, 1), *rows = wrap(b, MAT(2, 2, 1, 0, 0, 1));
    vjp_tensor* gradients[] = {turn ? rows : ones, turn ? ones : rows};
    OK(vjp_grad(roots, 2, gradients, &x, 1, &options, &g));
    vjp_tensor* sums = unwrap(b, own(g));
    turn ? EQUALS(sums, 5, 3, 3, 5) : EQUALS(sums, 5, 2, 2, 5);
  }
  FAILS(VJP_ERROR_STATE, vjp_backward(plain, wrap(b, MAT(2, 2, 1, 0, 0, 1))));
  SAYS("backward");
  leave(b);
  CHECK(grad_of(x) == NULL);
}

/* ENTRY-20: a batched call is one pass, and warns of nothing. */
static void test_batched_calls(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor *y = OP("exp", T(x)), *gradient = MAT(3, 2, 1, 0, 0, 1, 2, 2), *out = NULL;
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.batched = true;
  int64_t loops = vjp_vmap_loops();
  OK(vjp_grad(&y, 1, &gradient, &x, 1, &options, &out));
  CHECK(SHAPE(own(out), 3, 2));
  EQUALS(out, exp(1), 0, 0, exp(2), 2 * exp(1), 2 * exp(2));
  CHECK(vjp_vmap_loops() == loops);
}

/* ---- custom functions and checkpoints under levels ---- */

static vjp_status doubled_forward(vjp_tensor* x, vjp_tensor** out) {
  return call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(x), F(2)), 0, out);
}
/* What no derivative of 2 x is: x times the gradient. */
static vjp_status times_saved(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)num_grads, (void)num_inputs;
  vjp_tensor* saved = NULL;
  vjp_status status = vjp_function_saved(node, 0, &saved);
  CHECK(vjp_tensor_is_batched(saved) && vjp_tensor_is_batched(grads[0]));
  if (status == VJP_OK) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(saved), T(grads[0])), 0, out);
  vjp_tensor_release(saved);
  return status;
}
static vjp_tensor* doubled(vjp_tensor* x) {
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = times_saved;
  vjp_tensor* out = NULL;
  bool mode;
  vjp_grad_mode_set(false, &mode);
  OK(doubled_forward(x, &out));
  vjp_grad_mode_set(mode, NULL);
  OK(vjp_function_record(&function, &x, 1, &out, 1, &x, 1));
  return own(out);
}

/* FUNC-21: an argument that samples share gets the sum over what each of them gives. */
static void test_arguments_that_samples_share(void) {
  vjp_tensor *shared = leaf(VEC(5, 6)), *out = NULL;
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = times_saved;
  batch b = enter(2);
  vjp_tensor* w = wrap(b, MAT(2, 2, 1, 2, 3, 4));
  vjp_guard* plain = enter_mode(VJP_MODE_GRAD, false);
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(shared), T(w)), 0, &out));
  OK(vjp_guard_exit(plain));
  OK(vjp_function_record(&function, &shared, 1, &out, 1, &w, 1));
  vjp_tensor* all = unwrap(b, own(out));
  leave(b);
  EQUALS(grad(sum(all), shared), 4, 6);
}

/* FUNC-21: the forward and the backward run batched, also when the level has ended meanwhile. */
static void test_custom_functions(void) {
  vjp_tensor *x = leaf(MAT(2, 2, 1, 2, 3, 4)), *shared = leaf(VEC(5, 6));
  batch b = enter(2);
  vjp_tensor* y = mul(doubled(wrap(b, x)), shared);
  vjp_tensor* out = unwrap(b, y);
  leave(b);
  EQUALS(out, 10, 24, 30, 48);
  EQUALS(grad(sum(out), x), 5, 12, 15, 24);
  EQUALS(grad(sum(out), shared), 8, 12);
  b = enter(2);
  vjp_tensor* w = leaf(wrap(b, VEC(3, 4)));
  vjp_tensor* g = unwrap(b, grad(doubled(w), w));
  leave(b);
  EQUALS(g, 3, 4);
}

static vjp_status sine_of_square(void* context, bool again, vjp_tensor* const* inputs, size_t count,
                                 vjp_tensor_list* results) {
  vjp_tensor *square = NULL, *sine = NULL;
  ++((int*)context)[again];
  if (count != 1) return VJP_ERROR_INVALID;
  vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(inputs[0]), T(inputs[0])), 0, &square);
  if (status == VJP_OK) status = call_op("sin", VJP_VARIANT_FUNCTIONAL, ARGS(T(square)), 0, &sine);
  if (status == VJP_OK) status = vjp_tensor_list_append(results, sine);
  vjp_tensor_release(square);
  vjp_tensor_release(sine);
  return status;
}

static void test_checkpoints(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  int runs[2] = {0, 0};
  vjp_checkpoint_function function = VJP_CHECKPOINT_FUNCTION_INIT;
  function.run = sine_of_square;
  function.context = runs;
  batch b = enter(2);
  vjp_tensor* w = wrap(b, x);
  vjp_tensor_list* list = NULL;
  OK(vjp_checkpoint(&function, &w, 1, NULL, &list));
  vjp_tensor* out = unwrap(b, vjp_tensor_list_get(list, 0));
  vjp_tensor_list_release(list);
  leave(b);
  EQUALS(grad(sum(out), x), 2 * cos(1), 4 * cos(4));
  CHECK(runs[0] == 1 && runs[1] == 1);
}

/* ---- forward mode (FWD-19) ---- */

static vjp_tensor* dual(vjp_tensor* primal, vjp_tensor* tangent) {
  vjp_tensor* out = NULL;
  OK(vjp_make_dual(primal, tangent, &out));
  return own(out);
}
static vjp_tensor* tangent_of(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_tangent(t, &out));
  return own(out);
}
static vjp_tensor* some_of_all(vjp_tensor* x, vjp_tensor* m) {
  vjp_tensor* y = OP("mv", T(m), T(OP("sin", T(x))));
  return mul(OP("select", T(y), I(0), I(1)), OP("max", T(x)));
}

/* The same tangents whichever of the levels is inside. */
static void test_forward_mode(void) {
  vjp_tensor *x = MAT(2, 2, 1, 2, 3, 4), *t = MAT(2, 2, 1, 1, 0.5, -1), *m = MAT(2, 2, 1, 2, 3, 4);
  double want[2];
  for (int i = 0; i < 2; ++i) {
    double a = at(x, 2 * i), c = at(x, 2 * i + 1), da = at(t, 2 * i), dc = at(t, 2 * i + 1);
    want[i] = (3 * cos(a) * da + 4 * cos(c) * dc) * c + (3 * sin(a) + 4 * sin(c)) * dc;
  }
  OK(vjp_forward_mode_enter());
  vjp_tensor* outer = dual(x, t);
  batch b = enter(2);
  vjp_tensor* y = unwrap(b, some_of_all(wrap(b, outer), m));
  leave(b);
  EQUALS(tangent_of(y), want[0], want[1]);
  OK(vjp_forward_mode_exit());
  b = enter(2);
  OK(vjp_forward_mode_enter());
  vjp_tensor* inner = tangent_of(some_of_all(dual(wrap(b, x), wrap(b, t)), m));
  vjp_tensor* all = unwrap(b, inner);
  OK(vjp_forward_mode_exit());
  leave(b);
  EQUALS(all, want[0], want[1]);
}

/* One primal, a batch of tangents: the columns of a Jacobian. */
static void test_batched_tangents(void) {
  vjp_tensor *x = VEC(1, 2), *m = MAT(2, 2, 1, 2, 3, 4);
  batch b = enter(2);
  OK(vjp_forward_mode_enter());
  vjp_tensor* d = dual(x, wrap(b, MAT(2, 2, 1, 0, 0, 1)));
  vjp_tensor* y = OP("mv", T(m), T(OP("exp", T(OP("narrow", T(d), I(0), I(0), I(2))))));
  CHECK(!vjp_tensor_is_batched(y));
  vjp_tensor* columns = unwrap(b, tangent_of(y));
  OK(vjp_forward_mode_exit());
  leave(b);
  EQUALS(columns, exp(1), 3 * exp(1), 2 * exp(2), 4 * exp(2));
}

/* Forward over reverse, for each sample: second derivatives. */
static void test_forward_over_reverse(void) {
  vjp_tensor *x = MAT(2, 2, 1, 2, 3, 4), *t = MAT(2, 2, 1, 0, 0, 1);
  batch b = enter(2);
  OK(vjp_forward_mode_enter());
  vjp_tensor* d = leaf(dual(wrap(b, x), wrap(b, t)));
  vjp_tensor* g = grad_graph(sum(mul(d, mul(d, d))), d);
  vjp_tensor* second = unwrap(b, tangent_of(g));
  OK(vjp_forward_mode_exit());
  leave(b);
  EQUALS(second, 6, 0, 0, 24);
}

/* ENTRY-27: grad calls on batched tensors are each sample's; what would mix samples, and what is dead, is refused */
static void entry_27_tensors_of_levels(void) {
  vjp_tensor *shared = leaf(VEC(1, 2)), *g = NULL;
  batch b = enter(2);
  vjp_tensor *w = leaf(wrap(b, VEC(3, 4))), *y = mul(w, w);
  EQUALS(unwrap(b, grad(y, w)), 6, 8);
  FAILS(VJP_ERROR_STATE, vjp_backward(mul(w, w), NULL));
  SAYS("backward would add the gradients of all samples");
  FAILS(VJP_ERROR_STATE, try_grad(sum(mul(shared, w)), NULL, shared, false, true, &g));
  SAYS("is not batched at level");
  vjp_tensor *kept = mul(w, w), *one = wrap(b, VEC(1, 1)), *whole = unwrap(b, mul(w, w));
  leave(b);
  FAILS(VJP_ERROR_STATE, try_grad(kept, one, w, false, true, &g));
  SAYS("has ended");
  FAILS(VJP_ERROR_STATE, try_grad(whole, one, shared, false, true, &g));
  SAYS("has ended");
  FAILS(VJP_ERROR_STATE, try_grad(sum(whole), NULL, w, false, true, &g));
  SAYS("has ended");
}

int main(void) {
  RUN(test_autograd_sees_the_batch);
  RUN(test_gradients_inside);
  RUN(test_an_input_that_samples_share);
  RUN(test_batched_gradients);
  RUN(test_sums_of_batched_gradients);
  RUN(test_batched_calls);
  RUN(test_arguments_that_samples_share);
  RUN(test_custom_functions);
  RUN(test_checkpoints);
  RUN(test_forward_mode);
  RUN(test_batched_tangents);
  RUN(test_forward_over_reverse);
  RUN(entry_27_tensors_of_levels);
  return finish();
}
