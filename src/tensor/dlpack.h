// DLPack: tensors shared with other libraries in the same process, without a copy.
#pragma once

#include <cstdint>

#include "device/stream.h"
#include "tensor/tensor.h"

namespace vjp {

// The structs of DLPack 1.x, declared after its specification; names are the specification's.
struct DLDevice {
  int32_t device_type;
  int32_t device_id;
};
struct DLDataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};
struct DLTensor {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;  // in elements; null: row-major
  uint64_t byte_offset;
};
struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(DLManagedTensor* self);
};
struct DLPackVersion {
  uint32_t major;
  uint32_t minor;
};
struct DLManagedTensorVersioned {
  DLPackVersion version;
  void* manager_ctx;
  void (*deleter)(DLManagedTensorVersioned* self);
  uint64_t flags;
  DLTensor dl_tensor;
};
inline constexpr int32_t kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3, kDLROCM = 10, kDLROCMHost = 11, kDLCUDAManaged = 13;
inline constexpr uint64_t kDLFlagReadOnly = 1, kDLFlagCopied = 2;

DLDevice dl_device_of(const Tensor& tensor);  // throws where DLPack has no number
Device device_of_dl(DLDevice device);         // throws likewise
// The stream of a number of Python's array API, and the number of a stream. Null: cudaStreamPerThread, which no two
// threads mean alike.
Ref<Stream> stream_of_dl(Device device, int64_t number);
int64_t dl_number_of(const Stream& stream);

// A struct for the receiver, who calls its deleter: DLManagedTensorVersioned or DLManagedTensor. Of a tensor on a
// device the `reader` (null: the default stream; -1: nobody) waits for the current stream.
void* to_dlpack(const Tensor& tensor, bool versioned, const int64_t* reader = nullptr);

// Takes the struct over unless it throws. The tensor lies in the sender's memory; if that is read-only or its elements
// are not aligned to their size, it is a copy and the sender's memory is given back at once, of a device after a wait.
Tensor from_dlpack(void* managed, bool versioned);

}  // namespace vjp
