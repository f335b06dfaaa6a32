#include "engine/grad_call.h"

#include "base/last_error.h"
#include "engine/task.h"
#include "graph/modes.h"
#include "ops/functions.h"
#include "ops/internal.h"

namespace vjp {
namespace {

Tensor checked_root_gradient(const Tensor& root, const Tensor& given, size_t index) {
  if (!given) {
    if (root.numel() != 1) {
      fail(VJP_ERROR_INVALID,
           "root {}: a gradient can be made implicitly for one-element roots only, and this one has shape {}; give its "
           "gradient",
           index, root.sizes());
    }
    if (!is_floating(root.dtype())) {
      fail(VJP_ERROR_DTYPE, "root {}: a gradient can be made implicitly for real roots only, and this one is {}", index,
           root.dtype());
    }
    Tensor one = Tensor::empty(root.sizes(), root.dtype());
    cpu_backend().fill(one.view(), 1.0);
    return one;
  }
  if (!same(given.sizes(), root.sizes())) {
    fail(VJP_ERROR_SHAPE, "root {}: its gradient has shape {}, expected exactly {}", index, given.sizes(),
         root.sizes());
  }
  if (is_complex(given.dtype()) != is_complex(root.dtype())) {
    fail(VJP_ERROR_DTYPE, "root {}: its gradient is {}, but the root is {}", index, given.dtype(), root.dtype());
  }
  return given.dtype() == root.dtype() ? given : to(given, root.dtype());
}

Edge edge_or_fail(const Tensor& t, const char* role, size_t index) {
  Edge edge = gradient_edge(*t.get());
  if (!edge) {
    bool dead_view = t->is_view && requires_grad(t);
    fail(VJP_ERROR_STATE, "{} {} ({}) does not require grad and has no grad_fn{}", role, index, t,
         dead_view ? "; it is a view that was made with grad mode off" : "");
  }
  return edge;
}

}  // namespace

void GradCall::run() {
  if (running_.exchange(true)) fail(VJP_ERROR_STATE, "the grad call is running already");
  struct Done {
    std::atomic<bool>& flag;
    ~Done() { flag = false; }
  } done{running_};
  if (options.materialize && !options.allow_unused) {
    fail(VJP_ERROR_INVALID, "materialize contradicts allow_unused = false");
  }
  if ((has_inputs || !options.accumulate) && inputs.empty()) {
    fail(VJP_ERROR_INVALID, "grad: at least one input is needed");
  }

  // nothing records in inference mode
  GradMode mode(options.create_graph && !(mode_word & kModeInference));
  std::vector<Root> task_roots;
  for (size_t i = 0; i < roots.size(); ++i) {
    Edge edge = edge_or_fail(roots[i], "root", i);
    Tensor gradient = checked_root_gradient(roots[i], i < root_gradients.size() ? root_gradients[i] : Tensor(), i);
    task_roots.push_back({std::move(edge), std::move(gradient)});
  }
  std::vector<Edge> wanted;
  for (size_t i = 0; i < inputs.size(); ++i) {
    wanted.push_back(edge_or_fail(inputs[i], "input", i));
    if (options.accumulate && !is_leaf(*inputs[i].get())) retain_grad(*inputs[i].get());
  }
  if (options.accumulate && options.create_graph) {
    static std::atomic<bool> warned{false};
    if (!warned.exchange(true)) {
      warn(
          "backward with create_graph stores gradients with history in leaves, a cycle that keeps itself alive; "
          "prefer grad, or clear the grad fields");
    }
  }

  Task task(*this, std::move(task_roots), std::move(wanted));
  std::vector<Tensor> captured = task.run();
  if (options.accumulate) return;
  for (size_t i = 0; i < captured.size(); ++i) {
    if (captured[i]) continue;
    if (options.materialize) {
      captured[i] = Tensor::zeros(inputs[i].sizes(), inputs[i].dtype());
      captured[i]->requires_grad = true;
    } else if (!options.allow_unused) {
      fail(VJP_ERROR_INVALID,
           "input {} ({}) was not reached from the roots; with allow_unused its gradient is undefined instead", i,
           inputs[i]);
    }
  }
  results = std::move(captured);
}

}  // namespace vjp
