// Which input elements the elements in memory depend on. Kept by storage, so that views, and writes through them, need
// no rule of their own.
#pragma once

#include <unordered_map>
#include <vector>

#include "tensor/tensor.h"
#include "transforms/sparsity/index_sets.h"

namespace vjp {

// One an element of a tensor, in row-major order.
using ElementSets = std::vector<SetId>;

class TrackedMemory {
 public:
  explicit TrackedMemory(IndexSets& sets) : sets_(sets) {}
  bool tracks(const Tensor& t) const { return t && memory_.contains(t->storage.get()); }
  ElementSets read(const Tensor& t) const;  // all empty where the storage is not tracked
  void write(const Tensor& t, const ElementSets& sets);

 private:
  // The sets of a storage, one for each `granule` bytes: the size of the elements that were first written.
  struct Memory {
    Ref<Storage> storage;  // kept, so that its address stands for it
    size_t granule;
    std::vector<SetId> sets;
  };

  IndexSets& sets_;
  std::unordered_map<const Storage*, Memory> memory_;
};

}  // namespace vjp
