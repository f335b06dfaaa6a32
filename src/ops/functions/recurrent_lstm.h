// The operators of ops/recurrent_lstm.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_LstmSteps;

inline std::array<Tensor, 3> _lstm_steps(const Tensor& gates, const Tensor& hx, const Tensor& cx, const Tensor& weight, bool reverse) {
  const Value args[] = {box(gates), box(hx), box(cx), box(weight), box(reverse)};
  std::array<Tensor, 3> outs;
  call(op_LstmSteps, args, outs.data());
  return outs;
}

}  // namespace vjp
