// The CPU's pointwise kernels: accuracy of every opcode on every SIMD target, special values, dtypes, strides,
// aliasing, threads.
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
  const T inf = std::numeric_limits<T>::infinity(), max = std::numeric_limits<T>::max(),
          min = std::numeric_limits<T>::min();
  for (T v : {T(0),
              min,
              max,
              inf,
              std::numeric_limits<T>::denorm_min(),
              T(1),
              T(2),
              T(0.5),
              T(3),
              T(10),
              T(100),
              T(1e6),
              std::nextafter(T(1), T(0)),
              std::nextafter(T(1), T(2)),
              T(3.14159265358979),
              T(1.5707963267948966),
              T(88.7228),
              T(709.78),
              T(745.2),
              T(104),
              T(710.4),
              T(27.2),
              T(1.6e6),
              T(1e10),
              T(0.6931471805599453),
              T(0.55),
              T(1.4616321449683623)}) {
    x.push_back(v);
    x.push_back(-v);
  }
  x.push_back(std::numeric_limits<T>::quiet_NaN());
  while (x.size() < n) {
    switch (x.size() % 8) {
      case 0: {  // every exponent
        const double e = unit(random) * std::numeric_limits<T>::max_exponent * 1.05;
        x.push_back(static_cast<T>(std::ldexp(Long(1 + std::fabs(unit(random))), static_cast<int>(e))) *
                    (unit(random) < 0 ? -1 : 1));
        break;
      }
      case 1:
        x.push_back(static_cast<T>(unit(random)));
        break;
      case 2:
        x.push_back(static_cast<T>(1 + unit(random) * 0.05));
        break;
      case 3:
        x.push_back(static_cast<T>(unit(random) * 10));
        break;
      case 4:
        x.push_back(static_cast<T>(unit(random) * 100));
        break;
      case 5:
        x.push_back(static_cast<T>(unit(random) * 800));
        break;
      case 6:
        x.push_back(static_cast<T>(std::exp(unit(random) * 20) * (unit(random) < 0 ? -1 : 1)));
        break;
      default:
        x.push_back(static_cast<T>(unit(random) * unit(random) * 2));
        break;
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
    {Opcode::Erfinv, "erfinv", erfinv_reference},
    {Opcode::Lgamma, "lgamma",
     [](Long x) {
       int sign;
       return lgammal_r(x, &sign);
     }},
    {Opcode::Digamma, "digamma", digamma_reference},
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

template <class T>
void sweep_unary(const UnaryCase& c, const std::string& target, size_t n) {
  const cpu::ComputeType type = std::is_same_v<T, float> ? cpu::kF32 : cpu::kF64;
  std::vector<T> x = arguments<T>(c.opcode == Opcode::Digamma || c.opcode == Opcode::Erfinv ? n / 8 : n, 7),
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

// ---- whole launches against a plain loop ----

Program program_of(int inputs, std::initializer_list<Instruction> steps, std::initializer_list<double> constants = {},
                   int parameters = 0) {
  Program p;
  p.num_inputs = static_cast<uint8_t>(inputs);
  p.num_parameters = static_cast<uint8_t>(parameters);
  for (double c : constants) p.constants[p.num_constants++] = c;
  for (const Instruction& i : steps) p.instructions[p.num_instructions++] = i;
  p.num_outputs = 1;
  p.outputs[0] = static_cast<uint8_t>(p.first_result() + p.num_instructions - 1);
  return p;
}

using Strides = std::vector<int64_t>;
Strides row_major(const std::vector<int64_t>& sizes) {
  Strides s(sizes.size());
  int64_t n = 1;
  for (size_t i = sizes.size(); i-- > 0;) s[i] = n, n *= sizes[i];
  return s;
}
template <class F>
void for_each_index(const std::vector<int64_t>& sizes, F&& f) {
  std::vector<int64_t> index(sizes.size(), 0);
  for (;;) {
    f(index);
    size_t d = sizes.size();
    while (d > 0 && ++index[d - 1] == sizes[d - 1]) index[--d] = 0;
    if (d == 0) return;
  }
}
int64_t offset_of(const std::vector<int64_t>& index, const Strides& strides) {
  return std::inner_product(index.begin(), index.end(), strides.begin(), int64_t{0});
}

TEST(CpuPointwise, StridesAndBroadcastsOfEveryShape) {
  // y = (a * b + 3) - p, checked exactly: small whole numbers
  const Program p = program_of(2, {{Opcode::Mul, 0, 1, 0}, {Opcode::Add, 4, 3, 0}, {Opcode::Sub, 5, 2, 0}}, {3.0}, 1);
  struct Case {
    std::vector<int64_t> sizes;
    Strides a, b, out;
  };
  const std::vector<Case> cases = {
      {{}, {}, {}, {}},
      {{1}, {1}, {5}, {1}},
      {{1000}, {1}, {1}, {1}},
      {{5000}, {1}, {0}, {1}},
      {{5000}, {2}, {1}, {1}},
      {{5000}, {1}, {3}, {2}},
      {{70, 3}, {3, 1}, {0, 1}, {3, 1}},
      {{70, 3}, {3, 1}, {1, 0}, {3, 1}},
      {{300, 200}, {200, 1}, {0, 1}, {200, 1}},
      {{300, 200}, {200, 1}, {1, 0}, {200, 1}},
      {{300, 200}, {1, 300}, {200, 1}, {200, 1}},
      {{300, 200}, {1, 300}, {1, 300}, {1, 300}},
      {{7, 5, 3, 2}, {30, 6, 2, 1}, {0, 2, 0, 1}, {2, 14, 70, 210}},
      {{2, 1, 900, 2}, {1800, 7, 2, 1}, {900, 0, 1, 0}, {3600, 1, 4, 2}},
      {{3, 1500}, {0, 1}, {1500, 1}, {1, 3}},
  };
  for (const Case& c : cases) {
    const auto extent = [&](const Strides& s) {
      int64_t n = 1;
      for (size_t i = 0; i < s.size(); ++i) n += (c.sizes[i] - 1) * s[i];
      return static_cast<size_t>(n);
    };
    std::vector<float> a(extent(c.a)), b(extent(c.b)), out(extent(c.out), -1);
    for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 97);
    for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 89);
    PointwiseArgs args;
    args.program = &p;
    args.compute = Dtype::Float32;
    args.ndim = static_cast<int>(c.sizes.size());
    args.sizes = c.sizes.data();
    args.inputs[0] = {a.data(), Dtype::Float32, c.a.data()};
    args.inputs[1] = {b.data(), Dtype::Float32, c.b.data()};
    args.outputs[0] = {out.data(), Dtype::Float32, c.out.data()};
    args.parameters[0] = Scalar(2.0);
    cpu::pointwise(args);
    int64_t wrong = 0;
    for_each_index(c.sizes, [&](const std::vector<int64_t>& i) {
      const auto x = a[static_cast<size_t>(offset_of(i, c.a))], y = b[static_cast<size_t>(offset_of(i, c.b))];
      wrong += out[static_cast<size_t>(offset_of(i, c.out))] != x * y + 3 - 2;
    });
    EXPECT_EQ(wrong, 0) << "case " << &c - cases.data();
  }
}

TEST(CpuPointwise, AnOutputMayBeAnInput) {
  // y = (x + 1) * x: x is read after the first instruction
  const Program p = program_of(1, {{Opcode::Add, 0, 1, 0}, {Opcode::Mul, 2, 0, 0}}, {1.0});
  std::vector<double> x(10000), want;
  std::iota(x.begin(), x.end(), 0.0);
  for (double v : x) want.push_back((v + 1) * v);
  const int64_t n = 10000, stride = 1;
  PointwiseArgs args;
  args.program = &p;
  args.compute = Dtype::Float64;
  args.ndim = 1;
  args.sizes = &n;
  args.inputs[0] = args.outputs[0] = {x.data(), Dtype::Float64, &stride};
  cpu::pointwise(args);
  EXPECT_EQ(x, want);
}

TEST(CpuPointwise, SeveralOutputsAndPlainInputsAsOutputs) {
  Program p = program_of(1, {{Opcode::Square, 0, 0, 0}, {Opcode::Add, 1, 0, 0}});
  p.num_outputs = 4;
  p.outputs[0] = 1, p.outputs[1] = 2, p.outputs[2] = 0, p.outputs[3] = 2;
  const int64_t n = 3000, stride = 1;
  std::vector<float> x(3000), square(3000), sum(3000);
  std::vector<int32_t> same(3000);
  std::vector<double> twice(6000);
  std::iota(x.begin(), x.end(), 0.0f);
  const int64_t two = 2;
  PointwiseArgs args;
  args.program = &p;
  args.compute = Dtype::Float32;
  args.ndim = 1;
  args.sizes = &n;
  args.inputs[0] = {x.data(), Dtype::Float32, &stride};
  args.outputs[0] = {square.data(), Dtype::Float32, &stride};
  args.outputs[1] = {sum.data(), Dtype::Float32, &stride};
  args.outputs[2] = {same.data(), Dtype::Int32, &stride};
  args.outputs[3] = {twice.data(), Dtype::Float64, &two};
  cpu::pointwise(args);
  for (size_t i = 0; i < 3000; ++i) {
    const auto v = static_cast<float>(i);
    ASSERT_EQ(square[i], v * v);
    ASSERT_EQ(sum[i], v * v + v);
    ASSERT_EQ(same[i], static_cast<int32_t>(i));
    ASSERT_EQ(twice[2 * i], static_cast<double>(v * v + v));
  }
}

TEST(CpuPointwise, ASingleElementHasTheBitsOfAVector) {
  for_each_target([](const std::string& target) {
    for (int op = 0; op < kNumOpcodes; ++op) {
      const auto opcode = static_cast<Opcode>(op);
      const int arity = arity_of(opcode);
      const Program p = program_of(arity, {{opcode, 0, 1, 2}});
      const std::vector<float> x = arguments<float>(300, 11), y = arguments<float>(301, 12),
                               z = arguments<float>(302, 13);
      std::vector<float> all(300), one(300);
      const auto launch = [&](size_t from, int64_t n, float* out) {
        const int64_t stride = 1;
        PointwiseArgs args;
        args.program = &p;
        args.compute = Dtype::Float32;
        args.ndim = 1;
        args.sizes = &n;
        args.inputs[0] = {const_cast<float*>(x.data() + from), Dtype::Float32, &stride};
        args.inputs[1] = {const_cast<float*>(y.data() + from), Dtype::Float32, &stride};
        args.inputs[2] = {const_cast<float*>(z.data() + from), Dtype::Float32, &stride};
        args.outputs[0] = {out + from, Dtype::Float32, &stride};
        cpu::pointwise(args);
      };
      launch(0, 300, all.data());
      for (size_t i = 0; i < 300; ++i) launch(i, 1, one.data());
      for (size_t i = 0; i < 300; ++i) {
        if (std::isnan(all[i]) && std::isnan(one[i])) continue;
        ASSERT_EQ(std::memcmp(&all[i], &one[i], sizeof(float)), 0) << target << " opcode " << op << " at " << x[i];
      }
    }
  });
}

TEST(CpuPointwise, ThreadsDoNotChangeBits) {
  const Program p = program_of(2, {{Opcode::Tanh, 0, 0, 0}, {Opcode::Mul, 3, 1, 0}, {Opcode::Add, 4, 2, 0}}, {0.3});
  const int64_t n = 300001, stride = 1;
  std::vector<float> a = arguments<float>(static_cast<size_t>(n), 1), b = arguments<float>(static_cast<size_t>(n), 2),
                     y[2];
  const int before = num_threads();
  for (int t = 0; t < 2; ++t) {
    set_num_threads(t + 1);
    y[t].resize(static_cast<size_t>(n));
    PointwiseArgs args;
    args.program = &p;
    args.compute = Dtype::Float32;
    args.ndim = 1;
    args.sizes = &n;
    args.inputs[0] = {a.data(), Dtype::Float32, &stride};
    args.inputs[1] = {b.data(), Dtype::Float32, &stride};
    args.outputs[0] = {y[t].data(), Dtype::Float32, &stride};
    cpu::pointwise(args);
  }
  set_num_threads(before);
  EXPECT_EQ(std::memcmp(y[0].data(), y[1].data(), y[0].size() * sizeof(float)), 0);
}

// ---- dtypes ----

template <class T>
std::complex<double> widened(const T& v) {
  if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
    return std::complex<double>(v);
  } else if constexpr (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>) {
    return static_cast<double>(static_cast<float>(v));
  } else {
    return static_cast<double>(v);
  }
}

TEST(CpuCopy, ConvertsBetweenAllDtypesOnEveryTarget) {
  for_each_target([](const std::string& target) {
    for (int from = 1; from < kNumDtypes; ++from) {
      for (int to = 1; to < kNumDtypes; ++to) {
        visit_dtype(static_cast<Dtype>(from), [&]<class F>(Type<F>) {
          visit_dtype(static_cast<Dtype>(to), [&]<class T>(Type<T>) {
            for (int64_t in_stride : {1, 3}) {
              const int64_t n = 133, out_stride = in_stride == 1 ? 1 : 2;
              std::vector<char> in(static_cast<size_t>(n * in_stride) * sizeof(F)),
                  out(static_cast<size_t>(n * out_stride) * sizeof(T));
              F* x = reinterpret_cast<F*>(in.data());
              T* y = reinterpret_cast<T*>(out.data());
              for (int64_t i = 0; i < n; ++i) {
                const auto v = static_cast<float>(i % 100) + (is_integral(dtype_of<F>) ? 0.0f : 0.75f);
                if constexpr (std::is_same_v<F, bool>) {
                  x[i * in_stride] = i % 3 == 0;
                } else {
                  x[i * in_stride] = static_cast<F>(v);
                }
              }
              cpu::copy({y, dtype_of<T>, 1, &n, &out_stride}, {x, dtype_of<F>, 1, &n, &in_stride});
              for (int64_t i = 0; i < n; ++i) {
                const std::complex<double> v = widened(x[i * in_stride]);
                std::complex<double> want = v;
                if (std::is_same_v<T, bool>) {
                  want = v != 0.0;
                } else if (is_integral(dtype_of<T>)) {
                  want = std::trunc(v.real());
                } else if (dtype_of<T> == Dtype::Float16 || dtype_of<T> == Dtype::BFloat16) {
                  want = dtype_of<T> == Dtype::Float16 ? double(float(Float16(float(v.real()))))
                                                       : double(float(BFloat16(float(v.real()))));
                } else if (!is_complex(dtype_of<T>)) {
                  want = v.real();
                }
                ASSERT_EQ(widened(y[i * out_stride]), want)
                    << target << " " << name_of(dtype_of<F>) << " to " << name_of(dtype_of<T>);
              }
            }
          });
        });
      }
    }
  });
}

TEST(CpuCopy, HalfTypesRoundAsTheScalarConversionDoes) {
  for_each_target([](const std::string& target) {
    std::vector<float> x = arguments<float>(20000, 21);
    const int64_t n = 20000, one = 1;
    std::vector<uint16_t> y(20000);
    for (Dtype half : {Dtype::Float16, Dtype::BFloat16}) {
      cpu::copy({y.data(), half, 1, &n, &one}, {x.data(), Dtype::Float32, 1, &n, &one});
      for (size_t i = 0; i < x.size(); ++i) {
        const uint16_t want = half == Dtype::Float16 ? Float16(x[i]).bits : BFloat16(x[i]).bits;
        if (std::isnan(x[i])) continue;
        ASSERT_EQ(y[i], want) << target << " " << name_of(half) << " of " << x[i];
      }
      // and back, every pattern
      std::vector<uint16_t> patterns(65536);
      std::iota(patterns.begin(), patterns.end(), uint16_t{0});
      std::vector<float> back(65536);
      const int64_t all = 65536;
      cpu::copy({back.data(), Dtype::Float32, 1, &all, &one}, {patterns.data(), half, 1, &all, &one});
      for (size_t i = 0; i < patterns.size(); ++i) {
        float want;
        if (half == Dtype::Float16) {
          Float16 h;
          h.bits = patterns[i];
          want = h;
        } else {
          BFloat16 h;
          h.bits = patterns[i];
          want = h;
        }
        if (std::isnan(want)) {
          ASSERT_TRUE(std::isnan(back[i]));
        } else {
          ASSERT_EQ(std::memcmp(&back[i], &want, 4), 0) << target << " " << name_of(half) << " pattern " << i;
        }
      }
    }
  });
}

TEST(CpuCopy, TransposesAndPermutesEveryElementSize) {
  for (Dtype dtype : {Dtype::UInt8, Dtype::Int16, Dtype::Float32, Dtype::Float64, Dtype::Complex128}) {
    for (const std::vector<int64_t>& sizes :
         std::vector<std::vector<int64_t>>{{70, 45}, {32, 64}, {3, 129}, {5, 40, 33}, {4, 3, 2, 5}}) {
      const int ndim = static_cast<int>(sizes.size());
      Strides in_strides(sizes.size()), out_strides = row_major(sizes);
      int64_t n = 1;
      for (size_t d = 0; d < sizes.size(); ++d) in_strides[d] = n, n *= sizes[d];  // column-major
      const size_t size = size_of(dtype);
      std::vector<char> in(static_cast<size_t>(n) * size), out(in.size());
      std::mt19937 random(1);
      for (char& c : in) c = static_cast<char>(random());
      cpu::copy({out.data(), dtype, ndim, sizes.data(), out_strides.data()},
                {in.data(), dtype, ndim, sizes.data(), in_strides.data()});
      int64_t wrong = 0;
      for_each_index(sizes, [&](const std::vector<int64_t>& i) {
        wrong += std::memcmp(&out[static_cast<size_t>(offset_of(i, out_strides)) * size],
                             &in[static_cast<size_t>(offset_of(i, in_strides)) * size], size) != 0;
      });
      EXPECT_EQ(wrong, 0) << name_of(dtype) << " " << ndim;
    }
  }
}

TEST(CpuFill, EveryDtypeAndStride) {
  for (int d = 1; d < kNumDtypes; ++d) {
    visit_dtype(static_cast<Dtype>(d), [&]<class T>(Type<T>) {
      const int64_t sizes[] = {30, 7}, strides[] = {20, 2};
      std::vector<char> data(30 * 20 * sizeof(T));
      T* x = reinterpret_cast<T*>(data.data());
      cpu::fill({x, dtype_of<T>, 2, sizes, strides}, Scalar(3.0));
      for (int64_t i = 0; i < 600; ++i) {
        const bool written = i % 20 < 14 && i % 2 == 0;
        ASSERT_EQ(widened(x[i]), std::complex<double>(written ? (d == 1 ? 1.0 : 3.0) : 0.0)) << d << " " << i;
      }
    });
  }
}

// ---- integers and complex numbers ----

TEST(CpuPointwise, IntegersWrapAroundAndDivideWithoutTrapping) {
  const auto run = [](Opcode op, int64_t a, int64_t b) {
    int64_t out;
    cpu::kernels().tile[cpu::kI64][static_cast<int>(op)](&out, &a, &b, nullptr, 1);
    return out;
  };
  const int64_t min = std::numeric_limits<int64_t>::min(), max = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(run(Opcode::Add, max, 1), min);
  EXPECT_EQ(run(Opcode::Div, min, -1), min);
  EXPECT_EQ(run(Opcode::Div, 5, 0), 0);
  EXPECT_EQ(run(Opcode::Div, -7, 2), -3);
  EXPECT_EQ(run(Opcode::FloorDivide, -7, 2), -4);
  EXPECT_EQ(run(Opcode::Remainder, -7, 3), 2);
  EXPECT_EQ(run(Opcode::Fmod, -7, 3), -1);
  EXPECT_EQ(run(Opcode::Remainder, min, -1), 0);
  EXPECT_EQ(run(Opcode::Pow, 3, 4), 81);
  EXPECT_EQ(run(Opcode::Pow, 2, -1), 0);
  EXPECT_EQ(run(Opcode::Pow, -1, -3), -1);
  EXPECT_EQ(run(Opcode::ShiftLeft, 1, 62), int64_t{1} << 62);
  EXPECT_EQ(run(Opcode::BitXor, 12, 10), 6);
}

TEST(CpuPointwise, ComplexFunctionsAgreeWithLongDouble) {
  using L = std::complex<Long>;
  struct Case {
    Opcode opcode;
    const char* name;
    L (*reference)(const L&, const L&);
    bool argument_only = false;
  };
  const Case cases[] = {
      {Opcode::Add, "add", [](const L& a, const L& b) { return a + b; }},
      {Opcode::Sub, "sub", [](const L& a, const L& b) { return a - b; }},
      {Opcode::Mul, "mul", [](const L& a, const L& b) { return a * b; }},
      {Opcode::Div, "div", [](const L& a, const L& b) { return a / b; }},
      {Opcode::Pow, "pow", [](const L& a, const L& b) { return std::pow(a, b); }},
      {Opcode::Neg, "neg", [](const L& a, const L&) { return -a; }},
      {Opcode::Abs, "abs", [](const L& a, const L&) { return L(std::abs(a)); }},
      {Opcode::Sign, "sgn", [](const L& a, const L&) { return a / std::abs(a); }},
      {Opcode::Square, "square", [](const L& a, const L&) { return a * a; }},
      {Opcode::Reciprocal, "reciprocal", [](const L& a, const L&) { return Long(1) / a; }},
      {Opcode::Sqrt, "sqrt", [](const L& a, const L&) { return std::sqrt(a); }},
      {Opcode::Rsqrt, "rsqrt", [](const L& a, const L&) { return Long(1) / std::sqrt(a); }},
      {Opcode::Exp, "exp", [](const L& a, const L&) { return std::exp(a); }},
      {Opcode::Exp2, "exp2", [](const L& a, const L&) { return std::pow(L(2), a); }},
      {Opcode::Expm1, "expm1", [](const L& a, const L&) { return std::exp(a) - Long(1); }},
      {Opcode::Log, "log", [](const L& a, const L&) { return std::log(a); }},
      {Opcode::Log2, "log2", [](const L& a, const L&) { return std::log(a) / std::log(Long(2)); }},
      {Opcode::Log10, "log10", [](const L& a, const L&) { return std::log10(a); }},
      {Opcode::Log1p, "log1p", [](const L& a, const L&) { return std::log(Long(1) + a); }},
      {Opcode::Sin, "sin", [](const L& a, const L&) { return std::sin(a); }},
      {Opcode::Cos, "cos", [](const L& a, const L&) { return std::cos(a); }},
      {Opcode::Tan, "tan", [](const L& a, const L&) { return std::tan(a); }},
      {Opcode::Asin, "asin", [](const L& a, const L&) { return std::asin(a); }},
      {Opcode::Acos, "acos", [](const L& a, const L&) { return std::acos(a); }},
      {Opcode::Atan, "atan", [](const L& a, const L&) { return std::atan(a); }},
      {Opcode::Sinh, "sinh", [](const L& a, const L&) { return std::sinh(a); }},
      {Opcode::Cosh, "cosh", [](const L& a, const L&) { return std::cosh(a); }},
      {Opcode::Tanh, "tanh", [](const L& a, const L&) { return std::tanh(a); }},
      {Opcode::Asinh, "asinh", [](const L& a, const L&) { return std::asinh(a); }},
      {Opcode::Acosh, "acosh", [](const L& a, const L&) { return std::acosh(a); }},
      {Opcode::Atanh, "atanh", [](const L& a, const L&) { return std::atanh(a); }},
      {Opcode::Sigmoid, "sigmoid", [](const L& a, const L&) { return Long(1) / (Long(1) + std::exp(-a)); }},
      {Opcode::Conj, "conj", [](const L& a, const L&) { return std::conj(a); }},
      {Opcode::Angle, "angle", [](const L& a, const L&) { return L(std::arg(a)); }},
      {Opcode::MakeComplex, "complex", [](const L& a, const L& b) { return L(a.real(), b.real()); }},
  };
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> unit(-3, 3);
  std::vector<std::complex<double>> a, b;
  for (int i = 0; i < 2000; ++i) {
    a.emplace_back(unit(random), unit(random));
    b.emplace_back(unit(random), unit(random));
  }
  std::vector<std::complex<float>> af(a.begin(), a.end()), bf(b.begin(), b.end()), outf(a.size());
  std::vector<std::complex<double>> out(a.size());
  for (const Case& c : cases) {
    cpu::kernels().tile[cpu::kC128][static_cast<int>(c.opcode)](out.data(), a.data(), b.data(), nullptr, a.size());
    cpu::kernels().tile[cpu::kC64][static_cast<int>(c.opcode)](outf.data(), af.data(), bf.data(), nullptr, a.size());
    double worst = 0, worst_float = 0;
    for (size_t i = 0; i < a.size(); ++i) {
      const L exact = c.reference(L(a[i]), L(b[i])), exact_float = c.reference(L(af[i]), L(bf[i]));
      worst = std::max(worst, static_cast<double>(std::abs(L(out[i]) - exact) / std::abs(exact)));
      worst_float =
          std::max(worst_float, static_cast<double>(std::abs(L(outf[i]) - exact_float) / std::abs(exact_float)));
    }
    EXPECT_LE(worst, 40 * 0x1p-53) << c.name;
    EXPECT_LE(worst_float, 8 * 0x1p-24) << c.name;
  }
}

}  // namespace
}  // namespace vjp
