#include "backends/cpu/attention_simd.h"

#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/attention_simd.cc"
#include "hwy/foreach_target.h"
//
#include "backends/cpu/simd_exp-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
constexpr T kLowest = -std::numeric_limits<T>::infinity();

// exp for arguments of at most 0, where what would be below the smallest normal number is 0: beside the row's largest
// term, which is 1, it does not count, and subnormal arithmetic is slow. NaN stays.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp_or_zero(D d, V x) {
  const V lowest = hn::Set(d, static_cast<hn::TFromD<D>>(sizeof(hn::TFromD<D>) == 4 ? -86.0 : -707.0));
  const auto below = hn::Lt(x, lowest);
  return hn::IfThenZeroElse(below, exp_nonpositive(d, hn::IfThenElse(below, lowest, x)));
}

template <class T>
T step(T* row, int64_t n, T& max, T& sum) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d)), whole = n / lanes * lanes;
  const size_t left = static_cast<size_t>(n - whole);
  auto highest = hn::Set(d, max);
  auto nan = hn::IsNaN(highest);
  for (int64_t i = 0; i < whole; i += lanes) {
    const auto x = hn::LoadU(d, row + i);
    nan = hn::Or(nan, hn::IsNaN(x));
    highest = hn::Max(highest, x);
  }
  if (left) {
    const auto x = load_tail(d, row + whole, left, kLowest<T>);
    nan = hn::Or(nan, hn::IsNaN(x));
    highest = hn::Max(highest, x);
  }
  const T top = hn::AllFalse(d, nan) ? hn::ReduceMax(d, highest) : std::numeric_limits<T>::quiet_NaN();
  // of a row that is masked so far, exp(-inf - 0) = 0
  const auto shift = hn::Set(d, top == kLowest<T> ? T(0) : top);
  auto total = hn::Zero(d);
  for (int64_t i = 0; i < whole; i += lanes) {
    const auto p = exp_or_zero(d, hn::Sub(hn::LoadU(d, row + i), shift));
    hn::StoreU(p, d, row + i);
    total = hn::Add(total, p);
  }
  if (left) {
    const auto p = exp_or_zero(d, hn::Sub(load_tail(d, row + whole, left, kLowest<T>), shift));
    hn::StoreN(p, d, row + whole, left);
    total = hn::Add(total, p);
  }
  const T factor = top == max ? T(1) : max == kLowest<T> ? T(0) : std::exp(max - top);
  sum = sum * factor + hn::ReduceSum(d, total);
  max = top;
  return factor;
}

template <class T>
void exponential(T* row, int64_t n, T logsumexp) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto shift = hn::Set(d, logsumexp == kLowest<T> ? -kLowest<T> : logsumexp);
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(exp_or_zero(d, hn::Sub(hn::LoadU(d, row + i), shift)), d, row + i);
  if (i < n) {
    const size_t left = static_cast<size_t>(n - i);
    hn::StoreN(exp_or_zero(d, hn::Sub(hn::LoadN(d, row + i, left), shift)), d, row + i, left);
  }
}

template <class T>
void backward(const T* p, T* grad, int64_t n, T delta, T scale) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto vd = hn::Set(d, delta), vs = hn::Set(d, scale);
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto g = hn::Mul(hn::LoadU(d, p + i), hn::Sub(hn::LoadU(d, grad + i), vd));
    hn::StoreU(hn::Mul(g, vs), d, grad + i);
  }
  for (; i < n; ++i) grad[i] = p[i] * (grad[i] - delta) * scale;
}

AttentionRows<float> rows_float() { return {step<float>, exponential<float>, backward<float>}; }
AttentionRows<double> rows_double() { return {step<double>, exponential<double>, backward<double>}; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {

HWY_EXPORT(rows_float);
HWY_EXPORT(rows_double);

const AttentionRows<float>& attention_rows(float) {
  static const AttentionRows<float> rows = HWY_DYNAMIC_DISPATCH(rows_float)();
  return rows;
}

const AttentionRows<double>& attention_rows(double) {
  static const AttentionRows<double> rows = HWY_DYNAMIC_DISPATCH(rows_double)();
  return rows;
}

}  // namespace vjp::cpu
#endif
