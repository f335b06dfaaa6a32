// Convolutions of rank 1 to 3: forward, gradient for the input, gradient for the weight.
//
// Forward and input gradient are correlations (conv_plan.h): the gradient for an input with stride s is one correlation
// for each of the s phases of the input, with the taps that reach it. Work is cut into pieces by the sizes alone, and
// the weight's gradient is summed over the batch in fixed parts, so that any number of threads gives the same bits.
#include <algorithm>
#include <complex>

#include "backends/cpu/conv_geometry.h"
#include "backends/cpu/conv_kernels.h"
#include "backends/cpu/conv_pixels.h"
#include "backends/cpu/cpu.h"
#include "backends/cpu/elements.h"
#include "backends/cpu/gemm.h"
#include "backends/cpu/transpose.h"
#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

// The inputs x = P * stride + first, P = 0, 1, ...: output y sees x through tap k where x + padding = y * stride + k *
// dilation, that is y = P + (first + padding - k * dilation) / stride for those k for which this is a whole number.
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

// The channels of a block of output channels are summed in steps of this many rows, so that the numbers of a step stay
// in the first cache level; and the sums wait in the second.
constexpr int64_t kStepRows = 320, kOneStep = 640;

// Packed weights: for each group, step of input channels and block of output channels, [row][channel of the block].
struct WeightLayout {
  int64_t taps, step;  // input channels in one step
  int64_t padded;      // output channels of a group, rounded up to blocks
  int64_t group_size;  // numbers of one group
  int block;

  template <class S>
  WeightLayout(const Correlation<S>& c, int kernel_block)
      : taps(static_cast<int64_t>(c.taps.size())),
        padded(padded_channels(c.out_channels, kernel_block)),
        block(kernel_block) {
    step = c.in_channels * taps <= kOneStep ? c.in_channels : std::max<int64_t>(1, kStepRows / taps);
    group_size = c.in_channels * taps * padded;
  }
  // Where the weights of a block begin: `first` of the input channels, `channels` in this step, `o` padded channels
  // before.
  int64_t offset(int64_t first, int64_t channels, int64_t o) const { return (first * padded + o * channels) * taps; }
};

template <class S, class T>
void pack_weights(const Correlation<S>& c, const WeightLayout& w, T* packed) {
  const int64_t steps = (c.in_channels + w.step - 1) / w.step;
  parallel_for(0, c.groups * steps, std::max<int64_t>(1, 100000 / (w.step * w.taps * w.padded)),
               [&](int64_t begin, int64_t end) {
                 for (int64_t task = begin; task < end; ++task) {
                   int64_t group = task / steps, first = task % steps * w.step,
                           channels = std::min(w.step, c.in_channels - first);
                   T* next = packed + group * w.group_size + w.offset(first, channels, 0);
                   for (int64_t o = 0; o < c.out_channels;) {
                     ChannelBlock b = next_block(c.out_channels - o, w.block);
                     const S* from = c.weight + group * c.weight_group_stride + o * c.weight_out_stride;
                     for (int64_t i = first; i < first + channels; ++i) {
                       for (const Tap& tap : c.taps) {
                         const S* at = from + i * c.weight_in_stride + tap.weight_offset;
                         for (int j = 0; j < b.used; ++j) *next++ = static_cast<T>(at[j * c.weight_out_stride]);
                         for (int j = b.used; j < b.width; ++j) *next++ = T(0);
                       }
                     }
                     o += b.used;
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

// Channels that lie side by side: a block of them becomes the rows of pixels. The sums are not needed any more.
template <class T>
void store_pixels(const Correlation<T>& c, const PaddedLayout& l, T* sums, int64_t pitch, int channels, const T* bias,
                  T* out) {
  for (int j = 0; bias && j < channels; ++j) {
    const T shift = bias[j * c.bias_stride];
    for (int64_t p = 0; p < l.positions; ++p) sums[j * pitch + p] += shift;
  }
  for (int64_t image = 0; image < l.images; ++image) {
    for (int64_t z = 0; z < l.count[0]; ++z) {
      for (int64_t y = 0; y < l.count[1]; ++y) {
        transpose(sums + image * l.pitch_z + z * l.pitch_y + y * l.pitch_x, channels, l.count[2], pitch,
                  out + image * c.out_batch_stride + z * c.out_stride[0] + (l.first_y + y) * c.out_stride[1],
                  c.out_stride[2]);
      }
    }
  }
}

template <class S, class T>
void store_block(const Correlation<S>& c, const PaddedLayout& l, T* sums, int64_t pitch, int channels, const S* bias,
                 S* out) {
  if constexpr (std::is_same_v<S, T>) {
    if (c.out_channel_stride == 1 && c.out_stride[2] != 1) return store_pixels(c, l, sums, pitch, channels, bias, out);
  }
  for (int j = 0; j < channels; ++j) {
    const T shift = bias ? static_cast<T>(bias[j * c.bias_stride]) : T(0);
    store_channel(c, l, sums + j * pitch, shift, out + j * c.out_channel_stride);
  }
}

// One piece: copies its part of the input into the padded layout, and computes all output channels of the group from
// there.
template <class S, class T>
void correlate_piece(const Correlation<S>& c, const PaddedLayout& l, const ConvKernels<T>& kernels,
                     const WeightLayout& w, const T* weights, const S* in, S* out, const S* bias) {
  const int64_t rows = c.in_channels * w.taps, pitch = (l.positions + 2 * kernels.lanes + 15) / 16 * 16;
  const bool one_step = w.step >= c.in_channels;
  const int64_t kept = one_step ? w.block : w.padded;
  Workspace space(Workspace::round_up(static_cast<size_t>(c.in_channels * l.channel_size) * sizeof(T)) +
                  Workspace::round_up(static_cast<size_t>(rows) * sizeof(int32_t)) +
                  Workspace::round_up(static_cast<size_t>(kept * pitch) * sizeof(T)));
  T* padded = space.take<T>(c.in_channels * l.channel_size);
  int32_t* offsets = space.take<int32_t>(rows);
  T* sums = space.take<T>(kept * pitch);
  fill_padded(c, l, in, c.in_channels, padded);
  row_offsets(c, l, c.in_channels, offsets);
  for (int64_t first = 0; first < c.in_channels; first += w.step) {
    const int64_t channels = std::min(w.step, c.in_channels - first);
    const bool last = first + channels == c.in_channels;
    for (int64_t o = 0, before = 0; o < c.out_channels;) {
      ChannelBlock b = next_block(c.out_channels - o, w.block);
      T* block_sums = one_step ? sums : sums + before * pitch;
      kernels.correlate(padded, offsets + first * w.taps, channels * w.taps,
                        weights + w.offset(first, channels, before), b.width, l.positions, block_sums, pitch,
                        first > 0);
      if (last) {
        store_block(c, l, block_sums, pitch, b.used, bias ? bias + o * c.bias_stride : nullptr,
                    out + o * c.out_channel_stride);
      }
      o += b.used;
      before += b.width;
    }
  }
}

template <class S>
void correlate(const Correlation<S>& c) {
  using T = Compute<S>;
  if (c.out_count[0] * c.out_count[1] * c.out_count[2] == 0) return;
  if (c.taps.empty()) return fill_output(c);
  const ConvKernels<T>& kernels = conv_kernels(T());
  const WeightLayout w(c, kernels.block);
  const Pieces pieces = pieces_of(c, 1024, kernels.lanes);
  Workspace space(static_cast<size_t>(c.groups * w.group_size) * sizeof(T));
  T* packed = space.take<T>(c.groups * w.group_size);
  pack_weights(c, w, packed);

  const int64_t tasks = pieces.batch_pieces * c.groups * pieces.row_pieces;
  const double per_task = cost_of(c) / static_cast<double>(tasks);
  int64_t grain = std::max<int64_t>(1, static_cast<int64_t>(kParallelCost / 4 / per_task));
  if (per_task * static_cast<double>(tasks) < kParallelCost) grain = tasks;
  parallel_for(0, tasks, grain, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      int64_t y = task % pieces.row_pieces * pieces.rows, rest = task / pieces.row_pieces;
      int64_t group = rest % c.groups, n = rest / c.groups * pieces.images;
      PaddedLayout l = layout_of(c, std::min(pieces.images, c.batch - n), y, std::min(pieces.rows, c.out_count[1] - y),
                                 kernels.lanes);
      correlate_piece(c, l, kernels, w, packed + group * w.group_size,
                      c.in + n * c.in_batch_stride + group * c.in_channels * c.in_channel_stride,
                      c.out + n * c.out_batch_stride + group * c.out_channels * c.out_channel_stride,
                      c.bias ? c.bias + group * c.out_channels * c.bias_stride : nullptr);
    }
  });
}

// A 1x1 window with stride 1 and no padding is a matrix product, if the positions of a channel lie in one row.
template <class S>
bool is_pointwise(const Correlation<S>& c) {
  if (c.taps.size() != 1) return false;
  for (int d = 0; d < 3; ++d) {
    if (c.in_step[d] != 1 || c.taps[0].shift[d] != 0 || c.in_size[d] != c.out_count[d]) return false;
  }
  auto in_a_row = [&](const Index3& stride) {
    const int64_t* n = c.in_size;
    return (n[2] == 1 || stride[2] == 1) && (n[1] == 1 || stride[1] == n[2]) && (n[0] == 1 || stride[0] == n[1] * n[2]);
  };
  return in_a_row(c.in_stride) && in_a_row(c.out_stride) && c.out_channels >= 4 && c.in_channels >= 4;
}

template <class S>
void multiply_pointwise(const Correlation<S>& c, Dtype dtype) {
  const int64_t sizes[2] = {c.batch, c.groups};
  const int64_t weight_strides[2] = {0, c.weight_group_stride};
  const int64_t in_strides[2] = {c.in_batch_stride, c.in_channels * c.in_channel_stride};
  const int64_t out_strides[2] = {c.out_batch_stride, c.out_channels * c.out_channel_stride};
  if (c.bias) fill_output(c);
  GemmArgs g{};
  g.m = c.out_channels;
  g.n = c.out_count[0] * c.out_count[1] * c.out_count[2];
  g.k = c.in_channels;
  g.batch_ndim = 2;
  g.batch_sizes = sizes;
  S* weight = const_cast<S*>(c.weight) + c.taps[0].weight_offset;
  g.a = {weight, c.weight_out_stride, c.weight_in_stride, weight_strides, false};
  g.b = {const_cast<S*>(c.in), c.in_channel_stride, 1, in_strides, false};
  g.out = {c.out, c.out_channel_stride, 1, out_strides, false};
  g.dtype = byte_of(dtype);
  g.alpha = Scalar(1.0);
  g.beta = Scalar(c.bias ? 1.0 : 0.0);
  gemm(g);
}

template <class S>
void compute(const Correlation<S>& c, Dtype dtype) {
  if constexpr (std::is_same_v<S, Compute<S>>) {
    if (has_pixels(c)) return correlate_pixels(c);
  }
  is_pointwise(c) ? multiply_pointwise(c, dtype) : correlate(c);
}

// Calls f(Type<S>) for the dtypes that the fast kernels serve, h(Type<S>) for complex ones.
template <class F, class H>
void dispatch(const char* name, Dtype dtype, F&& f, H&& h) {
  visit_kinds<kFloating | kComplex>(name, dtype, [&]<class S>(Type<S> type) {
    if constexpr (is_complex(dtype_of<S>))
      h(type);
    else
      f(type);
  });
}

}  // namespace

void conv_forward(const ConvArgs& a) {
  if (are_pixels_of_halves(a)) return convolve_halves(a, conv_forward, &ConvArgs::out);
  Geometry g = geometry_of(a);
  dispatch(
      "convolution", Dtype{a.out.dtype},
      [&]<class S>(Type<S>) {
        Correlation<S> c = forward_correlation<S>(a, g);
        is_empty(g) ? fill_output(c) : compute(c, Dtype{a.out.dtype});
      },
      [&]<class S>(Type<S>) { forward_complex<S>(a); });
}

void conv_data(const ConvArgs& a) {
  if (are_pixels_of_halves(a)) return convolve_halves(a, conv_data, &ConvArgs::in);
  Geometry g = geometry_of(a);
  dispatch(
      "convolution", Dtype{a.in.dtype},
      [&]<class S>(Type<S>) {
        if (is_empty(g)) return fill_view<S>(a.in, S(0.0f));
        Index3 first;
        for (first[0] = 0; first[0] < std::min(g.stride[0], g.in_size[0]); ++first[0]) {
          for (first[1] = 0; first[1] < std::min(g.stride[1], g.in_size[1]); ++first[1]) {
            for (first[2] = 0; first[2] < std::min(g.stride[2], g.in_size[2]); ++first[2]) {
              compute(data_correlation<S>(a, g, first), Dtype{a.in.dtype});
            }
          }
        }
      },
      [&]<class S>(Type<S>) { data_complex<S>(a); });
}

void conv_weight(const ConvArgs& a) {
  if (are_pixels_of_halves(a)) return convolve_halves(a, conv_weight, &ConvArgs::weight);
  Geometry g = geometry_of(a);
  dispatch(
      "convolution", Dtype{a.weight.dtype},
      [&]<class S>(Type<S>) {
        is_empty(g) ? fill_view<S>(a.weight, S(0.0f)) : weight_gradient<S>(a, g);
        if (a.bias.data) bias_gradient<S>(a, g);
      },
      [&]<class S>(Type<S>) {
        weight_complex<S>(a);
        if (a.bias.data) bias_gradient<S>(a, g);
      });
}

}  // namespace vjp::cpu
