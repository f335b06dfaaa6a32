#include "backends/cpu/fourier/passes.h"

#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/fourier/passes.cc"
#include "hwy/foreach_target.h"
//
#include "backends/cpu/fourier/complex-inl.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::fft {
namespace HWY_NAMESPACE {
namespace {

// What lies outside of blocks; `read` and `write` are those of Blocks.
template <class T>
struct Source {
  const T* at;
  int64_t stride;
  bool swap;
  template <int R>
  HWY_INLINE void read(Complex<T> (&a)[R], int64_t first, int64_t step) const {
    VJP_UNROLLED for (int i = 0; i < R; ++i) a[i] = load_numbers(at + 2 * stride * (first + i * step));
    if (swap) {
      VJP_UNROLLED for (int i = 0; i < R; ++i) std::swap(a[i].re, a[i].im);
    }
  }
};
template <class T>
struct Sink {
  T* at;
  int64_t stride;
  V<T> scale;
  bool swap;
  template <int R>
  HWY_INLINE void write(Complex<T> (&a)[R], int64_t first, int64_t step) const {
    if (swap) {
      VJP_UNROLLED for (int i = 0; i < R; ++i) std::swap(a[i].re, a[i].im);
    }
    VJP_UNROLLED for (int i = 0; i < R; ++i) store_numbers(times(scale, a[i]), at + 2 * stride * (first + i * step));
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
  const Complex<T> sum = a[1] + a[2];
  const Complex<T> turned = times(number<T>(0.86602540378443864676), a[1] - a[2]);
  const Complex<T> middle = minus(a[0], number<T>(0.5), sum);
  a[0] = a[0] + sum;
  a[1] = minus_i(middle, turned);
  a[2] = plus_i(middle, turned);
}
template <class T>
HWY_INLINE void butterfly(Complex<T>& a, Complex<T>& b, Complex<T>& c, Complex<T>& d) {
  const Complex<T> s = a + c, t = a - c, u = b + d, v = b - d;
  a = s + u;
  b = minus_i(t, v);
  c = s - u;
  d = plus_i(t, v);
}
template <class T>
HWY_INLINE void butterfly(Complex<T> (&a)[4]) {
  butterfly(a[0], a[1], a[2], a[3]);
}
template <class T>
HWY_INLINE void butterfly(Complex<T> (&a)[5]) {
  const auto c1 = number<T>(0.30901699437494742410), c2 = number<T>(-0.80901699437494742410),
             s1 = number<T>(0.95105651629515357212), s2 = number<T>(0.58778525229247312917);
  const Complex<T> p = a[1] + a[4], q = a[2] + a[3], m = a[1] - a[4], n = a[2] - a[3];
  const Complex<T> x = plus(plus(a[0], c1, p), c2, q), y = plus(plus(a[0], c2, p), c1, q);
  const Complex<T> u = plus(times(s1, m), s2, n), v = minus(times(s2, m), s1, n);
  a[0] = a[0] + p + q;
  a[1] = minus_i(x, u);
  a[2] = minus_i(y, v);
  a[3] = plus_i(y, v);
  a[4] = plus_i(x, u);
}
// z times exp(-pi i / 4) and exp(-3 pi i / 4), but for a factor of sqrt 1/2.
template <class T>
HWY_INLINE Complex<T> eighth(Complex<T> z) {
  return {hn::Add(z.re, z.im), hn::Sub(z.im, z.re)};
}
template <class T>
HWY_INLINE Complex<T> three_eighths(Complex<T> z) {
  return {hn::Sub(z.im, z.re), hn::Neg(hn::Add(z.re, z.im))};
}
inline constexpr double kHalfRoot = 0.70710678118654752440;

template <class T>
HWY_INLINE void butterfly(Complex<T> (&a)[8]) {
  const auto h = number<T>(kHalfRoot);
  butterfly(a[0], a[2], a[4], a[6]);
  butterfly(a[1], a[3], a[5], a[7]);
  const Complex<T> e0 = a[0], e1 = a[2], e2 = a[4], e3 = a[6];
  const Complex<T> o0 = a[1], o1 = eighth(a[3]), o2 = a[5], o3 = three_eighths(a[7]);
  a[0] = e0 + o0;
  a[4] = e0 - o0;
  a[1] = plus(e1, h, o1);
  a[5] = minus(e1, h, o1);
  a[2] = minus_i(e2, o2);
  a[6] = plus_i(e2, o2);
  a[3] = plus(e3, h, o3);
  a[7] = minus(e3, h, o3);
}
template <class T, int R, class In, class Out>
void stage_of(const Stage<T>& s, In x, Out y) {
  const int64_t apart = s.groups * s.stride;
  for (int64_t p = 0; p < s.groups; ++p) {
    const T* w = s.twiddles + 2 * p * (R - 1);
    for (int64_t q = 0; q < s.stride; ++q) {
      Complex<T> a[R];
      x.read(a, q + s.stride * p, apart);
      butterfly(a);
      if (p > 0) {  // the factors of the first group are 1
        VJP_UNROLLED for (int j = 1; j < R; ++j) a[j] = a[j] * one_number(w + 2 * (j - 1));
      }
      y.write(a, q + s.stride * R * p, s.stride);
    }
  }
}

// Of an odd number of blocks, by sums over pairs of roots that are conjugates.
template <class T>
void stage_of_any(const Stage<T>& s, Blocks<T> x, Blocks<T> y) {
  const Tag<T> d;
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
        differences[i] = a - b;
        total = total + sums[i];
      }
      y.put(to, total);
      for (int64_t j = 1; j <= half; ++j) {
        Complex<T> even = first, odd{hn::Zero(d), hn::Zero(d)};
        for (int64_t i = 1, k = j; i <= half; ++i, k = k + j < r ? k + j : k + j - r) {
          even = plus(even, hn::Set(d, s.roots[2 * k]), sums[i]);
          odd = minus(odd, hn::Set(d, s.roots[2 * k + 1]), differences[i]);
        }
        const T* w = s.twiddles + 2 * (p * (r - 1) + j - 1);
        y.put(to + j * s.stride, minus_i(even, odd) * one_number(w));
        y.put(to + (r - j) * s.stride, plus_i(even, odd) * one_number(w + 2 * (r - 2 * j)));
      }
    }
  }
}

template <class T>
void run_stage(const Stage<T>& s, Blocks<T> x, Blocks<T> y) {
  switch (s.radix) {
    case 2:
      return stage_of<T, 2>(s, x, y);
    case 3:
      return stage_of<T, 3>(s, x, y);
    case 4:
      return stage_of<T, 4>(s, x, y);
    case 5:
      return stage_of<T, 5>(s, x, y);
    case 8:
      return stage_of<T, 8>(s, x, y);
    default:
      return stage_of_any<T>(s, x, y);
  }
}
// The first stage and the last read and write numbers themselves, if they are of a power of two. SSE4, on which little
// runs, does without.
template <class T, class In, class Out>
bool run_outer_stage(const Stage<T>& s, In x, Out y) {
  if constexpr (HWY_TARGET == HWY_SSE4) return false;
  switch (s.radix) {
    case 4:
      return stage_of<T, 4>(s, x, y), true;
    case 8:
      return stage_of<T, 8>(s, x, y), true;
    default:
      return false;
  }
}

template <class T>
T* run(const Stage<T>* stages, int64_t count, int64_t n, const Numbers<const T>* from, T* x, T* y, const Numbers<T>* to,
       T scale, bool swap) {
  int64_t begin = 0;
  if (from) {
    const Source<T> source{from->at, from->stride, swap};
    if (count > 0 && run_outer_stage(stages[0], source, Blocks<T>{x})) {
      begin = 1;
    } else {
      Complex<T> a[1];
      for (int64_t i = 0; i < n; ++i) source.read(a, i, 1), Blocks<T>{x}.write(a, i, 1);
    }
  }
  if (!to) {
    for (int64_t i = begin; i < count; ++i, std::swap(x, y)) run_stage(stages[i], Blocks<T>{x}, Blocks<T>{y});
    return x;
  }
  const Sink<T> sink{to->at, to->stride, hn::Set(Tag<T>(), scale), swap};
  for (int64_t i = begin; i < count; ++i, std::swap(x, y)) {
    if (i + 1 == count && run_outer_stage(stages[i], Blocks<T>{x}, sink)) return nullptr;
    run_stage(stages[i], Blocks<T>{x}, Blocks<T>{y});
  }
  Complex<T> a[1];
  for (int64_t i = 0; i < n; ++i) Blocks<T>{x}.read(a, i, 1), sink.write(a, i, 1);
  return nullptr;
}

template <class T>
const Passes<T>* table() {
  static constexpr Passes<T> kTable{kLanes<T>, run<T>};
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
