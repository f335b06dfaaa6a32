/* Rows of a table with bounded norms, and bags of rows, by what they are made of. */
#include <math.h>

#include "check.h"

#define IVEC(...) OP("to", T(VEC(__VA_ARGS__)), D(VJP_DTYPE_INT64))

static vjp_tensor* table(void) { return leaf(MAT(4, 2, 1, 2, 3, 4, 5, 6, 7, 8)); }

/* A bag of rows 0 1, an empty one, and a bag of row 1 twice, a padding row 2 and row 3. */
static vjp_tensor* rows(void) { return IVEC(0, 1, 1, 1, 2, 3); }
static vjp_tensor* offsets(void) { return IVEC(0, 2, 2); }

static vjp_tensor* bag(vjp_tensor* weight, const char* mode, vjp_value padding) {
  return OP("embedding_bag", T(rows()), T(weight), T(offsets()), NONE(), F(2), B(false), S(mode), B(false), NONE(),
            B(false), padding);
}

static void bags_are_reduced(void) {
  vjp_tensor* w = table();
  EQUALS(bag(w, "sum", NONE()), 4, 6, 0, 0, 18, 22);
  EQUALS(bag(w, "mean", NONE()), 2, 3, 0, 0, 4.5, 5.5);
  EQUALS(bag(w, "max", NONE()), 3, 4, 0, 0, 7, 8);
  EQUALS(bag(w, "sum", I(2)), 4, 6, 0, 0, 13, 16);
  EQUALS(bag(w, "mean", I(-2)), 2, 3, 0, 0, 13.0 / 3, 16.0 / 3);
  EQUALS(bag(w, "max", I(3)), 3, 4, 0, 0, 5, 6);
  EQUALS(grad(sum(bag(w, "sum", NONE())), w), 1, 1, 3, 3, 1, 1, 1, 1);
  EQUALS(grad(sum(bag(w, "mean", I(2))), w), 0.5, 0.5, 0.5 + 2.0 / 3, 0.5 + 2.0 / 3, 0, 0, 1.0 / 3, 1.0 / 3);
  EQUALS(grad(sum(bag(w, "max", NONE())), w), 0, 0, 1, 1, 0, 0, 1, 1);
}

/* What is all padding is an empty bag; the first of equal rows has the gradient of a maximum. */
static void bags_at_their_edges(void) {
  vjp_tensor* w = leaf(MAT(3, 1, 5, 5, -INFINITY));
  vjp_tensor* ties = OP("embedding_bag", T(IVEC(1, 0)), T(w), T(IVEC(0)), NONE(), F(2), B(false), S("max"));
  EQUALS(grad(sum(ties), w), 0, 1, 0);
  vjp_tensor* one = OP("view", T(IVEC(1, 0)), INTS(1, 2));
  EQUALS(grad(sum(OP("embedding_bag", T(one), T(w), NONE(), NONE(), F(2), B(false), S("max"))), w), 0, 1, 0);
  const char* modes[] = {"sum", "mean", "max"};
  for (int i = 0; i < 3; ++i) {
    EQUALS(OP("embedding_bag", T(one), T(OP("zeros_like", T(w))), NONE(), NONE(), F(2), B(false), S(modes[i])), 0);
    vjp_tensor* same = OP("view", T(IVEC(2, 2)), INTS(1, 2));
    EQUALS(OP("embedding_bag", T(same), T(w), NONE(), NONE(), F(2), B(false), S(modes[i]), B(false), NONE(), B(false),
              I(2)),
           0);
    vjp_tensor* none = OP("zeros", INTS(2, 0), D(VJP_DTYPE_INT64));
    EQUALS(OP("embedding_bag", T(none), T(w), NONE(), NONE(), F(2), B(false), S(modes[i])), 0, 0);
    vjp_tensor* empty = OP("zeros", INTS(0), D(VJP_DTYPE_INT64));
    EQUALS(OP("embedding_bag", T(empty), T(w), T(IVEC(0, 0)), NONE(), F(2), B(false), S(modes[i])), 0, 0);
  }
  vjp_tensor* lowest = OP("embedding_bag", T(IVEC(2)), T(w), T(IVEC(0)), NONE(), F(2), B(false), S("max"));
  CHECK(at(lowest, 0) == -INFINITY);
  vjp_tensor* nan = leaf(MAT(2, 1, 1, NAN));
  vjp_tensor* y = OP("embedding_bag", T(IVEC(0, 1)), T(nan), T(IVEC(0)), NONE(), F(2), B(false), S("max"));
  CHECK(isnan(at(y, 0)));
  EQUALS(grad(sum(y), nan), 0, 1);
}

static void last_offset_is_an_end(void) {
  vjp_tensor* w = table();
  vjp_tensor* ends = IVEC(0, 2, 5);
  EQUALS(OP("embedding_bag", T(rows()), T(w), T(ends), NONE(), F(2), B(false), S("sum"), B(false), NONE(), B(true)), 4,
         6, 11, 14);
}

static void weights_of_samples(void) {
  vjp_tensor* w = table();
  vjp_tensor* each = leaf(VEC(2, 3, 1, 1, 5, -1));
  vjp_tensor* y = OP("embedding_bag", T(rows()), T(w), T(offsets()), NONE(), F(2), B(false), S("sum"), B(false),
                     T(each), B(false), I(2));
  EQUALS(y, 11, 16, 0, 0, -1, 0);
  EQUALS(grad(sum(y), each), 3, 7, 7, 7, 0, 15);
  y = OP("embedding_bag", T(rows()), T(w), T(offsets()), NONE(), F(2), B(false), S("sum"), B(false), T(each), B(false),
         I(2));
  EQUALS(grad(sum(y), w), 2, 2, 5, 5, 0, 0, -1, -1);
}

/* Row 1 is there three times. */
static void gradients_by_frequency(void) {
  vjp_tensor* w = table();
  vjp_tensor* y = OP("embedding_bag", T(rows()), T(w), T(offsets()), NONE(), F(2), B(true), S("sum"));
  EQUALS(y, 4, 6, 0, 0, 18, 22);
  vjp_tensor* g = grad(sum(y), w);
  for (size_t i = 0; i < 8; ++i) NEAR(at(g, i), 1);
  y = OP("embedding.max_norm", T(rows()), T(w), I(0), NONE(), F(2), B(true));
  g = grad(sum(y), w);
  for (size_t i = 0; i < 8; ++i) NEAR(at(g, i), i >= 2);
}

/* Only rows that are looked up change, and those within the bound stay what they are. */
static void norms_are_bounded_in_the_table(void) {
  vjp_tensor* w = leaf(MAT(3, 2, 3, 4, 0.25, 0.5, 30, 40));
  vjp_tensor* y = OP("embedding.max_norm", T(IVEC(0, 1, 0)), T(w), NONE(), F(1));
  ABOUT(at(y, 0), 0.6, 1e-7);
  ABOUT(at(y, 5), 0.8, 1e-7);
  EQUALS(narrow(detached(w), 0, 1, 2), 0.25, 0.5, 30, 40);
  ABOUT(at(w, 1), 0.8, 1e-7);
  EQUALS(grad(sum(y), w), 2, 2, 1, 1, 0, 0);
  CHECK(vjp_tensor_is_leaf(w));
  vjp_tensor* ones = leaf(MAT(1, 2, 3, 4));
  OP("embedding_bag", T(IVEC(0)), T(ones), T(IVEC(0)), F(7), F(1), B(false), S("sum"));
  EQUALS(detached(ones), 3, 4);
  OP("embedding_bag", T(IVEC(0)), T(ones), T(IVEC(0)), F(3.5), F(1), B(false), S("sum"));
  ABOUT(at(ones, 0), 1.5, 1e-7);
}

static void bags_refuse(void) {
  vjp_tensor* w = table();
  FAILS(VJP_ERROR_INVALID, TRY("embedding_bag", T(rows()), T(w)));
  SAYS("embedding_bag: 'offsets' is needed");
  FAILS(VJP_ERROR_INVALID, TRY("embedding_bag", T(OP("view", T(rows()), INTS(2, 3))), T(w), T(offsets())));
  SAYS("each row of 'input' [2, 3] is a bag");
  FAILS(VJP_ERROR_INVALID, TRY("embedding_bag", T(rows()), T(w), T(offsets()), NONE(), F(2), B(false), S("median")));
  SAYS("'mode' must be \"sum\", \"mean\" or \"max\", got \"median\"");
  FAILS(VJP_ERROR_INVALID, TRY("embedding_bag", T(rows()), T(w), T(offsets()), NONE(), F(2), B(true), S("max")));
  SAYS("scale_grad_by_freq");
  FAILS(VJP_ERROR_INVALID, TRY("embedding_bag", T(rows()), T(w), T(offsets()), NONE(), F(2), B(false), S("mean"),
                               B(false), T(VEC(1, 1, 1, 1, 1, 1))));
  SAYS("'per_sample_weights' is for mode \"sum\", got \"mean\"");
  FAILS(VJP_ERROR_SHAPE,
        TRY("embedding_bag", T(rows()), T(w), T(offsets()), NONE(), F(2), B(false), S("sum"), B(false), T(VEC(1, 1))));
  SAYS("'per_sample_weights' has shape [2], expected that of 'input', [6]");
  FAILS(VJP_ERROR_INVALID, TRY("embedding_bag", T(rows()), T(w), T(offsets()), NONE(), F(2), B(false), S("sum"),
                               B(false), NONE(), B(false), I(4)));
  SAYS("'padding_idx' is 4, but 'weight' has 4 rows");
  FAILS(VJP_ERROR_SHAPE, TRY("embedding_bag", T(rows()), T(VEC(1, 2)), T(offsets())));
  if (vjp_tensor_device(w).kind == VJP_DEVICE_CPU) {
    FAILS(VJP_ERROR_INVALID, TRY("embedding_bag", T(rows()), T(w), T(IVEC(0, 7))));
    SAYS("embedding_bag: 'offsets' has 7, but 'input' has 6 rows");
    FAILS(VJP_ERROR_INVALID, TRY("embedding_bag", T(rows()), T(w), T(IVEC(1, 2))));
    SAYS("embedding_bag: 'offsets' begins with 1, expected 0");
    FAILS(VJP_ERROR_INVALID, TRY("embedding_bag", T(rows()), T(w), T(IVEC(0, 3, 2))));
    SAYS("embedding_bag: 'offsets' must ascend, but 2 comes after 3");
  }
  FAILS(VJP_ERROR_SHAPE, TRY("embedding_bag", T(rows()), T(w), T(VEC(0, 2))));
  SAYS("expected a list of integers");
}

int main(void) {
  RUN(bags_are_reduced);
  RUN(bags_at_their_edges);
  RUN(last_offset_is_an_end);
  RUN(weights_of_samples);
  RUN(gradients_by_frequency);
  RUN(norms_are_bounded_in_the_table);
  RUN(bags_refuse);
  return finish();
}
