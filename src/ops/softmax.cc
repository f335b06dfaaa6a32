// Softmax and its logarithm.
#include "ops/functions/softmax.h"

#include "ops/call_counts.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/loss_class.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/halves.h"
#include "ops/layout.h"

namespace vjp {
namespace {

Tensor run_softmax(const Tensor& input, int64_t dim, Dtype dtype, bool log, const char* what) {
  Tensor x = dtype == Dtype::None ? input : to(input, dtype);
  if (is_integral(x.dtype()))
    fail(VJP_ERROR_DTYPE, "{}: not defined for {}; convert the tensor or give a dtype", what, x.dtype());
  int d = wrap_dim(dim, x.ndim(), what);
  Tensor out = empty_like_images(x.sizes(), x.dtype(), x);
  kernels().softmax({x.view(), out.view(), d, log});
  return out;
}

Tensor run_softmax_backward(const Tensor& g, const Tensor& y, int64_t dim, bool log) {
  Tensor out = empty_like_images(y.sizes(), y.dtype(), y);
  kernels().softmax_backward({g.view(), y.view(), out.view(), wrap_dim(dim, y.ndim(), "softmax"), log});
  return out;
}

Tensor sum_kept(const Tensor& x, int64_t dim) {
  const int64_t dims[] = {dim};
  return sum(x, IntSpan(dims), true);
}

}  // namespace

struct Softmax : General {
  static constexpr Schema schema{"softmax(Tensor input, int dim, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "exp(input) along a dimension, scaled to sum to 1; computed without overflow.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, int64_t dim, Dtype dtype) {
    return run_softmax(input, dim, dtype, false, "softmax");
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, Out<> y, Attr<"dim", int64_t> dim) -> Tensor {
    if (!derivatives_followed()) {
      stands_for(op_Mul, op_Sum, op_Sub, op_Mul);
      return run_softmax_backward(g, y, dim, false);
    }
    Tensor c = conj(y);
    return mul(c, sub(g, sum_kept(mul(g, c), dim)));
  }));
  // For real numbers the matrix of derivatives is symmetric.
  static constexpr auto jvp = tangents([](Tangent<"input"> given, Out<> y, Attr<"dim", int64_t> dim) -> Tensor {
    Tensor t = to(given, y.dtype());
    if (!derivatives_followed() && !is_complex(y.dtype())) {
      stands_for(op_Mul, op_Sum, op_Sub, op_Mul);
      return run_softmax_backward(t, y, dim, false);
    }
    Tensor p = wide(y), x = wide(t);
    return mul(p, sub(x, sum_kept(mul(x, p), dim)));
  });
};
VJP_DEFINE(Softmax);

struct LogSoftmax : General {
  static constexpr Schema schema{"log_softmax(Tensor input, int dim, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "The logarithm of softmax, computed without overflow.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, int64_t dim, Dtype dtype) {
    return run_softmax(input, dim, dtype, true, "log_softmax");
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, Out<> y, Attr<"dim", int64_t> dim) -> Tensor {
    if (!derivatives_followed()) {
      stands_for(op_Exp, op_Sum, op_Mul, op_Sub);
      return run_softmax_backward(g, y, dim, true);
    }
    return sub(g, mul(conj(exp(y)), sum_kept(g, dim)));
  }));
  static constexpr auto jvp = tangents([](Tangent<"input"> given, Out<> y, Attr<"dim", int64_t> dim) -> Tensor {
    Tensor t = wide(to(given, y.dtype())), logs = wide(y);
    return sub(t, sum_kept(_softmax_times(logs, full({}, 0, logs.dtype()), t), dim));
  });
};
VJP_DEFINE(LogSoftmax);

struct SoftmaxBackwardData : Composite {
  static constexpr Schema schema{
      "_softmax_backward_data(Tensor grad_output, Tensor output, int dim, dtype? input_dtype=None) -> Tensor"};
  static constexpr const char* doc = "The gradient of softmax's input, from its result and the result's gradient.";
  static Tensor forward(const Tensor& grad_output, const Tensor& output, int64_t dim, Dtype input_dtype) {
    Tensor scaled = mul(wide(grad_output), wide(output));
    return to(sub(scaled, mul(wide(output), sum_kept(scaled, dim))),
              input_dtype == Dtype::None ? output.dtype() : input_dtype);
  }
};
VJP_DEFINE(SoftmaxBackwardData);

struct Softmin : Composite {
  static constexpr Schema schema{"softmin(Tensor input, int dim, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "softmax of -input.";
  static Tensor forward(const Tensor& input, int64_t dim, Dtype dtype) {
    // whole numbers without a sign, and bools, have no negative ones
    return softmax(neg(dtype == Dtype::None ? input : to(input, dtype)), dim, dtype);
  }
};
VJP_DEFINE(Softmin);

struct SafeSoftmax : Composite {
  static constexpr Schema schema{"_safe_softmax(Tensor input, int dim, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "softmax that is 0, and has no gradient, where a whole row is -inf.";
  static Tensor forward(const Tensor& input, int64_t dim, Dtype dtype) {
    const Tensor x = to(input, dtype), nothing = all(isneginf(x), IntSpan(&dim, 1), true);
    return where(nothing, 0, softmax(where(nothing, 0, x), dim));
  }
};
VJP_DEFINE(SafeSoftmax);

}  // namespace vjp
