// Batches of matrices as a factorisation reads and writes them: column by column, in place where the result lies so.
#pragma once

#include <algorithm>
#include <memory>

#include "backends/cpu/cpu.h"
#include "backends/cpu/linalg/lapack.h"
#include "backends/cpu/workspace.h"
#include "base/parallel.h"
#include "vjp/tensor.h"

namespace vjp::cpu {

// A matrix column by column.
struct Columns {
  char* data;
  int64_t rows, cols, ld;
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data);
  }
};

// Scratch memory of one chunk of matrices, handed out again for each.
class Scratch {
 public:
  explicit Scratch(char* memory) : at_(memory) {}
  template <class T>
  T* take(int64_t count) {
    T* part = reinterpret_cast<T*>(at_);
    at_ += Workspace::round_up(static_cast<size_t>(count) * sizeof(T));
    return part;
  }
  static size_t bytes(int64_t count, size_t size) { return Workspace::round_up(static_cast<size_t>(count) * size); }

 private:
  char* at_;
};

// One array of the batch, of matrices or vectors.
class Part {
 public:
  Part(const View& view, int batch_ndim) : view_(view), batch_ndim_(batch_ndim), size_(size_of(Dtype{view.dtype})) {}
  explicit operator bool() const { return view_.sizes != nullptr; }  // an empty array may have no memory, but sizes
  int64_t rows() const { return view_.sizes[batch_ndim_]; }
  int64_t cols() const { return view_.ndim > batch_ndim_ + 1 ? view_.sizes[batch_ndim_ + 1] : 1; }
  int64_t row_stride() const { return view_.strides[batch_ndim_]; }
  int64_t col_stride() const { return view_.ndim > batch_ndim_ + 1 ? view_.strides[batch_ndim_ + 1] : 1; }
  size_t element() const { return size_; }
  char* at(int64_t matrix) const;
  template <class T>
  T* at(int64_t matrix) const {
    return reinterpret_cast<T*>(at(matrix));
  }
  bool in_columns() const {
    return (row_stride() == 1 || rows() <= 1) && (col_stride() >= std::max<int64_t>(rows(), 1) || cols() <= 1);
  }
  size_t scratch_bytes() const { return in_columns() ? 0 : Scratch::bytes(rows() * cols(), size_); }
  // Where a routine writes this matrix: its own place, or scratch memory that `store` copies from.
  Columns place(int64_t matrix, Scratch& scratch) const;
  // The same, with the matrix in it.
  Columns read(int64_t matrix, Scratch& scratch) const;
  void store(int64_t matrix, const Columns& from) const;

 private:
  const View& view_;
  int batch_ndim_;
  size_t size_;
};

// Copies of elements of `size` bytes between any strides.
struct Place {
  char* data;
  int64_t row_stride, col_stride;
};
void copy_matrix(const Place& to, const Place& from, int64_t rows, int64_t cols, size_t size);
inline Place place_of(const Columns& c) { return {c.data, 1, c.ld}; }

// What one call of the primitive is about.
struct Job {
  const FactorArgs& args;
  int batch_ndim;
  int64_t count = 1;  // of matrices
  Dtype dtype;

  Job(const FactorArgs& given, const View& first, int trailing);
  Part in(int i) const { return Part(args.in[i], batch_ndim); }
  Part out(int i) const { return Part(args.out[i], batch_ndim); }
  // Calls f(matrix, scratch), which returns LAPACK's info, for each; `cost` of one in nanoseconds or so. Throws where
  // the call asks for a check.
  template <class F>
  void for_each(double cost, size_t bytes, F&& f) const {
    for_groups(
        1, cost, bytes, [](int64_t, int64_t, Scratch) { return false; }, f);
  }
  // The same where `together(first, count, scratch)` computes `size` matrices, or what is left, and answers whether it
  // could. Else each of them is asked for alone, so that none feels its neighbours, and f computes those that cannot
  // be.
  template <class G, class F>
  void for_groups(int64_t size, double cost, size_t bytes, G&& together, F&& f) const {
    std::unique_ptr<Int[]> infos = std::make_unique<Int[]>(static_cast<size_t>(count));
    const auto grain =
        static_cast<int64_t>(std::clamp(50e3 / std::max(cost * static_cast<double>(size), 1.0), 1.0, 1e6));
    parallel_for(0, (count + size - 1) / size, grain, [&](int64_t begin, int64_t end) {
      Workspace space(bytes + 64);
      char* memory = space.take<char>(static_cast<int64_t>(bytes));
      for (int64_t g = begin; g < end; ++g) {
        const int64_t first = g * size, last = std::min(count, first + size);
        if (size > 1 && together(first, last - first, Scratch(memory))) continue;  // infos are 0
        for (int64_t b = first; b < last; ++b)
          if (last - first == 1 || size == 1 || !together(b, 1, Scratch(memory)))
            infos[static_cast<size_t>(b)] = f(b, Scratch(memory));
      }
    });
    finish(infos.get());
  }

 private:
  void finish(const Int* infos) const;
};

// Infos of our own: a spectral factorisation of what is not finite.
inline constexpr Int kNotFinite = -1;

// Calls f(Type<T>) for the four element types of LAPACK.
template <class F>
decltype(auto) visit_factor_dtype(Dtype dtype, const char* op, F&& f) {
  switch (dtype) {
    case Dtype::Float32:
      return f(Type<float>{});
    case Dtype::Float64:
      return f(Type<double>{});
    case Dtype::Complex64:
      return f(Type<std::complex<float>>{});
    case Dtype::Complex128:
      return f(Type<std::complex<double>>{});
    default:
      fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: not for {}", op, dtype);
  }
}

void factor_lu(const FactorArgs& args);
void solve_lu(const FactorArgs& args);
void factor_cholesky(const FactorArgs& args);
void solve_triangular(const FactorArgs& args);
void factor_qr(const FactorArgs& args);
void factor_svd(const FactorArgs& args);
void factor_eigh(const FactorArgs& args);
void factor_eig(const FactorArgs& args);
void expand_pivots(const FactorArgs& args);

}  // namespace vjp::cpu
