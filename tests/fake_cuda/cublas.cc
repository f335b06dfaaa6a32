// cuBLAS as loops, enqueued like kernels. It insists on what the backend promises itself: a workspace of the stream's
// device with every product, and pointers that tensor cores can read.
#include <cublas_v2.h>

#include <complex>

#include "backends/cuda/numbers.h"
#include "fake.h"

struct cublasContext {
  int device;
  cudaStream_t stream;
  bool has_workspace;
};

namespace fake {
void launch_kernel(cudaStream_t stream, const char* name, int64_t blocks, int64_t threads, std::function<void()> body);
}

namespace {

using vjp::cuda::BFloat16;
using vjp::cuda::Float16;

template <class C, class T>
C wide(const T& x) {
  if constexpr (sizeof(T) == 2) {
    return static_cast<C>(vjp::cuda::float_of(x));
  } else {
    return C(x);
  }
}
template <class T, class C>
T narrow(const C& x) {
  if constexpr (vjp::cuda::kSame<T, Float16>) {
    return vjp::cuda::half_of(static_cast<float>(x));
  } else if constexpr (vjp::cuda::kSame<T, BFloat16>) {
    return vjp::cuda::bfloat_of(static_cast<float>(x));
  } else {
    return T(x);
  }
}
double conjugate(double x) { return x; }
std::complex<double> conjugate(std::complex<double> x) { return std::conj(x); }

struct Product {
  cublasOperation_t op_a, op_b;
  int64_t m, n, k, lda, ldb, ldc;
};

// T in memory, S what factors are given in, C what sums run in.
template <class T, class S, class C>
std::function<void(const void*, const void*, void*)> product_of(Product p, const void* alpha_at, const void* beta_at) {
  const C alpha = C(*static_cast<const S*>(alpha_at)), beta = C(*static_cast<const S*>(beta_at));
  return [=](const void* a_at, const void* b_at, void* c_at) {
    auto at = [](const void* x, cublasOperation_t op, int64_t ld, int64_t row, int64_t col) {
      C value = wide<C>(static_cast<const T*>(x)[op == CUBLAS_OP_N ? row + col * ld : col + row * ld]);
      return op == CUBLAS_OP_C ? conjugate(value) : value;
    };
    for (int64_t j = 0; j < p.n; ++j) {
      for (int64_t i = 0; i < p.m; ++i) {
        C sum = 0;
        for (int64_t l = 0; l < p.k; ++l) sum += at(a_at, p.op_a, p.lda, i, l) * at(b_at, p.op_b, p.ldb, l, j);
        T& element = static_cast<T*>(c_at)[i + j * p.ldc];
        element = narrow<T>(beta == C(0) ? alpha * sum : alpha * sum + beta * wide<C>(element));
      }
    }
  };
}

std::function<void(const void*, const void*, void*)> product_of(const Product& p, cudaDataType type, const void* alpha,
                                                                const void* beta) {
  using Single = std::complex<float>;
  using Double = std::complex<double>;
  switch (type) {
    case CUDA_R_16F:
      return product_of<Float16, float, double>(p, alpha, beta);
    case CUDA_R_16BF:
      return product_of<BFloat16, float, double>(p, alpha, beta);
    case CUDA_R_32F:
      return product_of<float, float, double>(p, alpha, beta);
    case CUDA_R_64F:
      return product_of<double, double, double>(p, alpha, beta);
    case CUDA_C_32F:
      return product_of<Single, Single, Double>(p, alpha, beta);
    case CUDA_C_64F:
      return product_of<Double, Double, Double>(p, alpha, beta);
    default:
      return nullptr;
  }
}

cublasStatus_t check(const cublasContext& handle, const Product& p) {
  if (p.lda < (p.op_a == CUBLAS_OP_N ? p.m : p.k) || p.ldb < (p.op_b == CUBLAS_OP_N ? p.k : p.n) || p.ldc < p.m)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!handle.has_workspace) fake::breach("cuBLAS works in memory of its own");
  return CUBLAS_STATUS_SUCCESS;
}

int64_t bytes_of(cudaDataType type) {
  return type == CUDA_R_16F || type == CUDA_R_16BF ? 2 : type == CUDA_R_32F ? 4 : type == CUDA_C_64F ? 16 : 8;
}

cublasStatus_t launched() {
  return cudaGetLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // namespace

cublasStatus_t cublasCreate_v2(cublasHandle_t* out) {
  void* memory = nullptr;
  if (cudaMalloc(&memory, 256) != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED;  // as the real one does
  cudaFree(memory);
  *out = new cublasContext{fake::current_device("cublasCreate"), nullptr, false};
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  if (fake::current_device("cublasSetStream") != handle->device) fake::breach("a handle of cuBLAS of another device");
  handle->stream = stream;
  handle->has_workspace = false;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void* memory, size_t bytes) {
  fake::Lock lock(fake::world().mutex);
  handle->has_workspace =
      bytes > 0 && reinterpret_cast<uintptr_t>(memory) % 256 == 0 && fake::is_memory(memory, bytes, handle->device);
  return handle->has_workspace ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) { return CUBLAS_STATUS_SUCCESS; }
const char* cublasGetStatusString(cublasStatus_t) { return "an error of cuBLAS"; }

cublasStatus_t cublasGemmStridedBatchedEx_64(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,
                                             int64_t m, int64_t n, int64_t k, const void* alpha, const void* a,
                                             cudaDataType type, int64_t lda, long long stride_a, const void* b,
                                             cudaDataType, int64_t ldb, long long stride_b, const void* beta, void* c,
                                             cudaDataType, int64_t ldc, long long stride_c, int64_t count,
                                             cublasComputeType_t, cublasGemmAlgo_t) {
  const Product p{op_a, op_b, m, n, k, lda, ldb, ldc};
  if (cublasStatus_t status = check(*handle, p)) return status;
  auto product = product_of(p, type, alpha, beta);
  const int64_t bytes = bytes_of(type);
  fake::launch_kernel(handle->stream, "gemm", 1, 1, [=] {
    for (int64_t i = 0; i < count; ++i) {
      product(static_cast<const char*>(a) + i * stride_a * bytes, static_cast<const char*>(b) + i * stride_b * bytes,
              static_cast<char*>(c) + i * stride_c * bytes);
    }
  });
  return launched();
}

cublasStatus_t cublasGemmBatchedEx_64(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int64_t m,
                                      int64_t n, int64_t k, const void* alpha, const void* const a[], cudaDataType type,
                                      int64_t lda, const void* const b[], cudaDataType, int64_t ldb, const void* beta,
                                      void* const c[], cudaDataType, int64_t ldc, int64_t count,
                                      cublasComputeType_t compute, cublasGemmAlgo_t) {
  const Product p{op_a, op_b, m, n, k, lda, ldb, ldc};
  if (cublasStatus_t status = check(*handle, p)) return status;
  auto product = product_of(p, type, alpha, beta);
  const bool wide_reads = bytes_of(type) == 2 || compute == CUBLAS_COMPUTE_32F_FAST_TF32;
  fake::launch_kernel(handle->stream, "gemm", 1, 1, [=] {
    for (int64_t i = 0; i < count; ++i) {
      const auto bits =
          reinterpret_cast<uintptr_t>(a[i]) | reinterpret_cast<uintptr_t>(b[i]) | reinterpret_cast<uintptr_t>(c[i]);
      if (wide_reads && bits % 16 != 0) fake::breach("cublasGemmBatchedEx: a misaligned address");
      product(a[i], b[i], c[i]);
    }
  });
  return launched();
}
