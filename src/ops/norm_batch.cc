// Normalisation over the batch.
#include "ops/functions/norm_batch.h"

#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/internal.h"
#include "ops/layout.h"
#include "ops/norm_channels.h"
#include "ops/reduction.h"

namespace vjp {
namespace {

// Every dimension but the channels'.
Dims batch_dims(int ndim) {
  Dims dims;
  for (int d = 0; d < ndim; ++d)
    if (d != 1) dims.push_back(d);
  return dims;
}
uint32_t batch_mask(int ndim) { return ((1u << ndim) - 1) & ~2u; }

// One number a channel, shaped to meet the input.
Tensor per_channel(const Tensor& t, int ndim) {
  Dims sizes = Dims::filled(ndim, 1);
  sizes[1] = t.numel();
  return t.ndim() == ndim ? t : reshape(t, sizes);
}

// Images as the formulas below see them: as they are, or where their channels lie side by side as rows of a few pixels
// each, which numbers of the channels meet repeated: rows of one pixel are short for vectors.
class Pixels {
 public:
  explicit Pixels(const Tensor& images) : ndim_(images.ndim()), channels_(images.size(1)) {
    if (!has_channels_last(images) || images.numel() == 0) return;
    const int64_t all = images.numel() / channels_;
    for (pixels_ = 1; all % (2 * pixels_) == 0 && 2 * pixels_ * channels_ <= kLongest;) pixels_ *= 2;
    shape_.push_back(images.size(0));
    to_last_.push_back(0);
    to_front_.push_back(0);
    to_front_.push_back(ndim_ - 1);
    for (int d = 2; d < ndim_; ++d) {
      shape_.push_back(images.size(d));
      to_last_.push_back(d);
      to_front_.push_back(d - 1);
    }
    shape_.push_back(channels_);
    to_last_.push_back(1);
  }
  bool are_rows() const { return pixels_ > 0; }

  Tensor seen(const Tensor& images) const {
    if (!are_rows()) return images;
    const auto format = ndim_ == 4 ? VJP_MEMORY_FORMAT_CHANNELS_LAST : VJP_MEMORY_FORMAT_CHANNELS_LAST_3D;
    return reshape(permute(contiguous_memory_format(images, format), to_last_), Dims{-1, pixels_ * channels_});
  }
  Tensor back(const Tensor& rows) const { return are_rows() ? permute(reshape(rows, shape_), to_front_) : rows; }
  // One number a channel, as it meets what is seen; and the sums of what is seen, one number a channel.
  Tensor repeated(const Tensor& t) const {
    if (!are_rows()) return per_channel(t, ndim_);
    return reshape(expand(reshape(t, Dims{1, channels_}), Dims{pixels_, channels_}), Dims{pixels_ * channels_});
  }
  Tensor sums(const Tensor& t) const {
    if (!are_rows()) return sum(t, IntSpan(batch_dims(ndim_)), true);
    const Tensor row = reshape(sum(t, Dims{0}, false), Dims{pixels_, channels_});
    return per_channel(sum(row, Dims{0}, false), ndim_);
  }

 private:
  static constexpr int64_t kLongest = 1024;
  int ndim_;
  int64_t channels_, pixels_ = 0;
  Dims shape_, to_last_, to_front_;  // with the channels in the last dimension; the orders of dimensions there and back
};

// running = (1 - momentum) * running + momentum * now, without history.
void update_running(const Tensor& running, const Tensor& now, double momentum) {
  if (!running) return;
  BelowAutograd guard;
  Tensor value =
      add(mul(wide(running), 1 - momentum), mul(to(reshape(now, running.sizes()), wide_of(running.dtype())), momentum));
  copy_(running, value);
}

// The gradients with differentiable operators, the statistics computed again: what recording needs.
std::array<Tensor, 3> recorded_backward(const Tensor& g, const Tensor& x, const Tensor& weight, double eps,
                                        bool wants_x, bool wants_weight, bool wants_bias) {
  int n = x.ndim();
  Dims all = batch_dims(n);
  IntSpan dims = all;
  Tensor centre = sub(x, mean(x, dims, true));
  Tensor rstd = rsqrt(add(mean(square(centre), dims, true), eps));
  Tensor xhat = mul(centre, rstd);
  std::array<Tensor, 3> out;
  if (wants_x) {
    Tensor h = weight ? mul(g, per_channel(weight, n)) : g;
    out[0] = mul(rstd, sub(sub(h, mean(h, dims, true)), mul(xhat, mean(mul(h, xhat), dims, true))));
  }
  if (wants_weight) out[1] = sum(mul(g, xhat), dims);
  if (wants_bias) out[2] = sum(g, dims);
  return out;
}

// The tangent with differentiable operators. The matrix of the normalized input's derivatives is symmetric: its tangent
// is a gradient, of 1 for a weight.
Tensor recorded_tangent(const Tensor& dx, const Tensor& dweight, const Tensor& dbias, const Tensor& x,
                        const Tensor& weight, double eps) {
  const int n = x.ndim();
  Tensor out = dbias ? per_channel(dbias, n) : Tensor();
  if (dx) {
    Tensor part = recorded_backward(dx, x, {}, eps, true, false, false)[0];
    if (weight) part = mul(part, per_channel(weight, n));
    out = out ? add(part, out) : part;
  }
  if (dweight) {
    Dims all = batch_dims(n);
    Tensor centre = sub(x, mean(x, IntSpan(all), true));
    Tensor rstd = rsqrt(add(mean(square(centre), IntSpan(all), true), eps));
    Tensor part = mul(mul(centre, rstd), per_channel(dweight, n));
    out = out ? add(part, out) : part;
  }
  return out;
}

}  // namespace

// x a + b g + c: the gradient of the input, whose coefficients are one number a channel; and the tangent of the result.
struct ChannelCombination : Pointwise {
  static constexpr Schema schema{"_channel_combination(Tensor x, Tensor a, Tensor g, Tensor b, Tensor c) -> Tensor"};
  static constexpr const char* doc = "x * a + g * b + c, elementwise.";
  static constexpr bool inplace = false;
  static constexpr auto formula = [](auto x, auto a, auto g, auto b, auto c) { return x * a + g * b + c; };
};
VJP_DEFINE(ChannelCombination);

struct BatchNormTrain : General {
  static constexpr Schema schema{
      "_batch_norm_train(Tensor input, Tensor? weight, Tensor? bias, float eps) -> (Tensor out, Tensor mean, Tensor "
      "var)"};
  static constexpr const char* doc = "batch_norm by the batch's own statistics, with them.";
  static constexpr uint8_t nondiff_outputs = 6;
  static std::array<Tensor, 3> forward(const Tensor& input, const Tensor& weight, const Tensor& bias, double eps) {
    int n = input.ndim();
    const Pixels pixels(input);
    const Tensor x = pixels.seen(input);
    Tensor average, variance;
    if (pixels.are_rows()) {
      const double count = static_cast<double>(reduced_count(input.sizes(), batch_mask(n)));
      average = div(pixels.sums(x), count);
      variance = div(pixels.sums(square(sub(x, pixels.repeated(average)))), count);
    } else {
      variance = run_reduction(Reduction::Variance, input, batch_mask(n), true, input.dtype(), 2, 0, &average);
    }
    Tensor scale = rsqrt(add(variance, eps));
    if (weight) scale = mul(scale, per_channel(weight, n));
    Tensor shift = neg(mul(average, scale));
    if (bias) shift = add(shift, per_channel(bias, n));
    Tensor out = addcmul(pixels.repeated(shift), x, pixels.repeated(scale));
    return {pixels.back(out), average, variance};
  }
  // A channel of each sample is a channel.
  static std::array<Tensor, 3> batch(const Batch& b, const Tensor& input, const Tensor& weight, const Tensor& bias,
                                     double eps) {
    const int64_t channels = sample_sizes(b, 0, input)[1];
    auto all =
        _batch_norm_train(folded(with_batch(b, 0, input), 1), along_first(b, 1, weight), along_first(b, 2, bias), eps);
    for (Tensor& t : all) t = unfolded(t, 1, b.size, channels);
    return all;
  }
  static constexpr auto vjp = rules(wrt<"input", "weight", "bias">(
      [](GradOf<0> g, In<"input"> x, In<"weight"> weight, Out<1> average, Out<2> variance, Attr<"eps", double> eps,
         Needs<"input"> wants_x, Needs<"weight"> wants_weight, Needs<"bias"> wants_bias) -> std::array<Tensor, 3> {
        if (derivatives_followed()) return recorded_backward(g, x, weight, eps, wants_x, wants_weight, wants_bias);
        int n = x.ndim();
        const Pixels pixels(x);
        const Tensor seen_g = pixels.seen(g), seen_x = pixels.seen(x);
        double count = static_cast<double>(reduced_count(x.sizes(), batch_mask(n)));
        Tensor rstd = rsqrt(add(variance, eps.value));
        Tensor sum_g = pixels.sums(seen_g);
        // sum of g xhat = rstd (sum of g x - mean sum of g) would cancel: the mean is taken off first
        Tensor sum_gx = mul(pixels.sums(mul(seen_g, sub(seen_x, pixels.repeated(average)))), rstd);
        std::array<Tensor, 3> out;
        if (wants_x) {
          Tensor scale = weight ? mul(rstd, per_channel(weight, n)) : rstd;
          Tensor a = neg(div(mul(mul(scale, rstd), sum_gx), count));
          Tensor c = sub(neg(div(mul(scale, sum_g), count)), mul(a, average));
          out[0] = pixels.back(
              _channel_combination(seen_x, pixels.repeated(a), seen_g, pixels.repeated(scale), pixels.repeated(c)));
        }
        if (wants_weight) out[1] = reshape(sum_gx, Dims{x.size(1)});
        if (wants_bias) out[2] = reshape(sum_g, Dims{x.size(1)});
        return out;
      }));
  static constexpr auto jvp = tangents([](Tangent<"input"> dx, Tangent<"weight"> dweight, Tangent<"bias"> dbias,
                                          In<"input"> x, In<"weight"> weight, Out<1> average, Out<2> variance,
                                          Attr<"eps", double> eps) -> std::array<Tensor, 3> {
    if (derivatives_followed()) return {recorded_tangent(dx, dweight, dbias, x, weight, eps), {}, {}};
    const int n = x.ndim();
    Tensor rstd = rsqrt(add(variance, eps.value)), scale, a, c;
    if (dx) {
      Dims dims = batch_dims(n);
      const double count = static_cast<double>(reduced_count(x.sizes(), batch_mask(n)));
      Tensor sum_t = sum(dx, IntSpan(dims), true);
      Tensor sum_tx = mul(sum(mul(dx, sub(x, average)), IntSpan(dims), true), rstd);
      scale = weight ? mul(rstd, per_channel(weight, n)) : rstd;
      a = neg(div(mul(mul(scale, rstd), sum_tx), count));
      c = neg(div(mul(scale, sum_t), count));
    }
    if (dweight) {
      Tensor slope = mul(rstd, per_channel(dweight, n));
      a = a ? add(a, slope) : slope;
    }
    if (a) c = c ? sub(c, mul(a, average)) : neg(mul(a, average));
    if (dbias) c = c ? add(c, per_channel(dbias, n)) : per_channel(dbias, n);
    if (!a) return {c, {}, {}};
    return {dx ? _channel_combination(x, a, dx, scale, c) : addcmul(c, x, a), {}, {}};
  });
};
VJP_DEFINE(BatchNormTrain);

struct BatchNorm : Composite {
  static constexpr Schema schema{
      "batch_norm(Tensor input, Tensor? running_mean=None, Tensor? running_var=None, Tensor? weight=None, Tensor? "
      "bias=None, "
      "bool training=False, float momentum=0.1, float eps=1e-05) -> Tensor"};
  static constexpr const char* doc =
      "Channels (dimension 1) brought to mean 0 and variance 1, by the batch's statistics in training (the running "
      "ones move towards them), else by the running ones.";
  static constexpr Autocast autocast = Autocast::Widest;
  static Tensor forward(const Tensor& input, const Tensor& running_mean, const Tensor& running_var,
                        const Tensor& weight, const Tensor& bias, bool training, double momentum, double eps) {
    if (input.numel() == 0) return clone(input);
    if (input.ndim() < 2)
      fail(VJP_ERROR_SHAPE, "batch_norm: 'input' has shape {}, expected [batch, channels, ...]", input.sizes());
    if (!is_floating(input.dtype()))
      fail(VJP_ERROR_DTYPE, "batch_norm: not defined for {}; expected a floating dtype", input.dtype());
    check_channels("batch_norm", "running_mean", running_mean, input);
    check_channels("batch_norm", "running_var", running_var, input);
    check_channels("batch_norm", "weight", weight, input);
    check_channels("batch_norm", "bias", bias, input);
    if (is_half(input.dtype())) {  // the running statistics are the caller's and keep their dtype
      Promotion promotion;
      for (const Tensor* t :
           {&input, &weight, &bias, training ? nullptr : &running_mean, training ? nullptr : &running_var})
        if (t && *t) promotion.add(*t);
      Tensor y = forward(wide(input), running_mean, running_var, wide(weight), wide(bias), training, momentum, eps);
      return narrowed(y, promotion.result());
    }
    if (!training) return by_running(input, running_mean, running_var, weight, bias, eps);
    auto [out, average, variance] = _batch_norm_train(input, weight, bias, eps);
    double count = static_cast<double>(reduced_count(input.sizes(), batch_mask(input.ndim())));
    update_running(running_mean, average, momentum);
    if (running_var) {
      BelowAutograd guard;
      update_running(running_var, mul(variance, count / (count - 1)), momentum);
    }
    return out;
  }
  static Tensor by_running(const Tensor& input, const Tensor& running_mean, const Tensor& running_var,
                           const Tensor& weight, const Tensor& bias, double eps) {
    if (!running_mean || !running_var) {
      fail(VJP_ERROR_INVALID, "batch_norm: 'running_mean' and 'running_var' are needed when not training");
    }
    int n = input.ndim();
    Tensor scale = rsqrt(add(per_channel(wide(running_var), n), eps));
    if (weight) scale = mul(scale, per_channel(weight, n));
    Tensor centred = mul(sub(input, per_channel(running_mean, n)), scale);
    return bias ? add(centred, per_channel(bias, n)) : centred;
  }
};
VJP_DEFINE(BatchNorm);

}  // namespace vjp
