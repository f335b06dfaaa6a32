// vjp/tensor.h: making tensors, asking them, reading and writing their elements.
#include "capi/capi.h"
#include "capi/given.h"
#include "device/default_device.h"
#include "device/registry.h"
#include "device/transfer.h"
#include "graph/later.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions/copy.h"
#include "ops/indexing.h"
#include "ops/internal.h"
#include "ops/numbers.h"
#include "tensor/host_access.h"
#include "tensor/place.h"
#include "tensor/sparse.h"

using namespace vjp;

namespace {

Dtype checked_dtype(vjp_dtype d, const char* function) {
  if (d <= VJP_DTYPE_NONE || d > VJP_DTYPE_COMPLEX128) {
    fail(VJP_ERROR_DTYPE, "{}: {} is no dtype", function, static_cast<int>(d));
  }
  return static_cast<Dtype>(d);
}

IntSpan checked_shape(const int64_t* shape, size_t ndim, const char* function) {
  if (!shape && ndim > 0) fail(VJP_ERROR_INVALID, "{}: argument 'shape' is NULL, but ndim is {}", function, ndim);
  if (ndim > VJP_MAX_DIMS) {
    fail(VJP_ERROR_SHAPE, "{}: a tensor has at most {} dimensions, not {}", function, VJP_MAX_DIMS, ndim);
  }
  return {shape, ndim};
}

void check_bytes(const Tensor& t, Dtype dtype, size_t bytes, const char* function) {
  size_t need = static_cast<size_t>(t.numel()) * size_of(dtype);
  if (bytes != need) {
    fail(VJP_ERROR_INVALID, "{}: {} as {} takes {} bytes, got {}", function, t, dtype, need, bytes);
  }
}

// A row-major view of the caller's memory, for the duration of a call.
View borrowed_view(void* data, Dtype dtype, IntSpan sizes, const Dims& strides) {
  return make_view(data, dtype, static_cast<int>(sizes.size()), sizes.data(), strides.v);
}

// What has no status says by the last error that a sparse tensor was asked.
bool has_memory(const vjp_tensor* t, const char* what) {
  if (!t || !impl_of(t)->is_sparse) [[likely]]
    return t;
  guard([&] { refuse_sparse(*impl_of(t), what); });
  return false;
}

}  // namespace

vjp_tensor* vjp_tensor_retain(vjp_tensor* tensor) {
  if (tensor) impl_of(tensor)->refs.retain();
  return tensor;
}
void vjp_tensor_release(vjp_tensor* tensor) {
  if (tensor) Tensor::take(impl_of(tensor));
}

vjp_status vjp_tensor_empty(const int64_t* shape, size_t ndim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(out);
    *out =
        give(Tensor::empty(checked_shape(shape, ndim, "vjp_tensor_empty"), checked_dtype(dtype, "vjp_tensor_empty")));
  });
}

vjp_status vjp_tensor_from_data(const void* data, const int64_t* shape, size_t ndim, vjp_dtype dtype,
                                vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(out);
    Tensor t =
        Tensor::empty(checked_shape(shape, ndim, "vjp_tensor_from_data"), checked_dtype(dtype, "vjp_tensor_from_data"));
    size_t bytes = static_cast<size_t>(t.numel()) * size_of(t.dtype());
    if (bytes > 0) {
      VJP_ARG(data);
      copy_bytes(t.device(), t.raw(), {}, data, bytes);
    }
    *out = give(std::move(t));
  });
}

vjp_status vjp_tensor_from_memory(void* data, const int64_t* shape, const int64_t* strides, size_t ndim,
                                  vjp_dtype dtype, void* context, void (*drop)(void*), vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(out);
    const char* me = "vjp_tensor_from_memory";
    IntSpan sizes = checked_shape(shape, ndim, me);
    Dtype type = checked_dtype(dtype, me);
    int64_t numel = checked_numel(sizes, me);
    if (numel > 0) VJP_ARG(data);
    const size_t alignment = size_of(type) / (is_complex(type) ? 2 : 1);
    if (numel > 0 && reinterpret_cast<uintptr_t>(data) % alignment != 0) {
      fail(VJP_ERROR_INVALID, "{}: 'data' is {} bytes past a multiple of {}; elements of {} must be aligned", me,
           reinterpret_cast<uintptr_t>(data) % alignment, alignment, name_of(type));
    }
    Dims steps = strides ? Dims(IntSpan(strides, ndim)) : contiguous_strides(sizes);
    int64_t last = numel > 0 ? 0 : -1;
    for (int i = 0; i < steps.n && numel > 0; ++i) {
      int64_t reach;
      if (steps[i] < 0 || __builtin_mul_overflow(steps[i], sizes[static_cast<size_t>(i)] - 1, &reach) ||
          __builtin_add_overflow(last, reach, &last) || last > (int64_t{1} << 58)) {
        fail(VJP_ERROR_INVALID, "{}: strides {} are negative or too large for shape {}", me, IntSpan(steps), sizes);
      }
    }
    // No failure is possible once the storage owns the memory: `drop` is not called on failure.
    Ref<Storage> storage = Storage::wrap(data, static_cast<size_t>(last + 1) * size_of(type), nullptr, nullptr);
    Tensor t = Tensor::take(TensorImpl::make(storage, 0, type, sizes, steps));
    vjp_tensor* handle = give(std::move(t));
    storage->set_drop(context, drop);
    *out = handle;
  });
}

vjp_status vjp_tensor_from_scalar(vjp_scalar value, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(out);
    const Value number = pack(value);
    check_number("vjp_tensor_from_scalar", "value", number);
    Scalar s = scalar_of(number);
    static constexpr Dtype kDefaults[] = {Dtype::Bool, Dtype::Int64, Dtype::Float32, Dtype::Complex64};
    Dtype type = dtype == VJP_DTYPE_NONE ? kDefaults[s.category()] : checked_dtype(dtype, "vjp_tensor_from_scalar");
    check_number_fits(s, type, "vjp_tensor_from_scalar");
    OperatorDevice there(default_device());
    Tensor t = Tensor::empty({}, type);
    kernels().fill(t.view(), s);
    *out = give(std::move(t));
  });
}

size_t vjp_tensor_ndim(const vjp_tensor* t) { return t ? impl_of(t)->ndim : 0; }
const int64_t* vjp_tensor_shape(const vjp_tensor* t) { return t ? impl_of(t)->sizes().data() : nullptr; }
const int64_t* vjp_tensor_strides(const vjp_tensor* t) {
  return has_memory(t, "strides") ? impl_of(t)->strides().data() : nullptr;
}
int64_t vjp_tensor_numel(const vjp_tensor* t) { return t ? impl_of(t)->numel : 0; }
vjp_dtype vjp_tensor_dtype(const vjp_tensor* t) {
  return t ? static_cast<vjp_dtype>(impl_of(t)->dtype) : VJP_DTYPE_NONE;
}
int64_t vjp_tensor_storage_offset(const vjp_tensor* t) {
  return has_memory(t, "storage_offset") ? impl_of(t)->offset() : 0;
}
bool vjp_tensor_is_contiguous(const vjp_tensor* t) {
  return has_memory(t, "is_contiguous") && impl_of(t)->contiguous();
}
bool vjp_tensor_is_contiguous_in(const vjp_tensor* t, vjp_memory_format format) {
  return has_memory(t, "is_contiguous_in") && is_in_format(impl_of(t)->sizes(), impl_of(t)->strides(), format);
}
vjp_device vjp_tensor_device(const vjp_tensor* t) { return to_c(t ? impl_of(t)->device : Device()); }
int64_t vjp_tensor_size(const vjp_tensor* t, int64_t dim) {
  if (!t) return -1;
  int64_t n = impl_of(t)->ndim;
  if (dim < -n || dim >= n) return -1;
  return impl_of(t)->sizes()[static_cast<size_t>(dim < 0 ? dim + n : dim)];
}
void* vjp_tensor_data(const vjp_tensor* t) {
  note_untraced("vjp_tensor_data");
  if (!has_memory(t, "data")) return nullptr;
  if (impl_of(t)->storage->is_handed_out()) [[likely]]  // a loop asks for every element
    return impl_of(t)->data;
  void* data = nullptr;
  guard([&] {
    hand_out(*impl_of(t));
    data = impl_of(t)->data;
  });
  return data;
}
bool vjp_tensor_shares_storage(const vjp_tensor* a, const vjp_tensor* b) {
  return a && b && tape_of(a)->storage == tape_of(b)->storage;
}

vjp_status vjp_tensor_item(const vjp_tensor* tensor, vjp_scalar* out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    Value v = box(Tensor::share(impl_of(tensor)).item());
    vjp_scalar s{v.kind, 0, {}};
    s.as.complex_value[0] = v.as.complex_value[0];
    s.as.complex_value[1] = v.as.complex_value[1];
    *out = s;
  });
}

vjp_status vjp_tensor_item_float(const vjp_tensor* tensor, double* out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    Scalar s = Tensor::share(impl_of(tensor)).item();
    if (s.kind == VJP_KIND_COMPLEX) {
      fail(VJP_ERROR_DTYPE, "vjp_tensor_item_float: {} is complex; use vjp_tensor_item", describe(*impl_of(tensor)));
    }
    *out = s.to_double();
  });
}

vjp_status vjp_tensor_copy_to(const vjp_tensor* tensor, void* data, size_t bytes, vjp_dtype dtype) {
  return guard([&] {
    VJP_ARG(tensor);
    refuse_batched(*impl_of(tensor), "vjp_tensor_copy_to");
    refuse_sparse(*impl_of(tensor), "vjp_tensor_copy_to");
    Tensor t = Tensor::share(impl_of(tensor));
    Dtype type = checked_dtype(dtype, "vjp_tensor_copy_to");
    check_bytes(t, type, bytes, "vjp_tensor_copy_to");
    if (bytes == 0) return;
    VJP_ARG(data);
    if (t.device().is_cpu()) {
      note_host_access(*t.get(), false);
      Dims sizes(t.sizes());
      kernels_of_cpu().copy(CopyArgs{borrowed_view(data, type, sizes, contiguous_strides(sizes)), t.view()});
      return;
    }
    BelowAutograd guard;
    OperatorName name("copy_to");
    if (t.dtype() != type) t = to(t, type);
    if (!t.contiguous()) t = fresh_copy(t);
    copy_bytes({}, data, t.device(), t.raw(), bytes);
  });
}

vjp_status vjp_tensor_copy_from(vjp_tensor* tensor, const void* data, size_t bytes, vjp_dtype dtype) {
  return guard([&] {
    VJP_ARG(tensor);
    const Tensor& t = borrow(tensor);
    Dtype type = checked_dtype(dtype, "vjp_tensor_copy_from");
    check_bytes(t, type, bytes, "vjp_tensor_copy_from");
    refuse_batched(*t.get(), "vjp_tensor_copy_from");
    refuse_sparse(*t.get(), "vjp_tensor_copy_from");
    check_inplace(*t.get(), grad_enabled() && requires_grad(t), "copy_from");
    if (bytes == 0) return;
    VJP_ARG(data);
    OperatorDevice there(t.device());
    OperatorName name("copy_from");
    Tensor source = Tensor::empty(t.sizes(), type);
    copy_bytes(t.device(), source.raw(), {}, data, bytes);
    copy_(t, source);
  });
}

vjp_status vjp_tensor_index(vjp_tensor* tensor, const vjp_index* items, size_t count, vjp_tensor** out) {
  return guard_recordable([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    if (count > 0) VJP_ARG(items);
    refuse_sparse(*impl_of(tensor), "index");
    *out = give(index_expression(borrow(tensor), {items, count}));
  });
}

vjp_status vjp_tensor_index_put(vjp_tensor* tensor, const vjp_index* items, size_t count, vjp_tensor* value) {
  return guard_recordable([&] {
    VJP_ARG(tensor);
    VJP_ARG(value);
    if (count > 0) VJP_ARG(items);
    refuse_sparse(*impl_of(tensor), "index");
    assign_index_expression(borrow(tensor), {items, count}, borrow(value));
  });
}
