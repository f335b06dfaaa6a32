// Layout: which bytes an operand covers. A range with the geometry inside it, so that two interleaved operands, such as
// two columns of one matrix, are not taken for overlapping.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/ref.h"
#include "device/instrument.h"

namespace vjp::race {

struct Range {
  uintptr_t begin = 0, end = 0;
  bool empty() const { return begin >= end; }
};

// How an operand lies from its first byte on, and how it is described. Never changes; shared by all that lie like this.
struct Layout {
  static constexpr size_t kMaxDims = 8;
  struct Dim {
    int64_t size, stride;  // in bytes
  };

  explicit Layout(const Access& access);
  static void destroy(Layout* layout) noexcept { delete layout; }
  bool of(const Access& access) const;

  RefCount refs;
  const bool write;
  const uint8_t dtype;
  bool dense = true;  // it covers all of the span
  const uint32_t element;
  const char* const type;                     // the dtype's name, static
  const std::vector<int64_t> shape, strides;  // in elements
  uintptr_t span = 0;                         // from the first byte to behind the last; 0: no elements
  int64_t run = 0;                            // of bytes in one piece
  // Of pieces, outermost first, after joining dimensions that lie in one; empty if it is dense, or has too many.
  std::vector<Dim> dims;
};

// The layouts that are in use, each once.
class Layouts {
 public:
  Ref<Layout> find(const Access& access);
  void clear() { known_.clear(); }

 private:
  std::unordered_multimap<uint64_t, Ref<Layout>> known_;  // by hash
  size_t sweep_at_ = 64;
};

// A piece of memory with its layout.
struct Extent {
  Range range;
  const Layout& layout;
};
// A range of bytes that both cover; empty if there is none. Exact unless there are very many pieces on both sides.
Range overlap(const Extent& a, const Extent& b);

}  // namespace vjp::race
