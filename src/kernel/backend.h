// What a backend must compute: argument structs and the table of primitives.
//
// All memory is the caller's. Outputs are allocated and do not overlap inputs unless a primitive says that they may.
// Strides count elements, may be 0 (broadcast) in inputs, and are any non-negative numbers otherwise. Sizes may be 0.
// Arguments have been checked by the operators: a primitive fails only with VJP_ERROR_NOT_IMPLEMENTED (dtype) or
// VJP_ERROR_MEMORY.
//
// The structs are those of the public header for plug-ins, vjp/kernels.h, with C++ types in the same places; c_args.cc
// holds the two against each other.
#pragma once

#include <cstdint>

#include "kernel/program.h"
#include "tensor/dtype.h"
#include "tensor/view.h"

namespace vjp {

// Runs `program` on every element of the index space `sizes`. Inputs are converted to `compute` (Int64, Float32,
// Float64, Complex64, Complex128), outputs from it (to Bool: != 0; complex to real: the real part). An output may be
// exactly an input (same data, dtype and strides). A hundred elements or fewer must cost tens of nanoseconds.
struct PointwiseArgs {
  struct Operand {
    void* data;
    Dtype dtype;
    bool host;  // an input of a launch on a device: one element in host memory, read during the call
    const int64_t* strides;
    Operand() = default;
    Operand(void* data, Dtype dtype, const int64_t* strides)
        : data(data), dtype(dtype), host(false), strides(strides) {}
  };
  const Program* program = nullptr;
  Dtype compute = Dtype::None;
  int ndim = 0;
  const int64_t* sizes = nullptr;
  Operand inputs[Program::kMaxInputs];
  Operand outputs[Program::kMaxOutputs];
  Scalar parameters[Program::kMaxParameters];
};

struct CopyArgs {  // same sizes; converts dtypes
  View out, in;
};
struct FillArgs {
  View out;
  Scalar value;
};

enum class Reduction : uint8_t {
  Sum,  // integers and bool sum to int64
  Prod,
  Max,
  Min,  // NaN wins; with `indices`: of the first extreme element (NaN first)
  ArgMax,
  ArgMin,  // int64 output; -1 axis flattened position when several dimensions are reduced
  Any,
  All,         // bool output
  SumSquares,  // of |x|
  SumAbs,
  SumAbsPow,  // sum |x|^p
  MaxAbs,
  MinAbs,
  CountNonzero,  // int64 output
  LogSumExp,     // stable; all -inf gives -inf
  Variance,      // sum |x - mean|^2 / max(0, n - correction), two passes or pairwise; `mean` also written if given
};
// `out` has the input's ndim, with size 1 in every reduced dimension. Sums are pairwise or blocked (error O(log n) ulp
// or as good), in an order that depends on sizes and strides only. Half types accumulate in float. Empty reductions:
// Sum 0, Prod 1, Any false, All true, others are refused by the operators before.
struct ReduceArgs {
  Reduction op;
  View in, out;
  View indices;  // Max, Min: int64, as out; data may be null
  View mean;     // Variance: as out; data may be null
  double p = 2, correction = 1;
};

enum class Scan : uint8_t { Sum, Prod, Max, Min, LogSumExp };
struct ScanArgs {
  Scan op;
  View in, out;
  View indices;  // Max, Min: int64
  int dim;
  bool reverse = false;
};

// out[b] = alpha * op(a[b]) op(b[b]) + beta * out[b]. Any strides (a transposed operand is a matter of strides). beta
// == 0 does not read out. Batch dimensions are equal in number; a stride of 0 repeats a matrix. Dtypes equal: all
// floating and complex, integers.
struct GemmArgs {
  int64_t m, n, k;
  int batch_ndim = 0;
  const int64_t* batch_sizes = nullptr;
  struct Matrix {
    void* data;
    int64_t row_stride, col_stride;
    const int64_t* batch_strides;
    bool conjugate = false;
  } a, b, out;
  Dtype dtype;
  Scalar alpha = 1.0, beta = 0.0;
};

// N-dimensional convolution (cross-correlation as in the field), spatial rank 1 to 3. in [N, C, *], weight [O,
// C/groups, *k], out [N, O, *]. All views strided. Transposed convolution is Data with the roles of in and out
// exchanged.
struct ConvArgs {
  View in, weight, bias, out;  // bias may have no data (Forward only)
  int rank;
  int64_t stride[3], padding[3], dilation[3];  // zero padding, the same on both sides
  int64_t groups = 1;
};

struct PoolArgs {
  View in, out;  // [N, C, *spatial]; backward: `in` is the gradient to write, `out` the gradient to read
  View indices;  // max: int64 position in the flattened spatial input plane, -1 where a window has only padding; as out
  int rank;
  int64_t kernel[3], stride[3], padding[3], dilation[3];
  bool count_include_pad = true;
  int64_t divisor = 0;  // 0: the window's size
};

// Indexing along one dimension: all of the same ndim.
enum class Combine : uint8_t { Set, Add, Mul, Max, Min };
struct GatherArgs {     // out[i][j] = in[index[i][j]][j] for dim 0
  View in, index, out;  // index: int64 (or int32), as out
  int dim;
};
struct ScatterArgs {  // out[index[i][j]][j] op= src[i][j]; out holds the old values; deterministic order
  View out, index, src;
  int dim;
  Combine combine;
};
struct IndexSelectArgs {  // out = in taken at index (1-d) along dim
  View in, index, out;
  int dim;
};
struct IndexAddArgs {  // out[index[i]] op= alpha * src[i] along dim
  View out, index, src;
  int dim;
  Combine combine;
  Scalar alpha = 1;
};
// Advanced indexing. The indexed tensor is seen as [indexed dims..., rest...]; `index[k]` (int64, broadcast to
// index_sizes by strides) selects in indexed dimension k. values/out: [index_sizes..., rest...].
struct IndexArgs {
  View tensor;  // indexed dimensions first
  int num_indexed;
  View index[16];                  // each with ndim = index_ndim
  View values;                     // read (put) or written (get)
  Combine combine = Combine::Set;  // put only
};

struct CheckIndexArgs {  // fails unless low <= every element < high
  View index;            // int64 or int32
  int64_t low, high;
};

struct SortArgs {
  View in, values, indices;  // indices int64
  int dim;
  bool descending = false, stable = true;  // NaN is the largest
  int64_t k = -1;                          // top-k if >= 0: values/indices have size k along dim, sorted
};

// Row-wise along one dimension; `in` and `out` may have any strides.
struct SoftmaxArgs {
  View in, out;
  int dim;
  bool log = false;
};
struct SoftmaxBackwardArgs {  // grad_in = y * (g - sum(g * y)); log: g - exp(y) * sum(g)
  View grad, y, grad_in;
  int dim;
  bool log = false;
};
// Normalisation over the last `inner` elements of row-major [rows, inner]. mean/rstd: [rows], in the compute type.
struct NormArgs {
  Dtype dtype;
  int64_t rows, inner;
  const void* x;
  const void* weight;  // [inner] or null
  const void* bias;    // [inner] or null
  void* y;
  void* mean;  // null for rms_norm (which does not subtract it)
  void* rstd;
  double eps;
};
struct NormBackwardArgs {
  Dtype dtype;
  int64_t rows, inner;
  const void *grad, *x, *weight, *mean, *rstd;  // mean null: rms_norm
  void *grad_x, *grad_weight, *grad_bias;       // each may be null: not wanted
};

// Scaled dot product attention, [batch, heads, length, dim] each; keys and values may have fewer heads (grouped). Never
// forms the [queries, keys] matrix in full. mask: bool (true takes part) or floating (added), broadcast by strides to
// [batch, heads, q, k].
struct AttentionArgs {
  View q, k, v, mask, out;
  View logsumexp;  // [batch, heads, q] in the compute type, written by the forward, read by the backward
  double scale;
  bool causal = false;  // query i sees keys 0..i
};
struct AttentionBackwardArgs {
  AttentionArgs forward;              // out and logsumexp read
  View grad, grad_q, grad_k, grad_v;  // data null: not wanted
};

enum class Distribution : uint8_t { Uniform, Normal, Bernoulli, Integer, DropoutMask };
struct RandomArgs {  // element i (row-major position) depends on seed, offset and i only
  Distribution distribution;
  View out;
  double a = 0,
         b = 1;  // Uniform [a, b), Normal mean a deviation b; DropoutMask: 0 with probability a, else 1 / (1 - a)
  int64_t low = 0, high = 1;        // Integer [low, high)
  View probability;                 // Bernoulli: as out; data null: `a`
  uint64_t seed = 0, offset = 0;    // Philox counter starts at offset
  const uint64_t* state = nullptr;  // in a capture: seed and base offset in device memory; `offset` is added
};
// Philox blocks (of four 32-bit numbers) that a fill of n elements uses.
inline int64_t random_blocks(int64_t n) { return (n + 1) / 2; }

struct CountNonzeroArgs {
  View in;
  int64_t* count;  // one element of the device's memory
};
struct NonzeroArgs {
  View in;
  int64_t* coordinates;  // [rows, ndim] row-major
  int64_t rows;          // what CountNonzero gave: no more are written
};

// A dense block of elements, whatever its shape.
struct Flat {
  void* data = nullptr;
  int64_t numel = 0;
  Dtype dtype = Dtype::None;
};

enum class Optimizer : uint8_t { Sgd, Adam, AdamW, Adagrad, RmsProp };
// One step over many tensors; vjp/kernels.h says what the members mean.
struct OptimizerArgs {
  Optimizer kind;
  int num = 0;
  const Flat *params = nullptr, *grads = nullptr;
  const Flat* states[3] = {};
  float* const* steps = nullptr;
  double lr = 0;
  const float* lr_device = nullptr;
  double momentum = 0, dampening = 0, beta1 = 0, beta2 = 0, eps = 0, weight_decay = 0, lr_decay = 0, alpha = 0;
  bool nesterov = false, amsgrad = false, maximize = false, centered = false;
  const float* grad_scale = nullptr;
  const float* found_inf = nullptr;
};
struct UnscaleArgs {
  int num = 0;
  const Flat* grads = nullptr;
  const float* inverse = nullptr;
  float* found_inf = nullptr;
};
struct ScaleUpdateArgs {
  float* scale;
  int32_t* growth_tracker;
  const float* found_inf;
  double growth_factor, backoff_factor;
  int64_t growth_interval;
};
struct MultiNormArgs {
  int num = 0;
  const Flat* tensors = nullptr;
  double p = 2;
  void* const* norms = nullptr;  // float32, of float64 tensors float64
};
struct MultiScaleArgs {
  int num = 0;
  const Flat* tensors = nullptr;
  Flat factor;
};

// Every primitive with its argument struct: the tables of functions are made from this list.
#define VJP_PRIMITIVES(X)                      \
  X(pointwise, PointwiseArgs)                  \
  X(copy, CopyArgs)                            \
  X(fill, FillArgs)                            \
  X(reduce, ReduceArgs)                        \
  X(scan, ScanArgs)                            \
  X(gemm, GemmArgs)                            \
  X(conv_forward, ConvArgs)                    \
  X(conv_data, ConvArgs)                       \
  X(conv_weight, ConvArgs)                     \
  X(max_pool, PoolArgs)                        \
  X(max_pool_backward, PoolArgs)               \
  X(avg_pool, PoolArgs)                        \
  X(avg_pool_backward, PoolArgs)               \
  X(gather, GatherArgs)                        \
  X(scatter, ScatterArgs)                      \
  X(index_select, IndexSelectArgs)             \
  X(index_add, IndexAddArgs)                   \
  X(index_get, IndexArgs)                      \
  X(index_put, IndexArgs)                      \
  X(check_index, CheckIndexArgs)               \
  X(sort, SortArgs)                            \
  X(softmax, SoftmaxArgs)                      \
  X(softmax_backward, SoftmaxBackwardArgs)     \
  X(norm, NormArgs)                            \
  X(norm_backward, NormBackwardArgs)           \
  X(attention, AttentionArgs)                  \
  X(attention_backward, AttentionBackwardArgs) \
  X(random, RandomArgs)                        \
  X(count_nonzero, CountNonzeroArgs)           \
  X(nonzero, NonzeroArgs)                      \
  X(optimizer, OptimizerArgs)                  \
  X(unscale, UnscaleArgs)                      \
  X(scale_update, ScaleUpdateArgs)             \
  X(multi_norm, MultiNormArgs)                 \
  X(multi_scale, MultiScaleArgs)

enum class Primitive : uint8_t {
#define VJP_MEMBER(name, Args) name,
  VJP_PRIMITIVES(VJP_MEMBER)
#undef VJP_MEMBER
};
inline constexpr int kNumPrimitives = 35;
const char* name_of(Primitive primitive);

// The primitives as functions on memory that the host can address: the CPU's table.
struct Backend {
  const char* name;
#define VJP_MEMBER(name, Args) void (*name)(const Args&);
  VJP_PRIMITIVES(VJP_MEMBER)
#undef VJP_MEMBER
};

}  // namespace vjp
