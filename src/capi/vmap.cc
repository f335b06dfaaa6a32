// vjp/vmap.h, and vjp_function_vmap of vjp/function.h
#include "vjp/vmap.h"

#include <algorithm>

#include "capi/capi.h"
#include "transforms/vmap/rules.h"
#include "transforms/vmap/vmap.h"

using namespace vjp;

namespace {

vjp_vmap_options convert(const vjp_vmap_options* given) {
  vjp_vmap_options options = VJP_VMAP_OPTIONS_INIT;
  if (!given) return options;
  checked(given, "vjp_vmap_options", "VJP_VMAP_OPTIONS_INIT");
  if (given->num_out_dims > 0 && !given->out_dims)
    fail(VJP_ERROR_INVALID, "vjp_vmap_options: out_dims is NULL, and num_out_dims is {}", given->num_out_dims);
  return *given;
}

uint64_t level_of(int64_t level) { return static_cast<uint64_t>(level); }

}  // namespace

vjp_status vjp_guard_vmap(int64_t size, vjp_randomness randomness, int64_t* level, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    auto* region = new BatchRegion(size, randomness);
    if (level) *level = static_cast<int64_t>(region->level);
    *out = give_guard(region);
  });
}

int64_t vjp_vmap_level(void) { return static_cast<int64_t>(current_batch_level()); }

vjp_status vjp_vmap_level_size(int64_t level, int64_t* out) {
  return guard([&] {
    VJP_ARG(out);
    const BatchLevel* found = find_batch_level(level_of(level));
    if (!found) fail(VJP_ERROR_STATE, "vjp_vmap_level_size: level {} has ended, or was never entered", level);
    *out = found->size;
  });
}

vjp_status vjp_vmap_wrap(vjp_tensor* tensor, int64_t dim, int64_t level, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(wrap_batch(borrow(tensor), dim, level_of(level)));
  });
}

vjp_status vjp_vmap_unwrap(vjp_tensor* tensor, int64_t dim, int64_t level, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(unwrap_batch(borrow(tensor), dim, level_of(level)));
  });
}

bool vjp_tensor_is_batched(const vjp_tensor* tensor) { return tensor && is_batched(*impl_of(tensor)); }

int64_t vjp_tensor_batch_level(const vjp_tensor* tensor) {
  if (!vjp_tensor_is_batched(tensor)) return 0;
  const LevelList& levels = batch_of(*impl_of(tensor)).levels;
  return static_cast<int64_t>(levels.v[levels.count - 1]);
}

size_t vjp_tensor_batch_levels(const vjp_tensor* tensor, int64_t* levels, size_t capacity) {
  if (!vjp_tensor_is_batched(tensor)) return 0;
  const LevelList& all = batch_of(*impl_of(tensor)).levels;
  for (size_t i = 0; i < std::min<size_t>(capacity, all.count); ++i) levels[i] = static_cast<int64_t>(all.v[i]);
  return all.count;
}

int64_t vjp_vmap_loops(void) { return static_cast<int64_t>(calls_by_loop()); }

vjp_status vjp_vmap(vjp_vmap_fn fn, void* context, vjp_tensor* const* inputs, const int64_t* in_dims, size_t num_inputs,
                    const vjp_vmap_options* options, vjp_tensor_list** out) {
  return guard([&] {
    VJP_ARG(fn);
    VJP_ARG(out);
    if (num_inputs > 0) VJP_ARG(inputs);
    if (num_inputs > 0) VJP_ARG(in_dims);
    const vjp_vmap_options o = convert(options);
    VmapCall call{fn,
                  context,
                  {reinterpret_cast<const Tensor*>(inputs), num_inputs},
                  {in_dims, num_inputs},
                  {o.out_dims, o.num_out_dims},
                  o.randomness,
                  o.chunk_size};
    *out = give_list(vmap(call));
  });
}

vjp_status vjp_function_vmap(vjp_function_vmap_fn rule, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                             vjp_tensor_list** out) {
  return guard([&] {
    VJP_ARG(rule);
    VJP_ARG(out);
    if (num_inputs > 0) VJP_ARG(inputs);
    std::optional<std::vector<Tensor>> results =
        by_own_rule(rule, context, {reinterpret_cast<const Tensor*>(inputs), num_inputs});
    *out = results ? give_list(std::move(*results)) : nullptr;
  });
}
