// Fourier transforms of as many lines at once as a vector has lanes.
//
// Note: lanes
// A block holds one element of `lanes` lines: all their real parts, then all their imaginary ones. A transform of n
// elements works on n blocks, and every line has a lane of its own, so that it comes out the same whichever lines are
// beside it. The inverse is the same arithmetic with real and imaginary parts taken for one another: i conj(z) is z
// with its parts exchanged. Numbers are exchanged where they become blocks and where blocks become numbers, which is
// what `swap` says everywhere.
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

// Complex numbers of lines that lie side by side, `stride` numbers from one element to the next.
template <class T>
struct Numbers {
  T* at;
  int64_t stride;
};

template <class T>
struct Passes {
  int64_t lanes;
  // Transforms `n` blocks, that lie at x or are read from `from`, and leaves them at x or y, which it returns, or times
  // `scale` at `to`.
  T* (*run)(const Stage<T>* stages, int64_t count, int64_t n, const Numbers<const T>* from, T* x, T* y,
            const Numbers<T>* to, T scale, bool swap);
};
template <class T>
const Passes<T>& passes();

// What else is done to blocks and to lines of numbers.
template <class T>
struct Moves {
  // Blocks of n elements from `lanes` lines, which begin at `lines`; there are as many elements as lanes or more.
  void (*load_lines)(const T* const* lines, int64_t n, T* x, bool swap);
  // And back, times `scale`.
  void (*store_lines)(const T* x, int64_t n, T* const* lines, T scale, bool swap);
  // Blocks from `count` lines that lie side by side, fewer than there are lanes, and back.
  void (*load_part)(const T* in, int64_t stride, int64_t n, int64_t count, T* x, bool swap);
  void (*store_part)(const T* x, int64_t n, int64_t count, T* out, int64_t stride, T scale, bool swap);
  // Of an n by `lanes` matrix, a row each block, its transpose: out[step t] has the rows from t lanes on, as `lanes`
  // blocks, as if there were more rows up to a multiple of them. Row k is first multiplied by fine[k], a block, and,
  // unless it is null, by coarse[k], a number.
  void (*turn)(const T* x, int64_t n, const T* fine, const T* coarse, T* out, int64_t step);
  // The transform of 2 m real numbers, m + 1 numbers of it, from that of m numbers which are pairs of them. Blocks, to
  // another place; or a line, in its place, and of it the elements k and m - k of begin <= k < end <= m / 2 + 1.
  // `roots`: exp(-pi i k / m). `conjugate` the result.
  void (*split_blocks)(const T* x, const T* roots, int64_t m, T* y, bool conjugate);
  void (*split_line)(T* z, const T* roots, int64_t m, int64_t begin, int64_t end, bool conjugate);
  // The way back, before the inverse, times 2; `conjugate` what is given. Blocks come with their parts exchanged.
  void (*join_blocks)(const T* x, const T* roots, int64_t m, T* y, bool conjugate);
  void (*join_line)(const T* in, const T* roots, int64_t m, int64_t begin, int64_t end, T* z, bool conjugate);
};
template <class T>
const Moves<T>& moves();

}  // namespace vjp::cpu::fft
