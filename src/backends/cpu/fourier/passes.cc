#include "backends/cpu/fourier/passes.h"

#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/fourier/passes.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::fft {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using V = hn::Vec<hn::ScalableTag<T>>;
template <class T>
HWY_INLINE int64_t lane_count() {
  return static_cast<int64_t>(hn::Lanes(hn::ScalableTag<T>()));
}

// One complex number a lane. Its constructors are written out, since those that a compiler makes may not inline what a
// vector instruction set has to (GCC on AArch64).
template <class T>
struct Complex {
  V<T> re, im;
  HWY_INLINE Complex() {}
  HWY_INLINE Complex(V<T> real, V<T> imaginary) : re(real), im(imaginary) {}
};
template <class T>
HWY_INLINE Complex<T> operator+(Complex<T> a, Complex<T> b) {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
template <class T>
HWY_INLINE Complex<T> operator-(Complex<T> a, Complex<T> b) {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}
template <class T>
HWY_INLINE Complex<T> operator*(Complex<T> a, Complex<T> b) {
  return {hn::MulSub(a.re, b.re, hn::Mul(a.im, b.im)), hn::MulAdd(a.re, b.im, hn::Mul(a.im, b.re))};
}
// a + s b and a - i s b of a real s.
template <class T>
HWY_INLINE Complex<T> plus(Complex<T> a, V<T> s, Complex<T> b) {
  return {hn::MulAdd(s, b.re, a.re), hn::MulAdd(s, b.im, a.im)};
}
template <class T>
HWY_INLINE Complex<T> times(V<T> s, Complex<T> a) {
  return {hn::Mul(s, a.re), hn::Mul(s, a.im)};
}
template <class T>
HWY_INLINE Complex<T> minus_i(Complex<T> a) {
  return {a.im, hn::Neg(a.re)};
}
template <class T>
HWY_INLINE Complex<T> one_number(const T* w) {
  const hn::ScalableTag<T> d;
  return {hn::Set(d, w[0]), hn::Set(d, w[1])};
}

// Blocks by their number, with the halves that stand for real and imaginary parts.
template <class T>
struct Blocks {
  T *re, *im;
  Blocks(T* x, bool swap) : re(x), im(x + lane_count<T>()) {
    if (swap) std::swap(re, im);
  }
  HWY_INLINE Complex<T> get(int64_t i) const {
    const hn::ScalableTag<T> d;
    const int64_t at = 2 * lane_count<T>() * i;
    return {hn::Load(d, re + at), hn::Load(d, im + at)};
  }
  HWY_INLINE void put(int64_t i, Complex<T> z) const {
    const hn::ScalableTag<T> d;
    const int64_t at = 2 * lane_count<T>() * i;
    hn::Store(z.re, d, re + at);
    hn::Store(z.im, d, im + at);
  }
};

// The transform of R numbers.
template <class T>
HWY_INLINE void butterfly(Complex<T> (&a)[2]) {
  const Complex<T> d = a[0] - a[1];
  a[0] = a[0] + a[1];
  a[1] = d;
}
template <class T>
HWY_INLINE void butterfly(Complex<T> (&a)[3]) {
  const hn::ScalableTag<T> d;
  const Complex<T> sum = a[1] + a[2];
  const Complex<T> turned = times(hn::Set(d, static_cast<T>(0.86602540378443864676)), minus_i(a[1] - a[2]));
  const Complex<T> middle = plus(a[0], hn::Set(d, T(-0.5)), sum);
  a[0] = a[0] + sum;
  a[1] = middle + turned;
  a[2] = middle - turned;
}
template <class T>
HWY_INLINE void butterfly(Complex<T> (&a)[4]) {
  const Complex<T> s = a[0] + a[2], d = a[0] - a[2], t = a[1] + a[3], e = minus_i(a[1] - a[3]);
  a[0] = s + t;
  a[1] = d + e;
  a[2] = s - t;
  a[3] = d - e;
}
template <class T>
HWY_INLINE void butterfly(Complex<T> (&a)[5]) {
  const hn::ScalableTag<T> d;
  const auto c1 = hn::Set(d, static_cast<T>(0.30901699437494742410)),
             c2 = hn::Set(d, static_cast<T>(-0.80901699437494742410)),
             s1 = hn::Set(d, static_cast<T>(0.95105651629515357212)),
             s2 = hn::Set(d, static_cast<T>(0.58778525229247312917));
  const Complex<T> p = a[1] + a[4], q = a[2] + a[3], m = minus_i(a[1] - a[4]), n = minus_i(a[2] - a[3]);
  const Complex<T> x = plus(plus(a[0], c1, p), c2, q), y = plus(plus(a[0], c2, p), c1, q);
  const Complex<T> u = plus(times(s1, m), s2, n), v = plus(times(s2, m), hn::Neg(s1), n);
  a[0] = a[0] + p + q;
  a[1] = x + u;
  a[2] = y + v;
  a[3] = y - v;
  a[4] = x - u;
}

template <class T, int R>
void stage_of(const Stage<T>& s, Blocks<T> x, Blocks<T> y) {
  const int64_t apart = s.groups * s.stride;
  for (int64_t p = 0; p < s.groups; ++p) {
    Complex<T> w[R];
    for (int j = 1; j < R; ++j) w[j] = one_number(s.twiddles + 2 * (p * (R - 1) + j - 1));
    for (int64_t q = 0; q < s.stride; ++q) {
      Complex<T> a[R];
      for (int i = 0; i < R; ++i) a[i] = x.get(q + s.stride * p + i * apart);
      butterfly(a);
      const int64_t to = q + s.stride * R * p;
      y.put(to, a[0]);
      if (s.groups == 1) {  // whose factors are 1
        for (int j = 1; j < R; ++j) y.put(to + j * s.stride, a[j]);
      } else {
        for (int j = 1; j < R; ++j) y.put(to + j * s.stride, a[j] * w[j]);
      }
    }
  }
}

// Of an odd number of blocks, by sums over pairs of roots that are conjugates.
template <class T>
void stage_of_any(const Stage<T>& s, Blocks<T> x, Blocks<T> y) {
  const hn::ScalableTag<T> d;
  const int64_t apart = s.groups * s.stride, r = s.radix, half = r / 2;
  for (int64_t p = 0; p < s.groups; ++p) {
    for (int64_t q = 0; q < s.stride; ++q) {
      const int64_t from = q + s.stride * p, to = q + s.stride * r * p;
      Complex<T> sums[kLargestRadix / 2 + 1], differences[kLargestRadix / 2 + 1];
      const Complex<T> first = x.get(from);
      Complex<T> total = first;
      for (int64_t i = 1; i <= half; ++i) {
        const Complex<T> a = x.get(from + i * apart), b = x.get(from + (r - i) * apart);
        sums[i] = a + b;
        differences[i] = minus_i(a - b);
        total = total + sums[i];
      }
      y.put(to, total);
      for (int64_t j = 1; j <= half; ++j) {
        Complex<T> even = first, odd{hn::Zero(d), hn::Zero(d)};
        for (int64_t i = 1, k = j; i <= half; ++i, k = k + j < r ? k + j : k + j - r) {
          even = plus(even, hn::Set(d, s.roots[2 * k]), sums[i]);
          odd = plus(odd, hn::Set(d, -s.roots[2 * k + 1]), differences[i]);
        }
        const T* w = s.twiddles + 2 * (p * (r - 1) + j - 1);
        y.put(to + j * s.stride, (even + odd) * one_number(w));
        y.put(to + (r - j) * s.stride, (even - odd) * one_number(w + 2 * (r - 2 * j)));
      }
    }
  }
}

template <class T>
T* run(const Stage<T>* stages, int64_t count, T* x, T* y, bool swap) {
  for (int64_t i = 0; i < count; ++i) {
    const Blocks<T> from(x, swap), to(y, swap);
    switch (stages[i].radix) {
      case 2:
        stage_of<T, 2>(stages[i], from, to);
        break;
      case 3:
        stage_of<T, 3>(stages[i], from, to);
        break;
      case 4:
        stage_of<T, 4>(stages[i], from, to);
        break;
      case 5:
        stage_of<T, 5>(stages[i], from, to);
        break;
      default:
        stage_of_any<T>(stages[i], from, to);
    }
    std::swap(x, y);
  }
  return x;
}

template <class T>
void multiply(T* x, const T* factors, int64_t blocks, bool per_lane, bool conjugate, bool swap) {
  const hn::ScalableTag<T> d;
  const Blocks<T> z(x, swap);
  const int64_t lanes = lane_count<T>();
  const auto sign = hn::Set(d, conjugate ? T(-1) : T(1));
  for (int64_t i = 0; i < blocks; ++i) {
    Complex<T> w;
    if (per_lane) {
      w = {hn::LoadU(d, factors + 2 * lanes * i), hn::LoadU(d, factors + 2 * lanes * i + lanes)};
    } else {
      w = one_number(factors + 2 * i);
    }
    z.put(i, z.get(i) * Complex<T>{w.re, hn::Mul(sign, w.im)});
  }
}

template <class T>
void scale(T* x, int64_t blocks, T by) {
  const hn::ScalableTag<T> d;
  const auto s = hn::Set(d, by);
  const Blocks<T> z(x, false);
  for (int64_t i = 0; i < blocks; ++i) z.put(i, times(s, z.get(i)));
}

template <class T>
void load(const T* in, int64_t stride, int64_t blocks, T* x) {
  const hn::ScalableTag<T> d;
  const Blocks<T> z(x, false);
  for (int64_t i = 0; i < blocks; ++i) {
    Complex<T> a;
    hn::LoadInterleaved2(d, in + 2 * i * stride, a.re, a.im);
    z.put(i, a);
  }
}
template <class T>
void store(const T* x, int64_t blocks, T* out, int64_t stride) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = lane_count<T>();
  for (int64_t i = 0; i < blocks; ++i)
    hn::StoreInterleaved2(hn::Load(d, x + 2 * lanes * i), hn::Load(d, x + 2 * lanes * i + lanes), d,
                          out + 2 * i * stride);
}

template <class T>
const Passes<T>* table() {
  static const Passes<T> kTable{lane_count<T>(), run<T>, multiply<T>, scale<T>, load<T>, store<T>};
  return &kTable;
}
const Passes<float>* passes_float() { return table<float>(); }
const Passes<double>* passes_double() { return table<double>(); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu::fft
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu::fft {

HWY_EXPORT(passes_float);
HWY_EXPORT(passes_double);

template <>
const Passes<float>& passes<float>() {
  static const Passes<float>& chosen = *HWY_DYNAMIC_DISPATCH(passes_float)();
  return chosen;
}
template <>
const Passes<double>& passes<double>() {
  static const Passes<double>& chosen = *HWY_DYNAMIC_DISPATCH(passes_double)();
  return chosen;
}

}  // namespace vjp::cpu::fft
#endif
