// vmap: a function of one sample on a batch (vjp/vmap.h).
#pragma once

#include <optional>

#include "graph/guard.h"
#include "ops/batched.h"
#include "transforms/region.h"
#include "vjp/function.h"

namespace vjp {

// A level of this thread, until it ends.
class BatchRegion final : public Guard {
 public:
  BatchRegion(int64_t size, vjp_randomness randomness);
  ~BatchRegion() override { leave_batch_level(level); }

  const uint64_t level;
};

// A level that tangents alone have: what computes in it sees plain values, as outside, and no level of its thread's.
class TangentBatch {
 public:
  explicit TangentBatch(int64_t size) : region_(size, VJP_RANDOMNESS_ERROR) {
    innermost_batch_level = find_batch_level(region_.level)->outer;
  }
  Tensor wrapped(const Tensor& tangents) const { return wrap_batch(tangents, 0, region_.level); }
  Tensor unwrapped(const Tensor& tangent, int64_t dim) const { return unwrap_batch(tangent, dim, region_.level); }

 private:
  BatchRegion region_;
};

struct VmapCall {
  vjp_vmap_fn fn;
  void* context;
  TensorList inputs;
  std::span<const int64_t> in_dims;   // one an input
  std::span<const int64_t> out_dims;  // empty: all in front; one: for all; else one a result
  vjp_randomness randomness = VJP_RANDOMNESS_ERROR;
  int64_t chunk_size = 0;
};
std::vector<Tensor> vmap(const VmapCall& call);

// What a custom function's own rule gives; nothing where no input is batched.
std::optional<std::vector<Tensor>> by_own_rule(vjp_function_vmap_fn rule, void* context, TensorList inputs);

}  // namespace vjp
