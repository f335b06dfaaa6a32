// Floating-point numbers as a machine has them: their neighbours, and their fractions and exponents.
#include "ops/functions/pointwise_neighbours.h"

#include <array>

#include "ops/batch.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"

namespace vjp {
namespace {

// The input moves its neighbour along, but where both are equal: there the result is `other`.
constexpr auto passes_on = [](auto a, auto b) { return zero_where(eq(a, b)); };

// A tensor without dimensions has no say beside one of the same kind that has some.
Dtype promoted(const Tensor& a, const Tensor& b) {
  if (is_floating(a.dtype()) && is_floating(b.dtype()) && (a.ndim() == 0) != (b.ndim() == 0))
    return a.ndim() ? a.dtype() : b.dtype();
  return promote(a.dtype(), b.dtype());
}

struct FloatsAlone : Pointwise {
  static constexpr bool inplace = false, out_variant = false, complex_ok = false, integer_ok = false;
};

}  // namespace

struct WideNeighbour : FloatsAlone {
  static constexpr Schema schema{"_nextafter(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "nextafter of float32 and float64.";
  static constexpr auto formula = [](auto a, auto b) { return nextafter(a, b); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"other">>(passes_on), partial<"other">([] { return 0.0; }));
};
VJP_DEFINE(WideNeighbour);

// Halves are computed in float32, whose result is rounded: it has to lie nearer to the neighbour than to what else
// there is. With x = m 2^e, m in [1, 2), neighbours are eps 2^e apart, and half of that below a power of two; a step of
// 0.625 eps m 2^e is between 0.5 and 1.5 of the former, and between 0.5 and 1.5 of the latter where m is 1. Numbers
// below the normal ones are `tiny` apart.
struct HalfNeighbour : FloatsAlone {
  static constexpr Schema schema{
      "_nextafter_half(Tensor input, Tensor other, float eps, float tiny, float largest) -> Tensor"};
  static constexpr const char* doc = "nextafter of float16 and bfloat16.";
  static constexpr auto formula = [](auto a, auto b, auto eps, auto tiny, auto largest) {
    auto step = 0.625 * maximum(abs(a) * eps, tiny);
    auto moved = where(gt(b, a), a + step, a - step);
    auto found = where(isinf(a), copysign(largest, a), moved);
    return where(logical_or(isnan(a), isnan(b)), a + b, where(eq(a, b), b, found));
  };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"other">>(passes_on), partial<"other">([] { return 0.0; }));
};
VJP_DEFINE(HalfNeighbour);

struct Nextafter : Composite {
  static constexpr Schema schema{"nextafter(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc =
      "The floating-point number that follows each of input in the direction of other; other itself where they are "
      "equal.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, const Tensor& other) {
    const Dtype dtype = promoted(input, other);
    if (!is_half(dtype)) return _nextafter(input, other);
    return dtype == Dtype::Float16 ? _nextafter_half(input, other, 0x1p-10, 0x1p-24, 65504)
                                   : _nextafter_half(input, other, 0x1p-7, 0x1p-133, 0x1.fep127);
  }
};
VJP_DEFINE(Nextafter);

// The logarithm may be rounded up to a whole number, or down from one; numbers below the normal ones are made larger
// first. Nothing here leaves the normal numbers: 2^(2 - e) neither.
struct BinaryExponent : FloatsAlone {
  static constexpr Schema schema{"_binary_exponent(Tensor input) -> Tensor"};
  static constexpr const char* doc = "What frexp takes out of each element; 0 for 0, infinities and NaN.";
  static constexpr auto formula = [](auto x) {
    auto size = abs(x);
    auto small = lt(size, 1e-30);
    auto scaled = where(small, size * 0x1p64, size);
    auto e = floor(log2(scaled));
    auto m = scaled * 0.25 * exp2(2.0 - e);
    auto exponent = where(ge(m, 2.0), e + 2.0, where(lt(m, 1.0), e, e + 1.0));
    auto some = logical_and(isfinite(x), ne(x, 0.0));
    return where(some, where(small, exponent - 64.0, exponent), like(x, 0.0));
  };
};
VJP_DEFINE(BinaryExponent);

struct Frexp : General {
  static constexpr Schema schema{"frexp(Tensor input) -> (Tensor mantissa, Tensor exponent)"};
  static constexpr const char* doc =
      "Fractions from 0.5 to 1, and whole numbers (int32), so that input is mantissa * 2^exponent. Of 0, infinities "
      "and "
      "NaN the exponent is 0.";
  static constexpr uint8_t nondiff_outputs = 2;
  static std::array<Tensor, 2> forward(const Tensor& input) {
    const Tensor exponent = _binary_exponent(input);
    return {scaled_down(input, exponent), to(exponent, Dtype::Int32)};
  }
  // In two steps, since 2 to the power of the exponent may be out of range.
  static Tensor scaled_down(const Tensor& x, const Tensor& exponent) {
    const Tensor first = floor(mul(to(exponent, x.dtype()), 0.5));
    return ldexp(ldexp(x, neg(first)), sub(first, exponent));
  }
  static std::array<Tensor, 2> batch(const Batch&, const Tensor& input) { return frexp(input); }
  static constexpr auto vjp =
      rules(wrt<"input">([](GradOf<0> g, Out<1> exponent) -> Tensor { return scaled_down(g, exponent); }));
  static constexpr auto jvp = tangents([](Tangent<"input"> t, Out<1> exponent) -> std::array<Tensor, 2> {
    return {scaled_down(t, exponent), {}};
  });
};
VJP_DEFINE(Frexp);

}  // namespace vjp
