// Layer and RMS normalisation of rows, forward and backward. Means and squares in two passes over a row, which stays in
// the cache; gradients of weight and bias by columns, over pieces of rows whose number depends on the sizes only.
#include "backends/cuda/kernels.h"
#include "backends/cuda/lanes.h"
#include "backends/cuda/opcodes.h"

namespace vjp::cuda {
namespace {

template <class S>
struct Norm {
  using C = Compute<S>;
  int64_t rows, inner;
  const S *x, *weight, *bias;
  S* y;
  C *mean, *rstd;
  C eps;
  Lanes lanes;
};

template <class S>
__global__ void __launch_bounds__(kThreads) norm_kernel(const __grid_constant__ Norm<S> k) {
  using C = Compute<S>;
  __shared__ C states[kThreads];
  const int t = static_cast<int>(threadIdx.x), lane = k.lanes.lane(t);
  const C size = static_cast<C>(k.inner);
  for (int64_t b = blockIdx.x; b < ceil_div(k.rows, k.lanes.width); b += gridDim.x) {
    const int64_t row = b * k.lanes.width + k.lanes.row(t), end = row < k.rows ? k.inner : 0;
    const S* x = k.x + row * k.inner;
    C mean = C(0);
    if (k.mean) {
      C sum = C(0);
      for (int64_t i = lane; i < end; i += k.lanes.lanes) sum += convert<C>(x[i]);
      mean = sum_lanes(states, sum, k.lanes) / size;
    }
    C squares = C(0);
    for (int64_t i = lane; i < end; i += k.lanes.lanes) {
      const C e = convert<C>(x[i]) - mean;
      squares += e * e;
    }
    const C rstd = C(1) / real_sqrt(sum_lanes(states, squares, k.lanes) / size + k.eps);
    if (row < k.rows && lane == 0) {
      if (k.mean) k.mean[row] = mean;
      k.rstd[row] = rstd;
    }
    for (int64_t i = lane; i < end; i += k.lanes.lanes) {
      C v = (convert<C>(x[i]) - mean) * rstd;
      if (k.weight && k.bias) {
        v = real_fma(v, convert<C>(k.weight[i]), convert<C>(k.bias[i]));
      } else if (k.weight) {
        v *= convert<C>(k.weight[i]);
      } else if (k.bias) {
        v += convert<C>(k.bias[i]);
      }
      k.y[row * k.inner + i] = convert<S>(v);
    }
  }
}

template <class S>
struct NormBackward {
  using C = Compute<S>;
  int64_t rows, inner;
  const S *grad, *x, *weight;
  const C *mean, *rstd;
  S* grad_x;
  Lanes lanes;
};

template <class C>
struct Pair {
  C a, b;
};

// With xhat = (x - mean) * rstd and h = g * weight: grad_x = rstd * (h - mean(h) - xhat * mean(h * xhat)); RMS norm has
// no mean(h).
template <class S>
__global__ void __launch_bounds__(kThreads) norm_backward_kernel(const __grid_constant__ NormBackward<S> k) {
  using C = Compute<S>;
  __shared__ Pair<C> states[kThreads];
  const int t = static_cast<int>(threadIdx.x), lane = k.lanes.lane(t);
  const C size = static_cast<C>(k.inner);
  for (int64_t b = blockIdx.x; b < ceil_div(k.rows, k.lanes.width); b += gridDim.x) {
    const int64_t row = b * k.lanes.width + k.lanes.row(t), end = row < k.rows ? k.inner : 0, at = row * k.inner;
    const C mean = k.mean && end ? k.mean[row] : C(0), rstd = end ? k.rstd[row] : C(0);
    Pair<C> mine = {C(0), C(0)};
    for (int64_t i = lane; i < end; i += k.lanes.lanes) {
      const C h = k.weight ? convert<C>(k.grad[at + i]) * convert<C>(k.weight[i]) : convert<C>(k.grad[at + i]);
      mine.a += h;
      mine.b = real_fma(h, (convert<C>(k.x[at + i]) - mean) * rstd, mine.b);
    }
    const Pair<C> sums = merge_lanes(states, mine, k.lanes, [](const Pair<C>& p, const Pair<C>& q) {
      return Pair<C>{p.a + q.a, p.b + q.b};
    });
    const C mean_h = k.mean ? sums.a / size : C(0), mean_h_xhat = sums.b / size;
    for (int64_t i = lane; i < end; i += k.lanes.lanes) {
      const C h = k.weight ? convert<C>(k.grad[at + i]) * convert<C>(k.weight[i]) : convert<C>(k.grad[at + i]);
      const C xhat = (convert<C>(k.x[at + i]) - mean) * rstd;
      k.grad_x[at + i] = convert<S>(rstd * real_fma(-xhat, mean_h_xhat, h - mean_h));
    }
  }
}

// Sums over rows for the gradients of weight and bias: 32 columns and 8 rows at a time.
template <class S>
struct NormParameters {
  using C = Compute<S>;
  int64_t rows, inner, pieces, piece;
  const S *grad, *x;
  const C *mean, *rstd;
  S *grad_weight, *grad_bias;
  Pair<C>* partial;  // [pieces, inner]
};

template <class S>
__global__ void __launch_bounds__(kThreads) norm_parameters_kernel(const __grid_constant__ NormParameters<S> k) {
  using C = Compute<S>;
  __shared__ Pair<C> states[kThreads];
  const Lanes lanes = {32, kThreads / 32, true};
  const int t = static_cast<int>(threadIdx.x), lane = lanes.lane(t);
  const int64_t strips = ceil_div(k.inner, lanes.width);
  for (int64_t b = blockIdx.x; b < strips * k.pieces; b += gridDim.x) {
    const int64_t column = b % strips * lanes.width + lanes.row(t), p = b / strips;
    const int64_t end = (p + 1) * k.piece < k.rows ? (p + 1) * k.piece : k.rows;
    Pair<C> mine = {C(0), C(0)};
    if (column < k.inner) {
      for (int64_t r = p * k.piece + lane; r < end; r += lanes.lanes) {
        const C g = convert<C>(k.grad[r * k.inner + column]);
        const C mean = k.mean ? k.mean[r] : C(0);
        mine.a = real_fma(g, (convert<C>(k.x[r * k.inner + column]) - mean) * k.rstd[r], mine.a);
        mine.b += g;
      }
    }
    const Pair<C> sums = merge_lanes(states, mine, lanes, [](const Pair<C>& x, const Pair<C>& y) {
      return Pair<C>{x.a + y.a, x.b + y.b};
    });
    if (lane == 0 && column < k.inner) k.partial[p * k.inner + column] = sums;
  }
}

template <class S>
__global__ void __launch_bounds__(kThreads) norm_parameters_finish_kernel(const __grid_constant__ NormParameters<S> k) {
  using C = Compute<S>;
  for (int64_t i = first_item(); i < k.inner; i += item_step()) {
    Pair<C> sums = {C(0), C(0)};
    for (int64_t p = 0; p < k.pieces; ++p) {
      sums.a += k.partial[p * k.inner + i].a;
      sums.b += k.partial[p * k.inner + i].b;
    }
    if (k.grad_weight) k.grad_weight[i] = convert<S>(sums.a);
    if (k.grad_bias) k.grad_bias[i] = convert<S>(sums.b);
  }
}

}  // namespace

void norm(const vjp_norm_args& args, const Launch& launch) {
  visit_floating(args.dtype, "normalisation", [&](auto type) {
    using S = decltype(type);
    using C = Compute<S>;
    const Norm<S> k = {args.rows,
                       args.inner,
                       static_cast<const S*>(args.x),
                       static_cast<const S*>(args.weight),
                       static_cast<const S*>(args.bias),
                       static_cast<S*>(args.y),
                       static_cast<C*>(args.mean),
                       static_cast<C*>(args.rstd),
                       static_cast<C>(args.eps),
                       Lanes::of(args.inner, false)};
    run(launch, "norm", norm_kernel<S>, blocks_of(ceil_div(k.rows, k.lanes.width)), kThreads, k);
  });
}

void norm_backward(const vjp_norm_backward_args& args, const Launch& launch) {
  visit_floating(args.dtype, "normalisation", [&](auto type) {
    using S = decltype(type);
    using C = Compute<S>;
    const S *grad = static_cast<const S*>(args.grad), *x = static_cast<const S*>(args.x);
    const C *mean = static_cast<const C*>(args.mean), *rstd = static_cast<const C*>(args.rstd);
    if (args.grad_weight || args.grad_bias) {
      NormParameters<S> k = {args.rows,
                             args.inner,
                             1,
                             0,
                             grad,
                             x,
                             mean,
                             rstd,
                             static_cast<S*>(args.grad_weight),
                             static_cast<S*>(args.grad_bias),
                             nullptr};
      // enough blocks for a device, and rows enough for a block
      const int64_t strips = ceil_div(args.inner, 32), wanted = ceil_div(512, strips > 0 ? strips : 1);
      const int64_t most = ceil_div(args.rows, 64);
      k.pieces = wanted < most ? wanted : most;
      if (k.pieces < 1) k.pieces = 1;
      k.piece = ceil_div(args.rows, k.pieces);
      const Workspace partial(launch, static_cast<size_t>(k.pieces * k.inner) * sizeof(Pair<C>));
      k.partial = partial.as<Pair<C>>();
      run(launch, "norm_backward", norm_parameters_kernel<S>, blocks_of(strips * k.pieces), kThreads, k);
      run(launch, "norm_backward", norm_parameters_finish_kernel<S>, blocks_for(launch, k.inner), kThreads, k);
    }
    if (!args.grad_x) return;
    const NormBackward<S> k = {args.rows,
                               args.inner,
                               grad,
                               x,
                               static_cast<const S*>(args.weight),
                               mean,
                               rstd,
                               static_cast<S*>(args.grad_x),
                               Lanes::of(args.inner, false)};
    run(launch, "norm_backward", norm_backward_kernel<S>, blocks_of(ceil_div(k.rows, k.lanes.width)), kThreads, k);
  });
}

}  // namespace vjp::cuda
