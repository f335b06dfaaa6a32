// The operators of ops/recurrent_steps.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_GruSteps;
extern const OpDef op_RnnSteps;

inline std::array<Tensor, 2> _gru_steps(const Tensor& gates, const Tensor& hx, const Tensor& weight, const Tensor& bias, bool reverse) {
  const Value args[] = {box(gates), box(hx), box(weight), box(bias), box(reverse)};
  std::array<Tensor, 2> outs;
  call(op_GruSteps, args, outs.data());
  return outs;
}
inline Tensor _rnn_steps(const Tensor& gates, const Tensor& hx, const Tensor& weight, bool relu, bool reverse) {
  const Value args[] = {box(gates), box(hx), box(weight), box(relu), box(reverse)};
  return call1(op_RnnSteps, args);
}

}  // namespace vjp
