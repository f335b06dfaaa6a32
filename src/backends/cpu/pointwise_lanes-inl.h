// The tile kernels of every opcode: loops that make them from functions of SIMD vectors, and the choice among these by
// their names; included once per target. pointwise_scalar.h before it.
#if defined(VJP_POINTWISE_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VJP_POINTWISE_LANES_INL_H_
#undef VJP_POINTWISE_LANES_INL_H_
#else
#define VJP_POINTWISE_LANES_INL_H_
#endif

#include "backends/cpu/simd_arithmetic-inl.h"
#include "backends/cpu/simd_division-inl.h"
#include "backends/cpu/simd_series-inl.h"
#include "backends/cpu/simd_special-inl.h"
#include "backends/cpu/simd_trig-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The end of every loop over lanes: other code is slow as long as the upper halves of wide registers are in use, and
// what is compiled for size lacks the instruction that frees them.
HWY_INLINE void leave_lanes() {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  _mm256_zeroupper();
#endif
}

// Functions are types with a static call(d, vectors...), and each mention of one in a loop is a copy of its code. A
// machine that has SSE4 alone runs long functions in a single loop, whose every vector may be cut short, and is spared
// the copies.
template <class F>
constexpr bool kOneCopy = HWY_TARGET == HWY_SSE4 && !F::kBrief;

template <class T, class F>
void map1(void* out, const void* a, const void*, const void*, size_t n) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  T* o = static_cast<T*>(out);
  const T* x = static_cast<const T*>(a);
  size_t i = 0;
  if constexpr (!kOneCopy<F>) {
    // two at a time: their chains of operations overlap
    for (; i + 2 * lanes <= n; i += 2 * lanes) {
      const auto first = F::call(d, hn::LoadU(d, x + i)), second = F::call(d, hn::LoadU(d, x + i + lanes));
      hn::StoreU(first, d, o + i);
      hn::StoreU(second, d, o + i + lanes);
    }
  }
  for (; i < n; i += lanes) {
    const size_t m = HWY_MIN(lanes, n - i);
    hn::StoreN(F::call(d, hn::LoadN(d, x + i, m)), d, o + i, m);
  }
  leave_lanes();
}
template <class T, class F>
void map2(void* out, const void* a, const void* b, const void*, size_t n) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  T* o = static_cast<T*>(out);
  const T *x = static_cast<const T*>(a), *y = static_cast<const T*>(b);
  size_t i = 0;
  if constexpr (!kOneCopy<F>) {
    for (; i + lanes <= n; i += lanes) hn::StoreU(F::call(d, hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, o + i);
  }
  for (; i < n; i += lanes) {
    const size_t m = HWY_MIN(lanes, n - i);
    hn::StoreN(F::call(d, hn::LoadN(d, x + i, m), hn::LoadN(d, y + i, m)), d, o + i, m);
  }
  leave_lanes();
}
template <class T, class F>
void map3(void* out, const void* a, const void* b, const void* c, size_t n) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  T* o = static_cast<T*>(out);
  const T *x = static_cast<const T*>(a), *y = static_cast<const T*>(b), *z = static_cast<const T*>(c);
  size_t i = 0;
  if constexpr (!kOneCopy<F>) {
    for (; i + lanes <= n; i += lanes) {
      hn::StoreU(F::call(d, hn::LoadU(d, x + i), hn::LoadU(d, y + i), hn::LoadU(d, z + i)), d, o + i);
    }
  }
  for (; i < n; i += lanes) {
    const size_t m = HWY_MIN(lanes, n - i);
    hn::StoreN(F::call(d, hn::LoadN(d, x + i, m), hn::LoadN(d, y + i, m), hn::LoadN(d, z + i, m)), d, o + i, m);
  }
  leave_lanes();
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
  if constexpr (!kOneCopy<F>) {
    for (; i + lanes <= n; i += lanes) {
      hn::StoreU(hn::DemoteTo(df, F::call(d, hn::PromoteTo(d, hn::LoadU(df, x + i)))), df, o + i);
    }
  }
  for (; i < n; i += lanes) {
    const size_t m = HWY_MIN(lanes, n - i);
    hn::StoreN(hn::DemoteTo(df, F::call(d, hn::PromoteTo(d, hn::LoadN(df, x + i, m)))), df, o + i, m);
  }
  leave_lanes();
}
template <class F>
void map2_promoted(void* out, const void* a, const void* b, const void*, size_t n) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> df;
  const size_t lanes = hn::Lanes(d);
  float* o = static_cast<float*>(out);
  const float *x = static_cast<const float*>(a), *y = static_cast<const float*>(b);
  const auto two = [&](auto first, auto second) HWY_ATTR {
    return hn::DemoteTo(df, F::call(d, hn::PromoteTo(d, first), hn::PromoteTo(d, second)));
  };
  size_t i = 0;
  if constexpr (!kOneCopy<F>) {
    for (; i + lanes <= n; i += lanes) hn::StoreU(two(hn::LoadU(df, x + i), hn::LoadU(df, y + i)), df, o + i);
  }
  for (; i < n; i += lanes) {
    const size_t m = HWY_MIN(lanes, n - i);
    hn::StoreN(two(hn::LoadN(df, x + i, m), hn::LoadN(df, y + i, m)), df, o + i, m);
  }
  leave_lanes();
}

// A function of double that is compiled once for both types: for its size mentioned once, on every target.
template <class F, int arity>
void map_long(void* out, const void* a, const void* b, const void*, size_t n) {
  const hn::ScalableTag<double> d;
  const size_t lanes = hn::Lanes(d);
  double* o = static_cast<double*>(out);
  const double *x = static_cast<const double*>(a), *y = static_cast<const double*>(b);
  for (size_t i = 0; i < n; i += lanes) {
    const size_t m = HWY_MIN(lanes, n - i);
    if constexpr (arity == 1) {
      hn::StoreN(F::call(d, hn::LoadN(d, x + i, m)), d, o + i, m);
    } else {
      hn::StoreN(F::call(d, hn::LoadN(d, x + i, m), hn::LoadN(d, y + i, m)), d, o + i, m);
    }
  }
  leave_lanes();
}

// ---- the table ----

// The vector function of an opcode, in simd_*-inl.h, has the name in its row: name(d, lanes...) on double, name_float
// on float, name_for_float on double for operands and results that are floats, name_either on both, and
// name_through_double on double, to which a tile of float is converted. An opcode with none runs its scalar function.
#define VJP_CALLER(Type, function, brief)                                             \
  struct Type {                                                                       \
    static constexpr bool kBrief = brief;                                             \
    template <class D, class... V>                                                    \
    static HWY_INLINE auto call(D d, V... lanes) -> decltype(function(d, lanes...)) { \
      return function(d, lanes...);                                                   \
    }                                                                                 \
  };
#define VJP_LANES(number, NAME, Name, name, arity, complex, text) \
  struct Name##Lanes {                                            \
    VJP_CALLER(OnDouble, name, false)                             \
    VJP_CALLER(OnFloat, name##_float, false)                      \
    VJP_CALLER(Promoted, name##_for_float, false)                 \
    VJP_CALLER(OnEither, name##_either, true)                     \
    VJP_CALLER(Long, name##_through_double, false)                \
    static constexpr Opcode kOpcode = Opcode::Name;               \
    template <class T>                                            \
    static constexpr auto kScalar = scalar::op_##name<T>;         \
  };
VJP_OPCODES(VJP_LANES)
#undef VJP_LANES
#undef VJP_CALLER

// Whether a function for lanes of T is there.
template <class F, class D, class... V>
concept CallableWith = requires(D d, V... lanes) {
  F::call(d, lanes...);
};
template <class F, class T, int arity>
constexpr bool exists() {
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;
  if constexpr (arity == 1) {
    return CallableWith<F, D, V>;
  } else if constexpr (arity == 2) {
    return CallableWith<F, D, V, V>;
  } else {
    return CallableWith<F, D, V, V, V>;
  }
}

template <class T, int arity, class F>
constexpr TileKernel on_lanes() {
  if constexpr (arity == 1) {
    return map1<T, F>;
  } else if constexpr (arity == 2) {
    return map2<T, F>;
  } else {
    return map3<T, F>;
  }
}
// The tile kernel of an opcode on T.
template <class T, int arity, class Lanes>
constexpr TileKernel kernel_of() {
  constexpr bool kFloat = sizeof(T) == sizeof(float);
  if constexpr (kFloat && exists<typename Lanes::OnFloat, float, arity>()) {
    return on_lanes<T, arity, typename Lanes::OnFloat>();
  } else if constexpr (kFloat && exists<typename Lanes::Promoted, double, arity>()) {
    static_assert(arity < 3, "a loop like map2_promoted is missing");
    if constexpr (arity == 1) {
      return map1_promoted<typename Lanes::Promoted>;
    } else {
      return map2_promoted<typename Lanes::Promoted>;
    }
  } else if constexpr (!kFloat && exists<typename Lanes::OnDouble, double, arity>()) {
    return on_lanes<T, arity, typename Lanes::OnDouble>();
  } else if constexpr (exists<typename Lanes::OnEither, T, arity>()) {
    return on_lanes<T, arity, typename Lanes::OnEither>();
  } else if constexpr (exists<typename Lanes::Long, double, arity>()) {
    if constexpr (kFloat) {
      return tile_through_double<Lanes::kOpcode, arity>;
    } else {
      return map_long<typename Lanes::Long, arity>;
    }
  } else {
    return scalar_kernel<T, arity, Lanes::template kScalar<T>>;
  }
}

template <class T>
void fill(Kernels& k, ComputeType t) {
#define VJP_SET(number, NAME, Name, name, arity, complex, text) \
  k.set(t, Opcode::Name, kernel_of<T, arity, Name##Lanes>());
  VJP_OPCODES(VJP_SET)
#undef VJP_SET
}

}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VJP_POINTWISE_LANES_INL_H_
