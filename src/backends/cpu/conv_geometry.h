// The arguments of a convolution as all its kernels see them: three spatial dimensions, channels of one group, taps.
#pragma once

#include <algorithm>
#include <complex>

#include "backends/cpu/conv_plan.h"
#include "backends/cpu/gemm.h"

namespace vjp::cpu {

template <class S>
using Compute = std::conditional_t<std::is_same_v<S, double>, double, float>;

// The arguments with three spatial dimensions: missing ones lead and have size 1.
struct Geometry {
  int64_t batch, groups, in_channels, out_channels;  // channels of a group
  Index3 in_size, in_stride, out_size, out_stride, kernel, kernel_stride, stride, padding, dilation;
  int64_t in_batch, in_channel, out_batch, out_channel, weight_out, weight_in;  // strides
};

inline Geometry geometry_of(const ConvArgs& a) {
  Geometry g;
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
  for (int d = 0; d < 3; ++d) {
    int s = d - (3 - a.rank);  // spatial dimension of the arguments
    bool has = s >= 0;
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
  return g;
}

inline bool is_empty(const Geometry& g) {
  int64_t count = g.batch * g.groups * g.in_channels * g.out_channels;
  for (int d = 0; d < 3; ++d) count *= g.in_size[d] * g.out_size[d] * g.kernel[d];
  return count == 0;
}

template <class F>
void for_each_tap(const Geometry& g, F&& f) {
  Index3 k;
  for (k[0] = 0; k[0] < g.kernel[0]; ++k[0]) {
    for (k[1] = 0; k[1] < g.kernel[1]; ++k[1]) {
      for (k[2] = 0; k[2] < g.kernel[2]; ++k[2]) {
        f(k, k[0] * g.kernel_stride[0] + k[1] * g.kernel_stride[1] + k[2] * g.kernel_stride[2]);
      }
    }
  }
}

template <class S>
Correlation<S> forward_correlation(const ConvArgs& a, const Geometry& g) {
  Correlation<S> c{};
  c.batch = g.batch;
  c.groups = g.groups;
  c.in_channels = g.in_channels;
  c.out_channels = g.out_channels;
  c.in = static_cast<const S*>(a.in.data);
  c.in_batch_stride = g.in_batch;
  c.in_channel_stride = g.in_channel;
  c.out = static_cast<S*>(a.out.data);
  c.out_batch_stride = g.out_batch;
  c.out_channel_stride = g.out_channel;
  for (int d = 0; d < 3; ++d) {
    c.in_size[d] = g.in_size[d];
    c.in_stride[d] = g.in_stride[d];
    c.in_step[d] = g.stride[d];
    c.out_count[d] = g.out_size[d];
    c.out_stride[d] = g.out_stride[d];
  }
  for_each_tap(g, [&](const Index3& k, int64_t offset) {
    Tap tap{{}, offset};
    for (int d = 0; d < 3; ++d) tap.shift[d] = k[d] * g.dilation[d] - g.padding[d];
    c.taps.push_back(tap);
  });
  c.weight = static_cast<const S*>(a.weight.data);
  c.weight_group_stride = g.out_channels * g.weight_out;
  c.weight_out_stride = g.weight_out;
  c.weight_in_stride = g.weight_in;
  if (a.bias.data) {
    c.bias = static_cast<const S*>(a.bias.data);
    c.bias_stride = a.bias.strides[0];
  }
  return c;
}

template <class S>
void fill_output(const Correlation<S>& c) {
  for (int64_t n = 0; n < c.batch; ++n) {
    for (int64_t o = 0; o < c.groups * c.out_channels; ++o) {
      S value = c.bias ? c.bias[o * c.bias_stride] : S(0.0f);
      for (int64_t z = 0; z < c.out_count[0]; ++z) {
        for (int64_t y = 0; y < c.out_count[1]; ++y) {
          S* row =
              c.out + n * c.out_batch_stride + o * c.out_channel_stride + z * c.out_stride[0] + y * c.out_stride[1];
          for (int64_t x = 0; x < c.out_count[2]; ++x) row[x * c.out_stride[2]] = value;
        }
      }
    }
  }
}

template <class S>
double cost_of(const Correlation<S>& c) {
  double positions = static_cast<double>(c.batch * c.out_count[0] * c.out_count[1] * c.out_count[2]);
  return gemm_cost<Compute<S>>(positions, static_cast<double>(c.groups * c.out_channels),
                               static_cast<double>(c.in_channels * static_cast<int64_t>(c.taps.size())));
}

template <class S>
void row_offsets(const Correlation<S>& c, const PaddedLayout& l, int64_t channels, int32_t* offsets) {
  for (int64_t i = 0; i < channels; ++i) {
    for (const Tap& tap : c.taps) *offsets++ = static_cast<int32_t>(i * l.channel_size + l.offset_of(tap, c.in_step));
  }
}

template <class S>
void fill_view(const View& v, S value) {
  int64_t count = 1;
  for (int d = 0; d < v.ndim; ++d) count *= v.sizes[d];
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, offset = 0;
    for (int d = v.ndim - 1; d >= 0; --d) {
      offset += rest % v.sizes[d] * v.strides[d];
      rest /= v.sizes[d];
    }
    static_cast<S*>(v.data)[offset] = value;
  }
}

// Output channels are computed in blocks of the kernel's size, the rest in smaller powers of two: a block of width
// `width` of which `used` channels exist. Three in one block of four is quicker than two blocks.
struct ChannelBlock {
  int width, used;
};
inline ChannelBlock next_block(int64_t left, int block) {
  while (block > left && block != left + 1) block /= 2;
  return {block, static_cast<int>(std::min<int64_t>(left, block))};
}

// Channels that the blocks compute, those which do not exist included.
inline int64_t padded_channels(int64_t channels, int block) {
  int64_t sum = 0;
  for (int64_t o = 0; o < channels;) {
    ChannelBlock b = next_block(channels - o, block);
    sum += b.width;
    o += b.used;
  }
  return sum;
}

// The gradient of weight and bias, for the dtypes of the fast kernels (conv_weight.cc) and for complex ones.
template <class S>
void weight_gradient(const ConvArgs& a, const Geometry& g);
template <class S>
void bias_gradient(const ConvArgs& a, const Geometry& g);

// Of complex numbers, by real ones (conv_complex.cc); without the gradient of the bias.
template <class S>
void forward_complex(const ConvArgs& a);
template <class S>
void data_complex(const ConvArgs& a);
template <class S>
void weight_complex(const ConvArgs& a);

// Of halves, by a convolution of floats that gives `result`, where their channels lie side by side (conv_halves.cc).
bool are_pixels_of_halves(const ConvArgs& a);
void convolve_halves(const ConvArgs& a, void (*convolve)(const ConvArgs&), View ConvArgs::*result);

}  // namespace vjp::cpu
