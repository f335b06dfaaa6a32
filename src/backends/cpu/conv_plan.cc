#include "backends/cpu/conv_plan.h"

#include <algorithm>
#include <cstring>

#include "backends/cpu/transpose.h"

namespace vjp::cpu {

int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

int64_t PaddedLayout::offset_of(const Tap& tap, const Index3& step) const {
  int64_t phase = 0, unit[3];
  for (int d = 0; d < 3; ++d) {
    int64_t u = floor_div(tap.shift[d], step[d]);
    phase = phase * phases[d] + (phases[d] == 1 ? 0 : tap.shift[d] - u * step[d]);
    unit[d] = u - low[d];
  }
  return phase * phase_size + unit[0] * pitch_y + unit[1] * pitch_x + unit[2];
}

template <class S>
PaddedLayout layout_of(const Correlation<S>& c, int64_t images, int64_t first_y, int64_t count_y, int lanes) {
  PaddedLayout l;
  int64_t share[3];
  bool whole = first_y == 0 && count_y == c.out_count[1];
  for (int d = 0; d < 3; ++d) {
    int64_t low = INT64_MAX, high = INT64_MIN;
    bool one_phase = true;
    for (const Tap& tap : c.taps) {
      int64_t u = floor_div(tap.shift[d], c.in_step[d]);
      low = std::min(low, u);
      high = std::max(high, u);
      one_phase = one_phase && tap.shift[d] == u * c.in_step[d];
    }
    l.count[d] = d == 1 ? count_y : c.out_count[d];
    l.low[d] = low;
    l.extent[d] = l.count[d] + high - low;
    l.phases[d] = one_phase ? 1 : c.in_step[d];
    // zeros before the first and after the last number of the input, in every phase
    int64_t first = low + (d == 1 ? first_y : 0), last = first + l.extent[d] - 1;
    int64_t before = std::max<int64_t>(0, -first),
            after = std::max<int64_t>(0, last - (c.in_size[d] - 1) / c.in_step[d]);
    share[d] = std::min({before, after, high - low});
  }
  if (!whole) share[1] = 0;
  l.first_y = first_y;
  l.images = images;
  l.pitch_x = l.extent[2] - share[2];
  l.pitch_y = (l.extent[1] - share[1]) * l.pitch_x;
  l.pitch_z = (l.extent[0] - share[0]) * l.pitch_y;
  l.positions = (images - 1) * l.pitch_z + (l.count[0] - 1) * l.pitch_y + (l.count[1] - 1) * l.pitch_x + l.count[2];
  int64_t reach = (l.extent[0] - l.count[0]) * l.pitch_y + (l.extent[1] - l.count[1]) * l.pitch_x + l.extent[2];
  l.phase_size = (l.positions + reach + 2 * lanes + 15) / 16 * 16;
  l.channel_size = l.phase_size * l.phases[0] * l.phases[1] * l.phases[2];
  return l;
}

namespace {

// The units u in [0, extent) for which low + u is a coordinate of the input in this phase.
struct Range {
  int64_t begin, end;
};
Range inside(int64_t low, int64_t extent, int64_t phase, int64_t step, int64_t size) {
  int64_t count = phase < size ? (size - phase + step - 1) / step : 0;  // numbers of this phase
  Range r{std::clamp<int64_t>(-low, 0, extent), std::clamp<int64_t>(count - low, 0, extent)};
  return r.end < r.begin ? Range{0, 0} : r;
}

}  // namespace

template <class S, class T>
void fill_padded(const Correlation<S>& c, const PaddedLayout& l, const S* in, int64_t channels, T* padded) {
  std::fill(padded, padded + channels * l.channel_size, T(0));
  for (int64_t pz = 0; pz < l.phases[0]; ++pz) {
    Range z = inside(l.low[0], l.extent[0], pz, c.in_step[0], c.in_size[0]);
    for (int64_t py = 0; py < l.phases[1]; ++py) {
      int64_t low_y = l.low[1] + l.first_y;
      Range y = inside(low_y, l.extent[1], py, c.in_step[1], c.in_size[1]);
      for (int64_t px = 0; px < l.phases[2]; ++px) {
        Range x = inside(l.low[2], l.extent[2], px, c.in_step[2], c.in_size[2]);
        int64_t phase = (pz * l.phases[1] + py) * l.phases[2] + px;
        const S* first = in + ((l.low[2] + x.begin) * c.in_step[2] + px) * c.in_stride[2];
        if constexpr (std::is_same_v<S, T>) {
          if (c.in_channel_stride == 1 && c.in_stride[2] != 1 && channels > 1) {
            T* plane = padded + phase * l.phase_size + x.begin;
            for (int64_t image = 0; image < l.images; ++image) {
              for (int64_t v = z.begin; v < z.end; ++v) {
                for (int64_t w = y.begin; w < y.end; ++w) {
                  transpose(first + image * c.in_batch_stride + ((l.low[0] + v) * c.in_step[0] + pz) * c.in_stride[0] +
                                ((low_y + w) * c.in_step[1] + py) * c.in_stride[1],
                            x.end - x.begin, channels, c.in_step[2] * c.in_stride[2],
                            plane + image * l.pitch_z + v * l.pitch_y + w * l.pitch_x, l.channel_size);
                }
              }
            }
            continue;
          }
        }
        for (int64_t channel = 0; channel < channels; ++channel) {
          T* plane = padded + channel * l.channel_size + phase * l.phase_size + x.begin;
          for (int64_t image = 0; image < l.images; ++image) {
            for (int64_t v = z.begin; v < z.end; ++v) {
              for (int64_t w = y.begin; w < y.end; ++w) {
                const S* row = first + image * c.in_batch_stride + channel * c.in_channel_stride +
                               ((l.low[0] + v) * c.in_step[0] + pz) * c.in_stride[0] +
                               ((low_y + w) * c.in_step[1] + py) * c.in_stride[1];
                copy_row(row, c.in_step[2] * c.in_stride[2], x.end - x.begin,
                         plane + image * l.pitch_z + v * l.pitch_y + w * l.pitch_x);
              }
            }
          }
        }
      }
    }
  }
}

template <class S>
Pieces pieces_of(const Correlation<S>& c, int64_t positions, int lanes) {
  constexpr int64_t kCache = 256 << 10;  // of the padded input, within the second cache level of small machines
  PaddedLayout one = layout_of(c, 1, 0, c.out_count[1], lanes);
  int64_t bytes = one.channel_size * c.in_channels * (std::is_same_v<S, double> ? 8 : 4);
  Pieces p{1, c.out_count[1], c.batch, 1};
  if (bytes <= kCache && one.positions < positions) {
    int64_t images = std::min(positions / one.positions, kCache / bytes);
    p.images = std::clamp<int64_t>(images, 1, std::max<int64_t>(1, c.batch / 8));
    p.batch_pieces = (c.batch + p.images - 1) / p.images;
  } else if (bytes > kCache || one.positions > 4 * positions) {
    int64_t by_cache = (bytes + kCache - 1) / kCache, by_work = one.positions / (4 * positions);
    int64_t pieces = std::clamp<int64_t>(std::max(by_cache, by_work), 1, std::max<int64_t>(1, c.out_count[1] / 4));
    p.rows = (c.out_count[1] + pieces - 1) / pieces;
    p.row_pieces = (c.out_count[1] + p.rows - 1) / p.rows;
  }
  return p;
}

#define VJP_INSTANTIATE(S, T)                                                                         \
  template PaddedLayout layout_of<S>(const Correlation<S>&, int64_t, int64_t, int64_t, int);          \
  template void fill_padded<S, T>(const Correlation<S>&, const PaddedLayout&, const S*, int64_t, T*); \
  template Pieces pieces_of<S>(const Correlation<S>&, int64_t, int);
VJP_INSTANTIATE(float, float)
VJP_INSTANTIATE(double, double)
VJP_INSTANTIATE(Float16, float)
VJP_INSTANTIATE(BFloat16, float)

}  // namespace vjp::cpu
