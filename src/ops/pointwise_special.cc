// Special functions: of the normal distribution, Bessel functions, zeta and polygamma.
#include "ops/functions/pointwise_special.h"

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/halves.h"
#include "ops/smooth.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// Real, with integers computed as float32.
struct Special : Pointwise {
  static constexpr ResultType result = ResultType::PromoteFloat;
  static constexpr bool complex_ok = false;
};

constexpr double kSqrtHalf = 0.707106781186547524401, kTwoBySqrtPi = 1.12837916709551257390;

}  // namespace

// ---- the normal distribution ----

struct Erfcx : Special {
  static constexpr Schema schema{"erfcx(Tensor input) -> Tensor"};
  static constexpr const char* doc = "exp(input^2) erfc(input), which stays in range where erfc is tiny.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return erfcx(x); };
  // far out 2 x y - 2 / sqrt(pi) cancels; there the series in 1 / x^2 has two terms
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) {
    auto y = erfcx(x), far = gt(x, 300.0), s = where(far, x, like(x, 300.0));
    return where(far, (reciprocal(square(s)) - 1.0) * y / s, 2.0 * (x * y) - kTwoBySqrtPi);
  }));
};
VJP_DEFINE(Erfcx);

struct LogNdtr : Special {
  static constexpr Schema schema{"log_ndtr(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The logarithm of ndtr, accurate in both tails.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) {
    return where(lt(x, -1.0), log(0.5 * erfcx(x * -kSqrtHalf)) - 0.5 * square(x), log1p(-ndtr(-x)));
  };
  // Density over ndtr. From 13 on, where ndtr is 1 and the reciprocal would be that of an overflow, the density alone:
  // its own derivative is 0 times 100 and not 0 times infinity where it has underflown.
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) {
    auto far = gt(x, 13.0), r = where(lt(x, 100.0), where(far, x, like(x, 13.0)), like(x, 100.0));
    auto below = 0.797884560802865355880 * reciprocal(erfcx(where(far, like(x, 0.0), x) * -kSqrtHalf));
    return where(far, 0.398942280401432677940 * exp(-0.5 * square(r)), below);
  }));
};
VJP_DEFINE(LogNdtr);

struct Ndtri : Special {
  static constexpr Schema schema{"ndtri(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The inverse of ndtr: quantiles of the standard normal distribution.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return ndtri(x); };
  static constexpr auto partials =
      rules(partial<"input", Out<>>([](auto y) { return 2.50662827463100050242 * exp(0.5 * square(y)); }));
};
VJP_DEFINE(Ndtri);

// ---- modified Bessel functions ----

namespace {

// The exponential in two halves, so that it is in range wherever the product is.
template <class V>
constexpr V i0_value(const V& x) {
  auto e = exp(abs(x) * 0.5);
  return where(isinf(x), abs(x), i0e(x) * e * e);
}
template <class V>
constexpr V i1_value(const V& x) {
  auto e = exp(abs(x) * 0.5);
  return where(isinf(x), x, i1e(x) * e * e);
}
// Where I1(x) / x and J1(x) / x are continued by the series of the derivative, which divides nothing by 0.
template <class V>
constexpr V near_zero(const V& x) {
  return lt(abs(x), 0.05);
}
// I1' (sign 1) and J1' (sign -1) there; x is 0 elsewhere.
template <class V>
constexpr V slope_series(const V& x, double sign) {
  auto u = square(x) * (sign * 0.25);
  return 0.5 + u * (0.75 + u * (5.0 / 24 + u * (7.0 / 288)));
}
constexpr Sym i1(Sym x) { return i1_value(x); }
// The difference of the scaled functions, which does not become infinity less infinity.
template <class V>
constexpr V i1_slope(const V& x) {
  auto near = near_zero(x), e = exp(abs(x) * 0.5);
  auto scaled = where(isinf(x), like(x, 1.0), i0e(x) - i1e(x) / where(near, like(x, 1.0), x));
  return where(near, slope_series(where(near, x, like(x, 0.0)), 1), scaled * e * e);
}

struct I0Form : Special {
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return i0_value(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return i1(x); }));
};
struct I1Form : Special {
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return i1_value(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return i1_slope(x); }));
};

}  // namespace

struct I0 : I0Form {
  static constexpr Schema schema{"i0(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The modified Bessel function of the first kind, of order 0.";
};
VJP_DEFINE(I0);

struct I1 : I1Form {
  static constexpr Schema schema{"i1(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The modified Bessel function of the first kind, of order 1.";
};
VJP_DEFINE(I1);

struct ModifiedBesselI0 : I0Form {
  static constexpr Schema schema{"modified_bessel_i0(Tensor input) -> Tensor"};
  static constexpr const char* doc = "i0 under its long name.";
};
VJP_DEFINE(ModifiedBesselI0);

struct ModifiedBesselI1 : I1Form {
  static constexpr Schema schema{"modified_bessel_i1(Tensor input) -> Tensor"};
  static constexpr const char* doc = "i1 under its long name.";
};
VJP_DEFINE(ModifiedBesselI1);

struct I0e : Special {
  static constexpr Schema schema{"i0e(Tensor input) -> Tensor"};
  static constexpr const char* doc = "i0(input) exp(-abs(input)), which does not overflow.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return i0e(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return i1e(x) - sign(x) * i0e(x); }));
};
VJP_DEFINE(I0e);

struct I1e : Special {
  static constexpr Schema schema{"i1e(Tensor input) -> Tensor"};
  static constexpr const char* doc = "i1(input) exp(-abs(input)), which does not overflow.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return i1e(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) {
    auto near = near_zero(x), y = i1e(x);
    auto slope = slope_series(where(near, x, like(x, 0.0)), 1) * exp(-abs(x));
    return where(near, slope, i0e(x) - y / where(near, like(x, 1.0), x)) - sign(x) * y;
  }));
};
VJP_DEFINE(I1e);

struct ScaledModifiedBesselK0 : Special {
  static constexpr Schema schema{"scaled_modified_bessel_k0(Tensor input) -> Tensor"};
  static constexpr const char* doc = "modified_bessel_k0(input) exp(input), which does not underflow.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return scaled_modified_bessel_k0(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, Out<>>([](auto x, auto y) { return y - scaled_modified_bessel_k1(x); }));
};
VJP_DEFINE(ScaledModifiedBesselK0);

struct ScaledModifiedBesselK1 : Special {
  static constexpr Schema schema{"scaled_modified_bessel_k1(Tensor input) -> Tensor"};
  static constexpr const char* doc = "modified_bessel_k1(input) exp(input), which does not underflow.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return scaled_modified_bessel_k1(x); };
  static constexpr auto partials = rules(
      partial<"input", In<"input">, Out<>>([](auto x, auto y) { return y - scaled_modified_bessel_k0(x) - y / x; }));
};
VJP_DEFINE(ScaledModifiedBesselK1);

namespace {
template <class V>
constexpr V k0_value(const V& x) {
  return scaled_modified_bessel_k0(x) * exp(-x);
}
template <class V>
constexpr V k1_value(const V& x) {
  return scaled_modified_bessel_k1(x) * exp(-x);
}
constexpr Sym modified_bessel_k0(Sym x) { return k0_value(x); }
constexpr Sym modified_bessel_k1(Sym x) { return k1_value(x); }
}  // namespace

struct ModifiedBesselK0 : Special {
  static constexpr Schema schema{"modified_bessel_k0(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The modified Bessel function of the second kind, of order 0; NaN below 0.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return k0_value(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return -modified_bessel_k1(x); }));
};
VJP_DEFINE(ModifiedBesselK0);

struct ModifiedBesselK1 : Special {
  static constexpr Schema schema{"modified_bessel_k1(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The modified Bessel function of the second kind, of order 1; NaN below 0.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return k1_value(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, Out<>>([](auto x, auto y) { return -modified_bessel_k0(x) - y / x; }));
};
VJP_DEFINE(ModifiedBesselK1);

// ---- Bessel functions ----

struct BesselJ0 : Special {
  static constexpr Schema schema{"bessel_j0(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The Bessel function of the first kind, of order 0.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return bessel_j0(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return -bessel_j1(x); }));
};
VJP_DEFINE(BesselJ0);

struct BesselJ1 : Special {
  static constexpr Schema schema{"bessel_j1(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The Bessel function of the first kind, of order 1.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return bessel_j1(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">, Out<>>([](auto x, auto y) {
    auto near = near_zero(x);
    return where(near, slope_series(where(near, x, like(x, 0.0)), -1), bessel_j0(x) - y / where(near, like(x, 1.0), x));
  }));
};
VJP_DEFINE(BesselJ1);

struct BesselY0 : Special {
  static constexpr Schema schema{"bessel_y0(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The Bessel function of the second kind, of order 0; NaN below 0.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return bessel_y0(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return -bessel_y1(x); }));
};
VJP_DEFINE(BesselY0);

struct BesselY1 : Special {
  static constexpr Schema schema{"bessel_y1(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The Bessel function of the second kind, of order 1; NaN below 0.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return bessel_y1(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, Out<>>([](auto x, auto y) { return bessel_y0(x) - y / x; }));
};
VJP_DEFINE(BesselY1);

// The quotient loses nothing away from 0; near it the series of 1 - x^2 / 6 + x^4 / 120 ...
struct SphericalBesselJ0 : Special {
  static constexpr Schema schema{"spherical_bessel_j0(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The spherical Bessel function of the first kind of order 0, sin(input) / input.";
  static constexpr auto formula = [](auto x) {
    auto z = square(x), series = like(x, 2.8114572543455206e-15);
    for (double c : {-7.647163731819816e-13, 1.6059043836821613e-10, -2.505210838544172e-08, 2.7557319223985893e-06,
                     -0.0001984126984126984, 0.008333333333333333, -0.16666666666666666, 1.0})
      series = series * z + c;
    return where(isinf(x), 0.0, where(lt(abs(x), 0.5), series, sin(x) / x));
  };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return spherical_slope(x); }));
};
VJP_DEFINE(SphericalBesselJ0);

// ---- zeta and its kin ----

struct Zeta : Special {
  static constexpr Schema schema{"zeta(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc =
      "Hurwitz's zeta function: the sum over k >= 0 of (other + k)^-input. There is no derivative for input.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x, auto q) { return zeta(x, q); };
  static constexpr auto partials =
      rules(partial<"other", In<"input">, In<"other">>([](auto x, auto q) { return -(x * zeta(x + 1.0, q)); }));
};
VJP_DEFINE(Zeta);

namespace {
Tensor polygamma_of(int64_t n, const Tensor& input) {
  if (n < 0) fail(VJP_ERROR_INVALID, "polygamma: n must be at least 0, got {}", n);
  return n == 0 ? digamma(input) : _polygamma(Scalar(n), input);
}
}  // namespace

struct PolygammaOrderFirst : Composite {
  static constexpr Schema schema{"polygamma(int n, Tensor input) -> Tensor"};
  static constexpr const char* doc = "The n-th derivative of digamma.";
  static constexpr bool out_variant = true;
  static Tensor forward(int64_t n, const Tensor& input) { return polygamma_of(n, input); }
};
VJP_DEFINE(PolygammaOrderFirst);

struct Polygamma : Composite {
  static constexpr Schema schema{"polygamma.input(Tensor input, int n) -> Tensor"};
  static constexpr const char* doc = "The n-th derivative of digamma, as a method.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t n) { return polygamma_of(n, input); }
};
VJP_DEFINE(Polygamma);

// log(pi^(p (p - 1) / 4) prod gamma(input - j / 2)), j below p
struct Mvlgamma : Composite {
  static constexpr Schema schema{"mvlgamma(Tensor input, int p) -> Tensor"};
  static constexpr const char* doc = "The logarithm of the multivariate gamma function of dimension p.";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Tensor& given, int64_t p) {
    const Tensor input = wide(given);  // halves next to a pole are rounded away from it by input - j / 2
    // a pass for each dimension
    if (p < 1 || p > 100000) fail(VJP_ERROR_INVALID, "mvlgamma: 'p' is {}, expected a dimension from 1 to 100000", p);
    Tensor sum = lgamma(input);
    for (int64_t j = 1; j < p; ++j) sum = add(sum, lgamma(sub(input, Scalar(0.5 * static_cast<double>(j)))));
    if (p > 1) sum = add(sum, Scalar(0.286182471462350043535 * static_cast<double>(p) * static_cast<double>(p - 1)));
    return narrowed(sum, given.dtype());
  }
};
VJP_DEFINE(Mvlgamma);

struct Multigammaln : Composite {
  static constexpr Schema schema{"multigammaln(Tensor input, int p) -> Tensor"};
  static constexpr const char* doc = "mvlgamma under its other name.";
  static Tensor forward(const Tensor& input, int64_t p) { return mvlgamma(input, p); }
};
VJP_DEFINE(Multigammaln);

}  // namespace vjp
