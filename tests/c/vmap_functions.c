/* Custom functions of batched tensors (HIGH-11): the derivative runs on batched tensors again, whether the level has
 * ended or not, and gives each argument what its physical tensor needs. */
#include "vmap.h"

/* x^2 w, whose backward counts what it sees. */
typedef struct {
  int calls;
  int64_t ndim, levels; /* of the gradient */
  bool saved_is_batched;
} Seen;

static vjp_tensor* product(vjp_tensor* a, vjp_tensor* b) {
  vjp_tensor* out = NULL;
  vjp_value args[] = {T(a), T(b)};
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, args, 2, 0, &out));
  return out;
}

static vjp_status backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                           size_t num_inputs) {
  Seen* seen = (Seen*)context;
  (void)num_grads, (void)num_inputs;
  ++seen->calls;
  seen->ndim = (int64_t)vjp_tensor_ndim(grads[0]);
  seen->levels = (int64_t)vjp_tensor_batch_levels(grads[0], NULL, 0);
  vjp_tensor *x = NULL, *w = NULL;
  OK(vjp_function_saved(node, 0, &x));
  OK(vjp_function_saved(node, 1, &w));
  seen->saved_is_batched = vjp_tensor_is_batched(x);
  vjp_tensor *gx = product(grads[0], x), *gxw = product(gx, w), *gxx = product(gx, x);
  vjp_value two[] = {T(gxw), F(2)};
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, two, 2, 0, &out[0]));
  out[1] = gxx;
  vjp_tensor_release(gx);
  vjp_tensor_release(gxw);
  vjp_tensor_release(x);
  vjp_tensor_release(w);
  return VJP_OK;
}

static vjp_tensor* apply(Seen* seen, vjp_tensor* x, vjp_tensor* w) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "SquareTimes";
  f.backward = backward;
  f.context = seen;
  vjp_tensor *inputs[] = {x, w}, *out = NULL;
  vjp_function_call* call = NULL;
  OK(vjp_function_begin(&f, inputs, 2, &call));
  vjp_tensor *square = product(x, x), *y = product(square, w);
  OK(vjp_function_call_save_for_backward(call, inputs, 2));
  OK(vjp_function_end(call, &y, 1, &out));
  vjp_tensor_release(square);
  vjp_tensor_release(y);
  return own(out);
}

static void gradients(vjp_tensor* y, vjp_tensor* seed, vjp_tensor* const* inputs, vjp_tensor** out) {
  OK(vjp_grad(&y, 1, &seed, inputs, 2, NULL, out));
  own(out[0]), own(out[1]);
}

/* HIGH-11: reverse mode around vmap, when the level is gone */
static void test_gradients_around(void) {
  Seen seen = {0, 0, 0, false};
  vjp_tensor *x = leaf(MAT(2, 2, 1, 2, 3, 4)), *w = leaf(VEC(10, 100)), *g[2];
  batch b = enter(2);
  vjp_tensor* y = unwrap(b, apply(&seen, wrap(b, x), w));
  leave(b);
  EQUALS(y, 10, 400, 90, 1600);
  gradients(y, MAT(2, 2, 1, 1, 1, 1), (vjp_tensor*[]){x, w}, g);
  CHECK(seen.calls == 1 && seen.ndim == 1 && seen.levels == 1 && seen.saved_is_batched);
  EQUALS(g[0], 20, 400, 60, 800);
  EQUALS(g[1], 10, 20); /* summed over the samples */
  CHECK(SHAPE(g[1], 2));
}

/* HIGH-11: two levels, of which each argument has one */
static void test_levels_that_arguments_lack(void) {
  Seen seen = {0, 0, 0, false};
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(10, 100, 1000)), *g[2];
  batch outer = enter(2), inner = enter(3);
  vjp_tensor* y = unwrap(outer, unwrap(inner, apply(&seen, wrap(outer, x), wrap(inner, w))));
  leave(inner);
  leave(outer);
  CHECK(SHAPE(y, 2, 3));
  EQUALS(y, 10, 100, 1000, 40, 400, 4000);
  gradients(y, MAT(2, 3, 1, 1, 1, 1, 1, 1), (vjp_tensor*[]){x, w}, g);
  CHECK(seen.ndim == 0 && seen.levels == 2);
  EQUALS(g[0], 2220, 4440);
  EQUALS(g[1], 5, 5, 5);
}

/* HIGH-11: a grad call inside of the level, and one whose gradients alone are batched */
static void test_gradients_inside(void) {
  Seen seen = {0, 0, 0, false};
  batch b = enter(2);
  vjp_tensor *x = NULL, *w = NULL, *g[2];
  OK(vjp_tensor_detach(wrap(b, MAT(2, 2, 1, 2, 3, 4)), &x));
  OK(vjp_tensor_detach(wrap(b, MAT(2, 2, 1, 1, 2, 2)), &w));
  leaf(own(x)), leaf(own(w));
  gradients(apply(&seen, x, w), wrap(b, MAT(2, 2, 1, 1, 10, 10)), (vjp_tensor*[]){x, w}, g);
  EQUALS(unwrap(b, g[0]), 2, 4, 120, 160);
  EQUALS(unwrap(b, g[1]), 1, 4, 90, 160);
  leave(b);
  x = leaf(VEC(1, 2)), w = leaf(VEC(1, 10));
  vjp_tensor* y = apply(&seen, x, w);
  b = enter(2);
  gradients(y, wrap(b, MAT(2, 2, 1, 0, 0, 1)), (vjp_tensor*[]){x, w}, g);
  EQUALS(unwrap(b, g[0]), 2, 0, 0, 40);
  leave(b);
}

static vjp_status forward_derivative(void* context, vjp_function_call* call, vjp_tensor* const* tangents,
                                     size_t num_inputs, vjp_tensor** out, size_t num_results) {
  (void)context, (void)num_inputs, (void)num_results;
  vjp_tensor* x = NULL;
  OK(vjp_function_call_saved_for_forward(call, 0, &x));
  vjp_tensor* gx = product(x, tangents[0]);
  vjp_value two[] = {T(gx), F(2)};
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, two, 2, 0, &out[0]));
  vjp_tensor_release(gx);
  vjp_tensor_release(x);
  return VJP_OK;
}

static vjp_tensor* square(vjp_tensor* x) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.jvp = forward_derivative;
  vjp_function_call* call = NULL;
  vjp_tensor* out = NULL;
  OK(vjp_function_begin(&f, &x, 1, &call));
  vjp_tensor* y = product(x, x);
  OK(vjp_function_call_save_for_forward(call, &x, 1));
  OK(vjp_function_end(call, &y, 1, &out));
  vjp_tensor_release(y);
  return own(out);
}

/* HIGH-11: forward mode around the level, and inside of it */
static void test_forward_mode(void) {
  vjp_tensor *dual = NULL, *t = NULL;
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(VEC(1, 2), VEC(1, 10), &dual));
  batch b = enter(2);
  vjp_tensor* y = unwrap(b, square(wrap(b, own(dual))));
  leave(b);
  OK(vjp_tensor_tangent(y, &t));
  EQUALS(own(t), 2, 40);
  OK(vjp_forward_mode_exit());
  b = enter(2);
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(wrap(b, VEC(1, 2)), wrap(b, VEC(1, 10)), &dual));
  OK(vjp_tensor_tangent(square(own(dual)), &t));
  EQUALS(unwrap(b, own(t)), 2, 40);
  OK(vjp_forward_mode_exit());
  leave(b);
}

/* HIGH-11: changes in place */
static void test_dirty_arguments(void) {
  vjp_tensor *whole = MAT(2, 2, 1, 2, 3, 4), *out = NULL;
  batch b = enter(2);
  vjp_tensor* x = wrap(b, whole);
  vjp_function f = VJP_FUNCTION_INIT;
  vjp_function_call* call = NULL;
  OK(vjp_function_begin(&f, &x, 1, &call));
  OK(vjp_neg_(x));
  OK(vjp_function_call_mark_dirty(call, &x, 1));
  OK(vjp_function_end(call, &x, 1, &out));
  CHECK(out == x);
  leave(b);
  own(out);
  EQUALS(whole, -1, -2, -3, -4);
}

int main(void) {
  RUN(test_gradients_around);
  RUN(test_levels_that_arguments_lack);
  RUN(test_gradients_inside);
  RUN(test_forward_mode);
  RUN(test_dirty_arguments);
  return finish();
}
