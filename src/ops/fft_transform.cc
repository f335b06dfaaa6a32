// Fourier transforms: three operators with rules, of complex numbers and to and from the half that real ones have.
#include "ops/functions/fft_transform.h"

#include <algorithm>
#include <cmath>

#include "ops/fft.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/join.h"
#include "ops/functions/pad.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"

namespace vjp {
namespace {

Tensor transform(const Tensor& input, IntSpan dims, double scale, bool inverse, Dtype dtype, int64_t last) {
  Dims sizes(input.sizes());
  sizes[static_cast<int>(dims.back())] = last;
  Tensor out = Tensor::empty(sizes, dtype);
  FourierArgs args{};
  args.in = input.view();
  args.out = out.view();
  args.num_dims = static_cast<int32_t>(dims.size());
  for (size_t i = 0; i < dims.size(); ++i) args.dims[i] = static_cast<int32_t>(dims[i]);
  args.scale = scale;
  args.inverse = inverse;
  kernels().fourier(args);
  return out;
}

Dims behind_batch(IntSpan dims) {
  Dims out(dims);
  for (int64_t& d : out) ++d;
  return out;
}

// The first half of a spectrum of n elements, of which those that have a twin in the other half times `factor`.
Tensor weigh_twins(const Tensor& half, int64_t dim, int64_t n, double factor) {
  const int64_t twins = (n - 1) / 2, alone = half.size(dim) - 1 - twins;
  if (twins == 0) return half;
  const Dtype dtype = real_of(half.dtype());
  const Tensor one = ones(Dims{1}, dtype), between = full(Dims{twins}, factor, dtype);
  const Tensor weights = cat(alone ? std::vector<Tensor>{one, between, one} : std::vector<Tensor>{one, between}, 0);
  Dims sizes = Dims::filled(half.ndim(), 1);
  sizes[static_cast<int>(dim)] = weights.size(0);
  return mul(half, reshape(weights, sizes));
}

// Cut, or padded with zeros, to `size` along a dimension.
Tensor resized(const Tensor& x, int dim, int64_t size) {
  if (x.size(dim) == size) return x;
  if (x.size(dim) > size) return narrow(x, dim, 0, size);
  Dims margins = Dims::filled(2 * (x.ndim() - dim), 0);
  margins[margins.n - 1] = size - x.size(dim);
  return constant_pad_nd(x, margins);
}

Tensor transform_all(const FftKind& kind, const Tensor& x, IntSpan dims, int64_t last,
                     std::optional<std::string_view> norm) {
  double count = static_cast<double>(last);
  for (size_t i = 0; i + 1 < dims.size(); ++i) count *= static_cast<double>(x.size(dims[i]));
  const double scale = fft_scale(kind.name, norm, kind.inverse, count);
  switch (kind.type) {
    case FftType::Complex:
      return is_complex(x.dtype()) ? _fft_c2c(x, dims, scale, kind.inverse)
                                   : _fft_r2c(x, dims, scale, kind.inverse, false);
    case FftType::ToHalf:
      return _fft_r2c(x, dims, scale, kind.inverse, true);
    default:
      return _fft_c2r(x, dims, scale, kind.inverse, last);
  }
}

void check_count(const FftKind& kind, const char* arg, int64_t count) {
  if (count < 1) fail(VJP_ERROR_INVALID, "{}: '{}' asks for {} elements, expected 1 or more", kind.name, arg, count);
}

// What the last dimension of the result has, or of the whole spectrum that a half stands for.
int64_t natural_size(const FftKind& kind, const Tensor& x, int dim) {
  const int64_t size = kind.type == FftType::FromHalf ? 2 * (x.size(dim) - 1) : x.size(dim);
  if (size < 1) {
    fail(VJP_ERROR_SHAPE, "{}: 'input' has shape {}: a transform along dimension {} would be of {} elements", kind.name,
         x.sizes(), dim, std::max<int64_t>(size, 0));
  }
  return size;
}
int64_t input_size(const FftKind& kind, int64_t n) { return kind.type == FftType::FromHalf ? n / 2 + 1 : n; }

}  // namespace

double fft_scale(const char* op, std::optional<std::string_view> norm, bool inverse, double count) {
  if (norm == "ortho") return 1 / std::sqrt(count);
  if (norm && *norm != "backward" && *norm != "forward") {
    fail(VJP_ERROR_INVALID, "{}: 'norm' is \"{}\", expected \"backward\", \"ortho\" or \"forward\"", op, *norm);
  }
  return inverse == (norm == "forward") ? 1 : 1 / count;
}

Tensor fft_input(const char* op, const Tensor& input, FftType type) {
  Dtype dtype = input.dtype();
  if (type == FftType::ToHalf && is_complex(dtype))
    fail(VJP_ERROR_DTYPE, "{}: 'input' is {}; real numbers are needed", op, dtype);
  if (is_integral(dtype) || is_half(dtype)) dtype = Dtype::Float32;
  if (type == FftType::FromHalf) dtype = complex_of(dtype);
  return to(input, dtype);
}

Tensor fft_along(const FftKind& kind, const Tensor& input, std::optional<int64_t> n, int64_t dim,
                 std::optional<std::string_view> norm) {
  if (n) check_count(kind, "n", *n);
  if (input.ndim() == 0) fail(VJP_ERROR_SHAPE, "{}: 'input' has no dimensions, expected at least one", kind.name);
  const int d = wrap_dim(dim, input.ndim(), kind.name);
  const int64_t size = n ? *n : natural_size(kind, input, d);
  const Tensor x = resized(fft_input(kind.name, input, kind.type), d, input_size(kind, size));
  return transform_all(kind, x, Dims{d}, size, norm);
}

Tensor fft_over(const FftKind& kind, const Tensor& input, const std::optional<IntSpan>& s,
                const std::optional<IntSpan>& dim, std::optional<std::string_view> norm) {
  const int ndim = input.ndim();
  if (s && dim && s->size() != dim->size()) {
    fail(VJP_ERROR_INVALID, "{}: 's' is {} and 'dim' is {}: they must be equally long", kind.name, *s, *dim);
  }
  if (s && static_cast<int>(s->size()) > ndim) {
    fail(VJP_ERROR_INVALID, "{}: 's' is {}, but 'input' has {} dimensions", kind.name, *s, ndim);
  }
  if (dim && !dim->empty() && ndim == 0)
    fail(VJP_ERROR_SHAPE, "{}: 'dim' is {}, but 'input' has no dimensions", kind.name, *dim);
  const int count = static_cast<int>(dim ? dim->size() : s ? s->size() : static_cast<size_t>(ndim));
  Dims dims = Dims::filled(count, 0);
  uint32_t seen = 0;
  for (int i = 0; i < count; ++i) {
    const int d = dim ? wrap_dim((*dim)[static_cast<size_t>(i)], ndim, kind.name) : ndim - count + i;
    if (seen >> d & 1) fail(VJP_ERROR_INVALID, "{}: 'dim' is {}: no dimension may come twice", kind.name, *dim);
    seen |= 1u << d;
    dims[i] = d;
  }
  Tensor x = fft_input(kind.name, input, kind.type);
  if (count == 0) {
    if (kind.type != FftType::Complex) fail(VJP_ERROR_INVALID, "{}: expected at least one dimension", kind.name);
    fft_scale(kind.name, norm, kind.inverse, 1);
    return is_complex(x.dtype()) ? clone(x) : to(x, complex_of(x.dtype()));
  }
  int64_t last = 0;
  for (int i = 0; i < count; ++i) {
    const FftKind plain{kind.name, FftType::Complex, kind.inverse}, &one = i + 1 == count ? kind : plain;
    const int d = static_cast<int>(dims[i]);
    const int64_t given = s ? (*s)[static_cast<size_t>(i)] : -1;
    if (given != -1) check_count(kind, "s", given);
    last = given == -1 ? natural_size(one, x, d) : given;
    x = resized(x, d, input_size(one, last));
  }
  return transform_all(kind, x, dims, last, norm);
}

struct FftC2C : Linear {
  static constexpr Schema schema{"_fft_c2c(Tensor input, int[] dim, float scale, bool inverse) -> Tensor"};
  static constexpr const char* doc = "The transform of complex numbers, times `scale`.";
  static Tensor forward(const Tensor& input, IntSpan dim, double scale, bool inverse) {
    return transform(input, dim, scale, inverse, input.dtype(), input.size(dim.back()));
  }
  static Tensor batch(const Batch&, const Tensor& input, IntSpan dim, double scale, bool inverse) {
    return _fft_c2c(input, behind_batch(dim), scale, inverse);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"dim", IntSpan> dim, Attr<"scale", double> scale,
                            Attr<"inverse", bool> inverse) -> Tensor { return _fft_c2c(g, dim, scale, !inverse); }));
};
VJP_DEFINE(FftC2C);

struct FftR2C : Linear {
  static constexpr Schema schema{
      "_fft_r2c(Tensor input, int[] dim, float scale, bool inverse, bool onesided) -> Tensor"};
  static constexpr const char* doc =
      "The transform of real numbers, times `scale`; `onesided`: the first half along the last of the dimensions.";
  static Tensor forward(const Tensor& input, IntSpan dim, double scale, bool inverse, bool onesided) {
    const int64_t n = input.size(dim.back());
    return transform(input, dim, scale, inverse, complex_of(input.dtype()), onesided ? n / 2 + 1 : n);
  }
  static Tensor batch(const Batch&, const Tensor& input, IntSpan dim, double scale, bool inverse, bool onesided) {
    return _fft_r2c(input, behind_batch(dim), scale, inverse, onesided);
  }
  // The real part of the inverse of what is there of the spectrum. Of a half that is a transform back to real numbers,
  // which counts every element that has a twin for two.
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> sizes, Attr<"dim", IntSpan> dim, Attr<"scale", double> scale,
                            Attr<"inverse", bool> inverse, Attr<"onesided", bool> onesided) -> Tensor {
        if (!onesided) return real(_fft_c2c(g, dim, scale, !inverse));
        const int64_t last = dim.value.back(), n = sizes[static_cast<int>(last)];
        return _fft_c2r(weigh_twins(g, last, n, 0.5), dim, scale, !inverse, n);
      }));
};
VJP_DEFINE(FftR2C);

struct FftC2R : Linear {
  static constexpr Schema schema{"_fft_c2r(Tensor input, int[] dim, float scale, bool inverse, int last) -> Tensor"};
  static constexpr const char* doc =
      "Real numbers, `last` along the last of the dimensions, by the first half of what their transform is made of, "
      "times `scale`.";
  static Tensor forward(const Tensor& input, IntSpan dim, double scale, bool inverse, int64_t last) {
    return transform(input, dim, scale, inverse, real_of(input.dtype()), last);
  }
  static Tensor batch(const Batch&, const Tensor& input, IntSpan dim, double scale, bool inverse, int64_t last) {
    return _fft_c2r(input, behind_batch(dim), scale, inverse, last);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"dim", IntSpan> dim, Attr<"scale", double> scale,
                            Attr<"inverse", bool> inverse, Attr<"last", int64_t> last) -> Tensor {
        return weigh_twins(_fft_r2c(g, dim, scale, !inverse, true), dim.value.back(), last, 2);
      }));
};
VJP_DEFINE(FftC2R);

}  // namespace vjp
