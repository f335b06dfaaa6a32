#include "graph/weak.h"

#include <new>
#include <unordered_map>

#include "graph/extra.h"
#include "graph/meta.h"

namespace vjp {
namespace {

template <class T>
class Table {
 public:
  // Never destroyed: tensors of static objects may go after everything else.
  static Table& all() {
    static Table* const table = new Table;
    return *table;
  }

  Ref<WeakTarget<T>> of(T& object) {
    std::lock_guard lock(mutex_);
    Ref<WeakTarget<T>>& known = targets_[&object];
    if (!known) {
      try {
        known = Ref<WeakTarget<T>>::take(new WeakTarget<T>(&object));
      } catch (const std::bad_alloc&) {
        targets_.erase(&object);
        throw;
      }
      count.fetch_add(1, std::memory_order_relaxed);
    }
    return known;
  }

  void forget(const T& object) noexcept {
    Ref<WeakTarget<T>> mine;
    {
      std::lock_guard lock(mutex_);
      auto found = targets_.find(&object);
      if (found == targets_.end()) return;
      mine = std::move(found->second);
      targets_.erase(found);
      count.fetch_sub(1, std::memory_order_relaxed);
    }
    mine->forget();
  }

  // The thread that gives the last reference back has seen every weak one that was made of it.
  static inline constinit std::atomic<size_t> count{0};

 private:
  std::mutex mutex_;
  std::unordered_map<const T*, Ref<WeakTarget<T>>> targets_;
};

template <class T>
void forget_in_table(const T& object) noexcept {
  if (Table<T>::count.load(std::memory_order_relaxed) != 0) [[unlikely]]
    Table<T>::all().forget(object);
}

}  // namespace

template <class T>
Ref<T> WeakTarget<T>::lock() noexcept {
  std::lock_guard guard(mutex_);
  return target_ && target_->refs.try_retain() ? Ref<T>::take(target_) : Ref<T>();
}
template <class T>
void WeakTarget<T>::forget() noexcept {
  std::lock_guard guard(mutex_);
  target_ = nullptr;
}
template class WeakTarget<TensorImpl>;
template class WeakTarget<Node>;

Ref<WeakTarget<TensorImpl>> weak_of(TensorImpl& tensor) {
  meta_of(tensor);
  tensor.refs.remember();
  return Table<TensorImpl>::all().of(tensor);
}
Ref<WeakTarget<Node>> weak_of(Node& node) {
  node.extra();
  node.refs.remember();
  return Table<Node>::all().of(node);
}
void forget_weak(const TensorImpl& tensor) noexcept { forget_in_table(tensor); }
void forget_weak(const Node& node) noexcept { forget_in_table(node); }

}  // namespace vjp
