// Batched tensors: of the shape of one sample, in the place of the tensor that has all of them.
//
// Words: the *physical* tensor of a batched one has the batch dimensions in front, in the order of their levels (outer
// ones first), then those of a sample. A *logical* dimension is one of a sample.
//
// Note: what a batched tensor is. It has sizes and strides of a sample, and no memory: a kernel that gets one by
// mistake crashes instead of computing the first sample. Everything that autograd asks of a tensor is asked of its
// physical one, which operators below the batching handler (transforms/vmap) compute with; so a graph is always of
// physical tensors, and so are tangents. Its own is a copy of the flag requires_grad, for operators that look before
// they are taken apart.
#pragma once

#include <span>

#include "graph/batch_level.h"
#include "graph/modes.h"
#include "tensor/tensor.h"

namespace vjp {

using BatchLevels = std::span<const uint64_t>;

// Levels of a tensor, rising.
struct LevelList {
  uint8_t count = 0;
  uint64_t v[VJP_MAX_DIMS];

  LevelList() = default;
  explicit LevelList(BatchLevels levels) {
    for (uint64_t level : levels) v[count++] = level;
  }
  operator BatchLevels() const { return {v, count}; }
  const uint64_t* begin() const { return v; }
  const uint64_t* end() const { return v + count; }
  bool has(uint64_t level) const {
    for (uint64_t l : *this)
      if (l == level) return true;
    return false;
  }
  int place_of(uint64_t level) const {  // where it is, or would be
    int at = 0;
    while (at < count && v[at] < level) ++at;
    return at;
  }
  void add(uint64_t level) {
    if (has(level)) return;
    int at = place_of(level);
    for (int i = count; i > at; --i) v[i] = v[i - 1];
    v[at] = level;
    ++count;
  }
  void add(BatchLevels levels) {
    for (uint64_t level : levels) add(level);
  }
  LevelList without_last() const {
    LevelList less(*this);
    --less.count;
    return less;
  }
};

struct BatchInfo {
  Tensor physical;
  LevelList levels;

  BatchInfo(Tensor physical, BatchLevels levels);
  ~BatchInfo();
  BatchInfo(const BatchInfo&) = delete;
  BatchInfo& operator=(const BatchInfo&) = delete;
};

inline bool is_batched(const TensorImpl& t) { return t.is_batched; }
inline bool is_batched(const Tensor& t) { return t && t->is_batched; }

// Of a batched tensor.
const BatchInfo& batch_of(const TensorImpl& t);
// What autograd's questions are about: of a batched tensor its physical one, else itself.
TensorImpl& on_tape(TensorImpl& t);
const TensorImpl& on_tape(const TensorImpl& t);
inline Tensor physical_of(const Tensor& t) { return is_batched(t) ? batch_of(*t.get()).physical : t; }

// A gradient that the program gives, in a grad call where none was batched: from here on rules use operators.
inline void meet_batched(const Tensor& t) {
  if (is_batched(t) && (mode_word & kModeBatchOff)) mode_word = (mode_word & ~uint32_t{kModeBatchOff}) | kModeBatch;
}

// A tensor whose first dimensions are the batch dimensions of `levels`; the tensor itself where there are none.
Tensor make_batched(Tensor physical, BatchLevels levels);
// After a change in place that gave it another physical tensor (a view in place).
void replace_physical(TensorImpl& batched, Tensor physical);
// A state error where a level of the tensor has ended; `what` uses it.
void check_levels(const TensorImpl& batched, std::string_view what);
// A state error for a batched tensor, where one tensor of numbers is needed (spec HIGH-11).
[[noreturn, gnu::cold]] void fail_batched(const TensorImpl& t, std::string_view what);
inline void refuse_batched(const TensorImpl& t, std::string_view what) {
  if (t.is_batched) [[unlikely]]
    fail_batched(t, what);
}

}  // namespace vjp
