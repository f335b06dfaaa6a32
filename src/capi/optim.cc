// vjp/optim.h: optimizers and clipping.
#include "vjp/optim.h"

#include "capi/capi.h"
#include "compile/recorder.h"
#include "optim/clip.h"
#include "optim/optimizer.h"

using namespace vjp;

namespace {

ParameterOptimizer& optimizer_of(const vjp_optimizer* handle) {
  return *reinterpret_cast<ParameterOptimizer*>(const_cast<vjp_optimizer*>(handle));
}

constexpr vjp_optimizer_options kDefaults[] = {VJP_SGD_OPTIONS_INIT, VJP_ADAM_OPTIONS_INIT, VJP_ADAMW_OPTIONS_INIT,
                                               VJP_ADAGRAD_OPTIONS_INIT, VJP_RMSPROP_OPTIONS_INIT};

bool flag(const char* name, int32_t value) {
  if (value != 0 && value != 1)
    fail(VJP_ERROR_INVALID, "vjp_optimizer_options: {} is {}, expected 0 or 1", name, value);
  return value == 1;
}

OptimizerOptions convert(const vjp_optimizer_options* given, Optimizer kind) {
  const vjp_optimizer_options o =
      given ? checked(given, "vjp_optimizer_options", "the optimizer's macro, VJP_SGD_OPTIONS_INIT or another")
            : kDefaults[static_cast<int>(kind)];
  OptimizerOptions out;
  out.lr = o.lr;
  out.weight_decay = o.weight_decay;
  out.momentum = o.momentum;
  out.dampening = o.dampening;
  out.beta1 = o.beta1;
  out.beta2 = o.beta2;
  out.eps = o.eps;
  out.alpha = o.alpha;
  out.lr_decay = o.lr_decay;
  out.initial_accumulator = o.initial_accumulator;
  out.nesterov = flag("nesterov", o.nesterov);
  out.amsgrad = flag("amsgrad", o.amsgrad);
  out.centered = flag("centered", o.centered);
  out.maximize = flag("maximize", o.maximize);
  out.capturable = flag("capturable", o.capturable);
  return out;
}

vjp_optimizer_options convert_back(const OptimizerOptions& o) {
  return {sizeof(vjp_optimizer_options),
          o.lr,
          o.weight_decay,
          o.momentum,
          o.dampening,
          o.beta1,
          o.beta2,
          o.eps,
          o.alpha,
          o.lr_decay,
          o.initial_accumulator,
          o.nesterov,
          o.amsgrad,
          o.centered,
          o.maximize,
          o.capturable};
}

std::span<const Tensor> full_list(vjp_tensor* const* tensors, size_t count, const char* name) {
  std::span<const Tensor> list = list_of(tensors, count, name);
  for (size_t i = 0; i < count; ++i)
    if (!list[i]) fail(VJP_ERROR_INVALID, "argument '{}': entry {} is NULL", name, i);
  return list;
}

vjp_status create(Optimizer kind, vjp_tensor* const* parameters, size_t count, const vjp_optimizer_options* options,
                  vjp_optimizer** out, bool lazy = false) {
  return guard([&] {
    VJP_ARG(out);
    auto optimizer = Ref<ParameterOptimizer>::take(new ParameterOptimizer(kind, lazy));
    optimizer->add_group(list_of(parameters, count, "parameters"), convert(options, kind));
    *out = reinterpret_cast<vjp_optimizer*>(optimizer.detach());
  });
}

// A record does it again with the optimizer as it is by then, which it keeps.
template <class F>
void perform(const char* name, vjp_optimizer* handle, F&& f) {
  auto optimizer = Ref<ParameterOptimizer>::share(&optimizer_of(handle));
  compile::perform(name, {},
                   [optimizer = std::move(optimizer), f](TensorList, const CompileOptions&) { f(*optimizer); });
}

}  // namespace

vjp_status vjp_optimizer_sgd(vjp_tensor* const* parameters, size_t num_parameters, const vjp_optimizer_options* options,
                             vjp_optimizer** out) {
  return create(Optimizer::Sgd, parameters, num_parameters, options, out);
}
vjp_status vjp_optimizer_adam(vjp_tensor* const* parameters, size_t num_parameters,
                              const vjp_optimizer_options* options, vjp_optimizer** out) {
  return create(Optimizer::Adam, parameters, num_parameters, options, out);
}
vjp_status vjp_optimizer_adamw(vjp_tensor* const* parameters, size_t num_parameters,
                               const vjp_optimizer_options* options, vjp_optimizer** out) {
  return create(Optimizer::AdamW, parameters, num_parameters, options, out);
}
vjp_status vjp_optimizer_adagrad(vjp_tensor* const* parameters, size_t num_parameters,
                                 const vjp_optimizer_options* options, vjp_optimizer** out) {
  return create(Optimizer::Adagrad, parameters, num_parameters, options, out);
}
vjp_status vjp_optimizer_rmsprop(vjp_tensor* const* parameters, size_t num_parameters,
                                 const vjp_optimizer_options* options, vjp_optimizer** out) {
  return create(Optimizer::RmsProp, parameters, num_parameters, options, out);
}
vjp_status vjp_optimizer_sparse_adam(vjp_tensor* const* parameters, size_t num_parameters,
                                     const vjp_optimizer_options* options, vjp_optimizer** out) {
  return create(Optimizer::Adam, parameters, num_parameters, options, out, true);
}

vjp_optimizer* vjp_optimizer_retain(vjp_optimizer* optimizer) {
  if (optimizer) optimizer_of(optimizer).refs.retain();
  return optimizer;
}
void vjp_optimizer_release(vjp_optimizer* optimizer) {
  Ref<ParameterOptimizer>::take(reinterpret_cast<ParameterOptimizer*>(optimizer));
}

const char* vjp_optimizer_name(const vjp_optimizer* optimizer) {
  return optimizer ? optimizer_of(optimizer).name() : nullptr;
}

vjp_status vjp_optimizer_add_group(vjp_optimizer* optimizer, vjp_tensor* const* parameters, size_t num_parameters,
                                   const vjp_optimizer_options* options, size_t* out) {
  return guard([&] {
    VJP_ARG(optimizer);
    ParameterOptimizer& o = optimizer_of(optimizer);
    const size_t index = o.add_group(list_of(parameters, num_parameters, "parameters"), convert(options, o.kind()));
    if (out) *out = index;
  });
}

size_t vjp_optimizer_num_groups(const vjp_optimizer* optimizer) {
  return optimizer ? optimizer_of(optimizer).num_groups() : 0;
}

vjp_status vjp_optimizer_parameters(const vjp_optimizer* optimizer, size_t group, vjp_tensor_list** out) {
  return guard([&] {
    VJP_ARG(optimizer);
    VJP_ARG(out);
    *out = give_list(optimizer_of(optimizer).parameters(group));
  });
}

vjp_status vjp_optimizer_get_options(const vjp_optimizer* optimizer, size_t group, vjp_optimizer_options* out) {
  return guard([&] {
    VJP_ARG(optimizer);
    VJP_ARG(out);
    checked(out, "vjp_optimizer_options", "the optimizer's macro, VJP_SGD_OPTIONS_INIT or another");
    *out = convert_back(optimizer_of(optimizer).options(group));
  });
}

vjp_status vjp_optimizer_set_options(vjp_optimizer* optimizer, size_t group, const vjp_optimizer_options* options) {
  return guard_recordable([&] {
    VJP_ARG(optimizer);
    VJP_ARG(options);
    const OptimizerOptions given = convert(options, optimizer_of(optimizer).kind());
    perform("vjp_optimizer_set_options", optimizer,
            [given, group](ParameterOptimizer& o) { o.set_options(group, given); });
  });
}

vjp_status vjp_optimizer_set_lr(vjp_optimizer* optimizer, size_t group, double lr) {
  return guard_recordable([&] {
    VJP_ARG(optimizer);
    perform("vjp_optimizer_set_lr", optimizer, [lr, group](ParameterOptimizer& o) {
      OptimizerOptions options = o.options(group);
      options.lr = lr;
      o.set_options(group, options);
    });
  });
}

vjp_status vjp_optimizer_step(vjp_optimizer* optimizer) {
  return guard_recordable([&] {
    VJP_ARG(optimizer);
    perform("vjp_optimizer_step", optimizer, [](ParameterOptimizer& o) { o.step(); });
  });
}

vjp_status vjp_optimizer_zero_grad(vjp_optimizer* optimizer, bool set_to_none) {
  return guard_recordable([&] {
    VJP_ARG(optimizer);
    perform("vjp_optimizer_zero_grad", optimizer, [set_to_none](ParameterOptimizer& o) { o.zero_grad(set_to_none); });
  });
}

vjp_status vjp_optimizer_set_grad_scale(vjp_optimizer* optimizer, vjp_tensor* scale) {
  return guard([&] {
    VJP_ARG(optimizer);
    optimizer_of(optimizer).set_grad_scale(borrow(scale));
  });
}

size_t vjp_optimizer_num_states(const vjp_optimizer* optimizer) {
  size_t count = 0;
  if (optimizer) guard([&] { count = optimizer_of(optimizer).state().size(); });
  return count;
}

vjp_status vjp_optimizer_state(const vjp_optimizer* optimizer, size_t index, char** name, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(optimizer);
    std::vector<NamedTensor> state = optimizer_of(optimizer).state();
    if (index >= state.size())
      fail(VJP_ERROR_INVALID, "vjp_optimizer_state: there is no state {}: there are {}", index, state.size());
    if (name) *name = give_text(state[index].name);
    if (out) *out = give(std::move(state[index].tensor));
  });
}

vjp_status vjp_optimizer_load_states(vjp_optimizer* optimizer, const char* const* names, vjp_tensor* const* tensors,
                                     size_t count) {
  return guard([&] {
    VJP_ARG(optimizer);
    if (count > 0) VJP_ARG(names);
    std::span<const Tensor> list = full_list(tensors, count, "tensors");
    std::vector<NamedTensor> state;
    for (size_t i = 0; i < count; ++i) {
      if (!names[i]) fail(VJP_ERROR_INVALID, "argument 'names': entry {} is NULL", i);
      state.push_back({names[i], list[i]});
    }
    optimizer_of(optimizer).load_state(state);
  });
}

vjp_status vjp_total_norm(vjp_tensor* const* tensors, size_t num_tensors, double p, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give(total_norm(full_list(tensors, num_tensors, "tensors"), p));
  });
}

vjp_status vjp_clip_grad_norm(vjp_tensor* const* parameters, size_t num_parameters, double max_norm, double p,
                              bool error_if_nonfinite, vjp_tensor** out) {
  if (!out) {
    return guard_recordable([&] {
      const auto clip = [=](TensorList given, const CompileOptions&) {
        clip_grad_norm(given, max_norm, p, error_if_nonfinite);
      };
      compile::perform("vjp_clip_grad_norm", full_list(parameters, num_parameters, "parameters"), clip);
    });
  }
  return guard([&] {
    *out = give(clip_grad_norm(full_list(parameters, num_parameters, "parameters"), max_norm, p, error_if_nonfinite));
  });
}

vjp_status vjp_clip_grad_value(vjp_tensor* const* parameters, size_t num_parameters, double max_value) {
  return guard_recordable([&] {
    const auto clip = [=](TensorList given, const CompileOptions&) { clip_grad_value(given, max_value); };
    compile::perform("vjp_clip_grad_value", full_list(parameters, num_parameters, "parameters"), clip);
  });
}
