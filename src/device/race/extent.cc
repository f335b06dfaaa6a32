#include "device/race/extent.h"

#include <algorithm>

namespace vjp::race {
namespace {

// More pieces than this are not walked: then the ranges decide.
constexpr int64_t kMaxPieces = 1 << 16;

int64_t pieces(const Extent& e) {
  int64_t n = 1;
  for (const Extent::Dim& d : e.dims) n *= d.size;
  return n;
}

Range common(Range a, Range b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

// Calls f(range) for every run of bytes until it says false.
template <class F>
bool each_piece(const Extent& e, F&& f) {
  int64_t position[Extent::kMaxDims] = {};
  uintptr_t at = e.range.begin;
  for (;;) {
    if (!f(Range{at, at + static_cast<uintptr_t>(e.run)})) return false;
    int d = static_cast<int>(e.dims.size()) - 1;
    for (; d >= 0; --d) {
      const auto& [size, stride] = e.dims[static_cast<size_t>(d)];
      at += static_cast<uintptr_t>(stride);
      if (++position[d] < size) break;
      at -= static_cast<uintptr_t>(position[d] * stride);
      position[d] = 0;
    }
    if (d < 0) return true;
  }
}

}  // namespace

Extent::Extent(const Access& access) : element(access.element) {
  Dim dims[32];
  int n = 0;
  auto first = reinterpret_cast<uintptr_t>(access.data);
  range = {first, first + element};
  run = element;
  for (int d = 0; d < access.ndim && n < 32; ++d) {
    int64_t size = access.sizes[d], stride = access.strides[d] * static_cast<int64_t>(element);
    if (size == 0) {
      range.end = range.begin;
      return;
    }
    if (size == 1 || stride == 0) continue;
    range.end += static_cast<uintptr_t>((size - 1) * stride);
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
    run = static_cast<int64_t>(range.end - range.begin);
    return;
  }
  this->dims.assign(dims, dims + n);
}

Range overlap(const Extent& a, const Extent& b) {
  Range both = common(a.range, b.range);
  if (both.empty() || (a.dense && b.dense)) return both;
  const Extent& walked = a.dense || (!b.dense && pieces(b) < pieces(a)) ? b : a;
  const Extent& other = &walked == &a ? b : a;
  bool walk_both = !other.dense;
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
