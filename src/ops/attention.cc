// Attention. The fused kernels serve where nothing of the inside is to be recorded; the same by matrix products
// otherwise.
#include "ops/functions/attention.h"

#include <cmath>

#include "graph/meta.h"
#include "graph/tangent.h"
#include "ops/batch_rules.h"
#include "ops/call_counts.h"
#include "ops/define.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/index_mask.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/random.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/softmax.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// Keys or values [B, H / group, L, D], each head repeated for the queries that share it.
Tensor repeat_heads(const Tensor& t, int64_t heads) {
  const int64_t group = heads / t.size(1);
  if (group == 1) return t;
  Tensor wide = expand(unsqueeze(t, 2), Dims{t.size(0), t.size(1), group, t.size(2), t.size(3)});
  return reshape(wide, Dims{t.size(0), heads, t.size(2), t.size(3)});
}

Tensor minus_infinity(const Tensor& like) { return full(Dims{}, -INFINITY, like.dtype()); }

// The scores of all queries and keys, with masks; what may not be seen is -inf.
Tensor masked_scores(const Tensor& q, const Tensor& k, const Tensor& mask, bool causal, double scale) {
  Tensor scores = matmul(q * scale, mT(k));
  if (causal) {
    Tensor seen = tril(ones(Dims{q.size(-2), k.size(-2)}, Dtype::Bool));
    scores = where(seen, scores, minus_infinity(scores));
  }
  if (!mask) return scores;
  return mask.dtype() == Dtype::Bool ? where(mask, scores, minus_infinity(scores)) : scores + mask;
}

// Softmax that gives zeros, and no gradient, for a row of nothing but -inf.
Tensor safe_softmax(const Tensor& scores) {
  Tensor hidden = all(eq(detach(scores), -INFINITY), Dims{-1}, true);
  return masked_fill(softmax(masked_fill(scores, hidden, 0.0), -1), hidden, 0.0);
}

Tensor probabilities(const Tensor& q, const Tensor& k, const Tensor& mask, bool causal, double scale) {
  return safe_softmax(masked_scores(q, repeat_heads(k, q.size(1)), mask, causal, scale));
}

// The gradients by differentiable operators: p = softmax(s), ds = p (dp - sum(p dp)).
std::array<Tensor, 3> recorded(const Tensor& g, const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask,
                               bool causal, double scale) {
  Tensor p = probabilities(q, k, mask, causal, scale);
  Tensor dp = matmul(g, mT(repeat_heads(v, q.size(1))));
  Tensor ds = p * (dp - sum(p * dp, Dims{-1}, true)) * scale;
  auto summed = [&](const Tensor& t, const Tensor& like) {  // over the queries' heads that share one
    const int64_t group = q.size(1) / like.size(1);
    if (group == 1) return t;
    return sum(reshape(t, Dims{t.size(0), like.size(1), group, t.size(2), t.size(3)}), Dims{2});
  };
  return {matmul(ds, repeat_heads(k, q.size(1))), summed(matmul(mT(ds), q), k), summed(matmul(mT(p), g), v)};
}

// The tangent: p dv + p (ds - sum(p ds)) v, where ds are the scores' tangents.
Tensor attention_tangent(const Tensor& dq, const Tensor& dk, const Tensor& dv, const Tensor& q, const Tensor& key,
                         const Tensor& value, const Tensor& mask, bool causal, double scale) {
  const auto repeated = [&](const Tensor& t) { return t ? repeat_heads(t, q.size(1)) : t; };
  Tensor k = repeated(key), scores = masked_scores(q, k, mask, causal, scale);
  Tensor p = mask ? safe_softmax(scores) : softmax(scores, -1);  // without one every query sees a key
  Tensor out, ds;
  if (dq) ds = matmul(dq * scale, mT(k));
  if (dk) ds = ds ? ds + matmul(q * scale, mT(repeated(dk))) : matmul(q * scale, mT(repeated(dk)));
  if (ds) out = matmul(p * (ds - sum(p * ds, Dims{-1}, true)), repeated(value));
  if (dv) out = out ? out + matmul(p, repeated(dv)) : matmul(p, repeated(dv));
  return out;
}

AttentionArgs arguments(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask, const Tensor& out,
                        const Tensor& logsumexp, bool causal, double scale) {
  AttentionArgs args{};
  args.q = q.view();
  args.k = k.view();
  args.v = v.view();
  if (mask) args.mask = mask.view();
  args.out = out.view();
  args.logsumexp = logsumexp.view();
  args.causal = causal;
  args.scale = scale;
  return args;
}

}  // namespace

// query [B, H, L, D], key [B, H / g, S, D], value [B, H / g, S, E], attn_mask expanded to [B, H, L, S] and without a
// gradient.
struct FusedAttention : General {
  static constexpr Schema schema{
      "_fused_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask, bool is_causal, float scale) -> "
      "(Tensor "
      "values, Tensor logsumexp)"};
  static constexpr const char* doc =
      "Attention by blocks, without the matrix of all scores; and the logarithm of each row's sum.";
  static constexpr uint8_t nondiff_outputs = 2;
  static std::array<Tensor, 2> forward(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask,
                                       bool causal, double scale) {
    Tensor logsumexp = Tensor::empty(q.sizes().first(3), compute_of(q.dtype()));
    // heads side by side within a position: how the next layer reads them
    Dims sizes{q.size(0), q.size(1), q.size(2), v.size(3)};
    Dims strides{sizes[2] * sizes[1] * sizes[3], sizes[3], sizes[1] * sizes[3], 1};
    Tensor out = Tensor::empty_strided(sizes, strides, q.dtype());
    kernels().attention(arguments(q, k, v, mask, out, logsumexp, causal, scale));
    return {out, logsumexp};
  }
  static std::array<Tensor, 2> batch(const Batch& b, const Tensor& q, const Tensor& k, const Tensor& v,
                                     const Tensor& mask, bool causal, double scale) {
    const int64_t size = sample_sizes(b, 0, q)[0];
    auto all = _fused_attention(along_first(b, 0, q), along_first(b, 1, k), along_first(b, 2, v),
                                along_first(b, 3, mask), causal, scale);
    for (Tensor& t : all) t = unfolded(t, 0, b.size, size);
    return all;
  }
  static constexpr auto vjp = rules(wrt<"query", "key", "value">(
      [](Grad g, In<"query"> q, In<"key"> k, In<"value"> v, In<"attn_mask"> mask, Out<0> out, Out<1> logsumexp,
         Attr<"is_causal", bool> causal, Attr<"scale", double> scale, Needs<"query"> needs_q, Needs<"key"> needs_k,
         Needs<"value"> needs_v) -> std::array<Tensor, 3> {
        if (derivatives_followed()) return recorded(g, q, k, v, mask, causal, scale);
        AttentionBackwardArgs args{};
        args.forward = arguments(q, k, v, mask, out, logsumexp, causal, scale);
        args.grad = g.view();
        std::array<Tensor, 3> grads;
        if (needs_q) args.grad_q = (grads[0] = Tensor::empty(q.sizes(), q.dtype())).view();
        if (needs_k) args.grad_k = (grads[1] = Tensor::empty(k.sizes(), k.dtype())).view();
        if (needs_v) args.grad_v = (grads[2] = Tensor::empty(v.sizes(), v.dtype())).view();
        kernels().attention_backward(args);
        // the scores and their gradient, and each argument's
        stands_for(op_Matmul, op_Softmax, op_Matmul, op_Matmul, op_Matmul, op_Matmul);
        return grads;
      }));
  static constexpr auto jvp = tangents(
      [](Tangent<"query"> dq, Tangent<"key"> dk, Tangent<"value"> dv, In<"query"> q, In<"key"> k, In<"value"> v,
         In<"attn_mask"> mask, Attr<"is_causal", bool> causal, Attr<"scale", double> scale) -> std::array<Tensor, 2> {
        Tensor added = mask && mask.dtype() != Dtype::Bool ? wide(mask) : Tensor(mask);
        return {attention_tangent(wide(dq), wide(dk), wide(dv), wide(q), wide(k), wide(v), added, causal, scale), {}};
      });
};
VJP_DEFINE(FusedAttention);

namespace {

// [L, D] and [H, L, D] get leading dimensions of size 1; more than four are merged into the first.
Tensor as_four(const Tensor& t) {
  if (t.ndim() == 4) return t;
  if (t.ndim() > 4) return flatten(t, 0, t.ndim() - 4);
  Tensor out = t;
  while (out.ndim() < 4) out = unsqueeze(out, 0);
  return out;
}

}  // namespace

struct ScaledDotProductAttention : Composite {
  static constexpr Schema schema{
      "scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float "
      "dropout_p=0.0, bool "
      "is_causal=False, *, float? scale=None, bool enable_gqa=False, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "softmax(scale query key^T + mask) value over the last two dimensions. A boolean mask is true where a query may "
      "see a key, "
      "another one is added; is_causal: query i sees the keys up to i; scale is 1 / sqrt(D) unless given; enable_gqa: "
      "keys and "
      "values may have fewer heads. A query that sees nothing gives zeros.";
  static constexpr Autocast autocast = Autocast::Lower;
  static Tensor forward(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& attn_mask,
                        double dropout_p, bool is_causal, std::optional<double> scale, bool enable_gqa,
                        Generator* generator) {
    check(query, key, value, attn_mask, is_causal, enable_gqa);
    if (!(dropout_p >= 0 && dropout_p <= 1)) {
      fail(VJP_ERROR_INVALID, "scaled_dot_product_attention: 'dropout_p' is a probability, from 0 to 1; got {}",
           dropout_p);
    }
    const double factor = scale.value_or(1 / std::sqrt(static_cast<double>(query.size(-1))));
    const bool fits = is_floating(query.dtype()) && query.numel() > 0 && key.numel() > 0 && value.numel() > 0;
    const bool mask_is_data = !attn_mask || !is_followed(attn_mask);
    if (dropout_p == 0 && fits && mask_is_data && same_batch(query, key, value)) {
      Tensor mask;
      if (attn_mask) {
        Dims sizes(query.sizes());
        sizes[sizes.n - 1] = key.size(-2);
        mask = as_four(expand(attn_mask, sizes));
      }
      Dims sizes(query.sizes());
      sizes[sizes.n - 1] = value.size(-1);
      Tensor out = _fused_attention(as_four(query), as_four(key), as_four(value), mask, is_causal, factor)[0];
      return query.ndim() == 4 ? out : reshape(out, sizes);
    }
    Tensor k = key, v = value;
    if (enable_gqa) {
      k = repeat_grouped(key, query.size(-3));
      v = repeat_grouped(value, query.size(-3));
    }
    Tensor p = safe_softmax(masked_scores(query, k, attn_mask, is_causal, factor));
    if (dropout_p > 0) p = dropout(p, dropout_p, true, generator);
    return matmul(p, v);
  }

 private:
  // Whether derivatives are taken for the mask, backward or forward: the kernel has none.
  static bool is_followed(const Tensor& mask) { return requires_grad(mask) || (mask && carries_tangent(*mask.get())); }
  static void check(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask, bool causal, bool grouped) {
    bool fits = q.ndim() >= 2 && k.ndim() >= 2 && v.ndim() >= 2;
    fits = fits && q.size(-1) == k.size(-1) && k.size(-2) == v.size(-2);
    if (fits && grouped) {
      fits = q.ndim() >= 3 && k.ndim() == q.ndim() && v.ndim() == q.ndim() && k.size(-3) == v.size(-3);
    }
    if (!fits) {
      fail(VJP_ERROR_SHAPE,
           "scaled_dot_product_attention: 'query' is {}, 'key' {} and 'value' {}; [*, l, e], [*, s, e] and [*, s, v] "
           "are "
           "needed{}",
           q.sizes(), k.sizes(), v.sizes(), grouped ? ", with one number of heads in key and value" : "");
    }
    if (q.dtype() != k.dtype() || q.dtype() != v.dtype()) {
      fail(VJP_ERROR_DTYPE, "scaled_dot_product_attention: query, key and value must have one dtype, got {}, {} and {}",
           q.dtype(), k.dtype(), v.dtype());
    }
    if (mask && causal) {
      fail(VJP_ERROR_INVALID, "scaled_dot_product_attention: attn_mask and is_causal cannot be given together");
    }
    if (mask && mask.dtype() != Dtype::Bool && mask.dtype() != q.dtype()) {
      fail(VJP_ERROR_DTYPE, "scaled_dot_product_attention: attn_mask must be bool or {}, got {}", q.dtype(),
           mask.dtype());
    }
  }
  // The kernel wants the same leading dimensions, but for the number of heads.
  static bool same_batch(const Tensor& q, const Tensor& k, const Tensor& v) {
    if (q.ndim() != k.ndim() || q.ndim() != v.ndim()) return false;
    for (int i = 0; i + 2 < q.ndim(); ++i) {
      bool heads = i == q.ndim() - 3;
      if (k.size(i) != v.size(i) || (heads ? q.size(i) % k.size(i) != 0 : q.size(i) != k.size(i))) return false;
      if (heads && q.size(i) != k.size(i) && q.ndim() > 4) return false;
    }
    return true;
  }
  static Tensor repeat_grouped(const Tensor& t, int64_t heads) {
    const int64_t have = t.size(-3);
    if (have == heads) return t;
    if (have == 0 || heads % have != 0) {
      fail(VJP_ERROR_SHAPE, "scaled_dot_product_attention: {} heads of keys cannot serve {} of queries", have, heads);
    }
    Dims wide(t.sizes()), sizes(t.sizes());
    wide.insert(wide.n - 2, heads / have);
    sizes[sizes.n - 3] = heads;
    return reshape(expand(unsqueeze(t, -3), wide), sizes);
  }
};
VJP_DEFINE(ScaledDotProductAttention);

}  // namespace vjp
