// C entry points: DLPack.
#include "tensor/dlpack.h"

#include "capi/capi.h"
#include "vjp/autograd.h"

using namespace vjp;

extern "C" {

vjp_status vjp_tensor_to_dlpack(vjp_tensor* tensor, bool versioned, void** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    if (vjp_tensor_requires_grad(tensor)) {
      fail(VJP_ERROR_STATE, "to_dlpack: {} requires grad, which no other library would see; detach it", borrow(tensor));
    }
    *out = to_dlpack(borrow(tensor), versioned);
  });
}

vjp_status vjp_tensor_from_dlpack(void* managed, bool versioned, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(managed);
    VJP_ARG(out);
    *out = give(from_dlpack(managed, versioned));
  });
}

}  // extern "C"
