#include "ops/carried.h"

#include <algorithm>

#include "graph/batched.h"
#include "ops/functions/copy.h"

namespace vjp {

bool only_operators_can(TangentReads reads) {
  if ((mode_word & (kModeNoGrad | kModeInterceptKernels)) != kModeNoGrad) return true;
  return batching_in_play() &&
         std::any_of(reads.begin(), reads.end(), [](const Tensor* t) { return *t && is_batched(*t->get()); });
}

ForwardLevel highest_tangent_of(TangentReads reads) {
  ForwardLevel highest;
  if (!forward_level_in_reach()) return highest;
  for (const Tensor* t : reads) {
    const ForwardLevel level = *t ? highest_tangent(*t->get()) : ForwardLevel();
    if (level.order > highest.order) highest = level;
  }
  return highest;
}

void put_gradient_tangent(const Tensor& gradient, ForwardLevel at, const Tensor& tangent) {
  // that of a bias may be the given gradient, or a view of it, with its tangent
  if (tangent && !carries_tangent(*gradient.get(), at)) put_tangent(gradient, at, to(tangent, gradient.dtype()));
}

}  // namespace vjp
