#include "tensor/place.h"

#include "device/transfer.h"

namespace vjp {

Tensor zeros_on(Device device, IntSpan sizes, Dtype dtype) {
  OperatorDevice there(device);
  return Tensor::zeros(sizes, dtype);
}

Tensor on_host(const Tensor& t) {
  if (t.device().is_cpu()) return t;
  int64_t reach = t.numel() > 0 ? 1 : 0;  // elements from the first to the last, gaps among them
  for (size_t d = 0; d < t.sizes().size() && reach > 0; ++d) reach += (t.sizes()[d] - 1) * t.strides()[d];
  OperatorDevice here({});
  Tensor copy = Tensor::empty(Dims{reach}, t.dtype());
  copy_bytes({}, copy.raw(), t.device(), t.raw(), static_cast<size_t>(reach) * size_of(t.dtype()));
  return copy.with_geometry({Dims(t.sizes()), Dims(t.strides()), 0});
}

Tensor from_host(const Tensor& t, Device device) {
  if (device.is_cpu()) return t;
  OperatorDevice there(device);
  Tensor copy = Tensor::empty(t.sizes(), t.dtype());
  copy_bytes(device, copy.raw(), {}, t.raw(), static_cast<size_t>(t.numel()) * size_of(t.dtype()));
  return copy;
}

}  // namespace vjp
