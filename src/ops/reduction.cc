#include "ops/reduction.h"

#include "ops/functions/arithmetic.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"

namespace vjp {

uint32_t reduced_dims(int ndim, const OptDims& dim, const char* what) {
  if (!dim || dim->empty()) return ndim ? (1u << ndim) - 1 : 0;
  uint32_t mask = 0;
  for (int64_t d : *dim) {
    uint32_t bit = 1u << wrap_dim(d, ndim, what);
    if (mask & bit) fail(VJP_ERROR_INVALID, "{}: dimension {} is given twice in {}", what, d, *dim);
    mask |= bit;
  }
  return ndim ? mask : 0;
}

Dims kept_sizes(IntSpan sizes, uint32_t reduced) {
  Dims kept(sizes);
  for (int d = 0; d < kept.n; ++d)
    if (reduced >> d & 1) kept[d] = 1;
  return kept;
}

Dims reduced_sizes(IntSpan sizes, uint32_t reduced, bool keepdim) {
  if (keepdim) return kept_sizes(sizes, reduced);
  Dims left;
  for (size_t d = 0; d < sizes.size(); ++d)
    if (!(reduced >> d & 1)) left.push_back(sizes[d]);
  return left;
}

int64_t reduced_count(IntSpan sizes, uint32_t reduced) {
  int64_t n = 1;
  for (size_t d = 0; d < sizes.size(); ++d)
    if (reduced >> d & 1) n *= sizes[d];
  return n;
}

namespace {
Tensor in_result_form(const Tensor& kept, IntSpan input_sizes, uint32_t reduced, bool keepdim) {
  if (keepdim || !reduced) return kept;
  Dims sizes = reduced_sizes(input_sizes, reduced, false);
  return kept.with_geometry({sizes, contiguous_strides(sizes), 0});
}
}  // namespace

Tensor run_reduction(Reduction op, const Tensor& input, uint32_t reduced, bool keepdim, Dtype out_dtype, double p,
                     double correction, Tensor* mean) {
  Dims kept = kept_sizes(input.sizes(), reduced);
  Tensor out = Tensor::empty(kept, out_dtype);
  ReduceArgs args{};
  args.op = byte_of(op);
  args.in = input.view();
  args.out = out.view();
  args.p = p;
  args.correction = correction;
  Tensor mean_kept;
  if (mean) {
    mean_kept = Tensor::empty(kept, input.dtype());
    args.mean = mean_kept.view();
  }
  kernels().reduce(args);
  if (mean) *mean = in_result_form(mean_kept, input.sizes(), reduced, keepdim);
  return in_result_form(out, input.sizes(), reduced, keepdim);
}

std::array<Tensor, 2> run_indexed_reduction(Reduction op, const Tensor& input, int dim, bool keepdim) {
  uint32_t reduced = input.ndim() ? 1u << dim : 0;
  Dims kept = kept_sizes(input.sizes(), reduced);
  Tensor out = Tensor::empty(kept, input.dtype()), indices = Tensor::empty(kept, Dtype::Int64);
  ReduceArgs args{};
  args.op = byte_of(op);
  args.in = input.view();
  args.out = out.view();
  args.indices = indices.view();
  kernels().reduce(args);
  return {in_result_form(out, input.sizes(), reduced, keepdim),
          in_result_form(indices, input.sizes(), reduced, keepdim)};
}

Tensor with_kept_dims(const Tensor& t, IntSpan input_sizes, uint32_t reduced) {
  Dims kept = kept_sizes(input_sizes, reduced);
  return same(t.sizes(), kept) ? t : reshape(t, kept);
}

Tensor with_kept_dims(const Tensor& t, IntSpan input_sizes, const OptDims& dim) {
  return with_kept_dims(t, input_sizes, reduced_dims(static_cast<int>(input_sizes.size()), dim, "reduction"));
}

namespace {
Dims listed(uint32_t reduced, int ndim) {
  Dims dims;
  for (int d = 0; d < ndim; ++d)
    if (reduced >> d & 1) dims.push_back(d);
  return dims;
}

// How many elements of the reduced dimensions equal `value`, or are NaN: the extreme of what has a NaN is NaN.
Tensor number_of_equals(const Tensor& input, const Tensor& value, uint32_t reduced) {
  const Tensor one = full({}, 1, input.dtype());
  return sum(_where_equal(input, value, one), IntSpan(listed(reduced, input.ndim())), true, wide_of(input.dtype()));
}
}  // namespace

Tensor share_among_equals(const Tensor& grad, const Tensor& input, const Tensor& out, uint32_t reduced) {
  if (!reduced) return grad;
  const Tensor value = with_kept_dims(out, input.sizes(), reduced);
  const Tensor share = div(with_kept_dims(grad, input.sizes(), reduced), number_of_equals(input, value, reduced));
  return _where_equal(input, value, narrowed(share, grad.dtype()));
}

Tensor mean_of_equals(const Tensor& tangent, const Tensor& input, const Tensor& out, uint32_t reduced) {
  if (!reduced) return tangent;
  const Tensor value = with_kept_dims(out, input.sizes(), reduced);
  const Tensor chosen = sum(_where_equal(input, value, wide(tangent)), IntSpan(listed(reduced, input.ndim())), true);
  return reshape(div(chosen, number_of_equals(input, value, reduced)), out.sizes());
}

Tensor taken_along(const Tensor& tangent, const Tensor& indices, int64_t dim) {
  if (tangent.ndim() == 0) return tangent;
  uint32_t reduced = 1u << wrap_dim(dim, tangent.ndim(), "gather");
  return reshape(gather(tangent, dim, with_kept_dims(indices, tangent.sizes(), reduced)), indices.sizes());
}

}  // namespace vjp
