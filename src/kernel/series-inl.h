// Special functions by polynomials and quotients of polynomials, with double's precision: each written once, for single
// numbers and for SIMD vectors. It is included inside of a namespace, once with the arithmetic of
// plain numbers (special_functions.h) and once for each SIMD target (backends/cpu/simd_series-inl.h).
//
// VJP_SERIES stands before each function. `m` is the arithmetic: set, add, sub, mul, div, mul_add, sqrt, exp, log, abs,
// copy_sign, square_error(x, x * x), what the square lost to rounding, less, equal, select. The quotients were fitted
// to 64 digits of the functions, for the least largest relative error, which is below 5e-17 in each.

template <class M, class V, int N>
VJP_SERIES V series(const M& m, V x, const double (&c)[N]) {
  V y = m.set(c[N - 1]);
  for (int i = N - 2; i >= 0; --i) y = m.mul_add(y, x, m.set(c[i]));
  return y;
}
template <class M, class V, int N, int K>
VJP_SERIES V quotient_of(const M& m, V x, const double (&p)[N], const double (&q)[K]) {
  return m.div(series(m, x, p), series(m, x, q));
}

// ---- the error function ----

// exp(x^2) erfc(x). Of |x|: (1 + 2 x) times that less 1, which is small, in x / (x + 3); on the left 2 exp(x^2) less
// what is on the right.
template <class M, class V>
VJP_SERIES V erfcx_of(const M& m, V x) {
  VJP_USE_TABLE(kErfcxP)
  VJP_USE_TABLE(kErfcxQ)
  const V a = m.abs(x), half = m.set(0.5);
  const V bounded = m.select(m.less(m.set(1e300), a), m.set(1e300), a);
  const V s = m.div(bounded, m.add(bounded, m.set(3.0)));
  const V q = m.mul_add(s, quotient_of(m, m.sub(s, half), kErfcxP, kErfcxQ), m.set(1.0));
  const V right = m.div(m.mul(half, q), m.add(half, a));
  // from -30 on it is infinite; what the square loses shows in its exponential
  const V b = m.select(m.less(m.set(30.0), a), m.set(30.0), a);
  const V square = m.mul(b, b), e = m.exp(square);
  const V left = m.sub(m.mul(m.set(2.0), m.mul(e, m.add(m.set(1.0), m.square_error(b, square)))), right);
  return m.select(m.less(x, m.set(0.0)), left, right);
}

// y with erf(y) = x, where `rest` is 1 - |x|: of x near 0, else of r = sqrt(-log(rest)). `deep`: rest may be below
// 1e-16.
template <class M, class V>
VJP_SERIES V erfinv_of(const M& m, V x, V rest, bool deep) {
  VJP_USE_TABLE(kErfinvNearP)
  VJP_USE_TABLE(kErfinvNearQ)
  VJP_USE_TABLE(kErfinvTailP)
  VJP_USE_TABLE(kErfinvTailQ)
  const V a = m.abs(x), zero = m.set(0.0);
  const V near = m.mul(a, quotient_of(m, m.mul_add(a, a, m.set(-0.5625)), kErfinvNearP, kErfinvNearQ));
  const V r = m.sqrt(m.sub(zero, m.log(rest)));
  V tail = m.mul(r, quotient_of(m, m.sub(r, m.set(1.0)), kErfinvTailP, kErfinvTailQ));
  if (deep) {
    VJP_USE_TABLE(kErfinvDeepP)
    VJP_USE_TABLE(kErfinvDeepQ)
    const V far = m.mul(r, quotient_of(m, m.sub(r, m.set(6.0)), kErfinvDeepP, kErfinvDeepQ));
    tail = m.select(m.less(m.set(6.05), r), far, tail);
  }
  tail = m.select(m.equal(rest, zero), m.div(m.set(1.0), zero), tail);
  return m.copy_sign(m.select(m.less(a, m.set(0.75)), near, tail), x);
}
template <class M, class V>
VJP_SERIES V erfinv_of(const M& m, V x) {
  return erfinv_of(m, x, m.sub(m.set(1.0), m.abs(x)), false);
}
// The quantile of the standard normal distribution; the half of it that is smaller is exact.
template <class M, class V>
VJP_SERIES V ndtri_of(const M& m, V p) {
  const V half = m.set(0.5), centred = m.sub(p, half);
  const V smaller = m.select(m.less(p, half), p, m.sub(m.set(1.0), p));
  const V y = erfinv_of(m, m.add(centred, centred), m.add(smaller, smaller), true);
  return m.mul(y, m.set(1.4142135623730951));
}

// ---- the gamma function, for x >= 0 ----

// (x - 1) (x - 2) times a quotient from 1 to 8, from 0 to 1 by the recurrence, then by Stirling's series.
template <class M, class V>
VJP_SERIES V lgamma_positive(const M& m, V x) {
  VJP_USE_TABLE(kLgammaP)
  VJP_USE_TABLE(kLgammaQ)
  VJP_USE_TABLE(kStirling)
  const V one = m.set(1.0), l = m.log(x);
  const auto small = m.less(x, one);
  const V t = m.select(small, x, m.sub(x, one)), u = m.select(small, m.sub(x, one), m.sub(x, m.set(2.0)));
  const V middle = m.add(m.mul(m.mul(t, u), quotient_of(m, t, kLgammaP, kLgammaQ)), m.set(0.0));  // +0 at 1
  const V z = m.div(one, x);
  const V rest = m.mul_add(z, series(m, m.mul(z, z), kStirling), m.set(0.41893853320467274178));
  const V far = m.add(m.mul(m.sub(x, m.set(0.5)), m.sub(l, one)), rest);
  return m.select(m.less(x, m.set(8.0)), m.select(small, m.sub(middle, l), middle), far);
}
// (x - its root) times a quotient from 1 to 8; the root in two parts.
template <class M, class V>
VJP_SERIES V digamma_positive(const M& m, V x) {
  constexpr double kRoot = 0x1.762d86356be3fp+0, kRootLow = 9.549995429965697715184e-17;
  VJP_USE_TABLE(kDigammaP)
  VJP_USE_TABLE(kDigammaQ)
  VJP_USE_TABLE(kDigammaFar)
  const V one = m.set(1.0), z = m.div(one, x), w = m.mul(z, z);
  const auto small = m.less(x, one);
  const V t = m.select(small, x, m.sub(x, one));
  const V d = m.sub(m.sub(t, m.set(kRoot - 1)), m.set(kRootLow));
  const V middle = m.mul(d, quotient_of(m, t, kDigammaP, kDigammaQ));
  const V far = m.sub(m.log(x), m.mul_add(w, series(m, w, kDigammaFar), m.mul(z, m.set(0.5))));
  return m.select(m.less(x, m.set(8.0)), m.select(small, m.sub(middle, z), middle), far);
}
template <class M, class V>
VJP_SERIES V trigamma_positive(const M& m, V x) {
  VJP_USE_TABLE(kTrigammaP)
  VJP_USE_TABLE(kTrigammaQ)
  VJP_USE_TABLE(kTrigammaFar)
  const V one = m.set(1.0), z = m.div(one, x), w = m.mul(z, z);
  const auto small = m.less(x, one);
  const V middle = quotient_of(m, m.select(small, x, m.sub(x, one)), kTrigammaP, kTrigammaQ);
  const V far = m.add(z, m.mul_add(m.mul(w, z), series(m, w, kTrigammaFar), m.mul(w, m.set(0.5))));
  return m.select(m.less(x, m.set(8.0)), m.select(small, m.add(middle, w), middle), far);
}

// ---- modified Bessel functions, scaled by exp(-|x|) or exp(x) ----

// (I0(x) - 1) / u and (2 I1(x) / x - 1) / u with u = x^2 / 4 <= 16
template <class M, class V>
VJP_SERIES V i0_series(const M& m, V u) {
  VJP_USE_TABLE(kI0Near)
  return series(m, u, kI0Near);
}
template <class M, class V>
VJP_SERIES V i1_series(const M& m, V u) {
  VJP_USE_TABLE(kI1Near)
  return series(m, u, kI1Near);
}
template <class M, class V>
VJP_SERIES V i0e_of(const M& m, V x) {
  VJP_USE_TABLE(kI0Far)
  const V a = m.abs(x), u = m.mul(m.set(0.25), m.mul(a, a)), one = m.set(1.0), t = m.div(one, a);
  const V near = m.mul(m.mul_add(u, i0_series(m, u), one), m.exp(m.sub(m.set(0.0), a)));
  return m.select(m.less(m.set(8.0), a), m.mul(m.sqrt(t), series(m, t, kI0Far)), near);
}
template <class M, class V>
VJP_SERIES V i1e_of(const M& m, V x) {
  VJP_USE_TABLE(kI1Far)
  const V a = m.abs(x), u = m.mul(m.set(0.25), m.mul(a, a)), one = m.set(1.0), t = m.div(one, a);
  const V near = m.mul(m.mul(m.mul_add(u, i1_series(m, u), one), m.mul(m.set(0.5), a)), m.exp(m.sub(m.set(0.0), a)));
  return m.copy_sign(m.select(m.less(m.set(8.0), a), m.mul(m.sqrt(t), series(m, t, kI1Far)), near), x);
}
// Up to 1 by I0 and I1 and the logarithm: no term cancels another. Beyond, by quotients in 1 / x.
template <class M, class V>
VJP_SERIES V k0e_of(const M& m, V x) {
  VJP_USE_TABLE(kK0Near)
  VJP_USE_TABLE(kK0FarP)
  VJP_USE_TABLE(kK0FarQ)
  const V one = m.set(1.0), w = m.mul(x, x), u = m.mul(m.set(0.25), w), t = m.div(one, x);
  const V i0 = m.mul_add(u, i0_series(m, u), one);
  const V near = m.mul(m.sub(series(m, w, kK0Near), m.mul(m.log(x), i0)), m.exp(x));
  return m.select(m.less(one, x), m.mul(m.sqrt(t), quotient_of(m, t, kK0FarP, kK0FarQ)), near);
}
template <class M, class V>
VJP_SERIES V k1e_of(const M& m, V x) {
  VJP_USE_TABLE(kK1Near)
  VJP_USE_TABLE(kK1FarP)
  VJP_USE_TABLE(kK1FarQ)
  const V one = m.set(1.0), zero = m.set(0.0), w = m.mul(x, x), u = m.mul(m.set(0.25), w);
  const V t = m.div(one, m.add(x, zero));  // +inf at both zeros
  const V half_i1 = m.mul(m.set(0.5), m.mul_add(u, i1_series(m, u), one));
  const V l = m.select(m.equal(x, zero), zero, m.log(x));
  const V near = m.mul(m.mul_add(x, m.mul_add(l, half_i1, series(m, w, kK1Near)), t), m.exp(x));
  return m.select(m.less(one, x), m.mul(m.sqrt(t), quotient_of(m, t, kK1FarP, kK1FarQ)), near);
}
