// vjp/forward.h: forward mode.
#include "vjp/forward.h"

#include "capi/capi.h"
#include "transforms/forward.h"

using namespace vjp;

vjp_status vjp_forward_mode_enter(void) {
  return guard([] { enter_forward_mode(); });
}
vjp_status vjp_forward_mode_exit(void) {
  return guard([] { exit_forward_mode(); });
}
vjp_status vjp_make_dual(vjp_tensor* primal, vjp_tensor* tangent, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(primal);
    VJP_ARG(tangent);
    VJP_ARG(out);
    *out = give(make_dual(borrow(primal), borrow(tangent)));
  });
}
vjp_status vjp_tensor_tangent(vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(current_tangent(borrow(tensor)));
  });
}
vjp_status vjp_unpack_dual(vjp_tensor* dual, vjp_tensor** primal, vjp_tensor** tangent) {
  return guard([&] {
    VJP_ARG(dual);
    VJP_ARG(primal);
    VJP_ARG(tangent);
    Tensor value = primal_of(borrow(dual)), derivative = current_tangent(borrow(dual));
    *primal = give(std::move(value));
    *tangent = give(std::move(derivative));
  });
}
