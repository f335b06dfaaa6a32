// Weak references to tensors and nodes: what does not keep them alive.
//
// Note: the targets are in a table by address and not in the objects, so that only objects pay that end while
// there are some. An object that has a weak reference has an AutogradMeta or a NodeExtra, and forgets its target as
// that goes.
#pragma once

#include <mutex>

#include "base/ref.h"

namespace vjp {

class Node;
class TensorImpl;

// What all weak references to one object share.
template <class T>
class WeakTarget {
 public:
  explicit WeakTarget(T* target) noexcept : target_(target) {}
  static void destroy(WeakTarget* weak) noexcept { delete weak; }

  // The object, unless its last reference has gone.
  Ref<T> lock() noexcept;
  // By the object that dies: from now on nobody looks at it.
  void forget() noexcept;

  RefCount refs;

 private:
  std::mutex mutex_;
  T* target_;
};

Ref<WeakTarget<TensorImpl>> weak_of(TensorImpl& tensor);
Ref<WeakTarget<Node>> weak_of(Node& node);
// Called for every object that may have a target, before its memory goes.
void forget_weak(const TensorImpl& tensor) noexcept;
void forget_weak(const Node& node) noexcept;

}  // namespace vjp
