// The operators of ops/index_arrange.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Flip;
extern const OpDef op_Repeat;
extern const OpDef op_Roll;
extern const OpDef op_Tile;
extern const OpDef op_Tril;
extern const OpDef op_Triu;

inline Tensor flip(const Tensor& input, IntSpan dims) {
  const Value args[] = {box(input), box(dims)};
  return call1(op_Flip, args);
}
inline Tensor repeat(const Tensor& input, IntSpan repeats) {
  const Value args[] = {box(input), box(repeats)};
  return call1(op_Repeat, args);
}
inline Tensor roll(const Tensor& input, IntSpan shifts, std::optional<IntSpan> dims = {}) {
  const Value args[] = {box(input), box(shifts), box(dims)};
  return call1(op_Roll, args);
}
inline Tensor tile(const Tensor& input, IntSpan dims) {
  const Value args[] = {box(input), box(dims)};
  return call1(op_Tile, args);
}
inline Tensor tril(const Tensor& input, int64_t diagonal = 0) {
  const Value args[] = {box(input), box(diagonal)};
  return call1(op_Tril, args);
}
inline void tril_(const Tensor& input, int64_t diagonal = 0) {
  const Value args[] = {box(input), box(diagonal)};
  call_inplace(op_Tril, args);
}
inline Tensor triu(const Tensor& input, int64_t diagonal = 0) {
  const Value args[] = {box(input), box(diagonal)};
  return call1(op_Triu, args);
}
inline void triu_(const Tensor& input, int64_t diagonal = 0) {
  const Value args[] = {box(input), box(diagonal)};
  call_inplace(op_Triu, args);
}

}  // namespace vjp
