// What pointwise operators of several files have in common (ops/define.h).
#pragma once

#include "ops/define.h"

namespace vjp {

struct RealPointwise : Pointwise {
  static constexpr bool complex_ok = false;
};
// With integers computed as float32.
struct FloatingPointwise : Pointwise {
  static constexpr ResultType result = ResultType::PromoteFloat;
};
struct RealFloatingPointwise : FloatingPointwise {
  static constexpr bool complex_ok = false;
};

}  // namespace vjp
