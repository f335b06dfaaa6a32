// The operators of ops/linalg_qr.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_HouseholderProduct;
extern const OpDef op_LinalgQr;
extern const OpDef op_Ormqr;

inline Tensor linalg_householder_product(const Tensor& input, const Tensor& tau) {
  const Value args[] = {box(input), box(tau)};
  return call1(op_HouseholderProduct, args);
}
inline std::array<Tensor, 2> linalg_qr(const Tensor& A, const char* mode = "reduced") {
  const Value args[] = {box(A), box(mode)};
  std::array<Tensor, 2> outs;
  call(op_LinalgQr, args, outs.data());
  return outs;
}
inline Tensor ormqr(const Tensor& input, const Tensor& tau, const Tensor& other, bool left = true, bool transpose = false) {
  const Value args[] = {box(input), box(tau), box(other), box(left), box(transpose)};
  return call1(op_Ormqr, args);
}

}  // namespace vjp
