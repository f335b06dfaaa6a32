// Groups, their hyperparameters, and the state by name.
#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "graph/batched.h"
#include "graph/meta.h"
#include "optim/optimizer.h"
#include "tensor/sparse.h"

namespace vjp {

const char* name_of(Optimizer kind) {
  static constexpr const char* kNames[] = {"SGD", "Adam", "AdamW", "Adagrad", "RMSprop"};
  return kNames[static_cast<int>(kind)];
}

const char* ParameterOptimizer::state_name(size_t state) const {
  static constexpr const char* kNames[][kStates] = {{"momentum_buffer", nullptr, nullptr},
                                                    {"exp_avg", "exp_avg_sq", "max_exp_avg_sq"},
                                                    {"exp_avg", "exp_avg_sq", "max_exp_avg_sq"},
                                                    {"sum", nullptr, nullptr},
                                                    {"square_avg", "momentum_buffer", "grad_avg"}};
  return kNames[static_cast<int>(kind_)][state];
}

bool ParameterOptimizer::needs(const OptimizerOptions& o, size_t state) const {
  switch (kind_) {
    case Optimizer::Sgd:
      return state == 0 && o.momentum != 0;
    case Optimizer::Adam:
    case Optimizer::AdamW:
      return state < 2 || o.amsgrad;
    case Optimizer::Adagrad:
      return state == 0;
    case Optimizer::RmsProp:
      return state == 0 || (state == 1 ? o.momentum != 0 : o.centered);
  }
  return false;
}

void ParameterOptimizer::check_options(const OptimizerOptions& o) const {
  const auto want = [&](bool good, const char* name, double value, const char* wanted) {
    if (!good) fail(VJP_ERROR_INVALID, "{}: {} is {}, expected {}", this->name(), name, value, wanted);
  };
  if (!groups_.empty() && o.capturable != capturable())
    fail(VJP_ERROR_INVALID, "{}: capturable is {}, but groups before have {}", name(), o.capturable, capturable());
  // comparisons with a NaN are false
  want(o.lr >= 0, "lr", o.lr, "0 or more");
  want(o.weight_decay >= 0, "weight_decay", o.weight_decay, "0 or more");
  const bool adam = kind_ == Optimizer::Adam || kind_ == Optimizer::AdamW;
  if (adam) {
    want(o.beta1 >= 0 && o.beta1 < 1, "beta1", o.beta1, "0 <= beta1 < 1");
    want(o.beta2 >= 0 && o.beta2 < 1, "beta2", o.beta2, "0 <= beta2 < 1");
  }
  if (kind_ == Optimizer::Sgd || kind_ == Optimizer::RmsProp)
    want(o.momentum >= 0, "momentum", o.momentum, "0 or more");
  if (kind_ == Optimizer::Sgd) {
    if (o.nesterov && !(o.momentum > 0 && o.dampening == 0)) {
      fail(VJP_ERROR_INVALID,
           "SGD: Nesterov momentum needs a momentum above 0 and a dampening of 0; they are {} and {}", o.momentum,
           o.dampening);
    }
  } else {
    want(o.eps >= 0, "eps", o.eps, "0 or more");
  }
  if (lazy_) {
    want(o.weight_decay == 0, "weight_decay", o.weight_decay, "0: it is a gradient of every element");
    want(!o.amsgrad, "amsgrad", o.amsgrad, "0");
    want(!o.capturable, "capturable", o.capturable, "0: places are found by the host");
  }
  if (kind_ == Optimizer::Adagrad) {
    want(o.lr_decay >= 0, "lr_decay", o.lr_decay, "0 or more");
    want(o.initial_accumulator >= 0, "initial_accumulator", o.initial_accumulator, "0 or more");
  }
  if (kind_ == Optimizer::RmsProp) want(o.alpha >= 0, "alpha", o.alpha, "0 or more");
}

size_t ParameterOptimizer::add_group(std::span<const Tensor> parameters, const OptimizerOptions& options) {
  if (parameters.empty()) fail(VJP_ERROR_INVALID, "{}: the list of parameters is empty", name());
  check_options(options);
  Group group;
  group.options = options;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Tensor& t = parameters[i];
    if (!t) fail(VJP_ERROR_INVALID, "{}: parameter {} is NULL", name(), i);
    refuse_batched(*t.get(), name());
    if (is_sparse(t)) {
      fail(VJP_ERROR_NOT_IMPLEMENTED,
           "{}: parameter {} is {}; a parameter has to be strided, its gradient may be sparse", name(), i, to_text(t));
    }
    if (!is_leaf_after_rebuild(*t.get())) {
      fail(VJP_ERROR_STATE, "{}: parameter {} ({}) is the result of an operation; only leaves can be optimized", name(),
           i, to_text(t));
    }
    if (!is_floating(t.dtype())) {
      fail(VJP_ERROR_DTYPE, "{}: parameter {} is {}, expected a real floating dtype", name(), i, to_text(t));
    }
    const auto is_it = [&](const Parameter& p) { return p.tensor.is(t); };
    bool known = std::any_of(group.parameters.begin(), group.parameters.end(), is_it);
    for (const Group& g : groups_) known |= std::any_of(g.parameters.begin(), g.parameters.end(), is_it);
    if (known) fail(VJP_ERROR_INVALID, "{}: parameter {} ({}) is in a group already", name(), i, to_text(t));
    group.parameters.push_back({t, {}, {}});
  }
  groups_.push_back(std::move(group));
  return groups_.size() - 1;
}

ParameterOptimizer::Group& ParameterOptimizer::group_at(size_t index) {
  if (index >= groups_.size())
    fail(VJP_ERROR_INVALID, "{}: there is no group {}: there are {}", name(), index, groups_.size());
  return groups_[index];
}

const OptimizerOptions& ParameterOptimizer::options(size_t group) const {
  return const_cast<ParameterOptimizer*>(this)->group_at(group).options;
}

void ParameterOptimizer::set_options(size_t index, const OptimizerOptions& options) {
  Group& group = group_at(index);
  check_options(options);
  group.options = options;
  for (const auto& [device, lr] : group.lr) fill_tensor(lr, options.lr);
}

std::vector<Tensor> ParameterOptimizer::parameters(size_t index) const {
  std::vector<Tensor> list;
  for (const Parameter& p : const_cast<ParameterOptimizer*>(this)->group_at(index).parameters) list.push_back(p.tensor);
  return list;
}

void ParameterOptimizer::set_grad_scale(const Tensor& scale) {
  if (scale && (scale.numel() != 1 || scale.dtype() != Dtype::Float32)) {
    fail(VJP_ERROR_INVALID, "{}: grad_scale is {}, expected one float32 number", name(), to_text(scale));
  }
  grad_scale_ = scale;
}

// ---- state by name ----

std::vector<NamedTensor> ParameterOptimizer::state() const {
  std::vector<NamedTensor> list;
  for (size_t g = 0; g < groups_.size(); ++g) {
    for (size_t i = 0; i < groups_[g].parameters.size(); ++i) {
      const Parameter& p = groups_[g].parameters[i];
      const auto add = [&](const char* name, const Tensor& t) {
        if (t) list.push_back({format("{}.{}.{}", g, i, name), t});
      };
      add("step", p.step);
      for (size_t k = 0; k < kStates; ++k)
        if (state_name(k)) add(state_name(k), p.states[k]);
    }
  }
  return list;
}

struct ParameterOptimizer::Place {
  Parameter* parameter = nullptr;  // null: the name names nothing
  bool is_step = false;
  size_t state = 0;

  Tensor& tensor() const { return is_step ? parameter->step : parameter->states[state]; }
};

ParameterOptimizer::Place ParameterOptimizer::place_of(std::string_view name) {
  size_t numbers[2] = {};
  for (size_t& number : numbers) {
    const size_t dot = name.find('.');
    if (dot == name.npos) return {};
    const auto [end, error] = std::from_chars(name.data(), name.data() + dot, number);
    if (error != std::errc() || end != name.data() + dot) return {};
    name.remove_prefix(dot + 1);
  }
  if (numbers[0] >= groups_.size() || numbers[1] >= groups_[numbers[0]].parameters.size()) return {};
  Parameter* p = &groups_[numbers[0]].parameters[numbers[1]];
  if (name == "step") return {p, true, 0};
  for (size_t k = 0; k < kStates; ++k)
    if (state_name(k) && name == state_name(k)) return {p, false, k};
  return {};
}

void ParameterOptimizer::load_state(std::span<const NamedTensor> state) {
  OptimizerScope below;
  std::vector<std::pair<Place, Tensor>> loaded;
  for (const NamedTensor& entry : state) {
    Place place = place_of(entry.name);
    if (!place.parameter) {
      fail(VJP_ERROR_INVALID,
           "{}: the state '{}' names nothing of this optimizer, expected <group>.<parameter>.<state>", name(),
           entry.name);
    }
    const Tensor& t = place.parameter->tensor;
    const IntSpan sizes = place.is_step ? IntSpan() : t.sizes();
    if (!entry.tensor || !same(entry.tensor.sizes(), sizes)) {
      fail(VJP_ERROR_SHAPE, "{}: the state '{}' is {}, expected shape {}", name(), entry.name, to_text(entry.tensor),
           sizes);
    }
    const Dims strides =
        is_dense(t.sizes(), t.strides()) && !place.is_step ? Dims(t.strides()) : contiguous_strides(sizes);
    Tensor source = on_device(entry.tensor, t.device());
    OperatorDevice here(t.device());
    Tensor own = Tensor::empty_strided(sizes, strides, place.is_step ? Dtype::Float32 : t.dtype());
    copy_tensor(own, source);
    loaded.emplace_back(place, std::move(own));
  }
  for (Group& group : groups_) {
    for (Parameter& p : group.parameters) {
      p.step.reset();
      for (Tensor& t : p.states) t.reset();
    }
  }
  for (auto& [place, tensor] : loaded) place.tensor() = std::move(tensor);
}

}  // namespace vjp
