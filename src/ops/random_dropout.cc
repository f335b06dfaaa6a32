// Dropout of whole channels, and with mean and variance kept.
#include "ops/functions/random_dropout.h"

#include <cmath>

#include "graph/meta.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/creation.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/random.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/numbers.h"
#include "ops/texts.h"

namespace vjp {
namespace {

void check_dropout(const Tensor& input, double p, const char* what) {
  check_probability(p, what);
  if (!is_differentiable(input.dtype()))
    fail(VJP_ERROR_DTYPE, "{}: 'input' is {}, expected a floating or complex dtype", what, input);
}

// One element for each of the first two dimensions, [N, C, 1, ...]; of the input's shape where it has no others.
Tensor channels_of(const Tensor& input) {
  Tensor one = detach(input);
  for (int d = 2; d < input.ndim(); ++d) one = narrow(one, d, 0, 1);
  return one;
}

bool drops(const Tensor& input, double p, bool training) { return training && p > 0 && input.numel() > 0; }

void check_channels(const Tensor& input, double p, const char* what) {
  check_dropout(input, p, what);
  if (input.ndim() < 2) fail(VJP_ERROR_SHAPE, "{}: 'input' has shape {}, expected [N, C, *]", what, input.sizes());
}

Tensor drop_channels(const Tensor& input, double p, bool training, Generator* generator, const char* what) {
  check_channels(input, p, what);
  if (!drops(input, p, training)) return alias(input);
  return _dropout_apply(input, expand(_dropout_mask(channels_of(input), p, generator), input.sizes()));
}

// The limit of selu on the left, which is what dropped elements become; scaled and shifted back to mean 0 and variance
// 1 for inputs that have these.
Tensor drop_to_limit(const Tensor& input, const Tensor& like_mask, double p, Generator* generator) {
  constexpr double kLimit = -1.7580993408473766;
  if (p == 1) return zeros_like(input);
  const double scale = 1 / std::sqrt((1 - p) * (1 + p * kLimit * kLimit)), shift = -scale * p * kLimit;
  const Tensor kept = ne(_dropout_mask(like_mask, p, generator), 0);
  const Tensor dropped = full({}, scale * kLimit + shift, input.dtype());
  return where(kept, add(mul(input, scale), shift), dropped);
}

}  // namespace

struct AlphaDropout : Composite {
  static constexpr Schema schema{
      "alpha_dropout(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "In training, elements become selu's limit at -inf with probability p, and all are scaled and shifted so that "
      "mean 0 and variance 1 stay what they are. A view of the input where nothing is dropped.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double p, bool training, Generator* generator) {
    check_dropout(input, p, "alpha_dropout");
    return drops(input, p, training) ? drop_to_limit(input, detach(input), p, generator) : alias(input);
  }
};
VJP_DEFINE(AlphaDropout);

struct FeatureAlphaDropout : Composite {
  static constexpr Schema schema{
      "feature_alpha_dropout(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "alpha_dropout of whole channels of [N, C, *]. A view of the input where nothing is dropped.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double p, bool training, Generator* generator) {
    check_channels(input, p, "feature_alpha_dropout");
    return drops(input, p, training) ? drop_to_limit(input, channels_of(input), p, generator) : alias(input);
  }
};
VJP_DEFINE(FeatureAlphaDropout);

struct FeatureDropout : Composite {
  static constexpr Schema schema{
      "feature_dropout(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "dropout of whole channels of [N, C, *]. A view of the input where nothing is dropped.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double p, bool training, Generator* generator) {
    return drop_channels(input, p, training, generator, "feature_dropout");
  }
};
VJP_DEFINE(FeatureDropout);

template <int N>
inline constexpr std::array<Word, 1> kRank{Word{"{n}", N == 1   ? "1"
                                                       : N == 2 ? "2"
                                                                : "3"}};

// [C, *] is one sample.
template <int N>
struct DropoutNd : Composite {
  static constexpr Schema schema{
      text<"dropout{n}d(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor",
           kRank<N>>};
  static constexpr const char* name = N == 1 ? "dropout1d" : N == 2 ? "dropout2d" : "dropout3d";
  static constexpr const char* doc = text<
      "dropout of whole channels of [N, C, *] or [C, *], where * are {n} dimensions. A view of the input where "
      "nothing is dropped.",
      kRank<N>>;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double p, bool training, Generator* generator) {
    if (input.ndim() != N + 1 && input.ndim() != N + 2) {
      fail(VJP_ERROR_SHAPE, "{}: 'input' has shape {}, expected [N, C, *] or [C, *], * being {} dimension{}", name,
           input.sizes(), N, N == 1 ? "" : "s");
    }
    if (input.ndim() == N + 2) return drop_channels(input, p, training, generator, name);
    return select(drop_channels(unsqueeze(input, 0), p, training, generator, name), 0, 0);
  }
};
using Dropout1d = DropoutNd<1>;
using Dropout2d = DropoutNd<2>;
using Dropout3d = DropoutNd<3>;
VJP_DEFINE(Dropout1d);
VJP_DEFINE(Dropout2d);
VJP_DEFINE(Dropout3d);

}  // namespace vjp
