// The operators of ops/differences.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_CumulativeTrapezoid;
extern const OpDef op_CumulativeTrapezoidEven;
extern const OpDef op_Diff;
extern const OpDef op_Gradient;
extern const OpDef op_GradientCoordinates;
extern const OpDef op_GradientSpacings;
extern const OpDef op_Trapezoid;
extern const OpDef op_TrapezoidEven;
extern const OpDef op_Trapz;
extern const OpDef op_TrapzEven;

inline Tensor cumulative_trapezoid(const Tensor& y, const Tensor& x, int64_t dim = -1) {
  const Value args[] = {box(y), box(x), box(dim)};
  return call1(op_CumulativeTrapezoid, args);
}
inline Tensor cumulative_trapezoid_dx(const Tensor& y, double dx = 1, int64_t dim = -1) {
  const Value args[] = {box(y), box(dx), box(dim)};
  return call1(op_CumulativeTrapezoidEven, args);
}
inline Tensor diff(const Tensor& input, int64_t n = 1, int64_t dim = -1, const Tensor& prepend = {}, const Tensor& append = {}) {
  const Value args[] = {box(input), box(n), box(dim), box(prepend), box(append)};
  return call1(op_Diff, args);
}
inline std::vector<Tensor> gradient(const Tensor& input, std::optional<double> spacing = {}, std::optional<IntSpan> dim = {}, int64_t edge_order = 1) {
  const Value args[] = {box(input), box(spacing), box(dim), box(edge_order)};
  return call_list(op_Gradient, args);
}
inline std::vector<Tensor> gradient_coordinates(const Tensor& input, TensorList spacing, std::optional<IntSpan> dim = {}, int64_t edge_order = 1) {
  const Value args[] = {box(input), box(spacing), box(dim), box(edge_order)};
  return call_list(op_GradientCoordinates, args);
}
inline std::vector<Tensor> gradient_spacings(const Tensor& input, std::span<const double> spacing, std::optional<IntSpan> dim = {}, int64_t edge_order = 1) {
  const Value args[] = {box(input), box(spacing), box(dim), box(edge_order)};
  return call_list(op_GradientSpacings, args);
}
inline Tensor trapezoid(const Tensor& y, const Tensor& x, int64_t dim = -1) {
  const Value args[] = {box(y), box(x), box(dim)};
  return call1(op_Trapezoid, args);
}
inline Tensor trapezoid_dx(const Tensor& y, double dx = 1, int64_t dim = -1) {
  const Value args[] = {box(y), box(dx), box(dim)};
  return call1(op_TrapezoidEven, args);
}
inline Tensor trapz(const Tensor& y, const Tensor& x, int64_t dim = -1) {
  const Value args[] = {box(y), box(x), box(dim)};
  return call1(op_Trapz, args);
}
inline Tensor trapz_dx(const Tensor& y, double dx = 1, int64_t dim = -1) {
  const Value args[] = {box(y), box(dx), box(dim)};
  return call1(op_TrapzEven, args);
}

}  // namespace vjp
