// Accuracy of every pointwise opcode of the CPU backend on every SIMD target, and special values.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/pointwise_kernels.h"
#include "base/parallel.h"
#include "target_testing.h"

namespace vjp {
namespace {

using namespace testing;
using cpu::Kernels;
using Long = long double;

// Distance of `got` from the exact value in units of the last place of T at the exact value.
template <class T>
double ulp_error(T got, Long exact) {
  const T nearest = static_cast<T>(exact);
  if (std::isnan(nearest)) return std::isnan(got) ? 0 : INFINITY;
  if (std::isinf(nearest) || std::isinf(got)) {
    if (got == nearest) return 0;
    // a result just below the largest number may have been rounded up, and the other way round
    const Long limit = std::numeric_limits<T>::max();
    const Long bounded = std::isinf(got) ? std::copysign(limit, Long(got)) : Long(got);
    const Long e = std::isinf(exact) ? INFINITY : std::fabs(bounded - exact);
    return static_cast<double>(e / (limit - std::nextafter(std::numeric_limits<T>::max(), T(0))));
  }
  if (exact == 0) return got == 0 && std::signbit(got) == std::signbit(exact) ? 0 : got == 0 ? 1e6 : INFINITY;
  int exponent;
  std::frexp(exact, &exponent);
  exponent = std::max(exponent, std::numeric_limits<T>::min_exponent);
  const Long ulp = std::ldexp(Long(1), exponent - std::numeric_limits<T>::digits);
  return static_cast<double>(std::fabs(got - exact) / ulp);
}

Long digamma_reference(Long x);
Long erfinv_reference(Long x);
Long erfcx_reference(Long x);
Long ndtri_reference(Long x);

using Unary = Long (*)(Long);
using Binary = Long (*)(Long, Long);
struct UnaryCase {
  Opcode opcode;
  const char* name;
  Unary reference;
  double limit = 2;
};
const UnaryCase kUnary[] = {
    {Opcode::Copy, "copy", [](Long x) { return x; }, 0},
    {Opcode::Neg, "neg", [](Long x) { return -x; }, 0},
    {Opcode::Abs, "abs", [](Long x) { return std::fabs(x); }, 0},
    {Opcode::Sign, "sign", [](Long x) { return x > 0   ? 1
                                               : x < 0 ? -1
                                                       : x; }, 0},
    {Opcode::Square, "square", [](Long x) { return x * x; }, 0.51},
    {Opcode::Reciprocal, "reciprocal", [](Long x) { return 1 / x; }, 0.51},
    {Opcode::Sqrt, "sqrt", [](Long x) { return std::sqrt(x); }, 0.51},
    {Opcode::Rsqrt, "rsqrt", [](Long x) { return 1 / std::sqrt(x); }},
    {Opcode::Floor, "floor", [](Long x) { return std::floor(x); }, 0},
    {Opcode::Ceil, "ceil", [](Long x) { return std::ceil(x); }, 0},
    {Opcode::Trunc, "trunc", [](Long x) { return std::trunc(x); }, 0},
    {Opcode::Round, "round", [](Long x) { return std::nearbyint(x); }, 0},
    {Opcode::Exp, "exp", [](Long x) { return std::exp(x); }},
    {Opcode::Exp2, "exp2", [](Long x) { return std::exp2(x); }},
    {Opcode::Expm1, "expm1", [](Long x) { return std::expm1(x); }},
    {Opcode::Log, "log", [](Long x) { return std::log(x); }},
    {Opcode::Log2, "log2", [](Long x) { return std::log2(x); }},
    {Opcode::Log10, "log10", [](Long x) { return std::log10(x); }},
    {Opcode::Log1p, "log1p", [](Long x) { return std::log1p(x); }},
    {Opcode::Sin, "sin", [](Long x) { return std::sin(x); }},
    {Opcode::Cos, "cos", [](Long x) { return std::cos(x); }},
    {Opcode::Tan, "tan", [](Long x) { return std::tan(x); }},
    {Opcode::Asin, "asin", [](Long x) { return std::asin(x); }},
    {Opcode::Acos, "acos", [](Long x) { return std::acos(x); }},
    {Opcode::Atan, "atan", [](Long x) { return std::atan(x); }},
    {Opcode::Sinh, "sinh", [](Long x) { return std::sinh(x); }},
    {Opcode::Cosh, "cosh", [](Long x) { return std::cosh(x); }},
    {Opcode::Tanh, "tanh", [](Long x) { return std::tanh(x); }},
    {Opcode::Asinh, "asinh", [](Long x) { return std::asinh(x); }},
    {Opcode::Acosh, "acosh", [](Long x) { return std::acosh(x); }},
    {Opcode::Atanh, "atanh", [](Long x) { return std::atanh(x); }},
    {Opcode::Sigmoid, "sigmoid", [](Long x) { return 1 / (1 + std::exp(-x)); }},
    {Opcode::Erf, "erf", [](Long x) { return std::erf(x); }},
    {Opcode::Erfc, "erfc", [](Long x) { return std::erfc(x); }},
    {Opcode::Ndtr, "ndtr", [](Long x) { return std::erfc(-x * M_SQRT1_2l) / 2; }},
    // single precision makes do with 3, for speed
    {Opcode::Gelu, "gelu", [](Long x) { return x < -50 ? -0.0L : x * std::erfc(-x * M_SQRT1_2l) / 2; }, 3},
    {Opcode::Mish, "mish",
     [](Long x) { return x < -1e4L ? -0.0L
                         : x > 50  ? x
                                   : x * std::tanh(std::log1p(std::exp(x))); }},
    // quotients of polynomials in double: 5, or 6 without a fused multiply-add
    {Opcode::Erfinv, "erfinv", erfinv_reference, 5},
    {Opcode::Lgamma, "lgamma",
     [](Long x) {
       int sign;
       return lgammal_r(x, &sign);
     },
     5},
    {Opcode::Digamma, "digamma", digamma_reference, 6},
    {Opcode::Erfcx, "erfcx", erfcx_reference, 5},
    {Opcode::Ndtri, "ndtri", ndtri_reference, 5},
    {Opcode::IsNan, "isnan", [](Long x) { return Long(std::isnan(x)); }, 0},
    {Opcode::IsInf, "isinf", [](Long x) { return Long(std::isinf(x)); }, 0},
    {Opcode::IsFinite, "isfinite", [](Long x) { return Long(std::isfinite(x)); }, 0},
    {Opcode::LogicalNot, "logical_not", [](Long x) { return Long(x == 0); }, 0},
    {Opcode::Real, "real", [](Long x) { return x; }, 0},
    {Opcode::Conj, "conj", [](Long x) { return x; }, 0},
    {Opcode::Imag, "imag", [](Long) { return Long(0); }, 0},
    {Opcode::Angle, "angle", [](Long x) { return std::isnan(x) ? x
                                                 : x < 0       ? Long(M_PIl)
                                                               : 0; }, 1},
    {Opcode::Signbit, "signbit", [](Long x) { return Long(std::signbit(x)); }, 0},
};

// By an independent route: the recurrence far out, many terms.
Long digamma_reference(Long x) {
  if (x == 0) return std::copysign(std::numeric_limits<Long>::infinity(), -x);
  if (std::isnan(x) || (std::isinf(x) && x > 0)) return x;
  if (x < 0) {
    if (std::isinf(x) || std::floor(x) == x) return NAN;
    return digamma_reference(1 - x) - M_PIl / std::tan(M_PIl * (x - std::floor(x)));
  }
  Long sum = 0, carry = 0;
  for (; x < 100; x += 1) {
    const Long term = -1 / x - carry, next = sum + term;
    carry = (next - sum) - term;
    sum = next;
  }
  const Long z = 1 / (x * x);
  return sum + (std::log(x) - 0.5L / x - z * (1.0L / 12 - z * (1.0L / 120 - z * (1.0L / 252 - z / 240))));
}
// By bisection on erf or erfc.
Long erfinv_reference(Long x) {
  const Long a = std::fabs(x);
  if (!(a <= 1)) return NAN;
  if (a == 1) return std::copysign(std::numeric_limits<Long>::infinity(), x);
  if (a < 1e-8L) return x * (std::sqrt(M_PIl) / 2) * (1 + M_PIl / 12 * x * x);
  Long low = 0, high = 7;
  for (int i = 0; i < 80; ++i) {
    const Long middle = (low + high) / 2;
    const bool above = a > 0.5L ? std::erfc(middle) < 1 - a : std::erf(middle) > a;
    (above ? high : low) = middle;
  }
  return std::copysign((low + high) / 2, x);
}

// By the definition while erfc has all its digits, then by the continued fraction.
Long erfcx_reference(Long x) {
  if (x < 20) return std::exp(x * x) * std::erfc(x);
  if (std::isinf(x)) return 0;
  Long f = x;
  for (int k = 60; k > 0; --k) f = x + k / 2.0L / f;
  return 1 / (f * std::sqrt(M_PIl));
}
// By bisection on erfc.
Long ndtri_reference(Long p) {
  if (!(p >= 0 && p <= 1)) return NAN;
  if (p == 0 || p == 1) return p == 0 ? -INFINITY : INFINITY;
  if (p == 0.5L) return 0;
  if (p > 0.5L) return -ndtri_reference(1 - p);
  Long low = -40, high = 0;
  for (int i = 0; i < 90; ++i) {
    const Long middle = (low + high) / 2;
    (std::erfc(-middle * M_SQRT1_2l) / 2 < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

template <class T>
void sweep_unary(const UnaryCase& c, const std::string& target, size_t n) {
  const cpu::ComputeType type = std::is_same_v<T, float> ? cpu::kF32 : cpu::kF64;
  std::vector<T> x = arguments<T>(
                     c.opcode == Opcode::Digamma || c.opcode == Opcode::Erfinv || c.opcode == Opcode::Ndtri ? n / 8 : n,
                     7),
                 y(x.size());
  cpu::kernels().tile[type][static_cast<int>(c.opcode)](y.data(), x.data(), nullptr, nullptr, x.size());
  double worst = 0;
  T worst_at = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    // near the negative roots even the argument's own rounding is many ulps
    if ((c.opcode == Opcode::Digamma || c.opcode == Opcode::Lgamma) && x[i] < 0 && std::isfinite(x[i])) continue;
    if (c.opcode == Opcode::Digamma && std::fabs(x[i] - T(1.4616321449683623)) < T(1e-3))
      continue;  // the reference cancels
    const double e = ulp_error<T>(y[i], c.reference(x[i]));
    if (e > worst) worst = e, worst_at = x[i];
  }
  if (getenv("VJP_TEST_VERBOSE"))
    std::printf("%-10s %-4s %-12s %.3f at %.17g\n", target.c_str(), sizeof(T) == 4 ? "f32" : "f64", c.name, worst,
                double(worst_at));
  EXPECT_LE(worst, c.limit) << target << " " << c.name << " on " << (sizeof(T) == 4 ? "float" : "double") << " at "
                            << worst_at;
}

TEST(CpuPointwise, UnaryOpcodesAreWithinTwoUlpOnEveryTarget) {
  for_each_target([](const std::string& target) {
    for (const UnaryCase& c : kUnary) {
      sweep_unary<float>(c, target, 20000);
      sweep_unary<double>(c, target, 20000);
    }
  });
}

struct BinaryCase {
  Opcode opcode;
  const char* name;
  Binary reference;
  double limit = 2;
};
const BinaryCase kBinary[] = {
    {Opcode::Add, "add", [](Long a, Long b) { return a + b; }, 0.51},
    {Opcode::Sub, "sub", [](Long a, Long b) { return a - b; }, 0.51},
    {Opcode::Mul, "mul", [](Long a, Long b) { return a * b; }, 0.51},
    {Opcode::Div, "div", [](Long a, Long b) { return a / b; }, 0.51},
    {Opcode::Pow, "pow", [](Long a, Long b) { return std::pow(a, b); }},
    {Opcode::Atan2, "atan2", [](Long a, Long b) { return std::atan2(a, b); }},
    {Opcode::Hypot, "hypot", [](Long a, Long b) { return std::hypot(a, b); }},
    {Opcode::Fmod, "fmod", [](Long a, Long b) { return std::fmod(a, b); }, 0},
    {Opcode::Max, "max", [](Long a, Long b) { return std::isnan(a) || a > b ? a : b; }, 0},
    {Opcode::Min, "min", [](Long a, Long b) { return std::isnan(a) || a < b ? a : b; }, 0},
    {Opcode::Copysign, "copysign", [](Long a, Long b) { return std::copysign(a, b); }, 0},
    {Opcode::Eq, "eq", [](Long a, Long b) { return Long(a == b); }, 0},
    {Opcode::Ne, "ne", [](Long a, Long b) { return Long(a != b); }, 0},
    {Opcode::Lt, "lt", [](Long a, Long b) { return Long(a < b); }, 0},
    {Opcode::Le, "le", [](Long a, Long b) { return Long(a <= b); }, 0},
    {Opcode::Gt, "gt", [](Long a, Long b) { return Long(a > b); }, 0},
    {Opcode::Ge, "ge", [](Long a, Long b) { return Long(a >= b); }, 0},
    {Opcode::LogicalAnd, "logical_and", [](Long a, Long b) { return Long(a != 0 && b != 0); }, 0},
    {Opcode::LogicalOr, "logical_or", [](Long a, Long b) { return Long(a != 0 || b != 0); }, 0},
    {Opcode::LogicalXor, "logical_xor", [](Long a, Long b) { return Long((a != 0) != (b != 0)); }, 0},
};

template <class T>
void sweep_binary(const BinaryCase& c, const std::string& target) {
  const cpu::ComputeType type = std::is_same_v<T, float> ? cpu::kF32 : cpu::kF64;
  std::vector<T> a, b;
  // every special value with every other, then random pairs
  const std::vector<T> specials = arguments<T>(55, 1);
  for (T x : specials) {
    for (T y : specials) a.push_back(x), b.push_back(y);
  }
  const std::vector<T> x = arguments<T>(20000, 3), y = arguments<T>(20003, 4);
  for (size_t i = 0; i < x.size(); ++i) a.push_back(x[i]), b.push_back(y[i + 3]);
  if (c.opcode == Opcode::Pow) {  // where results are in range
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> unit(-1, 1);
    for (int i = 0; i < 20000; ++i) {
      const double base = std::exp(unit(random) * (i % 2 ? 20 : 0.1));
      a.push_back(static_cast<T>(base));
      b.push_back(static_cast<T>(unit(random) * (sizeof(T) == 4 ? 87 : 708) / std::log(base)));
    }
  }
  std::vector<T> out(a.size());
  cpu::kernels().tile[type][static_cast<int>(c.opcode)](out.data(), a.data(), b.data(), nullptr, a.size());
  double worst = 0;
  size_t at = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const Long exact = c.reference(a[i], b[i]);
    const double e = ulp_error<T>(out[i], exact);
    // the sign of a zero maximum is free
    if ((c.opcode == Opcode::Max || c.opcode == Opcode::Min) && exact == 0 && out[i] == 0) continue;
    if (e > worst) worst = e, at = i;
  }
  if (getenv("VJP_TEST_VERBOSE")) {
    std::printf("%-10s %-4s %-12s %.3f at %.17g %.17g\n", target.c_str(), sizeof(T) == 4 ? "f32" : "f64", c.name, worst,
                double(a[at]), double(b[at]));
  }
  EXPECT_LE(worst, c.limit) << target << " " << c.name << " on " << (sizeof(T) == 4 ? "float" : "double") << " at "
                            << a[at] << ", " << b[at];
}

TEST(CpuPointwise, BinaryOpcodesAreWithinTwoUlpOnEveryTarget) {
  for_each_target([](const std::string& target) {
    for (const BinaryCase& c : kBinary) {
      sweep_binary<float>(c, target);
      sweep_binary<double>(c, target);
    }
  });
}

TEST(CpuPointwise, PolygammaAtKnownPoints) {
  const double order[] = {0, 1, 2, 1, 3, 1}, x[] = {2.5, -2.3, -2.3, 0.7, 5.5, -1};
  const double want[] = {0.70315664064524319, 14.7259121609613,   68.7137925292703,
                         2.83404915669461,    0.0156905926758828, INFINITY};
  double out[6];
  cpu::kernels().tile[cpu::kF64][static_cast<int>(Opcode::Polygamma)](out, order, x, nullptr, 6);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(out[i], want[i], 1e-13 * std::fabs(want[i])) << i;
  EXPECT_EQ(out[5], want[5]);
}

TEST(CpuPointwise, EveryOpcodeHasAKernelForRealsAndIntegers) {
  for (int op = 0; op < kNumOpcodes; ++op) {
    EXPECT_NE(cpu::kernels().tile[cpu::kF32][op], nullptr) << op;
    EXPECT_NE(cpu::kernels().tile[cpu::kF64][op], nullptr) << op;
    EXPECT_NE(cpu::kernels().tile[cpu::kI64][op], nullptr) << op;
  }
}

}  // namespace
}  // namespace vjp
