// Sums, means and counts.
#include "ops/functions/reduce_sum.h"

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/reduction.h"

namespace vjp {

struct Sum : Linear {
  static constexpr Schema schema{
      "sum(Tensor input, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc =
      "The sum over the given dimensions, or over all. Integers and bool are summed as int64 unless dtype is given.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim, Dtype dtype) {
    Tensor x = dtype == Dtype::None ? input : to(input, dtype);
    Dtype result = dtype != Dtype::None ? dtype : is_integral(x.dtype()) ? Dtype::Int64 : x.dtype();
    return run_reduction(Reduction::Sum, x, reduced_dims(x.ndim(), dim, "sum"), keepdim, result);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape, Attr<"dim", OptDims> dim) -> Tensor {
        return expand(with_kept_dims(g, shape, dim), shape);
      }));
};
VJP_DEFINE(Sum);

struct Mean : Linear {
  static constexpr Schema schema{
      "mean(Tensor input, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc =
      "The mean over the given dimensions, or over all; of floating and complex tensors.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim, Dtype dtype) {
    Tensor x = dtype == Dtype::None ? input : to(input, dtype);
    if (is_integral(x.dtype())) {
      fail(VJP_ERROR_DTYPE, "mean: not defined for {}; convert the tensor or give a floating dtype", x.dtype());
    }
    uint32_t reduced = reduced_dims(x.ndim(), dim, "mean");
    Tensor total = run_reduction(Reduction::Sum, x, reduced, keepdim, wide_of(x.dtype()));
    return narrowed(div(total, static_cast<double>(reduced_count(x.sizes(), reduced))), x.dtype());
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape, Attr<"dim", OptDims> dim) -> Tensor {
        uint32_t reduced = reduced_dims(shape.n, dim, "mean");
        double count = static_cast<double>(reduced_count(shape, reduced));
        return expand(div(with_kept_dims(g, shape, reduced), count), shape);
      }));
};
VJP_DEFINE(Mean);

struct NanSum : Composite {
  static constexpr Schema schema{
      "nansum(Tensor input, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "The sum with NaN counted as 0.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim, Dtype dtype) {
    return sum(is_integral(input.dtype()) ? input : where(isnan(input), 0, input), dim, keepdim, dtype);
  }
};
VJP_DEFINE(NanSum);

struct NanMean : Composite {
  static constexpr Schema schema{
      "nanmean(Tensor input, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "The mean of the elements that are not NaN.";
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim, Dtype dtype) {
    Tensor count = sum(logical_not(isnan(input)), dim, keepdim);
    Tensor total = nansum(input, dim, keepdim, dtype);
    return div(total, to(count, real_of(total.dtype())));
  }
};
VJP_DEFINE(NanMean);

struct CountNonzero : CreationOp {
  static constexpr Schema schema{"count_nonzero(Tensor input, int[]? dim=None) -> Tensor"};
  static constexpr const char* doc = "How many elements are not 0, over the given dimensions or all.";
  static Tensor forward(const Tensor& input, const OptDims& dim) {
    return run_reduction(Reduction::CountNonzero, input, reduced_dims(input.ndim(), dim, "count_nonzero"), false,
                         Dtype::Int64);
  }
};
VJP_DEFINE(CountNonzero);

struct Any : CreationOp {
  static constexpr Schema schema{"any(Tensor input, int[]? dim=None, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc = "Whether an element over the given dimensions, or at all, is not 0.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim) {
    return run_reduction(Reduction::Any, input, reduced_dims(input.ndim(), dim, "any"), keepdim, Dtype::Bool);
  }
};
VJP_DEFINE(Any);

struct All : CreationOp {
  static constexpr Schema schema{"all(Tensor input, int[]? dim=None, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc = "Whether no element over the given dimensions, or at all, is 0.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim) {
    return run_reduction(Reduction::All, input, reduced_dims(input.ndim(), dim, "all"), keepdim, Dtype::Bool);
  }
};
VJP_DEFINE(All);

}  // namespace vjp
