#include "ops/interceptor.h"

#include <algorithm>

namespace vjp {

VJP_THREAD_SLOT(Interceptors, interceptors, kTravelsInCall){};

static void put(uint32_t place, Interceptor* innermost, bool on) {
  interceptors.own().at(place) = innermost;
  mode_word = (mode_word & ~place) | (on ? place : 0);
}

// Levels that were off stay off inside.
InterceptScope::InterceptScope(uint32_t place, Interceptor* interceptor)
    : place_(place), entered_(interceptor), was_on_(mode_word & place), former_(interceptors.own().at(place)) {
  if (!interceptor) return;
  interceptor->outer_ = was_on_ ? former_ : nullptr;
  put(place, interceptor, true);
}
InterceptScope::~InterceptScope() {
  if (entered_) put(place_, former_, was_on_);
}

std::vector<std::unique_ptr<Interceptor>> interceptors_for_other_thread() {
  std::vector<std::unique_ptr<Interceptor>> copies;
  if (!(mode_word & kModeInterceptKernels)) return copies;
  for (const Interceptor* level = interceptors->kernels; level; level = level->outer_)
    if (auto copy = level->for_other_thread()) copies.push_back(std::move(copy));
  std::reverse(copies.begin(), copies.end());
  return copies;
}

// The innermost level is off while it handles a call.
struct InterceptLevel {
  explicit InterceptLevel(uint32_t at) : place(at), level(interceptors.own().at(at)) {
    put(place, level->outer_, level->outer_);
  }
  ~InterceptLevel() { put(place, level, true); }
  InterceptLevel(const InterceptLevel&) = delete;
  InterceptLevel& operator=(const InterceptLevel&) = delete;

  template <uint32_t place>
  static void handle(OpCall& call) {
    InterceptLevel innermost(place);
    innermost.level->handle(call);
  }

  uint32_t place;
  Interceptor* level;
};

namespace {

VJP_HANDLER(intercept_calls, kModeInterceptCalls, kAllForms, true, InterceptLevel::handle<kModeInterceptCalls>);
VJP_HANDLER(intercept_kernels, kModeInterceptKernels, kAllForms, true, InterceptLevel::handle<kModeInterceptKernels>);
VJP_HANDLER(observe_ops, kModeObserveOps, kAllForms, true, InterceptLevel::handle<kModeObserveOps>);

}  // namespace
}  // namespace vjp
