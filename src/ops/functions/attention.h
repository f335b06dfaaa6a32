// The operators of ops/attention.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_FusedAttention;
extern const OpDef op_ScaledDotProductAttention;

inline std::array<Tensor, 2> _fused_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask, bool is_causal, double scale, double dropout_p = 0.0, int64_t seed = 0, int64_t offset = 0) {
  const Value args[] = {box(query), box(key), box(value), box(attn_mask), box(is_causal), box(scale), box(dropout_p), box(seed), box(offset)};
  std::array<Tensor, 2> outs;
  call(op_FusedAttention, args, outs.data());
  return outs;
}
inline Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask = {}, double dropout_p = 0.0, bool is_causal = false, std::optional<double> scale = {}, bool enable_gqa = false, Generator* generator = nullptr) {
  const Value args[] = {box(query), box(key), box(value), box(attn_mask), box(dropout_p), box(is_causal), box(scale), box(enable_gqa), box(generator)};
  return call1(op_ScaledDotProductAttention, args);
}

}  // namespace vjp
