#include "graph/guard.h"

#include "base/error.h"
#include "graph/node.h"
#include "tensor/storage.h"

namespace vjp {
namespace {
constinit thread_local Guard* innermost = nullptr;
}

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

ModeRegion::ModeRegion(uint32_t set, uint32_t clear) : former_(mode_word) { set_mode_word((mode_word & ~clear) | set); }
ModeRegion::~ModeRegion() { set_mode_word(former_); }

}  // namespace vjp
