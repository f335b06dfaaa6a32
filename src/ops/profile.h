// What the profiler records of operators (base/profile.h): calls, as the program and other operators make them, and the
// kernels behind them.
#pragma once

#include <string>

#include "base/profile.h"
#include "ops/handler.h"

namespace vjp {

// Runs the whole chain, as an event of this thread's profiler if it has one. From the top.
void call_profiled(OpCall& call);

// The kernel of a call, where the profiler records kernels.
class KernelEvent {
 public:
  explicit KernelEvent(const OpCall& call);

 private:
  EventScope event_;
};

std::string shapes_of(const OpCall& call);  // "[2, 3], [3], 0.5"
int64_t flops_of(const OpCall& call);       // after it has run; 0 where nothing is known

}  // namespace vjp
