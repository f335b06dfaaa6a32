// The mode in which derivatives of functions are computed.
#pragma once

#include "graph/modes.h"
#include "tensor/storage.h"

namespace vjp {

// Recorded, whatever the caller's mode (spec HIGH-3, PAT-1).
class Recording : ModeGuard {
 public:
  Recording() : ModeGuard(0, kModeNoGrad | kModeInference), former_(making_inference_storage) {
    making_inference_storage = false;
  }
  ~Recording() { making_inference_storage = former_; }

 private:
  bool former_;
};

}  // namespace vjp
