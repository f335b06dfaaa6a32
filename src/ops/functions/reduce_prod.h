// The operators of ops/reduce_prod.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_CumProd;
extern const OpDef op_Prod;
extern const OpDef op_ProdDim;

inline Tensor cumprod(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(dtype)};
  return call1(op_CumProd, args);
}
inline void cumprod_(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(dtype)};
  call_inplace(op_CumProd, args);
}
inline Tensor prod(const Tensor& input, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dtype)};
  return call1(op_Prod, args);
}
inline Tensor prod_dim(const Tensor& input, int64_t dim, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype)};
  return call1(op_ProdDim, args);
}

}  // namespace vjp
