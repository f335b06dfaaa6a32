#include "ops/index_common.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/parallel.h"
#include "base/untraced.h"
#include "ops/internal.h"

namespace vjp {
namespace {

// Whether one of n indices is outside [0, size): then it, or size - 1 less it, is negative.
template <class I>
bool any_outside(const I* index, int64_t n, int64_t size) {
  const uint64_t last = static_cast<uint64_t>(size) - 1;
  uint64_t signs = 0;
  int64_t i = 0;
  if constexpr (sizeof(I) == sizeof(int64_t)) {
    typedef uint64_t Two __attribute__((vector_size(16)));
    Two v, w, odd{}, even{};
    const Two last_two = {last, last};
    for (; i + 4 <= n; i += 4) {
      std::memcpy(&v, index + i, sizeof v);
      std::memcpy(&w, index + i + 2, sizeof w);
      even |= v | (last_two - v);
      odd |= w | (last_two - w);
    }
    even |= odd;
    signs = even[0] | even[1];
  }
  for (; i < n; ++i) {
    const uint64_t v = static_cast<uint64_t>(static_cast<int64_t>(index[i]));
    signs |= v | (last - v);
  }
  return signs >> 63;
}

}  // namespace

int64_t first_outside(const Tensor& index, int64_t size) {
  for (int64_t i = 0; i < index.numel(); ++i) {
    int64_t v = index.dtype() == Dtype::Int32 ? index.data<int32_t>()[i] : index.data<int64_t>()[i];
    if (v < 0 || v >= size) return v;
  }
  return 0;
}

Tensor kernel_index(const Tensor& index, const char* what) {
  if (!is_integral(index.dtype()) || index.dtype() == Dtype::Bool) {
    fail(VJP_ERROR_DTYPE, "{}: 'index' is {}, expected integers", what, index);
  }
  Tensor x = index;
  if (index.dtype() != Dtype::Int64 && index.dtype() != Dtype::Int32) {
    x = Tensor::empty(index.sizes(), Dtype::Int64);
    kernels().copy(x.view(), index.view());
  } else if (!index.contiguous()) {
    x = fresh_copy(index);
  }
  return x;
}

bool has_outside(const Tensor& index, int64_t begin, int64_t end, int64_t size) {
  return index.dtype() == Dtype::Int32 ? any_outside(index.data<int32_t>() + begin, end - begin, size)
                                       : any_outside(index.data<int64_t>() + begin, end - begin, size);
}

Tensor checked_index(const Tensor& index, int64_t size, const char* what) {
  Tensor x = kernel_index(index, what);
  if (!x.device().is_cpu()) {
    kernels().check_index({x.view(), 0, size});
    return x;
  }
  std::atomic<bool> outside{false};
  parallel_for(0, x.numel(), 65536, [&](int64_t begin, int64_t end) {
    if (has_outside(x, begin, end, size)) outside.store(true, std::memory_order_relaxed);
  });
  if (outside.load(std::memory_order_relaxed)) refuse_index(x, size, what);
  return x;
}

bool is_repeated(const Tensor& index) {
  for (int d = 0; d < index.ndim(); ++d)
    if (index.strides()[static_cast<size_t>(d)] == 0 && index.size(d) > 1) return true;
  return false;
}

Tensor checked_places(const Tensor& index, int64_t size, const char* what) {
  if (!is_repeated(index)) return checked_index(index, size, what);
  Dims once(index.sizes());
  for (int d = 0; d < index.ndim(); ++d)
    if (index.strides()[static_cast<size_t>(d)] == 0) once[d] = std::min<int64_t>(1, once[d]);
  const Tensor x = checked_index(index.with_geometry({once, Dims(index.strides()), index->offset()}), size, what);
  Dims strides(x.strides());
  for (int d = 0; d < index.ndim(); ++d)
    if (once[d] != index.size(d)) strides[d] = 0;
  return x.with_geometry({Dims(index.sizes()), strides, x->offset()});
}

void refuse_index(const Tensor& x, int64_t size, const char* what) {
  fail(VJP_ERROR_INVALID, "{}: index {} is out of range for a dimension of size {}", what, first_outside(x, size),
       size);
}

Tensor positions_of_nonzero(const Tensor& t) {
  note_untraced_shape("nonzero");
  const int64_t rows = number_of_nonzero(t);
  Tensor out = Tensor::empty(Dims{rows, t.ndim()}, Dtype::Int64);
  if (out.numel() > 0) kernels().nonzero({t.view(), out.data<int64_t>(), rows});
  return out;
}

Tensor at_least_1d(const Tensor& t) { return t.ndim() ? t : t.with_geometry({Dims{1}, Dims{1}, t->offset()}); }

}  // namespace vjp
