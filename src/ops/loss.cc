#include "ops/loss.h"

#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/reduce_sum.h"

namespace vjp {

LossReduction parse_reduction(std::string_view text, const char* what, bool batch) {
  if (text == "mean") return LossReduction::Mean;
  if (text == "sum") return LossReduction::Sum;
  if (text == "none") return LossReduction::None;
  if (batch && text == "batchmean") return LossReduction::BatchMean;
  fail(VJP_ERROR_INVALID, "{}: reduction is \"{}\", expected \"none\", \"mean\"{} or \"sum\"", what, text,
       batch ? ", \"batchmean\"" : "");
}

Tensor as_precise(const Tensor& target, const Tensor& input) {
  return is_integral(target.dtype()) && !is_integral(input.dtype()) ? to(target, input.dtype()) : target;
}

Tensor reduce_loss(const Tensor& losses, LossReduction reduction) {
  switch (reduction) {
    case LossReduction::None:
      return losses;
    case LossReduction::Mean:
      return mean(losses);
    case LossReduction::Sum:
      return sum(losses);
    case LossReduction::BatchMean:
      break;
  }
  return div(sum(losses), static_cast<double>(losses.ndim() ? losses.size(0) : 1));
}

}  // namespace vjp
