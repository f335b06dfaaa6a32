// LU, Cholesky, and solutions by triangles.
#include "backends/cpu/linalg/batch.h"
#include "backends/cpu/linalg/lanes.h"
#include "backends/cpu/linalg/small.h"

namespace vjp::cpu {
namespace {

constexpr int64_t kSmall = 24;  // up to here the loops are as fast as LAPACK, or faster

double cube(int64_t a, int64_t b, int64_t c) {
  return static_cast<double>(a) * static_cast<double>(b) * static_cast<double>(c);
}
// Whether the loops compute matrices of this size.
bool by_loops(int64_t n) { return n <= kSmall || !has_lapack(); }

const void* one_of(Dtype dtype) {
  static constexpr float kSingle[2] = {1, 0};
  static constexpr double kDouble[2] = {1, 0};
  return size_of(real_of(dtype)) == 4 ? static_cast<const void*>(kSingle) : kDouble;
}

// B becomes op(A)^-1 B or B op(A)^-1.
template <class T>
void solve(const TriangularForm& f, const Columns& a, const Columns& b, const char* op) {
  if (b.rows == 0 || b.cols == 0) return;
  if (by_loops(a.rows)) return solve_small(f, b.rows, b.cols, a.as<T>(), a.ld, b.as<T>(), b.ld);
  const char side = f.right ? 'R' : 'L', triangle = f.upper ? 'U' : 'L', form = f.adjoint ? 'C' : 'N',
             diagonal = f.unit ? 'U' : 'N';
  const Int m = static_cast<Int>(b.rows), n = static_cast<Int>(b.cols), lda = static_cast<Int>(a.ld),
            ldb = static_cast<Int>(b.ld);
  static const Lapack trsm(Routine::Trsm, dtype_of<T>, op);
  trsm(&side, &triangle, &form, &diagonal, &m, &n, one_of(dtype_of<T>), a.data, &lda, b.data, &ldb);
}

// Exchanges rows, or columns, i and pivots[i] in turn, from the first to the last or back,
// of a matrix whose elements are `unit` apart.
template <class T>
void exchange(T* data, int64_t unit, int64_t rows, int64_t cols, int64_t ld, bool columns, const Int* pivots, int64_t n,
              bool backward) {
  const int64_t step = (columns ? ld : 1) * unit, across = (columns ? 1 : ld) * unit, length = columns ? rows : cols;
  for (int64_t c = 0; c < length; ++c) {
    T* line = data + c * across;
    for (int64_t i = 0; i < n; ++i) {
      const int64_t k = backward ? n - 1 - i : i, p = pivots[k] - 1;
      if (p != k) std::swap(line[k * step], line[p * step]);
    }
  }
}

// A row that is none is left where it is: check_index has reported it.
void read_pivots(const Part& pivots, int64_t matrix, int64_t rows, Int* out) {
  const int32_t* in = pivots.at<int32_t>(matrix);
  for (int64_t i = 0; i < pivots.rows(); ++i) {
    const int32_t p = in[i * pivots.row_stride()];
    out[i] = p >= 1 && p <= rows ? p : static_cast<Int>(i + 1);
  }
}

// A copy of `in` where the result of an operation in place is to be.
Columns copy_to(const Part& out, const Part& in, int64_t matrix, Scratch& scratch) {
  const Columns c = out.place(matrix, scratch);
  copy_matrix(place_of(c), {in.at(matrix), in.row_stride(), in.col_stride()}, c.rows, c.cols, in.element());
  return c;
}

template <class T>
void lu_of(const FactorArgs& args) {
  const Job job(args, args.in[0], 2);
  const Part a = job.in(0), lu = job.out(0), pivots = job.out(1);
  const int64_t m = a.rows(), n = a.cols(), k = std::min(m, n);
  const double cost = 20 + cube(m, n, k) / 4;
  const int64_t group = m == n ? group_of<T>(job.count, n, kSmall) : 1;
  const auto together = [&](int64_t first, int64_t count, Scratch scratch) {
    if constexpr (has_lanes<T>) {
      Int* p = scratch.take<Int>(k * group);
      Lanes<T>* x = load_lanes<T>(a, first, count, scratch);
      if (!lu_lanes(n, x, p)) return false;
      store_lanes(lu, first, count, x);
      for (int64_t lane = 0; lane < count; ++lane) {
        int32_t* to = pivots.at<int32_t>(first + lane);
        for (int64_t i = 0; i < k; ++i) to[i * pivots.row_stride()] = p[i * group + lane];
      }
      return true;
    }
    return false;
  };
  const size_t bytes = std::max(lu.scratch_bytes(), lanes_bytes<T>(lu, group)) + Scratch::bytes(k * group, sizeof(Int));
  job.for_groups(group, cost, bytes, together, [&](int64_t b, Scratch scratch) {
    Int* p = scratch.take<Int>(k);
    const Columns c = copy_to(lu, a, b, scratch);
    Int info = 0;
    if (by_loops(k)) {
      info = lu_small(m, n, c.as<T>(), c.ld, p);
    } else {
      const Int rows = static_cast<Int>(m), cols = static_cast<Int>(n), ld = static_cast<Int>(c.ld);
      Lapack(Routine::Getrf, dtype_of<T>, args.name)(&rows, &cols, c.data, &ld, p, &info);
    }
    lu.store(b, c);
    int32_t* to = pivots.at<int32_t>(b);
    for (int64_t i = 0; i < k; ++i) to[i * pivots.row_stride()] = p[i];
    return info;
  });
}

// A = P L U: the steps of A^-1 B, of A^-H B, of B A^-1 and of B A^-H.
template <class T>
void solve_with(const FactorArgs& args, const Columns& lu, const Int* p, const Columns& x) {
  const TriangularForm l{args.right, false, args.adjoint, true}, u{args.right, true, args.adjoint, false};
  const bool exchange_first = args.right == args.adjoint;
  if (exchange_first) exchange(x.as<T>(), 1, x.rows, x.cols, x.ld, args.right, p, lu.rows, false);
  solve<T>(exchange_first ? l : u, lu, x, args.name);
  solve<T>(exchange_first ? u : l, lu, x, args.name);
  if (!exchange_first) exchange(x.as<T>(), 1, x.rows, x.cols, x.ld, args.right, p, lu.rows, true);
}

// The same for a group; `p` has a row for each lane.
template <class T>
void solve_lanes(const FactorArgs& args, const Lanes<T>* lu, int64_t n, const Int* p, Lanes<T>* x, int64_t rows,
                 int64_t cols) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  const TriangularForm l{args.right, false, args.adjoint, true}, u{args.right, true, args.adjoint, false};
  const bool exchange_first = args.right == args.adjoint;
  const auto exchange_all = [&](bool backward) {
    for (int64_t lane = 0; lane < kLanes; ++lane)
      exchange(reinterpret_cast<T*>(x) + lane, kLanes, rows, cols, rows, args.right, p + lane * n, n, backward);
  };
  if (exchange_first) exchange_all(false);
  solve_small(exchange_first ? l : u, rows, cols, lu, n, x, rows);
  solve_small(exchange_first ? u : l, rows, cols, lu, n, x, rows);
  if (!exchange_first) exchange_all(true);
}

template <class T>
void lu_solution(const FactorArgs& args) {
  const Job job(args, args.in[0], 2);
  const Part lu = job.in(0), b = job.in(1), pivots = job.in(2), x = job.out(0);
  const int64_t n = lu.rows(), k = args.right ? b.rows() : b.cols();
  const int64_t group = group_of<T>(job.count, std::max(n, k), kSmall);
  const auto together = [&](int64_t first, int64_t count, Scratch scratch) {
    if constexpr (has_lanes<T>) {
      Int* p = scratch.take<Int>(n * group);
      for (int64_t lane = 0; lane < group; ++lane)
        read_pivots(pivots, first + std::min(lane, count - 1), n, p + lane * n);
      const Lanes<T>* factors = load_lanes<T>(lu, first, count, scratch);
      Lanes<T>* c = load_lanes<T>(b, first, count, scratch);
      solve_lanes(args, factors, n, p, c, x.rows(), x.cols());
      store_lanes(x, first, count, c);
      return true;
    }
    return false;
  };
  const size_t bytes =
      std::max(lu.scratch_bytes() + x.scratch_bytes(), lanes_bytes<T>(lu, group) + lanes_bytes<T>(x, group)) +
      Scratch::bytes(n * group, sizeof(Int));
  job.for_groups(group, 20 + cube(n, n, k) / 2, bytes, together, [&](int64_t i, Scratch scratch) {
    Int* p = scratch.take<Int>(n);
    read_pivots(pivots, i, n, p);
    const Columns factors = lu.read(i, scratch), c = copy_to(x, b, i, scratch);
    solve_with<T>(args, factors, p, c);
    x.store(i, c);
    return 0;
  });
}

template <class T>
void cholesky_of(const FactorArgs& args) {
  const Job job(args, args.in[0], 2);
  const Part a = job.in(0), l = job.out(0);
  const int64_t n = a.rows();
  const int64_t group = group_of<T>(job.count, n, kSmall);
  const auto together = [&](int64_t first, int64_t count, Scratch scratch) {
    if constexpr (has_lanes<T>) {
      Lanes<T>* x = load_lanes<T>(a, first, count, scratch);
      if (cholesky_small(args.upper, n, x, n)) return false;
      for (int64_t j = 0; j < n; ++j)
        args.upper ? std::fill(x + j * n + j + 1, x + j * n + n, T(0)) : std::fill(x + j * n, x + j * n + j, T(0));
      store_lanes(l, first, count, x);
      return true;
    }
    return false;
  };
  const size_t bytes = std::max(l.scratch_bytes(), lanes_bytes<T>(l, group));
  job.for_groups(group, 20 + cube(n, n, n) / 6, bytes, together, [&](int64_t b, Scratch scratch) {
    const Columns c = copy_to(l, a, b, scratch);
    Int info = 0;
    if (by_loops(n)) {
      info = cholesky_small(args.upper, n, c.as<T>(), c.ld);
    } else {
      const char triangle = args.upper ? 'U' : 'L';
      const Int size = static_cast<Int>(n), ld = static_cast<Int>(c.ld);
      Lapack(Routine::Potrf, dtype_of<T>, args.name)(&triangle, &size, c.data, &ld, &info);
    }
    for (int64_t j = 0; j < n; ++j) {
      T* column = c.as<T>() + j * c.ld;
      args.upper ? std::fill(column + j + 1, column + n, T(0)) : std::fill(column, column + j, T(0));
    }
    l.store(b, c);
    return info;
  });
}

template <class T>
void triangular_solution(const FactorArgs& args) {
  const Job job(args, args.in[0], 2);
  const Part a = job.in(0), b = job.in(1), x = job.out(0);
  const int64_t n = a.rows(), k = args.right ? b.rows() : b.cols();
  const TriangularForm form{args.right, args.upper, args.adjoint, args.unit};
  const int64_t group = group_of<T>(job.count, std::max(n, k), kSmall);
  const auto together = [&](int64_t first, int64_t count, Scratch scratch) {
    if constexpr (has_lanes<T>) {
      const Lanes<T>* triangle = load_lanes<T>(a, first, count, scratch);
      Lanes<T>* c = load_lanes<T>(b, first, count, scratch);
      solve_small(form, x.rows(), x.cols(), triangle, n, c, x.rows());
      store_lanes(x, first, count, c);
      return true;
    }
    return false;
  };
  const size_t bytes =
      std::max(a.scratch_bytes() + x.scratch_bytes(), lanes_bytes<T>(a, group) + lanes_bytes<T>(x, group));
  job.for_groups(group, 20 + cube(n, n, k) / 4, bytes, together, [&](int64_t i, Scratch scratch) {
    const Columns triangle = a.read(i, scratch), c = copy_to(x, b, i, scratch);
    solve<T>(form, triangle, c, args.name);
    x.store(i, c);
    return 0;
  });
}

}  // namespace

#define VJP_FOR_FACTOR_DTYPES(function) \
  visit_factor_dtype(Dtype{args.in[0].dtype}, args.name, [&]<class T>(Type<T>) { function<T>(args); })

void factor_lu(const FactorArgs& args) { VJP_FOR_FACTOR_DTYPES(lu_of); }
void solve_lu(const FactorArgs& args) { VJP_FOR_FACTOR_DTYPES(lu_solution); }
void factor_cholesky(const FactorArgs& args) { VJP_FOR_FACTOR_DTYPES(cholesky_of); }
void solve_triangular(const FactorArgs& args) { VJP_FOR_FACTOR_DTYPES(triangular_solution); }

// Row i of P^T A is this row of A.
void expand_pivots(const FactorArgs& args) {
  const Job job(args, args.in[0], 1);
  const Part pivots = job.in(0), rows = job.out(0);
  job.for_each(static_cast<double>(rows.rows()), Scratch::bytes(pivots.rows(), sizeof(Int)),
               [&](int64_t b, Scratch scratch) {
                 Int* p = scratch.take<Int>(pivots.rows());
                 read_pivots(pivots, b, rows.rows(), p);
                 int64_t* to = rows.at<int64_t>(b);
                 const int64_t step = rows.row_stride();
                 for (int64_t i = 0; i < rows.rows(); ++i) to[i * step] = i;
                 for (int64_t i = 0; i < pivots.rows(); ++i) std::swap(to[i * step], to[(p[i] - 1) * step]);
                 return 0;
               });
}

}  // namespace vjp::cpu
