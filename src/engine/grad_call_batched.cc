// Grad calls on batched tensors (graph/batched.h).
//
// The graph is of physical tensors. So the levels of a root become ordinary dimensions of the root and of its gradient,
// and what arrives at an input is wrapped again. Levels that only gradients have stay batched on the way: the rows of a
// Jacobian, each a gradient of the same graph, are computed by one pass.
#include <algorithm>

#include "base/error.h"
#include "engine/grad_arguments.h"
#include "engine/task.h"
#include "graph/batched.h"
#include "graph/modes.h"
#include "ops/batched.h"
#include "ops/functions/copy.h"

namespace vjp {
namespace {

LevelList levels_of(const Tensor& t) { return is_batched(t) ? batch_of(*t.get()).levels : LevelList(); }

void check_root_levels(const Tensor& t, const GradArgument& name, bool accumulate) {
  if (!is_batched(t)) return;
  check_levels(*t.get(), accumulate ? "backward" : "grad");
  if (!accumulate) return;
  fail(VJP_ERROR_STATE,
       "{} ({}) is batched (vmap): backward would add the gradients of all samples into leaves; use grad inside, or "
       "backward on what vmap gave",
       name, t);
}

// What reaches an input without a level of the roots is the sum over that level's samples.
[[noreturn]] void fail_input_level(const Tensor& input, const GradArgument& name, uint64_t level) {
  fail(
      VJP_ERROR_STATE,
      "{} ({}) is not batched at level {} of vmap, as a root is that depends on it: its gradient would be the sum over "
      "all samples; give each sample its own with vjp_vmap_wrap of an expanded tensor, or call grad outside of vmap",
      name, input, level);
}

class EnteredLevel {
 public:
  // What is computed again on the way draws the same numbers as before.
  explicit EnteredLevel(int64_t size) : number(enter_batch_level(size, VJP_RANDOMNESS_SAME)) {}
  ~EnteredLevel() { leave_batch_level(number); }
  EnteredLevel(const EnteredLevel&) = delete;
  EnteredLevel& operator=(const EnteredLevel&) = delete;

  const uint64_t number;
};

}  // namespace

std::vector<Tensor> GradCall::run_on_physical() {
  std::vector<Tensor> gradients;
  for (const Root& root : roots_) gradients.push_back(root.gradient);
  return run_on_physical(gradients);
}

std::vector<Tensor> GradCall::run_on_physical(const std::vector<Tensor>& gradients) {
  for (const Input& input : inputs_)
    if (is_batched(input.tensor)) check_levels(*input.tensor.get(), options.accumulate ? "backward" : "grad");
  LevelList all;                            // of the roots
  bool batched = forward_level_in_reach();  // tangents may be
  Roots roots;
  for (size_t i = 0; i < roots_.size(); ++i) {
    const Root& root = roots_[i];
    check_root_levels(root.tensor, root_name(i), options.accumulate);
    check_root_levels(gradients[i], root_name(i), options.accumulate);
    Edge edge = root.edge ? root.edge : edge_or_fail(root.tensor, root_name(i));
    const LevelList levels = levels_of(root.tensor);
    Tensor g = checked_root_gradient(likeness_of(root.tensor, root.edge), gradients[i], root_name(i));
    if (levels.count) g = with_dimensions(std::move(g), levels);
    batched |= is_batched(g);
    all.add(levels);
    roots.push_back({std::move(edge), std::move(g)});
  }
  std::vector<Tensor> results;
  {
    // Where no gradient is batched, neither is what rules are given: they may use their own kernels.
    ModeGuard physical(batched ? 0u : uint32_t{kModeBatchOff}, batched ? 0u : uint32_t{kModeBatch});
    Task task(*this, std::move(roots), input_edges(), options.retain_graph);
    results = task.run();
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) continue;
    const Tensor& input = inputs_[i].tensor;
    const LevelList levels = levels_of(input);
    for (uint64_t level : all)
      if (!levels.has(level)) fail_input_level(input, input_name(i), level);
    results[i] = wrap_front(results[i], levels);
  }
  return results;
}

std::vector<Tensor> GradCall::run_batch() {
  const int64_t batch = vjp::batch_of(*this);
  check_batched_roots(*this, batch);
  std::vector<Tensor> results;
  if (batch == 0) {
    for (const Input& input : inputs_) {
      const Likeness like = likeness_of(input.tensor, input.edge);
      OperatorDevice there(like.device);
      results.push_back(Tensor::empty(in_front(0, like.sizes), like.dtype));
    }
    return results;
  }
  EnteredLevel level(batch);
  std::vector<Tensor> gradients;
  for (const Root& root : roots_)
    gradients.push_back(root.gradient ? wrap_batch(root.gradient, 0, level.number) : Tensor());
  results = run_on_physical(gradients);
  for (Tensor& result : results) {
    if (!result) continue;
    const bool own = levels_of(result).has(level.number);
    result = unwrap_batch(result, 0, level.number);
    if (!own) result = clone(result);  // the same for every element: in memory of its own for each
  }
  return results;
}

}  // namespace vjp
