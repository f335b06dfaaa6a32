// vjp/autograd.h: saved values.
#include "graph/saved.h"

#include "capi/capi.h"

using namespace vjp;

namespace {
vjp_guard* give_guard(Guard* region) { return reinterpret_cast<vjp_guard*>(region); }
}  // namespace

vjp_status vjp_saved_tensor_hooks_push(const vjp_saved_tensor_hooks* hooks, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(hooks);
    VJP_ARG(out);
    check_hooks_allowed("vjp_saved_tensor_hooks_push");
    Ref<CallbackHooks> pair = CallbackHooks::make(*hooks);
    *out = give_guard(new PackRegion(PackRegion::level_of(Ref<PackHooks>::share(pair.get()))));
    pair->take_over();
  });
}
vjp_status vjp_saved_tensor_hooks_disable(const char* message, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(message);
    VJP_ARG(out);
    *out = give_guard(new RefusePackRegion(RefusePackRegion::level_of(message)));
  });
}
vjp_status vjp_save_on_cpu(bool, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    check_hooks_allowed("vjp_save_on_cpu");
    *out = give_guard(new PackRegion(PackRegion::level_of(host_hooks())));
  });
}
