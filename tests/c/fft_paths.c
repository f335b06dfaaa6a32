/*
 * Every path of the Fourier kernel: lengths that are powers of two, mixed and prime, so short that they share vectors
 * and so long that threads share them, in float and double, alone and beside others, in every layout. The suite runs
 * this again for each kind of vectors (VJP_SIMD).
 */
#include "fft.h"

static const int64_t kLengths[] = {72,    96,    100,   120,   127,   128,   144,   192,   240,   243,    255,   256,
                                   257,   272,   300,   384,   400,   480,   496,   512,   527,   625,    640,   768,
                                   961,   1000,  1021,  1024,  1536,  2048,  2401,  3600,  4096,  6561,   8192,  9216,
                                   10007, 12288, 16384, 16807, 20480, 32768, 46656, 65536, 65537, 100000, 131072};
enum { kShort = 70, kNumLengths = kShort + sizeof kLengths / sizeof kLengths[0] };
static int64_t length(int i) { return i < kShort ? i + 1 : kLengths[i - kShort]; }

/* What a transform of n random numbers may be off by. */
static double tolerance(vjp_dtype dtype, int64_t n) {
  const double epsilon = dtype == VJP_DTYPE_COMPLEX64 || dtype == VJP_DTYPE_FLOAT32 ? 0x1p-23 : 0x1p-52;
  return epsilon * sqrt((double)n) * (log2((double)n) + 4);
}
static vjp_tensor* real_part(vjp_tensor* z) { return OP("contiguous", T(OP("real", T(z)))); }
static vjp_tensor* back(const char* name, vjp_tensor* x, int64_t n, int64_t dim) {
  return OP(name, T(x), I(n), I(dim), NONE());
}
static const vjp_dtype kDtypes[] = {VJP_DTYPE_COMPLEX64, VJP_DTYPE_COMPLEX128};

static void every_length_is_the_sum(void) {
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < kNumLengths; ++i) {
      const int64_t n = length(i);
      vjp_tensor *x = OP("to", T(random_complex(1, n, (unsigned)i)), D(kDtypes[t])), *y = along("fft_fft", x, -1);
      double *in = parts_of(x, n), *out = parts_of(y, n);
      /* In double the sums themselves are off by more. */
      CHECK(distance_from_sums(in, out, n) < tolerance(kDtypes[t], n) * (t ? 4 : 1));
      CHECK(largest_difference(along("fft_ifft", y, -1), x) < tolerance(kDtypes[t], n) / sqrt((double)n));
      free(in);
      free(out);
    }
  }
}

static void real_numbers_are_as_complex_ones(void) {
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < kNumLengths; ++i) {
      const int64_t n = length(i), half = n / 2 + 1, lines = n < 5000 ? 19 : 1;
      vjp_tensor* x = real_part(OP("to", T(random_complex(lines, n, 3)), D(kDtypes[t])));
      vjp_tensor *whole = along("fft_fft", OP("to", T(x), D(kDtypes[t])), -1), *spectrum = along("fft_rfft", x, -1);
      const double much = 2 * tolerance(kDtypes[t], n), little = much / sqrt((double)n);
      CHECK(largest_difference(spectrum, narrow(whole, 1, 0, half)) < much);
      CHECK(largest_difference(along("fft_fft", x, -1), whole) < much);
      CHECK(largest_difference(back("fft_irfft", spectrum, n, -1), x) < little);
      vjp_tensor* conjugates = along("fft_ihfft", x, -1);
      CHECK(largest_difference(OP("conj", T(conjugates)), times(spectrum, 1 / (double)n)) < little);
      CHECK(largest_difference(back("fft_hfft", conjugates, n, -1), x) < little);
      vjp_tensor* columns = OP("contiguous", T(OP("transpose", T(x), I(0), I(1))));
      vjp_tensor* down = along("fft_rfft", columns, 0);
      CHECK(largest_difference(OP("transpose", T(down), I(0), I(1)), spectrum) < much);
      CHECK(largest_difference(back("fft_irfft", down, n, 0), columns) < little);
      arena_clear(); /* which holds a few thousand tensors */
    }
  }
}

/* Rows, columns, columns of which some are left out, every other number, and one line many times. */
static void every_layout_is_as_rows(void) {
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < kNumLengths; i += 3) {
      const int64_t n = length(i);
      if (n > 5000) continue;
      const double much = 2 * tolerance(kDtypes[t], n);
      for (int64_t lines = 1; lines <= 37; lines += lines < 17 ? 8 : 20) {
        vjp_tensor* x = OP("to", T(random_complex(lines, n, 7)), D(kDtypes[t]));
        vjp_tensor* rows = along("fft_fft", x, 1);
        vjp_tensor* last = narrow(x, 0, lines - 1, 1);
        CHECK(largest_difference(along("fft_fft", last, 1), narrow(rows, 0, lines - 1, 1)) < much);
        vjp_tensor* columns = OP("contiguous", T(OP("transpose", T(x), I(0), I(1))));
        CHECK(largest_difference(OP("transpose", T(along("fft_fft", columns, 0)), I(0), I(1)), rows) < much);
        vjp_tensor* some =
            OP("slice", T(OP("repeat_interleave", T(columns), I(2), I(1))), I(1), I(1), I(2 * lines), I(2));
        CHECK(largest_difference(OP("transpose", T(along("fft_fft", some, 0)), I(0), I(1)), rows) < much);
        vjp_tensor* gaps = OP("slice", T(OP("repeat_interleave", T(x), I(2), I(1))), I(1), I(0), I(2 * n), I(2));
        CHECK(largest_difference(along("fft_fft", gaps, 1), rows) < much);
        vjp_tensor* many = OP("expand", T(last), INTS(lines, n));
        vjp_tensor* each = OP("expand", T(narrow(rows, 0, lines - 1, 1)), INTS(lines, n));
        CHECK(largest_difference(along("fft_fft", many, 1), each) < much);
        arena_clear();
      }
    }
  }
}

static void factors_are_where_norm_says(void) {
  const int64_t lengths[] = {6, 35, 64, 100, 243, 256, 1021, 2048, 65536};
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < 9; ++i) {
      const int64_t n = lengths[i], lines = n < 5000 ? 18 : 1;
      vjp_tensor* x = OP("to", T(random_complex(lines, n, 5)), D(kDtypes[t]));
      vjp_tensor* real = real_part(x);
      const double root = 1 / sqrt((double)n);
      const double little = 2 * tolerance(kDtypes[t], n) / sqrt((double)n);
      vjp_tensor *y = along("fft_fft", x, -1), *half = along("fft_rfft", real, -1);
      vjp_tensor* ortho = OP("fft_fft", T(x), NONE(), I(-1), S("ortho"));
      CHECK(largest_difference(ortho, times(y, root)) < little * 8);
      CHECK(largest_difference(OP("fft_fft", T(x), NONE(), I(-1), S("forward")), times(y, root * root)) < little);
      CHECK(largest_difference(OP("fft_ifft", T(ortho), NONE(), I(-1), S("ortho")), x) < little);
      vjp_tensor* half_ortho = OP("fft_rfft", T(real), NONE(), I(-1), S("ortho"));
      CHECK(largest_difference(half_ortho, times(half, root)) < little * 8);
      CHECK(largest_difference(OP("fft_irfft", T(half_ortho), I(n), I(-1), S("ortho")), real) < little);
    }
  }
}

static void two_threads_give_the_same_bits(void) {
  const int64_t shapes[][2] = {{700, 60}, {300, 256}, {3, 5000}, {1, 65536}, {1, 100000}, {2, 65537}, {64, 1024}};
  const int32_t before = vjp_get_num_threads();
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < 7; ++i) {
      const int64_t rows = shapes[i][0], n = shapes[i][1];
      vjp_tensor* x = OP("to", T(random_complex(rows, n, 11)), D(kDtypes[t]));
      vjp_tensor *real = real_part(x), *half = narrow(x, 1, 0, n / 2 + 1), *results[2][4];
      for (int32_t threads = 1; threads <= 2; ++threads) {
        OK(vjp_set_num_threads(threads));
        vjp_tensor** r = results[threads - 1];
        r[0] = along("fft_fft", x, 1);
        r[1] = along("fft_fft", x, 0);
        r[2] = along("fft_rfft", real, 1);
        r[3] = OP("to", T(back("fft_irfft", half, n, 1)), D(kDtypes[t]));
      }
      for (int k = 0; k < 4; ++k) {
        const int64_t all = rows * (k == 2 ? n / 2 + 1 : n);
        double *one = parts_of(results[0][k], all), *two = parts_of(results[1][k], all);
        CHECK(memcmp(one, two, (size_t)(2 * all) * sizeof(double)) == 0);
        free(one);
        free(two);
      }
    }
  }
  OK(vjp_set_num_threads(before));
}

int main(void) {
  RUN(every_length_is_the_sum);
  RUN(real_numbers_are_as_complex_ones);
  RUN(every_layout_is_as_rows);
  RUN(factors_are_where_norm_says);
  RUN(two_threads_give_the_same_bits);
  return finish();
}
