// The operators of ops/similarity.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_BilinearForm;
extern const OpDef op_CosineSimilarity;
extern const OpDef op_Kron;
extern const OpDef op_Normalize;
extern const OpDef op_PairwiseDistance;

inline Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const Tensor& bias = {}) {
  const Value args[] = {box(input1), box(input2), box(weight), box(bias)};
  return call1(op_BilinearForm, args);
}
inline Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, int64_t dim = 1, double eps = 1e-08) {
  const Value args[] = {box(x1), box(x2), box(dim), box(eps)};
  return call1(op_CosineSimilarity, args);
}
inline Tensor kron(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Kron, args);
}
inline Tensor normalize(const Tensor& input, double p, IntSpan dim, double eps = 1e-12) {
  const Value args[] = {box(input), box(p), box(dim), box(eps)};
  return call1(op_Normalize, args);
}
inline Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, double p = 2.0, double eps = 1e-06, bool keepdim = false) {
  const Value args[] = {box(x1), box(x2), box(p), box(eps), box(keepdim)};
  return call1(op_PairwiseDistance, args);
}

}  // namespace vjp
