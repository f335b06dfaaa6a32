#include "device/race/extent.h"

#include <algorithm>

namespace vjp::race {
namespace {

// More pieces than this are not walked: then the ranges decide.
constexpr int64_t kMaxPieces = 1 << 16;

int64_t pieces(const Extent& e) {
  int64_t n = 1;
  for (const Layout::Dim& d : e.layout.dims) n *= d.size;
  return n;
}

Range common(Range a, Range b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

// Calls f(range) for every run of bytes until it says false.
template <class F>
bool each_piece(const Extent& e, F&& f) {
  const std::vector<Layout::Dim>& dims = e.layout.dims;
  int64_t position[Layout::kMaxDims] = {};
  uintptr_t at = e.range.begin;
  for (;;) {
    if (!f(Range{at, at + static_cast<uintptr_t>(e.layout.run)})) return false;
    int d = static_cast<int>(dims.size()) - 1;
    for (; d >= 0; --d) {
      const auto& [size, stride] = dims[static_cast<size_t>(d)];
      at += static_cast<uintptr_t>(stride);
      if (++position[d] < size) break;
      at -= static_cast<uintptr_t>(position[d] * stride);
      position[d] = 0;
    }
    if (d < 0) return true;
  }
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
  const Extent& walked = a.layout.dense || (!b.layout.dense && pieces(b) < pieces(a)) ? b : a;
  const Extent& other = &walked == &a ? b : a;
  bool walk_both = !other.layout.dense;
  if (pieces(walked) > kMaxPieces || (walk_both && pieces(other) > kMaxPieces)) return both;
  int64_t budget = kMaxPieces * 16;
  Range found;
  each_piece(walked, [&](Range piece) {
    Range c = common(piece, other.range);
    if (c.empty()) return true;
    if (!walk_both) {
      found = c;
      return false;
    }
    return each_piece(other, [&](Range q) {
      if (--budget < 0) {
        found = both;
        return false;
      }
      Range cc = common(c, q);
      if (cc.empty()) return true;
      found = cc;
      return false;
    });
  });
  return found;
}

}  // namespace vjp::race
