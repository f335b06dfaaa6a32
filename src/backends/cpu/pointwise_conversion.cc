// Conversions of contiguous arrays between storage dtypes and compute types. Plain loops, which the compiler vectorises
// for each target; the half types by Highway.
#include <complex>

#include "backends/cpu/pointwise_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/pointwise_conversion.cc"
#include "hwy/foreach_target.h"
// foreach_target first
#include "backends/cpu/simd_arithmetic-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
inline constexpr bool kIsComplex = false;
template <class T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

template <class To, class From>
HWY_INLINE To convert_one(const From& v) {
  if constexpr (kIsComplex<From> && kIsComplex<To>) {
    return To(static_cast<typename To::value_type>(v.real()), static_cast<typename To::value_type>(v.imag()));
  } else if constexpr (kIsComplex<From> && std::is_same_v<To, bool>) {
    return v.real() != 0 || v.imag() != 0;
  } else if constexpr (kIsComplex<From>) {
    return convert_one<To>(v.real());
  } else if constexpr (kIsComplex<To>) {
    return To(convert_one<typename To::value_type>(v), 0);
  } else if constexpr (std::is_same_v<From, Float16> || std::is_same_v<From, BFloat16>) {
    return convert_one<To>(static_cast<float>(v));
  } else if constexpr (std::is_same_v<To, Float16> || std::is_same_v<To, BFloat16>) {
    return To(static_cast<float>(v));
  } else if constexpr (std::is_same_v<To, bool>) {
    return v != 0;
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> && sizeof(To) < 4) {
    return static_cast<To>(static_cast<int32_t>(v));  // wraps around
  } else {
    return static_cast<To>(v);
  }
}

template <class To, class From>
void convert(void* out, const void* in, size_t n) {
  To* o = static_cast<To*>(out);
  const From* x = static_cast<const From*>(in);
  for (size_t i = 0; i < n; ++i) o[i] = convert_one<To>(x[i]);
}

// Where the processor has no conversion of float16, Highway's does not know infinities: ours is used.
#undef VJP_EMULATED_HALF
#define VJP_EMULATED_HALF                                                                                     \
  (HWY_TARGET == HWY_SSE2 || HWY_TARGET == HWY_SSSE3 || HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_EMU128 || \
   HWY_TARGET == HWY_SCALAR)

// Half types as Highway knows them.
template <class Half>
struct HalfLanes;
template <>
struct HalfLanes<Float16> {
  using type = hwy::float16_t;
};
template <>
struct HalfLanes<BFloat16> {
  using type = hwy::bfloat16_t;
};
template <class Half>
void half_to_float(void* out, const void* in, size_t n) {
  const hn::ScalableTag<float> df;
  const hn::Rebind<typename HalfLanes<Half>::type, decltype(df)> dh;
  const hn::RebindToUnsigned<decltype(dh)> du;
  const size_t lanes = hn::Lanes(df);
  float* o = static_cast<float*>(out);
  const uint16_t* x = static_cast<const uint16_t*>(in);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(hn::PromoteTo(df, hn::BitCast(dh, hn::LoadU(du, x + i))), df, o + i);
  for (; i < n; ++i) o[i] = static_cast<const Half*>(in)[i];
}
#if !VJP_EMULATED_HALF
void float_to_half(void* out, const void* in, size_t n) {
  const hn::ScalableTag<float> df;
  const hn::Rebind<hwy::float16_t, decltype(df)> dh;
  const hn::RebindToUnsigned<decltype(dh)> du;
  const size_t lanes = hn::Lanes(df);
  uint16_t* o = static_cast<uint16_t*>(out);
  const float* x = static_cast<const float*>(in);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(hn::BitCast(du, hn::DemoteTo(dh, hn::LoadU(df, x + i))), du, o + i);
  for (; i < n; ++i) static_cast<Float16*>(out)[i] = Float16(x[i]);
}
#endif
// Masks, of which comparisons make one and selections read one.
void bool_to_float(void* out, const void* in, size_t n) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  float* o = static_cast<float*>(out);
  const uint8_t* x = static_cast<const uint8_t*>(in);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(load_bools(d, x + i), d, o + i);
  for (; i < n; ++i) o[i] = x[i];
}
void float_to_bool(void* out, const void* in, size_t n) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  uint8_t* o = static_cast<uint8_t*>(out);
  const float* x = static_cast<const float*>(in);
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    store_bools(d, hn::LoadU(d, x + i), hn::LoadU(d, x + i + lanes), hn::LoadU(d, x + i + 2 * lanes),
                hn::LoadU(d, x + i + 3 * lanes), o + i);
  }
  for (; i < n; ++i) o[i] = x[i] != 0;
}
// In integer arithmetic, which is the same on every target.
void float_to_bfloat(void* out, const void* in, size_t n) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  uint16_t* o = static_cast<uint16_t*>(out);
  const float* x = static_cast<const float*>(in);
  size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    store_bfloats(d, hn::LoadU(d, x + i), hn::LoadU(d, x + i + lanes), o + i);
  }
  for (; i < n; ++i) static_cast<BFloat16*>(out)[i] = BFloat16(x[i]);
}

template <class Compute, class Storage>
void fill_pair(Kernels& k, ComputeType t) {
  constexpr int s = static_cast<int>(dtype_of<Storage>);
  k.load[s][t] = convert<Compute, Storage>;
  k.store[t][s] = convert<Storage, Compute>;
}
template <class Storage>
void fill_reals(Kernels& k) {
  fill_pair<float, Storage>(k, kF32);
  fill_pair<double, Storage>(k, kF64);
  fill_pair<int64_t, Storage>(k, kI64);
}
template <class Storage>
void fill_complexes(Kernels& k) {
  fill_pair<std::complex<float>, Storage>(k, kC64);
  fill_pair<std::complex<double>, Storage>(k, kC128);
}

#if HWY_ONCE
// Between kinds of numbers that rarely meet: one copy, with the vectors that every machine has.
void fill_rare(Kernels& k) {
  fill_complexes<bool>(k);
  fill_complexes<uint8_t>(k);
  fill_complexes<int8_t>(k);
  fill_complexes<int16_t>(k);
  fill_complexes<int32_t>(k);
  fill_complexes<int64_t>(k);
  fill_complexes<Float16>(k);
  fill_complexes<BFloat16>(k);
  fill_complexes<float>(k);
  fill_complexes<double>(k);
  fill_reals<std::complex<float>>(k);
  fill_reals<std::complex<double>>(k);
}
#endif

void fill_all(Kernels& k) {
  fill_reals<bool>(k);
  fill_reals<uint8_t>(k);
  fill_reals<int8_t>(k);
  fill_reals<int16_t>(k);
  fill_reals<int32_t>(k);
  fill_reals<int64_t>(k);
  fill_reals<Float16>(k);
  fill_reals<BFloat16>(k);
  fill_reals<float>(k);
  fill_reals<double>(k);
  fill_complexes<std::complex<float>>(k);
  fill_complexes<std::complex<double>>(k);
  const auto at = [](Dtype d) { return static_cast<int>(d); };
#if !VJP_EMULATED_HALF
  k.load[at(Dtype::Float16)][kF32] = half_to_float<Float16>;
  k.store[kF32][at(Dtype::Float16)] = float_to_half;
#endif
  k.load[at(Dtype::Bool)][kF32] = bool_to_float;
  k.store[kF32][at(Dtype::Bool)] = float_to_bool;
  k.load[at(Dtype::BFloat16)][kF32] = half_to_float<BFloat16>;
  k.store[kF32][at(Dtype::BFloat16)] = float_to_bfloat;
}

}  // namespace
}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {
HWY_EXPORT(fill_all);
void fill_conversion_kernels(Kernels& k) {
  HWY_NAMESPACE::fill_rare(k);
  HWY_DYNAMIC_DISPATCH(fill_all)(k);
}
}  // namespace vjp::cpu
#endif
