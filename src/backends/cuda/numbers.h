// Numbers as device code sees them: the half types as bits, conversions, and elements of any dtype in memory. A
// run-time compiler reads this too.
//
// Conversions give what the CPU's give, bit for bit: what does not fit into an integer is what x86 makes of it.
#pragma once

// formulas are made of what device compilers have, also where the host's compiler reads them
#define VJP_DEVICE_FUNCTIONS
#include "kernel/complex.h"
#include "kernel/scalar_formulas.h"

namespace vjp::cuda {

using namespace scalar;

// vjp_dtype, which a run-time compiler does not see.
enum Stored : int {
  kBool = 1,
  kUInt8 = 2,
  kInt8 = 3,
  kInt16 = 4,
  kInt32 = 5,
  kInt64 = 6,
  kFloat16 = 7,
  kBFloat16 = 8,
  kFloat32 = 9,
  kFloat64 = 10,
  kComplex64 = 11,
  kComplex128 = 12,
};

struct Float16 {
  uint16_t bits;
};
struct BFloat16 {
  uint16_t bits;
};

}  // namespace vjp::cuda

namespace vjp::scalar {
template <>
inline constexpr bool kIsReal<cuda::Float16> = true;
template <>
inline constexpr bool kIsReal<cuda::BFloat16> = true;
}  // namespace vjp::scalar

namespace vjp::cuda {

// What a type computes in, and what it is made of.
template <class T>
struct Traits {  // integers
  using Compute = int64_t;
  using Real = T;
};
template <>
struct Traits<float> {
  using Compute = float;
  using Real = float;
};
template <>
struct Traits<double> {
  using Compute = double;
  using Real = double;
};
template <>
struct Traits<Float16> : Traits<float> {};
template <>
struct Traits<BFloat16> : Traits<float> {};
template <class T>
struct Traits<Complex<T>> {
  using Compute = Complex<T>;
  using Real = T;
};
template <class T>
using Compute = typename Traits<T>::Compute;
template <class T>
using Real = typename Traits<T>::Real;
template <class A, class B>
inline constexpr bool kSame = false;
template <class A>
inline constexpr bool kSame<A, A> = true;

// ---- the half types: round to nearest even ----

VJP_HD inline float float_of(BFloat16 v) { return __builtin_bit_cast(float, static_cast<uint32_t>(v.bits) << 16); }
VJP_HD inline BFloat16 bfloat_of(float v) {
  const uint32_t u = __builtin_bit_cast(uint32_t, v);
  // a NaN must not round to infinity
  if ((u & 0x7fffffffu) > 0x7f800000u) return {static_cast<uint16_t>((u >> 16) | 0x40u)};
  return {static_cast<uint16_t>((u + 0x7fffu + ((u >> 16) & 1u)) >> 16)};
}
VJP_HD inline float float_of(Float16 v) {
#if defined(__CUDA_ARCH__)
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(v.bits));
  return f;
#else
  const uint32_t sign = static_cast<uint32_t>(v.bits & 0x8000u) << 16, exponent = (v.bits >> 10) & 31u;
  const uint32_t mantissa = v.bits & 0x3ffu;
  if (exponent == 31) return __builtin_bit_cast(float, sign | 0x7f800000u | (mantissa << 13));
  if (exponent == 0) {
    const float value = static_cast<float>(mantissa) * 0x1p-24f;
    return sign ? -value : value;
  }
  return __builtin_bit_cast(float, sign | ((exponent + 112u) << 23) | (mantissa << 13));
#endif
}
VJP_HD inline Float16 half_of(float v) {
#if defined(__CUDA_ARCH__)
  Float16 h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h.bits) : "f"(v));
  return h;
#else
  const uint32_t u = __builtin_bit_cast(uint32_t, v), sign = (u >> 16) & 0x8000u, a = u & 0x7fffffffu;
  if (a > 0x7f800000u) return {static_cast<uint16_t>(sign | 0x7e00u)};   // NaN
  if (a >= 0x477ff000u) return {static_cast<uint16_t>(sign | 0x7c00u)};  // rounds to infinity
  if (a < 0x38800000u) {
    // subnormal: adding 0.5 shifts the mantissa into place and rounds it as the hardware does
    const float shifted = __builtin_bit_cast(float, a) + 0.5f;
    return {static_cast<uint16_t>(sign | (__builtin_bit_cast(uint32_t, shifted) - 0x3f000000u))};
  }
  return {static_cast<uint16_t>(sign | ((a + 0xc8000fffu + ((a >> 13) & 1u)) >> 13))};
#endif
}

// ---- conversions ----

template <class To, class From>
VJP_HD inline To convert(const From& v) {
  if constexpr (kSame<To, From>) {
    return v;
  } else if constexpr (kSame<From, Float16> || kSame<From, BFloat16>) {
    return convert<To>(float_of(v));
  } else if constexpr (kIsComplex<From>) {
    if constexpr (kIsComplex<To>) {
      return To(v);
    } else if constexpr (kSame<To, bool>) {
      return v.re != 0 || v.im != 0;
    } else {
      return convert<To>(v.re);
    }
  } else if constexpr (kIsComplex<To>) {
    return To(static_cast<Real<To>>(v));
  } else if constexpr (kSame<To, Float16>) {
    return half_of(static_cast<float>(v));
  } else if constexpr (kSame<To, BFloat16>) {
    return bfloat_of(static_cast<float>(v));
  } else if constexpr (kSame<To, bool>) {
    return v != From(0);
  } else if constexpr (kIsReal<From> && kIsInteger<To>) {
    if constexpr (sizeof(To) == 8) {
      return scalar::integer_of(static_cast<double>(v));
    } else {  // narrower ones wrap around
      const double d = static_cast<double>(v);
      const int32_t low = d > -2147483649.0 && d < 2147483648.0 ? static_cast<int32_t>(d) : -2147483647 - 1;
      return static_cast<To>(low);
    }
  } else {
    return static_cast<To>(v);
  }
}

// ---- elements in memory ----

template <int dtype>
struct StoredType;
template <>
struct StoredType<kBool> {
  using type = bool;
};
template <>
struct StoredType<kUInt8> {
  using type = uint8_t;
};
template <>
struct StoredType<kInt8> {
  using type = int8_t;
};
template <>
struct StoredType<kInt16> {
  using type = int16_t;
};
template <>
struct StoredType<kInt32> {
  using type = int32_t;
};
template <>
struct StoredType<kInt64> {
  using type = int64_t;
};
template <>
struct StoredType<kFloat16> {
  using type = Float16;
};
template <>
struct StoredType<kBFloat16> {
  using type = BFloat16;
};
template <>
struct StoredType<kFloat32> {
  using type = float;
};
template <>
struct StoredType<kFloat64> {
  using type = double;
};
template <>
struct StoredType<kComplex64> {
  using type = Complex<float>;
};
template <>
struct StoredType<kComplex128> {
  using type = Complex<double>;
};

template <class T, int dtype>
VJP_HD inline T load(const void* data, int64_t i) {
  return convert<T>(static_cast<const typename StoredType<dtype>::type*>(data)[i]);
}
template <class T, int dtype>
VJP_HD inline void store(void* data, int64_t i, T v) {
  static_cast<typename StoredType<dtype>::type*>(data)[i] = convert<typename StoredType<dtype>::type>(v);
}

// The same where the dtype is known only when the kernel runs.
#define VJP_EVERY_STORED(X) \
  X(kBool)                  \
  X(kUInt8)                 \
  X(kInt8) X(kInt16) X(kInt32) X(kInt64) X(kFloat16) X(kBFloat16) X(kFloat32) X(kFloat64) X(kComplex64) X(kComplex128)
template <class T>
VJP_HD inline T load(const void* data, int dtype, int64_t i) {
  switch (dtype) {
#define VJP_CASE(d) \
  case d:           \
    return load<T, d>(data, i);
    VJP_EVERY_STORED(VJP_CASE)
#undef VJP_CASE
  }
  return T(0);
}
template <class T>
VJP_HD inline void store(void* data, int dtype, int64_t i, T v) {
  switch (dtype) {
#define VJP_CASE(d) \
  case d:           \
    return store<T, d>(data, i, v);
    VJP_EVERY_STORED(VJP_CASE)
#undef VJP_CASE
  }
}

}  // namespace vjp::cuda
