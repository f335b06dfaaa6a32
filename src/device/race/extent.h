// Extent: which bytes an operand covers. A range with the geometry inside it, so that two interleaved operands, such as
// two columns of one matrix, are not taken for overlapping.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "device/instrument.h"

namespace vjp::race {

struct Range {
  uintptr_t begin = 0, end = 0;
  bool empty() const { return begin >= end; }
};

struct Extent {
  static constexpr size_t kMaxDims = 8;
  struct Dim {
    int64_t size, stride;  // in bytes
  };

  explicit Extent(const Access& access);
  Extent() = default;

  Range range;           // from the first byte to behind the last
  bool dense = true;     // it covers all of the range
  uint32_t element = 1;  // bytes
  int64_t run = 0;       // of bytes in one piece
  // Of pieces, outermost first, after joining dimensions that lie in one; empty if it is dense, or has too many.
  std::vector<Dim> dims;
};

// A range of bytes that both cover; empty if there is none. Exact unless there are very many pieces on both sides.
Range overlap(const Extent& a, const Extent& b);

}  // namespace vjp::race
