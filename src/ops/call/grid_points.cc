#include "ops/call/grid_points.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <type_traits>

#include "base/parallel.h"

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors of 32 bytes are passed to functions within this file only

namespace vjp {
namespace {

constexpr int kBlock = 64;  // points whose pixels and weights are found once, for all channels
constexpr int kMaxTaps = 16;

// Vectors of 32 bytes, which are two of 16 where the machine has no others; without fused products the bits agree.
template <class T>
struct Lanes {
  typedef T V __attribute__((vector_size(32)));
  using Bits = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  typedef Bits M __attribute__((vector_size(32)));
  static constexpr int count = 32 / sizeof(T);
};

template <class X, class T>
[[gnu::always_inline]] inline X loaded(const T* p) {
  X v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
template <class X, class T>
[[gnu::always_inline]] inline void store(T* p, const X& v) {
  std::memcpy(p, &v, sizeof v);
}

// A point's pixels along one dimension: up to four, their weights and the weights' slopes.
template <class T>
struct Along {
  int32_t index[4][kBlock];
  typename Lanes<T>::Bits in[4][kBlock];  // -1 within the image, else 0
  T weight[4][kBlock], slope[4][kBlock];
  T scale[kBlock];  // of the place that counts, by the place that is given
};

template <class T>
struct Block {
  Along<T> along[3];
  int32_t at[kMaxTaps][kBlock];
  typename Lanes<T>::Bits in[kMaxTaps][kBlock];
  T weight[kMaxTaps][kBlock];
  T dots[kMaxTaps][kBlock];  // of gradients and pixels
};

// Mirrored between low and low + span as often as it takes.
template <class T>
T reflected(T x, T low, T span, T& slope) {
  const T from = x - low, distance = std::abs(from);
  slope *= from > 0 ? T(1) : from < 0 ? T(-1) : T(0);
  if (!(distance >= span)) return distance + low;
  const T rest = std::fmod(distance, span);
  if (std::fmod(std::floor(distance / span), T(2)) == 0) return rest + low;
  slope = -slope;
  return span + low - rest;
}

// The place that counts for one outside of the image, and its slope by that.
template <class T>
T inside(T x, int64_t size, const GridPoints& t, T& slope) {
  if (t.border == Border::Zeros) return x;
  const T last = static_cast<T>(size - 1);
  if (t.border == Border::Reflect) {
    if (t.align_corners && size == 1) {
      slope = 0;
      x *= 0;
    } else {
      x = t.align_corners ? reflected(x, T(0), last, slope) : reflected(x, T(-0.5), static_cast<T>(size), slope);
    }
  }
  if (x < 0 || x > last) slope = 0;
  return x < 0 ? T(0) : x > last ? last : x;
}

template <class T>
class Sampler {
 public:
  explicit Sampler(const GridPoints& t) : t_(t) {
    each_ = t.interpolation == Interpolation::Nearest ? 1 : t.interpolation == Interpolation::Bilinear ? 2 : 4;
    for (int d = 0; d < t.rank; ++d) taps_ *= each_, pixels_ *= t.sizes[d];
  }
  int64_t pixels() const { return pixels_; }
  int64_t blocks() const { return (t_.points + kBlock - 1) / kBlock; }
  int64_t work() const { return t_.channels * taps_ * kBlock; }  // of a block

  // Results of blocks [first, last) of one image.
  void read(const T* input, const T* grid, T* out, int64_t first, int64_t last) {
    for (int64_t b = first; b < last; ++b) {
      const int n = find(grid, b);
      for (int64_t c = 0; c < t_.channels; ++c) {
        const T* pixel = input + c * pixels_;
        T* to = out + c * t_.points + b * kBlock;
        for (int p = 0; p < n; p += lanes) {
          V sum = value(pixel, 0, p) * weight(0, p);
          for (int k = 1; k < taps_; ++k) sum += value(pixel, k, p) * weight(k, p);
          put(to + p, sum, n - p);
        }
      }
    }
  }

  // Gradients of channels [begin, end) of one image, added up, and of the places of blocks [first, last).
  void back(const T* input, const T* grid, const T* g, T* grad_input, T* grad_grid, int64_t begin, int64_t end,
            int64_t first, int64_t last) {
    if (grad_input) std::fill(grad_input + begin * pixels_, grad_input + end * pixels_, T(0));
    for (int64_t b = first; b < last; ++b) {
      const int n = find(grid, b);
      if (grad_grid)
        for (int k = 0; k < taps_; ++k) std::fill_n(block_.dots[k], kBlock, T(0));
      for (int64_t c = begin; c < end; ++c) {
        const T *from = g + c * t_.points + b * kBlock, *pixel = input + c * pixels_;
        T* to = grad_input ? grad_input + c * pixels_ : nullptr;
        for (int p = 0; p < n; p += lanes) {
          const V grad = taken(from + p, n - p);
          if (to) spread(to, grad, p);
          if (grad_grid) add_dots(pixel, grad, p);
        }
      }
      if (grad_grid) write_slopes(grad_grid + b * kBlock * t_.rank, n);
    }
  }

 private:
  using V = typename Lanes<T>::V;
  using M = typename Lanes<T>::M;
  using Bits = typename Lanes<T>::Bits;
  static constexpr int lanes = Lanes<T>::count;

  [[gnu::always_inline]] V weight(int k, int p) const { return loaded<V>(block_.weight[k] + p); }
  [[gnu::always_inline]] V masked(const V& v, int k, int p) const { return (V)((M)v & loaded<M>(block_.in[k] + p)); }
  // What lies outside counts as 0, be the pixel read for it what it may.
  [[gnu::always_inline]] V value(const T* pixel, int k, int p) const {
    const int32_t* at = block_.at[k] + p;
    V v;
    if constexpr (lanes == 8) {
      v = V{pixel[at[0]], pixel[at[1]], pixel[at[2]], pixel[at[3]],
            pixel[at[4]], pixel[at[5]], pixel[at[6]], pixel[at[7]]};
    } else {
      v = V{pixel[at[0]], pixel[at[1]], pixel[at[2]], pixel[at[3]]};
    }
    return masked(v, k, p);
  }
  // One way in and one way out whatever is left of the points, so that no path has bits of its own.
  [[gnu::always_inline]] static V taken(const T* from, int left) {
    if (left >= lanes) [[likely]]
      return loaded<V>(from);
    T some[lanes] = {};
    std::copy_n(from, left, some);
    return loaded<V>(some);
  }
  [[gnu::always_inline]] static void put(T* to, const V& v, int left) {
    if (left >= lanes) [[likely]]
      return store(to, v);
    T some[lanes];
    store(some, v);
    std::copy_n(some, left, to);
  }

  [[gnu::always_inline]] void spread(T* to, const V& grad, int p) const {
    for (int k = 0; k < taps_; ++k) {
      T share[lanes];
      store(share, masked(grad * weight(k, p), k, p));
      const int32_t* at = block_.at[k] + p;
      for (int i = 0; i < lanes; ++i) to[at[i]] += share[i];
    }
  }
  [[gnu::always_inline]] void add_dots(const T* pixel, const V& grad, int p) {
    for (int k = 0; k < taps_; ++k) {
      T* dots = block_.dots[k] + p;
      store(dots, loaded<V>(dots) + grad * value(pixel, k, p));
    }
  }

  // Pixels and weights of a block's points; how many these are. The others of its last vector read a pixel and do
  // nothing with it.
  int find(const T* grid, int64_t b) {
    const int n = static_cast<int>(std::min<int64_t>(kBlock, t_.points - b * kBlock));
    const int whole = (n + lanes - 1) / lanes * lanes;
    for (int d = 0; d < t_.rank; ++d) {
      T place[kBlock];
      const T* from = grid + b * kBlock * t_.rank + t_.rank - 1 - d;
      for (int p = 0; p < n; ++p) place[p] = from[p * t_.rank];
      std::fill(place + n, place + whole, T(-9));
      find_along(d, place, whole);
    }
    for (int k = 0; k < taps_; ++k) combine(k, whole);
    for (int k = 0; k < taps_; ++k) {
      std::fill(block_.in[k] + n, block_.in[k] + whole, Bits(0));
      std::fill(block_.at[k] + n, block_.at[k] + whole, 0);
    }
    return n;
  }

  void find_along(int d, T* place, int n) {
    Along<T>& a = block_.along[d];
    const T size = static_cast<T>(t_.sizes[d]);
    const T scale = t_.align_corners ? (size - 1) / 2 : size / 2;
    for (int p = 0; p < n; ++p) {
      place[p] = t_.align_corners ? (place[p] + 1) * scale : ((place[p] + 1) * size - 1) * T(0.5);
      a.scale[p] = scale;
    }
    const bool cubic = t_.interpolation == Interpolation::Bicubic;
    if (!cubic && t_.border != Border::Zeros)
      for (int p = 0; p < n; ++p) place[p] = inside(place[p], t_.sizes[d], t_, a.scale[p]);
    if (cubic && t_.border == Border::Reflect) return cubic_mirrored(d, place, n);
    // Far outside is as good as a little outside, and fits an int32.
    const T low = -5, high = size + 4;
    int32_t below[kBlock];
    for (int p = 0; p < n; ++p) {
      const T x = place[p] < low ? low : place[p] > high ? high : place[p];
      const int32_t i = static_cast<int32_t>(x == x ? x : low);
      below[p] = i - (static_cast<T>(i) > x);
      place[p] = x - static_cast<T>(below[p]);
    }
    if (t_.interpolation == Interpolation::Nearest) {
      for (int p = 0; p < n; ++p) {  // halves go to the even pixel
        const bool up = place[p] > T(0.5) || (place[p] == T(0.5) && (below[p] & 1));
        below[p] += up;
        a.weight[0][p] = 1;
      }
    } else if (cubic) {
      cubic_weights(a, place, n);
    } else {
      for (int p = 0; p < n; ++p) {
        a.weight[0][p] = 1 - place[p], a.weight[1][p] = place[p];
        a.slope[0][p] = -1, a.slope[1][p] = 1;
      }
    }
    const int32_t last = static_cast<int32_t>(t_.sizes[d] - 1), begin = cubic ? -1 : 0;
    for (int j = 0; j < each_; ++j) {
      for (int p = 0; p < n; ++p) {
        const int32_t i = below[p] + begin + j, near = std::clamp(i, 0, last);
        a.index[j][p] = near;
        a.in[j][p] = t_.border != Border::Zeros || i == near ? -1 : 0;
      }
    }
  }

  // Keys' cubic convolution with a = -0.75, at a part of the way from one pixel to the next.
  static void cubic_weights(Along<T>& a, const T* part, int n) {
    constexpr T kA = T(-0.75);
    const auto near = [](T x) { return (x * (kA + 2) - (kA + 3)) * x * x + 1; };
    const auto far = [](T x) { return ((x * kA - 5 * kA) * x + 8 * kA) * x - 4 * kA; };
    const auto near_slope = [](T x) { return (x * (3 * kA + 6) - (2 * kA + 6)) * x; };
    const auto far_slope = [](T x) { return (x * (3 * kA) - 10 * kA) * x + 8 * kA; };
    for (int p = 0; p < n; ++p) {
      const T x = part[p];
      a.weight[0][p] = far(x + 1), a.weight[1][p] = near(x);
      a.weight[2][p] = near(1 - x), a.weight[3][p] = far(2 - x);
      a.slope[0][p] = far_slope(x + 1), a.slope[1][p] = near_slope(x);
      a.slope[2][p] = -near_slope(1 - x), a.slope[3][p] = -far_slope(2 - x);
    }
  }
  void cubic_mirrored(int d, T* place, int n) {
    Along<T>& a = block_.along[d];
    const T last = static_cast<T>(t_.sizes[d] - 1);
    for (int p = 0; p < n; ++p) {
      const T below = std::floor(place[p]);
      place[p] -= below;
      for (int j = 0; j < 4; ++j) {
        T slope = 1;
        const T x = inside(below + static_cast<T>(j - 1), t_.sizes[d], t_, slope);
        a.index[j][p] = static_cast<int32_t>(x >= 0 && x <= last ? x : T(0));
        a.in[j][p] = -1;
      }
    }
    cubic_weights(a, place, n);
  }

  int digit(int k, int d) const {  // which pixel of dimension d tap k is of
    for (int e = t_.rank - 1; e > d; --e) k /= each_;
    return k % each_;
  }
  void combine(int k, int n) {
    const int j = digit(k, 0);
    const Along<T>& first = block_.along[0];
    std::copy_n(first.index[j], n, block_.at[k]);
    std::copy_n(first.in[j], n, block_.in[k]);
    std::copy_n(first.weight[j], n, block_.weight[k]);
    for (int d = 1; d < t_.rank; ++d) {
      const Along<T>& a = block_.along[d];
      const int i = digit(k, d);
      const int32_t size = static_cast<int32_t>(t_.sizes[d]);
      for (int p = 0; p < n; ++p) {
        block_.at[k][p] = block_.at[k][p] * size + a.index[i][p];
        block_.in[k][p] &= a.in[i][p];
        block_.weight[k][p] *= a.weight[i][p];
      }
    }
  }

  // The gradients of places from the sums over channels of gradients times pixels.
  void write_slopes(T* grad_grid, int n) const {
    for (int d = 0; d < t_.rank; ++d) {
      T* to = grad_grid + t_.rank - 1 - d;
      T total[kBlock] = {};
      for (int k = 0; each_ > 1 && k < taps_; ++k) {
        T term[kBlock];
        std::copy_n(block_.dots[k], n, term);
        for (int e = 0; e < t_.rank; ++e) {
          const Along<T>& a = block_.along[e];
          const T* factor = e == d ? a.slope[digit(k, e)] : a.weight[digit(k, e)];
          for (int p = 0; p < n; ++p) term[p] *= factor[p];
        }
        for (int p = 0; p < n; ++p) total[p] += term[p];
      }
      for (int p = 0; p < n; ++p) to[p * t_.rank] = total[p] * block_.along[d].scale[p];
    }
  }

  const GridPoints& t_;
  int each_, taps_ = 1;  // pixels along a dimension, and in all
  int64_t pixels_ = 1;
  Block<T> block_;
};

constexpr int64_t kWork = 32768;  // so much of it is worth a thread

template <class T>
void read_all(const GridPoints& t, const T* input, const T* grid, T* out) {
  const Sampler<T> plan(t);
  const int64_t blocks = plan.blocks();
  parallel_for(0, t.images * blocks, std::max<int64_t>(1, kWork / plan.work()), [&](int64_t begin, int64_t end) {
    const auto sampler = std::make_unique<Sampler<T>>(t);
    while (begin < end) {
      const int64_t image = begin / blocks, first = begin % blocks, last = std::min(blocks, first + end - begin);
      sampler->read(input + image * t.channels * plan.pixels(), grid + image * t.points * t.rank,
                    out + image * t.channels * t.points, first, last);
      begin += last - first;
    }
  });
}

template <class T>
void all_gradients(const GridPoints& t, const T* input, const T* grid, const T* g, T* grad_input, T* grad_grid) {
  const Sampler<T> plan(t);
  const int64_t blocks = plan.blocks(), pixels = plan.pixels();
  const auto image_back = [&](Sampler<T>& s, int64_t image, T* of_input, T* of_grid, int64_t begin, int64_t end,
                              int64_t first, int64_t last) {
    s.back(input + image * t.channels * pixels, grid + image * t.points * t.rank, g + image * t.channels * t.points,
           of_input ? of_input + image * t.channels * pixels : nullptr,
           of_grid ? of_grid + image * t.points * t.rank : nullptr, begin, end, first, last);
  };
  // Both at once share what is found of a point. Where threads would have one image between them, the image's gradient
  // is shared by channels and that of the places by points: in the same order, so with the same bits.
  if (t.images > 1 || num_threads() == 1) {
    parallel_for(0, t.images, std::max<int64_t>(1, kWork / (plan.work() * blocks + pixels)),
                 [&](int64_t begin, int64_t end) {
                   const auto sampler = std::make_unique<Sampler<T>>(t);
                   for (; begin < end; ++begin)
                     image_back(*sampler, begin, grad_input, grad_grid, 0, t.channels, 0, blocks);
                 });
    return;
  }
  if (grad_input) {
    const int64_t one = plan.work() / std::max<int64_t>(t.channels, 1) * blocks + pixels;
    parallel_for(0, t.channels, std::max<int64_t>(4, kWork / one), [&](int64_t begin, int64_t end) {
      image_back(*std::make_unique<Sampler<T>>(t), 0, grad_input, nullptr, begin, end, 0, blocks);
    });
  }
  if (grad_grid) {
    parallel_for(0, blocks, std::max<int64_t>(1, kWork / plan.work()), [&](int64_t first, int64_t last) {
      image_back(*std::make_unique<Sampler<T>>(t), 0, nullptr, grad_grid, 0, t.channels, first, last);
    });
  }
}

}  // namespace

bool has_grid_points(Dtype dtype, const GridPoints& t) {
  int64_t pixels = 1;
  for (int d = 0; d < t.rank; ++d) pixels *= t.sizes[d];
  return (dtype == Dtype::Float32 || dtype == Dtype::Float64) && pixels < INT32_MAX && t.channels > 0;
}

void grid_read(Dtype dtype, const GridPoints& t, const void* input, const void* grid, void* out) {
  const auto run = [&](auto zero) {
    using T = decltype(zero);
    read_all(t, static_cast<const T*>(input), static_cast<const T*>(grid), static_cast<T*>(out));
  };
  dtype == Dtype::Float32 ? run(0.0f) : run(0.0);
}

void grid_gradients(Dtype dtype, const GridPoints& t, const void* input, const void* grid, const void* g,
                    void* grad_input, void* grad_grid) {
  const auto run = [&](auto zero) {
    using T = decltype(zero);
    all_gradients(t, static_cast<const T*>(input), static_cast<const T*>(grid), static_cast<const T*>(g),
                  static_cast<T*>(grad_input), static_cast<T*>(grad_grid));
  };
  dtype == Dtype::Float32 ? run(0.0f) : run(0.0);
}

}  // namespace vjp
