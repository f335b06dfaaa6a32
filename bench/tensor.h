// Tensor: a handle that releases itself, and the operators that the workloads use, as calls of the C ABI.
//
// A C++ program would write such a thing in an hour; everything in it is inline, so that what is measured is the C ABI.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "vjp/vjp.h"

namespace bench {

inline void check(vjp_status status) {
  if (status != VJP_OK) [[unlikely]]
    throw std::runtime_error(std::string(vjp_status_name(status)) + ": " + vjp_last_error());
}

class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(vjp_tensor* owned) : handle_(owned) {}
  Tensor(const Tensor& other) : handle_(other.handle_ ? vjp_tensor_retain(other.handle_) : nullptr) {}
  Tensor(Tensor&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Tensor& operator=(Tensor other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Tensor() { reset(); }

  vjp_tensor* get() const { return handle_; }
  explicit operator bool() const { return handle_ != nullptr; }
  void reset() {
    if (handle_) vjp_tensor_release(std::exchange(handle_, nullptr));
  }

  Tensor& requires_grad(bool value = true) {
    check(vjp_tensor_set_requires_grad(handle_, value));
    return *this;
  }
  void clear_grad() const { check(vjp_tensor_set_grad(handle_, nullptr)); }
  Tensor grad() const {
    return made([&](vjp_tensor** out) { return vjp_tensor_grad(handle_, out); });
  }
  Tensor detach() const {
    return made([&](vjp_tensor** out) { return vjp_tensor_detach(handle_, out); });
  }
  double item() const {
    double value = 0;
    check(vjp_tensor_item_float(handle_, &value));
    return value;
  }
  int64_t size(int64_t dim) const { return vjp_tensor_size(handle_, dim); }
  int64_t numel() const { return vjp_tensor_numel(handle_); }
  std::vector<double> to_doubles() const {
    std::vector<double> values(static_cast<size_t>(numel()));
    check(vjp_tensor_copy_to(handle_, values.data(), values.size() * sizeof(double), VJP_DTYPE_FLOAT64));
    return values;
  }

  // The result of a call that hands out a handle.
  template <class F>
  static Tensor made(F&& call) {
    vjp_tensor* out = nullptr;
    check(call(&out));
    return Tensor(out);
  }

 private:
  vjp_tensor* handle_ = nullptr;
};

using Shape = std::vector<int64_t>;
using Tensors = std::vector<Tensor>;

// A block whose grad calls are compiled (vjp/compile.h).
class Compiled {
 public:
  explicit Compiled(bool on) {
    if (on) check(vjp_guard_compile(nullptr, &region_));
  }
  ~Compiled() {
    if (region_) vjp_guard_exit(region_);
  }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

 private:
  vjp_guard* region_ = nullptr;
};

// Grad mode for a block.
class GradMode {
 public:
  explicit GradMode(bool enabled) { check(vjp_grad_mode_set(enabled, &previous_)); }
  ~GradMode() { vjp_grad_mode_set(previous_, nullptr); }
  GradMode(const GradMode&) = delete;
  GradMode& operator=(const GradMode&) = delete;

 private:
  bool previous_ = true;
};

// ---- autograd

inline void backward(const Tensor& root, const Tensor& gradient = {}) {
  check(vjp_backward(root.get(), gradient.get()));
}

struct GradFlags {
  bool create_graph = false, retain_graph = false, allow_unused = false, materialize = false;
};

inline Tensors grad(const Tensor& root, const Tensors& inputs, const Tensor& gradient = {}, GradFlags flags = {}) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = flags.create_graph;
  options.retain_graph = flags.create_graph || flags.retain_graph;
  options.allow_unused = flags.allow_unused || flags.materialize;
  options.materialize = flags.materialize;
  vjp_tensor* roots[] = {root.get()};
  vjp_tensor* gradients[] = {gradient.get()};
  std::vector<vjp_tensor*> in, out(inputs.size(), nullptr);
  in.reserve(inputs.size());
  for (const Tensor& input : inputs) in.push_back(input.get());
  check(vjp_grad(roots, 1, gradients, in.data(), in.size(), &options, out.data()));
  Tensors result;
  result.reserve(out.size());
  for (vjp_tensor* handle : out) result.emplace_back(handle);
  return result;
}

// For one input: no list is made, as a C program would call it.
inline Tensor grad_of(const Tensor& root, const Tensor& input) {
  vjp_tensor *roots[] = {root.get()}, *inputs[] = {input.get()}, *out = nullptr;
  check(vjp_grad(roots, 1, nullptr, inputs, 1, nullptr, &out));
  return Tensor(out);
}

inline void clear_grads(const Tensors& tensors) {
  for (const Tensor& t : tensors) t.clear_grad();
}

}  // namespace bench
