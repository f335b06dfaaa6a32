// Convolutions of rank 1 to 3 by the definition: what the library of the vendor does not serve. A thread sums up an
// element of the output, or of the input's gradient; a block one of the weight's gradient.
#include "backends/cuda/conv_cudnn.h"
#include "backends/cuda/kernels.h"
#include "backends/cuda/lanes.h"
#include "backends/cuda/opcodes.h"

namespace vjp::cuda {
namespace {

// With three spatial dimensions: missing ones lead and have size 1. Channels are those of a group.
struct Conv {
  int64_t batch, groups, in_channels, out_channels;
  int64_t in_size[3], in_stride[3], out_size[3], out_stride[3], kernel[3], kernel_stride[3];
  int64_t stride[3], padding[3], dilation[3];
  int64_t in_batch, in_channel, out_batch, out_channel, weight_out, weight_in, bias_stride;
  void *in, *weight, *bias, *out;
};

Conv conv_of(const vjp_conv_args& a) {
  Conv g = {};
  g.groups = a.groups;
  g.batch = a.in.sizes[0];
  g.in_channels = a.in.sizes[1] / a.groups;
  g.out_channels = a.out.sizes[1] / a.groups;
  g.in_batch = a.in.strides[0];
  g.in_channel = a.in.strides[1];
  g.out_batch = a.out.strides[0];
  g.out_channel = a.out.strides[1];
  g.weight_out = a.weight.strides[0];
  g.weight_in = a.weight.strides[1];
  g.bias_stride = a.bias.data ? a.bias.strides[0] : 0;
  for (int d = 0; d < 3; ++d) {
    const int s = d - (3 - a.rank);
    const bool has = s >= 0;
    g.in_size[d] = has ? a.in.sizes[2 + s] : 1;
    g.in_stride[d] = has ? a.in.strides[2 + s] : 0;
    g.out_size[d] = has ? a.out.sizes[2 + s] : 1;
    g.out_stride[d] = has ? a.out.strides[2 + s] : 0;
    g.kernel[d] = has ? a.weight.sizes[2 + s] : 1;
    g.kernel_stride[d] = has ? a.weight.strides[2 + s] : 0;
    g.stride[d] = has ? a.stride[s] : 1;
    g.padding[d] = has ? a.padding[s] : 0;
    g.dilation[d] = has ? a.dilation[s] : 1;
  }
  g.in = a.in.data;
  g.weight = a.weight.data;
  g.bias = a.bias.data;
  g.out = a.out.data;
  return g;
}

template <class C>
__device__ inline C multiply_add(C a, C b, C c) {
  return op_fma(a, b, c);
}

VJP_HD inline void take_apart(int64_t i, const int64_t* size, int64_t* x, int64_t& rest) {
  for (int d = 2; d >= 0; --d) {
    x[d] = i % size[d];
    i /= size[d];
  }
  rest = i;
}

template <class S>
__global__ void __launch_bounds__(kThreads) conv_forward_kernel(const __grid_constant__ Conv g) {
  using C = Compute<S>;
  const int64_t channels = g.groups * g.out_channels;
  const int64_t count = g.batch * channels * g.out_size[0] * g.out_size[1] * g.out_size[2];
  for (int64_t i = first_item(); i < count; i += item_step()) {
    int64_t y[3], rest, k[3], x[3];
    take_apart(i, g.out_size, y, rest);
    const int64_t n = rest / channels, o = rest % channels;
    const S* in = static_cast<const S*>(g.in) + n * g.in_batch + o / g.out_channels * g.in_channels * g.in_channel;
    const S* weight = static_cast<const S*>(g.weight) + o * g.weight_out;
    C sum = g.bias ? convert<C>(static_cast<const S*>(g.bias)[o * g.bias_stride]) : C(0);
    for (int64_t c = 0; c < g.in_channels; ++c) {
      for (k[0] = 0; k[0] < g.kernel[0]; ++k[0]) {
        x[0] = y[0] * g.stride[0] + k[0] * g.dilation[0] - g.padding[0];
        if (x[0] < 0 || x[0] >= g.in_size[0]) continue;
        for (k[1] = 0; k[1] < g.kernel[1]; ++k[1]) {
          x[1] = y[1] * g.stride[1] + k[1] * g.dilation[1] - g.padding[1];
          if (x[1] < 0 || x[1] >= g.in_size[1]) continue;
          for (k[2] = 0; k[2] < g.kernel[2]; ++k[2]) {
            x[2] = y[2] * g.stride[2] + k[2] * g.dilation[2] - g.padding[2];
            if (x[2] < 0 || x[2] >= g.in_size[2]) continue;
            const S a = in[c * g.in_channel + x[0] * g.in_stride[0] + x[1] * g.in_stride[1] + x[2] * g.in_stride[2]];
            const S b = weight[c * g.weight_in + k[0] * g.kernel_stride[0] + k[1] * g.kernel_stride[1] +
                               k[2] * g.kernel_stride[2]];
            sum = multiply_add(convert<C>(a), convert<C>(b), sum);
          }
        }
      }
    }
    static_cast<S*>(g.out)[n * g.out_batch + o * g.out_channel + y[0] * g.out_stride[0] + y[1] * g.out_stride[1] +
                           y[2] * g.out_stride[2]] = convert<S>(sum);
  }
}

// The output position that meets input x through tap k, if there is one.
VJP_HD inline bool output_through(const Conv& g, int d, int64_t x, int64_t k, int64_t& y) {
  const int64_t scaled = x + g.padding[d] - k * g.dilation[d];
  if (scaled < 0 || scaled % g.stride[d] != 0) return false;
  y = scaled / g.stride[d];
  return y < g.out_size[d];
}

template <class S>
__global__ void __launch_bounds__(kThreads) conv_data_kernel(const __grid_constant__ Conv g) {
  using C = Compute<S>;
  const int64_t channels = g.groups * g.in_channels;
  const int64_t count = g.batch * channels * g.in_size[0] * g.in_size[1] * g.in_size[2];
  for (int64_t i = first_item(); i < count; i += item_step()) {
    int64_t x[3], rest, k[3], y[3];
    take_apart(i, g.in_size, x, rest);
    const int64_t n = rest / channels, c = rest % channels, first = c / g.in_channels * g.out_channels;
    const S* out = static_cast<const S*>(g.out) + n * g.out_batch + first * g.out_channel;
    const S* weight = static_cast<const S*>(g.weight) + first * g.weight_out + c % g.in_channels * g.weight_in;
    C sum = C(0);
    for (k[0] = 0; k[0] < g.kernel[0]; ++k[0]) {
      if (!output_through(g, 0, x[0], k[0], y[0])) continue;
      for (k[1] = 0; k[1] < g.kernel[1]; ++k[1]) {
        if (!output_through(g, 1, x[1], k[1], y[1])) continue;
        for (k[2] = 0; k[2] < g.kernel[2]; ++k[2]) {
          if (!output_through(g, 2, x[2], k[2], y[2])) continue;
          const int64_t at = y[0] * g.out_stride[0] + y[1] * g.out_stride[1] + y[2] * g.out_stride[2];
          const int64_t tap = k[0] * g.kernel_stride[0] + k[1] * g.kernel_stride[1] + k[2] * g.kernel_stride[2];
          for (int64_t o = 0; o < g.out_channels; ++o) {
            sum =
                multiply_add(convert<C>(out[at + o * g.out_channel]), convert<C>(weight[tap + o * g.weight_out]), sum);
          }
        }
      }
    }
    static_cast<S*>(g.in)[n * g.in_batch + c * g.in_channel + x[0] * g.in_stride[0] + x[1] * g.in_stride[1] +
                          x[2] * g.in_stride[2]] = convert<S>(sum);
  }
}

// A block an element of the weight: its threads share out the batch and the output positions.
template <class S>
__global__ void __launch_bounds__(kThreads) conv_weight_kernel(const __grid_constant__ Conv g) {
  using C = Compute<S>;
  __shared__ C states[kThreads];
  const Lanes lanes = {1, kThreads, false};
  const int64_t weights = g.groups * g.out_channels * g.in_channels * g.kernel[0] * g.kernel[1] * g.kernel[2];
  const int64_t products = g.batch * g.out_size[0] * g.out_size[1] * g.out_size[2];
  for (int64_t w = blockIdx.x; w < weights; w += gridDim.x) {
    int64_t k[3], rest;
    take_apart(w, g.kernel, k, rest);
    const int64_t c = rest % g.in_channels, o = rest / g.in_channels;
    const S* in = static_cast<const S*>(g.in) + (o / g.out_channels * g.in_channels + c) * g.in_channel;
    const S* out = static_cast<const S*>(g.out) + o * g.out_channel;
    C sum = C(0);
    for (int64_t i = threadIdx.x; i < products; i += kThreads) {
      int64_t y[3], n, from = 0, at = 0;
      take_apart(i, g.out_size, y, n);
      bool inside = true;
      for (int d = 0; d < 3; ++d) {
        const int64_t x = y[d] * g.stride[d] + k[d] * g.dilation[d] - g.padding[d];
        inside = inside && x >= 0 && x < g.in_size[d];
        from += x * g.in_stride[d];
        at += y[d] * g.out_stride[d];
      }
      if (!inside) continue;
      sum = multiply_add(convert<C>(out[n * g.out_batch + at]), convert<C>(in[n * g.in_batch + from]), sum);
    }
    const C all = sum_lanes(states, sum, lanes);
    if (threadIdx.x == 0) {
      static_cast<S*>(g.weight)[o * g.weight_out + c * g.weight_in + k[0] * g.kernel_stride[0] +
                                k[1] * g.kernel_stride[1] + k[2] * g.kernel_stride[2]] = convert<S>(all);
    }
  }
}

template <class F>
void visit_computing(int dtype, F&& f) {
  switch (dtype) {
    case kComplex64:
      return f(Complex<float>{});
    case kComplex128:
      return f(Complex<double>{});
    default:
      return visit_floating(dtype, "convolution", f);
  }
}

// The sum of `out` over all but the channels.
void bias_gradient(const vjp_conv_args& args, const Launch& launch) {
  int64_t sizes[5], strides[5] = {};
  for (int d = 0; d < args.out.ndim; ++d) sizes[d] = d == 1 ? args.out.sizes[1] : 1;
  strides[1] = args.bias.strides[0];
  vjp_reduce_args r = {};
  r.op = VJP_REDUCTION_SUM;
  r.in = args.out;
  r.out = {args.bias.data, args.bias.dtype, args.out.ndim, sizes, strides};
  reduce(r, launch);
}

}  // namespace

void conv_forward(const vjp_conv_args& args, const Launch& launch) {
  if (conv_by_cudnn(Convolution::Forward, args, launch)) return;
  const Conv g = conv_of(args);
  visit_computing(args.out.dtype, [&](auto type) {
    const int64_t count = g.batch * g.groups * g.out_channels * g.out_size[0] * g.out_size[1] * g.out_size[2];
    run(launch, "conv_forward", conv_forward_kernel<decltype(type)>, blocks_for(launch, count), kThreads, g);
  });
}

void conv_data(const vjp_conv_args& args, const Launch& launch) {
  if (conv_by_cudnn(Convolution::Data, args, launch)) return;
  const Conv g = conv_of(args);
  visit_computing(args.in.dtype, [&](auto type) {
    const int64_t count = g.batch * g.groups * g.in_channels * g.in_size[0] * g.in_size[1] * g.in_size[2];
    run(launch, "conv_data", conv_data_kernel<decltype(type)>, blocks_for(launch, count), kThreads, g);
  });
}

void conv_weight(const vjp_conv_args& args, const Launch& launch) {
  if (conv_by_cudnn(Convolution::Weight, args, launch)) return;
  const Conv g = conv_of(args);
  visit_computing(args.weight.dtype, [&](auto type) {
    const int64_t count = g.groups * g.out_channels * g.in_channels * g.kernel[0] * g.kernel[1] * g.kernel[2];
    run(launch, "conv_weight", conv_weight_kernel<decltype(type)>, blocks_of(count), kThreads, g);
  });
  if (args.bias.data) bias_gradient(args, launch);
}

}  // namespace vjp::cuda
