// Complex numbers, one a lane, and where vectors of them lie; included once per target.
#if defined(VJP_FOURIER_COMPLEX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VJP_FOURIER_COMPLEX_INL_H_
#undef VJP_FOURIER_COMPLEX_INL_H_
#else
#define VJP_FOURIER_COMPLEX_INL_H_
#endif

#include <cstdint>
#include <utility>

#include "hwy/highway.h"

// A loop over the numbers of a butterfly: rolled up it would keep them in memory.
#define VJP_UNROLLED _Pragma("GCC unroll 16")

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::fft {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using V = hn::Vec<Tag<T>>;
template <class T>
inline constexpr int64_t kLanes = static_cast<int64_t>(HWY_MAX_LANES_D(Tag<T>));

template <class T>
struct Complex {
  V<T> re, im;
  // written out, since those that a compiler makes may not inline what a vector instruction set has to (GCC on AArch64)
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
template <class T>
HWY_INLINE Complex<T> conj(Complex<T> a) {
  return {a.re, hn::Neg(a.im)};
}
// a + i b and a - i b.
template <class T>
HWY_INLINE Complex<T> plus_i(Complex<T> a, Complex<T> b) {
  return {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)};
}
template <class T>
HWY_INLINE Complex<T> minus_i(Complex<T> a, Complex<T> b) {
  return {hn::Add(a.re, b.im), hn::Sub(a.im, b.re)};
}
// a + s b and a - s b, s a, of a real s.
template <class T>
HWY_INLINE Complex<T> plus(Complex<T> a, V<T> s, Complex<T> b) {
  return {hn::MulAdd(s, b.re, a.re), hn::MulAdd(s, b.im, a.im)};
}
template <class T>
HWY_INLINE Complex<T> minus(Complex<T> a, V<T> s, Complex<T> b) {
  return {hn::NegMulAdd(s, b.re, a.re), hn::NegMulAdd(s, b.im, a.im)};
}
template <class T>
HWY_INLINE Complex<T> times(V<T> s, Complex<T> a) {
  return {hn::Mul(s, a.re), hn::Mul(s, a.im)};
}
template <class T>
HWY_INLINE V<T> number(double x) {
  return hn::Set(Tag<T>(), static_cast<T>(x));
}
template <class T>
HWY_INLINE Complex<T> one_number(const T* w) {
  return {hn::Set(Tag<T>(), w[0]), hn::Set(Tag<T>(), w[1])};
}

// Blocks (passes.h) by their number.
template <class T>
struct Blocks {
  T* at;
  HWY_INLINE Complex<T> get(int64_t i) const {
    return {hn::Load(Tag<T>(), at + 2 * kLanes<T> * i), hn::Load(Tag<T>(), at + 2 * kLanes<T> * i + kLanes<T>)};
  }
  HWY_INLINE void put(int64_t i, Complex<T> z) const {
    hn::Store(z.re, Tag<T>(), at + 2 * kLanes<T> * i);
    hn::Store(z.im, Tag<T>(), at + 2 * kLanes<T> * i + kLanes<T>);
  }
  template <int R>
  HWY_INLINE void read(Complex<T> (&a)[R], int64_t first, int64_t step) const {
    VJP_UNROLLED for (int i = 0; i < R; ++i) a[i] = get(first + i * step);
  }
  template <int R>
  HWY_INLINE void write(const Complex<T> (&a)[R], int64_t first, int64_t step) const {
    VJP_UNROLLED for (int i = 0; i < R; ++i) put(first + i * step, a[i]);
  }
};

template <class T>
HWY_INLINE Complex<T> load_numbers(const T* at) {
  Complex<T> z;
  hn::LoadInterleaved2(Tag<T>(), at, z.re, z.im);
  return z;
}
template <class T>
HWY_INLINE void store_numbers(Complex<T> z, T* at) {
  const Tag<T> d;
  hn::StoreU(hn::InterleaveWholeLower(d, z.re, z.im), d, at);
  hn::StoreU(hn::InterleaveWholeUpper(d, z.re, z.im), d, at + kLanes<T>);
}

#if HWY_TARGET == HWY_AVX3
// Every other block of 16 bytes of a, then of b.
template <class D>
HWY_INLINE hn::Vec<D> even_blocks(D d, hn::Vec<D> a, hn::Vec<D> b) {
  const hn::Repartition<float, D> f;
  return hn::BitCast(d, hn::Vec<decltype(f)>{_mm512_shuffle_f32x4(hn::BitCast(f, a).raw, hn::BitCast(f, b).raw, 0x88)});
}
template <class D>
HWY_INLINE hn::Vec<D> odd_blocks(D d, hn::Vec<D> a, hn::Vec<D> b) {
  const hn::Repartition<float, D> f;
  return hn::BitCast(d, hn::Vec<decltype(f)>{_mm512_shuffle_f32x4(hn::BitCast(f, a).raw, hn::BitCast(f, b).raw, 0xDD)});
}
#endif

// r[i][j] becomes r[j][i]: the numbers of each block of 16 bytes, then those blocks.
template <class T>
HWY_INLINE void transpose(V<T> (&r)[kLanes<T>]) {
  constexpr int kCount = static_cast<int>(kLanes<T>), kBlock = 16 / sizeof(T), kBlocks = kCount / kBlock;
  const Tag<T> d;
  VJP_UNROLLED for (int i = 0; i < kCount; i += kBlock) {
    V<T>* a = r + i;
    if constexpr (kBlock == 4) {
      const hn::Repartition<double, Tag<T>> pairs;
      const auto low = hn::BitCast(pairs, hn::InterleaveLower(d, a[0], a[1])),
                 high = hn::BitCast(pairs, hn::InterleaveUpper(d, a[0], a[1])),
                 next_low = hn::BitCast(pairs, hn::InterleaveLower(d, a[2], a[3])),
                 next_high = hn::BitCast(pairs, hn::InterleaveUpper(d, a[2], a[3]));
      a[0] = hn::BitCast(d, hn::InterleaveLower(pairs, low, next_low));
      a[1] = hn::BitCast(d, hn::InterleaveUpper(pairs, low, next_low));
      a[2] = hn::BitCast(d, hn::InterleaveLower(pairs, high, next_high));
      a[3] = hn::BitCast(d, hn::InterleaveUpper(pairs, high, next_high));
    } else {
      const V<T> low = hn::InterleaveLower(d, a[0], a[1]);
      a[1] = hn::InterleaveUpper(d, a[0], a[1]);
      a[0] = low;
    }
  }
  VJP_UNROLLED for (int i = 0; i < kBlock; ++i) {
    if constexpr (kBlocks == 2) {
      const V<T> low = hn::ConcatLowerLower(d, r[i + kBlock], r[i]);
      r[i + kBlock] = hn::ConcatUpperUpper(d, r[i + kBlock], r[i]);
      r[i] = low;
    } else if constexpr (kBlocks == 4) {
      V<T>&a = r[i], &b = r[i + kBlock], &c = r[i + 2 * kBlock], &e = r[i + 3 * kBlock];
      const V<T> p = hn::ConcatLowerLower(d, b, a), q = hn::ConcatLowerLower(d, e, c),
                 u = hn::ConcatUpperUpper(d, b, a), v = hn::ConcatUpperUpper(d, e, c);
      a = even_blocks(d, p, q);
      b = odd_blocks(d, p, q);
      c = even_blocks(d, u, v);
      e = odd_blocks(d, u, v);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu::fft
HWY_AFTER_NAMESPACE();

#endif
