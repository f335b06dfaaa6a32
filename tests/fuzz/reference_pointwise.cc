// Elementwise operators: a formula an element.
#include <cmath>
#include <limits>
#include <numbers>

#include "reference.h"

namespace fuzz {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = std::numbers::pi;

using RealFunction = double (*)(double);
using ComplexFunction = Complex (*)(Complex);
struct Unary {
  RealFunction real = nullptr;
  ComplexFunction complex = nullptr;
};

double sigmoid(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }
double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }
double sign(double x) { return std::isnan(x) ? x : static_cast<double>((x > 0) - (x < 0)); }
double digamma(double x) {
  if (x == 0) return std::copysign(kInf, -x);
  if (x < 0) {
    if (std::isinf(x) || x == std::floor(x)) return kNan;
    return digamma(1 - x) - kPi / std::tan(kPi * (x - std::nearbyint(x)));
  }
  double out = 0;
  for (; x < 12; ++x) out -= 1 / x;
  const double y = 1 / (x * x);
  return std::isinf(x)
             ? x
             : out + std::log(x) - 0.5 / x -
                   y * (1. / 12 - y * (1. / 120 - y * (1. / 252 - y * (1. / 240 - y * (1. / 132 - y * 691. / 32760)))));
}
double erfinv(double y) {
  if (!(std::abs(y) <= 1)) return kNan;
  if (std::abs(y) == 1) return std::copysign(kInf, y);
  if (std::abs(y) < 1e-9) return y * std::sqrt(kPi) / 2;
  double low = -6, high = 6;  // by halves
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    const bool below = y < 0 ? std::erfc(-middle) < 1 + y : std::erfc(middle) > 1 - y;
    (below ? low : high) = middle;
  }
  if (std::abs(y) > 0.5) return (low + high) / 2;
  long double x = (low + high) / 2;  // erfc(x) of a small x has not the digits of erf(x): one step of Newton's method
  x -= (std::erf(x) - y) * std::sqrt(kPi) / 2 * std::exp(x * x);
  return y == 0 ? y : static_cast<double>(x);
}
double clipped(double x, double low, double high) { return std::isnan(x) ? x : std::min(std::max(x, low), high); }

const std::map<std::string, Unary>& unary() {
  static const std::map<std::string, Unary> all{
      {"acos", {[](double x) { return std::acos(x); }, [](Complex z) { return std::acos(z); }}},
      {"acosh", {[](double x) { return std::acosh(x); }, [](Complex z) { return std::acosh(z); }}},
      {"asin", {[](double x) { return std::asin(x); }, [](Complex z) { return std::asin(z); }}},
      {"asinh", {[](double x) { return std::asinh(x); }, [](Complex z) { return std::asinh(z); }}},
      {"atan", {[](double x) { return std::atan(x); }, [](Complex z) { return std::atan(z); }}},
      {"atanh", {[](double x) { return std::atanh(x); }, [](Complex z) { return std::atanh(z); }}},
      {"ceil", {[](double x) { return std::ceil(x); }, nullptr}},
      {"cos", {[](double x) { return std::cos(x); }, [](Complex z) { return std::cos(z); }}},
      {"cosh", {[](double x) { return std::cosh(x); }, [](Complex z) { return std::cosh(z); }}},
      {"deg2rad", {[](double x) { return x * (kPi / 180); }, nullptr}},
      {"rad2deg", {[](double x) { return x * (180 / kPi); }, nullptr}},
      {"digamma", {digamma, nullptr}},
      {"entr", {[](double x) { return x > 0           ? -x * std::log(x)
                                      : x == 0        ? 0
                                      : std::isnan(x) ? x
                                                      : -kInf; }, nullptr}},
      {"erf", {[](double x) { return std::erf(x); }, nullptr}},
      {"erfc", {[](double x) { return std::erfc(x); }, nullptr}},
      {"erfinv", {erfinv, nullptr}},
      {"exp", {[](double x) { return std::exp(x); }, [](Complex z) { return std::exp(z); }}},
      {"exp2", {[](double x) { return std::exp2(x); }, [](Complex z) { return std::exp(z * std::numbers::ln2); }}},
      {"expm1", {[](double x) { return std::expm1(x); }, [](Complex z) { return std::exp(z) - 1.0; }}},
      {"floor", {[](double x) { return std::floor(x); }, nullptr}},
      {"frac", {[](double x) { return x - std::trunc(x); }, nullptr}},
      {"hardsigmoid", {[](double x) { return clipped(x / 6 + 0.5, 0, 1); }, nullptr}},
      {"hardswish", {[](double x) { return x * clipped(x + 3, 0, 6) / 6; }, nullptr}},
      {"isfinite",
       {[](double x) { return static_cast<double>(std::isfinite(x)); },
        [](Complex z) { return Complex(std::isfinite(z.real()) && std::isfinite(z.imag())); }}},
      {"isinf",
       {[](double x) { return static_cast<double>(std::isinf(x)); },
        [](Complex z) { return Complex(std::isinf(z.real()) || std::isinf(z.imag())); }}},
      {"isnan",
       {[](double x) { return static_cast<double>(std::isnan(x)); }, [](Complex z) { return Complex(is_nan(z)); }}},
      {"isneginf", {[](double x) { return static_cast<double>(x == -kInf); }, nullptr}},
      {"isposinf", {[](double x) { return static_cast<double>(x == kInf); }, nullptr}},
      {"lgamma", {[](double x) { return std::lgamma(x); }, nullptr}},
      {"log", {[](double x) { return std::log(x); }, [](Complex z) { return std::log(z); }}},
      {"log10", {[](double x) { return std::log10(x); }, [](Complex z) { return std::log10(z); }}},
      {"log1p", {[](double x) { return std::log1p(x); }, [](Complex z) { return std::log(1.0 + z); }}},
      {"log2", {[](double x) { return std::log2(x); }, [](Complex z) { return std::log(z) / std::numbers::ln2; }}},
      {"logical_not",
       {[](double x) { return static_cast<double>(x == 0); }, [](Complex z) { return Complex(z == 0.0); }}},
      {"logsigmoid", {[](double x) { return -softplus(-x); }, nullptr}},
      {"mish", {[](double x) { return x == -kInf ? -0.0 : x * std::tanh(softplus(x)); }, nullptr}},
      {"ndtr", {[](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }, nullptr}},
      {"neg", {[](double x) { return -x; }, [](Complex z) { return -z; }}},
      {"positive", {[](double x) { return x; }, [](Complex z) { return z; }}},
      {"reciprocal", {[](double x) { return 1 / x; }, [](Complex z) { return 1.0 / z; }}},
      {"relu", {[](double x) { return std::isnan(x) ? x : std::max(x, 0.0); }, nullptr}},
      {"relu6", {[](double x) { return clipped(x, 0, 6); }, nullptr}},
      {"round", {[](double x) { return std::nearbyint(x); }, nullptr}},
      {"rsqrt", {[](double x) { return 1 / std::sqrt(x); }, [](Complex z) { return 1.0 / std::sqrt(z); }}},
      {"selu",
       {[](double x) {
          return 1.0507009873554804934193349852946 * (x > 0 ? x : 1.6732632423543772848170429916717 * std::expm1(x));
        },
        nullptr}},
      {"sigmoid", {sigmoid, [](Complex z) { return 1.0 / (1.0 + std::exp(-z)); }}},
      {"sign", {sign, nullptr}},
      {"sgn", {sign, [](Complex z) { return z == 0.0 ? z : z / std::abs(z); }}},
      {"signbit", {[](double x) { return static_cast<double>(std::signbit(x)); }, nullptr}},
      {"silu", {[](double x) { return x == -kInf ? -0.0 : x * sigmoid(x); }, nullptr}},
      {"sin", {[](double x) { return std::sin(x); }, [](Complex z) { return std::sin(z); }}},
      {"sinc",
       {[](double x) { return std::isinf(x) ? 0
                              : x == 0      ? 1
                                            : std::sin(kPi * x) / (kPi * x); },
        [](Complex z) { return z == 0.0 ? Complex(1) : std::sin(kPi * z) / (kPi * z); }}},
      {"sinh", {[](double x) { return std::sinh(x); }, [](Complex z) { return std::sinh(z); }}},
      {"softsign", {[](double x) { return x / (1 + std::abs(x)); }, [](Complex z) { return z / (1 + std::abs(z)); }}},
      {"sqrt", {[](double x) { return std::sqrt(x); }, [](Complex z) { return std::sqrt(z); }}},
      {"square", {[](double x) { return x * x; }, [](Complex z) { return z * z; }}},
      {"tan", {[](double x) { return std::tan(x); }, [](Complex z) { return std::tan(z); }}},
      {"tanh", {[](double x) { return std::tanh(x); }, [](Complex z) { return std::tanh(z); }}},
      {"tanhshrink", {[](double x) { return x - std::tanh(x); }, nullptr}},
      {"trunc", {[](double x) { return std::trunc(x); }, nullptr}},
  };
  return all;
}

Results run_unary(const Given& g) {
  const Unary& f = unary().at(g.op());
  Array x = g.array("input");
  x.scale.resize(x.v.size());
  for (size_t i = 0; i < x.v.size(); ++i) {
    const Complex z = x.v[i];
    if (is_complex(x.dtype) && !f.complex) unspecified("no complex form");
    if (is_complex(x.dtype) && !std::isfinite(std::abs(z)) && !g.op().starts_with("is"))
      unspecified("complex numbers that are not finite");
    x.v[i] = is_complex(x.dtype) ? f.complex(z) : Complex(f.real(z.real()));
    // what a narrow type computes near a zero of the function
    x.scale[i] = std::isfinite(std::abs(z)) && (g.op() == "lgamma" || g.op() == "digamma" || g.op() == "ndtr" ||
                                                g.op() == "tanhshrink" || g.op() == "logsigmoid" || g.op() == "sinc" ||
                                                g.op() == "hardsigmoid" || g.op() == "hardswish")
                     ? 1 + std::abs(z)
                     : 0;
    // a rounding of the argument near a pole
    if (g.op() == "digamma") x.scale[i] *= 1 + std::abs(x.v[i]);
    if (is_complex(x.dtype) && std::isfinite(std::abs(z))) x.scale[i] = 1;
  }
  return {x};
}

// Results that may be small where the arguments are not.
bool cancels(const std::string& op) {
  return op.starts_with("add") || op.starts_with("sub") || op == "rsub" || op == "lerp" ||
         op.starts_with("logaddexp") || op == "remainder" || op == "fmod";
}

// f of the elements of all named arguments, broadcast.
template <class F>
Results zip(const Given& g, std::initializer_list<const char*> names, F f) {
  std::vector<Array> in;
  Ints shape;
  for (const char* name : names) {
    in.push_back(g.array(name));
    shape = broadcast_shape(shape, in.back().shape);
  }
  bool complex = false;
  for (Array& a : in) {
    complex = complex || is_complex(a.dtype) || (a.dtype == VJP_DTYPE_NONE && a[0].imag() != 0);
    a = broadcast(a, shape);
  }
  Array out(shape, VJP_DTYPE_FLOAT64);
  out.scale.resize(out.v.size());
  std::vector<Complex> at(in.size());
  for (int64_t i = 0; i < out.numel(); ++i) {
    for (size_t k = 0; k < in.size(); ++k) at[k] = in[k][i];
    out[i] = f(at, complex);
    for (const Complex& z : at)
      if ((complex || cancels(g.op())) && std::isfinite(std::abs(z))) out.scale[static_cast<size_t>(i)] += std::abs(z);
  }
  return {out};
}

using At = const std::vector<Complex>&;
double re(Complex z) { return z.real(); }
bool nan2(At x) { return is_nan(x[0]) || is_nan(x[1]); }
double floored(double a, double b) {
  if (!std::isfinite(a / b)) unspecified("floors of infinite quotients");
  if (std::isinf(b)) return (a < 0) != (b < 0) && a != 0 ? -1 : a / b;
  return std::floor(a / b);
}
double python_mod(double a, double b) {
  const double r = std::fmod(a, b);
  return r != 0 && ((r < 0) != (b < 0)) ? r + b : r;
}
double log_add(double a, double b, double base) {
  if (std::isinf(a) && a == b) return a;
  const double m = std::max(a, b), d = -std::abs(a - b);
  return std::isnan(a) || std::isnan(b) ? kNan : m + std::log1p(std::pow(base, d)) / std::log(base);
}
Complex times(Complex a, Complex b, bool complex) { return complex ? a * b : Complex(re(a) * re(b)); }

template <auto F>
Results binary(const Given& g) {
  return zip(g, {"input", "other"}, [](At x, bool complex) { return F(x, complex); });
}

void add_arithmetic(Table& t) {
  t["add"] = {binary<[](At x, bool) -> Complex { return x[0] + x[1]; }>};
  t["sub"] = {binary<[](At x, bool) -> Complex { return x[0] - x[1]; }>};
  t["mul"] = {binary<[](At x, bool c) -> Complex { return times(x[0], x[1], c); }>};
  t["div"] = t["true_divide"] = {binary<[](At x, bool c) -> Complex {
    if (c && !(std::isfinite(std::abs(x[0])) && std::isfinite(std::abs(x[1])))) unspecified("infinite complex numbers");
    return c ? x[0] / x[1] : re(x[0]) / re(x[1]);
  }>};
  t["add.alpha"] = {[](const Given& g) {
    return zip(g, {"input", "other", "alpha"}, [](At x, bool c) { return x[0] + times(x[2], x[1], c); });
  }};
  t["sub.alpha"] = {[](const Given& g) {
    return zip(g, {"input", "other", "alpha"}, [](At x, bool c) { return x[0] - times(x[2], x[1], c); });
  }};
  t["rsub"] = {[](const Given& g) {
    return zip(g, {"input", "other", "alpha"}, [](At x, bool c) { return x[1] - times(x[2], x[0], c); });
  }};
  t["addcmul"] = {[](const Given& g) {
    return zip(g, {"input", "tensor1", "tensor2", "value"}, [](At x, bool c) {
      const Complex product = times(x[1], x[2], c), scaled = times(x[3], product, c);
      for (const double size : {std::abs(product), std::abs(scaled)})
        if (size > 3e38 && std::isfinite(size)) unspecified("a product that leaves the range of float32");
      return x[0] + scaled;
    });
  }};
  t["addcdiv"] = {[](const Given& g) {
    return zip(g, {"input", "tensor1", "tensor2", "value"}, [](At x, bool c) -> Complex {
      if (c && !(std::isfinite(std::abs(x[1])) && std::isfinite(std::abs(x[2]))))
        unspecified("infinite complex numbers");
      if (const double quotient = std::abs(re(x[3]) * re(x[1]) / re(x[2])); quotient > 3e38 && std::isfinite(quotient))
        unspecified("a quotient that leaves the range of float32");
      return c ? x[0] + x[3] * x[1] / x[2] : re(x[0]) + re(x[3]) * re(x[1]) / re(x[2]);
    });
  }};
  t["lerp"] = {[](const Given& g) {
    return zip(g, {"input", "end", "weight"}, [](At x, bool c) { return x[0] + times(x[2], x[1] - x[0], c); });
  }};
  t["atan2"] = {binary<[](At x, bool) -> Complex { return std::atan2(re(x[0]), re(x[1])); }>};
  t["hypot"] = {binary<[](At x, bool) -> Complex { return std::hypot(re(x[0]), re(x[1])); }>};
  t["copysign"] = {binary<[](At x, bool) -> Complex { return std::copysign(re(x[0]), re(x[1])); }>};
  t["fmod"] = {[](const Given& g) {
    const bool whole = is_whole(g.array("input").dtype);
    return zip(g, {"input", "other"}, [whole](At x, bool) -> Complex {
      if (whole && re(x[1]) == 0) unspecified("what remains of a division by 0");
      return std::fmod(re(x[0]), re(x[1]));
    });
  }};
  t["remainder"] = {[](const Given& g) {
    const bool whole = is_whole(g.array("input").dtype);
    return zip(g, {"input", "other"}, [whole](At x, bool) -> Complex {
      if (whole && re(x[1]) == 0) unspecified("what remains of a division by 0");
      return python_mod(re(x[0]), re(x[1]));
    });
  }};
  t["ldexp"] = {binary<[](At x, bool c) -> Complex {
    if (x[1].imag() != 0) unspecified("complex exponents");
    return times(x[0], std::exp2(re(x[1])), c);
  }>};
  t["logaddexp"] = {binary<[](At x, bool c) -> Complex {
    if (c) unspecified("complex numbers");
    return log_add(re(x[0]), re(x[1]), std::numbers::e);
  }>};
  t["logaddexp2"] = {binary<[](At x, bool) -> Complex { return log_add(re(x[0]), re(x[1]), 2); }>};
  for (const char* name : {"logaddexp", "logaddexp2", "lerp", "addcdiv", "addcmul", "add", "sub", "add.alpha",
                           "sub.alpha", "rsub", "remainder", "fmod"})
    t[name].roundings = 16;
  t["xlogy"] = {binary<[](At x, bool) -> Complex {
    return std::isnan(re(x[1])) ? kNan : re(x[0]) == 0 ? 0 : re(x[0]) * std::log(re(x[1]));
  }>};
  t["xlog1py"] = {binary<[](At x, bool) -> Complex {
    return std::isnan(re(x[1])) ? kNan : re(x[0]) == 0 ? 0 : re(x[0]) * std::log1p(re(x[1]));
  }>};
}

bool close(At x, double rtol, double atol) {
  return x[0] == x[1] || (std::isfinite(std::abs(x[1])) && std::abs(x[0] - x[1]) <= atol + rtol * std::abs(x[1]));
}

void add_comparisons(Table& t) {
  t["eq"] = {binary<[](At x, bool) -> Complex { return x[0] == x[1]; }>};
  t["ne"] = {binary<[](At x, bool) -> Complex { return x[0] != x[1]; }>};
  t["lt"] = {binary<[](At x, bool) -> Complex { return re(x[0]) < re(x[1]); }>};
  t["le"] = {binary<[](At x, bool) -> Complex { return re(x[0]) <= re(x[1]); }>};
  t["gt"] = {binary<[](At x, bool) -> Complex { return (re(x[0]) > re(x[1])); }>};
  t["ge"] = {binary<[](At x, bool) -> Complex { return (re(x[0]) >= re(x[1])); }>};
  t["logical_and"] = {binary<[](At x, bool) -> Complex { return x[0] != 0.0 && x[1] != 0.0; }>};
  t["logical_or"] = {binary<[](At x, bool) -> Complex { return x[0] != 0.0 || x[1] != 0.0; }>};
  t["logical_xor"] = {binary<[](At x, bool) -> Complex { return (x[0] != 0.0) != (x[1] != 0.0); }>};
  t["maximum"] =
      t["max.other"] = {binary<[](At x, bool) -> Complex { return nan2(x) ? kNan : std::max(re(x[0]), re(x[1])); }>};
  t["minimum"] =
      t["min.other"] = {binary<[](At x, bool) -> Complex { return nan2(x) ? kNan : std::min(re(x[0]), re(x[1])); }>};
  t["fmax"] = {binary<[](At x, bool) -> Complex { return std::fmax(re(x[0]), re(x[1])); }>};
  t["fmin"] = {binary<[](At x, bool) -> Complex { return std::fmin(re(x[0]), re(x[1])); }>};
  t["isclose"] = {[](const Given& g) {
    const double rtol = g.real("rtol"), atol = g.real("atol");
    const bool equal_nan = g.flag("equal_nan");
    return zip(g, {"input", "other"}, [=](At x, bool) -> Complex {
      return close(x, rtol, atol) || (equal_nan && is_nan(x[0]) && is_nan(x[1]));
    });
  }};
  t["where"] = {[](const Given& g) {
    return zip(g, {"condition", "input", "other"}, [](At x, bool) { return x[0] != 0.0 ? x[1] : x[2]; });
  }};
  t["masked_fill"] = {[](const Given& g) {
    Array x = g.array("input");
    x = broadcast(x, broadcast_shape(x.shape, g.array("mask").shape));
    Array mask = broadcast(g.array("mask"), x.shape), value = broadcast(g.array("value"), x.shape);
    for (int64_t i = 0; i < x.numel(); ++i)
      if (mask[i] != 0.0) x[i] = value[i];
    return Results{x};
  }};
}

// With numbers as parameters.
template <class F>
Results with(const Given& g, F f) {
  Array x = g.array("input");
  for (Complex& z : x.v) z = f(z.real());
  return {x};
}

void add_parametric(Table& t) {
  t["leaky_relu"] = {
      [](const Given& g) { return with(g, [s = g.real("negative_slope")](double x) { return x > 0 ? x : x * s; }); }};
  t["elu"] = {[](const Given& g) {
    return with(g, [a = g.real("alpha")](double x) { return x > 0 ? x : a * std::expm1(x); });
  }};
  t["celu"] = {[](const Given& g) {
    return with(g, [a = g.real("alpha")](double x) { return x > 0 ? x : a * std::expm1(x / a); });
  }};
  t["hardshrink"] = {
      [](const Given& g) { return with(g, [l = g.real("lambd")](double x) { return x >= -l && x <= l ? 0 : x; }); }};
  t["softshrink"] = {[](const Given& g) {
    return with(g, [l = g.real("lambd")](double x) { return x > l ? x - l : x < -l ? x + l : std::isnan(x) ? x : 0; });
  }};
  t["hardtanh"] = {[](const Given& g) {
    return with(g, [a = g.real("min_val"), b = g.real("max_val")](double x) { return clipped(x, a, b); });
  }};
  t["threshold"] = {[](const Given& g) {
    return with(g, [a = g.real("threshold"), b = g.real("value")](double x) { return x <= a ? b : x; });
  }};
  t["softplus"] = {[](const Given& g) {
    return with(
        g, [b = g.real("beta"), s = g.real("threshold")](double x) { return x * b > s ? x : softplus(x * b) / b; });
  }};
  t["logit"] = {[](const Given& g) {
    const bool clips = g.has("eps");
    Results out = with(g, [=, e = clips ? g.real("eps") : 0](double x) {
      if (clips) x = x < e ? e : x > 1 - e ? 1 - e : x;
      return std::log(x / (1 - x));
    });
    out[0].scale.assign(out[0].v.size(), 8);  // near a half
    // 1 - eps is off by half a rounding of 1, and the logarithm of what is left of 1 by that over eps
    for (double& scale : out[0].scale) scale += clips && g.real("eps") > 0 ? 0.5 / g.real("eps") : 0;
    return out;
  }};
  t["nan_to_num"] = {[](const Given& g) {
    const bool high = g.has("posinf"), low = g.has("neginf");
    const double nan = g.has("nan") ? g.real("nan") : 0;
    Array x = g.array("input");
    if (is_complex(x.dtype)) unspecified("complex");
    for (Complex& z : x.v) {
      if (std::isinf(z.real()) && !(z.real() > 0 ? high : low)) unspecified("the largest number of the dtype");
      z = std::isnan(z.real()) ? nan
          : z.real() == kInf   ? g.real("posinf")
          : z.real() == -kInf  ? g.real("neginf")
                               : z.real();
    }
    return Results{x};
  }};
  t["gelu"] = {[](const Given& g) {
                 const bool tanh = g.word("approximate") == "tanh";
                 return with(g, [=](double x) {
                   if (x == -kInf) return -0.0;
                   return tanh ? 0.5 * x * (1 + std::tanh(std::sqrt(2 / kPi) * (x + 0.044715 * x * x * x)))
                               : 0.5 * x * std::erfc(-x / std::numbers::sqrt2);
                 });
               },
               16};
  t["clamp"] = {[](const Given& g) {
    Array x = g.array("input");
    for (bool low : {true, false}) {
      const char* name = low ? "min" : "max";
      if (!g.has(name)) continue;
      Array bound = g.array(name);
      const Ints shape = broadcast_shape(x.shape, bound.shape);
      x = broadcast(x, shape), bound = broadcast(bound, shape);
      for (int64_t i = 0; i < x.numel(); ++i) {
        const double a = re(x[i]), b = re(bound[i]);
        x[i] = std::isnan(a) || std::isnan(b) ? kNan : low ? std::max(a, b) : std::min(a, b);
      }
    }
    return Results{x};
  }};
  t["clamp_min"] = {[](const Given& g) {
    return zip(g, {"input", "min"},
               [](At x, bool) -> Complex { return nan2(x) ? kNan : std::max(re(x[0]), re(x[1])); });
  }};
  t["clamp_max"] = {[](const Given& g) {
    return zip(g, {"input", "max"},
               [](At x, bool) -> Complex { return nan2(x) ? kNan : std::min(re(x[0]), re(x[1])); });
  }};
  t["prelu"] = {[](const Given& g) {
    Array x = g.array("input"), w = g.array("weight");
    int64_t inner = 1;
    for (int64_t d = 2; d < x.ndim(); ++d) inner *= x.size(d);
    for (int64_t i = 0; i < x.numel(); ++i)
      if (!(re(x[i]) > 0)) x[i] *= re(w[w.numel() == 1 ? 0 : x.ndim() < 2 ? 0 : i / inner % x.size(1)]);
    return Results{x};
  }};
  t["round.decimals"] = {[](const Given& g) {
    const double eps = eps_of(g.array("input").dtype);
    if (g.integer("decimals") > 300 || g.integer("decimals") < -300) unspecified("powers of ten that no double holds");
    return with(g, [eps, f = std::pow(10, g.integer("decimals"))](double x) {
      if (const double y = std::abs(x * f); std::abs(y - std::floor(y) - 0.5) <= 2 * eps * y)
        unspecified("half way, as near as the dtype knows");
      return std::isinf(x) ? x : std::nearbyint(x * f) / f;
    });
  }};
}

void add_powers(Table& t) {
  const auto power = [](const Given& g) {
    return zip(g, {"input", "exponent"}, [](At x, bool complex) -> Complex {
      if (re(x[0]) == -kInf && x[1] == 0.5) unspecified("a root, of which IEEE has two opinions");
      if (!complex) return std::pow(re(x[0]), re(x[1]));
      if (!std::isfinite(std::abs(x[0])) || !std::isfinite(std::abs(x[1]))) unspecified("infinite complex powers");
      if (x[1] == 0.0) return 1;
      if (x[0] == 0.0) {
        if (re(x[1]) <= 0 || x[1].imag() != 0) unspecified("powers of a complex 0");
        return 0;
      }
      return std::pow(x[0], x[1]);
    });
  };
  t["pow"] = {power, 24};
  t["float_power"] = {power, 24};
  t["div.rounding_mode"] = {[](const Given& g) {
    const std::string mode = g.has("rounding_mode") ? g.word("rounding_mode") : "";
    Results out = zip(g, {"input", "other"}, [=](At x, bool complex) -> Complex {
      if (complex) return x[0] / x[1];
      const double q = re(x[0]) / re(x[1]);
      return mode == "floor" ? floored(re(x[0]), re(x[1])) : mode == "trunc" ? std::trunc(q) : q;
    });
    const bool whole = !g.is_number("other") && is_whole(g.array("input").dtype) && is_whole(g.array("other").dtype);
    for (Complex& z : out[0].v)
      if (whole && !std::isfinite(z.real())) z = 0;  // of whole numbers a quotient by 0 is 0
    return out;
  }};
  t["floor_divide"] = {binary<[](At x, bool) -> Complex { return floored(re(x[0]), re(x[1])); }>};
  for (const char* name : {"bitwise_and", "bitwise_or", "bitwise_xor"}) {
    t[name] = {[](const Given& g) {
      return zip(g, {"input", "other"}, [&](At x, bool) -> Complex {
        const auto a = static_cast<int64_t>(re(x[0])), b = static_cast<int64_t>(re(x[1]));
        return static_cast<double>(g.op() == "bitwise_and" ? a & b : g.op() == "bitwise_or" ? a | b : a ^ b);
      });
    }};
  }
  t["bitwise_not"] = {[](const Given& g) {
    Array x = g.array("input");
    for (Complex& z : x.v)
      z = x.dtype == VJP_DTYPE_BOOL ? static_cast<double>(z == 0.0) : static_cast<double>(~static_cast<int64_t>(re(z)));
    return Results{x};
  }};
}

void add_complex_parts(Table& t) {
  t["abs"] = {[](const Given& g) {
    Array x = g.array("input");
    for (Complex& z : x.v) z = is_complex(x.dtype) ? std::hypot(z.real(), z.imag()) : std::abs(z.real());
    return Results{x};
  }};
  t["angle"] = {[](const Given& g) {
    Array x = g.array("input");
    for (Complex& z : x.v) z = is_complex(x.dtype) ? std::arg(z) : std::isnan(re(z)) ? kNan : re(z) < 0 ? kPi : 0;
    return Results{x};
  }};
  t["conj"] = t["conj_physical"] = {[](const Given& g) {
    Array x = g.array("input");
    for (Complex& z : x.v) z = {z.real(), is_complex(x.dtype) ? -z.imag() : 0};
    return Results{x};
  }};
  t["resolve_conj"] = t["resolve_neg"] = {[](const Given& g) { return Results{g.array("input")}; }};
  t["real"] = t["imag"] = {[](const Given& g) {
    Array x = g.array("input");
    for (Complex& z : x.v) z = g.op() == "real" ? z.real() : z.imag();
    return Results{x};
  }};
  t["complex"] = {[](const Given& g) {
    return zip(g, {"real", "imag"}, [](At x, bool) { return Complex(re(x[0]), re(x[1])); });
  }};
  t["polar"] = {[](const Given& g) {
    if (is_complex(g.array("abs").dtype) || is_complex(g.array("angle").dtype)) unspecified("complex numbers");
    return zip(g, {"abs", "angle"},
               [](At x, bool) { return Complex(re(x[0]) * std::cos(re(x[1])), re(x[0]) * std::sin(re(x[1]))); });
  }};
}

}  // namespace

void add_pointwise(Table& table) {
  for (const auto& [name, f] : unary()) table[name] = {run_unary};
  add_arithmetic(table);
  add_comparisons(table);
  add_parametric(table);
  add_powers(table);
  add_complex_parts(table);
}

}  // namespace fuzz
