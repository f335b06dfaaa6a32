// The kernels of the matrix product that are not cuBLAS's: integers, and pointers to the matrices of a batch.
#include "backends/cuda/gemm.h"
#include "backends/cuda/geometry.h"

namespace vjp::cuda {
namespace {

__global__ void pointers_kernel(const __grid_constant__ BatchGeometry batch, char* base0, char* base1, char* base2,
                                void** pointers) {
  int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= batch.count) return;
  int64_t offsets[3] = {0, 0, 0}, rest = i;
  for (int d = batch.ndim - 1; d >= 0; --d) {
    int64_t position = rest % batch.sizes[d];
    rest /= batch.sizes[d];
    for (int k = 0; k < 3; ++k) offsets[k] += position * batch.strides[k][d];
  }
  pointers[i] = base0 + offsets[0];
  pointers[batch.count + i] = base1 + offsets[1];
  pointers[2 * batch.count + i] = base2 + offsets[2];
}

constexpr int kTile = 16;

struct IntegerProblem {
  int64_t m, n, k, tiles_m, tiles_n;
  int64_t a_row, a_col, b_row, b_col, out_row, out_col;  // in elements
  unsigned long long alpha, beta;
  BatchGeometry batch;  // in elements
};

__device__ int64_t batch_offset(const BatchGeometry& batch, int64_t index, int operand) {
  int64_t offset = 0;
  for (int d = batch.ndim - 1; d >= 0; --d) {
    offset += index % batch.sizes[d] * batch.strides[operand][d];
    index /= batch.sizes[d];
  }
  return offset;
}

// One tile of the output a block; tiles of the operands pass through shared memory.
template <class T>
__global__ void __launch_bounds__(kTile* kTile)
    integer_kernel(const __grid_constant__ IntegerProblem p, const T* a, const T* b, T* out) {
  __shared__ unsigned long long tile_a[kTile][kTile + 1], tile_b[kTile][kTile + 1];
  int64_t per_matrix = p.tiles_m * p.tiles_n, matrix = blockIdx.x / per_matrix, tile = blockIdx.x % per_matrix;
  a += batch_offset(p.batch, matrix, 0);
  b += batch_offset(p.batch, matrix, 1);
  out += batch_offset(p.batch, matrix, 2);
  const int y = static_cast<int>(threadIdx.x) / kTile, x = static_cast<int>(threadIdx.x) % kTile;
  int64_t row = tile / p.tiles_n * kTile + y, col = tile % p.tiles_n * kTile + x;
  unsigned long long sum = 0;
  for (int64_t begin = 0; begin < p.k; begin += kTile) {
    int64_t across = begin + x, down = begin + y;
    tile_a[y][x] = row < p.m && across < p.k ? static_cast<unsigned long long>(a[row * p.a_row + across * p.a_col]) : 0;
    tile_b[y][x] = down < p.k && col < p.n ? static_cast<unsigned long long>(b[down * p.b_row + col * p.b_col]) : 0;
    __syncthreads();
    for (int l = 0; l < kTile; ++l) sum += tile_a[y][l] * tile_b[l][x];
    __syncthreads();
  }
  if (row >= p.m || col >= p.n) return;
  T& element = out[row * p.out_row + col * p.out_col];
  element = static_cast<T>(p.alpha * sum + (p.beta ? p.beta * static_cast<unsigned long long>(element) : 0));
}

template <class T>
void multiply(const IntegerProblem& p, const vjp_gemm_args& args, const Launch& launch) {
  int64_t blocks = p.tiles_m * p.tiles_n * p.batch.count;
  if (blocks > 0x7fffffff) fail(VJP_ERROR_NOT_IMPLEMENTED, "a product of integers this large");
  run(launch, "gemm of integers", integer_kernel<T>, blocks, kTile * kTile, p, static_cast<const T*>(args.a.data),
      static_cast<const T*>(args.b.data), static_cast<T*>(args.out.data));
}

// Those of vjp_number::integer for what a scalar of an integer product may be.
long long integer_of(const vjp_number& x) {
  return x.kind == VJP_KIND_BOOL || x.kind == VJP_KIND_INT ? x.integer : static_cast<long long>(x.real);
}

}  // namespace

void batch_pointers(const BatchGeometry& batch, void* const bases[3], void** pointers, const Launch& launch) {
  int64_t blocks = ceil_div(batch.count, 128);
  if (blocks > 0x7fffffff) fail(VJP_ERROR_NOT_IMPLEMENTED, "a batch of this many products");
  run(launch, "gemm: pointers of the batch", pointers_kernel, blocks, 128, batch, static_cast<char*>(bases[0]),
      static_cast<char*>(bases[1]), static_cast<char*>(bases[2]), pointers);
}

void gemm_integer(const vjp_gemm_args& args, const Launch& launch) {
  IntegerProblem p{};
  p.m = args.m, p.n = args.n, p.k = args.k;
  p.tiles_m = ceil_div(p.m, kTile), p.tiles_n = ceil_div(p.n, kTile);
  p.a_row = args.a.row_stride, p.a_col = args.a.col_stride;
  p.b_row = args.b.row_stride, p.b_col = args.b.col_stride;
  p.out_row = args.out.row_stride, p.out_col = args.out.col_stride;
  p.alpha = static_cast<unsigned long long>(integer_of(args.alpha));
  p.beta = static_cast<unsigned long long>(integer_of(args.beta));
  p.batch.ndim = args.batch_ndim;
  p.batch.count = 1;
  const vjp_matrix* matrices[] = {&args.a, &args.b, &args.out};
  for (int d = 0; d < args.batch_ndim; ++d) {
    p.batch.sizes[d] = args.batch_sizes[d];
    p.batch.count *= args.batch_sizes[d];
    for (int k = 0; k < 3; ++k) p.batch.strides[k][d] = matrices[k]->batch_strides[d];
  }
  if (p.m == 0 || p.n == 0 || p.batch.count == 0) return;
  switch (args.dtype) {
    case VJP_DTYPE_BOOL:
      return multiply<bool>(p, args, launch);
    case VJP_DTYPE_UINT8:
      return multiply<uint8_t>(p, args, launch);
    case VJP_DTYPE_INT8:
      return multiply<int8_t>(p, args, launch);
    case VJP_DTYPE_INT16:
      return multiply<int16_t>(p, args, launch);
    case VJP_DTYPE_INT32:
      return multiply<int32_t>(p, args, launch);
    case VJP_DTYPE_INT64:
      return multiply<int64_t>(p, args, launch);
    default:
      fail(VJP_ERROR_NOT_IMPLEMENTED, "gemm of dtype %s is not implemented on cuda", dtype_name(args.dtype));
  }
}

}  // namespace vjp::cuda
