// vjp/intercept.h
#include "transforms/intercept.h"

#include "capi/capi.h"

using namespace vjp;

vjp_status vjp_guard_intercept(vjp_intercept_place place, vjp_intercept_fn fn, void* context, void (*drop)(void*),
                               vjp_guard** out) {
  return guard([&] {
    VJP_ARG(fn);
    VJP_ARG(out);
    if (place != VJP_INTERCEPT_BELOW_AUTOGRAD && place != VJP_INTERCEPT_ABOVE_AUTOGRAD)
      fail(VJP_ERROR_INVALID, "vjp_guard_intercept: {} is no place", static_cast<int>(place));
    auto function = Ref<InterceptFunction>::take(new InterceptFunction(fn, context));
    auto* region = new InterceptRegion(
        place == VJP_INTERCEPT_ABOVE_AUTOGRAD ? kModeInterceptCalls : kModeInterceptKernels, function);
    function->own_context(drop);
    *out = give_guard(region);
  });
}

vjp_status vjp_intercept_next(const vjp_intercepted_call* call, const vjp_value* args, vjp_tensor_list** out) {
  return guard([&] {
    VJP_ARG(call);
    std::vector<Tensor> results = go_on(*call, args);
    if (out) *out = give_list(std::move(results));
  });
}
