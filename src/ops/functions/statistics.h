// The operators of ops/statistics.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_AMinMax;
extern const OpDef op_MostFrequent;
extern const OpDef op_MSort;
extern const OpDef op_NanMedian;
extern const OpDef op_NanMedianDim;
extern const OpDef op_NanQuantile;
extern const OpDef op_NanQuantileTensor;
extern const OpDef op_Quantile;
extern const OpDef op_QuantileTensor;

inline std::array<Tensor, 2> aminmax(const Tensor& input, std::optional<int64_t> dim = {}, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  std::array<Tensor, 2> outs;
  call(op_AMinMax, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> mode_dim(const Tensor& input, int64_t dim = -1, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  std::array<Tensor, 2> outs;
  call(op_MostFrequent, args, outs.data());
  return outs;
}
inline Tensor msort(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_MSort, args);
}
inline Tensor nanmedian(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_NanMedian, args);
}
inline std::array<Tensor, 2> nanmedian_dim(const Tensor& input, int64_t dim, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  std::array<Tensor, 2> outs;
  call(op_NanMedianDim, args, outs.data());
  return outs;
}
inline Tensor nanquantile(const Tensor& input, double q, std::optional<int64_t> dim = {}, bool keepdim = false, const char* interpolation = "linear") {
  const Value args[] = {box(input), box(q), box(dim), box(keepdim), box(interpolation)};
  return call1(op_NanQuantile, args);
}
inline Tensor nanquantile_tensor(const Tensor& input, const Tensor& q, std::optional<int64_t> dim = {}, bool keepdim = false, const char* interpolation = "linear") {
  const Value args[] = {box(input), box(q), box(dim), box(keepdim), box(interpolation)};
  return call1(op_NanQuantileTensor, args);
}
inline Tensor quantile(const Tensor& input, double q, std::optional<int64_t> dim = {}, bool keepdim = false, const char* interpolation = "linear") {
  const Value args[] = {box(input), box(q), box(dim), box(keepdim), box(interpolation)};
  return call1(op_Quantile, args);
}
inline Tensor quantile_tensor(const Tensor& input, const Tensor& q, std::optional<int64_t> dim = {}, bool keepdim = false, const char* interpolation = "linear") {
  const Value args[] = {box(input), box(q), box(dim), box(keepdim), box(interpolation)};
  return call1(op_QuantileTensor, args);
}

}  // namespace vjp
