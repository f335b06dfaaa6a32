// NodeExtra: the rare things of a node, made when first needed.
#pragma once

#include <vector>

#include "graph/hook.h"
#include "graph/node.h"

namespace vjp {

struct NodeExtra {
  struct SlotHooks {
    uint32_t slot;
    HookList hooks;
  };
  std::vector<SlotHooks> tensor_hooks;
  struct Retained {
    uint32_t slot;
    TensorImpl* tensor;  // weak: the tensor clears it when it dies
  };
  std::vector<Retained> retained;
  HookList pre_hooks, post_hooks;

  ~NodeExtra() {
    for (SlotHooks& slot : tensor_hooks) remove_all(slot.hooks);
    remove_all(pre_hooks);
    remove_all(post_hooks);
  }
};

}  // namespace vjp
