#include <algorithm>

#include "backends/cpu/fourier/passes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/fourier/moves.cc"
#include "hwy/foreach_target.h"
//
#include "backends/cpu/fourier/complex-inl.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::fft {
namespace HWY_NAMESPACE {
namespace {

// A tile has as many elements of as many lines as there are lanes. The last one of a line begins early rather than end
// late.
template <class T, class F>
HWY_INLINE void for_tiles(int64_t n, F&& f) {
  for (int64_t k = 0; k < n; k += kLanes<T>) f(std::min(k, n - kLanes<T>));
}

template <class T>
void load_lines(const T* const* lines, int64_t n, T* x, bool swap) {
  constexpr int kCount = static_cast<int>(kLanes<T>);
  for_tiles<T>(n, [&](int64_t k) HWY_ATTR {
    V<T> re[kCount], im[kCount];
    VJP_UNROLLED for (int l = 0; l < kCount; ++l) {
      const Complex<T> z = load_numbers(lines[l] + 2 * k);
      re[l] = z.re;
      im[l] = z.im;
    }
    T* to = x + 2 * kLanes<T> * k;
    const auto put = [&](V<T>(&r)[kCount], T* at) HWY_ATTR {
      transpose<T>(r);
      VJP_UNROLLED for (int i = 0; i < kCount; ++i) hn::Store(r[i], Tag<T>(), at + 2 * kLanes<T> * i);
    };
    put(re, to + swap * kLanes<T>);
    put(im, to + !swap * kLanes<T>);
  });
}

template <class T>
void store_lines(const T* x, int64_t n, T* const* lines, T scale, bool swap) {
  constexpr int kCount = static_cast<int>(kLanes<T>);
  const V<T> s = hn::Set(Tag<T>(), scale);
  for_tiles<T>(n, [&](int64_t k) HWY_ATTR {
    V<T> re[kCount], im[kCount];
    const T* from = x + 2 * kLanes<T> * k;
    const auto get = [&](V<T>(&r)[kCount], const T* at) HWY_ATTR {
      VJP_UNROLLED for (int i = 0; i < kCount; ++i) r[i] = hn::Load(Tag<T>(), at + 2 * kLanes<T> * i);
      transpose<T>(r);
    };
    get(re, from + swap * kLanes<T>);
    get(im, from + !swap * kLanes<T>);
    VJP_UNROLLED for (int l = 0; l < kCount; ++l) {
      store_numbers(times(s, Complex<T>{re[l], im[l]}), lines[l] + 2 * k);
    }
  });
}

template <class T>
void load_part(const T* in, int64_t stride, int64_t n, int64_t count, T* x, bool swap) {
  const Tag<T> d;
  const auto low = static_cast<size_t>(std::min(2 * count, kLanes<T>)), high = static_cast<size_t>(2 * count) - low;
  for (int64_t i = 0; i < n; ++i) {
    const T* at = in + 2 * stride * i;
    const V<T> a = hn::LoadN(d, at, low), b = high ? hn::LoadN(d, at + kLanes<T>, high) : hn::Zero(d);
    const V<T> re = hn::ConcatEven(d, b, a), im = hn::ConcatOdd(d, b, a);
    Blocks<T>{x}.put(i, swap ? Complex<T>{im, re} : Complex<T>{re, im});
  }
}
template <class T>
void store_part(const T* x, int64_t n, int64_t count, T* out, int64_t stride, T scale, bool swap) {
  const Tag<T> d;
  const V<T> s = hn::Set(d, scale);
  const auto low = static_cast<size_t>(std::min(2 * count, kLanes<T>)), high = static_cast<size_t>(2 * count) - low;
  for (int64_t i = 0; i < n; ++i) {
    Complex<T> z = times(s, Blocks<T>{const_cast<T*>(x)}.get(i));
    if (swap) std::swap(z.re, z.im);
    T* at = out + 2 * stride * i;
    hn::StoreN(hn::InterleaveWholeLower(d, z.re, z.im), d, at, low);
    if (high) hn::StoreN(hn::InterleaveWholeUpper(d, z.re, z.im), d, at + kLanes<T>, high);
  }
}

template <class T>
void turn(const T* x, int64_t n, const T* fine, const T* coarse, T* out, int64_t step) {
  const Tag<T> d;
  constexpr int kCount = static_cast<int>(kLanes<T>);
  for (int64_t k = 0; k < n; k += kLanes<T>, out += step) {
    V<T> re[kCount], im[kCount];
    VJP_UNROLLED for (int i = 0; i < kCount; ++i) {
      const T *at = fine + 2 * kLanes<T> * (k + i), *from = x + 2 * kLanes<T> * (k + i);
      Complex<T> w{hn::LoadU(d, at), hn::LoadU(d, at + kLanes<T>)};
      if (coarse) w = w * one_number(coarse + 2 * (k + i));
      const Complex<T> z = Complex<T>{hn::Load(d, from), hn::Load(d, from + kLanes<T>)} * w;
      re[i] = z.re;
      im[i] = z.im;
    }
    transpose<T>(re);
    VJP_UNROLLED for (int i = 0; i < kCount; ++i) hn::Store(re[i], d, out + 2 * kLanes<T> * i);
    transpose<T>(im);
    VJP_UNROLLED for (int i = 0; i < kCount; ++i) hn::Store(im[i], d, out + 2 * kLanes<T> * i + kLanes<T>);
  }
}

// ---- real numbers ----
//
// Pairs of real numbers z = x[2j] + i x[2j+1] have the transform Z = E + i O, those of the even and the odd ones, which
// are those of real numbers: E[k] = (Z[k] + conj Z[m-k]) / 2 and i O[k] = (Z[k] - conj Z[m-k]) / 2. And the whole is
// X[k] = E[k] + w O[k], where w = exp(-pi i k / m), and X[m-k] = conj(E[k] - w O[k]).

template <class T>
HWY_INLINE void split_pair(Complex<T>& a, Complex<T>& b, Complex<T> w, V<T> sign) {
  const auto half = number<T>(0.5);
  const Complex<T> twin = conj(b), even = times(half, a + twin), odd = times(half, a - twin) * w;
  a = minus_i(even, odd);
  b = plus_i(even, odd);
  a.im = hn::Mul(sign, a.im);
  b.im = hn::Mul(sign, hn::Neg(b.im));
}
template <class T>
HWY_INLINE void join_pair(Complex<T>& a, Complex<T>& b, Complex<T> w, V<T> sign) {
  a.im = hn::Mul(sign, a.im);
  b.im = hn::Mul(sign, b.im);
  const Complex<T> twin = conj(b), even = a + twin, odd = (a - twin) * conj(w);
  a = plus_i(even, odd);
  b = conj(minus_i(even, odd));
}
template <class T>
HWY_INLINE V<T> sign_of(bool conjugate) {
  return number<T>(conjugate ? -1 : 1);
}

template <class T>
void split_blocks(const T* from, const T* roots, int64_t m, T* to, bool conjugate) {
  const Tag<T> d;
  const Blocks<T> x{const_cast<T*>(from)}, y{to};
  const Complex<T> z = x.get(0);
  y.put(0, {hn::Add(z.re, z.im), hn::Zero(d)});
  y.put(m, {hn::Sub(z.re, z.im), hn::Zero(d)});
  for (int64_t k = 1; k <= m / 2; ++k) {
    Complex<T> a = x.get(k), b = x.get(m - k);
    split_pair(a, b, one_number(roots + 2 * k), sign_of<T>(conjugate));
    y.put(m - k, b);
    y.put(k, a);
  }
}
template <class T>
void join_blocks(const T* from, const T* roots, int64_t m, T* to, bool conjugate) {
  const Blocks<T> x{const_cast<T*>(from)}, y{to};
  const V<T> first = x.get(0).re, last = x.get(m).re;
  y.put(0, {hn::Sub(first, last), hn::Add(first, last)});
  for (int64_t k = 1; k <= m / 2; ++k) {
    Complex<T> a = x.get(k), b = x.get(m - k);
    join_pair(a, b, one_number(roots + 2 * k), sign_of<T>(conjugate));
    y.put(m - k, {b.im, b.re});
    y.put(k, {a.im, a.re});
  }
}

template <class T>
HWY_INLINE Complex<T> reversed(Complex<T> z) {
  return {hn::Reverse(Tag<T>(), z.re), hn::Reverse(Tag<T>(), z.im)};
}
// f(a, b, w) for the elements k and m - k, as many as there are lanes at once; few of them through a copy.
template <class T, class F>
HWY_INLINE void for_pairs(const T* in, const T* roots, int64_t m, int64_t begin, int64_t end, T* out, F&& f) {
  constexpr int64_t kCount = kLanes<T>;
  for (int64_t k = begin; k < end; k += kCount) {
    if (k + kCount <= end) {
      Complex<T> a = load_numbers(in + 2 * k), b = reversed(load_numbers(in + 2 * (m - k - kCount + 1)));
      f(a, b, load_numbers(roots + 2 * k));
      store_numbers(reversed(b), out + 2 * (m - k - kCount + 1));
      store_numbers(a, out + 2 * k);
      continue;
    }
    const int64_t count = end - k;
    T w[2 * kCount] = {}, x[2 * kCount] = {}, y[2 * kCount] = {};
    std::copy_n(roots + 2 * k, 2 * count, w);
    std::copy_n(in + 2 * k, 2 * count, x);
    for (int64_t i = 0; i < 2 * count; ++i) y[i] = in[2 * (m - k - i / 2) + i % 2];
    Complex<T> a = load_numbers(x), b = load_numbers(y);
    f(a, b, load_numbers(w));
    store_numbers(a, x);
    store_numbers(b, y);
    for (int64_t i = 0; i < 2 * count; ++i) out[2 * (m - k - i / 2) + i % 2] = y[i];
    std::copy_n(x, 2 * count, out + 2 * k);
  }
}

template <class T>
void split_line(T* z, const T* roots, int64_t m, int64_t begin, int64_t end, bool conjugate) {
  if (begin == 0) {
    const T re = z[0], im = z[1];
    z[0] = re + im, z[2 * m] = re - im, z[1] = z[2 * m + 1] = T(0);
  }
  const V<T> sign = sign_of<T>(conjugate);
  for_pairs(z, roots, m, std::max<int64_t>(begin, 1), end, z,
            [&](Complex<T>& a, Complex<T>& b, Complex<T> w) HWY_ATTR { split_pair(a, b, w, sign); });
}
template <class T>
void join_line(const T* in, const T* roots, int64_t m, int64_t begin, int64_t end, T* z, bool conjugate) {
  if (begin == 0) {
    const T first = in[0], last = in[2 * m];
    z[0] = first + last, z[1] = first - last;
  }
  const V<T> sign = sign_of<T>(conjugate);
  for_pairs(in, roots, m, std::max<int64_t>(begin, 1), end, z,
            [&](Complex<T>& a, Complex<T>& b, Complex<T> w) HWY_ATTR { join_pair(a, b, w, sign); });
}

template <class T>
const Moves<T>* table() {
  static constexpr Moves<T> kTable{load_lines<T>,   store_lines<T>, load_part<T>,   store_part<T>, turn<T>,
                                   split_blocks<T>, split_line<T>,  join_blocks<T>, join_line<T>};
  return &kTable;
}
const Moves<float>* moves_float() { return table<float>(); }
const Moves<double>* moves_double() { return table<double>(); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu::fft
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu::fft {

HWY_EXPORT(moves_float);
HWY_EXPORT(moves_double);

template <>
const Moves<float>& moves<float>() {
  static const Moves<float>& chosen = *HWY_DYNAMIC_DISPATCH(moves_float)();
  return chosen;
}
template <>
const Moves<double>& moves<double>() {
  static const Moves<double>& chosen = *HWY_DYNAMIC_DISPATCH(moves_double)();
  return chosen;
}

}  // namespace vjp::cpu::fft
#endif
