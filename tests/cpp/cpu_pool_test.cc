#include <cmath>

#include "backends/cpu/cpu.h"
#include "kernel_testing.h"

namespace vjp {
namespace {

using testing::Array;
using testing::random_int;

// A two-dimensional pooling with random sizes; windows may hang over the padded end, as with ceil_mode.
template <class T>
struct Pooling {
  PoolArgs args{};
  Array<T> in, out;
  Array<int64_t> indices;

  Pooling(std::mt19937& rng, bool average, bool channels_last) {
    args.rank = 2;
    bool plain = random_int(rng, 0, 3) == 0, strange = random_int(rng, 0, 1);
    std::vector<int64_t> in_shape = {random_int(rng, 1, 3), random_int(rng, 1, channels_last ? 40 : 4)},
                         out_shape = in_shape;
    for (int d = 0; d < 2; ++d) {
      int64_t k = plain ? 2 : random_int(rng, 1, 4), n = random_int(rng, 8, 40);
      args.kernel[d] = k;
      args.stride[d] = plain ? 2 : random_int(rng, 1, 3);
      args.padding[d] = plain ? 0 : random_int(rng, 0, k / 2);
      args.dilation[d] = plain || average ? 1 : random_int(rng, 1, 2);
      int64_t room = n + 2 * args.padding[d] - (args.dilation[d] * (k - 1) + 1);
      int64_t count = (room + (random_int(rng, 0, 1) ? args.stride[d] - 1 : 0)) / args.stride[d] + 1;
      if ((count - 1) * args.stride[d] >= n + args.padding[d]) --count;
      in_shape.push_back(n);
      out_shape.push_back(count);
    }
    if (channels_last) {
      in = Array<T>::channels_last(in_shape, rng);
      out = Array<T>::channels_last(out_shape, rng);
      indices = Array<int64_t>::channels_last(out_shape, rng);
    } else {
      in = Array<T>(in_shape, rng, strange);
      out = Array<T>(out_shape, rng, strange);
      indices = Array<int64_t>(out_shape, rng, strange);
    }
    args.count_include_pad = random_int(rng, 0, 1);
    args.divisor = random_int(rng, 0, 3) ? 0 : 3;
    args.in = in.view();
    args.out = out.view();
    if (!average) args.indices = indices.view();
  }

  template <class F>
  void for_each(F f) {
    for (int64_t n = 0; n < out.sizes[0]; ++n) {
      for (int64_t c = 0; c < out.sizes[1]; ++c) {
        for (int64_t y = 0; y < out.sizes[2]; ++y) {
          for (int64_t x = 0; x < out.sizes[3]; ++x) f(n, c, y, x);
        }
      }
    }
  }
  template <class F>
  void for_each_in_window(int64_t y, int64_t x, F f) {
    for (int64_t i = 0; i < args.kernel[0]; ++i) {
      for (int64_t j = 0; j < args.kernel[1]; ++j) {
        int64_t v = y * args.stride[0] - args.padding[0] + i * args.dilation[0];
        int64_t w = x * args.stride[1] - args.padding[1] + j * args.dilation[1];
        if (v >= 0 && w >= 0 && v < in.sizes[2] && w < in.sizes[3]) f(v, w);
      }
    }
  }
  double divisor(int64_t y, int64_t x) {
    if (args.divisor) return static_cast<double>(args.divisor);
    int64_t count = 1, position[2] = {y, x};
    for (int d = 0; d < 2; ++d) {
      int64_t begin = position[d] * args.stride[d] - args.padding[d];
      int64_t end = std::min(begin + args.kernel[d], in.sizes[static_cast<size_t>(2 + d)] + args.padding[d]);
      if (!args.count_include_pad) {
        begin = std::max<int64_t>(begin, 0);
        end = std::min(end, in.sizes[static_cast<size_t>(2 + d)]);
      }
      count *= end - begin;
    }
    return static_cast<double>(count);
  }
};

template <class T>
void check_max_pool(int rounds, bool channels_last) {
  std::mt19937 rng(1);
  for (int round = 0; round < rounds; ++round) {
    Pooling<T> p(rng, false, channels_last);
    for (auto n = random_int(rng, 0, 3); n > 0; --n) {
      p.in.at({0, 0, random_int(rng, 0, p.in.sizes[2] - 1), random_int(rng, 0, p.in.sizes[3] - 1)}) = NAN;
    }
    p.in.at({0, 0, 0, 1}) = p.in.at({0, 0, 0, 0});
    cpu::max_pool(p.args);
    testing::run_on_one_two_and_four_threads(p.out, [&] { cpu::max_pool(p.args); });
    p.for_each([&](int64_t n, int64_t c, int64_t y, int64_t x) {
      T best = -INFINITY;
      int64_t at = -1;
      p.for_each_in_window(y, x, [&](int64_t v, int64_t w) {
        T value = p.in.at({n, c, v, w});
        if (value > best || std::isnan(value) || at < 0) {
          best = value;
          at = v * p.in.sizes[3] + w;
        }
      });
      ASSERT_EQ(p.indices.at({n, c, y, x}), at);
      T value = p.out.at({n, c, y, x});
      ASSERT_TRUE(value == best || (std::isnan(value) && std::isnan(best)));
    });

    // backward: `in` receives, `out` gives
    Array<double> sums(p.in.sizes, rng);
    std::fill(sums.data(), sums.data() + sums.bytes.size() / sizeof(double), 0.0);
    p.for_each([&](int64_t n, int64_t c, int64_t y, int64_t x) {
      T& g = p.out.at({n, c, y, x});
      g = testing::random_value<T>(rng);
      int64_t at = p.indices.at({n, c, y, x});
      sums.at({n, c, at / p.in.sizes[3], at % p.in.sizes[3]}) += g;
    });
    testing::run_on_one_two_and_four_threads(p.in, [&] {
      p.args.in = p.in.view();
      cpu::max_pool_backward(p.args);
    });
    const int64_t image = p.in.sizes[0] - 1, channel = p.in.sizes[1] - 1;
    for (int64_t v = 0; v < p.in.sizes[2]; ++v) {
      for (int64_t w = 0; w < p.in.sizes[3]; ++w) {
        ASSERT_NEAR(p.in.at({image, channel, v, w}), sums.at({image, channel, v, w}), 1e-5);
      }
    }
  }
}

TEST(MaxPool, AgreesWithTheDefinition) { check_max_pool<float>(200, false); }
TEST(MaxPool, ChannelsLast) { check_max_pool<float>(60, true); }
TEST(MaxPool, ChannelsLastOfDoubles) { check_max_pool<double>(60, true); }

template <class T>
void check_average_pool(int rounds, bool channels_last) {
  std::mt19937 rng(2);
  for (int round = 0; round < rounds; ++round) {
    Pooling<T> p(rng, true, channels_last);
    testing::run_on_one_two_and_four_threads(p.out, [&] { cpu::avg_pool(p.args); });
    p.for_each([&](int64_t n, int64_t c, int64_t y, int64_t x) {
      double sum = 0;
      p.for_each_in_window(y, x, [&](int64_t v, int64_t w) { sum += p.in.at({n, c, v, w}); });
      ASSERT_NEAR(p.out.at({n, c, y, x}), sum / p.divisor(y, x), 1e-5);
    });
    Array<double> sums(p.in.sizes, rng);
    std::fill(sums.data(), sums.data() + sums.bytes.size() / sizeof(double), 0.0);
    p.for_each([&](int64_t n, int64_t c, int64_t y, int64_t x) {
      p.for_each_in_window(y, x, [&](int64_t v, int64_t w) {
        sums.at({n, c, v, w}) += p.out.at({n, c, y, x}) / p.divisor(y, x);
      });
    });
    testing::run_on_one_two_and_four_threads(p.in, [&] {
      p.args.in = p.in.view();
      cpu::avg_pool_backward(p.args);
    });
    const int64_t image = p.in.sizes[0] - 1, channel = p.in.sizes[1] - 1;
    for (int64_t v = 0; v < p.in.sizes[2]; ++v) {
      for (int64_t w = 0; w < p.in.sizes[3]; ++w) {
        ASSERT_NEAR(p.in.at({image, channel, v, w}), sums.at({image, channel, v, w}), 1e-5);
      }
    }
  }
}

TEST(AveragePool, AgreesWithTheDefinition) { check_average_pool<float>(200, false); }
TEST(AveragePool, ChannelsLast) { check_average_pool<float>(60, true); }
TEST(AveragePool, ChannelsLastOfDoubles) { check_average_pool<double>(60, true); }

TEST(MaxPool, RankOneAndThreeAgreeWithRankTwo) {
  std::mt19937 rng(3);
  Array<double> in({2, 3, 12}, rng), out({2, 3, 5}, rng);
  Array<int64_t> index({2, 3, 5}, rng);
  PoolArgs one{};
  one.rank = 1;
  one.in = in.view();
  one.out = out.view();
  one.indices = index.view();
  one.kernel[0] = 4;
  one.stride[0] = 2;
  one.dilation[0] = 1;
  cpu::max_pool(one);
  Array<double> in3 = in, out3 = out;
  Array<int64_t> index3 = index;
  in3.sizes = {2, 3, 1, 1, 12};
  in3.strides = {36, 12, 12, 12, 1};
  out3.sizes = index3.sizes = {2, 3, 1, 1, 5};
  out3.strides = index3.strides = {15, 5, 5, 5, 1};
  PoolArgs three{};
  three.rank = 3;
  three.in = in3.view();
  three.out = out3.view();
  three.indices = index3.view();
  for (int d = 0; d < 3; ++d) {
    three.kernel[d] = d == 2 ? 4 : 1;
    three.stride[d] = d == 2 ? 2 : 1;
    three.dilation[d] = 1;
  }
  std::fill(out3.bytes.begin(), out3.bytes.end(), 0);
  three.out.data = out3.data();
  cpu::max_pool(three);
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(out.data()[i], out3.data()[i]);
    EXPECT_EQ(index.data()[i], index3.data()[i]);
  }
}

}  // namespace
}  // namespace vjp
