// The operators of ops/loss_ctc.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_CtcLosses;
extern const OpDef op_LogAddExp3;
extern const OpDef op_LogShare;
extern const OpDef op_CtcLoss;
extern const OpDef op_CtcLossOfLists;

inline std::array<Tensor, 2> _ctc_losses(const Tensor& log_probs, const Tensor& labels, const Tensor& input_lengths, const Tensor& lengths, int64_t blank) {
  const Value args[] = {box(log_probs), box(labels), box(input_lengths), box(lengths), box(blank)};
  std::array<Tensor, 2> outs;
  call(op_CtcLosses, args, outs.data());
  return outs;
}
inline Tensor _log_add_exp3(const Tensor& a, const Tensor& b, const Tensor& c) {
  const Value args[] = {box(a), box(b), box(c)};
  return call1(op_LogAddExp3, args);
}
inline Tensor _log_share(const Tensor& input, const Tensor& sum) {
  const Value args[] = {box(input), box(sum)};
  return call1(op_LogShare, args);
}
inline Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths, const Tensor& target_lengths, int64_t blank = 0, const char* reduction = "mean", bool zero_infinity = false) {
  const Value args[] = {box(log_probs), box(targets), box(input_lengths), box(target_lengths), box(blank), box(reduction), box(zero_infinity)};
  return call1(op_CtcLoss, args);
}
inline Tensor ctc_loss_lengths(const Tensor& log_probs, const Tensor& targets, IntSpan input_lengths, IntSpan target_lengths, int64_t blank = 0, const char* reduction = "mean", bool zero_infinity = false) {
  const Value args[] = {box(log_probs), box(targets), box(input_lengths), box(target_lengths), box(blank), box(reduction), box(zero_infinity)};
  return call1(op_CtcLossOfLists, args);
}

}  // namespace vjp
