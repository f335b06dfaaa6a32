// The operators of ops/embedding.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_ScaleGradient;
extern const OpDef op_EmbeddingMaxNorm;
extern const OpDef op_EmbeddingBag;

inline Tensor _scale_gradient(const Tensor& input, const Tensor& scale) {
  const Value args[] = {box(input), box(scale)};
  return call1(op_ScaleGradient, args);
}
inline Tensor embedding_max_norm(const Tensor& input, const Tensor& weight, std::optional<int64_t> padding_idx = {}, std::optional<double> max_norm = {}, double norm_type = 2.0, bool scale_grad_by_freq = false, bool sparse = false) {
  const Value args[] = {box(input), box(weight), box(padding_idx), box(max_norm), box(norm_type), box(scale_grad_by_freq), box(sparse)};
  return call1(op_EmbeddingMaxNorm, args);
}
inline Tensor embedding_bag(const Tensor& input, const Tensor& weight, const Tensor& offsets = {}, std::optional<double> max_norm = {}, double norm_type = 2.0, bool scale_grad_by_freq = false, const char* mode = "mean", bool sparse = false, const Tensor& per_sample_weights = {}, bool include_last_offset = false, std::optional<int64_t> padding_idx = {}) {
  const Value args[] = {box(input), box(weight), box(offsets), box(max_norm), box(norm_type), box(scale_grad_by_freq), box(mode), box(sparse), box(per_sample_weights), box(include_last_offset), box(padding_idx)};
  return call1(op_EmbeddingBag, args);
}

}  // namespace vjp
