// The formulas of composite pointwise operators, run as programs: their error against extended precision.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "ops/op.h"

namespace vjp {
namespace {

using Long = long double;

struct Case {
  const char* op;
  Long (*reference)(Long);
  double limit;  // in ulp
  double range = 30;
};

Long logistic(Long x) { return 1 / (1 + std::exp(-x)); }

// Functions of exponentials of products round the argument: their error grows with it, as far as `range` says.
const Case kCases[] = {
    {"_gelu", [](Long x) { return x * std::erfc(-x * M_SQRT1_2l) / 2; }, 3},
    {"silu", [](Long x) { return x * logistic(x); }, 2.5},
    {"logsigmoid", [](Long x) { return std::min(x, 0.0L) - std::log1p(std::exp(-std::fabs(x))); }, 2},
    {"mish", [](Long x) { return x * std::tanh(std::log1p(std::exp(x))); }, 2},
    {"selu", [](Long x) { return 1.0507009873554804934L * (x > 0 ? x : 1.6732632423543772848L * std::expm1(x)); }, 3},
    {"relu", [](Long x) { return x > 0 ? x : 0; }, 0},
    {"hardsigmoid", [](Long x) { return std::min(std::max(x + 3, 0.0L), 6.0L) / 6; }, 2},
    {"_gelu_tanh",
     [](Long x) { return x * logistic(x * (x * x * 0.0713548162726002527220L + 1.59576912160573071176L)); }, 3, 1},
    {"sinc", [](Long x) { return x == 0 ? 1 : std::sin(M_PIl * x) / (M_PIl * x); }, 4, 0.5},
    {"deg2rad", [](Long x) { return x * (M_PIl / 180); }, 2},
};

template <class T>
void check(const Case& c, Dtype dtype) {
  const OpDef* op = find_op(c.op);
  ASSERT_NE(op, nullptr) << c.op;
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<T> x, y;
  for (int i = 0; i < 100000; ++i) {
    const double scale = i % 3 == 0 ? c.range : i % 3 == 1 ? 1 : std::exp(-20 * std::fabs(unit(random)));
    x.push_back(static_cast<T>(unit(random) * std::min(scale, c.range)));
  }
  y.resize(x.size());
  const auto n = static_cast<int64_t>(x.size()), one = int64_t{1};
  PointwiseArgs args;
  args.program = &op->pointwise->real;
  args.compute = byte_of(dtype);
  args.ndim = 1;
  args.sizes = &n;
  args.inputs[0] = make_operand(x.data(), dtype, &one);
  args.outputs[0] = make_operand(y.data(), dtype, &one);
  kernels_of_cpu().pointwise(args);
  double worst = 0;
  T at = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const Long exact = c.reference(x[i]);
    if (exact == 0 && y[i] == 0) continue;
    int exponent;
    std::frexp(exact, &exponent);
    exponent = std::max(exponent, std::numeric_limits<T>::min_exponent);
    const double e =
        static_cast<double>(std::fabs(y[i] - exact) / std::ldexp(Long(1), exponent - std::numeric_limits<T>::digits));
    if (!(e <= worst)) worst = e, at = x[i];
  }
  if (getenv("VJP_TEST_VERBOSE")) std::printf("%-12s %s %.3f at %.17g\n", c.op, name_of(dtype), worst, double(at));
  EXPECT_LE(worst, c.limit) << c.op << " on " << name_of(dtype) << " at " << at;
}

TEST(PointwiseFormula, ErrorsAreAFewUlp) {
  for (const Case& c : kCases) {
    check<float>(c, Dtype::Float32);
    check<double>(c, Dtype::Float64);
  }
}

}  // namespace
}  // namespace vjp
