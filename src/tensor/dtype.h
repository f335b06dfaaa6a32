// Dtype: element types, their C++ types, sizes, categories and promotion.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "base/error.h"
#include "base/half.h"
#include "vjp/array.h"

namespace vjp {

enum class Dtype : uint8_t {
  None = VJP_DTYPE_NONE,
  Bool = VJP_DTYPE_BOOL,
  UInt8 = VJP_DTYPE_UINT8,
  Int8 = VJP_DTYPE_INT8,
  Int16 = VJP_DTYPE_INT16,
  Int32 = VJP_DTYPE_INT32,
  Int64 = VJP_DTYPE_INT64,
  Float16 = VJP_DTYPE_FLOAT16,
  BFloat16 = VJP_DTYPE_BFLOAT16,
  Float32 = VJP_DTYPE_FLOAT32,
  Float64 = VJP_DTYPE_FLOAT64,
  Complex64 = VJP_DTYPE_COMPLEX64,
  Complex128 = VJP_DTYPE_COMPLEX128,
};
inline constexpr int kNumDtypes = 13;

struct DtypeInfo {
  const char* name;
  uint8_t size;
  uint8_t category;  // 0 bool, 1 integer, 2 real floating, 3 complex
};
inline constexpr DtypeInfo kDtypeInfo[kNumDtypes] = {
    {"none", 0, 0},    {"bool", 1, 0},      {"uint8", 1, 1},      {"int8", 1, 1},     {"int16", 2, 1},
    {"int32", 4, 1},   {"int64", 8, 1},     {"float16", 2, 2},    {"bfloat16", 2, 2}, {"float32", 4, 2},
    {"float64", 8, 2}, {"complex64", 8, 3}, {"complex128", 16, 3}};

constexpr size_t size_of(Dtype d) { return kDtypeInfo[static_cast<int>(d)].size; }
constexpr const char* name_of(Dtype d) { return kDtypeInfo[static_cast<int>(d)].name; }
constexpr int category_of(Dtype d) { return kDtypeInfo[static_cast<int>(d)].category; }
constexpr bool is_integral(Dtype d) { return category_of(d) <= 1; }  // bool included
constexpr bool is_floating(Dtype d) { return category_of(d) == 2; }
constexpr bool is_complex(Dtype d) { return category_of(d) == 3; }
constexpr bool is_differentiable(Dtype d) { return category_of(d) >= 2; }
constexpr bool is_half(Dtype d) { return d == Dtype::Float16 || d == Dtype::BFloat16; }
// The type that kernels compute in: float for the half types, int64 for all integers.
constexpr Dtype compute_of(Dtype d) { return is_half(d) ? Dtype::Float32 : is_integral(d) ? Dtype::Int64 : d; }
constexpr Dtype real_of(Dtype d) {
  return d == Dtype::Complex64 ? Dtype::Float32 : d == Dtype::Complex128 ? Dtype::Float64 : d;
}
constexpr Dtype complex_of(Dtype d) {
  return is_complex(d) ? d : d == Dtype::Float64 ? Dtype::Complex128 : Dtype::Complex64;
}
Dtype promote(Dtype a, Dtype b);
inline std::string to_text(Dtype d) { return name_of(d); }

template <class T>
struct Type {
  using type = T;
};

// Calls f(Type<T>{}) with the element type of `d`.
template <class F>
decltype(auto) visit_dtype(Dtype d, F&& f) {
  switch (d) {
    case Dtype::Bool:
      return f(Type<bool>{});
    case Dtype::UInt8:
      return f(Type<uint8_t>{});
    case Dtype::Int8:
      return f(Type<int8_t>{});
    case Dtype::Int16:
      return f(Type<int16_t>{});
    case Dtype::Int32:
      return f(Type<int32_t>{});
    case Dtype::Int64:
      return f(Type<int64_t>{});
    case Dtype::Float16:
      return f(Type<Float16>{});
    case Dtype::BFloat16:
      return f(Type<BFloat16>{});
    case Dtype::Float32:
      return f(Type<float>{});
    case Dtype::Float64:
      return f(Type<double>{});
    case Dtype::Complex64:
      return f(Type<std::complex<float>>{});
    case Dtype::Complex128:
      return f(Type<std::complex<double>>{});
    case Dtype::None:
      break;
  }
  fail(VJP_ERROR_DTYPE, "no dtype given");
}

template <class T>
inline constexpr Dtype dtype_of = Dtype::None;
template <>
inline constexpr Dtype dtype_of<bool> = Dtype::Bool;
template <>
inline constexpr Dtype dtype_of<uint8_t> = Dtype::UInt8;
template <>
inline constexpr Dtype dtype_of<int8_t> = Dtype::Int8;
template <>
inline constexpr Dtype dtype_of<int16_t> = Dtype::Int16;
template <>
inline constexpr Dtype dtype_of<int32_t> = Dtype::Int32;
template <>
inline constexpr Dtype dtype_of<int64_t> = Dtype::Int64;
template <>
inline constexpr Dtype dtype_of<Float16> = Dtype::Float16;
template <>
inline constexpr Dtype dtype_of<BFloat16> = Dtype::BFloat16;
template <>
inline constexpr Dtype dtype_of<float> = Dtype::Float32;
template <>
inline constexpr Dtype dtype_of<double> = Dtype::Float64;
template <>
inline constexpr Dtype dtype_of<std::complex<float>> = Dtype::Complex64;
template <>
inline constexpr Dtype dtype_of<std::complex<double>> = Dtype::Complex128;

// A value of an enumeration as a member of one byte of the C structs holds it; back: Dtype{view.dtype}.
template <class E>
requires std::is_enum_v<E>
constexpr uint8_t byte_of(E value) { return static_cast<uint8_t>(value); }

// A number by value, as operators take it. kind: VJP_KIND_BOOL, _INT, _FLOAT or _COMPLEX.
struct Scalar : vjp_number {
  constexpr Scalar() = default;  // no initializers: an array of many is filled with few
  constexpr Scalar(const vjp_number& number) : vjp_number(number) {}
  constexpr Scalar(bool v) : vjp_number{VJP_KIND_BOOL, v, 0, 0} {}
  constexpr Scalar(int v) : vjp_number{VJP_KIND_INT, v, 0, 0} {}
  constexpr Scalar(int64_t v) : vjp_number{VJP_KIND_INT, v, 0, 0} {}
  constexpr Scalar(double v) : vjp_number{VJP_KIND_FLOAT, 0, v, 0} {}
  Scalar(std::complex<double> v) : vjp_number{VJP_KIND_COMPLEX, 0, v.real(), v.imag()} {}

  constexpr double to_double() const { return kind <= VJP_KIND_INT ? static_cast<double>(integer) : real; }
  constexpr int64_t to_int() const { return kind <= VJP_KIND_INT ? integer : static_cast<int64_t>(real); }
  std::complex<double> to_complex() const { return {to_double(), kind == VJP_KIND_COMPLEX ? imaginary : 0.0}; }
  constexpr int category() const { return kind - VJP_KIND_BOOL; }
};

}  // namespace vjp
