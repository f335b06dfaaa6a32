// Forward over reverse: gradients that a rule computes with a kernel of its own, and their tangents by a formula, where
// tangents are carried along and nothing is recorded. What the gradients' operators would compute with tangents, the
// formula computes from what the node has kept.
#pragma once

#include <array>
#include <initializer_list>

#include "ops/tangent.h"

namespace vjp {

using TangentReads =
    std::initializer_list<const Tensor*>;  // what a rule reads and may have tangents; undefined ones too

// Whether operators have to compute, because they are recorded or seen, or because what they read is batched.
bool only_operators_can(TangentReads reads);
// The highest level in reach at which one of them has a tangent.
ForwardLevel highest_tangent_of(TangentReads reads);
inline Tensor tangent_at(const Tensor& t, ForwardLevel at) { return t ? tangent_of(t, at) : Tensor(); }
// Gives a gradient its tangent, which may be undefined: zero.
void put_gradient_tangent(const Tensor& gradient, ForwardLevel at, const Tensor& tangent);

// Gradients and their tangents at a level.
template <size_t N>
struct WithTangents {
  std::array<Tensor, N> gradients, tangents;
};

// Gradients by `kernel()`, by `operators()` where nothing else can. Where what is read has tangents, `both(level)`
// gives gradients and tangents, computed below the level; at lower levels kept results are constants, so where
// highest_tangent_of finds one inside `both`, it must not read them.
template <class Kernel, class Operators, class Both>
auto carried_gradients(TangentReads reads, const Kernel& kernel, const Operators& operators, const Both& both)
    -> decltype(kernel()) {
  if (!derivatives_followed()) return kernel();
  if (only_operators_can(reads)) return operators();
  const ForwardLevel at = highest_tangent_of(reads);
  if (!at) return kernel();
  BelowLevel below(at);
  ModeGuard unseen(0, kModeObserveOps);  // who counts operators counts those of values
  auto [gradients, tangents] = both(at);
  for (size_t i = 0; i < gradients.size(); ++i) {
    if (gradients[i]) put_gradient_tangent(gradients[i], at, tangents[i]);
  }
  return gradients;
}

}  // namespace vjp
