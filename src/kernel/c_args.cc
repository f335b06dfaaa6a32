// The argument structs of the public header and those of kernel/backend.h are the same memory. A difference does not
// compile.
#include <cstddef>

#include "kernel/backend.h"
#include "vjp/kernels.h"

namespace vjp {
namespace {

#define VJP_SAME_SIZE(C, Cpp) static_assert(sizeof(C) == sizeof(Cpp) && alignof(C) == alignof(Cpp))
#define VJP_SAME_MEMBER(C, Cpp, member) \
  static_assert(offsetof(C, member) == offsetof(Cpp, member) && sizeof(C::member) == sizeof(Cpp::member))

VJP_SAME_SIZE(vjp_array, View);
VJP_SAME_MEMBER(vjp_array, View, data);
VJP_SAME_MEMBER(vjp_array, View, dtype);
VJP_SAME_MEMBER(vjp_array, View, ndim);
VJP_SAME_MEMBER(vjp_array, View, sizes);
VJP_SAME_MEMBER(vjp_array, View, strides);
VJP_SAME_SIZE(vjp_number, Scalar);
VJP_SAME_MEMBER(vjp_number, Scalar, kind);
VJP_SAME_MEMBER(vjp_number, Scalar, integer);
VJP_SAME_MEMBER(vjp_number, Scalar, real);
VJP_SAME_MEMBER(vjp_number, Scalar, imaginary);
VJP_SAME_SIZE(vjp_instruction, Instruction);
VJP_SAME_MEMBER(vjp_instruction, Instruction, opcode);
VJP_SAME_MEMBER(vjp_instruction, Instruction, a);
VJP_SAME_MEMBER(vjp_instruction, Instruction, b);
VJP_SAME_MEMBER(vjp_instruction, Instruction, c);
VJP_SAME_SIZE(vjp_program, Program);
VJP_SAME_MEMBER(vjp_program, Program, num_inputs);
VJP_SAME_MEMBER(vjp_program, Program, num_parameters);
VJP_SAME_MEMBER(vjp_program, Program, num_constants);
VJP_SAME_MEMBER(vjp_program, Program, num_instructions);
VJP_SAME_MEMBER(vjp_program, Program, num_outputs);
VJP_SAME_MEMBER(vjp_program, Program, outputs);
VJP_SAME_MEMBER(vjp_program, Program, instructions);
VJP_SAME_MEMBER(vjp_program, Program, constants);
VJP_SAME_SIZE(vjp_operand, PointwiseArgs::Operand);
VJP_SAME_MEMBER(vjp_operand, PointwiseArgs::Operand, data);
VJP_SAME_MEMBER(vjp_operand, PointwiseArgs::Operand, dtype);
VJP_SAME_MEMBER(vjp_operand, PointwiseArgs::Operand, host);
VJP_SAME_MEMBER(vjp_operand, PointwiseArgs::Operand, strides);
VJP_SAME_SIZE(vjp_pointwise_args, PointwiseArgs);
VJP_SAME_MEMBER(vjp_pointwise_args, PointwiseArgs, program);
VJP_SAME_MEMBER(vjp_pointwise_args, PointwiseArgs, compute);
VJP_SAME_MEMBER(vjp_pointwise_args, PointwiseArgs, ndim);
VJP_SAME_MEMBER(vjp_pointwise_args, PointwiseArgs, sizes);
VJP_SAME_MEMBER(vjp_pointwise_args, PointwiseArgs, inputs);
VJP_SAME_MEMBER(vjp_pointwise_args, PointwiseArgs, outputs);
VJP_SAME_MEMBER(vjp_pointwise_args, PointwiseArgs, parameters);
VJP_SAME_SIZE(vjp_copy_args, CopyArgs);
VJP_SAME_MEMBER(vjp_copy_args, CopyArgs, out);
VJP_SAME_MEMBER(vjp_copy_args, CopyArgs, in);
VJP_SAME_SIZE(vjp_fill_args, FillArgs);
VJP_SAME_MEMBER(vjp_fill_args, FillArgs, out);
VJP_SAME_MEMBER(vjp_fill_args, FillArgs, value);
VJP_SAME_SIZE(vjp_reduce_args, ReduceArgs);
VJP_SAME_MEMBER(vjp_reduce_args, ReduceArgs, op);
VJP_SAME_MEMBER(vjp_reduce_args, ReduceArgs, in);
VJP_SAME_MEMBER(vjp_reduce_args, ReduceArgs, out);
VJP_SAME_MEMBER(vjp_reduce_args, ReduceArgs, indices);
VJP_SAME_MEMBER(vjp_reduce_args, ReduceArgs, mean);
VJP_SAME_MEMBER(vjp_reduce_args, ReduceArgs, p);
VJP_SAME_MEMBER(vjp_reduce_args, ReduceArgs, correction);
VJP_SAME_SIZE(vjp_scan_args, ScanArgs);
VJP_SAME_MEMBER(vjp_scan_args, ScanArgs, op);
VJP_SAME_MEMBER(vjp_scan_args, ScanArgs, in);
VJP_SAME_MEMBER(vjp_scan_args, ScanArgs, out);
VJP_SAME_MEMBER(vjp_scan_args, ScanArgs, indices);
VJP_SAME_MEMBER(vjp_scan_args, ScanArgs, dim);
VJP_SAME_MEMBER(vjp_scan_args, ScanArgs, reverse);
VJP_SAME_SIZE(vjp_matrix, GemmArgs::Matrix);
VJP_SAME_MEMBER(vjp_matrix, GemmArgs::Matrix, data);
VJP_SAME_MEMBER(vjp_matrix, GemmArgs::Matrix, row_stride);
VJP_SAME_MEMBER(vjp_matrix, GemmArgs::Matrix, col_stride);
VJP_SAME_MEMBER(vjp_matrix, GemmArgs::Matrix, batch_strides);
VJP_SAME_MEMBER(vjp_matrix, GemmArgs::Matrix, conjugate);
VJP_SAME_SIZE(vjp_gemm_args, GemmArgs);
VJP_SAME_MEMBER(vjp_gemm_args, GemmArgs, m);
VJP_SAME_MEMBER(vjp_gemm_args, GemmArgs, n);
VJP_SAME_MEMBER(vjp_gemm_args, GemmArgs, k);
VJP_SAME_MEMBER(vjp_gemm_args, GemmArgs, batch_ndim);
VJP_SAME_MEMBER(vjp_gemm_args, GemmArgs, batch_sizes);
VJP_SAME_MEMBER(vjp_gemm_args, GemmArgs, a);
VJP_SAME_MEMBER(vjp_gemm_args, GemmArgs, b);
VJP_SAME_MEMBER(vjp_gemm_args, GemmArgs, out);
VJP_SAME_MEMBER(vjp_gemm_args, GemmArgs, dtype);
VJP_SAME_MEMBER(vjp_gemm_args, GemmArgs, alpha);
VJP_SAME_MEMBER(vjp_gemm_args, GemmArgs, beta);
VJP_SAME_SIZE(vjp_conv_args, ConvArgs);
VJP_SAME_MEMBER(vjp_conv_args, ConvArgs, in);
VJP_SAME_MEMBER(vjp_conv_args, ConvArgs, weight);
VJP_SAME_MEMBER(vjp_conv_args, ConvArgs, bias);
VJP_SAME_MEMBER(vjp_conv_args, ConvArgs, out);
VJP_SAME_MEMBER(vjp_conv_args, ConvArgs, rank);
VJP_SAME_MEMBER(vjp_conv_args, ConvArgs, stride);
VJP_SAME_MEMBER(vjp_conv_args, ConvArgs, padding);
VJP_SAME_MEMBER(vjp_conv_args, ConvArgs, dilation);
VJP_SAME_MEMBER(vjp_conv_args, ConvArgs, groups);
VJP_SAME_SIZE(vjp_pool_args, PoolArgs);
VJP_SAME_MEMBER(vjp_pool_args, PoolArgs, in);
VJP_SAME_MEMBER(vjp_pool_args, PoolArgs, out);
VJP_SAME_MEMBER(vjp_pool_args, PoolArgs, indices);
VJP_SAME_MEMBER(vjp_pool_args, PoolArgs, rank);
VJP_SAME_MEMBER(vjp_pool_args, PoolArgs, kernel);
VJP_SAME_MEMBER(vjp_pool_args, PoolArgs, stride);
VJP_SAME_MEMBER(vjp_pool_args, PoolArgs, padding);
VJP_SAME_MEMBER(vjp_pool_args, PoolArgs, dilation);
VJP_SAME_MEMBER(vjp_pool_args, PoolArgs, count_include_pad);
VJP_SAME_MEMBER(vjp_pool_args, PoolArgs, divisor);
VJP_SAME_SIZE(vjp_gather_args, GatherArgs);
VJP_SAME_MEMBER(vjp_gather_args, GatherArgs, in);
VJP_SAME_MEMBER(vjp_gather_args, GatherArgs, index);
VJP_SAME_MEMBER(vjp_gather_args, GatherArgs, out);
VJP_SAME_MEMBER(vjp_gather_args, GatherArgs, dim);
VJP_SAME_SIZE(vjp_scatter_args, ScatterArgs);
VJP_SAME_MEMBER(vjp_scatter_args, ScatterArgs, out);
VJP_SAME_MEMBER(vjp_scatter_args, ScatterArgs, index);
VJP_SAME_MEMBER(vjp_scatter_args, ScatterArgs, src);
VJP_SAME_MEMBER(vjp_scatter_args, ScatterArgs, dim);
VJP_SAME_MEMBER(vjp_scatter_args, ScatterArgs, combine);
VJP_SAME_SIZE(vjp_index_select_args, IndexSelectArgs);
VJP_SAME_MEMBER(vjp_index_select_args, IndexSelectArgs, in);
VJP_SAME_MEMBER(vjp_index_select_args, IndexSelectArgs, index);
VJP_SAME_MEMBER(vjp_index_select_args, IndexSelectArgs, out);
VJP_SAME_MEMBER(vjp_index_select_args, IndexSelectArgs, dim);
VJP_SAME_SIZE(vjp_index_add_args, IndexAddArgs);
VJP_SAME_MEMBER(vjp_index_add_args, IndexAddArgs, out);
VJP_SAME_MEMBER(vjp_index_add_args, IndexAddArgs, index);
VJP_SAME_MEMBER(vjp_index_add_args, IndexAddArgs, src);
VJP_SAME_MEMBER(vjp_index_add_args, IndexAddArgs, dim);
VJP_SAME_MEMBER(vjp_index_add_args, IndexAddArgs, combine);
VJP_SAME_MEMBER(vjp_index_add_args, IndexAddArgs, alpha);
VJP_SAME_SIZE(vjp_index_args, IndexArgs);
VJP_SAME_MEMBER(vjp_index_args, IndexArgs, tensor);
VJP_SAME_MEMBER(vjp_index_args, IndexArgs, num_indexed);
VJP_SAME_MEMBER(vjp_index_args, IndexArgs, index);
VJP_SAME_MEMBER(vjp_index_args, IndexArgs, values);
VJP_SAME_MEMBER(vjp_index_args, IndexArgs, combine);
VJP_SAME_SIZE(vjp_check_index_args, CheckIndexArgs);
VJP_SAME_MEMBER(vjp_check_index_args, CheckIndexArgs, index);
VJP_SAME_MEMBER(vjp_check_index_args, CheckIndexArgs, low);
VJP_SAME_MEMBER(vjp_check_index_args, CheckIndexArgs, high);
VJP_SAME_SIZE(vjp_sort_args, SortArgs);
VJP_SAME_MEMBER(vjp_sort_args, SortArgs, in);
VJP_SAME_MEMBER(vjp_sort_args, SortArgs, values);
VJP_SAME_MEMBER(vjp_sort_args, SortArgs, indices);
VJP_SAME_MEMBER(vjp_sort_args, SortArgs, dim);
VJP_SAME_MEMBER(vjp_sort_args, SortArgs, descending);
VJP_SAME_MEMBER(vjp_sort_args, SortArgs, stable);
VJP_SAME_MEMBER(vjp_sort_args, SortArgs, k);
VJP_SAME_SIZE(vjp_softmax_args, SoftmaxArgs);
VJP_SAME_MEMBER(vjp_softmax_args, SoftmaxArgs, in);
VJP_SAME_MEMBER(vjp_softmax_args, SoftmaxArgs, out);
VJP_SAME_MEMBER(vjp_softmax_args, SoftmaxArgs, dim);
VJP_SAME_MEMBER(vjp_softmax_args, SoftmaxArgs, log);
VJP_SAME_SIZE(vjp_softmax_backward_args, SoftmaxBackwardArgs);
VJP_SAME_MEMBER(vjp_softmax_backward_args, SoftmaxBackwardArgs, grad);
VJP_SAME_MEMBER(vjp_softmax_backward_args, SoftmaxBackwardArgs, y);
VJP_SAME_MEMBER(vjp_softmax_backward_args, SoftmaxBackwardArgs, grad_in);
VJP_SAME_MEMBER(vjp_softmax_backward_args, SoftmaxBackwardArgs, dim);
VJP_SAME_MEMBER(vjp_softmax_backward_args, SoftmaxBackwardArgs, log);
VJP_SAME_SIZE(vjp_norm_args, NormArgs);
VJP_SAME_MEMBER(vjp_norm_args, NormArgs, dtype);
VJP_SAME_MEMBER(vjp_norm_args, NormArgs, rows);
VJP_SAME_MEMBER(vjp_norm_args, NormArgs, inner);
VJP_SAME_MEMBER(vjp_norm_args, NormArgs, x);
VJP_SAME_MEMBER(vjp_norm_args, NormArgs, weight);
VJP_SAME_MEMBER(vjp_norm_args, NormArgs, bias);
VJP_SAME_MEMBER(vjp_norm_args, NormArgs, y);
VJP_SAME_MEMBER(vjp_norm_args, NormArgs, mean);
VJP_SAME_MEMBER(vjp_norm_args, NormArgs, rstd);
VJP_SAME_MEMBER(vjp_norm_args, NormArgs, eps);
VJP_SAME_SIZE(vjp_norm_backward_args, NormBackwardArgs);
VJP_SAME_MEMBER(vjp_norm_backward_args, NormBackwardArgs, dtype);
VJP_SAME_MEMBER(vjp_norm_backward_args, NormBackwardArgs, rows);
VJP_SAME_MEMBER(vjp_norm_backward_args, NormBackwardArgs, inner);
VJP_SAME_MEMBER(vjp_norm_backward_args, NormBackwardArgs, grad);
VJP_SAME_MEMBER(vjp_norm_backward_args, NormBackwardArgs, x);
VJP_SAME_MEMBER(vjp_norm_backward_args, NormBackwardArgs, weight);
VJP_SAME_MEMBER(vjp_norm_backward_args, NormBackwardArgs, mean);
VJP_SAME_MEMBER(vjp_norm_backward_args, NormBackwardArgs, rstd);
VJP_SAME_MEMBER(vjp_norm_backward_args, NormBackwardArgs, grad_x);
VJP_SAME_MEMBER(vjp_norm_backward_args, NormBackwardArgs, grad_weight);
VJP_SAME_MEMBER(vjp_norm_backward_args, NormBackwardArgs, grad_bias);
VJP_SAME_SIZE(vjp_attention_args, AttentionArgs);
VJP_SAME_MEMBER(vjp_attention_args, AttentionArgs, q);
VJP_SAME_MEMBER(vjp_attention_args, AttentionArgs, k);
VJP_SAME_MEMBER(vjp_attention_args, AttentionArgs, v);
VJP_SAME_MEMBER(vjp_attention_args, AttentionArgs, mask);
VJP_SAME_MEMBER(vjp_attention_args, AttentionArgs, out);
VJP_SAME_MEMBER(vjp_attention_args, AttentionArgs, logsumexp);
VJP_SAME_MEMBER(vjp_attention_args, AttentionArgs, scale);
VJP_SAME_MEMBER(vjp_attention_args, AttentionArgs, causal);
VJP_SAME_SIZE(vjp_attention_backward_args, AttentionBackwardArgs);
VJP_SAME_MEMBER(vjp_attention_backward_args, AttentionBackwardArgs, forward);
VJP_SAME_MEMBER(vjp_attention_backward_args, AttentionBackwardArgs, grad);
VJP_SAME_MEMBER(vjp_attention_backward_args, AttentionBackwardArgs, grad_q);
VJP_SAME_MEMBER(vjp_attention_backward_args, AttentionBackwardArgs, grad_k);
VJP_SAME_MEMBER(vjp_attention_backward_args, AttentionBackwardArgs, grad_v);
VJP_SAME_SIZE(vjp_random_args, RandomArgs);
VJP_SAME_MEMBER(vjp_random_args, RandomArgs, distribution);
VJP_SAME_MEMBER(vjp_random_args, RandomArgs, out);
VJP_SAME_MEMBER(vjp_random_args, RandomArgs, a);
VJP_SAME_MEMBER(vjp_random_args, RandomArgs, b);
VJP_SAME_MEMBER(vjp_random_args, RandomArgs, low);
VJP_SAME_MEMBER(vjp_random_args, RandomArgs, high);
VJP_SAME_MEMBER(vjp_random_args, RandomArgs, probability);
VJP_SAME_MEMBER(vjp_random_args, RandomArgs, seed);
VJP_SAME_MEMBER(vjp_random_args, RandomArgs, offset);
VJP_SAME_MEMBER(vjp_random_args, RandomArgs, state);
VJP_SAME_SIZE(vjp_count_nonzero_args, CountNonzeroArgs);
VJP_SAME_MEMBER(vjp_count_nonzero_args, CountNonzeroArgs, in);
VJP_SAME_MEMBER(vjp_count_nonzero_args, CountNonzeroArgs, count);
VJP_SAME_SIZE(vjp_nonzero_args, NonzeroArgs);
VJP_SAME_MEMBER(vjp_nonzero_args, NonzeroArgs, in);
VJP_SAME_MEMBER(vjp_nonzero_args, NonzeroArgs, coordinates);
VJP_SAME_MEMBER(vjp_nonzero_args, NonzeroArgs, rows);
VJP_SAME_SIZE(vjp_flat, Flat);
VJP_SAME_MEMBER(vjp_flat, Flat, data);
VJP_SAME_MEMBER(vjp_flat, Flat, numel);
VJP_SAME_MEMBER(vjp_flat, Flat, dtype);
VJP_SAME_SIZE(vjp_optimizer_args, OptimizerArgs);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, kind);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, num);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, params);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, grads);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, states);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, steps);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, lr);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, lr_device);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, momentum);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, dampening);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, beta1);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, beta2);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, eps);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, weight_decay);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, lr_decay);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, alpha);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, nesterov);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, amsgrad);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, maximize);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, centered);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, grad_scale);
VJP_SAME_MEMBER(vjp_optimizer_args, OptimizerArgs, found_inf);
VJP_SAME_SIZE(vjp_unscale_args, UnscaleArgs);
VJP_SAME_MEMBER(vjp_unscale_args, UnscaleArgs, num);
VJP_SAME_MEMBER(vjp_unscale_args, UnscaleArgs, grads);
VJP_SAME_MEMBER(vjp_unscale_args, UnscaleArgs, inverse);
VJP_SAME_MEMBER(vjp_unscale_args, UnscaleArgs, found_inf);
VJP_SAME_SIZE(vjp_scale_update_args, ScaleUpdateArgs);
VJP_SAME_MEMBER(vjp_scale_update_args, ScaleUpdateArgs, scale);
VJP_SAME_MEMBER(vjp_scale_update_args, ScaleUpdateArgs, growth_tracker);
VJP_SAME_MEMBER(vjp_scale_update_args, ScaleUpdateArgs, found_inf);
VJP_SAME_MEMBER(vjp_scale_update_args, ScaleUpdateArgs, growth_factor);
VJP_SAME_MEMBER(vjp_scale_update_args, ScaleUpdateArgs, backoff_factor);
VJP_SAME_MEMBER(vjp_scale_update_args, ScaleUpdateArgs, growth_interval);
VJP_SAME_SIZE(vjp_multi_norm_args, MultiNormArgs);
VJP_SAME_MEMBER(vjp_multi_norm_args, MultiNormArgs, num);
VJP_SAME_MEMBER(vjp_multi_norm_args, MultiNormArgs, tensors);
VJP_SAME_MEMBER(vjp_multi_norm_args, MultiNormArgs, p);
VJP_SAME_MEMBER(vjp_multi_norm_args, MultiNormArgs, norms);
VJP_SAME_SIZE(vjp_multi_scale_args, MultiScaleArgs);
VJP_SAME_MEMBER(vjp_multi_scale_args, MultiScaleArgs, num);
VJP_SAME_MEMBER(vjp_multi_scale_args, MultiScaleArgs, tensors);
VJP_SAME_MEMBER(vjp_multi_scale_args, MultiScaleArgs, factor);

#define VJP_SAME_ENTRY(name, Args) \
  static_assert(offsetof(vjp_kernels, name) == sizeof(size_t) + static_cast<size_t>(Primitive::name) * sizeof(void*));
VJP_PRIMITIVES(VJP_SAME_ENTRY)
static_assert(sizeof(vjp_kernels) == sizeof(size_t) + kNumPrimitives * sizeof(void*));

}  // namespace

const char* name_of(Primitive primitive) {
  static constexpr const char* kNames[] = {
#define VJP_NAME(name, Args) #name,
      VJP_PRIMITIVES(VJP_NAME)
#undef VJP_NAME
  };
  return kNames[static_cast<int>(primitive)];
}

}  // namespace vjp
