// Sparse tensors of members that a program gives: what has to hold, and what is said where it does not.
#include <optional>

#include "graph/batched.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/device_copy.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/sparse_layout.h"
#include "ops/functions/view_part.h"
#include "ops/index_common.h"
#include "ops/sparse.h"

namespace vjp {
namespace {

Tensor checked_integers(const Tensor& t, int ndim, const char* op, const char* name) {
  refuse_batched(*t.get(), op);
  refuse_sparse(*t.get(), op);
  if ((t.dtype() != Dtype::Int64 && t.dtype() != Dtype::Int32) || t.ndim() != ndim)
    fail(VJP_ERROR_INVALID, "{}: '{}' is {}, expected {} of int64 or int32", op, name, t,
         ndim == 1 ? "a list" : "a matrix [sparse dimensions, values]");
  return t.dtype() == Dtype::Int64 ? t : to(t, Dtype::Int64);
}

Dims sizes_of_positions(const Tensor& positions, const Tensor& values) {
  Dims sizes;
  for (int64_t d = 0; d < positions.size(0); ++d)
    sizes.push_back(positions.size(1) ? amax(select(positions, 0, d), {}).item().to_int() + 1 : 0);
  for (int d = 1; d < values.ndim(); ++d) sizes.push_back(values.size(d));
  return sizes;
}

Tensor on_host(const Tensor& t) { return contiguous(t.device().is_cpu() ? t : to_device(t, Device())); }

void check_positions(const char* op, const Tensor& positions, const Dims& sizes, bool rising) {
  const Tensor places = on_host(positions);
  OperatorDevice host({});
  for (int d = 0; d < places.size(0); ++d) checked_index(select(places, 0, d), sizes[d], op);
  if (rising && !rises(keys_of({Layout::Coo, true, places, {}, {}}, sizes)))
    fail(VJP_ERROR_INVALID, "{}: is_coalesced is true, but positions of 'indices' do not rise", op);
}

// Of one line the coordinates rise; lines follow each other without gaps.
void check_lines(const char* op, const char* names[2], const Tensor& first, const Tensor& second, int64_t across) {
  const Tensor begins = on_host(first), coordinates = on_host(second);
  const int64_t *b = begins.data<int64_t>(), *c = coordinates.data<int64_t>(), n = first.size(0) - 1;
  if (b[0] != 0 || b[n] != second.size(0))
    fail(VJP_ERROR_INVALID, "{}: '{}' goes from {} to {}, expected 0 to the number of values, {}", op, names[0], b[0],
         b[n], second.size(0));
  for (int64_t i = 0; i < n; ++i) {
    if (b[i + 1] < b[i] || b[i + 1] > b[n])
      fail(VJP_ERROR_INVALID, "{}: '{}' falls from {} to {} at {}", op, names[0], b[i], b[i + 1], i + 1);
    for (int64_t k = b[i]; k < b[i + 1]; ++k) {
      if (c[k] < 0 || c[k] >= across)
        fail(VJP_ERROR_INVALID, "{}: '{}' has {} at {}, expected 0 to {}", op, names[1], c[k], k, across - 1);
      if (k > b[i] && c[k] <= c[k - 1])
        fail(VJP_ERROR_INVALID, "{}: '{}' has {} behind {} at {}, expected that they rise", op, names[1], c[k],
             c[k - 1], k);
    }
  }
}

}  // namespace

Tensor sparse_coo(const Tensor& indices, const Tensor& values, std::optional<IntSpan> sizes, bool coalesced) {
  const char* op = "sparse_coo_tensor";
  OperatorDevice here(values.device());
  const Tensor positions = checked_integers(indices, 2, op, "indices");
  refuse_sparse(*values.get(), op);
  if (values.ndim() < 1 || values.size(0) != positions.size(1))
    fail(VJP_ERROR_SHAPE, "{}: 'values' is {}, expected one for each of the {} positions", op, values,
         positions.size(1));
  if (positions.device() != values.device())
    fail(VJP_ERROR_DEVICE, "{}: 'indices' is on {}, but 'values' on {}", op, positions.device(), values.device());
  const Dims all = sizes ? Dims(*sizes) : sizes_of_positions(positions, values);
  const int dims = static_cast<int>(positions.size(0)), dense = values.ndim() - 1;
  bool fits = all.n == dims + dense;
  for (int d = 0; fits && d < dense; ++d) fits = all[dims + d] == values.size(d + 1);
  if (!fits)
    fail(VJP_ERROR_SHAPE, "{}: 'size' is {}, expected {} sparse dimensions and those of 'values' {} behind its first",
         op, IntSpan(all), dims, values.sizes());
  check_positions(op, positions, all, coalesced);
  return _sparse_make(values, positions, {}, all, static_cast<int64_t>(Layout::Coo),
                      coalesced || positions.size(1) < 2);
}

Tensor sparse_compressed(Layout layout, const Tensor& first, const Tensor& second, const Tensor& values,
                         IntSpan sizes) {
  static constexpr const char* kNames[] = {"sparse_csr_tensor", "sparse_csc_tensor", "sparse_bsr_tensor",
                                           "sparse_bsc_tensor"};
  const char* op = kNames[static_cast<int>(layout) - static_cast<int>(Layout::Csr)];
  const char* names[] = {"crow_indices", "col_indices"};
  if (by_columns(layout)) names[0] = "ccol_indices", names[1] = "row_indices";
  OperatorDevice here(values.device());
  const Tensor begins = checked_integers(first, 1, op, names[0]), across = checked_integers(second, 1, op, names[1]);
  refuse_sparse(*values.get(), op);
  if (values.ndim() != (is_blocked(layout) ? 3 : 1) || values.size(0) != across.size(0))
    fail(VJP_ERROR_SHAPE, "{}: 'values' is {}, expected {} for each of the {} elements of '{}'", op, values,
         is_blocked(layout) ? "a block" : "one", across.size(0), names[1]);
  if (begins.device() != values.device() || across.device() != values.device())
    fail(VJP_ERROR_DEVICE, "{}: '{}' is on {}, '{}' on {} and 'values' on {}; expected one device", op, names[0],
         begins.device(), names[1], across.device(), values.device());
  if (sizes.size() != 2) fail(VJP_ERROR_SHAPE, "{}: 'size' is {}, expected that of a matrix", op, sizes);
  const int64_t rows = is_blocked(layout) ? values.size(1) : 1, columns = is_blocked(layout) ? values.size(2) : 1;
  if (rows < 1 || columns < 1 || sizes[0] % rows || sizes[1] % columns)
    fail(VJP_ERROR_SHAPE, "{}: blocks of [{}, {}] do not fill 'size' {}", op, rows, columns, sizes);
  const int64_t lines = by_columns(layout) ? sizes[1] / columns : sizes[0] / rows;
  if (begins.size(0) != lines + 1)
    fail(VJP_ERROR_SHAPE, "{}: '{}' has {} elements, expected {} for 'size' {}", op, names[0], begins.size(0),
         lines + 1, sizes);
  check_lines(op, names, begins, across, by_columns(layout) ? sizes[0] / rows : sizes[1] / columns);
  return _sparse_make(values, begins, across, sizes, static_cast<int64_t>(layout), true);
}

}  // namespace vjp
