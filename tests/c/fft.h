/* What the tests of Fourier transforms share: random numbers, and what their transforms are by plain sums. */
#ifndef VJP_TESTS_FFT_H
#define VJP_TESTS_FFT_H

#include "check.h"

static inline double* random_numbers(int64_t n, unsigned seed) {
  double* values = (double*)malloc((size_t)(n + 1) * sizeof(double));
  uint64_t state = seed * 2654435761u + 12345;
  for (int64_t i = 0; i < n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    values[i] = (double)(state >> 11) / 9007199254740992.0 - 0.5;
  }
  return values;
}
static inline vjp_tensor* random_complex(int64_t rows, int64_t columns, unsigned seed) {
  double* values = random_numbers(2 * rows * columns, seed);
  vjp_tensor* pairs = make_tensor(values, (int64_t[]){rows, columns, 2}, 3);
  free(values);
  return OP("view_as_complex", T(pairs));
}
static inline double largest_difference(vjp_tensor* a, vjp_tensor* b) {
  return at(OP("max", T(OP("abs", T(OP("sub", T(a), T(b)))))), 0);
}
static inline vjp_tensor* along(const char* name, vjp_tensor* x, int64_t dim) {
  return OP(name, T(x), NONE(), I(dim), NONE());
}
/* Real and imaginary parts, one after the other. */
static inline double* parts_of(vjp_tensor* z, int64_t n) {
  double* values = (double*)malloc((size_t)(2 * n + 1) * sizeof(double));
  OK(vjp_tensor_copy_to(OP("view_as_real", T(z)), values, (size_t)(2 * n) * sizeof(double), VJP_DTYPE_FLOAT64));
  return values;
}

/* sum over j of x[j] exp(-2 pi i j k / n), for a few k. */
static inline double distance_from_sums(const double* x, const double* y, int64_t n) {
  double largest = 0;
  for (int64_t k = 0; k < n; k += n / 7 + 1) {
    double re = 0, im = 0;
    for (int64_t j = 0; j < n; ++j) {
      const double angle = 2 * 3.14159265358979323846 * (double)(j * k % n) / (double)n, c = cos(angle),
                   s = -sin(angle);
      re += x[2 * j] * c - x[2 * j + 1] * s;
      im += x[2 * j] * s + x[2 * j + 1] * c;
    }
    largest = fmax(largest, fmax(fabs(re - y[2 * k]), fabs(im - y[2 * k + 1])));
  }
  return largest;
}

#endif
