// The operators of ops/windows.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Col2im;
extern const OpDef op_Im2col;

inline Tensor col2im(const Tensor& input, IntSpan output_size, IntSpan kernel_size, IntSpan dilation, IntSpan padding, IntSpan stride) {
  const Value args[] = {box(input), box(output_size), box(kernel_size), box(dilation), box(padding), box(stride)};
  return call1(op_Col2im, args);
}
inline Tensor im2col(const Tensor& input, IntSpan kernel_size, IntSpan dilation, IntSpan padding, IntSpan stride) {
  const Value args[] = {box(input), box(kernel_size), box(dilation), box(padding), box(stride)};
  return call1(op_Im2col, args);
}

}  // namespace vjp
