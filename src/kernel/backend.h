// What a backend must compute: the argument structs, enumerations and primitives of vjp/kernels.h, which says what they
// mean, under the names that C++ has for them.
//
// On top of what is said there: a pointwise launch over a hundred elements or fewer must cost tens of nanoseconds;
// attention never forms the matrix of all scores; gradients that are scattered are added in one order.
#pragma once

#include <cstdint>

#include "kernel/program.h"
#include "tensor/dtype.h"
#include "tensor/view.h"
#include "vjp/kernels.h"

namespace vjp {

#define VJP_ENUMERATOR(number, NAME, Name) Name = number,
enum class Reduction : uint8_t { VJP_REDUCTIONS(VJP_ENUMERATOR) };
enum class Scan : uint8_t { VJP_SCANS(VJP_ENUMERATOR) };
enum class Combine : uint8_t { VJP_COMBINES(VJP_ENUMERATOR) };
enum class Distribution : uint8_t { VJP_DISTRIBUTIONS(VJP_ENUMERATOR) };
enum class Optimizer : uint8_t { VJP_OPTIMIZERS(VJP_ENUMERATOR) };
enum class Factorisation : uint8_t { VJP_FACTORS(VJP_ENUMERATOR) };
enum class Segments : uint8_t { VJP_SEGMENTS(VJP_ENUMERATOR) };
#undef VJP_ENUMERATOR

using Flat = vjp_flat;

using PointwiseArgs = vjp_pointwise_args;
using CopyArgs = vjp_copy_args;
using FillArgs = vjp_fill_args;
using ReduceArgs = vjp_reduce_args;
using ScanArgs = vjp_scan_args;
using GemmArgs = vjp_gemm_args;
using ConvArgs = vjp_conv_args;
using PoolArgs = vjp_pool_args;
using GatherArgs = vjp_gather_args;
using ScatterArgs = vjp_scatter_args;
using IndexSelectArgs = vjp_index_select_args;
using IndexAddArgs = vjp_index_add_args;
using IndexArgs = vjp_index_args;
using CheckIndexArgs = vjp_check_index_args;
using SortArgs = vjp_sort_args;
using SoftmaxArgs = vjp_softmax_args;
using SoftmaxBackwardArgs = vjp_softmax_backward_args;
using NormArgs = vjp_norm_args;
using NormBackwardArgs = vjp_norm_backward_args;
using AttentionArgs = vjp_attention_args;
using AttentionBackwardArgs = vjp_attention_backward_args;
using RandomArgs = vjp_random_args;
using CountNonzeroArgs = vjp_count_nonzero_args;
using NonzeroArgs = vjp_nonzero_args;
using OptimizerArgs = vjp_optimizer_args;
using UnscaleArgs = vjp_unscale_args;
using ScaleUpdateArgs = vjp_scale_update_args;
using MultiNormArgs = vjp_multi_norm_args;
using MultiScaleArgs = vjp_multi_scale_args;
using FactorArgs = vjp_factor_args;
using FourierArgs = vjp_fourier_args;
using PartSumsArgs = vjp_part_sums_args;
using SegmentsArgs = vjp_segments_args;
using CtcArgs = vjp_ctc_args;

// An operand that lies on the launch's device.
inline vjp_operand make_operand(void* data, Dtype dtype, const int64_t* strides) {
  return {data, byte_of(dtype), 0, strides};
}

// Philox blocks (of four 32-bit numbers) that a fill of n elements uses.
inline int64_t random_blocks(int64_t n) { return (n + 1) / 2; }

enum class Primitive : uint8_t {
#define VJP_ENUMERATOR(name, Args) name,
  VJP_PRIMITIVES(VJP_ENUMERATOR)
#undef VJP_ENUMERATOR
};
#define VJP_COUNT(name, Args) +1
inline constexpr int kNumPrimitives = 0 VJP_PRIMITIVES(VJP_COUNT);
#undef VJP_COUNT
const char* name_of(Primitive primitive);

}  // namespace vjp
