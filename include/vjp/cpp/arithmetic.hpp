// libvjp for C++: + - * / and comparisons of tensors and numbers, elementwise, with broadcasting.
#ifndef VJP_CPP_ARITHMETIC_HPP
#define VJP_CPP_ARITHMETIC_HPP

#include "vjp/cpp/operators.hpp"

namespace vjp {

#define VJP_CPP_BINARY(symbol, name)                                                     \
  inline Tensor operator symbol(const Tensor& a, const Tensor& b) { return name(a, b); } \
  inline Tensor operator symbol(const Tensor& a, Scalar b) { return name(a, b); }        \
  inline Tensor operator symbol(Scalar a, const Tensor& b) { return name(a, b); }
VJP_CPP_BINARY(+, add)
VJP_CPP_BINARY(-, sub)
VJP_CPP_BINARY(*, mul)
VJP_CPP_BINARY(/, div)
#undef VJP_CPP_BINARY

// In place; what the number form of the comparison's mirror image is, the operators say.
#define VJP_CPP_ASSIGN(symbol, name)                                                   \
  inline Tensor& operator symbol(Tensor& a, const Tensor& b) { return name(a, b), a; } \
  inline Tensor& operator symbol(Tensor& a, Scalar b) { return name(a, b), a; }
VJP_CPP_ASSIGN(+=, add_)
VJP_CPP_ASSIGN(-=, sub_)
VJP_CPP_ASSIGN(*=, mul_)
VJP_CPP_ASSIGN(/=, div_)
#undef VJP_CPP_ASSIGN

#define VJP_CPP_COMPARE(symbol, name)                                                    \
  inline Tensor operator symbol(const Tensor& a, const Tensor& b) { return name(a, b); } \
  inline Tensor operator symbol(const Tensor& a, Scalar b) { return name(a, b); }
VJP_CPP_COMPARE(<, lt)
VJP_CPP_COMPARE(<=, le)
VJP_CPP_COMPARE(>, gt)
VJP_CPP_COMPARE(>=, ge)
VJP_CPP_COMPARE(==, eq)
VJP_CPP_COMPARE(!=, ne)
#undef VJP_CPP_COMPARE

inline Tensor operator-(const Tensor& a) { return neg(a); }
inline Tensor Tensor::operator[](int64_t index) const { return vjp::select(*this, 0, index); }

}  // namespace vjp

#endif
