// Running sums, products, extremes and log-sum-exps along a dimension. A block takes a row tile by tile: each thread a
// few neighbours, the threads' totals by a scan in shared memory. Long rows are cut into pieces: their totals first,
// then every piece with what comes before it. Many neighbouring columns are scanned by a thread each.
//
// float sums run in double, as on the CPU: one after the other, their error would grow with the length.
#include "backends/cuda/geometry.h"
#include "backends/cuda/kernels.h"
#include "backends/cuda/reductions.h"

namespace vjp::cuda {
namespace {

constexpr int kPerThread = 4;
constexpr int kScanTile = kThreads * kPerThread;

template <class C>
struct Wider {
  using type = C;
};
template <>
struct Wider<float> {
  using type = double;
};
template <>
struct Wider<Complex<float>> {
  using type = Complex<double>;
};

// An op: State, identity(), first(x, position), combine(earlier, later), value(state).
template <class C>
struct SumScan {
  using Element = C;
  using State = typename Wider<C>::type;
  static VJP_HD State identity() { return State(0); }
  static VJP_HD State first(C x, int64_t) { return convert<State>(x); }
  static VJP_HD State combine(State a, State b) { return op_add(a, b); }
  static VJP_HD C value(State s) { return convert<C>(s); }
};
template <class C>
struct ProdScan {
  using Element = C;
  using State = typename Wider<C>::type;
  static VJP_HD State identity() { return State(1); }
  static VJP_HD State first(C x, int64_t) { return convert<State>(x); }
  static VJP_HD State combine(State a, State b) { return op_mul(a, b); }
  static VJP_HD C value(State s) { return convert<C>(s); }
};
template <class C, bool kMax>
struct ExtremeScan {
  using Element = C;
  using State = Positioned<C>;
  static VJP_HD State identity() { return {C(0), -1}; }
  static VJP_HD State first(C x, int64_t position) { return {x, position}; }
  static VJP_HD State combine(const State& a, const State& b) {  // the last of equals, as the field has it
    if (a.position < 0) return b;
    if (b.position < 0) return a;
    const bool take = b.value != b.value || (a.value == a.value && (kMax ? b.value >= a.value : b.value <= a.value));
    return take ? b : a;
  }
  static VJP_HD C value(const State& s) { return s.value; }
};
template <class C>
struct LogSumExpScan {
  using Element = C;
  using State = double;
  static VJP_HD State identity() { return -scalar::infinity<double>(); }
  static VJP_HD State first(C x, int64_t) { return static_cast<double>(x); }
  static VJP_HD State combine(State a, State b) {
    if (a != a || b != b) return a + b;
    if (a == b && is_inf(a)) return a;
    const double high = a > b ? a : b, low = a > b ? b : a;
    return high + real_log1p(real_exp(low - high));
  }
  static VJP_HD C value(State s) { return static_cast<C>(s); }
};

template <class State>
struct Scan {
  Space<3> outer;  // strides of in, out, indices
  int64_t length, in_step, out_step, index_step;
  const void* in;
  void *out, *indices;
  int in_dtype, out_dtype, indices_dtype;
  bool reverse;
  int64_t pieces, piece;
  State* before;     // [rows, pieces]: first totals, then what comes before each piece; null: one piece
  bool totals_only;  // writes `before`
};

template <class Op>
__device__ inline typename Op::State element_of(const Scan<typename Op::State>& k, int64_t base, int64_t i) {
  const int64_t r = k.reverse ? k.length - 1 - i : i;
  return Op::first(load<typename Op::Element>(k.in, k.in_dtype, base + r * k.in_step), r);
}
template <class Op>
__device__ inline void write_element(const Scan<typename Op::State>& k, const int64_t* at, int64_t i,
                                     const typename Op::State& s) {
  const int64_t r = k.reverse ? k.length - 1 - i : i;
  store(k.out, k.out_dtype, at[1] + r * k.out_step, Op::value(s));
  if constexpr (kSame<typename Op::State, Positioned<typename Op::Element>>) {
    if (k.indices) store(k.indices, k.indices_dtype, at[2] + r * k.index_step, s.position);
  }
}

template <class Op>
__global__ void __launch_bounds__(kThreads) scan_rows_kernel(const __grid_constant__ Scan<typename Op::State> k) {
  using State = typename Op::State;
  __shared__ State totals[kThreads];
  const int t = static_cast<int>(threadIdx.x);
  for (int64_t b = blockIdx.x; b < k.outer.count * k.pieces; b += gridDim.x) {
    int64_t at[3];
    k.outer.offsets(b / k.pieces, at);
    const int64_t begin = b % k.pieces * k.piece, stop = begin + k.piece < k.length ? begin + k.piece : k.length;
    State carry = k.before && !k.totals_only ? k.before[b] : Op::identity();
    for (int64_t tile = begin; tile < stop; tile += kScanTile) {
      const int64_t first = tile + static_cast<int64_t>(t) * kPerThread;
      State mine[kPerThread], total = Op::identity();
      VJP_UNROLL
      for (int j = 0; j < kPerThread; ++j) {
        if (first + j < stop) total = Op::combine(total, element_of<Op>(k, at[0], first + j));
        mine[j] = total;
      }
      totals[t] = total;
      __syncthreads();
      for (int d = 1; d < kThreads; d *= 2) {
        const State other = t >= d ? totals[t - d] : Op::identity();
        __syncthreads();
        totals[t] = Op::combine(other, totals[t]);
        __syncthreads();
      }
      if (!k.totals_only) {
        const State before = t > 0 ? Op::combine(carry, totals[t - 1]) : carry;
        VJP_UNROLL
        for (int j = 0; j < kPerThread; ++j) {
          if (first + j < stop) write_element<Op>(k, at, first + j, Op::combine(before, mine[j]));
        }
      }
      carry = Op::combine(carry, totals[kThreads - 1]);
      __syncthreads();
    }
    if (k.totals_only && t == 0) k.before[b] = carry;
  }
}

// The totals of a row's pieces become what comes before each.
template <class Op>
__global__ void __launch_bounds__(kThreads) scan_totals_kernel(const __grid_constant__ Scan<typename Op::State> k) {
  using State = typename Op::State;
  for (int64_t row = first_item(); row < k.outer.count; row += item_step()) {
    State s = Op::identity();
    for (int64_t p = 0; p < k.pieces; ++p) {
      State& slot = k.before[row * k.pieces + p];
      const State total = slot;
      slot = s;
      s = Op::combine(s, total);
    }
  }
}

template <class Op>
__global__ void __launch_bounds__(kThreads) scan_columns_kernel(const __grid_constant__ Scan<typename Op::State> k) {
  for (int64_t row = first_item(); row < k.outer.count; row += item_step()) {
    int64_t at[3];
    k.outer.offsets(row, at);
    typename Op::State s = Op::identity();
    for (int64_t i = 0; i < k.length; ++i) {
      s = Op::combine(s, element_of<Op>(k, at[0], i));
      write_element<Op>(k, at, i, s);
    }
  }
}

template <class Op>
void run_scan(const vjp_scan_args& args, const Launch& launch) {
  Scan<typename Op::State> k = {};
  const bool indexed = args.indices.data != nullptr, one = args.in.ndim == 0;
  k.length = one ? 1 : args.in.sizes[args.dim];
  k.in_step = one ? 1 : args.in.strides[args.dim];
  k.out_step = one ? 1 : args.out.strides[args.dim];
  k.index_step = one || !indexed ? 1 : args.indices.strides[args.dim];
  for (int d = 0; d < args.in.ndim; ++d) {
    if (d == args.dim) continue;
    k.outer.push(args.in.sizes[d], args.in.strides[d], args.out.strides[d], indexed ? args.indices.strides[d] : 0);
  }
  if (k.outer.count == 0 || k.length == 0) return;
  k.outer.sort(0);
  k.outer.finish();
  k.in = args.in.data;
  k.out = args.out.data;
  k.indices = args.indices.data;
  k.in_dtype = args.in.dtype;
  k.out_dtype = args.out.dtype;
  k.indices_dtype = args.indices.dtype;
  k.reverse = args.reverse;
  k.pieces = 1;
  k.piece = k.length;
  const int64_t rows = k.outer.count;
  const bool neighbours = k.outer.ndim > 0 && k.outer.strides[0][k.outer.ndim - 1] == 1 && k.in_step != 1;
  if (k.length <= 8 || (neighbours && rows >= 2048)) {
    return run(launch, "scan", scan_columns_kernel<Op>, blocks_for(launch, rows), kThreads, k);
  }
  if (rows < 256 && k.length > 8 * kScanTile) {
    k.pieces = ceil_div(512, rows);
    k.piece = ceil_div(ceil_div(k.length, k.pieces), kScanTile) * kScanTile;
    k.pieces = ceil_div(k.length, k.piece);
  }
  const int64_t blocks = rows * k.pieces < (int64_t(1) << 30) ? rows * k.pieces : int64_t(1) << 30;
  if (k.pieces == 1) return run(launch, "scan", scan_rows_kernel<Op>, blocks, kThreads, k);
  const Workspace before(launch, static_cast<size_t>(rows * k.pieces) * sizeof(typename Op::State));
  k.before = before.as<typename Op::State>();
  k.totals_only = true;
  run(launch, "scan", scan_rows_kernel<Op>, blocks, kThreads, k);
  run(launch, "scan", scan_totals_kernel<Op>, blocks_for(launch, rows), kThreads, k);
  k.totals_only = false;
  run(launch, "scan", scan_rows_kernel<Op>, blocks, kThreads, k);
}

template <class C>
void scan_computed(const vjp_scan_args& args, const Launch& launch) {
  switch (args.op) {
    case VJP_SCAN_SUM:
      return run_scan<SumScan<C>>(args, launch);
    case VJP_SCAN_PROD:
      return run_scan<ProdScan<C>>(args, launch);
    case VJP_SCAN_MAX:
      if constexpr (!kIsComplex<C>) return run_scan<ExtremeScan<C, true>>(args, launch);
      break;
    case VJP_SCAN_MIN:
      if constexpr (!kIsComplex<C>) return run_scan<ExtremeScan<C, false>>(args, launch);
      break;
    case VJP_SCAN_LOG_SUM_EXP:
      if constexpr (kIsReal<C>) return run_scan<LogSumExpScan<C>>(args, launch);
      break;
  }
  fail(VJP_ERROR_NOT_IMPLEMENTED, "scan %d of dtype %s is not implemented on cuda", args.op, dtype_name(args.in.dtype));
}

}  // namespace

void scan(const vjp_scan_args& args, const Launch& launch) {
  // the compute type of the output: a sum of small integers is one of int64
  switch (compute_of(args.in.dtype) == kInt64 ? static_cast<int>(kInt64) : compute_of(args.out.dtype)) {
    case kInt64:
      return scan_computed<int64_t>(args, launch);
    case kFloat32:
      return scan_computed<float>(args, launch);
    case kFloat64:
      return scan_computed<double>(args, launch);
    case kComplex64:
      return scan_computed<Complex<float>>(args, launch);
    default:
      return scan_computed<Complex<double>>(args, launch);
  }
}

}  // namespace vjp::cuda
