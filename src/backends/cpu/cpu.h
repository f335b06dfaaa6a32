// The CPU backend's primitives, one function each; cpu.cc puts them into the table.
#pragma once

#include "kernel/backend.h"

namespace vjp::cpu {

void pointwise(const PointwiseArgs&);
void copy(const View& out, const View& in);
void fill(const View& out, const Scalar& value);
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
void sort(const SortArgs&);
void softmax(const SoftmaxArgs&);
void softmax_backward(const SoftmaxBackwardArgs&);
void norm(const NormArgs&);
void norm_backward(const NormBackwardArgs&);
void attention(const AttentionArgs&);
void attention_backward(const AttentionBackwardArgs&);
void random(const RandomArgs&);
int64_t count_nonzero(const View& in);
void nonzero(const View& in, int64_t* coordinates);

const char* simd_name();  // "AVX3_ZEN4", "AVX2", ...
const char* blas_name();  // core name and version of the BLAS in use

}  // namespace vjp::cpu
