// Transforms of the frames of a signal, short-time ones, and the signal from them.
#include "ops/functions/fft_frames.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ops/fft.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/creation.h"
#include "ops/functions/fft_transform.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/pad.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"

namespace vjp {
namespace {

struct Frames {
  int64_t size, hop, window;
  int64_t before() const { return (size - window) / 2; }  // of a window that is shorter than its frame
  Dims margins() const { return {before(), size - window - before()}; }
};

Frames frames_of(const char* op, int64_t n_fft, std::optional<int64_t> hop_length, std::optional<int64_t> win_length,
                 const std::optional<Tensor>& window) {
  constexpr int64_t kMost = (int64_t{1} << 31) - 1;  // so that sums and products do not overflow
  const Frames f{n_fft, hop_length.value_or(n_fft / 4), win_length.value_or(n_fft)};
  if (n_fft < 1 || n_fft > kMost) fail(VJP_ERROR_INVALID, "{}: 'n_fft' is {}, expected 1 or more", op, n_fft);
  if (f.hop < 1 || f.hop > kMost) {
    fail(VJP_ERROR_INVALID, "{}: 'hop_length' is {}, expected 1 or more; it is a fourth of n_fft unless given", op,
         f.hop);
  }
  if (f.window < 1 || f.window > n_fft) {
    fail(VJP_ERROR_INVALID, "{}: 'win_length' is {}, expected a number from 1 to {}, which is n_fft", op, f.window,
         n_fft);
  }
  if (window && (window->ndim() != 1 || window->size(0) != f.window)) {
    fail(VJP_ERROR_SHAPE, "{}: 'window' has shape {}, expected [{}]", op, window->sizes(), f.window);
  }
  return f;
}

bool is_set(const char* op, std::optional<int64_t> onesided, bool otherwise) {
  if (onesided && *onesided != 0 && *onesided != 1)
    fail(VJP_ERROR_INVALID, "{}: 'onesided' is {}, expected 0, 1 or nothing", op, *onesided);
  return onesided ? *onesided != 0 : otherwise;
}

// In the middle of a frame, between zeros; nothing where it would be ones alone and `always` is false.
std::optional<Tensor> whole_window(const Frames& f, const std::optional<Tensor>& window, Dtype dtype, bool always) {
  if (!window && f.window == f.size && !always) return {};
  const Tensor given = window ? *window : ones(Dims{f.window}, dtype);
  return f.window == f.size ? given : constant_pad_nd(given, f.margins());
}

}  // namespace

struct Stft : Composite {
  static constexpr Schema schema{
      "stft(Tensor input, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool "
      "center=True, "
      "str pad_mode=\"reflect\", bool normalized=False, int? onesided=None, bool return_complex=True, "
      "bool align_to_window=False) -> Tensor"};
  static constexpr const char* doc =
      "The transforms of frames of `n_fft` elements, `hop_length` (a fourth of n_fft) apart, times a window of "
      "`win_length` that stands in the middle of the frame: [batch, frequencies, frames] of a signal [batch, time] or "
      "[time]. center: frame t has its middle at t * hop_length of the signal, which is padded as `pad` does. "
      "normalized: divided by the root of n_fft. onesided (1 for real numbers, else 0): the first half of the "
      "frequencies. align_to_window, where center is false: the first window, not the first frame, starts at 0. "
      "return_complex false: as view_as_real.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& given, int64_t n_fft, std::optional<int64_t> hop_length,
                        std::optional<int64_t> win_length, const std::optional<Tensor>& window, bool center,
                        std::string_view pad_mode, bool normalized, std::optional<int64_t> onesided,
                        bool return_complex, bool align_to_window) {
    if (is_integral(given.dtype()))
      fail(VJP_ERROR_DTYPE, "stft: 'input' is {}, expected floating or complex numbers", given.dtype());
    if (given.ndim() != 1 && given.ndim() != 2)
      fail(VJP_ERROR_SHAPE, "stft: 'input' has shape {}, expected [time] or [batch, time]", given.sizes());
    if (center && align_to_window) fail(VJP_ERROR_INVALID, "stft: 'align_to_window' is for 'center' false");
    const Frames f = frames_of("stft", n_fft, hop_length, win_length, window);
    Tensor x = fft_input("stft", given.ndim() == 1 ? unsqueeze(given, 0) : given, FftType::Complex);
    if (center) x = pad(x, Dims{n_fft / 2, n_fft / 2}, std::string(pad_mode).c_str());
    if (align_to_window) x = constant_pad_nd(x, f.margins());
    if (n_fft > x.size(1))
      fail(VJP_ERROR_SHAPE, "stft: 'n_fft' is {}, but the signal has {} elements", n_fft, x.size(1));
    x = unfold(x, 1, n_fft, f.hop);
    if (auto factors = whole_window(f, window, real_of(x.dtype()), false)) x = mul(x, *factors);
    x = fft_input("stft", x, FftType::Complex);
    const bool complex = is_complex(x.dtype()), half = is_set("stft", onesided, !complex);
    if (complex && half)
      fail(VJP_ERROR_INVALID, "stft: 'onesided' is 1, but of a complex signal or window no half is enough");
    const double scale = normalized ? 1 / std::sqrt(static_cast<double>(n_fft)) : 1;
    Tensor out = complex ? _fft_c2c(x, Dims{2}, scale, false) : _fft_r2c(x, Dims{2}, scale, false, half);
    out = transpose(out, 1, 2);
    if (given.ndim() == 1) out = squeeze_dim(out, Dims{0});
    return return_complex ? out : view_as_real(out);
  }
};
VJP_DEFINE(Stft);

struct CheckedOverlap : General {
  static constexpr Schema schema{"_checked_overlap(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The same; an error where an element is 0, or less than 1e-11.";
  static Tensor forward(const Tensor& input) {
    const double least = input.numel() ? amin(abs(input)).item().to_double() : 1;
    if (!(least >= 1e-11)) {
      fail(VJP_ERROR_INVALID,
           "istft: the squared windows add up to {} somewhere: that part of the signal is in no frame; see 'window', "
           "'hop_length', 'center' and 'length'",
           least);
    }
    return fresh_copy(input);
  }
  static Tensor batch(const Batch&, const Tensor& input) { return _checked_overlap(input); }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return g; }));
  static constexpr auto jvp = tangents([](Tangent<"input"> t) -> Tensor { return t; });
};
VJP_DEFINE(CheckedOverlap);

namespace {

// Adds frames [batch, frames, size] up to signals [batch, time].
Tensor added_up(const Tensor& frames, const Tensor& at, int64_t length) {
  const int64_t batch = frames.size(0);
  return index_add(zeros(Dims{batch, length}, frames.dtype()), 1, at, reshape(frames, Dims{batch, at.size(0)}));
}

}  // namespace

struct Istft : Composite {
  static constexpr Schema schema{
      "istft(Tensor input, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, "
      "bool center=True, bool normalized=False, int? onesided=None, int? length=None, bool return_complex=False) -> "
      "Tensor"};
  static constexpr const char* doc =
      "The signal whose stft comes closest to `input`: the frames, times the window, added up and divided by the sum "
      "of "
      "the squared windows, which must not vanish. onesided: 1 unless `input` has n_fft frequencies. `length` elements "
      "of it, with zeros behind where it ends; else what is left without the padding of `center`. return_complex: the "
      "signal is complex.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& given, int64_t n_fft, std::optional<int64_t> hop_length,
                        std::optional<int64_t> win_length, const std::optional<Tensor>& window, bool center,
                        bool normalized, std::optional<int64_t> onesided, std::optional<int64_t> length,
                        bool return_complex) {
    if (!is_complex(given.dtype()))
      fail(VJP_ERROR_DTYPE, "istft: 'input' is {}, expected complex numbers, as stft gives them", given.dtype());
    if ((given.ndim() != 2 && given.ndim() != 3) || given.numel() == 0) {
      fail(VJP_ERROR_SHAPE,
           "istft: 'input' has shape {}, expected [frequencies, frames] or [batch, frequencies, frames]",
           given.sizes());
    }
    const Frames f = frames_of("istft", n_fft, hop_length, win_length, window);
    if (f.hop > f.window)
      fail(VJP_ERROR_INVALID, "istft: 'hop_length' is {}, more than the {} of 'win_length'", f.hop, f.window);
    if (length && *length < 0) fail(VJP_ERROR_INVALID, "istft: 'length' is {}, expected 0 or more", *length);
    Tensor x = transpose(given.ndim() == 2 ? unsqueeze(given, 0) : given, 1, 2);
    const int64_t count = x.size(1), frequencies = x.size(2);
    const bool half = is_set("istft", onesided, frequencies != n_fft);
    if (frequencies != (half ? n_fft / 2 + 1 : n_fft)) {
      fail(VJP_ERROR_SHAPE, "istft: 'input' has {} frequencies, expected {}: n_fft is {}, 'onesided' {}", frequencies,
           half ? n_fft / 2 + 1 : n_fft, n_fft, half);
    }
    if (return_complex ? half : window && is_complex(window->dtype()))
      fail(VJP_ERROR_INVALID, "istft: of a complex signal or window all frequencies and 'return_complex' are needed");
    const double n = static_cast<double>(n_fft), scale = normalized ? 1 / std::sqrt(n) : 1 / n;
    x = return_complex ? _fft_c2c(x, Dims{2}, scale, true)
                       : _fft_c2r(narrow(x, 2, 0, n_fft / 2 + 1), Dims{2}, scale, true, n_fft);
    const Tensor factors = *whole_window(f, window, real_of(x.dtype()), true);
    const Tensor at = flatten(add(unsqueeze(mul(arange(count, Dtype::Int64), f.hop), 1), arange(n_fft, Dtype::Int64)));
    const int64_t whole = n_fft + f.hop * (count - 1), first = center ? n_fft / 2 : 0;
    const int64_t wanted = length ? *length : whole - 2 * first, there = std::min(wanted, whole - first);
    Tensor overlap = added_up(expand(square(factors), Dims{1, count, n_fft}), at, whole);
    if (there < 1)
      fail(VJP_ERROR_SHAPE, "istft: nothing is left of {} elements, of which the first {} are padding", whole, first);
    overlap = _checked_overlap(narrow(overlap, 1, first, there));
    x = div(narrow(added_up(mul(x, factors), at, whole), 1, first, there), overlap);
    if (given.ndim() == 2) x = squeeze_dim(x, Dims{0});
    return wanted > there ? constant_pad_nd(x, Dims{0, wanted - there}) : x;
  }
};
VJP_DEFINE(Istft);

}  // namespace vjp
