// Special functions by polynomials and quotients of polynomials, with double's precision: each written once, for single
// numbers and for SIMD vectors. No header of its own: it is included inside of a namespace, once with the arithmetic of
// plain numbers (special_functions.h) and once for each SIMD target (backends/cpu/simd_series-inl.h).
//
// VJP_SERIES stands before each function. `m` is the arithmetic: set, add, sub, mul, div, mul_add, sqrt, exp, log, abs,
// copy_sign, square_error (what x * x loses to rounding), less, equal, select. The quotients were fitted to 64 digits
// of the functions, for the least largest relative error, which is below 5e-17 in each.

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

// exp(x^2) erfc(x). Of |x|: (1 + 2 x) times that, in (x - 3) / (x + 3); on the left 2 exp(x^2) less what is on the
// right.
template <class M, class V>
VJP_SERIES V erfcx_of(const M& m, V x) {
  constexpr double kP[] = {1.2530080582697296, 1.1355391313718695,    1.3297176178098273,     1.0325216736157263,
                           0.5537698713733077, 0.3480342810230637,    0.10164174029907096,    0.049269383717715526,
                           0.0073716332084244, 0.0024137546600119914, 0.00013977655756590166, 1.7835135330637553e-05};
  constexpr double kQ[] = {1.0,
                           1.0144868814744792,
                           1.2089832425097014,
                           0.8899316136581271,
                           0.57439035922888,
                           0.29067302400855743,
                           0.12105262372943433,
                           0.04005756216979275,
                           0.010280119600489898,
                           0.0019260721435506224,
                           0.00023561058983451508,
                           1.4164209624527892e-05};
  const V a = m.abs(x), three = m.set(3.0), half = m.set(0.5);
  const V bounded = m.select(m.less(m.set(1e300), a), m.set(1e300), a);
  const V t = m.div(m.sub(bounded, three), m.add(bounded, three));
  const V right = m.div(m.mul(half, quotient_of(m, t, kP, kQ)), m.add(half, a));
  // from -30 on it is infinite; what the square loses shows in its exponential
  const V b = m.select(m.less(m.set(30.0), a), m.set(30.0), a);
  const V e = m.exp(m.mul(b, b));
  const V left = m.sub(m.mul(m.set(2.0), m.mul_add(e, m.square_error(b), e)), right);
  return m.select(m.less(x, m.set(0.0)), left, right);
}

// y with erf(y) = x, where `rest` is 1 - |x|: of x near 0, else of r = sqrt(-log(rest)). `deep`: rest may be below
// 1e-16.
template <class M, class V>
VJP_SERIES V erfinv_of(const M& m, V x, V rest, bool deep) {
  constexpr double kNearP[] = {0.886226925452758, -3.2683101956906113, 4.797694186077322,    -3.5539692426351817,
                               1.384638932508364, -0.2661978625814582, 0.020339595351206264, -0.0002912621633598947};
  constexpr double kNearQ[] = {1.0,
                               -3.949692524222293,
                               6.30371352365196,
                               -5.189710733411228,
                               2.326198608489294,
                               -0.5469125996579342,
                               0.0583252707587295,
                               -0.0018623831547756942};
  constexpr double kTailP[] = {0.6367161372203929,   3.387827711875963,    8.144725902964636,  11.137315247940409,
                               9.2443296230547,      4.673843100630783,    1.3632523701873271, 0.20222339420258378,
                               0.012528167733340104, 0.0002228357897992468};
  constexpr double kTailQ[] = {1.0,
                               4.784747983312548,
                               10.574514431988005,
                               13.323421580290846,
                               10.31044140028975,
                               4.925907223216287,
                               1.386490150096365,
                               0.20283332576827529,
                               0.012529172969706556,
                               0.00022283247919213276};
  const V a = m.abs(x), zero = m.set(0.0);
  const V near = m.mul(a, quotient_of(m, m.mul(a, a), kNearP, kNearQ));
  const V r = m.sqrt(m.sub(zero, m.log(rest)));
  V tail = m.mul(r, quotient_of(m, m.sub(r, m.set(1.0)), kTailP, kTailQ));
  if (deep) {
    constexpr double kDeepP[] = {0.9668851725025905,    0.5914242815804309,    0.1434306363574001,
                                 0.017544562577846232,  0.0011398595427190678, 3.79578381501915e-05,
                                 5.694866275486178e-07, 2.7424130575374385e-09};
    constexpr double kDeepQ[] = {1.0,
                                 0.6026066502759514,
                                 0.14475679672977582,
                                 0.017611632683286704,
                                 0.001141252645340205,
                                 3.796703082916736e-05,
                                 5.694904597894601e-07,
                                 2.7424085994203373e-09};
    const V far = m.mul(r, quotient_of(m, m.sub(r, m.set(6.0)), kDeepP, kDeepQ));
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
  constexpr double kP[] = {0.5772156649015329,    1.7881288612718849,    2.1821694930513007,   1.3405927736714434,
                           0.4410364877135873,    0.07681589400563323,   0.006610582827147468, 0.00024202321343624357,
                           2.681403016330617e-06, 1.7322932385135295e-09};
  constexpr double kQ[] = {1.0,
                           3.522739165683131,
                           5.007992686776185,
                           3.701219717466058,
                           1.5310468903176158,
                           0.3569690247187499,
                           0.04516676386052922,
                           0.0028416037803009114,
                           7.484687474433683e-05,
                           5.536461508095909e-07};
  constexpr double kStirling[] = {0.08333333333333333,    -0.0027777777777740756, 0.0007936507898185815,
                                  -0.0005952366026439484, 0.0008414723249659594,  -0.0018905103314928145,
                                  0.005068619333998148};
  const V one = m.set(1.0), l = m.log(x);
  const auto small = m.less(x, one);
  const V t = m.select(small, x, m.sub(x, one)), u = m.select(small, m.sub(x, one), m.sub(x, m.set(2.0)));
  const V middle = m.mul(m.mul(t, u), quotient_of(m, t, kP, kQ));
  const V z = m.div(one, x);
  const V rest = m.mul_add(z, series(m, m.mul(z, z), kStirling), m.set(0.41893853320467274178));
  const V far = m.add(m.mul(m.sub(x, m.set(0.5)), m.sub(l, one)), rest);
  const V y = m.select(m.less(x, m.set(8.0)), m.select(small, m.sub(middle, l), middle), far);
  // of NaN, whose comparisons are false, `far` is NaN as well
  return y;
}
// (x - its root) times a quotient from 1 to 8; the root in two parts.
template <class M, class V>
VJP_SERIES V digamma_positive(const M& m, V x) {
  constexpr double kRoot = 0x1.762d86356be3fp+0, kRootLow = 9.549995429965697715184e-17;
  constexpr double kP[] = {1.2503801375034054,    2.0744876002866897,     1.2785732656991384,
                           0.3754141799403233,    0.055502765121881514,   0.00398853244554144,
                           0.0001221650148215412, 1.1404748446354205e-06, 5.598580268940859e-10};
  constexpr double kQ[] = {1.0,
                           2.3426323507802014,
                           2.0220549208342575,
                           0.8440915350587681,
                           0.18470599225226678,
                           0.021207272770484686,
                           0.001198541182375349,
                           2.8486487792797536e-05,
                           1.9258723519175548e-07};
  constexpr double kFar[] = {0.08333333333333333,  -0.008333333333331716, 0.0039682539660545815, -0.004166665522698629,
                             0.007575463800742053, -0.021051425358621985, 0.08004033883390961,   -0.29973550667875254};
  const V one = m.set(1.0), z = m.div(one, x), w = m.mul(z, z);
  const auto small = m.less(x, one);
  const V t = m.select(small, x, m.sub(x, one));
  const V d = m.sub(m.sub(t, m.set(kRoot - 1)), m.set(kRootLow));
  const V middle = m.mul(d, quotient_of(m, t, kP, kQ));
  const V far = m.sub(m.log(x), m.mul_add(w, series(m, w, kFar), m.mul(z, m.set(0.5))));
  return m.select(m.less(x, m.set(8.0)), m.select(small, m.sub(middle, z), middle), far);
}
template <class M, class V>
VJP_SERIES V trigamma_positive(const M& m, V x) {
  constexpr double kP[] = {1.6449340668482264, 5.0646519027347185, 6.798782493295034,   5.137769646380972,
                           2.3607088913413854, 0.6612345226536436, 0.10502061806868619, 0.007345100424060229};
  constexpr double kQ[] = {1.0,
                           4.540465091931875,
                           8.795250763154357,
                           9.536863628943228,
                           6.368840958677911,
                           2.6997718206756014,
                           0.7143569236559463,
                           0.1086931682702852,
                           0.007345100424254441};
  constexpr double kFar[] = {0.16666666666666666, -0.03333333333330574, 0.02380952377192963, -0.03333331374835811,
                             0.0757525353375946,  -0.2524014314199054,  1.1096740349438514,  -4.581039795251081};
  const V one = m.set(1.0), z = m.div(one, x), w = m.mul(z, z);
  const auto small = m.less(x, one);
  const V middle = quotient_of(m, m.select(small, x, m.sub(x, one)), kP, kQ);
  const V far = m.add(z, m.mul_add(m.mul(w, z), series(m, w, kFar), m.mul(w, m.set(0.5))));
  return m.select(m.less(x, m.set(8.0)), m.select(small, m.add(middle, w), middle), far);
}

// ---- modified Bessel functions, scaled by exp(-|x|) or exp(x) ----

// (I0(x) - 1) / u and (2 I1(x) / x - 1) / u with u = x^2 / 4 <= 16
template <class M, class V>
VJP_SERIES V i0_series(const M& m, V u) {
  constexpr double kP[] = {1.0,
                           0.24999999999999994,
                           0.027777777777778043,
                           0.0017361111111105364,
                           6.944444444508778e-05,
                           1.929012345252432e-06,
                           3.9367599073352306e-08,
                           6.151186801593415e-10,
                           7.594069011885627e-12,
                           7.593907018276262e-14,
                           6.277625378453301e-16,
                           4.347269033234876e-18,
                           2.6339849081905133e-20,
                           1.1389252768278393e-22,
                           9.092705476350205e-25};
  return series(m, u, kP);
}
template <class M, class V>
VJP_SERIES V i1_series(const M& m, V u) {
  constexpr double kP[] = {0.5,
                           0.08333333333333333,
                           0.006944444444444466,
                           0.0003472222222221781,
                           1.1574074074121509e-05,
                           2.7557319220949545e-07,
                           4.920949873976406e-09,
                           6.834652233051816e-11,
                           7.594065351143117e-13,
                           6.903592645998404e-15,
                           5.2310354743872324e-17,
                           3.3457635960511694e-19,
                           1.8754278019924106e-21,
                           7.716186557185987e-24,
                           5.569689710579585e-26};
  return series(m, u, kP);
}
template <class M, class V>
VJP_SERIES V i0e_of(const M& m, V x) {
  constexpr double kFar[] = {
      0.3989422804014327,     0.04986778505017422,     0.028050629108432232,  0.02921938986200935, 0.044748316321989876,
      0.08923365996163427,    0.4247186244251272,      -18.632587655694195,   1371.1355832918105,  -72089.41970761384,
      2889422.531857846,      -89487319.73020163,      2163932887.3551493,    -41085101990.02752,  613337897753.2838,
      -7179336642539.6875,    65405812189195.81,       -457681490589581.25,   2407987372906000.0,  -9203356640314640.0,
      2.4101714559011996e+16, -3.8662596830388936e+16, 2.8645351827771164e+16};
  const V a = m.abs(x), u = m.mul(m.set(0.25), m.mul(a, a)), one = m.set(1.0), t = m.div(one, a);
  const V near = m.mul(m.mul_add(u, i0_series(m, u), one), m.exp(m.sub(m.set(0.0), a)));
  return m.select(m.less(m.set(8.0), a), m.mul(m.sqrt(t), series(m, t, kFar)), near);
}
template <class M, class V>
VJP_SERIES V i1e_of(const M& m, V x) {
  constexpr double kFar[] = {0.3989422804014327,     -0.14960335515052506,  -0.0467510485118747,   -0.0409071468696605,
                             -0.057533265745466716,  -0.10911002615115394,  -0.49680853990530943,  21.099715512978417,
                             -1531.0592617182253,    79576.40861332252,     -3160200.0095054507,   97131324.83852571,
                             -2333787095.0544825,    44068046050.92073,     -654751458199.2462,    7632205879606.341,
                             -69274880930344.445,    483153666761934.75,    -2534427677989057.0,   9660409905390722.0,
                             -2.523618539868203e+16, 4.039079920109817e+16, -2.986339818919954e+16};
  const V a = m.abs(x), u = m.mul(m.set(0.25), m.mul(a, a)), one = m.set(1.0), t = m.div(one, a);
  const V near = m.mul(m.mul(m.mul_add(u, i1_series(m, u), one), m.mul(m.set(0.5), a)), m.exp(m.sub(m.set(0.0), a)));
  return m.copy_sign(m.select(m.less(m.set(8.0), a), m.mul(m.sqrt(t), series(m, t, kFar)), near), x);
}
// Up to 1 by I0 and I1 and the logarithm: no term cancels another. Beyond, by quotients in 1 / x.
template <class M, class V>
VJP_SERIES V k0e_of(const M& m, V x) {
  constexpr double kNear[] = {0.11593151565841245,   0.27898287891460316,    0.025248929932161216,
                              0.000846035090721369,  1.4914719243094256e-05, 1.627106892274877e-07,
                              1.208266124798848e-09, 6.6116769467998295e-12};
  constexpr double kP[] = {1.2533141373155003, 18.69007783898516,  102.70360684095617,
                           264.820285002307,   338.43109541581276, 208.50549718327397,
                           55.60698021835006,  4.978851009911734,  0.06944591385249915};
  constexpr double kQ[] = {1.0,
                           15.037524547930017,
                           83.75500030566356,
                           220.78130807112157,
                           292.72681509971665,
                           192.10549975978154,
                           57.418652873833224,
                           6.461122800027737,
                           0.16908222778928056};
  const V one = m.set(1.0), w = m.mul(x, x), u = m.mul(m.set(0.25), w), t = m.div(one, x);
  const V i0 = m.mul_add(u, i0_series(m, u), one);
  const V near = m.mul(m.sub(series(m, w, kNear), m.mul(m.log(x), i0)), m.exp(x));
  return m.select(m.less(one, x), m.mul(m.sqrt(t), quotient_of(m, t, kP, kQ)), near);
}
template <class M, class V>
VJP_SERIES V k1e_of(const M& m, V x) {
  constexpr double kNear[] = {-0.3079657578292062,     -0.08537071972865079,    -0.004642182766471444,
                              -0.00011253607036725054, -1.5592887664352552e-06, -1.403017183897655e-08,
                              -8.870924953496922e-11,  -4.221988128291575e-13};
  constexpr double kP[] = {1.2533141373155003, 18.437170064514888, 100.93530805601738,
                           264.2364690164008,  354.80524507295337, 243.8944693705593,
                           80.53351097840233,  10.829546890243424, 0.38236952964553383};
  constexpr double kQ[] = {1.0,
                           14.335733339373235,
                           75.27601143550325,
                           184.179124430015,
                           221.5220859202691,
                           127.18318284841905,
                           31.18858263674202,
                           2.5040141470569517,
                           0.027970242530479104};
  const V one = m.set(1.0), zero = m.set(0.0), w = m.mul(x, x), u = m.mul(m.set(0.25), w), t = m.div(one, x);
  const V half_i1 = m.mul(m.set(0.5), m.mul_add(u, i1_series(m, u), one));
  const V l = m.select(m.equal(x, zero), zero, m.log(x));
  const V near = m.mul(m.mul_add(x, m.mul_add(l, half_i1, series(m, w, kNear)), t), m.exp(x));
  return m.select(m.less(one, x), m.mul(m.sqrt(t), quotient_of(m, t, kP, kQ)), near);
}
