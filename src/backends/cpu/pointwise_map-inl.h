// Loops that make tile kernels from functions of SIMD vectors; included once per target.
#if defined(VJP_POINTWISE_MAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VJP_POINTWISE_MAP_INL_H_
#undef VJP_POINTWISE_MAP_INL_H_
#else
#define VJP_POINTWISE_MAP_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Functions are types with a static call(d, vectors...).
template <class T, class F>
void map1(void* out, const void* a, const void*, const void*, size_t n) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  T* o = static_cast<T*>(out);
  const T* x = static_cast<const T*>(a);
  size_t i = 0;
  // two at a time: their chains of operations overlap
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const auto first = F::call(d, hn::LoadU(d, x + i)), second = F::call(d, hn::LoadU(d, x + i + lanes));
    hn::StoreU(first, d, o + i);
    hn::StoreU(second, d, o + i + lanes);
  }
  for (; i + lanes <= n; i += lanes) hn::StoreU(F::call(d, hn::LoadU(d, x + i)), d, o + i);
  if (i < n) hn::StoreN(F::call(d, hn::LoadN(d, x + i, n - i)), d, o + i, n - i);
}
template <class T, class F>
void map2(void* out, const void* a, const void* b, const void*, size_t n) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  T* o = static_cast<T*>(out);
  const T *x = static_cast<const T*>(a), *y = static_cast<const T*>(b);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(F::call(d, hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, o + i);
  if (i < n) {
    hn::StoreN(F::call(d, hn::LoadN(d, x + i, n - i), hn::LoadN(d, y + i, n - i)), d, o + i, n - i);
  }
}
template <class T, class F>
void map3(void* out, const void* a, const void* b, const void* c, size_t n) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  T* o = static_cast<T*>(out);
  const T *x = static_cast<const T*>(a), *y = static_cast<const T*>(b), *z = static_cast<const T*>(c);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(F::call(d, hn::LoadU(d, x + i), hn::LoadU(d, y + i), hn::LoadU(d, z + i)), d, o + i);
  }
  if (i < n) {
    const size_t rest = n - i;
    hn::StoreN(F::call(d, hn::LoadN(d, x + i, rest), hn::LoadN(d, y + i, rest), hn::LoadN(d, z + i, rest)), d, o + i,
               rest);
  }
}

// Functions of float computed on lanes of double.
template <class F>
void map1_promoted(void* out, const void* a, const void*, const void*, size_t n) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> df;
  const size_t lanes = hn::Lanes(d);
  float* o = static_cast<float*>(out);
  const float* x = static_cast<const float*>(a);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(hn::DemoteTo(df, F::call(d, hn::PromoteTo(d, hn::LoadU(df, x + i)))), df, o + i);
  }
  if (i < n) {
    hn::StoreN(hn::DemoteTo(df, F::call(d, hn::PromoteTo(d, hn::LoadN(df, x + i, n - i)))), df, o + i, n - i);
  }
}
template <class F>
void map2_promoted(void* out, const void* a, const void* b, const void*, size_t n) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> df;
  const size_t lanes = hn::Lanes(d);
  float* o = static_cast<float*>(out);
  const float *x = static_cast<const float*>(a), *y = static_cast<const float*>(b);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto r = F::call(d, hn::PromoteTo(d, hn::LoadU(df, x + i)), hn::PromoteTo(d, hn::LoadU(df, y + i)));
    hn::StoreU(hn::DemoteTo(df, r), df, o + i);
  }
  if (i < n) {
    const size_t m = n - i;
    const auto r = F::call(d, hn::PromoteTo(d, hn::LoadN(df, x + i, m)), hn::PromoteTo(d, hn::LoadN(df, y + i, m)));
    hn::StoreN(hn::DemoteTo(df, r), df, o + i, m);
  }
}

// A function type from a function template on vectors.
#define VJP_UNARY(Name, function)        \
  struct Name {                          \
    template <class D, class V>          \
    static HWY_INLINE V call(D d, V x) { \
      return function(d, x);             \
    }                                    \
  }
#define VJP_BINARY(Name, function)            \
  struct Name {                               \
    template <class D, class V>               \
    static HWY_INLINE V call(D d, V x, V y) { \
      return function(d, x, y);               \
    }                                         \
  }

}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VJP_POINTWISE_MAP_INL_H_
