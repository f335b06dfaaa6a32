// Sums over the parts into which adaptive pooling cuts a dimension.

#include <algorithm>
#include <vector>

#include "backends/cpu/cpu.h"
#include "base/error.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

struct Range {
  int64_t begin, end;
};

std::vector<Range> ranges_of(const PartSumsArgs& p) {
  std::vector<Range> ranges(static_cast<size_t>(p.to));
  for (int64_t t = 0; t < p.to; ++t)
    ranges[static_cast<size_t>(t)] = {t * p.from / p.to, ((t + 1) * p.from + p.to - 1) / p.to};
  return ranges;
}

// The sums of `outer` numbers [first, last).
template <class T>
void sum_parts(const PartSumsArgs& p, const Range* ranges, const void* given, void* result, int64_t first,
               int64_t last) {
  const T* in = static_cast<const T*>(given) + first * p.from * p.inner;
  T* out = static_cast<T*>(result) + first * p.to * p.inner;
  for (int64_t o = first; o < last; ++o, in += p.from * p.inner) {
    for (int64_t t = 0; t < p.to; ++t, out += p.inner) {
      const auto [begin, end] = ranges[t];
      const T* row = in + begin * p.inner;
      if (p.inner == 1) {
        T sum = *row;
        for (int64_t i = 1; i < end - begin; ++i) sum += row[i];
        *out = sum;
        continue;
      }
      std::copy_n(row, p.inner, out);
      for (int64_t r = begin + 1; r < end; ++r) {
        row += p.inner;
        for (int64_t i = 0; i < p.inner; ++i) out[i] += row[i];
      }
    }
  }
}

}  // namespace

void part_sums(const PartSumsArgs& p) {
  const Dtype dtype{p.dtype};
  if (dtype != Dtype::Float32 && dtype != Dtype::Float64)
    fail(VJP_ERROR_NOT_IMPLEMENTED, "part_sums: no kernel for {}", dtype);
  if (p.outer * p.to * p.inner == 0) return;
  auto* run = dtype == Dtype::Float32 ? sum_parts<float> : sum_parts<double>;
  const std::vector<Range> ranges = ranges_of(p);
  const int64_t work = (p.from + p.to) * p.inner;
  parallel_for(0, p.outer, std::max<int64_t>(1, 65536 / work),
               [&](int64_t first, int64_t last) { run(p, ranges.data(), p.in, p.out, first, last); });
}

}  // namespace vjp::cpu
