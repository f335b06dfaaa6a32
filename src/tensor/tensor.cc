#include "tensor/tensor.h"

#include <cstring>
#include <new>

#include "base/forced_unwind.h"
#include "base/live_count.h"
#include "base/pool.h"
#include "device/transfer.h"
#include "tensor/alias_batched.h"
#include "tensor/host_access.h"
#include "tensor/sparse.h"
#include "vjp/binding.h"

namespace vjp {
namespace {

VJP_LIVE_COUNT(live_tensor_count);

}  // namespace

int64_t live_tensors() { return live_tensor_count.sum(); }

// All but sizes, strides and what follows from them.
[[gnu::always_inline]] inline TensorImpl* TensorImpl::make_bare(Ref<Storage> storage, int64_t offset, Dtype dtype,
                                                                size_t ndim) {
  void* memory = pool_allocate(sizeof(TensorImpl));
  auto* t = new (memory) TensorImpl;  // no brackets: they would write zeros everywhere first
  t->dtype = dtype;
  t->ndim = static_cast<uint8_t>(ndim);
  t->dims_ = t->inline_dims_;
  if (ndim > kInlineDims) {
    try {
      t->dims_ = static_cast<int64_t*>(pool_allocate(2 * ndim * sizeof(int64_t)));
    }
    VJP_CATCH_ALL {
      t->~TensorImpl();
      pool_deallocate(t, sizeof(TensorImpl));
      throw;
    }
  }
  t->data = storage->data + offset * static_cast<int64_t>(size_of(dtype));
  t->device = storage->device;
  t->storage = std::move(storage);
  live_tensor_count.add(1);
  return t;
}

TensorImpl* TensorImpl::make(Ref<Storage> storage, int64_t offset, Dtype dtype, IntSpan sizes, IntSpan strides) {
  size_t n = sizes.size();
  TensorImpl* t = make_bare(std::move(storage), offset, dtype, n);
  int64_t numel = 1;
  for (size_t i = 0; i < n; ++i) {
    t->dims_[i] = sizes[i];
    t->dims_[n + i] = strides[i];
    numel *= sizes[i];
  }
  t->numel = numel;
  t->contiguous_ = is_contiguous(sizes, strides);
  return t;
}

TensorImpl* TensorImpl::make_empty(IntSpan sizes, Dtype dtype) {
  size_t n = sizes.size();
  if (n > VJP_MAX_DIMS) fail(VJP_ERROR_SHAPE, "a tensor has at most {} dimensions, not {}", VJP_MAX_DIMS, n);
  // Vectors are what the overhead of an operator is noticed with.
  bool short_vector = n == 1 && sizes[0] >= 0 && sizes[0] < INT32_MAX;
  int64_t numel = short_vector ? sizes[0] : checked_numel(sizes, "empty");
  TensorImpl* t = make_bare(Storage::make(static_cast<size_t>(numel) * size_of(dtype)), 0, dtype, n);
  t->numel = numel;
  int64_t step = 1;
  for (size_t i = n; i-- > 0;) {
    t->dims_[i] = sizes[i];
    t->dims_[n + i] = step;
    step *= std::max<int64_t>(sizes[i], 1);
  }
  return t;
}

void TensorImpl::destroy(TensorImpl* t) noexcept {
  if (t->binding) [[unlikely]]
    t->binding->ended(t->binding);
  if (t->meta) destroy_meta(*t);
  if (t->node) release_node(t->node);
  if (t->dims_ != t->inline_dims_) pool_deallocate(t->dims_, 2 * size_t{t->ndim} * sizeof(int64_t));
  t->~TensorImpl();
  pool_deallocate(t, sizeof(TensorImpl));
  live_tensor_count.add(-1);
}

void TensorImpl::set_geometry(IntSpan sizes, IntSpan strides, int64_t offset) {
  size_t n = sizes.size();
  Dims new_sizes(sizes), new_strides(strides);  // the spans may point into this tensor
  int64_t* dims = inline_dims_;
  if (n > kInlineDims) dims = static_cast<int64_t*>(pool_allocate(2 * n * sizeof(int64_t)));
  if (dims_ != inline_dims_) pool_deallocate(dims_, 2 * size_t{ndim} * sizeof(int64_t));
  dims_ = dims;
  ndim = static_cast<uint8_t>(n);
  std::memcpy(dims_, new_sizes.v, n * sizeof(int64_t));
  std::memcpy(dims_ + n, new_strides.v, n * sizeof(int64_t));
  numel = 1;
  for (int64_t size : new_sizes) numel *= size;
  contiguous_ = is_contiguous(new_sizes, new_strides);
  data = storage->data + offset * static_cast<int64_t>(size_of(dtype));
}

Tensor Tensor::empty_strided(IntSpan sizes, IntSpan strides, Dtype dtype) {
  int64_t numel = checked_numel(sizes, "empty_strided");
  return take(TensorImpl::make(Storage::make(static_cast<size_t>(numel) * size_of(dtype)), 0, dtype, sizes, strides));
}

Tensor Tensor::zeros(IntSpan sizes, Dtype dtype) {
  Tensor t = empty(sizes, dtype);
  zero_bytes(t.device(), t.raw(), static_cast<size_t>(t.numel()) * size_of(dtype));
  return t;
}

Tensor Tensor::from_scalar(const Scalar& value, Dtype dtype) {
  OperatorDevice on_host({});
  Tensor t = empty({}, dtype);
  visit_dtype(dtype, [&]<class T>(Type<T>) {
    T& element = *t.data<T>();
    if constexpr (std::is_same_v<T, bool>) {
      element = value.to_complex() != 0.0;
    } else if constexpr (std::is_integral_v<T>) {
      element = static_cast<T>(value.to_int());
    } else if constexpr (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>) {
      element = T(static_cast<float>(value.to_double()));
    } else if constexpr (std::is_floating_point_v<T>) {
      element = static_cast<T>(value.to_double());
    } else {
      element = T(value.to_complex());
    }
  });
  return t;
}

Tensor Tensor::alias() const {
  if (impl_->is_batched) [[unlikely]]
    return alias_batched(*this);
  Tensor t = take(TensorImpl::make(impl_->storage, impl_->offset(), dtype(), sizes(), strides()));
  t->own_version = impl_->own_version;
  t->is_sparse = impl_->is_sparse;
  return t;
}

Tensor Tensor::with_geometry(const Geometry& g) const {
  Dtype type = g.dtype ? static_cast<Dtype>(g.dtype) : dtype();
  Tensor t = take(TensorImpl::make(impl_->storage, g.offset, type, g.sizes, g.strides));
  t->own_version = impl_->own_version;
  return t;
}

Scalar Tensor::item() const {
  if (impl_->is_batched) [[unlikely]]
    refuse_values(*impl_, "item");
  refuse_sparse(*impl_, "item");
  if (numel() != 1) fail(VJP_ERROR_SHAPE, "item: a tensor of one element is needed, got {}", *this);
  alignas(16) char room[16];
  const void* element = raw();
  if (device().is_cpu()) {
    note_host_access(*impl_, false);
  } else {
    OperatorName name(attribution_or("item").op);
    copy_bytes({}, room, device(), raw(), size_of(dtype()));
    element = room;
  }
  return visit_dtype(dtype(), [&]<class T>(Type<T>) -> Scalar {
    T v = *static_cast<const T*>(element);
    if constexpr (std::is_same_v<T, bool>) {
      return Scalar(v);
    } else if constexpr (std::is_integral_v<T>) {
      return Scalar(static_cast<int64_t>(v));
    } else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
      return Scalar(std::complex<double>(v));
    } else {
      return Scalar(static_cast<double>(static_cast<std::conditional_t<std::is_same_v<T, double>, double, float>>(v)));
    }
  });
}

std::string describe(const TensorImpl& tensor) {
  std::string text = name_of(tensor.dtype) + detail::to_text(tensor.sizes());
  if (tensor.is_sparse) text += format(" ({})", name_of(layout_of(tensor)));
  if (!tensor.device.is_cpu()) text += " on " + to_text(tensor.device);
  return text;
}

}  // namespace vjp
