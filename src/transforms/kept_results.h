// Kept results: a policy says for each operator of a checkpointed region whether its result is kept by the forward, so
// that a recomputation takes it instead of running the kernel (spec CKPT-20). Everything else of the recomputation is
// as ever: the operator is recorded, and what it saves is saved.
#pragma once

#include <mutex>
#include <unordered_map>
#include <vector>

#include "device/generator.h"
#include "graph/guard.h"
#include "ops/interceptor.h"
#include "vjp/checkpoint.h"

namespace vjp {

class KeptResults {
 public:
  KeptResults(vjp_checkpoint_policy_fn policy, void* context, void (*drop)(void*), bool allow_mutation)
      : policy_(policy), context_(context), drop_(drop), allow_mutation_(allow_mutation) {}
  ~KeptResults();
  static void destroy(KeptResults* kept) noexcept { delete kept; }

  RefCount refs;

 private:
  friend class KeepObserver;
  // What one call of an operator gave.
  struct Entry {
    std::vector<Tensor> results;
    std::vector<uint32_t> versions;
    Generator::State random_before, random_after;
  };

  bool keeps(const OpDef& op, const Value* args, bool recomputing);
  void put(const OpDef& op, Entry entry);
  Entry get(const OpDef& op, size_t number);

  vjp_checkpoint_policy_fn policy_;
  void* context_;
  void (*drop_)(void*);
  bool allow_mutation_;
  std::mutex mutex_;
  std::unordered_map<const OpDef*, std::vector<Entry>> entries_;  // in the order of the forward
};

// What stands between the operators of a thread and their kernels in such a region.
class KeepObserver final : public Interceptor {
 public:
  KeepObserver(Ref<KeptResults> kept, bool recomputing) : kept_(std::move(kept)), recomputing_(recomputing) {}
  void handle(OpCall& call) override;

 private:
  void take(const OpCall& call, Generator& generator);

  Ref<KeptResults> kept_;
  bool recomputing_;
  std::unordered_map<const OpDef*, size_t> taken_;  // of each operator by this recomputation
};

class KeepRegion final : public Guard {
 public:
  KeepRegion(Ref<KeptResults> kept, bool recomputing)
      : observer_(std::move(kept), recomputing), scope_(kModeObserveOps, &observer_) {}

 private:
  KeepObserver observer_;
  InterceptScope scope_;
};

}  // namespace vjp
