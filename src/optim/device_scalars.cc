#include "optim/device_scalars.h"

#include "device/transfer.h"
#include "tensor/shape.h"

namespace vjp {

Tensor on_device(const Tensor& t, Device device) {
  if (t.device() == device) return t;
  Tensor source = t;
  if (!t.contiguous()) {
    OperatorDevice there(t.device());
    source = Tensor::empty(t.sizes(), t.dtype());
    kernels().copy(source.view(), t.view());
  }
  OperatorDevice here(device);
  Tensor out = Tensor::empty(t.sizes(), t.dtype());
  copy_bytes(device, out.raw(), t.device(), source.raw(), static_cast<size_t>(t.numel()) * size_of(t.dtype()));
  return out;
}

Tensor make_scalar(double value, Dtype dtype, Device device) {
  OperatorDevice here(device);
  Tensor t = Tensor::empty({}, dtype);
  kernels().fill(t.view(), value);
  return t;
}

void fill_tensor(const Tensor& t, double value) {
  OperatorDevice here(t.device());
  kernels().fill(t.view(), value);
  t->bump_version();
}

void copy_tensor(const Tensor& to, const Tensor& from) {
  OperatorDevice here(to.device());
  kernels().copy(to.view(), from.view());
  to->bump_version();
}

}  // namespace vjp
