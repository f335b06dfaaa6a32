// Matrix products: strides to BLAS flags, tiles of the output to threads, and what the BLAS does not do (halves,
// integers).
//
// Note: the same bits for any number of threads
// How an output element is summed may depend on the shape of the tile it is computed in, so tiles are cut by the sizes
// alone. Splitting a product costs (a panel is packed twice): up to 6 % in two at n = 256, so small products stay
// whole.
#include "backends/cpu/gemm.h"

#include <algorithm>
#include <climits>

#include "backends/cpu/cpu.h"
#include "backends/cpu/gemm_simd.h"
#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

// One matrix as the BLAS wants it; `data` moves with the batch index.
template <class T>
struct Operand {
  const T* data;
  int64_t row_stride, col_stride;
  const int64_t* batch_strides;
  bool conjugate;
};

template <class T>
struct Problem {
  int64_t m, n, k, batch;
  int batch_ndim;
  const int64_t* batch_sizes;
  Operand<T> a, b;
  T* out;
  int64_t out_row_stride, out_col_stride;
  const int64_t* out_batch_strides;
  T alpha, beta;
};

template <class T>
int64_t batch_offset(const Problem<T>& p, int64_t index, const int64_t* strides) {
  int64_t offset = 0;
  for (int d = p.batch_ndim - 1; d >= 0; --d) {
    offset += index % p.batch_sizes[d] * strides[d];
    index /= p.batch_sizes[d];
  }
  return offset;
}

// Whether BLAS can read [rows, cols] with these strides; then `op` and `ld` say how.
bool blas_layout(int64_t rows, int64_t cols, int64_t row_stride, int64_t col_stride, bool conjugate, Op& op,
                 int64_t& ld) {
  if (cols == 1 && row_stride != 1) col_stride = 1;
  if (rows == 1 && col_stride != 1) row_stride = 1;
  if ((col_stride == 1 || cols == 1) && (row_stride >= cols || rows == 1)) {
    op = conjugate ? Op::Conjugate : Op::None;
    ld = rows == 1 ? cols : row_stride;
  } else if ((row_stride == 1 || rows == 1) && (col_stride >= rows || cols == 1)) {
    op = conjugate ? Op::Adjoint : Op::Transpose;
    ld = cols == 1 ? rows : col_stride;
  } else {
    return false;
  }
  return ld <= INT_MAX;
}

template <class T>
void pack(const T* in, int64_t rows, int64_t cols, int64_t row_stride, int64_t col_stride, T* out) {
  constexpr int64_t kBlock = 16;
  for (int64_t i0 = 0; i0 < rows; i0 += kBlock) {
    int64_t i1 = std::min(rows, i0 + kBlock);
    for (int64_t j0 = 0; j0 < cols; j0 += kBlock) {
      int64_t j1 = std::min(cols, j0 + kBlock);
      for (int64_t i = i0; i < i1; ++i) {
        for (int64_t j = j0; j < j1; ++j) out[i * cols + j] = in[i * row_stride + j * col_stride];
      }
    }
  }
}

// OpenBLAS is three times slower with a transposed second operand when matrices are this small; transposing it costs
// less.
constexpr int64_t kSmallTransposed = 64 * 64;

template <class T>
void scale_rows(T beta, int64_t m, int64_t n, T* out, int64_t row_stride, int64_t col_stride) {
  for (int64_t i = 0; i < m; ++i) {
    T* row = out + i * row_stride;
    for (int64_t j = 0; j < n; ++j) row[j * col_stride] = beta == T(0) ? T(0) : beta * row[j * col_stride];
  }
}

template <class T>
void outer_product(const T* a, int64_t a_stride, const T* b, int64_t b_stride, int64_t m, int64_t n, T alpha, T beta,
                   T* out, int64_t row_stride) {
  for (int64_t i = 0; i < m; ++i) {
    T factor = alpha * a[i * a_stride];
    T* row = out + i * row_stride;
    if (beta == T(0) && b_stride == 1) {
      for (int64_t j = 0; j < n; ++j) row[j] = factor * b[j];
    } else if (beta == T(0)) {
      for (int64_t j = 0; j < n; ++j) row[j] = factor * b[j * b_stride];
    } else {
      for (int64_t j = 0; j < n; ++j) row[j] = factor * b[j * b_stride] + beta * row[j];
    }
  }
}

// y[rows] = alpha a x + beta y, where a vector operand can stay where it is.
template <class T>
bool matrix_vector(const Operand<T>& a, const T* a_data, int64_t rows, int64_t cols, const T* x, int64_t incx, T alpha,
                   T beta, T* y, int64_t incy) {
  Op op;
  int64_t ld;
  if (a.conjugate || incx <= 0 || incy <= 0 || incx > INT_MAX || incy > INT_MAX) return false;
  if (!blas_layout(rows, cols, a.row_stride, a.col_stride, false, op, ld)) return false;
  // beta by hand: the BLAS multiplies by 0, which keeps a NaN
  if (beta != T(1)) scale_rows(beta, rows, 1, y, incy, 1);
  if (op == Op::None) {
    blas_gemv<T>(Op::None, rows, cols, alpha, a_data, ld, x, incx, y, incy);
  } else {
    blas_gemv<T>(Op::Transpose, cols, rows, alpha, a_data, ld, x, incx, y, incy);
  }
  return true;
}

// One tile [m, n] of one matrix product; the output has unit column stride unless it is copied through the workspace.
template <class T>
void multiply_tile(const Problem<T>& p, const T* a, const T* b, T* out, int64_t m, int64_t n) {
  const int64_t k = p.k;
  int64_t ldc = p.out_row_stride;
  bool direct = (p.out_col_stride == 1 || n == 1) && (ldc >= n || m == 1) && ldc <= INT_MAX;
  if (m == 1) ldc = n;
  if (k == 1 && direct && !p.a.conjugate && !p.b.conjugate) {
    return outer_product(a, p.a.row_stride, b, p.b.col_stride, m, n, p.alpha, p.beta, out, p.out_row_stride);
  }
  if (n == 1 && !p.b.conjugate && p.out_row_stride > 0 &&
      matrix_vector(p.a, a, m, k, b, p.b.row_stride, p.alpha, p.beta, out, m == 1 ? 1 : p.out_row_stride)) {
    return;
  }
  if (m == 1 && !p.a.conjugate && p.out_col_stride > 0) {
    Operand<T> bt = {b, p.b.col_stride, p.b.row_stride, nullptr, p.b.conjugate};
    if (matrix_vector(bt, b, n, k, a, p.a.col_stride, p.alpha, p.beta, out, n == 1 ? 1 : p.out_col_stride)) return;
  }

  if constexpr (std::is_same_v<T, float>) {
    const SimdGemm ours{m,      n,   k,  p.alpha, a, p.a.row_stride, p.a.col_stride, b, p.b.row_stride, p.b.col_stride,
                        p.beta, out, ldc};
    if (direct && simd_gemm_wins(ours)) {
      Workspace space(simd_gemm_bytes());
      return simd_gemm(ours, space.take<char>(static_cast<int64_t>(simd_gemm_bytes())));
    }
  }

  Op op_a, op_b;
  int64_t lda, ldb;
  bool pack_a = !blas_layout(m, k, p.a.row_stride, p.a.col_stride, p.a.conjugate, op_a, lda);
  bool pack_b = !blas_layout(k, n, p.b.row_stride, p.b.col_stride, p.b.conjugate, op_b, ldb);
  if (!pack_b && op_b == Op::Transpose && k * n <= kSmallTransposed && m >= 8 && n >= 4) pack_b = true;
  if (!pack_a && !pack_b && direct) {
    return blas_gemm<T>(op_a, op_b, m, n, k, p.alpha, a, lda, b, ldb, p.beta, out, ldc);
  }

  auto bytes = [](bool wanted, int64_t count) {
    return wanted ? Workspace::round_up(static_cast<size_t>(count) * sizeof(T)) : 0;
  };
  Workspace space(bytes(pack_a, m * k) + bytes(pack_b, k * n) + bytes(!direct, m * n));
  if (pack_a) {
    T* packed = space.take<T>(m * k);
    pack(a, m, k, p.a.row_stride, p.a.col_stride, packed);
    a = packed;
    lda = k;
    op_a = p.a.conjugate ? Op::Conjugate : Op::None;
  }
  if (pack_b) {
    T* packed = space.take<T>(k * n);
    pack(b, k, n, p.b.row_stride, p.b.col_stride, packed);
    b = packed;
    ldb = n;
    op_b = p.b.conjugate ? Op::Conjugate : Op::None;
  }
  if (direct) return blas_gemm<T>(op_a, op_b, m, n, k, p.alpha, a, lda, b, ldb, p.beta, out, ldc);
  T* result = space.take<T>(m * n);
  blas_gemm<T>(op_a, op_b, m, n, k, p.alpha, a, lda, b, ldb, T(0), result, n);
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      T& element = out[i * p.out_row_stride + j * p.out_col_stride];
      element = p.beta == T(0) ? result[i * n + j] : result[i * n + j] + p.beta * element;
    }
  }
}

// How many tiles a product of this cost is cut into; see the note above.
int64_t wanted_tiles(double cost) {
  if (cost < kParallelCost) return 1;
  if (cost < 400e6) return 2;
  if (cost < 3e9) return 4;
  if (cost < 32e9) return 8;
  return cost < 100e9 ? 16 : 64;
}

struct Tiling {
  int64_t tile_m, tile_n, count_m, count_n;
};

Tiling tiling_of(int64_t m, int64_t n, int64_t tiles) {
  int64_t parts_m = 1, parts_n = 1;
  auto length = [](int64_t size, int64_t parts, int64_t unit) {
    int64_t part = (size + parts - 1) / parts;
    return std::min(size, (part + unit - 1) / unit * unit);
  };
  while (parts_m * parts_n < tiles) {
    int64_t tm = length(m, parts_m, 16), tn = length(n, parts_n, 64);
    // columns first: a split of the columns is the cheaper one
    if (tn >= tm && tn >= 128) {
      parts_n *= 2;
    } else if (tm >= 64) {
      parts_m *= 2;
    } else {
      break;
    }
  }
  int64_t tm = length(m, parts_m, 16), tn = length(n, parts_n, 64);
  return {tm, tn, (m + tm - 1) / tm, (n + tn - 1) / tn};
}

template <class T, class F>
void for_each_tile(const Problem<T>& p, double memory_cost, F&& tile) {
  double cost = gemm_cost<T>(static_cast<double>(p.m), static_cast<double>(p.n), static_cast<double>(p.k));
  cost = std::max(cost, memory_cost);
  double total = cost * static_cast<double>(p.batch);
  int64_t wanted = (wanted_tiles(total) + p.batch - 1) / p.batch;
  Tiling t = wanted > 1 ? tiling_of(p.m, p.n, wanted) : Tiling{p.m, p.n, 1, 1};
  int64_t per_matrix = t.count_m * t.count_n, tasks = per_matrix * p.batch;
  int64_t grain = tasks;
  if (total >= kParallelCost) {
    grain = std::max<int64_t>(1, static_cast<int64_t>(kParallelCost / 2 / (total / static_cast<double>(tasks))));
  }
  parallel_for(0, tasks, grain, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      int64_t matrix = task / per_matrix, rest = task % per_matrix;
      int64_t i = rest / t.count_n * t.tile_m, j = rest % t.count_n * t.tile_n;
      const T* a = p.a.data + (p.batch > 1 ? batch_offset(p, matrix, p.a.batch_strides) : 0) + i * p.a.row_stride;
      const T* b = p.b.data + (p.batch > 1 ? batch_offset(p, matrix, p.b.batch_strides) : 0) + j * p.b.col_stride;
      T* out = p.out + (p.batch > 1 ? batch_offset(p, matrix, p.out_batch_strides) : 0) + i * p.out_row_stride +
               j * p.out_col_stride;
      tile(a, b, out, std::min(t.tile_m, p.m - i), std::min(t.tile_n, p.n - j));
    }
  });
}

// A column-major output is the transposed product into a row-major one.
template <class T>
void prefer_rows(Problem<T>& p) {
  if (p.out_col_stride == 1 || p.n == 1 || !(p.out_row_stride == 1 || p.m == 1)) return;
  std::swap(p.a, p.b);
  std::swap(p.m, p.n);
  std::swap(p.a.row_stride, p.a.col_stride);
  std::swap(p.b.row_stride, p.b.col_stride);
  std::swap(p.out_row_stride, p.out_col_stride);
}

// One matrix on the right for a batch of rows that follow each other is one tall product.
template <class T>
void fold_batch(Problem<T>& p) {
  while (p.batch_ndim > 0) {
    int last = p.batch_ndim - 1;
    int64_t size = p.batch_sizes[last];
    bool folds = size == 1 || (p.b.batch_strides[last] == 0 && p.a.batch_strides[last] == p.m * p.a.row_stride &&
                               p.out_batch_strides[last] == p.m * p.out_row_stride);
    if (!folds) return;
    p.m *= size;
    p.batch /= size;
    --p.batch_ndim;
  }
}

template <class T>
Problem<T> problem_of(const GemmArgs& args) {
  Problem<T> p;
  p.m = args.m;
  p.n = args.n;
  p.k = args.k;
  p.batch_ndim = args.batch_ndim;
  p.batch_sizes = args.batch_sizes;
  p.batch = 1;
  for (int d = 0; d < args.batch_ndim; ++d) p.batch *= args.batch_sizes[d];
  auto operand = [](const vjp_matrix& x) {
    return Operand<T>{static_cast<const T*>(x.data), x.row_stride, x.col_stride, x.batch_strides, x.conjugate};
  };
  p.a = operand(args.a);
  p.b = operand(args.b);
  p.out = static_cast<T*>(args.out.data);
  p.out_row_stride = args.out.row_stride;
  p.out_col_stride = args.out.col_stride;
  p.out_batch_strides = args.out.batch_strides;
  p.alpha = scalar_as<T>(args.alpha);
  p.beta = scalar_as<T>(args.beta);
  return p;
}

template <class T>
void gemm_blas(const GemmArgs& args) {
  Problem<T> p = problem_of<T>(args);
  if (p.m == 0 || p.n == 0 || p.batch == 0) return;
  if (p.m == 1) p.out_row_stride = std::max<int64_t>(p.n, 1);
  prefer_rows(p);
  if (p.batch_ndim > 0 && p.out_col_stride == 1) fold_batch(p);
  if (p.k == 0 || p.alpha == T(0)) {
    return for_each_tile(p, 0, [&](const T*, const T*, T* out, int64_t m, int64_t n) {
      scale_rows(p.beta, m, n, out, p.out_row_stride, p.out_col_stride);
    });
  }
  // a product with a vector is bound by memory: its cost is that of reading the matrix
  double memory = p.n == 1 || p.m == 1 || p.k == 1
                      ? 16.0 * static_cast<double>(std::max(p.m * p.n, std::max(p.m, p.n) * p.k)) * sizeof(T)
                      : 0;
  for_each_tile(p, memory,
                [&](const T* a, const T* b, T* out, int64_t m, int64_t n) { multiply_tile(p, a, b, out, m, n); });
}

// Half types: panels are converted to float, summed in float, and rounded once.
template <class H>
void load_panel(const H* in, int64_t rows, int64_t cols, int64_t row_stride, int64_t col_stride, float* out) {
  if (col_stride == 1) {
    for (int64_t i = 0; i < rows; ++i) half_to_float(in + i * row_stride, out + i * cols, cols);
    return;
  }
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) out[i * cols + j] = static_cast<float>(in[i * row_stride + j * col_stride]);
  }
}

template <class H>
void gemm_half(const GemmArgs& args) {
  Problem<H> p = problem_of<H>(args);
  if (p.m == 0 || p.n == 0 || p.batch == 0) return;
  const float alpha = static_cast<float>(Scalar(args.alpha).to_double()),
              beta = static_cast<float>(Scalar(args.beta).to_double());
  constexpr int64_t kRows = 256, kCols = 512, kDepth = 512;
  // a panel that lies column by column is read along its columns and handed over as transposed
  bool a_t = p.a.row_stride == 1 && p.a.col_stride != 1, b_t = p.b.row_stride == 1 && p.b.col_stride != 1;
  for_each_tile(p, 0, [&](const H* a, const H* b, H* out, int64_t m, int64_t n) {
    int64_t rows = std::min(m, kRows), cols = std::min(n, kCols), depth = std::min(p.k, kDepth);
    auto bytes = [](int64_t count) { return Workspace::round_up(static_cast<size_t>(count) * sizeof(float)); };
    Workspace space(bytes(rows * depth) + bytes(depth * cols) + bytes(rows * cols));
    float* fa = space.take<float>(rows * depth);
    float* fb = space.take<float>(depth * cols);
    float* fc = space.take<float>(rows * cols);
    for (int64_t i = 0; i < m; i += rows) {
      int64_t mm = std::min(rows, m - i);
      for (int64_t j = 0; j < n; j += cols) {
        int64_t nn = std::min(cols, n - j);
        std::fill(fc, fc + mm * nn, 0.0f);
        for (int64_t l = 0; l < p.k; l += depth) {
          int64_t kk = std::min(depth, p.k - l);
          const H* pa = a + i * p.a.row_stride + l * p.a.col_stride;
          const H* pb = b + l * p.b.row_stride + j * p.b.col_stride;
          a_t ? load_panel(pa, kk, mm, p.a.col_stride, 1, fa)
              : load_panel(pa, mm, kk, p.a.row_stride, p.a.col_stride, fa);
          b_t ? load_panel(pb, nn, kk, p.b.col_stride, 1, fb)
              : load_panel(pb, kk, nn, p.b.row_stride, p.b.col_stride, fb);
          blas_gemm<float>(a_t ? Op::Transpose : Op::None, b_t ? Op::Transpose : Op::None, mm, nn, kk, alpha, fa,
                           a_t ? mm : kk, fb, b_t ? kk : nn, 1.0f, fc, nn);
        }
        for (int64_t r = 0; r < mm; ++r) {
          H* row = out + (i + r) * p.out_row_stride + j * p.out_col_stride;
          float* sums = fc + r * nn;
          if (beta != 0.0f) {
            for (int64_t c = 0; c < nn; ++c) sums[c] += beta * static_cast<float>(row[c * p.out_col_stride]);
          }
          if (p.out_col_stride == 1) {
            float_to_half(sums, row, nn);
          } else {
            for (int64_t c = 0; c < nn; ++c) row[c * p.out_col_stride] = H(sums[c]);
          }
        }
      }
    }
  });
}

// Integers wrap around; sums are formed modulo 2^64, of which the result keeps the low bits. Bool: any.
template <class T>
void gemm_integer(const GemmArgs& args) {
  Problem<T> p = problem_of<T>(args);
  if (p.m == 0 || p.n == 0 || p.batch == 0) return;
  const uint64_t alpha = static_cast<uint64_t>(Scalar(args.alpha).to_int()),
                 beta = static_cast<uint64_t>(Scalar(args.beta).to_int());
  for_each_tile(p, 0, [&](const T* a, const T* b, T* out, int64_t m, int64_t n) {
    constexpr int64_t kCols = 256;
    uint64_t sums[kCols];
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < n; j += kCols) {
        int64_t nn = std::min(kCols, n - j);
        std::fill(sums, sums + nn, uint64_t{0});
        for (int64_t l = 0; l < p.k; ++l) {
          const uint64_t factor = static_cast<uint64_t>(a[i * p.a.row_stride + l * p.a.col_stride]);
          const T* row = b + l * p.b.row_stride + j * p.b.col_stride;
          for (int64_t c = 0; c < nn; ++c) sums[c] += factor * static_cast<uint64_t>(row[c * p.b.col_stride]);
        }
        for (int64_t c = 0; c < nn; ++c) {
          T& element = out[i * p.out_row_stride + (j + c) * p.out_col_stride];
          uint64_t sum = alpha * sums[c] + (beta ? beta * static_cast<uint64_t>(element) : 0);
          element = static_cast<T>(sum);
        }
      }
    }
  });
}

}  // namespace

void gemm(const GemmArgs& args) {
  switch (Dtype{args.dtype}) {
    case Dtype::Float32:
      return gemm_blas<float>(args);
    case Dtype::Float64:
      return gemm_blas<double>(args);
    case Dtype::Complex64:
      return gemm_blas<std::complex<float>>(args);
    case Dtype::Complex128:
      return gemm_blas<std::complex<double>>(args);
    case Dtype::Float16:
      return gemm_half<Float16>(args);
    case Dtype::BFloat16:
      return gemm_half<BFloat16>(args);
    case Dtype::Bool:
      return gemm_integer<bool>(args);
    case Dtype::UInt8:
      return gemm_integer<uint8_t>(args);
    case Dtype::Int8:
      return gemm_integer<int8_t>(args);
    case Dtype::Int16:
      return gemm_integer<int16_t>(args);
    case Dtype::Int32:
      return gemm_integer<int32_t>(args);
    case Dtype::Int64:
      return gemm_integer<int64_t>(args);
    case Dtype::None:
      break;
  }
  fail(VJP_ERROR_NOT_IMPLEMENTED, "gemm: no dtype");
}

}  // namespace vjp::cpu
