// What a Fourier transform of one length needs: its factors and tables of roots of unity.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "backends/cpu/fourier/passes.h"

namespace vjp::cpu::fft {

// A product of factors up to kLargestRadix, by one stage each.
template <class T>
struct Smooth {
  explicit Smooth(int64_t n);
  static bool fits(int64_t n);

  int64_t n;
  std::vector<Stage<T>> stages;
  std::vector<T> numbers;  // where twiddles and roots of the stages lie
};

// n = rows * columns: transforms down the columns, factors exp(-2 pi i row column / n), transforms along the rows; each
// fills the lanes from one line.
template <class T>
struct Split {
  Split(int64_t n, int64_t lanes);
  // What fills the lanes best, then what lies near the root of n; 1 where there is nothing useful.
  static int64_t rows_for(int64_t n, int64_t lanes);
  // How much more is computed because of lanes that stay empty, 1 for nothing.
  static double waste(int64_t n, int64_t rows, int64_t lanes);

  Smooth<T> down, along;
  // For each `lanes` columns a block of factors for each row, up to a multiple of `lanes`; where those would be many,
  // those of the first columns, and a number for each that leads to the columns after.
  std::vector<T> fine, coarse;
};

template <class T>
struct Plan;

// Bluestein's way to any length: a convolution with a chirp, by transforms of a length that has small factors.
template <class T>
struct Chirp {
  explicit Chirp(int64_t n);

  std::shared_ptr<const Plan<T>> inner;  // of at least 2 n - 1
  std::vector<T> chirp;                  // exp(-i pi k^2 / n)
  std::vector<T> spectrum;               // the transform of its conjugate, laid around a circle, divided by its length
};

// How much a line has of the lanes: many lines share them, or one line fills them by itself.
enum class Shape : uint8_t { Lanes, Line };

// How a transform will be called.
struct Use {
  int64_t lines;
  bool contiguous;  // the elements of a line
  bool real;        // they are pairs of real numbers
};

template <class T>
struct Plan {
  int64_t n;
  Shape shape;
  std::unique_ptr<const Smooth<T>> smooth;  // one of the three
  std::unique_ptr<const Split<T>> split;
  std::unique_ptr<const Chirp<T>> chirp;
  std::vector<T> halves;  // exp(-pi i k / n) up to k = n / 2, for pairs of real numbers
  size_t bytes() const;
};

// Of lines of n complex numbers: kept for the next call, as long as there are few and they are small.
template <class T>
std::shared_ptr<const Plan<T>> plan_for(int64_t n, Use use);

}  // namespace vjp::cpu::fft
