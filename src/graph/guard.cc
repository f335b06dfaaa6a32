#include "graph/guard.h"

#include "base/error.h"
#include "graph/node.h"
#include "tensor/storage.h"

namespace vjp {
namespace {
constinit thread_local Guard* innermost = nullptr;
constinit thread_local bool forward_level = false;

uint32_t with_forward(uint32_t word) {
  bool follow = forward_level && !(word & kModeForwardOff);
  return follow ? word | kModeForward : word & ~uint32_t{kModeForward};
}
}  // namespace

Guard::Guard() : outer_(innermost), thread_(thread_number()) { innermost = this; }

void Guard::exit(Guard* guard) {
  if (guard->thread_ != thread_number()) fail(VJP_ERROR_STATE, "guard: it ends on another thread than it began on");
  if (innermost != guard) fail(VJP_ERROR_STATE, "guard: regions end in the reverse order of their beginning");
  innermost = guard->outer_;
  delete guard;
}

void set_mode_word(uint32_t word) noexcept {
  mode_word = word;
  making_inference_storage = (word & kModeInference) != 0;
}

ModeRegion::ModeRegion(uint32_t set, uint32_t clear) : former_(mode_word), mask_(set | clear) {
  uint32_t word = (mode_word & ~clear) | set;
  set_mode_word(mask_ & kModeForwardOff ? with_forward(word) : word);
}
ModeRegion::~ModeRegion() {
  uint32_t word = (mode_word & ~mask_) | (former_ & mask_);
  set_mode_word(mask_ & kModeForwardOff ? with_forward(word) : word);
}

void set_forward_level(bool entered) noexcept {
  forward_level = entered;
  mode_word = with_forward(mode_word);
}

}  // namespace vjp
