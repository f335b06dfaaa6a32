// The gradient of a convolution for its weight and bias.
//
// Note: a weight gradient is a product over positions
// grad_weight[o][tap, c] = sum over positions p of grad[o][p] * in[p + tap][c]. With the padded input transposed, so
// that the channels of a position lie together, the channels seen through neighbouring taps are one contiguous run, and
// the correlation kernel computes it with positions as rows. With few channels there is no run worth a vector; then
// vectors run over positions.
#include <cstring>

#include "backends/cpu/conv_geometry.h"
#include "backends/cpu/conv_kernels.h"
#include "backends/cpu/conv_pixels.h"
#include "backends/cpu/transpose.h"
#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

// The output's gradient in the input's padded layout: zero wherever there is no output.
template <class S, class T>
void fill_gradient(const Correlation<S>& c, const PaddedLayout& l, const S* grad, int64_t channels, int64_t pitch,
                   T* to) {
  std::fill(to, to + channels * pitch, T(0));
  const bool pixels = std::is_same_v<S, T> && c.out_channel_stride == 1 && c.out_stride[2] != 1;
  for (int64_t o = 0; o < (pixels ? 1 : channels); ++o) {
    for (int64_t image = 0; image < l.images; ++image) {
      for (int64_t z = 0; z < l.count[0]; ++z) {
        for (int64_t y = 0; y < l.count[1]; ++y) {
          const S* row = grad + o * c.out_channel_stride + image * c.out_batch_stride + z * c.out_stride[0] +
                         (l.first_y + y) * c.out_stride[1];
          T* at = to + o * pitch + image * l.pitch_z + z * l.pitch_y + y * l.pitch_x;
          if constexpr (std::is_same_v<S, T>) {
            if (pixels) {
              transpose(row, l.count[2], channels, c.out_stride[2], at, pitch);
              continue;
            }
          }
          copy_row(row, c.out_stride[2], l.count[2], at);
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

template <class T>
size_t bytes_of(int64_t count) {
  return Workspace::round_up(static_cast<size_t>(count) * sizeof(T));
}

// One piece of the batch and rows, and where its share of the sums goes: sums[o][tap][channel].
template <class S, class T>
struct WeightPiece {
  const Correlation<S>& c;
  const PaddedLayout& layout;
  const ConvKernels<T>& kernels;
  const S *in, *grad;
  int64_t channels;      // of the input, in this piece
  int64_t channel_step;  // from one tap to the next in the sums
  T* sums;
  int64_t taps() const { return static_cast<int64_t>(c.taps.size()); }
  int64_t sums_stride() const { return taps() * channel_step; }
};

template <class S, class T>
void add_along_positions(const WeightPiece<S, T>& p) {
  const PaddedLayout& l = p.layout;
  const int64_t rows = p.channels * p.taps(), pitch = (l.positions + p.kernels.lanes + 15) / 16 * 16;
  const int block = p.kernels.block;
  const int64_t out_channels = padded_channels(p.c.out_channels, block);
  Workspace space(bytes_of<T>(p.channels * l.channel_size) + bytes_of<int32_t>(rows) +
                  bytes_of<T>(out_channels * pitch) + bytes_of<T>(block * rows));
  T* padded = space.take<T>(p.channels * l.channel_size);
  int32_t* offsets = space.take<int32_t>(rows);
  T* gradient = space.take<T>(out_channels * pitch);
  T* result = space.take<T>(block * rows);
  fill_padded(p.c, l, p.in, p.channels, padded);
  row_offsets(p.c, l, p.channels, offsets);
  fill_gradient(p.c, l, p.grad, p.c.out_channels, pitch, gradient);
  std::fill(gradient + p.c.out_channels * pitch, gradient + out_channels * pitch, T(0));
  for (int64_t o = 0; o < p.c.out_channels;) {
    ChannelBlock b = next_block(p.c.out_channels - o, block);
    std::fill(result, result + b.width * rows, T(0));
    p.kernels.correlate_weight(gradient + o * pitch, pitch, b.width, padded, offsets, rows, l.positions, result, rows);
    for (int j = 0; j < b.used; ++j) {
      T* to = p.sums + (o + j) * p.sums_stride();
      for (int64_t r = 0; r < rows; ++r) to[r % p.taps() * p.channel_step + r / p.taps()] += result[j * rows + r];
    }
    o += b.used;
  }
}

// Taps whose channels follow each other in the transposed input.
struct Run {
  int64_t first, count, offset;  // tap, taps, position
};
template <class S>
int64_t runs_of(const Correlation<S>& c, const PaddedLayout& l, Run* runs) {
  int64_t count = 0;
  for (int64_t t = 0; t < static_cast<int64_t>(c.taps.size()); ++t) {
    int64_t offset = l.offset_of(c.taps[static_cast<size_t>(t)], c.in_step);
    if (count > 0 && runs[count - 1].offset + runs[count - 1].count == offset) {
      ++runs[count - 1].count;
    } else {
      runs[count++] = {t, 1, offset};
    }
  }
  return count;
}

template <class S, class T>
void add_along_channels(const WeightPiece<S, T>& p) {
  const PaddedLayout& l = p.layout;
  const int lanes = p.kernels.lanes, block = p.kernels.block;
  const int64_t channels = p.channels, size = l.channel_size, slack = 4 * lanes;
  const int64_t pitch = (l.positions + 15) / 16 * 16, out_channels = padded_channels(p.c.out_channels, block);
  const int64_t width = p.taps() * channels + slack;
  Workspace space(bytes_of<T>(channels * size) + bytes_of<T>(channels * size + slack) + bytes_of<int32_t>(pitch) +
                  2 * bytes_of<T>(out_channels * pitch) + bytes_of<Run>(p.taps()) + bytes_of<T>(block * width));
  T* padded = space.take<T>(channels * size);
  T* transposed = space.take<T>(channels * size + slack);
  int32_t* offsets = space.take<int32_t>(pitch);
  T* gradient = space.take<T>(out_channels * pitch);
  T* packed = space.take<T>(out_channels * pitch);
  Run* runs = space.take<Run>(p.taps());
  T* result = space.take<T>(block * width);

  fill_padded(p.c, l, p.in, channels, padded);
  transpose(padded, channels, size, size, transposed, channels);
  std::fill(transposed + channels * size, transposed + channels * size + slack, T(0));
  fill_gradient(p.c, l, p.grad, p.c.out_channels, pitch, gradient);
  std::fill(gradient + p.c.out_channels * pitch, gradient + out_channels * pitch, T(0));
  for (int64_t i = 0; i < l.positions; ++i) offsets[i] = static_cast<int32_t>(i * channels);
  const int64_t num_runs = runs_of(p.c, l, runs);
  for (int64_t o = 0; o < p.c.out_channels;) {
    ChannelBlock b = next_block(p.c.out_channels - o, block);
    transpose(gradient + o * pitch, b.width, l.positions, pitch, packed, b.width);
    for (int64_t r = 0; r < num_runs; ++r) {
      const Run& run = runs[r];
      p.kernels.correlate(transposed + run.offset * channels, offsets, l.positions, packed, b.width,
                          run.count * channels, result, width, false);
      for (int j = 0; j < b.used; ++j) {
        for (int64_t t = 0; t < run.count; ++t) {
          T* to = p.sums + (o + j) * p.sums_stride() + (run.first + t) * p.channel_step;
          const T* from = result + j * width + t * channels;
          for (int64_t i = 0; i < channels; ++i) to[i] += from[i];
        }
      }
    }
    o += b.used;
  }
}

}  // namespace

template <class S>
void weight_gradient(const ConvArgs& a, const Geometry& g) {
  using T = Compute<S>;
  Correlation<S> c = forward_correlation<S>(a, g);
  if constexpr (std::is_same_v<S, T>) {
    if (has_pixels(c)) return weight_gradient_pixels(c, static_cast<S*>(a.weight.data));
  }
  const ConvKernels<T>& kernels = conv_kernels(T());
  const int64_t taps = static_cast<int64_t>(c.taps.size()), row = g.in_channels * taps;
  const int64_t size = g.groups * g.out_channels * row;
  const WeightParts parts = weight_parts(g.batch, size, g.groups, g.in_channels, cost_of(c));
  Workspace space(static_cast<size_t>(parts.batch_parts * size) * sizeof(T));
  T* sums = space.take<T>(parts.batch_parts * size);
  std::fill(sums, sums + parts.batch_parts * size, T(0));
  const Pieces pieces = pieces_of(c, 1024, kernels.lanes);

  parallel_for(0, parts.batch_parts * g.groups * parts.channel_parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      int64_t i = task % parts.channel_parts * parts.channels, rest = task / parts.channel_parts;
      int64_t group = rest % g.groups, part = rest / g.groups;
      int64_t channels = std::min(parts.channels, g.in_channels - i);
      T* to = sums + part * size + group * g.out_channels * row + i;
      const int64_t last = std::min(g.batch, (part + 1) * parts.images);
      for (int64_t n = part * parts.images; n < last; n += pieces.images) {
        for (int64_t y = 0; y < c.out_count[1]; y += pieces.rows) {
          PaddedLayout l = layout_of(c, std::min(pieces.images, last - n), y, std::min(pieces.rows, c.out_count[1] - y),
                                     kernels.lanes);
          const S* in = c.in + n * c.in_batch_stride + (group * g.in_channels + i) * c.in_channel_stride;
          const S* grad = c.out + n * c.out_batch_stride + group * g.out_channels * c.out_channel_stride;
          WeightPiece<S, T> piece{c, l, kernels, in, grad, channels, g.in_channels, to};
          channels* g.kernel[2] >= kernels.lanes ? add_along_channels(piece) : add_along_positions(piece);
        }
      }
    }
  });

  S* weight = static_cast<S*>(a.weight.data);
  parallel_for(0, g.groups * g.out_channels, std::max<int64_t>(1, 30000 / (row * parts.batch_parts)),
               [&](int64_t begin, int64_t end) {
                 for (int64_t o = begin; o < end; ++o) {
                   for (int64_t r = 0; r < row; ++r) {
                     T sum = sums[o * row + r];
                     for (int64_t part = 1; part < parts.batch_parts; ++part) sum += sums[part * size + o * row + r];
                     weight[o * g.weight_out + r % g.in_channels * g.weight_in +
                            c.taps[static_cast<size_t>(r / g.in_channels)].weight_offset] = static_cast<S>(sum);
                   }
                 }
               });
}

namespace {

template <class S>
struct Sum {
  using type = double;
};
template <class R>
struct Sum<std::complex<R>> {
  using type = std::complex<double>;
};

// Independent partial sums, so that additions overlap; floats in blocks so short that their rounding does not show.
template <class W, class S>
W row_sum(const S* row, int64_t stride, int64_t count) {
  W total(0);
  if constexpr (std::is_same_v<S, float>) {
    constexpr int64_t kBlock = 64, kLanes = 16;
    while (stride == 1 && count >= kLanes) {
      float lanes[kLanes] = {};
      const int64_t whole = std::min(kBlock, count) / kLanes * kLanes;
      for (int64_t x = 0; x < whole; x += kLanes) {
        for (int64_t j = 0; j < kLanes; ++j) lanes[j] += row[x + j];
      }
      for (float lane : lanes) total += lane;
      row += whole;
      count -= whole;
    }
  }
  W sum[4] = {W(0), W(0), W(0), W(0)};
  int64_t x = 0;
  for (; x + 4 <= count; x += 4) {
    for (int j = 0; j < 4; ++j) sum[j] += static_cast<W>(row[(x + j) * stride]);
  }
  for (; x < count; ++x) sum[0] += static_cast<W>(row[x * stride]);
  return total + (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// One channel of one image.
template <class W, class S>
W plane_sum(const Geometry& g, const S* plane) {
  const int64_t *n = g.out_size, *stride = g.out_stride;
  const bool flat = stride[2] == 1 && (n[1] == 1 || stride[1] == n[2]) && (n[0] == 1 || stride[0] == n[1] * n[2]);
  if (flat) return row_sum<W>(plane, 1, n[0] * n[1] * n[2]);
  W total(0);
  for (int64_t z = 0; z < n[0]; ++z) {
    for (int64_t y = 0; y < n[1]; ++y) total += row_sum<W>(plane + z * stride[0] + y * stride[1], stride[2], n[2]);
  }
  return total;
}

// The sums of a few channels that lie side by side; floats in blocks as above.
constexpr int64_t kChannelsAtOnce = 16;
template <class W, class S>
void add_pixels(const Geometry& g, const S* image, int64_t channels, W* total) {
  for (int64_t z = 0; z < g.out_size[0]; ++z) {
    for (int64_t y = 0; y < g.out_size[1]; ++y) {
      const S* pixel = image + z * g.out_stride[0] + y * g.out_stride[1];
      for (int64_t left = g.out_size[2]; left > 0;) {
        if constexpr (std::is_same_v<S, float>) {
          if (channels == kChannelsAtOnce) {
            float sums[kChannelsAtOnce] = {};
            for (const int64_t end = std::max<int64_t>(0, left - 64); left > end; --left, pixel += g.out_stride[2]) {
              for (int64_t j = 0; j < kChannelsAtOnce; ++j) sums[j] += pixel[j];
            }
            for (int64_t j = 0; j < kChannelsAtOnce; ++j) total[j] += sums[j];
            continue;
          }
        }
        for (int64_t j = 0; j < channels; ++j) total[j] += static_cast<W>(pixel[j]);
        --left, pixel += g.out_stride[2];
      }
    }
  }
}

}  // namespace

template <class S>
void bias_gradient(const ConvArgs& a, const Geometry& g) {
  using W = typename Sum<S>::type;
  const S* out = static_cast<const S*>(a.out.data);
  S* bias = static_cast<S*>(a.bias.data);
  int64_t positions = g.batch * g.out_size[0] * g.out_size[1] * g.out_size[2];
  int64_t grain = std::max<int64_t>(1, 100000 / std::max<int64_t>(1, positions));
  if (g.out_channel == 1 && g.out_stride[2] != 1) {
    const int64_t all = g.groups * g.out_channels, parts = (all + kChannelsAtOnce - 1) / kChannelsAtOnce;
    parallel_for(0, parts, (grain + kChannelsAtOnce - 1) / kChannelsAtOnce, [&](int64_t begin, int64_t end) {
      for (int64_t part = begin; part < end; ++part) {
        const int64_t first = part * kChannelsAtOnce, channels = std::min(kChannelsAtOnce, all - first);
        W total[kChannelsAtOnce] = {};
        for (int64_t n = 0; n < g.batch; ++n) add_pixels(g, out + n * g.out_batch + first, channels, total);
        for (int64_t j = 0; j < channels; ++j) bias[(first + j) * a.bias.strides[0]] = static_cast<S>(total[j]);
      }
    });
    return;
  }
  parallel_for(0, g.groups * g.out_channels, grain, [&](int64_t begin, int64_t end) {
    for (int64_t o = begin; o < end; ++o) {
      W total(0);
      for (int64_t n = 0; n < g.batch; ++n) total += plane_sum<W>(g, out + n * g.out_batch + o * g.out_channel);
      bias[o * a.bias.strides[0]] = static_cast<S>(total);
    }
  });
}

#define VJP_INSTANTIATE(S) template void bias_gradient<S>(const ConvArgs&, const Geometry&);
VJP_INSTANTIATE(float)
VJP_INSTANTIATE(double)
VJP_INSTANTIATE(Float16)
VJP_INSTANTIATE(BFloat16)
VJP_INSTANTIATE(std::complex<float>)
VJP_INSTANTIATE(std::complex<double>)
#undef VJP_INSTANTIATE
#define VJP_INSTANTIATE(S) template void weight_gradient<S>(const ConvArgs&, const Geometry&);
VJP_INSTANTIATE(float)
VJP_INSTANTIATE(double)
VJP_INSTANTIATE(Float16)
VJP_INSTANTIATE(BFloat16)

}  // namespace vjp::cpu
