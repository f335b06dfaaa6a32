// Tile kernels on complex numbers, interleaved. Transcendental functions are the C library's in double precision, which
// treats branch cuts and special values as C99's Annex G asks.
#include <cmath>
#include <complex>
#include <limits>

#include "backends/cpu/pointwise_kernels.h"

namespace vjp::cpu {
namespace {

template <class T>
using C = std::complex<T>;

template <class T, auto f>
void map1(void* out, const void* a, const void*, const void*, size_t n) {
  C<T>* o = static_cast<C<T>*>(out);
  const C<T>* x = static_cast<const C<T>*>(a);
  for (size_t i = 0; i < n; ++i) o[i] = f(x[i]);
}
template <class T, auto f>
void map2(void* out, const void* a, const void* b, const void*, size_t n) {
  C<T>* o = static_cast<C<T>*>(out);
  const C<T>*x = static_cast<const C<T>*>(a), *y = static_cast<const C<T>*>(b);
  for (size_t i = 0; i < n; ++i) o[i] = f(x[i], y[i]);
}
template <class T, auto f>
void map3(void* out, const void* a, const void* b, const void* c, size_t n) {
  C<T>* o = static_cast<C<T>*>(out);
  const C<T>*x = static_cast<const C<T>*>(a), *y = static_cast<const C<T>*>(b), *z = static_cast<const C<T>*>(c);
  for (size_t i = 0; i < n; ++i) o[i] = f(x[i], y[i], z[i]);
}
// A function of complex<double>, the result rounded.
template <class T, C<double> (*f)(const C<double>&)>
void by_double(void* out, const void* a, const void*, const void*, size_t n) {
  C<T>* o = static_cast<C<T>*>(out);
  const C<T>* x = static_cast<const C<T>*>(a);
  for (size_t i = 0; i < n; ++i) o[i] = static_cast<C<T>>(f(static_cast<C<double>>(x[i])));
}

using Z = C<double>;

// Without the library's repair of NaN: products of ordinary numbers are what they are in every BLAS.
template <class T>
C<T> product(C<T> a, C<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
// Smith's algorithm: no overflow in the square of the divisor.
template <class T>
C<T> quotient(C<T> a, C<T> b) {
  if (std::fabs(b.real()) >= std::fabs(b.imag())) {
    if (b.real() == 0 && b.imag() == 0) return {a.real() / b.real(), a.imag() / b.real()};
    const T r = b.imag() / b.real(), d = b.real() + b.imag() * r;
    return {(a.real() + a.imag() * r) / d, (a.imag() - a.real() * r) / d};
  }
  const T r = b.real() / b.imag(), d = b.real() * r + b.imag();
  return {(a.real() * r + a.imag()) / d, (a.imag() * r - a.real()) / d};
}
template <class T>
C<T> sign(C<T> z) {
  const T r = std::hypot(z.real(), z.imag());
  return r == 0 ? C<T>(0) : C<T>(z.real() / r, z.imag() / r);
}
Z exp2_of(const Z& z) { return std::exp(z * 0.693147180559945309417); }
Z log2_of(const Z& z) {
  const Z l = std::log(z);
  return {std::log2(std::abs(z)), l.imag() * 1.44269504088896340736};
}
Z log10_of(const Z& z) { return std::log10(z); }
// exp(x) cos(y) - 1 = expm1(x) cos(y) - 2 sin^2(y/2)
Z expm1_of(const Z& z) {
  const double s = std::sin(z.imag() / 2);
  return {std::expm1(z.real()) * std::cos(z.imag()) - 2 * s * s, std::exp(z.real()) * std::sin(z.imag())};
}
// log|1 + z| = log1p(x (2 + x) + y^2) / 2 near 0, where 1 + z would lose z
Z log1p_of(const Z& z) {
  const double x = z.real(), y = z.imag();
  if (std::fabs(x) > 0.5 || std::fabs(y) > 0.5) return std::log(1.0 + z);
  return {0.5 * std::log1p(x * (2 + x) + y * y), std::atan2(y, 1 + x)};
}
Z sigmoid_of(const Z& z) {
  // the exponential that does not overflow
  if (z.real() >= 0) return 1.0 / (1.0 + std::exp(-z));
  const Z e = std::exp(z);
  return e / (1.0 + e);
}
Z rsqrt_of(const Z& z) { return 1.0 / std::sqrt(z); }
template <class T>
C<T> power(C<T> a, C<T> b) {
  const Z x(a), y(b);
  if (y == Z(0)) return C<T>(1);
  if (x == Z(0)) {
    return y.real() > 0 ? C<T>(0) : C<T>(std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::quiet_NaN());
  }
  // small whole exponents by products: exact where the products are
  if (y.imag() == 0 && y.real() == std::floor(y.real()) && std::fabs(y.real()) <= 32) {
    Z result = 1, square = x;
    for (int e = static_cast<int>(std::fabs(y.real())); e; e >>= 1, square = product(square, square)) {
      if (e & 1) result = product(result, square);
    }
    return static_cast<C<T>>(y.real() < 0 ? quotient(Z(1), result) : result);
  }
  return static_cast<C<T>>(std::exp(product(y, std::log(x))));
}
template <class T>
bool nonzero(C<T> z) {
  return z.real() != 0 || z.imag() != 0;
}

template <class T>
void fill(Kernels& k, ComputeType t) {
  using V = C<T>;
  const auto set = [&k, t](Opcode op, TileKernel f) { k.set(t, op, f); };
  set(Opcode::Copy, map1<T, [](V z) { return z; }>);
  set(Opcode::Neg, map1<T, [](V z) { return V(-z.real(), -z.imag()); }>);
  set(Opcode::Abs, map1<T, [](V z) { return V(std::hypot(z.real(), z.imag())); }>);
  set(Opcode::Sign, map1<T, sign<T>>);
  set(Opcode::Square, map1<T, [](V z) { return product(z, z); }>);
  set(Opcode::Reciprocal, map1<T, [](V z) { return quotient(V(1), z); }>);
  set(Opcode::Conj, map1<T, [](V z) { return V(z.real(), -z.imag()); }>);
  set(Opcode::Real, map1<T, [](V z) { return V(z.real()); }>);
  set(Opcode::Imag, map1<T, [](V z) { return V(z.imag()); }>);
  set(Opcode::Angle, map1<T, [](V z) { return V(std::atan2(z.imag(), z.real())); }>);
  set(Opcode::IsNan, map1<T, [](V z) { return V(std::isnan(z.real()) || std::isnan(z.imag())); }>);
  set(Opcode::IsInf, map1<T, [](V z) { return V(std::isinf(z.real()) || std::isinf(z.imag())); }>);
  set(Opcode::IsFinite, map1<T, [](V z) { return V(std::isfinite(z.real()) && std::isfinite(z.imag())); }>);
  set(Opcode::LogicalNot, map1<T, [](V z) { return V(!nonzero(z)); }>);
  set(Opcode::Sqrt, by_double<T, std::sqrt<double>>);
  set(Opcode::Rsqrt, by_double<T, rsqrt_of>);
  set(Opcode::Exp, by_double<T, std::exp<double>>);
  set(Opcode::Exp2, by_double<T, exp2_of>);
  set(Opcode::Expm1, by_double<T, expm1_of>);
  set(Opcode::Log, by_double<T, std::log<double>>);
  set(Opcode::Log2, by_double<T, log2_of>);
  set(Opcode::Log10, by_double<T, log10_of>);
  set(Opcode::Log1p, by_double<T, log1p_of>);
  set(Opcode::Sin, by_double<T, std::sin<double>>);
  set(Opcode::Cos, by_double<T, std::cos<double>>);
  set(Opcode::Tan, by_double<T, std::tan<double>>);
  set(Opcode::Asin, by_double<T, std::asin<double>>);
  set(Opcode::Acos, by_double<T, std::acos<double>>);
  set(Opcode::Atan, by_double<T, std::atan<double>>);
  set(Opcode::Sinh, by_double<T, std::sinh<double>>);
  set(Opcode::Cosh, by_double<T, std::cosh<double>>);
  set(Opcode::Tanh, by_double<T, std::tanh<double>>);
  set(Opcode::Asinh, by_double<T, std::asinh<double>>);
  set(Opcode::Acosh, by_double<T, std::acosh<double>>);
  set(Opcode::Atanh, by_double<T, std::atanh<double>>);
  set(Opcode::Sigmoid, by_double<T, sigmoid_of>);
  set(Opcode::Add, map2<T, [](V a, V b) { return V(a.real() + b.real(), a.imag() + b.imag()); }>);
  set(Opcode::Sub, map2<T, [](V a, V b) { return V(a.real() - b.real(), a.imag() - b.imag()); }>);
  set(Opcode::Mul, map2<T, product<T>>);
  set(Opcode::Div, map2<T, quotient<T>>);
  set(Opcode::Pow, map2<T, power<T>>);
  set(Opcode::Eq, map2<T, [](V a, V b) { return V(a == b); }>);
  set(Opcode::Ne, map2<T, [](V a, V b) { return V(a != b); }>);
  set(Opcode::LogicalAnd, map2<T, [](V a, V b) { return V(nonzero(a) && nonzero(b)); }>);
  set(Opcode::LogicalOr, map2<T, [](V a, V b) { return V(nonzero(a) || nonzero(b)); }>);
  set(Opcode::LogicalXor, map2<T, [](V a, V b) { return V(nonzero(a) != nonzero(b)); }>);
  set(Opcode::MakeComplex, map2<T, [](V a, V b) { return V(a.real(), b.real()); }>);
  set(Opcode::Select, map3<T, [](V a, V b, V c) { return nonzero(a) ? b : c; }>);
  set(Opcode::Fma, map3<T, [](V a, V b, V c) {
        const V p = product(a, b);
        return V(p.real() + c.real(), p.imag() + c.imag());
      }>);
  // real functions that a complex program may use on real values: of the real part
  set(Opcode::Lt, map2<T, [](V a, V b) { return V(a.real() < b.real()); }>);
  set(Opcode::Le, map2<T, [](V a, V b) { return V(a.real() <= b.real()); }>);
  set(Opcode::Gt, map2<T, [](V a, V b) { return V(a.real() > b.real()); }>);
  set(Opcode::Ge, map2<T, [](V a, V b) { return V(a.real() >= b.real()); }>);
  set(Opcode::Atan2, map2<T, [](V a, V b) { return V(std::atan2(a.real(), b.real())); }>);
  set(Opcode::Hypot, map2<T, [](V a, V b) { return V(std::hypot(a.real(), b.real())); }>);
}

}  // namespace

void fill_complex_kernels(Kernels& k) {
  fill<float>(k, kC64);
  fill<double>(k, kC128);
}

}  // namespace vjp::cpu
