#include "tensor/dlpack.h"

#include <cstring>
#include <memory>

namespace vjp {
namespace {

enum Code : uint8_t { kInt = 0, kUInt = 1, kFloat = 2, kBfloat = 4, kComplex = 5, kBool = 6 };

DLDataType to_dl(Dtype dtype) {
  auto bits = static_cast<uint8_t>(8 * size_of(dtype));
  switch (dtype) {
    case Dtype::Bool:
      return {kBool, bits, 1};
    case Dtype::UInt8:
      return {kUInt, bits, 1};
    case Dtype::BFloat16:
      return {kBfloat, bits, 1};
    default:
      return {is_complex(dtype) ? kComplex : is_floating(dtype) ? kFloat : kInt, bits, 1};
  }
}

Dtype from_dl(DLDataType type) {
  for (int i = VJP_DTYPE_BOOL; i < kNumDtypes; ++i) {
    DLDataType ours = to_dl(static_cast<Dtype>(i));
    if (ours.code == type.code && ours.bits == type.bits && type.lanes == 1) return static_cast<Dtype>(i);
  }
  fail(VJP_ERROR_DTYPE, "from_dlpack: no dtype has type code {}, {} bits and {} lanes", type.code, type.bits,
       type.lanes);
}

// What lives as long as the receiver wants it. The struct comes first, so that its address is the holder's.
template <class Managed>
struct Exported {
  Managed managed;
  Tensor tensor;
  int64_t shape[VJP_MAX_DIMS], strides[VJP_MAX_DIMS];
};

template <class Managed>
Managed* export_as(const Tensor& tensor) {
  if (!tensor.device().is_cpu()) {
    fail(VJP_ERROR_DEVICE,
         "to_dlpack: the tensor is {}; only tensors in host memory can be handed over, move it with to", tensor);
  }
  auto holder = std::make_unique<Exported<Managed>>();
  holder->managed = {};
  holder->tensor = tensor;
  for (int i = 0; i < tensor.ndim(); ++i) {
    holder->shape[i] = tensor.sizes()[i];
    holder->strides[i] = tensor.strides()[i];
  }
  holder->managed.dl_tensor = {
      tensor.raw(), {kDLCPU, 0}, tensor.ndim(), to_dl(tensor.dtype()), holder->shape, holder->strides, 0};
  holder->managed.manager_ctx = holder.get();
  holder->managed.deleter = [](Managed* self) { delete static_cast<Exported<Managed>*>(self->manager_ctx); };
  return &holder.release()->managed;
}

// The description, checked, as far as it does not depend on the version.
struct Described {
  Dtype dtype;
  Dims sizes, strides;
  char* data;
  size_t bytes;  // from the first element to the end of the last
};

Described describe(const DLTensor& t) {
  if (t.device.device_type != kDLCPU && t.device.device_type != kDLCUDAHost) {
    fail(VJP_ERROR_DEVICE, "from_dlpack: the tensor is on device type {}; only host memory (1 or 3) can be used",
         t.device.device_type);
  }
  if (t.ndim < 0 || t.ndim > VJP_MAX_DIMS || (t.ndim > 0 && !t.shape)) {
    fail(VJP_ERROR_SHAPE, "from_dlpack: {} dimensions{}; 0 to {} are possible", t.ndim,
         t.shape ? "" : " without a shape", VJP_MAX_DIMS);
  }
  Described out;
  out.dtype = from_dl(t.dtype);
  out.sizes = Dims(IntSpan(t.shape, static_cast<size_t>(t.ndim)));
  int64_t numel = checked_numel(out.sizes, "from_dlpack");
  out.strides = t.strides ? Dims(IntSpan(t.strides, static_cast<size_t>(t.ndim))) : contiguous_strides(out.sizes);
  __int128 last = 0;
  for (int i = 0; i < t.ndim; ++i) {
    if (out.strides[i] < 0 && out.sizes[i] > 1)
      fail(VJP_ERROR_SHAPE, "from_dlpack: negative stride {}", out.strides[i]);
    if (out.sizes[i] > 1) last += static_cast<__int128>(out.sizes[i] - 1) * out.strides[i];
  }
  if (last >= int64_t{1} << 56) fail(VJP_ERROR_SHAPE, "from_dlpack: strides {} reach beyond memory", out.strides);
  // a dimension of size 1 is never stepped along, whatever its stride says
  for (int i = 0; i < t.ndim; ++i)
    if (out.sizes[i] <= 1 && out.strides[i] < 0) out.strides[i] = 1;
  if (numel > 0 && !t.data) fail(VJP_ERROR_INVALID, "from_dlpack: {} elements without memory", numel);
  out.data = t.data ? static_cast<char*>(t.data) + t.byte_offset : nullptr;
  out.bytes = numel > 0 ? (static_cast<size_t>(last) + 1) * size_of(out.dtype) : 0;
  return out;
}

Tensor copy_of(const Described& from) {
  OperatorDevice here({});
  Tensor out = Tensor::empty(from.sizes, from.dtype);
  size_t size = size_of(from.dtype);
  Dims at = Dims::filled(from.sizes.n, 0);
  for (int64_t i = 0; i < out.numel(); ++i) {
    int64_t place = 0;
    for (int d = 0; d < at.n; ++d) place += at[d] * from.strides[d];
    std::memcpy(out.raw() + static_cast<size_t>(i) * size, from.data + place * static_cast<int64_t>(size), size);
    for (int d = at.n; d-- > 0 && ++at[d] == from.sizes[d];) at[d] = 0;
  }
  return out;
}

template <class Managed>
void call_deleter(void* managed) {
  auto* m = static_cast<Managed*>(managed);
  if (m->deleter) m->deleter(m);
}

template <class Managed>
Tensor import_from(Managed* managed, bool read_only) {
  Described from = describe(managed->dl_tensor);
  size_t alignment = is_complex(from.dtype) ? size_of(from.dtype) / 2 : size_of(from.dtype);
  if (read_only || reinterpret_cast<uintptr_t>(from.data) % alignment != 0) {
    Tensor copy = copy_of(from);
    call_deleter<Managed>(managed);
    return copy;
  }
  // the deleter is armed last: if making the tensor fails, the struct is still the caller's
  struct Link {
    Managed* managed = nullptr;
  };
  auto link = std::make_unique<Link>();
  auto drop = [](void* context) {
    std::unique_ptr<Link> owned(static_cast<Link*>(context));
    if (owned->managed) call_deleter<Managed>(owned->managed);
  };
  Link* armed = link.get();
  Ref<Storage> storage = Storage::wrap(from.data, from.bytes, armed, drop);
  link.release();
  Tensor out = Tensor::take(TensorImpl::make(std::move(storage), 0, from.dtype, from.sizes, from.strides));
  armed->managed = managed;
  return out;
}

}  // namespace

void* to_dlpack(const Tensor& tensor, bool versioned) {
  if (!versioned) return export_as<DLManagedTensor>(tensor);
  auto* out = export_as<DLManagedTensorVersioned>(tensor);
  out->version = {1, 0};
  return out;
}

Tensor from_dlpack(void* managed, bool versioned) {
  if (!versioned) return import_from(static_cast<DLManagedTensor*>(managed), false);
  auto* m = static_cast<DLManagedTensorVersioned*>(managed);
  // of another major version nothing but version, context and deleter may be read
  if (m->version.major != 1) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "from_dlpack: version {}.{} of DLPack; 1.x is understood", m->version.major,
         m->version.minor);
  }
  return import_from(m, (m->flags & kDLFlagReadOnly) != 0);
}

}  // namespace vjp
