/*
 * Linear algebra: what its operators refuse and how they say so, derivatives where matrices are singular or values
 * coincide, layouts, sizes of 0, the same bits for any number of threads; and what a library without LAPACK does.
 */
#include "check.h"
#include "lapack.h"

/* Elements without a pattern, the same ones for a seed. */
static vjp_tensor* random_matrices(size_t ndim, const int64_t* sizes, unsigned seed) {
  int64_t n = 1;
  for (size_t i = 0; i < ndim; ++i) n *= sizes[i];
  double* values = (double*)malloc((size_t)(n + 1) * sizeof(double));
  uint64_t state = seed * 2654435761u + 12345;
  for (int64_t i = 0; i < n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    values[i] = (double)(state >> 11) / 9007199254740992.0 - 0.5;
  }
  vjp_tensor* t = make_tensor(values, sizes, ndim);
  free(values);
  return t;
}
#define RANDOM(seed, ...) \
  random_matrices(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (int64_t[]){__VA_ARGS__}, seed)

static double largest_difference(vjp_tensor* a, vjp_tensor* b) {
  return at(OP("max", T(OP("abs", T(OP("sub", T(a), T(b)))))), 0);
}
static vjp_tensor* product(vjp_tensor* a, vjp_tensor* b) { return OP("matmul", T(a), T(b)); }
static vjp_tensor* turned(vjp_tensor* a) { return OP("transpose", T(a), I(-2), I(-1)); }

static void without_lapack_an_error_names_the_operator(void) {
  vjp_tensor *a = MAT(2, 2, 1, 2, 3, 4), *x = NULL, *y = NULL;
  if (has_lapack()) return;
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, vjp_linalg_svdvals(a, NULL, &x));
  SAYS("linalg_svdvals: needs LAPACK");
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, vjp_linalg_qr(a, "reduced", &x, &y));
  SAYS("linalg_qr: needs LAPACK");
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, vjp_linalg_eigh(a, "L", &x, &y));
  SAYS("linalg_eigh: needs LAPACK");
}

/* By loops and by LAPACK, from rows, from columns, and from every other element. */
static void solutions_solve(void) {
  for (int64_t n = 1; n <= 60; n = n * 2 + 1) {
    vjp_tensor *a = RANDOM(1, 2, n, n), *b = RANDOM(2, 2, n, 3), *wide = RANDOM(3, 2, n, 2 * n);
    vjp_tensor* every_other = OP("slice", T(wide), I(2), I(0), I(2 * n), I(2));
    vjp_tensor* forms[] = {a, turned(a), every_other};
    for (int f = 0; f < 3; ++f) {
      vjp_tensor *x = NULL, *y = NULL;
      OK(vjp_linalg_solve(forms[f], b, true, &x));
      CHECK(largest_difference(product(forms[f], own(x)), b) < 1e-9);
      OK(vjp_linalg_solve(forms[f], turned(b), false, &y));
      CHECK(largest_difference(product(own(y), forms[f]), turned(b)) < 1e-9);
      vjp_tensor *lu = OP("linalg_lu_factor", T(forms[f]), B(true)),
                 *pivots = RESULT("linalg_lu_factor", 1, T(forms[f]), B(true));
      vjp_tensor* z = OP("linalg_lu_solve", T(lu), T(pivots), T(b), B(true), B(true));
      CHECK(largest_difference(product(turned(forms[f]), z), b) < 1e-9);
    }
  }
}

static void cholesky_factors_multiply_to_the_matrix(void) {
  for (int64_t n = 1; n <= 60; n = n * 2 + 1) {
    vjp_tensor *r = RANDOM(4, 2, n, n), *shift = OP("eye", I(n), NONE(), D(VJP_DTYPE_FLOAT64));
    vjp_tensor *a = add(product(r, turned(r)), shift), *l = NULL, *u = NULL;
    OK(vjp_linalg_cholesky(a, false, &l));
    CHECK(largest_difference(product(own(l), turned(l)), a) < 1e-10);
    OK(vjp_linalg_cholesky(a, true, &u));
    CHECK(largest_difference(own(u), turned(l)) < 1e-10);
  }
}

static vjp_tensor* one_of(vjp_tensor* batch, int64_t i) { return OP("select", T(batch), I(0), I(i)); }

/* Small matrices of a batch are computed side by side: each has the bits that it has alone. */
static void a_matrix_of_a_batch_has_the_bits_that_it_has_alone(void) {
  enum { kCount = 7 }; /* no multiple of a vector */
  for (int64_t n = 1; n <= 25; n += 6) {
    vjp_tensor *a = RANDOM(20, kCount, n, n), *b = RANDOM(21, kCount, n, 3);
    vjp_tensor* positive = add(product(a, turned(a)), OP("eye", I(n), NONE(), D(VJP_DTYPE_FLOAT64)));
    vjp_tensor *x = NULL, *l = NULL, *y = NULL, *z = NULL, *alone = NULL;
    OK(vjp_linalg_solve(a, b, true, &x));
    OK(vjp_linalg_cholesky(positive, false, &l));
    OK(vjp_linalg_solve_triangular(l, b, false, true, false, &y));
    OK(vjp_linalg_solve_triangular(turned(l), turned(b), true, false, false, &z));
    own(x), own(l), own(y), own(z);
    for (int64_t i = 0; i < kCount; ++i) {
      OK(vjp_linalg_solve(one_of(a, i), one_of(b, i), true, &alone));
      CHECK(largest_difference(own(alone), one_of(x, i)) == 0);
      OK(vjp_linalg_cholesky(one_of(positive, i), false, &alone));
      CHECK(largest_difference(own(alone), one_of(l, i)) == 0);
      OK(vjp_linalg_solve_triangular(one_of(l, i), one_of(b, i), false, true, false, &alone));
      CHECK(largest_difference(own(alone), one_of(y, i)) == 0);
      OK(vjp_linalg_solve_triangular(turned(one_of(l, i)), turned(one_of(b, i)), true, false, false, &alone));
      CHECK(largest_difference(own(alone), one_of(z, i)) == 0);
    }
  }
}

/* So are spectra, also where one of them is left to LAPACK: no matrix feels its neighbours. */
static void spectra_of_a_batch_have_the_bits_that_they_have_alone(void) {
  if (!has_lapack()) return;
  for (int64_t n = 2; n <= 18; n += 4) {
    vjp_tensor *a = RANDOM(26, 7, n, n), *low = product(RANDOM(27, 1, n, 1), RANDOM(28, 1, 1, n));
    vjp_tensor *parts[] = {a, low}, *all = NULL, *u = NULL, *s = NULL, *vh = NULL, *l = NULL, *v = NULL;
    OK(vjp_cat(parts, 2, 0, &all));
    own(all);
    OK(vjp_linalg_svd(all, false, NULL, &u, &s, &vh));
    OK(vjp_linalg_eigh(add(all, turned(all)), "L", &l, &v));
    own(u), own(s), own(vh), own(l), own(v);
    for (int64_t i = 0; i < 8; ++i) {
      vjp_tensor *one = one_of(all, i), *u1 = NULL, *s1 = NULL, *vh1 = NULL, *l1 = NULL, *v1 = NULL;
      OK(vjp_linalg_svd(one, false, NULL, &u1, &s1, &vh1));
      OK(vjp_linalg_eigh(add(one, turned(one)), "L", &l1, &v1));
      CHECK(largest_difference(own(u1), one_of(u, i)) == 0 && largest_difference(own(s1), one_of(s, i)) == 0);
      CHECK(largest_difference(own(vh1), one_of(vh, i)) == 0);
      CHECK(largest_difference(own(l1), one_of(l, i)) == 0 && largest_difference(own(v1), one_of(v, i)) == 0);
    }
  }
}

/* Tolerances broadcast to the batch of an empty matrix, too. */
static void pseudoinverses_of_nothing_have_the_batch_of_their_tolerances(void) {
  if (!has_lapack()) return;
  vjp_tensor *rtol = RANDOM(29, 3), *y = NULL;
  for (int64_t rows = 0; rows < 2; ++rows) {
    OK(vjp_linalg_pinv_tensor(RANDOM(30, rows, 2), NULL, rtol, false, &y));
    own(y);
    CHECK(vjp_tensor_ndim(y) == 3 && vjp_tensor_size(y, 0) == 3 && vjp_tensor_size(y, 1) == 2 &&
          vjp_tensor_size(y, 2) == rows);
  }
}

static vjp_tensor* scaled(vjp_tensor* a, double by) {
  vjp_tensor* y = NULL;
  OK(vjp_mul_scalar(a, vjp_scalar_float(by), &y));
  return own(y);
}
static vjp_tensor* scaled_columns(vjp_tensor* a, vjp_tensor* s) { return mul(a, OP("unsqueeze", T(s), I(-2))); }
static double distance_from_one(vjp_tensor* a, int64_t n) {
  return largest_difference(product(turned(a), a), OP("eye", I(n), NONE(), D(VJP_DTYPE_FLOAT64)));
}

/* By rotations where they are small, whatever their scale; by LAPACK where a matrix has no full rank, or is large. */
static void factors_of_a_batch_multiply_to_the_matrices(void) {
  const double scales[] = {1, 1e-200, 1e200};
  if (!has_lapack()) return;
  for (int64_t n = 1; n <= 19; n += 6) {
    for (int i = 0; i < 3; ++i) {
      vjp_tensor *tall = scaled(RANDOM(22, 7, n + 2, n), scales[i]), *shapes[] = {tall, turned(tall), NULL};
      shapes[2] = product(RANDOM(23, 7, n, 1), scaled(RANDOM(24, 7, 1, n), scales[i]));
      for (int j = 0; j < 3; ++j) {
        vjp_tensor *u = NULL, *s = NULL, *vh = NULL;
        OK(vjp_linalg_svd(shapes[j], false, NULL, &u, &s, &vh));
        own(u), own(s), own(vh);
        CHECK(largest_difference(product(scaled_columns(u, s), vh), shapes[j]) < 1e-13 * scales[i]);
        CHECK(distance_from_one(u, n) < 1e-13 && distance_from_one(turned(vh), n) < 1e-13);
        CHECK(at(OP("min", T(OP("sub", T(OP("slice", T(s), I(1), I(0), I(n > 1 ? n - 1 : 1), I(1))),
                                T(OP("slice", T(s), I(1), I(n > 1), I(n), I(1)))))),
                 0) >= 0);
      }
      vjp_tensor *square = scaled(RANDOM(25, 7, n, n), scales[i]), *both = add(square, turned(square)), *l = NULL,
                 *v = NULL;
      for (int upper = 0; upper <= 1; ++upper) { /* the other triangle is not read */
        vjp_tensor* half = OP(upper ? "triu" : "tril", T(both), I(0));
        OK(vjp_linalg_eigh(half, upper ? "U" : "L", &l, &v));
        own(l), own(v);
        CHECK(largest_difference(product(scaled_columns(v, l), turned(v)), both) < 1e-13 * scales[i]);
        CHECK(distance_from_one(v, n) < 1e-13);
        CHECK(at(OP("min", T(OP("sub", T(OP("slice", T(l), I(1), I(n > 1), I(n), I(1))),
                                T(OP("slice", T(l), I(1), I(0), I(n > 1 ? n - 1 : 1), I(1)))))),
                 0) >= 0);
      }
    }
  }
}

/* What a kernel finds is an error of the call, or, on a device, of the wait for it. Takes what the call gave. */
static vjp_status waited_for(vjp_status status, vjp_tensor** out) {
  if (status != VJP_OK) return status;
  const vjp_device device = vjp_tensor_device(own(*out));
  return device.kind == VJP_DEVICE_CPU ? VJP_OK : vjp_device_synchronize(device);
}

static void what_cannot_be_factorised_is_named(void) {
  const double two[] = {1, 2, 3, 5, /**/ 1, 2, 2, 4};
  vjp_tensor *batch = make_tensor(two, (int64_t[]){2, 2, 2}, 3), *out = NULL, *info = NULL;
  FAILS(VJP_ERROR_INVALID, waited_for(vjp_linalg_inv(batch, &out), &out));
  SAYS("linalg_inv: matrix 1 of the batch is singular: pivot 2");
  FAILS(VJP_ERROR_INVALID, waited_for(vjp_linalg_solve(MAT(2, 2, 0, 0, 0, 1), VEC(1, 2), true, &out), &out));
  SAYS("linalg_solve: the matrix is singular: pivot 1");
  OK(vjp_linalg_inv_ex(batch, false, &out, &info));
  EQUALS(own(info), 0, 2);
  own(out);
  FAILS(VJP_ERROR_INVALID, waited_for(vjp_linalg_cholesky(MAT(2, 2, 1, 0, 0, -1), false, &out), &out));
  SAYS("linalg_cholesky: the matrix is not positive definite: its leading minor of order 2");
  FAILS(VJP_ERROR_SHAPE, vjp_linalg_det(MAT(2, 3, 1, 2, 3, 4, 5, 6), &out));
  SAYS("linalg_det: 'A' is [2, 3]; square matrices");
  FAILS(VJP_ERROR_SHAPE, vjp_linalg_inv(VEC(1, 2), &out));
  SAYS("linalg_inv: 'A' is [2]");
  FAILS(VJP_ERROR_DTYPE, vjp_linalg_inv(ramp(VJP_DTYPE_FLOAT16, 2, (int64_t[]){2, 2}), &out));
  SAYS("linalg_inv: 'A' is float16");
  FAILS(VJP_ERROR_DTYPE,
        vjp_linalg_solve(MAT(2, 2, 1, 2, 3, 4), ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2}), true, &out));
  SAYS("'A' is float64 and 'B' is float32");
  FAILS(VJP_ERROR_SHAPE, vjp_linalg_solve(MAT(2, 2, 1, 2, 3, 4), VEC(1, 2, 3), true, &out));
  SAYS("linalg_solve: 'A' is [2, 2] and 'B' is [3]");
  vjp_tensor* pivots = ramp(VJP_DTYPE_INT32, 1, (int64_t[]){2});
  FAILS(VJP_ERROR_INVALID,
        waited_for(call_op("lu_unpack", VJP_VARIANT_FUNCTIONAL, ARGS(T(MAT(2, 2, 1, 2, 3, 4)), T(pivots)), 0, &out),
                   &out));
  SAYS("index 0 is out of range");
}

static void what_is_not_finite_has_no_spectrum(void) {
  vjp_tensor *a = MAT(2, 2, 1, NAN, NAN, 1), *x = NULL, *y = NULL;
  if (!has_lapack()) return;
  FAILS(VJP_ERROR_INVALID, waited_for(vjp_linalg_svdvals(a, NULL, &x), &x));
  SAYS("linalg_svdvals: the matrix has infinities or NaN");
  FAILS(VJP_ERROR_INVALID, waited_for(vjp_linalg_eigh(a, "L", &x, &y), &x));
  own(y);
  SAYS("linalg_eigh: the matrix has infinities or NaN");
  FAILS(VJP_ERROR_INVALID, vjp_linalg_eigh(MAT(1, 1, 1), "M", &x, &y));
  SAYS("'UPLO' is \"M\"");
  FAILS(VJP_ERROR_INVALID, vjp_linalg_qr(MAT(1, 1, 1), "full", &x, &y));
  SAYS("'mode' is \"full\"");
}

static vjp_tensor* gradient_of(vjp_tensor* y, vjp_tensor* x, bool create_graph) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = create_graph;
  options.retain_graph = 1;
  vjp_tensor* g = NULL;
  OK(vjp_grad(&y, 1, NULL, &x, 1, &options, &g));
  return own(g);
}

/* A determinant is a polynomial: its gradient is the matrix of cofactors, whatever the rank. */
static void a_determinant_has_derivatives_at_singular_matrices(void) {
  vjp_tensor *a = leaf(MAT(2, 2, 1, 2, 2, 4)), *d = NULL;
  OK(vjp_linalg_det(a, &d));
  EQUALS(own(d), 0);
  EQUALS(gradient_of(d, a, false), 4, -2, -2, 1);
  vjp_tensor* g = gradient_of(d, a, true);
  EQUALS(g, 4, -2, -2, 1);
  vjp_tensor* corner = OP("select", T(OP("select", T(g), I(0), I(0))), I(0), I(0));
  vjp_tensor* second = gradient_of(corner, a, false);
  for (size_t i = 0; i < 4; ++i) ABOUT(at(second, i), i == 3 ? 1.0 : 0.0, 1e-6);
  vjp_tensor *zero = leaf(MAT(2, 2, 0, 0, 0, 0)), *three = leaf(MAT(3, 3, 1, 2, 3, 2, 4, 6, 3, 6, 9)), *e = NULL,
             *f = NULL;
  OK(vjp_linalg_det(zero, &e));
  EQUALS(gradient_of(own(e), zero, false), 0, 0, 0, 0);
  OK(vjp_linalg_det(three, &f));
  EQUALS(gradient_of(own(f), three, false), 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

/* Values that coincide are differentiable functions together; vectors are not. */
static void coinciding_values_have_gradients(void) {
  if (!has_lapack()) return;
  vjp_tensor* a = leaf(MAT(3, 3, 2, 0, 0, 0, 2, 0, 0, 0, 5));
  EQUALS(gradient_of(sum(OP("linalg_eigh", T(a), S("L"))), a, false), 1, 0, 0, 0, 1, 0, 0, 0, 1);
  EQUALS(gradient_of(sum(RESULT("linalg_svd", 1, T(a), B(false), NONE())), a, false), 1, 0, 0, 0, 1, 0, 0, 0, 1);
  EQUALS(gradient_of(OP("linalg_norm.named", T(a), S("nuc"), NONE(), B(false), NONE()), a, false), 1, 0, 0, 0, 1, 0, 0,
         0, 1);
  vjp_tensor* v = gradient_of(sum(RESULT("linalg_eigh", 1, T(a), S("L"))), a, false);
  double total = 0;
  for (size_t i = 0; i < 9; ++i) total += at(v, i);
  CHECK(!isfinite(total));
}

static void a_phase_has_no_gradient(void) {
  if (!has_lapack()) return;
  vjp_tensor *a = MAT(2, 2, 0, -1, 1, 0.5), *g = NULL;
  vjp_tensor* v = RESULT("linalg_eig", 1, T(leaf(a)));
  vjp_tensor* total = sum(OP("imag", T(v)));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  FAILS(VJP_ERROR_INVALID, vjp_grad(&total, 1, NULL, &a, 1, &options, &g));
  SAYS("linalg_eig: complex eigenvectors are unique up to a factor of modulus 1");
  vjp_tensor* r = RESULT("linalg_qr", 1, T(leaf(MAT(2, 2, 1, 2, 3, 4))), S("r"));
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, vjp_backward(sum(r), NULL));
  SAYS("linalg_qr: not differentiable with mode \"r\"");
}

static void sizes_may_be_zero(void) {
  const int64_t empty[] = {0, 0}, batch[] = {0, 3, 3};
  vjp_tensor *none = make_tensor((double[]){0}, empty, 2), *many = make_tensor((double[]){0}, batch, 3), *d = NULL,
             *i = NULL;
  OK(vjp_linalg_det(none, &d));
  EQUALS(own(d), 1);
  OK(vjp_linalg_inv(many, &i));
  CHECK(SHAPE(own(i), 0, 3, 3));
  if (!has_lapack()) return;
  vjp_tensor* wide = make_tensor((double[]){0}, (int64_t[]){0, 3}, 2);
  EQUALS(RESULT("linalg_svd", 2, T(wide), B(true), NONE()), 1, 0, 0, 0, 1, 0, 0, 0, 1);
  CHECK(SHAPE(RESULT("linalg_svd", 1, T(wide), B(true), NONE()), 0));
  CHECK(SHAPE(RESULT("linalg_eig", 1, T(none)), 0, 0));
}

/* A name, and the bytes of what it gives for a batch. */
static void bytes_of(const char* name, vjp_tensor* a, double* out, size_t n) {
  vjp_tensor* r = RESULT(name, 0, T(a));
  OK(vjp_tensor_copy_to(r, out, n * sizeof(double), VJP_DTYPE_FLOAT64));
}
static void any_number_of_threads_gives_the_same_bits(void) {
  enum { kBatch = 700, kSize = 8, kAll = kBatch * kSize * kSize };
  const char* names[] = {"linalg_inv", "linalg_lu_factor", "matrix_exp", "linalg_pinv"};
  const int32_t before = vjp_get_num_threads();
  vjp_tensor* a = RANDOM(5, kBatch, kSize, kSize);
  double *one = (double*)malloc(kAll * sizeof(double)), *many = (double*)malloc(kAll * sizeof(double));
  for (int i = 0; i < (has_lapack() ? 4 : 3); ++i) {
    OK(vjp_set_num_threads(1));
    bytes_of(names[i], a, one, kAll);
    for (int32_t threads = 2; threads <= 4; threads += 2) {
      OK(vjp_set_num_threads(threads));
      bytes_of(names[i], a, many, kAll);
      CHECK(memcmp(one, many, kAll * sizeof(double)) == 0);
    }
  }
  OK(vjp_set_num_threads(before));
  free(one);
  free(many);
}

/* On a device that runs late the fault is reported when the host waits. */
static void a_device_reports_what_is_singular(void) {
  vjp_device device = {VJP_DEVICE_SIM, 0};
  vjp_tensor *there = NULL, *x = NULL;
  OK(vjp_to_device(MAT(2, 2, 1, 2, 2, 4), &device, VJP_DTYPE_NONE, false, &there));
  vjp_status status = vjp_linalg_inv(own(there), &x);
  if (status == VJP_OK) {
    own(x);
    double values[4];
    status = vjp_tensor_copy_to(x, values, sizeof values, VJP_DTYPE_FLOAT64);
  }
  CHECK(status == VJP_ERROR_INVALID);
  SAYS("linalg_inv");
}

int main(void) {
  RUN(without_lapack_an_error_names_the_operator);
  RUN(solutions_solve);
  RUN(cholesky_factors_multiply_to_the_matrix);
  RUN(a_matrix_of_a_batch_has_the_bits_that_it_has_alone);
  RUN(spectra_of_a_batch_have_the_bits_that_they_have_alone);
  RUN(pseudoinverses_of_nothing_have_the_batch_of_their_tolerances);
  RUN(factors_of_a_batch_multiply_to_the_matrices);
  RUN(what_cannot_be_factorised_is_named);
  RUN(what_is_not_finite_has_no_spectrum);
  RUN(a_determinant_has_derivatives_at_singular_matrices);
  RUN(coinciding_values_have_gradients);
  RUN(a_phase_has_no_gradient);
  RUN(sizes_may_be_zero);
  RUN(any_number_of_threads_gives_the_same_bits);
  RUN(a_device_reports_what_is_singular);
  return finish();
}
