#include "graph/tolerance.h"

#include <memory>
#include <mutex>
#include <unordered_map>

#include "device/transfer.h"
#include "graph/node.h"

namespace vjp {

// The pair of hooks by which the region keeps what is saved.
class TolerantHooks final : public PackHooks {
 public:
  void* pack(const Tensor& t) override {
    auto value = std::make_unique<Value>(Value{t.alias(), t->version().load(std::memory_order_relaxed), {}});
    std::lock_guard lock(mutex_);
    saved_.emplace(&t->version(), value.get());
    return value.release();
  }

  Tensor unpack(void* packed, const Node& node, std::string_view name) override {
    const Value& value = *static_cast<Value*>(packed);
    if (!in_force(this)) {
      fail(VJP_ERROR_STATE,
           "{}: {} was saved in a region that allows changes of saved tensors; backward has to run in the same region",
           node.name(), name);
    }
    std::lock_guard lock(mutex_);
    const Tensor& t = value.tensor;
    uint32_t now = t->version().load(std::memory_order_relaxed);
    if (now == value.version) return t;
    if (!value.copy) {
      fail(VJP_ERROR_VERSION,
           "{}: {} ({}), needed for the gradient, was changed by other means than operators: it is at version {}, "
           "expected version {}",
           node.name(), name, t, now, value.version);
    }
    return Tensor::take(TensorImpl::make(value.copy, t->offset(), t.dtype(), t.sizes(), t.strides()));
  }

  void drop(void* packed) noexcept override {
    auto* value = static_cast<Value*>(packed);
    {
      std::lock_guard lock(mutex_);
      auto [first, last] = saved_.equal_range(&value->tensor->version());
      while (first != last && first->second != value) ++first;
      if (first != last) saved_.erase(first);
    }
    delete value;
  }

  // Saved values of one version share the copy, which has the whole storage: so it serves every view of it.
  void before_change(const TensorImpl& t) override {
    std::lock_guard lock(mutex_);
    auto [first, last] = saved_.equal_range(&t.version());
    uint32_t now = t.version().load(std::memory_order_relaxed);
    Ref<Storage> copy;
    for (; first != last; ++first) {
      Value& value = *first->second;
      if (value.version != now || value.copy) continue;
      if (!copy) copy = copy_of(*t.storage);
      value.copy = copy;
    }
  }

  void end() noexcept {
    std::lock_guard lock(mutex_);
    for (auto& [version, value] : saved_) value->copy.reset();
  }

 private:
  struct Value {
    Tensor tensor;  // without history
    uint32_t version;
    Ref<Storage> copy;  // of that version, once it was overwritten
  };

  static Ref<Storage> copy_of(const Storage& storage) {
    struct Ordinary {  // what is saved is never an inference tensor
      bool former = std::exchange(making_inference_storage.own(), false);
      ~Ordinary() { making_inference_storage = former; }
    } ordinary;
    OperatorDevice there(storage.device);
    Ref<Storage> copy = Storage::make(storage.bytes);
    copy_bytes(storage.device, copy->data, storage.device, storage.data, storage.bytes);
    return copy;
  }

  std::mutex mutex_;
  // By the counter that all tensors on the memory share. Values that nobody saves any more are not here.
  std::unordered_multimap<const std::atomic<uint32_t>*, Value*> saved_;
};

TolerantRegion* TolerantRegion::begin() {
  if (mode_word & kModeTolerateMutation) {
    fail(VJP_ERROR_STATE, "allow_mutation_on_saved_tensors: such regions do not nest");
  }
  check_hooks_allowed("allow_mutation_on_saved_tensors");
  auto hooks = Ref<TolerantHooks>::take(new TolerantHooks);
  Ref<PackLevel> level = level_of(Ref<PackHooks>::share(hooks.get()));
  return new TolerantRegion(std::move(hooks), std::move(level));
}

TolerantRegion::TolerantRegion(Ref<TolerantHooks> hooks, Ref<PackLevel> level) noexcept
    : PackRegion(std::move(level), kModeTolerateMutation), hooks_(std::move(hooks)) {}
TolerantRegion::~TolerantRegion() { hooks_->end(); }

}  // namespace vjp
