// The operators of ops/masked.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_MaskedAMax;
extern const OpDef op_MaskedAMin;
extern const OpDef op_MaskedCumProd;
extern const OpDef op_MaskedCumSum;
extern const OpDef op_MaskedLogSoftmax;
extern const OpDef op_MaskedLogAddExp;
extern const OpDef op_MaskedLogSumExp;
extern const OpDef op_MaskedMean;
extern const OpDef op_MaskedMedian;
extern const OpDef op_MaskedNorm;
extern const OpDef op_MaskedNormalize;
extern const OpDef op_MaskedProd;
extern const OpDef op_MaskedSoftmax;
extern const OpDef op_MaskedSoftmin;
extern const OpDef op_MaskedStd;
extern const OpDef op_MaskedStdUnbiased;
extern const OpDef op_MaskedSum;
extern const OpDef op_MaskedVar;
extern const OpDef op_MaskedVarUnbiased;

inline Tensor masked_amax(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedAMax, args);
}
inline Tensor masked_amin(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedAMin, args);
}
inline Tensor masked_cumprod(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(dtype), box(mask)};
  return call1(op_MaskedCumProd, args);
}
inline Tensor masked_cumsum(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(dtype), box(mask)};
  return call1(op_MaskedCumSum, args);
}
inline Tensor masked_log_softmax(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(dtype), box(mask)};
  return call1(op_MaskedLogSoftmax, args);
}
inline Tensor masked_logaddexp(const Tensor& input, const Tensor& other, Dtype dtype = Dtype::None, const Tensor& input_mask = {}, const Tensor& other_mask = {}) {
  const Value args[] = {box(input), box(other), box(dtype), box(input_mask), box(other_mask)};
  return call1(op_MaskedLogAddExp, args);
}
inline Tensor masked_logsumexp(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedLogSumExp, args);
}
inline Tensor masked_mean(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedMean, args);
}
inline Tensor masked_median(const Tensor& input, int64_t dim = -1, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedMedian, args);
}
inline Tensor masked_norm(const Tensor& input, double ord = 2, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(ord), box(dim), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedNorm, args);
}
inline Tensor masked_normalize(const Tensor& input, double ord, int64_t dim, double eps = 1e-12, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(ord), box(dim), box(eps), box(dtype), box(mask)};
  return call1(op_MaskedNormalize, args);
}
inline Tensor masked_prod(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedProd, args);
}
inline Tensor masked_softmax(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(dtype), box(mask)};
  return call1(op_MaskedSoftmax, args);
}
inline Tensor masked_softmin(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(dtype), box(mask)};
  return call1(op_MaskedSoftmin, args);
}
inline Tensor masked_std(const Tensor& input, std::optional<IntSpan> dim = {}, std::optional<double> correction = 1, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(correction), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedStd, args);
}
inline Tensor masked_std_unbiased(const Tensor& input, std::optional<IntSpan> dim, bool unbiased = true, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(unbiased), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedStdUnbiased, args);
}
inline Tensor masked_sum(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedSum, args);
}
inline Tensor masked_var(const Tensor& input, std::optional<IntSpan> dim = {}, std::optional<double> correction = 1, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(correction), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedVar, args);
}
inline Tensor masked_var_unbiased(const Tensor& input, std::optional<IntSpan> dim, bool unbiased = true, bool keepdim = false, Dtype dtype = Dtype::None, const Tensor& mask = {}) {
  const Value args[] = {box(input), box(dim), box(unbiased), box(keepdim), box(dtype), box(mask)};
  return call1(op_MaskedVarUnbiased, args);
}

}  // namespace vjp
