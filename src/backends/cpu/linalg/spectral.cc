// QR, singular values, eigenvalues: by LAPACK, and batches of small real matrices by rotations.
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "backends/cpu/linalg/batch.h"
#include "backends/cpu/linalg/jacobi.h"

namespace vjp::cpu {
namespace {

constexpr double kPerCube = 4;  // what n^3 of these factorisations costs, in nanoseconds or so

double cost_of(int64_t m, int64_t n) {
  return 2000 + kPerCube * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(std::min(m, n));
}
bool is_single(Dtype d) { return size_of(real_of(d)) == 4; }
Int int_of(int64_t v) { return static_cast<Int>(v); }

bool all_finite(const Columns& c, Dtype dtype) {
  const int64_t parts = is_complex(dtype) ? 2 : 1;
  const auto finite = [&]<class R>(const R*) {
    for (int64_t j = 0; j < c.cols; ++j) {
      const R* column = c.as<R>() + j * c.ld * parts;
      for (int64_t i = 0; i < c.rows * parts; ++i)
        if (!std::isfinite(column[i])) return false;
    }
    return true;
  };
  return is_single(dtype) ? finite(static_cast<const float*>(nullptr)) : finite(static_cast<const double*>(nullptr));
}

// What stands for the factors of a matrix that has none, where the call asks for no check.
void set_nan(char* data, int64_t bytes, Dtype dtype) {
  const double wide = std::numeric_limits<double>::quiet_NaN();
  const float narrow = std::numeric_limits<float>::quiet_NaN();
  for (int64_t at = 0; at < bytes; at += is_single(dtype) ? 4 : 8)
    is_single(dtype) ? std::memcpy(data + at, &narrow, 4) : std::memcpy(data + at, &wide, 8);
}

// How many elements of work memory a routine answers that it wants.
Int work_size(const void* answer, Dtype dtype) {
  const double wanted = is_single(dtype) ? *static_cast<const float*>(answer) : *static_cast<const double*>(answer);
  return std::max<Int>(1, static_cast<Int>(wanted * (is_single(dtype) ? 1.0001 : 1)));
}

void set_one(char* at, Dtype dtype) {
  std::fill(at, at + size_of(dtype), 0);
  is_single(dtype) ? void(*reinterpret_cast<float*>(at) = 1) : void(*reinterpret_cast<double*>(at) = 1);
}
void set_identity(const Columns& c, Dtype dtype) {
  const auto size = static_cast<int64_t>(size_of(dtype));
  for (int64_t j = 0; j < c.cols; ++j) {
    std::fill(c.data + j * c.ld * size, c.data + (j * c.ld + c.rows) * size, 0);
    if (j < c.rows) set_one(c.data + (j * c.ld + j) * size, dtype);
  }
}

Columns scratch_matrix(Scratch& scratch, int64_t rows, int64_t cols, size_t size) {
  return {scratch.take<char>(rows * cols * static_cast<int64_t>(size)), rows, cols, std::max<int64_t>(rows, 1)};
}
Columns copied(const Part& from, int64_t matrix, Scratch& scratch, int64_t room_for = 0) {
  const int64_t cols = std::max(from.cols(), room_for);
  Columns c = scratch_matrix(scratch, from.rows(), cols, from.element());
  copy_matrix(place_of(c), {from.at(matrix), from.row_stride(), from.col_stride()}, from.rows(), from.cols(),
              from.element());
  c.cols = from.cols();
  return c;
}

// Matrices up to this order go by groups, one alone too: its vectors have the signs that they have in a batch.
constexpr int64_t kSmallSpectrum = 16;
int64_t group_for(const Job& job, int64_t order) {
  if (is_complex(job.dtype)) return 1;
  return is_single(job.dtype) ? group_of<float>(job.count, order, kSmallSpectrum, 1)
                              : group_of<double>(job.count, order, kSmallSpectrum, 1);
}
// Calls f<T>() for float or double.
template <class F>
auto visit_real(Dtype dtype, F&& f) {
  return is_single(dtype) ? f(Type<float>{}) : f(Type<double>{});
}
// Of `count` numbers for each matrix of a group, and of the places in order.
size_t group_bytes(const Job& job, int64_t group, int64_t numbers, int64_t places) {
  return group == 1 ? 0
                    : Scratch::bytes(numbers * group, size_of(job.dtype)) + Scratch::bytes(places * group, sizeof(int));
}

// A group of small matrices: u, the values and the rows of vh, of what has as many columns as values.
bool svd_group(const Job& job, int64_t first, int64_t count, Scratch scratch) {
  return visit_real(job.dtype, [&]<class T>(Type<T>) {
    const Part a = job.in(0), u = job.out(0), s = job.out(1), vh = job.out(2);
    const bool wide = a.rows() < a.cols();
    const int64_t m = std::max(a.rows(), a.cols()), n = std::min(a.rows(), a.cols());
    Lanes<T>*w = load_lanes<T>(a, first, count, scratch, wide), *v = scratch.take<Lanes<T>>(n * n);
    Lanes<T>* values = scratch.take<Lanes<T>>(n);
    int* order = scratch.take<int>(n * Lanes<T>::kCount);
    if (!svd_lanes(m, n, w, v, values)) return false;
    order_lanes(n, values, 1, true, order);
    store_ordered(s, first, count, 1, n, order, values, true);
    if (!u) return true;
    store_ordered(u, first, count, a.rows(), n, order, wide ? v : w, false);
    store_ordered(vh, first, count, a.cols(), n, order, wide ? w : v, true);
    return true;
  });
}

bool eigh_group(const Job& job, int64_t first, int64_t count, Scratch scratch) {
  return visit_real(job.dtype, [&]<class T>(Type<T>) {
    const Part in = job.in(0), values = job.out(0), vectors = job.out(1);
    const int64_t n = in.rows();
    Lanes<T>*a = load_lanes<T>(in, first, count, scratch), *v = scratch.take<Lanes<T>>(n * n);
    int* order = scratch.take<int>(n * Lanes<T>::kCount);
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < j; ++i) job.args.upper ? a[j + i * n] = a[i + j * n] : a[i + j * n] = a[j + i * n];
    if (!eigh_lanes(n, a, v)) return false;
    order_lanes(n, a, n + 1, false, order);
    for (int64_t lane = 0; lane < count; ++lane) {
      T* to = values.at<T>(first + lane);
      for (int64_t j = 0; j < n; ++j) to[j * values.row_stride()] = a[order[lane * n + j] * (n + 1)].v[lane];
    }
    if (vectors) store_ordered(vectors, first, count, n, n, order, v, false);
    return true;
  });
}

}  // namespace

void factor_qr(const FactorArgs& args) {
  const Job job(args, args.in[0], 2);
  const Part a = job.in(0), q = job.out(0), r = job.out(1);
  const size_t size = a.element();
  const int64_t m = a.rows(), n = a.cols(), k = std::min(m, n), wide = q ? q.cols() : 0;
  const Lapack geqrf(Routine::Geqrf, job.dtype, args.name), orgqr(Routine::Orgqr, job.dtype, args.name);
  const Int rows = int_of(m), cols = int_of(n), q_cols = int_of(wide), rank = int_of(k),
            ld = int_of(std::max<int64_t>(m, 1)), ask = -1;
  std::complex<double> answer, unused;
  Int info = 0, work = 1;
  if (k) geqrf(&rows, &cols, &unused, &ld, &unused, &answer, &ask, &info), work = work_size(&answer, job.dtype);
  if (k && wide) {
    orgqr(&rows, &q_cols, &rank, &unused, &ld, &unused, &answer, &ask, &info);
    work = std::max(work, work_size(&answer, job.dtype));
  }
  const size_t bytes =
      Scratch::bytes(m * std::max(n, wide), size) + Scratch::bytes(k, size) + Scratch::bytes(work, size);
  job.for_each(cost_of(m, std::max(n, wide)), bytes, [&](int64_t b, Scratch scratch) {
    Columns c = copied(a, b, scratch, wide);
    char* tau = scratch.take<char>(k * static_cast<int64_t>(size));
    char* space = scratch.take<char>(int64_t{work} * static_cast<int64_t>(size));
    Int status = 0;
    if (k) geqrf(&rows, &cols, c.data, &ld, tau, space, &work, &status);
    const Place to{r.at(b), r.row_stride(), r.col_stride()};
    const auto step = static_cast<int64_t>(size);
    for (int64_t j = 0; j < n; ++j) {
      const int64_t above = std::min(j + 1, r.rows());
      copy_matrix({to.data + j * to.col_stride * step, to.row_stride, 1}, {c.data + j * c.ld * step, 1, 1}, above, 1,
                  size);
      for (int64_t i = above; i < r.rows(); ++i) {
        char* below = to.data + (i * to.row_stride + j * to.col_stride) * step;
        std::fill(below, below + size, 0);
      }
    }
    if (!q) return status;
    c.cols = wide;
    k ? orgqr(&rows, &q_cols, &rank, c.data, &ld, tau, space, &work, &status) : set_identity(c, job.dtype);
    q.store(b, c);
    return status;
  });
}

void factor_svd(const FactorArgs& args) {
  const Job job(args, args.in[0], 2);
  const Part a = job.in(0), u = job.out(0), s = job.out(1), vh = job.out(2);
  const bool vectors = static_cast<bool>(u), complex = is_complex(job.dtype);
  const size_t size = a.element(), real = size_of(real_of(job.dtype));
  const int64_t m = a.rows(), n = a.cols(), k = std::min(m, n), larger = std::max(m, n);
  const char what = !vectors ? 'N' : u.cols() == k && vh.rows() == k ? 'S' : 'A';
  const Lapack gesdd(Routine::Gesdd, job.dtype, args.name);
  const Int rows = int_of(m), cols = int_of(n), lda = int_of(std::max<int64_t>(m, 1)), ldu = lda,
            ldvt = int_of(std::max<int64_t>(vectors ? vh.rows() : 1, 1)), ask = -1;
  const auto run = [&](char* x, char* values, char* left, char* right, void* work, const Int* length, char* reals,
                       Int* integers, Int* info) {
    if (complex)
      gesdd(&what, &rows, &cols, x, &lda, values, left, &ldu, right, &ldvt, work, length, reals, integers, info);
    else
      gesdd(&what, &rows, &cols, x, &lda, values, left, &ldu, right, &ldvt, work, length, integers, info);
  };
  std::complex<double> answer;
  Int info = 0, work = 1, few[8];
  char few_reals[64];
  if (k)
    run(nullptr, nullptr, nullptr, nullptr, &answer, &ask, few_reals, few, &info), work = work_size(&answer, job.dtype);
  const int64_t reals = !complex ? 0 : vectors ? std::max(5 * k * k + 5 * k, 2 * larger * k + 2 * k * k + k) : 7 * k;
  size_t bytes = Scratch::bytes(m * n, size) + Scratch::bytes(k, real) + Scratch::bytes(work, size) +
                 Scratch::bytes(reals, real) + Scratch::bytes(8 * k, sizeof(Int));
  if (vectors) bytes += u.scratch_bytes() + vh.scratch_bytes();
  if (vectors) bytes += Scratch::bytes(m * u.cols(), size) + Scratch::bytes(vh.rows() * n, size);
  const int64_t group = !vectors || what == 'S' ? group_for(job, larger) : 1;
  bytes = std::max(bytes, group_bytes(job, group, m * n + k * k + k + 48, k));
  const auto together = [&](int64_t first, int64_t count, Scratch scratch) {
    return svd_group(job, first, count, scratch);
  };
  job.for_groups(group, 2 * cost_of(m, n), bytes, together, [&](int64_t b, Scratch scratch) -> Int {
    const Columns x = copied(a, b, scratch);
    char* values = scratch.take<char>(k * static_cast<int64_t>(real));
    char* space = scratch.take<char>(int64_t{work} * static_cast<int64_t>(size));
    char* space_of_reals = scratch.take<char>(reals * static_cast<int64_t>(real));
    Int* integers = scratch.take<Int>(8 * k);
    if (!all_finite(x, job.dtype)) return kNotFinite;
    Columns left{}, right{};
    if (vectors) left = scratch_matrix(scratch, m, u.cols(), size), right = scratch_matrix(scratch, vh.rows(), n, size);
    Int status = 0;
    if (k) {
      run(x.data, values, left.data, right.data, space, &work, space_of_reals, integers, &status);
    } else if (vectors) {
      set_identity(left, job.dtype), set_identity(right, job.dtype);
    }
    copy_matrix({s.at(b), s.row_stride(), 1}, {values, 1, 1}, k, 1, real);
    if (vectors) u.store(b, left), vh.store(b, right);
    return std::max(status, 0);
  });
}

void factor_eigh(const FactorArgs& args) {
  const Job job(args, args.in[0], 2);
  const Part a = job.in(0), values = job.out(0), vectors = job.out(1);
  const bool complex = is_complex(job.dtype);
  const size_t size = a.element(), real = size_of(real_of(job.dtype));
  const int64_t n = a.rows();
  const char what = vectors ? 'V' : 'N', triangle = args.upper ? 'U' : 'L';
  const Lapack syevd(Routine::Syevd, job.dtype, args.name);
  const Int order = int_of(n), ld = int_of(std::max<int64_t>(n, 1)), ask = -1;
  const auto run = [&](char* x, char* w, void* work, const Int* lwork, void* reals, const Int* lreals, Int* integers,
                       const Int* lintegers, Int* info) {
    if (complex)
      syevd(&what, &triangle, &order, x, &ld, w, work, lwork, reals, lreals, integers, lintegers, info);
    else
      syevd(&what, &triangle, &order, x, &ld, w, work, lwork, integers, lintegers, info);
  };
  std::complex<double> answer, answer_reals;
  Int info = 0, work = 1, integers = 1, reals = 1;
  if (n) {
    run(nullptr, nullptr, &answer, &ask, &answer_reals, &ask, &integers, &ask, &info);
    work = work_size(&answer, job.dtype);
    if (complex) reals = work_size(&answer_reals, job.dtype);
  }
  const int64_t group = group_for(job, n);
  const size_t bytes = std::max(Scratch::bytes(n * n, size) + Scratch::bytes(n, real) + Scratch::bytes(work, size) +
                                    Scratch::bytes(reals, real) + Scratch::bytes(integers, sizeof(Int)),
                                group_bytes(job, group, 2 * n * n + 32, n));
  const auto together = [&](int64_t first, int64_t count, Scratch scratch) {
    return eigh_group(job, first, count, scratch);
  };
  job.for_groups(group, cost_of(n, n), bytes, together, [&](int64_t b, Scratch scratch) -> Int {
    const Columns x = copied(a, b, scratch);
    char* w = scratch.take<char>(n * static_cast<int64_t>(real));
    char* space = scratch.take<char>(int64_t{work} * static_cast<int64_t>(size));
    char* space_of_reals = scratch.take<char>(int64_t{reals} * static_cast<int64_t>(real));
    Int* space_of_integers = scratch.take<Int>(integers);
    const bool finite = all_finite(x, job.dtype);
    Int status = finite ? 0 : kNotFinite;
    if (!finite) {
      set_nan(w, n * static_cast<int64_t>(real), job.dtype);
      set_nan(x.data, n * n * static_cast<int64_t>(size), job.dtype);
    } else if (n) {
      run(x.data, w, space, &work, space_of_reals, &reals, space_of_integers, &integers, &status);
    }
    copy_matrix({values.at(b), values.row_stride(), 1}, {w, 1, 1}, n, 1, real);
    if (vectors) vectors.store(b, x);
    return status;
  });
}

namespace {

// LAPACK gives the vectors of a pair of conjugate values of a real matrix as a column of real and one of imaginary
// parts.
template <class R>
void pair_up(const R* re, const R* im, const R* packed, int64_t n, std::complex<R>* values, std::complex<R>* vectors) {
  for (int64_t j = 0; j < n; ++j) values[j] = {re[j], im[j]};
  for (int64_t j = 0; vectors && j < n; ++j) {
    const R* x = packed + j * n;
    const bool pair = im[j] != 0 && j + 1 < n;
    for (int64_t i = 0; i < n; ++i) {
      vectors[j * n + i] = {x[i], pair ? x[n + i] : R(0)};
      if (pair) vectors[(j + 1) * n + i] = {x[i], -x[n + i]};
    }
    j += pair;
  }
}

}  // namespace

void factor_eig(const FactorArgs& args) {
  const Job job(args, args.in[0], 2);
  const Part a = job.in(0), values = job.out(0), vectors = job.out(1);
  const bool complex = is_complex(job.dtype), single = is_single(job.dtype);
  const size_t size = a.element(), wide = size_of(complex_of(job.dtype));
  const int64_t n = a.rows();
  const char none = 'N', what = vectors ? 'V' : 'N';
  const Lapack geev(Routine::Geev, job.dtype, args.name);
  const Int order = int_of(n), ld = int_of(std::max<int64_t>(n, 1)), ask = -1;
  // Of a real matrix `w` has n real and then n imaginary parts; of a complex one, `reals` is work memory.
  const auto run = [&](char* x, char* w, char* v, void* work, const Int* length, void* reals, Int* info) {
    char* unused = nullptr;
    if (complex) {
      geev(&none, &what, &order, x, &ld, w, unused, &ld, v, &ld, work, length, reals, info);
    } else {
      geev(&none, &what, &order, x, &ld, w, w + n * static_cast<int64_t>(size), unused, &ld, v, &ld, work, length,
           info);
    }
  };
  std::complex<double> answer, answer_reals;
  Int info = 0, work = 1;
  if (n) run(nullptr, nullptr, nullptr, &answer, &ask, &answer_reals, &info), work = work_size(&answer, job.dtype);
  const size_t bytes = 2 * Scratch::bytes(n * n, size) + Scratch::bytes(n, wide) + Scratch::bytes(work, size) +
                       Scratch::bytes(n, wide) + Scratch::bytes(n * n, wide) + Scratch::bytes(2 * n, wide);
  job.for_each(5 * cost_of(n, n), bytes, [&](int64_t b, Scratch scratch) -> Int {
    const Columns x = copied(a, b, scratch);
    Columns v = scratch_matrix(scratch, n, n, size), out = scratch_matrix(scratch, n, n, wide);
    char* w = scratch.take<char>(n * static_cast<int64_t>(wide));
    char* pairs = scratch.take<char>(n * static_cast<int64_t>(wide));
    char* space = scratch.take<char>(int64_t{work} * static_cast<int64_t>(size));
    char* reals = scratch.take<char>(2 * n * static_cast<int64_t>(wide));
    if (!all_finite(x, job.dtype)) return kNotFinite;
    Int status = 0;
    if (n) run(x.data, w, v.data, space, &work, reals, &status);
    if (complex) {
      pairs = w, out = v;
    } else {
      const auto pair = [&]<class R>(const R* parts) {
        pair_up(parts, parts + n, v.as<R>(), n, reinterpret_cast<std::complex<R>*>(pairs),
                vectors ? out.as<std::complex<R>>() : nullptr);
      };
      single ? pair(reinterpret_cast<const float*>(w)) : pair(reinterpret_cast<const double*>(w));
    }
    copy_matrix({values.at(b), values.row_stride(), 1}, {pairs, 1, 1}, n, 1, wide);
    if (vectors) vectors.store(b, out);
    return std::max(status, 0);
  });
}

}  // namespace vjp::cpu
