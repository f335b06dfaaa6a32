// The operators of ops/pointwise_special.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_BesselJ0;
extern const OpDef op_BesselJ1;
extern const OpDef op_BesselY0;
extern const OpDef op_BesselY1;
extern const OpDef op_Erfcx;
extern const OpDef op_I0;
extern const OpDef op_I0e;
extern const OpDef op_I1;
extern const OpDef op_I1e;
extern const OpDef op_LogNdtr;
extern const OpDef op_ModifiedBesselI0;
extern const OpDef op_ModifiedBesselI1;
extern const OpDef op_ModifiedBesselK0;
extern const OpDef op_ModifiedBesselK1;
extern const OpDef op_Multigammaln;
extern const OpDef op_Mvlgamma;
extern const OpDef op_Ndtri;
extern const OpDef op_PolygammaOrderFirst;
extern const OpDef op_Polygamma;
extern const OpDef op_ScaledModifiedBesselK0;
extern const OpDef op_ScaledModifiedBesselK1;
extern const OpDef op_SphericalBesselJ0;
extern const OpDef op_Zeta;

inline Tensor bessel_j0(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_BesselJ0, args);
}
inline void bessel_j0_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_BesselJ0, args);
}
inline Tensor bessel_j1(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_BesselJ1, args);
}
inline void bessel_j1_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_BesselJ1, args);
}
inline Tensor bessel_y0(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_BesselY0, args);
}
inline void bessel_y0_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_BesselY0, args);
}
inline Tensor bessel_y1(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_BesselY1, args);
}
inline void bessel_y1_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_BesselY1, args);
}
inline Tensor erfcx(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Erfcx, args);
}
inline void erfcx_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Erfcx, args);
}
inline Tensor i0(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_I0, args);
}
inline void i0_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_I0, args);
}
inline Tensor i0e(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_I0e, args);
}
inline void i0e_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_I0e, args);
}
inline Tensor i1(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_I1, args);
}
inline void i1_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_I1, args);
}
inline Tensor i1e(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_I1e, args);
}
inline void i1e_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_I1e, args);
}
inline Tensor log_ndtr(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_LogNdtr, args);
}
inline void log_ndtr_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_LogNdtr, args);
}
inline Tensor modified_bessel_i0(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ModifiedBesselI0, args);
}
inline void modified_bessel_i0_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_ModifiedBesselI0, args);
}
inline Tensor modified_bessel_i1(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ModifiedBesselI1, args);
}
inline void modified_bessel_i1_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_ModifiedBesselI1, args);
}
inline Tensor modified_bessel_k0(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ModifiedBesselK0, args);
}
inline void modified_bessel_k0_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_ModifiedBesselK0, args);
}
inline Tensor modified_bessel_k1(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ModifiedBesselK1, args);
}
inline void modified_bessel_k1_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_ModifiedBesselK1, args);
}
inline Tensor multigammaln(const Tensor& input, int64_t p) {
  const Value args[] = {box(input), box(p)};
  return call1(op_Multigammaln, args);
}
inline Tensor mvlgamma(const Tensor& input, int64_t p) {
  const Value args[] = {box(input), box(p)};
  return call1(op_Mvlgamma, args);
}
inline void mvlgamma_(const Tensor& input, int64_t p) {
  const Value args[] = {box(input), box(p)};
  call_inplace(op_Mvlgamma, args);
}
inline Tensor ndtri(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Ndtri, args);
}
inline void ndtri_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Ndtri, args);
}
inline Tensor polygamma(int64_t n, const Tensor& input) {
  const Value args[] = {box(n), box(input)};
  return call1(op_PolygammaOrderFirst, args);
}
inline Tensor polygamma_input(const Tensor& input, int64_t n) {
  const Value args[] = {box(input), box(n)};
  return call1(op_Polygamma, args);
}
inline void polygamma_input_(const Tensor& input, int64_t n) {
  const Value args[] = {box(input), box(n)};
  call_inplace(op_Polygamma, args);
}
inline Tensor scaled_modified_bessel_k0(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ScaledModifiedBesselK0, args);
}
inline void scaled_modified_bessel_k0_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_ScaledModifiedBesselK0, args);
}
inline Tensor scaled_modified_bessel_k1(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ScaledModifiedBesselK1, args);
}
inline void scaled_modified_bessel_k1_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_ScaledModifiedBesselK1, args);
}
inline Tensor spherical_bessel_j0(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_SphericalBesselJ0, args);
}
inline void spherical_bessel_j0_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_SphericalBesselJ0, args);
}
inline Tensor zeta(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Zeta, args);
}
inline void zeta_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Zeta, args);
}

}  // namespace vjp
