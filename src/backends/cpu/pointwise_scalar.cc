// Tile kernels on int64, and functions of float and double that are too rare to be worth lanes: the C library in
// extended precision, or series of our own.
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>

#include "backends/cpu/pointwise_kernels.h"

namespace vjp::cpu {
namespace {

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

// The logarithmic derivative of gamma.
constexpr long double kPi = 3.14159265358979323846264338327950288L;
// the one positive root, in two parts, and the Taylor series around it
constexpr long double kDigammaRoot = 0x1.762d86356be3fp+0L, kDigammaRootLow = 9.549995429965697715184e-17L;
constexpr long double kDigammaSeries[] = {
    0.9676722454476211704274448L,   -0.4427631689835921060928653L,   0.2584997609556510106244014L,
    -0.1639427054424065275042513L,  0.1078240506912623657571829L,    -0.07219956125645471092612178L,
    0.04880428816414310722509253L,  -0.0331611264748473592922584L,   0.02259764823221810465962483L,
    -0.01542476590494895913880032L, 0.01053879161661217538812405L,   -0.007204534386356868240970474L,
    0.004926781395729853446354266L, -0.003369801655439328082792857L, 0.00230512632673492783693838L};
long double digamma_long(long double x) {
  if (x == 0) return std::copysign(std::numeric_limits<long double>::infinity(), -x);
  if (std::isnan(x) || x == std::numeric_limits<long double>::infinity()) return x;
  if (x < 0) {
    if (std::isinf(x) || std::floor(x) == x) return std::numeric_limits<long double>::quiet_NaN();
    const long double fraction = x - std::floor(x);  // tan has period pi
    return digamma_long(1 - x) - kPi / std::tan(kPi * fraction);
  }
  // between 1 and 2 the recurrence would cancel around the root
  const long double d = (x - kDigammaRoot) - kDigammaRootLow;
  if (std::fabs(d) < 0.05L) {
    long double y = 0;
    for (int i = static_cast<int>(std::size(kDigammaSeries)) - 1; i >= 0; --i) y = y * d + kDigammaSeries[i];
    return y * d;
  }
  long double sum = 0;
  for (; x < 24; x += 1) sum -= 1 / x;
  const long double z = 1 / (x * x);
  const long double series =
      z * (1.0L / 12 -
           z * (1.0L / 120 - z * (1.0L / 252 - z * (1.0L / 240 - z * (1.0L / 132 - z * (691.0L / 32760 - z / 12))))));
  return sum + (std::log(x) - 0.5L / x - series);
}

// Hurwitz's zeta function, sum over k >= 0 of (x + k)^-s, for x > 0 and whole s > 1: by the Euler-Maclaurin formula.
long double hurwitz_zeta(int s, long double x) {
  long double sum = 0;
  for (; x < 20 + s; x += 1) sum += std::pow(x, static_cast<long double>(-s));
  const long double power = std::pow(x, static_cast<long double>(-s));
  sum += x * power / (s - 1) + power / 2;
  // B_2k / (2k)! times the rising factorial s (s + 1) ... (s + 2k - 2), over x^(s + 2k - 1)
  static constexpr long double kBernoulli[] = {1.0L / 12,
                                               -1.0L / 720,
                                               1.0L / 30240,
                                               -1.0L / 1209600,
                                               1.0L / 47900160,
                                               -691.0L / 1307674368000.0L,
                                               1.0L / 74724249600.0L,
                                               -3617.0L / 10670622842880000.0L};
  long double rising = s, inverse = power / x;
  for (int k = 0; k < 8; ++k) {
    sum += kBernoulli[k] * rising * inverse;
    rising *= static_cast<long double>(s + 2 * k + 1) * (s + 2 * k + 2);
    inverse /= x * x;
  }
  return sum;
}

// The derivatives of digamma: (-1)^(n+1) n! zeta(n + 1, x).
long double polygamma_long(long double order, long double x) {
  if (order == 0) return digamma_long(x);
  if (!(order > 0 && order <= 1000) || std::floor(order) != order || std::isnan(x)) {
    return std::numeric_limits<long double>::quiet_NaN();
  }
  const int s = static_cast<int>(order) + 1;
  long double zeta;
  if (x > 0) {
    zeta = std::isinf(x) ? 0 : hurwitz_zeta(s, x);
  } else {
    const long double fraction = x - std::floor(x);
    if (fraction == 0 || std::isinf(x)) {
      return s % 2 == 0 ? std::numeric_limits<long double>::infinity() : std::numeric_limits<long double>::quiet_NaN();
    }
    // the terms left of 0 are a piece of the same series mirrored
    const long double mirrored = hurwitz_zeta(s, 1 - fraction) - hurwitz_zeta(s, 1 - x);
    zeta = hurwitz_zeta(s, fraction) + (s % 2 == 0 ? mirrored : -mirrored);
  }
  return (s % 2 == 0 ? 1 : -1) * std::tgamma(static_cast<long double>(s)) * zeta;
}

// Halley's iteration on erfc (in the tails) or erf.
long double erfinv_long(long double x) {
  const long double a = std::fabs(x);
  if (std::isnan(x) || a > 1) return std::numeric_limits<long double>::quiet_NaN();
  if (a == 1) return std::copysign(std::numeric_limits<long double>::infinity(), x);
  if (a < 1e-6L) {  // x sqrt(pi)/2 (1 + pi x^2 / 12)
    return x * 0.886226925452758013649083741670572591L * (1 + kPi / 12 * x * x);
  }
  // Winitzki's approximation, two digits
  const long double l = std::log((1 - a) * (1 + a)), s = 2 / (kPi * 0.147L) + l / 2;
  long double y = std::sqrt(std::sqrt(s * s - l / 0.147L) - s);
  for (int i = 0; i < 3; ++i) {
    const long double error = a > 0.5L ? (1 - a) - std::erfc(y) : std::erf(y) - a;
    const long double u = error / (1.12837916709551257389615890312154517L * std::exp(-y * y));
    y -= u / (1 + y * u);
  }
  return std::copysign(y, x);
}

template <class T>
T lgamma_of(T x) {
  int sign;
  if constexpr (std::is_same_v<T, float>) return static_cast<T>(lgamma_r(static_cast<double>(x), &sign));
  return static_cast<T>(lgammal_r(static_cast<long double>(x), &sign));
}

// Python's modulo and floor division, as numpy has them.
template <class T>
T remainder_of(T a, T b) {
  T r = std::fmod(a, b);
  if (r != 0 && (r < 0) != (b < 0)) r += b;
  return r;
}
template <class T>
T floor_divide_of(T a, T b) {
  if (b == 0) return a / b;
  const T mod = std::fmod(a, b);
  T quotient = (a - mod) / b;
  if (mod != 0 && (b < 0) != (mod < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(T(0), a / b);
  T whole = std::floor(quotient);
  if (quotient - whole > T(0.5)) whole += 1;
  return whole;
}

template <class T>
void fill_real(Kernels& k, ComputeType t) {
  k.set(t, Opcode::Asinh, map1<T, [](T x) { return std::asinh(widen(x)); }>);
  k.set(t, Opcode::Acosh, map1<T, [](T x) { return std::acosh(widen(x)); }>);
  k.set(t, Opcode::Atanh, map1<T, [](T x) { return std::atanh(widen(x)); }>);
  k.set(t, Opcode::Erfinv, map1<T, [](T x) { return erfinv_long(x); }>);
  k.set(t, Opcode::Digamma, map1<T, [](T x) { return digamma_long(x); }>);
  k.set(t, Opcode::Lgamma, map1<T, lgamma_of<T>>);
  k.set(t, Opcode::Polygamma, map2<T, [](T n, T x) { return polygamma_long(n, x); }>);
  k.set(t, Opcode::Fmod, map2<T, [](T a, T b) { return std::fmod(a, b); }>);
  k.set(t, Opcode::Remainder, map2<T, remainder_of<T>>);
  k.set(t, Opcode::FloorDivide, map2<T, floor_divide_of<T>>);
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

// ---- integers: wrapping arithmetic, through unsigned ----

using I = int64_t;
using U = uint64_t;

I wrap(U x) { return static_cast<I>(x); }
I divide(I a, I b) { return b == 0 ? 0 : b == -1 ? wrap(-static_cast<U>(a)) : a / b; }
I fmod_of(I a, I b) { return b == 0 || b == -1 ? 0 : a % b; }
I modulo(I a, I b) {
  I r = fmod_of(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
I floor_divide(I a, I b) {
  I q = divide(a, b);
  return b != 0 && fmod_of(a, b) != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
I power(I base, I exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  U result = 1, square = static_cast<U>(base);
  for (U e = static_cast<U>(exponent); e; e >>= 1, square *= square) {
    if (e & 1) result *= square;
  }
  return wrap(result);
}
I shift_left(I a, I b) { return b < 0 || b > 63 ? 0 : wrap(static_cast<U>(a) << b); }
I shift_right(I a, I b) { return a >> (b < 0 || b > 63 ? 63 : b); }

double ndtr_of(double x) { return std::erfc(-x * 0.707106781186547524) / 2; }
double gelu_of(double x) { return x * ndtr_of(x); }
double gelu_partial_of(double x) { return ndtr_of(x) + x * 0.398942280401432678 * std::exp(-x * x / 2); }
double mish_of(double x) { return x * std::tanh(std::log1p(std::exp(x))); }
double rsqrt_of(double x) { return 1 / std::sqrt(x); }
double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }
double erfinv_of(double x) { return static_cast<double>(erfinv_long(x)); }
double digamma_of(double x) { return static_cast<double>(digamma_long(x)); }

// A real function on integers: through double, truncated.
template <double (*f)(double)>
void by_double(Kernels& k, Opcode op) {
  k.set(kI64, op, map1<I, [](I x) {
          const double y = f(static_cast<double>(x));
          return y >= -0x1p63 && y < 0x1p63 ? static_cast<I>(y) : std::numeric_limits<I>::min();
        }>);
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
  one(Opcode::Polygamma, map2<I, [](I n, I x) { return static_cast<I>(polygamma_long(n, x)); }>);
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
