// Running sums.
#include "ops/functions/reduce_scan.h"

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/loss_class.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/layout.h"
#include "ops/reduction.h"

namespace vjp {
namespace {

Tensor running_sum(const Tensor& x, int64_t dim, bool reverse, Dtype result) {
  Tensor out = empty_like_images(x.sizes(), result, x);
  kernels().scan({byte_of(Scan::Sum), x.view(), out.view(), {}, wrap_dim(dim, x.ndim(), "cumsum"), reverse});
  return out;
}

}  // namespace

struct CumSum : Linear {
  static constexpr Schema schema{"cumsum(Tensor input, int dim, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "Running sums along a dimension.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t dim, Dtype dtype) {
    Tensor x = dtype == Dtype::None ? input : to(input, dtype);
    return running_sum(x, dim, false, dtype != Dtype::None ? dtype : is_integral(x.dtype()) ? Dtype::Int64 : x.dtype());
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"dim", int64_t> dim) -> Tensor { return _reverse_cumsum(g, dim); }));
};
VJP_DEFINE(CumSum);

struct ReverseCumSum : Linear {
  static constexpr Schema schema{"_reverse_cumsum(Tensor input, int dim) -> Tensor"};
  static constexpr const char* doc = "Running sums along a dimension, from its end.";
  static Tensor forward(const Tensor& input, int64_t dim) { return running_sum(input, dim, true, input.dtype()); }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"dim", int64_t> dim) -> Tensor { return cumsum(g, dim); }));
};
VJP_DEFINE(ReverseCumSum);

struct LogSumExp : General {
  static constexpr Schema schema{"logsumexp(Tensor input, int[] dim, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc = "log(sum(exp(input))) over the given dimensions, without overflow.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, IntSpan dim, bool keepdim) {
    Tensor x = is_integral(input.dtype()) ? to(input, Dtype::Float32) : input;
    uint32_t reduced = reduced_dims(x.ndim(), dim, "logsumexp");
    if (!is_complex(x.dtype())) return run_reduction(Reduction::LogSumExp, x, reduced, keepdim, x.dtype());
    if (x.numel() == 0) return log(sum(x, dim, keepdim));
    Tensor shift = amax(real(x), dim, true);
    shift = where(isneginf(shift), 0, shift);
    Tensor total = log(sum(exp(sub(x, shift)), dim, true));
    return fresh_copy(reshape(add(total, shift), reduced_sizes(x.sizes(), reduced, keepdim)));
  }
  // Where everything is -inf so is the result, and no element has a share.
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad grad, In<"input"> input, Out<> out, Attr<"dim", IntSpan> dim) -> Tensor {
        uint32_t reduced = reduced_dims(input.ndim(), dim.value, "logsumexp");
        // of halves it is computed again: a rounded exponent is off by as much as the result is large
        Tensor g = wide(grad), x = wide(input);
        Tensor y = is_half(input.dtype()) ? logsumexp(x, dim.value, out.ndim() == x.ndim()) : Tensor(out);
        Tensor total = with_kept_dims(y, x.sizes(), reduced);
        total = where(isneginf(is_complex(total.dtype()) ? real(total) : total), 0, total);
        return mul(with_kept_dims(g, x.sizes(), reduced), conj(exp(sub(x, total))));
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, In<"input"> input, Out<> out, Attr<"dim", IntSpan> dim) -> Tensor {
        uint32_t reduced = reduced_dims(input.ndim(), dim.value, "logsumexp");
        const bool keepdim = out.ndim() == input.ndim();
        Tensor x = wide(input), y = is_half(input.dtype()) ? logsumexp(x, dim.value, keepdim) : Tensor(out);
        Tensor total = with_kept_dims(y, x.sizes(), reduced);
        total = where(isneginf(is_complex(total.dtype()) ? real(total) : total), 0, total);
        return sum(_softmax_times(x, total, wide(t)), dim.value, keepdim);
      });
};
VJP_DEFINE(LogSumExp);

}  // namespace vjp
