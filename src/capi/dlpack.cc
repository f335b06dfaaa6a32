// C entry points: DLPack.
#include "tensor/dlpack.h"

#include "capi/capi.h"
#include "device/registry.h"
#include "graph/later.h"
#include "tensor/sparse.h"
#include "vjp/dlpack.h"
#include "vjp/grad.h"

using namespace vjp;

extern "C" {

vjp_status vjp_tensor_to_dlpack(vjp_tensor* tensor, bool versioned, void** out) {
  return vjp_tensor_to_dlpack_stream(tensor, versioned, NULL, out);
}

vjp_status vjp_tensor_to_dlpack_stream(vjp_tensor* tensor, bool versioned, const int64_t* stream, void** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    refuse_batched(*impl_of(tensor), "to_dlpack");
    refuse_sparse(*impl_of(tensor), "to_dlpack");
    if (vjp_tensor_requires_grad(tensor)) {
      fail(VJP_ERROR_STATE, "to_dlpack: {} requires grad, which no other library would see; detach it", borrow(tensor));
    }
    hand_out(*borrow(tensor).get());
    *out = to_dlpack(borrow(tensor), versioned, stream);
  });
}

vjp_status vjp_tensor_from_dlpack(void* managed, bool versioned, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(managed);
    VJP_ARG(out);
    *out = give(from_dlpack(managed, versioned));
  });
}

vjp_status vjp_tensor_dlpack_device(const vjp_tensor* tensor, int32_t* device_type, int32_t* device_id) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(device_type);
    VJP_ARG(device_id);
    DLDevice device = dl_device_of(borrow(const_cast<vjp_tensor*>(tensor)));
    *device_type = device.device_type;
    *device_id = device.device_id;
  });
}

vjp_status vjp_device_from_dlpack(int32_t device_type, int32_t device_id, vjp_device* out) {
  return guard([&] {
    VJP_ARG(out);
    *out = to_c(device_of_dl({device_type, device_id}));
  });
}

vjp_status vjp_stream_dlpack_number(vjp_stream* stream, int64_t* out) {
  return guard([&] {
    VJP_ARG(stream);
    VJP_ARG(out);
    *out = dl_number_of(*reinterpret_cast<Stream*>(stream));
  });
}

}  // extern "C"
