// The operators of ops/sparse_products.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_SparseProduct;
extern const OpDef op_SparseSample;

inline Tensor _sparse_product(const Tensor& values, const Tensor& begins, const Tensor& indices, const Tensor& other, int64_t rows, bool transposed) {
  const Value args[] = {box(values), box(begins), box(indices), box(other), box(rows), box(transposed)};
  return call1(op_SparseProduct, args);
}
inline Tensor _sparse_sample(const Tensor& a, const Tensor& b, const Tensor& begins, const Tensor& indices) {
  const Value args[] = {box(a), box(b), box(begins), box(indices)};
  return call1(op_SparseSample, args);
}

}  // namespace vjp
