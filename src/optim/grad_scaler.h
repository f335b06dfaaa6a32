// GradScaler: a factor on the loss that keeps small gradients of lower-precision types from vanishing (Micikevicius et
// al., ICLR 2018). It grows while gradients are finite and shrinks when one is not; the steps of those are skipped.
#pragma once

#include <vector>

#include "base/ref.h"
#include "optim/optimizer.h"

namespace vjp {

struct GradScalerOptions {
  double init_scale, growth_factor, backoff_factor;
  int64_t growth_interval;
  bool enabled;
};

struct GradScalerState {
  double scale, growth_factor, backoff_factor;
  int64_t growth_interval, growth_tracker;
};

class GradScaler {
 public:
  explicit GradScaler(const GradScalerOptions& options);
  static void destroy(GradScaler* scaler) noexcept { delete scaler; }

  bool enabled() const { return options_.enabled; }
  // Each times the scale, recorded; one copy of the scale a device.
  std::vector<Tensor> scale(std::span<const Tensor> tensors);
  // Divides the gradients by the scale and notes, on each device, whether all were finite.
  void unscale(ParameterOptimizer& optimizer);
  // The optimizer's step, unless a gradient is not finite. False where it was skipped; of a capturable optimizer only
  // the device knows that.
  bool step(ParameterOptimizer& optimizer);
  // Adjusts the scale by what all optimizers found since the last update, or replaces it.
  void update();
  void update(const Tensor& new_scale);
  void update(double new_scale);
  // What unscale or step has found for this optimizer since the last update, by device; empty: nothing.
  DeviceScalars found_inf(const ParameterOptimizer& optimizer) const;

  // Both read back: a host sync.
  double get_scale() const;
  GradScalerState state() const;
  void load_state(const GradScalerState& state);

  RefCount refs;

 private:
  enum class Stage : uint8_t { Ready, Unscaled, Stepped };
  struct Progress {
    Ref<ParameterOptimizer> optimizer;
    Stage stage = Stage::Ready;
    DeviceScalars found_inf;
  };

  Progress& progress_of(ParameterOptimizer& optimizer);
  void make_state(Device device);
  void check_scaled(const char* caller) const;
  // Multiplies all gradients by the number and notes what is not finite. `half`: those of float16 are allowed.
  void check_gradients(Progress& progress, const Tensor& inverse, bool half) const;
  bool step_ordinary(Progress& progress);
  void step_capturable(Progress& progress);

  GradScalerOptions options_;
  int64_t init_tracker_ = 0;
  Tensor scale_, growth_tracker_;   // float32, int32; undefined until something is scaled
  std::vector<Progress> progress_;  // of the optimizers that were used since the last update
};

}  // namespace vjp
