// Variances and standard deviations.
#include "ops/functions/reduce_moments.h"

#include <algorithm>
#include <cmath>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/reduction.h"
#include "ops/texts.h"

namespace vjp {
namespace {

std::array<Tensor, 2> moments(const Tensor& input, const OptDims& dim, double correction, bool keepdim,
                              const char* what) {
  if (is_integral(input.dtype()))
    fail(VJP_ERROR_DTYPE, "{}: not defined for {}; expected a floating dtype", what, input.dtype());
  Tensor mean;
  Tensor variance = run_reduction(Reduction::Variance, input, reduced_dims(input.ndim(), dim, what), keepdim,
                                  real_of(wide_of(input.dtype())), 2, correction, &mean);
  return {variance, mean};
}

// Whether squares in float32 may have overflowed, or vanished, where their root does not.
bool beyond_squares(const Tensor& variance) {
  if (variance.dtype() != Dtype::Float32 || !variance.device().is_cpu()) return false;
  const float* v = variance.data<float>();
  return std::any_of(v, v + variance.numel(), [](float x) { return x < 1e-30f || std::isinf(x); });
}

Tensor deviation(const Tensor& variance, const Tensor& input, const OptDims& dim, double correction, bool keepdim) {
  if (!beyond_squares(variance)) return sqrt(variance);
  const Dtype twice = is_complex(input.dtype()) ? Dtype::Complex128 : Dtype::Float64;
  return to(sqrt(moments(to(input, twice), dim, correction, keepdim, "std")[0]), Dtype::Float32);
}

// A gradient or tangent of the standard deviation y as one of the variance, and a tangent of the variance as one of y.
Tensor through_root(const Tensor& g, const Tensor& y) {
  const Tensor none = eq(y, 0);
  return div(where(none, 0, g), where(none, 1, mul(y, 2)));
}

// d var / dx = 2 (x - mean) / (n - correction)
Tensor variance_gradient(const Tensor& g, const Tensor& x, const OptDims& dim, double correction) {
  uint32_t reduced = reduced_dims(x.ndim(), dim, "var");
  double freedom = std::max(0.0, static_cast<double>(reduced_count(x.sizes(), reduced)) - correction);
  Tensor scale = mul(with_kept_dims(g, x.sizes(), reduced), 2.0 / freedom);
  return mul(scale, sub(x, mean(x, dim, true)));
}

// The tangent, 2 sum(Re(conj(x - mean) t)) / (n - correction): that of the mean falls out of the sum.
Tensor variance_tangent(const Tensor& t, const Tensor& x, const OptDims& dim, double correction, bool keepdim) {
  uint32_t reduced = reduced_dims(x.ndim(), dim, "var");
  double freedom = std::max(0.0, static_cast<double>(reduced_count(x.sizes(), reduced)) - correction);
  Tensor centred = sub(x, mean(x, dim, true));
  Tensor product = is_complex(x.dtype()) ? real(mul(conj(centred), t)) : mul(centred, t);
  return mul(sum(product, dim, keepdim), 2.0 / freedom);
}

}  // namespace

struct Var : General {
  static constexpr Schema schema{
      "var(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc =
      "The variance over the given dimensions, or of all elements: the sum of |x - mean|^2 over n - correction.";
  static Tensor forward(const Tensor& input, const OptDims& dim, std::optional<double> correction, bool keepdim) {
    return narrowed(moments(input, dim, correction.value_or(1), keepdim, "var")[0], input.dtype());
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"input"> x, Attr<"dim", OptDims> dim,
                                                    Attr<"correction", std::optional<double>> correction) -> Tensor {
    return variance_gradient(wide(g), wide(x), dim, correction.value.value_or(1));
  }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, In<"input"> x, Attr<"dim", OptDims> dim,
                  Attr<"correction", std::optional<double>> correction, Attr<"keepdim", bool> keepdim) -> Tensor {
        return variance_tangent(wide(t), wide(x), dim, correction.value.value_or(1), keepdim);
      });
};
VJP_DEFINE(Var);

struct Std : General {
  static constexpr Schema schema{
      "std(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc = "The square root of the variance. Where it is 0 the gradient is taken to be 0.";
  static Tensor forward(const Tensor& input, const OptDims& dim, std::optional<double> correction, bool keepdim) {
    const double c = correction.value_or(1);
    return narrowed(deviation(moments(input, dim, c, keepdim, "std")[0], input, dim, c, keepdim), input.dtype());
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad grad, In<"input"> input, Out<> out, Attr<"dim", OptDims> dim,
                                                    Attr<"correction", std::optional<double>> correction) -> Tensor {
    // of halves it is computed again: as it was kept it is rounded, or has overflowed
    const bool half = is_half(input.dtype());
    Tensor g = wide(grad), x = wide(input);
    Tensor y = half ? std(x, dim.value, correction.value, out.ndim() == x.ndim()) : Tensor(out);
    return variance_gradient(through_root(g, y), x, dim, correction.value.value_or(1));
  }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, In<"input"> input, Out<> out, Attr<"dim", OptDims> dim,
                  Attr<"correction", std::optional<double>> correction, Attr<"keepdim", bool> keepdim) -> Tensor {
        Tensor x = wide(input);
        Tensor y = is_half(input.dtype()) ? std(x, dim.value, correction.value, keepdim) : Tensor(out);
        return through_root(variance_tangent(wide(t), x, dim, correction.value.value_or(1), keepdim), y);
      });
};
VJP_DEFINE(Std);

namespace {

enum class Moment { Variance, Deviation };

template <Moment M>
inline constexpr bool kIsVariance = M == Moment::Variance;
template <Moment M>
inline constexpr std::array<Word, 3> kMomentWords{Word{"{name}", kIsVariance<M> ? "var" : "std"},
                                                  Word{"{it}", kIsVariance<M> ? "variance" : "standard deviation"},
                                                  Word{"{It}", kIsVariance<M> ? "Variance" : "Standard deviation"}};

template <Moment M>
Tensor moment(const Tensor& input, const OptDims& dim, std::optional<double> correction, bool keepdim) {
  return kIsVariance<M> ? var(input, dim, correction, keepdim) : std(input, dim, correction, keepdim);
}
template <Moment M>
std::array<Tensor, 2> moment_and_mean(const Tensor& input, const OptDims& dim, double correction, bool keepdim) {
  return kIsVariance<M> ? var_mean(input, dim, correction, keepdim) : std_mean(input, dim, correction, keepdim);
}
// What std gave; of halves it is computed again, as in its own rules.
Tensor spread_of(const Tensor& input, const Tensor& x, const Tensor& kept, const OptDims& dim,
                 std::optional<double> correction) {
  return is_half(input.dtype()) ? std(x, dim, correction, kept.ndim() == x.ndim()) : kept;
}
double correction_of(bool unbiased) { return unbiased ? 1.0 : 0.0; }

}  // namespace

template <Moment M>
struct Unbiased : Composite {
  static constexpr Schema schema{text<"{name}.unbiased(Tensor input, bool unbiased) -> Tensor", kMomentWords<M>>};
  static constexpr const char* doc =
      text<"The {it} of all elements; unbiased: divided by n - 1, not n.", kMomentWords<M>>;
  static Tensor forward(const Tensor& input, bool unbiased) {
    return moment<M>(input, {}, correction_of(unbiased), false);
  }
};
using VarUnbiased = Unbiased<Moment::Variance>;
using StdUnbiased = Unbiased<Moment::Deviation>;
VJP_DEFINE(VarUnbiased);
VJP_DEFINE(StdUnbiased);

template <Moment M>
struct UnbiasedDim : Composite {
  static constexpr Schema schema{
      text<"{name}.unbiased_dim(Tensor input, int[]? dim, bool unbiased, bool keepdim=False) -> Tensor",
           kMomentWords<M>>};
  static constexpr const char* doc =
      text<"The {it} over the given dimensions; unbiased: divided by n - 1, not n.", kMomentWords<M>>;
  static Tensor forward(const Tensor& input, const OptDims& dim, bool unbiased, bool keepdim) {
    return moment<M>(input, dim, correction_of(unbiased), keepdim);
  }
};
using VarUnbiasedDim = UnbiasedDim<Moment::Variance>;
using StdUnbiasedDim = UnbiasedDim<Moment::Deviation>;
VJP_DEFINE(VarUnbiasedDim);
VJP_DEFINE(StdUnbiasedDim);

// One node: the kernel of the variance has the mean anyway.
template <Moment M>
struct WithMean : General {
  static constexpr Schema schema{
      text<"{name}_mean(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False) -> (Tensor {name}, "
           "Tensor mean)",
           kMomentWords<M>>};
  static constexpr const char* doc = text<"{It} and mean.", kMomentWords<M>>;
  static std::array<Tensor, 2> forward(const Tensor& input, const OptDims& dim, std::optional<double> correction,
                                       bool keepdim) {
    const double c = correction.value_or(1);
    auto [spread, average] = moments(input, dim, c, keepdim, text<"{name}_mean", kMomentWords<M>>);
    if (!kIsVariance<M>) spread = deviation(spread, input, dim, c, keepdim);
    return {narrowed(spread, input.dtype()), average};
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](MaybeGradOf<0> g, MaybeGradOf<1> g_mean, In<"input"> input, Out<0> spread,
                            Attr<"dim", OptDims> dim, Attr<"correction", std::optional<double>> correction) -> Tensor {
        const Tensor x = wide(input);
        Tensor out;
        if (g) {
          const Tensor g_wide = wide(g);
          out = variance_gradient(
              kIsVariance<M> ? g_wide : through_root(g_wide, spread_of(input, x, spread, dim, correction)), x, dim,
              correction.value.value_or(1));
        }
        if (!g_mean) return out;
        const uint32_t reduced = reduced_dims(x.ndim(), dim.value, "mean");
        const Tensor share = div(with_kept_dims(wide(g_mean), x.sizes(), reduced),
                                 static_cast<double>(reduced_count(x.sizes(), reduced)));
        return out ? add(out, share) : expand(share, x.sizes());
      }));
  static constexpr auto jvp = tangents(
      [](Tangent<"input"> t, In<"input"> input, Out<0> spread, Attr<"dim", OptDims> dim,
         Attr<"correction", std::optional<double>> correction, Attr<"keepdim", bool> keepdim) -> std::array<Tensor, 2> {
        const Tensor x = wide(input), t_wide = wide(t);
        Tensor of_spread = variance_tangent(t_wide, x, dim, correction.value.value_or(1), keepdim);
        if (!kIsVariance<M>) of_spread = through_root(of_spread, spread_of(input, x, spread, dim, correction));
        return {of_spread, mean(t_wide, dim.value, keepdim)};
      });
};
using VarMean = WithMean<Moment::Variance>;
using StdMean = WithMean<Moment::Deviation>;
VJP_DEFINE(VarMean);
VJP_DEFINE(StdMean);

template <Moment M>
struct WithMeanUnbiased : Composite {
  static constexpr Schema schema{
      text<"{name}_mean.unbiased(Tensor input, bool unbiased) -> (Tensor {name}, Tensor mean)", kMomentWords<M>>};
  static constexpr const char* doc = text<"{It} and mean of all elements.", kMomentWords<M>>;
  static std::array<Tensor, 2> forward(const Tensor& input, bool unbiased) {
    return moment_and_mean<M>(input, {}, correction_of(unbiased), false);
  }
};
using VarMeanUnbiased = WithMeanUnbiased<Moment::Variance>;
using StdMeanUnbiased = WithMeanUnbiased<Moment::Deviation>;
VJP_DEFINE(VarMeanUnbiased);
VJP_DEFINE(StdMeanUnbiased);

template <Moment M>
struct WithMeanUnbiasedDim : Composite {
  static constexpr Schema schema{
      text<"{name}_mean.unbiased_dim(Tensor input, int[]? dim, bool unbiased, bool keepdim=False) -> (Tensor {name}, "
           "Tensor mean)",
           kMomentWords<M>>};
  static constexpr const char* doc = text<"{It} and mean over the given dimensions.", kMomentWords<M>>;
  static std::array<Tensor, 2> forward(const Tensor& input, const OptDims& dim, bool unbiased, bool keepdim) {
    return moment_and_mean<M>(input, dim, correction_of(unbiased), keepdim);
  }
};
using VarMeanUnbiasedDim = WithMeanUnbiasedDim<Moment::Variance>;
using StdMeanUnbiasedDim = WithMeanUnbiasedDim<Moment::Deviation>;
VJP_DEFINE(VarMeanUnbiasedDim);
VJP_DEFINE(StdMeanUnbiasedDim);

}  // namespace vjp
