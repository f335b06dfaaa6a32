// The CPU's pointwise kernels: accuracy of every opcode on every SIMD target, special values, dtypes, strides, aliasing, threads.
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
#include "hwy/highway.h"

namespace vjp {
namespace {

using cpu::Kernels;
using Long = long double;

// Runs `f` for every SIMD target that this machine and this build have.
void for_each_target(const std::function<void(const std::string&)>& f) {
  const int64_t all = hwy::SupportedTargets() & HWY_TARGETS;
  for (int64_t rest = all; rest; rest &= rest - 1) {
    hwy::SetSupportedTargetsForTest(rest & -rest);
    cpu::choose_kernels_again();
    f(cpu::simd_name());
  }
  hwy::SetSupportedTargetsForTest(0);
  cpu::choose_kernels_again();
}

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

// Arguments over the whole range, and densely where functions change.
template <class T>
std::vector<T> arguments(size_t n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<T> x;
  const T inf = std::numeric_limits<T>::infinity(), max = std::numeric_limits<T>::max(), min = std::numeric_limits<T>::min();
  for (T v : {T(0), min, max, inf, std::numeric_limits<T>::denorm_min(), T(1), T(2), T(0.5), T(3), T(10), T(100), T(1e6),
              std::nextafter(T(1), T(0)), std::nextafter(T(1), T(2)), T(3.14159265358979), T(1.5707963267948966), T(88.7228), T(709.78),
              T(745.2), T(104), T(710.4), T(27.2), T(1.6e6), T(1e10), T(0.6931471805599453), T(0.55), T(1.4616321449683623)}) {
    x.push_back(v);
    x.push_back(-v);
  }
  x.push_back(std::numeric_limits<T>::quiet_NaN());
  while (x.size() < n) {
    switch (x.size() % 8) {
      case 0: {  // every exponent
        const double e = unit(random) * std::numeric_limits<T>::max_exponent * 1.05;
        x.push_back(static_cast<T>(std::ldexp(Long(1 + std::fabs(unit(random))), static_cast<int>(e))) * (unit(random) < 0 ? -1 : 1));
        break;
      }
      case 1: x.push_back(static_cast<T>(unit(random))); break;
      case 2: x.push_back(static_cast<T>(1 + unit(random) * 0.05)); break;
      case 3: x.push_back(static_cast<T>(unit(random) * 10)); break;
      case 4: x.push_back(static_cast<T>(unit(random) * 100)); break;
      case 5: x.push_back(static_cast<T>(unit(random) * 800)); break;
      case 6: x.push_back(static_cast<T>(std::exp(unit(random) * 20) * (unit(random) < 0 ? -1 : 1))); break;
      default: x.push_back(static_cast<T>(unit(random) * unit(random) * 2)); break;
    }
  }
  return x;
}

Long digamma_reference(Long x);
Long erfinv_reference(Long x);

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
    {Opcode::Sign, "sign", [](Long x) { return x > 0 ? 1 : x < 0 ? -1 : x; }, 0},
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
    {Opcode::Erfinv, "erfinv", erfinv_reference},
    {Opcode::Lgamma, "lgamma", [](Long x) { int sign; return lgammal_r(x, &sign); }},
    {Opcode::Digamma, "digamma", digamma_reference},
    {Opcode::IsNan, "isnan", [](Long x) { return Long(std::isnan(x)); }, 0},
    {Opcode::IsInf, "isinf", [](Long x) { return Long(std::isinf(x)); }, 0},
    {Opcode::IsFinite, "isfinite", [](Long x) { return Long(std::isfinite(x)); }, 0},
    {Opcode::LogicalNot, "logical_not", [](Long x) { return Long(x == 0); }, 0},
    {Opcode::Real, "real", [](Long x) { return x; }, 0},
    {Opcode::Conj, "conj", [](Long x) { return x; }, 0},
    {Opcode::Imag, "imag", [](Long) { return Long(0); }, 0},
    {Opcode::Angle, "angle", [](Long x) { return std::isnan(x) ? x : x < 0 ? Long(M_PIl) : 0; }, 1},
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

template <class T>
void sweep_unary(const UnaryCase& c, const std::string& target, size_t n) {
  const cpu::ComputeType type = std::is_same_v<T, float> ? cpu::kF32 : cpu::kF64;
  std::vector<T> x = arguments<T>(c.opcode == Opcode::Digamma || c.opcode == Opcode::Erfinv ? n / 8 : n, 7), y(x.size());
  cpu::kernels().tile[type][static_cast<int>(c.opcode)](y.data(), x.data(), nullptr, nullptr, x.size());
  double worst = 0;
  T worst_at = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    // near the negative roots even the argument's own rounding is many ulps
    if ((c.opcode == Opcode::Digamma || c.opcode == Opcode::Lgamma) && x[i] < 0 && std::isfinite(x[i])) continue;
    if (c.opcode == Opcode::Digamma && std::fabs(x[i] - T(1.4616321449683623)) < T(1e-3)) continue;  // the reference cancels
    const double e = ulp_error<T>(y[i], c.reference(x[i]));
    if (e > worst) worst = e, worst_at = x[i];
  }
  if (getenv("VJP_TEST_VERBOSE")) std::printf("%-10s %-4s %-12s %.3f at %.17g\n", target.c_str(), sizeof(T) == 4 ? "f32" : "f64", c.name, worst, double(worst_at));
  EXPECT_LE(worst, c.limit) << target << " " << c.name << " on " << (sizeof(T) == 4 ? "float" : "double") << " at " << worst_at;
}

TEST(CpuPointwise, UnaryOpcodesAreWithinTwoUlpOnEveryTarget) {
  for_each_target([](const std::string& target) {
    for (const UnaryCase& c : kUnary) {
      sweep_unary<float>(c, target, 20000);
      sweep_unary<double>(c, target, 20000);
    }
  });
}

}  // namespace
}  // namespace vjp
