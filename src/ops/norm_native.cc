// The field's native functions of normalisation: results and the statistics that they were made with.
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/creation.h"
#include "ops/functions/norm.h"
#include "ops/functions/norm_batch.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/reduce_moments.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"

namespace vjp {
namespace {

// Mean and 1 / sqrt(var + eps) of each channel, which nothing differentiates; empty where nobody trains.
std::array<Tensor, 2> channel_statistics(const Tensor& input, bool training, double eps) {
  const Dtype compute = wide_of(input.dtype());
  if (!training) return {zeros(Dims{0}, compute), zeros(Dims{0}, compute)};
  BelowAutograd guard;
  Dims dims{0};
  for (int d = 2; d < input.ndim(); ++d) dims.push_back(d);
  auto [variance, average] = var_mean(wide(input), IntSpan(dims), 0.0);
  return {average, rsqrt(add(variance, eps))};
}

std::array<Tensor, 3> native_norm(const Tensor& input, const Tensor& weight, const Tensor& bias,
                                  const Tensor& running_mean, const Tensor& running_var, bool training, double momentum,
                                  double eps) {
  Tensor out = batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps);
  auto [average, rstd] = channel_statistics(input, training, eps);
  return {out, average, rstd};
}

}  // namespace

struct NativeLayerNorm : Composite {
  static constexpr Schema schema{
      "native_layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float "
      "eps=1e-05) -> (Tensor out, Tensor mean, Tensor rstd)"};
  static constexpr const char* doc = "layer_norm, with mean and 1 / sqrt(variance + eps) of each row.";
  static std::array<Tensor, 3> forward(const Tensor& input, IntSpan normalized_shape, const Tensor& weight,
                                       const Tensor& bias, double eps) {
    auto [out, rstd, mean] = _layer_norm(input, normalized_shape, weight, bias, eps);
    return {out, mean, rstd};
  }
};
VJP_DEFINE(NativeLayerNorm);

struct NativeGroupNorm : Composite {
  static constexpr Schema schema{
      "native_group_norm(Tensor input, Tensor? weight, Tensor? bias, int N, int C, int HxW, int group, float eps) -> "
      "(Tensor out, Tensor mean, Tensor rstd)"};
  static constexpr const char* doc =
      "group_norm of [N, C, *] with HxW elements a channel; with mean and 1 / sqrt(variance + eps), [N, group], which "
      "can be differentiated.";
  static std::array<Tensor, 3> forward(const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t n,
                                       int64_t c, int64_t hxw, int64_t group, double eps) {
    if (input.ndim() < 2 || input.size(0) != n || input.size(1) != c || input.numel() != n * c * hxw) {
      fail(VJP_ERROR_SHAPE, "native_group_norm: 'input' is {}, expected [N, C, *] with N = {}, C = {}, HxW = {}", input,
           n, c, hxw);
    }
    Tensor out = group_norm(input, group, weight, bias, eps);
    Tensor rows = wide(reshape(input, Dims{n, group, group ? c / group * hxw : 0}));
    auto [variance, average] = var_mean(rows, IntSpan(Dims{2}), 0.0);
    return {out, average, rsqrt(add(variance, eps))};
  }
};
VJP_DEFINE(NativeGroupNorm);

struct NativeNorm : Composite {
  static std::array<Tensor, 3> forward(const Tensor& input, const Tensor& weight, const Tensor& bias,
                                       const Tensor& running_mean, const Tensor& running_var, bool training,
                                       double momentum, double eps) {
    return native_norm(input, weight, bias, running_mean, running_var, training, momentum, eps);
  }
};

struct NativeBatchNorm : NativeNorm {
  static constexpr Schema schema{
      "native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool "
      "training, float momentum, float eps) -> (Tensor out, Tensor save_mean, Tensor save_invstd)"};
  static constexpr const char* doc =
      "batch_norm, with mean and 1 / sqrt(variance + eps) of each channel in training, else empty tensors.";
};
VJP_DEFINE(NativeBatchNorm);

struct NativeBatchNormLegit : NativeNorm {
  static constexpr Schema schema{
      "_native_batch_norm_legit(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
      "bool training, float momentum, float eps) -> (Tensor out, Tensor save_mean, Tensor save_invstd)"};
  static constexpr const char* doc = "native_batch_norm under the name that the field gave it later.";
};
VJP_DEFINE(NativeBatchNormLegit);

struct NativeBatchNormNoStats : Composite {
  static constexpr Schema schema{
      "_native_batch_norm_legit.no_stats(Tensor input, Tensor? weight, Tensor? bias, bool training, float momentum, "
      "float eps) -> (Tensor out, Tensor save_mean, Tensor save_invstd)"};
  static constexpr const char* doc = "native_batch_norm by the batch's own statistics, where none are kept.";
  static std::array<Tensor, 3> forward(const Tensor& input, const Tensor& weight, const Tensor& bias, bool,
                                       double momentum, double eps) {
    return native_norm(input, weight, bias, {}, {}, true, momentum, eps);
  }
};
VJP_DEFINE(NativeBatchNormNoStats);

struct BatchNormWithUpdate : Composite {
  static constexpr Schema schema{
      "_batch_norm_with_update(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor running_var, "
      "float momentum, float eps) -> (Tensor out, Tensor save_mean, Tensor save_invstd, Tensor reserve)"};
  static constexpr const char* doc =
      "native_batch_norm in training; `reserve` is an empty tensor of bytes, room that no kernel here needs.";
  static std::array<Tensor, 4> forward(const Tensor& input, const Tensor& weight, const Tensor& bias,
                                       const Tensor& running_mean, const Tensor& running_var, double momentum,
                                       double eps) {
    auto [out, average, rstd] = native_norm(input, weight, bias, running_mean, running_var, true, momentum, eps);
    return {out, average, rstd, zeros(Dims{0}, Dtype::UInt8)};
  }
};
VJP_DEFINE(BatchNormWithUpdate);

}  // namespace vjp
