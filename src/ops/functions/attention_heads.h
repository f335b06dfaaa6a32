// The operators of ops/attention_heads.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_MultiHeadAttentionForward;

inline std::array<Tensor, 2> multi_head_attention_forward(const Tensor& query, const Tensor& key, const Tensor& value, int64_t embed_dim_to_check, int64_t num_heads, const Tensor& in_proj_weight, const Tensor& in_proj_bias, const Tensor& bias_k, const Tensor& bias_v, bool add_zero_attn, double dropout_p, const Tensor& out_proj_weight, const Tensor& out_proj_bias, bool training = true, const Tensor& key_padding_mask = {}, bool need_weights = true, const Tensor& attn_mask = {}, bool use_separate_proj_weight = false, const Tensor& q_proj_weight = {}, const Tensor& k_proj_weight = {}, const Tensor& v_proj_weight = {}, const Tensor& static_k = {}, const Tensor& static_v = {}, bool average_attn_weights = true, bool is_causal = false, Generator* generator = nullptr) {
  const Value args[] = {box(query), box(key), box(value), box(embed_dim_to_check), box(num_heads), box(in_proj_weight), box(in_proj_bias), box(bias_k), box(bias_v), box(add_zero_attn), box(dropout_p), box(out_proj_weight), box(out_proj_bias), box(training), box(key_padding_mask), box(need_weights), box(attn_mask), box(use_separate_proj_weight), box(q_proj_weight), box(k_proj_weight), box(v_proj_weight), box(static_k), box(static_v), box(average_attn_weights), box(is_causal), box(generator)};
  std::array<Tensor, 2> outs;
  call(op_MultiHeadAttentionForward, args, outs.data());
  return outs;
}

}  // namespace vjp
