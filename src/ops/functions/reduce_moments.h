// The operators of ops/reduce_moments.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Std;
extern const OpDef op_StdUnbiased;
extern const OpDef op_StdUnbiasedDim;
extern const OpDef op_StdMean;
extern const OpDef op_StdMeanUnbiased;
extern const OpDef op_StdMeanUnbiasedDim;
extern const OpDef op_Var;
extern const OpDef op_VarUnbiased;
extern const OpDef op_VarUnbiasedDim;
extern const OpDef op_VarMean;
extern const OpDef op_VarMeanUnbiased;
extern const OpDef op_VarMeanUnbiasedDim;

inline Tensor std(const Tensor& input, std::optional<IntSpan> dim = {}, std::optional<double> correction = 1, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(correction), box(keepdim)};
  return call1(op_Std, args);
}
inline Tensor std_unbiased(const Tensor& input, bool unbiased) {
  const Value args[] = {box(input), box(unbiased)};
  return call1(op_StdUnbiased, args);
}
inline Tensor std_unbiased_dim(const Tensor& input, std::optional<IntSpan> dim, bool unbiased, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(unbiased), box(keepdim)};
  return call1(op_StdUnbiasedDim, args);
}
inline std::array<Tensor, 2> std_mean(const Tensor& input, std::optional<IntSpan> dim = {}, std::optional<double> correction = 1, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(correction), box(keepdim)};
  std::array<Tensor, 2> outs;
  call(op_StdMean, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> std_mean_unbiased(const Tensor& input, bool unbiased) {
  const Value args[] = {box(input), box(unbiased)};
  std::array<Tensor, 2> outs;
  call(op_StdMeanUnbiased, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> std_mean_unbiased_dim(const Tensor& input, std::optional<IntSpan> dim, bool unbiased, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(unbiased), box(keepdim)};
  std::array<Tensor, 2> outs;
  call(op_StdMeanUnbiasedDim, args, outs.data());
  return outs;
}
inline Tensor var(const Tensor& input, std::optional<IntSpan> dim = {}, std::optional<double> correction = 1, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(correction), box(keepdim)};
  return call1(op_Var, args);
}
inline Tensor var_unbiased(const Tensor& input, bool unbiased) {
  const Value args[] = {box(input), box(unbiased)};
  return call1(op_VarUnbiased, args);
}
inline Tensor var_unbiased_dim(const Tensor& input, std::optional<IntSpan> dim, bool unbiased, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(unbiased), box(keepdim)};
  return call1(op_VarUnbiasedDim, args);
}
inline std::array<Tensor, 2> var_mean(const Tensor& input, std::optional<IntSpan> dim = {}, std::optional<double> correction = 1, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(correction), box(keepdim)};
  std::array<Tensor, 2> outs;
  call(op_VarMean, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> var_mean_unbiased(const Tensor& input, bool unbiased) {
  const Value args[] = {box(input), box(unbiased)};
  std::array<Tensor, 2> outs;
  call(op_VarMeanUnbiased, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> var_mean_unbiased_dim(const Tensor& input, std::optional<IntSpan> dim, bool unbiased, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(unbiased), box(keepdim)};
  std::array<Tensor, 2> outs;
  call(op_VarMeanUnbiasedDim, args, outs.data());
  return outs;
}

}  // namespace vjp
