// Losses with a margin: what is right by at least the margin costs nothing.
#include <algorithm>
#include <cmath>

#include "graph/batched.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/pointwise_activation.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_prod.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/similarity.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/loss.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// Scores of classes as [N, C], and targets. A single row may come without its dimension, a single number without any.
struct ScoredRows {
  Tensor scores, target;
  bool added = false;
};

// `listed`: a list of classes a row, as long as the row; otherwise one class.
ScoredRows scored_rows(const Tensor& input, const Tensor& target, bool listed, const char* op) {
  if (is_floating(target.dtype()) || is_complex(target.dtype()))
    fail(VJP_ERROR_DTYPE, "{}: 'target' is {}, expected the numbers of classes as integers", op, target);
  const bool added = input.ndim() < 2;
  Dims rows = added ? Dims{1, input.numel()} : Dims(input.sizes()), targets = listed ? rows : Dims{rows[0]};
  const bool fits = input.ndim() <= 2 && target.numel() == (listed ? input.numel() : rows[0]) &&
                    target.ndim() <= targets.n && (added || same(target.sizes(), targets));
  if (!fits || input.numel() == 0) {
    fail(VJP_ERROR_SHAPE, "{}: 'input' {} and 'target' {} do not fit; expected scores [N, C] or [C] and a target {}",
         op, input, target, listed ? "of the same shape" : "[N] or []");
  }
  // scores [C] and a target [1] are a batch of one row
  return {reshape(input, rows), reshape(target, targets), added && (listed || target.ndim() == 0)};
}

Tensor reduced_rows(const Tensor& losses, bool added, std::string_view reduction, const char* op) {
  return reduce_loss(added ? squeeze_dim(losses, Dims{0}) : losses, parse_reduction(reduction, op));
}

}  // namespace

struct HingeEmbeddingLoss : Composite {
  static constexpr Schema schema{
      "hinge_embedding_loss(Tensor input, Tensor target, float margin=1.0, str reduction=\"mean\") -> Tensor"};
  static constexpr const char* doc =
      "Of distances: input where target is 1, max(0, margin - input) where it is -1, and their sum elsewhere.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, double margin, std::string_view reduction) {
    Tensor apart = where(ne(target, 1), clamp_min(sub(margin, input), 0), 0);
    return reduce_loss(add(apart, where(ne(target, -1), input, 0)), parse_reduction(reduction, "hinge_embedding_loss"));
  }
};
VJP_DEFINE(HingeEmbeddingLoss);

struct MarginRankingLoss : Composite {
  static constexpr Schema schema{
      "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, str reduction=\"mean\") -> "
      "Tensor"};
  static constexpr const char* doc =
      "max(0, margin - target * (input1 - input2)): with a target of 1 the first should be the larger one, with -1 the "
      "second.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin,
                        std::string_view reduction) {
    return reduce_loss(clamp_min(sub(margin, target * (input1 - input2)), 0),
                       parse_reduction(reduction, "margin_ranking_loss"));
  }
};
VJP_DEFINE(MarginRankingLoss);

struct CosineEmbeddingLoss : Composite {
  static constexpr Schema schema{
      "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, str reduction=\"mean\") -> "
      "Tensor"};
  static constexpr const char* doc =
      "1 - cos of the angle between rows [N, D] where target is 1, max(0, cos - margin) where it is -1, 0 elsewhere. "
      "Rows [D] with a target [] are one pair.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin,
                        std::string_view reduction) {
    constexpr double kLeast = 1e-12;  // of a squared length
    const int64_t dim = target.ndim();
    if (dim > 1 || input1.ndim() != dim + 1 || input2.ndim() != dim + 1) {
      fail(VJP_ERROR_SHAPE,
           "cosine_embedding_loss: 'input1' {}, 'input2' {} and 'target' {} do not fit; expected [N, D], [N, D] and "
           "[N], or [D], [D] and []",
           input1, input2, target);
    }
    const Dims along{dim};
    Tensor lengths = (sum(input1 * input1, along) + kLeast) * (sum(input2 * input2, along) + kLeast);
    Tensor cosine = sum(input1 * input2, along) / sqrt(lengths);
    Tensor losses =
        add(where(eq(target, 1), sub(1.0, cosine), 0), where(eq(target, -1), clamp_min(sub(cosine, margin), 0), 0));
    return reduce_loss(losses, parse_reduction(reduction, "cosine_embedding_loss"));
  }
};
VJP_DEFINE(CosineEmbeddingLoss);

struct TripletMarginLoss : Composite {
  static constexpr Schema schema{
      "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2.0, float "
      "eps=1e-06, bool swap=False, str reduction=\"mean\") -> Tensor"};
  static constexpr const char* doc =
      "max(0, d(anchor, positive) - d(anchor, negative) + margin), d being the pairwise distance; with swap, the "
      "smaller "
      "one of the negative's distances to anchor and positive counts.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& anchor, const Tensor& positive, const Tensor& negative, double margin, double p,
                        double eps, bool swap, std::string_view reduction) {
    if (anchor.ndim() != positive.ndim() || anchor.ndim() != negative.ndim()) {
      fail(VJP_ERROR_SHAPE, "triplet_margin_loss: 'anchor' {}, 'positive' {} and 'negative' {} differ in dimensions",
           anchor, positive, negative);
    }
    if (!(margin > 0)) fail(VJP_ERROR_INVALID, "triplet_margin_loss: margin must be positive, got {}", margin);
    Tensor near = pairwise_distance(anchor, positive, p, eps), far = pairwise_distance(anchor, negative, p, eps);
    if (swap) far = minimum(far, pairwise_distance(positive, negative, p, eps));
    return reduce_loss(clamp_min(add(near - far, margin), 0), parse_reduction(reduction, "triplet_margin_loss"));
  }
};
VJP_DEFINE(TripletMarginLoss);

struct SoftMarginLoss : Composite {
  static constexpr Schema schema{"soft_margin_loss(Tensor input, Tensor target, str reduction=\"mean\") -> Tensor"};
  static constexpr const char* doc = "log(1 + exp(-target * input)), for targets of 1 and -1.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, std::string_view reduction) {
    return reduce_loss(neg(logsigmoid(input * target)), parse_reduction(reduction, "soft_margin_loss"));
  }
};
VJP_DEFINE(SoftMarginLoss);

struct MultilabelSoftMarginLoss : Composite {
  static constexpr Schema schema{
      "multilabel_soft_margin_loss(Tensor input, Tensor target, Tensor? weight=None, str reduction=\"mean\") -> "
      "Tensor"};
  static constexpr const char* doc =
      "The binary cross entropy of logits [*, C] and targets between 0 and 1, times weight, averaged over the classes.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, const Tensor& weight, std::string_view reduction) {
    if (input.ndim() == 0) fail(VJP_ERROR_SHAPE, "multilabel_soft_margin_loss: 'input' is {}, expected [*, C]", input);
    Tensor losses = neg(target * logsigmoid(input) + sub(1.0, target) * logsigmoid(neg(input)));
    if (weight) losses = losses * weight;
    return reduce_loss(mean(losses, Dims{-1}), parse_reduction(reduction, "multilabel_soft_margin_loss"));
  }
};
VJP_DEFINE(MultilabelSoftMarginLoss);

struct MultiMarginLoss : Composite {
  static constexpr Schema schema{
      "multi_margin_loss(Tensor input, Tensor target, Scalar p=1, Scalar margin=1.0, Tensor? weight=None, str "
      "reduction=\"mean\") -> Tensor"};
  static constexpr const char* doc =
      "Of scores x [N, C] and classes y [N]: the sum over the other classes c of max(0, margin - x[y] + x[c])^p, "
      "times weight[y], divided by C. p is 1 or 2.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, const Scalar& p, const Scalar& margin,
                        const Tensor& weight, std::string_view reduction) {
    const double power = p.to_double();
    if (power != 1 && power != 2) fail(VJP_ERROR_INVALID, "multi_margin_loss: p must be 1 or 2, got {}", power);
    const ScoredRows rows = scored_rows(input, target, false, "multi_margin_loss");
    const int64_t classes = rows.scores.size(1);
    if (weight && !same(weight.sizes(), Dims{classes})) {
      fail(VJP_ERROR_SHAPE, "multi_margin_loss: 'weight' is {}, expected one number for each of {} classes", weight,
           classes);
    }
    Tensor y = unsqueeze(rows.target, 1);
    Tensor costs = relu(add(sub(rows.scores, gather(rows.scores, 1, y)), Operand(margin)));
    if (power == 2) costs = square(costs);
    if (weight) costs = costs * unsqueeze(index_select(weight, 0, rows.target), 1);
    costs = where(eq(y, arange(classes, Dtype::Int64)), 0, costs);
    return reduced_rows(mean(costs, Dims{1}), rows.added, reduction, "multi_margin_loss");
  }
};
VJP_DEFINE(MultiMarginLoss);

struct MultilabelMarginLoss : Composite {
  static constexpr Schema schema{
      "multilabel_margin_loss(Tensor input, Tensor target, str reduction=\"mean\") -> Tensor"};
  static constexpr const char* doc =
      "Of scores x [N, C] and lists of classes [N, C], each ended by -1: the sum over the classes y of a list and the "
      "classes c outside of it of max(0, 1 - x[y] + x[c]), divided by C.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, std::string_view reduction) {
    const ScoredRows rows = scored_rows(input, target, true, "multilabel_margin_loss");
    const int64_t classes = rows.scores.size(1);
    Tensor listed = cumprod(to(ge(rows.target, 0), Dtype::Int64), 1);  // 1 before the first -1
    Tensor none = zeros_like(listed), lists = rows.target;
    if (listed.device().is_cpu() && !is_batched(listed) && listed.numel() > 0) {
      // of so many pairs of classes only those of the longest list are looked at
      const int64_t longest = amax(sum(listed, IntSpan(std::array{int64_t{1}}))).item().to_int();
      lists = narrow(lists, 1, 0, std::max<int64_t>(longest, 1));
      listed = narrow(listed, 1, 0, lists.size(1));
    }
    Tensor y = where(eq(listed, 1), lists, 0);
    Tensor inside = scatter_add(none, 1, y, listed);
    Tensor counts = logical_and(eq(unsqueeze(listed, 2), 1), eq(unsqueeze(inside, 1), 0));  // [N, y, c]
    Tensor margins = relu(add(unsqueeze(rows.scores, 1) - unsqueeze(gather(rows.scores, 1, y), 2), 1.0));
    Tensor losses = div(sum(where(counts, margins, 0), Dims{1, 2}), static_cast<double>(classes));
    return reduced_rows(losses, rows.added, reduction, "multilabel_margin_loss");
  }
};
VJP_DEFINE(MultilabelMarginLoss);

}  // namespace vjp
