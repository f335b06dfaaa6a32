#include "transforms/sparsity/tracked_memory.h"

#include <algorithm>

namespace vjp {
namespace {

// Calls f(number, byte offset in the storage) for each element, in row-major order.
template <class F>
void each_element(const Tensor& t, F&& f) {
  const int64_t size = static_cast<int64_t>(size_of(t.dtype()));
  Dims at = Dims::filled(t.ndim(), 0);
  int64_t offset = t->offset();
  for (int64_t n = 0; n < t.numel(); ++n) {
    f(static_cast<size_t>(n), static_cast<size_t>(offset * size));
    for (int d = t.ndim() - 1; d >= 0; --d) {
      const int64_t stride = t.strides()[static_cast<size_t>(d)];
      offset += stride;
      if (++at[d] < t.sizes()[static_cast<size_t>(d)]) break;
      offset -= at[d] * stride;
      at[d] = 0;
    }
  }
}

}  // namespace

ElementSets TrackedMemory::read(const Tensor& t) const {
  ElementSets out(static_cast<size_t>(t.numel()), kEmptySet);
  auto found = memory_.find(t->storage.get());
  if (found == memory_.end()) return out;
  const Memory& m = found->second;
  const size_t bytes = size_of(t.dtype());
  each_element(t, [&](size_t n, size_t byte) {
    for (size_t g = byte / m.granule; g * m.granule < byte + bytes && g < m.sets.size(); ++g)
      out[n] = sets_.unite(out[n], m.sets[g]);
  });
  return out;
}

void TrackedMemory::write(const Tensor& t, const ElementSets& sets) {
  auto found = memory_.find(t->storage.get());
  if (found == memory_.end()) {
    if (std::ranges::all_of(sets, [](SetId s) { return s == kEmptySet; })) return;
    const size_t granule = size_of(t.dtype());
    Memory fresh{t->storage, granule, std::vector<SetId>((t->storage->bytes + granule - 1) / granule, kEmptySet)};
    found = memory_.emplace(t->storage.get(), std::move(fresh)).first;
  }
  Memory& m = found->second;
  const size_t bytes = size_of(t.dtype());
  each_element(t, [&](size_t n, size_t byte) {
    // What is written is a part of a granule only: the rest of the granule keeps its set too.
    const bool part = bytes < m.granule;
    for (size_t g = byte / m.granule; g * m.granule < byte + bytes && g < m.sets.size(); ++g)
      m.sets[g] = part ? sets_.unite(m.sets[g], sets[n]) : sets[n];
  });
}

}  // namespace vjp
