// The operators of ops/row_distances.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_EuclideanDist;
extern const OpDef op_PairNormsOp;
extern const OpDef op_TriangleNorms;
extern const OpDef op_CDist;
extern const OpDef op_Pdist;

inline Tensor _euclidean_dist(const Tensor& x1, const Tensor& x2) {
  const Value args[] = {box(x1), box(x2)};
  return call1(op_EuclideanDist, args);
}
inline Tensor _pair_norms(const Tensor& x1, const Tensor& x2, double p) {
  const Value args[] = {box(x1), box(x2), box(p)};
  return call1(op_PairNormsOp, args);
}
inline Tensor _triangle_norms(const Tensor& input, double p) {
  const Value args[] = {box(input), box(p)};
  return call1(op_TriangleNorms, args);
}
inline Tensor cdist(const Tensor& x1, const Tensor& x2, double p = 2, const char* compute_mode = "use_mm_for_euclid_dist_if_necessary") {
  const Value args[] = {box(x1), box(x2), box(p), box(compute_mode)};
  return call1(op_CDist, args);
}
inline Tensor pdist(const Tensor& input, double p = 2.0) {
  const Value args[] = {box(input), box(p)};
  return call1(op_Pdist, args);
}

}  // namespace vjp
