#include "device/race/extent.h"

#include <algorithm>

namespace vjp::race {
namespace {

// More pieces than this are not looked at: then the ranges decide.
constexpr int64_t kMaxPieces = 1 << 22;

Range common(Range a, Range b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

// The runs of bytes of an extent, one after another.
class Pieces {
 public:
  explicit Pieces(const Extent& e) : e_(e), at_(e.range.begin) {}
  Range here() const { return {at_, at_ + static_cast<uintptr_t>(e_.layout.run)}; }
  bool next() {
    for (size_t d = e_.layout.dims.size(); d-- > 0;) {
      const auto& [size, stride] = e_.layout.dims[d];
      at_ += static_cast<uintptr_t>(stride);
      if (++position_[d] < size) return true;
      at_ -= static_cast<uintptr_t>(position_[d] * stride);
      position_[d] = 0;
    }
    return false;
  }

 private:
  const Extent& e_;
  uintptr_t at_;
  int64_t position_[Layout::kMaxDims] = {};
};

// Whether the pieces come in the order of their addresses, as those of every view of a tensor do but for windows that
// overlap.
bool ascends(const Extent& e) {
  int64_t inner = e.layout.run;
  for (size_t d = e.layout.dims.size(); d-- > 0;) {
    if (e.layout.dims[d].stride < inner) return false;
    inner += (e.layout.dims[d].size - 1) * e.layout.dims[d].stride;
  }
  return true;
}

}  // namespace

Layout::Layout(const Access& access)
    : write(access.write),
      dtype(access.dtype),
      element(access.element),
      type(access.type),
      shape(access.sizes, access.sizes + access.ndim),
      strides(access.strides, access.strides + access.ndim) {
  Dim dims[32];
  int n = 0;
  span = element;
  run = element;
  for (int d = 0; d < access.ndim && n < 32; ++d) {
    int64_t size = access.sizes[d], stride = access.strides[d] * static_cast<int64_t>(element);
    if (size == 0) {
      span = 0;
      return;
    }
    if (size == 1 || stride == 0) continue;
    span += static_cast<uintptr_t>((size - 1) * stride);
    dims[n++] = {size, stride};
  }
  std::sort(dims, dims + n, [](const Dim& a, const Dim& b) { return a.stride > b.stride; });
  while (n > 0 && dims[n - 1].stride <= run) {  // touching or overlapping pieces are one run
    run += (dims[n - 1].size - 1) * dims[n - 1].stride;
    --n;
  }
  for (int d = n - 1; d > 0; --d) {  // dimensions that continue each other are one
    if (dims[d - 1].stride != dims[d].size * dims[d].stride) continue;
    dims[d - 1] = {dims[d - 1].size * dims[d].size, dims[d].stride};
    for (int k = d; k + 1 < n; ++k) dims[k] = dims[k + 1];
    --n;
  }
  dense = n == 0;
  if (static_cast<size_t>(n) > kMaxDims) {
    dense = true;
    run = static_cast<int64_t>(span);
    return;
  }
  this->dims.assign(dims, dims + n);
}

bool Layout::of(const Access& a) const {
  return write == a.write && dtype == a.dtype && element == a.element && type == a.type &&
         static_cast<int32_t>(shape.size()) == a.ndim && std::equal(shape.begin(), shape.end(), a.sizes) &&
         std::equal(strides.begin(), strides.end(), a.strides);
}

Ref<Layout> Layouts::find(const Access& a) {
  uint64_t hash = (uint64_t{a.element} << 16 | uint64_t{a.dtype} << 8 | uint64_t{a.write}) * 0x9e3779b97f4a7c15u;
  for (int d = 0; d < a.ndim; ++d)
    hash = (hash ^ static_cast<uint64_t>(a.sizes[d]) ^ static_cast<uint64_t>(a.strides[d]) << 32 ^ hash >> 29) *
           0xbf58476d1ce4e5b9u;
  auto [first, last] = known_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (it->second->of(a)) return it->second;
  if (known_.size() >= sweep_at_) {
    std::erase_if(known_, [](const auto& entry) { return entry.second->refs.count() == 1; });
    sweep_at_ = 64 + 2 * known_.size();
  }
  auto made = Ref<Layout>::take(new Layout(a));
  known_.emplace(hash, made);
  return made;
}

Range overlap(const Extent& a, const Extent& b) {
  Range both = common(a.range, b.range);
  if (both.empty() || (a.layout.dense && b.layout.dense)) return both;
  Pieces p(a), q(b);
  const bool ordered = ascends(a) && ascends(b);
  for (int64_t n = 0; n < kMaxPieces; ++n) {
    Range c = common(p.here(), q.here());
    if (!c.empty()) return c;
    if (ordered) {  // the one that lies in front goes on
      if (!(p.here().end <= q.here().begin ? p.next() : q.next())) return {};
    } else if (!q.next() && !p.next()) {  // each with each: `next` at the end has begun anew
      return {};
    }
  }
  return both;
}

}  // namespace vjp::race
