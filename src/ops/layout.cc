#include "ops/layout.h"

#include <algorithm>

#include "ops/functions/copy.h"
#include "ops/functions/view_shape.h"

namespace vjp {

Tensor copy_in_layout(const Tensor& t, IntSpan strides) {
  // Row-major with the dimensions in order of their strides, seen in their own order again.
  int n = t.ndim();
  Dims order, inverse = Dims::filled(n, 0);
  for (int i = 0; i < n; ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return strides[static_cast<size_t>(a)] > strides[static_cast<size_t>(b)];
  });
  for (int i = 0; i < n; ++i) inverse[static_cast<int>(order[i])] = i;
  return permute(_row_major(permute(t, order)), inverse);
}

}  // namespace vjp
