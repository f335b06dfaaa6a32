// The reductions, each as a state that elements are added to one by one and that merges with others.
//
// An op has: Element (the compute type), State, `identity()`, `add(state, x, position)`, `merge(a, b)`, and
// `store(state, targets, offsets of out, indices and mean)`.
#pragma once

#include "backends/cuda/opcodes.h"

namespace vjp::cuda {

struct ReduceTargets {
  void *out, *indices, *mean;
  int out_dtype, indices_dtype, mean_dtype;
};

// An element of a dtype that computes in C.
template <class C>
VJP_HD inline C load_computed(const void* data, int dtype, int64_t i) {
  if constexpr (kSame<C, int64_t>) {
    switch (dtype) {
      case kBool:
        return load<C, kBool>(data, i);
      case kUInt8:
        return load<C, kUInt8>(data, i);
      case kInt8:
        return load<C, kInt8>(data, i);
      case kInt16:
        return load<C, kInt16>(data, i);
      case kInt32:
        return load<C, kInt32>(data, i);
    }
  } else if constexpr (kSame<C, float>) {
    if (dtype == kFloat16) return load<C, kFloat16>(data, i);
    if (dtype == kBFloat16) return load<C, kBFloat16>(data, i);
  }
  return static_cast<const C*>(data)[i];
}

template <class C>
VJP_HD inline Real<C> squared_magnitude(C v) {
  if constexpr (kIsComplex<C>) {
    return v.re * v.re + v.im * v.im;
  } else {
    return op_square(v);
  }
}
template <class C>
VJP_HD inline Real<C> magnitude(C v) {
  if constexpr (kIsComplex<C>) {
    return real_hypot(v.re, v.im);
  } else {
    return op_abs(v);
  }
}

// What the simple sums share: a number added up.
template <class C, class R>
struct Additive {
  using Element = C;
  using State = R;
  VJP_HD State identity() const { return State(0); }
  VJP_HD State merge(State a, State b) const { return op_add(a, b); }
  VJP_HD void store(const State& s, const ReduceTargets& to, int64_t at, int64_t, int64_t) const {
    cuda::store(to.out, to.out_dtype, at, s);
  }
};

template <class C>
struct SumOp : Additive<C, C> {
  VJP_HD void add(C& s, C x, int64_t) const { s = op_add(s, x); }
};
template <class C>
struct SumSquaresOp : Additive<C, Real<C>> {
  VJP_HD void add(Real<C>& s, C x, int64_t) const { s = op_add(s, squared_magnitude(x)); }
};
template <class C>
struct SumAbsOp : Additive<C, Real<C>> {
  VJP_HD void add(Real<C>& s, C x, int64_t) const { s = op_add(s, magnitude(x)); }
};
template <class C>
struct SumAbsPowOp : Additive<C, Real<C>> {
  double p;
  VJP_HD void add(Real<C>& s, C x, int64_t) const {
    if constexpr (kIsInteger<C>) {
      s = op_add(s, scalar::integer_of(
                        real_pow(static_cast<double>(magnitude(x)), static_cast<double>(static_cast<int64_t>(p)))));
    } else {
      s += real_pow(magnitude(x), static_cast<Real<C>>(p));
    }
  }
};
template <class C>
struct CountNonzeroOp : Additive<C, int64_t> {
  VJP_HD void add(int64_t& s, C x, int64_t) const { s += truth(x); }
};
template <class C, bool kAll>
struct LogicalOp : Additive<C, int64_t> {
  VJP_HD int64_t identity() const { return kAll; }
  VJP_HD int64_t merge(int64_t a, int64_t b) const { return kAll ? a & b : a | b; }
  VJP_HD void add(int64_t& s, C x, int64_t) const { s = merge(s, truth(x)); }
};
template <class C>
struct ProdOp : Additive<C, C> {
  VJP_HD C identity() const { return C(1); }
  VJP_HD C merge(C a, C b) const { return op_mul(a, b); }
  VJP_HD void add(C& s, C x, int64_t) const { s = op_mul(s, x); }
};

// Max, Min and of absolute values; NaN wins.
template <class C, bool kMax, bool kAbs>
struct ExtremeOp {
  using Element = C;
  using State = Real<C>;
  static VJP_HD constexpr State worst() {
    if constexpr (kIsInteger<C>) {
      if (kMax && kAbs) return 0;
      return kMax ? -9223372036854775807ll - 1 : 9223372036854775807ll;
    } else {
      return kMax ? (kAbs ? State(0) : -scalar::infinity<State>()) : scalar::infinity<State>();
    }
  }
  VJP_HD State identity() const { return worst(); }
  static VJP_HD bool better(State a, State b) { return (kMax ? a > b : a < b) || a != a; }
  VJP_HD State merge(State a, State b) const { return a == a && better(b, a) ? b : a; }
  VJP_HD void add(State& s, C x, int64_t) const {
    if constexpr (kAbs) {
      s = merge(s, magnitude(x));
    } else {
      s = merge(s, x);
    }
  }
  VJP_HD void store(const State& s, const ReduceTargets& to, int64_t at, int64_t, int64_t) const {
    cuda::store(to.out, to.out_dtype, at, s);
  }
};

template <class C>
struct Positioned {
  C value;
  int64_t position;  // -1: nothing yet
};

// The same with the position of the first extreme element; kPositionOnly: that is the output. Which of equals came
// first is decided by their positions, so the order of merging does not matter.
template <class C, bool kMax, bool kPositionOnly>
struct IndexedExtremeOp {
  using Element = C;
  using State = Positioned<C>;
  using Values = ExtremeOp<C, kMax, false>;
  VJP_HD State identity() const { return {Values::worst(), -1}; }
  VJP_HD State merge(const State& a, const State& b) const {
    if (a.position < 0) return b;
    if (b.position < 0) return a;
    const bool a_nan = a.value != a.value, b_nan = b.value != b.value;
    if (a_nan != b_nan) return a_nan ? a : b;
    if (!a_nan && a.value != b.value) return Values::better(b.value, a.value) ? b : a;
    return b.position < a.position ? b : a;
  }
  VJP_HD void add(State& s, C x, int64_t position) const { s = merge(s, State{x, position}); }
  VJP_HD void store(const State& s, const ReduceTargets& to, int64_t at, int64_t index_at, int64_t) const {
    if constexpr (kPositionOnly) {
      cuda::store(to.out, to.out_dtype, at, s.position);
    } else {
      cuda::store(to.out, to.out_dtype, at, s.value);
      cuda::store(to.indices, to.indices_dtype, index_at, s.position);
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
  VJP_HD State identity() const { return {-scalar::infinity<C>(), C(0)}; }
  VJP_HD State merge(const State& a, const State& b) const {
    if (is_nan(a.max) || a.max == b.max) return {a.max, a.sum + b.sum};
    if (is_nan(b.max)) return b;
    return a.max > b.max ? State{a.max, a.sum + b.sum * real_exp(b.max - a.max)}
                         : State{b.max, b.sum + a.sum * real_exp(a.max - b.max)};
  }
  VJP_HD void add(State& s, C x, int64_t) const { s = merge(s, State{x, x == -scalar::infinity<C>() ? C(0) : C(1)}); }
  VJP_HD void store(const State& s, const ReduceTargets& to, int64_t at, int64_t, int64_t) const {
    cuda::store(to.out, to.out_dtype, at, is_inf(s.max) ? s.max : s.max + real_log(s.sum));
  }
};

template <class C>
struct Moments {
  int64_t count;
  C mean;
  Real<C> squares;  // sum of |x - mean|^2
};

// One element after the other by Welford's formula, states by that of Chan, Golub and LeVeque.
template <class C>
struct VarianceOp {
  using Element = C;
  using R = Real<C>;
  using State = Moments<C>;
  double correction;
  VJP_HD State identity() const { return {0, C(0), R(0)}; }
  // The mean of a and b, which counts for `share`. a + (b - a) is no number where one is infinite, and the mean is.
  VJP_HD static C between(C a, C b, C difference, R share) {
    return squared_magnitude(difference) < scalar::infinity<R>() ? a + difference * share
                                                                 : a * (R(1) - share) + b * share;
  }
  VJP_HD State merge(const State& a, const State& b) const {
    if (a.count == 0) return b;
    if (b.count == 0) return a;
    const R na = static_cast<R>(a.count), nb = static_cast<R>(b.count), n = na + nb;
    const C difference = b.mean - a.mean;
    return {a.count + b.count, between(a.mean, b.mean, difference, nb / n),
            a.squares + b.squares + squared_magnitude(difference) * (na * nb / n)};
  }
  VJP_HD void add(State& s, C x, int64_t) const {
    ++s.count;
    const C before = x - s.mean;
    s.mean = between(s.mean, x, before, R(1) / static_cast<R>(s.count));
    const C after = x - s.mean;
    if constexpr (kIsComplex<C>) {
      s.squares += before.re * after.re + before.im * after.im;
    } else {
      s.squares += before * after;
    }
  }
  VJP_HD void store(const State& s, const ReduceTargets& to, int64_t at, int64_t, int64_t mean_at) const {
    const double n = static_cast<double>(s.count) - correction;
    cuda::store(to.out, to.out_dtype, at, static_cast<R>(s.squares / static_cast<R>(n > 0 ? n : 0)));
    if (to.mean) {
      const C mean = s.count ? s.mean : C(scalar::not_a_number<R>());
      cuda::store(to.mean, to.mean_dtype, mean_at, mean);
    }
  }
};

}  // namespace vjp::cuda
