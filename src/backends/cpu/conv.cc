// Convolutions of rank 1 to 3: forward, gradient for the input, gradient for the weight.
//
// Forward and input gradient are correlations (conv_plan.h): the gradient for an input with stride s is one correlation
// for each of the s phases of the input, with the taps that reach it. Work is cut into pieces by the sizes alone, and
// the weight's gradient is summed over the batch in fixed parts, so that any number of threads gives the same bits.
#include <algorithm>
#include <complex>

#include "backends/cpu/conv_kernels.h"
#include "backends/cpu/conv_plan.h"
#include "backends/cpu/cpu.h"
#include "backends/cpu/gemm.h"
#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

template <class S>
using Compute = std::conditional_t<std::is_same_v<S, double>, double, float>;

// The arguments with three spatial dimensions: missing ones lead and have size 1.
struct Geometry {
  int64_t batch, groups, in_channels, out_channels;  // channels of a group
  Index3 in_size, in_stride, out_size, out_stride, kernel, kernel_stride, stride, padding, dilation;
  int64_t in_batch, in_channel, out_batch, out_channel, weight_out, weight_in;  // strides
};

Geometry geometry_of(const ConvArgs& a) {
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

bool is_empty(const Geometry& g) {
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

// The inputs x = P * stride + phase - padding: x + padding = y * stride + k * dilation for the taps k of this phase,
// that is y = P + (phase - k * dilation) / stride. Phases begin at the padding's remainder, so that P starts at 0.
template <class S>
Correlation<S> data_correlation(const ConvArgs& a, const Geometry& g, const Index3& first) {
  Correlation<S> c{};
  c.batch = g.batch;
  c.groups = g.groups;
  c.in_channels = g.out_channels;
  c.out_channels = g.in_channels;
  c.in = static_cast<const S*>(a.out.data);
  c.in_batch_stride = g.out_batch;
  c.in_channel_stride = g.out_channel;
  c.out = static_cast<S*>(a.in.data);
  c.out_batch_stride = g.in_batch;
  c.out_channel_stride = g.in_channel;
  for (int d = 0; d < 3; ++d) {
    c.in_size[d] = g.out_size[d];
    c.in_stride[d] = g.out_stride[d];
    c.in_step[d] = 1;
    c.out += first[d] * g.in_stride[d];
    c.out_count[d] = first[d] < g.in_size[d] ? (g.in_size[d] - first[d] + g.stride[d] - 1) / g.stride[d] : 0;
    c.out_stride[d] = g.in_stride[d] * g.stride[d];
  }
  for_each_tap(g, [&](const Index3& k, int64_t offset) {
    Tap tap{{}, offset};
    for (int d = 0; d < 3; ++d) {
      int64_t y = first[d] + g.padding[d] - k[d] * g.dilation[d];
      if (y % g.stride[d] != 0) return;
      tap.shift[d] = y / g.stride[d];
    }
    c.taps.push_back(tap);
  });
  c.weight = static_cast<const S*>(a.weight.data);
  c.weight_group_stride = g.out_channels * g.weight_out;
  c.weight_out_stride = g.weight_in;
  c.weight_in_stride = g.weight_out;
  return c;
}

// Output channels are computed in blocks of the kernel's size, the rest in smaller powers of two.
int next_block(int64_t left, int block) {
  while (block > left) block /= 2;
  return block;
}

// Weights in the order in which the kernel reads them: for each block of channels, [row][channel].
template <class S, class T>
void pack_weights(const Correlation<S>& c, int64_t rows, int block, T* packed) {
  parallel_for(0, c.groups, std::max<int64_t>(1, 200000 / (rows * c.out_channels)), [&](int64_t begin, int64_t end) {
    for (int64_t group = begin; group < end; ++group) {
      T* next = packed + group * rows * c.out_channels;
      for (int64_t o = 0; o < c.out_channels;) {
        int width = next_block(c.out_channels - o, block);
        for (int64_t i = 0; i < c.in_channels; ++i) {
          for (const Tap& tap : c.taps) {
            const S* w = c.weight + group * c.weight_group_stride + o * c.weight_out_stride + i * c.weight_in_stride;
            for (int j = 0; j < width; ++j) *next++ = static_cast<T>(w[j * c.weight_out_stride + tap.weight_offset]);
          }
        }
        o += width;
      }
    }
  });
}

// From the rows of the padded layout to the output, with the bias.
template <class S, class T>
void store_channel(const Correlation<S>& c, const PaddedLayout& l, const T* sums, T bias, S* out) {
  for (int64_t image = 0; image < l.images; ++image) {
    for (int64_t z = 0; z < l.count[0]; ++z) {
      for (int64_t y = 0; y < l.count[1]; ++y) {
        const T* row = sums + image * l.pitch_z + z * l.pitch_y + y * l.pitch_x;
        S* to = out + image * c.out_batch_stride + z * c.out_stride[0] + (l.first_y + y) * c.out_stride[1];
        if (c.out_stride[2] == 1) {
          for (int64_t x = 0; x < l.count[2]; ++x) to[x] = static_cast<S>(row[x] + bias);
        } else {
          for (int64_t x = 0; x < l.count[2]; ++x) to[x * c.out_stride[2]] = static_cast<S>(row[x] + bias);
        }
      }
    }
  }
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
void correlate(const Correlation<S>& c) {
  using T = Compute<S>;
  if (c.out_count[0] * c.out_count[1] * c.out_count[2] == 0) return;
  if (c.taps.empty()) return fill_output(c);
  const ConvKernels<T>& kernels = conv_kernels(T());
  const int64_t rows = c.in_channels * static_cast<int64_t>(c.taps.size());
  const Pieces pieces = pieces_of(c, 1024, kernels.lanes);
  Workspace weights(static_cast<size_t>(c.groups * c.out_channels * rows) * sizeof(T));
  T* packed = weights.take<T>(c.groups * c.out_channels * rows);
  pack_weights(c, rows, kernels.block, packed);

  int64_t tasks = pieces.batch_pieces * c.groups * pieces.row_pieces;
  double cost = cost_of(c);
  int64_t grain =
      cost < kParallelCost * 2 ? tasks : std::max<int64_t>(1, static_cast<int64_t>(tasks * kParallelCost / 4 / cost));
  parallel_for(0, tasks, grain, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      int64_t y = task % pieces.row_pieces * pieces.rows, rest = task / pieces.row_pieces;
      int64_t group = rest % c.groups, n = rest / c.groups * pieces.images;
      PaddedLayout l = layout_of(c, std::min(pieces.images, c.batch - n), y, std::min(pieces.rows, c.out_count[1] - y),
                                 kernels.lanes);
      const int64_t pitch = (l.positions + 2 * kernels.lanes + 15) / 16 * 16;
      Workspace space(Workspace::round_up(static_cast<size_t>(c.in_channels * l.channel_size) * sizeof(T)) +
                      Workspace::round_up(static_cast<size_t>(rows) * sizeof(int32_t)) +
                      Workspace::round_up(static_cast<size_t>(kernels.block * pitch) * sizeof(T)));
      T* padded = space.take<T>(c.in_channels * l.channel_size);
      int32_t* offsets = space.take<int32_t>(rows);
      T* sums = space.take<T>(kernels.block * pitch);
      fill_padded(c, l, c.in + n * c.in_batch_stride + group * c.in_channels * c.in_channel_stride, c.in_channels,
                  padded);
      row_offsets(c, l, c.in_channels, offsets);
      const T* w = packed + group * c.out_channels * rows;
      for (int64_t o = 0; o < c.out_channels;) {
        int width = next_block(c.out_channels - o, kernels.block);
        kernels.correlate(padded, offsets, rows, w + o * rows, width, l.positions, sums, pitch);
        for (int j = 0; j < width; ++j) {
          int64_t channel = group * c.out_channels + o + j;
          T bias = c.bias ? static_cast<T>(c.bias[channel * c.bias_stride]) : T(0);
          store_channel(c, l, sums + j * pitch, bias, c.out + n * c.out_batch_stride + channel * c.out_channel_stride);
        }
        o += width;
      }
    }
  });
}

// The output's gradient in the input's padded layout: zero wherever there is no output.
template <class S, class T>
void fill_gradient(const Correlation<S>& c, const PaddedLayout& l, const S* grad, int64_t channels, int64_t pitch,
                   T* to) {
  std::fill(to, to + channels * pitch, T(0));
  for (int64_t o = 0; o < channels; ++o) {
    for (int64_t image = 0; image < l.images; ++image) {
      for (int64_t z = 0; z < l.count[0]; ++z) {
        for (int64_t y = 0; y < l.count[1]; ++y) {
          const S* row = grad + o * c.out_channel_stride + image * c.out_batch_stride + z * c.out_stride[0] +
                         (l.first_y + y) * c.out_stride[1];
          T* at = to + o * pitch + image * l.pitch_z + z * l.pitch_y + y * l.pitch_x;
          for (int64_t x = 0; x < l.count[2]; ++x) at[x] = static_cast<T>(row[x * c.out_stride[2]]);
        }
      }
    }
  }
}

// How the weight's gradient is cut: parts of the batch, each with sums of its own, and parts of the input channels.
struct WeightParts {
  int64_t batch_parts, images, channel_parts, channels;
};
WeightParts weight_parts(int64_t batch, int64_t weight_size, int64_t groups, int64_t channels, double cost) {
  constexpr int64_t kParts = 8, kSums = int64_t{4} << 20;
  WeightParts p{1, batch, 1, channels};
  int64_t wanted = std::clamp<int64_t>(static_cast<int64_t>(cost / kParallelCost), 1, kParts);
  wanted = (wanted + groups - 1) / groups;
  int64_t parts = std::clamp<int64_t>(std::min(wanted, kSums / std::max<int64_t>(1, weight_size)), 1, batch);
  p.images = (batch + parts - 1) / parts;
  p.batch_parts = (batch + p.images - 1) / p.images;
  int64_t channel_parts = std::clamp<int64_t>(wanted / p.batch_parts, 1, channels);
  p.channels = (channels + channel_parts - 1) / channel_parts;
  p.channel_parts = (channels + p.channels - 1) / p.channels;
  return p;
}

// Adds the contribution of one piece of the batch and rows to sums[o][channel][tap] of one group.
template <class S, class T>
void add_weight_piece(const Correlation<S>& c, const PaddedLayout& l, const ConvKernels<T>& kernels, const S* in,
                      const S* grad, int64_t channels, T* sums, int64_t sums_stride) {
  const int64_t rows = channels * static_cast<int64_t>(c.taps.size());
  const int64_t pitch = (l.positions + kernels.lanes + 15) / 16 * 16;
  Workspace space(Workspace::round_up(static_cast<size_t>(channels * l.channel_size) * sizeof(T)) +
                  Workspace::round_up(static_cast<size_t>(rows) * sizeof(int32_t)) +
                  Workspace::round_up(static_cast<size_t>(c.out_channels * pitch) * sizeof(T)));
  T* padded = space.take<T>(channels * l.channel_size);
  int32_t* offsets = space.take<int32_t>(rows);
  T* gradient = space.take<T>(c.out_channels * pitch);
  fill_padded(c, l, in, channels, padded);
  row_offsets(c, l, channels, offsets);
  fill_gradient(c, l, grad, c.out_channels, pitch, gradient);
  for (int64_t o = 0; o < c.out_channels;) {
    int width = next_block(c.out_channels - o, kernels.block);
    kernels.correlate_weight(gradient + o * pitch, pitch, width, padded, offsets, rows, l.positions,
                             sums + o * sums_stride, sums_stride);
    o += width;
  }
}

template <class S>
void weight_gradient(const ConvArgs& a, const Geometry& g) {
  using T = Compute<S>;
  Correlation<S> c = forward_correlation<S>(a, g);
  const ConvKernels<T>& kernels = conv_kernels(T());
  const int64_t taps = static_cast<int64_t>(c.taps.size()), row = g.in_channels * taps;
  const int64_t size = g.groups * g.out_channels * row;
  const WeightParts parts = weight_parts(g.batch, size, g.groups, g.in_channels, cost_of(c));
  Workspace space(static_cast<size_t>(parts.batch_parts * size) * sizeof(T));
  T* sums = space.take<T>(parts.batch_parts * size);
  std::fill(sums, sums + parts.batch_parts * size, T(0));
  const Pieces pieces = pieces_of(c, 2048, kernels.lanes);

  parallel_for(0, parts.batch_parts * g.groups * parts.channel_parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      int64_t i = task % parts.channel_parts * parts.channels, rest = task / parts.channel_parts;
      int64_t group = rest % g.groups, part = rest / g.groups;
      int64_t channels = std::min(parts.channels, g.in_channels - i);
      T* to = sums + part * size + group * g.out_channels * row + i * taps;
      const int64_t last = std::min(g.batch, (part + 1) * parts.images);
      for (int64_t n = part * parts.images; n < last; n += pieces.images) {
        for (int64_t y = 0; y < c.out_count[1]; y += pieces.rows) {
          PaddedLayout l = layout_of(c, std::min(pieces.images, last - n), y, std::min(pieces.rows, c.out_count[1] - y),
                                     kernels.lanes);
          const S* in = c.in + n * c.in_batch_stride + (group * g.in_channels + i) * c.in_channel_stride;
          const S* grad = c.out + n * c.out_batch_stride + group * g.out_channels * c.out_channel_stride;
          add_weight_piece(c, l, kernels, in, grad, channels, to, row);
        }
      }
    }
  });

  S* weight = static_cast<S*>(a.weight.data);
  parallel_for(
      0, g.groups * g.out_channels, std::max<int64_t>(1, 30000 / (row * parts.batch_parts)),
      [&](int64_t begin, int64_t end) {
        for (int64_t o = begin; o < end; ++o) {
          for (int64_t r = 0; r < row; ++r) {
            T sum = sums[o * row + r];
            for (int64_t part = 1; part < parts.batch_parts; ++part) sum += sums[part * size + o * row + r];
            weight[o * g.weight_out + r / taps * g.weight_in + c.taps[static_cast<size_t>(r % taps)].weight_offset] =
                static_cast<S>(sum);
          }
        }
      });
}

template <class S>
struct Sum {
  using type = double;
};
template <class R>
struct Sum<std::complex<R>> {
  using type = std::complex<double>;
};

template <class S>
void bias_gradient(const ConvArgs& a, const Geometry& g) {
  using W = typename Sum<S>::type;
  const S* out = static_cast<const S*>(a.out.data);
  S* bias = static_cast<S*>(a.bias.data);
  int64_t positions = g.batch * g.out_size[0] * g.out_size[1] * g.out_size[2];
  parallel_for(0, g.groups * g.out_channels, std::max<int64_t>(1, 100000 / std::max<int64_t>(1, positions)),
               [&](int64_t begin, int64_t end) {
                 for (int64_t o = begin; o < end; ++o) {
                   W total(0);
                   for (int64_t n = 0; n < g.batch; ++n) {
                     for (int64_t z = 0; z < g.out_size[0]; ++z) {
                       for (int64_t y = 0; y < g.out_size[1]; ++y) {
                         const S* row =
                             out + n * g.out_batch + o * g.out_channel + z * g.out_stride[0] + y * g.out_stride[1];
                         W sum[4] = {W(0), W(0), W(0), W(0)};  // independent sums, so that additions overlap
                         int64_t x = 0;
                         for (; x + 4 <= g.out_size[2]; x += 4) {
                           for (int j = 0; j < 4; ++j) sum[j] += static_cast<W>(row[(x + j) * g.out_stride[2]]);
                         }
                         for (; x < g.out_size[2]; ++x) sum[0] += static_cast<W>(row[x * g.out_stride[2]]);
                         total += (sum[0] + sum[1]) + (sum[2] + sum[3]);
                       }
                     }
                   }
                   bias[o * a.bias.strides[0]] = static_cast<S>(total);
                 }
               });
}

// A complex convolution, by the definition: rare, and small where it occurs. `visit(out index, in index, weight index)`
// is called for every product, on one thread for `grain` output channels.
template <class F>
void for_each_product(const Geometry& g, int64_t grain, F&& visit) {
  parallel_for(0, g.groups * g.out_channels, grain, [&](int64_t begin, int64_t end) {
    for (int64_t o = begin; o < end; ++o) {
      for (int64_t n = 0; n < g.batch; ++n) {
        for (int64_t i = 0; i < g.in_channels; ++i) {
          for_each_tap(g, [&](const Index3& k, int64_t tap) {
            Index3 y;
            int64_t in_channel = o / g.out_channels * g.in_channels + i;
            for (y[0] = 0; y[0] < g.out_size[0]; ++y[0]) {
              for (y[1] = 0; y[1] < g.out_size[1]; ++y[1]) {
                for (y[2] = 0; y[2] < g.out_size[2]; ++y[2]) {
                  int64_t in = n * g.in_batch + in_channel * g.in_channel, out = n * g.out_batch + o * g.out_channel;
                  bool inside = true;
                  for (int d = 0; d < 3; ++d) {
                    int64_t x = y[d] * g.stride[d] + k[d] * g.dilation[d] - g.padding[d];
                    inside = inside && x >= 0 && x < g.in_size[d];
                    in += x * g.in_stride[d];
                    out += y[d] * g.out_stride[d];
                  }
                  if (inside) visit(out, in, o * g.weight_out + i * g.weight_in + tap);
                }
              }
            }
          });
        }
      }
    }
  });
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

template <class S>
void forward_complex(const ConvArgs& a, const Geometry& g) {
  Correlation<S> c = forward_correlation<S>(a, g);
  fill_output(c);
  for_each_product(g, 1, [&](int64_t out, int64_t in, int64_t w) { c.out[out] += c.in[in] * c.weight[w]; });
}

template <class S>
void data_complex(const ConvArgs& a, const Geometry& g) {
  S* in = static_cast<S*>(a.in.data);
  const S* out = static_cast<const S*>(a.out.data);
  const S* weight = static_cast<const S*>(a.weight.data);
  fill_view<S>(a.in, S(0));
  // the output channels of a group write the same inputs: they stay in one chunk
  for_each_product(g, g.out_channels, [&](int64_t o, int64_t i, int64_t w) { in[i] += out[o] * weight[w]; });
}

template <class S>
void weight_complex(const ConvArgs& a, const Geometry& g) {
  const S* in = static_cast<const S*>(a.in.data);
  const S* out = static_cast<const S*>(a.out.data);
  S* weight = static_cast<S*>(a.weight.data);
  fill_view<S>(a.weight, S(0));
  for_each_product(g, 1, [&](int64_t o, int64_t i, int64_t w) { weight[w] += out[o] * in[i]; });
}

// Calls f(Type<S>) for the dtypes that the fast kernels serve, h(Type<S>) for complex ones.
template <class F, class H>
void dispatch(const char* name, Dtype dtype, F&& f, H&& h) {
  switch (dtype) {
    case Dtype::Float32:
      return f(Type<float>{});
    case Dtype::Float64:
      return f(Type<double>{});
    case Dtype::Float16:
      return f(Type<Float16>{});
    case Dtype::BFloat16:
      return f(Type<BFloat16>{});
    case Dtype::Complex64:
      return h(Type<std::complex<float>>{});
    case Dtype::Complex128:
      return h(Type<std::complex<double>>{});
    default:
      fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: no kernel for {}", name, dtype);
  }
}

}  // namespace

void conv_forward(const ConvArgs& a) {
  Geometry g = geometry_of(a);
  dispatch(
      "convolution", a.out.dtype,
      [&]<class S>(Type<S>) {
        Correlation<S> c = forward_correlation<S>(a, g);
        is_empty(g) ? fill_output(c) : correlate(c);
      },
      [&]<class S>(Type<S>) { forward_complex<S>(a, g); });
}

void conv_data(const ConvArgs& a) {
  Geometry g = geometry_of(a);
  dispatch(
      "convolution", a.in.dtype,
      [&]<class S>(Type<S>) {
        if (is_empty(g)) return fill_view<S>(a.in, S(0.0f));
        Index3 first;
        for (first[0] = 0; first[0] < std::min(g.stride[0], g.in_size[0]); ++first[0]) {
          for (first[1] = 0; first[1] < std::min(g.stride[1], g.in_size[1]); ++first[1]) {
            for (first[2] = 0; first[2] < std::min(g.stride[2], g.in_size[2]); ++first[2]) {
              correlate(data_correlation<S>(a, g, first));
            }
          }
        }
      },
      [&]<class S>(Type<S>) { data_complex<S>(a, g); });
}

void conv_weight(const ConvArgs& a) {
  Geometry g = geometry_of(a);
  dispatch(
      "convolution", a.weight.dtype,
      [&]<class S>(Type<S>) {
        is_empty(g) ? fill_view<S>(a.weight, S(0.0f)) : weight_gradient<S>(a, g);
        if (a.bias.data) bias_gradient<S>(a, g);
      },
      [&]<class S>(Type<S>) {
        weight_complex<S>(a, g);
        if (a.bias.data) bias_gradient<S>(a, g);
      });
}

}  // namespace vjp::cpu
