// Attention. The fused kernels serve where nothing of the inside is to be recorded; the same by matrix products
// otherwise.
#include "ops/functions/attention.h"

#include <algorithm>
#include <cmath>

#include "device/generator.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/tangent.h"
#include "ops/batch_rules.h"
#include "ops/call_counts.h"
#include "ops/carried.h"
#include "ops/define.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/index_mask.h"
#include "ops/functions/join.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/random.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/softmax.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/geometry.h"
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

// Some samples, and some heads of keys with the queries' heads that share them.
struct Part {
  int64_t sample, samples, head, heads, all_heads;  // heads of keys

  Tensor of(const Tensor& t) const {
    if (!t) return t;
    const int64_t group = t.size(1) / all_heads;
    return narrow(narrow(t, 0, sample, samples), 1, head * group, heads * group);
  }
};

// Which probabilities are dropped: numbers of a generator, by the place of a score among all.
struct Drops {
  double p;
  int64_t seed, offset;
  int64_t first = 0;  // of a part: the place of its first score

  // What the probabilities [B, H, L, S] are multiplied by. A block of numbers serves two places, the first one even.
  Tensor mask(const Dims& sizes, Dtype dtype) const {
    const int64_t count = sizes[0] * sizes[1] * sizes[2] * sizes[3], odd = first & 1;
    Tensor all = Tensor::empty(Dims{count + odd}, dtype);
    RandomArgs args{};
    args.distribution = byte_of(Distribution::DropoutMask);
    args.a = p;
    args.out = all.view();
    args.seed = static_cast<uint64_t>(seed);
    args.offset = static_cast<uint64_t>(offset + first / 2);
    if (count > 0) kernels().random(args);
    return all.with_geometry({sizes, contiguous_geometry(sizes).strides, odd});
  }
};

// What a call of the operator was given and gave.
struct Attention {
  Tensor q, k, v, mask, out, logsumexp;
  bool causal;
  double scale;
  Drops drops;

  // Parts of all samples, or of all heads of one: the scores of a part lie side by side.
  Attention part(const Part& p) const {
    const int64_t head = q.size(2) * k.size(2), group = q.size(1) / k.size(1);
    Drops own = drops;
    own.first += (p.sample * q.size(1) + p.head * group) * head;
    return {p.of(q), p.of(k), p.of(v), p.of(mask), p.of(out), p.of(logsumexp), causal, scale, own};
  }
  // Undefined where nothing is dropped.
  Tensor drop_mask() const {
    if (drops.p == 0) return {};
    return drops.mask(Dims{q.size(0), q.size(1), q.size(2), k.size(2)}, wide_of(q.dtype()));
  }
  Tensor repeated(const Tensor& t) const { return t ? repeat_heads(t, q.size(1)) : t; }
  // Over the queries' heads that share one of `like`.
  Tensor summed(const Tensor& t, const Tensor& like) const {
    const int64_t group = q.size(1) / like.size(1);
    if (!t || group == 1) return t;
    return sum(reshape(t, Dims{t.size(0), like.size(1), group, t.size(2), t.size(3)}), Dims{2});
  }
  // The probabilities; by what is kept, which is a constant, where the scores' derivatives are not followed.
  Tensor weights(bool may_read_kept) const {
    if (mask) return probabilities(q, k, mask, causal, scale);
    if (!may_read_kept) return softmax(masked_scores(q, repeated(k), {}, causal, scale), -1);  // each query sees a key
    const Tensor p = exp(matmul(q * scale, mT(repeated(k))) - unsqueeze(logsumexp, -1));
    return causal ? tril(p) : p;
  }
};

Tensor sum_of(const Tensor& a, const Tensor& b) { return a && b ? a + b : a ? a : b; }
// What a dropout leaves; either may be undefined.
Tensor kept(const Tensor& t, const Tensor& mask) { return t && mask ? _dropout_apply(t, to(mask, t.dtype())) : t; }

// The gradients by differentiable operators: p = softmax(s), ds = p (dp - sum(p dp)).
std::array<Tensor, 3> recorded(const Tensor& g, const Attention& a) {
  const Tensor p = a.weights(false), k = a.repeated(a.k), mask = a.drop_mask();
  const Tensor dp = kept(matmul(g, mT(a.repeated(a.v))), mask);
  const Tensor ds = p * (dp - sum(p * dp, Dims{-1}, true)) * a.scale;
  return {matmul(ds, k), a.summed(matmul(mT(ds), a.q), a.k), a.summed(matmul(mT(kept(p, mask)), g), a.v)};
}

Tensor transposed(const Tensor& t) { return t ? mT(t) : t; }

// The tangent of a b, where one of the factors' may be undefined.
Tensor product_tangent(const Tensor& da, const Tensor& b, const Tensor& a, const Tensor& db) {
  return sum_of(da ? matmul(da, b) : da, db ? matmul(a, db) : db);
}

// That of p = softmax(s), where ds are the scores' tangents.
Tensor weights_tangent(const Tensor& p, const Tensor& ds) {
  return ds ? p * (ds - sum(p * ds, Dims{-1}, true)) : Tensor();
}

// Calls f(part) for parts whose matrices of scores stay in a cache, and joins what it gives: N tensors like those of
// the whole, some of which may be undefined.
template <size_t N, class F>
std::array<Tensor, N> by_parts(const Attention& a, F&& f) {
  constexpr int64_t kScores = 1 << 16;
  const int64_t samples = a.q.size(0), heads = a.k.size(1);
  const int64_t of_head = std::max<int64_t>(1, a.q.size(1) / heads * a.q.size(2) * a.k.size(2));
  const int64_t heads_each = std::clamp<int64_t>(kScores / of_head, 1, heads);
  const int64_t samples_each = heads_each < heads ? 1 : std::clamp<int64_t>(kScores / of_head / heads, 1, samples);
  std::array<std::vector<Tensor>, N> columns;
  const auto joined = [](const std::vector<Tensor>& parts, int64_t dim) {
    return parts.size() == 1 || !parts[0] ? parts[0] : cat(parts, dim);
  };
  for (int64_t sample = 0; sample < samples; sample += samples_each) {
    std::array<std::vector<Tensor>, N> row;
    for (int64_t head = 0; head < heads; head += heads_each) {
      const Part part{sample, std::min(samples_each, samples - sample), head, std::min(heads_each, heads - head),
                      heads};
      auto some = f(part);
      for (size_t i = 0; i < N; ++i) row[i].push_back(std::move(some[i]));
    }
    for (size_t i = 0; i < N; ++i) columns[i].push_back(joined(row[i], 1));
  }
  std::array<Tensor, N> all;
  for (size_t i = 0; i < N; ++i) all[i] = joined(columns[i], 0);
  return all;
}

// The tangent: p dv + p (ds - sum(p ds)) v.
Tensor attention_tangent(const Tensor& dq, const Tensor& dk, const Tensor& dv, const Attention& a) {
  const Tensor k = a.repeated(a.k), p = a.weights(!derivatives_followed());
  const Tensor ds = product_tangent(dq ? dq * a.scale : dq, mT(k), a.q * a.scale, transposed(a.repeated(dk)));
  const Tensor mask = a.drop_mask();
  return product_tangent(kept(weights_tangent(p, ds), mask), a.repeated(a.v), kept(p, mask), a.repeated(dv));
}

// Gradients with their tangents, from ds = p (dp - d), with d = sum(p dp) = sum(g out).
struct DualGradients {
  Attention a;
  Tensor g, dg, dq, dk, dv, dout;  // tangents may be undefined
  bool may_read_kept;
  std::array<bool, 3> wants;

  // Gradients, then tangents.
  std::array<Tensor, 6> by_parts() const {
    return vjp::by_parts<6>(a, [&](const Part& p) {
      const DualGradients part{a.part(p), p.of(g),    p.of(dg),      p.of(dq), p.of(dk),
                               p.of(dv),  p.of(dout), may_read_kept, wants};
      auto [gradients, tangents] = part.all();
      return std::array<Tensor, 6>{gradients[0], gradients[1], gradients[2], tangents[0], tangents[1], tangents[2]};
    });
  }

 private:
  WithTangents<3> all() const {
    const Tensor q = a.q * a.scale, k = a.repeated(a.k), v = a.repeated(a.v);
    const Tensor dqs = dq ? dq * a.scale : dq, dks = a.repeated(dk);
    const Tensor p = a.weights(may_read_kept);
    const Tensor tp = weights_tangent(p, product_tangent(dqs, mT(k), q, transposed(dks)));
    const Tensor mask = a.drop_mask();
    WithTangents<3> out;
    if (wants[2]) {
      const Tensor left = kept(p, mask);
      out.gradients[2] = a.summed(matmul(mT(left), g), a.v);
      out.tangents[2] = a.summed(product_tangent(transposed(kept(tp, mask)), g, mT(left), dg), a.v);
    }
    if (!wants[0] && !wants[1]) return out;
    const auto [ds, tds] = of_scores(p, tp, kept(matmul(g, mT(v)), mask),
                                     kept(product_tangent(dg, mT(v), g, transposed(a.repeated(dv))), mask));
    if (wants[0]) {
      out.gradients[0] = matmul(ds, k * a.scale);
      out.tangents[0] = product_tangent(tds, k * a.scale, ds, dks ? dks * a.scale : dks);
    }
    if (wants[1]) {
      out.gradients[1] = a.summed(matmul(mT(ds), q), a.k);
      out.tangents[1] = a.summed(product_tangent(transposed(tds), q, mT(ds), dqs), a.k);
    }
    return out;
  }

  std::pair<Tensor, Tensor> of_scores(const Tensor& p, const Tensor& tp, const Tensor& dp, const Tensor& tdp) const {
    const bool by_result = may_read_kept && (dout || !(dq || dk || dv));
    const auto total = [](const Tensor& t) { return t ? sum(t, Dims{-1}, true) : t; };
    const Tensor centred = dp - total(by_result ? g * a.out : p * dp);
    const Tensor td = total(by_result ? sum_of(dg ? dg * a.out : dg, dout ? g * dout : dout)
                                      : sum_of(tp ? tp * dp : tp, tdp ? p * tdp : tdp));
    const Tensor of_centred = td ? (tdp ? tdp - td : -td) : tdp;
    return {p * centred, sum_of(tp ? tp * centred : tp, of_centred ? p * of_centred : of_centred)};
  }
};

Attention widened(const Attention& a) {
  const bool added = a.mask && a.mask.dtype() != Dtype::Bool;
  return {wide(a.q), wide(a.k), wide(a.v), added ? wide(a.mask) : a.mask, wide(a.out), a.logsumexp,
          a.causal,  a.scale,   a.drops};
}

// At a level, below it; `alone`: nothing has tangents of lower levels.
WithTangents<3> dual_gradients(const Tensor& g, const Attention& a, ForwardLevel at, std::array<bool, 3> wants,
                               bool alone) {
  const auto tangent = [&](const Tensor& t) { return wide(tangent_at(t, at)); };
  const DualGradients all{widened(a),   wide(g),      tangent(g),     tangent(a.q),
                          tangent(a.k), tangent(a.v), tangent(a.out), alone && !is_half(a.q.dtype()),
                          wants};
  auto [q, k, v, tq, tk, tv] = all.by_parts();
  const auto own = [&](const Tensor& t) { return t ? narrowed(t, a.q.dtype()) : t; };
  return {{own(q), own(k), own(v)}, {tq, tk, tv}};
}

AttentionArgs arguments(const Attention& a) {
  AttentionArgs args{};
  args.q = a.q.view();
  args.k = a.k.view();
  args.v = a.v.view();
  if (a.mask) args.mask = a.mask.view();
  args.out = a.out.view();
  args.logsumexp = a.logsumexp.view();
  args.causal = a.causal;
  args.scale = a.scale;
  args.dropout = a.drops.p;
  args.seed = static_cast<uint64_t>(a.drops.seed);
  args.offset = static_cast<uint64_t>(a.drops.offset);
  return args;
}

std::array<Tensor, 3> by_kernel(const Tensor& g, const Attention& a, std::array<bool, 3> wants) {
  AttentionBackwardArgs args{};
  args.forward = arguments(a);
  args.grad = g.view();
  std::array<Tensor, 3> grads;
  if (wants[0]) args.grad_q = (grads[0] = Tensor::empty(a.q.sizes(), a.q.dtype())).view();
  if (wants[1]) args.grad_k = (grads[1] = Tensor::empty(a.k.sizes(), a.k.dtype())).view();
  if (wants[2]) args.grad_v = (grads[2] = Tensor::empty(a.v.sizes(), a.v.dtype())).view();
  kernels().attention_backward(args);
  // the scores and their gradient, and each argument's
  stands_for(op_Matmul, op_Softmax, op_Matmul, op_Matmul, op_Matmul, op_Matmul);
  return grads;
}

}  // namespace

// query [B, H, L, D], key [B, H / g, S, D], value [B, H / g, S, E], attn_mask expanded to [B, H, L, S] and without a
// gradient.
struct FusedAttention : General {
  static constexpr Schema schema{
      "_fused_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask, bool is_causal, float scale, float "
      "dropout_p=0.0, int seed=0, int offset=0) -> (Tensor values, Tensor logsumexp)"};
  static constexpr const char* doc =
      "Attention by blocks, without the matrix of all scores; and the logarithm of each row's sum.";
  static constexpr uint8_t nondiff_outputs = 2;
  static std::array<Tensor, 2> forward(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask,
                                       bool causal, double scale, double dropout_p, int64_t seed, int64_t offset) {
    Tensor logsumexp = Tensor::empty(q.sizes().first(3), compute_of(q.dtype()));
    // heads side by side within a position: how the next layer reads them
    Dims sizes{q.size(0), q.size(1), q.size(2), v.size(3)};
    Dims strides{sizes[2] * sizes[1] * sizes[3], sizes[3], sizes[1] * sizes[3], 1};
    Tensor out = Tensor::empty_strided(sizes, strides, q.dtype());
    kernels().attention(arguments({q, k, v, mask, out, logsumexp, causal, scale, {dropout_p, seed, offset}}));
    return {out, logsumexp};
  }
  static std::array<Tensor, 2> batch(const Batch& b, const Tensor& q, const Tensor& k, const Tensor& v,
                                     const Tensor& mask, bool causal, double scale, double dropout_p, int64_t seed,
                                     int64_t offset) {
    const int64_t size = sample_sizes(b, 0, q)[0];
    auto all = _fused_attention(along_first(b, 0, q), along_first(b, 1, k), along_first(b, 2, v),
                                along_first(b, 3, mask), causal, scale, dropout_p, seed, offset);
    for (Tensor& t : all) t = unfolded(t, 0, b.size, size);
    return all;
  }
  static constexpr auto vjp = rules(wrt<"query", "key", "value">(
      [](Grad g, In<"query"> q, In<"key"> k, In<"value"> v, In<"attn_mask"> mask, Out<0> out, Out<1> logsumexp,
         Attr<"is_causal", bool> causal, Attr<"scale", double> scale, Attr<"dropout_p", double> p,
         Attr<"seed", int64_t> seed, Attr<"offset", int64_t> offset, Needs<"query"> needs_q, Needs<"key"> needs_k,
         Needs<"value"> needs_v) -> std::array<Tensor, 3> {
        const Attention a{q, k, v, mask, out, logsumexp, causal, scale, {p, seed, offset}};
        const std::array<bool, 3> wants{needs_q, needs_k, needs_v};
        const TangentReads reads{&g, &q, &k, &v};
        return carried_gradients(
            reads, [&] { return by_kernel(g, a, wants); }, [&] { return recorded(g, a); },
            [&](ForwardLevel at) { return dual_gradients(g, a, at, wants, !highest_tangent_of(reads)); });
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"query"> dq, Tangent<"key"> dk, Tangent<"value"> dv, In<"query"> q, In<"key"> k,
                  In<"value"> v, In<"attn_mask"> mask, Out<0> out, Out<1> logsumexp, Attr<"is_causal", bool> causal,
                  Attr<"scale", double> scale, Attr<"dropout_p", double> p, Attr<"seed", int64_t> seed,
                  Attr<"offset", int64_t> offset) -> std::array<Tensor, 2> {
        const Attention a{q, k, v, mask, out, logsumexp, causal, scale, {p, seed, offset}};
        return {attention_tangent(wide(dq), wide(dk), wide(dv), widened(a)), {}};
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
    if (fits && mask_is_data && same_batch(query, key, value, enable_gqa) && (dropout_p == 0 || kernel_drops(query))) {
      Tensor mask;
      if (attn_mask) {
        Dims sizes(query.sizes());
        sizes[sizes.n - 1] = key.size(-2);
        mask = as_four(expand(attn_mask, sizes));
      }
      Dims sizes(query.sizes());
      sizes[sizes.n - 1] = value.size(-1);
      const Drops drops = drawn(dropout_p, query, key, generator);
      Tensor out = _fused_attention(as_four(query), as_four(key), as_four(value), mask, is_causal, factor, drops.p,
                                    drops.seed, drops.offset)[0];
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
  // Elsewhere the numbers are a dropout's: of samples of a batch, which may have their own, and on devices, whose
  // graphs find the generator's state in memory.
  static bool kernel_drops(const Tensor& query) { return query.device().is_cpu() && !(mode_word & kModeBatch); }
  // As many numbers as a dropout of all probabilities would draw, and the same.
  static Drops drawn(double p, const Tensor& query, const Tensor& key, Generator* generator) {
    if (p == 0) return {};
    const int64_t scores = query.numel() / query.size(-1) * key.size(-2);
    Generator& source = generator ? *generator : default_generator(query.device());
    const Generator::State state = source.reserve(static_cast<uint64_t>(random_blocks(scores)));
    return {p, static_cast<int64_t>(state.seed), static_cast<int64_t>(state.offset)};
  }
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
  // The kernel wants the same leading dimensions, but for the number of heads where they are grouped or one serves all.
  static bool same_batch(const Tensor& q, const Tensor& k, const Tensor& v, bool grouped) {
    if (q.ndim() != k.ndim() || q.ndim() != v.ndim()) return false;
    for (int i = 0; i + 2 < q.ndim(); ++i) {
      const bool heads = i == q.ndim() - 3, serves = heads && (grouped || k.size(i) == 1);
      if (k.size(i) != v.size(i) || (serves ? q.size(i) % k.size(i) != 0 : q.size(i) != k.size(i))) return false;
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
