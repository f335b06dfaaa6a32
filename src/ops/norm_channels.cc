// Normalisations of channels that are made of others: instance_norm, local_response_norm; and the forms of the field's
// native functions, which give the statistics too.
#include "ops/norm_channels.h"

#include <cmath>
#include <limits>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/norm.h"
#include "ops/functions/norm_batch.h"
#include "ops/functions/pad.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pool.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/layout.h"
#include "ops/tensor_operators.h"

namespace vjp {

void check_channels(const char* op, const char* name, const Tensor& t, const Tensor& input) {
  if (!t) return;
  if (t.ndim() != 1 || t.size(0) != input.size(1)) {
    fail(VJP_ERROR_SHAPE, "{}: '{}' has shape {}, expected [{}]: one number a channel", op, name, t.sizes(),
         input.size(1));
  }
  if (is_complex(t.dtype())) fail(VJP_ERROR_DTYPE, "{}: '{}' is {}, expected real numbers", op, name, t.dtype());
}

namespace {

Tensor repeated_channels(const Tensor& t, int64_t samples) {
  return t ? reshape(expand(unsqueeze(t, 0), Dims{samples, t.size(0)}), Dims{samples * t.size(0)}) : t;
}

// The mean over the samples of what each of their channels has become.
void take_back(const Tensor& to, const Tensor& from, int64_t samples) {
  if (!to || samples == 0) return;
  BelowAutograd guard;
  copy_(to, mean(reshape(from, Dims{samples, to.size(0)}), Dims{0}));
}

}  // namespace

struct InstanceNorm : Composite {
  static constexpr Schema schema{
      "instance_norm(Tensor input, Tensor? running_mean=None, Tensor? running_var=None, Tensor? weight=None, Tensor? "
      "bias=None, bool use_input_stats=True, float momentum=0.1, float eps=1e-05) -> Tensor"};
  static constexpr const char* doc =
      "Each channel of each sample of [N, C, *] brought to mean 0 and variance 1, then scaled and shifted a channel; "
      "by "
      "the running statistics where use_input_stats is false. Otherwise these move towards the mean over the samples.";
  static constexpr Autocast autocast = Autocast::Widest;
  static Tensor forward(const Tensor& input, const Tensor& running_mean, const Tensor& running_var,
                        const Tensor& weight, const Tensor& bias, bool use_input_stats, double momentum, double eps) {
    if (input.ndim() < 3)
      fail(VJP_ERROR_SHAPE, "instance_norm: 'input' has shape {}, expected [N, C, *]", input.sizes());
    const int64_t samples = input.size(0), channels = input.size(1);
    for (auto [t, name] : {std::pair(&running_mean, "running_mean"), std::pair(&running_var, "running_var"),
                           std::pair(&weight, "weight"), std::pair(&bias, "bias")}) {
      check_channels("instance_norm", name, *t, input);
    }
    if (use_input_stats && samples > 0 && channels > 0 && input.numel() / (samples * channels) == 1) {
      fail(VJP_ERROR_SHAPE, "instance_norm: 'input' {} has one element a channel, which has no variance",
           input.sizes());
    }
    Dims sizes(input.sizes());
    sizes[0] = 1;
    sizes[1] = samples * channels;
    Tensor average = repeated_channels(running_mean, samples), variance = repeated_channels(running_var, samples);
    if (use_input_stats && average) average = fresh_copy(average);
    if (use_input_stats && variance) variance = fresh_copy(variance);
    Tensor y =
        batch_norm(reshape(row_major_images(input), sizes), average, variance, repeated_channels(weight, samples),
                   repeated_channels(bias, samples), use_input_stats, momentum, eps);
    if (use_input_stats) {
      take_back(running_mean, average, samples);
      take_back(running_var, variance, samples);
    }
    return laid_out_like(reshape(y, input.sizes()), input);
  }
};
VJP_DEFINE(InstanceNorm);

struct LocalResponseNorm : Composite {
  static constexpr Schema schema{
      "local_response_norm(Tensor input, int size, float alpha=0.0001, float beta=0.75, float k=1.0) -> Tensor"};
  static constexpr const char* doc =
      "input / (k + alpha * s)^beta, s being the mean of the squares of `size` neighbouring channels of [N, C, *], "
      "with "
      "zeros beyond the first and last.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, int64_t size, double alpha, double beta, double k) {
    if (input.ndim() < 3)
      fail(VJP_ERROR_SHAPE, "local_response_norm: 'input' has shape {}, expected [N, C, *]", input.sizes());
    if (size < 1) fail(VJP_ERROR_INVALID, "local_response_norm: size must be at least 1, got {}", size);
    if (input.numel() == 0) return clone(input);
    // Channels in the last dimension but one, so that a window of the pooling runs over them.
    Tensor squares = reshape(input * input, Dims{input.size(0), 1, input.size(1), -1});
    squares = constant_pad_nd(squares, Dims{0, 0, size / 2, (size - 1) / 2}, 0);
    Tensor means = avg_pool2d(squares, Dims{size, 1}, IntSpan(Dims{1, 1}), Dims{0});
    return input / pow(reshape(means, input.sizes()) * alpha + k, beta);
  }
};
VJP_DEFINE(LocalResponseNorm);

}  // namespace vjp
