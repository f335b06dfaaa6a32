#include "backends/cpu/reduce_simd.h"

#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/reduce_simd.cc"
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
constexpr T kInfinity = std::numeric_limits<T>::infinity();

struct AddOp {
  template <class T>
  static constexpr T identity() {
    return 0;
  }
  template <class D, class V>
  static HWY_INLINE V combine(D, V a, V b) {
    return hn::Add(a, b);
  }
  template <class D, class V>
  static HWY_INLINE auto finish(D d, V a) {
    return hn::ReduceSum(d, a);
  }
};

template <bool kMax>
struct ExtremeOp {
  template <class T>
  static constexpr T identity() {
    return kMax ? -kInfinity<T> : kInfinity<T>;
  }
  // a NaN in `a` stays, for no comparison with it holds
  template <class D, class V>
  static HWY_INLINE V combine(D, V a, V b) {
    const auto better = kMax ? hn::Gt(b, a) : hn::Lt(b, a);
    return hn::IfThenElse(hn::Or(better, hn::IsNaN(b)), b, a);
  }
  template <class D, class V>
  static HWY_INLINE auto finish(D d, V a) {
    using T = hn::TFromD<D>;
    if (!hn::AllFalse(d, hn::IsNaN(a))) return std::numeric_limits<T>::quiet_NaN();
    return kMax ? hn::ReduceMax(d, a) : hn::ReduceMin(d, a);
  }
};

struct Same {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x) const {
    return x;
  }
};
struct Square {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x) const {
    return hn::Mul(x, x);
  }
};
struct Magnitude {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x) const {
    return hn::Abs(x);
  }
};

template <class Op, class T, class Map>
HWY_INLINE T fold(const T* HWY_RESTRICT x, int64_t n, Map map) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  auto a0 = hn::Set(d, Op::template identity<T>());
  auto a1 = a0, a2 = a0, a3 = a0;
  int64_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    a0 = Op::combine(d, a0, map(d, hn::LoadU(d, x + i)));
    a1 = Op::combine(d, a1, map(d, hn::LoadU(d, x + i + lanes)));
    a2 = Op::combine(d, a2, map(d, hn::LoadU(d, x + i + 2 * lanes)));
    a3 = Op::combine(d, a3, map(d, hn::LoadU(d, x + i + 3 * lanes)));
  }
  for (; i + lanes <= n; i += lanes) a0 = Op::combine(d, a0, map(d, hn::LoadU(d, x + i)));
  if (i < n) {
    const size_t left = static_cast<size_t>(n - i);
    const auto v = map(d, hn::LoadN(d, x + i, left));
    a1 = Op::combine(d, a1, hn::IfThenElse(hn::FirstN(d, left), v, hn::Set(d, Op::template identity<T>())));
  }
  return Op::finish(d, Op::combine(d, Op::combine(d, a0, a1), Op::combine(d, a2, a3)));
}

template <class Op, class Map, class T>
T fold_row(const T* x, int64_t n) {
  return fold<Op>(x, n, Map());
}

template <class T>
T sum_squared_differences(const T* x, int64_t n, T mean) {
  const auto m = hn::Set(hn::ScalableTag<T>(), mean);
  return fold<AddOp>(x, n, [m](auto, auto v) HWY_ATTR {
    const auto e = hn::Sub(v, m);
    return hn::Mul(e, e);
  });
}

template <class T>
T sum_exp(const T* x, int64_t n, T max) {
  const auto m = hn::Set(hn::ScalableTag<T>(), max);
  return fold<AddOp>(x, n, [m](auto d, auto v) HWY_ATTR { return exp_nonpositive(d, hn::Sub(v, m)); });
}

template <class T>
int64_t find(const T* HWY_RESTRICT x, int64_t n, T value) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const bool nan = value != value;
  const auto wanted = hn::Set(d, value);
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto v = hn::LoadU(d, x + i);
    const intptr_t at = hn::FindFirstTrue(d, nan ? hn::IsNaN(v) : hn::Eq(v, wanted));
    if (at >= 0) return i + at;
  }
  for (; i < n; ++i) {
    if (nan ? x[i] != x[i] : x[i] == value) return i;
  }
  return n;
}

template <class Op, class Map, class T>
void fold_rows(T* HWY_RESTRICT accumulators, const T* HWY_RESTRICT x, int64_t stride, int64_t rows, int64_t width) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const Map map;
  for (; rows >= 4; rows -= 4, x += 4 * stride) {  // four at once: a quarter of the traffic to the accumulators
    int64_t j = 0;
    for (; j + lanes <= width; j += lanes) {
      const auto a = Op::combine(d, map(d, hn::LoadU(d, x + j)), map(d, hn::LoadU(d, x + stride + j)));
      const auto b = Op::combine(d, map(d, hn::LoadU(d, x + 2 * stride + j)), map(d, hn::LoadU(d, x + 3 * stride + j)));
      hn::StoreU(Op::combine(d, hn::LoadU(d, accumulators + j), Op::combine(d, a, b)), d, accumulators + j);
    }
    if (j < width) {
      const size_t left = static_cast<size_t>(width - j);
      const auto a = Op::combine(d, map(d, hn::LoadN(d, x + j, left)), map(d, hn::LoadN(d, x + stride + j, left)));
      const auto b = Op::combine(d, map(d, hn::LoadN(d, x + 2 * stride + j, left)),
                                 map(d, hn::LoadN(d, x + 3 * stride + j, left)));
      const auto old = hn::LoadN(d, accumulators + j, left);
      hn::StoreN(Op::combine(d, old, Op::combine(d, a, b)), d, accumulators + j, left);
    }
  }
  for (; rows > 0; --rows, x += stride) {
    int64_t j = 0;
    for (; j + lanes <= width; j += lanes) {
      const auto v = map(d, hn::LoadU(d, x + j));
      hn::StoreU(Op::combine(d, hn::LoadU(d, accumulators + j), v), d, accumulators + j);
    }
    if (j < width) {
      const size_t left = static_cast<size_t>(width - j);
      const auto v = map(d, hn::LoadN(d, x + j, left));
      hn::StoreN(Op::combine(d, hn::LoadN(d, accumulators + j, left), v), d, accumulators + j, left);
    }
  }
}

template <class T>
const RowReductions<T>* table() {
  static constexpr RowReductions<T> kTable = {
      fold_row<AddOp, Same, T>,
      fold_row<AddOp, Square, T>,
      fold_row<AddOp, Magnitude, T>,
      sum_squared_differences<T>,
      sum_exp<T>,
      fold_row<ExtremeOp<true>, Same, T>,
      fold_row<ExtremeOp<false>, Same, T>,
      fold_row<ExtremeOp<true>, Magnitude, T>,
      fold_row<ExtremeOp<false>, Magnitude, T>,
      find<T>,
      fold_rows<AddOp, Same, T>,
      fold_rows<AddOp, Square, T>,
      fold_rows<AddOp, Magnitude, T>,
      fold_rows<ExtremeOp<true>, Same, T>,
      fold_rows<ExtremeOp<false>, Same, T>,
  };
  return &kTable;
}

const RowReductions<float>* float_table() { return table<float>(); }
const RowReductions<double>* double_table() { return table<double>(); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {

HWY_EXPORT(float_table);
HWY_EXPORT(double_table);

template <>
const RowReductions<float>& row_reductions<float>() {
  static const RowReductions<float>& chosen = *HWY_DYNAMIC_DISPATCH(float_table)();
  return chosen;
}
template <>
const RowReductions<double>& row_reductions<double>() {
  static const RowReductions<double>& chosen = *HWY_DYNAMIC_DISPATCH(double_table)();
  return chosen;
}

}  // namespace vjp::cpu
#endif
