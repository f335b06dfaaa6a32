// vjp/engine.h: grad calls on devices.
#include "vjp/engine.h"

#include "capi/capi.h"
#include "engine/device_worker.h"
#include "engine/task_streams.h"

using namespace vjp;

vjp_status vjp_set_stale_streams(vjp_stale_streams policy) {
  return guard([&] {
    if (policy < VJP_STALE_STREAMS_ERROR || policy > VJP_STALE_STREAMS_OVERRIDE_ALL)
      fail(VJP_ERROR_INVALID, "vjp_set_stale_streams: there is no policy {}", int{policy});
    set_stale_streams(static_cast<StaleStreams>(policy));
  });
}
vjp_stale_streams vjp_get_stale_streams(void) { return static_cast<vjp_stale_streams>(stale_streams()); }

bool vjp_is_fork_without_workers(void) { return has_lost_workers(); }

void vjp_debug_drop_engine_wait(int64_t index) { drop_engine_wait(index); }
int64_t vjp_debug_engine_waits(void) { return engine_waits(); }
void vjp_debug_engine_marks_memory(bool on) { set_mark_used(on); }
vjp_status vjp_debug_dropped_wait(char** out) {
  return guard([&] {
    VJP_ARG(out);
    std::string text = dropped_engine_wait();
    *out = text.empty() ? nullptr : give_text(text);
  });
}
