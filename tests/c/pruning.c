/*
 * PRUNE-2: no product is computed that nobody wants. Counted by the library's own counters of operator calls, which see
 * every product of a backward that is recorded.
 */
#include "check.h"

enum { kLayers = 5, kWidth = 6 };

static int64_t products(void) {
  const char* names[] = {"mm", "bmm", "matmul", "addmm", "baddbmm", "linear", "mv", "dot"};
  int64_t n = 0;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) n += vjp_debug_op_calls(names[i]);
  return n;
}

typedef struct {
  vjp_tensor *x, *weights[kLayers], *loss;
} Mlp;

static Mlp make_mlp(bool track_x, bool track_weights) {
  Mlp m;
  m.x = ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){3, kWidth});
  if (track_x) leaf(m.x);
  vjp_tensor* h = m.x;
  for (int i = 0; i < kLayers; ++i) {
    m.weights[i] = times(ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){kWidth, kWidth}), 0.01);
    if (track_weights) leaf(m.weights[i]);
    h = OP("tanh", T(OP("mm", T(h), T(m.weights[i]))));
  }
  m.loss = sum(h);
  return m;
}

/* How many products the gradient for these tensors takes. */
static int64_t products_for(vjp_tensor* loss, vjp_tensor* const* inputs, size_t n) {
  vjp_tensor* out[kLayers + 1] = {NULL};
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  int64_t before = products();
  OK(vjp_grad(&loss, 1, NULL, inputs, n, &options, out));
  for (size_t i = 0; i < n; ++i) own(out[i]);
  return products() - before;
}

static void gradient_for_the_input_only(void) {
  Mlp m = make_mlp(true, true);
  CHECK(products_for(m.loss, &m.x, 1) == kLayers);
}

static void gradient_for_everything(void) {
  Mlp m = make_mlp(true, true);
  vjp_tensor* all[kLayers + 1] = {m.x};
  memcpy(all + 1, m.weights, sizeof m.weights);
  CHECK(products_for(m.loss, all, kLayers + 1) == 2 * kLayers);
}

static void gradient_for_the_weights_only(void) {
  /* the first layer's input is data: its product is never formed */
  Mlp m = make_mlp(false, true);
  CHECK(products_for(m.loss, m.weights, kLayers) == 2 * kLayers - 1);
  /* the same where it is tracked and not asked for */
  m = make_mlp(true, true);
  CHECK(products_for(m.loss, m.weights, kLayers) == 2 * kLayers - 1);
}

static void gradient_for_one_weight(void) {
  Mlp m = make_mlp(true, true);
  CHECK(products_for(m.loss, &m.weights[kLayers - 1], 1) == 1);
  CHECK(products_for(m.loss, &m.weights[0], 1) == kLayers);
}

static void gradient_for_frozen_weights(void) {
  Mlp m = make_mlp(true, false);
  CHECK(products_for(m.loss, &m.x, 1) == kLayers);
}

static void linear_with_bias(void) {
  vjp_tensor* x = leaf(ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){3, kWidth}));
  vjp_tensor* w = leaf(ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){kWidth, kWidth}));
  vjp_tensor* b = leaf(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){kWidth}));
  vjp_tensor* y = sum(OP("linear", T(x), T(w), T(b)));
  EQUALS(grad(y, b), 3, 3, 3, 3, 3, 3);
  CHECK(products_for(y, &b, 1) == 0);
  CHECK(products_for(y, &w, 1) == 1);
}

static void unknown_names_have_no_calls(void) {
  CHECK(vjp_debug_op_calls("no such operator") <= 0);
  CHECK(vjp_debug_op_calls(NULL) <= 0);
}

int main(void) {
  RUN(gradient_for_the_input_only);
  RUN(gradient_for_everything);
  RUN(gradient_for_the_weights_only);
  RUN(gradient_for_one_weight);
  RUN(gradient_for_frozen_weights);
  RUN(linear_with_bias);
  RUN(unknown_names_have_no_calls);
  return finish();
}
