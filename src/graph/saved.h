// SavedTensor: a tensor that a node keeps for its derivative (spec SAVE).
//
// A saved value is 16 bytes: the tensor and the version it had. An input, and any leaf, is kept as it is; an output as
// a history-free alias, so that a node never owns itself, which gets its history back when it is unpacked. What went
// through hooks lies in a box, with the autograd state that the unpacked tensor is given.
//
// Note: saved values and threads. One task may free what another is about to read, so saved values are copied and
// dropped under SavedLock; unpacking, which may run hooks, happens outside of it.
#pragma once

#include <string_view>

#include "base/byte_lock.h"
#include "graph/later.h"
#include "graph/node.h"
#include "graph/pack.h"
#include "graph/tangent.h"

namespace vjp {

struct SavedBox;

class SavedTensor {
 public:
  SavedTensor() = default;  // none: unpacks to an undefined tensor
  // Saves an argument of the operation that `node` records, or its result `slot`. `name` is the attribute's.
  static SavedTensor input(const Tensor& t, const Node& node, std::string_view name);
  static SavedTensor output(const Tensor& t, uint32_t slot, const Node& node, std::string_view name);

  SavedTensor(const SavedTensor& other) noexcept;
  SavedTensor(SavedTensor&& other) noexcept
      : p_(std::exchange(other.p_, nullptr)), version_(other.version_), slot_(other.slot_), flags_(other.flags_) {}
  SavedTensor& operator=(SavedTensor other) noexcept {
    std::swap(p_, other.p_);
    version_ = other.version_;
    slot_ = other.slot_;
    flags_ = other.flags_;
    return *this;
  }
  ~SavedTensor() {
    if (p_) release();
  }

  explicit operator bool() const { return p_ != nullptr; }
  // The tensor, with all checks; uses up this copy. `tie`: an output gets its history back, which derivatives that do
  // not record do without.
  Tensor unpack(Node& node, std::string_view name, bool tie = true) &&;

  // The tensor where that is all of it, without a history for an output; undefined where unpack does more, or fails.
  // A value that is not stored yet (graph/later.h) is none, or is as it is where `later` is true.
  Tensor plain(bool later = false) const {
    if (!p_ || (flags_ & kBoxed)) return {};
    TensorImpl& t = impl();
    if (is_later() && !later) [[unlikely]]
      return {};
    if (t.version().load(std::memory_order_relaxed) != version_) return {};
    if (!(flags_ & (kOutput | kLeaf)) && !t.node) return {};
    return Tensor::share(&t);
  }

  const TensorImpl* looked_at() const { return &impl(); }  // of one that is there and has no hooks

  bool has_hooks() const { return flags_ & kBoxed; }
  bool is_later() const { return p_ && (flags_ & kLater) && Later::of(impl()); }
  void store() const {  // outside of SavedLock, by who has a copy
    if (is_later()) Later::store(impl());
  }
  void visit(const ReferenceVisitor& visit) const;  // its one reference
  // Of the tensor; 0 for none, and for what hooks have packed.
  size_t bytes() const { return p_ && !has_hooks() ? static_cast<size_t>(impl().numel) * size_of(impl().dtype) : 0; }
  // Packs now (spec SHOOK-6). The caller stores the result in place of this one.
  SavedTensor with_hooks(const Node& node, std::string_view name, Ref<PackHooks> hooks) const;
  // The tangent that a saved result was given at a level after that. What went through hooks is not noticed when it
  // changes, so of that it is a copy.
  void keep_tangent_of(const Tensor& result, ForwardLevel level) const;

 private:
  enum Flag : uint8_t { kLeaf = 1, kOutput = 2, kBoxed = 4, kLater = 8 };

  void keep(const Tensor& t) noexcept;
  void pack(const Tensor& t, const Node& node, std::string_view name, Ref<PackHooks> hooks);
  void release() noexcept;
  TensorImpl& impl() const { return *static_cast<TensorImpl*>(p_); }
  SavedBox& box() const { return *static_cast<SavedBox*>(p_); }
  Tensor unpack_box(Node& node, std::string_view name, bool tie) const;
  Tensor tied(const Tensor& t, Node& node) const;
  [[noreturn]] void fail_detached(const Node& node, std::string_view name) const;
  [[noreturn]] void fail_version(const Node& node, std::string_view name, uint32_t now) const;

  void* p_ = nullptr;  // owned: a TensorImpl, or a SavedBox
  uint32_t version_ = 0;
  uint16_t slot_ = 0;  // of an output
  uint8_t flags_ = 0;
};

// Not held while anything is computed, called or destroyed.
class SavedLock : ByteLock {
 public:
  explicit SavedLock(const Node& node) : ByteLock(node.saved_held) {}
};

// Spec SAVE-10.
[[noreturn]] void fail_freed(const Node& node, std::string_view attribute);

// While the history of a base runs the node of an in-place change of one of its views inside itself, that node's saved
// output has another history than the node (spec SAVE-6). Set by the slice update around the call.
struct ViewUpdate {
  const Node* inner;
  Ref<Node> (*history)(void* update, const Tensor& output);
  void* update;
};
extern const ThreadSlot<const ViewUpdate*> view_update;

class ViewUpdateScope {
 public:
  explicit ViewUpdateScope(const ViewUpdate& update) : update_(update), outer_(view_update) { view_update = &update_; }
  ~ViewUpdateScope() { view_update = outer_; }
  ViewUpdateScope(const ViewUpdateScope&) = delete;
  ViewUpdateScope& operator=(const ViewUpdateScope&) = delete;

 private:
  ViewUpdate update_;
  const ViewUpdate* outer_;
};

}  // namespace vjp
