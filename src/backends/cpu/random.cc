// Random fills, tile by tile, by the formulas of kernel/random_formulas.h.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/cpu/cpu.h"
#include "backends/cpu/loops.h"
#include "backends/cpu/philox.h"
#include "backends/cpu/random_normal.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"
#include "kernel/random_formulas.h"

namespace vjp::cpu {
namespace {

constexpr int64_t kTile = 512;  // elements; even, so that pairs stay together

template <class C>
void normals(uint64_t* bits, int64_t n, double mean, double deviation, C* out) {
  double numbers[kTile + kNormalPadding];
  normal_pairs(bits, (n + 1) / 2, mean, deviation, numbers);
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<C>(numbers[i]);
}

template <class C>
void uniforms(const uint64_t* bits, int64_t n, const RandomArgs& args, C* out) {
  // of a float at most 24 bits: there are vectors to convert integers of 32
  using Whole = std::conditional_t<sizeof(C) == 4, int32_t, int64_t>;
  const int precision = random_formulas::fraction_bits(args.out.dtype), shift = 64 - precision;
  const C unit = static_cast<C>(std::ldexp(1.0, -precision));
  const C a = static_cast<C>(args.a), range = static_cast<C>(args.b - args.a);
  // rounding must not reach the open end
  const C below = args.b > args.a ? std::nextafter(static_cast<C>(args.b), a) : a;
  if (a == C(0) && range == C(1)) {
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<C>(static_cast<Whole>(bits[i] >> shift)) * unit;
    return;
  }
  for (int64_t i = 0; i < n; ++i) {
    const C v = static_cast<C>(static_cast<Whole>(bits[i] >> shift)) * unit * range + a;
    out[i] = std::min(v, below);
  }
}

template <class C>
void integers(const uint64_t* bits, int64_t n, int64_t low, int64_t high, C* out) {
  const uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  for (int64_t i = 0; i < n; ++i) {
    out[i] = static_cast<C>(random_formulas::integer(bits[i], low, range));
  }
}

template <class C>
void dropout_mask(const uint64_t* bits, int64_t n, double probability, C* out) {
  const int64_t threshold = static_cast<int64_t>(std::ldexp(std::clamp(probability, 0.0, 1.0), 32));
  const C scale = probability < 1 ? static_cast<C>(1.0 / (1.0 - probability)) : C(0);
  const C choice[] = {scale, C(0)};  // no branch, which could only be guessed
  for (int64_t i = 0; i < n; ++i) out[i] = choice[static_cast<int64_t>(bits[i] >> 32) < threshold];
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
    in_place_ = loop_.ndim <= 1 && step(0) == 1 && Dtype{args.out.dtype} == dtype_of<C>;
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
    uint64_t bits[kTile + kNormalPadding];
    C buffer[kTile];
    C* values = buffer;
    if (in_place_) values = static_cast<C*>(args_.out.data) + first;
    philox_fill(args_.seed, args_.offset + static_cast<uint64_t>(first / 2), (n + 1) / 2, bits);
    switch (Distribution{args_.distribution}) {
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
    if (in_place_) return;
    for_runs(first, n, [&](const Cursor<2>& at, int64_t i, int64_t m) {
      store_row(args_.out.data, Dtype{args_.out.dtype}, at.offset[0], step(0), m, values + i);
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
    constexpr C choice[] = {C(0), C(1)};
    for (int64_t i = 0; i < n; ++i) values[i] = choice[random_formulas::fraction(bits[i]) < probability[i]];
  }

  void load_probability(double* buffer, int64_t offset, int64_t stride, int64_t n) const {
    load_row(buffer, args_.probability.data, Dtype{args_.probability.dtype}, offset, stride, n);
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
  Loop<2> loop_;           // strides of out, probability
  bool in_place_ = false;  // row-major, and elements are what is computed
};

}  // namespace

void random(const RandomArgs& given) {
  RandomArgs args = given;
  if (args.state) {  // a graph's: what the replay put there
    args.seed = args.state[0];
    args.offset += args.state[1];
    args.state = nullptr;
  }
  const bool continuous = Distribution{args.distribution} <= Distribution::Normal;
  if (is_complex(Dtype{args.out.dtype}) || (continuous && is_integral(Dtype{args.out.dtype}))) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "random numbers of dtype {} are not implemented on the cpu", Dtype{args.out.dtype});
  }
  switch (compute_of(Dtype{args.out.dtype})) {
    case Dtype::Float32:
      return Filler<float>(args).run();
    case Dtype::Float64:
      return Filler<double>(args).run();
    default:
      return Filler<int64_t>(args).run();
  }
}

}  // namespace vjp::cpu
