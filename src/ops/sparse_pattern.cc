// Arithmetic of the positions of sparse tensors.
#include <algorithm>

#include "base/parallel.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/device_copy.h"
#include "ops/functions/index_mask.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/index_sort.h"
#include "ops/functions/index_turn.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/sparse.h"

namespace vjp {

Tensor compressed(const Tensor& ascending, int64_t count) {
  const Tensor one = ones(ascending.sizes(), Dtype::Int64);
  return cumsum(_index_add_zeros(one, add(ascending, 1), Dims{count + 1}, 0), 0);
}

Tensor uncompressed(const Tensor& begins, int64_t elements) {
  const int64_t n = begins.size(0) - 1;
  const Tensor each = sub(narrow(begins, 0, 1, n), narrow(begins, 0, 0, n));
  return repeat_interleave_tensor(arange(n), each, 0, elements);
}

Coordinates coordinates_of(const SparseMembers& m) {
  if (m.layout == Layout::Coo) return {select(m.first, 0, 0), select(m.first, 0, 1)};
  const Tensor lines = uncompressed(m.first, m.second.size(0));
  return by_columns(m.layout) ? Coordinates{m.second, lines} : Coordinates{lines, m.second};
}

Tensor keys_of(const SparseMembers& m, IntSpan sizes) {
  if (is_compressed(m.layout)) {
    const auto [row, column] = coordinates_of(m);
    return add(mul(row, sizes[1] / (is_blocked(m.layout) ? m.values.size(2) : 1)), column);
  }
  if (m.first.size(0) == 0) return zeros(Dims{m.first.size(1)}, Dtype::Int64);
  Tensor key = select(m.first, 0, 0);
  for (int d = 1; d < m.sparse_dims(); ++d) key = add(mul(key, sizes[static_cast<size_t>(d)]), select(m.first, 0, d));
  return key;
}

int64_t places_of(const SparseMembers& m, IntSpan sizes) {
  int64_t places = 1;
  for (int64_t size : sizes.first(static_cast<size_t>(m.sparse_dims()))) places *= size;
  return is_blocked(m.layout) ? places / (m.values.size(1) * m.values.size(2)) : places;
}

Tensor by_places(const Tensor& t, const SparseMembers& m) {
  Dims flat{places_of(m, t.sizes())};
  if (is_blocked(m.layout)) {
    const int64_t rows = m.values.size(1), columns = m.values.size(2);
    const Tensor apart = reshape(t, Dims{t.size(0) / rows, rows, t.size(1) / columns, columns});
    return reshape(permute(apart, Dims{0, 2, 1, 3}), Dims{flat[0], rows, columns});
  }
  for (int d = m.sparse_dims(); d < t.ndim(); ++d) flat.push_back(t.size(d));
  return reshape(t, flat);
}

Tensor from_places(const Tensor& placed, const SparseMembers& m, IntSpan sizes) {
  if (!is_blocked(m.layout)) return reshape(placed, sizes);
  const int64_t rows = m.values.size(1), columns = m.values.size(2);
  const Tensor apart = reshape(placed, Dims{sizes[0] / rows, sizes[1] / columns, rows, columns});
  return reshape(permute(apart, Dims{0, 2, 1, 3}), sizes);
}

bool rises(const Tensor& keys) {
  if (!keys.device().is_cpu()) return false;
  const Tensor list = contiguous(keys);
  const int64_t* k = list.data<int64_t>();
  return std::adjacent_find(k, k + keys.numel(), [](int64_t a, int64_t b) { return a >= b; }) == k + keys.numel();
}

Grouped grouped(const Tensor& keys) {
  const int64_t n = keys.numel();
  if (n == 0) return {0, keys, keys, keys};
  const auto [ascending, order] = sort(keys, 0, false, true);
  const Tensor new_one = ne(narrow(ascending, 0, 1, n - 1), narrow(ascending, 0, 0, n - 1));
  const Tensor list[] = {zeros(Dims{1}, Dtype::Int64), cumsum(to(new_one, Dtype::Int64), 0)};
  const Tensor marks[] = {ones(Dims{1}, Dtype::Bool), new_one};
  const Tensor leaders = index_select(order, 0, flatten(nonzero(cat(marks))));
  return {leaders.numel(), order, cat(list), leaders};
}

Tensor found_in(const Tensor& ascending, const Tensor& keys) {
  if (!keys.device().is_cpu()) {
    const Tensor a = to_device(ascending, Device()), k = to_device(keys, Device());
    OperatorDevice host({});
    return to_device(found_in(a, k), keys.device());
  }
  const Tensor sorted = contiguous(ascending), wanted = contiguous(keys),
               out = Tensor::empty(keys.sizes(), Dtype::Int64);
  const int64_t *begin = sorted.data<int64_t>(), *end = begin + sorted.numel(), *key = wanted.data<int64_t>();
  int64_t* place = out.data<int64_t>();
  parallel_for(0, keys.numel(), 4096, [=](int64_t from, int64_t to) {
    for (int64_t i = from; i < to; ++i) {
      const int64_t* at = std::lower_bound(begin, end, key[i]);
      place[i] = at != end && *at == key[i] ? at - begin : -1;
    }
  });
  return out;
}

void refuse_layout(const char* op, const char* argument, const Tensor& t, const char* wanted) {
  fail(VJP_ERROR_INVALID, "{}: '{}' is {}, expected {}", op, argument, t, wanted);
}

}  // namespace vjp
