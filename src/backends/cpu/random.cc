// Random fills. Elements 2j and 2j + 1 (row-major position) share Philox block offset + j: each has 64 bits r of its
// own.
//
//   Uniform      a + (b - a) * u, u the top 53 bits of r (24 for float, 11 and 8 for the half types) as a fraction
//   Normal       Box-Muller of the pair: radius from the first number, angle from the second; cosine, then sine
//   Bernoulli    1 where the top 53 bits as a fraction are below the probability
//   Integer      low + (r * range >> 64): bias below 2^-64 * range
//   DropoutMask  0 where the top 32 bits are below a * 2^32, else 1 / (1 - a)
//
// The arithmetic is written out here, without fused operations and library functions, so that bits do not depend on the
// machine.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "backends/cpu/cpu.h"
#include "backends/cpu/loops.h"
#include "backends/cpu/philox.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

constexpr int64_t kTile = 512;  // elements; even, so that pairs stay together

constexpr double kUnit53 = 0x1p-53;

// log(x) for normal x in (0, 1]: x = 2^e m with m in [sqrt(1/2), sqrt(2)), log(m) = 2 atanh((m - 1) / (m + 1)).
inline double log_of(double x) {
  constexpr uint64_t kSqrtHalf = 0x3FE6A09E667F3BCDu;
  const uint64_t bits = std::bit_cast<uint64_t>(x) - kSqrtHalf;
  const int64_t e = static_cast<int64_t>(bits) >> 52;
  const double m = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFu) + kSqrtHalf);
  const double s = (m - 1.0) / (m + 1.0), z = s * s;
  double p = 1.0 / 23.0;
  p = p * z + 1.0 / 21.0;
  p = p * z + 1.0 / 19.0;
  p = p * z + 1.0 / 17.0;
  p = p * z + 1.0 / 15.0;
  p = p * z + 1.0 / 13.0;
  p = p * z + 1.0 / 11.0;
  p = p * z + 1.0 / 9.0;
  p = p * z + 1.0 / 7.0;
  p = p * z + 1.0 / 5.0;
  p = p * z + 1.0 / 3.0;
  const double two_s = s + s;
  return static_cast<double>(static_cast<int32_t>(e)) * 0.69314718055994530942 + (two_s + two_s * (z * p));
}

// Cosine and sine of 2 pi u, u in [0, 1): Taylor series on a quarter turn around the nearest multiple of one.
inline void sincos_turn(double u, double& cosine, double& sine) {
  const double turns = 4.0 * u;
  const int32_t quarter = static_cast<int32_t>(turns + 0.5);
  const double r = (turns - static_cast<double>(quarter)) * 1.57079632679489661923, z = r * r;
  double s = -1.0 / 121645100408832000.0, c = -1.0 / 6402373705728000.0;
  s = s * z + 1.0 / 355687428096000.0;
  c = c * z + 1.0 / 20922789888000.0;
  s = s * z - 1.0 / 1307674368000.0;
  c = c * z - 1.0 / 87178291200.0;
  s = s * z + 1.0 / 6227020800.0;
  c = c * z + 1.0 / 479001600.0;
  s = s * z - 1.0 / 39916800.0;
  c = c * z - 1.0 / 3628800.0;
  s = s * z + 1.0 / 362880.0;
  c = c * z + 1.0 / 40320.0;
  s = s * z - 1.0 / 5040.0;
  c = c * z - 1.0 / 720.0;
  s = s * z + 1.0 / 120.0;
  c = c * z + 1.0 / 24.0;
  s = s * z - 1.0 / 6.0;
  c = c * z - 0.5;
  s = r + r * (z * s);
  c = 1.0 + z * c;
  const double a = quarter & 1 ? s : c, b = quarter & 1 ? c : s;
  cosine = (quarter + 1) & 2 ? -a : a;
  sine = quarter & 2 ? -b : b;
}

template <class C>
void normals(const uint64_t* bits, int64_t n, double mean, double deviation, C* out) {
  for (int64_t i = 0; i < n; i += 2) {
    const double u = static_cast<double>(static_cast<int64_t>(bits[i] >> 11) + 1) * kUnit53;  // (0, 1]
    const double radius = std::sqrt(-2.0 * log_of(u)) * deviation;
    double cosine, sine;
    sincos_turn(static_cast<double>(static_cast<int64_t>(bits[i + 1] >> 11)) * kUnit53, cosine, sine);
    out[i] = static_cast<C>(mean + radius * cosine);
    out[i + 1] = static_cast<C>(mean + radius * sine);  // the buffer has room for a whole pair
  }
}

int fraction_bits(Dtype d) {
  switch (d) {
    case Dtype::Float64:
      return 53;
    case Dtype::BFloat16:
      return 8;
    case Dtype::Float16:
      return 11;
    default:
      return 24;
  }
}

template <class C>
void uniforms(const uint64_t* bits, int64_t n, const RandomArgs& args, C* out) {
  const int precision = fraction_bits(args.out.dtype), shift = 64 - precision;
  const C unit = static_cast<C>(std::ldexp(1.0, -precision));
  const C a = static_cast<C>(args.a), range = static_cast<C>(args.b - args.a);
  // rounding must not reach the open end
  const C below = args.b > args.a ? std::nextafter(static_cast<C>(args.b), a) : a;
  if (a == C(0) && range == C(1)) {
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<C>(static_cast<int64_t>(bits[i] >> shift)) * unit;
    return;
  }
  for (int64_t i = 0; i < n; ++i) {
    const C v = static_cast<C>(static_cast<int64_t>(bits[i] >> shift)) * unit * range + a;
    out[i] = std::min(v, below);
  }
}

template <class C>
void integers(const uint64_t* bits, int64_t n, int64_t low, int64_t high, C* out) {
  const uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  for (int64_t i = 0; i < n; ++i) {
    const uint64_t step = static_cast<uint64_t>(static_cast<unsigned __int128>(bits[i]) * range >> 64);
    out[i] = static_cast<C>(static_cast<int64_t>(static_cast<uint64_t>(low) + step));
  }
}

template <class C>
void dropout_mask(const uint64_t* bits, int64_t n, double probability, C* out) {
  const int64_t threshold = static_cast<int64_t>(std::ldexp(std::clamp(probability, 0.0, 1.0), 32));
  const C scale = probability < 1 ? static_cast<C>(1.0 / (1.0 - probability)) : C(0);
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<int64_t>(bits[i] >> 32) < threshold ? C(0) : scale;
}

template <class C>
class Filler {
 public:
  explicit Filler(const RandomArgs& args) : args_(args) {
    const bool given = args.probability.data != nullptr;
    for (int d = 0; d < args.out.ndim; ++d) {
      loop_.add(args.out.sizes[d], args.out.strides[d], given ? args.probability.strides[d] : 0);
    }
    loop_.coalesce();
  }

  void run() {
    const int64_t n = loop_.count();
    if (n == 0) return;
    parallel_for(0, (n + kTile - 1) / kTile, 16, [&](int64_t begin, int64_t end) {
      for (int64_t t = begin; t < end; ++t) fill_tile(t * kTile, std::min(kTile, n - t * kTile));
    });
  }

 private:
  void fill_tile(int64_t first, int64_t n) const {
    uint64_t bits[kTile];
    C values[kTile];
    philox_fill(args_.seed, args_.offset + static_cast<uint64_t>(first / 2), (n + 1) / 2, bits);
    switch (args_.distribution) {
      case Distribution::Uniform:
        if constexpr (std::is_floating_point_v<C>) uniforms(bits, n, args_, values);
        break;
      case Distribution::Normal:
        if constexpr (std::is_floating_point_v<C>) normals(bits, n, args_.a, args_.b, values);
        break;
      case Distribution::Integer:
        integers(bits, n, args_.low, args_.high, values);
        break;
      case Distribution::DropoutMask:
        dropout_mask(bits, n, args_.a, values);
        break;
      case Distribution::Bernoulli:
        bernoulli(bits, first, n, values);
        break;
    }
    for_runs(first, n, [&](const Cursor<2>& at, int64_t i, int64_t m) {
      store_row(args_.out.data, args_.out.dtype, at.offset[0], step(0), m, values + i);
    });
  }

  void bernoulli(const uint64_t* bits, int64_t first, int64_t n, C* values) const {
    double probability[kTile];
    if (args_.probability.data) {
      for_runs(first, n, [&](const Cursor<2>& at, int64_t i, int64_t m) {
        load_probability(probability + i, at.offset[1], step(1), m);
      });
    } else {
      std::fill_n(probability, n, args_.a);
    }
    for (int64_t i = 0; i < n; ++i) {
      values[i] = static_cast<C>(static_cast<double>(static_cast<int64_t>(bits[i] >> 11)) * kUnit53 < probability[i]);
    }
  }

  void load_probability(double* buffer, int64_t offset, int64_t stride, int64_t n) const {
    load_row(buffer, args_.probability.data, args_.probability.dtype, offset, stride, n);
  }

  int64_t step(int k) const { return loop_.ndim ? loop_.strides[loop_.ndim - 1][k] : 1; }

  // Calls f(cursor, i, m) for runs of elements in the innermost dimension: m of them from first + i on.
  template <class F>
  void for_runs(int64_t first, int64_t n, F&& f) const {
    Cursor<2> at(loop_, first);
    for (int64_t i = 0; i < n;) {
      const int64_t m = std::min(at.run(), n - i);
      f(at, i, m);
      at.advance(m);
      i += m;
    }
  }

  const RandomArgs& args_;
  Loop<2> loop_;  // strides of out, probability
};

}  // namespace

void random(const RandomArgs& args) {
  const bool continuous = args.distribution <= Distribution::Normal;
  if (is_complex(args.out.dtype) || (continuous && is_integral(args.out.dtype))) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "random numbers of dtype {} are not implemented on the cpu", args.out.dtype);
  }
  switch (compute_of(args.out.dtype)) {
    case Dtype::Float32:
      return Filler<float>(args).run();
    case Dtype::Float64:
      return Filler<double>(args).run();
    default:
      return Filler<int64_t>(args).run();
  }
}

}  // namespace vjp::cpu
