// The way of a matrix product to cuBLAS, without either: cuBLAS is a loop here, which reads what it is asked to, in its
// own order, and checks what the real one would refuse. Products of all layouts, batches and flags equal the CPU's.
#include "backends/cuda/gemm.h"

#include <algorithm>
#include <complex>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "backends/cuda/kernels.h"
#include "backends/cuda/libraries.h"
#include "kernel/launch.h"

namespace {
int passed = 0, failed = 0, strided_calls = 0, pointer_calls = 0, loops = 0, copies = 0;
cublasComputeType_t last_compute;
}  // namespace

// ---- what gemm.cc is linked with here ----

namespace vjp::cuda {
namespace {

template <class T>
T conjugate_of(T x) {
  return x;
}
std::complex<double> conjugate_of(std::complex<double> x) { return std::conj(x); }

template <class T>
cublasStatus_t multiply(cublasOperation_t op_a, cublasOperation_t op_b, int64_t m, int64_t n, int64_t k, T alpha,
                        const T* a, int64_t lda, const T* b, int64_t ldb, T beta, T* c, int64_t ldc) {
  // the documented conditions
  if (lda < (op_a == CUBLAS_OP_N ? m : k) || ldb < (op_b == CUBLAS_OP_N ? k : n) || ldc < m)
    return CUBLAS_STATUS_INVALID_VALUE;
  auto at = [](const T* x, cublasOperation_t op, int64_t ld, int64_t row, int64_t col) {
    T value = op == CUBLAS_OP_N ? x[row + col * ld] : x[col + row * ld];
    return op == CUBLAS_OP_C ? conjugate_of(value) : value;
  };
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = 0; i < m; ++i) {
      T sum = 0;
      for (int64_t l = 0; l < k; ++l) sum += at(a, op_a, lda, i, l) * at(b, op_b, ldb, l, j);
      T& element = c[i + j * ldc];
      element = beta == T(0) ? alpha * sum : alpha * sum + beta * element;
    }
  }
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t one(cudaDataType type, cublasOperation_t op_a, cublasOperation_t op_b, int64_t m, int64_t n, int64_t k,
                   const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb, const void* beta, void* c,
                   int64_t ldc) {
  auto run = [&]<class T>(T) {
    return multiply<T>(op_a, op_b, m, n, k, *static_cast<const T*>(alpha), static_cast<const T*>(a), lda,
                       static_cast<const T*>(b), ldb, *static_cast<const T*>(beta), static_cast<T*>(c), ldc);
  };
  return type == CUDA_R_64F   ? run(double{})
         : type == CUDA_R_32F ? run(float{})
         : type == CUDA_C_64F ? run(std::complex<double>{})
                              : CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t strided(cublasHandle_t, cublasOperation_t op_a, cublasOperation_t op_b, int64_t m, int64_t n, int64_t k,
                       const void* alpha, const void* a, cudaDataType type, int64_t lda, long long stride_a,
                       const void* b, cudaDataType, int64_t ldb, long long stride_b, const void* beta, void* c,
                       cudaDataType, int64_t ldc, long long stride_c, int64_t count, cublasComputeType_t compute,
                       cublasGemmAlgo_t) {
  ++strided_calls;
  last_compute = compute;
  const long long element = type == CUDA_R_32F ? 4 : type == CUDA_R_64F ? 8 : 16;
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  for (int64_t i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i) {
    status = one(type, op_a, op_b, m, n, k, alpha, static_cast<const char*>(a) + i * stride_a * element, lda,
                 static_cast<const char*>(b) + i * stride_b * element, ldb, beta,
                 static_cast<char*>(c) + i * stride_c * element, ldc);
  }
  return status;
}
cublasStatus_t by_pointers(cublasHandle_t, cublasOperation_t op_a, cublasOperation_t op_b, int64_t m, int64_t n,
                           int64_t k, const void* alpha, const void* const a[], cudaDataType type, int64_t lda,
                           const void* const b[], cudaDataType, int64_t ldb, const void* beta, void* const c[],
                           cudaDataType, int64_t ldc, int64_t count, cublasComputeType_t compute, cublasGemmAlgo_t) {
  ++pointer_calls;
  // Tensor cores read 16 bytes at once, and here nobody but the caller can know whether they may.
  for (int64_t i = 0; i < count && compute == CUBLAS_COMPUTE_32F_FAST_TF32; ++i) {
    for (const void* matrix : {a[i], b[i], static_cast<const void*>(c[i])}) {
      if (reinterpret_cast<uintptr_t>(matrix) % 16 != 0) return CUBLAS_STATUS_EXECUTION_FAILED;
    }
  }
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  for (int64_t i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i) {
    status = one(type, op_a, op_b, m, n, k, alpha, a[i], lda, b[i], ldb, beta, c[i], ldc);
  }
  return status;
}

}  // namespace

const Cublas& cublas() {
  static const Cublas library = [] {
    Cublas l{};
    l.cublasGemmStridedBatchedEx_64 = strided;
    l.cublasGemmBatchedEx_64 = by_pointers;
    return l;
  }();
  return library;
}
void check_cublas(cublasStatus_t status, const char* what) {
  if (status != CUBLAS_STATUS_SUCCESS) fail(VJP_ERROR_BACKEND, "%s: %d", what, static_cast<int>(status));
}
BlasHandle::BlasHandle(const Launch& launch, size_t workspace)
    : device_(0), handle_(nullptr), workspace_(launch, workspace) {}
BlasHandle::~BlasHandle() = default;

void fail(vjp_status status, const char* format, ...) {
  Failure failure{status, ""};
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(failure.text, sizeof failure.text, format, arguments);
  va_end(arguments);
  throw failure;
}
void fail_of_cuda(cudaError_t, const char* what) { fail(VJP_ERROR_BACKEND, "%s", what); }
const DeviceLimits& limits_of(int) {
  static const DeviceLimits limits{90, 132, 2048, 48 << 10, 227 << 10, 50 << 20};
  return limits;
}
Workspace::Workspace(const Launch&, size_t bytes) : data_(std::malloc(bytes + 1)) {
  std::memset(data_, 0xff, bytes);
}  // NaN
Workspace::~Workspace() { std::free(data_); }

void pointwise(const vjp_pointwise_args& args, const Launch&) {
  ++copies;
  kernels_of_cpu().pointwise(args);
}
void copy(const vjp_copy_args& args, const Launch&) {
  ++copies;
  kernels_of_cpu().copy(args);
}
void fill(const vjp_fill_args& args, const Launch&) { kernels_of_cpu().fill(args); }
void gemm_integer(const vjp_gemm_args&, const Launch&) { fail(VJP_ERROR_NOT_IMPLEMENTED, "integers"); }
void batch_pointers(const BatchGeometry& batch, void* const bases[3], void** pointers, const Launch&) {
  for (int64_t i = 0; i < batch.count; ++i) {
    for (int k = 0; k < 3; ++k) {
      int64_t offset = 0, rest = i;
      for (int d = batch.ndim - 1; d >= 0; --d) {
        offset += rest % batch.sizes[d] * batch.strides[k][d];
        rest /= batch.sizes[d];
      }
      pointers[k * batch.count + i] = static_cast<char*>(bases[k]) + offset;
    }
  }
}

}  // namespace vjp::cuda

// ---- products ----

namespace {

unsigned state = 1;
unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 16) % below;
}

// A way to lay out [batch..., rows, cols]: which dimension is innermost, gaps, dimensions of size 1 with odd strides,
// and for inputs dimensions that are repeated.
struct Layout {
  std::vector<int64_t> strides;
  int64_t span = 1;
};
Layout draw_layout(const std::vector<int64_t>& sizes, bool input) {
  std::vector<size_t> order(sizes.size());
  for (size_t d = 0; d < order.size(); ++d) order[d] = order.size() - 1 - d;  // innermost first
  if (draw(2)) std::swap(order[0], order[1]);
  if (draw(3) == 0)
    std::swap(order[draw(static_cast<unsigned>(order.size()))], order[draw(static_cast<unsigned>(order.size()))]);
  Layout l;
  l.strides.resize(sizes.size());
  int64_t stride = draw(5) == 0 ? 2 : 1;
  for (size_t d : order) {
    bool repeated = input && draw(5) == 0;
    l.strides[d] = repeated ? 0 : stride;
    if (sizes[d] == 1 && draw(2)) l.strides[d] = 1 + draw(7);
    if (repeated) continue;
    l.span += std::max<int64_t>(sizes[d] - 1, 0) * l.strides[d];
    stride = stride * std::max<int64_t>(sizes[d], 1) + (draw(4) == 0 ? 3 : 0);
  }
  return l;
}

vjp_number number(double re, double im, bool complex) {
  vjp_number n{};
  n.kind = complex ? VJP_KIND_COMPLEX : VJP_KIND_FLOAT;
  n.real = re, n.imaginary = im;
  return n;
}

template <class T>
T draw_value();
template <>
float draw_value<float>() {
  return static_cast<float>(draw(7)) - 3;
}
template <>
double draw_value<double>() {
  return static_cast<double>(draw(7)) - 3;
}
template <>
std::complex<double> draw_value<std::complex<double>>() {
  double re = draw_value<double>();
  return {re, draw_value<double>()};
}

// Small whole numbers: sums are exact, in whatever order.
template <class T>
void product(vjp_dtype dtype, bool complex, bool tf32 = false) {
  int64_t m = 1 + draw(5), n = 1 + draw(5), k = draw(9) == 0 ? 0 : 1 + draw(5);
  std::vector<int64_t> batch(draw(4));
  for (int64_t& size : batch) size = 1 + draw(3);
  auto sizes = [&](int64_t rows, int64_t cols) {
    std::vector<int64_t> s = batch;
    s.push_back(rows), s.push_back(cols);
    return s;
  };
  Layout la = draw_layout(sizes(m, k), true), lb = draw_layout(sizes(k, n), true), lo = draw_layout(sizes(m, n), false);
  std::vector<T> a(static_cast<size_t>(la.span)), b(static_cast<size_t>(lb.span)), out(static_cast<size_t>(lo.span));
  for (auto* list : {&a, &b, &out}) {
    for (T& x : *list) x = draw_value<T>();
  }
  double beta = draw(3) == 0 ? 2 : draw(2);
  if (beta == 0) {  // is not read
    for (T& x : out) x = static_cast<T>(std::numeric_limits<double>::quiet_NaN());
  }
  std::vector<T> expected = out;
  auto matrix = [&](std::vector<T>& data, const Layout& l, bool conjugate) {
    size_t d = batch.size();
    return vjp_matrix{data.data(), l.strides[d], l.strides[d + 1], l.strides.data(), conjugate};
  };
  vjp_gemm_args args{};
  args.m = m, args.n = n, args.k = k;
  args.batch_ndim = static_cast<int32_t>(batch.size());
  args.batch_sizes = batch.data();
  args.a = matrix(a, la, draw(3) == 0), args.b = matrix(b, lb, draw(3) == 0), args.out = matrix(out, lo, false);
  args.dtype = static_cast<uint8_t>(dtype);
  args.alpha = number(draw(6) == 0 ? 0 : 3, complex ? 1 : 0, complex);
  args.beta = number(beta, 0, complex);

  std::string what = std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n) + ", " +
                     std::to_string(batch.size()) + " batch dimensions";
  int by_strides = strided_calls;
  try {
    vjp::cuda::Launch launch{};
    launch.allow_tf32 = tf32;
    vjp::cuda::gemm(args, launch);
  } catch (const vjp::cuda::Failure& failure) {
    ++failed;
    std::printf("failed: %s: %s\n", what.c_str(), failure.text);
    return;
  }
  loops += strided_calls > by_strides + 1;
  args.out.data = expected.data();
  vjp::kernels_of_cpu().gemm(args);
  bool same = true;
  for (size_t i = 0; i < out.size(); ++i)
    same = same && (out[i] == expected[i] || (out[i] != out[i] && expected[i] != expected[i]));
  same ? ++passed : ++failed;
  if (!same) std::printf("failed: %s\n", what.c_str());
}

// What float32 is multiplied in, with TF32 allowed and not.
void rounding(bool allowed, cublasComputeType_t expected) {
  float a = 3, b = 5, out = 0;
  const int64_t none = 0;
  vjp_gemm_args args{};
  args.m = args.n = args.k = 1;
  args.a = {&a, 1, 1, &none, false}, args.b = {&b, 1, 1, &none, false}, args.out = {&out, 1, 1, &none, false};
  args.dtype = VJP_DTYPE_FLOAT32;
  args.alpha = number(1, 0, false), args.beta = number(0, 0, false);
  vjp::cuda::Launch launch{};
  launch.allow_tf32 = allowed;
  vjp::cuda::gemm(args, launch);
  out == 15 && last_compute == expected ? ++passed : ++failed;
}

}  // namespace

int main() {
  rounding(false, CUBLAS_COMPUTE_32F);
  rounding(true, CUBLAS_COMPUTE_32F_FAST_TF32);
  for (int i = 0; i < 4000; ++i) {
    product<double>(VJP_DTYPE_FLOAT64, false);
    product<std::complex<double>>(VJP_DTYPE_COMPLEX128, true);
    product<float>(VJP_DTYPE_FLOAT32, false, true);
  }
  // every way was taken
  for (int ways : {strided_calls, pointer_calls, loops, copies}) ways > 100 ? ++passed : ++failed;
  std::printf("%d passed, %d failed, 0 skipped\n", passed, failed);
  return failed ? 1 : 0;
}
