// Layouts of tensors: copies in a given one, and results that lie as their arguments do.
#pragma once

#include "tensor/tensor.h"

namespace vjp {

// A copy of `t` with the strides of a dense tensor of the same shape; recorded under grad mode.
Tensor copy_in_layout(const Tensor& t, IntSpan strides);

// The memory format that an argument of an operator names, or an error.
vjp_memory_format format_argument(int64_t memory_format, const char* op);
// The tensor itself, or a copy that lies in the format; recorded under grad mode.
Tensor laid_out(const Tensor& t, int64_t memory_format, const char* op);

// The result of an operator on images: its channels lie side by side where those of an argument do. A format is for as
// many dimensions as the argument has.
Tensor empty_like_images(IntSpan sizes, Dtype dtype, const Tensor& a, const Tensor& b = {});
Tensor empty_images(IntSpan sizes, Dtype dtype, bool channels_last);
// The same of a tensor that is there already; recorded under grad mode.
Tensor laid_out_like(const Tensor& result, const Tensor& input);
// Images row-major, for operators that want them so; the gradient comes to lie as they did.
Tensor row_major_images(const Tensor& images);
// Whether the channels of images lie side by side.
bool has_channels_last(const Tensor& images);

}  // namespace vjp
