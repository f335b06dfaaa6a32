/*
 * Random operators by what they are for: the moments of what they draw, that neighbours have nothing to do with each
 * other, and that seed and offset say which numbers come.
 */
#include <math.h>

#include "check.h"

enum { COUNT_DRAWN = 20000 };

static vjp_value G(vjp_generator* generator) {
  vjp_value v = {VJP_KIND_GENERATOR, 0, {0}};
  v.as.generator = generator;
  return v;
}
static vjp_tensor* filled(double value) { return OP("full", INTS(COUNT_DRAWN), F(value), D(VJP_DTYPE_FLOAT64)); }
static vjp_tensor* normal_numbers(void) { return OP("randn", INTS(COUNT_DRAWN), D(VJP_DTYPE_FLOAT64)); }

/* ---- what each operator draws ---- */

static vjp_tensor* rand_(vjp_generator* g) { return OP("rand", INTS(COUNT_DRAWN), D(VJP_DTYPE_FLOAT64), G(g)); }
static vjp_tensor* rand_like(vjp_generator* g) { return OP("rand_like", T(filled(1)), NONE(), G(g)); }
static vjp_tensor* randn_(vjp_generator* g) { return OP("randn", INTS(COUNT_DRAWN), D(VJP_DTYPE_FLOAT64), G(g)); }
static vjp_tensor* randn_like(vjp_generator* g) { return OP("randn_like", T(filled(1)), NONE(), G(g)); }
static vjp_tensor* uniform(vjp_generator* g) { return OP("uniform", T(filled(0)), F(-2), F(3), G(g)); }
static vjp_tensor* uniform_inplace(vjp_generator* g) { return OP_("uniform", T(filled(0)), F(-2), F(3), G(g)); }
static vjp_tensor* normal(vjp_generator* g) { return OP("normal", T(filled(0)), F(2), F(3), G(g)); }
static vjp_tensor* normal_size(vjp_generator* g) {
  return OP("normal.size", F(2), F(3), INTS(COUNT_DRAWN), D(VJP_DTYPE_FLOAT64), G(g));
}
static vjp_tensor* randint(vjp_generator* g) { return OP("randint", I(7), INTS(COUNT_DRAWN), NONE(), G(g)); }
static vjp_tensor* randint_low(vjp_generator* g) {
  return OP("randint.low", I(-3), I(4), INTS(COUNT_DRAWN), NONE(), G(g));
}
static vjp_tensor* bernoulli(vjp_generator* g) { return OP("bernoulli", T(filled(0.8)), G(g)); }
static vjp_tensor* bernoulli_p(vjp_generator* g) { return OP("bernoulli.p", T(filled(5)), F(0.3), G(g)); }
static vjp_tensor* dropout(vjp_generator* g) { return OP("dropout", T(filled(1)), F(0.25), B(true), G(g)); }
static vjp_tensor* dropout_inplace(vjp_generator* g) { return OP_("dropout", T(filled(1)), F(0.25), B(true), G(g)); }
static vjp_tensor* alpha_dropout(vjp_generator* g) {
  return OP("alpha_dropout", T(normal_numbers()), F(0.3), B(true), G(g));
}
static vjp_tensor* rrelu(vjp_generator* g) { return OP("rrelu", T(filled(-1)), F(0.25), F(0.75), B(true), G(g)); }
static vjp_tensor* multinomial(vjp_generator* g) {
  vjp_tensor* rows = OP("expand", T(VEC(1, 2, 3, 4)), INTS(COUNT_DRAWN / 2, 4));
  return OP("flatten", T(OP("multinomial", T(rows), I(2), B(true), G(g))));
}
/* The first of a pair without replacement has the weights' chances. */
static vjp_tensor* multinomial_once(vjp_generator* g) {
  vjp_tensor* rows = OP("expand", T(VEC(1, 2, 3, 4)), INTS(COUNT_DRAWN, 4));
  return OP("select", T(OP("multinomial", T(rows), I(2), B(false), G(g))), I(1), I(0));
}
/* float32 arguments, whose numbers still reach into the tails */
static vjp_tensor* single(double value) { return OP("full", INTS(COUNT_DRAWN), F(value), D(VJP_DTYPE_FLOAT32)); }
static vjp_tensor* exponential(vjp_generator* g) { return OP("exponential", T(filled(0)), F(2), G(g)); }
static vjp_tensor* exponential_inplace(vjp_generator* g) { return OP_("exponential", T(single(0)), F(2), G(g)); }
static vjp_tensor* geometric(vjp_generator* g) { return OP("geometric", T(filled(0)), F(0.25), G(g)); }
static vjp_tensor* geometric_integers(vjp_generator* g) {
  return OP_("geometric", T(OP("zeros", INTS(COUNT_DRAWN), D(VJP_DTYPE_INT32))), F(0.25), G(g));
}
/* Cauchy numbers have no moments; their angles are uniform. */
static vjp_tensor* cauchy(vjp_generator* g) {
  vjp_tensor* x = OP("cauchy", T(filled(0)), F(3), F(2), G(g));
  return OP("atan", T(OP("div", T(OP("sub", T(x), T(SCALAR(3)))), T(SCALAR(2)))));
}
static vjp_tensor* log_normal(vjp_generator* g) {
  return OP("log", T(OP("log_normal", T(filled(0)), F(2), F(3), G(g))));
}
static vjp_tensor* normal_tensor(vjp_generator* g) {
  return OP("normal.tensor", T(filled(2)), T(VEC(3)), G(g)); /* broadcast */
}
static vjp_tensor* normal_float_tensor(vjp_generator* g) { return OP("normal.float_tensor", F(2), T(filled(3)), G(g)); }
static vjp_tensor* poisson_few(vjp_generator* g) { return OP("poisson", T(single(1.5)), G(g)); }
static vjp_tensor* poisson_many(vjp_generator* g) { return OP("poisson", T(filled(40)), G(g)); }
static vjp_tensor* binomial_few(vjp_generator* g) { return OP("binomial", T(single(5)), T(SCALAR(0.3)), G(g)); }
static vjp_tensor* binomial_many(vjp_generator* g) { return OP("binomial", T(SCALAR(100)), T(filled(0.4)), G(g)); }
/* Above a half failures are drawn; integers count as well. */
static vjp_tensor* binomial_mostly(vjp_generator* g) {
  return OP("binomial", T(OP("full", INTS(COUNT_DRAWN), I(100), D(VJP_DTYPE_INT32))), T(SCALAR(0.97)), G(g));
}
static vjp_tensor* by_channel(const char* name, size_t spatial, vjp_generator* g) {
  const int64_t sizes[] = {COUNT_DRAWN / 4, 4, 2, 1, 1};
  vjp_tensor* x = OP("ones", L(sizes, 2 + spatial), D(VJP_DTYPE_FLOAT64));
  vjp_tensor* y = OP(name, T(x), F(0.25), B(true), G(g));
  vjp_tensor* flat = OP("reshape", T(y), INTS(COUNT_DRAWN, 2));
  /* a channel goes or stays as a whole */
  vjp_tensor* same = OP("eq", T(OP("select", T(flat), I(1), I(0))), T(OP("select", T(flat), I(1), I(1))));
  CHECK(at(OP("sum", T(same)), 0) == COUNT_DRAWN);
  return OP("select", T(flat), I(1), I(0));
}
static vjp_tensor* feature_dropout(vjp_generator* g) { return by_channel("feature_dropout", 1, g); }
static vjp_tensor* dropout1d(vjp_generator* g) { return by_channel("dropout1d", 1, g); }
static vjp_tensor* dropout2d(vjp_generator* g) { return by_channel("dropout2d", 2, g); }
static vjp_tensor* dropout3d(vjp_generator* g) { return by_channel("dropout3d", 3, g); }
static vjp_tensor* feature_alpha_dropout(vjp_generator* g) {
  vjp_tensor* x = OP("reshape", T(normal_numbers()), INTS(COUNT_DRAWN, 1));
  return OP("flatten", T(OP("feature_alpha_dropout", T(x), F(0.3), B(true), G(g))));
}

static const struct draw {
  const char* name;
  vjp_tensor* (*make)(vjp_generator*);
  double mean, variance, kurtosis, low, high;
} kDraws[] = {
    {"rand", rand_, 0.5, 1.0 / 12, 1.8, 0, 1},
    {"rand_like", rand_like, 0.5, 1.0 / 12, 1.8, 0, 1},
    {"randn", randn_, 0, 1, 3, -7, 7},
    {"randn_like", randn_like, 0, 1, 3, -7, 7},
    {"uniform", uniform, 0.5, 25.0 / 12, 1.8, -2, 3},
    {"uniform_", uniform_inplace, 0.5, 25.0 / 12, 1.8, -2, 3},
    {"normal", normal, 2, 9, 3, -19, 23},
    {"normal.size", normal_size, 2, 9, 3, -19, 23},
    {"randint", randint, 3, 4, 1.75, 0, 6},
    {"randint.low", randint_low, 0, 4, 1.75, -3, 3},
    {"bernoulli", bernoulli, 0.8, 0.16, 3.25, 0, 1},
    {"bernoulli.p", bernoulli_p, 0.3, 0.21, 1.762, 0, 1},
    {"dropout", dropout, 1, 1.0 / 3, 2.334, 0, 1.3334},
    {"dropout_", dropout_inplace, 1, 1.0 / 3, 2.334, 0, 1.3334},
    {"feature_dropout", feature_dropout, 1, 1.0 / 3, 2.334, 0, 1.3334},
    {"dropout1d", dropout1d, 1, 1.0 / 3, 2.334, 0, 1.3334},
    {"dropout2d", dropout2d, 1, 1.0 / 3, 2.334, 0, 1.3334},
    {"dropout3d", dropout3d, 1, 1.0 / 3, 2.334, 0, 1.3334},
    {"alpha_dropout", alpha_dropout, 0, 1, 3, -7, 7},
    {"feature_alpha_dropout", feature_alpha_dropout, 0, 1, 3, -7, 7},
    {"rrelu", rrelu, -0.5, 1.0 / 48, 1.8, -0.75, -0.25},
    {"exponential", exponential, 0.5, 0.25, 9, 0, 20},
    {"exponential_", exponential_inplace, 0.5, 0.25, 9, 0, 20},
    {"geometric", geometric, 4, 12, 9.0833, 1, 200},
    {"geometric_", geometric_integers, 4, 12, 9.0833, 1, 200},
    {"cauchy", cauchy, 0, 0.822467, 1.8, -1.5708, 1.5708},
    {"log_normal", log_normal, 2, 9, 3, -19, 23},
    {"normal.tensor", normal_tensor, 2, 9, 3, -19, 23},
    {"normal.float_tensor", normal_float_tensor, 2, 9, 3, -19, 23},
    {"poisson", poisson_few, 1.5, 1.5, 3.6667, 0, 15},
    {"poisson of large rates", poisson_many, 40, 40, 3.025, 0, 90},
    {"binomial", binomial_few, 1.5, 1.05, 2.7524, 0, 5},
    {"binomial of many", binomial_many, 40, 24, 2.98167, 0, 100},
    {"binomial of integers", binomial_mostly, 97, 2.91, 3.2837, 0, 100},
    {"multinomial", multinomial, 2, 1, 2.2, 0, 3},
    {"multinomial without replacement", multinomial_once, 2, 1, 2.2, 0, 3},
};
enum { DRAWS = sizeof kDraws / sizeof kDraws[0] };

static double values[COUNT_DRAWN];

/* The elements as float64, in order. */
static void read_drawn(vjp_tensor* t) {
  CHECK(vjp_tensor_numel(t) == COUNT_DRAWN);
  OK(vjp_tensor_copy_to(t, values, sizeof values, VJP_DTYPE_FLOAT64));
}
static bool fits(const struct draw* d, const char* what, double found, double wanted, double deviation) {
  const bool good = fabs(found - wanted) <= 5 * deviation;
  if (!good) printf("%s: %s is %g, not %g +- %g\n", d->name, what, found, wanted, deviation);
  return good;
}

/* Five standard deviations of an estimate: one draw in two million would be further off, and the seed is fixed. */
static void check_moments(const struct draw* d, vjp_generator* generator) {
  read_drawn(d->make(generator));
  double mean = 0, variance = 0, serial = 0;
  bool inside = true;
  for (int i = 0; i < COUNT_DRAWN; ++i) {
    mean += values[i] / COUNT_DRAWN;
    inside = inside && values[i] >= d->low && values[i] <= d->high;
  }
  for (int i = 0; i < COUNT_DRAWN; ++i) variance += (values[i] - mean) * (values[i] - mean) / COUNT_DRAWN;
  for (int i = 1; i < COUNT_DRAWN; ++i) serial += (values[i] - mean) * (values[i - 1] - mean) / COUNT_DRAWN;
  if (!inside) printf("%s: out of bounds\n", d->name);
  CHECK(inside);
  CHECK(fits(d, "the mean", mean, d->mean, sqrt(d->variance / COUNT_DRAWN)));
  CHECK(fits(d, "the variance", variance, d->variance, d->variance * sqrt((d->kurtosis - 1) / COUNT_DRAWN)));
  CHECK(fits(d, "the correlation of neighbours", serial / variance, 0, sqrt(1.0 / COUNT_DRAWN)));
}

static vjp_generator* generator_of_seed(uint64_t seed) {
  vjp_generator* g = NULL;
  OK(vjp_generator_create(seed, &g));
  return g;
}

static void moments(void) {
  vjp_generator* g = generator_of_seed(2024);
  OK(vjp_manual_seed(5));
  for (int i = 0; i < DRAWS; ++i) check_moments(&kDraws[i], g);
  vjp_generator_release(g);
}

/* ---- seed and offset ---- */

/* Of two draws, where the first is what `former` has. */
static int equal_to(const double* former, vjp_tensor* t) {
  int equal = 0;
  read_drawn(t);
  for (int i = 0; i < COUNT_DRAWN; ++i) equal += values[i] == former[i];
  return equal;
}

static void check_seed_and_offset(const struct draw* d) {
  static double first[COUNT_DRAWN], second[COUNT_DRAWN];
  uint64_t seed = 0, offset = 0, later = 0;
  vjp_generator* g = generator_of_seed(77);
  OK(vjp_manual_seed(5)); /* of inputs that are drawn */
  read_drawn(d->make(g));
  memcpy(first, values, sizeof first);
  OK(vjp_generator_get_state(g, &seed, &offset));
  CHECK(seed == 77 && offset > 0);
  OK(vjp_manual_seed(5));
  read_drawn(d->make(g));
  memcpy(second, values, sizeof second);
  OK(vjp_generator_get_state(g, &seed, &later));
  CHECK(later == 2 * offset);
  /* other numbers come next, and the same ones where the generator stood before */
  CHECK(equal_to(first, OP("to", T(d->make(g)), D(VJP_DTYPE_FLOAT64))) < COUNT_DRAWN);
  OK(vjp_manual_seed(5));
  OK(vjp_generator_set_seed(g, 77));
  CHECK(equal_to(first, d->make(g)) == COUNT_DRAWN);
  OK(vjp_manual_seed(5));
  OK(vjp_generator_set_state(g, 77, offset));
  CHECK(equal_to(second, d->make(g)) == COUNT_DRAWN);
  OK(vjp_manual_seed(5));
  OK(vjp_generator_set_seed(g, 78));
  CHECK(equal_to(first, d->make(g)) < COUNT_DRAWN);
  vjp_generator_release(g);
}

static void seed_and_offset(void) {
  for (int i = 0; i < DRAWS; ++i) {
    check_seed_and_offset(&kDraws[i]);
    arena_clear();
  }
}

/* Without a generator of its own, a call draws from that of the device. */
static void default_generator(void) {
  OK(vjp_manual_seed(9));
  vjp_tensor* a = OP("dropout2d", T(OP("ones", INTS(10, 10, 2, 2), D(VJP_DTYPE_FLOAT64))), F(0.5), B(true));
  vjp_tensor* b = OP("dropout2d", T(OP("ones", INTS(10, 10, 2, 2), D(VJP_DTYPE_FLOAT64))), F(0.5), B(true));
  OK(vjp_manual_seed(9));
  vjp_tensor* c = OP("dropout2d", T(OP("ones", INTS(10, 10, 2, 2), D(VJP_DTYPE_FLOAT64))), F(0.5), B(true));
  CHECK(at(OP("sum", T(OP("eq", T(a), T(c)))), 0) == 400);
  CHECK(at(OP("sum", T(OP("eq", T(a), T(b)))), 0) < 400);
}

/* ---- permutations ---- */

static void permutations(void) {
  vjp_generator* g = generator_of_seed(3);
  int places[4] = {0};
  vjp_tensor* p = OP("randperm", I(COUNT_DRAWN), NONE(), G(g));
  vjp_tensor* sorted = OP("sort", T(p));
  CHECK(at(OP("sum", T(OP("eq", T(sorted), T(OP("arange", I(COUNT_DRAWN)))))), 0) == COUNT_DRAWN);
  CHECK(at(OP("sum", T(OP("eq", T(p), T(OP("arange", I(COUNT_DRAWN)))))), 0) < 10);
  for (int i = 0; i < 2000; ++i) {
    vjp_tensor* small = OP("randperm", I(4), NONE(), G(g));
    ++places[(int)at(small, 2)];
    arena_clear();
  }
  for (int i = 0; i < 4; ++i) CHECK(fabs(places[i] - 500) <= 5 * sqrt(2000 * 0.25 * 0.75));
  vjp_generator_release(g);
}

/* ---- derivatives ---- */

/* What was dropped passes nothing on, be it infinite; what was kept passes on what it was scaled by. */
static void gradients_know_what_was_dropped(void) {
  const char* names[] = {"dropout", "alpha_dropout", "feature_dropout", "feature_alpha_dropout", "dropout1d"};
  for (int i = 0; i < 5; ++i) {
    vjp_tensor* x = leaf(OP("full", INTS(50, 4, 3), F(2), D(VJP_DTYPE_FLOAT64)));
    vjp_tensor* y = OP(names[i], T(x), F(0.5), B(true));
    vjp_tensor* g = grad(sum(y), x);
    const double shrunk = i == 1 || i == 3,
                 kept = shrunk ? 1 / sqrt(0.5 * (1 + 0.5 * 1.7580993408473766 * 1.7580993408473766)) : 2;
    int dropped = 0;
    for (size_t e = 0; e < 600; ++e) {
      const bool gone = at(g, e) == 0;
      dropped += gone;
      CHECK(gone || fabs(at(g, e) - kept) < 1e-12);
      CHECK(gone == (at(y, e) <= 0));
    }
    CHECK(dropped > 150 && dropped < 450);
    EQUALS(OP(names[i], T(MAT(2, 2, INFINITY, NAN, -INFINITY, NAN)), F(1), B(true)), 0, 0, 0, 0);
    arena_clear();
  }
}

static void nothing_is_dropped(void) {
  const char* names[] = {"dropout", "alpha_dropout", "feature_dropout", "feature_alpha_dropout", "dropout1d"};
  for (int i = 0; i < 5; ++i) {
    EQUALS(OP(names[i], T(MAT(2, 2, 1, 2, 3, 4)), F(0.5), B(false)), 1, 2, 3, 4);
    EQUALS(OP(names[i], T(MAT(2, 2, 1, 2, 3, 4)), F(0), B(true)), 1, 2, 3, 4);
    CHECK(vjp_tensor_numel(OP(names[i], T(OP("zeros", INTS(3, 0))), F(0.5), B(true))) == 0);
    FAILS(VJP_ERROR_INVALID, TRY(names[i], T(MAT(2, 2, 1, 2, 3, 4)), F(1.5), B(true)));
    SAYS(names[i]);
    SAYS("from 0 to 1, got 1.5");
  }
  FAILS(VJP_ERROR_SHAPE, TRY("feature_dropout", T(VEC(1, 2)), F(0.5), B(true)));
  SAYS("expected [N, C, *]");
  FAILS(VJP_ERROR_SHAPE, TRY("dropout2d", T(MAT(2, 2, 1, 2, 3, 4)), F(0.5), B(true)));
  SAYS("dropout2d: 'input' has shape [2, 2], expected [N, C, *] or [C, *], * being 2 dimensions");
  FAILS(VJP_ERROR_DTYPE, TRY("alpha_dropout", T(OP("ones", INTS(3), D(VJP_DTYPE_INT64))), F(0.5), B(true)));
}

/* ---- what is no distribution ---- */

static void refuses_wrong_parameters(void) {
  FAILS(VJP_ERROR_INVALID, TRY("exponential", T(VEC(1)), F(0)));
  SAYS("exponential: 'lambd' is 0, expected a finite number above 0");
  FAILS(VJP_ERROR_INVALID, TRY("cauchy", T(VEC(1)), F(0), F(-1)));
  SAYS("'sigma' is -1");
  FAILS(VJP_ERROR_INVALID, TRY("log_normal", T(VEC(1)), F(0), F(NAN)));
  SAYS("'std' is nan");
  FAILS(VJP_ERROR_INVALID, TRY("geometric", T(VEC(1)), F(1)));
  SAYS("expected a probability between 0 and 1");
  FAILS(VJP_ERROR_DTYPE, TRY("exponential", T(OP("ones", INTS(3), D(VJP_DTYPE_INT64)))));
  SAYS("int64");
  FAILS(VJP_ERROR_DTYPE, TRY("geometric", T(OP("ones", INTS(3), D(VJP_DTYPE_COMPLEX64))), F(0.5)));
  FAILS(VJP_ERROR_INVALID, TRY("poisson", T(VEC(1, -1))));
  SAYS("poisson: a rate is -1");
  FAILS(VJP_ERROR_INVALID, TRY("poisson", T(VEC(INFINITY))));
  FAILS(VJP_ERROR_INVALID, TRY("binomial", T(VEC(2, 2.5)), T(VEC(0.5, 0.5))));
  SAYS("binomial: a count is 2.5, expected whole numbers from 0 to 2^40");
  FAILS(VJP_ERROR_INVALID, TRY("binomial", T(VEC(NAN)), T(VEC(0.5))));
  FAILS(VJP_ERROR_INVALID, TRY("binomial", T(VEC(2)), T(VEC(1.5))));
  SAYS("binomial: a probability is 1.5");
  FAILS(VJP_ERROR_INVALID, TRY("binomial", T(VEC(2)), T(VEC(NAN))));
  FAILS(VJP_ERROR_SHAPE, TRY("binomial", T(VEC(2, 2)), T(VEC(0.1, 0.2, 0.3))));
  FAILS(VJP_ERROR_DTYPE, TRY("binomial", T(VEC(2)), T(OP("ones", INTS(1), D(VJP_DTYPE_INT64)))));
  SAYS("binomial: 'prob' is");
  EQUALS(OP("binomial", T(VEC(0, 7, 7, 1099511627776)), T(VEC(0.5, 0, 1, 1))), 0, 0, 7, 1099511627776);
  if (vjp_tensor_device(VEC(1)).kind == VJP_DEVICE_CPU) { /* elsewhere the host would have to wait for the elements */
    FAILS(VJP_ERROR_INVALID, TRY("normal.tensor", T(VEC(1, 2)), T(VEC(1, -1))));
    SAYS("normal: 'std' has elements that are negative");
  }
  FAILS(VJP_ERROR_SHAPE, TRY("normal.tensor", T(VEC(1, 2)), T(VEC(1, 2, 3))));
  vjp_tensor* x = leaf(VEC(1, 2));
  FAILS(VJP_ERROR_INVALID, TRY("normal.tensor", T(x), T(VEC(1, 2))));
  SAYS("'mean'");
  SAYS("requires grad");
  FAILS(VJP_ERROR_INVALID, TRY("poisson", T(x)));
  FAILS(VJP_ERROR_INVALID, TRY("binomial", T(VEC(1, 2)), T(x)));
  SAYS("'prob'");
  EQUALS(OP("poisson", T(VEC(0, 0))), 0, 0);
  EQUALS(OP("normal.tensor", T(VEC(3, 4)), T(VEC(0, 0))), 3, 4);
  CHECK(vjp_tensor_numel(OP("poisson", T(OP("zeros", INTS(0), D(VJP_DTYPE_FLOAT64))))) == 0);
}

/* However many threads draw, they draw the same. */
static void threads_make_no_difference(void) {
  vjp_generator* g = generator_of_seed(11);
  OK(vjp_set_num_threads(1));
  vjp_tensor* one = poisson_many(g);
  OK(vjp_set_num_threads(4));
  OK(vjp_generator_set_seed(g, 11));
  vjp_tensor* four = poisson_many(g);
  OK(vjp_set_num_threads(1));
  CHECK(at(OP("sum", T(OP("eq", T(one), T(four)))), 0) == COUNT_DRAWN);
  vjp_generator_release(g);
}

int main(void) {
  RUN(moments);
  RUN(refuses_wrong_parameters);
  RUN(threads_make_no_difference);
  RUN(seed_and_offset);
  RUN(default_generator);
  RUN(permutations);
  RUN(gradients_know_what_was_dropped);
  RUN(nothing_is_dropped);
  return finish();
}
