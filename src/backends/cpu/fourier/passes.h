// Fourier transforms of as many lines at once as a vector has lanes.
//
// Note: lanes
// A block holds one element of `lanes` lines: all their real parts, then all their imaginary ones. A transform of n
// elements works on n blocks, and every line has a lane of its own, so that it comes out the same whichever lines are
// beside it. The inverse is the same arithmetic with the two halves of each block taken for one another: i conj(z) is z
// with its parts exchanged. That is what `swap` says everywhere.
#pragma once

#include <cstdint>

namespace vjp::cpu::fft {

// One step of Stockham's self-sorting transform: `groups` times `stride` butterflies of `radix` blocks.
template <class T>
struct Stage {
  int64_t radix, groups, stride;
  const T* twiddles;  // (real, imaginary) of the outputs 1 .. radix - 1 of each group
  const T* roots;     // of unity, `radix` of them; where no butterfly is written out
};

inline constexpr int64_t kLargestRadix = 31;

template <class T>
struct Passes {
  int64_t lanes;
  // Transforms the blocks at x with y for scratch; which of the two has the result.
  T* (*run)(const Stage<T>* stages, int64_t count, T* x, T* y, bool swap);
  // x[i] *= factors[i], or its conjugate: one number for a block, or `per_lane` a block of them.
  void (*multiply)(T* x, const T* factors, int64_t blocks, bool per_lane, bool conjugate, bool swap);
  void (*scale)(T* x, int64_t blocks, T by);
  // Blocks from complex numbers of lines that lie side by side, `stride` numbers from one element to the next; and
  // back.
  void (*load)(const T* in, int64_t stride, int64_t blocks, T* x);
  void (*store)(const T* x, int64_t blocks, T* out, int64_t stride);
};
template <class T>
const Passes<T>& passes();

}  // namespace vjp::cpu::fft
