#include "tensor/host_access.h"

namespace vjp {

void tell_host_access(Instrument& instrument, const TensorImpl& tensor, bool write) {
  if (!tensor.device.is_cpu() || !tensor.storage->pinned_block() || tensor.numel == 0) return;
  instrument.host_access({tensor.data, static_cast<uint32_t>(size_of(tensor.dtype)), static_cast<uint8_t>(tensor.dtype),
                          name_of(tensor.dtype), write, tensor.ndim, tensor.sizes().data(), tensor.strides().data()});
}

}  // namespace vjp
