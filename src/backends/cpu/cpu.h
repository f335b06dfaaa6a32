// The CPU backend's primitives, one function each; cpu.cc puts them into the table.
#pragma once

#include "kernel/backend.h"

namespace vjp::cpu {

void pointwise(const PointwiseArgs&);
void copy(const View& out, const View& in);
inline void copy(const CopyArgs& args) { copy(args.out, args.in); }
void fill(const View& out, const Scalar& value);
inline void fill(const FillArgs& args) { fill(args.out, args.value); }
void reduce(const ReduceArgs&);
void scan(const ScanArgs&);
void gemm(const GemmArgs&);
void conv_forward(const ConvArgs&);
void conv_data(const ConvArgs&);
void conv_weight(const ConvArgs&);
void max_pool(const PoolArgs&);
void max_pool_backward(const PoolArgs&);
void avg_pool(const PoolArgs&);
void avg_pool_backward(const PoolArgs&);
void gather(const GatherArgs&);
void scatter(const ScatterArgs&);
void index_select(const IndexSelectArgs&);
void index_add(const IndexAddArgs&);
void index_get(const IndexArgs&);
void index_put(const IndexArgs&);
void check_index(const CheckIndexArgs&);
void sort(const SortArgs&);
void softmax(const SoftmaxArgs&);
void softmax_backward(const SoftmaxBackwardArgs&);
void norm(const NormArgs&);
void norm_backward(const NormBackwardArgs&);
void attention(const AttentionArgs&);
void attention_backward(const AttentionBackwardArgs&);
void random(const RandomArgs&);
int64_t count_nonzero(const View& in);
inline void count_nonzero(const CountNonzeroArgs& args) { *args.count = count_nonzero(args.in); }
void nonzero(const NonzeroArgs& args);
// Several tensors in one call: optimizers and gradient scaling (optimizer.cc).
void optimizer(const OptimizerArgs&);
void unscale(const UnscaleArgs&);
void scale_update(const ScaleUpdateArgs&);
void multi_norm(const MultiNormArgs&);
void multi_scale(const MultiScaleArgs&);

const char* simd_name();  // "AVX3_ZEN4", "AVX2", ...
const char* blas_name();  // version and core name of the BLAS in use, or that there is none

}  // namespace vjp::cpu
