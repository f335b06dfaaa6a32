// The Fourier transforms that users see: each along one dimension, two or many.
#include "ops/fft.h"

#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/texts.h"

namespace vjp {
namespace {

constexpr FftKind kFft{"fft_fft", FftType::Complex, false}, kIfft{"fft_ifft", FftType::Complex, true},
    kRfft{"fft_rfft", FftType::ToHalf, false}, kIrfft{"fft_irfft", FftType::FromHalf, true},
    kHfft{"fft_hfft", FftType::FromHalf, false}, kIhfft{"fft_ihfft", FftType::ToHalf, true};

template <const FftKind& Kind>
constexpr std::string_view kWhat =
    Kind.type == FftType::Complex
        ? Kind.inverse ? "The inverse discrete Fourier transform" : "The discrete Fourier transform"
    : Kind.type == FftType::ToHalf ? Kind.inverse ? "The first half of the inverse transform of real numbers"
                                                  : "The first half of the transform of real numbers, whose rest is "
                                                    "its conjugates"
    : Kind.inverse                 ? "The real numbers of which `input` is the first half of the transform"
                                   : "The transform, which is real, of what has conjugate halves";
template <const FftKind& Kind>
inline constexpr std::array<Word, 2> kWords{Word{"{op}", Kind.name}, Word{"{what}", kWhat<Kind>}};

// Half of the elements, rounded down or up, to the other end.
Tensor shifted(const char* op, const Tensor& input, const std::optional<IntSpan>& dim, int up) {
  if (input.ndim() == 0 && !(dim && !dim->empty())) return clone(input);
  const int count = dim ? static_cast<int>(dim->size()) : input.ndim();
  if (count == 0) return clone(input);
  Dims dims = Dims::filled(count, 0), shifts = dims;
  for (int i = 0; i < count; ++i) {
    dims[i] = dim ? wrap_dim((*dim)[static_cast<size_t>(i)], input.ndim(), op) : i;
    shifts[i] = input.ndim() ? (input.size(dims[i]) + up) / 2 : 0;
  }
  return roll(input, shifts, dims);
}

}  // namespace

template <const FftKind& Kind>
struct FftOne : Composite {
  static constexpr Schema schema{
      text<"{op}(Tensor input, int? n=None, int dim=-1, str? norm=None) -> Tensor", kWords<Kind>>};
  static constexpr const char* doc = text<
      "{what}, along one dimension of `n` elements, for which `input` is cut or padded with zeros. norm says where "
      "a factor 1 / n is: \"backward\" (the default): in the inverse; \"forward\"; or \"ortho\": its root in both.",
      kWords<Kind>>;
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, std::optional<int64_t> n, int64_t dim,
                        std::optional<std::string_view> norm) {
    return fft_along(Kind, input, n, dim, norm);
  }
};
template <const FftKind& Kind>
struct FftTwo : Composite {
  static constexpr Schema schema{
      text<"{op}2(Tensor input, int[]? s=None, int[] dim=[-2, -1], str? norm=None) -> Tensor", kWords<Kind>>};
  static constexpr const char* doc = text<"{op}n along two dimensions.", kWords<Kind>>;
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, const std::optional<IntSpan>& s, IntSpan dim,
                        std::optional<std::string_view> norm) {
    static constexpr FftKind kKind{text<"{op}2", kWords<Kind>>, Kind.type, Kind.inverse};
    return fft_over(kKind, input, s, dim, norm);
  }
};
template <const FftKind& Kind>
struct FftMany : Composite {
  static constexpr Schema schema{
      text<"{op}n(Tensor input, int[]? s=None, int[]? dim=None, str? norm=None) -> Tensor", kWords<Kind>>};
  static constexpr const char* doc = text<
      "{what}, along several dimensions: those of `dim`, the last ones that `s` has sizes for, or all. A size of -1 "
      "is the dimension's own; what is half is the last of the dimensions. norm as in {op}.",
      kWords<Kind>>;
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, const std::optional<IntSpan>& s, const std::optional<IntSpan>& dim,
                        std::optional<std::string_view> norm) {
    static constexpr FftKind kKind{text<"{op}n", kWords<Kind>>, Kind.type, Kind.inverse};
    return fft_over(kKind, input, s, dim, norm);
  }
};

#define VJP_DEFINE_FFT(Name)        \
  using Name = FftOne<k##Name>;     \
  using Name##2 = FftTwo<k##Name>;  \
  using Name##N = FftMany<k##Name>; \
  VJP_DEFINE(Name);                 \
  VJP_DEFINE(Name##2);              \
  VJP_DEFINE(Name##N)
VJP_DEFINE_FFT(Fft);
VJP_DEFINE_FFT(Ifft);
VJP_DEFINE_FFT(Rfft);
VJP_DEFINE_FFT(Irfft);
VJP_DEFINE_FFT(Hfft);
VJP_DEFINE_FFT(Ihfft);
#undef VJP_DEFINE_FFT

struct FftShift : Composite {
  static constexpr Schema schema{"fft_fftshift(Tensor input, int[]? dim=None) -> Tensor"};
  static constexpr const char* doc =
      "Rolled by half of a dimension, of all or of `dim`, so that frequency 0 stands in the middle.";
  static Tensor forward(const Tensor& input, const std::optional<IntSpan>& dim) {
    return shifted("fft_fftshift", input, dim, 0);
  }
};
VJP_DEFINE(FftShift);

struct FftIshift : Composite {
  static constexpr Schema schema{"fft_ifftshift(Tensor input, int[]? dim=None) -> Tensor"};
  static constexpr const char* doc = "Takes fft_fftshift back.";
  static Tensor forward(const Tensor& input, const std::optional<IntSpan>& dim) {
    return shifted("fft_ifftshift", input, dim, 1);
  }
};
VJP_DEFINE(FftIshift);

namespace {

// Whole numbers as frequencies of n elements that are `d` apart.
Tensor frequencies(const char* op, const Tensor& whole, int64_t n, double d, Dtype dtype) {
  if (dtype == Dtype::None) dtype = Dtype::Float32;
  if (is_integral(dtype)) fail(VJP_ERROR_DTYPE, "{}: 'dtype' is {}, expected a floating or complex one", op, dtype);
  return to(mul(to(whole, Dtype::Float64), 1 / (static_cast<double>(n) * d)), dtype);
}
void check_elements(const char* op, int64_t n) {
  if (n < 1) fail(VJP_ERROR_INVALID, "{}: 'n' is {}, expected 1 or more", op, n);
}

}  // namespace

struct FftFreq : CreationOp {
  static constexpr Schema schema{"fft_fftfreq(int n, float d=1.0, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc =
      "The frequencies of fft_fft of n elements that are `d` apart: 0, 1, ... and, from the middle on, those below 0, "
      "by n d; float32 unless dtype is given.";
  static Tensor forward(int64_t n, double d, Dtype dtype) {
    check_elements("fft_fftfreq", n);
    const Tensor around = arange_start(-(n / 2), n - n / 2, 1, Dtype::Int64);
    return frequencies("fft_fftfreq", roll(around, Dims{n - n / 2}, Dims{0}), n, d, dtype);
  }
};
VJP_DEFINE(FftFreq);

struct RfftFreq : CreationOp {
  static constexpr Schema schema{"fft_rfftfreq(int n, float d=1.0, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc =
      "The frequencies of fft_rfft of n elements that are `d` apart: 0, 1, ... to n / 2, by n d; float32 unless dtype "
      "is "
      "given.";
  static Tensor forward(int64_t n, double d, Dtype dtype) {
    check_elements("fft_rfftfreq", n);
    return frequencies("fft_rfftfreq", arange(n / 2 + 1, Dtype::Int64), n, d, dtype);
  }
};
VJP_DEFINE(RfftFreq);

}  // namespace vjp
