#include "backends/cpu/softmax_simd.h"

#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/softmax_simd.cc"
#include "hwy/foreach_target.h"
//
#include "backends/cpu/simd_exp-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Calls f(load, store, i) for every vector of a row; the last, partial one through LoadN and StoreN.
template <class T, class Whole, class Part>
HWY_INLINE void for_vectors(int64_t n, Whole whole, Part part) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<T>()));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) whole(i);
  if (i < n) part(i, static_cast<size_t>(n - i));
}

// NaN if any element is.
template <class T>
HWY_INLINE T row_max(const T* HWY_RESTRICT x, int64_t n) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const T lowest = -std::numeric_limits<T>::infinity();
  auto a = hn::Set(d, lowest), b = a;
  auto nan = hn::IsNaN(a);
  int64_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const auto u = hn::LoadU(d, x + i), v = hn::LoadU(d, x + i + lanes);
    nan = hn::Or(nan, hn::Or(hn::IsNaN(u), hn::IsNaN(v)));
    a = hn::Max(a, u);
    b = hn::Max(b, v);
  }
  for (; i < n; i += lanes) {
    const auto v = n - i >= lanes ? hn::LoadU(d, x + i) : load_tail(d, x + i, static_cast<size_t>(n - i), lowest);
    nan = hn::Or(nan, hn::IsNaN(v));
    a = hn::Max(a, v);
  }
  if (!hn::AllFalse(d, nan)) return std::numeric_limits<T>::quiet_NaN();
  return hn::ReduceMax(d, hn::Max(a, b));
}

template <class T>
HWY_INLINE void softmax_row(const T* x, T* y, int64_t n) {
  const hn::ScalableTag<T> d;
  const T max = row_max(x, n);
  const auto m = hn::Set(d, max);
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  auto s0 = hn::Zero(d), s1 = s0;
  int64_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const auto a = exp_nonpositive(d, hn::Sub(hn::LoadU(d, x + i), m));
    const auto b = exp_nonpositive(d, hn::Sub(hn::LoadU(d, x + i + lanes), m));
    hn::StoreU(a, d, y + i);
    hn::StoreU(b, d, y + i + lanes);
    s0 = hn::Add(s0, a);
    s1 = hn::Add(s1, b);
  }
  for (; i + lanes <= n; i += lanes) {
    const auto a = exp_nonpositive(d, hn::Sub(hn::LoadU(d, x + i), m));
    hn::StoreU(a, d, y + i);
    s0 = hn::Add(s0, a);
  }
  if (i < n) {
    const size_t left = static_cast<size_t>(n - i);
    const auto a = exp_nonpositive(d, hn::Sub(hn::LoadN(d, x + i, left), m));
    hn::StoreN(a, d, y + i, left);
    s1 = hn::Add(s1, hn::IfThenElseZero(hn::FirstN(d, left), a));
  }
  const auto scale = hn::Set(d, T(1) / hn::ReduceSum(d, hn::Add(s0, s1)));
  for_vectors<T>(
      n, [&](int64_t j) HWY_ATTR { hn::StoreU(hn::Mul(hn::LoadU(d, y + j), scale), d, y + j); },
      [&](int64_t j, size_t left) HWY_ATTR { hn::StoreN(hn::Mul(hn::LoadN(d, y + j, left), scale), d, y + j, left); });
}

template <class T>
HWY_INLINE void log_softmax_row(const T* x, T* y, int64_t n) {
  const hn::ScalableTag<T> d;
  const T max = row_max(x, n);
  const auto m = hn::Set(d, max);
  auto sum = hn::Zero(d);
  for_vectors<T>(
      n, [&](int64_t j) HWY_ATTR { sum = hn::Add(sum, exp_nonpositive(d, hn::Sub(hn::LoadU(d, x + j), m))); },
      [&](int64_t j, size_t left) HWY_ATTR {
        const auto e = exp_nonpositive(d, hn::Sub(hn::LoadN(d, x + j, left), m));
        sum = hn::Add(sum, hn::IfThenElseZero(hn::FirstN(d, left), e));
      });
  // x - max first: max may be so large that adding the logarithm to it would lose it
  const auto l = hn::Set(d, std::log(hn::ReduceSum(d, sum)));
  for_vectors<T>(
      n, [&](int64_t j) HWY_ATTR { hn::StoreU(hn::Sub(hn::Sub(hn::LoadU(d, x + j), m), l), d, y + j); },
      [&](int64_t j, size_t left)
          HWY_ATTR { hn::StoreN(hn::Sub(hn::Sub(hn::LoadN(d, x + j, left), m), l), d, y + j, left); });
}

template <class T>
HWY_INLINE void softmax_backward_row(const T* g, const T* y, T* out, int64_t n) {
  const hn::ScalableTag<T> d;
  auto sum = hn::Zero(d);
  for_vectors<T>(
      n, [&](int64_t j) HWY_ATTR { sum = hn::MulAdd(hn::LoadU(d, g + j), hn::LoadU(d, y + j), sum); },
      [&](int64_t j, size_t left)
          HWY_ATTR { sum = hn::MulAdd(hn::LoadN(d, g + j, left), hn::LoadN(d, y + j, left), sum); });
  const auto s = hn::Set(d, hn::ReduceSum(d, sum));
  for_vectors<T>(
      n,
      [&](int64_t j)
          HWY_ATTR { hn::StoreU(hn::Mul(hn::LoadU(d, y + j), hn::Sub(hn::LoadU(d, g + j), s)), d, out + j); },
      [&](int64_t j, size_t left) HWY_ATTR {
        hn::StoreN(hn::Mul(hn::LoadN(d, y + j, left), hn::Sub(hn::LoadN(d, g + j, left), s)), d, out + j, left);
      });
}

template <class T>
HWY_INLINE void log_softmax_backward_row(const T* g, const T* y, T* out, int64_t n) {
  const hn::ScalableTag<T> d;
  auto sum = hn::Zero(d);
  for_vectors<T>(
      n, [&](int64_t j) HWY_ATTR { sum = hn::Add(sum, hn::LoadU(d, g + j)); },
      [&](int64_t j, size_t left) HWY_ATTR { sum = hn::Add(sum, hn::LoadN(d, g + j, left)); });
  const auto s = hn::Set(d, hn::ReduceSum(d, sum));
  // log probabilities are at most 0 but for rounding
  const auto value = [&](auto gv, auto yv) HWY_ATTR {
    const auto capped = hn::IfThenElse(hn::Gt(yv, hn::Zero(d)), hn::Zero(d), yv);
    return hn::NegMulAdd(exp_nonpositive(d, capped), s, gv);
  };
  for_vectors<T>(
      n, [&](int64_t j) HWY_ATTR { hn::StoreU(value(hn::LoadU(d, g + j), hn::LoadU(d, y + j)), d, out + j); },
      [&](int64_t j, size_t left)
          HWY_ATTR { hn::StoreN(value(hn::LoadN(d, g + j, left), hn::LoadN(d, y + j, left)), d, out + j, left); });
}

template <class T, bool kLog>
void forward_rows(const T* x, T* y, int64_t rows, int64_t n) {
  for (int64_t r = 0; r < rows; ++r) {
    if constexpr (kLog) {
      log_softmax_row(x + r * n, y + r * n, n);
    } else {
      softmax_row(x + r * n, y + r * n, n);
    }
  }
}

template <class T, bool kLog>
void backward_rows(const T* g, const T* y, T* out, int64_t rows, int64_t n) {
  for (int64_t r = 0; r < rows; ++r) {
    if constexpr (kLog) {
      log_softmax_backward_row(g + r * n, y + r * n, out + r * n, n);
    } else {
      softmax_backward_row(g + r * n, y + r * n, out + r * n, n);
    }
  }
}

// Columns that are walked down together, their extremes and sums in the first-level cache.
constexpr int64_t kColumns = 64;

// f(v, load, store) for every vector v of a line of `width` columns, where load and store leave out what is behind it.
// The arrays of kColumns are read and written whole.
template <class F>
HWY_INLINE void across(int64_t width, F f) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t v = 0; v < width; v += lanes) {
    const bool whole = v + lanes <= width;
    const size_t left = static_cast<size_t>(width - v);
    f(
        v, [&](const float* p) HWY_ATTR { return whole ? hn::LoadU(d, p + v) : hn::LoadN(d, p + v, left); },
        [&](auto value, float* p) HWY_ATTR {
          if (whole) {
            hn::StoreU(value, d, p + v);
          } else {
            hn::StoreN(value, d, p + v, left);
          }
        });
  }
}

void forward_block(const float* x, float* y, int64_t n, int64_t x_step, int64_t y_step, int64_t width, bool log) {
  const hn::ScalableTag<float> d;
  HWY_ALIGN float max[kColumns], sum[kColumns];
  for (int64_t j = 0; j < kColumns; ++j) max[j] = -std::numeric_limits<float>::infinity(), sum[j] = 0;
  for (int64_t i = 0; i < n; ++i) {
    across(width, [&](int64_t v, auto load, auto)
                      HWY_ATTR { hn::Store(hn::Max(hn::Load(d, max + v), load(x + i * x_step)), d, max + v); });
  }
  for (int64_t i = 0; i < n; ++i) {
    across(width, [&](int64_t v, auto load, auto store) HWY_ATTR {
      const auto e = exp_nonpositive(d, hn::Sub(load(x + i * x_step), hn::Load(d, max + v)));
      hn::Store(hn::Add(hn::Load(d, sum + v), e), d, sum + v);
      if (!log) store(e, y + i * y_step);
    });
  }
  for (int64_t j = 0; j < kColumns; ++j) sum[j] = log ? std::log(sum[j]) : 1 / sum[j];
  for (int64_t i = 0; i < n; ++i) {
    across(width, [&](int64_t v, auto load, auto store) HWY_ATTR {
      const auto value = load(log ? x + i * x_step : y + i * y_step), s = hn::Load(d, sum + v);
      store(log ? hn::Sub(hn::Sub(value, hn::Load(d, max + v)), s) : hn::Mul(value, s), y + i * y_step);
    });
  }
}

void backward_block(const float* g, const float* y, float* out, int64_t n, const int64_t* steps, int64_t width,
                    bool log) {
  const hn::ScalableTag<float> d;
  HWY_ALIGN float sum[kColumns] = {};
  for (int64_t i = 0; i < n; ++i) {
    across(width, [&](int64_t v, auto load, auto) HWY_ATTR {
      const auto gv = load(g + i * steps[0]), s = hn::Load(d, sum + v);
      hn::Store(log ? hn::Add(s, gv) : hn::MulAdd(gv, load(y + i * steps[1]), s), d, sum + v);
    });
  }
  for (int64_t i = 0; i < n; ++i) {
    across(width, [&](int64_t v, auto load, auto store) HWY_ATTR {
      const auto gv = load(g + i * steps[0]), yv = load(y + i * steps[1]), s = hn::Load(d, sum + v);
      const auto capped = hn::IfThenElse(hn::Gt(yv, hn::Zero(d)), hn::Zero(d), yv);  // as in rows
      store(log ? hn::NegMulAdd(exp_nonpositive(d, capped), s, gv) : hn::Mul(yv, hn::Sub(gv, s)), out + i * steps[2]);
    });
  }
}

void forward_columns(const float* x, float* y, int64_t n, int64_t x_step, int64_t y_step, int64_t width, bool log) {
  for (int64_t j = 0; j < width; j += kColumns)
    forward_block(x + j, y + j, n, x_step, y_step, HWY_MIN(kColumns, width - j), log);
}
void backward_columns(const float* g, const float* y, float* out, int64_t n, const int64_t* steps, int64_t width,
                      bool log) {
  for (int64_t j = 0; j < width; j += kColumns)
    backward_block(g + j, y + j, out + j, n, steps, HWY_MIN(kColumns, width - j), log);
}

template <class T>
const SoftmaxRows<T>* table() {
  static constexpr SoftmaxRows<T> kTable = [] {
    SoftmaxRows<T> t{forward_rows<T, false>,
                     forward_rows<T, true>,
                     backward_rows<T, false>,
                     backward_rows<T, true>,
                     nullptr,
                     nullptr};
    if constexpr (sizeof(T) == sizeof(float)) t.columns = forward_columns, t.columns_backward = backward_columns;
    return t;
  }();
  return &kTable;
}
const SoftmaxRows<float>* softmax_table_float() { return table<float>(); }
const SoftmaxRows<double>* softmax_table_double() { return table<double>(); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {

HWY_EXPORT(softmax_table_float);
HWY_EXPORT(softmax_table_double);

template <>
const SoftmaxRows<float>& softmax_rows<float>() {
  static const SoftmaxRows<float>& chosen = *HWY_DYNAMIC_DISPATCH(softmax_table_float)();
  return chosen;
}
template <>
const SoftmaxRows<double>& softmax_rows<double>() {
  static const SoftmaxRows<double>& chosen = *HWY_DYNAMIC_DISPATCH(softmax_table_double)();
  return chosen;
}

}  // namespace vjp::cpu
#endif
