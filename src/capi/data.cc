// vjp/alias.h: replacing what a tensor's handle shows.
#include "capi/capi.h"
#include "graph/meta.h"
#include "tensor/sparse.h"
#include "vjp/alias.h"

using namespace vjp;

vjp_status vjp_tensor_set_data(vjp_tensor* tensor, vjp_tensor* data) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(data);
    refuse_batched(*impl_of(tensor), "set_data");
    refuse_batched(*impl_of(data), "set_data");
    refuse_sparse(*impl_of(tensor), "set_data");
    refuse_sparse(*impl_of(data), "set_data");
    replace_data(*impl_of(tensor), *impl_of(data));
  });
}

vjp_status vjp_tensor_resize_(vjp_tensor* tensor, const int64_t* shape, size_t ndim) {
  return guard([&] {
    VJP_ARG(tensor);
    if (ndim > 0) VJP_ARG(shape);
    if (ndim > VJP_MAX_DIMS) {
      fail(VJP_ERROR_SHAPE, "resize_: a tensor has at most {} dimensions, not {}", VJP_MAX_DIMS, ndim);
    }
    refuse_batched(*impl_of(tensor), "resize_");
    refuse_sparse(*impl_of(tensor), "resize_");
    resize_in_place(*impl_of(tensor), {shape, ndim});
  });
}
