#include "tensor/dlpack.h"

#include <cstring>
#include <memory>

#include "device/registry.h"
#include "device/transfer.h"

namespace vjp {
namespace {

constexpr int64_t kNoStream = -1;

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
  DLDevice device = dl_device_of(tensor);
  auto holder = std::make_unique<Exported<Managed>>();
  holder->managed = {};
  holder->tensor = tensor;
  for (int i = 0; i < tensor.ndim(); ++i) {
    holder->shape[i] = tensor.sizes()[i];
    holder->strides[i] = tensor.strides()[i];
  }
  holder->managed.dl_tensor = {tensor.raw(),    device, tensor.ndim(), to_dl(tensor.dtype()), holder->shape,
                               holder->strides, 0};
  holder->managed.manager_ctx = holder.get();
  holder->managed.deleter = [](Managed* self) { delete static_cast<Exported<Managed>*>(self->manager_ctx); };
  return &holder.release()->managed;
}

// The description, checked, as far as it does not depend on the version.
struct Described {
  Device device;
  Dtype dtype;
  Dims sizes, strides;
  char* data;
  size_t bytes;  // from the first element to the end of the last
};

Described describe(const DLTensor& t) {
  Device device = device_of_dl(t.device);
  if (t.ndim < 0 || t.ndim > VJP_MAX_DIMS || (t.ndim > 0 && !t.shape)) {
    fail(VJP_ERROR_SHAPE, "from_dlpack: {} dimensions{}; 0 to {} are possible", t.ndim,
         t.shape ? "" : " without a shape", VJP_MAX_DIMS);
  }
  Described out;
  out.device = device;
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

// The whole range of bytes, in its own layout.
Tensor copy_on_device(const Described& from) {
  OperatorDevice there(from.device);
  Ref<Storage> storage = Storage::make(from.bytes);
  if (from.bytes > 0) copy_bytes(from.device, storage->data, from.device, from.data, from.bytes);
  current_stream(from.device).synchronize();
  return Tensor::take(TensorImpl::make(std::move(storage), 0, from.dtype, from.sizes, from.strides));
}

Tensor copy_of(const Described& from) {
  if (!from.device.is_cpu()) return copy_on_device(from);
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
  Ref<Storage> storage = Storage::wrap(from.data, from.bytes, armed, drop, from.device);
  link.release();
  Tensor out = Tensor::take(TensorImpl::make(std::move(storage), 0, from.dtype, from.sizes, from.strides));
  armed->managed = managed;
  return out;
}

std::string_view type_of(Device device) { return device.is_cpu() ? "cpu" : backend_of(device).name; }
bool is_rocm(Device device) { return type_of(device) == "hip"; }

// The reader's work comes after ours. Its stream is known only if the library knows it for good.
void hand_over(const Tensor& tensor, const int64_t* number) {
  Device device = tensor.device();
  if (number && *number == kNoStream) return;
  Ref<Stream> reader = number ? stream_of_dl(device, *number) : Ref<Stream>::share(&Stream::default_of(device));
  Stream& writer = current_stream(device);
  if (!reader) {
    writer.synchronize();
  } else if (reader.get() != &writer) {
    stream_wait_stream(*reader, writer);
  }
  DeviceBlock* block = tensor->storage->device_block();
  if (reader && reader->is_default() && block) record_stream(block, *reader);
}

}  // namespace

DLDevice dl_device_of(const Tensor& tensor) {
  Device device = tensor.device();
  if (device.is_cpu()) return {kDLCPU, 0};
  if (device.type == DeviceType::Cuda) return {kDLCUDA, device.index};
  if (is_rocm(device)) return {kDLROCM, device.index};
  fail(VJP_ERROR_DEVICE, "DLPack has no number for devices of type {}; copy the tensor, {}, to the host first (to)",
       type_of(device), tensor);
}

Device device_of_dl(DLDevice device) {
  Device out;
  switch (device.device_type) {
    case kDLCPU:
    case kDLCUDAHost:
    case kDLROCMHost:
      return out;
    case kDLCUDA:
    case kDLCUDAManaged:
    case kDLROCM:
      if (device.device_id < 0 || device.device_id >= kMaxDevices) break;
      return parse_device(format("{}:{}", device.device_type == kDLROCM ? "hip" : "cuda", device.device_id));
  }
  fail(VJP_ERROR_DEVICE,
       "DLPack's device type {} with index {} is none that can be used; there are the host (1, 3, 11), "
       "cuda (2, 13) and hip (10)",
       device.device_type, device.device_id);
}

Ref<Stream> stream_of_dl(Device device, int64_t number) {
  bool rocm = is_rocm(device);
  if (number == (rocm ? 0 : 1)) return Ref<Stream>::share(&Stream::default_of(device));
  if (number == 2 && !rocm) return nullptr;
  if (number <= 2) {
    fail(VJP_ERROR_INVALID, "DLPack: {} is no stream of {}; there are -1 (none), {} and native handles", number, device,
         rocm ? "0 (the default stream)" : "1 (the default stream), 2 (the thread's own)");
  }
  return Stream::wrap(device, reinterpret_cast<void*>(static_cast<intptr_t>(number)));
}

int64_t dl_number_of(const Stream& stream) {
  if (stream.is_default()) return is_rocm(stream.device) ? 0 : 1;
  return static_cast<int64_t>(reinterpret_cast<intptr_t>(stream.native()));
}

void* to_dlpack(const Tensor& tensor, bool versioned, const int64_t* reader) {
  dl_device_of(tensor);  // can it be done at all?
  if (!tensor.device().is_cpu()) {
    hand_over(tensor, reader);
  } else if (reader) {
    fail(VJP_ERROR_INVALID, "to_dlpack: stream {} was given, and the tensor is on the host, which has none", *reader);
  }
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
