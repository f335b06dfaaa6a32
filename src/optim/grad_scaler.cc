#include "optim/grad_scaler.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "graph/later.h"
#include "graph/meta.h"
#include "graph/pack.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/view_shape.h"
#include "ops/internal.h"
#include "ops/sparse.h"

namespace vjp {
namespace {

void check_options(double growth, double backoff, int64_t interval) {
  if (!(growth > 1)) fail(VJP_ERROR_INVALID, "GradScaler: growth_factor is {}, expected more than 1", growth);
  if (!(backoff < 1 && backoff >= 0))
    fail(VJP_ERROR_INVALID, "GradScaler: backoff_factor is {}, expected less than 1", backoff);
  if (interval < 1) fail(VJP_ERROR_INVALID, "GradScaler: growth_interval is {}, expected at least 1", interval);
}

Tensor sum_of(const DeviceScalars& numbers, Device device) {
  Tensor total;
  for (const auto& [from, number] : numbers) {
    Tensor here = on_device(number, device);
    total = total ? add(total, here) : here;
  }
  return total;
}

struct UnscaleBatch {
  Device device;
  Dtype dtype;
  std::vector<Tensor> grads;
  std::vector<Flat> flats;
};

}  // namespace

GradScaler::GradScaler(const GradScalerOptions& options) : options_(options) {
  if (options.enabled) check_options(options.growth_factor, options.backoff_factor, options.growth_interval);
}

void GradScaler::make_state(Device device) {
  if (scale_) return;
  scale_ = make_scalar(options_.init_scale, Dtype::Float32, device);
  growth_tracker_ = make_scalar(static_cast<double>(init_tracker_), Dtype::Int32, device);
}

void GradScaler::check_scaled(const char* caller) const {
  if (!scale_) {
    fail(VJP_ERROR_STATE, "GradScaler.{}: nothing was scaled yet; call scale(loss) and backward first", caller);
  }
}

std::vector<Tensor> GradScaler::scale(std::span<const Tensor> tensors) {
  if (!options_.enabled) return {tensors.begin(), tensors.end()};
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!is_differentiable(tensors[i].dtype()))
      fail(VJP_ERROR_DTYPE, "GradScaler.scale: tensor {} is {}, expected a floating dtype", i, to_text(tensors[i]));
  }
  std::vector<Tensor> scaled;
  DeviceScalars copies;
  for (const Tensor& t : tensors) {
    const Tensor& factor = copies.get(t.device(), [&] {
      OptimizerScope below;
      make_state(t.device());
      OperatorDevice here(t.device());
      // a copy, for update() changes the scale in place, perhaps before the backward of the product
      return t.device() == scale_.device() ? fresh_copy(scale_) : on_device(scale_, t.device());
    });
    scaled.push_back(mul(t, factor));
  }
  return scaled;
}

GradScaler::Progress& GradScaler::progress_of(ParameterOptimizer& optimizer) {
  for (Progress& p : progress_)
    if (p.optimizer.get() == &optimizer) return p;
  progress_.push_back({Ref<ParameterOptimizer>::share(&optimizer), Stage::Ready, {}});
  return progress_.back();
}

void GradScaler::check_gradients(Progress& progress, const Tensor& inverse, bool half) const {
  std::vector<UnscaleBatch> batches;
  ParameterOptimizer& optimizer = *progress.optimizer;
  for (size_t g = 0; g < optimizer.num_groups(); ++g) {
    const std::vector<Tensor> parameters = optimizer.parameters(g);
    for (size_t i = 0; i < parameters.size(); ++i) {
      Tensor grad = gradient_of(parameters[i]);
      if (!grad) continue;
      if (grad.dtype() == Dtype::Float16 && !half) {
        fail(VJP_ERROR_DTYPE,
             "GradScaler.unscale: the gradient of parameter {} of group {} is {}; gradients of float16 cannot be "
             "unscaled: keep the parameters in float32 and compute in float16 by an autocast region",
             i, g, to_text(grad));
      }
      check_inplace(*grad.get(), false, "GradScaler.unscale");
      UnscaleBatch& batch = group_for(batches, grad.device(), grad.dtype());
      if (is_sparse(grad)) grad = raw_values(grad);
      batch.grads.push_back(grad);
    }
  }
  DeviceScalars inverses;
  for (UnscaleBatch& batch : batches) {
    OperatorDevice here(batch.device);
    const Tensor& found =
        progress.found_inf.get(batch.device, [&] { return make_scalar(0, Dtype::Float32, batch.device); });
    std::vector<Tensor> used;
    for (const Tensor& grad : batch.grads) {
      if (changes_are_awaited()) [[unlikely]]
        before_change(*grad.get());
      const bool dense = is_dense(grad.sizes(), grad.strides());
      used.push_back(dense ? grad : Tensor::empty(grad.sizes(), grad.dtype()));
      if (!dense) copy_tensor(used.back(), grad);
      batch.flats.push_back(flat_of(used.back()));
    }
    UnscaleArgs args{};
    args.num = static_cast<int>(batch.flats.size());
    args.grads = batch.flats.data();
    args.inverse = inverses.get(batch.device, [&] { return on_device(inverse, batch.device); }).data<float>();
    args.found_inf = found.data<float>();
    kernels().unscale(args);
    for (size_t i = 0; i < used.size(); ++i) {
      if (used[i].is(batch.grads[i])) {
        used[i]->bump_version();
      } else {
        copy_tensor(batch.grads[i], used[i]);
      }
    }
  }
}

void GradScaler::unscale(ParameterOptimizer& optimizer) {
  if (!options_.enabled) return;
  OptimizerScope below;
  check_scaled("unscale");
  Progress& progress = progress_of(optimizer);
  if (progress.stage == Stage::Unscaled)
    fail(VJP_ERROR_STATE, "GradScaler.unscale: this optimizer was unscaled already since the last update");
  if (progress.stage == Stage::Stepped)
    fail(VJP_ERROR_STATE, "GradScaler.unscale: this optimizer has made its step already since the last update");
  OperatorDevice here(scale_.device());
  Tensor inverse = to(reciprocal(to(scale_, Dtype::Float64)), Dtype::Float32);
  check_gradients(progress, inverse, false);
  progress.stage = Stage::Unscaled;
}

bool GradScaler::step_ordinary(Progress& progress) {
  if (progress.stage == Stage::Ready) unscale(*progress.optimizer);
  if (progress.found_inf.empty()) {
    fail(VJP_ERROR_STATE,
         "GradScaler.step: no finite checks were recorded for this optimizer: none of its parameters has a gradient");
  }
  double found = 0;
  for (const auto& [device, number] : progress.found_inf) found += number.item().to_double();
  if (found == 0) progress.optimizer->step();
  return found == 0;
}

void GradScaler::step_capturable(Progress& progress) {
  const bool ready = progress.stage == Stage::Ready;
  if (ready) check_gradients(progress, make_scalar(1, Dtype::Float32, scale_.device()), true);
  if (progress.found_inf.empty()) {
    fail(VJP_ERROR_STATE,
         "GradScaler.step: no finite checks were recorded for this optimizer: none of its parameters has a gradient");
  }
  DeviceScalars scales, found;  // a device skips its part of the step with the others
  for (const auto& [device, number] : progress.found_inf) {
    if (ready) scales.set(device, on_device(scale_, device));
    found.set(device, sum_of(progress.found_inf, device));
  }
  progress.optimizer->step(scales, found);
}

bool GradScaler::step(ParameterOptimizer& optimizer) {
  if (!options_.enabled) {
    optimizer.step();
    return true;
  }
  OptimizerScope below;
  check_scaled("step");
  Progress& progress = progress_of(optimizer);
  if (progress.stage == Stage::Stepped)
    fail(VJP_ERROR_STATE, "GradScaler.step: this optimizer has made its step already since the last update");
  bool stepped = true;
  if (optimizer.capturable()) {
    step_capturable(progress);
  } else {
    stepped = step_ordinary(progress);
  }
  progress.stage = Stage::Stepped;
  return stepped;
}

void GradScaler::update() {
  if (!options_.enabled) return;
  OptimizerScope below;
  check_scaled("update");
  const Device home = scale_.device();
  Tensor found;
  for (const Progress& p : progress_) {
    Tensor more = sum_of(p.found_inf, home);
    if (more) found = found ? add(found, more) : more;
  }
  if (!found) {
    fail(VJP_ERROR_STATE, "GradScaler.update: no finite checks were recorded since the last update; call step first");
  }
  OperatorDevice here(home);
  ScaleUpdateArgs args{};
  args.scale = scale_.data<float>();
  args.growth_tracker = growth_tracker_.data<int32_t>();
  args.found_inf = found.data<float>();
  args.growth_factor = options_.growth_factor;
  args.backoff_factor = options_.backoff_factor;
  args.growth_interval = options_.growth_interval;
  kernels().scale_update(args);
  scale_->bump_version();
  growth_tracker_->bump_version();
  progress_.clear();
}

void GradScaler::update(const Tensor& new_scale) {
  if (!options_.enabled) return;
  OptimizerScope below;
  check_scaled("update");
  if (new_scale.numel() != 1 || !is_floating(new_scale.dtype()) || requires_grad(new_scale)) {
    fail(VJP_ERROR_INVALID,
         "GradScaler.update: the new scale is {}, expected one floating number that requires no grad",
         to_text(new_scale));
  }
  copy_tensor(scale_, reshape(on_device(new_scale, scale_.device()), Dims{}));
  progress_.clear();
}

void GradScaler::update(double new_scale) {
  if (!options_.enabled) return;
  check_scaled("update");
  fill_tensor(scale_, new_scale);
  progress_.clear();
}

DeviceScalars GradScaler::found_inf(const ParameterOptimizer& optimizer) const {
  for (const Progress& p : progress_)
    if (p.optimizer.get() == &optimizer) return p.found_inf;
  return {};
}

double GradScaler::get_scale() const {
  if (!options_.enabled) return 1;
  return scale_ ? scale_.item().to_double() : options_.init_scale;
}

GradScalerState GradScaler::state() const {
  const int64_t tracker = growth_tracker_ ? growth_tracker_.item().to_int() : init_tracker_;
  return {get_scale(), options_.growth_factor, options_.backoff_factor, options_.growth_interval, tracker};
}

void GradScaler::load_state(const GradScalerState& state) {
  if (!options_.enabled) return;
  check_options(state.growth_factor, state.backoff_factor, state.growth_interval);
  options_.init_scale = state.scale;
  options_.growth_factor = state.growth_factor;
  options_.backoff_factor = state.backoff_factor;
  options_.growth_interval = state.growth_interval;
  init_tracker_ = state.growth_tracker;
  if (!scale_) return;
  fill_tensor(scale_, state.scale);
  fill_tensor(growth_tracker_, static_cast<double>(state.growth_tracker));
}

}  // namespace vjp
