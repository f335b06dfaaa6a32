// Tile kernels on int64, and functions of float and double that are too rare to be worth lanes: the C library in
// extended precision, or the series of kernel/scalar_formulas.h.
#include <cmath>
#include <limits>
#include <type_traits>

#include "backends/cpu/pointwise_kernels.h"
#include "kernel/scalar_formulas.h"

namespace vjp::cpu {
namespace {

using namespace scalar;

template <class T, auto f>
void map1(void* out, const void* a, const void*, const void*, size_t n) {
  T* o = static_cast<T*>(out);
  const T* x = static_cast<const T*>(a);
  for (size_t i = 0; i < n; ++i) o[i] = static_cast<T>(f(x[i]));
}
template <class T, auto f>
void map2(void* out, const void* a, const void* b, const void*, size_t n) {
  T* o = static_cast<T*>(out);
  const T *x = static_cast<const T*>(a), *y = static_cast<const T*>(b);
  for (size_t i = 0; i < n; ++i) o[i] = static_cast<T>(f(x[i], y[i]));
}
template <class T, auto f>
void map3(void* out, const void* a, const void* b, const void* c, size_t n) {
  T* o = static_cast<T*>(out);
  const T *x = static_cast<const T*>(a), *y = static_cast<const T*>(b), *z = static_cast<const T*>(c);
  for (size_t i = 0; i < n; ++i) o[i] = static_cast<T>(f(x[i], y[i], z[i]));
}

// ---- real functions ----

// double with the extended type's error far below half an ulp; float with double's.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;
template <class T>
constexpr Wide<T> widen(T x) {
  return x;
}

template <class T>
T lgamma_of(T x) {
  int sign;
  if constexpr (std::is_same_v<T, float>) return static_cast<T>(lgamma_r(static_cast<double>(x), &sign));
  return static_cast<T>(lgammal_r(static_cast<long double>(x), &sign));
}

template <class T>
void fill_real(Kernels& k, ComputeType t) {
  k.set(t, Opcode::Asinh, map1<T, [](T x) { return std::asinh(widen(x)); }>);
  k.set(t, Opcode::Acosh, map1<T, [](T x) { return std::acosh(widen(x)); }>);
  k.set(t, Opcode::Atanh, map1<T, [](T x) { return std::atanh(widen(x)); }>);
  k.set(t, Opcode::Erfinv, map1<T, [](T x) { return erfinv(static_cast<long double>(x)); }>);
  k.set(t, Opcode::Digamma, map1<T, [](T x) { return digamma(static_cast<long double>(x)); }>);
  k.set(t, Opcode::Lgamma, map1<T, lgamma_of<T>>);
  k.set(t, Opcode::Polygamma, map2<T, [](T n, T x) { return polygamma<long double>(n, x); }>);
  k.set(t, Opcode::Fmod, map2<T, [](T a, T b) { return std::fmod(a, b); }>);
  k.set(t, Opcode::Remainder, map2<T, scalar::remainder_of<T>>);
  k.set(t, Opcode::FloorDivide, map2<T, scalar::floor_divide_of<T>>);
  k.set(t, Opcode::Nextafter, map2<T, [](T a, T b) { return std::nextafter(a, b); }>);
  // bitwise operators mean nothing on reals; on whole numbers they do as integers would
  k.set(t, Opcode::BitNot, map1<T, [](T x) { return ~static_cast<int64_t>(x); }>);
  k.set(t, Opcode::BitAnd, map2<T, [](T a, T b) { return static_cast<int64_t>(a) & static_cast<int64_t>(b); }>);
  k.set(t, Opcode::BitOr, map2<T, [](T a, T b) { return static_cast<int64_t>(a) | static_cast<int64_t>(b); }>);
  k.set(t, Opcode::BitXor, map2<T, [](T a, T b) { return static_cast<int64_t>(a) ^ static_cast<int64_t>(b); }>);
  k.set(t, Opcode::ShiftLeft, map2<T, [](T a, T b) { return a * std::exp2(b); }>);
  k.set(t, Opcode::ShiftRight, map2<T, [](T a, T b) { return std::floor(a * std::exp2(-b)); }>);
  k.set(t, Opcode::MakeComplex, map2<T, [](T a, T) { return a; }>);
}

// ---- integers ----

double ndtr_of(double x) { return std::erfc(-x * 0.707106781186547524) / 2; }
double gelu_of(double x) { return x * ndtr_of(x); }
double gelu_partial_of(double x) { return ndtr_of(x) + x * 0.398942280401432678 * std::exp(-x * x / 2); }
double mish_of(double x) { return x * std::tanh(std::log1p(std::exp(x))); }
double rsqrt_of(double x) { return 1 / std::sqrt(x); }
double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }
double erfinv_of(double x) { return static_cast<double>(erfinv<long double>(x)); }
double digamma_of(double x) { return static_cast<double>(digamma<long double>(x)); }

// A real function on integers: through double, truncated.
template <double (*f)(double)>
void by_double(Kernels& k, Opcode op) {
  k.set(kI64, op, map1<I, [](I x) { return integer_of(f(static_cast<double>(x))); }>);
}

void fill_integer(Kernels& k) {
  const auto one = [&k](Opcode op, TileKernel f) { k.set(kI64, op, f); };
  one(Opcode::Copy, map1<I, [](I x) { return x; }>);
  one(Opcode::Neg, map1<I, [](I x) { return wrap(-static_cast<U>(x)); }>);
  one(Opcode::Abs, map1<I, [](I x) { return x < 0 ? wrap(-static_cast<U>(x)) : x; }>);
  one(Opcode::Sign, map1<I, [](I x) { return I(x > 0) - I(x < 0); }>);
  one(Opcode::Square, map1<I, [](I x) { return wrap(static_cast<U>(x) * static_cast<U>(x)); }>);
  one(Opcode::Reciprocal, map1<I, [](I x) { return divide(1, x); }>);
  for (Opcode op : {Opcode::Floor, Opcode::Ceil, Opcode::Trunc, Opcode::Round, Opcode::Conj, Opcode::Real}) {
    one(op, map1<I, [](I x) { return x; }>);
  }
  for (Opcode op : {Opcode::Imag, Opcode::IsNan, Opcode::IsInf}) one(op, map1<I, [](I) { return I(0); }>);
  one(Opcode::Angle, map1<I, [](I x) { return x < 0 ? I(3) : I(0); }>);
  one(Opcode::IsFinite, map1<I, [](I) { return I(1); }>);
  one(Opcode::Signbit, map1<I, [](I x) { return I(x < 0); }>);
  one(Opcode::LogicalNot, map1<I, [](I x) { return I(x == 0); }>);
  one(Opcode::BitNot, map1<I, [](I x) { return ~x; }>);
  one(Opcode::Add, map2<I, [](I a, I b) { return wrap(static_cast<U>(a) + static_cast<U>(b)); }>);
  one(Opcode::Sub, map2<I, [](I a, I b) { return wrap(static_cast<U>(a) - static_cast<U>(b)); }>);
  one(Opcode::Mul, map2<I, [](I a, I b) { return wrap(static_cast<U>(a) * static_cast<U>(b)); }>);
  one(Opcode::Div, map2<I, divide>);
  one(Opcode::Pow, map2<I, power>);
  one(Opcode::Fmod, map2<I, fmod_of>);
  one(Opcode::Remainder, map2<I, modulo>);
  one(Opcode::FloorDivide, map2<I, floor_divide>);
  for (Opcode op : {Opcode::Max, Opcode::Fmax}) one(op, map2<I, [](I a, I b) { return (a > b) ? a : b; }>);
  for (Opcode op : {Opcode::Min, Opcode::Fmin}) one(op, map2<I, [](I a, I b) { return a < b ? a : b; }>);
  one(Opcode::Copysign, map2<I, [](I a, I b) { return (a < 0) == (b < 0) ? a : wrap(-static_cast<U>(a)); }>);
  one(Opcode::Nextafter, map2<I, [](I a, I b) { return a + (I((a < b)) - I((b < a))); }>);
  one(Opcode::Atan2, map2<I, [](I a, I b) { return static_cast<I>(std::atan2(double(a), double(b))); }>);
  one(Opcode::Hypot, map2<I, [](I a, I b) { return static_cast<I>(std::hypot(double(a), double(b))); }>);
  one(Opcode::Eq, map2<I, [](I a, I b) { return I(a == b); }>);
  one(Opcode::Ne, map2<I, [](I a, I b) { return I(a != b); }>);
  one(Opcode::Lt, map2<I, [](I a, I b) { return I(a < b); }>);
  one(Opcode::Le, map2<I, [](I a, I b) { return I(a <= b); }>);
  one(Opcode::Gt, map2<I, [](I a, I b) { return I((a > b)); }>);
  one(Opcode::Ge, map2<I, [](I a, I b) { return I(a >= b); }>);
  one(Opcode::LogicalAnd, map2<I, [](I a, I b) { return I((a != 0) & (b != 0)); }>);
  one(Opcode::LogicalOr, map2<I, [](I a, I b) { return I((a != 0) | (b != 0)); }>);
  one(Opcode::LogicalXor, map2<I, [](I a, I b) { return I((a != 0) != (b != 0)); }>);
  one(Opcode::BitAnd, map2<I, [](I a, I b) { return a & b; }>);
  one(Opcode::BitOr, map2<I, [](I a, I b) { return a | b; }>);
  one(Opcode::BitXor, map2<I, [](I a, I b) { return a ^ b; }>);
  one(Opcode::ShiftLeft, map2<I, shift_left>);
  one(Opcode::ShiftRight, map2<I, shift_right>);
  one(Opcode::MakeComplex, map2<I, [](I a, I) { return a; }>);
  one(Opcode::Select, map3<I, [](I a, I b, I c) { return a != 0 ? b : c; }>);
  one(Opcode::Fma,
      map3<I, [](I a, I b, I c) { return wrap(static_cast<U>(a) * static_cast<U>(b) + static_cast<U>(c)); }>);
  by_double<std::sqrt>(k, Opcode::Sqrt);
  by_double<std::exp>(k, Opcode::Exp);
  by_double<std::exp2>(k, Opcode::Exp2);
  by_double<std::expm1>(k, Opcode::Expm1);
  by_double<std::log>(k, Opcode::Log);
  by_double<std::log2>(k, Opcode::Log2);
  by_double<std::log10>(k, Opcode::Log10);
  by_double<std::log1p>(k, Opcode::Log1p);
  by_double<std::sin>(k, Opcode::Sin);
  by_double<std::cos>(k, Opcode::Cos);
  by_double<std::tan>(k, Opcode::Tan);
  by_double<std::asin>(k, Opcode::Asin);
  by_double<std::acos>(k, Opcode::Acos);
  by_double<std::atan>(k, Opcode::Atan);
  by_double<std::sinh>(k, Opcode::Sinh);
  by_double<std::cosh>(k, Opcode::Cosh);
  by_double<std::tanh>(k, Opcode::Tanh);
  by_double<std::asinh>(k, Opcode::Asinh);
  by_double<std::acosh>(k, Opcode::Acosh);
  by_double<std::atanh>(k, Opcode::Atanh);
  by_double<std::erf>(k, Opcode::Erf);
  by_double<std::erfc>(k, Opcode::Erfc);
  by_double<lgamma_of<double>>(k, Opcode::Lgamma);
  by_double<ndtr_of>(k, Opcode::Ndtr);
  by_double<gelu_of>(k, Opcode::Gelu);
  by_double<gelu_partial_of>(k, Opcode::GeluPartial);
  by_double<mish_of>(k, Opcode::Mish);
  one(Opcode::Polygamma,
      map2<I, [](I n, I x) { return integer_of(static_cast<double>(polygamma<long double>(n, x))); }>);
  by_double<rsqrt_of>(k, Opcode::Rsqrt);
  by_double<sigmoid_of>(k, Opcode::Sigmoid);
  by_double<erfinv_of>(k, Opcode::Erfinv);
  by_double<digamma_of>(k, Opcode::Digamma);
}

}  // namespace

void fill_scalar_kernels(Kernels& k) {
  fill_real<float>(k, kF32);
  fill_real<double>(k, kF64);
  k.set(kF64, Opcode::Atan2, map2<double, [](double a, double b) { return std::atan2(a, b); }>);
  fill_integer(k);
}

}  // namespace vjp::cpu
