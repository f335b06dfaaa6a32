// Correlation: the one form behind a convolution's forward and its gradient for the input, and the padded layout both
// are computed in.
//
// Note: the padded layout
// Channels are copied into planes with zeros around them, in which the neighbour seen through a tap of the window is a
// fixed offset away, for all positions at once: rows of `pitch_x` numbers follow each other, images too. A position
// that runs over the end of a row computes a number nobody reads. Where a row has zeros on both sides it shares them
// with the next (a 3x3 window with padding 1 needs W + 1 numbers a row, not W + 2), and rows and planes likewise. A
// strided input is split into its phases: every step-th number lies together, so that strides cost nothing in the
// kernel.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "kernel/backend.h"

namespace vjp::cpu {

using Index3 = int64_t[3];  // z, y, x

struct Tap {
  Index3 shift;           // in input coordinates
  int64_t weight_offset;  // of this tap in the weight of one channel pair
};

// out[n, o, P * out_step + out_first] = bias[o] + sum over c, taps of weight[o, c, tap] * in[n, c, P * in_step +
// tap.shift], zero outside of the input. Strides of `out` and its first element already say where the positions P lie.
template <class S>
struct Correlation {
  int64_t batch, groups, in_channels, out_channels;  // channels of one group
  const S* in;
  int64_t in_batch_stride, in_channel_stride;
  Index3 in_size, in_stride, in_step;
  S* out;
  int64_t out_batch_stride, out_channel_stride;
  Index3 out_count, out_stride;
  std::vector<Tap> taps;
  const S* weight;
  int64_t weight_group_stride, weight_out_stride, weight_in_stride;
  const S* bias = nullptr;
  int64_t bias_stride = 0;
};

// Where numbers lie in the padded copy of `images` images and the rows first_y .. first_y + count[1] of the output.
struct PaddedLayout {
  Index3 low, extent;  // of the input in units of in_step, for one image
  Index3 phases;       // in_step, or 1 where only one phase is used
  Index3 count;        // output positions
  int64_t first_y = 0;
  int64_t pitch_x, pitch_y, pitch_z;  // of a row, a plane, an image
  int64_t images;
  int64_t positions;     // from the first output position to the last, all images
  int64_t phase_size;    // numbers of one phase of one channel
  int64_t channel_size;  // of all phases

  int64_t offset_of(const Tap& tap, const Index3& step) const;
};

int64_t floor_div(int64_t a, int64_t b);

template <class S, class T>
inline void copy_row(const S* in, int64_t stride, int64_t count, T* out) {
  if constexpr (std::is_same_v<S, T>) {
    if (stride == 1) {
      // rows are short: a call of memcpy costs more than the copy
      constexpr int64_t kChunk = 16 / sizeof(T);
      int64_t i = 0;
      for (; i + kChunk <= count; i += kChunk) std::memcpy(out + i, in + i, 16);
      for (; i < count; ++i) out[i] = in[i];
      return;
    }
  }
  for (int64_t i = 0; i < count; ++i) out[i] = static_cast<T>(in[i * stride]);
}

template <class S>
PaddedLayout layout_of(const Correlation<S>& c, int64_t images, int64_t first_y, int64_t count_y, int lanes);

// Copies `channels` channels from `in` (of the first image and channel) into the layout.
template <class S, class T>
void fill_padded(const Correlation<S>& c, const PaddedLayout& layout, const S* in, int64_t channels, T* padded);

// How the batch and the output rows are cut into pieces that fit the cache.
struct Pieces {
  int64_t images, rows;  // of one piece
  int64_t batch_pieces, row_pieces;
};
template <class S>
Pieces pieces_of(const Correlation<S>& c, int64_t positions, int lanes);

}  // namespace vjp::cpu
