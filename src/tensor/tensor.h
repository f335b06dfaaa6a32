// TensorImpl: what a tensor handle points to. Tensor: a counted reference to one, which may be empty ("undefined").
//
// Note: tensors and the graph. A tensor knows its place in the recorded graph only as an opaque pointer to the node
// that made it and an opaque AutogradMeta (the rare things: grad field, hooks, view relation, tangent). Both belong to
// graph/, which fills in the two ports at the end of this header; tensor/ includes nothing of it.
// Whether there is a node any thread may see at any time; one that uses the node takes a reference first
// (history_of in graph/meta.h), because another thread may detach the tensor in place.
#pragma once

#include <span>

#include "base/port.h"
#include "base/ref.h"
#include "base/shared.h"
#include "device/allocator.h"
#include "tensor/dtype.h"
#include "tensor/shape.h"
#include "tensor/storage.h"
#include "tensor/view.h"

struct vjp_binding_link;

namespace vjp {

class Node;
struct AutogradMeta;

class TensorImpl {
 public:
  static constexpr int kInlineDims = 4;

  static TensorImpl* make(Ref<Storage> storage, int64_t offset, Dtype dtype, IntSpan sizes, IntSpan strides);
  static TensorImpl* make_empty(IntSpan sizes, Dtype dtype);  // row-major, uninitialised
  static void destroy(TensorImpl* tensor) noexcept;

  IntSpan sizes() const { return {dims_, ndim}; }
  IntSpan strides() const { return {dims_ + ndim, ndim}; }
  int64_t offset() const { return (data - storage->data) / static_cast<int64_t>(size_of(dtype)); }
  bool contiguous() const { return contiguous_; }
  void set_geometry(IntSpan sizes, IntSpan strides, int64_t offset);  // within the storage

  // The version counter of the storage family, or this alias's own.
  std::atomic<uint32_t>& version() const { return own_version ? own_version->value : storage->version(); }
  void bump_version() const { version().fetch_add(1, std::memory_order_relaxed); }

  RefCount refs;
  Dtype dtype;
  uint8_t ndim;
  Shared<bool> requires_grad = false;  // the flag of a leaf; a tensor with a node requires grad too
  bool contiguous_ : 1 = true;
  bool is_wrapped_number : 1 = false;  // takes part in promotion by its category only
  bool is_view : 1 = false;            // a differentiable view: AutogradMeta has the relation
  bool in_scope : 1 = false;
  bool is_sparse : 1 = false;              // has no memory: its storage holds its members (sparse.h)
  bool is_batched : 1 = false;             // has no memory: AutogradMeta has what it stands for (graph/batched.h)
  Device device;                           // the storage's
  std::atomic<bool> history_held = false;  // see HistoryLock
  Shared<uint32_t> output_number = 0;
  char* data;
  int64_t numel;
  Shared<Node*> node = nullptr;         // owned; the node that made it
  AutogradMeta* meta = nullptr;         // owned
  vjp_binding_link* binding = nullptr;  // a language's object for this tensor (vjp/binding.h)
  Ref<Storage> storage;
  Ref<VersionCounter> own_version;  // of data aliases and what is made from them; null: the storage's

 private:
  TensorImpl() = default;
  static TensorImpl* make_bare(Ref<Storage> storage, int64_t offset, Dtype dtype, size_t ndim);
  int64_t* dims_;  // sizes, then strides
  int64_t inline_dims_[2 * kInlineDims];
};

class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(Ref<TensorImpl> impl) : impl_(std::move(impl)) {}
  static Tensor take(TensorImpl* owned) { return Tensor(Ref<TensorImpl>::take(owned)); }
  static Tensor share(TensorImpl* borrowed) { return Tensor(Ref<TensorImpl>::share(borrowed)); }
  static Tensor empty(IntSpan sizes, Dtype dtype) { return take(TensorImpl::make_empty(sizes, dtype)); }
  static Tensor empty_strided(IntSpan sizes, IntSpan strides, Dtype dtype);  // for dense, non-overlapping strides
  static Tensor zeros(IntSpan sizes, Dtype dtype);
  static Tensor from_scalar(const Scalar& value, Dtype dtype);  // on the CPU, where it may mix with any device

  explicit operator bool() const { return static_cast<bool>(impl_); }
  bool defined() const { return static_cast<bool>(impl_); }
  TensorImpl* get() const { return impl_.get(); }
  TensorImpl* operator->() const { return impl_.get(); }
  TensorImpl* detach_handle() { return impl_.detach(); }
  void reset() { impl_.reset(); }
  friend bool operator==(const Tensor& a, const Tensor& b) = delete;  // elementwise comparison is eq()
  bool is(const Tensor& other) const { return impl_ == other.impl_; }

  IntSpan sizes() const { return impl_->sizes(); }
  IntSpan strides() const { return impl_->strides(); }
  int64_t size(int64_t dim) const { return impl_->sizes()[wrap_dim(dim, ndim(), "size")]; }
  int ndim() const { return impl_->ndim; }
  int64_t numel() const { return impl_->numel; }
  Dtype dtype() const { return impl_->dtype; }
  bool contiguous() const { return impl_->contiguous(); }
  Device device() const { return impl_->device; }
  char* raw() const { return impl_->data; }
  template <class T>
  T* data() const {
    return reinterpret_cast<T*>(impl_->data);
  }
  // What kernels see. Lives as long as the tensor keeps its shape.
  View view() const {
    return make_view(impl_->data, impl_->dtype, impl_->ndim, impl_->sizes().data(), impl_->strides().data());
  }
  // The same storage under another geometry, without history.
  Tensor alias() const;
  Tensor with_geometry(const Geometry& geometry) const;
  Geometry geometry() const { return {Dims(sizes()), Dims(strides()), impl_->offset()}; }
  Scalar item() const;  // of a one-element tensor; on a device it waits for the current stream

 private:
  Ref<TensorImpl> impl_;
};

// "float32[2, 3]", on a device "float32[2, 3] on sim:0": how messages describe a tensor.
std::string describe(const TensorImpl& tensor);
inline std::string to_text(const Tensor& t) { return t ? describe(*t.get()) : "undefined"; }

int64_t live_tensors();

// Filled in by graph/ (see the note above).
VJP_PORT(void (*)(Node*) noexcept, release_node);
VJP_PORT(void (*)(TensorImpl&) noexcept, destroy_meta);  // while its node is still there

}  // namespace vjp
