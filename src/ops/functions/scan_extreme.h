// The operators of ops/scan_extreme.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_LinearScan;
extern const OpDef op_CumMax;
extern const OpDef op_CumMin;
extern const OpDef op_LogCumSumExp;

inline Tensor _linear_scan(const Tensor& factor, const Tensor& input, int64_t dim, bool reverse) {
  const Value args[] = {box(factor), box(input), box(dim), box(reverse)};
  return call1(op_LinearScan, args);
}
inline std::array<Tensor, 2> cummax(const Tensor& input, int64_t dim) {
  const Value args[] = {box(input), box(dim)};
  std::array<Tensor, 2> outs;
  call(op_CumMax, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> cummin(const Tensor& input, int64_t dim) {
  const Value args[] = {box(input), box(dim)};
  std::array<Tensor, 2> outs;
  call(op_CumMin, args, outs.data());
  return outs;
}
inline Tensor logcumsumexp(const Tensor& input, int64_t dim) {
  const Value args[] = {box(input), box(dim)};
  return call1(op_LogCumSumExp, args);
}

}  // namespace vjp
