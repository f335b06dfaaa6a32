// The operators of ops/loss_margin.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_CosineEmbeddingLoss;
extern const OpDef op_HingeEmbeddingLoss;
extern const OpDef op_MarginRankingLoss;
extern const OpDef op_MultiMarginLoss;
extern const OpDef op_MultilabelMarginLoss;
extern const OpDef op_MultilabelSoftMarginLoss;
extern const OpDef op_SoftMarginLoss;
extern const OpDef op_TripletMarginLoss;

inline Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin = 0.0, const char* reduction = "mean") {
  const Value args[] = {box(input1), box(input2), box(target), box(margin), box(reduction)};
  return call1(op_CosineEmbeddingLoss, args);
}
inline Tensor hinge_embedding_loss(const Tensor& input, const Tensor& target, double margin = 1.0, const char* reduction = "mean") {
  const Value args[] = {box(input), box(target), box(margin), box(reduction)};
  return call1(op_HingeEmbeddingLoss, args);
}
inline Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin = 0.0, const char* reduction = "mean") {
  const Value args[] = {box(input1), box(input2), box(target), box(margin), box(reduction)};
  return call1(op_MarginRankingLoss, args);
}
inline Tensor multi_margin_loss(const Tensor& input, const Tensor& target, const Scalar& p = 1, const Scalar& margin = 1.0, const Tensor& weight = {}, const char* reduction = "mean") {
  const Value args[] = {box(input), box(target), box(p), box(margin), box(weight), box(reduction)};
  return call1(op_MultiMarginLoss, args);
}
inline Tensor multilabel_margin_loss(const Tensor& input, const Tensor& target, const char* reduction = "mean") {
  const Value args[] = {box(input), box(target), box(reduction)};
  return call1(op_MultilabelMarginLoss, args);
}
inline Tensor multilabel_soft_margin_loss(const Tensor& input, const Tensor& target, const Tensor& weight = {}, const char* reduction = "mean") {
  const Value args[] = {box(input), box(target), box(weight), box(reduction)};
  return call1(op_MultilabelSoftMarginLoss, args);
}
inline Tensor soft_margin_loss(const Tensor& input, const Tensor& target, const char* reduction = "mean") {
  const Value args[] = {box(input), box(target), box(reduction)};
  return call1(op_SoftMarginLoss, args);
}
inline Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative, double margin = 1.0, double p = 2.0, double eps = 1e-06, bool swap = false, const char* reduction = "mean") {
  const Value args[] = {box(anchor), box(positive), box(negative), box(margin), box(p), box(eps), box(swap), box(reduction)};
  return call1(op_TripletMarginLoss, args);
}

}  // namespace vjp
