// Gathering and scattering. Every form is one loop: an element of `out` or `src` pairs with the element of the indexed
// array that lies at the same position but for `dim`, where the index says. An index along one dimension is one that is
// broadcast. Operators have checked the index, but another thread may write to it meanwhile: so what lies outside of
// the array is looked at again where it is used. It reads as 0, and is not written.
//
// Scattering is deterministic: whatever can meet in one destination is done by one thread in row-major order.
#include <algorithm>
#include <complex>
#include <cstring>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/elements.h"
#include "backends/cpu/loops.h"
#include "backends/cpu/reduce_simd.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

template <class F>
void visit_index(Dtype d, F&& f) {
  if (d == Dtype::Int32) return f(Type<int32_t>{});
  if (d == Dtype::Int64) return f(Type<int64_t>{});
  fail(VJP_ERROR_NOT_IMPLEMENTED, "indices of dtype {} are not implemented on the cpu", d);
}

// The loop over `values` with strides (indexed, index, values); along `dim` the indexed array stands still. `index` is
// of the same ndim, or 1-d along dim.
Loop<3> make_loop(const View& indexed, const View& index, const View& values, int dim) {
  Loop<3> loop;
  for (int d = 0; d < values.ndim; ++d) {
    const int64_t index_stride = index.ndim == values.ndim ? index.strides[d] : d == dim ? index.strides[0] : 0;
    loop.add(values.sizes[d], d == dim ? 0 : indexed.strides[d], index_stride, values.strides[d]);
  }
  return loop;
}

// As many dims in `index` as in the others means one index an element; a 1-d tensor's index serves both readings.
View expanded(const View& index, const View& values, int dim, int64_t* strides) {
  for (int d = 0; d < values.ndim; ++d) strides[d] = d == dim && index.ndim > 0 ? index.strides[0] : 0;
  return {index.data, index.dtype, values.ndim, values.sizes, strides};
}

int64_t stride_along(const View& v, int dim) { return v.ndim > 0 ? v.strides[dim] : 1; }

int64_t size_along(const View& v, int dim) { return v.ndim > 0 ? v.sizes[dim] : 1; }

// Positions of an indexed array: `step` elements apart, numbers from 0 to below `size`.
struct Line {
  int64_t step, size;
  bool holds(int64_t position) const { return static_cast<uint64_t>(position) < static_cast<uint64_t>(size); }
};
Line line_along(const View& v, int dim) { return {stride_along(v, dim), size_along(v, dim)}; }

// What the inner loops have in common: `indexed` lies where the index says, `values` side by side with the index.
// Strides count elements. All other loops are there once, for elements and indices of any type.
using Run = void (*)(void* indexed, int64_t indexed_stride, const void* index, int64_t index_stride, void* values,
                     int64_t value_stride, Line line, int64_t n);
constexpr int64_t kNoIndex = 0;           // for runs that start where they should
constexpr Line kNoLine{0, 1};             // and their only position
constexpr Line kAnyOffset{1, INT64_MAX};  // for runs whose index are offsets
constexpr int64_t kOutside = -1;          // the offset of what is in no array

template <class T, class I>
void gather_run(void* indexed, int64_t in_stride, const void* indices, int64_t index_stride, void* values,
                int64_t out_stride, Line line, int64_t n) {
  const T* in = static_cast<const T*>(indexed);
  const I* index = static_cast<const I*>(indices);
  T* out = static_cast<T*>(values);
  if (index_stride == 0) {
    const int64_t position = position_at(index);
    if (!line.holds(position)) {
      for (int64_t j = 0; j < n; ++j) out[j * out_stride] = T{};
      return;
    }
    in += position * line.step;
    if (in_stride == 1 && out_stride == 1) {
      std::memcpy(static_cast<void*>(out), in, static_cast<size_t>(n) * sizeof(T));
    } else {
      for (int64_t j = 0; j < n; ++j) out[j * out_stride] = in[j * in_stride];
    }
  } else if (in_stride == 0 && out_stride == 1 && index_stride == 1 && line.step == 1) {
    for (int64_t j = 0; j < n; ++j) {
      const int64_t position = position_at(index + j);
      out[j] = line.holds(position) ? in[position] : T{};
    }
  } else {
    for (int64_t j = 0; j < n; ++j) {
      const int64_t position = position_at(index + j * index_stride);
      out[j * out_stride] = line.holds(position) ? in[j * in_stride + position * line.step] : T{};
    }
  }
}

Run find_gather_run(Dtype dtype, Dtype index) {
  Run run = nullptr;
  visit_size(dtype, [&](auto type) {
    visit_index(index, [&](auto index_type) {
      run = gather_run<typename decltype(type)::type, typename decltype(index_type)::type>;
    });
  });
  return run;
}

// A place in an array whose elements are so large.
struct Place {
  char* data;
  int64_t bytes;
  explicit Place(const View& v)
      : data(static_cast<char*>(v.data)), bytes(static_cast<int64_t>(size_of(Dtype{v.dtype}))) {}
  char* operator+(int64_t elements) const { return data + elements * bytes; }
};

void gather_along(const View& in, const View& index, const View& out, int dim) {
  Loop<3> loop = make_loop(in, index, out, dim);
  loop.coalesce();
  const Line line = line_along(in, dim);
  const Run run = find_gather_run(Dtype{in.dtype}, Dtype{index.dtype});
  const Place source(in), at_index(index), target(out);
  const int inner = loop.ndim - 1;
  parallel_for(0, loop.count(), 16384, [&](int64_t begin, int64_t end) {
    Cursor<3> at(loop, begin);
    for (int64_t i = begin; i < end;) {
      const int64_t n = std::min(at.run(), end - i);
      const int64_t* s = inner >= 0 ? loop.strides[inner] : at.offset;
      run(source + at.offset[0], s[0], at_index + at.offset[1], s[1], target + at.offset[2], s[2], line, n);
      at.advance(n);
      i += n;
    }
  });
}

template <Combine kCombine, class T>
inline T combined(const T& a, const T& b) {
  if constexpr (kCombine == Combine::Set) {
    return b;
  } else {
    using C = std::conditional_t<std::is_same_v<T, bool>, bool, Compute<T>>;
    const C x = convert<C>(a), y = convert<C>(b);
    if constexpr (kCombine == Combine::Add) {
      return convert<T>(static_cast<C>(x + y));
    } else if constexpr (kCombine == Combine::Mul) {
      return convert<T>(static_cast<C>(x * y));
    } else if constexpr (is_complex_v<C>) {
      return a;  // refused before
    } else {
      const bool take = (kCombine == Combine::Max ? y > x : y < x) || y != y;
      return take && !(x != x) ? b : a;
    }
  }
}

// Of its own so that it is there once, and vectorised: what it reads is not what it writes.
template <Combine kCombine, class T>
[[gnu::noinline]] void combine_rows(T* __restrict out, const T* __restrict src, int64_t n) {
  if constexpr (kCombine == Combine::Set) {
    std::memcpy(static_cast<void*>(out), src, static_cast<size_t>(n) * sizeof(T));
  } else if constexpr (kCombine == Combine::Add && (std::is_same_v<T, float> || std::is_same_v<T, double>)) {
    row_reductions<T>().add_rows(out, src, 0, 1, n);
  } else {
    for (int64_t j = 0; j < n; ++j) out[j] = combined<kCombine>(out[j], src[j]);
  }
}

// Neighbours often have one position (running extremes, segments): it stays in a register until they go on to another.
template <Combine kCombine, class T, class I>
inline void combine_into_line(T* out, const I* index, int64_t index_stride, const T* src, int64_t src_stride, Line line,
                              int64_t n) {
  T* target = nullptr;
  T value{};
  for (int64_t j = 0; j < n; ++j) {
    const int64_t position = position_at(index + j * index_stride);
    if (!line.holds(position)) continue;
    T* const to = out + position * line.step;
    if (to != target) {
      if (target) *target = value;
      target = to;
      value = *to;
    }
    value = combined<kCombine>(value, src[j * src_stride]);
  }
  if (target) *target = value;
}

template <Combine kCombine, class T, class I>
void scatter_run(void* indexed, int64_t out_stride, const void* indices, int64_t index_stride, void* values,
                 int64_t src_stride, Line line, int64_t n) {
  T* out = static_cast<T*>(indexed);
  const I* index = static_cast<const I*>(indices);
  const T* src = static_cast<const T*>(values);
  if (index_stride == 0) {
    const int64_t position = position_at(index);
    if (!line.holds(position)) return;
    out += position * line.step;
    if (out_stride == 1 && src_stride == 1) return combine_rows<kCombine>(out, src, n);
    for (int64_t j = 0; j < n; ++j) {
      out[j * out_stride] = combined<kCombine>(out[j * out_stride], src[j * src_stride]);
    }
    return;
  }
  if constexpr (kCombine != Combine::Set) {
    if (out_stride == 0) return combine_into_line<kCombine>(out, index, index_stride, src, src_stride, line, n);
  }
  for (int64_t j = 0; j < n; ++j) {
    const int64_t position = position_at(index + j * index_stride);
    if (!line.holds(position)) continue;
    T& target = out[j * out_stride + position * line.step];
    target = combined<kCombine>(target, src[j * src_stride]);
  }
}

template <Combine kCombine, class T>
Run typed_scatter_run(Dtype index) {
  Run run = nullptr;
  visit_index(index, [&](auto index_type) { run = scatter_run<kCombine, T, typename decltype(index_type)::type>; });
  return run;
}

Run find_scatter_run(Dtype dtype, Dtype index, Combine combine) {
  Run run = nullptr;
  if (combine == Combine::Set) {
    visit_size(dtype, [&](auto type) { run = typed_scatter_run<Combine::Set, typename decltype(type)::type>(index); });
    return run;
  }
  if (is_complex(dtype) && combine >= Combine::Max) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "the extremes of complex numbers are not defined");
  }
  visit_dtype(dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    switch (combine) {
      case Combine::Add:
        run = typed_scatter_run<Combine::Add, T>(index);
        break;
      case Combine::Mul:
        run = typed_scatter_run<Combine::Mul, T>(index);
        break;
      case Combine::Max:
        run = typed_scatter_run<Combine::Max, T>(index);
        break;
      default:
        run = typed_scatter_run<Combine::Min, T>(index);
        break;
    }
  });
  return run;
}

// Index stride 0 along the run means the same position for all of it, which a run reads once.
void scatter_along(const View& out, const View& index, const View& src, int dim, Combine combine) {
  const Run run = find_scatter_run(Dtype{out.dtype}, Dtype{index.dtype}, combine);
  const Place target(out), positions(index), source(src);
  const Line line = line_along(out, dim);
  if (src.ndim == 0) return run(target.data, 0, positions.data, 1, source.data, 0, line, 1);

  // along: the dimension in which destinations collide; the innermost other one is cut into columns
  const int64_t length = src.sizes[dim];
  Loop<3> outer;
  for (int d = 0; d < src.ndim; ++d) {
    if (d != dim) outer.add(src.sizes[d], out.strides[d], index.strides[d], src.strides[d]);
  }
  outer.coalesce();
  const int64_t count = outer.count();
  if (count == 0 || length == 0) return;
  const int64_t index_step = index.strides[dim], src_step = src.strides[dim];
  // lines of one element have nothing to collide with: many of them are a run
  const bool rows = outer.ndim == 0 || (length > 1 && (src.strides[dim] == 1 || outer.strides[outer.ndim - 1][2] != 1));
  if (rows) {
    parallel_for(0, count, grain_for(length, 16384), [&](int64_t begin, int64_t end) {
      Cursor<3> at(outer, begin);
      for (int64_t i = begin; i < end; ++i, at.next()) {
        run(target + at.offset[0], 0, positions + at.offset[1], index_step, source + at.offset[2], src_step, line,
            length);
      }
    });
    return;
  }
  constexpr int64_t kColumns = 128;
  const int64_t* steps = outer.strides[outer.ndim - 1];
  const int64_t grain = length * kColumns < 8192 ? grain_for(length, 8192) / kColumns * kColumns : kColumns;
  parallel_for(0, count, std::max(kColumns, grain), [&](int64_t begin, int64_t end) {
    Cursor<3> at(outer, begin);
    for (int64_t i = begin; i < end;) {
      const int64_t n = std::min(at.run(), end - i);
      for (int64_t k = 0; k < length; ++k) {
        run(target + at.offset[0], steps[0], positions + (at.offset[1] + k * index_step), steps[1],
            source + (at.offset[2] + k * src_step), steps[2], line, n);
      }
      at.advance(n);
      i += n;
    }
  });
}

// A row-major copy of v times alpha, in v's dtype.
std::vector<char> scaled_copy(const View& v, const Scalar& alpha) {
  const int64_t n = count_of(v);
  std::vector<char> copy(static_cast<size_t>(n) * size_of(Dtype{v.dtype}));
  Loop<1> loop;
  for (int d = 0; d < v.ndim; ++d) loop.add(v.sizes[d], v.strides[d]);
  loop.coalesce();
  visit_compute(Dtype{v.dtype}, [&](auto type) {
    using C = typename decltype(type)::type;
    C factor;
    if constexpr (std::is_same_v<C, int64_t>) {
      factor = alpha.to_int();
    } else {
      factor = convert<C>(alpha.to_complex());
    }
    constexpr int64_t kTile = 512;
    C buffer[kTile];
    Cursor<1> at(loop, 0);
    const int64_t step = loop.ndim ? loop.strides[loop.ndim - 1][0] : 1;
    for (int64_t i = 0; i < n;) {
      const int64_t m = std::min({kTile, at.run(), n - i});
      load_row(buffer, v.data, Dtype{v.dtype}, at.offset[0], step, m);
      for (int64_t j = 0; j < m; ++j) buffer[j] *= factor;
      store_row(copy.data(), Dtype{v.dtype}, i, 1, m, buffer);
      at.advance(m);
      i += m;
    }
  });
  return copy;
}

bool is_one(const Scalar& s) { return s.to_complex() == std::complex<double>(1); }

// The index space of advanced indexing, and the block that each position selects.
struct Selection {
  const IndexArgs& args;
  int index_ndim;
  int64_t count = 1;  // of index positions
  Loop<2> rest;       // strides of tensor, values

  explicit Selection(const IndexArgs& a) : args(a), index_ndim(a.num_indexed > 0 ? a.index[0].ndim : 0) {
    for (int d = 0; d < index_ndim; ++d) count *= a.index[0].sizes[d];
    for (int d = a.num_indexed; d < a.tensor.ndim; ++d) {
      rest.add(a.tensor.sizes[d], a.tensor.strides[d], a.values.strides[d - a.num_indexed + index_ndim]);
    }
    rest.coalesce();
  }

  // Offsets in the tensor (kOutside where an index is) and in values of the index positions [begin, begin + n).
  void offsets(int64_t begin, int64_t n, int64_t* in_tensor, int64_t* in_values) const {
    const int last = index_ndim - 1;
    int64_t at[kMaxDims];
    if (args.num_indexed == 0) std::fill_n(in_tensor, n, 0);
    for (int d = last; d >= 0; --d) {
      at[d] = begin % args.index[0].sizes[d];
      begin /= args.index[0].sizes[d];
    }
    // along the inner dimension of the index everything moves by steps
    for (int64_t i = 0, m; i < n; i += m) {
      m = last < 0 ? n : std::min(n - i, args.index[0].sizes[last] - at[last]);
      const auto start_in = [&](const int64_t* strides) {
        int64_t offset = 0;
        for (int d = 0; d <= last; ++d) offset += at[d] * strides[d];
        return offset;
      };
      const int64_t start = start_in(args.values.strides), step = last < 0 ? 0 : args.values.strides[last];
      for (int64_t j = 0; j < m; ++j) in_values[i + j] = start + j * step;
      for (int k = 0; k < args.num_indexed; ++k) {
        visit_index(Dtype{args.index[k].dtype}, [&](auto type) {
          const View& v = args.index[k];
          const auto* index = static_cast<const typename decltype(type)::type*>(v.data) + start_in(v.strides);
          add_offsets(index, last < 0 ? 0 : v.strides[last], line_along(args.tensor, k), k == 0, m, in_tensor + i);
        });
      }
      if (last < 0) continue;
      at[last] += m;
      for (int d = last; d > 0 && at[d] == args.index[0].sizes[d]; --d) at[d] = 0, ++at[d - 1];
    }
  }

  // Adds where along one dimension the positions lie; `first`: there is nothing yet.
  template <class I>
  static void add_offsets(const I* index, int64_t step, Line line, bool first, int64_t n, int64_t* offsets) {
    for (int64_t j = 0; j < n; ++j) {
      const int64_t chosen = position_at(index + j * step), before = first ? 0 : offsets[j];
      offsets[j] = line.holds(chosen) && before != kOutside ? before + chosen * line.step : kOutside;
    }
  }
};

constexpr int64_t kOffsets = 256;

bool evenly_spaced(const int64_t* offsets, int64_t n) {
  for (int64_t i = 2; i < n; ++i) {
    if (offsets[i] - offsets[i - 1] != offsets[1] - offsets[0]) return false;
  }
  return true;
}

// Calls f(tensor offset, values offset, tensor stride, values stride, n) for the runs of rest positions [begin, end).
template <class F>
void for_rest(const Loop<2>& rest, int64_t begin, int64_t end, F&& f) {
  Cursor<2> at(rest, begin);
  const int inner = rest.ndim - 1;
  for (int64_t i = begin; i < end;) {
    const int64_t n = std::min(at.run(), end - i);
    f(at.offset[0], at.offset[1], inner >= 0 ? rest.strides[inner][0] : 0, inner >= 0 ? rest.strides[inner][1] : 0, n);
    at.advance(n);
    i += n;
  }
}

// Runs every selected block of `rest` positions [begin, end) for the index positions [first, last).
void run_blocks(const Selection& s, Run run, int64_t first, int64_t last, int64_t begin, int64_t end) {
  const Place tensor(s.args.tensor), values(s.args.values);
  int64_t in_tensor[kOffsets], in_values[kOffsets];
  for (; first < last; first += kOffsets) {
    const int64_t n = std::min(kOffsets, last - first);
    s.offsets(first, n, in_tensor, in_values);
    if (s.rest.ndim == 0 && evenly_spaced(in_values, n)) {  // blocks of one element: a run whose index are the offsets
      run(tensor.data, 0, in_tensor, 1, values + in_values[0], n > 1 ? in_values[1] - in_values[0] : 1, kAnyOffset, n);
      continue;
    }
    for (int64_t i = 0; i < n; ++i) {
      const bool inside = in_tensor[i] != kOutside;
      const int64_t start = inside ? in_tensor[i] : 0, *position = inside ? &kNoIndex : &kOutside;
      for_rest(s.rest, begin, end, [&](int64_t t, int64_t v, int64_t t_step, int64_t v_step, int64_t m) {
        run(tensor + (start + t), t_step, position, 0, values + (in_values[i] + v), v_step, kNoLine, m);
      });
    }
  }
}

}  // namespace

void gather(const GatherArgs& args) { gather_along(args.in, args.index, args.out, args.dim); }

void scatter(const ScatterArgs& args) {
  scatter_along(args.out, args.index, args.src, args.dim, Combine{args.combine});
}

void index_select(const IndexSelectArgs& args) {
  int64_t strides[kMaxDims];
  gather_along(args.in, expanded(args.index, args.out, args.dim, strides), args.out, args.dim);
}

void index_add(const IndexAddArgs& args) {
  int64_t strides[kMaxDims], copy_strides[kMaxDims];
  View src = args.src;
  std::vector<char> copy;
  if (!is_one(args.alpha)) {
    copy = scaled_copy(src, args.alpha);
    int64_t stride = 1;
    for (int d = src.ndim - 1; d >= 0; --d) {
      copy_strides[d] = stride;
      stride *= src.sizes[d];
    }
    src.data = copy.data();
    src.strides = copy_strides;
  }
  scatter_along(args.out, expanded(args.index, src, args.dim, strides), src, args.dim, Combine{args.combine});
}

void index_get(const IndexArgs& args) {
  const Selection s(args);
  const int64_t rest_count = s.rest.count();
  if (s.count == 0 || rest_count == 0) return;
  const Run run = find_gather_run(Dtype{args.tensor.dtype}, Dtype::Int64);
  parallel_for(0, s.count, grain_for(rest_count, 16384),
               [&](int64_t begin, int64_t end) { run_blocks(s, run, begin, end, 0, rest_count); });
}

void index_put(const IndexArgs& args) {
  const Selection s(args);
  const int64_t rest_count = s.rest.count();
  const Run run = find_scatter_run(Dtype{args.tensor.dtype}, Dtype::Int64, Combine{args.combine});
  if (s.count == 0 || rest_count == 0) return;
  // positions may repeat, so only the blocks are shared out
  parallel_for(0, rest_count, std::max<int64_t>(256, grain_for(s.count)),
               [&](int64_t begin, int64_t end) { run_blocks(s, run, 0, s.count, begin, end); });
}

}  // namespace vjp::cpu
