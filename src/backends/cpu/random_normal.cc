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
using V = hn::Vec<D>;

// The formulas of kernel/random_formulas.h, operation by operation: a bit that differs is a defect.
HWY_INLINE V horner(D d, V z, V p, double next) { return hn::Add(hn::Mul(p, z), hn::Set(d, next)); }

HWY_INLINE V log_of(D d, V x) {
  const hn::RebindToSigned<D> di;
  const auto root_of_half = hn::Set(di, 0x3FE6A09E667F3BCD);
  const auto bits = hn::Sub(hn::BitCast(di, x), root_of_half);
  const V e = hn::ConvertTo(d, hn::ShiftRight<52>(bits));
  const V m = hn::BitCast(d, hn::Add(hn::And(bits, hn::Set(di, 0x000FFFFFFFFFFFFF)), root_of_half));
  const V one = hn::Set(d, 1.0);
  const V s = hn::Div(hn::Sub(m, one), hn::Add(m, one)), z = hn::Mul(s, s);
  V p = hn::Set(d, 1.0 / 23.0);
  for (double n : {21.0, 19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0}) p = horner(d, z, p, 1.0 / n);
  const V two_s = hn::Add(s, s);
  return hn::Add(hn::Mul(e, hn::Set(d, 0.69314718055994530942)), hn::Add(two_s, hn::Mul(two_s, hn::Mul(z, p))));
}

HWY_INLINE void sincos_turn(D d, V u, V& cosine, V& sine) {
  const V turns = hn::Mul(hn::Set(d, 4.0), u), quarter = hn::Floor(hn::Add(turns, hn::Set(d, 0.5)));
  const V r = hn::Mul(hn::Sub(turns, quarter), hn::Set(d, 1.57079632679489661923)), z = hn::Mul(r, r);
  V s = hn::Set(d, -1.0 / 121645100408832000.0), c = hn::Set(d, -1.0 / 6402373705728000.0);
  for (double k : {1.0 / 355687428096000.0, -1.0 / 1307674368000.0, 1.0 / 6227020800.0, -1.0 / 39916800.0,
                   1.0 / 362880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0}) {
    s = horner(d, z, s, k);
  }
  for (double k : {1.0 / 20922789888000.0, -1.0 / 87178291200.0, 1.0 / 479001600.0, -1.0 / 3628800.0, 1.0 / 40320.0,
                   -1.0 / 720.0, 1.0 / 24.0, -0.5}) {
    c = horner(d, z, c, k);
  }
  s = hn::Add(r, hn::Mul(r, hn::Mul(z, s)));
  c = hn::Add(hn::Set(d, 1.0), hn::Mul(z, c));
  const auto first = hn::Eq(quarter, hn::Set(d, 1.0)), second = hn::Eq(quarter, hn::Set(d, 2.0)),
             third = hn::Eq(quarter, hn::Set(d, 3.0)), odd = hn::Or(first, third);
  const V a = hn::IfThenElse(odd, s, c), b = hn::IfThenElse(odd, c, s);
  cosine = hn::IfThenElse(hn::Or(first, second), hn::Neg(a), a);
  sine = hn::IfThenElse(hn::Or(second, third), hn::Neg(b), b);
}

void pairs(uint64_t* bits, int64_t n, double mean, double deviation, double* out) {
  const D d;
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d)), whole = (n + lanes - 1) / lanes * lanes;
  std::fill(bits + 2 * n, bits + 2 * whole, 0);
  const V unit = hn::Set(d, 0x1p-53), center = hn::Set(d, mean), scale = hn::Set(d, deviation);
  for (int64_t i = 0; i < whole; i += lanes) {
    hn::Vec<decltype(du)> even, odd;
    hn::LoadInterleaved2(du, bits + 2 * i, even, odd);
    const auto count = hn::Add(hn::BitCast(di, hn::ShiftRight<11>(even)), hn::Set(di, 1));
    const V x = hn::Mul(hn::ConvertTo(d, count), unit);
    const V turn = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, hn::ShiftRight<11>(odd))), unit);
    const V radius = hn::Mul(hn::Sqrt(hn::Mul(hn::Set(d, -2.0), log_of(d, x))), scale);
    V cosine, sine;
    sincos_turn(d, turn, cosine, sine);
    hn::StoreInterleaved2(hn::Add(center, hn::Mul(radius, cosine)), hn::Add(center, hn::Mul(radius, sine)), d,
                          out + 2 * i);
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
