// Reductions over any dimensions. A block serves `width` outputs with `lanes` threads each, which go over the reduced
// elements in turn and merge their states in a tree; neighbouring threads read neighbouring memory, be that along the
// reduced dimensions (rows) or across outputs (columns). Where outputs are few the reduced space is cut into pieces,
// whose states a second kernel merges.
//
// How work is cut depends on sizes and strides only, not on the device: so do the bits of a sum.
#include "backends/cuda/kernels.h"
#include "backends/cuda/lanes.h"
#include "backends/cuda/reductions.h"

namespace vjp::cuda {
namespace {

constexpr int64_t kRun = 64;  // elements that a thread adds one after the other before it starts a new sum

template <class State>
struct Reduce {
  Space<4> kept;     // strides of in, out, indices, mean
  Space<1> reduced;  // strides of in
  const void* in;
  int in_dtype;
  ReduceTargets to;
  int64_t pieces, piece;  // how many, and of how many elements
  Lanes lanes;
  State* partial;  // [outputs, pieces]; null: one piece
};

template <class Op>
__device__ typename Op::State reduce_range(const Op& op, const Reduce<typename Op::State>& k, int64_t base,
                                           int64_t begin, int64_t end, int64_t step) {
  typename Op::State total = op.identity();
  for (int64_t i = begin; i < end;) {
    typename Op::State run = op.identity();
    int64_t stop = i + kRun * step;
    if (stop > end) stop = end;
    for (; i < stop; i += step) {
      op.add(run, load_computed<typename Op::Element>(k.in, k.in_dtype, base + k.reduced.offset(i)), i);
    }
    total = op.merge(total, run);
  }
  return total;
}

template <class Op>
__global__ void __launch_bounds__(kThreads) reduce_kernel(const __grid_constant__ Reduce<typename Op::State> k, Op op) {
  using State = typename Op::State;
  __shared__ State states[kThreads];
  const int t = static_cast<int>(threadIdx.x), lane = k.lanes.lane(t);
  const int64_t groups = ceil_div(k.kept.count, k.lanes.width);
  for (int64_t b = blockIdx.x; b < groups * k.pieces; b += gridDim.x) {
    const int64_t output = b / k.pieces * k.lanes.width + k.lanes.row(t), p = b % k.pieces;
    int64_t at[4] = {};
    State mine = op.identity();
    if (output < k.kept.count) {
      k.kept.offsets(output, at);
      const int64_t end = (p + 1) * k.piece < k.reduced.count ? (p + 1) * k.piece : k.reduced.count;
      mine = reduce_range(op, k, at[0], p * k.piece + lane, end, k.lanes.lanes);
    }
    const State all =
        merge_lanes(states, mine, k.lanes, [&](const State& x, const State& y) { return op.merge(x, y); });
    if (lane > 0 || output >= k.kept.count) continue;
    if (k.partial) {
      k.partial[output * k.pieces + p] = all;
    } else {
      op.store(all, k.to, at[1], at[2], at[3]);
    }
  }
}

// A warp an output.
template <class Op>
__global__ void __launch_bounds__(kThreads) finish_kernel(const __grid_constant__ Reduce<typename Op::State> k, Op op) {
  using State = typename Op::State;
  constexpr int kLanes = 32;
  __shared__ State states[kThreads];
  const Lanes lanes = {kThreads / kLanes, kLanes, false};
  const int t = static_cast<int>(threadIdx.x), lane = t % kLanes;
  for (int64_t first = static_cast<int64_t>(blockIdx.x) * lanes.width; first < k.kept.count;
       first += static_cast<int64_t>(gridDim.x) * lanes.width) {
    const int64_t output = first + t / kLanes;
    State mine = op.identity();
    if (output < k.kept.count) {
      for (int64_t p = lane; p < k.pieces; p += kLanes) mine = op.merge(mine, k.partial[output * k.pieces + p]);
    }
    const State all = merge_lanes(states, mine, lanes, [&](const State& x, const State& y) { return op.merge(x, y); });
    if (lane > 0 || output >= k.kept.count) continue;
    int64_t at[4];
    k.kept.offsets(output, at);
    op.store(all, k.to, at[1], at[2], at[3]);
  }
}

bool is_indexed(const vjp_reduce_args& args) {
  return args.op == VJP_REDUCTION_ARGMAX || args.op == VJP_REDUCTION_ARGMIN || args.indices.data;
}

template <class Op>
void run_reduction(const vjp_reduce_args& args, const Launch& launch, const Op& op) {
  using State = typename Op::State;
  Reduce<State> k;
  for (int d = 0; d < args.in.ndim; ++d) {
    const int64_t size = args.in.sizes[d], stride = args.in.strides[d];
    if (args.out.sizes[d] == size) {
      k.kept.push(size, stride, args.out.strides[d], args.indices.data ? args.indices.strides[d] : 0,
                  args.mean.data ? args.mean.strides[d] : 0);
    } else {
      k.reduced.push(size, stride);
    }
  }
  if (k.kept.count == 0) return;
  k.kept.sort(0);
  if (!is_indexed(args)) k.reduced.sort(0);  // else positions count row-major
  k.kept.finish();
  k.reduced.finish();
  k.in = args.in.data;
  k.in_dtype = args.in.dtype;
  k.to = {args.out.data, args.indices.data, args.mean.data, args.out.dtype, args.indices.dtype, args.mean.dtype};

  const int64_t length = k.reduced.count;
  const bool row_contiguous = k.reduced.ndim == 0 || k.reduced.strides[0][k.reduced.ndim - 1] == 1;
  const bool columns = !row_contiguous && k.kept.ndim > 0 && k.kept.strides[0][k.kept.ndim - 1] == 1;
  k.lanes = Lanes::of(length, columns);
  const int64_t groups = ceil_div(k.kept.count, k.lanes.width), parts = ceil_div(length, k.lanes.lanes * kRun);
  k.pieces = groups >= 512 || parts <= 1 ? 1 : parts < 1024 / groups ? parts : ceil_div(1024, groups);
  k.piece = ceil_div(ceil_div(length, k.pieces), k.lanes.lanes) * k.lanes.lanes;
  if (k.pieces > 1) k.pieces = ceil_div(length, k.piece);
  const int64_t blocks = blocks_of(groups * k.pieces);
  if (k.pieces == 1) {
    k.partial = nullptr;
    return run(launch, "reduce", reduce_kernel<Op>, blocks, kThreads, k, op);
  }
  const Workspace partial(launch, static_cast<size_t>(k.kept.count * k.pieces) * sizeof(State));
  k.partial = partial.as<State>();
  run(launch, "reduce", reduce_kernel<Op>, blocks, kThreads, k, op);
  run(launch, "reduce", finish_kernel<Op>, ceil_div(k.kept.count, kThreads / 32), kThreads, k, op);
}

[[noreturn]] void refuse(const vjp_reduce_args& args) {
  fail(VJP_ERROR_NOT_IMPLEMENTED, "reduction %d of dtype %s is not implemented on cuda", args.op,
       dtype_name(args.in.dtype));
}

template <class C>
void reduce_real(const vjp_reduce_args& args, const Launch& launch) {
  const bool indexed = args.indices.data != nullptr;
  switch (args.op) {
    case VJP_REDUCTION_MAX:
      return indexed ? run_reduction(args, launch, IndexedExtremeOp<C, true, false>())
                     : run_reduction(args, launch, ExtremeOp<C, true, false>());
    case VJP_REDUCTION_MIN:
      return indexed ? run_reduction(args, launch, IndexedExtremeOp<C, false, false>())
                     : run_reduction(args, launch, ExtremeOp<C, false, false>());
    case VJP_REDUCTION_ARGMAX:
      return run_reduction(args, launch, IndexedExtremeOp<C, true, true>());
    case VJP_REDUCTION_ARGMIN:
      return run_reduction(args, launch, IndexedExtremeOp<C, false, true>());
    case VJP_REDUCTION_LOG_SUM_EXP:
      if constexpr (kIsReal<C>) return run_reduction(args, launch, LogSumExpOp<C>());
  }
  refuse(args);
}

template <class C>
void reduce_computed(const vjp_reduce_args& args, const Launch& launch) {
  switch (args.op) {
    case VJP_REDUCTION_SUM:
      return run_reduction(args, launch, SumOp<C>());
    case VJP_REDUCTION_PROD:
      return run_reduction(args, launch, ProdOp<C>());
    case VJP_REDUCTION_ANY:
      return run_reduction(args, launch, LogicalOp<C, false>());
    case VJP_REDUCTION_ALL:
      return run_reduction(args, launch, LogicalOp<C, true>());
    case VJP_REDUCTION_SUM_SQUARES:
      return run_reduction(args, launch, SumSquaresOp<C>());
    case VJP_REDUCTION_SUM_ABS:
      return run_reduction(args, launch, SumAbsOp<C>());
    case VJP_REDUCTION_SUM_ABS_POW:
      return run_reduction(args, launch, SumAbsPowOp<C>{{}, args.p});
    case VJP_REDUCTION_MAX_ABS:
      return run_reduction(args, launch, ExtremeOp<C, true, true>());
    case VJP_REDUCTION_MIN_ABS:
      return run_reduction(args, launch, ExtremeOp<C, false, true>());
    case VJP_REDUCTION_COUNT_NONZERO:
      return run_reduction(args, launch, CountNonzeroOp<C>());
    case VJP_REDUCTION_VARIANCE:
      if constexpr (!kIsInteger<C>) return run_reduction(args, launch, VarianceOp<C>{args.correction});
      break;
  }
  if constexpr (!kIsComplex<C>) return reduce_real<C>(args, launch);
  refuse(args);
}

}  // namespace

void reduce(const vjp_reduce_args& args, const Launch& launch) {
  switch (compute_of(args.in.dtype)) {
    case kInt64:
      return reduce_computed<int64_t>(args, launch);
    case kFloat32:
      return reduce_computed<float>(args, launch);
    case kFloat64:
      return reduce_computed<double>(args, launch);
    case kComplex64:
      return reduce_computed<Complex<float>>(args, launch);
    case kComplex128:
      return reduce_computed<Complex<double>>(args, launch);
  }
  refuse(args);
}

void count_nonzero(const vjp_count_nonzero_args& args, const Launch& launch) {
  int64_t ones[kMaxDims], zeros[kMaxDims] = {};
  for (int64_t& one : ones) one = 1;
  vjp_reduce_args r = {};
  r.op = VJP_REDUCTION_COUNT_NONZERO;
  r.in = args.in;
  r.out = {args.count, VJP_DTYPE_INT64, args.in.ndim, ones, zeros};
  reduce(r, launch);
}

}  // namespace vjp::cuda
