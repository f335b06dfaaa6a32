#include "backends/cpu/conv_pixels.h"

#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

int64_t cut(int64_t count, int64_t step) { return (count + step - 1) / step; }

// Output channels in blocks of as many vectors, as even as can be.
struct OutputBlocks {
  int64_t width, count;
  template <class T>
  OutputBlocks(int64_t channels, const PixelKernels<T>& k) {
    const int64_t vectors = cut(channels, k.lanes);
    width = cut(vectors, cut(vectors, k.vectors)) * k.lanes;
    count = cut(channels, width);
  }
  int64_t used(int64_t block, int64_t channels) const { return std::min(width, channels - block * width); }
};

// Positions of the output, of all images one after the other, in pieces whose input stays in the second level of the
// cache, and of which there are enough for the threads of a large machine.
struct Positions {
  int64_t all, piece, count;
  template <class T>
  Positions(const Correlation<T>& c, int64_t most, int64_t wanted) {
    constexpr int64_t kCache = 256 << 10, kLeast = 32;
    all = c.batch * c.out_count[0] * c.out_count[1] * c.out_count[2];
    const int64_t fitting = kCache / (c.in_channels * static_cast<int64_t>(sizeof(T)));
    piece = std::clamp(std::min(fitting, all / wanted), kLeast, most) / kPixelPadding * kPixelPadding;
    count = cut(all, piece);
  }
};

// The table of a piece, in memory for as long as this lives.
template <class T>
class Table {
 public:
  Table(const Correlation<T>& c, int64_t piece)
      : c_(c),
        taps_(static_cast<int64_t>(c.taps.size())),
        piece_(piece),
        memory_(Workspace::round_up(static_cast<size_t>((taps_ + 1) * piece) * sizeof(T*)) + 2 * 64 +
                static_cast<size_t>(c.in_channels + c.out_channels) * sizeof(T)) {
    rows_ = memory_.template take<const T*>((taps_ + 1) * piece);
    out_ = const_cast<T**>(rows_ + taps_ * piece);
    T* zeros = memory_.template take<T>(c.in_channels);
    zeros_ = std::fill_n(zeros, c.in_channels, T(0)) - c.in_channels;
    spare_ = std::fill_n(memory_.template take<T>(c.out_channels), c.out_channels, T(0)) - c.out_channels;
  }

  // Positions `begin` to `end`, of one group; those that fill up the last block see zeros, and lie in a row apart.
  PixelRows<T> find(int64_t group, int64_t begin, int64_t end) {
    const int64_t positions = cut(end - begin, kPixelPadding) * kPixelPadding;
    const int64_t *n = c_.out_count, *stride = c_.out_stride;
    for (int64_t at = 0; at < end - begin;) {
      Index3 y;
      int64_t rest = begin + at;
      for (int d = 2; d >= 0; --d) y[d] = rest % n[d], rest /= n[d];
      const int64_t count = std::min(n[2] - y[2], end - begin - at);
      T* to = c_.out + rest * c_.out_batch_stride + group * c_.out_channels * c_.out_channel_stride + y[0] * stride[0] +
              y[1] * stride[1] + y[2] * stride[2];
      for (int64_t i = 0; i < count; ++i) out_[at + i] = to + i * stride[2];
      const T* image = c_.in + rest * c_.in_batch_stride + group * c_.in_channels * c_.in_channel_stride;
      for (int64_t t = 0; t < taps_; ++t) {
        find_row(image, c_.taps[static_cast<size_t>(t)].shift, y, count, rows_ + t * piece_ + at);
      }
      at += count;
    }
    for (int64_t t = 0; t < taps_; ++t) {
      std::fill(rows_ + t * piece_ + (end - begin), rows_ + t * piece_ + positions, zeros_);
    }
    std::fill(out_ + (end - begin), out_ + positions, spare_);
    return {rows_, piece_, positions, zeros_};
  }
  T* const* out() const { return out_; }

 private:
  void find_row(const T* image, const Index3& shift, const Index3& y, int64_t count, const T** row) const {
    Index3 x;
    for (int d = 0; d < 3; ++d) x[d] = y[d] * c_.in_step[d] + shift[d];
    if (x[0] < 0 || x[0] >= c_.in_size[0] || x[1] < 0 || x[1] >= c_.in_size[1]) {
      std::fill_n(row, count, zeros_);
      return;
    }
    const int64_t step = c_.in_step[2], size = c_.in_size[2];
    const int64_t begin = x[2] >= 0 ? 0 : std::min(count, cut(-x[2], step));
    const int64_t end = std::clamp(x[2] >= size ? 0 : cut(size - x[2], step), begin, count);
    const T* from = image + x[0] * c_.in_stride[0] + x[1] * c_.in_stride[1] + x[2] * c_.in_stride[2];
    for (int64_t i = 0; i < begin; ++i) row[i] = zeros_;
    for (int64_t i = begin; i < end; ++i) row[i] = from + i * step * c_.in_stride[2];
    for (int64_t i = end; i < count; ++i) row[i] = zeros_;
  }

  const Correlation<T>& c_;
  int64_t taps_, piece_;
  Workspace memory_;
  const T** rows_;
  T** out_;
  const T* zeros_;
  T* spare_;
};

// For each group and block of output channels a row of the bias, then a row for each tap and channel of the input.
template <class T>
void pack(const Correlation<T>& c, const OutputBlocks& blocks, T* packed) {
  const int64_t taps = static_cast<int64_t>(c.taps.size()), size = (taps * c.in_channels + 1) * blocks.width;
  parallel_for(0, c.groups * blocks.count, std::max<int64_t>(1, 100000 / size), [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      const int64_t group = task / blocks.count, first = task % blocks.count * blocks.width;
      const int64_t used = blocks.used(task % blocks.count, c.out_channels);
      T *bias = packed + task * size, *rows = bias + blocks.width;
      // the kernel takes a last block of fewer vectors with rows as short as that
      const int64_t lanes = pixel_kernels(T()).lanes, width = cut(used, lanes) * lanes;
      std::fill_n(bias, size, T(0));
      const int64_t channel = group * c.out_channels + first;
      for (int64_t j = 0; c.bias && j < used; ++j) bias[j] = c.bias[(channel + j) * c.bias_stride];
      const T* weight = c.weight + group * c.weight_group_stride + first * c.weight_out_stride;
      for (int64_t i = 0; i < c.in_channels; ++i) {
        for (int64_t t = 0; t < taps; ++t) {
          const T* from = weight + i * c.weight_in_stride + c.taps[static_cast<size_t>(t)].weight_offset;
          T* to = rows + (t * c.in_channels + i) * width;
          for (int64_t j = 0; j < used; ++j) to[j] = from[j * c.weight_out_stride];
        }
      }
    }
  });
}

// A block of output channels in steps: some taps with all their channels, or some channels of a tap, whose weights stay
// in the cache while all positions of the piece pass by.
template <class T>
void correlate_block(const PixelKernels<T>& kernels, const PixelRows<T>& in, int64_t taps, int64_t channels,
                     const T* packed, int64_t width, T* const* out, int64_t offset, int64_t used) {
  constexpr int64_t kBytes = 48 << 10;
  const int64_t row = cut(used, kernels.lanes) * kernels.lanes, most = kBytes / (row * static_cast<int64_t>(sizeof(T)));
  const int64_t taps_at_once = std::max<int64_t>(1, most / channels), channels_at_once = std::min(most, channels);
  const T *initial = packed, *weights = packed + width;
  for (int64_t t = 0; t < taps; t += taps_at_once) {
    const int64_t some = std::min(taps_at_once, taps - t);
    const PixelRows<T> seen{in.rows + t * in.pitch, in.pitch, in.positions, in.zeros};
    for (int64_t i = 0; i < channels; i += channels_at_once) {
      kernels.correlate(seen, some, i, std::min(channels_at_once, channels - i), weights + (t * channels + i) * row,
                        out, offset, used, initial);
      initial = nullptr;
    }
  }
}

}  // namespace

template <class T>
void correlate_pixels(const Correlation<T>& c) {
  const PixelKernels<T>& kernels = pixel_kernels(T());
  const Positions positions(c, 256, 16);
  if (positions.all == 0) return;
  const int64_t taps = static_cast<int64_t>(c.taps.size());
  const OutputBlocks blocks(c.out_channels, kernels);
  const int64_t size = (taps * c.in_channels + 1) * blocks.width;
  Workspace space(static_cast<size_t>(c.groups * blocks.count * size) * sizeof(T));
  T* packed = space.take<T>(c.groups * blocks.count * size);
  pack(c, blocks, packed);

  const int64_t tasks = positions.count * c.groups;
  const double cost = cost_of(c);
  const int64_t grain =
      cost < kParallelCost
          ? tasks
          : std::max<int64_t>(1, static_cast<int64_t>(kParallelCost / 4 * static_cast<double>(tasks) / cost));
  parallel_for(0, tasks, grain, [&](int64_t begin, int64_t end) {
    Table<T> table(c, positions.piece);
    for (int64_t task = begin; task < end; ++task) {
      const int64_t group = task % c.groups, first = task / c.groups * positions.piece;
      const PixelRows<T> in = table.find(group, first, std::min(positions.all, first + positions.piece));
      for (int64_t b = 0; b < blocks.count; ++b) {
        correlate_block(kernels, in, taps, c.in_channels, packed + (group * blocks.count + b) * size, blocks.width,
                        table.out(), b * blocks.width, blocks.used(b, c.out_channels));
      }
    }
  });
}

namespace {

// How the weight's gradient is cut: parts of the positions, each with sums of its own, and parts of the rows.
struct Parts {
  int64_t pieces, count;  // of a part; parts
  int64_t rows, row_count;
  Parts(const Positions& positions, int64_t all_rows, int64_t sums, int64_t groups, double cost) {
    constexpr int64_t kParts = 8, kSums = int64_t{4} << 20;
    int64_t wanted = std::clamp<int64_t>(static_cast<int64_t>(cost / kParallelCost), 1, kParts);
    wanted = cut(wanted, groups);
    count = std::clamp<int64_t>(std::min(wanted, kSums / sums), 1, positions.count);
    pieces = cut(positions.count, count);
    count = cut(positions.count, pieces);
    rows = cut(cut(all_rows, std::clamp<int64_t>(wanted / count, 1, all_rows)), kPixelPadding) * kPixelPadding;
    row_count = cut(all_rows, rows);
  }
};

}  // namespace

template <class T>
void weight_gradient_pixels(const Correlation<T>& c, T* weight) {
  const PixelKernels<T>& kernels = pixel_kernels(T());
  // short pieces stay in the first level of the cache, unless more of it goes to the sums
  const Positions positions(
      c, static_cast<int64_t>(c.taps.size()) * c.in_channels * c.out_channels < (64 << 10) ? 256 : 512, 1);
  const OutputBlocks blocks(c.out_channels, kernels);
  const int64_t rows = static_cast<int64_t>(c.taps.size()) * c.in_channels;
  const int64_t width = cut(c.out_channels, kernels.lanes) * kernels.lanes, size = c.groups * rows * width;
  const Parts parts(positions, rows, size, c.groups, cost_of(c));
  Workspace space(static_cast<size_t>(parts.count * size) * sizeof(T));
  T* sums = space.take<T>(parts.count * size);
  std::fill_n(sums, parts.count * size, T(0));

  // The gradient is read in place where its rows are whole vectors, one after the other.
  const int64_t* stride = c.out_stride;
  const bool direct = c.out_channels == width && stride[1] == c.out_count[2] * stride[2] &&
                      stride[0] == c.out_count[1] * stride[1] && c.out_batch_stride == c.out_count[0] * stride[0];
  parallel_for(0, parts.count * c.groups * parts.row_count, 1, [&](int64_t begin, int64_t end) {
    Table<T> table(c, positions.piece);
    const int64_t copied = direct ? 0 : positions.piece * width;
    Workspace memory(static_cast<size_t>(copied) * sizeof(T));
    T* grad = memory.take<T>(copied);
    std::fill_n(grad, copied, T(0));
    for (int64_t task = begin; task < end; ++task) {
      const int64_t first = task % parts.row_count * parts.rows, rest = task / parts.row_count;
      const int64_t group = rest % c.groups, part = rest / c.groups;
      T* to = sums + part * size + group * rows * width;
      for (int64_t k = part * parts.pieces; k < std::min(positions.count, (part + 1) * parts.pieces); ++k) {
        const int64_t at = k * positions.piece;
        const int64_t end = std::min(positions.all, at + positions.piece);
        PixelRows<T> in = table.find(group, at, end);
        in.positions = end - at;
        const T* from = grad;
        if (direct) {
          from = table.out()[0];
        } else {
          for (int64_t p = 0; p < in.positions; ++p) {
            copy_row(const_cast<const T*>(table.out()[p]), 1, c.out_channels, grad + p * width);
          }
        }
        for (int64_t b = 0; b < blocks.count; ++b) {
          kernels.correlate_weight(in, c.in_channels, first, std::min(rows, first + parts.rows),
                                   from + b * blocks.width, direct ? c.out_stride[2] : width,
                                   blocks.used(b, c.out_channels), to + b * blocks.width, width);
        }
      }
    }
  });

  // to where the weight has them; a cache line of sums at a time
  constexpr int64_t kTogether = 16;
  const int64_t runs = cut(c.out_channels, kTogether);
  parallel_for(0, c.groups * runs, std::max<int64_t>(1, 30000 / (kTogether * rows * parts.count)),
               [&](int64_t begin, int64_t end) {
                 for (int64_t task = begin; task < end; ++task) {
                   const int64_t group = task / runs, o = task % runs * kTogether;
                   const int64_t count = std::min(kTogether, c.out_channels - o);
                   for (int64_t r = 0; r < rows; ++r) {
                     const T* from = sums + (group * rows + r) * width + o;
                     T* to = weight + group * c.weight_group_stride + o * c.weight_out_stride +
                             r % c.in_channels * c.weight_in_stride +
                             c.taps[static_cast<size_t>(r / c.in_channels)].weight_offset;
                     for (int64_t j = 0; j < count; ++j) {
                       T sum = from[j];
                       for (int64_t part = 1; part < parts.count; ++part) sum += from[part * size + j];
                       to[j * c.weight_out_stride] = sum;
                     }
                   }
                 }
               });
}

#define VJP_INSTANTIATE(T)                                  \
  template void correlate_pixels<T>(const Correlation<T>&); \
  template void weight_gradient_pixels<T>(const Correlation<T>&, T*);
VJP_INSTANTIATE(float)
VJP_INSTANTIATE(double)

}  // namespace vjp::cpu
