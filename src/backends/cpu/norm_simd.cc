#include "backends/cpu/norm_simd.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/norm_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// sum of f(vector of x) over a row, f(0) counted as 0 beyond its end.
template <class T, class F>
HWY_INLINE T sum_row(const T* HWY_RESTRICT x, int64_t n, F f) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  int64_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    s0 = hn::Add(s0, f(hn::LoadU(d, x + i)));
    s1 = hn::Add(s1, f(hn::LoadU(d, x + i + lanes)));
    s2 = hn::Add(s2, f(hn::LoadU(d, x + i + 2 * lanes)));
    s3 = hn::Add(s3, f(hn::LoadU(d, x + i + 3 * lanes)));
  }
  for (; i + lanes <= n; i += lanes) s0 = hn::Add(s0, f(hn::LoadU(d, x + i)));
  if (i < n) {
    const size_t left = static_cast<size_t>(n - i);
    s1 = hn::Add(s1, hn::IfThenElseZero(hn::FirstN(d, left), f(hn::LoadN(d, x + i, left))));
  }
  return hn::ReduceSum(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)));
}

template <class T, bool kWeight, bool kBias>
HWY_INLINE void write_row(const T* HWY_RESTRICT x, const T* HWY_RESTRICT weight, const T* HWY_RESTRICT bias,
                          T* HWY_RESTRICT y, T mean, T rstd, int64_t n) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto m = hn::Set(d, mean), s = hn::Set(d, rstd);
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    auto v = hn::Mul(hn::Sub(hn::LoadU(d, x + i), m), s);
    if constexpr (kWeight && kBias) v = hn::MulAdd(v, hn::LoadU(d, weight + i), hn::LoadU(d, bias + i));
    if constexpr (kWeight && !kBias) v = hn::Mul(v, hn::LoadU(d, weight + i));
    if constexpr (!kWeight && kBias) v = hn::Add(v, hn::LoadU(d, bias + i));
    hn::StoreU(v, d, y + i);
  }
  if (i < n) {
    const size_t left = static_cast<size_t>(n - i);
    auto v = hn::Mul(hn::Sub(hn::LoadN(d, x + i, left), m), s);
    if constexpr (kWeight && kBias) v = hn::MulAdd(v, hn::LoadN(d, weight + i, left), hn::LoadN(d, bias + i, left));
    if constexpr (kWeight && !kBias) v = hn::Mul(v, hn::LoadN(d, weight + i, left));
    if constexpr (!kWeight && kBias) v = hn::Add(v, hn::LoadN(d, bias + i, left));
    hn::StoreN(v, d, y + i, left);
  }
}

template <class T>
void forward(const T* x, const T* weight, const T* bias, T* y, T* mean, T* rstd, int64_t rows, int64_t n, T eps) {
  const hn::ScalableTag<T> d;
  const T size = static_cast<T>(n);
  const auto write = weight ? (bias ? write_row<T, true, true> : write_row<T, true, false>)
                            : (bias ? write_row<T, false, true> : write_row<T, false, false>);
  for (int64_t r = 0; r < rows; ++r, x += n, y += n) {
    T m = 0;
    if (mean) {
      m = sum_row(x, n, [](auto v) HWY_ATTR { return v; }) / size;
      mean[r] = m;
    }
    const auto centre = hn::Set(d, m);
    const T squares = sum_row(x, n, [centre](auto v) HWY_ATTR {
      const auto e = hn::Sub(v, centre);
      return hn::Mul(e, e);
    });
    rstd[r] = T(1) / std::sqrt(squares / size + eps);
    write(x, weight, bias, y, m, rstd[r], n);
  }
}

// With xhat = (x - mean) * rstd and h = g * weight: grad_x = rstd * (h - mean(h) - xhat * mean(h * xhat)); RMS norm has
// no mean(h). One pass for the means and the parameters' gradients, one for grad_x, both in L1.
template <class T, bool kWeight, bool kGradWeight, bool kGradBias>
void backward_rows(const T* grad, const T* x, const T* weight, const T* mean, const T* rstd, T* grad_x, T* grad_weight,
                   T* grad_bias, int64_t rows, int64_t n) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t r = 0; r < rows; ++r, grad += n, x += n) {
    const auto m = hn::Set(d, mean ? mean[r] : T(0)), s = hn::Set(d, rstd[r]);
    auto sum = hn::Zero(d), sum_xhat = hn::Zero(d);
    int64_t i = 0;
    for (; i + lanes <= n; i += lanes) {
      const auto g = hn::LoadU(d, grad + i), xhat = hn::Mul(hn::Sub(hn::LoadU(d, x + i), m), s);
      if constexpr (kGradWeight) hn::StoreU(hn::MulAdd(g, xhat, hn::LoadU(d, grad_weight + i)), d, grad_weight + i);
      if constexpr (kGradBias) hn::StoreU(hn::Add(g, hn::LoadU(d, grad_bias + i)), d, grad_bias + i);
      auto h = g;
      if constexpr (kWeight) h = hn::Mul(g, hn::LoadU(d, weight + i));
      sum = hn::Add(sum, h);
      sum_xhat = hn::MulAdd(h, xhat, sum_xhat);
    }
    if (i < n) {
      const size_t left = static_cast<size_t>(n - i);
      const auto g = hn::LoadN(d, grad + i, left), xhat = hn::Mul(hn::Sub(hn::LoadN(d, x + i, left), m), s);
      if constexpr (kGradWeight) {
        hn::StoreN(hn::MulAdd(g, xhat, hn::LoadN(d, grad_weight + i, left)), d, grad_weight + i, left);
      }
      if constexpr (kGradBias) hn::StoreN(hn::Add(g, hn::LoadN(d, grad_bias + i, left)), d, grad_bias + i, left);
      auto h = g;
      if constexpr (kWeight) h = hn::Mul(g, hn::LoadN(d, weight + i, left));
      sum = hn::Add(sum, h);  // h is 0 beyond the end, xhat is not
      sum_xhat = hn::Add(sum_xhat, hn::IfThenElseZero(hn::FirstN(d, left), hn::Mul(h, xhat)));
    }
    if (!grad_x) continue;
    const T size = static_cast<T>(n);
    const auto mean_h = hn::Set(d, mean ? hn::ReduceSum(d, sum) / size : T(0));
    const auto mean_h_xhat = hn::Set(d, hn::ReduceSum(d, sum_xhat) / size);
    for (i = 0; i + lanes <= n; i += lanes) {
      const auto xhat = hn::Mul(hn::Sub(hn::LoadU(d, x + i), m), s);
      auto h = hn::LoadU(d, grad + i);
      if constexpr (kWeight) h = hn::Mul(h, hn::LoadU(d, weight + i));
      const auto v = hn::NegMulAdd(xhat, mean_h_xhat, hn::Sub(h, mean_h));
      hn::StoreU(hn::Mul(v, s), d, grad_x + i);
    }
    if (i < n) {
      const size_t left = static_cast<size_t>(n - i);
      const auto xhat = hn::Mul(hn::Sub(hn::LoadN(d, x + i, left), m), s);
      auto h = hn::LoadN(d, grad + i, left);
      if constexpr (kWeight) h = hn::Mul(h, hn::LoadN(d, weight + i, left));
      const auto v = hn::NegMulAdd(xhat, mean_h_xhat, hn::Sub(h, mean_h));
      hn::StoreN(hn::Mul(v, s), d, grad_x + i, left);
    }
    grad_x += n;
  }
}

template <class T>
void backward(const T* grad, const T* x, const T* weight, const T* mean, const T* rstd, T* grad_x, T* grad_weight,
              T* grad_bias, int64_t rows, int64_t n) {
  using Rows = decltype(&backward_rows<T, true, true, true>);
  static constexpr Rows kRows[8] = {backward_rows<T, false, false, false>, backward_rows<T, false, false, true>,
                                    backward_rows<T, false, true, false>,  backward_rows<T, false, true, true>,
                                    backward_rows<T, true, false, false>,  backward_rows<T, true, false, true>,
                                    backward_rows<T, true, true, false>,   backward_rows<T, true, true, true>};
  const int which = (weight ? 4 : 0) + (grad_weight ? 2 : 0) + (grad_bias ? 1 : 0);
  kRows[which](grad, x, weight, mean, rstd, grad_x, grad_weight, grad_bias, rows, n);
}

template <class T>
const NormRows<T>* table() {
  static constexpr NormRows<T> kTable = {forward<T>, backward<T>};
  return &kTable;
}
const NormRows<float>* norm_table_float() { return table<float>(); }
const NormRows<double>* norm_table_double() { return table<double>(); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {

HWY_EXPORT(norm_table_float);
HWY_EXPORT(norm_table_double);

template <>
const NormRows<float>& norm_rows<float>() {
  static const NormRows<float>& chosen = *HWY_DYNAMIC_DISPATCH(norm_table_float)();
  return chosen;
}
template <>
const NormRows<double>& norm_rows<double>() {
  static const NormRows<double>& chosen = *HWY_DYNAMIC_DISPATCH(norm_table_double)();
  return chosen;
}

}  // namespace vjp::cpu
#endif
