// Sorting and top-k along a dimension. Every element becomes an unsigned key whose order is the wanted one (NaN the
// largest, -0 equal to 0, inverted for descending order), joined with its position: no two are equal, so any algorithm
// is stable. Beyond the contract: where k is above 1 and there is room for one element, it is the last of the k.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/loops.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

template <class T>
auto key_of(T v) {
  if constexpr (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>) {
    return key_of(static_cast<float>(v));
  } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    using U = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    if (v != v) return ~U(0);
    const U bits = std::bit_cast<U>(v == T(0) ? T(0) : v);
    constexpr U kSign = U(1) << (sizeof(T) * 8 - 1);
    return static_cast<U>(bits & kSign ? ~bits : bits | kSign);
  } else if constexpr (sizeof(T) == 8) {
    return static_cast<uint64_t>(v) ^ (uint64_t(1) << 63);
  } else {
    return static_cast<uint32_t>(static_cast<int32_t>(v)) ^ (uint32_t(1) << 31);
  }
}

// A 32-bit key and position in one word, or both side by side.
struct Wide {
  uint64_t key;
  int64_t position;
  bool operator<(const Wide& o) const { return key != o.key ? key < o.key : position < o.position; }
};
uint64_t make_entry(uint32_t key, int64_t position) { return uint64_t(key) << 32 | static_cast<uint32_t>(position); }
Wide make_entry(uint64_t key, int64_t position) { return {key, position}; }
int64_t position_of(uint64_t entry) { return static_cast<int64_t>(entry & 0xffffffffu); }
int64_t position_of(const Wide& entry) { return entry.position; }

uint64_t key_bits(uint64_t entry) { return entry >> 32; }
uint64_t key_bits(const Wide& entry) { return entry.key; }

// Least significant digit first; entries come in order of position, so equal keys stay in it. Digits lie within the
// bits in which keys differ, and from the top only as many as tell n keys apart if they are spread evenly: the few
// that still agree stand side by side then, and are compared, or sorted by what they differ in.
constexpr int64_t kRadix = 512;  // from so many entries on
template <class Entry>
void radix_sort(Entry* entries, Entry* other, int64_t n) {
  uint64_t differing = 0;
  for (int64_t i = 1; i < n; ++i) differing |= key_bits(entries[i]) ^ key_bits(entries[0]);
  const int bits = static_cast<int>(std::bit_width(differing));
  const int telling = static_cast<int>(std::bit_width(static_cast<uint64_t>(n))) + 4;
  const int passes = (std::min(bits, telling) + 7) / 8, shift = std::max(bits - 8 * passes, 0);
  const auto digit = [shift](const Entry& e, int pass) -> size_t { return key_bits(e) >> (shift + 8 * pass) & 255; };
  std::array<std::array<int64_t, 256>, 8> counts;
  for (int pass = 0; pass < passes; ++pass) counts[static_cast<size_t>(pass)].fill(0);
  for (int64_t i = 0; i < n; ++i) {
    for (int pass = 0; pass < passes; ++pass) ++counts[static_cast<size_t>(pass)][digit(entries[i], pass)];
  }
  Entry *from = entries, *to = other;
  for (int pass = 0; pass < passes; ++pass) {
    auto& count = counts[static_cast<size_t>(pass)];
    if (count[digit(from[0], pass)] == n) continue;  // one digit in all of them
    int64_t start = 0;
    for (int64_t& c : count) start += std::exchange(c, start);
    for (int64_t i = 0; i < n; ++i) to[count[digit(from[i], pass)]++] = from[i];
    std::swap(from, to);
  }
  if (from != entries) std::copy(from, from + n, entries);
  for (int64_t i = 0, next; shift > 0 && i < n; i = next) {
    for (next = i + 1; next < n && key_bits(entries[next]) >> shift == key_bits(entries[i]) >> shift;) ++next;
    if (next - i >= kRadix) {
      radix_sort(entries + i, other + i, next - i);  // they differ in fewer bits
    } else if (next > i + 1) {
      std::sort(entries + i, entries + next);
    }
  }
}

// Leaves the k smallest entries of a row, in no order: those below the k-th so far are collected in front until there
// are twice as many as are wanted.
template <class Entry>
void keep_smallest(std::vector<Entry>& entries, int64_t k) {
  const auto begin = entries.begin();
  const ptrdiff_t room = std::max<ptrdiff_t>(2 * k, 64);
  if (static_cast<ptrdiff_t>(entries.size()) <= room) return;
  ptrdiff_t found = room;
  for (ptrdiff_t i = room; i < static_cast<ptrdiff_t>(entries.size()); ++i) {
    if (found == room) {
      std::nth_element(begin, begin + k - 1, begin + room);
      found = k;
    }
    if (entries[static_cast<size_t>(i)] < entries[static_cast<size_t>(k - 1)])
      entries[static_cast<size_t>(found++)] = entries[static_cast<size_t>(i)];
  }
  entries.resize(static_cast<size_t>(found));
}

// Brings the k-th smallest entry to the front. Of many, those are looked at that agree with it in the first bits.
template <class Entry>
void select_entry(std::vector<Entry>& entries, int64_t k) {
  constexpr size_t kMany = 4096;
  auto end = entries.end();
  if (entries.size() > kMany) {
    uint64_t differing = 0;
    for (const Entry& e : entries) differing |= key_bits(e) ^ key_bits(entries[0]);
    const int shift = std::max(static_cast<int>(std::bit_width(differing)) - 11, 0);
    const auto digit = [shift](const Entry& e) -> size_t { return key_bits(e) >> shift & 2047; };
    std::array<int64_t, 2048> counts{};
    for (const Entry& e : entries) ++counts[digit(e)];
    size_t chosen = 0;
    for (; counts[chosen] < k; ++chosen) k -= counts[chosen];
    end = std::remove_if(entries.begin(), end, [&](const Entry& e) { return digit(e) != chosen; });
  }
  std::nth_element(entries.begin(), entries.begin() + (k - 1), end);
  std::swap(entries[0], entries[static_cast<size_t>(k - 1)]);
}

// Once for each kind of entry, not once for each dtype.
template <class Entry>
[[gnu::noinline]] void sort_entries(std::vector<Entry>& entries, std::vector<Entry>& other, int64_t k, bool last_only) {
  if (last_only) return select_entry(entries, k);
  if (0 < k && k < static_cast<int64_t>(entries.size()) / 8) keep_smallest(entries, k);
  const int64_t n = static_cast<int64_t>(entries.size());
  if (k < n / 4 || (k < n && n < kRadix)) {
    std::nth_element(entries.begin(), entries.begin() + k, entries.end());
    std::sort(entries.begin(), entries.begin() + k);
  } else if (n < kRadix) {
    std::sort(entries.begin(), entries.end());
  } else {
    other.resize(entries.size());
    radix_sort(entries.data(), other.data(), n);
  }
}

template <class T, class Entry>
[[gnu::noinline]] void sort_rows(const SortArgs& args, const Loop<3>& outer, int64_t begin, int64_t end) {
  const int dim = args.dim;
  const int64_t n = args.in.ndim ? args.in.sizes[dim] : 1, k = args.k < 0 ? n : args.k;
  const int64_t in_step = args.in.ndim ? args.in.strides[dim] : 1;
  const int64_t value_step = args.in.ndim ? args.values.strides[dim] : 1;
  const int64_t index_step = args.in.ndim ? args.indices.strides[dim] : 1;
  const bool last_only = k > 1 && args.values.sizes[dim] == 1;
  std::vector<Entry> entries, other;
  Cursor<3> at(outer, begin);
  for (int64_t r = begin; r < end; ++r, at.next()) {
    const T* in = static_cast<const T*>(args.in.data) + at.offset[0];
    entries.resize(static_cast<size_t>(n));
    for (int64_t i = 0; i < n; ++i) {
      const auto key = key_of(in[i * in_step]);
      entries[static_cast<size_t>(i)] = make_entry(args.descending ? static_cast<decltype(key)>(~key) : key, i);
    }
    sort_entries(entries, other, k, last_only);
    T* values = static_cast<T*>(args.values.data) + at.offset[1];
    int64_t* indices = static_cast<int64_t*>(args.indices.data) + at.offset[2];
    for (int64_t i = 0; i < (last_only ? 1 : k); ++i) {
      const int64_t position = position_of(entries[static_cast<size_t>(i)]);
      values[i * value_step] = in[position * in_step];
      indices[i * index_step] = position;
    }
  }
}

}  // namespace

void sort(const SortArgs& args) {
  if (is_complex(Dtype{args.in.dtype})) fail(VJP_ERROR_NOT_IMPLEMENTED, "complex numbers have no order to sort by");
  Loop<3> outer;
  for (int d = 0; d < args.in.ndim; ++d) {
    if (d != args.dim) outer.add(args.in.sizes[d], args.in.strides[d], args.values.strides[d], args.indices.strides[d]);
  }
  const int64_t n = args.in.ndim ? args.in.sizes[args.dim] : 1;
  if (outer.count() == 0 || n == 0) return;
  void (*rows)(const SortArgs&, const Loop<3>&, int64_t, int64_t) = nullptr;
  visit_dtype(Dtype{args.in.dtype}, [&](auto type) {
    using T = typename decltype(type)::type;
    if constexpr (is_complex_v<T>) {
      return;
    } else if constexpr (sizeof(key_of(T())) == 4) {
      if (n > int64_t(0xffffffff)) fail(VJP_ERROR_NOT_IMPLEMENTED, "sort: rows of more than 2^32 elements");
      rows = sort_rows<T, uint64_t>;
    } else {
      rows = sort_rows<T, Wide>;
    }
  });
  parallel_for(0, outer.count(), grain_for(n * 8), [&](int64_t begin, int64_t end) { rows(args, outer, begin, end); });
}

}  // namespace vjp::cpu
