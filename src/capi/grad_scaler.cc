// vjp/optim.h: gradient scaling and learning rate schedules.
#include "optim/grad_scaler.h"

#include "capi/capi.h"
#include "optim/schedule.h"
#include "vjp/optim.h"

using namespace vjp;

namespace {

GradScaler& scaler_of(const vjp_grad_scaler* handle) {
  return *reinterpret_cast<GradScaler*>(const_cast<vjp_grad_scaler*>(handle));
}
ParameterOptimizer& optimizer_of(const vjp_optimizer* handle) {
  return *reinterpret_cast<ParameterOptimizer*>(const_cast<vjp_optimizer*>(handle));
}

}  // namespace

vjp_status vjp_grad_scaler_create(const vjp_grad_scaler_options* options, vjp_grad_scaler** out) {
  return guard([&] {
    VJP_ARG(out);
    vjp_grad_scaler_options o = VJP_GRAD_SCALER_OPTIONS_INIT;
    if (options) o = checked(options, "vjp_grad_scaler_options", "VJP_GRAD_SCALER_OPTIONS_INIT");
    if (o.enabled != 0 && o.enabled != 1)
      fail(VJP_ERROR_INVALID, "vjp_grad_scaler_options: enabled is {}, expected 0 or 1", o.enabled);
    GradScalerOptions converted{o.init_scale, o.growth_factor, o.backoff_factor, o.growth_interval, o.enabled == 1};
    *out = reinterpret_cast<vjp_grad_scaler*>(new GradScaler(converted));
  });
}
vjp_grad_scaler* vjp_grad_scaler_retain(vjp_grad_scaler* scaler) {
  if (scaler) scaler_of(scaler).refs.retain();
  return scaler;
}
void vjp_grad_scaler_release(vjp_grad_scaler* scaler) { Ref<GradScaler>::take(reinterpret_cast<GradScaler*>(scaler)); }
bool vjp_grad_scaler_is_enabled(const vjp_grad_scaler* scaler) { return scaler && scaler_of(scaler).enabled(); }

vjp_status vjp_grad_scaler_scale(vjp_grad_scaler* scaler, vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(scaler);
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(std::move(scaler_of(scaler).scale({&borrow(tensor), 1})[0]));
  });
}
vjp_status vjp_grad_scaler_scale_list(vjp_grad_scaler* scaler, vjp_tensor* const* tensors, size_t num_tensors,
                                      vjp_tensor_list** out) {
  return guard([&] {
    VJP_ARG(scaler);
    VJP_ARG(out);
    if (num_tensors > 0) VJP_ARG(tensors);
    std::span<const Tensor> list{reinterpret_cast<const Tensor*>(tensors), num_tensors};
    for (size_t i = 0; i < num_tensors; ++i)
      if (!list[i]) fail(VJP_ERROR_INVALID, "argument 'tensors': entry {} is NULL", i);
    *out = give_list(scaler_of(scaler).scale(list));
  });
}

vjp_status vjp_grad_scaler_unscale(vjp_grad_scaler* scaler, vjp_optimizer* optimizer) {
  return guard([&] {
    VJP_ARG(scaler);
    VJP_ARG(optimizer);
    scaler_of(scaler).unscale(optimizer_of(optimizer));
  });
}
vjp_status vjp_grad_scaler_step(vjp_grad_scaler* scaler, vjp_optimizer* optimizer, bool* out) {
  return guard([&] {
    VJP_ARG(scaler);
    VJP_ARG(optimizer);
    const bool stepped = scaler_of(scaler).step(optimizer_of(optimizer));
    if (out) *out = stepped;
  });
}
vjp_status vjp_grad_scaler_update(vjp_grad_scaler* scaler) {
  return guard([&] {
    VJP_ARG(scaler);
    scaler_of(scaler).update();
  });
}
vjp_status vjp_grad_scaler_set_scale(vjp_grad_scaler* scaler, double scale) {
  return guard([&] {
    VJP_ARG(scaler);
    scaler_of(scaler).update(scale);
  });
}
vjp_status vjp_grad_scaler_set_scale_tensor(vjp_grad_scaler* scaler, vjp_tensor* scale) {
  return guard([&] {
    VJP_ARG(scaler);
    VJP_ARG(scale);
    scaler_of(scaler).update(borrow(scale));
  });
}

vjp_status vjp_grad_scaler_found_inf(const vjp_grad_scaler* scaler, const vjp_optimizer* optimizer,
                                     vjp_tensor_list** out) {
  return guard([&] {
    VJP_ARG(scaler);
    VJP_ARG(optimizer);
    VJP_ARG(out);
    std::vector<Tensor> found;
    for (const auto& [device, number] : scaler_of(scaler).found_inf(optimizer_of(optimizer))) found.push_back(number);
    *out = give_list(std::move(found));
  });
}
vjp_status vjp_grad_scaler_get_scale(const vjp_grad_scaler* scaler, double* out) {
  return guard([&] {
    VJP_ARG(scaler);
    VJP_ARG(out);
    *out = scaler_of(scaler).get_scale();
  });
}

vjp_status vjp_grad_scaler_get_state(const vjp_grad_scaler* scaler, vjp_grad_scaler_state* out) {
  return guard([&] {
    VJP_ARG(scaler);
    VJP_ARG(out);
    checked(out, "vjp_grad_scaler_state", "VJP_GRAD_SCALER_STATE_INIT");
    const GradScalerState s = scaler_of(scaler).state();
    *out = {sizeof *out, s.scale, s.growth_factor, s.backoff_factor, s.growth_interval, s.growth_tracker};
  });
}
vjp_status vjp_grad_scaler_load_state(vjp_grad_scaler* scaler, const vjp_grad_scaler_state* state) {
  return guard([&] {
    VJP_ARG(scaler);
    VJP_ARG(state);
    const vjp_grad_scaler_state& s = checked(state, "vjp_grad_scaler_state", "VJP_GRAD_SCALER_STATE_INIT");
    scaler_of(scaler).load_state({s.scale, s.growth_factor, s.backoff_factor, s.growth_interval, s.growth_tracker});
  });
}

// ---- schedules ----

double vjp_lr_step(double base, int64_t step, int64_t step_size, double gamma) {
  return lr_step(base, step, step_size, gamma);
}
double vjp_lr_exponential(double base, int64_t step, double gamma) { return lr_exponential(base, step, gamma); }
double vjp_lr_linear(double base, int64_t step, double start_factor, double end_factor, int64_t total) {
  return lr_linear(base, step, start_factor, end_factor, total);
}
double vjp_lr_cosine(double base, int64_t step, double lowest, int64_t total) {
  return lr_cosine(base, step, lowest, total);
}
double vjp_lr_one_cycle(const vjp_one_cycle* cycle, int64_t step) {
  return cycle ? lr_one_cycle(*cycle, step) : std::numeric_limits<double>::quiet_NaN();
}
double vjp_lr_plateau_observe(vjp_lr_plateau* plateau, double metric, double lr) {
  return plateau ? lr_plateau_observe(*plateau, metric, lr) : lr;
}
