/*
 * Losses, resampling, unpooling and their like beyond what the golden vectors say of them: by what they are made for,
 * at their edges, and how they refuse what does not fit.
 */
#include <math.h>

#include "check.h"

#define IVEC(...) OP("to", T(VEC(__VA_ARGS__)), D(VJP_DTYPE_INT64))

static vjp_tensor* log_softmax(vjp_tensor* x) { return OP("log_softmax", T(x), I(-1)); }

/* ---- ctc_loss ---- */

enum { TIMES = 4, CLASSES = 3 };

/* What a path says: repeats become one, blanks (class 0) go. */
static int spelled(const int* path, int* labels) {
  int n = 0, before = 0;
  for (int t = 0; t < TIMES; ++t) {
    if (path[t] && path[t] != before) labels[n++] = path[t];
    before = path[t];
  }
  return n;
}

/* -log of the sum over all paths that say these labels. */
static double by_all_paths(vjp_tensor* log_probs, const int* wanted, int count) {
  double total = 0;
  for (int number = 0; number < 81; ++number) {
    int path[TIMES], labels[TIMES], rest = number;
    double log_prob = 0;
    for (int t = 0; t < TIMES; ++t, rest /= CLASSES) {
      path[t] = rest % CLASSES;
      log_prob += at(log_probs, (size_t)(t * CLASSES + path[t]));
    }
    if (spelled(path, labels) == count && memcmp(labels, wanted, (size_t)count * sizeof(int)) == 0)
      total += exp(log_prob);
  }
  return -log(total);
}

static vjp_tensor* scores(void) { return MAT(4, 3, 0.3, -1.2, 0.8, 1.1, 0.2, -0.4, -0.7, 0.9, 0.1, 0.5, 0.6, -1.5); }

static void ctc_sums_over_all_paths(void) {
  const int sequences[][3] = {{0}, {1}, {2}, {1, 2}, {1, 1}, {2, 1, 2}};
  const int64_t counts[] = {0, 1, 1, 2, 2, 3};
  vjp_tensor* log_probs = log_softmax(scores());
  for (int i = 0; i < 6; ++i) {
    const int* s = sequences[i];
    vjp_tensor* targets = IVEC(s[0], s[1], s[2]);
    vjp_tensor* loss = OP("ctc_loss.lengths", T(log_probs), T(targets), INTS(TIMES), INTS(counts[i]), I(0), S("sum"));
    NEAR(at(loss, 0), by_all_paths(log_probs, s, (int)counts[i]));
  }
}

static void ctc_takes_labels_in_rows_or_one_after_the_other(void) {
  vjp_tensor* one = log_softmax(scores());
  vjp_tensor* pair[] = {one, OP("flip", T(one), INTS(0))};
  vjp_tensor* both = OP("stack", TL(pair, 2), I(1));
  vjp_tensor* rows = OP("view", T(IVEC(1, 0, 2, 1)), INTS(2, 2));
  vjp_tensor* times_of = IVEC(4, 3);
  vjp_tensor* lengths = IVEC(1, 2);
  vjp_tensor* a = OP("ctc_loss", T(both), T(rows), T(times_of), T(lengths), I(0), S("none"));
  vjp_tensor* b = OP("ctc_loss", T(both), T(IVEC(1, 2, 1)), T(times_of), T(lengths), I(0), S("none"));
  EQUALS(b, at(a, 0), at(a, 1));
  vjp_tensor* means = OP("ctc_loss", T(both), T(rows), T(times_of), T(lengths));
  NEAR(at(means, 0), (at(a, 0) + at(a, 1) / 2) / 2);
}

/* Three labels do not fit into two times: no path, and no gradient where the loss counts as 0. */
static void ctc_of_what_cannot_be(void) {
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  vjp_tensor* targets = IVEC(1, 2, 1);
  vjp_tensor* loss = OP("ctc_loss.lengths", T(log_softmax(x)), T(targets), INTS(2), INTS(3), I(0), S("sum"));
  CHECK(isinf(at(loss, 0)) && at(loss, 0) > 0);
  loss = OP("ctc_loss.lengths", T(log_softmax(x)), T(targets), INTS(2), INTS(3), I(0), S("sum"), B(true));
  EQUALS(loss, 0);
  EQUALS(grad(loss, x), 0, 0, 0, 0, 0, 0);
}

static void ctc_refuses(void) {
  vjp_tensor* p = log_softmax(scores());
  FAILS(VJP_ERROR_INVALID, TRY("ctc_loss.lengths", T(p), T(IVEC(1)), INTS(5), INTS(1)));
  SAYS("an input length is 5");
  FAILS(VJP_ERROR_INVALID, TRY("ctc_loss.lengths", T(p), T(IVEC(1)), INTS(4), INTS(1), I(3)));
  SAYS("blank is 3, expected one of the 3 classes");
  FAILS(VJP_ERROR_SHAPE, TRY("ctc_loss.lengths", T(p), T(IVEC(1)), INTS(4, 4), INTS(1)));
  SAYS("'input_lengths' has 2 numbers for 1 sequences");
  FAILS(VJP_ERROR_SHAPE, TRY("ctc_loss.lengths", T(p), T(VEC(1)), INTS(4), INTS(1)));
  SAYS("'targets'");
}

/* ---- losses ---- */

/* One row of scores with one number, and with a list of one number, which is a batch. */
static void margin_of_a_single_row(void) {
  vjp_tensor *x = VEC(1, 2, 4), *one = IVEC(2), *number = OP("sum", T(one));
  vjp_tensor* batch = OP("multi_margin_loss", T(x), T(one), I(1), F(1), NONE(), S("none"));
  vjp_tensor* alone = OP("multi_margin_loss", T(x), T(number), I(1), F(1), NONE(), S("none"));
  CHECK(vjp_tensor_ndim(batch) == 1 && vjp_tensor_ndim(alone) == 0);
}

static void losses_refuse(void) {
  vjp_tensor *x = MAT(2, 3, 1, 2, 3, 4, 5, 6), *y = IVEC(0, 2);
  FAILS(VJP_ERROR_INVALID, TRY("multi_margin_loss", T(x), T(y), I(3)));
  SAYS("p must be 1 or 2, got 3");
  FAILS(VJP_ERROR_DTYPE, TRY("multi_margin_loss", T(x), T(VEC(0, 2))));
  FAILS(VJP_ERROR_SHAPE, TRY("multi_margin_loss", T(x), T(IVEC(0, 2, 1))));
  FAILS(VJP_ERROR_SHAPE, TRY("multi_margin_loss", T(x), T(y), I(1), F(1), T(VEC(1, 2))));
  SAYS("3 classes");
  FAILS(VJP_ERROR_SHAPE, TRY("multilabel_margin_loss", T(x), T(y)));
  FAILS(VJP_ERROR_SHAPE, TRY("cosine_embedding_loss", T(x), T(x), T(MAT(1, 2, 1, -1))));
  FAILS(VJP_ERROR_INVALID, TRY("triplet_margin_loss", T(x), T(x), T(x), F(0)));
  SAYS("margin must be positive");
  FAILS(VJP_ERROR_SHAPE, TRY("gaussian_nll_loss", T(x), T(x), T(VEC(1, 2, 3))));
  SAYS("'var' is");
  FAILS(VJP_ERROR_INVALID, TRY("soft_margin_loss", T(x), T(x), S("median")));
  FAILS(VJP_ERROR_SHAPE, TRY("linear_cross_entropy", T(x), T(VEC(1, 2, 3)), T(y)));
}

/* Far from 0 the exponential would overflow. */
static void soft_margin_far_out(void) {
  vjp_tensor* x = leaf(VEC(-1000, 1000));
  vjp_tensor* loss = OP("soft_margin_loss", T(x), T(VEC(1, 1)), S("none"));
  EQUALS(loss, 1000, 0);
  EQUALS(grad(sum(loss), x), -1, 0);
}

/* A variance below eps counts as eps, and its gradient is that of a variance all the same. */
static void gaussian_variance_below_eps(void) {
  vjp_tensor* v = leaf(VEC(0.01));
  vjp_tensor* loss = OP("gaussian_nll_loss", T(VEC(1)), T(VEC(3)), T(v), B(false), F(0.5));
  NEAR(at(loss, 0), 0.5 * (log(0.5) + 4 / 0.5));
  NEAR(at(grad(loss, v), 0), 0.5 * (1 / 0.5 - 4 / 0.25));
}

static void poisson_of_zero_counts(void) {
  vjp_tensor* t = leaf(VEC(0, 1, 4));
  vjp_tensor* loss = OP("poisson_nll_loss", T(VEC(1, 1, 1)), T(t), B(true), B(true), F(1e-8), S("sum"));
  vjp_tensor* g = grad(loss, t);
  EQUALS(narrow(g, 0, 0, 2), -1, -1); /* no logarithm of 0 in it */
  NEAR(at(g, 2), -1 + log(4) + 0.125);
}

/* ---- there and back ---- */

static void unpooling_inverts_pooling(void) {
  vjp_tensor* x = leaf(OP("view", T(VEC(1, 5, 2, 8, 3, 7, 4, 6, 9, 0, 11, 10, 12, 15, 13, 14)), INTS(1, 1, 4, 4)));
  const vjp_value request[] = {T(x), INTS(2, 2), NONE(), INTS(0), INTS(1), B(false), B(true)};
  vjp_tensor *values = NULL, *indices = NULL;
  OK(call_op("max_pool2d.indices", VJP_VARIANT_FUNCTIONAL, request, 7, 0, &values));
  OK(call_op("max_pool2d.indices", VJP_VARIANT_FUNCTIONAL, request, 7, 1, &indices));
  own(values), own(indices);
  vjp_tensor* back = OP("max_unpool2d", T(values), T(indices), INTS(2));
  EQUALS(back, 0, 0, 0, 8, 0, 7, 0, 0, 0, 0, 0, 0, 0, 15, 0, 14);
  EQUALS(grad(sum(mul(back, back)), x), 0, 0, 0, 16, 0, 14, 0, 0, 0, 0, 0, 0, 0, 30, 0, 28);
  FAILS(VJP_ERROR_INVALID, TRY("max_unpool2d", T(values), T(indices), INTS(2), NONE(), INTS(0), INTS(7, 4)));
  SAYS("within a stride of the size 4");
  FAILS(VJP_ERROR_SHAPE, TRY("max_unpool2d", T(x), T(indices), INTS(2)));
  FAILS(VJP_ERROR_DTYPE, TRY("max_unpool2d", T(values), T(values), INTS(2)));
}

/* The largest of parts of unequal length; of equals the first one. */
static void adaptive_max_pooling(void) {
  vjp_tensor* x = leaf(OP("view", T(VEC(3, 1, 4, 4, 5)), INTS(1, 1, 5)));
  EQUALS(OP("adaptive_max_pool1d", T(x), INTS(3)), 3, 4, 5);
  vjp_tensor* y = OP("adaptive_max_pool1d", T(x), INTS(2));
  EQUALS(y, 4, 5);
  EQUALS(grad(sum(y), x), 0, 0, 1, 0, 1);
  const vjp_value request[] = {T(x), INTS(2), B(true)};
  vjp_tensor* indices = NULL;
  OK(call_op("adaptive_max_pool1d.indices", VJP_VARIANT_FUNCTIONAL, request, 3, 1, &indices));
  EQUALS(own(indices), 2, 4);
  CHECK(isnan(at(OP("adaptive_max_pool1d", T(OP("view", T(VEC(1, NAN, 2)), INTS(1, 1, 3))), INTS(2)), 0)));
  FAILS(VJP_ERROR_SHAPE, TRY("adaptive_max_pool1d", T(OP("zeros", INTS(1, 1, 0))), INTS(2)));
}

static void pixels_there_and_back(void) {
  vjp_tensor* x = OP("view", T(OP("arange", I(48))), INTS(1, 12, 2, 2));
  vjp_tensor* image = OP("pixel_shuffle", T(x), I(2));
  vjp_tensor* back = OP("pixel_unshuffle", T(image), I(2));
  for (size_t i = 0; i < 48; ++i) CHECK(at(back, i) == (double)i);
  CHECK(at(image, 1) == 4 && at(image, 4) == 8);
  FAILS(VJP_ERROR_SHAPE, TRY("pixel_shuffle", T(x), I(5)));
  FAILS(VJP_ERROR_SHAPE, TRY("pixel_unshuffle", T(x), I(3)));
  FAILS(VJP_ERROR_INVALID, TRY("channel_shuffle", T(x), I(5)));
}

/* <im2col x, y> = <x, col2im y> */
static void windows_and_their_adjoint(void) {
  vjp_tensor* x = OP("view", T(OP("sin", T(OP("arange", F(60))))), INTS(1, 2, 5, 6));
  vjp_tensor* columns = OP("im2col", T(x), INTS(2, 3), INTS(2, 1), INTS(1, 0), INTS(1, 2));
  vjp_tensor* y = OP("cos", T(columns));
  vjp_tensor* image = OP("col2im", T(y), INTS(5, 6), INTS(2, 3), INTS(2, 1), INTS(1, 0), INTS(1, 2));
  NEAR(at(sum(mul(columns, y)), 0), at(sum(mul(x, image)), 0));
  FAILS(VJP_ERROR_SHAPE, TRY("im2col", T(x), INTS(7)));
  SAYS("does not fit");
  FAILS(VJP_ERROR_SHAPE, TRY("col2im", T(y), INTS(6, 6), INTS(2, 3)));
}

/* At the centres of the pixels the image is read as it is. */
static void grid_of_the_pixels(void) {
  vjp_tensor* image = OP("view", T(VEC(1, 2, 3, 4)), INTS(1, 1, 2, 2));
  vjp_tensor* corners = OP("view", T(VEC(-1, -1, 1, -1, -1, 1, 1, 1)), INTS(1, 2, 2, 2));
  const char* modes[] = {"bilinear", "nearest", "bicubic"};
  for (int i = 0; i < 3; ++i)
    EQUALS(OP("grid_sample", T(image), T(corners), S(modes[i]), S("zeros"), B(true)), 1, 2, 3, 4);
  vjp_tensor* outside = OP("view", T(VEC(-9, -9)), INTS(1, 1, 1, 2));
  EQUALS(OP("grid_sample", T(image), T(outside)), 0);
  EQUALS(OP("grid_sample", T(image), T(outside), S("nearest"), S("border")), 1);
  FAILS(VJP_ERROR_INVALID, TRY("grid_sample", T(image), T(corners), S("cubic")));
  SAYS("mode must be \"bilinear\"");
  FAILS(VJP_ERROR_SHAPE, TRY("grid_sample", T(image), T(VEC(1, 2))));
}

/* The running statistics of instance_norm move towards the mean over the samples. */
static void instance_norm_statistics(void) {
  vjp_tensor* x = OP("view", T(VEC(1, 3, 5, 9)), INTS(2, 1, 2));
  vjp_tensor *mean = VEC(10), *var = VEC(1);
  vjp_tensor* y = OP("instance_norm", T(x), T(mean), T(var), NONE(), NONE(), B(true), F(0.5), F(0));
  EQUALS(y, -1, 1, -1, 1);
  EQUALS(mean, 7.25); /* halfway from 10 to the mean of 2 and 7 */
  EQUALS(var, 3);     /* halfway from 1 to the mean of 2 and 8 */
  FAILS(VJP_ERROR_SHAPE, TRY("instance_norm", T(VEC(1, 2))));
  FAILS(VJP_ERROR_SHAPE, TRY("instance_norm", T(x), NONE(), NONE(), T(VEC(1, 2))));
}

/* Slopes are drawn between the bounds where the input is not positive, and a seed gives them again. */
static void rrelu_draws_slopes(void) {
  vjp_tensor* x = leaf(OP("full", INTS(1000), F(-1)));
  OK(vjp_manual_seed(7));
  vjp_tensor* y = OP("rrelu", T(x), F(0.25), F(0.75), B(true));
  vjp_tensor* slopes = grad(sum(y), x);
  double total = 0;
  for (size_t i = 0; i < 1000; ++i) {
    CHECK(at(slopes, i) >= 0.25 && at(slopes, i) <= 0.75 && at(y, i) == -at(slopes, i));
    total += at(slopes, i);
  }
  CHECK(fabs(total / 1000 - 0.5) < 0.03);
  OK(vjp_manual_seed(7));
  vjp_tensor* again = OP("rrelu", T(x), F(0.25), F(0.75), B(true));
  for (size_t i = 0; i < 1000; ++i) CHECK(at(again, i) == at(y, i));
  EQUALS(OP("rrelu", T(VEC(-2, 2)), F(0.25), F(0.75)), -1, 2);
  FAILS(VJP_ERROR_INVALID, TRY("rrelu", T(x), F(1), F(0)));
}

int main(void) {
  RUN(ctc_sums_over_all_paths);
  RUN(ctc_takes_labels_in_rows_or_one_after_the_other);
  RUN(ctc_of_what_cannot_be);
  RUN(ctc_refuses);
  RUN(margin_of_a_single_row);
  RUN(losses_refuse);
  RUN(soft_margin_far_out);
  RUN(gaussian_variance_below_eps);
  RUN(poisson_of_zero_counts);
  RUN(unpooling_inverts_pooling);
  RUN(adaptive_max_pooling);
  RUN(pixels_there_and_back);
  RUN(windows_and_their_adjoint);
  RUN(grid_of_the_pixels);
  RUN(instance_norm_statistics);
  RUN(rrelu_draws_slopes);
  return finish();
}
