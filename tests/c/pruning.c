/*
 * PRUNE-2: no product is computed that nobody wants. Counted by the library's own counters of operator calls, which see
 * every product of a backward, be it recorded or not.
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

static int64_t products_of(vjp_tensor* loss, vjp_tensor* const* inputs, size_t n, bool recorded) {
  vjp_tensor* out[kLayers + 1] = {NULL};
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  options.create_graph = recorded;
  int64_t before = products();
  OK(vjp_grad(&loss, 1, NULL, inputs, n, &options, out));
  for (size_t i = 0; i < n; ++i) own(out[i]);
  return products() - before;
}
/* How many products the gradient for these tensors takes, recorded or not. */
static int64_t products_for(vjp_tensor* loss, vjp_tensor* const* inputs, size_t n) {
  int64_t recorded = products_of(loss, inputs, n, true);
  CHECK(products_of(loss, inputs, n, false) == recorded);
  return recorded;
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

/* A rule that takes a kernel of its own names the operators for which that stands: every one that the recorded rule
 * calls for the derivative itself. */
static void rules_name_what_they_stand_for(void) {
  vjp_tensor *m = ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){4, 4}), *b = ramp(VJP_DTYPE_FLOAT64, 3, (int64_t[]){2, 4, 4});
  vjp_tensor *x = leaf(ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){4, 4})), *y = leaf(clone(b));
  vjp_tensor* row = leaf(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){4}));
  vjp_tensor *heads = leaf(clone(OP("reshape", T(b), INTS(1, 2, 4, 4)))),
             *image = OP("reshape", T(b), INTS(2, 1, 4, 4));
  vjp_tensor* kernel = leaf(ramp(VJP_DTYPE_FLOAT64, 4, (int64_t[]){1, 1, 2, 2}));
  vjp_tensor* pair[] = {x, m};
  vjp_tensor* bias = leaf(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){1}));
  const struct {
    vjp_tensor *result, *input;
    const char* names[6];
  } cases[] = {
      {OP("mm", T(x), T(m)), x, {"mm"}},
      {OP("mm", T(m), T(x)), x, {"mm"}},
      {OP("bmm", T(y), T(b)), y, {"bmm"}},
      {OP("addmm", T(m), T(x), T(m), F(1), F(1)), x, {"mm"}},
      {OP("baddbmm", T(b), T(b), T(y), F(1), F(1)), y, {"bmm"}},
      {OP("matmul", T(b), T(x)), x, {"mm", "_batched_matmul"}},
      {OP("linear", T(x), T(m), T(row)), x, {"mm"}},
      {OP("exp", T(x)), x, {"mul"}},
      {OP("softmax", T(x), I(1), NONE()), x, {"mul", "sum", "sub"}},
      {OP("log_softmax", T(x), I(1), NONE()), x, {"mul", "sum", "sub", "exp"}},
      {OP("layer_norm", T(x), INTS(4), T(row), NONE(), F(1e-5)), row, {"mul", "_sum_to_size"}},
      {OP("layer_norm", T(x), INTS(4), T(row), NONE(), F(1e-5)), x, {"mul"}},
      {OP("cat", TL(pair, 2), I(0)), x, {"narrow"}},
      {OP("stack", TL(pair, 2), I(0)), x, {"select"}},
      {OP("scaled_dot_product_attention", T(heads), T(heads), T(heads), NONE(), F(0), B(false), NONE(), B(false)),
       heads,
       {"matmul"}},
      {OP("conv2d", T(image), T(kernel), T(bias), INTS(1, 1), INTS(0, 0), INTS(1, 1), I(1)),
       kernel,
       {"_convolution_weight"}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    int64_t calls[2][6];
    for (int recorded = 0; recorded < 2; ++recorded) {
      for (int n = 0; n < 6 && cases[i].names[n]; ++n) calls[recorded][n] = -vjp_debug_op_calls(cases[i].names[n]);
      vjp_tensor* out = NULL;
      OK(try_grad(sum(cases[i].result), NULL, cases[i].input, recorded, true, &out));
      own(out);
      for (int n = 0; n < 6 && cases[i].names[n]; ++n) calls[recorded][n] += vjp_debug_op_calls(cases[i].names[n]);
    }
    for (int n = 0; n < 6 && cases[i].names[n]; ++n) {
      if (calls[0][n] != calls[1][n])
        printf("case %zu, %s: %d calls, and %d recorded\n", i, cases[i].names[n], (int)calls[0][n], (int)calls[1][n]);
      CHECK(calls[0][n] == calls[1][n]);
    }
  }
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
  RUN(rules_name_what_they_stand_for);
  RUN(unknown_names_have_no_calls);
  return finish();
}
