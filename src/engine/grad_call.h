// A grad call: what backward and grad are asked to do, and what came of it.
#pragma once

#include <vector>

#include "graph/meta.h"

namespace vjp {

struct GradOptions {
  bool retain_graph = false, create_graph = false, allow_unused = false, materialize = false;
  bool accumulate = false;  // backward: add to leaves; otherwise return gradients of the inputs
};

class GradCall {
 public:
  explicit GradCall(const GradOptions& options) : options(options) {}
  static void destroy(GradCall* call) noexcept { delete call; }

  // One task over the graph. Throws the first error, after which nothing of the task is left in the graph.
  void run();

  RefCount refs;
  const GradOptions options;
  std::vector<Tensor> roots, root_gradients, inputs;
  bool has_inputs = false;  // backward may be given none, which means every leaf
  std::vector<Tensor> results;

 private:
  std::vector<Tensor> checked_root_gradients() const;
  std::atomic<bool> running_{false};
};

GradCall* current_grad_call();
int64_t current_grad_call_id();
Node* current_node();
// Neither the running task nor one around it is restricted to inputs; true outside (spec CKPT-6).
bool current_call_unrestricted();
// Whether the task with this id is still running.
bool is_running_id(int64_t id);

}  // namespace vjp
