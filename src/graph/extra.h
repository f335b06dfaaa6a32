// NodeExtra: the rare things of a node, made when first needed.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "graph/cuts.h"
#include "graph/hook.h"
#include "graph/metadata.h"
#include "graph/node.h"

namespace vjp {

class NodeExtra {
 public:
  ~NodeExtra();

  HookList tensor_hooks, pre_hooks, post_hooks;
  std::atomic<bool> unpacks{false};        // hooks were put on a value that the node had saved
  vjp_binding_link* binding = nullptr;     // a language's object for the node (vjp/binding.h)
  std::unique_ptr<NodeMetadata> metadata;  // guarded by a mutex of metadata.cc
  std::vector<EdgeCuts> edge_cuts;         // while the node is made, in a region that records cuts

  // ---- retained-gradient actions (spec HOOK-17, HOOK-21, HOOK-24) ----
  // From now on the gradient of `slot` is added to the tensor's grad field. The tensor is held weakly: it calls forget
  // before it dies.
  void retain(uint32_t slot, TensorImpl& tensor);
  void forget(const TensorImpl& tensor) noexcept;
  size_t num_retained() const noexcept { return num_retained_.load(std::memory_order_relaxed); }
  struct Retained {
    uint32_t slot;
    Tensor tensor;
  };
  std::vector<Retained> retained() const;  // of the tensors that are still alive

 private:
  struct Action {
    uint32_t slot;
    TensorImpl* tensor;
  };
  mutable std::mutex mutex_;  // guards the actions
  std::vector<Action> actions_;
  std::atomic<size_t> num_retained_{0};
};

}  // namespace vjp
