// vjp/pending.h: grad calls that are started and not waited for.
#include "vjp/pending.h"

#include <cmath>

#include "capi/capi.h"
#include "engine/pending_call.h"
#include "vjp/grad.h"

using namespace vjp;

namespace {

PendingCall* run_of(vjp_pending* pending) { return reinterpret_cast<PendingCall*>(pending); }
const PendingCall* run_of(const vjp_pending* pending) { return reinterpret_cast<const PendingCall*>(pending); }

// A callback of a waiting thread may release the caller's handle.
class Held {
 public:
  explicit Held(vjp_pending* pending) : run_(*run_of(pending)) { run_.retain_handle(); }
  ~Held() { run_.release_handle(); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  PendingCall* operator->() const { return &run_; }

 private:
  PendingCall& run_;
};

PendingCall::Clock::time_point deadline_after(double seconds) {
  using Clock = PendingCall::Clock;
  constexpr double kLong = 1e9;  // no clock overflows
  if (seconds >= kLong) return Clock::time_point::max();
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

vjp_status vjp_grad_call_start(vjp_grad_call* call, vjp_pending** out) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(out);
    Ref<PendingCall> run = PendingCall::start(Ref<GradCall>::share(reinterpret_cast<GradCall*>(call)));
    *out = reinterpret_cast<vjp_pending*>(run.detach());
  });
}
vjp_pending* vjp_pending_retain(vjp_pending* pending) {
  if (pending) run_of(pending)->retain_handle();
  return pending;
}
void vjp_pending_release(vjp_pending* pending) {
  if (pending) run_of(pending)->release_handle();
}

bool vjp_pending_done(const vjp_pending* pending) { return pending && run_of(pending)->done(); }
bool vjp_pending_failed(const vjp_pending* pending) { return pending && run_of(pending)->failed(); }
vjp_status vjp_pending_wait(vjp_pending* pending) {
  return guard([&] {
    VJP_ARG(pending);
    Held(pending)->wait();
  });
}
vjp_status vjp_pending_wait_for(vjp_pending* pending, double seconds, bool* done) {
  return guard([&] {
    VJP_ARG(pending);
    VJP_ARG(done);
    if (!(seconds >= 0)) {
      fail(VJP_ERROR_INVALID, "vjp_pending_wait_for: expected a number of seconds from 0, got {}", seconds);
    }
    *done = Held(pending)->wait(deadline_after(seconds));
  });
}
size_t vjp_pending_num_inputs(const vjp_pending* pending) { return pending ? run_of(pending)->num_inputs() : 0; }
vjp_status vjp_pending_result(vjp_pending* pending, size_t input, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(pending);
    VJP_ARG(out);
    *out = give(Held(pending)->result(input));
  });
}
vjp_status vjp_pending_add_callback(vjp_pending* pending, vjp_pending_fn fn, void* context, void (*drop)(void*)) {
  return guard([&] {
    VJP_ARG(pending);
    VJP_ARG(fn);
    Held(pending)->add_callback(fn, context, drop);
  });
}
void vjp_pending_cancel(vjp_pending* pending) {
  if (pending) run_of(pending)->cancel();
}
