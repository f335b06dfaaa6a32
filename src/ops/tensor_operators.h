// +, -, *, /, comparisons and the helpers of formulas on tensors, so that a formula written for values runs on tensors
// and is recorded there.
#pragma once

#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"

namespace vjp {

inline Tensor operator-(const Tensor& a) { return neg(a); }
#define VJP_TENSOR_OPERATOR(symbol, function)                                                \
  inline Tensor operator symbol(const Tensor& a, const Tensor& b) { return function(a, b); } \
  inline Tensor operator symbol(const Tensor& a, double b) { return function(a, b); }        \
  inline Tensor operator symbol(double a, const Tensor& b) { return function(a, b); }
VJP_TENSOR_OPERATOR(+, add)
VJP_TENSOR_OPERATOR(-, sub)
VJP_TENSOR_OPERATOR(*, mul)
VJP_TENSOR_OPERATOR(/, div)
#undef VJP_TENSOR_OPERATOR

// The helpers of kernel/trace.h on tensors.
inline Tensor like(const Tensor& x, double v) { return full({}, v, x.dtype()); }
inline Tensor like(const Tensor& x, const Tensor& v) { return to(v, x.dtype()); }
inline Tensor real_part(const Tensor& x) { return is_complex(x.dtype()) ? real(x) : x; }
inline Tensor imaginary_unit(const Tensor& x) {
  return full({}, Scalar(std::complex<double>(0, 1)), complex_of(x.dtype()));
}

}  // namespace vjp
