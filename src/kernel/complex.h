// Complex numbers as every backend's formulas see them, and what kind of number a type is.
#pragma once

#include "kernel/device_code.h"

namespace vjp::scalar {

template <class T>
struct alignas(2 * sizeof(T)) Complex {
  using Part = T;
  T re, im;
  Complex() = default;
  VJP_HD constexpr Complex(T re, T im = T(0)) : re(re), im(im) {}
  template <class O>
  VJP_HD constexpr explicit Complex(const Complex<O>& o) : re(static_cast<T>(o.re)), im(static_cast<T>(o.im)) {}
};
template <class T>
VJP_HD constexpr Complex<T> operator+(Complex<T> a, Complex<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T>
VJP_HD constexpr Complex<T> operator-(Complex<T> a, Complex<T> b) {
  return {a.re - b.re, a.im - b.im};
}
// Without a repair of NaN: products of ordinary numbers are what they are in every BLAS.
template <class T>
VJP_HD constexpr Complex<T> operator*(Complex<T> a, Complex<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class T>
VJP_HD constexpr Complex<T> operator*(Complex<T> a, T b) {
  return {a.re * b, a.im * b};
}
template <class T>
VJP_HD constexpr bool operator==(Complex<T> a, Complex<T> b) {
  return a.re == b.re && a.im == b.im;
}
template <class T>
VJP_HD constexpr bool operator!=(Complex<T> a, Complex<T> b) {
  return a.re != b.re || a.im != b.im;
}
template <class T>
VJP_HD constexpr Complex<T> conjugate(Complex<T> a) {
  return {a.re, -a.im};
}

template <class T>
inline constexpr bool kIsComplex = false;
template <class T>
inline constexpr bool kIsComplex<Complex<T>> = true;
template <class T>
inline constexpr bool kIsReal = false;
template <>
inline constexpr bool kIsReal<float> = true;
template <>
inline constexpr bool kIsReal<double> = true;
template <class T>
inline constexpr bool kIsInteger = !kIsReal<T> && !kIsComplex<T>;

}  // namespace vjp::scalar
