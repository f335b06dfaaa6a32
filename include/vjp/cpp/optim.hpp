// libvjp for C++: optimizers, and files of tensors.
#ifndef VJP_CPP_OPTIM_HPP
#define VJP_CPP_OPTIM_HPP

#include <map>

#include "vjp/cpp/tensor.hpp"

namespace vjp {

/** An optimizer, which holds its parameters. Options are those of C: `vjp_optimizer_options o = VJP_SGD_OPTIONS_INIT;`
 */
class Optimizer : public Handle<vjp_optimizer, vjp_optimizer_retain, vjp_optimizer_release> {
 public:
  using Options = vjp_optimizer_options;
  static Optimizer sgd(const Tensors& parameters, double lr, double momentum = 0) {
    Options options = VJP_SGD_OPTIONS_INIT;
    options.lr = lr;
    options.momentum = momentum;
    return sgd(parameters, options);
  }
  static Optimizer sgd(const Tensors& parameters, const Options& options) {
    return make(vjp_optimizer_sgd, parameters, options);
  }
  static Optimizer adam(const Tensors& parameters, double lr = 1e-3) {
    Options options = VJP_ADAM_OPTIONS_INIT;
    options.lr = lr;
    return adam(parameters, options);
  }
  static Optimizer adam(const Tensors& parameters, const Options& options) {
    return make(vjp_optimizer_adam, parameters, options);
  }
  static Optimizer adamw(const Tensors& parameters, double lr = 1e-3) {
    Options options = VJP_ADAMW_OPTIONS_INIT;
    options.lr = lr;
    return adamw(parameters, options);
  }
  static Optimizer adamw(const Tensors& parameters, const Options& options) {
    return make(vjp_optimizer_adamw, parameters, options);
  }
  static Optimizer adagrad(const Tensors& parameters, const Options& options) {
    return make(vjp_optimizer_adagrad, parameters, options);
  }
  static Optimizer rmsprop(const Tensors& parameters, const Options& options) {
    return make(vjp_optimizer_rmsprop, parameters, options);
  }

  void step() { detail::check(vjp_optimizer_step(get())); }
  void zero_grad(bool set_to_none = true) { detail::check(vjp_optimizer_zero_grad(get(), set_to_none)); }
  void set_lr(double lr, size_t group = 0) { detail::check(vjp_optimizer_set_lr(get(), group, lr)); }

 private:
  explicit Optimizer(vjp_optimizer* owned) noexcept : Handle(owned) {}
  template <class Make>
  static Optimizer make(Make make, const Tensors& parameters, const Options& options) {
    vjp_optimizer* out = nullptr;
    detail::check(make(parameters.data(), parameters.size(), &options, &out));
    return Optimizer(out);
  }
};

/** Scales gradients so that their common norm is at most `max_norm`; gives the norm that they had. */
inline Tensor clip_grad_norm(const Tensors& parameters, double max_norm, double p = 2,
                             bool error_if_nonfinite = false) {
  vjp_tensor* out = nullptr;
  detail::check(vjp_clip_grad_norm(parameters.data(), parameters.size(), max_norm, p, error_if_nonfinite, &out));
  return Tensor::take(out);
}

/** Writes tensors under their names (safetensors). */
inline void save(Text path, const std::map<std::string, Tensor>& tensors) {
  std::vector<const char*> names;
  std::vector<vjp_tensor*> handles;
  for (const auto& [name, tensor] : tensors) {
    names.push_back(name.c_str());
    handles.push_back(tensor.get());
  }
  detail::check(vjp_safetensors_save(path.get(), names.data(), handles.data(), names.size(), nullptr, 0));
}
/** Reads all tensors of a file, with memory of their own. */
inline std::map<std::string, Tensor> load(Text path) {
  struct File {
    vjp_safetensors* file = nullptr;
    ~File() { vjp_safetensors_release(file); }
  } opened;
  detail::check(vjp_safetensors_open(path.get(), &opened.file));
  std::map<std::string, Tensor> tensors;
  for (size_t i = 0; i < vjp_safetensors_count(opened.file); ++i) {
    const char* name = vjp_safetensors_name(opened.file, i);
    vjp_tensor* out = nullptr;
    detail::check(vjp_safetensors_read(opened.file, name, &out));
    tensors.emplace(name, Tensor::take(out));
  }
  return tensors;
}

}  // namespace vjp

#endif
