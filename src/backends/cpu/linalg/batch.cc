#include "backends/cpu/linalg/batch.h"

#include <climits>
#include <string>

#include "base/error.h"

namespace vjp::cpu {
namespace {

template <class T>
void copy_elements(const Place& to, const Place& from, int64_t rows, int64_t cols) {
  constexpr int64_t kTile = 32;
  T* out = reinterpret_cast<T*>(to.data);
  const T* in = reinterpret_cast<const T*>(from.data);
  for (int64_t r = 0; r < rows; r += kTile) {
    for (int64_t c = 0; c < cols; ++c) {
      for (int64_t i = r; i < std::min(r + kTile, rows); ++i)
        out[i * to.row_stride + c * to.col_stride] = in[i * from.row_stride + c * from.col_stride];
    }
  }
}

// What a number of LAPACK's says of one matrix.
std::string problem_of(Factorisation kind, Int info) {
  if (info == kNotFinite) return " has infinities or NaN";
  switch (kind) {
    case Factorisation::Lu:
      return " is singular: pivot " + std::to_string(info) + " of its LU factorisation is 0";
    case Factorisation::Cholesky:
      return " is not positive definite: its leading minor of order " + std::to_string(info) + " is not positive";
    default:
      return " has no such factorisation: LAPACK did not converge (info " + std::to_string(info) + ")";
  }
}

}  // namespace

void copy_matrix(const Place& to, const Place& from, int64_t rows, int64_t cols, size_t size) {
  if (size == 4) return copy_elements<float>(to, from, rows, cols);
  if (size == 8) return copy_elements<double>(to, from, rows, cols);
  copy_elements<std::complex<double>>(to, from, rows, cols);
}

char* Part::at(int64_t matrix) const {
  int64_t offset = 0;
  for (int d = batch_ndim_ - 1; d >= 0; --d) {
    offset += matrix % view_.sizes[d] * view_.strides[d];
    matrix /= view_.sizes[d];
  }
  return static_cast<char*>(view_.data) + offset * static_cast<int64_t>(size_);
}

Columns Part::place(int64_t matrix, Scratch& scratch) const {
  const int64_t least = std::max<int64_t>(rows(), 1);
  if (in_columns()) return {at(matrix), rows(), cols(), cols() > 1 ? col_stride() : least};
  return {scratch.take<char>(rows() * cols() * static_cast<int64_t>(size_)), rows(), cols(), least};
}

Columns Part::read(int64_t matrix, Scratch& scratch) const {
  const Columns c = place(matrix, scratch);
  if (!in_columns()) copy_matrix(place_of(c), {at(matrix), row_stride(), col_stride()}, rows(), cols(), size_);
  return c;
}

void Part::store(int64_t matrix, const Columns& from) const {
  char* data = at(matrix);
  if (from.data != data) copy_matrix({data, row_stride(), col_stride()}, place_of(from), rows(), cols(), size_);
}

Job::Job(const FactorArgs& given, const View& first, int trailing)
    : args(given), batch_ndim(first.ndim - trailing), dtype(Dtype{first.dtype}) {
  for (int d = 0; d < batch_ndim; ++d) count *= first.sizes[d];
  for (int d = batch_ndim; d < first.ndim; ++d)
    if (first.sizes[d] > INT_MAX / 2)
      fail(VJP_ERROR_SHAPE, "{}: a matrix of {} rows or columns is too large", args.name, first.sizes[d]);
}

void Job::finish(const Int* infos) const {
  if (args.info.data) {
    const Part info(args.info, batch_ndim);
    for (int64_t b = 0; b < count; ++b) *info.at<int32_t>(b) = infos[b];
  }
  if (!args.check) return;
  for (int64_t b = 0; b < count; ++b) {
    if (infos[b] == 0) continue;
    const std::string which = count > 1 ? "matrix " + std::to_string(b) + " of the batch" : "the matrix";
    fail(VJP_ERROR_INVALID, "{}: {}{}", args.name, which, problem_of(Factorisation{args.kind}, infos[b]));
  }
}

void factor(const FactorArgs& args) {
  switch (Factorisation{args.kind}) {
    case Factorisation::Lu:
      return factor_lu(args);
    case Factorisation::LuSolve:
      return solve_lu(args);
    case Factorisation::Cholesky:
      return factor_cholesky(args);
    case Factorisation::TriangularSolve:
      return solve_triangular(args);
    case Factorisation::Qr:
      return factor_qr(args);
    case Factorisation::Svd:
      return factor_svd(args);
    case Factorisation::Eigh:
      return factor_eigh(args);
    case Factorisation::Eig:
      return factor_eig(args);
    case Factorisation::Permutation:
      return expand_pivots(args);
  }
  fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: no factorisation has the number {}", args.name, args.kind);
}

}  // namespace vjp::cpu
