// Owners of libvjp handles, and failures as exceptions.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "vjp/vjp.h"

namespace golden {

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An operator that says itself that it cannot do this.
struct NotImplemented : Failure {
  using Failure::Failure;
};

inline void check(vjp_status status, const std::string& what) {
  if (status == VJP_OK) return;
  std::string text = what + ": " + vjp_status_name(status) + ": " + vjp_last_error();
  if (status == VJP_ERROR_NOT_IMPLEMENTED) throw NotImplemented(text);
  throw Failure(text);
}

template <class T, void (*Release)(T*)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T* owned) : pointer_(owned) {}
  Handle(Handle&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(pointer_, other.pointer_);
    return *this;
  }
  ~Handle() { Release(pointer_); }
  T* get() const { return pointer_; }
  explicit operator bool() const { return pointer_ != nullptr; }
  // For out parameters.
  T** out() {
    Release(std::exchange(pointer_, nullptr));
    return &pointer_;
  }

 private:
  T* pointer_ = nullptr;
};

using Tensor = Handle<vjp_tensor, vjp_tensor_release>;
using TensorList = Handle<vjp_tensor_list, vjp_tensor_list_release>;
using File = Handle<vjp_safetensors, vjp_safetensors_release>;

inline Tensor share(vjp_tensor* borrowed) { return Tensor(vjp_tensor_retain(borrowed)); }

inline std::vector<vjp_tensor*> borrow(const std::vector<Tensor>& tensors) {
  std::vector<vjp_tensor*> out;
  for (const Tensor& t : tensors) out.push_back(t.get());
  return out;
}

// Restores the thread's grad mode at the end of the block.
class GradMode {
 public:
  explicit GradMode(bool enabled) { check(vjp_grad_mode_set(enabled, &previous_), "grad mode"); }
  ~GradMode() { vjp_grad_mode_set(previous_, nullptr); }
  GradMode(const GradMode&) = delete;
  GradMode& operator=(const GradMode&) = delete;

 private:
  bool previous_ = true;
};

}  // namespace golden
