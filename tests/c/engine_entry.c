/* Chapter 6: backward, grad and grad calls. */
#include "check.h"

static vjp_grad_call* call_with(int create_graph, int allow_unused, int materialize, int accumulate) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = create_graph;
  options.allow_unused = allow_unused;
  options.materialize = materialize;
  options.accumulate = accumulate;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  return own_call(call);
}

static void entry_1_backward_adds_grad_does_not(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(mul(x, x));
  EQUALS(grad(y, x), 2, 4);
  CHECK(grad_of(x) == NULL);
  OK(vjp_backward(y, NULL));
  EQUALS(grad_of(x), 2, 4);
  OK(vjp_backward(sum(times(x, 3)), NULL));
  EQUALS(grad_of(x), 5, 7);
}

static void entry_2_no_roots(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_grad_call* call = call_with(0, 1, 0, 0);
  OK(vjp_grad_call_add_input(call, x));
  OK(vjp_grad_call_run(call));
  CHECK(result_of(call, 0) == NULL);
}

static void entry_3_root_without_edge(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* roots[2] = {sum(x), SCALAR(3)};
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_STATE, vjp_grad(roots, 2, NULL, &x, 1, NULL, &g));
  SAYS("1");
  CHECK(g == NULL);
  FAILS(VJP_ERROR_STATE, vjp_backward(SCALAR(1), NULL));
}

static void entry_5_implicit_gradient(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* many = times(x, 2);
  FAILS(VJP_ERROR_INVALID, vjp_backward(many, NULL));
  SAYS("[2]");
  vjp_tensor* one = narrow(many, 0, 1, 1);
  OK(vjp_backward(one, NULL));
  EQUALS(grad_of(x), 0, 2);
  vjp_tensor* z = leaf(ramp(VJP_DTYPE_COMPLEX128, 0, NULL));
  FAILS(VJP_ERROR_DTYPE, vjp_backward(mul(z, z), NULL));
  SAYS("complex128");
}

static void entry_6_shape_of_the_gradient(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  FAILS(VJP_ERROR_SHAPE, vjp_backward(y, VEC(1, 2, 3)));
  FAILS(VJP_ERROR_SHAPE, vjp_backward(y, SCALAR(1)));
  FAILS(VJP_ERROR_SHAPE, vjp_backward(sum(y), VEC(1)));
  OK(vjp_backward(y, VEC(3, 4)));
  EQUALS(grad_of(x), 6, 8);
}

static void entry_7_dtype_of_the_gradient(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  FAILS(VJP_ERROR_DTYPE, vjp_backward(y, ramp(VJP_DTYPE_COMPLEX128, 1, (int64_t[]){2})));
  vjp_tensor* float32 = ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2});
  OK(vjp_backward(y, float32));
  CHECK(vjp_tensor_dtype(grad_of(x)) == VJP_DTYPE_FLOAT64);
  EQUALS(grad_of(x), 1, 2);
}

static void entry_10_modes(void) {
  vjp_tensor* x = leaf(VEC(3));
  vjp_tensor* y = mul(x, mul(x, x));
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  vjp_tensor* g = NULL;
  OK(try_grad(y, NULL, x, true, true, &g));
  own(g);
  CHECK(!vjp_grad_mode());
  OK(vjp_grad_mode_set(before, NULL));
  /* ENTRY-11 */
  CHECK(vjp_tensor_requires_grad(g));
  EQUALS(grad(g, x), 18);
  CHECK(!vjp_tensor_requires_grad(grad(y, x)));
}

static void entry_13_inputs(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(x);
  vjp_tensor* g[2] = {NULL, NULL};
  FAILS(VJP_ERROR_INVALID, vjp_grad(&y, 1, NULL, &x, 0, NULL, g));
  vjp_tensor* plain = VEC(1);
  FAILS(VJP_ERROR_STATE, vjp_grad(&y, 1, NULL, &plain, 1, NULL, g));
  vjp_tensor* never_used = leaf(VEC(1));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.allow_unused = 1;
  vjp_tensor* both[2] = {x, never_used};
  OK(vjp_grad(&y, 1, NULL, both, 2, &options, g));
  EQUALS(own(g[0]), 1, 1);
  CHECK(g[1] == NULL);
}

static void entry_14_backward_with_inputs(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* w = leaf(VEC(3, 4));
  vjp_tensor* h = mul(x, w);
  vjp_tensor* y = sum(mul(h, h));
  vjp_grad_call* call = call_with(0, -1, 0, 1);
  OK(vjp_grad_call_add_root(call, y, NULL));
  OK(vjp_grad_call_add_input(call, x));
  OK(vjp_grad_call_add_input(call, h));
  OK(vjp_grad_call_run(call));
  EQUALS(grad_of(x), 2 * 9, 2 * 2 * 16);
  EQUALS(grad_of(h), 6, 16);
  CHECK(vjp_tensor_retains_grad(h));
  CHECK(grad_of(w) == NULL);
}

static void entry_15_unused(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* other = leaf(VEC(1, 2, 3));
  vjp_tensor* both[2] = {x, other};
  vjp_tensor* g[2] = {NULL, NULL};
  vjp_tensor* y = sum(x);
  FAILS(VJP_ERROR_INVALID, vjp_grad(&y, 1, NULL, both, 2, NULL, g));
  SAYS("1");
  SAYS("allow_unused");
  CHECK(g[0] == NULL && g[1] == NULL);
}

static void entry_16_materialize(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* other = leaf(VEC(1, 2, 3));
  vjp_tensor* both[2] = {x, other};
  vjp_tensor* g[2] = {NULL, NULL};
  vjp_tensor* y = sum(x);
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.materialize = 1;
  OK(vjp_grad(&y, 1, NULL, both, 2, &options, g));
  EQUALS(own(g[0]), 1, 1);
  EQUALS(own(g[1]), 0, 0, 0);
  options.allow_unused = 0;
  g[0] = g[1] = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_grad(&y, 1, NULL, both, 2, &options, g));
}

static void entry_17_repeated(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(mul(x, x));
  vjp_tensor* twice[2] = {x, x};
  vjp_tensor* g[2] = {NULL, NULL};
  OK(vjp_grad(&y, 1, NULL, twice, 2, NULL, g));
  CHECK(g[0] == g[1]);
  EQUALS(own(g[0]), 2, 4);
  own(g[1]);
  /* roots that are the same, or depend on each other, add up */
  vjp_tensor* h = mul(x, x);
  vjp_tensor* s = sum(h);
  vjp_tensor* roots[2] = {s, s};
  vjp_tensor* out = NULL;
  OK(vjp_grad(roots, 2, NULL, &x, 1, NULL, &out));
  EQUALS(own(out), 4, 8);
  h = times(x, 3);
  s = sum(h);
  vjp_tensor* nested[2] = {s, h};
  vjp_tensor* gradients[2] = {NULL, VEC(10, 20)};
  OK(vjp_grad(nested, 2, gradients, &h, 1, NULL, &out));
  EQUALS(own(out), 11, 21);
}

static void entry_18_root_is_input(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 3);
  vjp_tensor* ct = VEC(5, 6);
  vjp_tensor* g = NULL;
  OK(vjp_grad(&y, 1, &ct, &y, 1, NULL, &g));
  CHECK(own(g) == ct);
  /* no node executed: the graph is whole */
  EQUALS(grad(sum(y), x), 3, 3);
}

static void entry_21_grad_touches_no_leaf(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* w = leaf(VEC(3, 4));
  vjp_tensor* h = mul(x, w);
  OK(vjp_tensor_retain_grad(h));
  EQUALS(grad(sum(mul(h, h)), x), 18, 64);
  CHECK(grad_of(x) == NULL && grad_of(w) == NULL);
  EQUALS(grad_of(h), 6, 16);
}

static void entry_22_leaf_as_root(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* ct = VEC(5, 6);
  OK(vjp_backward(x, ct));
  EQUALS(grad_of(x), 5, 6);
  CHECK(grad_of(x) != ct && !vjp_tensor_shares_storage(grad_of(x), ct));
}

static void entry_23_calls_run_again(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 3);
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, y, VEC(1, 1)));
  OK(vjp_grad_call_add_input(call, x));
  CHECK(vjp_grad_call_num_roots(call) == 1 && vjp_grad_call_num_inputs(call) == 1);
  CHECK(vjp_grad_call_root(call, 0) == y && vjp_grad_call_root(call, 1) == NULL);
  OK(vjp_grad_call_run(call));
  EQUALS(result_of(call, 0), 3, 3);
  vjp_tensor* other = VEC(1, 10);
  OK(vjp_grad_call_set_root_gradient(call, 0, other));
  CHECK(vjp_grad_call_root_gradient(call, 0) == other);
  OK(vjp_grad_call_run(call));
  EQUALS(result_of(call, 0), 3, 30);
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_set_root_gradient(call, 1, other));
  vjp_tensor* none = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_result(call, 1, &none));
}

static void entry_28_no_elements(void) {
  vjp_tensor* x = leaf(ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){0, 3}));
  vjp_tensor* y = times(x, 2);
  FAILS(VJP_ERROR_INVALID, vjp_backward(y, NULL));
  OK(vjp_backward(y, ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){0, 3})));
  CHECK(SHAPE(grad_of(x), 0, 3));
  OK(vjp_backward(sum(times(x, 2)), NULL));
}

static void complex_convention(void) {
  /* a real loss |z|^2: the gradient is dL/dRe + i dL/dIm = 2 z */
  double values[4] = {1, 2, -3, 0.5}, g[4];
  vjp_tensor* z = NULL;
  OK(vjp_tensor_from_data(values, (int64_t[]){2}, 1, VJP_DTYPE_COMPLEX128, &z));
  leaf(own(z));
  vjp_tensor* modulus = OP("abs", T(z));
  vjp_tensor* dz = grad(sum(mul(modulus, modulus)), z);
  OK(vjp_tensor_copy_to(dz, g, sizeof g, VJP_DTYPE_COMPLEX128));
  for (int i = 0; i < 4; ++i) NEAR(g[i], 2 * values[i]);
}

int main(void) {
  RUN(entry_1_backward_adds_grad_does_not);
  RUN(entry_2_no_roots);
  RUN(entry_3_root_without_edge);
  RUN(entry_5_implicit_gradient);
  RUN(entry_6_shape_of_the_gradient);
  RUN(entry_7_dtype_of_the_gradient);
  RUN(entry_10_modes);
  RUN(entry_13_inputs);
  RUN(entry_14_backward_with_inputs);
  RUN(entry_15_unused);
  RUN(entry_16_materialize);
  RUN(entry_17_repeated);
  RUN(entry_18_root_is_input);
  RUN(entry_21_grad_touches_no_leaf);
  RUN(entry_22_leaf_as_root);
  RUN(entry_23_calls_run_again);
  RUN(entry_28_no_elements);
  RUN(complex_convention);
  return finish();
}
