// TensorBuffer: room for the gradients or results of a node, on the stack where they are few.
#pragma once

#include <algorithm>
#include <memory>
#include <span>

#include "tensor/tensor.h"

namespace vjp {

class TensorBuffer {
 public:
  explicit TensorBuffer(size_t size) : size_(size) {
    if (size > kInline) [[unlikely]]
      more_ = static_cast<Tensor*>(::operator new(size * sizeof(Tensor)));
    std::uninitialized_default_construct_n(data(), size);
  }
  explicit TensorBuffer(std::span<const Tensor> from) : TensorBuffer(from.size()) {
    std::copy(from.begin(), from.end(), data());
  }
  ~TensorBuffer() {
    std::destroy_n(data(), size_);
    if (more_) [[unlikely]]
      ::operator delete(more_);
  }
  TensorBuffer(const TensorBuffer&) = delete;
  TensorBuffer& operator=(const TensorBuffer&) = delete;
  std::span<Tensor> all() { return {data(), size_}; }

 private:
  static constexpr size_t kInline = 4;
  Tensor* data() { return more_ ? more_ : reinterpret_cast<Tensor*>(room_); }

  size_t size_;
  Tensor* more_ = nullptr;
  alignas(Tensor) std::byte room_[kInline * sizeof(Tensor)];
};

}  // namespace vjp
