// Gathering and scattering. Every form is one loop: an element of `out` or `src` pairs with the element of the indexed
// array that lies at the same position but for `dim`, where the index says. An index along one dimension is one that is
// broadcast. What an index out of range would touch is left alone: check_index has reported it.
//
// Scattering where several elements may meet in one destination is either atomic, in any order, or in row-major order:
// the elements are sorted by destination, and the first of those that share one goes through the others.
#include "backends/cuda/geometry.h"
#include "backends/cuda/kernels.h"
#include "backends/cuda/opcodes.h"
#include "backends/cuda/sorting.h"

namespace vjp::cuda {
namespace {

__device__ inline int64_t index_at(const void* index, bool wide, int64_t at) {
  return wide ? static_cast<const int64_t*>(index)[at] : static_cast<const int32_t*>(index)[at];
}

void check_index_dtype(const vjp_array& index) {
  if (index.dtype == kInt32 || index.dtype == kInt64) return;
  fail(VJP_ERROR_NOT_IMPLEMENTED, "indices of dtype %s are not implemented on cuda", dtype_name(index.dtype));
}

// ---- along one dimension ----

struct Along {
  Space<3> space;  // strides of indexed (0 along dim), index, values
  void *indexed, *values;
  const void* index;
  bool wide;
  int64_t step, size;  // of the indexed array along dim
};

// As many dimensions in `index` as in the others means one index an element; a one-dimensional index serves both
// readings.
Along along(const vjp_array& indexed, const vjp_array& index, const vjp_array& values, int dim, bool expand) {
  check_index_dtype(index);
  Along k;
  for (int d = 0; d < values.ndim; ++d) {
    const int64_t index_stride = expand ? (d == dim && index.ndim > 0 ? index.strides[0] : 0) : index.strides[d];
    k.space.push(values.sizes[d], d == dim ? 0 : indexed.strides[d], index_stride, values.strides[d]);
  }
  k.indexed = indexed.data;
  k.values = values.data;
  k.index = index.data;
  k.wide = index.dtype == kInt64;
  k.step = indexed.ndim > 0 ? indexed.strides[dim] : 1;
  k.size = indexed.ndim > 0 ? indexed.sizes[dim] : 1;
  return k;
}

template <class T>
__global__ void __launch_bounds__(kThreads) gather_kernel(const __grid_constant__ Along k) {
  for (int64_t i = first_item(); i < k.space.count; i += item_step()) {
    int64_t at[3];
    k.space.offsets(i, at);
    const int64_t chosen = index_at(k.index, k.wide, at[1]);
    T v = {};
    if (static_cast<uint64_t>(chosen) < static_cast<uint64_t>(k.size)) {
      v = static_cast<const T*>(k.indexed)[at[0] + chosen * k.step];
    }
    static_cast<T*>(k.values)[at[2]] = v;
  }
}

void gather_along(const vjp_array& in, const vjp_array& index, const vjp_array& out, int dim, bool expand,
                  const Launch& launch) {
  Along k = along(in, index, out, dim, expand);
  k.space.sort(2);
  k.space.finish();
  visit_size(size_of(in.dtype), [&](auto type) {
    run(launch, "gather", gather_kernel<decltype(type)>, blocks_for(launch, k.space.count), kThreads, k);
  });
}

// ---- combining ----

template <class T>
__device__ inline T combined(int combine, const T& a, const T& b) {
  if constexpr (kSame<T, bool>) {
    switch (combine) {
      case VJP_COMBINE_ADD:
      case VJP_COMBINE_MAX:
        return a || b;
      case VJP_COMBINE_MUL:
      case VJP_COMBINE_MIN:
        return a && b;
    }
    return b;
  } else {
    using C = Compute<T>;
    if (combine == VJP_COMBINE_SET) return b;
    const C x = convert<C>(a), y = convert<C>(b);
    if (combine == VJP_COMBINE_ADD) return convert<T>(op_add(x, y));
    if (combine == VJP_COMBINE_MUL) return convert<T>(op_mul(x, y));
    if constexpr (!kIsComplex<T>) {
      const bool take = (combine == VJP_COMBINE_MAX ? y > x : y < x) || y != y;
      return take && x == x ? b : a;
    }
    return a;
  }
}

// src[i] with the factor of index_add applied, rounded to T as a product of its own.
template <class T>
__device__ inline T scaled(const T& v, bool has_factor, const Compute<T>& factor) {
  if constexpr (kSame<T, bool>) {
    return has_factor ? v && factor != 0 : v;
  } else {
    return has_factor ? convert<T>(op_mul(convert<Compute<T>>(v), factor)) : v;
  }
}

// The positions of `values` that scatter to one destination each go through it in this order.
struct Placed {
  uint64_t destination;  // offset in the indexed array; all ones: nowhere
  int64_t position;      // in the index space, row-major
  __host__ __device__ bool operator<(const Placed& o) const {
    return destination != o.destination ? destination < o.destination : position < o.position;
  }
};
constexpr uint64_t kNowhere = ~uint64_t(0);

template <class T>
struct Scatter {
  Along along;
  int combine;
  bool has_factor;
  Compute<T> factor;
  const Placed* placed;  // sorted
};

template <class K>
__device__ inline uint64_t destination_of(const K& k, const int64_t* at) {
  const int64_t chosen = index_at(k.index, k.wide, at[1]);
  if (static_cast<uint64_t>(chosen) >= static_cast<uint64_t>(k.size)) return kNowhere;
  return static_cast<uint64_t>(at[0] + chosen * k.step);
}

__global__ void __launch_bounds__(kThreads) place_kernel(const __grid_constant__ Along k, Placed* placed) {
  for (int64_t i = first_item(); i < k.space.count; i += item_step()) {
    int64_t at[3];
    k.space.offsets(i, at);
    placed[i] = {destination_of(k, at), i};
  }
}

// The thread at the first of those that share a destination takes them all.
template <class T>
__global__ void __launch_bounds__(kThreads) scatter_placed_kernel(const __grid_constant__ Scatter<T> k) {
  const int64_t n = k.along.space.count;
  for (int64_t i = first_item(); i < n; i += item_step()) {
    const uint64_t destination = k.placed[i].destination;
    if (destination == kNowhere || (i > 0 && k.placed[i - 1].destination == destination)) continue;
    T* const to = static_cast<T*>(k.along.indexed) + destination;
    T value = *to;
    for (int64_t j = i; j < n && k.placed[j].destination == destination; ++j) {
      const T& v = static_cast<const T*>(k.along.values)[k.along.space.offset(k.placed[j].position, 2)];
      value = combined(k.combine, value, scaled(v, k.has_factor, k.factor));
    }
    *to = value;
  }
}

// Sums in any order.
template <class T>
__device__ inline void add_atomically(T* to, T v) {
  if constexpr (kSame<T, int64_t>) {
    atomicAdd(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(v));
  } else if constexpr (kIsComplex<T>) {
    atomicAdd(&to->re, v.re);
    atomicAdd(&to->im, v.im);
  } else {
    atomicAdd(to, v);
  }
}
template <class T>
inline constexpr bool kHasAtomicAdd = kSame<T, float> || kSame<T, double> || kSame<T, int32_t> || kSame<T, int64_t> ||
                                      kSame<T, Complex<float>> || kSame<T, Complex<double>>;

template <class T>
__global__ void __launch_bounds__(kThreads) scatter_atomic_kernel(const __grid_constant__ Scatter<T> k) {
  for (int64_t i = first_item(); i < k.along.space.count; i += item_step()) {
    int64_t at[3];
    k.along.space.offsets(i, at);
    const uint64_t destination = destination_of(k.along, at);
    if (destination == kNowhere) continue;
    const T v = scaled(static_cast<const T*>(k.along.values)[at[2]], k.has_factor, k.factor);
    add_atomically(static_cast<T*>(k.along.indexed) + destination, v);
  }
}

template <class T>
Compute<T> factor_of(const vjp_number& n) {
  using C = Compute<T>;
  const double real = n.kind <= VJP_KIND_INT ? static_cast<double>(n.integer) : n.real;
  if constexpr (kIsComplex<C>) {
    return C(Complex<double>(real, n.kind == VJP_KIND_COMPLEX ? n.imaginary : 0.0));
  } else if constexpr (kIsInteger<C>) {
    return n.kind <= VJP_KIND_INT ? n.integer : static_cast<int64_t>(n.real);
  } else {
    return static_cast<C>(real);
  }
}
bool is_one(const vjp_number& n) {
  return n.kind <= VJP_KIND_INT ? n.integer == 1 : n.real == 1 && (n.kind == VJP_KIND_FLOAT || n.imaginary == 0);
}

void check_combine(int combine, int dtype) {
  if (dtype >= kComplex64 && combine >= VJP_COMBINE_MAX) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "the extremes of complex numbers are not defined");
  }
}

template <class T>
void scatter_typed(const Along& a, int combine, const vjp_number* alpha, const Launch& launch) {
  Scatter<T> k = {a, combine, alpha && !is_one(*alpha), {}, nullptr};
  if (k.has_factor) k.factor = factor_of<T>(*alpha);
  const int64_t n = a.space.count;
  if constexpr (kHasAtomicAdd<T>) {
    if (combine == VJP_COMBINE_ADD && !launch.deterministic) {
      return run(launch, "scatter", scatter_atomic_kernel<T>, blocks_for(launch, n), kThreads, k);
    }
  }
  const Workspace space(launch, 2 * static_cast<size_t>(n) * sizeof(Placed));
  Placed* const placed = space.as<Placed>();
  run(launch, "scatter", place_kernel, blocks_for(launch, n), kThreads, a, placed);
  k.placed = sort_rows(launch, placed, placed + n, 1, n);
  run(launch, "scatter", scatter_placed_kernel<T>, blocks_for(launch, n), kThreads, k);
}

void scatter_along(const vjp_scatter_args& args, const Launch& launch) {
  check_combine(args.combine, args.out.dtype);
  Along k = along(args.out, args.index, args.src, args.dim, false);
  if (k.space.count == 0) return;
  k.space.finish();  // not sorted: the order is the row-major one
  visit_stored(args.out.dtype, [&](auto type) { scatter_typed<decltype(type)>(k, args.combine, nullptr, launch); });
}

// ---- advanced indexing ----

// Positions of the index, each with the block of rest positions that it selects.
struct Selection {
  Space<1> positions;  // strides of values
  Space<2> rest;       // strides of tensor, values
  int num_indexed;
  struct Index {
    Space<1, 8> space;  // by position
    const void* data;
    bool wide;
    int64_t size, step;  // of the tensor's dimension
  };
  void *tensor, *values;
  int64_t count;
};
constexpr int kMaxIndexed = 8;
struct Indices {
  Selection::Index index[kMaxIndexed];
};

Selection selection_of(const vjp_index_args& args, Indices& indices) {
  if (args.num_indexed > kMaxIndexed) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "cuda: more than %d indices at once", kMaxIndexed);
  }
  Selection s = {};
  s.num_indexed = args.num_indexed;
  const int index_ndim = args.num_indexed > 0 ? args.index[0].ndim : 0;
  for (int d = 0; d < index_ndim; ++d) s.positions.push(args.index[0].sizes[d], args.values.strides[d]);
  s.positions.finish();
  for (int d = args.num_indexed; d < args.tensor.ndim; ++d) {
    s.rest.push(args.tensor.sizes[d], args.tensor.strides[d], args.values.strides[d - args.num_indexed + index_ndim]);
  }
  s.rest.finish();
  for (int i = 0; i < args.num_indexed; ++i) {
    check_index_dtype(args.index[i]);
    Selection::Index& k = indices.index[i];
    k = {};
    for (int d = 0; d < index_ndim; ++d) k.space.push(args.index[i].sizes[d], args.index[i].strides[d]);
    k.space.finish();
    k.data = args.index[i].data;
    k.wide = args.index[i].dtype == kInt64;
    k.size = args.tensor.sizes[i];
    k.step = args.tensor.strides[i];
  }
  s.tensor = args.tensor.data;
  s.values = args.values.data;
  s.count = s.positions.count * s.rest.count;
  return s;
}

// The tensor's offset that a position selects; negative: one of its indices is out of range.
__device__ inline int64_t selected(const Selection& s, const Indices& indices, int64_t position) {
  int64_t offset = 0;
  for (int i = 0; i < s.num_indexed; ++i) {
    const Selection::Index& k = indices.index[i];
    const int64_t chosen = index_at(k.data, k.wide, k.space.offset(position));
    if (static_cast<uint64_t>(chosen) >= static_cast<uint64_t>(k.size)) return -1;
    offset += chosen * k.step;
  }
  return offset;
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    index_get_kernel(const __grid_constant__ Selection s, const __grid_constant__ Indices indices) {
  for (int64_t i = first_item(); i < s.count; i += item_step()) {
    const int64_t position = i / s.rest.count, offset = selected(s, indices, position);
    int64_t at[2];
    s.rest.offsets(i - position * s.rest.count, at);
    T v = {};
    if (offset >= 0) v = static_cast<const T*>(s.tensor)[offset + at[0]];
    static_cast<T*>(s.values)[s.positions.offset(position) + at[1]] = v;
  }
}

__global__ void __launch_bounds__(kThreads)
    place_selected_kernel(const __grid_constant__ Selection s, const __grid_constant__ Indices indices,
                          Placed* placed) {
  for (int64_t i = first_item(); i < s.positions.count; i += item_step()) {
    const int64_t offset = selected(s, indices, i);
    placed[i] = {offset < 0 ? kNowhere : static_cast<uint64_t>(offset), i};
  }
}

// A thread an element of the block that the first of equal positions selects.
template <class T>
struct Put {
  Selection selection;
  const Placed* placed;  // sorted
  int combine;
  bool has_factor;
  Compute<T> factor;
};
template <class T>
__global__ void __launch_bounds__(kThreads) index_put_kernel(const __grid_constant__ Put<T> k) {
  const Selection& s = k.selection;
  const Placed* const placed = k.placed;
  for (int64_t i = first_item(); i < s.count; i += item_step()) {
    const int64_t p = i / s.rest.count;
    const uint64_t destination = placed[p].destination;
    if (destination == kNowhere || (p > 0 && placed[p - 1].destination == destination)) continue;
    int64_t at[2];
    s.rest.offsets(i - p * s.rest.count, at);
    T* const to = static_cast<T*>(s.tensor) + destination + at[0];
    T value = *to;
    for (int64_t j = p; j < s.positions.count && placed[j].destination == destination; ++j) {
      const T v = static_cast<const T*>(s.values)[s.positions.offset(placed[j].position) + at[1]];
      value = combined(k.combine, value, scaled(v, k.has_factor, k.factor));
    }
    *to = value;
  }
}

void put_selected(const Selection& s, const Indices& indices, int dtype, int combine, const vjp_number* alpha,
                  const Launch& launch) {
  if (s.count == 0) return;
  const int64_t n = s.positions.count;
  const Workspace space(launch, 2 * static_cast<size_t>(n) * sizeof(Placed));
  Placed* const placed = space.as<Placed>();
  run(launch, "index_put", place_selected_kernel, blocks_for(launch, n), kThreads, s, indices, placed);
  const Placed* const sorted = sort_rows(launch, placed, placed + n, 1, n);
  visit_stored(dtype, [&](auto type) {
    using T = decltype(type);
    Put<T> k = {s, sorted, combine, alpha && !is_one(*alpha), {}};
    if (k.has_factor) k.factor = factor_of<T>(*alpha);
    run(launch, "index_put", index_put_kernel<T>, blocks_for(launch, s.count), kThreads, k);
  });
}

// ---- checking ----

struct Check {
  Space<1> space;
  const void* index;
  bool wide;
  int64_t low, high;
  FaultRecord* fault;
  const char* op;  // the host's
};
__global__ void __launch_bounds__(kThreads) check_index_kernel(const __grid_constant__ Check k) {
  for (int64_t i = first_item(); i < k.space.count; i += item_step()) {
    const int64_t v = index_at(k.index, k.wide, k.space.offset(i));
    if (v < k.low || v >= k.high) raise_index_fault(k.fault, k.op, v, k.low, k.high);
  }
}

}  // namespace

void gather(const vjp_gather_args& args, const Launch& launch) {
  gather_along(args.in, args.index, args.out, args.dim, false, launch);
}

void scatter(const vjp_scatter_args& args, const Launch& launch) { scatter_along(args, launch); }

void index_select(const vjp_index_select_args& args, const Launch& launch) {
  gather_along(args.in, args.index, args.out, args.dim, true, launch);
}

void index_add(const vjp_index_add_args& args, const Launch& launch) {
  check_combine(args.combine, args.out.dtype);
  if (args.combine == VJP_COMBINE_ADD && !launch.deterministic) {
    Along k = along(args.out, args.index, args.src, args.dim, true);
    if (k.space.count == 0) return;
    k.space.finish();
    return visit_stored(args.out.dtype,
                        [&](auto type) { scatter_typed<decltype(type)>(k, args.combine, &args.alpha, launch); });
  }
  check_index_dtype(args.index);
  Indices indices;
  Selection s = {};
  Selection::Index& index = indices.index[0];
  index = {};
  s.num_indexed = 1;
  for (int d = 0; d < args.src.ndim; ++d) {
    if (d == args.dim) {
      s.positions.push(args.src.sizes[d], args.src.strides[d]);
      index.space.push(args.src.sizes[d], args.index.ndim > 0 ? args.index.strides[0] : 0);
    } else {
      s.rest.push(args.src.sizes[d], args.out.strides[d], args.src.strides[d]);
    }
  }
  s.positions.finish();
  s.rest.finish();
  index.space.finish();
  index.data = args.index.data;
  index.wide = args.index.dtype == kInt64;
  index.size = args.out.ndim > 0 ? args.out.sizes[args.dim] : 1;
  index.step = args.out.ndim > 0 ? args.out.strides[args.dim] : 1;
  s.tensor = args.out.data;
  s.values = args.src.data;
  s.count = s.positions.count * s.rest.count;
  put_selected(s, indices, args.out.dtype, args.combine, &args.alpha, launch);
}

void index_get(const vjp_index_args& args, const Launch& launch) {
  Indices indices;
  const Selection s = selection_of(args, indices);
  visit_size(size_of(args.tensor.dtype), [&](auto type) {
    run(launch, "index_get", index_get_kernel<decltype(type)>, blocks_for(launch, s.count), kThreads, s, indices);
  });
}

void index_put(const vjp_index_args& args, const Launch& launch) {
  check_combine(args.combine, args.tensor.dtype);
  Indices indices;
  const Selection s = selection_of(args, indices);
  put_selected(s, indices, args.tensor.dtype, args.combine, nullptr, launch);
}

void check_index(const vjp_check_index_args& args, const Launch& launch) {
  check_index_dtype(args.index);
  Check k = {{}, args.index.data, args.index.dtype == kInt64, args.low, args.high, launch.fault, launch.op};
  for (int d = 0; d < args.index.ndim; ++d) k.space.push(args.index.sizes[d], args.index.strides[d]);
  k.space.sort(0);
  k.space.finish();
  run(launch, "check_index", check_index_kernel, blocks_for(launch, k.space.count), kThreads, k);
}

}  // namespace vjp::cuda
