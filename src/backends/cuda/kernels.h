// The primitives of this backend, one function each. They throw Failure.
#pragma once

#include "backends/cuda/runtime.h"
#include "vjp/kernels.h"

namespace vjp::cuda {

// What is in the table, in its order; a primitive that is not here is NULL there, and the library says so to who asks
// for it.
#define VJP_CUDA_PRIMITIVES(X)                       \
  X(pointwise, vjp_pointwise_args)                   \
  X(copy, vjp_copy_args)                             \
  X(fill, vjp_fill_args)                             \
  X(reduce, vjp_reduce_args)                         \
  X(scan, vjp_scan_args)                             \
  X(conv_forward, vjp_conv_args)                     \
  X(conv_data, vjp_conv_args)                        \
  X(conv_weight, vjp_conv_args)                      \
  X(max_pool, vjp_pool_args)                         \
  X(max_pool_backward, vjp_pool_args)                \
  X(avg_pool, vjp_pool_args)                         \
  X(avg_pool_backward, vjp_pool_args)                \
  X(gather, vjp_gather_args)                         \
  X(scatter, vjp_scatter_args)                       \
  X(index_select, vjp_index_select_args)             \
  X(index_add, vjp_index_add_args)                   \
  X(index_get, vjp_index_args)                       \
  X(index_put, vjp_index_args)                       \
  X(check_index, vjp_check_index_args)               \
  X(sort, vjp_sort_args)                             \
  X(softmax, vjp_softmax_args)                       \
  X(softmax_backward, vjp_softmax_backward_args)     \
  X(norm, vjp_norm_args)                             \
  X(norm_backward, vjp_norm_backward_args)           \
  X(attention, vjp_attention_args)                   \
  X(attention_backward, vjp_attention_backward_args) \
  X(random, vjp_random_args)                         \
  X(count_nonzero, vjp_count_nonzero_args)           \
  X(nonzero, vjp_nonzero_args)                       \
  X(optimizer, vjp_optimizer_args)                   \
  X(unscale, vjp_unscale_args)                       \
  X(scale_update, vjp_scale_update_args)             \
  X(multi_norm, vjp_multi_norm_args)                 \
  X(multi_scale, vjp_multi_scale_args)

#define VJP_CUDA_DECLARE(name, Args) void name(const Args& args, const Launch& launch);
VJP_CUDA_PRIMITIVES(VJP_CUDA_DECLARE)
#undef VJP_CUDA_DECLARE

// Pointwise programs by a kernel that walks them.
void pointwise_interpreted(const vjp_pointwise_args& args, const Launch& launch);

}  // namespace vjp::cuda
