// The reductions, each as a state that segments of contiguous elements are turned into and that merge pairwise.
#pragma once

#include <cmath>
#include <limits>

#include "backends/cpu/reduce_simd.h"
#include "backends/cpu/rows.h"
#include "kernel/backend.h"

namespace vjp::cpu {

// An op has: Element (the compute type), State, `identity()`, `segment(x, n, first)`: the state of n >= 1 elements the
// first of which has position `first`, `merge(a, b)` where a comes first, `store(state, args, offsets)`, and if kRows
// `rows(states, x, stride, rows, width, first)`: adds rows to one state a column. It is made from nothing, or from the
// arguments of the reduction.
struct ReduceOffsets {
  int64_t out, indices, mean;
};

template <class C>
inline constexpr bool has_simd = std::is_same_v<C, float> || std::is_same_v<C, double>;

template <class C>
inline Real<C> magnitude(C v) {
  if constexpr (std::is_same_v<C, int64_t>) {
    return v < 0 ? -v : v;
  } else {
    return std::abs(v);
  }
}

template <class C>
inline Real<C> squared_magnitude(C v) {
  if constexpr (is_complex_v<C>) {
    return v.real() * v.real() + v.imag() * v.imag();
  } else {
    return v * v;
  }
}

// Four interleaved sums, for types without a vector kernel.
template <class R, class C, class Map>
inline R sum_of(const C* x, int64_t n, Map map) {
  R s0{}, s1{}, s2{}, s3{};
  int64_t i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 += map(x[i]);
    s1 += map(x[i + 1]);
    s2 += map(x[i + 2]);
    s3 += map(x[i + 3]);
  }
  for (; i < n; ++i) s0 += map(x[i]);
  return (s0 + s1) + (s2 + s3);
}

template <class R>
inline bool is_nan(R v) {
  return v != v;
}

// What the simple sums share: a number added up.
template <class C, class R>
struct Additive {
  using Element = C;
  using State = R;
  static constexpr bool kRows = has_simd<C> || std::is_same_v<C, int64_t>;
  static constexpr bool kStoresState = true;  // as it is: many at a time, as a row
  State identity() const { return State(0); }
  State merge(State a, State b) const { return a + b; }
};

template <class C>
struct SumOp : Additive<C, C> {
  C segment(const C* x, int64_t n, int64_t) const {
    if constexpr (has_simd<C>) {
      return row_reductions<C>().sum(x, n);
    } else {
      return sum_of<C>(x, n, [](C v) { return v; });
    }
  }
  void rows(C* s, const C* x, int64_t stride, int64_t rows, int64_t width, int64_t) const {
    if constexpr (has_simd<C>) {
      row_reductions<C>().add_rows(s, x, stride, rows, width);
    } else {
      for (int64_t r = 0; r < rows; ++r) {
        for (int64_t j = 0; j < width; ++j) s[j] += x[r * stride + j];
      }
    }
  }
};

template <class C>
struct SumSquaresOp : Additive<C, Real<C>> {
  using R = Real<C>;
  R segment(const C* x, int64_t n, int64_t) const {
    if constexpr (has_simd<R>) {  // a complex row is a real one of twice the length
      return row_reductions<R>().sum_squares(reinterpret_cast<const R*>(x), is_complex_v<C> ? 2 * n : n);
    } else {
      return sum_of<R>(x, n, [](C v) { return v * v; });
    }
  }
  void rows(R* s, const C* x, int64_t stride, int64_t rows, int64_t width, int64_t) const {
    if constexpr (has_simd<C>) {
      row_reductions<C>().add_square_rows(s, x, stride, rows, width);
    } else {
      for (int64_t r = 0; r < rows; ++r) {
        for (int64_t j = 0; j < width; ++j) s[j] += squared_magnitude(x[r * stride + j]);
      }
    }
  }
};

template <class C>
struct SumAbsOp : Additive<C, Real<C>> {
  using R = Real<C>;
  R segment(const C* x, int64_t n, int64_t) const {
    if constexpr (has_simd<C>) {
      return row_reductions<C>().sum_abs(x, n);
    } else {
      return sum_of<R>(x, n, [](C v) { return magnitude(v); });
    }
  }
  void rows(R* s, const C* x, int64_t stride, int64_t rows, int64_t width, int64_t) const {
    if constexpr (has_simd<C>) {
      row_reductions<C>().add_abs_rows(s, x, stride, rows, width);
    } else {
      for (int64_t r = 0; r < rows; ++r) {
        for (int64_t j = 0; j < width; ++j) s[j] += magnitude(x[r * stride + j]);
      }
    }
  }
};

template <class C>
struct SumAbsPowOp : Additive<C, Real<C>> {
  using R = std::conditional_t<std::is_same_v<C, int64_t>, int64_t, Real<C>>;
  static constexpr bool kRows = false;
  double p;
  explicit SumAbsPowOp(const ReduceArgs& args) : p(args.p) {}
  R segment(const C* x, int64_t n, int64_t) const {
    return sum_of<R>(x, n, [this](C v) { return static_cast<R>(std::pow(magnitude(v), static_cast<R>(p))); });
  }
};

template <class C>
struct CountNonzeroOp : Additive<C, int64_t> {
  static constexpr bool kRows = false;
  int64_t segment(const C* x, int64_t n, int64_t) const {
    return sum_of<int64_t>(x, n, [](C v) { return static_cast<int64_t>(v != C(0)); });
  }
};

template <class C, bool kAll>
struct LogicalOp : Additive<C, int64_t> {
  static constexpr bool kRows = false;
  int64_t identity() const { return kAll; }
  int64_t merge(int64_t a, int64_t b) const { return kAll ? a & b : a | b; }
  int64_t segment(const C* x, int64_t n, int64_t) const {
    const int64_t count = sum_of<int64_t>(x, n, [](C v) { return static_cast<int64_t>(v != C(0)); });
    return kAll ? count == n : count > 0;
  }
};

template <class C>
struct ProdOp : Additive<C, C> {
  C identity() const { return C(1); }
  C merge(C a, C b) const { return a * b; }
  C segment(const C* x, int64_t n, int64_t) const {
    C p0(1), p1(1), p2(1), p3(1);
    int64_t i = 0;
    for (; i + 4 <= n; i += 4) {
      p0 *= x[i];
      p1 *= x[i + 1];
      p2 *= x[i + 2];
      p3 *= x[i + 3];
    }
    for (; i < n; ++i) p0 *= x[i];
    return (p0 * p1) * (p2 * p3);
  }
  void rows(C* s, const C* x, int64_t stride, int64_t rows, int64_t width, int64_t) const {
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t j = 0; j < width; ++j) s[j] *= x[r * stride + j];
    }
  }
};

// Max, Min and of absolute values; NaN wins.
template <class C, bool kMax, bool kAbs>
struct ExtremeOp {
  using Element = C;
  using R = Real<C>;
  using State = R;
  static constexpr bool kRows = !kAbs && (has_simd<C> || std::is_same_v<C, int64_t>);

  static R worst() {
    using L = std::numeric_limits<R>;
    if constexpr (kMax) return kAbs ? R(0) : L::has_infinity ? -L::infinity() : L::lowest();
    return L::has_infinity ? L::infinity() : L::max();
  }
  State identity() const { return worst(); }
  static bool better(R a, R b) { return (kMax ? a > b : a < b) || is_nan(a); }
  State merge(State a, State b) const { return !is_nan(a) && better(b, a) ? b : a; }
  State segment(const C* x, int64_t n, int64_t) const {
    if constexpr (has_simd<C>) {
      const auto& k = row_reductions<C>();
      return kAbs ? (kMax ? k.max_abs(x, n) : k.min_abs(x, n)) : (kMax ? k.max(x, n) : k.min(x, n));
    } else {
      R best = worst();
      for (int64_t i = 0; i < n; ++i) {
        R v;
        if constexpr (kAbs) {
          v = magnitude(x[i]);
        } else {
          v = x[i];
        }
        best = merge(best, v);
      }
      return best;
    }
  }
  void rows(State* s, const C* x, int64_t stride, int64_t rows, int64_t width, int64_t) const {
    if constexpr (has_simd<C> && !kAbs) {
      const auto& k = row_reductions<C>();
      (kMax ? k.max_rows : k.min_rows)(s, x, stride, rows, width);
    } else if constexpr (std::is_same_v<C, int64_t> && !kAbs) {
      for (int64_t r = 0; r < rows; ++r) {
        for (int64_t j = 0; j < width; ++j) s[j] = merge(s[j], x[r * stride + j]);
      }
    }
  }
  void store(const State& s, const ReduceArgs& args, const ReduceOffsets& at) const {
    store_value(args.out.data, Dtype{args.out.dtype}, at.out, s);
  }
};

template <class C>
struct Positioned {
  C value;
  int64_t position;
};

// The same with the position of the first extreme element, which may be all that is asked for.
template <class C, bool kMax>
struct IndexedExtremeOp {
  using Element = C;
  using State = Positioned<C>;
  using Values = ExtremeOp<C, kMax, false>;
  static constexpr bool kRows = true;

  State identity() const { return {Values::worst(), -1}; }
  State merge(const State& a, const State& b) const {
    if (a.position < 0) return b;
    return b.position >= 0 && !is_nan(a.value) && Values::better(b.value, a.value) ? b : a;
  }
  State segment(const C* x, int64_t n, int64_t first) const {
    const C value = Values().segment(x, n, first);
    if constexpr (has_simd<C>) {
      return {value, first + row_reductions<C>().find(x, n, value)};
    } else {
      int64_t i = 0;
      while (x[i] != value) ++i;
      return {value, first + i};
    }
  }
  void rows(State* s, const C* x, int64_t stride, int64_t rows, int64_t width, int64_t first) const {
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t j = 0; j < width; ++j) {
        const C v = x[r * stride + j];
        const bool take = s[j].position < 0 || (!is_nan(s[j].value) && Values::better(v, s[j].value));
        if (take) s[j] = {v, first + r};
      }
    }
  }
  void store(const State& s, const ReduceArgs& args, const ReduceOffsets& at) const {
    if (Reduction{args.op} == Reduction::ArgMax || Reduction{args.op} == Reduction::ArgMin) {
      store_value(args.out.data, Dtype{args.out.dtype}, at.out, s.position);
    } else {
      store_value(args.out.data, Dtype{args.out.dtype}, at.out, s.value);
      store_value(args.indices.data, Dtype{args.indices.dtype}, at.indices, s.position);
    }
  }
};

template <class R>
struct ScaledSum {
  R max, sum;  // sum * exp(max)
};

template <class C>
struct LogSumExpOp {
  using Element = C;
  using State = ScaledSum<C>;
  static constexpr bool kRows = false;

  State identity() const { return {-std::numeric_limits<C>::infinity(), C(0)}; }
  State merge(const State& a, const State& b) const {
    if (is_nan(a.max) || a.max == b.max) return {a.max, a.sum + b.sum};
    if (is_nan(b.max)) return b;
    return a.max > b.max ? State{a.max, a.sum + b.sum * std::exp(b.max - a.max)}
                         : State{b.max, b.sum + a.sum * std::exp(a.max - b.max)};
  }
  State segment(const C* x, int64_t n, int64_t) const {
    const auto& k = row_reductions<C>();
    const C max = k.max(x, n);
    if (is_nan(max)) return {max, C(1)};
    if (std::isinf(max)) return {max, max > 0 ? C(1) : C(0)};
    return {max, k.sum_exp(x, n, max)};
  }
  void store(const State& s, const ReduceArgs& args, const ReduceOffsets& at) const {
    const C value = std::isinf(s.max) ? s.max : s.max + std::log(s.sum);
    store_value(args.out.data, Dtype{args.out.dtype}, at.out, value);
  }
};

template <class C>
struct Moments {
  int64_t count;
  C mean;
  Real<C> squares;  // sum of |x - mean|^2
};

// Two passes within a segment, segments merged by the formula of Chan, Golub and LeVeque.
template <class C>
struct VarianceOp {
  using Element = C;
  using R = Real<C>;
  using State = Moments<C>;
  static constexpr bool kRows = false;
  double correction;
  explicit VarianceOp(const ReduceArgs& args) : correction(args.correction) {}

  State identity() const { return {0, C(0), R(0)}; }
  State merge(const State& a, const State& b) const {
    if (a.count == 0) return b;
    if (b.count == 0) return a;
    const R na = static_cast<R>(a.count), nb = static_cast<R>(b.count), n = na + nb;
    const C difference = b.mean - a.mean;
    const R squared = squared_magnitude(difference);
    // a + (b - a) is no number where one of them is infinite, and the mean is.
    const C mean = squared <= std::numeric_limits<R>::max() ? a.mean + difference * (nb / n)
                                                            : a.mean * (na / n) + b.mean * (nb / n);
    return {a.count + b.count, mean, a.squares + b.squares + squared * (na * nb / n)};
  }
  State segment(const C* x, int64_t n, int64_t first) const {
    const C mean = SumOp<C>().segment(x, n, first) / static_cast<R>(n);
    if constexpr (has_simd<C>) {
      return {n, mean, row_reductions<C>().sum_squared_differences(x, n, mean)};
    } else {
      return {n, mean, sum_of<R>(x, n, [mean](C v) { return squared_magnitude(v - mean); })};
    }
  }
  void store(const State& s, const ReduceArgs& args, const ReduceOffsets& at) const {
    const R divisor = static_cast<R>(std::max(0.0, static_cast<double>(s.count) - correction));
    store_value(args.out.data, Dtype{args.out.dtype}, at.out, static_cast<R>(s.squares / divisor));
    const C mean = s.count ? s.mean : C(std::numeric_limits<R>::quiet_NaN());
    if (args.mean.data) store_value(args.mean.data, Dtype{args.mean.dtype}, at.mean, mean);
  }
};

}  // namespace vjp::cpu
