// Sorting and top-k along a dimension. Every element becomes an unsigned key whose order is the wanted one (NaN the
// largest, -0 equal to 0, inverted for descending order), joined with its position: no two are equal, so any algorithm
// is stable. Beyond the contract: where k is above 1 and there is room for one element, it is the last of the k.
#include <algorithm>
#include <array>
#include <bit>
#include <memory>
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
    constexpr int kTop = sizeof(T) * 8 - 1;
    const U bits = std::bit_cast<U>(v + T(0));  // -0 becomes 0
    const U key = bits ^ (static_cast<U>(-(bits >> kTop)) | U(1) << kTop);
    return v != v ? ~U(0) : key;  // without branches
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

// Sorts words, of which the lowest `low` bits are positions, by their keys above. Least significant digit first; words
// come in order of position, so equal keys stay in it. Digits lie within the bits in which keys differ, and from the
// top only as many as tell n keys apart if they are spread evenly: the few that still agree stand side by side then,
// and are compared, or sorted by what they differ in.
constexpr int64_t kRadix = 512;          // from so many entries on
constexpr int64_t kWideRadix = 1 << 18;  // and from so many with digits of 10 bits: fewer passes, longer tables
void radix_sort(uint64_t* words, uint64_t* other, int64_t n, int low) {
  uint64_t differing = 0;
  for (int64_t i = 1; i < n; ++i) differing |= words[i] ^ words[0];
  const int bits = static_cast<int>(std::bit_width(differing >> low)), width = n < kWideRadix ? 8 : 10;
  const int telling = static_cast<int>(std::bit_width(static_cast<uint64_t>(n))) + 3;
  const int passes = (std::min(bits, telling) + width - 1) / width, shift = low + std::max(bits - width * passes, 0);
  const uint64_t mask = (uint64_t(1) << width) - 1;
  std::vector<int64_t> counts(static_cast<size_t>(passes) << width);
  for (int64_t i = 0; i < n; ++i) {
    for (int pass = 0; pass < passes; ++pass)
      ++counts[(static_cast<size_t>(pass) << width) + (words[i] >> (shift + width * pass) & mask)];
  }
  uint64_t *from = words, *to = other;
  for (int pass = 0; pass < passes; ++pass) {
    const auto digit = [at = shift + width * pass, mask](uint64_t word) -> size_t { return word >> at & mask; };
    int64_t* count = counts.data() + (static_cast<size_t>(pass) << width);
    if (count[digit(from[0])] == n) continue;  // one digit in all of them
    int64_t start = 0;
    for (size_t d = 0; d <= mask; ++d) start += std::exchange(count[d], start);
    for (int64_t i = 0; i < n; ++i) to[count[digit(from[i])]++] = from[i];
    std::swap(from, to);
  }
  if (from != words) std::copy(from, from + n, words);
  for (int64_t i = 0, next; shift > low && i < n; i = next) {
    for (next = i + 1; next < n && words[next] >> shift == words[i] >> shift;) ++next;
    if (next - i >= kRadix) {
      radix_sort(words + i, other + i, next - i, low);  // they differ in fewer bits
    } else if (next > i + 1) {
      std::sort(words + i, words + next);
    }
  }
}

// Positions of n keys of 64 bits in their order, in the lowest `low` bits of words. A word has as many bits of a key,
// among those that differ, as the position leaves; where it has not all, those that agree are compared.
int sort_long_keys(const uint64_t* keys, uint64_t* words, uint64_t* other, int64_t n) {
  uint64_t differing = 0;
  for (int64_t i = 1; i < n; ++i) differing |= keys[i] ^ keys[0];
  const int low = static_cast<int>(std::bit_width(static_cast<uint64_t>(n - 1)));
  const int bits = static_cast<int>(std::bit_width(differing)), dropped = std::max(bits + low - 64, 0);
  const uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  for (int64_t i = 0; i < n; ++i) words[i] = (keys[i] & mask) >> dropped << low | static_cast<uint64_t>(i);
  radix_sort(words, other, n, low);
  const auto key_of_word = [&](uint64_t word) { return keys[word & ((uint64_t(1) << low) - 1)]; };
  for (int64_t i = 0, next; dropped > 0 && i < n; i = next) {
    for (next = i + 1; next < n && words[next] >> low == words[i] >> low;) ++next;
    if (next == i + 1) continue;
    std::sort(words + i, words + next, [&](uint64_t a, uint64_t b) {
      const uint64_t first = key_of_word(a), second = key_of_word(b);
      return first != second ? first < second : a < b;
    });
  }
  return low;
}

// Finds the k smallest of n entries, and perhaps more, in no order: those below the k-th so far are collected until
// there are twice as many as are wanted.
template <class Entry, class F>
void find_smallest(std::vector<Entry>& entries, int64_t n, int64_t k, F&& key_at) {
  const int64_t room = std::max<int64_t>(2 * k, 64);
  entries.resize(static_cast<size_t>(std::min(n, room)));
  const auto begin = entries.begin();
  int64_t found = 0;
  auto bound = key_at(0);  // once there are k, the largest key among them
  const auto add = [&](int64_t i) {
    begin[found++] = make_entry(key_at(i), i);
    if (found < room) return;
    std::nth_element(begin, begin + k - 1, begin + room);
    found = k;
    bound = static_cast<decltype(bound)>(key_bits(begin[k - 1]));
  };
  int64_t i = 0;
  for (; i < std::min(n, room); ++i) add(i);
  for (; i < n; ++i)
    if (key_at(i) < bound) add(i);
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

// Whether the first k of n, in order, are found by sorting all of them.
bool sorts_all(int64_t n, int64_t k, bool last_only) { return !last_only && n >= kRadix && k >= n / 4; }

// Once for each kind of entry, not once for each dtype. Wide entries are not as many as sorts_all() says.
template <class Entry>
[[gnu::noinline]] void sort_entries(std::vector<Entry>& entries, std::vector<Entry>& other, int64_t k, bool last_only) {
  if (last_only) return select_entry(entries, k);
  const int64_t n = static_cast<int64_t>(entries.size());
  if (k < n / 4 || (k < n && n < kRadix)) {
    std::nth_element(entries.begin(), entries.begin() + k, entries.end());
    std::sort(entries.begin(), entries.begin() + k);
    return;
  }
  if constexpr (std::is_same_v<Entry, uint64_t>) {
    if (n >= kRadix) {
      other.resize(entries.size());
      return radix_sort(entries.data(), other.data(), n, 32);
    }
  }
  std::sort(entries.begin(), entries.end());
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
  std::unique_ptr<uint64_t[]> words;  // for long keys: they, and twice what is sorted
  if (std::is_same_v<Entry, Wide> && sorts_all(n, k, last_only))
    words = std::make_unique_for_overwrite<uint64_t[]>(static_cast<size_t>(3 * n));
  Cursor<3> at(outer, begin);
  for (int64_t r = begin; r < end; ++r, at.next()) {
    const T* in = static_cast<const T*>(args.in.data) + at.offset[0];
    using Key = decltype(key_of(T()));
    const Key flip = args.descending ? ~Key(0) : Key(0);
    const auto key_at = [=](int64_t i) { return static_cast<Key>(key_of(in[i * in_step]) ^ flip); };
    T* values = static_cast<T*>(args.values.data) + at.offset[1];
    int64_t* indices = static_cast<int64_t*>(args.indices.data) + at.offset[2];
    const auto store = [&](int64_t i, int64_t position) {
      values[i * value_step] = in[position * in_step];
      indices[i * index_step] = position;
    };
    if (words) {
      uint64_t *keys = words.get(), *sorted = keys + n;
      for (int64_t i = 0; i < n; ++i) keys[i] = key_at(i);
      const int low = sort_long_keys(keys, sorted, sorted + n, n);
      for (int64_t i = 0; i < k; ++i) store(i, static_cast<int64_t>(sorted[i] & ((uint64_t(1) << low) - 1)));
      continue;
    }
    if (0 < k && k < n / 8 && !last_only) {
      find_smallest(entries, n, k, key_at);
    } else {
      entries.resize(static_cast<size_t>(n));
      for (int64_t i = 0; i < n; ++i) entries[static_cast<size_t>(i)] = make_entry(key_at(i), i);
    }
    sort_entries(entries, other, k, last_only);
    for (int64_t i = 0; i < (last_only ? 1 : k); ++i) store(i, position_of(entries[static_cast<size_t>(i)]));
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
