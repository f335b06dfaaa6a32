// One pass of a Fourier transform: lines along a dimension, and how their elements become complex numbers and what
// comes of those becomes elements.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backends/cpu/loops.h"

namespace vjp::cpu::fft {

// Where the numbers of a line lie, in T from where it begins.
struct Side {
  int64_t count, step;  // numbers, from one to the next
  int64_t part;         // from a real part to the imaginary one, which is 0 where one element stands for all
  int64_t unit;         // of an offset in the loop of lines
  bool real;            // there are no imaginary parts
  bool contiguous() const { return step == 2 && part == 1; }
};

// What is done about real numbers. An even number of them are pairs, which half a transform does for.
enum class Real : uint8_t { No, Split, Join, In, Out };

template <class T>
struct Pass {
  const T* from;
  T* to;
  Side in, out;
  Real real;
  int64_t n;      // numbers that are transformed
  Loop<2> lines;  // offsets in elements
  T scale;
  bool inverse;

  // Pairs are transformed one way, and the result, or what is given, conjugated for the other.
  bool swap() const { return real == Real::Split ? false : real == Real::Join ? true : inverse; }
  bool conjugate() const { return real == Real::Split ? inverse : !inverse; }
  // Whether a line can be transformed where its result belongs, which may be a part of it only.
  bool in_its_place() const { return out.contiguous() && out.count >= n; }
  // Numbers that a line takes on its way.
  int64_t room() const { return std::max({n + (real == Real::Split || real == Real::Join), in.count, out.count}); }
};

}  // namespace vjp::cpu::fft
