// The operators of ops/pointwise_neighbours.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_BinaryExponent;
extern const OpDef op_WideNeighbour;
extern const OpDef op_HalfNeighbour;
extern const OpDef op_Frexp;
extern const OpDef op_Nextafter;

inline Tensor _binary_exponent(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_BinaryExponent, args);
}
inline Tensor _nextafter(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_WideNeighbour, args);
}
inline Tensor _nextafter_half(const Tensor& input, const Tensor& other, double eps, double tiny, double largest) {
  const Value args[] = {box(input), box(other), box(eps), box(tiny), box(largest)};
  return call1(op_HalfNeighbour, args);
}
inline std::array<Tensor, 2> frexp(const Tensor& input) {
  const Value args[] = {box(input)};
  std::array<Tensor, 2> outs;
  call(op_Frexp, args, outs.data());
  return outs;
}
inline Tensor nextafter(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Nextafter, args);
}
inline void nextafter_(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Nextafter, args);
}

}  // namespace vjp
