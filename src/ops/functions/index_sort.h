// The operators of ops/index_sort.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_ArgSort;
extern const OpDef op_KthValue;
extern const OpDef op_Median;
extern const OpDef op_MedianDim;
extern const OpDef op_Sort;
extern const OpDef op_TopK;

inline Tensor argsort(const Tensor& input, int64_t dim = -1, bool descending = false, bool stable = false) {
  const Value args[] = {box(input), box(dim), box(descending), box(stable)};
  return call1(op_ArgSort, args);
}
inline std::array<Tensor, 2> kthvalue(const Tensor& input, int64_t k, int64_t dim = -1, bool keepdim = false) {
  const Value args[] = {box(input), box(k), box(dim), box(keepdim)};
  std::array<Tensor, 2> outs;
  call(op_KthValue, args, outs.data());
  return outs;
}
inline Tensor median(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Median, args);
}
inline std::array<Tensor, 2> median_dim(const Tensor& input, int64_t dim, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  std::array<Tensor, 2> outs;
  call(op_MedianDim, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> sort(const Tensor& input, int64_t dim = -1, bool descending = false, bool stable = false) {
  const Value args[] = {box(input), box(dim), box(descending), box(stable)};
  std::array<Tensor, 2> outs;
  call(op_Sort, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> topk(const Tensor& input, int64_t k, int64_t dim = -1, bool largest = true, bool sorted = true) {
  const Value args[] = {box(input), box(k), box(dim), box(largest), box(sorted)};
  std::array<Tensor, 2> outs;
  call(op_TopK, args, outs.data());
  return outs;
}

}  // namespace vjp
