// The operators of ops/complex.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_RealPart;
extern const OpDef op_ConjOp;
extern const OpDef op_ConjPhysical;
extern const OpDef op_ImagPart;
extern const OpDef op_Real;
extern const OpDef op_ResolveConj;
extern const OpDef op_ResolveNeg;
extern const OpDef op_ViewAsComplex;
extern const OpDef op_ViewAsReal;

inline Tensor _real(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_RealPart, args);
}
inline Tensor conj(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ConjOp, args);
}
inline Tensor conj_physical(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ConjPhysical, args);
}
inline void conj_physical_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_ConjPhysical, args);
}
inline Tensor imag(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ImagPart, args);
}
inline Tensor real(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Real, args);
}
inline Tensor resolve_conj(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ResolveConj, args);
}
inline Tensor resolve_neg(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ResolveNeg, args);
}
inline Tensor view_as_complex(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ViewAsComplex, args);
}
inline Tensor view_as_real(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ViewAsReal, args);
}

}  // namespace vjp
