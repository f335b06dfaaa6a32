// vjp/forward.h: forward mode.
#include "vjp/forward.h"

#include "capi/capi.h"
#include "transforms/forward.h"

using namespace vjp;

namespace {

ForwardLevel level_of(uint64_t number, const char* who) {
  return number ? forward_level_in_use(number, who) : innermost_forward_level();
}

}  // namespace

vjp_status vjp_forward_mode_enter(void) {
  return guard([] { enter_forward_level(); });
}
vjp_status vjp_forward_mode_exit(void) {
  return guard([] { leave_forward_level(); });
}
vjp_status vjp_forward_mode_exit_level(uint64_t level) {
  return guard([&] {
    if (!level) fail(VJP_ERROR_INVALID, "vjp_forward_mode_exit_level: 0 is the number of no level");
    leave_forward_level(level);
  });
}
uint64_t vjp_forward_mode_level(void) { return innermost_forward_level().number; }

vjp_status vjp_make_dual(vjp_tensor* primal, vjp_tensor* tangent, vjp_tensor** out) {
  return vjp_make_dual_at(primal, tangent, 0, out);
}
vjp_status vjp_make_dual_at(vjp_tensor* primal, vjp_tensor* tangent, uint64_t level, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(primal);
    VJP_ARG(tangent);
    VJP_ARG(out);
    *out = give(make_dual(borrow(primal), borrow(tangent), level_of(level, "make_dual")));
  });
}
vjp_status vjp_tensor_tangent(vjp_tensor* tensor, vjp_tensor** out) { return vjp_tensor_tangent_at(tensor, 0, out); }
vjp_status vjp_tensor_tangent_at(vjp_tensor* tensor, uint64_t level, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(current_tangent(borrow(tensor), level_of(level, "tangent")));
  });
}
vjp_status vjp_tensor_tangent_level(vjp_tensor* tensor, uint64_t outside, uint64_t* out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    const bool off = mode_word & kModeForwardOff;
    const uint64_t below = outside ? forward_level_in_use(outside, "tangent_level").order : forward_limit.get();
    *out = off ? 0 : highest_tangent(*impl_of(tensor), below).number;
  });
}
vjp_status vjp_unpack_dual(vjp_tensor* dual, vjp_tensor** primal, vjp_tensor** tangent) {
  return vjp_unpack_dual_at(dual, 0, primal, tangent);
}
vjp_status vjp_unpack_dual_at(vjp_tensor* dual, uint64_t level, vjp_tensor** primal, vjp_tensor** tangent) {
  return guard([&] {
    VJP_ARG(dual);
    VJP_ARG(primal);
    VJP_ARG(tangent);
    const ForwardLevel at = level_of(level, "unpack_dual");
    Tensor value = primal_of(borrow(dual), at), derivative = current_tangent(borrow(dual), at);
    *primal = give(std::move(value));
    *tangent = give(std::move(derivative));
  });
}
