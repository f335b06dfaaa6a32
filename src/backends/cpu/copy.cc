// cpu::copy and cpu::fill.
//
// A copy of equal dtypes moves bits: whole runs where both sides have them, square blocks where one side's rows are the
// other's columns. Other copies are the empty pointwise program, which loads, converts and stores.
#include <algorithm>
#include <cstring>

#include "backends/cpu/cpu.h"
#include "backends/cpu/pointwise_kernels.h"
#include "backends/cpu/strided.h"
#include "base/error.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

constexpr int64_t kBytesPerChunk = 256 * 1024;
constexpr int64_t kBlock = 32;  // side of a transposed block: with both sides' lines in the first-level cache

using Pair = Geometry<2>;  // 0: out, 1: in

// Offsets of the `row`-th index over all dimensions but the last `inner` ones.
template <int Operands>
void offsets_of_row(const Geometry<Operands>& g, int inner, int64_t row, int64_t* offsets) {
  std::fill_n(offsets, g.count, 0);
  for (int d = g.ndim - 1 - inner; d >= 0; --d) {
    const int64_t c = row % g.sizes[d];
    row /= g.sizes[d];
    for (int k = 0; k < g.count; ++k) offsets[k] += c * g.strides[k][d];
  }
}

template <class T>
void copy_contiguous(T* out, const T* in, int64_t n) {
  parallel_for(0, n, kBytesPerChunk * 4 / static_cast<int64_t>(sizeof(T)), [=](int64_t begin, int64_t end) {
    std::memcpy(out + begin, in + begin, static_cast<size_t>(end - begin) * sizeof(T));
  });
}

// A row, which may lie backwards in `in` (operators that turn a tensor on the CPU make such views).
template <class T>
void copy_row(T* out, int64_t out_stride, const T* in, int64_t in_stride, int64_t n) {
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
    if (out_stride == 1 && in_stride == -1) {
      for (int64_t i = 0; i < n; ++i) out[i] = in[-i];
      return;
    }
  }
  copy_run(out, out_stride, in, in_stride, n);
}

template <class T>
void copy_rows(const Pair& g, T* out, const T* in) {
  const int64_t inner = g.sizes[g.ndim - 1], rows = g.numel() / inner;
  const int64_t out_stride = g.strides[0][g.ndim - 1], in_stride = g.strides[1][g.ndim - 1];
  if (rows == 1) {
    parallel_for(0, inner, kBytesPerChunk / static_cast<int64_t>(sizeof(T)), [=](int64_t begin, int64_t end) {
      copy_row(out + begin * out_stride, out_stride, in + begin * in_stride, in_stride, end - begin);
    });
    return;
  }
  const int64_t grain = std::max<int64_t>(1, kBytesPerChunk / static_cast<int64_t>(sizeof(T)) / inner);
  parallel_for(0, rows, grain, [&](int64_t begin, int64_t end) {
    int64_t at[2];
    for (int64_t r = begin; r < end; ++r) {
      offsets_of_row(g, 1, r, at);
      copy_row(out + at[0], out_stride, in + at[1], in_stride, inner);
    }
  });
}

// Rows of a few elements: element by element down as many neighbouring rows as the first-level cache holds.
template <class T>
void copy_short_rows(const Pair& g, T* out, const T* in) {
  constexpr int64_t kTogether = 512;
  const int last = g.ndim - 1;
  const int64_t inner = g.sizes[last], column = g.sizes[last - 1], rows = g.numel() / inner;
  const int64_t grain = std::max<int64_t>(1, kBytesPerChunk / static_cast<int64_t>(sizeof(T)) / inner);
  parallel_for(0, rows, grain, [&](int64_t begin, int64_t end) {
    int64_t at[2];
    for (int64_t r = begin, n = 0; r < end; r += n) {
      n = std::min({kTogether, end - r, column - r % column});
      offsets_of_row(g, 1, r, at);
      for (int64_t j = 0; j < inner; ++j) {
        copy_run(out + at[0] + j * g.strides[0][last], g.strides[0][last - 1], in + at[1] + j * g.strides[1][last],
                 g.strides[1][last - 1], n);
      }
    }
  });
}

// out[r][c] = in[c][r] for a block of at most kBlock squared; columns of `out` and rows of `in` are contiguous.
template <class T>
void transpose_block(T* out, int64_t out_stride, const T* in, int64_t in_stride, int64_t rows, int64_t columns) {
  if (rows == kBlock && columns == kBlock) {
    // eight columns at once: each line of `in` is read in pieces while its neighbours' are at hand
    for (int64_t c = 0; c < kBlock; c += 8) {
      for (int64_t r = 0; r < kBlock; ++r) {
        T v[8];
        for (int j = 0; j < 8; ++j) v[j] = in[(c + j) * in_stride + r];
        for (int j = 0; j < 8; ++j) out[r * out_stride + c + j] = v[j];
      }
    }
    return;
  }
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) out[r * out_stride + c] = in[c * in_stride + r];
  }
}

// The last dimension is contiguous in `out`; the one before it in `in`.
template <class T>
void copy_transposed(const Pair& g, T* out, const T* in) {
  const int last = g.ndim - 1;
  const int64_t columns = g.sizes[last], rows = g.sizes[last - 1];
  const int64_t out_stride = g.strides[0][last - 1], in_stride = g.strides[1][last];
  const int64_t bands = (rows + kBlock - 1) / kBlock, planes = g.numel() / (rows * columns);
  const int64_t grain = std::max<int64_t>(1, kBytesPerChunk / static_cast<int64_t>(sizeof(T)) / (kBlock * columns));
  parallel_for(0, planes * bands, grain, [&](int64_t begin, int64_t end) {
    int64_t at[2];
    for (int64_t b = begin; b < end; ++b) {
      const int64_t plane = b / bands, r = (b - plane * bands) * kBlock;
      offsets_of_row(g, 2, plane, at);
      for (int64_t c = 0; c < columns; c += kBlock) {
        transpose_block(out + at[0] + r * out_stride + c, out_stride, in + at[1] + c * in_stride + r, in_stride,
                        std::min(kBlock, rows - r), std::min(kBlock, columns - c));
      }
    }
  });
}

// Moves the dimension in which `in` is contiguous to the place before the last. False where no block would help.
bool make_transposed(Pair& g) {
  const int last = g.ndim - 1;
  if (g.ndim < 2 || g.strides[0][last] != 1 || g.strides[1][last] == 1 || g.strides[1][last] == 0) return false;
  for (int d = last - 1; d >= 0; --d) {
    if (g.strides[1][d] != 1 || g.sizes[d] < 4 || g.sizes[last] < 4) continue;
    for (int e = d; e < last - 1; ++e) {
      std::swap(g.sizes[e], g.sizes[e + 1]);
      for (auto& strides : g.strides) std::swap(strides[e], strides[e + 1]);
    }
    return true;
  }
  return false;
}

template <class T>
void copy_bits(Pair& g, void* out_data, const void* in_data) {
  T* out = static_cast<T*>(out_data);
  const T* in = static_cast<const T*>(in_data);
  if (g.ndim == 1 && g.strides[0][0] == 1 && g.strides[1][0] == 1) {
    copy_contiguous(out, in, g.sizes[0]);
  } else if (make_transposed(g)) {
    copy_transposed(g, out, in);
  } else if (g.ndim > 1 && g.sizes[g.ndim - 1] < 8 && g.sizes[g.ndim - 2] > g.sizes[g.ndim - 1] &&
             (sizeof(T) == 4 || sizeof(T) == 8)) {
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) copy_short_rows(g, out, in);
  } else {
    copy_rows(g, out, in);
  }
}

// The same element n times; of zeros the C library's own loop is the fastest.
template <class T>
void fill_run(T* out, int64_t stride, const T v, bool zero, int64_t n) {
  if (stride == 1 && zero) {
    std::memset(static_cast<void*>(out), 0, static_cast<size_t>(n) * sizeof(T));
  } else if (stride == 1) {
    std::fill_n(out, n, v);
  } else {
    for (int64_t i = 0; i < n; ++i) out[i * stride] = v;
  }
}

constexpr Program make_empty_program() {
  Program p;
  p.num_inputs = p.num_outputs = 1;
  p.outputs[0] = 0;
  return p;
}
constexpr Program kConvert = make_empty_program();

// The type through which `from` becomes `to`.
Dtype compute_between(Dtype from, Dtype to) {
  if (is_complex(from)) return from;
  if (is_complex(to)) return to;
  if (is_floating(from)) return from == Dtype::Float64 || to == Dtype::Float64 ? Dtype::Float64 : Dtype::Float32;
  return is_integral(to) ? Dtype::Int64 : compute_of(to);
}

void convert(const View& out, const View& in) {
  PointwiseArgs args;
  args.program = &kConvert;
  args.compute = byte_of(compute_between(Dtype{in.dtype}, Dtype{out.dtype}));
  args.ndim = out.ndim;
  args.sizes = out.sizes;
  args.inputs[0] = {in.data, in.dtype, 0, in.strides};
  args.outputs[0] = {out.data, out.dtype, 0, out.strides};
  pointwise(args);
}

bool is_empty(const View& v) {
  return std::any_of(v.sizes, v.sizes + v.ndim, [](int64_t n) { return n == 0; });
}

}  // namespace

void copy(const CopyArgs& args) { copy(args.out, args.in); }
void fill(const FillArgs& args) { fill(args.out, args.value); }

void copy(const View& out, const View& in) {
  if (is_empty(out)) return;
  if (out.dtype != in.dtype) return convert(out, in);
  Pair g;
  g.count = 2;
  for (int i = 0; i < out.ndim; ++i) {
    g.push(out.sizes[i], [&](int k) { return k == 0 ? out.strides[i] : in.strides[i]; });
  }
  g.simplify(0);
  visit_size(size_of(Dtype{out.dtype}), [&]<class T>(T) { copy_bits<T>(g, out.data, in.data); });
}

void fill(const View& out, const Scalar& value) {
  if (is_empty(out)) return;
  alignas(16) char wide[16], element[16];
  // a number of a higher category than the tensor is converted as a tensor would be
  const ComputeType type = value.kind == VJP_KIND_COMPLEX ? kC128 : value.kind == VJP_KIND_FLOAT ? kF64 : kI64;
  scalar_to(type, value, wide);
  kernels().store[type][out.dtype](element, wide, 1);
  Geometry<1> g;
  g.count = 1;
  for (int i = 0; i < out.ndim; ++i) g.push(out.sizes[i], [&](int) { return out.strides[i]; });
  g.simplify(0);
  visit_size(size_of(Dtype{out.dtype}), [&]<class T>(T) {
    T v;
    std::memcpy(&v, element, sizeof v);
    const bool zero = std::all_of(element, element + sizeof v, [](char byte) { return byte == 0; });
    T* data = static_cast<T*>(out.data);
    const int64_t inner = g.sizes[g.ndim - 1], rows = g.numel() / inner, stride = g.strides[0][g.ndim - 1];
    if (rows == 1) {
      parallel_for(0, inner, kBytesPerChunk * 4 / static_cast<int64_t>(sizeof(T)),
                   [&](int64_t begin, int64_t end) { fill_run(data + begin * stride, stride, v, zero, end - begin); });
      return;
    }
    const int64_t grain = std::max<int64_t>(1, kBytesPerChunk / static_cast<int64_t>(sizeof(T)) / inner);
    parallel_for(0, rows, grain, [&](int64_t begin, int64_t end) {
      for (int64_t r = begin, at; r < end; ++r) {
        offsets_of_row(g, 1, r, &at);
        fill_run(data + at, stride, v, zero, inner);
      }
    });
  });
}

}  // namespace vjp::cpu
