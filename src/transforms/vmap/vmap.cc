#include "transforms/vmap/vmap.h"

#include <algorithm>

#include "base/error.h"
#include "ops/functions/join.h"
#include "ops/functions/view_part.h"

namespace vjp {
namespace {

int64_t checked_size(int64_t size, vjp_randomness randomness) {
  if (size < 0) fail(VJP_ERROR_INVALID, "vmap: a batch of {} samples; the size is 0 or more", size);
  if (randomness < VJP_RANDOMNESS_ERROR || randomness > VJP_RANDOMNESS_DIFFERENT)
    fail(VJP_ERROR_INVALID, "vmap: {} is no randomness", static_cast<int>(randomness));
  return size;
}

// The number of samples, by the inputs.
int64_t batch_size(const VmapCall& call) {
  int64_t size = -1;
  size_t first = 0;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    if (call.in_dims[i] == VJP_VMAP_NONE) continue;
    const Tensor& t = call.inputs[i];
    if (!t) fail(VJP_ERROR_INVALID, "vmap: input {} is NULL; its in_dim is to be none", i);
    if (t.ndim() == 0)
      fail(VJP_ERROR_SHAPE, "vmap: input {} is {}, which has no dimension {}; its in_dim is to be none", i, t,
           call.in_dims[i]);
    const int dim = wrap_dim(call.in_dims[i], t.ndim(), "vmap");
    if (size >= 0 && t.size(dim) != size) {
      fail(VJP_ERROR_SHAPE, "vmap: input {} has {} samples in dimension {} of {}, but input {} has {}", i, t.size(dim),
           dim, t, first, size);
    }
    if (size < 0) first = i;
    size = t.size(dim);
  }
  if (size < 0) fail(VJP_ERROR_INVALID, "vmap: none of the {} inputs is batched", call.inputs.size());
  return size;
}

int64_t out_dim(const VmapCall& call, size_t result) {
  if (call.out_dims.empty()) return 0;
  return call.out_dims[call.out_dims.size() == 1 ? 0 : result];
}

Tensor unwrapped(const VmapCall& call, const Tensor& t, size_t index, uint64_t level) {
  if (!t) fail(VJP_ERROR_INVALID, "vmap: result {} of the function is NULL", index);
  const int64_t dim = out_dim(call, index);
  if (dim != VJP_VMAP_NONE) return unwrap_batch(t, dim, level);
  if (is_batched(t) && batch_of(*t.get()).levels.has(level)) {
    fail(VJP_ERROR_STATE, "vmap: result {} ({}) differs from sample to sample, and its out_dim is none", index, t);
  }
  return t;
}

std::vector<Tensor> run_level(const VmapCall& call, const std::vector<Tensor>& inputs, int64_t size) {
  BatchRegion region(size, call.randomness);
  std::vector<Tensor> samples;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const bool batched = call.in_dims[i] != VJP_VMAP_NONE;
    samples.push_back(batched ? wrap_batch(inputs[i], call.in_dims[i], region.level) : inputs[i]);
  }
  struct Function {
    vjp_vmap_fn fn;
    void* context;
  } function{call.fn, call.context};
  const auto run = [](void* f, bool, vjp_tensor* const* in, size_t count, vjp_tensor_list* results) {
    auto& called = *static_cast<Function*>(f);
    return called.fn(called.context, in, count, results);
  };
  std::vector<Tensor> results = run_region(run, &function, false, samples, "a function under vmap");
  if (call.out_dims.size() > 1 && results.size() != call.out_dims.size()) {
    fail(VJP_ERROR_INVALID, "vmap: the function gave {} results, and there are {} out_dims", results.size(),
         call.out_dims.size());
  }
  for (size_t i = 0; i < results.size(); ++i) results[i] = unwrapped(call, results[i], i, region.level);
  return results;
}

std::vector<Tensor> run_chunks(const VmapCall& call, int64_t size) {
  std::vector<std::vector<Tensor>> parts;  // of each result
  for (int64_t at = 0; at < size; at += call.chunk_size) {
    const int64_t count = std::min(call.chunk_size, size - at);
    std::vector<Tensor> inputs(call.inputs.begin(), call.inputs.end());
    for (size_t i = 0; i < inputs.size(); ++i)
      if (call.in_dims[i] != VJP_VMAP_NONE) inputs[i] = narrow(inputs[i], call.in_dims[i], at, count);
    std::vector<Tensor> results = run_level(call, inputs, count);
    if (at == 0) parts.resize(results.size());
    if (results.size() != parts.size()) {
      fail(VJP_ERROR_INVALID, "vmap: the function gave {} results for the samples from {} on, and {} before",
           results.size(), at, parts.size());
    }
    for (size_t i = 0; i < results.size(); ++i) parts[i].push_back(std::move(results[i]));
  }
  std::vector<Tensor> whole;
  for (size_t i = 0; i < parts.size(); ++i) {
    const int64_t dim = out_dim(call, i);
    whole.push_back(dim == VJP_VMAP_NONE ? parts[i][0] : cat(parts[i], dim));
  }
  return whole;
}

}  // namespace

BatchRegion::BatchRegion(int64_t size, vjp_randomness randomness)
    : level(enter_batch_level(checked_size(size, randomness), randomness)) {}

std::vector<Tensor> vmap(const VmapCall& call) {
  if (call.chunk_size < 0) fail(VJP_ERROR_INVALID, "vmap: chunk_size is {}, expected 0 (all) or more", call.chunk_size);
  const int64_t size = batch_size(call);
  if (call.chunk_size > 0 && call.chunk_size < size) return run_chunks(call, size);
  return run_level(call, {call.inputs.begin(), call.inputs.end()}, size);
}

}  // namespace vjp
