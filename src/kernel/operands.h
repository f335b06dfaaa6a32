// What a primitive's arguments point to: device memory that it reads and writes, and arrays of the host.
//
// each_operand(args, visitor) calls
//   visitor.view(View&, use)                                     a strided operand; nothing for one without data
//   visitor.strided(data, dtype, ndim, sizes, strides, use)      an operand in another form, not to be changed
//   visitor.flat(data, numel, dtype, use)                        a dense one
//   visitor.array(const T*& pointer, count)                      an array in host memory
//   visitor.host_element(void*& data, dtype)                     one element in host memory
// for all that `args` holds. A visitor may change what it gets by reference.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernel/backend.h"
#include "vjp/tensor.h"

namespace vjp {

enum class Use : uint8_t { Read = 1, Write = 2, Both = 3 };

template <class V>
void each_operand(PointwiseArgs& a, V&& v) {
  int num_inputs = a.program->num_inputs, num_outputs = a.program->num_outputs;
  auto operand = [&](vjp_operand& o, Use use) {
    if (o.host) {
      v.host_element(o.data, Dtype{o.dtype});
    } else {
      v.strided(o.data, Dtype{o.dtype}, a.ndim, a.sizes, o.strides, use);
    }
    v.array(o.strides, a.ndim);
  };
  for (int i = 0; i < num_inputs; ++i) operand(a.inputs[i], Use::Read);
  for (int i = 0; i < num_outputs; ++i) operand(a.outputs[i], Use::Write);
  v.array(a.sizes, a.ndim);
  Program program = *a.program;
  const Program* copy = &program;
  v.array(program.instructions, program.num_instructions);
  v.array(program.constants, program.num_constants);
  v.array(copy, 1);
  if (copy != &program) a.program = copy;
}
template <class V>
void each_operand(CopyArgs& a, V&& v) {
  v.view(a.out, Use::Write);
  v.view(a.in, Use::Read);
}
template <class V>
void each_operand(FillArgs& a, V&& v) {
  v.view(a.out, Use::Write);
}
template <class V>
void each_operand(ReduceArgs& a, V&& v) {
  v.view(a.in, Use::Read);
  v.view(a.out, Use::Write);
  v.view(a.indices, Use::Write);
  v.view(a.mean, Use::Write);
}
template <class V>
void each_operand(ScanArgs& a, V&& v) {
  v.view(a.in, Use::Read);
  v.view(a.out, Use::Write);
  v.view(a.indices, Use::Write);
}
template <class V>
void each_operand(GemmArgs& a, V&& v) {
  auto matrix = [&](vjp_matrix& m, int64_t rows, int64_t cols, Use use) {
    int64_t sizes[VJP_MAX_DIMS + 2], strides[VJP_MAX_DIMS + 2];
    std::copy_n(a.batch_sizes, a.batch_ndim, sizes);
    std::copy_n(m.batch_strides, a.batch_ndim, strides);
    sizes[a.batch_ndim] = rows, sizes[a.batch_ndim + 1] = cols;
    strides[a.batch_ndim] = m.row_stride, strides[a.batch_ndim + 1] = m.col_stride;
    v.strided(m.data, Dtype{a.dtype}, a.batch_ndim + 2, sizes, strides, use);
    v.array(m.batch_strides, a.batch_ndim);
  };
  matrix(a.a, a.m, a.k, Use::Read);
  matrix(a.b, a.k, a.n, Use::Read);
  matrix(a.out, a.m, a.n, Scalar(a.beta).to_complex() == 0.0 ? Use::Write : Use::Both);
  v.array(a.batch_sizes, a.batch_ndim);
}
template <class V>
void each_operand(ConvArgs& a, V&& v, Primitive which = Primitive::conv_forward) {
  v.view(a.in, which == Primitive::conv_data ? Use::Write : Use::Read);
  v.view(a.weight, which == Primitive::conv_weight ? Use::Write : Use::Read);
  v.view(a.bias, which == Primitive::conv_weight ? Use::Write : Use::Read);
  v.view(a.out, which == Primitive::conv_forward ? Use::Write : Use::Read);
}
template <class V>
void each_operand(PoolArgs& a, V&& v, Primitive which = Primitive::max_pool) {
  bool backward = which == Primitive::max_pool_backward || which == Primitive::avg_pool_backward;
  v.view(a.in, backward ? Use::Write : Use::Read);
  v.view(a.out, backward ? Use::Read : Use::Write);
  v.view(a.indices, backward ? Use::Read : Use::Write);
}
template <class V>
void each_operand(GatherArgs& a, V&& v) {
  v.view(a.in, Use::Read);
  v.view(a.index, Use::Read);
  v.view(a.out, Use::Write);
}
template <class V>
void each_operand(ScatterArgs& a, V&& v) {
  v.view(a.out, Use::Both);
  v.view(a.index, Use::Read);
  v.view(a.src, Use::Read);
}
template <class V>
void each_operand(IndexSelectArgs& a, V&& v) {
  v.view(a.in, Use::Read);
  v.view(a.index, Use::Read);
  v.view(a.out, Use::Write);
}
template <class V>
void each_operand(IndexAddArgs& a, V&& v) {
  v.view(a.out, Use::Both);
  v.view(a.index, Use::Read);
  v.view(a.src, Use::Read);
}
template <class V>
void each_operand(IndexArgs& a, V&& v, Primitive which = Primitive::index_get) {
  bool get = which == Primitive::index_get;
  v.view(a.tensor, get ? Use::Read : Use::Both);
  for (int i = 0; i < a.num_indexed; ++i) v.view(a.index[i], Use::Read);
  v.view(a.values, get ? Use::Write : Use::Read);
}
template <class V>
void each_operand(CheckIndexArgs& a, V&& v) {
  v.view(a.index, Use::Read);
}
template <class V>
void each_operand(SortArgs& a, V&& v) {
  v.view(a.in, Use::Read);
  v.view(a.values, Use::Write);
  v.view(a.indices, Use::Write);
}
template <class V>
void each_operand(SoftmaxArgs& a, V&& v) {
  v.view(a.in, Use::Read);
  v.view(a.out, Use::Write);
}
template <class V>
void each_operand(SoftmaxBackwardArgs& a, V&& v) {
  v.view(a.grad, Use::Read);
  v.view(a.y, Use::Read);
  v.view(a.grad_in, Use::Write);
}
template <class V>
void each_operand(NormArgs& a, V&& v) {
  int64_t all = a.rows * a.inner;
  Dtype compute = compute_of(Dtype{a.dtype});
  v.flat(a.x, all, Dtype{a.dtype}, Use::Read);
  v.flat(a.weight, a.inner, Dtype{a.dtype}, Use::Read);
  v.flat(a.bias, a.inner, Dtype{a.dtype}, Use::Read);
  v.flat(a.y, all, Dtype{a.dtype}, Use::Write);
  v.flat(a.mean, a.rows, compute, Use::Write);
  v.flat(a.rstd, a.rows, compute, Use::Write);
}
template <class V>
void each_operand(NormBackwardArgs& a, V&& v) {
  int64_t all = a.rows * a.inner;
  Dtype compute = compute_of(Dtype{a.dtype});
  v.flat(a.grad, all, Dtype{a.dtype}, Use::Read);
  v.flat(a.x, all, Dtype{a.dtype}, Use::Read);
  v.flat(a.weight, a.inner, Dtype{a.dtype}, Use::Read);
  v.flat(a.mean, a.rows, compute, Use::Read);
  v.flat(a.rstd, a.rows, compute, Use::Read);
  v.flat(a.grad_x, all, Dtype{a.dtype}, Use::Write);
  v.flat(a.grad_weight, a.inner, Dtype{a.dtype}, Use::Write);
  v.flat(a.grad_bias, a.inner, Dtype{a.dtype}, Use::Write);
}
template <class V>
void each_operand(AttentionArgs& a, V&& v, Use results = Use::Write) {
  v.view(a.q, Use::Read);
  v.view(a.k, Use::Read);
  v.view(a.v, Use::Read);
  v.view(a.mask, Use::Read);
  v.view(a.out, results);
  v.view(a.logsumexp, results);
}
template <class V>
void each_operand(AttentionBackwardArgs& a, V&& v) {
  each_operand(a.forward, v, Use::Read);
  v.view(a.grad, Use::Read);
  v.view(a.grad_q, Use::Write);
  v.view(a.grad_k, Use::Write);
  v.view(a.grad_v, Use::Write);
}
template <class V>
void each_operand(RandomArgs& a, V&& v) {
  v.view(a.out, Use::Write);
  v.view(a.probability, Use::Read);
  v.flat(a.state, 2, Dtype::Int64, Use::Read);
}
template <class V>
void each_operand(CountNonzeroArgs& a, V&& v) {
  v.view(a.in, Use::Read);
  v.flat(a.count, 1, Dtype::Int64, Use::Write);
}
template <class V>
void each_operand(NonzeroArgs& a, V&& v) {
  v.view(a.in, Use::Read);
  v.flat(a.coordinates, a.rows * a.in.ndim, Dtype::Int64, Use::Write);
}
template <class V>
void each_operand(OptimizerArgs& a, V&& v) {
  auto list = [&](const Flat*& tensors, Use use) {
    if (!tensors) return;
    for (int i = 0; i < a.num; ++i) v.flat(tensors[i].data, tensors[i].numel, Dtype{tensors[i].dtype}, use);
    v.array(tensors, a.num);
  };
  list(a.params, Use::Both);
  list(a.grads, a.grad_scale ? Use::Both : Use::Read);
  for (const Flat*& state : a.states) list(state, Use::Both);
  if (a.steps) {
    for (int i = 0; i < a.num; ++i) v.flat(a.steps[i], 1, Dtype::Float32, Use::Both);
    v.array(a.steps, a.num);
  }
  v.flat(a.lr_device, 1, Dtype::Float32, Use::Read);
  v.flat(a.grad_scale, 1, Dtype::Float32, Use::Read);
  v.flat(a.found_inf, 1, Dtype::Float32, Use::Read);
}
template <class V>
void each_operand(UnscaleArgs& a, V&& v) {
  for (int i = 0; i < a.num; ++i) v.flat(a.grads[i].data, a.grads[i].numel, Dtype{a.grads[i].dtype}, Use::Both);
  v.flat(a.inverse, 1, Dtype::Float32, Use::Read);
  v.flat(a.found_inf, 1, Dtype::Float32, Use::Both);
  v.array(a.grads, a.num);
}
template <class V>
void each_operand(ScaleUpdateArgs& a, V&& v) {
  v.flat(a.scale, 1, Dtype::Float32, Use::Both);
  v.flat(a.growth_tracker, 1, Dtype::Int32, Use::Both);
  v.flat(a.found_inf, 1, Dtype::Float32, Use::Read);
}
template <class V>
void each_operand(MultiNormArgs& a, V&& v) {
  for (int i = 0; i < a.num; ++i) {
    const Flat& t = a.tensors[i];
    v.flat(t.data, t.numel, Dtype{t.dtype}, Use::Read);
    v.flat(a.norms[i], 1, Dtype{t.dtype} == Dtype::Float64 ? Dtype::Float64 : Dtype::Float32, Use::Write);
  }
  v.array(a.tensors, a.num);
  v.array(a.norms, a.num);
}
template <class V>
void each_operand(MultiScaleArgs& a, V&& v) {
  for (int i = 0; i < a.num; ++i) v.flat(a.tensors[i].data, a.tensors[i].numel, Dtype{a.tensors[i].dtype}, Use::Both);
  v.flat(a.factor.data, 1, Dtype{a.factor.dtype}, Use::Read);
  v.array(a.tensors, a.num);
}

template <class V>
void each_operand(FactorArgs& a, V&& v) {
  for (View& in : a.in) v.view(in, Use::Read);
  for (View& out : a.out) v.view(out, Use::Write);
  v.view(a.info, Use::Write);
  v.array(a.name, static_cast<int64_t>(std::strlen(a.name)) + 1);
}
template <class V>
void each_operand(FourierArgs& a, V&& v) {
  v.view(a.in, Use::Read);
  v.view(a.out, Use::Write);
}
template <class V>
void each_operand(PartSumsArgs& a, V&& v) {
  v.flat(a.in, a.outer * a.from * a.inner, Dtype{a.dtype}, Use::Read);
  v.flat(a.out, a.outer * a.to * a.inner, Dtype{a.dtype}, Use::Write);
}
template <class V>
void each_operand(SegmentsArgs& a, V&& v) {
  int64_t of_rows = a.outer * a.rows * a.inner, of_segments = a.outer * a.count * a.inner;
  if (Segments{a.kind} == Segments::Spread) std::swap(of_rows, of_segments);
  v.flat(a.in, of_rows, Dtype{a.dtype}, Use::Read);
  v.flat(a.offsets, a.outer * (a.count + 1), Dtype::Int64, Use::Read);
  v.flat(a.out, of_segments, Dtype{a.dtype}, Use::Write);
}
template <class V>
void each_operand(CtcArgs& a, V&& v, Primitive which = Primitive::ctc_loss) {
  const bool backward = which == Primitive::ctc_loss_backward;
  v.flat(a.log_probs, a.steps * a.batch * a.classes, Dtype{a.dtype}, backward ? Use::Write : Use::Read);
  v.flat(a.losses, a.batch, Dtype{a.dtype}, backward ? Use::Read : Use::Write);
  v.flat(a.alpha, a.batch * a.steps * (2 * a.longest + 1), Dtype{a.dtype}, backward ? Use::Read : Use::Write);
  v.flat(a.labels, a.batch * a.longest, Dtype::Int64, Use::Read);
  v.flat(a.input_lengths, a.batch, Dtype::Int64, Use::Read);
  v.flat(a.lengths, a.batch, Dtype::Int64, Use::Read);
}

// each_operand with what the primitive makes of its arguments.
template <class Args, class V>
void each_operand_of(Primitive which, Args& args, V&& v) {
  if constexpr (requires { each_operand(args, v, which); }) {
    each_operand(args, v, which);
  } else {
    each_operand(args, v);
  }
}
// f(typed arguments) for a primitive that is known at run time only.
template <class F>
void visit_primitive(Primitive which, const void* args, F&& f) {
  switch (which) {
#define VJP_CASE(name, Args)            \
  case Primitive::name:                 \
    f(*static_cast<const Args*>(args)); \
    break;
    VJP_PRIMITIVES(VJP_CASE)
#undef VJP_CASE
  }
}

}  // namespace vjp
