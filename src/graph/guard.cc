#include "graph/guard.h"

#include "base/error.h"
#include "base/thread_context.h"
#include "graph/node.h"
#include "graph/scope.h"
#include "graph/tangent.h"
#include "tensor/storage.h"

namespace vjp {

VJP_THREAD_SLOT(Guard*, innermost_guard, kLeftIfWorking) = nullptr;

namespace {

uint32_t with_forward(uint32_t word) {
  bool follow = forward_level_in_reach() && !(word & kModeForwardOff);
  return follow ? word | kModeForward : word & ~uint32_t{kModeForward};
}

}  // namespace

Guard::Guard() : outer_(innermost_guard) {
  Callback::before_change();
  innermost_guard = this;
}

Guard::~Guard() {
  if (innermost_guard == this) innermost_guard = outer_;
}

void Guard::exit(Guard* guard) {
  if (!is_open(guard)) {
    fail(
        VJP_ERROR_STATE,
        "guard: the region has ended, or ends on another thread than it began on; what a callback begins ends with it");
  }
  if (innermost_guard != guard) fail(VJP_ERROR_STATE, "guard: regions end in the reverse order of their beginning");
  Callback::before_change();
  Callback* callback = Callback::current();
  if (callback && callback->found(static_cast<const void*>(guard)))
    fail(VJP_ERROR_STATE, "guard: the region began outside of the callback that runs, which cannot end it");
  innermost_guard = guard->outer_;
  delete guard;
}

bool Guard::is_open(const Guard* guard) noexcept {
  for (auto* g = static_cast<const Guard*>(innermost_guard); g; g = g->outer_)
    if (g == guard) return true;
  return false;
}

void Guard::end_inside(const Guard* outer) noexcept {
  while (innermost_guard && innermost_guard != outer) delete innermost_guard;
}

void set_mode_word(uint32_t word) noexcept {
  mode_word = word;
  making_inference_storage = (word & kModeInference) != 0;
}

ModeRegion::ModeRegion(uint32_t set, uint32_t clear, bool hide_levels)
    : former_(mode_word), mask_(set | clear), former_limit_(forward_limit) {
  if (hide_levels && forward_level_in_reach()) forward_limit = lowest_forward_level.load(std::memory_order_relaxed);
  uint32_t word = (mode_word & ~clear) | set;
  set_mode_word(mask_ & kModeForwardOff ? with_forward(word) : word);
}
ModeRegion::~ModeRegion() {
  if (former_limit_ != forward_limit) forward_limit = former_limit_;
  uint32_t word = (mode_word & ~mask_) | (former_ & mask_);
  set_mode_word(mask_ & kModeForwardOff ? with_forward(word) : word);
}

void follow_forward_level() noexcept { mode_word = with_forward(mode_word); }

}  // namespace vjp
