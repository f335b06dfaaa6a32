// DLPack: tensors shared with other libraries in the same process, without a copy.
#pragma once

#include <cstdint>

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
inline constexpr int32_t kDLCPU = 1, kDLCUDAHost = 3;
inline constexpr uint64_t kDLFlagReadOnly = 1, kDLFlagCopied = 2;

// A struct for the receiver, who calls its deleter: DLManagedTensorVersioned or DLManagedTensor.
void* to_dlpack(const Tensor& tensor, bool versioned);

// Takes the struct over unless it throws. The tensor lies in the sender's memory; if that is read-only or its elements
// are not aligned to their size, it is a copy and the sender's memory is given back at once.
Tensor from_dlpack(void* managed, bool versioned);

}  // namespace vjp
