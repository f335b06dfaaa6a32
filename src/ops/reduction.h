// What reductions share: which dimensions go, the launch of a kernel, and bringing a gradient back to the input's
// dimensions.
#pragma once

#include <optional>

#include "ops/op.h"

namespace vjp {

using OptDims = std::optional<IntSpan>;

// One bit a reduced dimension; all of them where `dim` is absent or empty.
uint32_t reduced_dims(int ndim, const OptDims& dim, const char* what);
// The input's sizes with 1 in every reduced dimension.
Dims kept_sizes(IntSpan sizes, uint32_t reduced);
// The result's sizes: those dimensions gone, or 1 with keepdim.
Dims reduced_sizes(IntSpan sizes, uint32_t reduced, bool keepdim);
int64_t reduced_count(IntSpan sizes, uint32_t reduced);

// Runs a reduction kernel; `out_dtype` is the result's.
Tensor run_reduction(Reduction op, const Tensor& input, uint32_t reduced, bool keepdim, Dtype out_dtype, double p = 2,
                     double correction = 1, Tensor* mean = nullptr);
// Max or Min with positions along one dimension.
std::array<Tensor, 2> run_indexed_reduction(Reduction op, const Tensor& input, int dim, bool keepdim);

// A result (or its gradient) with the dimensions that it lost put back as 1. Differentiable.
Tensor with_kept_dims(const Tensor& t, IntSpan input_sizes, uint32_t reduced);
Tensor with_kept_dims(const Tensor& t, IntSpan input_sizes, const OptDims& dim);

// The gradient of an extreme value: shared evenly among the elements that attain it.
Tensor share_among_equals(const Tensor& grad, const Tensor& input, const Tensor& out, uint32_t reduced);
// Its tangent: the mean of those elements' tangents.
Tensor mean_of_equals(const Tensor& tangent, const Tensor& input, const Tensor& out, uint32_t reduced);

// The tangent of elements that were taken along a dimension at `indices`, one a row.
Tensor taken_along(const Tensor& tangent, const Tensor& indices, int64_t dim);

}  // namespace vjp
