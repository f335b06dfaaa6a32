// Matrix products by cuBLAS: strides to its flags, batches to strides or to pointers, and copies of what it cannot
// read.
//
// Note: rows and columns. cuBLAS counts by columns. An output that lies row by row is the transpose of one that lies
// column by column, and out^T = b^T a^T: the operands change places, and so do their strides.
#include "backends/cuda/gemm.h"

#include <algorithm>

#include "backends/cuda/kernels.h"
#include "backends/cuda/libraries.h"

namespace vjp::cuda {
namespace {

constexpr int kMaxBatchDims = 14;  // with rows and columns, what a tensor may have

struct Matrix {
  char* data;
  int64_t rows, cols, row_stride, col_stride;
  int64_t batch_strides[kMaxBatchDims];
  bool conjugate;
};
struct Problem {
  int64_t k, batch;
  int batch_ndim;
  int64_t batch_sizes[kMaxBatchDims];
  Matrix a, b, out;
  size_t element;
  vjp_dtype dtype;
  bool complex;
};

void transpose(Matrix& x) {
  std::swap(x.rows, x.cols);
  std::swap(x.row_stride, x.col_stride);
}

// Whether cuBLAS can read the matrix, and how.
bool fits(const Matrix& x, cublasOperation_t& op, int64_t& ld) {
  bool by_columns = (x.row_stride == 1 || x.rows == 1) && (x.col_stride >= x.rows || x.cols == 1);
  if (by_columns && !x.conjugate) {
    op = CUBLAS_OP_N;
    ld = x.cols == 1 ? std::max<int64_t>(x.rows, 1) : x.col_stride;
    return true;
  }
  bool by_rows = (x.col_stride == 1 || x.cols == 1) && (x.row_stride >= x.cols || x.rows == 1);
  if (by_rows) {
    op = x.conjugate ? CUBLAS_OP_C : CUBLAS_OP_T;
    ld = x.rows == 1 ? std::max<int64_t>(x.cols, 1) : x.row_stride;
  }
  return by_rows;
}

// A matrix with its batch as one strided array.
struct Array {
  int ndim;
  int64_t sizes[kMaxBatchDims + 2], strides[kMaxBatchDims + 2];
  vjp_array view(void* data, vjp_dtype dtype) const {
    return {data, static_cast<uint8_t>(dtype), ndim, sizes, strides};
  }
};
Array array_of(const Problem& p, const Matrix& x) {
  Array array;
  array.ndim = p.batch_ndim + 2;
  std::copy_n(p.batch_sizes, p.batch_ndim, array.sizes);
  std::copy_n(x.batch_strides, p.batch_ndim, array.strides);
  array.sizes[p.batch_ndim] = x.rows, array.sizes[p.batch_ndim + 1] = x.cols;
  array.strides[p.batch_ndim] = x.row_stride, array.strides[p.batch_ndim + 1] = x.col_stride;
  return array;
}

vjp_dtype compute_type(vjp_dtype dtype) {
  return dtype == VJP_DTYPE_FLOAT16 || dtype == VJP_DTYPE_BFLOAT16 ? VJP_DTYPE_FLOAT32 : dtype;
}

// out = opcode(in, ...) elementwise, by the backend's own pointwise kernels.
void elementwise(const vjp_program& program, const Problem& p, const Array& sizes,
                 std::initializer_list<vjp_operand> inputs, vjp_operand output, const vjp_number* parameter,
                 const Launch& launch) {
  vjp_pointwise_args args{};
  args.program = &program;
  args.compute = static_cast<uint8_t>(compute_type(p.dtype));
  args.ndim = sizes.ndim;
  args.sizes = sizes.sizes;
  std::copy(inputs.begin(), inputs.end(), args.inputs);
  args.outputs[0] = output;
  if (parameter) args.parameters[0] = *parameter;
  pointwise(args, launch);
}

constexpr vjp_program program_of(int inputs, int parameters, int instructions, const vjp_instruction* list) {
  vjp_program program{};
  program.num_inputs = static_cast<uint8_t>(inputs);
  program.num_parameters = static_cast<uint8_t>(parameters);
  program.num_instructions = static_cast<uint8_t>(instructions);
  program.num_outputs = 1;
  program.outputs[0] = static_cast<uint8_t>(inputs + parameters + instructions - 1);
  program.instructions = list;
  return program;
}
constexpr vjp_instruction kConjugateSteps[] = {{VJP_OPCODE_CONJ, 0, 0, 0}};
constexpr vjp_instruction kScaleSteps[] = {{VJP_OPCODE_MUL, 0, 1, 0}};
constexpr vjp_instruction kAddSteps[] = {{VJP_OPCODE_ADD, 0, 1, 0}};
constexpr vjp_instruction kScaledSumSteps[] = {{VJP_OPCODE_MUL, 1, 2, 0}, {VJP_OPCODE_ADD, 0, 3, 0}};
constexpr vjp_program kConjugate = program_of(1, 0, 1, kConjugateSteps);
constexpr vjp_program kScale = program_of(1, 1, 1, kScaleSteps);          // x parameter
constexpr vjp_program kAdd = program_of(2, 0, 1, kAddSteps);              // x + y
constexpr vjp_program kScaledSum = program_of(2, 1, 2, kScaledSumSteps);  // x + y parameter

bool is_number(const vjp_number& x, double value) {
  bool integer = x.kind == VJP_KIND_BOOL || x.kind == VJP_KIND_INT;
  return integer ? static_cast<double>(x.integer) == value
                 : x.real == value && (x.kind != VJP_KIND_COMPLEX || x.imaginary == 0);
}

// Lays the matrix out by rows; what the batch repeats is laid out once.
void lay_out(Problem& p, Matrix& x, void* memory, const Launch& launch) {
  Array from = array_of(p, x), to = from;
  int64_t stride = 1;
  for (int d = from.ndim - 1; d >= 0; --d) {
    bool repeats = d < p.batch_ndim && x.batch_strides[d] == 0;
    if (repeats) from.sizes[d] = to.sizes[d] = 1;
    to.strides[d] = repeats ? 0 : stride;
    stride *= to.sizes[d];
  }
  if (x.conjugate) {
    uint8_t dtype = static_cast<uint8_t>(p.dtype);
    elementwise(kConjugate, p, to, {{x.data, dtype, 0, from.strides}}, {memory, dtype, 0, to.strides}, nullptr, launch);
  } else {
    copy({to.view(memory, p.dtype), from.view(x.data, p.dtype)}, launch);
  }
  x.data = static_cast<char*>(memory);
  x.conjugate = false;
  std::copy_n(to.strides, p.batch_ndim, x.batch_strides);
  x.row_stride = to.strides[p.batch_ndim];
  x.col_stride = to.strides[p.batch_ndim + 1];
}
size_t bytes_laid_out(const Problem& p, const Matrix& x) {
  int64_t count = x.rows * x.cols;
  for (int d = 0; d < p.batch_ndim; ++d) count *= x.batch_strides[d] == 0 ? 1 : p.batch_sizes[d];
  return static_cast<size_t>(count) * p.element;
}

// Joins batch dimensions that all operands walk through as one, and leaves out those of size 1.
void join_batch(Problem& p) {
  Matrix* all[] = {&p.a, &p.b, &p.out};
  int kept = 0;
  for (int d = 0; d < p.batch_ndim; ++d) {
    int64_t size = p.batch_sizes[d];
    if (size == 1) continue;
    bool joins = kept > 0;
    for (Matrix* x : all) joins = joins && x->batch_strides[kept - 1] == size * x->batch_strides[d];
    int at = joins ? kept - 1 : kept++;
    p.batch_sizes[at] = joins ? p.batch_sizes[at] * size : size;
    for (Matrix* x : all) x->batch_strides[at] = x->batch_strides[d];
  }
  p.batch_ndim = kept;
}

// One matrix on the left for a batch of columns that follow each other is one wide product.
void fold_batch(Problem& p) {
  while (p.batch_ndim > 0) {
    int last = p.batch_ndim - 1;
    Problem wide = p;
    for (Matrix* x : {&wide.b, &wide.out}) {
      if (x->cols == 1) x->col_stride = x->batch_strides[last];
      if (x->batch_strides[last] != x->cols * x->col_stride) return;
      x->cols *= p.batch_sizes[last];
    }
    cublasOperation_t op;
    int64_t ld;
    if (p.a.batch_strides[last] != 0 || !fits(wide.b, op, ld) || !fits(wide.out, op, ld) || op != CUBLAS_OP_N) return;
    wide.batch /= p.batch_sizes[last];
    --wide.batch_ndim;
    p = wide;
  }
}

// A number of the compute type, for cuBLAS to read on the host.
union Scalar {
  float f;
  double d;
  cuComplex c;
  cuDoubleComplex z;
};
Scalar scalar_of(const vjp_number& x, vjp_dtype dtype) {
  bool integer = x.kind == VJP_KIND_BOOL || x.kind == VJP_KIND_INT;
  double real = integer ? static_cast<double>(x.integer) : x.real;
  double imaginary = x.kind == VJP_KIND_COMPLEX ? x.imaginary : 0;
  Scalar scalar;
  switch (dtype) {
    case VJP_DTYPE_FLOAT64:
      scalar.d = real;
      break;
    case VJP_DTYPE_COMPLEX64:
      scalar.c = {static_cast<float>(real), static_cast<float>(imaginary)};
      break;
    case VJP_DTYPE_COMPLEX128:
      scalar.z = {real, imaginary};
      break;
    default:
      scalar.f = static_cast<float>(real);
  }
  return scalar;
}

struct Types {
  cudaDataType element;
  cublasComputeType_t compute;
  size_t bytes;
  bool complex;
};
bool types_of(vjp_dtype dtype, bool tf32, Types& types) {
  cublasComputeType_t single = tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
  switch (dtype) {
    case VJP_DTYPE_FLOAT16:
      types = {CUDA_R_16F, CUBLAS_COMPUTE_32F, 2, false};
      return true;
    case VJP_DTYPE_BFLOAT16:
      types = {CUDA_R_16BF, CUBLAS_COMPUTE_32F, 2, false};
      return true;
    case VJP_DTYPE_FLOAT32:
      types = {CUDA_R_32F, single, 4, false};
      return true;
    case VJP_DTYPE_FLOAT64:
      types = {CUDA_R_64F, CUBLAS_COMPUTE_64F, 8, false};
      return true;
    case VJP_DTYPE_COMPLEX64:
      types = {CUDA_C_32F, single, 8, true};
      return true;
    case VJP_DTYPE_COMPLEX128:
      types = {CUDA_C_64F, CUBLAS_COMPUTE_64F, 16, true};
      return true;
    default:
      return false;
  }
}

// What cuBLAS may work in: what it wants on Hopper for a product that takes its time, else what suffices for a split
// sum.
size_t workspace_of(const Problem& p, const Launch& launch) {
  double work = static_cast<double>(p.out.rows) * static_cast<double>(p.out.cols) * static_cast<double>(p.k) *
                static_cast<double>(p.batch);
  bool large = work > 1e9 && launch.limits().compute_capability >= 90;
  return size_t{large ? 32u : 4u} << 20;
}

// Whether every matrix of the batch lies on 16 bytes. Tensor cores are fed so many at once, and of matrices that it is
// given by pointers on the device cuBLAS cannot know better: "misaligned address" would be the end of the context.
bool is_aligned(const Problem& p) {
  for (const Matrix* x : {&p.a, &p.b, &p.out}) {
    auto bits = reinterpret_cast<uintptr_t>(x->data);
    for (int d = 0; d < p.batch_ndim; ++d) bits |= static_cast<uintptr_t>(x->batch_strides[d]) * p.element;
    if (bits % 16 != 0) return false;
  }
  return true;
}
bool needs_alignment(const Types& types) { return types.bytes == 2 || types.compute == CUBLAS_COMPUTE_32F_FAST_TF32; }

// out = alpha a b + beta out, all three as cuBLAS can take them.
void multiply(const Problem& p, const Types& types, const vjp_number& alpha, const vjp_number& beta,
              const Launch& launch) {
  cublasOperation_t op_a, op_b, op_out;
  int64_t lda, ldb, ldc;
  if (!fits(p.a, op_a, lda) || !fits(p.b, op_b, ldb) || !fits(p.out, op_out, ldc) || op_out != CUBLAS_OP_N) {
    fail(VJP_ERROR_INTERNAL, "gemm: an operand was not laid out");
  }
  vjp_dtype compute = compute_type(p.dtype);
  Scalar alpha_value = scalar_of(alpha, compute), beta_value = scalar_of(beta, compute);
  BlasHandle handle(launch, workspace_of(p, launch));
  int64_t m = p.out.rows, n = p.out.cols;
  if (p.batch_ndim <= 1 || (needs_alignment(types) && !is_aligned(p))) {
    // The widest dimension of the batch is one call; the positions of the others are a call each.
    int widest = -1;
    for (int d = 0; d < p.batch_ndim; ++d) {
      if (widest < 0 || p.batch_sizes[d] > p.batch_sizes[widest]) widest = d;
    }
    auto stride = [&](const Matrix& x) -> long long { return widest < 0 ? 0 : x.batch_strides[widest]; };
    int64_t count = widest < 0 ? 1 : p.batch_sizes[widest];
    for (int64_t i = 0; i < p.batch / count; ++i) {
      char* data[] = {p.a.data, p.b.data, p.out.data};
      const Matrix* all[] = {&p.a, &p.b, &p.out};
      int64_t rest = i;
      for (int d = p.batch_ndim - 1; d >= 0; --d) {
        if (d == widest) continue;
        int64_t position = rest % p.batch_sizes[d];
        rest /= p.batch_sizes[d];
        for (int k = 0; k < 3; ++k) {
          data[k] += position * all[k]->batch_strides[d] * static_cast<int64_t>(p.element);
        }
      }
      check_cublas(cublas().cublasGemmStridedBatchedEx_64(handle, op_a, op_b, m, n, p.k, &alpha_value, data[0],
                                                          types.element, lda, stride(p.a), data[1], types.element, ldb,
                                                          stride(p.b), &beta_value, data[2], types.element, ldc,
                                                          stride(p.out), count, types.compute, CUBLAS_GEMM_DEFAULT),
                   "gemm");
    }
    return;
  }
  BatchGeometry batch{};
  batch.ndim = p.batch_ndim;
  batch.count = p.batch;
  const Matrix* all[] = {&p.a, &p.b, &p.out};
  for (int d = 0; d < p.batch_ndim; ++d) {
    batch.sizes[d] = p.batch_sizes[d];
    for (int k = 0; k < 3; ++k) batch.strides[k][d] = all[k]->batch_strides[d] * static_cast<int64_t>(p.element);
  }
  Workspace memory(launch, static_cast<size_t>(3 * p.batch) * sizeof(void*));
  void** pointers = memory.as<void*>();
  void* const bases[] = {p.a.data, p.b.data, p.out.data};
  batch_pointers(batch, bases, pointers, launch);
  check_cublas(
      cublas().cublasGemmBatchedEx_64(handle, op_a, op_b, m, n, p.k, &alpha_value, pointers, types.element, lda,
                                      pointers + p.batch, types.element, ldb, &beta_value, pointers + 2 * p.batch,
                                      types.element, ldc, p.batch, types.compute, CUBLAS_GEMM_DEFAULT),
      "gemm of a batch");
}

// out = beta out, without a product; beta 0 does not read it.
void scale(const Problem& p, const vjp_number& beta, const Launch& launch) {
  Array out = array_of(p, p.out);
  if (is_number(beta, 1)) return;
  if (is_number(beta, 0)) {
    vjp_number zero{};
    zero.kind = VJP_KIND_FLOAT;
    fill({out.view(p.out.data, p.dtype), zero}, launch);
    return;
  }
  vjp_operand operand{p.out.data, static_cast<uint8_t>(p.dtype), 0, out.strides};
  elementwise(kScale, p, out, {operand}, operand, &beta, launch);
}

Problem problem_of(const vjp_gemm_args& args, const Types& types) {
  Problem p{};
  p.k = args.k;
  p.batch = 1;
  p.batch_ndim = args.batch_ndim;
  p.element = types.bytes;
  p.dtype = static_cast<vjp_dtype>(args.dtype);
  p.complex = types.complex;
  if (args.batch_ndim > kMaxBatchDims) fail(VJP_ERROR_NOT_IMPLEMENTED, "gemm: %d batch dimensions", args.batch_ndim);
  for (int d = 0; d < args.batch_ndim; ++d) p.batch *= p.batch_sizes[d] = args.batch_sizes[d];
  auto matrix = [&](const vjp_matrix& x, int64_t rows, int64_t cols) {
    Matrix m{static_cast<char*>(x.data), rows, cols, x.row_stride, x.col_stride, {}, x.conjugate && types.complex};
    std::copy_n(x.batch_strides, args.batch_ndim, m.batch_strides);
    return m;
  };
  p.a = matrix(args.a, args.m, args.k);
  p.b = matrix(args.b, args.k, args.n);
  p.out = matrix(args.out, args.m, args.n);
  return p;
}

}  // namespace

void gemm(const vjp_gemm_args& args, const Launch& launch) {
  Types types;
  if (!types_of(static_cast<vjp_dtype>(args.dtype), launch.allow_tf32, types)) return gemm_integer(args, launch);
  Problem p = problem_of(args, types);
  if (args.m == 0 || args.n == 0 || p.batch == 0) return;
  if (args.k == 0 || is_number(args.alpha, 0)) return scale(p, args.beta, launch);
  cublas();  // before anything is enqueued

  cublasOperation_t op;
  int64_t ld;
  bool by_columns = fits(p.out, op, ld) && op == CUBLAS_OP_N;
  if (!by_columns) {
    std::swap(p.a, p.b);
    transpose(p.a);
    transpose(p.b);
    transpose(p.out);
  }
  bool direct = fits(p.out, op, ld) && op == CUBLAS_OP_N;
  for (int d = 0; d < p.batch_ndim; ++d) direct = direct && (p.batch_sizes[d] == 1 || p.out.batch_strides[d] != 0);
  bool ready_a = fits(p.a, op, ld), ready_b = fits(p.b, op, ld);
  Workspace memory_a(launch, ready_a ? 0 : bytes_laid_out(p, p.a)),
      memory_b(launch, ready_b ? 0 : bytes_laid_out(p, p.b));
  if (!ready_a) lay_out(p, p.a, memory_a.as(), launch);
  if (!ready_b) lay_out(p, p.b, memory_b.as(), launch);
  if (direct) {
    join_batch(p);
    fold_batch(p);
    return multiply(p, types, args.alpha, args.beta, launch);
  }

  // Into memory of our own, by columns, then to where it belongs.
  Workspace result(launch, static_cast<size_t>(p.batch * p.out.rows * p.out.cols) * p.element);
  Problem q = p;
  q.out.data = result.as<char>();
  q.out.row_stride = 1;
  q.out.col_stride = p.out.rows;
  int64_t stride = p.out.rows * p.out.cols;
  for (int d = p.batch_ndim - 1; d >= 0; --d) {
    q.out.batch_strides[d] = stride;
    stride *= p.batch_sizes[d];
  }
  Array to = array_of(p, p.out), from = array_of(p, q.out);
  Problem joined = q;
  join_batch(joined);
  fold_batch(joined);
  vjp_number zero{};
  zero.kind = VJP_KIND_FLOAT;
  multiply(joined, types, args.alpha, zero, launch);
  uint8_t dtype = static_cast<uint8_t>(p.dtype);
  vjp_operand in{q.out.data, dtype, 0, from.strides}, out{p.out.data, dtype, 0, to.strides};
  if (is_number(args.beta, 0)) {
    copy({to.view(p.out.data, p.dtype), from.view(q.out.data, p.dtype)}, launch);
  } else if (is_number(args.beta, 1)) {
    elementwise(kAdd, p, to, {in, out}, out, nullptr, launch);
  } else {
    elementwise(kScaledSum, p, to, {in, out}, out, &args.beta, launch);
  }
}

}  // namespace vjp::cuda
