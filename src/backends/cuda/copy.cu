// Copies and fills. A copy of equal dtypes moves bits: as one piece where both sides are, by tiles through shared
// memory where one side's rows are the other's columns. Other copies are the empty pointwise program.
#include "backends/cuda/geometry.h"
#include "backends/cuda/kernels.h"

namespace vjp::cuda {
namespace {

constexpr int kItems = 4;
constexpr int kTile = 32, kTileRows = 8;  // side of a tile; rows of it that a block moves at once

template <class T>
struct Copy {
  Space<2> space;  // out, in
  T* out;
  const T* in;
};

template <class T>
__global__ void __launch_bounds__(kThreads) copy_kernel(const __grid_constant__ Copy<T> k) {
  const int64_t step = item_step();
  for (int64_t first = first_item(); first < k.space.count; first += step * kItems) {
    T v[kItems];
    int64_t to[kItems];
    VJP_UNROLL
    for (int j = 0; j < kItems; ++j) {
      if (first + j * step >= k.space.count) break;
      int64_t at[2];
      k.space.offsets(first + j * step, at);
      to[j] = at[0];
      v[j] = k.in[at[1]];
    }
    VJP_UNROLL
    for (int j = 0; j < kItems; ++j) {
      if (first + j * step >= k.space.count) break;
      k.out[to[j]] = v[j];
    }
  }
}

// Planes [rows, columns]: columns lie side by side in `out`, rows in `in`.
template <class T>
struct Transpose {
  Space<2> planes;
  int64_t rows, columns, out_stride, in_stride, row_tiles, column_tiles;
  T* out;
  const T* in;
};

template <class T>
__global__ void __launch_bounds__(kTile* kTileRows) transpose_kernel(const __grid_constant__ Transpose<T> k) {
  __shared__ T tile[kTile][kTile + 1];  // the odd width keeps columns in different banks
  const int x = static_cast<int>(threadIdx.x) % kTile, y = static_cast<int>(threadIdx.x) / kTile;
  const int64_t tiles = k.planes.count * k.row_tiles * k.column_tiles;
  for (int64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const int64_t c0 = t % k.column_tiles * kTile, r0 = t / k.column_tiles % k.row_tiles * kTile;
    int64_t at[2];
    k.planes.offsets(t / k.column_tiles / k.row_tiles, at);
    for (int j = y; j < kTile; j += kTileRows) {
      const int64_t r = r0 + x, c = c0 + j;
      if (r < k.rows && c < k.columns) tile[j][x] = k.in[at[1] + c * k.in_stride + r];
    }
    __syncthreads();
    for (int j = y; j < kTile; j += kTileRows) {
      const int64_t r = r0 + j, c = c0 + x;
      if (r < k.rows && c < k.columns) k.out[at[0] + r * k.out_stride + c] = tile[x][j];
    }
    __syncthreads();
  }
}

// The dimension in which `in` is contiguous, where tiles help; -1 elsewhere. `out` is contiguous in the last one.
int transposed_dim(const Space<2>& s) {
  const int last = s.ndim - 1;
  if (s.ndim < 2 || s.strides[0][last] != 1 || s.strides[1][last] == 1 || s.strides[1][last] == 0) return -1;
  for (int d = last - 1; d >= 0; --d) {
    if (s.strides[1][d] == 1 && s.sizes[d] >= 8 && s.sizes[last] >= 8) return d;
  }
  return -1;
}

template <class T>
void copy_bits(const Space<2>& space, void* out, const void* in, const Launch& launch) {
  const int d = transposed_dim(space);
  if (d < 0) {
    const Copy<T> k{space, static_cast<T*>(out), static_cast<const T*>(in)};
    run(launch, "copy", copy_kernel<T>, blocks_for(launch, space.count, kItems), kThreads, k);
    return;
  }
  const int last = space.ndim - 1;
  Transpose<T> k;
  for (int e = 0; e < last; ++e) {
    if (e != d) k.planes.push(space.sizes[e], space.strides[0][e], space.strides[1][e]);
  }
  k.planes.finish();
  k.rows = space.sizes[d];
  k.columns = space.sizes[last];
  k.out_stride = space.strides[0][d];
  k.in_stride = space.strides[1][last];
  k.row_tiles = ceil_div(k.rows, kTile);
  k.column_tiles = ceil_div(k.columns, kTile);
  k.out = static_cast<T*>(out);
  k.in = static_cast<const T*>(in);
  const int64_t tiles = k.planes.count * k.row_tiles * k.column_tiles, most = launch.limits().multiprocessors * 32;
  run(launch, "copy", transpose_kernel<T>, tiles < most ? tiles : most, kTile * kTileRows, k);
}

template <class T>
struct Fill {
  Space<1> space;
  T* out;
  T value;
};
template <class T>
__global__ void __launch_bounds__(kThreads) fill_kernel(const __grid_constant__ Fill<T> k) {
  for (int64_t i = first_item(); i < k.space.count; i += item_step()) k.out[k.space.offset(i)] = k.value;
}

// The type through which `from` becomes `to`.
int compute_between(int from, int to) {
  if (from >= kComplex64) return from;
  if (to >= kComplex64) return to;
  if (from >= kFloat16) return from == kFloat64 || to == kFloat64 ? kFloat64 : kFloat32;
  return to <= kInt64 ? static_cast<int>(kInt64) : compute_of(to);
}

}  // namespace

void copy(const vjp_copy_args& args, const Launch& launch) {
  const vjp_array &out = args.out, &in = args.in;
  if (out.dtype != in.dtype) {
    vjp_program program = {};
    program.num_inputs = program.num_outputs = 1;
    vjp_pointwise_args p = {};
    p.program = &program;
    p.compute = static_cast<uint8_t>(compute_between(in.dtype, out.dtype));
    p.ndim = out.ndim;
    p.sizes = out.sizes;
    p.inputs[0] = {in.data, in.dtype, 0, in.strides};
    p.outputs[0] = {out.data, out.dtype, 0, out.strides};
    return pointwise_interpreted(p, launch);
  }
  Space<2> space;
  for (int d = 0; d < out.ndim; ++d) space.push(out.sizes[d], out.strides[d], in.strides[d]);
  if (space.count == 0) return;
  space.sort(0);
  space.finish();
  visit_size(size_of(out.dtype), [&](auto type) { copy_bits<decltype(type)>(space, out.data, in.data, launch); });
}

void fill(const vjp_fill_args& args, const Launch& launch) {
  // a number of a higher category than the tensor is converted as a tensor would be
  Bits16 element = {};
  const vjp_number& v = args.value;
  if (v.kind == VJP_KIND_COMPLEX) {
    store(&element, args.out.dtype, 0, Complex<double>(v.real, v.imaginary));
  } else if (v.kind == VJP_KIND_FLOAT) {
    store(&element, args.out.dtype, 0, v.real);
  } else {
    store(&element, args.out.dtype, 0, v.integer);
  }
  Space<1> space;
  for (int d = 0; d < args.out.ndim; ++d) space.push(args.out.sizes[d], args.out.strides[d]);
  if (space.count == 0) return;
  space.sort(0);
  space.finish();
  if (element.low == 0 && element.high == 0 && space.linear(0)) {
    const size_t bytes = static_cast<size_t>(space.count * size_of(args.out.dtype));
    return VJP_CUDA(cudaMemsetAsync(args.out.data, 0, bytes, launch.stream));
  }
  visit_size(size_of(args.out.dtype), [&](auto type) {
    using T = decltype(type);
    Fill<T> k{space, static_cast<T*>(args.out.data), {}};
    __builtin_memcpy(&k.value, &element, sizeof(T));
    run(launch, "fill", fill_kernel<T>, blocks_for(launch, space.count), kThreads, k);
  });
}

}  // namespace vjp::cuda
