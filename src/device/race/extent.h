// Extent: which bytes an operand covers. A range with the geometry inside it, so that two interleaved operands, such as
// two columns of one matrix, are not taken for overlapping.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/instrument.h"

namespace vjp::race {

struct Range {
  uintptr_t begin = 0, end = 0;
  bool empty() const { return begin >= end; }
};

struct Extent {
  static constexpr int kMaxDims = 8;

  explicit Extent(const Access& access);
  Extent() = default;

  Range range;           // from the first byte to behind the last
  bool dense = true;     // it covers all of the range
  uint32_t element = 1;  // bytes
  int8_t ndim = 0;       // after joining dimensions that lie in one piece; -1: too many to remember, taken as dense
  int64_t sizes[kMaxDims];
  int64_t strides[kMaxDims];  // in bytes, outermost first; the last dimension is one run of `run` bytes
  int64_t run = 0;
};

// A range of bytes that both cover; empty if there is none. Exact unless there are very many pieces on both sides.
Range overlap(const Extent& a, const Extent& b);

}  // namespace vjp::race
