// Attention of several heads with its projections: scaled_dot_product_attention between linear layers.
#include "ops/functions/attention_heads.h"

#include <cmath>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/attention.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/join.h"
#include "ops/functions/matmul_add.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pad.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/random.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/softmax.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"

namespace vjp {
namespace {

constexpr const char* kName = "multi_head_attention_forward";

void check_sizes(const Tensor& t, const char* name, const Dims& wanted) {
  if (t && !same(t.sizes(), wanted))
    fail(VJP_ERROR_SHAPE, "{}: '{}' has shape {}, expected {}", kName, name, t.sizes(), wanted);
}
void check_there(const Tensor& t, const char* name, const char* when) {
  if (!t) fail(VJP_ERROR_INVALID, "{}: '{}' is needed {}", kName, name, when);
}

// Of a mask that is true where a key may not be seen, and of one that is added: what is added.
Tensor added(const Tensor& mask, Dtype dtype, const char* name) {
  if (!mask || mask.dtype() == dtype) return mask;
  if (mask.dtype() != Dtype::Bool)
    fail(VJP_ERROR_DTYPE, "{}: '{}' is {}, expected bool or {}", kName, name, mask.dtype(), dtype);
  return where(mask, full({}, -INFINITY, dtype), full({}, 0, dtype));
}

// Another key, which everyone may see.
Tensor with_one_more(const Tensor& mask) { return mask ? constant_pad_nd(mask, Dims{0, 1}, 0) : mask; }

// [L, B, heads * size] as [B, heads, L, size].
Tensor by_heads(const Tensor& t, int64_t heads) {
  return permute(reshape(t, Dims{t.size(0), t.size(1), heads, t.size(2) / heads}), Dims{1, 2, 0, 3});
}

struct Projections {
  Tensor weight, bias, q, k, v;  // packed, or one each
  bool separate;

  std::array<Tensor, 3> of(const Tensor& query, const Tensor& key, const Tensor& value) const {
    const int64_t size = query.size(-1);
    std::array<Tensor, 3> biases, weights{q, k, v};
    if (bias)
      for (size_t i = 0; i < 3; ++i) biases[i] = narrow(bias, 0, static_cast<int64_t>(i) * size, size);
    if (!separate) {
      if (query.get() == key.get() && key.get() == value.get()) {
        const std::vector<Tensor> parts = chunk(linear(query, weight, bias), 3, -1);
        return {parts[0], parts[1], parts[2]};
      }
      for (size_t i = 0; i < 3; ++i) weights[i] = narrow(weight, 0, static_cast<int64_t>(i) * size, size);
    }
    return {linear(query, weights[0], biases[0]), linear(key, weights[1], biases[1]),
            linear(value, weights[2], biases[2])};
  }
};

// Queries [B, heads, L, size], keys and values [B, heads, S, size]; masks that are added: [B, 1, 1, S], and one that
// broadcasts to [B, heads, L, S].
struct Heads {
  Tensor q, k, v, padding, mask;

  void append(const Tensor& key, const Tensor& value) {
    k = cat(std::array{k, key}, 2);
    v = cat(std::array{v, value}, 2);
    mask = with_one_more(mask);
    padding = with_one_more(padding);
  }
  Tensor whole_mask() const { return mask && padding ? add(mask, padding) : mask ? mask : padding; }
};

// A static key or value, [B * heads, S, size].
Tensor given_heads(const Tensor& t, const char* name, int64_t batch, int64_t heads, int64_t size) {
  if (t.ndim() != 3 || t.size(0) != batch * heads || t.size(2) != size)
    fail(VJP_ERROR_SHAPE, "{}: '{}' has shape {}, expected [{}, *, {}]: batch times heads, keys, size of a head", kName,
         name, t.sizes(), batch * heads, size);
  return unflatten(t, 0, Dims{batch, heads});
}

}  // namespace

struct MultiHeadAttentionForward : Composite {
  static constexpr Schema schema{
      "multi_head_attention_forward(Tensor query, Tensor key, Tensor value, int embed_dim_to_check, int num_heads, "
      "Tensor? in_proj_weight, Tensor? in_proj_bias, Tensor? bias_k, Tensor? bias_v, bool add_zero_attn, "
      "float dropout_p, Tensor out_proj_weight, Tensor? out_proj_bias, bool training=True, "
      "Tensor? key_padding_mask=None, bool need_weights=True, Tensor? attn_mask=None, "
      "bool use_separate_proj_weight=False, Tensor? q_proj_weight=None, Tensor? k_proj_weight=None, "
      "Tensor? v_proj_weight=None, Tensor? static_k=None, Tensor? static_v=None, bool average_attn_weights=True, "
      "bool is_causal=False, *, Generator? generator=None) -> (Tensor values, Tensor weights)"};
  static constexpr const char* doc =
      "Queries [L, B, E] (or [L, E]), keys and values [S, B, *], projected, attended to in num_heads heads, and "
      "projected back. in_proj_weight is [3 E, E], or use_separate_proj_weight has one for each. A mask is added, or "
      "true where a key is not seen: key_padding_mask [B, S], attn_mask [L, S] or [B num_heads, L, S]; is_causal: "
      "query "
      "i sees the keys up to i, where no attn_mask says so. bias_k, bias_v and add_zero_attn append keys. A query that "
      "sees nothing gives zeros. weights [B, L, S], of each head unless average_attn_weights; empty "
      "without need_weights.";
  static std::array<Tensor, 2> forward(const Tensor& query, const Tensor& key, const Tensor& value,
                                       int64_t embed_dim_to_check, int64_t num_heads, const Tensor& in_proj_weight,
                                       const Tensor& in_proj_bias, const Tensor& bias_k, const Tensor& bias_v,
                                       bool add_zero_attn, double dropout_p, const Tensor& out_proj_weight,
                                       const Tensor& out_proj_bias, bool training, const Tensor& key_padding_mask,
                                       bool need_weights, const Tensor& attn_mask, bool use_separate_proj_weight,
                                       const Tensor& q_proj_weight, const Tensor& k_proj_weight,
                                       const Tensor& v_proj_weight, const Tensor& static_k, const Tensor& static_v,
                                       bool average_attn_weights, bool is_causal, Generator* generator) {
    const bool batched = query.ndim() == 3;
    const auto in_batch = [&](const Tensor& t, int64_t dim) { return batched || !t ? t : unsqueeze(t, dim); };
    check_ranks(query, key, value, key_padding_mask);
    const Tensor q = in_batch(query, 1), k = key.get() == query.get() ? q : in_batch(key, 1);
    const Tensor v = value.get() == query.get() ? q : value.get() == key.get() ? k : in_batch(value, 1);
    const int64_t batch = q.size(1), size = q.size(2);
    check_dims(q, k, v, embed_dim_to_check, num_heads, use_separate_proj_weight);
    const Projections projections{in_proj_weight, in_proj_bias,  q_proj_weight,
                                  k_proj_weight,  v_proj_weight, use_separate_proj_weight};
    check_weights(projections, q, k, v, out_proj_weight, out_proj_bias);
    check_probability(dropout_p);

    auto [pq, pk, pv] = projections.of(q, k, v);
    Heads h{by_heads(pq, num_heads), {}, {}, {}, {}};
    h.k = static_k ? given_heads(static_k, "static_k", batch, num_heads, size / num_heads) : by_heads(pk, num_heads);
    h.v = static_v ? given_heads(static_v, "static_v", batch, num_heads, size / num_heads) : by_heads(pv, num_heads);
    if (h.k.size(2) != h.v.size(2))
      fail(VJP_ERROR_SHAPE, "{}: 'static_k' and 'static_v' give {} keys and {} values", kName, h.k.size(2),
           h.v.size(2));
    const bool plain = !bias_k && !bias_v && !add_zero_attn && !key_padding_mask && !attn_mask;
    const bool causal_by_kernel = is_causal && plain && !need_weights;
    mask_heads(h, in_batch(key_padding_mask, 0), attn_mask, is_causal && !causal_by_kernel);
    append_keys(h, bias_k, bias_v, add_zero_attn, size, num_heads, static_k || static_v);

    const double p = training ? dropout_p : 0;
    Tensor weights, out = need_weights ? attended(h, p, generator, weights)
                                       : scaled_dot_product_attention(h.q, h.k, h.v, whole(h), p, causal_by_kernel, {},
                                                                      false, generator);
    out = linear(reshape(permute(out, Dims{2, 0, 1, 3}), q.sizes()), out_proj_weight, out_proj_bias);
    if (!batched) out = select(out, 1, 0);
    if (!weights) return {out, empty(Dims{0}, out.dtype())};
    if (average_attn_weights) weights = mean(weights, Dims{1});
    return {out, batched ? weights : select(weights, 0, 0)};
  }

 private:
  static Tensor whole(const Heads& h) {
    const Tensor mask = h.whole_mask();
    if (!mask) return mask;
    Dims sizes(h.q.sizes());
    sizes[3] = h.k.size(2);
    return expand(mask, sizes);
  }
  static Tensor attended(const Heads& h, double p, Generator* generator, Tensor& weights) {
    const double scale = std::sqrt(1 / static_cast<double>(h.q.size(3)));
    Tensor scores = matmul(mul(h.q, scale), transpose(h.k, -2, -1));
    if (const Tensor mask = h.whole_mask()) scores = add(scores, mask);
    weights = _safe_softmax(scores, -1);
    if (p > 0) weights = dropout(weights, p, true, generator);
    return matmul(weights, h.v);
  }
  static void mask_heads(Heads& h, const Tensor& padding, const Tensor& mask, bool causal) {
    const int64_t batch = h.q.size(0), heads = h.q.size(1), length = h.q.size(2), keys = h.k.size(2);
    const Dtype dtype = h.q.dtype();
    if (padding) {
      check_sizes(padding, "key_padding_mask", Dims{batch, keys});
      h.padding = reshape(added(padding, dtype, "key_padding_mask"), Dims{batch, 1, 1, keys});
    }
    if (mask && mask.ndim() == 3) {
      check_sizes(mask, "attn_mask", Dims{batch * heads, length, keys});
      h.mask = unflatten(added(mask, dtype, "attn_mask"), 0, Dims{batch, heads});
    } else if (mask) {
      check_sizes(mask, "attn_mask", Dims{length, keys});
      h.mask = added(mask, dtype, "attn_mask");
    } else if (causal) {
      h.mask = added(triu(ones(Dims{length, keys}, Dtype::Bool), 1), dtype, "is_causal");
    }
  }
  // [1, 1, E]; [E] is taken for it.
  static Tensor as_one_key(const Tensor& bias, const char* name, int64_t size) {
    if (bias.ndim() != 1)
      check_sizes(bias, name, Dims{1, 1, size});
    else
      check_sizes(bias, name, Dims{size});
    return reshape(bias, Dims{1, 1, size});
  }
  static void append_keys(Heads& h, const Tensor& bias_k, const Tensor& bias_v, bool zero, int64_t size, int64_t heads,
                          bool is_static) {
    const Dims one{h.q.size(0), heads, 1, size / heads};
    if (!bias_k != !bias_v)
      fail(VJP_ERROR_INVALID, "{}: 'bias_k' and 'bias_v' are given together; '{}' is missing", kName,
           bias_k ? "bias_v" : "bias_k");
    if (bias_k) {
      if (is_static) fail(VJP_ERROR_INVALID, "{}: 'bias_k' and 'bias_v' are not for 'static_k' and 'static_v'", kName);
      h.append(expand(by_heads(as_one_key(bias_k, "bias_k", size), heads), one),
               expand(by_heads(as_one_key(bias_v, "bias_v", size), heads), one));
    }
    if (zero) h.append(zeros(one, h.k.dtype()), zeros(one, h.v.dtype()));
  }

  static void check_probability(double p) {
    if (!(p >= 0 && p <= 1)) fail(VJP_ERROR_INVALID, "{}: 'dropout_p' is a probability, from 0 to 1; got {}", kName, p);
  }
  static void check_ranks(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& padding) {
    const int n = q.ndim();
    if ((n != 2 && n != 3) || k.ndim() != n || v.ndim() != n)
      fail(VJP_ERROR_SHAPE,
           "{}: 'query' is {}, 'key' {} and 'value' {}; expected [L, B, E], [S, B, *] and [S, B, *], or "
           "all without B",
           kName, q.sizes(), k.sizes(), v.sizes());
    if (padding && padding.ndim() != n - 1)
      fail(VJP_ERROR_SHAPE, "{}: 'key_padding_mask' has shape {}, expected {}", kName, padding.sizes(),
           n == 3 ? "[B, S]" : "[S]");
  }
  static void check_dims(const Tensor& q, const Tensor& k, const Tensor& v, int64_t size, int64_t heads,
                         bool separate) {
    if (q.size(2) != size)
      fail(VJP_ERROR_SHAPE, "{}: 'query' has {} features, but 'embed_dim_to_check' is {}", kName, q.size(2), size);
    if (heads < 1 || size % heads != 0)
      fail(VJP_ERROR_INVALID, "{}: 'num_heads' is {}, which does not divide the {} features of 'query'", kName, heads,
           size);
    const bool fits = k.size(0) == v.size(0) && k.size(1) == v.size(1) && k.size(1) == q.size(1) &&
                      (separate || (k.size(2) == size && v.size(2) == size));
    if (!fits)
      fail(VJP_ERROR_SHAPE, "{}: 'query' is {}, 'key' {} and 'value' {}; expected one batch, as many keys as values{}",
           kName, q.sizes(), k.sizes(), v.sizes(),
           separate ? "" : ", and one number of features (use_separate_proj_weight allows others)");
  }
  static void check_weights(const Projections& p, const Tensor& q, const Tensor& k, const Tensor& v,
                            const Tensor& out_weight, const Tensor& out_bias) {
    const int64_t size = q.size(2);
    if (p.separate) {
      check_there(p.q, "q_proj_weight", "with use_separate_proj_weight");
      check_there(p.k, "k_proj_weight", "with use_separate_proj_weight");
      check_there(p.v, "v_proj_weight", "with use_separate_proj_weight");
      check_sizes(p.q, "q_proj_weight", Dims{size, size});
      check_sizes(p.k, "k_proj_weight", Dims{size, k.size(2)});
      check_sizes(p.v, "v_proj_weight", Dims{size, v.size(2)});
    } else {
      check_there(p.weight, "in_proj_weight", "without use_separate_proj_weight");
      check_sizes(p.weight, "in_proj_weight", Dims{3 * size, size});
    }
    check_sizes(p.bias, "in_proj_bias", Dims{3 * size});
    check_sizes(out_weight, "out_proj_weight", Dims{size, size});
    check_sizes(out_bias, "out_proj_bias", Dims{size});
  }
};
VJP_DEFINE(MultiHeadAttentionForward);

}  // namespace vjp
