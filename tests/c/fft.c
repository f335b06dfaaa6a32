/*
 * Fourier transforms: against plain sums, for lengths of every kind (small factors, large primes, what is split in
 * two), from every layout; there and back again; the same bits for any number of threads; and what is refused.
 */
#include "fft.h"

static const int64_t kLengths[] = {1,   2,    3,    4,    5,    6,    7,    8,    9,    11,   12,   15,  16,
                                   29,  31,   32,   37,   60,   62,   64,   70,   77,   81,   97,   101, 105,
                                   121, 128,  144,  169,  210,  243,  251,  256,  343,  499,  512,  625, 720,
                                   961, 1000, 1009, 1024, 2310, 4096, 4099, 5000, 7919, 8192, 16384};
enum { kNumLengths = sizeof kLengths / sizeof kLengths[0] };

static void every_length_is_the_sum(void) {
  for (int i = 0; i < kNumLengths; ++i) {
    const int64_t n = kLengths[i];
    vjp_tensor *x = random_complex(1, n, (unsigned)i), *y = along("fft_fft", x, -1);
    double *in = parts_of(x, n), *out = parts_of(y, n);
    const double error = distance_from_sums(in, out, n);
    CHECK(error < 1e-13 * (double)(n + 100));
    CHECK(largest_difference(along("fft_ifft", y, -1), x) < 1e-13);
    free(in);
    free(out);
  }
}

/* Lines side by side, whole or in part, in rows, in columns, and with gaps, are what each is alone. */
static void lines_beside_others_are_as_alone(void) {
  for (int i = 0; i < kNumLengths; i += 3) {
    const int64_t n = kLengths[i];
    if (n > 1100) continue;
    for (int64_t lines = 1; lines <= 21; lines = 2 * lines + 1) {
      vjp_tensor* x = random_complex(lines, n, 7);
      vjp_tensor* rows = along("fft_fft", x, 1);
      vjp_tensor* columns = along("fft_fft", OP("contiguous", T(OP("transpose", T(x), I(0), I(1)))), 0);
      CHECK(largest_difference(OP("transpose", T(columns), I(0), I(1)), rows) < 1e-12);
      vjp_tensor* gaps = OP("slice", T(OP("repeat_interleave", T(x), I(2), I(1))), I(1), I(0), I(2 * n), I(2));
      CHECK(largest_difference(along("fft_fft", gaps, 1), rows) < 1e-12);
      CHECK(largest_difference(along("fft_fft", narrow(x, 0, lines - 1, 1), 1), narrow(rows, 0, lines - 1, 1)) < 1e-12);
    }
  }
}

static void real_numbers_have_half_a_spectrum(void) {
  for (int i = 0; i < kNumLengths; ++i) {
    const int64_t n = kLengths[i];
    for (int64_t lines = 1; lines <= 5; lines += 4) {
      double* values = random_numbers(lines * n, 3);
      vjp_tensor* x = make_tensor(values, (int64_t[]){lines, n}, 2);
      free(values);
      vjp_tensor *whole = along("fft_fft", x, -1), *half = along("fft_rfft", x, -1);
      CHECK(has_shape(half, 2, (int64_t[]){lines, n / 2 + 1}));
      vjp_tensor* by_complex = along("fft_fft", OP("to", T(x), D(VJP_DTYPE_COMPLEX128)), -1);
      CHECK(largest_difference(whole, by_complex) < 1e-11);
      CHECK(largest_difference(narrow(whole, 1, 0, n / 2 + 1), half) < 1e-11);
      CHECK(largest_difference(OP("fft_irfft", T(half), I(n), I(-1), NONE()), x) < 1e-13);
      CHECK(largest_difference(OP("fft_hfft", T(OP("fft_ihfft", T(x), NONE(), I(-1), NONE())), I(n), I(-1), NONE()),
                               x) < 1e-13);
      vjp_tensor* columns = OP("contiguous", T(OP("transpose", T(x), I(0), I(1))));
      vjp_tensor* down = along("fft_rfft", columns, 0);
      CHECK(largest_difference(OP("transpose", T(down), I(0), I(1)), half) < 1e-12);
      CHECK(largest_difference(OP("fft_irfft", T(down), I(n), I(0), NONE()), columns) < 1e-13);
    }
  }
}

/* An imaginary part that no real result can have is not read. */
static void what_a_real_result_cannot_have_is_not_read(void) {
  for (int64_t n = 2; n <= 130; n = 4 * n + 2) {
    double* values = random_numbers(2 * (n / 2 + 1), 5);
    vjp_tensor* x = OP("view_as_complex", T(make_tensor(values, (int64_t[]){n / 2 + 1, 2}, 2)));
    values[1] = values[2 * (n / 2) + 1] = NAN;
    vjp_tensor* y = OP("view_as_complex", T(make_tensor(values, (int64_t[]){n / 2 + 1, 2}, 2)));
    free(values);
    CHECK(largest_difference(OP("fft_irfft", T(x), I(n), I(-1), NONE()), OP("fft_irfft", T(y), I(n), I(-1), NONE())) ==
          0);
  }
}

static void any_number_of_threads_gives_the_same_bits(void) {
  const int64_t shapes[][2] = {{700, 60}, {3, 5000}, {1, 65536}, {2, 7919}, {40, 1024}};
  const int32_t before = vjp_get_num_threads();
  for (int i = 0; i < 5; ++i) {
    const int64_t all = shapes[i][0] * shapes[i][1];
    vjp_tensor* x = random_complex(shapes[i][0], shapes[i][1], 11);
    OK(vjp_set_num_threads(1));
    double* one = parts_of(OP("fft_fftn", T(x), NONE(), NONE(), NONE()), all);
    for (int32_t threads = 2; threads <= 4; threads += 2) {
      OK(vjp_set_num_threads(threads));
      double* many = parts_of(OP("fft_fftn", T(x), NONE(), NONE(), NONE()), all);
      CHECK(memcmp(one, many, (size_t)(2 * all) * sizeof(double)) == 0);
      free(many);
    }
    free(one);
  }
  OK(vjp_set_num_threads(before));
}

static void halves_and_whole_numbers_are_transformed_in_float32(void) {
  vjp_tensor* x = OP("arange", I(6), D(VJP_DTYPE_INT64));
  CHECK(vjp_tensor_dtype(along("fft_fft", x, -1)) == VJP_DTYPE_COMPLEX64);
  CHECK(vjp_tensor_dtype(along("fft_irfft", x, -1)) == VJP_DTYPE_FLOAT32);
  vjp_tensor* half = OP("to", T(x), D(VJP_DTYPE_BFLOAT16));
  CHECK(vjp_tensor_dtype(along("fft_rfft", half, -1)) == VJP_DTYPE_COMPLEX64);
}

static void what_does_not_fit_is_refused_by_name(void) {
  vjp_tensor *x = random_complex(4, 6, 1), *out = NULL;
  const int64_t none = 0, two[] = {1, 1}, sizes[] = {2, 3, 4};
  FAILS(VJP_ERROR_INVALID, vjp_fft_fft(x, &none, -1, NULL, &out));
  SAYS("fft_fft: 'n' asks for 0 elements, expected 1 or more");
  FAILS(VJP_ERROR_INVALID, vjp_fft_fft(x, NULL, -1, "orthogonal", &out));
  SAYS("fft_fft: 'norm' is \"orthogonal\", expected \"backward\", \"ortho\" or \"forward\"");
  FAILS(VJP_ERROR_DTYPE, vjp_fft_rfft(x, NULL, -1, NULL, &out));
  SAYS("fft_rfft: 'input' is complex128; real numbers are needed");
  FAILS(VJP_ERROR_INVALID, vjp_fft_fftn(x, NULL, 0, two, 2, NULL, &out));
  SAYS("fft_fftn: 'dim' is [1, 1]: no dimension may come twice");
  FAILS(VJP_ERROR_INVALID, vjp_fft_ifftn(x, sizes, 3, NULL, 0, NULL, &out));
  SAYS("fft_ifftn: 's' is [2, 3, 4], but 'input' has 2 dimensions");
  FAILS(VJP_ERROR_INVALID, vjp_fft_hfft2(x, sizes, 3, two, 2, NULL, &out));
  SAYS("fft_hfft2: 's' is [2, 3, 4] and 'dim' is [1, 1]: they must be equally long");
  FAILS(VJP_ERROR_SHAPE, vjp_fft_irfft(narrow(x, 1, 0, 1), NULL, -1, NULL, &out));
  SAYS("fft_irfft: 'input' has shape [4, 1]: a transform along dimension 1 would be of 0 elements");
  FAILS(VJP_ERROR_SHAPE, vjp_fft_fft(narrow(x, 1, 0, 0), NULL, -1, NULL, &out));
  SAYS("would be of 0 elements");
}

int main(void) {
  RUN(every_length_is_the_sum);
  RUN(lines_beside_others_are_as_alone);
  RUN(real_numbers_have_half_a_spectrum);
  RUN(what_a_real_result_cannot_have_is_not_read);
  RUN(any_number_of_threads_gives_the_same_bits);
  RUN(halves_and_whole_numbers_are_transformed_in_float32);
  RUN(what_does_not_fit_is_refused_by_name);
  return finish();
}
