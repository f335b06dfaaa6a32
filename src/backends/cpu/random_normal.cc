#include "backends/cpu/random_normal.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/random_normal.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<double>;

// Two vectors side by side: the chains of their polynomials overlap.
struct V {
  hn::Vec<D> a, b;
};
HWY_INLINE V set(D d, double v) { return {hn::Set(d, v), hn::Set(d, v)}; }
HWY_INLINE V add(V x, V y) { return {hn::Add(x.a, y.a), hn::Add(x.b, y.b)}; }
HWY_INLINE V sub(V x, V y) { return {hn::Sub(x.a, y.a), hn::Sub(x.b, y.b)}; }
HWY_INLINE V mul(V x, V y) { return {hn::Mul(x.a, y.a), hn::Mul(x.b, y.b)}; }
template <class F>
HWY_INLINE V both(V x, F&& f) {
  return {f(x.a), f(x.b)};
}

// The formulas of kernel/random_formulas.h, operation by operation: a bit that differs is a defect.
HWY_INLINE V horner(D d, V z, V p, double next) { return add(mul(p, z), set(d, next)); }

HWY_INLINE V log_of(D d, V x) {
  const hn::RebindToSigned<D> di;
  const auto root_of_half = hn::Set(di, 0x3FE6A09E667F3BCD);
  const auto bits = [&](auto v) HWY_ATTR { return hn::Sub(hn::BitCast(di, v), root_of_half); };
  const V e = both(x, [&](auto v) HWY_ATTR { return hn::ConvertTo(d, hn::ShiftRight<52>(bits(v))); });
  const V m = both(x, [&](auto v) HWY_ATTR {
    return hn::BitCast(d, hn::Add(hn::And(bits(v), hn::Set(di, 0x000FFFFFFFFFFFFF)), root_of_half));
  });
  const V one = set(d, 1.0), below = sub(m, one), above = add(m, one);
  const V s = {hn::Div(below.a, above.a), hn::Div(below.b, above.b)}, z = mul(s, s);
  V p = set(d, 1.0 / 23.0);
  for (double k : {1.0 / 21.0, 1.0 / 19.0, 1.0 / 17.0, 1.0 / 15.0, 1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0, 1.0 / 7.0,
                   1.0 / 5.0, 1.0 / 3.0}) {
    p = horner(d, z, p, k);  // no division is left in the loop
  }
  const V two_s = add(s, s);
  return add(mul(e, set(d, 0.69314718055994530942)), add(two_s, mul(two_s, mul(z, p))));
}

HWY_INLINE void sincos_turn(D d, V u, V& cosine, V& sine) {
  const V turns = mul(set(d, 4.0), u);
  const V quarter = both(add(turns, set(d, 0.5)), [](auto v) HWY_ATTR { return hn::Floor(v); });
  const V r = mul(sub(turns, quarter), set(d, 1.57079632679489661923)), z = mul(r, r);
  V s = set(d, -1.0 / 121645100408832000.0), c = set(d, -1.0 / 6402373705728000.0);
  for (double k : {1.0 / 355687428096000.0, -1.0 / 1307674368000.0, 1.0 / 6227020800.0, -1.0 / 39916800.0,
                   1.0 / 362880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0}) {
    s = horner(d, z, s, k);
  }
  for (double k : {1.0 / 20922789888000.0, -1.0 / 87178291200.0, 1.0 / 479001600.0, -1.0 / 3628800.0, 1.0 / 40320.0,
                   -1.0 / 720.0, 1.0 / 24.0, -0.5}) {
    c = horner(d, z, c, k);
  }
  s = add(r, mul(r, mul(z, s)));
  c = add(set(d, 1.0), mul(z, c));
  const auto turn = [&](auto q, auto sin, auto cos, auto& to_cosine, auto& to_sine) HWY_ATTR {
    const auto first = hn::Eq(q, hn::Set(d, 1.0)), second = hn::Eq(q, hn::Set(d, 2.0)),
               third = hn::Eq(q, hn::Set(d, 3.0)), odd = hn::Or(first, third);
    const auto a = hn::IfThenElse(odd, sin, cos), b = hn::IfThenElse(odd, cos, sin);
    to_cosine = hn::IfThenElse(hn::Or(first, second), hn::Neg(a), a);
    to_sine = hn::IfThenElse(hn::Or(second, third), hn::Neg(b), b);
  };
  turn(quarter.a, s.a, c.a, cosine.a, sine.a);
  turn(quarter.b, s.b, c.b, cosine.b, sine.b);
}

void pairs(uint64_t* bits, int64_t n, double mean, double deviation, double* out) {
  const D d;
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d)), step = 2 * lanes, whole = (n + step - 1) / step * step;
  std::fill(bits + 2 * n, bits + 2 * whole, 0);
  const V unit = set(d, 0x1p-53), center = set(d, mean), scale = set(d, deviation);
  for (int64_t i = 0; i < whole; i += step) {
    hn::Vec<decltype(du)> even[2], odd[2];
    hn::LoadInterleaved2(du, bits + 2 * i, even[0], odd[0]);
    hn::LoadInterleaved2(du, bits + 2 * (i + lanes), even[1], odd[1]);
    const auto fraction = [&](auto v, int64_t more) HWY_ATTR {
      return hn::ConvertTo(d, hn::Add(hn::BitCast(di, hn::ShiftRight<11>(v)), hn::Set(di, more)));
    };
    const V x = mul(V{fraction(even[0], 1), fraction(even[1], 1)}, unit);
    const V turns = mul(V{fraction(odd[0], 0), fraction(odd[1], 0)}, unit);
    const V square = mul(set(d, -2.0), log_of(d, x));
    const V radius = mul(both(square, [](auto v) HWY_ATTR { return hn::Sqrt(v); }), scale);
    V cosine = turns, sine = turns;  // what a default constructor makes is not of the vectors' target
    sincos_turn(d, turns, cosine, sine);
    const V first = add(center, mul(radius, cosine)), second = add(center, mul(radius, sine));
    hn::StoreInterleaved2(first.a, second.a, d, out + 2 * i);
    hn::StoreInterleaved2(first.b, second.b, d, out + 2 * (i + lanes));
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {

HWY_EXPORT(pairs);

void normal_pairs(uint64_t* bits, int64_t n, double mean, double deviation, double* out) {
  HWY_DYNAMIC_DISPATCH(pairs)(bits, n, mean, deviation, out);
}

}  // namespace vjp::cpu
#endif
