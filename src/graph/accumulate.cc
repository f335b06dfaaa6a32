// Accumulators: the sinks of leaves.
#include <mutex>
#include <new>

#include "base/pool.h"
#include "graph/collect.h"
#include "graph/meta.h"
#include "graph/references.h"

namespace vjp {
namespace {

constexpr size_t kStripes = 64;

std::recursive_mutex& stripe_of(const TensorImpl& tensor) {
  // Function-local, so that nothing runs when the library is loaded.
  static std::recursive_mutex stripes[kStripes];
  return stripes[(reinterpret_cast<uintptr_t>(&tensor) >> 6) % kStripes];
}

class Accumulator final : public Node {
 public:
  static Ref<Node> make(TensorImpl& leaf) {
    size_t bytes = node_bytes(sizeof(Accumulator), 0, 1, leaf.ndim, 0);
    void* memory = pool_allocate(bytes);
    return Ref<Node>::take(new (memory) Accumulator(memory, bytes, leaf));
  }

  void apply(std::span<Tensor> grads, std::span<Tensor>) override {
    if (grads[0]) accumulate_grad(*leaf_.get(), grads[0]);
  }
  const char* name() const override { return "AccumulateGrad"; }
  TensorImpl* accumulated_leaf() const override { return leaf_.get(); }
  bool takes_sparse() const override { return true; }
  bool collect(Collector& c) const override {
    c.kind(NodeKind::Accumulate);
    return true;
  }
  // While no edge leads here, a holder of the accumulator does not keep it on its stream (spec NS-5).
  void count_edge(int change) override {
    LeafLock lock(*leaf_.get());
    if (change > 0 && incoming_ == 0) set_stream(&current_stream(leaf_->device));
    incoming_ += change;
  }

 private:
  Accumulator(void* memory, size_t bytes, TensorImpl& leaf)
      : Node(memory, sizeof(Accumulator), 0, 1, leaf.ndim, bytes), leaf_(Tensor::share(&leaf)) {
    // The number that every node is given goes back (spec GRAPH-11), unless a call-site callback has taken more.
    if (node_sequence == sequence + 1) node_sequence = sequence;
    sequence = UINT64_MAX;
    refs.remember();  // the leaf does
    describe_slot(0, leaf);
  }
  ~Accumulator() override {
    LeafLock lock(*leaf_.get());
    if (leaf_->meta && leaf_->meta->accumulator == this) leaf_->meta->accumulator = nullptr;
  }

  Tensor leaf_;
  int64_t incoming_ = 0;  // that lead here; counted if the leaf is on a device
};

}  // namespace

LeafLock::LeafLock(const TensorImpl& tensor) : mutex_(nullptr) {
  if (__libc_single_threaded) return;
  auto& mutex = stripe_of(tensor);
  mutex.lock();
  mutex_ = &mutex;
}

std::unique_lock<std::recursive_mutex> try_lock_leaf(const TensorImpl& tensor) {
  return std::unique_lock(stripe_of(tensor), std::try_to_lock);
}

LeafLock::~LeafLock() {
  if (mutex_) static_cast<std::recursive_mutex*>(mutex_)->unlock();
}

Ref<Node> accumulator_of(TensorImpl& leaf) {
  LeafLock lock(leaf);
  AutogradMeta& meta = meta_of(leaf);
  if (meta.borrowed_accumulator) return meta.borrowed_accumulator;
  // A dying accumulator waits for the lock in its destructor; it counts as gone.
  if (meta.accumulator && meta.accumulator->refs.try_retain()) return Ref<Node>::take(meta.accumulator);
  Ref<Node> node = Accumulator::make(leaf);
  // A call-site callback of anomaly mode may have used the leaf meanwhile, on this thread.
  if (meta.accumulator && meta.accumulator->refs.try_retain()) return Ref<Node>::take(meta.accumulator);
  meta.accumulator = node.get();
  return node;
}

}  // namespace vjp
