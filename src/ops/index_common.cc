#include "ops/index_common.h"

#include <atomic>

#include "base/parallel.h"
#include "ops/internal.h"

namespace vjp {
namespace {

// Whether one of n indices is outside [0, size): as an unsigned number a negative one is large.
template <class I>
bool any_outside(const I* index, int64_t n, int64_t size) {
  std::atomic<bool> outside{false};
  const uint64_t limit = static_cast<uint64_t>(size);
  parallel_for(0, n, 65536, [&](int64_t begin, int64_t end) {
    bool bad = false;
    for (int64_t i = begin; i < end; ++i) bad |= static_cast<uint64_t>(static_cast<int64_t>(index[i])) >= limit;
    if (bad) outside.store(true, std::memory_order_relaxed);
  });
  return outside.load(std::memory_order_relaxed);
}

int64_t first_outside(const Tensor& index, int64_t size) {
  for (int64_t i = 0; i < index.numel(); ++i) {
    int64_t v = index.dtype() == Dtype::Int32 ? index.data<int32_t>()[i] : index.data<int64_t>()[i];
    if (v < 0 || v >= size) return v;
  }
  return 0;
}

}  // namespace

Tensor checked_index(const Tensor& index, int64_t size, const char* what) {
  if (!is_integral(index.dtype()) || index.dtype() == Dtype::Bool) {
    fail(VJP_ERROR_DTYPE, "{}: the index is {}, expected integers", what, index);
  }
  Tensor x = index;
  if (index.dtype() != Dtype::Int64 && index.dtype() != Dtype::Int32) {
    x = Tensor::empty(index.sizes(), Dtype::Int64);
    cpu_backend().copy(x.view(), index.view());
  } else if (!index.contiguous()) {
    x = fresh_copy(index);
  }
  bool bad = x.dtype() == Dtype::Int32 ? any_outside(x.data<int32_t>(), x.numel(), size)
                                       : any_outside(x.data<int64_t>(), x.numel(), size);
  if (bad) {
    fail(VJP_ERROR_INVALID, "{}: index {} is out of range for a dimension of size {}", what, first_outside(x, size),
         size);
  }
  return x;
}

Tensor at_least_1d(const Tensor& t) { return t.ndim() ? t : t.with_geometry({Dims{1}, Dims{1}, t->offset()}); }

}  // namespace vjp
