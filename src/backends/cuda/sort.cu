// Sorting and top-k along a dimension. Every element becomes an unsigned key whose order is the wanted one (NaN the
// largest, -0 equal to 0, inverted for descending order), joined with its position: no two are equal, so the sort is
// stable.
#include "backends/cuda/kernels.h"
#include "backends/cuda/sorting.h"

namespace vjp::cuda {
namespace {

__device__ inline uint32_t key_of(float v) {
  if (v != v) return ~uint32_t(0);
  if (v == 0) v = 0;  // -0 too
  const uint32_t bits = __builtin_bit_cast(uint32_t, v);
  return bits >> 31 ? ~bits : bits | uint32_t(1) << 31;
}
__device__ inline uint64_t key_of(double v) {
  if (v != v) return ~uint64_t(0);
  if (v == 0) v = 0;
  const uint64_t bits = __builtin_bit_cast(uint64_t, v);
  return bits >> 63 ? ~bits : bits | uint64_t(1) << 63;
}
__device__ inline uint32_t key_of(Float16 v) { return key_of(float_of(v)); }
__device__ inline uint32_t key_of(BFloat16 v) { return key_of(float_of(v)); }
__device__ inline uint64_t key_of(int64_t v) { return static_cast<uint64_t>(v) ^ uint64_t(1) << 63; }
template <class T>
__device__ inline uint32_t key_of(T v) {  // the other integers
  return static_cast<uint32_t>(static_cast<int32_t>(v)) ^ uint32_t(1) << 31;
}

// A 32-bit key and position in one word, or both side by side.
struct Wide {
  uint64_t key;
  int64_t position;
  __host__ __device__ bool operator<(const Wide& o) const { return key != o.key ? key < o.key : position < o.position; }
};
template <class T>
inline constexpr bool kIsWide = kSame<T, double> || kSame<T, int64_t>;
template <class T, bool kWide = kIsWide<T>>
struct EntryOf {
  using type = uint64_t;
};
template <class T>
struct EntryOf<T, true> {
  using type = Wide;
};

struct Sort {
  Space<3> outer;  // strides of in, values, indices
  int64_t length, k, in_step, value_step, index_step;
  bool descending;
  const void* in;
  void* values;
  int64_t* indices;
};

template <class T, class Entry>
__global__ void __launch_bounds__(kThreads) make_entries_kernel(const __grid_constant__ Sort k, Entry* entries) {
  for (int64_t i = first_item(); i < k.outer.count * k.length; i += item_step()) {
    const int64_t row = i / k.length, position = i - row * k.length;
    auto key = key_of(static_cast<const T*>(k.in)[k.outer.offset(row) + position * k.in_step]);
    if (k.descending) key = ~key;
    if constexpr (kSame<Entry, Wide>) {
      entries[i] = {key, position};
    } else {
      entries[i] = uint64_t(key) << 32 | static_cast<uint32_t>(position);
    }
  }
}

template <class T, class Entry>
__global__ void __launch_bounds__(kThreads) take_entries_kernel(const __grid_constant__ Sort k, const Entry* entries) {
  for (int64_t i = first_item(); i < k.outer.count * k.k; i += item_step()) {
    const int64_t row = i / k.k, rank = i - row * k.k;
    int64_t at[3], position;
    k.outer.offsets(row, at);
    if constexpr (kSame<Entry, Wide>) {
      position = entries[row * k.length + rank].position;
    } else {
      position = static_cast<int64_t>(entries[row * k.length + rank] & 0xffffffffu);
    }
    static_cast<T*>(k.values)[at[1] + rank * k.value_step] = static_cast<const T*>(k.in)[at[0] + position * k.in_step];
    k.indices[at[2] + rank * k.index_step] = position;
  }
}

template <class T>
void sort_typed(const Sort& k, const Launch& launch) {
  using Entry = typename EntryOf<T>::type;
  if (!kIsWide<T> && k.length > int64_t(0xffffffff)) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "sort: rows of more than 2^32 elements");
  }
  const int64_t n = k.outer.count * k.length;
  const Workspace space(launch, 2 * static_cast<size_t>(n) * sizeof(Entry));
  Entry* const entries = space.as<Entry>();
  run(launch, "sort", make_entries_kernel<T, Entry>, blocks_for(launch, n), kThreads, k, entries);
  const Entry* const sorted = sort_rows(launch, entries, entries + n, k.outer.count, k.length);
  run(launch, "sort", take_entries_kernel<T, Entry>, blocks_for(launch, k.outer.count * k.k), kThreads, k, sorted);
}

}  // namespace

void sort(const vjp_sort_args& args, const Launch& launch) {
  if (args.in.dtype >= kComplex64) fail(VJP_ERROR_NOT_IMPLEMENTED, "complex numbers have no order to sort by");
  Sort k = {};
  for (int d = 0; d < args.in.ndim; ++d) {
    if (d == args.dim) continue;
    k.outer.push(args.in.sizes[d], args.in.strides[d], args.values.strides[d], args.indices.strides[d]);
  }
  k.outer.finish();
  const bool one = args.in.ndim == 0;
  k.length = one ? 1 : args.in.sizes[args.dim];
  if (k.outer.count == 0 || k.length == 0) return;
  k.k = args.k < 0 ? k.length : args.k;
  k.in_step = one ? 1 : args.in.strides[args.dim];
  k.value_step = one ? 1 : args.values.strides[args.dim];
  k.index_step = one ? 1 : args.indices.strides[args.dim];
  k.descending = args.descending;
  k.in = args.in.data;
  k.values = args.values.data;
  k.indices = static_cast<int64_t*>(args.indices.data);
  visit_stored(args.in.dtype, [&](auto type) {
    using T = decltype(type);
    if constexpr (!kIsComplex<T>) sort_typed<T>(k, launch);
  });
}

}  // namespace vjp::cuda
