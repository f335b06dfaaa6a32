// The operators of ops/index_turn.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_FlipLR;
extern const OpDef op_FlipUD;
extern const OpDef op_RepeatInterleave;
extern const OpDef op_RepeatInterleaveTensor;
extern const OpDef op_Rot90;

inline Tensor fliplr(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_FlipLR, args);
}
inline Tensor flipud(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_FlipUD, args);
}
inline Tensor repeat_interleave(const Tensor& input, int64_t repeats, std::optional<int64_t> dim = {}, std::optional<int64_t> output_size = {}) {
  const Value args[] = {box(input), box(repeats), box(dim), box(output_size)};
  return call1(op_RepeatInterleave, args);
}
inline Tensor repeat_interleave_tensor(const Tensor& input, const Tensor& repeats, std::optional<int64_t> dim = {}, std::optional<int64_t> output_size = {}) {
  const Value args[] = {box(input), box(repeats), box(dim), box(output_size)};
  return call1(op_RepeatInterleaveTensor, args);
}
inline Tensor rot90(const Tensor& input, int64_t k = 1, std::optional<IntSpan> dims = {}) {
  const Value args[] = {box(input), box(k), box(dims)};
  return call1(op_Rot90, args);
}

}  // namespace vjp
