// vjp/autocast.h
#include "ops/autocast.h"

#include "capi/capi.h"
#include "vjp/autocast.h"

using namespace vjp;

namespace {

bool is_kind(int32_t kind) { return kind >= 0 && kind < kMaxDeviceTypes; }

}  // namespace

vjp_status vjp_guard_autocast(const vjp_autocast_options* options, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    vjp_autocast_options o = VJP_AUTOCAST_OPTIONS_INIT;
    if (options) o = checked(options, "vjp_autocast_options", "VJP_AUTOCAST_OPTIONS_INIT");
    if (!is_kind(o.device_kind))
      fail(VJP_ERROR_DEVICE, "vjp_autocast_options: device_kind is {}, which is no kind of device", o.device_kind);
    if (o.dtype != VJP_DTYPE_FLOAT16 && o.dtype != VJP_DTYPE_BFLOAT16) {
      fail(VJP_ERROR_DTYPE, "vjp_autocast_options: dtype is {}, expected VJP_DTYPE_FLOAT16 or VJP_DTYPE_BFLOAT16",
           static_cast<int>(o.dtype));
    }
    AutocastSettings settings = AutocastSettings::of_this_thread();
    settings.dtypes[o.device_kind] = o.enabled ? static_cast<Dtype>(o.dtype) : Dtype::None;
    settings.cache = o.cache_enabled != 0;
    *out = give_guard(new AutocastGuard(settings));
  });
}

vjp_dtype vjp_autocast_dtype(int32_t device_kind) {
  if (!is_kind(device_kind)) return VJP_DTYPE_NONE;
  return static_cast<vjp_dtype>(AutocastSettings::of_this_thread().dtypes[device_kind]);
}

bool vjp_autocast_cache_enabled(void) { return AutocastSettings::of_this_thread().cache; }
