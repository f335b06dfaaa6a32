// Batching rules of custom functions, written by the program (vjp/function.h; spec FUNC-21).
#include "base/error.h"
#include "graph/meta.h"
#include "ops/tangent.h"
#include "transforms/vmap/vmap.h"

namespace vjp {
namespace {

// The innermost level at which a tensor is batched; 0: none is.
uint64_t innermost_level(TensorList inputs) {
  uint64_t level = 0;
  for (const Tensor& t : inputs) {
    if (!is_batched(t)) continue;
    check_levels(*t.get(), "custom function");
    const LevelList& levels = batch_of(*t.get()).levels;
    level = std::max(level, levels.v[levels.count - 1]);
  }
  return level;
}

bool has_level(const Tensor& t, uint64_t level) { return is_batched(t) && batch_of(*t.get()).levels.has(level); }

// A tensor that all samples share, and whose tangents differ from sample to sample.
bool has_tangent_with_level(const Tensor& t, uint64_t level) {
  bool any = false;
  if (t) each_tangent_level(*t.get(), [&](ForwardLevel at) { any = any || has_level(tangent_of(t, at), level); });
  return any;
}

Tensor with_tangents_apart(const Tensor& t, uint64_t level) {
  Tensor whole;
  {
    NoForward primal;
    whole = unwrap_batch(t, 0, level);
  }
  each_tangent_level(*t.get(), [&](ForwardLevel at) {
    BelowLevel below(at);
    cut_tangents(*whole.get(), at);
    put_tangent(whole, at, unwrap_batch(tangent_of(t, at), 0, level));
  });
  return whole;
}

// The levels around one, on this thread.
class Outside {
 public:
  explicit Outside(uint64_t level) : former_(innermost_batch_level) {
    if (const BatchLevel* found = find_batch_level(level)) innermost_batch_level = found->outer;
  }
  ~Outside() { innermost_batch_level = former_; }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;

 private:
  const uint64_t former_;
};

}  // namespace

std::optional<std::vector<Tensor>> by_own_rule(vjp_function_vmap_fn rule, void* context, TensorList inputs) {
  const uint64_t level = innermost_level(inputs);
  if (level == 0) return {};
  std::vector<Tensor> whole;
  std::vector<int64_t> dims;
  for (const Tensor& t : inputs) {
    const bool apart = !has_level(t, level) && has_tangent_with_level(t, level);
    const bool batched = apart || has_level(t, level);
    whole.push_back(apart ? with_tangents_apart(t, level) : batched ? unwrap_batch(t, 0, level) : t);
    dims.push_back(batched ? 0 : VJP_VMAP_NONE);
  }
  struct Rule {
    vjp_function_vmap_fn fn;
    void* context;
    uint64_t level;
    const int64_t* dims;
  } called{rule, context, level, dims.data()};
  const auto run = [](void* given, bool, vjp_tensor* const* in, size_t count, vjp_tensor_list* results) {
    auto& r = *static_cast<Rule*>(given);
    return r.fn(r.context, static_cast<int64_t>(r.level), find_batch_level(r.level)->randomness, in, r.dims, count,
                results);
  };
  Outside outside(level);
  return run_region(run, &called, false, whole, "the vmap of a custom function");
}

}  // namespace vjp
