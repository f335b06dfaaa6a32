// What batching rules of operators are made of (ops/batch.h): batch dimensions brought in front, aligned, and merged
// with dimensions of a sample.
#pragma once

#include "ops/op.h"

namespace vjp {

// An argument with the batch dimension in front: expanded, with stride 0, where it has none.
Tensor with_batch(const Batch& b, int arg, const Tensor& t);
// The same tensor for broadcasting with others whose samples have `rank` dimensions: one that has the batch dimension
// gets dimensions of size 1 behind it. An absent one stays absent.
Tensor aligned(const Batch& b, int arg, const Tensor& t, int rank);

// The batch dimension, in front, becomes the outer part of a sample's dimension `dim`; and back, where that has
// `extent` for each sample.
Tensor folded(const Tensor& t, int dim);
Tensor unfolded(const Tensor& t, int dim, int64_t size, int64_t extent);

// `sizes` with another number in front, and with dimension `dim` `times` as large.
Dims led_by(int64_t size, IntSpan sizes);
Dims times_as_large(IntSpan sizes, int dim, int64_t times);

// The shape of a sample, and its dimension `dim` in the tensor of all samples; a number is one element along dimension
// 0.
Dims sample_sizes(const Batch& b, int arg, const Tensor& t);
// with_batch, a number as one element.
Tensor at_least_one_dim(const Batch& b, int arg, const Tensor& t);

// A rule for an operator of which the first dimension of every argument and result stands for samples anyway.
Tensor along_first(const Batch& b, int arg, const Tensor& t);

}  // namespace vjp
