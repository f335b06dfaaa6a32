// Normalisation over the last dimensions: layer_norm, rms_norm, group_norm.
#include "ops/functions/norm.h"

#include <limits>

#include "ops/batch_rules.h"
#include "ops/call_counts.h"
#include "ops/carried.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/sum_to_size.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/layout.h"
#include "ops/norm_channels.h"

namespace vjp {
namespace {

// The last dimensions as one: [rows, inner].
struct RowShape {
  int64_t rows = 1, inner = 1;
  Dims outer_dims, inner_dims;  // numbers of the dimensions
};

RowShape rows_of(IntSpan sizes, IntSpan normalized, const char* what) {
  RowShape r;
  size_t first = sizes.size() - normalized.size();
  if (normalized.empty() || normalized.size() > sizes.size() || !same(sizes.subspan(first), normalized)) {
    fail(VJP_ERROR_SHAPE, "{}: 'normalized_shape' {} is not the end of the input's shape {}", what, normalized, sizes);
  }
  for (size_t d = 0; d < sizes.size(); ++d) {
    (d < first ? r.rows : r.inner) *= sizes[d];
    (d < first ? r.outer_dims : r.inner_dims).push_back(static_cast<int64_t>(d));
  }
  return r;
}

void check_parameter(const Tensor& p, IntSpan normalized, const Tensor& input, const char* what, const char* name) {
  if (p && !(same(p.sizes(), normalized) && p.dtype() == input.dtype())) {
    fail(VJP_ERROR_SHAPE, "{}: '{}' is {}, expected {} of shape {}", what, name, p, input.dtype(), normalized);
  }
}

Tensor dense(const Tensor& t) { return !t || t.contiguous() ? t : fresh_copy(t); }
const void* data_of(const Tensor& t) { return t ? t.raw() : nullptr; }

std::array<Tensor, 3> run_norm(const Tensor& input, IntSpan normalized, const Tensor& weight, const Tensor& bias,
                               double eps, bool centred, const char* what) {
  RowShape r = rows_of(input.sizes(), normalized, what);
  if (!is_floating(input.dtype()))
    fail(VJP_ERROR_DTYPE, "{}: not defined for {}; expected a floating dtype", what, input.dtype());
  check_parameter(weight, normalized, input, what, "weight");
  check_parameter(bias, normalized, input, what, "bias");
  Tensor x = dense(input), w = dense(weight), b = dense(bias);
  Dims stats(input.sizes());
  for (int64_t d : r.inner_dims) stats[static_cast<int>(d)] = 1;
  Dtype compute = compute_of(input.dtype());
  Tensor out = Tensor::empty(input.sizes(), input.dtype()), rstd = Tensor::empty(stats, compute), mean;
  if (centred) mean = Tensor::empty(stats, compute);
  kernels().norm({byte_of(input.dtype()), r.rows, r.inner, x.raw(), data_of(w), data_of(b), out.raw(),
                  centred ? mean.raw() : nullptr, rstd.raw(), eps});
  return {out, rstd, mean};
}

std::array<Tensor, 3> run_norm_backward(const Tensor& grad, const Tensor& input, IntSpan normalized,
                                        const Tensor& weight, const Tensor& mean, const Tensor& rstd, bool wants_x,
                                        bool wants_weight, bool wants_bias) {
  RowShape r = rows_of(input.sizes(), normalized, "layer_norm");
  Tensor g = dense(grad), x = dense(input), w = dense(weight);
  std::array<Tensor, 3> out;
  if (wants_x) out[0] = Tensor::empty(input.sizes(), input.dtype());
  if (wants_weight) out[1] = Tensor::empty(normalized, input.dtype());
  if (wants_bias) out[2] = Tensor::empty(normalized, input.dtype());
  NormBackwardArgs args{byte_of(input.dtype()), r.rows,     r.inner, g.raw(), x.raw(), data_of(w),
                        data_of(mean),          rstd.raw(), nullptr, nullptr, nullptr};
  args.grad_x = out[0] ? out[0].raw() : nullptr;
  args.grad_weight = out[1] ? out[1].raw() : nullptr;
  args.grad_bias = out[2] ? out[2].raw() : nullptr;
  kernels().norm_backward(args);
  stands_for(op_Mul);  // the normalized input
  if (wants_x) stands_for(op_Mul, op_Mean, op_Mul, op_Sub, op_Mul);
  if (wants_x && weight) stands_for(op_Mul);
  if (wants_weight) stands_for(op_Mul, op_SumToSize);
  if (wants_bias) stands_for(op_SumToSize);
  return out;
}

// The same with differentiable operators, the statistics computed again: what recording needs.
std::array<Tensor, 3> recorded_norm_backward(const Tensor& grad, const Tensor& input, IntSpan normalized,
                                             const Tensor& given_weight, double eps, bool centred, bool wants_x,
                                             bool wants_weight, bool wants_bias) {
  RowShape r = rows_of(input.sizes(), normalized, "layer_norm");
  Tensor g = wide(grad), x = wide(input), weight = wide(given_weight);
  IntSpan inner = r.inner_dims;
  Tensor centre = centred ? sub(x, mean(x, inner, true)) : x;
  Tensor rstd = rsqrt(add(mean(square(centre), inner, true), eps));
  Tensor xhat = mul(centre, rstd);
  std::array<Tensor, 3> out;
  if (wants_x) {
    Tensor h = weight ? mul(g, weight) : g;
    Tensor less = centred ? sub(h, mean(h, inner, true)) : h;
    out[0] = mul(rstd, sub(less, mul(xhat, mean(mul(h, xhat), inner, true))));
  }
  if (wants_weight) out[1] = sum_to_size(mul(g, xhat), normalized);
  if (wants_bias) out[2] = sum_to_size(g, normalized);
  return out;
}

// The tangent. The matrix of the normalized input's derivatives is symmetric, so its tangent is a gradient, of 1 for a
// weight: tangent of the normalized input, times weight, plus the normalized input times the weight's tangent.
Tensor norm_tangent(const Tensor& dinput, const Tensor& dweight, const Tensor& dbias, const Tensor& input,
                    const Tensor& weight, const Tensor& kept_mean, const Tensor& kept_rstd, IntSpan normalized,
                    double eps, bool centred) {
  const bool followed = derivatives_followed();
  RowShape r = rows_of(input.sizes(), normalized, "layer_norm");
  Tensor x = wide(input), out = wide(dbias);
  if (dinput) {
    Tensor t = wide(dinput);
    Tensor part = followed ? recorded_norm_backward(t, x, normalized, {}, eps, centred, true, false, false)[0]
                           : run_norm_backward(t, x, normalized, {}, kept_mean, kept_rstd, true, false, false)[0];
    if (weight) part = mul(part, wide(weight));
    out = out ? add(part, out) : part;
  }
  if (dweight) {
    Tensor centre = !centred ? x : sub(x, followed ? mean(x, IntSpan(r.inner_dims), true) : kept_mean);
    Tensor rstd = followed ? rsqrt(add(mean(square(centre), IntSpan(r.inner_dims), true), eps)) : kept_rstd;
    Tensor part = mul(mul(centre, rstd), wide(dweight));
    out = out ? add(part, out) : part;
  }
  return out;
}

// What the gradients of a call are computed from.
struct Norm {
  Tensor x, weight, mean, rstd;
  IntSpan normalized;
  double eps;
  bool centred;
  std::array<bool, 3> wants;  // gradients of input, weight and bias

  std::array<Tensor, 3> by_kernel(const Tensor& g) const {
    return run_norm_backward(g, x, normalized, weight, mean, rstd, wants[0], wants[1], wants[2]);
  }
  std::array<Tensor, 3> by_operators(const Tensor& g) const {
    return recorded_norm_backward(g, x, normalized, weight, eps, centred, wants[0], wants[1], wants[2]);
  }
  // The symmetric matrix of the normalized input's derivatives times rows.
  Tensor derivative(const Tensor& rows, bool may_read_kept) const {
    if (!rows) return {};
    if (!may_read_kept)
      return recorded_norm_backward(rows, wide(x), normalized, {}, eps, centred, true, false, false)[0];
    return run_norm_backward(rows, wide(x), normalized, {}, mean, rstd, true, false, false)[0];
  }
  WithTangents<3> with_tangents(const Tensor& given, ForwardLevel at, bool may_read_kept) const;
};

// With n the normalized input, h = g weight and N the matrix of its derivatives: the gradients are N h, sum(g n) and
// sum(g); dn = N dx, and the tangent of N h is N dh - rstd (N h mean(n dx) + dn mean(h n) + n mean(h dn)).
WithTangents<3> Norm::with_tangents(const Tensor& given, ForwardLevel at, bool may_read_kept) const {
  const RowShape r = rows_of(x.sizes(), normalized, "layer_norm");
  const IntSpan inner = r.inner_dims;
  const auto mean_of = [&](const Tensor& a, const Tensor& b) { return vjp::mean(mul(a, b), inner, true); };
  const auto tangent = [&](const Tensor& t) { return wide(tangent_at(t, at)); };
  const Tensor g = wide(given), w = wide(weight), dg = tangent(given), dx = tangent(x), dw = tangent(weight);
  const Tensor dn = derivative(dx, may_read_kept);
  Tensor n, scale = rstd;
  if (dn || wants[1]) {
    Tensor centre = wide(x);
    if (centred) centre = sub(centre, may_read_kept ? mean : vjp::mean(centre, inner, true));
    if (!may_read_kept) scale = rsqrt(add(mean_of(centre, centre), eps));
    n = mul(centre, scale);
  }
  WithTangents<3> out;
  if (wants[0]) {
    const Tensor h = w ? mul(g, w) : g;
    Tensor dh = dg && w ? mul(dg, w) : dg;
    if (dw) dh = dh ? addcmul(dh, g, dw) : mul(g, dw);
    const Tensor turned = derivative(h, may_read_kept);
    Tensor t = derivative(dh, may_read_kept);
    if (dn) {
      const Tensor less = addcmul(addcmul(mul(turned, mean_of(n, dx)), dn, mean_of(h, n)), n, mean_of(h, dn));
      t = t ? sub(t, mul(scale, less)) : neg(mul(scale, less));
    }
    out.gradients[0] = narrowed(turned, x.dtype());
    out.tangents[0] = t;
  }
  if (wants[1]) {
    Tensor rows = dg ? mul(dg, n) : dg;
    if (dn) rows = rows ? addcmul(rows, g, dn) : mul(g, dn);
    out.gradients[1] = narrowed(sum_to_size(mul(g, n), normalized), x.dtype());
    if (rows) out.tangents[1] = sum_to_size(rows, normalized);
  }
  if (wants[2]) {
    out.gradients[2] = narrowed(sum_to_size(g, normalized), x.dtype());
    if (dg) out.tangents[2] = sum_to_size(dg, normalized);
  }
  return out;
}

std::array<Tensor, 3> norm_gradients(const Tensor& g, const Norm& norm) {
  const TangentReads reads{&g, &norm.x, &norm.weight};
  return carried_gradients(
      reads, [&] { return norm.by_kernel(g); }, [&] { return norm.by_operators(g); },
      [&](ForwardLevel at) { return norm.with_tangents(g, at, !highest_tangent_of(reads)); });
}

// Rows that were normalized, with the weight and bias of each sample (arguments 2 and 3).
Tensor affine_of_samples(const Batch& b, Tensor rows, int rank, const Tensor& weight, const Tensor& bias) {
  if (weight) rows = mul(rows, aligned(b, 2, weight, rank));
  return bias ? add(rows, aligned(b, 3, bias, rank)) : rows;
}

}  // namespace

struct LayerNormRows : General {
  static constexpr Schema schema{
      "_layer_norm(Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> (Tensor out, "
      "Tensor rstd, Tensor mean)"};
  static constexpr const char* doc = "layer_norm, with the statistics of every row.";
  static constexpr uint8_t nondiff_outputs = 6;
  static std::array<Tensor, 3> forward(const Tensor& input, IntSpan normalized_shape, const Tensor& weight,
                                       const Tensor& bias, double eps) {
    return run_norm(input, normalized_shape, weight, bias, eps, true, "layer_norm");
  }
  static std::array<Tensor, 3> batch(const Batch& b, const Tensor& input, IntSpan normalized_shape,
                                     const Tensor& weight, const Tensor& bias, double eps) {
    if (!b.has(2) && !b.has(3)) return _layer_norm(input, normalized_shape, weight, bias, eps);
    const auto [rows, rstd, mean] = _layer_norm(input, normalized_shape, {}, {}, eps);
    const Tensor out = affine_of_samples(b, rows, sample_sizes(b, 0, input).n, weight, bias);
    return {out, with_batch(b, 0, rstd), with_batch(b, 0, mean)};
  }
  static constexpr auto vjp = rules(
      wrt<"input", "weight", "bias">([](GradOf<0> g, In<"input"> x, In<"weight"> weight, Out<1> rstd, Out<2> mean,
                                        Attr<"normalized_shape", IntSpan> shape, Attr<"eps", double> eps,
                                        Needs<"input"> a, Needs<"weight"> b, Needs<"bias"> c) -> std::array<Tensor, 3> {
        return norm_gradients(g, {x, weight, mean, rstd, shape, eps, true, {a, b, c}});
      }));
  static constexpr auto jvp = tangents(
      [](Tangent<"input"> dx, Tangent<"weight"> dw, Tangent<"bias"> db, In<"input"> x, In<"weight"> weight, Out<1> rstd,
         Out<2> mean, Attr<"normalized_shape", IntSpan> shape, Attr<"eps", double> eps) -> std::array<Tensor, 3> {
        return {norm_tangent(dx, dw, db, x, weight, mean, rstd, shape, eps, true), {}, {}};
      });
};
VJP_DEFINE(LayerNormRows);

struct RmsNormRows : General {
  static constexpr Schema schema{
      "_rms_norm(Tensor input, int[] normalized_shape, Tensor? weight, float eps) -> (Tensor out, Tensor rstd)"};
  static constexpr const char* doc = "rms_norm, with the inverse root mean square of every row.";
  static constexpr uint8_t nondiff_outputs = 2;
  static std::array<Tensor, 2> forward(const Tensor& input, IntSpan normalized_shape, const Tensor& weight,
                                       double eps) {
    auto all = run_norm(input, normalized_shape, weight, {}, eps, false, "rms_norm");
    return {all[0], all[1]};
  }
  static std::array<Tensor, 2> batch(const Batch& b, const Tensor& input, IntSpan normalized_shape,
                                     const Tensor& weight, double eps) {
    if (!b.has(2)) return _rms_norm(input, normalized_shape, weight, eps);
    const auto [rows, rstd] = _rms_norm(input, normalized_shape, {}, eps);
    return {affine_of_samples(b, rows, sample_sizes(b, 0, input).n, weight, {}), with_batch(b, 0, rstd)};
  }
  static constexpr auto vjp = rules(wrt<"input", "weight">(
      [](GradOf<0> g, In<"input"> x, In<"weight"> weight, Out<1> rstd, Attr<"normalized_shape", IntSpan> shape,
         Attr<"eps", double> eps, Needs<"input"> a, Needs<"weight"> b) -> std::array<Tensor, 2> {
        auto all = norm_gradients(g, {x, weight, {}, rstd, shape, eps, false, {a, b, false}});
        return {all[0], all[1]};
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> dx, Tangent<"weight"> dw, In<"input"> x, In<"weight"> weight, Out<1> rstd,
                  Attr<"normalized_shape", IntSpan> shape, Attr<"eps", double> eps) -> std::array<Tensor, 2> {
        return {norm_tangent(dx, dw, {}, x, weight, {}, rstd, shape, eps, false), {}};
      });
};
VJP_DEFINE(RmsNormRows);

struct LayerNorm : Composite {
  static constexpr Schema schema{
      "layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05) -> "
      "Tensor"};
  static constexpr const char* doc =
      "Rows over the last dimensions brought to mean 0 and variance 1, then scaled and shifted by weight and bias.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, IntSpan normalized_shape, const Tensor& weight, const Tensor& bias,
                        double eps) {
    return _layer_norm(input, normalized_shape, weight, bias, eps)[0];
  }
};
VJP_DEFINE(LayerNorm);

struct RmsNorm : Composite {
  static constexpr Schema schema{
      "rms_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor"};
  static constexpr const char* doc =
      "Rows over the last dimensions divided by their root mean square, then scaled by weight. eps defaults to the "
      "dtype's epsilon.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, IntSpan normalized_shape, const Tensor& weight,
                        std::optional<double> eps) {
    double e = eps.value_or(epsilon_of(input.dtype()));
    if (!is_complex(input.dtype())) return _rms_norm(input, normalized_shape, weight, e)[0];
    RowShape r = rows_of(input.sizes(), normalized_shape, "rms_norm");
    Tensor y = mul(input, rsqrt(add(mean(square(input), IntSpan(r.inner_dims), true), e)));
    return weight ? mul(y, weight) : y;
  }
  static double epsilon_of(Dtype d) {
    switch (real_of(d)) {
      case Dtype::Float64:
        return std::numeric_limits<double>::epsilon();
      case Dtype::Float16:
        return 0x1p-10;
      case Dtype::BFloat16:
        return 0x1p-7;
      default:
        return std::numeric_limits<float>::epsilon();
    }
  }
};
VJP_DEFINE(RmsNorm);

struct GroupNorm : Composite {
  static constexpr Schema schema{
      "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05) -> Tensor"};
  static constexpr const char* doc =
      "Groups of channels (dimension 1) brought to mean 0 and variance 1, then scaled and shifted a channel.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, int64_t num_groups, const Tensor& weight, const Tensor& bias, double eps) {
    if (input.ndim() < 2 || num_groups < 1 || input.size(1) % num_groups != 0) {
      fail(VJP_ERROR_SHAPE, "group_norm: 'input' is {}, whose channels (dimension 1) do not fall into {} groups",
           input.sizes(), num_groups);
    }
    check_channels("group_norm", "weight", weight, input);
    check_channels("group_norm", "bias", bias, input);
    int64_t rows = input.size(0) * num_groups, inner = rows ? input.numel() / rows : 0;
    Tensor y = reshape(layer_norm(reshape(row_major_images(input), Dims{rows, inner}), Dims{inner}, {}, {}, eps),
                       input.sizes());
    if (has_channels_last(input)) y = laid_out_like(y, input);
    Dims channels = Dims::filled(input.ndim() - 1, 1);
    channels[0] = input.size(1);
    if (weight) y = mul(y, reshape(weight, channels));
    return bias ? add(y, reshape(bias, channels)) : y;
  }
};
VJP_DEFINE(GroupNorm);

}  // namespace vjp
