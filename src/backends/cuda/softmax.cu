// Softmax and log-softmax along one dimension: a running maximum and sum of exponentials in one pass, the values in a
// second. Complex rows have no order: their largest real part keeps exp in range.
#include "backends/cuda/kernels.h"
#include "backends/cuda/lanes.h"
#include "backends/cuda/opcodes.h"
#include "backends/cuda/reductions.h"

namespace vjp::cuda {
namespace {

template <class C>
VJP_HD inline C exponential(C x) {
  return op_exp(x);
}
VJP_HD inline float real_part(float x) { return x; }
VJP_HD inline double real_part(double x) { return x; }
template <class T>
VJP_HD inline T real_part(Complex<T> x) {
  return x.re;
}
template <class C>
VJP_HD inline C conjugated(C x) {
  return op_conj(x);
}

template <class C>
struct Sums {  // of exp(x - max)
  Real<C> max;
  C sum;
};
template <class C>
VJP_HD inline Sums<C> merged(const Sums<C>& a, const Sums<C>& b) {
  if (is_nan(a.max) || a.max == b.max) return {a.max, a.sum + b.sum};
  if (is_nan(b.max)) return b;
  return a.max > b.max ? Sums<C>{a.max, a.sum + b.sum * C(real_exp(b.max - a.max))}
                       : Sums<C>{b.max, b.sum + a.sum * C(real_exp(a.max - b.max))};
}

template <int N>
struct Rows {
  Space<N> outer;
  int64_t length, step[N];
  Lanes lanes;
  bool log;
  void* data[N];
  int dtype[N];
};

template <class C>
__global__ void __launch_bounds__(kThreads) softmax_kernel(const __grid_constant__ Rows<2> k) {
  using R = Real<C>;
  __shared__ Sums<C> states[kThreads];
  const int t = static_cast<int>(threadIdx.x), lane = k.lanes.lane(t);
  const int64_t groups = ceil_div(k.outer.count, k.lanes.width);
  for (int64_t b = blockIdx.x; b < groups; b += gridDim.x) {
    const int64_t row = b * k.lanes.width + k.lanes.row(t), end = row < k.outer.count ? k.length : 0;
    int64_t at[2] = {};
    if (end > 0) k.outer.offsets(row, at);
    Sums<C> mine = {-scalar::infinity<R>(), C(0)};
    for (int64_t i = lane; i < end; i += k.lanes.lanes) {
      const C x = load_computed<C>(k.data[0], k.dtype[0], at[0] + i * k.step[0]);
      const R max = real_part(x);
      mine = merged(mine, Sums<C>{max, is_inf(max) ? C(max > 0 ? 1 : 0) : exponential(x - C(max))});
    }
    const Sums<C> all =
        merge_lanes(states, mine, k.lanes, [](const Sums<C>& x, const Sums<C>& y) { return merged(x, y); });
    // infinity less itself is not a number, and neither is any sum with it
    const C sum = is_inf(all.max) ? C(scalar::not_a_number<R>()) : all.sum;
    const C log_sum = k.log ? op_log(sum) : sum;
    for (int64_t i = lane; i < end; i += k.lanes.lanes) {
      const C x = load_computed<C>(k.data[0], k.dtype[0], at[0] + i * k.step[0]) - C(all.max);
      // x - max first: max may be so large that adding the logarithm to it would lose it
      store(k.data[1], k.dtype[1], at[1] + i * k.step[1], k.log ? x - log_sum : op_div(exponential(x), sum));
    }
  }
}

template <class C>
__global__ void __launch_bounds__(kThreads) softmax_backward_kernel(const __grid_constant__ Rows<3> k) {
  __shared__ C states[kThreads];
  const int t = static_cast<int>(threadIdx.x), lane = k.lanes.lane(t);
  const int64_t groups = ceil_div(k.outer.count, k.lanes.width);
  for (int64_t b = blockIdx.x; b < groups; b += gridDim.x) {
    const int64_t row = b * k.lanes.width + k.lanes.row(t), end = row < k.outer.count ? k.length : 0;
    int64_t at[3] = {};
    if (end > 0) k.outer.offsets(row, at);
    C mine = C(0);
    for (int64_t i = lane; i < end; i += k.lanes.lanes) {
      const C g = load_computed<C>(k.data[0], k.dtype[0], at[0] + i * k.step[0]);
      mine = mine + (k.log ? g : g * conjugated(load_computed<C>(k.data[1], k.dtype[1], at[1] + i * k.step[1])));
    }
    const C sum = sum_lanes(states, mine, k.lanes);
    for (int64_t i = lane; i < end; i += k.lanes.lanes) {
      const C g = load_computed<C>(k.data[0], k.dtype[0], at[0] + i * k.step[0]);
      const C y = load_computed<C>(k.data[1], k.dtype[1], at[1] + i * k.step[1]);
      const C value = k.log ? g - conjugated(exponential(y)) * sum : conjugated(y) * (g - sum);
      store(k.data[2], k.dtype[2], at[2] + i * k.step[2], value);
    }
  }
}

template <int N>
Rows<N> rows_of(const vjp_array* const (&arrays)[N], int dim, bool log) {
  const vjp_array& first = *arrays[0];
  Rows<N> k;
  k.log = log;
  k.length = first.ndim > 0 ? first.sizes[dim] : 1;
  for (int a = 0; a < N; ++a) {
    k.data[a] = arrays[a]->data;
    k.dtype[a] = arrays[a]->dtype;
    k.step[a] = first.ndim > 0 ? arrays[a]->strides[dim] : 1;
  }
  for (int d = 0; d < first.ndim; ++d) {
    if (d == dim) continue;
    int64_t strides[N];
    for (int a = 0; a < N; ++a) strides[a] = arrays[a]->strides[d];
    k.outer.push_all(first.sizes[d], strides);
  }
  k.outer.sort(0);
  k.outer.finish();
  const bool columns = k.step[0] != 1 && k.outer.ndim > 0 && k.outer.strides[0][k.outer.ndim - 1] == 1;
  k.lanes = Lanes::of(k.length, columns);
  return k;
}

template <class F>
void visit_computed(int dtype, const char* what, F&& f) {
  switch (compute_of(dtype)) {
    case kFloat32:
      return f(float{});
    case kFloat64:
      return f(double{});
    case kComplex64:
      return f(Complex<float>{});
    case kComplex128:
      return f(Complex<double>{});
  }
  fail(VJP_ERROR_NOT_IMPLEMENTED, "%s of dtype %s is not implemented on cuda", what, dtype_name(dtype));
}

}  // namespace

void softmax(const vjp_softmax_args& args, const Launch& launch) {
  visit_computed(args.in.dtype, "softmax", [&](auto type) {
    const vjp_array* const arrays[2] = {&args.in, &args.out};
    const Rows<2> k = rows_of(arrays, args.dim, args.log);
    if (k.length == 0) return;
    run(launch, "softmax", softmax_kernel<decltype(type)>, blocks_of(ceil_div(k.outer.count, k.lanes.width)), kThreads,
        k);
  });
}

void softmax_backward(const vjp_softmax_backward_args& args, const Launch& launch) {
  visit_computed(args.grad.dtype, "softmax_backward", [&](auto type) {
    const vjp_array* const arrays[3] = {&args.grad, &args.y, &args.grad_in};
    const Rows<3> k = rows_of(arrays, args.dim, args.log);
    if (k.length == 0) return;
    run(launch, "softmax_backward", softmax_backward_kernel<decltype(type)>,
        blocks_of(ceil_div(k.outer.count, k.lanes.width)), kThreads, k);
  });
}

}  // namespace vjp::cuda
